package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/fuzz/gen/ub"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// laneSpan are the ints of a lane.
func laneSpan(l ir.Lane) span.Span {
	if l.Kind == ir.LaneS {
		return span.Signed(uint(l.Bits))
	}
	return span.Unsigned(uint(l.Bits))
}

// Vectors are made of ints, floats, casts and masks.
func vectorMake(x *body, r *choice.Record) {
	t := build.Vectors[r.Below(len(build.Vectors))]
	switch r.Below(4) {
	case 0:
		if x.prog.Has(preset.Floats) {
			l := build.Lane(r, t, build.FloatLanes)
			splatOf(x, t, l, x.anyFloat(r, l.Scalar()))
			return
		}
	case 1:
		splatOf(x, t, build.MaskLane, x.anyBool(r))
		return
	}
	splat(x, r, t)
}

// maskBytes are bytes of masks: what is not zero is active. Several nonzero values test that only
// zero is inactive.
var maskBytes = [...]int64{0, 1, 0, 1, 2, 0, 0x80, 0xff, 0}

// mask finds or makes a mask for the lanes of t; its bytes are known. Scalable masks can only be
// splats.
func mask(x *body, r *choice.Record, l ir.Lane, t ir.Type) build.Value {
	m, _ := l.MaskOf(t)
	if r.Below(4) > 0 {
		if v := x.Find(r, func(v *build.Value) bool { return v.Type == m && x.usable(v) && !v.NaN }); v != nil {
			return *v
		}
	}
	if m.Scalable() {
		return splatOf(x, m, build.MaskLane, x.anyBool(r))
	}
	n, _ := m.Size(1)
	v := num.Int{}
	for range n {
		v = v.Shl(8).Or(num.New(maskBytes[r.Below(len(maskBytes))]))
	}
	return x.Define(x.Emit(ir.OpBitCast, ir.Attr{}, []ir.Type{m}, x.Big(v)), 0, build.Value{})
}

var (
	intLaneOps = []ir.Op{ir.OpVecAdd, ir.OpVecSub, ir.OpVecMul, ir.OpVecMin, ir.OpVecMax, ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor,
		ir.OpVecShl, ir.OpVecShr, ir.OpVecDiv, ir.OpVecRem}
	floatLaneOps = []ir.Op{ir.OpVecFAdd, ir.OpVecFSub, ir.OpVecFMul, ir.OpVecFDiv, ir.OpVecFMin, ir.OpVecFMax, ir.OpVecFNeg, ir.OpVecFAbs}
)

// lanePoisons says whether an operation on known lanes may make poison lanes. Shifts, sums and
// products may leave the lane's range, depending on its kind.
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

// vectorOp computes lane by lane, where no lane can be poison unless it may. Operands are masked or
// shifted into range where a lane could become poison.
func vectorOp(x *body, r *choice.Record) {
	a := x.anyVector(r)
	if x.prog.Has(preset.Floats) && r.Below(3) == 0 {
		floatLaneOp(x, r, a)
		return
	}
	op := intLaneOps[r.Below(len(intLaneOps))]
	tables := [][]ir.Lane{build.IntLanes}
	if op == ir.OpVecAnd || op == ir.OpVecOr || op == ir.OpVecXor {
		tables = append(tables, []ir.Lane{build.MaskLane, build.MaskLane})
	}
	l := build.Lane(r, a.Type, tables...)
	b := like(x, r, a)
	poisons := lanePoisons(op, l)
	if (op == ir.OpVecDiv || op == ir.OpVecRem) && l.Kind != ir.LaneS && !x.unguarded(r) {
		one := splatOf(x, a.Type, l, x.Int64(1))
		b = x.Define(x.Emit(ir.OpVecOr, ir.Attr{Lane: l}, nil, b, one), 0, build.Value{Flags: build.Flow(b)})
		poisons = false
	}
	operands := []build.Value{a, b}
	if r.Chance(250) {
		operands = append(operands, mask(x, r, l, a.Type))
	}
	v := build.Value{Flags: build.Flow(operands...)}
	if poisons && x.prog.Cfg.UB == 0 {
		v.Flags |= build.Tainted
	}
	x.Define(x.Emit(op, ir.Attr{Lane: l}, nil, operands...), 0, v)
}

// A NaN lane's bits are open.
func floatLaneOp(x *body, r *choice.Record, a build.Value) {
	l := build.Lane(r, a.Type, build.FloatLanes)
	op := floatLaneOps[r.Below(len(floatLaneOps))]
	operands := []build.Value{a}
	if op != ir.OpVecFNeg && op != ir.OpVecFAbs {
		operands = append(operands, like(x, r, a))
	}
	v := build.Value{Flags: same(operands...), NaN: true}
	if r.Chance(250) {
		operands = append(operands, mask(x, r, l, a.Type))
	}
	attr := ir.Attr{Lane: l}
	if op.Is(ir.HasFPFlags) && r.Chance(150) {
		attr.Flags = ir.FPFlags(r.Below(4))
	}
	// Lanes of another format may have been read as floats: what a NaN becomes is seen in them.
	for n := range operands {
		if operands[n].NaN {
			v.Flags |= build.Unspecified
		}
	}
	x.Define(x.Emit(op, attr, nil, operands...), 0, v)
}

func vectorCompare(x *body, r *choice.Record) {
	a := x.anyVector(r)
	b := like(x, r, a)
	if x.prog.Has(preset.Floats) && r.Below(2) == 1 {
		attr := ir.Attr{Lane: build.Lane(r, a.Type, build.FloatLanes), Pred: ir.FFalse + ir.Pred(r.Below(int(ir.FTrue-ir.FFalse)+1))}
		x.Define(x.Emit(ir.OpVecFCmp, attr, nil, a, b), 0, build.Value{Flags: build.Flow(a, b)})
		return
	}
	attr := ir.Attr{Lane: build.Lane(r, a.Type, build.IntLanes), Pred: ir.Pred(r.Below(6))}
	x.Define(x.Emit(ir.OpVecICmp, attr, nil, a, b), 0, build.Value{Flags: build.Flow(a, b)})
}

var intReductions = []ir.Op{ir.OpVecReduceAdd, ir.OpVecReduceMul, ir.OpVecReduceSMin, ir.OpVecReduceSMax, ir.OpVecReduceUMin,
	ir.OpVecReduceUMax, ir.OpVecReduceAnd, ir.OpVecReduceOr, ir.OpVecReduceXor}

var floatReductions = []ir.Op{ir.OpVecReduceFAdd, ir.OpVecReduceFMin, ir.OpVecReduceFMax}

// maxVScale bounds the scale of vectors that sums are prepared for. With a larger scale a sum might
// leave the range that is known.
const maxVScale = 16

// vectorReduce folds lanes into one value, whose range follows from the lanes and their number.
// Masked reductions may be of no lane at all.
func vectorReduce(x *body, r *choice.Record) {
	a := x.anyVector(r)
	masked := r.Chance(300)
	if x.prog.Has(preset.Floats) && r.Below(4) == 0 {
		op := floatReductions[r.Below(3)]
		l := build.Lane(r, a.Type, build.FloatLanes)
		if r.Chance(150) {
			a = splatOf(x, a.Type, l, ub.FloatOf(x.Func, l.Scalar(), uint64(1)<<(l.Bits-1)))
		}
		operands := []build.Value{a}
		v := build.Value{Flags: build.Flow(a), Class: build.AllClasses, NaN: true}
		if masked {
			operands = append(operands, mask(x, r, l, a.Type))
			if op != ir.OpVecReduceFAdd {
				v.Flags |= build.Tainted
			}
		}
		attr := ir.Attr{Lane: l}
		if r.Chance(200) {
			attr.Flags = ir.FPFlags(r.Below(4))
		}
		x.Define(x.Emit(op, attr, nil, operands...), 0, v)
		return
	}
	op := intReductions[r.Below(len(intReductions))]
	l := build.Lane(r, a.Type, build.IntLanes)
	n, _ := l.Lanes(a.Type)
	if a.Type.Scalable() {
		n *= maxVScale
	}
	s := laneSpan(l)
	v := build.Value{Flags: build.Flow(a)}
	switch op {
	case ir.OpVecReduceAdd:
		if l.Kind != ir.LaneI {
			k := num.New(int64(n))
			s = span.Between(num.Min(num.Int{}, s.Lo.Mul(k)), s.Hi.Mul(k))
		}
	case ir.OpVecReduceMul:
		if l.Kind != ir.LaneI {
			if int(n)*int(l.Bits) > x.maxBits() {
				l.Kind, s = ir.LaneI, span.Unsigned(uint(l.Bits))
			} else {
				s = span.Signed(uint(n)*uint(l.Bits) + 1)
			}
		}
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		s = span.Signed(uint(l.Bits))
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		s = span.Unsigned(uint(l.Bits))
	case ir.OpVecReduceAnd, ir.OpVecReduceOr, ir.OpVecReduceXor:
		s = s.Hull(span.Within(-1, 0))
		if l.Kind != ir.LaneS {
			s = laneSpan(l)
		}
	}
	operands := []build.Value{a}
	if masked {
		operands = append(operands, mask(x, r, l, a.Type))
		if op >= ir.OpVecReduceSMin && op <= ir.OpVecReduceUMax {
			v.Flags |= build.Tainted
		}
		if op == ir.OpVecReduceMul {
			s = s.Hull(span.Within(1, 1))
		}
	}
	v.Span = s
	x.Define(x.Emit(op, ir.Attr{Lane: l}, nil, operands...), 0, v)
}

// vectorPermute makes one of the operations that move lanes. Flags of what may be poison or a NaN
// go with the lanes.
func vectorPermute(x *body, r *choice.Record) {
	if r.Chance(120) && x.prog.Has(preset.Memory) && pointerLanes(x, r) {
		return
	}
	a := x.anyVector(r)
	l := build.Lane(r, a.Type, build.IntLanes, build.FloatLanes, []ir.Lane{build.MaskLane})
	n, _ := l.Lanes(a.Type)
	attr := ir.Attr{Lane: l}
	moved := build.Value{Flags: a.Flags, NaN: a.NaN}
	switch r.Below(7) {
	case 0:
		b := like(x, r, a)
		v := build.Value{Flags: a.Flags | b.Flags, NaN: a.NaN || b.NaN}
		x.Define(x.Emit(ir.OpVecSelect, attr, nil, mask(x, r, l, a.Type), a, b), 0, v)
	case 1:
		x.Define(x.Emit(ir.OpVecCompress, attr, nil, a, mask(x, r, l, a.Type)), 0, moved)
	case 2:
		x.Define(x.Emit(ir.OpVecExpand, attr, nil, a, mask(x, r, l, a.Type)), 0, moved)
	case 3:
		vectorInsert(x, r, a, l, n)
	case 4:
		vectorShuffle(x, r, a, l, n)
	default:
		vectorExtract(x, r, a, l, n)
	}
}

// laneNumber is a lane index; without a guard it may be out of range.
func laneNumber(x *body, r *choice.Record, n uint32) (build.Value, bool) {
	if x.unguarded(r) {
		return x.intIn(r, span.Within(-1, int64(n)+1)), true
	}
	return x.intIn(r, span.Within(0, int64(n)-1)), false
}

func vectorExtract(x *body, r *choice.Record, a build.Value, l ir.Lane, n uint32) {
	k, bad := laneNumber(x, r, n)
	v := build.Value{Flags: a.Flags | k.Flags, NaN: a.NaN && l.IsFloat(), Class: build.AllClasses, Span: laneSpan(l)}
	if bad && x.prog.Cfg.UB == 0 {
		v.Flags |= build.Tainted
	}
	if a.NaN { // read as a lane of another format a NaN may be a number
		v.Flags |= build.Unspecified
	}
	x.Define(x.Emit(ir.OpVecExtract, ir.Attr{Lane: l}, nil, a, k), 0, v)
}

func vectorInsert(x *body, r *choice.Record, a build.Value, l ir.Lane, n uint32) {
	s := x.satisfy(r, build.Shape{Type: l.Scalar(), Span: laneSpan(l)})
	k, bad := laneNumber(x, r, n)
	v := build.Value{Flags: a.Flags | s.Flags | k.Flags, NaN: a.NaN || s.NaN}
	if bad && x.prog.Cfg.UB == 0 {
		v.Flags |= build.Tainted
	}
	x.Define(x.Emit(ir.OpVecInsert, ir.Attr{Lane: l}, nil, a, s, k), 0, v)
}

func vectorShuffle(x *body, r *choice.Record, a build.Value, l ir.Lane, n uint32) {
	b := like(x, r, a)
	index := indices(x, r, a.Type, n, 8, 1, 0, int64(2*n)-1)
	v := build.Value{Flags: a.Flags | b.Flags, NaN: a.NaN || b.NaN}
	if a.Type.Scalable() {
		v.Flags |= index.Flags
	}
	x.Define(x.Emit(ir.OpVecShuffle, ir.Attr{Lane: l}, nil, a, b, index), 0, v)
}

// indices makes a vector of n lanes of the given bits, each a multiple of step in [least, most],
// of which least is at most 0 and not below -255; where the length is not known in [0, most].
func indices(x *body, r *choice.Record, t ir.Type, n uint32, bits uint, step, least, most int64) build.Value {
	it := ir.Vec(n*uint32(bits), t.Scalable())
	if t.Scalable() {
		l := ir.Lane{Kind: ir.LaneU, Bits: uint16(bits)}
		k := x.intIn(r, span.Within(0, most))
		if step > 1 {
			k = x.Binary(ir.OpAnd, k, x.Int64(-step))
		}
		return splatOf(x, it, l, k)
	}
	v := num.Int{}
	for range n {
		k := int64(r.Byte()) % (most + 1)
		if least < 0 && r.Below(2) == 1 {
			k = -(int64(r.Byte()) % (1 - least))
		}
		lane := num.New(k - k%step)
		v = v.Shl(bits).Or(lane.And(laneMask(bits)))
	}
	return x.Define(x.Emit(ir.OpBitCast, ir.Attr{}, []ir.Type{it}, x.Big(v)), 0, build.Value{})
}

// laneMask is the largest lane of the given bits.
func laneMask(bits uint) num.Int { return num.Pow2(bits).Sub(num.New(1)) }

// pointerLanes moves pointers through a vector.
func pointerLanes(x *body, r *choice.Record) bool {
	p := x.anyPointer(r)
	if p == nil {
		return false
	}
	q := *p
	attr := ir.Attr{Lane: build.PtrLane}
	t := ir.Vec(128, false)
	v := splatOf(x, t, build.PtrLane, q)
	x.Pool[len(x.Pool)-1].Flags |= build.Fragments
	for range 1 + r.Below(3) {
		v = movePointers(x, r, v, q)
	}
	x.Define(x.Emit(ir.OpVecExtract, attr, nil, v, x.Int64(int64(r.Below(2)))), 0, build.Value{Flags: v.Flags & build.Tainted, Obj: q.Obj, Wild: q.Wild, Lo: q.Lo, Hi: q.Hi})
	return true
}

// movePointers makes a vector from v, whose lanes are all q. A result with other lanes
// counts as tainted.
func movePointers(x *body, r *choice.Record, v, q build.Value) build.Value {
	attr := ir.Attr{Lane: build.PtrLane}
	moved := build.Value{Flags: build.Fragments | v.Flags&build.Tainted}
	switch r.Below(7) {
	case 0:
		return x.Define(x.Emit(ir.OpVecInsert, attr, nil, v, q, x.Int64(int64(r.Below(2)))), 0, moved)
	case 1:
		return x.Define(x.Emit(ir.OpVecSelect, attr, nil, mask(x, r, build.PtrLane, v.Type), v, v), 0, moved)
	case 2:
		return x.Define(x.Emit(ir.OpVecShuffle, attr, nil, v, v, indices(x, r, v.Type, 2, 8, 1, 0, 3)), 0, moved)
	case 3:
		x.Define(x.Emit(ir.OpVecCompress, attr, nil, v, mask(x, r, build.PtrLane, v.Type)), 0, build.Value{Flags: build.Fragments | build.Tainted})
	case 4:
		x.Define(x.Emit(ir.OpVecExpand, attr, nil, v, mask(x, r, build.PtrLane, v.Type)), 0, build.Value{Flags: build.Fragments | build.Tainted})
	default:
		pointerVectorMemory(x, r)
	}
	return v
}

// pointerVectorMemory moves a vector of pointers from or to where pointers are.
func pointerVectorMemory(x *body, r *choice.Record) {
	p := x.Find(r, func(v *build.Value) bool {
		return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 && v.Obj.Content == build.PointersOnly && v.Obj.Size >= 16 && v.Lo == 0 && v.Hi == 0
	})
	if p == nil {
		pointerSlot(x, r)
		return
	}
	to := *p
	t, attr := ir.Vec(128, false), ir.Attr{Lane: build.PtrLane}
	mask := mask(x, r, build.PtrLane, t)
	write := r.Below(2) == 1 && !to.Obj.Constant
	var data build.Value
	if write {
		data = splatOf(x, t, build.PtrLane, x.into(r, to.Obj.Pointee, 8))
		x.Pool[len(x.Pool)-1].Flags |= build.Fragments
	}
	if r.Below(2) == 0 {
		if write {
			x.Emit(ir.OpVecStore, attr, nil, data, to, mask)
		} else {
			x.Define(x.Emit(ir.OpVecLoad, attr, []ir.Type{t}, to, mask), 0, build.Value{Flags: build.Fragments | build.Tainted})
		}
		return
	}
	index := indices(x, r, t, 2, 16, 8, 0, 15)
	if write {
		x.Emit(ir.OpVecScatter, attr, nil, data, to, index, mask)
	} else {
		x.Define(x.Emit(ir.OpVecGather, attr, []ir.Type{t}, to, index, mask), 1, build.Value{Flags: build.Fragments | build.Tainted})
	}
}

// intrinsic makes a target intrinsic that is a vector operation.
func intrinsic(x *body, r *choice.Record) {
	i := intrinsicNames[r.Below(len(intrinsicNames))]
	info, _ := ir.LookupIntrinsic(i)
	t := ir.Vec(info.VecBits, false)
	a := like(x, r, build.Value{Type: t})
	b := like(x, r, build.Value{Type: t})
	v := build.Value{Flags: build.Flow(a, b), NaN: info.Lane.IsFloat()}
	if !info.Lane.IsFloat() && lanePoisons(info.Op, info.Lane) && x.prog.Cfg.UB == 0 {
		v.Flags |= build.Tainted
	}
	if info.Lane.IsFloat() && !x.prog.Has(preset.Floats) {
		v.Flags |= build.Unspecified
	}
	attr := ir.Attr{Aux: uint32(x.prog.M.Symbol(i))}
	x.Define(x.Emit(ir.OpTargetIntrinsic, attr, []ir.Type{t}, a, b), 0, v)
}

var intrinsicNames = ir.IntrinsicNames()

// vectorMemory loads or stores the lanes of a vector.
func vectorMemory(x *body, r *choice.Record) {
	t := build.Vectors[r.Below(len(build.Vectors))]
	l := build.Lane(r, t, build.IntLanes, build.FloatLanes, []ir.Lane{build.MaskLane})
	n, _ := l.Lanes(t)
	size, _ := t.Size(1)
	k := r.Below(4)
	p := x.place(r, int64(size), k%2 == 1)
	mask := mask(x, r, l, t)
	a := ir.Attr{Lane: l}
	if r.Chance(200) && k < 2 {
		a.Align = alignment(p)
	}
	var data build.Value
	if k%2 == 1 {
		w := x.Find(r, func(v *build.Value) bool { return v.Type == t && storable(x, v) })
		if w == nil {
			data = splat(x, r, t)
		} else {
			data = *w
		}
	}
	if k < 2 {
		if k == 1 {
			x.Emit(ir.OpVecStore, a, nil, data, p, mask)
			return
		}
		x.Define(x.Emit(ir.OpVecLoad, a, []ir.Type{t}, p, mask), 0, build.Value{})
		return
	}
	step := int64(1)
	if r.Chance(300) {
		step = min(int64(alignment(p)), int64(l.Bits/8))
		a.Align = uint32(step)
	}
	bits := [...]uint{16, 8, 32, 64}[r.Below(4)]
	if n > 16 {
		bits = 16
	}
	least, most := -min(p.Lo, 255), max(min(p.Obj.Size-p.Hi-int64(l.Bits/8), 255), 0)
	if bits == 8 {
		least, most = max(least, -128), min(most, 127)
	}
	index := indices(x, r, t, n, bits, step, least, most)
	if k == 3 {
		x.Emit(ir.OpVecScatter, a, nil, data, p, index, mask)
		return
	}
	x.Define(x.Emit(ir.OpVecGather, a, []ir.Type{t}, p, index, mask), 1, build.Value{})
}
