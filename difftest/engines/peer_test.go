//go:build peer

package engines_test

import (
	"path/filepath"
	"testing"
)

// TestShared counts the programs of another implementation that compile and agree.
func TestShared(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "corpus", "tuffy")
	for _, dir := range []string{"isel", "book-codegen", "book-exec"} {
		n := folder(t, filepath.Join(root, dir), 20)
		if n.files == 0 {
			t.Fatalf("there are no programs in %s", filepath.Join(root, dir))
		}
		t.Logf("%s: %d programs, %d compile, %d of them have calls to compare, which agree", dir, n.files, n.compiled, n.agreed)
	}
}
