package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// A struct that is a value and has an array lives as long as the full expression, and is not modified (C11 6.2.4p8).

// isTemporary reports whether n designates a part of a struct that is a value.
func (g *fn) isTemporary(n cc.ExpressionNode) bool {
	for {
		p, ok := bare(n).(*cc.PostfixExpression)
		switch {
		case !ok:
			return g.isValue(n)
		case p.Case == cc.PostfixExpressionCall:
			return isRecord(p.Type())
		case p.Case == cc.PostfixExpressionSelect, p.Case == cc.PostfixExpressionIndex && isArray(g.u.designated(p.PostfixExpression)):
			n = p.PostfixExpression
		default:
			return false
		}
	}
}

// isValue reports whether n is a struct that is a value, but for calls: the value of an assignment, of a choice, behind a comma.
func (g *fn) isValue(n cc.ExpressionNode) bool {
	n = bare(n)
	if _, ok := g.lvalueShaped(n); ok || !isRecord(n.Type()) || isVLA(n.Type()) {
		return false
	}
	switch n := n.(type) {
	case *cc.AssignmentExpression, *cc.ConditionalExpression:
		return true
	case *cc.ExpressionList:
		return n.ExpressionList != nil
	}
	return false
}

// temporary is the object of the struct x, which n is as a value: bytes of its own where a pointer may be made into its arrays, since x may
// be bytes of an object that lives on.
func (g *fn) temporary(n cc.ExpressionNode, x value) ir.Value {
	if !g.u.o.Checks || g.b == nil || !g.isValue(n) || !hasArray(x.t) {
		return x.v
	}
	p := g.temp(x.t)
	g.copyObject(p, x.v, g.u.sizeof(x.t), g.u.alignof(x.t), g.u.alignof(x.t))
	return p
}

// hasArray reports whether a record has an array in it.
func hasArray(t cc.Type) bool {
	fs, _ := fields(t)
	for _, f := range fs {
		if f.Type() != nil && (isArray(f.Type()) || isRecord(f.Type()) && hasArray(f.Type())) {
			return true
		}
	}
	return false
}

// outlives notes that a pointer into the temporary at p is made, whose bytes have no value behind the full expression.
func (g *fn) outlives(p ir.Value) {
	for d := g.f.Def(p); d != ir.NoInst; d = g.f.Def(p) {
		if g.f.Op(d) == ir.OpStackSlot {
			g.temporaries = append(g.temporaries, p)
			return
		}
		if g.f.Op(d) != ir.OpPtrAdd && g.f.Op(d) != ir.OpPtrAddInBounds {
			return
		}
		p = g.f.Arg(d, 0)
	}
}

// beginTemporaries begins a full expression; what it returns ends those that it has made. A struct that is the value of the
// expression is still to be read.
func (g *fn) beginTemporaries() (end func(x value)) {
	outer := g.temporaries
	g.temporaries = nil
	return func(x value) {
		if g.b != nil && (x.t == nil || !isRecord(x.t)) {
			for _, p := range g.temporaries {
				g.check("tuffy.gone", p)
			}
		}
		g.temporaries = outer
	}
}
