package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Lowering is what the demands of a program may rest on that is replaced by one that refines it
// ([DemandedFor]). A value keeps the bits that are demanded; it stays in its range if that has a container or if
// all bits of it are demanded. Poison may become any number, so that a check demands no more than the bits of
// what it lets through.
type Lowering struct {
	Ranges *Ranges
	// Passed is how many low bits are looked at of int operand n of i, a call or a return.
	Passed func(i ir.Inst, n int) int
}

// keepsRange reports whether result n of i stays in its range only if its operands are what they are: the range has a
// container, and the opcode alone does not give it. What the range rests on may be the very bits that no reader looks at.
func (l *Lowering) keepsRange(f *ir.Func, i ir.Inst, n int) bool {
	v := f.Result(i, n)
	return l.Ranges.Known(v) && l.Ranges.Container(v) != 0 && !FixedRange(f, i, n).In(l.Ranges.Of(v))
}

// CheckedBits is how many low bits are looked at where claim a is checked of what is passed: those of its
// range, as a number outside of it is poison there. Who passes the number extends these bits. A range
// without a container is looked at in full, which is [Unbounded].
func CheckedBits(a ir.Annot) int {
	if r := ClaimedRange(a); r.Container() != 0 {
		return r.Bits()
	}
	return Unbounded
}

// lowBits is the mask of n low bits, everything if these are too many.
func lowBits[N int | uint32 | uint64](n N) num.Int {
	if n > widest {
		return minusOne
	}
	return num.Mask(uint(n))
}

// lowered is the demand of operand n of i for a lowering. Where it has no rule that one has to refine
// only, or that ranges give, the demand is that of the exact program.
func (d *Demands) lowered(i ir.Inst, n int) num.Int {
	f := d.f
	a := f.Attr(i)
	switch f.Op(i) {
	case ir.OpCall, ir.OpRet:
		return lowBits(d.lowering.Passed(i, n))
	case ir.OpFreeze:
		return d.result(i, 0)
	// Bits above those of a non-negative operand are zero in the result, whatever the other has there. Both
	// operands may say so of each other: the lesser is demanded in full then, or up to the highest bit that is
	// demanded of the result. A mask with holes below that bit would let both go.
	case ir.OpAnd:
		m := Demand(ir.OpAdd, 0, d.result(i, 0), num.Int{})
		if r := d.lowering.Ranges.Of(f.Arg(i, 1-n)); !r.Signed() && r.HiBits() <= widest && f.Arg(i, 0) != f.Arg(i, 1) {
			return m.Low(uint(r.HiBits()))
		}
		return m
	case ir.OpShl:
		if m := d.plain(i, n); n > 0 || !m.Negative() {
			return m
		}
		return Demand(ir.OpAdd, 0, d.result(i, 0), num.Int{})
	case ir.OpShr:
		v := f.Result(i, 0)
		if d.lowering.Ranges.Container(v) != 0 { // what comes down from above would leave the range
			return minusOne
		}
		if d.result(i, 0).Sign() == 0 { // nor does the amount matter
			return num.Int{}
		}
	case ir.OpCountLeadingZeros:
		return lowBits(a.N)
	case ir.OpRotateLeft, ir.OpRotateRight:
		if m := d.plain(i, n); n > 0 || !m.Negative() {
			return m
		}
		return lowBits(a.N)
	// An address is a number modulo 2^64.
	case ir.OpPtrAdd, ir.OpIntToPtr:
		return lowBits(64)
	// An access of so many bytes writes no more of the number; without a number it is 8.
	case ir.OpStore, ir.OpVolatileStore, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg:
		if a.N == 0 {
			return lowBits(64)
		}
		return lowBits(8 * uint64(a.N))
	case ir.OpMemSet, ir.OpVolatileMemSet:
		if n == 1 {
			return lowBits(8)
		}
	case ir.OpBitCast:
		if t := f.TypeOf(f.Result(i, 0)); !t.HasScalable() {
			if size, ok := t.Size(1); ok {
				return lowBits(8 * size)
			}
		}
	}
	return d.plain(i, n)
}
