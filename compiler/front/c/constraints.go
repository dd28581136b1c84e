package c

import (
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// specifiers are what a constraint asks of the words before the declarators.
type specifiers struct {
	typ                             cc.Type
	classes                         []*cc.StorageClassSpecifier // but _Thread_local
	thread, restrict, align         cc.Node
	static, extern, auto, register_ bool
}

// specifiersOf reads the words, and checks the types that are defined among them.
func (u *unit) specifiersOf(l *cc.DeclarationSpecifiers) (s specifiers) {
	if l != nil {
		s.typ = l.Type()
	}
	for ; l != nil; l = l.DeclarationSpecifiers {
		switch l.Case {
		case cc.DeclarationSpecifiersStorage:
			c := l.StorageClassSpecifier
			switch c.Case {
			case cc.StorageClassSpecifierThreadLocal:
				s.thread = c
				continue
			case cc.StorageClassSpecifierStatic:
				s.static = true
			case cc.StorageClassSpecifierExtern:
				s.extern = true
			case cc.StorageClassSpecifierAuto:
				s.auto = true
			case cc.StorageClassSpecifierRegister:
				s.register_ = true
			case cc.StorageClassSpecifierDeclspec:
				continue
			}
			s.classes = append(s.classes, c)
		case cc.DeclarationSpecifiersTypeQual:
			if l.TypeQualifier.Case == cc.TypeQualifierRestrict {
				s.restrict = l.TypeQualifier
			}
		case cc.DeclarationSpecifiersAlignSpec:
			s.align = l.AlignmentSpecifier
		case cc.DeclarationSpecifiersTypeSpec:
			u.checkSpecifier(l.TypeSpecifier)
		}
	}
	if len(s.classes) > 1 {
		u.fail(s.classes[1], "a declaration has one storage class, and not %s and %s", s.classes[0].Token.SrcStr(), s.classes[1].Token.SrcStr())
	}
	return s
}

// checkSpecifier checks a type that is defined in a declaration.
func (u *unit) checkSpecifier(n *cc.TypeSpecifier) {
	switch {
	case n.Case == cc.TypeSpecifierStructOrUnion && n.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef:
		u.checkRecord(n.StructOrUnionSpecifier)
	case n.Case == cc.TypeSpecifierEnum:
		for l := n.EnumSpecifier.EnumeratorList; l != nil; l = l.EnumeratorList {
			if e := l.Enumerator; e.ConstantExpression != nil && hasEffects(e.ConstantExpression) {
				u.fail(e, "the value of %s is no constant expression", e.Token.SrcStr())
			}
		}
	}
}

// hasEffects reports whether an expression assigns or counts, which no constant expression does.
func hasEffects(n cc.ExpressionNode) (has bool) {
	walkTree(n, func(n cc.Node) func() {
		switch n := n.(type) {
		case *cc.AssignmentExpression:
			has = has || n.Case != cc.AssignmentExpressionCond
		case *cc.PostfixExpression:
			has = has || n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec
		case *cc.UnaryExpression:
			has = has || n.Case == cc.UnaryExpressionInc || n.Case == cc.UnaryExpressionDec
		}
		return nil
	})
	return has
}

// checkDeclaration checks a declaration (6.7); block says that it stands in a function.
func (u *unit) checkDeclaration(n *cc.Declaration, block bool) {
	if n.Case == cc.DeclarationAssert {
		u.staticAssert(n.StaticAssertDeclaration)
		return
	}
	s := u.specifiersOf(n.DeclarationSpecifiers)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		u.checkDeclarator(s, id.Declarator, true)
		u.checkStorage(s, id, block)
		if !block {
			u.checkAgain(s, id.Declarator)
		}
	}
}

// checkStorage checks the storage class of a declarator (6.7.1, 6.7.5, 6.9).
func (u *unit) checkStorage(s specifiers, id *cc.InitDeclarator, block bool) {
	d, t := id.Declarator, id.Declarator.Type()
	name := d.Name()
	switch {
	case s.thread != nil && isFunc(t):
		u.fail(s.thread, "the function %s cannot be one of each thread", name)
	case s.thread != nil && block && !s.static && !s.extern:
		u.fail(d, "%s is one of each thread: in a function it has to be static or extern, too", name)
	case !block && s.auto:
		u.fail(d, "%s is declared auto outside of a function", name)
	case !block && s.register_ && id.Asm == nil:
		u.fail(d, "%s is declared register outside of a function", name)
	case block && s.extern && id.Initializer != nil:
		u.fail(d, "%s is extern and cannot be initialised here", name)
	case s.extern && isVLA(t):
		u.fail(d, "%s has a length that is not constant, and cannot be extern", name)
	case s.align != nil && d.IsTypename():
		u.fail(s.align, "the type %s cannot have an alignment", name)
	case s.align != nil && isFunc(t):
		u.fail(s.align, "the function %s cannot have an alignment", name)
	case s.align != nil && s.register_:
		u.fail(s.align, "%s is declared register and cannot have an alignment", name)
	case s.align != nil && d.Alignas() > 0 && d.Alignas()&(d.Alignas()-1) == 0 && int64(d.Alignas()) < naturalAlign(u, t):
		u.fail(s.align, "the alignment of %s cannot be less than that of its type, %d", name, naturalAlign(u, t))
	}
}

func naturalAlign(u *unit, t cc.Type) int64 {
	for isArray(t) {
		t = elem(t)
	}
	if isRecord(t) && t.IsIncomplete() || isVoid(t) {
		return 1
	}
	return u.alignof(strip(t))
}

// checkDeclarator checks what a declarator makes of a type (6.7.3, 6.7.6).
func (u *unit) checkDeclarator(s specifiers, d *cc.Declarator, outermost bool) {
	if s.restrict != nil && s.typ != nil && !isPtr(s.typ) && !isArray(s.typ) {
		u.fail(s.restrict, "only pointers can be restrict, and not a %s", s.typ)
	}
	if star, ok := lastStar(d); ok && isPtr(d.Type()) && isFunc(elem(d.Type())) {
		for q := star.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierRestrict {
				u.fail(d, "a pointer to a function cannot be restrict")
			}
		}
	}
	for p := d.Pointer; p != nil; p = p.Pointer {
		if p.Case == cc.PointerBlock {
			u.fail(p, "a block is not supported: expected * or a name in the place of ^")
		}
	}
	if d.Type() != nil {
		u.checkShape(d, d.Type())
	}
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			u.checkDeclarator(specifiers{}, dd.Declarator, outermost)
		case cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
			if outermost || dd.DirectDeclarator != nil && dd.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
				u.fail(dd, "static stands only in the outermost brackets of a parameter")
			}
		case cc.DirectDeclaratorArr:
			if outermost && dd.TypeQualifiers != nil {
				u.fail(dd, "qualifiers stand only in the outermost brackets of a parameter")
			}
			if e := dd.AssignmentExpression; e != nil && e.Type() != nil && isFloat(e.Type()) {
				u.fail(e, "the length of an array is an integer, and no %s", e.Type())
			}
		case cc.DirectDeclaratorFuncParam:
			if dd.ParameterTypeList == nil {
				continue
			}
			for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
				if p := l.ParameterDeclaration; p != nil && p.Declarator != nil {
					ps := u.specifiersOf(p.DeclarationSpecifiers)
					if ps.align != nil {
						u.fail(ps.align, "a parameter cannot have an alignment")
					}
					u.checkDeclarator(ps, p.Declarator, false)
				}
			}
		}
	}
}

// checkShape refuses arrays of what has no size, and functions that return what cannot be returned.
func (u *unit) checkShape(d *cc.Declarator, t cc.Type) {
	switch x := t.(type) {
	case *cc.ArrayType:
		e := x.Elem()
		switch {
		case isFunc(e):
			u.fail(d, "%s cannot be an array of functions", d.Name())
		case isVoid(e) || isRecord(e) && e.IsIncomplete() && !isVLA(e):
			u.fail(d, "the elements of %s have the type %s, which is incomplete", d.Name(), e)
		}
		if !isVLA(x) && !x.IsIncomplete() {
			u.arrayLen(x)
		}
		u.checkShape(d, e)
	case *cc.FunctionType:
		if r := x.Result(); r != nil && (isFunc(r) || isArray(r)) {
			u.fail(d, "a function cannot return %s", map[bool]string{true: "a function", false: "an array"}[isFunc(r)])
		}
	case *cc.PointerType:
		if e := x.Elem(); isArray(e) || isFunc(e) {
			u.checkShape(d, e)
		}
	}
}

// staticAssert checks that what is asserted is true. The parser, which lays records out another way, gets it as the operand of ?: that is
// not evaluated, by a macro of builtin.h: so it has types, and the value is asked for here.
func (u *unit) staticAssert(n *cc.StaticAssertDeclaration) {
	if n == nil {
		return
	}
	asserted := n.ConstantExpression.(*cc.ConstantExpression).ConditionalExpression
	if c, ok := asserted.(*cc.ConditionalExpression); ok && c.Case == cc.ConditionalExpressionCond {
		asserted = c.ConditionalExpression
	}
	k, ok := u.constInt(asserted)
	switch {
	case !ok && !namesObject(asserted): // gcc may know more functions of constants
	case !ok:
		u.fail(asserted, "what _Static_assert asserts must be a constant")
	case k.Cmp(num.New(0)) == 0:
		u.fail(n, "the assertion is false: %s", n.Token4.SrcStr())
	}
}

// namesObject reports whether a name of an object stands in an expression.
func namesObject(n cc.ExpressionNode) (does bool) {
	walkTree(n, func(n cc.Node) func() {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			d, ok := p.ResolvedTo().(*cc.Declarator)
			does = does || ok && !isFunc(d.Type())
		}
		return nil
	})
	return does
}

// checkRecord checks the members of a struct or union (6.7.2.1).
func (u *unit) checkRecord(n *cc.StructOrUnionSpecifier) {
	if n.Token.SrcStr() != "" {
		key := tagKey{n.LexicalScope(), n.Token.SrcStr()}
		if first := u.tags[key]; first != nil && first != n {
			u.fail(n, "%s is defined twice", n.Token.SrcStr())
		}
		u.tags[key] = n
	}
	named := 0
	for l := n.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		m := l.StructDeclaration
		if m.Case == cc.StructDeclarationAssert {
			u.staticAssert(m.StaticAssertDeclaration)
			continue
		}
		var align cc.Node
		for q := m.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
			switch q.Case {
			case cc.SpecifierQualifierListTypeSpec:
				u.checkSpecifier(q.TypeSpecifier)
			case cc.SpecifierQualifierListAlignSpec:
				align = q.AlignmentSpecifier
			}
		}
		if m.StructDeclaratorList == nil {
			named++ // its members are those of the record
		}
		for k := m.StructDeclaratorList; k != nil; k = k.StructDeclaratorList {
			u.checkMember(n, k.StructDeclarator, align, named, l.StructDeclarationList == nil && k.StructDeclaratorList == nil)
			named++
		}
	}
}

// tagKey is a tag in its scope.
type tagKey struct {
	scope *cc.Scope
	tag   string
}

// checkMember checks a member; before is how many are before it.
func (u *unit) checkMember(in *cc.StructOrUnionSpecifier, n *cc.StructDeclarator, align cc.Node, before int, last bool) {
	d := n.Declarator
	if n.Case == cc.StructDeclaratorBitField {
		u.checkBitField(n, align)
		return
	}
	if d == nil || d.Type() == nil {
		return
	}
	t, name := d.Type(), d.Name()
	u.checkDeclarator(specifiers{}, d, true)
	own, _ := fields(in.Type())
	e := t
	for isArray(e) {
		e = elem(e)
	}
	switch all, _ := fields(e); {
	case isFunc(t):
		u.fail(d, "the member %s cannot be a function", name)
	case isVoid(t), isRecord(e) && (e.IsIncomplete() && len(all) == 0 && !isVLA(e) || len(all) > 0 && len(own) > 0 && all[0] == own[0]):
		u.fail(d, "the type of the member %s, %s, is incomplete", name, t)
	case !isArray(t) || t.(*cc.ArrayType).SizeExpression() != nil || !t.IsIncomplete():
	case in.StructOrUnion.Case == cc.StructOrUnionUnion:
		u.fail(d, "the member %s of a union needs a length", name)
	case !last:
		u.fail(d, "the member %s without a length has to be the last one", name)
	case before == 0:
		u.fail(d, "the member %s without a length cannot be the only one", name)
	}
}

// checkBitField checks a bit-field (6.7.2.1p4, p5).
func (u *unit) checkBitField(n *cc.StructDeclarator, align cc.Node) {
	d := n.Declarator
	if align != nil {
		u.fail(align, "a bit-field cannot have an alignment")
	}
	if d == nil || d.Type() == nil {
		return
	}
	w, ok := u.constInt(n.ConstantExpression)
	switch t := d.Type(); {
	case !isInt(t):
		u.fail(d, "the bit-field %s cannot have the type %s", d.Name(), t)
	case !ok:
		u.fail(n.ConstantExpression, "the width of a bit-field must be a constant")
	case w.Sign() < 0:
		u.fail(n.ConstantExpression, "the width of %s is negative", d.Name())
	case w.Sign() == 0 && d.Name() != "":
		u.fail(d, "the bit-field %s has no bits", d.Name())
	case w.Cmp(num.New(bitsOf(t))) > 0:
		u.fail(d, "a bit-field of %s bits cannot have the type %s", w, t)
	}
}

// bitsOf is the greatest width of a bit-field of type t.
func bitsOf(t cc.Type) int64 {
	if isBool(strip(t)) {
		return 1
	}
	return 8 * t.Size()
}

// checkDefinition checks the head of a function (6.9.1).
func (u *unit) checkDefinition(n *cc.FunctionDefinition) {
	s := u.specifiersOf(n.DeclarationSpecifiers)
	d := n.Declarator
	switch {
	case s.auto || s.register_:
		u.fail(d, "the function %s can be extern or static", d.Name())
	case s.align != nil:
		u.fail(s.align, "the function %s cannot have an alignment", d.Name())
	case s.thread != nil:
		u.fail(s.thread, "the function %s cannot be one of each thread", d.Name())
	}
	u.refuseStars(n)
	ft, ok := d.Type().(*cc.FunctionType)
	head := functionPart(d)
	if !ok || head == nil {
		u.fail(d, "the definition of %s needs the declarator of a function", d.Name())
	}
	u.checkDeclarator(s, d, true)
	if r := ft.Result(); isRecord(r) && r.IsIncomplete() && !isVLA(r) {
		if all, _ := fields(r); len(all) == 0 {
			u.fail(d, "%s returns %s, which is incomplete", d.Name(), r)
		}
	}
	for k, p := range ft.Parameters() {
		t := p.Type()
		if t == nil {
			continue
		}
		all, _ := fields(t)
		if isVoid(t) && (p.Declarator != nil || len(ft.Parameters()) > 1) || isRecord(t) && t.IsIncomplete() && len(all) == 0 {
			u.fail(d, "parameter %d of %s has the type %s, which is incomplete", k+1, d.Name(), t)
		}
	}
	u.checkOldStyle(n, head)
	u.checkAgain(s, d)
}

// functionPart is the part of a declarator with the parameters of the function that it names.
func functionPart(d *cc.Declarator) *cc.DirectDeclarator {
	for d != nil {
		var inner *cc.Declarator
		for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
			below := dd.DirectDeclarator
			named := below != nil && (below.Case == cc.DirectDeclaratorIdent || below.Case == cc.DirectDeclaratorDecl && below.Declarator.Pointer == nil)
			if (dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent) && named {
				return dd
			}
			if dd.Case == cc.DirectDeclaratorDecl {
				inner = dd.Declarator
			}
		}
		d = inner
	}
	return nil
}

// checkOldStyle checks the declarations between the head of a function and its body.
func (u *unit) checkOldStyle(n *cc.FunctionDefinition, head *cc.DirectDeclarator) {
	if n.DeclarationList == nil {
		return
	}
	if head.Case == cc.DirectDeclaratorFuncParam && head.ParameterTypeList != nil {
		u.fail(n.DeclarationList, "the parameters of %s are declared already", n.Declarator.Name())
	}
	names := map[string]bool{}
	for l := head.IdentifierList; l != nil; l = l.IdentifierList {
		names[l.Token.SrcStr()] = true
		names[l.Token2.SrcStr()] = true
	}
	for l := n.DeclarationList; l != nil; l = l.DeclarationList {
		for k := l.Declaration.InitDeclaratorList; k != nil; k = k.InitDeclaratorList {
			switch d := k.InitDeclarator.Declarator; {
			case !names[d.Name()]:
				u.fail(d, "%s is no parameter of %s", d.Name(), n.Declarator.Name())
			case k.InitDeclarator.Initializer != nil:
				u.fail(d, "the parameter %s cannot be initialised", d.Name())
			}
		}
	}
}

// checkAgain compares the linkage of a declaration at file scope with that of the first one (6.2.2p7, 6.7.1p3). Headers of the system declare
// more than other libraries have, and are not asked.
func (u *unit) checkAgain(s specifiers, d *cc.Declarator) {
	if d.IsTypename() {
		return
	}
	first, again := u.firsts[d.Name()]
	switch {
	case !again:
		u.firsts[d.Name()] = s
	case s.static && !first.static:
		u.fail(d, "%s is static here, and was not in an earlier declaration", d.Name())
	case !isFunc(d.Type()) && first.static && !s.static && !s.extern:
		u.fail(d, "%s was static in an earlier declaration, and is not here", d.Name())
	case !isFunc(d.Type()) && (s.thread == nil) != (first.thread == nil):
		u.fail(d, "%s is one of each thread in one declaration only", d.Name())
	}
}
