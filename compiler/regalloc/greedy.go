package regalloc

import (
	"math"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// Points in time: instruction i has the points 4i to 4i+3.
//
//	4i    moves between places and from fixed definitions of i-1 have happened; what the
//	      copies into fixed and tied registers read is in its place
//	4i+1  these copies have happened; early definitions are written
//	4i+2  uses are read
//	4i+3  definitions and clobbers are written; late uses are read
//
// Ranges of points are half-open.
const points = 4

// liveRange is a piece of the life of a value. Its operands are uses[first:end] of the allocator. A
// range does not cover holes in the life of its value: a value that is dead in a block has no range
// there.
// Invariant: in the bundles that are waiting, assigned or spilled and not minimal, the ranges of a
// value are disjoint and together are its whole life, whatever was split and evicted before.
type liveRange struct {
	from, to   uint32
	v          mach.VReg
	first, end int32
}

// want is what an operand asks of the place of its value. The order matters: a later one asks for
// more.
type want uint8

const (
	anywhere want = iota // source or target of a copy, or memory may stand there
	inReg
)

// use is an operand, at an instruction. Parameters and arguments of edges count as uses without an
// operand, so that they have weight and hints.
type use struct {
	inst    uint32
	operand uint32 // in Func.Operands, or onEdge
	// What it costs to have the value in memory; 0 for a definition that can be made again.
	weight float32
	want   want
	def    bool
	// A fixed register that the value is copied from or to. It is no demand: the copy stays right
	// wherever the value is.
	hint   mach.Reg
	copied bool // the operand has a place of its own
}

// bundle is a set of ranges that get one place. Ranges are sorted and disjoint, also those of
// different values: only values that never live together are in one bundle.
type bundle struct {
	ranges []liveRange
	weight float32 // to be evicted: cost of its uses in memory by its length
	cost   float32 // of its uses
	set    int32   // spill set: bundles that share a slot
	reg    mach.Reg
	class  mach.Class
	// How many splits made it from the value's first bundle. It grows with each part, see
	// maxSplits.
	splits  uint8
	state   bundleState
	minimal bool // one instruction's register for a value that is in its slot, or goes there
}

// A bundle goes from waiting to one of the others; eviction puts it back.
type bundleState uint8

const (
	waiting bundleState = iota
	assigned
	spilled
	gone // split up
)

// infinite is the weight of what cannot be split any more.
const infinite = math.MaxFloat32

// reservation keeps registers free in [from, to), of all values but owner. Fixed operands and
// clobbers become reservations. The owner may have the register, since it is what the operand
// holds.
type reservation struct {
	from, to uint32
	regs     mach.RegSet
	owner    mach.VReg
}

// greedy is the allocator of -O1 and up. Values, instructions and blocks index flat slices, which
// are kept from function to function.
type greedy struct {
	f       *mach.Func
	a       *mach.Alloc
	allowed classes
	all     mach.RegSet // of all classes
	saved   mach.RegSet // the callee-saved ones
	order   [mach.NumClasses][]mach.Reg
	blockOf []mach.Block // by instruction
	sorted  []mach.Block // by position
	freq    []float32    // by block
	// Blocks that the entry does not lead to have no frequency, no ranges and no places.
	reach    []bool
	defBlock []mach.Block // by value: block of the definition
	defPoint []uint32     // by value; 0 if it has none
	remat    []uint32     // by value: 1 + instruction
	useStart []int32      // by value, in uses
	uses     []use
	ranges   [][]liveRange // by value: its live ranges
	fixed    []reservation
	calls    []mach.Block // with calls, one entry a call
	fixedAt  []int32      // by instruction, in fixed
	posOf    []int32      // by block, in sorted
	bundles  []bundle
	bundleOf []int32 // by value, before splitting
	worklist worklist
	regs     [mach.MaxRegs]occupancy
	used     mach.RegSet // callee-saved registers that are paid for
	saving   float32     // what one more costs
	sets     []spillSet
	// Live ranges of bundles are slices of the arena with a capacity of their own length, so that
	// appending to one can never write into its neighbour.
	arena     []liveRange
	tries     []mach.Reg
	seq       sequencer
	base      pieces // where values are
	minimal   pieces // and registers for one instruction besides
	transfers []timed
	stores    []timed // of the value at hand
}

// spillSet is what bundles with one origin share. All parts of a value that is split share one
// slot, so that a store at the definition serves every reload.
type spillSet struct {
	// The register that the first bundle of the set got. The other parts try it too, which makes
	// the moves between parts disappear.
	hint     mach.Reg
	from, to uint32 // hull of the lives of its values
	slot     mach.Loc
	class    mach.Class
}

// greedyPool keeps the memory of allocations that are over for the next ones. Nothing that an
// allocation returns may refer to it: moves are cloned, places are made anew.
var greedyPool = sync.Pool{New: func() any { return new(greedy) }}

// sized is a slice of n zeros, in the memory of s if it is enough. Contents of s do not survive.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// reset forgets the last function and keeps the memory. Everything that a run reads must be set
// here or by the first passes: pools hand out what other functions left.
func (g *greedy) reset(f *mach.Func, a *mach.Alloc, allowed classes, saved mach.RegSet) {
	g.f, g.a, g.allowed, g.all, g.saved = f, a, allowed, allowed.all(), saved
	g.seq.reset(a, allowed)
	g.sorted, g.fixed, g.calls, g.bundles, g.sets = g.sorted[:0], g.fixed[:0], g.calls[:0], g.bundles[:0], g.sets[:0]
	g.worklist.items, g.arena, g.transfers = g.worklist.items[:0], g.arena[:0], g.transfers[:0]
	g.used = 0
	for r := range g.regs {
		g.regs[r].reset()
	}
	for c := range g.order {
		g.order[c] = g.order[c][:0]
	}
}

// runGreedy allocates in the order of the papers: live ranges, coalescing, then the bundles by priority
// until each has a register or is spilled, then places and moves. Caller-saved registers are tried
// first: they cost no prologue. The moves are made last, from the places alone, so that nothing
// before needs to know of them.
func runGreedy(f *mach.Func, allowed classes, saved mach.RegSet) *mach.Alloc {
	a := &mach.Alloc{Locs: make([]mach.Loc, len(f.Operands))}
	g := greedyPool.Get().(*greedy)
	g.reset(f, a, allowed, saved)
	for c := range g.order {
		for _, set := range [...]mach.RegSet{allowed[c] &^ saved, allowed[c] & saved} {
			for ; set != 0; set &= set - 1 {
				g.order[c] = append(g.order[c], set.First())
			}
		}
	}
	// The order is fixed: ranges need all uses, bundles all ranges, coalescing weighs what it
	// made, and the entry is split before anything has a register.
	g.scan()
	g.liveRanges()
	g.makeBundles()
	if !f.ReturnsTwice {
		g.coalesce()
	}
	g.splitEntry()
	for i := range g.bundles {
		if g.bundles[i].state == waiting {
			g.enqueue(int32(i))
		}
	}
	// It ends: eviction takes only what is lighter, splits are bounded by maxSplits, and what is
	// spilled leaves only bundles of one instruction.
	for g.worklist.len() > 0 {
		g.process(g.worklist.pop())
	}
	g.place()
	g.resolve()
	greedyPool.Put(g)
	return a
}

// process finds a place for bundle n. A bundle gets the first free register among the candidates;
// else it evicts cheaper bundles; else it is split or spilled. Only lighter bundles are evicted,
// and they return to the worklist, so that it ends.
func (g *greedy) process(n int32) {
	b := &g.bundles[n]
	// split spills a part that it has queued before: then nothing is left to do.
	if b.state != waiting {
		return
	}
	forbidden := g.forbidden(b)
	order := g.candidates(b)
	for _, r := range order {
		if !forbidden.Has(r) && !g.tooCostly(r, b) && g.regs[r].free(b) {
			g.assign(n, r)
			return
		}
	}
	// No register is free. The cheapest set of bundles to take it from decides; its price is the
	// heaviest of them, since the others return to the queue as well.
	var best mach.Reg
	bestWeight := b.weight
	for _, r := range order {
		if forbidden.Has(r) || g.tooCostly(r, b) {
			continue
		}
		if w := g.conflict(&g.regs[r], b, bestWeight); w < bestWeight {
			best, bestWeight = r, w
		}
	}
	if best != mach.NoReg {
		g.evict(best, b)
		g.assign(n, best)
		return
	}
	if b.weight == infinite {
		// Nothing lighter to evict and nothing to split: the operands of one instruction want more
		// registers than there are.
		panic(noRegister{b.ranges[0].from / points})
	}
	g.split(n, order)
}

// tooCostly reports whether it costs more to save and restore r than to have b in memory. The first
// use of a callee-saved register pays for a store and a load in prologue and epilogue.
func (g *greedy) tooCostly(r mach.Reg, b *bundle) bool {
	return g.saved.Has(r) && !g.used.Has(r) && b.cost < g.saving && b.weight < infinite
}

// candidates are the registers to try, those first that save a copy. A hint is the register that a
// copy connects the bundle with: having it makes the copy go away. The weights are frequencies of
// those copies.
func (g *greedy) candidates(b *bundle) []mach.Reg {
	var weights [mach.MaxRegs]float32
	var best mach.Reg
	for i := range b.ranges {
		l := &b.ranges[i]
		// Only hints of the own class count: a copy from a vector register into a general one is
		// no copy that a common register could spare.
		for k := l.first; k < l.end; k++ {
			if u := &g.uses[k]; u.hint != mach.NoReg && g.allowed[b.class].Has(u.hint) {
				if weights[u.hint] += g.freq[g.blockOf[u.inst]]; weights[u.hint] > weights[best] {
					best = u.hint
				}
			}
		}
	}
	// The set's hint comes second: a copy at an operand is there for certain, one between parts only
	// if the parts are neighbours.
	second := g.sets[b.set].hint
	if best == mach.NoReg && second == mach.NoReg {
		return g.order[b.class]
	}
	g.tries = g.tries[:0]
	if best != mach.NoReg {
		g.tries = append(g.tries, best)
	}
	if second != mach.NoReg && second != best {
		g.tries = append(g.tries, second)
	}
	for _, r := range g.order[b.class] {
		if r != best && r != second {
			g.tries = append(g.tries, r)
		}
	}
	return g.tries
}

// reservationsFrom is the index of the first reservation that may overlap what starts at p. fixedAt
// is by instruction: reservations are sorted by their start, and each lies within the four points of
// its instruction.
func (g *greedy) reservationsFrom(p uint32) int { return int(g.fixedAt[p/points]) }

// forbidden is the set of registers that fixed operands and clobbers keep b from. A reservation of
// the bundle's own value does not count.
func (g *greedy) forbidden(b *bundle) mach.RegSet {
	var s mach.RegSet
	// Once every register of the class is out there is nothing more to learn.
	all := g.allowed[b.class]
	for i := range b.ranges {
		l := &b.ranges[i]
		for k := g.reservationsFrom(l.from); k < len(g.fixed); k++ {
			r := &g.fixed[k]
			if r.from >= l.to {
				break
			}
			// Owner 0 is nothing: what a clobber or a definition writes may be kept by no value at
			// all. A value may stand in the register that it is copied into, since the copy does
			// not change it.
			if r.to > l.from && (r.owner == 0 || r.owner != l.v) {
				if s |= r.regs; s&all == all {
					return s
				}
			}
		}
	}
	return s
}

// conflict is the largest weight of a bundle in o that overlaps b; 0 if there is none. It may stop
// where the weight has reached limit. The limit saves most of the walk: a register with one
// conflict that cannot be evicted is out.
func (g *greedy) conflict(o *occupancy, b *bundle, limit float32) float32 {
	var worst float32
	for i := range b.ranges {
		l := &b.ranges[i]
		c, k := o.seek(l.from)
		for c < len(o.chunks) && o.chunks[c][k].from < l.to {
			// A weight of 0 must still count as a conflict, or the register would look free.
			w := max(g.bundles[o.chunks[c][k].bundle].weight, math.SmallestNonzeroFloat32)
			if worst = max(worst, w); worst >= limit {
				return worst
			}
			c, k = o.next(c, k)
		}
	}
	return worst
}

// evict takes register r away from all that overlaps b. The bundles evicted are queued again with
// their old priority, so that they are tried before shorter ones.
func (g *greedy) evict(r mach.Reg, b *bundle) {
	o := &g.regs[r]
	for i := range b.ranges {
		l := &b.ranges[i]
		// One bundle may overlap b in several ranges, and another may follow it: each round
		// removes all of one bundle, so first finds another or nothing.
		for {
			e := o.first(l.from, l.to)
			if e == nil {
				break
			}
			out := &g.bundles[e.bundle]
			n := e.bundle
			for j := range out.ranges {
				o.remove(out.ranges[j].from, out.ranges[j].to)
			}
			out.state = waiting
			g.enqueue(n)
		}
	}
}

// The caller has seen to it that the register is free over all ranges.
func (g *greedy) assign(n int32, r mach.Reg) {
	b := &g.bundles[n]
	b.reg, b.state = r, assigned
	for i := range b.ranges {
		g.regs[r].insert(entry{b.ranges[i].from, b.ranges[i].to, n})
	}
	if g.saved.Has(r) {
		g.used = g.used.With(r)
	}
	if s := &g.sets[b.set]; s.hint == mach.NoReg {
		s.hint = r
	}
}

// enqueue puts bundle n into the worklist; longer ones go first. A long bundle is hard to place
// once short ones are there; a short one fits into holes.
func (g *greedy) enqueue(n int32) {
	b := &g.bundles[n]
	g.worklist.push(g.length(b), n)
}

// The length is in points and does not count holes.
func (g *greedy) length(b *bundle) uint32 {
	var n uint32
	for i := range b.ranges {
		n += b.ranges[i].to - b.ranges[i].from
	}
	return n
}

// weigh computes the weight of bundle n from its uses. The weight is the cost of its uses in memory
// by the length: what is used much and lives briefly is kept. A bundle of one instruction that must
// be in a register is infinitely heavy, since there is nothing left to split.
func (g *greedy) weigh(n int32) {
	b := &g.bundles[n]
	b.cost = 0
	first, last := uint32(math.MaxUint32), uint32(0)
	must := false
	for i := range b.ranges {
		l := &b.ranges[i]
		for k := l.first; k < l.end; k++ {
			u := &g.uses[k]
			b.cost += u.weight
			first, last = min(first, u.inst), max(last, u.inst)
			must = must || u.want == inReg
		}
	}
	// The 8 points keep the shortest bundles from weighing out of proportion to their length.
	from, to := b.ranges[0].from, b.ranges[len(b.ranges)-1].to
	b.weight = b.cost / float32(g.length(b)+8)
	if must && first == last && from >= first*points && to <= (first+1)*points && len(b.ranges) == 1 {
		b.weight = infinite
	}
}

// worklist is a heap of bundles by priority, of equal ones the older first. The second criterion
// makes the order total, and with it the allocation deterministic.
type worklist struct{ items []queued }

// The priority is the length at the time of queueing; a bundle that waits does not change.
type queued struct {
	prio   uint32
	bundle int32
}

func (w *worklist) len() int { return len(w.items) }

// It is a strict order.
func (a queued) before(b queued) bool {
	return a.prio > b.prio || a.prio == b.prio && a.bundle < b.bundle
}

// push and pop are the usual binary heap; container/heap would cost an interface call for each
// comparison.
func (w *worklist) push(prio uint32, b int32) {
	w.items = append(w.items, queued{prio, b})
	i := len(w.items) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !w.items[i].before(w.items[p]) {
			break
		}
		w.items[i], w.items[p] = w.items[p], w.items[i]
		i = p
	}
}

func (w *worklist) pop() int32 {
	top := w.items[0].bundle
	last := len(w.items) - 1
	w.items[0] = w.items[last]
	w.items = w.items[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && w.items[c+1].before(w.items[c]) {
			c++
		}
		if !w.items[c].before(w.items[i]) {
			break
		}
		w.items[i], w.items[c] = w.items[c], w.items[i]
		i = c
	}
	return top
}
