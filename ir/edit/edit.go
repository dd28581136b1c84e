// Package edit has the changes of a function that passes and the reducer share: what must happen
// together so that the function stays well-formed. It decides nothing: whether a change keeps the
// meaning of the program is for the caller to know.
//
// Graphs and dominator trees of package cfg are wrong after a change of blocks or edges.
package edit

import (
	"math/big"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Way is one way into a block: edge Edge of terminator Inst, which passes operands from Lo on.
type Way struct {
	Inst ir.Inst
	Edge int // index in the list of [ir.Func.Edges]
	Lo   int
}

// Ways lists the ways into every block, by block handle, in the order of blocks and edges. An
// unreachable block is a way in like any other.
func Ways(f *ir.Func) [][]Way { return new(WayTable).Ways(f) }

// WayTable keeps memory for lists of ways.
type WayTable struct {
	count  []int32
	blocks []ir.Block
	edges  []ir.Edge
	into   [][]Way
	all    []Way
}

// Ways is [Ways]. What it returned before is lost.
func (t *WayTable) Ways(f *ir.Func) [][]Way {
	t.count = slices.Grow(t.count[:0], f.NumBlocks())[:f.NumBlocks()]
	clear(t.count)
	total := 0
	t.blocks = slices.AppendSeq(t.blocks[:0], f.Blocks())
	for _, b := range t.blocks {
		if i := f.Terminator(b); i != ir.NoInst {
			t.edges = f.Edges(t.edges[:0], i)
			total += len(t.edges)
			for _, e := range t.edges {
				t.count[e.Block]++
			}
		}
	}
	t.into, t.all = slices.Grow(t.into[:0], f.NumBlocks())[:f.NumBlocks()], slices.Grow(t.all[:0], total)[:total]
	rest := t.all
	for b, n := range t.count {
		t.into[b], rest = rest[:0:n], rest[n:]
	}
	for _, b := range t.blocks {
		if i := f.Terminator(b); i != ir.NoInst {
			t.edges = f.Edges(t.edges[:0], i)
			for n, e := range t.edges {
				t.into[e.Block] = append(t.into[e.Block], Way{i, n, e.Lo})
			}
		}
	}
	return t.into
}

// Passed returns the operands that a way passes to the n arguments of its block.
func Passed(f *ir.Func, w Way, n int) []ir.Operand {
	out := make([]ir.Operand, n)
	for k := range out {
		out[k] = f.Operand(w.Inst, w.Lo+k)
	}
	return out
}

// SetPassed replaces what edge n of terminator t passes.
func SetPassed(f *ir.Func, t ir.Inst, n int, args []ir.Operand) {
	if f.NumTargets(t) == 0 { // continue, region_yield
		f.SetOperands(t, args, nil)
		return
	}
	fixed, targets := f.Operands(t)[:f.NumFixed(t)], f.Targets(t)
	targets[n].Args = args
	f.SetOperands(t, fixed, targets)
}

// AddArg gives b another argument; pass says what each way in passes to it.
func AddArg(f *ir.Func, b ir.Block, ways []Way, t ir.Type, a ir.Annot, pass func(w Way) ir.Operand) ir.Value {
	n := len(f.Args(b))
	v := f.AddArg(b, t, a)
	for _, w := range ways {
		// The place of the operands may have changed with an edge of the same terminator.
		w.Lo = lo(f, w)
		SetPassed(f, w.Inst, w.Edge, append(Passed(f, w, n), pass(w)))
	}
	return v
}

// RemoveArgs takes the block arguments that drop names, and what is passed to them, from all blocks.
// They have no uses but what branches pass to arguments that go as well. Each terminator is written
// at most once, however many arguments and edges it serves.
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
		kept := func(e ir.Edge) []ir.Operand {
			var out []ir.Operand
			for n, v := range f.Args(e.Block) {
				if !drop(v) {
					out = append(out, f.Operand(t, e.Lo+n))
				}
			}
			return out
		}
		if f.NumTargets(t) == 0 { // continue, region_yield
			f.SetOperands(t, kept(edges[0]), nil)
			continue
		}
		targets := f.Targets(t)
		for n, e := range edges {
			targets[n].Args = kept(e)
		}
		f.SetOperands(t, f.Operands(t)[:f.NumFixed(t)], targets)
	}
	for b := range f.Blocks() {
		f.RemoveArgs(b, drop)
	}
}

func lo(f *ir.Func, w Way) int {
	if f.NumTargets(w.Inst) == 0 {
		return 0
	}
	first, _ := f.TargetArgs(w.Inst, w.Edge)
	return first
}

// SetTerminator removes the terminator of b and lets build make another.
func SetTerminator(f *ir.Func, b ir.Block, build func(b *ir.Builder)) {
	if t := f.Terminator(b); t != ir.NoInst {
		f.RemoveInst(t)
	}
	build(f.At(b))
}

// Goto makes b branch to a target and nowhere else.
func Goto(f *ir.Func, b ir.Block, t ir.Target, o ir.Origin) {
	SetTerminator(f, b, func(k *ir.Builder) { k.Br(t, o) })
}

// MayGo reports whether a written branch in block from may name block to: invariants C2 and C3.
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

// Reachable tells for each block handle whether the entry reaches it.
func Reachable(f *ir.Func) []bool {
	seen := make([]bool, f.NumBlocks())
	if f.Entry() == ir.NoBlock {
		return seen
	}
	var edges []ir.Edge
	stack := []ir.Block{f.Entry()}
	seen[f.Entry()] = true
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		edges = f.Edges(edges[:0], t)
		for _, e := range edges {
			if !seen[e.Block] {
				seen[e.Block] = true
				stack = append(stack, e.Block)
			}
		}
	}
	return seen
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

// Append moves the instructions of block b to block a, which ends with a br to b, the only way into b; both
// are in one region. The caller removes b, which is empty then.
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
func PlaceAfter(f *ir.Func, r ir.Region, at ir.Node, n int) {
	nodes := slices.Clone(f.Nodes(r))
	moved := slices.Clone(nodes[len(nodes)-n:])
	nodes = nodes[:len(nodes)-n]
	f.SetNodes(r, slices.Insert(nodes, slices.Index(nodes, at)+1, moved...))
}

// Dissolve gives the nodes of region r to its parent. The implied branches that r gave a meaning
// to become written ones.
func Dissolve(f *ir.Func, r ir.Region) {
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
func MemOperand(f *ir.Func, i ir.Inst) ir.Value {
	for n := f.NumFixed(i) - 1; n >= 0; n-- {
		if v := f.Arg(i, n); v != ir.NoValue && f.TypeOf(v) == ir.Mem {
			return v
		}
	}
	return ir.NoValue
}

// Unused reports whether nothing reads the results of i.
func Unused(f *ir.Func, i ir.Inst) bool {
	for n := range f.NumResults(i) {
		if f.HasUses(f.Result(i, n)) {
			return false
		}
	}
	return true
}

// Bypass removes an instruction with a memory token: the one that it made becomes the one that it
// took. Its other results must have no uses.
func Bypass(f *ir.Func, i ir.Inst) {
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); f.TypeOf(v) == ir.Mem {
			f.ReplaceUses(v, MemOperand(f, i))
		}
	}
	f.RemoveInst(i)
}

// Wide joins the halves of a 128-bit constant.
func Wide(hi, lo uint64) *big.Int {
	v := new(big.Int).SetUint64(hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(lo))
}
