package c

import (
	"math"

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
		return g.wrapArith(g.bin(ir.OpSub, g.int(0), v), p)
	}
	switch n.Case {
	case cc.UnaryExpressionMinus:
		return value{v: neg(x.v), im: neg(x.im), t: x.t}
	case cc.UnaryExpressionCpl:
		return value{v: x.v, im: neg(x.im), t: x.t}
	}
	return x
}

// constComplex is the value of a constant expression as a complex number.
func (u *unit) constComplex(n cc.ExpressionNode) (re, im float64, ok bool) {
	if c, ok := u.constant(n); ok {
		if c.kind == constInt {
			return bigToFloat(c.i), 0, true
		}
		if isComplex(n.Type()) {
			return 0, c.f, true // an imaginary literal
		}
		return c.f, 0, c.kind == constFloat
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
			switch v := n.Value().(type) {
			case cc.Complex128Value:
				return real(v), imag(v), true
			case cc.Complex64Value:
				return float64(real(v)), float64(imag(v)), true
			}
		}
	case *cc.CastExpression:
		return u.constComplex(n.CastExpression)
	case *cc.UnaryExpression:
		re, im, ok = u.constComplex(n.CastExpression)
		if n.Case == cc.UnaryExpressionMinus {
			return math.Copysign(re, -re), math.Copysign(im, -im), ok
		}
		return re, im, ok && n.Case == cc.UnaryExpressionPlus
	}
	op, x, y, isBin := binaryExpr(n)
	if !isBin {
		return 0, 0, false
	}
	a, b, ok1 := u.constComplex(x)
	c, d, ok2 := u.constComplex(y)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	switch op {
	case opAdd:
		return a + c, b + d, true
	case opSub:
		return a - c, b - d, true
	case opMul:
		return a*c - b*d, a*d + b*c, true
	}
	return 0, 0, false
}
