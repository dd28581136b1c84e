package c

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// What one kind of expression alone has is checked here; the mark says in words what is wrong.

// stated makes the check that control does not come here with the condition c, and says it of n.
func (g *fn) stated(n cc.Node, c ir.Value, paragraph, format string, args ...any) {
	v := g.never(ir.RuleStated, c, fmt.Sprintf(format, args...)+" (C11 "+paragraph+")")
	g.say(v, n, g.u.ast.Int, false)
}

// always is the condition of what is undefined whenever it is reached.
func (g *fn) always() ir.Value { return g.live().BConst(true, g.o) }

// otherSign makes the check that x, which is passed without a prototype for a parameter of type t that has the other sign, is a number of
// both types (C11 6.5.2.2p6).
func (g *fn) otherSign(n cc.ExpressionNode, x value, t cc.Type) {
	if !g.u.o.Checks || g.b == nil || !isInt(x.t) || !isInt(t) || isBool(strip(x.t)) {
		return
	}
	from, to := promote(x.t), promote(t)
	if signed(from) == signed(to) || g.u.sizeof(from) != g.u.sizeof(to) || wideInt(from) {
		return
	}
	most := g.bigInt(one.Shl(uint(width(from)) - 1))
	out := g.bin(ir.OpBOr, g.compare(ir.LT, x.v, g.int(0)), g.compare(ir.GE, x.v, most))
	g.stated(n, out, "6.5.2.2p6", "without a prototype a value of type '%s' is passed for a parameter of type '%s', which cannot represent it", g.u.typeText(from, 0), g.u.typeText(to, 0))
}

// lastParameter makes the check that va_start names a parameter whose type promotion does not change (C11 7.16.1.4p4).
func (g *fn) lastParameter(n cc.ExpressionNode) {
	d := rootOf(n)
	if !g.u.o.Checks || g.b == nil || d == nil || !d.IsParam() {
		return
	}
	t := d.Type()
	why := ""
	switch {
	case isArray(t), isFunc(t):
		why = "is declared as an array or a function"
	case isScalar(t) && g.u.typeText(defaultPromotion(g.u, t), 0) != g.u.typeText(t, 0) && !isPtr(t):
		why = "has the type '" + g.u.typeText(t, 0) + "', which promotion changes"
	default:
		return
	}
	g.stated(n, g.always(), "7.16.1.4p4", "va_start: the parameter '%s' %s", d.Name(), why)
}

// jumpsFrom notes the call of setjmp that a full expression is, or that it compares with a constant or negates as a condition: nowhere else
// may one stand (C11 7.13.1.1p4).
func (g *fn) jumpsFrom(n cc.ExpressionNode, condition bool) {
	if !g.u.o.Checks {
		return
	}
	n = bare(n)
	switch x := n.(type) {
	case *cc.AssignmentExpression: // which C forbids, and compilers allow: it is a warning
		if !condition && x.Case == cc.AssignmentExpressionAssign {
			n = bare(x.AssignmentExpression)
			g.keepsJump(n)
		}
	case *cc.CastExpression:
		if !condition && x.Case == cc.CastExpressionCast && isVoid(x.TypeName.Type()) {
			n = bare(x.CastExpression)
		}
	case *cc.UnaryExpression:
		if condition && x.Case == cc.UnaryExpressionNot {
			n = bare(x.CastExpression)
		}
	default:
		if op, a, b, ok := binaryExpr(n); ok && condition && op >= opEq {
			if _, constant := g.u.constInt(b); constant {
				n = bare(a)
			} else if _, constant := g.u.constInt(a); constant {
				n = bare(b)
			}
		}
	}
	if c, ok := n.(*cc.PostfixExpression); ok && c.Case == cc.PostfixExpressionCall {
		g.places = c
	}
}

// keepsJump warns of a call of setjmp whose result is assigned (C11 7.13.1.1p5). Programs have that with all compilers, so that a run does not
// report it.
func (g *fn) keepsJump(n cc.ExpressionNode) {
	c, ok := bare(n).(*cc.PostfixExpression)
	if !g.u.o.Checks || !ok || c.Case != cc.PostfixExpressionCall {
		return
	}
	if id, ok := bare(c.PostfixExpression).(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionIdent && slices.Contains(setJumps, id.Token.SrcStr()) {
		g.u.warn(n, "the result of '%s' is assigned, which C does not allow (C11 7.13.1.1p5)", id.Token.SrcStr())
	}
}

// copied makes the checks of a value that is assigned, passed or returned as one of type to: a pointer that was read from an object points to one
// that lives (C11 6.2.4p2), and, where it is not passed, arrays whose sizes are evaluated have the same (6.7.6.2p6).
func (g *fn) copied(x value, to cc.Type) {
	if !g.u.o.Checks || g.b == nil || g.lends || !isPtr(x.t) || !isPtr(to) {
		return
	}
	if i := g.f.Def(x.v); i != ir.NoInst && g.f.Op(i) == ir.OpLoad {
		g.usesPointers(x)
	}
	a, b := elem(x.t), elem(to)
	if g.passes || a == nil || b == nil || !isArray(a) || !isArray(b) || !isVLA(a) && !isVLA(b) || a.IsIncomplete() && !isVLA(a) || b.IsIncomplete() && !isVLA(b) {
		return
	}
	g.stated(g.node, g.compare(ir.NE, g.elemSize(a), g.elemSize(b)), "6.7.6.2p6", "a pointer to an array becomes one to an array of another size")
}

// rowSizes makes the check that an argument that points to an array has as many elements in it as the parameter says by the name of another
// parameter (C11 6.7.6.2p6). args has a value for each of the arguments in list.
func (g *fn) rowSizes(list []cc.ExpressionNode, params []*cc.Parameter, args []ir.Value, types []cc.Type) {
	if !g.u.o.Checks || g.b == nil || len(args) != len(list) || len(types) != len(list) {
		return
	}
	for i, p := range params {
		if i >= len(list) || !isPtrLike(types[i]) || !isPtrLike(p.Type()) || !isVLA(p.Type()) && !isVLA(elem(p.Type().Decay())) {
			continue
		}
		is, want := elem(types[i].Decay()), elem(p.Type().Decay())
		for is != nil && want != nil && isArray(is) && isArray(want) {
			at := parameterIn(want.(*cc.ArrayType), params)
			n, known := g.knownLength(is)
			if at >= 0 && known && isInt(params[at].Type()) {
				g.stated(list[i], g.compare(ir.NE, n, args[at]), "6.7.6.2p6", "a pointer to an array becomes one to an array of another size, which the parameter '%s' gives", params[at].Declarator.Name())
			}
			is, want = elem(is), elem(want)
		}
	}
}

// knownLength is the number of elements of an array type, if it is a constant or was evaluated.
func (g *fn) knownLength(t cc.Type) (n ir.Value, ok bool) {
	a, ok := t.(*cc.ArrayType)
	if !ok || a.IsIncomplete() && !a.IsVLA() {
		return n, false
	}
	if k := g.u.arrayLen(a); k >= 0 {
		return g.int(k), true
	}
	n, ok = g.lengths[a.SizeExpression()]
	return n, ok
}

// parameterIn is which of the parameters the length of an array is, -1 if it is none.
func parameterIn(a *cc.ArrayType, params []*cc.Parameter) int {
	if a.SizeExpression() == nil {
		return -1
	}
	id, ok := bare(a.SizeExpression()).(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return -1
	}
	return slices.IndexFunc(params, func(p *cc.Parameter) bool {
		return p.Declarator != nil && p.Declarator.Name() == id.Token.SrcStr()
	})
}

// callback tells of a function that one of the library is given, which calls it as of the type of its parameter (C11 6.5.2.2p9).
func (g *fn) callback(n cc.ExpressionNode, x value, t cc.Type) {
	e := elem(t)
	if !g.u.o.Checks || g.b == nil || !isPtr(t) || e == nil || !isFunc(e) || g.madeOfNumber(x.v) {
		return
	}
	if ft, ok := e.(*cc.FunctionType); ok {
		g.at(n)
		g.check("tuffy.callback", x.v, g.text(g.u.callText(ft, false, nil)))
	}
}

// sized are the functions of the library whose pointers are valid also where the size is 0 (C11 7.24.1p2, 7.22.5p1): the parameters that are
// pointers, those whose product is the size, and the paragraph.
var sized = map[string]struct {
	pointers, sizes []int
	paragraph       string
}{
	"memcpy": {[]int{0, 1}, []int{2}, "7.24.1p2"}, "memmove": {[]int{0, 1}, []int{2}, "7.24.1p2"}, "memset": {[]int{0}, []int{2}, "7.24.1p2"},
	"memcmp": {[]int{0, 1}, []int{2}, "7.24.1p2"}, "memchr": {[]int{0}, []int{2}, "7.24.1p2"}, "strncpy": {[]int{0, 1}, []int{2}, "7.24.1p2"},
	"strncmp": {[]int{0, 1}, []int{2}, "7.24.1p2"}, "qsort": {[]int{0}, []int{1}, "7.22.5p1"}, "bsearch": {[]int{0, 1}, []int{2}, "7.22.5p1"},
}

// nothingAtNull makes the check that a function of the library does not get a null pointer for no bytes. For some it reports that itself.
func (g *fn) nothingAtNull(n cc.Node, name string, args []ir.Value) {
	f, ok := sized[name]
	if !ok || !g.u.o.Checks || g.b == nil || g.u.hasBody[name] || len(args) <= f.sizes[0] {
		return
	}
	none := g.compare(ir.EQ, args[f.sizes[0]], g.int(0))
	if k, ok := constOf(g.f, args[f.sizes[0]]); ok && k != 0 {
		return
	}
	for _, p := range f.pointers {
		null := g.compare(ir.EQ, g.un(ir.OpPtrToAddr, args[p]), g.int(0))
		g.stated(n, g.bin(ir.OpBAnd, none, null), f.paragraph, "%s: argument %d is a null pointer, which it may not be for no bytes either", name, p+1)
	}
}

// narrowPointer makes the check that a pointer that is converted to an integer of type t, which is narrower, points to no object (C11 6.3.2.3p6):
// nothing says that its address fits.
func (g *fn) narrowPointer(x value, t cc.Type) {
	if g.u.o.Checks && g.b != nil && isPtr(x.t) && isInt(t) && !isBool(strip(t)) && g.u.sizeof(t) < ir.PtrBytes {
		g.check("tuffy.narrows", x.v, g.text(g.u.typeText(t, 0)))
	}
}

// atomicRecord makes the check that no member of an atomic struct or union is accessed (C11 6.5.2.3p5).
func (g *fn) atomicRecord(n cc.Node, t cc.Type, name string) {
	if a := t.Attributes(); g.u.o.Checks && g.b != nil && a != nil && a.IsAttrSet(atomicAttribute) {
		g.stated(n, g.always(), "6.5.2.3p5", "the member '%s' of an atomic object is accessed", name)
	}
}

// assignedName is the variable that an expression names, nil of others.
func (g *fn) assignedName(n cc.ExpressionNode) *cc.Declarator {
	if id, ok := bare(n).(*cc.PrimaryExpression); ok && id.Case == cc.PrimaryExpressionIdent {
		return rootOf(id)
	}
	return nil
}

// restrictCopy makes the check that a restrict pointer is not assigned from another whose block is not around its own (C11 6.7.3.1p4). What a
// function makes of its parameters where its body begins is let through.
func (g *fn) restrictCopy(n cc.Node, to *cc.Declarator, e cc.ExpressionNode) {
	if !g.u.o.Restrict || g.b == nil || to == nil || !isPtr(to.Type()) || !isRestrict(to) {
		return
	}
	from := (&bases{}).variableOf(e)
	if from == nil || from == to || !isPtr(from.Type()) || !isRestrict(from) || from.IsParam() && !to.IsParam() {
		return
	}
	for s := to.LexicalScope().Parent; s != nil; s = s.Parent {
		if s == from.LexicalScope() {
			return
		}
	}
	g.stated(n, g.always(), "6.7.3.1p4", "the restrict pointer '%s' is assigned from '%s', whose block is not around that of '%s'", to.Name(), from.Name(), to.Name())
}
