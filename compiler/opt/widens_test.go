package opt_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestRemainderOfFactor: a factor that is a remainder stays one where the product would need more words without, as in each step
// of a power modulo a number; in one word it goes.
func TestRemainderOfFactor(t *testing.T) {
	const program = `func @f(int:uNARROW, int:uNARROW, int:uNARROW) -> int:uNARROW {
bb0(v0: mem):
v1: int:uNARROW = param 0
v2: int:uNARROW = param 1
v3: int:uNARROW = param 2
v4:uWIDE = mul v1, v2
v5:uNARROW = rem v4, v3
v6:uWIDE = mul v5, v2
v7:uNARROW = rem v6, v3
ret v7, v0
}`
	for _, c := range []struct {
		narrow, wide string
		want         int
	}{{"64", "128", 2}, {"16", "32", 1}} {
		m := irtest.Parse(t, strings.NewReplacer("NARROW", c.narrow, "WIDE", c.wide).Replace(program))
		cfg := pass.Single("only", 4, "rewrite", "dce")
		if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: cfg}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(m.String(), "= rem "); n != c.want {
			t.Errorf("of %s bits: %d remainders, want %d:\n%s", c.narrow, n, c.want, m)
		}
	}
}
