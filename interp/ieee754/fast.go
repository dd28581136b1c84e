package ieee754

import (
	"math"
	"math/big"
)

// Fast is an [Arithmetic] on the host's float32 and float64. Only ToInt, and FromInt of an
// integer beyond 64 bits, allocate.
//
// f16 and bf16 (and the remaining cases of f32) are computed in float64 and rounded again.
// That is the correctly rounded result for + - × ÷ √, because 53 ≥ 2p+2 (Figueroa, "When
// is double rounding innocuous?", 1995). It is not for FMA and integers, whose first
// rounding is therefore to odd (Boldo and Melquiond, "Emulation of FMA and correctly
// rounded sums: proved algorithms using rounding to odd", 2008; needs 53 ≥ p+2).
type Fast struct{}

var _ Arithmetic = Fast{}

func f32(a uint64) float32 { return math.Float32frombits(uint32(a)) }
func f64(a uint64) float64 { return math.Float64frombits(a) }

// The canonical NaNs, as bits.
const (
	NaN32 = 0x7fc00000
	NaN64 = 0x7ff8000000000000
)

// bitsF32 makes every NaN the canonical one: which NaN the host's operation gave depends on the machine.
func bitsF32(x float32) uint64 {
	if x != x {
		return NaN32
	}
	return uint64(math.Float32bits(x))
}

// bitsF64 is the same for f64.
func bitsF64(x float64) uint64 {
	if x != x {
		return NaN64
	}
	return math.Float64bits(x)
}

// AddF32 is a + b in f32.
func AddF32(a, b uint64) uint64 { return bitsF32(f32(a) + f32(b)) }

// SubF32 is a - b in f32.
func SubF32(a, b uint64) uint64 { return bitsF32(f32(a) - f32(b)) }

// MulF32 is a·b in f32. The conversion forbids the compiler to fuse the product.
func MulF32(a, b uint64) uint64 { return bitsF32(float32(f32(a) * f32(b))) }

// DivF32 is a/b in f32.
func DivF32(a, b uint64) uint64 { return bitsF32(f32(a) / f32(b)) }

// AddF64 is a + b in f64.
func AddF64(a, b uint64) uint64 { return bitsF64(f64(a) + f64(b)) }

// SubF64 is a - b in f64.
func SubF64(a, b uint64) uint64 { return bitsF64(f64(a) - f64(b)) }

// MulF64 is a·b in f64. The conversion forbids the compiler to fuse the product.
func MulF64(a, b uint64) uint64 { return bitsF64(float64(f64(a) * f64(b))) }

// DivF64 is a/b in f64.
func DivF64(a, b uint64) uint64 { return bitsF64(f64(a) / f64(b)) }

// CompareF64 is fcmp in f64.
func CompareF64(p Pred, a, b uint64) bool {
	return preds[p].on&hardwareRelation(f64(a), f64(b)) != 0
}

// hardwareRelation orders by the host's comparisons; whatever is neither less, greater nor equal has a NaN.
func hardwareRelation(x, y float64) relation {
	switch {
	case x < y:
		return less
	case x > y:
		return greater
	case x == y:
		return equal
	}
	return unordered
}

// widen is the float64 of equal value; a NaN becomes some NaN.
func (f Format) widen(a uint64) float64 {
	switch f {
	case F64:
		return f64(a)
	case F32:
		return float64(f32(a))
	case BF16:
		return float64(f32(a << 16))
	case F16:
		mag := a & 0x7fff << 13
		if mag >= 0x7c00<<13 {
			return float64(f32(a&0x8000<<16 | 0x7f800000 | mag))
		}
		// The fields lie as in f32 but for the bias; the scaling is exact.
		return float64(f32(a&0x8000<<16|mag)) * 0x1p112
	}
	panic("BUG: f128 has no uint64 pattern")
}

// narrow rounds x to f.
// Ties go to even: half a unit less one is added, and one more if the last bit that stays is odd.
// A carry out of the fraction raises the exponent, as the fields lie next to each other, up to infinity.
func (f Format) narrow(x float64) uint64 {
	switch f {
	case F64:
		return bitsF64(x)
	case F32:
		return bitsF32(float32(x))
	}
	b := math.Float64bits(x)
	sign := b >> 63 * f.signMask()
	b &^= 1 << 63
	if b > math.Float64bits(math.Inf(1)) {
		return f.NaN()
	}
	exp := int(b>>52) - 1023
	if exp > f.Bias() {
		return sign | f.Inf(false)
	}
	unit := max(exp-formats[f].fracBits, f.quantum())
	drop := unit - (exp - 52)
	if drop > 53 { // below half the least subnormal
		return sign
	}
	mant := b&(1<<52-1) | 1<<52
	mant = (mant + 1<<(drop-1) - 1 + mant>>drop&1) >> drop
	return sign | (uint64(unit-f.quantum())<<formats[f].fracBits + mant)
}

// Add implements [Arithmetic].
func (Fast) Add(f Format, a, b uint64) uint64 {
	switch f {
	case F64:
		return AddF64(a, b)
	case F32:
		return AddF32(a, b)
	}
	return f.narrow(f.widen(a) + f.widen(b))
}

// Sub implements [Arithmetic].
func (Fast) Sub(f Format, a, b uint64) uint64 {
	switch f {
	case F64:
		return SubF64(a, b)
	case F32:
		return SubF32(a, b)
	}
	return f.narrow(f.widen(a) - f.widen(b))
}

// Mul implements [Arithmetic].
func (Fast) Mul(f Format, a, b uint64) uint64 {
	switch f {
	case F64:
		return MulF64(a, b)
	case F32:
		return MulF32(a, b)
	}
	return f.narrow(f.widen(a) * f.widen(b))
}

// Div implements [Arithmetic].
func (Fast) Div(f Format, a, b uint64) uint64 {
	switch f {
	case F64:
		return DivF64(a, b)
	case F32:
		return DivF32(a, b)
	}
	return f.narrow(f.widen(a) / f.widen(b))
}

// Rem implements [Arithmetic]. It is long division on the mantissas, as many bits at a
// time as fit above the divisor's; at most 2045/11 steps, for f64.
func (Fast) Rem(f Format, a, b uint64) uint64 {
	inf := f.Inf(false)
	magA, magB := f.Abs(a), f.Abs(b)
	switch {
	case magA >= inf || magB > inf || magB == 0:
		return f.NaN()
	case magA < magB:
		return a
	}
	fracBits := formats[f].fracBits
	mantA, expA := splitMagnitude(magA, fracBits)
	mantB, expB := splitMagnitude(magB, fracBits)
	rest := mantA % mantB
	for n := expA - expB; n > 0 && rest != 0; {
		step := min(n, 63-fracBits)
		rest = rest << step % mantB
		n -= step
	}
	if rest == 0 {
		return a & f.signMask()
	}
	// rest < mantB, so rest·2^expB is representable: shift its leading bit into place.
	for rest>>fracBits == 0 && expB > 0 {
		rest <<= 1
		expB--
	}
	return a&f.signMask() | (uint64(expB)<<fracBits + rest)
}

// splitMagnitude returns the integer significand and the exponent above the quantum.
func splitMagnitude(mag uint64, fracBits int) (mant uint64, exp int) {
	mant = mag & (1<<fracBits - 1)
	if mag>>fracBits == 0 {
		return mant, 0
	}
	return mant | 1<<fracBits, int(mag>>fracBits) - 1
}

// Sqrt implements [Arithmetic].
func (Fast) Sqrt(f Format, a uint64) uint64 {
	return f.narrow(math.Sqrt(f.widen(a)))
}

// FMA implements [Arithmetic].
func (Fast) FMA(f Format, a, b, c uint64) uint64 {
	if f == F64 {
		return bitsF64(math.FMA(f64(a), f64(b), f64(c)))
	}
	// The product of two significands of up to 24 bits is exact in float64.
	return f.narrow(addToOdd(float64(f.widen(a)*f.widen(b)), f.widen(c)))
}

// addToOdd is x + y, where an inexact sum is the neighbour with an odd significand. The
// error comes from Knuth's TwoSum, exact since nothing here nears float64's range.
func addToOdd(x, y float64) float64 {
	sum := x + y
	if sum-sum != 0 { // infinite or NaN
		return sum
	}
	part := sum - x
	err := (x - (sum - part)) + (y - part)
	b := math.Float64bits(sum)
	switch {
	case err == 0 || b&1 == 1:
		return sum
	case err > 0 == (sum > 0):
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}

// MinNum implements [Arithmetic].
func (Fast) MinNum(f Format, a, b uint64) uint64 {
	if a, b, nan := f.numbers(a, b); nan {
		return a
	} else if f.rank(a) < f.rank(b) {
		return a
	} else {
		return b
	}
}

// MaxNum implements [Arithmetic].
func (Fast) MaxNum(f Format, a, b uint64) uint64 {
	if a, b, nan := f.numbers(a, b); nan {
		return a
	} else if f.rank(a) > f.rank(b) {
		return a
	} else {
		return b
	}
}

// numbers replaces a NaN by the other operand; nan is true if both are.
func (f Format) numbers(a, b uint64) (x, y uint64, nan bool) {
	inf := f.Inf(false)
	nanA, nanB := f.Abs(a) > inf, f.Abs(b) > inf
	switch {
	case nanA && nanB:
		return f.NaN(), f.NaN(), true
	case nanA:
		return b, b, false
	case nanB:
		return a, a, false
	}
	return a, b, false
}

// rank orders numbers by value, -0 just below +0.
func (f Format) rank(a uint64) int64 {
	if f.SignBit(a) {
		return ^int64(f.Abs(a))
	}
	return int64(a)
}

// Compare implements [Arithmetic].
func (Fast) Compare(f Format, p Pred, a, b uint64) bool {
	return preds[p].on&hardwareRelation(f.widen(a), f.widen(b)) != 0
}

// Convert implements [Arithmetic].
func (Fast) Convert(to, from Format, a uint64) uint64 { return to.narrow(from.widen(a)) }

// FromInt implements [Arithmetic].
func (Fast) FromInt(f Format, v *big.Int) uint64 {
	switch {
	case v.IsInt64():
		return Fast{}.FromInt64(f, v.Int64())
	case v.BitLen() > f.Bias()+1:
		return f.Inf(v.Sign() < 0)
	}
	return Exact{}.FromInt(f, v)
}

// FromInt64 implements [Arithmetic].
func (Fast) FromInt64(f Format, v int64) uint64 {
	if f == F64 {
		return math.Float64bits(float64(v))
	}
	if v < 0 {
		return f.Neg(Fast{}.FromUint64(f, -uint64(v)))
	}
	return Fast{}.FromUint64(f, uint64(v))
}

// FromUint64 implements [Arithmetic].
func (Fast) FromUint64(f Format, v uint64) uint64 {
	if f == F64 {
		return math.Float64bits(float64(v))
	}
	if v>>53 == 0 {
		return f.narrow(float64(v))
	}
	// Rounded to odd at 53 bits: the last bit kept collects the eleven dropped.
	odd := v >> 11
	if v&(1<<11-1) != 0 {
		odd |= 1
	}
	return f.narrow(float64(odd) * (1 << 11))
}

// ToInt implements [Arithmetic].
func (Fast) ToInt(f Format, a uint64) (*big.Int, bool) {
	if v, ok := (Fast{}).ToInt64(f, a); ok {
		return big.NewInt(v), true
	}
	return Exact{}.ToInt(f, a)
}

// ToInt64 implements [Arithmetic].
func (Fast) ToInt64(f Format, a uint64) (int64, bool) {
	x := f.widen(a)
	if x >= -0x1p63 && x < 0x1p63 {
		return int64(x), true
	}
	return 0, false
}
