package verb

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var (
	flagWord   = regexp.MustCompile("(?:^|[\\s`(=\"])--([a-z][a-z0-9-]*[a-z0-9])")
	documented = regexp.MustCompile(`^(?:\$ )?(?:bin/)?tuffy(?:-(interp|opt|reduce|replay|fuzz))? (.*)`)
)

// TestDocuments: every flag that the documents name exists, and a command line in them has only flags
// of the command that it runs.
func TestDocuments(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	files := pages(t, root)
	known := map[string]bool{"help": true, "interp": true} // of tuffy cc, which reads its options itself
	// The runner of Lean names its flags in its usage; the attacks declare theirs.
	for _, tool := range []struct {
		source string
		flag   *regexp.Regexp
	}{
		{filepath.Join("lean", "check", "check.cjs"), flagWord},
		{filepath.Join("tools", "attack", "main.go"), regexp.MustCompile(`Var\([^"]*"([a-z-]+)"`)},
	} {
		text, err := os.ReadFile(filepath.Join(root, tool.source))
		if err != nil {
			t.Fatal(err)
		}
		found := tool.flag.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Fatalf("%s declares no flags", tool.source)
		}
		for _, m := range found {
			known[m[1]] = true
		}
	}
	every(dressed(Tuffy()), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	})
	lines := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			for _, m := range flagWord.FindAllStringSubmatch(line, -1) {
				if !known[m[1]] && m[1] != "max" {
					t.Errorf("%s:%d: no command has the flag --%s", name, n+1, m[1])
				}
			}
			m := documented.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			lines++
			command, _, _ := strings.Cut(strings.Fields(m[2] + " |")[0], "|")
			path := []string{m[1], command}
			if m[1] == "" {
				path = path[1:]
			}
			c := dressed(Tuffy())
			for _, word := range path {
				if sub, _, err := c.Find([]string{word}); err == nil {
					c = sub
				}
			}
			for _, m := range flagWord.FindAllStringSubmatch(line, -1) {
				if c.Flags().Lookup(m[1]) == nil && c.InheritedFlags().Lookup(m[1]) == nil && m[1] != "help" {
					t.Errorf("%s:%d: %s has no flag --%s", name, n+1, c.CommandPath(), m[1])
				}
			}
		}
	}
	if lines < 15 {
		t.Errorf("%d command lines in the documents: the pattern of this test is wrong", lines)
	}
}

// pages are the documents of the project, by path.
func pages(t *testing.T, root string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join(root, "corpus", "README.md"), filepath.Join(root, "lean", "README.md"))
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
