package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// peephole applies the rules of package rewrite, each of which has a theorem in Lean that it is a
// refinement wherever its pattern matches, whatever stands around it.
var peephole = pass.Pass{
	Name: "rewrite", KeepsCFG: true, OrderInsensitive: true,
	Doc:      "applies the proven rewrite rules until none matches",
	Rewrites: pass.Rewrites(valueRewrites()),
	Func:     runRewrite,
}

// valueRewrites are the rules on values. Where an annotation that the pattern of an equivalence does not
// know goes away with what it stands on, the rewrite is a refinement.
func valueRewrites() []pass.Rewrite {
	var out []pass.Rewrite
	for _, r := range value.All() {
		out = append(out, pass.Rewrite{Name: r.Name, Strongest: r.Kind, Weakest: pass.Refinement, Theorem: r.Theorem})
	}
	return out
}

func runRewrite(c *pass.Ctx) {
	value.Apply(c.F, value.Options{Terse: !c.Explains(), Depth: func(b ir.Block) int { return c.Loops().Depth(b) }, Allow: func(r value.Firing) bool {
		var facts []trace.Fact
		for _, f := range r.Facts {
			facts = append(facts, trace.Fact{Kind: string(f.Kind), Name: valueName(f.Value), Value: f.Text()})
		}
		return c.Fire(pass.Change{Rule: r.Rule.Name, At: r.Root, Matched: r.Matched, Kind: r.Kind, Proof: r.Rule.Theorem, Facts: facts})
	}})
}
