package c

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// What Options.Checks asks for are calls of functions of the interpreter, which tell it what the types say of an object
// (package interp, checks.go).

// check calls a function of the interpreter.
func (g *fn) check(name string, args ...ir.Value) {
	if g.b == nil {
		return
	}
	i := g.b.Call(g.symbol(name), args, g.mem, nil, g.o)
	g.mem = g.f.Result(i, 0)
}

// seals reports whether the object of a declaration in a block, or a parameter, becomes constant when it has its value
// (C11 6.7.3p6). One whose address nothing takes is out of reach.
func (g *fn) seals(d *cc.Declarator, t cc.Type) bool {
	return g.u.o.Checks && constDeclared(d) && (!isScalar(t) || d.AddressTaken())
}

// constName reports whether objects of a type that is named are constant; the parser's types do not say it.
func constName(n *cc.TypeName) bool {
	t := n.Type()
	for isArray(t) {
		t = elem(t)
	}
	if isPtr(t) {
		return false
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == cc.TypeQualifierConst {
			return true
		}
	}
	a := t.Attributes()
	return a != nil && a.IsConst()
}

// needsValue says of a value that was read from an object of automatic storage duration that the object must have one
// (C11 6.3.2.1p2, 6.7.9p10). Characters of objects that have an address may be copied without (6.2.6.1p5). What a pointer
// leads to may have been declared elsewhere: without a value it is unspecified, and reported where it decides something.
func (g *fn) needsValue(l place, v ir.Value) {
	if !g.u.o.Checks || l.node == nil || g.drops[bare(l.node)] {
		return
	}
	d := rootOf(l.node)
	if d == nil || d.IsParam() || !isLocal(d) || isFunc(d.Type()) {
		return
	}
	if g.u.inUnion(l.node) {
		return
	}
	if g.u.sizeof(l.t) == 1 && isInt(l.t) && !isBool(strip(l.t)) && l.field == nil && (!isScalar(d.Type()) || d.AddressTaken()) {
		return
	}
	if i := g.f.Def(v); i != ir.NoInst && slices.Contains(ir.Rules[ir.RuleIndeterminate].Ops, g.f.Op(i)) {
		g.f.SetMark(i, ir.Mark{Rule: ir.RuleIndeterminate, Type: sourceText(bare(l.node))})
	}
}

// inUnion reports whether an lvalue is a part of a union: bytes that no other member has written are unspecified there
// (C11 6.2.6.1p7).
func (u *unit) inUnion(n cc.ExpressionNode) bool {
	for {
		p, ok := bare(n).(*cc.PostfixExpression)
		if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionIndex {
			return false
		}
		if p.Case == cc.PostfixExpressionSelect {
			t := u.designated(p.PostfixExpression)
			path, _ := u.find(t, p.Token2.SrcStr())
			if t.Kind() == cc.Union || len(path) > 1 { // of an unnamed member, perhaps a union
				return true
			}
		}
		n = p.PostfixExpression
	}
}

// addressOf is the address of a pointer whose value is used.
func (g *fn) addressOf(x value) ir.Value { return g.usesPointer(g.un(ir.OpPtrToAddr, x.v), x.t) }

// usesPointers says that the values of pointers are used otherwise than by their addresses.
func (g *fn) usesPointers(xs ...value) {
	if !g.u.o.Checks {
		return
	}
	for _, x := range xs {
		g.addressOf(x)
	}
}

// usesPointer says of an address that it is that of a pointer of type t whose value the program uses (C11 6.2.4p2).
func (g *fn) usesPointer(v ir.Value, t cc.Type) ir.Value {
	i := g.f.Def(v)
	if !g.u.o.Checks || !isPtr(t) || i == ir.NoInst {
		return v
	}
	if op := g.f.Op(i); op != ir.OpPtrToAddr && op != ir.OpPtrToInt || g.madeOfNumber(g.f.Arg(i, 0)) {
		return v
	}
	g.f.SetMark(i, ir.Mark{Rule: ir.RulePointerValue, Type: g.u.typeText(t, 0)})
	return v
}
