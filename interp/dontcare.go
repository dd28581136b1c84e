package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// Don't-care bits on the fast engine. Where a run overwrites them, widths and classes are those of what is read then, and
// whoever makes or reads a value with such bits draws as often, and in the same order, as the reference evaluator does.

// overwrites reports whether the run overwrites bits of what is read or made under a. Claims on fields may say so of a field.
func (w *world) overwrites(a ir.Annot) bool {
	if a == 0 || w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	k := a.Known()
	return a.HasFields() || k != nil && k.DontCare.Sign() != 0
}

// overwrittenWidth bounds an int of width w when the don't-care bits of a are overwritten.
func overwrittenWidth(a ir.Annot, w width) width {
	k := a.Known()
	if k == nil || k.DontCare.Sign() == 0 {
		return w
	}
	w = joinWidth(w, constWidth(k.DontCare))
	if k.DontCare.Negative() { // a random number has 64 bits
		w = joinWidth(w, u64)
	}
	return w
}

// dontCares reports whether instruction i reads or makes a value whose bits are overwritten.
func (w *world) dontCares(f *ir.Func, i ir.Inst) bool {
	if w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	for n := range f.NumOperands(i) {
		if w.overwrites(f.Operand(i, n).Annot) {
			return true
		}
	}
	for n := range f.NumResults(i) {
		if w.overwrites(f.AnnotOf(f.Result(i, n))) {
			return true
		}
	}
	return false
}

// overwrittenUses reads the operands of edge e whose bits are overwritten, and says where they are then. All uses are
// checked before the claim of any block argument is: that is the order in which random bits are drawn.
func (l *lowerer) overwrittenUses(t ir.Inst, e ir.Edge, m codeMeta) (read map[int]int32) {
	if l.w.o.DontCare.Kind == ChooseDefault {
		return nil
	}
	for n := e.Lo; n < e.Hi; n++ {
		if o := l.f.Operand(t, n); l.w.overwrites(o.Annot) {
			if read == nil {
				read = map[int]int32{}
			}
			m.what, m.n = metaArg, int32(n)
			read[n] = l.convert(o, ir.NoAnnot, width{true, infWidth}, m)
		}
	}
	return read
}

// overwritesArguments reports whether bits of an argument of call i of callee are overwritten, on the use or by the
// parameter.
func (l *lowerer) overwritesArguments(i ir.Inst, callee *ir.Func) bool {
	if l.overwritesOperand(i) {
		return true
	}
	for _, p := range callee.Params {
		if l.w.overwrites(p.Annot) {
			return true
		}
	}
	return false
}

func (l *lowerer) dontCares(i ir.Inst) bool { return l.w.dontCares(l.f, i) }

// overwritesOperand reports whether instruction i reads a value whose bits are overwritten.
func (l *lowerer) overwritesOperand(i ir.Inst) bool {
	if l.w.o.DontCare.Kind == ChooseDefault {
		return false
	}
	for n := range l.f.NumOperands(i) {
		if l.w.overwrites(l.f.Operand(i, n).Annot) {
			return true
		}
	}
	return false
}

// overwritten is what a probe knows of an int whose don't-care bits it overwrites.
type overwritten struct {
	annot    ir.Annot
	claim    *wideClaim // nil if nothing else is claimed
	bits     int129
	from, to wideArg
	first    bool // of the instruction
}

// newOverwritten is nil if a says more than fits.
func newOverwritten(a ir.Annot, from, to wideArg) *overwritten {
	bits, ok1 := of129(a.Known().DontCare)
	claim, ok2 := newWideClaim(a)
	if !ok1 || !ok2 {
		return nil
	}
	return &overwritten{annot: a, claim: claim, bits: bits, from: from, to: to}
}

// set gives x with the bits that the run chooses.
func (p *overwritten) set(w *world, x int129) int129 {
	x = x.and(p.bits.not())
	switch w.o.DontCare.Kind {
	case ChooseOne:
		x = x.or(p.bits)
	case ChooseRandom:
		x = x.or(int129{lo: w.dontCare.next()}.and(p.bits))
	}
	return x
}

// overwriteOperand makes an operand as the instruction reads it. It is false where that is not a matter of bits.
func (t *fastThread) overwriteOperand(fn *fastFunc, base int32, p *overwritten) bool {
	s := t.stack[base : base+fn.size]
	if p.first {
		t.drawn = t.w.dontCare
	}
	x, ok := load129(s, &p.from)
	if !ok || p.claim != nil && !p.claim.holds(x) {
		return false
	}
	store129(s, &p.to, p.set(t.w, x))
	return true
}

// overwriteResult changes a result, which satisfies its claim or is poison.
func (t *fastThread) overwriteResult(base int32, p *overwritten) {
	if x, ok := load129(t.stack[base:], &p.from); ok {
		store129(t.stack[base:], &p.to, p.set(t.w, x))
		return
	}
	t.unbox(base+p.to.slot, p.to.class, t.w.overwrite(p.annot, t.objs[base+p.from.slot]))
}

// overwriting lowers an instruction on ints that reads or makes overwritten bits, between probes that overwrite them. It
// is false, and nothing was emitted, if only the reference evaluator can execute it.
func (l *lowerer) overwriting(i ir.Inst, m codeMeta) bool {
	f, op := l.f, l.f.Op(i)
	if op == ir.OpSelect || op.IsVector() || op.Is(ir.MemUse) || op.Is(ir.MemDef) && op != ir.OpStore {
		return false
	}
	first := len(l.fn.code)
	at, undo, ok := l.readOverwritten(i, m)
	reads := len(at) > 0
	var result *overwritten
	if n := f.NumResults(i) - 1; ok && n >= 0 && l.w.overwrites(f.AnnotOf(f.Result(i, n))) {
		v := f.Result(i, n)
		if ok = n == 0 && f.TypeOf(v) == ir.Int; ok {
			arg := wideArg{slot: l.slot(v), class: l.fn.class[v]}
			result = newOverwritten(f.AnnotOf(v), arg, arg)
			undo = append(undo, l.pretend(v, l.slot(v), l.made[v]))
			ok = result != nil
		}
	}
	var guards []int
	if ok {
		guards, ok = l.guards(i, m)
	}
	if ok = ok && l.special(i, m); ok && result != nil {
		result.from.class = l.fn.class[f.Result(i, 0)]
	}
	for _, back := range undo {
		back()
	}
	if l.replaced = nil; !ok {
		l.fn.code, l.fn.meta = l.fn.code[:first], l.fn.meta[:first]
		if reads || result == nil || !wideOps[op] {
			return false
		}
		l.emit(code{op: fWide, imm: uint64(i)}, m)
		at, guards = nil, nil
	}
	for _, g := range append(at, guards...) {
		l.fn.code[g].b = int32(len(l.fn.code) - g - 1)
	}
	if result != nil {
		for pc := first; pc < len(l.fn.code); pc++ {
			l.fn.meta[pc].skip++
		}
		l.probe(probe{kind: probeMade, inst: i, bits: result}, m)
	}
	if reads {
		if l.fn.drew == nil {
			l.fn.drew = map[ir.Inst]bool{}
		}
		l.fn.drew[i] = true
	}
	return true
}

// readOverwritten emits the probes of the operands whose bits are overwritten, and has the lowerer take what they make
// for the operands, until undo is called. It is false if one of them cannot be made so.
func (l *lowerer) readOverwritten(i ir.Inst, m codeMeta) (at []int, undo []func(), ok bool) {
	f := l.f
	for n := range f.NumFixed(i) {
		o := f.Operand(i, n)
		if !l.w.overwrites(o.Annot) {
			continue
		}
		for k := range f.NumFixed(i) {
			if k != n && f.Arg(i, k) == o.Value { // it is read in two ways
				return at, undo, false
			}
		}
		from := wideArg{slot: l.slot(o.Value), class: l.fn.class[o.Value]}
		w := overwrittenWidth(o.Annot, l.width[o.Value])
		to := wideArg{slot: l.temp(2), class: w.class()}
		p := newOverwritten(o.Annot, from, to)
		if p == nil {
			return at, undo, false
		}
		p.first = len(at) == 0
		at = append(at, l.probe(probe{kind: probeRead, inst: i, bits: p}, m))
		undo = append(undo, l.pretend(o.Value, to.slot, w))
		if l.replaced == nil {
			l.replaced = map[ir.Value]bool{}
		}
		l.replaced[o.Value] = true
	}
	return at, undo, true
}

// pretend has the lowerer take v for an int of width w at another slot, until the function is called that it returns.
func (l *lowerer) pretend(v ir.Value, slot int32, w width) func() {
	oldSlot, oldWidth, oldClass := l.fn.slotOf[v], l.width[v], l.fn.class[v]
	l.fn.slotOf[v], l.width[v], l.fn.class[v] = slot, w, w.class()
	return func() { l.fn.slotOf[v], l.width[v], l.fn.class[v] = oldSlot, oldWidth, oldClass }
}
