package fuzz

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestToolsAgree compares what the tools say on both engines, on programs of every preset, half of which ignore bits
// wherever an int stands.
func TestToolsAgree(t *testing.T) {
	n := testseed.Rounds(1000, 60)
	first := testseed.Seed(t)
	failures, ignoring := 0, 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 800), presets[k%len(presets)])
		if k%2 == 1 {
			if ignoreBits(m, s); ir.Verify(m) != nil {
				continue
			}
			ignoring++
		}
		if err := CompareTools(t.Context(), m, Options(k/len(presets)%2 == 0, s)); err != nil {
			t.Errorf("seed %d: %v", s, err)
			if failures++; failures > 4 {
				t.Fatal("more failures are not shown")
			}
		}
	}
	if ignoring < n/4 {
		t.Errorf("%d of %d programs ignore bits and verify", ignoring, n)
	}
}

// ignoreBits adds don't-care bits to a tenth of the annotations of m: of parameters, returns, block arguments, results and
// uses. They are false claims, so what the program does depends on the run's choice.
func ignoreBits(m *ir.Module, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 3))
	patterns := []string{"0xxx", "x0??", "?x", "xxxx????????", "1x0", "0xxxxxxxx????????", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx????????"}
	one := func() ir.Annot {
		if r.IntN(2) == 0 {
			return ir.LowBits([]uint32{1, 8, 32, 64, 65}[r.IntN(5)])
		}
		a, err := ir.KnownBits(patterns[r.IntN(len(patterns))])
		if err != nil {
			panic(err)
		}
		return a
	}
	add := func(t ir.Type, old ir.Annot) ir.Annot {
		if r.IntN(10) > 0 {
			return old
		}
		var a ir.Annot
		switch {
		case t == ir.Int:
			a = one()
		case t.IsAggregate():
			a = ir.ClaimInts(t, one)
		default:
			return old
		}
		if both, err := old.Meet(a); err == nil {
			return both
		}
		return old
	}
	for _, f := range m.Funcs {
		for n := range f.Params {
			f.Params[n].Annot = add(f.Params[n].Type, f.Params[n].Annot)
		}
		for n := range f.Returns {
			f.Returns[n].Annot = add(f.Returns[n].Type, f.Returns[n].Annot)
		}
		for b := range f.Blocks() {
			for _, v := range f.Args(b) {
				f.SetAnnot(v, add(f.TypeOf(v), f.AnnotOf(v)))
			}
			for i := range f.Insts(b) {
				for n := range f.NumResults(i) {
					v := f.Result(i, n)
					f.SetAnnot(v, add(f.TypeOf(v), f.AnnotOf(v)))
				}
				for n := range f.NumOperands(i) {
					if o := f.Operand(i, n); f.TypeOf(o.Value) == ir.Int {
						f.SetUseAnnot(i, n, add(ir.Int, o.Annot))
					}
				}
			}
		}
	}
}
