package host

import (
	"math"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The elementary functions (C11 7.12.4 to 7.12.7) are rounded once, to nearest, so that each has one result but for
// NaNs. They compute with integers: a number x is x * 2^fixed, rounded down, and a result has an error below
// 2^-170 of itself before it is rounded. The exact value of none is known to come as near to a boundary of
// rounding; where it lies on fixedOne, as it may for pow and hypot, those say so. compiler/runtime computes the same results
// in IR, by other sums.

// fixed is the number of fraction bits.
const fixed = 256

var (
	fixedOne = num.Pow2(fixed)
	pi       = hexInt("3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89")
	halfPi   = hexInt("1921fb54442d18469898cc51701b839a252049c1114cf98e804177d4c76273644")
	ln2      = hexInt("b17217f7d1cf79abc9e3b39803f2f6af40f343267298b62d8a0d175b8baafa2b")
	ln10     = hexInt("24d763776aaa2b05ba95b58ae0b4c28a38a3fb3e76977e43a0f187a0807c0b5ca")
	// 2/pi with turnBits fraction bits: enough for the largest number of 53 bits.
	turn = hexInt("a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7b6babf0cfbc209af4361da9e391615ee61b08")
)

const turnBits = 1344

func hexInt(text string) num.Int {
	v, ok := num.Parse(text, 16)
	if !ok {
		panic("BUG: no number: " + text)
	}
	return v
}

// real is a result before it is rounded: n * 2^exp, or exactly the float v where n is nil.
type real struct {
	v   float64
	n   *num.Int
	exp int
}

// exactly is a result that is a float of every format, or the argument itself.
func exactly(v float64) real { return real{v: v} }

// scaled is n * 2^exp, to be rounded.
func scaled(n num.Int, exp int) real { return real{n: &n, exp: exp} }

// negated is -r if neg.
func (r real) negated(neg bool) real {
	if !neg {
		return r
	}
	if r.n == nil {
		return exactly(-r.v)
	}
	return scaled(r.n.Neg(), r.exp)
}

// in is r rounded to nearest, ties to even, in a format of at most 53 bits.
func (r real) in(f ieee754.Format) uint64 {
	v := r.v
	if r.n != nil {
		v = r.rounded(f)
	}
	switch {
	case v != v:
		return f.NaN()
	case f == ieee754.F32:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// rounded is the number of the format as a float64, or an infinity.
func (r real) rounded(f ieee754.Format) float64 {
	n := r.n.Abs()
	if n.Sign() == 0 {
		return 0
	}
	// The place of the last bit of the result: that of a subnormal, or more.
	least := 2 - f.Bias() - f.Precision()
	at := max(int(n.BitLen())+r.exp-f.Precision(), least)
	if s := at - r.exp; s > 0 {
		half := num.Pow2(uint(s - 1))
		rest := n.Low(uint(s))
		n = n.Shr(uint(s))
		if c := rest.Cmp(half); c > 0 || c == 0 && n.Bit(0) == 1 {
			n = n.Add(num.New(1))
		}
	} else {
		at = r.exp
	}
	// Exact: n has at most one bit more than the precision, and then it is a power of two.
	v := math.Ldexp(float64(n.Low64()), at)
	if v > math.MaxFloat32 && f == ieee754.F32 {
		v = math.Inf(1)
	}
	if r.n.Negative() {
		v = -v
	}
	return v
}

// scaledBits are the bits of the double n * 2^exp, which is one.
func scaledBits(n uint64, exp int) uint64 { return math.Float64bits(math.Ldexp(float64(n), exp)) }

// parts is |x| = m * 2^e of a finite x.
func parts(x float64) (m num.Int, e int) {
	b := math.Float64bits(x) &^ (1 << 63)
	e = int(b>>52) - 1075
	if b>>52 == 0 {
		return num.FromUint64(b), -1074
	}
	return num.FromUint64(b&(1<<52-1) | 1<<52), e
}

// shifted is n * 2^by, rounded down.
func shifted(n num.Int, by int) num.Int {
	if by < 0 {
		return n.Shr(uint(-by))
	}
	return n.Shl(uint(by))
}

// fixedOf is |x| with fixed fraction bits.
func fixedOf(x float64) num.Int {
	m, e := parts(x)
	return shifted(m, e+fixed)
}

// times is the product of two fixed numbers.
func times(x, y num.Int) num.Int { return x.Mul(y).Shr(fixed) }

// over is the quotient of two numbers of one scale, fixed.
func over(x, y num.Int) num.Int { return x.Shl(fixed).Div(y) }

// tiny is the bound below which x and the next term of the series of sin, tan, asin and atan round to x.
const tiny = 0x1p-27

// expOf is e^t of a fixed t: 2^k times a number from 1 to 2.
func expOf(t num.Int) real {
	k, r := t.DivRem(ln2)
	acc := fixedOne
	for j := int64(60); j > 0; j-- {
		acc = fixedOne.Add(times(acc, r).Div(num.New(j)))
	}
	exp, _ := k.Int64()
	return scaled(acc, int(exp)-fixed)
}

func exp(x []float64) real {
	switch {
	case x[0] != x[0] || x[0] > 1000:
		return exactly(x[0] * math.Inf(1))
	case x[0] < -1000:
		return exactly(0)
	}
	t := fixedOf(x[0])
	if x[0] < 0 {
		t = t.Neg()
	}
	return expOf(t)
}

// logOf is the natural logarithm of a number above 0, fixed: k * ln 2 and a series in (f-1)/(f+1) for f near 1.
func logOf(x float64) num.Int { return logParts(parts(x)) }

// logParts is the natural logarithm of m * 2^e, fixed.
func logParts(m num.Int, e int) num.Int {
	k := int(m.BitLen()) + e - 1
	f := shifted(m, fixed+1-int(m.BitLen()))
	if f.Cmp(num.New(3).Shl(fixed-1)) > 0 {
		f, k = f.Shr(1), k+1
	}
	t := over(f.Sub(fixedOne), f.Add(fixedOne))
	square := times(t, t)
	acc := num.Int{}
	for j := int64(101); j > 0; j -= 2 {
		acc = fixedOne.Div(num.New(j)).Add(times(acc, square))
	}
	return times(t, acc).Shl(1).Add(ln2.Mul(num.New(int64(k))))
}

// logarithm is that of a base whose natural logarithm is given.
func logarithm(base num.Int) func([]float64) real {
	return func(x []float64) real {
		switch {
		case x[0] < 0:
			return exactly(math.NaN())
		case x[0] == 0:
			return exactly(math.Inf(-1))
		case x[0] != x[0] || x[0] > math.MaxFloat64:
			return exactly(x[0])
		}
		return scaled(over(logOf(x[0]), base), -fixed)
	}
}

// sinCos are sin and cos of a finite number, fixed. The number of quarter turns modulo 4 needs only those bits of 2/pi
// that make less than 4 of them; 64 guard bits are more than the number has.
func sinCos(x float64) (sin, cos num.Int) {
	const scale = fixed + 64
	m, e := parts(x)
	t := m.Mul(turn.Shr(uint(turnBits - scale - e)).Low(scale + 2)).Low(scale + 2)
	quarter := t.Shr(scale).Low64()
	angle := t.Low(scale).Shr(64)
	if angle.Bit(fixed-1) == 1 {
		angle, quarter = angle.Sub(fixedOne), quarter+1
	}
	angle = times(angle, halfPi)
	square := times(angle, angle)
	sin, cos = fixedOne, fixedOne
	for j := int64(60); j > 0; j -= 2 {
		sin = fixedOne.Sub(times(sin, square).Div(num.New(j * (j + 1))))
		cos = fixedOne.Sub(times(cos, square).Div(num.New(j * (j - 1))))
	}
	sin = times(sin, angle)
	switch quarter & 3 {
	case 1:
		sin, cos = cos, sin.Neg()
	case 2:
		sin, cos = sin.Neg(), cos.Neg()
	case 3:
		sin, cos = cos.Neg(), sin
	}
	if math.Signbit(x) {
		sin = sin.Neg()
	}
	return sin, cos
}

// turning is a function of sin and cos; small is its result for numbers next to 0.
func turning(small func(x float64) float64, f func(sin, cos num.Int) num.Int) func([]float64) real {
	return func(x []float64) real {
		switch a := math.Abs(x[0]); {
		case !(a <= math.MaxFloat64):
			return exactly(math.NaN())
		case a < tiny:
			return exactly(small(x[0]))
		}
		return scaled(f(sinCos(x[0])), -fixed)
	}
}

func itself(x float64) float64 { return x }
func unity(float64) float64    { return 1 }

// atanOf is the angle whose tangent is y/x, fixed, of two numbers of one scale that are not negative and not both 0. It
// is Euler's series in t*t/(1+t*t), of which each term is at most half of the one before.
func atanOf(y, x num.Int) num.Int {
	if y.Cmp(x) > 0 {
		return halfPi.Sub(atanOf(x, y))
	}
	t := over(y, x)
	square := times(t, t)
	all := fixedOne.Add(square)
	z := over(square, all)
	acc := fixedOne
	for j := int64(264); j > 0; j-- {
		acc = fixedOne.Add(times(acc, z).Mul(num.New(2 * j)).Div(num.New(2*j + 1)))
	}
	return times(over(t, all), acc)
}

func atan(x []float64) real {
	if math.Abs(x[0]) < tiny || x[0] != x[0] {
		return exactly(x[0])
	}
	return atan2([]float64{x[0], 1})
}

// apart is the binary exponent of a quotient beyond which it decides nothing but on which side of a number a result lies.
const apart = 80

// atan2 is the angle of the point (x, y) for a = (y, x). Zeros and infinities have signs, which say on which side of
// the axis the point lies.
func atan2(a []float64) real {
	y, x := a[0], a[1]
	my, ey := parts(y)
	mx, ex := parts(x)
	far := int(my.BitLen()) + ey - int(mx.BitLen()) - ex
	back := math.Signbit(x)
	var r num.Int
	switch {
	case y != y || x != x:
		return exactly(math.NaN())
	case y == 0 && !back:
		return exactly(y)
	case y == 0 || math.IsInf(x, -1) && !math.IsInf(y, 0):
		r = pi
	case math.IsInf(x, 1) && !math.IsInf(y, 0):
		return exactly(math.Copysign(0, y))
	case math.IsInf(x, 0):
		r = halfPi.Shr(1)
		if back {
			r = pi.Sub(r)
		}
	case x == 0 || math.IsInf(y, 0) || far > apart:
		r = halfPi
	case far < -apart && back:
		r = pi
	case far < -apart:
		// The quotient, less what makes it another number but no other one when it is rounded: see below.
		return below(my, mx, ey-ex).negated(math.Signbit(y))
	default:
		least := min(ey, ex)
		r = atanOf(my.Shl(uint(ey-least)), mx.Shl(uint(ex-least)))
		if back {
			r = pi.Sub(r)
		}
	}
	return scaled(r, -fixed).negated(math.Signbit(y))
}

// below is a number between n/d * 2^exp and what is less by a little, which rounds as the latter does.
func below(n, d num.Int, exp int) real {
	q, rest := n.Shl(200).DivRem(d)
	q = q.Shl(1)
	if rest.Sign() == 0 {
		q = q.Sub(num.New(1))
	} else {
		q = q.Add(num.New(1))
	}
	return scaled(q, exp-201)
}

// rootOf is the square root, rounded down.
func rootOf(n num.Int) num.Int {
	b := n.Big()
	return num.FromBig(b.Sqrt(b))
}

// arc is asin or acos, the angle whose tangent is x to the root of 1-x*x or the other way round.
func arc(cosine bool) func([]float64) real {
	return func(a []float64) real {
		size := math.Abs(a[0])
		switch {
		case !(size <= 1):
			return exactly(math.NaN())
		case size < tiny && !cosine:
			return exactly(a[0])
		}
		x := fixedOf(size)
		other := rootOf(fixedOne.Mul(fixedOne).Sub(x.Mul(x)))
		if !cosine {
			return scaled(atanOf(x, other), -fixed).negated(math.Signbit(a[0]))
		}
		r := atanOf(other, x)
		if math.Signbit(a[0]) {
			r = pi.Sub(r)
		}
		return scaled(r, -fixed)
	}
}

// hypot has a bit behind the root that says whether it is exact.
func hypot(a []float64) real {
	x, y := math.Abs(a[0]), math.Abs(a[1])
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return exactly(math.Inf(1))
	case x != x || y != y:
		return exactly(math.NaN())
	}
	if x < y {
		x, y = y, x
	}
	mx, ex := parts(x)
	my, ey := parts(y)
	if y == 0 {
		return scaled(mx, ex)
	}
	if int(mx.BitLen())+ex-int(my.BitLen())-ey > apart {
		return scaled(mx.Shl(200).Add(num.New(1)), ex-200)
	}
	least := min(ex, ey)
	mx, my = mx.Shl(uint(ex-least)), my.Shl(uint(ey-least))
	square := mx.Mul(mx).Add(my.Mul(my)).Shl(128)
	root := rootOf(square)
	twice := root.Shl(1)
	if !root.Mul(root).Equal(square) {
		twice = twice.Add(num.New(1))
	}
	return scaled(twice, least-65)
}

// pow is e^(y ln |x|). Where that comes within 2^-110 of a number of 64 bits it is taken for it: then it is exact, as
// 3^2 is, and may lie between two floats. That another power comes as near is possible, and would be rounded wrong.
func pow(a []float64) real {
	x, y := a[0], a[1]
	whole := math.Trunc(y) == y // infinities, too
	odd := whole && math.Abs(y) < 0x1p53 && math.Mod(y, 2) != 0
	switch {
	case y == 0 || x == 1:
		return exactly(1)
	case x != x || y != y:
		return exactly(math.NaN())
	case math.IsInf(y, 0):
		switch size := math.Abs(x); {
		case size == 1:
			return exactly(1)
		case size > 1 == (y > 0):
			return exactly(math.Inf(1))
		}
		return exactly(0)
	case x == 0 || math.IsInf(x, 0):
		r := 0.0
		if x == 0 == (y < 0) {
			r = math.Inf(1)
		}
		return exactly(r).negated(odd && math.Signbit(x))
	case x < 0 && !whole:
		return exactly(math.NaN())
	}
	l := logOf(math.Abs(x))
	m, e := parts(y)
	if y < 0 {
		m = m.Neg()
	}
	t := l.Mul(m)
	size := int(t.Abs().BitLen()) + e - fixed // |t| < 2^size
	var r real
	switch {
	case size > 12 && t.Negative():
		r = exactly(0)
	case size > 12 && t.Sign() > 0:
		r = exactly(math.Inf(1))
	default:
		r = expOf(shifted(t, e))
		bits := r.n.BitLen()
		near := r.n.Add(num.Pow2(bits - 65)).Shr(bits - 64).Shl(bits - 64)
		if near.Sub(*r.n).Abs().BitLen() < bits-110 {
			r = scaled(near, r.exp)
		}
	}
	return r.negated(odd && x < 0)
}

var elementaryFunctions = floatPairs(
	elementary("acos", 1, "the angle from 0 to pi of a cosine; NaN beyond -1 and 1", arc(true)),
	elementary("asin", 1, "the angle from -pi/2 to pi/2 of a sine; NaN beyond -1 and 1", arc(false)),
	elementary("atan", 1, "the angle from -pi/2 to pi/2 of a tangent", atan),
	elementary("atan2", 2, "the angle from -pi to pi of the point (second, first)", atan2),
	elementary("cos", 1, "the cosine; NaN of an infinity", turning(unity, cosine)),
	elementary("exp", 1, "e to the power of x", exp),
	elementary("hypot", 2, "the root of the sum of the squares, without overflow between", hypot),
	elementary("log", 1, "the natural logarithm; NaN below 0, -infinity of 0", logarithm(fixedOne)),
	elementary("log10", 1, "the logarithm to the base 10; NaN below 0, -infinity of 0", logarithm(ln10)),
	elementary("log2", 1, "the logarithm to the base 2; NaN below 0, -infinity of 0", logarithm(ln2)),
	elementary("pow", 2, "the first to the power of the second", pow),
	elementary("sin", 1, "the sine; NaN of an infinity", turning(itself, sine)),
	elementary("tan", 1, "the tangent; NaN of an infinity", turning(itself, over)),
)

// elementary is a row whose function is computed for doubles and rounded to the format.
func elementary(name string, args int, doc string, f func([]float64) real) floatRow {
	quick := quickElementary[name]
	return floatRow{name, args, doc + "; rounded once", func(t ieee754.Format, bits []uint64) uint64 {
		var args [2]float64
		x := args[:len(bits)]
		for n, b := range bits {
			x[n] = math.Float64frombits(b)
			if t == ieee754.F32 {
				x[n] = float64(math.Float32frombits(uint32(b)))
			}
		}
		if quick != nil {
			if r, ok := quick(t, x); ok {
				return r
			}
		}
		return f(x).in(t)
	}}
}

func sine(sin, _ num.Int) num.Int   { return sin }
func cosine(_, cos num.Int) num.Int { return cos }
