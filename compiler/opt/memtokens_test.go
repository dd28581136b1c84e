package opt_test

import (
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
	stale := func(m *ir.Module) (stale, returned bool) {
		out, err := interp.Run(m, interp.Options{CheckMemSSA: true, Fuel: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range out.Reports {
			if u.Code == interp.UBStaleToken {
				return true, false
			}
		}
		return false, out.Kind == interp.Returned
	}
	o2, err := opt.Preset("2")
	if err != nil {
		t.Fatal(err)
	}
	raised, caught := 0, 0
	for k := range uint64(1500) {
		m := fuzz.Program(fuzz.Expand(seed+k, 800), fuzz.Default)
		if _, ok := stale(m); !ok {
			continue
		}
		var moved []ir.Inst
		for _, c := range []*pass.Config{o2, pass.Single("tokens", 1, "mem-tokens")} {
			after := m.Clone()
			rep, err := pass.Run(after, opt.Passes(), pass.Options{Config: c})
			if err != nil {
				t.Fatal(err)
			}
			if is, _ := stale(after); is {
				t.Fatalf("seed %d at %s: a stale token\n%s\nwas\n%s", seed+k, c.Name, after, m)
			}
			if c != o2 && rep.Changes > 0 {
				raised++
				moved = tooFar(m, after)
			}
			if len(moved) > 0 {
				if is, _ := stale(after); is {
					caught++
				}
			}
		}
	}
	if raised < 15 || caught < 3 {
		t.Errorf("tokens were moved in %d programs; moved further, in %d the interpreter found out", raised, caught)
	}
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
