package isel

import "testing"

// TestRules: every rule of the export is there once, with its theorem.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	made := 0
	for _, r := range rules {
		if seen[r.name] || r.theorem == "" {
			t.Errorf("rule %q: there twice or without a theorem", r.name)
		}
		seen[r.name] = true
		if r.skipped == "" {
			made++
		}
	}
	if made < 100 {
		t.Errorf("%d of %d rules are generated, want at least 100", made, len(rules))
	}
	t.Logf("%d of %d rules are generated", made, len(rules))
}
