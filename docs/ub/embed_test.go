package ub_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/docs/ub"
	"github.com/tuffy-ir/tuffy/interp"
)

func TestEveryCodeHasAPage(t *testing.T) {
	for _, c := range interp.Codes() {
		page, ok := ub.Page(c.ID())
		if !ok {
			t.Errorf("%s has no page", c)
			continue
		}
		if want := "# " + c.String() + "\n"; !strings.HasPrefix(page, want) {
			t.Errorf("the page of %s does not start with %q", c, want)
		}
		for _, section := range []string{"## Why it is undefined", "## Bad", "## What to do instead", "## Related", "## Elsewhere"} {
			if strings.Count(page, section+"\n") != 1 {
				t.Errorf("the page of %s needs one section %q", c, section)
			}
		}
		if !strings.Contains(page, "corpus/ub/"+c.ID()) {
			t.Errorf("the page of %s does not name its programs", c)
		}
		if bySlug, ok := ub.Page(c.Slug()); !ok || bySlug != page {
			t.Errorf("%s is not found by its short name", c)
		}
	}
}

func TestPageNames(t *testing.T) {
	free, _ := ub.Page("TUF-UB-012")
	for _, id := range []string{"12", "012", "tuf-ub-012", "use-after-free", "Use-After-Free", "use after free", " 12 "} {
		if page, ok := ub.Page(id); !ok || page != free {
			t.Errorf("Page(%q) is not the page of TUF-UB-012", id)
		}
	}
	if page, ok := ub.Page("poison"); !ok || !strings.HasPrefix(page, "# Poison") {
		t.Error("there is no page about poison")
	}
	for _, id := range []string{"", "0", "99", "-1", "1000000", "free", "TUF-UB-", "embed", "poison.md", "../embed.go"} {
		if _, ok := ub.Page(id); ok {
			t.Errorf("Page(%q) gives a page", id)
		}
	}
}

// TestPoisonBirths holds the page about poison against the births that reports name.
func TestPoisonBirths(t *testing.T) {
	page, _ := ub.Page("poison")
	for _, birth := range []interp.CauseKind{
		interp.CauseAnnotation, interp.CauseDivZero, interp.CauseShift, interp.CauseDomain, interp.CauseFPRange,
		interp.CauseUninit, interp.CauseFragment, interp.CausePoisonBytes, interp.CauseBool, interp.CausePtrDiff,
		interp.CauseInBounds, interp.CauseLane, interp.CauseInstruction, interp.CauseArgument, interp.CauseMissing, interp.CauseOutside,
	} {
		if !strings.Contains(page, "**"+birth.String()+"** — ") {
			t.Errorf("the page about poison does not explain %q", birth)
		}
	}
}
