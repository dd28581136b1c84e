package fuzz

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestToolsAgree compares what the tools say on both engines, on programs of every preset.
func TestToolsAgree(t *testing.T) {
	n := testseed.Rounds(3000, 100)
	first := testseed.Seed(t)
	failures := 0
	for k := range n {
		s := first + uint64(k)
		m := gen.Program(gen.Expand(s, 800), presets[k%len(presets)])
		if err := CompareTools(t.Context(), m, Options(k/len(presets)%2 == 0, s)); err != nil {
			t.Errorf("seed %d: %v", s, err)
			if failures++; failures > 4 {
				t.Fatal("more failures are not shown")
			}
		}
	}
}
