package fuzz

import (
	"math/big"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// span is what the generator knows about an int: it is in [lo, hi], and of its low
// [knownBits] bits those in zeros are 0 and those in ones are 1. The numbers are never
// changed after they were made.
type span struct {
	lo, hi      *big.Int
	zeros, ones uint16
}

const (
	knownBits = 12
	knownMask = 1<<knownBits - 1
)

var (
	bigZero = new(big.Int)
	bigOne  = big.NewInt(1)
)

func pow2(n uint) *big.Int { return new(big.Int).Lsh(bigOne, n) }

func exactly(v *big.Int) span {
	low := lowBits(v)
	return span{v, v, ^low & knownMask, low}
}

func between(lo, hi *big.Int) span { return span{lo: lo, hi: hi}.norm() }

func within(lo, hi int64) span { return between(big.NewInt(lo), big.NewInt(hi)) }

// unsignedSpan and signedSpan are the ints of n bits.
func unsignedSpan(n uint) span { return between(bigZero, new(big.Int).Sub(pow2(n), bigOne)) }

func signedSpan(n uint) span {
	h := pow2(n - 1)
	return between(new(big.Int).Neg(h), new(big.Int).Sub(h, bigOne))
}

// lowBits are the low bits of v in two's complement.
func lowBits(v *big.Int) uint16 {
	if v.IsInt64() {
		return uint16(v.Int64()) & knownMask
	}
	return uint16(new(big.Int).And(v, big.NewInt(knownMask)).Uint64())
}

// norm adds the known bits that follow from the bounds.
func (s span) norm() span {
	switch {
	case s.lo.Cmp(s.hi) == 0:
		return exactly(s.lo)
	case s.lo.Sign() >= 0:
		if n := s.hi.BitLen(); n < knownBits {
			s.zeros |= knownMask &^ (1<<n - 1)
		}
	}
	return s
}

func (s span) constant() bool { return s.lo.Cmp(s.hi) == 0 }

func (s span) contains(v *big.Int) bool { return s.lo.Cmp(v) <= 0 && v.Cmp(s.hi) <= 0 }

func (s span) hasZero() bool {
	return s.lo.Sign() <= 0 && s.hi.Sign() >= 0 && s.ones == 0
}

// inside reports whether every value of s is in the bounds of t.
func (s span) inside(t span) bool { return t.lo.Cmp(s.lo) <= 0 && s.hi.Cmp(t.hi) <= 0 }

func (s span) hull(t span) span {
	return span{minOf(s.lo, t.lo), maxOf(s.hi, t.hi), s.zeros & t.zeros, s.ones & t.ones}.norm()
}

// magnitude is the largest absolute value.
func (s span) magnitude() *big.Int {
	return maxOf(new(big.Int).Abs(s.lo), new(big.Int).Abs(s.hi))
}

// bitLen is the n for which all values are in [-2^n, 2^n).
func (s span) bitLen() int { return max(signBits(s.lo), signBits(s.hi)) }

func signBits(v *big.Int) int {
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen()
	}
	return v.BitLen()
}

func minOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func maxOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// trailing returns how many of the lowest bits are known in s.
func (s span) trailing() int { return bits.TrailingZeros16(^(s.zeros | s.ones)) }

// carried makes the low bits of an operation whose low n bits depend on the low n bits of
// its operands only.
func carried(s, a, b span, op func(x, y uint16) uint16) span {
	n := min(a.trailing(), b.trailing(), knownBits)
	m := uint16(1)<<n - 1
	low := op(a.ones, b.ones)
	s.ones |= low & m
	s.zeros |= ^low & m
	return s.norm()
}

func addSpan(a, b span) span {
	s := span{lo: new(big.Int).Add(a.lo, b.lo), hi: new(big.Int).Add(a.hi, b.hi)}
	return carried(s, a, b, func(x, y uint16) uint16 { return x + y })
}

func subSpan(a, b span) span {
	s := span{lo: new(big.Int).Sub(a.lo, b.hi), hi: new(big.Int).Sub(a.hi, b.lo)}
	return carried(s, a, b, func(x, y uint16) uint16 { return x - y })
}

// corners is the hull of a function that is monotone in each operand.
func corners(a, b span, f func(x, y *big.Int) *big.Int) span {
	var s span
	for _, x := range [2]*big.Int{a.lo, a.hi} {
		for _, y := range [2]*big.Int{b.lo, b.hi} {
			v := f(x, y)
			if s.lo == nil {
				s.lo, s.hi = v, v
			}
			s.lo, s.hi = minOf(s.lo, v), maxOf(s.hi, v)
		}
	}
	return s
}

func mulSpan(a, b span) span {
	s := corners(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	return carried(s, a, b, func(x, y uint16) uint16 { return x * y })
}

// quotientSpan holds for both divisions: the quotient is no larger than the dividend.
func quotientSpan(a, b span) span {
	if a.lo.Sign() >= 0 && b.lo.Sign() > 0 {
		return between(new(big.Int).Quo(a.lo, b.hi), new(big.Int).Quo(a.hi, b.lo))
	}
	m := a.magnitude()
	return between(new(big.Int).Neg(m), m)
}

func remSpan(_, b span) span {
	return between(bigZero, new(big.Int).Sub(maxOf(b.magnitude(), bigOne), bigOne))
}

func tremSpan(a, b span) span {
	m := new(big.Int).Sub(maxOf(b.magnitude(), bigOne), bigOne)
	lo, hi := bigZero, bigZero
	if a.lo.Sign() < 0 {
		lo = new(big.Int).Neg(minOf(m, a.magnitude()))
	}
	if a.hi.Sign() > 0 {
		hi = minOf(m, a.hi)
	}
	return between(lo, hi)
}

func andSpan(a, b span) span {
	s := bitwise(a, b)
	switch {
	case a.lo.Sign() >= 0 && b.lo.Sign() >= 0:
		s.lo, s.hi = bigZero, minOf(a.hi, b.hi)
	case a.lo.Sign() >= 0:
		s.lo, s.hi = bigZero, a.hi
	case b.lo.Sign() >= 0:
		s.lo, s.hi = bigZero, b.hi
	}
	s.zeros, s.ones = a.zeros|b.zeros, a.ones&b.ones
	return s.norm()
}

func orSpan(a, b span) span {
	s := bitwise(a, b)
	s.zeros, s.ones = a.zeros&b.zeros, a.ones|b.ones
	return s.norm()
}

func xorSpan(a, b span) span {
	s := bitwise(a, b)
	known := (a.zeros | a.ones) & (b.zeros | b.ones)
	s.ones = (a.ones ^ b.ones) & known
	s.zeros = ^(a.ones ^ b.ones) & known
	return s.norm()
}

// bitwise bounds a bitwise operation by the lengths of its operands.
func bitwise(a, b span) span {
	n := uint(max(a.bitLen(), b.bitLen()))
	hi := new(big.Int).Sub(pow2(n), bigOne)
	if a.lo.Sign() >= 0 && b.lo.Sign() >= 0 {
		return span{lo: bigZero, hi: hi}
	}
	return span{lo: new(big.Int).Neg(pow2(n)), hi: hi}
}

func notSpan(a, _ span) span {
	return span{new(big.Int).Not(a.hi), new(big.Int).Not(a.lo), a.ones, a.zeros}.norm()
}

// shlSpan and shrSpan need an amount that is not negative and below 2^16.
func shlSpan(a, b span) span {
	s := corners(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(y.Uint64())) })
	if n := b.lo.Uint64(); n > 0 && n < knownBits {
		s.zeros |= 1<<n - 1
	} else if n >= knownBits {
		s.zeros, s.ones = knownMask, 0
	}
	return s.norm()
}

func shrSpan(a, b span) span {
	return corners(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(y.Uint64())) }).norm()
}

func minSpan(a, b span) span {
	return span{minOf(a.lo, b.lo), minOf(a.hi, b.hi), a.zeros & b.zeros, a.ones & b.ones}.norm()
}

func maxSpan(a, b span) span {
	return span{maxOf(a.lo, b.lo), maxOf(a.hi, b.hi), a.zeros & b.zeros, a.ones & b.ones}.norm()
}

func clmulSpan(a, b span) span { return unsignedSpan(uint(a.hi.BitLen() + b.hi.BitLen())) }

func mergeSpan(a, b span, n uint) span {
	s := span{lo: floorTo(a.lo, n), hi: new(big.Int).Add(floorTo(a.hi, n), new(big.Int).Sub(pow2(n), bigOne))}
	m := uint16(knownMask)
	if n < knownBits {
		m = 1<<n - 1
	}
	s.zeros = a.zeros&^m | b.zeros&m
	s.ones = a.ones&^m | b.ones&m
	return s.norm()
}

func floorTo(v *big.Int, n uint) *big.Int {
	r := new(big.Int).Rsh(v, n)
	return r.Lsh(r, n)
}

// extendSpan is the range of zext or sext to n bits.
func extendSpan(a span, n uint, signed bool) span {
	full := unsignedSpan(n)
	if signed {
		full = signedSpan(n)
	}
	if a.inside(full) {
		return a
	}
	if n >= knownBits {
		full.zeros, full.ones = a.zeros, a.ones
	} else {
		m := uint16(1)<<n - 1
		full.zeros |= a.zeros & m
		full.ones |= a.ones & m
	}
	return full.norm()
}

// holds reports whether a holds for every value of s.
func (s span) holds(a ir.Annot) bool {
	if lo, hi, ok := a.Bounds(); ok && !s.inside(span{lo: lo, hi: hi}) {
		return false
	}
	k := a.Known()
	if k == nil {
		return true
	}
	zeros, ones := k.Zeros, k.Ones
	if zeros.Sign() < 0 { // infinitely many: the value is not negative and below the pattern
		if s.lo.Sign() < 0 || s.hi.BitLen() > new(big.Int).Not(zeros).BitLen() {
			return false
		}
		zeros = new(big.Int).And(zeros, big.NewInt(knownMask))
	}
	if ones.Sign() < 0 {
		if s.hi.Sign() >= 0 || signBits(s.lo) > new(big.Int).Not(ones).BitLen() {
			return false
		}
		ones = new(big.Int).And(ones, big.NewInt(knownMask))
	}
	return zeros.BitLen() <= knownBits && ones.BitLen() <= knownBits &&
		uint16(zeros.Uint64())&^s.knownZeros() == 0 && uint16(ones.Uint64())&^s.knownOnes() == 0
}

// knownZeros are the low bits that are 0, by the bits or by the bounds.
func (s span) knownZeros() uint16 { return s.zeros }

func (s span) knownOnes() uint16 {
	if s.hi.Sign() < 0 {
		if n := signBits(s.lo); n < knownBits {
			return s.ones | knownMask&^(1<<n-1)
		}
	}
	return s.ones
}

// wide is the number with the two words.
func wide(hi, lo uint64) *big.Int {
	v := new(big.Int).SetUint64(hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(lo))
}
