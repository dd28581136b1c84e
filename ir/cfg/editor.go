package cfg

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Editor changes where blocks of a function go, and keeps the predecessor edges current meanwhile.
// What changes edges by other means tells it by [Editor.Update].
//
// It knows the successors of each block, how many edges come into one, and from which blocks they
// came at some time: these are looked at again when asked for, so that taking an edge out does
// not search the list of a block with many predecessors.
type Editor struct {
	F     *ir.Func
	shape uint64       // of the function when the editor was made
	succs [][]ir.Block // by block
	from  [][]ir.Block // by block; some go elsewhere now, and one may be there twice
	count []int32      // by block: edges that come in
	edges []ir.Edge
}

// NewEditor looks at all edges of f.
func NewEditor(f *ir.Func) *Editor {
	g, n := New(f).graph, f.NumBlocks()
	e := &Editor{F: f, shape: f.CFGVersion(), succs: make([][]ir.Block, n), from: make([][]ir.Block, n), count: make([]int32, n)}
	total := 0
	for b := range f.Blocks() {
		e.succs[b] = g.Succs(b)
		total += len(e.succs[b])
		for _, s := range e.succs[b] {
			e.count[s]++
		}
	}
	all := make([]ir.Block, total)
	for b, n := range e.count {
		e.from[b], all = all[:0:n], all[n:]
	}
	for b := range f.Blocks() {
		for _, s := range e.succs[b] {
			e.comes(b, s)
		}
	}
	return e
}

// Fresh reports whether no block, region or edge has changed since the editor was made.
func (e *Editor) Fresh() bool { return e.shape == e.F.CFGVersion() }

func (e *Editor) comes(from, to ir.Block) {
	if p := e.from[to]; len(p) == 0 || p[len(p)-1] != from {
		e.from[to] = append(p, from)
	}
}

// Update learns where block b goes now: it is new, has another terminator, or was removed.
func (e *Editor) Update(b ir.Block) {
	if n := e.F.NumBlocks(); len(e.succs) < n {
		more := n - len(e.succs)
		e.succs, e.from, e.count = append(e.succs, make([][]ir.Block, more)...), append(e.from, make([][]ir.Block, more)...), append(e.count, make([]int32, more)...)
	}
	e.edges = e.edges[:0]
	if t := e.F.Terminator(b); t != ir.NoInst {
		e.edges = e.F.Edges(e.edges, t)
	}
	if slices.EqualFunc(e.edges, e.succs[b], func(x ir.Edge, s ir.Block) bool { return x.Block == s }) {
		return
	}
	for _, s := range e.succs[b] {
		e.count[s]--
	}
	succs := make([]ir.Block, len(e.edges))
	for k, x := range e.edges {
		succs[k] = x.Block
		e.count[x.Block]++
		e.comes(b, x.Block)
	}
	e.succs[b] = succs
}

// Preds lists the edges into b, those from unreachable blocks included, in the order of block handles
// and of targets.
func (e *Editor) Preds(b ir.Block) []PredEdge { return e.AppendPreds(nil, b) }

// AppendPreds appends what [Editor.Preds] lists to dst.
func (e *Editor) AppendPreds(dst []PredEdge, b ir.Block) []PredEdge {
	if int(b) >= len(e.from) || e.count[b] == 0 {
		return dst
	}
	p := e.from[b]
	slices.Sort(p)
	p = slices.Compact(p)
	e.from[b] = p
	for _, from := range p {
		for k, s := range e.succs[from] {
			if s == b {
				dst = append(dst, PredEdge{From: from, Index: k})
			}
		}
	}
	return dst
}

// HasUniquePred reports whether just one edge comes into b.
func (e *Editor) HasUniquePred(b ir.Block) bool { return int(b) < len(e.count) && e.count[b] == 1 }

// Goto makes b branch to a target and nowhere else.
func (e *Editor) Goto(b ir.Block, t ir.Target, o ir.Origin) {
	if old := e.F.Terminator(b); old != ir.NoInst {
		e.F.RemoveInst(old)
	}
	e.F.At(b).Br(t, o)
	e.Update(b)
}

// Redirect makes an edge go to another block, passing the same. An implied edge becomes a written one.
func (e *Editor) Redirect(x PredEdge, to ir.Block) {
	f, t := e.F, e.F.Terminator(x.From)
	if f.NumTargets(t) == 0 {
		e.Goto(x.From, ir.Target{Block: to, Args: f.Operands(t)}, f.Origin(t))
		return
	}
	f.SetTargetBlock(t, x.Index, to)
	e.Update(x.From)
}

// Remove removes block b, which has no predecessors, and its region if that is empty then.
func (e *Editor) Remove(b ir.Block) {
	r := e.F.BlockRegion(b)
	e.F.RemoveBlock(b)
	e.Update(b)
	if len(e.F.Nodes(r)) == 0 {
		e.F.RemoveRegion(r)
	}
}

// Term is the terminator that has e.
func Term(f *ir.Func, e PredEdge) ir.Inst { return f.Terminator(e.From) }

// Passed is what e passes to argument n of its block.
func Passed(f *ir.Func, e PredEdge, n int) ir.Operand {
	t := Term(f, e)
	lo, _ := f.EdgeArgs(t, e.Index)
	return f.Operand(t, lo+n)
}
