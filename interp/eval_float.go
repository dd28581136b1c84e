package interp

import (
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// exact is the float arithmetic of the reference evaluator: integers only, nothing of the host.
// The fast engine has the processor's floats: a difference of the two shows in differential tests of the
// engines.
var exact ieee754.Exact

// The float operations work on the bit patterns of one format. A NaN result is the canonical
// one; the dispatcher replaces it by the one that the run chooses.
// f128 is moved and cast only.

// evalFAdd is a + b, rounded once.
func evalFAdd(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.AddBits(f, a, b) }

// evalFSub is a - b, rounded once.
func evalFSub(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.SubBits(f, a, b) }

// evalFMul is a * b, rounded once.
func evalFMul(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.MulBits(f, a, b) }

// evalFDiv is a / b, rounded once.
func evalFDiv(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.DivBits(f, a, b) }

// evalFRem is a - trunc(a/b)*b, exact, with the sign of a.
func evalFRem(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.RemBits(f, a, b) }

// evalFMinNum is IEEE 754-2019 minimumNumber.
func evalFMinNum(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.MinNumBits(f, a, b) }

// evalFMaxNum is IEEE 754-2019 maximumNumber.
func evalFMaxNum(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits { return exact.MaxNumBits(f, a, b) }

// evalFSqrt is the square root, rounded once.
func evalFSqrt(f ieee754.Format, a ieee754.Bits) ieee754.Bits { return exact.SqrtBits(f, a) }

// evalFMA is a * b + c, rounded once.
func evalFMA(f ieee754.Format, a, b, c ieee754.Bits) ieee754.Bits { return exact.FMABits(f, a, b, c) }

// evalFNeg flips the sign bit, of a NaN too.
func evalFNeg(a Float) Float { return floatOfBits(a.Type, FloatFormat(a.Type).NegBits(a.Bits())) }

// evalFAbs clears the sign bit, of a NaN too.
func evalFAbs(a Float) Float { return floatOfBits(a.Type, FloatFormat(a.Type).AbsBits(a.Bits())) }

// evalCopySign is the magnitude of mag with the sign bit of sign.
func evalCopySign(mag, sign Float) Float {
	return floatOfBits(mag.Type, FloatFormat(mag.Type).CopySignBits(mag.Bits(), sign.Bits()))
}

// floatOfBits is the value of type t that has pattern b.
func floatOfBits(t ir.Type, b ieee754.Bits) Float { return Float{t, b.Hi, b.Lo} }

// evalFCmp is one of the sixteen comparisons.
func evalFCmp(f ieee754.Format, p ir.Pred, a, b ieee754.Bits) bool {
	if !p.IsFloat() {
		panic("BUG: fcmp." + p.String())
	}
	return exact.CompareBits(f, ieee754.Pred(p-ir.FFalse), a, b)
}

// evalFpConvert is a in another format, rounded once.
func evalFpConvert(to, from ieee754.Format, a ieee754.Bits) ieee754.Bits {
	return exact.ConvertBits(to, from, a)
}

// evalSiToFp is the integer rounded once.
// A magnitude beyond the format's range becomes infinity, as rounding does.
func evalSiToFp(f ieee754.Format, a num.Int) ieee754.Bits { return exact.FromIntBits(f, a.Big()) }

// evalUiToFp is the integer rounded once; poison if a < 0.
func evalUiToFp(f ieee754.Format, a num.Int) (ieee754.Bits, *pureFault) {
	if a.Sign() < 0 {
		return ieee754.Bits{}, fault(CauseDomain, "ui_to_fp of the negative %s", formatInt(a))
	}
	return exact.FromIntBits(f, a.Big()), nil
}

// evalFpToSi is a truncated toward zero; poison if that is no signed n-bit integer.
func evalFpToSi(f ieee754.Format, a ieee754.Bits, n uint32) (num.Int, *pureFault) {
	v, ok := truncated(f, a)
	if !ok || !v.FitsSigned(uint(n)) {
		return num.Int{}, fault(CauseFPRange, "%s is no signed %d-bit integer", f.TextBits(a), n)
	}
	return v, nil
}

// evalFpToUi is a truncated toward zero; poison if that is no unsigned n-bit integer.
func evalFpToUi(f ieee754.Format, a ieee754.Bits, n uint32) (num.Int, *pureFault) {
	v, ok := truncated(f, a)
	if !ok || !v.FitsUnsigned(uint(n)) {
		return num.Int{}, fault(CauseFPRange, "%s is no unsigned %d-bit integer", f.TextBits(a), n)
	}
	return v, nil
}

// evalFpToSiSat is a truncated toward zero and clamped to the signed n-bit integers, 0 for
// NaN; poison if n = 0.
func evalFpToSiSat(f ieee754.Format, a ieee754.Bits, n uint32) (num.Int, *pureFault) {
	if n == 0 {
		return num.Int{}, fault(CauseDomain, "conversion to 0 bits")
	}
	v, ok := truncated(f, a)
	switch {
	case f.IsNaNBits(a):
		return num.Int{}, nil
	case ok && v.FitsSigned(uint(n)):
		return v, nil
	case n > MaxShiftBits:
		return num.Int{}, tooLarge
	}
	most := num.Mask(uint(n) - 1)
	if f.Negative(a) {
		return most.Not(), nil
	}
	return most, nil
}

// evalFpToUiSat is a truncated toward zero and clamped to the unsigned n-bit integers, 0 for
// NaN.
func evalFpToUiSat(f ieee754.Format, a ieee754.Bits, n uint32) (num.Int, *pureFault) {
	v, ok := truncated(f, a)
	switch {
	case f.IsNaNBits(a) || f.Negative(a):
		return num.Int{}, nil
	case ok && v.FitsUnsigned(uint(n)):
		return v, nil
	case n > MaxShiftBits:
		return num.Int{}, tooLarge
	}
	return num.Mask(uint(n)), nil
}

// truncated is a without its fraction, if it is finite.
// Infinities and NaNs have no integer.
func truncated(f ieee754.Format, a ieee754.Bits) (num.Int, bool) {
	v, ok := exact.ToIntBits(f, a)
	if !ok {
		return num.Int{}, false
	}
	return num.FromBig(v), true
}

// floatEntries fills the rows of float operations: each takes its format from its result or its first
// operand, and NaN results go through quiet, where the run may choose their bits.
func floatEntries() {
	t := &evalTable
	t[ir.OpFAdd], t[ir.OpFSub] = floatBinary(evalFAdd), floatBinary(evalFSub)
	t[ir.OpFMul], t[ir.OpFDiv] = floatBinary(evalFMul), floatBinary(evalFDiv)
	t[ir.OpFRem] = floatBinary(evalFRem)
	t[ir.OpFMinNum], t[ir.OpFMaxNum] = floatBinary(evalFMinNum), floatBinary(evalFMaxNum)
	t[ir.OpFSqrt] = func(e *evalArgs) ([]Value, *pureFault) {
		return e.rounded(func(f ieee754.Format) ieee754.Bits { return evalFSqrt(f, e.bits(0)) })
	}
	t[ir.OpFMA] = func(e *evalArgs) ([]Value, *pureFault) {
		return e.rounded(func(f ieee754.Format) ieee754.Bits {
			return evalFMA(f, e.bits(0), e.bits(1), e.bits(2))
		})
	}
	t[ir.OpFNeg] = func(e *evalArgs) ([]Value, *pureFault) { return e.one(evalFNeg(e.float(0))), nil }
	t[ir.OpFAbs] = func(e *evalArgs) ([]Value, *pureFault) { return e.one(evalFAbs(e.float(0))), nil }
	t[ir.OpCopySign] = func(e *evalArgs) ([]Value, *pureFault) {
		return e.one(evalCopySign(e.float(0), e.float(1))), nil
	}
	t[ir.OpFCmp] = func(e *evalArgs) ([]Value, *pureFault) {
		f := FloatFormat(e.float(0).Type)
		return e.one(Bool(evalFCmp(f, e.attr.Pred, e.bits(0), e.bits(1)))), nil
	}
	t[ir.OpFPConvert] = func(e *evalArgs) ([]Value, *pureFault) {
		return e.rounded(func(f ieee754.Format) ieee754.Bits {
			return evalFpConvert(f, FloatFormat(e.float(0).Type), e.bits(0))
		})
	}
	t[ir.OpSIToFP] = func(e *evalArgs) ([]Value, *pureFault) {
		return e.rounded(func(f ieee754.Format) ieee754.Bits { return evalSiToFp(f, e.int(0)) })
	}
	t[ir.OpUIToFP] = func(e *evalArgs) ([]Value, *pureFault) {
		r, why := evalUiToFp(FloatFormat(e.result), e.int(0))
		if why != nil {
			return nil, why
		}
		return e.one(floatOfBits(e.result, r)), nil
	}
	t[ir.OpFPToSI] = floatToInt(evalFpToSi, evalFpToSiSat)
	t[ir.OpFPToUI] = floatToInt(evalFpToUi, evalFpToUiSat)
}

// rounded makes the result of a float operation in the format of the instruction's result.
// The operands have the format of the result, except where the caller converts.
func (e *evalArgs) rounded(eval func(f ieee754.Format) ieee754.Bits) ([]Value, *pureFault) {
	f := FloatFormat(e.result)
	return e.one(floatOfBits(e.result, e.quiet(f, eval(f)))), nil
}

// floatBinary adapts an operation on two floats of the result's format.
func floatBinary(eval func(f ieee754.Format, a, b ieee754.Bits) ieee754.Bits) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) {
		return e.rounded(func(f ieee754.Format) ieee754.Bits { return eval(f, e.bits(0), e.bits(1)) })
	}
}

// floatToInt adapts a conversion and its saturating form; the attribute says which.
func floatToInt(eval, sat func(f ieee754.Format, a ieee754.Bits, n uint32) (num.Int, *pureFault)) evalFunc {
	return func(e *evalArgs) ([]Value, *pureFault) {
		a := e.float(0)
		if e.attr.Sat {
			return e.oneInt(sat(FloatFormat(a.Type), a.Bits(), e.attr.N))
		}
		return e.oneInt(eval(FloatFormat(a.Type), a.Bits(), e.attr.N))
	}
}
