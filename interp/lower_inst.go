package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// inst lowers one instruction.
// First what cannot be specialised by operands, then pairs, then single instructions behind guards.
// Whatever was emitted for an instruction that turns out to be unsuitable is taken back: the result is one fSlow.
func (l *lowerer) inst(i ir.Inst, m codeMeta) {
	f, op := l.f, l.f.Op(i)
	if f.NumResults(i) == 1 && l.owned[f.Result(i, 0)] {
		return // a constant or a plain parameter
	}
	switch op {
	case ir.OpBr, ir.OpBrIf, ir.OpSwitch, ir.OpContinue, ir.OpRegionYield, ir.OpRet, ir.OpUnreachable, ir.OpTrap:
		l.terminator(i, m)
		return
	case ir.OpCall:
		l.call(i, m)
		return
	case ir.OpParam:
		m.what = metaParam
		p := f.Params[f.Attr(i).Imm]
		l.receive(f.Result(i, 0), l.fn.paramAt[f.Attr(i).Imm], paramWidth(p), m)
		return
	}
	if l.fuse(i, m) {
		return
	}
	first := len(l.fn.code)
	at, ok := l.guards(i, m)
	if ok {
		ok = l.special(i, m)
	}
	if !ok {
		l.fn.code, l.fn.meta = l.fn.code[:first], l.fn.meta[:first]
		l.emit(code{op: fSlow}, m)
		return
	}
	for _, g := range at {
		// A guard that fails skips the code it guards: the reference evaluator has done the whole instruction.
		l.fn.code[g].b = int32(len(l.fn.code) - g - 1)
	}
}

// zsForm is the family of an operation with an exact 64-bit form and checked forms, in the
// order Z, S, CU, CS, U, V.
var zsForm = map[ir.Op]fastOp{ir.OpAdd: fAddZ, ir.OpSub: fSubZ, ir.OpMul: fMulZ}

// fuse lowers i together with the instruction after it: arithmetic with the extension that
// is its only reader, and a comparison with the branch on it.
// The value between the two is not stored: it has no other reader, and its own annotation holds by its width.
// If a pair leaves for the reference evaluator, that executes both instructions, from the operands of the first.
// next must be the very next instruction, so nothing happens between the two that could see the first alone.
func (l *lowerer) fuse(i ir.Inst, m codeMeta) bool {
	f := l.f
	next := f.NextInst(i)
	if next == ir.NoInst || f.NumResults(i) != 1 || f.NumOperands(next) == 0 || f.Arg(next, 0) != f.Result(i, 0) {
		return false
	}
	v := f.Result(i, 0)
	if !l.singleUse(v) || claims(f.Operand(next, 0).Annot) ||
		claims(f.AnnotOf(v)) && (f.TypeOf(v) != ir.Int || !l.implied(f.AnnotOf(v), l.exactWidth(i))) {
		return false
	}
	for n := range f.NumFixed(i) {
		if o := f.Operand(i, n); claims(o.Annot) && !l.implied(o.Annot, l.width[o.Value]) {
			return false
		}
	}
	switch nop := f.Op(next); {
	case nop == ir.OpStore && f.TypeOf(v) == ir.Int:
		return l.fuseStore(i, next, m)
	case (nop == ir.OpZExt || nop == ir.OpSExt) && f.Attr(next).Imm <= 64:
		return l.fuseExt(i, next, m)
	case nop == ir.OpBrIf && f.Op(i) == ir.OpICmp:
		op, a, b, ok := l.compare(i)
		if !ok {
			return false
		}
		l.fused[next] = true
		cmp := l.emit(code{op: op - fEQ + fBrEQ, dst: l.slot(v), a: a, b: b}, m)
		m2 := m
		// The comparison also stands alone before the branch, in case its operands are boxed: then only it
		// leaves, and the branch reads the slot that it has written.
		m2.inst, m2.rest = next, m.rest-1
		br := l.emit(code{op: fBrIf, a: l.slot(v)}, m2)
		l.fn.code[br].imm = l.branchEdges(next, m2)
		l.fn.code[cmp].imm = l.fn.code[br].imm
		return true
	}
	return false
}

// fuseStore lowers arithmetic whose only reader stores its low bytes: the sum, difference or
// product modulo 2^64 is enough.
// Addition, subtraction and multiplication commute with reduction modulo 2^64, and at most 8 bytes are stored.
// Without the fusion a result without a claim would need a check that it fits an int64.
func (l *lowerer) fuseStore(i, next ir.Inst, m codeMeta) bool {
	f := l.f
	base, ok := zsForm[f.Op(i)]
	if !ok || l.exactWidth(i).class() != classG || claims(f.Operand(next, 1).Annot) {
		return false
	}
	c := code{op: base, dst: l.temp(1), a: l.slot(f.Arg(i, 0)), b: l.slot(f.Arg(i, 1))}
	st := code{a: c.dst, b: l.slot(f.Arg(next, 1)), imm: uint64(max(f.Attr(next).Align, 1)) - 1}
	switch f.Attr(next).N {
	case 1:
		st.op = fStore8
	case 2:
		st.op = fStore16
	case 4:
		st.op = fStore32
	case 8:
		st.op = fStore64
	default:
		return false
	}
	l.fused[next] = true
	// If the arithmetic leaves, both are executed and the store is skipped; if the store leaves, both are
	// executed again, which is right because the first has no effect.
	m.inst2, m.rest, m.skip = next, m.rest-1, 1
	l.emit(c, m)
	m.skip = 0
	l.emit(st, m)
	return true
}

// fuseExt lowers arithmetic whose only reader extends its low bits, of which there are at most 64: low bits
// of sums, products and left shifts depend on low bits of the operands alone.
// The claim of the extension, if its width does not imply it, is a check of its own.
func (l *lowerer) fuseExt(i, next ir.Inst, m codeMeta) bool {
	f := l.f
	w := f.Result(next, 0)
	an, ext := f.AnnotOf(w), l.extWidth(next)
	var check code
	if !l.implied(an, ext) {
		r, ok := annotWidth(an)
		if !ok || !simple(an) {
			return false
		}
		op, bits := l.check(ext.class(), r)
		if bits == 0 {
			return false
		}
		check = code{op: op, k: uint8(64 - bits)}
	}
	k := uint8(64 - f.Attr(next).Imm)
	sign := fastOp(0)
	if f.Op(next) == ir.OpSExt {
		sign = 1
	}
	c := code{k: k, dst: l.slot(w)}
	switch op := f.Op(i); op {
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
			if l.fn.class[f.Arg(i, 1)] == classU {
				return false
			}
		}
	default:
		return false
	}
	l.fused[next] = true
	m.inst2, m.rest = next, m.rest-1
	if check.op != 0 {
		l.checked(c, check, m)
	} else {
		l.emit(c, m)
	}
	return true
}

// extWidth is the width of what an extension gives.
// It holds of the result whatever is extended.
func (l *lowerer) extWidth(i ir.Inst) width {
	return width{l.f.Op(i) == ir.OpSExt, uint32(l.f.Attr(i).Imm)}
}

// bigOp lowers an operation on ints that are expected to be wider than 64 bits.
// Such code is no slower on small operands than a failed check and an exit, and much faster on wide ones.
// It is for the operations of bigOps, comparisons and extensions.
func (l *lowerer) bigOp(i ir.Inst, c code, m codeMeta) bool {
	c.op, c.k = fBigBin, uint8(l.f.Op(i))
	if a := l.f.Attr(i); a.Imm > 0 {
		c.imm = uint64(a.Imm)
	}
	l.emit(c, m)
	return true
}

// compare picks the comparison of two 64-bit ints of the same class.
// GT and GE are LT and LE with the operands exchanged.
// Wide and poison operands are boxed and leave, so only unboxed words are compared.
func (l *lowerer) compare(i ir.Inst) (op fastOp, a, b int32, ok bool) {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	wx, wy := l.width[x], l.width[y]
	u64 := width{false, 64}
	a, b = l.slot(x), l.slot(y)
	var unsigned bool
	switch {
	case wx.within(u64) && wy.within(u64):
		unsigned = true
	case l.fn.class[x] != classU && l.fn.class[y] != classU:
		// Unboxed ints of classes S and G are int64 whatever their width.
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

// special lowers an instruction whose operands need no check that guards could not make.
// It is false if there is no specialised code, and has then perhaps emitted something, which inst takes back.
func (l *lowerer) special(i ir.Inst, m codeMeta) bool {
	f, op := l.f, l.f.Op(i)
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		return l.arith(i, m)
	case ir.OpShl, ir.OpShr:
		return l.shift(i, m)
	case ir.OpLoad, ir.OpStore:
		return l.memory(i, m)
	case ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet:
		c := code{op: fMemCopy, a: l.slot(f.Arg(i, 0)), b: l.slot(f.Arg(i, 1)), dst: l.slot(f.Arg(i, 2)), imm: uint64(max(f.Attr(i).Align, 1)) - 1}
		switch op {
		case ir.OpMemMove:
			c.k = 1
		case ir.OpMemSet:
			c.op = fMemFill
		}
		l.emit(c, m)
		return true
	}
	if f.NumResults(i) != 1 {
		return false
	}
	v := f.Result(i, 0)
	c := code{dst: l.slot(v)}
	if f.NumFixed(i) > 0 {
		c.a = l.slot(f.Arg(i, 0))
	}
	if f.NumFixed(i) > 1 {
		c.b = l.slot(f.Arg(i, 1))
	}
	if f.TypeOf(v) == ir.Int {
		return l.intOp(i, c, m)
	}
	if op == ir.OpStackSlot { // not for the reference evaluator, which has no frame of this engine
		c.op, c.imm = fStackSlot, uint64(len(l.fn.slots))
		l.fn.slots = append(l.fn.slots, slotSite{region: f.BlockRegion(f.InstBlock(i))})
		if claims(f.AnnotOf(v)) {
			c.k = 1
		}
		l.emit(c, m)
		return true
	}
	switch op {
	case ir.OpICmp:
		o, a, b, ok := l.compare(i)
		if !ok {
			return !claims(f.AnnotOf(v)) && l.bigOp(i, c, m)
		}
		c.op, c.a, c.b = o, a, b
	case ir.OpBAnd:
		c.op = fBAnd
	case ir.OpBOr:
		c.op = fBOr
	case ir.OpBXor:
		c.op = fBXor
	case ir.OpNot: // bool
		c.op = fBNot
	case ir.OpIntToBool:
		c.op = fIntToBool
	case ir.OpSelect:
		c.op, c.imm = fSelect, uint64(l.slot(f.Arg(i, 2)))
	case ir.OpPtrAdd:
		c.op = fPtrAdd
	case ir.OpIntToPtr:
		c.op = fIntToPtr
	case ir.OpFreeze:
		return l.freeze(i, c, m)
	case ir.OpBitCast:
		return l.bitcast(i, c, m)
	default:
		return l.floatOp(i, c, m)
	}
	return l.finishPlain(i, c, m)
}

// finish emits c, whose unboxed 64-bit result represents the exact result, an int of width w,
// and then the check of the result's annotation if w does not imply it.
// The check must see the exact result: code whose result may wrap is lowered by arith and shift, which check first.
// It is false where no single test can check the claim; nothing was emitted then.
func (l *lowerer) finish(i ir.Inst, c code, w width, m codeMeta) bool {
	a := l.f.AnnotOf(l.f.Result(i, 0))
	if l.implied(a, w) {
		l.emit(c, m)
		return true
	}
	r, ok := annotWidth(a)
	if !ok || !simple(a) || w.class() == classG {
		return false
	}
	op, bits := l.check(w.class(), r)
	if bits == 0 {
		return false
	}
	l.checked(c, code{op: op, k: uint8(64 - bits)}, m)
	return true
}

// checked emits c with its result in a spare slot, and the check that moves it to where it
// belongs. Either of them leaves for the reference evaluator as a whole.
// The spare slot is why no slot of the program is written before the check: the reference evaluator finds its
// operands unchanged even if the result overwrites one of them.
func (l *lowerer) checked(c, check code, m codeMeta) {
	check.dst = c.dst
	c.dst = l.temp(1)
	check.a = c.dst
	m.skip = 1
	l.emit(c, m)
	m.skip = 0
	l.emit(check, m)
}

// exactWidth is the width of the result of i before its annotation.
func (l *lowerer) exactWidth(i ir.Inst) width { return l.resultWidth(i, 0) }

// arith lowers add, sub and mul.
// By falling certainty: the width implies the claim; the exact result fits 64 bits and is checked against the
// claim; both operands are unsigned words and so is the claim, so a carry is what to check; both are int64,
// so signed overflow is; otherwise it is a matter for wide ints.
func (l *lowerer) arith(i ir.Inst, m codeMeta) bool {
	f := l.f
	base := zsForm[f.Op(i)]
	x, y, v := f.Arg(i, 0), f.Arg(i, 1), f.Result(i, 0)
	c := code{dst: l.slot(v), a: l.slot(x), b: l.slot(y)}
	an := f.AnnotOf(v)
	r, ranged := annotWidth(an)
	if !simple(an) || ranged && r.n == 0 {
		return false
	}
	w := l.exactWidth(i)
	switch wc := w.class(); {
	case wc != classG && l.implied(an, w):
		c.op = base
	case wc != classG:
		op, bits := l.check(wc, r)
		if bits == 0 {
			return false
		}
		c.op, c.k = base+2+(op-fCheckU), uint8(64-bits)
	case l.width[x].within(width{false, 64}) && l.width[y].within(width{false, 64}) && ranged && !r.signed && r.n <= 64:
		c.op, c.k = base+4, uint8(64-r.n)
	case !ranged && l.width[x].within(width{false, 64}) && l.width[y].within(width{false, 64}) && f.Op(i) != ir.OpSub:
		c.op, c.k = base+4, 1 // unboxed if it fits an int64
	case l.fn.class[x] != classU && l.fn.class[y] != classU:
		// Unboxed operands are int64, whatever their class.
		switch {
		case !ranged || r.n > 64:
			if ranged && !r.signed {
				return l.bigOp(i, c, m)
			}
			c.op = base + 5
			if l.wide(x) || l.wide(y) {
				return l.bigOp(i, c, m)
			}
		case r.signed:
			c.op, c.k = base+5, uint8(64-r.n)
		default:
			if r.n == 64 {
				return false
			}
			c.op = base + 5
			l.checked(c, code{op: fCheckU, k: uint8(64 - r.n)}, m)
			return true
		}
	default:
		return l.bigOp(i, c, m)
	}
	l.emit(c, m)
	return true
}

// wide reports whether v is annotated as wider than 64 bits, so that boxed values are to be
// expected rather than an exception.
// A width of 65 or 66 comes from a sum of words that nearly always fits.
func (l *lowerer) wide(v ir.Value) bool {
	w := l.width[v]
	return w.class() == classG && w.n < infWidth && w.n > 66
}

// shift lowers shl and shr by a constant and by a slot.
// Amounts of 64 and more, and negative ones, leave.
// A left shift by a slot needs a check that no bit is lost, unless the result is extended from low bits,
// which fuseExt has taken.
// A shift to the right never leaves 64 bits.
func (l *lowerer) shift(i ir.Inst, m codeMeta) bool {
	f := l.f
	x, y, v := f.Arg(i, 0), f.Arg(i, 1), f.Result(i, 0)
	c := code{dst: l.slot(v), a: l.slot(x), b: l.slot(y)}
	if l.wide(x) || l.wide(v) {
		return l.bigOp(i, c, m)
	}
	amount, isConst := l.constOf(y)
	if isConst && (amount < 0 || amount > 63) || l.fn.class[y] == classU {
		return false
	}
	cx := l.fn.class[x]
	if f.Op(i) == ir.OpShr {
		c.op = fShrS
		if cx == classU {
			c.op = fShrU
		}
		if isConst {
			c.op, c.b = c.op-fShrU+fShrIU, int32(amount)
		}
		if cx == classG { // an unboxed G is an int64, and so is its shift
			if claims(f.AnnotOf(v)) {
				return false
			}
			l.emit(c, m)
			return true
		}
		w := l.width[x]
		if isConst {
			w = l.exactWidth(i)
			if cx == classU && amount == 0 {
				w = width{false, 64}
			}
		}
		return l.finish(i, c, w, m)
	}
	form := fShlZ
	if isConst {
		form, c.b = fShlIZ, int32(amount)
	}
	an := f.AnnotOf(v)
	r, ranged := annotWidth(an)
	if !simple(an) || ranged && r.n == 0 {
		return false
	}
	if w := l.exactWidth(i); isConst && w.class() != classG {
		c.op = form
		return l.finish(i, c, w, m)
	}
	switch {
	case ranged && !r.signed && r.n <= 64 && l.width[x].within(width{false, 64}):
		c.op, c.k = form+2, uint8(64-r.n)
	case ranged && r.signed && r.n <= 64 && cx != classU:
		c.op, c.k = form+3, uint8(64-r.n)
	case !ranged && cx != classU:
		c.op = form + 3
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
	in := func(n int) class { return l.fn.class[f.Arg(i, n)] }
	both := func(k class) bool { return in(0) == k && in(1) == k }
	u64 := func(n int) bool { return l.width[f.Arg(i, n)].within(width{false, 64}) }
	a := f.Attr(i)
	w := l.exactWidth(i)
	switch op {
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		c.op = fAnd + fastOp(op-ir.OpAnd)
		if l.wide(f.Arg(i, 0)) || l.wide(f.Arg(i, 1)) {
			return l.bigOp(i, c, m)
		}
		if in(0) == classG || in(1) == classG {
			// Unboxed G operands are int64; the result is one too unless the other is U.
			if in(0) == classU || in(1) == classU || w.class() == classU || claims(f.AnnotOf(f.Result(i, 0))) {
				return false
			}
			l.emit(c, m)
			return true
		}
		if w.class() == classG {
			return false
		}
	case ir.OpNot:
		if in(0) == classU {
			return false
		}
		c.op = fNot
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		switch {
		case u64(0) && u64(1):
			c.op = fDivU + fastOp(op-ir.OpDiv)%2
		case in(0) == classS && in(1) == classS:
			c.op = fDivS + fastOp(op-ir.OpDiv)
		case op == ir.OpDiv || op == ir.OpRem:
			return (l.wide(f.Arg(i, 0)) || l.wide(f.Arg(i, 1))) && l.bigOp(i, c, m)
		default:
			return false
		}
		if w.class() == classG { // only the quotient of the least int64 by -1 leaves 64 bits, and it goes to the reference evaluator
			w = width{true, 64}
		}
	case ir.OpMin, ir.OpMax:
		switch {
		case u64(0) && u64(1):
			c.op = fMinU + fastOp(op-ir.OpMin)
		case both(classS):
			c.op = fMinS + fastOp(op-ir.OpMin)
		default:
			return false
		}
	case ir.OpZExt, ir.OpSExt:
		if a.Imm > 64 {
			if in(0) == classG || l.wide(f.Result(i, 0)) {
				return l.bigOp(i, c, m)
			}
			return false
		}
		if l.wide(f.Arg(i, 0)) {
			return l.bigOp(i, c, m)
		}
		c.op, c.k = fExtZ, uint8(64-a.Imm)
		if op == ir.OpSExt {
			c.op = fExtS
		}
	case ir.OpBoolToInt:
		c.op = fMove
	case ir.OpSelect:
		if in(1) != in(2) {
			if !(in(1) != classU && in(2) != classU) && !(u64(1) && u64(2)) {
				return false
			}
		}
		if l.fn.class[f.Result(i, 0)] == classG && (in(1) == classU || in(2) == classU) {
			return false
		}
		c.op, c.a, c.b, c.imm = fSelect, l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1)), uint64(l.slot(f.Arg(i, 2)))
		if w.class() == classG && claims(f.AnnotOf(f.Result(i, 0))) {
			return false
		}
	case ir.OpCountOnes:
		if in(0) == classG {
			return false
		}
		c.op = fPopCount
		if in(0) == classU || u64(0) {
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
		if a.N > 64 || a.N == 0 || in(1) == classU {
			return false
		}
		c.op, c.imm = fRotL, uint64(a.N)
		if op == ir.OpRotateRight {
			c.op = fRotR
		}
	case ir.OpPtrDiff:
		c.op, w = fPtrDiff, width{true, 64}
	case ir.OpPtrToAddr:
		c.op = fMove
	case ir.OpPtrToInt:
		c.op = fPtrToInt
	case ir.OpFPToSI, ir.OpFPToUI:
		return l.floatToInt(i, c, m)
	case ir.OpFreeze:
		return l.freeze(i, c, m)
	case ir.OpBitCast:
		return l.bitcast(i, c, m)
	default:
		return false
	}
	return l.finish(i, c, w, m)
}
