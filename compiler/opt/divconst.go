package opt

import (
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// divConst divides by a constant with a multiplication and a shift (Granlund and Montgomery,
// "Division by Invariant Integers using Multiplication", 1994).
//
// For 0 ≤ x < 2^n and c > 0 let m = ⌈2^s / c⌉ and e = m·c − 2^s. Then x·m / 2^s = x/c + x·e / (c·2^s), which has the
// same integer part as x/c if x·e < 2^s: x/c is at least 1/c below the next integer. Integers are mathematical, so that
// m never is one bit too wide; s is chosen for what machines have (multiplier).
//
// A number that may be negative, of −2^(n−1) ≤ x < 2^(n−1), has the mask t = x >> n−1, which is −1 or 0. Its Euclidean
// quotient is its floor, for c > 0: of x ≥ 0 as above, of x < 0 it is −1 − ⌊(−1−x) / c⌋, and −1−x is x xor t. Its
// truncated quotient of up to 32 bits is ⌊x·m / 2^s⌋ − t: for x < 0 the floor is one less, since x·m / 2^s is below x/c,
// by less than 1/c; of more bits it is that of the magnitude (x xor t) − t with the sign put back in the same way. A
// remainder is x − q·c, and that of a number of up to 128 bits that of the sum of its digits, for divisors to which the
// base is 1 (digitSum). What x violates the claim with is poison either way: the claim is on the definition or on this
// use, and every use here keeps it. Claims on new values are such as the argument gives.
//
// It pays where a division takes many cycles, so that no pipeline but those for a machine has it: the driver adds it
// to those of -O1 and above.
var divConst = pass.Pass{
	Name: "div-const", KeepsCFG: true,
	Doc:      "divides numbers of known width by constants through multiplication",
	Rewrites: pass.Rewrites(pass.Equivalences("div", "rem", "tdiv", "trem")),
	Func:     runDivConst,
}

// widestDividend bounds n: the product has more than twice as many bits.
const widestDividend = 64

func runDivConst(c *pass.Ctx) {
	f := c.F
	for i := range f.AllInsts() {
		switch f.Op(i) {
		case ir.OpDiv, ir.OpTDiv, ir.OpRem, ir.OpTRem:
			divide(c, i)
		}
	}
}

// divide replaces a division by a constant if the dividend is claimed, at its definition or here, to have a
// bounded number of bits.
// The claim that it rests on is kept on the operand of the product.
func divide(c *pass.Ctx, i ir.Inst) {
	f := c.F
	x, y := f.Operand(i, 0), f.Operand(i, 1)
	d := f.Def(y.Value)
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		return
	}
	k := f.IntConst(d)
	// A claim on the divisor is lost with it, which is an equivalence only where it says nothing.
	for _, a := range [2]ir.Annot{y.Annot, f.AnnotOf(y.Value)} {
		if a != ir.NoAnnot && (a.Ignores() || !a.Holds(k)) {
			return
		}
	}
	n, signed, ok := claimedWidth(f.AnnotOf(x.Value))
	if m, s, also := claimedWidth(x.Annot); also && (!ok || m < n) {
		n, signed, ok = m, s, true
	}
	op := f.Op(i)
	remainder := op == ir.OpRem || op == ir.OpTRem
	// Zero has no quotient, and a negative divisor rounds otherwise.
	if !ok || signed && n < 2 || k.Sign() <= 0 || k.BitLen() > widestDividend {
		return
	}
	twos, digit := uint(0), uint(0)
	if n > widestDividend {
		if signed || !remainder || n > 2*widestDividend {
			return
		}
		twos = k.TrailingZeros()
		if digit = unitPower(k.Shr(twos), uint(n)-twos); digit == 0 {
			return
		}
	}
	claim := ir.Unsigned(n)
	if signed {
		claim = ir.Signed(n)
	}
	// The trace says what the product rests on: the range of the dividend and the constant.
	if !c.Fire(pass.Change{Rule: op.String(), At: i, Matched: []ir.Inst{d},
		Facts: []trace.Fact{{Kind: "range", Name: valueName(x.Value), Value: claim.String()}, {Kind: "const", Name: valueName(y.Value), Value: k.String()}}}) {
		return
	}
	g := divider{f, f.Before(i), pass.Derive(f, i, d)}
	var q ir.Operand
	truncates := op == ir.OpTDiv || op == ir.OpTRem
	switch {
	case digit > 0:
		q = g.digitSum(x, y.Value, k, twos, digit, n)
	case !signed:
		q = g.quotient(x, k, n)
	case !truncates:
		t := g.by(ir.OpShr, x, int64(n-1))
		q = g.two(ir.OpXor, g.quotient(g.claim(g.two(ir.OpXor, x, t), n-1), k, n-1), t)
	// A power of two has e = 0, and multiples of it that are less than 0 a floor that is their quotient.
	case n <= 32 && !num.Pow2(uint(k.BitLen()-1)).Equal(k):
		t := g.by(ir.OpShr, x, int64(n-1))
		m, shift := leastMultiplier(k, num.Pow2(uint(n-1)))
		q = g.two(ir.OpSub, g.by(ir.OpShr, g.two(ir.OpMul, x, ir.Operand{Value: g.at.IConst(m, g.origin)}), int64(shift)), t)
	default:
		t := g.by(ir.OpShr, x, int64(n-1))
		magnitude := g.claim(g.two(ir.OpSub, g.two(ir.OpXor, x, t), t), n)
		q = g.two(ir.OpSub, g.two(ir.OpXor, g.quotient(magnitude, k, n), t), t)
	}
	if remainder && digit == 0 {
		// The dividend is read twice, each time with its claim, so that a dividend that violates
		// it makes poison here as in the division.
		q = g.two(ir.OpSub, x, g.two(ir.OpMul, q, ir.Operand{Value: y.Value}))
	}
	v := f.Result(i, 0)
	// The claim on the result was true or poison of the same number before.
	f.SetAnnot(q.Value, f.AnnotOf(v))
	f.ReplaceUses(v, q.Value)
	f.RemoveInst(i)
}

// divider makes the instructions of a quotient.
type divider struct {
	f      *ir.Func
	at     *ir.Builder
	origin ir.Origin
}

// two makes a binary instruction that keeps the claims on its operands.
func (g *divider) two(op ir.Op, a, b ir.Operand) ir.Operand {
	j := g.at.Inst(op, ir.Attr{}, []ir.Operand{a, b}, nil, []ir.Type{ir.Int}, g.origin)
	return ir.Operand{Value: g.f.Result(j, 0)}
}

// by is two with a constant.
func (g *divider) by(op ir.Op, a ir.Operand, n int64) ir.Operand {
	return g.two(op, a, ir.Operand{Value: g.at.Int64(n, g.origin)})
}

// claim claims of a new value that it has n bits.
func (g *divider) claim(a ir.Operand, n uint32) ir.Operand {
	g.f.SetAnnot(a.Value, ir.Unsigned(n))
	return a
}

// quotient divides a number of n bits, which is not negative.
func (g *divider) quotient(x ir.Operand, k num.Int, n uint32) ir.Operand {
	m, shift := multiplier(k, n)
	if m.Equal(num.New(1)) { // a power of two
		return g.by(ir.OpShr, x, int64(shift))
	}
	if m.BitLen() <= 64 || n < 64 {
		return g.by(ir.OpShr, g.two(ir.OpMul, x, ir.Operand{Value: g.at.IConst(m, g.origin)}), int64(shift))
	}
	// With m = 2^64 + r the product is x·r + x·2^64, in which t = x·r >> 64 is less than x: (t + x) >> s-64 in 64 bits.
	r := m.Sub(num.Pow2(64))
	t := g.by(ir.OpShr, g.two(ir.OpMul, x, ir.Operand{Value: g.at.IConst(r, g.origin)}), 64)
	half := g.by(ir.OpShr, g.claim(g.two(ir.OpSub, x, t), 64), 1)
	return g.by(ir.OpShr, g.claim(g.two(ir.OpAdd, half, t), 64), int64(shift)-65)
}

// digitSum is the remainder of a number of n bits by k, which is 2^twos times a number that digits of so many bits are summed
// up for: see [unitPower].
func (g *divider) digitSum(x ir.Operand, y ir.Value, k num.Int, twos, digit uint, n uint32) ir.Operand {
	low := func(a ir.Operand, bits uint) ir.Operand {
		j := g.at.Inst(ir.OpZExt, ir.Attr{Imm: int64(bits)}, []ir.Operand{a}, nil, []ir.Type{ir.Int}, g.origin)
		return ir.Operand{Value: g.f.Result(j, 0)}
	}
	high := x
	if twos > 0 {
		high = g.by(ir.OpShr, x, int64(twos))
	}
	sum := low(high, digit)
	for at := digit; at < uint(n)-twos; at += digit {
		sum = g.two(ir.OpAdd, sum, low(g.by(ir.OpShr, high, int64(at)), digit))
	}
	digits := (uint(n) - twos + digit - 1) / digit
	width := uint32(num.Mask(digit).Mul(num.New(int64(digits))).BitLen())
	sum = g.claim(sum, width)
	odd := ir.Operand{Value: y}
	if twos > 0 {
		odd.Value = g.at.IConst(k.Shr(twos), g.origin)
	}
	r := g.two(ir.OpSub, sum, g.two(ir.OpMul, g.quotient(sum, k.Shr(twos), width), odd))
	if twos > 0 {
		r = g.two(ir.OpOr, g.by(ir.OpShl, r, int64(twos)), low(x, twos))
	}
	return g.claim(r, uint32(k.Sub(num.New(1)).BitLen()))
}

// unitPower is the greatest d for which 2^d is 1 modulo k, so that a number and the sum of its digits of d bits have the
// same remainder, and for which the digits of a number of n bits add up to one of 64 bits; 0 if there is none.
func unitPower(k num.Int, n uint) uint {
	for d := uint(widestDividend - 1); 4*d > n && d > 1; d-- {
		digits := (n + d - 1) / d
		if num.Mask(d).Mul(num.New(int64(digits))).BitLen() > widestDividend {
			continue
		}
		if q := num.Mask(d).Div(k); q.Mul(k).Equal(num.Mask(d)) && !k.Equal(num.New(1)) {
			return d
		}
	}
	return 0
}

// multiplier returns the m and s by which numbers of n bits are divided by k: the least ones that do, unless the product
// has more than 64 bits, when s is 64 at least and what is wanted is the upper word of it.
func multiplier(k num.Int, n uint32) (m num.Int, shift uint) {
	m, shift = leastMultiplier(k, num.Mask(uint(n)))
	if m.BitLen() > 1 && uint(n)+uint(m.BitLen()) > 64 && shift < 64 {
		shift = 64
		m = num.Mask(shift).Add(k).Div(k)
	}
	return m, shift
}

// leastMultiplier returns the least s, and its m, for which x·e < 2^s for all x up to most.
func leastMultiplier(k, most num.Int) (m num.Int, shift uint) {
	for shift = 0; ; shift++ {
		m = num.Mask(shift).Add(k).Div(k)
		if e := m.Mul(k).Sub(num.Pow2(shift)); most.Mul(e).Less(num.Pow2(shift)) {
			return m, shift
		}
	}
}

// claimedWidth is the N of a claim that implies :uN or :sN of the number that is read.
func claimedWidth(a ir.Annot) (n uint32, signed, ok bool) {
	n, signed, ok = a.Range()
	return n, signed, ok && n > 0 && !a.Ignores()
}
