package interp

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// never changed
var bigOne = big.NewInt(1)

// sized checks the limit on integers: a result is given back only if its magnitude fits
// MaxShiftBits bits.
// Operations whose result can be much larger than their operands estimate first and do not come here with a giant.
func sized(v *big.Int) (*big.Int, *pureFault) {
	if v.BitLen() > MaxShiftBits {
		return nil, tooLarge
	}
	return v, nil
}

// evalAdd is a + b.
func evalAdd(a, b *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).Add(a, b)) }

// evalSub is a - b.
func evalSub(a, b *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).Sub(a, b)) }

// evalMul is a * b.
func evalMul(a, b *big.Int) (*big.Int, *pureFault) {
	// A product of magnitudes has the sum of their lengths, or one bit less.
	if a.Sign() != 0 && b.Sign() != 0 && a.BitLen()+b.BitLen()-1 > MaxShiftBits {
		return nil, tooLarge
	}
	return sized(new(big.Int).Mul(a, b))
}

// evalDiv is the Euclidean quotient, Lean's Int./.
func evalDiv(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Sign() == 0 {
		return nil, divByZero(a)
	}
	return sized(new(big.Int).Div(a, b))
}

// evalRem is the Euclidean remainder, Lean's Int.%.
func evalRem(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Sign() == 0 {
		return nil, divByZero(a)
	}
	return sized(new(big.Int).Mod(a, b))
}

// evalTDiv is the quotient truncated toward zero.
func evalTDiv(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Sign() == 0 {
		return nil, divByZero(a)
	}
	return sized(new(big.Int).Quo(a, b))
}

// evalTRem is the remainder of [evalTDiv]; it has the sign of a.
func evalTRem(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Sign() == 0 {
		return nil, divByZero(a)
	}
	return sized(new(big.Int).Rem(a, b))
}

// divByZero names the dividend, which the divisor's zero does not tell.
func divByZero(a *big.Int) *pureFault {
	return fault(CauseDivZero, "%s divided by zero", formatBig(a))
}

// evalAnd is the bitwise and of infinite two's complement.
func evalAnd(a, b *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).And(a, b)) }

// evalOr is the bitwise or of infinite two's complement.
func evalOr(a, b *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).Or(a, b)) }

// evalXor is the bitwise exclusive or of infinite two's complement.
func evalXor(a, b *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).Xor(a, b)) }

// evalNot is -a - 1.
func evalNot(a *big.Int) (*big.Int, *pureFault) { return sized(new(big.Int).Not(a)) }

// evalShl is a * 2^b; poison if b < 0.
func evalShl(a, b *big.Int) (*big.Int, *pureFault) {
	switch {
	case b.Sign() < 0:
		return nil, fault(CauseShift, "shift left by %s", formatBig(b))
	case a.Sign() == 0:
		return new(big.Int), nil
	case !b.IsInt64() || b.Int64() > MaxShiftBits:
		return nil, tooLarge
	case a.BitLen()+int(b.Int64()) > MaxShiftBits:
		return nil, tooLarge
	}
	return new(big.Int).Lsh(a, uint(b.Int64())), nil
}

// evalShr is the floor of a / 2^b; poison if b < 0.
// An amount beyond the length gives 0 or -1, whatever it is: the amount itself need not fit a word.
func evalShr(a, b *big.Int) (*big.Int, *pureFault) {
	switch {
	case b.Sign() < 0:
		return nil, fault(CauseShift, "shift right by %s", formatBig(b))
	case b.IsInt64() && b.Int64() <= int64(a.BitLen()):
		return new(big.Int).Rsh(a, uint(b.Int64())), nil
	case a.Sign() < 0:
		return big.NewInt(-1), nil
	}
	return new(big.Int), nil
}

// evalMin is the smaller.
func evalMin(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Cmp(a) < 0 {
		return b, nil
	}
	return a, nil
}

// evalMax is the larger.
func evalMax(a, b *big.Int) (*big.Int, *pureFault) {
	if b.Cmp(a) > 0 {
		return b, nil
	}
	return a, nil
}

// evalCountOnes is the number of one bits; poison if a < 0.
func evalCountOnes(a *big.Int) (*big.Int, *pureFault) {
	if a.Sign() < 0 {
		return nil, fault(CauseDomain, "count_ones of %s: a negative integer has infinitely many", formatBig(a))
	}
	n := 0
	for _, w := range a.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return big.NewInt(int64(n)), nil
}

// evalCountLeadingZeros counts the zeros above the highest one of the low n bits.
func evalCountLeadingZeros(a *big.Int, n uint32) (*big.Int, *pureFault) {
	length := int64(a.BitLen())
	if length > int64(n) || a.Sign() < 0 {
		if a.Sign() < 0 && length < int64(n) {
			return new(big.Int), nil // the sign bit is among the low n
		}
		length = int64(lowBits(a, uint(n)).BitLen())
	}
	return big.NewInt(int64(n) - length), nil
}

// evalCountTrailingZeros counts the zeros below the lowest one; poison if a = 0.
func evalCountTrailingZeros(a *big.Int) (*big.Int, *pureFault) {
	if a.Sign() == 0 {
		return nil, fault(CauseDomain, "count_trailing_zeros of 0")
	}
	return big.NewInt(int64(a.TrailingZeroBits())), nil
}

// evalBswap is the low n bytes in reverse order, zero-extended.
func evalBswap(a *big.Int, n uint32) (*big.Int, *pureFault) {
	// Zero bytes at the low end vanish: bswap_n(a·256^z) = bswap_(n-z)(a).
	zeros := uint64(a.TrailingZeroBits() / 8)
	if a.Sign() == 0 || zeros >= uint64(n) {
		return new(big.Int), nil
	}
	left := uint64(n) - zeros
	if 8*left-7 > MaxShiftBits {
		return nil, tooLarge
	}
	low := lowBits(new(big.Int).Rsh(a, uint(8*zeros)), uint(8*left))
	buf := low.FillBytes(make([]byte, left))
	for i, j := 0, len(buf)-1; i < j; i, j = i+1, j-1 {
		buf[i], buf[j] = buf[j], buf[i]
	}
	return sized(low.SetBytes(buf))
}

// evalBitReverse is the low n bits in reverse order, zero-extended.
func evalBitReverse(a *big.Int, n uint32) (*big.Int, *pureFault) {
	// The same as for bytes; what is left starts with a one, so the result is left long.
	zeros := uint64(a.TrailingZeroBits())
	if a.Sign() == 0 || zeros >= uint64(n) {
		return new(big.Int), nil
	}
	left := uint64(n) - zeros
	if left > MaxShiftBits {
		return nil, tooLarge
	}
	low := lowBits(new(big.Int).Rsh(a, uint(zeros)), uint(left))
	buf := low.FillBytes(make([]byte, (left+7)/8))
	for i, j := 0, len(buf)-1; i <= j; i, j = i+1, j-1 {
		buf[i], buf[j] = bits.Reverse8(buf[j]), bits.Reverse8(buf[i])
	}
	low.SetBytes(buf)
	return low.Rsh(low, uint(-left&7)), nil
}

// evalRotateLeft rotates the low n bits left by b mod n, zero-extended; poison if n = 0.
func evalRotateLeft(a, b *big.Int, n uint32) (*big.Int, *pureFault) {
	if n == 0 {
		return nil, fault(CauseDomain, "rotation of 0 bits")
	}
	if a.Sign() < 0 && n > 2*MaxShiftBits {
		return nil, tooLarge // more ones than MaxShiftBits
	}
	low := a
	if a.Sign() < 0 || a.BitLen() > int(n) {
		low = lowBits(a, uint(n))
	}
	by := uint(new(big.Int).Mod(b, big.NewInt(int64(n))).Uint64())
	wrapped := new(big.Int).Rsh(low, uint(n)-by)
	kept := lowBits(low, uint(n)-by)
	if kept.Sign() != 0 && kept.BitLen()+int(by) > MaxShiftBits {
		return nil, tooLarge
	}
	return sized(wrapped.Or(wrapped, kept.Lsh(kept, by)))
}

// evalRotateRight rotates the low n bits right by b mod n, zero-extended; poison if n = 0.
func evalRotateRight(a, b *big.Int, n uint32) (*big.Int, *pureFault) {
	return evalRotateLeft(a, new(big.Int).Neg(b), n)
}

// evalMerge is a with its low width bits replaced by those of b; poison if width is 0.
func evalMerge(a, b *big.Int, width uint32) (*big.Int, *pureFault) {
	if width == 0 {
		return nil, fault(CauseDomain, "merge of 0 bits")
	}
	// Beyond every bit of both, merging only exchanges the signs.
	if width > MaxShiftBits {
		if a.Sign() < 0 != (b.Sign() < 0) {
			return nil, tooLarge
		}
		return b, nil
	}
	high := new(big.Int).Rsh(a, uint(width))
	high.Lsh(high, uint(width))
	return sized(high.Or(high, lowBits(b, uint(width))))
}

// evalSplitHi is a >> width; poison if width is 0.
func evalSplitHi(a *big.Int, width uint32) (*big.Int, *pureFault) {
	if width == 0 {
		return nil, fault(CauseDomain, "split at bit 0")
	}
	return new(big.Int).Rsh(a, uint(width)), nil
}

// evalSplitLo is a mod 2^width; poison if width is 0.
func evalSplitLo(a *big.Int, width uint32) (*big.Int, *pureFault) {
	if width == 0 {
		return nil, fault(CauseDomain, "split at bit 0")
	}
	return evalZext(a, int64(width))
}

// evalZext is the x congruent to a modulo 2^n with 0 ≤ x < 2^n; poison if n < 1.
func evalZext(a *big.Int, n int64) (*big.Int, *pureFault) {
	switch {
	case n < 1:
		return nil, fault(CauseDomain, "extension to %d bits", n)
	case a.Sign() >= 0 && int64(a.BitLen()) <= n:
		return a, nil
	case n > MaxShiftBits:
		return nil, tooLarge // a is negative, and its magnitude less than 2^(n-1)
	}
	return lowBits(a, uint(n)), nil
}

// evalSext is the x congruent to a modulo 2^n with -2^(n-1) ≤ x < 2^(n-1); poison if n < 1.
func evalSext(a *big.Int, n int64) (*big.Int, *pureFault) {
	switch {
	case n < 1:
		return nil, fault(CauseDomain, "extension to %d bits", n)
	case int64(a.BitLen()) < n:
		return a, nil
	}
	low := lowBits(a, uint(n))
	if low.Bit(int(n)-1) != 0 {
		low.Sub(low, new(big.Int).Lsh(bigOne, uint(n)))
	}
	return low, nil
}

// lowBits is a mod 2^n, a new integer.
func lowBits(a *big.Int, n uint) *big.Int {
	if a.Sign() >= 0 && uint(a.BitLen()) <= n {
		return new(big.Int).Set(a)
	}
	mask := new(big.Int).Lsh(bigOne, n)
	return mask.And(a, mask.Sub(mask, bigOne))
}

// evalICmp compares two integers.
func evalICmp(p ir.Pred, a, b *big.Int) bool {
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
func evalClmul(a, b *big.Int) (*big.Int, *pureFault) {
	if a.Sign() < 0 || b.Sign() < 0 {
		return nil, fault(CauseDomain, "clmul of the negative %s", formatBig(negative(a, b)))
	}
	if a.Sign() == 0 || b.Sign() == 0 {
		return new(big.Int), nil
	}
	if a.BitLen()+b.BitLen()-1 > MaxShiftBits {
		return nil, tooLarge
	}
	x, y := bigWords(a), bigWords(b)
	if len(x) < len(y) {
		x, y = y, x
	}
	r := make([]uint64, len(x)+len(y))
	// Blocks of x as long as y make the balanced products that Karatsuba wants.
	for lo := 0; lo < len(x); lo += len(y) {
		part := x[lo:min(lo+len(y), len(x))]
		if len(part) < len(y) {
			part = append(append(make([]uint64, 0, len(y)), part...), make([]uint64, len(y)-len(part))...)
		}
		for i, w := range clmulWords(part, y) {
			if lo+i < len(r) {
				r[lo+i] ^= w
			}
		}
	}
	return wordsBig(r), nil
}

// negative is whichever of the two is below 0.
func negative(a, b *big.Int) *big.Int {
	if a.Sign() < 0 {
		return a
	}
	return b
}

// clmulBase is the length in words up to which schoolbook multiplication is faster.
const clmulBase = 16

// clmulWords multiplies two polynomials over GF(2) of equal length, least significant word
// first, into twice the length: Karatsuba, where addition and subtraction are both XOR.
func clmulWords(x, y []uint64) []uint64 {
	n := len(x)
	r := make([]uint64, 2*n)
	if n <= clmulBase {
		for i, a := range x {
			for ; a != 0; a &= a - 1 {
				s := uint(bits.TrailingZeros64(a))
				for j, b := range y {
					r[i+j] ^= b << s
					r[i+j+1] ^= b >> (64 - s) // 0 for s = 0
				}
			}
		}
		return r
	}
	h := (n + 1) / 2
	x0, y0 := x[:h], y[:h]
	x1, y1 := make([]uint64, h), make([]uint64, h)
	copy(x1, x[h:])
	copy(y1, y[h:])
	low, high := clmulWords(x0, y0), clmulWords(x1, y1)
	for i := range x1 {
		x1[i] ^= x0[i]
		y1[i] ^= y0[i]
	}
	mid := clmulWords(x1, y1)
	for i := range mid {
		mid[i] ^= low[i] ^ high[i]
	}
	add := func(at int, p []uint64) {
		for i, w := range p {
			if at+i < len(r) {
				r[at+i] ^= w
			}
		}
	}
	add(0, low)
	add(h, mid)
	add(2*h, high)
	return r
}

// bigWords returns the 64-bit words of a non-negative integer, least significant first.
func bigWords(a *big.Int) []uint64 {
	n := (a.BitLen() + 63) / 64
	buf := a.FillBytes(make([]byte, 8*n))
	w := make([]uint64, n)
	for i := range w {
		w[i] = binary.BigEndian.Uint64(buf[8*(n-1-i):])
	}
	return w
}

// wordsBig undoes bigWords.
func wordsBig(w []uint64) *big.Int {
	buf := make([]byte, 8*len(w))
	for i, x := range w {
		binary.BigEndian.PutUint64(buf[8*(len(w)-1-i):], x)
	}
	return new(big.Int).SetBytes(buf)
}
