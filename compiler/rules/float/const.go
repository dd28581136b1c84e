package float

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
)

// asFloat is the float with these bits, as a float64, which holds each of both types.
func asFloat(t ir.Type, bits uint64) float64 {
	if t == ir.F32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// fold is what op makes of constants, computed by the processor, which rounds to nearest. It is not
// ok for one that a program should not get instead of an operation.
// An f32 is computed as float64 and rounded again. That is the result rounded once: products of two f32 are exact
// in 53 bits, and a sum rounded to at least 2*24+2 bits first rounds to 24 as if it were exact.
func fold(op ir.Op, t ir.Type, a, b uint64) (bits uint64, ok bool) {
	x, y := asFloat(t, a), asFloat(t, b)
	var r float64
	switch op {
	case ir.OpFAdd:
		r = x + y
	case ir.OpFSub:
		r = x - y
	case ir.OpFMul:
		r = x * y
	default:
		return 0, false
	}
	if bits = math.Float64bits(r); t == ir.F32 {
		bits = uint64(math.Float32bits(float32(r)))
	}
	// A product that is 0 has underflowed, or an operand is 0, of which the sign matters.
	return bits, plain(t, bits) || asFloat(t, bits) == 0 && op != ir.OpFMul
}

// plain reports whether the constant is normal: not zero, subnormal, infinite or NaN.
func plain(t ir.Type, bits uint64) bool {
	if t == ir.F32 {
		e := bits >> 23 & 0xff
		return e != 0 && e != 0xff
	}
	e := bits >> 52 & 0x7ff
	return e != 0 && e != 0x7ff
}
