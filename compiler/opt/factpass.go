package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// factPass writes what is known of values into the program: a range becomes a claim on the
// definition, a value that can only be one number or truth value becomes a constant.
//
// A fact holds of a value whenever it is not poison, so the check that the claim is never fails:
// the program stays the same, and other passes and rules see the claim. A constant in the place of
// a value that may be poison refines it. Facts flow forward only. To push one backward, from a use
// to the definition, would need that the poison is observed on every path, which is why none is.
//
// The trace names the theorem of the rule that says what the value is, given what its operands are;
// what is known of these has theorems of its own.
//
// What is known is kept from one run of the pass to the next, and computed again where the function
// was written since: see [pass.Ctx.Facts].
var factPass = pass.Pass{
	Name: "facts", KeepsCFG: true,
	Doc: "computes ranges and known bits, claims them on definitions, and replaces values that can only be one",
	After: []pass.Order{
		{Pass: "mem2reg", Why: "nothing is known of values kept in memory"},
	},
	Params: []pass.Param{
		{Name: "apart", Default: 0, Min: 0, Max: 1, Doc: "whether the cycles of a function are looked at one by one, which finds more"},
	},
	Facts: true,
	Func:  runFacts,
}

func runFacts(c *pass.Ctx) {
	f := c.F
	n := c.Facts(c.Param("apart") == 0)
	for b := range f.Blocks() {
		if !n.Reachable(b) {
			continue
		}
		for _, v := range f.Args(b) {
			if k := known(f, n, v); k.Kind != fold.Unknown && f.HasUses(v) {
				if c.Fire(pass.Change{Rule: "constant_argument", At: ir.NoInst, Block: b, Kind: pass.Refinement, Facts: fact(c, f, v, k)}) {
					f.ReplaceUses(v, fold.Make(f.Before(f.FirstInst(b)), k, f.TypeOf(v), f.Origin(f.FirstInst(b))))
				}
				continue
			}
			claim(c, n, v, ir.NoInst)
		}
		for i := range f.Insts(b) {
			if f.Op(i).IsTerminator() || f.NumOperands(i) == 0 && f.Op(i) != ir.OpParam {
				continue
			}
			for _, v := range f.Results(i) {
				if k := known(f, n, v); k.Kind != fold.Unknown && f.HasUses(v) {
					if c.Fire(pass.Change{Rule: "constant", At: i, Kind: pass.Refinement, Proof: facts.Theorem(f, v), Facts: fact(c, f, v, k)}) {
						f.ReplaceUses(v, fold.Make(f.Before(i), k, f.TypeOf(v), f.Origin(i)))
					}
					continue
				}
				claim(c, n, v, i)
			}
		}
	}
}

// known is the only value that v can have.
func known(f *ir.Func, n *facts.Info, v ir.Value) fold.Const {
	switch f.TypeOf(v) {
	case ir.Bool:
		if b, ok := n.Bool(v); ok {
			return fold.OfBool(b)
		}
	case ir.Int:
		if x, ok := n.Value(v); ok {
			if v, small := x.Int64(); small {
				return fold.OfInt64(v)
			}
			return fold.OfInt(x.Big())
		}
	}
	return fold.Const{}
}

// widestClaim bounds the claims that are written, in bits.
const widestClaim = 128

// claim writes the narrowest range claim that holds for v, the result of an instruction or, at
// [ir.NoInst], an argument, if it says more than what stands there.
func claim(c *pass.Ctx, n *facts.Info, v ir.Value, at ir.Inst) {
	f := c.F
	if f.TypeOf(v) != ir.Int || !f.HasUses(v) {
		return
	}
	r := n.Range(v)
	if !r.Lo.Finite || !r.Hi.Finite || r.Empty() {
		return
	}
	l, h := &r.Lo.V, &r.Hi.V
	var a ir.Annot
	if l.Sign() >= 0 {
		a = ir.Unsigned(uint32(h.BitLen()))
	} else {
		a = ir.Signed(uint32(max(l.Width(), h.Width())) + 1)
	}
	if w, _, _ := a.Range(); w > widestClaim {
		return
	}
	old := f.AnnotOf(v)
	both, err := old.Meet(a)
	if err != nil || both == old {
		return
	}
	ch := pass.Change{Rule: "claim", At: at}
	if at == ir.NoInst {
		ch.Rule, ch.Block = "claim_argument", f.DefBlock(v)
	} else {
		ch.Proof = facts.Theorem(f, v)
	}
	if c.Explains() {
		ch.Facts = []trace.Fact{{Kind: "range", Name: valueName(v), Value: l.String() + ".." + h.String()}}
	}
	if c.Fire(ch) {
		f.SetAnnot(v, both)
	}
}
