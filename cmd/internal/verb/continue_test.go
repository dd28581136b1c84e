package verb

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

// TestRunFlags: the words that a campaign's folder keeps set the flags again as they were, whatever their kind.
func TestRunFlags(t *testing.T) {
	parsed := func(args []string) []string {
		var out []string
		c := fuzzRun()
		c.RunE = func(c *cobra.Command, _ []string) error { out = runFlags(c); return nil }
		c.SetArgs(args)
		if err := c.Execute(); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return out
	}
	words := parsed([]string{"--out", "a b", "--checks", "engines,text", "--checks=backend/O2", "--time", "90s", "-j", "3", "-q", "--seed=7", "--preset", "compiled", "--format", "json", "--sandbox=off"})
	if len(words) != 8 {
		t.Errorf("%q", words)
	}
	if again := parsed(append([]string{"--out=c"}, words...)); !slices.Equal(again, words) {
		t.Errorf("%q became %q", words, again)
	}
}
