package value

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
)

// format has the widths of exponent and fraction of a float type that rules compute with.
type format struct{ exp, frac uint }

var formats = map[ir.Type]format{ir.BF16: {8, 7}, ir.F16: {5, 10}, ir.F32: {8, 23}, ir.F64: {11, 52}}

func (f format) bias() uint64 { return 1<<(f.exp-1) - 1 }
func (f format) sign() uint64 { return 1 << (f.exp + f.frac) }
func (f format) one() uint64  { return f.bias() << f.frac }

// class is the class of a pattern.
func (f format) class(bits uint64) ir.FPClass {
	e, m := bits>>f.frac&(1<<f.exp-1), bits&(1<<f.frac-1)
	pos, neg := ir.ClassPNorm, ir.ClassNNorm
	switch {
	case e == 1<<f.exp-1 && m == 0:
		pos, neg = ir.ClassPInf, ir.ClassNInf
	case e == 1<<f.exp-1 && m>>(f.frac-1) != 0:
		return ir.ClassQNaN
	case e == 1<<f.exp-1:
		return ir.ClassSNaN
	case e == 0 && m == 0:
		pos, neg = ir.ClassPZero, ir.ClassNZero
	case e == 0:
		pos, neg = ir.ClassPSub, ir.ClassNSub
	}
	if bits&f.sign() != 0 {
		return neg
	}
	return pos
}

// fconst is the constant v of a format that rules compute with.
func (m *matcher) fconst(v ir.Value) (f format, bits uint64, ok bool) {
	d := m.f.Def(v)
	if m.op(d) != ir.OpFConst || m.f.AnnotOf(v) != ir.NoAnnot {
		return f, 0, false
	}
	if f, ok = formats[m.f.TypeOf(v)]; ok {
		_, bits = m.f.FloatConst(d)
	}
	return f, bits, ok
}

// floatBits are the bits of the float constant v; nil if it is none.
func (m *matcher) floatBits(v ir.Value) *big.Int {
	_, bits, ok := m.fconst(v)
	if !ok {
		return nil
	}
	return new(big.Int).SetUint64(bits)
}

// float reports whether v is the float constant with these bits.
func (m *matcher) float(v ir.Value, t ir.Type, want uint64) bool {
	_, bits, ok := m.fconst(v)
	return ok && bits == want && m.f.TypeOf(v) == t
}

// shapeKind is what a rule may ask of a float constant.
type shapeKind uint8

const (
	fpZero shapeKind = iota
	fpNegZero
	fpOne
	fpNegOne
	fpTwo
	fpRecip // a power of two with a reciprocal that is one
)

// shape reports whether v is a constant like that.
func (m *matcher) shape(v ir.Value, k shapeKind) bool {
	f, bits, ok := m.fconst(v)
	if !ok {
		return false
	}
	switch k {
	case fpZero:
		return bits == 0
	case fpNegZero:
		return bits == f.sign()
	case fpOne:
		return bits == f.one()
	case fpNegOne:
		return bits == f.one()|f.sign()
	case fpTwo:
		return bits == f.one()+1<<f.frac
	}
	e := bits >> f.frac & (1<<f.exp - 1)
	return bits&(1<<f.frac-1) == 0 && e > 0 && e < 2*f.bias()
}

// recip is the reciprocal of the constant v, which has the shape fpRecip.
func (m *matcher) recip(v ir.Value) uint64 {
	f, bits, _ := m.fconst(v)
	e := bits >> f.frac & (1<<f.exp - 1)
	return bits&f.sign() | (2*f.bias()-e)<<f.frac
}

// notIn reports whether v, unless poison, is known to be in none of the classes.
func (m *matcher) notIn(v ir.Value, classes ir.FPClass) bool {
	known := m.f.AnnotOf(v).FPClasses()
	d := m.f.Def(v)
	switch m.op(d) {
	case ir.OpFConst:
		if f, bits, ok := m.fconst(v); ok {
			known |= ^f.class(bits)
		}
	case ir.OpSIToFP, ir.OpUIToFP: // an exact zero is positive
		known |= ir.ClassSNaN | ir.ClassQNaN | ir.ClassNZero
	}
	if known&classes != classes {
		return false
	}
	m.say(Fact{Kind: ClassFact, Value: v, Annot: ir.NoFPClass(classes)})
	return true
}
