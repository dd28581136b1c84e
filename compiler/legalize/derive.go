package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// ranges has for each int value what is known of it: the claim on it, met with what its
// instruction makes of the ranges of its operands. Every range holds of the value whenever it is
// not poison: package facts has the rules, and a claim that fails is poison.
// This is no second analysis but one walk with the rules of package facts, without a graph if the function is
// legal as it stands: [facts.Forward] finds a fixed point, which only arguments without a range need.
// After the steps have begun it is kept current by [lowerer.note] and [lowerer.inst], for the
// values that they make.
type ranges struct {
	f  *ir.Func
	of facts.Ranges
	// Then the order of the text is no order to derive in.
	late bool // a value was read before it was defined
	// result is the claim of a call's callee on its result, if it is known.
	result func(call ir.Inst, n int) ir.Annot
	// It is a method value, made once: making one for every instruction would allocate.
	read func(i ir.Inst, n int) Range // [ranges.operand]
	// opened says that claims :iN are those of limbs, and not of the program any more.
	opened bool
}

// ordered derives ranges in an order in which definitions come before uses: that of the blocks of
// g. What unreachable blocks define has no range.
// Blocks in reverse postorder; arguments have their claims alone at first, which is enough if
// these are finite. Else package facts is asked, once.
func (r *ranges) ordered(g *cfg.CFG) {
	r.reset(r.f)
	for _, b := range g.Order() {
		r.block(b)
	}
	if r.bounded(g) {
		return
	}
	// An argument without a claim may still get a range from what is passed to it.
	// The dear way: a fixpoint over the whole function.
	n := facts.Forward(r.f)
	for _, b := range g.Order() {
		for _, v := range r.f.Args(b) {
			switch {
			case r.f.TypeOf(v) != ir.Int || r.of.Of(v).Finite():
			case n.Reachable(b):
				r.of.Set(v, n.Range(v).Meet(everything))
			default:
				// No edge is ever taken here, as by a condition that is constant: any range holds.
				r.of.Set(v, facts.Unsigned(0))
			}
		}
		r.insts(b)
	}
}

// bounded reports whether every block argument has a range.
func (r *ranges) bounded(g *cfg.CFG) bool {
	for _, b := range g.Order() {
		for _, v := range r.f.Args(b) {
			if r.f.TypeOf(v) == ir.Int && !r.of.Of(v).Finite() {
				return false
			}
		}
	}
	return true
}

// grow makes room for values that were made since.
func (r *ranges) grow() { r.of.Grow(r.f.NumValues()) }

// block derives the ranges of what b defines.
func (r *ranges) block(b ir.Block) {
	r.args(b)
	r.insts(b)
}

// args gives each argument of b its claim.
func (r *ranges) args(b ir.Block) {
	f := r.f
	for _, v := range f.Args(b) {
		if f.TypeOf(v) == ir.Int {
			if a := f.AnnotOf(v); r.lows(a) {
				r.of.Claim(v, ir.NoAnnot)
			} else {
				r.of.Claim(v, a)
			}
		}
	}
}

// lows reports whether a value with claim a has no range, since only some low bits of it are looked at: the
// others may become anything.
func (r *ranges) lows(a ir.Annot) bool {
	_, low := Demanded(a)
	return low && r.opened
}

// insts derives the results of b in their order.
func (r *ranges) insts(b ir.Block) {
	for i := r.f.FirstInst(b); i != ir.NoInst; i = r.f.NextInst(i) {
		r.inst(i)
	}
}

// inst derives the results of i.
func (r *ranges) inst(i ir.Inst) {
	f := r.f
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		if f.TypeOf(v) != ir.Int {
			continue
		}
		switch a := f.AnnotOf(v); {
		case r.lows(a):
			r.of.Claim(v, ir.NoAnnot)
		case r.of.Words(f, i, n):
		default:
			r.of.Set(v, r.derive(i, n).Meet(facts.ClaimedRange(a)))
		}
	}
}

// operand is the range of operand n of i, with the claim of the use.
// A value without a range is one that the order has not come to: late is set, and the caller
// decides.
func (r *ranges) operand(i ir.Inst, n int) Range {
	o := r.f.Operand(i, n)
	if !r.of.Known(o.Value) {
		r.late = true
		return everything
	}
	if o.Annot != ir.NoAnnot {
		return r.of.Of(o.Value).Meet(facts.ClaimedRange(o.Annot))
	}
	return r.of.Of(o.Value)
}

// derive is the range of result n of i.
// A call's result has the range of the callee's claim, and none if the callee is not known.
func (r *ranges) derive(i ir.Inst, n int) Range {
	if r.f.Op(i) == ir.OpCall { // a result outside of the claim of the signature is poison in the caller
		if n > 0 && r.result != nil {
			return facts.ClaimedRange(r.result(i, n-1))
		}
		return everything
	}
	return facts.InstRange(r.f, i, n, r.read)
}

// constant is the value of v, if it is a small constant.
// It does not look at claims: a constant that violates one is poison, and may be read as its
// number.
func constant(f *ir.Func, v ir.Value) (int64, bool) {
	i := f.Def(v)
	if i == ir.NoInst || f.Op(i) != ir.OpIConst {
		return 0, false
	}
	return f.SmallConst(i)
}

// amount is the greatest amount of a shift by a number of r that is not poison, 1<<20 if there are greater.
func amount(r Range) int {
	if n, ok := r.Hi.V.Int64(); r.Hi.Finite && ok && n <= 1<<20 {
		return int(max(n, 0))
	}
	return 1 << 20
}

// reset forgets everything, for function f.
// The memory of the last function is used again.
func (r *ranges) reset(f *ir.Func) {
	r.f, r.late, r.read = f, false, r.operand
	r.of.Reset(f.NumValues())
}
