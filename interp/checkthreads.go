package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// threadObject names the object that a thread has of a datum.
type threadObject struct {
	of     memory.AllocID
	thread int
}

// ofThread gives the object that the running thread has of the one that argument 0 points to (C11 6.2.4p4). That of the first thread is the
// datum itself.
func (c *checkCall) ofThread() {
	w := c.w
	c.out = []Value{c.args[0]}
	a := c.object(0)
	if a == nil || w.cur == nil || w.cur.id == 0 {
		return
	}
	at := threadObject{a.ID, w.cur.id}
	id, ok := w.threadObjects[at]
	if !ok {
		var d *ir.Data
		if d = w.m.DataNamed(strings.TrimPrefix(a.Name, "@")); d == nil {
			return
		}
		var err error
		if id, err = w.mem.Alloc(memory.Global, a.Size, uint64(d.Align), a.Name, w.site(c.f, c.i)); err == nil {
			err = w.fill(d, w.space.Record(id), w.symbols)
		}
		if err != nil {
			w.limit("%s", err)
			return
		}
		if w.threadObjects == nil {
			w.threadObjects = map[threadObject]memory.AllocID{}
		}
		w.threadObjects[at] = id
	}
	c.out[0] = Ptr{w.space.Pointer(id, c.args[0].(Ptr).Addr-a.Base)}
}

// endThreadObjects ends the objects of a thread that has ended.
func (w *world) endThreadObjects(thread int) {
	for at, id := range w.threadObjects {
		if at.thread == thread {
			w.mem.Free(id, 0, memory.DeadSlot)
			delete(w.threadObjects, at)
		}
	}
}

// calledBack tells of a function that the library is given, and of the type that it calls: argument 1 names it.
func (c *checkCall) calledBack() {
	p, ok := c.args[0].(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return
	}
	fn := c.w.targets[p.Alloc].fn
	as := c.text(1)
	if fn == nil || callTypesAgree(ir.Mark{Rule: ir.RuleCall, Type: as}, fn) {
		return
	}
	c.w.fail(c.f, c.i, &UB{Code: UBCallSignature, Message: callTypeText(fn, as) + " by the library (C11 6.5.2.2p9)", Fallback: "the function is passed on"})
}

// narrows tells of a pointer that is converted to an integer type that is narrower, which argument 1 names.
func (c *checkCall) narrows() {
	p, ok := c.args[0].(Ptr)
	if !ok || p.Kind != memory.ProvAlloc {
		return
	}
	c.w.fail(c.f, c.i, &UB{Code: UBSource, Fallback: "the low bits remain",
		Message: fmt.Sprintf("a pointer into %s is converted to '%s', which cannot hold every address (C11 6.3.2.3p6)", c.w.objectText(p), c.text(1))})
}
