// Package graph holds the algorithms on directed graphs that the verifier, the analyses of package
// cfg, the optimizer's call graph and the back end share: reverse postorder, strongly connected
// components, dominators and post-dominators with their frontiers, and the loop nest. Nodes are
// small integers of any type: blocks of the IR, machine blocks, numbers of functions.
//
// It knows nothing of the IR and does not change graphs: a graph that has changed is made again.
// Nothing here recurses, so that deep graphs need no deep stack.
package graph

import "iter"

// Node is a type of nodes: the integers from 0 to below the size of the graph.
type Node interface{ ~int | ~int32 | ~uint32 }

// None is no node: the value of type N with all bits set.
func None[N Node]() N { return ^N(0) }

// PredEdge is an edge into a node, told by where it leaves: it is edge Index of node From, which is
// its place in [Graph.Succs] of From.
type PredEdge[N Node] struct {
	From  N
	Index int
}

// Graph is a directed graph over the nodes 0 to Len-1. Parallel edges and self-loops are kept. It
// makes what is asked for at the first time, so that it must not be shared between goroutines.
type Graph[N Node] struct {
	nodes []N // in the order of the caller; it decides the order of predecessor edges
	start []span
	succs []N

	predStart []int32 // nil until asked for
	preds     []PredEdge[N]
}

// span is the part of [Graph.succs] that one node has.
type span struct{ lo, hi int32 }

// New makes a graph of n nodes. Only those in nodes, each once, have edges that leave; succs appends
// where these go.
func New[N Node](n int, nodes iter.Seq[N], succs func(dst []N, v N) []N) *Graph[N] {
	g := &Graph[N]{start: make([]span, n), nodes: make([]N, 0, n), succs: make([]N, 0, n+n/2)}
	for v := range nodes {
		lo := len(g.succs)
		g.succs = succs(g.succs, v)
		g.start[v] = span{int32(lo), int32(len(g.succs))}
		g.nodes = append(g.nodes, v)
	}
	return g
}

// Len is the number of nodes, those without edges included.
func (g *Graph[N]) Len() int { return len(g.start) }

// Succs returns the successors of node v, one for each edge; the caller must not change them.
func (g *Graph[N]) Succs(v N) []N {
	s := g.start[v]
	return g.succs[s.lo:s.hi:s.hi]
}

// Preds returns the edges into node v, in the order of the nodes that [New] was given and of the
// edges that leave them; the caller must not change them.
func (g *Graph[N]) Preds(v N) []PredEdge[N] {
	if g.predStart == nil {
		g.makePreds()
	}
	return g.preds[g.predStart[v]:g.predStart[v+1]]
}

func (g *Graph[N]) makePreds() {
	n := len(g.start)
	// While the rows fill, row v begins at start[v] and its next free place is start[v+1]: each row
	// is counted one place further up than it will be.
	start := make([]int32, n+2)
	for _, v := range g.succs {
		start[int(v)+2]++
	}
	for k := 2; k < len(start); k++ {
		start[k] += start[k-1]
	}
	g.preds = make([]PredEdge[N], len(g.succs))
	for _, v := range g.nodes {
		for k, s := range g.Succs(v) {
			at := &start[int(s)+1]
			g.preds[*at] = PredEdge[N]{v, k}
			*at++
		}
	}
	g.predStart = start[:n+1]
}

// Order is a reverse postorder: the nodes that an entry reaches, each before its successors except
// along retreating edges.
type Order[N Node] struct {
	List  []N // the entry first; it must not be changed
	index []int32
}

// Index returns the position of v in the order; ok is false where the entry does not reach it.
func (o *Order[N]) Index(v N) (n int, ok bool) { return int(o.index[v]), o.index[v] >= 0 }

// Contains reports whether the entry reaches v.
func (o *Order[N]) Contains(v N) bool { return o.index[v] >= 0 }

// Retreats reports whether an edge between two nodes of the order goes back in it, or nowhere.
func (o *Order[N]) Retreats(from, to N) bool { return o.index[to] <= o.index[from] }

const (
	unvisited = -1
	open      = -2 // visited, but not all of its successors
)

// cursor is a node of a depth-first walk and its next successor.
type cursor[N Node] struct {
	node N
	next int
}

// ReversePostorder orders the nodes that entry reaches, walking along the successors of a node in
// their order. With [None] for the entry it reaches nothing.
func (g *Graph[N]) ReversePostorder(entry N) Order[N] {
	o := Order[N]{index: make([]int32, g.Len())}
	for v := range o.index {
		o.index[v] = unvisited
	}
	if entry == None[N]() {
		return o
	}
	stack := append(make([]cursor[N], 0, 64), cursor[N]{entry, 0})
	o.index[entry] = open
	o.List = make([]N, g.Len())
	free := g.Len()
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := g.Succs(top.node)
		if top.next == len(succs) {
			free--
			o.List[free] = top.node
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[top.next]
		top.next++
		if o.index[s] == unvisited {
			o.index[s] = open
			stack = append(stack, cursor[N]{s, 0})
		}
	}
	o.List = o.List[free:]
	for k, v := range o.List {
		o.index[v] = int32(k)
	}
	return o
}
