package c

import (
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// Functions and calls carry their type as a text that is the same for compatible types, so that a run can compare them
// (C11 6.5.2.2p9, 6.7.6.3p15). The text knows less than the types: qualifiers of what pointers point to and bounds of
// arrays are left out, and structs are their tags.

// maxTypeText bounds how deep types are written; what is deeper is left out.
const maxTypeText = 4

// kindTexts are the types without parts.
var kindTexts = map[cc.Kind]string{cc.Void: "void", cc.Bool: "_Bool", cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char",
	cc.Short: "short", cc.UShort: "unsigned short", cc.Int: "int", cc.UInt: "unsigned int", cc.Long: "long", cc.ULong: "unsigned long",
	cc.LongLong: "long long", cc.ULongLong: "unsigned long long", cc.Float: "float", cc.Double: "double", cc.LongDouble: "long double",
	cc.Int128: "__int128", cc.UInt128: "unsigned __int128", cc.ComplexFloat: "float _Complex", cc.ComplexDouble: "double _Complex"}

// typeText is the text of a type.
func (u *unit) typeText(t cc.Type, depth int) string {
	t = strip(t)
	if depth > maxTypeText || isVector(t) {
		return "..."
	}
	switch {
	case isPtr(t), isArray(t):
		e := elem(t)
		switch {
		case e == nil:
			return "void *"
		case isFunc(e):
			ft, ok := e.(*cc.FunctionType)
			if !ok {
				return "void *"
			}
			return u.typeText(ft.Result(), depth+1) + " (*)" + u.paramsText(ft, depth+1)
		}
		s := u.typeText(e, depth+1)
		if strings.HasSuffix(s, "*") {
			return s + "*"
		}
		return s + " *"
	case isRecord(t):
		word := "struct "
		if t.Kind() == cc.Union {
			word = "union "
		}
		return word + tagOf(t)
	}
	if s, ok := kindTexts[t.Kind()]; ok {
		return s
	}
	return t.Kind().String()
}

// tagOf is the tag of a struct or union.
func tagOf(t cc.Type) string {
	var tag cc.Token
	switch t := t.(type) {
	case *cc.StructType:
		tag = t.Tag()
	case *cc.UnionType:
		tag = t.Tag()
	}
	if s := tag.SrcStr(); s != "" {
		return s
	}
	return "{}"
}

// paramsText is the text of a list of parameters.
func (u *unit) paramsText(ft *cc.FunctionType, depth int) string {
	ps := ft.Parameters()
	if len(ps) == 0 && !ft.IsVariadic() {
		return "()"
	}
	var all []string
	for _, p := range ps {
		all = append(all, u.typeText(p.Type().Decay(), depth+1))
	}
	if ft.IsVariadic() {
		all = append(all, "...")
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// functionText is the text of the type of a function that is defined: without a prototype its parameters are promoted.
func (u *unit) functionText(d *cc.Declarator, ft *cc.FunctionType) string {
	if !knr(d) {
		if len(ft.Parameters()) == 0 {
			return u.typeText(ft.Result(), 0) + " (void)"
		}
		return u.typeText(ft.Result(), 0) + " " + u.paramsText(ft, 0)
	}
	var all []string
	for _, p := range ft.Parameters() {
		all = append(all, u.typeText(defaultPromotion(u, p.Type().Decay()), 0))
	}
	return ir.Unprototyped + u.typeText(ft.Result(), 0) + " (" + strings.Join(all, ", ") + ")"
}

// callText is the text of the type that a call calls; without a prototype the arguments say it.
func (u *unit) callText(ft *cc.FunctionType, old bool, args []cc.Type) string {
	if !old && (len(ft.Parameters()) > 0 || ft.IsVariadic()) {
		text := u.typeText(ft.Result(), 0) + " " + u.paramsText(ft, 0)
		if !ft.IsVariadic() || len(args) <= len(ft.Parameters()) {
			return text
		}
		var more []string
		for _, t := range args[len(ft.Parameters()):] {
			if t := defaultPromotion(u, t.Decay()); !isRecord(t) || u.sizeof(t) > 0 { // else it is not passed
				more = append(more, u.typeText(t, 0))
			}
		}
		return ir.WithPassed(text, more)
	}
	var all []string
	for _, t := range args {
		all = append(all, u.typeText(defaultPromotion(u, t), 0))
	}
	return ir.Unprototyped + u.typeText(ft.Result(), 0) + " (" + strings.Join(all, ", ") + ")"
}

// typedCall says of the call that was just made what type it calls, and whether its value is asked for.
func (g *fn) typedCall(n cc.ExpressionNode, text string, t cc.Type) {
	if !g.u.o.Checks || g.called == ir.NoInst {
		return
	}
	r := ir.RuleCallValue
	if isVoid(t) || g.drops[n] {
		r = ir.RuleCall
	}
	g.f.SetMark(g.called, ir.Mark{Rule: r, Type: text})
}
