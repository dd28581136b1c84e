package mutants

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// root is the folder of the module.
var root = filepath.Join("..", "..")

// TestTable: 40 rows of engines, one or more of each pass and 40 of the backend with a name of their own,
// each an edit of one place.
func TestTable(t *testing.T) {
	seen, shared, passes, backend := map[string]bool{}, 0, 0, 0
	for _, m := range All() {
		if m.Name == "" || m.What == "" || m.Like == "" || m.Old == m.New || seen[m.Name] {
			t.Errorf("row %+v", m)
		}
		seen[m.Name] = true
		switch m.Where {
		case Shared:
			shared++
		case Opt:
			passes++
		case Backend:
			backend++
		}
		if (m.Where == Opt) != (m.Guilty != "") {
			t.Errorf("%s: only rows of passes name a rewrite", m.Name)
		}
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
		if err != nil {
			t.Error(err)
			continue
		}
		wrong, err := m.Apply(src)
		if err != nil {
			t.Error(err)
		} else if bytes.Equal(wrong, src) {
			t.Errorf("%s changes nothing", m.Name)
		}
		if _, err := m.Apply(wrong); err == nil && !strings.Contains(m.New, m.Old) {
			t.Errorf("%s can be applied twice", m.Name)
		}
	}
	if len(seen)-passes-backend != 40 || shared < 12 || passes < 12 || backend < 40 {
		t.Errorf("%d mutants, %d of them of what both engines run, %d of passes, %d of the backend; want 40 of engines, 12, 12 and 40", len(seen), shared, passes, backend)
	}
	for _, p := range opt.Passes() {
		// Of a question whose answer is unspecified either answer is right.
		if p.Name == "constant-p" {
			continue
		}
		if !slices.ContainsFunc(optRows, func(m Mutant) bool { return m.Guilty == p.Name || strings.HasPrefix(m.Guilty, p.Name+"/") }) {
			t.Errorf("no mutant breaks the pass %s", p.Name)
		}
	}
	if _, err := Named("no"); err == nil {
		t.Error("a mutant that does not exist was found")
	}
}

// TestTypes: every wrong version is a Go program.
func TestTypes(t *testing.T) {
	fset := token.NewFileSet()
	packages := map[string]map[string]*ast.File{} // folder → path of file → file
	var folders []string
	for _, m := range All() {
		folder := path.Dir(m.File)
		if packages[folder] != nil {
			continue
		}
		folders = append(folders, "./"+folder)
		packages[folder] = parseFolder(t, fset, folder)
	}
	imports := importer.ForCompiler(fset, "gc", exports(t, folders))
	for _, m := range All() {
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
		if err != nil {
			t.Fatal(err)
		}
		if src, err = m.Apply(src); err != nil {
			t.Error(err)
			continue
		}
		wrong, err := parser.ParseFile(fset, m.File, src, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		var files []*ast.File
		for name, f := range packages[path.Dir(m.File)] {
			if name == m.File {
				f = wrong
			}
			files = append(files, f)
		}
		check := types.Config{Importer: imports, GoVersion: "go1.26", Error: func(err error) {
			// The other files import what only the bodies that they lack use.
			if e, ok := errors.AsType[types.Error](err); !ok || e.Fset.File(e.Pos) == fset.File(wrong.Pos()) {
				t.Errorf("%s: %v", m.Name, err)
			}
		}}
		_, _ = check.Check(path.Dir(m.File), fset, files, nil)
	}
}

// parseFolder parses the files of a package but for its tests, and leaves the bodies of functions out.
func parseFolder(t *testing.T, fset *token.FileSet, folder string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				fn.Body.List = nil
			}
		}
		files[path.Join(folder, filepath.Base(name))] = f
	}
	return files
}

// exports finds the compiled form of what the packages import.
func exports(t *testing.T, folders []string) func(path string) (io.ReadCloser, error) {
	t.Helper()
	args := append([]string{"list", "-deps", "-export", "-f", "{{.ImportPath}}\t{{.Export}}"}, folders...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			files[name] = file
		}
	}
	return func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("%s is not compiled", path)
		}
		return os.Open(files[path])
	}
}

// TestHunt: without a mutant there is nothing to find, and one of one engine, of both, one of
// memory, and one of code generation are found and reduced. With -short no mutant is built.
func TestHunt(t *testing.T) {
	rows := []string{"", "shr-logical", "merge-sign", "free-interior", "sub-memory-reversed"}
	if testing.Short() {
		rows = rows[:1]
	}
	for _, name := range rows {
		var m *Mutant
		if name != "" {
			row, err := Named(name)
			if err != nil {
				t.Fatal(err)
			}
			m = &row
		}
		all, err := Hunt(root, m, []uint64{1}, "-programs", fmt.Sprint(testseed.Rounds(1500, 60)), "-time", "30m", "-reduce", "2m")
		if err != nil {
			t.Fatal(err)
		}
		r := all[0]
		switch {
		case name == "" && r.Found:
			t.Fatalf("without a mutant %s fails: %s\n%s%s", r.Check, r.Message, r.Text, r.Note)
		case name != "" && !r.Found:
			t.Errorf("%s is not found with %d programs", name, r.Programs)
		case name != "" && !r.Small():
			t.Errorf("%s is not reduced to %d instructions but to %d:\n%s%s", name, MaxInsts, r.Insts, r.Text, r.Note)
		}
	}
}

// TestRows: a planted bug is a row of a campaign, however many checks, levels and texts see it, and two bugs
// are two rows. With -short the bugs are not built, and the table must have them.
func TestRows(t *testing.T) {
	var planted []Mutant
	for _, name := range []string{"select-swapped", "gvn-siblings", "fold-remainder-sign"} {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Guilty == "" {
			t.Errorf("%s names no rewrite", name)
		}
		planted = append(planted, m)
	}
	if testing.Short() {
		return
	}
	const checks = "transform/opt/level,transform/opt/random,transform/opt/gvn,transform/opt/simplify-cfg,transform/opt/sccp,backend/O1,backend/O2,backend/O3"
	_, rows, err := Rows(root, planted, "--preset", "passes", "--programs", "300", "--reduce-time", "10s", "--checks", checks)
	if err != nil {
		t.Fatal(err)
	}
	out := strings.Join(rows, "\n")
	if len(rows) != len(planted) {
		t.Errorf("%d rows of %d bugs:\n%s", len(rows), len(planted), out)
	}
	for _, m := range planted {
		if n := strings.Count(out, "rewrite "+m.Guilty); n != 1 {
			t.Errorf("%s is in %d rows:\n%s", m.Guilty, n, out)
		}
	}
}

// TestBackendRows: a bug that shows at many opcodes is one row, and the part that the row names is of the phase that is wrong.
func TestBackendRows(t *testing.T) {
	for name, part := range map[string]string{"limb-carry-equal": "  legalize.", "index-displacement": "  isel."} {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Where != Backend {
			t.Errorf("%s is of %s", name, m.Where)
		}
		if testing.Short() {
			continue
		}
		programs, rows, err := Rows(root, []Mutant{m}, "--preset", "backend", "--programs", "150", "--reduce-time", "10s", "--checks", "backend/O0,backend/O2")
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 1 || !strings.Contains(rows[0], part) {
			t.Errorf("%s: %s:\n%s", name, programs, strings.Join(rows, "\n"))
		}
	}
}
