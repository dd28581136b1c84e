package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// The half of memopt that removes stores that nothing sees.
//
// A store is dead if on every path from it its bytes are written again, or their slot dies, before
// anything may read them. Calls, atomic operations, traps and the end of the function see all
// memory but slots: those that have not escaped nothing else sees, and none outlives the function.
// That is found backward, block by block, from lists of dead bytes and of the reads of slots; a
// back edge to a block that was not looked at yet knows nothing, so that a base that is another
// pointer in the next iteration of a loop is never compared with itself. A slot that is never read, by
// nothing, needs no stores at all. Undefined behaviour of a store goes with it.

// deadBytes is what is known at a place in the program of what happens after it.
// Less knowledge is always right: every operation below may drop a span, or the two flags, and
// only adds reads.
type deadBytes struct {
	spans   []span // they are written before they are read
	private bool   // so are all slots that have not escaped, or they die, but for those read
	escaped bool   // and those that have
	reads   []span
}

// storeRemover walks one function backward. Its deadBytes are those at the place it stands at.
type storeRemover struct {
	c *pass.Ctx
	f *ir.Func
	m *memoryMap
	// The longest list of spans and of reads, so that the work at one instruction is bounded.
	limit int
	deadBytes
}

// deadStores visits each block once, successors first where the graph allows it. There is no
// fixpoint: an edge to a block not yet visited meets the zero state, which knows nothing.
func deadStores(c *pass.Ctx, m *memoryMap) {
	w := &storeRemover{c: c, f: c.F, m: m, limit: c.Param("facts")}
	w.neverRead()
	order := c.CFG().Order()
	starts := make([]deadBytes, c.F.NumBlocks())
	for n := len(order) - 1; n >= 0; n-- {
		b := order[n]
		w.end(b, starts)
		// The previous instruction is asked for before this one may be removed.
		for i := c.F.LastInst(b); i != ir.NoInst; {
			previous := c.F.PrevInst(i)
			w.inst(i)
			i = previous
		}
		starts[b] = w.deadBytes
	}
}

// end sets the state at the end of b.
// The meet over the successors: what is dead on all of them, and what any of them reads.
func (w *storeRemover) end(b ir.Block, starts []deadBytes) {
	w.deadBytes = deadBytes{}
	switch w.f.Op(w.f.Terminator(b)) {
	// Who called the function sees all memory but its slots, and slots end here.
	case ir.OpRet, ir.OpUnreachable:
		w.private, w.escaped = true, true
	// A trap is an end that an observer may look at; the slots of the frame are not shown to it.
	case ir.OpTrap:
		w.private = true
	}
	for n, s := range w.c.CFG().Succs(b) {
		next := starts[s]
		if n == 0 {
			w.deadBytes = next
			// starts keeps its lists, since other predecessors ask for them too.
			w.spans, w.reads = slices.Clone(next.spans), slices.Clone(next.reads)
			continue
		}
		w.private, w.escaped = w.private && next.private, w.escaped && next.escaped
		w.spans = common(w.spans, next.spans)
		// The limit may be passed here, which drops the flags with the reads.
		for _, r := range next.reads {
			w.read(r)
		}
	}
}

// common is what is in both, as far as one span has all of it.
// The result is at most as long as a, and takes the smaller span of the two.
func common(a, b []span) []span {
	var out []span
	for _, x := range a {
		for _, y := range b {
			if y.covers(x) {
				out = append(out, x)
				break
			}
			if x.covers(y) {
				out = append(out, y)
				break
			}
		}
	}
	return out
}

// inst takes the state from after i to before it, or removes i.
func (w *storeRemover) inst(i ir.Inst) {
	if w.f.Op(i) == ir.OpStackEnd {
		w.ends(i)
		return
	}
	e := w.m.effect(i)
	// What a barrier does to memory that others see ends all that is known of it; a private slot
	// it does not see.
	if e.barrier {
		w.escaped = false
		w.keep(func(s span) bool { return w.m.root(s.root) == rootPrivate })
	}
	if e.writes && !e.barrier {
		// A write that has no known size is never covered, and is not removed unless its slot is
		// dead.
		if w.f.NumResults(i) == 1 && w.dead(e.to) && w.c.Fire(pass.Change{Rule: "dead_store", At: i, Kind: pass.Refinement}) {
			edit.Bypass(w.f, i)
			return
		}
		w.written(e.to)
	}
	// Reads come after writes in this order, because the state goes backward: a copy reads before
	// it writes.
	if e.reads {
		w.keep(func(s span) bool { return w.m.disjoint(e.from, s) })
		w.read(e.from)
	}
}

// ends takes the state over the end of a slot: nothing reads its bytes afterwards, as if all were written again. Of
// another slot than one that is named where it is made nothing is known.
func (w *storeRemover) ends(i ir.Inst) {
	p := w.f.Arg(i, 0)
	if d := w.f.Def(p); d != ir.NoInst && w.f.Op(d) == ir.OpStackSlot {
		w.written(span{w.m.place(p), w.f.Attr(d).Imm})
	}
}

// keep filters the spans in place.
func (w *storeRemover) keep(f func(span) bool) {
	w.spans = slices.DeleteFunc(w.spans, func(s span) bool { return !f(s) })
}

// read adds a read, unless it is of a data symbol: those are asked for among the spans only.
func (w *storeRemover) read(s span) {
	if w.m.root(s.root) >= rootData || !w.private && !w.escaped {
		return
	}
	if slices.ContainsFunc(w.reads, func(r span) bool { return r.covers(s) }) {
		return
	}
	if len(w.reads) >= w.limit {
		// Too many reads to remember: nothing is dead any more but what the spans say.
		w.private, w.escaped, w.reads = false, false, nil
		return
	}
	w.reads = append(w.reads, s)
}

// written says that the bytes of s are written.
func (w *storeRemover) written(s span) {
	if s.size == anything {
		return
	}
	// A read that the write covers sees the new bytes, so that earlier stores are free of it.
	w.reads = slices.DeleteFunc(w.reads, s.covers)
	// The oldest is the farthest ahead in the program, and the least likely to be covered whole.
	if len(w.spans) >= w.limit {
		w.spans = append(w.spans[:0], w.spans[1:]...)
	}
	w.spans = append(w.spans, s)
}

// dead reports whether nothing sees what is written to s.
// Either a span that will be written again covers it, or its slot dies with no read in common.
func (w *storeRemover) dead(s span) bool {
	if slices.ContainsFunc(w.spans, func(d span) bool { return d.covers(s) }) {
		return true
	}
	r := w.m.root(s.root)
	return (r == rootPrivate && w.private || r == rootEscaped && w.escaped) &&
		!slices.ContainsFunc(w.reads, func(r span) bool { return !w.m.disjoint(r, s) })
}

// neverRead removes the stores to slots that nothing reads.
// That takes no flow: a slot that has not escaped and that no instruction of the function reads
// has no reader in any order. A removed store may itself be a copy, whose source then loses a
// reader in the next run.
func (w *storeRemover) neverRead() {
	f := w.f
	stores := map[baseID][]ir.Inst{}
	var roots []baseID
	read := map[baseID]bool{}
	for i := range f.AllInsts() {
		e := w.m.effect(i)
		if e.reads {
			read[e.from.root] = true
		}
		if !e.writes || e.barrier || f.NumResults(i) > 1 || f.Op(i) == ir.OpStackEnd || w.m.root(e.to.root) != rootPrivate {
			continue
		}
		if len(stores[e.to.root]) == 0 {
			roots = append(roots, e.to.root)
		}
		stores[e.to.root] = append(stores[e.to.root], i)
	}
	for _, r := range roots {
		if read[r] {
			continue
		}
		for _, i := range stores[r] {
			if w.c.Fire(pass.Change{Rule: "never_read", At: i, Kind: pass.Refinement}) {
				edit.Bypass(f, i)
			}
		}
	}
}
