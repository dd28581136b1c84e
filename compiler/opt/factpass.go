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
// A claim on a use is about that use alone: where the branches that lead there were taken, what they compared
// is known, and the value is not poison. It is a fact there, and none about the definition.
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
		{Name: "bits", Default: 0, Min: 0, Max: 1, Doc: "whether known bits are claimed that do not follow from the range"},
		{Name: "arguments", Default: 0, Min: 0, Max: 1, Doc: "whether only arguments of blocks are claimed, and those that have no finite claim"},
		{Name: "uses", Default: 0, Min: 0, Max: 1, Doc: "whether uses claim what the branches that lead there tell, where that is more"},
	},
	Facts:    true,
	Rewrites: pass.Rewrites(pass.Refinements("constant_argument", "constant"), pass.Equivalences("claim_argument", "claim", "claim_use")),
	Func:     runFacts,
}

// runFacts writes down what is known: uses first, then for each reachable block its arguments and results,
// each as a constant if only one value is possible, else as a claim.
// Constants stand where the value was made, so they dominate its uses.
func runFacts(c *pass.Ctx) {
	f := c.F
	if c.Param("arguments") == 1 {
		claimArguments(c)
		return
	}
	n := c.Facts()
	w := &claimer{c: c, f: f, n: n, bits: c.Param("bits") == 1}
	if c.Param("uses") == 1 { // first, while the comparisons are those that the facts are about
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if n.Reachable(b) {
					w.uses(b, i)
				}
			}
		}
	}
	for b := range f.Blocks() {
		if !n.Reachable(b) {
			continue
		}
		for _, v := range f.Args(b) {
			// An argument without uses is left for dce: a constant for it would have no reader.
			if k := known(f, n, v); k.Kind != fold.Unknown && f.HasUses(v) {
				if c.Fire(pass.Change{Rule: "constant_argument", At: ir.NoInst, Block: b, Kind: pass.Refinement, Facts: fact(c, f, v, k)}) {
					// At the start of the block it dominates whatever the argument did. All of
					// the predecessor edges agree on the value, or pass poison, which it refines.
					f.ReplaceUses(v, fold.Make(f.Before(f.FirstInst(b)), k, f.TypeOf(v), f.Origin(f.FirstInst(b))))
				}
				continue
			}
			w.claim(v, ir.NoInst)
		}
		for i := range f.Insts(b) {
			// A terminator has no results, and a constant says what it is.
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
				w.claim(v, i)
			}
		}
	}
}

// claimArguments writes down the ranges of arguments that follow from branches and from nothing else: code generation
// needs them, and the passes that come may change what is compared, or copy the loop in pieces.
func claimArguments(c *pass.Ctx) {
	f := c.F
	var w *claimer
	for b := range f.Blocks() {
		if b == f.Entry() {
			continue
		}
		for _, v := range f.Args(b) {
			if f.TypeOf(v) != ir.Int || facts.ClaimedRange(f.AnnotOf(v)).Finite() {
				continue
			}
			if w == nil {
				w = &claimer{c: c, f: f, n: c.Facts()}
			}
			if w.n.Reachable(b) {
				w.claim(v, ir.NoInst)
			}
		}
	}
	if w != nil {
		w.claimCounters()
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
			return fold.OfInt(x)
		}
	}
	return fold.Const{}
}

// widestClaim bounds the claims that are written, in bits.
// Wider claims would tell a legalizer nothing: such numbers need several words in any case.
const widestClaim = 128

// claimer writes what is known into the program.
type claimer struct {
	c    *pass.Ctx
	f    *ir.Func
	n    *facts.Info
	bits bool // known bits, too
}

// claim writes the narrowest range claim that holds for v, the result of an instruction or, at
// [ir.NoInst], an argument, and known bits if asked for, if that says more than what stands there.
// The old claim is met, never dropped: it may say what the facts do not know.
func (w *claimer) claim(v ir.Value, at ir.Inst) {
	if f := w.f; f.TypeOf(v) != ir.Int || !f.HasUses(v) {
		return
	}
	k := w.n.Fact(v)
	w.write(v, at, &k)
}

// write claims what is known of v.
func (w *claimer) write(v ir.Value, at ir.Inst, k *facts.Fact) {
	f, c := w.f, w.c
	old := f.AnnotOf(v)
	both := w.claims(k, old)
	if both == old {
		return
	}
	ch := pass.Change{Rule: "claim", At: at}
	if at == ir.NoInst {
		ch.Rule, ch.Block = "claim_argument", f.DefBlock(v)
	} else {
		ch.Proof = facts.Theorem(f, v)
	}
	if c.Explains() {
		ch.Facts = []trace.Fact{rangeFact(v, k)}
	}
	if c.Fire(ch) {
		f.SetAnnot(v, both)
	}
}

// uses writes onto the operands of i in block b what is known of them there.
func (w *claimer) uses(b ir.Block, i ir.Inst) {
	f, c := w.f, w.c
	for k := range f.NumOperands(i) {
		o := f.Operand(i, k)
		if f.TypeOf(o.Value) != ir.Int || isConst(f, o.Value) {
			// What an edge passes is a use at the end of this block, not at the start of the
			// next.
			continue
		}
		x, always := w.n.FactAt(o.Value, b), w.n.Fact(o.Value)
		both := w.claims(&x, o.Annot)
		said, err := w.claims(&always, f.AnnotOf(o.Value)).Meet(o.Annot)
		if both == o.Annot || err != nil || w.claims(&x, said) == said {
			continue // the definition says it, or will
		}
		ch := pass.Change{Rule: "claim_use", At: i}
		if c.Explains() {
			ch.Facts = []trace.Fact{rangeFact(o.Value, &x)}
		}
		if c.Fire(ch) {
			f.SetUseAnnot(i, k, both)
		}
	}
}

// rangeFact is what the trace says of a range: both bounds, in decimal.
func rangeFact(v ir.Value, k *facts.Fact) trace.Fact {
	return trace.Fact{Kind: "range", Name: valueName(v), Value: k.Range.Lo.V.String() + ".." + k.Range.Hi.V.String()}
}

// claims is an annotation and what a fact says beyond it: the narrowest range, and known bits if asked for.
// It is old itself if nothing finite is known, if the claim would be too wide, or if both
// contradict each other, which is undefined behaviour or code that never runs.
func (w *claimer) claims(k *facts.Fact, old ir.Annot) ir.Annot {
	r := k.Range
	if !r.Lo.Finite || !r.Hi.Finite || r.Empty() {
		return old
	}
	l, h := &r.Lo.V, &r.Hi.V
	var a ir.Annot
	// One bit more than the wider of both ends: the place of the sign.
	if l.Sign() >= 0 {
		a = ir.Unsigned(uint32(h.BitLen()))
	} else {
		a = ir.Signed(uint32(max(l.Width(), h.Width())) + 1)
	}
	if n, _, _ := a.Range(); n > widestClaim {
		return old
	}
	both, err := old.Meet(a)
	if err != nil {
		return old
	}
	// Contradictory bits mean that the value is poison whenever it is made. No pattern says that.
	if !w.bits || k.Contradictory() {
		return both
	}
	said := facts.Claim(both).Bits
	width := max(h.Width(), l.Width()) // above there are copies of the sign, which the range has
	more, err := both.Meet(pattern(width+1, func(n uint) byte {
		switch {
		case n == width || said.Zeros.Bit(n)+said.Ones.Bit(n) > 0:
			return '?'
		case k.Bits.Zeros.Bit(n) == 1:
			return '0'
		case k.Bits.Ones.Bit(n) == 1:
			return '1'
		}
		return '?'
	}))
	if err != nil {
		return both
	}
	return more
}
