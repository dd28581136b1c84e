package ccargs

import (
	"slices"
	"testing"
)

// TestFeatures: options name features as gcc's manual does, the last one decides, and what names none is no error.
func TestFeatures(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  []string
	}{
		{[]string{"-mavx2"}, []string{"+avx2"}},
		{[]string{"-msse4.1", "-mbmi"}, []string{"+sse4_1", "+bmi1"}},
		{[]string{"-mavx2", "-mno-avx2"}, []string{"+avx2", "-avx2"}},
		{[]string{"-march=x86-64-v2"}, []string{"+sse4_2", "+popcnt"}},
		{[]string{"-mtune=generic", "-mno-red-zone", "-m64", "-msse2", "-march=k8"}, nil},
	} {
		a, err := Parse(append(c.words, "x.c"))
		if err != nil || !slices.Equal(a.Features, c.want) {
			t.Errorf("%q: features %q, error %v; want %q", c.words, a.Features, err, c.want)
		}
	}
}
