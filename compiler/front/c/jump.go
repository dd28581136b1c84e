package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// setJumps are the names of setjmp and its like.
var setJumps = []string{"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"}

func init() {
	for _, name := range setJumps {
		builtins[name] = setJump
	}
	for _, name := range []string{"longjmp", "_longjmp", "siglongjmp"} {
		builtins[name] = longJump
	}
	builtins["__builtin_setjmp"] = builtinSetJump
	builtins["__builtin_longjmp"] = builtinLongJump
}

// setJump translates setjmp and its like: there is no mask of signals to save, so a second argument is only evaluated.
func setJump(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) == 0 {
		g.u.fail(n, "setjmp takes a jmp_buf")
	}
	p := g.pointerTo(args[0])
	for _, a := range args[1:] {
		g.expr(a)
	}
	g.at(n)
	if g.u.o.Checks && g.b != nil && g.places != n {
		g.stated(n, g.always(), "7.13.1.1p5", "setjmp stands where it may not: it is a whole expression statement, or a condition, be it compared with a constant or negated")
	}
	return g.setJumpAt(p.v)
}

// setJumpAt is setjmp of the bytes at p.
func (g *fn) setJumpAt(p ir.Value) value {
	i := g.live().Op(ir.OpSetJmp, ir.Attr{}, g.o, []ir.Type{ir.Int}, p, g.mem)
	g.mem = g.f.Result(i, 0)
	t := g.u.ast.Int
	return value{v: g.claimed(g.f.Result(i, 1), t), t: t}
}

func longJump(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 2 {
		g.u.fail(n, "longjmp takes a jmp_buf and an int")
	}
	p := g.pointerTo(args[0])
	v := g.convert(g.expr(args[1]), g.u.ast.Int)
	g.at(n)
	return g.longJumpTo(p.v, v.v)
}

// longJumpTo ends the block by longjmp.
func (g *fn) longJumpTo(p, v ir.Value) value {
	g.live().Op(ir.OpLongJmp, ir.Attr{}, g.o, nil, p, v, g.mem)
	g.b = nil
	return value{t: g.u.ast.Void}
}

// builtinSetJump keeps in the five words that gcc's has the address of a place of the right size.
func builtinSetJump(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := g.pointerTo(args[0])
	g.at(n)
	place := g.slot(ir.JumpBytes, 16)
	g.store(place, p.v, ir.PtrBytes, 1)
	return g.setJumpAt(place)
}

func builtinLongJump(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := g.pointerTo(args[0])
	v := g.convert(g.expr(args[1]), g.u.ast.Int)
	g.at(n)
	return g.longJumpTo(g.load(p.v, ir.PtrBytes, 1, ir.Ptr), v.v)
}
