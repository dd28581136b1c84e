package facts

import (
	"math"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// A range that is set again leaves its place in the table unused, until Reset.
// Ranges has a range for each value of a function, without pointers: the low 64 bits of the ends and
// their signs, which is all there is to most. Others are in a table. What is asked most is there at once.
type Ranges struct {
	rows []rangeRow
	wide []Range
}

type rangeRow struct {
	lo, hi    uint64
	bits      int32
	container uint8
	code      rangeCode
}

type rangeCode uint8

const (
	loNegative rangeCode = 1 << iota
	hiNegative
	loEnds
	hiEnds
	isInTable // at number lo
	isKnown
)

// Reset makes room for n values of which nothing is known.
func (t *Ranges) Reset(n int) { t.rows, t.wide = zeroed(t.rows, n), t.wide[:0] }

// Grow makes room for n values.
func (t *Ranges) Grow(n int) { t.rows = longer(t.rows, n) }

// Known reports whether v has got a range.
func (t *Ranges) Known(v ir.Value) bool { return t.rows[v].code != 0 }

// Set makes r the range of v.
func (t *Ranges) Set(v ir.Value, r Range) {
	w := &t.rows[v]
	n := r.Bits()
	*w = rangeRow{bits: int32(n), container: uint8(container(n)), code: isKnown}
	lo, negative, ok := r.Lo.V.Signed65()
	hi, below, fits := r.Hi.V.Signed65()
	if !ok && r.Lo.Finite || !fits && r.Hi.Finite {
		w.lo, w.code = uint64(len(t.wide)), isKnown|isInTable
		if r.Signed() {
			w.code |= loNegative
		}
		t.wide = append(t.wide, r)
		return
	}
	if r.Lo.Finite {
		w.lo, w.code = lo, w.code|loEnds
		if negative {
			w.code |= loNegative
		}
	}
	if r.Hi.Finite {
		w.hi, w.code = hi, w.code|hiEnds
		if below {
			w.code |= hiNegative
		}
	}
}

// Of is the range of v.
func (t *Ranges) Of(v ir.Value) (r Range) {
	w := &t.rows[v]
	if w.code&isInTable != 0 {
		return t.wide[w.lo]
	}
	if w.code&loEnds != 0 {
		r.Lo = at(num.FromSigned65(w.lo, w.code&loNegative != 0))
	}
	if w.code&hiEnds != 0 {
		r.Hi = at(num.FromSigned65(w.hi, w.code&hiNegative != 0))
	}
	return r
}

// Container is [Range.Container] of the range of v.
func (t *Ranges) Container(v ir.Value) int { return int(t.rows[v].container) }

// Bits is [Range.Bits] of the range of v.
func (t *Ranges) Bits(v ir.Value) int { return int(t.rows[v].bits) }

// Signed is [Range.Signed] of the range of v.
func (t *Ranges) Signed(v ir.Value) bool {
	return t.rows[v].code&loNegative != 0 || t.rows[v].code&(loEnds|isInTable) == 0
}

// A use that claims something may read less than the range, for which the long way is taken.
// word is the range of operand n of i, if its ends are machine words and the use claims nothing.
func (t *Ranges) word(f *ir.Func, i ir.Inst, n int) (lo, hi int64, ok bool) {
	o := f.Operand(i, n)
	w := &t.rows[o.Value]
	return int64(w.lo), int64(w.hi), o.Annot == ir.NoAnnot && w.code&(loEnds|hiEnds) == loEnds|hiEnds &&
		(int64(w.lo) < 0) == (w.code&loNegative != 0) && (int64(w.hi) < 0) == (w.code&hiNegative != 0)
}

// Words sets the range of the result of i to [InstRange], met with its annotation, where all ends are
// machine words. That is a short cut for the instructions that most programs are made of; it reports
// false where it does not go.
func (t *Ranges) Words(f *ir.Func, i ir.Inst) bool {
	var lo, hi int64
	a := f.Attr(i)
	switch op := f.Op(i); op {
	case ir.OpIConst:
		c, ok := f.SmallConst(i)
		if !ok {
			return false
		}
		lo, hi = c, c
	case ir.OpLoad:
		if a.N >= 8 {
			return false
		}
		lo, hi = 0, 1<<(8*a.N)-1
	case ir.OpZExt, ir.OpSExt:
		x, y, ok := t.word(f, i, 0)
		limit := int64(math.MaxInt64)
		if op == ir.OpSExt && a.Imm < 64 {
			limit = 1<<(a.Imm-1) - 1
		} else if a.Imm < 63 {
			limit = 1<<a.Imm - 1
		}
		if !ok || y > limit || op == ir.OpZExt && x < 0 || x < ^limit {
			return false
		}
		lo, hi = x, y
	case ir.OpAdd, ir.OpSub:
		xl, xh, ok := t.word(f, i, 0)
		yl, yh, ok2 := t.word(f, i, 1)
		// Sums and differences of such numbers do not overflow.
		const most = math.MaxInt64 / 2
		if !ok || !ok2 || min(xl, yl) < -most || max(xh, yh) > most {
			return false
		}
		if op == ir.OpSub {
			yl, yh = -yh, -yl
		}
		lo, hi = xl+yl, xh+yh
	default:
		return false
	}
	v := f.Result(i, 0)
	if c := f.AnnotOf(v); c != ir.NoAnnot {
		n, signed, ok := c.Range()
		if !ok || n == 0 || n > 62 || c.Known() != nil {
			return false
		}
		if signed {
			lo, hi = max(lo, -1<<(n-1)), min(hi, 1<<(n-1)-1)
		} else {
			lo, hi = max(lo, 0), min(hi, 1<<n-1)
		}
		if lo > hi {
			lo, hi = 0, 0
		}
	}
	n := bits.Len64(uint64(hi))
	w := rangeRow{lo: uint64(lo), hi: uint64(hi), code: isKnown | loEnds | hiEnds}
	if lo < 0 {
		n, w.code = max(bits.Len64(uint64(^lo)), bits.Len64(uint64(max(hi, ^hi))))+1, w.code|loNegative
	}
	if hi < 0 {
		w.code |= hiNegative
	}
	w.bits, w.container = int32(n), uint8(container(n))
	t.rows[v] = w
	return true
}
