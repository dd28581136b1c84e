package ieee754

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Text writes a for reports: the decimal of fewest digits that, as the nearest of its
// length, reads back as a; always with a point or an exponent. Infinities are inf and
// -inf. The canonical NaN is nan, others show their sign and payload: -nan, nan(0x1),
// snan(0x1). [Format.ParseLiteral] restores every pattern, NaNs included.
func (f Format) Text(a uint64) string {
	sign := ""
	if f.SignBit(a) {
		sign = "-"
	}
	mag := f.Abs(a)
	switch payload := a & (f.quietBit() - 1); {
	case mag == f.Inf(false):
		return sign + "inf"
	case f.IsNaN(a) && mag&f.quietBit() == 0:
		return fmt.Sprintf("%ssnan(%#x)", sign, payload)
	case f.IsNaN(a) && payload != 0:
		return fmt.Sprintf("%snan(%#x)", sign, payload)
	case f.IsNaN(a):
		return sign + "nan"
	}
	s := f.shortest(mag)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return sign + s
}

// shortest is the decimal of a non-negative finite pattern.
func (f Format) shortest(mag uint64) string {
	x := f.widen(mag)
	switch f {
	case F64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case F32:
		return strconv.FormatFloat(x, 'g', -1, 32)
	}
	// Five digits distinguish all values of up to 14 bits of precision.
	for digits := 0; digits < 5; digits++ {
		s := strconv.FormatFloat(x, 'e', digits, 64)
		if back, err := f.ParseLiteral(s); err == nil && back == mag {
			// A decimal of so few digits is its own float64's shortest text.
			y, _ := strconv.ParseFloat(s, 64)
			return strconv.FormatFloat(y, 'g', -1, 64)
		}
	}
	panic(fmt.Sprintf("BUG: no short decimal for %s %#x", f, mag))
}

// maxLiteral bounds the bytes of a literal: more digits than any boundary between two floats has.
const maxLiteral = 1 << 14

// ParseLiteral is [Format.ParseBits] for formats of up to 64 bits.
func (f Format) ParseLiteral(text string) (uint64, error) {
	b, err := f.ParseBits(text)
	return b.Lo, err
}

// ParseBits reads a float literal and rounds it once. It accepts a decimal (1, -0.5,
// 1e-7), a hexadecimal float, which needs its exponent (0x1.8p3), inf, nan, nan(0x…) and
// snan(0x…) with the payload below the quiet bit, each with an optional sign; and, without
// sign, point and exponent, a hexadecimal number as the bit pattern itself. Numbers beyond
// the range become infinities. f128 is read by [ParseF128].
func (f Format) ParseBits(text string) (Bits, error) {
	fail := func(why string) (Bits, error) {
		return Bits{}, fmt.Errorf("%s literal %q: %s", f, text, why)
	}
	if len(text) > maxLiteral {
		return Bits{}, fmt.Errorf("%s literal of %d bytes: at most %d are read", f, len(text), maxLiteral)
	}
	body, neg := strings.CutPrefix(text, "-")
	signed := neg
	if !neg {
		body, signed = strings.CutPrefix(text, "+")
	}
	switch body {
	case "inf", "infinity":
		return f.InfBits(neg), nil
	case "nan":
		return f.specialBits(f.NaNBits(), neg, 0), nil
	}
	if arg, ok := strings.CutPrefix(body, "nan("); ok {
		payload, ok := f.parsePayload(arg)
		if !ok {
			return fail("the payload is not a hexadecimal number below the quiet bit")
		}
		return f.specialBits(f.NaNBits(), neg, payload), nil
	}
	if arg, ok := strings.CutPrefix(body, "snan("); ok {
		payload, ok := f.parsePayload(arg)
		if !ok || payload == 0 {
			return fail("the payload is not a non-zero hexadecimal number below the quiet bit")
		}
		return f.specialBits(f.InfBits(false), neg, payload), nil
	}
	if digits, ok := cutHexPrefix(body); ok {
		if !strings.ContainsAny(digits, "pP.") {
			v, ok := new(big.Int).SetString(digits, 16)
			switch {
			case !ok || digits[0] == '-' || digits[0] == '+' || v.BitLen() > f.Width():
				return fail(fmt.Sprintf("not a pattern of %d bits", f.Width()))
			case signed:
				return fail("a bit pattern takes no sign; a hexadecimal float needs an exponent, as 0x1p0")
			}
			return Bits{new(big.Int).Rsh(v, 64).Uint64(), v.And(v, new(big.Int).SetUint64(1<<64-1)).Uint64()}, nil
		}
		n, ok := scanNumber(digits, 16, "pP")
		if !ok {
			return fail("not a hexadecimal float, such as 0x1.8p3")
		}
		return f.fromHex(neg, n), nil
	}
	n, ok := scanNumber(body, 10, "eE")
	if !ok {
		return fail("not a number; write a decimal, 0x1.8p3, inf, nan or the bits in hexadecimal")
	}
	return f.fromDecimal(neg, n), nil
}

// specialBits is a NaN made of base, the sign and a payload.
func (f Format) specialBits(base Bits, neg bool, payload uint64) Bits {
	s := f.zeroBits(neg)
	return Bits{base.Hi | s.Hi, base.Lo | s.Lo | payload}
}

// parsePayload reads 0x…) as a payload that fits below the quiet bit.
func (f Format) parsePayload(arg string) (uint64, bool) {
	arg, closed := strings.CutSuffix(arg, ")")
	digits, hex := cutHexPrefix(arg)
	v, err := strconv.ParseUint(digits, 16, 64)
	return v, closed && hex && err == nil && v < f.quietBit()
}

// scanned is a numeral: all its digits as one integer, how many of them follow the
// point, and the written exponent, cut off far outside any range.
type scanned struct {
	digits   *big.Int
	fracLen  int64
	exponent int64
}

// scanNumber reads digits[.digits][e[±]digits]; base 16 demands the exponent.
func scanNumber(s string, base int, marks string) (n scanned, ok bool) {
	mantissa, exponent := s, ""
	i := strings.IndexAny(s, marks)
	if i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
	} else if base == 16 {
		return n, false
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	for _, c := range []byte(digits) {
		isDigit := '0' <= c && c <= '9' || base == 16 && ('a' <= c|0x20 && c|0x20 <= 'f')
		if !isDigit {
			return n, false
		}
	}
	if n.digits, ok = new(big.Int).SetString(digits, base); !ok {
		return n, false
	}
	n.fracLen = int64(len(frac))
	if i < 0 {
		return n, true
	}
	n.exponent, ok = scanExponent(exponent)
	return n, ok
}

// scanExponent reads [±]digits, limiting the magnitude to 2^40: beyond what the digits of
// any literal that fits in memory could compensate.
func scanExponent(s string) (int64, bool) {
	neg := strings.HasPrefix(s, "-")
	if neg || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	var v int64
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = min(v*10+int64(c-'0'), 1<<40)
	}
	if neg {
		v = -v
	}
	return v, s != ""
}

// fromHex rounds digits·16^-fracLen·2^exponent.
func (f Format) fromHex(neg bool, n scanned) Bits {
	exp := n.exponent - 4*n.fracLen
	top := int64(n.digits.BitLen()) + exp
	switch {
	case n.digits.Sign() == 0 || top < int64(f.quantum())-1:
		return f.zeroBits(neg)
	case top > int64(f.Bias())+1:
		return f.InfBits(neg)
	}
	return f.round(number{neg, n.digits, int(exp)}, false)
}

// fromDecimal rounds digits·10^(exponent-fracLen).
func (f Format) fromDecimal(neg bool, n scanned) Bits {
	exp := n.exponent - n.fracLen
	// digits lies in [10^(top-1), 10^top); no format reaches 10^5000 or 10^-5000.
	top := int64(len(n.digits.String())) + exp
	switch {
	case n.digits.Sign() == 0 || top < -5000:
		return f.zeroBits(neg)
	case top > 5000:
		return f.InfBits(neg)
	case exp < 0:
		pow := new(big.Int).Exp(big.NewInt(10), big.NewInt(-exp), nil)
		return f.quotient(neg, n.digits, pow, 0)
	}
	pow := new(big.Int).Exp(big.NewInt(10), big.NewInt(exp), nil)
	return f.round(number{neg, pow.Mul(pow, n.digits), 0}, false)
}
