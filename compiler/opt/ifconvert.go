package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// ifConvert does both sides of a branch and selects between what they make, where that is little.
//
// The sides are single blocks, or nothing on one side, that only the branch goes to, that only
// compute, and that continue to the same block. What they compute may run in vain (see licm for
// landing_pad and shifts). select looks at the chosen arm only, so poison of the other side stays
// unseen, and a poison condition, which was undefined behaviour, makes poison. Memory tokens
// cannot be selected: both sides must pass the same. Checks on passed values go with the passing.
var ifConvert = pass.Pass{
	Name: "if-convert",
	Doc:  "turns small branches without effects into selects",
	Params: []pass.Param{{
		Name: "cost", Default: 4, Min: 0, Max: 1000,
		Doc: "instructions of both sides, constants free and divisions four, and two a select, that are worth it",
	}},
	Rewrites: pass.Rewrites(pass.Refinements("diamond", "triangle")),
	Func:     runIfConvert,
}

// The branches are taken from the last to the first, so that an inner one is converted before the
// one around it is looked at: a side with a branch of its own is no side.
func runIfConvert(c *pass.Ctx) {
	if c.F.Count(ir.OpBrIf) == 0 {
		return
	}
	x := &converter{c: c, f: c.F, most: c.Param("cost")}
	var blocks []ir.Block
	for b := range c.F.Blocks() {
		if t := c.F.Terminator(b); t != ir.NoInst && c.F.Op(t) == ir.OpBrIf {
			blocks = append(blocks, b)
		}
	}
	for _, b := range slices.Backward(blocks) {
		x.block(b)
	}
}

// converter looks at one branch at a time; its slices are scratch.
type converter struct {
	c *pass.Ctx
	f *ir.Func
	e *cfg.Editor
	// The most that both sides and the selects may cost.
	most int

	edges  []ir.Edge
	passed [2][]ir.Value // what the sides of the branch at hand pass
}

// editor is made when something is about to be converted: where all are too large none is needed.
func (x *converter) editor() *cfg.Editor {
	if x.e == nil {
		x.e = x.c.Editor()
	}
	return x.e
}

// side is one edge from a branch to where both meet.
type side struct {
	arm  ir.Block // NoBlock where the branch itself goes there
	cost int
	to   ir.Edge
	pass []ir.Value // to the arguments of to
}

// block looks at the branch that ends b: if both sides meet at once and are cheap and pure, it asks and converts.
// What the sides pass must be selectable, and the branch to where they meet must be one that b may make.
func (x *converter) block(b ir.Block) {
	f := x.f
	t := f.Terminator(b)
	if t == ir.NoInst || f.Op(t) != ir.OpBrIf {
		return
	}
	a, e := f.TargetBlock(t, 0), f.TargetBlock(t, 1)
	// Both edges go to one block: that is left to simplify-cfg.
	if a == e {
		return
	}
	one, oneOK := x.side(b, t, 0)
	two, twoOK := x.side(b, t, 1)
	switch {
	case oneOK && twoOK && one.to.Block == two.to.Block: // a diamond
	case oneOK && one.to.Block == e:
		two = x.direct(t, 1)
	case twoOK && two.to.Block == a:
		one = x.direct(t, 0)
	default:
		return
	}
	cost := one.cost + two.cost
	for n, v := range one.pass {
		if v == two.pass[n] {
			// The same value on both edges needs no select.
			continue
		}
		// A token chosen by data would let memory depend on a value.
		if f.TypeOf(v) == ir.Mem {
			return
		}
		cost += 2
	}
	// A side that ends with continue goes back to the header of its loop region. b may write the
	// same, because [converter.side] asks that both are in one loop.
	again := one.arm != ir.NoBlock && f.Op(f.Terminator(one.arm)) == ir.OpContinue ||
		two.arm != ir.NoBlock && f.Op(f.Terminator(two.arm)) == ir.OpContinue
	if cost > x.most || !again && !edit.MayGo(f, b, one.to.Block) {
		return
	}
	var matched []ir.Inst
	for _, s := range []side{one, two} {
		if s.arm != ir.NoBlock {
			matched = slices.AppendSeq(matched, f.Insts(s.arm))
		}
	}
	rule := "diamond"
	if one.arm == ir.NoBlock || two.arm == ir.NoBlock {
		rule = "triangle"
	}
	if !x.c.Fire(pass.Change{
		Rule: rule, At: t, Matched: matched, Kind: pass.Refinement,
		Cost: &trace.Cost{Unit: "instructions", After: cost, Limit: x.most, Saves: "a branch that is predicted wrongly"}, Why: "cost",
	}) {
		return
	}
	x.convert(b, t, one, two, again)
}

// side looks at the block that target n of t goes to.
// It has a region of its own at most, directly in that of b, since the instructions move to b: a
// stack slot's life or a loop around the side would change.
func (x *converter) side(b ir.Block, t ir.Inst, n int) (s side, ok bool) {
	f := x.f
	s.arm = f.TargetBlock(t, n)
	if s.arm == b || s.arm == f.Entry() {
		return s, false
	}
	if r := f.BlockRegion(s.arm); r != f.BlockRegion(b) && (len(f.Nodes(r)) > 1 || f.RegionParent(r) != f.BlockRegion(b)) {
		return s, false
	}
	end := f.Terminator(s.arm)
	if end == ir.NoInst || f.NumTargets(end) > 1 || f.Op(end) == ir.OpContinue && f.InnermostLoop(b) != f.InnermostLoop(s.arm) {
		return s, false
	}
	for i := range f.Insts(s.arm) {
		if i == end {
			break
		}
		if !speculable(f, i) {
			return s, false
		}
		if s.cost += cost(f.Op(i)); s.cost > x.most {
			return s, false
		}
	}
	x.edges = f.Edges(x.edges[:0], end)
	edges := x.edges
	// A second edge in would lose the instructions that move away.
	if len(edges) != 1 || edges[0].Block == s.arm || !x.editor().HasUniquePred(s.arm) {
		return s, false
	}
	s.to = edges[0]
	// What the side passes of its own arguments is what the branch passes for these.
	in, _ := f.TargetArgs(t, n)
	own := len(f.Args(s.arm)) > 0
	s.pass = x.passed[n][:0]
	for k := s.to.Lo; k < s.to.Hi; k++ {
		v := f.Arg(end, k)
		if own && f.Def(v) == ir.NoInst && f.DefBlock(v) == s.arm {
			v = f.Arg(t, in+f.DefIndex(v))
		}
		s.pass = append(s.pass, v)
	}
	x.passed[n] = s.pass
	return s, true
}

// direct is the side without a block: the branch goes where the other side does.
func (x *converter) direct(t ir.Inst, n int) side {
	f := x.f
	s := side{arm: ir.NoBlock, to: ir.Edge{Block: f.TargetBlock(t, n)}}
	lo, hi := f.TargetArgs(t, n)
	for k := lo; k < hi; k++ {
		s.pass = append(s.pass, f.Arg(t, k))
	}
	return s
}

// convert moves the sides in front of the branch, selects between what they pass, and lets b go straight to
// where they met.
// The sides are empty then and go.
func (x *converter) convert(b ir.Block, t ir.Inst, one, two side, again bool) {
	f := x.f
	from := []ir.Inst{t}
	for n, s := range []side{one, two} {
		if s.arm == ir.NoBlock {
			continue
		}
		in, _ := f.TargetArgs(t, n)
		// The checks on the branch's operands and the side's arguments go with them, which
		// refines.
		for k, v := range f.Args(s.arm) {
			f.ReplaceUses(v, f.Arg(t, in+k))
		}
		end := f.Terminator(s.arm)
		from = append(from, end)
		// All instructions move in their order. They stand before the branch, which both edges
		// came from, so that they dominate what is read of them later.
		for i := f.FirstInst(s.arm); i != end; i = f.FirstInst(s.arm) {
			f.MoveInst(i, b, t)
		}
	}
	o := pass.Derive(f, from...)
	args := make([]ir.Value, len(one.pass))
	for n, v := range one.pass {
		if args[n] = v; v != two.pass[n] {
			args[n] = f.Before(t).Select(f.Arg(t, 0), v, two.pass[n], o)
		}
	}
	edit.SetTerminator(f, b, func(k *ir.Builder) {
		if again {
			k.Yield(ir.OpContinue, o, args...)
		} else {
			k.Br(ir.Goto(one.to.Block, args...), o)
		}
	})
	x.editor().Update(b)
	for _, s := range []side{one, two} {
		if s.arm == ir.NoBlock {
			// The empty block has no predecessor edge left.
			continue
		}
		x.editor().Remove(s.arm)
	}
}

// speculable reports whether i may run where it did not: it only computes, with bounded memory.
// A wrong guess costs time and makes poison that nothing reads, never undefined behaviour.
func speculable(f *ir.Func, i ir.Inst) bool {
	return f.Op(i).Is(ir.Speculates) && !shiftsFar(f, i)
}

// cost is what running an instruction in vain costs.
func cost(op ir.Op) int {
	switch {
	case op.Is(ir.Free):
		return 0
	case op.Is(ir.Cheap):
		return 1
	}
	return 4
}
