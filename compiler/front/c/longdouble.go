package c

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// Constants of type long double are computed as fractions and rounded to f80 after each operation. Infinities, NaN and
// zeros, which no fraction tells apart, are those of the double that a constant has as well.

// isLong reports whether values of a type have the format of the x87, gcc's _Float64x among them.
func isLong(t cc.Type) bool { return t.Kind() == cc.LongDouble || t.Kind() == cc.Float64x }

// longConst is the long double nearest to r, a zero with the sign of sign.
func longConst(r *big.Rat, sign float64) constant {
	if r.Sign() != 0 {
		sign = float64(r.Sign())
	}
	bits := num.RoundF80(r)
	x, ok := num.RatF80(bits)
	if !ok {
		return constant{kind: constFloat, f: math.Inf(int(sign))}
	}
	f, _ := x.Float64()
	return constant{kind: constFloat, f: math.Copysign(f, sign), x: x}
}

// rat is the value of a finite constant.
func (c constant) rat() (*big.Rat, bool) {
	if c.x != nil {
		return c.x, true
	}
	if math.IsInf(c.f, 0) || math.IsNaN(c.f) {
		return nil, false
	}
	return new(big.Rat).SetFloat64(c.f), true
}

// bitsF80 is the pattern of a constant of type long double.
func (c constant) bitsF80() num.Int {
	var bits num.Int
	switch r, ok := c.rat(); {
	case math.IsNaN(c.f):
		return num.NaNF80
	case ok:
		bits = num.RoundF80(new(big.Rat).Abs(r))
	default:
		bits = num.InfF80
	}
	if math.Signbit(c.f) {
		bits = bits.Or(num.Pow2(79))
	}
	return bits
}

// rounded is a float constant in another format, rounded once.
func (c constant) rounded(to cc.Type) constant {
	r, ok := c.rat()
	switch {
	case isLong(to) && ok:
		return longConst(r, c.f)
	case isLong(to):
		return c
	case to.Kind() == cc.Float && c.x != nil:
		f, _ := c.x.Float32()
		c.f = math.Copysign(float64(f), c.f)
	case to.Kind() == cc.Float:
		c.f = float64(float32(c.f))
	}
	c.x = nil
	return c
}

// integer is a finite float constant without its fraction.
func (c constant) integer() num.Int {
	if c.x == nil {
		return truncate(c.f)
	}
	return num.FromBig(new(big.Int).Quo(c.x.Num(), c.x.Denom()))
}

// negated is the opposite of a float constant.
func (c constant) negated() constant {
	c.f = math.Copysign(c.f, -1/math.Copysign(1, c.f))
	if c.x != nil {
		c.x = new(big.Rat).Neg(c.x)
	}
	return c
}

// longArith is an operation on two finite constants of type long double.
func longArith(op binOp, a, b constant) (constant, bool) {
	x, ok1 := a.rat()
	y, ok2 := b.rat()
	if !ok1 || !ok2 || op == opDiv && y.Sign() == 0 {
		return constant{}, false
	}
	r, sign := new(big.Rat), 1.0
	switch op {
	case opAdd:
		r.Add(x, y)
		sign = math.Copysign(0, a.f) + math.Copysign(0, b.f)
		if x.Sign() != 0 { // the sum of opposites
			sign = 1
		}
	case opSub:
		return longArith(opAdd, a, b.negated())
	case opMul:
		r.Mul(x, y)
		sign = math.Copysign(1, a.f) * math.Copysign(1, b.f)
	case opDiv:
		r.Quo(x, y)
		sign = math.Copysign(1, a.f) * math.Copysign(1, b.f)
	default:
		return boolConst(related(op, x.Cmp(y)))
	}
	return longConst(r, sign), true
}

// related reports whether a comparison holds of two operands that compare as c.
func related(op binOp, c int) bool {
	switch op {
	case opEq:
		return c == 0
	case opNe:
		return c != 0
	case opLt:
		return c < 0
	case opLe:
		return c <= 0
	case opGt:
		return c > 0
	}
	return c >= 0
}

// longLiteral is the value of a floating constant with the suffix of long double.
func longLiteral(text string) (constant, bool) {
	for len(text) > 0 && (text[len(text)-1]|0x20 == 'l' || text[len(text)-1]|0x20 == 'w') {
		text = text[:len(text)-1]
	}
	bits, ok := num.ParseF80(text)
	if !ok {
		return constant{}, false
	}
	if x, finite := num.RatF80(bits); finite {
		return longConst(x, 1), true
	}
	return constant{kind: constFloat, f: math.Inf(1)}, true
}

// floatConst is a constant of a float type.
func (g *fn) floatConst(t cc.Type, c constant) ir.Value {
	switch it := g.u.irType(t); it {
	case ir.F32:
		return g.live().FConst(it, uint64(math.Float32bits(float32(c.f))), g.o)
	case ir.F64:
		return g.live().FConst(it, math.Float64bits(c.f), g.o)
	case ir.F80:
		bits := c.bitsF80()
		return g.live().FConstWide(it, bits.Shr(64).Low64(), bits.Low64(), g.o)
	default:
		return g.live().Convert(ir.OpFPConvert, g.live().FConst(ir.F64, math.Float64bits(c.f), g.o), it, g.o)
	}
}

// float writes a constant; of 16 bytes of a long double the upper 6 stay zero.
func (m *image) float(off int64, t cc.Type, c constant) {
	switch it := m.u.irType(t); it {
	case ir.F32:
		binary.LittleEndian.PutUint32(m.bytes[off:], math.Float32bits(float32(c.f)))
	case ir.F64:
		binary.LittleEndian.PutUint64(m.bytes[off:], math.Float64bits(c.f))
	case ir.F80:
		c.bitsF80().FillBytes(m.bytes[off : off+10])
	default:
		m.u.unsupported(nil, "constants of type %s are not supported", t)
	}
}
