package c

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// Within a full expression, side effects and value computations are ordered in part only (C11 5.1.2.3p3, 6.5p2). What
// follows finds the pairs of accesses that are not ordered and of which one writes, and leaves out those that cannot
// concern one object. Bodies of functions and statement expressions are not looked into: their evaluations are in some
// order, whichever it is. So are the initialisers of a compound literal among themselves, but not beside the rest of the
// expression. A read of a volatile object counts as a read.

// access is the read or the modification of a scalar object, or of a whole struct or union, by an lvalue.
type access struct {
	n      cc.ExpressionNode // the lvalue without parentheses
	write  bool
	t      cc.Type
	branch bool // it may be left out
}

// unordered is a pair of accesses, the first of which writes, that the operator at leaves without an order.
type unordered struct {
	a, b *access
	at   cc.Node
}

// effects are the accesses of an expression, and which of its writes its value does not wait for.
type effects struct {
	all, pending []*access
}

// sequencer looks at one full expression.
type sequencer struct {
	u        *unit
	pairs    []unordered
	branches int // the operands at hand that may be left out
	forks    bool
}

// unsequenced finds the pairs of accesses of a full expression that have no order and may concern one object.
func (u *unit) unsequenced(n cc.ExpressionNode) *sequencer {
	if !severalEffects(n) {
		return nil
	}
	s := &sequencer{u: u}
	s.value(n)
	s.once()
	return s
}

// once leaves one pair of two lvalues at an operator, rather one that modifies twice.
func (s *sequencer) once() {
	slices.SortStableFunc(s.pairs, func(x, y unordered) int {
		switch {
		case x.b.write == y.b.write:
			return 0
		case x.b.write:
			return -1
		}
		return 1
	})
	seen := map[string]bool{}
	s.pairs = slices.DeleteFunc(s.pairs, func(p unordered) bool {
		a, b := cc.NodeSource(p.a.n), cc.NodeSource(p.b.n)
		key := p.at.Position().String() + " " + min(a, b) + "\x00" + max(a, b)
		again := seen[key] && !p.a.branch && !p.b.branch
		seen[key] = true
		return again
	})
}

// severalEffects reports whether an expression modifies something besides an assignment that is all of it.
func severalEffects(n cc.ExpressionNode) bool {
	for {
		switch x := n.(type) {
		case *cc.ExpressionList:
			if x == nil || x.ExpressionList != nil {
				return x != nil
			}
			n = x.AssignmentExpression
			continue
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionExpr {
				n = x.ExpressionList
				continue
			}
			return false
		case *cc.AssignmentExpression:
			return writes(x.UnaryExpression) || writes(x.AssignmentExpression)
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
				return writes(x.UnaryExpression)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec {
				return writes(x.PostfixExpression)
			}
		}
		return writes(n)
	}
}

// writes reports whether an expression modifies anything itself.
func writes(n cc.ExpressionNode) bool {
	switch n := n.(type) {
	case nil:
		return false
	case *cc.ExpressionList:
		for l := n; l != nil; l = l.ExpressionList {
			if writes(l.AssignmentExpression) {
				return true
			}
		}
		return false
	case *cc.AssignmentExpression:
		return true
	case *cc.ConstantExpression:
		return false
	case *cc.ConditionalExpression:
		return writes(n.LogicalOrExpression) || writes(n.ExpressionList) || writes(n.ConditionalExpression)
	case *cc.LogicalAndExpression:
		return writes(n.LogicalAndExpression) || writes(n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return writes(n.LogicalOrExpression) || writes(n.LogicalAndExpression)
	case *cc.CastExpression:
		return writes(n.CastExpression)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return true
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return writes(n.UnaryExpression)
		case cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref, cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			return writes(n.CastExpression)
		}
		return false
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return true
		case cc.PostfixExpressionCall:
			return writes(n.PostfixExpression) || slices.ContainsFunc(arguments(n), writes)
		case cc.PostfixExpressionIndex:
			return writes(n.PostfixExpression) || writes(n.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return writes(n.PostfixExpression)
		case cc.PostfixExpressionComplit:
			return slices.ContainsFunc(initialisers(n.InitializerList), writes)
		}
		return false
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionExpr && writes(n.ExpressionList)
	}
	if _, x, y, ok := binaryExpr(n); ok {
		return writes(x) || writes(y)
	}
	return false
}

// bare is an expression without the parentheses around it.
func bare(n cc.ExpressionNode) cc.ExpressionNode {
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
		default:
			return n
		}
	}
}

// value looks at an expression that is evaluated for its value.
func (s *sequencer) value(n cc.ExpressionNode) effects {
	switch n := bare(n).(type) {
	case *cc.ExpressionList:
		var e effects
		for l := n; l != nil; l = l.ExpressionList {
			e = then(e, s.value(l.AssignmentExpression))
		}
		return e
	case *cc.AssignmentExpression:
		return s.assignment(n)
	case *cc.ConditionalExpression:
		c := s.value(n.LogicalOrExpression)
		s.forks = true
		s.branches++
		var yes effects
		if n.ExpressionList != nil && !isNilList(n.ExpressionList) {
			yes = s.value(n.ExpressionList)
		}
		no := s.value(n.ConditionalExpression)
		s.branches--
		return then(c, effects{slices.Concat(yes.all, no.all), slices.Concat(yes.pending, no.pending)})
	case *cc.LogicalAndExpression:
		return s.circuit(n.LogicalAndExpression, n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return s.circuit(n.LogicalOrExpression, n.LogicalAndExpression)
	case *cc.CastExpression:
		return s.value(n.CastExpression)
	case *cc.UnaryExpression:
		return s.unary(n)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionCall:
			return s.call(n)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return s.modified(n, n.PostfixExpression, true, effects{})
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return s.read(n, s.lvalue(n))
		case cc.PostfixExpressionComplit:
			return s.literal(n)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			if rootOf(n) != nil {
				return s.read(n, effects{})
			}
		case cc.PrimaryExpressionGeneric:
			if a := s.u.associated(n.GenericSelection); a != nil {
				return s.value(a.AssignmentExpression)
			}
		}
	case cc.ExpressionNode:
		if _, xn, yn, ok := binaryExpr(n); ok {
			return s.cross(opNode(n), s.value(xn), s.value(yn))
		}
	}
	return effects{}
}

// lvalue looks at an expression of which only the object is asked that it designates.
func (s *sequencer) lvalue(n cc.ExpressionNode) effects {
	switch n := bare(n).(type) {
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionIdent {
			return effects{}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return s.cross(n.Token, s.value(n.PostfixExpression), s.value(n.ExpressionList))
		case cc.PostfixExpressionSelect:
			return s.lvalue(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return s.value(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return s.value(n.CastExpression)
		}
	}
	return s.value(n)
}

// unary looks at the unary operators.
func (s *sequencer) unary(n *cc.UnaryExpression) effects {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return s.modified(n, n.UnaryExpression, true, effects{})
	case cc.UnaryExpressionAddrof:
		return s.lvalue(n.CastExpression)
	case cc.UnaryExpressionDeref:
		return s.read(n, s.lvalue(n))
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return s.value(n.UnaryExpression)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
		return s.value(n.CastExpression)
	}
	return effects{}
}

// assignment looks at = and its like.
func (s *sequencer) assignment(n *cc.AssignmentExpression) effects {
	return s.modified(n.Token, n.UnaryExpression, n.Case != cc.AssignmentExpressionAssign, s.value(n.AssignmentExpression))
}

// modified is the modification of an object. It waits for the values of its operands and for nothing else.
func (s *sequencer) modified(at cc.Node, object cc.ExpressionNode, reads bool, operand effects) effects {
	l := s.lvalue(object)
	if reads {
		l = s.read(object, l)
	}
	e := s.cross(at, l, operand)
	if w := s.access(object, true); w != nil {
		for _, p := range e.pending {
			s.pair(at, w, p)
		}
		e.all, e.pending = append(e.all, w), append(e.pending, w)
	}
	return e
}

// call looks at a call: its designator and arguments have no order, and all is done before it begins.
func (s *sequencer) call(n *cc.PostfixExpression) effects {
	if name := calleeName(n.PostfixExpression); strings.HasPrefix(name, "__builtin_") && name != "__builtin_expect" {
		return effects{} // many look at the types of their arguments only
	}
	var e effects
	if calleeName(n.PostfixExpression) == "" {
		e = s.value(n.PostfixExpression)
	}
	for _, a := range arguments(n) {
		e = s.cross(n, e, s.value(a))
	}
	return effects{all: e.all}
}

// literal looks at a compound literal, whose initialisers are in some order (C11 6.7.9p23).
func (s *sequencer) literal(n *cc.PostfixExpression) (e effects) {
	for _, x := range initialisers(n.InitializerList) {
		f := s.value(x)
		e = effects{slices.Concat(e.all, f.all), slices.Concat(e.pending, f.pending)}
	}
	return e
}

// initialisers are the expressions of a list of initialisers and of those in it.
func initialisers(l *cc.InitializerList) (all []cc.ExpressionNode) {
	for ; l != nil; l = l.InitializerList {
		switch in := l.Initializer; {
		case in == nil:
		case in.Case == cc.InitializerExpr:
			all = append(all, in.AssignmentExpression)
		default:
			all = append(all, initialisers(in.InitializerList)...)
		}
	}
	return all
}

// circuit looks at && or ||.
func (s *sequencer) circuit(x, y cc.ExpressionNode) effects {
	e := s.value(x)
	s.forks = true
	s.branches++
	defer func() { s.branches-- }()
	return then(e, s.value(y))
}

// then are the effects of y behind those of x.
func then(x, y effects) effects { return effects{slices.Concat(x.all, y.all), y.pending} }

// cross are the effects of two operands that are evaluated in any order, or at the same time.
func (s *sequencer) cross(at cc.Node, x, y effects) effects {
	for _, a := range x.all {
		for _, b := range y.all {
			if a.write {
				s.pair(at, a, b)
			} else if b.write {
				s.pair(at, b, a)
			}
		}
	}
	return effects{slices.Concat(x.all, y.all), slices.Concat(x.pending, y.pending)}
}

// read adds the read of an object to the effects of the expression that designates it.
func (s *sequencer) read(n cc.ExpressionNode, e effects) effects {
	if a := s.access(n, false); a != nil {
		e.all = append(e.all, a)
	}
	return e
}

// access is that of the object that an expression designates, nil if it is neither a scalar nor a struct or union.
func (s *sequencer) access(n cc.ExpressionNode, write bool) *access {
	n = bare(n)
	t := s.u.designated(n)
	if !isScalar(t) && !isRecord(t) || isVector(t) {
		return nil
	}
	return &access{n: n, write: write, t: t, branch: s.branches > 0}
}

// pair notes two accesses without an order if they may concern one object.
func (s *sequencer) pair(at cc.Node, a, b *access) {
	if len(s.pairs) < maxPairs && s.u.mayMeet(a, b) {
		s.pairs = append(s.pairs, unordered{a, b, at})
	}
}

// maxPairs is how many pairs of a full expression are looked at.
const maxPairs = 64

// rootOf is the object by whose name an lvalue designates it or a part of it, nil if there is no name.
func rootOf(n cc.ExpressionNode) *cc.Declarator {
	for {
		switch x := bare(n).(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				switch d := x.ResolvedTo().(type) {
				case *cc.Declarator:
					return d
				case *cc.Parameter:
					return d.Declarator
				}
			}
			return nil
		case *cc.PostfixExpression:
			switch {
			case x.Case == cc.PostfixExpressionSelect:
			case x.Case == cc.PostfixExpressionIndex && isArray(designatedArray(x.PostfixExpression)):
			default:
				return nil
			}
			n = x.PostfixExpression
		default:
			return nil
		}
	}
}

// designatedArray is the type of an operand that is named as it is declared.
func designatedArray(n cc.ExpressionNode) cc.Type {
	if d := rootOf(n); d != nil {
		if id, ok := bare(n).(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionIdent {
			if d.IsParam() {
				return d.Type().Decay()
			}
			return d.Type()
		}
	}
	return n.Type().Undecay()
}

// mayMeet reports whether two lvalues may designate one object.
func (u *unit) mayMeet(a, b *access) bool {
	x, y := rootOf(a.n), rootOf(b.n)
	switch {
	case x != nil && y != nil:
		if x != y && (x.Name() != y.Name() || isLocal(x) || isLocal(y)) {
			return false
		}
	case x != nil && isLocal(x) && isScalar(x.Type()) && !x.AddressTaken(), y != nil && isLocal(y) && isScalar(y.Type()) && !y.AddressTaken():
		return false
	}
	either := isRecord(a.t) || isRecord(b.t) // the one may be a part of the other
	return (either || u.alike(a.t, b.t)) && !u.otherMember(a.n, b.n)
}

// isLocal reports whether a declarator is one of a block, and no other one names its object.
func isLocal(d *cc.Declarator) bool { return d.IsParam() || d.StorageDuration() != cc.Static }

// alike reports whether lvalues of two scalar types may designate one object (C11 6.5p7).
func (u *unit) alike(a, b cc.Type) bool {
	x, y := u.sizeof(a), u.sizeof(b)
	switch {
	case isInt(a) && x == 1 || isInt(b) && y == 1:
		return true
	case isInt(a) && isInt(b), isFloat(a) && isFloat(b), isPtr(a) && isPtr(b):
		return x == y
	}
	return false
}

// otherMember reports whether two lvalues are different members of one type of struct.
func (u *unit) otherMember(a, b cc.ExpressionNode) bool {
	x, s, ok := u.lastMember(a)
	y, t, ok2 := u.lastMember(b)
	if isRecord(u.designated(a)) || isRecord(u.designated(b)) {
		return ok && ok2 && x != y && s.Kind() == cc.Struct && sameRecord(s, t)
	}
	return ok && ok2 && x != y && s.Kind() == cc.Struct && sameRecord(s, t) || (ok && u.bitFieldOf(a) != nil || ok2 && u.bitFieldOf(b) != nil) && (!ok || !ok2 || x != y)
}

// lastMember is the name of the member that an lvalue selects last, directly and not through members without a name,
// and the type that it is of.
func (u *unit) lastMember(n cc.ExpressionNode) (string, cc.Type, bool) {
	p, ok := n.(*cc.PostfixExpression)
	if !ok {
		return "", nil, false
	}
	var t cc.Type
	switch p.Case {
	case cc.PostfixExpressionSelect:
		t = u.designated(p.PostfixExpression)
	case cc.PostfixExpressionPSelect:
		t = elem(u.valueType(p.PostfixExpression))
	}
	if t == nil || !isRecord(t) {
		return "", nil, false
	}
	name := p.Token2.SrcStr()
	path, ok := u.find(t, name)
	return name, t, ok && len(path) == 1
}
