package build

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestSpanOf: the range of a template has all numbers that the opcode makes, as Go computes them.
func TestSpanOf(t *testing.T) {
	tried := 0
	for op, compute := range map[ir.Op]func(a, b int64) int64{
		ir.OpAdd: func(a, b int64) int64 { return a + b }, ir.OpSub: func(a, b int64) int64 { return a - b },
		ir.OpMul: func(a, b int64) int64 { return a * b }, ir.OpMax: func(a, b int64) int64 { return max(a, b) },
		ir.OpAnd: func(a, b int64) int64 { return a & b }, ir.OpXor: func(a, b int64) int64 { return a ^ b },
	} {
		for _, template := range op.Same() {
			if !spannable(template) {
				continue
			}
			tried++
			for _, r := range [][4]int64{{-3, 2, 1, 4}, {0, 5, -7, -2}, {-1, -1, 0, 9}} {
				s := spanOf(template, span.Within(r[0], r[1]), span.Within(r[2], r[3]))
				for a := r[0]; a <= r[1]; a++ {
					for b := r[2]; b <= r[3]; b++ {
						if v := num.New(compute(a, b)); !s.Contains(v) {
							t.Errorf("%s of %d and %d is %v, outside of %v to %v", op, a, b, v, s.Lo, s.Hi)
						}
					}
				}
			}
		}
	}
	if tried < 10 || len(Templated) > 0 && Spans[Templated[0]] == nil {
		t.Errorf("%d templates have ranges, %v are made", tried, Templated)
	}
}
