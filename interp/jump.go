package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// What setjmp fills is ir.JumpBytes bytes of the program's memory. The first eight are the fragments of a pointer to an
// allocation of the frame, which knows where to continue and ends with the call; the others are uninit. So a copy of
// the bytes is as good, and nothing that a program does to the bytes makes a place that there is not.

// jumpPlace is what an allocation of kind [memory.Place] holds.
type jumpPlace struct {
	inst   ir.Inst // the setjmp
	thread int
	depth  int // of its frame, from 1
	saved  any // the values of the frame, of the engine
	locals []jumpLocal
}

// jumpLocal is a local variable of the call, and its bytes when setjmp was executed.
type jumpLocal struct {
	id    memory.AllocID
	bytes []memory.Byte
}

// maxJumpLocal bounds the locals that are looked at, in bytes: a register holds no more.
const maxJumpLocal = 64

// jumps reports whether there is a setjmp in m.
func jumps(m *ir.Module) bool {
	return slices.ContainsFunc(m.Funcs, func(f *ir.Func) bool { return f.Count(ir.OpSetJmp) > 0 })
}

// setJump executes setjmp.
func (x *inst) setJump() []Value {
	const fallback = "the place is not written"
	w := x.w
	results := []Value{Token(0), NewInt(0)}
	if a, off, ok := x.reach(0, ir.JumpBytes, 0, "store", fallback); ok {
		id, err := w.mem.Alloc(memory.Place, 1, 1, "setjmp of "+ir.SymbolText(x.f.Name), w.site(x.f, x.i))
		if err != nil {
			w.limit("%s", err)
			return nil
		}
		slots := x.t.slots()
		p := &jumpPlace{inst: x.i, thread: x.t.id, depth: x.t.depth(), saved: x.t.save(), locals: w.jumpLocals(x.f, *slots)}
		w.space.Record(id).Ext = p
		*slots = append(*slots, liveSlot{ir.Body, id}) // it ends with the call
		b := make([]memory.Byte, ir.JumpBytes)
		for n := range b {
			b[n] = memory.UninitByte()
		}
		copy(b, pointerBytes(w.space.Pointer(id, 0)))
		x.write(a, off, b)
	}
	if w.ended != nil {
		return nil
	}
	results[0] = x.token()
	return results
}

// jumpLocals are the variables of a call that a compiler may keep in registers, with their bytes.
func (w *world) jumpLocals(f *ir.Func, slots []liveSlot) (all []jumpLocal) {
	in, ok := w.registers[f]
	if !ok {
		in = w.promotable(f)
		if w.registers == nil {
			w.registers = map[*ir.Func]map[memory.Site]bool{}
		}
		w.registers[f] = in
	}
	for _, s := range slots {
		a := w.space.Record(s.id)
		if a.Kind == memory.Stack && in[a.Birth] {
			b := make([]memory.Byte, a.Size)
			w.mem.ReadBytes(a, 0, b)
			all = append(all, jumpLocal{s.id, b})
		}
	}
	return all
}

// jumpTarget finds the place that longjmp i goes to, and what setjmp gives there. There is no way on where that is undefined.
func (w *world) jumpTarget(t *thread, f *ir.Func, i ir.Inst, args []Value) (p *jumpPlace, v Value, ok bool) {
	x := &inst{w: w, t: t, f: f, i: i, op: ir.OpLongJmp, attr: f.Attr(i), args: args}
	a, off, ok := x.reach(0, ir.JumpBytes, 0, "load", "")
	if !ok || !x.fresh(a, off, ir.JumpBytes) {
		return nil, nil, false
	}
	w.checked(UBBadJump, f, i)
	b := make([]memory.Byte, ir.PtrBytes)
	w.mem.ReadBytes(a, off, b)
	why := "setjmp has not filled the bytes"
	if q, isPtr := w.decode(b, ir.Ptr, func(badBytes) *Cause { return nil }).(Ptr); isPtr && q.Kind == memory.ProvAlloc {
		if r := w.space.Record(q.Alloc); r.Kind == memory.Place {
			p, _ = r.Ext.(*jumpPlace)
			switch {
			case r.State != memory.Live:
				p, why = nil, "the call that executed setjmp has ended"
			case p.thread != t.id && w.host.exiting:
				p, why = nil, "setjmp was executed before exit, which calls the function at hand"
			case p.thread != t.id:
				p, why = nil, "another thread executed setjmp"
			}
		}
	}
	if p == nil {
		w.fail(f, i, &UB{Code: UBBadJump, Message: "longjmp: " + why, Operands: x.operands(),
			Access: w.access("load", w.space.Pointer(a.ID, off), ir.JumpBytes, 0, a, off)})
		return nil, nil, false
	}
	v = args[1]
	if n, isInt := v.(Int); isInt {
		switch {
		case n.V.Sign() == 0:
			v = NewInt(1)
		case !n.V.FitsSigned(32):
			v = w.poison(ir.Int, x.born(CauseDomain, "%s is no int of 32 bits", formatInt(n.V)))
		}
	}
	return p, v, true
}

// leaveTo ends the slots of a call whose regions control leaves on its way to block b.
func (w *world) leaveTo(slots []liveSlot, f *ir.Func, b ir.Block, at *ir.Func, i ir.Inst) []liveSlot {
	keep := slots[:0]
	for _, s := range slots {
		if f.InRegion(f.BlockRegion(b), s.region) {
			keep = append(keep, s)
		} else {
			w.killSlot(s.id, at, i)
		}
	}
	return keep
}

// loseChanged makes poison of the variables that have changed since setjmp: a register may have them, and has the old ones then.
func (w *world) loseChanged(p *jumpPlace, f *ir.Func, i ir.Inst) {
	var handle uint32
	for _, l := range p.locals {
		a := w.space.Record(l.id)
		if a.State != memory.Live {
			continue
		}
		now := make([]memory.Byte, len(l.bytes))
		w.mem.ReadBytes(a, 0, now)
		if slices.Equal(now, l.bytes) {
			continue
		}
		if handle == 0 {
			handle = w.causeHandle(w.born(CauseJump, "the variable has changed since setjmp and is not volatile", f, i))
		}
		for n := range now {
			now[n] = memory.PoisonByte(handle)
		}
		if err := w.mem.WriteBytes(a, 0, now); err != nil {
			w.limit("%s", err)
			return
		}
		w.wrote(f, i, a, 0, a.Size)
	}
}

// promotable are the stack slots of f that are read and written whole, and whose address goes nowhere else: what passes may
// keep in registers.
func (w *world) promotable(f *ir.Func) map[memory.Site]bool {
	out := map[memory.Site]bool{}
	for b := range f.Blocks() {
	insts:
		for i := range f.Insts(b) {
			if f.Op(i) != ir.OpStackSlot || f.Attr(i).Imm > maxJumpLocal || f.Attr(i).Imm <= 0 {
				continue
			}
			for u := range f.Uses(f.Result(i, 0)) {
				op := f.Op(u.Inst)
				if !(op == ir.OpLoad || op == ir.OpStore && u.Index == 1 || op == ir.OpStackEnd) {
					continue insts
				}
			}
			out[w.site(f, i)] = true
		}
	}
	return out
}

// fastPlace is what the fast engine keeps of a frame for longjmp.
type fastPlace struct {
	stack []slot
	objs  []Value // of the slots that hold one, in order
	pc    int32
}

// savePlace keeps the values of the innermost frame.
func (t *fastThread) savePlace() any {
	fr := &t.frames[len(t.frames)-1]
	p := &fastPlace{stack: slices.Clone(t.stack[fr.base : fr.base+fr.fn.size]), pc: fr.pc}
	for n, s := range p.stack {
		if s.t == boxed {
			p.objs = append(p.objs, t.objs[fr.base+int32(n)])
		}
	}
	return p
}

// seeJump shows the longjmp at pc to the observer as done, and forgets the calls in progress that it ends. It returns the
// number of its step.
func (t *fastThread) seeJump(fn *fastFunc, pc int32, to *jumpPlace) int64 {
	if t.w.o.Observer == nil {
		return 0
	}
	t.frames[len(t.frames)-1].pc = pc
	number := t.number()
	if i := fn.meta[pc].inst; t.w.observes(fn.f, i) {
		t.observe(fn, &probe{kind: probeAfter, inst: i})
	}
	for n := to.depth - 1; n < len(t.frames)-1; n++ {
		fr := &t.frames[n]
		if t.w.observes(fr.fn.f, fr.fn.meta[fr.pc-1].inst) {
			t.numbers = t.numbers[:len(t.numbers)-1]
		}
	}
	return number
}

// longJump executes the longjmp at pc; it is false if the run ended. Blocks are paid for as a whole: what the calls that end
// have not executed is given back, and what comes behind setjmp is paid for again.
func (t *fastThread) longJump(fn *fastFunc, base, pc int32) bool {
	w, f, i := t.w, fn.f, fn.meta[pc].inst
	args := make([]Value, f.NumOperands(i))
	for n := range args {
		args[n] = w.useCheck(f, i, n, t.box(fn, base, f.Arg(i, n)))
	}
	to, v, ok := w.jumpTarget(&t.thread, f, i, args)
	if !ok {
		return false
	}
	number := t.seeJump(fn, pc, to)
	for n := len(t.frames) - 1; n >= to.depth-1; n-- {
		fr := &t.frames[n]
		if n < len(t.frames)-1 {
			w.fuel += int64(fr.fn.meta[fr.pc-1].rest)
		}
	}
	for len(t.frames) > to.depth {
		for _, s := range t.frames[len(t.frames)-1].slots {
			w.killSlot(s.id, f, i)
		}
		t.frames = t.frames[:len(t.frames)-1]
	}
	fr := &t.frames[len(t.frames)-1]
	back := fr.fn
	fr.slots = w.leaveTo(fr.slots, back.f, back.f.InstBlock(to.inst), f, i)
	p := to.saved.(*fastPlace)
	copy(t.stack[fr.base:], p.stack)
	objs := p.objs
	for n, s := range p.stack {
		if s.t == boxed {
			t.setObj(fr.base+int32(n), objs[0])
			objs = objs[1:]
		}
	}
	t.newToken(back, fr.base, to.inst)
	r := back.f.Result(to.inst, 1)
	t.unboxAs(fr.base+back.slotOf[r], ir.Int, back.class[r], w.defCheck(back.f, to.inst, 1, v))
	w.loseChanged(to, f, i)
	if w.ended != nil {
		return false
	}
	if w.observes(back.f, to.inst) {
		t.numbers = append(t.numbers, number) // the probe behind setjmp shows it again, in this step
	}
	m := &back.meta[p.pc]
	w.fuel -= int64(m.rest)
	fr.pc = p.pc + 1 + m.skip
	return true
}
