package difftest_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestData: what others can see of data symbols is compared, whatever the functions do with it.
func TestData(t *testing.T) {
	const user = `func @f(int) -> int {
bb0(v0: mem):
v1 = param 0
v2 = symbol_addr @x
v3 = store.8 v1, v2, v0
ret v1, v3
}
`
	const reader = `func @f(int) -> int {
bb0(v0: mem):
v1 = symbol_addr @x
v2 = load.1 v1, v0
ret v2, v0
}
`
	const idle = `func @f(int) -> int {
bb0:
v0 = param 0
ret v0
}
`
	const seven = `func @f(int) -> int {
bb0:
v0 = iconst 97
ret v0
}
`
	for _, c := range []struct{ name, before, after, why string }{
		{"same", "data @x = \"abcdefgh\"\n" + user, "data @x = \"abcdefgh\"\n" + user, ""},
		{"initial bytes that are overwritten", "data @x = \"abcdefgh\"\n" + user, "data @x = \"abcdefgi\"\n" + user, "@x: byte 7 starts as 68 before and 69 after"},
		{"uninit gets a value", "data @x = uninit 8\n" + user, "data @x = \"abcdefgh\"\n" + user, ""},
		{"a value gets lost", "data @x = zero 8\n" + user, "data @x = uninit 8\n" + user, "@x: byte 0 starts as 00 before and __ after"},
		{"zeros as bytes", "data @x = zero 8\n" + user, "data @x = \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"\n" + user, ""},
		{"becomes constant", "data @x = zero 8\n" + reader, "data @x const = zero 8\n" + reader, "@x is constant after and not before"},
		{"becomes writable", "data @x const = zero 8\n" + reader, "data @x = zero 8\n" + reader, ""},
		{"longer", "data @x = zero 8\n" + user, "data @x = zero 9\n" + user, ""},
		{"shorter", "data @x = zero 16\n" + user, "data @x = zero 8\n" + user, "@x has 16 bytes before and 8 after"},
		{"less aligned", "data @x align 16 = zero 8\n" + user, "data @x align 8 = zero 8\n" + user, "@x has alignment 16 before and 8 after"},
		{"more aligned", "data @x align 8 = zero 8\n" + user, "data @x align 16 = zero 8\n" + user, ""},
		{"unused goes", "data @x = zero 8\n" + idle, idle, ""},
		{"constant that was folded goes", "data @x const = \"abcdefgh\"\n" + reader, seven, ""},
		{"used goes", "data @x = zero 8\n" + user, idle, "@x is data before and not after"},
		{"local goes", "data @x local = zero 8\n" + user, idle, ""},
		{"added", idle, "data @x = zero 8\n" + idle, ""},
		{"large", "data @x = zero 3000000000\n" + idle, "data @x = zero 3000000000\n" + idle, ""},
	} {
		res, err := difftest.Check(context.Background(), irtest.Parse(t, c.before), irtest.Parse(t, c.after), difftest.Config{Runs: 5})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.why == "" && res.Verdict() == difftest.Diverged || c.why != "" && (res.Verdict() != difftest.Diverged || !strings.Contains(res.Text(), c.why)) {
			t.Errorf("%s: got %s\n%swant %q", c.name, res.Verdict(), res.Text(), c.why)
		}
	}
}
