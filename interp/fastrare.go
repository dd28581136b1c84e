package interp

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Instructions that are rare and still stand in loops: stack slots of a computed size and their ends, exchanges of
// pointers, volatile accesses of runs that keep no events. What is not as usual is left to the reference evaluator's functions,
// and so are runs in which something watches these instructions.

// rare lowers such an instruction; it is false if i is none, or is watched.
func (l *lowerer) rare(i ir.Inst, m codeMeta) bool {
	f, op, a := l.f, l.f.Op(i), l.f.Attr(i)
	if l.watched(i) || l.fn.cover != nil || op.IsVolatile() && !l.w.o.NoEvents {
		return false
	}
	switch op {
	case ir.OpVolatileLoad, ir.OpVolatileStore:
		return l.memory(i, m)
	case ir.OpVolatileMemCpy, ir.OpVolatileMemMove, ir.OpVolatileMemSet:
		l.bulk(i, m)
	case ir.OpStackSlotDyn:
		v := f.Result(i, 0)
		c := code{op: fStackSlot, k: slotDyn, dst: l.slot(v), a: l.slot(f.Arg(i, 0)), imm: l.slotSite(i)}
		if claims(f.AnnotOf(v)) {
			c.k |= slotClaim
		}
		l.emit(c, m)
	case ir.OpStackEnd:
		l.emit(code{op: fStackEnd, a: l.slot(f.Arg(i, 0))}, m)
	case ir.OpRMW:
		v := f.Result(i, 1)
		if f.TypeOf(v).Kind() != ir.KindPtr || a.RMW != ir.RMWXchg || claims(f.AnnotOf(v)) {
			return false
		}
		l.emit(code{op: fXchgPtr, dst: l.slot(v), a: l.slot(f.Arg(i, 0)), b: l.slot(f.Arg(i, 1)), imm: uint64(max(a.Align, 1)) - 1}, m)
	case ir.OpVaArg:
		if f.NumResults(i) != 2 || a.N > 8 {
			return false
		}
		v := f.Result(i, 1)
		t, an := f.TypeOf(v), f.AnnotOf(v)
		switch {
		case t == ir.Int && a.N == 0:
			a.N = ir.IntBytes
		case t != ir.Int && t.Kind() != ir.KindPtr && t != ir.F32 && t != ir.F64:
			return false
		}
		if k := l.fn.class[v]; t == ir.Int && (!implied(an, width{false, 8 * a.N}) || k != classG && k != classU && (k != classS || a.N == 8)) || t != ir.Int && claims(an) {
			return false
		}
		l.emit(code{op: fVaArg, k: uint8(a.N), dst: l.slot(v), a: l.slot(f.Arg(i, 0))}, m)
	default:
		return false
	}
	return true
}

// What k of an fStackSlot says.
const (
	slotClaim = 1 << iota // the pointer has claims
	slotDyn               // a is the size
)

// slotSite is the number of the place of stack_slot i among those of the function.
func (l *lowerer) slotSite(i ir.Inst) uint64 {
	f, a := l.f, l.f.Attr(i)
	l.fn.slots = append(l.fn.slots, slotSite{region: f.BlockRegion(f.InstBlock(i))})
	l.fn.requests = append(l.fn.requests, memory.Request{Size: uint64(a.Imm), Align: max(uint64(a.Align), 1)})
	return uint64(len(l.fn.slots) - 1)
}

// bulk lowers a memory operation on as many bytes as an operand says.
func (l *lowerer) bulk(i ir.Inst, m codeMeta) {
	f := l.f
	c := code{op: fMemCopy, a: l.slot(f.Arg(i, 0)), b: l.slot(f.Arg(i, 1)), dst: l.slot(f.Arg(i, 2)), imm: uint64(max(f.Attr(i).Align, 1)) - 1}
	switch f.Op(i).Plain() {
	case ir.OpMemMove:
		c.k = 1
	case ir.OpMemSet:
		c.op = fMemFill
	}
	l.emit(c, m)
}

// dynSize is the size of the slot that c makes, as the attribute or an operand says; ok is false if there is none of that size.
func dynSize(c *code, a ir.Attr, s []slot) (size uint64, ok bool) {
	if c.k&slotDyn == 0 {
		return uint64(a.Imm), true
	}
	x := &s[c.a]
	return x.v, x.t == 0 && x.v <= math.MaxInt64
}

// endSlot executes the stack_end i of x, where that is the start of a slot of the call at hand.
func (t *fastThread) endSlot(x *slot, fn *fastFunc, i ir.Inst) bool {
	w, fr := t.w, &t.frames[len(t.frames)-1]
	if x.t != 0 || x.p == 0 || x.p == wildSlot || w.slowMemory {
		return false
	}
	id := memory.AllocID(x.p)
	for n := len(fr.slots) - 1; n >= 0; n-- {
		if fr.slots[n].id != id {
			continue
		}
		if a := w.space.Lookup(id); a.State != memory.Live || a.Kind != memory.Stack || x.v != a.Base {
			return false
		}
		fr.slots = append(fr.slots[:n], fr.slots[n+1:]...)
		w.space.Free(id, fn.id|memory.Site(i), memory.DeadSlot)
		return true
	}
	return false
}

// nextArgument executes c, a va_arg of type t whose result has the class k, and is false, having changed nothing, unless the list is
// one and its next argument is as it should be.
func (w *world) nextArgument(s []slot, c *code, t ir.Type, k class) bool {
	x := &s[c.a]
	if x.t != 0 || w.slowMemory {
		return false
	}
	a := w.accessible(x, ir.VaListBytes)
	off := x.v - a.Base
	if !a.Holds(off, ir.VaListBytes, true) {
		return false
	}
	p, ok := a.LoadPtr(off + listAt)
	if !ok || p.Kind != memory.ProvAlloc {
		return false
	}
	args := w.space.Lookup(p.Alloc)
	if args.Kind != memory.Arguments || args.State != memory.Live {
		return false
	}
	l, at := args.Ext.(*argList), p.Addr-args.Base
	if l.spilled != nil || at >= uint64(len(l.args)) || l.args[at].typ != t {
		return false
	}
	var value slot
	switch v := l.args[at].value.(type) {
	case Int:
		n := 8 * uint(c.k)
		if !v.V.FitsSigned(n) && !v.V.FitsUnsigned(n) {
			return false
		}
		value.v = v.V.Low64() << (64 - n) >> (64 - n)
		if k != classU && int64(value.v) < 0 { // more than an int64
			if k != classG {
				return false
			}
			value.t = words
		}
	case Ptr:
		value = pointerSlot(v.Pointer)
	case Float:
		value.v = v.Lo
	default:
		return false
	}
	p.Addr++
	if !a.StorePtr(off+listAt, p) {
		return false
	}
	// The other bytes become uninit, as those of a list are.
	for _, from := range [...]uint64{0, listAt + ir.PtrBytes} {
		if err := w.space.Fill(a, off+from, ir.PtrBytes, memory.UninitByte()); err != nil {
			w.limit("%s", err)
		}
	}
	if value.t == words {
		s[c.dst+1] = slot{}
	}
	s[c.dst] = value
	return true
}

// exchangePointer executes c, and is false, having changed nothing, where the bytes are no pointer or may not be written.
func (w *world) exchangePointer(s []slot, c *code, t ir.Type) bool {
	p, x := &s[c.a], s[c.b]
	if p.t|x.t != 0 || p.v&c.imm != 0 {
		return false
	}
	a := w.accessible(p, ir.PtrBytes)
	off := p.v - a.Base
	old, ok := a.LoadPtr(off)
	if !ok || !a.StorePtr(off, slotPointer(x, t)) {
		return false
	}
	s[c.dst] = pointerSlot(old)
	return true
}
