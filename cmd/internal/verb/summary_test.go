package verb

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
)

// TestSummaryCounts: one bug is not called bugs.
func TestSummaryCounts(t *testing.T) {
	for _, c := range []struct {
		bugs, flaky int64
		want        string
	}{
		{1, 0, "\n1 bug, no flaky failures, 0 still to be reduced: "},
		{2, 1, "\n2 bugs, 1 flaky failure, 0 still to be reduced: "},
	} {
		var out bytes.Buffer
		s := &campaign.Summary{Dir: "night"}
		s.Bugs, s.Flaky = c.bugs, c.flaky
		printSummary(&out, s)
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%d bugs and %d flaky failures are said so:\n%s", c.bugs, c.flaky, out.String())
		}
	}
}
