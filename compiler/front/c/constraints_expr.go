package c

import (
	"strings"

	"modernc.org/cc/v4"
)

// checkSizeof refuses bit-fields as operands of sizeof (6.5.3.4).
func (u *unit) checkSizeof(n cc.ExpressionNode) {
	if p, ok := bare(n).(*cc.PostfixExpression); ok {
		if b := u.bitFieldOf(p); b != nil {
			u.fail(n, "the size of a bit-field cannot be asked")
		}
	}
}

// checkRegister refuses the address of an object that is declared register (6.5.3.2).
func (u *unit) checkRegister(n cc.ExpressionNode) {
	if p, ok := bare(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.IsRegister() {
			u.fail(n, "%s is declared register and has no address", d.Name())
		}
	}
}

// checkArms refuses operands of ?: that have no common type (6.5.15).
func (u *unit) checkArms(n *cc.ConditionalExpression) {
	if n.ExpressionList == nil || isNilList(n.ExpressionList) {
		return
	}
	x, y := u.valueType(n.ExpressionList), u.valueType(n.ConditionalExpression)
	if isRecord(x) && isRecord(y) && !sameRecord(x, y) {
		u.fail(n, "the operands of ?: have the types %s and %s", x, y)
	}
}

// checkGeneric checks the types that a generic selection names (6.5.1.1).
func (u *unit) checkGeneric(n *cc.GenericSelection) {
	var types []cc.Type
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case != cc.GenericAssociationType {
			continue
		}
		t := a.TypeName.Type()
		switch {
		case isRecord(t) && t.IsIncomplete(), isFunc(t), isVoid(t):
			u.fail(a, "%s is no type of an object", t)
		case isVLA(t) || isPtr(t) && isVLA(elem(t)):
			u.fail(a, "%s has a length that is not constant", t)
		}
		for _, other := range types {
			if isInt(t) && isInt(other) && strip(t).Kind() == strip(other).Kind() && qualifiers(t) == qualifiers(other) && t.Kind() != cc.Enum {
				u.fail(a, "the type %s is named twice", t)
			}
		}
		types = append(types, t)
	}
}

// associated is the association that a generic selection chooses (6.5.1.1p3). The text was read again where it is not the parser's.
func (u *unit) associated(n *cc.GenericSelection) *cc.GenericAssociation {
	theirs := n.Associated()
	ours, not := u.association(n)
	if len(not) > 0 {
		u.unsupported(n, "the parser takes another association than the one that is meant, which is not supported")
	}
	if ours == nil || ours == theirs {
		return theirs
	}
	if t := ours.AssignmentExpression.Type(); t == nil || t.Kind() == cc.InvalidKind || stringOf(ours.AssignmentExpression) != nil {
		u.unsupported(ours, "the parser takes another association than this one, which is not supported")
	}
	return ours
}

// association is the one of a type that is compatible with that of the controlling expression, with the qualifiers of what it points
// to; the parser takes pointers to other types for the same, and gives those behind the one that it takes no type. If it may be one of
// these, not are the numbers of those that it is not.
func (u *unit) association(n *cc.GenericSelection) (ours *cc.GenericAssociation, not []int) {
	t := u.valueType(n.AssignmentExpression)
	if !isPtr(t) {
		return n.Associated(), nil
	}
	if u.qualifiers == nil {
		u.qualifiers = u.newQualifierTable()
	}
	control := u.qualifiers.expr(n.AssignmentExpression).decayed()
	var all []*cc.GenericAssociation
	var otherwise *cc.GenericAssociation
	types := map[string]bool{} // compatible ones, but for qualifiers
	unknown := false
	k := -1
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		k++
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			otherwise = a
			continue
		}
		if x := a.TypeName.Type(); (x == nil || x.Kind() == cc.InvalidKind) && u.qualifiers.typeName(a.TypeName).equal(control, false) {
			unknown = true
		} else {
			not = append(not, k)
		}
		switch {
		case u.compatibleName(a.TypeName, t, types) && u.qualifiers.typeName(a.TypeName).equal(control, false):
			all = append(all, a)
		}
	}
	switch {
	case len(all) == 1 || len(all) > 0 && control != nil:
		return all[0], nil
	case len(all) == 0 && unknown:
		return nil, not
	case len(all) == 0:
		return otherwise, nil
	}
	return n.Associated(), nil
}

// compatibleName reports whether a type that is named is compatible with t, but for qualifiers. The parser gives those behind the one that
// it chooses no type: one of them is known if it is another that is known with other qualifiers.
func (u *unit) compatibleName(n *cc.TypeName, t cc.Type, known map[string]bool) bool {
	var b strings.Builder
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeSpecifier != nil {
			b.WriteString(cc.NodeSource(l.TypeSpecifier) + " ")
		}
	}
	for q := u.qualifiers.typeName(n); q != nil; q = q.in {
		b.WriteByte(q.kind)
	}
	if x := n.Type(); x == nil || x.Kind() == cc.InvalidKind {
		return known[b.String()]
	}
	is := (&comparison{a: u, b: u, strict: true}).same(u.typeNamed(n), t, 0)
	known[b.String()] = known[b.String()] || is
	return is
}
