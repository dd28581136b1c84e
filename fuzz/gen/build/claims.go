package build

import (
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// Claims.

// ClaimMenu are the bit patterns that annotations are drawn from: interned patterns live as
// long as the process, so there is a fixed number of them.
// Zeros and Ones claim one bit, Low that many bits at the bottom are zeros, Ahead and Negative the sign and
// with it every bit above.
var ClaimMenu = func() (m struct {
	Zeros, Ones, Low, Ahead, Negative, Ignored []ir.Annot
}) {
	pattern := func(p string) ir.Annot {
		a, err := ir.KnownBits(p)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return a
	}
	for n := range span.KnownBits {
		q := strings.Repeat("?", n)
		m.Zeros = append(m.Zeros, pattern("?0"+q))
		m.Ones = append(m.Ones, pattern("?1"+q))
		m.Low = append(m.Low, pattern("?"+strings.Repeat("0", n+1)))
		m.Ahead = append(m.Ahead, pattern("0?"+q))
		m.Negative = append(m.Negative, pattern("1?"+q))
	}
	for n := range 70 {
		m.Ignored = append(m.Ignored, ir.LowBits(uint32(n+1)))
	}
	return m
}()

// DrawPattern draws a bit pattern of the menu.
// It need not hold of anything: who takes it knows that the claim may be violated.
func DrawPattern(r *choice.Record) ir.Annot {
	tables := [...][]ir.Annot{ClaimMenu.Zeros, ClaimMenu.Ones, ClaimMenu.Low, ClaimMenu.Ahead, ClaimMenu.Negative}
	return tables[r.Below(len(tables))][r.Below(span.KnownBits)]
}

// IntClaim draws a claim that holds for every int of s.
// The kind of claim is drawn before it is known which ones hold, so that a program takes as many decisions
// whatever its ranges are.
func (x *Func) IntClaim(s span.Span) ir.Annot {
	r := x.Claims
	// A claim of just the right width finds errors at its bound; a loose one leaves passes something to tighten.
	widen := uint32(0)
	if r.Chance(x.Prog.Cfg.Loose) {
		widen = 1 + uint32(r.Below(7))
	}
	n := uint32(s.BitLen())
	signed, unsigned := ir.Signed(n+1+widen), ir.Unsigned(n+widen)
	kind := r.Below(8)
	known := ir.NoAnnot
	if kind >= 5 {
		known = x.knownClaim(s)
	}
	switch {
	case (kind == 5 || kind == 6 && known != 0) && !x.Prog.Cfg.Ranged:
		return known
	case s.Lo.Sign() >= 0 && kind%2 == 0:
		return meet(unsigned, known)
	}
	return meet(signed, known)
}

// Claims that do not meet, or whose meet cannot be written, leave the first alone: it holds by itself.
func meet(a, b ir.Annot) ir.Annot {
	m, err := a.Meet(b)
	if err != nil {
		return a
	}
	return m
}

// knownClaim draws a bit pattern from the menu that holds for every int of s.
func (x *Func) knownClaim(s span.Span) ir.Annot {
	r := x.Claims
	tables := [...][]ir.Annot{ClaimMenu.Ones, ClaimMenu.Zeros, ClaimMenu.Low, ClaimMenu.Ahead, ClaimMenu.Negative}
	first, at := r.Below(len(tables)), r.Below(span.KnownBits)
	for n := range tables {
		t := tables[(first+n)%len(tables)]
		tight := (first+n)%len(tables) >= 2
		for k := range t {
			a := t[(at+k)%len(t)]
			if tight {
				if a = t[k]; (first+n)%len(tables) == 2 {
					a = t[len(t)-1-k]
				}
			}
			if s.Holds(a) {
				return a
			}
		}
	}
	return ir.NoAnnot
}

// useClaim draws the claim of a use of v, which always holds.
// A third as many as at definitions: most values have several uses.
func (x *Func) useClaim(v Value) ir.Annot {
	if v.ID == ir.NoValue || v.Type.IsAggregate() || !x.Prog.Has(preset.Claims) || !x.Claims.Chance(x.Prog.Cfg.Annotate/3) {
		return ir.NoAnnot
	}
	return x.claim(v)
}

// claim draws a claim that holds for v if it is not poison.
func (x *Func) claim(v Value) ir.Annot {
	switch v.Type.Kind() {
	case ir.KindInt:
		if v.Span.None() || v.Span.BitLen() > 4200 {
			return ir.NoAnnot
		}
		return x.IntClaim(v.Span)
	case ir.KindPtr:
		// The object's alignment is that of offset 0; a known offset keeps what divides both.
		if v.Obj != nil && v.Lo == v.Hi && v.Obj.Align > 1 {
			a := v.Obj.Align
			for v.Lo%int64(a) != 0 {
				a /= 2
			}
			if a > 1 {
				return ir.Aligned(a)
			}
		}
	case ir.KindStruct, ir.KindArray:
		if !v.Span.None() && v.Span.BitLen() <= 4200 {
			return ir.ClaimInts(v.Type, func() ir.Annot {
				if x.Claims.Below(3) == 0 {
					return ir.NoAnnot
				}
				return x.IntClaim(v.Span)
			})
		}
	case ir.KindFloat:
		if c := AllClasses &^ v.Class; c != 0 && v.Class != 0 {
			return ir.NoFPClass(c)
		}
	}
	return ir.NoAnnot
}

// ResultClaim draws the claim of a definition.
// The claim is drawn from what the generator knows, so that it is violated only by poison.
func (x *Func) ResultClaim(v *Value) ir.Annot {
	if !x.Prog.Has(preset.Claims) || !x.Claims.Chance(x.Prog.Cfg.Annotate) {
		return ir.NoAnnot
	}
	return x.claim(*v)
}

// IgnoreHigh says that operand n of i ignores the bits from bits on, which must be true.
func (x *Func) IgnoreHigh(i ir.Inst, n int, bits uint) {
	if bits == 0 || int(bits) > len(ClaimMenu.Ignored) || !x.Prog.Has(preset.Claims) || !x.Claims.Chance(x.Prog.Cfg.Annotate/2) {
		return
	}
	o := x.F.Operand(i, n)
	if o.Annot.Known() == nil {
		o.Annot = meet(ClaimMenu.Ignored[bits-1], o.Annot)
		x.F.SetOperand(i, n, o)
	}
}
