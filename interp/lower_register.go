package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Most variables of C are stack slots that are loaded and stored as a whole and whose address goes nowhere else. The fast engine
// keeps these in slots of the frame, called registers. Nobody can tell: such a slot has the ID and the address that its
// allocation would have, and the allocation is made when an access leaves for the reference evaluator's functions, because
// nothing was stored yet, or poison is. From then on, until a word is stored, the slot is in memory.
//
// A register has a tag of its own beside those of values: unset, 0 where it holds what was stored, or inMemory.

// registers finds the stack slots that are kept in registers, and gives them slots of the frame.
// In functions that longjmp comes back to memory tells what has changed.
func (l *lowerer) registers() {
	f, w := l.f, l.w
	if l.fn.memAt >= 0 || l.fn.cover != nil || w.o.Observer != nil || w.life != nil || w.o.KeepSlots || f.Count(ir.OpStackSlot) == 0 || f.Count(ir.OpSetJmp) > 0 {
		return
	}
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			if f.Op(i) != ir.OpStackSlot || !l.isRegister(i) {
				continue
			}
			if l.register == nil {
				l.register, l.fn.registers = map[ir.Value]int32{}, map[ir.Inst]register{}
			}
			v := f.Result(i, 0)
			r := l.temp(1)
			l.register[v] = r
			signed := l.readSigned(v)
			for u := range f.Uses(v) {
				l.fn.registers[u.Inst] = register{r, i, signed}
			}
		}
	}
	if l.register != nil {
		l.definite.solve(l)
	}
}

// readSigned reports whether most loads of the stack slot v extend the sign of what they have loaded.
func (l *lowerer) readSigned(v ir.Value) bool {
	f, n := l.f, 0
	for u := range f.Uses(v) {
		if f.Op(u.Inst) == ir.OpStore {
			continue
		}
		n--
		if next := f.NextInst(u.Inst); l.extends(u.Inst, next) && f.Op(next) == ir.OpSExt && f.Attr(next).Imm == 8*int64(f.Attr(u.Inst).N) {
			n += 2
		}
	}
	return n > 0
}

// extends reports whether next extends the result of load i.
func (l *lowerer) extends(i, next ir.Inst) bool {
	f := l.f
	return next != ir.NoInst && (f.Op(next) == ir.OpSExt || f.Op(next) == ir.OpZExt) && f.Arg(next, 0) == f.Result(i, f.NumResults(i)-1)
}

// isRegister reports whether all accesses to the slot of stack_slot i are loads and stores of the whole slot, with one type
// that one word holds, and whether these are all its uses. Where ints are stored no load exposes anything.
func (l *lowerer) isRegister(i ir.Inst) bool {
	f, v, a := l.f, l.f.Result(i, 0), l.f.Attr(i)
	if a.Imm != 1 && a.Imm != 2 && a.Imm != 4 && a.Imm != 8 || claims(f.AnnotOf(v)) || l.watched(i) {
		return false
	}
	typ := ir.Unit
	for u := range f.Uses(v) {
		var t ir.Type
		switch op := f.Op(u.Inst); {
		case op == ir.OpLoad, op == ir.OpLoadExpose:
			t = f.TypeOf(f.Result(u.Inst, f.NumResults(u.Inst)-1))
		case op == ir.OpStore && u.Index == 1:
			t = f.TypeOf(f.Arg(u.Inst, 0))
		default:
			return false
		}
		access := f.Attr(u.Inst)
		switch {
		case t != ir.Int && t != ir.Bool && t.Kind() != ir.KindPtr && t.Kind() != ir.KindFloat,
			typ != ir.Unit && t != typ,
			t == ir.Int && int64(access.N) != a.Imm,
			access.Align > max(a.Align, 1),
			claims(f.Operand(u.Inst, u.Index).Annot),
			l.watched(u.Inst):
			return false
		}
		if size, ok := t.Size(l.w.o.VScale); t != ir.Int && (!ok || int64(size) != a.Imm) {
			return false
		}
		typ = t
	}
	return true
}

// registerAccess lowers a load or store of the register r.
func (l *lowerer) registerAccess(i ir.Inst, r register, m codeMeta) bool {
	f := l.f
	if f.Op(i) != ir.OpStore {
		n := uint32(8 * f.Attr(i).N)
		v := f.Result(i, f.NumResults(i)-1)
		whole := f.TypeOf(v) != ir.Int || !r.signed || n == 64
		if whole && l.defers(i, ir.NoInst, r.slot) {
			return true
		}
		c := code{op: fMove, dst: l.slot(v), a: r.slot}
		switch t := f.TypeOf(v); {
		case !whole:
			c.op, c.k = fExtZ, uint8(64-n)
			return l.finishInt(v, c, width{false, n}, m)
		case t == ir.Int:
			return l.finishInt(v, c, width{false, 8 * f.Attr(i).N}, m)
		case t.Kind() == ir.KindPtr:
			c.op = fCopy
		}
		return l.finishOther(v, c, m)
	}
	v := f.Arg(i, 0)
	c := code{op: fRegStore, dst: r.slot, a: l.slot(v)}
	switch t := f.TypeOf(v); {
	case t == ir.Int:
		c.k = uint8(64 - 8*f.Attr(i).N)
		if r.signed {
			c.op = fRegStoreS
		}
		if k := l.fn.class[v]; k == classG || k == classM {
			c.a = l.first(code{op: fLow, a: c.a, dst: l.temp(1)}, m)
		}
	case t.Kind() == ir.KindPtr:
		c.op = fRegStoreP
	}
	l.emit(c, m)
	return true
}

// extendRegister lowers the load i of the register r, whose only reader extends all of it or its low bits.
func (l *lowerer) extendRegister(i, next ir.Inst, r register, m codeMeta) bool {
	f := l.f
	if f.Op(i) == ir.OpStore || l.expectsWide(i) || l.expectsWide(next) {
		return false
	}
	w := f.Result(next, 0)
	tests, ok := l.tests(l.exactWidth(next), l.fn.class[w], f.AnnotOf(w))
	if !ok {
		return false
	}
	n, to := 8*int64(f.Attr(i).N), f.Attr(next).Imm
	signed := f.Op(next) == ir.OpSExt && to <= n
	c := code{op: fExtZ, k: uint8(64 - min(n, to)), dst: l.slot(w), a: r.slot}
	if signed {
		c.op = fExtS
	}
	l.fused[next] = true
	if to >= n && (n == 64 || r.signed == signed) { // it is what the register holds
		if len(tests) == 0 && l.defers(next, i, r.slot) {
			return true
		}
		c.op, c.k = fMove, 0
	}
	m.inst2, m.rest = next, m.rest-1
	l.chain(c, tests, m)
	return true
}

// reservation counts a stack_slot that is lowered to a register: those that stand together are made at once, by the first of
// them. It is how many the one at hand makes.
func (l *lowerer) reservation() int32 {
	first := len(l.fn.code)
	for first > int(l.start[l.block0]) && l.fn.code[first-1].op == fRegSlot {
		if first--; l.fn.code[first].b > 0 {
			l.fn.code[first].b++
			return 0
		}
	}
	return 1
}

// reserveSlots executes the stack_slots from pc on, whose slots are registers and stand together, and leaves the place of the last one in
// the frame. It is false if that one ended the run.
func (t *fastThread) reserveSlots(fn *fastFunc, s []slot, pc int32) bool {
	c := &fn.code[pc]
	prog := fn.code[pc : pc+c.b]
	fr := &t.frames[len(t.frames)-1]
	for n := 0; n < len(prog); {
		id, got, err := t.w.space.ReserveAll(fn.requests[c.imm+uint64(n):c.imm+uint64(c.b)], &t.bases)
		for k := range got {
			c := &prog[n+k]
			s[c.dst], s[c.a].t = slot{v: t.bases[k&(memory.MaxRequests-1)], p: uint32(id) + uint32(k)}, unset
		}
		if n += got; err != nil {
			fr.pc = pc + int32(n)
			t.w.limit("%s", err)
			return false
		}
	}
	fr.pc = pc + c.b - 1
	return true
}

// materialise makes the allocation of the register r, unless it is there, and puts into it what the register holds. It is
// false if that ended the run.
func (t *fastThread) materialise(fn *fastFunc, base int32, r register) bool {
	w, f, s := t.w, fn.f, &t.stack[base+r.slot]
	if s.t == inMemory {
		return true
	}
	if s.t == boxed {
		panic("BUG: a register holds no word")
	}
	v, a := f.Result(r.made, 0), f.Attr(r.made)
	p := slotPointer(t.stack[base+fn.slotOf[v]], f.TypeOf(v))
	if w.space.Lookup(p.Alloc).State != memory.Live { // else it was in memory before something was stored
		if err := w.space.Materialise(p, memory.Stack, uint64(a.Imm), uint64(a.Align), w.slotName(f, r.made), w.site(f, r.made)); err != nil {
			w.limit("%s", err)
			return false
		}
		fr := &t.frames[len(t.frames)-1]
		fr.slots = append(fr.slots, liveSlot{f.BlockRegion(f.InstBlock(r.made)), p.Alloc})
	}
	ok := true
	if s.t&tagMask == 0 {
		alloc, typ := w.space.Lookup(p.Alloc), registerType(f, v)
		if typ.Kind() == ir.KindPtr {
			ok = alloc.StorePtr(0, slotPointer(*s, typ))
		} else {
			ok = alloc.StoreN(0, uint64(a.Imm), s.v)
		}
	}
	if !ok {
		panic("BUG: a register does not fit its slot")
	}
	s.t = inMemory
	return true
}

// registerType is the type that all accesses to the register of a slot have.
func registerType(f *ir.Func, pointer ir.Value) ir.Type {
	for u := range f.Uses(pointer) {
		if f.Op(u.Inst) == ir.OpStore {
			return f.TypeOf(f.Arg(u.Inst, 0))
		}
	}
	return ir.Int
}
