package facts

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// memory is what an analysis remembers of the function, to see what has changed around the values:
// the infrastructure marks those that were written (see [ir.Func.Settle]).
// The epoch tells whether something else settled the function since.
type memory struct {
	epoch  uint64 // of the marks, 0 if nothing is kept
	shape  uint64
	under  uint64 // hash of the conditions
	params []ir.Annot
}

// Work counts what was evaluated to find facts.
// Tests hold an update to it: that it finds the same is not all, it must not evaluate everything again.
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
	a.mem.shape = a.f.CFGVersion()
	a.mem.under = a.conditionsHash()
	a.mem.params = a.mem.params[:0]
	for _, p := range a.f.Params {
		a.mem.params = append(a.mem.params, p.Annot)
	}
	a.mem.epoch = a.f.Settle()
}

// Update makes the facts those of the function as it is now: the same that [Forward] finds (in cycles with several
// entries others that hold as well, as what is found there depends on where the search begins), but
// only what is dirty is computed, and what reads something that has become another fact. All is dirty
// without a [Info.Keep] since which nothing else settled the function, and where the graph or the conditions
// of branches have changed.
func (n *Info) Update(c *cfg.CFG, dom *cfg.DomTree) {
	a := n.a
	if a.mem.epoch == 0 || c.F != a.f || c.F.Settled() != a.mem.epoch || c.F.CFGVersion() != a.mem.shape {
		a.start(c, dom)
	} else {
		a.resume(c, dom)
	}
	a.run()
}

// resume finds what must be evaluated again.
// It is for a graph of the same shape, so that blocks, their order and SCCs are those of the last run.
func (a *analysis) resume(c *cfg.CFG, dom *cfg.DomTree) {
	f := c.F
	a.cfg, a.dom = c, dom
	a.incremental, a.work = true, Work{}
	known := len(a.stale)
	a.vals.grow(f.NumValues())
	a.reached, a.stale = longer(a.reached, f.NumBlocks()), longer(a.stale, f.NumInsts())
	for i := known; i < len(a.stale); i++ {
		a.stale[i] = true
	}
	if a.collect(); a.conditionsHash() != a.mem.under {
		a.start(c, dom)
		return
	}
	for v := range f.DirtyValues() {
		if i := f.Def(v); i == ir.NoInst {
			if n := a.pos[f.DefBlock(v)]; n >= 0 {
				a.dirty[n] = true
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

// touched reports whether a block of a cycle is entered otherwise, or has something stale: then all of
// it is found again. That it will be the same in the end as it was is not enough: it may have been
// another on the way.
func (a *analysis) touched(u scc) bool {
	return slices.Contains(a.dirty[u.lo:u.hi], true)
}

// conditionsHash is a hash of all conditions and the blocks where they begin to hold.
// It stands for the list itself: two lists of one hash would be taken for one.
func (a *analysis) conditionsHash() uint64 {
	x := uint64(1)
	for k := range a.conditions {
		c := &a.conditions[k]
		x = mix(x, uint64(c.block)<<32|uint64(a.f.Op(c.inst))<<16|uint64(c.pred))
		if c.second {
			x = ^x
		}
		if c.via != (relation{}) {
			x = a.hashVia(x, c.via.inst)
			if c.via.back {
				x = ^x
			}
		}
		for n := range a.f.NumFixed(c.inst) {
			x = mix(x, uint64(a.f.Arg(c.inst, n)))
		}
	}
	return x
}

// hashVia adds an instruction of a relation, with its constant, to the hash x.
func (a *analysis) hashVia(x uint64, d ir.Inst) uint64 {
	f := a.f
	x = mix(mix(x, uint64(f.Result(d, 0))<<16|uint64(f.Op(d))), uint64(f.Attr(d).Imm))
	for n := range f.NumFixed(d) {
		x = mix(x, uint64(f.Arg(d, n)))
	}
	if n, ok := a.constOperand(d); ok {
		x = mix(x, a.constant(d, n).Low64())
	}
	return x
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
