package c

import (
	"fmt"

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

// associated is the association that a generic selection chooses (6.5.1.1p3). The parser takes pointers to other types for the same: of those
// that it could mean the one counts whose type is compatible, with the qualifiers of what it points to.
func (u *unit) associated(n *cc.GenericSelection) *cc.GenericAssociation {
	t := u.valueType(n.AssignmentExpression)
	if !isPtr(t) {
		return n.Associated()
	}
	var all []*cc.GenericAssociation
	var otherwise *cc.GenericAssociation
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		switch a := l.GenericAssociation; {
		case a.Case == cc.GenericAssociationDefault:
			otherwise = a
		case (&comparison{a: u, b: u, strict: true}).same(u.typeNamed(a.TypeName), t, 0):
			all = append(all, a)
		}
	}
	theirs, ours := n.Associated(), otherwise
	switch {
	case len(all) == 1:
		ours = all[0]
	case len(all) > 1:
		ours = theirs
		if is, known := u.pointsToConst(n.AssignmentExpression); known {
			for _, a := range all {
				if (qualifiersBelow(a.TypeName) == fmt.Sprint([2]bool{true, false})) == is {
					ours = a
				}
			}
		}
	}
	if ours == nil || ours == theirs {
		return theirs
	}
	if t := ours.AssignmentExpression.Type(); t == nil || t.Kind() == cc.InvalidKind || stringOf(ours.AssignmentExpression) != nil {
		u.unsupported(ours, "the parser takes another association than this one, which is not supported")
	}
	return ours
}

// pointsToConst reports whether what an expression points to is const, if it tells: pointers that are declared do not.
func (u *unit) pointsToConst(n cc.ExpressionNode) (is, known bool) {
	if a, ok := bare(n).(*cc.UnaryExpression); ok && a.Case == cc.UnaryExpressionAddrof {
		return u.readOnly(a.CastExpression) != "", true
	}
	if isArray(u.designated(n)) {
		return u.readOnly(n) != "", true
	}
	return false, false
}
