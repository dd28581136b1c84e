package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// assigned is x as = converts it to the type of an object; initialisers, arguments and return convert likewise
// (C11 6.5.16.1). Integers become pointers and back as in gcc.
func (g *fn) assigned(x value, to cc.Type) value {
	g.copied(x, to)
	from := x.t
	if g.passes && isTransparent(to) && !isRecord(from) {
		return g.transparent(x, to)
	}
	ok := true
	switch {
	case isVoid(to):
		g.u.fail(g.node, "an object of type void cannot have a value")
	case isVoid(from):
		g.u.fail(g.node, "the expression has no value: its type is void")
	case isVector(to), isVector(from):
		ok = isVector(to) && isVector(from) && to.VectorSize() == from.VectorSize()
	case isRecord(to), isRecord(from):
		ok = sameRecord(to, from)
	case isPtr(to):
		ok = isPtrLike(from) || isInt(from)
	case isArray(to), isFunc(to):
		ok = false
	case isInt(to):
		ok = isArithmetic(from) || isPtrLike(from)
	case isFloat(to), isComplex(to):
		ok = isArithmetic(from)
	}
	if !ok {
		g.u.fail(g.node, "a value of type %s cannot become one of type %s", from, to)
	}
	k, known := g.constOf(x.v)
	g.u.surprises(g.node, from, k, known, to)
	made := g.convert(x, to)
	g.remarkNarrowing(x, made)
	return made
}

// modifiable translates an lvalue that the expression changes.
func (g *fn) modifiable(n cc.ExpressionNode) place {
	l := g.place(n)
	switch {
	case isArray(l.t), isFunc(l.t):
		g.u.fail(n, "the type %s cannot be assigned: it is none of an object that is a value", l.t)
	case isVoid(l.t) || isRecord(l.t) && !isVLA(l.t) && l.t.IsIncomplete():
		g.u.fail(n, "an object of the incomplete type %s cannot be assigned", l.t)
	}
	if g.u.o.Checks && g.b != nil && g.isTemporary(n) {
		g.stated(n, g.always(), "6.2.4p8", "'%s' is modified, a part of a struct that is a value and no object of the program", sourceText(bare(n)))
	}
	if what := g.u.readOnly(n); what != "" {
		g.u.fail(n, "%s is const and cannot be assigned", what)
	}
	if constMember(l.t) {
		g.u.fail(n, "%s has a member that is const, and cannot be assigned", l.t)
	}
	return l
}

// readOnly names what makes an lvalue const, and is empty if nothing does.
func (u *unit) readOnly(n cc.ExpressionNode) string {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.readOnly(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return u.readOnly(n.ExpressionList)
		case cc.PrimaryExpressionIdent:
			var d *cc.Declarator
			switch r := n.ResolvedTo().(type) {
			case *cc.Declarator:
				d = r
			case *cc.Parameter:
				d = r.Declarator
			}
			if d != nil && constDeclared(d) {
				return d.Name()
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			if p := n.PostfixExpression; isArray(u.designated(p)) {
				return u.readOnly(p)
			} else if !isInt(u.valueType(p)) {
				return u.constPointee(u.valueType(p))
			}
		case cc.PostfixExpressionSelect:
			if what := u.readOnly(n.PostfixExpression); what != "" {
				return what
			}
			return constNamed(u.designated(n.PostfixExpression), n.Token2.SrcStr())
		case cc.PostfixExpressionPSelect:
			t := u.valueType(n.PostfixExpression)
			if what := u.constPointee(t); what != "" {
				return what
			}
			return constNamed(elem(t), n.Token2.SrcStr())
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return u.constPointee(u.valueType(n.CastExpression))
		}
	}
	return ""
}

// constPointee is what is const behind a pointer of type t.
func (u *unit) constPointee(t cc.Type) string {
	if e := elem(t); e != nil && u.behind.of(t).isConst {
		return "the object of type " + e.String()
	}
	return ""
}

// constNamed is a member's name if it is declared const.
func constNamed(t cc.Type, name string) string {
	fs, _ := fields(t)
	for _, f := range fs {
		if f.Name() == name && f.Declarator() != nil && constDeclared(f.Declarator()) {
			return name
		}
	}
	return ""
}

// constMember reports whether a record cannot be assigned since a member is const (C11 6.3.2.1).
func constMember(t cc.Type) bool {
	if isArray(t) {
		return constMember(elem(t))
	}
	if !isRecord(t) {
		return false
	}
	fs, _ := fields(t)
	for _, f := range fs {
		if f.Declarator() != nil && constDeclared(f.Declarator()) || f.Type() != nil && constMember(f.Type()) {
			return true
		}
	}
	return false
}

// constDeclared reports whether the object that d declares is const, or the elements if it is an array. The parser's
// own answer counts a qualifier of what a pointer points to, if several names are declared at once.
func constDeclared(d *cc.Declarator) bool {
	if star, ok := lastStar(d); ok {
		for q := star.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierConst {
				return true
			}
		}
		return false
	}
	t := d.Type()
	for isArray(t) && !t.Attributes().IsConst() {
		t = elem(t)
	}
	return !isFunc(t) && !isPtr(t) && t.Attributes().IsConst()
}

// lastStar is the star of a declarator that stands next to the name, behind brackets; it is the type of the object.
func lastStar(d *cc.Declarator) (*cc.Pointer, bool) {
	dd := d.DirectDeclarator
	for dd != nil {
		switch dd.Case {
		case cc.DirectDeclaratorIdent:
			dd = nil
			continue
		case cc.DirectDeclaratorDecl:
			if star, ok := lastStar(dd.Declarator); ok {
				return star, true
			}
			dd = nil
			continue
		}
		dd = dd.DirectDeclarator
	}
	p := d.Pointer
	for p != nil && p.Pointer != nil {
		p = p.Pointer
	}
	return p, p != nil
}

// checkCall checks the number of arguments of a builtin against its declaration.
func (g *fn) checkCall(n *cc.PostfixExpression, args []cc.ExpressionNode) {
	ft, ok := n.PostfixExpression.Type().(*cc.FunctionType)
	if !ok {
		if ft, ok = elem(n.PostfixExpression.Type()).(*cc.FunctionType); !ok {
			return
		}
	}
	params := ft.Parameters()
	if len(params) == 0 {
		return
	}
	if len(params) == 1 && isVoid(params[0].Type()) {
		params = nil
	}
	if len(args) < len(params) || len(args) > len(params) && !ft.IsVariadic() {
		g.u.fail(n, "the function takes %s, and %d are given", ir.Counted(len(params), "argument"), len(args))
	}
}

// checkObject refuses what cannot be the type of an object that is defined.
func (u *unit) checkObject(d *cc.Declarator) {
	t := d.Type()
	for isArray(t) {
		t = elem(t)
	}
	switch {
	case isVoid(t):
		u.fail(d, "%s cannot have the type void", d.Name())
	case isFunc(t):
		u.fail(d, "%s is an array of functions", d.Name())
	case isRecord(t) && t.IsIncomplete() && !isVLA(t):
		u.fail(d, "the type of %s, %s, is incomplete", d.Name(), t)
	}
}

// maxAlign is the largest alignment that an object can have, as in gcc.
const maxAlign = 1 << 28

// checkAlign refuses alignments that are none.
func (u *unit) checkAlign(n cc.Node, all ...int64) {
	for _, a := range all {
		if a < 0 || a&(a-1) != 0 || a > maxAlign {
			u.fail(n, "an alignment is a power of two up to %d, and not %d", maxAlign, a)
		}
	}
}
