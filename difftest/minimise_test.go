package difftest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestMinimalInput: the input of a divergence is the simplest that shows it, which is known of these pairs; the same for
// every number of workers.
func TestMinimalInput(t *testing.T) {
	for _, row := range []struct {
		name, before, after string
		want                []string // any of these
	}{
		{"division and shift part where an odd sum is negative",
			`func @f(int:s32, int:s32) -> int:s64 {
bb0:
  v0 = param 0
  v1 = param 1
  v2 = add v0, v1
  v3 = iconst 2
  v4 = tdiv v2, v3
  ret v4
}
`,
			`func @f(int:s32, int:s32) -> int:s64 {
bb0:
  v0 = param 0
  v1 = param 1
  v2 = add v0, v1
  v3 = iconst 1
  v4 = shr v2, v3
  ret v4
}
`,
			[]string{`{"args":[0,-1]}`, `{"args":[-1,0]}`, `{"args":[1,-2]}`, `{"args":[-2,1]}`}},
		{"above a bound",
			`func @f(int:s32) -> bool {
bb0:
  v0 = param 0
  v1 = iconst 1000
  v2 = icmp.lt v0, v1
  ret v2
}
`,
			`func @f(int:s32) -> bool {
bb0:
  v0 = param 0
  v1 = iconst 1001
  v2 = icmp.lt v0, v1
  ret v2
}
`,
			[]string{`{"args":[1000]}`}},
		{"the second byte",
			`func @f(ptr) -> int {
bb0(v0: mem):
  v1 = param 0
  v2 = iconst 1
  v3 = ptradd v1, v2
  v4 = load.1 v3, v0
  ret v4, v0
}
`,
			`func @f(ptr) -> int {
bb0(v0: mem):
  v1 = param 0
  v2 = iconst 1
  v3 = ptradd v1, v2
  v4 = load.1 v3, v0
  v5 = iconst 1
  v6 = add v4, v5
  ret v6, v0
}
`,
			[]string{`00 00`}},
		{"bytes from a bound on",
			`func @f(ptr) -> bool {
bb0(v0: mem):
  v1 = param 0
  v2:u8 = load.1 v1, v0
  v3 = iconst 83
  v4 = icmp.ge v2, v3
  v5 = iconst 1
  v6 = ptradd v1, v5
  v7:u8 = load.1 v6, v0
  v8 = iconst 128
  v9 = icmp.ge v7, v8
  v10 = select v4, v9, v4
  ret v10, v0
}
`,
			`func @f(ptr) -> bool {
bb0(v0: mem):
  v1 = bconst false
  ret v1, v0
}
`,
			[]string{`53 80`}},
		{"bytes from a bound on, of which one has all bits below it",
			`func @f(ptr) -> bool {
bb0(v0: mem):
  v1 = param 0
  v2:u8 = load.1 v1, v0
  v3 = iconst 127
  v4 = icmp.ge v2, v3
  v5 = iconst 1
  v6 = ptradd v1, v5
  v7:u8 = load.1 v6, v0
  v8 = iconst 1
  v9 = icmp.ge v7, v8
  v10 = select v4, v9, v4
  ret v10, v0
}
`,
			`func @f(ptr) -> bool {
bb0(v0: mem):
  v1 = bconst false
  ret v1, v0
}
`,
			[]string{`7f 01`}},
	} {
		var first string
		for _, workers := range []int{1, 3} {
			res, err := difftest.Check(t.Context(), irtest.Parse(t, row.before), irtest.Parse(t, row.after), difftest.Config{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			d := res.Pairs[0].Divergence
			if d == nil {
				t.Fatalf("%s: %s", row.name, res.Text())
			}
			got := d.Input.String()
			if first == "" {
				first = got
			}
			if got != first || !slices.ContainsFunc(row.want, func(w string) bool {
				return got == w || !strings.HasPrefix(w, "{") && strings.Contains(got, `"bytes":"`+w+`"`)
			}) {
				t.Errorf("%s, %d workers: %s, want %s", row.name, workers, got, strings.Join(row.want, " or "))
			}
			// The command's input shows it again.
			again, err := difftest.Check(t.Context(), irtest.Parse(t, row.before), irtest.Parse(t, row.after), difftest.Config{Entry: "f", Inputs: []*difftest.Input{d.Input}})
			if err != nil || again.Verdict() != difftest.Diverged {
				t.Errorf("%s: %s does not show it again: %v", row.name, got, err)
			}
		}
	}
}

// TestMemoryRow: where memory alone differs, the row that is marked says which byte of which buffer, and what each side has.
func TestMemoryRow(t *testing.T) {
	const store = `func @f(ptr, int:s64) {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3 = iconst 2
    v4 = ptradd v1, v3
    v5 = iconst 65535
    v6 = %s v2, v5
    v7 = store.4 v6, v4, v0
    ret v7
}
`
	res, err := difftest.Check(t.Context(), irtest.Parse(t, fmt.Sprintf(store, "or")), irtest.Parse(t, fmt.Sprintf(store, "and")), difftest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	d := res.Pairs[0].Divergence
	if d == nil {
		t.Fatal(res.Text())
	}
	text := d.Text("", false)
	if want := "> buffer 0, byte 2: ff | buffer 0, byte 2: 00\n"; !strings.Contains(text, want) || strings.Count(text, "\n>") != 1 {
		t.Errorf("no %q in\n%s", want, text)
	}
	if want := `{"args":[{"ptr":0},0],"buffers":[{"align":16,"bytes":"00 00 00 00 00 00"}]}`; d.Input.String() != want {
		t.Errorf("the input is %s, want %s", d.Input, want)
	}
}
