package interp

import (
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestRulings wants a paragraph of the standard for each code that C can have and for each rule.
func TestRulings(t *testing.T) {
	beyondC := map[Code]bool{UBStaleToken: true, UBLandingPad: true, UBSource: true}
	for _, c := range Codes() {
		if r := codeRulings[c]; r.paragraph == "" && !beyondC[c] {
			t.Errorf("%s has no paragraph", c)
		}
	}
	for r := range ir.Rules {
		if r == int(ir.RuleNone) {
			continue
		}
		if w := ruleRulings[ir.Rule(r)]; w.paragraph == "" || w.fix == "" {
			t.Errorf("%s has no paragraph, or nothing that is done about it", ir.Rule(r))
		}
	}
}
