package graph

// semidominators is the state of Lengauer and Tarjan's algorithm, in the version with simple
// path compression ("A Fast Algorithm for Finding Dominators in a Flowgraph", TOPLAS 1979).
// Nodes are called by their preorder numbers in a depth-first tree, so that an ancestor has a
// smaller number than its descendants.
//
// The iterative algorithm of Cooper, Harvey and Kennedy is faster on most small functions, but
// walks up the whole tree at each join: n brifs that share their exit take it n² steps.
type semidominators[N Node] struct {
	node []N // graph node of each number
	// up is the parent in the depth-first tree for numbers below linked. Others are in the
	// forest: theirs is an ancestor, moved towards the root of its tree by compress.
	up     []int32
	linked int32
	semi   []int32 // semidominator
	best   []int32 // number with the smallest semidominator on the compressed path
	idom   []int32
	path   []int32 // of compress
}

// immediateDominators returns the immediate dominator of each node of order, whose first
// reaches them all; [None] for it and for other nodes.
func (g *Graph[N]) immediateDominators(order []N) []N {
	n, total := int32(len(order)), g.Len()
	idom := make([]N, total)
	for v := range idom {
		idom[v] = None[N]()
	}
	if n == 0 {
		return idom
	}
	room := make([]int32, 7*int(n)+total)
	take := func(n int32) []int32 {
		s := room[:n:n]
		room = room[n:]
		return s
	}
	d := &semidominators[N]{node: make([]N, n), up: take(n), semi: take(n), best: take(n), idom: take(n), path: take(n)[:0], linked: n}
	number := take(int32(total)) // by node: one more than its number, 0 where it has none
	g.preorder(order[0], d, number)

	// A number waits in the bucket of its semidominator until the path between them is linked.
	bucket, next := take(n), take(n) // one more than the first number, than the next one
	for w := n - 1; w > 0; w-- {
		for _, e := range g.Preds(d.node[w]) {
			if v := number[e.From]; v > 0 {
				d.semi[w] = min(d.semi[w], d.semi[d.eval(v-1)])
			}
		}
		next[w], bucket[d.semi[w]] = bucket[d.semi[w]], w+1
		p := d.up[w]
		d.linked = w
		for v := bucket[p] - 1; v >= 0; v = next[v] - 1 {
			if u := d.eval(v); d.semi[u] < d.semi[v] {
				d.idom[v] = u // the two have the same immediate dominator
			} else {
				d.idom[v] = p
			}
		}
		bucket[p] = 0
	}
	for w := int32(1); w < n; w++ {
		if d.idom[w] != d.semi[w] {
			d.idom[w] = d.idom[d.idom[w]]
		}
		idom[d.node[w]] = d.node[d.idom[w]]
	}
	return idom
}

// preorder numbers the nodes that entry reaches.
func (g *Graph[N]) preorder(entry N, d *semidominators[N], number []int32) {
	next := d.idom // by number: how many successors were tried; idom is not needed yet
	k, last := int32(0), int32(0)
	visit := func(v N, from int32) {
		d.node[last], d.up[last], d.semi[last], d.best[last] = v, from, last, last
		k = last
		last++
		number[v] = last
	}
	for visit(entry, -1); k >= 0; {
		succs := g.Succs(d.node[k])
		if int(next[k]) == len(succs) {
			k = d.up[k]
			continue
		}
		s := succs[next[k]]
		next[k]++
		if number[s] == 0 {
			visit(s, k)
		}
	}
}

// eval returns the number with the smallest semidominator among v and its ancestors in the
// forest, without the root of its tree.
func (d *semidominators[N]) eval(v int32) int32 {
	if d.up[v] < d.linked {
		return d.best[v]
	}
	d.path = d.path[:0]
	top := v
	for ; d.up[top] >= d.linked; top = d.up[top] {
		d.path = append(d.path, top)
	}
	// Everything on the path moves below the root that top is below.
	root, best := d.up[top], d.best[top]
	for k := len(d.path) - 1; k >= 0; k-- {
		u := d.path[k]
		if d.semi[d.best[u]] < d.semi[best] {
			best = d.best[u]
		}
		d.up[u], d.best[u] = root, best
	}
	return best
}
