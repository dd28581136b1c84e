package legalize

import (
	"math"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// floats replaces float operations that the processor does not have. Those of 16 bits are computed
// with 64: sums, products, quotients and roots of numbers of p bits, rounded to 2p+2 bits or more
// and then to p, are rounded once (Figueroa, "When is double rounding innocuous?", 1995), and
// nothing of 16 bits is subnormal in 64. The others are exact, or decided by comparisons.
// A row answers NoValue where nothing is to be done. A conversion has a row for NaN even where it
// is legal between types.
func (l *lowerer) floats() error {
	var failed error
	l.each(func(i ir.Inst) bool {
		row := floatRows[l.f.Op(i)]
		if row == nil || failed != nil || l.x87(i) || rules[l.f.Op(i)] != nil && rules[l.f.Op(i)](l, i) && l.f.Op(i) != ir.OpFPConvert {
			return false
		}
		l.place(i)
		v := row(l, i)
		if v == ir.NoValue {
			return false
		}
		l.replace(i, 0, v, true)
		return true
	})
	return failed
}

var floatRows [ir.NumOps]func(l *lowerer, i ir.Inst) ir.Value

func init() {
	floatRows = [ir.NumOps]func(l *lowerer, i ir.Inst) ir.Value{
		ir.OpFAdd: half, ir.OpFSub: half, ir.OpFMul: half, ir.OpFDiv: half, ir.OpFSqrt: half,
		ir.OpFNeg: signBits, ir.OpFAbs: signBits, ir.OpCopySign: signBits,
		ir.OpFMinNum: minimum, ir.OpFMaxNum: minimum, ir.OpFRem: remainder, ir.OpFMA: (*lowerer).fusedOp,
		ir.OpFCmp: func(l *lowerer, i ir.Inst) ir.Value {
			return l.fcmp(l.f.Attr(i).Pred, l.widen(l.f.Arg(i, 0)), l.widen(l.f.Arg(i, 1)))
		},
		ir.OpFPConvert: converted,
		ir.OpSIToFP:    (*lowerer).fromInt, ir.OpUIToFP: (*lowerer).fromInt,
		ir.OpFPToSI: (*lowerer).toInt, ir.OpFPToUI: (*lowerer).toInt,
	}
}

// half is an operation of floats of 16 bits.
// The result is narrowed once, from the exact or once rounded one of 64 bits.
func half(l *lowerer, i ir.Inst) ir.Value {
	var xs []ir.Value
	for n := range l.f.NumFixed(i) {
		xs = append(xs, l.widen(l.f.Arg(i, n)))
	}
	return l.narrow(l.float(l.f.Op(i), xs...), l.f.TypeOf(l.f.Result(i, 0)))
}

// widen is x in 64 bits.
// It is exact for each type, since the larger format has all numbers of the smaller. A NaN stays
// one.
func (l *lowerer) widen(x ir.Value) ir.Value {
	switch l.f.TypeOf(x) {
	case ir.F64:
		return x
	case ir.F32:
		return l.convert(x, ir.F64)
	case ir.BF16: // the upper half of an f32
		// An f32 of these upper bits, the others 0, is the same number.
		return l.convert(l.cast(l.two(ir.OpShl, l.cast(x, ir.Int), l.num(16)), ir.F32), ir.F64)
	}
	// The exponent of f16 starts 112 below that of f32; that of infinity and NaN is full.
	h := l.cast(x, ir.Int)
	t := l.two(ir.OpShl, l.two(ir.OpAnd, h, l.num(0x7fff)), l.num(13))
	full := l.icmp(ir.EQ, l.two(ir.OpAnd, h, l.num(0x7c00)), l.num(0x7c00))
	t = l.pick(full, l.two(ir.OpOr, t, l.num(0x7f800000)), t)
	// The multiplication by 2^112 moves the exponent to where it belongs, and makes subnormal
	// numbers normal.
	g := l.float(ir.OpFMul, l.convert(l.cast(t, ir.F32), ir.F64), l.fconst(ir.F64, math.Float64bits(0x1p112)))
	sign := l.two(ir.OpShl, l.two(ir.OpAnd, h, l.num(0x8000)), l.num(48))
	return l.cast(l.two(ir.OpOr, l.cast(g, ir.Int), sign), ir.F64)
}

// narrow rounds f64 x to type t, once.
// Rounding is to nearest, ties to even: the machine's addition does it. The sign is put back as a
// bit, so that zeros and NaN keep theirs.
func (l *lowerer) narrow(x ir.Value, t ir.Type) ir.Value {
	switch t {
	case ir.F64:
		return x
	case ir.F32:
		return l.convert(x, t)
	}
	// Adding a power of 2 that is 52 binary digits above the last one to be kept rounds to it.
	least, most, up := int64(1023-14), int64(1023+17), int64(42)
	if t == ir.BF16 {
		least, most, up = 1023-126, 1023+130, 45
	}
	bits := l.cast(x, ir.Int)
	sign := l.two(ir.OpAnd, l.two(ir.OpShr, bits, l.num(48)), l.num(0x8000))
	mag := l.two(ir.OpAnd, bits, l.num(math.MaxInt64))
	e := l.two(ir.OpMin, l.two(ir.OpMax, l.two(ir.OpShr, mag, l.num(52)), l.num(least)), l.num(most))
	m := l.cast(l.two(ir.OpShl, l.two(ir.OpAdd, e, l.num(up)), l.num(52)), ir.F64)
	y := l.float(ir.OpFSub, l.float(ir.OpFAdd, l.cast(mag, ir.F64), m), m)
	if t == ir.BF16 {
		h := l.two(ir.OpShr, l.cast(l.convert(y, ir.F32), ir.Int), l.num(16))
		return l.cast(l.two(ir.OpOr, h, sign), t)
	}
	infinite := l.fconst(ir.F64, math.Float64bits(65536))
	// Whatever is greater than any number of the format becomes infinity.
	y = l.pick(l.fcmp(ir.FOGT, y, infinite), infinite, y)
	f := l.convert(l.float(ir.OpFMul, y, l.fconst(ir.F64, math.Float64bits(0x1p-112))), ir.F32)
	h := l.two(ir.OpShr, l.cast(f, ir.Int), l.num(13))
	// A NaN is compared as unordered with itself and gets the quiet one.
	h = l.pick(l.fcmp(ir.FUNO, x, x), l.num(0x7e00), h)
	return l.cast(l.two(ir.OpOr, h, sign), t)
}

// signBits changes the sign bit as an int.
// No arithmetic: the sign of a NaN changes like that of numbers.
func signBits(l *lowerer, i ir.Inst) ir.Value {
	f := l.f
	t := f.TypeOf(f.Result(i, 0))
	sign := uint64(1) << uint(t.FloatBits()-1)
	x := l.cast(f.Arg(i, 0), ir.Int)
	switch f.Op(i) {
	case ir.OpFNeg:
		x = l.two(ir.OpXor, x, l.word(sign))
	case ir.OpFAbs:
		x = l.two(ir.OpAnd, x, l.word(sign-1))
	default:
		s := l.two(ir.OpAnd, l.cast(f.Arg(i, 1), ir.Int), l.word(sign))
		x = l.two(ir.OpOr, l.two(ir.OpAnd, x, l.word(sign-1)), s)
	}
	return l.cast(x, t)
}

// minimum: the number that is less, or not NaN; of zeros the one with the sign, for the maximum the
// one without. The sum of two NaN is quiet.
func minimum(l *lowerer, i ir.Inst) ir.Value {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	t := f.TypeOf(x)
	if !hard(t) {
		x, y = l.widen(x), l.widen(y)
	}
	out := l.least(x, y, f.Op(i) == ir.OpFMaxNum)
	if !hard(t) {
		return l.narrow(out, t)
	}
	return out
}

// least picks among x and y by comparisons, the last one made being the first that decides. Equal
// numbers are the same but for the signs of zeros.
func (l *lowerer) least(x, y ir.Value, greatest bool) ir.Value {
	t := l.f.TypeOf(x)
	p, zeros := ir.FOLT, ir.OpOr
	if greatest {
		p, zeros = ir.FOGT, ir.OpAnd
	}
	// Or of the bits keeps the sign of either zero, and of the bits drops it unless both have it.
	same := l.cast(l.two(zeros, l.cast(x, ir.Int), l.cast(y, ir.Int)), t)
	out := l.pick(l.fcmp(ir.FORD, y, y), y, l.float(ir.OpFAdd, x, y))
	out = l.pick(l.fcmp(ir.FORD, x, x), x, out)
	out = l.pick(l.fcmp(ir.FOEQ, x, y), same, out)
	out = l.pick(l.fcmp(p, y, x), y, out)
	return l.pick(l.fcmp(p, x, y), x, out)
}

// remainder is exact in every format that has the operands.
// The remainder of two numbers of a format is one of the format, so that narrowing changes
// nothing.
func remainder(l *lowerer, i ir.Inst) ir.Value {
	p := ir.Param{Type: ir.F64}
	l.helper(prefix+"fmod", []ir.Param{p, p}, []ir.Param{p}, buildFMod)
	v := l.callHelper(prefix+"fmod", p, l.widen(l.f.Arg(i, 0)), l.widen(l.f.Arg(i, 1)))
	return l.narrow(v, l.f.TypeOf(l.f.Result(i, 0)))
}

// fusedOp multiplies and adds, rounded once. The product of two numbers of at most 24 bits is exact
// in 64 bits; the sum is rounded to odd there, which keeps what the second rounding must know
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
func (l *lowerer) fusedOp(i ir.Inst) ir.Value {
	f := l.f
	t := f.TypeOf(f.Result(i, 0))
	x, y, z := l.widen(f.Arg(i, 0)), l.widen(f.Arg(i, 1)), l.widen(f.Arg(i, 2))
	if t == ir.F64 {
		p := ir.Param{Type: ir.F64}
		l.helper(prefix+"fma", []ir.Param{p, p, p}, []ir.Param{p}, buildFMA)
		return l.callHelper(prefix+"fma", p, x, y, z)
	}
	return l.narrow(l.oddSum(l.float(ir.OpFMul, x, y), z), t)
}

// oddSum is x + y of f64, rounded to odd: toward 0 or away from it to the number whose last bit is
// one, if the sum is not exact (the error of a sum: Knuth, 4.2.2, theorem B).
// Where the sum is infinite or NaN, or exact, or odd already, it stays.
func (l *lowerer) oddSum(x, y ir.Value) ir.Value {
	s := l.float(ir.OpFAdd, x, y)
	b := l.float(ir.OpFSub, s, x)
	// The error of the sum is a number of the format: the two lines are exact.
	err := l.float(ir.OpFAdd, l.float(ir.OpFSub, x, l.float(ir.OpFSub, s, b)), l.float(ir.OpFSub, y, b))
	zero := l.fconst(ir.F64, 0)
	bits := l.cast(s, ir.Int)
	even := l.icmp(ir.EQ, l.two(ir.OpAnd, bits, l.num(1)), l.num(0))
	inexact := l.logic(ir.OpBOr, l.fcmp(ir.FOLT, err, zero), l.fcmp(ir.FOGT, err, zero))
	finite := l.icmp(ir.LT, l.two(ir.OpAnd, bits, l.num(math.MaxInt64)), l.word(0x7ff<<52))
	// Away from 0 if the error has the sign of the sum.
	away := l.icmp(ir.EQ, l.two(ir.OpShr, l.cast(err, ir.Int), l.num(63)), l.two(ir.OpShr, bits, l.num(63)))
	// A step by one of the bits is the next number, since floats are ordered like their bits.
	next := l.two(ir.OpAdd, bits, l.pick(away, l.num(1), l.num(-1)))
	odd := l.cast(l.zext(next, 64), ir.F64)
	return l.pick(l.logic(ir.OpBAnd, l.logic(ir.OpBAnd, even, inexact), finite), odd, s)
}

// converted goes through f64 if one of the types has 16 bits. Widening is exact, so the number is
// rounded once.
func converted(l *lowerer, i ir.Inst) ir.Value {
	f := l.f
	x, t := f.Arg(i, 0), f.TypeOf(f.Result(i, 0))
	from := f.TypeOf(x)
	switch {
	case from == t && hard(t): // a signalling NaN becomes a quiet one
		return l.float(ir.OpFMul, x, l.one(t))
	case hard(from) && hard(t):
		return ir.NoValue
	}
	return l.narrow(l.widen(x), t)
}

// one is 1 as t.
func (l *lowerer) one(t ir.Type) ir.Value { return l.powerOf2(t, 0) }

// powerOf2 is 2^k as t, f32 or f64, or infinity.
func (l *lowerer) powerOf2(t ir.Type, k int) ir.Value {
	if t == ir.F32 {
		return l.fconst(t, uint64(min(127+k, 255))<<23)
	}
	return l.fconst(t, uint64(min(1023+k, 2047))<<52)
}

// fromInt rounds a number once.
// In one step where the processor has it; else through a number that is exact in the larger
// format.
func (l *lowerer) fromInt(i ir.Inst) ir.Value {
	f := l.f
	x, t := f.Arg(i, 0), f.TypeOf(f.Result(i, 0))
	r := l.rangeOf(x)
	switch {
	case !r.Finite() || r.Bits() > 4*1024:
		return ir.NoValue
	// Up to 54 bits with the sign a number is exact in f64, and narrowing it is the only
	// rounding.
	case r.In(facts.Signed(54)) || t == ir.F16 && r.In(facts.Signed(64)): // beyond 2^53 an f16 is infinite
		return l.narrowInt(l.signedFloat(x, hardOf(t)), t)
	case hard(t) && r.In(facts.Signed(64)):
		return l.signedFloat(x, t)
	case hard(t) && r.In(facts.Unsigned(64)):
		return l.unsignedFloat(x, t)
	}
	return l.wideFloat(x, t)
}

// hardOf is the type that a number which is exact in 54 bits is converted to, before t.
func hardOf(t ir.Type) ir.Type {
	if t == ir.F32 {
		return t
	}
	return ir.F64
}

// narrowInt is v rounded to t, if it is not of that type already.
func (l *lowerer) narrowInt(v ir.Value, t ir.Type) ir.Value {
	if l.f.TypeOf(v) == t {
		return v
	}
	return l.narrow(v, t)
}

// signedFloat converts a number of at most 64 bits with its sign.
func (l *lowerer) signedFloat(x ir.Value, t ir.Type) ir.Value {
	return l.inst(ir.OpSIToFP, ir.Attr{}, t, x)
}

// unsignedFloat: half of a number of 64 bits, with the last bit kept as a sign of what is lost, has
// the same rounding (Granlund's method, as in the System V compilers).
// Below 2^63 the number is converted as it is; else its half is, and doubled, which is exact.
func (l *lowerer) unsignedFloat(x ir.Value, t ir.Type) ir.Value {
	small := l.signedFloat(l.sext(x, 64), t)
	h := l.two(ir.OpOr, l.two(ir.OpShr, x, l.num(1)), l.two(ir.OpAnd, x, l.num(1)))
	l.tight(h, facts.Unsigned(63))
	big := l.signedFloat(h, t)
	return l.pick(l.icmp(ir.LT, x, l.word(1<<63)), small, l.float(ir.OpFAdd, big, big))
}

// wideFloat keeps the first binary digits of a magnitude and whether there is a one below them; that
// and a power of 2 are exact in f64.
// The last digit kept tells by or whether one was lost: that decides every tie, as rounding needs
// no more.
func (l *lowerer) wideFloat(x ir.Value, t ir.Type) ir.Value {
	m, neg := l.magnitude(x)
	n := max(l.rangeOf(m).Bits(), 64)
	// The shift by the leading zeros brings the first one to the top.
	zeros := l.inst(ir.OpCountLeadingZeros, ir.Attr{N: uint32(n)}, ir.Int, m)
	l.tight(zeros, facts.UpTo(n))
	s := l.zext(l.two(ir.OpShl, m, zeros), n)
	keep := 53
	if t == ir.F64 {
		keep = min(64, n)
	}
	top := l.two(ir.OpShr, s, l.num(int64(n-keep)))
	if n > keep {
		lost := l.icmp(ir.NE, l.zext(s, n-keep), l.num(0))
		top = l.two(ir.OpOr, top, l.flag(lost))
	}
	l.tight(top, facts.Unsigned(uint(keep)))
	var v ir.Value
	if keep > 63 {
		v = l.unsignedFloat(top, ir.F64)
	} else {
		v = l.signedFloat(top, ir.F64)
	}
	// 2^(n-keep-zeros), or more than what makes every number infinite.
	k := l.two(ir.OpMin, l.two(ir.OpSub, l.num(int64(n-keep)), zeros), l.num(1023))
	l.tight(k, facts.Signed(12))
	v = l.float(ir.OpFMul, v, l.cast(l.two(ir.OpShl, l.two(ir.OpAdd, k, l.num(1023)), l.num(52)), ir.F64))
	if neg != ir.NoValue {
		v = l.pick(neg, l.float(ir.OpFNeg, v), v)
	}
	return l.narrow(v, t)
}

// toInt truncates. Out of range the result is poison, or with .sat the nearest bound.
// f16 and bf16 are widened first, which is exact.
func (l *lowerer) toInt(i ir.Inst) ir.Value {
	f := l.f
	a := f.Attr(i)
	n := int(a.N)
	x := f.Arg(i, 0)
	if !hard(f.TypeOf(x)) {
		x = l.widen(x)
	}
	if n > MaxBits {
		return ir.NoValue
	}
	si := f.Op(i) == ir.OpFPToSI
	v := l.truncated(x, n, si)
	if !a.Sat {
		return v
	}
	t := f.TypeOf(x)
	// The order of the picks is that of the tests: the last one decides first, for NaN and for
	// both bounds.
	if !si {
		v = l.pick(l.fcmp(ir.FOGE, x, l.powerOf2(t, n)), l.big(num.Mask(uint(n))), v)
		return l.pick(l.fcmp(ir.FOGE, x, l.powerOf2(t, 0)), v, l.num(0)) // NaN is not
	}
	bound := l.powerOf2(t, n-1)
	v = l.pick(l.fcmp(ir.FOGE, x, bound), l.big(num.Mask(uint(n-1))), v)
	least := num.Pow2(uint(n - 1))
	v = l.pick(l.fcmp(ir.FOLE, x, l.float(ir.OpFNeg, bound)), l.big(least.Neg()), v)
	return l.pick(l.fcmp(ir.FORD, x, x), v, l.num(0))
}

// truncated is x as a number of n bits; out of range it is poison or anything.
// The caller takes care of what is out of range, if it is to be defined.
func (l *lowerer) truncated(x ir.Value, n int, si bool) ir.Value {
	t := l.f.TypeOf(x)
	direct := func(x ir.Value, n int) ir.Value {
		return l.inst(ir.OpFPToSI, ir.Attr{N: uint32(n)}, ir.Int, x)
	}
	switch {
	case si && n <= 64:
		return direct(x, n)
	// The signed conversion of one bit more has all numbers of the unsigned one.
	case n < 64:
		return l.zext(direct(x, n+1), n)
	// Above 2^63 the half of the range is subtracted before, and added as a number after.
	case n == 64:
		half := l.powerOf2(t, 63)
		low := l.zext(direct(x, 64), 64)
		high := l.zext(l.two(ir.OpAdd, direct(l.float(ir.OpFSub, x, half), 64), l.word(1<<63)), 64)
		return l.pick(l.fcmp(ir.FOLT, x, half), low, high)
	}
	// Wider: the significand shifted by the exponent, up or down. 1075 is the bias and the 52
	// places below the point.
	bits := l.cast(l.widen(x), ir.Int)
	e := l.two(ir.OpAnd, l.two(ir.OpShr, bits, l.num(52)), l.num(0x7ff))
	m := l.two(ir.OpOr, l.two(ir.OpAnd, bits, l.num(1<<52-1)), l.num(1<<52))
	up := l.two(ir.OpMin, l.two(ir.OpMax, l.two(ir.OpSub, e, l.num(1075)), l.num(0)), l.num(int64(min(n, 971))))
	down := l.two(ir.OpMin, l.two(ir.OpMax, l.two(ir.OpSub, l.num(1075), e), l.num(0)), l.num(63))
	l.tight(up, facts.UpTo(min(n, 971)))
	l.tight(down, facts.Unsigned(6))
	v := l.two(ir.OpShl, l.two(ir.OpShr, m, down), up)
	if si {
		neg := l.icmp(ir.NE, l.two(ir.OpShr, bits, l.num(63)), l.num(0))
		return l.sext(l.pick(neg, l.two(ir.OpSub, l.num(0), v), v), n)
	}
	return l.zext(v, n)
}
