package docstest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// public are the packages that the guide to embedding is about.
var public = []string{"ir", "ir/num", "ir/graph", "ir/cfg", "parser", "memory", "interp", "interp/host", "interp/ieee754", "difftest", "difftest/engines",
	"compiler", "compiler/pass", "compiler/opt", "compiler/trace", "fuzz/gen", "fuzz/check", "fuzz/mutate", "reduce", "reduce/predicate", "sim", "x86"}

// partOf are packages that nobody can call alone, by the package whose example shows what they do.
var partOf = map[string]string{"compiler/regalloc": "compiler", "fuzz/gen/codegen": "fuzz/gen", "fuzz/gen/ub": "fuzz/gen"}

// TestExamples: each package that others can import and that exports something has an example with an output, which go
// test compares.
func TestExamples(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); dir != root && (name == "internal" || name == "testdata" || name == "cmd" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		p := filepath.ToSlash(rel)
		if !exports(t, dir) {
			return nil
		}
		seen++
		if of, ok := partOf[p]; ok {
			p = of
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p), "example_test.go"))
		if err != nil || !strings.Contains(string(text), "\nfunc Example") || !strings.Contains(string(text), "\t// Output:\n\t// ") {
			t.Errorf("%s: no example with an output (%v)", p, err)
		}
		return nil
	})
	if err != nil || seen < 60 {
		t.Errorf("%d packages, %v", seen, err)
	}
}

// exports reports whether a folder has a package, no command, that declares an exported name.
func exports(t *testing.T, dir string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name == "main" {
			return false
		}
		if ast.FileExports(f) {
			return true
		}
	}
	return false
}

// TestPublicSignatures: nothing that a public package exports needs a package below internal, which nothing else
// can import.
func TestPublicSignatures(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, p := range append(public, "fuzz/gen/preset", "fuzz/campaign", "compiler/object", "compiler/runtime", "compiler/target", "ir/edit", "fuzz") {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(p), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(p, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range internals(f) {
				t.Errorf("%s: %s is of an internal package", name, what)
			}
		}
	}
}

// TestInternalsAreSeen: fields, results and constraints that need an internal package are found, bodies are not looked at.
func TestInternalsAreSeen(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a

import (
	"x/internal/b"
	c "x/internal/d"
)

type T struct {
	F *b.One
	g b.Two
}

type u struct{ F b.Three }

func F() c.Four { b.Five(); return 0 }

func g(b.Six) {}

var V []b.Seven
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(internals(f), " "); got != "b.One c.Four b.Seven" {
		t.Errorf("found %s", got)
	}
}

// internals are the names of internal packages in what a file exports.
func internals(f *ast.File) (out []string) {
	hidden := map[string]bool{}
	for _, i := range f.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		if !strings.Contains("/"+p+"/", "/internal/") {
			continue
		}
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		hidden[name] = true
	}
	look := func(n ast.Node) {
		if n == nil {
			return
		}
		ast.Inspect(n, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && len(field.Names) > 0 && !field.Names[0].IsExported() && field.Names[0].Obj != nil && field.Names[0].Obj.Kind == ast.Var {
				if _, inStruct := field.Names[0].Obj.Decl.(*ast.Field); inStruct {
					return false
				}
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && hidden[x.Name] {
					out = append(out, x.Name+"."+s.Sel.Name)
				}
			}
			return true
		})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				for _, list := range []*ast.FieldList{d.Type.TypeParams, d.Type.Params, d.Type.Results} {
					if list != nil {
						for _, field := range list.List {
							look(field.Type)
						}
					}
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						look(s.Type)
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() && s.Type != nil {
						look(s.Type)
					}
				}
			}
		}
	}
	return out
}
