package edit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// each calls do with generated programs; what do leaves must verify and return what the program
// returned.
func each(t *testing.T, do func(f *ir.Func) (changed bool)) {
	t.Helper()
	seed := testseed.Seed(t)
	changed := 0
	for k := range uint64(150) {
		m := gen.Program(gen.Expand(seed+k, 600), preset.Default)
		o := interp.Options{Fuel: 100_000}
		want, err := interp.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		any := false
		for _, f := range m.Funcs {
			any = do(f) || any
		}
		if !any {
			continue
		}
		changed++
		if err := ir.Verify(m); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+k, err, m)
		}
		o.Fuel *= 2 // branches were added
		got, err := interp.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if want.Kind == interp.Returned && len(want.Reports) == 0 && got.Text() != want.Text() {
			t.Fatalf("seed %d: %s, was %s\n%s", seed+k, got.Text(), want.Text(), m)
		}
	}
	if changed < 10 {
		t.Errorf("only %d programs were changed", changed)
	}
}

// TestSplitMerge: blocks are split before every second instruction, and merged again to the text
// that was.
func TestSplitMerge(t *testing.T) {
	each(t, func(f *ir.Func) bool {
		for i := range f.AllInsts() { // what moves loses its mark
			f.SetMark(i, ir.Mark{})
		}
		was := f.Canonical()
		type pair struct{ a, b ir.Block }
		var made []pair
		for _, b := range slices.Collect(f.Blocks()) {
			for n := 0; n < 3; n++ {
				i := f.FirstInst(b)
				for k := 0; k < n+1 && i != ir.NoInst && !f.Op(i).IsTerminator(); k++ {
					i = f.NextInst(i)
				}
				if i == ir.NoInst {
					break
				}
				rest := edit.Split(f, i, f.Origin(i))
				made = append(made, pair{b, rest})
				b = rest
			}
		}
		if len(made) == 0 {
			return false
		}
		split := f.Canonical()
		for n := len(made) - 1; n >= 0; n-- {
			edit.Append(f, made[n].a, made[n].b)
			f.RemoveBlocks([]ir.Block{made[n].b})
		}
		if f.Canonical() != was || split == was {
			t.Fatalf("split and merged again\n%s\nis not\n%s", f, was)
		}
		for _, b := range slices.Collect(f.Blocks()) {
			if i := f.FirstInst(b); !f.Op(i).IsTerminator() {
				edit.Split(f, f.NextInst(i), f.Origin(i))
			}
		}
		return true
	})
}

// TestArgs: an argument more in every block, passed on every edge in, and taken away again.
func TestArgs(t *testing.T) {
	each(t, func(f *ir.Func) bool {
		was := f.Canonical()
		n := 0
		doomed := map[ir.Value]bool{}
		var kept []ir.Value
		adder := edit.ArgAdder{F: f}
		add := func(b ir.Block) ir.Value {
			v := adder.Add(b, ir.Int, ir.NoAnnot)
			for _, e := range cfg.New(f).Preds(b) {
				adder.Pass(e, ir.Operand{Value: f.Before(cfg.Term(f, e)).Int64(1, ir.Synthetic), Annot: ir.Unsigned(1)})
			}
			return v
		}
		for _, b := range slices.Collect(f.Blocks()) {
			if b == f.Entry() {
				continue
			}
			doomed[add(b)] = true
			kept = append(kept, add(b))
			n++
		}
		adder.Flush()
		edit.RemoveArgs(f, func(v ir.Value) bool { return doomed[v] })
		for _, v := range kept {
			b := f.DefBlock(v)
			if k := len(f.Args(b)); f.Args(b)[k-1] != v || f.DefIndex(v) != k-1 {
				t.Fatalf("argument %d of bb%d is not where it says it is", f.DefIndex(v), b)
			}
			for _, e := range cfg.New(f).Preds(b) {
				if o := cfg.Passed(f, e, f.DefIndex(v)); o.Annot != ir.Unsigned(1) {
					t.Fatalf("bb%d is passed %v as the argument that was added", b, o)
				}
			}
		}
		return n > 0 && f.Canonical() != was
	})
}

// TestDissolve: plain regions without stack slots may go.
func TestDissolve(t *testing.T) {
	each(t, func(f *ir.Func) bool {
		did := false
		for r := ir.Region(f.NumRegions() - 1); r > 0; r-- {
			if f.RegionKind(r) != ir.PlainRegion || len(f.Nodes(r)) == 0 {
				continue
			}
			slots := false
			for b := range f.Blocks() {
				for i := range f.Insts(b) {
					slots = slots || f.Op(i) == ir.OpStackSlot && f.BlockRegion(b) == r
				}
			}
			if !slots {
				edit.Dissolve(f, r)
				did = true
			}
		}
		return did
	})
}

// TestMayGo agrees with the verifier on every pair of blocks.
func TestMayGo(t *testing.T) {
	allowed, refused := 0, 0
	each(t, func(f *ir.Func) bool {
		blocks := slices.Collect(f.Blocks())
		if len(blocks) > 12 {
			return false
		}
		for _, from := range blocks {
			for _, to := range blocks {
				if to == f.Entry() {
					continue
				}
				m := f.Module.Clone()
				g := m.Func(f.Name)
				edit.Goto(g, from, ir.Goto(to), ir.Synthetic)
				bad := false
				if err := ir.Verify(m); err != nil {
					for _, e := range err.(ir.VerifyErrors) {
						bad = bad || e.Func == f.Name && (strings.Contains(e.Msg, "which is not its entry") || strings.Contains(e.Msg, "write continue"))
					}
				}
				if edit.MayGo(f, from, to) == bad {
					t.Fatalf("@%s: from block %d to block %d: MayGo says %v, the verifier %v\n%s", f.Name, from, to, !bad, bad, f)
				}
				if bad {
					refused++
				} else {
					allowed++
				}
			}
		}
		return true
	})
	if allowed < 100 || refused < 100 {
		t.Errorf("%d pairs allowed, %d refused", allowed, refused)
	}
}
