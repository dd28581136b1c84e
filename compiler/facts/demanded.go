package facts

import (
	"sort"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Use returns the mask of the bits of int operand n of i that matter to i. Another number with the same
// bits there could be read instead, at any number of uses at once: every run would behave the same.
func (d *Demands) Use(i ir.Inst, n int) num.Int { return d.use(i, n, d.f.Operand(i, n)) }

// use is what instruction i demands of its operand n.
func (d *Demands) use(i ir.Inst, n int, o ir.Operand) num.Int {
	switch {
	case o.Annot != ir.NoAnnot:
		return d.annotated(i, n, o)
	case d.lowering != nil:
		return d.lowered(i, n)
	}
	return d.plain(i, n)
}

// annotated is the demand through an annotation: all bits if it checks some, else less what it
// says is not looked at.
// A check reads all bits: with another number in those that seem unread the check could fail.
func (d *Demands) annotated(i ir.Inst, n int, o ir.Operand) num.Int {
	if _, _, ok := o.Annot.Range(); ok {
		return minusOne
	}
	k := o.Annot.Known()
	if k == nil || k.Zeros.Sign() != 0 || k.Ones.Sign() != 0 {
		return minusOne
	}
	return d.plain(i, n).And(k.DontCare.Not())
}

// result is what is demanded of the first result of i. A result that is checked is looked at in
// full, whoever reads it.
func (d *Demands) result(i ir.Inst, n int) num.Int {
	v := d.f.Result(i, n)
	if d.f.AnnotOf(v) != ir.NoAnnot || d.lowering != nil && d.lowering.keepsRange(d.f, i, n) {
		return minusOne
	}
	return d.masks.of(v)
}

// A constant with a claim is none here: it may be poison, which a lowering may take for the number.
// constant returns the value of operand n of i, if it is written in the program.
func (d *Demands) constant(i ir.Inst, n int) (num.Int, bool) {
	o := d.f.Operand(i, n)
	c := d.f.Def(o.Value)
	if c == ir.NoInst || d.f.Op(c) != ir.OpIConst || o.Annot != ir.NoAnnot || d.lowering == nil && d.f.AnnotOf(o.Value) != ir.NoAnnot {
		return num.Int{}, false
	}
	return d.f.IntConst(c), true
}

// plain is the demand of operand n of i without regard to its annotation.
// What it does not know demands everything, which is always right.
func (d *Demands) plain(i ir.Inst, n int) num.Int {
	f := d.f
	op := f.Op(i)
	if op.Is(ir.Term) {
		return d.passed(i, n)
	}
	if op == ir.OpStore && n == 0 {
		return num.Mask(8 * uint(f.Attr(i).N))
	}
	if f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Int {
		return minusOne
	}
	m := d.result(i, 0)
	switch op {
	// Both results together are the bits of the operand.
	case ir.OpSplit:
		bits := uint(f.Attr(i).N)
		return m.Shl(bits).Or(d.result(i, 1).Low(bits))
	case ir.OpAnd, ir.OpOr:
		// A constant that spares the other operand bits is itself read in full: of two constants
		// neither may rely on the other.
		_, self := d.constant(i, n)
		if c, ok := d.constant(i, 1-n); ok && !self {
			return Demand(op, 0, m, c)
		}
		return m
	case ir.OpXor, ir.OpNot:
		return m
	// The condition is a bool and no int; both arms are read like the result.
	case ir.OpSelect:
		if n > 0 {
			return m
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpBSwap, ir.OpBitReverse:
		return Demand(op, uint(f.Attr(i).N), m, num.Int{})
	case ir.OpZExt, ir.OpSExt:
		return Demand(op, uint(f.Attr(i).Imm), m, num.Int{})
	case ir.OpShl, ir.OpShr, ir.OpRotateLeft, ir.OpRotateRight:
		if c, ok := d.constant(i, 1); ok && n == 0 && !c.Negative() && c.Width() < 14 {
			return Demand(op, uint(f.Attr(i).N), m, c)
		}
	case ir.OpMerge:
		if n == 0 {
			return Demand(op, uint(f.Attr(i).N), m, num.Int{})
		}
		return m.Low(uint(f.Attr(i).N))
	}
	return minusOne
}

// passed is the demand of a terminator: that of the block argument, or everything.
// Targets of one terminator are in order, each with its arguments one behind the other, hence the search.
func (d *Demands) passed(i ir.Inst, n int) num.Int {
	f := d.f
	var e ir.Edge
	if targets := f.NumTargets(i); targets > 0 {
		k := sort.Search(targets, func(k int) bool { _, hi := f.TargetArgs(i, k); return n < hi })
		if k == targets {
			return minusOne
		}
		e.Block = f.TargetBlock(i, k)
		e.Lo, e.Hi = f.TargetArgs(i, k)
	} else {
		d.edges = f.Edges(d.edges[:0], i)
		if len(d.edges) == 0 {
			return minusOne
		}
		e = d.edges[0]
	}
	if n < e.Lo || n >= e.Hi {
		return minusOne
	}
	v := f.Args(e.Block)[n-e.Lo]
	switch a := f.AnnotOf(v); {
	case a == ir.NoAnnot:
		return d.masks.of(v)
	case d.lowering != nil: // the check comes before any reader of the argument
		return lowBits(CheckedBits(a))
	}
	return minusOne
}

// Demand is which bits of the first operand matter if the bits in m matter of the result, among
// the opcodes not and or xor add sub mul shl shr zext sext merge bswap bit_reverse rotate_left
// rotate_right; n is the width in the mnemonic and c the second operand, a constant
// (lean/TuffyLean/Facts/Backward.lean, namespace Demand). Of any other all bits matter.
func Demand(op ir.Op, n uint, m, c num.Int) num.Int {
	switch op {
	case ir.OpNot, ir.OpXor:
		return m
	case ir.OpAnd:
		return m.And(c)
	case ir.OpOr:
		return m.And(c.Not())
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		if m.Negative() {
			return minusOne
		}
		return num.Mask(m.BitLen())
	case ir.OpShl:
		return m.Shr(amountOf(c))
	case ir.OpShr:
		return m.Shl(amountOf(c))
	case ir.OpZExt:
		return m.Low(n)
	case ir.OpSExt:
		low := m.Low(n)
		if m.Shr(n).Sign() != 0 {
			low = low.Or(num.Pow2(n - 1))
		}
		return low
	case ir.OpMerge:
		return m.Shr(n).Shl(n)
	case ir.OpBSwap:
		return m.ReverseBytes(n)
	case ir.OpBitReverse:
		return m.Reverse(n)
	case ir.OpRotateLeft:
		return m.RotateLeft(n, c.Neg())
	case ir.OpRotateRight:
		return m.RotateLeft(n, c)
	}
	return minusOne
}
