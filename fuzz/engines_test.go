package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// presets in a fixed order.
var presets = []preset.Config{preset.Default, preset.UB, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly, preset.Passes,
	{MinInsts: 200, MaxInsts: 600, MaxFuncs: 8, MaxDepth: 6, Features: preset.AllFeatures}, {MaxInsts: 60, Broken: 300, UB: 50, Features: preset.AllFeatures}}

// outcomes counts how n programs end in strict mode.
func outcomes(t *testing.T, n int, c preset.Config) map[interp.OutcomeKind]int {
	t.Helper()
	first := testseed.Seed(t)
	count := map[interp.OutcomeKind]int{}
	steps := int64(0)
	for k := range n {
		s := first + uint64(k)
		out, err := interp.Run(context.Background(), gen.Program(gen.Expand(s, 800), c), Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		steps += out.Steps
		if count[out.Kind]++; out.Kind == interp.Undefined && count[out.Kind] <= 2 {
			t.Logf("seed %d: %s", s, out.UB.Text(false))
		}
	}
	t.Logf("%d programs: %v, %d steps each", n, count, steps/int64(n))
	return count
}

// TestDefaultProgramsAreDefined: at most 5 % undefined, nearly none out of fuel.
func TestDefaultProgramsAreDefined(t *testing.T) {
	n := testseed.Rounds(2000, 300)
	count := outcomes(t, n, preset.Default)
	if count[interp.Undefined]*100 > n*5 {
		t.Errorf("%d of %d programs are undefined", count[interp.Undefined], n)
	}
	if count[interp.OutOfFuel]*1000 > n || count[interp.Unsupported]*1000 > n {
		t.Errorf("%d out of fuel, %d unsupported", count[interp.OutOfFuel], count[interp.Unsupported])
	}
}

// TestUBPreset: at least half of the programs are undefined, in many ways.
func TestUBPreset(t *testing.T) {
	n := testseed.Rounds(2000, 300)
	first := testseed.Seed(t)
	undefined, codes := 0, map[interp.Code]int{}
	for k := range n {
		s := first + uint64(k)
		out, err := interp.Run(context.Background(), gen.Program(gen.Expand(s, 800), preset.UB), Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == interp.Undefined {
			undefined++
			codes[out.UB.Code]++
		}
	}
	t.Logf("%d of %d undefined", undefined, n)
	for _, c := range interp.Codes() {
		t.Logf("%5d %s", codes[c], c)
	}
	if undefined*2 < n || len(codes) < 15 {
		t.Errorf("%d of %d programs are undefined, in %d ways", undefined, n, len(codes))
	}
}

// TestChoicesAreNotSeen: without the feature [preset.Unspecified] nothing that the semantics leaves
// open can be seen: addresses, what freeze yields, NaN payloads, don't-care bits. Nor is a
// token older than the bytes that are read with it.
func TestChoicesAreNotSeen(t *testing.T) {
	n := testseed.Rounds(1500, 40)
	first := testseed.Seed(t)
	random := interp.Choice{Kind: interp.ChooseRandom, Seed: first}
	variants := map[string]func(o *interp.Options){
		"addresses":         func(o *interp.Options) { o.AddressSeed += 12345 },
		"freeze":            func(o *interp.Options) { o.Freeze = random },
		"nan":               func(o *interp.Options) { o.NaN = random },
		"don't care zero":   func(o *interp.Options) { o.DontCare.Kind = interp.ChooseZero },
		"don't care one":    func(o *interp.Options) { o.DontCare.Kind = interp.ChooseOne },
		"don't care random": func(o *interp.Options) { o.DontCare = random },
		"memory tokens":     func(o *interp.Options) { o.CheckMemSSA = true },
	}
	failures := 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 800), []preset.Config{preset.Default, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly}[k%5])
		base, out, err := Run(t.Context(), m, Options(true, s))
		if err != nil || base.Kind == interp.Undefined {
			continue
		}
		for name, change := range variants {
			o := Options(true, s)
			change(&o)
			other, out2, err := Run(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if other.Kind != base.Kind || !bytes.Equal(out, out2) || fmt.Sprint(ints(base)) != fmt.Sprint(ints(other)) {
				text := ""
				if other.UB != nil {
					text = other.UB.Text(false)
				}
				t.Errorf("seed %d: with another choice of %s: %q %v became %q %v %s", s, name, out, ints(base), out2, ints(other), text)
				if failures++; failures > 3 {
					t.FailNow()
				}
			}
		}
	}
}

func ints(o *interp.Outcome) (out []string) {
	for _, v := range o.Values {
		out = append(out, interp.FormatValue(v, nil))
	}
	return out
}

// TestEnginesAgree compares the engines on programs of every preset.
func TestEnginesAgree(t *testing.T) {
	n := testseed.Rounds(6000, 150)
	first := testseed.Seed(t)
	failures := 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 800), presets[k%len(presets)])
		for _, strict := range []bool{true, false} {
			if err := CompareEngines(t.Context(), m, Options(strict, s)); err != nil {
				t.Errorf("seed %d, strict=%v: %v", s, strict, err)
				if failures++; failures > 8 {
					t.Fatal("more failures are not shown")
				}
			}
		}
	}
}

// TestCompareSeesDifferences: what the engines are compared by tells runs apart.
func TestCompareSeesDifferences(t *testing.T) {
	first := testseed.Seed(t)
	same := 0
	for k := range 200 {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 800), preset.Default)
		a, outA, err := Run(t.Context(), m, Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		b, outB, err := Run(t.Context(), gen.Program(gen.Expand(s+1e6, 800), preset.Default), Options(true, s))
		if err != nil {
			t.Fatal(err)
		}
		if behaviour(a) == behaviour(b) || strings.TrimSpace(string(outA)) == "" && bytes.Equal(outA, outB) {
			same++
		}
	}
	if same > 10 {
		t.Errorf("%d of 200 pairs of different programs look the same", same)
	}
}

// addSeeds gives a fuzz target bytes of several lengths.
func addSeeds(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	for k := range 24 {
		f.Add(gen.Expand(uint64(k), 32<<(k%6)), uint64(k))
	}
}

// FuzzEngines holds the engines equal on generated programs and on mutants of them.
func FuzzEngines(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, s uint64) {
		m := gen.Program(data, presets[s%uint64(len(presets))])
		if s&8 != 0 {
			m = mutate.Module(m, gen.Expand(s, 64))
		}
		o := Options(s&16 != 0, s)
		o.Fuel = 20000
		if err := CompareEngines(t.Context(), m, o); err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
	})
}

// FuzzVerify: programs verify, and what verifies runs without a BUG panic, whatever options it
// runs with.
func FuzzVerify(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, s uint64) {
		m := gen.Program(data, presets[s%uint64(len(presets))])
		if err := ir.Verify(m); err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		m = mutate.Module(m, gen.Expand(s, 64))
		o := interp.Options{Fuel: 20000, MemLimit: 64 << 20, MaxDepth: 100, Seed: s, AddressSeed: s, Strict: s&8 != 0, Exact: s&16 != 0,
			CheckMemSSA: s&32 != 0, StrictProvenance: s&64 != 0, SourceUB: s&128 != 0, VScale: 1 + s>>7&3, DontCare: interp.Choice{Kind: interp.ChoiceKind(s >> 9 & 3), Seed: s},
			NaN: interp.Choice{Kind: interp.ChoiceKind(s >> 11 & 3)}, Freeze: interp.Choice{Kind: interp.ChooseRandom, Seed: s}}
		out, err := interp.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		_ = out.Text()
	})
}

// BenchmarkPipeline is what a campaign does: generate, verify, run on both engines, compare.
func BenchmarkPipeline(b *testing.B) {
	b.ReportAllocs()
	for k := range b.N {
		m := gen.Program(gen.Expand(uint64(k), 800), preset.Default)
		if err := ir.Verify(m); err != nil {
			b.Fatal(err)
		}
		if err := CompareEngines(context.Background(), m, Options(true, uint64(k))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "programs/s")
}
