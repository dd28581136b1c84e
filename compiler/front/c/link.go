package c

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// program is what the units of a program know of each other.
type program struct {
	m        *ir.Module
	external map[string]definition // what has external linkage and a definition
	taken    map[string]bool       // names of static functions and objects
	units    []*unit
	declared int
	defined  func(name string) // as Options.External
}

// definition is that of a name of external linkage.
type definition struct {
	u    *unit
	d    *cc.Declarator
	weak bool
}

// otherName is a name that a declaration says is that of something else.
type otherName struct {
	name string
	d    *cc.Declarator
}

// unseenName is unseen by the name.
func (u *unit) unseenName(name string) bool { return u.internal[name] }

// declare enters what a unit defines for others. Two definitions of one name are a mistake, but that one that is not weak
// goes before those that are, and else the first one counts.
func (p *program) declare(u *unit) {
	if p.declared > 0 {
		u.suffix = fmt.Sprintf(".%d", p.declared+1)
	}
	p.declared++
	u.program = p
	enter := func(d *cc.Declarator) {
		name := d.Name()
		weak := u.linkages[name].Binding == ir.Weak
		switch old, ok := p.external[name]; {
		case ok && weak:
			u.dismiss(name)
			return
		case ok && old.weak:
			old.u.dismiss(name)
		case ok:
			at := old.d.Position()
			u.errorAt(d.Position(), fmt.Sprintf("%s is defined in two files; the other definition stands at %s:%d", name, at.Filename, at.Line))
			return
		}
		p.external[name] = definition{u, d, weak}
		if p.defined != nil {
			p.defined(u.symbolName(name))
		}
	}
	for _, name := range slices.Clone(u.order) {
		if d := u.objects[name][0].Declarator; !u.unseen(d) {
			enter(u.chosen(name).Declarator)
		}
	}
	for _, f := range slices.Clone(u.funcs) {
		if !u.lazy(f.Declarator) {
			enter(f.Declarator)
		}
	}
}

// dismiss makes a definition of u a declaration, as that of another unit goes before it.
func (u *unit) dismiss(name string) {
	delete(u.bodies, name)
	delete(u.hasBody, name)
	delete(u.oldStyle, name)
	delete(u.objects, name)
	u.order = slices.DeleteFunc(u.order, func(n string) bool { return n == name })
	u.funcs = slices.DeleteFunc(u.funcs, func(f *cc.FunctionDefinition) bool { return f.Declarator.Name() == name })
}

// agree warns where a unit declares a name with another type than the unit that defines it (C11 6.2.7, 2).
func (p *program) agree(u *unit) {
	for _, d := range u.declares {
		def, ok := p.external[d.Name()]
		if !ok || def.u == u || u.unseen(d) {
			continue
		}
		if !(&comparison{a: u, b: def.u}).same(d.Type(), def.d.Type(), 0) {
			at := def.d.Position()
			u.warn(d, "%s is declared as %s here, and defined as %s at %s:%d", d.Name(), d.Type(), def.d.Type(), at.Filename, at.Line)
		}
	}
}

// declared notes what a declaration of file scope says of the linkage of its name.
func (u *unit) declared(d *cc.Declarator) {
	switch {
	case d.IsTypename():
	case d.IsStatic():
		u.internal[d.Name()] = true
	case isFunc(d.Type()) && (!d.IsInline() || d.IsExtern()) && !gnuInline(d):
		u.exported[d.Name()] = true
	}
	if dd := d.DirectDeclarator; dd != nil && dd.Case == cc.DirectDeclaratorFuncParam && dd.ParameterTypeList != nil && u.prototypes[d.Name()] == 0 {
		name := d.NameTok()
		u.prototypes[d.Name()] = name.Seq()
	}
}

// unprototyped reports whether a call stands between a declaration of its function without a prototype and the first
// one with it: what is called is then as C11 6.5.2.2, 6 says of the types at that place.
func (u *unit) unprototyped(n *cc.PostfixExpression, name string) bool {
	first := u.prototypes[name]
	return first > n.Token.Seq() && u.hasDeclaration(n)
}

// prototyped reports whether a prototype of the function that is called stands before the call. It is part of the type of the
// function behind a definition without one, too (C11 6.2.7p3).
func (u *unit) prototyped(n *cc.PostfixExpression, name string) bool {
	first := u.prototypes[name]
	return 0 < first && first < n.Token.Seq()
}

// hasDeclaration reports whether what a call calls is a function that was declared before, and not by the call.
func (u *unit) hasDeclaration(n *cc.PostfixExpression) bool {
	id, ok := n.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && isFunc(d.Type())
}

// unseen reports whether a name of file scope has internal linkage: a declaration may inherit it from an earlier one
// (C11 6.2.2, 4 and 5).
func (u *unit) unseen(d *cc.Declarator) bool { return u.internal[d.Name()] }

// lazy reports whether a function is translated only where something refers to it: it has no name outside of the
// unit, or another unit defines it. One declaration without inline, or with extern, makes an inline function one that
// this unit defines for others (C11 6.7.4, 7).
func (u *unit) lazy(d *cc.Declarator) bool {
	return u.unseen(d) || gnuInline(d) || d.IsInline() && !u.exported[d.Name()]
}

// gnuInline reports a body that is for inlining alone.
func gnuInline(d *cc.Declarator) bool {
	_, is := attr(d.Type().Attributes(), "gnu_inline")
	return is && d.IsInline() && d.IsExtern()
}

// renameLocals gives what is static in u another name where its own is that of something else.
func (u *unit) renameLocals(p *program) {
	local := func(d *cc.Declarator) {
		name := d.Name()
		if _, clash := p.external[name]; clash || p.taken[name] {
			u.renamed[name] = name + u.suffix + ".local"
		}
		p.taken[name] = true
	}
	for _, name := range u.order {
		if d := u.objects[name][0].Declarator; u.unseen(d) {
			local(d)
		}
	}
	for _, f := range u.funcs {
		if u.lazy(f.Declarator) {
			local(f.Declarator)
		}
	}
}

// linkName is the symbol of a function or an object of file scope.
func (u *unit) linkName(name string) string {
	for n := 0; u.aliases[name] != "" && n < len(u.aliases); n++ {
		name = u.aliases[name]
	}
	if s, ok := u.renamed[name]; ok {
		return s
	}
	if s, ok := u.labels[name]; ok {
		return s
	}
	if u.o.Hosted && !u.hasBody[name] && u.objects[name] == nil {
		for _, v := range u.program.units {
			if _, ok := v.aliases[name]; ok && v != u && !v.unseenName(name) {
				return v.linkName(name)
			}
		}
	}
	return name
}

// hosted defines the streams where the program names them: pointers whose addresses the host functions know.
func hosted(m *ir.Module) {
	for i, name := range []string{"stdout", "stderr", "stdin"} {
		if m.DataNamed(name) == nil && m.Func(name) == nil && uses(m, name) {
			m.AddData(&ir.Data{Name: name, Const: true, Align: 8, Pieces: []ir.DataPiece{{Bytes: []byte{byte(i + 1), 0, 0, 0, 0, 0, 0, 0}}}})
		}
	}
}

// uses reports whether the module has interned a symbol: the front end does so where it is named.
func uses(m *ir.Module, name string) bool {
	for i := range m.NumSymbols() {
		if m.SymbolName(ir.Symbol(i)) == name {
			return true
		}
	}
	return false
}
