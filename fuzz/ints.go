package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// constant makes an int constant.
func (x *function) constant(r *record) {
	n := uint(min(int(widths[r.below(len(widths))]), x.g.cfg.MaxBits))
	x.constantIn(r, signedSpan(n+1))
}

// maxBits is how long an int may get.
func (x *function) maxBits() int {
	if x.g.has(Wide) {
		return 4096
	}
	return x.g.cfg.MaxBits
}

var arithmeticOps = [...]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax, ir.OpNot}

// unguarded says whether a guard is left out.
func (x *function) unguarded(r *record) bool { return x.unsafe || r.chance(x.g.cfg.UB) }

// maybePoison says whether an operand may be poison where the result is only computed with.
func (x *function) maybePoison(r *record) bool { return x.g.has(Poison) && r.chance(80) }

func (x *function) arithmetic(r *record) {
	op := arithmeticOps[r.below(len(arithmeticOps))]
	p := x.maybePoison(r)
	a := x.anyInt(r, p)
	if op == ir.OpNot {
		x.int(op, ir.Attr{}, notSpan(a.span, a.span), a)
		return
	}
	b := x.anyInt(r, p)
	if r.chance(200) {
		b = x.constantIn(r, signedSpan(8))
	}
	x.bounded(r, op, a, b)
}

// bounded makes a binary operation, or an extension where the result would get too long.
func (x *function) bounded(r *record, op ir.Op, a, b value) value {
	if s := spans[op](a.span, b.span); s.bitLen() <= x.maxBits() {
		return x.int(op, ir.Attr{}, s, a, b)
	}
	if a.span.bitLen() < b.span.bitLen() {
		a = b
	}
	n := uint(8 + r.below(57))
	if r.below(2) == 0 {
		return x.extend(r, ir.OpZExt, a, n)
	}
	return x.extend(r, ir.OpSExt, a, n)
}

// divisions are the operations that divide.
var divisions = [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}

// division guards against a zero divisor with or, a select, or by its range.
func (x *function) division(r *record) {
	op := divisions[r.below(len(divisions))]
	p := x.maybePoison(r)
	a, b := x.anyInt(r, p), x.anyInt(r, p)
	switch {
	case !b.span.hasZero():
	case x.unguarded(r):
		x.mayFail(r, x.int(op, ir.Attr{}, spans[op](a.span, span{lo: b.span.lo, hi: b.span.hi}), a, b))
		return
	case x.g.has(Poison) && r.chance(60):
		x.taint(x.int(op, ir.Attr{}, spans[op](a.span, b.span), a, b))
		return
	case r.below(3) == 0:
		b = x.binary(r, ir.OpOr, b, x.int64(1))
	case r.below(2) == 0:
		b = x.constantIn(r, within(1, 100))
	default:
		x.guardedDivision(r, op, a, b)
		return
	}
	x.int(op, ir.Attr{}, spans[op](a.span, b.span), a, b)
}

// guardedDivision computes with a divisor that a select keeps from being zero.
func (x *function) guardedDivision(r *record, op ir.Op, a, b value) {
	c := x.compare(r, ir.EQ, b, x.int64(0))
	d := x.int(ir.OpSelect, ir.Attr{}, b.span.hull(within(1, 1)), c, x.int64(1), b)
	x.int(op, ir.Attr{}, spans[op](a.span, d.span), a, d)
}

// taint marks the latest value as possibly poison.
func (x *function) taint(v value) {
	for n := len(x.pool) - 1; n >= 0; n-- {
		if x.pool[n].id == v.id {
			x.pool[n].flags |= tainted
			return
		}
	}
}

// mayFail marks a value that an unguarded operation made; under UB it is used all the same.
func (x *function) mayFail(_ *record, v value) {
	if x.g.cfg.UB == 0 {
		x.taint(v)
	}
}

func (x *function) shift(r *record) {
	p := x.maybePoison(r)
	a, b := x.anyInt(r, p), x.anyInt(r, p)
	op := [...]ir.Op{ir.OpShl, ir.OpShr}[r.below(2)]
	most := int64(63)
	if r.chance(150) {
		most = 127
	}
	if op == ir.OpShl {
		most = min(most, int64(max(x.maxBits()-a.span.bitLen(), 0)))
	}
	switch ok := b.span.inside(within(0, most)); {
	case ok:
	case x.unguarded(r) && b.span.bitLen() < 14 && b.span.lo.Sign() < 0:
		s := span{lo: bigZero, hi: maxOf(b.span.hi, bigZero)}
		x.mayFail(r, x.int(op, ir.Attr{}, spans[op](a.span, s), a, b))
		return
	case r.below(3) == 0:
		b = x.constantIn(r, within(0, most))
	default:
		mask := big.NewInt(most + 1)
		mask = new(big.Int).Sub(pow2(uint(mask.BitLen()-1)), bigOne)
		b = x.binary(r, ir.OpAnd, b, x.big(mask))
	}
	x.int(op, ir.Attr{}, spans[op](a.span, b.span), a, b)
}

// natural picks an int that is not negative.
func (x *function) natural(r *record, bits int) value {
	a := x.anyInt(r, x.maybePoison(r))
	if a.span.lo.Sign() < 0 || a.span.bitLen() > bits {
		a = x.extend(r, ir.OpZExt, a, uint(min(max(a.span.bitLen(), 1), bits, 64)))
	}
	return a
}

func (x *function) carryless(r *record) {
	n := x.maxBits() / 2
	a, b := x.natural(r, n), x.natural(r, n)
	x.binary(r, ir.OpClMul, a, b)
}

// sizes are numbers of bits that operations on the low bits take.
var sizes = [...]uint{8, 16, 32, 64, 1, 7, 24, 31, 33, 63, 65}

// bitCount makes the operations on the low bits of one int, or two.
func (x *function) bitCount(r *record) {
	n := sizes[r.below(len(sizes))]
	switch r.below(7) {
	case 0:
		if a := x.anyInt(r, x.maybePoison(r)); x.unguarded(r) && a.span.lo.Sign() < 0 {
			x.mayFail(r, x.int(ir.OpCountOnes, ir.Attr{}, within(0, int64(a.span.bitLen())), a))
			return
		}
		a := x.natural(r, 4096)
		x.int(ir.OpCountOnes, ir.Attr{}, within(0, int64(a.span.hi.BitLen())), a)
	case 1:
		x.lowOp(r, ir.OpCountLeadingZeros, n, n, within(0, int64(n)))
	case 2:
		x.trailingZeros(r)
	case 3:
		bytes := (n + 7) / 8
		x.lowOp(r, ir.OpBSwap, bytes, 8*bytes, unsignedSpan(8*bytes))
	case 4:
		x.lowOp(r, ir.OpBitReverse, n, n, unsignedSpan(n))
	default:
		op := [...]ir.Op{ir.OpRotateLeft, ir.OpRotateRight}[r.below(2)]
		x.lowOp(r, op, n, n, unsignedSpan(n))
	}
}

// lowOp makes an operation that reads the low bits of its first operand only.
func (x *function) lowOp(r *record, op ir.Op, number, bits uint, s span) {
	operands := []value{x.anyInt(r, x.maybePoison(r))}
	if op == ir.OpRotateLeft || op == ir.OpRotateRight {
		operands = append(operands, x.anyInt(r, false))
	}
	i := x.emit(op, ir.Attr{N: uint32(number)}, nil, operands...)
	x.ignoreHigh(r, i, 0, bits)
	x.define(i, 0, value{span: s, flags: flow(operands...)})
}

func (x *function) trailingZeros(r *record) {
	a := x.anyInt(r, x.maybePoison(r))
	if a.span.hasZero() {
		if x.unguarded(r) {
			x.mayFail(r, x.int(ir.OpCountTrailingZeros, ir.Attr{}, within(0, int64(a.span.bitLen())), a))
			return
		}
		a = x.binary(r, ir.OpOr, a, x.big(pow2(uint(r.below(min(x.maxBits(), 40))))))
	}
	x.int(ir.OpCountTrailingZeros, ir.Attr{}, within(0, int64(a.span.bitLen())), a)
}

func (x *function) extension(r *record) {
	n := sizes[r.below(len(sizes))]
	if r.chance(300) {
		n = 1 + uint(r.below(66))
	}
	x.extend(r, [...]ir.Op{ir.OpZExt, ir.OpSExt}[r.below(2)], x.anyInt(r, x.maybePoison(r)), n)
}

func (x *function) mergeSplit(r *record) {
	n := sizes[r.below(len(sizes))]
	a := x.anyInt(r, x.maybePoison(r))
	if r.below(2) == 0 {
		i := x.emit(ir.OpSplit, ir.Attr{N: uint32(n)}, nil, a)
		f := flow(a)
		x.define(i, 0, value{span: between(new(big.Int).Rsh(a.span.lo, n), new(big.Int).Rsh(a.span.hi, n)), flags: f})
		low := extendSpan(a.span, n, false)
		x.define(i, 1, value{span: low, flags: f})
		return
	}
	b := x.anyInt(r, false)
	i := x.emit(ir.OpMerge, ir.Attr{N: uint32(n)}, nil, a, b)
	x.ignoreHigh(r, i, 1, n)
	x.define(i, 0, value{span: mergeSpan(a.span, b.span, n), flags: flow(a, b)})
}

func (x *function) comparison(r *record) {
	p := x.maybePoison(r)
	a := x.anyInt(r, p)
	x.compare(r, ir.Pred(r.below(6)), a, x.neighbour(r, a))
}

func (x *function) boolean(r *record) {
	a := x.aBool(r)
	switch k := r.below(6); k {
	case 0, 1, 2:
		b := x.aBool(r)
		op := [...]ir.Op{ir.OpBAnd, ir.OpBOr, ir.OpBXor}[k]
		x.define(x.emit(op, ir.Attr{}, nil, a, b), 0, value{flags: flow(a, b)})
	case 3:
		x.define(x.emit(ir.OpNot, ir.Attr{}, nil, a), 0, value{flags: flow(a)})
	case 4:
		x.int(ir.OpBoolToInt, ir.Attr{}, within(0, 1), a)
	default:
		v := x.anyInt(r, false)
		x.define(x.emit(ir.OpIntToBool, ir.Attr{}, nil, v), 0, value{flags: flow(v)})
	}
}

// aBool picks a truth value that may be poison.
func (x *function) aBool(r *record) value {
	if x.maybePoison(r) {
		if v := x.find(r, func(v *value) bool { return v.typ == ir.Bool }); v != nil {
			return *v
		}
	}
	return x.anyBool(r)
}

// selection chooses between two values of a type. An arm that may be poison makes the result
// one that may be.
func (x *function) selection(r *record) {
	if x.g.has(Poison) && r.chance(250) {
		x.knownSelection(r)
		return
	}
	v := x.find(r, func(v *value) bool { return v.flags&fragments == 0 && (v.obj == nil || v.typ == ir.Ptr) })
	if v == nil {
		x.constant(r)
		return
	}
	a := *v
	w := x.find(r, func(w *value) bool { return w.typ == a.typ && w.obj == a.obj && w.flags&fragments == 0 && w.id != a.id })
	if w == nil {
		x.arithmetic(r)
		return
	}
	b := *w
	x.chooseBool(x.aBool(r), a, b)
}

// knownSelection chooses a value from which nothing of the other arm is seen, which may be
// poison.
func (x *function) knownSelection(r *record) {
	v := x.find(r, func(v *value) bool { return v.obj == nil && v.typ.Kind() != ir.KindPtr && x.usable(v) })
	if v == nil {
		x.constant(r)
		return
	}
	a := *v
	var other value
	if w := x.find(r, func(w *value) bool { return w.typ == a.typ && w.flags&tainted != 0 }); w != nil && r.below(2) == 0 {
		other = *w
	} else {
		other = x.raw(ir.OpPoison, a.typ)
	}
	c := x.never(r)
	arms := []value{c, other, a}
	if r.below(2) == 1 {
		c = x.define(x.emit(ir.OpNot, ir.Attr{}, nil, c), 0, value{flags: c.flags})
		arms = []value{c, a, other}
	}
	a.flags |= c.flags
	x.define(x.emit(ir.OpSelect, ir.Attr{}, nil, arms...), 0, a)
}

// demanded makes a value whose every consumer reads its low bits only, and says so at its
// definition. A constant and a value that has no other bits are among them: there a pass may see
// that the consumer changes nothing, which the claim makes untrue.
func (x *function) demanded(r *record) {
	n := 1 + uint(r.below(64))
	a, b := x.anyInt(r, false), x.anyInt(r, false)
	op := arithmeticOps[r.below(6)]
	if s := spans[op](a.span, b.span); s.bitLen() > x.maxBits() {
		op = ir.OpXor
	}
	low, s := value{typ: ir.Int}, span{}
	switch r.below(4) {
	case 0:
		c := int64(r.word() >> (64 - min(n, 63)))
		s = exactly(big.NewInt(c))
		low.id = x.f.Result(x.emit(ir.OpIConst, ir.Attr{Imm: c}, nil), 0)
	case 1:
		s, low.flags = unsignedSpan(n), flow(a)
		low.id = x.f.Result(x.emit(ir.OpZExt, ir.Attr{Imm: int64(n)}, nil, a), 0)
	default:
		s, low.flags = spans[op](a.span, b.span), flow(a, b)
		low.id = x.f.Result(x.emit(op, ir.Attr{}, nil, a, b), 0)
	}
	x.f.SetAnnot(low.id, claimMenu.Ignored[n-1])
	if size := int64(n / 8); size > 0 && x.g.has(Memory) && x.mem != ir.NoValue && r.below(2) == 0 {
		o := x.newSlot(r, size, anything)
		x.emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, low, o.base)
		i := x.emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, o.base)
		x.define(i, 0, value{span: unsignedSpan(uint(8 * size)), flags: low.flags})
		return
	}
	j := x.emit([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.below(2)], ir.Attr{Imm: int64(n)}, nil, low)
	x.define(j, 0, value{span: extendSpan(s, n, x.f.Op(j) == ir.OpSExt), flags: low.flags})
}

// wideConstant makes a long constant, mostly of few different bits.
func (x *function) wideConstant(r *record) {
	n := [...]uint{65, 66, 96, 127, 128, 129, 192, 256, 500, 1024, 2048, 4095}[r.below(12)]
	v := pow2(n - 1)
	switch r.below(4) {
	case 1:
		v.Sub(v, bigOne)
	case 2:
		v.Add(v, new(big.Int).SetUint64(r.word()))
	case 3:
		v.Lsh(v.SetUint64(r.word()|1<<63), n-64)
	}
	if r.below(2) == 1 {
		v.Neg(v)
	}
	x.big(v)
}

// poison makes a value that is poison.
func (x *function) poison(r *record) {
	t := ir.Int
	switch r.below(4) {
	case 1:
		t = ir.Bool
	case 2:
		if x.g.has(Floats) {
			t = floatTypes[r.below(len(floatTypes))]
		}
	case 3:
		t = [...]ir.Type{ir.Int, ir.Unit, ir.Ptr, ir.Bytes(4), ir.F128, ir.PtrIn(3)}[r.below(6)]
	}
	v := value{span: signedSpan(16), flags: tainted, class: allClasses}
	x.define(x.emit(ir.OpPoison, ir.Attr{}, []ir.Type{t}), 0, v)
}

// freeze makes something that may be poison usable; what it is then is unspecified.
func (x *function) freeze(r *record) {
	v := x.find(r, func(v *value) bool { return v.flags&tainted != 0 && v.flags&fragments == 0 })
	if v == nil {
		v = x.find(r, func(v *value) bool { return v.obj == nil })
	}
	if v == nil {
		x.constant(r)
		return
	}
	x.frozen(*v)
}

func (x *function) frozen(v value) value {
	w := v
	if v.flags&tainted != 0 {
		w.flags = v.flags&^tainted | unspecified
		w.class = allClasses
		if v.span.lo != nil {
			w.span = v.span.hull(signedSpan(64))
		}
	}
	return x.define(x.emit(ir.OpFreeze, ir.Attr{}, nil, v), 0, w)
}
