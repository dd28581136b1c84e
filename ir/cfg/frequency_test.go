package cfg

import (
	"math"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestManyEndlessLoops: in one another, each but the outermost left once in 1<<19 times, which are
// few enough to count, they leave all frequencies finite, and those 0 that no control gets to.
func TestManyEndlessLoops(t *testing.T) {
	const n, exit = 60, 2*60 + 1
	const left = 1.0 / (1 << 19)
	adj := make([][]bool, exit+1)
	for v := range adj {
		adj[v] = make([]bool, exit+1)
		if v < exit {
			adj[v][v+1] = true
		}
	}
	adj[n][exit] = true
	for v := 1; v <= n; v++ {
		adj[exit-v][v] = true // the latch
	}
	shares := func(c *CFG) func(b ir.Block) []float64 {
		return func(b ir.Block) []float64 {
			out := make([]float64, len(c.Succs(b)))
			for k, s := range c.Succs(b) {
				switch {
				case s == exit:
				case b <= n, b == exit-1:
					out[k] = 1
				case s < b:
					out[k] = 1 - left
				default:
					out[k] = left
				}
			}
			return out
		}
	}
	c := New(build(adj))
	l := c.Loops(c.Dominators())
	if l.Depth(n) != n {
		t.Fatalf("%d loops", l.Depth(n))
	}
	got := c.Frequencies(l, shares(c))
	for b, x := range got {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			t.Errorf("block %d runs %v times", b, x)
		}
	}
	if got[0] != 1 || got[exit] != 0 || slices.Max(got) < 1e299 {
		t.Errorf("the first block runs %v times, the last %v, any %v at most", got[0], got[exit], slices.Max(got))
	}
}
