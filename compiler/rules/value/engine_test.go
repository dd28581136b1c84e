package value_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// firings applies rules to a function named f and writes down what the hook is told.
func firings(t *testing.T, text string, o value.Options) []string {
	t.Helper()
	m := irtest.Parse(t, text)
	var out []string
	o.Allow = func(x value.Firing) bool {
		number := x.Func.Number().Value
		line := []string{fmt.Sprintf("%s %s %d", x.Rule.Name, x.Kind, len(x.Matched))}
		for _, f := range x.Facts {
			line = append(line, fmt.Sprintf("%s v%d %s", f.Kind, number[f.Value], f.Text()))
		}
		out = append(out, strings.Join(line, "; "))
		return true
	}
	f := m.Func("f")
	if r := value.Apply(f, o); r.Fired != len(out) {
		t.Errorf("%d rules fired, the hook saw %d", r.Fired, len(out))
	}
	if err := ir.Verify(m); err != nil {
		t.Error(err)
	}
	return out
}

// TestFiring: each firing says what was known, and the preconditions of a rule that did not
// fire leave nothing behind.
func TestFiring(t *testing.T) {
	for _, row := range []struct{ name, body, want string }{
		{"a constant", `
 v1 = iconst 0
 v2 = add v0, v1
 ret v2`,
			"add_zero equivalence 1; const v1 0"},
		{"a range from an annotation", `
 v1:u8 = freeze v0
 v2 = zext v1, 16
 ret v2`,
			"zext_drop refinement 1; range v1 [0, 255]"},
		{"known bits from what the instruction yields", `
 v1 = zext v0, 4
 v2 = iconst 16
 v3 = xor v1, v2
 ret v3`,
			"xor_known_zero equivalence 1; const v2 16; known_zeros v1 ~0xf"},
		{"an annotation weakens an equivalence", `
 v1 = iconst 0
 v2:s8 = add v0, v1
 ret v2`,
			"add_zero refinement 1; annotation v2 :s8; const v1 0"},
		{"an annotation of an operand", `
 v1 = iconst 0
 v2 = add v0:s16, v1
 ret v2`,
			"add_zero refinement 1; annotation v0 :s16; const v1 0"},
	} {
		got := firings(t, `func @f(int) -> int {
 bb0:
 v0 = param 0
 `+row.body+"\n}\n", value.Options{})
		if len(got) == 0 || !strings.HasPrefix(got[0], row.want) {
			t.Errorf("%s: got %q, want %q first", row.name, got, row.want)
		}
	}
}

// TestRefused: what the hook does not allow does not happen.
func TestRefused(t *testing.T) {
	m := irtest.Parse(t, `func @f(int) -> int {
 bb0:
 v0 = param 0
 v1 = iconst 0
 v2 = add v0, v1
 ret v2
}
`)
	before, asked := m.Canonical(), 0
	r := value.Apply(m.Func("f"), value.Options{Allow: func(value.Firing) bool { asked++; return false }})
	if r.Fired != 0 || asked == 0 || m.Canonical() != before {
		t.Errorf("%d firings, asked %d times:\n%s", r.Fired, asked, m)
	}
}

// TestRulesCarryProofs: every rule names its theorem, which is in the namespace of its group and
// has its name, and rests on Lean's axioms only.
func TestRulesCarryProofs(t *testing.T) {
	for _, r := range value.All() {
		if r.Experimental {
			continue
		}
		if !strings.HasPrefix(r.Theorem, "Tuffy.Rewrites.") || !strings.HasSuffix(r.Theorem, "."+r.Name) {
			t.Errorf("%s: theorem %q", r.Name, r.Theorem)
		}
		for _, a := range r.Axioms {
			if !slices.Contains([]string{"propext", "Classical.choice", "Quot.sound"}, a) {
				t.Errorf("%s: axiom %s", r.Name, a)
			}
		}
	}
}

// TestConstantsDoNotGrow: squares of squares of a product with a constant. The constants that rules would
// move out of it double with every square, in size and, beyond what can be multiplied, in number.
func TestConstantsDoNotGrow(t *testing.T) {
	for _, first := range []string{"mul v0, v1", "shl v1, v1", "add v1, v1"} {
		const n = 1000
		var b strings.Builder
		fmt.Fprintf(&b, `func @f(int) -> int {
bb0:
v0 = param 0
v1 = iconst 30000000000000000000000000000000000000001
v2 = %s
`, first)
		for k := 2; k < n; k++ {
			fmt.Fprintf(&b, "v%d = mul v%d, v%d\n", k+1, k, k)
		}
		fmt.Fprintf(&b, `ret v%d
}
`, n)
		m := irtest.Parse(t, b.String())
		r := value.Apply(m.Func("f"), value.Options{})
		if r.Endless || r.Fired > 8*n {
			t.Errorf("%s: %d rules fired, endless %v; want at most %d", first, r.Fired, r.Endless, 8*n)
		}
		if size := len(m.Canonical()); size > 1<<20 {
			t.Errorf("%s: the result has %d bytes", first, size)
		}
	}
}

// TestLoopsStay: an address that is computed before a loop is not computed in it again, and one that is computed in the loop, or
// where nothing says how often blocks run, becomes one sum.
func TestLoopsStay(t *testing.T) {
	text := `func @f(ptr, int:u64, int:u64) -> ptr {
 bb0(v9: mem):
 v0 = param 0
 v1:u64 = param 1
 v2:u64 = param 2
 v3 = ptradd v0, v1
 br bb1

 bb1:
 v4 = ptradd v3, v2
 ret v4, v9
}
`
	for _, row := range []struct {
		depth func(b ir.Block) int
		fired int
	}{
		{nil, 1},
		{func(b ir.Block) int { return 1 }, 1},
		{func(b ir.Block) int { return 1 - int(b) }, 1},
		{func(b ir.Block) int { return int(b) }, 0},
	} {
		f := irtest.Parse(t, text).Func("f")
		if got := value.Apply(f, value.Options{Depth: row.depth, Only: map[string]bool{"ptradd_ptradd": true}}).Fired; got != row.fired {
			t.Errorf("%d rules fired, want %d\n%s", got, row.fired, f.Module)
		}
	}
}
