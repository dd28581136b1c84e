package gen

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// jumpCost bounds the instructions of a call that jumps.
const jumpCost = 20

// jump makes a function that comes back to its setjmp once, from itself or from a function that it calls, and returns what
// setjmp gave then; and calls it.
func jump(x *body, r *choice.Record) {
	word := build.Shape{Type: ir.Int, Span: span.Signed(32), Annot: ir.Signed(32)}
	param := ir.Param{Type: ir.Int, Annot: word.Annot}
	m := x.prog.M
	add := func(params, returns []ir.Param) *ir.Func {
		for n := 0; ; n++ {
			if name := fmt.Sprintf("jump%d", n); m.Func(name) == nil {
				return m.AddFunc(name, params, returns)
			}
		}
	}
	f := add([]ir.Param{param}, []ir.Param{param})
	entry, away, out := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	b, mem := f.At(entry), f.AddArg(entry, ir.Mem, 0)
	v := b.Param(0, 0)
	p := b.StackSlot(ir.JumpBytes, 8, 0)
	i := b.Op(ir.OpSetJmp, ir.Attr{}, 0, nil, p, mem)
	token, came := f.Result(i, 0), f.Result(i, 1)
	b.BrIf(b.Unary(ir.OpIntToBool, came, 0), ir.Goto(out), ir.Goto(away), 0)
	b = f.At(away)
	if r.Below(2) == 0 {
		b.Op(ir.OpLongJmp, ir.Attr{}, 0, nil, p, v, token)
	} else {
		back := add([]ir.Param{{Type: ir.Ptr}, param}, nil)
		start := back.AddBlock(ir.Body)
		k, held := back.At(start), back.AddArg(start, ir.Mem, 0)
		k.Op(ir.OpLongJmp, ir.Attr{}, 0, nil, k.Param(0, 0), k.Param(1, 0), held)
		b.Call(b.SymbolAddr(back.Name, 0), []ir.Value{p, v}, token, nil, 0)
		b.Stop(ir.OpUnreachable, 0)
	}
	f.At(out).Ret(0, came, token)
	i = x.Call(x.SymbolOf(f.Name, nil), []build.Value{x.satisfy(r, word)}, []ir.Type{ir.Int})
	x.Cost += x.Times * jumpCost
	x.Define(i, 1, x.Received(word))
}
