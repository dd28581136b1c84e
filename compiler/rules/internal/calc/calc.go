// Package calc is the arithmetic on the constants of rewrite rules, with the meaning of CExpr
// in lean/TuffyLean/Rewrites/Rule.lean.
package calc

import (
	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Calc computes. A number that gets too large to write, or an argument for which Lean's total
// function means nothing in the IR, makes it bad, and the rule is not applied.
type Calc struct{ Bad bool }

// MaxBits bounds the constants that a rule may compute.
// It is twice what package fold makes, so that the product of two folded constants can be written.
const MaxBits = 1 << 14

// out is a result, which may be too large.
func (c *Calc) out(v num.Int) num.Int {
	if v.BitLen() > MaxBits {
		c.Bad = true
		return num.Int{}
	}
	return v
}

// amount is a number of bits, at least the least.
func (c *Calc) amount(v num.Int, least int64) uint {
	if v.Less(num.New(least)) || num.New(MaxBits).Less(v) {
		c.Bad = true
		return uint(least)
	}
	return uint(v.Low64())
}

// Do computes a function by its number. One of a single argument does not read b.
// A result of a bad calculation is some number and must not be used; the engine asks Bad once, at the end.
func (c *Calc) Do(fn byte, a, b num.Int) num.Int {
	switch fn {
	case step.Add:
		return c.out(a.Add(b))
	case step.Sub:
		return c.out(a.Sub(b))
	case step.Mul:
		// The product has at least one bit fewer: one that is too large is not computed first.
		if a.BitLen()+b.BitLen() > MaxBits+1 {
			c.Bad = true
			return num.Int{}
		}
		return c.out(a.Mul(b))
	case step.Div: // Lean's Int./: Euclidean, a / 0 = 0
		if b.Sign() == 0 {
			return b
		}
		return a.Div(b)
	case step.Rem: // Lean's Int.%: Euclidean, a % 0 = a
		if b.Sign() == 0 {
			return a
		}
		return a.Rem(b)
	case step.Min:
		return num.Min(a, b)
	case step.Max:
		return num.Max(a, b)
	case step.Land:
		return a.And(b)
	case step.Lor:
		return a.Or(b)
	case step.Xor:
		return a.Xor(b)
	case step.Shl:
		return c.out(a.Shl(c.amount(b, 0)))
	case step.Shr:
		return a.Shr(c.amount(b, 0))
	case step.Sext: // there is no number of 0 bits with a sign
		return a.SignExtend(c.amount(b, 1))
	case step.Zext:
		return a.Low(c.amount(b, 0))
	case step.Neg:
		return a.Neg()
	case step.Lnot:
		return a.Not()
	case step.Pow2:
		return c.out(num.Pow2(c.amount(a, 0)))
	case step.Log2: // the floor, 0 for what is not positive
		if a.Sign() <= 0 {
			return num.Int{}
		}
		return num.New(int64(a.BitLen()) - 1)
	}
	panic("BUG: no such function of constants")
}

// Signed is the annotation :sN.
func (c *Calc) Signed(n num.Int) ir.Annot { return ir.Signed(uint32(c.amount(n, 1))) }

// Unsigned is the annotation :uN.
func (c *Calc) Unsigned(n num.Int) ir.Annot { return ir.Unsigned(uint32(c.amount(n, 0))) }

// Both is the conjunction of two annotations.
// No number satisfies both claims if they do not meet; the rule is left alone then.
func (c *Calc) Both(a, b ir.Annot) ir.Annot {
	both, err := a.Meet(b)
	if err != nil {
		c.Bad = true
	}
	return both
}
