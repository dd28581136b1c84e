package edit

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Fits reports whether a call passes and takes what the signature of g says; otherwise it is
// undefined behaviour.
// The token is the last operand and the first result, which a call has besides.
func Fits(f *ir.Func, call ir.Inst, g *ir.Func) bool {
	more := f.NumOperands(call) - 2 - len(g.Params)
	if more < 0 || more > 0 && !g.Variadic || f.NumResults(call) != len(g.Returns)+1 {
		return false
	}
	for n, p := range g.Params {
		if f.TypeOf(f.Arg(call, 1+n)) != p.Type {
			return false
		}
	}
	for n, p := range g.Returns {
		if f.TypeOf(f.Result(call, 1+n)) != p.Type {
			return false
		}
	}
	return true
}

// Inlinable reports whether [Inline] can take a call of g. A function that makes a list of its arguments has them
// from its own call, and a place of setjmp ends with the call.
func Inlinable(f *ir.Func, call ir.Inst, g *ir.Func) bool {
	return g.Entry() != ir.NoBlock && g.Count(ir.OpVaStart) == 0 && g.Count(ir.OpSetJmp) == 0 && Fits(f, call, g)
}

// Inline puts a copy of the body of g in the place of a call of f that fits the signature of g. The
// block is split at the call; the copy is a plain region between the parts, at whose end its stack
// slots die, and a return a branch out of it. Claims of the signature and of the operands of the
// call are dropped, those of its results stay. Arguments behind the parameters are not passed on.
// The call must be [Inlinable].
func Inline(f *ir.Func, call ir.Inst, g *ir.Func) {
	o := f.Origin(call)
	ops := f.Operands(call)
	token := ops[len(ops)-1].Value
	args := ops[1 : len(ops)-1]
	b := f.InstBlock(call)
	r := f.BlockRegion(b)
	k := NewCopier(g, f)
	plain := f.AddRegion(r, ir.PlainRegion)
	k.Nodes(ir.Body, plain)
	rest := f.AddBlock(r)
	PlaceAfter(f, r, ir.Node{ID: uint32(b)}, 2)
	for _, v := range f.Results(call) {
		f.ReplaceUses(v, f.AddArg(rest, f.TypeOf(v), f.AnnotOf(v)))
	}
	k.Fill()
	for i := f.NextInst(call); i != ir.NoInst; {
		next := f.NextInst(i)
		f.MoveInst(i, rest, ir.NoInst)
		i = next
	}
	f.RemoveInst(call)
	entry := k.Blocks[g.Entry()]
	for n, v := range slices.Clone(f.Args(entry)) {
		f.ReplaceUses(v, token)
		f.RemoveArg(entry, n)
	}
	f.At(b).Br(ir.Goto(entry), o)
	for q := range g.Blocks() {
		for i := range f.Insts(k.Blocks[q]) {
			switch f.Op(i) {
			case ir.OpParam:
				f.ReplaceUses(f.Result(i, 0), args[f.Attr(i).Imm].Value)
				f.RemoveInst(i)
			case ir.OpRet:
				ret := f.Operands(i)
				pass := []ir.Operand{{Value: token}}
				if len(ret) > len(g.Returns) {
					pass[0] = ret[len(g.Returns)]
				}
				Goto(f, k.Blocks[q], ir.Target{Block: rest, Args: append(pass, ret[:len(g.Returns)]...)}, f.Origin(i))
			}
		}
	}
}
