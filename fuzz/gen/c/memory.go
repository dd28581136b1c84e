package cgen

import (
	"math"
	"math/big"
)

// value is the value of an expression, by its type: an integer, a float or double, a long double, a pointer, or the bytes of a
// record.
type value struct {
	typ   *typ
	i     *big.Int
	f     float64
	l     *big.Float
	p     pointer
	cells []cell
}

// pointer is an address: of a byte of an object, or of a function. The zero pointer is null.
type pointer struct {
	obj *object
	off int
	fn  *function
}

func (p pointer) null() bool { return p.obj == nil && p.fn == nil }

// object is memory of a variable, a literal or malloc.
type object struct {
	cells []cell
	dead  bool
	fixed bool // it must not be written
	heap  bool
	name  string
}

// cell is a byte of memory.
type cell struct {
	known bool
	b     byte
	p     *pointer // b is byte number b of this pointer
}

// place is where an lvalue is.
type place struct {
	obj *object
	off int
	typ *typ
	fld *field // a bit-field
}

// fault says that an expression is undefined, or not what a program of this package should do.
type fault struct {
	e   *expr
	why string
}

func fail(e *expr, why string) { panic(fault{e, why}) }

// newObject makes an object whose bytes are not known, or zero.
func newObject(name string, size int, zero bool) *object {
	o := &object{cells: make([]cell, size), name: name}
	if zero {
		for n := range o.cells {
			o.cells[n].known = true
		}
	}
	return o
}

// at checks an access.
func (p place) at(e *expr, size int) []cell {
	switch {
	case p.obj == nil:
		fail(e, "null pointer")
	case p.obj.dead:
		fail(e, "an object that has ended")
	case p.off < 0 || p.off+size > len(p.obj.cells):
		fail(e, "outside of an object")
	}
	return p.obj.cells[p.off : p.off+size]
}

// load reads an lvalue. An array is the pointer to its first element.
func load(e *expr, p place) value {
	t := p.typ
	switch t.kind {
	case kArray:
		return value{typ: t.elem.pointer(), p: pointer{obj: p.obj, off: p.off}}
	case kFunc:
		fail(e, "no object")
	}
	cells := p.at(e, t.size)
	out := value{typ: t}
	switch {
	case t.record():
		out.cells = append([]cell(nil), cells...)
		return out
	case t.kind == kPointer:
		first := cells[0].p
		for n, c := range cells {
			switch {
			case !c.known:
				fail(e, "an indeterminate pointer")
			case c.p == nil && c.b != 0 || c.p != nil && (first == nil || *c.p != *first || int(c.b) != n):
				fail(e, "bytes that are no pointer")
			}
		}
		if first != nil {
			out.p = *first
		}
		return out
	}
	return fromBytes(e, t, p.fld, cells)
}

// numberAt is the integer of bytes, which must be known.
func numberAt(e *expr, cells []cell, size int) *big.Int {
	raw := make([]byte, size)
	for n := range size {
		if c := cells[n]; !c.known || c.p != nil {
			fail(e, "an indeterminate value")
		}
		raw[size-1-n] = cells[n].b
	}
	return new(big.Int).SetBytes(raw)
}

// fromBytes is a number in memory.
func fromBytes(e *expr, t *typ, f *field, cells []cell) value {
	out := value{typ: t}
	switch {
	case t.integer():
		v := numberAt(e, cells, t.size)
		width := uint(8 * t.size)
		if f != nil {
			v.Rsh(v, uint(f.bit))
			width = uint(f.bits)
		}
		if t.kind == kBool && f == nil && v.BitLen() > 1 {
			fail(e, "no value of _Bool")
		}
		out.i = wrap(v, width, t.signed())
	case t.kind == kFloat:
		out.f = float64(math.Float32frombits(uint32(numberAt(e, cells, 4).Uint64())))
	case t.kind == kDouble:
		out.f = math.Float64frombits(numberAt(e, cells, 8).Uint64())
	default:
		v := numberAt(e, cells, 10)
		m := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
		exp := int(new(big.Int).Rsh(v, 64).Uint64())
		out.l = new(big.Float).SetPrec(64).SetInt(m)
		out.l.SetMantExp(out.l, exp&0x7fff-16383-63)
		if exp&0x8000 != 0 {
			out.l.Neg(out.l)
		}
	}
	if t.float() && (math.IsNaN(out.f) || math.IsInf(out.f, 0)) {
		fail(e, "no finite number")
	}
	return out
}

// store writes a value of the type of the place.
func store(e *expr, p place, v value) {
	t := p.typ
	cells := p.at(e, t.size)
	if p.obj.fixed {
		fail(e, "a constant object is written")
	}
	switch {
	case t.record():
		copy(cells, v.cells)
	case t.kind == kPointer:
		for n := range cells {
			cells[n] = cell{known: true}
			if !v.p.null() {
				cells[n] = cell{true, byte(n), &v.p}
			}
		}
	case t.integer() && p.fld != nil:
		storeBits(cells, p.fld, v.i)
	case t.integer():
		storeNumber(cells, v.i, t.size)
	case t.kind == kFloat:
		storeNumber(cells, new(big.Int).SetUint64(uint64(math.Float32bits(float32(v.f)))), 4)
	case t.kind == kDouble:
		storeNumber(cells, new(big.Int).SetUint64(math.Float64bits(v.f)), 8)
	default:
		storeNumber(cells, extended(v.l), 10)
		for n := 10; n < 16; n++ {
			cells[n] = cell{}
		}
	}
}

// extended is the format of the x87.
func extended(v *big.Float) *big.Int {
	out := new(big.Int)
	if v.Sign() != 0 {
		m := new(big.Float)
		exp := v.MantExp(m)
		m.SetMantExp(m.Abs(m), 64)
		m.Int(out)
		out.Or(out, new(big.Int).Lsh(big.NewInt(int64(exp+16382)), 64))
	}
	if v.Signbit() {
		out.SetBit(out, 79, 1)
	}
	return out
}

func storeNumber(cells []cell, v *big.Int, size int) {
	raw := wrap(v, uint(8*size), false).FillBytes(make([]byte, size))
	for n := range size {
		cells[n] = cell{known: true, b: raw[size-1-n]}
	}
}

// storeBits writes a bit-field. A byte of which only some bits were written is known from then on: programs give every
// bit-field a value before they read one.
func storeBits(cells []cell, f *field, v *big.Int) {
	for n := range f.bits {
		c := &cells[(f.bit+n)/8]
		c.known = true
		c.b &^= 1 << ((f.bit + n) % 8)
		c.b |= byte(wrap(v, uint(f.bits), false).Bit(n)) << ((f.bit + n) % 8)
	}
}
