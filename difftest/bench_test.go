package difftest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// pair is a function of seven instructions, of which the operands of a sum are swapped.
func pair(k int, swap bool) string {
	x, y := "v2", "v3"
	if swap {
		x, y = y, x
	}
	return fmt.Sprintf(`func @f%d(int:s32, int:s32) -> int {
  bb0:
    v0 = param 0
    v1 = param 1
    v2 = mul v0, v1
    v3 = iconst %d
    v4 = add %s, %s
    v5 = xor v4, v1
    ret v5
}
`, k, 1000+7*k, x, y)
}

// BenchmarkPairs compares 100 pairs of functions, each in files of its own or all in two files.
func BenchmarkPairs(b *testing.B) {
	const n = 100
	for _, files := range []int{n, 1} {
		var before, after []*ir.Module
		for file := range files {
			var was, is strings.Builder
			for k := range n / files {
				was.WriteString(pair(file*n/files+k, false))
				is.WriteString(pair(file*n/files+k, true))
			}
			before, after = append(before, irtest.Parse(b, was.String())), append(after, irtest.Parse(b, is.String()))
		}
		b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
			runs, start := 0, usage.Spent(b)
			for b.Loop() {
				for k := range before {
					res, err := difftest.Check(context.Background(), before[k], after[k], difftest.Config{Workers: 1})
					if err != nil || res.Verdict() != difftest.Refined {
						b.Fatal(res, err)
					}
				}
				runs++
			}
			spent := (usage.Spent(b) - start).Seconds() / float64(runs*n)
			b.ReportMetric(1/spent, "pairs/cpu-s")
			b.ReportMetric(spent*1000, "cpu-ms/pair")
		})
	}
}
