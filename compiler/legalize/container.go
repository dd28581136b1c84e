package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
)

// MaxBits is the width in bits up to which integers are legalized.
// Wider numbers are rejected with an [Error]: the code for them grows with the square of their
// words.
const MaxBits = 1 << 13

// Range is a range of package facts. Claimed is that of an annotation.
type Range = facts.Range

// everything has no bounds: the zero Range.
var everything Range

// Demanded is the number of low bits that the consumers of a value with annotation a look at,
// which :iN claims; ok is false if there is no such claim.
// The claim :iN says that the bits above N are not looked at, so that the mask of these is
// negative: it continues for ever.
func Demanded(a ir.Annot) (n int, ok bool) {
	k := a.Known()
	if k == nil || k.DontCare.Sign() >= 0 {
		return 0, false
	}
	return int(k.DontCare.Width()), true
}

// RangeOf is what the annotation and the opcode of int v say of its range. It looks at nothing
// else, but for freeze at the operand: after legalization that is enough for every value.
// The claim comes first; if it needs more than a register, the opcode may still say less.
func RangeOf(f *ir.Func, v ir.Value) Range {
	if r := facts.ClaimedRange(f.AnnotOf(v)); r.Finite() {
		if r.Container() != 0 {
			return r
		}
		return r.Meet(opRange(f, v))
	}
	return opRange(f, v)
}

// opRange is the range that the opcode gives without a look at operands.
// It must not look at operands, or a later change of one would change what register an
// instruction needs.
func opRange(f *ir.Func, v ir.Value) Range {
	i := f.Def(v)
	if i == ir.NoInst {
		return everything
	}
	switch f.Op(i) {
	// The freeze of a number in a register is in that register.
	case ir.OpFreeze:
		return RangeOf(f, f.Arg(i, 0))
	case ir.OpCountOnes, ir.OpCountTrailingZeros: // of a number that could be made legal
		return facts.UpTo(MaxBits)
	}
	return facts.FixedRange(f, i, f.DefIndex(v))
}

// Bounds are the [Range.Bits] and the [Range.Signed] of [RangeOf]. What most values have is found without their
// range.
func Bounds(f *ir.Func, v ir.Value) (bits int, signed bool) {
	a, i := f.AnnotOf(v), f.Def(v)
	n, signed, claimed := a.Range()
	switch {
	case claimed && n > 0 && n <= 64 && a.Known() == nil:
		return int(n), signed
	case a != ir.NoAnnot || i == ir.NoInst:
	case f.Op(i) == ir.OpFreeze:
		return Bounds(f, f.Arg(i, 0))
	case f.Op(i) != ir.OpCountOnes && f.Op(i) != ir.OpCountTrailingZeros:
		return facts.Fixed(f, i, f.DefIndex(v))
	}
	r := RangeOf(f, v)
	return r.Bits(), r.Signed()
}

// Container is the width of the register that holds int v of a legalized function, and whether
// v may be negative; bits is how many of them its range needs. A value with a claim :iN may have a container
// that is smaller than its range: nothing looks at what is above, and signed is then false. It is 0 for a value
// that is not legal.
// Instruction selection and register allocation ask this, and nothing else, for the size of a
// value.
func Container(f *ir.Func, v ir.Value) (width, bits int, signed bool) {
	bits, signed = Bounds(f, v)
	width = facts.Container(bits)
	if n, ok := Demanded(f.AnnotOf(v)); ok && n <= 64 {
		if l := facts.Container(n); width == 0 || l < width {
			return l, min(bits, l), false
		}
	}
	return width, bits, width != 0 && signed
}
