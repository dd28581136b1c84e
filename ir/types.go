package ir

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Type is an interned type: two types are the same exactly when their handles are equal.
// Scalar, pointer, byte and vector types are encoded in the handle itself; aggregates are
// indices into a process-wide append-only table. The zero Type is invalid.
// A handle means the same in all modules of a process and nothing outside of it: files have the text.
type Type uint32

// TypeKind is the shape of a [Type].
type TypeKind uint8

// The kinds of types (book, "Type System").
const (
	KindInvalid TypeKind = iota
	KindInt
	KindBool
	KindUnit
	KindMem
	KindPtr
	KindByte
	KindFloat
	KindVec
	KindStruct
	KindArray
)

const (
	// The handle is kind in the low bits and payload above: a width, an address space, a format, or a table index.
	typeKindBits = 4
	typeKindMask = 1<<typeKindBits - 1
	// MaxTypePayload bounds address spaces, byte(N) sizes and vector widths in bits.
	MaxTypePayload = 1<<27 - 1
	vecScalable    = 1 << 27
)

// Float formats, in the order of their handles.
const (
	fmtBF16 = iota
	fmtF16
	fmtF32
	fmtF64
	fmtF128
	fmtF80
)

// The types without parameters.
const (
	Int  = Type(KindInt)
	Bool = Type(KindBool)
	Unit = Type(KindUnit)
	Mem  = Type(KindMem)
	Ptr  = Type(KindPtr) // address space 0
	BF16 = Type(KindFloat) | fmtBF16<<typeKindBits
	F16  = Type(KindFloat) | fmtF16<<typeKindBits
	F32  = Type(KindFloat) | fmtF32<<typeKindBits
	F64  = Type(KindFloat) | fmtF64<<typeKindBits
	F128 = Type(KindFloat) | fmtF128<<typeKindBits
	F80  = Type(KindFloat) | fmtF80<<typeKindBits
)

// Sizes in bytes of the types that have no size of their own or a conventional one.
const (
	// PtrBytes is the size of a pointer of any address space.
	PtrBytes = 8
	// IntBytes is the size of an int that is a field of an aggregate: the real texts store
	// struct{int, bool} in 9 bytes.
	IntBytes = 8
	// VaListBytes is the size of a list of arguments, as va_start makes it: that of System V's va_list.
	VaListBytes = 24
	// JumpBytes is the size of what setjmp fills: that of the jmp_buf of C libraries on x86-64.
	JumpBytes = 200
	// MaxTypeDepth bounds the nesting of aggregates.
	MaxTypeDepth = 64
	// MaxTypeBytes bounds the size of an aggregate.
	MaxTypeBytes = 1 << 31
	// MaxTypeFields bounds the number of scalar leaves of an aggregate.
	MaxTypeFields = 1 << 16
)

// aggregate is the table entry of a struct (elem invalid) or an array.
// An entry is never changed after it was published.
type aggregate struct {
	fields []Type // struct
	elem   Type   // array
	count  uint64 // array
	size   uint64 // at vscale 1, bytes
	scaled uint64 // bytes that are multiplied by vscale
	depth  int
	leaves uint64
}

// The table is read without a lock: a new list shares the old entries, which never change, and is published whole.
var aggregates struct {
	mu    sync.Mutex
	byKey map[string]Type
	list  atomic.Pointer[[]aggregate]
}

// Kind returns the shape of t.
func (t Type) Kind() TypeKind { return TypeKind(t & typeKindMask) }

// payload is what the kind says about its bits.
func (t Type) payload() uint32 { return uint32(t) >> typeKindBits }

// PtrIn is the pointer type of address space as, which is at most [MaxTypePayload].
func PtrIn(as uint32) Type { return makeType(KindPtr, as) }

// Bytes is byte(n): n bytes of raw memory.
func Bytes(n uint32) Type { return makeType(KindByte, n) }

// Vec is the vector of the given width in bits, a multiple of 8; scalable vectors have
// vscale times that width.
func Vec(bits uint32, scalable bool) Type {
	t := makeType(KindVec, bits)
	if scalable {
		t |= vecScalable << typeKindBits
	}
	return t
}

// makeType packs a handle.
// A payload out of range is a mistake of ours: callers that take numbers from users check first.
func makeType(k TypeKind, payload uint32) Type {
	if payload > MaxTypePayload {
		panic(fmt.Sprintf("BUG: type payload %d out of range", payload))
	}
	return Type(k) | Type(payload)<<typeKindBits
}

// Struct is struct{fields...}. It fails when the type is nested deeper than [MaxTypeDepth],
// larger than [MaxTypeBytes], or has a field that cannot be stored (mem).
// Fields lie one behind the other without padding.
func Struct(fields ...Type) (Type, error) {
	a := aggregate{fields: append([]Type(nil), fields...)}
	for _, f := range fields {
		if err := a.add(f, 1); err != nil {
			return 0, err
		}
	}
	return a.intern()
}

// Array is [elem; count], with the same limits as [Struct].
func Array(elem Type, count uint64) (Type, error) {
	a := aggregate{elem: elem, count: count}
	if err := a.add(elem, count); err != nil {
		return 0, err
	}
	return a.intern()
}

// add accounts for n fields of type t.
// Each product is tested before it is made, so none wraps.
func (a *aggregate) add(t Type, n uint64) error {
	if t.Kind() == KindMem || t.Kind() == KindInvalid {
		return fmt.Errorf("a field of type %s cannot be stored", t)
	}
	fixed, scaled, leaves, depth := t.extent()
	if n > MaxTypeBytes || fixed*n > MaxTypeBytes || scaled*n > MaxTypeBytes {
		return fmt.Errorf("aggregate is larger than the limit of %d bytes", MaxTypeBytes)
	}
	if leaves > 0 && n > MaxTypeFields/leaves {
		return fmt.Errorf("aggregate has more than the limit of %d scalar fields", MaxTypeFields)
	}
	a.size += fixed * n
	a.scaled += scaled * n
	a.leaves += leaves * n
	a.depth = max(a.depth, depth+1)
	return nil
}

// extent returns the bytes of t at vscale 0, the bytes per unit of vscale, the number of
// scalar leaves (at least 1) and the nesting depth.
// It is constant time: an aggregate has the sums of its fields.
func (t Type) extent() (fixed, scaled, leaves uint64, depth int) {
	switch t.Kind() {
	case KindInt:
		return IntBytes, 0, 1, 0
	case KindBool:
		return 1, 0, 1, 0
	case KindPtr:
		return PtrBytes, 0, 1, 0
	case KindByte:
		return uint64(t.payload()), 0, 1, 0
	case KindFloat:
		return uint64(t.FloatBits() / 8), 0, 1, 0
	case KindVec:
		if t.Scalable() {
			return 0, uint64(t.VecBits() / 8), 1, 0
		}
		return uint64(t.VecBits() / 8), 0, 1, 0
	case KindStruct, KindArray:
		a := t.aggregate()
		return a.size, a.scaled, max(a.leaves, 1), a.depth
	}
	return 0, 0, 1, 0
}

// intern gives the aggregate its handle: that of an equal one if there is one, which makes equality of
// handles equality of types.
// The limits are checked here as well, for the sums.
func (a *aggregate) intern() (Type, error) {
	if a.depth > MaxTypeDepth {
		return 0, fmt.Errorf("type is nested deeper than the limit of %d", MaxTypeDepth)
	}
	if a.size > MaxTypeBytes || a.scaled > MaxTypeBytes {
		return 0, fmt.Errorf("aggregate is larger than the limit of %d bytes", MaxTypeBytes)
	}
	if a.leaves > MaxTypeFields {
		return 0, fmt.Errorf("aggregate has more than the limit of %d scalar fields", MaxTypeFields)
	}
	kind, key := KindStruct, []byte{'s'}
	if a.elem != 0 {
		kind = KindArray
		key = append(strconv.AppendUint([]byte{'a'}, uint64(a.elem), 36), ';')
		key = strconv.AppendUint(key, a.count, 36)
	}
	for _, f := range a.fields {
		key = append(strconv.AppendUint(key, uint64(f), 36), ',')
	}
	aggregates.mu.Lock()
	defer aggregates.mu.Unlock()
	if t, ok := aggregates.byKey[string(key)]; ok {
		return t, nil
	}
	var list []aggregate
	if p := aggregates.list.Load(); p != nil {
		list = *p
	}
	if len(list) >= MaxTypePayload {
		return 0, fmt.Errorf("more than %d distinct aggregate types", MaxTypePayload)
	}
	t := makeType(kind, uint32(len(list)))
	list = append(list, *a)
	aggregates.list.Store(&list)
	if aggregates.byKey == nil {
		aggregates.byKey = map[string]Type{}
	}
	aggregates.byKey[string(key)] = t
	return t, nil
}

// aggregate is the table entry; only of structs and arrays.
func (t Type) aggregate() *aggregate {
	return &(*aggregates.list.Load())[t.payload()]
}

// AddrSpace returns the address space of a pointer type.
func (t Type) AddrSpace() uint32 { return t.payload() }

// ByteLen returns N of byte(N).
func (t Type) ByteLen() uint32 { return t.payload() }

// VecBits returns the width in bits of a vector type, per unit of vscale if scalable.
func (t Type) VecBits() uint32 { return t.payload() &^ vecScalable }

// Scalable reports whether a vector type is scaled by vscale.
func (t Type) Scalable() bool { return t.payload()&vecScalable != 0 }

// FloatBits returns the width in bits of a float type.
func (t Type) FloatBits() int { return [...]int{16, 16, 32, 64, 128, 80}[t.payload()] }

// IsWideFloat reports whether t is a float of more than 64 bits, f80 or f128: its constants are in the
// pool of the function, and its values are two words.
func (t Type) IsWideFloat() bool { return t == F80 || t == F128 }

// Fields returns the field types of a struct; the caller must not change them.
// It is for structs, Elem for arrays.
func (t Type) Fields() []Type { return t.aggregate().fields }

// Elem returns the element type of an array.
func (t Type) Elem() Type { return t.aggregate().elem }

// Len returns the number of elements of an array or of fields of a struct.
func (t Type) Len() uint64 {
	if t.Kind() == KindArray {
		return t.aggregate().count
	}
	return uint64(len(t.aggregate().fields))
}

// IsAggregate reports whether t is a struct or an array.
func (t Type) IsAggregate() bool { return t.Kind() == KindStruct || t.Kind() == KindArray }

// Field returns the type of field i of an aggregate; ok is false if there is none.
func (t Type) Field(i uint64) (f Type, ok bool) {
	switch {
	case !t.IsAggregate() || i >= t.Len():
		return 0, false
	case t.Kind() == KindArray:
		return t.Elem(), true
	}
	return t.Fields()[i], true
}

// At returns the type found by following the field path into t.
// An empty path is t itself.
func (t Type) At(path []uint32) (f Type, ok bool) {
	for _, i := range path {
		if t, ok = t.Field(uint64(i)); !ok {
			return 0, false
		}
	}
	return t, t != 0
}

// Size returns the bytes that a value of type t takes in memory. Aggregates are laid out as
// written, without padding; an int inside one takes [IntBytes]. A bare int takes the size
// that the instruction names, so for it, and for mem, ok is false.
// vscale counts only where the type is scalable.
func (t Type) Size(vscale uint64) (n uint64, ok bool) {
	if t == Int || t == Mem || t == 0 {
		return 0, false
	}
	fixed, scaled, _, _ := t.extent()
	return fixed + scaled*vscale, true
}

// FieldSize is [Type.Size] for a field of an aggregate, where int takes [IntBytes].
func (t Type) FieldSize(vscale uint64) uint64 {
	fixed, scaled, _, _ := t.extent()
	return fixed + scaled*vscale
}

// HasScalable reports whether the size of t depends on vscale.
func (t Type) HasScalable() bool {
	_, scaled, _, _ := t.extent()
	return scaled != 0
}

// String writes t as in the text format.
func (t Type) String() string {
	switch t.Kind() {
	case KindInt:
		return "int"
	case KindBool:
		return "bool"
	case KindUnit:
		return "unit"
	case KindMem:
		return "mem"
	case KindPtr:
		if t == Ptr {
			return "ptr"
		}
		return fmt.Sprintf("ptr(%d)", t.AddrSpace())
	case KindByte:
		return fmt.Sprintf("byte(%d)", t.ByteLen())
	case KindFloat:
		return [...]string{"bf16", "f16", "f32", "f64", "f128", "f80"}[t.payload()]
	case KindVec:
		if t.Scalable() {
			return fmt.Sprintf("vec<vscale x %d>", t.VecBits())
		}
		return fmt.Sprintf("vec<%d>", t.VecBits())
	case KindStruct:
		var s []string
		for _, f := range t.Fields() {
			s = append(s, f.String())
		}
		return "struct{" + strings.Join(s, ", ") + "}"
	case KindArray:
		return fmt.Sprintf("[%s; %d]", t.Elem(), t.Len())
	}
	return "invalid"
}
