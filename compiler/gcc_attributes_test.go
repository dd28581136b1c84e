package compiler_test

import (
	"bytes"
	"context"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/ir"
)

// What stands in an object beside code and data: functions around main, other names, weak names with and without a
// definition, functions that the loader chooses, sections, common symbols, symbols of declarations, storage of threads,
// assembly at file scope.
const attributesOurs = `
int puts(const char *);
int printf(const char *, ...);
extern int order[]; extern int norder;
int order[20], norder;
static void note(int n) { order[norder++] = n; }
static __attribute__((constructor)) void plain(void) { note(3); }
__attribute__((constructor(101))) static void early(void) { note(1); }
static __attribute__((constructor(102))) void later(void) { note(2); }
static __attribute__((destructor)) void bye(void) { printf("bye\n"); }
static __attribute__((destructor(101))) void last(void) { printf("last\n"); }
extern int nowhere(void) __attribute__((weak));
extern int nowhere_datum __attribute__((weak));
extern int somewhere(void) __attribute__((weak));
int has(void) { return (nowhere != 0) * 1 + (&nowhere_datum != 0) * 2 + (somewhere != 0) * 4; }
int call_somewhere(void) { return somewhere ? somewhere() : -1; }
static int (*table[])(void) = {nowhere, somewhere};
int in_table(void) { return (table[0] != 0) + 2 * (table[1] != 0); }
static int target(void) { return 42; }
int other(void) __attribute__((alias("target")));
int weak_other(void) __attribute__((weak, alias("target")));
int datum = 5;
extern int datum_alias __attribute__((alias("datum")));
int set_alias(int n) { datum_alias = n; return datum; }
static int ref(void) __attribute__((weakref("somewhere")));
static int noref(void) __attribute__((weakref("nowhere2")));
int refs(void) { return (ref ? ref() : 0) + (noref ? 1000 : 0); }
static int impl_a(void) { return 7; }
static int (*choose(void))(void) { return impl_a; }
int chosen(void) __attribute__((ifunc("choose")));
int call_chosen(void) { return chosen() + 1; }
int (*chosen_pointer)(void) = chosen;
int sec1 __attribute__((section("mine"))) = 10, sec2 __attribute__((section("mine"))) = 20;
const int sec3 __attribute__((section("roset"), used)) = 30;
extern int __start_mine[], __stop_mine[];
int in_section(void) { int s = 0; for (int *p = __start_mine; p < __stop_mine; p++) s += *p; return s; }
int common_one __attribute__((common));
int tent;
int labelled(void) asm("their_name");
int call_labelled(void) { return labelled(); }
int mine(void) asm("published");
int mine(void) { return 77; }
__thread int tl = 5;
_Thread_local int tz;
extern __thread int theirs_tl;
static __thread long st[4] = {1, 2, 3, 4};
int *tlp(void) { tl++; tz += 2; st[1]++; return &tl; }
int tls_sum(void) { return tl + tz + st[1] + theirs_tl; }
asm(".globl asm_fn\n.type asm_fn, @function\nasm_fn:\n\tmovl $11, %eax\n\taddl asm_data(%rip), %eax\n\tcall asm_helper\n\tret\n"
    ".data\n.globl asm_data\n.align 4\nasm_data: .long 30\n.Ltab: .quad asm_fn, .Ltab+8\n.text\nasm_helper: incl %eax\n ret\n.size asm_fn, .-asm_fn\n");
int asm_fn(void); extern int asm_data;
int via_asm(void) { return asm_fn() + asm_data; }
`

const attributesTheirs = `
#include <pthread.h>
#include <stdio.h>
extern int order[20], norder;
int has(void), call_somewhere(void), in_table(void), other(void), weak_other(void), set_alias(int), refs(void), call_chosen(void), in_section(void), call_labelled(void), published(void), via_asm(void), tls_sum(void), *tlp(void), asm_fn(void);
extern int datum_alias, asm_data, common_one;
int common_one __attribute__((common));
extern int (*chosen_pointer)(void);
extern __thread int tl; extern __thread int tz;
__thread int theirs_tl = 100;
int somewhere(void) { return 9; }
int their_name(void) { return 55; }
static void *thread(void *p) { theirs_tl = 1; tlp(); printf("thread %d %d %d %d\n", tl, tz, tls_sum(), &tl != p); return 0; }
int main(void) {
  printf("%d: %d %d %d\n", norder, order[0], order[1], order[2]);
  printf("%d %d %d\n", has(), call_somewhere(), in_table());
  printf("%d %d %d %d\n", other(), weak_other(), set_alias(8), datum_alias);
  printf("%d %d %d\n", refs(), call_chosen(), chosen_pointer());
  common_one = 3;
  printf("%d %d %d\n", in_section(), call_labelled(), published());
  printf("%d %d %d\n", via_asm(), asm_fn(), asm_data);
  tlp(); pthread_t t; pthread_create(&t, 0, thread, &tl); pthread_join(t, 0);
  printf("main %d %d %d\n", tl, tz, tls_sum());
  return 0;
}
`

// TestAttributesWithGCC links our object, and the assembly text of it, with gcc's, and wants what two objects of gcc's print.
func TestAttributesWithGCC(t *testing.T) {
	want := output(t, gcctest.Build(t, map[string]string{"main.c": attributesTheirs, "ours.c": attributesOurs}, "-w", "-pthread"))
	for _, level := range []string{"0", "2"} {
		o := attributeObject(t, level, attributesOurs)
		var b, text bytes.Buffer
		if err := object.WriteObject(&b, o); err != nil {
			t.Fatal(err)
		}
		if err := object.WriteAsm(&text, o); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for name, content := range map[string][]byte{"ours.o": b.Bytes(), "ours.s": text.Bytes()} {
			file := filepath.Join(dir, name)
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
			got := output(t, gcctest.Build(t, map[string]string{"main.c": attributesTheirs}, file, "-w", "-pthread"))
			if got != want {
				t.Errorf("-O%s, %s:\n%s\nwant, as gcc,\n%s", level, name, got, want)
			}
		}
	}
}

// TestConstructsWithGCC: programs of such constructs, and of loops over rows, print what they print when gcc compiles them.
func TestConstructsWithGCC(t *testing.T) {
	for _, name := range []string{"asm_goto", "cleanup", "compiler_headers", "float_constants", "gnu_more", "linkage", "packed_lengths", "pointer_bytes", "rows", "single_bits"} {
		t.Run(name, func(t *testing.T) { likeGCC(t, "../corpus/c/pass/"+name+".c") })
	}
}

// TestGDBThreadLocal: gdb prints the thread's own objects.
func TestGDBThreadLocal(t *testing.T) {
	m, err := c.Compile([]c.File{{Name: "ours.c", Text: []byte(attributesOurs)}}, c.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: "0", Debug: true, Position: compiler.PIE, Exported: func(string) bool { return true }})
	if err == nil {
		o, err = compiler.Outside(o, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteObject(&b, o); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ours.o")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	program := gcctest.Build(t, map[string]string{"main.c": attributesTheirs}, file, "-w", "-pthread")
	out, err := exec.Command("gdb", "-q", "-batch", "-nx", "-ex", "break tls_sum", "-ex", "run", "-ex", "print tl", "-ex", "print st", program).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "$1 = 6\n$2 = {1, 3, 3, 4}\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// attributeObject compiles a text for other linkers.
func attributeObject(t *testing.T, level, text string) *object.Module {
	t.Helper()
	external := map[string]bool{}
	m, err := c.Compile([]c.File{{Name: "ours.c", Text: []byte(text)}}, c.Options{External: func(name string) { external[name] = true }})
	if err != nil {
		t.Fatal(err)
	}
	return foreignObject(t, m, level, func(name string) bool { return external[name] })
}

// foreignObject compiles a module for other linkers, which see the names that exported says.
func foreignObject(t *testing.T, m *ir.Module, level string, exported func(name string) bool) *object.Module {
	t.Helper()
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Position: compiler.PIE, Exported: exported})
	if err == nil {
		o, err = compiler.Outside(o, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// output is what a program prints.
func output(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestSymbolVersions: .symver and the attribute make symbols that a shared library has with a version.
func TestSymbolVersions(t *testing.T) {
	const text = `int old_f(void) { return 1; }
int new_f(void) { return 2; }
__attribute__((symver("g@@V2"))) int g_now(void) { return 4; }
asm(".symver old_f, f@V1\n.symver new_f, f@@V2");`
	dir := t.TempDir()
	var b bytes.Buffer
	if err := object.WriteObject(&b, attributeObject(t, "2", text)); err != nil {
		t.Fatal(err)
	}
	in, script, lib := filepath.Join(dir, "v.o"), filepath.Join(dir, "v.map"), filepath.Join(dir, "libv.so")
	for name, content := range map[string]string{in: b.String(), script: "V1 { }; V2 { } V1;"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("gcc", "-shared", "-Wl,--version-script="+script, "-o", lib, in).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	main := `int f(void), g(void), old(void); asm(".symver old, f@V1"); int main(void) { return f() == 2 && g() == 4 && old() == 1 ? 0 : 1; }`
	program := gcctest.Build(t, map[string]string{"main.c": main}, lib, "-Wl,-rpath,"+dir)
	output(t, program)
}

// TestFilesInOneObject: what two files say of a name, weak or a thread's own, is said once.
func TestFilesInOneObject(t *testing.T) {
	files := []c.File{
		{Name: "one.c", Text: []byte("__thread int tv = 3; int *one(void) { return &tv; } int impl(void) { return 5; }")},
		{Name: "two.c", Text: []byte("extern __thread int tv; int two(void) { return ++tv; } extern int impl(void) __attribute__((weak)); int has(void) { return impl ? impl() : 0; }")},
	}
	m, err := c.Compile(files, c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteObject(&b, foreignObject(t, m, "2", func(string) bool { return true })); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "both.o")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	main := `int *one(void), two(void), has(void), impl(void); int main(void) { return two() == 4 && *one() == 4 && has() == 5 && impl() == 5 ? 0 : 1; }`
	output(t, gcctest.Build(t, map[string]string{"main.c": main}, file))
	f, err := elf.NewFile(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Name == "impl" && elf.ST_BIND(s.Info) != elf.STB_GLOBAL {
			t.Errorf("impl is %v", elf.ST_BIND(s.Info))
		}
	}
}

// TestAttributesRefused: what is not supported is an error that names it.
func TestAttributesRefused(t *testing.T) {
	for _, x := range [][2]string{
		{`int f(void) __attribute__((alias("nothing")));`, "f is another name of nothing, which this file does not define"},
		{`int f(void) __attribute__((alias("g"))); int g(void) __attribute__((alias("f")));`, "another name of itself"},
		{`static int f(void) __attribute__((weakref));`, "weakref without a name"},
		{`__attribute__((constructor(70000))) void f(void) {}`, "the priority of a constructor"},
		{`asm("fnord %eax");`, `the instruction "fnord" is not known`},
		{`asm(".macro x\n.endm");`, "the directive .macro is not supported"},
		{`__thread int x; int *p = &x;`, "not constant"},
		{`__attribute__((naked)) void f(void) {}`, "the attribute naked is not supported"},
		{`_Float128 x = 1;`, "values of type _Float128 are not supported"},
		{`__float128 f(__float128 x) { return x + x; }`, "a parameter or result of type _Float128 is not supported"},
		{`_Float128 x = 1.0q;`, "the constant 1.0q is not supported"},
		{`int f(void) { return __builtin_frobnicate(1); }`, "__builtin_frobnicate is not supported"},
	} {
		_, err := c.Compile([]c.File{{Name: "a.c", Text: []byte(x[0])}}, c.Options{})
		if err == nil || !strings.Contains(err.Error(), x[1]) {
			t.Errorf("%s: %v, want %q", x[0], err, x[1])
		}
	}
}
