package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// sized checks the limit on integers: a result is given back only if its magnitude fits
// MaxShiftBits bits. Operations whose result can be much larger than their operands estimate first and do not
// come here with a giant.
func sized(v num.Int) (num.Int, *pureFault) {
	if v.BitLen() > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return v, nil
}

// evalAdd is a + b.
func evalAdd(a, b num.Int) (num.Int, *pureFault) { return sized(a.Add(b)) }

// evalSub is a - b.
func evalSub(a, b num.Int) (num.Int, *pureFault) { return sized(a.Sub(b)) }

// evalMul is a * b.
// Refused by an estimate that is low by one bit at most; sized makes it exact.
func evalMul(a, b num.Int) (num.Int, *pureFault) {
	// A product of magnitudes has the sum of their lengths, or one bit less.
	if a.Sign() != 0 && b.Sign() != 0 && a.BitLen()+b.BitLen()-1 > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return sized(a.Mul(b))
}

// evalDiv is the Euclidean quotient, Lean's Int./.
func evalDiv(a, b num.Int) (num.Int, *pureFault) {
	if b.Sign() == 0 {
		return num.Int{}, divByZero(a)
	}
	return sized(a.Div(b))
}

// evalRem is the Euclidean remainder, Lean's Int.%.
func evalRem(a, b num.Int) (num.Int, *pureFault) {
	if b.Sign() == 0 {
		return num.Int{}, divByZero(a)
	}
	return sized(a.Rem(b))
}

// evalTDiv is the quotient truncated toward zero.
func evalTDiv(a, b num.Int) (num.Int, *pureFault) {
	if b.Sign() == 0 {
		return num.Int{}, divByZero(a)
	}
	return sized(a.TDiv(b))
}

// evalTRem is the remainder of [evalTDiv]; it has the sign of a.
func evalTRem(a, b num.Int) (num.Int, *pureFault) {
	if b.Sign() == 0 {
		return num.Int{}, divByZero(a)
	}
	return sized(a.TRem(b))
}

// divByZero names the dividend, which the divisor's zero does not tell.
// The four divisions share it.
func divByZero(a num.Int) *pureFault {
	return fault(CauseDivZero, "%s divided by zero", formatInt(a))
}

// evalAnd is the bitwise and of infinite two's complement.
func evalAnd(a, b num.Int) (num.Int, *pureFault) { return sized(a.And(b)) }

// evalOr is the bitwise or of infinite two's complement.
func evalOr(a, b num.Int) (num.Int, *pureFault) { return sized(a.Or(b)) }

// evalXor is the bitwise exclusive or of infinite two's complement.
func evalXor(a, b num.Int) (num.Int, *pureFault) { return sized(a.Xor(b)) }

// evalNot is -a - 1.
func evalNot(a num.Int) (num.Int, *pureFault) { return sized(a.Not()) }

// evalShl is a * 2^b; poison if b < 0.
func evalShl(a, b num.Int) (num.Int, *pureFault) {
	by, fits := b.Int64()
	switch {
	case b.Negative():
		return num.Int{}, fault(CauseShift, "shift left by %s", formatInt(b))
	case a.Sign() == 0:
		return a, nil
	case !fits || by > MaxShiftBits || int64(a.BitLen())+by > MaxShiftBits:
		return num.Int{}, tooLarge
	}
	return a.Shl(uint(by)), nil
}

// evalShr is the floor of a / 2^b; poison if b < 0.
func evalShr(a, b num.Int) (num.Int, *pureFault) {
	if b.Negative() {
		return num.Int{}, fault(CauseShift, "shift right by %s", formatInt(b))
	}
	length := num.FromUint64(uint64(a.BitLen())) // an amount beyond the length gives 0 or -1, too, and need not fit a word
	return a.Shr(uint(num.Min(b, length).Low64())), nil
}

// evalMin is the smaller.
func evalMin(a, b num.Int) (num.Int, *pureFault) { return num.Min(a, b), nil }

// evalMax is the larger.
func evalMax(a, b num.Int) (num.Int, *pureFault) { return num.Max(a, b), nil }

// evalCountOnes is the number of one bits; poison if a < 0.
func evalCountOnes(a num.Int) (num.Int, *pureFault) {
	if a.Negative() {
		return num.Int{}, fault(CauseDomain, "count_ones of %s: a negative integer has infinitely many", formatInt(a))
	}
	return num.New(int64(a.OnesCount())), nil
}

// evalCountLeadingZeros counts the zeros above the highest one of the low n bits.
func evalCountLeadingZeros(a num.Int, n uint32) (num.Int, *pureFault) {
	if a.Negative() && a.BitLen() < uint(n) {
		return num.Int{}, nil // the sign bit is among the low n
	}
	return num.New(int64(n) - int64(a.Low(uint(n)).BitLen())), nil
}

// evalCountTrailingZeros counts the zeros below the lowest one; poison if a = 0.
func evalCountTrailingZeros(a num.Int) (num.Int, *pureFault) {
	if a.Sign() == 0 {
		return num.Int{}, fault(CauseDomain, "count_trailing_zeros of 0")
	}
	return num.New(int64(a.TrailingZeros())), nil
}

// evalBswap is the low n bytes in reverse order, zero-extended.
func evalBswap(a num.Int, n uint32) (num.Int, *pureFault) {
	// Zero bytes at the low end vanish: bswap_n(a·256^z) = bswap_(n-z)(a).
	zeros := a.TrailingZeros() / 8
	if a.Sign() == 0 || zeros >= uint(n) {
		return num.Int{}, nil
	}
	left := uint(n) - zeros
	if 8*left-7 > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return sized(a.Shr(8 * zeros).ReverseBytes(left))
}

// evalBitReverse is the low n bits in reverse order, zero-extended.
func evalBitReverse(a num.Int, n uint32) (num.Int, *pureFault) {
	// The same as for bytes; what is left starts with a one, so the result is left long.
	zeros := a.TrailingZeros()
	if a.Sign() == 0 || zeros >= uint(n) {
		return num.Int{}, nil
	}
	left := uint(n) - zeros
	if left > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return a.Shr(zeros).Reverse(left), nil
}

// evalRotateLeft rotates the low n bits left by b mod n, zero-extended; poison if n = 0.
func evalRotateLeft(a, b num.Int, n uint32) (num.Int, *pureFault) {
	if n == 0 {
		return num.Int{}, fault(CauseDomain, "rotation of 0 bits")
	}
	if a.Negative() && n > 2*MaxShiftBits {
		return num.Int{}, tooLarge // more ones than MaxShiftBits
	}
	by := uint(b.Rem(num.New(int64(n))).Low64())
	if kept := a.Low(uint(n) - by); kept.Sign() != 0 && kept.BitLen()+by > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return sized(a.RotateLeft(uint(n), b))
}

// evalRotateRight rotates the low n bits right by b mod n, zero-extended; poison if n = 0.
func evalRotateRight(a, b num.Int, n uint32) (num.Int, *pureFault) {
	return evalRotateLeft(a, b.Neg(), n)
}

// evalMerge is a with its low width bits replaced by those of b; poison if width is 0.
func evalMerge(a, b num.Int, width uint32) (num.Int, *pureFault) {
	if width == 0 {
		return num.Int{}, fault(CauseDomain, "merge of 0 bits")
	}
	// Beyond every bit of both, merging only exchanges the signs.
	if width > MaxShiftBits {
		if a.Negative() != b.Negative() {
			return num.Int{}, tooLarge
		}
		return b, nil
	}
	return sized(a.Shr(uint(width)).Shl(uint(width)).Or(b.Low(uint(width))))
}

// evalSplitHi is a >> width; poison if width is 0.
func evalSplitHi(a num.Int, width uint32) (num.Int, *pureFault) {
	if width == 0 {
		return num.Int{}, fault(CauseDomain, "split at bit 0")
	}
	return a.Shr(uint(width)), nil
}

// evalSplitLo is a mod 2^width; poison if width is 0.
func evalSplitLo(a num.Int, width uint32) (num.Int, *pureFault) {
	if width == 0 {
		return num.Int{}, fault(CauseDomain, "split at bit 0")
	}
	return evalZext(a, int64(width))
}

// evalZext is the x congruent to a modulo 2^n with 0 ≤ x < 2^n; poison if n < 1.
func evalZext(a num.Int, n int64) (num.Int, *pureFault) {
	switch {
	case n < 1:
		return num.Int{}, fault(CauseDomain, "extension to %d bits", n)
	case !a.Negative() && int64(a.BitLen()) <= n:
		return a, nil
	case n > MaxShiftBits:
		return num.Int{}, tooLarge // a is negative, and its magnitude less than 2^(n-1)
	}
	return a.Low(uint(n)), nil
}

// evalSext is the x congruent to a modulo 2^n with -2^(n-1) ≤ x < 2^(n-1); poison if n < 1.
func evalSext(a num.Int, n int64) (num.Int, *pureFault) {
	switch {
	case n < 1:
		return num.Int{}, fault(CauseDomain, "extension to %d bits", n)
	case int64(a.BitLen()) < n:
		return a, nil
	}
	return a.SignExtend(uint(n)), nil
}

// evalICmp compares two integers.
func evalICmp(p ir.Pred, a, b num.Int) bool {
	c := a.Cmp(b)
	switch p {
	case ir.EQ:
		return c == 0
	case ir.NE:
		return c != 0
	case ir.LT:
		return c < 0
	case ir.LE:
		return c <= 0
	case ir.GT:
		return c > 0
	case ir.GE:
		return c >= 0
	}
	panic("BUG: icmp." + p.String())
}

// evalClmul is the product over GF(2); poison if a < 0 or b < 0.
func evalClmul(a, b num.Int) (num.Int, *pureFault) {
	if a.Negative() || b.Negative() {
		return num.Int{}, fault(CauseDomain, "clmul of the negative %s", formatInt(negative(a, b)))
	}
	if a.Sign() == 0 || b.Sign() == 0 {
		return num.Int{}, nil
	}
	if a.BitLen()+b.BitLen()-1 > MaxShiftBits {
		return num.Int{}, tooLarge
	}
	return a.ClMul(b), nil
}

// negative is whichever of the two is below 0.
func negative(a, b num.Int) num.Int {
	if a.Negative() {
		return a
	}
	return b
}
