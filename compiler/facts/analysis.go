package facts

import (
	"sync"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// state is what is known of a value. A value that is not reached has no definition that runs.
type state struct {
	fact    Fact  // of an int
	truth   Truth // of a bool
	reached bool
	poison  bool  // it may be poison
	grown   uint8 // how often a block argument grew
}

// analysis is a run of [Forward].
type analysis struct {
	f     *ir.Func
	cfg   *cfg.CFG
	dom   *cfg.DomTree
	vals  []state
	order []ir.Block

	reached []bool // by block
	dirty   []bool // by position in the order
	cursor  int
	again   bool // a block at or before the cursor is dirty
	settled bool // growing is over: results are replaced, nothing is marked
	widened bool

	// stale tells by instruction that something it reads has changed since it was evaluated:
	// evaluating any other again would find the same.
	stale []bool

	first      []int32 // by value, into conditions
	conditions []condition
	claims     [claimSlots]claim
	edges      []ir.Edge
	fresh      []state
	in         state // of the operand read last
	mayPoison  bool  // one of the operands read may be poison
	scratch    [3]Fact
}

// The number of times a block argument of a loop grows before it is widened, and before nothing
// is claimed of it any more.
const (
	growJoin  = 2
	growWiden = 16
)

// narrowings is how often facts are computed again after the fixed point, to regain what
// widening lost.
const narrowings = 2

// Forward computes the facts of all values of f, which has been verified.
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
	a.collect()
	if len(a.order) > 0 {
		a.reached[a.order[0]] = true
		a.dirty[0] = true
		a.grow()
		if a.widened {
			a.settled = true
			for range narrowings {
				a.narrow()
			}
		}
	}
	return &Info{a}
}

// start makes all as it is before anything is known.
func (a *analysis) start(c *cfg.CFG, dom *cfg.DomTree) {
	f := c.F
	a.f, a.cfg, a.dom, a.order = f, c, dom, c.Order()
	a.vals = zeroed(a.vals, f.NumValues())
	a.reached = zeroed(a.reached, f.NumBlocks())
	a.dirty = zeroed(a.dirty, len(a.order))
	a.stale = zeroed(a.stale, f.NumInsts())
	for n := range a.stale {
		a.stale[n] = true
	}
	a.cursor, a.again, a.settled, a.widened = 0, false, false, false
	a.conditions = a.conditions[:0]
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

// grow visits dirty blocks in reverse postorder until none is left.
func (a *analysis) grow() {
	for a.again = true; a.again; {
		a.again = false
		for n, b := range a.order {
			if a.dirty[n] {
				a.dirty[n] = false
				a.cursor = n
				a.block(b)
			}
		}
	}
}

// narrow computes everything once more from a fixed point: facts that hold of all runs keep
// holding when each is derived again from facts that do.
func (a *analysis) narrow() {
	for _, b := range a.order {
		if !a.reached[b] {
			continue
		}
		if args := a.f.Args(b); len(args) > 0 && b != a.f.Entry() {
			a.rejoin(b, args)
		}
		a.block(b)
	}
}

// rejoin makes the arguments of b the join of what its predecessors pass.
func (a *analysis) rejoin(b ir.Block, args []ir.Value) {
	a.fresh = zeroed(a.fresh, len(args))
	fresh := a.fresh
	preds := a.cfg.Preds(b)
	for n, p := range preds {
		if !a.reached[p] || n > 0 && preds[n-1] == p {
			continue
		}
		t := a.f.Terminator(p)
		a.edges = a.f.Edges(a.edges[:0], t)
		for k, e := range a.edges {
			if e.Block != b || !a.feasible(p, t, k) {
				continue
			}
			for j := range args {
				a.pass(p, t, k, e.Lo+j, args[j])
				fresh[j].join(&a.in)
			}
		}
	}
	for j, v := range args {
		old := &a.vals[v]
		if fresh[j].reached {
			fact := old.fact.Meet(&fresh[j].fact)
			if !fact.Equal(&old.fact) || old.truth != fresh[j].truth || old.poison != fresh[j].poison {
				old.fact, old.truth, old.poison = fact, fresh[j].truth, fresh[j].poison
				a.mark(v)
			}
		}
	}
}

// join makes s the join of s and o, which is reached.
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

// block evaluates the instructions of b and goes on where its terminator may go.
func (a *analysis) block(b ir.Block) {
	f := a.f
	for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
		if !f.Op(i).Is(ir.Term) {
			if a.stale[i] {
				a.stale[i] = false
				a.inst(i, b)
			}
			continue
		}
		if a.settled {
			return
		}
		n := len(f.Edges(a.edges[:0], i))
		for k := range n {
			if a.feasible(b, i, k) {
				a.edges = f.Edges(a.edges[:0], i)
				a.follow(b, i, k, a.edges[k])
			}
		}
	}
}

// feasible reports whether terminator i may go out by edge k.
func (a *analysis) feasible(b ir.Block, i ir.Inst, k int) bool {
	switch a.f.Op(i) {
	case ir.OpBrIf:
		t := a.vals[a.f.Arg(i, 0)].truth
		return t == Either || (t == True) == (k == 0)
	case ir.OpSwitch:
		if k >= a.f.NumTargets(i)-1 {
			return true
		}
		return a.operand(i, 0, b, 0).Contains(OfBig(a.f.TargetCase(i, k)))
	}
	return true
}

// follow goes along edge k of terminator i.
func (a *analysis) follow(b ir.Block, i ir.Inst, k int, e ir.Edge) {
	if !a.reached[e.Block] {
		a.reached[e.Block] = true
		a.markBlock(e.Block)
	}
	for j, v := range a.f.Args(e.Block) {
		a.pass(b, i, k, e.Lo+j, v)
		a.receive(b, e.Block, v)
	}
}

// pass leaves in a.in what operand n of terminator i makes of block argument v along edge k.
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
func (a *analysis) alongEdge(i ir.Inst, k int, w ir.Value) {
	f := a.f
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpICmp || ignored(f.Operand(d, 0).Annot) || ignored(f.Operand(d, 1).Annot) {
		return
	}
	x, y := f.Arg(d, 0), f.Arg(d, 1)
	if w != x && w != y {
		return
	}
	p := f.Attr(d).Pred
	if k == 1 {
		p = p.Negated()
	}
	xf, yf := Assume(p, &a.vals[x].fact, &a.vals[y].fact)
	if w == x {
		a.in.fact = a.in.fact.Meet(&xf)
	} else {
		a.in.fact = a.in.fact.Meet(&yf)
	}
}

// receive joins a.in into block argument v of block to.
func (a *analysis) receive(from, to ir.Block, v ir.Value) {
	s := &a.vals[v]
	if !s.reached {
		s.fact, s.truth, s.poison, s.reached = a.in.fact, a.in.truth, a.in.poison, true
		return
	}
	t, p := s.truth.join(a.in.truth), s.poison || a.in.poison
	j := s.fact.Join(&a.in.fact)
	same := j.Equal(&s.fact)
	if same && t == s.truth && p == s.poison {
		return
	}
	if !same {
		s.grown++
		switch {
		case s.grown <= growJoin:
			s.fact = j.reduce()
		case s.grown <= growWiden:
			s.fact = a.limit(v, s.fact.Widen(&a.in.fact))
		default:
			s.grown = growWiden
			s.fact = a.limit(v, Fact{})
		}
	}
	s.truth, s.poison = t, p
	a.mark(v)
}

// limit is a fact that was given up, as far as the annotation of v does not vouch for it.
func (a *analysis) limit(v ir.Value, f Fact) Fact {
	a.widened = true
	mayPoison := a.mayPoison
	a.claim(a.f.AnnotOf(v), &f)
	a.mayPoison = mayPoison
	return f.reduce()
}

// mark notes that what is known of v has changed.
func (a *analysis) mark(v ir.Value) {
	f := a.f
	for u := range f.Uses(v) {
		a.markInst(u.Inst)
		if op := f.Op(u.Inst); op != ir.OpICmp {
			continue
		}
		// The other operand may be under a condition that depends on v.
		for n := range 2 {
			if w := f.Arg(u.Inst, n); w != v && a.first[w] >= 0 {
				for x := range f.Uses(w) {
					a.markInst(x.Inst)
				}
			}
		}
	}
}

func (a *analysis) markInst(i ir.Inst) {
	a.stale[i] = true
	if !a.settled {
		a.markBlock(a.f.InstBlock(i))
	}
}

func (a *analysis) markBlock(b ir.Block) {
	n, ok := a.cfg.Index(b)
	if !ok || !a.reached[b] {
		return
	}
	a.dirty[n] = true
	if n <= a.cursor {
		a.again = true
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
const claimSlots = 64

func (a *analysis) claimed(n ir.Annot) *claim {
	h := uint64(n) * 0x9E3779B97F4A7C15 >> 32
	c := &a.claims[h%claimSlots]
	if c.annot != n {
		*c = claim{n, Claim(n), exact(n), ignored(n)}
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
		x := OfBig(n.Known().DontCare).Not()
		m = Fact{Bits: Bits{m.Bits.Zeros.And(x), m.Bits.Ones.And(x)}}
		m.refine()
	}
	*f = m
}

// exact reports whether [Claim] has all that the annotation claims.
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
	f, checked := &a.vals[o.Value].fact, false
	if a.first[o.Value] >= 0 {
		f, checked = a.at(o.Value, b, &a.scratch[slot])
	}
	if !checked && a.vals[o.Value].poison {
		a.mayPoison = true
	}
	if o.Annot != ir.NoAnnot {
		if f != &a.scratch[slot] {
			a.scratch[slot] = *f
			f = &a.scratch[slot]
		}
		a.claim(o.Annot, f)
	}
	return f
}

// condition is what is known of bool operand n of i.
func (a *analysis) condition(i ir.Inst, n int) Truth {
	s := &a.vals[a.f.Arg(i, n)]
	if s.poison {
		a.mayPoison = true
	}
	return s.truth
}
