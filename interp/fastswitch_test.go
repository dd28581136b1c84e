package interp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestSwitchTable compares tables of all densities with a search of the list of cases.
func TestSwitchTable(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	spans := []uint64{1, 5, 60, 255, 256, 300, 5000, 1 << 40, math.MaxUint64}
	for range 2000 {
		span, first := spans[r.IntN(len(spans))], r.Int64()
		if r.IntN(3) == 0 {
			first = math.MinInt64
		}
		edges := map[int64]int32{}
		var cases []switchCase
		for n := range r.IntN(70) {
			v := int64(uint64(first) + r.Uint64()%max(span, 1))
			if n == 0 && span == math.MaxUint64 {
				v = math.MaxInt64
			}
			if _, twice := edges[v]; !twice {
				edges[v] = int32(n)
				cases = append(cases, switchCase{v, int32(n)})
			}
		}
		tab := newSwitch(cases, nil, -7)
		if len(tab.dense) > max(denseAtMost, sparseness*len(edges)) {
			t.Fatalf("a table of %d entries for %d cases", len(tab.dense), len(edges))
		}
		probe := []int64{0, math.MinInt64, math.MaxInt64, first}
		for v := range edges {
			probe = append(probe, v, v+1, v-1)
		}
		for _, v := range probe {
			want, ok := edges[v]
			if !ok {
				want = -7
			}
			if got := tab.find(v); got != want {
				t.Fatalf("%d finds edge %d, want %d, among %v", v, got, want, tab.cases)
			}
		}
	}
}
