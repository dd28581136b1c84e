package llvm

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// compute is the result of an instruction that has no effect.
func (g *fn) compute(x *instr) (v ir.Value, ok bool) {
	switch x.op {
	case opAdd, opSub, opMul, opShl, opLShr, opAShr, opAnd, opOr, opXor, opUDiv, opSDiv, opURem, opSRem:
		e := x.t.scalar()
		return g.map2(x.t, x.t, x.args[0], x.args[1], func(v, w ir.Value) ir.Value {
			if e.bits == 1 {
				return g.boolOp(x, v, w)
			}
			return g.intOp(x, v, w, e.bits)
		}), true
	case opFAdd, opFSub, opFMul, opFDiv, opFRem:
		op := map[opcode]ir.Op{opFAdd: ir.OpFAdd, opFSub: ir.OpFSub, opFMul: ir.OpFMul, opFDiv: ir.OpFDiv, opFRem: ir.OpFRem}[x.op]
		return g.map2(x.t, x.t, x.args[0], x.args[1], func(v, w ir.Value) ir.Value { return g.floatOp(op, x.flags, v, w) }), true
	case opFNeg:
		return g.map1(x.t, x.t, x.args[0], func(v ir.Value) ir.Value { return g.floatOp(ir.OpFNeg, x.flags, v) }), true
	case opICmp:
		t := x.args[0].t
		return g.map2(t, x.t, x.args[0], x.args[1], func(v, w ir.Value) ir.Value { return g.compareInts(x, t.scalar(), v, w) }), true
	case opFCmp:
		t := x.args[0].t
		return g.map2(t, x.t, x.args[0], x.args[1], func(v, w ir.Value) ir.Value { return g.compareFloats(x, v, w) }), true
	case opTrunc, opZExt, opSExt, opFPTrunc, opFPExt, opFPToUI, opFPToSI, opUIToFP, opSIToFP, opPtrToInt, opPtrToAddr, opIntToPtr, opAddrSpaceCast:
		from := x.args[0].t
		return g.map1(from, x.t, x.args[0], func(v ir.Value) ir.Value { return g.cast(x, v, from.scalar(), x.t.scalar()) }), true
	case opBitCast:
		return g.bitcast(g.val(x.args[0]), x.args[0].t, x.t), true
	case opSelect:
		return g.selectOp(x), true
	case opFreeze:
		return g.frozen(g.val(x.args[0]), x.t), true
	case opGEP:
		return g.gep(x), true
	case opExtractElement:
		return g.extractElement(x), true
	case opInsertElement:
		return g.insertElement(x), true
	case opShuffleVector:
		return g.shuffle(x), true
	case opExtractValue:
		return g.extractValue(x), true
	case opInsertValue:
		return g.b.InsertValue(g.val(x.args[0]), g.val(x.args[1]), g.o, x.nums...), true
	}
	return 0, false
}

// expression computes an operation on constants that are not known yet.
func (g *fn) expression(v value, at place) ir.Value {
	k := v.c
	r, ok := opcodes[k.name]
	if !ok {
		g.c.fail(at, "the expression %s is not supported", k.name)
	}
	x := &instr{op: r.op, text: k.name, flags: k.flags, args: k.list, elem: k.elem, t: v.t, at: at, slot: -1}
	if k.name == "icmp" {
		x.text = k.text
		if _, ok := intPreds[k.text]; !ok {
			g.c.fail(at, "%q is no predicate of icmp", k.text)
		}
	}
	arity := map[opcode]int{opGEP: 1, opSelect: 3}[r.op]
	if arity == 0 {
		arity = 1
		if r.op >= opAdd && r.op <= opXor || r.op == opICmp {
			arity = 2
		}
	}
	if len(k.list) < arity {
		g.c.fail(at, "the expression %s has too few operands", k.name)
	}
	for _, e := range k.list {
		if r.op >= opAdd && r.op <= opXor && (e.t != v.t || e.t.scalar().kind != tInt) {
			g.c.fail(at, "the operands of the expression have other types than its result")
		}
	}
	switch {
	case r.op >= opTrunc && r.op <= opAddrSpaceCast && !castFits(r.op, k.list[0].t.scalar(), v.t.scalar()):
		g.c.fail(at, "%s of a %s cannot give a %s", k.name, k.list[0].t.text(), v.t.text())
	case r.op == opICmp && (k.list[0].t != k.list[1].t || v.t.scalar() != g.c.i1), r.op == opGEP && k.list[0].t.scalar().kind != tPtr:
		g.c.fail(at, "the operands of the expression have other types than it takes")
	}
	saved := g.x
	g.x = x
	defer func() { g.x = saved }()
	out, ok := g.compute(x)
	if !ok {
		g.c.fail(at, "the expression %s is not supported", k.name)
	}
	return out
}

// boolOp is an operation on i1, whose numbers are -1 and 0, and 1 and 0 without a sign.
func (g *fn) boolOp(in *instr, x, y ir.Value) ir.Value {
	op := in.op
	if in.flags&(flagNUW|flagNSW|flagDisjoint) != 0 && (op == opAdd || op == opSub || op == opMul || op == opOr) {
		a, b := g.bin(ir.OpSub, g.num(0), g.fromBool(x)), g.bin(ir.OpSub, g.num(0), g.fromBool(y))
		return g.toBool(g.intOp(in, a, b, 1))
	}
	switch op {
	case opAdd, opSub, opXor:
		return g.bin(ir.OpBXor, x, y)
	case opMul, opAnd:
		return g.bin(ir.OpBAnd, x, y)
	case opOr:
		return g.bin(ir.OpBOr, x, y)
	case opShl, opLShr, opAShr: // by 0, or poison
		return g.poisonUnless(g.un(ir.OpNot, y), x)
	}
	// A division by 0 is undefined; by 1 it gives the dividend, and the remainder is 0. -1 / -1 overflows.
	bad := g.un(ir.OpNot, y)
	if op == opSDiv || op == opSRem {
		bad = g.bin(ir.OpBOr, bad, g.choose(y, x, g.bool(false)))
	}
	g.undefinedIf(bad)
	if op == opURem || op == opSRem {
		return g.choose(x, g.bool(false), g.bool(false))
	}
	return x
}

// both is x, or poison if one of two ways to compute it is.
func (g *fn) both(x, same ir.Value) ir.Value { return g.bin(ir.OpMin, x, same) }

// constOf is the number that v is, if it is a constant.
func (g *fn) constOf(v ir.Value) (num.Int, bool) {
	i := g.f.Def(v)
	if i == ir.NoInst || g.f.Op(i) != ir.OpIConst {
		return num.Int{}, false
	}
	return g.f.IntConst(i), true
}

// intOp is an operation on integers of n bits.
func (g *fn) intOp(x *instr, v, w ir.Value, n uint32) ir.Value {
	switch x.op {
	case opAdd, opSub, opMul:
		op := map[opcode]ir.Op{opAdd: ir.OpAdd, opSub: ir.OpSub, opMul: ir.OpMul}[x.op]
		return g.wrapping(x.flags, n, func(v, w ir.Value) ir.Value { return g.bin(op, v, w) }, v, w)
	case opShl, opLShr, opAShr:
		return g.shift(x, v, w, n)
	case opAnd:
		return g.bin(ir.OpAnd, v, w)
	case opXor:
		return g.bin(ir.OpXor, v, w)
	case opOr:
		r := g.bin(ir.OpOr, v, w)
		if x.flags&flagDisjoint != 0 {
			r = g.poisonUnless(g.cmp(ir.EQ, g.bin(ir.OpAnd, v, w), g.num(0)), r)
		}
		return r
	}
	return g.divide(x, v, w, n)
}

// wrapping is an operation that is exact, and its result then one of n bits: by wrapping, or poison where flags say that it
// does not wrap.
func (g *fn) wrapping(fl flags, n uint32, op func(v, w ir.Value) ir.Value, v, w ir.Value) ir.Value {
	var u ir.Value
	if fl&flagNUW != 0 {
		u = g.signed(g.with(op(g.zext(v, n), g.zext(w, n)), ir.Unsigned(n)), n)
		if fl&flagNSW == 0 {
			return u
		}
	}
	r := op(v, w)
	if fl&flagNSW != 0 {
		g.with(r, ir.Signed(n))
		if fl&flagNUW != 0 {
			r = g.both(r, u)
		}
		return r
	}
	return g.sext(r, n)
}

// amount is the number of places of a shift of n bits; one that is too large is poison.
func (g *fn) amount(w ir.Value, n uint32) (amount ir.Value, known int64) {
	if k, ok := g.constOf(w); ok {
		if a, ok := k.Int64(); ok && a >= 0 && a < int64(n) {
			return w, a
		}
		return g.b.Poison(ir.Int, g.o), -1
	}
	z := g.zext(w, n)
	if n&(n-1) == 0 {
		// The claim holds for exactly the amounts that are allowed.
		k := uint32(bits.TrailingZeros32(n))
		return g.held(ir.OpZExt, z, k, ir.Unsigned(k)), -1
	}
	return g.poisonUnless(g.cmp(ir.LT, z, g.num(int64(n))), z), -1
}

// shift is a shift of n bits.
func (g *fn) shift(x *instr, v, w ir.Value, n uint32) ir.Value {
	a, known := g.amount(w, n)
	if x.op == opShl {
		r := g.wrapping(x.flags, n, func(v, _ ir.Value) ir.Value { return g.bin(ir.OpShl, v, a) }, v, v)
		return r
	}
	var r ir.Value
	if x.op == opAShr {
		r = g.bin(ir.OpShr, v, a)
	} else {
		u := g.bin(ir.OpShr, g.zext(v, n), a)
		if r = u; known <= 0 {
			r = g.signed(u, n)
		}
	}
	if x.flags&flagExact != 0 {
		back := g.sext(g.bin(ir.OpShl, r, a), n)
		r = g.poisonUnless(g.cmp(ir.EQ, back, v), r)
	}
	return r
}

// divide is a division, which is undefined by 0 and by poison, and where the quotient overflows.
func (g *fn) divide(x *instr, v, w ir.Value, n uint32) ir.Value {
	sign := x.op == opSDiv || x.op == opSRem
	k, known := g.constOf(w)
	if !known || k.Sign() == 0 {
		g.undefinedIf(g.cmp(ir.EQ, w, g.num(0)))
	}
	if sign && (!known || k.AllOnes()) {
		least := num.Pow2(uint(n) - 1).Neg()
		g.undefinedIf(g.choose(g.cmp(ir.EQ, w, g.num(-1)), g.cmp(ir.EQ, v, g.big(least)), g.bool(false)))
	}
	a, b := v, w
	if !sign {
		a, b = g.zext(v, n), g.zext(w, n)
	}
	op, rem := ir.OpTDiv, x.op == opURem || x.op == opSRem
	if rem {
		op = ir.OpTRem
	}
	r := g.bin(op, a, b)
	if x.flags&flagExact != 0 && !rem {
		r = g.poisonUnless(g.cmp(ir.EQ, g.bin(ir.OpMul, r, b), a), r)
	}
	if sign {
		return g.with(r, ir.Signed(n))
	}
	return g.signed(r, n)
}

// excluded are the classes that flags of floats exclude.
func excluded(fl flags) ir.FPClass {
	var c ir.FPClass
	if fl&flagNNaN != 0 {
		c |= ir.ClassQNaN | ir.ClassSNaN
	}
	if fl&flagNInf != 0 {
		c |= ir.ClassNInf | ir.ClassPInf
	}
	return c
}

// floatOp is an operation on floats: with nnan and ninf an operand or result of those classes is poison.
func (g *fn) floatOp(op ir.Op, fl flags, args ...ir.Value) ir.Value {
	var a ir.Attr
	if op.Is(ir.HasFPFlags) {
		if fl&flagReassoc != 0 {
			a.Flags |= ir.Reassoc
		}
		if fl&flagContract != 0 {
			a.Flags |= ir.Contract
		}
	}
	claim := ir.NoAnnot
	if c := excluded(fl); c != 0 {
		claim = ir.NoFPClass(c)
	}
	var ops []ir.Operand
	for _, v := range args {
		ops = append(ops, ir.Operand{Value: v, Annot: claim})
	}
	i := g.b.Inst(op, a, ops, nil, []ir.Type{g.f.TypeOf(args[0])}, g.o)
	return g.with(g.f.Result(i, 0), claim)
}

// asInt is an operand of icmp as a number with the sign that the comparison reads.
func (g *fn) asInt(t *typ, v ir.Value, unsigned bool) ir.Value {
	switch {
	case t.kind == tPtr:
		v = g.un(ir.OpPtrToAddr, v)
		if !unsigned {
			v = g.sext(v, 64)
		}
		return v
	case t.bits == 1:
		v = g.un(ir.OpBoolToInt, v)
		if !unsigned {
			v = g.bin(ir.OpSub, g.num(0), v)
		}
		return v
	case unsigned:
		return g.zext(v, t.bits)
	}
	return v
}

func (g *fn) compareInts(x *instr, t *typ, v, w ir.Value) ir.Value {
	p := intPreds[x.text]
	unsigned := p.unsigned || t.kind == tPtr && (p.pred == ir.EQ || p.pred == ir.NE)
	if x.flags&flagSameSign != 0 && t.kind == tInt { // signed and unsigned agree, or it is poison
		a, b := g.asInt(t, v, false), g.asInt(t, w, false)
		same := g.cmp(ir.GE, g.bin(ir.OpXor, a, b), g.num(0))
		return g.poisonUnless(same, g.cmp(p.pred, a, b))
	}
	return g.cmp(p.pred, g.asInt(t, v, unsigned), g.asInt(t, w, unsigned))
}

func (g *fn) compareFloats(x *instr, v, w ir.Value) ir.Value {
	a := ir.NoAnnot
	if c := excluded(x.flags); c != 0 {
		a = ir.NoFPClass(c)
	}
	i := g.b.Inst(ir.OpFCmp, ir.Attr{Pred: x.pred}, []ir.Operand{{Value: v, Annot: a}, {Value: w, Annot: a}}, nil, []ir.Type{ir.Bool}, g.o)
	return g.f.Result(i, 0)
}

// toBool is the lowest bit of a number.
func (g *fn) toBool(v ir.Value) ir.Value { return g.un(ir.OpIntToBool, g.bin(ir.OpAnd, v, g.num(1))) }

// fromBool is an i1 as a number: 1 or 0.
func (g *fn) fromBool(v ir.Value) ir.Value { return g.un(ir.OpBoolToInt, v) }

// cast is a conversion of scalars.
func (g *fn) cast(x *instr, v ir.Value, from, to *typ) ir.Value {
	switch x.op {
	case opTrunc:
		return g.truncate(x, v, from.bits, to.bits)
	case opZExt:
		if from.bits == 1 {
			u := g.fromBool(v)
			if x.flags&flagNNeg != 0 {
				u = g.with(u, ir.Unsigned(0))
			}
			return u
		}
		if x.flags&flagNNeg != 0 {
			return g.held(ir.OpZExt, v, from.bits-1, ir.Unsigned(from.bits-1))
		}
		z := g.zext(v, from.bits)
		g.zexts[widthOf{z, to.bits}] = z
		return z
	case opSExt:
		if from.bits == 1 {
			return g.bin(ir.OpSub, g.num(0), g.fromBool(v))
		}
		return v
	case opFPTrunc, opFPExt:
		r := g.conv(ir.OpFPConvert, v, to.float)
		if c := excluded(x.flags); c != 0 {
			g.with(r, ir.NoFPClass(c))
		}
		return r
	case opFPToSI, opFPToUI:
		return g.floatToInt(x.op, v, to.bits, false)
	case opSIToFP:
		if from.bits == 1 {
			v = g.bin(ir.OpSub, g.num(0), g.fromBool(v))
		}
		return g.conv(ir.OpSIToFP, v, to.float)
	case opUIToFP:
		switch {
		case from.bits == 1:
			v = g.fromBool(v)
		case x.flags&flagNNeg != 0:
			v = g.held(ir.OpZExt, v, from.bits-1, ir.Unsigned(from.bits-1))
		default:
			v = g.zext(v, from.bits)
		}
		return g.conv(ir.OpUIToFP, v, to.float)
	case opPtrToInt, opPtrToAddr:
		op := ir.OpPtrToInt
		if x.op == opPtrToAddr {
			op = ir.OpPtrToAddr
		}
		return g.number(g.un(op, v), 64, to.bits)
	case opIntToPtr:
		if from.bits == 1 {
			v = g.fromBool(v)
		} else {
			v = g.zext(v, from.bits)
		}
		return g.conv(ir.OpIntToPtr, v, ir.PtrIn(to.bits))
	case opAddrSpaceCast:
		if from != to {
			g.c.fail(x.at, "addrspacecast is not supported")
		}
	}
	return v
}

// number is u, which has w bits and no sign, as an integer of n bits.
func (g *fn) number(u ir.Value, w, n uint32) ir.Value {
	switch {
	case n == 1:
		return g.toBool(u)
	case n > w:
		g.zexts[widthOf{u, n}] = u
		return u
	}
	return g.sext(u, n)
}

// truncate takes the low bits of v.
func (g *fn) truncate(x *instr, v ir.Value, from, to uint32) ir.Value {
	if to == 1 {
		switch {
		case x.flags&flagNUW != 0 && x.flags&flagNSW != 0:
			v = g.held(ir.OpZExt, v, 1, ir.Unsigned(0))
		case x.flags&flagNUW != 0:
			v = g.held(ir.OpZExt, g.zext(v, from), 1, ir.Unsigned(1))
		case x.flags&flagNSW != 0:
			v = g.held(ir.OpSExt, v, 1, ir.Signed(1))
		}
		return g.toBool(v)
	}
	if x.flags&flagNUW != 0 {
		u := g.signed(g.held(ir.OpZExt, g.zext(v, from), to, ir.Unsigned(to)), to)
		if x.flags&flagNSW == 0 {
			return u
		}
		return g.both(g.held(ir.OpSExt, v, to, ir.Signed(to)), u)
	}
	if x.flags&flagNSW != 0 {
		return g.held(ir.OpSExt, v, to, ir.Signed(to))
	}
	return g.sext(v, to)
}

// floatToInt converts; what does not fit is poison, or saturates.
func (g *fn) floatToInt(op opcode, v ir.Value, n uint32, sat bool) ir.Value {
	if op == opFPToSI {
		r := g.f.Result(g.b.Op(ir.OpFPToSI, ir.Attr{N: n, Sat: sat}, g.o, nil, v), 0)
		if n == 1 {
			return g.toBool(r)
		}
		return r
	}
	r := g.f.Result(g.b.Op(ir.OpFPToUI, ir.Attr{N: n, Sat: sat}, g.o, nil, v), 0)
	if n == 1 {
		return g.toBool(r)
	}
	return g.signed(r, n)
}

// selectOp is select.
func (g *fn) selectOp(x *instr) ir.Value {
	c, v, w := x.args[0], x.args[1], x.args[2]
	one := func(c, v, w ir.Value) ir.Value {
		r := g.choose(c, v, w)
		if k := excluded(x.flags); k != 0 && g.f.TypeOf(r).Kind() == ir.KindFloat {
			g.with(r, ir.NoFPClass(k))
		}
		return r
	}
	if x.t.kind != tVector {
		return one(g.val(c), g.val(v), g.val(w))
	}
	cond := func(i int) ir.Value { return g.part(c, i) }
	if c.t.kind != tVector {
		all := g.val(c)
		cond = func(int) ir.Value { return all }
	}
	return g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value { return one(cond(i), g.part(v, i), g.part(w, i)) })
}

// gep is getelementptr.
func (g *fn) gep(x *instr) ir.Value {
	if x.t.kind == tVector {
		pick := func(v value, i int) ir.Value {
			if v.t.kind == tVector {
				return g.part(v, i)
			}
			return g.val(v)
		}
		return g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value {
			return g.address(x, pick(x.args[0], i), func(k int) (ir.Value, uint32) {
				return pick(x.args[k], i), x.args[k].t.scalar().bits
			})
		})
	}
	return g.address(x, g.val(x.args[0]), func(k int) (ir.Value, uint32) { return g.val(x.args[k]), x.args[k].t.bits })
}

// address moves a pointer by indices.
func (g *fn) address(x *instr, p ir.Value, index func(k int) (ir.Value, uint32)) ir.Value {
	t, off := x.elem, num.Int{}
	var sum ir.Value
	have, made := false, false // sum is there, and was made here
	add := func(v ir.Value, isMade bool) {
		if made = isMade; have {
			v, made = g.bin(ir.OpAdd, sum, v), true
		}
		sum, have = v, true
	}
	for k := 1; k < len(x.args); k++ {
		v, n := index(k)
		c, ok := g.constOf(v)
		if ok {
			var d num.Int
			d, t = g.c.step(t, k-1, c, x.at)
			off = off.Add(d)
			continue
		}
		if k > 1 && t.kind == tStruct {
			if a := x.args[k]; a.c != nil && a.c.kind == vZero || n == 1 && g.isFalse(v) {
				t = g.field(t, 0, x.at)
				continue
			}
			g.c.fail(x.at, "the index of a field is a constant")
		}
		if k > 1 && t.kind != tArray && t.kind != tVector {
			g.c.fail(x.at, "%s has no parts to index", t.text())
		}
		size := g.c.stride(t, k-1, x.at)
		if k > 1 {
			t = t.elem
		}
		if n == 1 {
			v = g.bin(ir.OpSub, g.num(0), g.fromBool(v))
		} else if n > 64 {
			v = g.sext(v, 64)
		}
		if size != 1 {
			v = g.bin(ir.OpMul, v, g.big(num.FromUint64(size)))
		}
		add(v, size != 1)
	}
	if off.Sign() != 0 {
		add(g.big(off), false)
	}
	if !have {
		return p
	}
	if x.flags&(flagInBounds|flagNUSW) != 0 && made {
		g.with(sum, ir.Signed(64))
	}
	if x.flags&flagNUW != 0 {
		sum = g.held(ir.OpZExt, sum, 64, ir.Unsigned(64))
	}
	op := ir.OpPtrAdd
	if x.flags&flagInBounds != 0 {
		op = ir.OpPtrAddInBounds
	}
	return g.bin(op, p, sum)
}

// isFalse reports whether v is the constant false.
func (g *fn) isFalse(v ir.Value) bool {
	i := g.f.Def(v)
	return i != ir.NoInst && g.f.Op(i) == ir.OpBConst && g.f.Attr(i).Imm == 0
}

// field is the type of field i of a struct whose layout is known then.
func (g *fn) field(t *typ, i int, at place) *typ {
	if i >= len(t.fields) {
		g.c.fail(at, "%s has no field %d", t.text(), i)
	}
	g.c.mustLay(t, at)
	return t.fields[i]
}

// indexOf is an index of a vector without its sign.
func (g *fn) indexOf(v value) (x ir.Value, k int64, known bool) {
	x = g.val(v)
	if v.t.bits == 1 {
		x = g.fromBool(x)
	} else {
		x = g.zext(x, v.t.bits)
	}
	if c, ok := g.constOf(x); ok {
		k, ok := c.Int64()
		if !ok {
			k = -1
		}
		return x, k, true
	}
	return x, 0, false
}

func (g *fn) extractElement(x *instr) ir.Value {
	i, k, known := g.indexOf(x.args[1])
	n := int64(x.args[0].t.n)
	if known {
		if k < 0 || k >= n {
			return g.b.Poison(g.typeOf(x.t, x.at), g.o)
		}
		return g.part(x.args[0], int(k))
	}
	r := g.b.Poison(g.typeOf(x.t, x.at), g.o)
	for k := range n {
		r = g.choose(g.cmp(ir.EQ, i, g.num(k)), g.part(x.args[0], int(k)), r)
	}
	return r
}

func (g *fn) insertElement(x *instr) ir.Value {
	e := g.val(x.args[1])
	i, k, known := g.indexOf(x.args[2])
	n := int64(x.t.n)
	t := g.typeOf(x.t, x.at)
	if known && (k < 0 || k >= n) {
		return g.b.Poison(t, g.o)
	}
	v := g.build(t, int(n), func(l int) ir.Value {
		switch {
		case known && int64(l) == k:
			return e
		case known:
			return g.part(x.args[0], l)
		}
		return g.choose(g.cmp(ir.EQ, i, g.num(int64(l))), e, g.part(x.args[0], l))
	})
	if !known {
		v = g.poisonUnless(g.cmp(ir.LT, i, g.num(n)), v)
	}
	return v
}

// shuffle takes elements of two vectors; where the mask has no number, poison.
func (g *fn) shuffle(x *instr) ir.Value {
	n := int64(x.args[0].t.n)
	m := x.args[2]
	return g.build(g.typeOf(x.t, x.at), int(x.t.n), func(i int) ir.Value {
		k, ok := int64(0), true
		switch m.c.kind {
		case vAggregate:
			e := m.c.list[i]
			if ok = e.c.kind == vInt; ok {
				k, _ = e.c.int.Int64()
			}
		case vSplat:
			if ok = m.c.list[0].c.kind == vInt; ok {
				k, _ = m.c.list[0].c.int.Int64()
			}
		case vZero:
		default:
			ok = false
		}
		switch {
		case !ok || k < 0 || k >= 2*n:
			return g.b.Poison(g.typeOf(x.t.elem, x.at), g.o)
		case k < n:
			return g.part(x.args[0], int(k))
		}
		return g.part(x.args[1], int(k-n))
	})
}

// extractValue is the part at a path; parts of constants are not made as a whole.
func (g *fn) extractValue(x *instr) ir.Value {
	v := g.val(x.args[0])
	if ps := g.lanes[v]; ps != nil && len(x.nums) == 1 {
		return ps[x.nums[0]]
	}
	return g.b.ExtractValue(v, g.o, x.nums...)
}

// bitcast reads the bits of a value as another type.
func (g *fn) bitcast(v ir.Value, from, to *typ) ir.Value {
	if from == to {
		return v
	}
	g.sameBits(from, to)
	fs, ts := from.scalar(), to.scalar()
	if fs.kind == tPtr { // elements are pointers on both sides
		if from.kind == tVector && to.kind != tVector {
			return g.lane(v, 0)
		} else if from.kind != tVector && to.kind == tVector {
			return g.build(g.typeOf(to, g.x.at), 1, func(int) ir.Value { return v })
		}
		return v
	}
	if from.kind != tVector && to.kind != tVector {
		return g.fromBits(g.toBits(v, fs), ts)
	}
	// The elements of both sides fall into groups of as many bits, in which poison spreads.
	a, b := fs.bitSize(), ts.bitSize()
	parts := func(i int) ir.Value { return v }
	if from.kind == tVector {
		parts = func(i int) ir.Value { return g.lane(v, i) }
	}
	cache := map[int]ir.Value{}
	get := func(i int) ir.Value {
		u, ok := cache[i]
		if !ok {
			u = g.toBits(parts(i), fs)
			cache[i] = u
		}
		return u
	}
	out := func(k int) ir.Value {
		lo, hi := uint64(k)*b, uint64(k+1)*b
		var sum ir.Value
		have := false
		for i := lo / a; i*a < hi; i++ {
			u := get(int(i))
			switch at := i * a; {
			case at < lo:
				u = g.bin(ir.OpShr, u, g.num(int64(lo-at)))
			case at > lo:
				u = g.bin(ir.OpShl, u, g.num(int64(at-lo)))
			}
			if have {
				u = g.bin(ir.OpOr, sum, u)
			}
			sum, have = u, true
		}
		if (uint64(k+1)*b)%a != 0 || a > b {
			sum = g.b.Extend(ir.OpZExt, sum, uint32(b), g.o)
		}
		return g.fromBits(sum, ts)
	}
	if to.kind != tVector {
		return out(0)
	}
	return g.build(g.typeOf(to, g.x.at), int(to.n), out)
}

// sameBits fails if types have different numbers of bits.
func (g *fn) sameBits(from, to *typ) {
	size := func(t *typ) uint64 {
		if t.kind == tVector {
			return t.n * t.elem.bitSize()
		}
		return t.bitSize()
	}
	if from.scalable || to.scalable || size(from) != size(to) {
		g.c.fail(g.x.at, "bitcast of a %s cannot give a %s", from.text(), to.text())
	}
}

// toBits is a scalar as a number without a sign.
func (g *fn) toBits(v ir.Value, t *typ) ir.Value {
	switch {
	case t.kind == tFloat:
		return g.conv(ir.OpBitCast, v, ir.Int)
	case t.bits == 1:
		return g.fromBool(v)
	}
	return g.zext(v, t.bits)
}

// fromBits is a scalar of a number without a sign.
func (g *fn) fromBits(u ir.Value, t *typ) ir.Value {
	switch {
	case t.kind == tFloat:
		return g.conv(ir.OpBitCast, u, t.float)
	case t.bits == 1:
		return g.un(ir.OpIntToBool, u)
	}
	return g.signed(u, t.bits)
}
