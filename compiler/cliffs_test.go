package compiler_test

import (
	"bytes"
	"context"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/sim"
)

// nested is a program with n loops in one another, each with a counter that code after the loop reads, of which every
// body runs once: @main returns 1 for the innermost and 0 + … + 0 for the others.
func nested(n int) string {
	var s strings.Builder
	// Blocks: 0 the entry, 1 to n the headers, n+1 to 2n what follows the loop inside, 2n+1 the way out. Values: 4 and
	// 5 of header k are v(4+2k) and the next.
	counter := func(k int) int { return 4 + 2*k }
	next := 6 + 2*n
	fresh := func() int { next++; return next }
	fmt.Fprintf(&s, `func @main(int:s32) -> int:u64 {
  bb0(v0: mem):
    v1:u32 = iconst 0
    v2:u32 = iconst 1
    v3:s32 = param 0
    br bb1(v1, v1)
`)
	for k := 1; k <= n; k++ {
		in, out := fmt.Sprintf("bb%d(v1, v%d)", k+1, counter(k)+1), fmt.Sprintf("bb%d(v%d)", n+k-1, counter(k)+1)
		if k == n {
			in = fmt.Sprintf("bb%d(v%d)", n+k, counter(k)+1)
		}
		if k == 1 {
			out = fmt.Sprintf("bb%d", 2*n+1)
		}
		c := fresh()
		fmt.Fprintf(&s, `  bb%d(v%d:u32: int, v%d:u64: int):
    v%d = icmp.lt v%d, v3
    brif v%d, %s, %s
`, k, counter(k), counter(k)+1, c, counter(k), c, in, out)
	}
	for k := n; k >= 1; k-- {
		in, up, sum, cut := fresh(), fresh(), fresh(), fresh()
		added := counter(k)
		if k == n {
			added = 2
		}
		fmt.Fprintf(&s, `  bb%d(v%d:u64: int):
    v%d:u32 = add v%d, v2
    v%d:u65 = add v%d, v%d
    v%d:u64 = zext v%d, 64
    br bb%d(v%d, v%d)
`,
			n+k, in, up, counter(k), sum, in, added, cut, sum, k, up, cut)
	}
	fmt.Fprintf(&s, `  bb%d:
    ret v%d, v0
}
`, 2*n+1, counter(1)+1)
	return s.String()
}

// TestDeepLoops: estimated frequencies grow tenfold with each loop, and must not reach what float32, or float64, calls
// infinite, which is the weight of what cannot be spilled.
func TestDeepLoops(t *testing.T) {
	depths := []int{3, 68, 320}
	if !testing.Short() {
		depths = append(depths, 2000)
	}
	for _, n := range depths {
		for _, level := range testseed.Every(2, []string{"0", "1", "2", "3", "s"}) {
			m := irtest.Parse(t, nested(n))
			// What the checker of allocations keeps is values by blocks, too much for the deepest.
			exe := built(t, m, compiler.Options{Level: level, Check: n < 100})
			s := sim.New(sim.Options{Args: []string{"main"}})
			if err := s.LoadELF(bytes.NewReader(exe)); err != nil {
				t.Fatal(err)
			}
			if got := s.Run(context.Background()).Code; got != 1 {
				t.Errorf("%d loops at -O%s: exit status %d, want 1", n, level, got)
			}
		}
	}
}

// arguments is a loop with n arguments. Each iteration hands them on as pass says: the name of what argument k is in the
// next one.
func arguments(n int, size string, pass func(k int) string) string {
	var s strings.Builder
	list := func(of func(k int) string) string {
		all := make([]string, n)
		for k := range all {
			all[k] = of(k)
		}
		return strings.Join(all, ", ")
	}
	fmt.Fprintf(&s, `func @main(int:s32) -> int:u64 {
  bb0(v0: mem):
    v1:u32 = iconst 0
    v2:u32 = iconst 1
    v3:s32 = %s
`, size)
	fmt.Fprintf(&s, "    br bb1(v1, %s)\n", list(func(int) string { return "v2" }))
	fmt.Fprintf(&s, "  bb1(v4:u32: int, %s):\n", list(func(k int) string { return fmt.Sprintf("v%d:u64: int", 10+k) }))
	fmt.Fprintf(&s, `    v5 = icmp.lt v4, v3
    brif v5, bb2, bb3
  bb2:
    v6:u32 = add v4, v2
    br bb1(v6, %s)
  bb3:
`, list(pass))
	sum := "v10"
	for k := 1; k < n; k++ {
		fmt.Fprintf(&s, `    v%d:i64 = add %s, v%d
    v%d:u64 = zext v%d, 64
`, n+8+2*k, sum, 10+k, n+9+2*k, n+8+2*k)
		sum = fmt.Sprintf("v%d", n+9+2*k)
	}
	fmt.Fprintf(&s, `    ret %s, v0
}
`, sum)
	return s.String()
}

// TestManyArguments: five times as many arguments of a block take about five times the work. Work is counted in
// bytes allocated: whatever copies all operands of a terminator for each of them allocates their square.
func TestManyArguments(t *testing.T) {
	shapes := map[string]func(n int) func(k int) string{
		"stay": func(int) func(int) string { return func(k int) string { return fmt.Sprintf("v%d", 10+k) } },
		"shift": func(n int) func(int) string {
			return func(k int) string { return fmt.Sprintf("v%d", 10+min(k+1, n-1)) }
		},
		"back": func(int) func(int) string { return func(k int) string { return fmt.Sprintf("v%d", 10+max(k-1, 0)) } },
		"counter": func(n int) func(int) string {
			return func(k int) string { return []string{"v6", fmt.Sprintf("v%d", 10+k)}[k%2] }
		},
	}
	work := func(text string) float64 {
		m := irtest.Parse(t, text)
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		if _, err := compiler.Compile(context.Background(), m, compiler.Options{Level: "2", Workers: 1}); err != nil {
			t.Fatal(err)
		}
		goruntime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for name, shape := range shapes {
		for _, size := range []string{"param 0", "iconst 1"} {
			n := testseed.Rounds(600, 300)
			small, large := work(arguments(n, size, shape(n))), work(arguments(5*n, size, shape(5*n)))
			if large > 10*small {
				t.Errorf("%s, %s: %d arguments take %.0f bytes, %d take %.0f", name, size, n, small, 5*n, large)
			}
		}
	}
}
