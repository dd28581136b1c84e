package main

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export"
)

// TestShow: what is printed is the family's text or the end of it, and what does not exist is named with what does.
func TestShow(t *testing.T) {
	families, err := export.Families()
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	if err := show(&list, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range families {
		if !strings.Contains(list.String(), name+" ") {
			t.Errorf("%s is not in the list", name)
		}
		var all, last strings.Builder
		if err := show(&all, []string{name}); err != nil {
			t.Fatal(err)
		}
		parts, err := export.Parts(name)
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, p := range parts {
			size += len(p.Text)
			if len(parts) > 1 {
				size += len("-- " + p.Name + " --\n")
			}
		}
		if err := show(&last, []string{name, parts[len(parts)-1].Name}); err != nil {
			t.Fatal(err)
		}
		if all.Len() != size || !strings.HasSuffix(all.String(), last.String()) {
			t.Errorf("%s: %d bytes, but the parts have %d", name, all.Len(), size)
		}
	}
	for _, row := range []struct{ args, want string }{
		{"none", "expected one of atomic, "}, {"none add", "expected one of atomic, "}, {"vectors none", `has no part "none": expected one of add, `},
	} {
		if err := show(&list, strings.Fields(row.args)); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.args, err, row.want)
		}
	}
}
