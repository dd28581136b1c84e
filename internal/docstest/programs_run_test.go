package docstest

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the outputs in the guide to embedding")

// TestEmbedding makes a module by the commands that the guide to embedding has for a clone, builds and runs each
// program of the guide in it, and compares what it prints with what the guide says. With -short the programs are
// parsed, and what they import of this module must be there.
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
	lab := t.TempDir()
	command := func(words ...string) []byte {
		run := exec.Command(words[0], words[1:]...)
		run.Dir = lab
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
		}
		return out
	}
	clone := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "go mod init ") || strings.Contains(line, "PATH/OF/CLONE") {
			clone = clone || strings.Contains(line, "PATH/OF/CLONE")
			if testing.Short() {
				continue
			}
			command(strings.Fields(strings.ReplaceAll(line, "PATH/OF/CLONE", root))...)
		}
	}
	if !clone {
		t.Fatalf("%s does not say how to use a clone", page)
	}
	parts := strings.Split(string(text), "\n```")
	programs := 0
	for n, p := range parts {
		source, ok := strings.CutPrefix(p, "go\n")
		if !ok {
			continue
		}
		programs++
		if testing.Short() {
			parses(t, root, source)
			continue
		}
		file := filepath.Join(lab, "main.go")
		if err := os.WriteFile(file, []byte(source+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		command("go", "mod", "tidy")
		out := command("go", "run", ".")
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

// parses reports a program that is none, or that imports a package of this module that does not exist.
func parses(t *testing.T, root, source string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "main.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%v\n%s", err, source)
		return
	}
	ours := 0
	for _, i := range f.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		folder, ok := strings.CutPrefix(name, "github.com/tuffy-ir/tuffy/")
		if !ok {
			continue
		}
		ours++
		if files, err := filepath.Glob(filepath.Join(root, folder, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("there is no package %s", name)
		}
	}
	if f.Name.Name != "main" || ours == 0 {
		t.Errorf("package %s uses %d packages of ours\n%s", f.Name.Name, ours, source)
	}
}
