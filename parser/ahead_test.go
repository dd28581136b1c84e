package parser

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuiltOneByOne holds a text whose functions are built as they are read to one that is read whole first, as
// any that mentions call_ret2 is: the same module, or the same errors.
func TestBuiltOneByOne(t *testing.T) {
	var texts []string
	err := filepath.WalkDir("../corpus", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".tir") {
			var src []byte
			if src, err = os.ReadFile(name); len(src) < 1<<16 {
				texts = append(texts, string(src))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	cases, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(cases), "=== ")[1:] {
		_, rest, _ := strings.Cut(c, "\n")
		text, _, _ := strings.Cut(rest, "--- errors\n")
		texts = append(texts, text, text+text) // the first of several functions with mistakes, too
	}
	built := 0
	for _, text := range texts {
		if strings.Contains(text, "call_ret2") {
			continue
		}
		one, err1 := Parse("t.tir", []byte(text+"// call_one2"))
		all, err2 := Parse("t.tir", []byte(text+"// call_ret2"))
		if err1 != nil || err2 != nil {
			if err1 == nil || err2 == nil || strings.ReplaceAll(err1.Error(), "call_one2", "call_ret2") != err2.Error() {
				t.Errorf("errors of\n%s\none by one:\n%v\nwhole:\n%v", text, err1, err2)
			}
			continue
		}
		built++
		if a, b := one.String(), all.String(); a != b {
			t.Errorf("one by one:\n%s\nwhole:\n%s", a, b)
		}
	}
	if built < 300 || len(texts)-built < 40 {
		t.Errorf("only %d texts were built and %d refused", built, len(texts)-built)
	}
}
