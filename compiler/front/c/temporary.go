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
			return false
		case p.Case == cc.PostfixExpressionCall:
			return isRecord(p.Type())
		case p.Case == cc.PostfixExpressionSelect, p.Case == cc.PostfixExpressionIndex && isArray(g.u.designated(p.PostfixExpression)):
			n = p.PostfixExpression
		default:
			return false
		}
	}
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
