package trace

import (
	"regexp"
	"strconv"
)

// Fragment is a list of instructions as text. Values and blocks have the numbers of the author of the program; those
// that the optimizer made have numbers above, in the order of their making, so that a name means the same value
// in all entries of a function. (A listing numbers what was made in the order of the text.)
// Lines of several entries are of different moments: an instruction may have changed in between.
type Fragment struct {
	Instructions []string `json:"instructions"`
}

// numbered is a name of a value or a block in the text of an instruction.
var numbered = regexp.MustCompile(`\b(v|bb)\d+\b`)

// Canonical are the lines with values and blocks numbered in the order in which they occur: fragments that differ
// only in numbers have equal ones. Those of no fragment are nil.
func (f *Fragment) Canonical() []string {
	if f == nil {
		return nil
	}
	names := map[string]string{}
	out := make([]string, len(f.Instructions))
	for n, line := range f.Instructions {
		out[n] = numbered.ReplaceAllStringFunc(line, func(name string) string {
			if names[name] == "" {
				kind := name[:1]
				if kind == "b" {
					kind = "bb"
				}
				names[name] = kind + strconv.Itoa(len(names))
			}
			return names[name]
		})
	}
	return out
}

// moved is what a line begins with whose instruction is in another block before and after: the block.
var moved = regexp.MustCompile(`^bb\d+: `)

// Unmoved is [Fragment.Canonical] without the blocks of instructions that move.
func (f *Fragment) Unmoved() []string {
	if f == nil {
		return nil
	}
	g := &Fragment{Instructions: make([]string, len(f.Instructions))}
	for n, line := range f.Instructions {
		g.Instructions[n] = moved.ReplaceAllString(line, "")
	}
	return g.Canonical()
}
