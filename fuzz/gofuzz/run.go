// Package gofuzz is the entry for go-fuzz (github.com/dvyukov/go-fuzz): with the build tag
// gofuzz it has a function Fuzz, which go-fuzz-build instruments.
//
// The bytes mean what they mean to the native target FuzzChecks, see [check.FromBytes], so the
// two engines can take over each other's corpus as it is.
//
// Non-goals: a second list of what must be true; that is package check's.
package gofuzz

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// maxBytes is more than the generator reads for the longest program.
const maxBytes = 4096

// interestingSteps is how many instructions make a run worth changing further.
const interestingSteps = 30

// Run makes a program of the bytes and holds the checks against it. It panics if one fails.
// The result is what go-fuzz expects: 1 for an input to prefer, 0 for another one, and -1 for
// one that must not enter the corpus, because its bytes are more than are read or its run did
// not end.
func Run(data []byte, checks []check.Check) int {
	if len(data) > maxBytes {
		return -1
	}
	s := check.FromBytes(data)
	if err := ir.Verify(s.Module); err != nil {
		panic(fmt.Sprintf("the generated program does not verify: %v\n%s", err, s.Module))
	}
	for _, c := range checks {
		if f := c.Try(s); f != nil {
			panic(fmt.Sprintf("%s\n%s\n\nthe program, seed %d:\n%s", f, f.Detail, s.Seed, s.Module))
		}
	}
	out := s.Base()
	switch {
	case out.Kind == interp.OutOfFuel || out.Kind == interp.Unsupported:
		return -1
	case out.Steps >= interestingSteps:
		return 1
	}
	return 0
}
