package ieee754

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

var narrowFormats = []Format{BF16, F16, F32, F64}

// newRand makes the generator of a random test and logs how to repeat it.
func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(int64(testseed.Seed(t))))
}

// pattern draws bits that are often zero-rich or one-rich, with any exponent.
func pattern(r *rand.Rand, f Format) uint64 {
	mask := f.signMask() | (f.signMask() - 1)
	v := r.Uint64()
	switch r.Intn(4) {
	case 0:
		v &= r.Uint64() & r.Uint64()
	case 1:
		v |= (r.Uint64() | r.Uint64()) & f.fracMask()
	case 2: // an exponent near one, so that operands interact
		exp := uint64(f.Bias() + r.Intn(2*f.Precision()+2) - f.Precision())
		v = v&(f.fracMask()|f.signMask()) | exp<<formats[f].fracBits
	}
	return v & mask
}

// interesting is about 300 patterns around every boundary of f, then random ones.
func interesting(r *rand.Rand, f Format) []uint64 {
	one := uint64(f.Bias()) << formats[f].fracBits
	ulp := f.fracMask() + 1
	mags := []uint64{0, 1, 2, 3, f.fracMask() - 1, f.fracMask(), ulp, ulp + 1, 2*ulp - 1, 2 * ulp,
		f.MaxFinite(false), f.MaxFinite(false) - 1, f.Inf(false), f.Inf(false) + 1, f.Inf(false) + 3,
		f.NaN(), f.NaN() + 1, f.signMask() - 1, f.quietBit(), f.quietBit() - 1, f.quietBit() + 1,
		one + f.quietBit(), one + f.quietBit() + 1}
	p := f.Precision()
	for _, e := range []int{0, 1, -1, 2, -2, p - 2, p - 1, p, p + 1, -p, 1 - p, 2 * p, -2 * p, f.Bias() / 2, -f.Bias() / 2,
		f.Bias() - 1, f.Bias()} {
		if biased := e + f.Bias(); biased > 0 && biased <= 2*f.Bias() {
			at := uint64(biased) << formats[f].fracBits
			mags = append(mags, at, at-1, at+1, at|f.fracMask())
		}
	}
	slices.Sort(mags)
	var out []uint64
	for _, m := range slices.Compact(mags) {
		out = append(out, m, f.Neg(m))
	}
	for len(out) < 300 {
		out = append(out, pattern(r, f))
	}
	return out
}
