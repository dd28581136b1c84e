package fuzz

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// vectors are the vector types that programs use.
var vectors = [...]ir.Type{ir.Vec(128, false), ir.Vec(64, false), ir.Vec(256, false), ir.Vec(64, true), ir.Vec(128, true), ir.Vec(32, false)}

// The lane formats of the kinds of operations.
var (
	intLanes = []ir.Lane{{Kind: ir.LaneI, Bits: 32}, {Kind: ir.LaneI, Bits: 8}, {Kind: ir.LaneI, Bits: 16}, {Kind: ir.LaneI, Bits: 64},
		{Kind: ir.LaneU, Bits: 8}, {Kind: ir.LaneU, Bits: 16}, {Kind: ir.LaneU, Bits: 32}, {Kind: ir.LaneU, Bits: 64},
		{Kind: ir.LaneS, Bits: 8}, {Kind: ir.LaneS, Bits: 16}, {Kind: ir.LaneS, Bits: 32}, {Kind: ir.LaneS, Bits: 64}}
	floatLanes = []ir.Lane{{Kind: ir.LaneF, Bits: 32}, {Kind: ir.LaneF, Bits: 64}, {Kind: ir.LaneF, Bits: 16}, {Kind: ir.LaneBF, Bits: 16}}
	maskLane   = ir.Lane{Kind: ir.LaneMask, Bits: 8}
	ptrLane    = ir.Lane{Kind: ir.LanePtr, Bits: 64}
)

// lane draws a lane format that t has; wide allows floats, or masks.
func lane(r *record, t ir.Type, tables ...[]ir.Lane) ir.Lane {
	var fits []ir.Lane
	for _, table := range tables {
		for _, l := range table {
			if _, ok := l.Lanes(t); ok {
				fits = append(fits, l)
			}
		}
	}
	return fits[r.below(len(fits))]
}

// anyVector picks a vector without pointers.
func (x *function) anyVector(r *record) value {
	p := x.maybePoison(r)
	if v := x.find(r, func(v *value) bool {
		return v.typ.Kind() == ir.KindVec && v.typ.VecBits() >= 32 && v.flags&fragments == 0 && (p || v.flags&tainted == 0)
	}); v != nil {
		return *v
	}
	return x.splat(r, vectors[r.below(len(vectors))])
}

// like picks another vector of the type of a.
func (x *function) like(r *record, a value) value {
	if v := x.find(r, func(v *value) bool { return v.typ == a.typ && v.flags&(fragments|tainted) == 0 }); v != nil {
		return *v
	}
	return x.splat(r, a.typ)
}

// splat makes a vector of equal lanes.
func (x *function) splat(r *record, t ir.Type) value {
	if n, _ := t.Size(1); !t.Scalable() && r.below(2) == 1 {
		v := x.constantIn(r, unsignedSpan(uint(8*n)))
		return x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, v), 0, value{})
	}
	l := lane(r, t, intLanes)
	return x.splatOf(t, l, x.intIn(r, laneSpan(l)))
}

func (x *function) splatOf(t ir.Type, l ir.Lane, v value) value {
	f := v.flags
	return x.define(x.emit(ir.OpVecSplat, ir.Attr{Lane: l}, []ir.Type{t}, v), 0, value{flags: f, nan: v.nan})
}

// laneSpan are the ints of a lane.
func laneSpan(l ir.Lane) span {
	if l.Kind == ir.LaneS {
		return signedSpan(uint(l.Bits))
	}
	return unsignedSpan(uint(l.Bits))
}

func (x *function) vectorMake(r *record) {
	t := vectors[r.below(len(vectors))]
	switch r.below(4) {
	case 0:
		if x.g.has(Floats) {
			l := lane(r, t, floatLanes)
			x.splatOf(t, l, x.anyFloat(r, l.Scalar()))
			return
		}
	case 1:
		x.splatOf(t, maskLane, x.anyBool(r))
		return
	}
	x.splat(r, t)
}

// maskBytes are bytes of masks: what is not zero is active.
var maskBytes = [...]int64{0, 1, 0, 1, 2, 0, 0x80, 0xff, 0}

// mask finds or makes a mask for the lanes of t; its bytes are known.
func (x *function) mask(r *record, l ir.Lane, t ir.Type) value {
	m, _ := l.MaskOf(t)
	if r.below(4) > 0 {
		if v := x.find(r, func(v *value) bool { return v.typ == m && x.usable(v) && !v.nan }); v != nil {
			return *v
		}
	}
	if m.Scalable() {
		return x.splatOf(m, maskLane, x.anyBool(r))
	}
	n, _ := m.Size(1)
	v := new(big.Int)
	for range n {
		v.Lsh(v, 8).Or(v, big.NewInt(maskBytes[r.below(len(maskBytes))]))
	}
	return x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{m}, x.big(v)), 0, value{})
}

var (
	intLaneOps = []ir.Op{ir.OpVecAdd, ir.OpVecSub, ir.OpVecMul, ir.OpVecMin, ir.OpVecMax, ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor,
		ir.OpVecShl, ir.OpVecShr, ir.OpVecDiv, ir.OpVecRem}
	floatLaneOps = []ir.Op{ir.OpVecFAdd, ir.OpVecFSub, ir.OpVecFMul, ir.OpVecFDiv, ir.OpVecFMin, ir.OpVecFMax, ir.OpVecFNeg, ir.OpVecFAbs}
)

// lanePoisons says whether an operation on known lanes may make poison lanes.
func lanePoisons(op ir.Op, l ir.Lane) bool {
	switch op {
	case ir.OpVecMin, ir.OpVecMax, ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor:
		return false
	case ir.OpVecDiv, ir.OpVecRem:
		return true
	case ir.OpVecShr:
		return l.Kind == ir.LaneS
	}
	return l.Kind != ir.LaneI
}

func (x *function) vectorOp(r *record) {
	a := x.anyVector(r)
	if x.g.has(Floats) && r.below(3) == 0 {
		x.floatLaneOp(r, a)
		return
	}
	op := intLaneOps[r.below(len(intLaneOps))]
	tables := [][]ir.Lane{intLanes}
	if op == ir.OpVecAnd || op == ir.OpVecOr || op == ir.OpVecXor {
		tables = append(tables, []ir.Lane{maskLane, maskLane})
	}
	l := lane(r, a.typ, tables...)
	b := x.like(r, a)
	poisons := lanePoisons(op, l)
	if (op == ir.OpVecDiv || op == ir.OpVecRem) && l.Kind != ir.LaneS && !x.unguarded(r) {
		one := x.splatOf(a.typ, l, x.int64(1))
		b = x.define(x.emit(ir.OpVecOr, ir.Attr{Lane: l}, nil, b, one), 0, value{flags: flow(b)})
		poisons = false
	}
	operands := []value{a, b}
	if r.chance(250) {
		operands = append(operands, x.mask(r, l, a.typ))
	}
	v := value{flags: flow(operands...)}
	if poisons && x.g.cfg.UB == 0 {
		v.flags |= tainted
	}
	x.define(x.emit(op, ir.Attr{Lane: l}, nil, operands...), 0, v)
}

func (x *function) floatLaneOp(r *record, a value) {
	l := lane(r, a.typ, floatLanes)
	op := floatLaneOps[r.below(len(floatLaneOps))]
	operands := []value{a}
	if op != ir.OpVecFNeg && op != ir.OpVecFAbs {
		operands = append(operands, x.like(r, a))
	}
	v := value{flags: same(operands...), nan: true}
	if r.chance(250) {
		operands = append(operands, x.mask(r, l, a.typ))
	}
	attr := ir.Attr{Lane: l}
	if op.Is(ir.HasFPFlags) && r.chance(150) {
		attr.Flags = ir.FPFlags(r.below(4))
	}
	// Lanes of another format may have been read as floats: what a NaN becomes is seen in them.
	for n := range operands {
		if operands[n].nan {
			v.flags |= unspecified
		}
	}
	x.define(x.emit(op, attr, nil, operands...), 0, v)
}

func (x *function) vectorCompare(r *record) {
	a := x.anyVector(r)
	b := x.like(r, a)
	if x.g.has(Floats) && r.below(2) == 1 {
		attr := ir.Attr{Lane: lane(r, a.typ, floatLanes), Pred: ir.FFalse + ir.Pred(r.below(int(ir.FTrue-ir.FFalse)+1))}
		x.define(x.emit(ir.OpVecFCmp, attr, nil, a, b), 0, value{flags: flow(a, b)})
		return
	}
	attr := ir.Attr{Lane: lane(r, a.typ, intLanes), Pred: ir.Pred(r.below(6))}
	x.define(x.emit(ir.OpVecICmp, attr, nil, a, b), 0, value{flags: flow(a, b)})
}

var intReductions = []ir.Op{ir.OpVecReduceAdd, ir.OpVecReduceMul, ir.OpVecReduceSMin, ir.OpVecReduceSMax, ir.OpVecReduceUMin,
	ir.OpVecReduceUMax, ir.OpVecReduceAnd, ir.OpVecReduceOr, ir.OpVecReduceXor}

var floatReductions = []ir.Op{ir.OpVecReduceFAdd, ir.OpVecReduceFMin, ir.OpVecReduceFMax}

// maxVScale bounds the scale of vectors that sums are prepared for.
const maxVScale = 16

func (x *function) vectorReduce(r *record) {
	a := x.anyVector(r)
	masked := r.chance(300)
	if x.g.has(Floats) && r.below(4) == 0 {
		op := floatReductions[r.below(3)]
		l := lane(r, a.typ, floatLanes)
		if r.chance(150) {
			a = x.splatOf(a.typ, l, x.floatOf(l.Scalar(), uint64(1)<<(l.Bits-1)))
		}
		operands := []value{a}
		v := value{flags: flow(a), class: allClasses, nan: true}
		if masked {
			operands = append(operands, x.mask(r, l, a.typ))
			if op != ir.OpVecReduceFAdd {
				v.flags |= tainted
			}
		}
		attr := ir.Attr{Lane: l}
		if r.chance(200) {
			attr.Flags = ir.FPFlags(r.below(4))
		}
		x.define(x.emit(op, attr, nil, operands...), 0, v)
		return
	}
	op := intReductions[r.below(len(intReductions))]
	l := lane(r, a.typ, intLanes)
	n, _ := l.Lanes(a.typ)
	if a.typ.Scalable() {
		n *= maxVScale
	}
	s := laneSpan(l)
	v := value{flags: flow(a)}
	switch op {
	case ir.OpVecReduceAdd:
		if l.Kind != ir.LaneI {
			k := big.NewInt(int64(n))
			s = between(minOf(bigZero, new(big.Int).Mul(s.lo, k)), new(big.Int).Mul(s.hi, k))
		}
	case ir.OpVecReduceMul:
		if l.Kind != ir.LaneI {
			if int(n)*int(l.Bits) > x.maxBits() {
				l.Kind, s = ir.LaneI, unsignedSpan(uint(l.Bits))
			} else {
				s = signedSpan(uint(n)*uint(l.Bits) + 1)
			}
		}
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		s = signedSpan(uint(l.Bits))
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		s = unsignedSpan(uint(l.Bits))
	case ir.OpVecReduceAnd, ir.OpVecReduceOr, ir.OpVecReduceXor:
		s = s.hull(within(-1, 0))
		if l.Kind != ir.LaneS {
			s = laneSpan(l)
		}
	}
	operands := []value{a}
	if masked {
		operands = append(operands, x.mask(r, l, a.typ))
		if op >= ir.OpVecReduceSMin && op <= ir.OpVecReduceUMax {
			v.flags |= tainted
		}
		if op == ir.OpVecReduceMul {
			s = s.hull(within(1, 1))
		}
	}
	v.span = s
	x.define(x.emit(op, ir.Attr{Lane: l}, nil, operands...), 0, v)
}

func (x *function) vectorPermute(r *record) {
	if r.chance(120) && x.g.has(Memory) && x.pointerLanes(r) {
		return
	}
	a := x.anyVector(r)
	l := lane(r, a.typ, intLanes, floatLanes, []ir.Lane{maskLane})
	n, _ := l.Lanes(a.typ)
	attr := ir.Attr{Lane: l}
	moved := value{flags: a.flags, nan: a.nan}
	switch r.below(7) {
	case 0:
		b := x.like(r, a)
		v := value{flags: a.flags | b.flags, nan: a.nan || b.nan}
		x.define(x.emit(ir.OpVecSelect, attr, nil, x.mask(r, l, a.typ), a, b), 0, v)
	case 1:
		x.define(x.emit(ir.OpVecCompress, attr, nil, a, x.mask(r, l, a.typ)), 0, moved)
	case 2:
		x.define(x.emit(ir.OpVecExpand, attr, nil, a, x.mask(r, l, a.typ)), 0, moved)
	case 3:
		x.vectorInsert(r, a, l, n)
	case 4:
		x.vectorShuffle(r, a, l, n)
	default:
		x.vectorExtract(r, a, l, n)
	}
}

// laneNumber is a lane index; without a guard it may be out of range.
func (x *function) laneNumber(r *record, n uint32) (value, bool) {
	if x.unguarded(r) {
		return x.intIn(r, within(-1, int64(n)+1)), true
	}
	return x.intIn(r, within(0, int64(n)-1)), false
}

func (x *function) vectorExtract(r *record, a value, l ir.Lane, n uint32) {
	k, bad := x.laneNumber(r, n)
	v := value{flags: a.flags | k.flags, nan: a.nan && l.IsFloat(), class: allClasses, span: laneSpan(l)}
	if bad && x.g.cfg.UB == 0 {
		v.flags |= tainted
	}
	if a.nan && !l.IsFloat() {
		v.flags |= unspecified
	}
	x.define(x.emit(ir.OpVecExtract, ir.Attr{Lane: l}, nil, a, k), 0, v)
}

func (x *function) vectorInsert(r *record, a value, l ir.Lane, n uint32) {
	s := x.satisfy(r, shape{typ: l.Scalar(), span: laneSpan(l)})
	k, bad := x.laneNumber(r, n)
	v := value{flags: a.flags | s.flags | k.flags, nan: a.nan || s.nan}
	if bad && x.g.cfg.UB == 0 {
		v.flags |= tainted
	}
	x.define(x.emit(ir.OpVecInsert, ir.Attr{Lane: l}, nil, a, s, k), 0, v)
}

func (x *function) vectorShuffle(r *record, a value, l ir.Lane, n uint32) {
	b := x.like(r, a)
	index := x.indices(r, a.typ, n, 8, 1, 0, int64(2*n)-1)
	v := value{flags: a.flags | b.flags, nan: a.nan || b.nan}
	if a.typ.Scalable() {
		v.flags |= index.flags
	}
	x.define(x.emit(ir.OpVecShuffle, ir.Attr{Lane: l}, nil, a, b, index), 0, v)
}

// indices makes a vector of n lanes of the given bits, each a multiple of step in [least, most],
// of which least is at most 0 and not below -255; where the length is not known in [0, most].
func (x *function) indices(r *record, t ir.Type, n uint32, bits uint, step, least, most int64) value {
	it := ir.Vec(n*uint32(bits), t.Scalable())
	if t.Scalable() {
		l := ir.Lane{Kind: ir.LaneU, Bits: uint16(bits)}
		k := x.intIn(r, within(0, most))
		if step > 1 {
			k = x.binary(r, ir.OpAnd, k, x.int64(-step))
		}
		return x.splatOf(it, l, k)
	}
	v := new(big.Int)
	for range n {
		k := int64(r.byte()) % (most + 1)
		if least < 0 && r.below(2) == 1 {
			k = -(int64(r.byte()) % (1 - least))
		}
		lane := big.NewInt(k - k%step)
		v.Lsh(v, bits).Or(v, lane.And(lane, laneMask(bits)))
	}
	return x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{it}, x.big(v)), 0, value{})
}

// laneMask is the largest lane of the given bits.
func laneMask(bits uint) *big.Int { return new(big.Int).Sub(pow2(bits), bigOne) }

// pointerLanes moves pointers through a vector.
func (x *function) pointerLanes(r *record) bool {
	p := x.anyPointer(r)
	if p == nil {
		return false
	}
	q := *p
	attr := ir.Attr{Lane: ptrLane}
	t := ir.Vec(128, false)
	v := x.splatOf(t, ptrLane, q)
	x.pool[len(x.pool)-1].flags |= fragments
	for range 1 + r.below(3) {
		v = x.movePointers(r, v, q)
	}
	x.define(x.emit(ir.OpVecExtract, attr, nil, v, x.int64(int64(r.below(2)))), 0, value{flags: v.flags & tainted, obj: q.obj, wild: q.wild, lo: q.lo, hi: q.hi})
	return true
}

// movePointers makes a vector from v, whose lanes are all q. A result with other lanes
// counts as tainted.
func (x *function) movePointers(r *record, v, q value) value {
	attr := ir.Attr{Lane: ptrLane}
	moved := value{flags: fragments | v.flags&tainted}
	switch r.below(7) {
	case 0:
		return x.define(x.emit(ir.OpVecInsert, attr, nil, v, q, x.int64(int64(r.below(2)))), 0, moved)
	case 1:
		return x.define(x.emit(ir.OpVecSelect, attr, nil, x.mask(r, ptrLane, v.typ), v, v), 0, moved)
	case 2:
		return x.define(x.emit(ir.OpVecShuffle, attr, nil, v, v, x.indices(r, v.typ, 2, 8, 1, 0, 3)), 0, moved)
	case 3:
		x.define(x.emit(ir.OpVecCompress, attr, nil, v, x.mask(r, ptrLane, v.typ)), 0, value{flags: fragments | tainted})
	case 4:
		x.define(x.emit(ir.OpVecExpand, attr, nil, v, x.mask(r, ptrLane, v.typ)), 0, value{flags: fragments | tainted})
	default:
		x.pointerVectorMemory(r)
	}
	return v
}

// pointerVectorMemory moves a vector of pointers from or to where pointers are.
func (x *function) pointerVectorMemory(r *record) {
	p := x.find(r, func(v *value) bool {
		return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 && v.obj.content == pointersOnly && v.obj.size >= 16 && v.lo == 0 && v.hi == 0
	})
	if p == nil {
		x.pointerSlot(r)
		return
	}
	to := *p
	t, attr := ir.Vec(128, false), ir.Attr{Lane: ptrLane}
	mask := x.mask(r, ptrLane, t)
	write := r.below(2) == 1 && !to.obj.constant
	var data value
	if write {
		data = x.splatOf(t, ptrLane, x.into(r, to.obj.pointee, 8))
		x.pool[len(x.pool)-1].flags |= fragments
	}
	if r.below(2) == 0 {
		if write {
			x.emit(ir.OpVecStore, attr, nil, data, to, mask)
		} else {
			x.define(x.emit(ir.OpVecLoad, attr, []ir.Type{t}, to, mask), 0, value{flags: fragments | tainted})
		}
		return
	}
	index := x.indices(r, t, 2, 16, 8, 0, 15)
	if write {
		x.emit(ir.OpVecScatter, attr, nil, data, to, index, mask)
	} else {
		x.define(x.emit(ir.OpVecGather, attr, []ir.Type{t}, to, index, mask), 1, value{flags: fragments | tainted})
	}
}

// intrinsic makes a target intrinsic that is a vector operation.
func (x *function) intrinsic(r *record) {
	i := intrinsicNames[r.below(len(intrinsicNames))]
	info, _ := ir.LookupIntrinsic(i)
	t := ir.Vec(info.VecBits, false)
	a := x.like(r, value{typ: t})
	b := x.like(r, value{typ: t})
	v := value{flags: flow(a, b), nan: info.Lane.IsFloat()}
	if !info.Lane.IsFloat() && lanePoisons(info.Op, info.Lane) && x.g.cfg.UB == 0 {
		v.flags |= tainted
	}
	if info.Lane.IsFloat() && !x.g.has(Floats) {
		v.flags |= unspecified
	}
	attr := ir.Attr{Aux: uint32(x.g.m.Symbol(i))}
	x.define(x.emit(ir.OpTargetIntrinsic, attr, []ir.Type{t}, a, b), 0, v)
}

var intrinsicNames = ir.IntrinsicNames()

// vectorMemory loads or stores the lanes of a vector.
func (x *function) vectorMemory(r *record) {
	t := vectors[r.below(len(vectors))]
	l := lane(r, t, intLanes, floatLanes, []ir.Lane{maskLane})
	n, _ := l.Lanes(t)
	size, _ := t.Size(1)
	k := r.below(4)
	p := x.place(r, int64(size), k%2 == 1)
	mask := x.mask(r, l, t)
	a := ir.Attr{Lane: l}
	if r.chance(200) && k < 2 {
		a.Align = alignment(p)
	}
	var data value
	if k%2 == 1 {
		w := x.find(r, func(v *value) bool { return v.typ == t && x.storable(v) })
		if w == nil {
			data = x.splat(r, t)
		} else {
			data = *w
		}
	}
	if k < 2 {
		if k == 1 {
			x.emit(ir.OpVecStore, a, nil, data, p, mask)
			return
		}
		x.define(x.emit(ir.OpVecLoad, a, []ir.Type{t}, p, mask), 0, value{})
		return
	}
	step := int64(1)
	if r.chance(300) {
		step = min(int64(alignment(p)), int64(l.Bits/8))
		a.Align = uint32(step)
	}
	bits := [...]uint{16, 8, 32, 64}[r.below(4)]
	if n > 16 {
		bits = 16
	}
	least, most := -min(p.lo, 255), max(min(p.obj.size-p.hi-int64(l.Bits/8), 255), 0)
	if bits == 8 {
		least, most = max(least, -128), min(most, 127)
	}
	index := x.indices(r, t, n, bits, step, least, most)
	if k == 3 {
		x.emit(ir.OpVecScatter, a, nil, data, p, index, mask)
		return
	}
	x.define(x.emit(ir.OpVecGather, a, []ir.Type{t}, p, index, mask), 1, value{})
}
