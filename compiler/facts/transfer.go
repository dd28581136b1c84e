package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The rules of opcodes; lean/TuffyLean/Facts/Forward.lean has the same functions, Sound.lean the
// theorem that for all operands in their facts the result is in its fact or poison.

// finish lets bits and range learn from each other before numbers that are too large are forgotten.
func (f *Fact) finish() {
	f.refine()
	f.clamp()
}

// log2 returns n if the fact is that of 2^n.
// A negative power of two is none, as division by it is no shift.
func (f *Fact) log2() (n uint, ok bool) {
	c, ok := f.Value()
	if !ok || c.Sign() <= 0 {
		return 0, false
	}
	n = c.TrailingZeros()
	return n, n+1 == c.BitLen()
}

// Binary is the fact of an operation on two ints without an immediate, among add sub mul div rem
// tdiv trem and or xor shl shr min max clmul. Of any other it is nothing.
// Numbers are found for all operands in their facts that do not make the result poison. Bits and range are
// found apart.
func Binary(op ir.Op, a, b *Fact) Fact {
	f := Fact{Range: binaryRange(op, a.Range, b.Range)}
	switch op {
	case ir.OpAdd:
		f.Bits = a.Bits.add(b.Bits)
	case ir.OpSub:
		f.Bits = a.Bits.sub(b.Bits)
	case ir.OpMul:
		f.Bits = a.Bits.mul(b.Bits)
	case ir.OpDiv:
		f.Bits = divBits(a, b)
	case ir.OpTDiv:
		if a.Range.Lo.nonneg() {
			f.Bits = divBits(a, b)
		}
	case ir.OpRem, ir.OpTRem:
		f.Bits = a.Bits.rem(b.Bits)
	case ir.OpAnd:
		f.Bits = a.Bits.and(b.Bits)
	case ir.OpOr:
		f.Bits = a.Bits.or(b.Bits)
	case ir.OpXor:
		f.Bits = a.Bits.xor(b.Bits)
	case ir.OpShl:
		f.Bits = shlBits(a, b)
	case ir.OpShr:
		if c, ok := b.Value(); ok {
			f.Bits = a.Bits.shr(amountOf(c))
		}
	case ir.OpMin, ir.OpMax:
		f.Bits = a.Bits.join(b.Bits)
	}
	f.finish()
	return f
}

func divBits(a, b *Fact) Bits {
	if n, ok := b.log2(); ok {
		return a.Bits.shr(n)
	}
	return Bits{}
}

func shlBits(a, b *Fact) Bits {
	if c, ok := b.Value(); ok {
		if n := amountOf(c); n <= maxBits {
			return a.Bits.shl(n)
		}
		return Bits{}
	}
	return a.Bits.shlMin(min(b.Range.amount(), maxBits))
}

// Unary is the fact of an operation on one int, with its width, bits or bytes n where it has
// them, among not count_ones count_leading_zeros count_trailing_zeros bswap bit_reverse zext sext.
// Of any other it is nothing.
func Unary(op ir.Op, n uint, a *Fact) Fact {
	var f Fact
	switch op {
	case ir.OpNot:
		f = Fact{a.Bits.not(), a.Range.not()}
	case ir.OpCountOnes:
		f.Range = a.Range.countOnes()
	case ir.OpCountTrailingZeros:
		f.Range = nonnegative
		if a.Bits.Ones.Sign() != 0 {
			f.Range.Hi = at(num.New(int64(a.Bits.Ones.TrailingZeros())))
		}
	default:
		if n == 0 || n > maxBits {
			return f
		}
	}
	switch op {
	case ir.OpCountLeadingZeros:
		f.Range = a.Range.countLeadingZeros(n)
	case ir.OpBSwap:
		if n > maxBits/8 {
			return f
		}
		f.Bits = a.Bits.moved(8*n, func(x num.Int) num.Int { return x.ReverseBytes(n) })
	case ir.OpBitReverse:
		f.Bits = a.Bits.moved(n, func(x num.Int) num.Int { return x.Reverse(n) })
	case ir.OpZExt:
		f = Fact{a.Bits.zext(n), a.Range.zext(n)}
	case ir.OpSExt:
		f = Fact{a.Bits.sext(n), a.Range.sext(n)}
	}
	f.finish()
	return f
}

// Split is the facts of the two results of split.N.
// The upper part is the floor of the quotient by 2^n, so it keeps the sign.
func Split(n uint, a *Fact) (hi, lo Fact) {
	if n == 0 || n > maxBits {
		return hi, lo
	}
	hi = Fact{a.Bits.shr(n), a.Range.shr(constRange(n))}
	hi.finish()
	return hi, Unary(ir.OpZExt, n, a)
}

func constRange(n uint) Range {
	e := at(num.New(int64(n)))
	return Range{e, e}
}

// Sized is the fact of an operation on two ints with a number of bits: merge.N and the rotations.
// Of any other it is nothing.
func Sized(op ir.Op, n uint, a, b *Fact) Fact {
	var f Fact
	if n == 0 || n > maxBits {
		return f
	}
	switch op {
	case ir.OpMerge:
		by := constRange(n)
		f = Fact{a.Bits.merge(b.Bits, n), a.Range.shr(by).shl(by).add(b.Range.zext(n))}
	case ir.OpRotateLeft, ir.OpRotateRight:
		c, ok := b.Value()
		if !ok {
			f.Range = Range{at(num.Int{}), at(num.Mask(n))}
			break
		}
		if op == ir.OpRotateRight {
			c = c.Neg()
		}
		f.Bits = a.Bits.moved(n, func(x num.Int) num.Int { return x.RotateLeft(n, c) })
	}
	f.finish()
	return f
}

// Compare is what is known of a comparison.
// EQ is false if no number is in both facts; order is told by ranges alone.
func Compare(p ir.Pred, a, b *Fact) Truth {
	switch p {
	case ir.EQ:
		x, xs := a.Value()
		y, ys := b.Value()
		if xs && ys && x.Equal(y) {
			return True
		}
		if m := a.Meet(b); m.Contradictory() {
			return False
		}
		return Either
	case ir.NE:
		return Compare(ir.EQ, a, b).not()
	case ir.LT:
		return less(a, b)
	case ir.LE:
		return less(b, a).not()
	case ir.GT:
		return less(b, a)
	case ir.GE:
		return less(a, b).not()
	}
	return Either
}

func less(a, b *Fact) Truth {
	if a.Range.Hi.Finite && b.Range.Lo.Finite && a.Range.Hi.V.Less(b.Range.Lo.V) {
		return True
	}
	if b.Range.Hi.Finite && a.Range.Lo.Finite && !a.Range.Lo.V.Less(b.Range.Hi.V) {
		return False
	}
	return Either
}
