// Package cfg computes facts about the control flow of a function: block order, edges,
// dominators, post-dominators, frontiers, loops, regions, liveness. They are side tables of a
// function that does not change meanwhile: after a change they are made again, never
// patched. The algorithms on graphs are those of package graph. Facts about values (ranges, known
// bits) are not here: those live in the IR.
//
// The function must have a sound region tree and terminators, as a verified one has.
package cfg

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
)

// CFG is the control-flow graph of a function. It makes what is asked for at the first time, from
// the edges as they were when it was made.
type CFG struct {
	F     *ir.Func
	entry ir.Block
	graph *graph.Graph[ir.Block]
	order *graph.Order[ir.Block]
}

// PredEdge is an edge into a block: edge Index, in the list of [ir.Func.Edges], of the terminator of
// block From.
type PredEdge = graph.PredEdge[ir.Block]

// DomTree is a dominator or post-dominator tree over blocks. Its Parent is [ir.NoBlock] where there
// is none.
type DomTree = graph.Tree[ir.Block]

// New builds the graph of f. An edge stands for one target of a terminator: a brif whose
// targets are the same block makes two.
func New(f *ir.Func) *CFG {
	var edges []ir.Edge
	return &CFG{F: f, entry: f.Entry(), graph: graph.New(f.NumBlocks(), f.Blocks(), func(dst []ir.Block, b ir.Block) []ir.Block {
		i := f.Terminator(b)
		if i == ir.NoInst {
			return dst
		}
		edges = f.Edges(edges[:0], i)
		for _, e := range edges {
			dst = append(dst, e.Block)
		}
		return dst
	})}
}

func (c *CFG) reversePostorder() *graph.Order[ir.Block] {
	if c.order == nil {
		o := c.graph.ReversePostorder(c.entry)
		c.order = &o
	}
	return c.order
}

// Order returns the blocks that the entry reaches in reverse postorder, the entry first. The
// caller must not change it.
func (c *CFG) Order() []ir.Block { return c.reversePostorder().List }

// Index returns the position of b in [CFG.Order]; ok is false where b is unreachable.
func (c *CFG) Index(b ir.Block) (n int, ok bool) { return c.reversePostorder().Index(b) }

// Reachable reports whether the entry reaches b.
func (c *CFG) Reachable(b ir.Block) bool { return c.reversePostorder().Contains(b) }

// Succs returns the blocks that b goes to, in the order of the terminator's targets. The
// caller must not change it.
func (c *CFG) Succs(b ir.Block) []ir.Block { return c.graph.Succs(b) }

// Preds returns the edges into b, those from unreachable blocks included, in the order of blocks
// and of targets. The caller must not change it.
func (c *CFG) Preds(b ir.Block) []PredEdge { return c.graph.Preds(b) }

// Dominators builds the dominator tree: a dominates b when every path from the entry to b
// passes through a.
func (c *CFG) Dominators() *DomTree { return c.graph.Dominators(*c.reversePostorder()) }

// PostDominators builds the post-dominator tree of the blocks from which an exit (a block
// without successors) can be reached: a post-dominates b when every path from b to an exit
// passes through a. Blocks that reach no exit are in no relation.
func (c *CFG) PostDominators() *DomTree {
	return c.graph.PostDominators(func(yield func(b ir.Block) bool) {
		for b := range c.F.Blocks() {
			if len(c.Succs(b)) == 0 && !yield(b) {
				return
			}
		}
	})
}

// SCC finds the strongly connected components of the blocks that the entry reaches, each after all
// that it goes to; backward they begin in the order of [CFG.Order].
func (c *CFG) SCC() *graph.Components[ir.Block] {
	return c.graph.SCC(c.Order()[:min(1, len(c.Order()))]...)
}
