package interp

import (
	"math/big"
	"unsafe"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// What the machine keeps besides the program's memory counts against [Options.MemLimit] too:
// values, frames, events, reports, the history of poison, the race detector. Frames and events
// have an owner that says when they go. Values are shared and have none: what is made of them is
// counted, and when the limit is reached, a census counts those that are still in use, as a
// collector does. That depends on nothing but the program and the engine, so a run reaches the
// limit at the same instruction on every machine.

// What parts of values take, in bytes.
// Sizes of Go values with their boxes on 64-bit machines, rounded up.
// They are constants and no measurements of the running process: the limit must be met at the same
// instruction everywhere.
const (
	cellBytes  = 16 // an interface
	intBytes64 = 56 // a small int with its box
	byteBytes  = uint64(unsafe.Sizeof(memory.Byte{}))
	causeBytes = 176
	eventBytes = 1024 // with what a report makes of it
	clockBytes = 4
)

// grow counts n bytes of values that were made, or are about to be. It is false if that reaches
// the limit, which ends the run.
// It is called before the memory is taken where the size is known before, so that a bomb is refused, not survived.
func (w *world) grow(n uint64) bool {
	w.made += n
	if !w.keep(n) {
		return false
	}
	w.values += n
	return true
}

// keep counts n bytes that stay until drop, or for the run.
// Program memory and what the run keeps share one limit, so that neither can starve the machine.
func (w *world) keep(n uint64) bool {
	if err := w.space.Grow(n); err != nil {
		w.limit("%s", err)
		return false
	}
	return true
}

// drop gives back n bytes of keep.
func (w *world) drop(n uint64) { w.space.Shrink(n) }

// censusShare is the part of the limit that must have been made since the last census to make
// another one worth its time.
// A census is then at most one for each sixteenth of the limit that is made.
const censusShare = 16

// reclaim takes a census if many values may have gone. The space calls it when room lacks.
// A census walks everything that is reachable, so it may only be taken when enough was made since the last
// one to pay for it: its cost is then a constant factor of the work of making those values.
// It must see every root: what is missed here would be given back while it is in use, and the limit would not hold.
// It answers whether there may be room now, and the space looks again.
func (w *world) reclaim() bool {
	if w.made < w.o.MemLimit/censusShare {
		return false
	}
	c := census{ints: map[*big.Int]bool{}, parts: map[*Value]bool{}, bytes: map[*memory.Byte]bool{}, causes: map[*Cause]bool{}, clocks: map[*uint32]bool{}}
	for _, t := range w.threads {
		t.runner.census(&c)
		for _, v := range t.common().results {
			c.value(v)
		}
		c.clock(t.common().clock)
		c.clock(t.common().acquire)
		c.clock(t.common().release)
	}
	// Its frames hold the arguments only after push.
	if w.cur != nil && w.cur.id == len(w.threads) { // it is being made
		for _, v := range w.args {
			c.value(v)
		}
	}
	for _, cause := range w.causes {
		c.cause(cause)
	}
	for _, u := range w.reports {
		c.cause(u.Cause)
		c.operands(u.Operands)
	}
	for n := range w.events {
		c.values(w.events[n].Args)
		c.values(w.events[n].Results)
	}
	w.space.Each(func(a *memory.Alloc) bool {
		if s, ok := a.Ext.(*raceShadow); ok {
			c.races(s)
		}
		return true
	})
	// Both steps together replace the estimate of what values take by the count.
	// What keep counted is not touched.
	w.space.Shrink(w.values)
	w.values, w.made = c.total, 0
	w.space.Hold(c.total)
	return true
}

// census is the size of what is reachable, everything once.
// Shared parts are recognised by the address of their first element; a piece cut out of another one is counted again, which errs on the safe side.
// It is made for one count and dropped.
type census struct {
	total  uint64
	ints   map[*big.Int]bool
	parts  map[*Value]bool
	bytes  map[*memory.Byte]bool
	causes map[*Cause]bool
	clocks map[*uint32]bool
}

func (c *census) values(vs []Value) {
	for _, v := range vs {
		c.value(v)
	}
}

// value counts v. A small int is in the place that holds it.
// Marking comes before descending, so a value that is shared a million times is walked once.
func (c *census) value(v Value) {
	switch v := v.(type) {
	case Int:
		if n := wideBytes(v.V); n > 0 && !c.ints[v.V.Big()] {
			c.ints[v.V.Big()] = true
			c.total += n
		}
	case Bytes:
		if len(v.B) > 0 && !c.bytes[&v.B[0]] {
			c.bytes[&v.B[0]] = true
			c.total += byteBytes * uint64(len(v.B))
		}
	case Aggregate:
		if len(v.Fields) > 0 && !c.parts[&v.Fields[0]] {
			c.parts[&v.Fields[0]] = true
			c.total += uint64(len(v.Fields)) * (cellBytes + intBytes64)
			c.values(v.Fields)
		}
	case Poison:
		c.cause(v.Cause)
	}
}

// Causes form chains that join: walking ends where another chain was counted.
func (c *census) cause(x *Cause) {
	for ; x != nil && !c.causes[x]; x = x.Parent {
		c.causes[x] = true
		c.total += causeBytes + uint64(len(x.Detail))
		c.operands(x.Operands)
	}
}

// Reports hold values that the program may have long forgotten.
func (c *census) operands(ops []Operand) {
	for _, o := range ops {
		c.total += uint64(unsafe.Sizeof(o))
		c.value(o.Value)
	}
}

// Clocks are immutable and shared between threads, histories and places of atomic accesses.
func (c *census) clock(v vclock) {
	if len(v) > 0 && !c.clocks[&v[0]] {
		c.clocks[&v[0]] = true
		c.total += clockBytes * uint64(len(v))
	}
}

func (c *census) races(s *raceShadow) {
	for _, g := range s.granules {
		c.total += granuleBytes + accessBytes*uint64(cap(g.whole))
		if g.split != nil {
			for _, list := range g.split {
				c.total += cellBytes + accessBytes*uint64(cap(list))
			}
		}
	}
	for _, v := range s.atomics {
		c.total += atomicBytes
		c.clock(v)
	}
}

// wideBytes is what an int takes beyond a small one, which has up to 128 bits.
func wideBytes(v num.Int) uint64 {
	if n := v.BitLen(); n > 128 {
		return uint64(n / 8)
	}
	return 0
}

// made is what making v took, its parts included: those of an aggregate may be shared, so it is an
// upper bound.
// It counts what is in v and not what v's cause leads to, which was counted when it was made.
func made(v Value) uint64 {
	switch v := v.(type) {
	case Int:
		return wideBytes(v.V)
	case Bytes:
		return byteBytes * uint64(len(v.B))
	case Aggregate:
		n := uint64(len(v.Fields)) * (cellBytes + intBytes64)
		for _, f := range v.Fields {
			n += made(f)
		}
		return n
	case Poison:
		return causeBytes
	}
	return 0
}

// typeBytes is the most that a value of type t takes, but for wide ints.
// Sizes are bounded by the limits on types, so the sums do not wrap.
func (w *world) typeBytes(t ir.Type) uint64 {
	switch t.Kind() {
	case ir.KindByte, ir.KindVec:
		n, _ := t.Size(w.o.VScale)
		return byteBytes * n
	case ir.KindArray:
		return t.Len() * (cellBytes + intBytes64 + w.typeBytes(t.Elem()))
	case ir.KindStruct:
		n := uint64(0)
		for _, f := range t.Fields() {
			n += cellBytes + intBytes64 + w.typeBytes(f)
		}
		return n
	}
	return 0
}

// afford counts what the instruction is about to make of bytes and aggregates. What it reads from
// or writes to memory goes through a list of bytes.
// It stands before the instruction.
// An insertion copies the path of aggregates and shares the rest.
// It is false if the limit is reached, which has ended the run.
func (x *inst) afford() bool {
	n := uint64(0)
	switch x.op {
	case ir.OpExtractValue, ir.OpSelect: // they give what they take
		return true
	case ir.OpInsertValue:
		agg := x.args[0]
		for _, at := range x.f.Path(x.i) {
			a, ok := agg.(Aggregate)
			if !ok {
				break
			}
			n += cellBytes * uint64(len(a.Fields))
			agg = a.Fields[at]
		}
		return n == 0 || x.w.grow(n)
	case ir.OpStore, ir.OpBitCast, ir.OpBitCastExpose, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg:
		n = x.transfer(x.f.TypeOf(x.f.Arg(x.i, 0)))
	}
	for k := range x.f.NumResults(x.i) {
		t := x.f.TypeOf(x.f.Result(x.i, k))
		n += x.w.typeBytes(t)
		if x.op.Is(ir.MemUse) {
			n += x.transfer(t)
		}
	}
	return n == 0 || x.w.grow(n)
}

// transfer is the list of bytes of a value of type t.
// Up to ir.IntBytes bytes need no list on the heap that is worth counting.
func (x *inst) transfer(t ir.Type) uint64 {
	if n := x.w.sizeIn(t, uint64(x.attr.N)); n > ir.IntBytes {
		return byteBytes * n
	}
	return 0
}

// census counts the values of the calls in progress.
func (t *refThread) census(c *census) {
	for _, fr := range t.frames {
		c.values(fr.vals)
		c.values(fr.args)
		c.arguments(fr.more)
	}
}

// census counts the values of the calls in progress. Others that the slots were used for before
// go at the next [fastThread.sweep].
// stale is set because a slot that became unboxed keeps its old value in objs: collected by Go only after the sweep.
func (t *fastThread) census(c *census) {
	t.stale = true
	for i, n := 0, t.top(); i < n; i++ {
		if t.stack[i].t == boxed {
			c.value(t.objs[i])
		}
	}
	for n := range t.frames {
		if more := t.frames[n].more; more != nil {
			c.arguments(*more)
		}
	}
}

// top is the number of slots in use.
func (t *fastThread) top() int {
	if n := len(t.frames); n > 0 {
		return int(t.frames[n-1].base + t.frames[n-1].fn.size)
	}
	return 0
}

// sweep forgets values that no slot holds any more. It must not be called while a call or a return
// is under way, when values are on their way from one frame to another.
// It runs at the next instruction that boxes a value, when all values are in slots.
func (t *fastThread) sweep() {
	t.stale = false
	for i := range t.objs {
		if i >= t.top() || t.stack[i].t != boxed {
			t.objs[i] = nil
		}
	}
}
