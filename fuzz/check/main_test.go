package check_test

import (
	"os"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// TestMain has every run of passes verify what each pass leaves.
func TestMain(m *testing.M) {
	pass.Validate()
	os.Exit(m.Run())
}
