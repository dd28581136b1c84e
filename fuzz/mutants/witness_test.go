package mutants

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHasWitness: a test that fails with a mutant and passes without it is a witness; one that fails without it is none.
func TestHasWitness(t *testing.T) {
	for _, c := range []struct {
		name, old, wrong, test string
		want                   bool
	}{
		{"seen", "a + 1", "a + 2", "if f(1) != 2 { t.Fail() }", true},
		{"not looked at", "a + 1", "a + 2", "f(1)", false},
		{"fails anyway", "a + 1", "a + 2", "if f(1) == 2 || f(1) == 3 { t.Fail() }", false},
	} {
		root := t.TempDir()
		for name, text := range map[string]string{
			"go.mod":    "module p\n",
			"p.go":      "package p\n\nfunc f(a int) int { return a + 1 }\n",
			"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { " + c.test + " }\n",
		} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := HasWitness(root, Mutant{Name: c.name, File: "p.go", Old: c.old, New: c.wrong}, []string{"."})
		if err != nil || got != c.want {
			t.Errorf("%s: %t, %v", c.name, got, err)
		}
	}
}
