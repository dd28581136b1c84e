package verb

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
)

// TestSaveCase: a case goes into files that are new, whatever stands in the folder, and what the
// header quotes stays a comment.
func TestSaveCase(t *testing.T) {
	m := irtest.Parse(t, `func @f() {
  bb0:
    ret
}
`)
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(outside, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for n, name := range []string{"f_x-1.after.tir", "f_x-2.before.tir"} {
		if err := os.Symlink([]string{outside, outside + "2"}[n], filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	d := &difftest.Divergence{Func: "f\nx", Input: &difftest.Input{}}
	d.Diff.Why = "a\nfunc @evil() {\n\x1b[2J"
	if err := saveCase(dir, m, m, d, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(outside); string(got) != "precious" {
		t.Errorf("what a link names became %q, %v", got, err)
	}
	if _, err := os.Lstat(outside + "2"); err == nil {
		t.Error("a file was made through a link")
	}
	text, err := os.ReadFile(filepath.Join(dir, "f_x-3.before.tir"))
	if err != nil || strings.Contains(string(text), "\nfunc @evil") || strings.Contains(string(text), "\x1b") {
		t.Errorf("%v\n%s", err, text)
	}
	irtest.Parse(t, string(text))
	if left, err := filepath.Glob(filepath.Join(dir, "*")); len(left) != 4 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}
