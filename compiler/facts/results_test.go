package facts_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestRangesOfOpcodes: what [ir.Func.IntBits] says of an opcode is known of its result, also of one with a memory token
// before it, and where two such results meet.
func TestRangesOfOpcodes(t *testing.T) {
	for _, ops := range [][2]string{
		{"load.atomic.relaxed.4 v2, v0", "load.atomic.relaxed.8 v2, v0"},
		{"va_arg.4 v2, v0 -> int", "va_arg.8 v2, v0 -> int"},
		{"rmw.add.relaxed.4 v2, v1, v0 -> int", "cmpxchg.relaxed.relaxed.8 v2, v1, v1, v0 -> int"},
	} {
		f := irtest.Parse(t, `func @f(int:s32, ptr, ...) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v4 = int_to_bool v1
    brif v4, bb1, bb2
  bb1:
    v6, v7 = `+ops[0]+`
    br bb3(v6, v7)
  bb2:
    v8, v9 = `+ops[1]+`
    br bb3(v8, v9)
  bb3(v10: mem, v11: int):
    ret v11, v10
}
`).Funcs[0]
		n := facts.Forward(f)
		ints := 0
		for v := range ir.Value(f.NumValues()) {
			if f.TypeOf(v) == ir.Int && f.Def(v) == ir.NoInst {
				ints++
				if r := n.Range(v); r.Bits() != 64 || r.Signed() {
					t.Errorf("%v: the argument has the range %v, want 0 to 2^64-1", ops, r)
				}
			}
		}
		if ints != 1 {
			t.Errorf("%v: %d arguments are ints", ops, ints)
		}
	}
}
