package engines_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// unclaimedLoop is a program with a loop whose counter has no claim: what bounds it is the branch, on the counter, the
// next one, or what a constant makes of either, before the body or after it. The body reads memory at the counter, and
// adds up what it makes of it; it may have a loop of its own, as far as the counter of the outer one.
func unclaimedLoop(r *rand.Rand) string {
	var b strings.Builder
	next := 20
	line := func(format string, args ...any) string {
		next++
		fmt.Fprintf(&b, "    v%d%s\n", next, fmt.Sprintf(format, args...))
		return fmt.Sprint("v", next)
	}
	step := 1 + r.IntN(3)
	down, post, inner := r.IntN(4) == 0, r.IntN(2) == 0, r.IntN(3) == 0
	limit := 3*step + r.IntN(100)
	start, end, op, pred := 0, fmt.Sprint("iconst ", limit), "add", []string{"lt", "le", "lt"}[r.IntN(3)]
	if down {
		start, end, op, pred = limit, "iconst 0", "sub", []string{"gt", "ge"}[r.IntN(2)]
	} else if r.IntN(3) == 0 {
		end = "param 0"
	}
	negated := map[string]string{"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
	// asked is the comparison of v, which is compared as something else: both sides are changed alike.
	asked := func(v string) string {
		bound := "v3"
		k := 1 + r.IntN(5)
		switch r.IntN(6) {
		case 0:
			v, bound = line(" = add %s, %s", v, line(" = iconst %d", k)), line(" = add %s, %s", bound, line(" = iconst %d", k))
		case 1:
			v, bound = line(" = sub %s, %s", v, line(" = iconst %d", k)), line(" = sub %s, %s", bound, line(" = iconst %d", k))
		case 2:
			v, bound = line(" = mul %s, %s", v, line(" = iconst %d", k)), line(" = mul %s, %s", bound, line(" = iconst %d", k))
		case 3:
			v, bound = line(" = shl %s, %s", v, line(" = iconst %d", k)), line(" = shl %s, %s", bound, line(" = iconst %d", k))
		}
		if r.IntN(2) == 0 {
			return line(" = not %s", line(" = icmp.%s %s, %s", negated[pred], v, bound))
		}
		return line(" = icmp.%s %s, %s", pred, v, bound)
	}
	blocks := 4
	body := func() string {
		index := "v11"
		if r.IntN(3) == 0 {
			next += 4
			j, sum, last := fmt.Sprint("v", next-3), fmt.Sprint("v", next-2), fmt.Sprint("v", next-1)
			head := blocks
			blocks += 3
			fmt.Fprintf(&b, "    br bb%d(v7, v12)\n", head)
			fmt.Fprintf(&b, "  bb%d(%s: int, %s:u32: int):\n", head, j, sum)
			fmt.Fprintf(&b, "    brif %s, bb%d, bb%d(%s)\n", line(" = icmp.lt %s, v11", j), head+1, head+2, sum)
			fmt.Fprintf(&b, "  bb%d:\n", head+1)
			more := line(" = zext %s, 32", line(" = add %s, %s", sum, line(" = mul %s, v11", j)))
			fmt.Fprintf(&b, "    br bb%d(%s, %s)\n", head, line(" = add %s, v5", j), more)
			fmt.Fprintf(&b, "  bb%d(%s:u32: int):\n", head+2, last)
			index = line(" = add v11, %s", line(" = and %s, %s", last, line(" = iconst 7")))
		}
		switch r.IntN(3) {
		case 0:
			index = line(" = mul v11, %s", line(" = iconst %d", 1+r.IntN(2)))
		case 1:
			index = line(" = add %s, v11", index)
		}
		at := line(" = ptradd v4, %s", line(" = and %s, %s", index, line(" = iconst 255")))
		x := line(":u8 = load.1 %s, v0", at)
		if r.IntN(2) == 0 {
			x = line(" = add %s, %s", x, line(" = mul v11, v11"))
		}
		if inner {
			x = line(" = add %s, v13", x)
		}
		return line(" = zext %s, 32", line(" = add %s, v12", x))
	}
	args, types := "", ""
	if inner {
		args, types = ", v13", ", v13: int"
	}
	fmt.Fprintf(&b, "  bb1(v11: int, v12:u32: int%s):\n", types)
	if post {
		sum := body()
		n := line(" = %s v11, v5", op)
		next := args
		if inner {
			next = ", " + n
		}
		fmt.Fprintf(&b, "    brif %s, bb1(%s, %s%s), bb3(%s)\n", asked(n), n, sum, next, sum)
	} else {
		fmt.Fprintf(&b, "    brif %s, bb2, bb3(v12)\n", asked("v11"))
		b.WriteString("  bb2:\n")
		sum := body()
		n := line(" = %s v11, v5", op)
		if inner {
			args = ", v11"
		}
		fmt.Fprintf(&b, "    br bb1(%s, %s%s)\n", n, sum, args)
	}
	if inner {
		args = ", v6"
	}
	return fmt.Sprintf(`data @table = {"abcdefgh", zero 64, "xyzxyz", zero 300}
func @f(int:u6) -> int:u32 {
  bb0(v0: mem):
    v3 = %s
    v4 = symbol_addr @table
    v5 = iconst %d
    v6 = iconst %d
    v7 = iconst 0
    br bb1(v6, v7%s)
%s  bb3(v14:u32: int):
    ret v14, v0
}
`, end, step, start, args, b.String())
}

// TestLevelsCompileAlike: what -O0 compiles every level compiles, whichever value the optimizer leaves the branch on, and
// to the same program.
func TestLevelsCompileAlike(t *testing.T) {
	seed := testseed.Seed(t)
	compiled, n := 0, testseed.Rounds(200, 40)
	for k := range n {
		text := unclaimedLoop(rand.New(rand.NewPCG(seed, uint64(k))))
		if _, err := compiler.Compile(context.Background(), module(t, "loop.tir", text), compiler.Options{Level: "0"}); err != nil {
			continue
		}
		compiled++
		m := module(t, "loop.tir", text)
		list, err := engines.Check(context.Background(), m, engines.Config{Engines: []string{"native"}, Levels: opt.Levels, Runs: 3, Seed: seed, Interp: interp.Options{Exact: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			if len(a.Differences) > 0 || len(a.Rejected) > 0 || len(a.Untested) > 0 {
				t.Errorf("seed %d, program %d: %s %v\n%s", seed, k, a, a.Rejected, text)
			}
		}
		if t.Failed() && k > 20 {
			break
		}
	}
	if compiled < n/2 {
		t.Errorf("-O0 compiled only %d of %d programs", compiled, n)
	}
	t.Logf("%d of %d programs", compiled, n)
}
