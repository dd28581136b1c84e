package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Checks that only see what a program does, and whose results nothing reads. Each is an instruction whose claim holds
// where all is well, marked with the rule.

// never makes the check that a condition does not hold.
func (g *fn) never(r ir.Rule, c ir.Value, text string) ir.Value {
	v := g.un(ir.OpBoolToInt, c)
	g.f.SetAnnot(v, ir.Unsigned(0))
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: r, Type: text})
	return v
}

// aligned makes the check that a pointer that is converted is aligned for what the new type points to (C11 6.3.2.3p7). Those
// to vectors are left out: intrinsics that load without alignment take them.
func (g *fn) aligned(x value, to cc.Type) {
	from, e := elem(x.t.Decay()), elem(to)
	if !g.u.o.Checks || g.b == nil || from == nil || e == nil || isVoid(e) || isVector(e) || isFunc(e) || isFunc(from) || e.IsIncomplete() || g.madeOfNumber(x.v) {
		return
	}
	n := g.u.alignof(e)
	if n <= 1 || !isVoid(from) && !from.IsIncomplete() && g.u.alignof(from) >= n {
		return
	}
	v := g.bin(ir.OpPtrAdd, x.v, g.int(0))
	g.f.SetAnnot(v, ir.Aligned(uint32(n)))
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: ir.RuleAlignment, Type: g.u.typeText(to, 0)})
}

// memberAddress makes the check that &p->m, which n is behind the &, is an address in the object of p, which must be one (C11 6.5.3.2p4).
func (g *fn) memberAddress(n cc.ExpressionNode, l place) {
	p, ok := bare(n).(*cc.PostfixExpression)
	i := g.f.Def(l.p)
	if !g.u.o.Checks || g.b == nil || !ok || p.Case != cc.PostfixExpressionPSelect || i == ir.NoInst || g.f.Op(i) != ir.OpPtrAdd {
		return
	}
	if base := g.f.Arg(i, 0); !g.madeOfNumber(base) {
		g.marked(ir.RulePointerArithmetic, g.bin(ir.OpPtrAddInBounds, base, g.f.Arg(i, 1)), g.u.valueType(p.PostfixExpression))
	}
}

// apart makes the check that the objects of an assignment of records do not overlap but where they are the same (C11
// 6.5.16.1p3).
func (g *fn) apart(n *cc.AssignmentExpression, l place, x value) {
	if !g.u.o.Checks || g.b == nil || !isRecord(l.t) || isVLA(l.t) {
		return
	}
	from := bare(n.AssignmentExpression)
	if _, ok := g.lvalueShaped(from); !ok {
		return
	}
	if a, b := rootOf(n.UnaryExpression), rootOf(from); a != nil && b != nil && (a != b || !g.u.throughUnion(n.UnaryExpression)) {
		return
	}
	size := g.u.sizeof(l.t)
	d := g.bin(ir.OpSub, g.un(ir.OpPtrToAddr, l.p), g.un(ir.OpPtrToAddr, x.v))
	in := g.bin(ir.OpBAnd, g.compare(ir.GT, d, g.int(-size)), g.compare(ir.LT, d, g.int(size)))
	g.never(ir.RuleOverlap, g.bin(ir.OpBAnd, in, g.compare(ir.NE, d, g.int(0))), g.u.typeText(l.t, 0))
}

// apartScalars is apart for scalars: the value, which v is before its conversion, was read from bytes that are not exactly those that are
// written, or as another type. Only objects that may overlap are looked at: members of unions, and what two pointers to different types lead to.
func (g *fn) apartScalars(n *cc.AssignmentExpression, l place, v ir.Value) {
	from := bare(n.AssignmentExpression)
	if !g.u.o.Checks || g.b == nil || !isScalar(l.t) || l.field != nil || g.lastRead.v != v || g.u.bitFieldOf(from) != nil {
		return
	}
	t := g.u.designated(from)
	if _, ok := g.lvalueShaped(from); !ok || !isScalar(t) {
		return
	}
	to, at := g.u.sizeof(l.t), g.u.sizeof(t)
	same := g.u.alike(l.t, t) && to == at
	byPointers := !same && rootOf(n.UnaryExpression) == nil && rootOf(from) == nil
	if !byPointers && !g.u.throughUnion(n.UnaryExpression) && !g.u.throughUnion(from) {
		return
	}
	d := g.bin(ir.OpSub, g.un(ir.OpPtrToAddr, l.p), g.un(ir.OpPtrToAddr, g.lastRead.p))
	in := g.bin(ir.OpBAnd, g.compare(ir.GT, d, g.int(-to)), g.compare(ir.LT, d, g.int(at)))
	if same {
		in = g.bin(ir.OpBAnd, in, g.compare(ir.NE, d, g.int(0)))
	}
	g.never(ir.RuleOverlap, in, g.u.typeText(l.t, 0))
}
