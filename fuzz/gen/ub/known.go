package ub

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The sources of this file compute something whose value is known here, by other means than the
// engines have: the int is poison where that value does not come out.

// knownResults are those sources with what a program must use for them to be made.
//
// The sources are in poisonSources as well. Here a wrong result is
// undefined behaviour by itself, at once and in a program that promises to have none.
var knownResults = []struct {
	// needs are all of the features, not one of them.
	needs preset.Feature
	make  func(x *build.Func, r *choice.Record, legal bool) build.Value
}{
	{preset.Memory, poisonMoved}, {preset.Memory, poisonTruncated}, {preset.Heap, poisonCleared}, {preset.VectorMemory, poisonGathered},
	{preset.Atomics, poisonExchanged}, {preset.Loops, poisonRotated}, {0, poisonProduct}, {0, poisonQuotient},
	{preset.Memory | preset.Poison, poisonFrozen}, {preset.Floats, poisonZero}, {preset.Floats, poisonRounded}, {preset.Floats, poisonRounded},
}

// Known is false if the program may use nothing that one of [knownResults] needs.
//
// The source is made with legal set, so that main stays defined under an engine that computes right. The first
// row is drawn, and the others are tried in order where the program lacks what it needs.
func Known(x *build.Func, r *choice.Record) bool {
	first := r.Below(len(knownResults))
	for n := range knownResults {
		k := knownResults[(first+n)%len(knownResults)]
		if !x.Prog.Has(k.needs) {
			continue
		}
		// A claim about the value would make it poison where it is wrong, before the branch looks at it. What the
		// source left in the pool is taken out again, since later statements must not rest on it.
		claims, mark := x.Claims, len(x.Pool)
		x.Claims = choice.Zeros()
		fork(x, x.Raw(ir.OpICmp, ir.Attr{Pred: ir.NE}, k.make(x, r, true), x.Int64(0)))
		x.Claims = claims
		x.Truncate(mark)
		return true
	}
	return false
}

// confirm is poison unless v is want, or with legal unset, something else.
func confirm(x *build.Func, v build.Value, want num.Int, legal bool) build.Value {
	if !legal {
		want = want.Xor(num.New(1))
	}
	c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.EQ}, v, x.Big(want))
	return x.Raw(ir.OpDiv, ir.Attr{}, x.Int64(7), x.Raw(ir.OpBoolToInt, ir.Attr{}, c))
}

// randomBytes is n bytes as an int.
func randomBytes(r *choice.Record, n int64) num.Int {
	v := num.Int{}
	for range (n + 7) / 8 {
		v = v.Shl(64).Or(num.FromUint64(r.Word()))
	}
	return v.Low(uint(8 * n))
}

// bytesAt is bytes [at, at+n) of v.
func bytesAt(v num.Int, at, n int64) num.Int {
	return v.Shr(uint(8 * at)).Low(uint(8 * n))
}

// different is memory of which no two neighbouring bytes need be equal, and what it holds.
func different(x *build.Func, r *choice.Record, size int64) (build.Value, num.Int) {
	p, v := x.NewSlot(r, size, build.Anything).Base, randomBytes(r, size)
	x.Emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, x.Big(v), p)
	return p, v
}

// poisonMoved moves bytes to where they overlap what they are moved from.
//
// It would see a copy in the wrong direction and one by words that reads what it has written.
func poisonMoved(x *build.Func, r *choice.Record, legal bool) build.Value {
	size := int64(8 + r.Below(30))
	p, was := different(x, r, size)
	by := int64(1 + r.Below(6))
	// One byte less leaves the last one as it was, which must then still be there.
	n := size - by - int64(r.Below(2))
	from, to := int64(0), by
	if r.Below(3) == 0 {
		from, to = to, from
	}
	src, dst := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(from)), x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(to))
	x.Emit(ir.OpMemMove, ir.Attr{}, nil, dst, src, x.Int64(n))
	want := was.Sub(bytesAt(was, to, n).Shl(uint(8 * to)))
	want = want.Add(bytesAt(was, from, n).Shl(uint(8 * to)))
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(size)}, ir.Int, p), want, legal)
}

// poisonTruncated stores and loads an int that has more bytes than are stored.
//
// Half of the numbers are negative: their upper bytes are ones without end.
func poisonTruncated(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1 + r.Below(64))
	v := randomBytes(r, n+2)
	if r.Below(2) == 0 {
		v = v.Not()
	}
	p := x.NewSlot(r, n, build.Anything).Base
	x.Emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, x.Big(v), p)
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p), bytesAt(v, 0, n), legal)
}

// poisonCleared reads the end of memory that calloc cleared.
//
// The end is where a size that was not multiplied, or rounded, shows.
func poisonCleared(x *build.Func, r *choice.Record, legal bool) build.Value {
	count, size := int64(1+r.Below(9)), int64(1+r.Below(9))
	p := x.External("calloc", []build.Value{x.Int64(count), x.Int64(size)}, ir.Ptr)
	n := min(count*size, 1+int64(r.Below(9)))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(count*size-n))
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, q), num.Int{}, legal)
}

// poisonGathered reads or writes lanes before the pointer and after it.
//
// Offsets are given in lanes of 8 to 64 bits and relative to the middle of the memory, so that some are
// negative. Any set bit of a mask byte activates its lane, so that one bit of eight is drawn. Later lanes
// overwrite earlier ones of the same place.
func poisonGathered(x *build.Func, r *choice.Record, legal bool) build.Value {
	const lanes, size = 4, 32
	p, was := different(x, r, size)
	middle := int64(1 + r.Below(size-1))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(middle))
	bits := uint(8 << r.Below(4))
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 8}, ir.Vec(8*lanes, false)
	data := randomBytes(r, lanes)
	index, mask, got := num.Int{}, num.Int{}, num.Int{}
	want := was
	for k := range int64(lanes) {
		at := int64(r.Below(size))
		off := num.New(at - middle).Low(bits)
		index = index.Or(off.Shl(bits * uint(k)))
		if r.Below(4) == 0 {
			continue
		}
		mask = mask.Or(num.Pow2(uint(8*k) + uint(r.Below(8))))
		got = got.Or(bytesAt(was, at, 1).Shl(uint(8 * k)))
		want = want.Sub(bytesAt(want, at, 1).Shl(uint(8 * at)))
		want = want.Add(bytesAt(data, k, 1).Shl(uint(8 * at)))
	}
	vector := func(n uint32, v num.Int) build.Value {
		return x.Typed(ir.OpBitCast, ir.Attr{}, ir.Vec(n, false), x.Big(v))
	}
	offsets := vector(lanes*uint32(bits), index)
	if r.Below(2) == 0 {
		x.Emit(ir.OpVecScatter, ir.Attr{Lane: l}, nil, vector(8*lanes, data), q, offsets, vector(8*lanes, mask))
		return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: size}, ir.Int, p), want, legal)
	}
	i := x.Emit(ir.OpVecGather, ir.Attr{Lane: l}, []ir.Type{t}, q, offsets, vector(8*lanes, mask))
	return confirm(x, x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, build.Value{ID: x.F.Result(i, 1), Type: t}), got, legal)
}

// poisonFrozen freezes bytes of which some are uninit or poison, and reads them twice.
//
// What freeze decides is not known, but the three results are: x and 0, x xor x, and x >= 0 of an unsigned
// number, for whatever it decided. With legal unset there is no freeze, and the bytes are poison.
func poisonFrozen(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1 + r.Below(9))
	o := x.NewSlot(r, n, build.Anything)
	v, t := x.Int64(0), ir.Type(ir.Bytes(uint32(n)))
	if r.Below(2) == 0 {
		v = x.Poison(ir.Int)
	}
	// k < n, so that the last byte at least stays uninit.
	if k := r.Below(int(n)); k > 0 {
		x.Emit(ir.OpStore, ir.Attr{N: uint32(k)}, nil, v, o.Base)
	}
	if n == 4 || n == 8 {
		t = [...]ir.Type{t, ir.Vec(8*uint32(n), false)}[r.Below(2)]
	}
	b := x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, t, o.Base)
	if legal {
		b = x.Raw(ir.OpFreeze, ir.Attr{}, b)
	}
	a := x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, b)
	switch r.Below(3) {
	case 0:
		return x.Raw(ir.OpAnd, ir.Attr{}, a, x.Int64(0))
	case 1:
		// Both reads are of the frozen value: a freeze that decides again at each use would not cancel.
		return x.Raw(ir.OpXor, ir.Attr{}, a, x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, b))
	}
	c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.GE}, a, x.Int64(0))
	return x.Raw(ir.OpBoolToInt, ir.Attr{}, c)
}

// poisonExchanged changes memory atomically and looks at what was there and what is there then.
//
// The operand has a byte more than the access, which must be cut off.
func poisonExchanged(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1) << r.Below(4)
	p, was := different(x, r, n)
	expected, v := was, randomBytes(r, n+1)
	a := ir.Attr{N: uint32(n), Order: ir.SeqCst}
	var i ir.Inst
	now := num.Int{}
	if r.Below(2) == 0 {
		now = v
		// A comparison that fails by one bit: memory stays as it was.
		if r.Below(3) == 0 {
			expected = expected.Xor(num.New(1))
			now = was
		}
		a.Fail = ir.SeqCst
		i = x.Emit(ir.OpCmpXchg, a, []ir.Type{ir.Int}, p, x.Big(expected), x.Big(v))
	} else {
		a.RMW = build.RMWOps[r.Below(len(build.RMWOps))]
		switch a.RMW {
		case ir.RMWAdd:
			now = was.Add(v)
		case ir.RMWSub:
			now = was.Sub(v)
		case ir.RMWAnd:
			now = was.And(v)
		case ir.RMWOr:
			now = was.Or(v)
		case ir.RMWXor:
			now = was.Xor(v)
		// What is left of the table is the exchange.
		default:
			now = v
		}
		i = x.Emit(ir.OpRMW, a, []ir.Type{ir.Int}, p, x.Big(v))
	}
	// The token is result 0.
	if old := (build.Value{ID: x.F.Result(i, 1), Type: ir.Int}); r.Below(3) == 0 {
		return confirm(x, old, was, legal)
	}
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p), bytesAt(now, 0, n), legal)
}

// poisonRotated exchanges the arguments of a loop among each other.
//
// The three numbers lie in [0, 255], [256, 511] and [-256, -1], so that they differ whatever is drawn and fit the
// claim of 16 bits. Writing the arguments one after another instead of at once loses one of them.
func poisonRotated(x *build.Func, r *choice.Record, legal bool) build.Value {
	trips, swap := int64(1+r.Below(4)), r.Below(2) == 0
	outer := x.Region
	region := x.F.AddRegion(outer, ir.LoopRegion)
	next, header, more := x.F.AddBlock(outer), x.F.AddBlock(region), x.F.AddBlock(region)
	first := []ir.Operand{{Value: x.Int64(trips).ID}}
	have := []int64{int64(r.Byte()), 256 + int64(r.Byte()), -1 - int64(r.Byte())}
	for _, v := range have {
		first = append(first, ir.Operand{Value: x.Int64(v).ID})
	}
	x.Br(header, x.WithToken(first))
	var args []build.Value
	claim := ir.NoAnnot
	if x.Prog.Cfg.Ranged {
		claim = ir.Signed(16)
	}
	for range first {
		args = append(args, build.Value{ID: x.F.AddArg(header, ir.Int, claim), Type: ir.Int})
	}
	x.Region = region
	x.Open(header, nil)
	x.Brif(x.Raw(ir.OpIntToBool, ir.Attr{}, args[0]), ir.Target{Block: more, Args: x.Token()}, ir.Target{Block: next, Args: x.Token()})
	x.Open(more, nil)
	order := []int{2, 3, 1}
	if swap {
		order = []int{2, 1, 3}
	}
	again := []ir.Operand{{Value: x.Raw(ir.OpSub, ir.Attr{}, args[0], x.Int64(1)).ID}}
	for _, n := range order {
		again = append(again, ir.Operand{Value: args[n].ID})
	}
	x.Count()
	x.At.Inst(ir.OpContinue, ir.Attr{}, x.WithToken(again), nil, nil, ir.Synthetic)
	x.Region = outer
	x.Open(next, nil)
	// The same permutation, computed on Go's numbers.
	for range trips {
		have = []int64{have[order[0]-1], have[order[1]-1], have[order[2]-1]}
	}
	k := r.Below(3)
	return confirm(x, args[1+k], num.New(have[k]), legal)
}

// poisonProduct multiplies without carries.
//
// By the definition: the sum without carries of a shifted for each bit of b. Up to 24 bytes are three words.
func poisonProduct(x *build.Func, r *choice.Record, legal bool) build.Value {
	a, b := randomBytes(r, int64(1+r.Below(24))), randomBytes(r, int64(1+r.Below(24)))
	want := num.Int{}
	for k := range b.BitLen() {
		if b.Bit(k) == 1 {
			want = want.Xor(a.Shl(uint(k)))
		}
	}
	return confirm(x, x.Raw(ir.OpClMul, ir.Attr{}, x.Big(a), x.Big(b)), want, legal)
}

// poisonQuotient divides what was multiplied, by both kinds of division and with all signs.
//
// The dividend is q*b + rest with 0 <= rest < |b|, which is the definition of Euclidean division. The truncated
// remainder has the sign of the dividend.
func poisonQuotient(x *build.Func, r *choice.Record, legal bool) build.Value {
	signed := func(v num.Int) num.Int {
		if r.Below(2) == 0 {
			v = v.Neg()
		}
		return v
	}
	q, b := signed(randomBytes(r, int64(1+r.Below(9)))), signed(randomBytes(r, int64(1+r.Below(5))))
	// Division by zero is poison with legal set, too.
	if b.Sign() == 0 {
		b = num.New(-3)
	}
	rest := randomBytes(r, int64(1+r.Below(5)))
	rest = rest.Rem(b.Abs())
	a := q.Mul(b)
	op, want := [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}[r.Below(4)], q
	// q*b < 0 with a rest of the same sign: the truncated quotient is again q.
	if a.Sign() < 0 && (op == ir.OpTDiv || op == ir.OpTRem) {
		rest = rest.Neg()
	}
	if a = a.Add(rest); op == ir.OpRem || op == ir.OpTRem {
		want = rest
	}
	return confirm(x, x.Raw(op, ir.Attr{}, x.Big(a), x.Big(b)), want, legal)
}

// FloatOf makes a float.
//
// b are its bits, for bf16 and f16 the lower 16.
func FloatOf(x *build.Func, t ir.Type, b uint64) build.Value {
	return x.Raw(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)})
}

// floatIs confirms the bits of a float.
func floatIs(x *build.Func, v build.Value, b uint64, legal bool) build.Value {
	return confirm(x, x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, v), num.FromUint64(b), legal)
}

// poisonZero computes a zero, whose sign is known.
//
// Minimum and maximum order -0 below +0 (IEEE 754-2019, minimumNumber); the sum of zeros is -0 only if both are.
func poisonZero(x *build.Func, r *choice.Record, legal bool) build.Value {
	t := build.FloatTypes[r.Below(len(build.FloatTypes))]
	minus := uint64(1) << (t.FloatBits() - 1)
	sign := func(negative bool) uint64 {
		if negative {
			return minus
		}
		return 0
	}
	p, q := r.Below(2) == 1, r.Below(2) == 1
	// The sum of equal zeros has their sign; with no active lane it is -0, which changes no sum.
	if r.Below(4) == 0 { // lanes
		n := t.FloatBits()
		l := ir.Lane{Kind: ir.LaneF, Bits: uint16(n)}
		if t == ir.BF16 {
			l.Kind = ir.LaneBF
		}
		v := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(128, false), FloatOf(x, t, sign(p)))
		if r.Below(2) == 0 {
			return floatIs(x, x.Raw(ir.OpVecReduceFAdd, ir.Attr{Lane: l}, v), sign(p), legal)
		}
		m, _ := l.MaskOf(ir.Vec(128, false))
		none := x.Typed(ir.OpBitCast, ir.Attr{}, m, x.Int64(0))
		return floatIs(x, x.Raw(ir.OpVecReduceFAdd, ir.Attr{Lane: l}, v, none), minus, legal)
	}
	// Minimum and maximum stand there twice, so that they are drawn twice as often.
	ops := [...]struct {
		op       ir.Op
		negative bool
	}{{ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFAdd, p && q},
		{ir.OpFSub, p && !q}, {ir.OpFMul, p != q}, {ir.OpCopySign, q}}
	o := ops[r.Below(len(ops))]
	return floatIs(x, x.Raw(o.op, ir.Attr{}, FloatOf(x, t, sign(p)), FloatOf(x, t, sign(q))), sign(o.negative), legal)
}

// exact is a number in big.Float, of a precision in which nothing of these sizes is rounded.
//
// 400 bits hold sums and products of what Moderate gives.
func exact(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

// roundedTo rounds once to the precision of a format, ties to even.
//
// Mantissa counts the bits after the leading one. The result is a float64 of any format, which has at least the bits of
// each of them, so that the second rounding changes nothing.
func roundedTo(t ir.Type, v *big.Float) float64 {
	out, _ := new(big.Float).SetPrec(build.Mantissa[t] + 1).Set(v).Float64()
	return out
}

// poisonRounded computes with floats that are drawn to be rounded: halfway between two, or with
// a product that nearly cancels the addend.
//
// The expected bits come from math/big, whose rounding has nothing in common with that of the engines.
func poisonRounded(x *build.Func, r *choice.Record, legal bool) build.Value {
	t := build.FloatTypes[r.Below(len(build.FloatTypes))]
	a, b := build.Moderate(r, t), build.Moderate(r, t)
	number := func(v float64) build.Value { return FloatOf(x, t, build.Encoded(t, v)) }
	is := func(v build.Value, want *big.Float) build.Value {
		return floatIs(x, v, build.Encoded(t, roundedTo(t, want)), legal)
	}
	switch r.Below(7) {
	case 0: // half of the last place is added
		// Frexp's fraction is in [1/2, 1), so that the last place of a is 2^(e-1-Mantissa), and b half of that.
		_, e := math.Frexp(a)
		b = math.Ldexp(1, e-2-int(build.Mantissa[t]))
		return is(x.Raw(ir.OpFAdd, ir.Attr{}, number(a), number(b)), new(big.Float).Add(exact(a), exact(b)))
	case 1:
		return is(x.Raw(ir.OpFMul, ir.Attr{}, number(a), number(b)), new(big.Float).Mul(exact(a), exact(b)))
	case 2:
		return is(x.Raw(ir.OpFDiv, ir.Attr{}, number(a), number(b)), new(big.Float).Quo(exact(a), exact(b)))
	case 3:
		return is(x.Raw(ir.OpFSqrt, ir.Attr{}, number(a)), new(big.Float).Sqrt(exact(a)))
	case 4:
		// A conversion may also widen, where nothing is rounded.
		from := build.FloatTypes[r.Below(2)]
		a = build.Moderate(r, from)
		if r.Below(2) == 0 { // one bit more than the result has
			m := build.Mantissa[t]
			a = math.Ldexp(float64((1<<m|r.Word()>>(64-m))<<1|1), r.Below(7)-int(m)-1)
			a, _ = new(big.Float).SetPrec(build.Mantissa[from] + 1).SetFloat64(a).Float64()
		}
		return is(x.Typed(ir.OpFPConvert, ir.Attr{}, t, FloatOf(x, from, build.Encoded(from, a))), exact(a))
	case 5:
		// For the small formats one bit more than the mantissa has, so that an odd number is rounded.
		n := int64(r.Word()>>(64-min(build.Mantissa[t], 13))) | 1<<min(build.Mantissa[t]+1, 14)
		return is(x.Typed(ir.OpSIToFP, ir.Attr{}, t, x.Int64(n)), new(big.Float).SetPrec(400).SetInt64(n))
	}
	// The addend is the rounded product: what is left of the sum is the rounding error, which an fma that rounds
	// twice loses.
	product := new(big.Float).Mul(exact(a), exact(b))
	c := -roundedTo(t, product)
	if r.Below(3) == 0 {
		c = build.Moderate(r, t)
	}
	return is(x.Raw(ir.OpFMA, ir.Attr{}, number(a), number(b), number(c)), product.Add(product, exact(c)))
}
