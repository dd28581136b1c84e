package facts_test

import (
	"flag"
	"os"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// TestMain has every run of passes verify what each pass leaves, but not where speed is measured: users do not
// pay for it.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		pass.Validate()
	}
	os.Exit(m.Run())
}
