package difftest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestBudget: a comparison with all its parts ends when its time is over, whatever the programs do
// and however much fuel a run has: without it this test would not end.
func TestBudget(t *testing.T) {
	const count = `func @f(int:s64) -> int {
  bb0:
    v0 = param 0
    br bb1(v0)
  bb1(v1: int):
    v2 = iconst 1
    v3 = add v1, v2
    br bb1(v3)
}
`
	const square = `func @f(int:s64) -> int {
  bb0:
    v0 = iconst 3
    v9 = iconst 8000000
    v8 = shl v0, v9
    br bb1(v8)
  bb1(v1: int):
    v3 = mul v8, v8
    br bb1(v3)
}
`
	for name, text := range map[string]string{"loop": count, "wide": square, "loops": count + strings.Replace(count, "@f", "@g", 1) + strings.Replace(count, "@f", "@h", 1)} {
		for _, exact := range []bool{false, true} {
			m := irtest.Parse(t, text)
			limit := time.Duration(testseed.Rounds(300, 100)) * time.Millisecond
			c := difftest.Config{Time: limit, Options: interp.Options{Exact: exact, Fuel: 1 << 50}, Workers: 1}
			res, err := difftest.Check(context.Background(), m, m, c)
			if err != nil {
				t.Fatal(err)
			}
			if v := res.Verdict(); v != difftest.Inconclusive || !strings.Contains(res.Text(), "the time was over") {
				t.Errorf("%s, exact %t: %s\n%s", name, exact, v, res.Text())
			}
		}
	}
}

// TestFuelAdapts: loops that do not end take no minutes without a budget, and what needs much fuel is
// decided all the same, in the same way by any number of workers.
func TestFuelAdapts(t *testing.T) {
	loop := func(limit string) string {
		return `func @f(int:s16) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    br bb1(v1)
  bb1(v2:u40: int):
    v3 = iconst 1
    v4:u40 = add v2, v3
    v5 = iconst ` + limit + `
    v6 = icmp.lt v4, v5
    brif v6, bb1(v4), bb2
  bb2:
    v7 = add v0, RESULT
    ret v7
}
`
	}
	for _, row := range []struct {
		limit, before, after string
		want                 difftest.Verdict
	}{
		{"1000000000000", "v0", "v0", difftest.Inconclusive},
		{"200000", "v0", "v0", difftest.Refined},
		{"200000", "v0", "v4", difftest.Diverged},
	} {
		b := irtest.Parse(t, strings.Replace(loop(row.limit), "RESULT", row.before, 1))
		a := irtest.Parse(t, strings.Replace(loop(row.limit), "RESULT", row.after, 1))
		first := ""
		for _, workers := range testseed.Every(2, []int{1, 3}) {
			res, err := difftest.Check(context.Background(), b, a, difftest.Config{Workers: workers, Runs: testseed.Rounds(100, 30)})
			if err != nil {
				t.Fatal(err)
			}
			text := res.Text()
			if first == "" {
				first = text
			}
			if res.Verdict() != row.want || text != first {
				t.Errorf("%s: %s, want %s\n%s\nfirst\n%s", row.limit, res.Verdict(), row.want, text, first)
			}
		}
	}
}

// TestShare: parts that take no time leave theirs to those that follow.
func TestShare(t *testing.T) {
	over := func(within time.Duration, n int) bool {
		ctx, cancel := difftest.Within(context.Background(), within)
		defer cancel()
		share, done := difftest.Share(ctx, n)
		defer done()
		return share.Err() != nil
	}
	if over(0, 3) || over(0, 1<<62) {
		t.Error("no limit is over")
	}
	if over(time.Hour, 2) || over(time.Hour, 0) || !over(time.Hour, 1<<62) {
		t.Error("shares of an hour")
	}
}

// TestDepthAdapts: recursion that does not end is given up as loops are.
func TestDepthAdapts(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:s8) -> int {
  bb0(v0: mem):
    v1 = param 0
    v2 = symbol_addr @f
    v3, v4 = call v2(v1), v0 -> int
    ret v4, v3
}
`)
	res, err := difftest.Check(context.Background(), m, m, difftest.Config{Runs: testseed.Rounds(200, 24), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict() != difftest.Inconclusive || !strings.Contains(res.Text(), "most inputs") {
		t.Errorf("%s\nevery input was tried to the limit", res.Text())
	}
}
