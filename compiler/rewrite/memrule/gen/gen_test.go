package main

import (
	"testing"

	"github.com/tuffy-ir/tuffy/internal/export/exporttest"
)

// TestDamaged: whatever part of the export is missing or something else, there is an error with the
// file, or a table, never a panic.
func TestDamaged(t *testing.T) {
	exporttest.File(t, "../../../../lean/export/memory.json", generate)
}
