package legalize

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestFloatOps: every operation of every format on special and random floats, compared with exact
// arithmetic on integers, which is what the interpreter has.
func TestFloatOps(t *testing.T) {
	var s strings.Builder
	n, offered := 0, 0
	add := func(params, result, body string) {
		if offered++; offered%testseed.Rounds(1, 12) > 0 {
			return
		}
		ret, at := "v9", 0
		fmt.Fprintf(&s, `func @t%d(%s) -> %s {
 bb0:
`, n, params, result)
		for range strings.Split(params, ",") {
			at++
			fmt.Fprintf(&s, " v%d = param %d\n", at, at-1)
		}
		fmt.Fprintf(&s, ` %s
 ret %s
}
`, body, ret)
		if n++; n%8 == 0 {
			refines(t, s.String(), "")
			s.Reset()
		}
	}
	formats := testseed.Every(3, []string{"bf16", "f16", "f32", "f64"})
	for _, f := range formats {
		two := f + ", " + f
		for _, op := range []string{"fadd", "fsub", "fmul", "fdiv", "frem", "fminnum", "fmaxnum", "copysign"} {
			add(two, f, "v9 = "+op+" v1, v2")
		}
		for _, op := range []string{"fneg", "fabs", "fsqrt"} {
			add(f, f, "v9 = "+op+" v1")
		}
		add(two+", "+f, f, "v9 = fma v1, v2, v3")
		for _, p := range []string{"oeq", "one", "olt", "ule", "uno", "ueq", "ord", "uge"} {
			add(two, "bool", "v9 = fcmp."+p+" v1, v2")
		}
		for _, g := range formats {
			add(f, g, "v9 = fp_convert v1 -> "+g)
		}
		for _, bits := range []int{1, 8, 31, 32, 33, 63, 64} {
			for _, op := range []string{"fp_to_si", "fp_to_ui", "fp_to_si.sat", "fp_to_ui.sat"} {
				add(f, "int", fmt.Sprintf("v9 = %s.%d v1", op, bits))
			}
		}
		for _, bits := range []int{65, 100, 128, 200} { // too wide to be returned as it is
			for _, op := range []string{"fp_to_si", "fp_to_ui", "fp_to_si.sat", "fp_to_ui.sat"} {
				add(f, "int:u64", fmt.Sprintf(`v5 = %s.%d v1
 v6 = iconst %d
 v7 = shr v5, v6
 v9 = zext v7, 64`, op, bits, bits-64))
			}
		}
		for _, a := range []string{":s8", ":u32", ":s63", ":s64", ":u64"} {
			add("int"+a, f, "v9 = si_to_fp v1 -> "+f)
			add("int"+a, f, "v9 = ui_to_fp v1 -> "+f)
		}
		for _, by := range []int{1, 10, 53, 64, 100, 1000} {
			add("int:s64, int:u64", f, fmt.Sprintf(`v3 = iconst %d
 v4 = shl v1, v3
 v5 = or v4, v2
 v9 = si_to_fp v5 -> %s`, by, f))
		}
	}
	if s.Len() > 0 {
		refines(t, s.String(), "")
	}
}

// TestFused: sums that nearly cancel, and results around the least and greatest floats.
func TestFused(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	var s strings.Builder
	any := func() uint64 {
		x := r.Uint64()
		if r.IntN(2) == 0 { // few ones, so that sums are near the middle of two floats
			x &^= 1<<uint(r.IntN(52)) - 1
		}
		return x
	}
	for n := range testseed.Rounds(40, 1) {
		fmt.Fprintf(&s, "func @t%d() -> (", n)
		var types, names []string
		var body strings.Builder
		v := 0
		for range 20 {
			x, y := any(), any()
			p := math.Float64frombits(x) * math.Float64frombits(y)
			z := math.Float64bits(-p) + uint64(r.IntN(3)-1)
			switch r.IntN(4) {
			case 0:
				z = any()
			case 1:
				z = r.Uint64() & (1<<53 - 1) // subnormal or near
			case 2: // a product near the least floats
				x = uint64(1023-r.IntN(600))<<52 | r.Uint64()>>12
				y = (uint64(1023-1074+1023) - x>>52 + uint64(r.IntN(60))) << 52
				z &= 1<<54 - 1
			}
			fmt.Fprintf(&body, " v%d = fconst.f64 %#x\n v%d = fconst.f64 %#x\n v%d = fconst.f64 %#x\n v%d = fma v%d, v%d, v%d\n v%d = frem v%d, v%d\n",
				v, x, v+1, y, v+2, z, v+3, v, v+1, v+2, v+4, v, v+2)
			names = append(names, fmt.Sprintf("v%d", v+3), fmt.Sprintf("v%d", v+4))
			types = append(types, "f64", "f64")
			v += 5
		}
		fmt.Fprintf(&s, `%s) {
 bb0:
%s ret %s
}
`, strings.Join(types, ", "), body.String(), strings.Join(names, ", "))
	}
	refines(t, s.String(), "")
}
