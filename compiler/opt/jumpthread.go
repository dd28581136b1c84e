package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// jumpThread lets a block that comes with what decides the next branch go to its destination.
//
// What is known on an edge into a block: the constants that it passes, and the condition or case by
// which it was taken, which was no poison or the branch was undefined behaviour. If the branch at
// the end of the block follows from that, the edge gets a copy of the block with that branch
// decided. In each visit one of block and copy runs, so effects happen once. Values of the block
// that are read elsewhere get block arguments where block and copy meet again.
//
// The copy is in the region of the block, so only edges from inside of that region get one, and a
// back edge to a loop region's entry does not. Headers of loops are left alone, or a second entry
// to the loop might come into being, but for the one edge into a loop past its exit test: that
// turns the test to the end of the loop.
var jumpThread = pass.Pass{
	Name:     "jump-thread",
	Doc:      "gives edges that decide the branch of the next block a copy of it",
	Params:   []pass.Param{{Name: "size", Default: 6, Min: 0, Max: 1000, Doc: "most instructions of the block, without constants and the branch"}},
	Rewrites: pass.Rewrites(pass.Refinements("implied", "thread")),
	Func:     runJumpThread,
}

func runJumpThread(c *pass.Ctx) {
	f := c.F
	if f.Count(ir.OpBrIf)+f.Count(ir.OpSwitch) == 0 {
		return
	}
	x := &threader{c: c, f: f, touched: make([]bool, len(c.Loops().List)), most: c.Param("size")}
	// In reverse postorder a block comes after those that lead to it, so that an edge that was just
	// decided is seen by the next block.
	for _, b := range c.CFG().Order() {
		t := f.Terminator(b)
		if b == f.Entry() || t == ir.NoInst || f.Op(t) != ir.OpBrIf && f.Op(t) != ir.OpSwitch || !x.small(b) {
			continue
		}
		if x.w == nil {
			x.w = newEditor(c)
		}
		x.block(b, t)
	}
}

// threader goes through the blocks of one function. The graph and the loops are those at the
// beginning; predecessor edges are current.
type threader struct {
	c       *pass.Ctx
	f       *ir.Func
	w       *cfgEditor
	most    int
	touched []bool // loops that have got another header

	preds       []cfg.PredEdge // scratch of block
	known, args []knownValue   // and of outcome
}

// knownValue is a value that is a constant on some edge.
type knownValue struct {
	v ir.Value
	c fold.Const
}

// small reports whether block b may be copied.
// A call or a slot is not copied: a slot would be two allocations, and code grows without end by
// calls.
func (x *threader) small(b ir.Block) bool {
	n := 0
	for i := range x.f.Insts(b) {
		op := x.f.Op(i)
		if op.Is(ir.Calls | ir.Allocates) {
			return false
			// Constants are free.
		}
		if op.IsTerminator() {
			break
		}
		if n += min(cost(op), 1); n > x.most {
			return false
		}
	}
	return true
}

// block looks at the edges into b.
func (x *threader) block(b ir.Block, t ir.Inst) {
	f := x.f
	x.preds = x.w.AppendPreds(x.preds[:0], b)
	preds := x.preds
	var groups [][]cfg.PredEdge // by the target that they lead to
	for _, w := range preds {
		// An edge from the block to itself would be a copy that is entered from the original, and
		// its own loop.
		n, ok := x.outcome(b, t, w)
		if !ok || w.From == b {
			continue
		}
		// A single edge in: every visit goes there, and no copy is needed.
		if len(preds) == 1 {
			if x.c.Fire(pass.Change{Rule: "implied", At: t, Edge: n + 1, Matched: []ir.Inst{cfg.Term(f, w)}, Kind: pass.Refinement}) {
				x.w.Goto(b, noCase(f.Targets(t)[n]), pass.Derive(f, t, cfg.Term(f, w)))
			}
			return
		}
		if x.allowed(b, t, w, n) {
			if groups == nil {
				groups = make([][]cfg.PredEdge, f.NumTargets(t))
			}
			groups[n] = append(groups[n], w)
		}
	}
	// All edges that decide for one target share a copy.
	for n, g := range groups {
		if len(g) == 0 || f.Deleted(t) {
			continue
		}
		var from []ir.Inst
		for _, w := range g {
			if i := cfg.Term(f, w); !slices.Contains(from, i) {
				from = append(from, i)
			}
		}
		if !x.c.Fire(pass.Change{
			Rule: "thread", At: t, Edge: n + 1, Matched: from, Kind: pass.Refinement,
			Facts: []trace.Fact{{Kind: "target", Value: valueName(f.Arg(t, 0))}}, Why: "size",
		}) {
			continue
		}
		x.thread(b, t, g, n)
		x.touch(b)
	}
}

// noCase is the target of a plain branch: only a switch has cases.
func noCase(t ir.Target) ir.Target {
	t.Case = nil
	return t
}

// allowed reports whether an edge into b may continue to target n without passing b.
// An edge is not allowed if the copy could make a loop irreducible, that is, give it a second
// entry.
func (x *threader) allowed(b ir.Block, t ir.Inst, w cfg.PredEdge, n int) bool {
	f := x.f
	from := w.From
	// A continue names no target that could be the copy.
	if f.Op(cfg.Term(f, w)) == ir.OpContinue || !f.InRegion(f.BlockRegion(from), f.BlockRegion(b)) {
		return false
	}
	loops := x.c.Loops()
	k := loops.Innermost(b)
	if k < 0 {
		return true
	}
	if x.touched[k] {
		return false
	}
	if loops.List[k].Header != b {
		return true
	}
	// A header: its only edge in from outside may skip the test that leaves the loop.
	// Past the test the edge enters the body, and the copy of the test, before the loop, is a
	// guard. The body becomes the header then, which is why a loop is touched once only.
	if loops.Contains(k, from) || !loops.Contains(k, f.TargetBlock(t, n)) && f.NumTargets(t) > 2 {
		return false
	}
	for _, o := range x.w.Preds(b) {
		if o.From != from && !loops.Contains(k, o.From) {
			return false
		}
	}
	out := 0
	for m := range f.NumTargets(t) {
		if !loops.Contains(k, f.TargetBlock(t, m)) {
			out++
		}
	}
	return f.NumTargets(t) == 2 && out == 1 && f.TargetBlock(t, n) != b
}

// touch notes that the loops around b, a header, may have got another header.
func (x *threader) touch(b ir.Block) {
	if k := x.c.Loops().Innermost(b); k >= 0 && x.c.Loops().List[k].Header == b {
		x.touched[k] = true
	}
}

// outcome finds the target that the terminator t of b goes to if control comes on edge w.
func (x *threader) outcome(b ir.Block, t ir.Inst, w cfg.PredEdge) (n int, ok bool) {
	// The scratch lists belong to x and are given back at the end.
	f := x.f
	known := x.known[:0] // few; what comes later counts
	// That the edge was taken is known before anything in b runs.
	if v, c := edgeFact(f, w); c.Kind != fold.Unknown {
		known = append(known, knownValue{v, c})
	}
	// The last entry wins: an argument of b may be passed on the edge to b itself.
	value := func(v ir.Value) fold.Const {
		for _, k := range slices.Backward(known) {
			if k.v == v {
				return k.c
			}
		}
		if d := f.Def(v); d != ir.NoInst {
			return fold.Of(f, d)
		}
		return fold.Const{}
	}
	// All arguments are found before one of them is known, since an edge passes all at once.
	args := x.args[:0]
	for k, v := range f.Args(b) {
		o := cfg.Passed(f, w, k)
		// A value that violates a check is poison. Poison is known as well, but decides no
		// branch.
		if c := fold.Check(fold.Check(value(o.Value), o.Annot), f.AnnotOf(v)); c.Kind != fold.Unknown {
			args = append(args, knownValue{v, c})
		}
	}
	known = append(known, args...)
	// The copy runs the same instructions, so that whatever folds in it is what the original
	// makes.
	for i := range f.Insts(b) {
		if !f.Op(i).Is(ir.Pure) || f.NumResults(i) != 1 || f.NumOperands(i) == 0 {
			continue
		}
		var buf [4]fold.Const
		in, some := buf[:0], false
		for k := range f.NumOperands(i) {
			c := value(f.Arg(i, k))
			in, some = append(in, c), some || c.Kind != fold.Unknown
		}
		if !some {
			continue
		}
		if c := fold.Inst(f, i, in); c.Kind != fold.Unknown {
			known = append(known, knownValue{f.Result(i, 0), c})
		}
	}
	x.known, x.args = known, args
	c := fold.Check(value(f.Arg(t, 0)), f.Operand(t, 0).Annot)
	if c.Kind == fold.Bool || c.Kind == fold.Int {
		return taken(f, t, c), true
	}
	return 0, false
}

// edgeFact is what the condition of a branch is on one of its edges.
// Both edges to one block tell nothing, and neither does the default of a switch. The condition
// was no poison, or the branch was undefined behaviour.
func edgeFact(f *ir.Func, w cfg.PredEdge) (ir.Value, fold.Const) {
	t := cfg.Term(f, w)
	switch {
	case f.Op(t) == ir.OpBrIf && f.TargetBlock(t, 0) != f.TargetBlock(t, 1):
		return f.Arg(t, 0), fold.OfBool(w.Index == 0)
	case f.Op(t) == ir.OpSwitch && w.Index < f.NumTargets(t)-1:
		return f.Arg(t, 0), fold.OfInt(f.TargetCase(t, w.Index))
	}
	return ir.NoValue, fold.Const{}
}

// thread makes a copy of b for the edges that go to target n of its terminator.
// After it, block and copy both reach what b dominated. Every value of b that is read outside
// gets the definitions of both, and block arguments where they meet.
func (x *threader) thread(b ir.Block, t ir.Inst, preds []cfg.PredEdge, n int) {
	f := x.f
	k := edit.NewCopier(f, f)
	nb := k.Block(b, f.BlockRegion(b))
	k.Fill()
	end := f.Terminator(nb)
	edit.Goto(f, nb, noCase(f.Targets(end)[n]), f.Origin(t))
	for _, w := range preds {
		x.w.Redirect(w, nb)
	}
	x.w.Update(nb)
	edit.Rejoin(x.w.Editor, []ir.Block{b}, k)
}
