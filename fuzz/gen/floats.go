package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// f128 has constants only: no arithmetic exists for it.
// The constant is any of 256 tiny patterns of f128, given by its bits.
func floatConstant(x *body, r *choice.Record) {
	t := build.FloatTypes[r.Below(len(build.FloatTypes))]
	if r.Chance(30) {
		x.Define(x.At.Inst(ir.OpFConst, ir.Attr{N: uint32(ir.F128), Imm: int64(r.Byte())}, nil, nil, []ir.Type{ir.F128}, ir.Synthetic), 0, build.Value{Class: build.AllClasses})
		return
	}
	x.Float(r, t)
}

// These are the formats that operations take.
func arithmeticFloat(t ir.Type) bool { return t.Kind() == ir.KindFloat && t != ir.F128 }

// same is the flags of a float operation: the payload of a NaN does not reach the result but
// as another NaN. A NaN operand gives a NaN result whose bits are open, which Flags carry.
func same(operands ...build.Value) build.Flags {
	var f build.Flags
	for _, v := range operands {
		f |= v.Flags
	}
	return f
}

// The order belongs to the generator's version: choices are by index.
var floatOps = [...]ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFRem, ir.OpFMinNum, ir.OpFMaxNum,
	ir.OpFNeg, ir.OpFAbs, ir.OpCopySign, ir.OpFSqrt, ir.OpFMA}

// These are the classes that no absolute value has. The sign of a NaN has no class of its own.
const negatives = ir.ClassNInf | ir.ClassNNorm | ir.ClassNSub | ir.ClassNZero

// floatOp computes with floats of one format, and keeps the classes that the result may have.
// Classes bound which claims on the result are true. Results that may be NaN are marked, since
// their bits must not be seen.
func floatOp(x *body, r *choice.Record) {
	op := floatOps[r.Below(len(floatOps))]
	a := x.anyFloat(r, 0)
	operands := []build.Value{a}
	// The signature of the opcode says how many operands there are; all are of the format of the first.
	for n := 1; n < len(ir.Ops[op].Sig); n++ {
		operands = append(operands, x.anyFloat(r, a.Type))
	}
	if op == ir.OpFMA && r.Chance(300) { // the addend nearly cancels the product
		// Addend and product cancel but for the product's rounding error, which a fused operation shows and
		// an operation in two steps loses.
		p := x.Raw(ir.OpFMul, ir.Attr{}, operands[0], operands[1])
		operands[2] = build.Value{ID: x.Raw(ir.OpFNeg, ir.Attr{}, p).ID, Type: a.Type, Flags: same(operands...), Class: build.AllClasses, NaN: true}
	}
	// An operation gives a quiet NaN at most; copies and sign changes, which do not compute, keep signaling
	// ones and are below.
	v := build.Value{Flags: same(operands...), Class: build.Quiet, NaN: true}
	switch op {
	case ir.OpFNeg:
		v.Class, v.NaN = swapSigns(a.Class), a.NaN
	case ir.OpFAbs:
		v.Class, v.NaN = (a.Class|swapSigns(a.Class))&^negatives, a.NaN
	case ir.OpCopySign:
		// The sign may come from a NaN that an operation made.
		// abs, neg and copysign change the sign bit only.
		v.Class, v.NaN = a.Class|swapSigns(a.Class), a.NaN
		if operands[1].NaN {
			v.Flags |= build.Unspecified
		}
	// Of a negative number there is a NaN, of negative zero itself; nothing else is negative.
	case ir.OpFSqrt:
		v.Class = ir.ClassQNaN | ir.ClassNZero | ir.ClassPZero | ir.ClassPNorm | ir.ClassPSub | ir.ClassPInf
	// One of the operands or a quiet NaN: no other class can appear.
	case ir.OpFMinNum, ir.OpFMaxNum:
		v.Class = (a.Class | operands[1].Class | ir.ClassQNaN) &^ ir.ClassSNaN
	}
	attr := ir.Attr{}
	if op.Is(ir.HasFPFlags) && r.Chance(150) {
		attr.Flags = ir.FPFlags(r.Below(4))
	}
	x.Define(x.Emit(op, attr, nil, operands...), 0, v)
}

// swapSigns exchanges positive and negative classes. Negation and subtraction use it.
func swapSigns(c ir.FPClass) ir.FPClass {
	out := c & (ir.ClassSNaN | ir.ClassQNaN)
	for _, p := range [][2]ir.FPClass{{ir.ClassNInf, ir.ClassPInf}, {ir.ClassNNorm, ir.ClassPNorm}, {ir.ClassNSub, ir.ClassPSub}, {ir.ClassNZero, ir.ClassPZero}} {
		if c&p[0] != 0 {
			out |= p[1]
		}
		if c&p[1] != 0 {
			out |= p[0]
		}
	}
	return out
}

// All 16 predicates are drawn, ordered, unordered and the two constant ones.
func floatCompare(x *body, r *choice.Record) {
	a := x.anyFloat(r, 0)
	b := x.anyFloat(r, a.Type)
	p := ir.FFalse + ir.Pred(r.Below(int(ir.FTrue-ir.FFalse)+1))
	x.Define(x.Emit(ir.OpFCmp, ir.Attr{Pred: p}, nil, a, b), 0, build.Value{Flags: same(a, b)})
}

// Conversions from ints go by the range of the int, so that saturation and rounding at the ends are
// met.
func floatConvert(x *body, r *choice.Record) {
	switch r.Below(5) {
	case 0:
		a := x.anyFloat(r, 0)
		// The target may be the format itself.
		x.Define(x.Emit(ir.OpFPConvert, ir.Attr{}, build.FloatTypes[r.Below(4):][:1], a), 0, build.Value{Flags: same(a), Class: build.Quiet, NaN: true})
	case 1, 2:
		op := ir.OpSIToFP
		// The int may have any length: rounding and overflow to infinity are the point.
		v := x.anyInt(r, x.maybePoison(r))
		if r.Below(2) == 1 {
			op = ir.OpUIToFP
			// An unsigned conversion of a negative int is poison, so it is extended first, except where
			// nothing runs.
			if v.Span.Lo.Sign() < 0 && !x.unsafe {
				v = x.Extend(ir.OpZExt, v, uint(min(v.Span.BitLen()+1, 70)))
			}
		}
		// No class for NaN or subnormals: an int is a whole number. It may be too large for the format.
		class := ir.ClassPZero | ir.ClassPNorm | ir.ClassPInf
		if v.Span.Lo.Sign() < 0 {
			class |= ir.ClassNNorm | ir.ClassNInf
		}
		x.Define(x.Emit(op, ir.Attr{}, build.FloatTypes[r.Below(4):][:1], v), 0, build.Value{Flags: build.Flow(v), Class: class})
	default:
		floatToInt(x, r)
	}
}

// Without saturation the value must be in range or the result may be poison.
func floatToInt(x *body, r *choice.Record) {
	a := x.anyFloat(r, 0)
	op := [...]ir.Op{ir.OpFPToSI, ir.OpFPToUI}[r.Below(2)]
	n := build.Sizes[r.Below(len(build.Sizes))]
	// A fifth does not saturate.
	sat := !r.Chance(200)
	s := span.Unsigned(n)
	if op == ir.OpFPToSI {
		s = span.Signed(n)
	}
	v := build.Value{Span: s, Flags: same(a)}
	// With UB the poison is there to be observed, so it is not tracked.
	if !sat && x.prog.Cfg.UB == 0 {
		v.Flags |= build.Tainted
	}
	x.Define(x.Emit(op, ir.Attr{N: uint32(n), Sat: sat}, nil, a), 0, v)
}
