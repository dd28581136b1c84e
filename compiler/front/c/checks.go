package c

import (
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
