package legalize

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// mag bounds a magnitude: at most v, or, if n is not 0, at most 2^n (of numbers that are not
// negative: below 2^n). unbounded is no bound.
type mag struct {
	v uint64
	n int32
}

// MaxBits is the width in bits up to which integers are legalized.
const MaxBits = 1 << 13

const unbounded = math.MaxInt32

func magBits(n int32) mag {
	switch {
	case n < 64:
		return mag{v: 1<<uint(n) - 1}
	case n == 64:
		return mag{v: math.MaxUint64}
	case n > 1<<20:
		return mag{n: unbounded}
	}
	return mag{n: n}
}

// magPower is the bound 2^n.
func magPower(n int32) mag {
	switch {
	case n < 64:
		return mag{v: 1 << uint(n)}
	case n > 1<<20:
		return mag{n: unbounded}
	}
	return mag{n: n}
}

// len is the number of binary digits of the bound.
func (m mag) len() int32 {
	if m.n != 0 {
		return m.n
	}
	return int32(bits.Len64(m.v))
}

// down is the least n for which no number of magnitude m is below -2^n; -1 if there is only 0.
func (m mag) down() int32 {
	switch {
	case m.n != 0:
		return m.n
	case m.v == 0:
		return -1
	}
	return int32(bits.Len64(m.v - 1))
}

func (m mag) zero() bool { return m == mag{} }

func (m mag) less(o mag) bool {
	if m.n == 0 && o.n == 0 {
		return m.v < o.v
	}
	return m.n < o.n
}

func maxMag(a, b mag) mag {
	if a.less(b) {
		return b
	}
	return a
}

func minMag(a, b mag) mag {
	if b.less(a) {
		return b
	}
	return a
}

func (m mag) add(o mag) mag {
	if m.n == unbounded || o.n == unbounded {
		return mag{n: unbounded}
	}
	if m.n == 0 && o.n == 0 {
		if s, c := bits.Add64(m.v, o.v, 0); c == 0 {
			return mag{v: s}
		}
		return mag{n: 65}
	}
	switch {
	case m.zero():
		return o
	case o.zero():
		return m
	}
	return magBits(max(m.len(), o.len()) + 1)
}

func (m mag) mul(o mag) mag {
	switch {
	case m.zero() || o.zero():
		return mag{}
	case m.n == unbounded || o.n == unbounded:
		return mag{n: unbounded}
	case m.n == 0 && o.n == 0:
		hi, lo := bits.Mul64(m.v, o.v)
		if hi == 0 {
			return mag{v: lo}
		}
		return mag{n: int32(bits.Len64(hi)) + 64}
	}
	return magBits(m.len() + o.len())
}

func (m mag) shl(n int32) mag {
	switch {
	case m.zero() || n == 0:
		return m
	case m.n == unbounded || n > 1<<20:
		return mag{n: unbounded}
	case m.n == 0 && m.len()+n <= 64:
		return mag{v: m.v << uint(n)}
	}
	return magBits(max(m.len()+n, 65))
}

func (m mag) shr(n int32) mag {
	switch {
	case m.n == unbounded || n == 0:
		return m
	case m.n == 0:
		return mag{v: m.v >> uint(min(n, 64))}
	}
	return magBits(max(m.n-n, 0))
}

// Range are the integers from -lo to hi: an interval around 0, with exact ends while they have at
// most 64 bits, and as a number of bits beyond. The zero Range is {0}.
type Range struct{ lo, hi mag }

var everything = Range{mag{n: unbounded}, mag{n: unbounded}}

// unsigned is [0, 2^n), signed [-2^(n-1), 2^(n-1)).
func unsigned(n int32) Range { return Range{hi: magBits(n)} }

func signed(n int32) Range { return Range{magPower(n - 1), magBits(n - 1)} }

// interval is [-lo, hi].
func interval(lo, hi uint64) Range { return Range{mag{v: lo}, mag{v: hi}} }

// Finite reports whether r has two ends.
func (r Range) Finite() bool { return r.lo.n != unbounded && r.hi.n != unbounded }

// Signed reports whether r has negative numbers.
func (r Range) Signed() bool { return !r.lo.zero() }

// Bits is the least N for which r is in :uN, or in :sN if r has negative numbers.
func (r Range) Bits() int {
	if r.lo.zero() {
		return int(r.hi.len())
	}
	if !r.Finite() {
		return unbounded
	}
	return int(max(r.lo.down(), r.hi.len())) + 1
}

// Container is the least of 8, 16, 32 and 64 bits that hold all numbers of r, 0 if none does.
func (r Range) Container() int {
	switch n := r.Bits(); {
	case n <= 8:
		return 8
	case n <= 16:
		return 16
	case n <= 32:
		return 32
	case n <= 64:
		return 64
	}
	return 0
}

// Join is the least interval with both ranges.
func (r Range) Join(o Range) Range { return Range{maxMag(r.lo, o.lo), maxMag(r.hi, o.hi)} }

// Meet is the intersection of r and o.
func (r Range) Meet(o Range) Range { return Range{minMag(r.lo, o.lo), minMag(r.hi, o.hi)} }

// In reports whether r has no number that o has not.
func (r Range) In(o Range) bool { return !o.lo.less(r.lo) && !o.hi.less(r.hi) }

// annot is the narrowest :uN or :sN with all of r.
func (r Range) annot() ir.Annot {
	if r.Signed() {
		return ir.Signed(uint32(r.Bits()))
	}
	return ir.Unsigned(uint32(r.Bits()))
}

// Claimed is the range that an annotation claims, without ends where it claims none.
func Claimed(a ir.Annot) Range {
	r := everything
	if a == ir.NoAnnot {
		return r
	}
	if n, s, ok := a.Range(); ok {
		if s {
			r = signed(int32(max(n, 1)))
		} else {
			r = unsigned(int32(n))
		}
	}
	if k := a.Known(); k != nil {
		switch {
		case k.Zeros.Sign() < 0: // ones only where a zero is not known
			r = r.Meet(unsigned(infinite(k.Zeros)))
		case k.Ones.Sign() < 0:
			r = r.Meet(Range{lo: magPower(infinite(k.Ones))})
		}
	}
	return r
}

// infinite is where the infinitely many ones of a negative mask begin.
func infinite(mask *big.Int) int32 {
	n := mask.BitLen() // of the magnitude
	if int(mask.TrailingZeroBits()) == n-1 {
		n--
	}
	return int32(n)
}

// Demanded is the number of low bits that the consumers of a value with annotation a look at,
// which :iN claims; ok is false if there is no such claim.
func Demanded(a ir.Annot) (n int, ok bool) {
	k := a.Known()
	if k == nil || k.DontCare.Sign() >= 0 {
		return 0, false
	}
	return int(infinite(k.DontCare)), true
}

// RangeOf is what the annotation and the opcode of int v say of its range. It looks at nothing
// else, but for freeze at the operand: after legalization that is enough for every value.
func RangeOf(f *ir.Func, v ir.Value) Range {
	if r := Claimed(f.AnnotOf(v)); r.Finite() {
		if r.Container() != 0 {
			return r
		}
		return r.Meet(opRange(f, v))
	}
	return opRange(f, v)
}

// Container is the width of the register that holds int v of a legalized function, and whether
// v may be negative. A value with a claim :iN may have a container that is smaller than its
// range: nobody looks at what is above, and signed is then false. It is 0, false for a value
// that is not legal.
func Container(f *ir.Func, v ir.Value) (width int, signed bool) {
	r := RangeOf(f, v)
	w := r.Container()
	if n, ok := Demanded(f.AnnotOf(v)); ok && n <= 64 {
		if l := unsigned(int32(n)).Container(); w == 0 || l < w {
			return l, false
		}
	}
	return w, w != 0 && r.Signed()
}

// opRange is the range that the opcode gives without a look at operands.
func opRange(f *ir.Func, v ir.Value) Range {
	i := f.Def(v)
	if i == ir.NoInst {
		return everything
	}
	op := f.Op(i)
	if op == ir.OpFreeze {
		return RangeOf(f, f.Arg(i, 0))
	}
	return fixedRange(f, i, op, f.DefIndex(v))
}

// fixedRange is the range of result n of an instruction whose operands do not matter.
func fixedRange(f *ir.Func, i ir.Inst, op ir.Op, n int) Range {
	a := f.Attr(i)
	switch op {
	case ir.OpIConst:
		return constRange(f, i)
	case ir.OpParam:
		return Claimed(f.Params[a.Imm].Annot)
	case ir.OpCountLeadingZeros:
		return interval(0, uint64(a.N))
	case ir.OpCountOnes, ir.OpCountTrailingZeros:
		return interval(0, MaxBits)
	}
	if bits, s, ok := f.IntBits(i); ok && n == f.NumResults(i)-1 {
		if bits = min(bits, 1<<20); s {
			return signed(int32(bits))
		}
		return unsigned(int32(bits))
	}
	return everything
}

func constRange(f *ir.Func, i ir.Inst) Range {
	if c, ok := f.SmallConst(i); ok {
		if c < 0 {
			return Range{lo: mag{v: -uint64(c)}}
		}
		return Range{hi: mag{v: uint64(c)}}
	}
	c := f.IntConst(i)
	n := int32(c.BitLen())
	switch {
	case c.Sign() > 0 && n <= 64:
		return Range{hi: mag{v: c.Uint64()}}
	case c.Sign() > 0:
		return Range{hi: magBits(n)}
	case int(n) == int(c.TrailingZeroBits())+1: // -2^(n-1)
		return Range{lo: magPower(n - 1)}
	}
	return Range{lo: magPower(n)}
}

// Contains reports whether c is in r.
func (r Range) Contains(c *big.Int) bool {
	m, neg := r.hi, c.Sign() < 0
	if neg {
		m = r.lo
	}
	switch {
	case m.n == unbounded:
		return true
	case m.n == 0:
		return new(big.Int).Abs(c).Cmp(new(big.Int).SetUint64(m.v)) <= 0
	case neg:
		return new(big.Int).Not(c).BitLen() <= int(m.n)
	}
	return c.BitLen() <= int(m.n)
}

// most is the greatest number of r, which has an end.
func (r Range) most() *big.Int {
	if r.hi.n == 0 {
		return new(big.Int).SetUint64(r.hi.v)
	}
	m := bigPower(uint(r.hi.n))
	return m.Sub(m, big.NewInt(1))
}
