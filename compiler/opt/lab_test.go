package opt_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestLab runs every pass, and passes in random order, on generated programs. TUFFY_PROGRAMS says
// on how many, TUFFY_CHECK restricts it to checks whose name contains that.
func TestLab(t *testing.T) {
	first, programs := testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", 600)
	if testing.Short() {
		programs = min(programs, 24)
	}
	t.Logf("seed %d, %d programs (set TUFFY_SEED, TUFFY_PROGRAMS to change them)", first, programs)
	var rows []check.Check
	fired, compared := map[string]int{}, map[string]int{}
	for _, c := range check.All() {
		if strings.HasPrefix(c.Name, "transform/opt/") && strings.Contains(c.Name, os.Getenv("TUFFY_CHECK")) {
			rows = append(rows, c)
		}
	}
	presets := []preset.Config{preset.Default, preset.MemoryOnly, preset.Passes, preset.Ints, preset.UB, preset.FloatsOnly, preset.VectorsOnly, preset.Passes}
	const own = 2 // the place of a preset with the shapes that passes look for
	for n := range programs {
		seed := first + n
		m, info := gen.Generate(gen.Expand(seed, 200<<(n%4)), presets[n%uint64(len(presets))])
		for _, c := range rows {
			s := &check.Subject{Module: m, Seed: seed, Open: info.Open, Expect: info.Expect, Defined: info.Defined}
			if f := c.Try(s); f != nil {
				t.Fatalf("seed %d: %s\n%s", seed, f, f.Detail)
			}
			if !s.Idle {
				compared[c.Name]++
				if n%uint64(len(presets)) == own {
					fired[c.Name]++
				}
			}
		}
	}
	for _, c := range rows {
		of := float64(programs) / float64(len(presets))
		t.Logf("%-32s changed %d programs, %.1f %% of those with the shapes that passes look for", c.Name, compared[c.Name], 100*float64(fired[c.Name])/of)
		if programs >= 2000 && float64(fired[c.Name]) < of/100 {
			t.Errorf("%s changes less than 1 %% of these", c.Name)
		}
	}
}
