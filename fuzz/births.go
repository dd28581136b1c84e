package fuzz

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// births make an int that is poison exactly if legal is false, each for a reason of its own
// and as near to the legal case as it gets.
var births = []func(x *function, r *record, legal bool) value{
	(*function).bornUnsigned, (*function).bornSigned, (*function).bornKnown, (*function).bornDivision, (*function).bornDomain,
	(*function).bornFloatToInt, (*function).bornUnsignedToFloat, (*function).bornClass, (*function).bornLane, (*function).bornLaneNumber,
	(*function).bornReduction, (*function).bornHole, (*function).bornFragment, (*function).bornBool, (*function).bornMixture,
	(*function).bornDistance, (*function).bornArgument, (*function).bornAlignment, (*function).bornSignature, (*function).bornShuffle,
	(*function).bornAddress, (*function).bornCopy, (*function).bornCopy,
	(*function).bornMoved, (*function).bornTruncated, (*function).bornCleared, (*function).bornGathered, (*function).bornFrozen,
	(*function).bornZero, (*function).bornRounded, (*function).bornRounded, (*function).bornExchanged, (*function).bornRotated, (*function).bornProduct, (*function).bornQuotient,
	(*function).bornLane, (*function).bornLane, (*function).bornLane, (*function).bornDomain, (*function).bornDomain,
}

// flows carry an int so that poison stays poison and the result of anything else is known to
// be in [-1, 255].
var flows = []func(x *function, r *record, v value) value{
	func(x *function, r *record, v value) value { // operations of two operands, one of them absorbing
		ops := []ir.Op{ir.OpAnd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpMin, ir.OpClMul, ir.OpRem, ir.OpShr}
		op := ops[r.below(len(ops))]
		w := v
		switch op {
		case ir.OpAnd, ir.OpMul:
			w = x.int64(0)
		case ir.OpMin:
			v = x.raw2(ir.OpAnd, ir.Attr{}, v, x.int64(1))
			w = x.int64(0)
		case ir.OpClMul:
			v = x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, v)
			w = x.int64(0)
		case ir.OpRem:
			w = x.int64(1)
		case ir.OpShr:
			v = x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, v)
			w = x.int64(8)
		}
		if r.below(2) == 1 && (op == ir.OpAnd || op == ir.OpMul || op == ir.OpMin || op == ir.OpClMul) {
			v, w = w, v
		}
		return x.raw2(op, ir.Attr{}, v, w)
	},
	func(x *function, r *record, v value) value { // of one operand
		switch r.below(8) {
		case 0:
			return x.raw2(ir.OpSExt, ir.Attr{Imm: 1}, v)
		case 1:
			return x.raw2(ir.OpZExt, ir.Attr{Imm: 5}, v)
		case 2:
			return x.raw2(ir.OpCountLeadingZeros, ir.Attr{N: 8}, v)
		case 3:
			return x.raw2(ir.OpBSwap, ir.Attr{N: 1}, v)
		case 4:
			return x.raw2(ir.OpBitReverse, ir.Attr{N: 7}, v)
		case 5:
			return x.raw2(ir.OpRotateLeft, ir.Attr{N: 6}, x.int64(3), v)
		case 6:
			return x.raw2(ir.OpRotateRight, ir.Attr{N: 6}, v, x.int64(3))
		}
		i := x.emit(ir.OpSplit, ir.Attr{N: 8}, nil, v)
		return value{id: x.f.Result(i, 1), typ: ir.Int, span: unsignedSpan(8)}
	},
	func(x *function, r *record, v value) value { // truth values
		b := x.raw2(ir.OpIntToBool, ir.Attr{}, v)
		switch r.below(4) {
		case 0:
			b = x.raw2(ir.OpBAnd, ir.Attr{}, b, x.bool(false))
		case 1:
			b = x.raw2(ir.OpBOr, ir.Attr{}, x.bool(true), b)
		case 2:
			b = x.raw2(ir.OpBXor, ir.Attr{}, b, b)
		}
		return x.raw2(ir.OpBoolToInt, ir.Attr{}, b)
	},
	func(x *function, r *record, v value) value { // the arm that is taken, or the condition
		v = x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, v)
		other := x.int64(1)
		if r.below(2) == 0 {
			other = x.raw(ir.OpPoison, ir.Int)
		}
		switch r.below(3) {
		case 0:
			return x.raw2(ir.OpSelect, ir.Attr{}, x.bool(true), v, other)
		case 1:
			return x.raw2(ir.OpSelect, ir.Attr{}, x.bool(false), other, v)
		}
		c := x.raw2(ir.OpICmp, ir.Attr{Pred: ir.Pred(r.below(6))}, v, x.int64(7))
		return x.raw2(ir.OpSelect, ir.Attr{}, c, x.int64(2), x.int64(2))
	},
	func(x *function, r *record, v value) value { // through memory
		n := 1 + r.below(9)
		o := x.newSlot(r, int64(n), bytesOnly)
		x.emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, v, o.base)
		q := o.base
		if r.below(2) == 1 {
			q = x.newSlot(r, int64(n), anything).base
			op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.below(2)]
			x.emit(op, ir.Attr{}, nil, q, o.base, x.int64(int64(n)))
		}
		i := x.emit(ir.OpLoad, ir.Attr{N: uint32(n)}, []ir.Type{ir.Int}, q)
		return x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, value{id: x.f.Result(i, 0), typ: ir.Int, span: unsignedSpan(uint(8 * n))})
	},
	func(x *function, r *record, v value) value { // through a float
		f := x.typed(ir.OpSIToFP, ir.Attr{}, ir.F64, v)
		switch r.below(6) {
		case 0:
			f = x.raw2(ir.OpFMinNum, ir.Attr{}, f, x.number(0))
		case 1:
			f = x.raw2(ir.OpFMul, ir.Attr{}, x.number(0), f)
		case 2:
			f = x.raw2(ir.OpFSub, ir.Attr{}, f, f)
		case 3:
			f = x.raw2(ir.OpCopySign, ir.Attr{}, x.number(1), f)
		case 4:
			b := x.raw2(ir.OpFCmp, ir.Attr{Pred: ir.FFalse + ir.Pred(r.below(16))}, x.number(3), f)
			return x.raw2(ir.OpBoolToInt, ir.Attr{}, b)
		}
		i := x.raw2(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, f)
		return x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, i)
	},
	func(x *function, r *record, v value) value { // through a field, bytes or a lane
		v = x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, v)
		switch r.below(3) {
		case 0:
			t := aggregates[0]
			p := []uint32{uint32(r.below(2))}
			agg := x.inserted(x.raw(ir.OpPoison, t), v, p)
			agg.typ = t
			i := x.extracted(agg, p)
			return value{id: x.f.Result(i, 0), typ: ir.Int, span: unsignedSpan(8)}
		case 1:
			b := x.typed(ir.OpBitCast, ir.Attr{}, ir.Bytes(2), v)
			return x.typed(ir.OpBitCast, ir.Attr{}, ir.Int, b)
		}
		l := ir.Lane{Kind: ir.LaneU, Bits: 16}
		w := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(64, false), v)
		ops := []ir.Op{ir.OpVecAnd, ir.OpVecMin, ir.OpVecReduceAnd, ir.OpVecReduceUMin}
		switch op := ops[r.below(len(ops))]; op {
		case ir.OpVecAnd, ir.OpVecMin:
			z := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(64, false), x.int64(0))
			w = x.raw2(op, ir.Attr{Lane: l}, z, w)
		default:
			return x.raw2(op, ir.Attr{Lane: l}, w)
		}
		return x.raw2(ir.OpVecExtract, ir.Attr{Lane: l}, w, x.int64(int64(r.below(4))))
	},
	func(x *function, r *record, v value) value { // through an atomic operation
		o := x.newSlot(r, 8, bytesOnly)
		x.emit(ir.OpStore, ir.Attr{N: 8}, nil, x.int64(0), o.base)
		if r.below(2) == 0 {
			x.emit(ir.OpRMW, ir.Attr{RMW: rmwOps[r.below(len(rmwOps))], Order: ir.SeqCst}, []ir.Type{ir.Int}, o.base, v)
		} else {
			x.emit(ir.OpCmpXchg, ir.Attr{Order: ir.SeqCst, Fail: ir.SeqCst}, []ir.Type{ir.Int}, o.base, v, x.int64(1))
		}
		i := x.emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{ir.Int}, o.base)
		return x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, value{id: x.f.Result(i, 0), typ: ir.Int})
	},
	func(x *function, r *record, v value) value { // through a block argument
		next := x.f.AddBlock(x.region)
		x.br(next, x.withToken([]ir.Operand{{Value: v.id}}))
		a := x.f.AddArg(next, ir.Int, ir.NoAnnot)
		x.open(next, nil)
		return value{id: a, typ: ir.Int, span: v.span}
	},
}

// poisoned is an int in [-1, 255] that is poison exactly if legal is false.
func (x *function) poisoned(r *record, legal bool) value {
	v := births[r.below(len(births))](x, r, legal)
	for range r.below(3) {
		v = flows[r.below(len(flows))](x, r, v)
	}
	return x.raw2(ir.OpZExt, ir.Attr{Imm: 8}, v)
}

// raw2 makes an instruction of one result, which does not join the pool.
func (x *function) raw2(op ir.Op, a ir.Attr, operands ...value) value {
	i := x.emit(op, a, nil, operands...)
	v := value{id: x.f.Result(i, 0), span: unsignedSpan(8)}
	v.typ = x.f.TypeOf(v.id)
	return v
}

// typed is raw for an operation whose result type is written.
func (x *function) typed(op ir.Op, a ir.Attr, t ir.Type, operands ...value) value {
	i := x.emit(op, a, []ir.Type{t}, operands...)
	return value{id: x.f.Result(i, 0), typ: t, span: unsignedSpan(8)}
}

// number is an f64.
func (x *function) number(v float64) value {
	return x.raw2(ir.OpFConst, ir.Attr{N: uint32(ir.F64), Imm: int64(math.Float64bits(v))})
}

// either is one of two constants.
func (x *function) either(legal bool, yes, no *big.Int) value {
	if legal {
		return x.big(yes)
	}
	return x.big(no)
}

func (x *function) either64(legal bool, yes, no int64) value {
	return x.either(legal, big.NewInt(yes), big.NewInt(no))
}

// claimed is v with a claim, at its definition or where an addition reads it.
func (x *function) claimed(r *record, v value, a ir.Annot) value {
	zero := x.int64(0)
	if r.below(2) == 0 {
		w := x.raw2(ir.OpAdd, ir.Attr{}, v, zero)
		x.f.SetAnnot(w.id, a)
		return w
	}
	w := x.raw2(ir.OpAdd, ir.Attr{}, v, zero)
	x.f.SetOperand(x.f.Def(w.id), 0, ir.Operand{Value: v.id, Annot: a})
	return w
}

func (x *function) bornUnsigned(r *record, legal bool) value {
	n := uint(1 + r.below(70))
	no := pow2(n)
	if r.below(3) == 0 {
		no = big.NewInt(-1)
	}
	v := x.either(legal, new(big.Int).Sub(pow2(n), bigOne), no)
	return x.claimed(r, v, ir.Unsigned(uint32(n)))
}

func (x *function) bornSigned(r *record, legal bool) value {
	n := uint(1 + r.below(70))
	half := pow2(n - 1)
	yes, no := new(big.Int).Sub(half, bigOne), half
	if r.below(2) == 1 {
		yes = new(big.Int).Neg(half)
		no = new(big.Int).Sub(yes, bigOne)
	}
	return x.claimed(r, x.either(legal, yes, no), ir.Signed(uint32(n)))
}

func (x *function) bornKnown(r *record, legal bool) value {
	k := r.below(knownBits)
	bit, above := int64(1)<<k, int64(2)<<k
	switch r.below(5) {
	case 0:
		return x.claimed(r, x.either64(legal, above-1, bit-1), claimMenu.Ones[k])
	case 1:
		return x.claimed(r, x.either64(legal, ^bit, -1), claimMenu.Zeros[k])
	case 2:
		return x.claimed(r, x.either64(legal, above, bit), claimMenu.Low[k])
	case 3:
		return x.claimed(r, x.either64(legal, above-1, above), claimMenu.Ahead[k])
	}
	return x.claimed(r, x.either64(legal, -above, -above-1), claimMenu.Negative[k])
}

func (x *function) bornDivision(r *record, legal bool) value {
	op := divisions[r.below(len(divisions))]
	return x.raw2(op, ir.Attr{}, x.int64(int64(r.byte())), x.either64(legal, 1, 0))
}

func (x *function) bornDomain(r *record, legal bool) value {
	switch r.below(8) {
	case 0:
		return x.raw2(ir.OpShl, ir.Attr{}, x.int64(0), x.either64(legal, 0, -1))
	case 1:
		return x.raw2(ir.OpShr, ir.Attr{}, x.int64(1), x.either64(legal, 1, -1))
	case 2:
		return x.raw2(ir.OpCountOnes, ir.Attr{}, x.either64(legal, 0, -1))
	case 6:
		return x.raw2(ir.OpCountOnes, ir.Attr{}, x.either(legal, pow2(uint(r.below(70))), new(big.Int).Neg(pow2(uint(r.below(70))))))
	case 3:
		return x.raw2(ir.OpCountTrailingZeros, ir.Attr{}, x.either(legal, pow2(uint(r.below(70))), bigZero))
	case 4:
		return x.raw2(ir.OpClMul, ir.Attr{}, x.either64(legal, 0, -1), x.int64(0))
	case 5:
		return x.raw2(ir.OpClMul, ir.Attr{}, x.int64(0), x.either64(legal, 1, -2))
	}
	if legal {
		return x.int64(5)
	}
	return x.raw(ir.OpPoison, ir.Int)
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

func (x *function) bornFloatToInt(r *record, legal bool) value {
	c := conversionBounds[r.below(len(conversionBounds))]
	v := x.number(c.no)
	if legal {
		v = x.number(c.yes)
	}
	return x.raw2(c.op, ir.Attr{N: c.n}, v)
}

func (x *function) bornUnsignedToFloat(r *record, legal bool) value {
	f := x.typed(ir.OpUIToFP, ir.Attr{}, floatTypes[r.below(len(floatTypes))], x.either64(legal, 0, -1))
	return x.raw2(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, f)
}

// bornClass excludes the class of a float, or all others.
func (x *function) bornClass(r *record, legal bool) value {
	t := floatTypes[r.below(len(floatTypes))]
	b := floatBits[t][r.below(len(floatBits[t]))]
	if r.below(2) == 1 {
		b |= 1 << (t.FloatBits() - 1)
	}
	c := classOf(t, b)
	if legal {
		c = allClasses &^ c
	}
	v := x.raw2(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)})
	x.f.SetAnnot(v.id, ir.NoFPClass(c))
	return x.raw2(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, v)
}

// bornLane makes a lane that its format does not hold, or just does.
func (x *function) bornLane(r *record, legal bool) value {
	bits := uint16(8 << r.below(3))
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
	w := rows[r.below(len(rows))]
	l, t := ir.Lane{Kind: w.kind, Bits: bits}, ir.Vec(64, false)
	b := w.b
	if legal {
		b = w.yes
	}
	n := 64 / int64(bits)
	at := x.int64(int64(r.below(int(n))))
	// The other lanes stay far from any bound.
	one := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(1))
	v := x.raw2(ir.OpVecInsert, ir.Attr{Lane: l}, one, x.int64(w.a), at)
	u := x.raw2(ir.OpVecInsert, ir.Attr{Lane: l}, one, x.int64(b), at)
	res := x.raw2(w.op, ir.Attr{Lane: l}, v, u)
	if r.below(3) == 0 {
		return x.raw2(ir.OpVecReduceXor, ir.Attr{Lane: l}, res)
	}
	return x.raw2(ir.OpVecExtract, ir.Attr{Lane: l}, res, at)
}

func (x *function) bornLaneNumber(r *record, legal bool) value {
	bits := uint16(8 << r.below(4))
	l, t := ir.Lane{Kind: ir.LaneU, Bits: bits}, ir.Vec(128, false)
	n := 128 / int64(bits)
	v := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(3))
	no := n
	if r.below(2) == 1 {
		no = -1
	}
	at := x.either64(legal, n-1, no)
	if r.below(2) == 0 {
		v = x.raw2(ir.OpVecInsert, ir.Attr{Lane: l}, v, x.int64(1), at)
		at = x.int64(0)
	}
	return x.raw2(ir.OpVecExtract, ir.Attr{Lane: l}, v, at)
}

func (x *function) bornShuffle(r *record, legal bool) value {
	l, t := ir.Lane{Kind: ir.LaneU, Bits: 16}, ir.Vec(64, false)
	a := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(3))
	k := uint(r.below(4))
	index := new(big.Int).Lsh(big.NewInt(7), 8*k)
	if !legal {
		index.Lsh(big.NewInt(8), 8*k)
	}
	at := x.typed(ir.OpBitCast, ir.Attr{}, ir.Vec(32, false), x.big(index))
	v := x.raw2(ir.OpVecShuffle, ir.Attr{Lane: l}, a, a, at)
	return x.raw2(ir.OpVecExtract, ir.Attr{Lane: l}, v, x.int64(int64(k)))
}

func (x *function) bornReduction(r *record, legal bool) value {
	l, t := ir.Lane{Kind: ir.LaneI, Bits: 16}, ir.Vec(64, false)
	mask := x.typed(ir.OpBitCast, ir.Attr{}, ir.Vec(32, false), x.either(legal, pow2(uint(8*r.below(4))), bigZero))
	v := x.typed(ir.OpVecSplat, ir.Attr{Lane: l}, t, x.int64(9))
	ops := [...]ir.Op{ir.OpVecReduceSMin, ir.OpVecReduceSMax, ir.OpVecReduceUMin, ir.OpVecReduceUMax}
	return x.raw2(ops[r.below(4)], ir.Attr{Lane: l}, v, mask)
}

// bornHole reads memory of which one byte was never set, or is poison.
func (x *function) bornHole(r *record, legal bool) value {
	n := int64(1 + r.below(40))
	k := int64(r.below(int(n)))
	if legal && r.below(4) == 0 {
		p := x.external("calloc", []value{x.int64(n), x.int64(1)}, ir.Ptr)
		return x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p)
	}
	kind := r.below(3)
	o := x.newSlot(r, n, anything)
	if kind == 2 {
		o.base = x.external("malloc", []value{x.int64(n)}, ir.Ptr)
		o.base.obj = o
	}
	x.emit(ir.OpMemSet, ir.Attr{}, nil, o.base, x.int64(1), x.int64(k))
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(k+1))
	x.emit(ir.OpMemSet, ir.Attr{}, nil, q, x.int64(1), x.int64(n-k-1))
	at := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(k))
	switch {
	case legal:
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.int64(7), at)
	case kind == 1:
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.raw(ir.OpPoison, ir.Int), at)
	}
	p := o.base
	if r.below(3) == 0 {
		p = x.newSlot(r, n, anything).base
		x.emit([...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.below(2)], ir.Attr{}, nil, p, o.base, x.int64(n))
	}
	return x.typed(ir.OpLoad, ir.Attr{N: uint32(n)}, ir.Int, p)
}

// bornFragment reads a byte of a pointer as an int.
func (x *function) bornFragment(r *record, legal bool) value {
	o := x.newSlot(r, 16, anything)
	v := x.int64(77)
	if !legal {
		v = x.newSlot(r, 8, anything).base
	}
	at := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(4))
	x.emit(ir.OpMemSet, ir.Attr{}, nil, o.base, x.int64(0), x.int64(16))
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, v, at)
	switch r.below(3) {
	case 0:
		return x.typed(ir.OpLoad, ir.Attr{N: 5}, ir.Int, o.base)
	case 1:
		last := x.raw2(ir.OpPtrAdd, ir.Attr{}, o.base, x.int64(11))
		return x.typed(ir.OpLoad, ir.Attr{N: 4}, ir.Int, last)
	}
	return x.typed(ir.OpLoad, ir.Attr{N: 8}, ir.Int, at)
}

func (x *function) bornBool(r *record, legal bool) value {
	o := x.newSlot(r, 1, bytesOnly)
	x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.either64(legal, 1, 2), o.base)
	b := x.typed(ir.OpLoad, ir.Attr{N: 1}, ir.Bool, o.base)
	return x.raw2(ir.OpBoolToInt, ir.Attr{}, b)
}

// bornMixture puts a pointer together from two parts of pointers.
func (x *function) bornMixture(r *record, legal bool) value {
	p := x.newSlot(r, 8, anything).base
	q := p
	cut, from := int64(1+r.below(7)), int64(0)
	if !legal {
		if r.below(2) == 0 {
			q = x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(1))
		} else {
			from = 1 // the right pointer, the wrong order
		}
	}
	a := x.newSlot(r, 24, anything)
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, p, a.base)
	second := x.raw2(ir.OpPtrAdd, ir.Attr{}, a.base, x.int64(8))
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, q, second)
	to := x.newSlot(r, 8, anything)
	x.emit(ir.OpMemCpy, ir.Attr{}, nil, to.base, a.base, x.int64(cut))
	tail := x.raw2(ir.OpPtrAdd, ir.Attr{}, to.base, x.int64(cut))
	rest := x.raw2(ir.OpPtrAdd, ir.Attr{}, second, x.int64(cut-from))
	x.emit(ir.OpMemMove, ir.Attr{}, nil, tail, rest, x.int64(8-cut))
	got := x.typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, to.base)
	return x.raw2(ir.OpPtrDiff, ir.Attr{}, got, p)
}

func (x *function) bornDistance(r *record, legal bool) value {
	p := x.newSlot(r, 8, anything).base
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.int64(8))
	if !legal {
		q = x.newSlot(r, 8, anything).base
	}
	return x.raw2(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// bornArgument violates the claim of a block argument.
func (x *function) bornArgument(r *record, legal bool) value {
	n := uint32(1 + r.below(64))
	v := x.either(legal, new(big.Int).Sub(pow2(uint(n)), bigOne), pow2(uint(n)))
	next := x.f.AddBlock(x.region)
	onUse, onArg := ir.Unsigned(n), ir.NoAnnot
	if r.below(2) == 0 {
		onUse, onArg = onArg, onUse
	}
	x.br(next, x.withToken([]ir.Operand{{Value: v.id, Annot: onUse}}))
	a := x.f.AddArg(next, ir.Int, onArg)
	x.open(next, nil)
	return value{id: a, typ: ir.Int, span: unsignedSpan(64)}
}

// misaligned is a number in [1, a) for a power of two a: half of it, 1, or any.
func misaligned(r *record, a int64) int64 {
	switch r.below(3) {
	case 0:
		return a / 2
	case 1:
		return 1
	}
	return 1 + int64(r.byte())%(a-1)
}

func (x *function) bornAlignment(r *record, legal bool) value {
	i := x.emit(ir.OpStackSlot, ir.Attr{Imm: 32, Align: 16}, nil)
	p := value{id: x.f.Result(i, 0), typ: ir.Ptr}
	a := int64(2) << r.below(4)
	off := x.int64(a)
	if !legal {
		off = x.int64(misaligned(r, a))
	}
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, off)
	x.f.SetAnnot(q.id, ir.Aligned(uint32(a)))
	return x.raw2(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// bornSignature violates the claim of a parameter or of a result.
func (x *function) bornSignature(r *record, legal bool) value {
	name := [...]string{"byteparam", "byteresult"}[r.below(2)]
	x.g.identity(name)
	i := x.call(x.symbolOf(name, nil), []value{x.either64(legal, 255, 256)}, []ir.Type{ir.Int})
	return value{id: x.f.Result(i, 1), typ: ir.Int, span: unsignedSpan(64)}
}

// identity makes a function that returns its argument; it claims to take or to give a byte.
func (g *generator) identity(name string) {
	if g.m.Func(name) != nil {
		return
	}
	p, res := ir.Param{Type: ir.Int, Annot: ir.Unsigned(8)}, ir.Param{Type: ir.Int}
	if name == "byteresult" {
		p, res = res, p
	}
	f := g.m.AddFunc(name, []ir.Param{p}, []ir.Param{res})
	b := f.At(f.AddBlock(ir.Body))
	b.Ret(ir.Synthetic, b.Param(0, ir.Synthetic))
}

// bornAddress leaves the 64-bit addresses.
func (x *function) bornAddress(r *record, legal bool) value {
	p := x.newSlot(r, 8, anything).base
	q := x.raw2(ir.OpPtrAdd, ir.Attr{}, p, x.either(legal, big.NewInt(1<<20), pow2(64)))
	return x.raw2(ir.OpPtrDiff, ir.Attr{}, q, p)
}

// bornCopy moves a pointer about, perhaps without one of its bytes, and among bytes that are
// set or not, perhaps over the boundaries that large memory is kept by.
func (x *function) bornCopy(r *record, legal bool) value {
	size := int64(40)
	if r.below(8) == 0 {
		size = 9000
	}
	p := x.newSlot(r, 8, anything).base
	from := x.newSlot(r, size, anything)
	at := int64(r.below(24))
	if r.below(3) == 0 {
		x.emit(ir.OpMemSet, ir.Attr{}, nil, from.base, x.int64(3), x.int64(at))
	}
	x.emit(ir.OpStore, ir.Attr{N: 8}, nil, p, x.raw2(ir.OpPtrAdd, ir.Attr{}, from.base, x.int64(at)))
	if size > 40 { // another over a boundary
		at = 4096*int64(1+r.below(2)) - 1 - at%8
		x.emit(ir.OpStore, ir.Attr{N: 8}, nil, p, x.raw2(ir.OpPtrAdd, ir.Attr{}, from.base, x.int64(at)))
	}
	lost := int64(0)
	if !legal {
		lost = 1
	}
	start, n := int64(0), at+8-lost
	if r.below(2) == 0 {
		start, n = at, 8-lost
	}
	by := int64(1 + r.below(8))
	src := x.raw2(ir.OpPtrAdd, ir.Attr{}, from.base, x.int64(start))
	to := x.newSlot(r, size+16, anything).base
	if legal && r.below(2) == 0 {
		to = from.base
	}
	dst := x.raw2(ir.OpPtrAdd, ir.Attr{}, to, x.int64(start+by))
	x.emit(ir.OpMemMove, ir.Attr{}, nil, dst, src, x.int64(n))
	got := x.typed(ir.OpLoad, ir.Attr{N: 8}, ir.Ptr, x.raw2(ir.OpPtrAdd, ir.Attr{}, to, x.int64(at+by)))
	if r.below(2) == 0 {
		x.emit(ir.OpStore, ir.Attr{N: 1}, nil, x.int64(1), p)
		if legal { // an access shows what the pointer is good for
			return x.typed(ir.OpLoad, ir.Attr{N: 1}, ir.Int, got)
		}
	}
	return x.raw2(ir.OpPtrDiff, ir.Attr{}, got, p)
}
