package gofuzz

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestRun: every input gets a result that go-fuzz knows, and all of them come up.
func TestRun(t *testing.T) {
	inputs := append(check.Seeds(), make([]byte, maxBytes+1))
	seen := map[int]int{}
	for _, data := range inputs {
		seen[Run(data, check.All())]++
	}
	t.Log(seen)
	if seen[-1] == 0 || seen[0] == 0 || seen[1] == 0 || len(seen) != 3 {
		t.Errorf("results %v of %d inputs", seen, len(inputs))
	}
}

// TestRunPanics: what a check finds reaches go-fuzz as a panic with the program.
func TestRunPanics(t *testing.T) {
	planted := check.Check{Name: "planted", Run: func(s *check.Subject) *check.Failure {
		for _, f := range s.Module.Funcs {
			for b := range f.Blocks() {
				for i := range f.Insts(b) {
					if f.Op(i) == ir.OpMul {
						return &check.Failure{Rule: "mul", Message: "there is a mul"}
					}
				}
			}
		}
		return nil
	}}
	found := 0
	for _, data := range check.Seeds() {
		func() {
			defer func() {
				if r := recover(); r != nil {
					found++
					if text := fmt.Sprint(r); !strings.HasPrefix(text, "planted: mul: there is a mul\n") || !strings.Contains(text, "func @main") {
						t.Errorf("the panic says %s", text)
					}
				}
			}()
			Run(data, []check.Check{planted})
		}()
	}
	if found == 0 || found == len(check.Seeds()) {
		t.Errorf("%d of %d inputs fail", found, len(check.Seeds()))
	}
}

// TestEntry: the file behind the build tag compiles and has the function that go-fuzz-build
// looks for.
func TestEntry(t *testing.T) {
	src, err := os.ReadFile("fuzz.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(src), "//go:build gofuzz\n") || !strings.Contains(string(src), "\nfunc Fuzz(data []byte) int {") {
		t.Errorf("go-fuzz-build does not find Fuzz in\n%s", src)
	}
	out, err := exec.Command("go", "build", "-tags", "gofuzz", ".").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEmbedded: go-fuzz-build copies what a go:embed directive names as one file, so what it instruments
// embeds neither patterns nor folders, nor several files by one directive.
func TestEmbedded(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{$d := .Dir}}{{range .EmbedPatterns}}{{$d}} {{.}}{{"\n"}}{{end}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 3 {
		t.Fatalf("only %d embedded files: the template of this test is wrong", len(lines))
	}
	for _, line := range lines {
		dir, name, _ := strings.Cut(line, " ")
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() || filepath.Base(name) != name {
			t.Errorf("%s: go-fuzz-build does not copy //go:embed %s: name one file of the folder", dir, name)
		}
		sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		alone := false
		for _, source := range sources {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			alone = alone || strings.Contains(string(text), "\n//go:embed "+name+"\n")
		}
		if !alone {
			t.Errorf("%s: go-fuzz-build does not copy %s: give it a go:embed directive of its own", dir, name)
		}
	}
}

// TestLiterals: go-fuzz-build gives up on integer literals beyond 64 bits, so what it
// instruments has none; a shift says the same.
func TestLiterals(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 50 {
		t.Fatalf("only %d files", len(files))
	}
	fset := token.NewFileSet()
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.INT {
				if _, err := strconv.ParseUint(lit.Value, 0, 64); err != nil {
					t.Errorf("%s: %v", fset.Position(lit.Pos()), err)
				}
			}
			return true
		})
	}
}
