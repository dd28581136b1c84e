package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// loopDelete goes past loops that end and whose work nothing sees.
//
// A loop that does not end is behaviour, so it must be known to end: an exit that every iteration
// reaches is taken in a known iteration, or compares a value that grows (or shrinks) in each iteration by
// at least one with a bound that stays, and leaves once it is beyond. Integers are mathematical:
// nothing wraps around. If the condition is poison, the branch is undefined behaviour, which may
// end too. Loops inside must end as well.
//
// Its work is not seen if it does not write, call, synchronise or expose an address, and no value
// of it is read after it. All exits must go to one place with values that come from before the
// loop; the memory token is the one that the loop is entered with. An exit to `unreachable` is
// none. Loads, which could be undefined behaviour, and stack slots may go.
var loopDelete = pass.Pass{
	Name:     "loop-delete",
	Doc:      "removes loops that end and have no effect",
	Params:   []pass.Param{{Name: "iterations", Default: 256, Min: 0, Max: 100_000, Doc: "iterations that are evaluated to see a loop end"}},
	Rewrites: pass.Rewrites(pass.Refinements("unseen")),
	Func:     runLoopDelete,
}

// runLoopDelete takes inner loops first: a loop ends only if those in it do. An irreducible cycle
// could be endless and is no loop of the list, so that nothing is done where there is one.
func runLoopDelete(c *pass.Ctx) {
	loops := c.Loops().List
	if len(loops) == 0 || len(c.Loops().Irreducible) > 0 {
		return
	}
	w := newEditor(c)
	endless := make([]bool, len(loops))
	u := &loopNest{}
	for n := len(loops) - 1; n >= 0; n-- {
		if endless[n] {
			continue
		}
		if !u.cycleOf(w, c.Loops(), n) || !u.ends(c.Dom(), c.Param("iterations")) {
			for p := n; p >= 0 && !endless[p]; p = loops[p].Parent {
				endless[p] = true // and so are those around it
			}
			continue
		}
		if u.silent() {
			u.bypass(c, w)
		}
	}
}

// ends reports whether a loop is known to end if those inside of it do.
// One exit that must be taken is enough, since each iteration reaches it.
func (u *loopNest) ends(dom *cfg.DomTree, most int) bool {
	for _, x := range u.exits(dom) {
		if u.bounded(x) {
			// Evaluation is the dearer question, and comes second.
			return true
		}
		if _, ok := u.tripCount(x, most); ok {
			return true
		}
	}
	return false
}

// bounded reports whether the exit is taken when a value passes a bound that it must pass.
// The bound stays, the value moves toward it by at least one an iteration, and both are integers
// without a largest one: after finitely many iterations the comparison fails.
func (u *loopNest) bounded(x exit) bool {
	f := u.f
	d := f.Def(f.Arg(x.t, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpICmp || !u.cycle(f.InstBlock(d)) {
		return false
	}
	p, v, bound := f.Attr(d).Pred, f.Arg(d, 0), f.Arg(d, 1)
	// The varying operand is put on the left, the bound on the right.
	if u.cycle(f.DefBlock(bound)) {
		v, bound = bound, v
		p = p.Swapped()
	}
	if u.cycle(f.DefBlock(bound)) && !isConst(f, bound) || f.TypeOf(v) != ir.Int {
		return false
	}
	// On edge 0 the loop is left if the predicate holds.
	if x.edge == 0 {
		p = p.Negated()
	}
	// p is now what keeps the loop going.
	switch p {
	case ir.LT, ir.LE:
		return u.step(v) > 0
	case ir.GT, ir.GE:
		return u.step(v) < 0
	// To continue only while both are equal ends with the first change.
	case ir.EQ:
		return u.step(v) != 0
	}
	return false
}

// step is the sign of what v changes by from each iteration to the next, 0 if that is not known: v is
// an argument of the header, or that and a constant.
// Several back edges may add different constants, if all have one sign.
func (u *loopNest) step(v ir.Value) int {
	f := u.f
	if base, _, ok := offset(f, v); ok {
		v = base
	}
	if f.Def(v) != ir.NoInst || f.DefBlock(v) != u.loop.Header {
		return 0
	}
	sign := 0
	for n, w := range u.back {
		base, c, ok := offset(f, cfg.Passed(f, w, f.DefIndex(v)).Value)
		if !ok || base != v || c == 0 || n > 0 && sign > 0 != (c > 0) {
			return 0
		}
		if sign = -1; c > 0 {
			sign = 1
		}
	}
	return sign
}

// offset reads v as another value plus a small constant.
func offset(f *ir.Func, v ir.Value) (base ir.Value, c int64, ok bool) {
	d := f.Def(v)
	if d == ir.NoInst || f.Op(d) != ir.OpAdd && f.Op(d) != ir.OpSub {
		return v, 0, false
	}
	if k := f.Def(f.Arg(d, 1)); k != ir.NoInst && f.Op(k) == ir.OpIConst {
		c, ok = f.SmallConst(k)
		if f.Op(d) == ir.OpSub {
			c = -c
		}
		// The smallest int64 has no opposite.
		return f.Arg(d, 0), c, ok && c != -1<<63
	}
	if k := f.Def(f.Arg(d, 0)); f.Op(d) == ir.OpAdd && k != ir.NoInst && f.Op(k) == ir.OpIConst {
		c, ok = f.SmallConst(k)
		return f.Arg(d, 1), c, ok
	}
	return v, 0, false
}

// isConst reports whether v is an integer constant of any size.
func isConst(f *ir.Func, v ir.Value) bool {
	d := f.Def(v)
	return d != ir.NoInst && f.Op(d) == ir.OpIConst
}

// silent reports whether a loop does nothing but compute and read.
func (u *loopNest) silent() bool {
	f := u.f
	for _, b := range u.loop.Blocks {
		for i := range f.Insts(b) {
			if f.Op(i).Is(ir.MemDef | ir.Calls | ir.Exposes | ir.Atomic) {
				return false
			}
		}
	}
	return true
}

// exitEdge is an exit edge of a loop, past the blocks that only jump.
// The blocks it goes past have nothing but a branch, so that what they pass on is known.
type exitEdge struct {
	to   ir.Block
	args []ir.Value
	past []ir.Block
}

// bypass makes what enters the loop go to where it is left for.
// It refuses where two exits differ, or a value that was computed inside is passed out. Then
// nothing has changed.
func (u *loopNest) bypass(c *pass.Ctx, w *cfgEditor) {
	f := u.f
	out := exitEdge{to: ir.NoBlock}
	past := map[ir.Block]bool{}
	for _, b := range u.loop.Blocks {
		t := f.Terminator(b)
		for _, e := range f.Edges(nil, t) {
			// An exit to unreachable is undefined behaviour if it is taken, so it is assumed not
			// to be.
			if u.cycle(e.Block) || f.Op(f.FirstInst(e.Block)) == ir.OpUnreachable {
				continue
			}
			x, ok := u.leave(t, e)
			if !ok || out.to != ir.NoBlock && (x.to != out.to || !slices.Equal(x.args, out.args)) {
				return
			}
			out = x
			for _, p := range x.past {
				past[p] = true
			}
		}
	}
	// No exit but undefined behaviour, or a reader after the loop.
	if out.to == ir.NoBlock || u.read(past) {
		return
	}
	from := []ir.Inst{}
	// The place must be one that a branch from there may name, and a continue has no target to
	// replace.
	for _, x := range u.outer {
		i := cfg.Term(f, x)
		if !edit.MayGo(f, x.From, out.to) || f.Op(i) == ir.OpContinue {
			return
		}
		from = append(from, i)
	}
	if !c.Fire(pass.Change{
		Rule: "unseen", At: ir.NoInst, Block: u.loop.Header, Matched: from, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "ends", Value: "yes"}},
	}) {
		return
	}
	for _, x := range u.outer {
		// The header's argument that the exit passes is, before the first iteration, what this edge
		// passes for it.
		t, i := ir.Target{Block: out.to}, cfg.Term(f, x)
		for _, v := range out.args {
			if f.Def(v) == ir.NoInst && f.DefBlock(v) == u.loop.Header {
				v = cfg.Passed(f, x, f.DefIndex(v)).Value
			}
			t.Args = append(t.Args, ir.Operand{Value: v})
		}
		if f.NumTargets(i) == 0 {
			w.Goto(x.From, t, f.Origin(i))
			continue
		}
		targets := f.Targets(i)
		t.Case = targets[x.Index].Case
		targets[x.Index] = t
		f.SetOperands(i, f.FixedOperands(i), targets)
		w.Update(x.From)
	}
}

// leave follows an edge out of the loop. The values that are passed in the end come from before
// the loop, or are arguments of its header that keep what they were entered with.
// At most eight blocks are gone past, which bounds the walk where these form a cycle.
func (u *loopNest) leave(t ir.Inst, e ir.Edge) (x exitEdge, ok bool) {
	f := u.f
	x.to = e.Block
	for k := e.Lo; k < e.Hi; k++ {
		x.args = append(x.args, f.Arg(t, k))
	}
	for range 8 {
		next := f.Terminator(x.to)
		if f.FirstInst(x.to) != next || f.Op(next) != ir.OpBr && f.Op(next) != ir.OpRegionYield || !passed(f, x.to, next) {
			break
		}
		edge := f.Edges(nil, next)[0]
		if edge.Block == x.to || u.cycle(edge.Block) {
			break
		}
		var args []ir.Value
		for k := edge.Lo; k < edge.Hi; k++ {
			v := f.Arg(next, k)
			if f.Def(v) == ir.NoInst && f.DefBlock(v) == x.to {
				v = x.args[f.DefIndex(v)]
			}
			args = append(args, v)
		}
		x.past = append(x.past, x.to)
		x.to, x.args = edge.Block, args
	}
	// Only now: what a block on the way got may itself be the loop's.
	for n, v := range x.args {
		if x.args[n], ok = u.kept(v); !ok {
			return x, false
		}
	}
	return x, true
}

// passed reports whether only the terminator of b reads its arguments.
// An argument that is read further on would be lost: the new edge goes past the block that makes
// it.
func passed(f *ir.Func, b ir.Block, t ir.Inst) bool {
	for _, v := range f.Args(b) {
		for x := range f.Uses(v) {
			if x.Inst != t {
				return false
			}
		}
	}
	return true
}

// kept finds what v, passed by an exit, was before the loop: a value from outside, or an argument
// of the header that every iteration hands on. All tokens of a loop without writes are the one it is
// entered with.
// An argument that every back edge passes to itself is what the loop was entered with, in all
// iterations.
func (u *loopNest) kept(v ir.Value) (ir.Value, bool) {
	f := u.f
	if !u.cycle(f.DefBlock(v)) {
		return v, true
	}
	for n, a := range f.Args(u.loop.Header) {
		if f.TypeOf(a) == ir.Mem && f.TypeOf(v) == ir.Mem {
			return a, true
		}
		if a == v && !slices.ContainsFunc(u.back, func(w cfg.PredEdge) bool { return cfg.Passed(f, w, n).Value != a }) {
			return a, true
		}
	}
	return v, false
}

// read reports whether anything but the loop, and the blocks that are gone past, reads its values.
func (u *loopNest) read(past map[ir.Block]bool) bool {
	f := u.f
	outside := func(v ir.Value) bool {
		for x := range f.Uses(v) {
			if b := f.InstBlock(x.Inst); !u.cycle(b) && !past[b] {
				return true
			}
		}
		return false
	}
	for _, b := range u.loop.Blocks {
		for v := range f.Defined(b) {
			if outside(v) {
				return true
			}
		}
	}
	return false
}
