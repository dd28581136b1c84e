//go:build peer

package parser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusDir holds IR texts of another implementation; it is no part of the project.
const corpusDir = "../../shared/corpus/tuffy"

func corpusFiles(t *testing.T, folders ...string) []string {
	t.Helper()
	var files []string
	for _, d := range folders {
		m, _ := filepath.Glob(filepath.Join(corpusDir, d, "*.tir"))
		files = append(files, m...)
	}
	if len(files) == 0 {
		t.Fatalf("no .tir file in %s", corpusDir)
	}
	return files
}

func TestCorpusRoundTrip(t *testing.T) {
	for _, name := range corpusFiles(t, "*") {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(filepath.Base(name), src)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		checkRoundTrip(t, m)
	}
}

// TestCorpusIdentity compares with texts that the other implementation's printer wrote in
// the book's spelling: they are printed as they are.
func TestCorpusIdentity(t *testing.T) {
	same, all := 0, 0
	for _, name := range corpusFiles(t, "book-print", "book-ops") {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(filepath.Base(name), src)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		var want []string
		for _, l := range strings.Split(string(src), "\n") {
			if !strings.HasPrefix(l, "//") {
				want = append(want, strings.ReplaceAll(l, "memcopy", "memcpy"))
			}
		}
		all++
		if w := strings.TrimSpace(strings.Join(want, "\n")); w == strings.TrimSpace(m.Canonical()) {
			same++
		} else {
			t.Errorf("%s differs:\n%s\n--- printed:\n%s", filepath.Base(name), w, m)
		}
	}
	t.Logf("%d of %d texts are printed as they were written", same, all)
}
