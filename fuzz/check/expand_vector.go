package check

import "github.com/tuffy-ir/tuffy/ir"

// mostLanes bounds the vectors that are taken apart. Every lane is some instructions.
const mostLanes = 16

// lanes is how many lanes a vector has in a run with a vscale of 1. Scalable vectors have the same
// number of lanes as fixed ones in a check's run.
func (x *expander) lanes(t ir.Type, l ir.Lane) (int64, bool) {
	n, ok := l.Lanes(t)
	return int64(n), ok && n <= mostLanes
}

// Lanes that do not fit make poison of the lane only.
func (x *expander) extract(v ir.Value, l ir.Lane, k ir.Value) ir.Value {
	return x.make(ir.OpVecExtract, ir.Attr{Lane: l}, nil, v, k)
}

func (x *expander) insert(v, s ir.Value, l ir.Lane, k ir.Value) ir.Value {
	return x.make(ir.OpVecInsert, ir.Attr{Lane: l}, nil, v, s, k)
}

var maskLane = ir.Lane{Kind: ir.LaneMask, Bits: 8}

var vectorExpansions = func() map[ir.Op][]expansion {
	m := map[ir.Op][]expansion{
		ir.OpVecICmp: {(*expander).laneCompare}, ir.OpVecFCmp: {(*expander).laneCompare},
		ir.OpVecSelect: {(*expander).laneSelect}, ir.OpVecSplat: {(*expander).splat}, ir.OpVecShuffle: {(*expander).shuffle},
		ir.OpVecCompress: {(*expander).compress}, ir.OpVecExpand: {(*expander).spread},
		ir.OpVecExtract: {(*expander).laneFromMemory}, ir.OpVecInsert: {(*expander).laneToMemory},
		ir.OpTargetIntrinsic: {(*expander).intrinsic},
		ir.OpVecLoad:         {(*expander).loadLanes}, ir.OpVecGather: {(*expander).loadLanes},
		ir.OpVecStore: {(*expander).storeLanes}, ir.OpVecScatter: {(*expander).storeLanes},
	}
	for op := ir.OpVecAdd; op <= ir.OpVecFAbs; op++ {
		m[op] = []expansion{(*expander).elementwise}
	}
	for op := ir.OpVecReduceAdd; op <= ir.OpVecReduceFMax; op++ {
		m[op] = []expansion{(*expander).reduce}
	}
	return m
}()

// elementwise computes lane by lane. The mask, if there is one, selects between the result and the
// first operand.
func (x *expander) elementwise() []ir.Value {
	return x.lanewise(x.op, x.attr.Lane)
}

// lanewise computes each lane with the scalar operation and puts the vector together again, mask
// included. Lanes of masks have boolean operations.
func (x *expander) lanewise(op ir.Op, l ir.Lane) []ir.Value {
	t := x.typ(0)
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() {
		return nil
	}
	arity, scalar := op.Arity(), op.Info().Scalar
	if l.Kind == ir.LaneMask {
		scalar = map[ir.Op]ir.Op{ir.OpVecAnd: ir.OpBAnd, ir.OpVecOr: ir.OpBOr, ir.OpVecXor: ir.OpBXor}[op]
	}
	out := x.f.Arg(x.i, 0)
	for k := range n {
		at := x.k(k)
		a := x.extract(x.f.Arg(x.i, 0), l, at)
		args := []ir.Value{a}
		if arity == 2 {
			b := x.extract(x.f.Arg(x.i, 1), l, at)
			// The scalar shift would compute numbers of astronomic length.
			if op == ir.OpVecShl { // beyond every lane
				b = x.bin(ir.OpMin, b, x.k(2*ir.MaxLaneBits))
			}
			args = append(args, b)
		}
		v := x.make(scalar, ir.Attr{}, nil, args...)
		// What does not fit a lane is poison by definition; half of the time it is left to the
		// insertion.
		if x.r.Below(2) == 0 {
			v = x.fitting(v, l)
		}
		out = x.insert(out, v, l, at)
	}
	if x.op != ir.OpTargetIntrinsic && x.f.NumFixed(x.i) > arity {
		out = x.make(ir.OpVecSelect, ir.Attr{Lane: l}, nil, x.f.Arg(x.i, arity), out, x.f.Arg(x.i, 0))
	}
	return one(out)
}

// fitting is v, or poison where no lane of the format is v. Formats without a sign or range hold
// everything.
func (x *expander) fitting(v ir.Value, l ir.Lane) ir.Value {
	switch l.Kind {
	case ir.LaneS:
		return x.sel(x.cmp(ir.EQ, x.sext(v, uint32(l.Bits)), v), v, x.b.Poison(ir.Int, ir.Synthetic))
	case ir.LaneU:
		return x.sel(x.cmp(ir.EQ, x.zext(v, uint32(l.Bits)), v), v, x.b.Poison(ir.Int, ir.Synthetic))
	}
	return v
}

// annotated reports whether an operand carries a claim.
func (x *expander) annotated() bool {
	for n := range x.f.NumFixed(x.i) {
		if x.f.Operand(x.i, n).Annot != ir.NoAnnot {
			return true
		}
	}
	return false
}

// The result's lanes are masks, of bytes.
func (x *expander) laneCompare() []ir.Value {
	l := x.attr.Lane
	n, ok := x.lanes(x.typ(0), l)
	if !ok || x.annotated() {
		return nil
	}
	out := x.make(ir.OpVecSplat, ir.Attr{Lane: maskLane}, []ir.Type{x.f.TypeOf(x.f.Result(x.i, 0))}, x.b.BConst(false, ir.Synthetic))
	for k := range n {
		at := x.k(k)
		c := x.cmp(x.attr.Pred, x.extract(x.f.Arg(x.i, 0), l, at), x.extract(x.f.Arg(x.i, 1), l, at))
		out = x.insert(out, c, maskLane, at)
	}
	return one(out)
}

// reduce combines lanes one after another. The order is from lane 0 on, which matters for floats.
// An int reduction without sign wraps to the lane's width at the end.
func (x *expander) reduce() []ir.Value {
	l := x.attr.Lane
	n, ok := x.lanes(x.typ(0), l)
	if !ok || x.annotated() {
		return nil
	}
	read := l
	switch x.op {
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		read.Kind = ir.LaneS
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		read.Kind = ir.LaneU
	}
	t := read.Scalar()
	acc, any := x.b.Poison(t, ir.Synthetic), x.b.BConst(false, ir.Synthetic)
	for k := range n {
		at := x.k(k)
		v := x.extract(x.f.Arg(x.i, 0), read, at)
		joined := v
		if k > 0 {
			joined = x.sel(any, x.make(x.op.Info().Scalar, ir.Attr{}, nil, acc, v), v)
		}
		if x.f.NumFixed(x.i) == 1 {
			acc, any = joined, x.b.BConst(true, ir.Synthetic)
			continue
		}
		on := x.extract(x.f.Arg(x.i, 1), maskLane, at)
		acc, any = x.sel(on, joined, acc), x.bin(ir.OpBOr, any, on)
	}
	acc = x.sel(any, acc, x.empty(t))
	if l.Kind == ir.LaneI && (x.op == ir.OpVecReduceAdd || x.op == ir.OpVecReduceMul) {
		acc = x.zext(acc, uint32(l.Bits))
	}
	return one(acc)
}

// empty is the reduction of no lanes. An empty minimum or maximum has no value.
func (x *expander) empty(t ir.Type) ir.Value {
	l := x.attr.Lane
	switch x.op {
	case ir.OpVecReduceAdd, ir.OpVecReduceOr, ir.OpVecReduceXor:
		return x.k(0)
	case ir.OpVecReduceMul:
		return x.k(1)
	case ir.OpVecReduceAnd:
		if l.Kind == ir.LaneS {
			return x.k(-1)
		}
		return x.difference(x.power(uint32(l.Bits)), x.k(1))
	case ir.OpVecReduceFAdd:
		return x.fneg(x.fconst(t, 0))
	}
	return x.b.Poison(t, ir.Synthetic)
}

// laneSelect swaps the arms. Inverting the mask and exchanging the arms is the identity.
func (x *expander) laneSelect() []ir.Value {
	if x.annotated() {
		return nil
	}
	mask := x.f.Arg(x.i, 0)
	n, ok := x.lanes(x.f.TypeOf(mask), maskLane)
	if !ok {
		return nil
	}
	flipped := mask
	for k := range n {
		flipped = x.insert(flipped, x.not(x.extract(mask, maskLane, x.k(k))), maskLane, x.k(k))
	}
	return one(x.make(ir.OpVecSelect, ir.Attr{Lane: x.attr.Lane}, nil, flipped, x.f.Arg(x.i, 2), x.f.Arg(x.i, 1)))
}

// Lanes are written from the last to the first.
func (x *expander) splat() []ir.Value {
	l, t := x.attr.Lane, x.f.TypeOf(x.f.Result(x.i, 0))
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() {
		return nil
	}
	out := x.b.Poison(t, ir.Synthetic)
	for k := range n {
		out = x.insert(out, x.f.Arg(x.i, 0), l, x.k(n-1-k))
	}
	return one(out)
}

// shuffle moves lanes that the index says at run time. A lane of pointers stays a lane of
// pointers, others move byte by byte, since a part of a lane may be uninit. An index beyond both
// vectors is poison, which the extraction gives.
func (x *expander) shuffle() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() || n < 1 {
		return nil
	}
	move, per := ir.Lane{Kind: ir.LaneU, Bits: 8}, int64(l.Bits/8)
	if l.Kind == ir.LanePtr {
		move, per = l, 1
	}
	index := ir.Lane{Kind: ir.LaneU, Bits: uint16(int64(x.typ(2).VecBits()) / n)}
	if n*per > mostLanes || !oneOf(index.Bits, 8, 16, 32, 64) {
		return nil
	}
	a, b, out := x.f.Arg(x.i, 0), x.f.Arg(x.i, 1), x.f.Arg(x.i, 0)
	for k := range n {
		from := x.extract(x.f.Arg(x.i, 2), index, x.k(k))
		first := x.cmp(ir.LT, from, x.k(n))
		for j := range per {
			p := x.extract(a, move, x.sum(x.product(from, x.k(per)), x.k(j)))
			q := x.extract(b, move, x.sum(x.product(x.difference(from, x.k(n)), x.k(per)), x.k(j)))
			out = x.insert(out, x.sel(first, p, q), move, x.k(k*per+j))
		}
	}
	return one(out)
}

func oneOf(v uint16, of ...uint16) bool {
	for _, w := range of {
		if v == w {
			return true
		}
	}
	return false
}

// zeroLanes is a vector of zeros, or nothing where no lane of the format is zero. A zero byte is
// zero in every format.
func (x *expander) zeroLanes(t ir.Type) ir.Value {
	return x.make(ir.OpVecSplat, ir.Attr{Lane: ir.Lane{Kind: ir.LaneU, Bits: 8}}, []ir.Type{t}, x.k(0))
}

// rawLane is the format by which a lane is moved with all its bits. A lane of floats as bits keeps
// NaNs.
func rawLane(l ir.Lane) ir.Lane {
	if l.Kind != ir.LanePtr {
		l.Kind = ir.LaneU
	}
	return l
}

// compress counts the active lanes. Active lanes move to the front; the rest is zero.
func (x *expander) compress() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() {
		return nil
	}
	l = rawLane(l)
	out, at := x.zeroLanes(t), x.k(0)
	for k := range n {
		on := x.extract(x.f.Arg(x.i, 1), maskLane, x.k(k))
		out = x.sel(on, x.insert(out, x.extract(x.f.Arg(x.i, 0), l, x.k(k)), l, at), out)
		at = x.sum(at, x.asInt(on))
	}
	return one(out)
}

// spread is vec.expand. Lanes from the front go to the active places; the rest is zero.
func (x *expander) spread() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() {
		return nil
	}
	l = rawLane(l)
	out, next := x.zeroLanes(t), x.k(0)
	for k := range n {
		on := x.extract(x.f.Arg(x.i, 1), maskLane, x.k(k))
		out = x.sel(on, x.insert(out, x.extract(x.f.Arg(x.i, 0), l, next), l, x.k(k)), out)
		next = x.sum(next, x.asInt(on))
	}
	return one(out)
}

// laneFromMemory stores the vector and loads the lane. A constant index is needed for the address.
func (x *expander) laneFromMemory() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, fits := x.lanes(t, l)
	k, ok := x.constant(1)
	if !ok || !fits || k < 0 || k >= n || x.annotated() || x.mem == ir.NoValue {
		return nil
	}
	p := x.spilled(x.f.Arg(x.i, 0))
	at := x.moved(p, k*int64(l.Bits/8))
	size := uint32(l.Bits / 8)
	switch {
	case l.Kind == ir.LaneMask:
		return one(x.cmp(ir.NE, x.load(1, at, ir.Int), x.k(0)))
	case !l.IsInt():
		return one(x.load(size, at, l.Scalar()))
	case l.Kind == ir.LaneS:
		return one(x.sext(x.load(size, at, ir.Int), uint32(l.Bits)))
	}
	return one(x.load(size, at, ir.Int))
}

// laneToMemory stores the vector, then the lane, and loads the whole.
func (x *expander) laneToMemory() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, fits := x.lanes(t, l)
	k, ok := x.constant(2)
	if !ok || !fits || k < 0 || k >= n || x.annotated() || x.mem == ir.NoValue {
		return nil
	}
	v := x.fitting(x.f.Arg(x.i, 1), l)
	p := x.spilled(x.f.Arg(x.i, 0))
	x.store(uint32(l.Bits/8), v, x.moved(p, k*int64(l.Bits/8)))
	size, _ := t.Size(1)
	return one(x.load(uint32(size), p, t))
}

func (x *expander) intrinsic() []ir.Value {
	info, ok := x.f.IntrinsicOf(x.i)
	if !ok || x.attr.Memory {
		return nil
	}
	return x.lanewise(info.Op, info.Lane)
}

// loadLanes copies the active lanes to fresh memory by copies whose length is 0 for the others. The
// bytes of inactive lanes are not touched, even if their addresses are wild; memory starts as
// zeros, which is what inactive lanes load.
func (x *expander) loadLanes() []ir.Value {
	l := x.attr.Lane
	t := x.f.TypeOf(x.f.Result(x.i, x.f.NumResults(x.i)-1))
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() || x.attr.Align > 1 {
		return nil
	}
	size, _ := t.Size(1)
	to := x.slot(int64(size), 1)
	x.make(ir.OpMemSet, ir.Attr{}, nil, to, x.k(0), x.k(int64(size)))
	if !x.eachLane(0, t, n, func(k int64, p, length ir.Value) {
		x.make(ir.OpMemMove, ir.Attr{}, nil, x.moved(to, k*int64(l.Bits/8)), p, length)
	}) {
		return nil
	}
	v := x.load(uint32(size), to, t)
	if x.op == ir.OpVecGather {
		return []ir.Value{x.mem, v}
	}
	return one(v)
}

func (x *expander) storeLanes() []ir.Value {
	l, t := x.attr.Lane, x.typ(0)
	n, ok := x.lanes(t, l)
	if !ok || x.annotated() || x.attr.Align > 1 {
		return nil
	}
	from := x.spilled(x.f.Arg(x.i, 0))
	if !x.eachLane(1, t, n, func(k int64, p, length ir.Value) {
		x.make(ir.OpMemMove, ir.Attr{}, nil, p, x.moved(from, k*int64(l.Bits/8)), length)
	}) {
		return nil
	}
	return one(x.mem)
}

// eachLane finds where lane k is and how many bytes of it are accessed. base is the operand of the
// address, behind the value of stores. It is false for index formats that cannot be extracted.
func (x *expander) eachLane(base int, t ir.Type, n int64, do func(k int64, p, length ir.Value)) bool {
	bytes := int64(x.attr.Lane.Bits / 8)
	mask := x.f.Arg(x.i, base+1)
	indexed := x.op == ir.OpVecGather || x.op == ir.OpVecScatter
	index := ir.Lane{}
	if indexed {
		mask = x.f.Arg(x.i, base+2)
		index = ir.Lane{Kind: ir.LaneS, Bits: uint16(int64(x.typ(base+1).VecBits()) / n)}
		if !oneOf(index.Bits, 8, 16, 32, 64) {
			return false
		}
	}
	for k := range n {
		on := x.extract(mask, maskLane, x.k(k))
		length := x.product(x.asInt(on), x.k(bytes))
		off := x.k(k * bytes)
		if indexed {
			// An inactive lane's index may be poison.
			off = x.sel(on, x.extract(x.f.Arg(x.i, base+1), index, x.k(k)), x.k(0))
		}
		do(k, x.bin(ir.OpPtrAdd, x.f.Arg(x.i, base), off), length)
	}
	return true
}
