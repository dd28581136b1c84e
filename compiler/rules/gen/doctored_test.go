package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// overlay generates the matcher of a set and lets go commands see it in place of the one in the
// tree, beside the files given: it returns the value of -overlay.
func overlay(t testing.TB, set *schema.Set, files map[string]string) string {
	t.Helper()
	ops, err := opNames(opsFile)
	if err != nil {
		t.Fatal(err)
	}
	code, err := generate(set, ops)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(name, text string) {
		at, err := filepath.Abs(filepath.Join("../value", name))
		if err != nil {
			t.Fatal(err)
		}
		replace[at] = filepath.Join(dir, name)
		if err := os.WriteFile(replace[at], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("rules_gen.go", string(code))
	for name, text := range files {
		put(name, text)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// doctored are rules that no proof stands behind, and rules whose facts name constants that the
// pattern has, or literals.
var doctored = func() []string {
	x, c, lit := `{"var": "x", "type": "int"}`, `{"calc": {"const": "c"}}`, func(n int) string { return fmt.Sprintf(`{"calc": {"lit": "%d"}}`, n) }
	rule := func(name, op, arg, rhs, rest string) string {
		imm := ""
		if op == "zext" || op == "sext" {
			imm = `"imm": 1, `
		}
		return fmt.Sprintf(`{"name": %q, "doc": "", "group": "doctored", "kind": "refinement",
 "lhs": {"op": %q, %s"args": [%s, %s]}, "rhs": %s, %s}`, name, op, imm, x, arg, rhs, rest)
	}
	next := func(op string) string {
		return fmt.Sprintf(`{"op": %q, "args": [%s, {"calc": {"fn": "add", "args": [{"const": "c"}, {"lit": "1"}]}}]}`, op, x)
	}
	const proof = `, "theorem": "T", "axioms": ["propext"]`
	fact := func(fn string, args ...string) string {
		return fmt.Sprintf(`"pre": [{"fn": %q, "var": "x", "args": [%s]}]%s`, fn, strings.Join(args, ", "), proof)
	}
	num := func(n int) string { return fmt.Sprintf(`{"lit": "%d"}`, n) }
	return []string{
		rule("unproven", "xor", lit(0), x, `"experimental": true, "theorem": "", "axioms": []`),
		rule("foreign", "mul", lit(1), x, `"experimental": true, "theorem": "T", "axioms": ["sorryAx"]`),
		rule("same_width", "zext", c, x, fact("inU", `{"const": "c"}`)),
		rule("signed_bound", "sext", lit(8), x, fact("inS", num(4))),
		rule("in_range", "div", lit(3), lit(0), fact("range", num(0), num(2))),
		rule("zeros_known", "and", lit(15), x, fact("zeros", num(-16))),
		rule("ones_known", "or", lit(1), x, fact("ones", num(1))),
		rule("exchanged", "max", `{"var": "y", "type": "int"}`, `{"op": "max", "args": [{"var": "y", "type": "int"}, `+x+`]}`, `"theorem": "T", "axioms": []`),
		rule("grows", "min", c, next("min"), `"theorem": "T", "axioms": []`),
		rule("grows_once", "rem", c, next("rem"), `"pre": [{"fn": "cmp", "pred": "eq", "args": [{"const": "c"}, {"lit": "5"}]}]`+proof),
	}
}()

const doctoredTest = `package value_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/parser"
)

func TestDoctored(t *testing.T) {
	for _, row := range []struct {
		body, want string
		o          value.Options
	}{
		{"v1 = iconst 0\n v2 = xor v0, v1", "", value.Options{}},
		{"v1 = iconst 0\n v2 = xor v0, v1", "", value.Options{Only: map[string]bool{"unproven": true}}},
		{"v1 = iconst 0\n v2 = xor v0, v1", "unproven", value.Options{Experimental: true}},
		{"v1 = iconst 1\n v2 = mul v0, v1", "", value.Options{}},
		{"v1 = iconst 1\n v2 = mul v0, v1", "foreign", value.Options{Experimental: true}},
		{"v1:u9 = freeze v0\n v2 = zext v1, 9", "same_width", value.Options{}},
		{"v1:u9 = freeze v0\n v2 = zext v1, 8", "", value.Options{}},
		{"v1:s4 = freeze v0\n v2 = sext v1, 8", "signed_bound", value.Options{}},
		{"v1:s5 = freeze v0\n v2 = sext v1, 8", "", value.Options{}},
		{"v1:u1 = freeze v0\n v3 = iconst 3\n v2 = div v1, v3", "in_range", value.Options{}},
		{"v1:u2 = freeze v0\n v3 = iconst 3\n v2 = div v1, v3", "", value.Options{}},
		{"v1:u4 = freeze v0\n v3 = iconst 15\n v2 = and v1, v3", "zeros_known", value.Options{}},
		{"v1:u5 = freeze v0\n v3 = iconst 15\n v2 = and v1, v3", "", value.Options{}},
		{"v1:known(???1) = freeze v0\n v3 = iconst 1\n v2 = or v1, v3", "ones_known", value.Options{}},
		{"v1:known(??1?) = freeze v0\n v3 = iconst 1\n v2 = or v1, v3", "", value.Options{}},
		{"v1 = iconst 7\n v2 = max v0, v1", "exchanged endless", value.Options{}},
		{"v1 = iconst 7\n v2 = min v0, v1", "grows endless", value.Options{}},
		{"v1 = iconst 5\n v2 = rem v0, v1", "grows_once", value.Options{}},
	} {
		m, err := parser.Parse("test.tir", []byte("func @f(int) -> int {\n bb0:\n v0 = param 0\n "+row.body+"\n ret v2\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		r := value.Apply(m.Func("f"), row.o)
		got := strings.Join(slices.Sorted(maps.Keys(r.Counts)), " ")
		if r.Endless {
			got += " endless"
		}
		if got != row.want {
			t.Errorf("%s: fired %q, want %q", row.body, got, row.want)
		}
	}
}
`

// TestDoctoredRules: rules without a proof that counts never fire unless asked for, a fact
// is what it says at its bounds, and a rule whose pattern matches its replacement is found out by the limit that
// the tests of all rules look at.
func TestDoctoredRules(t *testing.T) {
	set, err := schema.Read("doctored.json", []byte(exportOf(doctored...)))
	if err != nil {
		t.Fatal(err)
	}
	file := overlay(t, set, map[string]string{"doctored_test.go": doctoredTest})
	out, err := exec.Command("go", "test", "-count=1", "-v", "-vet=off", "-overlay", file, "-run", "^TestDoctored$", "../value").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestDoctored") {
		t.Errorf("%v\n%s", err, out)
	}
}
