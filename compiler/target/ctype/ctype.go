// Package ctype says which type of C a value of the IR crosses a call as, and which pieces of such values
// the registers of a legal function hold. It is what legalization and the conventions of all targets share:
// where a C type is passed is the convention's business (compiler/amd64/abi).
//
// [OfIR] says which type of C a type of the IR is; a [Passing] which values of C the values of a call are
// that legalization has taken apart.
//
// Non-goals: complex types but for that of long double, a struct of two.
package ctype

import "github.com/tuffy-ir/tuffy/ir"

// Kind is the shape of a C type.
type Kind uint8

// The kinds.
const (
	Integer   Kind = iota // an int, bool, enumeration or pointer
	Float                 // float, double
	Vector                // __m64 to __m256
	Aggregate             // a struct, union or array
	Padding               // what no register holds: a member of an aggregate
	Memory                // what is passed in memory
	X87                   // a long double: in memory as an argument, and returned in a register of the x87
)

// Type is a C type: its size and alignment in bytes, and what an aggregate has inside. Members of
// a union have the same offset. A member whose offset is no multiple of its alignment makes a
// packed struct, which is passed in memory.
type Type struct {
	Kind    Kind
	Size    uint64
	Align   uint64
	Members []Member
}

// Member is a field of a struct or an element of an array.
type Member struct {
	Offset uint64
	Type   Type
}

// Int is an integer, truth value or pointer of so many bytes.
func Int(bytes uint64) Type { return Type{Kind: Integer, Size: bytes, Align: min(bytes, 16)} }

// Real is a float (4), double (8) or _Float16 (2).
func Real(bytes uint64) Type { return Type{Kind: Float, Size: bytes, Align: bytes} }

// Vec is a vector of so many bytes.
func Vec(bytes uint64) Type { return Type{Kind: Vector, Size: bytes, Align: bytes} }

// Struct is a struct of fields at their natural offsets.
func Struct(fields ...Type) Type {
	t := Type{Kind: Aggregate, Align: 1}
	for _, f := range fields {
		t.Size = up(t.Size, f.Align)
		t.Members = append(t.Members, Member{t.Size, f})
		t.Size += f.Size
		t.Align = max(t.Align, f.Align)
	}
	t.Size = up(t.Size, t.Align)
	return t
}

// Array is an array of n elements.
func Array(elem Type, n uint64) Type {
	t := Type{Kind: Aggregate, Align: elem.Align, Size: n * elem.Size}
	for i := range n {
		t.Members = append(t.Members, Member{i * elem.Size, elem})
	}
	return t
}

func up(n, align uint64) uint64 { return (n + align - 1) / align * align }

// LongDouble is a long double.
func LongDouble() Type { return Type{Kind: X87, Size: 16, Align: 16} }

// Classified is the type of size bytes whose eightbytes have the classes that an [ir.ABI] names.
func Classified(size, align uint64, classes string) Type {
	if classes == "xx" {
		return LongDouble()
	}
	t := Type{Kind: Aggregate, Size: up(size, 8), Align: align}
	for n := range len(classes) {
		m := Member{8 * uint64(n), Type{Size: 8, Align: 1}}
		switch classes[n] {
		case 'i':
		case 's':
			m.Type.Kind = Float
			for ; n+1 < len(classes) && classes[n+1] == 'u'; n++ {
				m.Type.Kind, m.Type.Size = Vector, m.Type.Size+8
			}
		case 'u': // part of what came before
			if n > 0 && (classes[n-1] == 's' || classes[n-1] == 'u') {
				continue
			}
			m.Type.Kind = Memory
		case 'n':
			m.Type.Kind = Padding
		default:
			return Type{Kind: Memory, Size: size, Align: align}
		}
		t.Members = append(t.Members, m)
	}
	return t
}

// OfIR is the C type that a value of type t is passed as.
//
// An int is a long, or of several words what words says: two are an __int128, more an array of
// longs. A byte(N) with N a power of two up to 16 is an unsigned integer of that size, else an array of
// N chars. f16, f32, f64 and f128 are _Float16, float, double and
// __float128, bf16 is __bf16, and f80 is long double. A vector of 64 or 128 bits is __m64 or __m128; one of a greater
// power of two is passed in memory, as C does where the processor is not known to have registers for
// it; one of any other size is an array of chars. A struct has its fields one after the other, as in
// memory: padding between them is spelled out, that at the end need not be. A struct with a field
// where C would not have it is one that is packed.
//
// words are the words of int number n of t, counted from 0 in the order of the fields.
func OfIR(t ir.Type, vscale uint64, words func(n int) uint64) Type {
	n := 0
	c := ofIR(t, vscale, words, &n)
	c.Size = up(c.Size, c.Align)
	return c
}

// ofIR is the C type as which t crosses a call. Ints take as many words as their claims need, which
// words tells by the number of the int in the order of fields; ints counts them. An aggregate whose
// fields are not where C would place them is packed.
func ofIR(t ir.Type, vscale uint64, words func(n int) uint64, ints *int) Type {
	switch t.Kind() {
	case ir.KindInt:
		*ints++
		w := words(*ints - 1)
		if w > 2 {
			return Type{Kind: Integer, Size: 8 * w, Align: 8}
		}
		return Int(8 * w)
	case ir.KindStruct, ir.KindArray:
		c, packed := Type{Kind: Aggregate, Align: 1}, false
		for n := range t.Len() {
			f, _ := t.Field(n)
			m := ofIR(f, vscale, words, ints)
			if m.Size == 0 {
				continue
			}
			c.Members = append(c.Members, Member{c.Size, m})
			packed = packed || c.Size%m.Align != 0
			c.Align = max(c.Align, m.Align)
			c.Size += m.Size
		}
		if packed {
			c.Align = 1
		}
		return c
	}
	size := t.FieldSize(vscale)
	switch {
	case t.Kind() == ir.KindPtr, t.Kind() == ir.KindBool, t.Kind() == ir.KindByte && size > 0 && size <= 16 && size&(size-1) == 0:
		return Int(size)
	case t == ir.F128, t.Kind() == ir.KindVec && (size == 8 || size == 16):
		return Vec(size)
	case t == ir.F80:
		return LongDouble()
	case t.Kind() == ir.KindFloat:
		return Real(size)
	case t.Kind() == ir.KindVec && size > 16 && size&(size-1) == 0:
		return Type{Kind: Integer, Size: size, Align: min(size, MaxAlign)}
	}
	return Type{Kind: Integer, Size: size, Align: 1}
}

// MaxAlign is the greatest alignment of an argument.
const MaxAlign = 64
