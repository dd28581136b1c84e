package c

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// readField reads a bit-field.
func (g *fn) readField(l place) value {
	b := l.field
	v := g.load(l.p, b.bytesOf(), 1, ir.Int)
	g.needsValue(l, v)
	g.needsBits(l, v)
	if b.shift > 0 {
		v = g.bin(ir.OpShr, v, g.int(int64(b.shift)))
	}
	op := ir.OpZExt
	if signed(b.t) {
		op = ir.OpSExt
	}
	return g.u.fieldTyped(value{v: g.live().Extend(op, v, b.width, g.o)}, b)
}

// fieldTyped gives a value that was read from a bit-field its type: int if that holds all its values (C11 6.3.1.1).
func (u *unit) fieldTyped(x value, b *bitField) value {
	x.t, x.prec = b.t, 0
	switch {
	case isBool(strip(b.t)):
	case b.width < 32 || b.width == 32 && signed(b.t):
		x.t = u.ast.Int
	case b.width == 32:
		x.t = u.ast.UInt
	case b.width < width(b.t):
		x.prec = b.width
	}
	return x
}

// bitFieldOf is the bit-field that an expression designates, nil if none.
func (u *unit) bitFieldOf(n cc.ExpressionNode) *bitField {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n != nil && n.ExpressionList == nil {
			return u.bitFieldOf(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return u.bitFieldOf(n.ExpressionList)
		}
	case *cc.AssignmentExpression:
		return u.bitFieldOf(n.UnaryExpression)
	case *cc.PostfixExpression:
		var t cc.Type
		switch n.Case {
		case cc.PostfixExpressionSelect:
			t = u.designated(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			t = elem(u.valueType(n.PostfixExpression))
		}
		if t != nil && isRecord(t) {
			if path, ok := u.find(t, n.Token2.SrcStr()); ok {
				return path[len(path)-1].bits
			}
		}
	}
	return nil
}

// level gives two integers of which one is a bit-field that is wider than an int the type that gcc computes in: that of the one with more bits,
// and of two with as many the unsigned one.
func (g *fn) level(x, y value) (value, value) {
	if x.prec == 0 && y.prec == 0 || !isInt(x.t) || !isInt(y.t) || isVector(x.t) || isVector(y.t) {
		return x, y
	}
	bits := func(v value) (n uint32, sign bool) {
		if v.prec > 0 {
			return v.prec, signed(v.t)
		}
		t := promote(v.t)
		return width(t), signed(t)
	}
	p, sign := bits(x)
	if q, other := bits(y); q > p {
		p, sign = q, other
	} else if q == p {
		sign = sign && other
	}
	if p > width(g.u.ast.Long) {
		return x, y
	}
	t := g.u.ast.ULong
	if sign {
		t = g.u.ast.Long
	}
	return g.narrow(g.convert(x, t), p), g.narrow(g.convert(y, t), p)
}

// precision is how many bits gcc computes with where an operand is a bit-field that is wider than an int: the more of
// the two operands; 0 if it is all of the type.
func precision(x, y value) uint32 {
	if x.prec == 0 && y.prec == 0 {
		return 0
	}
	of := func(v value) uint32 {
		if v.prec > 0 {
			return v.prec
		}
		return width(promote(v.t))
	}
	p := max(of(x), of(y))
	if p == x.prec || p == y.prec {
		return p
	}
	return 0
}

// narrow is the result of arithmetic on bit-fields.
func (g *fn) narrow(x value, prec uint32) value {
	if prec == 0 || !isInt(x.t) || prec >= width(x.t) {
		return x
	}
	op := ir.OpZExt
	if signed(x.t) {
		op = ir.OpSExt
	}
	return value{v: g.live().Extend(op, x.v, prec, g.o), t: x.t, prec: prec}
}

// writeField writes a bit-field and leaves its neighbours. What they hold is read frozen, since they may not have
// been written yet: then they become unspecified numbers.
func (g *fn) writeField(l place, v ir.Value) {
	b := l.field
	n := b.bytesOf()
	if b.shift == 0 && int64(b.width) == 8*n {
		g.store(v, l.p, n, 1)
		return
	}
	raw := g.un(ir.OpFreeze, g.load(l.p, n, 1, ir.Bytes(uint32(n))))
	if g.knownByBit(l) {
		g.check("tuffy.field", l.p, g.int(n), g.int(int64(b.shift)), g.int(int64(b.width)), v)
		return
	}
	old := g.live().Convert(ir.OpBitCast, raw, ir.Int, g.o)
	part := g.live().Extend(ir.OpZExt, v, b.width, g.o)
	if b.shift > 0 {
		low := g.live().Extend(ir.OpZExt, old, b.shift, g.o)
		part = g.bin(ir.OpOr, g.bin(ir.OpShl, part, g.int(int64(b.shift))), low)
	}
	high := g.bin(ir.OpShr, old, g.int(int64(b.shift+b.width)))
	whole := g.bin(ir.OpOr, part, g.bin(ir.OpShl, high, g.int(int64(b.shift+b.width))))
	g.store(whole, l.p, n, 1)
}

// knownByBit reports whether it is to be known which bits of the bytes of a bit-field were written: not of objects that have a value
// from the start.
func (g *fn) knownByBit(l place) bool {
	if !g.u.o.Checks || g.b == nil || g.volatile > 0 || l.node == nil {
		return false
	}
	d := rootOf(l.node)
	return d == nil || isLocal(d) || d.IsParam()
}

// needsBits says of a bit-field that was read as v that it must have been written.
func (g *fn) needsBits(l place, v ir.Value) {
	i := g.f.Def(v)
	if !g.knownByBit(l) || i == ir.NoInst || g.drops[bare(l.node)] || g.u.inUnion(l.node) || !slices.Contains(ir.Rules[ir.RuleField].Ops, g.f.Op(i)) {
		return
	}
	storage := "other"
	if g.f.Mark(i).Rule == ir.RuleIndeterminate {
		storage = "automatic"
	}
	g.f.SetMark(i, ir.Mark{Rule: ir.RuleField, Type: fmt.Sprintf("%d %d %s %s", l.field.shift, l.field.width, storage, sourceText(bare(l.node)))})
}

// fieldValue is what a bit-field holds of a value that was stored: the value of the assignment.
func (g *fn) fieldValue(l place, v ir.Value) ir.Value {
	b := l.field
	op := ir.OpZExt
	if signed(b.t) {
		op = ir.OpSExt
	}
	return g.live().Extend(op, v, b.width, g.o)
}
