package opt_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestCounterRanges: what counters are claimed to be where a test for equality ends the loop. A false claim would make
// poison of a number that is returned; ? is no claim.
func TestCounterRanges(t *testing.T) {
	for _, c := range []struct{ first, step, bound, test, claim, beside string }{
		{"0", "1", "10", "icmp.eq v8, v4", ":u4", ":u5"},
		{"0", "1", "10", "icmp.eq v5, v4", ":u4", ":u6"},
		{"10", "-1", "-3", "icmp.eq v8, v4", ":s5", ":u6"},
		{"9", "1", "10", "icmp.eq v8, v4", ":u4", ":u2"},
		{"-1", "1", "300", "icmp.eq v4, v8", ":s10", ":u10"},
		// What goes on is only known to step over the bound, or away from it.
		{"0", "2", "10", "icmp.eq v8, v4", "?", "?"},
		{"11", "1", "10", "icmp.eq v8, v4", "?", "?"},
		{"10", "1", "10", "icmp.eq v8, v4", "?", "?"},
		{"10", "1", "10", "icmp.eq v5, v4", ":u4", ":u2"},
		{"0", "-1", "10", "icmp.eq v8, v4", "?", "?"},
	} {
		text := `func @f() -> int {
 bb0(v0: mem):
  v1 = iconst FIRST
  v3 = iconst STEP
  v4 = iconst BOUND
  v2 = iconst 3
  br bb1(v1, v2)
 bb1(v5: int, v6: int):
  v8 = add v5, v3
  v9 = add v6, v2
  v10 = TEST
  v11 = iconst 1000
  v20 = iconst 30000
  v12 = icmp.eq v6, v20
  brif v10, bb3, bb2
 bb2:
  brif v12, bb3, bb1(v8, v9)
 bb3:
  v13 = mul v5, v11
  v14 = add v13, v6
  ret v14, v0
}
`
		text = strings.NewReplacer("FIRST", c.first, "STEP", c.step, "BOUND", c.bound, "TEST", c.test).Replace(text)
		before, err := parser.Parse("count.tir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		m := before.Clone()
		config := pass.Single("claims", 1, "facts")
		config.Stages[0].Passes[0].Params = map[string]int{"arguments": 1}
		if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: config}); err != nil {
			t.Fatal(err)
		}
		args := m.Funcs[0].Args(1)
		got := [2]string{"?", "?"}
		for k := range got {
			if a := m.Funcs[0].AnnotOf(args[k]); a.String() != "" {
				got[k] = ":" + strings.TrimPrefix(a.String(), ":")
			}
		}
		if got[0] != c.claim || got[1] != c.beside {
			t.Errorf("%+v: claims %q\n%s", c, got, m)
		}
		res, err := difftest.Check(context.Background(), before, m, difftest.Config{Runs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict() == difftest.Diverged {
			t.Errorf("%+v:\n%s\n%s", c, res.Text(), m)
		}
	}
}
