package fuzz

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// The births of this file compute something whose value is known here, by other means than the
// engines have: the int is poison where that value does not come out.

// knowns are those births with what a program must use for them to be made.
var knowns = []struct {
	needs Feature
	make  func(x *function, r *record, legal bool) value
}{
	{Memory, (*function).bornMoved}, {Memory, (*function).bornTruncated}, {Heap, (*function).bornCleared}, {VectorMemory, (*function).bornGathered},
	{Atomics, (*function).bornExchanged}, {Loops, (*function).bornRotated}, {0, (*function).bornProduct}, {0, (*function).bornQuotient},
	{Memory | Poison, (*function).bornFrozen}, {Floats, (*function).bornZero}, {Floats, (*function).bornRounded}, {Floats, (*function).bornRounded},
}

// known branches on what is poison if something does not come out as it should.
func (x *function) known(r *record) {
	if !x.makeKnown(r) {
		x.arithmetic(r)
	}
}

// makeKnown is false if the program may use nothing that one of [knowns] needs.
func (x *function) makeKnown(r *record) bool {
	first := r.below(len(knowns))
	for n := range knowns {
		k := knowns[(first+n)%len(knowns)]
		if !x.g.has(k.needs) {
			continue
		}
		claims, mark := x.claims, len(x.pool)
		x.claims = zeros()
		x.fork(x.raw2(ir.OpICmp, ir.Attr{Pred: ir.NE}, k.make(x, r, true), x.int64(0)))
		x.claims = claims
		x.truncate(mark)
		return true
	}
	return false
}

// confirm is poison unless v is want, or with legal unset, something else.
func (x *function) confirm(v value, want *big.Int, legal bool) value {
	if !legal {
		want = new(big.Int).Xor(want, bigOne)
	}
	c := x.raw2(ir.OpICmp, ir.Attr{Pred: ir.EQ}, v, x.big(want))
	return x.raw2(ir.OpDiv, ir.Attr{}, x.int64(7), x.raw2(ir.OpBoolToInt, ir.Attr{}, c))
}

// randomBytes is n bytes as an int.
func randomBytes(r *record, n int64) *big.Int {
	v := new(big.Int)
	for range (n + 7) / 8 {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.word()))
	}
	return v.And(v, new(big.Int).Sub(pow2(uint(8*n)), bigOne))
}

// bytesAt is bytes [at, at+n) of v.
func bytesAt(v *big.Int, at, n int64) *big.Int {
	w := new(big.Int).Rsh(v, uint(8*at))
	return w.And(w, new(big.Int).Sub(pow2(uint(8*n)), bigOne))
}

// different is memory of which no two neighbouring bytes need be equal, and what it holds.
func (x *function) different(r *record, size int64) (value, *big.Int) {
	p, v := x.newSlot(r, size, anything).base, randomBytes(r, size)
	x.emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, x.big(v), p)
	return p, v
}

// bornMoved moves bytes to where they overlap what they are moved from.
func (x *function) bornMoved(r *record, legal bool) value {
	size := int64(8 + r.below(30))
	p, was := x.different(r, size)
	by := int64(1 + r.below(6))
	n := size - by - int64(r.below(2))
	from, to := int64(0), by
	if r.below(3) == 0 {
		from, to = to, from
	}
	src, dst := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(from)), x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(to))
	x.emit(ir.OpMemMove, ir.Attr{}, nil, dst, src, x.int64(n))
	want := new(big.Int).Sub(was, new(big.Int).Lsh(bytesAt(was, to, n), uint(8*to)))
	want.Add(want, new(big.Int).Lsh(bytesAt(was, from, n), uint(8*to)))
	return x.confirm(x.typed(ir.OpLoad, ir.Attr{N: uint32(size)}, ir.Int, p), want, legal)
}

// bornTruncated stores and loads an int that has more bytes than are stored.
func (x *function) bornTruncated(r *record, legal bool) value {
	n := int64(1 + r.below(64))
	v := randomBytes(r, n+2)
	if r.below(2) == 0 {
		v.Not(v)
	}
	p := x.newSlot(r, n, anything).base
	x.emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, x.big(v), p)
	return x.confirm(x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p), bytesAt(v, 0, n), legal)
}

// bornCleared reads the end of memory that calloc cleared.
func (x *function) bornCleared(r *record, legal bool) value {
	count, size := int64(1+r.below(9)), int64(1+r.below(9))
	p := x.external("calloc", []value{x.int64(count), x.int64(size)}, ir.Ptr)
	n := min(count*size, 1+int64(r.below(9)))
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(count*size-n))
	return x.confirm(x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, q), bigZero, legal)
}

// bornGathered reads or writes lanes before the pointer and after it.
func (x *function) bornGathered(r *record, legal bool) value {
	const lanes, size = 4, 32
	p, was := x.different(r, size)
	middle := int64(1 + r.below(size-1))
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(middle))
	bits := uint(8 << r.below(4))
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 8}, ir.Vec(8*lanes, false)
	data := randomBytes(r, lanes)
	index, mask, got := new(big.Int), new(big.Int), new(big.Int)
	want := was
	for k := range int64(lanes) {
		at := int64(r.below(size))
		off := new(big.Int).And(big.NewInt(at-middle), new(big.Int).Sub(pow2(bits), bigOne))
		index.Or(index, off.Lsh(off, bits*uint(k)))
		if r.below(4) == 0 {
			continue
		}
		mask.SetBit(mask, int(8*k)+r.below(8), 1)
		got.Or(got, new(big.Int).Lsh(bytesAt(was, at, 1), uint(8*k)))
		want = new(big.Int).Sub(want, new(big.Int).Lsh(bytesAt(want, at, 1), uint(8*at)))
		want.Add(want, new(big.Int).Lsh(bytesAt(data, k, 1), uint(8*at)))
	}
	vector := func(n uint32, v *big.Int) value {
		return x.typed(ir.OpBitCast, ir.Attr{}, ir.Vec(n, false), x.big(v))
	}
	offsets := vector(lanes*uint32(bits), index)
	if r.below(2) == 0 {
		x.emit(ir.OpVecScatter, ir.Attr{Lane: l}, nil, vector(8*lanes, data), q, offsets, vector(8*lanes, mask))
		return x.confirm(x.typed(ir.OpLoad, ir.Attr{N: size}, ir.Int, p), want, legal)
	}
	i := x.emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, q, offsets, vector(8*lanes, mask))
	return x.confirm(x.typed(ir.OpBitCast, ir.Attr{}, ir.Int, value{id: x.f.Result(i, 1), typ: t}), got, legal)
}

// bornFrozen freezes bytes of which some are uninit or poison, and reads them twice.
func (x *function) bornFrozen(r *record, legal bool) value {
	n := int64(1 + r.below(9))
	o := x.newSlot(r, n, anything)
	v, t := x.int64(0), ir.Type(ir.Bytes(uint32(n)))
	if r.below(2) == 0 {
		v = x.raw(ir.OpPoison, ir.Int)
	}
	if k := r.below(int(n)); k > 0 {
		x.emit(ir.OpStore, ir.Attr{N: uint32(k)}, nil, v, o.base)
	}
	if n == 4 || n == 8 {
		t = [...]ir.Type{t, ir.Vec(8*uint32(n), false)}[r.below(2)]
	}
	b := x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, t, o.base)
	if legal {
		b = x.raw2(ir.OpFreeze, ir.Attr{}, b)
	}
	a := x.typed(ir.OpBitCast, ir.Attr{}, ir.Int, b)
	switch r.below(3) {
	case 0:
		return x.raw2(ir.OpAnd, ir.Attr{}, a, x.int64(0))
	case 1:
		return x.raw2(ir.OpXor, ir.Attr{}, a, x.typed(ir.OpBitCast, ir.Attr{}, ir.Int, b))
	}
	c := x.raw2(ir.OpICmp, ir.Attr{Pred: ir.GE}, a, x.int64(0))
	return x.raw2(ir.OpBoolToInt, ir.Attr{}, c)
}

// bornExchanged changes memory atomically and looks at what was there and what is there then.
func (x *function) bornExchanged(r *record, legal bool) value {
	n := int64(1) << r.below(4)
	p, was := x.different(r, n)
	expected, v := new(big.Int).Set(was), randomBytes(r, n+1)
	a := ir.Attr{N: uint32(n), Order: ir.SeqCst}
	var i ir.Inst
	now := new(big.Int)
	if r.below(2) == 0 {
		now.Set(v)
		if r.below(3) == 0 {
			expected.Xor(expected, bigOne)
			now.Set(was)
		}
		a.Fail = ir.SeqCst
		i = x.emit(ir.OpCmpXchg, a, []ir.Type{ir.Int}, p, x.big(expected), x.big(v))
	} else {
		a.RMW = rmwOps[r.below(len(rmwOps))]
		switch a.RMW {
		case ir.RMWAdd:
			now.Add(was, v)
		case ir.RMWSub:
			now.Sub(was, v)
		case ir.RMWAnd:
			now.And(was, v)
		case ir.RMWOr:
			now.Or(was, v)
		case ir.RMWXor:
			now.Xor(was, v)
		default:
			now.Set(v)
		}
		i = x.emit(ir.OpRMW, a, []ir.Type{ir.Int}, p, x.big(v))
	}
	if old := (value{id: x.f.Result(i, 1), typ: ir.Int}); r.below(3) == 0 {
		return x.confirm(old, was, legal)
	}
	return x.confirm(x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p), bytesAt(now, 0, n), legal)
}

// bornRotated exchanges the arguments of a loop among each other.
func (x *function) bornRotated(r *record, legal bool) value {
	trips, swap := int64(1+r.below(4)), r.below(2) == 0
	outer := x.region
	region := x.f.AddRegion(outer, ir.LoopRegion)
	next, header, more := x.f.AddBlock(outer), x.f.AddBlock(region), x.f.AddBlock(region)
	first := []ir.Operand{{Value: x.int64(trips).id}}
	have := []int64{int64(r.byte()), 256 + int64(r.byte()), -1 - int64(r.byte())}
	for _, v := range have {
		first = append(first, ir.Operand{Value: x.int64(v).id})
	}
	x.br(header, x.withToken(first))
	var args []value
	claim := ir.NoAnnot
	if x.g.cfg.Ranged {
		claim = ir.Signed(16)
	}
	for range first {
		args = append(args, value{id: x.f.AddArg(header, ir.Int, claim), typ: ir.Int})
	}
	x.region = region
	x.open(header, nil)
	x.brif(x.raw2(ir.OpIntToBool, ir.Attr{}, args[0]), ir.Target{Block: more, Args: x.token()}, ir.Target{Block: next, Args: x.token()})
	x.open(more, nil)
	order := []int{2, 3, 1}
	if swap {
		order = []int{2, 1, 3}
	}
	again := []ir.Operand{{Value: x.raw2(ir.OpSub, ir.Attr{}, args[0], x.int64(1)).id}}
	for _, n := range order {
		again = append(again, ir.Operand{Value: args[n].id})
	}
	x.count()
	x.at.Inst(ir.OpContinue, ir.Attr{}, x.withToken(again), nil, nil, ir.Synthetic)
	x.region = outer
	x.open(next, nil)
	for range trips {
		have = []int64{have[order[0]-1], have[order[1]-1], have[order[2]-1]}
	}
	k := r.below(3)
	return x.confirm(args[1+k], big.NewInt(have[k]), legal)
}

// bornProduct multiplies without carries.
func (x *function) bornProduct(r *record, legal bool) value {
	a, b := randomBytes(r, int64(1+r.below(24))), randomBytes(r, int64(1+r.below(24)))
	want := new(big.Int)
	for k := range b.BitLen() {
		if b.Bit(k) == 1 {
			want.Xor(want, new(big.Int).Lsh(a, uint(k)))
		}
	}
	return x.confirm(x.raw2(ir.OpClMul, ir.Attr{}, x.big(a), x.big(b)), want, legal)
}

// bornQuotient divides what was multiplied, by both kinds of division and with all signs.
func (x *function) bornQuotient(r *record, legal bool) value {
	signed := func(v *big.Int) *big.Int {
		if r.below(2) == 0 {
			v.Neg(v)
		}
		return v
	}
	q, b := signed(randomBytes(r, int64(1+r.below(9)))), signed(randomBytes(r, int64(1+r.below(5))))
	if b.Sign() == 0 {
		b.SetInt64(-3)
	}
	rest := randomBytes(r, int64(1+r.below(5)))
	rest.Mod(rest, new(big.Int).Abs(b))
	a := new(big.Int).Mul(q, b)
	op, want := [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}[r.below(4)], q
	if a.Sign() < 0 && (op == ir.OpTDiv || op == ir.OpTRem) {
		rest.Neg(rest)
	}
	if a.Add(a, rest); op == ir.OpRem || op == ir.OpTRem {
		want = rest
	}
	return x.confirm(x.raw2(op, ir.Attr{}, x.big(a), x.big(b)), want, legal)
}

// floatOf makes a float.
func (x *function) floatOf(t ir.Type, b uint64) value {
	return x.raw2(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)})
}

// floatIs confirms the bits of a float.
func (x *function) floatIs(v value, b uint64, legal bool) value {
	return x.confirm(x.typed(ir.OpBitCast, ir.Attr{}, ir.Int, v), new(big.Int).SetUint64(b), legal)
}

// bornZero computes a zero, whose sign is known.
func (x *function) bornZero(r *record, legal bool) value {
	t := floatTypes[r.below(len(floatTypes))]
	minus := uint64(1) << (t.FloatBits() - 1)
	sign := func(negative bool) uint64 {
		if negative {
			return minus
		}
		return 0
	}
	p, q := r.below(2) == 1, r.below(2) == 1
	if r.below(4) == 0 { // lanes
		n := t.FloatBits()
		l := ir.Lane{Kind: ir.LaneF, Bits: uint16(n)}
		if t == ir.BF16 {
			l.Kind = ir.LaneBF
		}
		v := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(128, false), x.floatOf(t, sign(p)))
		if r.below(2) == 0 {
			return x.floatIs(x.raw2(ir.OpVecReduceFAdd, ir.Attr{Lane: l}, v), sign(p), legal)
		}
		m, _ := l.MaskOf(ir.Vec(128, false))
		none := x.typed(ir.OpBitCast, ir.Attr{}, m, x.int64(0))
		return x.floatIs(x.raw2(ir.OpVecReduceFAdd, ir.Attr{Lane: l}, v, none), minus, legal)
	}
	ops := [...]struct {
		op       ir.Op
		negative bool
	}{{ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFAdd, p && q},
		{ir.OpFSub, p && !q}, {ir.OpFMul, p != q}, {ir.OpCopySign, q}}
	o := ops[r.below(len(ops))]
	return x.floatIs(x.raw2(o.op, ir.Attr{}, x.floatOf(t, sign(p)), x.floatOf(t, sign(q))), sign(o.negative), legal)
}

// encoded is the bits of a number that the format holds and that is far from its largest.
func encoded(t ir.Type, v float64) uint64 {
	m, n := mantissa[t], uint(t.FloatBits())
	bias := 1<<(n-m-2) - 1
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (n - 1)
	}
	frac, exp := math.Frexp(math.Abs(v))
	if exp += bias - 1; frac == 0 || exp <= 0 {
		return sign | uint64(math.Ldexp(frac, exp+int(m)))
	}
	return sign | uint64(exp)<<m | uint64(math.Ldexp(frac, int(m)+1))&(1<<m-1)
}

// moderate draws a number of the format in [1, 128), most of them with fraction bits at random,
// the others with few: their products and conversions lie halfway between two numbers.
func moderate(r *record, t ir.Type) float64 {
	m := mantissa[t]
	frac := r.word() >> (64 - m)
	if r.below(2) == 0 {
		low := uint(r.byte()) % m
		frac = (frac>>low | 1) << low
	}
	return math.Ldexp(float64(1<<m|frac), r.below(7)-int(m))
}

// exact is a number in big.Float, of a precision in which nothing of these sizes is rounded.
func exact(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

// roundedTo rounds once to the precision of a format, ties to even.
func roundedTo(t ir.Type, v *big.Float) float64 {
	out, _ := new(big.Float).SetPrec(mantissa[t] + 1).Set(v).Float64()
	return out
}

// bornRounded computes with floats that are drawn to be rounded: halfway between two, or with
// a product that nearly cancels the addend.
func (x *function) bornRounded(r *record, legal bool) value {
	t := floatTypes[r.below(len(floatTypes))]
	a, b := moderate(r, t), moderate(r, t)
	number := func(v float64) value { return x.floatOf(t, encoded(t, v)) }
	is := func(v value, want *big.Float) value { return x.floatIs(v, encoded(t, roundedTo(t, want)), legal) }
	switch r.below(7) {
	case 0: // half of the last place is added
		_, e := math.Frexp(a)
		b = math.Ldexp(1, e-2-int(mantissa[t]))
		return is(x.raw2(ir.OpFAdd, ir.Attr{}, number(a), number(b)), new(big.Float).Add(exact(a), exact(b)))
	case 1:
		return is(x.raw2(ir.OpFMul, ir.Attr{}, number(a), number(b)), new(big.Float).Mul(exact(a), exact(b)))
	case 2:
		return is(x.raw2(ir.OpFDiv, ir.Attr{}, number(a), number(b)), new(big.Float).Quo(exact(a), exact(b)))
	case 3:
		return is(x.raw2(ir.OpFSqrt, ir.Attr{}, number(a)), new(big.Float).Sqrt(exact(a)))
	case 4:
		from := floatTypes[r.below(2)]
		a = moderate(r, from)
		if r.below(2) == 0 { // one bit more than the result has
			m := mantissa[t]
			a = math.Ldexp(float64((1<<m|r.word()>>(64-m))<<1|1), r.below(7)-int(m)-1)
			a, _ = new(big.Float).SetPrec(mantissa[from] + 1).SetFloat64(a).Float64()
		}
		return is(x.typed(ir.OpFPConvert, ir.Attr{}, t, x.floatOf(from, encoded(from, a))), exact(a))
	case 5:
		n := int64(r.word()>>(64-min(mantissa[t], 13))) | 1<<min(mantissa[t]+1, 14)
		return is(x.typed(ir.OpSIToFP, ir.Attr{}, t, x.int64(n)), new(big.Float).SetPrec(400).SetInt64(n))
	}
	product := new(big.Float).Mul(exact(a), exact(b))
	c := -roundedTo(t, product)
	if r.below(3) == 0 {
		c = moderate(r, t)
	}
	return is(x.raw2(ir.OpFMA, ir.Attr{}, number(a), number(b), number(c)), product.Add(product, exact(c)))
}
