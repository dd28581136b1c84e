package ub

import (
	"math"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// poisonSources make an int that is poison exactly if legal is false, each for a reason of its own
// and as near to the legal case as it gets.
//
// A source that occurs several times is drawn as often: its variants are many. With legal set the int may be
// any number; poisoned cuts it.
var poisonSources = []func(x *build.Func, r *choice.Record, legal bool) build.Value{
	poisonUnsigned, poisonSigned, poisonKnown, poisonDivision, poisonDomain,
	poisonFloatToInt, poisonUnsignedToFloat, poisonClass, poisonLane, poisonLaneNumber,
	poisonReduction, poisonHole, poisonFragment, poisonBool, poisonMixture,
	poisonDistance, poisonArgument, poisonAlignment, poisonSignature, poisonShuffle,
	poisonCopy, poisonCopy,
	poisonMoved, poisonTruncated, poisonCleared, poisonGathered, poisonFrozen,
	poisonZero, poisonRounded, poisonRounded, poisonExchanged, poisonRotated, poisonProduct, poisonQuotient,
	poisonLane, poisonLane, poisonLane, poisonDomain, poisonDomain, poisonDistance, poisonDistance,
	poisonLeaving,
}

// poisonUnsigned violates a claim of n bits without a sign at its upper or lower end.
//
// The legal number is the largest of n bits, the other one more, or -1. Up to 70 bits, beyond a word.
func poisonUnsigned(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := uint(1 + r.Below(70))
	no := num.Pow2(n)
	if r.Below(3) == 0 {
		no = num.New(-1)
	}
	v := either(x, legal, num.Pow2(n).Sub(num.New(1)), no)
	return claimed(x, r, v, ir.Unsigned(uint32(n)))
}

// poisonSigned does so with a signed claim.
//
// The bounds are not symmetric: 2^(n-1)-1 and -2^(n-1) are both legal.
func poisonSigned(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := uint(1 + r.Below(70))
	half := num.Pow2(n - 1)
	yes, no := half.Sub(num.New(1)), half
	if r.Below(2) == 1 {
		yes = half.Neg()
		no = yes.Sub(num.New(1))
	}
	return claimed(x, r, either(x, legal, yes, no), ir.Signed(uint32(n)))
}

// poisonKnown violates a claim about single bits.
func poisonKnown(x *build.Func, r *choice.Record, legal bool) build.Value {
	k := r.Below(span.KnownBits)
	bit, above := int64(1)<<k, int64(2)<<k
	switch r.Below(5) {
	case 0:
		return claimed(x, r, either64(x, legal, above-1, bit-1), build.ClaimMenu.Ones[k])
	case 1:
		return claimed(x, r, either64(x, legal, ^bit, -1), build.ClaimMenu.Zeros[k])
	case 2:
		return claimed(x, r, either64(x, legal, above, bit), build.ClaimMenu.Low[k])
	case 3:
		return claimed(x, r, either64(x, legal, above-1, above), build.ClaimMenu.Ahead[k])
	}
	return claimed(x, r, either64(x, legal, -above, -above-1), build.ClaimMenu.Negative[k])
}

// poisonDivision divides by one or by zero.
//
// All divisions, signed and not, have no result for a divisor of 0.
func poisonDivision(x *build.Func, r *choice.Record, legal bool) build.Value {
	op := build.Divisions[r.Below(len(build.Divisions))]
	return x.Raw(op, ir.Attr{}, x.Int64(int64(r.Byte())), either64(x, legal, 1, 0))
}

// poisonDomain gives an operation an operand for which it has no result.
func poisonDomain(x *build.Func, r *choice.Record, legal bool) build.Value {
	switch r.Below(8) {
	case 0:
		return x.Raw(ir.OpShl, ir.Attr{}, x.Int64(0), either64(x, legal, 0, -1))
	case 1:
		return x.Raw(ir.OpShr, ir.Attr{}, x.Int64(1), either64(x, legal, 1, -1))
	case 2:
		return x.Raw(ir.OpCountOnes, ir.Attr{}, either64(x, legal, 0, -1))
	case 6:
		return x.Raw(ir.OpCountOnes, ir.Attr{}, either(x, legal, num.Pow2(uint(r.Below(70))), (num.Pow2(uint(r.Below(70)))).Neg()))
	case 3:
		return x.Raw(ir.OpCountTrailingZeros, ir.Attr{}, either(x, legal, num.Pow2(uint(r.Below(70))), num.Int{}))
	case 4:
		return x.Raw(ir.OpClMul, ir.Attr{}, either64(x, legal, 0, -1), x.Int64(0))
	case 5:
		return x.Raw(ir.OpClMul, ir.Attr{}, x.Int64(0), either64(x, legal, 1, -2))
	}
	if legal {
		return x.Int64(5)
	}
	return x.Poison(ir.Int)
}

// The largest and smallest floats that still fit, and the first that do not.
var conversionBounds = [...]struct {
	op      ir.Op
	n       uint32
	yes, no float64
}{
	{ir.OpFPToSI, 8, 127.96875, 128}, {ir.OpFPToSI, 8, -128.96875, -129}, {ir.OpFPToUI, 8, 255.96875, 256}, {ir.OpFPToUI, 8, -0.96875, -1},
	{ir.OpFPToSI, 1, 0.5, 1}, {ir.OpFPToSI, 1, -1.5, -2}, {ir.OpFPToUI, 1, 1.5, 2}, {ir.OpFPToSI, 32, 2147483647.5, 2147483648},
	{ir.OpFPToSI, 32, -2147483648.5, -2147483649}, {ir.OpFPToUI, 32, 4294967295.5, 4294967296}, {ir.OpFPToSI, 64, 9223372036854774784, 9223372036854775808},
	{ir.OpFPToSI, 64, -9223372036854775808, -9223372036854777856}, {ir.OpFPToUI, 64, 18446744073709549568, 1 << 64},
	{ir.OpFPToSI, 16, 5, math.Inf(1)}, {ir.OpFPToUI, 16, 5, math.NaN()}, {ir.OpFPToSI, 64, 0, math.NaN()},
}

// poisonFloatToInt converts a float at or beyond the end of what the int holds.
func poisonFloatToInt(x *build.Func, r *choice.Record, legal bool) build.Value {
	c := conversionBounds[r.Below(len(conversionBounds))]
	v := number(x, c.no)
	if legal {
		v = number(x, c.yes)
	}
	return x.Raw(c.op, ir.Attr{N: c.n}, v)
}

// poisonUnsignedToFloat converts 0 or -1 as unsigned.
//
// The saturating conversion back has a result for every float, so that only the first one makes poison.
func poisonUnsignedToFloat(x *build.Func, r *choice.Record, legal bool) build.Value {
	f := x.Typed(ir.OpUIToFP, ir.Attr{}, build.FloatTypes[r.Below(len(build.FloatTypes))], either64(x, legal, 0, -1))
	return x.Raw(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, f)
}

// poisonClass excludes the class of a float, or all others.
//
// The bits are of every class, negative ones included. nofpclass of all others permits just the one it has.
func poisonClass(x *build.Func, r *choice.Record, legal bool) build.Value {
	t := build.FloatTypes[r.Below(len(build.FloatTypes))]
	b := build.FloatBits[t][r.Below(len(build.FloatBits[t]))]
	if r.Below(2) == 1 {
		b |= 1 << (t.FloatBits() - 1)
	}
	c := build.ClassOf(t, b)
	if legal {
		c = build.AllClasses &^ c
	}
	v := x.Raw(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)})
	x.F.SetAnnot(v.ID, ir.NoFPClass(c))
	return x.Raw(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, v)
}

// poisonLane makes a lane that its format does not hold, or just does.
//
// Each row has operands a and b whose result the format does not hold, and a second operand yes for which it does.
// Kinds: s and u lanes do not wrap, i lanes do and divide by zero only.
func poisonLane(x *build.Func, r *choice.Record, legal bool) build.Value {
	bits := uint16(8 << r.Below(3))
	top := int64(1) << bits
	type row struct {
		op        ir.Op
		kind      ir.LaneKind
		a, yes, b int64
	}
	rows := []row{
		{ir.OpVecAdd, ir.LaneS, top/2 - 1, 0, 1}, {ir.OpVecSub, ir.LaneS, -top / 2, 0, 1}, {ir.OpVecAdd, ir.LaneU, top - 1, 0, 1},
		{ir.OpVecSub, ir.LaneU, 5, 5, 6}, {ir.OpVecMul, ir.LaneS, -top / 2, 1, -1}, {ir.OpVecShl, ir.LaneU, 1, int64(bits) - 1, int64(bits)},
		{ir.OpVecShl, ir.LaneS, 1, int64(bits) - 2, int64(bits) - 1}, {ir.OpVecShr, ir.LaneS, -1, 1, -1}, {ir.OpVecDiv, ir.LaneI, 5, 1, 0},
		{ir.OpVecAdd, ir.LaneU, top - 1, 0, 2}, {ir.OpVecSub, ir.LaneU, 0, 0, 1}, {ir.OpVecMul, ir.LaneU, top - 1, 1, top - 1},
		{ir.OpVecDiv, ir.LaneS, -top / 2, 1, -1}, {ir.OpVecRem, ir.LaneU, 5, 1, 0}, {ir.OpVecMul, ir.LaneU, top / 2, 1, 2},
	}
	w := rows[r.Below(len(rows))]
	l, t := ir.Lane{Kind: w.kind, Bits: bits}, ir.Vec(64, false)
	b := w.b
	if legal {
		b = w.yes
	}
	// n lanes of 8, 16 or 32 bits.
	n := 64 / int64(bits)
	at := x.Int64(int64(r.Below(int(n))))
	// The other lanes stay far from any bound.
	one := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(1))
	v := x.Raw(ir.OpVecInsert, ir.Attr{Lane: l}, one, x.Int64(w.a), at)
	u := x.Raw(ir.OpVecInsert, ir.Attr{Lane: l}, one, x.Int64(b), at)
	res := x.Raw(w.op, ir.Attr{Lane: l}, v, u)
	// A reduction is poison if one lane is, whichever it is.
	if r.Below(3) == 0 {
		return x.Raw(ir.OpVecReduceXor, ir.Attr{Lane: l}, res)
	}
	return x.Raw(ir.OpVecExtract, ir.Attr{Lane: l}, res, at)
}

// poisonLaneNumber reads or writes a lane that is or is not there.
//
// n-1 is the last lane of 128 bits; n and -1 are beside the ends.
func poisonLaneNumber(x *build.Func, r *choice.Record, legal bool) build.Value {
	bits := uint16(8 << r.Below(4))
	l, t := ir.Lane{Kind: ir.LaneU, Bits: bits}, ir.Vec(128, false)
	n := 128 / int64(bits)
	v := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(3))
	no := n
	if r.Below(2) == 1 {
		no = -1
	}
	at := either64(x, legal, n-1, no)
	// A bad insertion makes the whole vector poison, so that any lane shows it.
	if r.Below(2) == 0 {
		v = x.Raw(ir.OpVecInsert, ir.Attr{Lane: l}, v, x.Int64(1), at)
		at = x.Int64(0)
	}
	return x.Raw(ir.OpVecExtract, ir.Attr{Lane: l}, v, at)
}

// poisonShuffle indexes beyond both vectors.
//
// Two vectors of 4 lanes: 7 is the last index, 8 the first that is too large. The index vector has a byte a
// lane.
func poisonShuffle(x *build.Func, r *choice.Record, legal bool) build.Value {
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 16}, ir.Vec(64, false)
	a := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(3))
	k := uint(r.Below(4))
	index := num.New(7).Shl(8 * k)
	if !legal {
		index = num.New(8).Shl(8 * k)
	}
	at := x.Typed(ir.OpBitCast, ir.Attr{}, ir.Vec(32, false), x.Big(index))
	v := x.Raw(ir.OpVecShuffle, ir.Attr{Lane: l}, a, a, at)
	return x.Raw(ir.OpVecExtract, ir.Attr{Lane: l}, v, x.Int64(int64(k)))
}

// poisonReduction reduces one active lane or none, of operations that need one.
//
// Minimum and maximum of no lane have no result.
func poisonReduction(x *build.Func, r *choice.Record, legal bool) build.Value {
	l, t := ir.Lane{Kind: ir.LaneI, Bits: 16}, ir.Vec(64, false)
	mask := x.Typed(ir.OpBitCast, ir.Attr{}, ir.Vec(32, false), either(x, legal, num.Pow2(uint(8*r.Below(4))), num.Int{}))
	v := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.Int64(9))
	ops := [...]ir.Op{ir.OpVecReduceSMin, ir.OpVecReduceSMax, ir.OpVecReduceUMin, ir.OpVecReduceUMax}
	return x.Raw(ops[r.Below(4)], ir.Attr{Lane: l}, v, mask)
}

// poisonHole reads memory of which one byte was never set, or is poison.
//
// All bytes but the k-th are set by two fills. A load of an int is poison if one of its bytes is.
func poisonHole(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := int64(1 + r.Below(40))
	k := int64(r.Below(int(n)))
	// calloc is the source that sets all bytes by itself.
	if legal && r.Below(4) == 0 {
		p := x.External("calloc", []build.Value{x.Int64(n), x.Int64(1)}, ir.Ptr)
		return x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p)
	}
	kind := r.Below(3)
	o := x.NewSlot(r, n, build.Anything)
	if kind == 2 {
		o.Base = x.External("malloc", []build.Value{x.Int64(n)}, ir.Ptr)
		o.Base.Obj = o
	}
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, o.Base, x.Int64(1), x.Int64(k))
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(k+1))
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, q, x.Int64(1), x.Int64(n-k-1))
	at := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(k))
	switch {
	case legal:
		x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, x.Int64(7), at)
	// Of the three kinds 0 and 2 leave the byte uninit, in a slot or on the heap.
	case kind == 1:
		x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, x.Poison(ir.Int), at)
	}
	p := o.Base
	// A copy takes the hole along.
	if r.Below(3) == 0 {
		p = x.NewSlot(r, n, build.Anything).Base
		x.Emit([...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.Below(2)], ir.Attr{}, nil, p, o.Base, x.Int64(n))
	}
	return x.Typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p)
}

// poisonFragment reads a byte of a pointer as an int.
//
// One load lies over its first byte, one over its last, one on it.
func poisonFragment(x *build.Func, r *choice.Record, legal bool) build.Value {
	o := x.NewSlot(r, 16, build.Anything)
	v := x.Int64(77)
	if !legal {
		v = x.NewSlot(r, 8, build.Anything).Base
	}
	at := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(4))
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, o.Base, x.Int64(0), x.Int64(16))
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, v, at)
	switch r.Below(3) {
	case 0:
		return x.Typed(ir.OpLoad, ir.Attr{N: 5}, ir.Int, o.Base)
	case 1:
		last := x.Raw(ir.OpPtrAdd, ir.Attr{}, o.Base, x.Int64(11))
		return x.Typed(ir.OpLoad, ir.Attr{N: 4}, ir.Int, last)
	}
	return x.Typed(ir.OpLoad, ir.Attr{N: 8}, ir.Int, at)
}

// poisonBool loads a byte that is or is not a truth value.
//
// Only 0 and 1 are truth values.
func poisonBool(x *build.Func, r *choice.Record, legal bool) build.Value {
	o := x.NewSlot(r, 1, build.BytesOnly)
	x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, either64(x, legal, 1, 2), o.Base)
	b := x.Typed(ir.OpLoad, ir.Attr{N: 1}, ir.Bool, o.Base)
	return x.Raw(ir.OpBoolToInt, ir.Attr{}, b)
}

// poisonMixture puts a pointer together from two parts of pointers.
//
// A pointer that is put together byte by byte is whole only if all eight come from one pointer, in order.
func poisonMixture(x *build.Func, r *choice.Record, legal bool) build.Value {
	p := x.NewSlot(r, 8, build.Anything).Base
	q := p
	cut, from := int64(1+r.Below(7)), int64(0)
	if !legal {
		if r.Below(2) == 0 {
			q = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(1))
		} else {
			from = 1 // the right pointer, the wrong order
		}
	}
	a := x.NewSlot(r, 24, build.Anything)
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, p, a.Base)
	second := x.Raw(ir.OpPtrAdd, ir.Attr{}, a.Base, x.Int64(8))
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, q, second)
	to := x.NewSlot(r, 8, build.Anything)
	x.Emit(ir.OpMemCpy, ir.Attr{}, nil, to.Base, a.Base, x.Int64(cut))
	tail := x.Raw(ir.OpPtrAdd, ir.Attr{}, to.Base, x.Int64(cut))
	rest := x.Raw(ir.OpPtrAdd, ir.Attr{}, second, x.Int64(cut-from))
	x.Emit(ir.OpMemMove, ir.Attr{}, nil, tail, rest, x.Int64(8-cut))
	got := x.Typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, to.Base)
	return x.Raw(ir.OpPtrDiff, ir.Attr{}, got, p)
}

// poisonDistance takes the difference of pointers into one or two allocations, from any place in one to any in the
// other, in either order.
//
// One past the end (p + size) still belongs to the allocation, and one of no bytes has that place alone.
func poisonDistance(x *build.Func, r *choice.Record, legal bool) build.Value {
	size := int64(8 * r.Below(3))
	p := x.NewSlot(r, size, build.Anything).Base
	q := p
	if !legal {
		q = x.NewSlot(r, size, build.Anything).Base
	}
	p = x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(int64(r.Below(int(size)+1))))
	q = x.Raw(ir.OpPtrAdd, ir.Attr{}, q, x.Int64(int64(r.Below(int(size)+1))))
	if r.Below(2) == 0 {
		p, q = q, p
	}
	return x.Raw(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// poisonLeaving moves a pointer out of its slot: by one byte past the end, or before the start, from within or from
// outside, or after its end has come.
//
// The end is a place of the slot, and a slot of no bytes has that place alone. A pointer that is not moved may be anywhere.
func poisonLeaving(x *build.Func, r *choice.Record, legal bool) build.Value {
	size := int64(8 * r.Below(3))
	p := x.NewSlot(r, size, build.Anything).Base
	from := int64(r.Below(int(size) + 1))
	by := -from
	if !legal {
		by--
	}
	if r.Below(2) == 0 { // at the other end
		from, by = size-from, -by
	}
	if r.Below(4) == 0 { // from outside back inside
		if from, by = from+by, -by; legal {
			by = 0
		}
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, x.Int64(from))
	q = x.Raw(ir.OpPtrAddInBounds, ir.Attr{}, q, x.Int64(by))
	return x.Raw(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// poisonArgument violates the claim of a block argument.
//
// The claim stands at the edge or at the argument; both mean the same.
func poisonArgument(x *build.Func, r *choice.Record, legal bool) build.Value {
	n := uint32(1 + r.Below(64))
	v := either(x, legal, (num.Pow2(uint(n))).Sub(num.New(1)), num.Pow2(uint(n)))
	next := x.F.AddBlock(x.Region)
	onUse, onArg := ir.Unsigned(n), ir.NoAnnot
	if r.Below(2) == 0 {
		onUse, onArg = onArg, onUse
	}
	x.Br(next, x.WithToken([]ir.Operand{{Value: v.ID, Annot: onUse}}))
	a := x.F.AddArg(next, ir.Int, onArg)
	x.Open(next, nil)
	return build.Value{ID: a, Type: ir.Int, Span: span.Unsigned(64)}
}

// poisonAlignment violates an alignment claim on a pointer.
//
// The slot is aligned to 16 and a is at most 16, so that the offset alone decides.
func poisonAlignment(x *build.Func, r *choice.Record, legal bool) build.Value {
	i := x.Emit(ir.OpStackSlot, ir.Attr{Imm: 32, Align: 16}, nil)
	p := build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr}
	a := int64(2) << r.Below(4)
	off := x.Int64(a)
	if !legal {
		off = x.Int64(misaligned(r, a))
	}
	q := x.Raw(ir.OpPtrAdd, ir.Attr{}, p, off)
	x.F.SetAnnot(q.ID, ir.Aligned(uint32(a)))
	return x.Raw(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// poisonSignature violates the claim of a parameter or of a result.
//
// 255 is the largest byte.
func poisonSignature(x *build.Func, r *choice.Record, legal bool) build.Value {
	name := [...]string{"byteparam", "byteresult"}[r.Below(2)]
	identity(x.Prog, name)
	i := x.Call(x.SymbolOf(name, nil), []build.Value{either64(x, legal, 255, 256)}, []ir.Type{ir.Int})
	return build.Value{ID: x.F.Result(i, 1), Type: ir.Int, Span: span.Unsigned(64)}
}

// poisonCopy moves a pointer about, perhaps without one of its bytes, and among bytes that are
// set or not, perhaps over the boundaries that large memory is kept by.
//
// It exists because memory keeps provenance beside the bytes, by pages: a bulk copy that counts wrong loses or
// invents a pointer.
func poisonCopy(x *build.Func, r *choice.Record, legal bool) build.Value {
	// 9000 bytes span more than one page of memory.
	size := int64(40)
	if r.Below(8) == 0 {
		size = 9000
	}
	p := x.NewSlot(r, 8, build.Anything).Base
	from := x.NewSlot(r, size, build.Anything)
	at := int64(r.Below(24))
	if r.Below(3) == 0 {
		x.Emit(ir.OpMemSet, ir.Attr{}, nil, from.Base, x.Int64(3), x.Int64(at))
	}
	x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, p, x.Raw(ir.OpPtrAdd, ir.Attr{}, from.Base, x.Int64(at)))
	if size > 40 { // another over a boundary
		// at%8 decides how the pointer lies over the boundary.
		at = 4096*int64(1+r.Below(2)) - 1 - at%8
		x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, p, x.Raw(ir.OpPtrAdd, ir.Attr{}, from.Base, x.Int64(at)))
	}
	lost := int64(0)
	if !legal {
		lost = 1
	}
	start, n := int64(0), at+8-lost
	if r.Below(2) == 0 {
		start, n = at, 8-lost
	}
	by := int64(1 + r.Below(8))
	src := x.Raw(ir.OpPtrAdd, ir.Attr{}, from.Base, x.Int64(start))
	to := x.NewSlot(r, size+16, build.Anything).Base
	if legal && r.Below(2) == 0 {
		to = from.Base
	}
	dst := x.Raw(ir.OpPtrAdd, ir.Attr{}, to, x.Int64(start+by))
	x.Emit(ir.OpMemMove, ir.Attr{}, nil, dst, src, x.Int64(n))
	got := x.Typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, x.Raw(ir.OpPtrAdd, ir.Attr{}, to, x.Int64(at+by)))
	if r.Below(2) == 0 {
		x.Emit(ir.OpStore, ir.Attr{N: 1}, nil, x.Int64(1), p)
		if legal { // an access shows what the pointer is good for
			return x.Typed(ir.OpLoad, ir.Attr{N: 1}, ir.Int, got)
		}
	}
	return x.Raw(ir.OpPtrDiff, ir.Attr{}, got, p)
}
