package edit_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestChain: a chain of tokens stays as it is; where tokens branch, the program verifies and runs as before
// with a chain, and has no stale token if it had none.
func TestChain(t *testing.T) {
	seed := testseed.Seed(t)
	run := func(m *ir.Module, check bool) *interp.Outcome {
		out, err := interp.Run(context.Background(), m, interp.Options{CheckMemSSA: check, Fuel: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	old := func(u *interp.UB) bool { return u.Code == interp.UBStaleToken }
	fresh, stale := 0, 0
	for k := range uint64(400) {
		m := gen.Program(gen.Expand(seed+k, 700), preset.Default)
		was := m.Canonical()
		for _, f := range m.Funcs {
			edit.Chain(f)
		}
		if m.Canonical() != was {
			t.Fatalf("seed %d: a chain became another one\n%s\nwas\n%s", seed+k, m, was)
		}
		m = mutate.Tokens(m, gen.Expand(seed-k, 64))
		if m == nil {
			continue
		}
		after := m.Clone()
		for _, f := range after.Funcs {
			edit.Chain(f)
			if !edit.Chained(f) {
				t.Fatalf("seed %d: no chain\n%s\nwas\n%s", seed+k, after, m)
			}
		}
		if err := ir.Verify(after); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+k, err, after)
		}
		if a, b := run(m, false), run(after, false); a.Text() != b.Text() || a.Steps != b.Steps {
			t.Fatalf("seed %d: %s, was %s\n%s\nwas\n%s", seed+k, b.Text(), a.Text(), after, m)
		}
		if slices.ContainsFunc(run(m, true).Reports, old) {
			stale++
			continue
		}
		fresh++
		if slices.ContainsFunc(run(after, true).Reports, old) {
			t.Fatalf("seed %d: a stale token\n%s\nwas\n%s", seed+k, after, m)
		}
	}
	if fresh < 100 || stale < 20 {
		t.Errorf("%d programs with fresh tokens, %d with stale ones", fresh, stale)
	}
}

// TestChained: what is a chain, and what becomes of what is none.
func TestChained(t *testing.T) {
	const head = `func @f(bool) -> int {
 bb0(v0: mem):
  v1 = param 0
  v2 = iconst 7
  v3 = stack_slot 8
`
	store := func(to, from string) string { return fmt.Sprintf("  %s = store.8 v2, v3, %s\n", to, from) }
	diamond := func(args, join, last string) string {
		return `  brif v1, bb1, bb2
 bb1:
` + store("v4", "v0") + "  br bb3" + args + `
 bb2:
` + store("v5", "v0") +
			"  br bb3" + map[bool]string{true: "", false: "(v5)"}[args == ""] + "\n bb3" + join + ":\n" + last + "}\n"
	}
	loop := func(args, again string) string {
		return "  br bb1" + args + "\n bb1" + map[bool]string{true: "", false: "(v6: mem)"}[args == ""] + ":\n" + store("v7", "v0") +
			"  brif v1, bb1" + again + `, bb2
 bb2:
  ret v2, v7
}
`
	}
	for _, row := range []struct {
		name, text string
		chained    bool
	}{
		{"nothing", `func @f() {
 bb0:
  ret
}
`, true},
		{"one after the other", head + store("v4", "v0") + store("v5", "v4") + `  ret v2, v5
}
`, true},
		{"two take one", head + store("v4", "v0") + store("v5", "v0") + `  ret v2, v5
}
`, false},
		{"an older one is returned", head + store("v4", "v0") + `  ret v2, v0
}
`, false},
		{"an older load", head + store("v4", "v0") + `  v6 = load.8 v3, v0
  ret v6, v4
}
`, true},
		{"a join", head + diamond("(v4)", "(v6: mem)", "  ret v2, v6\n"), true},
		{"a join that is given an older one", head + diamond("(v0)", "(v6: mem)", "  ret v2, v6\n"), false},
		{"a join without argument", head + diamond("", "", "  ret v2, v0\n"), false},
		{"and nothing after it", head + diamond("", "", "  unreachable\n"), true},
		{"a loop", head + loop("", ""), false},
		{"a loop with an argument that is not used", head + loop("(v0)", "(v7)"), false},
		{"what nothing leads to", head + `  ret v2, v0
 bb1:
` + store("v4", "v0") + store("v5", "v0") + `  ret v2, v0
}
`, true},
	} {
		m, err := parser.Parse("a.tir", []byte(row.text))
		if err == nil {
			err = ir.Verify(m)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", row.name, err, row.text)
		}
		f, was := m.Func("f"), m.Canonical()
		if got := edit.Chained(f); got != row.chained {
			t.Errorf("%s: chained %v\n%s", row.name, got, was)
		}
		edit.Chain(f)
		if err := ir.Verify(m); err != nil || !edit.Chained(f) || row.chained != (m.Canonical() == was) {
			t.Errorf("%s: %v\n%s\nwas\n%s", row.name, err, m, was)
		}
	}
}
