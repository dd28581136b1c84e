package isel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// large is a function of about n instructions: in each of many blocks arithmetic, comparisons,
// loads and stores.
func large(n int) string {
	var b strings.Builder
	b.WriteString(`func @f(ptr, int:s64) -> int:s64 {
bb0(v0: mem):
v1: ptr = param 0
v2: int:s64 = param 1
br bb1(v2, v0)
`)
	v := 10
	for k := 1; k*16 < n; k++ {
		fmt.Fprintf(&b, "bb%d(v%d: int:s64, v%d: mem):\n", k, v, v+1)
		x, m := v, v+1
		v += 2
		def := func(typ, format string, args ...any) int {
			fmt.Fprintf(&b, "v%d: %s = %s\n", v, typ, fmt.Sprintf(format, args...))
			v++
			return v - 1
		}
		c := def("int:u8", "iconst %d", 8*(k%100))
		p := def("ptr", "ptradd v1, v%d", c)
		l := def("int:u32", "load.4 v%d, v%d", p, m)
		a := def("int:i64", "add v%d, v%d", x, l)
		e := def("int:s64", "sext v%d, 64", a)
		d := def("int:s64", "xor v%d, v2", e)
		s := def("int:u6", "iconst %d", k%30)
		r := def("int:s64", "shr v%d, v%d", d, s)
		q := def("int:i64", "mul v%d, v%d", r, c)
		z := def("int:u32", "zext v%d, 32", q)
		fmt.Fprintf(&b, "v%d = store.4 v%d, v%d, v%d\n", v, z, p, m)
		m = v
		v++
		t := def("bool", "icmp.lt v%d, v%d", r, x)
		u := def("int:s64", "select v%d, v%d, v%d", t, r, d)
		w := def("int:s64", "and v%d, v%d", u, e)
		fmt.Fprintf(&b, "brif v%d, bb%d(v%d, v%d), bb%d(v%d, v%d)\n", t, k+1, w, m, k+1, u, m)
		if (k+1)*16 >= n {
			fmt.Fprintf(&b, `bb%d(v%d: int:s64, v%d: mem):
ret v%d, v%d
}
`, k+1, v, v+1, v, v+1)
		}
	}
	return b.String()
}

func BenchmarkSelect(b *testing.B) {
	for _, n := range []int{1000, 50000} {
		m := irtest.Parse(b, large(n))
		for _, opt := range []int{0, 2} {
			b.Run(fmt.Sprintf("O%d/%d", opt, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := isel.Func(m.Funcs[0], m, isel.Options{Opt: opt}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)*float64(m.Funcs[0].Live())/b.Elapsed().Seconds(), "insts/s")
			})
		}
	}
}
