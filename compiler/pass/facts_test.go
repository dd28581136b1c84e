package pass_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
)

// definitions are the values of f with all that defines them, and the terminators by block.
func definitions(f *ir.Func) (values map[ir.Value]string, exits map[ir.Block]string) {
	values, exits = map[ir.Value]string{}, map[ir.Block]string{}
	for b := range f.Blocks() {
		for n, v := range f.Args(b) {
			values[v] = fmt.Sprintf("argument %d of %d, %v %v", n, b, f.TypeOf(v), f.AnnotOf(v))
		}
		for i := range f.Insts(b) {
			var s strings.Builder
			fmt.Fprintf(&s, "%d in %d: %s %v", i, b, f.Mnemonic(i), f.Attr(i))
			for n := range f.NumOperands(i) {
				fmt.Fprintf(&s, " %v", f.Operand(i, n))
			}
			for n := range f.NumTargets(i) {
				lo, hi := f.TargetArgs(i, n)
				fmt.Fprintf(&s, " to %d %d-%d", f.TargetBlock(i, n), lo, hi)
			}
			for _, v := range f.Results(i) {
				values[v] = fmt.Sprintf("%s %v %v", &s, f.TypeOf(v), f.AnnotOf(v))
			}
			if f.Op(i).IsTerminator() {
				exits[b] = s.String()
			}
		}
	}
	return values, exits
}

// TestDirty: what a pass writes is dirty afterwards, and little else is.
func TestDirty(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	var table []pass.Pass
	for _, p := range opt.Passes() {
		if p.Module == nil && !p.Facts {
			p.After = nil
			table = append(table, p)
		}
	}
	changed, dirty, values := 0, 0, 0
	for k, m := range programs(t, 600) {
		type was struct {
			values map[ir.Value]string
			exits  map[ir.Block]string
		}
		before := map[*ir.Func]was{}
		for _, f := range m.Funcs {
			f.Settle()
			v, e := definitions(f)
			before[f] = was{v, e}
		}
		name := table[r.IntN(len(table))].Name
		run(t, m, pass.Options{Config: pass.Single("one", 1, name), NoSkip: true})
		for _, f := range m.Funcs {
			now, exits := definitions(f)
			for v, text := range now {
				values++
				if f.Dirty(v) {
					dirty++
				}
				if before[f].values[v] != text {
					changed++
					if !f.Dirty(v) {
						t.Fatalf("program %d: %s wrote v%d of @%s, which is clean\n%s\n%s", k, name, v, f.Name, before[f].values[v], text)
					}
				}
			}
			for b, text := range exits {
				if before[f].exits[b] != text && !f.DirtyExit(b) {
					t.Fatalf("program %d: %s wrote the end of block %d of @%s, which is clean\n%s\n%s", k, name, b, f.Name, before[f].exits[b], text)
				}
			}
			var list []ir.Value
			for v := range f.DirtyValues() {
				list = append(list, v)
			}
			for v := range ir.Value(f.NumValues()) {
				if f.Dirty(v) != slices.Contains(list, v) {
					t.Fatalf("program %d: v%d of @%s is dirty: %t, and not in the list", k, v, f.Name, f.Dirty(v))
				}
			}
		}
	}
	t.Logf("%d of %d values were written, %d are dirty", changed, values, dirty)
	if changed < testseed.Rounds(500, 100) || dirty > values*2/3 {
		t.Error("too few values were written, or too many marked")
	}
}

// TestFacts: in pipelines at random, facts that are kept from pass to pass are those
// found from scratch each time a pass asks; that takes less work; and the pipeline makes the same program if
// a trace is recorded, or functions are worked on in parallel.
func TestFacts(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 4))
	var kept, scratch, asks int
	look := pass.Pass{Name: "look", Facts: true, Func: func(c *pass.Ctx) {
		got := c.Facts()
		want := facts.ForwardOn(cfg.New(c.F), cfg.New(c.F).Dominators())
		defer want.Free()
		asks++
		kept += got.Work().Insts
		scratch += want.Work().Insts
		for b := range c.F.Blocks() {
			vs := slices.Clone(c.F.Args(b))
			for i := range c.F.Insts(b) {
				vs = append(vs, c.F.Results(i)...)
			}
			for _, v := range vs {
				x, y := got.Fact(v), want.Fact(v)
				if !x.Equal(&y) || got.NotPoison(v) != want.NotPoison(v) || got.Reachable(b) != want.Reachable(b) {
					t.Fatalf("@%s, v%d: %v, from scratch %v", c.F.Name, v, x, y)
				}
			}
		}
	}}
	table := opt.Passes()
	for n := range table {
		table[n].After = nil
	}
	names := pass.Names(table)
	table = append(table, look)
	for _, m := range programs(t, 400) {
		c := &pass.Config{Name: "x"}
		for n := range 2 {
			var list []string
			for range 4 {
				list = append(list, names[r.IntN(len(names))], "look")
			}
			c.Stages = append(c.Stages, pass.Single(fmt.Sprint("s", n), 2, append(list, "facts", "narrow")...).Stages...)
		}
		if _, err := pass.Run(context.Background(), m, table, pass.Options{Config: c}); err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Funcs {
			if f.Settled() != 0 {
				t.Fatalf("@%s is still settled after the run", f.Name)
			}
		}
	}
	t.Logf("%d times asked: %d instructions evaluated, from scratch %d", asks, kept, scratch)
	if kept*2 > scratch || asks < 1000 {
		t.Error("keeping facts is not worth its while")
	}
}
