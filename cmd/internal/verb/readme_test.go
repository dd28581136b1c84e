package verb

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// guides are the pages whose commands TestPasted runs. Those of the tutorial are TestTutorial's.
var guides = []string{"README.md", "docs/guide/fuzzing.md", "docs/guide/ci.md", "docs/reference/optimizer.md", "docs/reference/backend.md", "docs/reference/sim.md", "docs/reference/commands.md", "docs/reference/campaigns.md", "docs/reference/json.md", "docs/reference/security.md", "docs/reference/c.md"}

// shorter makes of a command that takes a night, or of a word that stands for something, one that a test can run.
var shorter = strings.NewReplacer("--time 8h --workers 2", "--time 20s --programs 40 --checks engines", "--time 30s", "--time 2s", "--time 10s", "--time 1s", " --listen localhost:8080", "",
	"returned 42", "ub TUF-UB-012", "TRANSFORM", "dead", "work/crashers", "crashers", "--programs 5000", "--programs 20")

// notPasted are commands that run until they are interrupted, need a bug that was found, or change the user's shell or files.
var notPasted = regexp.MustCompile(`HASH|--source|76d3|serve|--check NAME|GOCACHE|FuzzChecks|completion|go install|make |git |podman|--panic|--differential dead`)

// pastedFiles are what the pages call the reader's own.
var pastedFiles = map[string]string{
	"prog.tir": `func @main() -> int:s32 {
  bb0:
    v0:s32 = iconst 6
    v1 = iconst 7
    v2:s32 = mul v0, v1
    ret v2
}
`,
	"average.tir": `func @average(int:s32, int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1:s32 = param 1
    v2:s32 = add v0, v1
    v3 = iconst 2
    v4:s32 = tdiv v2, v3
    ret v4
}
`,
	"big.tir": `extern func @malloc(int) -> ptr
extern func @free(ptr)
func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @malloc
    v2 = iconst 8
    v3, v4 = call v1(v2), v0 -> ptr
    v5 = symbol_addr @free
    v6 = call v5(v4), v3
    v7 = load.1 v4, v6
    v8 = iconst 42
    ret v8, v6
}
`,
	"old.c":  "int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] & 255; return s; }\n",
	"new.c":  "int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n - 1; i++) s += a[i] & 255; return s; }\n",
	"prog.c": "int main(void) { return 0; }\n",
	"prog.ll": `define i32 @main() {
  ret i32 0
}
`,
	"crashes.sh": "#!/bin/sh\ngrep -q malloc \"$1\"\n",
}

// TestPasted runs the commands of the pages one after the other, as a reader who pastes them: none is refused, neither for
// how it is written nor for its files, and where output follows it is that.
func TestPasted(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range guides {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		dir := pasteRoom(t, root)
		lines := strings.Split(string(text), "\n")
		for n := 0; n < len(lines); n++ {
			line := strings.TrimSpace(lines[n])
			indented := strings.HasPrefix(lines[n], "    $ ")
			line = strings.TrimPrefix(line, "$ ")
			if word, _, _ := strings.Cut(strings.TrimPrefix(line, "bin/"), " "); !strings.HasPrefix(word, "tuffy") || strings.ContainsAny(word, "`*|.,") || line == word ||
				!indented && line != strings.TrimPrefix(lines[n], "$ ") {
				continue
			}
			command := shorter.Replace(line)
			if notPasted.MatchString(command) {
				continue
			}
			var want []string
			for indented && n+1 < len(lines) && strings.HasPrefix(lines[n+1], "    ") && !strings.HasPrefix(lines[n+1], "    $ ") {
				n++
				want = append(want, strings.TrimSpace(lines[n]))
			}
			ran++
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
			c := exec.CommandContext(ctx, "bash", "-c", command)
			c.Dir, c.Env = dir, append(os.Environ(), "NO_COLOR=1")
			out, err := c.CombinedOutput()
			stop()
			switch code := c.ProcessState.ExitCode(); {
			case code >= 64 && code <= 126 || code > 128 || strings.Contains(string(out), "internal error"):
				t.Errorf("%s:%d: %s: %v\n%s", page, n+1, command, err, out)
			case want != nil && strings.TrimSpace(string(out)) != strings.Join(want, "\n"):
				t.Errorf("%s:%d: %s prints\n%swhere the page has\n%s", page, n+1, command, out, strings.Join(want, "\n"))
			}
		}
	}
	if ran < 40 {
		t.Errorf("%d commands were run: the pattern of this test is wrong", ran)
	}
}

// pasteRoom is a folder with the files that the pages name, the commands in bin, and the corpus.
func pasteRoom(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pastedFiles {
		write(name, text)
	}
	write("in.tir", pastedFiles["big.tir"])
	write("a.tir", pastedFiles["prog.tir"])
	for _, name := range []string{"before.tir", "after.tir"} {
		text, err := os.ReadFile(filepath.Join(root, "corpus", "demo", name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(text))
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tuffy", "tuffy-interp", "tuffy-reduce", "tuffy-replay", "tuffy-fuzz"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(dir, "bin", name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "corpus"), filepath.Join(dir, "corpus")); err != nil {
		t.Fatal(err)
	}
	return dir
}
