package ub

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// poisonFlows carry an int so that poison stays poison and the result of anything else is known to
// be in [-1, 255].
//
// A function may assume v in [-1, 255], as poisoned starts with. It must not fold: an operation that absorbs its
// other operand (and 0, or true) is chosen so that only poison comes through, which is what optimizers get wrong.
var poisonFlows = []func(x *build.Func, r *choice.Record, v build.Value) build.Value{
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // operations of two operands, one of them absorbing
		ops := []ir.Op{ir.OpAnd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpMin, ir.OpClMul, ir.OpRem, ir.OpShr}
		op := ops[r.Below(len(ops))]
		w := v
		switch op {
		case ir.OpAnd, ir.OpMul:
			w = x.Int64(0)
		case ir.OpMin:
			// Negative numbers have no place in a minimum whose result must be 0 or in a carry-less product.
			v = x.Raw(ir.OpAnd, ir.Attr{}, v, x.Int64(1))
			w = x.Int64(0)
		case ir.OpClMul:
			v = x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, v)
			w = x.Int64(0)
		case ir.OpRem:
			w = x.Int64(1)
		case ir.OpShr:
			v = x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, v)
			w = x.Int64(8)
		}
		// Only what commutes is exchanged: the result must not change.
		if r.Below(2) == 1 && (op == ir.OpAnd || op == ir.OpMul || op == ir.OpMin || op == ir.OpClMul) {
			v, w = w, v
		}
		return x.Raw(op, ir.Attr{}, v, w)
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // of one operand
		switch r.Below(8) {
		case 0:
			return x.Raw(ir.OpSExt, ir.Attr{Imm: 1}, v)
		case 1:
			return x.Raw(ir.OpZExt, ir.Attr{Imm: 5}, v)
		case 2:
			return x.Raw(ir.OpCountLeadingZeros, ir.Attr{N: 8}, v)
		case 3:
			return x.Raw(ir.OpBSwap, ir.Attr{N: 1}, v)
		case 4:
			return x.Raw(ir.OpBitReverse, ir.Attr{N: 7}, v)
		case 5:
			return x.Raw(ir.OpRotateLeft, ir.Attr{N: 6}, x.Int64(3), v)
		case 6:
			return x.Raw(ir.OpRotateRight, ir.Attr{N: 6}, v, x.Int64(3))
		}
		// Result 1 is the low part of 8 bits.
		i := x.Emit(ir.OpSplit, ir.Attr{N: 8}, nil, v)
		return build.Value{ID: x.F.Result(i, 1), Type: ir.Int, Span: span.Unsigned(8)}
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // truth values
		b := x.Raw(ir.OpIntToBool, ir.Attr{}, v)
		switch r.Below(4) {
		case 0:
			b = x.Raw(ir.OpBAnd, ir.Attr{}, b, x.Bool(false))
		case 1:
			b = x.Raw(ir.OpBOr, ir.Attr{}, x.Bool(true), b)
		case 2:
			// b xor b is false for each truth value, poison for poison.
			b = x.Raw(ir.OpBXor, ir.Attr{}, b, b)
		}
		return x.Raw(ir.OpBoolToInt, ir.Attr{}, b)
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // the arm that is taken, or the condition
		v = x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, v)
		// The arm that is not taken may be poison without harm.
		other := x.Int64(1)
		if r.Below(2) == 0 {
			other = x.Poison(ir.Int)
		}
		switch r.Below(3) {
		case 0:
			return x.Raw(ir.OpSelect, ir.Attr{}, x.Bool(true), v, other)
		case 1:
			return x.Raw(ir.OpSelect, ir.Attr{}, x.Bool(false), other, v)
		}
		// Both arms are 2, so that only a poison condition matters.
		c := x.Raw(ir.OpICmp, ir.Attr{Pred: ir.Pred(r.Below(6))}, v, x.Int64(7))
		return x.Raw(ir.OpSelect, ir.Attr{}, c, x.Int64(2), x.Int64(2))
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // through memory
		n := 1 + r.Below(9)
		o := x.NewSlot(r, int64(n), build.BytesOnly)
		x.Emit(ir.OpStore, ir.Attr{N: uint32(n)}, nil, v, o.Base)
		q := o.Base
		if r.Below(2) == 1 {
			q = x.NewSlot(r, int64(n), build.Anything).Base
			op := [...]ir.Op{ir.OpMemCpy, ir.OpMemMove}[r.Below(2)]
			x.Emit(op, ir.Attr{}, nil, q, o.Base, x.Int64(int64(n)))
		}
		i := x.Emit(ir.OpLoad, ir.Attr{N: uint32(n)}, []ir.Type{ir.Int}, q)
		return x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, build.Value{ID: x.F.Result(i, 0), Type: ir.Int, Span: span.Unsigned(uint(8 * n))})
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // through a float
		f := x.Typed(ir.OpSIToFP, ir.Attr{}, ir.F64, v)
		switch r.Below(6) {
		case 0:
			f = x.Raw(ir.OpFMinNum, ir.Attr{}, f, number(x, 0))
		case 1:
			f = x.Raw(ir.OpFMul, ir.Attr{}, number(x, 0), f)
		case 2:
			f = x.Raw(ir.OpFSub, ir.Attr{}, f, f)
		case 3:
			f = x.Raw(ir.OpCopySign, ir.Attr{}, number(x, 1), f)
		case 4:
			b := x.Raw(ir.OpFCmp, ir.Attr{Pred: ir.FFalse + ir.Pred(r.Below(16))}, number(x, 3), f)
			return x.Raw(ir.OpBoolToInt, ir.Attr{}, b)
		}
		// Saturating, since the product with 0 may be a NaN or a zero, and both have a result then.
		i := x.Raw(ir.OpFPToSI, ir.Attr{N: 8, Sat: true}, f)
		return x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, i)
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // through a field, bytes or a lane
		v = x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, v)
		switch r.Below(3) {
		case 0:
			t := build.Aggregates[0]
			p := []uint32{uint32(r.Below(2))}
			agg := x.Inserted(x.Poison(t), v, p)
			agg.Type = t
			i := x.Extracted(agg, p)
			return build.Value{ID: x.F.Result(i, 0), Type: ir.Int, Span: span.Unsigned(8)}
		case 1:
			b := x.Typed(ir.OpBitCast, ir.Attr{}, ir.Bytes(2), v)
			return x.Typed(ir.OpBitCast, ir.Attr{}, ir.Int, b)
		}
		l := ir.Lane{Kind: ir.LaneU, Bits: 16}
		w := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(64, false), v)
		ops := []ir.Op{ir.OpVecAnd, ir.OpVecMin, ir.OpVecReduceAnd, ir.OpVecReduceUMin}
		switch op := ops[r.Below(len(ops))]; op {
		case ir.OpVecAnd, ir.OpVecMin:
			z := x.Typed(ir.OpVecSplat, ir.Attr{Lane: l}, ir.Vec(64, false), x.Int64(0))
			w = x.Raw(op, ir.Attr{Lane: l}, z, w)
		default:
			return x.Raw(op, ir.Attr{Lane: l}, w)
		}
		return x.Raw(ir.OpVecExtract, ir.Attr{Lane: l}, w, x.Int64(int64(r.Below(4))))
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // through an atomic operation
		o := x.NewSlot(r, 8, build.BytesOnly)
		x.Emit(ir.OpStore, ir.Attr{N: 8}, nil, x.Int64(0), o.Base)
		if r.Below(2) == 0 {
			x.Emit(ir.OpRMW, ir.Attr{RMW: build.RMWOps[r.Below(len(build.RMWOps))], Order: ir.SeqCst}, []ir.Type{ir.Int}, o.Base, v)
		} else {
			x.Emit(ir.OpCmpXchg, ir.Attr{Order: ir.SeqCst, Fail: ir.SeqCst}, []ir.Type{ir.Int}, o.Base, v, x.Int64(1))
		}
		i := x.Emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{ir.Int}, o.Base)
		return x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, build.Value{ID: x.F.Result(i, 0), Type: ir.Int})
	},
	func(x *build.Func, r *choice.Record, v build.Value) build.Value { // through a block argument
		next := x.F.AddBlock(x.Region)
		x.Br(next, x.WithToken([]ir.Operand{{Value: v.ID}}))
		a := x.F.AddArg(next, ir.Int, ir.NoAnnot)
		x.Open(next, nil)
		return build.Value{ID: a, Type: ir.Int, Span: v.Span}
	},
}

// poisoned is an int in [-1, 255] that is poison exactly if legal is false.
//
// The last zext brings everything into [0, 255]: it does not undo poison. Up to two flows lie between, so that
// cause and effect are some instructions apart.
func poisoned(x *build.Func, r *choice.Record, legal bool) build.Value {
	v := poisonSources[r.Below(len(poisonSources))](x, r, legal)
	for range r.Below(3) {
		v = poisonFlows[r.Below(len(poisonFlows))](x, r, v)
	}
	return x.Raw(ir.OpZExt, ir.Attr{Imm: 8}, v)
}
