package pass_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
)

// swapper is a pass that swaps the operands of additions, and of subtractions if wrong says so of
// the n-th of them.
func swapper(wrong func(n int) bool) pass.Pass {
	return pass.Pass{Name: "broken", Func: func(c *pass.Ctx) {
		n := 0
		for b := range c.F.Blocks() {
			for i := range c.F.Insts(b) {
				if c.F.Op(i) != ir.OpSub && c.F.Op(i) != ir.OpAdd {
					continue
				}
				x, y := c.F.Operand(i, 0), c.F.Operand(i, 1)
				sub := c.F.Op(i) == ir.OpSub
				if sub {
					n++
				}
				if x == y || !c.Fire(pass.Change{Rule: c.F.Op(i).String() + "_swap", At: i}) {
					continue
				}
				if !sub || wrong(n) {
					c.F.SetOperand(i, 0, y)
					c.F.SetOperand(i, 1, x)
				}
			}
		}
	}}
}

// bisected runs a bisection that compares by running, twice.
func bisected(t *testing.T, m *ir.Module, table []pass.Pass, c *pass.Config) *pass.Bisection {
	t.Helper()
	find := func() *pass.Bisection {
		b, err := pass.Bisect(context.Background(), m, table, pass.Options{Config: c}, func(after *ir.Module, _ *pass.Report) (bool, error) {
			res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: 40})
			return err == nil && res.Verdict() == difftest.Diverged, err
		})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b, again := find(), find()
	if b.Choice != nil && b.Choice.String() != again.Choice.String() || b.Tests != again.Tests {
		t.Errorf("%v after %d tests, and then %v after %d", b.Choice, b.Tests, again.Choice, again.Tests)
	}
	return b
}

// names are the rewrites of a bisection.
func names(b *pass.Bisection) string {
	var out []string
	for _, e := range b.Guilty {
		out = append(out, e.Rule+" "+e.At)
	}
	return strings.Join(out, ", ")
}

// TestBisect: among right rewrites of a broken pass, and those of others, the wrong one is found.
func TestBisect(t *testing.T) {
	m := parse(t, `func @f(int:s8, int:s8) -> int {
bb0:
  v0:s8 = param 0
  v1:s8 = param 1
  v2 = add v0, v1
  v3 = add v1, v2
  v4 = sub v2, v0
  v5 = sub v3, v1
  v6 = sub v4, v5
  v7 = iconst 0
  v8 = add v6, v7
  v9 = add v8, v0
  ret v9
}
`)
	c := pass.Single("test", 2, "broken", "dce", "rewrite")
	for _, test := range []struct {
		wrong func(n int) bool
		want  string
	}{
		{func(n int) bool { return n == 2 }, "sub_swap v5"},
		{func(n int) bool { return n == 3 }, "sub_swap v6"},
		{func(n int) bool { return false }, ""},
	} {
		b := bisected(t, m, append(opt.Passes(), swapper(test.wrong)), c)
		if names(b) != test.want {
			t.Errorf("guilty are %s, want %s", names(b), test.want)
		}
		if test.want == "" {
			continue
		}
		if text := b.Guilty[0].Text(); !strings.Contains(text, "- v") || !strings.Contains(text, "+ v") || !strings.Contains(text, "sub") {
			t.Errorf("the entry does not say what was changed: %s", text)
		}
		// The pattern that is printed makes the same program wrong.
		p, err := pass.ParsePattern(b.Choice.String())
		if err != nil {
			t.Fatal(err)
		}
		after := m.Clone()
		rep, err := pass.Run(context.Background(), after, append(opt.Passes(), swapper(test.wrong)), pass.Options{Config: c, Choose: p})
		if err != nil || rep.Changes != 1 {
			t.Fatalf("%v, %+v", err, rep)
		}
		if res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: 40}); err != nil || res.Verdict() != difftest.Diverged {
			t.Errorf("%v, %v with %v", res.Verdict(), err, p)
		}
	}
}

// TestBisectTogether: rewrites that are wrong only together, and one that only another makes
// possible, are found, and nothing else.
func TestBisectTogether(t *testing.T) {
	m := parse(t, `func @f(int:s8, int:s8) -> int {
bb0:
  v0:s8 = param 0
  v1:s8 = param 1
  v2 = add v0, v1
  v3 = iconst 3
  v4 = iconst 5
  v5 = add v3, v4
  v6 = add v2, v5
  v7 = mul v6, v0
  v8 = add v7, v1
  ret v8
}
`)
	// Makes two constants others, which is wrong as long as their sum is computed from them.
	apart := pass.Pass{Name: "apart", Func: func(c *pass.Ctx) {
		for b := range c.F.Blocks() {
			for i := range c.F.Insts(b) {
				n, ok := c.F.SmallConst(i)
				if c.F.Op(i) != ir.OpIConst || !ok || n != 3 && n != 5 || !c.F.HasUses(c.F.Result(i, 0)) || !c.Fire(pass.Change{Rule: "constant", At: i}) {
					continue
				}
				c.F.ReplaceUses(c.F.Result(i, 0), c.F.Before(i).Int64(n|8, ir.Synthetic))
			}
		}
	}}
	// Makes the sum of two constants 8, as it was, and 9 only if both are others.
	sum := pass.Pass{Name: "sum", Func: func(c *pass.Ctx) {
		f := c.F
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) != ir.OpAdd || f.Def(f.Arg(i, 0)) == ir.NoInst || f.Def(f.Arg(i, 1)) == ir.NoInst {
					continue
				}
				x, ok := f.SmallConst(f.Def(f.Arg(i, 0)))
				y, ok2 := f.SmallConst(f.Def(f.Arg(i, 1)))
				if f.Op(f.Def(f.Arg(i, 0))) != ir.OpIConst || f.Op(f.Def(f.Arg(i, 1))) != ir.OpIConst || !ok || !ok2 || !c.Fire(pass.Change{Rule: "sum", At: i}) {
					continue
				}
				k := int64(8)
				if x == 11 && y == 13 {
					k = 9
				}
				f.ReplaceUses(f.Result(i, 0), f.Before(i).Int64(k, ir.Synthetic))
				f.RemoveInst(i)
			}
		}
	}}
	table := append(opt.Passes(), apart, sum)
	c := pass.Single("test", 2, "apart", "sum", "dce", "gvn")
	// A program that still computes the sum is not compared: then only all three rewrites are wrong.
	judge := func(after *ir.Module, _ *pass.Report) (bool, error) {
		if after.Func("f").Count(ir.OpAdd) == m.Func("f").Count(ir.OpAdd) {
			return false, nil
		}
		res, err := difftest.Check(context.Background(), m, after, difftest.Config{Runs: 40})
		return err == nil && res.Verdict() == difftest.Diverged, err
	}
	b, err := pass.Bisect(context.Background(), m, table, pass.Options{Config: c}, judge)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(b); got != "constant v3, constant v4, sum v5" {
		t.Errorf("guilty are %s of %d", got, b.Total)
	}
}

// TestBisectFirst: of rewrites each of which breaks the program alone, the first to fire is blamed, wherever the
// bits of the hashes put it: the others may only act on what it made wrong.
func TestBisectFirst(t *testing.T) {
	m := parse(t, `func @f(int:s8, int:s8) -> int {
  bb0:
    v0:s8 = param 0
    v1:s8 = param 1
    v2 = sub v0, v1
    v3 = sub v2, v1
    v4 = sub v3, v1
    v5 = sub v4, v1
    v6 = sub v5, v1
    v7 = sub v6, v1
    v8 = sub v7, v1
    v9 = sub v8, v1
    ret v9
}
`)
	for first := 1; first <= 8; first++ {
		table := []pass.Pass{swapper(func(n int) bool { return n >= first })}
		b, err := pass.Bisect(context.Background(), m, table, pass.Options{Config: pass.Single("test", 1, "broken")}, func(after *ir.Module, _ *pass.Report) (bool, error) {
			return after.Canonical() != m.Canonical(), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := names(b), fmt.Sprintf("sub_swap v%d", first+1); got != want || b.Total != 8 {
			t.Errorf("the first wrong one is number %d: guilty are %s of %d, want %s", first, got, b.Total, want)
		}
	}
}

// TestBisectWithout: a program that is found wrong without any rewrite blames none.
func TestBisectWithout(t *testing.T) {
	m := parse(t, `func @f(int:s8) -> int {
bb0:
  v0:s8 = param 0
  v1 = iconst 0
  v2 = add v0, v1
  v3 = add v2, v1
  ret v3
}
`)
	var changes []int
	b, err := pass.Bisect(context.Background(), m, opt.Passes(), pass.Options{Config: configOf(t, "2")}, func(_ *ir.Module, rep *pass.Report) (bool, error) {
		changes = append(changes, rep.Changes)
		return true, nil
	})
	if err != pass.ErrWithout || len(b.Guilty) > 0 || b.Choice != nil {
		t.Errorf("%v, %s", err, names(b))
	}
	if len(changes) != 2 || changes[0] != b.Total || b.Total == 0 || changes[1] != 0 {
		t.Errorf("programs with %v rewrites of %d were judged", changes, b.Total)
	}
}

// TestHashes: a rewrite keeps its hash when another is refused, no two of a run have the same, and
// a pattern lets exactly those fire that it chooses.
func TestHashes(t *testing.T) {
	kept, all := 0, 0
	for k, m := range programs(t, 60) {
		o := pass.Options{Config: configOf(t, "2"), Trace: trace.Full}
		fired := func(pattern string) (hashes []trace.Hash, text string) {
			if pattern != "" {
				var err error
				if o.Choose, err = pass.ParsePattern(pattern); err != nil {
					t.Fatal(err)
				}
			}
			m := m.Clone()
			o.Record = func(e *trace.Entry) { hashes = append(hashes, e.Hash) }
			run(t, m, o)
			for _, h := range hashes {
				if !o.Choose.Matches(h) {
					t.Errorf("program %d: %s let %x fire", k, pattern, uint64(h))
				}
			}
			return hashes, m.Canonical()
		}
		every, text := fired("")
		if again, same := fired("+"); !slices.Equal(again, every) || same != text {
			t.Fatalf("program %d: all that fire are not all that a pattern for all lets fire", k)
		}
		if n := len(slices.Compact(slices.Sorted(slices.Values(every)))); n != len(every) {
			t.Errorf("program %d: %d rewrites have %d hashes", k, len(every), n)
		}
		if len(every) < 2 {
			continue
		}
		fired("+0")
		fired("+1-x7")
		without, _ := fired(fmt.Sprintf("-x%016x", uint64(every[len(every)/2])))
		for _, h := range without {
			if slices.Contains(every, h) {
				kept++
			}
		}
		all += len(without)
	}
	t.Logf("of %d rewrites that fired with another refused, %d have the hash of one that fires with all", all, kept)
	if kept*100 < all*85 || all < 1000 {
		t.Error("hashes are not those of the same rewrites")
	}
}

// TestPattern: what a pattern chooses, and what is none.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		text   string
		hash   trace.Hash
		chosen bool
	}{
		{"+", 5, true}, {"-", 5, false}, {"+x5", 0x125, true}, {"+x5", 0x126, false}, {"-x5", 0x125, false}, {"-x5", 0x126, true},
		{"+01", 5, true}, {"+01", 7, false}, {"+1-101", 5, false}, {"+1-101", 7, true}, {"+x00000000000000ff", 255, true}, {"+x00000000000000ff", 1<<63 | 255, false},
	} {
		p, err := pass.ParsePattern(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Matches(c.hash) != c.chosen {
			t.Errorf("%s on %x: %t", c.text, uint64(c.hash), !c.chosen)
		}
		if q, err := pass.ParsePattern(p.String()); err != nil || q.String() != p.String() || q.Matches(c.hash) != c.chosen {
			t.Errorf("%s reads back as %v, %v", c.text, q, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "the pattern is empty"},
		{"x5", `expected + or - at "x5"`},
		{"+x5,x6", "no number in base 16"},
		{"+5", "no number in base 2; hexadecimal digits follow an x"},
		{"+x00000000000000000", "has 68 bits, and a hash has 64"},
	} {
		if _, err := pass.ParsePattern(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}
