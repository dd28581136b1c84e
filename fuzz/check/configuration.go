package check

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/target"
)

// drawnLevels are those that settings of the target are combined with. Levels that may change results of floats are not
// among them.
var drawnLevels = []string{"0", "1", "2", "3", "s"}

// of is the row for a subject: itself, or one whose level and target are drawn from the subject's seed, so that a
// reduced program is compiled as the one was that it comes from.
//
// A third of the targets has no feature beyond the baseline, a third has all, and a third has some: code that a feature
// replaces and code that it needs must both be right, alone and beside the others.
func (r backendRow) of(s *Subject) backendRow {
	if !r.drawn || r.target != nil {
		return r
	}
	c := rand.New(rand.NewChaCha8([32]byte(s.Rand(r.name(), 32))))
	r.level = drawnLevels[c.IntN(len(drawnLevels))]
	t, err := target.Parse("")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	kind := c.IntN(3)
	var on []string
	for _, f := range slices.Sorted(maps.Keys(t.Arch.Features)) {
		if yes := c.IntN(2) == 1; kind == 1 || kind == 2 && yes {
			on = append(on, "+"+string(f))
		}
	}
	r.overrides = []string{
		"red-zone=" + []string{"true", "false"}[c.IntN(2)],
		"frame-pointer=" + []string{"false", "true"}[c.IntN(2)],
		"jump-tables=" + []string{"5", "1", "2", "1000"}[c.IntN(4)],
	}
	if len(on) > 0 {
		r.overrides = append(r.overrides, "features="+strings.Join(on, ","))
	}
	for _, o := range r.overrides {
		if err := t.Override(o); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	r.target = t
	return r
}

// settings are the options of tuffy that compile a program as the row does.
func (r backendRow) settings() string {
	out := "-O" + r.level
	for _, o := range r.overrides {
		out += " --target-override " + o
	}
	return out
}
