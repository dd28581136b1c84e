package undefined_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/docs/undefined"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestPage wants the generated page current.
func TestPage(t *testing.T) {
	got, err := os.ReadFile("../reference/c-undefined.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != undefined.Page() {
		t.Error("docs/reference/c-undefined.md is stale: go generate ./docs/undefined")
	}
}

// TestItems wants every column of every row, and codes that there are.
func TestItems(t *testing.T) {
	known := map[string]bool{}
	for _, c := range interp.Codes() {
		known[c.ID()] = true
	}
	for n, i := range undefined.Items() {
		if i.Number != n+1 {
			t.Errorf("item %d follows item %d", i.Number, n)
		}
		if i.Where == "" || i.Text == "" || i.How == "" {
			t.Errorf("%s lacks a column", i.ID())
		}
		if i.Status != undefined.Detected {
			continue
		}
		for _, code := range strings.Split(i.How, ", ") {
			if !known[code] {
				t.Errorf("%s: there is no code %q", i.ID(), code)
			}
		}
	}
}
