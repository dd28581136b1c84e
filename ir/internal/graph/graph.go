// Package graph holds the algorithms on plain directed graphs of ints that the verifier and
// the control-flow analyses share: compressed adjacency, reverse postorder, dominators,
// dominance frontiers. It knows nothing of the IR, and does not change graphs.
package graph

// Graph is a directed graph over the nodes 0 to N-1, its edges in compressed rows.
// Parallel edges and self-loops are kept. The edges of a row are in insertion order.
type Graph struct {
	N                    int
	succStart, predStart []int32
	succs, preds         []int32
}

// New makes a graph of n nodes with an edge from[k] → to[k] for each k.
func New(n int, from, to []int32) *Graph {
	g := &Graph{N: n}
	g.succStart, g.succs = rows(n, from, to)
	g.predStart, g.preds = rows(n, to, from)
	return g
}

// rows sorts the edges by key, keeping the order of equal keys.
func rows(n int, key, other []int32) (start, list []int32) {
	start, list = make([]int32, n+1), make([]int32, len(key))
	for _, k := range key {
		start[k+1]++
	}
	for k := range n {
		start[k+1] += start[k]
	}
	next := append([]int32(nil), start...)
	for e, k := range key {
		list[next[k]] = other[e]
		next[k]++
	}
	return start, list
}

// Succs returns the successors of node v; the caller must not change them.
func (g *Graph) Succs(v int32) []int32 { return g.succs[g.succStart[v]:g.succStart[v+1]] }

// Preds returns the predecessors of node v; the caller must not change them.
func (g *Graph) Preds(v int32) []int32 { return g.preds[g.predStart[v]:g.predStart[v+1]] }

// SuccRows returns the successors of all nodes, one after the other, and where those of each node
// start; the caller must not change them.
func (g *Graph) SuccRows() (start, list []int32) { return g.succStart, g.succs }

// PredRows is [Graph.SuccRows] for predecessors.
func (g *Graph) PredRows() (start, list []int32) { return g.predStart, g.preds }

// Reverse returns the graph with every edge turned around. It shares storage with g.
func (g *Graph) Reverse() *Graph {
	return &Graph{N: g.N, succStart: g.predStart, succs: g.preds, predStart: g.succStart, preds: g.succs}
}

// ReversePostorder returns the nodes that entry reaches, each before its successors except
// along retreating edges.
func (g *Graph) ReversePostorder(entry int32) []int32 {
	type frame struct {
		node int32
		next int
	}
	seen := make([]bool, g.N)
	seen[entry] = true
	stack := append(make([]frame, 0, 64), frame{entry, 0})
	post := make([]int32, 0, g.N)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := g.Succs(top.node)
		if top.next == len(succs) {
			post = append(post, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		s := succs[top.next]
		top.next++
		if !seen[s] {
			seen[s] = true
			stack = append(stack, frame{s, 0})
		}
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// Tree is a dominator tree.
type Tree struct {
	// Idom is the immediate dominator of each node, -1 for the root and for nodes that the
	// root does not reach.
	Idom []int32
	// Order is the reverse postorder that the tree was built from; Order[0] is the root.
	Order []int32
	pre   []int32 // preorder number in the tree, -1 where unreachable
	last  []int32 // largest preorder number in the subtree
}

// Dominators builds the dominator tree of the nodes that entry reaches. It takes O(m log n) time
// on any graph.
func (g *Graph) Dominators(entry int32) *Tree { return g.DominatorsIn(g.ReversePostorder(entry)) }

// DominatorsIn is Dominators for the first node of a reverse postorder.
func (g *Graph) DominatorsIn(order []int32) *Tree {
	t := &Tree{Idom: g.immediateDominators(order), Order: order}
	t.number()
	return t
}

// number gives the nodes preorder intervals, so that Dominates takes constant time.
func (t *Tree) number() {
	n := len(t.Idom)
	size := make([]int32, n)
	t.pre, t.last = make([]int32, n), make([]int32, n)
	for v := range t.pre {
		t.pre[v] = -1
	}
	for k := len(t.Order) - 1; k >= 0; k-- {
		v := t.Order[k]
		size[v]++
		if p := t.Idom[v]; p >= 0 {
			size[p] += size[v]
		}
	}
	next := make([]int32, n) // next free preorder number below each node
	for _, v := range t.Order {
		if p := t.Idom[v]; p >= 0 {
			t.pre[v] = next[p]
			next[p] += size[v]
		} else {
			t.pre[v] = 0
		}
		next[v] = t.pre[v] + 1
		t.last[v] = t.pre[v] + size[v] - 1
	}
}

// Reachable reports whether the root reaches v.
func (t *Tree) Reachable(v int32) bool { return t.pre[v] >= 0 }

// Dominates reports whether every path from the root to b passes through a. A node
// dominates itself; it is false if either is unreachable.
func (t *Tree) Dominates(a, b int32) bool {
	return t.pre[a] >= 0 && t.pre[b] >= t.pre[a] && t.pre[b] <= t.last[a]
}

// Frontiers returns the dominance frontier of each node: the nodes that it does not strictly
// dominate but of which it dominates a predecessor. Each list is in order of discovery,
// without duplicates.
func (g *Graph) Frontiers(t *Tree) [][]int32 {
	df := make([][]int32, g.N)
	for _, v := range t.Order {
		for _, p := range g.Preds(v) {
			if !t.Reachable(p) {
				continue
			}
			for run := p; run >= 0 && run != t.Idom[v]; run = t.Idom[run] {
				if n := len(df[run]); n == 0 || df[run][n-1] != v {
					df[run] = append(df[run], v)
				}
			}
		}
	}
	return df
}
