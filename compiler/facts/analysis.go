package facts

import (
	"iter"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// state is what is known of a value. A value that is not reached has no definition that runs.
// The zero state is that of a value that is not reached, and is neutral for join.
type state struct {
	fact    Fact  // of an int
	truth   Truth // of a bool
	reached bool
	poison  bool  // it may be poison
	grown   uint8 // how often a block argument grew
}

// analysis is a run of [Forward], and what [Info.Update] needs of it.
//
// Blocks are taken in SCCs, the strongly connected components of the graph, each after those that
// go to it. What is known of a value outside of cycles is a function of what is known of its
// operands; what is known of the arguments of a cycle, and which of its blocks are reached, is
// found together, from what enters it. So it does not matter how an SCC came by its inputs, and
// nothing needs to be found again in one whose inputs and instructions are as they were.
type analysis struct {
	f *ir.Func
	components
	dom  *cfg.DomTree
	vals store

	reached []bool // by block
	dirty   []bool // by position: something in the block must be evaluated, or what reaches it found
	hi      int32  // end of the SCC at hand
	widened bool
	givenUp bool // growRounds is over in the SCC at hand

	// stale tells by instruction that something it reads has changed since it was evaluated:
	// evaluating any other again would find the same.
	stale []bool

	first       []int32 // by value, into conditions
	conditions  []condition
	derived     map[ir.Inst][]ir.Value // by comparison: the values that its conditions say something of by a relation
	claims      [claimSlots]claim
	edges       []ir.Edge
	fresh       []state
	incremental bool  // something was known before
	in          state // of the operand read last
	mayPoison   bool  // one of the operands read may be poison
	scratch     [3]Fact
	mem         memory
	work        Work
}

// The number of times a block argument of a loop grows before it is widened, before nothing is claimed of its bits, which may be lost one at a
// time, and before nothing is claimed of it any more.
const (
	growJoin  = 2
	growWiden = 16
	growRange = 48
)

// growRounds is how often the blocks of a cycle are visited before nothing is claimed of any argument in it. A fact that
// comes around by one argument more each time, in a loop that hands them on, would take a visit of all for each.
const growRounds = 100

// narrowings is how often facts are computed again after the fixed point, to regain what
// widening lost.
// The bound is what makes narrowing end: each round is sound by itself, so that stopping early loses precision
// only.
const narrowings = 2

// Forward computes the facts of all values of f, which has been verified.
// The caller frees the result when it asks nothing more, for the memory to be used again.
func Forward(f *ir.Func) *Info {
	c := cfg.New(f)
	return ForwardOn(c, c.Dominators())
}

// spare keeps the memory of freed analyses.
var spare = sync.Pool{New: func() any { return &analysis{} }}

// ForwardOn is [Forward] for a function whose control-flow graph is there already.
func ForwardOn(c *cfg.CFG, dom *cfg.DomTree) *Info {
	a := spare.Get().(*analysis)
	a.start(c, dom)
	a.run()
	return &Info{a}
}

// start makes all as it is before anything is known.
// Nothing of an earlier run is read after it, whichever function that was of.
func (a *analysis) start(c *cfg.CFG, dom *cfg.DomTree) {
	f := c.F
	a.f, a.cfg, a.dom = f, c, dom
	a.vals.reset(f.NumValues())
	a.reached = zeroed(a.reached, f.NumBlocks())
	a.stale = zeroed(a.stale, f.NumInsts())
	for n := range a.stale {
		a.stale[n] = true
	}
	a.incremental, a.mem.epoch = false, 0
	a.work = Work{}
	a.layout()
	a.collect()
	if len(a.order) > 0 {
		a.dirty[0] = true
	}
}

// zeroed is a slice of n zeros, in the memory of s if that is enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// evalBlock evaluates a block that is in no cycle.
// What enters it is final by now, as its SCC comes after those of its predecessors: one visit is enough.
func (a *analysis) evalBlock(n int32) {
	if !a.dirty[n] {
		return
	}
	a.dirty[n] = false
	b := a.order[n]
	if a.entered(b) {
		a.insts(b)
	}
	a.exit(b)
}

// entered finds out whether b, which is in no cycle, is reached, and by what. It reports false if
// it is not.
// The entry is always reached, and nothing is joined into its arguments.
func (a *analysis) entered(b ir.Block) bool {
	args, entry := a.f.Args(b), b == a.f.Entry()
	now := entry
	if entry {
		args = nil
	} else if len(args) > 0 {
		now = a.join(b, args)
	} else {
		for _, e := range a.cfg.Preds(b) {
			now = now || a.enters(e)
		}
	}
	if now != a.reached[b] {
		a.reached[b] = now
		if a.incremental {
			a.allStale(b)
		}
	}
	if !now {
		a.forget(b)
		return false
	}
	for j, v := range args {
		same := !a.incremental
		if !same {
			was := a.vals.state(v)
			same = was.same(&a.fresh[j])
		}
		a.vals.setState(v, &a.fresh[j])
		if !same {
			a.mark(v)
		}
	}
	return true
}

// enters reports whether control may come along e.
func (a *analysis) enters(e cfg.PredEdge) bool {
	return a.reached[e.From] && a.feasible(e.From, a.f.Terminator(e.From), e.Index)
}

// insts evaluates what is stale in b, but for the terminator.
// In order, so that an operand in the same block is evaluated before its readers.
func (a *analysis) insts(b ir.Block) {
	f := a.f
	for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
		if a.stale[i] && !f.Op(i).Is(ir.Term) {
			a.stale[i] = false
			a.work.Insts++
			a.inst(i, b)
		}
	}
}

// exit tells the blocks that the terminator of b goes to, outside of the SCC, that something
// about it has changed, if so.
// Blocks of the same SCC are told by propagate.
func (a *analysis) exit(b ir.Block) {
	t := a.f.Terminator(b)
	if t == ir.NoInst || !a.stale[t] {
		return
	}
	a.stale[t] = false
	for _, s := range a.cfg.Succs(b) {
		if n := a.pos[s]; n >= a.hi {
			a.dirty[n] = true
		}
	}
}

// allStale has everything in b evaluated again.
func (a *analysis) allStale(b ir.Block) {
	for i := a.f.FirstInst(b); i != ir.NoInst; i = a.f.NextInst(i) {
		a.stale[i] = true
	}
}

// forget leaves nothing known of what b defines, so that all that reads it is found again.
func (a *analysis) forget(b ir.Block) {
	for v := range a.f.Defined(b) {
		if a.vals.marks[v].reached() {
			a.vals.forget(v)
			a.mark(v)
		}
	}
}

// cycle finds all of a cycle from what enters it.
// It begins with nothing known, so that the result depends on what enters the cycle only, and not on what was
// found at an earlier time: that is what makes an update equal to a run from the start.
func (a *analysis) cycle(u scc) {
	blocks := a.order[u.lo:u.hi]
	for n, b := range blocks {
		if a.incremental {
			a.forget(b)
			a.allStale(b)
		}
		a.reached[b] = false
		k := int(u.lo) + n
		a.dirty[k] = false
	}
	for n, b := range blocks {
		a.dirty[int(u.lo)+n] = a.enter(u, b)
	}
	for n, b := range blocks { // not before: nothing has come around yet
		a.reached[b] = a.dirty[int(u.lo)+n]
	}
	a.widened, a.givenUp = false, false
	a.iterateSCC(u)
	a.givenUp = false
	if a.widened {
		for range narrowings {
			a.narrow(u)
		}
	}
	for n, b := range blocks {
		a.stale[a.f.Terminator(b)] = true
		a.exit(b)
		a.dirty[int(u.lo)+n] = false
	}
}

// enter makes what comes into a cycle at b from outside its first arguments, if something does.
// Back edges are left out: nothing has come around them.
func (a *analysis) enter(u scc, b ir.Block) bool {
	entry := b == a.f.Entry()
	for _, e := range a.cfg.Preds(b) {
		if k := a.pos[e.From]; k < u.lo || k >= u.hi {
			entry = entry || a.enters(e)
		}
	}
	if args := a.f.Args(b); entry && len(args) > 0 && b != a.f.Entry() {
		a.join(b, args)
		for j, v := range args {
			a.vals.setState(v, &a.fresh[j])
		}
	}
	return entry
}

// iterateSCC visits dirty blocks of a cycle in reverse postorder until none is left.
// It ends since a state only grows, and an argument that grows too often is widened and then given up
// (growJoin, growWiden, growRange), all of them if the cycle is visited too often (growRounds).
func (a *analysis) iterateSCC(u scc) {
	for round := 0; slices.Contains(a.dirty[u.lo:u.hi], true); round++ {
		if round == growRounds {
			a.giveUp(u)
		}
		for n := u.lo; n < u.hi; n++ {
			if a.dirty[n] {
				a.dirty[n] = false
				a.insts(a.order[n])
				a.propagate(a.order[n], u)
			}
		}
	}
}

// giveUp leaves only their annotations known of the arguments in a cycle, now and whatever comes into them from here on.
func (a *analysis) giveUp(u scc) {
	a.givenUp = true
	for _, b := range a.order[u.lo:u.hi] {
		if b == a.f.Entry() {
			continue
		}
		for _, v := range a.f.Args(b) {
			if a.vals.marks[v].reached() {
				a.top(v)
			}
		}
	}
}

// top leaves only its annotation known of block argument v.
func (a *analysis) top(v ir.Value) {
	m := &a.vals.marks[v]
	m.grown, m.flags = growRange, know(Either, true)
	var s Fact
	if a.f.TypeOf(v) == ir.Int {
		s = a.limit(v, s)
	}
	a.vals.setFact(v, &s)
	a.mark(v)
}

// propagate goes along the edges of the terminator of b that stay in the cycle.
func (a *analysis) propagate(b ir.Block, u scc) {
	f := a.f
	i := f.Terminator(b)
	if !a.stale[i] {
		return // the same would be joined again, which need not be nothing
	}
	a.stale[i] = false
	a.edges = f.Edges(a.edges[:0], i)
	for k, e := range a.edges { // nothing below asks for others
		if p := a.pos[e.Block]; u.lo <= p && p < u.hi && a.feasible(b, i, k) {
			a.follow(b, i, k, e)
		}
	}
}

// narrow computes everything in a cycle once more from a fixed point: facts that hold of all runs
// keep holding when each is derived again from facts that do.
// What it marks dirty is not visited: it is all in order by then.
func (a *analysis) narrow(u scc) {
	for _, b := range a.order[u.lo:u.hi] {
		if !a.reached[b] {
			continue
		}
		if args := a.f.Args(b); len(args) > 0 && b != a.f.Entry() {
			a.rejoin(b, args)
		}
		a.insts(b)
	}
}

// join makes a.fresh the join of what the predecessors of b pass that are reached, and reports
// whether there is one.
// The slice is good until the next join.
func (a *analysis) join(b ir.Block, args []ir.Value) (some bool) {
	a.work.Args += len(args)
	a.fresh = zeroed(a.fresh, len(args))
	fresh := a.fresh
	for _, e := range a.cfg.Preds(b) {
		if !a.enters(e) {
			continue
		}
		some = true
		t := a.f.Terminator(e.From)
		lo, _ := a.f.EdgeArgs(t, e.Index)
		for j := range args {
			a.pass(e.From, t, e.Index, lo+j, args[j])
			fresh[j].join(&a.in)
		}
	}
	return some
}

// rejoin makes the arguments of b the join of what its predecessors pass.
// What was known holds still, so that the meet of both does; truth and poison are taken as they come.
func (a *analysis) rejoin(b ir.Block, args []ir.Value) {
	a.join(b, args)
	for j, v := range args {
		old, fresh := a.vals.state(v), &a.fresh[j]
		if fresh.reached {
			fact := old.fact.Meet(&fresh.fact)
			if !fact.Equal(&old.fact) || old.truth != fresh.truth || old.poison != fresh.poison {
				old.fact, old.truth, old.poison = fact, fresh.truth, fresh.poison
				a.vals.setState(v, &old)
				a.mark(v)
			}
		}
	}
}

// same reports whether s and o say the same.
func (s *state) same(o *state) bool {
	return s.reached == o.reached && s.poison == o.poison && s.truth == o.truth && s.fact.Equal(&o.fact)
}

// join makes s the join of s and o, which is reached.
// The reduced join, as bits and range are joined apart.
func (s *state) join(o *state) {
	if !s.reached {
		*s = *o
		return
	}
	s.fact = s.fact.Join(&o.fact).reduce()
	s.truth = s.truth.join(o.truth)
	s.poison = s.poison || o.poison
}

func (t Truth) join(o Truth) Truth {
	if t == o {
		return t
	}
	return Either
}

// feasible reports whether terminator i may go out by edge k.
// The default of a switch is taken to be possible always.
func (a *analysis) feasible(b ir.Block, i ir.Inst, k int) bool {
	switch a.f.Op(i) {
	case ir.OpBrIf:
		t := a.vals.marks[a.f.Arg(i, 0)].truth()
		return t == Either || (t == True) == (k == 0)
	case ir.OpSwitch:
		if k >= a.f.NumTargets(i)-1 {
			return true
		}
		return a.operand(i, 0, b, 0).Contains(a.f.TargetCase(i, k))
	}
	return true
}

// follow goes along edge k of terminator i.
// A block that was not reached is evaluated even if it has no arguments that could change.
func (a *analysis) follow(b ir.Block, i ir.Inst, k int, e ir.Edge) {
	if !a.reached[e.Block] {
		a.reached[e.Block] = true
		a.dirty[a.pos[e.Block]] = true
	}
	args := a.f.Args(e.Block)
	a.work.Args += len(args)
	for j, v := range args {
		a.pass(b, i, k, e.Lo+j, v)
		a.receive(v)
	}
}

// pass leaves in a.in what operand n of terminator i makes of block argument v along edge k.
// Passing is a read at the end of block b: conditions that hold there, and the branch itself, say more of the
// operand.
func (a *analysis) pass(b ir.Block, i ir.Inst, k, n int, v ir.Value) {
	a.in = state{reached: true}
	a.mayPoison = false
	w := a.f.Arg(i, n)
	switch a.f.TypeOf(v) {
	case ir.Int:
		a.in.fact = *a.operand(i, n, b, 0)
		if a.f.Op(i) == ir.OpBrIf {
			a.alongEdge(i, k, w)
		}
		a.claim(a.f.AnnotOf(v), &a.in.fact)
	case ir.Bool:
		a.in.truth = a.condition(i, n)
	default:
		a.mayPoison = true
	}
	a.in.poison = a.mayPoison
}

// alongEdge adds to a.in what the comparison of brif i says of w.
// It may be an operand of the comparison, or related to one.
func (a *analysis) alongEdge(i ir.Inst, k int, w ir.Value) {
	f := a.f
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpICmp || f.Operand(d, 0).Annot.Ignores() || f.Operand(d, 1).Annot.Ignores() {
		return
	}
	p := f.Attr(d).Pred
	if k == 1 {
		p = p.Negated()
	}
	var xf, yf Fact
	a.vals.fact(f.Arg(d, 0), &xf)
	a.vals.fact(f.Arg(d, 1), &yf)
	for n := range 2 {
		r, ok := a.related(w, f.Arg(d, n))
		if !ok {
			continue
		}
		g := assumeFirst(p, &xf, &yf)
		if n == 1 {
			g = assumeFirst(p.Swapped(), &yf, &xf)
		}
		g = a.follows(w, r, &g)
		a.in.fact = a.in.fact.Meet(&g)
	}
}

// receive joins a.in into block argument v of block to.
// The first to arrive is taken as it is; the join with what is not reached is what arrives.
func (a *analysis) receive(v ir.Value) {
	m := &a.vals.marks[v]
	if a.givenUp {
		if !m.reached() {
			a.top(v)
		}
		return
	}
	if !m.reached() {
		m.flags = know(a.in.truth, a.in.poison)
		a.vals.setFact(v, &a.in.fact)
		return
	}
	t, p := m.truth().join(a.in.truth), m.poison() || a.in.poison
	var s Fact
	a.vals.fact(v, &s)
	j := s.Join(&a.in.fact)
	same := j.Equal(&s)
	if same && t == m.truth() && p == m.poison() {
		return
	}
	if !same {
		m.grown++
		switch {
		case m.grown <= growJoin:
			s = j.reduce()
		case m.grown <= growWiden:
			s = a.limit(v, s.Widen(&a.in.fact))
		case m.grown <= growRange:
			s = a.limit(v, Fact{Range: s.Range.widen(a.in.fact.Range)})
		default:
			// Kept from overflowing: a byte counts.
			m.grown = growRange
			s = a.limit(v, Fact{})
		}
		a.vals.setFact(v, &s)
	}
	m.flags = know(t, p)
	a.mark(v)
}

// limit is a fact that was given up, as far as the annotation of v does not vouch for it.
// A claim on a block argument is checked on every edge, so that giving up never goes beyond it.
func (a *analysis) limit(v ir.Value, f Fact) Fact {
	a.widened = true
	mayPoison := a.mayPoison
	a.claim(a.f.AnnotOf(v), &f)
	a.mayPoison = mayPoison
	return f.reduce()
}

// mark notes that what is known of v has changed.
// Who reads v is evaluated again, and also who reads something that v says something about.
func (a *analysis) mark(v ir.Value) {
	f := a.f
	for u := range f.Uses(v) {
		a.markInst(u.Inst)
		for _, w := range a.derived[u.Inst] {
			for x := range a.under(w, u.Inst) {
				a.markInst(x)
			}
		}
		if op := f.Op(u.Inst); op != ir.OpICmp {
			continue
		}
		// A branch on the comparison passes on its operands by what it says of them, and the other
		// operand may be under a condition that depends on v.
		for x := range f.Uses(f.Result(u.Inst, 0)) {
			if f.Op(x.Inst) == ir.OpBrIf {
				a.markInst(x.Inst)
			}
		}
		for n := range 2 {
			if w := f.Arg(u.Inst, n); w != v && a.first[w] >= 0 {
				for x := range a.under(w, u.Inst) {
					a.markInst(x)
				}
			}
		}
	}
}

// under iterates over the instructions that read w under a condition by comparison i.
// Only reads that the condition's block dominates are under it.
func (a *analysis) under(w ir.Value, i ir.Inst) iter.Seq[ir.Inst] {
	return func(yield func(ir.Inst) bool) {
		for k := a.first[w]; k >= 0; k = a.conditions[k].next {
			c := &a.conditions[k]
			if c.inst != i {
				continue
			}
			for x := range a.f.Uses(w) {
				if a.dom.Dominates(c.block, a.f.InstBlock(x.Inst)) && !yield(x.Inst) {
					return
				}
			}
		}
	}
}

// markInst makes i stale.
func (a *analysis) markInst(i ir.Inst) {
	b := a.f.InstBlock(i)
	n := a.pos[b]
	if n < 0 {
		return
	}
	a.stale[i] = true
	if a.reached[b] {
		a.dirty[n] = true
	}
}

// claim is what an annotation says.
type claim struct {
	annot   ir.Annot
	fact    Fact
	exact   bool
	ignored bool // has don't-care bits
}

// claimSlots is how many annotations are remembered, by hash.
// A slot that another annotation takes is computed again when it is asked next.
const claimSlots = 64

func (a *analysis) claimed(n ir.Annot) *claim {
	h := uint64(n) * 0x9E3779B97F4A7C15 >> 32
	c := &a.claims[h%claimSlots]
	if c.annot != n {
		*c = claim{n, Claim(n), exact(n), n.Ignores()}
	}
	return c
}

// claim meets f with an annotation; a.mayPoison is set unless f already implies it. Don't-care
// bits may be changed for the consumer: nothing is known of them.
func (a *analysis) claim(n ir.Annot, f *Fact) {
	if n == ir.NoAnnot {
		return
	}
	c := a.claimed(n)
	m := Fact{f.Bits.meet(c.fact.Bits), f.Range.meet(c.fact.Range)}
	if !c.exact || !m.Equal(f) {
		a.mayPoison = true
	}
	m.refine()
	if c.ignored {
		x := n.Known().DontCare.Not()
		m = Fact{Bits: Bits{m.Bits.Zeros.And(x), m.Bits.Ones.And(x)}}
		m.refine()
	}
	*f = m
}

// exact reports whether [Claim] has all that the annotation claims.
// If not, a number outside of the claim may be inside of its fact.
func exact(n ir.Annot) bool {
	if w, signed, ok := n.Range(); ok && (w > maxBits || signed && w == 0) {
		return false
	}
	k := n.Known()
	return k == nil || k.Zeros.BitLen() <= maxBits && k.Ones.BitLen() <= maxBits
}

// operand is the fact of int operand n of i, as i reads it; it is valid until the next operand
// with the same slot is read.
func (a *analysis) operand(i ir.Inst, n int, b ir.Block, slot int) *Fact {
	o := a.f.Operand(i, n)
	f, checked := &a.scratch[slot], false
	a.vals.fact(o.Value, f)
	if a.first[o.Value] >= 0 {
		checked = a.meetAt(o.Value, b, f)
	}
	if !checked && a.vals.marks[o.Value].poison() {
		a.mayPoison = true
	}
	a.claim(o.Annot, f)
	return f
}

// condition is what is known of bool operand n of i.
// Annotations on bools state nothing of their truth.
func (a *analysis) condition(i ir.Inst, n int) Truth {
	m := a.vals.marks[a.f.Arg(i, n)]
	if m.poison() {
		a.mayPoison = true
	}
	return m.truth()
}
