package host

import (
	"math"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The rest of math.h (C11 7.12) for double and float. erf, lgamma and tgamma are those of package math, with an error of some
// units of the last place of a double.
var mathFunctions = append(floatPairs(
	floatRow{"round", 1, "the nearest integer, halves away from 0", rounded(math.Round)},
	floatRow{"rint", 1, "the nearest integer, halves to even", rounded(math.RoundToEven)},
	floatRow{"nearbyint", 1, "the nearest integer, halves to even", rounded(math.RoundToEven)},
	doubleRow("fdim", 2, "the difference, or 0 where it is negative", func(x []float64) float64 {
		if x[0] <= x[1] {
			return 0
		}
		return x[0] - x[1]
	}),
	doubleRow("remainder", 2, "the remainder of the quotient rounded to nearest, exact", func(x []float64) float64 { return math.Remainder(x[0], x[1]) }),
	doubleRow("logb", 1, "the exponent as a float", func(x []float64) float64 { return math.Logb(x[0]) }),
	floatRow{"nextafter", 2, "the next number towards the second", func(f ieee754.Format, x []uint64) uint64 {
		if toDouble(f, x[0]) == toDouble(f, x[1]) { // of two zeros the second
			return x[1]
		}
		if f == ieee754.F32 {
			return uint64(math.Float32bits(math.Nextafter32(math.Float32frombits(uint32(x[0])), math.Float32frombits(uint32(x[1])))))
		}
		return math.Float64bits(math.Nextafter(math.Float64frombits(x[0]), math.Float64frombits(x[1])))
	}},
	elementary("cbrt", 1, "the cube root", cbrt),
	elementary("exp2", 1, "2 to the power of x", exp2),
	elementary("expm1", 1, "e to the power of x, minus 1", expm1),
	elementary("log1p", 1, "the natural logarithm of 1 + x; NaN below -1, -infinity of -1", log1p),
	elementary("sinh", 1, "the hyperbolic sine", sinh),
	elementary("tanh", 1, "the hyperbolic tangent", tanh),
	elementary("cosh", 1, "the hyperbolic cosine", cosh),
	elementary("asinh", 1, "the inverse of sinh", asinh),
	elementary("acosh", 1, "the inverse of cosh; NaN below 1", acosh),
	elementary("atanh", 1, "the inverse of tanh; NaN beyond -1 and 1", atanh),
	doubleRow("erf", 1, "the error function", func(x []float64) float64 { return math.Erf(x[0]) }),
	doubleRow("erfc", 1, "1 minus the error function", func(x []float64) float64 { return math.Erfc(x[0]) }),
	doubleRow("tgamma", 1, "the gamma function", func(x []float64) float64 { return math.Gamma(x[0]) }),
	doubleRow("lgamma", 1, "the logarithm of the magnitude of the gamma function", func(x []float64) float64 {
		if a := math.Abs(x[0]); a > 0 && a < smallEven {
			return math.Float64frombits(scaled(logOf(a).Neg(), -fixed).in(ieee754.F64))
		}
		v, _ := math.Lgamma(x[0])
		if math.IsInf(x[0], 0) {
			v = math.Inf(1)
		}
		return v
	}),
), partFunctions()...)

// doubleRow is a row whose function is computed as a double, which is exact or innocuous for floats.
func doubleRow(name string, args int, doc string, f func([]float64) float64) floatRow {
	return floatRow{name, args, doc, func(t ieee754.Format, bits []uint64) uint64 {
		x := make([]float64, len(bits))
		for n, b := range bits {
			if x[n] = toDouble(t, b); x[n] != x[n] {
				return t.NaN()
			}
		}
		return fromDouble(t, f(x))
	}}
}

func toDouble(t ieee754.Format, b uint64) float64 {
	if t == ieee754.F32 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

func fromDouble(t ieee754.Format, v float64) uint64 {
	switch {
	case v != v:
		return t.NaN()
	case t == ieee754.F32:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// small is the bound below which x and the next term of a series of odd powers, or of log1p and expm1 with its square, round
// to x.
const (
	smallOdd  = 0x1p-35
	smallEven = 0x1p-70
)

// signedFixed is a finite x with fixed fraction bits.
func signedFixed(x float64) num.Int {
	if x < 0 {
		return fixedOf(x).Neg()
	}
	return fixedOf(x)
}

// fixedExp is e^t, fixed, with at least as many bits as the result of a float needs.
func fixedExp(t num.Int) num.Int {
	r := expOf(t)
	return shifted(*r.n, r.exp+fixed)
}

// hyperbolic is an odd function of e^x and e^-x for x > 0 with a limit.
func hyperbolic(f func(up, down num.Int) real, limit float64) func([]float64) real {
	return func(x []float64) real {
		a := math.Abs(x[0])
		switch {
		case x[0] != x[0] || a < smallOdd:
			return exactly(x[0])
		case a > 1000:
			return exactly(math.Copysign(limit, x[0]))
		}
		return f(fixedExp(fixedOf(a)), fixedExp(fixedOf(a).Neg())).negated(x[0] < 0)
	}
}

var (
	sinh = hyperbolic(func(up, down num.Int) real { return scaled(up.Sub(down), -fixed-1) }, math.Inf(1))
	tanh = hyperbolic(func(up, down num.Int) real { return scaled(over(up.Sub(down), up.Add(down)), -fixed) }, 1)
)

func cosh(x []float64) real {
	a := math.Abs(x[0])
	if x[0] != x[0] || a > 1000 {
		return exactly(a * math.Inf(1))
	}
	return scaled(fixedExp(fixedOf(a)).Add(fixedExp(fixedOf(a).Neg())), -fixed-1)
}

func exp2(x []float64) real {
	switch {
	case x[0] != x[0] || x[0] > 2000:
		return exactly(x[0] * math.Inf(1))
	case x[0] < -2000:
		return exactly(0)
	case x[0] == math.Trunc(x[0]):
		return scaled(num.New(1), int(x[0]))
	}
	return expOf(times(signedFixed(x[0]), ln2))
}

func expm1(x []float64) real {
	switch {
	case x[0] != x[0] || math.Abs(x[0]) < smallEven:
		return exactly(x[0])
	case x[0] > 1000:
		return exactly(math.Inf(1))
	case x[0] < -1000:
		return exactly(-1)
	}
	return scaled(fixedExp(signedFixed(x[0])).Sub(fixedOne), -fixed)
}

func log1p(x []float64) real {
	switch {
	case x[0] < -1:
		return exactly(math.NaN())
	case x[0] == -1:
		return exactly(math.Inf(-1))
	case x[0] != x[0] || x[0] > math.MaxFloat64 || math.Abs(x[0]) < smallEven:
		return exactly(x[0])
	}
	return scaled(logParts(fixedOne.Add(signedFixed(x[0])), -fixed), -fixed)
}

func asinh(x []float64) real {
	a := math.Abs(x[0])
	if !(a <= math.MaxFloat64) || a < smallOdd {
		return exactly(x[0])
	}
	n := fixedOf(a)
	root := rootOf(n.Mul(n).Add(fixedOne.Shl(fixed)))
	return scaled(logParts(n.Add(root), -fixed), -fixed).negated(x[0] < 0)
}

func acosh(x []float64) real {
	switch {
	case x[0] < 1:
		return exactly(math.NaN())
	case !(x[0] <= math.MaxFloat64):
		return exactly(x[0])
	}
	n := fixedOf(x[0])
	return scaled(logParts(n.Add(rootOf(n.Mul(n).Sub(fixedOne.Shl(fixed)))), -fixed), -fixed)
}

func atanh(x []float64) real {
	a := math.Abs(x[0])
	switch {
	case x[0] != x[0] || a < smallOdd:
		return exactly(x[0])
	case a > 1:
		return exactly(math.NaN())
	case a == 1:
		return exactly(math.Copysign(math.Inf(1), x[0]))
	}
	n := fixedOf(a)
	return scaled(logParts(fixedOne.Add(n), -fixed).Sub(logParts(fixedOne.Sub(n), -fixed)), -fixed-1).negated(x[0] < 0)
}

// cbrt takes the integer root of a number with 3*rootBits bits more; no cube root of a float lies between two floats without
// more bits than that.
func cbrt(x []float64) real {
	if x[0] == 0 || !(math.Abs(x[0]) <= math.MaxFloat64) {
		return exactly(x[0])
	}
	const rootBits = 120
	m, e := parts(x[0])
	for e%3 != 0 {
		m, e = m.Shl(1), e-1
	}
	n := m.Shl(3 * rootBits)
	// Newton's iteration from above.
	root := num.Pow2(uint(n.BitLen())/3 + 1)
	for {
		next := root.Shl(1).Add(n.Div(root.Mul(root))).Div(num.New(3))
		if next.Cmp(root) >= 0 {
			break
		}
		root = next
	}
	return scaled(root, e/3-rootBits).negated(x[0] < 0)
}

// partFunctions are those that take or give more than floats of one format.
func partFunctions() (out []Function) {
	for _, t := range []struct {
		suffix string
		kind   Kind
		format ieee754.Format
		bytes  int
	}{{"", F64, ieee754.F64, 8}, {"f", F32, ieee754.F32, 4}} {
		number := func(v float64) Value { return Value{Kind: t.kind, Bits: fromDouble(t.format, v)} }
		float := func(a Value) float64 { return toDouble(t.format, a.Bits) }
		add := func(name string, params []Kind, result Kind, doc string, call call) {
			out = append(out, Function{Name: name, Params: params, Result: []Kind{result}, Doc: doc, Call: call})
		}
		for name, k := range map[string]Kind{"ldexp": Int, "scalbn": Int, "scalbln": Long} {
			add(name+t.suffix, []Kind{t.kind, k}, t.kind, "the float times a power of 2, rounded once", func(e Env, a []Value) ([]Value, Status) {
				return one(number(math.Ldexp(float(a[0]), int(max(-10000, min(a[1].signed(64), 10000))))))
			})
		}
		add("frexp"+t.suffix, []Kind{t.kind, Ptr}, t.kind, "a fraction from 1/2 to 1; the power of 2 that it is to be multiplied by goes to the second argument, 0 for zeros, infinities and NaNs", func(e Env, a []Value) ([]Value, Status) {
			v, exp := math.Frexp(float(a[0]))
			if !e.Write(a[1].Ptr, little(uint64(exp), 4)) {
				return give(e, number(v))
			}
			return one(number(v))
		})
		add("modf"+t.suffix, []Kind{t.kind, Ptr}, t.kind, "the fraction with the sign of the float; the rest goes to the second argument", func(e Env, a []Value) ([]Value, Status) {
			x := float(a[0])
			whole := math.Trunc(x)
			rest := math.Copysign(x-whole, x)
			if math.IsInf(x, 0) {
				rest = math.Copysign(0, x)
			}
			if !e.Write(a[1].Ptr, little(fromDouble(t.format, whole), t.bytes)) {
				return give(e, number(rest))
			}
			return one(number(rest))
		})
		add("remquo"+t.suffix, []Kind{t.kind, t.kind, Ptr}, t.kind, "remainder; the low three bits of the quotient with its sign go to the third argument", func(e Env, a []Value) ([]Value, Status) {
			x, y := float(a[0]), float(a[1])
			if !e.Write(a[2].Ptr, little(uint64(quotient(x, y)), 4)) {
				return give(e, number(math.Remainder(x, y)))
			}
			return one(number(math.Remainder(x, y)))
		})
		add("ilogb"+t.suffix, []Kind{t.kind}, Int, "the exponent; the least int (FP_ILOGB0) of 0, and of NaN, the greatest of an infinity", func(e Env, a []Value) ([]Value, Status) {
			switch x := float(a[0]); {
			case x == 0 || x != x:
				return one(IntValue(math.MinInt32))
			case math.IsInf(x, 0):
				return one(IntValue(math.MaxInt32))
			default:
				return one(IntValue(int64(math.Ilogb(x))))
			}
		})
		for name, f := range map[string]func(float64) float64{"lround": math.Round, "llround": math.Round, "lrint": math.RoundToEven, "llrint": math.RoundToEven} {
			add(name+t.suffix, []Kind{t.kind}, Long, "the nearest integer as "+map[bool]string{true: "round", false: "rint"}[name[len(name)-1] == 'd']+" has it; the least long where that does not fit", func(e Env, a []Value) ([]Value, Status) {
				v := f(float(a[0]))
				if !(v >= -0x1p63 && v < 0x1p63) {
					v = -0x1p63
				}
				return one(Value{Kind: Long, Int: num.New(int64(v))})
			})
		}
		add("nan"+t.suffix, []Kind{Ptr}, t.kind, "a NaN, of whose string nothing is kept", func(e Env, a []Value) ([]Value, Status) {
			if _, ok := cstring(e, a[0].Ptr, 1<<63, true); !ok {
				return give(e, number(math.NaN()))
			}
			return one(number(math.NaN()))
		})
		add("__fpclassify"+t.suffix, []Kind{t.kind}, Int, "0 of NaN, 1 of an infinity, 2 of zero, 3 of a subnormal number, else 4: what the C macro fpclassify is made of", classify(t.format))
		add("__signbit"+t.suffix, []Kind{t.kind}, Int, "1 if the sign is set, else 0: what the C macro signbit is made of", signbit(t.format))
	}
	return append(out,
		Function{Name: "__fpclassifyl", Params: []Kind{F80}, Result: []Kind{Int}, Doc: "__fpclassify of a long double", Call: classify(ieee754.F80)},
		Function{Name: "__signbitl", Params: []Kind{F80}, Result: []Kind{Int}, Doc: "__signbit of a long double", Call: signbit(ieee754.F80)},
		Function{Name: "div", Params: []Kind{Int, Int}, Result: []Kind{Size}, Doc: "quotient and remainder as a div_t; undefined of 0 and where the quotient does not fit", Call: divide("div", 32)},
		Function{Name: "ldiv", Params: []Kind{Long, Long}, Result: []Kind{Size, Size}, Doc: "div as an ldiv_t", Call: divide("ldiv", 64)},
		Function{Name: "lldiv", Params: []Kind{Long, Long}, Result: []Kind{Size, Size}, Doc: "div as an lldiv_t", Call: divide("lldiv", 64)},
		Function{Name: "imaxdiv", Params: []Kind{Long, Long}, Result: []Kind{Size, Size}, Doc: "div as an imaxdiv_t", Call: divide("imaxdiv", 64)})
}

func bitsOf(a Value) ieee754.Bits { return ieee754.Bits{Hi: a.Hi, Lo: a.Bits} }

func classify(f ieee754.Format) call {
	return func(e Env, a []Value) ([]Value, Status) {
		switch f.ClassifyBits(bitsOf(a[0])) {
		case ieee754.SNaN, ieee754.QNaN:
			return one(IntValue(0))
		case ieee754.NegInf, ieee754.PosInf:
			return one(IntValue(1))
		case ieee754.NegZero, ieee754.PosZero:
			return one(IntValue(2))
		case ieee754.NegSubnormal, ieee754.PosSubnormal:
			return one(IntValue(3))
		}
		return one(IntValue(4))
	}
}

func signbit(f ieee754.Format) call {
	return func(e Env, a []Value) ([]Value, Status) {
		if f.Negative(bitsOf(a[0])) {
			return one(IntValue(1))
		}
		return one(IntValue(0))
	}
}

// quotient is the low bits of the quotient rounded to nearest, with its sign; 0 where there is none.
func quotient(x, y float64) int64 {
	a, b := math.Abs(x), math.Abs(y)
	if !(a <= math.MaxFloat64) || b != b || b == 0 || math.IsInf(b, 0) {
		return 0
	}
	n, ex := parts(a)
	d, ey := parts(b)
	if ex > ey {
		n = n.Shl(uint(ex - ey))
	} else {
		d = d.Shl(uint(ey - ex))
	}
	q, r := n.DivRem(d)
	if c := r.Shl(1).Cmp(d); c > 0 || c == 0 && q.Bit(0) == 1 {
		q = q.Add(num.New(1))
	}
	v := int64(q.Low(3).Low64())
	if math.Signbit(x) != math.Signbit(y) {
		v = -v
	}
	return v
}

// divide gives the words of a struct of two integers.
func divide(name string, n uint) call {
	return func(e Env, a []Value) ([]Value, Status) {
		x, y := a[0].signed(n), a[1].signed(n)
		least := int64(-1) << (n - 1)
		q, r := int64(0), int64(0)
		switch {
		case y == 0:
			e.Contract("%s: division of %d by zero (C11 7.22.6.2)", name, x)
		case x == least && y == -1:
			e.Contract("%s: the quotient of %d and -1 does not fit", name, x)
		default:
			q, r = x/y, x%y
		}
		if n == 32 {
			return give(e, SizeValue(uint64(uint32(q))|uint64(uint32(r))<<32))
		}
		return give(e, SizeValue(uint64(q)), SizeValue(uint64(r)))
	}
}
