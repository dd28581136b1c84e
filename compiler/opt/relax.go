package opt

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rules/float"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// relax applies the rules of package float, each of which has a theorem in Lean that every result of
// the replacement is one that the flags permit the pattern to have.
//
// The interpreter computes one of the permitted results, so that programs before and after may differ:
// see [FastMath].
// That is why no level but fast has it, and why a check by running both sides must not be asked
// of it.
var relax = pass.Pass{
	Name: "relax", KeepsCFG: true,
	Doc: "applies the proven rules that need float operations to carry reassoc or contract",
	Params: []pass.Param{
		{Name: "reassoc", Default: 0, Min: 0, Max: 1, Doc: "whether operations that carry reassoc may be reordered"},
		{Name: "contract", Default: 0, Min: 0, Max: 1, Doc: "whether products and sums that carry contract may be fused"},
	},
	Rewrites: pass.Rewrites(floatRewrites()),
	Func:     runRelax,
}

// floatRewrites are the rules on floats with flags.
// Each is a refinement under the flags, none an equivalence: the set of permitted results may
// shrink.
func floatRewrites() []pass.Rewrite {
	var out []pass.Rewrite
	for _, r := range float.All() {
		out = append(out, pass.Rewrite{Name: r.Name, Strongest: pass.Refinement, Weakest: pass.Refinement, Theorem: r.Theorem})
	}
	return out
}

// FastMath reports whether a pass may change the results of a program, as far as flags of its
// operations permit that.
func FastMath(pass string) bool { return pass == relax.Name }

// runRelax applies the rules on floats whose flags both the operations carry and the parameters permit.
// That rules undo each other is a mistake of ours, not of the program.
func runRelax(c *pass.Ctx) {
	var o float.Options
	if c.Param("reassoc") != 0 {
		o.AllowedFlags |= ir.Reassoc
	}
	if c.Param("contract") != 0 {
		o.AllowedFlags |= ir.Contract
	}
	f := c.F
	o.Allow = func(r float.Firing) bool {
		ch := pass.Change{Rule: r.Rule.Name, At: r.Root, Matched: r.Matched, Kind: pass.Refinement, Proof: r.Rule.Theorem}
		ch.Facts = []trace.Fact{{Kind: "permitted", Name: valueName(f.Result(r.Root, 0)), Value: r.Rule.Needs.String()}}
		if c.Explains() {
			for _, i := range r.Matched {
				if f.Op(i).Is(ir.HasFPFlags) {
					ch.Facts = append(ch.Facts, trace.Fact{Kind: "flags", Name: valueName(f.Result(i, 0)), Value: f.Attr(i).Flags.String()})
				}
			}
			for _, v := range r.Consts {
				_, bits := f.FloatConst(f.Def(v))
				ch.Facts = append(ch.Facts, trace.Fact{Kind: "const", Name: valueName(v), Value: fmt.Sprintf("0x%x", bits)})
			}
		}
		return c.Fire(ch)
	}
	if _, endless := float.Apply(f, o); endless {
		panic("BUG: relaxed rules undo each other")
	}
}
