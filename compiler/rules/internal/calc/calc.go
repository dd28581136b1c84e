// Package calc is the arithmetic on the constants of rewrite rules, with the meaning of CExpr
// in lean/TuffyLean/Rewrites/Rule.lean.
package calc

import (
	"math/big"
	"math/bits"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
)

// Calc computes. A number that gets too large to write, or an argument for which Lean's total
// function means nothing in the IR, makes it bad, and the rule is not applied.
type Calc struct{ Bad bool }

// MaxBits bounds the constants that a rule may compute.
const MaxBits = 1 << 14

func (c *Calc) out(v *big.Int) *big.Int {
	if v.BitLen() > MaxBits {
		c.Bad = true
		return new(big.Int)
	}
	return v
}

// amount is a number of bits.
func (c *Calc) amount(v *big.Int) uint {
	if v.Sign() < 0 || !v.IsInt64() || v.Int64() > MaxBits {
		c.Bad = true
		return 0
	}
	return uint(v.Uint64())
}

// Numbers that are made again and again. Nobody changes a number that a rule was given.
const (
	least, most = -256, 1024
	powers      = 256
)

var (
	small          [most - least]*big.Int
	pow2s, negPow2 [powers]*big.Int
	near           [2][65][2*around + 1]*big.Int // what is near 2^n, and near -2^n, if it fits 64 bits
)

// around is how near.
const around = 2

func init() {
	for n := range small {
		small[n] = big.NewInt(int64(n) + least)
	}
	for n := range near[0] {
		for d := range near[0][n] {
			v := new(big.Int).Lsh(big.NewInt(1), uint(n))
			v.Add(v, big.NewInt(int64(d-around)))
			near[0][n][d], near[1][n][d] = v, new(big.Int).Neg(v)
		}
	}
	for n := range pow2s {
		pow2s[n] = new(big.Int).Lsh(big.NewInt(1), uint(n))
		negPow2[n] = new(big.Int).Neg(pow2s[n])
	}
}

// Int is the number n, which must not be changed.
func Int(n int64) *big.Int {
	if n >= least && n < most {
		return small[n-least]
	}
	sign, abs := 0, uint64(n)
	if n < 0 {
		sign, abs = 1, -abs
	}
	k := bits.Len64(abs)
	if d := abs - 1<<(k-1); d <= around {
		return near[sign][k-1][d+around]
	}
	if d := 1<<k - abs; d <= around { // 1<<64 is 0 here, which is right
		return near[sign][k][around-d]
	}
	return big.NewInt(n)
}

// short reports whether the sum and the difference of two numbers fit 64 bits.
func short(a, b *big.Int) bool { return a.BitLen() < 62 && b.BitLen() < 62 }

// Add is a + b.
func (c *Calc) Add(a, b *big.Int) *big.Int {
	if short(a, b) {
		return Int(a.Int64() + b.Int64())
	}
	return c.out(new(big.Int).Add(a, b))
}

// Sub is a - b.
func (c *Calc) Sub(a, b *big.Int) *big.Int {
	if short(a, b) {
		return Int(a.Int64() - b.Int64())
	}
	return c.out(new(big.Int).Sub(a, b))
}

// Mul is a * b.
func (c *Calc) Mul(a, b *big.Int) *big.Int {
	if a.BitLen()+b.BitLen() > MaxBits+1 { // the product has at least one bit fewer
		c.Bad = true
		return new(big.Int)
	}
	return c.out(new(big.Int).Mul(a, b))
}

// Neg is -a.
func (c *Calc) Neg(a *big.Int) *big.Int {
	if n := a.BitLen(); n > 0 && n <= powers && a == pow2s[n-1] {
		return negPow2[n-1]
	}
	return new(big.Int).Neg(a)
}

// Lnot is -a - 1.
func (c *Calc) Lnot(a *big.Int) *big.Int { return new(big.Int).Not(a) }

// Land is bitwise and.
func (c *Calc) Land(a, b *big.Int) *big.Int { return new(big.Int).And(a, b) }

// Lor is bitwise or.
func (c *Calc) Lor(a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) }

// Xor is bitwise exclusive or.
func (c *Calc) Xor(a, b *big.Int) *big.Int { return new(big.Int).Xor(a, b) }

// Div is Lean's Int./: Euclidean, a / 0 = 0.
func (c *Calc) Div(a, b *big.Int) *big.Int {
	if b.Sign() == 0 {
		return new(big.Int)
	}
	return new(big.Int).Div(a, b)
}

// Rem is Lean's Int.%: Euclidean, a % 0 = a.
func (c *Calc) Rem(a, b *big.Int) *big.Int {
	if b.Sign() == 0 {
		return a
	}
	return new(big.Int).Mod(a, b)
}

// Min is the smaller.
func (c *Calc) Min(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Max is the larger.
func (c *Calc) Max(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// Shl is a * 2^b.
func (c *Calc) Shl(a, b *big.Int) *big.Int { return c.out(new(big.Int).Lsh(a, c.amount(b))) }

// Shr is floor(a / 2^b).
func (c *Calc) Shr(a, b *big.Int) *big.Int { return new(big.Int).Rsh(a, c.amount(b)) }

// Pow2 is 2^a.
func (c *Calc) Pow2(a *big.Int) *big.Int {
	if a.Sign() >= 0 && a.BitLen() < 9 {
		if n := a.Int64(); n < powers {
			return pow2s[n]
		}
	}
	return c.Shl(small[1-least], a)
}

// Log2 is the floor of the logarithm, 0 for what is not positive.
func (c *Calc) Log2(a *big.Int) *big.Int {
	if a.Sign() <= 0 {
		return new(big.Int)
	}
	return Int(int64(a.BitLen() - 1))
}

// Zext is the low n bits of a.
func (c *Calc) Zext(a, n *big.Int) *big.Int {
	k := c.amount(n)
	return new(big.Int).And(a, Mask(k))
}

// Sext is the low n bits of a as a signed number.
func (c *Calc) Sext(a, n *big.Int) *big.Int {
	k := c.amount(n)
	if k == 0 {
		c.Bad = true
		return new(big.Int)
	}
	v := new(big.Int).And(a, Mask(k))
	if v.Bit(int(k)-1) != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), k))
	}
	return v
}

// Mask has the low k bits set.
func Mask(k uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), k)
	return m.Sub(m, big.NewInt(1))
}

// IsPow2 is whether a is a power of two.
func (c *Calc) IsPow2(a *big.Int) bool {
	return a.Sign() > 0 && a.TrailingZeroBits() == uint(a.BitLen()-1)
}

// Cmp is a predicate of icmp.
func (c *Calc) Cmp(p ir.Pred, a, b *big.Int) bool { return p.Holds(a.Cmp(b)) }

// Signed is the annotation :sN.
func (c *Calc) Signed(n *big.Int) ir.Annot {
	if k := c.amount(n); k > 0 {
		return ir.Signed(uint32(k))
	}
	c.Bad = true
	return ir.NoAnnot
}

// Unsigned is the annotation :uN.
func (c *Calc) Unsigned(n *big.Int) ir.Annot { return ir.Unsigned(uint32(c.amount(n))) }

// All is the conjunction of annotations.
func (c *Calc) All(list ...ir.Annot) ir.Annot {
	out := ir.NoAnnot
	for _, a := range list {
		both, err := out.Meet(a)
		if err != nil {
			c.Bad = true
		}
		out = both
	}
	return out
}

// Do computes a function by its number. One of a single argument does not read b.
func (c *Calc) Do(fn byte, a, b *big.Int) *big.Int {
	switch fn {
	case step.Add:
		return c.Add(a, b)
	case step.Sub:
		return c.Sub(a, b)
	case step.Mul:
		return c.Mul(a, b)
	case step.Div:
		return c.Div(a, b)
	case step.Rem:
		return c.Rem(a, b)
	case step.Min:
		return c.Min(a, b)
	case step.Max:
		return c.Max(a, b)
	case step.Land:
		return c.Land(a, b)
	case step.Lor:
		return c.Lor(a, b)
	case step.Xor:
		return c.Xor(a, b)
	case step.Shl:
		return c.Shl(a, b)
	case step.Shr:
		return c.Shr(a, b)
	case step.Sext:
		return c.Sext(a, b)
	case step.Zext:
		return c.Zext(a, b)
	case step.Neg:
		return c.Neg(a)
	case step.Lnot:
		return c.Lnot(a)
	case step.Pow2:
		return c.Pow2(a)
	case step.Log2:
		return c.Log2(a)
	}
	panic("BUG: no such function of constants")
}

// Eval computes the function with that name; nil if the result is bad.
func Eval(fn string, args ...*big.Int) *big.Int {
	c := &Calc{}
	if v := c.Do(step.Func(fn), args[0], args[len(args)-1]); !c.Bad {
		return v
	}
	return nil
}
