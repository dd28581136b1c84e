package verb

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestBisectStrict: a difference that flags permit is only permitted where the pass fired that may make
// use of them. Any other pass that makes it is at fault, whatever the pipeline has beside it.
func TestBisectStrict(t *testing.T) {
	const src = `func @f(f64) -> f64 {
bb0:
  v0 = param 0
  v1 = fconst.f64 1.3
  v2 = fconst.f64 2.7
  v3 = fadd reassoc v0, v1
  v4 = fadd reassoc v3, v2
  ret v4
}
`
	// Adds the constants in the other order, which reassoc permits, and drops the flags.
	broken := pass.Pass{Name: "broken", Func: func(c *pass.Ctx) {
		f := c.F
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpFAdd {
					continue
				}
				d := f.Def(f.Arg(i, 0))
				if f.Op(d) != ir.OpFAdd || f.Attr(d).Flags == 0 || !c.Fire(pass.Change{Rule: "swap", At: i, Matched: []ir.Inst{d}}) {
					continue
				}
				x, y := f.Operand(d, 1), f.Operand(i, 1)
				f.SetOperand(d, 1, y)
				f.SetOperand(i, 1, x)
				for _, k := range []ir.Inst{d, i} {
					a := f.Attr(k)
					a.Flags = 0
					f.SetAttr(k, a)
				}
			}
		}
	}}
	relax := map[string]int{"reassoc": 1}
	for _, row := range []struct {
		name   string
		passes []pass.PassConfig
		status error
		want   string
	}{
		{"broken", []pass.PassConfig{{Name: "broken"}}, status(StatusDivergence), "broken/swap"},
		{"relax cannot fire after it", []pass.PassConfig{{Name: "broken"}, {Name: "relax", Params: relax}}, status(StatusDivergence), "broken/swap"},
		{"relax is off", []pass.PassConfig{{Name: "relax"}, {Name: "broken"}}, status(StatusDivergence), "broken/swap"},
		{"relax", []pass.PassConfig{{Name: "relax", Params: relax}}, nil, "refines: all 1 rewrites together refine the program"},
	} {
		m, err := parser.Parse("a.tir", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		c := pass.Single("test", 1)
		c.Stages[0].Passes = row.passes
		var out, notes strings.Builder
		k := checkFlags{runs: 300, fuel: 1000}
		err = bisect(context.Background(), &out, &notes, "text", m, append(opt.Passes(), broken), pass.Options{Config: c}, &k)
		if err != row.status || !strings.Contains(out.String(), row.want) {
			t.Errorf("%s: %v, want %v with %q:\n%s%s", row.name, err, row.status, row.want, out.String(), notes.String())
		}
	}
}
