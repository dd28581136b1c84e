package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// The attribute cleanup of an automatic object names a function that is called with the object's address where control leaves
// the scope of the object: by falling off its end, break, continue, goto and return. What return gives is computed before. The functions of
// several objects are called in the reverse order of the declarations.

// cleanupAttribute is its name, with and without underscores.
const cleanupAttribute = "cleanup"

// declaresCleanup opens the call for an object that was just declared, if its declaration has the attribute.
func (g *fn) declaresCleanup(n *cc.Declaration, id *cc.InitDeclarator) {
	d := id.Declarator
	p, ok := g.locals[d]
	if !ok || d.IsTypename() || d.IsStatic() || d.IsExtern() || !g.u.mentions(cleanupAttribute) {
		return
	}
	v := cleanupOf(n.DeclarationSpecifiers, id)
	if v == nil {
		return
	}
	if v.ArgumentExpressionList == nil || v.ArgumentExpressionList.ArgumentExpressionList != nil {
		g.u.fail(v, "the attribute cleanup takes the name of a function")
	}
	callee := v.ArgumentExpressionList.AssignmentExpression
	ft, ok := g.u.valueType(callee).(*cc.FunctionType)
	if !ok {
		ft, ok = elem(g.u.valueType(callee)).(*cc.FunctionType)
	}
	if id, named := bare(callee).(*cc.PrimaryExpression); !ok || !named || id.Case != cc.PrimaryExpressionIdent {
		g.u.fail(v, "the attribute cleanup takes the name of a function")
	}
	if isScalar(d.Type()) {
		g.declares(p, d.Type()) // its address is taken, though no & says so
	}
	s := g.scopes[len(g.scopes)-1]
	s.open = append(s.open, opened{p: p, cleanup: callee, result: ft.Result()})
}

// cleanupOf is the attribute in a declaration, as far as it is about one of its declarators, or nil.
func cleanupOf(s *cc.DeclarationSpecifiers, id *cc.InitDeclarator) (found *cc.AttributeValue) {
	look := func(n cc.Node) func() {
		if v, ok := n.(*cc.AttributeValue); ok {
			if name := v.Token.SrcStr(); name == cleanupAttribute || name == "__"+cleanupAttribute+"__" {
				found = v
			}
		}
		return nil
	}
	for ; s != nil; s = s.DeclarationSpecifiers {
		walkTree(s.AttributeSpecifierList, look)
		if s.TypeQualifier != nil {
			walkTree(s.TypeQualifier.AttributeSpecifierList, look)
		}
	}
	walkTree(id.AttributeSpecifierList, look)
	walkTree(id.Declarator, look)
	return found
}

// cleanUp calls what cleans an object up.
func (g *fn) cleanUp(o opened) {
	old := g.node
	callee := g.expr(o.cleanup)
	g.callWith(o.cleanup, callee.v, []ir.Value{o.p}, nil, o.result)
	g.node = old
}

// leaves does what a return leaves to be done: objects are cleaned up, and lists of arguments have ended.
func (g *fn) leaves() {
	for k := len(g.scopes) - 1; k >= 0; k-- {
		for n := len(g.scopes[k].open) - 1; n >= 0; n-- {
			if o := g.scopes[k].open[n]; o.cleanup != nil && g.b != nil {
				g.cleanUp(o)
			}
		}
	}
	g.leavesLists()
}

// cleanups lists the objects of all blocks that are to be cleaned up.
func (g *fn) cleanups() (all []ir.Value) {
	for _, s := range g.scopes {
		for _, o := range s.open {
			if o.cleanup != nil {
				all = append(all, o.p)
			}
		}
	}
	return all
}
