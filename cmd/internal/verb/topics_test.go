package verb

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestEverythingIsExplained: what the grammar and the commands name is a topic: each word of a listing of the corpus that
// stands where an opcode does, each type and claim that the grammar lists, each flag of each command.
func TestEverythingIsExplained(t *testing.T) {
	known := func(word string) {
		t.Helper()
		if text, ok := topic(word); !ok || text == "" {
			t.Errorf("explain %s knows nothing", word)
		}
	}
	for _, word := range explained() {
		known(word)
	}
	m := irtest.Parse(t, `func @f(ptr, int:s32, f64) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2:known(0?) = load.4 v1, v0
    v3 = icmp.lt v2, v2
    v4, v5 = sadd_overflow.32 v2, v2
    v6 = fconst.f64 1.0
    v7 = fcmp.olt v6, v6
    v8 = null
    v9 = store.8 v8, v1, v0
    ret v2, v9
}
`)
	f := m.Funcs[0]
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			known(f.Mnemonic(i))
		}
	}
	for op := range ir.Op(ir.NumOps) {
		known(op.String())
	}
	for _, word := range []string{"int", "bool", "unit", "mem", "bf16", "f16", "f32", "f64", "f128", "float", "double", "ptr", "ptr(3)", "byte(4)", "b<32>", "vec<16>",
		"vec<vscale x 16>", "struct{int:s8, bool}", "[int:s8; 4]", "s32", ":u8", "i16", "align8", ":align8", ":known(0?)", "nofpclass(nan)", "trap"} {
		known(word)
	}
	n := 0
	everyFlag(func(_ *cobra.Command, f *pflag.Flag) {
		n++
		known("--" + f.Name)
		known(f.Name)
		if f.Shorthand != "" {
			known("-" + f.Shorthand)
		}
	})
	if n < 150 {
		t.Errorf("only %d flags", n)
	}
	if text, _ := topic("int"); !regexp.MustCompile("any size").MatchString(text) {
		t.Errorf("int: %s", text)
	}
}
