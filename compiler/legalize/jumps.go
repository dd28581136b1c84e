package legalize

import "github.com/tuffy-ir/tuffy/ir"

// The functions of the C library that setjmp and longjmp become calls of. The run-time library has them, too, and what they keep
// of a frame is the registers that a callee saves.
const (
	SetJump  = "_setjmp"
	longJump = "longjmp"
)

// callJumps makes calls of setjmp and longjmp. Functions with a call of [SetJump] share no spill slots: see package isel.
func callJumps(m *ir.Module) {
	num := ir.Param{Type: ir.Int, Annot: ir.Signed(32)}
	place := ir.Param{Type: ir.Ptr}
	for _, f := range m.Funcs {
		if f.Count(ir.OpSetJmp) > 0 {
			declareJump(m, SetJump, []ir.Param{place}, []ir.Param{num})
		}
		if f.Count(ir.OpLongJmp) > 0 {
			declareJump(m, longJump, []ir.Param{place, num}, nil)
		}
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				switch f.Op(i) {
				case ir.OpSetJmp:
					at := f.Before(i)
					c := at.Call(at.SymbolAddr(SetJump, f.Origin(i)), []ir.Value{f.Arg(i, 0)}, f.Arg(i, 1), []ir.Type{ir.Int}, f.Origin(i))
					f.SetAnnot(f.Result(c, 1), ir.Signed(32))
					f.ReplaceUses(f.Result(i, 0), f.Result(c, 0))
					f.ReplaceUses(f.Result(i, 1), f.Result(c, 1))
					f.RemoveInst(i)
				case ir.OpLongJmp:
					o, p, v, mem := f.Origin(i), f.Arg(i, 0), f.Arg(i, 1), f.Arg(i, 2)
					f.RemoveInst(i)
					at := f.At(b)
					v = at.Extend(ir.OpSExt, v, 32, o)
					at.Call(at.SymbolAddr(longJump, o), []ir.Value{p, v}, mem, nil, o)
					at.Stop(ir.OpUnreachable, o)
				}
			}
		}
	}
}

// declareJump says how the library's function is called, unless the program has it.
func declareJump(m *ir.Module, name string, params, returns []ir.Param) {
	if m.Func(name) == nil && m.ExternNamed(name) == nil {
		m.AddExtern(&ir.Extern{Name: name, Params: params, Returns: returns})
	}
}
