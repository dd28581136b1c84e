package opt_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// live counts the instructions of a module.
func live(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		n += f.Live()
	}
	return n
}

// refined runs passes on a module, each after a shuffle, and reports whether the result refines it.
func refined(t *testing.T, m *ir.Module, table []pass.Pass, c *pass.Config, shuffle uint64) (after *ir.Module, ok bool) {
	t.Helper()
	after = m.Clone()
	if _, err := pass.Run(context.Background(), after, table, pass.Options{Config: c, Shuffle: shuffle}); err != nil {
		t.Fatal(err)
	}
	res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: 20})
	if err != nil {
		t.Fatal(err)
	}
	return after, res.Verdict() != difftest.Diverged
}

// TestShuffle: where passes find blocks and pure instructions in any order, what they make refines the
// program, and is hardly larger.
func TestShuffle(t *testing.T) {
	seed := testseed.Seed(t)
	plain, other, moved := 0, 0, 0
	levels := []string{"1", "2", "3", "s"}
	for k := range uint64(testseed.Rounds(400, 25)) {
		m := gen.Program(gen.Expand(seed+k, 200<<(k%4)), []preset.Config{preset.Default, preset.Passes}[k/2%2])
		c, err := opt.Preset(levels[k%4])
		if err != nil {
			t.Fatal(err)
		}
		want := m.Clone()
		if _, err := pass.Run(context.Background(), want, opt.Passes(), pass.Options{Config: c}); err != nil {
			t.Fatal(err)
		}
		got, ok := refined(t, m, opt.Passes(), c, seed+k+1)
		if !ok {
			t.Fatalf("program %d: -O%s with shuffles makes of\n%s\nwhat does not refine it:\n%s", k, levels[k%4], m, got)
		}
		again, _ := refined(t, m, opt.Passes(), c, seed+k+1)
		if again.Canonical() != got.Canonical() {
			t.Fatalf("program %d: the same order gives another result", k)
		}
		if got.Canonical() != want.Canonical() {
			moved++
		}
		plain, other = plain+live(want), other+live(got)
	}
	t.Logf("%d instructions are left, with shuffles %d; %d results differ", plain, other, moved)
	if other > plain*103/100 || moved == 0 {
		t.Errorf("%d instructions are left, with shuffles %d; %d results differ", plain, other, moved)
	}
}

// TestShuffleFinds: a pass that takes what stands first in a block for what is needed is right on the
// program as it stands, and is found.
func TestShuffleFinds(t *testing.T) {
	m, err := parser.Parse("t.tir", []byte(`
func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 7
    v2 = iconst 9
    v3 = add v0, v1
    v4 = mul v3, v2
    ret v4
}
`))
	if err != nil {
		t.Fatal(err)
	}
	first := pass.Pass{Name: "first", Func: func(c *pass.Ctx) {
		f := c.F
		var consts []ir.Value
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpIConst {
					consts = append(consts, f.Result(i, 0))
				}
				// The planted mistake: a sum has the constant that stands first.
				if f.Op(i) == ir.OpAdd && len(consts) > 0 && f.Arg(i, 1) != consts[0] && c.Fire(pass.Change{Rule: "constant", At: i}) {
					f.SetOperand(i, 1, ir.Operand{Value: consts[0]})
				}
			}
		}
	}}
	c := pass.Single("one", 1, "first")
	if _, ok := refined(t, m, []pass.Pass{first}, c, 0); !ok {
		t.Fatal("the pass is wrong without a shuffle, too")
	}
	wrong := 0
	for seed := range uint64(20) {
		if _, ok := refined(t, m, []pass.Pass{first}, c, seed+1); !ok {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("a pass that depends on the order of constants is not found")
	}
}

// TestValidateFinds: a pass that leaves an invalid function ends the run, which names it.
func TestValidateFinds(t *testing.T) {
	broken := pass.Pass{Name: "broken", Func: func(c *pass.Ctx) {
		f := c.F
		for b := range f.Blocks() {
			insts := slices.Collect(f.Insts(b))
			if i := insts[0]; f.Op(i) == ir.OpIConst && c.Fire(pass.Change{Rule: "last", At: i}) {
				f.MoveInst(i, b, f.Terminator(b)) // behind its use
			}
		}
	}}
	m, err := parser.Parse("t.tir", []byte(`func @f() -> int {
bb0:
v0 = iconst 7
v1 = add v0, v0
ret v1
}
`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "BUG: pass broken, stage one, iteration 1, leaves @f invalid") {
			t.Errorf("the run ends with %q", s)
		}
	}()
	pass.Run(context.Background(), m, []pass.Pass{broken}, pass.Options{Config: pass.Single("one", 1, "broken")})
}
