package cgen

import (
	"math/big"
	"strings"
)

// machine runs a program.
type machine struct {
	globals map[*variable]*object
	frames  []map[*variable]*object
	strings map[*expr]*object
	out     strings.Builder
	steps   int
}

// maxSteps bounds a run, in expressions.
const maxSteps = 60_000

// maxCalls bounds the depth of calls.
const maxCalls = 60

// object is that of a variable in scope.
func (m *machine) object(e *expr, v *variable) *object {
	if o := m.globals[v]; o != nil {
		return o
	}
	if o := m.frames[len(m.frames)-1][v]; o != nil {
		return o
	}
	fail(e, "a variable out of scope: "+v.name)
	return nil
}

// place is where an lvalue is.
func (m *machine) place(e *expr) place {
	switch e.op {
	case opVar:
		return place{m.object(e, e.v), 0, e.typ, nil}
	case opString:
		return m.literal(e)
	case opLiteral:
		// Each evaluation has an object of its own; what points to it is gone by then, so nobody can tell.
		o := newObject("a literal", e.typ.size, true)
		m.fill(e, place{o, 0, e.typ, nil}, e.init)
		return place{o, 0, e.typ, nil}
	case opDeref:
		p := m.eval(e.args[0]).p
		return place{p.obj, p.off, e.typ, nil}
	case opIndex:
		return m.index(e)
	case opField:
		p := m.place(e.args[0])
		return place{p.obj, p.off + e.fld.off, e.typ, bitField(e.fld)}
	case opArrow:
		p := m.eval(e.args[0]).p
		return place{p.obj, p.off + e.fld.off, e.typ, bitField(e.fld)}
	}
	panic("BUG: no lvalue")
}

func bitField(f *field) *field {
	if f.bits == 0 {
		return nil
	}
	return f
}

// literal is the object of a string literal.
func (m *machine) literal(e *expr) place {
	o := m.strings[e]
	if o == nil {
		o = newObject("a string", len(e.text)+1, true)
		for n := range len(e.text) {
			o.cells[n].b = e.text[n]
		}
		o.fixed = true
		m.strings[e] = o
	}
	return place{o, 0, e.typ, nil}
}

// index is an element. Of an array the index that is mended is taken within its length, of a pointer it is 0.
func (m *machine) index(e *expr) place {
	base, i := m.eval(e.args[0]).p, m.eval(e.args[1]).i
	if e.fix > 0 {
		if n := arrayLen(e.args[0]); n > 0 {
			i = new(big.Int).Mod(wrap(i, 64, false), big.NewInt(int64(n)))
		} else {
			i = new(big.Int)
		}
	}
	if n := arrayLen(e.args[0]); !i.IsInt64() || i.Int64() > 1<<30 || i.Int64() < -1<<30 || n > 0 && (i.Sign() < 0 || i.Int64() >= int64(n)) {
		fail(e, "an index outside of an array")
	}
	p := place{base.obj, base.off + int(i.Int64())*e.typ.size, e.typ, nil}
	p.at(e, e.typ.size)
	return p
}

// arrayLen is the length of an array that is indexed, 0 for a pointer.
func arrayLen(e *expr) int {
	if e.lvalue() && e.typ.kind == kArray {
		return e.typ.len
	}
	return 0
}

// eval is the value of an expression.
func (m *machine) eval(e *expr) value {
	if m.steps++; m.steps > maxSteps {
		fail(nil, "too many steps")
	}
	switch e.op {
	case opConst:
		return constant(e)
	case opFunc:
		return value{typ: e.typ, p: pointer{fn: e.fn}}
	case opVar, opString, opLiteral, opDeref, opIndex, opArrow:
		return load(e, m.place(e))
	case opField:
		if e.args[0].lvalue() {
			return load(e, m.place(e))
		}
		o := &object{cells: m.eval(e.args[0]).cells}
		return load(e, place{o, e.fld.off, e.typ, bitField(e.fld)})
	case opUnary:
		return m.unary(e)
	case opBinary:
		return m.binary(e)
	case opAnd, opOr:
		if a := m.eval(e.args[0]).isTrue(); a == (e.op == opOr) {
			return truth(a)
		}
		return truth(m.eval(e.args[1]).isTrue())
	case opCond:
		n := 2
		if m.eval(e.args[0]).isTrue() {
			n = 1
		}
		return convert(e, m.eval(e.args[n]), e.typ)
	case opComma:
		m.eval(e.args[0])
		return m.eval(e.args[1])
	case opAssign, opChange, opStep:
		return m.assign(e)
	case opCast:
		if e.fix > 0 {
			return convert(e, truth(true), e.typ)
		}
		return convert(e, m.eval(e.args[0]), e.typ)
	case opAddr:
		if a := e.args[0]; a.op == opFunc {
			return m.eval(a)
		}
		p := m.place(e.args[0])
		return value{typ: e.typ, p: pointer{obj: p.obj, off: p.off}}
	case opCall:
		return m.callOf(e)
	case opLibrary:
		return m.library(e)
	case opBlock:
		return m.block(e)
	case opGeneric:
		return m.eval(e.args[1+chosen(e)])
	case opSizeof:
		return integer(e.typ, big.NewInt(int64(e.args[0].typ.size)))
	}
	panic("BUG: no expression")
}

func constant(e *expr) value {
	switch {
	case e.typ.integer():
		return integer(e.typ, e.i)
	case e.typ.float():
		return rounded(e, e.typ, e.f, e.f.Sign() == 0 && e.f.Signbit())
	}
	return value{typ: e.typ}
}

// chosen is the arm of a generic selection.
func chosen(e *expr) int {
	other := 0
	for n, t := range e.kind {
		switch t {
		case e.args[0].typ:
			return n
		case nil:
			other = n
		}
	}
	return other
}

func (m *machine) unary(e *expr) value {
	v := m.eval(e.args[0])
	if e.sign == "!" {
		return truth(!v.isTrue())
	}
	v = convert(e, v, e.typ)
	switch {
	case e.sign == "+":
		return v
	case e.typ.kind == kLDouble:
		return value{typ: e.typ, l: new(big.Float).SetPrec(64).Neg(v.l)}
	case e.typ.float():
		return value{typ: e.typ, f: -v.f}
	case e.sign == "-" && e.fix == 0:
		out := new(big.Int).Neg(v.i)
		if e.typ.signed() && !e.typ.fits(out) {
			fail(e, "signed overflow")
		}
		return integer(e.typ, wrap(out, e.typ.bits(), e.typ.signed()))
	}
	return integer(e.typ, wrap(new(big.Int).Not(v.i), e.typ.bits(), e.typ.signed()))
}

func (m *machine) binary(e *expr) value {
	a, t := m.eval(e.args[0]), operandType(e)
	if leftOnly(e) {
		return convert(e, a, t)
	}
	b := m.eval(e.args[1])
	if a.typ.kind == kPointer || b.typ.kind == kPointer {
		return pointers(e, e.sign, a, b)
	}
	if e.sign == "<<" || e.sign == ">>" {
		return shifted(e, e.sign, convert(e, a, t), b, e.fix > 0)
	}
	a, b = convert(e, a, t), convert(e, b, t)
	if e.fix > 0 && (e.sign == "/" || e.sign == "%") {
		b.i = wrap(new(big.Int).Or(b.i, big.NewInt(1)), t.bits(), t.signed())
	}
	return arithmeticOn(e, e.sign, t, a, b, e.fix > 0)
}

// leftOnly reports whether a binary operation was mended so far that only its first operand is left.
func leftOnly(e *expr) bool {
	t := operandType(e)
	return e.fix > 1 || e.fix > 0 && t.float()
}

// operandType is the type that the operands of a binary operator are converted to.
func operandType(e *expr) *typ {
	a, b := e.args[0], e.args[1]
	if !a.typ.arithmetic() || !b.typ.arithmetic() {
		return e.typ
	}
	left := promotedOf(a)
	if e.sign == "<<" || e.sign == ">>" {
		return left
	}
	return usual(left, promotedOf(b))
}

func promotedOf(e *expr) *typ {
	if e.typ.float() {
		return e.typ
	}
	return promoted(e.typ, e.bits)
}

// pointers computes on pointers: sums, differences, comparisons.
func pointers(e *expr, sign string, a, b value) value {
	if b.typ.integer() {
		if sign == "==" || sign == "!=" {
			return truth(a.p.null() == (sign == "=="))
		}
		n := b.i
		if e.fix > 0 {
			n = new(big.Int)
		}
		if sign == "-" {
			n = new(big.Int).Neg(n)
		}
		p := a.p
		if p.obj == nil || !n.IsInt64() || n.Int64() > 1<<30 || n.Int64() < -1<<30 {
			fail(e, "a pointer that leaves its object")
		}
		if p.off += int(n.Int64()) * a.typ.elem.size; p.off < 0 || p.off > len(p.obj.cells) || p.obj.dead {
			fail(e, "a pointer that leaves its object")
		}
		return value{typ: a.typ, p: p}
	}
	same := a.p == b.p
	switch sign {
	case "==":
		return truth(same)
	case "!=":
		return truth(!same)
	}
	if a.p.obj != b.p.obj || a.p.obj == nil {
		fail(e, "pointers into two objects")
	}
	if sign == "-" {
		return integer(basic[kLong], big.NewInt(int64((a.p.off-b.p.off)/a.typ.elem.size)))
	}
	return compared(sign, a.p.off-b.p.off)
}

// assign is an assignment of any kind.
func (m *machine) assign(e *expr) value {
	p := m.place(e.args[0])
	var v, old value
	switch {
	case e.op == opAssign:
		v = m.eval(e.args[1])
	case e.op == opStep:
		old = load(e, p)
		v = m.changed(e, old, truth(true), e.sign[:1])
	default:
		b := m.eval(e.args[1])
		old = load(e, p)
		v = m.changed(e, old, b, strings.TrimSuffix(e.sign, "="))
	}
	v = convert(e, v, p.typ)
	store(e, p, v)
	if e.op == opStep && e.post && e.fix == 0 {
		return old
	}
	if p.fld != nil {
		return load(e, p)
	}
	return v
}

// changed is what a compound assignment computes. One that is mended is an exclusive or of integers, and 0 of floats.
func (m *machine) changed(e *expr, a, b value, sign string) value {
	if a.typ.kind == kPointer {
		return pointers(e, sign, a, b)
	}
	if e.fix > 0 {
		if a.typ.float() || b.typ.float() {
			return integer(basic[kInt], new(big.Int))
		}
		sign = "^"
	}
	left := a.typ
	if a.typ.integer() {
		left = promoted(a.typ, e.args[0].bits)
	}
	if sign == "<<" || sign == ">>" {
		return shifted(e, sign, convert(e, a, left), b, false)
	}
	right := b.typ
	if right.integer() {
		bits := 0
		if e.op == opChange {
			bits = e.args[1].bits
		}
		right = promoted(b.typ, bits)
	}
	t := usual(left, right)
	return arithmeticOn(e, sign, t, convert(e, a, t), convert(e, b, t), false)
}
