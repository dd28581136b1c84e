package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// reach marks the nodes that from reaches without entering the node without.
func reach(adj [][]bool, from, without int) []bool {
	seen := make([]bool, len(adj))
	if from == without {
		return seen
	}
	seen[from] = true
	for stack := []int{from}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for w, edge := range adj[v] {
			if edge && w != without && !seen[w] {
				seen[w] = true
				stack = append(stack, w)
			}
		}
	}
	return seen
}

// check compares the tree and frontiers of adj from node 0 with their definitions.
func check(t *testing.T, adj [][]bool) bool {
	t.Helper()
	n := len(adj)
	var from, to []int32
	for v := range n {
		for w := range n {
			if adj[v][w] {
				from, to = append(from, int32(v)), append(to, int32(w))
			}
		}
	}
	g := New(n, from, to)
	tree := g.Dominators(0)
	df := g.Frontiers(tree)
	all := reach(adj, 0, -1)
	dom := make([][]bool, n) // dom[a][b]: b is reachable, and not without a
	for a := range n {
		dom[a] = make([]bool, n)
		cut := reach(adj, 0, a)
		for b := range n {
			dom[a][b] = all[b] && !cut[b]
			if tree.Dominates(int32(a), int32(b)) != dom[a][b] {
				t.Errorf("%v: Dominates(%d, %d) = %v", adj, a, b, !dom[a][b])
				return false
			}
		}
	}
	for b := range n {
		if tree.Reachable(int32(b)) != all[b] {
			t.Errorf("%v: Reachable(%d) = %v", adj, b, !all[b])
			return false
		}
		// The immediate dominator is the strict dominator that all others dominate.
		want := int32(-1)
		for a := range n {
			closest := a != b && dom[a][b]
			for c := range n {
				closest = closest && (c == b || !dom[c][b] || dom[c][a])
			}
			if closest {
				want = int32(a)
			}
		}
		if tree.Idom[b] != want {
			t.Errorf("%v: Idom[%d] = %d, want %d", adj, b, tree.Idom[b], want)
			return false
		}
	}
	for a := range n {
		var want []int32
		for v := range n {
			in := false
			for p := range n {
				in = in || adj[p][v] && dom[a][p]
			}
			if in && (a == v || !dom[a][v]) {
				want = append(want, int32(v))
			}
		}
		got := slices.Sorted(slices.Values(df[a]))
		if !slices.Equal(got, want) {
			t.Errorf("%v: frontier of %d is %v, want %v", adj, a, got, want)
			return false
		}
	}
	return checkOrder(t, g, tree, adj, all)
}

// checkOrder holds the order to the definition of a reverse postorder: it lists the reachable
// nodes once, starts at the root, and every node but the root has an earlier predecessor; an
// edge back goes to a node from which its source is reached.
func checkOrder(t *testing.T, g *Graph, tree *Tree, adj [][]bool, all []bool) bool {
	at := make([]int, g.N)
	for v := range at {
		at[v] = -1
	}
	for k, v := range tree.Order {
		if at[v] >= 0 || !all[v] {
			t.Errorf("%v: order %v", adj, tree.Order)
			return false
		}
		at[v] = k
	}
	for v := range g.N {
		if all[v] != (at[v] >= 0) {
			t.Errorf("%v: order %v misses %d", adj, tree.Order, v)
			return false
		}
		if !all[v] {
			continue
		}
		back := reach(adj, v, -1)
		for _, p := range g.Preds(int32(v)) {
			if at[p] >= at[v] && !back[p] {
				t.Errorf("%v: order %v: edge %d to %d", adj, tree.Order, p, v)
				return false
			}
		}
	}
	return tree.Order[0] == 0
}

func TestAllGraphsUpTo4(t *testing.T) {
	for n := 1; n <= 4; n++ {
		adj := make([][]bool, n)
		for v := range adj {
			adj[v] = make([]bool, n)
		}
		for bits := range 1 << (n * n) {
			for k := range n * n {
				adj[k/n][k%n] = bits>>k&1 != 0
			}
			if !check(t, adj) {
				return
			}
		}
	}
}

func TestRandomGraphs(t *testing.T) {
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 500 {
		n := 5 + r.IntN(30)
		adj := make([][]bool, n)
		density := 1 + r.IntN(4)
		for v := range adj {
			adj[v] = make([]bool, n)
			for range r.IntN(density + 1) {
				adj[v][r.IntN(n)] = true
			}
			if r.IntN(3) > 0 && v+1 < n {
				adj[v][v+1] = true
			}
		}
		if !check(t, adj) {
			return
		}
	}
}

// TestDeep holds the walks to constant stack: a chain, and a chain with edges back.
func TestDeep(t *testing.T) {
	const n = 200_000
	var from, to []int32
	for v := int32(0); v+1 < n; v++ {
		from, to = append(from, v, v+1), append(to, v+1, v)
	}
	tree := New(n, from, to).Dominators(0)
	if tree.Idom[n-1] != n-2 || !tree.Dominates(1, n-1) || tree.Dominates(n-1, 1) {
		t.Error("the tree of a chain is a chain")
	}
}

// shapes are families of graphs with n nodes on which a poor algorithm takes quadratic time.
var shapes = []struct {
	name string
	make func(n int32, edge func(from, to int32))
}{
	{"chain", func(n int32, edge func(from, to int32)) { // each goes on or to the common exit
		for v := int32(0); v < n-1; v++ {
			edge(v, v+1)
			edge(v, n-1)
		}
	}},
	{"ladder", func(n int32, edge func(from, to int32)) { // two rails with rungs
		for v := int32(0); v+2 < n; v++ {
			edge(v, v+2)
			edge(v, v^1)
		}
	}},
	{"comb", func(n int32, edge func(from, to int32)) { // a spine down, its teeth meet on the way back up
		h := n / 2
		for v := int32(0); v < h; v++ {
			edge(v, n-1-v)
			if v+1 < h {
				edge(v, v+1)
				edge(n-2-v, n-1-v)
			}
		}
	}},
	{"mesh", func(n int32, edge func(from, to int32)) { // irreducible: a path back whose nodes are all entered
		h := n / 2
		for v := int32(0); v+1 < h; v++ {
			edge(v, v+1)
			edge(v, h+v)
			edge(h+v+1, h+v)
			edge(h+v, h+v+1)
		}
		edge(h-1, n-1)
	}},
	{"nest", func(n int32, edge func(from, to int32)) { // loops in one another
		h := n / 2
		for v := int32(0); v+1 < n; v++ {
			edge(v, v+1)
			if v >= h {
				edge(v, n-1-v)
			}
		}
	}},
}

func shape(n int32, make func(n int32, edge func(from, to int32))) *Graph {
	var from, to []int32
	make(n, func(v, w int32) { from, to = append(from, v), append(to, w) })
	return New(int(n), from, to)
}

// TestShapes compares small members of the families with the definition.
func TestShapes(t *testing.T) {
	for _, s := range shapes {
		for n := int32(2); n < 40; n++ {
			adj := make([][]bool, n)
			for v := range adj {
				adj[v] = make([]bool, n)
			}
			s.make(n, func(v, w int32) { adj[v][w] = true })
			if !check(t, adj) {
				t.Fatalf("%s of %d", s.name, n)
			}
		}
	}
}

// TestLarge ends at all only if dominators take less than n² steps.
func TestLarge(t *testing.T) {
	const n = 1_000_000
	for _, s := range shapes {
		tree := shape(n, s.make).Dominators(0)
		if !tree.Dominates(0, n-1) {
			t.Errorf("%s: the last node is not reached", s.name)
		}
	}
}

func BenchmarkDominators(b *testing.B) {
	for _, n := range []int32{10, 1_000, 100_000} {
		for _, s := range shapes {
			g := shape(n, s.make)
			order := g.ReversePostorder(0)
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				for b.Loop() {
					g.DominatorsIn(order)
				}
			})
		}
	}
}

func TestRowsKeepOrder(t *testing.T) {
	g := New(3, []int32{1, 0, 1, 1}, []int32{2, 1, 0, 2})
	if got := g.Succs(1); !slices.Equal(got, []int32{2, 0, 2}) {
		t.Errorf("Succs(1) = %v", got)
	}
	if got := g.Preds(2); !slices.Equal(got, []int32{1, 1}) {
		t.Errorf("Preds(2) = %v", got)
	}
	if got := g.Reverse().Succs(0); !slices.Equal(got, []int32{1}) {
		t.Errorf("Reverse().Succs(0) = %v", got)
	}
}
