package legalize

import "github.com/tuffy-ir/tuffy/ir"

// On a target with registers of 256 bits, vectors of a multiple of that are chunks of 256 bits in functions that do nothing
// with them but what is listed here, which has instructions at that size; in all others they are chunks of 128 bits. Masks
// of both kinds of chunks have the same types and not the same registers, so that a function has one kind of masks. A function that
// passes one of 256 bits by itself has no long chunks: it crosses calls as it does without such registers.

// vec256 is the type that a long register holds.
var vec256 = ir.Vec(256, false)

// chunkOf is the type of the chunks of a vector of type t.
func (l *lowerer) chunkOf(t ir.Type) ir.Type {
	if l.long && t.FieldSize(l.vscale)%32 == 0 {
		return vec256
	}
	return vec128
}

// mayBeLong reports whether the function has vectors of a multiple of 256 bits, and nothing that those cannot do.
func (l *lowerer) mayBeLong() bool {
	f, some := l.f, false
	if !l.z.avx2 {
		return false
	}
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			long := false
			for n := range f.NumFixed(i) {
				long = long || l.isLong(f.TypeOf(f.Arg(i, n)))
			}
			for n := range f.NumResults(i) {
				long = long || l.isLong(f.TypeOf(f.Result(i, n)))
			}
			if f.Op(i).IsVector() && !l.longVector(i, long) || long && !f.Op(i).IsVector() && !l.longMove(i) {
				return false
			}
			some = some || long
		}
	}
	return some
}

// isLong reports whether t is a vector of a multiple of 256 bits.
func (l *lowerer) isLong(t ir.Type) bool {
	return t.Kind() == ir.KindVec && t.FieldSize(l.vscale) > 0 && t.FieldSize(l.vscale)%32 == 0
}

// longMove reports whether instruction i, no vector operation, moves long vectors.
func (l *lowerer) longMove(i ir.Inst) bool {
	f := l.f
	switch f.Op(i) {
	case ir.OpParam, ir.OpCall, ir.OpRet: // one that is passed whole is not in a register then
		for n := range f.NumFixed(i) {
			if f.TypeOf(f.Arg(i, n)) == vec256 {
				return false
			}
		}
		for n := range f.NumResults(i) {
			if f.TypeOf(f.Result(i, n)) == vec256 {
				return false
			}
		}
		return true
	case ir.OpLoad, ir.OpStore, ir.OpPoison, ir.OpFreeze,
		ir.OpBr, ir.OpBrIf, ir.OpSwitch, ir.OpContinue, ir.OpRegionYield, ir.OpExtractValue, ir.OpInsertValue:
		return true
	case ir.OpBitCast: // of a constant
		d := f.Def(f.Arg(i, 0))
		return d != ir.NoInst && f.Op(d) == ir.OpIConst && l.isLong(f.TypeOf(f.Result(i, 0)))
	}
	return false
}

// longVector reports whether vector operation i may be in a function with long chunks: if it works on some, it has
// instructions for them; if not, it makes and reads no mask.
func (l *lowerer) longVector(i ir.Inst, long bool) bool {
	f, op, lane := l.f, l.f.Op(i), l.f.Attr(i).Lane
	masked := op == ir.OpVecICmp || op == ir.OpVecFCmp
	for n := range f.NumFixed(i) {
		masked = masked || l.letter(i, n) == 'k'
		// A mask is long by its operands: where they are vectors of 128 bits it is not.
		long = long && (l.letter(i, n) != 'v' && l.letter(i, n) != 'x' || l.isLong(f.TypeOf(f.Arg(i, n))))
	}
	if !long {
		return !masked
	}
	if masked && (lane.Bits != 32 && lane.Bits != 64 && (lane.Bits != 8 || !l.isLong(f.TypeOf(f.Result(i, 0))))) {
		return false
	}
	switch op {
	case ir.OpVecSplat:
		return plainLane(lane)
	case ir.OpVecExtract, ir.OpVecInsert:
		n, ok := constant(f, f.Arg(i, f.NumFixed(i)-1))
		return plainLane(lane) && ok && n >= 0 && uint64(n)*uint64(lane.Bits) < 8*f.TypeOf(f.Arg(i, 0)).FieldSize(l.vscale)
	case ir.OpVecSelect:
		return plainLane(lane)
	case ir.OpVecShl, ir.OpVecShr:
		return f.NumFixed(i) == 2 && l.longShift(i, lane)
	}
	if op >= ir.OpVecReduceAdd && op <= ir.OpVecReduceFMax {
		sum := op == ir.OpVecReduceAdd || op == ir.OpVecReduceMul
		return f.NumFixed(i) == 1 && plainLane(lane) && lane.Kind != ir.LaneF && (!sum || lane.Kind == ir.LaneI)
	}
	return f.NumFixed(i) == op.Info().Scalar.Arity() && nativeLanes(op, lane) || masked && nativeLanes(op, lane)
}

// longShift reports whether the amount is one for all lanes.
func (l *lowerer) longShift(i ir.Inst, lane ir.Lane) bool {
	f := l.f
	by := f.Def(f.Arg(i, 1))
	if by == ir.NoInst || f.Op(by) != ir.OpVecSplat || uint(f.Attr(by).Lane.Bits) != uint(lane.Bits) || f.TypeOf(f.Arg(by, 0)) != ir.Int || !plainLane(lane) || lane.Kind == ir.LaneF {
		return false
	}
	if _, ok := constant(f, f.Arg(by, 0)); ok {
		return true
	}
	return lane.Bits > 8 && (f.Op(i) == ir.OpVecShl || lane.Kind != ir.LaneS || lane.Bits < 64)
}

// longShuffle reports whether a shuffle of a chunk of 256 bits is one that folding its halves takes.
func longShuffle(f *ir.Func, i ir.Inst, bits uint, index []uint64) bool {
	_, ok := LongOrder(bits, index)
	return ok && f.Arg(i, 0) == f.Arg(i, 1)
}

// LongOrder is the order of the words of 64 bits, or of the lanes of 32 in each half, that the numbers of lanes mean, two bits
// each from the lowest up.
func LongOrder(bits uint, index []uint64) (order int64, ok bool) {
	if bits == 64 {
		for k, n := range index {
			if n > 3 {
				return 0, false
			}
			order |= int64(n) << (2 * k)
		}
		return order, len(index) == 4
	}
	if bits != 32 || len(index) != 8 {
		return 0, false
	}
	for k, n := range index[:4] {
		if n > 3 || index[4+k] != 4+n {
			return 0, false
		}
		order |= int64(n) << (2 * k)
	}
	return order, true
}
