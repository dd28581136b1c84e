package value

import (
	"fmt"
	"math/big"

	"github.com/tuffy-ir/tuffy/compiler/rules/internal/calc"
	"github.com/tuffy-ir/tuffy/ir"
)

// Facts hold of a value unless it is poison: that is what its result annotation says, since a
// value that violates it is poison, and what the instruction itself can yield.

// FactKind says what a [Fact] is about.
type FactKind string

// The kinds of facts.
const (
	ConstFact FactKind = "const"       // the value is Low
	RangeFact FactKind = "range"       // Low ≤ value ≤ High
	ZerosFact FactKind = "known_zeros" // the bits in the mask Low are 0
	OnesFact  FactKind = "known_ones"  // the bits in the mask Low are 1
	FloatFact FactKind = "float_const" // the value is the float with the bits Low
	ClassFact FactKind = "nofpclass"   // the float is in none of the classes of Annot
	ClaimFact FactKind = "annotation"  // the annotation Annot is on the result, or on the operand Value
)

// Fact is something that a rule was told about a value when it fired.
// Low and High belong to the matcher and must not be changed; nil is infinite.
type Fact struct {
	Kind      FactKind
	Value     ir.Value
	Low, High *big.Int
	Annot     ir.Annot
}

// Text is the fact without the value that it is about.
func (f Fact) Text() string {
	switch f.Kind {
	case ConstFact:
		return f.Low.String()
	case RangeFact:
		return fmt.Sprintf("[%v, %v]", f.Low, f.High)
	case ZerosFact, OnesFact, FloatFact:
		return hex(f.Low)
	}
	return f.Annot.String()
}

// hex writes a mask; ~m is all bits but those of m, for ever.
func hex(m *big.Int) string {
	if m.Sign() < 0 {
		return "~" + hex(new(big.Int).Not(m))
	}
	return "0x" + m.Text(16)
}

// Its ends are shared between values, so that nobody may change them.
// interval is a range of integers; nil is infinite.
type interval struct{ lo, hi *big.Int }

// meet is the intersection.
func (r interval) meet(lo, hi *big.Int) interval {
	if lo != nil && (r.lo == nil || lo.Cmp(r.lo) > 0) {
		r.lo = lo
	}
	if hi != nil && (r.hi == nil || hi.Cmp(r.hi) < 0) {
		r.hi = hi
	}
	return r
}

// Common ranges come from tables, the others are remembered by annotation for all functions.
// claim is the least range that an annotation allows for what is read: none where it calls bits
// don't-care, since they may be any.
func (m *matcher) claim(a ir.Annot) interval {
	if a == ir.NoAnnot || a.Ignores() {
		return interval{}
	}
	if n, signed, ok := a.Range(); ok && n > 0 && n < tabled && a.Known() == nil {
		if signed {
			return interval{above[n-1], masks[n-1]}
		}
		return interval{zero, masks[n]}
	}
	if r, ok := m.claims[a]; ok {
		return r
	}
	var r interval
	if lo, hi, ok := a.Bounds(); ok {
		r = r.meet(lo.Big(), hi.Big())
	}
	if k := a.Known(); k != nil && (k.Zeros.Sign() < 0 || k.Ones.Sign() < 0) {
		r = r.meet(k.Ones.Big(), k.Zeros.Not().Big()) // the sign is known: unknown bits are all 0, or all 1
	}
	if m.claims == nil {
		m.claims = map[ir.Annot]interval{}
	}
	m.claims[a] = r
	return r
}

// Only the value's own instruction is looked at: what its operands are is for the analysis, not for a rule.
// rng is the least range that v is known to be in; nil is infinite.
func (m *matcher) rng(v ir.Value) (lo, hi *big.Int) {
	a := m.f.AnnotOf(v)
	if a.Ignores() {
		return nil, nil
	}
	r := m.claim(a)
	d := m.f.Def(v)
	switch m.op(d) {
	case ir.OpIConst:
		c := m.number(d)
		r = r.meet(c, c)
	case ir.OpZExt:
		r = r.meet(zero, mask(uint(m.f.Attr(d).Imm)))
	case ir.OpSExt:
		n := uint(m.f.Attr(d).Imm) - 1
		r = r.meet(beyond(n), mask(n))
	case ir.OpBoolToInt:
		r = r.meet(zero, one)
	}
	return r.lo, r.hi
}

// zero and one are not changed.
var zero, one = new(big.Int), big.NewInt(1)

// tabled bounds n for the numbers 2^n - 1 and -2^n that are not made anew. They are not changed.
const tabled = 129

var masks, above [tabled]*big.Int

func init() {
	for n := range masks {
		masks[n] = calc.Mask(uint(n))
		above[n] = new(big.Int).Not(masks[n])
	}
}

// mask is 2^n - 1.
func mask(n uint) *big.Int {
	if n < tabled {
		return masks[n]
	}
	return calc.Mask(n)
}

// beyond is -2^n, the mask of the bits from n on.
func beyond(n uint) *big.Int {
	if n < tabled {
		return above[n]
	}
	return new(big.Int).Not(calc.Mask(n))
}

// unsignedWidth is the least n for which v is known to be in :un; nil if there is none.
func (m *matcher) unsignedWidth(v ir.Value) *big.Int {
	lo, hi := m.rng(v)
	if lo == nil || hi == nil || lo.Sign() < 0 || hi.Sign() < 0 {
		return nil
	}
	m.say(Fact{Kind: RangeFact, Value: v, Low: lo, High: hi})
	return calc.Int(int64(hi.BitLen()))
}

// signedWidth is the least n ≥ 1 for which v is known to be in :sn; nil if there is none.
func (m *matcher) signedWidth(v ir.Value) *big.Int {
	lo, hi := m.rng(v)
	if lo == nil || hi == nil {
		return nil
	}
	m.say(Fact{Kind: RangeFact, Value: v, Low: lo, High: hi})
	return calc.Int(int64(max(signedLen(lo), signedLen(hi))))
}

// -2^k has k+1 bits like -(2^k - 1), although its magnitude has one bit more.
// signedLen is the least N for which x is in :sN.
func signedLen(x *big.Int) int {
	n := x.BitLen()
	if x.Sign() < 0 && int(x.TrailingZeroBits()) == n-1 {
		n-- // a power of two
	}
	return n + 1
}

// bounds is the least range that v is known to be in; nil at both ends unless it is finite.
func (m *matcher) bounds(v ir.Value) (lo, hi *big.Int) {
	lo, hi = m.rng(v)
	if lo == nil || hi == nil {
		return nil, nil
	}
	m.say(Fact{Kind: RangeFact, Value: v, Low: lo, High: hi})
	return lo, hi
}

// The mask may be negative, which is all bits from some place on.
// knownZeros is the mask of the bits of v that are known to be 0; above a range they go on for
// ever. It is nil if there are none.
func (m *matcher) knownZeros(v ir.Value) *big.Int {
	z := zero
	if k := m.f.AnnotOf(v).Known(); k != nil {
		z = k.Zeros.Big()
	}
	if lo, hi := m.rng(v); lo != nil && hi != nil && lo.Sign() >= 0 && hi.Sign() >= 0 {
		if b := beyond(uint(hi.BitLen())); z == zero {
			z = b
		} else {
			z = new(big.Int).Or(b, z)
		}
	}
	return m.bits(ZerosFact, v, z)
}

// knownOnes is the mask of the bits of v that are known to be 1; nil if there are none.
func (m *matcher) knownOnes(v ir.Value) *big.Int {
	k := m.f.AnnotOf(v).Known()
	if k == nil {
		return nil
	}
	return m.bits(OnesFact, v, k.Ones.Big())
}

func (m *matcher) bits(kind FactKind, v ir.Value, mask *big.Int) *big.Int {
	if mask.Sign() == 0 {
		return nil
	}
	m.say(Fact{Kind: kind, Value: v, Low: mask})
	return mask
}

// It is called when a step is answered, also if the rule does not fire in the end: each attempt starts with an
// empty list.
// say notes a fact for the trace, if somebody listens.
func (m *matcher) say(f Fact) {
	if m.listens {
		m.facts = append(m.facts, f)
	}
}

// claimed is the annotation of a value or an operand as a width of :uN or :sN; nil if it does
// not claim one.
func claimed(a ir.Annot, signed bool) *big.Int {
	n, s, ok := a.Range()
	switch {
	case !ok || a.Ignores():
		return nil
	case s == signed:
		return calc.Int(int64(n))
	case signed:
		return calc.Int(int64(n) + 1) // :uN is within :s(N+1)
	}
	return nil
}
