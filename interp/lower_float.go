package interp

import (
	"math"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// floatOps are the operations that have no case of their own in the dispatch loop. They give the bits that the
// reference evaluator gives: package ieee754's tests hold its two implementations equal.
var floatOps = [...]func(f ieee754.Format, x, y, z uint64) uint64{
	floatAdd:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.Add(f, x, y) },
	floatSub:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.Sub(f, x, y) },
	floatMul:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.Mul(f, x, y) },
	floatDiv:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.Div(f, x, y) },
	floatRem:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.Rem(f, x, y) },
	floatMin:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.MinNum(f, x, y) },
	floatMax:      func(f ieee754.Format, x, y, _ uint64) uint64 { return ieee754.Fast{}.MaxNum(f, x, y) },
	floatSqrt:     func(f ieee754.Format, x, _, _ uint64) uint64 { return ieee754.Fast{}.Sqrt(f, x) },
	floatFMA:      func(f ieee754.Format, x, y, z uint64) uint64 { return ieee754.Fast{}.FMA(f, x, y, z) },
	floatCopySign: func(f ieee754.Format, x, y, _ uint64) uint64 { return f.CopySign(x, y) },
	floatSigned:   func(f ieee754.Format, x, _, _ uint64) uint64 { return ieee754.Fast{}.FromInt64(f, int64(x)) },
	floatUnsigned: func(f ieee754.Format, x, _, _ uint64) uint64 { return ieee754.Fast{}.FromUint64(f, x) },
	floatFrom + uint8(ieee754.BF16): func(f ieee754.Format, x, _, _ uint64) uint64 {
		return ieee754.Fast{}.Convert(f, ieee754.BF16, x)
	},
	floatFrom + uint8(ieee754.F16): func(f ieee754.Format, x, _, _ uint64) uint64 {
		return ieee754.Fast{}.Convert(f, ieee754.F16, x)
	},
	floatFrom + uint8(ieee754.F32): func(f ieee754.Format, x, _, _ uint64) uint64 {
		return ieee754.Fast{}.Convert(f, ieee754.F32, x)
	},
	floatFrom + uint8(ieee754.F64): func(f ieee754.Format, x, _, _ uint64) uint64 {
		return ieee754.Fast{}.Convert(f, ieee754.F64, x)
	},
}

// The operations of floatOps.
const (
	floatAdd uint8 = iota
	floatSub
	floatMul
	floatDiv
	floatRem
	floatMin
	floatMax
	floatSqrt
	floatFMA
	floatCopySign
	floatSigned   // of an int64
	floatUnsigned // of a uint64
	floatFrom     // of another format, which is added
)

// floatOf is the row of floatOps for an operation on floats of one format.
var floatOf = map[ir.Op]uint8{
	ir.OpFAdd: floatAdd, ir.OpFSub: floatSub, ir.OpFMul: floatMul, ir.OpFDiv: floatDiv, ir.OpFRem: floatRem,
	ir.OpFMinNum: floatMin, ir.OpFMaxNum: floatMax, ir.OpFSqrt: floatSqrt, ir.OpFMA: floatFMA, ir.OpCopySign: floatCopySign,
}

// floatOp lowers an operation that gives a float, or compares floats.
// Go's float64 and float32 operations are IEEE 754 with round to nearest even, provided that nothing is
// fused, which package ieee754 takes care of.
// NaNs are made canonical there, so where the run chooses NaNs what may make one leaves.
func (l *lowerer) floatOp(i ir.Inst, c code, m codeMeta) bool {
	f, op := l.f, l.f.Op(i)
	t := f.TypeOf(f.Result(i, 0))
	from := t
	if f.NumFixed(i) > 0 {
		from = f.TypeOf(f.Arg(i, 0))
	}
	switch op {
	case ir.OpFNeg, ir.OpFAbs, ir.OpCopySign, ir.OpFCmp, ir.OpSIToFP, ir.OpUIToFP: // no NaN but one that comes in
	default:
		if l.w.o.NaN.Kind != ChooseDefault {
			return false
		}
	}
	if from.IsWideFloat() || t.IsWideFloat() {
		return false
	}
	word := t == ir.F32 || t == ir.F64 // what the processor computes with
	switch op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv:
		if !word {
			return l.anyFloat(i, c, floatOf[op], m)
		}
		c.op = fFAdd64 + fastOp(op-ir.OpFAdd)
		if t == ir.F32 {
			c.op += fFAdd32 - fFAdd64
		}
	case ir.OpFSqrt:
		if t != ir.F64 {
			return l.anyFloat(i, c, floatSqrt, m)
		}
		c.op = fSqrt64
	case ir.OpFMA, ir.OpFRem, ir.OpFMinNum, ir.OpFMaxNum, ir.OpCopySign:
		return l.anyFloat(i, c, floatOf[op], m)
	case ir.OpFNeg, ir.OpFAbs:
		c.op, c.imm = fFNeg, 1<<(t.FloatBits()-1)
		if op == ir.OpFAbs {
			c.op, c.imm = fFAbs, c.imm-1
		}
	case ir.OpFCmp:
		c.k = holdsOf(f.Attr(i).Pred)
		switch from {
		case ir.F64:
			c.op = fFCmp64
		case ir.F32:
			c.op = fFCmp32
		default:
			return false
		}
	case ir.OpSIToFP, ir.OpUIToFP:
		return l.intToFloat(i, c, m)
	case ir.OpFPConvert:
		switch {
		case from == ir.F32 && t == ir.F64:
			c.op = fF32ToF64
		case from == ir.F64 && t == ir.F32:
			c.op = fF64ToF32
		default:
			return l.anyFloat(i, c, floatFrom+uint8(FloatFormat(from)), m)
		}
	default:
		return false
	}
	return l.finishPlain(i, c, m)
}

// anyFloat lowers to a row of floatOps. Operands that there are not stand as the first one.
func (l *lowerer) anyFloat(i ir.Inst, c code, row uint8, m codeMeta) bool {
	f := l.f
	third := c.a
	switch f.NumFixed(i) {
	case 1:
		c.b = c.a
	case 3:
		third = l.slot(f.Arg(i, 2))
	}
	c.op, c.k = fFloat, row
	c.imm = uint64(FloatFormat(f.TypeOf(f.Result(i, 0)))) | uint64(third)<<32
	return l.finishPlain(i, c, m)
}

// intToFloat lowers si_to_fp and ui_to_fp. An unboxed operand is an int64 or, of class U, a uint64; ui_to_fp
// of a negative one is poison.
func (l *lowerer) intToFloat(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	t, x := f.TypeOf(f.Result(i, 0)), f.Arg(i, 0)
	unsigned := l.fn.class[x] == classU
	if f.Op(i) == ir.OpUIToFP && !unsigned {
		unsigned = true
		if !l.width[x].within(width{false, 63}) {
			c.k = 1
		}
	}
	switch {
	case t == ir.F64 && unsigned:
		c.op = fUIToF64
	case t == ir.F32 && unsigned:
		c.op = fUIToF32
	case t == ir.F64:
		c.op = fSIToF64
	case t == ir.F32:
		c.op = fSIToF32
	case unsigned && c.k == 0:
		return l.anyFloat(i, c, floatUnsigned, m)
	case unsigned:
		return false
	default:
		return l.anyFloat(i, c, floatSigned, m)
	}
	return l.finishPlain(i, c, m)
}

// floatToInt lowers fp_to_si and fp_to_ui to at most 64 bits.
func (l *lowerer) floatToInt(i ir.Inst, c code, m codeMeta) bool {
	f, a := l.f, l.f.Attr(i)
	from := f.TypeOf(f.Arg(i, 0))
	if a.N == 0 || a.N > 64 || from.IsWideFloat() {
		return false
	}
	signed := f.Op(i) == ir.OpFPToSI
	c.op, c.imm = fFToInt, conversion(FloatFormat(from), a.N, signed, a.Sat)
	return l.finish(i, c, width{signed, a.N}, m)
}

// conversion packs what toInt needs: 8 bits format, 8 bits width, whether signed, whether saturating.
func conversion(f ieee754.Format, n uint32, signed, sat bool) uint64 {
	return uint64(f) | uint64(n)<<8 | truth(signed)<<16 | truth(sat)<<17
}

// toInt converts a float to an int of 1 to 64 bits, whose word it returns; ok is false if that is poison.
// Bounds are powers of two, so they are floats, and the comparisons exact.
func toInt(bits, how uint64) (uint64, bool) {
	f, n := ieee754.Format(uint8(how)), int(uint8(how>>8))
	signed, sat := how>>16&1 != 0, how>>17&1 != 0
	x := math.Trunc(math.Float64frombits(bits))
	if f != ieee754.F64 {
		x = math.Trunc(math.Float64frombits(ieee754.Fast{}.Convert(ieee754.F64, f, bits)))
	}
	lo, hi := 0.0, math.Float64frombits(uint64(1023+n)<<52) // 2^n
	if signed {
		hi /= 2
		lo = -hi
	}
	switch {
	case x >= lo && x < hi:
		if signed {
			return uint64(int64(x)), true
		}
		return uint64(x), true
	case !sat:
		return 0, false
	case x != x:
		return 0, true
	case x < lo && signed:
		return ^uint64(0) << (n - 1), true
	case x < lo:
		return 0, true
	case signed:
		return 1<<(n-1) - 1, true
	}
	return math.MaxUint64 >> (64 - n), true
}
