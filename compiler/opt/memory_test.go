package opt_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// demoter moves values and block arguments of a function into stack slots: the opposite of
// mem2reg, which makes the control flow of generated programs a test of it.
type demoter struct {
	f     *ir.Func
	token ir.Value
	count int
	// frame is a slot that all values share if packed, filled to used bytes.
	packed bool
	frame  ir.Value
	used   int64
}

// frameBytes is the size of a shared slot: what does not fit gets its own.
const frameBytes = 512

// intBytes of a demoted int are more than most programs compute with.
const intBytes = 32

func bytesOf(t ir.Type) uint32 {
	n, _ := t.Size(1)
	switch {
	case t == ir.Int:
		return intBytes
	case t == ir.Mem || t == ir.Unit || t.IsAggregate() || t.HasScalable():
		return 0
	}
	return uint32(n)
}

// load reads a slot before an instruction, an int as the number that it was.
func (d *demoter) load(slot ir.Value, t ir.Type, at ir.Inst) ir.Value {
	v := d.f.Before(at).Load(bytesOf(t), slot, d.token, t, ir.Synthetic)
	if t == ir.Int {
		v = d.f.Before(at).Extend(ir.OpSExt, v, 8*intBytes, ir.Synthetic)
	}
	return v
}

func (d *demoter) slot(t ir.Type) ir.Value {
	d.count++
	n := int64(bytesOf(t))
	if !d.packed || d.used+n > frameBytes {
		return d.f.Before(d.f.FirstInst(d.f.Entry())).StackSlot(n, 1, ir.Synthetic)
	}
	if d.used == 0 {
		d.frame = d.f.Before(d.f.FirstInst(d.f.Entry())).StackSlot(frameBytes, 1, ir.Synthetic)
	}
	at := d.f.Before(d.f.NextInst(d.f.Def(d.frame)))
	p := at.Binary(ir.OpPtrAdd, d.frame, at.Int64(d.used, ir.Synthetic), ir.Synthetic)
	d.used += n
	return p
}

// argument stores what is passed to an argument of b instead of passing it.
func (d *demoter) argument(b ir.Block, n int) {
	f := d.f
	preds := cfg.New(f).Preds(b)
	for k, w := range preds {
		if slices.ContainsFunc(preds[:k], func(x cfg.PredEdge) bool { return x.From == w.From }) {
			return
		}
	}
	v := f.Args(b)[n]
	t := f.TypeOf(v)
	s := d.slot(t)
	f.ReplaceUses(v, d.load(s, t, f.FirstInst(b)))
	for _, w := range preds {
		f.Before(cfg.Term(f, w)).Store(bytesOf(t), cfg.Passed(f, w, n).Value, s, d.token, ir.Synthetic)
	}
	edit.RemoveArgs(f, func(w ir.Value) bool { return w == v })
}

// value stores a result and loads it again before every use.
func (d *demoter) value(i ir.Inst) {
	f := d.f
	v := f.Result(i, 0)
	t := f.TypeOf(v)
	uses := slices.Collect(f.Uses(v))
	s := d.slot(t)
	for _, u := range uses {
		f.SetOperand(u.Inst, u.Index, ir.Operand{Value: d.load(s, t, u.Inst), Annot: f.Operand(u.Inst, u.Index).Annot})
	}
	f.Before(f.NextInst(i)).Store(bytesOf(t), v, s, d.token, ir.Synthetic)
}

func demote(f *ir.Func, r *rand.Rand, packed bool) int {
	if f.Entry() == ir.NoBlock || len(f.Args(f.Entry())) == 0 {
		return 0
	}
	d := &demoter{f: f, token: f.Args(f.Entry())[0], packed: packed}
	for b := range f.Blocks() { // a ret without a token allows no memory operations
		if t := f.Terminator(b); t == ir.NoInst || f.Op(t) == ir.OpRet && f.NumOperands(t) == len(f.Returns) {
			return 0
		}
	}
	for _, b := range slices.Collect(f.Blocks()) {
		for n := len(f.Args(b)) - 1; n >= 0 && b != f.Entry(); n-- {
			if bytesOf(f.TypeOf(f.Args(b)[n])) > 0 && r.IntN(3) > 0 {
				d.argument(b, n)
			}
		}
		for _, i := range slices.Collect(f.Insts(b)) {
			if f.NumResults(i) > 0 && f.Op(i) != ir.OpStackSlot && bytesOf(f.TypeOf(f.Result(i, 0))) > 0 && r.IntN(4) == 0 {
				d.value(i)
			}
		}
	}
	return d.count
}

// TestMemoryPassesUndoDemotion compares generated programs whose values were put into slots with
// what the passes that look at memory make of them. mem2reg, after sroa where the values share a
// slot, leaves no loads of them.
func TestMemoryPassesUndoDemotion(t *testing.T) {
	first, programs := testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", uint64(testseed.Rounds(400, 40)))
	t.Logf("seed %d, %d programs", first, programs)
	presets := []preset.Config{preset.Default, preset.MemoryOnly, preset.Ints, preset.FloatsOnly, preset.VectorsOnly}
	for _, p := range []struct {
		passes []string
		packed bool
		limit  int     // of the rewrites, if not 0: any first part of them is a right result
		loads  float64 // of those made, the part that must be gone
	}{
		{[]string{"mem2reg"}, false, 0, 0.9},
		{[]string{"sroa", "mem2reg"}, true, 0, 0.9},
		{[]string{"memopt"}, true, 0, 0},
		{[]string{"memopt", "bulk", "sroa", "mem2reg"}, true, 0, 0},
		{[]string{"mem2reg", "sroa", "mem2reg"}, false, 20, 0},
		{[]string{"memopt"}, true, 20, 0},
	} {
		name := fmt.Sprintf("%s:%d", strings.Join(p.passes, ","), p.limit)
		t.Run(name, func(t *testing.T) {
			values, made, gone, changes := 0, 0, 0, 0
			for seed := first; seed < first+programs/2; seed++ {
				m, _ := gen.Generate(gen.Expand(seed, 200<<(seed%4)), presets[seed%uint64(len(presets))])
				r := rand.New(rand.NewPCG(seed, 1))
				made -= loads(m)
				for _, f := range m.Funcs {
					values += demote(f, r, p.packed)
				}
				made += loads(m)
				limit := 0
				if p.limit > 0 {
					limit = 1 + r.IntN(p.limit)
				}
				after, n := afterPasses(t, seed, m, limit, p.passes)
				changes += n
				gone += loads(m) - loads(after)
			}
			t.Logf("%d values put into memory, with %d loads; %d loads gone, %d changes", values, made, gone, changes)
			if changes < int(programs) || float64(gone) < p.loads*float64(made) {
				t.Errorf("%s does too little", name)
			}
		})
	}
}

// afterPasses returns what passes make of m, and how many changes that took.
func afterPasses(t *testing.T, seed uint64, m *ir.Module, limit int, passes []string) (*ir.Module, int) {
	t.Helper()
	if err := ir.Verify(m); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, m)
	}
	table := opt.Passes()
	for n := range table {
		table[n].After = nil // any order is right
	}
	after := m.Clone()
	rep, err := pass.Run(context.Background(), after, table, pass.Options{Config: pass.Single("memory", 3, passes...), Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(after); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, after)
	}
	res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: 3, Seed: seed, Workers: 1, Options: interp.Options{Fuel: 200_000}})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict() == difftest.Diverged {
		t.Fatalf("seed %d: after does not refine before:\n%s\n%s\n%s", seed, res.Text(), m, after)
	}
	return after, rep.Changes
}

func loads(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpLoad {
					n++
				}
			}
		}
	}
	return n
}
