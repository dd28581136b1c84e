package graph

import (
	"fmt"
	"iter"
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

// made builds the graph of adj.
func made(adj [][]bool) *Graph[int32] {
	return New(len(adj), ascending(len(adj)), func(dst []int32, v int32) []int32 {
		for w := range adj {
			if adj[v][w] {
				dst = append(dst, int32(w))
			}
		}
		return dst
	})
}

func ascending(n int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for v := range int32(n) {
			if !yield(v) {
				return
			}
		}
	}
}

// check compares what the package says of adj, entered at node 0, with the definitions.
func check(t *testing.T, adj [][]bool) bool {
	t.Helper()
	g := made(adj)
	tree := g.Dominators(g.ReversePostorder(0))
	all := reach(adj, 0, -1)
	// The paths back from an exit are those of the graph turned around, with another entry.
	back := make([][]bool, len(adj)+1)
	for v := range back {
		back[v] = make([]bool, len(back))
	}
	var exits []int32
	for v := range adj {
		ends := true
		for w := range adj {
			back[w][v] = adj[v][w]
			ends = ends && !adj[v][w]
		}
		if back[len(adj)][v] = ends; ends {
			exits = append(exits, int32(v))
		}
	}
	post := g.PostDominators(slices.Values(exits))
	ok := checkTree(t, tree, adj, 0) && checkTree(t, post, back, len(adj)) && checkOrder(t, g, &tree.Order, adj, all) && checkSCC(t, g, adj) && checkLoops(t, g, tree, adj, all)
	if !ok {
		t.Logf("of %v", adj)
	}
	return ok
}

// checkTree compares a tree, its frontiers and children with what removing nodes from adj says.
func checkTree(t *testing.T, tree *Tree[int32], adj [][]bool, root int) bool {
	t.Helper()
	n := len(adj)
	all := reach(adj, root, -1)
	dom := make([][]bool, n) // dom[a][b]: b is reachable, and not without a
	for a := range n {
		dom[a] = make([]bool, n)
		cut := reach(adj, root, a)
		for b := range n {
			dom[a][b] = all[b] && !cut[b]
			if tree.Dominates(int32(a), int32(b)) != dom[a][b] {
				t.Errorf("root %d: Dominates(%d, %d) = %v", root, a, b, !dom[a][b])
				return false
			}
		}
	}
	kids := make([][]int32, n)
	for b := range n {
		if tree.Contains(int32(b)) != all[b] {
			t.Errorf("root %d: Contains(%d) = %v", root, b, !all[b])
			return false
		}
		// The immediate dominator is the strict dominator that all others dominate. The exit of a
		// post-dominator tree is none.
		want := None[int32]()
		for a := range n {
			closest := a != b && dom[a][b]
			for c := range n {
				closest = closest && (c == b || !dom[c][b] || dom[c][a])
			}
			if closest && int32(a) != tree.exit {
				want = int32(a)
				kids[a] = append(kids[a], int32(b))
			}
		}
		if got := tree.Parent(int32(b)); got != want {
			t.Errorf("root %d: Parent(%d) = %d, want %d", root, b, got, want)
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
		if got := slices.Sorted(slices.Values(tree.Frontier(int32(a)))); !slices.Equal(got, want) {
			t.Errorf("root %d: frontier of %d is %v, want %v", root, a, got, want)
			return false
		}
		got := tree.Children(int32(a))
		if !slices.IsSortedFunc(got, func(v, w int32) int { return int(tree.Order.index[v] - tree.Order.index[w]) }) {
			t.Errorf("root %d: children %v of %d are not in order", root, got, a)
			return false
		}
		if got := slices.Sorted(slices.Values(got)); !slices.Equal(got, kids[a]) {
			t.Errorf("root %d: children of %d are %v, want %v", root, a, got, kids[a])
			return false
		}
	}
	return true
}

// checkOrder holds the order to the definition of a reverse postorder: it lists the reachable
// nodes once, starts at the root, and an edge back goes to a node from which its source is reached.
func checkOrder(t *testing.T, g *Graph[int32], o *Order[int32], adj [][]bool, all []bool) bool {
	at := make([]int, g.Len())
	for v := range at {
		at[v] = -1
	}
	for k, v := range o.List {
		if at[v] >= 0 || !all[v] {
			t.Errorf("order %v", o.List)
			return false
		}
		at[v] = k
	}
	for v := range g.Len() {
		n, ok := o.Index(int32(v))
		if all[v] != (at[v] >= 0) || ok != all[v] || ok && n != at[v] || o.Contains(int32(v)) != ok {
			t.Errorf("order %v says of %d: %d, %v", o.List, v, n, ok)
			return false
		}
		if !all[v] {
			continue
		}
		back := reach(adj, v, -1)
		for _, p := range g.Preds(int32(v)) {
			if at[p.From] >= at[v] && !back[p.From] {
				t.Errorf("order %v: edge %d to %d", o.List, p.From, v)
				return false
			}
		}
	}
	return o.List[0] == 0
}

// checkSCC compares the components, from node 0 and from all, with who reaches whom.
func checkSCC(t *testing.T, g *Graph[int32], adj [][]bool) bool {
	n := len(adj)
	from := make([][]bool, n)
	for v := range n {
		from[v] = reach(adj, v, -1)
	}
	order := g.ReversePostorder(0)
	for _, roots := range [][]int32{{0}, slices.Collect(ascending(n))} {
		c := g.SCC(roots...)
		listed := 0
		for k := range c.Len() {
			for _, v := range c.Nodes(k) {
				listed++
				if c.Of(v) != k {
					t.Errorf("%d is in component %d and in %d", v, k, c.Of(v))
					return false
				}
			}
		}
		reached := 0
		for v := range n {
			if len(roots) > 1 || from[0][v] {
				reached++
			} else if c.Of(int32(v)) != -1 {
				t.Errorf("%d is not reached and in component %d", v, c.Of(int32(v)))
				return false
			}
			for w := range n {
				a, b := c.Of(int32(v)), c.Of(int32(w))
				if a >= 0 && b >= 0 && ((a == b) != (from[v][w] && from[w][v]) || from[v][w] && b > a) {
					t.Errorf("%d is in component %d, %d in %d", v, a, w, b)
					return false
				}
			}
		}
		if listed != reached {
			t.Errorf("%d nodes of %d are in components", listed, reached)
			return false
		}
		if len(roots) > 1 {
			continue
		}
		// From one root they begin backward as the reverse postorder meets them.
		var first []int
		for _, v := range order.List {
			if k := c.Of(v); !slices.Contains(first, k) {
				first = append(first, k)
			}
		}
		slices.Reverse(first)
		if !slices.IsSorted(first) {
			t.Errorf("components %v are not in the order %v", first, order.List)
			return false
		}
	}
	return true
}

// checkLoops compares the nest with the definition of natural loops.
func checkLoops(t *testing.T, g *Graph[int32], tree *Tree[int32], adj [][]bool, all []bool) bool {
	n := len(adj)
	l := g.Loops(tree)
	var irreducible [][2]int32
	in := make([]map[int]bool, n) // by header: the nodes of its loop
	for _, v := range tree.Order.List {
		for w := range n {
			if !adj[v][w] {
				continue
			}
			if !tree.Dominates(int32(w), v) {
				if tree.Order.index[w] <= tree.Order.index[v] {
					irreducible = append(irreducible, [2]int32{v, int32(w)})
				}
				continue
			}
			if in[w] == nil {
				in[w] = map[int]bool{w: true}
			}
			for x := range n {
				if x != w && all[x] && reach(adj, x, w)[v] {
					in[w][x] = true
				}
			}
		}
	}
	if !slices.Equal(l.Irreducible, irreducible) {
		t.Errorf("irreducible edges %v, want %v", l.Irreducible, irreducible)
		return false
	}
	k := 0
	for _, h := range tree.Order.List {
		if in[h] == nil {
			continue
		}
		if k >= len(l.List) || l.List[k].Header != h {
			t.Errorf("loop %d does not have the header %d: %v", k, h, l.List)
			return false
		}
		x := &l.List[k]
		for v := range n {
			inside := false
			for m := l.Innermost(int32(v)); m >= 0; m = l.List[m].Parent {
				inside = inside || m == k
			}
			if inside != in[h][v] {
				t.Errorf("%d in loop %d: %v", v, k, inside)
				return false
			}
			if isLatch := all[v] && adj[v][h] && tree.Dominates(h, int32(v)); isLatch != slices.Contains(x.Latches, int32(v)) {
				t.Errorf("latches of loop %d: %v", k, x.Latches)
				return false
			}
		}
		if !slices.IsSortedFunc(x.Latches, func(v, w int32) int { return int(tree.Order.index[v] - tree.Order.index[w]) }) {
			t.Errorf("latches %v of loop %d are not in order", x.Latches, k)
			return false
		}
		if x.Parent >= k {
			t.Errorf("loop %d comes before loop %d around it", k, x.Parent)
			return false
		}
		k++
	}
	for v := range n {
		depth := 0
		for _, loop := range in {
			if loop[v] {
				depth++
			}
		}
		if l.Depth(int32(v)) != depth {
			t.Errorf("Depth(%d) = %d, want %d", v, l.Depth(int32(v)), depth)
			return false
		}
	}
	return k == len(l.List)
}

func TestAllGraphsUpTo4(t *testing.T) {
	for n := 1; n <= 4; n++ {
		adj := make([][]bool, n)
		for v := range adj {
			adj[v] = make([]bool, n)
		}
		for bits := 0; bits < 1<<(n*n); bits += testseed.Rounds(1, 5) {
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

// TestDeep holds the walks to constant stack: a chain with edges back.
func TestDeep(t *testing.T) {
	const n = 200_000
	g := New(n, ascending(n), func(dst []int32, v int32) []int32 {
		if v > 0 {
			dst = append(dst, v-1)
		}
		if v < n-1 {
			dst = append(dst, v+1)
		}
		return dst
	})
	tree := g.Dominators(g.ReversePostorder(0))
	if tree.Parent(n-1) != n-2 || !tree.Dominates(1, n-1) || tree.Dominates(n-1, 1) {
		t.Error("the tree of a chain is a chain")
	}
	if l := g.Loops(tree); l.Depth(n-1) != n-1 {
		t.Errorf("%d loops are around the last node", l.Depth(n-1))
	}
	if c := g.SCC(0); c.Len() != 1 || len(c.Nodes(0)) != n {
		t.Errorf("%d components", c.Len())
	}
}

// shapes are families of graphs with n nodes on which a poor algorithm takes quadratic time.
var shapes = []struct {
	name string
	make func(n int32, edge func(from, to int32))
}{
	{"chain", func(n int32, edge func(from, to int32)) { // each to the next or to the common exit
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

func shape(n int32, make func(n int32, edge func(from, to int32))) *Graph[int32] {
	to := map[int32][]int32{}
	make(n, func(v, w int32) { to[v] = append(to[v], w) })
	return New(int(n), ascending(int(n)), func(dst []int32, v int32) []int32 { return append(dst, to[v]...) })
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

// TestLarge ends at all only if nothing takes n² steps.
func TestLarge(t *testing.T) {
	n := int32(testseed.Rounds(300_000, 60_000))
	for _, s := range shapes {
		g := shape(n, s.make)
		tree := g.Dominators(g.ReversePostorder(0))
		if !tree.Dominates(0, n-1) {
			t.Errorf("%s: the last node is not reached", s.name)
		}
		if !g.PostDominators(slices.Values([]int32{n - 1})).Dominates(n-1, 0) {
			t.Errorf("%s: the first node does not reach the last one", s.name)
		}
		g.Loops(tree)
		g.SCC(0)
	}
}

// BenchmarkGraph: the time for each node must not grow with their number but for the caches.
func BenchmarkGraph(b *testing.B) {
	for _, n := range []int32{10, 1_000, 100_000} {
		for _, s := range shapes {
			g := shape(n, s.make)
			order := g.ReversePostorder(0)
			tree := g.Dominators(order)
			for _, x := range []struct {
				name string
				run  func()
			}{
				{"order", func() { g.ReversePostorder(0) }},
				{"dominators", func() { g.Dominators(order) }},
				{"postdominators", func() { g.PostDominators(slices.Values([]int32{n - 1})) }},
				{"scc", func() { g.SCC(0) }},
				{"loops", func() { g.Loops(tree) }},
			} {
				b.Run(fmt.Sprintf("%s/%s/%d", x.name, s.name, n), func(b *testing.B) {
					for b.Loop() {
						x.run()
					}
				})
			}
		}
	}
}

// TestRows: parallel edges are kept; predecessor edges are in the order of the nodes that New was
// given, and name the place of the edge among those that leave.
func TestRows(t *testing.T) {
	to := [][]int32{{1}, {2, 0, 2}, nil, {2}}
	g := New(4, slices.Values([]int32{3, 1, 0}), func(dst []int32, v int32) []int32 { return append(dst, to[v]...) })
	for v := range to {
		if got := g.Succs(int32(v)); !slices.Equal(got, to[v]) {
			t.Errorf("Succs(%d) = %v", v, got)
		}
	}
	if got := g.Preds(2); !slices.Equal(got, []PredEdge[int32]{{3, 0}, {1, 0}, {1, 2}}) {
		t.Errorf("Preds(2) = %v", got)
	}
	if o := g.ReversePostorder(None[int32]()); len(o.List) != 0 || o.Contains(0) {
		t.Errorf("nothing reaches %v", o.List)
	}
}
