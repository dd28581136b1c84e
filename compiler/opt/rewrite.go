package opt

import (
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/facts"
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
		if widens(c.F, r) {
			return false
		}
		var known []trace.Fact
		for _, f := range r.Facts {
			known = append(known, trace.Fact{Kind: string(f.Kind), Name: valueName(f.Value), Value: f.Text()})
		}
		return c.Fire(pass.Change{Rule: r.Rule.Name, At: r.Root, Matched: r.Matched, Kind: r.Kind, Proof: r.Rule.Theorem, Facts: known})
	}})
}

// widens reports whether a firing takes the remainder of a factor away and makes the product so much longer that it needs
// more registers: (x * (y rem z)) rem z is (x * y) rem z, but dearer by the square of the words, and each step of a power
// modulo z would add some.
func widens(f *ir.Func, r value.Firing) bool {
	if !strings.HasPrefix(r.Rule.Name, "rem_mul_rem") {
		return false
	}
	product := f.Def(f.Arg(r.Root, 0))
	if product == ir.NoInst || f.Op(product) != ir.OpMul {
		return false
	}
	was := facts.ClaimedRange(f.AnnotOf(f.Result(product, 0)))
	bits := 0
	for n := range 2 {
		v := f.Arg(product, n)
		if i := f.Def(v); i != ir.NoInst && (f.Op(i) == ir.OpRem || f.Op(i) == ir.OpTRem) && f.Arg(i, 1) == f.Arg(r.Root, 1) {
			v = f.Arg(i, 0)
		}
		x := facts.ClaimedRange(f.AnnotOf(v))
		if !x.Finite() {
			return was.Finite()
		}
		bits += x.Bits()
	}
	return bits > 64 && was.Finite() && bits > was.Bits()
}
