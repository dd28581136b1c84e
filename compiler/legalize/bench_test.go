package legalize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// plain is a function of n instructions as a C compiler makes them at -O0: nothing has to change.
func plain(n int) string {
	var s strings.Builder
	s.WriteString(`func @f(int:s32, ptr) -> int:s32 {
 bb0(v0: mem):
 v1:s32 = param 0
 v2 = param 1
`)
	v := 2
	last := "v1"
	for v < n {
		fmt.Fprintf(&s, " v%d = iconst %d\n v%d:s33 = add %s, v%d\n v%d:s32 = sext v%d, 32\n v%d = store.4 v%d, v2, v0\n v%d = load.4 v2, v0\n v%d = sext v%d, 32\n",
			v+1, v, v+2, last, v+1, v+3, v+2, v+4, v+3, v+5, v+6, v+5)
		last = fmt.Sprintf("v%d", v+6)
		v += 6
	}
	fmt.Fprintf(&s, ` ret %s, v0
}
`, last)
	return s.String()
}

func benchmark(b *testing.B, text string) {
	m := irtest.Parse(b, text)
	n := 0
	for _, f := range m.Funcs {
		n += f.Live()
	}
	t := machine(b, "")
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		c := m.Clone()
		b.StartTimer()
		if _, err := Module(c, t); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Minsts/s")
}

// BenchmarkLegal is a function that is only looked at.
func BenchmarkLegal(b *testing.B) {
	for _, n := range []int{1000, 10_000, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmark(b, plain(n)) })
	}
}

// BenchmarkWide is a chain of operations of 128 bits.
func BenchmarkWide(b *testing.B) {
	var s strings.Builder
	s.WriteString(`func @f(int:u128, int:u128) -> int:u128 {
 bb0:
 v1 = param 0
 v2 = param 1
`)
	for v := 3; v < 3000; v += 3 {
		fmt.Fprintf(&s, " v%d = mul v%d, v2\n v%d = xor v%d, v1\n v%d = zext v%d, 128\n", v, v-1, v+1, v, v+2, v+1)
	}
	s.WriteString(` ret v2999
}
`)
	benchmark(b, s.String())
}

// BenchmarkLong is a chain of operations of C's long, whose exact results have no container: only the
// demand of what extends them says that one word is enough.
func BenchmarkLong(b *testing.B) {
	var s strings.Builder
	s.WriteString(`func @f(int:s64, int:s64) -> int:s64 {
 bb0:
 v1:s64 = param 0
 v2:s64 = param 1
`)
	for v := 3; v < 6000; v += 4 {
		fmt.Fprintf(&s, " v%d = add v%d, v2\n v%d = sext v%d, 64\n v%d = mul v%d, v1\n v%d = sext v%d, 64\n", v, v-1, v+1, v, v+2, v+1, v+3, v+2)
	}
	s.WriteString(` ret v6002
}
`)
	benchmark(b, s.String())
}
