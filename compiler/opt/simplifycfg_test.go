package opt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// branches makes blocks that only jump; end does that for block k.
func branches(n int, end func(at *ir.Builder, x ir.Value, conds []ir.Value, blocks []ir.Block, k int)) *ir.Module {
	m := ir.NewModule()
	f := m.AddFunc("f", []ir.Param{{Type: ir.Int}}, []ir.Param{{Type: ir.Int}})
	blocks, conds := make([]ir.Block, n+2), make([]ir.Value, n)
	for k := range blocks {
		blocks[k] = f.AddBlock(ir.Body)
	}
	at := f.At(blocks[0])
	x := at.Param(0, 0)
	for k := range conds {
		conds[k] = at.Compare(ir.LT, x, at.Int64(int64(k), 0), 0)
	}
	for k := range conds {
		end(f.At(blocks[k]), x, conds, blocks, k)
	}
	for k, b := range blocks[n:] {
		at := f.At(b)
		at.Ret(0, at.Int64(int64(k), 0))
	}
	return m
}

// branchChain makes n branches in a row with one edge in common.
func branchChain(n int) *ir.Module {
	return branches(n, func(at *ir.Builder, _ ir.Value, conds []ir.Value, blocks []ir.Block, k int) {
		at.BrIf(conds[k], ir.Goto(blocks[k+1]), ir.Goto(blocks[n+1]), 0)
	})
}

// branchWeb makes branches and switches, mostly to what comes soon.
func branchWeb(r *rand.Rand, n int) *ir.Module {
	return branches(n, func(at *ir.Builder, x ir.Value, conds []ir.Value, blocks []ir.Block, k int) {
		to := func() ir.Target {
			if r.IntN(4) == 0 {
				return ir.Goto(blocks[n+1])
			}
			return ir.Goto(blocks[min(k+1+r.IntN(2), n)])
		}
		switch r.IntN(8) {
		case 0:
			at.Br(to(), 0)
		case 1, 2:
			var cases []ir.Target
			for c := range 1 + r.IntN(2) {
				t := to()
				t.Case = new(num.New(int64(c)))
				cases = append(cases, t)
			}
			at.Switch(x, cases, to(), 0)
		default:
			c := conds[r.IntN(n)]
			if r.IntN(4) == 0 {
				c = at.BConst(true, 0)
			}
			at.BrIf(c, to(), to(), 0)
		}
	})
}

// simplified runs the pass alone, and do for each function before that.
func simplified(t *testing.T, m *ir.Module, do func(s *cfgSimplifier)) *pass.Report {
	t.Helper()
	p := simplifyCFG
	p.Func = func(c *pass.Ctx) {
		s := newCFGSimplifier(c)
		do(s)
		s.run()
	}
	rep, err := pass.Run(context.Background(), m, []pass.Pass{p}, pass.Options{Config: pass.Single("one", 1, p.Name)})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	return rep
}

// TestSimplifyCFGIsLinear: the edges into blocks are not listed again for each rule that fires.
func TestSimplifyCFGIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		var s *cfgSimplifier
		rep := simplified(t, branchChain(n), func(x *cfgSimplifier) { s = x })
		if rep.Changes < n/2 {
			t.Errorf("%d branches: %d changes", n, rep.Changes)
		}
		if most := 10 * n; s.looked > most {
			t.Errorf("%d branches: %d blocks were looked at, want at most %d", n, s.looked, most)
		}
		t.Logf("%d branches: %d blocks looked at, %d changes", n, s.looked, rep.Changes)
	}
}

func testSeed(t *testing.T) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if s := os.Getenv("TUFFY_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("TUFFY_SEED=%d", seed)
	return seed
}

// TestSingleIsExact: whether one edge goes to a block is answered as if all were listed anew.
func TestSingleIsExact(t *testing.T) {
	asked := map[bool]int{}
	check := func(m *ir.Module) {
		simplified(t, m, func(s *cfgSimplifier) {
			s.decide.Single = func(b ir.Block) bool {
				got := s.single(b)
				if want := len(cfg.New(s.f).Preds(b)) == 1; got != want {
					t.Errorf("one edge into block %d: %v, want %v\n%s", b, got, want, s.f)
				}
				asked[got]++
				return got
			}
			s.reshape.Single = s.decide.Single
		})
	}
	seed := testSeed(t)
	for k := range uint64(800) {
		check(branchWeb(rand.New(rand.NewPCG(seed, k)), 30))
	}
	if asked[true] < 100 || asked[false] < 100 {
		t.Errorf("asked too little: %v", asked)
	}
}

// TestSimplifyCFGAnyOrder: what goes from the last block to the first, or the other way, is done in as many
// rounds as the same in the other order.
func TestSimplifyCFGAnyOrder(t *testing.T) {
	const n = 1000
	rows := map[string]func(k int) string{
		"exit first":   func(k int) string { return fmt.Sprintf("brif v0, bb%d, bb%d", n+1, k+1) },
		"exit last":    func(k int) string { return fmt.Sprintf("brif v0, bb%d, bb%d", k+1, n+1) },
		"branches":     func(k int) string { return fmt.Sprintf("br bb%d", k+1) },
		"instructions": func(k int) string { return fmt.Sprintf("v%d = add v1, v1\nbr bb%d", k+10, k+1) },
	}
	for name, write := range rows {
		for _, backwards := range []bool{false, true} {
			var blocks []string
			for k := 1; k <= n; k++ {
				blocks = append(blocks, fmt.Sprintf("bb%d:\n%s\n", k, write(k)))
			}
			if backwards {
				slices.Reverse(blocks)
			}
			m := irtest.Parse(t, `func @f(bool, int) -> int {
bb0:
v0 = param 0
v1 = param 1
br bb1
`+strings.Join(blocks, "")+fmt.Sprintf(`bb%d:
ret v1
}
`, n+1))
			var s *cfgSimplifier
			simplified(t, m, func(x *cfgSimplifier) { s = x })
			if got := len(slices.Collect(s.f.Blocks())); got != 1 {
				t.Errorf("%s, backwards %v: %d blocks are left", name, backwards, got)
			}
			if most := 20 * n; s.looked > most {
				t.Errorf("%s, backwards %v: %d blocks were looked at, want at most %d", name, backwards, s.looked, most)
			}
		}
	}
}
