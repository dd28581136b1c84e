package exporttest

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export"
)

// Family returns the text of a family of cases that Lean evaluated.
// A family that is missing or damaged fails the test: it is part of the repository.
func Family(t *testing.T, name string) string {
	t.Helper()
	text, err := export.Family(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Parts returns the parts of a family. Part names have the ending .txt.
func Parts(t *testing.T, family string) []export.Part {
	t.Helper()
	parts, err := export.Parts(family)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}
