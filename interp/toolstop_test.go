package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// limited stops at the n-th step that it is shown.
type limited struct {
	left int
	op   ir.Op
	text bytes.Buffer
}

var errEnough = errors.New("enough")

func (o *limited) Selects(f *ir.Func, i ir.Inst) bool { return f.Op(i) == o.op }

func (o *limited) Before(s *interp.Step) error {
	fmt.Fprintf(&o.text, "before %d %d %s", s.Number, s.Depth(), s.Place().Inst)
	for k := range s.Func.NumOperands(s.Inst) {
		if v, ok := s.Value(s.Func.Arg(s.Inst, k)); ok && s.Func.TypeOf(s.Func.Arg(s.Inst, k)) != ir.Mem {
			fmt.Fprintf(&o.text, " %s", interp.FormatValue(v, s.Memory()))
		}
	}
	return o.count()
}

func (o *limited) After(s *interp.Step) error {
	fmt.Fprintf(&o.text, "after %d %d", s.Number, s.Depth())
	for n, v := range s.Results() {
		if s.Func.TypeOf(s.Func.Result(s.Inst, n)) != ir.Mem {
			fmt.Fprintf(&o.text, " %s", interp.FormatValue(v, s.Memory()))
		}
	}
	return o.count()
}

func (o *limited) count() error {
	o.text.WriteByte('\n')
	if o.left--; o.left < 0 {
		return errEnough
	}
	return nil
}

// TestSelectorStops: a selector sees the same on both engines, wherever it ends the run, and the runs count the same.
func TestSelectorStops(t *testing.T) {
	const src = `func @fib(int:s64) -> int:s64 {
  bb0(v0: mem):
    v1:s64 = param 0
    v2 = iconst 2
    v3 = icmp.lt v1, v2
    brif v3, bb1, bb2

  bb1:
    ret v1, v0

  bb2:
    v4 = iconst 1
    v5:s64 = sub v1, v4
    v6 = symbol_addr @fib
    v7, v8:s64 = call v6(v5), v0 -> int:s64
    v9:s64 = sub v1, v2
    v10, v11:s64 = call v6(v9), v7 -> int:s64
    v12 = add v8, v11
    v13:s64 = sext v12, 64
    ret v13, v10
}

func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 6
    v2 = symbol_addr @fib
    v3, v4 = call v2(v1), v0 -> int
    ret v4, v3
}
`
	m := irtest.Parse(t, src)
	for _, op := range []ir.Op{ir.OpCall, ir.OpBrIf, ir.OpRet, ir.OpICmp, ir.OpAdd, ir.OpSExt, ir.OpIConst, ir.OpParam} {
		for left := range 60 {
			var texts [2]string
			for n, exact := range []bool{false, true} {
				o := &limited{left: left, op: op}
				out, err := interp.Run(context.Background(), m, interp.Options{Observer: o, Exact: exact})
				if err != nil && err != errEnough {
					t.Fatal(err)
				}
				texts[n] = fmt.Sprintf("%s%v %s %d", o.text.String(), err, out.Kind, out.Steps)
				if out.Where != nil {
					texts[n] += out.Where.Inst
				}
			}
			if texts[0] != texts[1] {
				t.Fatalf("%s, stopped after %d\nfast:\n%s\nreference:\n%s", op, left, texts[0], texts[1])
			}
		}
	}
}
