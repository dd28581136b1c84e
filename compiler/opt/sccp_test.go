package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestPropagationIsLinear: a loop hands its n arguments on by one place each time, and a switch has n cases that pass
// as many: each argument falls a few times, and only what passes it is looked at again.
func TestPropagationIsLinear(t *testing.T) {
	steps := func(n int) int {
		var s strings.Builder
		list := func(of func(k int) string) string {
			all := make([]string, n)
			for k := range all {
				all[k] = of(k)
			}
			return strings.Join(all, ", ")
		}
		one := func(int) string { return "v1" }
		fmt.Fprintf(&s, `func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 1
    br bb1(%s)
`, list(one))
		fmt.Fprintf(&s, `  bb1(%s):
    switch v0, [%s], bb2
`, list(func(k int) string { return fmt.Sprintf("v%d: int", 10+k) }),
			list(func(k int) string { return fmt.Sprintf("%d: bb3(v%d)", k, 10+k) }))
		fmt.Fprintf(&s, `  bb2:
    br bb1(%s)
`, list(func(k int) string { return []string{"v0", fmt.Sprintf("v%d", 9+k)}[min(k, 1)] }))
		fmt.Fprintf(&s, `  bb3(v4: int):
    ret v4
}
`)
		f := irtest.Parse(t, s.String()).Funcs[0]
		p := &propagation{}
		p.propagate(f)
		if !p.varies(f.Args(1)[n-1]) {
			t.Fatal("the last argument is not reached")
		}
		return p.steps
	}
	if small, large := steps(100), steps(1000); large > 12*small {
		t.Errorf("100 arguments take %d steps, 1000 take %d", small, large)
	}
}
