package facts

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an integer of any size: 128 bits in place, a big.Int beyond. Its bits are those of
// infinite two's complement. The zero Int is 0.
type Int struct {
	hi  int64
	lo  uint64
	big *big.Int // the value, if it needs more than 128 bits; never changed
}

// OfInt64 is a small integer.
func OfInt64(v int64) Int { return Int{hi: v >> 63, lo: uint64(v)} }

// OfBig is an integer; v is not changed and must not change.
func OfBig(v *big.Int) Int {
	if v.IsInt64() {
		return OfInt64(v.Int64())
	}
	if n := v.BitLen(); n > 127 {
		if n == 128 && v.Sign() < 0 && v.TrailingZeroBits() == 127 {
			return Int{hi: math.MinInt64} // every number has one representation
		}
		return Int{big: v}
	}
	var w [16]byte
	abs := new(big.Int).Abs(v)
	abs.FillBytes(w[:])
	x := Int{}
	for i := range 8 {
		x.hi = x.hi<<8 | int64(w[i])
		x.lo = x.lo<<8 | uint64(w[8+i])
	}
	if v.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Big is the value of x; the caller must not change it.
func (x Int) Big() *big.Int {
	if x.big != nil {
		return x.big
	}
	v := big.NewInt(x.hi)
	v.Lsh(v, 64)
	return v.Or(v, new(big.Int).SetUint64(x.lo))
}

// Int64 returns x if it fits.
func (x Int) Int64() (v int64, ok bool) {
	return int64(x.lo), x.big == nil && x.hi == int64(x.lo)>>63
}

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

func (x Int) neg() bool {
	if x.big != nil {
		return x.big.Sign() < 0
	}
	return x.hi < 0
}

// Equal reports whether x and y are the same number.
func (x Int) Equal(y Int) bool {
	if x.big == nil || y.big == nil {
		return x == y
	}
	return x.big.Cmp(y.big) == 0
}

// Cmp compares as big.Int does.
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

func (x Int) less(y Int) bool { return x.Cmp(y) < 0 }

func minInt(x, y Int) Int {
	if y.less(x) {
		return y
	}
	return x
}

func maxInt(x, y Int) Int {
	if x.less(y) {
		return y
	}
	return x
}

// Not is -x - 1.
func (x Int) Not() Int {
	if x.big != nil {
		return OfBig(new(big.Int).Not(x.big))
	}
	return Int{hi: ^x.hi, lo: ^x.lo}
}

// Neg is -x.
func (x Int) Neg() Int { return x.Not().Add(Int{lo: 1}) }

// Add is x + y.
func (x Int) Add(y Int) Int {
	if x.big == nil && y.big == nil {
		lo, c := bits.Add64(x.lo, y.lo, 0)
		hi := x.hi + y.hi + int64(c)
		if (x.hi^y.hi) < 0 || (x.hi^hi) >= 0 {
			return Int{hi: hi, lo: lo}
		}
	}
	return OfBig(new(big.Int).Add(x.Big(), y.Big()))
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
	return OfBig(new(big.Int).Sub(x.Big(), y.Big()))
}

// Mul is x * y.
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
	return OfBig(new(big.Int).Mul(x.Big(), y.Big()))
}

// And is the bitwise conjunction.
func (x Int) And(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi & y.hi, lo: x.lo & y.lo}
	}
	return OfBig(new(big.Int).And(x.Big(), y.Big()))
}

// Or is the bitwise disjunction.
func (x Int) Or(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi | y.hi, lo: x.lo | y.lo}
	}
	return OfBig(new(big.Int).Or(x.Big(), y.Big()))
}

// Xor is the bitwise exclusive disjunction.
func (x Int) Xor(y Int) Int {
	if x.big == nil && y.big == nil {
		return Int{hi: x.hi ^ y.hi, lo: x.lo ^ y.lo}
	}
	return OfBig(new(big.Int).Xor(x.Big(), y.Big()))
}

// Shl is x * 2^n.
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
			if r.Shr(n) == x {
				return r
			}
		}
	}
	return OfBig(new(big.Int).Lsh(x.Big(), n))
}

// Shr is the floor of x / 2^n.
func (x Int) Shr(n uint) Int {
	if x.big != nil {
		return OfBig(new(big.Int).Rsh(x.big, n))
	}
	switch {
	case n == 0:
		return x
	case n < 64:
		return Int{hi: x.hi >> n, lo: x.lo>>n | uint64(x.hi)<<(64-n)}
	}
	return Int{hi: x.hi >> 63, lo: uint64(x.hi >> min(n-64, 63))}
}

// quot is the floor of x / y for positive y.
func (x Int) quot(y Int) Int {
	if x.small() && y.small() {
		a, b := int64(x.lo), int64(y.lo)
		q := a / b
		if a%b < 0 {
			q--
		}
		return OfInt64(q)
	}
	return OfBig(new(big.Int).Div(x.Big(), y.Big()))
}

// BitLen is the number of binary digits of x, which is not negative.
func (x Int) BitLen() uint {
	if x.big != nil {
		return uint(x.big.BitLen())
	}
	if x.hi != 0 {
		return 64 + uint(bits.Len64(uint64(x.hi)))
	}
	return uint(bits.Len64(x.lo))
}

// Width is the number of binary digits of x, or of its complement if it is negative.
func (x Int) Width() uint {
	if x.neg() {
		return x.Not().BitLen()
	}
	return x.BitLen()
}

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

// power is 2^n.
func power(n uint) Int { return Int{lo: 1}.Shl(n) }

// mask is 2^n - 1.
func mask(n uint) Int {
	switch {
	case n < 64:
		return Int{lo: 1<<n - 1}
	case n < 128 && n > 64:
		return Int{hi: 1<<(n-64) - 1, lo: ^uint64(0)}
	case n == 64:
		return Int{lo: ^uint64(0)}
	}
	return power(n).Sub(Int{lo: 1})
}

// zext is x modulo 2^n.
func (x Int) zext(n uint) Int { return x.And(mask(n)) }

// sext is x modulo 2^n, from -2^(n-1); n is at least 1.
func (x Int) sext(n uint) Int {
	if x.Bit(n-1) == 0 {
		return x.zext(n)
	}
	return x.Or(mask(n).Not())
}

// permute makes the number of n bits whose bit i is bit from(i) of x.
func (x Int) permute(n uint, from func(i uint) uint) Int {
	if n <= 64 {
		var w uint64
		for i := range n {
			w |= uint64(x.Bit(from(i))) << i
		}
		return Int{lo: w}
	}
	room := make([]byte, (n+7)/8)
	for i := range n {
		room[uint(len(room))-1-i/8] |= byte(x.Bit(from(i)) << (i % 8))
	}
	return OfBig(new(big.Int).SetBytes(room))
}
