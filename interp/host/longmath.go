package host

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// extended is an argument of long double.
type extended struct {
	bits           ieee754.Bits
	nan, inf, zero bool
	neg            bool
	v              *big.Float // of a finite one
}

func longOf(b ieee754.Bits) extended {
	const f = ieee754.F80
	x := extended{bits: b, nan: f.IsNaNBits(b), neg: f.Negative(b)}
	if x.inf = f.AbsBits(b) == f.InfBits(false); !x.nan && !x.inf {
		x.v = newReal().Set(f.BigFloat(b))
		x.zero = x.v.Sign() == 0
	}
	return x
}

// finite reports whether x is a number that is not 0.
func (x extended) finite() bool { return !x.nan && !x.inf && !x.zero }

// beyond compares the magnitude with 1.
func (x extended) beyond() int { return newReal().Abs(x.v).Cmp(oneReal) }

func longNaN() ieee754.Bits             { return ieee754.F80.NaNBits() }
func longInf(neg bool) ieee754.Bits     { return ieee754.F80.InfBits(neg) }
func longZero(neg bool) ieee754.Bits    { return ieee754.F80.CopySignBits(ieee754.Bits{}, longInf(neg)) }
func longNumber(v float64) ieee754.Bits { return roundLong(realOf(v)) }

// roundLong rounds a result once. What is behind resultBits is taken for nothing.
func roundLong(v *big.Float) ieee754.Bits {
	return ieee754.F80.FromBigFloat(new(big.Float).SetPrec(resultBits).Set(v))
}

// sameSign is a result that has the sign of the argument where it is 0.
func (x extended) sameSign(v *big.Float) ieee754.Bits {
	r := roundLong(v)
	if ieee754.F80.AbsBits(r) == (ieee754.Bits{}) {
		return longZero(x.neg)
	}
	return r
}

// odd is a function without limits that is 0 of 0 and has that of the argument at infinities, or a limit.
func odd(f func(*big.Float) *big.Float, limit func() *big.Float) func(x []ieee754.Bits) ieee754.Bits {
	return func(a []ieee754.Bits) ieee754.Bits {
		x := longOf(a[0])
		switch {
		case x.inf && limit != nil:
			v := limit()
			if x.neg {
				v = neg(v)
			}
			return roundLong(v)
		case !x.finite():
			return a[0]
		}
		return x.sameSign(f(x.v))
	}
}

// largest is the exponent of a number that e^x does not hold, nor is it above 0.
const largest = 15

// expLong is a function that grows as e^x does, of at least the least number for -infinity.
func expLong(f func(*big.Float) *big.Float, least float64) func(x []ieee754.Bits) ieee754.Bits {
	return func(a []ieee754.Bits) ieee754.Bits {
		x := longOf(a[0])
		switch large := x.inf || x.finite() && exponentOf(x.v) > largest; {
		case x.nan, x.zero && least == -1:
			return a[0]
		case large && x.neg:
			return longNumber(least)
		case large:
			return longInf(false)
		}
		return x.sameSign(f(x.v))
	}
}

// logLong is a logarithm of x - least, which is 0 at the least argument.
func logLong(f func(*big.Float) *big.Float, least float64) func(x []ieee754.Bits) ieee754.Bits {
	return func(a []ieee754.Bits) ieee754.Bits {
		x := longOf(a[0])
		switch {
		case x.nan, x.inf && !x.neg, x.zero && least != 0:
			return a[0]
		case x.inf || x.v.Cmp(realOf(least)) < 0:
			return longNaN()
		case x.v.Cmp(realOf(least)) == 0:
			return longInf(true)
		}
		return roundLong(f(x.v))
	}
}

// arcLong is a function of numbers from -1 to 1, with a limit there, or NaN beyond.
func arcLong(f func(*big.Float) *big.Float, endless bool) func(x []ieee754.Bits) ieee754.Bits {
	return func(a []ieee754.Bits) ieee754.Bits {
		x := longOf(a[0])
		switch {
		case x.nan:
			return a[0]
		case x.inf || x.beyond() > 0:
			return longNaN()
		case endless && x.beyond() == 0:
			return longInf(x.neg)
		}
		return x.sameSign(f(x.v))
	}
}

// turnLong is a function of an angle.
func turnLong(f func(sin, cos *big.Float) *big.Float, isOdd bool) func(x []ieee754.Bits) ieee754.Bits {
	return func(a []ieee754.Bits) ieee754.Bits {
		x := longOf(a[0])
		switch {
		case x.nan, x.zero && isOdd:
			return a[0]
		case x.inf:
			return longNaN()
		}
		return x.sameSign(f(sinCosReal(x.v)))
	}
}

// atan2Long is atan2l: the angle of the point (x, y), in the quadrant that the signs say, zeros and infinities included (C11 F.10.1.4).
func atan2Long(a []ieee754.Bits) ieee754.Bits {
	y, x := longOf(a[0]), longOf(a[1])
	part := func(n, d float64) ieee754.Bits { // of pi, with the sign of y
		v := quo(mul(piReal(), realOf(n)), realOf(d))
		if y.neg {
			v = neg(v)
		}
		return roundLong(v)
	}
	switch {
	case x.nan || y.nan:
		return longNaN()
	case y.inf && x.inf && x.neg:
		return part(3, 4)
	case y.inf && x.inf:
		return part(1, 4)
	case y.inf, x.zero && !y.zero:
		return part(1, 2)
	case y.zero || x.inf:
		if x.neg {
			return part(1, 1)
		}
		return longZero(y.neg)
	}
	return y.sameSign(atan2Real(y.v, x.v))
}

func hypotLong(a []ieee754.Bits) ieee754.Bits {
	x, y := longOf(a[0]), longOf(a[1])
	switch {
	case x.inf || y.inf:
		return longInf(false)
	case x.nan || y.nan:
		return longNaN()
	}
	return roundLong(root(add(mul(x.v, x.v), mul(y.v, y.v))))
}

// powLong is e^(y ln |x|), with the sign that an odd y gives.
func powLong(a []ieee754.Bits) ieee754.Bits {
	x, y := longOf(a[0]), longOf(a[1])
	if y.zero || !x.nan && !x.inf && x.v.Cmp(oneReal) == 0 {
		return longNumber(1)
	}
	if x.nan || y.nan {
		return longNaN()
	}
	whole := y.inf || y.v.IsInt()
	isOdd := false
	if !y.inf && whole && exponentOf(y.v) <= 64 {
		n, _ := y.v.Int(nil)
		isOdd = n.Bit(0) == 1
	}
	minus := x.neg && isOdd
	switch {
	case y.inf:
		size := 1
		if !x.inf {
			size = x.beyond()
		}
		switch {
		case size == 0:
			return longNumber(1)
		case size > 0 == !y.neg:
			return longInf(false)
		}
		return longZero(false)
	case x.zero && y.neg, x.inf && !y.neg:
		return longInf(minus)
	case x.zero || x.inf:
		return longZero(minus)
	case x.neg && !whole:
		return longNaN()
	}
	t := mul(logReal(newReal().Abs(x.v)), y.v)
	var r ieee754.Bits
	switch {
	case exponentOf(t) > largest && t.Sign() > 0:
		r = longInf(false)
	case exponentOf(t) > largest:
		r = longZero(false)
	default:
		r = roundLong(expReal(t))
	}
	if minus {
		r = ieee754.F80.NegBits(r)
	}
	return r
}

func cbrtReal(x *big.Float) *big.Float {
	v := expReal(quo(logReal(newReal().Abs(x)), realOf(3)))
	if x.Sign() < 0 {
		return neg(v)
	}
	return v
}

func erfLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	switch {
	case x.nan || x.zero:
		return a[0]
	case x.inf || exponentOf(x.v) > 3:
		return ieee754.F80.CopySignBits(longNumber(1), a[0])
	case x.neg:
		return roundLong(neg(erfReal(neg(x.v))))
	}
	return roundLong(erfReal(x.v))
}

func erfcLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	large := x.inf || x.finite() && exponentOf(x.v) > 7
	switch {
	case x.nan:
		return a[0]
	case large && x.neg, x.finite() && x.neg && exponentOf(x.v) > 3:
		return longNumber(2)
	case large:
		return longZero(false)
	case x.neg:
		return roundLong(add(oneReal, erfReal(neg(x.v))))
	case x.v.Cmp(realOf(3)) < 0:
		return roundLong(sub(oneReal, erfReal(x.v)))
	}
	return roundLong(erfcReal(x.v))
}

// reflection is pi / sin(pi x), for an x that is no integer.
func reflection(x *big.Float) *big.Float {
	n, _ := x.Int(nil)
	sin, _ := sinCosReal(mul(piReal(), sub(x, newReal().SetInt(n))))
	if n.Bit(0) == 1 {
		sin = neg(sin)
	}
	return quo(piReal(), sin)
}

func gammaLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	switch {
	case x.nan, x.inf && !x.neg:
		return a[0]
	case x.zero:
		return longInf(x.neg)
	case x.inf, x.neg && x.v.IsInt():
		return longNaN()
	case exponentOf(x.v) > 11 && !x.neg:
		return longInf(false)
	case exponentOf(x.v) > 11:
		n, _ := x.v.Int(nil)
		return longZero(n.Bit(0) == 0)
	case x.neg:
		return roundLong(quo(reflection(x.v), expReal(logGammaReal(sub(oneReal, x.v)))))
	}
	return roundLong(expReal(logGammaReal(x.v)))
}

func logGammaLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	switch {
	case x.nan:
		return a[0]
	case x.inf || x.zero || x.neg && x.v.IsInt():
		return longInf(false)
	case x.neg:
		return roundLong(sub(logReal(newReal().Abs(reflection(x.v))), logGammaReal(sub(oneReal, x.v))))
	case x.v.Cmp(oneReal) == 0 || x.v.Cmp(realOf(2)) == 0:
		return longZero(false)
	}
	return roundLong(logGammaReal(x.v))
}

// nearestLong is the nearest integer, halves to even.
func nearestLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	if !x.finite() {
		return a[0]
	}
	n, _ := x.v.Int(nil)
	rest := sub(newReal().Abs(x.v), newReal().SetInt(new(big.Int).Abs(n)))
	if c := rest.Cmp(realOf(0.5)); c > 0 || c == 0 && n.Bit(0) == 1 {
		n.Add(n, big.NewInt(int64(x.v.Sign())))
	}
	return ieee754.F80.CopySignBits(roundLong(newReal().SetInt(n)), a[0])
}

func logbLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	switch {
	case x.nan:
		return a[0]
	case x.inf:
		return longInf(false)
	case x.zero:
		return longInf(true)
	}
	return longNumber(float64(exponentOf(x.v) - 1))
}

func fdimLong(a []ieee754.Bits) ieee754.Bits {
	x, y := longOf(a[0]), longOf(a[1])
	switch {
	case x.nan || y.nan:
		return longNaN()
	case x.inf && y.inf:
		if x.neg || !y.neg {
			return longZero(false)
		}
		return longInf(false)
	case x.inf || y.inf:
		if x.inf && !x.neg || y.inf && y.neg {
			return longInf(false)
		}
		return longZero(false)
	case x.v.Cmp(y.v) <= 0:
		return longZero(false)
	}
	// Two numbers may lie further apart than a real has bits: the far one then decides nothing that is rounded.
	return roundLong(sub(x.v, y.v))
}

// divideLong is the quotient rounded to nearest, halves to even, and what remains, of finite numbers.
func divideLong(x, y extended) (q *big.Int, rest ieee754.Bits) {
	a, b := new(big.Rat), new(big.Rat)
	x.v.Rat(a)
	y.v.Rat(b)
	ratio := new(big.Rat).Quo(a, b)
	num, den := ratio.Num(), ratio.Denom()
	q, r := new(big.Int).QuoRem(num, den, new(big.Int))
	if c := r.Lsh(r.Abs(r), 1).Cmp(den); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(int64(ratio.Sign())))
	}
	left := a.Sub(a, b.Mul(b, new(big.Rat).SetInt(q)))
	if left.Sign() == 0 {
		return q, longZero(x.neg)
	}
	return q, ieee754.F80.FromBigFloat(new(big.Float).SetPrec(64).SetRat(left)) // exact
}

func remainderLong(a []ieee754.Bits) ieee754.Bits {
	x, y := longOf(a[0]), longOf(a[1])
	switch {
	case x.nan || y.nan || x.inf || y.zero:
		return longNaN()
	case y.inf || x.zero:
		return a[0]
	}
	_, rest := divideLong(x, y)
	return rest
}

// nextLong is the next number towards y.
func nextLong(a []ieee754.Bits) ieee754.Bits {
	const f = ieee754.F80
	x, y := longOf(a[0]), longOf(a[1])
	value := func(x extended) *big.Float {
		if x.inf {
			return new(big.Float).SetInf(x.neg)
		}
		return x.v
	}
	if x.nan || y.nan {
		return longNaN()
	}
	c := value(x).Cmp(value(y))
	switch {
	case c == 0:
		return a[1]
	case x.zero:
		return f.CopySignBits(ieee754.Bits{Lo: 1}, a[1])
	}
	b := f.AbsBits(a[0])
	switch up := (c < 0) != x.neg; {
	case up:
		if b.Lo++; b.Lo == 0 || b.Hi == 0 && b.Lo == 1<<63 {
			b = ieee754.Bits{Hi: b.Hi + 1, Lo: 1 << 63}
		}
	case b.Lo == 1<<63 && b.Hi > 1:
		b = ieee754.Bits{Hi: b.Hi - 1, Lo: math.MaxUint64}
	case b.Lo == 1<<63:
		b = ieee754.Bits{Lo: 1<<63 - 1}
	default:
		b.Lo--
	}
	return f.CopySignBits(b, a[0])
}
