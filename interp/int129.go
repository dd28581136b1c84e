package interp

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// int129 is an int of 129 bits in two's complement: two words and the sign, 0 or all ones. It is what
// the fast engine computes with where a word is not enough; beyond it is num.Int. It holds s129, and so u128.
// The functions give ok = false where the result has more bits, and never a wrong result.
type int129 struct{ lo, hi, ext uint64 }

// signed129 is the int64 v.
func signed129(v uint64) int129 {
	s := uint64(int64(v) >> 63)
	return int129{v, s, s}
}

// num is x as a number.
func (x int129) num() num.Int { return num.FromSigned129(x.lo, x.hi, x.ext != 0) }

// of129 is v if it has at most 129 bits.
func of129(v num.Int) (int129, bool) {
	lo, hi, negative, ok := v.Signed129()
	return int129{lo, hi, -uint64(sign(negative))}, ok
}

func (x int129) negative() bool { return x.ext != 0 }
func (x int129) isZero() bool   { return x.lo|x.hi|x.ext == 0 }

// fits: the highest word of a sum or product of three words must be a sign.
func (x int129) fits() bool { return x.ext+1 <= 1 }

func (x int129) add(y int129) (int129, bool) {
	lo, c := bits.Add64(x.lo, y.lo, 0)
	hi, c := bits.Add64(x.hi, y.hi, c)
	r := int129{lo, hi, x.ext + y.ext + c}
	return r, r.fits()
}

func (x int129) sub(y int129) (int129, bool) {
	lo, b := bits.Sub64(x.lo, y.lo, 0)
	hi, b := bits.Sub64(x.hi, y.hi, b)
	r := int129{lo, hi, x.ext - y.ext - b}
	return r, r.fits()
}

// abs is the magnitude, which of -2^128 alone does not fit.
func (x int129) abs() (int129, bool) {
	if x.ext == 0 {
		return x, true
	}
	return int129{}.sub(x)
}

// signedBy is the magnitude x with the sign that negative says.
func (x int129) signedBy(negative bool) int129 {
	if negative {
		x, _ = int129{}.sub(x)
	}
	return x
}

// mul multiplies magnitudes by the word (Knuth 4.3.1, algorithm M); one of them must be a single word, or the product has 129 bits and more.
func (x int129) mul(y int129) (int129, bool) {
	a, ok1 := x.abs()
	b, ok2 := y.abs()
	if !ok1 || !ok2 || a.hi != 0 && b.hi != 0 {
		return int129{}, false
	}
	if a.hi == 0 {
		a, b = b, a
	}
	over, mid := bits.Mul64(a.hi, b.lo)
	hi, lo := bits.Mul64(a.lo, b.lo)
	hi, c := bits.Add64(hi, mid, 0)
	return int129{lo: lo, hi: hi}.signedBy(x.negative() != y.negative() && (lo|hi) != 0), over|c == 0
}

// mulLow is the product modulo 2^128.
func (x int129) mulLow(y int129) (r int129) {
	r.hi, r.lo = bits.Mul64(x.lo, y.lo)
	r.hi += x.hi*y.lo + x.lo*y.hi
	return r
}

// clmul is the product over GF(2) of ints that are not negative: the sum without carries of one of them shifted by each
// one of the other (Warren, Hacker's Delight, 5-2).
func (x int129) clmul(y int129) (r int129, ok bool) {
	if x.negative() || y.negative() || x.bitLen()+y.bitLen() > 129 {
		return r, false
	}
	if bits.OnesCount64(x.lo)+bits.OnesCount64(x.hi) < bits.OnesCount64(y.lo)+bits.OnesCount64(y.hi) {
		x, y = y, x
	}
	for w := y.lo; w != 0; w &= w - 1 {
		n := uint(bits.TrailingZeros64(w))
		r.lo ^= x.lo << n
		r.hi ^= x.hi<<n | x.lo>>1>>(63-n)
	}
	for w := y.hi; w != 0; w &= w - 1 {
		r.hi ^= x.lo << uint(bits.TrailingZeros64(w))
	}
	return r, true
}

// tdivrem is the quotient truncated toward zero and the remainder, which has the sign of x; y is not 0.
func (x int129) tdivrem(y int129) (q, r int129, ok bool) {
	a, ok1 := x.abs()
	b, ok2 := y.abs()
	if !ok1 || !ok2 {
		return q, r, false
	}
	q, r = a.divrem(b)
	return q.signedBy(x.negative() != y.negative() && !q.isZero()), r.signedBy(x.negative() && !r.isZero()), true
}

// divrem divides magnitudes; b is not 0. A divisor of two words gives a quotient of one, which is estimated
// from the high words and at most one too large (Warren, Hacker's Delight, 9-5).
func (a int129) divrem(b int129) (q, r int129) {
	if b.hi == 0 {
		q.hi = a.hi / b.lo
		q.lo, r.lo = bits.Div64(a.hi%b.lo, a.lo, b.lo)
		return q, r
	}
	n := uint(bits.LeadingZeros64(b.hi))
	v := b.hi<<n | b.lo>>1>>(63-n)
	u1, u0 := a.hi>>1, a.hi<<63|a.lo>>1
	q.lo, _ = bits.Div64(u1, u0, v)
	q.lo >>= 63 - n
	if q.lo != 0 {
		q.lo--
	}
	p, _ := b.mul(q) // at most a
	r, _ = a.sub(p)
	if !r.less(b) {
		q.lo++
		r, _ = r.sub(b)
	}
	return q, r
}

// divrem with a remainder that is not negative: [num.Int.DivRem] on 129 bits.
func (x int129) euclid(y int129) (q, r int129, ok bool) {
	q, r, ok = x.tdivrem(y)
	if !ok || !r.negative() {
		return q, r, ok
	}
	one := int129{lo: 1}
	if y.negative() {
		q, _ = q.add(one)
		r, _ = r.sub(y)
	} else {
		q, _ = q.sub(one)
		r, _ = r.add(y)
	}
	return q, r, true
}

func (x int129) less(y int129) bool {
	switch {
	case x.ext != y.ext:
		return x.ext != 0
	case x.hi != y.hi:
		return x.hi < y.hi
	}
	return x.lo < y.lo
}

func (x int129) and(y int129) int129 { return int129{x.lo & y.lo, x.hi & y.hi, x.ext & y.ext} }
func (x int129) or(y int129) int129  { return int129{x.lo | y.lo, x.hi | y.hi, x.ext | y.ext} }
func (x int129) xor(y int129) int129 { return int129{x.lo ^ y.lo, x.hi ^ y.hi, x.ext ^ y.ext} }
func (x int129) not() int129         { return int129{^x.lo, ^x.hi, ^x.ext} }

// shl shifts by any n and drops what leaves 128 bits; the sign stays as it is.
func (x int129) shl(n uint64) int129 {
	if n >= 64 {
		return int129{0, x.lo << (n - 64), x.ext}
	}
	return int129{x.lo << n, x.hi<<n | x.lo>>1>>(63-n), x.ext}
}

// shr is the floor of x / 2^n.
func (x int129) shr(n uint64) int129 {
	switch {
	case n >= 128:
		return int129{x.ext, x.ext, x.ext}
	case n >= 64:
		return int129{x.hi>>(n-64) | x.ext<<1<<(127-n), x.ext, x.ext}
	}
	return int129{x.lo>>n | x.hi<<1<<(63-n), x.hi>>n | x.ext<<1<<(63-n), x.ext}
}

// low is x modulo 2^n, n at most 128.
func (x int129) low(n uint64) int129 {
	if n >= 64 {
		return int129{x.lo, x.hi & (1<<(n-64) - 1), 0}
	}
	return int129{x.lo & (1<<n - 1), 0, 0}
}

// signExtend is x modulo 2^n as a signed number, 1 <= n <= 128.
func (x int129) signExtend(n uint64) int129 {
	x = x.low(n)
	if x.shr(n-1).lo&1 != 0 {
		// The ones above bit n.
		x = x.or(int129{^uint64(0), ^uint64(0), ^uint64(0)}.shl(n))
	}
	return x
}

// bitLen is the number of digits of an x that is not negative.
func (x int129) bitLen() int {
	if x.hi != 0 {
		return 64 + bits.Len64(x.hi)
	}
	return bits.Len64(x.lo)
}

// width is the number of digits of x, or of its complement: x is a signed number of width+1 bits.
func (x int129) width() int {
	if x.negative() {
		x = x.not()
	}
	return x.bitLen()
}

// trailingZeros of an x that is not 0.
func (x int129) trailingZeros() uint64 {
	switch {
	case x.lo != 0:
		return uint64(bits.TrailingZeros64(x.lo))
	case x.hi != 0:
		return 64 + uint64(bits.TrailingZeros64(x.hi))
	}
	return 128
}
