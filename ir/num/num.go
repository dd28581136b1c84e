// Package num is the integer of the project: of any size, immutable, a value. The constants of ir, the
// facts of the compiler and the ints of a run are all made of it.
//
// An Int of up to 128 bits lies in place and costs no allocation; beyond, it points to a big.Int that
// does not change. Every number has one representation. What speaks of bits means those of infinite two's
// complement.
//
// math/big stays in the exact floats of interp/ieee754, which accumulate in one place, in literals of
// floats (parser), and in tests that compute what they expect.
package num

import (
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an integer. The zero Int is 0. Ints are compared by [Int.Equal]; == does not compile.
type Int struct {
	// It makes == a mistake that the compiler finds: equal numbers beyond 128 bits have different pointers.
	_   [0]func()
	hi  int64
	lo  uint64
	big *big.Int // the value, if it is not in [-2^127, 2^127); hi and lo are 0 then
}

// New is v.
// hi is the sign, 64 times.
func New(v int64) Int { return Int{hi: v >> 63, lo: uint64(v)} }

// FromUint64 is v.
func FromUint64(v uint64) Int { return Int{lo: v} }

// FromWords is hi * 2^64 + lo.
func FromWords(hi, lo uint64) Int {
	if int64(hi) >= 0 {
		return Int{hi: int64(hi), lo: lo}
	}
	return FromUint64(hi).Shl(64).Or(FromUint64(lo))
}

// FromSigned65 is lo, less 2^64 if negative: [Int.Signed65] backwards.
func FromSigned65(lo uint64, negative bool) Int {
	if negative {
		return Int{hi: -1, lo: lo}
	}
	return Int{lo: lo}
}

// FromBig is v, which may change later.
func FromBig(v *big.Int) Int {
	x := own(v)
	if x.big != nil {
		x.big = new(big.Int).Set(v)
	}
	return x
}

// own is v, which does not change from now on.
// The caller gives v up. A small one is copied into place, which keeps one representation a number.
func own(v *big.Int) Int {
	n := v.BitLen()
	if n > 127 && !(n == 128 && v.Sign() < 0 && v.TrailingZeroBits() == 127) {
		return Int{big: v}
	}
	var x [2]uint64
	for k, w := range v.Bits() {
		x[k*bits.UintSize/64] |= uint64(w) << (k * bits.UintSize % 64)
	}
	if v.Sign() < 0 { // here -2^127 is its own negation
		low, b := bits.Sub64(0, x[0], 0)
		high, _ := bits.Sub64(0, x[1], b)
		x = [2]uint64{low, high}
	}
	return Int{hi: int64(x[1]), lo: x[0]}
}

// FromBytes is the number whose binary digits are b, least significant byte first.
// Fewer than 16 bytes leave the sign bit of hi clear.
func FromBytes(b []byte) Int {
	x := Int{}
	if len(b) < 16 {
		for k, w := range b {
			if k < 8 {
				x.lo |= uint64(w) << (8 * k)
			} else {
				x.hi |= int64(w) << (8 * (k - 8))
			}
		}
		return x
	}
	room := make([]byte, len(b))
	for k, w := range b {
		room[len(b)-1-k] = w
	}
	return own(new(big.Int).SetBytes(room))
}

// Parse reads digits of the base with an optional sign; base 0 reads the prefixes of Go.
// Underscores are read with base 0 only, as Go reads them.
func Parse(text string, base int) (x Int, ok bool) {
	if v, err := strconv.ParseInt(text, base, 64); err == nil {
		return New(v), true
	}
	v, ok := new(big.Int).SetString(text, base)
	if !ok {
		return Int{}, false
	}
	return own(v), true
}

// Pow2 is 2^n.
func Pow2(n uint) Int { return Int{lo: 1}.Shl(n) }

// Mask is 2^n - 1.
func Mask(n uint) Int {
	switch {
	case n < 64:
		return Int{lo: 1<<n - 1}
	case n < 128 && n > 64:
		return Int{hi: 1<<(n-64) - 1, lo: ^uint64(0)}
	case n == 64:
		return Int{lo: ^uint64(0)}
	case n <= 256:
		return wideMasks[n-128]
	}
	return Pow2(n).Sub(Int{lo: 1})
}

// wideMasks are those of 128 to 256 bits, made once: masks of two and four words are asked for most.
var wideMasks = func() (m [129]Int) {
	for n := range m {
		m[n] = Pow2(uint(n) + 128).Sub(Int{lo: 1})
	}
	return m
}()

// Big is x as a big.Int, which the caller must not change.
// It may be x's own, so writing to it would change every copy of x.
func (x Int) Big() *big.Int {
	if x.big != nil {
		return x.big
	}
	if x.small() {
		return big.NewInt(int64(x.lo))
	}
	v := big.NewInt(x.hi)
	v.Lsh(v, 64)
	return v.Or(v, new(big.Int).SetUint64(x.lo))
}

// Inline reports whether x needs no memory beside itself.
func (x Int) Inline() bool { return x.big == nil }

// Int64 returns x if it fits, and its low bits if it does not.
func (x Int) Int64() (v int64, ok bool) { return int64(x.Low64()), x.small() }

// Uint64 returns x if it fits, and its low bits if it does not.
func (x Int) Uint64() (v uint64, ok bool) { return x.Low64(), x.big == nil && x.hi == 0 }

// Low64 is x modulo 2^64.
func (x Int) Low64() uint64 {
	if x.big != nil {
		return x.Low(64).lo
	}
	return x.lo
}

// Signed65 returns the low bits and the sign of a number of 65 bits, the sign being one of them.
func (x Int) Signed65() (lo uint64, negative, ok bool) {
	return x.lo, x.hi < 0, x.big == nil && (x.hi == 0 || x.hi == -1)
}

// An int64: hi is nothing but the sign of lo.
func (x Int) small() bool { return x.big == nil && x.hi == int64(x.lo)>>63 }

// String writes x in decimal.
func (x Int) String() string {
	switch {
	case x.small():
		return strconv.FormatInt(int64(x.lo), 10)
	case x.big == nil && x.hi == 0:
		return strconv.FormatUint(x.lo, 10)
	}
	return x.Big().String()
}

// Text writes x to the base, which is at most [big.MaxBase].
func (x Int) Text(base int) string { return string(x.Append(nil, base)) }

// Append appends the digits of x to the base, which is at most [big.MaxBase].
func (x Int) Append(text []byte, base int) []byte {
	if x.small() && base <= 36 {
		return strconv.AppendInt(text, int64(x.lo), base)
	}
	return x.Big().Append(text, base)
}

// FromSigned129 is hi*2^64 + lo, less 2^128 if negative: [Int.Signed129] backwards.
func FromSigned129(lo, hi uint64, negative bool) Int {
	if negative == (int64(hi) < 0) {
		return Int{hi: int64(hi), lo: lo}
	}
	v := new(big.Int).SetUint64(hi)
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(lo))
	if negative {
		v.Sub(v, Pow2(128).Big())
	}
	return own(v)
}

// Signed129 returns the low words and the sign of a number of 129 bits, the sign being one of them.
func (x Int) Signed129() (lo, hi uint64, negative, ok bool) {
	if x.big == nil {
		return x.lo, uint64(x.hi), x.hi < 0, true
	}
	var w [2]uint64
	negative = x.big.Sign() < 0
	switch n := x.big.BitLen(); {
	case n == 129 && negative && x.big.TrailingZeroBits() == 128:
		return 0, 0, true, true
	case n > 128:
		return 0, 0, false, false
	}
	for k, d := range x.big.Bits() {
		w[k*bits.UintSize/64] |= uint64(d) << (k * bits.UintSize % 64)
	}
	if negative {
		var b uint64
		w[0], b = bits.Sub64(0, w[0], 0)
		w[1], _ = bits.Sub64(0, w[1], b)
	}
	return w[0], w[1], negative, true
}

// Sign is -1, 0 or 1.
func (x Int) Sign() int {
	switch {
	case x.big != nil:
		return x.big.Sign()
	case x.hi < 0:
		return -1
	case x.hi == 0 && x.lo == 0:
		return 0
	}
	return 1
}

// Negative reports whether x < 0.
func (x Int) Negative() bool {
	if x.big != nil {
		return x.big.Sign() < 0
	}
	return x.hi < 0
}

// AllOnes reports whether x is -1, all bits of which are 1. A number that is not inline has 0 in hi.
func (x Int) AllOnes() bool { return x.hi == -1 && x.lo == 1<<64-1 }

// Equal reports whether x and y are the same number.
// Numbers of different representations differ, as each has one.
func (x Int) Equal(y Int) bool {
	if x.big == nil || y.big == nil {
		return x.hi == y.hi && x.lo == y.lo && x.big == y.big
	}
	return x.big.Cmp(y.big) == 0
}

// Cmp is -1, 0 or 1 as x is less than, equal to or greater than y.
// hi is compared as signed and lo as unsigned, as two's complement has it.
func (x Int) Cmp(y Int) int {
	if x.big != nil || y.big != nil {
		return x.Big().Cmp(y.Big())
	}
	switch {
	case x.hi < y.hi || x.hi == y.hi && x.lo < y.lo:
		return -1
	case x.hi == y.hi && x.lo == y.lo:
		return 0
	}
	return 1
}

// Less reports whether x < y.
func (x Int) Less(y Int) bool { return x.Cmp(y) < 0 }

// Min is the smaller.
func Min(x, y Int) Int {
	if y.Less(x) {
		return y
	}
	return x
}

// Max is the larger.
func Max(x, y Int) Int {
	if x.Less(y) {
		return y
	}
	return x
}

// Not is -x - 1.
func (x Int) Not() Int {
	if x.big != nil {
		return own(new(big.Int).Not(x.big))
	}
	return Int{hi: ^x.hi, lo: ^x.lo}
}

// Neg is -x.
// The complement and 1: -2^127 becomes a big number by Add.
func (x Int) Neg() Int { return x.Not().Add(Int{lo: 1}) }

// Abs is the magnitude of x.
func (x Int) Abs() Int {
	if x.Negative() {
		return x.Neg()
	}
	return x
}

// Add is x + y.
// Signed overflow of hi, the carry included: both operands have the sign that the sum has not.
func (x Int) Add(y Int) Int {
	if x.big == nil && y.big == nil {
		lo, c := bits.Add64(x.lo, y.lo, 0)
		hi := x.hi + y.hi + int64(c)
		if (x.hi^y.hi) < 0 || (x.hi^hi) >= 0 {
			return Int{hi: hi, lo: lo}
		}
	}
	return own(new(big.Int).Add(x.Big(), y.Big()))
}

// Sub is x - y.
func (x Int) Sub(y Int) Int {
	if x.big == nil && y.big == nil {
		lo, b := bits.Sub64(x.lo, y.lo, 0)
		hi := x.hi - y.hi - int64(b)
		if (x.hi^y.hi) >= 0 || (x.hi^hi) >= 0 {
			return Int{hi: hi, lo: lo}
		}
	}
	return own(new(big.Int).Sub(x.Big(), y.Big()))
}

// Mul is x * y.
// The high word of the signed product is the unsigned one, less each operand where the other is negative.
func (x Int) Mul(y Int) Int {
	if x.small() && y.small() {
		hi, lo := bits.Mul64(x.lo, y.lo)
		if x.hi < 0 {
			hi -= y.lo
		}
		if y.hi < 0 {
			hi -= x.lo
		}
		return Int{hi: int64(hi), lo: lo}
	}
	if x.Sign() == 0 || y.Sign() == 0 {
		return Int{}
	}
	return own(new(big.Int).Mul(x.Big(), y.Big()))
}

// DivRem is the Euclidean quotient and remainder: x = q*y + r and 0 <= r < |y|. y is not 0.
// It is Lean's Int./ and Int.%, by one correction of the truncated pair.
func (x Int) DivRem(y Int) (q, r Int) {
	q, r = x.TDivRem(y)
	switch {
	case !r.Negative():
		return q, r
	case y.Negative():
		return q.Add(Int{lo: 1}), r.Sub(y)
	}
	return q.Sub(Int{lo: 1}), r.Add(y)
}

// TDivRem is the quotient truncated toward zero, and the remainder, which has the sign of x. y is not 0.
func (x Int) TDivRem(y Int) (q, r Int) {
	if x.small() && y.small() && y.lo != ^uint64(0) { // -2^63 / -1 does not fit
		a, b := int64(x.lo), int64(y.lo)
		return New(a / b), New(a % b)
	}
	// Two steps of schoolbook division: the remainder of the high word is below b.lo, which Div64 demands.
	if a, b := x.Abs(), y.Abs(); a.big == nil && b.big == nil && b.hi == 0 {
		lo, rest := bits.Div64(uint64(a.hi)%b.lo, a.lo, b.lo)
		q, r = Int{hi: int64(uint64(a.hi) / b.lo), lo: lo}, Int{lo: rest}
		if x.Negative() {
			r = r.Neg()
		}
		if x.Negative() != y.Negative() {
			q = q.Neg()
		}
		return q, r
	}
	a, b := new(big.Int).QuoRem(x.Big(), y.Big(), new(big.Int))
	return own(a), own(b)
}

// Div is the Euclidean quotient, the floor where y is positive. y is not 0.
func (x Int) Div(y Int) Int {
	q, _ := x.DivRem(y)
	return q
}

// Rem is the Euclidean remainder, never negative. y is not 0.
func (x Int) Rem(y Int) Int {
	_, r := x.DivRem(y)
	return r
}

// TDiv is the quotient truncated toward zero. y is not 0.
func (x Int) TDiv(y Int) Int {
	q, _ := x.TDivRem(y)
	return q
}

// TRem is the remainder of [Int.TDiv]. y is not 0.
func (x Int) TRem(y Int) Int {
	_, r := x.TDivRem(y)
	return r
}
