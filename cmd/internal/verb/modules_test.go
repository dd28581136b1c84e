package verb

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestModules: a file is read once while there is room for its text, and those that were not asked for longest go.
func TestModules(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	text := `func @f() {
  bb0:
    ret
}
//` + strings.Repeat("x", programBytes)
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(file(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := &modules{limit: 2 * (len(text) + programBytes)}
	get := func(name string) *ir.Module {
		m, err := s.load(file(name))
		if err != nil {
			t.Error(err)
		}
		return m
	}
	a := get("a")
	var together sync.WaitGroup
	for range 8 {
		together.Go(func() {
			if get("a") != a {
				t.Error("a was read again")
			}
		})
	}
	together.Wait()
	b := get("b")
	if get("a") != a || get("c") == nil || get("a") != a {
		t.Error("a was read again")
	}
	if get("b") == b {
		t.Error("b was kept beyond the limit")
	}
	for range 2 {
		if _, err := s.load(file("missing")); err == nil {
			t.Error("no error for a file that is missing")
		}
	}
	if s.bytes > s.limit || len(s.byName) != s.recent.Len() {
		t.Errorf("%d bytes of %d, %d names for %d programs", s.bytes, s.limit, len(s.byName), s.recent.Len())
	}
}
