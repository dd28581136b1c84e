package regalloc

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/usage"
)

// BenchmarkRun measures both allocators on functions of 1,000 to 50,000 instructions, also by the
// time of the processor, which other work on the machine disturbs less.
func BenchmarkRun(b *testing.B) {
	for _, m := range modes[:2] {
		for _, size := range []int{1000, 5000, 20000, 50000} {
			f := generateFor(rand.New(rand.NewPCG(1, 2)), size, 4, false, true)
			b.Run(fmt.Sprintf("%s/%d", m.name, size), func(b *testing.B) {
				start := usage.Spent(b)
				n := 0
				for b.Loop() {
					if _, err := Run(f, m.o); err != nil {
						b.Fatal(err)
					}
					n++
				}
				insts := float64(len(f.Insts) * n)
				b.ReportMetric(insts/b.Elapsed().Seconds()/1e6, "Minsts/s")
				b.ReportMetric(insts/(usage.Spent(b)-start).Seconds()/1e6, "Minsts/cpu-s")
			})
		}
	}
}
