package value

import "github.com/tuffy-ir/tuffy/ir"

// format has the widths of exponent and fraction of a float type that rules compute with.
// f128 is left out: its bits do not fit the literals of programs.
type format struct{ exp, frac uint }

var formats = map[ir.Type]format{ir.BF16: {8, 7}, ir.F16: {5, 10}, ir.F32: {8, 23}, ir.F64: {11, 52}}

func (f format) bias() uint64 { return 1<<(f.exp-1) - 1 }
func (f format) sign() uint64 { return 1 << (f.exp + f.frac) }
func (f format) one() uint64  { return f.bias() << f.frac }

// class is the class of a pattern.
// The uppermost bit of the fraction tells a quiet NaN from a signalling one (IEEE 754-2019, 6.2.1).
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
// A constant with a claim may be poison and is none.
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
// Of powers of two only those qualify whose reciprocal is normal as well: exponents from 1 to 2*bias - 1.
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
// It is exact: the exponent is mirrored at the bias, the sign stays.
func (m *matcher) recip(v ir.Value) uint64 {
	f, bits, _ := m.fconst(v)
	e := bits >> f.frac & (1<<f.exp - 1)
	return bits&f.sign() | (2*f.bias()-e)<<f.frac
}

// notIn reports whether v, unless poison, is known to be in none of the classes.
// Asking more classes than are known to be excluded is refused as a whole.
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
