package check

import (
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// format is the layout of a float: bits, fraction bits, bias, and the bits of infinity. IEEE
// 754-2019, table 3.5; bf16 is f32 with 16 fraction bits less.
type format struct {
	bits, mantissa uint32
	bias, inf      int64
}

func formatOf(t ir.Type) format {
	switch t {
	case ir.F64:
		return format{64, 52, 1023, 0x7ff << 52}
	case ir.F32:
		return format{32, 23, 127, 0xff << 23}
	case ir.F16:
		return format{16, 10, 15, 0x1f << 10}
	}
	return format{16, 7, 127, 0xff << 7}
}

// bits is a float as an int, float the way back. Going through the bits of a NaN keeps them: a
// bitcast decides nothing.
func (x *expander) bits(v ir.Value) ir.Value {
	return x.make(ir.OpBitCast, ir.Attr{}, []ir.Type{ir.Int}, v)
}

func (x *expander) float(v ir.Value, t ir.Type) ir.Value {
	return x.make(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, v)
}

func (x *expander) signBit(l format) ir.Value { return x.power(l.bits - 1) }

// magnitude is the bits without the sign.
func (x *expander) magnitude(bits ir.Value, l format) ir.Value { return x.zext(bits, l.bits-1) }

func (x *expander) convert(v ir.Value, t ir.Type) ir.Value {
	return x.b.Convert(ir.OpFPConvert, v, t, ir.Synthetic)
}

func (x *expander) fneg(v ir.Value) ir.Value { return x.b.Unary(ir.OpFNeg, v, ir.Synthetic) }

func (x *expander) fconst(t ir.Type, bits int64) ir.Value {
	return x.b.FConst(t, uint64(bits), ir.Synthetic)
}

func (x *expander) one(t ir.Type) ir.Value {
	l := formatOf(t)
	return x.fconst(t, l.bias<<l.mantissa)
}

// wider computes in f64 and rounds again, which gives what one rounding gives for +, -, *, /
// and square root of formats of at most half the precision (Figueroa, "When is double rounding
// innocuous?", 1995). It needs 2p + 2 bits of precision: 24 and 53 for f32, less for the others.
func (x *expander) wider(op ir.Op, args ...ir.Value) ir.Value {
	t := x.f.TypeOf(args[0])
	var wide []ir.Value
	for _, v := range args {
		wide = append(wide, x.convert(v, ir.F64))
	}
	return x.convert(x.make(op, ir.Attr{}, nil, wide...), t)
}

// rounded makes the expansions of an operation that rounds once. The ways are identities of one
// rounding; f64 cannot be computed wider.
func rounded(ways ...func(x *expander, a, b ir.Value) ir.Value) []expansion {
	return []expansion{func(x *expander) []ir.Value {
		a, b := x.arg(0), ir.NoValue
		args := []ir.Value{a}
		if x.op != ir.OpFSqrt {
			b = x.arg(1)
			args = append(args, b)
		}
		if n := x.r.Below(len(ways) + 1); n < len(ways) && !(x.f.TypeOf(a) != ir.F64 && x.r.Below(2) == 0) {
			return one(ways[n](x, a, b))
		}
		if x.f.TypeOf(a) == ir.F64 {
			if len(ways) == 0 {
				return nil
			}
			return one(ways[0](x, a, b))
		}
		return one(x.wider(x.op, args...))
	}}
}

// Each way is exact for zeros, infinities and denormals; results that are NaN may have other bits,
// which is no difference.
var floatExpansions = map[ir.Op][]expansion{
	ir.OpFConst: {func(x *expander) []ir.Value {
		if x.f.TypeOf(x.f.Result(x.i, 0)).IsWideFloat() {
			return nil
		}
		return one(x.float(x.k(x.attr.Imm), x.f.TypeOf(x.f.Result(x.i, 0))))
	}},
	ir.OpFAdd: rounded(
		// a - (-b) rounds as a + b.
		func(x *expander, a, b ir.Value) ir.Value { return x.bin(ir.OpFSub, a, x.fneg(b)) },
		// 1*a + b is rounded once, too.
		func(x *expander, a, b ir.Value) ir.Value {
			return x.make(ir.OpFMA, ir.Attr{}, nil, x.one(x.f.TypeOf(a)), a, b)
		},
		func(x *expander, a, b ir.Value) ir.Value { return x.bin(ir.OpFAdd, b, a) },
	),
	ir.OpFSub: rounded(
		func(x *expander, a, b ir.Value) ir.Value { return x.bin(ir.OpFAdd, a, x.fneg(b)) },
		func(x *expander, a, b ir.Value) ir.Value {
			return x.make(ir.OpFMA, ir.Attr{}, nil, b, x.fneg(x.one(x.f.TypeOf(a))), a)
		},
	),
	ir.OpFMul: rounded(
		func(x *expander, a, b ir.Value) ir.Value { return x.fneg(x.bin(ir.OpFMul, a, x.fneg(b))) },
		// The sign of a zero product depends on the factors, so those are multiplied again.
		func(x *expander, a, b ir.Value) ir.Value { // -0 is neutral, but for a product that is 0 itself
			t := x.f.TypeOf(a)
			p := x.make(ir.OpFMA, ir.Attr{}, nil, a, b, x.fconst(t, 0))
			zero := x.cmp(ir.FOEQ, p, x.fconst(t, 0))
			return x.sel(zero, x.bin(ir.OpFMul, b, a), p)
		},
	),
	ir.OpFDiv: rounded(
		func(x *expander, a, b ir.Value) ir.Value { return x.fneg(x.bin(ir.OpFDiv, x.fneg(a), b)) },
	),
	ir.OpFSqrt: rounded(),
	// A remainder is exact in every format (IEEE 754, 5.3.1), so it does not matter where it is
	// computed.
	ir.OpFRem: {func(x *expander) []ir.Value {
		a, b := x.arg(0), x.arg(1)
		t := x.f.TypeOf(a)
		if t != ir.F64 && x.r.Below(2) == 0 {
			return one(x.wider(ir.OpFRem, a, b)) // the result is exact
		}
		return one(x.fneg(x.bin(ir.OpFRem, x.fneg(a), x.fneg(b))))
	}},
	ir.OpFMA: {func(x *expander) []ir.Value {
		a, b, c := x.arg(0), x.arg(1), x.arg(2)
		t := x.f.TypeOf(a)
		if t != ir.F64 {
			// A product of two floats is exact in f64: without an addend it is rounded once. A zero
			// product is left to fma, since the sign of the sum of zeros depends on both.
			p := x.wider(ir.OpFMul, a, b)
			plain := x.bin(ir.OpBAnd, x.cmp(ir.FOEQ, c, x.fconst(t, 0)), x.cmp(ir.FONE, p, x.fconst(t, 0)))
			return one(x.sel(plain, p, x.make(ir.OpFMA, ir.Attr{}, nil, b, a, c)))
		}
		unit := x.cmp(ir.FOEQ, a, x.one(t))
		return one(x.sel(unit, x.bin(ir.OpFAdd, b, c), x.make(ir.OpFMA, ir.Attr{}, nil, b, a, c)))
	}},
	ir.OpFNeg: unary(
		func(x *expander, a ir.Value) ir.Value {
			l := formatOf(x.f.TypeOf(a))
			return x.float(x.xor(x.bits(a), x.signBit(l)), x.f.TypeOf(a))
		},
		func(x *expander, a ir.Value) ir.Value {
			return x.bin(ir.OpCopySign, a, x.float(x.not(x.bits(a)), x.f.TypeOf(a)))
		},
	),
	ir.OpFAbs: unary(
		func(x *expander, a ir.Value) ir.Value {
			return x.float(x.magnitude(x.bits(a), formatOf(x.f.TypeOf(a))), x.f.TypeOf(a))
		},
		func(x *expander, a ir.Value) ir.Value { return x.bin(ir.OpCopySign, a, x.one(x.f.TypeOf(a))) },
	),
	ir.OpCopySign: binary(
		func(x *expander, a, b ir.Value) ir.Value {
			l := formatOf(x.f.TypeOf(a))
			return x.float(x.or(x.magnitude(x.bits(a), l), x.and(x.bits(b), x.signBit(l))), x.f.TypeOf(a))
		},
		func(x *expander, a, b ir.Value) ir.Value {
			l := formatOf(x.f.TypeOf(a))
			a = x.b.Unary(ir.OpFAbs, a, ir.Synthetic)
			return x.sel(x.cmp(ir.GE, x.bits(b), x.signBit(l)), x.fneg(a), a)
		},
	),
	ir.OpFMinNum: binary((*expander).extreme),
	ir.OpFMaxNum: binary((*expander).extreme),
	ir.OpFCmp:    binary((*expander).floatCompare),
	ir.OpFPConvert: {func(x *expander) []ir.Value {
		a, t := x.arg(0), x.f.TypeOf(x.f.Result(x.i, 0))
		from := x.f.TypeOf(a)
		if from.IsWideFloat() || t.IsWideFloat() {
			return nil
		}
		switch {
		case t == from:
			return nil
		case t == ir.F64 && from != ir.F32:
			return one(x.convert(x.convert(a, ir.F32), t))
		case t == ir.F64:
			return one(x.widened(a))
		case from != ir.F64 && from != ir.F32:
			return nil
		}
		// An integer is rounded to the other format directly. A float that is an integer of 64 bits
		// converts by way of it, with one rounding.
		n := x.make(ir.OpFPToSI, ir.Attr{N: 64, Sat: true}, nil, a)
		back := x.make(ir.OpSIToFP, ir.Attr{}, []ir.Type{from}, n)
		exact := x.bin(ir.OpBAnd, x.cmp(ir.FOEQ, back, a), x.cmp(ir.NE, n, x.k(0)))
		return one(x.sel(exact, x.make(ir.OpSIToFP, ir.Attr{}, []ir.Type{t}, n), x.convert(a, t)))
	}},
	ir.OpSIToFP: {func(x *expander) []ir.Value {
		return one(x.fromInt(x.arg(0), x.f.TypeOf(x.f.Result(x.i, 0))))
	}},
	ir.OpUIToFP: {func(x *expander) []ir.Value {
		a, t := x.arg(0), x.f.TypeOf(x.f.Result(x.i, 0))
		v := x.make(ir.OpSIToFP, ir.Attr{}, []ir.Type{t}, a)
		return one(x.sel(x.cmp(ir.GE, a, x.k(0)), v, x.b.Poison(t, ir.Synthetic)))
	}},
	ir.OpFPToSI: {(*expander).toInt},
	ir.OpFPToUI: {(*expander).toInt},
}

// key orders floats that are no NaN as ints. Magnitudes are ordered as unsigned numbers, so
// negating those of negative floats gives the order; both zeros become 0.
func (x *expander) key(bits ir.Value, l format) ir.Value {
	m := x.magnitude(bits, l)
	return x.sel(x.cmp(ir.GE, bits, x.signBit(l)), x.negate(m), m)
}

// floatCompare compares the bits. It compares as ints and treats NaNs apart, as the predicate's
// name says.
func (x *expander) floatCompare(a, b ir.Value) ir.Value {
	l := formatOf(x.f.TypeOf(a))
	p, q := x.bits(a), x.bits(b)
	inf := x.k(l.inf)
	unordered := x.bin(ir.OpBOr, x.cmp(ir.GT, x.magnitude(p, l), inf), x.cmp(ir.GT, x.magnitude(q, l), inf))
	switch x.attr.Pred {
	case ir.FFalse:
		return x.bin(ir.OpBAnd, unordered, x.b.BConst(false, ir.Synthetic))
	case ir.FTrue:
		return x.bin(ir.OpBOr, unordered, x.b.BConst(true, ir.Synthetic))
	case ir.FUNO:
		return unordered
	case ir.FORD:
		return x.not(unordered)
	}
	name := x.attr.Pred.String()
	u, v := x.key(p, l), x.key(q, l)
	c := x.cmp(map[string]ir.Pred{"eq": ir.EQ, "ne": ir.NE, "lt": ir.LT, "le": ir.LE, "gt": ir.GT, "ge": ir.GE}[name[1:]], u, v)
	if strings.HasPrefix(name, "o") {
		return x.bin(ir.OpBAnd, c, x.not(unordered))
	}
	return x.bin(ir.OpBOr, c, unordered)
}

// extreme is the smaller or larger number by comparisons. minNum and maxNum return the number if
// one operand is a NaN; equal operands differ at most in the sign of zero, which or and and of the
// bits decide.
func (x *expander) extreme(a, b ir.Value) ir.Value {
	t := x.f.TypeOf(a)
	l := formatOf(t)
	less, zeros := ir.FOLT, ir.OpOr
	if x.op == ir.OpFMaxNum {
		less, zeros = ir.FOGT, ir.OpAnd
	}
	equal := x.float(x.zext(x.bin(zeros, x.bits(a), x.bits(b)), l.bits), t)
	v := x.sel(x.cmp(less, a, b), a, x.sel(x.cmp(less, b, a), b, equal))
	v = x.sel(x.cmp(ir.FUNO, a, a), b, x.sel(x.cmp(ir.FUNO, b, b), a, v))
	both := x.bin(ir.OpBAnd, x.cmp(ir.FUNO, a, a), x.cmp(ir.FUNO, b, b))
	return x.sel(both, x.bin(ir.OpFAdd, a, b), v)
}

// widened turns an f32 into the f64 with the same value by its bits. Denormals, infinities and NaNs
// are left to the conversion.
func (x *expander) widened(a ir.Value) ir.Value {
	from, to := formatOf(ir.F32), formatOf(ir.F64)
	p := x.bits(a)
	exp, frac := x.zext(x.shr(p, 23), 8), x.zext(p, 23)
	exp64 := x.sum(exp, x.k(to.bias-from.bias))
	q := x.or(x.shl(x.shr(p, 31), 63), x.or(x.shl(exp64, 52), x.shl(frac, 29)))
	normal := x.bin(ir.OpBAnd, x.cmp(ir.NE, exp, x.k(0)), x.cmp(ir.NE, exp, x.k(255)))
	return x.sel(normal, x.float(x.zext(q, 64), ir.F64), x.convert(a, ir.F64))
}

// fromInt adds two parts that are exact, so that one rounding is left, where both fit. The high and
// the low part have at most p bits each and are exact as floats; their sum is rounded once.
func (x *expander) fromInt(a ir.Value, t ir.Type) ir.Value {
	l := formatOf(t)
	p := l.mantissa + 1
	limit := 2*p - 1
	// In f16 the high part times its scale would overflow.
	if t == ir.F16 {
		limit = 14
	}
	small := x.bin(ir.OpBAnd, x.cmp(ir.LT, a, x.power(limit)), x.cmp(ir.GT, a, x.negate(x.power(limit))))
	toFloat := func(v ir.Value) ir.Value { return x.make(ir.OpSIToFP, ir.Attr{}, []ir.Type{t}, v) }
	scale := x.fconst(t, (l.bias+int64(p))<<l.mantissa)
	hi := x.bin(ir.OpFMul, toFloat(x.shr(a, int64(p))), scale)
	// Zero has no sign: +0 comes from +0 + +0.
	sum := x.bin(ir.OpFAdd, hi, toFloat(x.zext(a, p)))
	return x.sel(small, sum, toFloat(a))
}

// toInt decodes the bits. The value is the fraction shifted by the exponent, toward zero. The
// number of bits of the result is bounded by the format, so no shift is long.
func (x *expander) toInt() []ir.Value {
	a := x.arg(0)
	t := x.f.TypeOf(a)
	if t.IsWideFloat() {
		return nil
	}
	l := formatOf(t)
	bits := x.bits(a)
	m := x.magnitude(bits, l)
	exp, frac := x.shr(m, int64(l.mantissa)), x.zext(m, l.mantissa)
	normal := x.cmp(ir.NE, exp, x.k(0))
	frac = x.sel(normal, x.or(frac, x.power(l.mantissa)), frac)
	by := x.difference(x.sel(normal, exp, x.k(1)), x.k(l.bias+int64(l.mantissa)))
	v := x.bin(ir.OpShl, frac, x.bin(ir.OpMax, by, x.k(0)))
	v = x.bin(ir.OpShr, v, x.bin(ir.OpMax, x.negate(by), x.k(0)))
	v = x.sel(x.cmp(ir.GE, bits, x.signBit(l)), x.negate(v), v)
	lo, hi := x.k(0), x.difference(x.power(x.attr.N), x.k(1))
	if x.op == ir.OpFPToSI {
		lo, hi = x.negate(x.power(x.attr.N-1)), x.difference(x.power(x.attr.N-1), x.k(1))
	}
	// Infinity decodes as a large number; it may still fit a wide int. Its exponent is one above
	// the largest, with fraction 0.
	huge := x.sel(x.cmp(ir.EQ, bits, m), hi, lo)
	isInf, isNaN := x.cmp(ir.EQ, m, x.k(l.inf)), x.cmp(ir.GT, m, x.k(l.inf))
	if x.attr.Sat {
		v = x.bin(ir.OpMin, x.bin(ir.OpMax, v, lo), hi)
		return one(x.sel(isNaN, x.k(0), x.sel(isInf, huge, v)))
	}
	fits := x.bin(ir.OpBAnd, x.cmp(ir.GE, v, lo), x.cmp(ir.LE, v, hi))
	fits = x.bin(ir.OpBAnd, fits, x.cmp(ir.LT, m, x.k(l.inf)))
	return one(x.sel(fits, v, x.b.Poison(ir.Int, ir.Synthetic)))
}
