package fuzz_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/modgen"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/reduce/shrink"
)

// parameters are those of gopter's run of n programs.
func parameters(t *testing.T, n int) *gopter.TestParameters {
	t.Helper()
	s := testseed.Seed(t)
	p := gopter.DefaultTestParametersWithSeed(int64(s))
	p.MinSuccessfulTests = n
	if testing.Short() {
		p.MinSuccessfulTests = n / 5
	}
	return p
}

// TestEnginesAgreeProperty: the engines agree, on programs with and without undefined behaviour.
func TestEnginesAgreeProperty(t *testing.T) {
	props := gopter.NewProperties(parameters(t, 300))
	for _, name := range []string{"default", "ub"} {
		props.Property("the engines agree on programs of the preset "+name, shrink.ForAll(func(m *ir.Module) error {
			return fuzz.CompareEngines(t.Context(), m, interp.Options{Strict: true, Fuel: 200_000, Seed: 1, AddressSeed: 1, MemLimit: 64 << 20, MaxDepth: 200})
		}, modgen.Programs(preset.Named()[name]), "main"))
	}
	props.TestingRun(t)
}

// TestTextProperty: the printed module reads back, verifies, and prints the same.
func TestTextProperty(t *testing.T) {
	props := gopter.NewProperties(parameters(t, 300))
	props.Property("printing and parsing are inverse", shrink.ForAll(func(m *ir.Module) error {
		text := m.Canonical()
		back, err := parser.Parse("printed.tir", []byte(text))
		if err != nil {
			return err
		}
		if err := ir.Verify(back); err != nil {
			return err
		}
		if again := back.Canonical(); again != text {
			return fmt.Errorf("printed again it is\n%s", again)
		}
		return nil
	}, modgen.Programs(preset.UB)))
	props.TestingRun(t)
}

// TestCheckProperties: each row of the table of checks, transforms included, is a property.
func TestCheckProperties(t *testing.T) {
	props := gopter.NewProperties(parameters(t, 60))
	for _, c := range check.All() {
		props.Property(c.Name+": "+c.Doc, holds(c))
	}
	props.TestingRun(t)
}

// holds is a check as a property.
func holds(c check.Check) gopter.Prop {
	return shrink.ForAll(func(m *ir.Module) error {
		if f := c.Try(&check.Subject{Module: m, Seed: 1}); f != nil {
			return errors.New(f.String())
		}
		return nil
	}, modgen.Programs(preset.Default), "main")
}

// TestPlantedPropertyShrinks: a property that a wrong transform breaks is reported with a small
// program that still shows it, where gopter without the reducer reports the program as it was.
func TestPlantedPropertyShrinks(t *testing.T) {
	planted := func(m *ir.Module) error {
		o := interp.Options{Strict: true, Fuel: 200_000, Seed: 1, AddressSeed: 1, MemLimit: 64 << 20, MaxDepth: 200}
		before, err := interp.Run(context.Background(), m, o)
		if err != nil || before.Kind != interp.Returned {
			return nil
		}
		after, err := interp.Run(context.Background(), swapped(m), o)
		if err != nil {
			return err
		}
		if a, b := before.Text(), after.Text(); a != b {
			return fmt.Errorf("%s became %s", a, b)
		}
		return nil
	}
	p := parameters(t, 2000)
	p.MinSuccessfulTests = 2000
	res := shrink.ForAll(planted, modgen.Programs(preset.Ints), "main").Check(p)
	if res.Status != gopter.TestError || len(res.Args) != 1 {
		t.Fatalf("%v", res)
	}
	small, start := res.Args[0].Arg.(*ir.Module), res.Args[0].OrigArg.(*ir.Module)
	t.Logf("%d instructions became %d:\n%s", live(start), live(small), small)
	if live(small) > 8 || live(start) <= live(small) {
		t.Errorf("%d instructions became %d", live(start), live(small))
	}
	if err := ir.Verify(small); err != nil {
		t.Error(err)
	}
	if planted(small) == nil {
		t.Error("what is reported does not fail")
	}
	var report strings.Builder
	gopter.NewFormatedReporter(true, 75, &report).ReportTestResult("planted", res)
	if !strings.Contains(report.String(), "sub") || !strings.Contains(report.String(), "became") {
		t.Errorf("the report is\n%s", report.String())
	}

	plain := prop.ForAll(func(m *ir.Module) bool { return planted(m) == nil }, modgen.Programs(preset.Ints)).Check(p)
	if plain.Status != gopter.TestFailed || plain.Args[0].Shrinks != 0 {
		t.Errorf("without the reducer: %v", plain)
	}
}

// swapped is a transform with a bug: it swaps the operands of sub.
func swapped(m *ir.Module) *ir.Module {
	m = m.Clone()
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpSub {
					x, y := f.Operand(i, 0), f.Operand(i, 1)
					f.SetOperand(i, 0, y)
					f.SetOperand(i, 1, x)
				}
			}
		}
	}
	return m
}

func live(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		n += f.Live()
	}
	return n
}
