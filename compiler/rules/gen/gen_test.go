package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

const (
	exported = "../../../lean/export/rules.json"
	opsFile  = "../../../ir/ops.go"
)

// TestCurrent: the committed files are what the committed exports generate.
func TestCurrent(t *testing.T) {
	ops, err := opNames(opsFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"rules.json": "rules/value", "memory.json": "rules/memory", "relaxed.json": "rules/float", "selection.json": "amd64/isel"} {
		want, err := generators[name]("../../../lean/export/"+name, read(t, "../../../lean/export/"+name), ops)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read(t, "../../"+dir+"/rules_gen.go"), want) {
			t.Errorf("compiler/%s/rules_gen.go is stale: run go generate ./compiler/%[1]s", dir)
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// matcherOf is [matcher] for the opcodes of package ir.
func matcherOf(t *testing.T, in string, data []byte) ([]byte, error) {
	t.Helper()
	ops, err := opNames(opsFile)
	if err != nil {
		t.Fatal(err)
	}
	return matcher(in, data, ops)
}

const goodRule = `{"name": "add_zero", "doc": "x + 0 = x", "group": "Int", "kind": "equivalence",
 "lhs": {"op": "add", "args": [{"var": "x", "type": "int"}, {"calc": {"lit": "0"}}]},
 "rhs": {"var": "x", "type": "int"}, "theorem": "T", "axioms": ["propext"]}`

func exportOf(rules ...string) string {
	return `{"format": "tuffy-rules", "version": 1, "lean": "4", "commutes": ["add"], "rules": [` + strings.Join(rules, ",") + `]}`
}

// TestBadExports: every mistake is an error that says where it is.
func TestBadExports(t *testing.T) {
	change := func(old, new string) string {
		if strings.Count(goodRule, old) != 1 {
			t.Fatalf("%q", old)
		}
		return exportOf(strings.Replace(goodRule, old, new, 1))
	}
	for _, row := range []struct{ name, text, want string }{
		{"not JSON", "{\n  \"format\": nope}", "line 2, column 14"},
		{"cut off", exportOf(goodRule)[:80], "line 1"},
		{"another file", `{"format": "x"}`, `expected "format": "tuffy-rules"`},
		{"newer", strings.Replace(exportOf(), `"version": 1`, `"version": 2`, 1), "version 2 is newer than 1"},
		{"version 0", strings.Replace(exportOf(), `"version": 1`, `"version": 0`, 1), "no version 0"},
		{"unknown field", change(`"doc"`, `"dog"`), `unknown field "dog"`},
		{"empty", "", "line 1, column 1"},
		{"null rule", exportOf("\nnull"), "line 2, column 1: null"},
		{"null operand", change(`{"calc": {"lit": "0"}}]`, "\n null]"), `line 3, column 2: rule "add_zero": null`},
		{"null argument", change(`"rhs":`, `"pre": [{"fn": "isPow2", "args": [null]}], "rhs":`), `rule "add_zero": null`},
		{"lines", change(`x + 0 = x`, `x\n`), "not one line"},
		{"wrong type", change(`"x + 0 = x"`, `5`), "line 1, column"},
		{"text after", exportOf() + "x", "after top-level value"},
		{"unknown opcode", change(`"add", "args"`, `"addd", "args"`), `rule "add_zero": pattern: unknown opcode "addd"`},
		{"unknown predicate", change(`"add", "args"`, `"icmp.xx", "args"`), `unknown predicate "xx"`},
		{"arity", change(`, {"calc": {"lit": "0"}}`, ``), "with 1 operands"},
		{"unbound", change(`"rhs": {"var": "x"`, `"rhs": {"var": "y"`), "y is not bound"},
		{"unbound constant", change(`"rhs": {"var": "x", "type": "int"}`, `"rhs": {"calc": {"const": "c"}}`), "constant c is not bound"},
		{"bad literal", change(`"lit": "0"`, `"lit": "zero"`), `"zero" is no integer`},
		{"bad kind", change(`"equivalence"`, `"perhaps"`), `unknown kind "perhaps"`},
		{"no theorem", change(`"theorem": "T"`, `"theorem": ""`), "it has no theorem"},
		{"foreign axiom", change(`"propext"`, `"sorryAx"`), "rests on the axiom sorryAx"},
		{"fact below not", change(`"rhs":`, `"pre": [{"fn": "not", "of": [{"fn": "inU", "var": "x", "args": [{"lit": "8"}]}]}], "rhs":`), "the fact inU cannot stand below not"},
		{"float type", change(`"rhs": {"var": "x", "type": "int"}`, `"rhs": {"float": "0x0", "type": "f128"}`), `"f128" is no type of a float constant`},
		{"float bits", change(`"rhs": {"var": "x", "type": "int"}`, `"rhs": {"float": "0x10000", "type": "f16"}`), `"0x10000" are not the bits of a constant of type f16`},
		{"reciprocal", change(`"rhs": {"var": "x", "type": "int"}`, `"rhs": {"recip": "y"}`), "the reciprocal of y cannot be matched, or y is not bound"},
		{"result type", change(`"op": "add", "args"`, `"op": "add", "to": "f32", "args"`), `add with the result type "f32"`},
		{"no result type", change(`{"op": "add", "args": [{"var": "x", "type": "int"}, {"calc": {"lit": "0"}}]}`, `{"op": "si_to_fp", "args": [{"var": "x", "type": "int"}]}`), `si_to_fp with the result type ""`},
		{"float predicate", change(`"add", "args"`, `"fcmp.lt", "args"`), `unknown predicate "lt"`},
		{"classes", change(`"rhs":`, `"pre": [{"fn": "fpNotIn", "var": "x", "args": [{"const": "c"}]}], "rhs":`), "the classes of fpNotIn are no literal"},
		{"root is a variable", change(`{"op": "add", "args": [{"var": "x", "type": "int"}, {"calc": {"lit": "0"}}]}`, `{"var": "x", "type": "int"}`), "root must be an opcode"},
		{"twice", exportOf(goodRule, goodRule), "is there twice"},
		{"commutes", strings.Replace(exportOf(), `["add"]`, `["sub"]`, 1), `"sub" is no opcode whose operands may be swapped`},
	} {
		_, err := matcherOf(t, "rules.json", []byte(row.text))
		if err == nil || !strings.HasPrefix(err.Error(), "rules.json: ") || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q and the file", row.name, err, row.want)
		}
	}
	for name, text := range map[string]string{"plain": exportOf(goodRule), "experimental": change(`"theorem": "T"`, `"experimental": true, "theorem": ""`)} {
		set, err := schema.Read(name, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ops, err := opNames(opsFile)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := generate(set, ops); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVariants: operands of commuting opcodes are swapped, patterns that are alike are one.
func TestVariants(t *testing.T) {
	v := func(n string) *schema.Term { return &schema.Term{Var: n, Type: "int"} }
	add := func(a, b *schema.Term) *schema.Term { return &schema.Term{Op: "add", Args: []*schema.Term{a, b}} }
	for _, row := range []struct {
		lhs, rhs *schema.Term
		want     int
	}{
		{add(v("x"), v("x")), v("x"), 1},
		{add(v("x"), v("y")), v("x"), 2},              // which one is kept differs
		{add(v("x"), v("y")), add(v("y"), v("x")), 2}, // told apart by the replacement's order
		{add(add(v("x"), v("y")), v("z")), v("z"), 2}, // x and y are alike
		{add(add(v("x"), v("y")), v("z")), v("x"), 4},
		{&schema.Term{Op: "sub", Args: []*schema.Term{v("x"), v("y")}}, v("x"), 1},
	} {
		if got := variants(&schema.Rule{LHS: row.lhs, RHS: row.rhs}, (&schema.Set{Commutes: []string{"add"}}).Swaps); len(got) != row.want {
			t.Errorf("%d variants, want %d", len(got), row.want)
		}
	}
}
