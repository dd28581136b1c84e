package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestNames: a listing has the author's numbers, in any order and with gaps; what has none gets one that the
// author did not use; and reading the listing gives the same listing.
func TestNames(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"canonical", `bb0:
 v0 = iconst 1
 v1 = add v0, v0
 ret v1`, ""},
		{"gaps and order", `bb7:
 v20 = iconst 1
 br bb3(v20)
 bb3(v4: int):
 v2 = add v4, v20
 ret v2`, ""},
		{"an expanded spelling", `bb0:
 v0 = iconst 1
 v1:u8 = saturating_add.8 v0, v0
 v2 = add v1, v0
 ret v2`,
			`bb0:
 v0 = iconst 1
 v3 = add v0, v0
 v4 = iconst 0
 v5 = max v3, v4
 v6 = iconst 255
 v1:u8 = min v5, v6
 v2 = add v1, v0
 ret v2`},
		{"the last number there is", `bb0:
 v4294967295 = iconst 1
 v1:u8 = saturating_add.8 v4294967295, v4294967295
 ret v1`,
			`bb0:
 v4294967295 = iconst 1
 v0 = add v4294967295, v4294967295
 v2 = iconst 0
 v3 = max v0, v2
 v4 = iconst 255
 v1:u8 = min v3, v4
 ret v1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(s string) string {
				var lines []string
				for line := range strings.Lines(s) {
					if line = strings.TrimSpace(line); line != "" {
						lines = append(lines, line)
					}
				}
				return strings.Join(lines, "\n")
			}
			if c.want == "" {
				c.want = c.in
			}
			m := mustParse(t, "func @f() -> int {\n"+c.in+"\n}\n")
			want := text("func @f() -> int {\n" + c.want + "\n}\n")
			for _, m := range []*ir.Module{m, m.Clone(), mustParse(t, m.String())} {
				if got := m.String(); text(got) != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			}
			if m.Clone().String() != m.String() || mustParse(t, m.String()).String() != m.String() {
				t.Error("a clone or the text has another listing")
			}
			if mustParse(t, m.String()).Canonical() != m.Canonical() {
				t.Errorf("the listing is another program:\n%s", m.String())
			}
		})
	}
}

// TestNamesSurvive: what a change keeps has its number still, and what it makes has a new one.
func TestNamesSurvive(t *testing.T) {
	m := mustParse(t, `func @f() -> int {
bb5:
 v20 = iconst 1
 v7 = add v20, v20
 v9 = mul v7, v20
 ret v9
}
`)
	f := m.Funcs[0]
	b := f.Entry()
	mul := f.PrevInst(f.LastInst(b))
	add := f.PrevInst(mul)
	two := f.Before(add).Int64(2, ir.Synthetic)
	f.ReplaceUses(f.Result(add, 0), two)
	f.RemoveInst(add)
	want := `func @f() -> int {
  bb5:
    v20 = iconst 1
    v21 = iconst 2
    v9 = mul v21, v20
    ret v9
}
`
	for range 2 {
		if got := m.String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		f.Compact()
	}
}

// TestNumbersStay: a number is one value's for good, also where the text counts as the printer does: not that of what
// comes to stand in front of it, and not that of what was removed.
func TestNumbersStay(t *testing.T) {
	m := mustParse(t, `func @f() -> int {
  bb0:
    v0 = iconst 1
    v1 = add v0, v0
    v2 = mul v1, v0
    ret v2
}
`)
	f := m.Funcs[0]
	mul := f.PrevInst(f.LastInst(f.Entry()))
	add := f.PrevInst(mul)
	second := f.Before(mul).Int64(5, ir.Synthetic)
	first := f.Before(add).Int64(4, ir.Synthetic)
	f.ReplaceUses(f.Result(add, 0), second)
	f.RemoveInst(add)
	text := func(want string) {
		t.Helper()
		if got := fmt.Sprint(m); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if got := fmt.Sprint(mustParse(t, m.String())); got != want {
			t.Errorf("read back:\n%s\nwant\n%s", got, want)
		}
	}
	text(`func @f() -> int {
  bb0:
    v0 = iconst 1
    v4 = iconst 4
    v3 = iconst 5
    v2 = mul v3, v0
    ret v2
}
`)
	f.ReplaceUses(second, first)
	f.RemoveInst(f.PrevInst(mul))
	text(`func @f() -> int {
  bb0:
    v0 = iconst 1
    v4 = iconst 4
    v2 = mul v4, v0
    ret v2
}
`)
}
