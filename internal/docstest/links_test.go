package docstest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code    = regexp.MustCompile("`[^`]*`")
	heading = regexp.MustCompile(`^#{1,6} +(.*)$`)
)

// TestLinks: every relative link of a document leads to a file, and to a heading of it if it names one.
func TestLinks(t *testing.T) {
	tree := os.DirFS(filepath.Join("..", ".."))
	for _, name := range documents(t, tree) {
		for _, problem := range broken(tree, name) {
			t.Error(problem)
		}
	}
}

// TestSummary: every page below docs can be reached by links from docs/SUMMARY.md.
func TestSummary(t *testing.T) {
	tree := os.DirFS(filepath.Join("..", ".."))
	for _, name := range lost(t, tree) {
		t.Errorf("%s: no link leads here from docs/SUMMARY.md", name)
	}
}

// TestBrokenIsSeen: links that lead nowhere, and a page that nothing leads to, are reported.
func TestBrokenIsSeen(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"docs/SUMMARY.md": "# Book\n[a](a.md) [b](a.md#two-words-here) [web](https://example.org/x) [in code](#book)\n",
		"docs/a.md": "# A\n## Two words, `here`\n[gone](gone.md)\n[none](SUMMARY.md#none)\n" +
			"```\n# no heading\n[no](link.md)\n```\n`[no](link.md)`\n[self](#no-heading) [up](../../outside.md)\n",
		"docs/lost.md": "# Lost\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree := os.DirFS(dir)
	if got := broken(tree, "docs/SUMMARY.md"); len(got) != 0 {
		t.Errorf("right links are reported: %q", got)
	}
	var targets []string
	for _, problem := range broken(tree, "docs/a.md") {
		targets = append(targets, problem[strings.LastIndex(problem, " ")+1:])
	}
	if want := []string{"gone.md", "SUMMARY.md#none", "#no-heading", "../../outside.md"}; !slices.Equal(targets, want) {
		t.Errorf("reported %q, want %q", targets, want)
	}
	if got := lost(t, tree); !slices.Equal(got, []string{"docs/lost.md"}) {
		t.Errorf("not reachable: %q, want docs/lost.md", got)
	}
}

// documents are the Markdown files at the top, below docs, and the README of a folder.
func documents(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "node_modules", "bin"}, d.Name())):
			return fs.SkipDir
		case path.Ext(name) == ".md" && (path.Dir(name) == "." || strings.HasPrefix(name, "docs/") || d.Name() == "README.md"):
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// lost are the pages below docs that links from the summary do not lead to.
func lost(t *testing.T, tree fs.FS) []string {
	t.Helper()
	const root = "docs/SUMMARY.md"
	seen, work := map[string]bool{root: true}, []string{root}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		lines, err := prose(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			for _, target := range targets(l) {
				file, _ := resolve(name, target)
				if path.Ext(file) == ".md" && !seen[file] {
					if _, err := fs.Stat(tree, file); err == nil {
						seen[file] = true
						work = append(work, file)
					}
				}
			}
		}
	}
	var out []string
	for _, name := range documents(t, tree) {
		if strings.HasPrefix(name, "docs/") && !seen[name] {
			out = append(out, name)
		}
	}
	return out
}

// broken says which links of a document lead nowhere, one line each that ends with the link.
func broken(tree fs.FS, name string) []string {
	lines, err := prose(tree, name)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, l := range lines {
		for _, target := range targets(l) {
			file, anchor := resolve(name, target)
			if info, err := fs.Stat(tree, file); err != nil {
				out = append(out, name+": no file for the link "+target)
			} else if anchor != "" && (info.IsDir() || !slices.Contains(anchors(tree, file), anchor)) {
				out = append(out, name+": no heading for the link "+target)
			}
		}
	}
	return out
}

// targets are the relative links of a line.
func targets(line string) []string {
	var out []string
	for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(line, "``"), -1) {
		if !strings.Contains(m[1], "://") && !strings.HasPrefix(m[1], "mailto:") {
			out = append(out, m[1])
		}
	}
	return out
}

// resolve splits a link of a document into a path from the top and a heading.
func resolve(from, target string) (file, anchor string) {
	file, anchor, _ = strings.Cut(target, "#")
	if file == "" {
		return from, anchor
	}
	return path.Join(path.Dir(from), file), anchor
}

// prose is the text of a document by line, without blocks of code.
func prose(tree fs.FS, name string) ([]string, error) {
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	var out []string
	fenced := false
	for l := range strings.Lines(string(text)) {
		l = strings.TrimRight(l, "\n")
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			fenced = !fenced
		} else if !fenced {
			out = append(out, l)
		}
	}
	return out, nil
}

// anchors are the names of a document's headings as GitHub makes them: lower case, blanks are hyphens,
// punctuation goes, and the second of a name has -1 behind it.
func anchors(tree fs.FS, name string) []string {
	lines, err := prose(tree, name)
	if err != nil {
		return nil
	}
	count := map[string]int{}
	var out []string
	for _, l := range lines {
		m := heading.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		a := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(m[1]))
		n := count[a]
		count[a]++
		if n > 0 {
			a += "-" + string(rune('0'+n))
		}
		out = append(out, a)
	}
	return out
}
