package difftest

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

func floats(t *testing.T, body string) *ir.Module {
	t.Helper()
	return irtest.Parse(t, `func @f(f32, f32, f32) -> f32 {
bb0:
 v0 = param 0
 v1 = param 1
 v2 = param 2
 v3 = fconst.f32 1.3
 v4 = fconst.f32 2.7
 `+body+`
 ret v9
}
`)
}

// TestPermitted: a difference that flags permit is one that decides nothing, if it is asked for; one
// that they do not is still found.
func TestPermitted(t *testing.T) {
	const sum = "v5 = fadd reassoc v0, v3\n v9 = fadd reassoc v5, v4"
	for _, row := range []struct {
		name, before, after string
		strict, permitted   Verdict
	}{
		{"reordered", sum, "v5 = fadd v3, v4\n v9 = fadd v0, v5", Diverged, Refined},
		{"wrong sign", sum, "v5 = fsub v3, v4\n v9 = fadd v0, v5", Diverged, Diverged},
		{"operand lost", sum, "v9 = fadd v0, v3", Diverged, Diverged},
		{"one flag", strings.Replace(sum, " reassoc", "", 1), "v5 = fadd v3, v4\n v9 = fadd v0, v5", Diverged, Diverged},
		{"another flag", strings.ReplaceAll(sum, "reassoc", "contract"), "v5 = fadd v3, v4\n v9 = fadd v0, v5", Diverged, Diverged},
		{"difference of sums", `
 v5 = fadd reassoc v0, v1
 v6 = fsub reassoc v2, v3
 v9 = fsub reassoc v5, v6`, `
 v5 = fsub v0, v2
 v6 = fadd v1, v3
 v9 = fadd v5, v6`, Diverged, Refined},
		{"difference of sums, wrong", `
 v5 = fadd reassoc v0, v1
 v6 = fsub reassoc v2, v3
 v9 = fsub reassoc v5, v6`, `
 v5 = fsub v0, v2
 v6 = fsub v1, v3
 v9 = fadd v5, v6`, Diverged, Diverged},
		{"product", `
 v5 = fmul reassoc v0, v1
 v6 = fmul reassoc v2, v3
 v9 = fmul reassoc v5, v6`, `
 v5 = fmul v0, v2
 v6 = fmul v1, v3
 v9 = fmul v5, v6`, Diverged, Refined},
		{"fused", "v5 = fmul contract v0, v1\n v9 = fsub contract v2, v5", "v5 = fneg v0\n v9 = fma v5, v1, v2", Diverged, Refined},
		{"fused, wrong sign", "v5 = fmul contract v0, v1\n v9 = fsub contract v2, v5", "v9 = fma v0, v1, v2", Diverged, Diverged},
		{"fused without the flag", "v5 = fmul v0, v1\n v9 = fadd contract v2, v5", "v9 = fma v0, v1, v2", Diverged, Diverged},
		{"the same", sum, sum, Refined, Refined},
	} {
		for _, permitted := range []bool{false, true} {
			res, err := Check(context.Background(), floats(t, row.before), floats(t, row.after), Config{Runs: testseed.Rounds(2000, 200), Seed: 1, Permitted: permitted})
			if err != nil {
				t.Fatal(err)
			}
			want := row.strict
			if permitted {
				want = row.permitted
			}
			if got := res.Verdict(); got != want {
				t.Errorf("%s, permitted %v: %s, want %s\n%s", row.name, permitted, got, want, res.Text())
			}
			if p := res.Pairs[0]; permitted && row.strict != row.permitted && p.Inconclusive == 0 {
				t.Errorf("%s: no run was seen to depend on the order", row.name)
			}
		}
	}
}
