package host

import (
	"math"
	"math/rand"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

// TestQuick holds the functions that are computed to 100 bits to those that are computed to as many as it takes, and wants them to answer for nearly all
// arguments of everyday sizes.
func TestQuick(t *testing.T) {
	long := map[string]func([]float64) real{
		"exp": exp, "log": logarithm(fixedOne), "log2": logarithm(ln2), "log10": logarithm(ln10), "pow": pow, "atan": atan, "atan2": atan2,
		"sin": turning(itself, sine), "cos": turning(unity, cosine), "tan": turning(itself, over),
		"asin": arc(false), "acos": arc(true), "sinh": sinh, "cosh": cosh, "tanh": tanh, "exp2": exp2, "expm1": expm1, "log1p": log1p, "cbrt": cbrt, "hypot": hypot,
	}
	r := rand.New(rand.NewSource(7))
	for name, quick := range quickElementary {
		answered, rounds := 0, testseed.Rounds(3000, 300)
		for n := range rounds {
			x := []float64{math.Ldexp(r.Float64()-0.5, r.Intn(12)), math.Ldexp(r.Float64()-0.5, r.Intn(6))}
			switch n % 8 {
			case 0: // exact results, and those that nearly are
				x[0], x[1] = float64(r.Intn(200)), float64(r.Intn(9))
			case 1:
				x[0] = math.Ldexp(1+r.Float64(), r.Intn(2000)-1000)
			case 2:
				x[0] = float64(r.Intn(100)) * math.Pi / 4
			case 3, 4, 5, 6, 7:
				if name == "asin" || name == "acos" {
					x[0] = 2*r.Float64() - 1
				}
			}
			for _, f := range []ieee754.Format{ieee754.F64, ieee754.F32} {
				got, ok := quick(f, x)
				if !ok {
					continue
				}
				answered++
				if want := long[name](x).in(f); got != want {
					t.Errorf("%s of %v as %v: %#x, want %#x", name, x, f, got, want)
				}
			}
		}
		if answered < rounds/2 {
			t.Errorf("%s: %d of %d answered", name, answered, 2*rounds)
		}
	}
}
