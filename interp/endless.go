package interp

import (
	"hash/maphash"
	"reflect"
	"slices"

	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// A loop whose condition is no constant, that does no input or output and accesses no volatile or atomic object, is assumed to end (C11
// 6.8.5p6). One that does not is shown by a state that comes back: the innermost frame and all of memory are what they were at the same place,
// and nothing in between could be seen from outside. Long runs are looked at in windows, each after four times as many instructions as the one
// before, by Brent's algorithm ("An improved Monte Carlo factorization algorithm", 1980): the state is compared with one that is kept, which is
// replaced after 1, 2, 4, 8… blocks. What a window compares of memory is bounded by what was executed
// before it. Loops that take more blocks to come back than the last window has, and those with several threads, are not found; nor does the reference evaluator look for them.

const (
	firstWindow  = 1 << 22 // instructions before it
	windowBlocks = 1 << 14 // of the first; each other has four times as many
	maxWindow    = 1 << 20
	windowShare  = 4 // instructions that were executed, for each byte of memory that a window compares
)

// loopWatch looks for such a loop. It is nil in runs that do not report what C leaves undefined.
type loopWatch struct {
	next   int64 // instructions before the next window
	size   int   // its blocks
	left   int   // blocks of the window at hand, 0 outside of one
	bytes  uint64
	since  int // blocks since the state that is kept
	power  int // after so many it is replaced
	seed   maphash.Seed
	kept   state
	inside map[codePlace]bool // blocks that were entered since, of the frame that is kept
	below  map[codePlace]bool // and of calls that it has made
}

// codePlace is a block by the place where its code begins.
type codePlace struct {
	fn *fastFunc
	pc int32
}

// state is a state of the run before an edge is followed.
type state struct {
	edge   *edge
	depth  int // calls in progress
	slots  []slot
	objs   []Value
	drawn  [5]uint64 // what numbers are drawn from, and how many allocations were asked for
	digest uint64
}

// watchEndless begins a run of the fast engine that looks for endless loops.
func (w *world) watchEndless() {
	if !w.o.SourceUB || !slices.ContainsFunc(w.m.Funcs, (*ir.Func).HasMarks) || w.o.Observer != nil {
		return
	}
	w.endless = &loopWatch{next: firstWindow, size: windowBlocks, seed: maphash.MakeSeed()}
	w.reserve += w.fuel
	w.fuel = 0
}

// portion is how many instructions may run before the next look, of which so many are already owed.
func (x *loopWatch) portion(steps, owed int64) int64 {
	if x.left > 0 {
		return max(owed, 1)
	}
	return max(x.next-steps, owed, 1)
}

// look is called before an edge is followed, where fuel is asked for. It is false if the run ended.
func (x *loopWatch) look(t *fastThread, e *edge) bool {
	w := t.w
	if x.left == 0 {
		if w.o.Fuel-w.fuel-w.reserve < x.next {
			return true
		}
		x.left, x.bytes, x.since, x.power = x.size, uint64(x.next)/windowShare, 0, 1
		x.next, x.size = 4*x.next, min(4*x.size, maxWindow)
		x.keep(t, e)
		return true
	}
	depth := len(t.frames)
	fr := &t.frames[depth-1]
	x.left--
	x.since++
	if w.live != 1 || x.bytes == 0 {
		x.left = 0
		return true
	}
	switch {
	case depth < x.kept.depth:
		x.keep(t, e)
	case depth > x.kept.depth:
		x.below[codePlace{fr.fn, e.pc}] = true
	default:
		x.inside[codePlace{fr.fn, e.pc}] = true
		if e == x.kept.edge && x.same(t) {
			return x.found(t, fr, e)
		}
		if x.since >= x.power {
			x.power *= 2
			x.keep(t, e)
		}
	}
	return true
}

// keep keeps the state at hand.
func (x *loopWatch) keep(t *fastThread, e *edge) {
	fr := &t.frames[len(t.frames)-1]
	k := &x.kept
	k.edge, k.depth, k.drawn, x.since = e, len(t.frames), t.w.drawn(), 0
	k.slots = append(k.slots[:0], t.stack[fr.base:fr.base+fr.fn.size]...)
	k.objs = k.objs[:0]
	for n, s := range k.slots {
		if s.t == boxed {
			k.objs = append(k.objs, t.objs[fr.base+int32(n)])
		}
	}
	k.digest, _ = x.digest(t.w)
	x.inside, x.below = map[codePlace]bool{}, map[codePlace]bool{}
}

// same reports whether the state is the one that is kept. Poison is like poison, wherever it comes from.
func (x *loopWatch) same(t *fastThread) bool {
	fr := &t.frames[len(t.frames)-1]
	k := &x.kept
	obj := 0
	for n, s := range k.slots {
		if now := t.stack[fr.base+int32(n)]; s.t != boxed && now != s || s.t != now.t {
			return false
		}
		if s.t == boxed {
			v, now := k.objs[obj], t.objs[fr.base+int32(n)]
			obj++
			_, poison := v.(Poison)
			if _, also := now.(Poison); poison != also || !poison && !reflect.DeepEqual(v, now) {
				return false
			}
		}
	}
	if k.drawn != t.w.drawn() {
		return false
	}
	digest, ok := x.digest(t.w)
	return ok && digest == k.digest
}

// digest is that of memory. It is not ok, and the window ends, where memory has more bytes than the window may still look at: then the next one,
// which may look at more, is the one that finds the loop.
func (x *loopWatch) digest(w *world) (sum uint64, ok bool) {
	sum, n, ok := w.space.Digest(x.seed, x.bytes)
	x.bytes -= min(x.bytes, n)
	if !ok {
		x.bytes = 0
	}
	return sum, ok
}

// drawn is the state of what is no memory and that a run may still ask.
func (w *world) drawn() [5]uint64 {
	return [5]uint64{uint64(w.host.rand), w.host.r48, uint64(w.freeze), uint64(w.dontCare) ^ uint64(w.nan), uint64(w.host.allocs)}
}

// found reports the loop that the blocks since the state that came back make, if it is one that must end. One that need not, and does
// nothing else either, ends the run. It is false if the run ended.
func (x *loopWatch) found(t *fastThread, fr *fastFrame, e *edge) bool {
	w := t.w
	x.left, x.next = 0, w.o.Fuel // this is the only look
	fr.pc = max(e.pc, 0)
	f := fr.fn.f
	blocks := map[ir.Block]bool{}
	for p := range x.inside {
		p.blocks(blocks)
	}
	for p := range x.below {
		under := map[ir.Block]bool{}
		p.blocks(under)
		for b := range under {
			if w.seenOutside(p.fn.f, b) {
				return true
			}
		}
	}
	for b := range blocks {
		if w.seenOutside(f, b) {
			return true
		}
	}
	if at := mustEnd(f, blocks); at != ir.NoInst {
		return w.fail(f, at, &UB{Code: UBSource, Message: "the loop does not end: all objects are what they were some iterations before, and nothing that it does can be seen from outside (C11 6.8.5p6)"})
	}
	where := w.frame(f, f.LastInst(firstOf(f, blocks)))
	w.end(&Outcome{Kind: OutOfFuel, Reason: "a loop does not end: all objects are what they were some iterations before", Where: &where})
	return false
}

// firstOf is the first of some blocks in the order of the function.
func firstOf(f *ir.Func, blocks map[ir.Block]bool) ir.Block {
	for b := range f.Blocks() {
		if blocks[b] {
			return b
		}
	}
	panic("BUG: a loop without blocks")
}

// blocks adds the blocks of the function that the code from a place to its next terminator is of.
func (p codePlace) blocks(to map[ir.Block]bool) {
	for k := max(p.pc, 0); int(k) < len(p.fn.meta); k++ {
		m := &p.fn.meta[k]
		for _, i := range []ir.Inst{m.inst, m.inst2} {
			if i == ir.NoInst || m.what == metaEdge || m.what == metaBlockArg {
				continue
			}
			to[p.fn.f.InstBlock(i)] = true
			if p.fn.f.Op(i).IsTerminator() {
				return
			}
		}
	}
}

// mustEnd is the condition of the innermost loop around some blocks, if it is marked as one that is no constant; NoInst if not.
func mustEnd(f *ir.Func, blocks map[ir.Block]bool) ir.Inst {
	c := cfg.New(f)
	loops := c.Loops(c.Dominators())
	in := -1
	for k := range loops.List {
		all := true
		for b := range blocks {
			all = all && loops.Contains(k, b)
		}
		if all {
			in = k // those inside come later
		}
	}
	if in < 0 {
		return ir.NoInst
	}
	for b := range f.Blocks() {
		if i := f.LastInst(b); blocks[b] && i != ir.NoInst && f.Mark(i).Rule == ir.RuleLoop && loops.Innermost(b) == in {
			return i
		}
	}
	return ir.NoInst
}

// seenOutside reports whether a block has an instruction that may be seen from outside the program, or by another thread.
func (w *world) seenOutside(f *ir.Func, b ir.Block) bool {
	for i := range f.Insts(b) {
		op := f.Op(i)
		switch {
		case op.Is(ir.Atomic), op.IsVolatile():
			return true
		case op == ir.OpCall && w.calleeOf(f, i) == nil:
			name := calledBy(f, i)
			fn, ok := host.Lookup(name)
			if checkCalls[name] == nil && (!ok || fn.Observable) {
				return true
			}
		}
	}
	return false
}
