package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// memory is what an analysis remembers of the function, to see what has changed around the values:
// the infrastructure marks those that were written (see [ir.Func.Settle]).
type memory struct {
	epoch   uint64 // of the marks, 0 if nothing is kept
	shape   uint64
	version uint64
	ways    []uint64 // by block: a hash of where it is entered from, and of the cycle that it is in
	under   []uint64 // by block: a hash of the conditions that hold there
	params  []ir.Annot
}

// Work counts what was evaluated to find facts.
type Work struct {
	Insts int // instructions
	Args  int // block arguments, at each time when what is passed to them was joined
}

// Work says what the last [Forward] or [Info.Update] evaluated.
func (n *Info) Work() Work { return n.a.work }

// Keep settles the function: what is written from now on is marked, and [Info.Update] computes
// what is marked, and what follows from a change of it.
func (n *Info) Keep() {
	a := n.a
	a.mem.shape, a.mem.version = a.f.CFGVersion(), a.f.Version()
	a.mem.ways = a.mixPreds(a.mem.ways)
	a.mem.under = a.conditionsOf(a.mem.under)
	a.mem.params = a.mem.params[:0]
	for _, p := range a.f.Params {
		a.mem.params = append(a.mem.params, p.Annot)
	}
	a.mem.epoch = a.f.Settle()
}

// Update makes the facts those of the function as it is now: the same that [Forward] finds, but
// only what is dirty is computed, and what reads something that has become another fact. Without
// a [Info.Keep] since which nobody else settled the function, all is dirty; so it is after any
// change if cycles are not taken apart, since then all facts hang together. For that see [ForwardOn].
func (n *Info) Update(c *cfg.CFG, dom *cfg.DomTree, together bool) {
	a := n.a
	if together && a.together && a.mem.epoch != 0 && c.F == a.f && c.F.Settled() == a.mem.epoch && c.F.Version() == a.mem.version {
		a.work = Work{}
		return
	}
	if together || a.mem.epoch == 0 || c.F != a.f || c.F.Settled() != a.mem.epoch || together != a.together {
		a.together = together
		a.start(c, dom)
	} else {
		a.resume(c, dom)
	}
	a.run()
}

// resume finds what must be evaluated again.
func (a *analysis) resume(c *cfg.CFG, dom *cfg.DomTree) {
	f := c.F
	a.cfg, a.dom = c, dom
	a.later, a.work = true, Work{}
	known := len(a.stale)
	a.vals.grow(f.NumValues())
	a.reached, a.stale = longer(a.reached, f.NumBlocks()), longer(a.stale, f.NumInsts())
	for i := known; i < len(a.stale); i++ {
		a.stale[i] = true
	}
	if f.CFGVersion() != a.mem.shape {
		a.reshaped()
	}
	a.collect()
	a.moved()
	for v := range f.DirtyValues() {
		if i := f.Def(v); i == ir.NoInst {
			if n := a.pos[f.DefBlock(v)]; n >= 0 {
				a.arrive[n] = true
			}
		} else if !f.Deleted(i) {
			a.revisit(i)
		}
	}
	params := slices.EqualFunc(a.mem.params, f.Params, func(a ir.Annot, p ir.Param) bool { return a == p.Annot })
	for n, b := range a.order {
		if f.DirtyExit(b) {
			a.revisit(f.Terminator(b))
			a.dirty[n] = true
		}
		if !params {
			for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
				if f.Op(i) == ir.OpParam {
					a.revisit(i)
				}
			}
		}
	}
}

// revisit has an instruction evaluated again.
func (a *analysis) revisit(i ir.Inst) {
	a.stale[i] = true
	if n := a.pos[a.f.InstBlock(i)]; n >= 0 {
		a.dirty[n] = true
	}
}

// reshaped finds the SCCs of a changed graph, and the blocks that are entered otherwise.
func (a *analysis) reshaped() {
	a.layout()
	for b, n := range a.pos {
		if n < 0 && a.reached[b] {
			a.reached[b] = false
			a.forget(ir.Block(b))
		}
	}
	old := a.mem.ways
	a.mem.ways = a.mixPreds(nil)
	for n, b := range a.order {
		a.arrive[n] = a.arrive[n] || int(b) >= len(old) || old[b] != a.mem.ways[b]
	}
}

// moved finds the blocks that are under other conditions than before.
func (a *analysis) moved() {
	old := a.mem.under
	a.mem.under = a.conditionsOf(nil)
	for n, b := range a.order {
		if int(b) >= len(old) || old[b] != a.mem.under[b] {
			a.allStale(b)
			a.dirty[n] = true
		}
	}
}

// still evaluates what is stale in a cycle, and reports true if nothing of it goes around: then
// its arguments, and which of its blocks are reached, are as they were.
func (a *analysis) still(u scc) bool {
	for n := u.lo; n < u.hi; n++ {
		if a.arrive[n] {
			return false
		}
	}
	if a.goesAround(u) {
		return false
	}
	for n := u.lo; n < u.hi; n++ {
		if b := a.order[n]; a.dirty[n] && a.reached[b] {
			a.insts(b)
			a.leave(b)
		}
		a.dirty[n] = false
	}
	return true
}

// goesAround reports whether what is stale in a cycle may get to its arguments or branches. That
// it will be the same in the end as it was is not enough: it may have been another on the way.
func (a *analysis) goesAround(u scc) bool {
	f := a.f
	a.seen, a.list = longer(a.seen, f.NumInsts()), a.list[:0]
	inside := func(b ir.Block) bool { return u.lo <= a.pos[b] && a.pos[b] < u.hi }
	around := false
	visit := func(i ir.Inst) {
		b := f.InstBlock(i)
		if a.seen[i] || !inside(b) || !a.reached[b] {
			return
		}
		if f.Op(i).Is(ir.Term) {
			around = around || slices.ContainsFunc(a.cfg.Succs(b), inside)
			return
		}
		a.seen[i] = true
		a.list = append(a.list, i)
	}
	for n := u.lo; n < u.hi; n++ {
		if b := a.order[n]; a.dirty[n] && a.reached[b] {
			for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
				if a.stale[i] {
					visit(i)
				}
			}
		}
	}
	for k := 0; k < len(a.list) && !around; k++ {
		i := a.list[k]
		for n := range f.NumResults(i) {
			v := f.Result(i, n)
			for x := range f.Uses(v) {
				visit(x.Inst)
				if f.Op(x.Inst) != ir.OpICmp {
					continue
				}
				for m := range 2 {
					if w := f.Arg(x.Inst, m); w != v && a.first[w] >= 0 {
						for y := range a.under(w, x.Inst) {
							visit(y)
						}
					}
				}
			}
		}
	}
	for _, i := range a.list {
		a.seen[i] = false
	}
	return around
}

// conditionsOf hashes for each block the conditions that hold in it: those of the block that
// dominates it, and its own.
func (a *analysis) conditionsOf(h []uint64) []uint64 {
	h = zeroed(h, a.f.NumBlocks())
	k := 0
	for _, b := range a.cfg.Order() {
		x := uint64(1)
		if p := a.dom.Parent(b); p != ir.NoBlock {
			x = h[p]
		}
		for ; k < len(a.conditions) && a.conditions[k].block == b; k++ {
			c := &a.conditions[k]
			x = mix(x, uint64(a.f.Op(c.inst))<<16|uint64(c.pred)<<1|uint64(truthBit(c.second)))
			for n := range a.f.NumFixed(c.inst) {
				x = mix(x, uint64(a.f.Arg(c.inst, n)))
			}
		}
		h[b] = x
	}
	return h
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// longer is s with zeros at its end, of n elements.
func longer[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return append(s, make([]T, n-len(s))...)
}
