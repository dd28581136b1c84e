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
// For 0 ≤ x < 2^n and c > 0, with l = ⌈log2 c⌉ and m = ⌈2^(n+l) / c⌉, x div c is x·m >> (n+l):
// the error x·(m·c − 2^(n+l)) is below x·c ≤ 2^n·2^l. Integers are mathematical, so that m never is
// one bit too wide, which is what makes this hard on machine words. Only non-negative numbers
// with a claimed width are divided, for which Euclidean and truncating division agree; a remainder
// is x − (x div c)·c. What x violates the claim with is poison either way: the claim is on the
// definition or on this use, and a use keeps it.
//
// It pays where a division takes many cycles, so that no pipeline but those for a machine has it.
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
	// A claim on the divisor would be lost with it, which is no equivalence.
	if d == ir.NoInst || f.Op(d) != ir.OpIConst || y.Annot != ir.NoAnnot || f.AnnotOf(y.Value) != ir.NoAnnot {
		return
	}
	k := f.IntConst(d)
	n, ok := unsignedWidth(f.AnnotOf(x.Value))
	if m, also := unsignedWidth(x.Annot); also && (!ok || m < n) {
		n, ok = m, true
	}
	// Zero has no quotient, and a negative divisor rounds otherwise.
	if !ok || n > widestDividend || k.Sign() <= 0 || k.BitLen() > widestDividend {
		return
	}
	// The trace says what the product rests on: the range of the dividend and the constant.
	if !c.Fire(pass.Change{Rule: f.Op(i).String(), At: i, Matched: []ir.Inst{d},
		Facts: []trace.Fact{{Kind: "range", Name: valueName(x.Value), Value: ir.Unsigned(n).String()}, {Kind: "const", Name: valueName(y.Value), Value: k.String()}}}) {
		return
	}
	m, shift := multiplier(k, n)
	at, o := f.Before(i), pass.Derive(f, i, d)
	// two makes a binary instruction that keeps the claim on its first operand and has none on
	// its second.
	two := func(op ir.Op, a ir.Operand, b ir.Value) ir.Operand {
		j := at.Inst(op, ir.Attr{}, []ir.Operand{a, {Value: b}}, nil, []ir.Type{ir.Int}, o)
		return ir.Operand{Value: f.Result(j, 0)}
	}
	q := two(ir.OpShr, two(ir.OpMul, x, at.IConst(m, o)), at.Int64(int64(shift), o))
	if op := f.Op(i); op == ir.OpRem || op == ir.OpTRem {
		p := two(ir.OpMul, q, y.Value)
		// The dividend is read twice, each time with its claim, so that a dividend that violates
		// it makes poison here as in the division.
		q = two(ir.OpSub, x, p.Value)
	}
	v := f.Result(i, 0)
	// The claim on the result was true or poison of the same number before.
	f.SetAnnot(q.Value, f.AnnotOf(v))
	f.ReplaceUses(v, q.Value)
	f.RemoveInst(i)
}

// multiplier returns the m and n+l by which numbers of n bits are divided by k.
// The length of k-1 is ⌈log2 k⌉ also for k = 1, where m is 2^n and the quotient is x.
func multiplier(k num.Int, n uint32) (m num.Int, shift uint) {
	shift = uint(n) + k.Sub(num.New(1)).BitLen()
	return num.Mask(shift).Add(k).Div(k), shift
}

// unsignedWidth is the N of a claim that implies :uN of the number that is read.
func unsignedWidth(a ir.Annot) (n uint32, ok bool) {
	n, signed, ok := a.Range()
	return n, ok && !signed && !a.Ignores()
}
