package docstest

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the outputs in the guide to embedding")

// TestEmbedding builds and runs each program of the guide to embedding, as somebody outside of this module has it,
// and compares what it prints with what the guide says.
func TestEmbedding(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(root, "docs", "guide", "embedding.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "\n```")
	programs := 0
	for n, p := range parts {
		source, ok := strings.CutPrefix(p, "go\n")
		if !ok {
			continue
		}
		programs++
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(source+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		// Within the module for its dependencies; the file is outside, where internal packages cannot be imported.
		run := exec.Command("go", "run", file)
		run.Dir = root
		out, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("program %d of %s: %v\n%s", programs, page, err, out)
			continue
		}
		want := "text\n" + strings.TrimRight(string(out), "\n")
		if n+2 < len(parts) && *update {
			parts[n+2] = want
		} else if n+2 >= len(parts) || parts[n+2] != want {
			t.Errorf("program %d of %s prints\n%s\nwhich is not what stands behind it (-update renews it)", programs, page, out)
		}
	}
	if programs < 4 {
		t.Errorf("%d programs in %s", programs, page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(strings.Join(parts, "\n```")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
