package ieee754

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Bits is the pattern of a value of any format, Hi·2^64 + Lo. Hi is 0 but for f80, whose
// sign and exponent it holds, and f128.
type Bits struct{ Hi, Lo uint64 }

// leadingF80 is the leading bit of a significand of f80, which no other format writes down.
const leadingF80 = 1 << 63

// fields are the exponent field and the significand as written.
func (f Format) fields(b Bits) (biased int, mant *big.Int) {
	switch f {
	case F80:
		return int(b.Hi & 0x7fff), new(big.Int).SetUint64(b.Lo)
	case F128:
		mant = new(big.Int).SetUint64(b.Hi & (1<<48 - 1))
		mant.Lsh(mant, 64)
		return int(b.Hi >> 48 & 0x7fff), mant.Or(mant, new(big.Int).SetUint64(b.Lo))
	}
	return int(f.Abs(b.Lo) >> formats[f].fracBits), new(big.Int).SetUint64(b.Lo & f.fracMask())
}

// pack is the pattern of ±mant·2^(quantum+scale), mant of at most one bit more than the
// precision, and of less than the precision only where scale is 0. A normal significand has
// its leading bit at fracBits, which adds one to the exponent field; so does a carry out of
// rounding, up to infinity.
func (f Format) pack(neg bool, scale int, mant *big.Int) Bits {
	b := f.zeroBits(neg)
	switch f {
	case F80:
		if mant.BitLen() > 64 { // a carry: the other bits are 0
			mant.Rsh(mant, 1)
			scale++
		}
		b.Lo = mant.Uint64()
		b.Hi |= uint64(scale) + b.Lo>>63
	case F128:
		b.Lo = new(big.Int).And(mant, new(big.Int).SetUint64(1<<64-1)).Uint64()
		b.Hi |= uint64(scale)<<48 + new(big.Int).Rsh(mant, 64).Uint64()
	default:
		b.Lo |= uint64(scale)<<formats[f].fracBits + mant.Uint64()
	}
	return b
}

// signMaskBits is the sign bit alone.
func (f Format) signMaskBits() Bits {
	switch f {
	case F80:
		return Bits{1 << 15, 0}
	case F128:
		return Bits{1 << 63, 0}
	}
	return Bits{0, f.signMask()}
}

// magnitude is what the sign bit is not part of, and the infinity to compare it with.
func (f Format) magnitude(b Bits) (mag, inf Bits) { return f.AbsBits(b), f.InfBits(false) }

// Negative reports whether the sign bit of b is set, for NaNs too.
func (f Format) Negative(b Bits) bool {
	s := f.signMaskBits()
	return b.Hi&s.Hi|b.Lo&s.Lo != 0
}

func (f Format) zeroBits(neg bool) Bits {
	if neg {
		return f.signMaskBits()
	}
	return Bits{}
}

// InfBits is an infinity, negative if neg.
func (f Format) InfBits(neg bool) Bits {
	b := f.zeroBits(neg)
	switch f {
	case F80:
		b.Hi, b.Lo = b.Hi|0x7fff, leadingF80
	case F128:
		b.Hi |= 0x7fff << 48
	default:
		b.Lo = f.Inf(neg)
	}
	return b
}

// NaNBits is the canonical NaN: positive, quiet, payload zero.
func (f Format) NaNBits() Bits {
	b, q := f.InfBits(false), f.quietBits()
	return Bits{b.Hi | q.Hi, b.Lo | q.Lo}
}

func (f Format) quietBits() Bits {
	if f == F128 {
		return Bits{1 << 47, 0}
	}
	return Bits{0, f.quietBit()}
}

// IsNaNBits reports whether b is a NaN, quiet or signaling. The patterns of f80 whose
// exponent field is not 0 and whose leading bit is (unnormals, pseudo-infinities and
// pseudo-NaNs: "unsupported" in Intel's manual, volume 1, 8.2.2) are NaNs: the processor
// answers each operation on them with the NaN of invalid operations.
func (f Format) IsNaNBits(b Bits) bool {
	mag, inf := f.magnitude(b)
	if f == F80 {
		return mag.Hi != 0 && mag.Lo&leadingF80 == 0 || mag.Hi == inf.Hi && mag.Lo != inf.Lo
	}
	return mag.Hi > inf.Hi || mag.Hi == inf.Hi && mag.Lo > inf.Lo
}

func (f Format) isInfBits(b Bits) bool {
	mag, inf := f.magnitude(b)
	return mag == inf
}

func (f Format) isZeroBits(b Bits) bool { return f.AbsBits(b) == Bits{} }

// NegBits flips the sign bit, of a NaN too.
func (f Format) NegBits(b Bits) Bits {
	s := f.signMaskBits()
	return Bits{b.Hi ^ s.Hi, b.Lo ^ s.Lo}
}

// AbsBits clears the sign bit, of a NaN too.
func (f Format) AbsBits(b Bits) Bits {
	s := f.signMaskBits()
	return Bits{b.Hi &^ s.Hi, b.Lo &^ s.Lo}
}

// CopySignBits is magnitude with the sign bit of sign; NaNs keep their payload.
func (f Format) CopySignBits(magnitude, sign Bits) Bits {
	m, s := f.AbsBits(magnitude), f.signMaskBits()
	return Bits{m.Hi | sign.Hi&s.Hi, m.Lo | sign.Lo&s.Lo}
}

// ClassifyBits returns the one class that b belongs to. A pattern of f80 that is no value is
// a signaling NaN, and one with exponent field 0 and a leading bit (a pseudo-denormal, which
// is the number that the field 1 would give) is subnormal.
func (f Format) ClassifyBits(b Bits) Class {
	mag, q := f.AbsBits(b), f.quietBits()
	biased, _ := f.fields(b)
	quiet := mag.Hi&q.Hi|mag.Lo&q.Lo != 0
	if f == F80 {
		quiet = quiet && mag.Lo&leadingF80 != 0
	}
	return classify(f.Negative(b), mag == Bits{}, biased == 0, f.isInfBits(b), f.IsNaNBits(b), quiet)
}

// TextBits is [Format.Text] of a pattern of any format; of f128 it is in hexadecimal.
func (f Format) TextBits(b Bits) string {
	switch f {
	case F80:
		return textF80(b)
	case F128:
		return TextF128(b.Hi, b.Lo)
	}
	return f.Text(b.Lo)
}

// textF80 writes b as [Format.Text] does; a pattern that is no value is written in hexadecimal.
func textF80(b Bits) string {
	sign := ""
	if F80.Negative(b) {
		sign = "-"
	}
	payload := b.Lo & (F80.quietBit() - 1)
	switch class := F80.ClassifyBits(b); {
	case class&(QNaN|SNaN) != 0 && (b.Lo&leadingF80 == 0 || b.Hi&0x7fff != 0x7fff):
		return fmt.Sprintf("0x%04x%016x", b.Hi, b.Lo)
	case class == SNaN:
		return fmt.Sprintf("%ssnan(%#x)", sign, payload)
	case class == QNaN && payload != 0:
		return fmt.Sprintf("%snan(%#x)", sign, payload)
	case class == QNaN:
		return sign + "nan"
	case F80.isInfBits(b):
		return sign + "inf"
	case F80.isZeroBits(b):
		return sign + "0.0"
	}
	x := F80.unpack(b)
	v := new(big.Float).SetPrec(uint(x.mant.BitLen())).SetInt(x.mant)
	s := v.SetMantExp(v, x.exp).Text('g', -1)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return sign + s
}

// BigFloat is the value of a pattern that is no NaN, with as many bits as its format has.
func (f Format) BigFloat(b Bits) *big.Float {
	if f.isInfBits(b) {
		return new(big.Float).SetInf(f.Negative(b))
	}
	x := f.unpack(b)
	v := new(big.Float).SetPrec(uint(f.Precision())).SetInt(x.mant)
	if v.SetMantExp(v, x.exp); x.neg {
		v.Neg(v)
	}
	return v
}

// FromBigFloat rounds v to the nearest value of f, ties to even.
func (f Format) FromBigFloat(v *big.Float) Bits {
	if v.IsInf() {
		return f.InfBits(v.Signbit())
	}
	m := new(big.Float)
	exp := v.MantExp(m)
	n := int(m.MinPrec())
	mant, _ := m.SetMantExp(m, n).Int(nil)
	return f.round(number{v.Signbit(), mant.Abs(mant), exp - n}, false)
}

// TextF128 is the pattern in hexadecimal, which [ParseF128] reads back.
func TextF128(hi, lo uint64) string { return fmt.Sprintf("0x%016x%016x", hi, lo) }

// ParseF128 reads a bit pattern: 0x and 1 to 32 hexadecimal digits.
func ParseF128(text string) (hi, lo uint64, err error) {
	digits, ok := cutHexPrefix(text)
	if !ok {
		return 0, 0, fmt.Errorf("f128 literal %q: write its bits in hexadecimal, 0x…", text)
	}
	if trimmed := strings.TrimLeft(digits, "0"); len(trimmed) > 32 {
		return 0, 0, fmt.Errorf("f128 literal %q: more than 128 bits", text)
	} else if trimmed != "" {
		digits = trimmed
	}
	if n := len(digits); n > 16 {
		hi, err = strconv.ParseUint(digits[:n-16], 16, 64)
		digits = digits[n-16:]
	}
	if err == nil {
		lo, err = strconv.ParseUint(digits, 16, 64)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("f128 literal %q: not hexadecimal", text)
	}
	return hi, lo, nil
}

// cutHexPrefix removes a leading 0x.
func cutHexPrefix(s string) (string, bool) {
	if len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return s[2:], true
	}
	return s, false
}
