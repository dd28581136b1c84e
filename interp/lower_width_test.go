package interp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestWidthsOfArguments: a block argument without a claim is as wide as what is passed to it, around loops too.
func TestWidthsOfArguments(t *testing.T) {
	rows := []struct{ name, start, step, class string }{
		{"extended", "3", "v5 = mul v2, v2\n    v6 = zext v5, 64", "U"},
		{"extended with its sign", "-1", "v5 = mul v2, v2\n    v6 = sext v5, 64", "S"},
		{"always 0", "0", "v5 = mul v2, v2\n    v6 = zext v5, 64", "S"},
		{"both", "-1", "v5 = mul v2, v2\n    v6 = zext v5, 64", "G"},
		{"counted without a bound", "0", "v5 = iconst 1\n    v6 = add v2, v5", "G"},
		{"masked", "7", "v5 = iconst 255\n    v6 = and v2, v5", "S"},
		{"the same", "18446744073709551615", "v6 = zext v2, 64", "U"},
		{"shifted in", "3", "v5 = iconst 1\n    v6 = shl v2, v5", "G"},
	}
	for _, row := range rows {
		m := irtest.Parse(t, fmt.Sprintf(`func @main() -> int {
  bb0(v0: mem):
    v1 = iconst %s
    br bb1(v1)

  bb1(v2: int):
    v3 = iconst 5
    v4 = icmp.lt v3, v2
    %s
    brif v4, bb1(v6), bb2

  bb2:
    ret v2, v0
}
`, row.start, row.step))
		if got := argumentClasses(t, m.Canonical()); got != row.class {
			t.Errorf("%s: class %s, want %s", row.name, got, row.class)
		}
	}
}

// argumentClasses are the classes of the int arguments of the blocks of @main, as letters.
func argumentClasses(t *testing.T, text string) string {
	m := irtest.Parse(t, text)
	w, err := newWorld(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.lowered = map[*ir.Func]*fastFunc{}
	fn := w.fastFunc(m.Func("main"))
	lower(w, fn)
	var out strings.Builder
	for b := range fn.f.Blocks() {
		for _, a := range fn.f.Args(b) {
			if c := fn.class[a]; c != classO {
				out.WriteByte("GSUOLM"[c])
			}
		}
	}
	return out.String()
}

// TestWidthsOfChains: what passes through a hundred arguments, in an order of blocks that goes back each time, is found or given up,
// never wrong.
func TestWidthsOfChains(t *testing.T) {
	const n = 100
	var b strings.Builder
	b.WriteString(`func @main() -> int {
  bb0(v0: mem):
    v1 = iconst 200
    br bb100(v1)
`)
	for k := n; k > 1; k-- { // bbK passes on to bbK-1
		fmt.Fprintf(&b, `
  bb%d(v%d: int):
    v%d = add v%d, v%d
    br bb%d(v%d)
`, k, 100+4*k, 101+4*k, 100+4*k, 100+4*k, k-1, 101+4*k)
	}
	b.WriteString(`
  bb1(v104: int):
    ret v104, v0
}
`)
	m := irtest.Parse(t, b.String())
	fast, err := Run(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	exact, err := Run(context.Background(), m, Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	if fast.Text() != exact.Text() || fast.Kind != Returned {
		t.Errorf("%s, not %s", fast.Text(), exact.Text())
	}
}
