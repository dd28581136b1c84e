package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// chooseBool makes a select. What is known of the result is the hull of both arms; of pointers, if
// both are into one object.
func chooseBool(x *body, c, a, b build.Value) build.Value {
	v := build.Value{Flags: c.Flags | a.Flags | b.Flags, NaN: a.NaN || b.NaN, Class: a.Class | b.Class}
	if a.Type == ir.Int || a.Type.IsAggregate() && !a.Span.None() && !b.Span.None() {
		v.Span = a.Span.Hull(b.Span)
	}
	if a.Obj != nil && a.Obj == b.Obj {
		// The offsets are the hull too. Pointers into different objects are not followed: the result has no
		// object, so nothing accesses it.
		v.Obj, v.Lo, v.Hi, v.Wild = a.Obj, min(a.Lo, b.Lo), max(a.Hi, b.Hi), a.Wild || b.Wild
	}
	return x.Define(x.Emit(ir.OpSelect, ir.Attr{}, nil, c, a, b), 0, v)
}

// constant makes an int constant. Lengths are drawn first, so that short and long constants are
// equally frequent.
func constant(x *body, r *choice.Record) {
	n := uint(min(int(widths[r.Below(len(widths))]), x.prog.Cfg.MaxBits))
	x.ConstantIn(r, span.Signed(n+1))
}

// Indices are choices, see floatOps.
var arithmeticOps = append([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax, ir.OpNot}, build.Templated...)

// arithmetic makes a binary operation on two ints, or the complement of one. A fifth of the right operands
// is a short constant.
func arithmetic(x *body, r *choice.Record) {
	op := arithmeticOps[r.Below(len(arithmeticOps))]
	p := x.maybePoison(r)
	a := x.anyInt(r, p)
	if op == ir.OpNot {
		x.Int(op, ir.Attr{}, span.Not(a.Span, a.Span), a)
		return
	}
	b := x.anyInt(r, p)
	if r.Chance(200) {
		b = x.ConstantIn(r, span.Signed(8))
	}
	// Every operation with a table row in build.Spans may be here: the range of the result is exact or
	// wider.
	bounded(x, r, op, a, b)
}

// bounded makes a binary operation, or an extension where the result would get too long. Extension
// by truncation keeps programs from computing numbers of unbounded length.
func bounded(x *body, r *choice.Record, op ir.Op, a, b build.Value) build.Value {
	// The span is computed before the instruction is made, so nothing too long is ever there.
	if s := build.Spans[op](a.Span, b.Span); s.BitLen() <= x.maxBits() {
		return x.Int(op, ir.Attr{}, s, a, b)
	}
	// The longer operand is cut, since it is the one that makes the result long.
	if a.Span.BitLen() < b.Span.BitLen() {
		a = b
	}
	n := uint(8 + r.Below(57))
	if r.Below(2) == 0 {
		return x.Extend(ir.OpZExt, a, n)
	}
	return x.Extend(ir.OpSExt, a, n)
}

// division guards against a zero divisor with or, a select, or by its range. Which guard is used is
// drawn, since passes treat each in another way.
func division(x *body, r *choice.Record) {
	op := build.Divisions[r.Below(len(build.Divisions))]
	p := x.maybePoison(r)
	a, b := x.anyInt(r, p), x.anyInt(r, p)
	switch {
	// A range without zero needs no guard.
	case !b.Span.HasZero():
	// The span is that of the same operation, as if the divisor were never zero.
	case x.unguarded(r):
		mayFail(x, x.Int(op, ir.Attr{}, build.Spans[op](a.Span, span.Span{Lo: b.Span.Lo, Hi: b.Span.Hi}), a, b))
		return
	// With poison in the program a division by what may be zero is made and its result is tainted.
	case x.prog.Has(preset.Poison) && r.Chance(60):
		taint(x, x.Int(op, ir.Attr{}, build.Spans[op](a.Span, b.Span), a, b))
		return
	// Or with 1 changes the divisor and never gives zero.
	case r.Below(3) == 0:
		b = x.Binary(ir.OpOr, b, x.Int64(1))
	case r.Below(2) == 0:
		b = x.ConstantIn(r, span.Within(1, 100))
	default:
		guardedDivision(x, op, a, b)
		return
	}
	x.Int(op, ir.Attr{}, build.Spans[op](a.Span, b.Span), a, b)
}

// guardedDivision computes with a divisor that a select keeps from being zero. The select is not
// folded by the generator, although it could be.
func guardedDivision(x *body, op ir.Op, a, b build.Value) {
	c := x.Compare(ir.EQ, b, x.Int64(0))
	d := x.Int(ir.OpSelect, ir.Attr{}, b.Span.Hull(span.Within(1, 1)), c, x.Int64(1), b)
	x.Int(op, ir.Attr{}, build.Spans[op](a.Span, d.Span), a, d)
}

// taint marks the latest value as possibly poison. It searches from the end: the value was just
// made.
func taint(x *body, v build.Value) {
	for n := len(x.Pool) - 1; n >= 0; n-- {
		if x.Pool[n].ID == v.ID {
			x.Pool[n].Flags |= build.Tainted
			return
		}
	}
}

// mayFail marks a value that an unguarded operation made; under UB it is used all the same. Without
// UB in the program the result may be poison at most, which is tracked.
// Call it before anything else is pushed, since taint goes by the identity of the value.
func mayFail(x *body, v build.Value) {
	if x.prog.Cfg.UB == 0 {
		taint(x, v)
	}
}

// shift makes a shift whose count is known to be in range, or guarded. The count's bound depends on
// the operand's length, so that shifts left do not make numbers of thousands of bits.
func shift(x *body, r *choice.Record) {
	p := x.maybePoison(r)
	a, b := x.anyInt(r, p), x.anyInt(r, p)
	op := [...]ir.Op{ir.OpShl, ir.OpShr}[r.Below(2)]
	// A count of up to 63 is what machines have; up to 127 goes beyond a word.
	most := int64(63)
	if r.Chance(150) {
		most = 127
	}
	// The result may have as many bits as maxBits allows; with none left the count is 0.
	if op == ir.OpShl {
		most = min(most, int64(max(x.maxBits()-a.Span.BitLen(), 0)))
	}
	switch ok := b.Span.Inside(span.Within(0, most)); {
	case ok:
	// An unguarded count may be negative; its length is bounded, since a count of 2^60 would make a number
	// that no memory holds.
	case x.unguarded(r) && b.Span.BitLen() < 14 && b.Span.Lo.Sign() < 0:
		s := span.Span{Lo: num.Int{}, Hi: num.Max(b.Span.Hi, num.Int{})}
		mayFail(x, x.Int(op, ir.Attr{}, build.Spans[op](a.Span, s), a, b))
		return
	case r.Below(3) == 0:
		b = x.ConstantIn(r, span.Within(0, most))
	default:
		// A mask of the largest power of two that is not beyond most, less one.
		mask := num.New(most + 1)
		mask = (num.Pow2(uint(mask.BitLen() - 1))).Sub(num.New(1))
		b = x.Binary(ir.OpAnd, b, x.Big(mask))
	}
	x.Int(op, ir.Attr{}, build.Spans[op](a.Span, b.Span), a, b)
}

// natural picks an int that is not negative. The extension is the cheapest way to a range without
// negative numbers.
// bits bounds the length of the result. The extension reads at most 64 bits of a longer or negative int.
func natural(x *body, r *choice.Record, bits int) build.Value {
	a := x.anyInt(r, x.maybePoison(r))
	if a.Span.Lo.Sign() < 0 || a.Span.BitLen() > bits {
		a = x.Extend(ir.OpZExt, a, uint(min(max(a.Span.BitLen(), 1), bits, 64)))
	}
	return a
}

// The product has as many bits as both factors together.
func carryless(x *body, r *choice.Record) {
	// Half of the bits each, so that the product stays within maxBits.
	n := x.maxBits() / 2
	a, b := natural(x, r, n), natural(x, r, n)
	x.Binary(ir.OpClMul, a, b)
}

// bitCount makes the operations on the low bits of one int, or two. The ones of a negative int
// cannot be counted, so such operands are only used unguarded.
func bitCount(x *body, r *choice.Record) {
	n := build.Sizes[r.Below(len(build.Sizes))]
	switch r.Below(7) {
	case 0:
		// The number of ones of a negative int is not finite, hence poison.
		if a := x.anyInt(r, x.maybePoison(r)); x.unguarded(r) && a.Span.Lo.Sign() < 0 {
			mayFail(x, x.Int(ir.OpCountOnes, ir.Attr{}, span.Within(0, int64(a.Span.BitLen())), a))
			return
		}
		a := natural(x, r, 4096)
		x.Int(ir.OpCountOnes, ir.Attr{}, span.Within(0, int64(a.Span.Hi.BitLen())), a)
	case 1:
		lowOp(x, r, ir.OpCountLeadingZeros, n, n, span.Within(0, int64(n)))
	case 2:
		trailingZeros(x, r)
	case 3:
		// Widths are in bits but of a swap in bytes; odd sizes are rounded up to bytes.
		bytes := (n + 7) / 8
		lowOp(x, r, ir.OpBSwap, bytes, 8*bytes, span.Unsigned(8*bytes))
	case 4:
		lowOp(x, r, ir.OpBitReverse, n, n, span.Unsigned(n))
	default:
		op := [...]ir.Op{ir.OpRotateLeft, ir.OpRotateRight}[r.Below(2)]
		lowOp(x, r, op, n, n, span.Unsigned(n))
	}
}

// lowOp makes an operation that reads the low bits of its first operand only. High bits of the
// operand may be called don't-care, since they are not read.
// number is the N of the opcode, in its own unit; bits is how many low bits are read, s the range of the
// result.
func lowOp(x *body, r *choice.Record, op ir.Op, number, bits uint, s span.Span) {
	operands := []build.Value{x.anyInt(r, x.maybePoison(r))}
	// The count of a rotation is read as a whole; only the first operand has high bits that do not matter.
	if op == ir.OpRotateLeft || op == ir.OpRotateRight {
		operands = append(operands, x.anyInt(r, false))
	}
	i := x.Emit(op, ir.Attr{N: uint32(number)}, nil, operands...)
	x.IgnoreHigh(i, 0, bits)
	x.Define(i, 0, build.Value{Span: s, Flags: build.Flow(operands...)})
}

// Zero has no result: a bit is set first, or the value may be poison.
func trailingZeros(x *body, r *choice.Record) {
	a := x.anyInt(r, x.maybePoison(r))
	if a.Span.HasZero() {
		if x.unguarded(r) {
			mayFail(x, x.Int(ir.OpCountTrailingZeros, ir.Attr{}, span.Within(0, int64(a.Span.BitLen())), a))
			return
		}
		// Any bit will do: it bounds the number of zeros below and makes the value not zero.
		a = x.Binary(ir.OpOr, a, x.Big(num.Pow2(uint(r.Below(min(x.maxBits(), 40))))))
	}
	x.Int(ir.OpCountTrailingZeros, ir.Attr{}, span.Within(0, int64(a.Span.BitLen())), a)
}

// Odd widths are tried as well as those of machines.
func extension(x *body, r *choice.Record) {
	n := build.Sizes[r.Below(len(build.Sizes))]
	if r.Chance(300) {
		n = 1 + uint(r.Below(66))
	}
	x.Extend([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)], x.anyInt(r, x.maybePoison(r)), n)
}

// split and merge are inverses; both halves' ranges are tracked.
func mergeSplit(x *body, r *choice.Record) {
	n := build.Sizes[r.Below(len(build.Sizes))]
	a := x.anyInt(r, x.maybePoison(r))
	if r.Below(2) == 0 {
		// Result 0 is the high part, result 1 the low n bits without a sign.
		i := x.Emit(ir.OpSplit, ir.Attr{N: uint32(n)}, nil, a)
		f := build.Flow(a)
		x.Define(i, 0, build.Value{Span: span.Between(a.Span.Lo.Shr(n), a.Span.Hi.Shr(n)), Flags: f})
		low := span.Extend(a.Span, n, false)
		x.Define(i, 1, build.Value{Span: low, Flags: f})
		return
	}
	// Merge reads the low n bits of its second operand only.
	b := x.anyInt(r, false)
	i := x.Emit(ir.OpMerge, ir.Attr{N: uint32(n)}, nil, a, b)
	x.IgnoreHigh(i, 1, n)
	x.Define(i, 0, build.Value{Span: span.Merge(a.Span, b.Span, n), Flags: build.Flow(a, b)})
}

// Comparing with a neighbour of the range makes both outcomes likely.
func comparison(x *body, r *choice.Record) {
	p := x.maybePoison(r)
	a := x.anyInt(r, p)
	// All six predicates on ints are drawn by number.
	x.Compare(ir.Pred(r.Below(6)), a, neighbour(x, r, a))
}

// boolean makes an operation on truth values, or one from or to an int.
func boolean(x *body, r *choice.Record) {
	a := boolOrPoison(x, r)
	switch k := r.Below(6); k {
	case 0, 1, 2:
		b := boolOrPoison(x, r)
		op := [...]ir.Op{ir.OpBAnd, ir.OpBOr, ir.OpBXor}[k]
		x.Define(x.Emit(op, ir.Attr{}, nil, a, b), 0, build.Value{Flags: build.Flow(a, b)})
	case 3:
		x.Define(x.Emit(ir.OpNot, ir.Attr{}, nil, a), 0, build.Value{Flags: build.Flow(a)})
	case 4:
		x.Int(ir.OpBoolToInt, ir.Attr{}, span.Within(0, 1), a)
	default:
		v := x.anyInt(r, false)
		x.Define(x.Emit(ir.OpIntToBool, ir.Attr{}, nil, v), 0, build.Value{Flags: build.Flow(v)})
	}
}

// boolOrPoison picks a truth value that may be poison. Such values are only computed with.
// A branch on such a value would be undefined; the caller must only compute with it.
func boolOrPoison(x *body, r *choice.Record) build.Value {
	if x.maybePoison(r) {
		if v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Bool }); v != nil {
			return *v
		}
	}
	return x.anyBool(r)
}

// selection chooses between two values of a type. An arm that may be poison makes the result
// one that may be. A pointer is only chosen between values of one object.
func selection(x *body, r *choice.Record) {
	if x.prog.Has(preset.Poison) && r.Chance(250) {
		knownSelection(x, r)
		return
	}
	// A fragment of a pointer has no meaning apart from its bytes, so it is not chosen between.
	v := x.Find(r, func(v *build.Value) bool { return v.Flags&build.Fragments == 0 && (v.Obj == nil || v.Type == ir.Ptr) })
	if v == nil {
		constant(x, r)
		return
	}
	a := *v
	w := x.Find(r, func(w *build.Value) bool {
		return w.Type == a.Type && w.Obj == a.Obj && w.Flags&build.Fragments == 0 && w.ID != a.ID
	})
	if w == nil {
		arithmetic(x, r)
		return
	}
	b := *w
	chooseBool(x, boolOrPoison(x, r), a, b)
}

// knownSelection chooses a value from which nothing of the other arm is seen, which may be
// poison. The condition is known to the generator, so the poison arm is never taken.
// A select must not give poison because of the arm that it does not take; a pass that turns it into
// arithmetic, as band or bor of truth values, does.
func knownSelection(x *body, r *choice.Record) {
	v := x.Find(r, func(v *build.Value) bool { return v.Obj == nil && v.Type.Kind() != ir.KindPtr && x.usable(v) })
	if v == nil {
		constant(x, r)
		return
	}
	a := *v
	var other build.Value
	// The first choice is a value that may be poison by its history, the other is poison by its opcode:
	// passes fold the second at sight.
	if w := x.Find(r, func(w *build.Value) bool { return w.Type == a.Type && w.Flags&build.Tainted != 0 }); w != nil && r.Below(2) == 0 {
		other = *w
	} else {
		other = x.Poison(a.Type)
	}
	// never gives false, so the second arm is the result; negated, the arms change places.
	c := never(x, r)
	arms := []build.Value{c, other, a}
	if r.Below(2) == 1 {
		c = x.Define(x.Emit(ir.OpNot, ir.Attr{}, nil, c), 0, build.Value{Flags: c.Flags})
		arms = []build.Value{c, a, other}
	}
	a.Flags |= c.Flags
	x.Define(x.Emit(ir.OpSelect, ir.Attr{}, nil, arms...), 0, a)
}

// demanded makes a value whose every consumer reads its low bits only, and says so at its
// definition. A constant and a value that has no other bits are among them: there a pass may see
// that the consumer changes nothing, which the claim makes untrue. The claim may be false about
// what nothing reads, which is what don't-care bits mean.
func demanded(x *body, r *choice.Record) {
	n := 1 + uint(r.Below(64))
	a, b := x.anyInt(r, false), x.anyInt(r, false)
	op := arithmeticOps[r.Below(6)]
	// The span is tested because an op that is too long would have to be cut, and the cut is another
	// operation.
	if s := build.Spans[op](a.Span, b.Span); s.BitLen() > x.maxBits() {
		op = ir.OpXor
	}
	low, s := build.Value{Type: ir.Int}, span.Span{}
	switch r.Below(4) {
	case 0:
		// The constant has at most n bits, so zext to n changes nothing in it.
		c := int64(r.Word() >> (64 - min(n, 63)))
		s = span.Exactly(num.New(c))
		low.ID = x.F.Result(x.Emit(ir.OpIConst, ir.Attr{Imm: c}, nil), 0)
	case 1:
		s, low.Flags = span.Unsigned(n), build.Flow(a)
		low.ID = x.F.Result(x.Emit(ir.OpZExt, ir.Attr{Imm: int64(n)}, nil, a), 0)
	default:
		s, low.Flags = build.Spans[op](a.Span, b.Span), build.Flow(a, b)
		low.ID = x.F.Result(x.Emit(op, ir.Attr{}, nil, a, b), 0)
	}
	x.F.SetAnnot(low.ID, build.ClaimMenu.Ignored[n-1])
	// A store reads 8*size bits, which are no more than the n that matter.
	if size := int64(n / 8); size > 0 && x.prog.Has(preset.Memory) && x.Mem != ir.NoValue && r.Below(2) == 0 {
		o := x.NewSlot(r, size, build.Anything)
		x.Emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, low, o.Base)
		i := x.Emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, o.Base)
		x.Define(i, 0, build.Value{Span: span.Unsigned(uint(8 * size)), Flags: low.Flags})
		return
	}
	// The reader takes exactly the n low bits.
	j := x.Emit([...]ir.Op{ir.OpZExt, ir.OpSExt}[r.Below(2)], ir.Attr{Imm: int64(n)}, nil, low)
	x.Define(j, 0, build.Value{Span: span.Extend(s, n, x.F.Op(j) == ir.OpSExt), Flags: low.Flags})
}

// wideConstant makes a long constant, mostly of few different bits. Few set bits make mistakes in
// limb boundaries visible.
func wideConstant(x *body, r *choice.Record) {
	// Lengths lie at the ends of words and limbs.
	n := [...]uint{65, 66, 96, 127, 128, 129, 192, 256, 500, 1024, 2048, 4095}[r.Below(12)]
	v := num.Pow2(n - 1)
	switch r.Below(4) {
	case 1:
		v = v.Sub(num.New(1))
	case 2:
		v = v.Add(num.FromUint64(r.Word()))
	case 3:
		v = num.FromUint64(r.Word() | 1<<63).Shl(n - 64)
	}
	if r.Below(2) == 1 {
		v = v.Neg()
	}
	x.Big(v)
}

// poison makes a value that is poison. Poison of each kind of type, made by an operation where one
// exists.
func poison(x *body, r *choice.Record) {
	t := ir.Int
	switch r.Below(4) {
	case 1:
		t = ir.Bool
	case 2:
		if x.prog.Has(preset.Floats) {
			t = build.FloatTypes[r.Below(len(build.FloatTypes))]
		}
	case 3:
		t = [...]ir.Type{ir.Int, ir.Unit, ir.Ptr, ir.Bytes(4), ir.F128, ir.PtrIn(3)}[r.Below(6)]
	}
	v := build.Value{Span: span.Signed(16), Flags: build.Tainted, Class: build.AllClasses}
	x.Define(x.Emit(ir.OpPoison, ir.Attr{}, []ir.Type{t}), 0, v)
}

// freeze makes something that may be poison usable; what it is then is unspecified. The result is
// unspecified: it may be computed with, and observed only with that feature.
func freeze(x *body, r *choice.Record) {
	v := x.Find(r, func(v *build.Value) bool { return v.Flags&build.Tainted != 0 && v.Flags&build.Fragments == 0 })
	if v == nil {
		v = x.Find(r, func(v *build.Value) bool { return v.Obj == nil })
	}
	if v == nil {
		constant(x, r)
		return
	}
	frozen(x, *v)
}

// frozen gives v as it is if it cannot be poison, else any value of its type: the range is widened to what an
// engine may choose.
func frozen(x *body, v build.Value) build.Value {
	w := v
	if v.Flags&build.Tainted != 0 {
		w.Flags = v.Flags&^build.Tainted | build.Unspecified
		w.Class = build.AllClasses
		if !v.Span.None() {
			w.Span = v.Span.Hull(span.Signed(64))
		}
	}
	return x.Define(x.Emit(ir.OpFreeze, ir.Attr{}, nil, v), 0, w)
}
