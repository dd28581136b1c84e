package fold

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// mask is 2^n - 1.
func mask(n uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), n)
	return m.Sub(m, big.NewInt(1))
}

// low is x mod 2^n.
func low(x *big.Int, n uint) *big.Int { return new(big.Int).And(x, mask(n)) }

// signed is x modulo 2^n, in two's complement.
func signed(x *big.Int, n uint) *big.Int {
	r := low(x, n)
	if n > 0 && r.Bit(int(n)-1) == 1 {
		r.Sub(r, new(big.Int).Lsh(big.NewInt(1), n))
	}
	return r
}

// unary evaluates an operation of one operand: on truth values, then on ints whose number of bits is N of the
// mnemonic or of the width.
// Operands outside of an operation's domain make poison, as its definition says.
func unary(op ir.Op, a ir.Attr, c Const) Const {
	switch op {
	case ir.OpBoolToInt:
		return OfInt64(c.n)
	case ir.OpIntToBool:
		return OfBool(c.Big().Sign() != 0)
	case ir.OpNot:
		if c.Kind == Bool {
			return OfBool(!c.Truth())
		}
		return OfInt(new(big.Int).Not(c.Big()))
	}
	if c.Kind != Int {
		return Const{}
	}
	x := c.Big()
	n := uint(a.N)
	if op.Info().Form == ir.FormWidth {
		n = uint(a.Imm)
	}
	if n > maxBits {
		return Const{}
	}
	switch op {
	case ir.OpZExt:
		return OfInt(low(x, n))
	case ir.OpSExt:
		return OfInt(signed(x, n))
	case ir.OpCountOnes:
		if x.Sign() < 0 {
			return PoisonConst
		}
		k := 0
		for _, w := range x.Bits() {
			k += bits.OnesCount(uint(w))
		}
		return OfInt64(int64(k))
	case ir.OpCountTrailingZeros:
		if x.Sign() == 0 {
			return PoisonConst
		}
		return OfInt64(int64(x.TrailingZeroBits()))
	case ir.OpCountLeadingZeros:
		return OfInt64(int64(n) - int64(low(x, n).BitLen()))
	case ir.OpBitReverse, ir.OpBSwap:
		step := uint(1)
		if op == ir.OpBSwap {
			step, n = 8, 8*n
		}
		if n > maxBits {
			return Const{}
		}
		return OfInt(reverse(low(x, n), n, step))
	}
	return Const{}
}

// reverse turns the parts of x, which has n bits, around; a part is one bit or one byte.
// The bits of a whole number of bytes are reversed by bytes and within them; what was too many is shifted out.
func reverse(x *big.Int, n, step uint) *big.Int {
	room := make([]byte, (n+7)/8)
	x.FillBytes(room)
	slices.Reverse(room)
	if step == 1 {
		for k := range room {
			room[k] = bits.Reverse8(room[k])
		}
	}
	r := new(big.Int).SetBytes(room)
	return r.Rsh(r, uint(8*len(room))-n)
}

// carryless is the product of polynomials over two elements, of numbers that are not negative and
// shorter than 2^16 bits: every bit gets the room that its sum needs, so that nothing is carried over.
func carryless(x, y *big.Int) *big.Int {
	apart := func(v *big.Int) *big.Int {
		room := make([]byte, 2*v.BitLen())
		for k := range v.BitLen() {
			room[len(room)-1-2*k] = byte(v.Bit(k))
		}
		return new(big.Int).SetBytes(room)
	}
	product := apart(x)
	product.Mul(product, apart(y))
	sums := product.Bytes()
	room := make([]byte, len(sums)/16+1)
	for k := 0; 2*k < len(sums); k++ {
		room[len(room)-1-k/8] |= sums[len(sums)-1-2*k] & 1 << (k % 8)
	}
	return new(big.Int).SetBytes(room)
}

// binary evaluates an operation of two ints of any length.
// Lengths of results are estimated before products and shifts are made, so that no constant takes memory
// beyond maxBits.
func binary(op ir.Op, a ir.Attr, x, y *big.Int) Const {
	r := new(big.Int)
	switch op {
	case ir.OpAdd:
		return out(r.Add(x, y))
	case ir.OpSub:
		return out(r.Sub(x, y))
	case ir.OpMul:
		if x.BitLen()+y.BitLen() > maxBits+1 { // the product has at least one bit fewer
			return Const{}
		}
		return out(r.Mul(x, y))
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		return quotient(op, x, y)
	case ir.OpAnd:
		return OfInt(r.And(x, y))
	case ir.OpOr:
		return OfInt(r.Or(x, y))
	case ir.OpXor:
		return OfInt(r.Xor(x, y))
	case ir.OpMin, ir.OpMax:
		if (x.Cmp(y) < 0) == (op == ir.OpMin) {
			return OfInt(x)
		}
		return OfInt(y)
	case ir.OpShl, ir.OpShr:
		return shift(op, x, y)
	case ir.OpICmp:
		return OfBool(a.Pred.Holds(x.Cmp(y)))
	case ir.OpClMul:
		if x.Sign() < 0 || y.Sign() < 0 {
			return PoisonConst
		}
		if x.BitLen()+y.BitLen() > maxBits+1 {
			return Const{}
		}
		return out(carryless(x, y))
	case ir.OpMerge:
		n := uint(a.N)
		if n == 0 {
			return PoisonConst
		}
		if n > maxBits {
			return Const{}
		}
		return out(r.Lsh(new(big.Int).Rsh(x, n), n).Or(r, low(y, n)))
	case ir.OpRotateLeft, ir.OpRotateRight:
		n := uint(a.N)
		if n == 0 || n > maxBits {
			return Const{}
		}
		k := uint(new(big.Int).Mod(y, big.NewInt(int64(n))).Uint64())
		if op == ir.OpRotateRight {
			k = (n - k) % n
		}
		v := low(x, n)
		return OfInt(r.Or(low(new(big.Int).Lsh(v, k), n), new(big.Int).Rsh(v, n-k)))
	}
	return Const{}
}

// quotient divides: Euclidean for div and rem, toward zero for tdiv and trem.
// Division by zero is poison.
func quotient(op ir.Op, x, y *big.Int) Const {
	if y.Sign() == 0 {
		return PoisonConst
	}
	switch op {
	case ir.OpDiv:
		q, _ := new(big.Int).DivMod(x, y, new(big.Int))
		return OfInt(q)
	case ir.OpRem:
		return OfInt(new(big.Int).Mod(x, y))
	case ir.OpTDiv:
		return OfInt(new(big.Int).Quo(x, y))
	}
	return OfInt(new(big.Int).Rem(x, y))
}

// shift: a negative amount is poison; one beyond the length gives 0 or -1 to the right and is not folded to
// the left.
func shift(op ir.Op, x, y *big.Int) Const {
	if y.Sign() < 0 {
		return PoisonConst
	}
	if op == ir.OpShl {
		if x.Sign() == 0 {
			return OfInt64(0)
		}
		if !y.IsInt64() || y.Int64() > maxBits {
			return Const{}
		}
		return out(new(big.Int).Lsh(x, uint(y.Int64())))
	}
	if !y.IsInt64() || y.Int64() > int64(x.BitLen()) {
		if x.Sign() < 0 {
			return OfInt64(-1)
		}
		return OfInt64(0)
	}
	return OfInt(new(big.Int).Rsh(x, uint(y.Int64())))
}

// Make builds a constant.
// The caller has found out that the value is known.
func Make(b *ir.Builder, c Const, t ir.Type, o ir.Origin) ir.Value {
	switch c.Kind {
	case Int:
		return b.IConst(c.Big(), o)
	case Bool:
		return b.BConst(c.Truth(), o)
	case Poison:
		return b.Poison(t, o)
	}
	panic("BUG: an unknown value is made")
}
