package ir_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestSetTarget: a target written alone leaves what all of them written together leave, the uses of
// every value included.
func TestSetTarget(t *testing.T) {
	seed := testseed.Seed(t)
	for round := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, round))
		one, fs, vs := fan(r.IntN(8) + 1)
		two, gs, _ := fan(one.NumTargets(fs) - 1)
		for range 20 {
			n := r.IntN(one.NumTargets(fs))
			var args []ir.Operand
			for range r.IntN(4) {
				args = append(args, ir.Operand{Value: vs[r.IntN(len(vs))], Annot: []ir.Annot{ir.NoAnnot, ir.Unsigned(7)}[r.IntN(2)]})
			}
			to := ir.Target{Block: ir.Block(1 + r.IntN(4)), Args: args}
			one.SetTarget(fs, n, to)
			all := two.Targets(gs)
			to.Case = all[n].Case
			all[n] = to
			two.SetOperands(gs, two.Operands(gs)[:1], all)
			if r.IntN(3) == 0 { // something else at the end of the pool
				for _, f := range []*ir.Func{one, two} {
					f.Before(f.Terminator(f.Entry())).Binary(ir.OpAdd, vs[1], vs[0], ir.Synthetic)
				}
			}
			if one.Canonical() != two.Canonical() {
				t.Fatalf("seed %d round %d: target %d\n%s\nwant\n%s", seed, round, n, one, two)
			}
			for _, v := range vs {
				a, b := sorted(one, v), sorted(two, v)
				if !slices.Equal(a, b) {
					t.Fatalf("seed %d round %d: uses of v%d are %v, want %v", seed, round, v, a, b)
				}
			}
		}
	}
}

// sorted are the uses of a value in order.
func sorted(f *ir.Func, v ir.Value) []ir.Use {
	return slices.SortedFunc(f.Uses(v), func(a, b ir.Use) int { return int(a.Inst)*1000 + a.Index - int(b.Inst)*1000 - b.Index })
}

// fan is a function with a switch of n cases, and values to pass.
func fan(n int) (*ir.Func, ir.Inst, []ir.Value) {
	m := ir.NewModule()
	f := m.AddFunc("f", nil, nil)
	entry := f.AddBlock(ir.Body)
	var vs []ir.Value
	for k := range int64(4) {
		vs = append(vs, f.At(entry).Int64(k, ir.Synthetic))
	}
	var cases []ir.Target
	for range 4 {
		b := f.AddBlock(ir.Body)
		f.At(b).Stop(ir.OpUnreachable, ir.Synthetic)
	}
	for k := range n {
		cases = append(cases, ir.Target{Block: 1, Case: new(num.New(int64(k)))})
	}
	f.At(entry).Switch(vs[0], cases, ir.Target{Block: 2}, ir.Synthetic)
	return f, f.Terminator(entry), vs
}

// TestTargetsAreApart: what is appended to the list of one target is in no other target's.
func TestTargetsAreApart(t *testing.T) {
	f, i, vs := fan(3)
	for n := range f.NumTargets(i) {
		f.SetTarget(i, n, ir.Target{Block: ir.Block(1 + n%4), Args: []ir.Operand{{Value: vs[n%len(vs)]}, {Value: vs[0]}}})
	}
	all, now := f.Targets(i), f.Targets(i)
	for n := range now {
		now[n].Args = append(now[n].Args, ir.Operand{Value: vs[1], Annot: ir.Unsigned(9)})
	}
	for n := range now {
		if !slices.Equal(now[n].Args[:2], all[n].Args) {
			t.Errorf("target %d passes %v, was %v", n, now[n].Args[:2], all[n].Args)
		}
	}
}
