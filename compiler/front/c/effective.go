package c

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// With Options.EffectiveTypes the interpreter is told the declared types of objects, and of each access through a
// pointer the type of the lvalue (C11 6.5p6-7). What is accessed by a member of a union, or as a character, may have any
// type; types that differ in the sign alone are one.

// maxLayout is how many runs of scalars a layout tells; of larger types nothing is known.
const maxLayout = 384

// effectiveText is the name of the type of an lvalue, the same for types that may stand for each other.
func (u *unit) effectiveText(t cc.Type) string {
	return strings.TrimPrefix(u.typeText(t, 0), "unsigned ")
}

// isCharacter reports whether lvalues of a type may access any object.
func (u *unit) isCharacter(t cc.Type) bool {
	return isInt(t) && u.sizeof(t) == 1 && !isBool(strip(t))
}

// layoutText lists the scalars of a type: offset, size, how many there are in a row, and the name of their type, and the structs with a tag,
// whose name is in a brace. Unions and bit-fields are left out.
func (u *unit) layoutText(t cc.Type) string {
	var runs []string
	u.layoutRuns(t, 0, &runs)
	if len(runs) > maxLayout {
		return ""
	}
	return strings.Join(runs, ";")
}

// layoutRuns adds the runs of a part of type t at off.
func (u *unit) layoutRuns(t cc.Type, off int64, runs *[]string) {
	if len(*runs) > maxLayout {
		return
	}
	switch {
	case isArray(t):
		e := elem(t)
		n := int64(0)
		if a, ok := t.(*cc.ArrayType); ok && !isVLA(t) {
			n = u.arrayLen(a)
		}
		if isScalar(e) && n > 0 {
			*runs = append(*runs, fmt.Sprintf("%d %d %d %s", off, u.sizeof(e), n, u.effectiveText(e)))
			return
		}
		for i := int64(0); i < n && i <= maxLayout; i++ {
			u.layoutRuns(e, off+i*u.sizeof(e), runs)
		}
	case t.Kind() == cc.Struct && !isVLA(t):
		if tag := u.recordText(t); tag != "" {
			*runs = append(*runs, fmt.Sprintf("%d %d 1 %s", off, u.sizeof(t), tag))
		}
		for _, m := range u.record(t).fields {
			if m.bits == nil {
				u.layoutRuns(m.t, off+m.off, runs)
			}
		}
	case isScalar(t) && !isVector(t):
		*runs = append(*runs, fmt.Sprintf("%d %d 1 %s", off, u.sizeof(t), u.effectiveText(t)))
	}
}

// recordText is the name of a struct in a layout; empty if it has no tag, or is none.
func (u *unit) recordText(t cc.Type) string {
	if t.Kind() != cc.Struct || isVLA(t) || t.IsIncomplete() || tagOf(t) == "{}" {
		return ""
	}
	return "{" + u.typeText(t, 0)
}

// declares tells the types of the parts of an object that was declared with type t.
func (g *fn) declares(p ir.Value, t cc.Type) {
	if !g.u.o.EffectiveTypes || isVLA(t) {
		return
	}
	if s := g.u.layoutText(t); s != "" {
		g.check("tuffy.declares", p, g.text(s))
	}
}

// declaresData tells the types of an object of static storage: a constant beside it.
func (u *unit) declaresData(sym string, t cc.Type) {
	if !u.o.EffectiveTypes {
		return
	}
	if s := u.layoutText(t); s != "" {
		u.m.AddData(&ir.Data{Name: sym + ".types", Const: true, Linkage: ir.Linkage{Binding: ir.Local}, Pieces: []ir.DataPiece{{Bytes: append([]byte(s), 0)}}})
	}
}

// What an access does to the types of bytes, as the last argument of tuffy.type.
const (
	typeRead   = iota // they must be those of the lvalue
	typeWrite         // so must those of a declared object; others become those of the lvalue
	typeUnion         // those of no declared object become those of the lvalue
	typeForget        // those of no declared object are not known any more
	typeRecord        // the object is a struct, or a member of it is accessed: a declared one of this size has this tag
)

// typedRecord tells the type of the struct that an lvalue is, or is a member of, where a pointer leads to it.
func (g *fn) typedRecord(l place) {
	if !g.u.o.EffectiveTypes || l.node == nil || g.b == nil || rootOf(l.node) != nil || g.u.throughUnion(l.node) {
		return
	}
	t, off := l.t, int64(0)
	for n := bare(l.node); !isRecord(l.t); {
		p, ok := n.(*cc.PostfixExpression)
		if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect {
			return
		}
		if t = g.u.designated(p.PostfixExpression); p.Case == cc.PostfixExpressionPSelect {
			t = elem(g.u.valueType(p.PostfixExpression))
		}
		path, ok := g.u.find(t, p.Token2.SrcStr())
		if !ok || isVLA(t) {
			return
		}
		for _, m := range path {
			off += m.off
		}
		if n = bare(p.PostfixExpression); p.Case == cc.PostfixExpressionPSelect {
			break
		}
	}
	if s := g.u.recordText(t); s != "" {
		g.check("tuffy.type", g.offset(l.p, -off), g.int(g.u.sizeof(t)), g.text(s), g.int(typeRecord))
	}
}

// typed tells the type of the lvalue of an access.
func (g *fn) typed(l place, write bool) {
	if !g.u.o.EffectiveTypes || l.node == nil || g.b == nil || !isScalar(l.t) || isVector(l.t) {
		return
	}
	if l.field == nil {
		g.typedRecord(l)
	}
	how := int64(typeRead)
	if write {
		how = typeWrite
	}
	switch {
	case rootOf(l.node) != nil:
		return
	case g.u.isCharacter(l.t), l.field != nil:
		how = typeForget
	case g.u.throughUnion(l.node):
		how = typeUnion
	}
	if !write && how != typeRead {
		return
	}
	size := g.u.sizeof(l.t)
	if l.field != nil {
		size = l.field.bytesOf()
	}
	g.check("tuffy.type", l.p, g.int(size), g.text(g.u.effectiveText(l.t)), g.int(how))
}

// throughUnion reports whether an lvalue is a member of a union, or a part of one.
func (u *unit) throughUnion(n cc.ExpressionNode) bool {
	for {
		p, ok := bare(n).(*cc.PostfixExpression)
		if !ok {
			return false
		}
		var t cc.Type
		switch p.Case {
		case cc.PostfixExpressionSelect:
			t = u.designated(p.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			t = elem(u.valueType(p.PostfixExpression))
		case cc.PostfixExpressionIndex:
			if !isArray(u.designated(p.PostfixExpression)) {
				return false
			}
			n = p.PostfixExpression
			continue
		default:
			return false
		}
		if t == nil {
			return false
		}
		path, _ := u.find(t, p.Token2.SrcStr())
		if t.Kind() == cc.Union || len(path) > 1 {
			return true
		}
		if p.Case == cc.PostfixExpressionPSelect {
			return false
		}
		n = p.PostfixExpression
	}
}

// copiesTypes tells that the bytes of a record were copied.
func (g *fn) copiesTypes(dst, src ir.Value, size int64) {
	if g.u.o.EffectiveTypes {
		g.check("tuffy.copies", dst, src, g.int(size))
	}
}
