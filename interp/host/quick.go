package host

import (
	"math"
	"math/big"
	"sync"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// The elementary functions a second time, to some 100 bits instead of as many as are needed: what nearly all arguments come to before anything
// longer is computed. A number is the sum of two doubles (Dekker, "A floating-point technique for extending the available precision", 1971), and a result is
// taken if all numbers within the error round to one double (Ziv, "Fast evaluation of elementary mathematical functions with correctly
// rounded last bit", 1991). Each of these is false where that is not so, and of arguments for which it is not made.

// pair is a number as the sum of two doubles, the second of which is at most half a unit of the first.
type pair struct{ hi, lo float64 }

// sum is a + b, exactly.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// exactProduct is a · b.
func exactProduct(a, b float64) pair {
	p := float64(a * b)
	return pair{p, math.FMA(a, b, -p)}
}

func (x pair) plus(y pair) pair {
	s, t := sum(x.hi, y.hi), sum(x.lo, y.lo)
	s = sum(s.hi, s.lo+t.hi)
	return sum(s.hi, s.lo+t.lo)
}

func (x pair) times(y pair) pair {
	p := exactProduct(x.hi, y.hi)
	return sum(p.hi, p.lo+(float64(x.hi*y.lo)+float64(x.lo*y.hi)))
}

func (x pair) by(f float64) pair {
	p := exactProduct(x.hi, f)
	return sum(p.hi, p.lo+float64(x.lo*f))
}

func (x pair) over(y pair) pair {
	q := x.hi / y.hi
	r := x.plus(y.by(-q))
	s := r.hi / y.hi
	r = r.plus(y.by(-s))
	return sum(q, s).plus(pair{r.hi / y.hi, 0})
}

func (x pair) scaled(k int) pair { return pair{math.Ldexp(x.hi, k), math.Ldexp(x.lo, k)} }

// split is a number as a sum of doubles of the given numbers of bits.
func split(x *big.Float, bits ...uint) (out []float64) {
	rest := newReal().Set(x)
	for _, n := range bits {
		v, _ := new(big.Float).SetPrec(n).SetMode(big.ToZero).Set(rest).Float64()
		out = append(out, v)
		rest = sub(rest, realOf(v))
	}
	return out
}

func pairOf(x *big.Float) pair {
	v := split(x, 53, 53)
	return sum(v[0], v[1])
}

// quickConstants are what the functions are made of.
type quickConstants struct {
	halfPi, ln2       []float64 // in parts
	overLn2, overLn10 pair
	inverse           [34]pair // of the factorials
}

var constants = sync.OnceValue(func() *quickConstants {
	c := &quickConstants{
		halfPi: split(times2(piReal(), -1), 33, 33, 33, 53), ln2: split(ln2Real(), 33, 33, 53),
		overLn2: pairOf(quo(oneReal, ln2Real())), overLn10: pairOf(quo(oneReal, logReal(realOf(10)))),
	}
	f := realOf(1)
	for n := range c.inverse {
		if n > 1 {
			f = mul(f, realOf(float64(n)))
		}
		c.inverse[n] = pairOf(quo(oneReal, f))
	}
	return c
})

// less is x less k times a constant in parts, of which all but the last are short enough that the products are exact.
func less(x pair, k float64, parts []float64) pair {
	for _, p := range parts {
		x = x.plus(exactProduct(-k, p))
	}
	return x
}

// expPair is e^x of an x from -700 to 700, with a relative error below 2^-92.
func expPair(x pair) pair {
	c := constants()
	k := math.RoundToEven(x.hi * c.overLn2.hi)
	const halvings = 6
	r := less(x, k, c.ln2).scaled(-halvings)
	s := c.inverse[13]
	for n := 12; n >= 0; n-- {
		s = s.times(r).plus(c.inverse[n])
	}
	for range halvings {
		s = s.times(s)
	}
	return s.scaled(int(k))
}

// logPair is the logarithm of a normal x, with an error below 2^-92 of the greater of it and 1.
func logPair(x pair) pair {
	m, k := math.Frexp(x.hi)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	y := math.Log(m)
	e := expPair(pair{-y, 0}).times(pair{m, math.Ldexp(x.lo, -k)}).plus(pair{-1, 0})
	e = e.plus(e.times(e).by(-0.5))
	v := sum(y, 0).plus(e)
	return less(v, -float64(k), constants().ln2)
}

// root is the square root of a positive x, with a relative error below 2^-100.
func (x pair) root() pair {
	s := math.Sqrt(x.hi)
	return pair{s, 0}.plus(pair{x.plus(exactProduct(-s, s)).hi / (2 * s), 0})
}

// turned are the sine and the cosine of x, whose error is below 2^-95; ok is false if x is large.
func turned(x float64) (sin, cos pair, ok bool) {
	if math.Abs(x) > 1<<19 {
		return sin, cos, false
	}
	c := constants()
	k := math.RoundToEven(x * (2 / math.Pi))
	r := less(pair{x, 0}, k, c.halfPi)
	square := r.times(r)
	sin, cos = c.inverse[31], c.inverse[32]
	for n := 29; n > 0; n -= 2 {
		sin = sin.times(square).by(-1).plus(c.inverse[n])
	}
	for n := 30; n >= 0; n -= 2 {
		cos = cos.times(square).by(-1).plus(c.inverse[n])
	}
	sin = sin.times(r)
	switch int64(k) & 3 {
	case 1:
		sin, cos = cos, sin.by(-1)
	case 2:
		sin, cos = sin.by(-1), cos.by(-1)
	case 3:
		sin, cos = cos.by(-1), sin
	}
	return sin, cos, true
}

// settled is what the number rounds to whose error is at most err; ok is false if that does not decide it.
func (x pair) settled(err float64, t ieee754.Format) (bits uint64, ok bool) {
	v := x.hi + (x.lo - err)
	if a := math.Abs(v); v != x.hi+(x.lo+err) || a < 0x1p-1000 || a > 0x1p1000 {
		return 0, false
	}
	if t == ieee754.F64 {
		return math.Float64bits(v), true
	}
	// The double must not lie where floats meet: there what is behind it decides.
	if a := math.Abs(v); a < 0x1p-120 || a > 0x1p120 || math.Float64bits(v)&(1<<29-1) == 1<<28 {
		return 0, false
	}
	return uint64(math.Float32bits(float32(v))), true
}

// relative is settled of a number with a relative error.
func (x pair) relative(err float64, t ieee754.Format) (uint64, bool) {
	return x.settled(math.Abs(x.hi)*err, t)
}

// quickElementary are the functions that are computed so, by their names.
var quickElementary = map[string]func(t ieee754.Format, x []float64) (uint64, bool){
	"exp": func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a < 690 && a > 0x1p-40) {
			return 0, false
		}
		return expPair(pair{x[0], 0}).relative(0x1p-88, t)
	},
	"log":   quickLog(func(*quickConstants) pair { return pair{1, 0} }),
	"log2":  quickLog(func(c *quickConstants) pair { return c.overLn2 }),
	"log10": quickLog(func(c *quickConstants) pair { return c.overLn10 }),
	"pow":   quickPow,
	"sin": func(t ieee754.Format, x []float64) (uint64, bool) {
		v, _, ok := turned(x[0])
		if !ok {
			return 0, false
		}
		return v.settled(0x1p-92, t)
	},
	"cos": func(t ieee754.Format, x []float64) (uint64, bool) {
		_, v, ok := turned(x[0])
		if !ok {
			return 0, false
		}
		return v.settled(0x1p-92, t)
	},
	"tan": func(t ieee754.Format, x []float64) (uint64, bool) {
		sin, cos, ok := turned(x[0])
		if !ok || math.Abs(sin.hi) < 0x1p-10 || math.Abs(cos.hi) < 0x1p-10 {
			return 0, false
		}
		return sin.over(cos).relative(0x1p-78, t)
	},
	"atan": func(t ieee754.Format, x []float64) (uint64, bool) { return quickAtan(t, pair{x[0], 0}, pair{1, 0}) },
	"atan2": func(t ieee754.Format, x []float64) (uint64, bool) {
		return quickAtan(t, pair{x[0], 0}, pair{x[1], 0})
	},
	"asin": quickArc(0x1p-10, 0.999, func(x float64) (pair, pair) { return pair{x, 0}, cathetus(x) }),
	"acos": quickArc(0x1p-10, 0.999, func(x float64) (pair, pair) { return cathetus(x), pair{x, 0} }),
	"sinh": quickHyperbolic(func(e, inverse pair) pair { return e.plus(inverse.by(-1)).by(0.5) }),
	"cosh": quickHyperbolic(func(e, inverse pair) pair { return e.plus(inverse).by(0.5) }),
	"tanh": quickHyperbolic(func(e, inverse pair) pair { return e.plus(inverse.by(-1)).over(e.plus(inverse)) }),
	"exp2": func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a < 990 && a > 0x1p-40) {
			return 0, false
		}
		return expPair(less(pair{}, -x[0], constants().ln2)).relative(0x1p-76, t)
	},
	"expm1": func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a < 690 && a > 0x1p-10) {
			return 0, false
		}
		return expPair(pair{x[0], 0}).plus(pair{-1, 0}).relative(0x1p-76, t)
	},
	"log1p": func(t ieee754.Format, x []float64) (uint64, bool) {
		if !(x[0] > -0.999 && x[0] < 0x1p1000 && math.Abs(x[0]) > 0x1p-10) {
			return 0, false
		}
		return logPair(sum(1, x[0])).relative(0x1p-78, t)
	},
	"cbrt": func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a > 0x1p-300 && a < 0x1p300) {
			return 0, false
		}
		// One step of Newton's doubles the bits.
		c := math.Cbrt(x[0])
		square := exactProduct(c, c)
		return pair{c, 0}.plus(pair{x[0], 0}.plus(square.by(-c)).over(square.by(3))).relative(0x1p-90, t)
	},
	"hypot": func(t ieee754.Format, x []float64) (uint64, bool) {
		a, b := math.Abs(x[0]), math.Abs(x[1])
		if !(a < 0x1p400 && b < 0x1p400 && a > 0x1p-400 && b > 0x1p-400) {
			return 0, false
		}
		return exactProduct(a, a).plus(exactProduct(b, b)).root().relative(0x1p-90, t)
	},
}

// cathetus is the square root of 1 - x².
func cathetus(x float64) pair { return sum(1, -x).times(sum(1, x)).root() }

// quickArc is the angle of a point that is made of x, where the magnitude of x is between the bounds.
func quickArc(low, high float64, point func(x float64) (y, at pair)) func(t ieee754.Format, x []float64) (uint64, bool) {
	return func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a > low && a < high) {
			return 0, false
		}
		y, at := point(x[0])
		return quickAtan(t, y, at)
	}
}

// quickHyperbolic is a function of e^x and e^-x, where the difference of them has lost ten bits at most.
func quickHyperbolic(f func(e, inverse pair) pair) func(t ieee754.Format, x []float64) (uint64, bool) {
	return func(t ieee754.Format, x []float64) (uint64, bool) {
		if a := math.Abs(x[0]); !(a < 300 && a > 0x1p-10) {
			return 0, false
		}
		e := expPair(pair{x[0], 0})
		return f(e, pair{1, 0}.over(e)).relative(0x1p-76, t)
	}
}

// quickLog is the logarithm times a factor.
func quickLog(factor func(*quickConstants) pair) func(t ieee754.Format, x []float64) (uint64, bool) {
	return func(t ieee754.Format, x []float64) (uint64, bool) {
		if !(x[0] > 0x1p-1000 && x[0] < 0x1p1000) {
			return 0, false
		}
		v := logPair(pair{x[0], 0})
		if by := factor(constants()); by.hi != 1 {
			v = v.times(by)
		}
		return v.settled(max(1, math.Abs(v.hi))*0x1p-90, t)
	}
}

// quickPow is the power of a number that is not 0, to a whole exponent if it is negative.
func quickPow(t ieee754.Format, x []float64) (uint64, bool) {
	a, y := math.Abs(x[0]), x[1]
	if !(a > 0x1p-1000 && a < 0x1p1000) || !(math.Abs(y) < 1<<31) || x[0] < 0 && y != math.Floor(y) {
		return 0, false
	}
	e := logPair(pair{a, 0}).by(y)
	if !(math.Abs(e.hi) < 690) {
		return 0, false
	}
	v := expPair(e)
	if x[0] < 0 && int64(y)&1 != 0 {
		v = v.by(-1)
	}
	// The error of the logarithm counts as often as the exponent says.
	return v.relative(0x1p-86*(1+float64(math.Abs(y)*0x1p-2)), t)
}

// quickAtan is the angle of the point (x, y): what the double that is near it is away from it is the tangent of a small angle.
func quickAtan(t ieee754.Format, y, x pair) (uint64, bool) {
	if a, b := math.Abs(y.hi), math.Abs(x.hi); !(a > 0x1p-400 && a < 0x1p400 && b > 0x1p-400 && b < 0x1p400 && a > b*0x1p-20) {
		return 0, false
	}
	near := math.Atan2(y.hi, x.hi)
	sin, cos, ok := turned(near)
	if !ok {
		return 0, false
	}
	e := cos.times(y).plus(sin.times(x).by(-1)).over(cos.times(x).plus(sin.times(y)))
	return pair{near, 0}.plus(e).settled(0x1p-88, t)
}
