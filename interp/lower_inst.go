package interp

import "github.com/tuffy-ir/tuffy/ir"

// inst lowers one instruction, and what watches it around it.
func (l *lowerer) inst(i ir.Inst, m codeMeta) {
	fresh := l.before(i, m)
	first := len(l.fn.code)
	l.instCode(i, m)
	l.after(i, fresh, first, m)
	if !l.f.Op(i).IsTerminator() {
		l.see(probeAfter, i, m)
	}
}

// instCode lowers one instruction.
// First what cannot be specialised by operands, then pairs, then single instructions behind guards.
// Whatever was emitted for an instruction that turns out to be unsuitable is taken back: the result is one fSlow.
func (l *lowerer) instCode(i ir.Inst, m codeMeta) {
	f, op := l.f, l.f.Op(i)
	if f.NumResults(i) == 1 && l.owned[f.Result(i, 0)] {
		return // a constant or a plain parameter
	}
	switch op {
	case ir.OpBr, ir.OpBrIf, ir.OpSwitch, ir.OpContinue, ir.OpRegionYield, ir.OpRet, ir.OpUnreachable, ir.OpTrap, ir.OpLongJmp:
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
	if l.dontCares(i) {
		if !l.overwriting(i, m) {
			l.emit(code{op: fSlow}, m)
		}
		return
	}
	if l.sinks(i) {
		l.sunk = i
		return
	}
	if !l.writesRegister(i, m) {
		l.single(i, m)
	}
}

// single lowers an instruction, perhaps with the extension behind it.
func (l *lowerer) single(i ir.Inst, m codeMeta) {
	op := l.f.Op(i)
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
		c := code{op: fSlow}
		if wideOps[op] {
			c = code{op: fWide, imm: uint64(i)}
		}
		l.emit(c, m)
		return
	}
	for _, g := range at {
		// A guard that fails skips the code it guards: the reference evaluator has done the whole instruction.
		l.fn.code[g].b = int32(len(l.fn.code) - g - 1)
	}
}

// fuse lowers i together with the instruction after it: arithmetic with the extension that
// is its only reader.
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
	if l.watched(i) || l.watched(next) || !l.singleUse(v) || claims(f.Operand(next, 0).Annot) ||
		claims(f.AnnotOf(v)) && (f.TypeOf(v) != ir.Int || !implied(f.AnnotOf(v), l.exactWidth(i))) {
		return false
	}
	for n := range f.NumFixed(i) {
		if o := f.Operand(i, n); claims(o.Annot) && !implied(o.Annot, l.width[o.Value]) {
			return false
		}
	}
	switch nop := f.Op(next); {
	case (nop == ir.OpZExt || nop == ir.OpSExt) && f.Attr(next).Imm <= 64:
		if r, ok := l.fn.registers[i]; ok {
			return l.extendRegister(i, next, r, m)
		}
		if op := f.Op(i); op == ir.OpLoad || op == ir.OpLoadExpose {
			return l.extendLoad(i, next, m)
		}
		return l.fuseExt(i, next, m)
	}
	return false
}

// sinks reports whether comparison i is made by the branch at the end of its block, its only reader, wherever it stands
// in the block: nothing between the two can tell.
func (l *lowerer) sinks(i ir.Inst) bool {
	f := l.f
	if op := f.Op(i); op != ir.OpICmp && (op != ir.OpIntToBool || l.zero < 0) {
		return false
	}
	v, t := f.Result(i, 0), f.Terminator(f.InstBlock(i))
	if t == ir.NoInst || f.Op(t) != ir.OpBrIf || f.Arg(t, 0) != v || !l.singleUse(v) || l.watched(i) || l.watched(t) || claims(f.Operand(t, 0).Annot) || claims(f.AnnotOf(v)) {
		return false
	}
	for n := range f.NumFixed(i) {
		if o := f.Operand(i, n); claims(o.Annot) && !implied(o.Annot, l.width[o.Value]) {
			return false
		}
	}
	_, _, _, ok := l.compare(i)
	return ok
}

// compareAndBranch lowers the comparison that sinks to branch t.
func (l *lowerer) compareAndBranch(t ir.Inst, m codeMeta) {
	i := l.sunk
	l.sunk = ir.NoInst
	op, a, b, _ := l.compare(i)
	v := l.f.Result(i, 0)
	first := m
	first.inst, first.rest = i, m.rest+1
	cmp := l.emit(code{op: op - fEQ + fBrEQ, dst: l.slot(v), a: a, b: b}, first)
	// The comparison also stands alone before the branch, in case its operands are boxed: then only it
	// leaves, and the branch reads the slot that it has written.
	br := l.emit(code{op: fBrIf, a: l.slot(v)}, m)
	l.fn.code[br].imm = l.branchEdges(t, m)
	l.fn.code[cmp].imm = l.fn.code[br].imm
}

// special lowers an instruction whose operands need no check that guards could not make.
// It is false if there is no specialised code, and has then perhaps emitted something, which inst takes back.
func (l *lowerer) special(i ir.Inst, m codeMeta) bool {
	f, op := l.f, l.f.Op(i)
	switch op {
	case ir.OpLoad, ir.OpLoadExpose, ir.OpStore:
		if r, ok := l.fn.registers[i]; ok {
			return l.registerAccess(i, r, m)
		}
		return l.memory(i, m)
	case ir.OpAtomicLoad, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg, ir.OpFence:
		return l.atomic(i, m)
	case ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet:
		l.bulk(i, m)
		return true
	case ir.OpVolatileLoad, ir.OpVolatileStore, ir.OpVolatileMemCpy, ir.OpVolatileMemMove, ir.OpVolatileMemSet, ir.OpStackSlotDyn, ir.OpStackEnd, ir.OpVaArg:
		return l.rare(i, m)
	}
	if op.IsVector() || op == ir.OpTargetIntrinsic {
		return l.vector(i, m)
	}
	if f.NumResults(i) != 1 {
		return false
	}
	switch op {
	case ir.OpExtractValue:
		return l.extractValue(i, m)
	case ir.OpInsertValue:
		return l.insertValue(i, m)
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
		return l.intInst(i, c, m)
	}
	if op == ir.OpStackSlot { // not for the reference evaluator, which has no frame of this engine
		c.op, c.imm = fStackSlot, l.slotSite(i)
		if r, ok := l.register[v]; ok {
			c.op, c.a = fRegSlot, r
			c.b = l.reservation()
		}
		if claims(f.AnnotOf(v)) {
			c.k = slotClaim
		}
		l.emit(c, m)
		return true
	}
	switch op {
	case ir.OpICmp:
		if o, a, b, ok := l.compare(i); ok {
			c.op, c.a, c.b = o, a, b
			break
		}
		c.op, c.imm = fCmpG, uint64(f.Attr(i).Pred)
		for n := range 2 {
			if l.fn.class[f.Arg(i, n)] == classU {
				c.k |= 1 << n
			}
		}
	case ir.OpBAnd:
		c.op = fBAnd
	case ir.OpBOr:
		c.op = fBOr
	case ir.OpBXor:
		c.op = fBXor
	case ir.OpNot: // bool
		c.op = fBNot
	case ir.OpIntToBool:
		if l.expectsWide(i) {
			return false
		}
		c.op = fIntToBool
	case ir.OpSelect:
		if !isScalar(f.TypeOf(v)) {
			return l.selectParts(i, c, m)
		}
		c.op, c.imm = fSelect, uint64(l.slot(f.Arg(i, 2)))
	case ir.OpPtrAdd:
		if c.op = fPtrAdd; l.w.o.SourceUB && !l.partOp(i, &c) {
			return false
		}
	case ir.OpPtrAddInBounds:
		c.op = fPtrAddIn
	case ir.OpIntToPtr:
		c.op = fIntToPtr
	case ir.OpFreeze:
		return l.freeze(i, c, m)
	case ir.OpBitCast, ir.OpBitCastExpose:
		return l.bitcast(i, c, m)
	default:
		return l.floatOp(i, c, m)
	}
	return l.finishPlain(i, c, m)
}
