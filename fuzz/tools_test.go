package fuzz

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
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

// TestToolComparisonSees: where one of the engines does not do what a tool asks for, the comparison says so.
func TestToolComparisonSees(t *testing.T) {
	lazy := []Tool{
		{"coverage", func(o *interp.Options) func(*bytes.Buffer) error {
			o.Coverage = &interp.Coverage{}
			return func(w *bytes.Buffer) error {
				if !o.Exact {
					for k := range o.Coverage.Ops {
						o.Coverage.Ops[k] += int64(k) % 2
					}
				}
				return covered(o.Coverage, w)
			}
		}},
		{"trace", func(o *interp.Options) func(*bytes.Buffer) error {
			exact := o.Exact
			return trace(interp.TraceOptions{Show: func(f *ir.Func, i ir.Inst) bool { return exact || f.Op(i) != ir.OpICmp }})(o)
		}},
		{"check-memssa", func(o *interp.Options) func(*bytes.Buffer) error {
			o.CheckMemSSA = o.Exact
			return nothing
		}},
		{"dont-care", func(o *interp.Options) func(*bytes.Buffer) error {
			if o.Exact {
				o.DontCare.Kind = interp.ChooseOne
			}
			return nothing
		}},
	}
	first := testseed.Seed(t)
	for _, tool := range lazy {
		seen := 0
		for k := range 1200 {
			s := first + uint64(k)
			m := gen.Program(gen.Expand(s, 800), preset.UB)
			if ignoreBits(m, s); ir.Verify(m) != nil {
				continue
			}
			if tool.Compare(t.Context(), m, Options(false, s)) != nil {
				if seen++; seen == 3 {
					break
				}
			}
		}
		if seen < 3 {
			t.Errorf("%s: %d of 1200 programs show the difference", tool.Name, seen)
		}
	}
}

// TestCoverageIsWhole: the instructions that coverage counts are those that the run counts, wherever it stopped.
func TestCoverageIsWhole(t *testing.T) {
	first := testseed.Seed(t)
	kinds := map[interp.OutcomeKind]int{}
	for k := range testseed.Rounds(2000, 200) {
		s := first + uint64(k)
		o := Options(k%2 == 0, s)
		if o.Coverage = (&interp.Coverage{}); k%3 == 0 {
			o.MaxDepth = 3
		}
		out, _, err := Run(t.Context(), gen.Program(gen.Expand(s, 800), presets[k%len(presets)]), o)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, n := range o.Coverage.Ops {
			sum += n
		}
		kinds[out.Kind]++
		if sum != out.Steps && out.Kind != interp.OutOfFuel || sum > out.Steps {
			t.Fatalf("seed %d: %s after %d instructions, of which %d are counted", s, out.Kind, out.Steps, sum)
		}
	}
	if kinds[interp.Returned] == 0 || kinds[interp.Undefined] == 0 || kinds[interp.Unsupported] == 0 {
		t.Errorf("runs ended as %v", kinds)
	}
}
