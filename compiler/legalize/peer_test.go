//go:build peer

package legalize

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// textFolders are the folders of a real front end's programs with how many there are, how many of
// them verify, how many of those are legalized, and how many of those have a @main that returns and
// then returns the same. The programs of ops that are not legal are the ones without claims.
var textFolders = []struct {
	folder                  string
	all, valid, legal, same int
}{
	{"isel", 20, 20, 20, 0}, {"book-codegen", 9, 9, 9, 0}, {"book-exec", 37, 37, 37, 0}, {"run", 55, 55, 55, 42}, {"ops", 35, 28, 17, 0},
}

// TestTexts legalizes the programs of a real front end, and runs those that can.
func TestTexts(t *testing.T) {
	root := "../../../shared/corpus/tuffy"
	for _, want := range textFolders {
		files, err := filepath.Glob(filepath.Join(root, want.folder, "*.tir"))
		if err != nil {
			t.Fatal(err)
		}
		got := want
		got.all, got.valid, got.legal, got.same = len(files), 0, 0, 0
		for _, file := range files {
			valid, legal, same := legalizeText(t, file)
			got.valid += valid
			got.legal += legal
			got.same += same
		}
		if got != want {
			t.Errorf("%s: %d texts, %d valid, %d legal, %d run alike; want %d, %d, %d, %d", want.folder,
				got.all, got.valid, got.legal, got.same, want.all, want.valid, want.legal, want.same)
		}
	}
}

// legalizeText counts a text: is it valid, is it legalized, does it run alike.
func legalizeText(t *testing.T, file string) (valid, legal, same int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse(filepath.Base(file), text)
	if err != nil || ir.Verify(m) != nil {
		return 0, 0, 0
	}
	before := m.Clone()
	if _, err := Module(m, machine(t, "")); err != nil {
		if !strings.Contains(err.Error(), "has no finite range") {
			t.Errorf("%s: %v", file, err)
		}
		return 1, 0, 0
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, m)
	}
	f := before.Func("main")
	if f == nil || len(f.Params) > 0 {
		return 1, 1, 0
	}
	o := interp.Options{Strict: true}
	a, errA := interp.Run(context.Background(), before, o)
	b, errB := interp.Run(context.Background(), m, o)
	if errA != nil || errB != nil {
		t.Fatalf("%s: %v %v", file, errA, errB)
	}
	if a.Kind != interp.Returned || len(f.Returns) != len(m.Func("main").Returns) || strings.Contains(a.Text(), "poison") {
		return 1, 1, 0
	}
	if a.Text() != b.Text() {
		t.Errorf("%s: %s, was %s", file, b.Text(), a.Text())
	}
	return 1, 1, 1
}
