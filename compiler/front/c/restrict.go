package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// With Options.Restrict a function tells the interpreter of its restrict parameters, and of each access whether its
// address is based on one of them (C11 6.7.3.1). What a pointer is based on is known by the text of the function: a
// variable that is always given values based on one parameter is based on it, one that also has others may be, and its
// accesses are not told. Those by the name of an object are based on no pointer. Restrict pointers that are no
// parameters, and arrays of parameters with the word in brackets, are not looked at.

// bases is what is known of the pointers of a function.
type bases struct {
	restricted []*cc.Declarator                       // the parameters
	sources    map[*cc.Declarator][]cc.ExpressionNode // what is assigned to each pointer variable
	known      map[*cc.Declarator]basis
}

// basis is what a pointer is based on.
type basis struct {
	known bool           // it is
	on    *cc.Declarator // a restrict parameter, nil for none
}

// isRestrict reports whether a pointer is declared with restrict.
func isRestrict(d *cc.Declarator) bool {
	star, ok := lastStar(d)
	for q := (*cc.TypeQualifiers)(nil); ok; ok = false {
		for q = star.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierRestrict {
				return true
			}
		}
	}
	return false
}

// findBases looks at the parameters and the assignments of a function.
func findBases(ft *cc.FunctionType, body *cc.CompoundStatement) *bases {
	b := &bases{sources: map[*cc.Declarator][]cc.ExpressionNode{}, known: map[*cc.Declarator]basis{}}
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil && isPtr(p.Type()) && isRestrict(d) {
			b.restricted = append(b.restricted, d)
		}
	}
	if len(b.restricted) == 0 {
		return b
	}
	walkTree(body, func(n cc.Node) func() {
		switch n := n.(type) {
		case *cc.InitDeclarator:
			if n.Initializer != nil && n.Initializer.Case == cc.InitializerExpr {
				b.sources[n.Declarator] = append(b.sources[n.Declarator], n.Initializer.AssignmentExpression)
			}
		case *cc.AssignmentExpression:
			if n.Case == cc.AssignmentExpressionAssign {
				if id, ok := bare(n.UnaryExpression).(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionIdent {
					if d := rootOf(id); d != nil {
						b.sources[d] = append(b.sources[d], n.AssignmentExpression)
					}
				}
			}
		}
		return nil
	})
	return b
}

// ofVariable is what a pointer variable is based on.
func (b *bases) ofVariable(d *cc.Declarator) basis {
	if k, ok := b.known[d]; ok {
		return k
	}
	if !isLocal(d) || d.AddressTaken() || !isPtr(d.Type().Decay()) {
		return basis{}
	}
	var own *basis
	b.known[d] = basis{known: true} // of what is based on itself
	if d.IsParam() {
		own = &basis{known: true}
		for _, r := range b.restricted {
			if r == d {
				own.on = r
			}
		}
		b.known[d] = *own
	}
	k := basis{}
	if own != nil {
		k = *own
	}
	for n, e := range b.sources[d] {
		x := b.of(e)
		if d2 := b.variableOf(e); d2 == d {
			continue // p = p + 1
		}
		if own == nil && n == 0 {
			k = x
		}
		if x != k {
			k = basis{}
			break
		}
	}
	b.known[d] = k
	return k
}

// variableOf is the pointer variable that a pointer expression moves; nil if it is another.
func (b *bases) variableOf(e cc.ExpressionNode) *cc.Declarator {
	switch e := bare(e).(type) {
	case *cc.PrimaryExpression:
		if e.Case == cc.PrimaryExpressionIdent {
			return rootOf(e)
		}
	case *cc.CastExpression:
		return b.variableOf(e.CastExpression)
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionInc || e.Case == cc.PostfixExpressionDec {
			return b.variableOf(e.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionInc || e.Case == cc.UnaryExpressionDec {
			return b.variableOf(e.UnaryExpression)
		}
	case *cc.AdditiveExpression:
		if isPtrLike(e.AdditiveExpression.Type()) {
			return b.variableOf(e.AdditiveExpression)
		}
		return b.variableOf(e.MultiplicativeExpression)
	case *cc.AssignmentExpression:
		return b.variableOf(e.UnaryExpression)
	}
	return nil
}

// of is what the value of a pointer expression is based on.
func (b *bases) of(e cc.ExpressionNode) basis {
	if d := b.variableOf(e); d != nil {
		if isArray(d.Type()) && !d.IsParam() {
			return basis{known: true}
		}
		return b.ofVariable(d)
	}
	if u, ok := bare(e).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		k, _ := b.ofObject(u.CastExpression)
		return k
	}
	if id, ok := bare(e).(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionString {
		return basis{known: true}
	}
	return basis{}
}

// ofObject is what the address of an lvalue is based on, and whether it is that of a named object.
func (b *bases) ofObject(n cc.ExpressionNode) (k basis, named bool) {
	if rootOf(n) != nil {
		return basis{known: true}, true
	}
	switch n := bare(n).(type) {
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect:
			return b.ofObject(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return b.of(n.PostfixExpression), false
		case cc.PostfixExpressionIndex:
			if isPtrLike(n.PostfixExpression.Type()) {
				return b.of(n.PostfixExpression), false
			}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return b.of(n.CastExpression), false
		}
	}
	return basis{}, false
}

// beginRestrict tells of the restrict parameters of the call that begins: their slots and names.
func (g *fn) beginRestrict(ft *cc.FunctionType, body *cc.CompoundStatement) {
	if !g.u.o.Restrict {
		return
	}
	g.bases = findBases(ft, body)
	var args []ir.Value
	for _, d := range g.bases.restricted {
		args = append(args, g.locals[d], g.text(d.Name()))
	}
	if len(args) > 0 {
		g.check("tuffy.restrict", args...)
	}
}

// text is the address of a constant text that is not one of the program.
func (g *fn) text(s string) ir.Value {
	return g.symbol(g.u.stringSymbol(append([]byte(s), 0), 1))
}

// accessed tells of an access of an object by an lvalue.
func (g *fn) accessed(l place, write bool) {
	if g.bases == nil || l.node == nil || l.field != nil || g.b == nil || !isScalar(l.t) {
		return
	}
	k, named := g.bases.ofObject(l.node)
	if named {
		d := rootOf(l.node)
		if d.IsParam() && isPtr(d.Type().Decay()) || isLocal(d) && isScalar(d.Type()) && !d.AddressTaken() {
			return
		}
	}
	if !k.known || !named && len(g.bases.restricted) == 0 {
		return
	}
	by, on := g.null(), g.null()
	if !named {
		by = g.locals[g.bases.restricted[0]]
	}
	if k.on != nil {
		on = g.locals[k.on]
	}
	w := int64(0)
	if write {
		w = 1
	}
	g.check("tuffy.access", l.p, g.int(g.u.sizeof(l.t)), g.int(w), by, on)
}
