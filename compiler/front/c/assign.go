package c

import "modernc.org/cc/v4"

// assignment is = and its like.
func (g *fn) assignment(n *cc.AssignmentExpression) value {
	if n.Case == cc.AssignmentExpressionAssign {
		var l place
		var x value
		if g.backwards(n.Token) {
			x = g.expr(n.AssignmentExpression)
			l = g.modifiable(n.UnaryExpression)
		} else if l = g.modifiable(n.UnaryExpression); g.movesByte(l.t, g.localName(n.UnaryExpression), n.AssignmentExpression) {
			moved, done := g.moveByte(l, n.AssignmentExpression, func() { g.atToken(n.Token) })
			if x = moved; done {
				g.say(g.mem, n.UnaryExpression, l.t, false)
				return g.stored(l, x)
			}
		} else {
			x = g.expr(n.AssignmentExpression)
		}
		g.atToken(n.Token)
		g.node = n
		from := x.v
		g.restrictCopy(n, g.assignedName(n.UnaryExpression), n.AssignmentExpression)
		x = g.assigned(x, l.t)
		g.apart(n, l, x)
		g.apartScalars(n, l, from)
		g.write(l, x)
		g.say(g.mem, n.UnaryExpression, l.t, false)
		return g.stored(l, x)
	}
	l := g.modifiable(n.UnaryExpression)
	y := g.expr(n.AssignmentExpression)
	g.atToken(n.Token)
	g.node = n
	op := [...]binOp{
		cc.AssignmentExpressionMul: opMul, cc.AssignmentExpressionDiv: opDiv, cc.AssignmentExpressionMod: opRem,
		cc.AssignmentExpressionAdd: opAdd, cc.AssignmentExpressionSub: opSub, cc.AssignmentExpressionLsh: opShl,
		cc.AssignmentExpressionRsh: opShr, cc.AssignmentExpressionAnd: opAnd, cc.AssignmentExpressionXor: opXor,
		cc.AssignmentExpressionOr: opOr,
	}[n.Case]
	_, x := g.update(l, func(old value) value {
		g.say(old.v, n.UnaryExpression, l.t, false)
		x := g.assigned(g.arithBits(op, old, y), l.t)
		g.say(x.v, n, l.t, false)
		return x
	})
	g.say(g.mem, n.UnaryExpression, l.t, false)
	return g.stored(l, x)
}

// stored is the value of an assignment.
func (g *fn) stored(l place, x value) value {
	if l.field != nil {
		return g.u.fieldTyped(value{v: g.fieldValue(l, x.v)}, l.field)
	}
	x.t = l.t
	return x
}

// increment is ++ or --: the values before and after.
func (g *fn) increment(l place, minus bool, n cc.Node) (before, after value) {
	g.at(n)
	op := opAdd
	if minus {
		op = opSub
	}
	before, after = g.update(l, func(old value) value {
		g.say(old.v, incremented(n), l.t, false)
		x := g.assigned(g.arith(op, old, value{v: g.int(1), t: g.u.ast.Int}), l.t)
		g.say(x.v, n, l.t, false)
		return x
	})
	g.say(g.mem, incremented(n), l.t, false)
	return before, g.stored(l, after)
}

// incremented is the operand of ++ or --.
func incremented(n cc.Node) cc.Node {
	switch n := n.(type) {
	case *cc.UnaryExpression:
		return n.UnaryExpression
	case *cc.PostfixExpression:
		return n.PostfixExpression
	}
	return n
}
