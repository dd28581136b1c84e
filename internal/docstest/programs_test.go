package docstest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// irLine finds a line of an IR program: an item, a label, an instruction or a terminator.
var irLine = regexp.MustCompile(`(?m)\bfunc @|\bdata @|^\s*bb\d+\b.*:|^\s*v\d+(:\S+)?(, v\d+)* = |^\s*(ret|br|brif|trap|unreachable)\b`)

// TestProgramsAreLines: a program of three lines or more in a test stands there as lines, in a raw literal or a file,
// and not as one line with escapes. What a raw literal cannot hold is excepted: carriage returns, other control
// characters and backquotes.
func TestProgramsAreLines(t *testing.T) {
	top := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || path != top && strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		files++
		for _, where := range escapedPrograms(set, f) {
			t.Errorf("%s: write the program as lines, in a raw literal", strings.TrimPrefix(filepath.ToSlash(where), "../../"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Errorf("only %d files were looked at: the walk is wrong", files)
	}
}

// escapedPrograms are the places of literals with escapes that hold programs.
func escapedPrograms(set *token.FileSet, f *ast.File) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING || l.Value[0] == '`' {
			return true
		}
		text, err := strconv.Unquote(l.Value)
		control := strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == '`' })
		if err == nil && !control && strings.Count(text, "\n") >= 2 && irLine.MatchString(text) {
			p := set.Position(l.Pos())
			out = append(out, fmt.Sprintf("%s:%d", p.Filename, p.Line))
		}
		return true
	})
	return out
}

// TestEscapedProgramsAreFound: programs and parts of them are found, other texts, raw ones and those of one line are not.
func TestEscapedProgramsAreFound(t *testing.T) {
	const src = "package p\n" +
		`var _ = "func @f() {\nbb0:\n ret\n}"` + "\n" + // line 2
		`var _ = " v1 = add v0, v0\n brif v1, bb1, bb2\n"` + "\n" + // line 3
		`var _ = "bb0(v0: mem):\n  trap\n"` + "\n" + // line 4
		`var _ = "v1 = add v0, v0\nret v1"` + "\n" +
		`var _ = "got\n%s\nwant\n%s"` + "\n" +
		`var _ = "func @f() {\r\nbb0:\r\n}"` + "\n" +
		"var _ = `func @f() {\n\n\n}`\n"
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p_test.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := escapedPrograms(set, f), []string{"p_test.go:2", "p_test.go:3", "p_test.go:4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
