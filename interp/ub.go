package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Code is the stable number of a kind of immediate undefined behaviour. Numbers are never
// reused; docs/ub has a page for each.
type Code uint8

// Immediate undefined behaviour (semantics, "Ground rules" 3).
// A new kind gets the next number, a slug, a page in docs/ub and programs in corpus/ub; tests ask for all of them.
const (
	UBBranchPoison     Code = 1  // brif on poison
	UBSwitchPoison     Code = 2  // switch on poison
	UBUnreachable      Code = 3  // unreachable was reached
	UBPoisonPointer    Code = 4  // memory access, call or free through a poison pointer
	UBNull             Code = 5  // access through the null pointer
	UBDangling         Code = 6  // access through a pointer without provenance
	UBOutOfBounds      Code = 7  // access outside the allocation of the pointer
	UBMisaligned       Code = 8  // access less aligned than the instruction says
	UBWildcard         Code = 9  // wildcard pointer into no live exposed allocation
	UBStrictProvenance Code = 10 // wildcard pointer used under strict provenance
	UBWriteConst       Code = 11 // write to constant memory or to code
	UBUseAfterFree     Code = 12 // access to freed memory
	UBDeadSlot         Code = 13 // access to a stack slot that has ended
	UBDoubleFree       Code = 14 // free of freed memory
	UBInvalidFree      Code = 15 // free of what is no start of a heap allocation
	UBCallSignature    Code = 16 // call with the wrong number or types of arguments or results
	UBCallTarget       Code = 17 // call of what is no function
	UBOverlap          Code = 18 // memcpy between overlapping ranges
	UBPoisonLength     Code = 19 // poison or negative length, or poison fill byte, of a bulk operation
	UBPoisonExternal   Code = 20 // poison passed to an external function
	UBExternalRead     Code = 21 // uninit or poison bytes where an external function reads
	UBPoisonResult     Code = 22 // the entry function returned poison
	UBDataRace         Code = 23 // conflicting unordered accesses, one of them not atomic
	UBStaleToken       Code = 24 // a load whose memory token is older than its bytes
	UBLandingPad       Code = 25 // landing_pad without unwinding
	UBHostContract     Code = 26 // a library function called against its rules
	UBJoin             Code = 27 // thread_join of what is no joinable thread
	UBBadSlotSize      Code = 28 // stack_slot.dyn of a size that no slot has
	UBBadSlotEnd       Code = 29 // stack_end of what is no start of a stack slot of the call
	UBBadVaList        Code = 30 // a list of arguments used against its rules
	UBSource           Code = 31 // poison born in an instruction marked with a rule of the source language
	UBBadJump          Code = 32 // longjmp to what setjmp has not filled, or whose call has ended
	numCodes                = 33
)

// codeNames are the slugs of the codes; the title is the slug with blanks.
var codeNames = [numCodes]string{
	UBBranchPoison: "branch-on-poison", UBSwitchPoison: "switch-on-poison", UBUnreachable: "unreachable-reached",
	UBPoisonPointer: "poison-pointer", UBNull: "null-pointer", UBDangling: "no-provenance",
	UBOutOfBounds: "out-of-bounds", UBMisaligned: "misaligned", UBWildcard: "wildcard-unresolved",
	UBStrictProvenance: "strict-provenance", UBWriteConst: "write-to-constant", UBUseAfterFree: "use-after-free",
	UBDeadSlot: "dead-stack-slot", UBDoubleFree: "double-free", UBInvalidFree: "invalid-free",
	UBCallSignature: "wrong-signature", UBCallTarget: "call-of-data", UBOverlap: "overlapping-memcpy",
	UBPoisonLength: "bad-length", UBPoisonExternal: "poison-to-external", UBExternalRead: "external-read",
	UBPoisonResult: "poison-result", UBDataRace: "data-race", UBStaleToken: "stale-memory-token",
	UBLandingPad: "landing-pad", UBHostContract: "library-contract", UBJoin: "bad-join",
	UBBadSlotSize: "bad-slot-size", UBBadSlotEnd: "bad-slot-end", UBBadVaList: "bad-va-list",
	UBSource:  "source-language",
	UBBadJump: "bad-jump",
}

// Codes returns all codes in order.
// Tests that ask for a page and a program of each code go through it.
func Codes() []Code {
	var all []Code
	for c := Code(1); c < numCodes; c++ {
		if codeNames[c] != "" { // 31 is reserved
			all = append(all, c)
		}
	}
	return all
}

// Asked reports whether only runs that ask for c by an option report it.
func (c Code) Asked() bool { return c == UBStrictProvenance || c == UBStaleToken || c == UBSource }

// ID is the stable name of c: TUF-UB-012.
func (c Code) ID() string { return fmt.Sprintf("TUF-UB-%03d", uint8(c)) }

// Slug is the short name of c: use-after-free.
func (c Code) Slug() string { return codeNames[c] }

// String is the number and the short name.
func (c Code) String() string { return c.ID() + " " + c.Slug() }

// UB is immediate undefined behaviour at a place of the program: data, with all that explains its first occurrence.
// It is complete when it is made, but for how often it was: later changes of memory or frames do not show in it.
type UB struct {
	Code     Code
	Message  string    // what happened, in one sentence with the values
	Where    Frame     // the instruction
	Stack    []Frame   // the calls that led there, innermost caller first
	Thread   int       // 0 is the main thread
	Operands []Operand // of the instruction
	Cause    *Cause    // why a value is poison, if that is the reason
	Access   *Access   // the memory access, if that is the reason
	Other    *Frame    // the other side: the earlier access of a race, the writer of a stale load
	// The texts are the same in both engines, and golden files hold them.
	Fallback string        // what a normal run did instead, empty if it had to stop
	Times    int           // how often it was, all in all
	Source   *SourceReport // in the words of the source language; nil where these are not known
	what     string        // of a memory access, which of those that the instruction makes
}

// Operand is a value that a report shows.
// A report keeps values and not texts: they become text when it is shown.
type Operand struct {
	Name string // v3, or in words: "pointer" of a library function, "field 0 of v8"
	// as it was then, since values are immutable
	Value Value
	space *memory.Space // of the run, which names what pointers point to
}

// Access is a memory access that was not allowed.
// Texts are made with the report, before the run continues and changes the bytes.
type Access struct {
	Kind    string // load, store, copy, free, call, stack_end
	Pointer memory.Pointer
	Size    uint64
	Align   uint64
	Alloc   memory.AllocID // NoAlloc if the pointer has none
	State   string         // what is known of the allocation: kind, size, born where, dead since where
	Dump    string         // hexdump in the four states around the access, empty if there is nothing to show
	view    memory.View    // of the pointer, if it is what the access is against
}

// Frame is a place in a running program.
// Everything but fn and inst may be empty where it is not known.
type Frame struct {
	Func     string
	Block    string       // bb1
	Inst     string       // the instruction as printed
	Pos      ir.Position  // in the .tir text
	Location *ir.Location // in the source program, by the origin
	fn       *ir.Func
	inst     ir.Inst
}

// CauseKind says how a value became poison.
type CauseKind uint8

// The births of poison, and Flow for what merely received it.
const (
	CauseFlow        CauseKind = iota // an operand was poison
	CauseAnnotation                   // the value violates an annotation
	CauseDivZero                      // division or remainder by zero
	CauseShift                        // negative shift amount
	CauseDomain                       // an operand outside the domain: count_ones of a negative, …
	CauseFPRange                      // float to int: NaN or out of range
	CauseUninit                       // read of uninitialised bytes
	CauseFragment                     // read of pointer bytes as an int or float, or of mixed bytes as a pointer
	CausePoisonBytes                  // read of poison bytes
	CauseBool                         // a byte other than 0 and 1 read as bool
	CausePtrDiff                      // ptrdiff across allocations
	CauseInBounds                     // ptradd.inbounds out of the allocation
	CauseLane                         // lane index out of range, or a lane that does not fit
	CauseInstruction                  // the poison instruction
	CauseArgument                     // poison given as input
	// It keeps the report and the poison apart: the mistake was told already, this is what came of it.
	CauseMissing  // poison as the fallback of reported undefined behaviour
	CauseOutside  // written by an external function of which nothing is known
	CauseJump     // a variable that has changed between setjmp and longjmp
	numCauseKinds = iota
)

var causeNames = [numCauseKinds]string{
	"flow", "annotation violated", "division by zero", "negative shift", "operand out of domain",
	"float out of range", "uninit read", "pointer bytes read", "poison bytes read", "invalid bool",
	"ptrdiff across allocations", "pointer out of its object", "lane", "poison instruction", "poison input",
	"undefined behaviour before", "written outside", "changed before longjmp",
}

// String is the short name of k.
func (k CauseKind) String() string { return causeNames[k] }

// Cause is one step in the life of a poison value. Causes are immutable and form a chain by
// Parent, which ends at the birth.
// Many values share the tail of a chain, so memory grows by one Cause for an instruction that passes poison on.
type Cause struct {
	Kind     CauseKind
	Detail   string // "200 violates :s8", "bytes [4, 8) of alloc3 are uninit"
	Operands []Operand
	Parent   *Cause // for Flow: the poison that came in
	Elided   int    // steps left out between this one and Parent
	depth    int
	fn       *ir.Func
	inst     ir.Inst // NoInst for an input
	arg      int     // block argument or operand index that the step concerns, -1 if none
}

// maxCauseDepth bounds the chain that a loop can grow; beyond it steps are counted only.
const maxCauseDepth = 40

// Birth returns the end of the chain.
// The chain has no cycle, as a cause is made after its parent.
func (c *Cause) Birth() *Cause {
	for c.Parent != nil {
		c = c.Parent
	}
	return c
}
