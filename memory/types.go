package memory

import "fmt"

// AllocID names an allocation of a [Space].
type AllocID uint32

// NoAlloc is the ID of no allocation.
const NoAlloc AllocID = 0

// MaxAllocID is the last ID that an allocation may have.
const MaxAllocID AllocID = 1<<32 - 2

// Site is an opaque handle of the interpreter: a place in the program.
type Site uint64

// ProvKind is what a pointer knows of the allocation that it may access.
type ProvKind uint8

// The kinds of provenance. A wildcard becomes, on use, the live exposed allocation that it
// points into.
const (
	ProvNone ProvKind = iota
	ProvAlloc
	ProvWildcard
)

// Pointer is an address with its provenance. The address is absolute; the offset of a
// ProvAlloc pointer is Addr minus the base of the allocation. The zero value is null.
// Pointers are compared by ==, provenance included; what the program's comparisons see is Addr alone.
type Pointer struct {
	Addr  uint64
	Alloc AllocID // of a ProvAlloc pointer
	AS    uint32  // address space
	Kind  ProvKind
	View  uint32 // of a ProvAlloc pointer: the part that it stays in ([Space.Narrow]); 0 is the whole allocation
}

// ByteKind is the state of a byte.
type ByteKind uint8

// The states of a byte.
const (
	Bits     ByteKind = iota // eight known bits
	Fragment                 // one byte of a pointer
	Uninit                   // never written
	Poison                   // written with a deferred undefined behaviour

	numByteKinds = iota
)

// String is the word that reports use.
func (k ByteKind) String() string {
	return [...]string{"bits", "pointer fragment", "uninit", "poison"}[k]
}

// Byte is one byte of memory. Fields that its kind does not use are zero in what this
// package returns, so that == compares states.
// The four states are the semantics' (docs/spec, bytes).
// A byte of a pointer is not bits: it carries provenance, and reading it as an integer is a decision of the
// interpreter.
type Byte struct {
	Kind  ByteKind
	Value uint8   // the bits, or the index 0..7 of the fragment
	Unset uint8   // of Bits: those that nothing has written, which are 0 in Value
	Cause uint32  // of Poison: a handle of the interpreter that says why, 0 if unknown
	Frag  Pointer // of Fragment: the whole pointer
}

// String is the byte in two characters, as dumps write it: hexadecimal digits, __ for uninit, ?? for poison, <n for
// byte n of a pointer.
func (b Byte) String() string {
	switch b.Kind {
	case Uninit:
		return "__"
	case Poison:
		return "??"
	case Fragment:
		return fmt.Sprintf("<%d", b.Value)
	}
	return fmt.Sprintf("%02x", b.Value)
}

// BitsByte is a byte of known bits.
func BitsByte(v uint8) Byte { return Byte{Kind: Bits, Value: v} }

// UninitByte is a byte that was never written.
func UninitByte() Byte { return Byte{Kind: Uninit} }

// PoisonByte is a poison byte.
func PoisonByte(cause uint32) Byte { return Byte{Kind: Poison, Cause: cause} }

// FragmentByte is byte i, counted from the least significant, of a pointer.
func FragmentByte(p Pointer, i uint8) Byte { return Byte{Kind: Fragment, Value: i, Frag: p} }

// AllocKind says what an allocation is for.
type AllocKind uint8

// The kinds of allocations. Those from Function on are opaque: they have an address and no data.
const (
	Stack AllocKind = iota
	Heap
	Global
	Input
	Thread
	Function
	Arguments // those behind the parameters of a call
	Place     // where longjmp continues
)

// Opaque reports whether allocations of kind k have no data.
func (k AllocKind) Opaque() bool { return k >= Function }

// String is the word that reports use.
func (k AllocKind) String() string {
	return [...]string{"stack slot", "heap allocation", "global", "input", "thread object", "function", "list of arguments", "place of setjmp"}[k]
}

// State is whether an allocation may be used, and if not, what ended it.
type State uint8

// The states of an allocation.
const (
	Live     State = iota
	Freed          // by free
	DeadSlot       // its region was left
	Returned       // its function returned
)

// String is the word that reports use.
func (s State) String() string {
	return [...]string{"live", "freed", "dead", "dead since its function returned"}[s]
}
