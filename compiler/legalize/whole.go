package legalize

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Vectors of 128 bits stay whole in a function in which everything that is done with them is done by the processor:
// lane by lane operations without a mask, moves of lanes with constant numbers. Operations that it lacks are done on
// scalars that are taken out of the vector and put back, where lanes can be (byLanes). In any other function, all
// vectors become pieces (vector.go). A lane that is poison may hold anything, so that checked lanes wrap like the others.
// Parameters and results are whole everywhere: how a value is passed depends on its type alone.

// vec128 is the type that a register holds.
var vec128 = ir.Vec(128, false)

// keepsVectors reports whether the vectors of 128 bits of the function stay whole.
func (l *lowerer) keepsVectors() bool {
	for _, b := range l.g.Order() {
		for i := range l.f.Insts(b) {
			if l.onWhole(i) && !nativeVector(l, i) && !l.byLanes(i) {
				return false
			}
		}
	}
	return true
}

// onWhole reports whether i is a vector operation that reads or makes a vector of 128 bits.
func (l *lowerer) onWhole(i ir.Inst) bool {
	f := l.f
	if !f.Op(i).IsVector() {
		return false
	}
	for n := range f.NumFixed(i) {
		if f.TypeOf(f.Arg(i, n)) == vec128 {
			return true
		}
	}
	return f.NumResults(i) == 1 && f.TypeOf(f.Result(i, 0)) == vec128
}

// lanesOf are the bits of a lane of i, which is not masked and reads and makes vectors of 128 bits only; 0 if it is not so.
func (l *lowerer) lanesOf(i ir.Inst) uint {
	f := l.f
	lane := f.Attr(i).Lane
	switch lane.Kind {
	case ir.LaneI, ir.LaneS, ir.LaneU:
		if lane.Bits != 8 && lane.Bits != 16 && lane.Bits != 32 && lane.Bits != 64 {
			return 0
		}
	case ir.LaneF:
		if lane.Bits != 32 && lane.Bits != 64 {
			return 0
		}
	case ir.LanePtr:
	default:
		return 0
	}
	for n := range f.NumFixed(i) {
		if l.letter(i, n) == 'k' || f.TypeOf(f.Arg(i, n)).Kind() == ir.KindVec && f.TypeOf(f.Arg(i, n)) != vec128 {
			return 0
		}
	}
	if v := f.Result(i, 0); f.TypeOf(v).Kind() == ir.KindVec && f.TypeOf(v) != vec128 {
		return 0
	}
	return uint(lane.Bits)
}

// nativeVector reports whether package isel selects vector operation i: it has a case for each here.
func nativeVector(l *lowerer, i ir.Inst) bool {
	f := l.f
	bits := l.lanesOf(i)
	if bits == 0 {
		return false
	}
	kind := f.Attr(i).Lane.Kind
	ints := kind == ir.LaneI || kind == ir.LaneS || kind == ir.LaneU
	switch f.Op(i) {
	case ir.OpVecAdd, ir.OpVecSub, ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor:
		return ints
	case ir.OpVecMul:
		return ints && (bits == 16 || bits == 32)
	case ir.OpVecMin, ir.OpVecMax:
		return ints && (bits == 8 && kind != ir.LaneS || bits == 16 && kind == ir.LaneS || bits == 32)
	case ir.OpVecShl, ir.OpVecShr:
		n, ok := l.sameLanes(f.Arg(i, 1), bits)
		return ok && ints && bits > 8 && n < 1<<7 && (f.Op(i) == ir.OpVecShl || bits != 64 || kind != ir.LaneS)
	case ir.OpVecFAdd, ir.OpVecFSub, ir.OpVecFMul, ir.OpVecFDiv, ir.OpVecFNeg, ir.OpVecFAbs, ir.OpVecSplat:
		return true
	case ir.OpVecExtract:
		return l.constLane(f.Arg(i, 1), bits)
	case ir.OpVecInsert:
		return bits > 8 && l.constLane(f.Arg(i, 2), bits)
	case ir.OpVecShuffle:
		index, ok := l.lanesConst(f.Arg(i, 2), bits)
		n := 128 / uint64(bits)
		for _, k := range index {
			// All from one operand; what is out of range is poison.
			ok = ok && (k >= 2*n || k/n == index[0]/n)
		}
		return ok && bits >= 32 && index[0] < 2*n
	}
	return false
}

// byLanes reports whether i can be done on scalars and leave whole vectors: lanes are read and written as values of
// their type, which an operation that only moves lanes may not do.
func (l *lowerer) byLanes(i ir.Inst) bool {
	bits := l.lanesOf(i)
	if bits == 0 || l.f.Attr(i).Lane.Kind == ir.LanePtr {
		return false
	}
	op := l.f.Op(i)
	switch {
	case op == ir.OpVecICmp || op == ir.OpVecFCmp || op == ir.OpVecExtract:
		return bits > 8 // else the mask is a vector of 128 bits
	case op >= ir.OpVecReduceAdd && op <= ir.OpVecReduceFMax:
		return true
	}
	return op.Info().Scalar != ir.OpIConst && bits > 8
}

// constLane reports whether v is the constant number of a lane.
func (l *lowerer) constLane(v ir.Value, bits uint) bool {
	n, ok := constant(l.f, v)
	return ok && n >= 0 && n < 128/int64(bits)
}

// sameLanes is what all lanes of a constant vector are.
func (l *lowerer) sameLanes(v ir.Value, bits uint) (n uint64, ok bool) {
	lanes, ok := l.lanesConst(v, bits)
	for _, k := range lanes {
		ok = ok && k == lanes[0]
	}
	if !ok {
		return 0, false
	}
	return lanes[0], true
}

// lanesConst are the lanes of a constant vector, of so many bits each.
func (l *lowerer) lanesConst(v ir.Value, bits uint) ([]uint64, bool) {
	lo, hi, ok := VectorConst(l.f, v)
	if !ok || bits == 0 {
		return nil, false
	}
	var out []uint64
	for _, w := range [2]uint64{lo, hi} {
		for at := uint(0); at < 64; at += bits {
			out = append(out, w>>at&(1<<(bits-1)<<1-1))
		}
	}
	return out, true
}

// VectorConst are the halves of a vector of 128 bits that is constant: a number that is read as one, or lanes of 64 bits
// that legalization makes of that ([lowerer.vectorOf]).
func VectorConst(f *ir.Func, v ir.Value) (lo, hi uint64, ok bool) {
	i := f.Def(v)
	if i == ir.NoInst || f.TypeOf(v) != vec128 {
		return 0, 0, false
	}
	number := func(v ir.Value) (num.Int, bool) {
		d := f.Def(v)
		if d == ir.NoInst || f.Op(d) != ir.OpIConst {
			return num.Int{}, false
		}
		return f.IntConst(d), true
	}
	switch f.Op(i) {
	case ir.OpBitCast:
		if c, isInt := number(f.Arg(i, 0)); isInt {
			return c.Low64(), c.Shr(64).Low64(), true
		}
	case ir.OpVecSplat:
		if c, isInt := number(f.Arg(i, 0)); isInt && f.Attr(i).Lane == wordLane {
			return c.Low64(), c.Low64(), true
		}
	case ir.OpVecInsert:
		n, one := constant(f, f.Arg(i, 2))
		c, isInt := number(f.Arg(i, 1))
		if lo, _, ok = VectorConst(f, f.Arg(i, 0)); ok && isInt && one && n == 1 && f.Attr(i).Lane == wordLane {
			return lo, c.Low64(), true
		}
	}
	return 0, 0, false
}

// wordLane is a lane of a register's size.
var wordLane = ir.Lane{Kind: ir.LaneI, Bits: 64}

// vectorOf makes a vector of two numbers.
func (l *lowerer) vectorOf(lo, hi ir.Value) ir.Value {
	v := l.inst(ir.OpVecSplat, ir.Attr{Lane: wordLane}, vec128, lo)
	if lo == hi {
		return v
	}
	return l.inst(ir.OpVecInsert, ir.Attr{Lane: wordLane}, vec128, v, hi, l.num(1))
}

// castWhole replaces a cast between a number and a whole vector.
func (l *lowerer) castWhole(i ir.Inst) {
	f := l.f
	x, v := f.Arg(i, 0), f.Result(i, 0)
	if f.TypeOf(v) == vec128 {
		if lo, hi, ok := VectorConst(f, v); ok {
			a := l.word(lo)
			b := a
			if hi != lo {
				b = l.word(hi)
			}
			f.ReplaceUses(v, l.vectorOf(a, b))
			return
		}
		f.ReplaceUses(v, l.vectorOf(l.zext(x, 64), l.bytesAt(x, 8, 8)))
		return
	}
	word := ir.Attr{Lane: ir.Lane{Kind: ir.LaneU, Bits: 64}}
	lo, hi := l.inst(ir.OpVecExtract, word, ir.Int, x, l.num(0)), l.inst(ir.OpVecExtract, word, ir.Int, x, l.num(1))
	l.replace(i, 0, l.two(ir.OpOr, lo, l.two(ir.OpShl, hi, l.num(64))), true)
}

// lanesInto makes the result of the operation of scalars, one a lane.
func (x *vec) lanesInto(lanes []ir.Value) {
	a := ir.Attr{Lane: x.lane}
	if a.Lane.Kind != ir.LaneF {
		a.Lane.Kind = ir.LaneI // what does not fit is poison, which anything refines
	}
	for k, v := range lanes {
		if x.f.TypeOf(v) == ir.Int {
			lanes[k] = x.zext(v, int(x.lane.Bits))
		}
	}
	v := x.inst(ir.OpVecSplat, a, vec128, lanes[0])
	for k := 1; k < len(lanes); k++ {
		v = x.inst(ir.OpVecInsert, a, vec128, v, lanes[k], x.num(int64(k)))
	}
	x.f.ReplaceUses(x.f.Result(x.i, 0), v)
}
