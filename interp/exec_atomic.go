package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Atomic operations. Execution is sequentially consistent; orderings only steer the race
// detector. Each one is a place where another thread may be chosen.
// Between the read and the write of one operation no other thread runs: switches happen at syncPoint only,
// which comes last.

// atomicOp executes an atomic operation or a fence.
// Every one makes a new memory version, loads too, since what an acquiring load has seen orders later accesses.
func (x *inst) atomicOp() []Value {
	w := x.w
	defer w.syncPoint()
	if x.op == ir.OpFence {
		w.fence(x.attr.Order)
		return x.w.one(w.newVersion())
	}
	if !x.fits(uint64(x.attr.N)) {
		return nil
	}
	var old Value
	switch x.op {
	case ir.OpAtomicLoad:
		old = x.atomicLoad()
	case ir.OpAtomicStore:
		x.atomicStore()
	case ir.OpRMW:
		old = x.rmw()
	case ir.OpCmpXchg:
		old = x.cmpxchg()
	}
	if w.ended != nil {
		return nil
	}
	if old == nil {
		return x.w.one(w.newVersion())
	}
	return []Value{w.newVersion(), old}
}

// width is the number of bytes of an atomic access of type t.
func (x *inst) width(t ir.Type) uint64 {
	if x.attr.N != 0 {
		return x.w.sizeIn(t, uint64(x.attr.N))
	}
	return x.w.sizeIn(t, ir.IntBytes)
}

// sync updates clocks and race history for an access that is allowed. A write comes after it.
func (x *inst) sync(a *memory.Alloc, off, n uint64, order ir.Ordering, load, store bool) bool {
	return x.w.synchronise(x.f, x.i, a, off, n, order, load, store)
}

// atomicLoad differs from a load by what it does to the clocks.
func (x *inst) atomicLoad() Value {
	t := x.f.TypeOf(x.f.Result(x.i, 1))
	n := x.width(t)
	a, off, ok := x.reach(0, n, x.attr.Align, "load", "the result is poison")
	if x.w.ended != nil {
		return nil
	}
	if !ok {
		return x.missing()
	}
	if !x.fresh(a, off, n) || !x.sync(a, off, n, x.attr.Order, true, false) {
		return nil
	}
	return x.read(a, off, n, t)
}

// atomicStore differs from a store likewise.
func (x *inst) atomicStore() {
	t := x.f.TypeOf(x.f.Arg(x.i, 0))
	b := x.w.encode(x.args[0], t, x.width(t))
	if a, off, ok := x.reach(1, uint64(len(b)), x.attr.Align, "store", "nothing is stored"); ok && x.sync(a, off, uint64(len(b)), x.attr.Order, false, true) {
		x.write(a, off, b)
	}
}

// rmw reads, computes and writes.
// Poison that is read or given is stored, with its history; it is no undefined behaviour.
// The integer is that of the type's bytes: encode wraps it.
func (x *inst) rmw() Value {
	w, t := x.w, x.f.TypeOf(x.f.Result(x.i, 1))
	n := x.width(t)
	a, off, ok := x.reach(0, n, x.attr.Align, "store", "nothing is stored and the result is poison")
	if w.ended != nil {
		return nil
	}
	if !ok {
		return x.missing()
	}
	if !x.fresh(a, off, n) || !x.sync(a, off, n, x.attr.Order, true, true) {
		return nil
	}
	old := x.read(a, off, n, t)
	var next Value
	switch {
	case x.attr.RMW == ir.RMWXchg:
		next = x.args[1]
	case isPoison(old):
		next = Poison{w.flow(x.f, x.i, causeIn(old, w), -1)}
	case isPoison(x.args[1]):
		next = Poison{w.flow(x.f, x.i, causeIn(x.args[1], w), 1)}
	default:
		next = Int{rmwResult(x.attr.RMW, old.(Int).V, x.args[1].(Int).V)}
	}
	x.write(a, off, w.encode(next, t, n))
	return old
}

// rmwResult is what is stored; both are unbounded integers.
func rmwResult(op ir.RMWOp, old, v num.Int) num.Int {
	switch op {
	case ir.RMWAdd:
		return old.Add(v)
	case ir.RMWSub:
		return old.Sub(v)
	case ir.RMWAnd:
		return old.And(v)
	case ir.RMWOr:
		return old.Or(v)
	case ir.RMWXor:
		return old.Xor(v)
	}
	panic("BUG: rmw operation " + op.String())
}

// cmpxchg compares the bytes of expected with memory. Where either is poison or uninit nothing
// says which way it goes: the bytes become poison.
// Success is a read-modify-write with the instruction's ordering, failure a load with the failure ordering.
// The old value is read once: what is compared is what is returned.
func (x *inst) cmpxchg() Value {
	w, t := x.w, x.f.TypeOf(x.f.Result(x.i, 1))
	n := x.width(t)
	a, off, ok := x.reach(0, n, x.attr.Align, "store", "nothing is stored and the result is poison")
	if w.ended != nil {
		return nil
	}
	if !ok {
		return x.missing()
	}
	if !x.fresh(a, off, n) {
		return nil
	}
	old := x.read(a, off, n, t)
	switch {
	case isVague(old) || isVague(x.args[1]):
		if x.sync(a, off, n, x.attr.Order, true, true) {
			x.write(a, off, poisonBytes(n, w.causeHandle(x.undecided(old))))
		}
	case x.holds(old, t, n):
		if x.sync(a, off, n, x.attr.Order, true, true) {
			x.write(a, off, w.encode(x.args[2], t, n))
		}
	default:
		x.sync(a, off, n, x.attr.Fail, true, false)
	}
	return old
}

// undecided is the cause of the bytes that a cmpxchg leaves which cannot compare.
func (x *inst) undecided(old Value) *Cause {
	switch {
	case isPoison(old):
		return x.w.flow(x.f, x.i, causeIn(old, x.w), 1)
	case isPoison(x.args[1]):
		return x.w.flow(x.f, x.i, causeIn(x.args[1], x.w), 1)
	}
	return x.born(CauseUninit, "uninit bytes are compared")
}

// isVague reports whether any part of v is poison or uninit.
func isVague(v Value) bool {
	switch v := v.(type) {
	case Poison:
		return true
	case Bytes:
		return slices.ContainsFunc(v.B, func(b memory.Byte) bool { return b.Kind == memory.Poison || b.Kind == memory.Uninit })
	case Aggregate:
		return slices.ContainsFunc(v.Fields, isVague)
	}
	return false
}

// holds compares the old value with the expected one, pointers by their addresses.
// Bytes are compared with their states: two fragments are equal if they are the same byte of the same pointer.
func (x *inst) holds(old Value, t ir.Type, n uint64) bool {
	if p, ok := old.(Ptr); ok {
		return p.Addr == x.args[1].(Ptr).Addr
	}
	return slices.EqualFunc(x.w.encode(old, t, n), x.w.encode(x.args[1], t, n), func(a, b memory.Byte) bool { return a == b })
}
