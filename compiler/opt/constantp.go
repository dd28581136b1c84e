package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// constantP answers the questions of [ir.ConstantP], which is C's __builtin_constant_p: true once the operand is a constant, false
// where final says that it is not going to be one any more.
//
// Either answer refines the question, whose value is unspecified. Poison is no constant that a program could use.
var constantP = pass.Pass{
	Name: "constant-p", KeepsCFG: true,
	Doc: "says whether the operands of constant_p are constants",
	After: []pass.Order{
		{Pass: "mem2reg", Why: "nothing is known of values kept in memory"},
	},
	Params:   []pass.Param{{Name: "final", Default: 0, Min: 0, Max: 1, Doc: "whether what is no constant now is none"}},
	Rewrites: pass.Rewrites(pass.Refinements("is_constant", "is_no_constant")),
	Func:     runConstantP,
}

// runConstantP looks at the questions in the order of the program.
func runConstantP(c *pass.Ctx) {
	f := c.F
	for i := range f.InstsOf(ir.OpTargetIntrinsic) {
		if !f.IsConstantP(i) {
			continue
		}
		known := false
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst {
			k := fold.Of(f, d)
			known = k.Kind != fold.Unknown && k.Kind != fold.Poison || f.Op(d) == ir.OpFConst
		}
		rule := "is_no_constant"
		if known {
			rule = "is_constant"
		} else if c.Param("final") == 0 {
			continue
		}
		if c.Fire(pass.Change{Rule: rule, At: i, Kind: pass.Refinement}) {
			v := f.Result(i, 0)
			f.ReplaceUses(v, f.Before(i).BConst(known, f.Origin(i)))
			f.RemoveInst(i)
		}
	}
}
