package main

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
)

// TestDamaged: whatever part of an export is missing or something else, there is an error with the
// file, or a matcher, never a panic.
func TestDamaged(t *testing.T) {
	ops, err := opNames(opsFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, generate := range generators {
		data := read(t, "../../../lean/export/"+name)
		use := func(data []byte) error {
			_, err := generate("bad.json", data, ops)
			return err
		}
		exporttest.Each(t, "bad.json", data, use)
		exporttest.Texts(t, "bad.json", data, use)
	}
}
