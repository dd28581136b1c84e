package check

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestBackend compiles generated programs at every level and runs them on the simulator and on the
// processor; it says how many were compiled and why the others were not.
func TestBackend(t *testing.T) {
	seed := testseed.Seed(t)
	programs := testseed.Rounds(60, 15)
	fired, why := map[string]int{}, map[string]int{}
	for n := range programs {
		m, info := gen.Generate(gen.Expand(seed+uint64(n), 800), preset.Default)
		s := &Subject{Module: m, Seed: seed + uint64(n), Open: info.Open}
		for _, c := range backendChecks() {
			if f := c.Try(s); f != nil {
				t.Errorf("program %d: %v\n%s", n, f, f.Detail)
			}
		}
		for _, x := range s.Fired {
			fired[x]++
		}
		for _, x := range s.Rejected {
			why[x]++
		}
	}
	var reasons []string
	for r, k := range why {
		reasons = append(reasons, fmt.Sprintf("  %d times %s", k, r))
	}
	sort.Strings(reasons)
	t.Logf("%d programs: %v\n%s", programs, fired, strings.Join(reasons, "\n"))
	for _, r := range backendRows {
		if yes, no := fired[r.name()+" compiled"], fired[r.name()+" rejected"]; yes <= no {
			t.Errorf("%s: %d programs were compiled and compared, %d were rejected", r.name(), yes, no)
		}
	}
}
