package host

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// longElementary are the functions of long double that are rounded once from a result of more than 200 bits.
var longElementary = longRows(
	longRow{"acosl", 1, "acos; rounded once", arcLong(acosReal, false)},
	longRow{"asinl", 1, "asin; rounded once", arcLong(asinReal, false)},
	longRow{"atanl", 1, "atan; rounded once", odd(atanReal, func() *big.Float { return times2(piReal(), -1) })},
	longRow{"atan2l", 2, "atan2; rounded once", atan2Long},
	longRow{"cosl", 1, "cos; rounded once", turnLong(func(_, cos *big.Float) *big.Float { return cos }, false)},
	longRow{"sinl", 1, "sin; rounded once", turnLong(func(sin, _ *big.Float) *big.Float { return sin }, true)},
	longRow{"tanl", 1, "tan; rounded once", turnLong(quo, true)},
	longRow{"acoshl", 1, "acosh; rounded once", acoshLong},
	longRow{"asinhl", 1, "asinh; rounded once", odd(func(x *big.Float) *big.Float {
		if x.Sign() < 0 {
			return neg(asinhReal(neg(x)))
		}
		return asinhReal(x)
	}, nil)},
	longRow{"atanhl", 1, "atanh; rounded once", arcLong(atanhReal, true)},
	longRow{"coshl", 1, "cosh; rounded once", func(a []ieee754.Bits) ieee754.Bits {
		return expLong(coshReal, 1)([]ieee754.Bits{ieee754.F80.AbsBits(a[0])})
	}},
	longRow{"sinhl", 1, "sinh; rounded once", func(a []ieee754.Bits) ieee754.Bits {
		r := expLong(sinhReal, -1)([]ieee754.Bits{ieee754.F80.AbsBits(a[0])})
		return ieee754.F80.CopySignBits(r, a[0])
	}},
	longRow{"tanhl", 1, "tanh; rounded once", odd(tanhLarge, func() *big.Float { return oneReal })},
	longRow{"expl", 1, "exp; rounded once", expLong(expReal, 0)},
	longRow{"exp2l", 1, "exp2; rounded once", expLong(func(x *big.Float) *big.Float { return expReal(mul(x, ln2Real())) }, 0)},
	longRow{"expm1l", 1, "expm1; rounded once", expLong(expm1Real, -1)},
	longRow{"logl", 1, "log; rounded once", logLong(logReal, 0)},
	longRow{"log10l", 1, "log10; rounded once", logLong(func(x *big.Float) *big.Float { return quo(logReal(x), logReal(realOf(10))) }, 0)},
	longRow{"log1pl", 1, "log1p; rounded once", logLong(log1pReal, -1)},
	longRow{"log2l", 1, "log2; rounded once", logLong(func(x *big.Float) *big.Float { return quo(logReal(x), ln2Real()) }, 0)},
	longRow{"logbl", 1, "logb", logbLong},
	longRow{"cbrtl", 1, "cbrt; rounded once", odd(cbrtReal, nil)},
	longRow{"hypotl", 2, "hypot; rounded once", hypotLong},
	longRow{"powl", 2, "pow; rounded once", powLong},
	longRow{"erfl", 1, "erf; rounded once", erfLong},
	longRow{"erfcl", 1, "erfc; rounded once", erfcLong},
	longRow{"lgammal", 1, "lgamma; rounded once", logGammaLong},
	longRow{"tgammal", 1, "tgamma; rounded once", gammaLong},
	longRow{"nearbyintl", 1, "nearbyint", nearestLong},
	longRow{"rintl", 1, "rint", nearestLong},
	longRow{"remainderl", 2, "remainder, exact", remainderLong},
	longRow{"fdiml", 2, "fdim; rounded once", fdimLong},
	longRow{"nextafterl", 2, "nextafter", nextLong},
	longRow{"nexttowardl", 2, "nextafter of long double", nextLong},
)

func acoshLong(a []ieee754.Bits) ieee754.Bits {
	x := longOf(a[0])
	switch {
	case x.nan, x.inf && !x.neg:
		return a[0]
	case x.inf || x.v.Cmp(oneReal) < 0:
		return longNaN()
	}
	return roundLong(acoshReal(x.v))
}

func tanhLarge(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return neg(tanhReal(neg(x)))
	}
	return tanhReal(x)
}

// longParts are those that take or give more than long double.
var longParts = []Function{
	longShift("ldexpl", Int), longShift("scalbnl", Int), longShift("scalblnl", Long),
	longInteger("lrintl", nearestLong), longInteger("llrintl", nearestLong), longInteger("lroundl", roundHalves), longInteger("llroundl", roundHalves),
	{Name: "frexpl", Params: []Kind{F80, Ptr}, Result: []Kind{F80}, Doc: "frexp of long double", Call: func(e Env, a []Value) ([]Value, Status) {
		x, exp := longOf(bitsOf(a[0])), 0
		r := x.bits
		if x.finite() {
			exp = exponentOf(x.v)
			r = roundLong(times2(x.v, -exp))
		}
		return written(e, a[1], little(uint64(exp), 4), r)
	}},
	{Name: "modfl", Params: []Kind{F80, Ptr}, Result: []Kind{F80}, Doc: "modf of long double", Call: func(e Env, a []Value) ([]Value, Status) {
		x := longOf(bitsOf(a[0]))
		whole, rest := x.bits, longZero(x.neg)
		switch {
		case x.nan:
			rest = x.bits
		case x.finite():
			n, _ := x.v.Int(nil)
			whole = x.sameSign(newReal().SetInt(n))
			rest = x.sameSign(sub(x.v, newReal().SetInt(n)))
		}
		return written(e, a[1], append(little(whole.Lo, 8), little(whole.Hi, 2)...), rest)
	}},
	{Name: "remquol", Params: []Kind{F80, F80, Ptr}, Result: []Kind{F80}, Doc: "remquo of long double", Call: func(e Env, a []Value) ([]Value, Status) {
		x, y := longOf(bitsOf(a[0])), longOf(bitsOf(a[1]))
		q := int64(0)
		if x.finite() && y.finite() {
			n, _ := divideLong(x, y)
			q = new(big.Int).And(new(big.Int).Abs(n), big.NewInt(7)).Int64()
			if n.Sign() < 0 {
				q = -q
			}
		}
		return written(e, a[2], little(uint64(q), 4), remainderLong([]ieee754.Bits{x.bits, y.bits}))
	}},
	{Name: "ilogbl", Params: []Kind{F80}, Result: []Kind{Int}, Doc: "ilogb of long double", Call: func(e Env, a []Value) ([]Value, Status) {
		switch x := longOf(bitsOf(a[0])); {
		case x.nan || x.zero:
			return one(IntValue(math.MinInt32))
		case x.inf:
			return one(IntValue(math.MaxInt32))
		default:
			return one(IntValue(int64(exponentOf(x.v)) - 1))
		}
	}},
	{Name: "nanl", Params: []Kind{Ptr}, Result: []Kind{F80}, Doc: "a NaN, of whose string nothing is kept", Call: func(e Env, a []Value) ([]Value, Status) {
		if _, ok := cstring(e, a[0].Ptr, 1<<63, true); !ok {
			return give(e, longValue(longNaN()))
		}
		return one(longValue(longNaN()))
	}},
	toward("nexttoward", F64, ieee754.F64), toward("nexttowardf", F32, ieee754.F32),
}

func longValue(b ieee754.Bits) Value { return Value{Kind: F80, Bits: b.Lo, Hi: b.Hi} }

// written stores what a function gives besides its result.
func written(e Env, to Value, b []byte, r ieee754.Bits) ([]Value, Status) {
	if !e.Write(to.Ptr, b) {
		return give(e, longValue(r))
	}
	return one(longValue(r))
}

func longShift(name string, k Kind) Function {
	return Function{Name: name, Params: []Kind{F80, k}, Result: []Kind{F80}, Doc: "the long double times a power of 2, rounded once", Call: func(e Env, a []Value) ([]Value, Status) {
		x := longOf(bitsOf(a[0]))
		if !x.finite() {
			return one(longValue(x.bits))
		}
		return one(longValue(x.sameSign(times2(x.v, int(max(-100000, min(a[1].signed(64), 100000)))))))
	}}
}

// roundHalves is roundl.
func roundHalves(x []ieee754.Bits) ieee754.Bits {
	return whole(func(up, _ bool) bool { return up })(x)
}

func longInteger(name string, f func([]ieee754.Bits) ieee754.Bits) Function {
	return Function{Name: name, Params: []Kind{F80}, Result: []Kind{Long}, Doc: "the nearest integer; the least long where that does not fit", Call: func(e Env, a []Value) ([]Value, Status) {
		x, n := longOf(f([]ieee754.Bits{bitsOf(a[0])})), big.NewInt(math.MinInt64)
		if !x.nan && !x.inf {
			if v, _ := x.v.Int(nil); v.IsInt64() {
				n = v
			}
		}
		return one(Value{Kind: Long, Int: num.New(n.Int64())})
	}}
}

// toward is the next number of a format towards a long double.
func toward(name string, k Kind, f ieee754.Format) Function {
	return Function{Name: name, Params: []Kind{k, F80}, Result: []Kind{k}, Doc: "the next number towards a long double", Call: func(e Env, a []Value) ([]Value, Status) {
		x, y := longOf(ieee754.Exact{}.ConvertBits(ieee754.F80, f, ieee754.Bits{Lo: a[0].Bits})), longOf(bitsOf(a[1]))
		result := func(b uint64) ([]Value, Status) { return one(Value{Kind: k, Bits: b}) }
		if x.nan || y.nan {
			return result(f.NaN())
		}
		// A long double between two numbers is towards the one as the next of them is.
		next := longOf(nextLong([]ieee754.Bits{x.bits, y.bits}))
		if next.bits == x.bits || x.zero && y.zero {
			return result(ieee754.Exact{}.ConvertBits(f, ieee754.F80, y.bits).Lo)
		}
		up := math.Inf(1)
		if lower := longOf(nextLong([]ieee754.Bits{x.bits, longInf(true)})); lower.bits == next.bits {
			up = math.Inf(-1)
		}
		if f == ieee754.F32 {
			return result(uint64(math.Float32bits(math.Nextafter32(math.Float32frombits(uint32(a[0].Bits)), float32(up)))))
		}
		return result(math.Float64bits(math.Nextafter(math.Float64frombits(a[0].Bits), up)))
	}}
}
