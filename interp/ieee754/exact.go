package ieee754

import "math/big"

// Exact is the reference [Arithmetic]: each finite operand becomes an integer times a
// power of two, the operation is done on integers without error, and one function rounds.
// It uses no floating-point arithmetic of the host. The methods whose names end in Bits
// take patterns of every format; the others are the same for those of up to 64 bits.
type Exact struct{}

var _ Arithmetic = Exact{}

// number is a finite value (-1)^neg · mant · 2^exp; mant is never negative and neg is
// kept for zero.
type number struct {
	neg  bool
	mant *big.Int
	exp  int
}

// unpack decodes a pattern that is no NaN; an infinity becomes 2^(Bias+1), above every finite value.
func (f Format) unpack(b Bits) number {
	biased, mant := f.fields(b)
	if biased != 0 {
		if f != F80 { // whose leading bit is written
			mant.SetBit(mant, formats[f].fracBits, 1)
		}
		biased--
	}
	return number{f.Negative(b), mant, f.quantum() + biased}
}

// signed is n's mantissa with its sign, scaled to the exponent exp ≤ n.exp.
func (n number) signed(exp int) *big.Int {
	v := new(big.Int).Lsh(n.mant, uint(n.exp-exp))
	if n.neg {
		v.Neg(v)
	}
	return v
}

// round returns the pattern nearest to n, ties to even. If inexact, the true magnitude is
// above n's by less than one unit of n's mantissa.
func (f Format) round(n number, inexact bool) Bits {
	mant, exp := new(big.Int).Set(n.mant), n.exp
	if inexact {
		mant.Lsh(mant, 1)
		mant.SetBit(mant, 0, 1)
		exp--
	}
	if mant.Sign() == 0 {
		return f.zeroBits(n.neg)
	}
	if mant.BitLen()+exp > f.Bias()+1 {
		return f.InfBits(n.neg)
	}
	unit := max(mant.BitLen()+exp-f.Precision(), f.quantum())
	if unit <= exp {
		mant.Lsh(mant, uint(exp-unit))
	} else {
		drop := uint(unit - exp)
		half := new(big.Int).Lsh(big.NewInt(1), drop-1)
		rest := new(big.Int).And(mant, new(big.Int).Sub(new(big.Int).Lsh(half, 1), big.NewInt(1)))
		mant.Rsh(mant, drop)
		if c := rest.Cmp(half); c > 0 || c == 0 && mant.Bit(0) == 1 {
			mant.Add(mant, big.NewInt(1))
		}
	}
	return f.pack(n.neg, unit-f.quantum(), mant)
}

// sum rounds x + y for finite x and y; an exact zero is positive unless both are negative
// zeros or negative parts of one.
func (f Format) sum(x, y number) Bits {
	exp := min(x.exp, y.exp)
	v := new(big.Int).Add(x.signed(exp), y.signed(exp))
	neg := v.Sign() < 0 || v.Sign() == 0 && x.neg && y.neg
	return f.round(number{neg, v.Abs(v), exp}, false)
}

// AddBits is [Arithmetic]'s Add.
func (Exact) AddBits(f Format, a, b Bits) Bits {
	switch {
	case f.IsNaNBits(a) || f.IsNaNBits(b):
		return f.NaNBits()
	case f.isInfBits(a) && f.isInfBits(b) && a != b:
		return f.NaNBits()
	case f.isInfBits(a):
		return a
	case f.isInfBits(b):
		return b
	}
	return f.sum(f.unpack(a), f.unpack(b))
}

// SubBits is [Arithmetic]'s Sub.
func (e Exact) SubBits(f Format, a, b Bits) Bits { return e.AddBits(f, a, f.NegBits(b)) }

// MulBits is [Arithmetic]'s Mul.
func (e Exact) MulBits(f Format, a, b Bits) Bits {
	neg := f.Negative(a) != f.Negative(b)
	switch {
	case f.IsNaNBits(a) || f.IsNaNBits(b):
		return f.NaNBits()
	case f.isInfBits(a) && f.isZeroBits(b) || f.isZeroBits(a) && f.isInfBits(b):
		return f.NaNBits()
	case f.isInfBits(a) || f.isInfBits(b):
		return f.InfBits(neg)
	}
	return f.round(f.unpack(a).times(f.unpack(b)), false)
}

func (n number) times(m number) number {
	return number{n.neg != m.neg, new(big.Int).Mul(n.mant, m.mant), n.exp + m.exp}
}

// DivBits is [Arithmetic]'s Div.
func (Exact) DivBits(f Format, a, b Bits) Bits {
	neg := f.Negative(a) != f.Negative(b)
	switch {
	case f.IsNaNBits(a) || f.IsNaNBits(b):
		return f.NaNBits()
	case f.isInfBits(a) && f.isInfBits(b) || f.isZeroBits(a) && f.isZeroBits(b):
		return f.NaNBits()
	case f.isInfBits(a) || f.isZeroBits(b):
		return f.InfBits(neg)
	case f.isInfBits(b):
		return f.zeroBits(neg)
	}
	x, y := f.unpack(a), f.unpack(b)
	return f.quotient(neg, x.mant, y.mant, x.exp-y.exp)
}

// quotient rounds ±(num/den)·2^exp for den > 0. The integer quotient is given two bits
// more than the precision, so that what its remainder stands for is below the half unit.
func (f Format) quotient(neg bool, num, den *big.Int, exp int) Bits {
	shift := max(0, f.Precision()+2+den.BitLen()-num.BitLen())
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(num, uint(shift)), den, new(big.Int))
	return f.round(number{neg, q, exp - shift}, r.Sign() != 0)
}

// RemBits is [Arithmetic]'s Rem.
func (Exact) RemBits(f Format, a, b Bits) Bits {
	switch {
	case f.IsNaNBits(a) || f.IsNaNBits(b) || f.isInfBits(a) || f.isZeroBits(b):
		return f.NaNBits()
	case f.isInfBits(b):
		return a
	}
	x, y := f.unpack(a), f.unpack(b)
	exp := min(x.exp, y.exp)
	x.neg, y.neg = false, false
	r := new(big.Int).Rem(x.signed(exp), y.signed(exp))
	return f.round(number{f.Negative(a), r, exp}, false)
}

// SqrtBits is [Arithmetic]'s Sqrt.
func (Exact) SqrtBits(f Format, a Bits) Bits {
	switch {
	case f.isZeroBits(a):
		return a
	case f.IsNaNBits(a) || f.Negative(a):
		return f.NaNBits()
	case f.isInfBits(a):
		return a
	}
	x := f.unpack(a)
	shift := 2 * (f.Precision() + 2)
	if (x.exp-shift)%2 != 0 {
		shift++
	}
	square := x.mant.Lsh(x.mant, uint(shift))
	root := new(big.Int).Sqrt(square)
	inexact := new(big.Int).Mul(root, root).Cmp(square) != 0
	return f.round(number{false, root, (x.exp - shift) / 2}, inexact)
}

// FMABits is [Arithmetic]'s FMA.
func (e Exact) FMABits(f Format, a, b, c Bits) Bits {
	if f.IsNaNBits(a) || f.IsNaNBits(b) || f.IsNaNBits(c) {
		return f.NaNBits()
	}
	if f.isInfBits(a) || f.isInfBits(b) {
		return e.AddBits(f, e.MulBits(f, a, b), c)
	}
	if f.isInfBits(c) {
		return c
	}
	return f.sum(f.unpack(a).times(f.unpack(b)), f.unpack(c))
}

// MinNumBits is [Arithmetic]'s MinNum.
func (e Exact) MinNumBits(f Format, a, b Bits) Bits { return e.extremum(f, a, b, less) }

// MaxNumBits is [Arithmetic]'s MaxNum.
func (e Exact) MaxNumBits(f Format, a, b Bits) Bits { return e.extremum(f, a, b, greater) }

func (e Exact) extremum(f Format, a, b Bits, want relation) Bits {
	switch r := f.relate(a, b); {
	case f.IsNaNBits(a) && f.IsNaNBits(b):
		return f.NaNBits()
	case f.IsNaNBits(a):
		return b
	case f.IsNaNBits(b):
		return a
	case r == equal && f.Negative(a) == (want == less):
		return a
	case r == want:
		return a
	}
	return b
}

// relate compares by value; infinities compare as any number beyond the finite ones.
func (f Format) relate(a, b Bits) relation {
	if f.IsNaNBits(a) || f.IsNaNBits(b) {
		return unordered
	}
	exp := f.quantum()
	switch f.unpack(a).signed(exp).Cmp(f.unpack(b).signed(exp)) {
	case -1:
		return less
	case 0:
		return equal
	}
	return greater
}

// CompareBits is [Arithmetic]'s Compare.
func (Exact) CompareBits(f Format, p Pred, a, b Bits) bool { return preds[p].on&f.relate(a, b) != 0 }

// ConvertBits is [Arithmetic]'s Convert.
func (Exact) ConvertBits(to, from Format, a Bits) Bits {
	switch {
	case from.IsNaNBits(a):
		return to.NaNBits()
	case from.isInfBits(a):
		return to.InfBits(from.Negative(a))
	}
	return to.round(from.unpack(a), false)
}

// FromIntBits is [Arithmetic]'s FromInt.
func (Exact) FromIntBits(f Format, v *big.Int) Bits {
	return f.round(number{v.Sign() < 0, new(big.Int).Abs(v), 0}, false)
}

// ToIntBits is [Arithmetic]'s ToInt.
func (Exact) ToIntBits(f Format, a Bits) (*big.Int, bool) {
	if f.IsNaNBits(a) || f.isInfBits(a) {
		return nil, false
	}
	x := f.unpack(a)
	if x.exp >= 0 {
		return x.signed(0), true
	}
	// The shift drops bits of the magnitude, so the sign must come after it.
	x.mant.Rsh(x.mant, uint(-x.exp))
	x.exp = 0
	return x.signed(0), true
}

// low is a pattern of a format of up to 64 bits.
func (f Format) low(b Bits) uint64 {
	f.signMask() // refuses the others
	return b.Lo
}

// Add implements [Arithmetic].
func (e Exact) Add(f Format, a, b uint64) uint64 { return f.low(e.AddBits(f, Bits{0, a}, Bits{0, b})) }

// Sub implements [Arithmetic].
func (e Exact) Sub(f Format, a, b uint64) uint64 { return f.low(e.SubBits(f, Bits{0, a}, Bits{0, b})) }

// Mul implements [Arithmetic].
func (e Exact) Mul(f Format, a, b uint64) uint64 { return f.low(e.MulBits(f, Bits{0, a}, Bits{0, b})) }

// Div implements [Arithmetic].
func (e Exact) Div(f Format, a, b uint64) uint64 { return f.low(e.DivBits(f, Bits{0, a}, Bits{0, b})) }

// Rem implements [Arithmetic].
func (e Exact) Rem(f Format, a, b uint64) uint64 { return f.low(e.RemBits(f, Bits{0, a}, Bits{0, b})) }

// Sqrt implements [Arithmetic].
func (e Exact) Sqrt(f Format, a uint64) uint64 { return f.low(e.SqrtBits(f, Bits{0, a})) }

// FMA implements [Arithmetic].
func (e Exact) FMA(f Format, a, b, c uint64) uint64 {
	return f.low(e.FMABits(f, Bits{0, a}, Bits{0, b}, Bits{0, c}))
}

// MinNum implements [Arithmetic].
func (e Exact) MinNum(f Format, a, b uint64) uint64 {
	return f.low(e.MinNumBits(f, Bits{0, a}, Bits{0, b}))
}

// MaxNum implements [Arithmetic].
func (e Exact) MaxNum(f Format, a, b uint64) uint64 {
	return f.low(e.MaxNumBits(f, Bits{0, a}, Bits{0, b}))
}

// Compare implements [Arithmetic].
func (e Exact) Compare(f Format, p Pred, a, b uint64) bool {
	return e.CompareBits(f, p, Bits{0, a}, Bits{0, b})
}

// Convert implements [Arithmetic].
func (e Exact) Convert(to, from Format, a uint64) uint64 {
	return to.low(e.ConvertBits(to, from, Bits{0, a}))
}

// FromInt implements [Arithmetic].
func (e Exact) FromInt(f Format, v *big.Int) uint64 { return f.low(e.FromIntBits(f, v)) }

// FromInt64 implements [Arithmetic].
func (e Exact) FromInt64(f Format, v int64) uint64 { return e.FromInt(f, big.NewInt(v)) }

// FromUint64 implements [Arithmetic].
func (e Exact) FromUint64(f Format, v uint64) uint64 {
	return e.FromInt(f, new(big.Int).SetUint64(v))
}

// ToInt implements [Arithmetic].
func (e Exact) ToInt(f Format, a uint64) (*big.Int, bool) { return e.ToIntBits(f, Bits{0, a}) }

// ToInt64 implements [Arithmetic].
func (e Exact) ToInt64(f Format, a uint64) (int64, bool) {
	v, ok := e.ToInt(f, a)
	if !ok || !v.IsInt64() {
		return 0, false
	}
	return v.Int64(), true
}
