package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// inParts reports whether an aggregate lies in slots by parts.
func (l *lowerer) inParts(t ir.Type) bool { return l.w.aggregateLeaves(t) != nil }

// moves emits copies of parts. A copy to its own place is left out.
func (l *lowerer) moves(list []move, m codeMeta) {
	list = slices.DeleteFunc(list, func(x move) bool { return x.dst == x.src })
	if len(list) > 0 {
		l.emit(code{op: fMoves, imm: uint64(len(l.fn.moves))}, m)
		l.fn.moves = append(l.fn.moves, list)
	}
}

// insertValue copies the parts of the aggregate that stay, and then those of the field. Neither of the operands shares
// slots with the result, but the aggregate all of them (see slots).
func (l *lowerer) insertValue(i ir.Inst, m codeMeta) bool {
	f := l.f
	v, agg, x := f.Result(i, 0), f.Arg(i, 0), f.Arg(i, 1)
	t := f.TypeOf(v)
	if !l.inParts(t) || claims(f.AnnotOf(v)) {
		return false
	}
	ft, at := l.w.fieldAt(t, f.Path(i))
	layout := l.w.layoutOf(ft, classG)
	dst, src := l.slot(v), l.slot(agg)
	var list []move
	for _, leaf := range l.w.leaves(t) {
		if leaf.slot < at || leaf.slot >= at+extent(layout) {
			list = append(list, move{dst + leaf.slot, src + leaf.slot, leaf.n})
		}
	}
	wide := ft == ir.Int && l.fn.class[x] == classU
	if wide {
		m.skip = 1
	} else {
		list = appendMoves(list, dst+at, l.slot(x), layout)
	}
	l.moves(list, m)
	if wide {
		m.skip = 0
		l.emit(code{op: fPassWide, dst: dst + at, a: l.slot(x)}, m)
	}
	return true
}

// extractValue copies the parts of a field, and makes the check of its claim.
func (l *lowerer) extractValue(i ir.Inst, m codeMeta) bool {
	f := l.f
	v, agg := f.Result(i, 0), f.Arg(i, 0)
	if !l.inParts(f.TypeOf(agg)) {
		return false
	}
	ft, at := l.w.fieldAt(f.TypeOf(agg), f.Path(i))
	src := l.slot(agg) + at
	claim := f.AnnotOf(v)
	switch r, ok := annotWidth(claim); {
	case !claims(claim):
		l.moves(appendMoves(nil, l.slot(v), src, l.w.layoutOf(ft, classG)), m)
	case claim.HasFields():
		return false
	case ft == ir.Int && ok && simple(claim) && !r.signed && r.n == 64:
		l.emit(code{op: fNarrow, dst: l.slot(v), a: src}, m)
	default:
		l.receive(v, src, width{true, infWidth}, m)
	}
	return true
}

// selectParts lowers a select of values that are no single words: poison in them goes with them.
func (l *lowerer) selectParts(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	v := f.Result(i, 0)
	if claims(f.AnnotOf(v)) {
		return false
	}
	layout := l.w.layoutOf(f.TypeOf(v), classG)
	c.op, c.imm = fSelMoves, uint64(len(l.fn.moves))
	for n := range 2 {
		l.fn.moves = append(l.fn.moves, appendMoves(nil, c.dst, l.slot(f.Arg(i, 1+n)), layout))
	}
	l.emit(c, m)
	return true
}

// memoryParts lowers a load or a store of an aggregate part by part: whatever part cannot be done in its specialised way,
// the reference evaluator executes the whole instruction again. For a store that is right because it was made
// sure before the first part that all bytes may be written: storing a part twice is as good as once.
func (l *lowerer) memoryParts(i ir.Inst, t ir.Type, m codeMeta) bool {
	f := l.f
	load := f.Op(i) == ir.OpLoad
	var val, ptr int32
	if load {
		val, ptr = l.slot(f.Result(i, 0)), l.slot(f.Arg(i, 0))
		if claims(f.AnnotOf(f.Result(i, 0))) {
			return false
		}
	} else {
		val, ptr = l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1))
	}
	var list []code
	if align := f.Attr(i).Align; align > 1 {
		list = append(list, code{op: fCheckAlign, dst: l.temp(1), a: ptr, imm: uint64(align) - 1})
	}
	if !load {
		size, _ := t.Size(l.w.o.VScale)
		list = append(list, code{op: fHolds, a: ptr, imm: size})
	}
	for _, x := range l.w.leaves(t) {
		c, ok := l.accessLeaf(x, load)
		if !ok {
			return false
		}
		at := ptr
		if x.off > 0 {
			at = l.temp(1)
			list = append(list, code{op: fPtrOff, dst: at, a: ptr, imm: x.off})
		}
		if load {
			c.dst, c.a = val+x.slot, at
		} else {
			c.a, c.b = val+x.slot, at
		}
		list = append(list, c)
		if load && x.typ == ir.Int {
			list = append(list, code{op: fWiden, dst: c.dst, a: c.dst})
		}
	}
	for k, c := range list {
		m.skip = int32(len(list) - 1 - k)
		l.emit(c, m)
	}
	return true
}

// accessLeaf picks the access of a part of an aggregate.
func (l *lowerer) accessLeaf(x leaf, load bool) (c code, ok bool) {
	n := uint64(ir.IntBytes)
	switch {
	case x.typ == ir.Int:
	case x.typ == ir.Bool && load:
		return code{op: fLoadBool}, true
	case x.typ.Kind() == ir.KindPtr && load:
		return code{op: fLoadPtr}, true
	case x.typ.Kind() == ir.KindPtr:
		return code{op: fStorePtr, dst: int32(x.typ.AddrSpace())}, true
	case x.typ.Kind() == ir.KindUnit || x.typ.IsAggregate():
		return c, false
	default:
		n, _ = x.typ.Size(l.w.o.VScale)
	}
	c.op, c.k = accessOf(n, load)
	return c, c.op != fSlow
}

// accessOf picks the access of n bytes of a word or of words; fSlow if there is none.
func accessOf(n uint64, load bool) (op fastOp, k uint8) {
	switch {
	case n == 1 || n == 2 || n == 4 || n == 8:
		op = fStore8
		if load {
			op = fLoad8
		}
		for ; n > 1; n /= 2 {
			op++
		}
		return op, 0
	case n == 0 || n > 8*maxWords:
		return fSlow, 0
	case n < 8 && load:
		return fLoadN, uint8(n)
	case n < 8:
		return fStoreN, uint8(n)
	case load:
		return fLoadW, uint8(n)
	}
	return fStoreW, uint8(n)
}

// passParts makes an aggregate with the claims on its fields available in the slots dst: the parts are tested where they
// are, and then copied. It is false, and nothing was emitted, if a field has another claim than one test can check.
func (l *lowerer) passParts(t ir.Type, src, dst int32, claim ir.Annot, m codeMeta) bool {
	tests, ok := l.partTests(t, src, claim)
	if !ok {
		return false
	}
	skip := m.skip
	for n, c := range tests {
		m.skip = skip + int32(len(tests)-n)
		c.dst = dst
		l.emit(c, m)
	}
	m.skip = skip
	l.emit(code{op: fMoves, imm: uint64(len(l.fn.moves))}, m)
	l.fn.moves = append(l.fn.moves, appendMoves(nil, dst, src, l.w.layoutOf(t, classG)))
	return true
}

// partTests lists the tests of the claims on the parts of a value of type t that begins at slot at.
func (l *lowerer) partTests(t ir.Type, at int32, claim ir.Annot) (tests []code, ok bool) {
	if !claims(claim) {
		return nil, true
	}
	if l.inParts(t) {
		for k := range t.Len() {
			ft, _ := t.Field(k)
			inner, ok := l.partTests(ft, at, claim.Field(k))
			if !ok {
				return nil, false
			}
			tests = append(tests, inner...)
			at += extent(l.w.layoutOf(ft, classG))
		}
		return tests, true
	}
	c := code{op: fPartInt, a: at}
	if t == ir.Int {
		r, ok := annotWidth(claim)
		if !ok || !simple(claim) || r.n == 0 || r.n > 64 {
			return nil, false
		}
		if c.k = uint8(r.n); r.signed {
			c.imm = 1
		}
		return []code{c}, true
	}
	test, ok := claimTest(t, claim)
	test.a = at
	test.op = test.op - fCheckAlign + fPartAlign
	return []code{test}, ok
}

// isPoison reports whether the boxed slot i of the whole stack is a poison scalar.
func (t *fastThread) isPoison(i int32) bool {
	_, ok := t.objs[i].(Poison)
	return ok && t.stack[i].t == boxed
}

// selectPoison makes the result of a select whose arm in slot src is poison; it is false if the arm is something else
// that is boxed.
func (t *fastThread) selectPoison(fn *fastFunc, base int32, c *code, i ir.Inst, src int32) bool {
	if t.stack[base+src].t != boxed {
		return false
	}
	p, ok := t.objs[base+src].(Poison)
	if !ok || fn.f.Op(i) != ir.OpSelect {
		return false
	}
	n := 1
	if src != c.b || t.stack[base+c.a].v == 0 {
		n = 2
	}
	if fn.f.Operand(i, n).Annot != 0 {
		return false
	}
	t.setObj(base+c.dst, Poison{t.w.flow(fn.f, i, p.Cause, n)})
	return true
}

// wideSelected reports whether a select is of floats of two words. An int that needs two is none of them: its slot may be one, and then its
// claim is to be looked at.
func (w *world) wideSelected(fn *fastFunc, i ir.Inst) bool {
	return fn.f.Op(i) == ir.OpSelect && fn.f.TypeOf(fn.f.Result(i, 0)).IsWideFloat()
}

// objectParts appends the parts of a value to the template. A slot of it is boxed, and the others of its part are not read.
func (l *lowerer) objectParts(t ir.Type, c class, val Value) {
	if l.inParts(t) {
		for k, x := range val.(Aggregate).Fields {
			ft, _ := t.Field(uint64(k))
			l.objectParts(ft, classG, x)
		}
		return
	}
	l.fn.objects = append(l.fn.objects, tmplObject{l.fn.nparams + int32(len(l.fn.template)), val})
	l.fn.template = append(l.fn.template, slot{t: boxed})
	for range extent(l.w.layoutOf(t, c)) - 1 {
		l.fn.template = append(l.fn.template, slot{})
	}
}

// poisonConst makes the result of a poison instruction a constant: it is the same value each time. What is large, and
// what may not be made, is left to the reference evaluator.
func (l *lowerer) poisonConst(i ir.Inst) {
	f := l.f
	v := f.Result(i, 0)
	t := f.TypeOf(v)
	if n, _ := t.Size(l.w.o.VScale); t.IsAggregate() && !l.inParts(t) || n > 8*maxWords*maxParts {
		return
	}
	l.object(v, l.w.poison(t, l.w.born(CauseInstruction, "", f, i)))
}

// inPlace reports whether i inserts into an aggregate that was made in the same block, by an instruction that has slots
// for it alone, and that nothing else reads: the result may have its slots.
func (l *lowerer) inPlace(i ir.Inst) bool {
	f := l.f
	if f.Op(i) != ir.OpInsertValue || claims(f.AnnotOf(f.Result(i, 0))) || !l.inParts(f.TypeOf(f.Result(i, 0))) {
		return false
	}
	agg := f.Arg(i, 0)
	d := f.Def(agg)
	return d != ir.NoInst && f.InstBlock(d) == f.InstBlock(i) && !l.owned[agg] && l.singleUse(agg) && f.Op(d) == ir.OpInsertValue
}

// appendMoves adds the copies of all parts of a value from src to dst.
func appendMoves(moves []move, dst, src int32, layout []int32) []move {
	for _, n := range layout {
		moves = append(moves, move{dst, src, n})
		dst, src = dst+n, src+n
	}
	return moves
}

// appendParts adds the first slot of each part of a value that begins at slot.
func appendParts(list []int32, slot int32, layout []int32) []int32 {
	for _, n := range layout {
		list = append(list, slot)
		slot += n
	}
	return list
}

// sign is p of a wide int.
func sign(negative bool) uint32 {
	if negative {
		return 1
	}
	return 0
}

// pointerSlot is the slot form of a pointer.
func pointerSlot(p memory.Pointer) slot {
	switch p.Kind {
	case memory.ProvNone:
		return slot{v: p.Addr}
	case memory.ProvWildcard:
		return slot{v: p.Addr, p: wildSlot, t: p.View << viewShift}
	}
	return slot{v: p.Addr, p: uint32(p.Alloc), t: p.View << viewShift}
}

// slotPointer is the pointer that an unboxed slot holds.
func slotPointer(s slot, t ir.Type) memory.Pointer {
	p := memory.Pointer{Addr: s.v, AS: t.AddrSpace(), View: s.t >> viewShift}
	switch s.p {
	case 0:
	case wildSlot:
		p.Kind = memory.ProvWildcard
	default:
		p.Kind, p.Alloc = memory.ProvAlloc, memory.AllocID(s.p)
	}
	return p
}

// newFastFunc is f before it is lowered. The places of its parameters follow from the signature alone.
func newFastFunc(w *world, f *ir.Func) *fastFunc {
	fn := &fastFunc{f: f, id: w.site(f, 0), memAt: -1}
	for _, p := range f.Params {
		fn.paramAt = append(fn.paramAt, fn.nparams)
		fn.nparams += extent(w.layoutOf(p.Type, classOfParam(p)))
	}
	if w.o.CheckMemSSA {
		fn.memAt = fn.nparams
		fn.nparams++
	}
	return fn
}
