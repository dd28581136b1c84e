package c

import (
	"cmp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// The parser does not tell pointers to types that differ in qualifiers, which it keeps in declarations and not in types.
// For generic selections (C11 6.5.1.1) qualifiers are found in the text of declarations and expressions.

// qualified is a type as far as its qualifiers go: p points to in, a has elements of it, f returns it, b is anything else.
type qualified struct {
	kind                byte
	isConst, isVolatile bool
	in                  *qualified
}

// with adds qualifiers; those of an array are its elements'.
func (q *qualified) with(isConst, isVolatile bool) *qualified {
	if q == nil || !isConst && !isVolatile {
		return q
	}
	r := *q
	if r.kind == 'a' {
		r.in = r.in.with(isConst, isVolatile)
		return &r
	}
	r.isConst, r.isVolatile = r.isConst || isConst, r.isVolatile || isVolatile
	return &r
}

// decayed is a pointer in the place of an array or a function, without qualifiers of its own.
func (q *qualified) decayed() *qualified {
	switch {
	case q == nil:
		return nil
	case q.kind == 'a':
		return &qualified{kind: 'p', in: q.in}
	case q.kind == 'f':
		return &qualified{kind: 'p', in: q}
	}
	return &qualified{kind: q.kind, in: q.in}
}

// equal compares two types; qualifiers on top count if top. What is not known is as good as anything.
func (q *qualified) equal(o *qualified, top bool) bool {
	switch {
	case q == nil || o == nil:
		return true
	case q.kind != o.kind || top && (q.isConst != o.isConst || q.isVolatile != o.isVolatile):
		return false
	}
	return q.in.equal(o.in, true)
}

// qualifierTable has what the declarations of a unit say.
type qualifierTable struct {
	u     *unit
	names map[*cc.Declarator]*qualified
}

// newQualifierTable reads all declarations of a unit.
func (u *unit) newQualifierTable() *qualifierTable {
	t := &qualifierTable{u, map[*cc.Declarator]*qualified{}}
	walkTree(u.ast.TranslationUnit, func(n cc.Node) func() {
		switch n := n.(type) {
		case *cc.Declaration:
			base := t.specifiers(n.DeclarationSpecifiers)
			declarators(n)(func(d *cc.InitDeclarator) bool {
				t.names[d.Declarator] = t.declarator(base, d.Declarator)
				return true
			})
		case *cc.FunctionDefinition:
			t.names[n.Declarator] = t.declarator(t.specifiers(n.DeclarationSpecifiers), n.Declarator)
		case *cc.ParameterDeclaration:
			if n.Declarator != nil {
				q := t.declarator(t.specifiers(n.DeclarationSpecifiers), n.Declarator)
				if q != nil && (q.kind == 'a' || q.kind == 'f') {
					q = q.decayed()
				}
				t.names[n.Declarator] = q
			}
		case *cc.StructDeclaration:
			base := t.list(n.SpecifierQualifierList)
			for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
				if d := l.StructDeclarator.Declarator; d != nil {
					t.names[d] = t.declarator(base, d)
				}
			}
		}
		return nil
	})
	return t
}

// specifiers is the type in front of declarators.
func (t *qualifierTable) specifiers(l *cc.DeclarationSpecifiers) *qualified {
	b := qualifierBuilder{t: t, q: &qualified{kind: 'b'}}
	for ; l != nil; l = l.DeclarationSpecifiers {
		b.add(l.TypeQualifier, l.TypeSpecifier)
	}
	return b.q.with(b.isConst, b.isVolatile)
}

// list is specifiers for members and names of types.
func (t *qualifierTable) list(l *cc.SpecifierQualifierList) *qualified {
	b := qualifierBuilder{t: t, q: &qualified{kind: 'b'}}
	for ; l != nil; l = l.SpecifierQualifierList {
		b.add(l.TypeQualifier, l.TypeSpecifier)
	}
	return b.q.with(b.isConst, b.isVolatile)
}

// qualifierBuilder gathers a list of specifiers and qualifiers.
type qualifierBuilder struct {
	t                   *qualifierTable
	q                   *qualified
	isConst, isVolatile bool
}

func (b *qualifierBuilder) add(q *cc.TypeQualifier, s *cc.TypeSpecifier) {
	if q != nil {
		b.isConst = b.isConst || q.Case == cc.TypeQualifierConst
		b.isVolatile = b.isVolatile || q.Case == cc.TypeQualifierVolatile
	}
	if s != nil {
		b.q = b.t.specifier(b.q, s)
	}
}

// specifier is what a specifier makes of the type so far: names of types and typeof have qualifiers of their own.
func (t *qualifierTable) specifier(q *qualified, s *cc.TypeSpecifier) *qualified {
	switch s.Case {
	case cc.TypeSpecifierTypeName:
		for _, n := range t.u.ast.Scope.Nodes[s.Token.SrcStr()] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				return t.names[d]
			}
		}
		return nil
	case cc.TypeSpecifierTypeofExpr:
		return t.expr(s.ExpressionList)
	case cc.TypeSpecifierTypeofType:
		return t.typeName(s.TypeName)
	}
	return q
}

func pointers(q *qualified, p *cc.Pointer) *qualified {
	for ; p != nil; p = p.Pointer {
		q = &qualified{kind: 'p', in: q}
		for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				q.isConst = q.isConst || l.TypeQualifier.Case == cc.TypeQualifierConst
				q.isVolatile = q.isVolatile || l.TypeQualifier.Case == cc.TypeQualifierVolatile
			}
		}
	}
	return q
}

func (t *qualifierTable) declarator(q *qualified, d *cc.Declarator) *qualified {
	q = pointers(q, d.Pointer)
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			return t.declarator(q, dd.Declarator)
		case cc.DirectDeclaratorIdent:
			return q
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			q = &qualified{kind: 'f', in: q}
		default:
			q = &qualified{kind: 'a', in: q}
		}
	}
	return q
}

// typeName is a type that is named.
func (t *qualifierTable) typeName(n *cc.TypeName) *qualified {
	q := t.list(n.SpecifierQualifierList)
	for a := n.AbstractDeclarator; a != nil; {
		q = pointers(q, a.Pointer)
		dd := a.DirectAbstractDeclarator
		a = nil
		for ; dd != nil; dd = dd.DirectAbstractDeclarator {
			switch dd.Case {
			case cc.DirectAbstractDeclaratorDecl:
				a = dd.AbstractDeclarator
			case cc.DirectAbstractDeclaratorFunc:
				q = &qualified{kind: 'f', in: q}
			default:
				q = &qualified{kind: 'a', in: q}
			}
		}
	}
	return q
}

// member is the type of a member of a record whose type has the qualifiers of q.
func (t *qualifierTable) member(of cc.Type, name string, q *qualified) *qualified {
	if of == nil || !isRecord(of) {
		return nil
	}
	path, ok := t.u.find(of, name)
	if !ok {
		return nil
	}
	var r *qualified
	for _, m := range path {
		if d := m.f.Declarator(); d != nil {
			r = t.names[d]
		}
	}
	if q == nil {
		return nil
	}
	return r.with(q.isConst, q.isVolatile)
}

// expr is the type of an expression; of an object it has the object's qualifiers.
func (t *qualifierTable) expr(e cc.ExpressionNode) *qualified {
	e = bare(e)
	switch n := e.(type) {
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		return t.expr(n.AssignmentExpression)
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			switch d := n.ResolvedTo().(type) {
			case *cc.Declarator:
				return t.names[d]
			case *cc.Parameter:
				return t.names[d.Declarator]
			}
			return nil
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return &qualified{kind: 'a', in: &qualified{kind: 'b'}}
		case cc.PrimaryExpressionGeneric:
			if a := t.u.associated(n.GenericSelection); a != nil {
				return t.expr(a.AssignmentExpression)
			}
			return nil
		}
	case *cc.PostfixExpression:
		return t.postfix(n)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionAddrof:
			if q := t.expr(n.CastExpression); q != nil {
				return &qualified{kind: 'p', in: q}
			}
		case cc.UnaryExpressionDeref:
			if q := t.expr(n.CastExpression).decayed(); q != nil && q.kind == 'p' {
				return q.in
			}
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return t.expr(n.UnaryExpression).decayed()
		}
		return nil
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast {
			return t.typeName(n.TypeName).decayed()
		}
	case *cc.AssignmentExpression:
		return t.expr(n.UnaryExpression).decayed()
	case *cc.ConditionalExpression:
		return t.conditional(n)
	}
	if op, x, y, ok := binaryExpr(e); ok && (op == opAdd || op == opSub) {
		if isPtrLike(t.u.valueType(x)) {
			return t.expr(x).decayed()
		}
		return t.expr(y).decayed()
	}
	return nil
}

// postfix is expr for calls, elements and members.
func (t *qualifierTable) postfix(n *cc.PostfixExpression) *qualified {
	switch n.Case {
	case cc.PostfixExpressionIndex:
		p := n.PostfixExpression
		if isInt(t.u.valueType(p)) {
			p = n.ExpressionList
		}
		if q := t.expr(p).decayed(); q != nil && q.kind == 'p' {
			return q.in
		}
	case cc.PostfixExpressionCall:
		q := t.expr(n.PostfixExpression)
		if q != nil && q.kind == 'p' {
			q = q.in
		}
		if q != nil && q.kind == 'f' {
			return q.in.decayed()
		}
	case cc.PostfixExpressionSelect:
		return t.member(t.u.designated(n.PostfixExpression), n.Token2.SrcStr(), t.expr(n.PostfixExpression))
	case cc.PostfixExpressionPSelect:
		if q := t.expr(n.PostfixExpression).decayed(); q != nil && q.kind == 'p' {
			return t.member(elem(t.u.valueType(n.PostfixExpression)), n.Token2.SrcStr(), q.in)
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return t.expr(n.PostfixExpression).decayed()
	case cc.PostfixExpressionComplit:
		return t.typeName(n.TypeName)
	}
	return nil
}

// conditional has the qualifiers of what either operand points to (6.5.15p6); a null pointer constant has none.
func (t *qualifierTable) conditional(n *cc.ConditionalExpression) *qualified {
	if n.ExpressionList == nil || isNilList(n.ExpressionList) {
		return nil
	}
	x, y := t.expr(n.ExpressionList).decayed(), t.expr(n.ConditionalExpression).decayed()
	switch {
	case t.u.nullConstant(n.ExpressionList):
		return y
	case t.u.nullConstant(n.ConditionalExpression):
		return x
	case x == nil || y == nil || x.kind != 'p' || y.kind != 'p' || x.in == nil || y.in == nil:
		return nil
	}
	return &qualified{kind: 'p', in: x.in.with(y.in.isConst, y.in.isVolatile)}
}

// nullConstant reports whether an expression is one: 0, or that as a pointer to void.
func (u *unit) nullConstant(e cc.ExpressionNode) bool {
	t := u.valueType(e)
	if isPtr(t) && !isVoid(elem(t)) || !isPtr(t) && !isInt(t) {
		return false
	}
	c, ok := u.constant(e)
	return ok && (c.kind == constInt && c.i.Sign() == 0 || c.kind == constAddr && c.sym == "" && c.off == 0)
}

// choice is a generic selection, by its number in the text, of which another association counts than the parser's, or some do not.
type choice struct {
	selection, association int
	not                    []int // if any, association says nothing
}

// wrongChoices are the selections that the parser chose wrongly in.
func (u *unit) wrongChoices() (wrong []choice) {
	var all []*cc.GenericSelection
	walkTree(u.ast.TranslationUnit, func(n cc.Node) func() {
		// Those of a macro of builtin.h are not in the text.
		if g, ok := n.(*cc.GenericSelection); ok && !strings.Contains(cc.NodeSource(g), "_Complex)0") {
			all = append(all, g)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *cc.GenericSelection) int { return cmp.Compare(a.Token.Seq(), b.Token.Seq()) })
	for n, g := range all {
		kept := len(u.errs)
		u.try(func() {
			ours, not := u.association(g)
			if len(not) > 0 {
				wrong = append(wrong, choice{n, 0, not})
				return
			}
			if ours == nil || ours == g.Associated() {
				return
			}
			k := 0
			for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
				if l.GenericAssociation == ours {
					wrong = append(wrong, choice{selection: n, association: k})
				}
				k++
			}
		})
		u.errs = u.errs[:kept]
	}
	return wrong
}
