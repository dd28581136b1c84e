package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// inBounds makes ptradd of ptradd.inbounds.
//
// ptradd.inbounds is poison where the pointer leaves its allocation or the allocation has ended, and else what ptradd
// gives: the pass takes poison away, which refines. It comes first: what depends on which allocations are alive stays
// where it is, and the passes behind it move, merge and follow ptradd.
var inBounds = pass.Pass{
	Name: "inbounds", KeepsCFG: true,
	Doc:      "forgets of pointer arithmetic that it stays in its object, so that it can be moved",
	Rewrites: pass.Rewrites(pass.Refinements("plain_add")),
	Func:     runInBounds,
}

func runInBounds(c *pass.Ctx) {
	f := c.F
	if f.Count(ir.OpPtrAddInBounds) == 0 {
		return
	}
	for i := range f.InstsOf(ir.OpPtrAddInBounds) {
		if !c.Fire(pass.Change{Rule: "plain_add", At: i, Kind: pass.Refinement}) {
			continue
		}
		v := f.Result(i, 0)
		p := f.Before(i).Inst(ir.OpPtrAdd, ir.Attr{}, f.Operands(i), nil, []ir.Type{f.TypeOf(v)}, f.Origin(i))
		w := f.Result(p, 0)
		f.SetAnnot(w, f.AnnotOf(v))
		f.ReplaceUses(v, w)
		f.RemoveInst(i)
	}
}
