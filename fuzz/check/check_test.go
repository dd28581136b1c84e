package check

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

func seed(t testing.TB) uint64 {
	t.Helper()
	s := uint64(1)
	if v := os.Getenv("TUFFY_SEED"); v != "" {
		n, err := strconv.ParseUint(v, 0, 64)
		if err != nil {
			t.Fatalf("TUFFY_SEED: %v", err)
		}
		s = n
	}
	t.Logf("seed %d (set TUFFY_SEED to change it)", s)
	return s
}

// TestAll runs every check on generated programs.
func TestAll(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 40
	}
	first := seed(t)
	for k := range n {
		s := first + uint64(k)
		m, info := fuzz.Generate(fuzz.Expand(s, 800), []fuzz.Config{fuzz.Default, fuzz.Default, fuzz.UB}[k%3])
		sub := &Subject{Module: m, Seed: s, Open: info.Open, Expect: info.Expect, Defined: info.Defined}
		text := m.String()
		for _, c := range All() {
			if f := c.Try(sub); f != nil {
				t.Errorf("seed %d: %s\n%s", s, f, f.Detail)
			}
			if m.String() != text {
				t.Fatalf("seed %d: check %s changes the program", s, c.Name)
			}
		}
	}
}

// TestTable: names are there, unique, and found.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if c.Name == "" || c.Doc == "" || c.Share < 1 || c.Share > 100 || seen[c.Name] {
			t.Errorf("row %+v", c)
		}
		seen[c.Name] = true
		if got, err := Named(c.Name); err != nil || got.Name != c.Name {
			t.Errorf("%s is not found: %v", c.Name, err)
		}
	}
	if _, err := Named("no"); err == nil || !strings.Contains(err.Error(), "engines") {
		t.Errorf("a check that does not exist: %v", err)
	}
}

// TestSignature: what varies from program to program does not count, the rest does.
func TestSignature(t *testing.T) {
	a := &Failure{Check: "engines", Rule: "null at load", Message: `v12 is -4 in @f3, bb1: "abc" 0x1f`}
	b := &Failure{Check: "engines", Rule: "null at load", Message: `v3 is 700 in @main, bb12: "" 0x2`}
	if a.Signature() != b.Signature() {
		t.Errorf("%q and %q", a.Normalized(), b.Normalized())
	}
	// A program has no file before it is printed, and one after.
	for _, same := range []string{"trap at @f0, bb1 (x.tir:9:5): trap", "trap at @f0, bb1 (a/b.tir:10:15): trap"} {
		one := &Failure{Check: "engines", Message: "trap at @f0, bb1: trap"}
		if two := (&Failure{Check: "engines", Message: same}); one.Signature() != two.Signature() {
			t.Errorf("%q and %q", one.Normalized(), two.Normalized())
		}
	}
	for _, c := range []*Failure{
		{Check: a.Check, Rule: a.Rule, Message: a.Message + " (at once)"},
		{Check: "text", Rule: a.Rule, Message: a.Message},
		{Check: a.Check, Rule: "null at store", Message: a.Message},
		{Check: a.Check, Rule: a.Rule, Message: "v12 was -4 in @f3, bb1"},
	} {
		if c.Signature() == a.Signature() {
			t.Errorf("%s has the signature of %s", c, a)
		}
	}
}

// TestTryPanic: a panic is a failure of the function that panicked.
func TestTryPanic(t *testing.T) {
	c := Check{Name: "bad", Run: func(*Subject) *Failure { explode(); return nil }}
	f := c.Try(&Subject{})
	if f == nil || f.Rule != "check.explode" || !strings.Contains(f.Message, "BUG: boom") || strings.Contains(f.Message, "\n") {
		t.Fatalf("%+v", f)
	}
}

func explode() { panic("BUG: boom 17\nand more") }

// TestTransformsAreCompared: a transform that changes the result, one that adds undefined
// behaviour, one that does not verify and one that does not end are all found.
func TestTransformsAreCompared(t *testing.T) {
	m := ir.NewModule()
	f := m.AddFunc("main", nil, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	b.Ret(ir.Synthetic, b.Int64(7, ir.Synthetic))
	other := func(change func(f *ir.Func)) func(*Subject) *ir.Module {
		return func(s *Subject) *ir.Module {
			c := s.Module.Clone()
			change(c.Funcs[0])
			return c
		}
	}
	rows := map[string]Transform{
		"result": {Apply: other(func(f *ir.Func) { f.SetAttr(f.FirstInst(f.Entry()), ir.Attr{Imm: 8}) })},
		"ub": {Apply: other(func(f *ir.Func) {
			f.RemoveInst(f.Terminator(f.Entry()))
			f.At(f.Entry()).Stop(ir.OpUnreachable, ir.Synthetic)
		})},
		"verify": {Apply: other(func(f *ir.Func) { f.RemoveInst(f.Terminator(f.Entry())) })},
		"end": {Apply: other(func(f *ir.Func) {
			f.RemoveInst(f.Terminator(f.Entry()))
			next := f.AddBlock(ir.Body)
			f.At(f.Entry()).Br(ir.Goto(next), ir.Synthetic)
			f.At(next).Br(ir.Goto(next), ir.Synthetic)
		})},
	}
	for name, row := range rows {
		if f := row.check(&Subject{Module: m}); f == nil {
			t.Errorf("%s is not found", name)
		} else {
			t.Log(f)
		}
	}
	same := Transform{Apply: other(func(*ir.Func) {})}
	if f := same.check(&Subject{Module: m}); f != nil {
		t.Errorf("nothing changed: %s", f)
	}
	if err := Runnable(m); err != nil {
		t.Error(err)
	}
}

// TestLowered: generated programs reach nearly every case of the fast engine's dispatch.
func TestLowered(t *testing.T) {
	first := seed(t)
	var all interp.Lowered
	for k := range 3000 {
		s := &Subject{Module: fuzz.Program(fuzz.Expand(first+uint64(k), 800), fuzz.Default), Seed: first}
		s.Base()
		for n := range all {
			all[n] |= s.Lowered[n]
		}
	}
	missing := []int{}
	for n := range interp.LoweredCases {
		if !all.Has(n) {
			missing = append(missing, n)
		}
	}
	t.Logf("missing %v of %d", missing, interp.LoweredCases)
	if len(missing) > 4 {
		t.Errorf("%d cases of the fast engine are never reached", len(missing))
	}
}

// TestReduced: of small programs whatever they are, nothing wrong is said when nothing is
// promised.
func TestReduced(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 60
	}
	first := seed(t)
	small := fuzz.Default
	small.MinInsts, small.MaxInsts, small.MaxFuncs = 10, 20, 1
	ub := fuzz.UB
	ub.MinInsts, ub.MaxInsts, ub.MaxFuncs = 10, 20, 1
	asked, failures := 0, 0
	for k := range n {
		s := first + uint64(k)
		m := fuzz.Mutate(fuzz.Program(fuzz.Expand(s, 300), []fuzz.Config{small, ub}[k%2]), fuzz.Expand(s, 64))
		sub := &Subject{Module: m, Seed: s, Fuel: 20_000, Reduced: true}
		for _, c := range All() {
			asked++
			if f := c.Try(sub); f != nil {
				t.Errorf("seed %d: %s\n%s", s, f, f.Detail)
				if failures++; failures > 3 {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d checks", asked)
}
