package c

import (
	"encoding/binary"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// designated is the type of an operand as an object: an array or function that is named stays one.
func (u *unit) designated(n cc.ExpressionNode) cc.Type {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.designated(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return u.designated(n.ExpressionList)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			if x, ok := u.unicode(n); ok {
				return u.unicodeType(n, x)
			}
			return n.Type().Undecay()
		case cc.PrimaryExpressionLChar:
			return u.literalType(n)
		case cc.PrimaryExpressionGeneric:
			if a := u.associated(n.GenericSelection); a != nil {
				return u.designated(a.AssignmentExpression)
			}
		case cc.PrimaryExpressionIdent:
			switch d := n.ResolvedTo().(type) {
			case *cc.Enumerator:
				return u.enumeratorType(n)
			case *cc.Declarator:
				if d.IsParam() {
					return d.Type().Decay()
				}
				return d.Type()
			case *cc.Parameter:
				return d.Type().Decay()
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			p := n.PostfixExpression
			if isInt(p.Type()) {
				p = n.ExpressionList
			}
			if t := u.designated(p); isVector(t) {
				return vectorElem(u, t)
			}
			if e := elem(u.valueType(p)); e != nil {
				return e
			}
		case cc.PostfixExpressionSelect:
			if path, ok := u.find(u.designated(n.PostfixExpression), n.Token2.SrcStr()); ok {
				return path[len(path)-1].t
			}
		case cc.PostfixExpressionPSelect:
			if e := elem(u.valueType(n.PostfixExpression)); e != nil {
				if path, ok := u.find(e, n.Token2.SrcStr()); ok {
					return path[len(path)-1].t
				}
			}
		case cc.PostfixExpressionComplit:
			return u.compoundType(n)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			if e := elem(u.valueType(n.CastExpression)); e != nil {
				return e
			}
		}
	}
	if op, x, y, ok := binaryExpr(n); ok && op >= opEq {
		if t := u.designated(x); isVector(t) {
			return u.maskType(t)
		} else if t := u.designated(y); isVector(t) {
			return u.maskType(t)
		}
	}
	return n.Type()
}

// enumeratorType is int, or the type of the enumeration where the number does not fit.
func (u *unit) enumeratorType(n *cc.PrimaryExpression) cc.Type {
	if c, ok := u.constPrimary(n); ok && c.i.FitsSigned(32) {
		return u.ast.Int
	}
	return n.Type()
}

// valueType is the type of an operand as a value.
func (u *unit) valueType(n cc.ExpressionNode) cc.Type {
	if b := u.bitFieldOf(n); b != nil {
		return u.fieldTyped(value{}, b).t
	}
	return u.designated(n).Decay()
}

// place translates an lvalue.
func (g *fn) place(n cc.ExpressionNode) place {
	l, ok := g.tryPlace(n)
	if !ok {
		g.u.fail(n, "this is no object")
	}
	return l
}

// element is the place of p[i]. An access of it is checked by itself; who computes with its address moves the pointer by
// ptradd.inbounds.
func (g *fn) element(n *cc.PostfixExpression, op ir.Op) place {
	within := g.row == n
	g.row = rowOf(n.PostfixExpression)
	p, align := g.pointer(n.PostfixExpression)
	g.row = nil
	i := g.expr(n.ExpressionList)
	var array cc.ExpressionNode = n.PostfixExpression
	if isInt(p.t) {
		p, i, align, array = i, p, 0, n.ExpressionList
	}
	g.atToken(n.Token)
	t := elem(p.t)
	if op == ir.OpPtrAddInBounds && !isArray(t) {
		p = g.confined(array, p)
	}
	g.bounded(array, i, within || op == ir.OpPtrAdd && !isArray(t))
	if t != nil && isArray(t) { // the address of the row is computed with
		op = ir.OpPtrAddInBounds
	}
	v := g.moved(op, p, i, false)
	if align == 0 {
		align = g.u.alignof(t)
	}
	return place{p: v, t: t, align: powerOfTwo(g.u.sizeof(t), align), volatile: p.volatile, segment: p.segment}
}

// rowOf is the element of an array that n designates, nil if it is none.
func rowOf(n cc.ExpressionNode) *cc.PostfixExpression {
	if e, ok := bare(n).(*cc.PostfixExpression); ok && e.Case == cc.PostfixExpressionIndex {
		return e
	}
	return nil
}

// pointedTo is tryPlace for the operand of &.
func (g *fn) pointedTo(n cc.ExpressionNode) (place, bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return g.pointedTo(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return g.pointedTo(n.ExpressionList)
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionIndex && !isVector(g.u.designated(n.PostfixExpression)) {
			l := g.element(n, ir.OpPtrAddInBounds)
			g.say(l.p, n, l.t, true)
			return l, true
		}
	}
	return g.tryPlace(n)
}

// tryPlace translates n if it designates an object or a function.
func (g *fn) tryPlace(n cc.ExpressionNode) (place, bool) {
	l, ok := g.placeOf(n)
	if ok {
		g.say(l.p, n, l.t, true)
		g.watch(n, l)
		l.node = n
	}
	return l, ok
}

// placeOf is tryPlace, of which nobody takes a note.
func (g *fn) placeOf(n cc.ExpressionNode) (l place, ok bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return g.tryPlace(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return g.tryPlace(n.ExpressionList)
		case cc.PrimaryExpressionGeneric:
			if a := g.u.associated(n.GenericSelection); a != nil {
				return g.tryPlace(a.AssignmentExpression)
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, size, t := g.u.stringBytes(n)
			g.at(n)
			return place{p: g.symbol(g.u.stringSymbol(b, size)), t: t, align: size}, true
		case cc.PrimaryExpressionIdent:
			g.u.refuseStar(n)
			return g.ident(n)
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			if isVector(g.u.designated(n.PostfixExpression)) {
				l = g.place(n.PostfixExpression)
				e := vectorElem(g.u, l.t)
				i := g.convert(g.expr(n.ExpressionList), g.u.ast.Long)
				g.at(n)
				size := g.u.sizeof(e)
				return place{p: g.bin(ir.OpPtrAdd, l.p, g.bin(ir.OpMul, i.v, g.int(size))), t: e, align: size, volatile: isVolatile(l)}, true
			}
			return g.element(n, ir.OpPtrAdd), true
		case cc.PostfixExpressionSelect:
			if l, ok = g.tryPlace(n.PostfixExpression); !ok {
				x := g.expr(n.PostfixExpression)
				l = place{p: g.temporary(n.PostfixExpression, x), t: x.t, align: g.u.alignof(x.t)}
			}
			g.atToken(n.Token2)
			g.atomicRecord(n, l.t, n.Token2.SrcStr())
			return g.member(n, l, n.Token2.SrcStr()), true
		case cc.PostfixExpressionPSelect:
			x := g.expr(n.PostfixExpression)
			t := elem(x.t)
			if t == nil {
				g.u.fail(n, "-> needs a pointer, and this is a %s", x.t)
			}
			g.atToken(n.Token2)
			g.atomicRecord(n, t, n.Token2.SrcStr())
			q := g.u.behind.of(x.t)
			return g.member(n, place{p: x.v, t: t, align: g.u.alignof(t), volatile: q.isVolatile, segment: q.segment}, n.Token2.SrcStr()), true
		case cc.PostfixExpressionComplit:
			return g.literal(n), true
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			if l, ok := g.vaArg(n.CastExpression); ok {
				return l, true
			}
			x, align := g.pointer(n.CastExpression)
			t := elem(x.t)
			if t == nil {
				if isFunc(x.t) {
					return place{p: x.v, t: x.t, align: 1}, true
				}
				g.u.fail(n, "* needs a pointer, and this is a %s", x.t)
			}
			g.at(n)
			if align == 0 {
				align = g.u.alignof(t)
			}
			return place{p: x.v, t: t, align: align, volatile: x.volatile, segment: x.segment}, true
		}
		if n.Case == cc.UnaryExpressionReal || n.Case == cc.UnaryExpressionImag {
			l, ok := g.tryPlace(n.UnaryExpression)
			if !ok || !isComplex(l.t) {
				return l, ok
			}
			part := g.u.complexPart(l.t)
			if n.Case == cc.UnaryExpressionImag {
				l.p = g.offset(l.p, part.Size())
			}
			return place{p: l.p, t: part, align: part.Size(), volatile: isVolatile(l)}, true
		}
	}
	return l, false
}

// pointer is the value of n, and if n is an array how far that is known to be aligned: less than its type in a packed
// struct. Else the alignment is 0. The value is volatile if the object is that it points to.
func (g *fn) pointer(n cc.ExpressionNode) (x value, align int64) {
	if isArray(g.u.designated(n)) {
		if l, ok := g.tryPlace(n); ok {
			x = g.read(l)
			x.volatile, x.segment = isVolatile(l), g.u.partSegment(l)
			return x, max(l.align, 1)
		}
	}
	x = g.expr(n)
	q := g.u.behind.of(x.t)
	x.volatile, x.segment = q.isVolatile, q.segment
	return x, 0
}

func (g *fn) atToken(t cc.Token) { g.o = g.u.origin(t.Position()) }

// member is the place of a field by name.
func (g *fn) member(n cc.Node, l place, name string) place {
	path, ok := g.u.find(l.t, name)
	if !ok {
		g.u.fail(n, "%s has no member %s", l.t, name)
	}
	for _, m := range path {
		if isVLA(l.t) {
			l = g.stepVarying(l, m)
			continue
		}
		l = g.step(l, m)
	}
	return l
}

// ident is the object or the function that an identifier names.
func (g *fn) ident(n *cc.PrimaryExpression) (place, bool) {
	g.at(n)
	var d *cc.Declarator
	switch r := n.ResolvedTo().(type) {
	case *cc.Enumerator:
		return place{}, false
	case *cc.Parameter:
		d = r.Declarator
	case *cc.Declarator:
		d = r
	}
	if d == nil {
		name := n.Token.SrcStr()
		if name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__" {
			b := append([]byte(g.name), 0)
			return place{p: g.symbol(g.u.stringSymbol(b, 1)), t: n.Type().Undecay(), align: 1}, true
		}
		return place{p: g.symbol(name), t: n.Type().Undecay(), align: 1}, true
	}
	if n != g.callee {
		g.u.checkDeclared(n, d)
	}
	t := d.Type()
	if d.IsParam() {
		t = t.Decay()
	}
	if p, ok := g.locals[d]; ok {
		return place{p: p, t: t, align: g.u.declAlign(d)}, true
	}
	if d.Name() == "__func__" && !isFunc(t) {
		b := append([]byte(g.name), 0)
		return place{p: g.symbol(g.u.stringSymbol(b, 1)), t: t, align: 1}, true
	}
	if !isFunc(t) && d.StorageDuration() != cc.Static {
		g.u.fail(n, "%s is used before its declaration", d.Name())
	}
	return place{p: g.address(d), t: t, align: g.u.declAlign(d)}, true
}

// declAlign is the alignment of a declared object.
func (u *unit) declAlign(d *cc.Declarator) int64 {
	t := d.Type()
	if d.IsParam() {
		t = t.Decay()
	}
	if isFunc(t) {
		return 1
	}
	a := u.alignof(t)
	if at := t.Attributes(); at != nil {
		a = max(a, at.Aligned())
	}
	if isArray(t) && u.sizeof(t) >= 16 {
		a = max(a, 16) // System V ABI 3.1.2: of arrays that are declared, not of their types
	}
	u.checkAlign(d, a, int64(d.Alignas()))
	return max(a, int64(d.Alignas()))
}

// symbol is the address of a symbol.
func (g *fn) symbol(name string) ir.Value { return g.live().SymbolAddr(name, g.o) }

// symbol is the name of an object or a function of static storage.
func (u *unit) symbol(d *cc.Declarator) string {
	if s, ok := u.statics[d]; ok {
		return s
	}
	if lib, ok := libraryName(d.Name()); ok {
		u.want(lib)
		return lib // a function that was not declared: the parser finds the builtin
	}
	name := d.Name()
	for n := 0; u.aliases[name] != "" && n < len(u.aliases); n++ {
		name = u.aliases[name]
	}
	u.want(name)
	return u.linkName(d.Name())
}

// stringBytes are the bytes of a string literal with the zero at the end, the size of a character, and its type.
func (u *unit) stringBytes(n *cc.PrimaryExpression) ([]byte, int64, cc.Type) {
	if x, ok := u.unicode(n); ok {
		return x.bytes(), x.size, u.unicodeType(n, x)
	}
	t := n.Type().Undecay()
	switch v := n.Value().(type) {
	case cc.StringValue:
		return []byte(v), 1, t
	case cc.UTF16StringValue:
		var b []byte
		for _, c := range v {
			b = binary.LittleEndian.AppendUint16(b, c)
		}
		return b, 2, t
	case cc.UTF32StringValue:
		var b []byte
		for _, c := range v {
			b = binary.LittleEndian.AppendUint32(b, uint32(c))
		}
		return b, 4, t
	}
	u.unsupported(n, "this string is not supported")
	return nil, 0, nil
}
