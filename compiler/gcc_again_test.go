package compiler_test

import "testing"

// TestReadAgainWithGCC: programs with what the parser does not read, or reads as something else, print what they print when
// gcc compiles them.
func TestReadAgainWithGCC(t *testing.T) {
	for _, name := range []string{"again_macros", "again_syntax", "init_again", "wide_joined", "more_attributes", "generic_more"} {
		t.Run(name, func(t *testing.T) { likeGCC(t, "../corpus/c/pass/"+name+".c") })
	}
}
