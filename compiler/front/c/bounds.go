package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// bounded checks the index i of the array that n designates, where the array is a part of an object: a member, or an
// element of another array. An index that leaves it stays within the object, so no access of memory tells (C11 6.5.6p8).
// Declared objects need no check. A last member of at most one element is taken for a flexible one, as compilers
// take it. The element is accessed or indexed further, or only its address is taken, which may be the end.
func (g *fn) bounded(n cc.ExpressionNode, i value, accessed bool) {
	t, ok := g.u.designated(n).(*cc.ArrayType)
	if !g.u.o.Checks || !ok || isVLA(t) || !g.u.partOfObject(n, t) {
		return
	}
	length := g.u.arrayLen(t)
	last := length
	if accessed {
		last--
	}
	if k, ok := constOf(g.f, i.v); ok && k >= 0 && k <= last {
		return
	}
	near := g.bin(ir.OpMin, g.bin(ir.OpMax, i.v, g.int(0)), g.int(last))
	v := g.bin(ir.OpSub, i.v, near)
	g.f.SetAnnot(v, ir.Unsigned(0))
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: ir.RuleIndex, Type: fmt.Sprintf("'%s', which has %s", sourceText(n), elements(length))})
}

// constOf is the number that v is, if it is a constant of at most 63 bits.
func constOf(f *ir.Func, v ir.Value) (int64, bool) {
	d := f.Def(v)
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		return 0, false
	}
	return f.IntConst(d).Int64()
}

// partOfObject reports whether the array that n designates is a part of an object with fixed bounds.
func (u *unit) partOfObject(n cc.ExpressionNode, t *cc.ArrayType) bool {
	switch n := n.(type) {
	case *cc.ExpressionList:
		return n.ExpressionList == nil && u.partOfObject(n.AssignmentExpression, t)
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionExpr && u.partOfObject(n.ExpressionList, t)
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return true
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return u.arrayLen(t) > 1 || !u.endsRecord(n)
		}
	}
	return false
}

// endsRecord reports whether the member that n selects is the last one of its struct, or any one of a union.
func (u *unit) endsRecord(n *cc.PostfixExpression) bool {
	t := u.designated(n.PostfixExpression)
	if n.Case == cc.PostfixExpressionPSelect {
		t = elem(n.PostfixExpression.Type())
	}
	path, ok := u.find(t, n.Token2.SrcStr())
	if !ok {
		return true
	}
	if len(path) > 1 {
		t = path[len(path)-2].t
	}
	fields := u.record(t).fields
	return fields[len(fields)-1].off == path[len(path)-1].off
}

// elements counts the elements of an array in words.
func elements(n int64) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", n)
}
