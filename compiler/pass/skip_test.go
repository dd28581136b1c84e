package pass_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestSkip: passes that are left out because they are known to find nothing would have found
// nothing, and it does not matter whether functions go through the stages one by one or together.
func TestSkip(t *testing.T) {
	configs := []*pass.Config{configOf(t, "1"), configOf(t, "2"), configOf(t, "s"), configOf(t, "fast")}
	skipped := 0
	for k, m := range programs(t, 300) {
		c := configs[k%len(configs)]
		runs := func(r *pass.Report) (n int) {
			for _, s := range r.Passes {
				n += s.Runs
			}
			return n
		}
		all, want := m.Clone(), m.Clone()
		n := runs(run(t, all, pass.Options{Config: c, NoSkip: true}))
		skipped += n - runs(run(t, want, pass.Options{Config: c}))
		if all.Canonical() != want.Canonical() {
			t.Fatalf("program %d at %s: without skipping\n%s\nwith\n%s", k, c.Name, all, want)
		}
		for _, o := range []pass.Options{
			{Config: c, Workers: 3},
			{Config: c, Trace: trace.Full, Record: func(*trace.Entry) {}},
			{Config: c, After: func(string, int, string, *ir.Module) error { return nil }},
		} {
			got := m.Clone()
			run(t, got, o)
			if got.Canonical() != want.Canonical() {
				t.Fatalf("program %d at %s: %+v\n%s\nwant\n%s", k, c.Name, o, got, want)
			}
		}
	}
	if skipped < 300 {
		t.Errorf("only %d passes were skipped", skipped)
	}
}

// ways are the blocks of a function in order, with the regions that they are in and where they go.
func ways(f *ir.Func) []int {
	var out []int
	for b := range f.Blocks() {
		out = append(out, -1, int(b), int(f.BlockRegion(b)))
		for _, e := range f.Edges(nil, f.Terminator(b)) {
			out = append(out, int(e.Block))
		}
	}
	return out
}

// TestSkipAtRandom is TestSkip for passes in random order, of which half are those that may be left out
// although something has moved, and what moves things.
func TestSkipAtRandom(t *testing.T) {
	var often []string
	for _, p := range opt.Passes() {
		if p.OrderInsensitive {
			often = append(often, p.Name, "licm", "if-convert")
		}
	}
	if len(often) == 0 {
		t.Fatal("no pass is order-insensitive")
	}
	seed := testseed.Seed(t)
	r := rand.New(rand.NewPCG(seed, 5))
	moved := 0
	all := pass.Names(opt.Passes())
	for k := range testseed.Number(t, "TUFFY_PROGRAMS", uint64(testseed.Rounds(1500, 300))) {
		m := gen.Program(gen.Expand(seed+k, 200<<(k%4)), preset.Passes)
		order := []string{often[r.IntN(len(often))]}
		c := pass.Single("0", 1, order...)
		for n := range 19 {
			name := all[r.IntN(len(all))]
			if n%2 == 0 {
				name = often[r.IntN(len(often))]
			}
			order = append(order, name)
			c.Stages = append(c.Stages, pass.Single(fmt.Sprint(n+1), 1, name).Stages...)
		}
		want, got := m.Clone(), m.Clone()
		run(t, want, pass.Options{Config: c, NoSkip: true})
		run(t, got, pass.Options{Config: c})
		if got.Canonical() != want.Canonical() {
			t.Fatalf("%v: without skipping\n%s\nwith\n%s", order, want, got)
		}
		for _, f := range got.Funcs {
			if f.DefUseVersion() != f.Version() {
				moved++
			}
		}
	}
	if moved < 50 {
		t.Errorf("instructions moved in only %d functions", moved)
	}
}

// links are the instructions of a function and its block arguments with all that they read, wherever
// they stand.
func links(f *ir.Func) []string {
	var out []string
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			out = append(out, fmt.Sprint("argument ", v, f.AnnotOf(v)))
		}
		for i := range f.Insts(b) {
			out = append(out, f.InstText(ir.Numbering{}, i))
		}
	}
	slices.Sort(out)
	return out
}

// TestVersions: after every pass, a function with the version of before has the text of before, one
// with the shape of before the control flow of before, one with the links of before the instructions
// of before, and the counts of opcodes are right.
func TestVersions(t *testing.T) {
	same, kept, linked := 0, 0, 0
	for k, m := range programs(t, 200) {
		before := m.Clone()
		c := configOf(t, []string{"2", "fast"}[k%2])
		type was struct {
			text           string
			version, shape uint64
			ways           []int
			links          uint64
			insts          []string
		}
		seen := map[*ir.Func]was{}
		check := func(stage string, _ int, p string, m *ir.Module) error {
			for _, f := range m.Funcs {
				if f.Entry() == ir.NoBlock {
					continue
				}
				_, body, _ := strings.Cut(f.Canonical(), "\n")
				now := was{body, f.Version(), f.CFGVersion(), ways(f), f.DefUseVersion(), links(f)}
				old, ok := seen[f]
				seen[f] = now
				if ok && old.version == now.version {
					same++
					if old.text != now.text {
						t.Fatalf("%s/%s changed @%s without a new version\n%s", stage, p, f.Name, before)
					}
				}
				if ok && old.shape == now.shape {
					kept++
					if !slices.Equal(old.ways, now.ways) {
						t.Fatalf("%s/%s changed the control flow of @%s without a new shape\n%s", stage, p, f.Name, before)
					}
				}
				if ok && old.links == now.links && old.version != now.version {
					linked++
					if !slices.Equal(old.insts, now.insts) {
						t.Fatalf("%s/%s changed more than places in @%s without saying so\n%s", stage, p, f.Name, before)
					}
				}
				counts := make([]int, ir.NumOps)
				for b := range f.Blocks() {
					for i := range f.Insts(b) {
						counts[f.Op(i)]++
					}
				}
				for o, n := range counts {
					if f.Count(ir.Op(o)) != n {
						t.Fatalf("%s/%s: @%s has %d %s, counted as %d\n%s", stage, p, f.Name, n, ir.Op(o), f.Count(ir.Op(o)), before)
					}
				}
			}
			return nil
		}
		if err := check("start", 0, "", m); err != nil {
			t.Fatal(err)
		}
		run(t, m, pass.Options{Config: c, After: check})
	}
	if same < 100 || kept < 100 || linked < 5 {
		t.Errorf("%d times the version stayed, %d times the shape, %d times just places changed", same, kept, linked)
	}
}
