package parser

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// decode gives the exact value of the bits of a small float, by the definition of the format.
func decode(f floatFormat, bits uint64) *big.Float {
	mant, exp := bits&(1<<(f.prec-1)-1), int(bits>>(f.prec-1))
	if exp > 0 {
		mant |= 1 << (f.prec - 1)
		exp--
	}
	v := new(big.Float).SetPrec(300).SetUint64(mant)
	return v.SetMantExp(v, exp+f.emin-(f.prec-1))
}

// TestSmallFloats rounds every positive f16 and bf16, every tie between two neighbours and
// the numbers just beside it.
func TestSmallFloats(t *testing.T) {
	for typ, infinity := range map[ir.Type]uint64{ir.F16: 0x7c00, ir.BF16: 0x7f80} {
		f := smallFormats[typ]
		if f.infBits() != infinity {
			t.Fatalf("%v: infinity is %#x", typ, f.infBits())
		}
		check := func(v *big.Float, want uint64) {
			t.Helper()
			lit := v.Text('e', 160)
			if got := floatBits(typ, lit); got != want {
				t.Fatalf("%v of %s: got %#x, want %#x", typ, lit, got, want)
			}
		}
		for b := uint64(0); b < infinity; b += uint64(testseed.Rounds(1, 13)) {
			v, next := decode(f, b), decode(f, b+1)
			tie := new(big.Float).SetPrec(300).Add(v, next)
			tie.Quo(tie, big.NewFloat(2))
			eps := new(big.Float).SetMantExp(big.NewFloat(1), -300)
			check(v, b)
			check(tie, b+b&1)
			check(new(big.Float).SetPrec(600).Add(tie, eps), b+1)
			check(new(big.Float).SetPrec(600).Sub(tie, eps), b)
		}
		for lit, want := range map[string]uint64{"1e999999": infinity, "inf": infinity, "1e-999999": 0, "0": 0, "0e999999999": 0, "0." + strings.Repeat("0", 900) + "1e901": floatBits(typ, "1")} {
			if got := floatBits(typ, lit); got != want {
				t.Errorf("%v of %s: got %#x, want %#x", typ, clip(lit), got, want)
			}
		}
	}
}

func TestWideFloats(t *testing.T) {
	for lit, want := range map[string]uint64{"1": 0x3ff0 << 48, "0.1": 0x3fb999999999999a, "4.9e-324": 1, "1.7976931348623157e308": 0x7fefffffffffffff, "2e308": 0x7ff0 << 48, "9007199254740993": math.Float64bits(9007199254740992)} {
		if got := floatBits(ir.F64, lit); got != want {
			t.Errorf("f64 of %s: got %#x, want %#x", lit, got, want)
		}
	}
	// 1 + 2^-24 + 2^-60: rounding to f64 first would make it a tie.
	for lit, want := range map[string]uint64{"1": 0x3f800000, "1.00000005960464477626": 0x3f800001, "1e-46": 0, "1e39": 0x7f800000} {
		if got := floatBits(ir.F32, lit); got != want {
			t.Errorf("f32 of %s: got %#x, want %#x", lit, got, want)
		}
	}
}

// TestIntegers reads random integers of many sizes in both bases.
func TestIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for bits := 1; bits < 40000; bits += 1 + bits/8 {
		v := new(big.Int)
		for range bits/64 + 1 {
			v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(rng.Uint64()))
		}
		v.Rsh(v, uint(v.BitLen()-min(bits, v.BitLen())))
		for _, lit := range []string{v.String(), "-" + v.String(), "00" + v.String(), fmt.Sprintf("0x%x", v), fmt.Sprintf("-0x00%X", v)} {
			m := mustParse(t, body("v5 = iconst "+lit))
			f := m.Funcs[0]
			want := new(big.Int).Set(v)
			if lit[0] == '-' {
				want.Neg(want)
			}
			if got := f.IntConst(f.FirstInst(0)); got.Big().Cmp(want) != 0 {
				t.Fatalf("%s is read as %v", clip(lit), got)
			}
		}
	}
}
