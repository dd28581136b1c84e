package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Operations on values that matter to their operands, by the rows of [ir.Op.Boundary]. A value is one of two that a condition
// chooses at run time, so that no pass folds it and code for it is made.

// edgeOps is the table of what is made of such values; the order belongs to the generator's version.
var edgeOps = []func(x *body, r *choice.Record, bits uint){
	edgeBinary, edgeBinary, edgeDivision, edgeShift, edgeExtension, edgeLow, edgeCompare,
}

// edgeFloatOps is that of operations with floats.
var edgeFloatOps = []func(x *body, r *choice.Record, bits uint){edgeFromInt, edgeToInt, edgeConvert, edgeFloats}

func edge(x *body, r *choice.Record) {
	bits := build.Sizes[r.Below(len(build.Sizes))]
	edgeOps[r.Below(len(edgeOps))](x, r, bits)
}

func edgesOfFloats(x *body, r *choice.Record) {
	bits := build.Sizes[r.Below(len(build.Sizes))]
	edgeFloatOps[r.Below(len(edgeFloatOps))](x, r, bits)
}

// edgeInt is a value of a kind with a number of bits, in a range.
func (x *body) edgeInt(r *choice.Record, kind ir.Boundary, bits uint, in span.Span) build.Value {
	var fit []num.Int
	for _, v := range kind.Ints(bits) {
		if in.Contains(v) && int(v.BitLen()) < x.maxBits() {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return x.ConstantIn(r, in)
	}
	a, b := fit[r.Below(len(fit))], fit[r.Below(len(fit))]
	if r.Chance(200) {
		return x.Big(a)
	}
	return chooseBool(x, x.anyBool(r), x.Big(a), x.Big(b))
}

// edgeFloat is a float of a kind.
func (x *body) edgeFloat(r *choice.Record, kind ir.Boundary, t ir.Type, bits uint) build.Value {
	list := kind.Floats(t, bits)
	one := func() build.Value {
		b := list[r.Below(len(list))]
		return x.Define(x.Emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)}, nil), 0, build.Value{Class: build.ClassOf(t, b)})
	}
	a, b := one(), one()
	return chooseBool(x, x.anyBool(r), a, b)
}

// all are the ints that are not longer than programs have them.
func (x *body) all() span.Span { return span.Signed(uint(x.maxBits())) }

func edgeBinary(x *body, r *choice.Record, bits uint) {
	op := arithmeticOps[r.Below(8)]
	bounded(x, r, op, x.edgeInt(r, op.Boundary(0), bits, x.all()), x.edgeInt(r, op.Boundary(1), bits, x.all()))
}

// A divisor is not 0 by the values that it may have; what its range tells has 0 where they have both signs, and then it is
// guarded.
func edgeDivision(x *body, r *choice.Record, bits uint) {
	op := build.Divisions[r.Below(len(build.Divisions))]
	a := x.edgeInt(r, op.Boundary(0), bits, x.all())
	b := x.edgeInt(r, op.Boundary(1), bits, x.all())
	if b.Span.HasZero() {
		guardedDivision(x, op, a, b)
		return
	}
	x.Int(op, ir.Attr{}, build.Spans[op](a.Span, b.Span), a, b)
}

func edgeShift(x *body, r *choice.Record, bits uint) {
	op := [...]ir.Op{ir.OpShl, ir.OpShr}[r.Below(2)]
	a := x.edgeInt(r, op.Boundary(0), bits, x.all())
	most := int64(130)
	if op == ir.OpShl {
		most = min(most, int64(max(x.maxBits()-a.Span.BitLen(), 0)))
	}
	b := x.edgeInt(r, op.Boundary(1), bits, span.Within(0, most))
	x.Int(op, ir.Attr{}, build.Spans[op](a.Span, b.Span), a, b)
}

func edgeExtension(x *body, r *choice.Record, bits uint) {
	op := [...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)]
	x.Extend(op, x.edgeInt(r, op.Boundary(0), bits, x.all()), bits)
}

// edgeLow makes an operation on the low bits.
func edgeLow(x *body, r *choice.Record, bits uint) {
	op := [...]ir.Op{ir.OpCountLeadingZeros, ir.OpBSwap, ir.OpBitReverse, ir.OpRotateLeft, ir.OpRotateRight}[r.Below(5)]
	number, s := bits, span.Unsigned(bits)
	switch op {
	case ir.OpCountLeadingZeros:
		s = span.Within(0, int64(bits))
	case ir.OpBSwap:
		number = (bits + 7) / 8
		s = span.Unsigned(8 * number)
	}
	operands := []build.Value{x.edgeInt(r, op.Boundary(0), bits, x.all())}
	if op == ir.OpRotateLeft || op == ir.OpRotateRight {
		operands = append(operands, x.edgeInt(r, op.Boundary(1), bits, x.all()))
	}
	x.Define(x.Emit(op, ir.Attr{N: uint32(number)}, nil, operands...), 0, build.Value{Span: s, Flags: build.Flow(operands...)})
}

func edgeCompare(x *body, r *choice.Record, bits uint) {
	a := x.edgeInt(r, ir.BoundNumber, bits, x.all())
	x.Compare(ir.Pred(r.Below(6)), a, x.edgeInt(r, ir.BoundNumber, bits, x.all()))
}

func edgeFromInt(x *body, r *choice.Record, bits uint) {
	op, in, class := ir.OpSIToFP, x.all(), ir.ClassPZero|ir.ClassPNorm|ir.ClassPInf|ir.ClassNNorm|ir.ClassNInf
	if r.Below(2) == 1 {
		op, in = ir.OpUIToFP, span.Unsigned(uint(x.maxBits()-1))
	}
	v := x.edgeInt(r, op.Boundary(0), bits, in)
	x.Define(x.Emit(op, ir.Attr{}, build.FloatTypes[r.Below(4):][:1], v), 0, build.Value{Flags: build.Flow(v), Class: class})
}

func edgeToInt(x *body, r *choice.Record, bits uint) {
	op, s := ir.OpFPToSI, span.Signed(bits)
	if r.Below(2) == 1 {
		op, s = ir.OpFPToUI, span.Unsigned(bits)
	}
	a := x.edgeFloat(r, op.Boundary(0), build.FloatTypes[r.Below(4)], bits)
	x.Int(op, ir.Attr{N: uint32(bits), Sat: true}, s, a)
}

func edgeConvert(x *body, r *choice.Record, bits uint) {
	a := x.edgeFloat(r, ir.OpFPConvert.Boundary(0), build.FloatTypes[r.Below(2)], bits)
	x.Define(x.Emit(ir.OpFPConvert, ir.Attr{}, build.FloatTypes[1+r.Below(3):][:1], a), 0, build.Value{Flags: same(a), Class: build.Quiet, NaN: true})
}

func edgeFloats(x *body, r *choice.Record, bits uint) {
	op := floatOps[r.Below(5)]
	t := build.FloatTypes[r.Below(4)]
	a, b := x.edgeFloat(r, op.Boundary(0), t, bits), x.edgeFloat(r, op.Boundary(1), t, bits)
	x.Define(x.Emit(op, ir.Attr{}, nil, a, b), 0, build.Value{Flags: same(a, b), Class: build.Quiet, NaN: true})
}
