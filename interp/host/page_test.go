package host

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPage: docs/reference/host.md names every function, and says of each that it counts whether it is there.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/host.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Functions {
		if !strings.Contains(string(text), "`"+f.Name+"`") {
			t.Errorf("the page does not name %s", f.Name)
		}
	}
	rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| \\d+ \\| (yes|no:)").FindAllStringSubmatch(string(text), -1)
	if len(rows) < 50 {
		t.Errorf("only %d functions are counted", len(rows))
	}
	for _, r := range rows {
		if _, ok := Lookup(r[1]); ok != (r[2] == "yes") {
			t.Errorf("the page says of %s: %s", r[1], r[2])
		}
	}
}
