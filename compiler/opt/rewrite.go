package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/rewrite"
	"github.com/tuffy-ir/tuffy/compiler/trace"
)

// peephole applies the rules of package rewrite, each of which has a theorem in Lean that it is a
// refinement wherever its pattern matches, whatever stands around it.
var peephole = pass.Pass{
	Name: "rewrite", Kind: pass.Refinement, KeepsCFG: true,
	Doc:  "applies the proven rewrite rules until none matches",
	Func: runRewrite,
}

func runRewrite(c *pass.Ctx) {
	rewrite.Apply(c.F, rewrite.Options{Allow: func(r rewrite.Firing) bool {
		var facts []trace.Fact
		for _, f := range r.Facts {
			facts = append(facts, trace.Fact{Kind: string(f.Kind), Name: valueName(f.Value), Value: f.Text()})
		}
		return c.Fire(pass.Change{Rule: r.Rule.Name, At: r.Root, Matched: r.Matched, Kind: r.Kind, Proof: r.Rule.Theorem, Facts: facts})
	}})
}
