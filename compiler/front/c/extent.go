package c

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// extent is what a pointer is known to point into: an object and the innermost part of it that the expression names.
type extent struct {
	size, off       int64 // of the object, and where in it the pointer points
	part, partStart int64
}

// objectSize is the number of bytes from the pointer to the end of the object or part; where nothing is known the
// answer is what gcc gives then.
func objectSize(g *fn, c *cc.PostfixExpression, args []cc.ExpressionNode) value {
	kind := int64(0)
	if len(args) == 2 {
		if k, ok := g.u.constInt(args[1]); ok {
			kind = int64(k.Low64() & 3)
		}
	}
	result := func(n num.Int) value { return value{v: g.bigInt(n), t: g.u.ast.SizeT} }
	if len(args) > 0 {
		if x, ok := g.u.pointed(args[0]); ok {
			end := x.size
			if kind&1 != 0 {
				end = x.partStart + x.part
			}
			return result(num.New(max(end-x.off, 0)))
		}
	}
	if kind&2 != 0 {
		return result(num.New(0))
	}
	return result(num.FromUint64(math.MaxUint64))
}

// pointed is what an expression points into.
func (u *unit) pointed(n cc.ExpressionNode) (extent, bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.pointed(n.AssignmentExpression)
		}
	case *cc.CastExpression:
		if isPtr(n.Type()) {
			return u.pointed(n.CastExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return u.pointed(n.ExpressionList)
		}
		if s := stringOf(n); s != nil {
			b, _, _ := u.stringBytes(s)
			return extent{size: int64(len(b)), part: int64(len(b))}, true
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			return u.extentOf(n.CastExpression)
		}
	case *cc.AdditiveExpression:
		x, ok := u.pointed(n.AdditiveExpression)
		k, constant := u.constInt(n.MultiplicativeExpression)
		e := elem(u.valueType(n.AdditiveExpression))
		if by, small := smallInt(k, constant); ok && small && e != nil {
			if n.Case == cc.AdditiveExpressionSub {
				by = -by
			}
			x.off += by * u.sizeof(e)
			return x, x.off >= 0
		}
		return extent{}, false
	}
	if isArray(u.designated(n)) {
		return u.extentOf(n)
	}
	return extent{}, false
}

// extentOf is the place of an object or of a part of one.
func (u *unit) extentOf(n cc.ExpressionNode) (extent, bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.extentOf(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return u.extentOf(n.ExpressionList)
		}
		d, ok := n.ResolvedTo().(*cc.Declarator)
		if n.Case != cc.PrimaryExpressionIdent || !ok || d.IsParam() || isFunc(d.Type()) || isVLA(d.Type()) || d.Type().IsIncomplete() {
			return extent{}, false
		}
		size := u.sizeof(d.Type())
		return extent{size: size, part: size}, true
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect:
			x, ok := u.extentOf(n.PostfixExpression)
			path, found := u.find(u.designated(n.PostfixExpression), n.Token2.SrcStr())
			if !ok || !found {
				return extent{}, false
			}
			for _, m := range path {
				x.off += m.off
				x.partStart, x.part = x.off, u.sizeof(m.t)
			}
			return x, true
		case cc.PostfixExpressionIndex:
			x, ok := u.pointed(n.PostfixExpression)
			k, constant := u.constInt(n.ExpressionList)
			e := elem(u.valueType(n.PostfixExpression))
			by, small := smallInt(k, constant)
			if !ok || !small || e == nil {
				return extent{}, false
			}
			x.off += by * u.sizeof(e)
			return x, x.off >= 0
		}
	}
	return extent{}, false
}
