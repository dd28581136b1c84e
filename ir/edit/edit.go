// Package edit has the changes of a function that passes and the reducer share: what must happen
// together so that the function stays well-formed. It decides nothing: whether a change keeps the
// meaning of the program is for the caller to know.
//
// Graphs and dominator trees of package cfg are wrong after a change of blocks or edges; its editor
// must be told.
package edit

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// Passed returns the operands that an edge passes to the n arguments of its block.
func Passed(f *ir.Func, e cfg.PredEdge, n int) []ir.Operand {
	out := make([]ir.Operand, n)
	for k := range out {
		out[k] = cfg.Passed(f, e, k)
	}
	return out
}

// SetPassed replaces what e passes.
// Operands of other targets of the same terminator stay, claims included.
func SetPassed(f *ir.Func, e cfg.PredEdge, args []ir.Operand) {
	t := cfg.Term(f, e)
	if f.NumTargets(t) == 0 { // continue, region_yield
		f.SetOperands(t, args, nil)
		return
	}
	fixed, targets := f.FixedOperands(t), f.Targets(t)
	targets[e.Index].Args = args
	f.SetOperands(t, fixed, targets)
}

// EditPassed replaces what terminator t passes: change gets what an edge passes, the edges one after the other. It may
// write to what it gets.
func EditPassed(f *ir.Func, t ir.Inst, change func(e ir.Edge, args []ir.Operand) []ir.Operand) {
	var buf [2]ir.Edge
	fixed, targets := f.FixedOperands(t), f.Targets(t)
	for n, e := range f.Edges(buf[:0], t) {
		if len(targets) == 0 { // continue, region_yield
			fixed = change(e, fixed)
		} else {
			targets[n].Args = change(e, targets[n].Args)
		}
	}
	f.SetOperands(t, fixed, targets)
}

// ArgAdder gives arguments to blocks, and writes what edges pass to them once for all: a terminator that got
// each operand by itself would be copied as often as it has operands. Between an Add and the Flush edges pass too few
// values, and the verifier must not look; what they passed before stays where it was.
type ArgAdder struct {
	F     *ir.Func
	edges map[cfg.PredEdge][]ir.Operand // what each passes besides, in the order of the arguments
	order []cfg.PredEdge
}

// Add gives b another argument.
func (a *ArgAdder) Add(b ir.Block, t ir.Type, claims ir.Annot) ir.Value {
	return a.F.AddArg(b, t, claims)
}

// Pass says what e passes to the next argument that it does not pass anything to yet. Each edge into a block must
// be given as many values as the block gets arguments.
func (a *ArgAdder) Pass(e cfg.PredEdge, o ir.Operand) {
	if a.edges == nil {
		a.edges = map[cfg.PredEdge][]ir.Operand{}
	}
	old, ok := a.edges[e]
	if !ok {
		a.order = append(a.order, e)
	}
	a.edges[e] = append(old, o)
}

// Flush writes the terminators, each once.
func (a *ArgAdder) Flush() {
	done := map[ir.Block]bool{}
	for _, first := range a.order {
		if done[first.From] {
			continue
		}
		done[first.From] = true
		n := 0
		EditPassed(a.F, cfg.Term(a.F, first), func(_ ir.Edge, args []ir.Operand) []ir.Operand {
			e := cfg.PredEdge{From: first.From, Index: n}
			n++
			return append(args, a.edges[e]...)
		})
	}
	a.edges, a.order = nil, nil
}

// RemoveArgs takes the block arguments that drop names, and what is passed to them, from all blocks.
// They have no uses but what branches pass to arguments that go as well. Each terminator is written
// at most once, however many arguments and edges it serves.
// drop is asked often and must always say the same.
func RemoveArgs(f *ir.Func, drop func(v ir.Value) bool) {
	var edges []ir.Edge
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		edges = f.Edges(edges[:0], t)
		if !slices.ContainsFunc(edges, func(e ir.Edge) bool { return slices.ContainsFunc(f.Args(e.Block), drop) }) {
			continue
		}
		EditPassed(f, t, func(e ir.Edge, args []ir.Operand) []ir.Operand {
			kept := args[:0]
			for n, v := range f.Args(e.Block) {
				if !drop(v) {
					kept = append(kept, args[n])
				}
			}
			return kept
		})
	}
	for b := range f.Blocks() {
		f.RemoveArgs(b, drop)
	}
}

// SetTerminator removes the terminator of b and lets build make another.
// What the old one passed is lost: a caller that needs it reads it before.
func SetTerminator(f *ir.Func, b ir.Block, build func(b *ir.Builder)) {
	if t := f.Terminator(b); t != ir.NoInst {
		f.RemoveInst(t)
	}
	build(f.At(b))
}

// Goto makes b branch to a target and nowhere else.
// Arguments of blocks that b no longer goes to are not looked at: those blocks have one edge less.
func Goto(f *ir.Func, b ir.Block, t ir.Target, o ir.Origin) {
	SetTerminator(f, b, func(k *ir.Builder) { k.Br(t, o) })
}

// MayGo reports whether a written branch in block from may name block to: invariants C2 and C3.
// It says the same as the verifier's check of a branch, without a message.
func MayGo(f *ir.Func, from, to ir.Block) bool {
	inside := f.BlockRegion(from)
	for r := f.BlockRegion(to); !f.InRegion(inside, r); r = f.RegionParent(r) {
		if f.RegionEntry(r) != to {
			return false
		}
	}
	for l := inside; l != ir.NoRegion; l = f.RegionParent(l) {
		if f.RegionKind(l) == ir.LoopRegion && f.RegionEntry(l) == to {
			return false
		}
	}
	return true
}

// RemoveBlocks removes blocks that nothing outside of them names or reads from, and the regions
// that become empty. A block must stay where region_yield needs one to go to; which those are
// is for the caller to know.
func RemoveBlocks(f *ir.Func, drop func(b ir.Block) bool) {
	var gone []ir.Block
	for b := range f.Blocks() {
		if drop(b) {
			gone = append(gone, b)
		}
	}
	// Instructions go from the last to the first, block by block; a value may still be read by a
	// block that goes later, so all operands go first.
	for _, b := range gone {
		for i := range f.Insts(b) {
			f.SetOperands(i, nil, nil)
		}
	}
	f.RemoveBlocks(gone)
	for _, b := range gone {
		r := f.BlockRegion(b)
		for len(f.Nodes(r)) == 0 && r != ir.Body {
			p := f.RegionParent(r)
			f.RemoveRegion(r)
			r = p
		}
	}
}

// Append moves the instructions of block b to block a, which ends with a br to b, the only edge into b; both
// are in one region. The caller removes b, which is empty then.
// Claims of b's arguments and of what is passed to them are lost: the caller has seen to them.
func Append(f *ir.Func, a, b ir.Block) {
	t := f.Terminator(a)
	args := f.Targets(t)[0].Args
	for n, v := range f.Args(b) {
		f.ReplaceUses(v, args[n].Value)
	}
	f.RemoveInst(t)
	for i := f.FirstInst(b); i != ir.NoInst; i = f.FirstInst(b) {
		f.MoveInst(i, a, ir.NoInst)
	}
}

// Split moves the instructions from at on into a new block after the block of at, and ends the
// first part with a br to it.
// Values of the first part dominate the second, so no argument is needed.
func Split(f *ir.Func, at ir.Inst, o ir.Origin) ir.Block {
	b := f.InstBlock(at)
	r := f.BlockRegion(b)
	rest := f.AddBlock(r)
	PlaceAfter(f, r, ir.Node{ID: uint32(b)}, 1)
	for i := at; i != ir.NoInst; {
		next := f.NextInst(i)
		f.MoveInst(i, rest, ir.NoInst)
		i = next
	}
	f.At(b).Br(ir.Goto(rest), o)
	return rest
}

// PlaceAfter moves the last n nodes of r to the place after node at.
// A node that was just added is the last one of its region, which is why they are named by a number.
func PlaceAfter(f *ir.Func, r ir.Region, at ir.Node, n int) {
	nodes := slices.Clone(f.Nodes(r))
	moved := slices.Clone(nodes[len(nodes)-n:])
	nodes = nodes[:len(nodes)-n]
	f.SetNodes(r, slices.Insert(nodes, slices.Index(nodes, at)+1, moved...))
}

// Dissolve gives the nodes of region r to its parent. The implied branches that r gave a meaning
// to become written ones.
// Stack slots of the region then live as long as those of the parent.
func Dissolve(f *ir.Func, r ir.Region) {
	// Collected first: making them changes what is walked.
	type change struct {
		b, to ir.Block
	}
	var changes []change
	for b := range f.BlocksIn(r) {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		switch {
		case f.Op(t) == ir.OpContinue && f.InnermostLoop(b) == r:
			changes = append(changes, change{b, f.RegionEntry(r)})
		case f.Op(t) == ir.OpRegionYield && f.BlockRegion(b) == r:
			changes = append(changes, change{b, f.YieldTarget(b)})
		}
	}
	for _, c := range changes {
		t := f.Terminator(c.b)
		Goto(f, c.b, ir.Target{Block: c.to, Args: f.Operands(t)}, f.Origin(t))
	}
	f.Splice(r)
}

// MemOperand is the memory token that i takes, ir.NoValue if it takes none.
// Fixed operands only: a token that a branch passes is no effect of the branch.
func MemOperand(f *ir.Func, i ir.Inst) ir.Value {
	for n := f.NumFixed(i) - 1; n >= 0; n-- {
		if v := f.Arg(i, n); v != ir.NoValue && f.TypeOf(v) == ir.Mem {
			return v
		}
	}
	return ir.NoValue
}

// Unused reports whether nothing reads the results of i.
// A result that only a deleted instruction read is unused.
func Unused(f *ir.Func, i ir.Inst) bool {
	for n := range f.NumResults(i) {
		if f.HasUses(f.Result(i, n)) {
			return false
		}
	}
	return true
}

// ReplaceToken takes memory token v away: instructions of its block up to writer w read the token before, all
// that come later what w makes. They may have read v because w does not write what they read.
func ReplaceToken(f *ir.Func, v ir.Value, w ir.Inst, before ir.Value) {
	after := map[ir.Inst]bool{}
	for i := f.NextInst(w); i != ir.NoInst && f.HasUses(v); i = f.NextInst(i) {
		after[i] = true
	}
	for u := range f.Uses(v) {
		if after[u.Inst] || f.InstBlock(u.Inst) != f.InstBlock(w) {
			f.SetOperand(u.Inst, u.Index, ir.Operand{Value: f.Result(w, 0), Annot: f.Operand(u.Inst, u.Index).Annot})
		}
	}
	f.ReplaceUses(v, before)
}

// Bypass removes an instruction with a memory token: the one that it made becomes the one that it
// took. Its other results must have no uses.
// An instruction that reads memory and makes no token is just removed.
func Bypass(f *ir.Func, i ir.Inst) {
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); f.TypeOf(v) == ir.Mem {
			f.ReplaceUses(v, MemOperand(f, i))
		}
	}
	f.RemoveInst(i)
}
