package c

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// arguments are the argument expressions of a call.
func arguments(n *cc.PostfixExpression) (all []cc.ExpressionNode) {
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		all = append(all, l.AssignmentExpression)
	}
	return all
}

// calleeName is the name of a function that a call names directly.
func calleeName(n cc.ExpressionNode) string {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n != nil && n.ExpressionList == nil {
			return calleeName(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return calleeName(n.ExpressionList)
		case cc.PrimaryExpressionIdent:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && !isFunc(d.Type()) {
				return ""
			}
			return n.Token.SrcStr()
		}
	}
	return ""
}

// call translates a call: of a builtin, of a named function, or through a pointer.
func (g *fn) call(n *cc.PostfixExpression) value {
	name := calleeName(n.PostfixExpression)
	g.u.undeclared(n.PostfixExpression)
	if f, ok := builtins[name]; ok && !g.u.hasBody[name] {
		g.at(n)
		g.node = n
		g.checkCall(n, arguments(n))
		return f(g, n, arguments(n))
	}
	if lib, ok := libraryName(name); ok {
		return g.callNamed(n, lib, name)
	}
	if id, ok := n.PostfixExpression.(*cc.PrimaryExpression); ok && strings.HasPrefix(name, "__builtin_") && !g.u.hasBody[name] {
		if d, ok := id.ResolvedTo().(*cc.Declarator); !ok || d.Position() == id.Position() {
			g.u.unsupported(n, "%s is not supported", name) // gcc has it, and no library does
		}
	}
	if g.u.packsArguments(name) {
		return g.callPacking(n, name)
	}
	g.callee = n.PostfixExpression
	callee := g.expr(n.PostfixExpression)
	ft, ok := callee.t.(*cc.FunctionType)
	if !ok {
		if ft, ok = elem(callee.t).(*cc.FunctionType); !ok {
			g.u.fail(n, "a %s cannot be called", callee.t)
		}
	}
	return g.callFunction(n, callee.v, ft, name)
}

// callNamed calls a function of the library for a builtin of the compiler.
func (g *fn) callNamed(n *cc.PostfixExpression, lib, builtin string) value {
	ft, ok := elem(n.PostfixExpression.Type()).(*cc.FunctionType)
	if !ok {
		if ft, ok = n.PostfixExpression.Type().(*cc.FunctionType); !ok {
			g.u.unsupported(n, "%s is not supported", builtin)
		}
	}
	g.at(n)
	return g.callFunction(n, g.symbol(lib), ft, lib)
}

// callFunction calls a function of a type.
func (g *fn) callFunction(n *cc.PostfixExpression, callee ir.Value, ft *cc.FunctionType, name string) value {
	params := ft.Parameters()
	if len(params) == 1 && isVoid(params[0].Type()) {
		params = nil
	}
	old := g.u.oldStyle[name]
	if g.u.unprototyped(n, name) {
		params, old = nil, true
	}
	list := arguments(n)
	if old && len(list) < len(params) {
		return g.tooFew(list, ft)
	}
	if n := len(list); n > 0 && isPack(list[n-1]) && (!ft.IsVariadic() || n-1 < len(params)) {
		g.u.fail(list[n-1], "%s() stands where the function called has no variable arguments", packBuiltin)
	}
	if len(list) < len(params) || len(list) > len(params) && len(params) > 0 && !ft.IsVariadic() && !old {
		g.u.fail(n, "the function takes %s, and %d are given", ir.Counted(len(params), "argument"), len(list))
	}
	outer, copied := g.lends, g.copies
	g.lends, g.copies = name != "" && !g.u.hasBody[name], copiers[name]
	args, how, types := g.actuals(list, params, old)
	g.lends, g.copies = outer, copied
	for _, t := range types {
		g.u.checkLarge(n, t, name)
	}
	g.at(n)
	g.node = n
	g.nothingAtNull(n, name, args)
	g.rowSizes(list, params, args, types)
	misfits := g.misfits(n, name, types)
	g.misprints(n, name, misfits)
	if r := ft.Result(); isRecord(r) && r.IsIncomplete() && !isVLA(r) {
		if all, _ := fields(r); len(all) == 0 {
			g.u.fail(n, "the function returns %s, which is incomplete", r)
		}
	}
	x := g.callWith(n, callee, args, how, ft.Result())
	g.misreads(n, name, misfits, x)
	if g.u.o.Checks {
		if old && g.u.prototyped(n, name) { // the arguments were converted to these types, and then as where there is no prototype
			types = nil
			for _, p := range params {
				types = append(types, p.Type().Decay())
			}
		}
		g.typedCall(n, g.u.callText(ft, old || len(params) == 0, types), ft.Result())
	}
	return x
}

// actuals are the values that a call passes for its arguments, without those that take no place, how each crosses, and the
// types of all of them in C.
// Arguments without a parameter, and all of functions that are defined without a prototype, are promoted.
func (g *fn) actuals(list []cc.ExpressionNode, params []*cc.Parameter, old bool) (args []ir.Value, how []ir.Annot, types []cc.Type) {
	pass := func(x value) {
		if v, ok := g.passed(x); ok {
			args, how = append(args, v), append(how, g.u.passing(x.t))
		}
	}
	packed := len(list) > 0 && isPack(list[len(list)-1])
	if !packed && len(list) > 1 && g.backwards(list[0]) {
		values := make([]value, len(list))
		types = make([]cc.Type, len(list))
		for i := len(list) - 1; i >= 0; i-- {
			values[i], types[i] = g.actual(i, list[i], params, old)
		}
		for _, x := range values {
			pass(x)
		}
		return args, how, types
	}
	for i, e := range list {
		if packed && i == len(list)-1 {
			for _, x := range g.packOf(e).values {
				types = append(types, x.t)
				pass(x)
			}
			break
		}
		x, t := g.actual(i, e, params, old)
		types = append(types, t)
		pass(x)
	}
	return args, how, types
}

// actual is the value of argument i of a call, and the type of the expression.
func (g *fn) actual(i int, e cc.ExpressionNode, params []*cc.Parameter, old bool) (value, cc.Type) {
	lends, copies := g.lends, g.copies
	g.lends, g.copies = false, padsAll
	x := g.expr(e)
	g.lends, g.copies = lends, copies
	t := x.t
	g.node = e
	g.at(e)
	switch {
	case i < len(params):
		if old {
			g.otherSign(e, x, params[i].Type().Decay())
		}
		g.passes = true
		x = g.assigned(x, params[i].Type().Decay())
		g.passes = false
		if g.lends {
			g.callback(e, x, params[i].Type().Decay())
		}
		if old {
			x = g.convert(x, defaultPromotion(g.u, x.t))
		}
	default:
		x = g.convert(x, defaultPromotion(g.u, x.t))
		// What is a text is read, which says more.
		if e := elem(x.t); isPtr(x.t) && e != nil && !isFunc(e) && !isCharType(e) {
			g.usesPointers(x)
		}
	}
	return x, t
}

// callWith calls a function that returns a value of type rt, or nothing.
func (g *fn) callWith(n cc.Node, callee ir.Value, args []ir.Value, how []ir.Annot, rt cc.Type) value {
	var results []ir.Type
	empty := isRecord(rt) && g.u.sizeof(rt) == 0
	large := g.u.isLarge(rt)
	if large {
		args, how = slices.Concat([]ir.Value{g.temp(rt)}, args), slices.Concat([]ir.Annot{ir.NoAnnot}, how)
	}
	if !isVoid(rt) && !empty {
		results = []ir.Type{g.u.param(n, rt).Type}
	}
	i := g.live().Call(callee, args, g.mem, results, g.o)
	g.called = i
	for n, a := range how {
		if a != ir.NoAnnot {
			g.f.SetUseAnnot(i, n+1, a)
		}
	}
	g.mem = g.f.Result(i, 0)
	if isVoid(rt) {
		return value{t: rt}
	}
	if empty {
		return value{v: g.temp(rt), t: rt}
	}
	if large {
		return value{v: args[0], t: rt}
	}
	if a := g.u.passing(rt); a != ir.NoAnnot {
		g.f.SetAnnot(g.f.Result(i, 1), a)
	}
	return g.received(g.f.Result(i, 1), rt)
}

// tooFew calls a function that has no prototype with fewer arguments than it has parameters, which is undefined.
func (g *fn) tooFew(list []cc.ExpressionNode, ft *cc.FunctionType) value {
	for _, e := range list {
		g.expr(e)
	}
	g.live().Stop(ir.OpUnreachable, g.o)
	g.b = nil
	t := ft.Result()
	switch {
	case isVoid(t):
		return value{t: t}
	case isRecord(t):
		return value{v: g.temp(t), t: t}
	case isComplex(t):
		part := g.u.complexPart(t)
		return value{v: g.number(part, constant{}), im: g.number(part, constant{}), t: t}
	}
	return value{v: g.live().Poison(g.u.irType(t), g.o), t: t}
}

// passed is the value that crosses a call for x; a struct without bytes is not passed.
func (g *fn) passed(x value) (ir.Value, bool) {
	switch {
	case isVLA(x.t):
		g.u.fail(g.node, "a struct whose size is computed cannot be an argument here")
	case isRecord(x.t):
		size := g.u.sizeof(x.t)
		if size == 0 {
			return 0, false
		}
		defer g.accesses(x.volatile)()
		if g.u.isLarge(x.t) {
			p := g.temp(x.t)
			g.copyObject(p, x.v, size, g.u.alignof(x.t), 1)
			return p, true
		}
		return g.load(x.v, size, 1, g.u.irType(x.t)), true
	case isComplex(x.t):
		return g.pair(x), true
	case wideInt(x.t):
		return g.live().Convert(ir.OpBitCast, x.v, ir.Bytes(wideBytes), g.o), true
	case isVoid(x.t):
		g.u.fail(g.node, "a void expression cannot be an argument")
	}
	return x.v, true
}

// received is the value of type t that crossed a call as v.
func (g *fn) received(v ir.Value, t cc.Type) value {
	switch {
	case g.u.isLarge(t):
		return value{v: v, t: t}
	case isRecord(t):
		p := g.temp(t)
		g.store(v, p, g.u.sizeof(t), g.u.alignof(t))
		return value{v: p, t: t}
	case isComplex(t):
		return g.fromPair(v, t)
	case wideInt(t):
		v = g.live().Convert(ir.OpBitCast, v, ir.Int, g.o)
		if signed(t) {
			v = g.live().Extend(ir.OpSExt, v, 8*wideBytes, g.o)
		}
		return value{v: v, t: t}
	}
	g.f.SetAnnot(v, claim(t))
	return value{v: v, t: t}
}

// defaultPromotion is what an argument without a parameter is converted to.
func defaultPromotion(u *unit, t cc.Type) cc.Type {
	switch {
	case isInt(t):
		return promote(t)
	case t.Kind() == cc.Float && !isVector(t):
		return u.ast.Double
	}
	return t
}
