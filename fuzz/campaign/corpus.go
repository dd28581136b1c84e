package campaign

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
)

// entry is a program of the corpus. The text is what counts; the module is parsed from it once,
// when a program first wants it as a parent.
type entry struct {
	row
	text string

	parse  sync.Once
	parsed *ir.Module
}

// How the corpus changes with the numbers of programs. Both are part of what a seed means: changing
// one changes the programs of all seeds.
const (
	// lag: the programs of a block of so many see the corpus as it was after the block before
	// the last, so that workers need not wait for each other.
	lag = 512
	// minimizeEvery is after how many programs the corpus is minimised: a multiple of lag.
	minimizeEvery = 32 * lag
)

// horizon is the number up to which program n sees the corpus. It is negative for the first two
// blocks, which see an empty corpus.
func horizon(n int64) int64 { return (n/lag - 1) * lag }

// corpus is the programs kept. An entry that was dropped stays until no program can see it any
// more, see forget.
type corpus struct {
	entries []*entry // in the order of their numbers
	live    int      // those not dropped
}

// seen lists what programs with the given horizon see. Large programs are left out, since changing
// them again would make every generation larger.
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
// returns the entries dropped. The cover is the same on every machine: gains are integers and ties
// go by number. Its cost is about n log n for n entries, as most estimates stay right.
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
	// The comparison of gain per instruction is done by cross-multiplication, without floats. One
	// is added so that empty programs divide as well.
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
	// The best is last, so that taking it is cheap.
	slices.SortFunc(queue, order)
	for len(queue) > 0 {
		last := len(queue) - 1
		best := queue[last]
		queue = queue[:last]
		g := gain(best.e)
		if g == 0 {
			continue
		}
		// The estimate was too high; it goes back to where it belongs now.
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

// forget removes the entries that no program from number n on sees. Their files are swept when the
// campaign is opened next.
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
