package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// vectorElem is the type of the elements of a vector.
func vectorElem(u *unit, t cc.Type) cc.Type {
	if a, ok := t.(*cc.ArrayType); ok {
		return a.Elem()
	}
	k := t.Kind()
	for _, e := range []cc.Type{u.ast.Char, u.ast.SChar, u.ast.UChar, u.ast.Short, u.ast.UShort, u.ast.Int, u.ast.UInt, u.ast.Long,
		u.ast.ULong, u.ast.LongLong, u.ast.ULongLong, u.ast.Float, u.ast.Double} {
		if e.Kind() == k {
			return e
		}
	}
	u.unsupported(nil, "vectors of %s are not supported", t)
	return nil
}

// lanes is the elements of a vector as values, and together what they make.
func (g *fn) lanes(x value) []value {
	e := vectorElem(g.u, x.t)
	size := g.u.sizeof(e)
	p := g.temp(x.t)
	g.store(x.v, p, x.t.VectorSize(), 1)
	var all []value
	for off := int64(0); off < x.t.VectorSize(); off += size {
		all = append(all, g.read(place{p: g.offset(p, off), t: e, align: size}))
	}
	return all
}

func (g *fn) fromLanes(t cc.Type, all []value) value {
	e := vectorElem(g.u, t)
	size := g.u.sizeof(e)
	p := g.temp(t)
	for i, x := range all {
		g.write(place{p: g.offset(p, int64(i)*size), t: e, align: size}, g.convert(x, e))
	}
	return value{v: g.load(p, t.VectorSize(), 1, g.u.irType(t)), t: t}
}

// splat is a scalar in all elements of a vector.
func (g *fn) splat(x value, t cc.Type) value {
	e := vectorElem(g.u, t)
	if l, ok := g.laneOf(e, false); ok {
		return value{v: g.laneSplat(l, g.u.irType(t), g.convert(x, e).v), t: t}
	}
	var all []value
	for n := t.VectorSize() / g.u.sizeof(e); n > 0; n-- {
		all = append(all, x)
	}
	return g.fromLanes(t, all)
}

// convertVector reinterprets the bytes of a vector.
func (g *fn) convertVector(x value, to cc.Type) value {
	if isVector(x.t) && isVector(to) && x.t.VectorSize() == to.VectorSize() {
		return value{v: x.v, t: to}
	}
	if isVector(to) && isArithmetic(x.t) && !isVector(x.t) && g.u.sizeof(x.t) == to.VectorSize() {
		return value{v: g.live().Convert(ir.OpBitCast, x.v, g.u.irType(to), g.o), t: to}
	}
	if isVector(x.t) && isInt(to) && g.u.sizeof(to) == x.t.VectorSize() {
		v := g.live().Convert(ir.OpBitCast, x.v, ir.Int, g.o)
		return value{v: g.extend(v, to), t: to}
	}
	g.u.fail(g.node, "a value of type %s cannot be converted to %s", x.t, to)
	return x
}

// vectorArith is an operation lane by lane. Signed lanes wrap, as gcc's vector instructions do; a comparison gives
// -1 or 0.
func (g *fn) vectorArith(op binOp, x, y value) value {
	if !isVector(x.t) {
		x = g.splat(x, y.t)
	}
	if !isVector(y.t) {
		y = g.splat(y, x.t)
	}
	e := vectorElem(g.u, x.t)
	if x.t.VectorSize() == y.t.VectorSize() && g.u.sizeof(e) == g.u.sizeof(vectorElem(g.u, y.t)) {
		t := x.t
		if op >= opEq {
			t = g.u.maskType(x.t)
		}
		if v, ok := g.laneOp(op, x, y, e, t); ok {
			return value{v: v, t: t}
		}
	}
	a, b := g.lanes(x), g.lanes(y)
	if len(a) != len(b) {
		g.u.fail(g.node, "the vectors have %d and %d elements", len(a), len(b))
	}
	t := x.t
	if op >= opEq {
		t = g.u.maskType(x.t)
	}
	var r []value
	for i := range a {
		switch {
		case op >= opEq:
			c := g.un(ir.OpBoolToInt, g.comparison(op, a[i], b[i]))
			r = append(r, value{v: g.bin(ir.OpSub, g.int(0), c), t: g.u.ast.Int})
		case isInt(e) && (op == opAdd || op == opSub || op == opMul):
			o := map[binOp]ir.Op{opAdd: ir.OpAdd, opSub: ir.OpSub, opMul: ir.OpMul}[op]
			r = append(r, value{v: g.extend(g.bin(o, a[i].v, b[i].v), e), t: e})
		default:
			r = append(r, g.arith(op, a[i], b[i]))
		}
	}
	return g.fromLanes(t, r)
}

// vectorUnary is an operation on each element.
func (g *fn) vectorUnary(n *cc.UnaryExpression, x value) value {
	var r []value
	e := vectorElem(g.u, x.t)
	if l, ok := g.laneOf(e, false); ok {
		switch {
		case n.Case == cc.UnaryExpressionMinus && l.Kind == ir.LaneF:
			return value{v: g.vec(ir.OpVecFNeg, ir.Attr{Lane: l}, nil, x.v), t: x.t}
		case n.Case == cc.UnaryExpressionMinus:
			return value{v: g.vec(ir.OpVecSub, ir.Attr{Lane: l}, nil, g.laneSplat(l, g.f.TypeOf(x.v), g.int(0)), x.v), t: x.t}
		case n.Case == cc.UnaryExpressionCpl && l.Kind == ir.LaneI:
			return value{v: g.vec(ir.OpVecXor, ir.Attr{Lane: l}, nil, x.v, g.laneSplat(l, g.f.TypeOf(x.v), g.int(-1))), t: x.t}
		}
	}
	for _, l := range g.lanes(x) {
		switch {
		case n.Case == cc.UnaryExpressionMinus && isFloat(e):
			r = append(r, value{v: g.un(ir.OpFNeg, l.v), t: e})
		case n.Case == cc.UnaryExpressionMinus:
			r = append(r, value{v: g.extend(g.bin(ir.OpSub, g.int(0), l.v), e), t: e})
		case n.Case == cc.UnaryExpressionCpl:
			r = append(r, value{v: g.extend(g.un(ir.OpNot, l.v), e), t: e})
		default:
			r = append(r, l)
		}
	}
	return g.fromLanes(x.t, r)
}
