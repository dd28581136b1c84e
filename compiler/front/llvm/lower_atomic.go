package llvm

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// atomicAttr are the attributes of an atomic access.
func (g *fn) atomicAttr(x *instr, t *typ, align uint64, op ir.Op) ir.Attr {
	a := memAttr(t.storeSize(), align)
	switch n := a.N; {
	case t.kind != tInt && t.kind != tPtr && t.kind != tFloat, n != 1 && n != 2 && n != 4 && n != 8, t.kind == tInt && t.bits%8 != 0 && t.bits != 1:
		g.c.fail(x.at, "an atomic access of type %s is not supported", t.text())
	}
	if a.Order = x.order; !slices.Contains(ir.Orderings(op, false), a.Order) {
		g.c.fail(x.at, "%s cannot have this ordering", x.text)
	}
	return a
}

// atomicType is the type of Tuffy IR that an atomic access has, and the values of it: floats are accessed as numbers.
func atomicType(t *typ) ir.Type {
	if t.kind == tPtr {
		return ir.PtrIn(t.bits)
	}
	return ir.Int
}

// toAtomic is v as an atomic access writes it, fromAtomic a value of what one has read.
func (g *fn) toAtomic(v ir.Value, t *typ) ir.Value {
	if t.kind == tPtr {
		return v
	}
	return g.toBits(v, t)
}

func (g *fn) fromAtomic(v ir.Value, t *typ) ir.Value {
	if t.kind == tPtr {
		return v
	}
	return g.fromBits(v, t)
}

func (g *fn) atomicLoad(x *instr, p ir.Value, align uint64) ir.Value {
	i := g.b.Op(ir.OpAtomicLoad, g.atomicAttr(x, x.t, align, ir.OpAtomicLoad), g.o, []ir.Type{atomicType(x.t)}, p, g.mem)
	g.mem = g.f.Result(i, 0)
	return g.fromAtomic(g.f.Result(i, 1), x.t)
}

func (g *fn) atomicStore(x *instr, p ir.Value, align uint64) {
	i := g.b.Op(ir.OpAtomicStore, g.atomicAttr(x, x.t, align, ir.OpAtomicStore), g.o, nil, g.toAtomic(g.val(x.args[0]), x.t), p, g.mem)
	g.mem = g.f.Result(i, 0)
}

// exchange stores v if there is want, and gives what was there.
func (g *fn) exchange(x *instr, t *typ, p, want, v ir.Value, align uint64, fail ir.Ordering) ir.Value {
	a := g.atomicAttr(x, t, align, ir.OpCmpXchg)
	if a.Fail = fail; !slices.Contains(ir.Orderings(ir.OpCmpXchg, true), a.Fail) {
		g.c.fail(x.at, "%s cannot have this ordering where it fails", x.text)
	}
	i := g.b.Op(ir.OpCmpXchg, a, g.o, []ir.Type{atomicType(t)}, p, want, v, g.mem)
	g.mem = g.f.Result(i, 0)
	return g.f.Result(i, 1)
}

func (g *fn) cmpxchg(x *instr) {
	t := x.elem
	align := g.access(x, t)
	p, want, v := g.val(x.args[0]), g.toAtomic(g.val(x.args[1]), t), g.toAtomic(g.val(x.args[2]), t)
	old := g.exchange(x, t, p, want, v, align, x.fail)
	same := ir.Value(0)
	if t.kind == tPtr {
		same = g.cmp(ir.EQ, g.un(ir.OpPtrToAddr, old), g.un(ir.OpPtrToAddr, want))
	} else {
		same = g.cmp(ir.EQ, old, want)
	}
	g.set(g.build(g.typeOf(x.t, x.at), 2, func(i int) ir.Value {
		if i == 0 {
			return g.fromAtomic(old, t)
		}
		return same
	}))
}

// rmwOps are the operations that the IR has.
var rmwOps = map[string]ir.RMWOp{"xchg": ir.RMWXchg, "add": ir.RMWAdd, "sub": ir.RMWSub, "and": ir.RMWAnd, "or": ir.RMWOr, "xor": ir.RMWXor}

func (g *fn) rmw(x *instr) ir.Value {
	align := g.access(x, x.t)
	p, v := g.val(x.args[0]), g.val(x.args[1])
	op, ok := rmwOps[x.text]
	if !ok || x.t.kind != tInt && op != ir.RMWXchg {
		return g.rmwLoop(x, p, v, align)
	}
	a := g.atomicAttr(x, x.t, align, ir.OpRMW)
	a.RMW = op
	i := g.b.Op(ir.OpRMW, a, g.o, []ir.Type{atomicType(x.t)}, p, g.toAtomic(v, x.t), g.mem)
	g.mem = g.f.Result(i, 0)
	return g.fromAtomic(g.f.Result(i, 1), x.t)
}

// rmwLoop is what the IR lacks, by a loop around a compare and exchange.
func (g *fn) rmwLoop(x *instr, p, v ir.Value, align uint64) ir.Value {
	read := *x
	read.order = ir.Relaxed
	a := g.atomicAttr(&read, x.t, align, ir.OpAtomicLoad)
	i := g.b.Op(ir.OpAtomicLoad, a, g.o, []ir.Type{atomicType(x.t)}, p, g.mem)
	g.mem = g.f.Result(i, 0)
	first := g.f.Result(i, 1)
	loop := g.newBlock()
	seen := g.f.AddArg(loop, g.f.TypeOf(first), ir.NoAnnot)
	g.goTo(loop, first)
	g.start(loop)
	old := g.fromAtomic(seen, x.t)
	next := g.rmwValue(x, old, v)
	fail := ir.Relaxed
	if x.order == ir.SeqCst {
		fail = ir.SeqCst
	}
	now := g.exchange(x, x.t, p, seen, g.toAtomic(next, x.t), align, fail)
	done := g.newBlock()
	g.b.BrIf(g.cmp(ir.EQ, now, seen), ir.Goto(done, g.mem), ir.Goto(loop, g.mem, now), g.o)
	g.start(done)
	return old
}

// rmwValue is what an operation of atomicrmw stores.
func (g *fn) rmwValue(x *instr, old, v ir.Value) ir.Value {
	n := x.t.bits
	isInt := x.t.kind == tInt && n > 1
	isFloat := x.t.kind == tFloat
	switch {
	case x.text == "nand" && isInt:
		return g.bin(ir.OpXor, g.bin(ir.OpAnd, old, v), g.num(-1))
	case x.text == "max" && isInt:
		return g.bin(ir.OpMax, old, v)
	case x.text == "min" && isInt:
		return g.bin(ir.OpMin, old, v)
	case x.text == "umax" && isInt:
		return g.signed(g.bin(ir.OpMax, g.zext(old, n), g.zext(v, n)), n)
	case x.text == "umin" && isInt:
		return g.signed(g.bin(ir.OpMin, g.zext(old, n), g.zext(v, n)), n)
	case x.text == "uinc_wrap" && isInt:
		return g.choose(g.cmp(ir.GE, g.zext(old, n), g.zext(v, n)), g.num(0), g.sext(g.bin(ir.OpAdd, old, g.num(1)), n))
	case x.text == "udec_wrap" && isInt:
		u := g.zext(old, n)
		reset := g.bin(ir.OpBOr, g.cmp(ir.EQ, u, g.num(0)), g.cmp(ir.GT, u, g.zext(v, n)))
		return g.choose(reset, v, g.sext(g.bin(ir.OpSub, old, g.num(1)), n))
	case x.text == "usub_cond" && isInt:
		return g.choose(g.cmp(ir.GE, g.zext(old, n), g.zext(v, n)), g.sext(g.bin(ir.OpSub, old, v), n), old)
	case x.text == "usub_sat" && isInt:
		return g.signed(g.bin(ir.OpMax, g.bin(ir.OpSub, g.zext(old, n), g.zext(v, n)), g.num(0)), n)
	case x.text == "fadd" && isFloat:
		return g.bin(ir.OpFAdd, old, v)
	case x.text == "fsub" && isFloat:
		return g.bin(ir.OpFSub, old, v)
	case x.text == "fmax" && isFloat:
		return g.bin(ir.OpFMaxNum, old, v)
	case x.text == "fmin" && isFloat:
		return g.bin(ir.OpFMinNum, old, v)
	}
	g.c.fail(x.at, "atomicrmw %s of a %s is not supported", x.text, x.t.text())
	return 0
}
