package c

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// With Options.Restrict a function tells the interpreter of its restrict pointers, and of each access whether its address is based on one
// of them (C11 6.7.3.1): parameters, pointers of file scope that it names, and members of structs that it names, in the call; pointers of a
// block in that block. What a pointer is based on is known by the text of the function: a variable that is always given values based on one of
// them is based on it, one that also has others may be, and its accesses are not told. Those by the name of an object are based on no pointer.
// Arrays of parameters with the word in brackets are not looked at.

// bases is what is known of the pointers of a function, for restrict pointers that are looked at together.
type bases struct {
	restricted []restricted
	sources    map[*cc.Declarator][]cc.ExpressionNode // what is assigned to each pointer variable
	known      map[*cc.Declarator]basis
	key        ir.Value // an object that says which call or execution of a block it is
}

// restricted is a restrict pointer: a variable, or a member of a struct that one is or points to.
type restricted struct {
	d    *cc.Declarator
	path string // ".dst" or "->dst" of a member
}

func (r restricted) String() string { return r.d.Name() + r.path }

// basis is what a pointer is based on.
type basis struct {
	known bool // it is
	on    int  // which of the restrict pointers, from 1 on, 0 for none
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

// findBases looks at the parameters and the assignments of a function, and at what restrict pointers it names.
func (u *unit) findBases(ft *cc.FunctionType, body *cc.CompoundStatement) *bases {
	b := &bases{sources: map[*cc.Declarator][]cc.ExpressionNode{}, known: map[*cc.Declarator]basis{}}
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil && isPtr(p.Type()) && isRestrict(d) {
			b.restricted = append(b.restricted, restricted{d: d})
		}
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
		case *cc.PrimaryExpression:
			if d := rootOf(n); d != nil && n.Case == cc.PrimaryExpressionIdent && !isLocal(d) && isPtr(d.Type()) && isRestrict(d) {
				b.add(restricted{d: d})
			}
		case *cc.PostfixExpression:
			if r, ok := restrictMember(n); ok {
				b.add(r)
			}
		}
		return nil
	})
	return b
}

// add adds a restrict pointer once.
func (b *bases) add(r restricted) {
	if !slices.Contains(b.restricted, r) {
		b.restricted = append(b.restricted, r)
	}
}

// restrictMember is the restrict pointer that a member of a struct is which has a name, or which a variable points to.
func restrictMember(n cc.ExpressionNode) (r restricted, ok bool) {
	p, ok := bare(n).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect {
		return r, false
	}
	f := p.Field()
	if f == nil || f.Declarator() == nil || !isPtr(f.Type()) || !isRestrict(f.Declarator()) {
		return r, false
	}
	id, ok := bare(p.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return r, false
	}
	dot := "."
	if p.Case == cc.PostfixExpressionPSelect {
		dot = "->"
	}
	d := rootOf(id)
	return restricted{d, dot + f.Name()}, d != nil
}

// with is b for the restrict pointers of a block, of which r has come to its declaration. key is an object of the block.
func (b *bases) with(all []restricted, r restricted, key ir.Value) *bases {
	return &bases{restricted: append(slices.Clone(all), r), sources: b.sources, known: map[*cc.Declarator]basis{}, key: key}
}

// index is the number of a restrict pointer, 0 for none.
func (b *bases) index(r restricted) int { return slices.Index(b.restricted, r) + 1 }

// ofVariable is what a pointer variable is based on.
func (b *bases) ofVariable(d *cc.Declarator) basis {
	if k, ok := b.known[d]; ok {
		return k
	}
	on := b.index(restricted{d: d})
	if !isLocal(d) && on > 0 {
		return basis{true, on}
	}
	if !isLocal(d) || d.AddressTaken() || !isPtr(d.Type().Decay()) {
		return basis{}
	}
	var own *basis
	b.known[d] = basis{known: true} // of what is based on itself
	if d.IsParam() || on > 0 {
		own = &basis{true, on}
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
		if own != nil && !d.IsParam() { // whatever it is given
			break
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

// varies reports whether a variable is a pointer that may come to point to something else.
func (b *bases) varies(d *cc.Declarator) bool {
	n := len(b.sources[d])
	if !d.IsParam() {
		n-- // its initialiser
	}
	return isPtr(d.Type()) && (n > 0 || d.AddressTaken() || !isLocal(d))
}

// movedFrom is the pointer that an expression adds to, without parentheses and casts.
func movedFrom(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := bare(e).(type) {
		case *cc.CastExpression:
			e = x.CastExpression
		case *cc.AdditiveExpression:
			if e = x.AdditiveExpression; !isPtrLike(e.Type()) {
				e = x.MultiplicativeExpression
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionInc && x.Case != cc.PostfixExpressionDec {
				return x
			}
			e = x.PostfixExpression
		default:
			return e
		}
	}
}

// of is what the value of a pointer expression is based on.
func (b *bases) of(e cc.ExpressionNode) basis {
	if d := b.variableOf(e); d != nil {
		if isArray(d.Type()) && !d.IsParam() {
			return basis{known: true}
		}
		return b.ofVariable(d)
	}
	if r, ok := restrictMember(movedFrom(e)); ok {
		on := b.index(r)
		return basis{on > 0 && !b.varies(r.d), on}
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

// beginRestrict tells of the restrict pointers of the call that begins.
func (g *fn) beginRestrict(ft *cc.FunctionType, body *cc.CompoundStatement) {
	if !g.u.o.Restrict {
		return
	}
	g.bases = g.u.findBases(ft, body)
	if len(g.bases.restricted) == 0 {
		return
	}
	g.bases.key = g.slot(8, 8)
	g.tellRestrict(g.bases)
}

// restrictOfBlock tells of a restrict pointer whose block has come to its declaration, with those that it has already.
func (g *fn) restrictOfBlock(d *cc.Declarator) {
	if g.bases == nil || g.b == nil || !isPtr(d.Type()) || !isRestrict(d) || len(g.scopes) == 0 {
		return
	}
	s := g.scopes[len(g.scopes)-1]
	b := g.bases.with(nil, restricted{d: d}, g.locals[d])
	if old := s.restricts; old != nil {
		b = g.bases.with(old.restricted, restricted{d: d}, old.key)
	}
	g.tellRestrict(b)
	s.restricts = b
}

// tellRestrict begins the time in which some restrict pointers are looked at: of each its name, and which accesses that are based on none of
// them count: all of them (1), as for a parameter, those by the name of an object (2), as for a pointer of a block, or none. By the letter a
// pointer of the body of a function concerns all that follows in the function; who prints the object at the end means no harm, so that an access
// by its name counts when another through the pointer follows (3).
func (g *fn) tellRestrict(b *bases) {
	args := []ir.Value{b.key}
	for _, r := range b.restricted {
		alone := int64(0)
		switch {
		case r.path != "" || !isLocal(r.d):
		case r.d.IsParam():
			alone = 1
		case len(g.scopes) > 1:
			alone = 2
		default:
			alone = 3
		}
		args = append(args, g.text(r.String()), g.int(alone))
	}
	g.check("tuffy.restrict", args...)
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
	if _, named := g.bases.ofObject(l.node); named {
		d := rootOf(l.node)
		if d.IsParam() && isPtr(d.Type().Decay()) || isLocal(d) && isScalar(d.Type()) && !d.AddressTaken() {
			return
		}
		g.accessedBy(l, write, g.null(), 0)
		return
	}
	g.accessedIn(g.bases, l, write)
	for _, s := range g.scopes {
		if s.restricts != nil {
			g.accessedIn(s.restricts, l, write)
		}
	}
}

// accessedIn tells of an access through a pointer what it is to some restrict pointers.
func (g *fn) accessedIn(b *bases, l place, write bool) {
	if k, _ := b.ofObject(l.node); k.known && len(b.restricted) > 0 {
		g.accessedBy(l, write, b.key, k.on)
	}
}

func (g *fn) accessedBy(l place, write bool, key ir.Value, on int) {
	w := int64(0)
	if write {
		w = 1
	}
	g.check("tuffy.access", l.p, g.int(g.u.sizeof(l.t)), g.int(w), key, g.int(int64(on)))
}
