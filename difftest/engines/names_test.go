package engines_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
)

// libraryNames are the names that the run-time library has for programs.
func libraryNames(t *testing.T) []string {
	t.Helper()
	lib, err := compiler.Library(nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range lib.Aliases {
		names = append(names, a.Name)
	}
	if len(names) < 25 {
		t.Fatalf("only %d names: %v", len(names), names)
	}
	return names
}

// longDouble are functions of f80, which compiled programs call in the system's C library alone.
var longDouble = map[string]bool{"ceill": true, "copysignl": true, "fabsl": true, "floorl": true, "fmal": true, "fmaxl": true, "fminl": true,
	"fmodl": true, "roundl": true, "sqrtl": true, "strtold": true, "truncl": true}

// TestSameFunctions: programs have the same functions interpreted and compiled, but for threads, and each is
// called by a program that compares them.
func TestSameFunctions(t *testing.T) {
	compiled := map[string]bool{}
	for _, name := range libraryNames(t) {
		compiled[name] = true
		if name == "_setjmp" || name == "longjmp" { // what setjmp and longjmp of the IR become
			continue
		}
		if _, ok := host.Lookup(name); !ok {
			t.Errorf("the interpreter has no %s", name)
		}
	}
	var programs string
	for _, text := range hostPrograms(t) {
		programs += text
	}
	// Those of package clib are called by programs of C, whose output its tests compare.
	sources, err := filepath.Glob("../../corpus/c/pass/*.c")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, name := range append(sources, "../../clib/testdata/wide_input.c") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(text), -1) {
			words[word] = true
		}
	}
	words["__ctype_get_mb_cur_max"], words["__errno_location"] = words["MB_CUR_MAX"], words["errno"]               // macros
	ends := map[string]bool{"abort": true, "_exit": true, "exit": true, "quick_exit": true, "__assert_fail": true} // TestEnds
	for _, f := range host.Functions {
		if longDouble[f.Name] {
			continue
		}
		if f.Hosted {
			if compiled[f.Name] {
				t.Errorf("%s: compiled programs have it, and its row says that they do not", f.Name)
			}
			continue
		}
		if compiled[f.Name] == runtime.Threads[f.Name] {
			t.Errorf("%s: compiled programs have it: %v, it is of threads: %v", f.Name, compiled[f.Name], runtime.Threads[f.Name])
		}
		if compiled[f.Name] && !ends[f.Name] && !strings.Contains(programs, "symbol_addr @"+f.Name+"\n") && !words[f.Name] {
			t.Errorf("no program calls %s", f.Name)
		}
	}
}

// refersTo reports whether a function refers to a symbol.
func refersTo(f *ir.Func, name string) bool {
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.Op(i) == ir.OpSymbolAddr && f.Module.SymbolName(f.SymbolOf(i)) == name {
				return true
			}
		}
	}
	return false
}

// TestLibraryNames: a program that defines a name of the run-time library as a function that traps, or as data,
// never gets there by what it asks of the rest of the library, and finds its own where it asks for it.
func TestLibraryNames(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "host.tir"))
	if err != nil {
		t.Fatal(err)
	}
	for n, name := range testseed.Every(9, libraryNames(t)) {
		for kind, own := range []string{`func @%s() {
  bb0:
    trap
}
`, "data @%s = \"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\"\n"} {
			if testing.Short() && n%2 != kind {
				continue
			}
			m := module(t, "host.tir", string(text))
			funcs := m.Funcs
			m.Remove(func(it ir.Item) bool { return it.Kind == ir.ItemFunc && refersTo(funcs[it.Index], name) })
			uses := `func @uses() -> int:u8 {
  bb0(v0: mem):
    v1 = symbol_addr @%s
    v2:u8 = load.1 v1, v0
    ret v2, v0
}
`
			if kind == 0 {
				uses = `func @uses() {
  bb0(v0: mem):
    v1 = symbol_addr @%s
    v2 = call v1(), v0
    ret v2
}
`
			}
			t.Run(fmt.Sprintf("%s/%d", name, kind), func(t *testing.T) {
				agree(t, module(t, "host.tir", m.Canonical()+fmt.Sprintf(own+uses, name, name)), []string{[]string{"0", "2"}[n%2]})
			})
		}
	}
}

// TestPrivateConstants: the constants and jump tables of a function have names that no program can refer to.
func TestPrivateConstants(t *testing.T) {
	var data, sum strings.Builder
	v, total := 20, "v12"
	for n, name := range []string{".LC.main.0", ".LC.main.1", "main.table.0", "main.table.1", "main.table.2"} {
		fmt.Fprintf(&data, "data @%q = \"\\x%02x\"\n", name, n+1)
		fmt.Fprintf(&sum, "    v%d = symbol_addr @%q\n    v%d:u8 = load.1 v%d, v0\n    v%d:u8 = add %s, v%d\n", v, name, v+1, v, v+2, total, v+1)
		total = fmt.Sprint("v", v+2)
		v += 3
	}
	text := data.String() + `func @main(int:u8, f64) -> int:u8 {
  bb0(v0: mem):
    v1:u8 = param 0
    v2:f64 = param 1
    v3 = fconst.f64 0x3ff8000000000000
    v4:f64 = fadd v2, v3
    v5 = fcmp.oeq v4, v3
    v12:u8 = bool_to_int v5
` + sum.String() + "    ret " + total + ", v0\n}\n"
	agree(t, module(t, "constants.tir", text), []string{"0", "2"})
}

// TestReservedNames: a program that defines a reserved name, or refers to one, is refused at the place.
func TestReservedNames(t *testing.T) {
	for name, text := range map[string]string{
		"define": `
func @%s() {
  bb0:
    ret
}
`,
		"data": `
data @%s = "x"
`,
		"extern": `
extern func @%s()
`,
		"address": `func @f() -> ptr { bb0:
 v1 = symbol_addr @%s
 ret v1
}
`,
		"reloc": `data @d =
 zero 8 relocs [0: @%s]
`,
	} {
		for _, reserved := range []string{"_start", "__tuffy_main", "__tuffy_udiv128", "__tuffy_", "_GLOBAL_OFFSET_TABLE_", `"a\x00b"`} {
			m := module(t, "reserved.tir", fmt.Sprintf(text, reserved))
			_, err := engines.Check(context.Background(), m, engines.Config{Engines: []string{"interp", "sim"}, Levels: []string{"0"}, Runs: 1})
			var bad *compiler.NameError
			if !errors.As(err, &bad) || bad.Pos.Line != 2 && name != "address" || bad.Pos.Line == 0 || !strings.HasPrefix(err.Error(), "reserved.tir:2:") {
				t.Errorf("%s %s: %v", name, reserved, err)
			}
		}
		for _, assigned := range []string{"_end", "_edata", "__bss_start"} {
			err := compiler.CheckNames(module(t, "assigned.tir", fmt.Sprintf(text, assigned)))
			if defined := name == "define" || name == "data"; defined != (err != nil) || defined && !strings.HasPrefix(err.Error(), "assigned.tir:2:") {
				t.Errorf("%s %s: %v", name, assigned, err)
			}
		}
		m := module(t, "free.tir", fmt.Sprintf(text, "_starts"))
		if err := compiler.CheckNames(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFused: fma is an instruction where the target has one, and never the function of a program that is
// called so; copies and fills of any size are never the program's memcpy, memmove and memset.
func TestFused(t *testing.T) {
	text := `func @fma() {
  bb0:
    trap
}
`
	for _, name := range []string{"memcpy", "memmove", "memset"} {
		text += "func @" + name + `() {
  bb0:
    trap
}
`
	}
	m := module(t, "fused.tir", text+`
data @a = "0123456789abcdef0123456789abcdef"
data @b = zero 32
func @fused64(f64, f64, f64) -> f64 {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = param 2
    v3 = fma v0, v1, v2
    ret v3
}
func @fused32(f32, f32, f32) -> f32 {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = param 2
    v3 = fma v0, v1, v2
    ret v3
}
func @bulk(int:u5) -> int:u8 {
  bb0(v0: mem):
    v1:u5 = param 0
    v2 = symbol_addr @a
    v3 = symbol_addr @b
    v4 = memcpy v3, v2, v1, v0
    v5:s64 = iconst 1
    v6 = ptradd v2, v5
    v7 = memmove v6, v2, v1, v4
    v8:u8 = iconst 42
    v9 = memset v3, v8, v1, v7
    ret v1, v9
}
`)
	with, err := target.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	if err := with.Override("features=+avx,+fma"); err != nil {
		t.Fatal(err)
	}
	for _, of := range []*target.Target{nil, with} {
		list, err := engines.Check(context.Background(), m, engines.Config{Engines: []string{"interp", "sim"}, Levels: []string{"0", "2"}, Runs: 200, Compile: compiler.Options{Target: of, Check: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared < 100 && m.Func(a.Func).Params != nil {
				t.Error(a)
			}
		}
	}
}

// linkerNames are names that linkers define where no program does. Those that they define in any case are refused.
var linkerNames = []string{"end", "edata", "_etext", "etext", "__executable_start", "__ehdr_start", "__init_array_start", "__fini_array_end", "__stop_x"}

// TestLinkerNames: a program has its own data and functions of names that linkers define, in executables of ours
// and in objects that gcc links.
func TestLinkerNames(t *testing.T) {
	for _, kind := range []string{"data", "func"} {
		text, body, last, sum := "", "", "v0", 0
		for n, name := range linkerNames {
			sum += n + 1
			if kind == "data" {
				text += fmt.Sprintf("data @%s align 4 = \"\\x%02x\\x00\\x00\\x00\"\n", name, n+1)
				body += fmt.Sprintf("    v%d = symbol_addr @%s\n    v%d:u32 = load.4 v%d, v0\n", 10*n+10, name, 10*n+11, 10*n+10)
			} else {
				text += fmt.Sprintf(`func @%s() -> int:u32 {
  bb0:
    v0:u32 = iconst %d
    ret v0
}
`, name, n+1)
				body += fmt.Sprintf("    v%d = symbol_addr @%s\n    v%d, v%d:u32 = call v%d(), %s -> int\n", 10*n+10, name, 10*n+12, 10*n+11, 10*n+10, last)
				last = fmt.Sprintf("v%d", 10*n+12)
			}
			body += fmt.Sprintf("    v%d:u32 = add v%d, v%d\n", 10*n+13, 10*n+11, 10*n+3)
		}
		text += `func @total() -> int:u32 {
  bb0(v0: mem):
    v3:u32 = iconst 0
` + body + fmt.Sprintf(`    ret v%d, %s
}
`, 10*len(linkerNames)+3, last)
		m := module(t, kind+".tir", text)
		list, err := engines.Check(context.Background(), m, engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if engines.Verdict(list) != difftest.Refined {
			t.Error(list[len(list)-1])
		}
		for _, level := range []string{"0", "2"} {
			code, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			if code, err = compiler.Outside(code, nil); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := object.WriteObject(&b, code); err != nil {
				t.Fatal(err)
			}
			main := fmt.Sprintf("unsigned total(void);\nint main(void) { return total() != %d; }\n", sum)
			if out, err := exec.Command(gcctest.Build(t, map[string]string{"total.o": b.String(), "main.c": main})).CombinedOutput(); err != nil {
				t.Errorf("%s at -O%s: %v %s", kind, level, err, out)
			}
		}
	}
}

// TestObjectNames: objects go together with those of gcc and of each other: a program has its own memcpy and memset
// without changing what its copies and fills do, and routines of the compiler do not clash.
func TestObjectNames(t *testing.T) {
	const program = `
func @memcpy%[1]s(int:u64) -> int:u64 {
  bb0(v0: mem):
    v1:u64 = param 0
    v2:u64 = iconst 3
    v3:u64 = div v1, v2
    ret v3
}
func @copy%[1]s(ptr, ptr, int:u64) -> int:u64 {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3:u64 = param 2
    v4 = memcpy v1, v2, v3, v0
    v5 = symbol_addr @memcpy%[1]s
    v6, v7:u64 = call v5(v3), v4 -> int
    v8 = mul v3, v3
    v9 = mul v8, v8
    v10:u128 = zext v9, 128
    v11:u128 = div v10, v8
    v12:u64 = zext v11, 64
    v13 = add v12, v7
    v14:u64 = zext v13, 64
    ret v14, v6
}
`
	for _, kind := range []string{"o", "s"} {
		files := map[string]string{"main.c": `#include <string.h>
long copy(char *, const char *, long), copy2(char *, const char *, long);
int main(void) {
	char b[2][8] = {"", ""};
	long r = copy(b[0], "abcdefg", 6) + copy2(b[1], "hijklmn", 7);
	return strcmp(b[0], "abcdef") || strcmp(b[1], "hijklmn") || r != 36 + 2 + 49 + 2;
}`}
		for n, name := range []string{"", "2"} {
			code, err := compiler.Compile(context.Background(), module(t, "copy.tir", fmt.Sprintf(program, name)), compiler.Options{Level: []string{"0", "2"}[n]})
			if err != nil {
				t.Fatal(err)
			}
			if code, err = compiler.Outside(code, nil); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if kind == "o" {
				err = object.WriteObject(&b, code)
			} else {
				err = object.WriteAsm(&b, code)
			}
			if err != nil {
				t.Fatal(err)
			}
			files["copy"+name+"."+kind] = b.String()
		}
		if out, err := exec.Command(gcctest.Build(t, files)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", kind, err, out)
		}
	}
}
