package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/ub"
)

// known branches on what is poison if something does not come out as it should.
func known(x *body, r *choice.Record) {
	if !ub.Known(x.Func, r) {
		arithmetic(x, r)
	}
}

// boundary makes something that is nearly undefined.
func boundary(x *body, r *choice.Record) {
	result := x.prog.Result
	ub.Plant(x.Func, r, true)
	x.prog.Result = result
}
