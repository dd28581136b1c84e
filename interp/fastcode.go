package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// The code of the fast engine. A function is lowered once into an array of fixed-size
// instructions over the slots of a frame. Values that provably fit are raw 64-bit words; a part
// whose tag is not zero is several words, or is boxed (poison with its cause, an int beyond 129
// bits, an aggregate, raw bytes). A specialised instruction that meets such an operand leaves: for
// the 129-bit routine (fastwide.go) if it is one on ints, and if that cannot do it either for
// the slow path, which executes the IR instruction with the reference evaluator's functions.
//
// Invariants of values in slots:
//
//  1. A value is a list of parts, given by its type and class alone (layoutOf). The parts lie one
//     after another from slotOf[v] on. Each is one or more consecutive slots with one tag, that of
//     its first slot; what the others have in p and t is not read.
//  2. Tag 0: the part is the word v of its first slot (with p, for a pointer). The other slots are not read.
//     Tag words: the part is the words v of all its slots, least significant first.
//     Tag boxed: the part is the Value objs[i] of its first slot i; no word is read.
//  3. A number has one form. An int of class S is tag 0 if it is no poison, and so are U and L; one of
//     class G is tag 0 if it fits an int64, else words if it fits 129 bits of two's complement, whose
//     highest one, the sign, is p of the first slot; else it is boxed.
//  4. Parts never overlap and never share slots but for values that one is coalesced with, whose first
//     slots are the same. A move copies a part as a whole, by its tag (see move).
//  5. An instruction writes its results only after its last jump to the slow path: whoever
//     leaves finds all operands as they were.

// slot is a word of a value in a frame, with what tells how to read it.
// Unboxed, v is the value for every class of int: two's complement makes sums, products and low bits the same
// for all of them.
// 16 bytes, and comparable: equal constants are found by it.
type slot struct {
	v uint64 // the int modulo 2^64, the truth value, the float's bits, the pointer's address
	p uint32 // the pointer's allocation, 0 if it has none, wildSlot of a wildcard pointer; of a wide int 1 if it is negative
	t uint32 // 0, boxed or words
}

// wildSlot is the provenance of a wildcard pointer. No allocation has that ID, so what looks it up finds a record that
// refuses every access.
const wildSlot = uint32(memory.MaxAllocID) + 1

// Tags of several operands are joined by |, so one test finds that any of them is no single word.
const (
	boxed    = 1 // the part is kept as a [Value]
	words    = 2 // the part is the words of all its slots
	unset    = 4 // of registers: nothing was stored
	inMemory = 8 // of registers: the slot is an allocation

	// The view of a pointer stands above its tag, which is 0. What asks for a tag of 0 and nothing else leaves, and [fastThread.viewed]
	// does it if the view has nothing against it.
	tagMask   = 0xff
	viewShift = 8
)

// Layouts of values: the slots of each part.
var (
	oneSlot  = []int32{1}
	twoSlots = []int32{2}
)

// extent is the number of slots of all parts.
func extent(layout []int32) (n int32) {
	for _, p := range layout {
		n += p
	}
	return n
}

// fastOp is an operation of the fast engine. Suffixes say what happens to the 64-bit result:
// Z and S keep the low bits zero- or sign-extended (shift by k = 64-width), U and V check the exact unsigned
// or signed result, which may not fit 64 bits, and then the width, and leave unless it fits.
type fastOp uint16

const (
	// The zero op is the one that is right for every instruction.
	fSlow fastOp = iota // the reference evaluator for the IR instruction
	fAddZ
	fAddS
	fAddU
	fAddV
	fSubZ
	fSubS
	fSubU
	fSubV
	fMulZ
	fMulS
	fMulU
	fMulV
	fAddXS // any words, exact: k tells which are signed; S, U, G = class of the result
	fAddXU
	fAddXG
	fSubXS
	fSubXU
	fSubXG
	fMulXS
	fMulXU
	fMulXG
	fAnd
	fOr
	fXor
	fNot
	fShlIZ // shift by the constant b
	fShlIS
	fShlIU
	fShlIV
	fShlZ // shift by slot b
	fShlS
	fShlU
	fShlV
	fShrIU // logical, by the constant b < 64
	fShrIS // arithmetic
	fShrU
	fShrS
	fDivS // Euclidean
	fRemS
	fTDivS
	fTRemS
	fDivU
	fRemU
	fMinS
	fMaxS
	fMinU
	fMaxU
	fExtZ
	fExtS
	fCheckU // copy a to dst if it fits
	fCheckS
	fCheckBits // copy a to dst if it has the known bits of masks[imm]
	fLow       // the low word of an int of any class
	fLowZ      // its low 64-k bits, zero-extended
	fLowS
	fCmpG     // imm = predicate; k tells which operands are unsigned words
	fWiden    // an unsigned word to class G
	fPassWide // the same of a value that is passed on, poison or not
	fGuardU   // continue if a fits, else the reference evaluator for the instruction, skipping b instructions
	fGuardS
	fGuardBits
	fPopCount
	fCtz
	fClz // of the low 64-k bits
	fBSwap
	fBitRev
	fRotL // imm = width
	fRotR
	fEQ
	fNE
	fLTS
	fLES
	fLTU
	fLEU
	fBrEQ // imm = edge if true | edge if false << 32
	fBrNE
	fBrLTS
	fBrLES
	fBrLTU
	fBrLEU
	fBrIf
	fBr
	fSwitch // imm = index into switches
	fBAnd
	fBOr
	fBXor
	fBNot
	fSelect  // imm = slot of the other arm
	fSelectG // of class G; k tells which arms are of class U
	fIntToBool
	fMove // the word
	fCopy // the word and the provenance
	fFAdd64
	fFSub64
	fFMul64
	fFDiv64
	fFAdd32
	fFSub32
	fFMul32
	fFDiv32
	fSqrt64
	fFloat // k = which of floatOps, imm = format | slot of the third operand << 32
	fFNeg  // imm = sign mask
	fFAbs
	fFCmp64 // k = the outcomes with which it holds (see vecInst)
	fFCmp32
	fSIToF64
	fSIToF32
	fUIToF64 // k = 1: the operand is signed and leaves if it is negative
	fUIToF32
	fFToInt // imm = conversion as toInt packs it
	fF32ToF64
	fF64ToF32
	fPtrAdd
	fPtrAddIn // of inbounds
	fPtrOff   // a + imm
	fPart     // a as a pointer into the part parts[imm]
	fWhole    // a as a pointer into the whole object
	fPtrDiff
	fPtrLive  // its address
	fVector   // imm = index into vectors
	fMoves    // the copies of moves[imm]
	fSelMoves // those if a is true, else those of moves[imm+1]
	fIntWords // the low 128 bits of an int of class G
	fWordsInt // an int of class G of 128 bits
	fCopyW    // words, imm of them
	fNarrow   // an int of class G to class U
	fPtrToInt
	fIntToPtr
	fCheckAlign // copy a to dst if it is a multiple; imm = align-1
	fCheckClass // copy a to dst if the float is of no class in imm; k = format
	fPartInt    // continue if the part at a, an int of class G, is poison or has k bits; imm = 1: as a signed int
	fPartAlign  // the same of a pointer; imm = align-1
	fPartClass  // the same of a float; imm = classes, k = format
	fGuardAlign // continue if the check holds, else as fGuardU
	fGuardClass
	fLoad8 // imm = align-1
	fLoad16
	fLoad32
	fLoad64
	fLoadS8 // sign-extended
	fLoadS16
	fLoadS32
	fLoadN // k bytes, 1 to 8
	fLoadW // k bytes to words
	fLoadBool
	fLoadPtr
	fStore8 // a = value, b = pointer
	fStore16
	fStore32
	fStore64
	fStoreN
	fStoreW
	fHolds    // continue if imm bytes at a may be written
	fStorePtr // dst = address space
	fFence
	fRMW       // of k bytes: a = pointer, b = operand, imm = align-1 | operation << 32
	fCmpXchg   // of k bytes: a = pointer, b = expected, imm = align-1 | slot of the new value << 32
	fMemCopy   // a = destination, b = source, dst = slot of the length, imm = align-1, k = 1: they may overlap
	fMemFill   // a = destination, b = value, dst = slot of the length, imm = align-1
	fWide      // the 129-bit routine for the IR instruction imm
	fXchgPtr   // a = pointer, b = pointer to store, imm = align-1
	fVaArg     // a = list; an int of k bytes
	fStackSlot // imm = index into slots, k = slotClaim, slotDyn
	fStackEnd  // of the slot that a points to
	fRegSlot   // the same of a slot in a register: dst = its pointer, a = its register
	fRegStore  // the low 64-k bits of a to the register dst
	fRegStoreS // the same, as a signed int
	fRegStoreP // a pointer
	fCall      // imm = index into calls
	fCallHost  // imm = index into hosts; the fCallSlow behind it is for what it refuses
	fField     // as fCallHost, of a bit-field: imm = bytes | first bit << 8 | bits << 16, a = address, b = value
	fCallSlow
	fRet // imm = index into rets
	fKill
	fUnreachable
	fTrap
	fLongJump
	fEdgeSlow  // a block argument with checks: meta says which
	fCount     // counts[imm]++
	fProbe     // probes[imm] looks at the instruction; it may leave, skipping b instructions
	numFastOps = iota
)

// code is one instruction of the fast engine.
// 24 bytes, so that two and a half lie in a cache line; what is rarely read is in meta.
type code struct {
	op  fastOp
	k   uint8 // shift count of an extension or check
	dst int32
	a   int32
	b   int32
	imm uint64
}

// codeMeta says which IR instructions an instruction stands for, for the reference evaluator.
// It is parallel to the code and read only on the way out.
// rest pays back: a block is paid for on entry, and who leaves in its middle has not run rest instructions.
type codeMeta struct {
	inst  ir.Inst // the first, NoInst if none
	inst2 ir.Inst // the extension fused to it, or NoInst
	store ir.Inst // the store to a register fused to these, or NoInst
	rest  int32   // instructions of the block after it, for the step count
	skip  int32   // instructions after it that the reference evaluator makes superfluous
	what  metaKind
	n     int32    // operand or result index for the argument and result checks
	arg   ir.Value // block argument
}

// metaKind says which check fEdgeSlow, fCheckU, fCheckS and fWiden stand for.
type metaKind uint8

const (
	metaInst     metaKind = iota
	metaEdge              // operand n of the terminator going into block argument arg
	metaArg               // operand n of a call
	metaRet               // operand n of a ret
	metaResult            // result n of a call
	metaParam             // the result check of a param instruction
	metaBlockArg          // the claim of block argument arg, on a value whose use was checked
)

// edge is a way into a block: where its code starts, what it costs, the copies to make.
// Copies are made in their order, one by one: lowering has ordered them and broken the cycles.
// pc and steps are filled in when all blocks are lowered.
type edge struct {
	pc    int32
	steps int32 // instructions of the block
	moves []move
}

// move is a copy of a part, tag included. n is the slots that a wide one has; of others the first
// is all there is. dst and src are in one frame but where values pass between a caller and a callee.
type move struct{ dst, src, n int32 }

// callSite is a direct call whose signature agrees.
// args copy from the caller's frame to the parameters in that of the callee; dst are the first slots of
// the parts of the data results, in the order of the callee's rets.
// It is shared by all calls in progress and never changes.
type callSite struct {
	callee *fastFunc
	args   []move
	dst    []int32
}

// retPart is a part of a returned value: its first slot and how many there are.
type retPart struct{ slot, n int32 }

// indirectCall is a function that an indirect call has reached before and that takes and
// returns the values as they are.
type indirectCall struct {
	alloc uint32 // the function's allocation
	addr  uint64
	site  callSite
}

// maxIndirect bounds the functions that an indirect call remembers.
const maxIndirect = 8

// freeBits is the length up to which an int is free: it charges no work, so that it need not be known whether a run made it.
const freeBits = 512

// fastFunc is a lowered function.
// code is nil until the first call.
// It is never changed afterwards, except that indirect learns.
type fastFunc struct {
	f         *ir.Func
	code      []code
	meta      []codeMeta
	edges     []edge
	calls     []callSite
	hosts     []*hostSite
	slots     []slotSite
	requests  []memory.Request           // of those in registers, where slots has them
	registers map[ir.Inst]register       // of the loads and stores of stack slots that are registers
	deferred  map[ir.Inst][]deferredLoad // that an instruction reads the registers of
	id        memory.Site                // of the function, to be joined with an instruction
	indirect  [][]indirectCall
	rets      [][]retPart
	switches  []switchTable
	template  []slot // constants, placed after the parameters
	objects   []tmplObject
	paramAt   []int32 // the first slot of each parameter
	nparams   int32   // slots of all parameters, and of the token
	memAt     int32   // the slot of the memory token at the call, -1 if tokens are not checked
	size      int32
	entry     int32 // edge into the entry block
	masks     []bitMask
	claims    map[ir.Annot]*wideClaim
	flows     []*flowInst // by ir.Inst, as wide is
	moves     [][]move
	parts     []*memory.Part
	fields    map[ir.Inst]uint64 // see fieldBits
	vectors   []*vecInst
	wide      []*wideInst // by ir.Inst, made when one is first asked for
	// by ir.Value: the first slot; -1 of memory tokens that are not checked
	slotOf []int32
	class  []class
	width  []width // of int values

	// Of runs that are watched: see fastprobe.go.
	counts []int64
	probes []probe
	drew   map[ir.Inst]bool // instructions of which probes overwrite operands
	cover  *funcCover       // nil unless the run collects coverage
}

// register is where a stack slot is kept, its stack_slot instruction, and how.
type register struct {
	slot   int32
	made   ir.Inst
	signed bool // an int is extended as a signed one, else as an unsigned one
}

// slotSite is a stack_slot instruction: the name of its slots is made for the first one.
type slotSite struct {
	region ir.Region
	name   string
}

// tmplObject is a boxed constant of the template.
type tmplObject struct {
	slot int32
	v    Value
}

// class is how the slot of an int holds it.
// The class is fixed for a value, at lowering; every write of its slot goes by it.
type class uint8

const (
	// A G that fits uint64 and no int64 is two words: a number has one form.
	classG class = iota // an int64, or words, or boxed; two slots
	classS              // an int64 (or poison)
	classU              // a uint64 (or poison)
	classO              // not an int
	// Computed modulo a power of two, as every reader looks at the low bits only (demand.go).
	classL // the low 64 bits (or poison)
	classM // the low 128 bits, as words (or poison); two slots
)

// width bounds an int: unsigned ints of n bits, or signed ones.
// n is up to infWidth, which stands for no bound.
// A width of 0 unsigned bits is the int 0.
// It bounds numbers; poison is outside of it and boxed.
type width struct {
	signed bool
	n      uint32
}

// infWidth is no bound: more than any int has. Two of it still fit a uint32, so sums of widths do not wrap.
const infWidth = 1 << 30

// Unsigned ints of up to 63 bits are class S: most values are of one class, and comparisons need no conversion.
func (w width) class() class {
	switch {
	case w.signed && w.n <= 64 || !w.signed && w.n <= 63:
		return classS
	case !w.signed && w.n == 64:
		return classU
	}
	return classG
}

// within reports whether every int of w fits v.
func (w width) within(v width) bool {
	switch {
	case w.signed == v.signed:
		return w.n <= v.n
	case v.signed:
		return w.n < v.n
	}
	return false
}

// asSigned is the smallest signed width that holds w.
func (w width) asSigned() uint32 {
	if w.signed {
		return w.n
	}
	return w.n + 1
}

// joinWidth is the least width that holds both.
// An unsigned range is widened by the sign that it gets.
func joinWidth(a, b width) width {
	if !a.signed && !b.signed {
		return width{false, max(a.n, b.n)}
	}
	return width{true, max(a.asSigned(), b.asSigned())}
}

// meetWidth is a width that holds every int that both hold.
func meetWidth(a, b width) width {
	if a.within(b) {
		return a
	}
	if b.within(a) {
		return b
	}
	// One is signed, the other unsigned, and neither holds the other: the result is not
	// negative and fits both.
	if a.signed {
		a, b = b, a
	}
	return width{false, min(a.n, max(b.n, 1)-1)}
}

// annotWidth is the range claim of an annotation.
func annotWidth(a ir.Annot) (width, bool) {
	n, signed, ok := a.Range()
	return width{signed, n}, ok
}
