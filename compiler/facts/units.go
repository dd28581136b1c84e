package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// unit is a strongly connected component: the blocks from lo to hi of the order.
type unit struct {
	lo, hi int32
	cyclic bool
}

// layout finds the units: each block in reverse postorder that is in none yet begins one, with all
// that reach it and are in none (Sharir, 1981). That is also an order in which a unit comes after
// those that go to it.
func (a *analysis) layout() {
	order := a.cfg.Order()
	a.pos = zeroed(a.pos, a.f.NumBlocks())
	a.order = append(a.order[:0], order...)
	a.dirty, a.arrive = zeroed(a.dirty, len(order)), zeroed(a.arrive, len(order))
	a.units = a.units[:0]
	for b := range a.pos {
		a.pos[b] = -1
	}
	if a.together {
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
