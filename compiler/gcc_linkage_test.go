package compiler_test

import (
	"bytes"
	"context"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/ir"
)

// What our object has for gcc's: static names that both have, weak definitions on either side, hidden ones, and one that
// is only marked used.
const linkageOurs = `
static int helper(void) { return 1; }
static int counter = 10;
int static_ours(void) { return helper() + counter++; }
__attribute__((weak)) int replaced(void) { return 2; }
__attribute__((weak)) const int replaced_datum = 2;
int call_replaced(void) { return replaced() + replaced_datum; }
int strong(void) { return 3; }
int strong_datum = 3;
int declared(void) __attribute__((weak, visibility("hidden")));
int declared(void) { return 4; }
static __attribute__((used)) int kept(void) { return 5; }
static inline int unused(void) { return 6; }
__attribute__((visibility("protected"))) int shown = 7;
`

const linkageTheirs = `
int puts(const char *);
static int helper(void) { return 100; }
static int counter = 1000;
int static_ours(void), call_replaced(void), strong(void), declared(void);
extern int strong_datum, shown;
int replaced(void) { return 20; }
const int replaced_datum = 22;
__attribute__((weak)) int strong(void) { return 30; }
__attribute__((weak)) int strong_datum = 30;
int main(void) {
	if (static_ours() != 11 || static_ours() != 12 || helper() + counter != 1100) return 1;
	if (call_replaced() != 42) return 2;
	if (strong() != 3 || strong_datum != 3) return 3;
	if (declared() != 4 || shown != 7) return 4;
	return 0;
}
`

// TestLinkageWithGCC links our object with gcc's, and reads what symbols it has.
func TestLinkageWithGCC(t *testing.T) {
	m, err := c.Compile([]c.File{{Name: "linkage.c", Text: []byte(linkageOurs)}}, c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"0", "2"} {
		o, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := object.WriteObject(&b, o); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "ours.o")
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		program := gcctest.Build(t, map[string]string{"main.c": linkageTheirs}, name)
		if out, err := exec.Command(program).CombinedOutput(); err != nil {
			t.Errorf("-O%s: %v\n%s", level, err, out)
		}
		f, err := elf.NewFile(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]elf.Symbol{}
		for _, s := range symbols {
			got[s.Name] = s
		}
		for _, want := range []struct {
			name string
			bind elf.SymBind
			vis  elf.SymVis
		}{
			{"counter", elf.STB_LOCAL, elf.STV_DEFAULT}, {"kept", elf.STB_LOCAL, elf.STV_DEFAULT}, {"strong", elf.STB_GLOBAL, elf.STV_DEFAULT},
			{"replaced", elf.STB_WEAK, elf.STV_DEFAULT}, {"replaced_datum", elf.STB_WEAK, elf.STV_DEFAULT},
			{"declared", elf.STB_WEAK, elf.STV_HIDDEN}, {"shown", elf.STB_GLOBAL, elf.STV_PROTECTED},
		} {
			s, ok := got[want.name]
			if !ok || elf.ST_BIND(s.Info) != want.bind || elf.ST_VISIBILITY(s.Other) != want.vis {
				t.Errorf("-O%s: %s: %v %v, want %v %v", level, want.name, elf.ST_BIND(s.Info), elf.ST_VISIBILITY(s.Other), want.bind, want.vis)
			}
		}
	}
}
