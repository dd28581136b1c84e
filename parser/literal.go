package parser

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// MaxIntBits bounds the magnitude of an integer literal.
// The program's own integers have no such bound; it is one of the text.
const MaxIntBits = 1 << 20

// maxLongBits bounds the bits of all integer literals of more than longInt together: to convert
// digits takes more than linear time.
const (
	longInt     = 1 << 14
	maxLongBits = 1 << 24
)

// maxDecimal is the number of digits of 2^MaxIntBits.
const maxDecimal = MaxIntBits*30103/100000 + 1

// uintMax reads an unsigned number up to limit, decimal or hexadecimal.
// Beyond the limit is told apart from no number at all.
func (p *parser) uintMax(limit uint64, what string) uint64 {
	at := p.tok.off
	lit := p.take(tNumber, what).text
	s, base := lit, 10
	if h, ok := strings.CutPrefix(s, "0x"); ok {
		s, base = h, 16
	}
	n, err := strconv.ParseUint(s, base, 64)
	if err != nil && (strings.Trim(s, "0123456789") != "" || s == "") {
		p.fail(at, "", "%s expected, found %s", what, clip(lit))
	}
	if err != nil || n > limit {
		p.fail(at, "", "%s of %s is over the limit of %d", what, clip(lit), limit)
	}
	return n
}

// integer reads an integer literal of any sign.
// Length is checked before digits are converted, as the conversion takes more than linear time.
// A minus before 0 is read and gives 0; there is no plus.
func (p *parser) integer() num.Int {
	at := p.tok.off
	neg := p.accept('-')
	s := p.take(tNumber, "an integer").text
	var v num.Int
	digits, hex := strings.CutPrefix(s, "0x")
	switch {
	case digits == "" || strings.ContainsRune(digits, '_'):
		p.fail(at, "", "%s is no integer", clip(s))
	case hex:
		digits = strings.TrimLeft(digits, "0")
		p.long(at, 4*len(digits))
		if len(digits) > MaxIntBits/4 {
			p.fail(at, "", "integer literal is over the limit of %d bits", MaxIntBits)
		}
		var ok bool
		if v, ok = num.Parse("0"+digits, 16); !ok {
			p.fail(at, "", "%s is no hexadecimal integer", clip(s))
		}
	default:
		if strings.Trim(digits, "0123456789") != "" {
			p.fail(at, "", "%s is no integer", clip(s))
		}
		digits = strings.TrimLeft(digits, "0")
		p.long(at, 3*len(digits))
		if len(digits) <= maxDecimal {
			v, _ = num.Parse("0"+digits, 10)
		}
		if len(digits) > maxDecimal || v.BitLen() > MaxIntBits {
			p.fail(at, "", "integer literal is over the limit of %d bits", MaxIntBits)
		}
	}
	if neg {
		return v.Neg()
	}
	return v
}

// long counts a literal of at least about that many bits, before it is converted. In decimal it counts
// less than in hexadecimal: what was read is printed as what can be read.
// A literal that is too long by itself is reported as that.
func (p *parser) long(at int32, bits int) {
	if bits <= longInt || bits > 2*MaxIntBits {
		return
	}
	if p.longBits += bits; p.longBits > maxLongBits {
		p.fail(at, "", "integer literals are over the limit of %d bits together", maxLongBits)
	}
}

// alignment reads a power of two up to 2^31.
// Zero is refused here: a missing alignment is written by leaving it out.
func (p *parser) alignment() uint32 {
	at := p.tok.off
	n := p.uintMax(math.MaxUint64, "an alignment")
	if bits.OnesCount64(n) != 1 || n > maxAlign {
		p.fail(at, "", "alignment %d is no power of two up to 2^31", n)
	}
	return uint32(n)
}

// floatFormat is the number of significand bits (the hidden one included) and the exponent of
// the smallest normal number.
// The parser rounds by itself: package ir has no float arithmetic, and the interpreter's is not to be imported.
// The two determine the whole format: the largest exponent is 1-emin, as in IEEE 754.
type floatFormat struct{ prec, emin int }

var smallFormats = map[ir.Type]floatFormat{ir.F16: {11, -14}, ir.BF16: {8, -126}}

// infBits returns the bits of positive infinity.
// The exponent field of infinity is all ones, 2*(1-emin)+1 = 3-2*emin.
func (f floatFormat) infBits() uint64 { return uint64(3-2*f.emin) << (f.prec - 1) }

// float reads the bits of a constant of type t: hexadecimal, or a decimal literal rounded to
// nearest even.
// A sign may stand before inf and nan too, and not before bits.
func (p *parser) float(t ir.Type) num.Int {
	at := p.tok.off
	neg, sign := p.accept('-'), ""
	if neg {
		sign = "-"
	}
	lit := p.tok.text
	if p.tok.kind != tNumber && !p.isWord("inf") && !p.isWord("nan") {
		p.unexpected("the bits of the float in hexadecimal or a decimal literal")
	}
	if h, ok := strings.CutPrefix(lit, "0x"); ok {
		v, ok := num.Parse("0"+h, 16)
		if !ok || neg || h == "" || len(h) > 1000 || v.BitLen() > uint(t.FloatBits()) {
			p.fail(at, "", "%s is no bit pattern of the %d bits of %s", clip(sign+lit), t.FloatBits(), t)
		}
		p.next()
		return v
	}
	if t == ir.F128 {
		p.fail(at, "write 0x and up to 32 digits", "constants of type f128 are written as bits in hexadecimal")
	}
	if len(lit) > maxFloatLiteral || lit != "inf" && lit != "nan" && !isDecimalFloat(lit) {
		p.fail(at, "", "%s is no decimal float literal of up to %d bytes", clip(lit), maxFloatLiteral)
	}
	p.next()
	if t == ir.F80 {
		b := f80Bits(lit)
		if neg {
			b = b.Or(num.Pow2(79))
		}
		return b
	}
	b := floatBits(t, lit)
	if neg {
		// The sign is set afterwards: rounding to nearest even is symmetric.
		b |= 1 << (t.FloatBits() - 1)
	}
	return num.FromUint64(b)
}

// isDecimalFloat reports whether s is digits, an optional fraction and an optional exponent: what strconv
// accepts beyond that (underscores, hexadecimal floats, "infinity") is no literal of the format.
// A sign of the exponent may be + or -; one of the number itself was read before.
func isDecimalFloat(s string) bool {
	mant, exp, hasExp := strings.Cut(strings.ReplaceAll(s, "E", "e"), "e")
	if hasExp && strings.HasPrefix(exp, "+") || strings.HasPrefix(exp, "-") {
		exp = exp[1:]
	}
	whole, frac, _ := strings.Cut(mant, ".")
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	return whole != "" && digits(whole) && digits(frac) && digits(exp) && (!hasExp || exp != "")
}

// f80Bits is floatBits for f80.
func f80Bits(lit string) num.Int {
	switch lit {
	case "inf":
		return num.InfF80
	case "nan":
		return num.NaNF80
	}
	b, ok := num.ParseF80(lit)
	if !ok {
		panic("BUG: decimal literal " + lit)
	}
	return b
}

// floatBits rounds an unsigned decimal literal, inf or nan to type t.
// f16 and bf16 go through exact rationals: rounding the float64 again would round twice.
// nan is the quiet one with no payload.
func floatBits(t ir.Type, lit string) uint64 {
	switch t {
	case ir.F64:
		if lit == "nan" {
			return 0x7ff8 << 48
		}
		v, _ := strconv.ParseFloat(lit, 64) // a range error comes with the rounded value
		return math.Float64bits(v)
	case ir.F32:
		if lit == "nan" {
			return 0x7fc0 << 16
		}
		v, _ := strconv.ParseFloat(lit, 32)
		return uint64(math.Float32bits(float32(v)))
	}
	f := smallFormats[t]
	inf := f.infBits()
	if lit == "nan" {
		return inf | 1<<(f.prec-2)
	}
	near, _ := strconv.ParseFloat(lit, 64)
	switch {
	case near > 1e40: // beyond every bf16, infinity too
		return inf
	case near < 1e-42: // below half of the smallest bf16; exact exponents may be huge
		return 0
	}
	r, ok := new(big.Rat).SetString(lit)
	if !ok {
		panic("BUG: decimal literal " + lit)
	}
	return min(f.round(r), inf)
}

// round returns the bits of positive r rounded to nearest even, without regard to overflow.
// The fraction may round up to 2^prec, which carries into the exponent field by the addition.
// A result of exactly 2^prec, and one past the largest exponent, come out as the next bits in order, which
// the caller cuts off at infinity.
func (f floatFormat) round(r *big.Rat) uint64 {
	e := r.Num().BitLen() - r.Denom().BitLen() // floor(log2 r) or one more
	if scaled(r.Num(), -e).Cmp(scaled(r.Denom(), e)) < 0 {
		e--
	}
	e = max(e, f.emin)
	k := f.prec - 1 - e // r * 2^k is in [2^(prec-1), 2^prec), below for subnormals
	den := scaled(r.Denom(), -k)
	q, rem := new(big.Int).QuoRem(scaled(r.Num(), k), den, new(big.Int))
	n := q.Uint64()
	if c := rem.Lsh(rem, 1).Cmp(den); c > 0 || c == 0 && n&1 == 1 {
		n++
	}
	return uint64(e-f.emin)<<(f.prec-1) + n
}

// scaled returns x * 2^k for k >= 0 and x otherwise.
func scaled(x *big.Int, k int) *big.Int {
	if k <= 0 {
		return x
	}
	return new(big.Int).Lsh(x, uint(k))
}
