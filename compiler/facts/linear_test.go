package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestHandedOn: a loop hands n arguments on by one place each time, so that what comes in needs n rounds to get
// through. Facts do not follow it that far: the work is linear in n, and what is claimed holds.
func TestHandedOn(t *testing.T) {
	work := func(n int) int {
		list := func(of func(k int) string) string {
			all := make([]string, n)
			for k := range all {
				all[k] = of(k)
			}
			return strings.Join(all, ", ")
		}
		m := irtest.Parse(t, fmt.Sprintf(`func @f(int:u8) -> int {
  bb0:
    v0:u8 = param 0
    v1 = iconst 1
    br bb1(%s)
  bb1(%s):
    v2 = icmp.lt v10, v0
    brif v2, bb2, bb3
  bb2:
    br bb1(%s)
  bb3:
    ret v%d
}
`,
			list(func(int) string { return "v1" }), list(func(k int) string { return fmt.Sprintf("v%d: int", 10+k) }),
			list(func(k int) string { return []string{"v0", fmt.Sprintf("v%d", 9+k)}[min(k, 1)] }), 9+n))
		f := m.Funcs[0]
		info := facts.Forward(f)
		defer info.Free()
		for _, v := range f.Args(1) {
			// In the end every argument is what came in.
			if x := info.Fact(v); !x.Contains(num.New(200)) {
				t.Fatalf("%d arguments: v%d is never 200", n, v)
			}
		}
		return info.Work().Args
	}
	if small, large := work(400), work(4000); large > 11*small {
		t.Errorf("400 arguments are joined %d times, 4000 are %d times", small, large)
	}
}
