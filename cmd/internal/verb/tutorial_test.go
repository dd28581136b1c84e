package verb

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

var block = regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w.-]+))?\n(.*?)^```$")

// TestTutorial runs the commands of each page of the tutorial, in a folder that has the page's files, and compares what they
// print with what the page shows. -update writes what they print.
func TestTutorial(t *testing.T) {
	pages, err := filepath.Glob("../../../docs/guide/tutorial/[0-9]*.md")
	if err != nil || len(pages) != 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range testseed.Sample(t, 3, pages) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			commands := 0
			now := block.ReplaceAllStringFunc(string(text), func(b string) string {
				m := block.FindStringSubmatch(b)
				switch m[1] {
				case "tir":
					if err := os.WriteFile(filepath.Join(dir, m[2]), []byte(m[3]), 0o644); err != nil {
						t.Fatal(err)
					}
				case "console":
					var out strings.Builder
					for line := range strings.Lines(m[3]) {
						command, ok := strings.CutPrefix(line, "$ ")
						if !ok {
							continue
						}
						commands++
						out.WriteString(line + shell(t, dir, strings.TrimSpace(command)))
					}
					return "```console\n" + out.String() + "```"
				}
				return b
			})
			if commands == 0 {
				t.Error("the page runs nothing")
			}
			if now == string(text) {
				return
			}
			if *update {
				if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("the commands print\n%s\n(-update renews the page)", now)
		})
	}
}

// shell runs a command line and returns what it prints, to either stream.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir, c.Env = dir, append(os.Environ(), "NO_COLOR=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	if strings.Contains(string(out), "internal error") {
		t.Fatalf("%s:\n%s", command, out)
	}
	text := strings.ReplaceAll(string(out), dir+"/", "")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}
