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

// TestBitsOneByOne: a loop that collects one bit at a time takes as many rounds as there are bits until nothing is known of them. The range that
// the instructions in the loop give stays. From the DES of musl.
func TestBitsOneByOne(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:u32) -> int {
  bb0:
    v1:u32 = param 0
    v2 = iconst 0
    v3 = iconst 1
    v4 = iconst 8388608
    v5 = iconst 23
    br bb1(v4, v3, v2, v2)
  bb1(v6: int, v7: int, v8: int, v9: int):
    v10:u32 = and v1, v7
    v11 = or v8, v6
    v12:u32 = zext v11, 32
    v13 = icmp.eq v10, v2
    v14 = select v13, v8, v12
    v15:u33 = shl v7, v3
    v16:u32 = zext v15, 32
    v17:u28 = shr v6, v3
    v18:u5 = add v9, v3
    v19 = icmp.lt v9, v5
    brif v19, bb1(v17, v16, v14, v18), bb2
  bb2:
    ret v14
}
`)
	f := m.Funcs[0]
	info := facts.Forward(f)
	defer info.Free()
	for _, v := range f.Args(1) {
		x := info.Fact(v)
		if !x.Contains(num.New(1)) || x.Contains(num.New(1<<33)) || x.Contains(num.New(-1)) {
			t.Errorf("v%d is in %v, want at most 32 bits", v, x.Range)
		}
	}
}
