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
		fmt.Fprintf(&s, "func @f(int) -> int {\n  bb0:\n    v0 = param 0\n    v1 = iconst 1\n    br bb1(%s)\n", list(one))
		fmt.Fprintf(&s, "  bb1(%s):\n    switch v0, [%s], bb2\n", list(func(k int) string { return fmt.Sprintf("v%d: int", 10+k) }),
			list(func(k int) string { return fmt.Sprintf("%d: bb3(v%d)", k, 10+k) }))
		fmt.Fprintf(&s, "  bb2:\n    br bb1(%s)\n", list(func(k int) string { return []string{"v0", fmt.Sprintf("v%d", 9+k)}[min(k, 1)] }))
		fmt.Fprintf(&s, "  bb3(v4: int):\n    ret v4\n}\n")
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
