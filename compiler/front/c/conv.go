package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// convert is x as a value of type to, as an assignment or a cast converts it.
func (g *fn) convert(x value, to cc.Type) value {
	from := x.t
	switch {
	case isVoid(to):
		return value{t: to}
	case isVoid(from):
		g.u.fail(g.node, "the expression has no value: its type is void")
	case isRecord(from) != isRecord(to):
		g.u.fail(g.node, "a value of type %s cannot be converted to %s", from, to)
	case isRecord(to):
		return value{v: x.v, im: x.im, t: to}
	case isVector(to) || isVector(from):
		return g.convertVector(x, to)
	case isComplex(to):
		return g.toComplex(x, to)
	case isComplex(from):
		if isBool(strip(to)) && isInt(to) {
			return value{v: g.live().Unary(ir.OpBoolToInt, g.truth(x), g.o), t: to}
		}
		return g.convert(value{v: x.v, t: g.u.complexPart(from)}, to)
	case isInt(to):
		return value{v: g.toInt(x, to), t: to}
	case isFloat(to):
		ft := g.u.irType(to)
		switch {
		case isInt(from):
			op := ir.OpUIToFP
			if signed(from) {
				op = ir.OpSIToFP
			}
			return value{v: g.live().Convert(op, x.v, ft, g.o), t: to}
		case isFloat(from):
			if g.f.TypeOf(x.v) == ft {
				return value{v: x.v, t: to}
			}
			return value{v: g.live().Convert(ir.OpFPConvert, x.v, ft, g.o), t: to}
		}
	case isPtr(to), isArray(to), isFunc(to):
		if isInt(from) {
			if k, ok := g.constOf(x.v); ok && k.Sign() == 0 {
				return value{v: g.null(), t: to}
			}
			v := x.v
			if signed(from) {
				v = g.live().Extend(ir.OpZExt, v, 64, g.o)
			}
			return value{v: g.live().Convert(ir.OpIntToPtr, v, ir.Ptr, g.o), t: to}
		}
		if isPtrLike(from) {
			if isPtr(from) && isPtr(to) {
				g.aligned(x, to)
			}
			if isPtr(to) {
				g.exposesPadding(x, to)
			}
			return value{v: x.v, t: to}
		}
	}
	g.u.fail(g.node, "a value of type %s cannot be converted to %s", from, to)
	return x
}

// constOf is the number that v is, if it was just written.
func (g *fn) constOf(v ir.Value) (num.Int, bool) {
	if i := g.f.Def(v); i != ir.NoInst && g.f.Op(i) == ir.OpIConst {
		return g.f.IntConst(i), true
	}
	return num.Int{}, false
}

// toInt is x as an integer of type to.
func (g *fn) toInt(x value, to cc.Type) ir.Value {
	from := x.t
	if isBool(strip(to)) {
		if isInt(from) && isBool(strip(from)) {
			return x.v
		}
		return g.un(ir.OpBoolToInt, g.truth(x))
	}
	w := width(to)
	switch {
	case isFloat(from):
		op := ir.OpFPToUI
		if signed(to) {
			op = ir.OpFPToSI
		}
		return g.marked(ir.RuleFloatToInt, g.f.Result(g.live().Sized(op, w, g.o, x.v), 0), to)
	case isPtr(from), isArray(from), isFunc(from):
		v := g.usesPointer(g.un(ir.OpPtrToInt, x.v), x.t)
		if w == 64 && !signed(to) {
			return v
		}
		return g.extend(v, to)
	}
	if fits(from, to) {
		return x.v
	}
	return g.extend(x.v, to)
}

// extend is the value of an integer type that is congruent to v.
func (g *fn) extend(v ir.Value, t cc.Type) ir.Value {
	op := ir.OpZExt
	if signed(t) {
		op = ir.OpSExt
	}
	if k, ok := g.constOf(v); ok {
		return g.bigInt(wrap(k, t))
	}
	return g.live().Extend(op, v, width(t), g.o)
}

// fits reports whether every value of the integer type from is one of to.
func fits(from, to cc.Type) bool {
	fw, tw := width(from), width(to)
	switch {
	case signed(from) == signed(to):
		return fw <= tw
	case signed(to):
		return fw < tw
	}
	return false
}

// truth is whether a scalar is not zero.
func (g *fn) truth(x value) ir.Value {
	t := x.t
	switch {
	case isComplex(t):
		part := g.u.complexPart(t)
		return g.bin(ir.OpBOr, g.truth(value{v: x.v, t: part}), g.truth(value{v: x.im, t: part}))
	case isInt(t):
		if i := g.f.Def(x.v); i != ir.NoInst && g.f.Op(i) == ir.OpBoolToInt {
			return g.f.Arg(i, 0)
		}
		return g.un(ir.OpIntToBool, x.v)
	case isFloat(t):
		return g.compare(ir.FUNE, x.v, g.float(t, 0))
	case isPtr(t), isArray(t), isFunc(t):
		return g.un(ir.OpIntToBool, g.addressOf(x))
	}
	g.u.fail(g.node, "a value of type %s is neither true nor false", t)
	return 0
}

// float is a constant of a float type.
func (g *fn) float(t cc.Type, f float64) ir.Value {
	return g.floatConst(t, constant{kind: constFloat, f: f})
}

// fromPair is the complex value of the pair that crosses calls.
func (g *fn) fromPair(v ir.Value, t cc.Type) value {
	if intComplex(t) {
		l := place{p: g.temp(t), t: t, align: g.u.alignof(t)}
		g.store(v, l.p, g.u.sizeof(t), l.align)
		return g.read(l)
	}
	return value{v: g.live().ExtractValue(v, g.o, 0), im: g.live().ExtractValue(v, g.o, 1), t: t}
}

// pair is the value that crosses calls for a complex one.
func (g *fn) pair(x value) ir.Value {
	if intComplex(x.t) {
		p := g.temp(x.t)
		g.write(place{p: p, t: x.t, align: g.u.alignof(x.t)}, x)
		return g.load(p, g.u.sizeof(x.t), g.u.alignof(x.t), g.u.irType(x.t))
	}
	b := g.live()
	p := b.Poison(g.u.irType(x.t), g.o)
	return b.InsertValue(b.InsertValue(p, x.v, g.o, 0), x.im, g.o, 1)
}

// toComplex converts to a complex type.
func (g *fn) toComplex(x value, to cc.Type) value {
	part := g.u.complexPart(to)
	if isComplex(x.t) {
		from := g.u.complexPart(x.t)
		re := g.convert(value{v: x.v, t: from}, part)
		im := g.convert(value{v: x.im, t: from}, part)
		return value{v: re.v, im: im.v, t: to}
	}
	re := g.convert(x, part)
	im := g.convert(value{v: g.int(0), t: g.u.ast.Int}, part)
	return value{v: re.v, im: im.v, t: to}
}
