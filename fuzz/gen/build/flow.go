package build

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// GoTo moves the builder to the end of a block.
func (x *Func) GoTo(b ir.Block) { x.At = x.F.At(b) }

// Open adds arguments of the shapes and a token to b and goes there.
func (x *Func) Open(b ir.Block, shapes []Shape) []Value {
	vs := x.Arguments(b, shapes)
	for _, v := range vs {
		x.Push(v)
	}
	x.GoTo(b)
	if x.Mem != ir.NoValue {
		args := x.F.Args(b)
		x.Mem = args[len(args)-1]
	}
	return vs
}

// Arguments gives b arguments of the shapes, and a token last.
// The order is that of the targets' arguments: shapes first, the token behind them.
func (x *Func) Arguments(b ir.Block, shapes []Shape) []Value {
	var vs []Value
	for _, s := range shapes {
		v := x.Received(s)
		v.ID = x.F.AddArg(b, s.Type, s.Annot)
		vs = append(vs, v)
	}
	if x.Mem != ir.NoValue {
		x.F.AddArg(b, ir.Mem, ir.NoAnnot)
	}
	return vs
}

// WithToken adds the token at hand, if there is one.
func (x *Func) WithToken(out []ir.Operand) []ir.Operand {
	if x.Mem != ir.NoValue {
		out = append(out, ir.Operand{Value: x.Mem})
	}
	return out
}

// Br ends the block with a branch.
func (x *Func) Br(b ir.Block, args []ir.Operand) {
	x.Count()
	x.At.Inst(ir.OpBr, ir.Attr{}, nil, []ir.Target{{Block: b, Args: args}}, nil, ir.Synthetic)
}

// Brif ends the block with a conditional branch.
func (x *Func) Brif(c Value, a, b ir.Target) {
	x.Count()
	x.At.Inst(ir.OpBrIf, ir.Attr{}, []ir.Operand{x.Operand(c)}, []ir.Target{a, b}, nil, ir.Synthetic)
}

// Yield leaves the innermost region to the block after it, in one of the two ways.
// Both forms mean the same, which passes on regions must know.
func (x *Func) Yield(r *choice.Record, to ir.Block, args []ir.Operand) {
	if r.Below(2) == 0 {
		x.Br(to, args)
		return
	}
	x.Count()
	x.At.Inst(ir.OpRegionYield, ir.Attr{}, args, nil, nil, ir.Synthetic)
}

// Token is the target arguments of a block that has nothing but a token.
func (x *Func) Token() []ir.Operand { return x.WithToken(nil) }

// Received is what is known of a value of a shape.
func (x *Func) Received(s Shape) Value {
	v := Value{Type: s.Type, Span: s.Span, Class: s.Class}
	switch {
	case s.Type.Kind() == ir.KindFloat || s.Type.IsAggregate() || s.Type.Kind() == ir.KindVec:
		v.NaN = true
		if v.Class == 0 {
			v.Class = AllClasses
		}
	case s.Param:
		v.Wild = true
		v.Obj = &Object{Size: ParamBytes, Align: 1, Content: BytesOnly, Escaped: true, Scope: -1}
		if a := s.Annot.Align(); a != 0 {
			v.Obj.Align = a
		}
	case s.Obj != nil:
		v.Obj, v.Wild, v.Lo, v.Hi = s.Obj, true, 0, s.Obj.Size-8
	}
	if s.Type.IsAggregate() && v.Span.None() {
		v.Span = FieldSpan
	}
	return v
}
