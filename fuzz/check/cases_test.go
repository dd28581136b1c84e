package check

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestCases: the preset for code generation makes nothing that legalization rejects or that cannot
// be compared, and compiled at every level its programs do what they do on the interpreter.
func TestCases(t *testing.T) {
	seed := testseed.Seed(t)
	programs := 60
	if testing.Short() {
		programs = 10
	}
	for n := range programs {
		m, info := gen.Generate(gen.Expand(seed+uint64(n), 800), preset.Backend)
		s := &Subject{Module: m, Seed: seed + uint64(n), Open: info.Open, Defined: info.Defined}
		for _, c := range backendChecks() {
			if f := c.Try(s); f != nil {
				t.Errorf("program %d: %v\n%s", n, f, f.Detail)
			}
			if s.Idle || len(s.Rejected) > 0 {
				t.Fatalf("program %d: %s compares nothing; rejected: %v\n%s", n, c.Name, s.Rejected, m)
			}
		}
	}
}
