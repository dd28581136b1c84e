package pass_test

import (
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

// reached are the values that follow from v, by a search of its own.
func reached(f *ir.Func, v ir.Value) map[ir.Value]bool {
	out := map[ir.Value]bool{v: true}
	for grown := true; grown; {
		grown = false
		add := func(w ir.Value) {
			if !out[w] {
				out[w], grown = true, true
			}
		}
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				for n := range f.NumOperands(i) {
					if !out[f.Arg(i, n)] {
						continue
					}
					for _, w := range f.Results(i) {
						add(w)
					}
					for _, e := range f.Edges(nil, i) {
						if e.Lo <= n && n < e.Hi {
							add(f.Args(e.Block)[n-e.Lo])
						}
					}
				}
			}
		}
	}
	return out
}

// TestDirty: what a pass writes is dirty afterwards; where a refinement fires, so is all that
// follows from its place, before it changes anything; and little else is.
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
		f := m.Funcs[r.IntN(len(m.Funcs))]
		if f.NumValues() == 0 {
			continue
		}
		f.Settle()
		v := ir.Value(r.IntN(f.NumValues()))
		for round := range 4 {
			write(r, f)
			if round%2 == 0 {
				v = ir.Value(r.IntN(f.NumValues()))
			}
			f.MarkDownstream(v)
			for w := range reached(f, v) {
				if !f.Dirty(w) {
					t.Fatalf("program %d: v%d of @%s follows from v%d and is clean\n%s", k, w, f.Name, v, f)
				}
			}
		}
	}
	t.Logf("%d of %d values were written, %d are dirty", changed, values, dirty)
	if changed < 500 || dirty > values*2/3 {
		t.Error("too few values were written, or too many marked")
	}
}

// write makes instructions of f read other values, whether or not that is a program, or computes
// what they do in a second one that is read instead.
func write(r *rand.Rand, f *ir.Func) {
	for range 3 {
		i := ir.Inst(r.IntN(f.NumInsts()))
		switch {
		case f.Deleted(i):
		case r.IntN(2) == 0 && f.NumResults(i) == 1 && f.NumTargets(i) == 0:
			v := f.Result(i, 0)
			j := f.Before(i).Inst(f.Op(i), f.Attr(i), f.Operands(i), nil, []ir.Type{f.TypeOf(v)}, ir.Synthetic)
			f.ReplaceUses(v, f.Result(j, 0))
		case f.NumOperands(i) > 0:
			n := r.IntN(f.NumOperands(i))
			f.SetOperand(i, n, ir.Operand{Value: ir.Value(r.IntN(f.NumValues())), Annot: f.Operand(i, n).Annot})
		}
	}
}

// TestDirtyAgain: what was written, or marked before, hides nothing that follows from a value.
func TestDirtyAgain(t *testing.T) {
	const text = "func @f(int) -> int {\nbb0:\nv0 = param 0\nv1 = add v0, v0\nv2 = mul v1, v1\nv3 = iconst 5\nv4 = add v3, v3\nv5 = mul v4, v4\nret v5\n}\n"
	for _, row := range []struct {
		name string
		do   func(f *ir.Func)
		want []ir.Value
	}{
		{"marked alone", func(f *ir.Func) { f.MarkDownstream(0) }, []ir.Value{0, 1, 2}},
		{"twice", func(f *ir.Func) { f.MarkDownstream(0); f.MarkDownstream(0) }, []ir.Value{0, 1, 2}},
		{"one on the way was written", func(f *ir.Func) {
			f.SetAnnot(1, ir.Signed(32))
			f.MarkDownstream(0)
		}, []ir.Value{0, 1, 2}},
		{"the place itself was written", func(f *ir.Func) {
			f.SetAnnot(0, ir.Signed(32))
			f.MarkDownstream(0)
		}, []ir.Value{0, 1, 2}},
		{"another reads it now", func(f *ir.Func) {
			f.MarkDownstream(0)
			f.SetOperand(f.Def(4), 0, ir.Operand{Value: 1})
			f.MarkDownstream(0)
		}, []ir.Value{0, 1, 2, 4, 5}},
		{"settled in between", func(f *ir.Func) {
			f.MarkDownstream(0)
			f.SetOperand(f.Def(4), 0, ir.Operand{Value: 1})
			f.Settle()
			f.MarkDownstream(1)
		}, []ir.Value{1, 2, 4, 5}},
		{"nothing follows from what was settled", func(f *ir.Func) {
			f.MarkDownstream(0)
			f.Settle()
			f.SetOperand(f.Def(4), 0, ir.Operand{Value: 1})
			f.MarkDownstream(3)
		}, []ir.Value{3, 4, 5}},
	} {
		f := parse(t, text).Func("f")
		f.Settle()
		row.do(f)
		if got := slices.Collect(f.DirtyValues()); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v are marked, want %v", row.name, got, row.want)
		}
	}
}

// TestDirtyKinds: a rewrite that is a refinement marks what follows from its place, the same one as
// an equivalence nothing.
func TestDirtyKinds(t *testing.T) {
	for _, kind := range []pass.Kind{pass.Equivalence, pass.Refinement} {
		m := parse(t, "func @f(int) -> int {\nbb0:\nv0 = param 0\nv1 = iconst 4\nv2 = add v0, v1\nv3 = mul v2, v1\nv4 = sub v0, v1\nbr bb1(v3, v4)\nbb1(v5: int, v6: int):\nv7 = add v5, v6\nv8 = add v6, v1\nret v8\n}\n")
		f := m.Func("f")
		f.Settle()
		one := pass.Pass{Name: "one", Func: func(c *pass.Ctx) { c.Fire(pass.Change{Rule: "r", At: 2, Kind: kind}) }}
		if _, err := pass.Run(m, []pass.Pass{one}, pass.Options{Config: pass.Single("one", 1, "one")}); err != nil {
			t.Fatal(err)
		}
		var got []ir.Value
		for v := range f.DirtyValues() {
			got = append(got, v)
		}
		want := map[pass.Kind][]ir.Value{pass.Refinement: {2, 3, 5, 7}}[kind]
		if !slices.Equal(got, want) {
			t.Errorf("%v marks %v, want %v", kind, got, want)
		}
	}
}

// TestFacts: in pipelines at random, facts that are kept from pass to pass are those
// found from scratch each time a pass asks; that takes less work; and the pipeline makes the same program if
// a trace is recorded, or functions are worked on in parallel.
func TestFacts(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 4))
	var kept, scratch, asks int
	look := pass.Pass{Name: "look", Facts: true, Func: func(c *pass.Ctx) {
		got := c.Facts(false)
		want := facts.ForwardOn(cfg.New(c.F), cfg.New(c.F).Dominators(), false)
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
			for k := range c.Stages[n].Passes {
				if c.Stages[n].Passes[k].Name == "facts" {
					c.Stages[n].Passes[k].Params = map[string]int{"apart": 1}
				}
			}
		}
		if _, err := pass.Run(m, table, pass.Options{Config: c}); err != nil {
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
