package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Loads of registers are not made where what reads the value can read the register. Such a load reports nothing and changes
// nothing, so that nobody can tell when it is made, as long as nothing is stored to the register before its reader. The reader leaves
// if the register is not a plain word, as it does for any operand, and then the loads are made first (see loadDeferred).

// pendingLoad is a load of a register whose only reader is still to come in the same block.
type pendingLoad struct {
	load, reader ir.Inst
	register     int32
	under        ir.Inst // where load is the extension of a load, that one
}

// deferredLoad is a load that the fast code of its reader does without.
type deferredLoad struct {
	load, under ir.Inst
	register    int32
}

// defers reports whether load i of the register r may wait for its reader, or the extension i of a load.
func (l *lowerer) defers(i, under ir.Inst, r int32) bool {
	f := l.f
	v := f.Result(i, f.NumResults(i)-1)
	if l.w.o.DontCare.Kind != ChooseDefault || claims(f.AnnotOf(v)) || !l.quiet(i, r) || under != ir.NoInst && !l.quiet(under, r) || !l.fewUses(v) {
		return false
	}
	if k := l.fn.class[v]; k != classS && k != classU && k != classO {
		return false
	}
	for u := range f.Uses(v) {
		if f.InstBlock(u.Inst) != f.InstBlock(i) || claims(f.Operand(u.Inst, u.Index).Annot) && f.TypeOf(v) != ir.Int {
			return false
		}
	}
	for u := range f.Uses(v) {
		l.pending = append(l.pending, pendingLoad{i, u.Inst, r, under})
	}
	return true
}

// fewUses reports whether v has a use, and at most four.
func (l *lowerer) fewUses(v ir.Value) bool {
	n := 0
	for range l.f.Uses(v) {
		if n++; n > 4 {
			return false
		}
	}
	return n > 0
}

// quiet reports whether nothing is told of load i of the register r: of what is loaded before something was stored, some programs want to know.
func (l *lowerer) quiet(i ir.Inst, r int32) bool {
	switch l.f.Mark(i).Rule {
	case ir.RuleNone:
		return true
	case ir.RuleIndeterminate:
		return l.definite.holds(r)
	}
	return false
}

// readsDirectly reports whether the fast code of i may read registers in the place of loads of them.
func (l *lowerer) readsDirectly(i ir.Inst) bool {
	switch op := l.f.Op(i); op {
	case ir.OpCall, ir.OpSelect, ir.OpFreeze, ir.OpBitCast, ir.OpBitCastExpose, ir.OpInsertValue, ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet,
		ir.OpVolatileMemCpy, ir.OpVolatileMemMove, ir.OpVolatileMemSet, ir.OpStackSlotDyn, ir.OpStackEnd, ir.OpVaArg:
		return false
	default:
		return !op.IsTerminator() && !op.IsVector() && op != ir.OpTargetIntrinsic && !l.watched(i)
	}
}

// settle says for instruction i, which is lowered next, what becomes of the loads that wait: i reads their registers, or they are
// made before it.
func (l *lowerer) settle(i ir.Inst, m codeMeta) {
	f := l.f
	made := int32(noPlace)
	switch f.Op(i) {
	case ir.OpStore:
		if r, ok := l.fn.registers[i]; ok {
			made = r.slot
		}
	case ir.OpStackSlot:
		if r, ok := l.register[f.Result(i, 0)]; ok {
			made = r
		}
	}
	written := int32(noPlace)
	if t, ok := l.storeAfter(i); ok {
		written = t.register
	}
	end := f.Op(i).IsTerminator()
	sinks := l.sinks(i) // the branch is what reads
	direct := func(p pendingLoad) bool {
		return end && l.sunk != ir.NoInst && p.reader == l.sunk || p.reader == i && !sinks && l.readsDirectly(i)
	}
	for n := 0; n < len(l.pending); {
		switch p := l.pending[n]; {
		case p.reader == i && sinks, direct(p):
			n++
		case p.reader == i, p.register == made, p.register == written && p.reader != i, end:
			l.makeLoad(p, m)
			n = 0
		default:
			n++
		}
	}
	keep := l.pending[:0]
	for _, p := range l.pending {
		if direct(p) {
			l.direct = append(l.direct, p)
		} else {
			keep = append(keep, p)
		}
	}
	l.pending = keep
	for _, p := range l.direct {
		if l.fn.deferred == nil {
			l.fn.deferred = map[ir.Inst][]deferredLoad{}
		}
		l.fn.deferred[p.reader] = append(l.fn.deferred[p.reader], deferredLoad{p.load, p.under, p.register})
	}
}

// makeLoad emits the load p before the instruction that m is about. Whoever else waits for it finds it made.
func (l *lowerer) makeLoad(p pendingLoad, m codeMeta) {
	other := func(q pendingLoad) bool { return q.load == p.load }
	l.pending = slices.DeleteFunc(l.pending, other)
	f := l.f
	v := f.Result(p.load, f.NumResults(p.load)-1)
	c := code{op: fMove, dst: l.fn.slotOf[v], a: p.register}
	if f.TypeOf(v).Kind() == ir.KindPtr {
		c.op = fCopy
	}
	made := codeMeta{inst: p.load, inst2: ir.NoInst, store: ir.NoInst, rest: m.rest + 1}
	if p.under != ir.NoInst {
		made.inst, made.inst2 = p.under, p.load
	}
	l.emit(c, made)
}

// lowerReader lowers instruction i, which reads registers directly if its code turns out to be able to.
func (l *lowerer) lowerReader(i ir.Inst, m codeMeta) {
	if len(l.direct) == 0 {
		l.inst(i, m)
		return
	}
	first := len(l.fn.code)
	sunk := l.sunk
	l.inst(i, m)
	if !l.directFits(i, first) {
		l.fn.code, l.fn.meta, l.sunk = l.fn.code[:first], l.fn.meta[:first], sunk
		l.unfuse(i)
		made := l.direct
		l.direct = nil
		for n, p := range made {
			delete(l.fn.deferred, p.reader)
			if !slices.ContainsFunc(made[:n], func(q pendingLoad) bool { return q.load == p.load }) {
				l.makeLoad(p, m)
			}
		}
		l.inst(i, m)
		l.direct = made
	}
	l.direct = l.direct[:0]
}

// directFits reports whether the code from first on, that of i, leaves with the operands that i has wherever a register is no plain word.
// A result that counts modulo a power of two is computed again from its operands where somebody asks for all of it.
func (l *lowerer) directFits(i ir.Inst, first int) bool {
	f := l.f
	if f.Op(i).IsTerminator() {
		return true // the comparison comes first, and nothing else reads its operands
	}
	if f.NumResults(i) > 0 {
		v := f.Result(i, f.NumResults(i)-1)
		next := f.NextInst(i)
		if k := l.fn.class[v]; (k == classL || k == classM) && (next == ir.NoInst || !l.fused[next]) {
			return false
		}
	}
	return !slices.ContainsFunc(l.fn.code[first:], func(c code) bool { return !wordOps[c.op] })
}

// wordOps are the operations that leave, for their instruction, unless each operand is a word or words.
var wordOps = func() (ops [numFastOps]bool) {
	ranges := [][2]fastOp{{fAddZ, fCheckBits}, {fLow, fLowS}, {fGuardU, fLEU}, {fBAnd, fBNot}, {fIntToBool, fPtrLive}, {fPtrToInt, fCheckClass},
		{fGuardAlign, fGuardClass}, {fLoad8, fLoadN}, {fLoadBool, fLoadPtr}, {fStore8, fStoreN}, {fStorePtr, fStorePtr}, {fRegStore, fRegStoreP}}
	for _, r := range ranges {
		for op := r[0]; op <= r[1]; op++ {
			ops[op] = true
		}
	}
	return ops
}()

// loadDeferred makes the loads that instruction i did without on its way here; it is false if that ended the run.
func (t *fastThread) loadDeferred(fn *fastFunc, base int32, i ir.Inst) bool {
	for _, d := range fn.deferred[i] {
		v := fn.f.Result(d.load, fn.f.NumResults(d.load)-1)
		if s := t.stack[base+d.register]; s.t&tagMask == 0 {
			t.stack[base+fn.slotOf[v]] = s
		} else if d.under != ir.NoInst && !t.slowInst(fn, base, d.under) || !t.slowInst(fn, base, d.load) {
			return false
		}
	}
	return true
}
