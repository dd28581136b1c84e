package c

import "modernc.org/cc/v4"

// pointee are the qualifiers of what a pointer points to.
type pointee struct {
	isConst, isVolatile bool
	segment             byte // the address space, see segment.go
	// inherited says that the parser gives the pointer's type the attributes of what is behind it, as of (*p)[3].
	inherited bool
}

// behind are the qualifiers that the parser forgets, by the type of the pointer: those of what members, and types that are
// named in parentheses, point to. The type of such a pointer is one of its own, since each star of a declarator makes one.
type behind map[cc.Type]pointee

// of is what is known of a pointer of type t.
func (b behind) of(t cc.Type) pointee {
	if t == nil || !isPtr(t) {
		return pointee{}
	}
	p := b[t]
	// What the parser says of pointers and arrays depends on how they were declared.
	if e := elem(t); !isPtr(e) && !isArray(e) {
		p.isConst = p.isConst || e.Attributes().IsConst()
		p.isVolatile = p.isVolatile || e.Attributes().IsVolatile()
	}
	return p
}

// add keeps more of what a pointer of type t points to.
func (b behind) add(t cc.Type, q pointee) {
	old := b[t]
	b[t] = pointee{q.isConst || old.isConst, q.isVolatile || old.isVolatile, max(q.segment, old.segment), q.inherited || old.inherited}
}

// list keeps what a list of specifiers of members or of a name says of the type t that a declarator with these stars makes of it.
func (b behind) list(l *cc.SpecifierQualifierList, stars *cc.Pointer, t cc.Type) {
	var q pointee
	for ; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil {
			q.isConst = q.isConst || l.TypeQualifier.Case == cc.TypeQualifierConst
			q.isVolatile = q.isVolatile || l.TypeQualifier.Case == cc.TypeQualifierVolatile
		}
	}
	below := derived(t)
	if n := len(below); q != (pointee{}) && n > 0 && below[n-1] != nil {
		b.add(below[n-1], q)
	}
	b.stars(stars, t)
}

// derived are the types of pointers that t is made of, from the outermost to what is made of the type in front of the declarator,
// which has a name or none of these kinds. Functions make nil, as nothing behind them is an object, and arrays are left out: their
// elements have the qualifiers.
func derived(t cc.Type) (all []cc.Type) {
	for t != nil && t.Typedef() == nil {
		switch x := t.(type) {
		case *cc.PointerType:
			all, t = append(all, t), x.Elem()
		case *cc.ArrayType:
			t = x.Elem()
		case *cc.FunctionType:
			all, t = append(all, nil), x.Result()
		default:
			return all
		}
	}
	return all
}

// stars keeps which of the pointers that the stars of a declarator make are volatile. That they are const is not kept: there
// would be warnings where one of two such types is of a parameter.
func (b behind) stars(p *cc.Pointer, t cc.Type) {
	var volatile []bool
	any := false
	for ; p != nil; p = p.Pointer {
		is := false
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			is = is || q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierVolatile
		}
		volatile, any = append(volatile, is), any || is
	}
	if !any {
		return
	}
	below := derived(t)
	// The first star is the innermost pointer, the last of the list.
	for i, is := range volatile[:len(volatile)-1] {
		if at := len(below) - 2 - i; is && at >= 0 && below[at] != nil {
			b.add(below[at], pointee{isVolatile: true})
		}
	}
}

// name keeps what a type in parentheses says.
func (b behind) name(n *cc.TypeName) {
	var stars *cc.Pointer
	if n.AbstractDeclarator != nil {
		stars = n.AbstractDeclarator.Pointer
	}
	b.list(n.SpecifierQualifierList, stars, n.Type())
	b.segmentStars(stars, n.Type())
	b.below(n.SpecifierQualifierList)
}

// below keeps what the types that are defined in a list of specifiers say.
func (b behind) below(l *cc.SpecifierQualifierList) {
	for ; l != nil; l = l.SpecifierQualifierList {
		b.specifier(l.TypeSpecifier)
	}
}

// declaration keeps what a declaration says.
func (b behind) declaration(n *cc.Declaration) {
	b.specifiers(n.DeclarationSpecifiers)
	declarators(n)(func(d *cc.InitDeclarator) bool {
		b.stars(d.Declarator.Pointer, d.Declarator.Type())
		b.segments(d.Declarator)
		return true
	})
}

// function keeps what the head of a function says.
func (b behind) function(n *cc.FunctionDefinition) {
	b.specifiers(n.DeclarationSpecifiers)
	ft, ok := n.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil {
			b.stars(d.Pointer, d.Type())
			b.segments(d)
		}
	}
}

// specifiers is below for the specifiers of a declaration.
func (b behind) specifiers(l *cc.DeclarationSpecifiers) {
	for ; l != nil; l = l.DeclarationSpecifiers {
		b.specifier(l.TypeSpecifier)
	}
}

func (b behind) specifier(s *cc.TypeSpecifier) {
	switch {
	case s == nil:
	case s.TypeName != nil:
		b.name(s.TypeName)
	case s.StructOrUnionSpecifier != nil:
		for l := s.StructOrUnionSpecifier.StructDeclarationList; l != nil; l = l.StructDeclarationList {
			b.members(l.StructDeclaration)
		}
	}
}

func (b behind) members(n *cc.StructDeclaration) {
	b.below(n.SpecifierQualifierList)
	for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		if d := l.StructDeclarator.Declarator; d != nil {
			b.list(n.SpecifierQualifierList, d.Pointer, d.Type())
			b.segments(d)
		}
	}
}

// unit keeps what the declarations at file scope say; those of blocks, and names of types, are kept when they are translated.
func (b behind) unit(n *cc.TranslationUnit) {
	for ; n != nil; n = n.TranslationUnit {
		switch e := n.ExternalDeclaration; {
		case e == nil:
		case e.FunctionDefinition != nil:
			b.function(e.FunctionDefinition)
		case e.Declaration != nil:
			b.declaration(e.Declaration)
		}
	}
}
