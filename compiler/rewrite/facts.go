package rewrite

import (
	"fmt"
	"math/big"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/calc"
	"github.com/tuffy-ir/tuffy/ir"
)

// Facts hold of a value unless it is poison: that is what its result annotation says, since a
// value that violates it is poison, and what the instruction itself can yield.

// rng is the least range that v is known to be in; nil is infinite.
func (m *matcher) rng(v ir.Value) (lo, hi *big.Int) {
	meet := func(l, h *big.Int) {
		if l != nil && (lo == nil || l.Cmp(lo) > 0) {
			lo = l
		}
		if h != nil && (hi == nil || h.Cmp(hi) < 0) {
			hi = h
		}
	}
	if l, h, ok := m.f.AnnotOf(v).Bounds(); ok {
		meet(l, h)
	}
	if k := m.f.AnnotOf(v).Known(); k != nil && (k.Zeros.Sign() < 0 || k.Ones.Sign() < 0) {
		meet(k.Ones, new(big.Int).Not(k.Zeros)) // the sign is known: unknown bits are all 0, or all 1
	}
	d := m.f.Def(v)
	switch m.op(d) {
	case ir.OpIConst:
		c := m.f.IntConst(d)
		meet(c, c)
	case ir.OpZExt:
		meet(new(big.Int), calc.Mask(uint(m.f.Attr(d).Imm)))
	case ir.OpSExt:
		h := calc.Mask(uint(m.f.Attr(d).Imm) - 1)
		meet(new(big.Int).Not(h), h)
	case ir.OpBoolToInt:
		meet(new(big.Int), big.NewInt(1))
	}
	return lo, hi
}

// unsignedWidth is the least n for which v is in :un; nil if there is none.
func (m *matcher) unsignedWidth(v ir.Value) *big.Int {
	lo, hi := m.rng(v)
	if lo == nil || hi == nil || lo.Sign() < 0 || hi.Sign() < 0 {
		return nil
	}
	m.say(v, "u", hi.BitLen())
	return big.NewInt(int64(hi.BitLen()))
}

// signedWidth is the least n ≥ 1 for which v is in :sn.
func (m *matcher) signedWidth(v ir.Value) *big.Int {
	lo, hi := m.rng(v)
	if lo == nil || hi == nil {
		return nil
	}
	n := 1
	for _, x := range []*big.Int{lo, hi} {
		if x.Sign() < 0 {
			x = new(big.Int).Not(x)
		}
		n = max(n, x.BitLen()+1)
	}
	m.say(v, "s", n)
	return big.NewInt(int64(n))
}

func (m *matcher) inU(v ir.Value, n *big.Int) bool {
	w := m.unsignedWidth(v)
	return w != nil && w.Cmp(n) <= 0
}

func (m *matcher) inS(v ir.Value, n *big.Int) bool {
	w := m.signedWidth(v)
	return w != nil && w.Cmp(n) <= 0
}

// knownZeros and knownOnes are masks of the bits of v that are known; above a range they go on
// for ever.
func (m *matcher) knownZeros(v ir.Value) *big.Int {
	z := new(big.Int)
	if k := m.f.AnnotOf(v).Known(); k != nil {
		z.Set(k.Zeros)
	}
	if lo, hi := m.rng(v); lo != nil && hi != nil && lo.Sign() >= 0 && hi.Sign() >= 0 {
		z.Or(z, new(big.Int).Not(calc.Mask(uint(hi.BitLen()))))
	}
	m.say(v, "zeros "+z.Text(16), 0)
	return z
}

func (m *matcher) knownOnes(v ir.Value) *big.Int {
	o := new(big.Int)
	if k := m.f.AnnotOf(v).Known(); k != nil {
		o.Set(k.Ones)
	}
	m.say(v, "ones "+o.Text(16), 0)
	return o
}

func (m *matcher) zeros(v ir.Value, mask *big.Int) bool {
	return new(big.Int).And(m.knownZeros(v), mask).Cmp(mask) == 0
}

func (m *matcher) ones(v ir.Value, mask *big.Int) bool {
	return new(big.Int).And(m.knownOnes(v), mask).Cmp(mask) == 0
}

// between reports whether v is known to be in a range, both ends included.
func (m *matcher) between(v ir.Value, a, b *big.Int) bool {
	lo, hi := m.rng(v)
	return lo != nil && hi != nil && a.Cmp(lo) <= 0 && hi.Cmp(b) <= 0
}

// say notes a fact for the trace, if somebody listens.
func (m *matcher) say(v ir.Value, what string, n int) {
	if m.o.Fired != nil {
		if n > 0 {
			what = fmt.Sprint(what, n)
		}
		m.facts = append(m.facts, fmt.Sprintf("%s of v%d", what, m.f.Number().Value[v]))
	}
}

// claimed is the annotation of a value or an operand as a width of :uN or :sN; nil if it does
// not claim one.
func claimed(a ir.Annot, signed bool) *big.Int {
	n, s, ok := a.Range()
	switch {
	case !ok:
		return nil
	case s == signed:
		return big.NewInt(int64(n))
	case signed:
		return big.NewInt(int64(n) + 1) // :uN is within :s(N+1)
	}
	return nil
}
