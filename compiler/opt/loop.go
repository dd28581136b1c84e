package opt

import (
	"iter"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// loopNest is a loop with what has to be copied with it: the nodes of a region that hold it. For a
// loop region that is all that is in it, since nothing outside could branch into the middle of
// what remained; for a loop of written branches, the blocks of the loop.
type loopNest struct {
	f      *ir.Func
	loops  *cfg.Loops
	index  int // in loops
	loop   *cfg.Loop
	region ir.Region // the loop region, NoRegion for a loop of written branches
	within ir.Region // the region whose nodes are copied
	at     ir.Region // the region in which a copy in front is put,
	node   ir.Node   // before this node of it
	nodes  []ir.Node
	blocks []ir.Block
	outer  []cfg.PredEdge // into the header from outside
	back   []cfg.PredEdge // into the header from the loop
	size   int            // instructions

	continues []ir.Block // blocks of the nest that end with the continue of its loop region
}

// cycle reports whether b is in the natural loop, has whether it is among the blocks. No block that was made since
// the loops were looked for is in either.
func (u *loopNest) cycle(b ir.Block) bool { return u.loops.Contains(u.index, b) }

func (u *loopNest) has(b ir.Block) bool {
	if u.region == ir.NoRegion {
		return u.cycle(b)
	}
	return u.f.InRegion(u.f.BlockRegion(b), u.region)
}

// nodesOf lists what a loop consists of, directly in the region of its header, which comes first. A region that
// one of its blocks is in counts as a whole. ok is false for a loop through an entry around it.
func nodesOf(f *ir.Func, l *cfg.Loop) (nodes []ir.Node, ok bool) {
	seen := map[ir.Node]bool{}
	within := f.BlockRegion(l.Header)
	for _, b := range l.Blocks {
		n := ir.Node{ID: uint32(b)}
		for r := f.BlockRegion(b); r != within; r = f.RegionParent(r) {
			if r == ir.Body {
				return nil, false
			}
			n = ir.Node{IsRegion: true, ID: uint32(r)}
		}
		if !seen[n] {
			seen[n] = true
			nodes = append(nodes, n)
		}
	}
	return nodes, true
}

// blocksOf iterates over the blocks of nodes.
func blocksOf(f *ir.Func, nodes []ir.Node) iter.Seq[ir.Block] {
	return func(yield func(ir.Block) bool) {
		for _, n := range nodes {
			if !n.IsRegion {
				if !yield(ir.Block(n.ID)) {
					return
				}
				continue
			}
			for b := range f.BlocksIn(ir.Region(n.ID)) {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// nestOf makes u a loop of at most so many instructions. ok is false where it cannot be copied
// as a whole: a loop over the entry of the function, one that shares a region with blocks
// outside of it, loop regions with a common entry.
// most bounds the time, too: the walk over the instructions ends where they are too many.
func (u *loopNest) nestOf(w *cfgEditor, loops *cfg.Loops, n, most int) (ok bool) {
	f := w.f
	l := &loops.List[n]
	*u = loopNest{f: f, loops: loops, index: n, loop: l, region: ir.NoRegion, nodes: u.nodes[:0], blocks: u.blocks[:0]}
	if len(l.Blocks) > most || l.Header == f.Entry() {
		return false
	}
	for r := f.BlockRegion(l.Header); r != ir.Body && f.RegionEntry(r) == l.Header; r = f.RegionParent(r) {
		if f.RegionKind(r) == ir.LoopRegion {
			if u.region != ir.NoRegion {
				// A continue names its region by where it stands; with two regions on one header
				// the copy could not tell them apart.
				return false
			}
			u.region = r
		}
	}
	// A block of the cycle outside of the region would branch into the middle of the copies.
	if u.region != ir.NoRegion && slices.ContainsFunc(l.Blocks, func(b ir.Block) bool { return !f.InRegion(f.BlockRegion(b), u.region) }) {
		return false
	}
	if u.region != ir.NoRegion {
		u.within, u.at, u.node = u.region, f.RegionParent(u.region), ir.Node{IsRegion: true, ID: uint32(u.region)}
		u.nodes = append(u.nodes, f.Nodes(u.region)...)
	} else {
		u.within = f.BlockRegion(l.Header)
		u.at, u.node = u.within, ir.Node{ID: uint32(l.Header)}
		// The header comes first: its copy is what control falls into.
		if u.nodes, ok = nodesOf(f, l); !ok {
			return false
		}
	}
	for b := range blocksOf(f, u.nodes) {
		u.blocks = append(u.blocks, b)
		for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
			if u.size++; u.size > most {
				return false
			}
		}
	}
	if u.region != ir.NoRegion {
		for _, b := range u.blocks {
			if f.Op(f.Terminator(b)) == ir.OpContinue && f.InnermostLoop(b) == u.region {
				u.continues = append(u.continues, b)
			}
		}
	}
	// Blocks in these regions that are no part of the loop would be copied as well.
	if u.region == ir.NoRegion && len(u.blocks) != len(l.Blocks) {
		return false
	}
	u.outer, u.back, ok = w.entries(l.Header, u.has)
	return ok
}

// cycleOf makes u the blocks of a loop alone, for questions about its iterations.
// Such a nest cannot be copied: it has no nodes. It does for bounded, tripCount and bypass.
func (u *loopNest) cycleOf(w *cfgEditor, loops *cfg.Loops, n int) (ok bool) {
	l := &loops.List[n]
	*u = loopNest{f: w.f, loops: loops, index: n, loop: l, region: ir.NoRegion}
	u.outer, u.back, _ = w.entries(l.Header, u.has)
	return len(u.outer) > 0 && l.Header != w.f.Entry()
}

// copies makes n copies of the nest at the end of region to, whose branches to their own header
// stay. A region_yield becomes a written branch, since what stands after its region may be
// something else now. Copies of what is directly in a loop region get a plain region each if stack slots are there, which
// would live on otherwise, for as long as a loop around them may run.
// The caller redirects what enters the copies and what goes back; until then they are loops of
// their own, or unreachable.
func (u *loopNest) copies(n int, to ir.Region) []*edit.Copier {
	f := u.f
	// The targets are asked for before the copies stand among the nodes and change what comes
	// next.
	yields := map[ir.Block]ir.Block{}
	for _, b := range u.blocks {
		if f.Op(f.Terminator(b)) == ir.OpRegionYield {
			yields[b] = f.YieldTarget(b)
		}
	}
	out := make([]*edit.Copier, n)
	apart := to != u.within && u.allocates()
	for k := range out {
		c := edit.NewCopier(f, f)
		in := to
		if apart {
			in = f.AddRegion(to, ir.PlainRegion)
		}
		for _, x := range u.nodes {
			if x.IsRegion {
				r := ir.Region(x.ID)
				c.Nodes(r, f.AddRegion(in, f.RegionKind(r)))
			} else {
				c.Block(ir.Block(x.ID), in)
			}
		}
		c.Fill()
		out[k] = c
	}
	for _, c := range out {
		for _, b := range u.blocks {
			if y, ok := yields[b]; ok {
				// A target in the nest is the copy's own.
				if k, ok := c.Blocks[y]; ok {
					y = k
				}
				t := f.Terminator(c.Blocks[b])
				edit.Goto(f, c.Blocks[b], ir.Target{Block: y, Args: f.Operands(t)}, f.Origin(t))
			}
		}
	}
	return out
}

// allocates reports whether a stack slot is made directly in the nest, whose life ends with the iteration.
func (u *loopNest) allocates() bool {
	for _, x := range u.nodes {
		if x.IsRegion {
			continue
		}
		for i := range u.f.Insts(ir.Block(x.ID)) {
			if u.f.Op(i).Is(ir.Allocates) {
				return true
			}
		}
	}
	return false
}

// chain makes what goes back to the header go to block next instead: in the nest itself if c is
// nil, else in a copy.
// next must have arguments like those of the header, since the edges keep what they pass.
func (u *loopNest) chain(w *cfgEditor, c *edit.Copier, next ir.Block) {
	f := u.f
	for _, b := range u.blocks {
		k, head := b, u.loop.Header
		if c != nil {
			k, head = c.Blocks[b], c.Blocks[head]
		}
		t := f.Terminator(k)
		if slices.Contains(u.continues, b) {
			edit.Goto(f, k, ir.Target{Block: next, Args: f.Operands(t)}, f.Origin(t))
		}
		for n := range f.NumTargets(t) {
			if f.TargetBlock(t, n) == head {
				f.SetTargetBlock(t, n, next)
			}
		}
		w.Update(k)
	}
}

// peel puts n copies of the nest in front of it: the first n iterations of the loop.
// The program does the same, whatever n is: a copy runs where an iteration would have run, and a loop
// that ends earlier leaves from the copy.
func (u *loopNest) peel(w *cfgEditor, n int) []*edit.Copier {
	f := u.f
	nodes := len(f.Nodes(u.at))
	out := u.copies(n, u.at)
	w.placeBefore(u.at, u.node, len(f.Nodes(u.at))-nodes, u.outer)
	for k, c := range out {
		next := u.loop.Header
		if k+1 < n {
			next = out[k+1].Blocks[next]
		}
		u.chain(w, c, next)
	}
	for _, x := range u.outer {
		if f.NumTargets(cfg.Term(f, x)) > 0 {
			w.Redirect(x, out[0].Blocks[u.loop.Header])
		} else { // it goes to what stands there now
			w.Update(x.From)
		}
	}
	edit.Rejoin(w.Editor, u.blocks, out...)
	return out
}

// exit is a conditional branch of a loop that runs in each iteration: block b leaves the loop on one
// of the two edges of its brif.
type exit struct {
	b    ir.Block
	t    ir.Inst
	edge int
}

// exits lists the exits of a loop that run in each iteration.
// Every latch is dominated by the block, so that no iteration goes back to the header without the
// branch.
func (u *loopNest) exits(dom *cfg.DomTree) []exit {
	f := u.f
	var out []exit
	for _, b := range u.loop.Blocks {
		t := f.Terminator(b)
		if f.Op(t) != ir.OpBrIf {
			continue
		}
		first, second := u.cycle(f.TargetBlock(t, 0)), u.cycle(f.TargetBlock(t, 1))
		// Both edges in the loop, or both out of it, decide nothing about the next iteration.
		if first == second || !everyRound(dom, u.loop, b) {
			continue
		}
		x := exit{b, t, 0}
		if first {
			x.edge = 1
		}
		out = append(out, x)
	}
	return out
}

// everyRound reports whether a block of a loop runs in each of its iterations that does not leave it.
func everyRound(dom *cfg.DomTree, l *cfg.Loop, b ir.Block) bool {
	return !slices.ContainsFunc(l.Latches, func(e ir.Block) bool { return !dom.Dominates(b, e) })
}

// maxSlice bounds the values that the condition of an exit may depend on.
const maxSlice = 64

// tripCount computes in which iteration, from 1, an exit is taken at the latest, by evaluating its
// condition iteration by iteration from constants. ok is false if it is not in the first most, or if
// what it depends on is not known.
// The work is at most most times [maxSlice] evaluations.
func (u *loopNest) tripCount(x exit, most int) (n int, ok bool) {
	f := u.f
	e := evaluators.Get().(*evaluator)
	defer e.done()
	e.u, e.values, e.known, e.heads, e.steps, e.args = u, e.values[:0], e.known[:0], e.heads[:0], e.steps[:0], e.args[:0]
	cond, ok := e.slice(f.Arg(x.t, 0))
	// Heads are found by what the edges pass to other heads.
	for n := 0; ok && n < len(e.heads); n++ { // which grows meanwhile
		ok = e.passes(n)
	}
	if !ok {
		return 0, false
	}
	for n := range e.heads {
		h := &e.heads[n]
		e.known[h.at] = e.passed(h, u.outer, h.outer)
	}
	// All heads change at once at the end of an iteration, as block arguments do: the new values wait
	// in next.
	next := make([]fold.Const, len(e.heads))
	for n := 1; n <= most; n++ {
		e.iterate()
		c := fold.Check(e.known[cond], f.Operand(x.t, 0).Annot)
		// Poison or unknown: the branch is undefined behaviour, or not known.
		if c.Kind != fold.Bool {
			return 0, false
		}
		if c.Truth() == (x.edge == 0) {
			return n, true
		}
		for n := range e.heads {
			next[n] = e.passed(&e.heads[n], u.back, e.heads[n].back)
		}
		for n := range e.heads {
			e.known[e.heads[n].at] = next[n]
		}
	}
	return 0, false
}

// evaluator computes values of a loop in one iteration. They are numbered.
// In the order in which they were found, operands after their users. A value has one number.
type evaluator struct {
	u      *loopNest
	values []ir.Value
	known  []fold.Const // what they are in this iteration
	heads  []headValue  // the arguments of the header among them
	steps  []step       // how the others follow, each after those that it depends on
	args   []int        // of the steps
	// The numbers of all operands, one step after the other.
}

// evaluators keeps the memory for the next loop.
var evaluators = sync.Pool{New: func() any { return &evaluator{} }}

func (e *evaluator) done() {
	e.u = nil
	evaluators.Put(e)
}

// headValue is an argument of the header, and what the edges in pass to it.
type headValue struct {
	at          int
	outer, back []int
}

// step computes a value from others: n of the args, from the first on.
type step struct {
	at, first, n int
}

// slice numbers v and what it depends on in one iteration. It is false if that is too much, or cannot be
// evaluated.
func (e *evaluator) slice(v ir.Value) (at int, ok bool) {
	f := e.u.f
	if k := slices.Index(e.values, v); k >= 0 {
		return k, true
	}
	at = len(e.values)
	// The number is taken before the operands are looked at, so that they have higher ones; steps
	// are appended after them, in an order to evaluate in.
	e.values, e.known = append(e.values, v), append(e.known, fold.Const{})
	d := f.Def(v)
	switch {
	case len(e.values) > maxSlice:
		return at, false
	case d == ir.NoInst && f.DefBlock(v) == e.u.loop.Header:
		e.heads = append(e.heads, headValue{at: at})
		return at, true
	// A value that does not follow from others alone, such as a load, cannot be foretold.
	case d == ir.NoInst || !f.Op(d).Is(ir.Pure) || f.NumResults(d) != 1:
		return at, false
	case fold.Of(f, d).Kind != fold.Unknown:
		e.known[at] = fold.Inst(f, d, nil)
		return at, true
	// A value from outside is the same in all iterations, but not a constant.
	case !e.u.has(f.InstBlock(d)) || f.NumOperands(d) == 0:
		return at, false
	}
	var buf [4]int
	args := buf[:0]
	for n := range f.NumOperands(d) {
		k, ok := e.slice(f.Arg(d, n))
		if !ok {
			return at, false
		}
		args = append(args, k)
	}
	e.steps = append(e.steps, step{at, len(e.args), len(args)})
	e.args = append(e.args, args...)
	return at, true
}

// passes numbers what the edges in pass to a head.
// All edges count, those from outside for the first iteration and those from inside for the others.
func (e *evaluator) passes(head int) bool {
	f := e.u.f
	n := f.DefIndex(e.values[e.heads[head].at])
	var in []int
	for _, w := range slices.Concat(e.u.outer, e.u.back) {
		k, ok := e.slice(cfg.Passed(f, w, n).Value)
		if !ok {
			return false
		}
		in = append(in, k)
	}
	e.heads[head].outer, e.heads[head].back = in[:len(e.u.outer)], in[len(e.u.outer):]
	return true
}

// passed is what all the edges pass to a head: values with the numbers in.
// Edges that pass different values make an unknown one, which tripCount gives up on if the condition
// needs it.
func (e *evaluator) passed(h *headValue, preds []cfg.PredEdge, in []int) fold.Const {
	f, v := e.u.f, e.values[h.at]
	var out fold.Const
	for k, w := range preds {
		c := fold.Check(e.known[in[k]], cfg.Passed(f, w, f.DefIndex(v)).Annot)
		if k > 0 && !c.Equal(out) {
			return fold.Const{}
		}
		out = c
	}
	return fold.Check(out, f.AnnotOf(v))
}

// iterate computes what follows from the heads.
// A value that cannot be folded is unknown in this iteration and makes what depends on it unknown.
func (e *evaluator) iterate() {
	var buf [4]fold.Const
	for _, s := range e.steps {
		args := buf[:0]
		for _, k := range e.args[s.first : s.first+s.n] {
			args = append(args, e.known[k])
		}
		e.known[s.at] = fold.Inst(e.u.f, e.u.f.Def(e.values[s.at]), args)
	}
}

// decide makes the exit of an iteration, in the nest or in a copy of it, be taken or not.
// The caller has shown that the decision is the one that is made there, or that the branch is
// undefined behaviour.
func (u *loopNest) decide(w *cfgEditor, x exit, c *edit.Copier, taken bool) {
	f := u.f
	b := x.b
	if c != nil {
		b = c.Blocks[b]
	}
	t := f.Terminator(b)
	edge := x.edge
	if !taken {
		edge = 1 - edge
	}
	w.Goto(b, f.Targets(t)[edge], pass.Derive(f, t))
}
