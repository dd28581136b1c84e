package parser

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestErrors reads testdata/errors.txt: cases of `=== name`, a text, `--- errors` and the
// full messages.
func TestErrors(t *testing.T) {
	const file = "testdata/errors.txt"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.Split(string(src), "=== ")[1:] {
		name, rest, _ := strings.Cut(c, "\n")
		text, want, ok := strings.Cut(rest, "--- errors\n")
		if !ok {
			t.Fatalf("%s: case %q has no --- errors line", file, name)
		}
		t.Run(name, func(t *testing.T) {
			m, err := Parse("t.tir", []byte(text))
			if err == nil {
				t.Fatalf("the text parses:\n%s", m)
			}
			got := err.Error() + "\n"
			fmt.Fprintf(&out, "=== %s\n%s--- errors\n%s", name, text, got)
			if got != want && !*update {
				t.Errorf("got:\n%swant:\n%sto accept: go test ./parser -run TestErrors -update", got, want)
			}
			checkErrorList(t, err, text)
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkErrorList checks what holds for every failed parse.
func checkErrorList(t *testing.T, err error, text string) {
	t.Helper()
	var l ErrorList
	if !errors.As(err, &l) || len(l.Errors) == 0 || len(l.Errors) > MaxErrors {
		t.Fatalf("not a list of 1 to %d errors: %v", MaxErrors, err)
	}
	lines := strings.Split(text, "\n")
	for i, e := range l.Errors {
		if e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Pos.Col < 1 || e.Pos.Col > len(lines[e.Pos.Line-1])+1 {
			t.Fatalf("error %d at %v is outside the text", i, e.Pos)
		}
		if i > 0 {
			if q := l.Errors[i-1].Pos; q.Line > e.Pos.Line || q.Line == e.Pos.Line && q.Col > e.Pos.Col {
				t.Fatalf("error %d at %v follows one at %v", i, e.Pos, q)
			}
		}
		want := 2
		if strings.TrimSpace(e.Line) == "" { // nothing to show
			want = 0
		}
		if e.Msg == "" || len(e.Line) > 120 || strings.Count(e.Error(), "\n") != want {
			t.Fatalf("malformed error: %q", e.Error())
		}
	}
}

// TestExcerpt: the same two lines as below the parser's own message, for every column.
func TestExcerpt(t *testing.T) {
	for _, line := range []string{"\tfoo é\x00", "x " + strings.Repeat("ab é", 60), "foo\r"} {
		_, err := Parse("t.tir", []byte(`func @f() {
bb0:
`+line+"\n}\n"))
		var l ErrorList
		if !errors.As(err, &l) {
			t.Fatalf("%q: got %v", line, err)
		}
		for _, e := range l.Errors {
			if e.Pos.Line != 3 {
				continue
			}
			if got := e.Error(); !strings.HasSuffix(got, "\n"+source.Excerpt(line, e.Pos.Col)) {
				t.Errorf("%q, column %d: got\n%s\nbelow\n%s", line, e.Pos.Col, source.Excerpt(line, e.Pos.Col), got)
			}
		}
	}
	for col, want := range map[int]string{0: "  ab\n  ^", 1: "  ab\n  ^", 2: "  ab\n   ^", 3: "  ab\n    ^", 9: "  ab\n    ^"} {
		if got := source.Excerpt("ab", col); got != want {
			t.Errorf("column %d: got\n%s", col, got)
		}
	}
}

func TestErrorCap(t *testing.T) {
	_, err := Parse("t.tir", []byte(`func @f() {
bb0:
`+strings.Repeat("  foo\n", 60)+"}\n"))
	if err == nil || !strings.HasSuffix(err.Error(), "\nand 10 more errors") || strings.Count(err.Error(), "unknown instruction") != MaxErrors {
		t.Errorf("got %v", err)
	}
}
