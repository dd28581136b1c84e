package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// A pointer that is made of an array which is a part of an object, or of the address of a member, points into that part: who moves
// it out of it leaves the array (C11 6.5.6p8), though memory does not end there. Marks tell a run. A conversion to another type of
// pointer means the object again, so that a container is found from its member and the bytes of an object are walked.

// confined says that x, a pointer that n became, stays in the array that n designates.
func (g *fn) confined(n cc.ExpressionNode, x value) value {
	t, ok := g.u.designated(n).(*cc.ArrayType)
	if !g.u.o.Checks || g.b == nil || !ok || isVLA(t) || g.madeOfNumber(x.v) {
		return x
	}
	if g.isTemporary(n) {
		g.outlives(x.v)
		x.v = g.part(x.v, g.u.sizeof(t), "temporary", n)
		return x
	}
	how := g.u.qualified(n, t.Elem())
	if how == "" && !g.u.partOfObject(n, t) {
		return x
	}
	if how == "" {
		how = "strict"
	}
	if how == "strict" && rowOf(n) != nil || how == "strict" && isDeref(n) { // a matrix is filled as a whole
		how = "loose"
	}
	x.v = g.part(x.v, g.u.sizeof(t), how, n)
	return x
}

// qualified is how an object of type t that n designates is accessed, because it is declared volatile or is a const member of one that is
// not; empty if there is nothing to say.
func (u *unit) qualified(n cc.ExpressionNode, t cc.Type) string {
	d := rootOf(n)
	if d == nil || isPtr(d.Type()) && d.IsParam() {
		return ""
	}
	for isArray(t) {
		t = elem(t)
	}
	switch a := t.Attributes(); {
	case a != nil && a.IsVolatile() && !isPtr(t):
		return "volatile"
	case !constDeclared(d) && u.readOnly(n) != "":
		return "const"
	}
	return ""
}

// isDeref reports whether n is made by *.
func isDeref(n cc.ExpressionNode) bool {
	u, ok := bare(n).(*cc.UnaryExpression)
	return ok && u.Case == cc.UnaryExpressionDeref
}

// confinedMember says that x, the address of the member that n selects, is that of one scalar.
func (g *fn) confinedMember(n cc.ExpressionNode, l place, x value) value {
	if !g.u.o.Checks || g.b == nil || isFunc(l.t) || isVLA(l.t) || l.t.IsIncomplete() || g.madeOfNumber(x.v) {
		return x
	}
	how := g.u.qualified(n, l.t)
	// What the parser says of pointers and of arrays of them may be about what they point to.
	of := l.t
	for isArray(of) {
		of = elem(of)
	}
	if l.volatile && !isPtr(of) && rootOf(n) != nil {
		how = "volatile"
	}
	if how != "" {
		x.v = g.part(x.v, g.u.sizeof(l.t), how, n)
		return x
	}
	p, ok := bare(n).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect || !isScalar(l.t) || g.u.throughUnion(n) {
		return x
	}
	x.v = g.part(x.v, g.u.sizeof(l.t), "loose", n)
	return x
}

// part marks a pointer as one into so many bytes.
func (g *fn) part(p ir.Value, size int64, how string, n cc.ExpressionNode) ir.Value {
	v := g.bin(ir.OpPtrAdd, p, g.int(0))
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: ir.RulePart, Type: fmt.Sprintf("%d %s %s", size, how, sourceText(bare(n)))})
	return v
}

// castOperand is the operand of a cast. A pointer that becomes one of another type may leave the part of the object that it was made for.
func (g *fn) castOperand(n cc.ExpressionNode, to cc.Type) value {
	from := g.u.valueType(n)
	if !g.u.o.Checks || !isPtr(to) || !isPtr(from) || isFunc(elem(to)) || isFunc(elem(from)) || !g.u.changesPointer(from, to) {
		return g.expr(n)
	}
	if isArray(g.u.designated(n)) {
		x, _ := g.pointer(n)
		return x
	}
	x := g.expr(n)
	if i := g.f.Def(x.v); g.b == nil || g.madeOfNumber(x.v) || i != ir.NoInst && (g.f.Op(i) == ir.OpStackSlot || g.f.Op(i) == ir.OpSymbolAddr) {
		return x
	}
	x.v = g.bin(ir.OpPtrAdd, x.v, g.int(0))
	g.f.SetMark(g.f.Def(x.v), ir.Mark{Rule: ir.RuleWhole})
	return x
}

// changesPointer reports whether a conversion of pointers says more than a qualifier: characters are walked over, or another type is meant.
func (u *unit) changesPointer(from, to cc.Type) bool {
	e := elem(to)
	return isVoid(e) || isCharType(e) || !u.alike(elem(from), e)
}
