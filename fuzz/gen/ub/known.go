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
var knownResults = []struct {
	needs preset.Feature
	make  func(x *build.Func, r *choice.Record, legal bool) build.Value
}{
	{preset.Memory, poisonMoved}, {preset.Memory, poisonTruncated}, {preset.Heap, poisonCleared}, {preset.VectorMemory, poisonGathered},
	{preset.Atomics, poisonExchanged}, {preset.Loops, poisonRotated}, {0, poisonProduct}, {0, poisonQuotient},
	{preset.Memory | preset.Poison, poisonFrozen}, {preset.Floats, poisonZero}, {preset.Floats, poisonRounded}, {preset.Floats, poisonRounded},
}

// Known is false if the program may use nothing that one of [knownResults] needs.
func Known(x *build.Func, r *choice.Record) bool {
	first := r.Below(len(knownResults))
	for n := range knownResults {
		k := knownResults[(first+n)%len(knownResults)]
		if !x.Prog.Has(k.needs) {
			continue
		}
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
func poisonMoved(x *build.Func, r *choice.Record, legal bool) build.Value {
	size := int64(8 + r.Below(30))
	p, was := different(x, r, size)
	by := int64(1 + r.Below(6))
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
func poisonCleared(x *build.Func, r *choice.Record, legal bool) build.Value {
	count, size := int64(1+r.Below(9)), int64(1+r.Below(9))
	p := x.External("calloc", []build.Value{x.Int64(count), x.Int64(size)}, ir.Ptr)
	n := min(count*size, 1+int64(r.Below(9)))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(count*size-n))
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, q), num.Int{}, legal)
}

// poisonGathered reads or writes lanes before the pointer and after it.
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
func poisonFrozen(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1 + r.Below(9))
	o := x.NewSlot(r, n, build.Anything)
	v, t := x.Int64(0), ir.Type(ir.Bytes(uint32(n)))
	if r.Below(2) == 0 {
		v = x.Poison(ir.Int)
	}
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
		return x.Raw(ir.OpXor, ir.Attr{}, a, x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, b))
	}
	c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.GE}, a, x.Int64(0))
	return x.Raw(ir.OpBoolToInt, ir.Attr{}, c)
}

// poisonExchanged changes memory atomically and looks at what was there and what is there then.
func poisonExchanged(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1) << r.Below(4)
	p, was := different(x, r, n)
	expected, v := was, randomBytes(r, n+1)
	a := ir.Attr{N: uint32(n), Order: ir.SeqCst}
	var i ir.Inst
	now := num.Int{}
	if r.Below(2) == 0 {
		now = v
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
		default:
			now = v
		}
		i = x.Emit(ir.OpRMW, a, []ir.Type{ir.Int}, p, x.Big(v))
	}
	if old := (build.Value{ID: x.F.Result(i, 1), Type: ir.Int}); r.Below(3) == 0 {
		return confirm(x, old, was, legal)
	}
	return confirm(x, x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p), bytesAt(now, 0, n), legal)
}

// poisonRotated exchanges the arguments of a loop among each other.
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
	for range trips {
		have = []int64{have[order[0]-1], have[order[1]-1], have[order[2]-1]}
	}
	k := r.Below(3)
	return confirm(x, args[1+k], num.New(have[k]), legal)
}

// poisonProduct multiplies without carries.
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
func poisonQuotient(x *build.Func, r *choice.Record, legal bool) build.Value {
	signed := func(v num.Int) num.Int {
		if r.Below(2) == 0 {
			v = v.Neg()
		}
		return v
	}
	q, b := signed(randomBytes(r, int64(1+r.Below(9)))), signed(randomBytes(r, int64(1+r.Below(5))))
	if b.Sign() == 0 {
		b = num.New(-3)
	}
	rest := randomBytes(r, int64(1+r.Below(5)))
	rest = rest.Rem(b.Abs())
	a := q.Mul(b)
	op, want := [...]ir.Op{ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem}[r.Below(4)], q
	if a.Sign() < 0 && (op == ir.OpTDiv || op == ir.OpTRem) {
		rest = rest.Neg()
	}
	if a = a.Add(rest); op == ir.OpRem || op == ir.OpTRem {
		want = rest
	}
	return confirm(x, x.Raw(op, ir.Attr{}, x.Big(a), x.Big(b)), want, legal)
}

// FloatOf makes a float.
func FloatOf(x *build.Func, t ir.Type, b uint64) build.Value {
	return x.Raw(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)})
}

// floatIs confirms the bits of a float.
func floatIs(x *build.Func, v build.Value, b uint64, legal bool) build.Value {
	return confirm(x, x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, v), num.FromUint64(b), legal)
}

// poisonZero computes a zero, whose sign is known.
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
	ops := [...]struct {
		op       ir.Op
		negative bool
	}{{ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFMinNum, p || q}, {ir.OpFMaxNum, p && q}, {ir.OpFAdd, p && q},
		{ir.OpFSub, p && !q}, {ir.OpFMul, p != q}, {ir.OpCopySign, q}}
	o := ops[r.Below(len(ops))]
	return floatIs(x, x.Raw(o.op, ir.Attr{}, FloatOf(x, t, sign(p)), FloatOf(x, t, sign(q))), sign(o.negative), legal)
}

// exact is a number in big.Float, of a precision in which nothing of these sizes is rounded.
func exact(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }

// roundedTo rounds once to the precision of a format, ties to even.
func roundedTo(t ir.Type, v *big.Float) float64 {
	out, _ := new(big.Float).SetPrec(build.Mantissa[t] + 1).Set(v).Float64()
	return out
}

// poisonRounded computes with floats that are drawn to be rounded: halfway between two, or with
// a product that nearly cancels the addend.
func poisonRounded(x *build.Func, r *choice.Record, legal bool) build.Value {
	t := build.FloatTypes[r.Below(len(build.FloatTypes))]
	a, b := build.Moderate(r, t), build.Moderate(r, t)
	number := func(v float64) build.Value { return FloatOf(x, t, build.Encoded(t, v)) }
	is := func(v build.Value, want *big.Float) build.Value {
		return floatIs(x, v, build.Encoded(t, roundedTo(t, want)), legal)
	}
	switch r.Below(7) {
	case 0: // half of the last place is added
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
		from := build.FloatTypes[r.Below(2)]
		a = build.Moderate(r, from)
		if r.Below(2) == 0 { // one bit more than the result has
			m := build.Mantissa[t]
			a = math.Ldexp(float64((1<<m|r.Word()>>(64-m))<<1|1), r.Below(7)-int(m)-1)
			a, _ = new(big.Float).SetPrec(build.Mantissa[from] + 1).SetFloat64(a).Float64()
		}
		return is(x.Typed(ir.OpFPConvert, ir.Attr{}, t, FloatOf(x, from, build.Encoded(from, a))), exact(a))
	case 5:
		n := int64(r.Word()>>(64-min(build.Mantissa[t], 13))) | 1<<min(build.Mantissa[t]+1, 14)
		return is(x.Typed(ir.OpSIToFP, ir.Attr{}, t, x.Int64(n)), new(big.Float).SetPrec(400).SetInt64(n))
	}
	product := new(big.Float).Mul(exact(a), exact(b))
	c := -roundedTo(t, product)
	if r.Below(3) == 0 {
		c = build.Moderate(r, t)
	}
	return is(x.Raw(ir.OpFMA, ir.Attr{}, number(a), number(b), number(c)), product.Add(product, exact(c)))
}
