package check

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// binary makes an expansion of an operation on two operands. One way is drawn for each site.
func binary(ways ...func(x *expander, a, b ir.Value) ir.Value) []expansion {
	return []expansion{func(x *expander) []ir.Value {
		return one(ways[x.r.Below(len(ways))](x, x.arg(0), x.arg(1)))
	}}
}

// unary makes an expansion of an operation on one operand.
func unary(ways ...func(x *expander, a ir.Value) ir.Value) []expansion {
	return []expansion{func(x *expander) []ir.Value {
		return one(ways[x.r.Below(len(ways))](x, x.arg(0)))
	}}
}

// sum is a + b, difference a - b and so on: the spelling of expansions. Ints are mathematical
// integers, so that the identities below hold without wrapping (docs/spec).
func (x *expander) sum(a, b ir.Value) ir.Value        { return x.bin(ir.OpAdd, a, b) }
func (x *expander) difference(a, b ir.Value) ir.Value { return x.bin(ir.OpSub, a, b) }
func (x *expander) product(a, b ir.Value) ir.Value    { return x.bin(ir.OpMul, a, b) }
func (x *expander) and(a, b ir.Value) ir.Value        { return x.bin(ir.OpAnd, a, b) }
func (x *expander) or(a, b ir.Value) ir.Value         { return x.bin(ir.OpOr, a, b) }
func (x *expander) xor(a, b ir.Value) ir.Value        { return x.bin(ir.OpXor, a, b) }
func (x *expander) shl(a ir.Value, n int64) ir.Value  { return x.bin(ir.OpShl, a, x.k(n)) }
func (x *expander) shr(a ir.Value, n int64) ir.Value  { return x.bin(ir.OpShr, a, x.k(n)) }
func (x *expander) negate(a ir.Value) ir.Value        { return x.difference(x.k(0), a) }

// power is 2^n as a constant.
func (x *expander) power(n uint32) ir.Value {
	return x.b.IConst(num.Pow2(uint(n)), ir.Synthetic)
}

// powerOf is 2^n without a shift, for n in [0, 63]; small says whether it is. A rotation of 1 by n
// in 64 bits is 2^n there.
func (x *expander) powerOf(n ir.Value) (p, small ir.Value) {
	small = x.bin(ir.OpBAnd, x.cmp(ir.GE, n, x.k(0)), x.cmp(ir.LT, n, x.k(64)))
	return x.sized(ir.OpRotateLeft, 64, x.k(1), n), small
}

// sign is -1 of a negative int of up to 2^20 bits, 0 of another. Ints in programs are shorter: the
// generator bounds them.
func (x *expander) sign(a ir.Value) ir.Value { return x.shr(a, 1<<20) }

func (x *expander) abs(a ir.Value) ir.Value {
	return x.sel(x.cmp(ir.LT, a, x.k(0)), x.negate(a), a)
}

// The identities are those of two's complement of unbounded length: x = -~x - 1 and a + b = (a ^ b)
// + 2(a & b) and their kin (Warren, Hacker's Delight, chapter 2).
var intExpansions = map[ir.Op][]expansion{
	ir.OpIConst: {func(x *expander) []ir.Value {
		c := x.f.IntConst(x.i)
		// A constant is split at a random bit.
		n := uint(x.r.Below(70))
		hi := x.b.IConst(c.Shr(n), ir.Synthetic)
		lo := c.And(num.Pow2(n).Sub(num.New(1)))
		return one(x.sum(x.shl(hi, int64(n)), x.b.IConst(lo, ir.Synthetic)))
	}},
	ir.OpDiv:  binary((*expander).euclid),
	ir.OpRem:  binary((*expander).remainder),
	ir.OpTDiv: binary((*expander).truncated),
	ir.OpShl: binary(
		// A shift left is a product; counts outside are left to the opcode itself, which says what
		// they do.
		func(x *expander, a, n ir.Value) ir.Value {
			p, small := x.powerOf(n)
			return x.sel(small, x.product(a, p), x.bin(ir.OpShl, a, n))
		},
	),
	// A shift right is a division that rounds down, which div of a positive divisor does.
	ir.OpShr: binary(
		func(x *expander, a, n ir.Value) ir.Value {
			p, small := x.powerOf(n)
			return x.sel(small, x.bin(ir.OpDiv, a, p), x.bin(ir.OpShr, a, n))
		},
	),
	ir.OpClMul:             binary((*expander).carryless),
	ir.OpNot:               unary((*expander).complement),
	ir.OpCountOnes:         unary((*expander).population),
	ir.OpCountLeadingZeros: unary((*expander).leadingZeros),
	ir.OpBSwap: {func(x *expander) []ir.Value {
		if x.attr.N > 16 {
			return nil
		}
		a, out := x.arg(0), x.k(0)
		for n := range int64(x.attr.N) {
			out = x.sum(x.product(out, x.k(256)), x.and(x.shr(a, 8*n), x.k(255)))
		}
		return one(out)
	}},
	ir.OpBitReverse: {func(x *expander) []ir.Value {
		a, out := x.arg(0), x.k(0)
		if n := x.attr.N; n > 16 {
			low := n / 2
			out = x.sized(ir.OpBitReverse, n-low, x.shr(a, int64(low)))
			return one(x.or(out, x.shl(x.sized(ir.OpBitReverse, low, a), int64(n-low))))
		}
		for n := range int64(x.attr.N) {
			out = x.sum(x.sum(out, out), x.and(x.shr(a, n), x.k(1)))
		}
		return one(out)
	}},
	ir.OpRotateLeft:  binary(func(x *expander, a, b ir.Value) ir.Value { return x.rotate(a, b) }),
	ir.OpRotateRight: binary(func(x *expander, a, b ir.Value) ir.Value { return x.rotate(a, x.negate(b)) }),
	ir.OpSplit: {func(x *expander) []ir.Value {
		a, p := x.arg(0), x.power(x.attr.N)
		if x.r.Below(2) == 0 {
			return []ir.Value{x.bin(ir.OpDiv, a, p), x.bin(ir.OpRem, a, p)}
		}
		hi := x.shr(a, int64(x.attr.N))
		return []ir.Value{hi, x.difference(a, x.product(hi, p))}
	}},
	ir.OpICmp: binary((*expander).compared, (*expander).bySign, func(x *expander, a, b ir.Value) ir.Value {
		return x.not(x.cmp([...]ir.Pred{ir.NE, ir.EQ, ir.GE, ir.GT, ir.LE, ir.LT}[x.attr.Pred], a, b))
	}),
}

// euclid divides by truncating and correcting. The remainder of the Euclidean quotient is never
// negative.
func (x *expander) euclid(a, b ir.Value) ir.Value {
	q, r := x.bin(ir.OpTDiv, a, b), x.bin(ir.OpTRem, a, b)
	fix := x.sel(x.cmp(ir.GT, b, x.k(0)), x.difference(q, x.k(1)), x.sum(q, x.k(1)))
	return x.sel(x.cmp(ir.LT, r, x.k(0)), fix, q)
}

func (x *expander) remainder(a, b ir.Value) ir.Value {
	r := x.bin(ir.OpTRem, a, b)
	return x.sel(x.cmp(ir.LT, r, x.k(0)), x.sum(r, x.abs(b)), r)
}

// truncated divides magnitudes. The quotient rounds toward zero, which is that of the magnitudes
// with the sign put back. A zero divisor is undefined in the same way in both.
func (x *expander) truncated(a, b ir.Value) ir.Value {
	q := x.bin(ir.OpDiv, x.abs(a), x.abs(b))
	apart := x.bin(ir.OpBXor, x.cmp(ir.LT, a, x.k(0)), x.cmp(ir.LT, b, x.k(0)))
	return x.sel(apart, x.negate(q), q)
}

// carryless multiplies bit by bit where the second factor is short. A longer or negative factor is
// left to the opcode with its operands exchanged.
func (x *expander) carryless(a, b ir.Value) ir.Value {
	const n = 12
	small := x.bin(ir.OpBAnd, x.cmp(ir.GE, a, x.k(0)), x.bin(ir.OpBAnd, x.cmp(ir.GE, b, x.k(0)), x.cmp(ir.LT, b, x.k(1<<n))))
	out := x.k(0)
	for k := range int64(n) {
		bit := x.and(x.shr(b, k), x.k(1))
		out = x.xor(out, x.shl(x.product(a, bit), k))
	}
	return x.sel(small, out, x.bin(ir.OpClMul, b, a))
}

// not of a bool is a comparison with false.
func (x *expander) complement(a ir.Value) ir.Value {
	if x.f.TypeOf(a) == ir.Bool {
		return x.cmp(ir.EQ, x.b.Unary(ir.OpBoolToInt, a, ir.Synthetic), x.k(0))
	}
	if x.r.Below(2) == 0 {
		return x.xor(a, x.k(-1))
	}
	return x.difference(x.k(-1), a)
}

// population counts the ones of 64 bits by sums of ever longer fields. The fields are added in six
// steps (Hacker's Delight, figure 5-1); what is above 64 bits is counted by the opcode.
func (x *expander) population(a ir.Value) ir.Value {
	v := x.zext(a, 64)
	for n, mask := range []uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff} {
		m := x.b.IConst(num.FromUint64(mask), ir.Synthetic)
		v = x.sum(x.and(v, m), x.and(x.shr(v, 1<<n), m))
	}
	rest := x.b.Unary(ir.OpCountOnes, x.shr(a, 64), ir.Synthetic)
	return x.sum(v, rest)
}

// leadingZeros sets all bits below the first one and counts. Smearing the first one downward leaves
// as many zeros as there were in front.
func (x *expander) leadingZeros(a ir.Value) ir.Value {
	v := x.zext(a, x.attr.N)
	for n := int64(1); n < int64(x.attr.N); n *= 2 {
		v = x.or(v, x.shr(v, n))
	}
	return x.difference(x.k(int64(x.attr.N)), x.b.Unary(ir.OpCountOnes, v, ir.Synthetic))
}

// A shift by the width is possible here, since ints have no width.
func (x *expander) rotate(a, b ir.Value) ir.Value {
	n := x.attr.N
	v, by := x.zext(a, n), x.bin(ir.OpRem, b, x.k(int64(n)))
	return x.zext(x.or(x.bin(ir.OpShl, v, by), x.bin(ir.OpShr, v, x.difference(x.k(int64(n)), by))), n)
}

// compared uses another predicate. Operands are exchanged with the mirrored predicate, or the
// relation is expressed by another.
func (x *expander) compared(a, b ir.Value) ir.Value {
	switch p := x.attr.Pred; p {
	case ir.EQ:
		return x.bin(ir.OpBAnd, x.cmp(ir.LE, a, b), x.cmp(ir.LE, b, a))
	case ir.NE:
		return x.b.Unary(ir.OpIntToBool, x.xor(a, b), ir.Synthetic)
	default:
		return x.cmp([...]ir.Pred{ir.LT: ir.GT, ir.LE: ir.GE, ir.GT: ir.LT, ir.GE: ir.LE}[p], b, a)
	}
}

// bySign looks at the sign of the difference. The difference of two ints cannot overflow.
func (x *expander) bySign(a, b ir.Value) ir.Value {
	less := func(a, b ir.Value) ir.Value {
		return x.b.Unary(ir.OpIntToBool, x.sign(x.difference(a, b)), ir.Synthetic)
	}
	switch x.attr.Pred {
	case ir.LT:
		return less(a, b)
	case ir.GT:
		return less(b, a)
	case ir.LE:
		return x.not(less(b, a))
	case ir.GE:
		return x.not(less(a, b))
	}
	apart := x.bin(ir.OpBOr, less(a, b), less(b, a))
	if x.attr.Pred == ir.EQ {
		return x.not(apart)
	}
	return apart
}

// asInt is a truth value as an int.
func (x *expander) asInt(a ir.Value) ir.Value { return x.b.Unary(ir.OpBoolToInt, a, ir.Synthetic) }

// Truth values are computed by way of 0 and 1.
var boolExpansions = map[ir.Op][]expansion{
	ir.OpBConst: {func(x *expander) []ir.Value {
		p := ir.EQ
		if x.attr.Imm == 0 {
			p = ir.NE
		}
		return one(x.cmp(p, x.k(3), x.k(3)))
	}},
	ir.OpSelect: {func(x *expander) []ir.Value {
		for n := 1; n < 3; n++ {
			if x.f.Operand(x.i, n).Annot != ir.NoAnnot {
				return nil
			}
		}
		return one(x.sel(x.not(x.arg(0)), x.arg(2), x.arg(1)))
	}},
}
