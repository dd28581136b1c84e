package num

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
)

// And is the bitwise conjunction.
func (x Int) And(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi & y.hi, lo: x.lo & y.lo}
	}
	return own(new(big.Int).And(x.Big(), y.Big()))
}

// AndNot is x without the bits of y.
func (x Int) AndNot(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi &^ y.hi, lo: x.lo &^ y.lo}
	}
	return own(new(big.Int).AndNot(x.Big(), y.Big()))
}

// Or is the bitwise disjunction.
func (x Int) Or(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi | y.hi, lo: x.lo | y.lo}
	}
	if x.Equal(Int{}) { // a number is shared rather than made again
		return y
	}
	return own(new(big.Int).Or(x.Big(), y.Big()))
}

// Xor is the bitwise exclusive disjunction.
func (x Int) Xor(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi ^ y.hi, lo: x.lo ^ y.lo}
	}
	return own(new(big.Int).Xor(x.Big(), y.Big()))
}

// Shl is x * 2^n.
// Whether the result fits in place is found by shifting back.
func (x Int) Shl(n uint) Int {
	if x.big == nil {
		if x.hi == 0 && x.lo == 0 || n == 0 {
			return x
		}
		if n < 64 && x.small() {
			return Int{hi: x.hi<<n | int64(x.lo>>(64-n)), lo: x.lo << n}
		}
		if n < 127 {
			r := Int{hi: x.hi<<n | int64(x.lo>>(64-n)), lo: x.lo << n}
			if n >= 64 {
				r = Int{hi: int64(x.lo << (n - 64))}
			}
			if r.Shr(n).Equal(x) {
				return r
			}
		}
	}
	return own(new(big.Int).Lsh(x.Big(), n))
}

// Shr is the floor of x / 2^n.
// Go's >> of the signed high word fills with the sign.
func (x Int) Shr(n uint) Int {
	if x.big != nil {
		return own(new(big.Int).Rsh(x.big, n))
	}
	switch {
	case n == 0:
		return x
	case n < 64:
		return Int{hi: x.hi >> n, lo: x.lo>>n | uint64(x.hi)<<(64-n)}
	}
	return Int{hi: x.hi >> 63, lo: uint64(x.hi >> min(n-64, 63))}
}

// BitLen is the number of binary digits of the magnitude of x.
// It is not the width in two's complement: see Width.
func (x Int) BitLen() uint {
	if x.big != nil {
		return uint(x.big.BitLen())
	}
	if x.hi < 0 {
		if x = x.Neg(); x.big != nil {
			return 128
		}
	}
	if x.hi != 0 {
		return 64 + uint(bits.Len64(uint64(x.hi)))
	}
	return uint(bits.Len64(x.lo))
}

// Width is the number of binary digits of x, or of its complement if it is negative: x is a signed
// number of Width+1 bits and of no fewer.
func (x Int) Width() uint {
	if x.Negative() {
		return x.Not().BitLen()
	}
	return x.BitLen()
}

// FitsSigned reports whether -2^(n-1) <= x < 2^(n-1); of 0 bits there is no number.
func (x Int) FitsSigned(n uint) bool { return x.Width() < n }

// FitsUnsigned reports whether 0 <= x < 2^n.
func (x Int) FitsUnsigned(n uint) bool { return !x.Negative() && x.BitLen() <= n }

// TrailingZeros is the number of zeros below the lowest one, 0 for 0.
func (x Int) TrailingZeros() uint {
	if x.big != nil {
		return x.big.TrailingZeroBits()
	}
	if x.lo != 0 {
		return uint(bits.TrailingZeros64(x.lo))
	}
	if x.hi != 0 {
		return 64 + uint(bits.TrailingZeros64(uint64(x.hi)))
	}
	return 0
}

// IsPow2 reports whether x is a power of two.
func (x Int) IsPow2() bool { return x.Sign() > 0 && x.TrailingZeros() == x.BitLen()-1 }

// OnesCount is the number of ones of x, which is not negative.
// A negative number would have infinitely many.
func (x Int) OnesCount() uint {
	if x.big == nil {
		return uint(bits.OnesCount64(uint64(x.hi)) + bits.OnesCount64(x.lo))
	}
	n := 0
	for _, w := range x.big.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return uint(n)
}

// Bit is bit i.
func (x Int) Bit(i uint) uint {
	switch {
	case x.big != nil:
		return x.big.Bit(int(i))
	case i < 64:
		return uint(x.lo>>i) & 1
	}
	return uint(x.hi>>min(i-64, 63)) & 1
}

// Low is x modulo 2^n, from 0.
// A number that fits is its own: no mask of that size is made.
func (x Int) Low(n uint) Int {
	if n >= 127 && x.FitsUnsigned(n) {
		return x
	}
	if x.AllOnes() {
		return Mask(n)
	}
	return x.And(Mask(n))
}

// SignExtend is x modulo 2^n, from -2^(n-1); n is at least 1.
func (x Int) SignExtend(n uint) Int {
	if n >= 128 && x.FitsSigned(n) {
		return x
	}
	if x.Bit(n-1) == 0 {
		return x.And(Mask(n))
	}
	return x.Or(Mask(n).Not())
}

// FillBytes writes x modulo 2^(8*len(b)), least significant byte first.
func (x Int) FillBytes(b []byte) []byte {
	if x.big != nil {
		x.Low(8 * uint(len(b))).Big().FillBytes(b)
		slices.Reverse(b)
		return b
	}
	for k := range b {
		switch {
		case k < 8:
			b[k] = byte(x.lo >> (8 * k))
		default:
			b[k] = byte(x.hi >> min(8*(k-8), 63))
		}
	}
	return b
}

// Reverse is the low n bits in reverse order.
// The low n bits are at the top of whole bytes after the reversal, and shifted down.
func (x Int) Reverse(n uint) Int {
	if n <= 64 {
		return Int{lo: bits.Reverse64(x.Low64() << (64 - n))}
	}
	b := x.Low(n).FillBytes(make([]byte, (n+7)/8))
	slices.Reverse(b)
	for k := range b {
		b[k] = bits.Reverse8(b[k])
	}
	return FromBytes(b).Shr(-n & 7)
}

// ReverseBytes is the low n bytes in reverse order.
func (x Int) ReverseBytes(n uint) Int {
	if n <= 8 {
		return Int{lo: bits.ReverseBytes64(x.Low64() << (64 - 8*n))}
	}
	b := x.FillBytes(make([]byte, n))
	slices.Reverse(b)
	return FromBytes(b)
}

// RotateLeft is the low n bits rotated left by the amount modulo n, which is at least 1.
// by may be negative or of any size: the Euclidean remainder is below n.
func (x Int) RotateLeft(n uint, by Int) Int {
	k := uint(by.Rem(FromUint64(uint64(n))).lo)
	return x.Low(n - k).Shl(k).Or(x.Low(n).Shr(n - k))
}

// ClMul is the product over GF(2) of numbers that are not negative.
func (x Int) ClMul(y Int) Int {
	if x.Sign() == 0 || y.Sign() == 0 {
		return Int{}
	}
	if p, ok := x.Uint64(); ok {
		if q, ok := y.Uint64(); ok {
			hi, lo := clmulWord(p, q)
			return FromWords(hi, lo)
		}
	}
	a, b := x.words(), y.words()
	if len(a) < len(b) {
		a, b = b, a
	}
	r := make([]uint64, len(a)+len(b))
	// Blocks of a as long as b make the balanced products that Karatsuba wants.
	for lo := 0; lo < len(a); lo += len(b) {
		part := make([]uint64, len(b))
		copy(part, a[lo:])
		for i, w := range clmulWords(part, b) {
			if lo+i < len(r) {
				r[lo+i] ^= w
			}
		}
	}
	room := make([]byte, 0, 8*len(r))
	for _, w := range r {
		room = binary.LittleEndian.AppendUint64(room, w)
	}
	return FromBytes(room)
}

// words returns the 64-bit words of a number that is not negative, least significant first.
func (x Int) words() []uint64 {
	b := x.FillBytes(make([]byte, (x.BitLen()+63)/64*8))
	w := make([]uint64, len(b)/8)
	for i := range w {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

// clmulWord multiplies two polynomials of a word.
func clmulWord(x, y uint64) (hi, lo uint64) {
	for ; x != 0; x &= x - 1 {
		s := uint(bits.TrailingZeros64(x))
		lo ^= y << s
		hi ^= y >> (64 - s) // 0 for s = 0
	}
	return hi, lo
}

// clmulBase is the length in words up to which schoolbook multiplication is faster.
const clmulBase = 16

// clmulWords multiplies two polynomials over GF(2) of equal length, least significant word first, into
// twice the length: Karatsuba, where addition and subtraction are both exclusive or.
// x and y stay as they are. A word of zeros is added to an odd length.
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
