package llvm

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// intArgs checks that an intrinsic is one of integers of more than a bit.
func (g *fn) intArgs(x *instr, n int) uint32 {
	g.scalars(x, tInt, n)
	w := x.args[0].t.scalar().bits
	if w == 1 {
		g.c.fail(x.at, "llvm.%s of i1 is not supported", x.text)
	}
	return w
}

func abs(g *fn, x *instr) {
	n := g.intArgs(x, 1)
	poison := g.flagArg(x, 1)
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		r := g.bin(ir.OpMax, a[0], g.bin(ir.OpSub, g.num(0), a[0]))
		if poison {
			return g.with(r, ir.Signed(n))
		}
		return g.sext(r, n)
	})
}

// clamp is v, or the bound that is nearest.
func (g *fn) clamp(v ir.Value, lo, hi num.Int) ir.Value {
	return g.bin(ir.OpMin, g.bin(ir.OpMax, v, g.big(lo)), g.big(hi))
}

// intBinary is an intrinsic of two integers: the smaller or larger, or an operation that saturates.
func intBinary(g *fn, x *instr) {
	g.scalars(x, tInt, 2)
	n := x.args[0].t.scalar().bits
	hi := mask(n - 1)
	lo := hi.Not()
	g.lanewise(x, 2, func(a []ir.Value) ir.Value {
		v, w := a[0], a[1]
		if n == 1 {
			return g.boolBinary(x, v, w)
		}
		u := func(op ir.Op) ir.Value { return g.bin(op, g.zext(v, n), g.zext(w, n)) }
		switch x.text {
		case "smax":
			return g.bin(ir.OpMax, v, w)
		case "smin":
			return g.bin(ir.OpMin, v, w)
		case "umax":
			return g.signed(u(ir.OpMax), n)
		case "umin":
			return g.signed(u(ir.OpMin), n)
		case "sadd.sat":
			return g.clamp(g.bin(ir.OpAdd, v, w), lo, hi)
		case "ssub.sat":
			return g.clamp(g.bin(ir.OpSub, v, w), lo, hi)
		case "uadd.sat":
			return g.signed(g.bin(ir.OpMin, u(ir.OpAdd), g.big(mask(n))), n)
		case "usub.sat":
			return g.signed(g.bin(ir.OpMax, u(ir.OpSub), g.num(0)), n)
		case "sshl.sat":
			k, _ := g.amount(w, n)
			return g.clamp(g.bin(ir.OpShl, v, k), lo, hi)
		default: // ushl.sat
			k, _ := g.amount(w, n)
			return g.signed(g.bin(ir.OpMin, g.bin(ir.OpShl, g.zext(v, n), k), g.big(mask(n))), n)
		}
	})
}

// boolBinary is an intrinsic of i1, where true is -1 or 1.
func (g *fn) boolBinary(x *instr, v, w ir.Value) ir.Value {
	switch x.text {
	case "umax", "smin", "uadd.sat":
		return g.bin(ir.OpBOr, v, w)
	case "umin", "smax":
		return g.bin(ir.OpBAnd, v, w)
	}
	g.c.fail(x.at, "llvm.%s of i1 is not supported", x.text)
	return 0
}

// overflow is an operation that says whether it wrapped.
func overflow(g *fn, x *instr) {
	t := x.args[0].t
	e := t.scalar()
	if x.args[1].t != t || e.kind != tInt || x.t.kind != tStruct || len(x.t.fields) != 2 || x.t.fields[0] != t || e.bits == 1 {
		g.c.fail(x.at, "llvm.%s of a %s is not supported", x.text, t.text())
	}
	op := map[byte]ir.Op{'a': ir.OpAdd, 's': ir.OpSub, 'm': ir.OpMul}[x.text[1]]
	n := e.bits
	one := func(v, w ir.Value) (ir.Value, ir.Value) {
		if x.text[0] == 'u' {
			r := g.bin(op, g.zext(v, n), g.zext(w, n))
			u := g.b.Extend(ir.OpZExt, r, n, g.o)
			return g.signed(u, n), g.cmp(ir.NE, r, u)
		}
		r := g.bin(op, v, w)
		s := g.sext(r, n)
		return s, g.cmp(ir.NE, r, s)
	}
	st := g.typeOf(x.t, x.at)
	if t.kind != tVector {
		s, o := one(g.val(x.args[0]), g.val(x.args[1]))
		g.set(g.build(st, 2, func(i int) ir.Value { return []ir.Value{s, o}[i] }))
		return
	}
	var ss, os []ir.Value
	for i := range int(t.n) {
		s, o := one(g.part(x.args[0], i), g.part(x.args[1], i))
		ss, os = append(ss, s), append(os, o)
	}
	g.set(g.build(st, 2, func(i int) ir.Value {
		list := [][]ir.Value{ss, os}[i]
		return g.build(g.typeOf(x.t.fields[i], x.at), len(list), func(k int) ir.Value { return list[k] })
	}))
}

func bswap(g *fn, x *instr) {
	n := g.intArgs(x, 1)
	if n%16 != 0 {
		g.c.fail(x.at, "llvm.bswap of i%d is not supported", n)
	}
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		return g.signed(g.f.Result(g.b.Sized(ir.OpBSwap, n/8, g.o, a[0]), 0), n)
	})
}

func bitReverse(g *fn, x *instr) {
	if x.t == g.c.i1 && x.args[0].t == g.c.i1 {
		g.set(g.val(x.args[0]))
		return
	}
	n := g.intArgs(x, 1)
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		return g.signed(g.f.Result(g.b.Sized(ir.OpBitReverse, n, g.o, a[0]), 0), n)
	})
}

func countOnes(g *fn, x *instr) {
	n := g.intArgs(x, 1)
	g.lanewise(x, 1, func(a []ir.Value) ir.Value { return g.sext(g.un(ir.OpCountOnes, g.zext(a[0], n)), n) })
}

// leadingZeros and trailingZeros of 0 are poison where the second argument says so.
func leadingZeros(g *fn, x *instr) {
	n := g.intArgs(x, 1)
	poison := g.flagArg(x, 1)
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		r := g.f.Result(g.b.Sized(ir.OpCountLeadingZeros, n, g.o, a[0]), 0)
		if poison {
			r = g.poisonUnless(g.cmp(ir.NE, a[0], g.num(0)), r)
		}
		return g.sext(r, n)
	})
}

func trailingZeros(g *fn, x *instr) {
	n := g.intArgs(x, 1)
	poison := g.flagArg(x, 1)
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		v := a[0]
		if !poison { // a bit behind the last one
			v = g.bin(ir.OpOr, v, g.big(num.Pow2(uint(n))))
		}
		return g.sext(g.un(ir.OpCountTrailingZeros, v), n)
	})
}

// funnel shifts two numbers as one of twice the width.
func funnel(g *fn, x *instr) {
	n := g.intArgs(x, 3)
	g.lanewise(x, 3, func(a []ir.Value) ir.Value {
		k := g.bin(ir.OpRem, g.zext(a[2], n), g.num(int64(n)))
		both := g.bin(ir.OpOr, g.bin(ir.OpShl, g.zext(a[0], n), g.num(int64(n))), g.zext(a[1], n))
		if x.text == "fshr" {
			return g.sext(g.bin(ir.OpShr, both, k), n)
		}
		return g.sext(g.bin(ir.OpShr, both, g.bin(ir.OpSub, g.num(int64(n)), k)), n)
	})
}

// threeWay is -1, 0 or 1.
func threeWay(g *fn, x *instr) {
	n := g.intArgs(x, 2)
	g.lanewise(x, 2, func(a []ir.Value) ir.Value {
		v, w := a[0], a[1]
		if x.text == "ucmp" {
			v, w = g.zext(v, n), g.zext(w, n)
		}
		return g.bin(ir.OpSub, g.fromBool(g.cmp(ir.GT, v, w)), g.fromBool(g.cmp(ir.LT, v, w)))
	})
}

// floatOps is an operation of floats with n operands.
func floatOps(op ir.Op, n int) intrinsicFn {
	return func(g *fn, x *instr) {
		g.scalars(x, tFloat, n)
		g.lanewise(x, n, func(a []ir.Value) ir.Value { return g.floatOp(op, x.flags, a...) })
	}
}

func fma(g *fn, x *instr) {
	g.scalars(x, tFloat, 3)
	g.lanewise(x, 3, func(a []ir.Value) ir.Value { return g.floatOp(ir.OpFMA, x.flags, a...) })
}

// fmuladd rounds twice, as it may.
func fmuladd(g *fn, x *instr) {
	g.scalars(x, tFloat, 3)
	g.lanewise(x, 3, func(a []ir.Value) ir.Value {
		return g.floatOp(ir.OpFAdd, x.flags, g.floatOp(ir.OpFMul, x.flags|flagContract, a[0], a[1]), a[2])
	})
}

// minimum is IEEE 754-2019's minimum or maximum: a NaN wins.
func minimum(g *fn, x *instr) {
	g.scalars(x, tFloat, 2)
	op := ir.OpFMinNum
	if x.text == "maximum" {
		op = ir.OpFMaxNum
	}
	g.lanewise(x, 2, func(a []ir.Value) ir.Value { return g.nanWins(op, a[0], a[1], x.flags) })
}

func (g *fn) nanWins(op ir.Op, v, w ir.Value, fl flags) ir.Value {
	r := g.floatOp(op, fl, v, w)
	return g.choose(g.cmp(ir.FUNO, v, w), g.bin(ir.OpFAdd, v, w), r)
}

func toIntSat(g *fn, x *instr) {
	from, to := x.args[0].t, x.t
	if from.scalar().kind != tFloat || to.scalar().kind != tInt || (from.kind == tVector) != (to.kind == tVector) || from.n != to.n {
		g.c.fail(x.at, "llvm.%s of a %s cannot give a %s", x.text, from.text(), to.text())
	}
	op := opFPToSI
	if x.text == "fptoui.sat" {
		op = opFPToUI
	}
	g.lanewise(x, 1, func(a []ir.Value) ir.Value { return g.floatToInt(op, a[0], to.scalar().bits, true) })
}

// powi multiplies; the order is open.
func powi(g *fn, x *instr) {
	e := x.t.scalar()
	if e.kind != tFloat || x.args[1].t.kind != tInt || x.args[0].t != x.t {
		g.c.fail(x.at, "llvm.powi of a %s is not supported", x.t.text())
	}
	k := g.val(x.args[1])
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		return g.library("pow", e, e, []ir.Value{a[0], g.conv(ir.OpSIToFP, k, e.float)})
	})
}

// fpClass reports whether a float is of one of the classes of a constant.
func fpClass(g *fn, x *instr) {
	g.scalars(x, tFloat, 1)
	k := x.args[1].c
	if k == nil || k.kind != vInt {
		g.c.fail(x.at, "llvm.is.fpclass takes a constant")
	}
	classes := ir.FPClass(k.int.Low(10).Low64())
	t := x.args[0].t.scalar().float
	n := uint32(t.FloatBits())
	frac := map[ir.Type]uint32{ir.F16: 10, ir.BF16: 7, ir.F32: 23, ir.F64: 52, ir.F80: 63, ir.F128: 112}[t]
	if t == ir.F80 {
		n-- // the integer bit is left out
	}
	exp := mask(n - 1 - frac).Shl(uint(frac))
	g.lanewise(x, 1, func(a []ir.Value) ir.Value {
		u := g.conv(ir.OpBitCast, a[0], ir.Int)
		if t == ir.F80 {
			u = g.bin(ir.OpOr, g.bin(ir.OpShl, g.bin(ir.OpShr, u, g.num(64)), g.num(63)), g.bin(ir.OpAnd, u, g.big(mask(63))))
		}
		m := g.bin(ir.OpAnd, u, g.big(mask(n-1)))
		neg := g.cmp(ir.NE, m, u)
		lt := func(v num.Int) ir.Value { return g.cmp(ir.LT, m, g.big(v)) }
		eq := func(v num.Int) ir.Value { return g.cmp(ir.EQ, m, g.big(v)) }
		quiet := exp.Or(num.Pow2(uint(frac) - 1))
		not := func(v ir.Value) ir.Value { return g.un(ir.OpNot, v) }
		and := func(v, w ir.Value) ir.Value { return g.bin(ir.OpBAnd, v, w) }
		all := g.bool(false)
		add := func(c ir.FPClass, v ir.Value) {
			if classes&c != 0 {
				all = g.bin(ir.OpBOr, all, v)
			}
		}
		one := num.New(1)
		inf, zero := eq(exp), eq(num.Int{})
		sub := and(not(zero), lt(num.Pow2(uint(frac))))
		norm := and(not(lt(num.Pow2(uint(frac)))), lt(exp))
		add(ir.ClassSNaN, and(not(lt(exp.Add(one))), lt(quiet)))
		add(ir.ClassQNaN, not(lt(quiet)))
		for _, c := range []struct {
			neg, pos ir.FPClass
			is       ir.Value
		}{{ir.ClassNInf, ir.ClassPInf, inf}, {ir.ClassNNorm, ir.ClassPNorm, norm}, {ir.ClassNSub, ir.ClassPSub, sub}, {ir.ClassNZero, ir.ClassPZero, zero}} {
			add(c.neg, and(neg, c.is))
			add(c.pos, and(not(neg), c.is))
		}
		return all
	})
}

// reduce combines the elements of a vector, in their order.
func reduce(g *fn, x *instr) {
	v := x.args[len(x.args)-2]
	if v.t.kind != tVector || v.t.elem != x.t {
		g.c.fail(x.at, "llvm.%s of a %s is not supported", x.text, v.t.text())
	}
	name := x.text[len("vector.reduce."):]
	n := x.t.bits
	if (x.t.kind == tFloat) != (name[0] == 'f') {
		g.c.fail(x.at, "llvm.%s of a %s is not supported", x.text, v.t.text())
	}
	step := func(a, b ir.Value) ir.Value {
		switch name {
		case "fadd":
			return g.floatOp(ir.OpFAdd, x.flags, a, b)
		case "fmul":
			return g.floatOp(ir.OpFMul, x.flags, a, b)
		case "fmax":
			return g.floatOp(ir.OpFMaxNum, x.flags, a, b)
		case "fmin":
			return g.floatOp(ir.OpFMinNum, x.flags, a, b)
		case "fmaximum":
			return g.nanWins(ir.OpFMaxNum, a, b, x.flags)
		case "fminimum":
			return g.nanWins(ir.OpFMinNum, a, b, x.flags)
		case "smax", "smin", "umax", "umin":
			if n == 1 {
				return g.bin(map[string]ir.Op{"umax": ir.OpBOr, "smin": ir.OpBOr, "umin": ir.OpBAnd, "smax": ir.OpBAnd}[name], a, b)
			}
			op := map[string]ir.Op{"smax": ir.OpMax, "smin": ir.OpMin, "umax": ir.OpMax, "umin": ir.OpMin}[name]
			if name[0] == 'u' {
				return g.signed(g.bin(op, g.zext(a, n), g.zext(b, n)), n)
			}
			return g.bin(op, a, b)
		}
		in := &instr{op: map[string]opcode{"add": opAdd, "mul": opMul, "and": opAnd, "or": opOr, "xor": opXor}[name]}
		if n == 1 {
			return g.boolOp(in, a, b)
		}
		return g.intOp(in, a, b, n)
	}
	from := 0
	var sum ir.Value
	if len(x.args) == 3 { // where the sum begins
		if x.args[0].t != x.t {
			g.c.fail(x.at, "llvm.%s of a %s is not supported", x.text, x.args[0].t.text())
		}
		sum = g.val(x.args[0])
	} else {
		sum, from = g.part(v, 0), 1
	}
	for i := from; i < int(v.t.n); i++ {
		sum = step(sum, g.part(v, i))
	}
	g.set(sum)
}

// maskedOperands are the pointer, the mask and the rest of a masked access, whose alignment was an argument before LLVM 22.
func (g *fn) maskOf(x *instr) value {
	for _, a := range x.args[1 : len(x.args)-1] {
		if a.t.kind == tVector && a.t.elem == g.c.i1 {
			return a
		}
	}
	g.c.fail(x.at, "llvm.%s takes a mask", x.text)
	return value{}
}

// guarded runs f where c holds; the result is that of f, or else.
func (g *fn) guarded(c ir.Value, otherwise ir.Value, f func() ir.Value) ir.Value {
	yes, done := g.newBlock(), g.newBlock()
	out := g.f.AddArg(done, g.f.TypeOf(otherwise), ir.NoAnnot)
	g.b.BrIf(c, ir.Goto(yes, g.mem), ir.Goto(done, g.mem, otherwise), g.o)
	zexts := g.zexts
	g.zexts = map[widthOf]ir.Value{}
	g.b, g.mem = g.f.At(yes), g.f.Args(yes)[0]
	v := f()
	g.goTo(done, v)
	g.zexts = zexts
	g.b, g.mem = g.f.At(done), g.f.Args(done)[0]
	return out
}

func maskedLoad(g *fn, x *instr) {
	m, rest := g.maskOf(x), x.args[len(x.args)-2]
	if x.t.kind != tVector || rest.t != x.t || m.t.n != x.t.n || x.args[0].t.kind != tPtr || x.t.elem.bitSize()%8 != 0 {
		g.c.fail(x.at, "llvm.masked.load of a %s is not supported", x.t.text())
	}
	g.c.mustLay(x.t, x.at)
	p := g.val(x.args[0])
	step := x.t.elem.bitSize() / 8
	conds := g.conds(m)
	g.set(g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value {
		return g.guarded(conds[i], g.part(rest, i), func() ir.Value {
			return g.loadAt(x.t.elem, g.offset(p, uint64(i)*step), 1, false, x.at)
		})
	}))
}

// conds are the elements of a mask.
func (g *fn) conds(m value) []ir.Value {
	var all []ir.Value
	for i := range int(m.t.n) {
		all = append(all, g.part(m, i))
	}
	return all
}

func maskedStore(g *fn, x *instr) {
	v, p, m := x.args[0], x.args[1], g.maskOf(x)
	if v.t.kind != tVector || m.t.n != v.t.n || p.t.kind != tPtr || v.t.elem.bitSize()%8 != 0 {
		g.c.fail(x.at, "llvm.masked.store of a %s is not supported", v.t.text())
	}
	g.c.mustLay(v.t, x.at)
	to := g.val(p)
	step := v.t.elem.bitSize() / 8
	conds := g.conds(m)
	for i := range int(v.t.n) {
		e := g.part(v, i)
		g.guarded(conds[i], g.bool(false), func() ir.Value {
			g.storeAt(v.t.elem, e, g.offset(to, uint64(i)*step), 1, false, x.at)
			return g.bool(true)
		})
	}
}

func maskedGather(g *fn, x *instr) {
	m, rest, ps := g.maskOf(x), x.args[len(x.args)-2], x.args[0]
	if x.t.kind != tVector || rest.t != x.t || m.t.n != x.t.n || ps.t.kind != tVector || ps.t.elem.kind != tPtr || ps.t.n != x.t.n {
		g.c.fail(x.at, "llvm.masked.gather of a %s is not supported", x.t.text())
	}
	g.c.mustLay(x.t, x.at)
	conds := g.conds(m)
	g.set(g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value {
		p := g.part(ps, i)
		return g.guarded(conds[i], g.part(rest, i), func() ir.Value { return g.loadAt(x.t.elem, p, 1, false, x.at) })
	}))
}

func maskedScatter(g *fn, x *instr) {
	v, ps, m := x.args[0], x.args[1], g.maskOf(x)
	if v.t.kind != tVector || m.t.n != v.t.n || ps.t.kind != tVector || ps.t.elem.kind != tPtr || ps.t.n != v.t.n {
		g.c.fail(x.at, "llvm.masked.scatter of a %s is not supported", v.t.text())
	}
	g.c.mustLay(v.t, x.at)
	conds := g.conds(m)
	for i := range int(v.t.n) {
		e, p := g.part(v, i), g.part(ps, i)
		g.guarded(conds[i], g.bool(false), func() ir.Value {
			g.storeAt(v.t.elem, e, p, 1, false, x.at)
			return g.bool(true)
		})
	}
}

// constIndex is the constant index argument n.
func (g *fn) constIndex(x *instr, n int, limit uint64) int {
	k := x.args[n].c
	if k != nil && k.kind == vInt {
		if i, ok := k.int.Uint64(); ok && i <= limit {
			return int(i)
		}
	}
	g.c.fail(x.at, "llvm.%s takes a constant index within the vector", x.text)
	return 0
}

func vectorInsert(g *fn, x *instr) {
	v, w := x.args[0], x.args[1]
	if v.t != x.t || v.t.kind != tVector || w.t.kind != tVector || w.t.elem != v.t.elem || w.t.n > v.t.n {
		g.c.fail(x.at, "llvm.vector.insert of a %s is not supported", w.t.text())
	}
	at := g.constIndex(x, 2, v.t.n-w.t.n)
	g.set(g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value {
		if i >= at && i < at+int(w.t.n) {
			return g.part(w, i-at)
		}
		return g.part(v, i)
	}))
}

func vectorExtract(g *fn, x *instr) {
	v := x.args[0]
	if v.t.kind != tVector || x.t.kind != tVector || x.t.elem != v.t.elem || x.t.n > v.t.n {
		g.c.fail(x.at, "llvm.vector.extract of a %s is not supported", v.t.text())
	}
	at := g.constIndex(x, 1, v.t.n-x.t.n)
	g.set(g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value { return g.part(v, at+i) }))
}

func vectorReverse(g *fn, x *instr) {
	v := x.args[0]
	if v.t.kind != tVector || v.t != x.t {
		g.c.fail(x.at, "llvm.vector.reverse of a %s is not supported", v.t.text())
	}
	g.set(g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value { return g.part(v, int(x.t.n)-1-i) }))
}
