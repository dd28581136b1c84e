package pass_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// TestPermit: a pass that makes a change that is not what its rewrites may be is a bug.
func TestPermit(t *testing.T) {
	rewrites := []pass.Rewrite{
		{Name: "either", Strongest: pass.Equivalence, Weakest: pass.Refinement},
		{Name: "less", Strongest: pass.Refinement, Weakest: pass.Refinement},
		{Name: "proven", Strongest: pass.Refinement, Weakest: pass.Refinement, Theorem: "Tuffy.Rewrites.Int.sub_self"},
		{Name: "same", Strongest: pass.Equivalence, Weakest: pass.Equivalence},
	}
	for _, row := range []struct {
		change pass.Change
		bug    string
	}{
		{pass.Change{Rule: "either", Kind: pass.Equivalence}, ""},
		{pass.Change{Rule: "either", Kind: pass.Refinement}, ""},
		{pass.Change{Rule: "less", Kind: pass.Refinement}, ""},
		{pass.Change{Rule: "less", Kind: pass.Equivalence}, "claims to be equivalence, but may only be refinement"},
		{pass.Change{Rule: "same", Kind: pass.Equivalence}, ""},
		{pass.Change{Rule: "same", Kind: pass.Refinement}, "is refinement, which it does not declare"},
		{pass.Change{Rule: "other"}, "has no rewrite other"},
		{pass.Change{Rule: "aaa"}, "has no rewrite aaa"},
		{pass.Change{Rule: "zzz"}, "has no rewrite zzz"},
		{pass.Change{Rule: "proven", Kind: pass.Refinement, Proof: "Tuffy.Rewrites.Int.sub_self"}, ""},
		{pass.Change{Rule: "proven", Kind: pass.Refinement}, `rests on the theorem "", not on "Tuffy.Rewrites.Int.sub_self"`},
		{pass.Change{Rule: "proven", Kind: pass.Refinement, Proof: "Tuffy.Facts.Forward.add"}, `rests on the theorem "Tuffy.Facts.Forward.add"`},
		{pass.Change{Rule: "less", Kind: pass.Refinement, Proof: "Tuffy.Facts.Forward.add"}, ""},
		{pass.Change{Rule: "less", Kind: pass.Refinement, Proof: "Tuffy.Rewrites.Int.sub_self"}, `rests on the theorem "Tuffy.Rewrites.Int.sub_self"`},
	} {
		for _, listed := range []bool{true, false} {
			one := pass.Pass{Name: "one", Func: func(c *pass.Ctx) { c.Fire(row.change) }}
			bug := ""
			if listed {
				one.Rewrites, bug = rewrites, row.bug
			}
			m := parse(t, `func @f(int) -> int {
bb0:
  v0: int = param 0
  ret v0
}
`)
			got := panics(func() {
				if _, err := pass.Run(context.Background(), m, []pass.Pass{one}, pass.Options{Config: pass.Single("one", 1, "one")}); err != nil {
					t.Fatal(err)
				}
			})
			if bug == "" && got != "" || bug != "" && (!strings.HasPrefix(got, "BUG: ") || !strings.Contains(got, bug)) {
				t.Errorf("%+v, listed %t\ngot  %q\nwant %q", row.change, listed, got, bug)
			}
		}
	}
}

// panics is what f says when it ends by a panic.
func panics(f func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text, _ = p.(string)
		}
	}()
	f()
	return ""
}

// TestRewrites: what a pass declares is sorted, and has no name twice; its kind is the weakest, and it is
// proven if all of its rewrites are.
func TestRewrites(t *testing.T) {
	proven := []pass.Rewrite{{Name: "b", Strongest: pass.Equivalence, Weakest: pass.Equivalence, Theorem: "T.b"}}
	for _, row := range []struct {
		lists  [][]pass.Rewrite
		names  string
		kind   pass.Kind
		proven bool
	}{
		{[][]pass.Rewrite{pass.Equivalences("z", "a")}, "a z", pass.Equivalence, false},
		{[][]pass.Rewrite{pass.Equivalences("z"), proven, pass.Either("a")}, "a b z", pass.Refinement, false},
		{[][]pass.Rewrite{pass.Refinements("a"), pass.Equivalences("c")}, "a c", pass.Refinement, false},
		{[][]pass.Rewrite{proven}, "b", pass.Equivalence, true},
	} {
		p := pass.Pass{Rewrites: pass.Rewrites(row.lists...)}
		var names []string
		for _, r := range p.Rewrites {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != row.names || p.Kind() != row.kind || p.Proven() != row.proven {
			t.Errorf("%s: %s, proven %t; want %s, %s, %t", got, p.Kind(), p.Proven(), row.names, row.kind, row.proven)
		}
	}
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(string), "BUG: two rewrites of a pass have the name b") {
			t.Errorf("a name twice: %v", p)
		}
	}()
	pass.Rewrites(proven, pass.Refinements("b"))
}
