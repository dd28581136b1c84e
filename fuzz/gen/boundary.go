package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/ub"
)

// known branches on what is poison if something does not come out as it should. The branch tells in
// the output if the engines disagree about what is poison. The plain statement stands in where
// package ub finds nothing to use.
func known(x *body, r *choice.Record) {
	if !ub.Known(x.Func, r) {
		arithmetic(x, r)
	}
}

// boundary makes something that is nearly undefined. The legal twin of a violation has the same
// shape, which is what makes it a good test. What it adds to the result is dropped, since it is not
// part of the checksum.
func boundary(x *body, r *choice.Record) {
	result := x.prog.Result
	// The last argument asks for the legal twin.
	ub.Plant(x.Func, r, true)
	x.prog.Result = result
}
