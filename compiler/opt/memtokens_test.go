package opt_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// TestTokensHonest: the interpreter finds no load whose token is older than its bytes, after
// mem-tokens alone and after -O2, in programs where it found none before. It finds some where each
// token that was moved is moved one write too far.
func TestTokensHonest(t *testing.T) {
	seed := testseed.Seed(t)
	o2, err := opt.Preset("2")
	if err != nil {
		t.Fatal(err)
	}
	raised, caught := 0, 0
	for k := range uint64(testseed.Rounds(1500, 300)) {
		m := gen.Program(gen.Expand(seed+k, 800), preset.Default)
		if stale(t, m) != fresh {
			continue
		}
		var moved []ir.Inst
		for _, c := range []*pass.Config{o2, pass.Single("tokens", 1, "mem-tokens")} {
			after := m.Clone()
			rep, err := pass.Run(context.Background(), after, opt.Passes(), pass.Options{Config: c})
			if err != nil {
				t.Fatal(err)
			}
			if stale(t, after) == old {
				t.Fatalf("seed %d at %s: a stale token\n%s\nwas\n%s", seed+k, c.Name, after, m)
			}
			if c != o2 && rep.Changes > 0 {
				raised++
				moved = tooFar(m, after)
			}
			if len(moved) > 0 {
				if stale(t, after) == old {
					caught++
				}
			}
		}
	}
	if raised < testseed.Rounds(15, 3) || caught < testseed.Rounds(3, 1) {
		t.Errorf("tokens were moved in %d programs; moved further, in %d the interpreter found out", raised, caught)
	}
}

// What the tokens of a program are, by a run of it.
const (
	fresh   = iota
	old     // a load reads a byte that was written after its token
	unknown // it does not return
)

func stale(t *testing.T, m *ir.Module) int {
	t.Helper()
	out, err := interp.Run(context.Background(), m, interp.Options{CheckMemSSA: true, Fuel: 300_000})
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(out.Reports, func(u *interp.UB) bool { return u.Code == interp.UBStaleToken }) {
		return old
	}
	if out.Kind != interp.Returned {
		return unknown
	}
	return fresh
}

// tooFar moves the tokens of the loads that have others than before up past one write more.
func tooFar(before, after *ir.Module) []ir.Inst {
	var moved []ir.Inst
	for n, f := range after.Funcs {
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				last := f.NumFixed(i) - 1
				if f.Op(i) != ir.OpLoad || before.Funcs[n].Arg(i, last) == f.Arg(i, last) {
					continue
				}
				d := f.Def(f.Arg(i, last))
				if d == ir.NoInst || edit.MemOperand(f, d) == ir.NoValue {
					continue
				}
				f.SetOperand(i, last, ir.Operand{Value: edit.MemOperand(f, d)})
				moved = append(moved, i)
			}
		}
	}
	return moved
}

// TestBranchedTokens: where tokens branch, too, neither a pass alone nor a level leaves a stale one, if the
// program had none.
func TestBranchedTokens(t *testing.T) {
	seed := testseed.Seed(t)
	var configs []*pass.Config
	for _, p := range opt.Passes() {
		configs = append(configs, pass.Single(p.Name, 2, p.Name))
	}
	for _, level := range opt.Levels {
		c, err := opt.Preset(level)
		if err != nil {
			t.Fatal(err)
		}
		configs = append(configs, c)
	}
	table := opt.Passes()
	for n := range table {
		table[n].After = nil
	}
	programs, changes := 0, 0
	tries := testseed.Rounds(600, 60)
	for k := range uint64(tries) {
		m := mutate.Tokens(gen.Program(gen.Expand(seed+k, 800), preset.Default), gen.Expand(seed-k, 64))
		if m == nil || stale(t, m) != fresh {
			continue
		}
		programs++
		for _, c := range configs {
			after := m.Clone()
			rep, err := pass.Run(context.Background(), after, table, pass.Options{Config: c})
			if err != nil {
				t.Fatal(err)
			}
			changes += min(rep.Changes, 1)
			if stale(t, after) == old {
				t.Fatalf("seed %d at %s: a stale token\n%s\nwas\n%s", seed+k, c.Name, after, m)
			}
		}
	}
	if programs < tries/4 || changes < 10*programs {
		t.Errorf("tokens branch in %d programs, of which there were %d changed ones", programs, changes)
	}
}

// TestRaisedTokens: a load that has the token of a store among several, since the later ones do not write its bytes,
// gets that of the one that takes the place of all.
func TestRaisedTokens(t *testing.T) {
	for into, stores := range map[string]int{"memory-rules": 2, "bulk": 8} {
		src := `
func @main() -> int {
bb0(v0: mem):
  v1 = iconst 0
  v2 = stack_slot 40
  v3 = iconst 40
  v30 = memset v2, v1, v3, v0
`
		for k := range stores {
			src += fmt.Sprintf(`
  v%d = iconst %d
  v%d = ptradd v2, v%d
  v%d = store.4 v1, v%d, v%d
`, 10+k, 4*k+1, 20+k, 10+k, 31+k, 20+k, 30+k)
		}
		m := irtest.Parse(t, src+fmt.Sprintf(`
  v50 = load.2 v2, v%d
  ret v50, v%d
}
`, 30+stores, 30+stores))
		rep, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: &pass.Config{Stages: slices.Concat(
			pass.Single("one", 1, "mem-tokens").Stages, pass.Single("two", 1, into).Stages)}})
		if err != nil || rep.Changes < 2 || stale(t, m) != fresh {
			t.Errorf("%s: %v, %d changes, a stale token in\n%s", into, err, rep.Changes, m)
		}
	}
}
