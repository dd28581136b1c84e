package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Atomic objects that no instruction accesses as a whole, structs among them, are accessed by who holds a lock. It is one for all of them,
// and each file that needs it defines it, weakly.

const atomicLock = "tuffy.atomic.lock"

// needsLock reports whether atomic accesses of objects of a type do.
func (u *unit) needsLock(t cc.Type) bool {
	return !isVoid(t) && !isArray(t) && !isFunc(t) && !isVLA(t) && (isRecord(t) || isComplex(t) || !oneAccess(u.sizeof(t)))
}

// isLocked reports whether accesses of l are atomic by a lock: its type says so.
func (g *fn) isLocked(l place) bool {
	a := l.t.Attributes()
	return a != nil && a.IsAttrSet(atomicAttribute) && l.field == nil && !g.holds && g.u.needsLock(l.t)
}

// locked makes accesses while it holds the lock.
func (g *fn) locked(accesses func()) {
	if m := g.u.m; !g.u.trial && m.DataNamed(atomicLock) == nil {
		m.AddData(&ir.Data{Name: atomicLock, Align: 4, Linkage: ir.Linkage{Binding: ir.Weak}, Pieces: []ir.DataPiece{{Zero: 4}}})
	}
	t := g.u.ast.Int
	lock := place{p: g.symbol(atomicLock), t: t, align: 4}
	number := func(n int64) value { return value{v: g.int(n), t: t} }
	try, held := g.block(), g.block()
	g.jump(try)
	g.start(try)
	ok, _ := g.exchange(lock, number(0), number(1), ir.Acquire, ir.Relaxed)
	g.branch(ok, held, try)
	g.start(held)
	g.holds = true
	accesses()
	g.holds = false
	g.atomicWrite(lock, number(0), ir.Release)
}

// copyOf is the value of an object that may change afterwards.
func (g *fn) copyOf(l place) value {
	if !isRecord(l.t) {
		return g.read(l)
	}
	seen := place{p: g.temp(l.t), t: l.t, align: g.u.alignof(l.t)}
	g.write(seen, g.read(l))
	return g.read(seen)
}

// lockedRead is the value of an object.
func (g *fn) lockedRead(l place) (x value) {
	g.locked(func() { x = g.copyOf(l) })
	return x
}

// atomicObject is the object that the first argument points to, of any type.
func (g *fn) atomicObject(c *cc.PostfixExpression, args []cc.ExpressionNode, least int) place {
	if len(args) < least {
		g.u.fail(c, "the function takes %d arguments", least)
	}
	p := g.expr(args[0])
	t := elem(p.t)
	if t == nil || !isInt(t) && !isPtr(t) && !isFloat(t) && !isRecord(t) && !isComplex(t) {
		g.u.fail(args[0], "this must be a pointer to an integer, a floating number, a pointer, a struct or a union")
	}
	align := g.u.alignof(t)
	if !g.u.needsLock(t) {
		align = g.u.sizeof(t)
	}
	return place{p: p.v, t: t, align: align}
}

// raw is an object as the number that an instruction accesses.
func (g *fn) raw(l place) place {
	if isFloat(l.t) {
		l.t = g.u.rawType(l.t)
	}
	return l
}

// atomicValue is an atomic read of an object of any type.
func (g *fn) atomicValue(l place, o ir.Ordering) value {
	switch {
	case g.u.needsLock(l.t):
		return g.lockedRead(l)
	case isFloat(l.t):
		return g.fromRaw(g.atomicRead(g.raw(l), o).v, l.t)
	}
	return g.atomicRead(l, o)
}

// atomicSet is an atomic write of an object of any type.
func (g *fn) atomicSet(l place, x value, o ir.Ordering) {
	switch {
	case g.u.needsLock(l.t):
		g.locked(func() { g.write(l, x) })
	case isFloat(l.t):
		g.atomicWrite(g.raw(l), g.toRaw(x, l.t), o)
	default:
		g.atomicWrite(l, x, o)
	}
}

// swap is an atomic exchange of an object of any type.
func (g *fn) swap(l place, x value, o ir.Ordering) (old value) {
	if g.u.needsLock(l.t) {
		g.locked(func() {
			old = g.copyOf(l)
			g.write(l, x)
		})
		return old
	}
	r := g.raw(l)
	if isFloat(l.t) {
		x = g.toRaw(x, l.t)
	}
	a := g.atomicAttr(r, o)
	a.RMW = ir.RMWXchg
	i := g.live().Op(ir.OpRMW, a, g.o, []ir.Type{g.u.irType(r.t)}, r.p, x.v, g.mem)
	g.mem = g.f.Result(i, 0)
	if isFloat(l.t) {
		return g.fromRaw(g.f.Result(i, 1), l.t)
	}
	return g.signedLoad(g.f.Result(i, 1), l.t)
}

// swapIf is a compare and swap of an object of any type: whether it stored, and what was there.
func (g *fn) swapIf(l, want place, x value, o, fail ir.Ordering) (ir.Value, value) {
	switch {
	case g.u.needsLock(l.t):
		return g.lockedSwapIf(l, want, x)
	case isFloat(l.t):
		r := g.raw(l)
		ok, old := g.exchange(r, g.toRaw(g.read(want), l.t), g.toRaw(x, l.t), o, fail)
		return ok, g.fromRaw(old.v, l.t)
	}
	return g.exchange(l, g.read(want), x, o, fail)
}

func (g *fn) lockedSwapIf(l, want place, x value) (ir.Value, value) {
	t := g.u.ast.Int
	result := place{p: g.temp(t), t: t, align: g.u.alignof(t)}
	seen := place{p: g.temp(l.t), t: l.t, align: g.u.alignof(l.t)}
	g.locked(func() {
		g.write(seen, g.read(l))
		equal, done := g.block(), g.block()
		same := g.sameObject(seen, want)
		g.write(result, value{v: same, t: t})
		g.branch(g.un(ir.OpIntToBool, same), equal, done)
		g.start(equal)
		g.write(l, x)
		g.jump(done)
		g.start(done)
	})
	g.holds = true // they are objects of this function
	old := g.read(seen)
	g.holds = false
	return g.un(ir.OpIntToBool, g.read(result).v), old
}

// sameObject is 1 where objects of one type have the same value, and else 0. Compiled, their bytes are compared, as by libatomic. In
// the interpreter their members are, since padding has no value; of large ones and unions the bytes are, too.
func (g *fn) sameObject(a, b place) ir.Value {
	if isRecord(a.t) {
		if n := g.u.scalars(a.t); g.u.o.Checks && n > 0 && n <= 256 {
			return g.sameMembers(a, b)
		}
	} else if isInt(a.t) || isPtr(a.t) {
		return g.un(ir.OpBoolToInt, g.comparison(opEq, g.read(a), g.read(b)))
	}
	size := g.u.sizeof(a.t)
	if isFloat(a.t) && size == 16 {
		size = 10 // the bytes behind it are padding
	}
	i := g.live().Call(g.symbol("memcmp"), []ir.Value{a.p, b.p, g.int(size)}, g.mem, []ir.Type{ir.Int}, g.o)
	g.mem = g.f.Result(i, 0)
	v := g.live().Extend(ir.OpZExt, g.f.Result(i, 1), 32, g.o)
	return g.un(ir.OpBoolToInt, g.comparison(opEq, value{v: v, t: g.u.ast.UInt}, value{v: g.int(0), t: g.u.ast.UInt}))
}

// sameMembers compares the members of structs.
func (g *fn) sameMembers(a, b place) ir.Value {
	all := g.int(1)
	and := func(v ir.Value) { all = g.bin(ir.OpAnd, all, v) }
	for _, m := range g.u.record(a.t).fields {
		x, y := g.step(a, m), g.step(b, m)
		n := int64(1)
		t := m.t
		for isArray(t) {
			n *= g.u.arrayLen(t.(*cc.ArrayType))
			t = elem(t)
		}
		size := g.u.sizeof(t)
		for k := range n {
			p, q := x, y
			p.p, q.p, p.t, q.t = g.offset(x.p, k*size), g.offset(y.p, k*size), t, t
			switch {
			case p.field != nil:
				and(g.un(ir.OpBoolToInt, g.comparison(opEq, g.readField(p), g.readField(q))))
			default:
				and(g.sameObject(p, q))
			}
		}
	}
	return all
}

// scalars is how many members are compared for a struct, 0 if it has unions.
func (u *unit) scalars(t cc.Type) (n int64) {
	if t.Kind() == cc.Union {
		return 0
	}
	for _, m := range u.record(t).fields {
		of, each := m.t, int64(1)
		for isArray(of) {
			each *= u.arrayLen(of.(*cc.ArrayType))
			of = elem(of)
		}
		if isRecord(of) {
			k := u.scalars(of)
			if k == 0 {
				return 0
			}
			each *= k
		}
		n += each
	}
	return n
}
