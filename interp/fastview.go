package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Pointers with a view are words like others: what moves or copies them keeps the view, and what accesses memory by them asks it. A view
// that has something to say makes the instruction leave, and the reference evaluator's functions report it.

// partOp makes of c, a ptradd, what a mark says: the pointer is confined to a part of its object from here on, or is not any more. It is false if no
// specialised code does that.
func (l *lowerer) partOp(i ir.Inst, c *code) bool {
	switch l.f.Mark(i).Rule {
	case ir.RulePart:
		p := l.w.partOf(l.f, i)
		if n, ok := l.constOf(l.f.Arg(i, 1)); p == nil || !ok || n != 0 {
			return false
		}
		c.op, c.imm = fPart, uint64(len(l.fn.parts))
		l.fn.parts = append(l.fn.parts, p)
	case ir.RuleWhole:
		if n, ok := l.constOf(l.f.Arg(i, 1)); !ok || n != 0 {
			return false
		}
		c.op = fWhole
	}
	return true
}

// sees reports whether the slot x is a pointer, and its view, if it has one, has nothing against an access of n bytes, more than none.
func (w *world) sees(x *slot, n uint64, write bool) bool {
	if x.t == 0 {
		return true
	}
	if x.t&tagMask != 0 {
		return false
	}
	v := w.space.ViewNumber(x.t >> viewShift)
	return v != nil && v.Allows(x.v-w.accessible(x, n).Base, n, write)
}

// viewAccess is how many bytes an operation accesses, 0 of others.
var viewAccess = func() (sizes [numFastOps]uint8) {
	for n, ops := range [][]fastOp{{fLoad8, fLoadS8, fStore8, fLoadBool}, {fLoad16, fLoadS16, fStore16}, {fLoad32, fLoadS32, fStore32}, {fLoad64, fStore64, fLoadPtr}} {
		for _, op := range ops {
			sizes[op] = 1 << n
		}
	}
	return sizes
}()

// viewed executes c, which the loop does for pointers without views alone, for one with a view. It is false, having changed nothing, where that is not
// what is special, or there is something to report.
func (t *fastThread) viewed(fn *fastFunc, s []slot, c *code) bool {
	w, op := t.w, c.op.first()
	if op == fPtrAddIn {
		return w.moveViewed(s, c)
	}
	n := uint64(viewAccess[op])
	if n == 0 || w.slowMemory {
		return false
	}
	store := op >= fStore8 && op <= fStore64
	x := &s[c.a]
	if store {
		x = &s[c.b]
	}
	if x.v&c.imm != 0 || !w.sees(x, n, store) {
		return false
	}
	a := w.accessible(x, n)
	off := x.v - a.Base
	if x.t == 0 && (store || op == fLoadPtr || op == fLoadBool) {
		return false // it has been tried
	}
	if store {
		v := &s[c.a]
		return v.t&^words == 0 && a.StoreN(off, n, v.v)
	}
	if op == fLoadPtr {
		p, ok := a.LoadPtr(off)
		if ok {
			s[c.dst] = pointerSlot(p)
		}
		return ok
	}
	r, ok := a.LoadN(off, n)
	if !ok {
		r, ok = w.loadField(fn, fn.meta[t.frames[len(t.frames)-1].pc].inst, a, off, n)
	}
	switch {
	case !ok, op == fLoadBool && r > 1:
		return false
	case op == fLoadS8:
		r = signed8(r)
	case op == fLoadS16:
		r = signed16(r)
	case op == fLoadS32:
		r = signed32(r)
	}
	s[c.dst] = slot{v: r}
	return true
}

// moveViewed is fPtrAddIn of a pointer with a view, which must stay in that, too.
func (w *world) moveViewed(s []slot, c *code) bool {
	x, y := &s[c.a], &s[c.b]
	if x.t == 0 || x.t&tagMask != 0 || y.t&^words != 0 || x.p == wildSlot {
		return false
	}
	a, v := w.space.Lookup(memory.AllocID(x.p)), w.space.ViewNumber(x.t>>viewShift)
	off := x.v - a.Base
	if v == nil || off > a.Size || off+y.v > a.Size || v.Kind.Bounded() && off+y.v-v.Off > v.Size {
		return false
	}
	s[c.dst] = slot{v: x.v + y.v, p: x.p, t: x.t}
	return true
}
