package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// unit is a strongly connected component: the blocks from lo to hi of the order.
type unit struct {
	lo, hi int32
	cyclic bool
}

// components are the blocks of a graph, unit by unit.
type components struct {
	cfg   *cfg.CFG
	order []ir.Block // each unit in reverse postorder
	pos   []int32    // by block: position in the order, -1 where it is unreachable
	units []unit
}

// arrange finds the units of the graph: each block in reverse postorder that is in none yet begins
// one, with all that reach it and are in none (Sharir, 1981). That is also an order in which a unit
// comes after those that go to it. If together, all blocks are one unit.
func (a *components) arrange(together bool) {
	order := a.cfg.Order()
	a.pos = zeroed(a.pos, a.cfg.F.NumBlocks())
	a.order = append(a.order[:0], order...)
	a.units = a.units[:0]
	for b := range a.pos {
		a.pos[b] = -1
	}
	if together {
		for n, b := range order {
			a.pos[b] = int32(n)
		}
		a.units = append(a.units, unit{0, int32(len(order)), true})
		return
	}
	const waiting = -2
	for _, b := range order {
		a.pos[b] = waiting
	}
	n := int32(0)
	var list []ir.Block
	for _, root := range order {
		if a.pos[root] != waiting {
			continue
		}
		lo := n
		list = append(list[:0], root)
		a.pos[root] = n
		cyclic := false
		for k := 0; k < len(list); k++ {
			for _, p := range a.cfg.Preds(list[k]) {
				if a.pos[p] == waiting {
					a.pos[p] = n
					list = append(list, p)
				}
				cyclic = cyclic || p == root
			}
		}
		cyclic = cyclic || len(list) > 1
		if len(list) > 1 {
			slices.SortFunc(list, func(b, c ir.Block) int {
				n, _ := a.cfg.Index(b)
				k, _ := a.cfg.Index(c)
				return n - k
			})
		}
		for k, b := range list {
			a.order[int(lo)+k], a.pos[b] = b, lo+int32(k)
		}
		n += int32(len(list))
		a.units = append(a.units, unit{lo, n, cyclic})
	}
}

// ways hashes for each block its neighbours, those that go to it or those that it goes to, and the blocks of its
// cycle in order. It is 0 where a block is unreachable. The memory of h is used.
func (a *components) ways(h []uint64, neighbours func(b ir.Block) []ir.Block) []uint64 {
	h = zeroed(h, a.cfg.F.NumBlocks())
	for _, u := range a.units {
		cycle := uint64(u.hi - u.lo)
		for _, b := range a.order[u.lo:u.hi] {
			cycle = mix(cycle, uint64(b))
		}
		for _, b := range a.order[u.lo:u.hi] {
			x := cycle
			for _, p := range neighbours(b) {
				if a.pos[p] >= 0 {
					x = mix(x, uint64(p))
				}
			}
			h[b] = x | 1
		}
	}
	return h
}

// layout finds the units; nothing in them is known to be in need of a visit.
func (a *analysis) layout() {
	a.arrange(a.together)
	a.dirty, a.arrive = zeroed(a.dirty, len(a.order)), zeroed(a.arrive, len(a.order))
}

// run finds what is not known yet, unit by unit.
func (a *analysis) run() {
	for _, u := range a.units {
		a.hi = u.hi
		if !u.cyclic {
			a.once(u.lo)
			continue
		}
		if !a.still(u) {
			a.cycle(u)
		}
	}
}
