package c

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// The builtins on vectors whose results have types that their arguments say give the address of the result: the
// macros of builtin.h know its type.

// lanesAt keeps the elements of vectors in memory, one after the other.
func (g *fn) lanesAt(all []value, e cc.Type) ir.Value {
	size := g.u.sizeof(e)
	p := g.slot(size*int64(len(all)), powerOfTwo(size*int64(len(all)), 64))
	for i, x := range all {
		g.write(place{p: g.offset(p, int64(i)*size), t: e, align: size}, g.convert(x, e))
	}
	return p
}

// vectorArg is an argument that must be a vector.
func (g *fn) vectorArg(n cc.ExpressionNode) value {
	x := g.expr(n)
	if !isVector(x.t) {
		g.u.fail(n, "a vector expected, found a value of type %s", x.t)
	}
	g.node = n
	return x
}

// shuffle takes elements of one or two vectors by the elements of a mask, which count modulo the number there is.
func shuffle(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 2 && len(args) != 3 {
		g.u.fail(c, "__builtin_shuffle takes two or three arguments")
	}
	first := g.vectorArg(args[0])
	e := vectorElem(g.u, first.t)
	from := g.lanes(first)
	count := len(from)
	if len(args) == 3 {
		from = append(from, g.lanes(g.vectorArg(args[1]))...)
	}
	mask := g.lanes(g.vectorArg(args[len(args)-1]))
	if len(mask) != count || len(from)%count != 0 {
		g.u.fail(c, "the vectors of a shuffle have one number of elements")
	}
	g.at(c)
	p := g.lanesAt(from, e)
	size := g.u.sizeof(e)
	var to []value
	for _, m := range mask {
		i := g.bin(ir.OpAnd, m.v, g.int(int64(len(from)-1)))
		to = append(to, g.read(place{p: g.bin(ir.OpPtrAdd, p, g.bin(ir.OpMul, i, g.int(size))), t: e, align: size}))
	}
	return value{v: g.lanesAt(to, e), t: c.Type()}
}

// shuffleVector takes elements of two vectors by constants; -1 is any element.
func shuffleVector(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) < 3 {
		g.u.fail(c, "__builtin_shufflevector takes two vectors and indices")
	}
	first := g.vectorArg(args[0])
	e := vectorElem(g.u, first.t)
	from := append(g.lanes(first), g.lanes(g.vectorArg(args[1]))...)
	if int64(len(args)-2)*g.u.sizeof(e) != first.t.VectorSize() {
		g.u.unsupported(c, "a shuffle to %d elements of vectors of another number is not supported", len(args)-2)
	}
	var to []value
	for _, a := range args[2:] {
		k, ok := g.u.constInt(a)
		n, small := k.Int64()
		if !ok || !small || n < -1 || n >= int64(len(from)) {
			g.u.fail(a, "a constant from -1 to %d expected", len(from)-1)
		}
		to = append(to, from[max(n, 0)])
	}
	g.at(c)
	return value{v: g.lanesAt(to, e), t: c.Type()}
}

// convertLanes converts each element to that of the vector that the first argument points to.
func convertLanes(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) != 2 {
		g.u.fail(c, "__builtin_convertvector takes a vector and a type")
	}
	to := elem(g.u.valueType(args[0]))
	if to == nil || !isVector(to) {
		g.u.fail(args[0], "__builtin_convertvector takes a type of vectors")
	}
	from := g.lanes(g.vectorArg(args[1]))
	e := vectorElem(g.u, to)
	if to.VectorSize() != int64(len(from))*g.u.sizeof(e) {
		g.u.fail(c, "the vectors have different numbers of elements")
	}
	g.at(c)
	return value{v: g.lanesAt(from, e), t: c.Type()}
}

// maskType is the type of a comparison of vectors of type t: signed integers of the size of the elements.
func (u *unit) maskType(t cc.Type) cc.Type {
	name := fmt.Sprintf("__tuffy_mask_%d_%d", u.sizeof(vectorElem(u, t)), t.VectorSize())
	for _, n := range u.ast.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	return t
}
