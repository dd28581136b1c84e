package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
)

// narrow takes out what only changes bits that nothing looks at, and makes constants smaller whose
// high bits nothing looks at.
//
// Package facts says which bits of a value some consumer looks at; a check looks at all of them, so
// what is changed here is never checked. Any value with the same bits there behaves the same, and
// the operand that stands in is poison where the value was: an extension, a mask or an addition of
// a constant is poison only with its operand. What is demanded of an operand through the
// instruction that goes covers what its consumers demand, so that one computation of the demands
// serves for all changes.
//
// An extension is also what keeps an integer from growing. It stays where the operand is not known
// to fit a machine word of the same size, and where its value reaches another iteration of a loop.
var narrow = pass.Pass{
	Name: "narrow", KeepsCFG: true,
	Doc:      "drops extensions, masks and high bits of constants that no consumer looks at",
	Facts:    true,
	Rewrites: pass.Rewrites(pass.Equivalences("extension", "neutral", "constant")),
	Func:     runNarrow,
}

// The demands stay right under every change made here, as the comment on the pass says; values
// made meanwhile are not asked about.
func runNarrow(c *pass.Ctx) {
	f := c.F
	x := &narrower{c: c, d: c.Demands(), n: c.Facts(), values: f.NumValues()}
	for b := range f.Blocks() {
		for i := f.FirstInst(b); i != ir.NoInst; {
			next := f.NextInst(i)
			// A claim on the result would look at all of its bits.
			if f.NumResults(i) == 1 && f.TypeOf(f.Result(i, 0)) == ir.Int && f.AnnotOf(f.Result(i, 0)) == ir.NoAnnot && f.HasUses(f.Result(i, 0)) {
				x.inst(i)
			}
			i = next
		}
	}
}

type narrower struct {
	c *pass.Ctx
	d *facts.Demands
	n *facts.Info

	values int // that the analyses know
}

// word is the machine word that holds all values of v: 8, 16, 32 or 64 bits, 0 if there is none.
func (x *narrower) word(v ir.Value) int {
	if int(v) >= x.values {
		return 0
	}
	r := x.n.Range(v)
	if !r.Lo.Finite || !r.Hi.Finite {
		return 0
	}
	// A signed number needs the bits of both ends and one for the sign.
	n := int(r.Hi.V.Width())
	if r.Lo.V.Sign() < 0 {
		n = 1 + max(n, int(r.Lo.V.Width()))
	}
	for _, w := range []int{8, 16, 32, 64} {
		if n <= w {
			return w
		}
	}
	return 0
}

// maxReached bounds how far the consumers of a value are followed.
const maxReached = 64

// staysHere reports whether what is computed from v surely does not get to a block argument.
// A value that got to a block argument could grow in each iteration of a loop once nothing cuts it.
func (x *narrower) staysHere(v ir.Value) bool {
	f := x.c.F
	list := []ir.Value{v}
	for n := 0; n < len(list); n++ {
		for u := range f.Uses(list[n]) {
			op := f.Op(u.Inst)
			// A return ends the function, and so every iteration.
			if op.IsTerminator() && op != ir.OpRet || len(list) > maxReached {
				return false
			}
			for _, r := range f.Results(u.Inst) {
				if f.TypeOf(r) == ir.Int && !slices.Contains(list, r) {
					list = append(list, r)
				}
			}
		}
	}
	return true
}

// mayReplace reports whether operand v may stand for result r of the same bits.
// The operand may be no larger a word than the result was, or the legalizer would need more
// registers for it.
func (x *narrower) mayReplace(r, v ir.Value) bool {
	w := x.word(v)
	return w != 0 && w <= x.word(r) && x.staysHere(r)
}

// inst looks at an instruction with one int as its result.
func (x *narrower) inst(i ir.Inst) {
	// m is the mask of the bits that some consumer looks at.
	c, f, op := x.c, x.c.F, x.c.F.Op(i)
	m := x.d.Of(f.Result(i, 0))
	if m.Sign() <= 0 {
		return // all high bits matter, or nothing does, which dce sees to
	}
	n := uint(m.BitLen())
	fire := func(rule string) bool {
		ch := pass.Change{Rule: rule, At: i, Kind: pass.Equivalence}
		if c.Explains() {
			ch.Facts = []trace.Fact{{Kind: "demanded", Name: valueName(f.Result(i, 0)), Value: "0x" + m.Text(16)}}
		}
		return c.Fire(ch)
	}
	switch op {
	case ir.OpZExt, ir.OpSExt:
		// No demanded bit is above those that the extension keeps.
		if uint64(n) <= uint64(f.Attr(i).Imm) && f.Operand(i, 0).Annot == ir.NoAnnot && x.mayReplace(f.Result(i, 0), f.Arg(i, 0)) && fire("extension") {
			f.ReplaceUses(f.Result(i, 0), f.Arg(i, 0))
		}
		return
	}
	if !op.Is(ir.Modular) || !op.Is(ir.TwoInts) {
		return
	}
	at := 1
	k := f.Def(f.Arg(i, 1))
	if k == ir.NoInst || f.Op(k) != ir.OpIConst {
		at, k = 0, f.Def(f.Arg(i, 0))
	}
	if k == ir.NoInst || f.Op(k) != ir.OpIConst || f.AnnotOf(f.Arg(i, at)) != ir.NoAnnot || f.Operand(i, 0).Annot != ir.NoAnnot || f.Operand(i, 1).Annot != ir.NoAnnot {
		return
	}
	// low is what the constant says in the demanded bits.
	v := f.IntConst(k)
	low := v.Low(n)
	neutral := false
	switch op {
	case ir.OpAnd:
		// and keeps all demanded bits; or and xor change none.
		neutral = m.AndNot(v).Sign() == 0
	case ir.OpOr, ir.OpXor:
		neutral = m.And(v).Sign() == 0
	case ir.OpAdd:
		// Carries go upward only: an addend without low bits changes no low bit of the sum.
		neutral = low.Sign() == 0
	case ir.OpSub:
		neutral = low.Sign() == 0 && at == 1
	}
	if neutral {
		if x.mayReplace(f.Result(i, 0), f.Arg(i, 1-at)) && fire("neutral") {
			f.ReplaceUses(f.Result(i, 0), f.Arg(i, 1-at))
		}
		return
	}
	// Any constant with the same low bits will do. The one of least magnitude is taken, read as a
	// signed number.
	low = v.SignExtend(n)
	if low.Width() < v.Width() && fire("constant") {
		f.SetOperand(i, at, ir.Operand{Value: f.Before(i).IConst(low, f.Origin(k))})
	}
}
