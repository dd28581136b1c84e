package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// vecRow is how an operation on vectors is lowered: what computes it, and which operand may be its mask.
type vecRow struct {
	eval vecEval // nil of memory operations
	mask int     // -1 if there is none
	size int     // the operand that has the lanes, -1 of the result
}

var vecRows = func() map[ir.Op]vecRow {
	rows := map[ir.Op]vecRow{
		ir.OpVecICmp: {vecCompares, -1, 0}, ir.OpVecFCmp: {vecCompares, -1, 0},
		ir.OpVecFNeg: {vecSigns, 1, 0}, ir.OpVecFAbs: {vecSigns, 1, 0},
		ir.OpVecSelect: {vecWordSelects, 0, 1}, ir.OpVecCompress: {vecMoves, 1, 0}, ir.OpVecExpand: {vecMoves, 1, 0},
		ir.OpVecSplat: {vecSplats, -1, -1}, ir.OpVecExtract: {vecExtracts, -1, 0}, ir.OpVecInsert: {vecInserts, -1, 0},
		ir.OpVecShuffle: {vecShuffles, -1, 0},
		ir.OpVecLoad:    {nil, 1, -1}, ir.OpVecStore: {nil, 2, 0}, ir.OpVecGather: {nil, 2, -1}, ir.OpVecScatter: {nil, 3, 0},
	}
	for op := ir.OpVecAdd; op <= ir.OpVecXor; op++ {
		rows[op] = vecRow{vecInts, 2, 0}
	}
	for op := ir.OpVecFAdd; op <= ir.OpVecFMax; op++ {
		rows[op] = vecRow{vecFloats, 2, 0}
	}
	for op := ir.OpVecReduceAdd; op <= ir.OpVecReduceXor; op++ {
		rows[op] = vecRow{vecReduces, 1, 0}
	}
	for op := ir.OpVecReduceFAdd; op <= ir.OpVecReduceFMax; op++ {
		rows[op] = vecRow{vecFloatReduces, 1, 0}
	}
	return rows
}()

// vecResult is the bound of the int that a vector operation gives.
func (l *lowerer) vecResult(i ir.Inst) (width, bool) {
	lane := l.f.Attr(i).Lane
	unsigned := width{false, uint32(lane.Bits)}
	if lane.Kind == ir.LaneS {
		unsigned = width{true, uint32(lane.Bits)}
	}
	switch l.f.Op(i) {
	case ir.OpVecReduceAdd, ir.OpVecReduceMul:
		if lane.Kind != ir.LaneI {
			return width{true, 64}, lane.Bits <= 32 && l.f.Op(i) == ir.OpVecReduceAdd // at most 64 lanes
		}
	case ir.OpVecReduceSMin, ir.OpVecReduceSMax:
		return width{true, uint32(lane.Bits)}, true
	case ir.OpVecReduceUMin, ir.OpVecReduceUMax:
		return width{false, uint32(lane.Bits)}, true
	}
	return unsigned, true
}

// vector lowers an operation on vectors whose lanes lie within words.
func (l *lowerer) vector(i ir.Inst, m codeMeta) bool {
	f, op, a := l.f, l.f.Op(i), l.f.Attr(i)
	if op == ir.OpTargetIntrinsic {
		info, ok := f.IntrinsicOf(i)
		if !ok {
			return false
		}
		op, a = info.Op, ir.Attr{Lane: info.Lane}
	}
	row, ok := vecRows[op]
	lane := a.Lane
	if b := lane.Bits; !ok || lane.Kind == ir.LanePtr || b != 8 && b != 16 && b != 32 && b != 64 {
		return false
	}
	v := ir.NoValue
	if n := f.NumResults(i); n > 0 && f.TypeOf(f.Result(i, n-1)) != ir.Mem {
		v = f.Result(i, n-1)
	}
	x := &vecInst{op: op, eval: row.eval, kind: lane.Kind, bits: uint(lane.Bits), mask: row.mask, pred: a.Pred, align: uint64(max(a.Align, 1)) - 1}
	for n := range f.NumFixed(i) {
		o := f.Arg(i, n)
		t := f.TypeOf(o)
		if t == ir.Mem {
			continue
		}
		arg := vecArg{slot: l.slot(o), unsigned: l.fn.class[o] == classU}
		if size, _ := t.Size(l.w.o.VScale); t != ir.Int && size > 8*maxWords || t.IsAggregate() {
			return false
		}
		if l.inWords(t) > 1 {
			arg.tag = words
		}
		x.args = append(x.args, arg)
	}
	if x.mask >= len(x.args) {
		x.mask = -1
	}
	of := v
	if row.size >= 0 {
		of = f.Arg(i, row.size)
	}
	size, _ := f.TypeOf(of).Size(l.w.o.VScale)
	if x.n = int(size) * 8 / int(lane.Bits); x.n == 0 || size > 8*maxWords {
		return false
	}
	switch {
	case op == ir.OpVecShuffle, op == ir.OpVecScatter:
		index, _ := f.TypeOf(f.Arg(i, 2)).Size(l.w.o.VScale)
		x.size = index / uint64(x.n)
	case op == ir.OpVecGather:
		index, _ := f.TypeOf(f.Arg(i, 1)).Size(l.w.o.VScale)
		x.size = index / uint64(x.n)
	case lane.Kind == ir.LaneMask && op <= ir.OpVecXor:
		x.eval = vecMasks
	case op == ir.OpVecSplat:
		x.size = size
	case op == ir.OpVecICmp, op == ir.OpVecFCmp:
		x.holds = holdsOf(a.Pred)
		if x.eval = compareEvals[lane]; x.eval == nil {
			if !lane.IsFloat() {
				return false
			}
			x.eval = vecCompares
		}
	case x.mask < 0 && (op >= ir.OpVecAnd && op <= ir.OpVecXor || lane.Kind == ir.LaneI && (op == ir.OpVecAdd || op == ir.OpVecSub)):
		x.eval = vecWords
	case x.mask < 0 && wordEvalOf(op, lane, size) != nil:
		x.word, x.lanes, x.eval = wordEvalOf(op, lane, size), x.eval, vecByWords
	}
	if lane.IsFloat() {
		x.format = FloatFormat(lane.Scalar())
		if l.w.o.NaN.Kind != ChooseDefault {
			return false
		}
	}
	c := code{op: fVector, imm: uint64(len(l.fn.vectors))}
	l.fn.vectors = append(l.fn.vectors, x)
	if row.eval == nil && l.acc != nil {
		l.acc.vec = x
	}
	if v == ir.NoValue {
		l.emit(c, m)
		return true
	}
	c.dst = l.slot(v)
	if f.TypeOf(v) != ir.Int {
		x.words = max(l.inWords(f.TypeOf(v)), 1)
		if claims(f.AnnotOf(v)) {
			return f.NumResults(i) == 1 && l.finishPlain(i, c, m)
		}
		l.emit(c, m)
		return true
	}
	x.words = 1
	w, ok := l.vecResult(i)
	if !ok { // a result that is no int64 leaves
		w = s64
	}
	return l.finish(i, c, w, m)
}
