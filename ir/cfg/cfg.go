// Package cfg computes facts about the control flow of a function: block order, edges,
// dominators, post-dominators, frontiers, loops, regions, liveness. They are side tables of a
// function that does not change meanwhile: after a change they are made again, never
// patched. Facts about values (ranges, known bits) are not here: those live in the IR.
//
// The function must have a sound region tree and terminators, as a verified one has.
package cfg

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/internal/graph"
)

// CFG is the control-flow graph of a function.
type CFG struct {
	F     *ir.Func
	order []ir.Block // reverse postorder, reachable blocks only
	index []int32    // by block: position in order, -1 where unreachable
	succs rows
	preds rows
	graph *graph.Graph // over block handles
}

// rows are lists of blocks, one after the other in one slice.
type rows struct {
	start []uint32
	list  []ir.Block
}

func (r rows) row(b ir.Block) []ir.Block { return r.list[r.start[b]:r.start[b+1]] }

func makeRows(n int, list func(v int32) []int32) rows {
	r := rows{start: make([]uint32, n+1)}
	for v := range int32(n) {
		for _, w := range list(v) {
			r.list = append(r.list, ir.Block(w))
		}
		r.start[v+1] = uint32(len(r.list))
	}
	return r
}

// New builds the graph of f. An edge stands for one way out of a terminator: a brif whose
// targets are the same block makes two.
func New(f *ir.Func) *CFG {
	var from, to []int32
	var edges []ir.Edge
	for b := range f.Blocks() {
		i := f.Terminator(b)
		if i == ir.NoInst {
			continue
		}
		edges = f.Edges(edges[:0], i)
		for _, e := range edges {
			from, to = append(from, int32(b)), append(to, int32(e.Block))
		}
	}
	n := f.NumBlocks()
	c := &CFG{F: f, graph: graph.New(n, from, to), index: make([]int32, n)}
	for b := range c.index {
		c.index[b] = -1
	}
	if entry := f.Entry(); entry != ir.NoBlock {
		for k, b := range c.graph.ReversePostorder(int32(entry)) {
			c.order = append(c.order, ir.Block(b))
			c.index[b] = int32(k)
		}
	}
	c.succs, c.preds = makeRows(n, c.graph.Succs), makeRows(n, c.graph.Preds)
	return c
}

// Order returns the blocks that the entry reaches in reverse postorder, the entry first. The
// caller must not change it.
func (c *CFG) Order() []ir.Block { return c.order }

// Index returns the position of b in [CFG.Order]; ok is false where b is unreachable.
func (c *CFG) Index(b ir.Block) (n int, ok bool) { return int(c.index[b]), c.index[b] >= 0 }

// Reachable reports whether the entry reaches b.
func (c *CFG) Reachable(b ir.Block) bool { return c.index[b] >= 0 }

// Succs returns the blocks that b goes to, in the order of the terminator's targets. The
// caller must not change it.
func (c *CFG) Succs(b ir.Block) []ir.Block { return c.succs.row(b) }

// Preds returns the blocks that go to b, unreachable ones included. The caller must not
// change it.
func (c *CFG) Preds(b ir.Block) []ir.Block { return c.preds.row(b) }

// DomTree is a dominator or post-dominator tree over blocks.
type DomTree struct {
	tree *graph.Tree
	exit int32 // the virtual exit of a post-dominator tree, -1 in the other kind
	n    int
	df   [][]int32
}

// Dominators builds the dominator tree: a dominates b when every path from the entry to b
// passes through a.
func (c *CFG) Dominators() *DomTree {
	if len(c.order) == 0 {
		return &DomTree{tree: &graph.Tree{}, exit: -1}
	}
	t := c.graph.Dominators(int32(c.order[0]))
	return &DomTree{tree: t, exit: -1, n: c.graph.N, df: c.graph.Frontiers(t)}
}

// PostDominators builds the post-dominator tree of the blocks from which an exit (a block
// without successors) can be reached: a post-dominates b when every path from b to an exit
// passes through a. Blocks that reach no exit are in no relation.
func (c *CFG) PostDominators() *DomTree {
	n := c.graph.N
	var from, to []int32
	for b := range c.F.Blocks() {
		v := int32(b)
		for _, s := range c.graph.Succs(v) {
			from, to = append(from, s), append(to, v)
		}
		if len(c.graph.Succs(v)) == 0 {
			from, to = append(from, int32(n)), append(to, v)
		}
	}
	g := graph.New(n+1, from, to)
	t := g.Dominators(int32(n))
	return &DomTree{tree: t, exit: int32(n), n: n, df: g.Frontiers(t)}
}

// Parent returns the immediate (post-)dominator of b. It is [ir.NoBlock] for the root, for
// blocks outside the tree, and where only the end of the function post-dominates b.
func (t *DomTree) Parent(b ir.Block) ir.Block {
	if p := t.tree.Idom[b]; p >= 0 && p != t.exit {
		return ir.Block(p)
	}
	return ir.NoBlock
}

// Contains reports whether b is in the tree.
func (t *DomTree) Contains(b ir.Block) bool { return t.tree.Reachable(int32(b)) }

// Dominates reports whether a (post-)dominates b. A block dominates itself. It is false if
// one is not in the tree.
func (t *DomTree) Dominates(a, b ir.Block) bool { return t.tree.Dominates(int32(a), int32(b)) }

// Frontier returns the dominance frontier of b: the blocks with a predecessor (successor in
// a post-dominator tree) that b dominates, that b does not strictly dominate.
func (t *DomTree) Frontier(b ir.Block) []ir.Block {
	var out []ir.Block
	for _, v := range t.df[b] {
		out = append(out, ir.Block(v))
	}
	return out
}

// Children returns the blocks whose parent each block is, by block.
func (t *DomTree) Children() [][]ir.Block {
	out := make([][]ir.Block, t.n)
	for _, v := range t.tree.Order {
		if v == t.exit {
			continue
		}
		if p := t.tree.Idom[v]; p >= 0 && p != t.exit {
			out[p] = append(out[p], ir.Block(v))
		}
	}
	return out
}
