package fold

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// unary evaluates an operation of one operand: on truth values, then on ints whose number of bits is N of the
// mnemonic or of the width.
// Operands outside of an operation's domain make poison, as its definition says.
func unary(op ir.Op, a ir.Attr, c Const) Const {
	switch op {
	case ir.OpBoolToInt:
		return OfInt(c.n)
	case ir.OpIntToBool:
		return OfBool(c.n.Sign() != 0)
	case ir.OpNot:
		if c.Kind == Bool {
			return OfBool(!c.Truth())
		}
		return OfInt(c.n.Not())
	}
	if c.Kind != Int {
		return Const{}
	}
	x := c.n
	if op.Info().Poison.Of(x, x) {
		return PoisonConst
	}
	n := uint(a.N)
	if op.Info().Form == ir.FormWidth {
		n = uint(a.Imm)
	}
	if n > maxBits {
		return Const{}
	}
	switch op {
	case ir.OpZExt:
		return OfInt(x.Low(n))
	case ir.OpSExt:
		if n == 0 {
			return Const{}
		}
		return OfInt(x.SignExtend(n))
	case ir.OpCountOnes:
		return OfInt64(int64(x.OnesCount()))
	case ir.OpCountTrailingZeros:
		return OfInt64(int64(x.TrailingZeros()))
	case ir.OpCountLeadingZeros:
		return OfInt64(int64(n) - int64(x.Low(n).BitLen()))
	case ir.OpBitReverse:
		return OfInt(x.Reverse(n))
	case ir.OpBSwap:
		if 8*n > maxBits {
			return Const{}
		}
		return OfInt(x.ReverseBytes(n))
	}
	return Const{}
}

// exact has the operations of two ints whose results are no longer than their operands.
var exact = [ir.NumOps]func(x, y num.Int) num.Int{
	ir.OpDiv: num.Int.Div, ir.OpRem: num.Int.Rem, ir.OpTDiv: num.Int.TDiv, ir.OpTRem: num.Int.TRem,
	ir.OpAnd: num.Int.And, ir.OpOr: num.Int.Or, ir.OpXor: num.Int.Xor, ir.OpMin: num.Min, ir.OpMax: num.Max,
}

// binary evaluates an operation of two ints of any length.
// Lengths of results are estimated before products and shifts are made, so that no constant takes memory
// beyond maxBits.
func binary(op ir.Op, a ir.Attr, x, y num.Int) Const {
	if op.Info().Poison.Of(x, y) {
		return PoisonConst
	}
	if of := exact[op]; of != nil {
		return OfInt(of(x, y))
	}
	switch op {
	case ir.OpAdd:
		return out(x.Add(y))
	case ir.OpSub:
		return out(x.Sub(y))
	case ir.OpMul:
		if x.BitLen()+y.BitLen() > maxBits+1 { // the product has at least one bit fewer
			return Const{}
		}
		return out(x.Mul(y))
	case ir.OpShl, ir.OpShr:
		return shift(op, x, y)
	case ir.OpICmp:
		return OfBool(a.Pred.Holds(x.Cmp(y)))
	case ir.OpClMul:
		if x.BitLen()+y.BitLen() > maxBits+1 {
			return Const{}
		}
		return out(x.ClMul(y))
	case ir.OpMerge:
		n := uint(a.N)
		if n == 0 {
			return PoisonConst
		}
		if n > maxBits {
			return Const{}
		}
		return out(x.Shr(n).Shl(n).Or(y.Low(n)))
	case ir.OpRotateLeft, ir.OpRotateRight:
		n := uint(a.N)
		if n == 0 || n > maxBits {
			return Const{}
		}
		if op == ir.OpRotateRight {
			y = y.Neg()
		}
		return OfInt(x.RotateLeft(n, y))
	}
	return Const{}
}

// shift, by an amount that is not negative: one beyond the length gives 0 or -1 to the right and is not folded to
// the left.
func shift(op ir.Op, x, y num.Int) Const {
	by, small := y.Int64()
	switch {
	case op == ir.OpShl && x.Sign() == 0:
		return OfInt(x)
	case op == ir.OpShl && (!small || by > maxBits):
		return Const{}
	case op == ir.OpShl:
		return out(x.Shl(uint(by)))
	case !small || by > int64(x.BitLen()): // nothing is left but the sign
		by = int64(x.BitLen())
	}
	return OfInt(x.Shr(uint(by)))
}

// Make builds a constant.
// The caller has found out that the value is known.
func Make(b *ir.Builder, c Const, t ir.Type, o ir.Origin) ir.Value {
	switch c.Kind {
	case Int:
		return b.IConst(c.n, o)
	case Bool:
		return b.BConst(c.Truth(), o)
	case Poison:
		return b.Poison(t, o)
	}
	panic("BUG: an unknown value is made")
}
