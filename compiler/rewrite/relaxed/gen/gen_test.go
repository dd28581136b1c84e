package main

import (
	"os"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
)

// TestDamaged: whatever part of the export is missing or something else, there is an error with the
// file, or a table, never a panic.
func TestDamaged(t *testing.T) {
	data, err := os.ReadFile("../../../../lean/export/relaxed.json")
	if err != nil {
		t.Fatal(err)
	}
	use := func(data []byte) error {
		_, err := generate("bad.json", data)
		return err
	}
	exporttest.Each(t, "bad.json", data, use)
	exporttest.Texts(t, "bad.json", data, use)
}
