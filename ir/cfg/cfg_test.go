package cfg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

func random(t *testing.T) *rand.Rand {
	seed := testseed.Seed(t)
	return rand.New(rand.NewPCG(seed, 0))
}

// build makes a function whose block v has the edges adj[v]; block 0 is the entry.
func build(adj [][]bool) *ir.Func {
	f := ir.NewModule().AddFunc("f", nil, nil)
	for range adj {
		f.AddBlock(ir.Body)
	}
	for v, row := range adj {
		terminate(f, ir.Block(v), row)
	}
	return f
}

func terminate(f *ir.Func, b ir.Block, row []bool) {
	at := f.At(b)
	var to []ir.Target
	for w, edge := range row {
		if edge {
			to = append(to, ir.Goto(ir.Block(w)))
		}
	}
	if len(to) == 0 {
		at.Ret(ir.Synthetic)
		return
	}
	for n := range to[:len(to)-1] {
		to[n].Case = new(num.New(int64(n)))
	}
	at.Switch(at.Int64(0, ir.Synthetic), to[:len(to)-1], to[len(to)-1], ir.Synthetic)
}

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

// exits reports whether a block without successors is reached.
func exits(adj [][]bool, seen []bool) bool {
	for v, ok := range seen {
		if ok && !slices.Contains(adj[v], true) {
			return true
		}
	}
	return false
}

// check compares all that depends on the edges alone with definitions by reachability.
func check(adj [][]bool) error {
	n := len(adj)
	c := New(build(adj))
	dom, post := c.Dominators(), c.PostDominators()
	all := reach(adj, 0, -1)
	for a := range n {
		x := ir.Block(a)
		cut := reach(adj, 0, a)
		if c.Reachable(x) != all[a] || dom.Contains(x) != all[a] {
			return fmt.Errorf("reachable(%d) is not %v", a, all[a])
		}
		for b := range n {
			y := ir.Block(b)
			if want := all[b] && !cut[b]; dom.Dominates(x, y) != want {
				return fmt.Errorf("dominates(%d, %d) is not %v", a, b, want)
			}
			ends := exits(adj, reach(adj, b, -1))
			if post.Contains(y) != ends {
				return fmt.Errorf("%d in the post-dominator tree is not %v", b, ends)
			}
			aEnds := exits(adj, reach(adj, a, -1))
			if want := ends && aEnds && !exits(adj, reach(adj, b, a)); post.Dominates(x, y) != want {
				return fmt.Errorf("post-dominates(%d, %d) is not %v", a, b, want)
			}
		}
	}
	for _, t := range []*DomTree{dom, post} {
		for p := range n {
			for _, k := range t.Children(ir.Block(p)) {
				if t.Parent(k) != ir.Block(p) || !t.Dominates(ir.Block(p), k) {
					return fmt.Errorf("child %d of %d has parent %d", k, p, t.Parent(k))
				}
			}
		}
	}
	return checkLoops(adj, all, c, dom)
}

func checkLoops(adj [][]bool, all []bool, c *CFG, dom *DomTree) error {
	n := len(adj)
	loops := c.Loops(dom)
	body := map[int][]bool{} // by header
	forward := make([][]bool, n)
	for v := range n {
		forward[v] = slices.Clone(adj[v])
	}
	for h := range n {
		for u := range n {
			if !adj[u][h] || !all[u] || !dom.Dominates(ir.Block(h), ir.Block(u)) {
				continue
			}
			forward[u][h] = false
			if body[h] == nil {
				body[h] = make([]bool, n)
				body[h][h] = true
			}
			for v := range n {
				if all[v] && reach(adj, v, h)[u] {
					body[h][v] = true
				}
			}
		}
	}
	if len(loops.List) != len(body) {
		return fmt.Errorf("%d loops, want %d", len(loops.List), len(body))
	}
	for k, l := range loops.List {
		var got []int
		for _, b := range l.Blocks {
			got = append(got, int(b))
		}
		slices.Sort(got)
		var want []int
		for v, in := range body[int(l.Header)] {
			if in {
				want = append(want, v)
			}
		}
		if !slices.Equal(got, want) || l.Blocks[0] != l.Header {
			return fmt.Errorf("loop of %d is %v, want %v", l.Header, l.Blocks, want)
		}
		for v := range n {
			if loops.Contains(k, ir.Block(v)) != body[int(l.Header)][v] {
				return fmt.Errorf("loop of %d: Contains(%d) = %v", l.Header, v, !body[int(l.Header)][v])
			}
		}
		if l.Parent >= k {
			return fmt.Errorf("loop %d is inside the later loop %d", k, l.Parent)
		}
	}
	for v := range n {
		depth, smallest := 0, -1
		for h, in := range body {
			if !in[v] {
				continue
			}
			depth++
			if smallest < 0 || body[smallest][h] {
				smallest = h
			}
		}
		if loops.Depth(ir.Block(v)) != depth {
			return fmt.Errorf("depth of %d is %d, want %d", v, loops.Depth(ir.Block(v)), depth)
		}
		in := loops.Innermost(ir.Block(v))
		if (in >= 0) != (smallest >= 0) || in >= 0 && int(loops.List[in].Header) != smallest {
			return fmt.Errorf("innermost loop of %d is %d, want the one of %d", v, in, smallest)
		}
	}
	// Reducible: without the back edges no cycle is left among the reachable blocks.
	cyclic := false
	for v := range n {
		for w := range n {
			cyclic = cyclic || all[v] && forward[v][w] && reach(forward, w, -1)[v]
		}
	}
	if cyclic != (len(loops.Irreducible) > 0) {
		return fmt.Errorf("irreducible edges %v, cyclic %v", loops.Irreducible, cyclic)
	}
	return nil
}

func TestAllGraphsUpTo4(t *testing.T) {
	for n := 1; n <= 4; n++ {
		adj := make([][]bool, n)
		for v := range adj {
			adj[v] = make([]bool, n)
		}
		step := 1
		if n == 4 && testing.Short() {
			step = 17
		}
		for bits := 0; bits < 1<<(n*n); bits += step {
			for k := range n * n {
				adj[k/n][k%n] = bits>>k&1 != 0
			}
			if err := check(adj); err != nil {
				t.Fatalf("%v: %v", adj, err)
			}
		}
	}
}

func randomGraph(r *rand.Rand, n int) [][]bool {
	adj := make([][]bool, n)
	density := 1 + r.IntN(3)
	for v := range adj {
		adj[v] = make([]bool, n)
		for range r.IntN(density + 1) {
			adj[v][r.IntN(n)] = true
		}
		if r.IntN(3) > 0 && v+1 < n {
			adj[v][v+1] = true
		}
	}
	return adj
}

func TestRandomGraphs(t *testing.T) {
	r := random(t)
	for range 200 {
		adj := randomGraph(r, 5+r.IntN(12))
		if err := check(adj); err != nil {
			t.Fatalf("%v: %v", adj, err)
		}
	}
}

// TestLiveness compares the sets with a search for each value and block.
func TestLiveness(t *testing.T) {
	r := random(t)
	for range 150 {
		adj := randomGraph(r, 2+r.IntN(8))
		f := ir.NewModule().AddFunc("f", nil, nil)
		var pool []ir.Value
		for v := range adj {
			b := f.AddBlock(ir.Body)
			if v > 0 && r.IntN(2) == 0 {
				pool = append(pool, f.AddArg(b, ir.Int, 0))
			}
			pool = append(pool, f.At(b).Int64(int64(v), ir.Synthetic))
		}
		for v, row := range adj {
			b := ir.Block(v)
			for range r.IntN(3) {
				x, y := pool[r.IntN(len(pool))], pool[r.IntN(len(pool))]
				pool = append(pool, f.At(b).Binary(ir.OpAdd, x, y, ir.Synthetic))
			}
			terminate(f, b, row)
		}
		l := New(f).Liveness()
		for x := range ir.Value(f.NumValues()) {
			for v := range adj {
				in := liveIn(f, adj, v, x)
				out := false
				for w, edge := range adj[v] {
					out = out || edge && liveIn(f, adj, w, x)
				}
				b := ir.Block(v)
				if l.In(b).Has(x) != in || l.Out(b).Has(x) != out {
					t.Fatalf("v%d at bb%d: in %v out %v, want %v %v in\n%s", x, v, l.In(b).Has(x), l.Out(b).Has(x), in, out, f)
				}
			}
		}
		for v := range adj {
			s := l.In(ir.Block(v))
			if got := slices.Collect(s.All()); len(got) != s.Len() || !slices.IsSorted(got) {
				t.Fatalf("members %v of a set of %d", got, s.Len())
			}
		}
	}
}

// liveIn looks for a path from the start of block b to a use of x that does not pass its
// definition.
func liveIn(f *ir.Func, adj [][]bool, b int, x ir.Value) bool {
	seen := make([]bool, len(adj))
	var from func(v int) bool
	from = func(v int) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		if slices.Contains(f.Args(ir.Block(v)), x) {
			return false
		}
		for i := range f.Insts(ir.Block(v)) {
			for k := range f.NumOperands(i) {
				if f.Arg(i, k) == x {
					return true
				}
			}
			if f.Def(x) == i {
				return false
			}
		}
		for w, edge := range adj[v] {
			if edge && from(w) {
				return true
			}
		}
		return false
	}
	return from(b)
}

func TestParallelEdges(t *testing.T) {
	f := ir.NewModule().AddFunc("f", nil, nil)
	a, b := f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	at := f.At(a)
	at.BrIf(at.BConst(true, 0), ir.Goto(b), ir.Goto(b), 0)
	f.At(b).Ret(0)
	c := New(f)
	if got := c.Succs(a); !slices.Equal(got, []ir.Block{b, b}) {
		t.Errorf("Succs = %v", got)
	}
	if got := c.Preds(b); !slices.Equal(got, []PredEdge{{From: a}, {From: a, Index: 1}}) {
		t.Errorf("Preds = %v", got)
	}
	if got := c.Order(); !slices.Equal(got, []ir.Block{a, b}) {
		t.Errorf("Order = %v", got)
	}
	if n, ok := c.Index(b); n != 1 || !ok {
		t.Errorf("Index(b) = %d, %v", n, ok)
	}
}

func TestFrontier(t *testing.T) {
	// A diamond, 0 → 1, 2 → 3: the arms have the join as their frontier.
	adj := [][]bool{{false, true, true, false}, {false, false, false, true}, {false, false, false, true}, make([]bool, 4)}
	c := New(build(adj))
	dom, post := c.Dominators(), c.PostDominators()
	for b, want := range [][]ir.Block{nil, {3}, {3}, nil} {
		if got := dom.Frontier(ir.Block(b)); !slices.Equal(got, want) {
			t.Errorf("frontier of %d is %v, want %v", b, got, want)
		}
	}
	for b, want := range [][]ir.Block{nil, {0}, {0}, nil} {
		if got := post.Frontier(ir.Block(b)); !slices.Equal(got, want) {
			t.Errorf("post-dominance frontier of %d is %v, want %v", b, got, want)
		}
	}
	if dom.Parent(3) != 0 || dom.Parent(0) != ir.NoBlock || post.Parent(0) != 3 || post.Parent(3) != ir.NoBlock {
		t.Error("parents of a diamond")
	}
}

// regions: body { bb0; loop { bb1; plain { bb2; bb3 }; bb4 }; bb5 }.
func TestRegions(t *testing.T) {
	f := ir.NewModule().AddFunc("f", nil, nil)
	b0 := f.AddBlock(ir.Body)
	loop := f.AddRegion(ir.Body, ir.LoopRegion)
	b1 := f.AddBlock(loop)
	plain := f.AddRegion(loop, ir.PlainRegion)
	b2, b3 := f.AddBlock(plain), f.AddBlock(plain)
	b4, b5 := f.AddBlock(loop), f.AddBlock(ir.Body)
	f.At(b0).Br(ir.Goto(b1), 0)
	f.At(b1).Br(ir.Goto(b2), 0)
	f.At(b2).Br(ir.Goto(b3), 0)
	f.At(b3).Yield(ir.OpContinue, 0)
	f.At(b4).Br(ir.Goto(b5), 0)
	f.At(b5).Ret(0)
	if got := RegionOrder(f); !slices.Equal(got, []ir.Region{ir.Body, loop, plain}) {
		t.Errorf("RegionOrder = %v", got)
	}
	c := New(f)
	if got := c.Succs(b3); !slices.Equal(got, []ir.Block{b1}) {
		t.Errorf("continue goes to %v", got)
	}
	if l := c.Loops(c.Dominators()); l.Depth(b3) != 1 || l.Depth(b4) != 0 {
		t.Error("the block that breaks is outside the natural loop")
	}
}
