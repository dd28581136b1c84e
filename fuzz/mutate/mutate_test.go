package mutate

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestMutantsVerify: mutants verify, most differ from the original, which stays as it was,
// and the engines agree on them.
func TestMutantsVerify(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	first := testseed.Seed(t)
	changed, spliced := 0, 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 600), preset.Default)
		before := m.Canonical()
		mutant := Module(m, gen.Expand(s, 64))
		if k%4 == 0 {
			whole := Splice(mutant, gen.Program(gen.Expand(s+1e6, 600), preset.Default), gen.Expand(s, 8))
			if whole != mutant {
				spliced++
			}
			mutant = whole
		}
		if m.Canonical() != before {
			t.Fatalf("seed %d: the original was changed", s)
		}
		if err := ir.Verify(mutant); err != nil {
			t.Fatalf("seed %d: %v", s, err)
		}
		if mutant.Canonical() != before {
			changed++
		}
		o := fuzz.Options(false, s)
		o.Fuel = 20000
		if err := fuzz.CompareEngines(t.Context(), mutant, o); err != nil {
			t.Errorf("seed %d: %v\n%s", s, err, mutant)
			return
		}
	}
	t.Logf("%d of %d mutants differ, %d spliced", changed, n, spliced)
	if changed*10 < n*8 || spliced*10 < n*2 {
		t.Errorf("too few mutants differ or were spliced")
	}
}

// TestEachMutator: every mutator finds something to change, and its result verifies most of
// the time.
func TestEachMutator(t *testing.T) {
	first := testseed.Seed(t)
	for _, mu := range append(append([]mutator(nil), mutators...), deadMutators[:4]...) {
		applied, verified := 0, 0
		for k := range 200 {
			s := first + uint64(k)
			m := gen.Program(gen.Expand(s, 600), preset.Default)
			r := choice.New(gen.Expand(s, 8)).Record()
			if mu.apply(m, sitesOf(m, func(*ir.Func, ir.Block) bool { return true }), r) {
				applied++
				if ir.Verify(m) == nil {
					verified++
				}
			}
		}
		t.Logf("%-12s applied to %d of 200, %d verify", mu.name, applied, verified)
		if applied < 20 || verified < 10 {
			t.Errorf("mutator %s applied to %d of 200 programs, %d of the results verify", mu.name, applied, verified)
		}
	}
}

// TestDeadMutantsBehaveTheSame: what is changed in blocks that a run does not execute cannot
// be seen.
func TestDeadMutantsBehaveTheSame(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 150
	}
	first := testseed.Seed(t)
	changed := 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 900), preset.Default)
		o := fuzz.Options(true, s)
		o.Coverage = &interp.Coverage{}
		before, out, err := fuzz.Run(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		ran := o.Coverage.Blocks
		mutant := Dead(m, func(fn string, b ir.Block) bool { return ran[interp.BlockKey{Func: fn, Block: b}] > 0 }, gen.Expand(s, 80))
		if mutant == m {
			continue
		}
		changed++
		after, out2, err := fuzz.Run(t.Context(), mutant, fuzz.Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		if before.Kind != after.Kind || before.Steps != after.Steps || string(out) != string(out2) ||
			len(before.Values) > 0 && interp.FormatValue(before.Values[0], nil) != interp.FormatValue(after.Values[0], nil) {
			t.Fatalf("seed %d: %s, %q became %s, %q\n%s\n%s", s, before.Kind, out, after.Kind, out2, m, mutant)
		}
	}
	t.Logf("%d of %d programs had something that does not run", changed, n)
	if changed*3 < n {
		t.Errorf("too few")
	}
}
