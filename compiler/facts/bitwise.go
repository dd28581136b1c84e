package facts

import "github.com/tuffy-ir/tuffy/ir/num"

// The rules of known bits; lean/TuffyLean/Facts/Bitwise.lean has the same functions with their
// proofs.

// not swaps the masks, and or keep what one operand decides or both know; xor knows a bit where both are known.
func (k Bits) not() Bits       { return Bits{k.Ones, k.Zeros} }
func (k Bits) and(o Bits) Bits { return Bits{k.Zeros.Or(o.Zeros), k.Ones.And(o.Ones)} }
func (k Bits) or(o Bits) Bits  { return Bits{k.Zeros.And(o.Zeros), k.Ones.Or(o.Ones)} }

func (k Bits) xor(o Bits) Bits {
	return Bits{
		k.Zeros.And(o.Zeros).Or(k.Ones.And(o.Ones)),
		k.Zeros.And(o.Ones).Or(k.Ones.And(o.Zeros)),
	}
}

// sum is a + b + c for a known carry: the least and the greatest carries are those of the least
// and the greatest operands (LLVM, KnownBits::computeForAddCarry).
func (k Bits) sum(o Bits, carry num.Int) Bits {
	greatest := k.Zeros.Not().Add(o.Zeros.Not()).Add(carry)
	least := k.Ones.Add(o.Ones).Add(carry)
	carryZero := greatest.Xor(k.Zeros.Xor(o.Zeros)).Not()
	carryOne := least.Xor(k.Ones.Xor(o.Ones))
	known := k.Zeros.Or(k.Ones).And(o.Zeros.Or(o.Ones)).And(carryZero.Or(carryOne))
	return Bits{greatest.Not().And(known), least.And(known)}
}

func (k Bits) add(o Bits) Bits { return k.sum(o, num.Int{}) }
func (k Bits) sub(o Bits) Bits { return k.sum(o.not(), one) }

// lowOf knows the n low bits of c.
// It is a fact of every number that agrees with c modulo 2^n.
func lowOf(c num.Int, n uint) Bits { return Bits{c.Not().Low(n), c.Low(n)} }

// trailing is how many trailing bits are known to be 0.
func (k Bits) trailing() uint { return k.Zeros.Not().TrailingZeros() }

func constBits(c num.Int) Bits { return Bits{c.Not(), c} }

// mul knows the low bits of a product: xy - ab = (x - a)y + a(y - b).
// With a and b the known ones: x - a has no bit below the lowest unknown one of x, so that each summand has
// that many trailing zeros and those known of the other factor.
func (k Bits) mul(o Bits) Bits {
	if k.Zeros.AllOnes() || o.Zeros.AllOnes() {
		return constBits(num.Int{})
	}
	ku, ou := k.unknown(), o.unknown()
	product := k.Ones.Mul(o.Ones)
	left := ku.TrailingZeros() + o.trailing()
	right := ou.TrailingZeros() + k.trailing()
	switch kt, ot := ku.Sign() == 0, ou.Sign() == 0; {
	case kt && ot:
		return constBits(product)
	case kt:
		return lowOf(product, right)
	case ot:
		return lowOf(product, left)
	}
	return lowOf(product, min(left, right))
}

// rem keeps the low bits of the dividend where the divisor's are 0.
// The quotient times the divisor has at least as many trailing zeros as the divisor.
func (k Bits) rem(o Bits) Bits {
	if o.Zeros.AllOnes() {
		return Bits{}
	}
	return k.low(o.trailing())
}

// shl brings zeros in from below; shr needs nothing above, as masks have no end.
func (k Bits) shl(n uint) Bits { return Bits{k.Zeros.Shl(n).Or(num.Mask(n)), k.Ones.Shl(n)} }
func (k Bits) shr(n uint) Bits { return Bits{k.Zeros.Shr(n), k.Ones.Shr(n)} }

// shlMin is a shift left by n or more.
func (k Bits) shlMin(n uint) Bits { return Bits{Zeros: num.Mask(k.trailing() + n)} }

// zext knows zeros above; sext copies the knowledge of the sign bit, known or not.
func (k Bits) zext(n uint) Bits { return Bits{k.Zeros.Low(n).Or(num.Mask(n).Not()), k.Ones.Low(n)} }
func (k Bits) sext(n uint) Bits { return Bits{k.Zeros.SignExtend(n), k.Ones.SignExtend(n)} }

// merge takes the bits from n on of k, and those below of o.
func (k Bits) merge(o Bits, n uint) Bits {
	return Bits{
		k.Zeros.Shr(n).Shl(n).Or(o.Zeros.Low(n)),
		k.Ones.Shr(n).Shl(n).Or(o.Ones.Low(n)),
	}
}

// moved is the low n bits moved, with zeros above.
func (k Bits) moved(n uint, move func(num.Int) num.Int) Bits {
	return Bits{move(k.Zeros).Or(num.Mask(n).Not()), move(k.Ones)}
}
