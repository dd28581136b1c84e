package interp

import (
	"math"
	"math/big"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// f16Value is the value of a finite f16 pattern times 2^24, by the formula of the format.
func f16Value(a uint64) (scaled int64, kind string) {
	sign, exp, frac := int64(1), int(a>>10&31), int64(a&1023)
	if a>>15 != 0 {
		sign = -1
	}
	switch {
	case exp == 31 && frac != 0:
		return 0, "nan"
	case exp == 31:
		return sign, "inf"
	case exp == 0:
		return sign * frac, "finite"
	}
	return sign * (1024 + frac) << (exp - 1), "finite"
}

func TestEvalFloatToIntExhaustive(t *testing.T) {
	for a := uint64(0); a < 1<<16; a += uint64(testseed.Rounds(1, 7)) {
		scaled, kind := f16Value(a)
		whole := scaled / (1 << 24) // Go truncates toward zero
		for _, n := range []uint32{1, 2, 8, 11, 16, 17} {
			smin, smax, umax := -(int64(1) << (n - 1)), int64(1)<<(n-1)-1, int64(1)<<n-1
			signed, unsigned, ssat, usat := refUnknown, refUnknown, int64(0), int64(0)
			switch {
			case kind == "finite":
				ssat, usat = min(max(whole, smin), smax), min(max(whole, 0), umax)
				if ssat == whole {
					signed = whole
				}
				if usat == whole {
					unsigned = whole
				}
			case kind == "inf" && scaled > 0:
				ssat, usat = smax, umax
			case kind == "inf":
				ssat = smin
			}
			args := []int64{int64(a), int64(n)}
			got, why := floatSized(evalFpToSi)(ieee754.F16, a, n)
			checkInt(t, "fp_to_si", signed, got, why, args...)
			got, why = floatSized(evalFpToUi)(ieee754.F16, a, n)
			checkInt(t, "fp_to_ui", unsigned, got, why, args...)
			got, why = floatSized(evalFpToSiSat)(ieee754.F16, a, n)
			checkInt(t, "fp_to_si.sat", ssat, got, why, args...)
			got, why = floatSized(evalFpToUiSat)(ieee754.F16, a, n)
			checkInt(t, "fp_to_ui.sat", usat, got, why, args...)
		}
	}
}

func TestEvalFloatToIntWide(t *testing.T) {
	largest, _ := new(big.Float).SetFloat64(math.MaxFloat64).Int(nil)
	bits := math.Float64bits(math.MaxFloat64)
	for _, c := range []struct {
		n    uint32
		fits bool
	}{{1024, false}, {1025, true}, {1<<32 - 1, true}} {
		got, why := floatSized(evalFpToSi)(ieee754.F64, bits, c.n)
		if (why == nil) != c.fits || why == nil && got.Cmp(largest) != 0 {
			t.Errorf("fp_to_si.%d of the largest double: %v", c.n, why)
		}
	}
	if _, why := floatSized(evalFpToSiSat)(ieee754.F64, math.Float64bits(math.Inf(1)), 1<<32-1); why != tooLarge {
		t.Error("fp_to_si.sat of infinity to 2^32-1 bits is no limit")
	}
	if _, why := floatSized(evalFpToUiSat)(ieee754.F64, math.Float64bits(math.Inf(1)), 1<<32-1); why != tooLarge {
		t.Error("fp_to_ui.sat of infinity to 2^32-1 bits is no limit")
	}
	if v, why := floatSized(evalFpToUiSat)(ieee754.F64, math.Float64bits(math.Inf(-1)), 1<<32-1); why != nil || v.Sign() != 0 {
		t.Error("fp_to_ui.sat of -infinity is not 0")
	}
}

// On doubles the host's arithmetic is the reference.
func TestEvalFloatAgainstHost(t *testing.T) {
	r := evalSeed(t)
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 0.1, 1.0 / 3, 1 << 53, 1e300}
	pick := func() float64 {
		if r.IntN(3) == 0 {
			return special[r.IntN(len(special))]
		}
		return math.Float64frombits(r.Uint64())
	}
	same := func(what string, bits ieee754.Bits, want float64, args ...float64) {
		t.Helper()
		got := bits.Lo
		if math.IsNaN(want) {
			if got != ieee754.F64.NaN() {
				t.Fatalf("%s %v = %x, want the canonical NaN", what, args, got)
			}
			return
		}
		if got != math.Float64bits(want) {
			t.Fatalf("%s %v = %v, want %v", what, args, math.Float64frombits(got), want)
		}
	}
	f := ieee754.F64
	for range 3000 {
		x, y, z := pick(), pick(), pick()
		a, b, c := ieee754.Bits{Lo: math.Float64bits(x)}, ieee754.Bits{Lo: math.Float64bits(y)}, ieee754.Bits{Lo: math.Float64bits(z)}
		same("fadd", evalFAdd(f, a, b), x+y, x, y)
		same("fsub", evalFSub(f, a, b), x-y, x, y)
		same("fmul", evalFMul(f, a, b), x*y, x, y)
		same("fdiv", evalFDiv(f, a, b), x/y, x, y)
		same("frem", evalFRem(f, a, b), math.Mod(x, y), x, y)
		same("fsqrt", evalFSqrt(f, a), math.Sqrt(x), x)
		same("fma", evalFMA(f, a, b, c), math.FMA(x, y, z), x, y, z)
		if !math.IsNaN(x) && !math.IsNaN(y) {
			same("fminnum", evalFMinNum(f, a, b), math.Min(x, y), x, y)
			same("fmaxnum", evalFMaxNum(f, a, b), math.Max(x, y), x, y)
		}
		if narrow := float32(x); !math.IsNaN(x) && evalFpConvert(ieee754.F32, f, a).Lo != uint64(math.Float32bits(narrow)) {
			t.Fatalf("fp_convert %v to f32", x)
		}
		n := int64(r.Uint64()) >> r.IntN(64)
		same("si_to_fp", evalSiToFp(f, num.New(n)), float64(n), float64(n))
		u, why := evalUiToFp(f, num.FromUint64(uint64(n)))
		if why != nil {
			t.Fatal(why)
		}
		same("ui_to_fp", u, float64(uint64(n)))
	}
	if _, why := evalUiToFp(f, num.New(-1)); why == nil || why.Kind != CauseDomain {
		t.Error("ui_to_fp of -1 is not poison")
	}
	huge := new(big.Int).Lsh(big.NewInt(1), MaxShiftBits-1)
	same("si_to_fp", evalSiToFp(f, num.FromBig(huge)), math.Inf(1))
	nan, two := ieee754.Bits{Lo: math.Float64bits(math.NaN())}, ieee754.Bits{Lo: math.Float64bits(2)}
	same("fminnum", evalFMinNum(f, nan, two), 2)
	same("fmaxnum", evalFMaxNum(f, two, nan), 2)
	same("fmaxnum", evalFMaxNum(f, nan, nan), math.NaN())
}

func TestEvalSignOperations(t *testing.T) {
	for _, typ := range []ir.Type{ir.BF16, ir.F16, ir.F32, ir.F64, ir.F128} {
		top := uint(typ.FloatBits() - 1)
		sign := Float{Type: typ, Lo: 1 << (top % 64)}
		if typ == ir.F128 {
			sign.Hi, sign.Lo = sign.Lo, 0
		}
		for _, p := range []uint64{0, 1, 0x3c00, 0x7c01, 0x7fff} { // NaN payloads among them
			plus := Float{Type: typ, Lo: p}
			minus := Float{Type: typ, Hi: plus.Hi | sign.Hi, Lo: plus.Lo | sign.Lo}
			if evalFNeg(plus) != minus || evalFNeg(minus) != plus || evalFAbs(plus) != plus || evalFAbs(minus) != plus {
				t.Errorf("%s: fneg, fabs of %x", typ, p)
			}
			if evalCopySign(plus, sign) != minus || evalCopySign(minus, sign) != minus || evalCopySign(minus, plus) != plus {
				t.Errorf("%s: copysign of %x", typ, p)
			}
		}
	}
}

// The sixteen predicates by what they say about less, equal, greater and unordered.
func TestEvalFCmp(t *testing.T) {
	table := map[ir.Pred]string{
		ir.FFalse: "", ir.FOEQ: "=", ir.FOGT: ">", ir.FOGE: ">=", ir.FOLT: "<", ir.FOLE: "<=", ir.FONE: "<>", ir.FORD: "<=>",
		ir.FUNO: "u", ir.FUEQ: "u=", ir.FUGT: "u>", ir.FUGE: "u>=", ir.FULT: "u<", ir.FULE: "u<=", ir.FUNE: "u<>", ir.FTrue: "u<=>",
	}
	if len(table) != 16 {
		t.Fatal("not sixteen predicates")
	}
	values := []float64{math.NaN(), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1)}
	for p, holds := range table {
		for _, x := range values {
			for _, y := range values {
				relation := 'u'
				switch {
				case x < y:
					relation = '<'
				case x == y:
					relation = '='
				case x > y:
					relation = '>'
				}
				want := false
				for _, c := range holds {
					want = want || c == relation
				}
				if got := evalFCmp(ieee754.F64, p, ieee754.Bits{Lo: math.Float64bits(x)}, ieee754.Bits{Lo: math.Float64bits(y)}); got != want {
					t.Errorf("fcmp.%s %v, %v = %v", p, x, y, got)
				}
			}
		}
	}
}
