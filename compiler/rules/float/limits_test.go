package float

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestLimits: what is left alone, and what becomes of annotations, flags and constants.
func TestLimits(t *testing.T) {
	const chain = `v1 = fconst.f32 1.5
 v2 = fconst.f32 2.25
 v3 = fadd reassoc v0, v1
`
	for _, row := range []struct {
		name, params, body string
		fires              int
		has                string // of the text afterwards
	}{
		{"chain", "f32", chain + "v4 = fadd reassoc v3, v2\n ret v4", 1, "fadd reassoc v0, v1"},
		{"flags are those that all have", "f32", strings.Replace(chain, "reassoc", "reassoc contract", 1) + "v4 = fadd reassoc v3, v2\n ret v4", 1, "fadd reassoc v0, v1"},
		{"and no fewer", "f32", strings.Replace(chain, "reassoc", "reassoc contract", 1) + "v4 = fadd reassoc contract v3, v2\n ret v4", 1, "fadd reassoc contract v0, v1"},
		{"constant", "f32", chain + "v4 = fadd reassoc v3, v2\n ret v4", 1, "fconst.f32 0x40700000"},
		{"nothing but a constant is left", "f32", `
 v1 = fconst.f32 1.0
 v2 = fconst.f32 0.0
 v3 = fadd reassoc contract v1, v2
 v4 = fadd reassoc contract v3, v1
 v5 = fadd reassoc contract v4, v2
 ret v5`, 1, "fconst.f32 0x40000000"},
		{"one flag missing", "f32", chain + "v4 = fadd v3, v2\n ret v4", 0, ""},
		{"another reader", "f32", chain + `v4 = fadd reassoc v3, v2
 v5 = fmul v3, v4
 ret v5`, 0, ""},
		{"another block", "f32", chain + `br bb1
 bb1:
 v4 = fadd reassoc v3, v2
 ret v4`, 0, ""},
		{"another format", "f16", strings.ReplaceAll(chain, "f32", "f16") + "v4 = fadd reassoc v3, v2\n ret v4", 0, ""},
		{"a check on the constant", "f32", strings.Replace(chain, "v1 =", "v1:nofpclass(nan) =", 1) + "v4 = fadd reassoc v3, v2\n ret v4", 0, ""},
		{"a check on what goes away", "f32", strings.Replace(chain, "v3 =", "v3:nofpclass(nan) =", 1) + "v4 = fadd reassoc v3, v2\n ret v4", 1, ""},
		{"infinite constant", "f32", `
 v1 = fconst.f32 0x7f7fffff
 v2 = fconst.f32 0x7f7fffff
 v3 = fadd reassoc v0, v1
 v4 = fadd reassoc v3, v2
 ret v4`, 0, ""},
		{"product that vanishes", "f32", `
 v1 = fconst.f32 0x00800000
 v2 = fconst.f32 0x00800000
 v3 = fmul reassoc v0, v1
 v4 = fmul reassoc v3, v2
 ret v4`, 0, ""},
		{"infinite operand", "f32", `
 v1 = fconst.f32 0x7f800000
 v2 = fconst.f32 1.0
 v3 = fadd reassoc v0, v1
 v4 = fadd reassoc v3, v2
 ret v4`, 0, ""},
	} {
		typ := row.params
		m := irtest.Parse(t, "func @f("+typ+") -> "+typ+` {
 bb0:
 v0 = param 0
 `+row.body+"\n}\n")
		got, _ := Apply(m.Func("f"), Options{AllowedFlags: ir.Reassoc | ir.Contract})
		if got != row.fires || !strings.Contains(m.Canonical(), row.has) {
			t.Errorf("%s: %d firings, want %d\n%s", row.name, got, row.fires, m)
		}
		if err := ir.Verify(m); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

const goodRule = `{"name": "r", "group": "g", "needs": ["reassoc"], "doc": "", "lhs": {"op": "fadd", "args": [{"var": "x", "type": "float"}, {"var": "y", "type": "float"}]},
 "rhs": {"var": "x", "type": "float"}, "consts": ["y"], "others": [], "theorem": "T", "axioms": ["propext"]}`

func export(rule string) string {
	return `{"format": "tuffy-relaxed-rules", "version": 1, "rules": [` + rule + `]}`
}

// TestBadExports: every mistake is an error that says what is wrong, and readers of other exports do
// not take these rules for theirs.
func TestBadExports(t *testing.T) {
	if _, err := schema.ReadRelaxed("x", []byte(export(goodRule))); err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) string {
		if !strings.Contains(goodRule, old) {
			t.Fatalf("%q", old)
		}
		return export(strings.Replace(goodRule, old, new, 1))
	}
	for _, row := range []struct{ text, want string }{
		{"{", "line 1"},
		{`{"format": "tuffy-rules", "version": 1}`, "not an export of relaxed rules"},
		{`{"format": "tuffy-relaxed-rules", "version": 2, "more": 1}`, "version 2 is newer than 1"},
		{`{"format": "tuffy-relaxed-rules", "version": 0}`, "no version 0"},
		{export(goodRule + "," + goodRule), "twice"},
		{change(`["reassoc"]`, `[]`), "needs no flag"},
		{change(`["reassoc"]`, `["nnan"]`), `unknown flag "nnan"`},
		{change(`"T"`, `""`), "no theorem"},
		{change(`"propext"`, `"sorryAx"`), "rests on the axiom sorryAx"},
		{change(`"fadd"`, `"fdiv"`), "fadd, fsub, fmul, fma and fneg only"},
		{change(`"fadd"`, `"fad"`), `unknown opcode "fad"`},
		{change(`"consts": ["y"]`, `"consts": ["z"]`), "z is not bound"},
		{change(`"rhs": {"var": "x"`, `"rhs": {"var": "z"`), "z is not bound"},
		{change(`"doc"`, `"kind": "refinement", "doc"`), "unknown field"},
	} {
		if _, err := schema.ReadRelaxed("x", []byte(row.text)); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s\n%v, want %q", row.text, err, row.want)
		}
	}
	if _, err := schema.Read("relaxed.json", []byte(export(goodRule))); err == nil || !strings.Contains(err.Error(), "not an export of rules") {
		t.Errorf("a reader of other rules says %v", err)
	}
	if _, err := schema.ReadMemory("relaxed.json", []byte(export(goodRule))); err == nil {
		t.Error("a reader of memory rules takes relaxed ones")
	}
}
