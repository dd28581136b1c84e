package pass_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestEndlessProfile: counts are those that fit, and 0 where control never goes, in a function with
// sixty loops in one another that are hardly ever left.
func TestEndlessProfile(t *testing.T) {
	const n, exit = 60, 2*60 + 1
	var s strings.Builder
	s.WriteString(`func @f(bool) {
bb0:
v0 = param 0
br bb1
`)
	for b := 1; b < exit; b++ {
		fmt.Fprintf(&s, "bb%d:\n", b)
		switch {
		case b < n:
			fmt.Fprintf(&s, "br bb%d\n", b+1)
		case b == n:
			fmt.Fprintf(&s, "brif v0, bb%d, bb%d\n", b+1, exit)
		default:
			fmt.Fprintf(&s, "brif v0, bb%d, bb%d\n", exit-b, b+1)
		}
	}
	fmt.Fprintf(&s, `bb%d:
ret
}
`, exit)
	m := parse(t, s.String())
	f := m.Func("f")
	for b := range f.Blocks() {
		end := f.Terminator(b)
		switch {
		case b < n:
			m.SetWeights(f.Origin(end), []uint64{1})
		case b == n, b == exit-1:
			m.SetWeights(f.Origin(end), []uint64{1, 0})
		case b < exit:
			m.SetWeights(f.Origin(end), []uint64{1<<19 - 1, 1})
		}
	}
	one := pass.Pass{Name: "one", Func: func(c *pass.Ctx) {
		at := c.F.Terminator(c.F.Entry())
		if c.Fire(pass.Change{Rule: "r", At: at, Kind: pass.Equivalence}) {
			c.F.Before(at).Int64(0, ir.Synthetic)
		}
	}}
	config := pass.Single("one", 1, "one")
	config.Profile = true
	if _, err := pass.Run(context.Background(), m, []pass.Pass{one}, pass.Options{Config: config}); err != nil {
		t.Fatal(err)
	}
	for b, want := range map[ir.Block][]uint64{0: {1}, n: {1 << 62, 0}, n + 1: {1 << 62, 1 << 62}} {
		if got := m.Weights(f.Origin(f.Terminator(b)), len(want)); !slices.Equal(got, want) {
			t.Errorf("the counts of block %d are %v, want %v", b, got, want)
		}
	}
}
