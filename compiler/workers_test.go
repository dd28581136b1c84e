//go:build unix

package compiler_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/runtime"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestWorkers: how many workers compile a module changes no byte of the object file, nor of the
// annotated text: of many small functions, of few that are so different in size that workers finish
// out of order, of the run-time library, and of programs with source lines.
func TestWorkers(t *testing.T) {
	modules := map[string]*ir.Module{"small": program(testseed.Rounds(4000, 1000), 100, 4), "library": runtime.Library()}
	uneven := ir.NewModule()
	for n, size := range []int{1500, 60, 60, 700, 60, 60, 60, 300, 60, 60, 60} {
		function(uneven, string(rune('a'+n)), size, 10)
	}
	modules["uneven"] = uneven
	ranged, _ := kernels(t)
	for _, file := range testseed.Every(6, ranged) {
		if m := parse(t, file); len(m.Funcs) > 1 {
			modules[file] = m
		}
	}
	for name, m := range modules {
		for _, level := range []string{"0", "2"} {
			want := objectOf(t, m, level, 1)
			for workers := 2; workers <= 8; workers += testseed.Rounds(1, 5) {
				if got := objectOf(t, m, level, workers); !bytes.Equal(got, want) {
					t.Errorf("%s: -O%s with %d workers differs from that with one", name, level, workers)
				}
			}
		}
	}
}

// kernels are the files of corpus/bench whose header does not say `ranges: none`, and those where it does:
// there numbers are kept from block to block of which nothing is claimed.
func kernels(t *testing.T) (ranged, bare []string) {
	t.Helper()
	files, err := filepath.Glob("../corpus/bench/*.tir")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no programs: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(src, []byte("\n// ranges: none\n")) {
			bare = append(bare, file)
		} else {
			ranged = append(ranged, file)
		}
	}
	return ranged, bare
}

// TestBareKernels: a kernel that says `ranges: none` is refused for that reason at level 0, and no other kernel is. At
// level 2 the ranges of what they count are found, but for those of the parameters of a recursive function.
func TestBareKernels(t *testing.T) {
	_, bare := kernels(t)
	for _, file := range bare {
		_, err := compiler.Compile(context.Background(), parse(t, file), compiler.Options{Level: "0"})
		if err == nil || !strings.Contains(err.Error(), "has no finite range") {
			t.Errorf("%s: %v, want that a value has no finite range", file, err)
		}
		_, err = compiler.Compile(context.Background(), parse(t, file), compiler.Options{Level: "2"})
		if recursive := strings.HasSuffix(file, "quicksort.tir"); (err != nil) != recursive {
			t.Errorf("%s at level 2: %v", file, err)
		}
	}
}

// objectOf is the object file of a module, and its text.
func objectOf(t *testing.T, m *ir.Module, level string, workers int) []byte {
	t.Helper()
	code, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Level: level, Workers: workers, Internal: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := object.WriteObject(&b, code); err != nil {
		t.Fatal(err)
	}
	if err := object.WriteAnnotated(&b, code); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRangesStay: a program that claims its ranges compiles at every level. A pass that puts a value without a claim
// in the place of one that has a range takes the machine from the program. Programs whose ranges are only those that
// the branches of a loop give are not among them: a rewrite of the branch may lose them.
func TestRangesStay(t *testing.T) {
	ranged, _ := kernels(t)
	files, err := filepath.Glob("testdata/ranges/*.tir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range append(testseed.Every(4, ranged), files...) {
		m := parse(t, file)
		for _, level := range []string{"0", "1", "2", "s", "3", "fast"} {
			if _, err := compiler.Compile(context.Background(), m.Clone(), compiler.Options{Level: level}); err != nil {
				t.Errorf("%s, -O%s: %v", file, level, err)
			}
		}
	}
}
