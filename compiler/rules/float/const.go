package float

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
)

// fold is what op makes of constants, computed by the processor, which rounds to nearest. It is not
// ok for one that a program should not get instead of an operation.
func fold(op ir.Op, t ir.Type, a, b uint64) (bits uint64, ok bool) {
	if t == ir.F32 {
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		var r float32
		switch op {
		case ir.OpFAdd:
			r = x + y
		case ir.OpFSub:
			r = x - y
		case ir.OpFMul:
			r = float32(x * y)
		default:
			return 0, false
		}
		bits = uint64(math.Float32bits(r))
		return bits, plain(t, bits) || r == 0 && op != ir.OpFMul
	}
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	var r float64
	switch op {
	case ir.OpFAdd:
		r = x + y
	case ir.OpFSub:
		r = x - y
	case ir.OpFMul:
		r = float64(x * y)
	default:
		return 0, false
	}
	bits = math.Float64bits(r)
	return bits, plain(t, bits) || r == 0 && op != ir.OpFMul
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
