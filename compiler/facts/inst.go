package facts

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// What code generation asks of ranges: those of single instructions, given those of their operands,
// and the machine words that hold them.

// Unbounded is what [Range.Bits] answers of a range without one of its ends.
const Unbounded = math.MaxInt32

// The ranges of up to four machine words are made once.
var unsignedRanges, signedRanges [4*64 + 1]Range

func init() {
	for n := range uint(len(unsignedRanges)) {
		unsignedRanges[n], signedRanges[n] = unsignedRange(n), signedRange(n)
	}
}

// Unsigned is [0, 2^n).
// Of 0 bits it is 0 alone.
func Unsigned(n uint) Range {
	if n < uint(len(unsignedRanges)) {
		return unsignedRanges[n]
	}
	return unsignedRange(n)
}

func unsignedRange(n uint) Range { return Range{at(num.Int{}), at(num.Mask(n))} }

// Signed is [-2^(n-1), 2^(n-1)); of 0 bits there is only 0.
func Signed(n uint) Range {
	if n < uint(len(signedRanges)) {
		return signedRanges[n]
	}
	return signedRange(n)
}

func signedRange(n uint) Range {
	if n == 0 {
		return unsignedRange(0)
	}
	return Range{at(num.Mask(n - 1).Not()), at(num.Mask(n - 1))}
}

// UpTo is [0, n].
func UpTo[N int | int64 | uint32](n N) Range { return Range{at(num.Int{}), at(num.New(int64(n)))} }

// Finite reports whether r has two ends.
func (r Range) Finite() bool { return r.Lo.Finite && r.Hi.Finite }

// Signed reports whether r has negative numbers.
func (r Range) Signed() bool { return !r.Lo.nonneg() }

// Bits is the least N for which r is in :uN, or in :sN if r has negative numbers.
func (r Range) Bits() int {
	switch {
	case !r.Finite():
		return Unbounded
	case r.Lo.V.Negative():
		return int(max(r.Lo.V.Width(), r.Hi.V.Width())) + 1
	}
	return int(r.Hi.V.BitLen())
}

// HiBits is the number of binary digits of the greatest number of r, 0 if that is negative.
func (r Range) HiBits() int {
	switch {
	case !r.Hi.Finite:
		return Unbounded
	case r.Hi.V.Negative():
		return 0
	}
	return int(r.Hi.V.BitLen())
}

// Container is the least of 8, 16, 32 and 64 bits that hold all numbers of r, 0 if none does.
func (r Range) Container() int { return Container(r.Bits()) }

// Container is the least of 8, 16, 32 and 64 bits that is not less than bits, 0 if none is.
func Container(bits int) int {
	switch n := bits; {
	case n <= 8:
		return 8
	case n <= 16:
		return 16
	case n <= 32:
		return 32
	case n <= 64:
		return 64
	}
	return 0
}

// Annot is the narrowest :uN or :sN with all of r, which is finite.
func (r Range) Annot() ir.Annot {
	if r.Signed() {
		return ir.Signed(uint32(r.Bits()))
	}
	return ir.Unsigned(uint32(r.Bits()))
}

// Join is the least range with both.
func (r Range) Join(o Range) Range { return r.join(o) }

// Meet is what is in both. Of numbers that are in none, which are poison, it is 0: any would do.
func (r Range) Meet(o Range) Range {
	m := r.meet(o)
	if m.Empty() {
		return UpTo(0)
	}
	return m
}

// In reports whether r has no number that o has not.
func (r Range) In(o Range) bool { return r.join(o).equal(o) }

// ClaimedRange is the range that an annotation claims, of any width.
// A claim wider than the bound gives all numbers.
func ClaimedRange(a ir.Annot) Range {
	var f Fact
	if n, signed, ok := a.Range(); ok && n <= widest {
		if signed {
			f.Range = Signed(uint(n))
		} else {
			f.Range = Unsigned(uint(n))
		}
	}
	if k := a.Known(); k != nil {
		f.Bits = Bits{k.Zeros, k.Ones}
		f.refine()
	}
	return f.Range
}

// binaryRanges has the ranges of the opcodes of [ir.TwoInts].
var binaryRanges = [ir.NumOps]func(a, b Range) Range{
	ir.OpAdd: Range.add, ir.OpSub: Range.sub, ir.OpMul: Range.mul,
	ir.OpDiv: Range.div, ir.OpRem: Range.rem, ir.OpTDiv: Range.tdiv, ir.OpTRem: Range.trem,
	ir.OpAnd: Range.and, ir.OpOr: Range.or, ir.OpXor: Range.xor, ir.OpShl: Range.shl, ir.OpShr: Range.shr,
	ir.OpMin: Range.min, ir.OpMax: Range.max, ir.OpClMul: func(_, _ Range) Range { return nonnegative },
}

// binaryRange is the range of an operation of [Binary].
func binaryRange(op ir.Op, a, b Range) Range {
	if of := binaryRanges[op]; of != nil {
		return of(a, b)
	}
	return Range{}
}

// BinaryRange is the range of an operation of [Binary], with numbers of any size.
func BinaryRange(op ir.Op, a, b Range) Range {
	switch op {
	case ir.OpShl: // by more than a fact has bits
		if n, ok := b.Hi.V.Int64(); b.single() && ok && n > maxBits && n <= widest {
			return a.scale(num.Pow2(uint(n)))
		}
	case ir.OpClMul: // of negative numbers it is poison
		if n := a.HiBits() + b.HiBits(); n <= widest {
			return Unsigned(uint(n))
		}
	}
	return bounded(binaryRange(op, a, b))
}

// widest is how many bits the numbers of ranges have at most that are no part of a [Fact].
// It is the bound for constants of rules as well (calc.MaxBits).
const widest = 1 << 14

// bounded is r without ends that are too wide, and 0 for no number at all.
// Infinite ends are always right.
func bounded(r Range) Range {
	if !r.Lo.V.Inline() && r.Lo.V.Width() > widest {
		r.Lo = End{}
	}
	if !r.Hi.V.Inline() && r.Hi.V.Width() > widest {
		r.Hi = End{}
	}
	if r.Empty() {
		return UpTo(0)
	}
	return r
}

// InstRange is the range of int result n of i, which holds of it whenever it is not poison; operand
// gives that of an int operand. Poison that is frozen is one of the numbers that the operand may be.
// Of facts it knows ranges only, so that it costs little enough to be asked while code is generated.
func InstRange(f *ir.Func, i ir.Inst, n int, operand func(i ir.Inst, n int) Range) Range {
	a := f.Attr(i)
	op := f.Op(i)
	if op.Is(ir.TwoInts) {
		return BinaryRange(op, operand(i, 0), operand(i, 1))
	}
	switch op {
	case ir.OpMerge:
		k := uint(a.N)
		high := operand(i, 0).shr(constRange(k)).scale(num.Pow2(min(k, widest)))
		return bounded(high.add(operand(i, 1).zext(min(k, widest))))
	case ir.OpNot:
		return bounded(operand(i, 0).not())
	case ir.OpFreeze:
		return operand(i, 0)
	case ir.OpSelect:
		return operand(i, 1).join(operand(i, 2))
	case ir.OpZExt:
		return operand(i, 0).zext(uint(min(a.Imm, widest)))
	case ir.OpSExt:
		return operand(i, 0).sext(uint(min(a.Imm, widest)))
	case ir.OpSplit:
		if x, k := operand(i, 0), min(uint(a.N), widest+1); n == 0 {
			return bounded(x.shr(constRange(k)))
		} else {
			return bounded(x.zext(k))
		}
	case ir.OpCountOnes:
		return operand(i, 0).countOnes()
	case ir.OpCountTrailingZeros: // of a number that is not 0
		x := operand(i, 0)
		if !x.Finite() {
			return nonnegative
		}
		return UpTo(int(max(x.Lo.V.Width(), x.Hi.V.Width())))
	}
	return FixedRange(f, i, n)
}

// FixedRange is the range that the opcode and the attributes of i give result n, without a look at
// operands.
func FixedRange(f *ir.Func, i ir.Inst, n int) Range {
	a := f.Attr(i)
	switch f.Op(i) {
	case ir.OpIConst:
		c, ok := f.SmallConst(i)
		x := num.New(c)
		if !ok {
			x = f.IntConst(i)
		}
		return Range{at(x), at(x)}
	case ir.OpPoison:
		return UpTo(0)
	case ir.OpParam:
		return ClaimedRange(f.Params[a.Imm].Annot)
	case ir.OpCountLeadingZeros:
		return UpTo(a.N)
	}
	bits, signed, ok := f.IntBits(i)
	switch {
	case !ok || n != f.NumResults(i)-1 || bits > widest:
		return Range{}
	case signed:
		return Signed(uint(bits))
	}
	return Unsigned(uint(bits))
}
