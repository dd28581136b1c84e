package docstest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	goTest   = regexp.MustCompile("^go test ([^`]*)$")
	testName = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestRecipes: the files and folders that the recipes name exist, and the tests that they say check a
// step are there.
func TestRecipes(t *testing.T) {
	tree := os.DirFS(filepath.Join("..", ".."))
	spans := 0
	for _, name := range []string{"CONTRIBUTING.md", "docs/guide/adding.md", "docs/guide/adding-a-rule.md", "docs/architecture.md"} {
		lines, err := prose(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
			problem, checked := wrong(tree, strings.Join(strings.Fields(m[1]), " "))
			if checked {
				spans++
			}
			if problem != "" {
				t.Errorf("%s: `%s`: %s", name, m[1], problem)
			}
		}
	}
	if spans < 100 {
		t.Errorf("%d paths and commands in the recipes: the pattern of this test is wrong", spans)
	}
}

// TestWrongIsSeen: paths and tests that are not there are reported, what is no path is left alone.
func TestWrongIsSeen(t *testing.T) {
	tree := os.DirFS(filepath.Join("..", ".."))
	for span, want := range map[string]bool{
		"ir/ops.go": false, "ir/oops.go": true, "docs/ub/TUF-UB-NNN.md": false, "transform/dead": false, "corpus/opt": false,
		"go test -run TestOpsComplete ./ir": false, "go test -run TestOopsComplete ./ir": true, "go test ./sim -run 'TestAgainstProcessor|TestNone' -update": true,
		"go test ./oops": true, "go test -run 'EveryRuleRuns/fsub_const' -v ./compiler/rewrite/relaxed": false,
	} {
		if problem, _ := wrong(tree, span); (problem != "") != want {
			t.Errorf("`%s`: %q", span, problem)
		}
	}
}

// wrong says what is wrong with a span of code. checked is false if it is no path of the tree and no
// command that runs tests.
func wrong(tree fs.FS, span string) (problem string, checked bool) {
	if m := goTest.FindStringSubmatch(span); m != nil {
		return wrongTest(tree, strings.Fields(strings.ReplaceAll(m[1], "'", ""))), true
	}
	first, _, below := strings.Cut(span, "/")
	if _, err := fs.Stat(tree, first); !below || err != nil || strings.ContainsAny(span, " *…<>") || strings.Contains(span, "NNN") ||
		strings.HasSuffix(span, "/...") {
		return "", false
	}
	if _, err := fs.Stat(tree, path.Clean(span)); err != nil {
		return "there is no such file", true
	}
	return "", true
}

// wrongTest says which tests that a command names its packages do not have.
func wrongTest(tree fs.FS, words []string) string {
	var names, packages []string
	for n, w := range words {
		switch {
		case strings.HasPrefix(w, "./"):
			packages = append(packages, strings.TrimSuffix(strings.TrimPrefix(w, "./"), "/..."))
		case n > 0 && words[n-1] == "-run":
			for alternative := range strings.SplitSeq(w, "|") {
				top, _, _ := strings.Cut(alternative, "/")
				names = append(names, top)
			}
		}
	}
	declared := ""
	for _, p := range packages {
		files, err := fs.Glob(tree, p+"/*_test.go")
		if _, statErr := fs.Stat(tree, p); err != nil || statErr != nil {
			return "there is no package ./" + p
		}
		for _, f := range files {
			text, err := fs.ReadFile(tree, f)
			if err != nil {
				return err.Error()
			}
			for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
				declared += m[1] + " "
			}
		}
	}
	for _, name := range names {
		if !strings.Contains(declared, name) {
			return "there is no " + name
		}
	}
	return ""
}
