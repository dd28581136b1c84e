package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// What one kind of expression alone has is checked here; the mark says in words what is wrong.

// stated makes the check that control does not come here with the condition c, and says it of n.
func (g *fn) stated(n cc.Node, c ir.Value, paragraph, format string, args ...any) {
	v := g.never(ir.RuleStated, c, fmt.Sprintf(format, args...)+" (C11 "+paragraph+")")
	g.say(v, n, g.u.ast.Int, false)
}

// always is the condition of what is undefined whenever it is reached.
func (g *fn) always() ir.Value { return g.live().BConst(true, g.o) }

// otherSign makes the check that x, which is passed without a prototype for a parameter of type t that has the other sign, is a number of
// both types (C11 6.5.2.2p6).
func (g *fn) otherSign(n cc.ExpressionNode, x value, t cc.Type) {
	if !g.u.o.Checks || g.b == nil || !isInt(x.t) || !isInt(t) || isBool(strip(x.t)) {
		return
	}
	from, to := promote(x.t), promote(t)
	if signed(from) == signed(to) || g.u.sizeof(from) != g.u.sizeof(to) || wideInt(from) {
		return
	}
	most := g.bigInt(one.Shl(uint(width(from)) - 1))
	out := g.bin(ir.OpBOr, g.compare(ir.LT, x.v, g.int(0)), g.compare(ir.GE, x.v, most))
	g.stated(n, out, "6.5.2.2p6", "without a prototype a value of type '%s' is passed for a parameter of type '%s', which cannot represent it", g.u.typeText(from, 0), g.u.typeText(to, 0))
}

// lastParameter makes the check that va_start names a parameter whose type promotion does not change (C11 7.16.1.4p4).
func (g *fn) lastParameter(n cc.ExpressionNode) {
	d := rootOf(n)
	if !g.u.o.Checks || g.b == nil || d == nil || !d.IsParam() {
		return
	}
	t := d.Type()
	why := ""
	switch {
	case isArray(t), isFunc(t):
		why = "is declared as an array or a function"
	case isScalar(t) && g.u.typeText(defaultPromotion(g.u, t), 0) != g.u.typeText(t, 0) && !isPtr(t):
		why = "has the type '" + g.u.typeText(t, 0) + "', which promotion changes"
	default:
		return
	}
	g.stated(n, g.always(), "7.16.1.4p4", "va_start: the parameter '%s' %s", d.Name(), why)
}

// jumpsFrom notes the call of setjmp that a full expression is, or that it compares with a constant or negates as a condition: nowhere else
// may one stand (C11 7.13.1.1p4).
func (g *fn) jumpsFrom(n cc.ExpressionNode, condition bool) {
	if !g.u.o.Checks {
		return
	}
	n = bare(n)
	switch x := n.(type) {
	case *cc.CastExpression:
		if !condition && x.Case == cc.CastExpressionCast && isVoid(x.TypeName.Type()) {
			n = bare(x.CastExpression)
		}
	case *cc.UnaryExpression:
		if condition && x.Case == cc.UnaryExpressionNot {
			n = bare(x.CastExpression)
		}
	default:
		if op, a, b, ok := binaryExpr(n); ok && condition && op >= opEq {
			if _, constant := g.u.constInt(b); constant {
				n = bare(a)
			} else if _, constant := g.u.constInt(a); constant {
				n = bare(b)
			}
		}
	}
	if c, ok := n.(*cc.PostfixExpression); ok && c.Case == cc.PostfixExpressionCall {
		g.places = c
	}
}

// copied makes the checks of a value that is assigned, passed or returned as one of type to: a pointer that was read from an object points to one
// that lives (C11 6.2.4p2), and, where it is not passed, arrays whose sizes are evaluated have the same (6.7.6.2p6).
func (g *fn) copied(x value, to cc.Type) {
	if !g.u.o.Checks || g.b == nil || g.lends || !isPtr(x.t) || !isPtr(to) {
		return
	}
	if i := g.f.Def(x.v); i != ir.NoInst && g.f.Op(i) == ir.OpLoad {
		g.usesPointers(x)
	}
	a, b := elem(x.t), elem(to)
	if g.passes || a == nil || b == nil || !isArray(a) || !isArray(b) || !isVLA(a) && !isVLA(b) || a.IsIncomplete() && !isVLA(a) || b.IsIncomplete() && !isVLA(b) {
		return
	}
	g.stated(g.node, g.compare(ir.NE, g.elemSize(a), g.elemSize(b)), "6.7.6.2p6", "a pointer to an array becomes one to an array of another size")
}
