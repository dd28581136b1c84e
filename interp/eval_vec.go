package interp

import (
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// laneFunc computes one lane from the words of its operand lanes; b is 0 where the operation
// has one operand.
// Words are zero-extended lanes; of the result the low bits count.
// A fault makes its own lane poison and no other.
type laneFunc func(e *evalArgs, a, b uint64) (uint64, *pureFault)

// vecEntries fills the rows of vector operations from the definitions of scalar ones, so that a lane computes
// what the scalar does, and wraps or is checked as its format says.
func vecEntries() {
	t := &evalTable
	for op, eval := range map[ir.Op]func(a, b num.Int) (num.Int, *pureFault){
		ir.OpVecAdd: evalAdd, ir.OpVecSub: evalSub, ir.OpVecMul: evalMul, ir.OpVecDiv: evalDiv, ir.OpVecRem: evalRem,
		ir.OpVecShl: evalLaneShl, ir.OpVecShr: evalShr, ir.OpVecMin: evalMin, ir.OpVecMax: evalMax,
		ir.OpVecAnd: evalAnd, ir.OpVecOr: evalOr, ir.OpVecXor: evalXor,
	} {
		t[op] = elementwise(2, intLanes(eval))
	}
	for op, eval := range map[ir.Op]func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits{
		ir.OpVecFAdd: evalFAdd, ir.OpVecFSub: evalFSub, ir.OpVecFMul: evalFMul, ir.OpVecFDiv: evalFDiv,
		ir.OpVecFMin: evalFMinNum, ir.OpVecFMax: evalFMaxNum,
	} {
		t[op] = elementwise(2, floatLanes(eval))
	}
	t[ir.OpVecFNeg] = elementwise(1, func(e *evalArgs, a, _ uint64) (uint64, *pureFault) {
		return evalFNeg(Float{Type: e.attr.Lane.Scalar(), Lo: a}).Lo, nil
	})
	t[ir.OpVecFAbs] = elementwise(1, func(e *evalArgs, a, _ uint64) (uint64, *pureFault) {
		return evalFAbs(Float{Type: e.attr.Lane.Scalar(), Lo: a}).Lo, nil
	})
	t[ir.OpVecICmp], t[ir.OpVecFCmp] = evalVecICmp, evalVecFCmp
	reductionEntries()
	t[ir.OpVecSelect], t[ir.OpVecCompress], t[ir.OpVecExpand] = evalVecSelect, evalVecCompress, evalVecExpand
	t[ir.OpVecSplat], t[ir.OpVecExtract], t[ir.OpVecInsert] = evalVecSplat, evalVecExtract, evalVecInsert
	t[ir.OpVecShuffle] = evalVecShuffle
}

// elementwise applies eval lane by lane to the first arity operands. A lane that the optional
// mask turns off is that of operand 0.
// A lane whose mask byte is bad is poison.
// An inactive lane keeps its bytes in any state.
func elementwise(arity int, eval laneFunc) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) {
		l := e.attr.Lane
		first := e.bytes(0)
		out := make([]memory.Byte, 0, len(first.B))
		for k := range laneCount(first, l) {
			on, why := e.active(arity, k)
			switch {
			case why != nil:
				out = append(out, e.poisonLane(l.Bits, why)...)
			case !on:
				out = append(out, laneBytes(first, l, k)...)
			default:
				out = append(out, e.lane(arity, eval, l.Bits, k)...)
			}
		}
		return e.one(Bytes{out}), nil
	}
}

// lane computes lane k of an elementwise operation, whose result has the given width.
func (e *evalArgs) lane(arity int, eval laneFunc, bits uint16, k int) []memory.Byte {
	var w [2]uint64
	for n := range arity {
		var why *pureFault
		if w[n], why = laneWord(laneBytes(e.bytes(n), e.attr.Lane, k), n); why != nil {
			return e.poisonLane(bits, why)
		}
	}
	r, why := eval(e, w[0], w[1])
	if why != nil {
		return e.poisonLane(bits, why)
	}
	return wordLane(ir.Lane{Bits: bits}, r)
}

// active reads lane k of the mask in operand n; without a mask every lane is active.
// A mask has a byte a lane, whatever the lanes' format; any byte that is not 0 turns its lane on.
func (e *evalArgs) active(n, k int) (bool, *pureFault) {
	if n >= len(e.args) {
		return true, nil
	}
	w, why := laneWord(e.bytes(n).B[k:k+1], n)
	return w != 0, why
}

// intLanes makes a lane function from a scalar one; mask lanes are read as 0 and 1.
// Wrapping lanes are read as unsigned, and their result is reduced.
func intLanes(eval func(a, b num.Int) (num.Int, *pureFault)) laneFunc {
	return func(e *evalArgs, a, b uint64) (uint64, *pureFault) {
		l := e.attr.Lane
		if l.Kind == ir.LaneMask {
			l.Kind, a, b = ir.LaneU, truthWord(a != 0), truthWord(b != 0)
		}
		r, why := eval(laneInt(l, a), laneInt(l, b))
		if why != nil {
			return 0, why
		}
		return intLane(l, r)
	}
}

// floatLanes makes a lane function from a float operation; each lane's NaN is chosen anew.
func floatLanes(eval func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits) laneFunc {
	return func(e *evalArgs, a, b uint64) (uint64, *pureFault) {
		f := FloatFormat(e.attr.Lane.Scalar())
		return e.quiet(f, eval(f, ieee754.Bits{Lo: a}, ieee754.Bits{Lo: b})).Lo, nil
	}
}

// evalLaneShl is [evalShl] for operands of lane size: an amount beyond every lane does not
// make a long integer that would not fit any more than a shorter one does.
func evalLaneShl(a, b num.Int) (num.Int, *pureFault) {
	beyond := num.New(2 * ir.MaxLaneBits)
	if b.Cmp(beyond) > 0 {
		b = beyond
	}
	return evalShl(a, b)
}

// comparison makes a mask of the lanes for which eval holds.
func comparison(e *evalArgs, eval func(a, b uint64) bool) ([]Value, *pureFault) {
	n := laneCount(e.bytes(0), e.attr.Lane)
	out := make([]memory.Byte, 0, n)
	for k := range n {
		out = append(out, e.lane(2, func(_ *evalArgs, a, b uint64) (uint64, *pureFault) {
			return truthWord(eval(a, b)), nil
		}, 8, k)...)
	}
	return e.one(Bytes{out}), nil
}

// evalVecICmp compares ints as the lane's format reads them.
// The result is a mask: a byte a lane.
// A lane that cannot be read makes its mask byte poison.
func evalVecICmp(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	return comparison(e, func(a, b uint64) bool { return evalICmp(e.attr.Pred, laneInt(l, a), laneInt(l, b)) })
}

// evalVecFCmp is the same for floats.
func evalVecFCmp(e *evalArgs) ([]Value, *pureFault) {
	f := FloatFormat(e.attr.Lane.Scalar())
	return comparison(e, func(a, b uint64) bool { return evalFCmp(f, e.attr.Pred, ieee754.Bits{Lo: a}, ieee754.Bits{Lo: b}) })
}

// The operations below move the bytes of lanes untouched, in whatever state they are.

// evalVecSelect takes each lane from operand 1 or 2; a lane whose mask byte is bad is poison.
func evalVecSelect(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	out := make([]memory.Byte, 0, len(e.bytes(1).B))
	for k := range laneCount(e.bytes(1), l) {
		on, why := e.active(0, k)
		switch {
		case why != nil:
			out = append(out, e.poisonLane(l.Bits, why)...)
		case on:
			out = append(out, laneBytes(e.bytes(1), l, k)...)
		default:
			out = append(out, laneBytes(e.bytes(2), l, k)...)
		}
	}
	return e.one(Bytes{out}), nil
}

// evalVecCompress moves the active lanes to the front and makes the others 0.
// A bad mask byte makes all of it poison, since where every later lane goes depends on it.
// Lanes that are moved keep their state: uninit and poison are data here.
func evalVecCompress(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	out := make([]memory.Byte, len(e.bytes(0).B))
	at := 0
	for k := range laneCount(e.bytes(0), l) {
		on, why := e.active(1, k)
		if why != nil {
			return nil, why
		}
		if on {
			at += copy(out[at:], laneBytes(e.bytes(0), l, k))
		}
	}
	return e.one(Bytes{out}), nil
}

// evalVecExpand is the inverse: lanes from the front go to the active places, the others are 0.
func evalVecExpand(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	out := make([]memory.Byte, len(e.bytes(0).B))
	next := 0
	for k := range laneCount(e.bytes(0), l) {
		on, why := e.active(1, k)
		if why != nil {
			return nil, why
		}
		if on {
			copy(laneBytes(Bytes{out}, l, k), laneBytes(e.bytes(0), l, next))
			next++
		}
	}
	return e.one(Bytes{out}), nil
}

func evalVecSplat(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	size, ok := e.result.Size(e.scale())
	if !ok || e.result.Kind() != ir.KindVec {
		panic("BUG: vec.splat to " + e.result.String())
	}
	lane, why := encodeLane(l, e.args[0])
	if why != nil {
		lane = e.poisonLane(l.Bits, why)
	}
	out := make([]memory.Byte, 0, size)
	for uint64(len(out)) < size {
		out = append(out, lane...)
	}
	return e.one(Bytes{out}), nil
}

func evalVecExtract(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	k, why := laneIndex(e.int(1), laneCount(e.bytes(0), l))
	if why != nil {
		return nil, why
	}
	v, why := decodeLane(l, laneBytes(e.bytes(0), l, k), 0)
	if why != nil {
		return nil, why
	}
	return e.one(v), nil
}

func evalVecInsert(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	k, why := laneIndex(e.int(2), laneCount(e.bytes(0), l))
	if why != nil {
		return nil, why
	}
	var lane []memory.Byte
	if p, ok := e.args[1].(Poison); ok {
		why = flowFault(1, e.handle(p))
	} else {
		lane, why = encodeLane(l, e.args[1])
	}
	if why != nil {
		lane = e.poisonLane(l.Bits, why)
	}
	out := append([]memory.Byte(nil), e.bytes(0).B...)
	copy(laneBytes(Bytes{out}, l, k), lane)
	return e.one(Bytes{out}), nil
}

// handle is what poison bytes carry for a scalar that was put into a lane.
func (e *evalArgs) handle(p Poison) uint32 {
	if e.causeHandle == nil || p.Cause == nil {
		return 0
	}
	return e.causeHandle(p.Cause)
}

// evalVecShuffle reads the indices as unsigned.
// Indices below n mean lanes of operand 0, those from n to 2n-1 lanes of operand 1.
func evalVecShuffle(e *evalArgs) ([]Value, *pureFault) {
	l := e.attr.Lane
	n := laneCount(e.bytes(0), l)
	index := len(e.bytes(2).B) / n
	out := make([]memory.Byte, 0, len(e.bytes(0).B))
	for k := range n {
		from, why := 0, (*pureFault)(nil)
		at := e.bytes(2).B[k*index : (k+1)*index] // may be wider than an int lane
		if bad := notBits(at); bad != nil {
			why = laneFault(bad, 2)
		} else {
			from, why = laneIndex(unsignedOf(at), 2*n)
		}
		switch {
		case why != nil:
			out = append(out, e.poisonLane(l.Bits, why)...)
		case from < n:
			out = append(out, laneBytes(e.bytes(0), l, from)...)
		default:
			out = append(out, laneBytes(e.bytes(1), l, from-n)...)
		}
	}
	return e.one(Bytes{out}), nil
}

// laneIndex checks that v names one of n lanes.
// Negative indices are none, and poison like those beyond the end.
func laneIndex(v num.Int, n int) (int, *pureFault) {
	k, ok := v.Int64()
	if !ok || k < 0 || k >= int64(n) {
		return 0, fault(CauseLane, "lane %s of %d", formatInt(v), n)
	}
	return int(k), nil
}
