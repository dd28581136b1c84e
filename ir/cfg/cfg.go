// Package cfg computes facts about the control flow of a function: block order, edges,
// dominators, post-dominators, frontiers, loops, regions, liveness. They are side tables of a
// function that does not change meanwhile: after a change they are made again, never
// patched. Facts about values (ranges, known bits) are not here: those live in the IR.
//
// The function must have a sound region tree and terminators, as a verified one has.
package cfg

import (
	"slices"

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

	reverse []int32 // order
}

// rows are lists of blocks, one after the other in one slice.
type rows struct {
	start []int32
	list  []ir.Block
}

func (r rows) row(b ir.Block) []ir.Block { return r.list[r.start[b]:r.start[b+1]] }

func makeRows(start, list []int32) rows {
	r := rows{start: start, list: make([]ir.Block, len(list))}
	for n, b := range list {
		r.list[n] = ir.Block(b)
	}
	return r
}

// New builds the graph of f. An edge stands for one way out of a terminator: a brif whose
// targets are the same block makes two.
func New(f *ir.Func) *CFG {
	n := f.NumBlocks()
	from, to := make([]int32, 0, n+n/2), make([]int32, 0, n+n/2)
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
	c := &CFG{F: f, graph: graph.New(n, from, to), index: make([]int32, n)}
	for b := range c.index {
		c.index[b] = -1
	}
	if entry := f.Entry(); entry != ir.NoBlock {
		c.reverse = c.graph.ReversePostorder(int32(entry))
		c.order = make([]ir.Block, len(c.reverse))
		for k, b := range c.reverse {
			c.order[k] = ir.Block(b)
			c.index[b] = int32(k)
		}
	}
	c.succs, c.preds = makeRows(c.graph.SuccRows()), makeRows(c.graph.PredRows())
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
	graph *graph.Graph
	tree  *graph.Tree
	exit  int32 // the virtual exit of a post-dominator tree, -1 in the other kind
	n     int
	df    [][]int32 // made when asked for
	kids  rows      // made when asked for
}

// Dominators builds the dominator tree: a dominates b when every path from the entry to b
// passes through a.
func (c *CFG) Dominators() *DomTree {
	if len(c.order) == 0 {
		return &DomTree{graph: c.graph, tree: &graph.Tree{}, exit: -1}
	}
	return &DomTree{graph: c.graph, tree: c.graph.DominatorsIn(c.reverse), exit: -1, n: c.graph.N}
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
	return &DomTree{graph: g, tree: t, exit: int32(n), n: n}
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
	if t.df == nil {
		t.df = t.graph.Frontiers(t.tree)
	}
	var out []ir.Block
	for _, v := range t.df[b] {
		out = append(out, ir.Block(v))
	}
	return out
}

// Children returns the blocks whose parent b is, in reverse postorder. The caller must not change
// it.
func (t *DomTree) Children(b ir.Block) []ir.Block {
	if t.kids.start == nil {
		t.kids = t.children()
	}
	return t.kids.row(b)
}

func (t *DomTree) children() rows {
	r := rows{start: make([]int32, t.n+1), list: make([]ir.Block, len(t.tree.Order))}
	parent := func(v int32) int32 {
		if p := t.tree.Idom[v]; v != t.exit && p != t.exit {
			return p
		}
		return -1
	}
	for _, v := range t.tree.Order {
		if p := parent(v); p >= 0 {
			r.start[p+1]++
		}
	}
	for k := range t.n {
		r.start[k+1] += r.start[k]
	}
	next := slices.Clone(r.start)
	for _, v := range t.tree.Order {
		if p := parent(v); p >= 0 {
			r.list[next[p]] = ir.Block(v)
			next[p]++
		}
	}
	return r
}
