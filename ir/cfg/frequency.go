package cfg

import "github.com/tuffy-ir/tuffy/ir"

// mostRounds bounds how often a loop is taken to go around: one that no branch leaves would go
// around forever.
const mostRounds = 1e6

// mostRuns bounds how often a block is taken to run: endless loops in one another would go beyond
// what a float64 holds.
const mostRuns = 1e300

// irregularRounds is how often the flow of an irreducible graph is computed again.
const irregularRounds = 100

// Frequencies returns how often each block runs for each time that the function is entered, by
// block, if control leaves a block along its edges in the given shares, which sum up to one and
// are in the order of [CFG.Succs] (Wu and Larus, "Static Branch Frequency and Program Profile
// Analysis", MICRO 1994). What comes into a block goes out of it, exactly but for rounding and for
// loops that never end; in irreducible graphs about. All are finite.
func (c *CFG) Frequencies(l *Loops, shares func(b ir.Block) []float64) []float64 {
	n, order := c.graph.Len(), c.reversePostorder()
	freq, around := make([]float64, n), make([]float64, n)
	member := make([]int32, n)
	out := make([][]float64, n)
	for _, b := range order.List {
		out[b] = shares(b)
	}
	// flow passes on what enters at head among blocks, which are in reverse postorder, the head
	// first, and returns what comes back to it.
	flow := func(id int32, blocks []ir.Block) (back float64) {
		for _, b := range blocks {
			member[b], freq[b] = id, 0
		}
		head := blocks[0]
		freq[head] = 1
		for _, b := range blocks {
			if b != head {
				freq[b] = min(freq[b]/max(1-around[b], 1/mostRounds), mostRuns)
			}
			for k, s := range c.Succs(b) {
				switch x := float64(freq[b] * out[b][k]); { // not fused with a sum: that is up to the machine
				case s == head:
					back += x
				case member[s] == id && !order.Retreats(b, s):
					freq[s] = min(freq[s]+x, mostRuns)
				}
			}
		}
		return back
	}
	for k := len(l.List) - 1; k >= 0; k-- {
		loop := &l.List[k]
		around[loop.Header] = flow(int32(k)+1, loop.Blocks)
	}
	if len(order.List) == 0 {
		return freq
	}
	entered := 1 / max(1-around[order.List[0]], 1/mostRounds)
	flow(int32(len(l.List))+1, order.List)
	for _, b := range order.List {
		freq[b] = min(freq[b]*entered, mostRuns)
	}
	if len(l.Irreducible) > 0 {
		for range irregularRounds {
			c.passOn(freq, out)
		}
	}
	return freq
}

// passOn computes each block's frequency from those of its predecessors.
func (c *CFG) passOn(freq []float64, out [][]float64) {
	for n, b := range c.Order() {
		x := 0.0
		if n == 0 {
			x = 1
		}
		for _, e := range c.Preds(b) {
			if c.Reachable(e.From) {
				x = min(x+float64(freq[e.From]*out[e.From][e.Index]), mostRuns)
			}
		}
		freq[b] = x
	}
}
