package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// A va_list is an object of the program, ir.VaListBytes bytes long, whose address the instructions about lists take.
// Macros of internal/headers/builtin.h make of va_arg(ap, T) the object that *(T *)__builtin_va_arg_impl(ap) names: it is a
// temporary that has the argument.

func init() {
	builtins["__builtin_va_start"] = vaStart
	builtins["__builtin_va_copy"] = listBuiltin(ir.OpVaCopy, 2, "tuffy.va_copy")
	builtins["__builtin_va_end"] = listBuiltin(ir.OpVaEnd, 1, "tuffy.va_end")
}

// listBuiltin is a builtin that takes n lists; the interpreter is told by a function.
func listBuiltin(op ir.Op, n int, told string) builtin {
	return func(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
		if len(args) != n {
			g.u.fail(c, "%s takes %s, not %d", calleeName(c.PostfixExpression), ir.Counted(n, "argument"), len(args))
		}
		return g.listOp(op, c, args, told)
	}
}

// listOp makes an instruction about lists, which are the arguments.
func (g *fn) listOp(op ir.Op, c *cc.PostfixExpression, args []cc.ExpressionNode, told string) value {
	var ps []ir.Value
	for _, a := range args {
		ps = append(ps, g.list(a))
	}
	g.at(c)
	if op == ir.OpVaCopy {
		g.usesList(args[1], ps[1])
	}
	i := g.live().Op(op, ir.Attr{}, g.o, nil, append(ps, g.mem)...)
	g.mem = g.f.Result(i, 0)
	if g.u.o.Checks {
		g.lists = g.lists || op != ir.OpVaEnd
		g.check(told, ps[0])
	}
	return value{t: g.u.ast.Void}
}

// usesList tells that arguments are taken of list n, whose address is p, and of which object it is the value: the parameter that
// names it, or the list itself.
func (g *fn) usesList(n cc.ExpressionNode, p ir.Value) {
	if !g.u.o.Checks {
		return
	}
	by := p
	if x, ok := bare(n).(*cc.PrimaryExpression); ok {
		d := rootOf(x)
		if s, ok := g.locals[d]; ok && d.IsParam() {
			by = s
		}
	}
	g.check("tuffy.va_arg", p, by)
}

// leavesLists tells that a function returns that may have made lists.
func (g *fn) leavesLists() {
	if g.u.o.Checks && (g.lists || g.f.Variadic) {
		g.check("tuffy.va_left")
	}
}

// list is the address of a list.
func (g *fn) list(n cc.ExpressionNode) ir.Value {
	x := g.expr(n)
	if t := elem(x.t); t == nil || g.u.sizeof(t) != ir.VaListBytes {
		g.u.fail(n, "this is a %s and no va_list", x.t)
	}
	return x.v
}

// vaStart starts a list. The second argument only names the last parameter.
func vaStart(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) == 0 {
		g.u.fail(c, "va_start takes a va_list")
	}
	if !g.f.Variadic {
		g.u.fail(c, "va_start in %s, whose parameters do not end with ...", g.name)
	}
	if len(args) > 1 {
		g.at(c)
		g.lastParameter(args[1])
	}
	return g.listOp(ir.OpVaStart, c, args[:1], "tuffy.va_start")
}

// vaArg translates what a dereference of n designates if that is an argument of a list.
func (g *fn) vaArg(n cc.ExpressionNode) (l place, ok bool) {
	cast, ok := n.(*cc.CastExpression)
	if !ok || cast.Case != cc.CastExpressionCast {
		return l, false
	}
	c, ok := cast.CastExpression.(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || calleeName(c.PostfixExpression) != "__builtin_va_arg_impl" {
		return l, false
	}
	args := arguments(c)
	g.u.behind.name(cast.TypeName)
	t := elem(cast.TypeName.Type())
	if len(args) != 1 || t == nil || isArray(t) || isFunc(t) || isVoid(t) {
		g.u.fail(n, "va_arg takes a va_list and the type of an object that is no array")
	}
	if isVLA(t) {
		g.u.fail(n, "a struct whose size is computed cannot be an argument here")
	}
	size := g.u.sizeof(t)
	it, attr := ir.Ptr, ir.Attr{}
	if !g.u.isLarge(t) {
		it = g.u.irType(t)
	}
	switch {
	case isRecord(t) && size == 0: // it was not passed
		g.list(args[0])
		return place{p: g.temp(t), t: t, align: 1}, true
	case wideInt(t), isInt(t) && size < 4:
		// No argument has a type narrower than int, so it is never found.
		it = ir.Bytes(uint32(size))
	case isInt(t):
		attr.N = uint32(size)
	}
	p := g.list(args[0])
	g.at(c)
	g.usesList(args[0], p)
	if g.u.o.Checks && !isComplex(t) {
		g.check("tuffy.va_type", p, g.text(g.u.typeText(t, 0)))
	}
	i := g.live().Op(ir.OpVaArg, attr, g.o, []ir.Type{it}, p, g.mem)
	g.mem = g.f.Result(i, 0)
	if a := g.u.passing(t); a != ir.NoAnnot {
		g.f.SetAnnot(g.f.Result(i, 1), a)
	}
	to := place{p: g.temp(t), t: t, align: g.u.alignof(t)}
	if g.u.isLarge(t) {
		g.copyObject(to.p, g.f.Result(i, 1), size, to.align, 1)
	} else if v := g.f.Result(i, 1); isComplex(t) { // its parts may have padding
		g.write(to, g.fromPair(v, t))
	} else {
		g.store(v, to.p, size, to.align)
	}
	return to, true
}
