package c

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// spell writes a type as C does: int (*)[3], struct point *, unsigned long.
func (u *unit) spell(t cc.Type) string {
	if t == nil {
		return ""
	}
	return u.declare(t, "")
}

// declare writes the declaration of what stands in inner, from the name outwards.
func (u *unit) declare(t cc.Type, inner string) string {
	if name := t.Typedef(); name != nil && name.Name() != "" && !isArray(t) {
		return joined(qualifiers(t)+name.Name(), inner)
	}
	if isVector(t) {
		return joined(u.spell(vectorElem(u, t))+fmt.Sprintf(" __attribute__((vector_size(%d)))", t.VectorSize()), inner)
	}
	switch x := t.(type) {
	case *cc.PointerType:
		inner = "*" + strings.TrimSuffix(qualifiers(t), " ") + inner
		if e := x.Elem(); isArray(e) || isFunc(e) {
			inner = "(" + inner + ")"
		}
		return u.declare(x.Elem(), inner)
	case *cc.ArrayType:
		n := ""
		if k := u.arrayLen(x); k >= 0 && !x.IsIncomplete() {
			n = fmt.Sprint(k)
		} else if isVLA(t) {
			n = "*"
		}
		return u.declare(x.Elem(), inner+"["+n+"]")
	case *cc.FunctionType:
		var params []string
		for _, p := range x.Parameters() {
			params = append(params, u.spell(p.Type()))
		}
		if x.IsVariadic() {
			params = append(params, "...")
		}
		return u.declare(x.Result(), inner+"("+strings.Join(params, ", ")+")")
	}
	return joined(qualifiers(t)+u.named(t), inner)
}

// named is the name of a type that is neither a pointer nor an array nor a function.
func (u *unit) named(t cc.Type) string {
	tagged := func(word string, tag cc.Token) string {
		if s := tag.SrcStr(); s != "" {
			return word + " " + s
		}
		return word + " {…}"
	}
	switch x := t.(type) {
	case *cc.StructType:
		return tagged("struct", x.Tag())
	case *cc.UnionType:
		return tagged("union", x.Tag())
	case *cc.EnumType:
		return tagged("enum", x.Tag())
	}
	if isVoid(t) {
		return "void"
	}
	if e, ok := baseTypes[t.Kind()]; ok {
		return e.Name
	}
	return t.String()
}

// qualifiers are those of a type, each with a blank behind it.
func qualifiers(t cc.Type) string {
	s := ""
	if a := t.Attributes(); a != nil {
		if a.IsConst() {
			s += "const "
		}
		if a.IsVolatile() {
			s += "volatile "
		}
	}
	return s
}

// joined puts a blank between a type and a declarator, but before the bounds of an array none.
func joined(t, inner string) string {
	if inner == "" {
		return t
	}
	return t + " " + inner
}
