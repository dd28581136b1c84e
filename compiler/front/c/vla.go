package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

var one = num.New(1)

// isVLA reports whether the size of a type is known only when the program runs.
func isVLA(t cc.Type) bool {
	a, ok := t.(*cc.ArrayType)
	return ok && (a.IsVLA() || isVLA(a.Elem()))
}

// vlaSize is the size in bytes of such a type.
func (g *fn) vlaSize(t cc.Type) ir.Value {
	a, ok := t.(*cc.ArrayType)
	if !ok || !isVLA(t) {
		return g.int(g.u.sizeof(t))
	}
	var n ir.Value
	if k := g.u.arrayLen(a); k >= 0 {
		n = g.int(k)
	} else if v, ok := g.lengths[a]; ok {
		n = v
	} else {
		if a.SizeExpression() == nil {
			g.u.fail(g.node, "the length of this array is not known")
		}
		n = g.convert(g.expr(a.SizeExpression()), g.u.ast.SizeT).v
	}
	return g.bin(ir.OpMul, n, g.vlaSize(a.Elem()))
}

// captureSizes evaluates the lengths of the array types that t is made of, which keep them from now on.
func (g *fn) captureSizes(t cc.Type) {
	switch x := t.(type) {
	case *cc.PointerType:
		if _, record := x.Elem().(*cc.StructType); !record {
			g.captureSizes(x.Elem())
		}
	case *cc.ArrayType:
		g.captureSizes(x.Elem())
		if _, done := g.lengths[x]; !done && x.IsVLA() && x.SizeExpression() != nil {
			g.lengths[x] = g.convert(g.expr(x.SizeExpression()), g.u.ast.SizeT).v
		}
	}
}

// vla makes an array whose size is known when the program runs.
func (g *fn) vla(n *cc.InitDeclarator) {
	g.u.fail(n, "arrays of variable length are not supported")
}
