package opt

import "github.com/tuffy-ir/tuffy/compiler/pass"

// Passes is the table of passes, in the order in which the documentation lists them.
func Passes() []pass.Pass {
	return []pass.Pass{
		dce,
		simplifyCFG,
	}
}
