package cgen

import (
	"math"
	"math/big"
)

func integer(t *typ, v *big.Int) value { return value{typ: t, i: v} }

func truth(b bool) value {
	if b {
		return integer(basic[kInt], big.NewInt(1))
	}
	return integer(basic[kInt], new(big.Int))
}

// isTrue reports whether a scalar is not 0.
func (v value) isTrue() bool {
	switch {
	case v.typ.integer():
		return v.i.Sign() != 0
	case v.typ.kind == kPointer:
		return !v.p.null()
	case v.typ.kind == kLDouble:
		return v.l.Sign() != 0
	}
	return v.f != 0
}

// exact is a float as a number of any precision.
func (v value) exact() *big.Float {
	switch {
	case v.typ.integer():
		return new(big.Float).SetPrec(200).SetInt(v.i)
	case v.typ.kind == kLDouble:
		return v.l
	}
	return new(big.Float).SetPrec(200).SetFloat64(v.f)
}

// convert is the conversion of 6.3. The expression is the one that is mended if it is undefined, or leaves the finite numbers.
func convert(e *expr, v value, t *typ) value {
	out := value{typ: t}
	switch {
	case v.typ == t || t.kind == kVoid || t.record():
		v.typ = t
		return v
	case t.kind == kPointer:
		out.p = v.p
		if v.typ.integer() && v.i.Sign() != 0 {
			fail(e, "a pointer of an integer")
		}
	case t.kind == kBool:
		out.i = truth(v.isTrue()).i
	case t.integer() && v.typ.integer():
		out.i = wrap(v.i, t.bits(), t.signed())
	case t.integer() && v.typ.float():
		out.i, _ = v.exact().Int(nil)
		if !t.fits(out.i) {
			fail(e, "a float beyond the integers of its new type")
		}
	case t.float():
		return rounded(e, t, v.exact(), v.typ.float() && v.negativeZero())
	default:
		fail(e, "no conversion")
	}
	return out
}

func (v value) negativeZero() bool {
	if v.typ.kind == kLDouble {
		return v.l.Sign() == 0 && v.l.Signbit()
	}
	return v.f == 0 && math.Signbit(v.f)
}

// rounded is a number in a format, to the nearest, ties to even.
func rounded(e *expr, t *typ, x *big.Float, negative bool) value {
	out := value{typ: t}
	switch t.kind {
	case kFloat:
		f, _ := x.Float32()
		out.f = float64(f)
	case kDouble:
		out.f, _ = x.Float64()
	default:
		out.l = new(big.Float).SetPrec(64).SetMode(big.ToNearestEven).Set(x)
		// The ends of the format are left out, where it has fewer digits.
		if exp := out.l.MantExp(nil); out.l.Sign() != 0 && (exp > 16000 || exp < -16000) {
			fail(e, "a long double at the ends of its format")
		}
		if negative {
			out.l.Neg(new(big.Float).SetPrec(64))
		}
	}
	if negative && t.kind != kLDouble {
		out.f = math.Copysign(0, -1)
	}
	if math.IsInf(out.f, 0) {
		fail(e, "a float that is too large")
	}
	return out
}

// arithmeticOn computes on two operands of one type, t, which is that of the result but for comparisons.
func arithmeticOn(e *expr, sign string, t *typ, a, b value, wraps bool) value {
	if t.float() {
		return floatsOn(e, sign, t, a, b)
	}
	out, x, y := new(big.Int), a.i, b.i
	switch sign {
	case "==", "!=", "<", "<=", ">", ">=":
		return compared(sign, x.Cmp(y))
	case "+":
		out.Add(x, y)
	case "-":
		out.Sub(x, y)
	case "*":
		out.Mul(x, y)
	case "/", "%":
		if y.Sign() == 0 {
			fail(e, "division by zero")
		}
		r := new(big.Int)
		out.QuoRem(x, y, r)
		if !t.fits(out) {
			fail(e, "a quotient that does not fit")
		}
		if sign == "%" {
			out = r
		}
	case "&":
		out.And(x, y)
	case "|":
		out.Or(x, y)
	case "^":
		out.Xor(x, y)
	default:
		panic("BUG: no operator " + sign)
	}
	if t.signed() && !t.fits(out) && !wraps {
		fail(e, "signed overflow")
	}
	return integer(t, wrap(out, t.bits(), t.signed()))
}

func compared(sign string, c int) value {
	switch sign {
	case "==":
		return truth(c == 0)
	case "!=":
		return truth(c != 0)
	case "<":
		return truth(c < 0)
	case "<=":
		return truth(c <= 0)
	case ">":
		return truth(c > 0)
	}
	return truth(c >= 0)
}

// floatsOn computes on floats. A long double goes through big.Float, which rounds once; a float through float64, whose
// result rounded once more is right for these four (Figueroa, "When is double rounding innocuous?", 1995).
func floatsOn(e *expr, sign string, t *typ, a, b value) value {
	var c int
	if t.kind == kLDouble {
		c = a.l.Cmp(b.l)
	} else if a.f < b.f {
		c = -1
	} else if a.f > b.f {
		c = 1
	}
	switch sign {
	case "==", "!=", "<", "<=", ">", ">=":
		return compared(sign, c)
	case "/":
		if !b.isTrue() {
			fail(e, "division by zero")
		}
	}
	if t.kind == kLDouble {
		return extendedOn(e, sign, t, a.l, b.l)
	}
	var f float64
	switch sign {
	case "+":
		f = a.f + b.f
	case "-":
		f = a.f - b.f
	case "*":
		f = a.f * b.f
	case "/":
		f = a.f / b.f
	default:
		panic("BUG: no operator of floats " + sign)
	}
	if t.kind == kFloat {
		f = float64(float32(f))
	}
	if math.IsInf(f, 0) || math.IsNaN(f) {
		fail(e, "no finite number")
	}
	// Numbers below the normal ones would be rounded twice.
	if least := map[kind]float64{kFloat: 0x1p-126, kDouble: 0x1p-1022}[t.kind]; f != 0 && math.Abs(f) < least || f == 0 && sign == "*" && a.f != 0 && b.f != 0 || f == 0 && sign == "/" && a.f != 0 {
		fail(e, "a number below the normal ones")
	}
	return value{typ: t, f: f}
}

func extendedOn(e *expr, sign string, t *typ, a, b *big.Float) value {
	out := new(big.Float).SetPrec(64).SetMode(big.ToNearestEven)
	switch sign {
	case "+":
		out.Add(a, b)
	case "-":
		out.Sub(a, b)
	case "*":
		out.Mul(a, b)
	case "/":
		out.Quo(a, b)
	default:
		panic("BUG: no operator of floats " + sign)
	}
	return rounded(e, t, out, out.Sign() == 0 && out.Signbit())
}

// shifted is a shift of 6.5.7 of the promoted a. One that is mended takes the count within the width and loses bits.
func shifted(e *expr, sign string, a, b value, wraps bool) value {
	t, n := a.typ, b.i
	width := int64(t.bits())
	if wraps {
		n = new(big.Int).And(n, big.NewInt(width-1))
	}
	if n.Sign() < 0 || n.Cmp(big.NewInt(width)) >= 0 {
		fail(e, "a shift count beyond the width")
	}
	if sign == ">>" {
		return integer(t, new(big.Int).Rsh(a.i, uint(n.Int64())))
	}
	out := new(big.Int).Lsh(a.i, uint(n.Int64()))
	if t.signed() && !wraps && (a.i.Sign() < 0 || !t.fits(out)) {
		fail(e, "a shift that loses bits")
	}
	return integer(t, wrap(out, t.bits(), t.signed()))
}
