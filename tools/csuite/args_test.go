package csuite

import (
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// noArguments prepares the first n parameters of a main: one argument, the name of the program, and no environment.
func noArguments(n int) func(*interp.Setup) error {
	vector, environment := 0, 2
	in := &difftest.Input{
		Args: []difftest.Arg{{Int: new(num.New(1))}, {Buffer: &vector}, {Buffer: &environment}}[:n],
		Buffers: []difftest.Buffer{
			{Align: 8, Bytes: "&1+0 00 00 00 00 00 00 00 00"}, {Bytes: "61 00"}, {Align: 8, Bytes: "00 00 00 00 00 00 00 00"},
		},
	}
	params := []ir.Param{{Type: ir.Int}, {Type: ir.Ptr}, {Type: ir.Ptr}}[:n]
	return in.Prepare(params, 1)
}
