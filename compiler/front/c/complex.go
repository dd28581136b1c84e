package c

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// complexArith is an operation on complex numbers, by the formulas of C11 annex G without its recovery of infinities.
func (g *fn) complexArith(op binOp, x, y value, t cc.Type) value {
	if !isComplex(t) {
		t = x.t
		if !isComplex(t) {
			t = y.t
		}
	}
	p := g.u.complexPart(t)
	xr, yr := !isComplex(x.t), !isComplex(y.t)
	x, y = g.toComplex(x, t), g.toComplex(y, t)
	do := func(op binOp, a, b ir.Value) ir.Value { return g.arith(op, value{v: a, t: p}, value{v: b, t: p}).v }
	switch op {
	case opAdd, opSub:
		im := do(op, x.im, y.im)
		if yr {
			im = x.im
		} else if xr && op == opAdd {
			im = y.im
		}
		return value{v: do(op, x.v, y.v), im: im, t: t}
	case opMul:
		if yr {
			return value{v: do(opMul, x.v, y.v), im: do(opMul, x.im, y.v), t: t}
		}
		if xr {
			return value{v: do(opMul, x.v, y.v), im: do(opMul, x.v, y.im), t: t}
		}
		re := do(opSub, do(opMul, x.v, y.v), do(opMul, x.im, y.im))
		im := do(opAdd, do(opMul, x.v, y.im), do(opMul, x.im, y.v))
		return value{v: re, im: im, t: t}
	case opDiv:
		if yr {
			return value{v: do(opDiv, x.v, y.v), im: do(opDiv, x.im, y.v), t: t}
		}
		d := do(opAdd, do(opMul, y.v, y.v), do(opMul, y.im, y.im))
		re := do(opDiv, do(opAdd, do(opMul, x.v, y.v), do(opMul, x.im, y.im)), d)
		im := do(opDiv, do(opSub, do(opMul, x.im, y.v), do(opMul, x.v, y.im)), d)
		return value{v: re, im: im, t: t}
	}
	g.u.fail(g.node, "the operator does not take complex numbers")
	return value{}
}

// complexUnary is +, - or ~, which is the conjugate.
func (g *fn) complexUnary(n *cc.UnaryExpression, x value) value {
	p := g.u.complexPart(x.t)
	neg := func(v ir.Value) ir.Value {
		if isFloat(p) {
			return g.un(ir.OpFNeg, v)
		}
		return g.wrapArith(ir.RuleSignedNegation, g.bin(ir.OpSub, g.int(0), v), p)
	}
	switch n.Case {
	case cc.UnaryExpressionMinus:
		return value{v: neg(x.v), im: neg(x.im), t: x.t}
	case cc.UnaryExpressionCpl:
		return value{v: x.v, im: neg(x.im), t: x.t}
	}
	return x
}

// constComplex is the value of a constant expression as a complex number. It is computed in long double if a part is one.
func (u *unit) constComplex(n cc.ExpressionNode) (re, im constant, ok bool) {
	zero := constant{kind: constFloat}
	if c, ok := u.constant(n); ok {
		if c.kind == constInt {
			return longConst(new(big.Rat).SetInt(c.i.Big()), 1), zero, true
		}
		if isComplex(n.Type()) {
			return zero, c, true // an imaginary literal
		}
		return c, zero, c.kind == constFloat
	}
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.constComplex(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return u.constComplex(n.ExpressionList)
		case cc.PrimaryExpressionFloat, cc.PrimaryExpressionInt:
			return imaginary(n.Value())
		}
	case *cc.CastExpression:
		return u.constComplex(n.CastExpression)
	case *cc.UnaryExpression:
		re, im, ok = u.constComplex(n.CastExpression)
		if n.Case == cc.UnaryExpressionMinus {
			return re.negated(), im.negated(), ok
		}
		return re, im, ok && n.Case == cc.UnaryExpressionPlus
	}
	op, x, y, isBin := binaryExpr(n)
	if !isBin {
		return zero, zero, false
	}
	a, b, ok1 := u.constComplex(x)
	c, d, ok2 := u.constComplex(y)
	if !ok1 || !ok2 {
		return zero, zero, false
	}
	t := u.ast.Double
	if p := n.Type(); isComplex(p) && isLong(u.complexPart(p)) || isLong(p) {
		t = u.ast.LongDouble
	}
	do := func(op binOp, x, y constant) constant {
		r, _ := constFloats(op, x, y, t)
		return r
	}
	switch op {
	case opAdd, opSub:
		return do(op, a, c), do(op, b, d), true
	case opMul:
		return do(opSub, do(opMul, a, c), do(opMul, b, d)), do(opAdd, do(opMul, a, d), do(opMul, b, c)), true
	}
	return zero, zero, false
}

// literalType is the type of a literal. The parser takes an imaginary one of long double for one of long.
func (u *unit) literalType(n *cc.PrimaryExpression) cc.Type {
	if _, ok := n.Value().(*cc.ComplexLongDoubleValue); ok {
		for _, d := range u.ast.Scope.Nodes["__tuffy_complex_long_double"] {
			if d, ok := d.(*cc.Declarator); ok {
				return d.Type()
			}
		}
	}
	if x, ok := u.unicode(n); ok && n.Case == cc.PrimaryExpressionLChar && x.size == 2 {
		return u.ast.UShort
	} else if ok && n.Case == cc.PrimaryExpressionLChar && !x.wide {
		return u.ast.UInt
	}
	return n.Type()
}

// imaginary is the value of an imaginary literal.
func imaginary(v cc.Value) (re, im constant, ok bool) {
	of := func(f float64) constant { return constant{kind: constFloat, f: f} }
	switch v := v.(type) {
	case cc.Complex128Value:
		return of(real(v)), of(imag(v)), true
	case cc.Complex64Value:
		return of(float64(real(v))), of(float64(imag(v))), true
	case *cc.ComplexLongDoubleValue:
		if r, _ := (*big.Float)(v.Im).Rat(nil); r != nil && v.Re == nil {
			return of(0), longConst(r, 1), true
		}
	}
	return re, im, false
}

// complexPart is a builtin on its argument, a complex number of the type of the parameter.
func complexPart(f func(g *fn, x value) value) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		ft, ok := elem(c.PostfixExpression.Type()).(*cc.FunctionType)
		if !ok || len(args) != 1 {
			g.u.fail(c, "this function takes one argument")
		}
		x := g.expr(args[0])
		g.node = args[0]
		x = g.assigned(x, ft.Parameters()[0].Type())
		g.at(c)
		return f(g, x)
	}
}

// conjugate is x with the sign of its imaginary part changed.
func conjugate(g *fn, x value) value {
	return value{v: x.v, im: g.un(ir.OpFNeg, x.im), t: x.t}
}
