package c

import "modernc.org/cc/v4"

// backwards reports whether the operands of n, whose order C leaves open (C11 6.5p3, 6.5.2.2p10), are evaluated from right to left.
func (g *fn) backwards(n cc.Node) bool {
	if g.u.o.Reverse == nil {
		return false
	}
	p := n.Position()
	return g.u.o.Reverse(p.Filename, p.Line, p.Column)
}

// operands are the values of the operands of the binary operator n.
func (g *fn) operands(n, xn, yn cc.ExpressionNode) (x, y value) {
	if g.backwards(opNode(n)) {
		y = g.expr(yn)
		return g.expr(xn), y
	}
	x = g.expr(xn)
	return x, g.expr(yn)
}
