package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// A pointer is more than its address, and stays one if a program copies it byte by byte (C11 6.5, 6): an assignment of a
// character to a character moves the byte as it is. A byte that is read as a number is one of the address.

// isCharType reports whether objects of a type are bytes.
func isCharType(t cc.Type) bool {
	switch strip(t).Kind() {
	case cc.Char, cc.SChar, cc.UChar:
		return !isVector(t)
	}
	return false
}

// bareByte is an expression without the parentheses around it, and without casts from one type of characters to another.
func bareByte(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := n.(type) {
		case *cc.ExpressionList:
			if x == nil || x.ExpressionList != nil {
				return n
			}
			n = x.AssignmentExpression
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return n
			}
			n = x.ExpressionList
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionCast || !isCharType(x.TypeName.Type()) || x.CastExpression.Type() == nil || !isCharType(x.CastExpression.Type()) {
				return n
			}
			n = x.CastExpression
		default:
			return n
		}
	}
}

// localName is the variable of the function that an expression names, nil of others.
func (g *fn) localName(n cc.ExpressionNode) *cc.Declarator {
	if p, ok := bareByte(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.StorageDuration() == cc.Automatic {
			return d
		}
	}
	return nil
}

// isByteObject reports whether an expression designates an object of a type of characters that is read by one plain access.
func isByteObject(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if _, ok := x.ResolvedTo().(*cc.Declarator); !ok || x.Case != cc.PrimaryExpressionIdent {
			return false
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		default:
			return false
		}
	case *cc.UnaryExpression:
		if x.Case != cc.UnaryExpressionDeref {
			return false
		}
	default:
		return false
	}
	return n.Type() != nil && isCharType(n.Type())
}

// findCarriers are the variables that take a byte of an object to another one, as a function that swaps has them.
func (g *fn) findCarriers(body *cc.CompoundStatement) {
	walkTree(body, func(n cc.Node) func() {
		a, ok := n.(*cc.AssignmentExpression)
		if !ok || a.Case != cc.AssignmentExpressionAssign || a.UnaryExpression == nil || a.AssignmentExpression == nil {
			return nil
		}
		if d := g.localName(a.AssignmentExpression); d != nil && isCharType(d.Type()) && g.localName(a.UnaryExpression) == nil {
			if g.carriers == nil {
				g.carriers = map[*cc.Declarator]bool{}
			}
			g.carriers[d] = true
		}
		return nil
	})
}

// movesByte reports whether what is assigned to a place from an expression is moved as a byte. A variable that takes no byte
// on is a number.
func (g *fn) movesByte(t cc.Type, to *cc.Declarator, from cc.ExpressionNode) bool {
	return isCharType(t) && isByteObject(bareByte(from)) && (to == nil || g.carriers[to] || g.u.o.Checks)
}

// moveByte assigns an object of characters to another one. The value is that of the assignment.
func (g *fn) moveByte(l place, from cc.ExpressionNode, at func()) (x value, ok bool) {
	r := g.place(bareByte(from))
	if r.field != nil || l.field != nil || isVolatile(r) || isVolatile(l) || !isCharType(r.t) {
		x = g.read(r)
		return x, false
	}
	x = g.read(r)
	b := g.load(r.p, 1, 1, ir.Bytes(1))
	at()
	g.accessed(l, true)
	g.store(b, l.p, 1, 1)
	return g.convert(x, l.t), true
}

// exposes reports whether bytes of a pointer may be read as a number at a place: one of characters, a member of a union, or an object that
// is declared as a number, into which they were copied.
// Compiled code needs no word for it: there a byte is a number.
func (g *fn) exposes(l place) bool {
	return g.u.o.Checks && isInt(l.t) && !isBool(strip(l.t)) && (l.union || isCharType(l.t) || l.node != nil && rootOf(l.node) != nil && g.u.sizeof(l.t) == ir.PtrBytes)
}

// loadExposed is load of a number whose bytes may be those of a pointer.
func (g *fn) loadExposed(p ir.Value, size, align int64) ir.Value {
	if g.volatile > 0 {
		b := g.volatileLoad(p, size, align, ir.Bytes(uint32(size)))
		return g.f.Result(g.live().Op(ir.OpBitCastExpose, ir.Attr{}, g.o, []ir.Type{ir.Int}, b), 0)
	}
	i := g.live().Op(ir.OpLoadExpose, ir.Attr{N: uint32(size), Align: alignAttr(align)}, g.o, []ir.Type{ir.Int}, p, g.mem)
	return g.f.Result(i, 0)
}
