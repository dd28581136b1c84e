package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// SymbolOf makes symbol_addr.
func (x *Func) SymbolOf(name string, o *Object) Value {
	i := x.Emit(ir.OpSymbolAddr, ir.Attr{Aux: uint32(x.Prog.M.Symbol(name))}, nil)
	return x.Define(i, 0, Value{Obj: o})
}

// NewSlot makes a stack slot; its bytes are set unless it may have any content.
func (x *Func) NewSlot(r *choice.Record, size int64, c content) *Object {
	o := &Object{Size: size, Align: 1 << r.Below(5), Content: c, Scope: x.Scope}
	if r.Below(2) == 0 {
		o.Align = 8
	}
	i := x.Emit(ir.OpStackSlot, ir.Attr{Imm: size, Align: o.Align}, nil)
	o.Base = Value{ID: x.F.Result(i, 0), Type: ir.Ptr, Obj: o}
	if c == BytesOnly {
		x.Fill(r, o)
	}
	o.Base = x.Define(i, 0, Value{Obj: o})
	return o
}

// Fill sets all bytes of an object.
func (x *Func) Fill(r *choice.Record, o *Object) {
	x.Emit(ir.OpMemSet, ir.Attr{}, nil, o.Base, x.Int64(int64(r.Byte())), x.Int64(o.Size))
}

// Pointer makes ptradd.
func (x *Func) Pointer(p, off Value) Value { return x.PointerBy(ir.OpPtrAdd, p, off) }

// PointerBy makes ptradd or ptradd.inbounds. The latter must stay inside.
func (x *Func) PointerBy(op ir.Op, p, off Value) Value {
	v := Value{Flags: Flow(p, off), Obj: p.Obj, Wild: p.Wild}
	// Ends of such a size cannot overflow the sums; a pointer of unknown distance is not to be used.
	if off.Span.BitLen() < 40 {
		v.Lo, v.Hi = p.Lo+int64(off.Span.Lo.Low64()), p.Hi+int64(off.Span.Hi.Low64())
	} else {
		v.Obj = nil
	}
	return x.Define(x.Emit(op, ir.Attr{}, nil, p, off), 0, v)
}

// RMWOps are the operations of rmw that are made most often.
var RMWOps = [...]ir.RMWOp{ir.RMWAdd, ir.RMWXchg, ir.RMWSub, ir.RMWAnd, ir.RMWOr, ir.RMWXor}
