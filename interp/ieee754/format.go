// Package ieee754 is arithmetic on the bit patterns of the binary interchange formats of
// IEEE 754 (and bfloat16, and the x87's extended format of 80 bits), as the language's section on floats defines it.
//
// A value of a format of up to 64 bits is a uint64 whose bits above the width are zero.
// Rounding is to nearest, ties to even; subnormals are kept; every result is rounded once
// from the exact one. A result that is a NaN is the canonical one: positive, quiet,
// payload zero. Only Neg, Abs and CopySign keep the sign and payload of a NaN.
//
// There are two implementations of [Arithmetic]: [Exact] computes on big integers and is
// the definition, [Fast] uses the host's float32 and float64 and never allocates. A pattern
// of more bits is a [Bits]; Exact computes with those, too.
//
// Non-goals: other rounding modes and exception flags.
package ieee754

import "math/big"

// Format is a binary floating-point format.
type Format uint8

// The formats.
const (
	BF16 Format = iota // 8 exponent bits, 7 fraction bits
	F16                // binary16
	F32                // binary32
	F64                // binary64
	F128               // binary128
	F80                // the x87's double extended format: a sign, 15 exponent bits, 64 of the significand
)

// formats holds the parameters of each format: everything else follows from them.
var formats = [...]struct {
	name     string
	width    int
	fracBits int
	sign     uint64 // the sign bit of a uint64 pattern
}{
	BF16: {"bf16", 16, 7, 1 << 15},
	F16:  {"f16", 16, 10, 1 << 15},
	F32:  {"f32", 32, 23, 1 << 31},
	F64:  {"f64", 64, 52, 1 << 63},
	F128: {"f128", 128, 112, 0},
	F80:  {"f80", 80, 63, 0},
}

// FormatNamed returns the format that the language calls name.
func FormatNamed(name string) (Format, bool) {
	for f := range formats {
		if formats[f].name == name {
			return Format(f), true
		}
	}
	return 0, false
}

// String is the language's name of f.
func (f Format) String() string { return formats[f].name }

// Width is the size of f in bits.
func (f Format) Width() int { return formats[f].width }

// Precision is the number of significand bits, the leading one included.
func (f Format) Precision() int { return formats[f].fracBits + 1 }

// Bias is the exponent bias, which is also the largest exponent of a finite value.
func (f Format) Bias() int {
	exponent := f.Width() - f.Precision()
	if f == F80 { // the leading bit of the significand takes the place of one of the exponent
		exponent--
	}
	return 1<<(exponent-1) - 1
}

// quantum is the exponent of the least positive value.
func (f Format) quantum() int { return 2 - f.Bias() - f.Precision() }

// signMask is where every function on uint64 patterns refuses f128 and f80.
func (f Format) signMask() uint64 {
	if f >= F128 {
		panic("BUG: " + f.String() + " has no uint64 pattern")
	}
	return formats[f].sign
}

func (f Format) fracMask() uint64 { return 1<<formats[f].fracBits - 1 }
func (f Format) quietBit() uint64 { return 1 << (formats[f].fracBits - 1) }

// NaN is the canonical NaN: positive, quiet, payload zero.
func (f Format) NaN() uint64 { return f.Inf(false) | f.quietBit() }

// Inf is an infinity, negative if neg.
func (f Format) Inf(neg bool) uint64 {
	return f.Zero(neg) | (f.signMask()-1)&^f.fracMask()
}

// Zero is a zero, negative if neg.
func (f Format) Zero(neg bool) uint64 {
	sign := f.signMask()
	if neg {
		return sign
	}
	return 0
}

// MaxFinite is the finite value of greatest magnitude, negative if neg.
func (f Format) MaxFinite(neg bool) uint64 { return f.Inf(neg) - 1 }

// SignBit reports whether the sign bit of a is set, for NaNs too.
func (f Format) SignBit(a uint64) bool { return a&f.signMask() != 0 }

// IsNaN reports whether a is a NaN, quiet or signaling.
func (f Format) IsNaN(a uint64) bool { return f.Abs(a) > f.Inf(false) }

// IsInf reports whether a is an infinity of either sign.
func (f Format) IsInf(a uint64) bool { return f.Abs(a) == f.Inf(false) }

// IsZero reports whether a is a zero of either sign.
func (f Format) IsZero(a uint64) bool { return f.Abs(a) == 0 }

// Neg flips the sign bit of a, of a NaN too.
func (f Format) Neg(a uint64) uint64 { return a ^ f.signMask() }

// Abs clears the sign bit of a, of a NaN too.
func (f Format) Abs(a uint64) uint64 { return a &^ f.signMask() }

// CopySign is magnitude with the sign bit of sign; NaNs keep their payload.
func (f Format) CopySign(magnitude, sign uint64) uint64 {
	return f.Abs(magnitude) | sign&f.signMask()
}

// Class is a set of IEEE 754 value classes, a bit each.
type Class uint16

// The ten classes, in the order of the language's nofpclass annotation.
const (
	SNaN Class = 1 << iota
	QNaN
	NegInf
	NegNormal
	NegSubnormal
	NegZero
	PosZero
	PosSubnormal
	PosNormal
	PosInf
)

// Classify returns the one class that a belongs to.
func (f Format) Classify(a uint64) Class {
	mag := f.Abs(a)
	return classify(f.SignBit(a), mag == 0, mag <= f.fracMask(), mag == f.Inf(false),
		f.IsNaN(a), mag&f.quietBit() != 0)
}

// classify picks the class from facts about the magnitude; subnormal may be true of zero.
func classify(neg, zero, subnormal, inf, nan, quiet bool) Class {
	switch {
	case nan && quiet:
		return QNaN
	case nan:
		return SNaN
	case inf && neg:
		return NegInf
	case inf:
		return PosInf
	case zero && neg:
		return NegZero
	case zero:
		return PosZero
	case subnormal && neg:
		return NegSubnormal
	case subnormal:
		return PosSubnormal
	case neg:
		return NegNormal
	}
	return PosNormal
}

// Pred is a comparison predicate: o… is false on NaN (ordered), u… is true (unordered).
type Pred uint8

// The sixteen predicates, in the order of the language's fcmp.
const (
	False Pred = iota
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UEQ
	UGT
	UGE
	ULT
	ULE
	UNE
	UNO
	True
)

// relation is a set of the four ways in which two floats may compare.
type relation uint8

const (
	equal relation = 1 << iota
	greater
	less
	unordered
)

// preds gives the spelling of each predicate and the relations that satisfy it.
var preds = [...]struct {
	name string
	on   relation
}{
	False: {"false", 0},
	OEQ:   {"oeq", equal},
	OGT:   {"ogt", greater},
	OGE:   {"oge", greater | equal},
	OLT:   {"olt", less},
	OLE:   {"ole", less | equal},
	ONE:   {"one", less | greater},
	ORD:   {"ord", less | greater | equal},
	UEQ:   {"ueq", unordered | equal},
	UGT:   {"ugt", unordered | greater},
	UGE:   {"uge", unordered | greater | equal},
	ULT:   {"ult", unordered | less},
	ULE:   {"ule", unordered | less | equal},
	UNE:   {"une", unordered | less | greater},
	UNO:   {"uno", unordered},
	True:  {"true", unordered | less | greater | equal},
}

// String is the spelling of p.
func (p Pred) String() string { return preds[p].name }

// Arithmetic is the operations that round or compare. All formats of up to 64 bits are accepted.
type Arithmetic interface {
	Add(f Format, a, b uint64) uint64
	Sub(f Format, a, b uint64) uint64
	Mul(f Format, a, b uint64) uint64
	Div(f Format, a, b uint64) uint64

	// Rem is C's fmod: a - trunc(a/b)·b, exact, with the sign of a even when zero. It is
	// NaN for an infinite a or a zero b.
	Rem(f Format, a, b uint64) uint64
	Sqrt(f Format, a uint64) uint64

	// FMA is a·b + c, rounded once.
	FMA(f Format, a, b, c uint64) uint64

	// MinNum and MaxNum order -0 below +0. A NaN of either kind loses to a number; two
	// NaNs give the canonical one. (IEEE 754-2008 lets a signaling NaN win; hardware
	// sequences and IEEE 754-2019 minimumNumber do not, and neither do these.)
	MinNum(f Format, a, b uint64) uint64
	MaxNum(f Format, a, b uint64) uint64
	Compare(f Format, p Pred, a, b uint64) bool

	// Convert rounds a, of format from, to format to. Converting to the same format
	// changes nothing but NaNs, which become canonical.
	Convert(to, from Format, a uint64) uint64

	// FromInt rounds an integer of any size; beyond the finite range it is an infinity.
	FromInt(f Format, v *big.Int) uint64
	FromInt64(f Format, v int64) uint64
	FromUint64(f Format, v uint64) uint64

	// ToInt truncates toward zero; ok is false for NaNs and infinities.
	ToInt(f Format, a uint64) (v *big.Int, ok bool)

	// ToInt64 is ToInt where ok also means that the truncated value is an int64.
	ToInt64(f Format, a uint64) (v int64, ok bool)
}
