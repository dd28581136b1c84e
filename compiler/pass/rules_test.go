package pass_test

import (
	"context"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestRules: with the option rewrites are counted by rule, and the counts add up; without it they are not.
func TestRules(t *testing.T) {
	const text = `func @main() -> int {
bb0:
 v0 = iconst 3
 v1 = iconst 4
 v2 = add v0, v1
 v3 = mul v2, v1
 ret v2
}
`
	for _, on := range []bool{false, true} {
		c, err := opt.Preset("2")
		if err != nil {
			t.Fatal(err)
		}
		rep, err := pass.Run(context.Background(), irtest.Parse(t, text), opt.Passes(), pass.Options{Config: c, Rules: on, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Changes == 0 {
			t.Fatal("nothing was rewritten")
		}
		for _, p := range rep.Passes {
			total := 0
			for rule, n := range p.Rules {
				if total += n; rule == "" || n < 1 {
					t.Errorf("%s: %d of rule %q", p.Pass, n, rule)
				}
			}
			if on && total != p.Changes || !on && p.Rules != nil {
				t.Errorf("%s: %d changes, by rule %v", p.Pass, p.Changes, p.Rules)
			}
		}
	}
}
