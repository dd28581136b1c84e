// Package span is what the generator knows of an int: bounds, and which of its low bits are 0 or 1. It is
// written apart from package facts of the compiler on purpose: a mistake that both share would hide.
//
// Non-goals: the tightest ranges. What it says holds for every value.
package span

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Span is what the generator knows about an int: it is in [lo, hi], and of its low
// [knownBits] bits those in zeros are 0 and those in ones are 1. The numbers are never
// changed after they were made.
type Span struct {
	Lo, Hi      num.Int
	zeros, ones uint16
}

const (
	KnownBits = 12
	knownMask = 1<<KnownBits - 1
)

// Exactly is the span of one int.
func Exactly(v num.Int) Span {
	low := lowBits(v)
	return Span{v, v, ^low & knownMask, low}
}

// Between is the ints from lo to hi, both included.
func Between(lo, hi num.Int) Span { return Span{Lo: lo, Hi: hi}.norm() }

// Within is [Between] of small bounds.
func Within(lo, hi int64) Span { return Between(num.New(lo), num.New(hi)) }

// Unsigned and signedSpan are the ints of n bits.
func Unsigned(n uint) Span { return Between(num.Int{}, num.Mask(n)) }

func Signed(n uint) Span {
	h := num.Pow2(n - 1)
	return Between(h.Neg(), h.Sub(num.New(1)))
}

// lowBits are the low bits of v in two's complement.
func lowBits(v num.Int) uint16 {
	return uint16(v.Low64()) & knownMask
}

// None reports whether s is the zero Span, which is that of what is no int.
func (s Span) None() bool { return s.Constant() && s.zeros|s.ones == 0 }

// norm adds the known bits that follow from the bounds.
func (s Span) norm() Span {
	switch {
	case s.Lo.Cmp(s.Hi) == 0:
		return Exactly(s.Lo)
	case s.Lo.Sign() >= 0:
		if n := s.Hi.BitLen(); n < KnownBits {
			s.zeros |= knownMask &^ (1<<n - 1)
		}
	}
	return s
}

// Constant reports whether there is one int only.
func (s Span) Constant() bool { return s.Lo.Cmp(s.Hi) == 0 }

// Contains reports whether v is between the bounds.
func (s Span) Contains(v num.Int) bool { return s.Lo.Cmp(v) <= 0 && v.Cmp(s.Hi) <= 0 }

// HasZero reports whether 0 is between the bounds.
func (s Span) HasZero() bool {
	return s.Lo.Sign() <= 0 && s.Hi.Sign() >= 0 && s.ones == 0
}

// Inside reports whether every value of s is in the bounds of t.
func (s Span) Inside(t Span) bool { return t.Lo.Cmp(s.Lo) <= 0 && s.Hi.Cmp(t.Hi) <= 0 }

// Hull is the least span of all ints of both.
func (s Span) Hull(t Span) Span {
	return Span{num.Min(s.Lo, t.Lo), num.Max(s.Hi, t.Hi), s.zeros & t.zeros, s.ones & t.ones}.norm()
}

// magnitude is the largest absolute value.
func (s Span) magnitude() num.Int {
	return num.Max(s.Lo.Abs(), s.Hi.Abs())
}

// BitLen is the n for which all values are in [-2^n, 2^n).
func (s Span) BitLen() int { return max(int(s.Lo.Width()), int(s.Hi.Width())) }

// trailing returns how many of the lowest bits are known in s.
func (s Span) trailing() int { return bits.TrailingZeros16(^(s.zeros | s.ones)) }

// carried makes the low bits of an operation whose low n bits depend on the low n bits of
// its operands only.
func carried(s, a, b Span, op func(x, y uint16) uint16) Span {
	n := min(a.trailing(), b.trailing(), KnownBits)
	m := uint16(1)<<n - 1
	low := op(a.ones, b.ones)
	s.ones |= low & m
	s.zeros |= ^low & m
	return s.norm()
}

// Add is the range of a sum.
func Add(a, b Span) Span {
	s := Span{Lo: a.Lo.Add(b.Lo), Hi: a.Hi.Add(b.Hi)}
	return carried(s, a, b, func(x, y uint16) uint16 { return x + y })
}

// Sub is the range of a difference.
func Sub(a, b Span) Span {
	s := Span{Lo: a.Lo.Sub(b.Hi), Hi: a.Hi.Sub(b.Lo)}
	return carried(s, a, b, func(x, y uint16) uint16 { return x - y })
}

// corners is the hull of a function that is monotone in each operand.
func corners(a, b Span, f func(x, y num.Int) num.Int) Span {
	v := f(a.Lo, b.Lo)
	s := Span{Lo: v, Hi: v}
	for _, x := range [2]num.Int{a.Lo, a.Hi} {
		for _, y := range [2]num.Int{b.Lo, b.Hi} {
			v := f(x, y)
			s.Lo, s.Hi = num.Min(s.Lo, v), num.Max(s.Hi, v)
		}
	}
	return s
}

// Mul is the range of a product.
func Mul(a, b Span) Span {
	s := corners(a, b, func(x, y num.Int) num.Int { return x.Mul(y) })
	return carried(s, a, b, func(x, y uint16) uint16 { return x * y })
}

// Quotient holds for both divisions: the quotient is no larger than the dividend.
func Quotient(a, b Span) Span {
	if a.Lo.Sign() >= 0 && b.Lo.Sign() > 0 {
		return Between(a.Lo.TDiv(b.Hi), a.Hi.TDiv(b.Lo))
	}
	m := a.magnitude()
	return Between(m.Neg(), m)
}

// Rem is the range of rem, which is never negative.
func Rem(_, b Span) Span {
	return Between(num.Int{}, num.Max(b.magnitude(), num.New(1)).Sub(num.New(1)))
}

// TRem is the range of trem, which has the sign of its dividend.
func TRem(a, b Span) Span {
	m := num.Max(b.magnitude(), num.New(1)).Sub(num.New(1))
	lo, hi := num.Int{}, num.Int{}
	if a.Lo.Sign() < 0 {
		lo = num.Min(m, a.magnitude()).Neg()
	}
	if a.Hi.Sign() > 0 {
		hi = num.Min(m, a.Hi)
	}
	return Between(lo, hi)
}

// And is the range of and.
func And(a, b Span) Span {
	s := bitwise(a, b)
	switch {
	case a.Lo.Sign() >= 0 && b.Lo.Sign() >= 0:
		s.Lo, s.Hi = num.Int{}, num.Min(a.Hi, b.Hi)
	case a.Lo.Sign() >= 0:
		s.Lo, s.Hi = num.Int{}, a.Hi
	case b.Lo.Sign() >= 0:
		s.Lo, s.Hi = num.Int{}, b.Hi
	}
	s.zeros, s.ones = a.zeros|b.zeros, a.ones&b.ones
	return s.norm()
}

// Or is the range of or.
func Or(a, b Span) Span {
	s := bitwise(a, b)
	s.zeros, s.ones = a.zeros&b.zeros, a.ones|b.ones
	return s.norm()
}

// Xor is the range of xor.
func Xor(a, b Span) Span {
	s := bitwise(a, b)
	known := (a.zeros | a.ones) & (b.zeros | b.ones)
	s.ones = (a.ones ^ b.ones) & known
	s.zeros = ^(a.ones ^ b.ones) & known
	return s.norm()
}

// bitwise bounds a bitwise operation by the lengths of its operands.
func bitwise(a, b Span) Span {
	n := uint(max(a.BitLen(), b.BitLen()))
	hi := num.Mask(n)
	if a.Lo.Sign() >= 0 && b.Lo.Sign() >= 0 {
		return Span{Lo: num.Int{}, Hi: hi}
	}
	return Span{Lo: num.Pow2(n).Neg(), Hi: hi}
}

// Not is the range of not; the second operand is there for tables.
func Not(a, _ Span) Span {
	return Span{a.Hi.Not(), a.Lo.Not(), a.ones, a.zeros}.norm()
}

// Shl and shrSpan need an amount that is not negative and below 2^16.
func Shl(a, b Span) Span {
	s := corners(a, b, func(x, y num.Int) num.Int { return x.Shl(uint(y.Low64())) })
	if n := b.Lo.Low64(); n > 0 && n < KnownBits {
		s.zeros |= 1<<n - 1
	} else if n >= KnownBits {
		s.zeros, s.ones = knownMask, 0
	}
	return s.norm()
}

// Shr is the range of shr, which rounds down.
func Shr(a, b Span) Span {
	return corners(a, b, func(x, y num.Int) num.Int { return x.Shr(uint(y.Low64())) }).norm()
}

// Min is the range of min.
func Min(a, b Span) Span {
	return Span{num.Min(a.Lo, b.Lo), num.Min(a.Hi, b.Hi), a.zeros & b.zeros, a.ones & b.ones}.norm()
}

// Max is the range of max.
func Max(a, b Span) Span {
	return Span{num.Max(a.Lo, b.Lo), num.Max(a.Hi, b.Hi), a.zeros & b.zeros, a.ones & b.ones}.norm()
}

// ClMul is the range of a carry-less product of ints that are not negative.
func ClMul(a, b Span) Span { return Unsigned(uint(a.Hi.BitLen() + b.Hi.BitLen())) }

// Merge is the range of merge: a above the low n bits of b.
func Merge(a, b Span, n uint) Span {
	s := Span{Lo: floorTo(a.Lo, n), Hi: floorTo(a.Hi, n).Add(num.Mask(n))}
	m := uint16(knownMask)
	if n < KnownBits {
		m = 1<<n - 1
	}
	s.zeros = a.zeros&^m | b.zeros&m
	s.ones = a.ones&^m | b.ones&m
	return s.norm()
}

func floorTo(v num.Int, n uint) num.Int {
	return v.Shr(n).Shl(n)
}

// Extend is the range of zext or sext to n bits.
func Extend(a Span, n uint, signed bool) Span {
	full := Unsigned(n)
	if signed {
		full = Signed(n)
	}
	if a.Inside(full) {
		return a
	}
	if n >= KnownBits {
		full.zeros, full.ones = a.zeros, a.ones
	} else {
		m := uint16(1)<<n - 1
		full.zeros |= a.zeros & m
		full.ones |= a.ones & m
	}
	return full.norm()
}

// Holds reports whether a holds for every value of s.
func (s Span) Holds(a ir.Annot) bool {
	if lo, hi, ok := a.Bounds(); ok && !s.Inside(Span{Lo: lo, Hi: hi}) {
		return false
	}
	k := a.Known()
	if k == nil {
		return true
	}
	zeros, ones := k.Zeros, k.Ones
	if zeros.Sign() < 0 { // infinitely many: the value is not negative and below the pattern
		if s.Lo.Sign() < 0 || s.Hi.BitLen() > zeros.Not().BitLen() {
			return false
		}
		zeros = zeros.And(num.New(knownMask))
	}
	if ones.Sign() < 0 {
		if s.Hi.Sign() >= 0 || s.Lo.Width() > ones.Width() {
			return false
		}
		ones = ones.And(num.New(knownMask))
	}
	return zeros.BitLen() <= KnownBits && ones.BitLen() <= KnownBits &&
		uint16(zeros.Low64())&^s.knownZeros() == 0 && uint16(ones.Low64())&^s.knownOnes() == 0
}

// knownZeros are the low bits that are 0, by the bits or by the bounds.
func (s Span) knownZeros() uint16 { return s.zeros }

func (s Span) knownOnes() uint16 {
	if s.Hi.Sign() < 0 {
		if n := int(s.Lo.Width()); n < KnownBits {
			return s.ones | knownMask&^(1<<n-1)
		}
	}
	return s.ones
}
