package interp

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
)

// Lowering of ints. A specialised operation has operands of one word each: those of classes S and
// G are read as int64, since a G of more is two slots and leaves, those of class U as uint64. From that
// follows a width of the exact result (wordWidth). If it is a word, the operation gives it, and tests and a
// change of class follow; if it is not, operations of sums and products find the rest of it, and what there is
// no operation for is done by the 129-bit routine.

// s64 and u64 are the two kinds of words.
var (
	s64 = width{true, 64}
	u64 = width{false, 64}
)

// isWord reports whether every int of w is an int64 or every one is a uint64.
func (w width) isWord() bool { return w.within(s64) || w.within(u64) }

// word bounds the operand v where it is one word. Of a value computed modulo a power of two it bounds the
// exact one.
func (l *lowerer) word(v ir.Value) width {
	if l.fn.class[v] == classG {
		return meetWidth(l.width[v], s64)
	}
	return l.width[v]
}

// wordWidth bounds the exact result of i on operands of one word.
func (l *lowerer) wordWidth(i ir.Inst) width {
	return l.resultWidth(i, 0, func(n int) width { return l.word(l.f.Arg(i, n)) })
}

// exactWidth bounds the exact result of i.
func (l *lowerer) exactWidth(i ir.Inst) width {
	return l.resultWidth(i, 0, func(n int) width { return l.width[l.f.Arg(i, n)] })
}

// expectsWide reports whether i has an operand or a result of which more than a word is to be expected rather than
// an exception: then specialised code would only be a detour.
// A width of 65 or 66 comes from a sum of words that nearly always fits.
func (l *lowerer) expectsWide(i ir.Inst) bool {
	f := l.f
	for n := range f.NumFixed(i) {
		switch v := f.Arg(i, n); l.fn.class[v] {
		case classM:
			return true
		case classG:
			if w := l.width[v]; w.n > 66 && w.n < infWidth {
				return true
			}
		}
	}
	return f.NumResults(i) > 0 && l.fn.class[f.Result(i, 0)] == classM
}

// bitMask is a claim of known bits on a word.
type bitMask struct{ zeros, ones uint64 }

// knownWidth is the range that a pattern of known bits implies: leading zeros or ones go on for ever.
func knownWidth(a ir.Annot) (width, bool) {
	k := a.Known()
	switch {
	case k == nil:
	case k.Zeros.Negative():
		return width{false, uint32(k.Zeros.Width())}, true
	case k.Ones.Negative():
		return width{true, uint32(k.Ones.Width()) + 1}, true
	}
	return width{}, false
}

// implied reports whether every int of width w satisfies a.
// A range of 0 bits holds for 0 alone: no width says that.
func implied(a ir.Annot, w width) bool {
	if !claims(a) {
		return true
	}
	if a.Align() != 0 || a.FPClasses() != 0 || a.HasFields() {
		return false
	}
	if r, ok := annotWidth(a); ok && (!w.within(r) || r.n == 0) {
		return false
	}
	k := a.Known()
	return k == nil || k.Ones.Sign() == 0 && (k.Zeros.Sign() == 0 || !w.signed && k.Zeros.TrailingZeros() >= uint(w.n))
}

// simple reports whether the only claim of a is a range.
func simple(a ir.Annot) bool {
	k := a.Known()
	return a.Align() == 0 && a.FPClasses() == 0 && !a.HasFields() && (k == nil || k.Zeros.Sign() == 0 && k.Ones.Sign() == 0)
}

// tests lists the instructions that make a word of width w, which is exact, a value of class to, having checked
// the claims on it; the last one's destination, and all slots, are the caller's to fill in. ok is false
// if a claim cannot be tested on a word.
func (l *lowerer) tests(w width, to class, claims ...ir.Annot) (tests []code, ok bool) {
	if !w.isWord() {
		return nil, false
	}
	for _, a := range claims {
		if implied(a, w) {
			continue
		}
		if r, has := annotWidth(a); has && r.n == 0 && !r.signed {
			// Zero and nothing else, as the check of an index has it.
			tests = append(tests, code{op: fCheckBits, imm: uint64(len(l.fn.masks))})
			l.fn.masks = append(l.fn.masks, bitMask{zeros: math.MaxUint64})
			w = r
		} else if has && !w.within(r) {
			op, bits := l.check(w.class(), r)
			if bits == 0 {
				return nil, false
			}
			tests = append(tests, code{op: op, k: uint8(64 - bits)})
			w = meetWidth(w, r)
		}
		if k := a.Known(); k != nil && !implied(a, w) {
			mask, ok := wordMask(k, w)
			if !ok {
				return nil, false
			}
			tests = append(tests, code{op: fCheckBits, imm: uint64(len(l.fn.masks))})
			l.fn.masks = append(l.fn.masks, mask)
			if kw, ok := knownWidth(a); ok {
				w = meetWidth(w, kw)
			}
		}
	}
	switch {
	case to == classG && w.class() == classU:
		tests = append(tests, code{op: fWiden})
	case to == classS && !w.within(s64), to == classU && !w.within(u64):
		return nil, false
	}
	return tests, true
}

// wordMask is the part of a pattern that a word of width w can violate; ok is false if it asks for
// ones that no such word has, or about bits that the word does not show.
func wordMask(k *ir.Known, w width) (m bitMask, ok bool) {
	if w.within(s64) {
		// Bit 63 stands for all above it.
		zeros, ok1 := k.Zeros.Int64()
		ones, ok2 := k.Ones.Int64()
		return bitMask{uint64(zeros), uint64(ones)}, ok1 && ok2
	}
	ones, ok := k.Ones.Uint64()
	return bitMask{k.Zeros.Low64(), ones}, ok
}

// finish emits c, whose word represents the exact result, an int of width w, and then what makes it the
// result: tests of its annotation, and the form of its class.
// The spare slots are why no slot of the program is written before the last test: who leaves finds
// the operands unchanged even if the result overwrites one of them.
// It is false where the claim cannot be tested; nothing was emitted then.
func (l *lowerer) finish(i ir.Inst, c code, w width, m codeMeta) bool {
	return l.finishInt(l.f.Result(i, 0), c, w, m)
}

// finishInt is finish of a result that need not be the first.
func (l *lowerer) finishInt(v ir.Value, c code, w width, m codeMeta) bool {
	if l.fn.class[v] == classL { // nothing is claimed of it
		l.emit(c, m)
		return true
	}
	tests, ok := l.tests(w, l.fn.class[v], l.f.AnnotOf(v))
	if ok {
		l.chain(c, tests, m)
	}
	return ok
}

// chain emits c and the tests of its result. Each of them leaves for the instruction as a whole.
func (l *lowerer) chain(c code, tests []code, m codeMeta) {
	dst, skip := c.dst, m.skip
	if c.op == fMove && len(tests) > 0 {
		// The first test copies.
		tests[0].a = c.a
		c, tests = tests[0], tests[1:]
	}
	for n := 0; ; n++ {
		m.skip = skip + int32(len(tests)-n)
		if n == len(tests) {
			c.dst = dst
			l.emit(c, m)
			return
		}
		c.dst = l.temp(1)
		l.emit(c, m)
		from := c.dst
		c = tests[n]
		c.a = from
	}
}

// checked emits c with its result in a spare slot, and the check that moves it to where it
// belongs.
func (l *lowerer) checked(c, check code, m codeMeta) { l.chain(c, []code{check}, m) }

// check picks the test that an unboxed int of class c is within r: fCheckU or fCheckS, and
// the number of bits, which is 0 where only 0 or nothing fits and no test can be used.
// An unboxed U is not negative: in a signed range of n bits it has n-1.
// An unboxed S or G is an int64: an unsigned range of 64 bits is then the same as one of 63.
func (l *lowerer) check(c class, r width) (fastOp, uint32) {
	if c == classU {
		if r.signed {
			return fCheckU, max(min(r.n, 65), 1) - 1
		}
		return fCheckU, min(r.n, 64)
	}
	if r.signed {
		return fCheckS, min(r.n, 64)
	}
	return fCheckU, min(r.n, 63)
}

// intInst lowers an instruction with int operands or results; false leaves it to the 129-bit routine.
func (l *lowerer) intInst(i ir.Inst, c code, m codeMeta) bool {
	if op := l.f.Op(i); op == ir.OpZExt || op == ir.OpSExt {
		return l.ext(i, c, m)
	}
	if l.expectsWide(i) {
		return false
	}
	switch l.f.Op(i) {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return l.arith(i, c, m)
	case ir.OpShl:
		return l.shl(i, c, m)
	case ir.OpShr:
		return l.shr(i, c, m)
	}
	return l.intOp(i, c, m)
}

// exactForm and zsForm are the families of an operation: with the exact result of any words, in the order S, U, G
// of its class; and with an exact 64-bit form and checked forms, in the order Z, S, U, V.
var (
	exactForm = map[ir.Op]fastOp{ir.OpAdd: fAddXS, ir.OpSub: fSubXS, ir.OpMul: fMulXS}
	zsForm    = map[ir.Op]fastOp{ir.OpAdd: fAddZ, ir.OpSub: fSubZ, ir.OpMul: fMulZ}
)

// arith lowers add, sub and mul.
// By falling certainty: nothing but low bits is asked for, or the exact result is a word; both operands are
// unsigned words and so is the claim, so a carry is what to check; both are int64, so signed
// overflow is; otherwise the result is computed with its high word.
func (l *lowerer) arith(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	base := zsForm[f.Op(i)]
	v := f.Result(i, 0)
	x, y := l.word(f.Arg(i, 0)), l.word(f.Arg(i, 1))
	to, an := l.fn.class[v], f.AnnotOf(v)
	w := l.wordWidth(i)
	c.op = base
	if to == classL || w.isWord() && implied(an, w) {
		return l.finish(i, c, w, m)
	}
	r, ranged := annotWidth(an)
	only := ranged && r.n > 0 && r.n <= 64 && implied(an, r) // the range is all that is claimed
	unsigned := x.within(u64) && y.within(u64)
	signed := x.within(s64) && y.within(s64)
	switch {
	case only && !r.signed && unsigned:
		c.op, c.k = base+2, uint8(64-r.n)
		l.emit(c, m)
		return true
	case only && r.signed && signed:
		c.op, c.k = base+3, uint8(64-r.n)
		l.emit(c, m)
		return true
	case w.isWord():
		return l.finish(i, c, w, m)
	case to == classG && signed && !claims(an):
		c.op = base + 3 // beyond an int64 it leaves for the 129-bit routine
		l.emit(c, m)
		return true
	}
	c.op = exactForm[f.Op(i)] + fastOp(to-classS)
	if x.class() == classS {
		c.k = 1
	}
	if y.class() == classS {
		c.k |= 2
	}
	switch to {
	case classS:
		w = meetWidth(w, s64)
	case classU:
		w = meetWidth(w, u64)
	default:
		if !implied(an, w) {
			return false
		}
		c.op = exactForm[f.Op(i)] + 2
		l.emit(c, m)
		return true
	}
	return l.finish(i, c, w, m)
}

// shr lowers shifts to the right, whose result is never longer than the operand.
func (l *lowerer) shr(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	amount, isConst := l.constOf(y)
	w := l.word(x)
	if w.class() == classG { // low bits of an int of class L
		w = u64
	}
	c.op = fShrS
	if w.class() == classU || l.fn.class[x] == classL {
		c.op = fShrU
	}
	switch {
	case isConst && amount < 0 || isConst && amount > 63 && c.op == fShrU:
		return false
	case isConst:
		c.op, c.b = c.op-fShrU+fShrIU, int32(min(amount, 63))
	case l.fn.class[y] == classU:
		return false
	}
	if l.fn.class[x] == classL {
		return l.finish(i, c, u64, m)
	}
	return l.finish(i, c, l.wordWidth(i), m)
}

// shl lowers shifts to the left. A result that is not a word by the widths is tested for bits that were lost.
func (l *lowerer) shl(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	x, y, v := f.Arg(i, 0), f.Arg(i, 1), f.Result(i, 0)
	amount, isConst := l.constOf(y)
	if isConst && (amount < 0 || amount > 63) {
		return false
	}
	c.op = fShlZ
	if isConst {
		c.op, c.b = fShlIZ, int32(amount)
	}
	w, an := l.wordWidth(i), f.AnnotOf(v)
	if l.fn.class[v] == classL || w.isWord() && implied(an, w) {
		return l.finish(i, c, w, m)
	}
	from := l.word(x)
	r, ranged := annotWidth(an)
	only := ranged && r.n > 0 && r.n <= 64 && implied(an, r)
	switch {
	case only && !r.signed && from.within(u64):
		c.op, c.k = c.op+2, uint8(64-r.n)
	case only && r.signed && from.within(s64):
		c.op, c.k = c.op+3, uint8(64-r.n)
	case w.isWord():
		return l.finish(i, c, w, m)
	case !claims(an) && from.within(s64):
		c.op += 3
	default:
		return false
	}
	l.emit(c, m)
	return true
}

// intOp lowers the other operations with one int result.
// A case that does not hold for operands of the classes at hand returns false.
// c comes with destination and operands, and gets its op here.
func (l *lowerer) intOp(i ir.Inst, c code, m codeMeta) bool {
	f, op := l.f, l.f.Op(i)
	in := func(n int) width { return l.word(f.Arg(i, n)) }
	all := func(w width) bool { return in(0).within(w) && in(1).within(w) }
	a := f.Attr(i)
	w := l.wordWidth(i)
	switch op {
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		c.op = fAnd + fastOp(op-ir.OpAnd)
	case ir.OpNot:
		c.op = fNot
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		switch {
		case all(u64):
			c.op = fDivU + fastOp(op-ir.OpDiv)%2
		case all(s64):
			c.op = fDivS + fastOp(op-ir.OpDiv)
		default:
			return false
		}
		if !w.isWord() { // only the quotient of the least int64 by -1 is none, and it leaves
			w = s64
		}
	case ir.OpMin, ir.OpMax:
		switch {
		case all(u64):
			c.op = fMinU + fastOp(op-ir.OpMin)
		case all(s64):
			c.op = fMinS + fastOp(op-ir.OpMin)
		default:
			return false
		}
	case ir.OpBoolToInt:
		c.op = fMove
	case ir.OpSelect:
		return l.intSelect(i, c, m)
	case ir.OpCountOnes:
		c.op = fPopCount
		if in(0).within(u64) {
			c.k = 1 // no negative operand
		}
	case ir.OpCountTrailingZeros:
		c.op = fCtz
	case ir.OpCountLeadingZeros:
		if a.N > 64 || a.N == 0 {
			return false
		}
		c.op, c.k = fClz, uint8(64-a.N)
	case ir.OpBSwap, ir.OpBitReverse:
		n := a.N
		if op == ir.OpBSwap {
			n *= 8
		}
		if n == 0 || n > 64 || a.N > 64 {
			return false
		}
		c.op, c.k = fBitRev, uint8(64-n)
		if op == ir.OpBSwap {
			c.op = fBSwap
		}
	case ir.OpRotateLeft, ir.OpRotateRight:
		// An unsigned amount may be taken for a signed one if 2^64 is a multiple of the width.
		if a.N > 64 || a.N == 0 || l.fn.class[f.Arg(i, 1)] == classU && a.N&(a.N-1) != 0 {
			return false
		}
		c.op, c.imm = fRotL, uint64(a.N)
		if op == ir.OpRotateRight {
			c.op = fRotR
		}
	case ir.OpPtrDiff:
		c.op = fPtrDiff
	case ir.OpPtrToAddr:
		c.op = fMove
		if l.w.o.SourceUB && f.Mark(i).Rule == ir.RulePointerValue {
			c.op = fPtrLive
		}
	case ir.OpPtrToInt:
		if l.w.o.SourceUB && f.Mark(i).Rule == ir.RulePointerValue {
			return false
		}
		c.op = fPtrToInt
	case ir.OpFPToSI, ir.OpFPToUI:
		return l.floatToInt(i, c, m)
	case ir.OpFreeze:
		return l.freeze(i, c, m)
	case ir.OpBitCast, ir.OpBitCastExpose:
		return l.bitcast(i, c, m)
	default:
		return false
	}
	return l.finish(i, c, w, m)
}

// ext lowers zext and sext. Beyond 64 bits they give the word that they take, but for a negative one zero-extended.
func (l *lowerer) ext(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	n, x := f.Attr(i).Imm, f.Arg(i, 0)
	if n < 1 {
		return false
	}
	if n <= 64 {
		k := l.fn.class[x]
		wide := k == classG || k == classM
		if c.op, c.k = fExtZ, uint8(64-n); wide {
			c.op = fLowZ
		}
		if f.Op(i) == ir.OpSExt {
			c.op++
		}
		if wide { // the operand need not be a word
			return l.finish(i, c, l.exactWidth(i), m)
		}
		if w := l.word(x); w.isWord() && w.within(extWidth(f, i)) {
			c.op, c.k = fMove, 0
		}
		return l.finish(i, c, l.wordWidth(i), m)
	}
	if l.expectsWide(i) {
		return false
	}
	w := l.word(x)
	c.op = fMove
	if l.fn.class[f.Result(i, 0)] == classL {
		l.emit(c, m)
		return true
	}
	if f.Op(i) == ir.OpZExt && w.signed {
		return false
	}
	return l.finish(i, c, w, m)
}

// extWidth is the width of what an extension gives, whatever is extended.
func extWidth(f *ir.Func, i ir.Inst) width {
	return width{f.Op(i) == ir.OpSExt, uint32(min(f.Attr(i).Imm, infWidth))}
}

// intSelect lowers a select of ints. The arms may be of different classes if the result has room.
func (l *lowerer) intSelect(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	v := f.Result(i, 0)
	x, y := l.word(f.Arg(i, 1)), l.word(f.Arg(i, 2))
	c.op, c.a, c.b, c.imm = fSelect, l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1)), uint64(l.slot(f.Arg(i, 2)))
	if l.fn.class[v] == classG {
		if !implied(f.AnnotOf(v), joinWidth(l.width[f.Arg(i, 1)], l.width[f.Arg(i, 2)])) {
			return false
		}
		c.op = fSelectG
		if x.class() == classU {
			c.k = 1
		}
		if y.class() == classU {
			c.k |= 2
		}
		l.emit(c, m)
		return true
	}
	return l.finish(i, c, joinWidth(x, y), m)
}

// compare picks the comparison of two words of the same class.
// GT and GE are LT and LE with the operands exchanged.
// Wide and poison operands leave, so only unboxed words are compared.
func (l *lowerer) compare(i ir.Inst) (op fastOp, a, b int32, ok bool) {
	f := l.f
	if f.Op(i) == ir.OpIntToBool { // it is not zero
		return fNE, l.slot(f.Arg(i, 0)), l.zero, !l.expectsWide(i)
	}
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	wx, wy := l.word(x), l.word(y)
	a, b = l.slot(x), l.slot(y)
	var unsigned bool
	switch {
	case l.expectsWide(i):
		return 0, 0, 0, false
	case wx.within(u64) && wy.within(u64):
		unsigned = true
	case wx.within(s64) && wy.within(s64):
	default:
		return 0, 0, 0, false
	}
	lt, le := fLTS, fLES
	if unsigned {
		lt, le = fLTU, fLEU
	}
	switch f.Attr(i).Pred {
	case ir.EQ:
		return fEQ, a, b, true
	case ir.NE:
		return fNE, a, b, true
	case ir.LT:
		return lt, a, b, true
	case ir.LE:
		return le, a, b, true
	case ir.GT:
		return lt, b, a, true
	}
	return le, b, a, true
}

// fuseExt lowers arithmetic whose only reader extends its low bits, of which there are at most 64: low bits
// of sums, products and left shifts depend on low bits of the operands alone.
func (l *lowerer) fuseExt(i, next ir.Inst, m codeMeta) bool {
	f := l.f
	if l.expectsWide(i) || l.expectsWide(next) {
		return false
	}
	w := f.Result(next, 0)
	tests, ok := l.tests(l.exactWidth(next), l.fn.class[w], f.AnnotOf(w))
	if !ok {
		return false
	}
	sign := fastOp(0)
	if f.Op(next) == ir.OpSExt {
		sign = 1
	}
	c := code{k: uint8(64 - f.Attr(next).Imm), dst: l.slot(w)}
	switch op := f.Op(i); op { // what else is extended, such as a constant, need not have operands
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		c.op, c.a, c.b = zsForm[op]+sign, l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1))
	case ir.OpShl:
		c.a = l.slot(f.Arg(i, 0))
		if n, ok := l.constOf(f.Arg(i, 1)); ok {
			if n < 0 || n > 63 {
				return false
			}
			c.op, c.b = fShlIZ+sign, int32(n)
		} else {
			c.op, c.b = fShlZ+sign, l.slot(f.Arg(i, 1))
		}
	default:
		return false
	}
	l.fused[next] = true
	m.inst2, m.rest = next, m.rest-1
	l.chain(c, tests, m)
	return true
}
