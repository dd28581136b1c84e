package compiler_test

import (
	"bytes"
	"context"
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
)

// What attributes say of functions: which calls stay, and where the code is.
const functionsText = `
int printf(const char *, ...);
__attribute__((noinline)) static int stays(int x) { return x + 1; }
static int declared(int x) __attribute__((noinline));
static int declared(int x) { return x + 2; }
__attribute__((noipa)) static int opaque(int x, int y) { return x + y; }
static inline __attribute__((always_inline)) int copied(int x) { return __builtin_constant_p(x) ? x * 3 : x + x + x; }
extern void never_defined(void);
static inline __attribute__((always_inline)) void check(int n) { if (__builtin_constant_p(n) && n > 100) never_defined(); }
__attribute__((section(".text.mine"))) int placed(int x) {
  switch (x) { case 1: return 5; case 2: return 7; case 3: return 100; case 4: return 1000; case 5: return 3; case 6: return 77; }
  return x;
}
static __attribute__((section("code_of_mine"), noinline)) int named(int x) { return placed(x) * 2; }
static __attribute__((used)) int kept(int x) { return x; }
int main(int argc, char **argv) {
  check(5), check(argc);
  printf("%d %d %d %d %d %d\n", stays(argc), declared(argc), opaque(argc, 8), copied(argc), copied(9), named(argc + 3));
  return 0;
}
`

// TestFunctionAttributes: calls of what must not be copied stay, others go; code is in the sections that are named, in objects that gcc links
// and in text that its assembler takes.
func TestFunctionAttributes(t *testing.T) {
	for _, level := range []string{"0", "1", "2", "3", "s"} {
		m := functionsModule(t, level)
		calls := map[string]bool{}
		for _, f := range m.Funcs {
			for _, r := range f.Relocs {
				calls[r.Symbol] = true
			}
		}
		for _, name := range []string{"stays", "declared", "opaque", "named"} {
			if !calls[name] {
				t.Errorf("-O%s: no call of %s is left", level, name)
			}
		}
		if level != "0" && calls["copied"] || calls["never_defined"] {
			t.Errorf("-O%s: what was to be copied, or is never called, is called: %v", level, calls)
		}
		var obj, text bytes.Buffer
		if err := object.WriteObject(&obj, m); err != nil {
			t.Fatal(err)
		}
		if err := object.WriteAsm(&text, m); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"placed": ".text.mine", "named": "code_of_mine", "stays": ".text", "kept": ".text"}
		for name, b := range map[string][]byte{"ours.o": obj.Bytes(), "ours.s": text.Bytes()} {
			file := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			program := gcctest.Build(t, map[string]string{"none.c": ""}, file)
			if got := output(t, program); got != "2 3 9 3 27 2000\n" {
				t.Errorf("-O%s, %s: %q", level, name, got)
			}
		}
		x, err := elf.NewFile(bytes.NewReader(obj.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		all, err := x.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		for name, section := range want {
			n := slices.IndexFunc(all, func(s elf.Symbol) bool { return s.Name == name })
			if n < 0 || x.Sections[all[n].Section].Name != section {
				t.Errorf("-O%s: %s is not in %s", level, name, section)
			}
		}
	}
}

// TestSectionOfBoth: code and data in one section are a mistake.
func TestSectionOfBoth(t *testing.T) {
	m := attributeObject(t, "0", `__attribute__((section("both"))) int f(void) { return 1; } __attribute__((section("both"))) int x = 3;`)
	if err := object.WriteObject(&bytes.Buffer{}, m); err == nil || !strings.Contains(err.Error(), `"both" of x is one of code`) {
		t.Errorf("%v", err)
	}
}

func functionsModule(t *testing.T, level string) *object.Module {
	t.Helper()
	external := map[string]bool{}
	m, err := c.Compile([]c.File{{Name: "ours.c", Text: []byte(functionsText)}}, c.Options{Late: level != "0", External: func(name string) { external[name] = true }})
	if err != nil {
		t.Fatal(err)
	}
	o, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Position: compiler.PIE, Exported: func(name string) bool { return external[name] }})
	if err == nil {
		o, err = compiler.Outside(o, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}
