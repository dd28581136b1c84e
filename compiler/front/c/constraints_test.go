package c_test

import (
	_ "embed"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

//go:embed testdata/constraints.txt
var constraintPrograms string

// TestConstraintsOfStandard: each program that breaks a constraint is refused at a place in it, in words of ours. gcc refuses it, too.
func TestConstraintsOfStandard(t *testing.T) {
	for n, line := range strings.Split(strings.TrimSpace(constraintPrograms), "\n")[1:] {
		name, text, _ := strings.Cut(line, "|")
		t.Run(name, func(t *testing.T) {
			_, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(text + "\n")}}, c.Options{Hosted: true})
			var es c.Errors
			if !errors.As(err, &es) {
				t.Fatalf("%s: %v", text, err)
			}
			if e := es[0]; e.File != "t.c" || e.Line != 1 || e.Col < 1 || e.Col > len(text)+1 || strings.Contains(e.Msg, "TODO") || strings.Contains(e.Msg, "internal") {
				t.Errorf("%s: %v", text, err)
			}
			if n%testseed.Rounds(4, 40) > 0 {
				return
			}
			file := filepath.Join(t.TempDir(), "t.c")
			if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if exec.Command("gcc", "-w", "-fsyntax-only", file).Run() == nil {
				t.Error("gcc accepts it")
			}
		})
	}
}
