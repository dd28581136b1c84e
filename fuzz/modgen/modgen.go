// Package modgen is the generator of package gen as a generator of gopter.
//
// Its values come without a shrinker, like everything that gopter's Gen.Map makes: what to
// remove depends on the property that fails. shrink.ForAll of package reduce/shrink attaches
// the reducer as one.
//
// Non-goals: properties, which are tests of the packages that they are about.
package modgen

import (
	"github.com/leanovate/gopter"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
)

// maxBytes is enough for the longest programs of the presets.
const maxBytes = 800

// Programs makes modules of type *ir.Module, the same ones for the same seed of gopter. They
// verify and have a function main without parameters.
func Programs(cfg preset.Config) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		size := p.NextUint64() % (maxBytes + 1)
		return gopter.NewGenResult(gen.Program(gen.Expand(p.NextUint64(), int(size)), cfg), gopter.NoShrinker)
	}
}
