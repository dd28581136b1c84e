package value

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
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
type Fact struct {
	Kind      FactKind
	Value     ir.Value
	Low, High num.Int
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
func hex(m num.Int) string {
	if m.Negative() {
		return "~" + hex(m.Not())
	}
	return "0x" + m.Text(16)
}

// interval is a range of integers; nothing that rules ask has one end only.
type interval [2]num.Int

// meet leaves the intersection with a range in r, which is that range if r is not bounded yet.
func (r *interval) meet(bounded bool, lo, hi num.Int) {
	if !bounded || r[0].Less(lo) {
		r[0] = lo
	}
	if !bounded || hi.Less(r[1]) {
		r[1] = hi
	}
}

// rng finds the least range that v is known to be in; false is every integer. It writes in place, as the engine asks
// for nothing more often where values have annotations.
// Only the value's own instruction is looked at: what its operands are is for the analysis, not for a rule. An
// annotation that calls bits don't-care says nothing, since they may be any.
func (m *matcher) rng(v ir.Value, r *interval) (bounded bool) {
	if a := m.f.AnnotOf(v); a != ir.NoAnnot {
		if a.Ignores() {
			return false
		}
		r[0], r[1], bounded = a.Bounds()
		// The sign is known: unknown bits are all 0, or all 1.
		if k := a.Known(); k != nil && (k.Zeros.Negative() || k.Ones.Negative()) {
			r.meet(bounded, k.Ones, k.Zeros.Not())
			bounded = true
		}
	}
	d := m.f.Def(v)
	switch m.op(d) {
	case ir.OpIConst:
		c := m.f.IntConst(d)
		r.meet(bounded, c, c)
	case ir.OpZExt:
		r.meet(bounded, num.Int{}, num.Mask(uint(m.f.Attr(d).Imm)))
	case ir.OpSExt:
		k := num.Mask(uint(m.f.Attr(d).Imm) - 1)
		r.meet(bounded, k.Not(), k)
	case ir.OpBoolToInt:
		r.meet(bounded, num.Int{}, num.New(1))
	default:
		return bounded
	}
	return true
}

// fact is the number that a step asks of an annotation or a value, if there is one.
func (m *matcher) fact(op step.Op, reg byte) (n num.Int, ok bool) {
	v, a := m.registers.values[reg], m.registers.annots[reg]
	switch op {
	case step.Signed, step.Unsigned:
		return claimed(a, op == step.Signed)
	case step.Zeros:
		return m.knownZeros(v)
	case step.Ones:
		if k := m.f.AnnotOf(v).Known(); k != nil {
			return m.bits(OnesFact, v, k.Ones)
		}
		return n, false
	}
	var r interval
	if !m.rng(v, &r) || op == step.InU && (r[0].Negative() || r[1].Negative()) {
		return n, false
	}
	m.within(v, &r)
	if op == step.InU {
		return num.New(int64(r[1].BitLen())), true
	}
	return num.New(int64(max(r[0].Width(), r[1].Width()) + 1)), true
}

// knownZeros is the mask of the bits of v that are known to be 0, if there are any; above a range they continue for
// ever.
// The mask may be negative, which is all bits from some place on.
func (m *matcher) knownZeros(v ir.Value) (num.Int, bool) {
	var z num.Int
	if k := m.f.AnnotOf(v).Known(); k != nil {
		z = k.Zeros
	}
	var r interval
	if m.rng(v, &r) && !r[0].Negative() && !r[1].Negative() {
		z = z.Or(num.Mask(r[1].BitLen()).Not())
	}
	return m.bits(ZerosFact, v, z)
}

// bits says what bits are known, if any are.
func (m *matcher) bits(kind FactKind, v ir.Value, mask num.Int) (num.Int, bool) {
	if mask.Sign() == 0 {
		return mask, false
	}
	m.say(Fact{Kind: kind, Value: v, Low: mask})
	return mask, true
}

// say notes a fact for the trace, if there is a listener.
// It is called when a step is answered, also if the rule does not fire in the end: each attempt starts with an
// empty list.
func (m *matcher) say(f Fact) {
	if m.listens {
		m.facts = append(m.facts, f)
	}
}

// within notes the range of a value.
func (m *matcher) within(v ir.Value, r *interval) {
	if m.listens {
		m.facts = append(m.facts, Fact{Kind: RangeFact, Value: v, Low: r[0], High: r[1]})
	}
}

// claimed is the annotation of a value or an operand as a width of :uN or :sN, if it claims one.
func claimed(a ir.Annot, signed bool) (width num.Int, ok bool) {
	n, s, ok := a.Range()
	switch {
	case !ok || a.Ignores() || s && !signed:
		return width, false
	case s != signed: // :uN is within :s(N+1)
		return num.New(int64(n) + 1), true
	}
	return num.New(int64(n)), true
}
