package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// Two instructions that differ in nothing but what is claimed of the result or of an operand. Claims that do not hold
// make poison, so that merging the two, hoisting one or computing with the claim of the other shows, where the one without the
// claim is looked at.

// twinned is the table of what there may be two of: each makes the operation, with a claim that need not hold or without
// one, and returns what is looked at.
var twinned = []func(x *body, r *choice.Record) func(claim bool) build.Value{twinInts, twinUses, twinPointers, twinFloats, twinArguments}

func twins(x *body, r *choice.Record) {
	again := twinned[r.Below(len(twinned))](x, r)
	first := r.Below(2) == 1
	for _, claim := range []bool{first, !first} {
		v := again(claim)
		if claim {
			v.Flags |= build.Tainted
		}
		x.Push(v)
		if !claim {
			show(x, r, v)
		}
		if r.Below(4) == 3 {
			x.nested(1)
		}
	}
}

// strange draws a claim about ints of s that need not hold: a range that is too small, or a pattern of bits.
func strange(r *choice.Record, s span.Span) ir.Annot {
	n := uint32(max(s.BitLen()-1-r.Below(3), 1))
	switch r.Below(3) {
	case 0:
		return ir.Unsigned(n)
	case 1:
		return ir.Signed(n)
	}
	return build.DrawPattern(r)
}

func twinInts(x *body, r *choice.Record) func(bool) build.Value {
	op := arithmeticOps[r.Below(8)]
	a, b := x.intIn(r, span.Signed(16)), x.intIn(r, span.Signed(12))
	s := build.Spans[op](a.Span, b.Span)
	annot := strange(r, s)
	return func(claim bool) build.Value {
		v := build.Value{ID: x.F.Result(x.Emit(op, ir.Attr{}, nil, a, b), 0), Type: ir.Int, Span: s, Flags: build.Flow(a, b)}
		if claim {
			x.F.SetAnnot(v.ID, annot)
		}
		return v
	}
}

// twinUses claims something of an operand, where it is used.
func twinUses(x *body, r *choice.Record) func(bool) build.Value {
	op := arithmeticOps[r.Below(8)]
	a, b := x.intIn(r, span.Signed(16)), x.intIn(r, span.Signed(12))
	annot, at := strange(r, [...]span.Span{a.Span, b.Span}[r.Below(2)]), r.Below(2)
	return func(claim bool) build.Value {
		i := x.Emit(op, ir.Attr{}, nil, a, b)
		if claim {
			o := x.F.Operand(i, at)
			o.Annot = annot
			x.F.SetOperand(i, at, o)
		}
		return build.Value{ID: x.F.Result(i, 0), Type: ir.Int, Span: build.Spans[op](a.Span, b.Span), Flags: build.Flow(a, b)}
	}
}

// twinPointers claims an alignment; what is looked at is what is read through the pointer.
func twinPointers(x *body, r *choice.Record) func(bool) build.Value {
	if x.Mem == ir.NoValue || !x.prog.Has(preset.Memory) {
		return twinInts(x, r)
	}
	n := 1 << r.Below(4)
	p := x.place(r, int64(n), false)
	start := base(x, p.Obj)
	k := x.Int64(int64(r.Byte()) % (p.Obj.Size - int64(n) + 1))
	align := ir.Aligned(2 << r.Below(5))
	return func(claim bool) build.Value {
		q := build.Value{ID: x.F.Result(x.Emit(ir.OpPtrAdd, ir.Attr{}, nil, start, k), 0), Type: ir.Ptr, Obj: p.Obj, Wild: start.Wild, Flags: build.Flow(start, k)}
		q.Lo, q.Hi = int64(k.Span.Lo.Low64()), int64(k.Span.Hi.Low64())
		if claim {
			x.F.SetAnnot(q.ID, align)
			q.Obj, q.Flags = nil, q.Flags|build.Tainted
			return q
		}
		return read(x, r, q, n)
	}
}

// twinFloats claims that a result is of no class among some.
func twinFloats(x *body, r *choice.Record) func(bool) build.Value {
	if !x.prog.Has(preset.Floats) {
		return twinUses(x, r)
	}
	op := [...]ir.Op{ir.OpFAdd, ir.OpFMul, ir.OpFSub, ir.OpFDiv}[r.Below(4)]
	a := x.anyFloat(r, 0)
	b := x.anyFloat(r, a.Type)
	classes := ir.FPClass(1 + r.Below(int(build.AllClasses)))
	p := ir.FFalse + ir.Pred(r.Below(int(ir.FTrue-ir.FFalse)+1))
	return func(claim bool) build.Value {
		i := x.Emit(op, ir.Attr{}, nil, a, b)
		v := build.Value{ID: x.F.Result(i, 0), Type: a.Type, Flags: same(a, b), Class: build.Quiet, NaN: true}
		if claim {
			x.F.SetAnnot(v.ID, ir.NoFPClass(classes))
			return v
		}
		x.Push(v)
		// A comparison, as the sign and the payload of a NaN are open.
		c := build.Value{ID: x.F.Result(x.Emit(ir.OpFCmp, ir.Attr{Pred: p}, nil, v, b), 0), Type: ir.Bool, Flags: same(v, b) &^ build.Unspecified}
		return x.Int(ir.OpSelect, ir.Attr{}, span.Within(0, 1), c, x.Int64(1), x.Int64(0))
	}
}

// twinArguments passes one value to two arguments of a block, and claims something of one.
func twinArguments(x *body, r *choice.Record) func(bool) build.Value {
	if x.depth >= x.prog.Cfg.MaxDepth {
		return twinInts(x, r)
	}
	v := x.intIn(r, span.Signed(16))
	annot := strange(r, v.Span)
	return func(claim bool) build.Value {
		b := x.F.AddBlock(x.Region)
		x.Br(b, x.WithToken(operands(x, []build.Value{v})))
		w := v
		w.ID = x.F.AddArg(b, ir.Int, ir.NoAnnot)
		if claim {
			x.F.SetAnnot(w.ID, annot)
		}
		if x.Mem != ir.NoValue {
			x.Mem = x.F.AddArg(b, ir.Mem, ir.NoAnnot)
		}
		x.GoTo(b)
		return w
	}
}
