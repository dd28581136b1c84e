package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// scc is a strongly connected component: the blocks from lo to hi of the order.
// hi is the first position behind it. A block that branches to itself is cyclic, too.
type scc struct {
	lo, hi int32
	cyclic bool
}

// components are the blocks of a graph, SCC by SCC.
// Positions are what edges are compared by: one to a position that is not greater goes back, or stays.
type components struct {
	cfg   *cfg.CFG
	order []ir.Block // each SCC in reverse postorder
	pos   []int32    // by block: position in the order, -1 where it is unreachable
	sccs  []scc
}

// arrange finds the SCCs of the graph, each after those that go to it.
func (a *components) arrange() {
	a.pos = zeroed(a.pos, a.cfg.F.NumBlocks())
	for b := range a.pos {
		a.pos[b] = -1
	}
	a.order = append(a.order[:0], a.cfg.Order()...)
	a.sccs = a.sccs[:0]
	// Components come with those first that others go to, so that the list is walked from its end.
	c := a.cfg.SCC()
	at := int32(0)
	for k := c.Len() - 1; k >= 0; k-- {
		lo := at
		at += int32(len(c.Nodes(k)))
		root := c.Nodes(k)[0]
		a.sccs = append(a.sccs, scc{lo, at, at-lo > 1 || slices.Contains(a.cfg.Succs(root), root)})
	}
	// The blocks of an SCC follow one another in the order of the whole.
	next := make([]int32, c.Len())
	for _, b := range a.cfg.Order() {
		k := c.Of(b)
		u := &a.sccs[c.Len()-1-k]
		a.pos[b] = u.lo + next[k]
		a.order[a.pos[b]] = b
		next[k]++
	}
}

// layout finds the SCCs; nothing in them is known to be in need of a visit.
func (a *analysis) layout() {
	a.arrange()
	a.dirty = zeroed(a.dirty, len(a.order))
}

// run finds what is not known yet, SCC by SCC.
// An SCC is visited once: nothing that comes later goes to it.
func (a *analysis) run() {
	for _, u := range a.sccs {
		a.hi = u.hi
		if !u.cyclic {
			a.evalBlock(u.lo)
			continue
		}
		if a.touched(u) {
			a.cycle(u)
		}
	}
}
