package llvm_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// row is a line of testdata/rows: what a function does, and how it ends.
type row struct {
	file                     string
	line                     int
	construct, body, outcome string
}

// rows are all of them.
func rows(t testing.TB) (all []row) {
	names, err := filepath.Glob("testdata/rows/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no rows", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			parts := strings.Split(line, " | ")
			if len(parts) != 3 {
				t.Fatalf("%s:%d: three parts are expected", name, n+1)
			}
			all = append(all, row{name, n + 1, parts[0], parts[1], parts[2]})
		}
	}
	return all
}

// program is the module of a row: what the rows share, the function and declarations of the intrinsics that it calls.
func (r row) program(t testing.TB) string {
	shared, err := os.ReadFile("testdata/shared.ll")
	if err != nil {
		t.Fatal(err)
	}
	i := strings.LastIndex(r.body, "ret ")
	result := "i32"
	if i >= 0 {
		result = r.body[i+4:]
		if n := strings.IndexAny(result, " "); n >= 0 {
			result = result[:n]
		}
	}
	var b strings.Builder
	b.Write(shared)
	b.WriteString("define " + result + " @f() {\n" + strings.ReplaceAll(r.body, "; ", "\n") + "\n}\n")
	seen := map[string]bool{}
	for _, part := range strings.Split(r.body, "@llvm.")[1:] {
		name, rest, _ := strings.Cut(part, "(")
		before := r.body[:strings.Index(r.body, "@llvm."+part)]
		call := before[strings.LastIndex(before, "call ")+5:]
		if seen[name] {
			continue
		}
		seen[name] = true
		args := rest[:closing(rest)]
		var types []string
		for _, a := range split(args) {
			types = append(types, typeText(a))
		}
		b.WriteString("declare " + strings.TrimSpace(call) + " @llvm." + name + "(" + strings.Join(types, ", ") + ")\n")
	}
	return b.String()
}

// closing is where the parenthesis that is open ends.
func closing(s string) int {
	depth := 1
	for i, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// split splits at commas that are not in brackets.
func split(s string) (parts []string) {
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(', '<', '[', '{':
			depth++
		case ')', '>', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts, from = append(parts, strings.TrimSpace(s[from:i])), i+1
			}
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

// typeText is the type that an argument begins with.
func typeText(s string) string {
	if s[0] == '<' {
		return s[:strings.IndexByte(s, '>')+1]
	}
	t, _, _ := strings.Cut(s, " ")
	return t
}

// compile reads a text, which must be a module that verifies.
func compile(t testing.TB, name, text string) *ir.Module {
	t.Helper()
	m, err := llvm.Compile(name, []byte(text), llvm.Options{Hosted: true})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// TestRows runs each row on both evaluators.
func TestRows(t *testing.T) {
	for _, r := range rows(t) {
		text := r.program(t)
		m := compile(t, "row.ll", text)
		for _, exact := range []bool{false, true} {
			out, err := interp.Run(context.Background(), m, interp.Options{Entry: "f", Strict: true, Exact: exact})
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := strings.Cut(strings.TrimPrefix(out.Text(), "returned "), " (")
			got = strings.TrimSuffix(got, ".0")
			switch {
			case out.Kind == interp.Undefined && out.UB.Code == interp.UBPoisonResult:
				got = "poison"
			case out.Kind == interp.Undefined && r.outcome == "ub":
				got = "ub"
			case out.Kind == interp.Undefined:
				got = out.UB.Code.ID()
			case out.Kind == interp.Trapped:
				got = "trap"
			}
			if got != r.outcome {
				t.Errorf("%s:%d: got %s, want %s (exact: %v)\n%s\n%s", r.file, r.line, got, r.outcome, exact, r.body, out.Text())
			}
		}
	}
}

// withoutRow are the constructs whose programs are in testdata/modules.txt.
var withoutRow = map[string]bool{"module assembly": true, "linkage, visibility, sections, comdats": true, "debug information": true, "nofpclass": true,
	"zeroext, signext, inreg, returned, noalias, captures, readonly, memory(…) and its like": true, "addrspacecast": true, "callbr": true,
	"inalloca, preallocated, byref, nest, swifterror, naked": true}

// TestTable compares the rows with the table of the documentation: each construct has programs.
func TestTable(t *testing.T) {
	text, err := os.ReadFile("../../../docs/reference/llvm.md")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, r := range rows(t) {
		has[r.construct] = true
	}
	documented := map[string]bool{}
	_, table, _ := strings.Cut(string(text), "|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n") {
		parts := strings.Split(line, " | ")
		if len(parts) != 2 {
			continue
		}
		name := strings.TrimPrefix(parts[0], "| ")
		documented[name] = true
		if !has[name] && !withoutRow[name] {
			t.Errorf("no row of testdata/rows is about %q", name)
		}
	}
	for name := range has {
		if !documented[name] {
			t.Errorf("docs/reference/llvm.md has no row about %q", name)
		}
	}
}
