package host

import (
	"math"
	"math/big"
	"sync"
)

// Functions of reals to workBits bits, of which the last ones are wrong: what long double is rounded from. Arguments are finite, and
// within the function's domain. package math/big has no functions but roots.

// workBits is the precision of the computation, resultBits that of a result: what is behind is taken for zeros or ones, so
// that an exact power is exact. The difference covers what cancels.
const (
	workBits   = 448
	resultBits = 200
)

func newReal() *big.Float                   { return new(big.Float).SetPrec(workBits) }
func realOf(v float64) *big.Float           { return newReal().SetFloat64(v) }
func add(x, y *big.Float) *big.Float        { return newReal().Add(x, y) }
func sub(x, y *big.Float) *big.Float        { return newReal().Sub(x, y) }
func mul(x, y *big.Float) *big.Float        { return newReal().Mul(x, y) }
func quo(x, y *big.Float) *big.Float        { return newReal().Quo(x, y) }
func neg(x *big.Float) *big.Float           { return newReal().Neg(x) }
func root(x *big.Float) *big.Float          { return newReal().Sqrt(x) }
func times2(x *big.Float, n int) *big.Float { return newReal().SetMantExp(x, n) }

var oneReal = realOf(1)

// exponentOf is that of a number from 1/2 to 1 times a power of 2; of 0 very small.
func exponentOf(x *big.Float) int {
	if x.Sign() == 0 {
		return math.MinInt32
	}
	return x.MantExp(nil)
}

// series sums terms until they are nothing beside the sum. next makes a term of the one before and its number, from 1.
func series(first *big.Float, next func(term *big.Float, n int64) *big.Float) *big.Float {
	sum, term := newReal().Set(first), first
	for n := int64(1); ; n++ {
		term = next(term, n)
		if term.Sign() == 0 || exponentOf(term) < exponentOf(sum)-workBits-2 {
			return sum
		}
		sum.Add(sum, term)
	}
}

// atanhSeries is the inverse hyperbolic tangent of a small number, atanSeries, with the sign of each second term changed, its angle.
func oddSeries(t *big.Float, sign float64) *big.Float {
	square := mul(mul(t, t), realOf(sign))
	power := t
	return series(t, func(_ *big.Float, n int64) *big.Float {
		power = mul(power, square)
		return quo(power, realOf(float64(2*n+1)))
	})
}

var ln2Real = sync.OnceValue(func() *big.Float { return times2(oddSeries(quo(oneReal, realOf(3)), 1), 1) })

// piBits is pi to as many bits as are asked for, by Machin.
var piBits = func() func(prec uint) *big.Float {
	var known *big.Float
	var lock sync.Mutex
	return func(prec uint) *big.Float {
		lock.Lock()
		defer lock.Unlock()
		if known == nil || known.Prec() < prec+64 {
			scale := prec + 128
			angle := func(n int64) *big.Int { // of 1/n
				power := new(big.Int).Lsh(big.NewInt(1), scale)
				power.Quo(power, big.NewInt(n))
				sum := new(big.Int)
				for k := int64(1); power.Sign() > 0; k += 2 {
					term := new(big.Int).Quo(power, big.NewInt(k))
					if k%4 == 3 {
						term.Neg(term)
					}
					sum.Add(sum, term)
					power.Quo(power, big.NewInt(n*n))
				}
				return sum
			}
			v := angle(5)
			v.Lsh(v, 2).Sub(v, angle(239)).Lsh(v, 2)
			known = new(big.Float).SetPrec(prec + 64).SetInt(v)
			known.SetMantExp(known, -int(scale))
		}
		return known
	}
}()

func piReal() *big.Float { return newReal().Set(piBits(workBits)) }

// expReal is e^x of an x whose result has an exponent.
func expReal(x *big.Float) *big.Float {
	k, _ := add(quo(x, ln2Real()), realOf(math.Copysign(0.5, float64(x.Sign())))).Int64()
	const halvings = 8
	r := times2(sub(x, mul(realOf(float64(k)), ln2Real())), -halvings)
	v := series(oneReal, func(t *big.Float, n int64) *big.Float { return quo(mul(t, r), realOf(float64(n))) })
	for range halvings {
		v = mul(v, v)
	}
	return times2(v, int(k))
}

// expm1Real is e^x - 1.
func expm1Real(x *big.Float) *big.Float {
	if exponentOf(x) > -4 {
		return sub(expReal(x), oneReal)
	}
	return series(x, func(t *big.Float, n int64) *big.Float { return quo(mul(t, x), realOf(float64(n+1))) })
}

// logReal is the natural logarithm.
func logReal(x *big.Float) *big.Float {
	m := newReal()
	k := x.MantExp(m)
	if m.Cmp(realOf(0.75)) < 0 {
		m, k = times2(m, 1), k-1
	}
	t := quo(sub(m, oneReal), add(m, oneReal))
	return add(times2(oddSeries(t, 1), 1), mul(realOf(float64(k)), ln2Real()))
}

// log1pReal is the logarithm of 1 + x.
func log1pReal(x *big.Float) *big.Float {
	if exponentOf(x) > -3 {
		return logReal(add(oneReal, x))
	}
	return times2(oddSeries(quo(x, add(x, realOf(2))), 1), 1)
}

// sinCosReal are sine and cosine.
func sinCosReal(x *big.Float) (sin, cos *big.Float) {
	prec := uint(workBits + max(exponentOf(x), 0))
	half := new(big.Float).SetPrec(prec).Set(piBits(prec))
	half.SetMantExp(half, -1)
	n, _ := new(big.Float).SetPrec(prec).Quo(x, half).Int(nil)
	turned := new(big.Float).SetPrec(prec).SetInt(n)
	r := newReal().Sub(new(big.Float).SetPrec(prec+workBits).Set(x), turned.Mul(turned, half))
	square := neg(mul(r, r))
	sin = series(r, func(t *big.Float, n int64) *big.Float { return quo(mul(t, square), realOf(float64(2*n*(2*n+1)))) })
	cos = series(oneReal, func(t *big.Float, n int64) *big.Float { return quo(mul(t, square), realOf(float64(2*n*(2*n-1)))) })
	switch new(big.Int).And(n, big.NewInt(3)).Int64() { // of the two's complement, which is right below 0, too
	case 1:
		return cos, neg(sin)
	case 2:
		return neg(sin), neg(cos)
	case 3:
		return neg(cos), sin
	}
	return sin, cos
}

// atanReal is the angle of a tangent.
func atanReal(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return neg(atanReal(neg(x)))
	}
	if x.Cmp(oneReal) > 0 {
		return sub(times2(piReal(), -1), atanReal(quo(oneReal, x)))
	}
	const halvings = 3
	for range halvings {
		x = quo(x, add(oneReal, root(add(oneReal, mul(x, x)))))
	}
	return times2(oddSeries(x, -1), halvings)
}

// atan2Real is the angle of a point that is not the origin.
func atan2Real(y, x *big.Float) *big.Float {
	switch {
	case x.Sign() > 0:
		return atanReal(quo(y, x))
	case x.Sign() == 0:
		return times2(mul(piReal(), realOf(float64(y.Sign()))), -1)
	}
	back := piReal()
	if y.Signbit() {
		back = neg(back)
	}
	return add(atanReal(quo(y, x)), back)
}

// asinReal and acosReal are the angles of a sine and a cosine.
func asinReal(x *big.Float) *big.Float {
	return atan2Real(x, root(mul(sub(oneReal, x), add(oneReal, x))))
}

func acosReal(x *big.Float) *big.Float {
	return times2(atan2Real(root(sub(oneReal, x)), root(add(oneReal, x))), 1)
}

func sinhReal(x *big.Float) *big.Float {
	if exponentOf(x) > 0 {
		return times2(sub(expReal(x), expReal(neg(x))), -1)
	}
	v := expm1Real(x)
	return times2(add(v, quo(v, add(v, oneReal))), -1)
}

func coshReal(x *big.Float) *big.Float { return times2(add(expReal(x), expReal(neg(x))), -1) }

// tanhReal is nearly 1 of a large number, which expReal would not hold.
func tanhReal(x *big.Float) *big.Float {
	if exponentOf(x) > 10 {
		return sub(oneReal, times2(oneReal, -resultBits-8))
	}
	v := expm1Real(times2(x, 1))
	return quo(v, add(v, realOf(2)))
}

func asinhReal(x *big.Float) *big.Float {
	// x + x*x / (1 + the root of 1 + x*x) is what is to be added to 1
	square := mul(x, x)
	return log1pReal(add(x, quo(square, add(oneReal, root(add(oneReal, square))))))
}

func acoshReal(x *big.Float) *big.Float {
	t := sub(x, oneReal)
	return log1pReal(add(t, root(mul(t, add(x, oneReal)))))
}

func atanhReal(x *big.Float) *big.Float {
	return times2(log1pReal(quo(times2(x, 1), sub(oneReal, x))), -1)
}

// erfcReal is the complement of the error function, for x > 3: a continued fraction (Abramowitz and Stegun 7.1.14).
func erfcReal(x *big.Float) *big.Float {
	v := x
	for k := 900; k > 0; k-- {
		v = add(x, quo(realOf(float64(k)/2), v))
	}
	return quo(expReal(neg(mul(x, x))), mul(v, root(piReal())))
}

// erfReal is the error function, for 0 <= x <= 8: a series of positive terms (7.1.6).
func erfReal(x *big.Float) *big.Float {
	square := mul(x, x)
	sum := series(x, func(t *big.Float, n int64) *big.Float { return quo(times2(mul(t, square), 1), realOf(float64(2*n+1))) })
	return quo(times2(mul(sum, expReal(neg(square))), 1), root(piReal()))
}

// bernoulli are B(2), B(4) ... by their recurrence.
var bernoulli = sync.OnceValue(func() []*big.Float {
	const most = 120
	b := []*big.Rat{big.NewRat(1, 1)}
	for m := int64(1); m <= most; m++ {
		sum, choose := new(big.Rat), big.NewInt(1)
		for k := range m {
			sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt(choose), b[k]))
			choose = new(big.Int).Quo(new(big.Int).Mul(choose, big.NewInt(m+1-k)), big.NewInt(k+1))
		}
		b = append(b, sum.Quo(sum.Neg(sum), new(big.Rat).SetInt64(m+1)))
	}
	var out []*big.Float
	for m := 2; m <= most; m += 2 {
		out = append(out, newReal().SetRat(b[m]))
	}
	return out
})

// logGammaReal is the logarithm of the gamma function of x > 0: Stirling's series of a number that is large enough.
func logGammaReal(x *big.Float) *big.Float {
	const enough = 64
	product, y := oneReal, x
	for y.Cmp(realOf(enough)) < 0 {
		product, y = mul(product, y), add(y, oneReal)
	}
	sum := sub(mul(sub(y, realOf(0.5)), logReal(y)), y)
	sum = add(sum, times2(logReal(times2(piReal(), 1)), -1))
	power, square := y, mul(y, y)
	for n, b := range bernoulli() {
		k := float64(2 * (n + 1))
		sum = add(sum, quo(b, mul(realOf(k*(k-1)), power)))
		power = mul(power, square)
	}
	return sub(sum, logReal(product))
}
