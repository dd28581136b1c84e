package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Ranges has a range for each value of a function, without pointers: the low 64 bits of the ends and
// their signs, which is all there is to most. Others are in a table. What is asked most is there at once.
// A range that is set again leaves its place in the table unused, until Reset.
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
	*w = rangeRow{bits: int32(n), container: uint8(Container(n)), code: isKnown}
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

// Claim makes what a claims the range of v.
func (t *Ranges) Claim(v ir.Value, a ir.Annot) {
	if w, ok := claimRow(a); ok {
		t.rows[v] = *w
		return
	}
	t.Set(v, ClaimedRange(a))
}

// The rows of machine words, unsigned and signed ones, and that of all numbers.
var (
	wordRows [2][65]rangeRow
	anyRow   = rangeRow{bits: Unbounded, code: isKnown}
)

func init() {
	for n := range uint(65) {
		wordRows[0][n] = wordRange{hi: maskWord(n)}.row()
		m := maskWord(max(n, 1) - 1)
		wordRows[1][n] = wordRange{m.not(), m}.row()
	}
	wordRows[1][0] = wordRows[0][0]
}

// wordRow is the row of [Unsigned] or [Signed].
func wordRow(n uint, signed bool) *rangeRow {
	if signed {
		return &wordRows[1][n]
	}
	return &wordRows[0][n]
}

// row is the row of a range of words.
func (s wordRange) row() (w rangeRow) {
	w.set(s)
	return w
}

// set makes w the row of a range of words.
func (w *rangeRow) set(s wordRange) {
	n, code := s.hi.width(), isKnown|loEnds|hiEnds
	if s.lo.hi < 0 {
		n, code = max(n, s.lo.width())+1, code|loNegative
	}
	if s.hi.hi < 0 {
		code |= hiNegative
	}
	w.lo, w.hi, w.bits, w.container, w.code = s.lo.lo, s.hi.lo, int32(n), uint8(Container(int(n))), code
}

// ends is the range of a row, if it is one of words.
func (w *rangeRow) ends() (s wordRange, ok bool) {
	s.lo.lo, s.hi.lo = w.lo, w.hi
	if w.code&loNegative != 0 {
		s.lo.hi = -1
	}
	if w.code&hiNegative != 0 {
		s.hi.hi = -1
	}
	return s, w.code&(loEnds|hiEnds) == loEnds|hiEnds
}

// claimRow is the row of [ClaimedRange], if that is one of words and the claim says nothing of single bits.
func claimRow(a ir.Annot) (w *rangeRow, ok bool) {
	if a == ir.NoAnnot {
		return &anyRow, true
	}
	n, signed, ok := a.Range()
	if !ok || n > 64 || a.Known() != nil {
		return nil, false
	}
	return wordRow(uint(n), signed), true
}

// inside reports whether the machine word c, as claimed, has no number less than w. Most claims say what is known
// anyway.
func (w *rangeRow) inside(c *rangeRow) bool {
	signed := int32(c.code & loNegative) // 1 of a signed word, one bit of which is the sign
	if w.code&loNegative != 0 {
		return signed != 0 && w.bits <= c.bits
	}
	return w.code&loEnds != 0 && w.bits <= c.bits-signed
}

// meet leaves in w, which is not in the table, what is in c, too, which is a range of words or anyRow.
func (w *rangeRow) meet(c *rangeRow) {
	s, ok := c.ends()
	if !ok || w.inside(c) {
		return
	}
	have, _ := w.ends()
	if w.code&loEnds != 0 {
		s.lo = maxWord(s.lo, have.lo)
	}
	if w.code&hiEnds != 0 {
		s.hi = minWord(s.hi, have.hi)
	}
	if s.hi.less(s.lo) {
		s = wordRange{}
	}
	w.set(s)
}

// Fixed is [FixedRange] for those who ask for no more than its [Range.Bits] and its [Range.Signed].
func Fixed(f *ir.Func, i ir.Inst, n int) (bits int, signed bool) {
	var w rangeRow
	if w.fixed(f, i, n) {
		return int(w.bits), w.code&loNegative != 0 || w.code&loEnds == 0
	}
	r := FixedRange(f, i, n)
	return r.Bits(), r.Signed()
}

// fixed makes w the row of [FixedRange] and answers true, if that is a range of words or has no ends.
func (w *rangeRow) fixed(f *ir.Func, i ir.Inst, n int) bool {
	switch f.Op(i) {
	case ir.OpIConst:
		c, ok := f.SmallConst(i)
		x := word{c >> 63, uint64(c)}
		w.set(wordRange{x, x})
		return ok
	case ir.OpParam:
		c, ok := claimRow(f.Params[f.Attr(i).Imm].Annot)
		if ok {
			*w = *c
		}
		return ok
	case ir.OpPoison, ir.OpCountLeadingZeros:
		return false
	}
	bits, signed, ok := f.IntBits(i)
	switch {
	case !ok || n != f.NumResults(i)-1:
		*w = anyRow
		return true
	case bits > 64:
		return false
	}
	*w = *wordRow(uint(bits), signed)
	return true
}

// operand is the range of operand n of i, if it is one of words and the use claims nothing.
func (t *Ranges) operand(f *ir.Func, i ir.Inst, n int) (s wordRange, ok bool) {
	o := f.Operand(i, n)
	if o.Annot != ir.NoAnnot {
		return s, false
	}
	return t.rows[o.Value].ends()
}

// Words sets the range of int result n of i to [InstRange], met with its annotation, where all ends are
// words. That is a short cut for the instructions that most programs are made of; it reports false where
// it does not go.
func (t *Ranges) Words(f *ir.Func, i ir.Inst, n int) bool {
	v := f.Result(i, n)
	w := &t.rows[v]
	c, ok := claimRow(f.AnnotOf(v))
	if !ok || !t.derive(w, f, i, n) {
		return false
	}
	w.meet(c)
	return true
}

// derive makes w the row of [InstRange] of result n of i and answers true, if all ends are words.
func (t *Ranges) derive(w *rangeRow, f *ir.Func, i ir.Inst, n int) (ok bool) {
	var s wordRange
	op := f.Op(i)
	if op.Is(ir.TwoInts) {
		x, finite := t.operand(f, i, 0)
		y, finite2 := t.operand(f, i, 1)
		if !finite || !finite2 {
			return false
		}
		if s, ok = binaryWords(op, x, y); ok {
			w.set(s)
		}
		return ok
	}
	switch op {
	case ir.OpZExt, ir.OpSExt:
		return t.extend(w, f, i, f.Attr(i).Imm, op == ir.OpSExt)
	case ir.OpSplit:
		k := f.Attr(i).N
		if n == 1 {
			return t.extend(w, f, i, int64(k), false)
		}
		if s, ok = t.operand(f, i, 0); ok {
			k := word{0, uint64(k)}
			s = s.shr(wordRange{k, k})
		}
	case ir.OpNot, ir.OpFreeze:
		if s, ok = t.operand(f, i, 0); op == ir.OpNot {
			s = s.not()
		}
	case ir.OpSelect:
		x, finite := t.operand(f, i, 1)
		y, finite2 := t.operand(f, i, 2)
		s, ok = x.join(y), finite && finite2
	case ir.OpMerge, ir.OpCountOnes, ir.OpCountTrailingZeros, ir.OpCall:
		return false
	default:
		return w.fixed(f, i, n)
	}
	if ok {
		w.set(s)
	}
	return ok
}

// extend makes w the row of the low k bits of the operand of i, as a signed or an unsigned number.
func (t *Ranges) extend(w *rangeRow, f *ir.Func, i ir.Inst, k int64, signed bool) (ok bool) {
	s, ok := t.operand(f, i, 0)
	switch {
	case ok && signed:
		s, ok = s.sext(uint(k))
	case ok:
		s, ok = s.zext(uint(k))
	// Of a number without an end the low bits may be any.
	case k <= 64 && f.Operand(i, 0).Annot == ir.NoAnnot && t.rows[f.Arg(i, 0)].code&^(loNegative|hiNegative|loEnds|hiEnds) == isKnown:
		*w = *wordRow(uint(k), signed)
		return true
	}
	if ok {
		w.set(s)
	}
	return ok
}
