package c

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// atomics are gcc's __atomic and __sync functions. An order that is no constant is sequentially consistent, which is allowed.
func atomics() map[string]builtin {
	m := map[string]builtin{
		"__atomic_load_n":              atomicLoad,
		"__atomic_load":                atomicLoadTo,
		"__atomic_store_n":             atomicStore,
		"__atomic_store":               atomicStoreFrom,
		"__atomic_exchange":            atomicExchangeTo,
		"__atomic_exchange_n":          atomicSwap,
		"__atomic_compare_exchange_n":  compareExchange,
		"__atomic_compare_exchange":    compareExchange,
		"__atomic_thread_fence":        fence,
		"__atomic_signal_fence":        nothing,
		"__sync_synchronize":           fence,
		"__sync_lock_test_and_set":     rmw(ir.RMWXchg, false),
		"__sync_lock_release":          syncRelease,
		"__sync_val_compare_and_swap":  syncCAS(false),
		"__sync_bool_compare_and_swap": syncCAS(true),
		"__atomic_test_and_set":        testAndSet,
		"__atomic_clear":               syncRelease,
		"__atomic_always_lock_free":    lockFree,
		"__atomic_is_lock_free":        lockFree,
	}
	for name, op := range map[string]ir.RMWOp{"add": ir.RMWAdd, "sub": ir.RMWSub, "and": ir.RMWAnd, "or": ir.RMWOr, "xor": ir.RMWXor} {
		m["__atomic_fetch_"+name] = rmw(op, false)
		m["__atomic_"+name+"_fetch"] = rmw(op, true)
		m["__sync_fetch_and_"+name] = rmw(op, false)
		m["__sync_"+name+"_and_fetch"] = rmw(op, true)
	}
	for name, after := range map[string]bool{"__atomic_fetch_nand": false, "__atomic_nand_fetch": true, "__sync_fetch_and_nand": false, "__sync_nand_and_fetch": true} {
		m[name] = nand(after)
	}
	return m
}

// nand is ~(old & operand), in a loop around a compare and swap: no processor has it as one instruction.
func nand(after bool) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		l := g.target(c, args, 2)
		x := g.expr(args[1])
		g.at(c)
		g.node = c
		if isPtr(l.t) {
			g.u.fail(c, "%s takes no pointers", calleeName(c.PostfixExpression))
		}
		x = g.assigned(x, l.t)
		seen := g.temp(l.t) // the value before
		box := place{p: seen, t: l.t, align: g.u.alignof(l.t)}
		g.write(box, g.atomicRead(l, ir.SeqCst))
		loop, fail, done := g.block(), g.block(), g.block()
		g.jump(loop)
		g.start(loop)
		old := g.read(box)
		next := func(v ir.Value) value {
			v = g.bin(ir.OpXor, g.bin(ir.OpAnd, v, x.v), g.int(-1))
			return value{v: g.extend(v, l.t), t: l.t}
		}
		ok, found := g.exchange(l, old, next(old.v), ir.SeqCst, ir.SeqCst)
		g.branch(ok, done, fail)
		g.start(fail)
		g.write(box, found)
		g.jump(loop)
		g.start(done)
		if old = g.read(box); after {
			return next(old.v)
		}
		return old
	}
}

// target is the object that the first argument points to.
func (g *fn) target(c *cc.PostfixExpression, args []cc.ExpressionNode, least int) place {
	if len(args) < least {
		g.u.fail(c, "the function takes %d arguments", least)
	}
	p := g.expr(args[0])
	t := elem(p.t)
	if t == nil || !isInt(t) && !isPtr(t) || g.u.sizeof(t) > 8 {
		g.u.fail(args[0], "this must be a pointer to an integer of at most 8 bytes, or to a pointer")
	}
	return place{p: p.v, t: t, align: g.u.sizeof(t)}
}

// pointerTo is an argument that must be a pointer.
func (g *fn) pointerTo(n cc.ExpressionNode) value {
	x := g.expr(n)
	if !isPtrLike(x.t) {
		g.u.fail(n, "this must be a pointer")
	}
	return x
}

func (g *fn) atomicAttr(l place, o ir.Ordering) ir.Attr {
	size := uint32(g.u.sizeof(l.t))
	return ir.Attr{N: size, Align: alignAttr(int64(size)), Order: o}
}

// orders are the numbers of C11's memory_order; consume is acquire.
var orders = [...]ir.Ordering{ir.Relaxed, ir.Acquire, ir.Acquire, ir.Release, ir.AcqRel, ir.SeqCst}

// order is the order that argument n names, if op may have it; fail is for the one of a compare and swap that fails. All else is
// sequentially consistent.
func (g *fn) order(args []cc.ExpressionNode, n int, op ir.Op, fail bool) ir.Ordering {
	if n >= len(args) {
		return ir.SeqCst
	}
	v, ok := g.u.constInt(args[n])
	if k, fits := v.Int64(); ok && fits && k >= 0 && k < int64(len(orders)) && slices.Contains(ir.Orderings(op, fail), orders[k]) {
		return orders[k]
	}
	return ir.SeqCst
}

// signedLoad is the value of an object's type of what was loaded.
func (g *fn) signedLoad(v ir.Value, t cc.Type) value {
	if isInt(t) && signed(t) {
		v = g.live().Extend(ir.OpSExt, v, width(t), g.o)
	}
	return value{v: v, t: t}
}

func (g *fn) atomicRead(l place, o ir.Ordering) value {
	i := g.live().Op(ir.OpAtomicLoad, g.atomicAttr(l, o), g.o, []ir.Type{g.u.irType(l.t)}, l.p, g.mem)
	g.mem = g.f.Result(i, 0)
	return g.signedLoad(g.f.Result(i, 1), l.t)
}

func (g *fn) atomicWrite(l place, x value, o ir.Ordering) {
	i := g.live().Op(ir.OpAtomicStore, g.atomicAttr(l, o), g.o, nil, x.v, l.p, g.mem)
	g.mem = g.f.Result(i, 0)
}

func atomicLoad(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 1)
	g.at(c)
	return g.atomicValue(l, g.order(args, 1, ir.OpAtomicLoad, false))
}

func atomicLoadTo(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 2)
	to := g.pointerTo(args[1])
	g.at(c)
	g.write(place{p: to.v, t: l.t, align: g.u.alignof(l.t)}, g.atomicValue(l, g.order(args, 2, ir.OpAtomicLoad, false)))
	return value{t: g.u.ast.Void}
}

func atomicStore(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 2)
	x := g.expr(args[1])
	g.at(c)
	g.node = c
	g.atomicSet(l, g.assigned(x, l.t), g.order(args, 2, ir.OpAtomicStore, false))
	return value{t: g.u.ast.Void}
}

func atomicStoreFrom(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 2)
	from := g.pointerTo(args[1])
	g.at(c)
	g.atomicSet(l, g.read(place{p: from.v, t: l.t, align: g.u.alignof(l.t)}), g.order(args, 2, ir.OpAtomicStore, false))
	return value{t: g.u.ast.Void}
}

// atomicExchangeTo stores what the second argument points to, and what was there before where the third points.
func atomicExchangeTo(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 3)
	from, to := g.pointerTo(args[1]), g.pointerTo(args[2])
	g.at(c)
	x := g.read(place{p: from.v, t: l.t, align: g.u.alignof(l.t)})
	g.write(place{p: to.v, t: l.t, align: g.u.alignof(l.t)}, g.swap(l, x, g.order(args, 3, ir.OpRMW, false)))
	return value{t: g.u.ast.Void}
}

func atomicSwap(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 2)
	x := g.expr(args[1])
	g.at(c)
	g.node = c
	return g.swap(l, g.assigned(x, l.t), g.order(args, 2, ir.OpRMW, false))
}

// rmw gives the value before the operation, or that after it.
func rmw(op ir.RMWOp, after bool) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		l := g.target(c, args, 2)
		x := g.expr(args[1])
		g.at(c)
		g.node = c
		if isPtr(l.t) && (op == ir.RMWAdd || op == ir.RMWSub) {
			return g.moveAtomic(l, g.convert(x, g.u.ast.Long), op == ir.RMWSub, after)
		}
		x = g.assigned(x, l.t)
		if isPtr(l.t) && op != ir.RMWXchg {
			g.u.unsupported(c, "atomic bit operations on pointers are not supported")
		}
		a := g.atomicAttr(l, g.order(args, 2, ir.OpRMW, false))
		a.RMW = op
		i := g.live().Op(ir.OpRMW, a, g.o, []ir.Type{g.u.irType(l.t)}, l.p, x.v, g.mem)
		g.mem = g.f.Result(i, 0)
		old := g.signedLoad(g.f.Result(i, 1), l.t)
		if !after {
			return old
		}
		ops := map[ir.RMWOp]ir.Op{ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}
		return value{v: g.extend(g.bin(ops[op], old.v, x.v), l.t), t: l.t}
	}
}

// moveAtomic moves a pointer by bytes, as gcc does whatever it points to, and gives the pointer of before or after.
func (g *fn) moveAtomic(l place, bytes value, minus, after bool) value {
	old, moved := g.exchanged(l, func(old value) value {
		d := bytes.v
		if minus {
			d = g.bin(ir.OpSub, g.int(0), d)
		}
		return value{v: g.bin(ir.OpPtrAdd, old.v, d), t: l.t}
	})
	if after {
		return moved
	}
	return old
}

// exchange is a compare and swap: whether it stored, and what was there.
func (g *fn) exchange(l place, expected, desired value, o, fail ir.Ordering) (ir.Value, value) {
	a := g.atomicAttr(l, o)
	a.Fail = fail
	i := g.live().Op(ir.OpCmpXchg, a, g.o, []ir.Type{g.u.irType(l.t)}, l.p, expected.v, desired.v, g.mem)
	g.mem = g.f.Result(i, 0)
	old := g.signedLoad(g.f.Result(i, 1), l.t)
	return g.comparison(opEq, old, expected), old
}

func compareExchange(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.atomicObject(c, args, 3)
	p := g.pointerTo(args[1])
	want := place{p: p.v, t: l.t, align: g.u.alignof(l.t)}
	x := g.expr(args[2])
	g.at(c)
	g.node = c
	if calleeName(c.PostfixExpression) == "__atomic_compare_exchange" {
		x = g.read(place{p: g.assigned(x, l.t.Pointer()).v, t: l.t, align: g.u.alignof(l.t)})
	}
	ok, old := g.swapIf(l, want, g.assigned(x, l.t), g.order(args, 4, ir.OpCmpXchg, false), g.order(args, 5, ir.OpCmpXchg, true))
	fail, done := g.block(), g.block()
	g.branch(ok, done, fail)
	g.start(fail)
	g.holds = true // what is expected is no shared object
	g.write(want, old)
	g.holds = false
	g.jump(done)
	g.start(done)
	return value{v: g.un(ir.OpBoolToInt, ok), t: g.u.ast.Int}
}

func syncCAS(truth bool) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		l := g.target(c, args, 3)
		want, x := g.expr(args[1]), g.expr(args[2])
		g.at(c)
		g.node = c
		ok, old := g.exchange(l, g.assigned(want, l.t), g.assigned(x, l.t), ir.SeqCst, ir.SeqCst)
		if truth {
			return value{v: g.un(ir.OpBoolToInt, ok), t: g.u.ast.Int}
		}
		return old
	}
}

func fence(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	nothing(g, c, args)
	if k, ok := g.firstConst(args); ok && k == 0 { // relaxed: none
		return value{t: g.u.ast.Void}
	}
	i := g.live().Op(ir.OpFence, ir.Attr{Order: g.order(args, 0, ir.OpFence, false)}, g.o, nil, g.mem)
	g.mem = g.f.Result(i, 0)
	return value{t: g.u.ast.Void}
}

// firstConst is the number that the first argument is, if it is a constant.
func (g *fn) firstConst(args []cc.ExpressionNode) (int64, bool) {
	if len(args) == 0 {
		return 0, false
	}
	v, ok := g.u.constInt(args[0])
	k, fits := v.Int64()
	return k, ok && fits
}

func syncRelease(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	l := g.target(c, args, 1)
	g.at(c)
	g.node = c
	g.atomicWrite(l, g.convert(value{v: g.int(0), t: g.u.ast.Int}, l.t), g.order(args, 1, ir.OpAtomicStore, false))
	return value{t: g.u.ast.Void}
}

func testAndSet(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) == 0 {
		g.u.fail(c, "the function takes an argument")
	}
	p := g.pointerTo(args[0])
	g.at(c)
	l := place{p: p.v, t: g.u.ast.UChar, align: 1}
	a := g.atomicAttr(l, g.order(args, 1, ir.OpRMW, false))
	a.RMW = ir.RMWXchg
	i := g.live().Op(ir.OpRMW, a, g.o, []ir.Type{ir.Int}, l.p, g.int(1), g.mem)
	g.mem = g.f.Result(i, 0)
	return value{v: g.un(ir.OpBoolToInt, g.un(ir.OpIntToBool, g.f.Result(i, 1))), t: g.u.ast.Int}
}

func lockFree(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) > 0 {
		if k, ok := g.u.constInt(args[0]); ok {
			n, _ := k.Int64()
			return g.boolean(n == 1 || n == 2 || n == 4 || n == 8)
		}
	}
	return g.boolean(false)
}
