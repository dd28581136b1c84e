package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// expr translates an expression to its value.
func (g *fn) expr(n cc.ExpressionNode) value {
	before := g.mem
	x := g.evaluate(n)
	g.sayValue(n, x, before)
	return x
}

// evaluate is expr, of which nobody takes a note.
func (g *fn) evaluate(n cc.ExpressionNode) value {
	g.node = n
	switch n := n.(type) {
	case *cc.ExpressionList:
		var x value
		for l := n; l != nil; l = l.ExpressionList {
			if l.ExpressionList != nil {
				g.drop(l.AssignmentExpression)
			}
			x = g.expr(l.AssignmentExpression)
		}
		return x
	case *cc.ConstantExpression:
		return g.expr(n.ConditionalExpression)
	case *cc.AssignmentExpression:
		return g.assignment(n)
	case *cc.ConditionalExpression:
		return g.conditional(n)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return value{v: g.un(ir.OpBoolToInt, g.cond(n)), t: n.Type()}
	case *cc.CastExpression:
		return g.cast(n)
	case *cc.UnaryExpression:
		return g.unary(n)
	case *cc.PostfixExpression:
		return g.postfix(n)
	case *cc.PrimaryExpression:
		return g.primary(n)
	}
	if op, xn, yn, ok := binaryExpr(n); ok {
		if op >= opEq && !isVector(g.u.valueType(xn)) && !isVector(g.u.valueType(yn)) {
			return value{v: g.un(ir.OpBoolToInt, g.cond(n)), t: n.Type()}
		}
		x, y := g.operands(n, xn, yn)
		g.at(opNode(n))
		g.node = n
		return g.arithBits(op, x, y)
	}
	g.u.unsupported(n, "this expression is not supported")
	return value{}
}

// opNode is where the operator of a binary expression stands.
func opNode(n cc.ExpressionNode) cc.Node {
	switch n := n.(type) {
	case *cc.AdditiveExpression:
		return n.Token
	case *cc.MultiplicativeExpression:
		return n.Token
	case *cc.ShiftExpression:
		return n.Token
	case *cc.AndExpression:
		return n.Token
	case *cc.InclusiveOrExpression:
		return n.Token
	case *cc.ExclusiveOrExpression:
		return n.Token
	case *cc.EqualityExpression:
		return n.Token
	case *cc.RelationalExpression:
		return n.Token
	}
	return n
}

// primary translates literals, names and what stands in parentheses.
func (g *fn) primary(n *cc.PrimaryExpression) value {
	switch n.Case {
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar, cc.PrimaryExpressionFloat:
		g.at(n)
		if t := g.u.literalType(n); isComplex(t) {
			if re, im, ok := g.u.constComplex(n); ok {
				p := g.u.complexPart(t)
				return value{v: g.number(p, re), im: g.number(p, im), t: t}
			}
		}
		c, ok := g.u.constPrimary(n)
		if !ok {
			g.u.unsupported(n, "a constant of type %s is not supported", n.Type())
		}
		return g.constantValue(c, n.Type())
	case cc.PrimaryExpressionExpr:
		return g.expr(n.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return g.statementExpr(n)
	case cc.PrimaryExpressionGeneric:
		g.u.checkGeneric(n.GenericSelection)
		if a := g.u.associated(n.GenericSelection); a != nil {
			return g.expr(a.AssignmentExpression)
		}
	case cc.PrimaryExpressionIdent:
		if e, ok := n.ResolvedTo().(*cc.Enumerator); ok {
			g.at(n)
			c, ok := g.u.constPrimary(n)
			if !ok {
				g.u.fail(n, "the value of %s is not known", e.Token.SrcStr())
			}
			return g.constantValue(c, g.u.enumeratorType(n))
		}
	}
	l := g.place(n)
	return g.read(l)
}

// constantValue is a number as a value of a type.
func (g *fn) constantValue(c constant, t cc.Type) value {
	if c.kind == constFloat {
		return value{v: g.floatConst(t, c.rounded(t)), t: t}
	}
	return value{v: g.bigInt(wrap(c.i, t)), t: t}
}

// number is a constant of an arithmetic type.
func (g *fn) number(t cc.Type, c constant) ir.Value {
	if isInt(t) {
		return g.bigInt(wrap(c.integer(), t))
	}
	return g.floatConst(t, c.rounded(t))
}

// cast translates a cast.
func (g *fn) cast(n *cc.CastExpression) value {
	to := n.Type()
	g.u.behind.name(n.TypeName)
	if t := n.TypeName.Type(); isArray(t) || isFunc(t) {
		g.u.fail(n, "a value cannot be cast to %s", t)
	}
	if isRecord(n.TypeName.Type()) && !isRecord(g.u.valueType(n.CastExpression)) {
		return g.unionCast(n)
	}
	// Limits of double are written as long doubles that are converted.
	if from := g.u.valueType(n.CastExpression); isFloat(to) && isLong(from) {
		if c, ok := g.u.constant(n.CastExpression); ok {
			if c, ok = g.u.constConvert(c, from, to); ok {
				g.at(n)
				return g.constantValue(c, to)
			}
		}
	}
	if isVoid(to) {
		g.dropped(n.CastExpression)
		return value{t: to}
	}
	x := g.castOperand(n.CastExpression, to)
	g.at(n)
	g.node = n
	g.narrowPointer(x, to)
	return g.convert(x, to)
}

// unionCast is GNU's cast of a member to a union.
func (g *fn) unionCast(n *cc.CastExpression) value {
	t := n.TypeName.Type()
	if t.Kind() == cc.Struct {
		g.u.fail(n, "a value cannot be cast to %s", t)
	}
	x := g.expr(n.CastExpression)
	g.at(n)
	for _, m := range g.u.record(t).fields {
		if m.t.Kind() == x.t.Kind() && g.u.sizeof(m.t) == g.u.sizeof(x.t) {
			p := g.temp(t)
			g.write(place{p: p, t: m.t, align: g.u.alignof(t)}, value{v: x.v, im: x.im, t: m.t})
			return value{v: p, t: t}
		}
	}
	g.u.fail(n, "%s has no member of type %s", t, x.t)
	return value{}
}

// unary translates the unary operators.
func (g *fn) unary(n *cc.UnaryExpression) value {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		_, after := g.increment(g.modifiable(n.UnaryExpression), n.Case == cc.UnaryExpressionDec, n)
		return after
	case cc.UnaryExpressionAddrof:
		g.u.checkRegister(n.CastExpression)
		l, ok := g.pointedTo(n.CastExpression)
		if ok {
			g.memberAddress(n.CastExpression, l)
		} else {
			x := g.expr(n.CastExpression)
			if !isRecord(x.t) && !isFunc(x.t) {
				g.u.fail(n, "& needs an object")
			}
			l = place{p: x.v, t: x.t}
		}
		if l.field != nil {
			g.u.fail(n, "the address of a bit-field cannot be taken")
		}
		return g.confinedMember(n.CastExpression, l, value{v: l.p, t: l.t.Pointer()})
	case cc.UnaryExpressionDeref:
		return g.confined(n, g.read(g.place(n)))
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType:
		return g.sizeofExpr(n)
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		g.at(n)
		c, _ := g.u.constUnary(n)
		return value{v: g.bigInt(c.i), t: n.Type()}
	case cc.UnaryExpressionLabelAddr:
		g.at(n)
		return value{v: g.labelAddr(n, n.Token2.SrcStr()), t: n.Type()}
	case cc.UnaryExpressionNot:
		c := g.cond(n.CastExpression)
		g.at(n)
		return value{v: g.un(ir.OpBoolToInt, g.un(ir.OpNot, c)), t: n.Type()}
	}
	operand := n.CastExpression
	if n.Case == cc.UnaryExpressionReal || n.Case == cc.UnaryExpressionImag {
		operand = n.UnaryExpression
	}
	x := g.expr(operand)
	g.at(n)
	g.node = n
	switch n.Case {
	case cc.UnaryExpressionReal:
		if isComplex(x.t) {
			return value{v: x.v, t: g.u.complexPart(x.t)}
		}
		return x
	case cc.UnaryExpressionImag:
		if isComplex(x.t) {
			return value{v: x.im, t: g.u.complexPart(x.t)}
		}
		return g.convert(value{v: g.int(0), t: g.u.ast.Int}, x.t)
	}
	if isVector(x.t) {
		return g.vectorUnary(n, x)
	}
	t, prec := promote(x.t), x.prec
	if isComplex(t) {
		return g.complexUnary(n, x)
	}
	x = g.convert(x, t)
	x.prec = prec
	switch n.Case {
	case cc.UnaryExpressionPlus:
		return x
	case cc.UnaryExpressionMinus:
		if isFloat(t) {
			return value{v: g.un(ir.OpFNeg, x.v), t: t}
		}
		return g.narrow(value{v: g.wrapArith(ir.RuleSignedNegation, g.bin(ir.OpSub, g.int(0), x.v), t), t: t}, prec)
	case cc.UnaryExpressionCpl:
		v := g.un(ir.OpNot, x.v)
		if !signed(t) {
			v = g.extend(v, t)
		}
		return g.narrow(value{v: v, t: t}, prec)
	}
	g.u.unsupported(n, "this operator is not supported")
	return value{}
}

// wrapArith is what C makes of an exact result: modulo 2^N if unsigned; what does not fit a signed type is undefined,
// unless it wraps around.
func (g *fn) wrapArith(r ir.Rule, v ir.Value, t cc.Type) ir.Value {
	if signed(t) {
		if g.u.o.Wrap {
			return g.extend(v, t)
		}
		return g.marked(r, g.claimed(v, t), t)
	}
	return g.live().Extend(ir.OpZExt, v, width(t), g.o)
}

// arithBits is arith where operands may be bit-fields.
func (g *fn) arithBits(op binOp, x, y value) value {
	if op == opShl || op == opShr {
		return g.narrow(g.arith(op, x, y), x.prec)
	}
	x, y = g.level(x, y)
	if p := precision(x, y); p > 0 && isInt(x.t) && isInt(y.t) {
		return g.narrow(g.arith(op, x, y), p)
	}
	return g.arith(op, x, y)
}

// arith is a binary operation with the conversions that C makes first; comparisons only of vectors.
func (g *fn) arith(op binOp, x, y value) value {
	switch {
	case isVector(x.t) || isVector(y.t):
		return g.vectorArith(op, x, y)
	case isPtr(x.t) && isPtr(y.t) && op == opSub:
		e := elem(x.t)
		if f := elem(y.t); e != nil && f != nil && differ(e, f) {
			g.u.fail(g.node, "a %s cannot be subtracted from a %s", y.t, x.t)
		}
		g.usesPointers(x, y)
		d := g.marked(ir.RulePointerSubtract, g.bin(ir.OpPtrDiff, x.v, y.v), x.t)
		size := g.elemSize(e)
		if k, ok := g.constOf(size); !ok || k.Cmp(one) != 0 {
			d = g.bin(ir.OpTDiv, d, size)
		}
		return value{v: d, t: g.u.ast.Long}
	case isPtr(x.t) && (op == opAdd || op == opSub):
		return g.addPointer(x, y, op == opSub)
	case isPtr(y.t) && op == opAdd:
		return g.addPointer(y, x, false)
	}
	if op == opShl || op == opShr {
		return g.shift(op, x, y)
	}
	if !isArithmetic(x.t) || !isArithmetic(y.t) {
		g.u.fail(g.node, "the operands have types %s and %s, which the operator does not take", x.t, y.t)
	}
	t := cc.UsualArithmeticConversions(strip(x.t), strip(y.t))
	if isComplex(t) || isComplex(x.t) || isComplex(y.t) {
		return g.complexArith(op, x, y, t)
	}
	x, y = g.convert(x, t), g.convert(y, t)
	if isFloat(t) {
		ops := map[binOp]ir.Op{opAdd: ir.OpFAdd, opSub: ir.OpFSub, opMul: ir.OpFMul, opDiv: ir.OpFDiv}
		o, ok := ops[op]
		if !ok {
			g.u.fail(g.node, "the operands have types %s and %s, which the operator does not take", x.t, y.t)
		}
		return value{v: g.bin(o, x.v, y.v), t: t}
	}
	switch op {
	case opAdd:
		return value{v: g.wrapArith(ir.RuleSignedOverflow, g.bin(ir.OpAdd, x.v, y.v), t), t: t}
	case opSub:
		return value{v: g.wrapArith(ir.RuleSignedOverflow, g.bin(ir.OpSub, x.v, y.v), t), t: t}
	case opMul:
		return value{v: g.wrapArith(ir.RuleSignedOverflow, g.bin(ir.OpMul, x.v, y.v), t), t: t}
	case opDiv:
		g.suspectDivisor(y.v)
		return value{v: g.marked(ir.RuleDivision, g.claimed(g.bin(ir.OpTDiv, x.v, y.v), t), t), t: t}
	case opRem:
		g.suspectDivisor(y.v)
		if signed(t) {
			// INT_MIN % -1 is undefined: the quotient does not fit.
			q := g.marked(ir.RuleRemainder, g.claimed(g.bin(ir.OpTDiv, x.v, y.v), t), t)
			r := g.bin(ir.OpSub, x.v, g.bin(ir.OpMul, q, y.v))
			return value{v: g.claimed(r, t), t: t}
		}
		return value{v: g.marked(ir.RuleRemainder, g.claimed(g.bin(ir.OpTRem, x.v, y.v), t), t), t: t}
	case opAnd:
		return value{v: g.bin(ir.OpAnd, x.v, y.v), t: t}
	case opOr:
		return value{v: g.bin(ir.OpOr, x.v, y.v), t: t}
	case opXor:
		return value{v: g.bin(ir.OpXor, x.v, y.v), t: t}
	}
	panic("BUG: no operator for " + x.t.String() + " and " + y.t.String())
}

func isArithmetic(t cc.Type) bool { return isInt(t) || isFloat(t) || isComplex(t) }

// shift is << or >>. An amount beyond the width is undefined. To C it is undefined, too, that a left shift of a signed
// number is of a negative one or loses bits; to gcc it is not, so an instruction that nothing reads says it.
func (g *fn) shift(op binOp, x, y value) value {
	if !isInt(x.t) || !isInt(y.t) {
		g.u.fail(g.node, "the operands of a shift have types %s and %s, and must be integers", x.t, y.t)
	}
	t := promote(x.t)
	x, y = g.convert(x, t), g.convert(y, promote(y.t))
	g.suspectAmount(t, y.v)
	o := ir.OpShl
	if op == opShr {
		o = ir.OpShr
	}
	amount := ir.Unsigned(uint32(log2(width(t))))
	if k, ok := g.constOf(y.v); ok && amount.Holds(k) {
		amount = ir.NoAnnot
	}
	shift := func(of ir.Annot) ir.Value {
		return g.f.Result(g.live().Inst(o, ir.Attr{}, []ir.Operand{{Value: x.v, Annot: of}, {Value: y.v, Annot: amount}}, nil, []ir.Type{ir.Int}, g.o), 0)
	}
	if op == opShl && signed(t) {
		loss := shift(ir.Unsigned(width(t) - 1))
		g.f.SetAnnot(loss, ir.Unsigned(width(t)-1))
		g.marked(ir.RuleShift, loss, t)
		return value{v: g.extend(shift(ir.NoAnnot), t), t: t}
	}
	v := g.marked(ir.RuleShift, shift(ir.NoAnnot), t)
	if op == opShl {
		v = g.extend(v, t)
	} else if signed(t) {
		g.remark(v, ir.Remark{Kind: ir.RemarkShift})
	}
	return value{v: v, t: t}
}

func log2(n uint32) (k int) {
	for n > 1 {
		n /= 2
		k++
	}
	return k
}

// elemSize is the size of what a pointer points to; of void and functions it is 1.
func (g *fn) elemSize(t cc.Type) ir.Value {
	if isVLA(t) {
		return g.vlaSize(t)
	}
	return g.int(g.u.sizeof(t))
}

// addPointer is p moved by i elements, back if minus: arithmetic that must not leave the object.
func (g *fn) addPointer(p, i value, minus bool) value {
	return value{v: g.moved(ir.OpPtrAddInBounds, p, i, minus), t: p.t}
}

// madeOfNumber reports whether a pointer is a constant, perhaps moved: the null pointer of offsetof, which programs write
// by themselves, and addresses of devices are in no object.
func (g *fn) madeOfNumber(p ir.Value) bool {
	for {
		d := g.f.Def(p)
		if d == ir.NoInst {
			return false
		}
		switch g.f.Op(d) {
		case ir.OpPtrAdd:
			p = g.f.Arg(d, 0)
		case ir.OpBitCast, ir.OpIntToPtr:
			k := g.f.Def(g.f.Arg(d, 0))
			return k != ir.NoInst && g.f.Op(k) == ir.OpIConst
		default:
			return false
		}
	}
}

// moved is p moved by i elements, back if minus, by ptradd or ptradd.inbounds.
func (g *fn) moved(op ir.Op, p, i value, minus bool) ir.Value {
	e := elem(p.t)
	if e == nil || !isInt(i.t) {
		g.u.fail(g.node, "a %s cannot be added to a %s", i.t, p.t)
	}
	if e.IsIncomplete() && !isVoid(e) && !isFunc(e) && !isArray(e) {
		g.u.fail(g.node, "the size of %s is not known", e)
	}
	size := g.elemSize(e)
	d := i.v
	if k, ok := g.constOf(size); ok {
		if c, ok := g.constOf(d); ok {
			d = g.bigInt(c.Mul(k))
		} else if k.Cmp(one) != 0 {
			d = g.bin(ir.OpMul, d, size)
		}
	} else {
		d = g.bin(ir.OpMul, d, size)
	}
	if minus {
		d = g.bin(ir.OpSub, g.int(0), d)
	}
	if op == ir.OpPtrAdd || g.madeOfNumber(p.v) || p.segment != 0 || g.u.segmentOf(e) != 0 {
		return g.bin(ir.OpPtrAdd, p.v, d)
	}
	return g.marked(ir.RulePointerArithmetic, g.bin(op, p.v, d), p.t)
}

// conditional is ?:.
func (g *fn) conditional(n *cc.ConditionalExpression) value {
	t := n.Type()
	if l, ok := g.commonType(n); ok {
		t = l
	}
	g.u.checkArms(n)
	if is, ok := g.u.truth(n.LogicalOrExpression); ok && n.ExpressionList != nil && !isNilList(n.ExpressionList) {
		var arm cc.ExpressionNode = n.ConditionalExpression
		if is {
			arm = n.ExpressionList
		}
		x := g.expr(arm)
		g.node = n
		return g.convert(x, t)
	}
	var first value
	var c ir.Value
	omitted := n.ExpressionList == nil || isNilList(n.ExpressionList)
	if omitted {
		first = g.expr(n.LogicalOrExpression)
		c = g.truth(first)
	} else {
		c = g.cond(n.LogicalOrExpression)
	}
	yes, no := g.block(), g.block()
	types := g.carried(t)
	join := g.block(types...)
	g.branch(c, yes, no)
	g.start(yes)
	if !omitted {
		first = g.expr(n.ExpressionList)
	}
	g.node = n
	g.leave(join, g.convert(first, t))
	g.start(no)
	second := g.expr(n.ConditionalExpression)
	g.node = n
	g.leave(join, g.convert(second, t))
	g.start(join)
	g.at(n)
	return g.arrived(join, t)
}

// commonType is the type of ?: with arms of arithmetic types.
func (g *fn) commonType(n *cc.ConditionalExpression) (cc.Type, bool) {
	if n.ExpressionList == nil || isNilList(n.ExpressionList) {
		return nil, false
	}
	x, y := g.u.valueType(n.ExpressionList), g.u.valueType(n.ConditionalExpression)
	if isVoid(x) || isVoid(y) {
		return g.u.ast.Void, true
	}
	if isVector(x) && isVector(y) {
		return x, true
	}
	if isArithmetic(x) && isArithmetic(y) && !isVector(x) && !isVector(y) {
		return cc.UsualArithmeticConversions(strip(x), strip(y)), true
	}
	return nil, false
}

// carried are the types of the values that hold a value of type t between blocks.
func (g *fn) carried(t cc.Type) []ir.Type {
	switch {
	case isVoid(t):
		return nil
	case isRecord(t):
		return []ir.Type{ir.Ptr}
	case isComplex(t):
		p := g.u.irType(g.u.complexPart(t))
		return []ir.Type{p, p}
	}
	return []ir.Type{g.u.irType(t)}
}

// leave goes to a block that takes the value x.
func (g *fn) leave(to ir.Block, x value) {
	switch {
	case isVoid(x.t):
		g.jump(to)
	case isComplex(x.t):
		g.jump(to, x.v, x.im)
	default:
		g.jump(to, x.v)
	}
}

// arrived is the value that control brought to b.
func (g *fn) arrived(b ir.Block, t cc.Type) value {
	a := g.f.Args(b)
	switch {
	case isVoid(t):
		return value{t: t}
	case isComplex(t):
		return value{v: a[1], im: a[2], t: t}
	}
	return value{v: a[1], t: t}
}

// cond translates an expression to a truth value.
func (g *fn) cond(n cc.ExpressionNode) ir.Value {
	c := g.decide(n)
	g.say(c, n, nil, false)
	return c
}

// decide is cond, of which nobody takes a note.
func (g *fn) decide(n cc.ExpressionNode) ir.Value {
	if is, ok := g.u.truth(n); ok {
		g.at(n)
		return g.live().BConst(is, g.o)
	}
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return g.cond(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return g.cond(n.ExpressionList)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionNot {
			c := g.cond(n.CastExpression)
			g.at(n)
			return g.un(ir.OpNot, c)
		}
	case *cc.LogicalAndExpression:
		return g.shortCircuit(n, n.LogicalAndExpression, n.InclusiveOrExpression, true)
	case *cc.LogicalOrExpression:
		return g.shortCircuit(n, n.LogicalOrExpression, n.LogicalAndExpression, false)
	}
	if op, xn, yn, ok := binaryExpr(n); ok && op >= opEq && !isVector(g.u.valueType(xn)) && !isVector(g.u.valueType(yn)) {
		x, y := g.operands(n, xn, yn)
		g.at(opNode(n))
		g.node = n
		c := g.comparison(op, x, y)
		g.remarkChars(c, x, y)
		return c
	}
	x := g.expr(n)
	g.at(n)
	g.node = n
	return g.truth(x)
}

// shortCircuit is && (and) or ||.
func (g *fn) shortCircuit(n, xn, yn cc.ExpressionNode, and bool) ir.Value {
	x := g.cond(xn)
	g.at(n)
	if k, ok := g.decided(x); ok && k == and {
		return g.cond(yn)
	} else if ok { // the other operand may have labels
		b, mem := g.live(), g.mem
		g.b = nil
		g.cond(yn)
		g.b, g.mem = b, mem
		return x
	}
	rest, join := g.block(), g.block(ir.Bool)
	b := g.live()
	over, on := ir.Goto(join, g.mem, b.BConst(!and, g.o)), ir.Goto(rest, g.mem)
	if and {
		b.BrIf(x, on, over, g.o)
	} else {
		b.BrIf(x, over, on, g.o)
	}
	g.b = nil
	g.start(rest)
	y := g.cond(yn)
	k, constant := g.decided(y)
	g.jump(join, y)
	g.start(join)
	if constant && k != and { // whatever x is
		return g.live().BConst(k, g.o)
	}
	return g.f.Args(join)[1]
}

// comparison compares two scalars.
func (g *fn) comparison(op binOp, x, y value) ir.Value {
	ip := [...]ir.Pred{opEq: ir.EQ, opNe: ir.NE, opLt: ir.LT, opLe: ir.LE, opGt: ir.GT, opGe: ir.GE}[op]
	if isPtrLike(x.t) || isPtrLike(y.t) {
		g.suspectOperands(x, y)
		if isInt(x.t) {
			x = g.convert(x, y.t)
		}
		if isInt(y.t) {
			y = g.convert(y, x.t)
		}
		if !isPtrLike(x.t) || !isPtrLike(y.t) {
			g.u.fail(g.node, "a %s and a %s cannot be compared", x.t, y.t)
		}
		if op == opEq || op == opNe {
			return g.compare(ip, g.addressOf(x), g.addressOf(y))
		}
		g.usesPointers(x, y)
		return g.compare(ip, g.marked(ir.RulePointerCompare, g.bin(ir.OpPtrDiff, x.v, y.v), x.t), g.int(0))
	}
	if !isArithmetic(x.t) || !isArithmetic(y.t) {
		g.u.fail(g.node, "a %s and a %s cannot be compared", x.t, y.t)
	}
	x, y = g.level(x, y)
	t := cc.UsualArithmeticConversions(strip(x.t), strip(y.t))
	if isComplex(t) {
		if op != opEq && op != opNe {
			g.u.fail(g.node, "a %s and a %s have no order", x.t, y.t)
		}
		x, y = g.toComplex(x, t), g.toComplex(y, t)
		p := g.u.complexPart(t)
		c := g.bin(ir.OpBAnd, g.comparison(opEq, value{v: x.v, t: p}, value{v: y.v, t: p}), g.comparison(opEq, value{v: x.im, t: p}, value{v: y.im, t: p}))
		if op == opNe {
			c = g.un(ir.OpNot, c)
		}
		return c
	}
	x, y = g.convert(x, t), g.convert(y, t)
	if isFloat(t) {
		fp := [...]ir.Pred{opEq: ir.FOEQ, opNe: ir.FUNE, opLt: ir.FOLT, opLe: ir.FOLE, opGt: ir.FOGT, opGe: ir.FOGE}[op]
		return g.compare(fp, x.v, y.v)
	}
	return g.compare(ip, x.v, y.v)
}

func isPtrLike(t cc.Type) bool { return isPtr(t) || isArray(t) || isFunc(t) }

func (g *fn) postfix(n *cc.PostfixExpression) value {
	switch n.Case {
	case cc.PostfixExpressionCall:
		return g.call(n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		before, _ := g.increment(g.modifiable(n.PostfixExpression), n.Case == cc.PostfixExpressionDec, n)
		return before
	case cc.PostfixExpressionIndex:
		if isVector(g.u.designated(n.PostfixExpression)) {
			if _, ok := g.lvalueShaped(n.PostfixExpression); !ok {
				x := g.expr(n.PostfixExpression)
				p := g.temp(x.t)
				g.write(place{p: p, t: x.t, align: g.u.alignof(x.t)}, x)
				e := vectorElem(g.u, x.t)
				i := g.convert(g.expr(n.ExpressionList), g.u.ast.Long)
				size := g.u.sizeof(e)
				return g.read(place{p: g.bin(ir.OpPtrAdd, p, g.bin(ir.OpMul, i.v, g.int(size))), t: e, align: size})
			}
		}
	}
	return g.confined(n, g.read(g.place(n)))
}

// lvalueShaped reports whether an expression looks like one that designates an object.
func (g *fn) lvalueShaped(n cc.ExpressionNode) (cc.ExpressionNode, bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return g.lvalueShaped(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return g.lvalueShaped(n.ExpressionList)
		case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return n, true
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return n, true
		}
	case *cc.UnaryExpression:
		return n, n.Case == cc.UnaryExpressionDeref
	}
	return n, false
}

// pointerNamed is the name of the pointer that is dereferenced, if nothing else is.
func pointerNamed(n cc.ExpressionNode) (cc.ExpressionNode, bool) {
	star, ok := bare(n).(*cc.UnaryExpression)
	if !ok || star.Case != cc.UnaryExpressionDeref {
		return nil, false
	}
	id, ok := bare(star.CastExpression).(*cc.PrimaryExpression)
	return id, ok && id.Case == cc.PrimaryExpressionIdent
}

// sizeofExpr is sizeof; of a type whose size is not constant it evaluates the sizes.
func (g *fn) sizeofExpr(n *cc.UnaryExpression) value {
	var t cc.Type
	if n.Case == cc.UnaryExpressionSizeofType {
		t = n.TypeName.Type()
	} else {
		g.u.checkSizeof(n.UnaryExpression)
		t = g.u.operandType(n.UnaryExpression)
		if p, ok := pointerNamed(n.UnaryExpression); ok && isVLA(t) {
			// The operand is evaluated by the letter of 6.5.3.4p2, but everybody writes p = malloc(sizeof *p).
			t = elem(g.u.valueType(p))
		} else if isVLA(t) {
			if l, ok := g.tryPlace(n.UnaryExpression); ok {
				t = l.t
			}
		}
	}
	g.at(n)
	if isVLA(t) {
		return value{v: g.vlaSize(t), t: n.Type()}
	}
	if t.IsIncomplete() && !isVoid(t) && !isFunc(t) {
		g.u.fail(n, "the size of %s is not known", t)
	}
	return value{v: g.int(g.u.sizeof(t)), t: n.Type()}
}
