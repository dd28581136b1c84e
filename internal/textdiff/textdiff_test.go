package textdiff

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestMoved: a line is marked as moved exactly as often as both texts have it in a changed row; what only moved is
// no line that differs.
func TestMoved(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	for range 2000 {
		var texts [2]string
		for n := range texts {
			for range r.IntN(12) {
				texts[n] += string(rune('a'+r.IntN(5))) + "\n"
			}
		}
		gone, came, from, to := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
		for _, row := range Rows(texts[0], texts[1]) {
			if (row.LeftMoved || row.RightMoved) && !row.Changed || row.LeftMoved && row.LeftNum == 0 || row.RightMoved && row.RightNum == 0 {
				t.Fatalf("%q and %q: %+v moved", texts[0], texts[1], row)
			}
			if row.Changed && row.LeftNum > 0 {
				gone[row.Left]++
			}
			if row.Changed && row.RightNum > 0 {
				came[row.Right]++
			}
			if row.LeftMoved {
				from[row.Left]++
			}
			if row.RightMoved {
				to[row.Right]++
			}
		}
		for _, line := range []string{"a", "b", "c", "d", "e"} {
			if want := min(gone[line], came[line]); from[line] != want || to[line] != want {
				t.Fatalf("%q and %q: %q moved from %d places to %d, expected %d", texts[0], texts[1], line, from[line], to[line], want)
			}
		}
	}
}

// TestUnified: whoever applies the difference to the first text, by the numbers of its heads, gets the second.
func TestUnified(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	for range 2000 {
		var a, b []string
		for n := range r.IntN(40) {
			line := fmt.Sprint("line ", n%11)
			switch r.IntN(12) {
			case 0:
				a = append(a, line)
			case 1:
				b = append(b, line)
			case 2:
				a, b = append(a, line), append([]string{line}, b...)
			default:
				a, b = append(a, line), append(b, line)
			}
		}
		var got []string
		next, seen := 1, 0 // the line of a that is still to be copied
		for _, line := range Unified(strings.Join(a, "\n"), strings.Join(b, "\n")) {
			if strings.HasPrefix(line, "@@") {
				var left, lines, right, more int
				if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &left, &lines, &right, &more); err != nil {
					t.Fatal(line, err)
				}
				if lines == 0 {
					left++
				}
				if more == 0 {
					right++
				}
				got = append(got, a[next-1:left-1]...)
				next, seen = left, 0
				if right != len(got)+1 {
					t.Fatalf("%q to %q: %s at line %d", a, b, line, len(got)+1)
				}
				continue
			}
			text := line[1:]
			switch line[0] {
			case ' ':
				got, next, seen = append(got, text), next+1, seen+1
				if seen > 2*context {
					t.Fatalf("%q to %q: more than %d lines stay in a row", a, b, 2*context)
				}
			case Removed, MovedFrom:
				if a[next-1] != text {
					t.Fatalf("%q to %q: %q is not line %d", a, b, text, next)
				}
				next, seen = next+1, 0
			case Added, MovedTo:
				got, seen = append(got, text), 0
			default:
				t.Fatalf("line %q", line)
			}
		}
		if got = append(got, a[next-1:]...); !slices.Equal(got, b) {
			t.Fatalf("%q to %q: got %q", a, b, got)
		}
	}
	if d := Unified("a\nb\n", "a\nb\n"); d != nil {
		t.Errorf("equal texts differ: %q", d)
	}
	want := []string{"@@ -1,4 +1,4 @@", "<x", " a", "-b", "+B", " c", ">x"}
	if got := Unified("x\na\nb\nc\n", "a\nB\nc\nx\n"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
