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
)

var (
	goTest   = regexp.MustCompile("^go test ([^`]*)$")
	testName = regexp.MustCompile(`(?m)^func (Test|Benchmark|Fuzz)(\w+)\(`)
)

// TestRecipes: the files and folders that the documents name exist, recipes above all, and so do the
// tests and benchmarks that they say check or measure something.
func TestRecipes(t *testing.T) {
	tree := os.DirFS(filepath.Join("..", ".."))
	spans := 0
	for _, name := range documents(t, tree) {
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
		"ir/ops.go": false, "ir/oops.go": true, "docs/ub/TUF-UB-NNN.md": false, "transform/dead": false, "corpus/opt": false, "bin/what-is-built": false,
		"go test -run TestOpsComplete ./ir": false, "go test -run TestOopsComplete ./ir": true, "go test ./sim -run 'TestAgainstProcessor|TestNone' -update": true,
		"go test ./oops": true, "go test ./oops/...": true, "go test -short ./...": false, "go test ./compiler/...": false, "go test -run '^$' -bench 'Program|None' ./fuzz/gen": true, "go test -run '^$' -bench Program ./fuzz/gen": false, "go test -run 'EveryRuleRuns/fsub_const' -v ./compiler/rules/float": false,
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
	if _, err := fs.Stat(tree, first); !below || err != nil || first == "bin" || strings.ContainsAny(span, " *…<>") || strings.Contains(span, "NNN") ||
		strings.HasSuffix(span, "/...") {
		return "", false
	}
	if _, err := fs.Stat(tree, path.Clean(span)); err != nil {
		return "there is no such file", true
	}
	return "", true
}

// wrongTest says which tests and benchmarks that a command names its packages do not have.
func wrongTest(tree fs.FS, words []string) string {
	kinds := map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}
	type wanted struct{ kind, pattern string }
	var want []wanted
	declared := map[string][]string{} // by kind
	packages := 0
	for n, w := range words {
		if n > 0 && kinds[words[n-1]] != "" && w != "^$" {
			for alternative := range strings.SplitSeq(w, "|") {
				top, _, _ := strings.Cut(alternative, "/")
				want = append(want, wanted{kinds[words[n-1]], top})
			}
		}
		if !strings.HasPrefix(w, "./") {
			continue
		}
		packages++
		p := path.Clean(strings.TrimSuffix(w, "...")) // ./... is the whole tree
		if _, err := fs.Stat(tree, p); err != nil {
			return "there is no package ./" + p
		}
		files, err := fs.Glob(tree, path.Join(p, "*_test.go"))
		if err != nil {
			return err.Error()
		}
		for _, f := range files {
			text, err := fs.ReadFile(tree, f)
			if err != nil {
				return err.Error()
			}
			for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
				declared[m[1]] = append(declared[m[1]], m[1]+m[2])
			}
		}
	}
	if packages == 0 {
		return ""
	}
	for _, w := range want {
		pattern, err := regexp.Compile(w.pattern)
		if err != nil {
			return err.Error()
		}
		if !slices.ContainsFunc(declared[w.kind], pattern.MatchString) {
			return "there is no " + w.kind + " that matches " + w.pattern
		}
	}
	return ""
}
