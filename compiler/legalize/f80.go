package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// An f80 is in parts where it is moved, and whole where the x87 computes with it: what an instruction of [lowerer.x87]
// makes is whole, everything else is in parts. Where the other form is asked for, it goes through memory.

// x87 reports whether instruction i makes or takes an f80 that is whole, which is legal.
func (l *lowerer) x87(i ir.Inst) bool {
	f := l.f
	result := func() ir.Type { return f.TypeOf(f.Result(i, 0)) }
	switch f.Op(i) {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFConst:
		return result() == ir.F80
	case ir.OpSIToFP:
		return result() == ir.F80 && l.rangeOf(f.Arg(i, 0)).In(facts.Signed(64))
	case ir.OpFPConvert:
		from, to := f.TypeOf(f.Arg(i, 0)), result()
		return from == ir.F80 && hard(to) || to == ir.F80 && hard(from)
	case ir.OpLoad, ir.OpStore:
		return f.TypeOf(f.Accessed(i)) == ir.F80 && f.Attr(i).N == 10
	}
	return false
}

// wholeF80 is v in one piece.
func (l *lowerer) wholeF80(v ir.Value) ir.Value {
	if i := l.f.Def(v); !l.inParts(v) && i != ir.NoInst && l.x87(i) {
		return v
	}
	from, _ := l.leavesOf(ir.F80)
	return l.recast(from, l.partsOf(v), []leaf{{typ: ir.F80}})[0]
}

// wholeOperands makes the operands of i that are in parts whole.
func (l *lowerer) wholeOperands(i ir.Inst) {
	for n := range l.f.NumFixed(i) {
		if o := l.f.Operand(i, n); l.f.TypeOf(o.Value) == ir.F80 {
			if v := l.wholeF80(o.Value); v != o.Value {
				o.Value = v
				l.f.SetOperand(i, n, o)
			}
		}
	}
}

// wholeParts are the parts of v, which is whole. They are made behind it, for whoever asks for them.
func (l *lowerer) wholeParts(v ir.Value) (out []ir.Value) {
	if out, ok := l.broken[v]; ok {
		return out
	}
	f, i, at := l.f, l.f.Def(v), l.at
	l.at = f.Before(f.NextInst(i))
	ls, _ := l.leavesOf(ir.F80)
	switch f.Op(i) {
	case ir.OpFConst:
		hi, lo := f.FloatConst(i)
		out = []ir.Value{l.cast(l.word(lo), ls[0].typ), l.cast(l.word(hi), ls[1].typ)}
	case ir.OpLoad:
		a := f.Attr(i)
		for _, x := range ls {
			out = append(out, l.inst(ir.OpLoad, ir.Attr{N: uint32(x.size()), Align: alignAt(a.Align, x.off)}, x.typ, l.moved(f.Arg(i, 0), x.off), f.Arg(i, 1)))
		}
	default:
		out = l.recast([]leaf{{typ: ir.F80}}, []ir.Value{v}, ls)
	}
	l.at = at
	if l.broken == nil {
		l.broken = map[ir.Value][]ir.Value{}
	}
	l.broken[v] = out
	return out
}

// fieldsOf are the significand and the upper part, sign and exponent, of v as numbers.
func (l *lowerer) fieldsOf(v ir.Value) (m, top ir.Value) {
	parts := l.partsOf(v)
	return l.zext(l.cast(parts[0], ir.Int), 64), l.zext(l.cast(parts[1], ir.Int), 16)
}

// fromFields are the parts of the f80 with that significand and upper part.
func (l *lowerer) fromFields(m, top ir.Value) []ir.Value {
	return []ir.Value{l.cast(l.zext(m, 64), ir.Bytes(8)), l.cast(l.zext(top, 16), ir.Bytes(2))}
}

// splitFloat makes the parts of an operation on f80 that the x87 does not do, or its result of another type. ok is false
// if there is no such operation.
func (l *lowerer) splitFloat(i ir.Inst) (ok bool) {
	f := l.f
	v := f.Result(i, 0)
	switch f.Op(i) {
	case ir.OpFNeg, ir.OpFAbs, ir.OpCopySign:
		l.parts[v] = l.splitSign(i)
	case ir.OpFCmp:
		l.give(i, []ir.Value{l.splitCompare(i)})
	case ir.OpFMinNum, ir.OpFMaxNum:
		l.parts[v] = l.splitMinimum(i)
	case ir.OpFPConvert:
		return l.convertF80(i)
	case ir.OpSIToFP, ir.OpUIToFP:
		x := f.Arg(i, 0)
		if r := l.rangeOf(x); !r.Finite() || r.Bits() > 4*1024 {
			return false
		}
		l.parts[v] = l.intF80(x)
	case ir.OpFPToSI, ir.OpFPToUI:
		if f.Attr(i).N > MaxBits {
			return false
		}
		l.give(i, []ir.Value{l.truncateF80(i)})
	case ir.OpFRem:
		l.parts[v] = l.callF80(prefix+"fmodl", i, buildFModF80)
	case ir.OpFMA:
		l.parts[v] = l.callF80(prefix+"fmal", i, buildFMAF80)
	default:
		return false
	}
	return true
}

// callF80 calls a helper with the operands of i, and makes the call one of parts.
func (l *lowerer) callF80(name string, i ir.Inst, build func(f *ir.Func)) []ir.Value {
	f, p := l.f, ir.Param{Type: ir.F80}
	var params []ir.Param
	var args []ir.Value
	for n := range f.NumFixed(i) {
		params, args = append(params, p), append(args, f.Arg(i, n))
	}
	l.helper(name, params, []ir.Param{p}, build)
	v := l.callHelper(name, p, args...)
	l.splitCall(f.Def(v))
	l.dead = append(l.dead, f.Def(v))
	return l.parts[v]
}

// splitMinimum is the number that is less, or not NaN, as [minimum] is of other types.
func (l *lowerer) splitMinimum(i ir.Inst) []ir.Value {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	xo, xNaN := l.orderF80(l.partsOf(x))
	yo, yNaN := l.orderF80(l.partsOf(y))
	mx, tx := l.fieldsOf(x)
	my, ty := l.fieldsOf(y)
	p, zeros := ir.LT, ir.OpOr
	if f.Op(i) == ir.OpFMaxNum {
		p, zeros = ir.GT, ir.OpAnd
	}
	// Equal numbers are the same but for the signs of zeros, and pseudo-denormals, which are numbers.
	same := l.icmp(ir.EQ, xo, yo)
	first := l.logic(ir.OpBOr, l.icmp(p, xo, yo), yNaN)
	first = l.logic(ir.OpBAnd, first, l.logic(ir.OpBXor, xNaN, l.truth(true)))
	m, top := l.pick(first, mx, my), l.pick(first, tx, ty)
	none := l.logic(ir.OpBOr, xNaN, yNaN)
	zero := l.logic(ir.OpBAnd, l.logic(ir.OpBAnd, same, l.icmp(ir.EQ, xo, l.num(0))), l.logic(ir.OpBXor, none, l.truth(true)))
	top = l.pick(zero, l.two(zeros, tx, ty), top)
	both := l.logic(ir.OpBAnd, xNaN, yNaN)
	return l.fromFields(l.pick(both, l.word(3<<62), m), l.pick(both, l.num(0x7fff), top))
}

// convertF80 is a conversion from or to f80 that the x87 does not do in one step.
func (l *lowerer) convertF80(i ir.Inst) bool {
	f := l.f
	x, v := f.Arg(i, 0), f.Result(i, 0)
	switch from, to := f.TypeOf(x), f.TypeOf(v); {
	case to == ir.F80 && from == ir.F80: // a signalling NaN becomes a quiet one
		one := l.at.FConstWide(ir.F80, 0x3fff, 1<<63, l.origin)
		l.ranges.grow()
		l.replace(i, 0, l.float(ir.OpFMul, l.wholeF80(x), one), true)
	case to == ir.F80 && !from.IsWideFloat():
		l.replace(i, 0, l.convert(l.widen(x), ir.F80), true)
	case from == ir.F80 && !to.IsWideFloat():
		// Rounded to odd, to 30 bits, the number is exact in 53 and rounded to 11 or 8 as if it had not been.
		m, top := l.fieldsOf(x)
		lost := l.zext(m, 34)
		m = l.two(ir.OpOr, l.two(ir.OpSub, m, lost), l.two(ir.OpShl, l.flag(l.icmp(ir.NE, lost, l.num(0))), l.num(34)))
		ls, _ := l.leavesOf(ir.F80)
		w := l.recast(ls, l.fromFields(m, top), []leaf{{typ: ir.F80}})[0]
		l.replace(i, 0, l.narrow(l.convert(w, ir.F64), to), true)
	default:
		return false
	}
	return true
}

// intF80 are the parts of the f80 that is nearest to x.
func (l *lowerer) intF80(x ir.Value) []ir.Value {
	m, neg := l.magnitude(x)
	n := max(l.rangeOf(m).Bits(), 64)
	zeros := l.inst(ir.OpCountLeadingZeros, ir.Attr{N: uint32(n)}, ir.Int, m)
	l.tight(zeros, facts.UpTo(n))
	s := l.zext(l.two(ir.OpShl, m, zeros), n)
	e := l.two(ir.OpSub, l.num(int64(16383+n-1)), zeros)
	if n > 64 {
		top, rest, half := l.two(ir.OpShr, s, l.num(int64(n-64))), l.zext(s, n-64), l.big(num.Pow2(uint(n-65)))
		l.tight(top, facts.Unsigned(64))
		odd := l.icmp(ir.NE, l.two(ir.OpAnd, top, l.num(1)), l.num(0))
		up := l.logic(ir.OpBOr, l.icmp(ir.GT, rest, half), l.logic(ir.OpBAnd, l.icmp(ir.EQ, rest, half), odd))
		s = l.two(ir.OpAdd, top, l.flag(up))
		over := l.icmp(ir.GT, s, l.word(1<<64-1))
		s = l.pick(over, l.word(1<<63), s)
		e = l.two(ir.OpAdd, e, l.flag(over))
	}
	e = l.pick(l.icmp(ir.EQ, m, l.num(0)), l.num(0), e)
	if neg != ir.NoValue {
		e = l.two(ir.OpOr, l.zext(e, 15), l.two(ir.OpShl, l.flag(neg), l.num(15)))
	}
	return l.fromFields(s, e)
}

// truncateF80 truncates to an int. Out of range the result is poison, or with .sat the nearest bound.
func (l *lowerer) truncateF80(i ir.Inst) ir.Value {
	a, x := l.f.Attr(i), l.f.Arg(i, 0)
	n, signed := int(a.N), l.f.Op(i) == ir.OpFPToSI
	m, top := l.fieldsOf(x)
	e := l.two(ir.OpAnd, top, l.num(1<<15-1))
	const whole = 16383 + 63 // the exponent field of a number whose significand is an integer
	down := l.two(ir.OpMin, l.two(ir.OpMax, l.two(ir.OpSub, l.num(whole), e), l.num(0)), l.num(64))
	l.tight(down, facts.UpTo(64))
	v := l.two(ir.OpShr, m, down)
	l.tight(v, facts.Unsigned(64))
	if n > 64 {
		up := l.two(ir.OpMin, l.two(ir.OpMax, l.two(ir.OpSub, e, l.num(whole)), l.num(0)), l.num(int64(n)))
		l.tight(up, facts.UpTo(n))
		v = l.two(ir.OpShl, v, up)
	}
	if signed {
		v = l.sext(l.pick(l.icmp(ir.GE, top, l.num(1<<15)), l.two(ir.OpSub, l.num(0), v), v), n)
	} else {
		v = l.zext(v, n)
	}
	if !a.Sat {
		return v
	}
	order, nan := l.orderF80(l.partsOf(x))
	least, most, below := num.Int{}, num.Mask(uint(n)), num.Int{}
	if signed {
		least, most, below = num.Pow2(uint(n-1)).Neg(), num.Mask(uint(n-1)), orderOfPow2(n-1).Neg()
		n--
	}
	v = l.pick(l.icmp(ir.GE, order, l.big(orderOfPow2(n))), l.big(most), v)
	v = l.pick(l.icmp(ir.LE, order, l.big(below)), l.big(least), v)
	return l.pick(nan, l.num(0), v)
}

// orderOfPow2 is what [lowerer.orderF80] makes of 2^k.
func orderOfPow2(k int) num.Int { return num.New(int64(16383 + k - 1)).Shl(64).Or(num.Pow2(63)) }

// splitSign is a change of the sign of an f80, which is bit 15 of its second part.
func (l *lowerer) splitSign(i ir.Inst) []ir.Value {
	f := l.f
	x := l.partsOf(f.Arg(i, 0))
	top := l.cast(x[1], ir.Int)
	switch f.Op(i) {
	case ir.OpFNeg:
		top = l.two(ir.OpXor, top, l.num(1<<15))
	case ir.OpFAbs:
		top = l.two(ir.OpAnd, top, l.num(1<<15-1))
	default:
		sign := l.two(ir.OpAnd, l.cast(l.partsOf(f.Arg(i, 1))[1], ir.Int), l.num(1<<15))
		top = l.two(ir.OpOr, l.two(ir.OpAnd, top, l.num(1<<15-1)), sign)
	}
	return []ir.Value{x[0], l.cast(top, f.TypeOf(x[1]))}
}

// splitCompare is a comparison of f80, made with their patterns.
func (l *lowerer) splitCompare(i ir.Inst) ir.Value {
	f := l.f
	x, xNaN := l.orderF80(l.partsOf(f.Arg(i, 0)))
	y, yNaN := l.orderF80(l.partsOf(f.Arg(i, 1)))
	row := f80Preds[f.Attr(i).Pred]
	unordered := l.logic(ir.OpBOr, xNaN, yNaN)
	if row.always {
		return l.pick(unordered, l.truth(row.unordered), l.truth(!row.unordered))
	}
	return l.pick(unordered, l.truth(row.unordered), l.icmp(row.numbers, x, y))
}

// f80Preds says of each predicate of floats how numbers are compared, and what it is with a NaN.
var f80Preds = map[ir.Pred]struct {
	numbers           ir.Pred
	unordered, always bool // always: of numbers it is the opposite of what it is with a NaN
}{
	ir.FOEQ: {numbers: ir.EQ}, ir.FOGT: {numbers: ir.GT}, ir.FOGE: {numbers: ir.GE},
	ir.FOLT: {numbers: ir.LT}, ir.FOLE: {numbers: ir.LE}, ir.FONE: {numbers: ir.NE}, ir.FORD: {always: true},
	ir.FUEQ: {numbers: ir.EQ, unordered: true}, ir.FUGT: {numbers: ir.GT, unordered: true}, ir.FUGE: {numbers: ir.GE, unordered: true},
	ir.FULT: {numbers: ir.LT, unordered: true}, ir.FULE: {numbers: ir.LE, unordered: true}, ir.FUNE: {numbers: ir.NE, unordered: true},
	ir.FUNO: {unordered: true, always: true},
}

// orderF80 is a number that is ordered as the f80 with these parts is, and whether that is a NaN. A significand without
// its leading bit is a number only with the exponent field 0, which stands for 1 (Intel's manual, volume 1, 8.2.2).
func (l *lowerer) orderF80(parts []ir.Value) (order, nan ir.Value) {
	m, top := l.zext(l.cast(parts[0], ir.Int), 64), l.zext(l.cast(parts[1], ir.Int), 16)
	e := l.two(ir.OpAnd, top, l.num(1<<15-1))
	lead := l.icmp(ir.GE, m, l.word(1<<63))
	full := l.logic(ir.OpBAnd, l.icmp(ir.EQ, e, l.num(1<<15-1)), l.icmp(ir.NE, m, l.word(1<<63)))
	none := l.logic(ir.OpBAnd, l.icmp(ir.NE, e, l.num(0)), l.logic(ir.OpBXor, lead, l.truth(true)))
	nan = l.logic(ir.OpBOr, full, none)
	scale := l.two(ir.OpSub, l.two(ir.OpMax, e, l.num(1)), l.num(1))
	l.tight(scale, facts.Unsigned(15))
	order = l.two(ir.OpOr, l.two(ir.OpShl, scale, l.num(64)), m)
	l.tight(order, facts.Unsigned(79))
	order = l.pick(l.icmp(ir.GE, top, l.num(1<<15)), l.two(ir.OpSub, l.num(0), order), order)
	l.tight(order, facts.Signed(80))
	return order, nan
}
