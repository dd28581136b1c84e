package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// FPClass is a set of IEEE 754 value classes (book, "nofpclass").
type FPClass uint16

// The ten classes, in the order of the book's table.
const (
	ClassSNaN FPClass = 1 << iota
	ClassQNaN
	ClassNInf
	ClassNNorm
	ClassNSub
	ClassNZero
	ClassPZero
	ClassPSub
	ClassPNorm
	ClassPInf
)

// FPClassNames are the spellings of the single classes, in bit order.
var FPClassNames = [...]string{"snan", "qnan", "ninf", "nnorm", "nsub", "nzero", "pzero", "psub", "pnorm", "pinf"}

// ParseFPClass reads one class or group name (nan, inf, zero).
func ParseFPClass(s string) (FPClass, bool) {
	switch s {
	case "nan":
		return ClassSNaN | ClassQNaN, true
	case "inf":
		return ClassNInf | ClassPInf, true
	case "zero":
		return ClassNZero | ClassPZero, true
	}
	for i, n := range FPClassNames {
		if n == s {
			return 1 << i, true
		}
	}
	return 0, false
}

// String lists the classes by name, groups first.
// A group is written where all of its classes are in the set, so each set has one text.
func (c FPClass) String() string {
	var s []string
	for _, g := range []string{"nan", "inf", "zero"} {
		if m, _ := ParseFPClass(g); c&m == m {
			s = append(s, g)
			c &^= m
		}
	}
	for i, n := range FPClassNames {
		if c&(1<<i) != 0 {
			s = append(s, n)
		}
	}
	return strings.Join(s, " ")
}

// Pred is a comparison predicate of icmp or fcmp.
type Pred uint8

// The integer predicates, then the sixteen float predicates (LLVM's names).
const (
	EQ Pred = iota
	NE
	LT
	LE
	GT
	GE
	FFalse
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	FTrue
)

var predNames = [...]string{"eq", "ne", "lt", "le", "gt", "ge",
	"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}

// String is the spelling of p.
func (p Pred) String() string { return predNames[p] }

// IsFloat reports whether p belongs to fcmp.
func (p Pred) IsFloat() bool { return p >= FFalse }

// Swapped is the icmp predicate that holds of (b, a) where p holds of (a, b).
// For floats the caller must know more: NaNs make negation and "not" differ.
func (p Pred) Swapped() Pred { return [...]Pred{EQ, NE, GT, GE, LT, LE}[p] }

// Negated is the icmp predicate that holds where p does not.
func (p Pred) Negated() Pred { return [...]Pred{NE, EQ, GE, GT, LE, LT}[p] }

// Holds is the icmp predicate p of two numbers whose comparison gave c: below, at or above zero.
func (p Pred) Holds(c int) bool {
	return [...]bool{c == 0, c != 0, c < 0, c <= 0, c > 0, c >= 0}[p]
}

// ParsePred reads an icmp or, if float, an fcmp predicate.
func ParsePred(s string, float bool) (Pred, bool) {
	for i, n := range predNames {
		if n == s && Pred(i).IsFloat() == float {
			return Pred(i), true
		}
	}
	return 0, false
}

// Ordering is a memory ordering of an atomic operation.
type Ordering uint8

// The orderings (book, "Atomic Operations").
const (
	Relaxed Ordering = iota
	Acquire
	Release
	AcqRel
	SeqCst
)

var orderNames = [...]string{"relaxed", "acquire", "release", "acqrel", "seqcst"}

// String is the spelling of o.
func (o Ordering) String() string { return orderNames[o] }

// ParseOrdering reads an ordering.
func ParseOrdering(s string) (Ordering, bool) { return parseName[Ordering](orderNames[:], s) }

// Orderings lists the orderings that op may have, those on failure if fail is set: an access that does
// not write cannot release, and one that does not read cannot acquire. A relaxed fence does nothing.
// The parser accepts any, the verifier holds instructions to this list, generators draw from it.
func Orderings(op Op, fail bool) []Ordering {
	switch {
	case op == OpAtomicLoad || fail:
		return []Ordering{Relaxed, Acquire, SeqCst}
	case op == OpAtomicStore:
		return []Ordering{Relaxed, Release, SeqCst}
	}
	return []Ordering{Relaxed, Acquire, Release, AcqRel, SeqCst}
}

// RMWOp is the operation of an atomic read-modify-write.
type RMWOp uint8

// The read-modify-write operations (book, "Atomic Operations").
const (
	RMWXchg RMWOp = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWOr
	RMWXor
)

var rmwNames = [...]string{"xchg", "add", "sub", "and", "or", "xor"}

// String is the spelling of o.
func (o RMWOp) String() string { return rmwNames[o] }

// ParseRMWOp reads a read-modify-write operation.
func ParseRMWOp(s string) (RMWOp, bool) { return parseName[RMWOp](rmwNames[:], s) }

// parseName finds a spelling in a list.
func parseName[T ~uint8](names []string, s string) (T, bool) {
	for i, n := range names {
		if n == s {
			return T(i), true
		}
	}
	return 0, false
}

// FPFlags are the rewrite permissions of a float operation; they do not change its value.
// A flag allows a pass to give another result; an interpreter that ignores it is right.
type FPFlags uint8

// The flags (book, "Rewrite flags").
const (
	Reassoc FPFlags = 1 << iota
	Contract
)

// String writes the flags separated by blanks.
func (f FPFlags) String() string {
	return [...]string{"", "reassoc", "contract", "reassoc contract"}[f&3]
}

// LaneKind says how the lanes of a vector are read.
type LaneKind uint8

// The lane kinds: signed and unsigned ints that are poison when they do not fit, wrapping
// ints, floats, pointers, and mask bytes (zero or not).
const (
	NoLane LaneKind = iota
	LaneS
	LaneU
	LaneI
	LaneF
	LaneBF
	LanePtr
	LaneMask
)

// Lane is the format of the lanes of a vector operation. Bits is a multiple of 8.
// It belongs to the operation and not to the type, so one vector can be read as bytes here and as floats there.
type Lane struct {
	Kind LaneKind
	Bits uint16
}

// MaxLaneBits is the widest int lane.
const MaxLaneBits = 64

// String is the spelling of l: s32, f64, bf16, ptr, m.
func (l Lane) String() string {
	switch l.Kind {
	case LanePtr:
		return "ptr"
	case LaneMask:
		return "m"
	case NoLane:
		return "none"
	}
	return [...]string{LaneS: "s", LaneU: "u", LaneI: "i", LaneF: "f", LaneBF: "bf"}[l.Kind] + strconv.Itoa(int(l.Bits))
}

// ParseLane reads a lane format.
func ParseLane(s string) (Lane, bool) {
	switch s {
	case "ptr":
		return Lane{LanePtr, 8 * PtrBytes}, true
	case "m":
		return Lane{LaneMask, 8}, true
	case "bf16":
		return Lane{LaneBF, 16}, true
	case "f16":
		return Lane{LaneF, 16}, true
	case "f32":
		return Lane{LaneF, 32}, true
	case "f64":
		return Lane{LaneF, 64}, true
	}
	for _, k := range []LaneKind{LaneS, LaneU, LaneI} {
		for n := uint16(8); n <= MaxLaneBits; n *= 2 {
			if l := (Lane{k, n}); l.String() == s {
				return l, true
			}
		}
	}
	return Lane{}, false
}

// IsInt reports whether the lanes are ints.
func (l Lane) IsInt() bool { return l.Kind == LaneS || l.Kind == LaneU || l.Kind == LaneI }

// IsFloat reports whether the lanes are floats.
func (l Lane) IsFloat() bool { return l.Kind == LaneF || l.Kind == LaneBF }

// Scalar is the type of one lane as a value: int, a float type, ptr, or bool for masks.
func (l Lane) Scalar() Type {
	switch {
	case l.IsInt():
		return Int
	case l.Kind == LanePtr:
		return Ptr
	case l.Kind == LaneMask:
		return Bool
	case l.Kind == LaneBF:
		return BF16
	case l.Kind == LaneF && l.Bits == 16:
		return F16
	case l.Kind == LaneF && l.Bits == 32:
		return F32
	case l.Kind == LaneF && l.Bits == 64:
		return F64
	}
	return 0
}

// Lanes returns how many lanes of format l the vector type t has per unit of vscale; ok is
// false when t is no vector, the width is no multiple of the lane, or the count is no power
// of two.
func (l Lane) Lanes(t Type) (n uint32, ok bool) {
	if t.Kind() != KindVec || l.Bits == 0 || t.VecBits()%uint32(l.Bits) != 0 {
		return 0, false
	}
	n = t.VecBits() / uint32(l.Bits)
	return n, n != 0 && n&(n-1) == 0
}

// MaskOf is the mask type of a vector with lanes of format l: one byte a lane.
func (l Lane) MaskOf(t Type) (Type, bool) {
	n, ok := l.Lanes(t)
	if !ok || 8*n > MaxTypePayload {
		return 0, false
	}
	return Vec(8*n, t.Scalable()), true
}

// Attr is what an instruction says besides its operands and types. Which fields mean
// something is the Suffix and Form of the opcode's row; the others are zero.
// Attributes are compared by ==, which is why nothing in them refers to memory.
type Attr struct {
	Imm    int64    // iconst (when Aux is 0), bconst, fconst bits, param index, sext/zext width, stack_slot size
	N      uint32   // the number after the dot: bytes of load.N, bits of split.N
	Aux    uint32   // index+1 into the function's constants or paths, or symbol or string handle
	Align  uint32   // bytes, power of two; 0 where none is given
	Pred   Pred     // icmp, fcmp
	Order  Ordering // atomics: the (success) ordering
	Fail   Ordering // cmpxchg: the failure ordering
	RMW    RMWOp    // rmw
	Flags  FPFlags  // float arithmetic
	Lane   Lane     // vector operations
	Sat    bool     // fp_to_si.sat, fp_to_ui.sat
	Memory bool     // target.intrinsic that takes and makes a memory token
}

// Position is a place in a source text, 1-based; the zero value is unknown.
// The column counts bytes.
type Position struct {
	Line, Col int
}

// String is "line:col".
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }
