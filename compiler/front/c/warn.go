package c

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/ir/source"
	"modernc.org/cc/v4"
)

// Warning is something at a place of the text that is probably not meant, or that the language forbids and compilers
// have always accepted.
type Warning Error

// String is the place and the message, and below it the line with a caret.
func (w Warning) String() string { return Error(w).report("warning") }

// warn notes a warning at n, once. Headers of the system get none, as in gcc.
func (u *unit) warn(n cc.Node, format string, args ...any) {
	if u.told == nil || n == nil {
		return
	}
	p := n.Position()
	if u.system(p.Filename) {
		return
	}
	w := Warning{p.Filename, p.Line, max(p.Column, 1), fmt.Sprintf(format, args...), lineOf(u.texts, p.Filename, p.Line)}
	u.told[w] = true
}

// system reports whether a file is a header of the C library or the compiler, or from a directory for those.
func (u *unit) system(name string) bool {
	in := func(dir string) bool {
		_, ok := cutDir(name, dir)
		return ok
	}
	return name == "" || in(headerRoot) || in(compilerRoot) || name[0] == '<' || slices.ContainsFunc(u.o.System, in) || slices.ContainsFunc(u.o.After, in) || slices.ContainsFunc(u.o.Library, in)
}

// warnings are those of a unit, by place.
func (u *unit) warnings() []Warning {
	var all []Warning
	for w := range u.told {
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b Warning) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), strings.Compare(a.Msg, b.Msg))
	})
	return all
}

// surprises warns of conversions without a cast that the language forbids (C11 6.5.16.1), and of constants that change.
// The value is the constant k if known.
func (u *unit) surprises(n cc.Node, from cc.Type, k num.Int, known bool, to cc.Type) {
	switch {
	case isPtr(to) && isInt(from):
		if !known || k.Sign() != 0 {
			u.warn(n, "a pointer of type %s is made of an integer of type %s without a cast", to, from)
		}
	case isInt(to) && isPtrLike(from) && !isBool(strip(to)):
		u.warn(n, "an integer of type %s is made of a pointer of type %s without a cast", to, from.Decay())
	case isPtr(to) && isPtrLike(from):
		a, b := elem(to), elem(from.Decay())
		switch {
		case a == nil || b == nil:
		case differ(a, b):
			u.warn(n, "a pointer of type %s becomes one of type %s, which points to something else, without a cast", from.Decay(), to)
		case u.behind.of(from.Decay()).isConst && !u.behind.of(to).isConst && !isVoid(a) && !isFunc(a) && !isPtr(a): // a const of a pointer that is pointed to is not known
			u.warn(n, "a pointer of type %s becomes one of type %s: what it points to is const no more", from.Decay(), to)
		}
	case isInt(to) && !isBool(strip(to)) && isInt(from):
		if w := width(to); known && !ir.Signed(w).Holds(k) && !ir.Unsigned(w).Holds(k) {
			low := k.Low(uint(w))
			if signed(to) {
				low = k.SignExtend(uint(w))
			}
			u.warn(n, "%s becomes %s where it is converted to %s", k, low, to)
		}
	}
}

// differ reports whether pointers to a and b are surely incompatible, apart from qualifiers. Integers of one size pass.
func differ(a, b cc.Type) bool {
	a, b = strip(a), strip(b)
	switch {
	case isVoid(a), isVoid(b):
		return false
	case isVector(a), isVector(b):
		return a.VectorSize() != b.VectorSize()
	case isInt(a) && isInt(b):
		return a.Size() != b.Size()
	case a.Kind() != b.Kind():
		return true
	case isPtr(a):
		x, y := elem(a), elem(b)
		return x != nil && y != nil && (isVoid(x) != isVoid(y) || differ(x, y))
	case isArray(a):
		x, y := a.(*cc.ArrayType), b.(*cc.ArrayType)
		return differ(x.Elem(), y.Elem()) || x.Len() > 0 && y.Len() > 0 && x.Len() != y.Len()
	case isRecord(a):
		x, _ := fields(a)
		y, _ := fields(b)
		return len(x) > 0 && len(y) > 0 && !sameRecord(a, b)
	case isFunc(a):
		x, ok1 := a.(*cc.FunctionType)
		y, ok2 := b.(*cc.FunctionType)
		return ok1 && ok2 && functionsDiffer(x, y)
	}
	return false
}

// functionsDiffer compares functions that both have a prototype.
func functionsDiffer(x, y *cc.FunctionType) bool {
	p, q := x.Parameters(), y.Parameters()
	if isVoid(x.Result()) != isVoid(y.Result()) || !isVoid(x.Result()) && differ(x.Result(), y.Result()) {
		return true
	}
	if len(p) == 0 || len(q) == 0 {
		return false
	}
	if len(p) != len(q) || x.IsVariadic() != y.IsVariadic() {
		return true
	}
	for i := range p {
		a, b := p[i].Type().Decay(), q[i].Type().Decay()
		if isVoid(a) != isVoid(b) || differ(a, b) {
			return true
		}
	}
	return false
}

// suspectOperands warns of comparisons of pointers with what they cannot be compared with (C11 6.5.8, 6.5.9).
func (g *fn) suspectOperands(x, y value) {
	null := func(v value) bool {
		k, ok := g.constOf(v.v)
		return ok && k.Sign() == 0
	}
	switch {
	case isInt(x.t) && !null(x), isInt(y.t) && !null(y):
		g.u.warn(g.node, "a pointer is compared with an integer: %s and %s", x.t, y.t)
	case isPtrLike(x.t) && isPtrLike(y.t):
		if a, b := elem(x.t.Decay()), elem(y.t.Decay()); a != nil && b != nil && differ(a, b) {
			g.u.warn(g.node, "pointers of different types are compared: %s and %s", x.t.Decay(), y.t.Decay())
		}
	}
}

// suspectAmount warns of shifts by a constant that no shift may have.
func (g *fn) suspectAmount(t cc.Type, amount ir.Value) {
	if k, ok := g.known(amount); ok && (k.Sign() < 0 || k.Cmp(num.New(int64(width(t)))) >= 0) {
		g.u.warn(g.node, "a shift by %s of a value of %d bits is undefined", k, width(t))
	}
}

// undeclared warns of calls of functions that have no declaration.
func (u *unit) undeclared(n cc.ExpressionNode) {
	id, ok := n.(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return
	}
	if strings.HasPrefix(id.Token.SrcStr(), "__") {
		return
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	switch {
	case !ok || u.hasBody[d.Name()]:
	case d.Position() == id.Position() && strings.HasPrefix(id.Token.SrcStr(), "_") && len(u.ast.Scope.Nodes["__tuffy_x"]) > 0: // of <immintrin.h>
		// Scripts that configure software ask which intrinsics there are by what compiles.
		u.unsupported(n, "the intrinsic %s is not supported", id.Token.SrcStr())
	case d.Position() == id.Position(): // the parser's invention
		u.warn(n, "the function %s is not declared: a result of type int is assumed", id.Token.SrcStr())
	case strings.HasPrefix(d.Position().Filename, "<"):
		u.warn(n, "the function %s is not declared: the one of the C library is taken", id.Token.SrcStr())
	}
}

// checkDeclared refuses names of functions of the library that have no declaration and are not called: the parser
// knows them as builtins (6.5.1p2).
func (u *unit) checkDeclared(n cc.Node, d *cc.Declarator) {
	id, ok := n.(*cc.PrimaryExpression)
	if ok && d.Name() == "__builtin_"+id.Token.SrcStr() && d.Position().Filename == "<builtin>" {
		u.fail(n, "undefined: %s", id.Token.SrcStr())
	}
}

// known is the number that v is, if it was written with a sign or without.
func (g *fn) known(v ir.Value) (num.Int, bool) {
	if i := g.f.Def(v); i != ir.NoInst && g.f.Op(i) == ir.OpSub {
		x, ok1 := g.constOf(g.f.Arg(i, 0))
		y, ok2 := g.constOf(g.f.Arg(i, 1))
		return x.Sub(y), ok1 && ok2
	}
	return g.constOf(v)
}

// suspectDivisor warns of divisions by a constant zero.
func (g *fn) suspectDivisor(y ir.Value) {
	if k, ok := g.constOf(y); ok && k.Sign() == 0 {
		g.u.warn(g.node, "a division by zero is undefined")
	}
}

// lineOf is a line of a source file for messages, by the number that #line gives it; empty if it is not known.
func lineOf(texts map[string]string, file string, line int) string {
	if text, ok := texts[file]; ok {
		return source.Presumed(text, file, file, line)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if s := source.Presumed(texts[name], name, file, line); s != "" {
			return s
		}
	}
	return ""
}
