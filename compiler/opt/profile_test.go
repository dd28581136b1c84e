package opt_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/parser"
)

// counted runs a program and returns how often each edge was taken; ok is false if it does not
// end soon.
func counted(t *testing.T, m *ir.Module) (c *interp.Coverage, ok bool) {
	t.Helper()
	c = &interp.Coverage{}
	out, err := interp.Run(context.Background(), m, interp.Options{Coverage: c, Fuel: 200_000, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	return c, out.Kind != interp.OutOfFuel
}

// profile gives every terminator of a program, each of which has a source origin of its own, the
// counts of a run, if that ends.
func profile(t *testing.T, m *ir.Module) bool {
	t.Helper()
	c, ok := counted(t, m)
	if !ok {
		return false
	}
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			end := f.Terminator(b)
			var w []uint64
			for _, e := range f.Edges(nil, end) {
				w = append(w, uint64(c.Edges[interp.EdgeKey{Func: f.Name, From: b, To: e.Block}]))
			}
			if len(w) > 0 {
				m.SetWeights(f.Origin(end), w)
			}
		}
	}
	return true
}

// flow is what a profile says of blocks.
type flow struct {
	blocks, leaks int     // blocks with edges in and out, and those where more or less goes in than out
	in, lost      float64 // what goes in, and the differences
	executed      float64 // edges in a run
	missed        float64 // differences between counts and run
	taken, wrong  float64 // branches in a run, and those that went where the shares do not say
}

// add compares the profile of a program with itself and with a run.
func (w *flow) add(t *testing.T, m *ir.Module) {
	t.Helper()
	run, _ := counted(t, m)
	for _, f := range m.Funcs {
		if f.Entry() == ir.NoBlock {
			continue
		}
		c := cfg.New(f)
		if len(c.Loops(c.Dominators()).Irreducible) > 0 {
			continue
		}
		in, succs := map[ir.Block]float64{}, map[ir.Block]int{}
		for _, b := range c.Order() {
			end := f.Terminator(b)
			edges := f.Edges(nil, end)
			counts := m.Weights(f.Origin(end), len(edges))
			total, all := 0.0, 0.0
			var is []float64
			for k, e := range edges {
				x := 0.0
				if counts != nil {
					x = float64(counts[k])
				}
				in[e.Block] += x
				succs[e.Block]++
				total += x
				is = append(is, float64(run.Edges[interp.EdgeKey{Func: f.Name, From: b, To: e.Block}]))
				all += is[k]
				w.executed += is[k]
				w.missed += math.Abs(is[k] - x)
			}
			if len(edges) > 1 && total > 0 && all > 0 {
				w.taken += all
				for k := range edges {
					w.wrong += all * math.Abs(is[k]/all-float64(counts[k])/total) / 2
				}
			}
		}
		for n, b := range c.Order() {
			edges := f.Edges(nil, f.Terminator(b))
			if n == 0 || len(edges) == 0 {
				continue
			}
			out := 0.0
			for _, x := range m.Weights(f.Origin(f.Terminator(b)), len(edges)) {
				out += float64(x)
			}
			w.blocks++
			w.in += in[b]
			w.lost += math.Abs(in[b] - out)
			if math.Abs(in[b]-out) > float64(succs[b]+len(edges))+in[b]*1e-5 {
				w.leaks++
			}
		}
	}
}

// TestProfile: what goes into a block goes out of it, but for rounding, in the profile of programs
// after -O2, whatever was merged, copied and unrolled; it does not if counts only follow from
// origins. The shares of branches stay those of a run of the optimized program.
func TestProfile(t *testing.T) {
	seed := testseed.Seed(t)
	var programs []*ir.Module
	for n := range uint64(testseed.Rounds(160, 16)) {
		text := gen.Program(gen.Expand(seed+n, 400<<(n%4)), preset.Default).Canonical()
		m, err := parser.Parse("generated", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, m)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "bench", "*.tir"))
	if err != nil || len(files) < 10 {
		t.Fatal(err, len(files))
	}
	for _, name := range testseed.Every(8, files) {
		programs = append(programs, read(t, name))
	}
	var before, origins, after flow
	for _, m := range programs {
		if !profile(t, m) {
			continue
		}
		before.add(t, m)
		for _, level := range []string{"2", "fast"} {
			for _, again := range []bool{false, true} {
				c, err := opt.Preset(level)
				if err != nil {
					t.Fatal(err)
				}
				if c.Profile = again; !again && level != "fast" {
					continue
				}
				k := m.Clone()
				if _, err := pass.Run(context.Background(), k, opt.Passes(), pass.Options{Config: c}); err != nil {
					t.Fatal(err)
				}
				if err := ir.Verify(k); err != nil {
					t.Fatal(err)
				}
				if again {
					after.add(t, k)
				} else {
					origins.add(t, k)
				}
			}
		}
	}
	for _, x := range []struct {
		what string
		w    *flow
	}{{"as profiled", &before}, {"optimized, counts of origins", &origins}, {"optimized", &after}} {
		w := x.w
		t.Logf("%s: %d blocks, in %d of them flow is lost, %.4f of all; counts differ from a run by %.3f, branches by %.3f", x.what, w.blocks, w.leaks, w.lost/w.in, w.missed/w.executed, w.wrong/w.taken)
	}
	if after.leaks > 0 || after.blocks < testseed.Rounds(100, 15) {
		t.Errorf("flow is lost in %d of %d blocks", after.leaks, after.blocks)
	}
	if origins.leaks == 0 && !testing.Short() { // few programs may have none
		t.Error("the test cannot fail: flow is kept without being made again")
	}
	if after.wrong > 0.1*after.taken {
		t.Errorf("%.3f of the branches do not go where the profile says", after.wrong/after.taken)
	}
}

// TestProfileDecides: a call that is hot by the profile takes a larger callee, one that never runs a smaller one, and in a function of which
// the profile says nothing the size alone decides.
func TestProfileDecides(t *testing.T) {
	callee := func(name string, muls int) string {
		var body strings.Builder
		for n := range muls {
			fmt.Fprintf(&body, " v%d:s64 = mul v%d, v0\n", n+1, n)
		}
		return fmt.Sprintf(`func @%s(int:s64) -> int:s64 {
bb0:
 v0:s64 = param 0
%s ret v%d
}
`, name, body.String(), muls)
	}
	caller := func(name, weights string) string {
		return "func @" + name + `(int:s64, bool) -> int:s64 {
bb0(v0: mem):
 v1:s64 = param 0
 v2 = param 1
 brif v2, bb1, bb2` + weights + `
bb1:
 v3 = symbol_addr @large
 v4, v5:s64 = call v3(v1), v0 -> int
 ret v5, v4
bb2:
 v6 = symbol_addr @small
 v7, v8:s64 = call v6(v1), v0 -> int
 ret v8, v7
}
`
	}
	text := callee("large", 60) + callee("small", 20) + caller("profiled", " !weights(1000, 0)") + caller("other", "")
	m, err := parser.Parse("test.tir", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := pass.Single("test", 1, "inline")
	c.Stages[0].Passes[0].Params = map[string]int{"once": 0}
	tr, err := pass.Recorded(context.Background(), m, opt.Passes(), pass.Options{Config: c, Trace: trace.Full})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range tr.Entries {
		got = append(got, e.Function+" "+e.Context[0].Value+" "+e.Decision.Threshold)
	}
	want := []string{"profiled @large at most hot=120 instructions", "other @small at most size=40 instructions"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestProfileUnrolls: a loop that never runs by the profile is not copied, one that runs or of which nothing is known is.
func TestProfileUnrolls(t *testing.T) {
	for weights, copied := range map[string]bool{"": true, " !weights(5, 7)": true, " !weights(0, 7)": false} {
		m, err := parser.Parse("test.tir", []byte(`func @f(int:s32, bool) -> int:s64 {
bb0:
 v0:s32 = param 0
 v1 = param 1
 v2 = iconst 0
 v3 = iconst 1
 brif v1, bb1(v2, v2), bb3(v2)`+weights+`
bb1(v4:s32: int, v5:s64: int):
 v6:s64 = add v5, v4
 v7:s32 = add v4, v3
 v8 = icmp.lt v7, v0
 brif v8, bb1(v7, v6), bb3(v6)
bb3(v9:s64: int):
 ret v9
}
`))
		if err != nil {
			t.Fatal(err)
		}
		rep, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: pass.Single("test", 1, "unroll")})
		if err != nil || (rep.Changes > 0) != copied {
			t.Errorf("with%s: %+v, %v", weights, rep, err)
		}
	}
}
