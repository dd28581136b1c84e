package graph

import "iter"

// Tree is a dominator or post-dominator tree. A post-dominator tree has a root of its own that is no
// node of the graph: the exit, behind all nodes where paths end.
type Tree[N Node] struct {
	Order Order[N] // that it was built from; the root comes first
	graph *Graph[N]
	idom  []N     // None for the root and for nodes that it does not reach
	pre   []int32 // preorder number in the tree, -1 where unreachable
	last  []int32 // largest preorder number in the subtree
	exit  N       // None in a dominator tree

	frontiers [][]N   // made when asked for
	kidStart  []int32 // made when asked for
	kids      []N
}

// Dominators builds the dominator tree of the nodes that the first node of a reverse postorder of g
// reaches: a dominates b when every path from that node to b passes through a. It takes O(m log n)
// time on any graph.
func (g *Graph[N]) Dominators(o Order[N]) *Tree[N] {
	t := &Tree[N]{Order: o, graph: g, idom: g.immediateDominators(o.List), exit: None[N]()}
	t.number()
	return t
}

// PostDominators builds the tree of the nodes from which one of exits can be reached: a
// post-dominates b when every path from b to an exit passes through a. Nodes that reach no exit are
// in no relation.
func (g *Graph[N]) PostDominators(exits iter.Seq[N]) *Tree[N] {
	exit := N(g.Len())
	nodes := func(yield func(N) bool) {
		for _, v := range g.nodes {
			if !yield(v) {
				return
			}
		}
		yield(exit)
	}
	reverse := New(g.Len()+1, nodes, func(dst []N, v N) []N {
		if v == exit {
			for x := range exits {
				dst = append(dst, x)
			}
			return dst
		}
		for _, e := range g.Preds(v) {
			dst = append(dst, e.From)
		}
		return dst
	})
	t := reverse.Dominators(reverse.ReversePostorder(exit))
	t.exit = exit
	return t
}

// number gives the nodes preorder intervals, so that Dominates takes constant time.
func (t *Tree[N]) number() {
	n, none := len(t.idom), None[N]()
	room := make([]int32, 4*n)
	t.pre, t.last = room[:n:n], room[n:2*n:2*n]
	size, next := room[2*n:3*n], room[3*n:] // next free preorder number below each node
	for v := range t.pre {
		t.pre[v] = -1
	}
	for k := len(t.Order.List) - 1; k >= 0; k-- {
		v := t.Order.List[k]
		size[v]++
		if p := t.idom[v]; p != none {
			size[p] += size[v]
		}
	}
	for _, v := range t.Order.List {
		if p := t.idom[v]; p != none {
			t.pre[v] = next[p]
			next[p] += size[v]
		} else {
			t.pre[v] = 0
		}
		next[v] = t.pre[v] + 1
		t.last[v] = t.pre[v] + size[v] - 1
	}
}

// Parent returns the immediate (post-)dominator of v. It is [None] for the root, for nodes outside
// the tree, and where only the end of all paths post-dominates v.
func (t *Tree[N]) Parent(v N) N {
	if p := t.idom[v]; p != t.exit {
		return p
	}
	return None[N]()
}

// Contains reports whether v is in the tree.
func (t *Tree[N]) Contains(v N) bool { return t.pre[v] >= 0 }

// Dominates reports whether a (post-)dominates b. A node dominates itself. It is false if one is
// not in the tree.
func (t *Tree[N]) Dominates(a, b N) bool {
	return t.pre[a] >= 0 && t.pre[b] >= t.pre[a] && t.pre[b] <= t.last[a]
}

// Frontier returns the dominance frontier of v: the nodes with a predecessor (successor in a
// post-dominator tree) that v dominates, that v does not strictly dominate. They are in order of
// discovery, without duplicates; the caller must not change them.
func (t *Tree[N]) Frontier(v N) []N {
	if t.frontiers == nil {
		t.frontiers = t.makeFrontiers()
	}
	return t.frontiers[v]
}

func (t *Tree[N]) makeFrontiers() [][]N {
	df, none := make([][]N, len(t.idom)), None[N]()
	for _, v := range t.Order.List {
		for _, e := range t.graph.Preds(v) {
			if !t.Contains(e.From) {
				continue
			}
			for x := e.From; x != none && x != t.idom[v]; x = t.idom[x] {
				if n := len(df[x]); n == 0 || df[x][n-1] != v {
					df[x] = append(df[x], v)
				}
			}
		}
	}
	return df
}

// Children returns the nodes whose parent v is, in reverse postorder. The caller must not change
// them.
func (t *Tree[N]) Children(v N) []N {
	if t.kidStart == nil {
		t.makeChildren()
	}
	return t.kids[t.kidStart[v]:t.kidStart[v+1]]
}

func (t *Tree[N]) makeChildren() {
	none := None[N]()
	start := make([]int32, len(t.idom)+2) // one place up while the rows fill, as in makePreds
	for _, v := range t.Order.List {
		if p := t.Parent(v); p != none {
			start[int(p)+2]++
		}
	}
	for k := 2; k < len(start); k++ {
		start[k] += start[k-1]
	}
	t.kids = make([]N, len(t.Order.List))
	for _, v := range t.Order.List {
		if p := t.Parent(v); p != none {
			t.kids[start[int(p)+1]] = v
			start[int(p)+1]++
		}
	}
	t.kidStart = start[:len(t.idom)+1]
}
