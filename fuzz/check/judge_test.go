package check

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

func parsed(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := parser.Parse("a.tir", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// into is a transform that makes the program another one.
func into(t *testing.T, text string) Transform {
	return Transform{Name: "other", Apply: func(*Subject) *ir.Module { return parsed(t, text) }}
}

const overwritten = `
func @main() -> int {
  bb0(v0: mem):
    v1 = stack_slot 8
    v2 = iconst 7
    v3 = store.8 v2, v1, v0
    v4 = store.8 v2, v1, v3
    v5 = load.8 v1, TOKEN
    ret v5, v4
}
`

// TestTokens: a load that gets a token older than its bytes computes the same, and is wrong where the
// program had none such.
func TestTokens(t *testing.T) {
	program := func(token string) string { return strings.Replace(overwritten, "TOKEN", token, 1) }
	for _, row := range []struct {
		before, after string
		wrong         bool
	}{
		{"v4", "v3", true},
		{"v4", "v4", false},
		{"v3", "v3", false}, // the program itself has a stale token
	} {
		other := into(t, program(row.after))
		f := other.check(&Subject{Module: parsed(t, program(row.before))})
		if (f != nil) != row.wrong {
			t.Errorf("%s to %s: %v", row.before, row.after, f)
		}
	}
}

// TestLost: a function that is gone although something names it is not an external one.
func TestLost(t *testing.T) {
	const f = `func @f() -> int {
 bb0:
  v0 = iconst 1
  ret v0
}
`
	main := func(more string) string {
		return `func @main() -> int {
 bb0:
` + more + `  v1 = iconst 1
  ret v1
}
`
	}
	table := "data @t const = zero 8 relocs [0: @f]\n"
	for _, row := range []struct {
		after string
		wrong bool
	}{
		{main(""), false},
		{f + main("  v0 = symbol_addr @f\n") + table, false},
		{main("") + table, true},
		{main("  v0 = symbol_addr @f\n"), true},
		{main("  v0 = symbol_addr @g\n"), false},
	} {
		other := into(t, row.after)
		got := other.check(&Subject{Module: parsed(t, f+main("  v0 = symbol_addr @f\n")+table)})
		if (got != nil) != row.wrong || got != nil && !strings.Contains(got.Message, "@f, which is gone") {
			t.Errorf("%v of\n%s", got, row.after)
		}
	}
}

// TestExactFloats: whether float operations with flags are exact in any order, and whether the pass that
// reorders them then is compared.
func TestExactFloats(t *testing.T) {
	for _, row := range []struct {
		name, x, c string
		typ, op    string
		exact      bool
	}{
		{"sums of integers", "0x4008000000000000", "0x4014000000000000", "f64", "fadd", true},
		{"of f32", "0x40400000", "0x40a00000", "f32", "fadd", true},
		{"a fraction", "0x3fb999999999999a", "0x4014000000000000", "f64", "fadd", false},
		{"zero", "0", "0x4014000000000000", "f64", "fadd", false},
		{"a large one", "0x41dfffffffc00000", "0x4014000000000000", "f64", "fadd", false},
		{"a format that nothing is known of", "0x4200", "0x4500", "f16", "fadd", false},
	} {
		text := "func @main() -> " + row.typ + ` {
 bb0:
` +
			"  v0 = fconst." + row.typ + " " + row.x + "\n  v1 = fconst." + row.typ + " " + row.c + "\n" +
			"  v4 = freeze v0\n  v2 = " + row.op + " reassoc v4, v1\n  v3 = " + row.op + ` reassoc v2, v1
  ret v3
}
`
		s := &Subject{Module: parsed(t, text)}
		if got := s.exactFloats(); got != row.exact {
			t.Errorf("%s: %v", row.name, got)
		}
		relax, err := Named("transform/opt/relax")
		if err != nil {
			t.Fatal(err)
		}
		if f := relax.Try(s); f != nil || s.Idle == row.exact {
			t.Errorf("%s: %v, idle %v", row.name, f, s.Idle)
		}
	}
}
