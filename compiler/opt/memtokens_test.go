package opt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz"
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
	for k := range uint64(1500) {
		m := fuzz.Program(fuzz.Expand(seed+k, 800), fuzz.Default)
		if stale(t, m) != fresh {
			continue
		}
		var moved []ir.Inst
		for _, c := range []*pass.Config{o2, pass.Single("tokens", 1, "mem-tokens")} {
			after := m.Clone()
			rep, err := pass.Run(after, opt.Passes(), pass.Options{Config: c})
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
	if raised < 15 || caught < 3 {
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
	out, err := interp.Run(m, interp.Options{CheckMemSSA: true, Fuel: 300_000})
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

// TestBranchedTokens: the same where tokens branch: writes take the token of any write before them. What
// loads claim is as true as it was, since each write is a version of its own.
func TestBranchedTokens(t *testing.T) {
	seed := testseed.Seed(t)
	branched, raised := 0, 0
	for k := range uint64(1500) {
		m := fuzz.Program(fuzz.Expand(seed+k, 800), fuzz.Default)
		r := rand.New(rand.NewPCG(seed, k))
		n := 0
		for _, f := range m.Funcs {
			n += branch(f, r)
		}
		if n == 0 || stale(t, m) != fresh {
			continue
		}
		branched++
		after := m.Clone()
		rep, err := pass.Run(after, opt.Passes(), pass.Options{Config: pass.Single("tokens", 1, "mem-tokens")})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Changes > 0 {
			raised++
		}
		if stale(t, after) == old {
			t.Fatalf("seed %d: a stale token\n%s\nwas\n%s", seed+k, after, m)
		}
	}
	if branched < 200 || raised < 15 {
		t.Errorf("tokens branch in %d programs, and were moved in %d of them", branched, raised)
	}
}

// branch makes a third of the writes of f take the token of a write before that which they took.
func branch(f *ir.Func, r *rand.Rand) int {
	made := 0
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			at := slices.IndexFunc(f.Operands(i), func(o ir.Operand) bool { return f.TypeOf(o.Value) == ir.Mem })
			if at < 0 || f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Mem || r.IntN(3) > 0 {
				continue
			}
			v := f.Arg(i, at)
			for range 1 + r.IntN(3) {
				d := f.Def(v)
				if d == ir.NoInst || edit.MemOperand(f, d) == ir.NoValue {
					break
				}
				v = edit.MemOperand(f, d)
			}
			if v != f.Arg(i, at) {
				f.SetOperand(i, at, ir.Operand{Value: v})
				made++
			}
		}
	}
	return made
}
