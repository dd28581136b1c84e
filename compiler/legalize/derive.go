package legalize

import (
	"math"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// ranges has for each int value what is known of it: the claim on it, met with what its
// instruction makes of the ranges of its operands. Every range holds of the value whenever it is
// not poison: the rows of derive are interval arithmetic, and a claim that fails is poison.
type ranges struct {
	f    *ir.Func
	of   []Range
	seen []bool
	late bool // a value was read before it was defined
	// result is the claim of a call's callee on its result, if it is known.
	result func(call ir.Inst, n int) ir.Annot
	// opened says that claims :iN are those of limbs, and not of the program any more.
	opened bool
}

// layout derives ranges in the order of the text. It reports false if a value is used before the
// text defines it.
func (r *ranges) layout() bool {
	f := r.f
	for b := range f.Blocks() {
		r.block(b)
		if r.late {
			return false
		}
	}
	return true
}

// ordered derives ranges in an order in which definitions come before uses: that of the blocks of
// g. What unreachable blocks define has no range.
func (r *ranges) ordered(g *cfg.CFG) {
	r.reset(r.f)
	for _, b := range g.Order() {
		r.block(b)
	}
	if r.bounded(g) {
		return
	}
	// An argument without a claim may still get a range from what is passed to it.
	n := facts.Forward(r.f)
	for _, b := range g.Order() {
		if !n.Reachable(b) {
			continue
		}
		for _, v := range r.f.Args(b) {
			if r.f.TypeOf(v) == ir.Int && !r.of[v].Finite() {
				r.of[v] = ofFacts(n.Range(v))
			}
		}
		r.insts(b)
	}
}

// bounded reports whether every block argument has a range.
func (r *ranges) bounded(g *cfg.CFG) bool {
	for _, b := range g.Order() {
		for _, v := range r.f.Args(b) {
			if r.f.TypeOf(v) == ir.Int && !r.of[v].Finite() {
				return false
			}
		}
	}
	return true
}

func ofFacts(x facts.Range) Range {
	end := func(e facts.End, negative bool) mag {
		if !e.Finite {
			return mag{n: unbounded}
		}
		v := e.V.Big()
		switch {
		case negative && v.Sign() >= 0 || !negative && v.Sign() <= 0:
			return mag{}
		case v.BitLen() > 64:
			return mag{n: int32(v.BitLen())}
		case negative && v.BitLen() == 64 && v.TrailingZeroBits() == 63:
			return mag{v: 1 << 63}
		}
		w := v.Uint64()
		if negative && v.IsInt64() {
			w = -uint64(v.Int64())
		}
		return mag{v: w}
	}
	if x.Empty() {
		return Range{}
	}
	return Range{end(x.Lo, true), end(x.Hi, false)}
}

func (r *ranges) grow() {
	n := r.f.NumValues()
	if cap(r.of) < n {
		of, seen := make([]Range, n, n+n/4), make([]bool, n, n+n/4)
		copy(of, r.of)
		copy(seen, r.seen)
		r.of, r.seen = of, seen
		return
	}
	r.of, r.seen = r.of[:n], r.seen[:n]
}

func (r *ranges) block(b ir.Block) {
	f := r.f
	for _, v := range f.Args(b) {
		r.seen[v] = true
		if f.TypeOf(v) == ir.Int {
			r.of[v] = Claimed(f.AnnotOf(v))
			r.forget(v)
		}
	}
	r.insts(b)
}

// forget drops the range of a value of which only some low bits are looked at: the others may become
// anything.
func (r *ranges) forget(v ir.Value) {
	if _, low := Demanded(r.f.AnnotOf(v)); low && r.opened {
		r.of[v] = everything
	}
}

func (r *ranges) insts(b ir.Block) {
	f := r.f
	for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
		for n := range f.NumResults(i) {
			v := f.Result(i, n)
			r.seen[v] = true
			if f.TypeOf(v) == ir.Int {
				r.of[v] = r.derive(i, n).Meet(Claimed(f.AnnotOf(v)))
				r.forget(v)
			}
		}
	}
}

// operand is the range of operand n of i, with the claim of the use.
func (r *ranges) operand(i ir.Inst, n int) Range {
	o := r.f.Operand(i, n)
	if !r.seen[o.Value] {
		r.late = true
		return everything
	}
	if o.Annot != ir.NoAnnot {
		return r.of[o.Value].Meet(Claimed(o.Annot))
	}
	return r.of[o.Value]
}

// derive is the range of result n of i.
func (r *ranges) derive(i ir.Inst, n int) Range {
	f := r.f
	op := f.Op(i)
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpShl, ir.OpShr, ir.OpMin, ir.OpMax, ir.OpClMul, ir.OpMerge:
		x, y := r.operand(i, 0), r.operand(i, 1)
		if op == ir.OpShr {
			if c, ok := constant(f, f.Arg(i, 1)); ok && c >= 0 {
				return x.shr(int32(min(c, 1<<20)))
			}
		}
		if op == ir.OpTDiv || op == ir.OpDiv {
			if c, ok := constant(f, f.Arg(i, 1)); ok && c != 0 {
				return quotient(op, x, c)
			}
		}
		return binary(op, x, y, int32(f.Attr(i).N))
	case ir.OpNot:
		return not(r.operand(i, 0))
	case ir.OpFreeze: // of poison it is what the backend chooses
		return r.operand(i, 0)
	case ir.OpSelect:
		return r.operand(i, 1).Join(r.operand(i, 2))
	case ir.OpZExt:
		x, w := r.operand(i, 0), unsigned(int32(f.Attr(i).Imm))
		if x.In(w) {
			return x
		}
		return w
	case ir.OpSExt:
		x, w := r.operand(i, 0), signed(int32(f.Attr(i).Imm))
		if x.In(w) {
			return x
		}
		return w
	case ir.OpSplit:
		x := r.operand(i, 0)
		k := int32(f.Attr(i).N)
		if n == 0 {
			return x.shr(k)
		}
		return unsigned(k).Meet(nonnegative(x))
	case ir.OpCountOnes:
		return interval(0, uint64(min(r.operand(i, 0).hi.len(), 1<<20)))
	case ir.OpCountTrailingZeros:
		x := r.operand(i, 0)
		return interval(0, uint64(min(max(x.hi.len(), x.lo.len()), 1<<20)))
	case ir.OpPoison:
		return Range{}
	case ir.OpCall: // a result outside of the claim of the signature is poison in the caller
		if n > 0 && r.result != nil {
			return Claimed(r.result(i, n-1))
		}
	}
	return fixedRange(f, i, op, n)
}

// constant is the value of v, if it is a small constant.
func constant(f *ir.Func, v ir.Value) (int64, bool) {
	i := f.Def(v)
	if i == ir.NoInst || f.Op(i) != ir.OpIConst {
		return 0, false
	}
	return f.SmallConst(i)
}

// nonnegative is x if it has no negative numbers, else everything that is not negative.
func nonnegative(x Range) Range {
	if x.Signed() {
		return Range{hi: mag{n: unbounded}}
	}
	return x
}

func not(x Range) Range {
	s := Range{lo: magPower(min(x.hi.n, 1<<21))}
	switch {
	case x.hi.n == 0 && x.hi.v == math.MaxUint64:
		s.lo = magPower(64)
	case x.hi.n == 0:
		s.lo = mag{v: x.hi.v + 1}
	}
	switch {
	case x.lo.n != 0:
		s.hi = magBits(min(x.lo.n, 1<<21))
	case x.lo.v > 0:
		s.hi = mag{v: x.lo.v - 1}
	}
	return s
}

// amount is the greatest amount of a shift by x that is not poison, 1<<20 if there are greater.
func (r Range) amount() int32 {
	if r.hi.n != 0 || r.hi.v > 1<<20 {
		return 1 << 20
	}
	return int32(r.hi.v)
}

// binary is the range of an operation of two ints; k is the N of merge.
func binary(op ir.Op, x, y Range, k int32) Range {
	switch op {
	case ir.OpAdd:
		return Range{x.lo.add(y.lo), x.hi.add(y.hi)}
	case ir.OpSub:
		return Range{x.lo.add(y.hi), x.hi.add(y.lo.upper())}
	case ir.OpMul:
		return Range{maxMag(x.lo.mul(y.hi), x.hi.mul(y.lo)), maxMag(x.hi.mul(y.hi), x.lo.upper().mul(y.lo))}
	case ir.OpTDiv, ir.OpDiv: // a quotient is no further from 0 than the dividend; Euclidean, by one
		s := x
		if y.Signed() {
			s.hi, s.lo = maxMag(x.hi, x.lo.upper()), maxMag(x.lo, x.hi)
		}
		if op == ir.OpDiv && x.Signed() && y.Signed() {
			s.hi = s.hi.add(mag{v: 1})
		}
		return s
	case ir.OpRem, ir.OpTRem: // below the magnitude of the divisor, and of a dividend of the same sign
		s := below(y)
		if op == ir.OpTRem || !x.Signed() {
			s = s.Meet(x)
		} else {
			s.lo = mag{}
		}
		return s
	case ir.OpAnd:
		return and(x, y)
	case ir.OpOr: // not below a negative operand
		return Range{maxMag(x.lo, y.lo), magBits(max(x.hi.len(), y.hi.len()))}
	case ir.OpXor:
		return xor(x, y)
	case ir.OpShl:
		n := y.amount()
		return Range{x.lo.shl(n), x.hi.shl(n)}
	case ir.OpShr: // floor: toward -1
		return x
	case ir.OpMin:
		return Range{maxMag(x.lo, y.lo), minMag(x.hi, y.hi)}
	case ir.OpMax:
		return Range{minMag(x.lo, y.lo), maxMag(x.hi, y.hi)}
	case ir.OpClMul: // below 0 it is poison
		return unsigned(min(x.hi.len(), 1<<20) + min(y.hi.len(), 1<<20))
	case ir.OpMerge:
		s := Range{hi: magBits(max(x.hi.len(), k))}
		if x.Signed() {
			s.lo = magPower(max(x.lo.down(), k))
		}
		return s
	}
	return everything
}

// upper is the bound m of negative numbers as one of numbers that are not: 2^n itself is excluded
// there.
func (m mag) upper() mag {
	if m.n != 0 && m.n != unbounded {
		return mag{n: m.n + 1}
	}
	return m
}

// quotient is the range of x divided by c.
func quotient(op ir.Op, x Range, c int64) Range {
	by := uint64(c)
	if c < 0 {
		x.lo, x.hi, by = x.hi, x.lo.upper(), -by
	}
	div := func(m mag) mag {
		if m.n == 0 {
			m.v /= by
		}
		return m
	}
	s := Range{div(x.lo), div(x.hi)}
	if op == ir.OpDiv { // away from 0 where the dividend is negative
		if c > 0 && !x.lo.zero() {
			s.lo = s.lo.add(mag{v: 1})
		} else if c < 0 && !x.hi.zero() {
			s.hi = s.hi.add(mag{v: 1})
		}
	}
	return s
}

// below are the numbers of less magnitude than one of y.
func below(y Range) Range {
	most := maxMag(y.lo, y.hi)
	if most.n == 0 && most.v > 0 {
		most.v--
	}
	return Range{most, most}
}

// shr is the range of floor(x / 2^k).
func (r Range) shr(k int32) Range {
	s := Range{hi: r.hi.shr(k)}
	switch {
	case r.lo.n == unbounded:
		s.lo = r.lo
	case r.lo.n != 0:
		s.lo = magPower(max(r.lo.n-k, 0))
	case r.lo.v > 0: // rounded up: the magnitude of a floor
		s.lo = mag{v: (r.lo.v-1)>>uint(min(k, 64)) + 1}
	}
	return s
}

func and(x, y Range) Range {
	var s Range
	xn, yn := !x.Signed(), !y.Signed()
	if !xn && !yn {
		n := max(x.lo.down(), y.lo.down())
		s.lo = magPower(min(n, 1<<21))
	}
	switch {
	case xn && yn:
		s.hi = minMag(x.hi, y.hi)
	case xn:
		s.hi = x.hi
	case yn:
		s.hi = y.hi
	default:
		s.hi = maxMag(x.hi, y.hi)
	}
	return s
}

func xor(x, y Range) Range {
	n := max(x.hi.len(), y.hi.len(), x.lo.down(), y.lo.down())
	s := Range{hi: magBits(n)}
	if x.Signed() || y.Signed() {
		s.lo = magPower(n)
	}
	return s
}

// reset forgets everything, for function f.
func (r *ranges) reset(f *ir.Func) {
	r.f, r.late = f, false
	n := f.NumValues()
	if cap(r.of) < n {
		r.of, r.seen = make([]Range, n, n+n/4), make([]bool, n, n+n/4)
		return
	}
	r.of, r.seen = r.of[:n], r.seen[:n]
	clear(r.of)
	clear(r.seen)
}
