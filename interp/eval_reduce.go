package interp

import (
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// reductionEntries fills the rows of reductions. s and u lanes are added and multiplied as mathematical
// integers, so the result may be longer than a lane; i lanes wrap.
func reductionEntries() {
	t := &evalTable
	t[ir.OpVecReduceAdd] = intReduction(ir.NoLane, func(l ir.Lane, v []num.Int) (num.Int, *pureFault) {
		sum := num.Int{}
		for _, x := range v {
			sum = sum.Add(x)
		}
		return wrapped(l, sum), nil
	})
	t[ir.OpVecReduceMul] = intReduction(ir.NoLane, evalReduceMul)
	t[ir.OpVecReduceSMin] = intReduction(ir.LaneS, folded(evalMin, nil))
	t[ir.OpVecReduceSMax] = intReduction(ir.LaneS, folded(evalMax, nil))
	t[ir.OpVecReduceUMin] = intReduction(ir.LaneU, folded(evalMin, nil))
	t[ir.OpVecReduceUMax] = intReduction(ir.LaneU, folded(evalMax, nil))
	t[ir.OpVecReduceAnd] = intReduction(ir.NoLane, folded(evalAnd, func(l ir.Lane) num.Int {
		return laneInt(l, ^uint64(0)>>(64-l.Bits))
	}))
	zero := func(ir.Lane) num.Int { return num.Int{} }
	t[ir.OpVecReduceOr] = intReduction(ir.NoLane, folded(evalOr, zero))
	t[ir.OpVecReduceXor] = intReduction(ir.NoLane, folded(evalXor, zero))
	t[ir.OpVecReduceFAdd] = floatReduction(evalFAdd, true)
	t[ir.OpVecReduceFMin] = floatReduction(evalFMinNum, false)
	t[ir.OpVecReduceFMax] = floatReduction(evalFMaxNum, false)
}

// activeWords returns the words of the active lanes. A lane or a byte of the mask that
// cannot be read makes the whole reduction poison.
// Inactive lanes may be in any state.
// The words are in the order of lanes.
func (e *evalArgs) activeWords() ([]uint64, *pureFault) {
	var words []uint64
	l := e.attr.Lane
	for k := range laneCount(e.bytes(0), l) {
		on, why := e.active(1, k)
		if why != nil {
			return nil, why
		}
		if !on {
			continue
		}
		w, why := laneWord(laneBytes(e.bytes(0), l, k), 0)
		if why != nil {
			return nil, why
		}
		words = append(words, w)
	}
	return words, nil
}

// intReduction reads the active lanes as the format says, or as kind, and combines them.
func intReduction(kind ir.LaneKind, eval func(l ir.Lane, v []num.Int) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) {
		l := e.attr.Lane
		if kind != ir.NoLane {
			l.Kind = kind
		}
		words, why := e.activeWords()
		if why != nil {
			return nil, why
		}
		v := make([]num.Int, len(words))
		for k, w := range words {
			v[k] = laneInt(l, w)
		}
		return e.oneInt(eval(l, v))
	}
}

// folded combines lanes one after another; empty is the result of no lanes, which is poison
// where the operation has no neutral element.
func folded(eval func(a, b num.Int) (num.Int, *pureFault), empty func(ir.Lane) num.Int) func(ir.Lane, []num.Int) (num.Int, *pureFault) {
	return func(l ir.Lane, v []num.Int) (num.Int, *pureFault) {
		if len(v) == 0 {
			if empty == nil {
				return num.Int{}, noActiveLane()
			}
			return empty(l), nil
		}
		r := v[0]
		for _, x := range v[1:] {
			r, _ = eval(r, x) // of lane size, so within every limit
		}
		return r, nil
	}
}

// noActiveLane is why a minimum of nothing has no value.
func noActiveLane() *pureFault { return fault(CauseLane, "a reduction without active lanes") }

// wrapped is v, modulo the lane width where the lanes wrap.
func wrapped(l ir.Lane, v num.Int) num.Int {
	if l.Kind == ir.LaneI {
		return v.Low(uint(l.Bits))
	}
	return v
}

// evalReduceMul multiplies; s and u lanes exactly.
func evalReduceMul(l ir.Lane, v []num.Int) (num.Int, *pureFault) {
	if l.Kind == ir.LaneI {
		r := num.New(1)
		for _, x := range v {
			r = r.Mul(x).Low(uint(l.Bits))
		}
		return r, nil
	}
	// The estimate comes first: a product of a million lanes must be refused before it is computed.
	atLeast := uint(0) // the product is at least 2^atLeast
	for _, x := range v {
		if x.Sign() == 0 {
			return num.Int{}, nil
		}
		atLeast += x.BitLen() - 1
	}
	// Without a zero the magnitude only grows: a part that is too large decides.
	if atLeast >= MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return product(v)
}

// product multiplies by halves, so that long products meet factors of their own size.
// It is called with factors that are not 0.
func product(v []num.Int) (num.Int, *pureFault) {
	switch len(v) {
	case 0:
		return num.New(1), nil
	case 1:
		return v[0], nil
	}
	a, why := product(v[:len(v)/2])
	if why != nil {
		return a, why
	}
	b, why := product(v[len(v)/2:])
	if why != nil {
		return b, why
	}
	return evalMul(a, b)
}

// floatReduction combines the active lanes in order. A sum starts at -0, the neutral
// element; without one no active lane is poison.
// The order is from lane 0 up, since float addition is not associative; a pass may change it only by a flag.
func floatReduction(eval func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits, sum bool) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) {
		t := e.attr.Lane.Scalar()
		f := FloatFormat(t)
		words, why := e.activeWords()
		if why != nil {
			return nil, why
		}
		if sum {
			words = append([]uint64{f.Zero(true)}, words...)
		}
		if len(words) == 0 {
			return nil, noActiveLane()
		}
		r := ieee754.Bits{Lo: words[0]}
		for _, w := range words[1:] {
			r = eval(f, r, ieee754.Bits{Lo: w})
		}
		if f.IsNaNBits(r) {
			r = e.quiet(f, f.NaNBits())
		}
		return e.one(floatOfBits(t, r)), nil
	}
}
