package docstest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tuffy-ir/tuffy/"

var quoted = regexp.MustCompile("`([^`]+)`")

// TestImportTable: the table of docs/architecture.md has a row for every package, which lists what
// the package imports beside the standard library, and nothing else. Tests may import more.
func TestImportTable(t *testing.T) {
	top := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(top, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := importTable(string(text))
	if len(rows) < 20 {
		t.Fatalf("docs/architecture.md has %d rows of packages: the pattern of this test is wrong", len(rows))
	}
	for _, problem := range compare(rows, imports(t, top)) {
		t.Error("docs/architecture.md: " + problem)
	}
}

// TestImportTableIsHeld: what the table lacks, and what it has in vain, is reported.
func TestImportTableIsHeld(t *testing.T) {
	rows := importTable("| package | holds | may import |\n|---|---|---|\n" +
		"| `a` | x | std |\n| `b`, `c` | y | `a`, `gone` |\n| `d` | z | `a/...` |\n| `old` | z | std |\n")
	got := compare(rows, map[string][]string{
		"a": nil, "a/in": {"a"}, "b": {"a", "d"}, "c": nil, "d": {"a", "a/in"}, "new": nil, "a/out": {"b"},
	})
	want := []string{"`a/out` imports `b`, which its row lacks", "`b` imports `d`, which its row lacks", "`new` has no row",
		"no package of the row of `b` imports `gone`", "`old` is no package"}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A row is for some packages and those below them that have no row of their own. An import that ends
// in /... is a package and all below it; one that is ... alone is anything.
type row struct{ packages, imports []string }

// importTable reads the rows of the table whose last column is "may import".
func importTable(text string) []row {
	_, text, _ = strings.Cut(text, "| may import |\n")
	var out []row
	for l := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(l), "|"), "|")
		if len(cells) != 3 {
			break
		}
		if r := (row{names(cells[0]), names(cells[2])}); len(r.packages) > 0 {
			out = append(out, r)
		}
	}
	return out
}

func names(cell string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		out = append(out, m[1])
	}
	return out
}

// compare says, sorted, in what the table and the imports of packages differ.
func compare(rows []row, imported map[string][]string) []string {
	owner := map[string]int{}
	for n, r := range rows {
		for _, p := range r.packages {
			owner[p] = n
		}
	}
	rowOf := func(p string) int {
		for ; p != "."; p = path.Dir(p) {
			if n, ok := owner[p]; ok {
				return n
			}
		}
		return -1
	}
	var out []string
	used := map[int]map[string]bool{}
	for _, p := range slices.Sorted(maps.Keys(imported)) {
		n := rowOf(p)
		if n < 0 {
			out = append(out, "`"+p+"` has no row")
			continue
		}
		if used[n] == nil {
			used[n] = map[string]bool{}
		}
		for _, q := range imported[p] {
			if rowOf(q) == n {
				continue
			}
			found := false
			for _, may := range rows[n].imports {
				if below, all := strings.CutSuffix(may, "/..."); may == "..." || q == may || all && (q == below || strings.HasPrefix(q, below+"/")) {
					used[n][may], found = true, true
				}
			}
			if !found {
				out = append(out, "`"+p+"` imports `"+q+"`, which its row lacks")
			}
		}
	}
	for n, r := range rows {
		for _, p := range r.packages {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(imported)), func(q string) bool { return q == p || strings.HasPrefix(q, p+"/") }) {
				out = append(out, "`"+p+"` is no package")
			}
		}
		for _, may := range r.imports {
			if !used[n][may] {
				out = append(out, "no package of the row of `"+r.packages[0]+"` imports `"+may+"`")
			}
		}
	}
	slices.Sort(out)
	return out
}

// imports maps each package to what its files other than tests import: packages of Tuffy by their
// folder, others by their path; the standard library is left out.
func imports(t *testing.T, top string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := fs.WalkDir(os.DirFS(top), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "bin"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(top, filepath.FromSlash(name)), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if own, ok := strings.CutPrefix(p, module); ok {
				out[dir] = append(out[dir], own)
			} else if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
				out[dir] = append(out[dir], p)
			}
		}
		slices.Sort(out[dir])
		out[dir] = slices.Compact(out[dir])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
