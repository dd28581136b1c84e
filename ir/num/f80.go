package num

import "math/big"

// RoundF80 is the pattern, of 80 bits, of the value of the x87's extended format that is nearest to r, ties
// to even: a sign, 15 bits of the exponent, 64 of the significand with its leading bit. What is beyond the
// range is an infinity. It is here, where there is no arithmetic on floats, for those who read constants:
// a decimal of any length is rounded once.
func RoundF80(r *big.Rat) Int {
	const prec, emin, field = 64, -16382, 0x7fff
	var out Int
	if r.Sign() < 0 {
		out = Pow2(79)
		r = new(big.Rat).Neg(r)
	}
	if r.Sign() == 0 {
		return out
	}
	e := r.Num().BitLen() - r.Denom().BitLen() // floor(log2 r) or one more
	if shifted(r.Num(), -e).Cmp(shifted(r.Denom(), e)) < 0 {
		e--
	}
	e = max(e, emin)
	k := prec - 1 - e // r * 2^k is in [2^63, 2^64), below for subnormals
	den := shifted(r.Denom(), -k)
	q, rem := new(big.Int).QuoRem(shifted(r.Num(), k), den, new(big.Int))
	if c := rem.Lsh(rem, 1).Cmp(den); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	if q.BitLen() > prec {
		q.Rsh(q, 1)
		e++
	}
	biased := 0
	if q.BitLen() == prec {
		biased = e - emin + 1
	}
	if biased >= field {
		return out.Or(InfF80)
	}
	return out.Or(New(int64(biased)).Shl(prec)).Or(FromBig(q))
}

// The positive infinity of f80, and its NaN that is quiet and has no payload.
var (
	InfF80 = New(0x7fff<<1 | 1).Shl(63)
	NaNF80 = New(0x7fff<<2 | 3).Shl(62)
)

// shifted returns x * 2^k for k >= 0 and x otherwise.
func shifted(x *big.Int, k int) *big.Int {
	if k <= 0 {
		return x
	}
	return new(big.Int).Lsh(x, uint(k))
}

// RatF80 is the value of a pattern of f80 that [RoundF80] gives; ok is false of an infinity and a NaN.
func RatF80(bits Int) (r *big.Rat, ok bool) {
	field := int(bits.Shr(64).Low64() & 0x7fff)
	if field == 0x7fff {
		return nil, false
	}
	exp := max(field, 1) - 16383 - 63
	mant := new(big.Int).SetUint64(bits.Low64())
	r = new(big.Rat).SetFrac(shifted(mant, exp), shifted(big.NewInt(1), -exp))
	if bits.Bit(79) == 1 {
		r.Neg(r)
	}
	return r, true
}

// ParseF80 reads an unsigned number, decimal or hexadecimal with a binary exponent, as C and Go write them, and
// rounds it once to f80.
func ParseF80(text string) (Int, bool) {
	// Exact exponents may be huge: what is beyond every number is told by an approximation.
	near, _, err := big.ParseFloat(text, 0, 64, big.ToNearestEven)
	if err != nil && near == nil {
		return Int{}, false
	}
	switch e := near.MantExp(nil); {
	case near.IsInf() || e > 16400:
		return InfF80, true
	case near.Sign() == 0 || e < -16500:
		return Int{}, true
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Int{}, false
	}
	return RoundF80(r), true
}
