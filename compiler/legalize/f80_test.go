package legalize

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// patternF80 is a pattern of 80 bits with an exponent near another one, or anywhere, as text of an fconst.
func patternF80(r *rand.Rand, near uint64) string {
	m := r.Uint64() | 1<<63
	switch r.IntN(6) {
	case 0:
		m = 1 << 63
	case 1:
		m = 1<<63 | 1<<r.IntN(63) | 1<<r.IntN(63)
	case 2:
		m = ^uint64(0) << r.IntN(64)
	case 3:
		m = m &^ (1<<r.IntN(63) - 1)
	}
	e := (near + uint64(r.IntN(140)) - 70) & 0x7fff
	switch r.IntN(16) {
	case 0:
		e, m = uint64(r.IntN(2)), m>>r.IntN(64) // subnormal, or no number
	case 1:
		e, m = 0x7fff, 1<<63
	case 2:
		e = 0x7fff
	case 3:
		e, m = 0, 0
	case 4:
		e = uint64(r.IntN(130)) // near the least
	case 5:
		e = 0x7ffe - uint64(r.IntN(70))
	case 6:
		e = 16383 - 1080 + uint64(r.IntN(2110)) // what an f64 has, or not quite
	case 7:
		e = 16383 - 155 + uint64(r.IntN(290))
	case 8, 9:
		e = 16383 - 30 + uint64(r.IntN(100))
	case 10:
		m &^= 1 << 63
	}
	return fmt.Sprintf("0x%04x%016x", e|uint64(r.IntN(2))<<15, m)
}

// TestF80Ops: every operation of f80 on special and random numbers gives what exact arithmetic does, which is what the
// interpreter has, and which is compared with the processor (package ieee754).
func TestF80Ops(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 5))
	type op struct{ text, result string } // of operands v0, v1, v2: a result v3
	var ops []op
	for _, name := range []string{"fadd", "fsub", "fmul", "fdiv", "frem", "fminnum", "fmaxnum", "copysign"} {
		ops = append(ops, op{name + " v0, v1", "f80"})
	}
	ops = append(ops, op{"fneg v0", "f80"}, op{"fabs v0", "f80"}, op{"fsqrt v0", "f80"}, op{"fma v0, v1, v2", "f80"}, op{"fp_convert v0 -> f80", "f80"})
	for _, p := range []string{"oeq", "one", "olt", "ule", "uno", "ueq", "ord", "uge"} {
		ops = append(ops, op{"fcmp." + p + " v0, v1", "bool"})
	}
	for _, f := range []string{"bf16", "f16", "f32", "f64"} {
		ops = append(ops, op{"fp_convert v0 -> " + f, f})
	}
	for _, bits := range []int{1, 8, 16, 31, 32, 33, 63, 64, 65, 100, 128, 200} {
		for _, name := range []string{"fp_to_si.sat", "fp_to_ui.sat"} {
			ops = append(ops, op{fmt.Sprintf("%s.%d v0", name, bits), "int"})
		}
	}
	for n := range testseed.Rounds(6, 1) {
		for _, x := range testseed.Sample(t, 3, ops) {
			var s, out strings.Builder
			count := 0
			fmt.Fprintf(&s, "func @t%d() -> (", n)
			for k := range 12 {
				v := func(n int) string { return fmt.Sprintf("v%d", 20*k+n) }
				near := uint64(r.IntN(1 << 15))
				for j := range 3 {
					fmt.Fprintf(&out, " %s = fconst.f80 %s\n", v(j), patternF80(r, near))
				}
				text := x.text
				for j := range 3 { // in two steps, since the names overlap
					text = strings.ReplaceAll(text, fmt.Sprintf("v%d", j), "%"+fmt.Sprint(j))
				}
				for j := range 3 {
					text = strings.ReplaceAll(text, "%"+fmt.Sprint(j), v(j))
				}
				fmt.Fprintf(&out, " %s = %s\n", v(3), text)
				bits := v(3)
				switch x.result {
				case "bool":
					fmt.Fprintf(&out, " %s = bool_to_int %s\n", v(4), bits)
					bits = v(4)
				case "int":
				default: // which NaN it is, is not said
					fmt.Fprintf(&out, " %s = fcmp.uno %s, %s\n %s = fconst.%s 0x77\n %s = select %s, %s, %s\n", v(9), bits, bits, v(14), x.result, v(19), v(9), v(14), bits)
					bits = v(19)
					fmt.Fprintf(&out, " %s = bitcast %s -> int\n", v(4), bits)
					bits = v(4)
				}
				for j := range 4 {
					fmt.Fprintf(&out, " %s = iconst %d\n %s = shr %s, %s\n %s = zext %s, 64\n", v(5+j), 64*j, v(10+j), bits, v(5+j), v(15+j), v(10+j))
					count++
				}
			}
			fmt.Fprintf(&s, `%s) {
 bb0:
%s ret `, strings.TrimSuffix(strings.Repeat("int:u64, ", count), ", "), out.String())
			for k := range 12 {
				for j := range 4 {
					if k+j > 0 {
						s.WriteString(", ")
					}
					fmt.Fprintf(&s, "v%d", 20*k+15+j)
				}
			}
			s.WriteString("\n}\n")
			refines(t, s.String(), "")
		}
	}
}
