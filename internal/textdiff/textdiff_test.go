package textdiff

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestRows: both texts can be read off the rows in order, a row that is not marked has equal lines, and as many
// lines stay equal as an independent search over all subsequences finds.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	text := func() []string {
		var out []string
		for range r.IntN(9) {
			out = append(out, string(rune('a'+r.IntN(3))))
		}
		return out
	}
	for range 2000 {
		a, b := text(), text()
		var left, right []string
		equal := 0
		for _, row := range Rows(strings.Join(a, "\n"), strings.Join(b, "\n")) {
			if row.LeftNum > 0 {
				left = append(left, row.Left)
			}
			if row.RightNum > 0 {
				right = append(right, row.Right)
			}
			if !row.Changed {
				equal++
				if row.Left != row.Right || row.LeftNum == 0 || row.RightNum == 0 {
					t.Fatalf("%q and %q: %+v is not equal", a, b, row)
				}
			}
		}
		if strings.Join(left, "") != strings.Join(a, "") || strings.Join(right, "") != strings.Join(b, "") {
			t.Fatalf("%q and %q became %q and %q", a, b, left, right)
		}
		// Every subset of a's lines that is a subsequence of b.
		most := 0
		for set := range 1 << len(a) {
			n, at := 0, 0
			for k, line := range a {
				if set>>k&1 == 0 {
					continue
				}
				for at < len(b) && b[at] != line {
					at++
				}
				if at == len(b) {
					n = -1
					break
				}
				n, at = n+1, at+1
			}
			most = max(most, n)
		}
		if equal != most {
			t.Fatalf("%q and %q: %d lines are equal, %d could be", a, b, equal, most)
		}
	}
}
