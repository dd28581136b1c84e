package ieee754

import "math/big"

// Exact is the reference [Arithmetic]: each finite operand becomes an integer times a
// power of two, the operation is done on integers without error, and one function rounds.
// It uses no floating-point arithmetic of the host.
type Exact struct{}

var _ Arithmetic = Exact{}

// number is a finite value (-1)^neg · mant · 2^exp; mant is never negative and neg is
// kept for zero.
type number struct {
	neg  bool
	mant *big.Int
	exp  int
}

// unpack decodes a finite pattern.
func (f Format) unpack(a uint64) number {
	biased := int(f.Abs(a) >> formats[f].fracBits)
	mant := a & f.fracMask()
	if biased != 0 {
		mant |= f.fracMask() + 1
		biased--
	}
	return number{f.SignBit(a), new(big.Int).SetUint64(mant), f.quantum() + biased}
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
func (f Format) round(n number, inexact bool) uint64 {
	mant, exp := new(big.Int).Set(n.mant), n.exp
	if inexact {
		mant.Lsh(mant, 1)
		mant.SetBit(mant, 0, 1)
		exp--
	}
	if mant.Sign() == 0 {
		return f.Zero(n.neg)
	}
	if mant.BitLen()+exp > f.Bias()+1 {
		return f.Inf(n.neg)
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
	// A normal mantissa has its leading bit at fracBits, which adds one to the exponent
	// field; so does a carry out of rounding, up to infinity.
	return f.Zero(n.neg) | uint64(unit-f.quantum())<<formats[f].fracBits + mant.Uint64()
}

// sum rounds x + y for finite x and y; an exact zero is positive unless both are negative
// zeros or negative parts of one.
func (f Format) sum(x, y number) uint64 {
	exp := min(x.exp, y.exp)
	v := new(big.Int).Add(x.signed(exp), y.signed(exp))
	neg := v.Sign() < 0 || v.Sign() == 0 && x.neg && y.neg
	return f.round(number{neg, v.Abs(v), exp}, false)
}

// Add implements [Arithmetic].
func (Exact) Add(f Format, a, b uint64) uint64 {
	switch {
	case f.IsNaN(a) || f.IsNaN(b):
		return f.NaN()
	case f.IsInf(a) && f.IsInf(b) && a != b:
		return f.NaN()
	case f.IsInf(a):
		return a
	case f.IsInf(b):
		return b
	}
	return f.sum(f.unpack(a), f.unpack(b))
}

// Sub implements [Arithmetic].
func (e Exact) Sub(f Format, a, b uint64) uint64 { return e.Add(f, a, f.Neg(b)) }

// Mul implements [Arithmetic].
func (e Exact) Mul(f Format, a, b uint64) uint64 {
	neg := f.SignBit(a) != f.SignBit(b)
	switch {
	case f.IsNaN(a) || f.IsNaN(b):
		return f.NaN()
	case f.IsInf(a) && f.IsZero(b) || f.IsZero(a) && f.IsInf(b):
		return f.NaN()
	case f.IsInf(a) || f.IsInf(b):
		return f.Inf(neg)
	}
	return f.round(f.unpack(a).times(f.unpack(b)), false)
}

func (n number) times(m number) number {
	return number{n.neg != m.neg, new(big.Int).Mul(n.mant, m.mant), n.exp + m.exp}
}

// Div implements [Arithmetic].
func (Exact) Div(f Format, a, b uint64) uint64 {
	neg := f.SignBit(a) != f.SignBit(b)
	switch {
	case f.IsNaN(a) || f.IsNaN(b):
		return f.NaN()
	case f.IsInf(a) && f.IsInf(b) || f.IsZero(a) && f.IsZero(b):
		return f.NaN()
	case f.IsInf(a) || f.IsZero(b):
		return f.Inf(neg)
	case f.IsInf(b):
		return f.Zero(neg)
	}
	x, y := f.unpack(a), f.unpack(b)
	return f.quotient(neg, x.mant, y.mant, x.exp-y.exp)
}

// quotient rounds ±(num/den)·2^exp for den > 0. The integer quotient is given two bits
// more than the precision, so that what its remainder stands for is below the half unit.
func (f Format) quotient(neg bool, num, den *big.Int, exp int) uint64 {
	shift := max(0, f.Precision()+2+den.BitLen()-num.BitLen())
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(num, uint(shift)), den, new(big.Int))
	return f.round(number{neg, q, exp - shift}, r.Sign() != 0)
}

// Rem implements [Arithmetic].
func (Exact) Rem(f Format, a, b uint64) uint64 {
	switch {
	case f.IsNaN(a) || f.IsNaN(b) || f.IsInf(a) || f.IsZero(b):
		return f.NaN()
	case f.IsInf(b):
		return a
	}
	x, y := f.unpack(a), f.unpack(b)
	exp := min(x.exp, y.exp)
	x.neg, y.neg = false, false
	r := new(big.Int).Rem(x.signed(exp), y.signed(exp))
	return f.round(number{f.SignBit(a), r, exp}, false)
}

// Sqrt implements [Arithmetic].
func (Exact) Sqrt(f Format, a uint64) uint64 {
	switch {
	case f.IsZero(a):
		return a
	case f.IsNaN(a) || f.SignBit(a):
		return f.NaN()
	case f.IsInf(a):
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

// FMA implements [Arithmetic].
func (e Exact) FMA(f Format, a, b, c uint64) uint64 {
	if f.IsNaN(a) || f.IsNaN(b) || f.IsNaN(c) {
		return f.NaN()
	}
	if f.IsInf(a) || f.IsInf(b) {
		return e.Add(f, e.Mul(f, a, b), c)
	}
	if f.IsInf(c) {
		return c
	}
	return f.sum(f.unpack(a).times(f.unpack(b)), f.unpack(c))
}

// MinNum implements [Arithmetic].
func (e Exact) MinNum(f Format, a, b uint64) uint64 { return e.extremum(f, a, b, less) }

// MaxNum implements [Arithmetic].
func (e Exact) MaxNum(f Format, a, b uint64) uint64 { return e.extremum(f, a, b, greater) }

func (e Exact) extremum(f Format, a, b uint64, want relation) uint64 {
	switch r := f.relate(a, b); {
	case f.IsNaN(a) && f.IsNaN(b):
		return f.NaN()
	case f.IsNaN(a):
		return b
	case f.IsNaN(b):
		return a
	case r == equal && f.SignBit(a) == (want == less):
		return a
	case r == want:
		return a
	}
	return b
}

// relate compares by value; infinities compare as any number beyond the finite ones.
func (f Format) relate(a, b uint64) relation {
	if f.IsNaN(a) || f.IsNaN(b) {
		return unordered
	}
	// The pattern of an infinity decodes to 2^(Bias+1), above every finite value.
	exp := f.quantum()
	switch f.unpack(a).signed(exp).Cmp(f.unpack(b).signed(exp)) {
	case -1:
		return less
	case 0:
		return equal
	}
	return greater
}

// Compare implements [Arithmetic].
func (Exact) Compare(f Format, p Pred, a, b uint64) bool { return preds[p].on&f.relate(a, b) != 0 }

// Convert implements [Arithmetic].
func (Exact) Convert(to, from Format, a uint64) uint64 {
	switch {
	case from.IsNaN(a):
		return to.NaN()
	case from.IsInf(a):
		return to.Inf(from.SignBit(a))
	}
	return to.round(from.unpack(a), false)
}

// FromInt implements [Arithmetic].
func (Exact) FromInt(f Format, v *big.Int) uint64 {
	return f.round(number{v.Sign() < 0, new(big.Int).Abs(v), 0}, false)
}

// FromInt64 implements [Arithmetic].
func (e Exact) FromInt64(f Format, v int64) uint64 { return e.FromInt(f, big.NewInt(v)) }

// FromUint64 implements [Arithmetic].
func (e Exact) FromUint64(f Format, v uint64) uint64 {
	return e.FromInt(f, new(big.Int).SetUint64(v))
}

// ToInt implements [Arithmetic].
func (Exact) ToInt(f Format, a uint64) (*big.Int, bool) {
	if f.IsNaN(a) || f.IsInf(a) {
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

// ToInt64 implements [Arithmetic].
func (e Exact) ToInt64(f Format, a uint64) (int64, bool) {
	v, ok := e.ToInt(f, a)
	if !ok || !v.IsInt64() {
		return 0, false
	}
	return v.Int64(), true
}
