package cgen

import (
	"fmt"
	"math/big"
	"strings"
)

// kind is what a type is.
type kind uint8

// The kinds. The integers come first, in the order of their rank.
const (
	kBool kind = iota
	kChar
	kSChar
	kUChar
	kShort
	kUShort
	kInt
	kUInt
	kLong
	kULong
	kLLong
	kULLong
	kInt128
	kUInt128
	kFloat
	kDouble
	kLDouble
	kVoid
	kPointer
	kArray
	kStruct
	kUnion
	kFunc
	numKinds
)

// kindRow says what is known of a kind. Sizes are those of x86-64 Linux, and of kinds that have one of their own.
type kindRow struct {
	name   string
	size   int // in bytes
	rank   int // of integers, 6.3.1.1
	signed bool
}

var kinds = [numKinds]kindRow{
	kBool: {"_Bool", 1, 0, false}, kChar: {"char", 1, 1, true}, kSChar: {"signed char", 1, 1, true}, kUChar: {"unsigned char", 1, 1, false},
	kShort: {"short", 2, 2, true}, kUShort: {"unsigned short", 2, 2, false}, kInt: {"int", 4, 3, true}, kUInt: {"unsigned", 4, 3, false},
	kLong: {"long", 8, 4, true}, kULong: {"unsigned long", 8, 4, false}, kLLong: {"long long", 8, 5, true}, kULLong: {"unsigned long long", 8, 5, false},
	kInt128: {"__int128", 16, 6, true}, kUInt128: {"unsigned __int128", 16, 6, false},
	kFloat: {"float", 4, 0, true}, kDouble: {"double", 8, 0, true}, kLDouble: {"long double", 16, 0, true},
	kVoid: {name: "void"}, kPointer: {size: 8}, kArray: {}, kStruct: {}, kUnion: {}, kFunc: {},
}

// typ is a type. Types are interned: two that are the same are one pointer.
type typ struct {
	kind     kind
	elem     *typ // of a pointer, an array; what a function returns
	len      int  // of an array
	tag      string
	fields   []*field
	params   []*typ
	variadic bool

	size, align int
	ptr         *typ
	arrays      map[int]*typ
}

// field is a member of a struct or union.
type field struct {
	name string
	typ  *typ
	off  int // in bytes; of a bit-field that of its container
	bit  int // first bit within the container
	bits int // width of a bit-field, else 0
}

// basic are the types without parts.
var basic = func() (out [numKinds]*typ) {
	for k, row := range kinds {
		out[k] = &typ{kind: kind(k), size: row.size, align: row.size}
	}
	return out
}()

func (t *typ) integer() bool    { return t.kind <= kUInt128 }
func (t *typ) float() bool      { return t.kind >= kFloat && t.kind <= kLDouble }
func (t *typ) arithmetic() bool { return t.kind <= kLDouble }
func (t *typ) record() bool     { return t.kind == kStruct || t.kind == kUnion }
func (t *typ) signed() bool     { return kinds[t.kind].signed }

// bits is the width of an integer type; that of _Bool is 1.
func (t *typ) bits() uint {
	if t.kind == kBool {
		return 1
	}
	return uint(8 * t.size)
}

// pointer is the type of pointers to t.
func (t *typ) pointer() *typ {
	if t.ptr == nil {
		t.ptr = &typ{kind: kPointer, elem: t, size: 8, align: 8}
	}
	return t.ptr
}

// array is the type of arrays of n elements of t.
func (t *typ) array(n int) *typ {
	if t.arrays == nil {
		t.arrays = map[int]*typ{}
	}
	if t.arrays[n] == nil {
		t.arrays[n] = &typ{kind: kArray, elem: t, len: n, size: n * t.size, align: t.align}
	}
	return t.arrays[n]
}

// fits reports whether an integer is a value of the type.
func (t *typ) fits(v *big.Int) bool { return fits(v, t.bits(), t.signed()) }

func fits(v *big.Int, bits uint, signed bool) bool {
	if !signed {
		return v.Sign() >= 0 && v.BitLen() <= int(bits)
	}
	if v.Sign() < 0 {
		return new(big.Int).Not(v).BitLen() < int(bits)
	}
	return v.BitLen() < int(bits)
}

// wrap is the value of that many bits that is congruent.
func wrap(v *big.Int, bits uint, signed bool) *big.Int {
	if fits(v, bits, signed) {
		return v
	}
	one := big.NewInt(1)
	mod := new(big.Int).Lsh(one, bits)
	out := new(big.Int).Mod(v, mod)
	if signed && out.Bit(int(bits)-1) == 1 {
		out.Sub(out, mod)
	}
	return out
}

// least and most are the ends of an integer type.
func (t *typ) least() *big.Int {
	if !t.signed() {
		return new(big.Int)
	}
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), t.bits()-1))
}

func (t *typ) most() *big.Int {
	n := t.bits()
	if t.signed() {
		n--
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
}

// unsigned is the unsigned type of the same size.
func (t *typ) unsigned() *typ {
	switch t.kind {
	case kChar, kSChar:
		return basic[kUChar]
	case kShort, kInt, kLong, kLLong, kInt128:
		return basic[t.kind+1]
	}
	return t
}

// promoted is the type of an integer after the integer promotions, 6.3.1.1. A bit-field whose width is less than that of int
// is an int.
func promoted(t *typ, bits int) *typ {
	if kinds[t.kind].rank < kinds[kInt].rank || bits > 0 && bits < 32 {
		return basic[kInt]
	}
	return t
}

// usual is the type of an operation on two arithmetic operands, 6.3.1.8, which have been promoted.
func usual(a, b *typ) *typ {
	if a.float() || b.float() {
		return basic[max(floatKind(a), floatKind(b))]
	}
	x, y := kinds[a.kind], kinds[b.kind]
	switch {
	case x.rank == y.rank && !x.signed:
		return a
	case x.rank == y.rank:
		return b
	case x.rank < y.rank:
		a, b, x, y = b, a, y, x
	}
	// a has the higher rank. It holds all values of an unsigned b if it is larger.
	if !x.signed || y.signed || a.size > b.size {
		return a
	}
	return a.unsigned()
}

func floatKind(t *typ) kind {
	if t.float() {
		return t.kind
	}
	return 0
}

// layout places the fields of a struct or union as the System V ABI does: a bit-field lies within a container of its type
// and starts the next one where it would not.
func (t *typ) layout() {
	bit, align, size := 0, 1, 0
	for _, f := range t.fields {
		a := f.typ.align
		switch {
		case f.bits > 0:
			width := 8 * f.typ.size
			if t.kind == kUnion {
				bit = 0
			}
			if bit%width+f.bits > width {
				bit = roundUp(bit, width)
			}
			f.off, f.bit = bit/width*f.typ.size, bit%width
			bit += f.bits
		default:
			if t.kind == kUnion {
				bit = 0
			}
			bit = roundUp(bit, 8*a)
			f.off = bit / 8
			bit += 8 * f.typ.size
		}
		align, size = max(align, a), max(size, (bit+7)/8)
	}
	t.align, t.size = align, roundUp(size, align)
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// String is the type's name without a declarator.
func (t *typ) String() string { return t.declare("") }

// declare is the declaration of a name with the type.
func (t *typ) declare(name string) string {
	switch t.kind {
	case kPointer:
		name = "*" + name
		if t.elem.kind == kArray || t.elem.kind == kFunc {
			name = "(" + name + ")"
		}
		return t.elem.declare(name)
	case kArray:
		return t.elem.declare(fmt.Sprintf("%s[%d]", name, t.len))
	case kFunc:
		return t.elem.declare(name + "(" + t.parameters(nil) + ")")
	}
	base := kinds[t.kind].name
	switch t.kind {
	case kStruct:
		base = "struct " + t.tag
	case kUnion:
		base = "union " + t.tag
	}
	if name == "" {
		return base
	}
	return base + " " + name
}

// parameters lists those of a function type, with names if there are any.
func (t *typ) parameters(names []*variable) string {
	var out []string
	for n, p := range t.params {
		if names != nil {
			out = append(out, names[n].declare())
		} else {
			out = append(out, p.String())
		}
	}
	if t.variadic {
		out = append(out, "...")
	}
	if len(out) == 0 {
		return "void"
	}
	return strings.Join(out, ", ")
}
