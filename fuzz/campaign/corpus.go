package campaign

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
)

// entry is a program of the corpus.
type entry struct {
	row
	text string

	parse  sync.Once
	parsed *ir.Module
}

// How the corpus changes with the numbers of programs.
const (
	// lag: the programs of a block of so many see the corpus as it was after the block before
	// the last, so that workers need not wait for each other.
	lag = 512
	// minimizeEvery is after how many programs the corpus is minimised: a multiple of lag.
	minimizeEvery = 32 * lag
)

// horizon is the number up to which program n sees the corpus.
func horizon(n int64) int64 { return (n/lag - 1) * lag }

// corpus is the programs kept.
type corpus struct {
	entries []*entry // in the order of their numbers
	live    int      // those not dropped
}

// seen lists what programs with the given horizon see.
func (c *corpus) seen(h int64) []*entry {
	var out []*entry
	for _, e := range c.entries {
		if e.number < h && (e.dropped == 0 || e.dropped > h) && e.insts <= maxParent {
			out = append(out, e)
		}
	}
	return out
}

// minimize drops what the others cover, as of number n: a greedy cover (Chvátal 1979) that
// takes the entry with the most new events an instruction first, the older one on a tie. It
// returns the entries dropped.
func (c *corpus) minimize(n int64) []*entry {
	var open []*entry
	for _, e := range c.entries {
		if e.dropped == 0 {
			open = append(open, e)
		}
	}
	have := map[int]bool{}
	gain := func(e *entry) int {
		g := 0
		for _, id := range e.events {
			if !have[id] {
				g++
			}
		}
		return g
	}
	keep := map[*entry]bool{}
	// Gains only shrink, so an entry whose gain is still the best of the estimates is the best.
	type candidate struct {
		e    *entry
		gain int
	}
	less := func(a, b candidate) bool { // a is worse than b
		x, y := a.gain*(b.e.insts+1), b.gain*(a.e.insts+1)
		return x < y || x == y && a.e.number > b.e.number
	}
	queue := make([]candidate, len(open))
	for i, e := range open {
		queue[i] = candidate{e, len(e.events)}
	}
	order := func(a, b candidate) int {
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	}
	slices.SortFunc(queue, order)
	for len(queue) > 0 {
		last := len(queue) - 1
		best := queue[last]
		queue = queue[:last]
		g := gain(best.e)
		if g == 0 {
			continue
		}
		if g != best.gain {
			best.gain = g
			at, _ := slices.BinarySearchFunc(queue, best, order)
			queue = slices.Insert(queue, at, best)
			continue
		}
		keep[best.e] = true
		for _, id := range best.e.events {
			have[id] = true
		}
	}
	var dropped []*entry
	for _, e := range open {
		if !keep[e] {
			e.dropped = n
			dropped = append(dropped, e)
		}
	}
	c.live -= len(dropped)
	return dropped
}

// forget removes the entries that no program from number n on sees.
func (c *corpus) forget(n int64) (numbers []int64) {
	c.entries = slices.DeleteFunc(c.entries, func(e *entry) bool {
		gone := e.dropped != 0 && e.dropped <= horizon(n)
		if gone {
			numbers = append(numbers, e.number)
		}
		return gone
	})
	return numbers
}
