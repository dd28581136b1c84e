package host

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// elementaryCase is a call with doubles, of which those of a function of float are floats.
type elementaryCase struct {
	name string
	args []float64
}

// narrow makes the arguments those of the function's kind.
func (c elementaryCase) narrow() elementaryCase {
	f, _ := Lookup(c.name)
	args := append([]float64(nil), c.args...)
	for n, k := range f.Params {
		if k == F32 {
			args[n] = float64(float32(args[n]))
		}
	}
	return elementaryCase{c.name, args}
}

// result calls the function: the number as a double.
func (c elementaryCase) result(t *testing.T) float64 {
	f, ok := Lookup(c.name)
	if !ok {
		t.Fatalf("no function %s", c.name)
	}
	var args []Value
	for n, k := range f.Params {
		v := Value{Kind: k, Bits: math.Float64bits(c.args[n])}
		if k == F32 {
			v.Bits = uint64(math.Float32bits(float32(c.args[n])))
		}
		args = append(args, v)
	}
	res, _ := f.Call(nil, args)
	if f.Result[0] == F32 {
		return float64(math.Float32frombits(uint32(res[0].Bits)))
	}
	return math.Float64frombits(res[0].Bits)
}

var elementaryNames = strings.Fields("acos asin atan atan2 cos exp hypot log log10 log2 pow sin tan")

// special are the arguments where a result is not computed by a series, or barely.
var special = []float64{0, 1, -1, 2, -2, 3, 0.5, -0.5, 2.5, -3, 10, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64,
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-30, -0x1p-30, 0x1p-1022, math.MaxFloat32, 0x1p-149}

// TestElementarySpecial: where the result is a NaN, an infinity, a zero or exact, the C library has the same.
func TestElementarySpecial(t *testing.T) {
	var cases []elementaryCase
	var text strings.Builder
	text.WriteString(libcSource + "int main(void) {\n")
	for _, name := range testseed.Sample(t, 3, elementaryNames) {
		for _, x := range special {
			for n, y := range special {
				f, _ := Lookup(name)
				if len(f.Params) == 1 && n > 0 {
					break
				}
				for _, suffix := range []string{"", "f"} {
					c := elementaryCase{name + suffix, []float64{x, y}[:len(f.Params)]}.narrow()
					cases = append(cases, c)
					var args []string
					for _, a := range c.args {
						args = append(args, fmt.Sprintf("f64(%dull)", math.Float64bits(a)))
					}
					fmt.Fprintf(&text, "show(%s(%s)); puts(\"\");\n", c.name, strings.Join(args, ", "))
				}
			}
		}
	}
	text.WriteString("}\n")
	out, err := exec.Command(gcctest.Build(t, map[string]string{"special.c": text.String()}, "-O0", "-fno-builtin", "-w", "-lm")).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(out), "\n")
	for n, c := range cases {
		got := c.result(t)
		ours := fmt.Sprintf("%x", math.Float64bits(got))
		if got != got {
			ours = "nan"
		}
		var bits uint64
		fmt.Sscanf(lines[n], "%x", &bits)
		// The library is allowed to be off by one place of a number that it rounds.
		off := int64(bits) - int64(math.Float64bits(got))
		if strings.HasSuffix(c.name, "f") {
			off >>= 29
		}
		if ours != lines[n] && (got == 0 || math.IsInf(got, 0) || got != got || off < -1 || off > 1 || lines[n] == "nan") {
			t.Errorf("%s%v: got %s, the C library %s", c.name, c.args, ours, lines[n])
		}
	}
}

// arguments draws arguments for a function: of every exponent, and of those where it is not constant.
func arguments(r *rand.Rand, name string) []float64 {
	any := func() float64 {
		return math.Ldexp(1+r.Float64(), r.IntN(2040)-1020) * float64(1-2*r.IntN(2))
	}
	near := func(width int) float64 {
		return math.Ldexp(1+r.Float64(), r.IntN(2*width)-width) * float64(1-2*r.IntN(2))
	}
	switch strings.TrimSuffix(name, "f") {
	case "sin", "cos", "tan":
		if r.IntN(2) == 0 {
			return []float64{any()}
		}
		return []float64{near(30)}
	case "asin", "acos":
		if r.IntN(2) == 0 {
			return []float64{math.Copysign(1-math.Ldexp(r.Float64(), -r.IntN(50)), near(2))}
		}
		return []float64{near(30) / 0x1p31}
	case "exp":
		return []float64{near(10)}
	case "log", "log2", "log10":
		if r.IntN(2) == 0 {
			return []float64{1 + math.Ldexp(r.Float64(), -r.IntN(53))}
		}
		return []float64{math.Abs(any())}
	case "pow":
		if r.IntN(3) == 0 { // exact, or between two numbers
			return []float64{float64(1 + r.IntN(1<<27)), float64(1 + r.IntN(6))}
		}
		return []float64{math.Abs(near(20)), near(6)}
	case "hypot":
		if r.IntN(3) == 0 {
			return []float64{float64(3 * r.IntN(1<<27)), float64(4 * r.IntN(1<<27))}
		}
		x := any() / 4
		return []float64{x, x * near(40)}
	}
	x := any() / 4
	return []float64{x, x * near(60)}[:min(2, 1+strings.Count(name, "2"))]
}

// TestElementaryRounded: results are the exact ones rounded once, as gcc computes them of constants.
func TestElementaryRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 17))
	runs := 400
	if testing.Short() {
		runs = 40
	}
	var cases []elementaryCase
	var calls strings.Builder
	literal := func(x float64) string { return strings.Replace(fmt.Sprintf("%x", x), "p+", "p", 1) }
	for _, name := range elementaryNames {
		for range runs {
			for _, suffix := range []string{"", "f"} {
				args := arguments(r, name)
				if slices.ContainsFunc(args, func(x float64) bool { return math.IsInf(x, 0) }) {
					continue // C has no literal of it, and its roots are what it is
				}
				if suffix == "f" {
					for n := range args { // of the range of floats
						for math.Abs(args[n]) > 0x1p120 || math.Abs(args[n]) < 0x1p-120 && args[n] != 0 {
							args[n] = math.Copysign(math.Sqrt(math.Sqrt(math.Abs(args[n]))), args[n])
						}
					}
				}
				c := elementaryCase{name + suffix, args}.narrow()
				got := c.result(t)
				least := 0x1p-1022
				if suffix == "f" {
					least = 0x1p-126
				}
				if math.IsInf(got, 0) || math.Abs(got) < least { // no constants to gcc
					continue
				}
				cases = append(cases, c)
				var text []string
				for _, a := range c.args {
					text = append(text, literal(a))
				}
				fmt.Fprintf(&calls, "__builtin_%s(%s),\n", c.name, strings.Join(text, ", "))
			}
		}
	}
	source := libcSource + "static const double r[] = {\n" + calls.String() + "};\nint main(void) { for (unsigned i = 0; i < sizeof r / sizeof *r; i++) { show(r[i]); puts(\"\"); } }\n"
	out, err := exec.Command(gcctest.Build(t, map[string]string{"rounded.c": source}, "-O0", "-w", "-lm")).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(out), "\n")
	if len(cases) < 20*runs {
		t.Errorf("only %d calls are compared", len(cases))
	}
	for n, c := range cases {
		got := c.result(t)
		ours := fmt.Sprintf("%x", math.Float64bits(got))
		if got != got {
			ours = "nan"
		}
		if ours != lines[n] {
			t.Errorf("%s%x: got %s, want %s", c.name, c.args, ours, lines[n])
		}
	}
}

// TestElementarySubnormal: results that are no constants to gcc. ln(2^-1075) is -745.1332 and log2(3) 1.585, which says
// what they are.
func TestElementarySubnormal(t *testing.T) {
	for _, c := range []struct {
		c    elementaryCase
		want float64
	}{
		{elementaryCase{"exp", []float64{-745.13}}, 0x1p-1074},
		{elementaryCase{"exp", []float64{-745.14}}, 0}, // ln(2^-1075) = -745.133219…
		{elementaryCase{"exp", []float64{709.79}}, math.Inf(1)},
		{elementaryCase{"pow", []float64{2, -1074}}, 0x1p-1074},
		{elementaryCase{"pow", []float64{2, -1075}}, 0}, // half of the least number: to even
		{elementaryCase{"pow", []float64{3, -677.5}}, 0x1p-1074},
		{elementaryCase{"atan2", []float64{0x1p-1074, 2}}, 0}, // a little less than half of the least number
		{elementaryCase{"atan2", []float64{3 * 0x1p-1074, 2}}, 0x1p-1074},
		{elementaryCase{"hypot", []float64{0x1p-1074, 0x1p-1074}}, 0x1p-1074},
		{elementaryCase{"hypot", []float64{3 * 0x1p-1074, 4 * 0x1p-1074}}, 5 * 0x1p-1074},
	} {
		if got := c.c.result(t); got != c.want {
			t.Errorf("%s%v: got %x, want %x", c.c.name, c.c.args, got, c.want)
		}
	}
}
