package llvm

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// typeKind is the shape of a type.
type typeKind uint8

const (
	tVoid typeKind = iota
	tInt
	tFloat
	tPtr
	tVector
	tArray
	tStruct
	tFunc
	tLabel
	tMetadata
	tToken
	tOther // what has a name, and no meaning here
)

// typ is a type. Types of the same text are the same pointer, but for structs with names, which are their own.
type typ struct {
	kind     typeKind
	packed   bool
	variadic bool
	scalable bool
	opaque   bool    // a struct without a body
	bits     uint32  // of an int; the address space of a pointer
	float    ir.Type // of a float
	n        uint64  // elements of a vector or an array
	elem     *typ    // of a vector or an array; the result of a function
	fields   []*typ  // of a struct; the parameters of a function
	name     string  // of a struct, or of what is no type of values
	at       place   // of the first mention of a named struct

	laid    bool // the layout below is known
	laying  bool
	size    uint64   // in memory, with the padding behind it
	align   uint64   // in bytes
	offsets []uint64 // of the fields of a struct
	value   ir.Type  // as a value of Tuffy IR
}

// place is where something stands in the text.
type place struct {
	off, line, start int
}

// valueKind is what an operand is.
type valueKind uint8

const (
	vLocal valueKind = iota
	vInt
	vFloat
	vNull
	vUndef
	vPoison
	vZero
	vAggregate
	vString
	vGlobal
	vExpr
	vBlockAddress
	vAsm
	vMeta
	vSplat
)

// value is an operand with its type: a local value by its number in its function, or a constant.
type value struct {
	t    *typ
	c    *constant // nil of a local value
	slot int32
}

// constant is an operand that is no local value.
type constant struct {
	kind  valueKind
	at    place
	int   num.Int // of an int; the bits of a float
	name  string  // of a global, or the operation of an expression
	text  string  // of a string, a label, assembly
	list  []value // parts of an aggregate; operands of an expression
	elem  *typ    // the type that an expression of getelementptr moves over
	flags flags
}

// flags are what may stand behind the name of an operation.
type flags uint32

const (
	flagNUW flags = 1 << iota
	flagNSW
	flagExact
	flagDisjoint
	flagNNeg
	flagSameSign
	flagInBounds
	flagNUSW
	flagNNaN
	flagNInf
	flagNSZ
	flagARCP
	flagContract
	flagAFn
	flagReassoc
	flagVolatile
	flagAtomic
	flagTail
	flagMustTail
	flagFast = flagNNaN | flagNInf | flagNSZ | flagARCP | flagContract | flagAFn | flagReassoc
)

var flagWords = map[string]flags{"nuw": flagNUW, "nsw": flagNSW, "exact": flagExact, "disjoint": flagDisjoint, "nneg": flagNNeg,
	"samesign": flagSameSign, "inbounds": flagInBounds, "nusw": flagNUSW, "nnan": flagNNaN, "ninf": flagNInf, "nsz": flagNSZ,
	"arcp": flagARCP, "contract": flagContract, "afn": flagAFn, "reassoc": flagReassoc, "fast": flagFast}

// opcode is an instruction of LLVM.
type opcode uint8

const (
	opNone opcode = iota
	opRet
	opBr
	opSwitch
	opIndirectBr
	opInvoke
	opCallBr
	opResume
	opUnreachable
	opFNeg
	opAdd
	opFAdd
	opSub
	opFSub
	opMul
	opFMul
	opUDiv
	opSDiv
	opFDiv
	opURem
	opSRem
	opFRem
	opShl
	opLShr
	opAShr
	opAnd
	opOr
	opXor
	opAlloca
	opLoad
	opStore
	opFence
	opCmpXchg
	opAtomicRMW
	opGEP
	opTrunc
	opZExt
	opSExt
	opFPTrunc
	opFPExt
	opFPToUI
	opFPToSI
	opUIToFP
	opSIToFP
	opPtrToInt
	opPtrToAddr
	opIntToPtr
	opBitCast
	opAddrSpaceCast
	opICmp
	opFCmp
	opPhi
	opSelect
	opFreeze
	opCall
	opVAArg
	opLandingPad
	opExtractElement
	opInsertElement
	opShuffleVector
	opExtractValue
	opInsertValue
	opOther // refused by its name, in text
)

// instr is an instruction.
type instr struct {
	op    opcode
	order ir.Ordering // of atomics
	fail  ir.Ordering
	pred  ir.Pred // of fcmp
	flags flags
	slot  int32 // of its result, -1 if it has none
	t     *typ  // of the result; of a store and the like that of the value
	elem  *typ  // of alloca and getelementptr; the type of the function of a call
	align uint64
	text  string   // the predicate of icmp, the operation of atomicrmw, the name of what is refused
	args  []value  // operands; of a call the callee last
	nums  []uint32 // the path of extractvalue, the blocks of a phi, the targets of a terminator
	cases []num.Int
	call  *callInfo
	meta  []metaUse
	at    place
}

// callInfo is what calls have more than others.
type callInfo struct {
	args    []attrs // of the arguments
	ret     attrs
	fn      attrs
	bundles []bundle
}

// bundle is an operand bundle.
type bundle struct {
	tag  string
	args []value
}

// metaUse is metadata of an instruction: !dbg !12.
type metaUse struct {
	kind string
	id   int32 // -1 where it is written out
}

// attrs are attributes with a meaning here.
type attrs struct {
	noundef, nonnull, zeroext, signext bool
	naked, noinline, always, noreturn  bool // of a function
	align                              uint64
	deref                              uint64
	byval                              *typ
	rangeLo, rangeHi                   *num.Int // [lo, hi), wrapping
	noFPClass                          ir.FPClass
}

// block is a basic block.
type block struct {
	name    string
	at      place
	first   int // of its instructions in function.insts
	end     int
	defined bool
}

// function is a definition or a declaration.
type function struct {
	name     string
	t        *typ // tFunc
	params   []attrs
	ret      attrs
	defined  bool
	linkage  string
	hidden   string
	section  string
	naked    bool
	noinline bool
	noreturn bool
	always   bool
	at       place
	dbg      int32

	names  []string // of the parameters
	ntypes []*typ   // of the local values
	blocks []block
	order  []uint32 // of the blocks in the text
	insts  []instr
	vars   []dbgVar
}

// dbgVar says that a local value is the address of a variable.
type dbgVar struct {
	slot     int32
	variable int32 // metadata
	loc      int32
}

// global is a global variable or an alias.
type global struct {
	name     string
	t        *typ
	as       uint32
	init     *value
	alias    bool
	constant bool
	tls      bool
	linkage  string
	hidden   string
	section  string
	align    uint64
	at       place
}

// module is a file.
type module struct {
	layout  dataLayout
	asm     []string
	globals []*global
	funcs   []*function
	byName  map[string]any // *global or *function
	meta    []metadata     // by number
	groups  map[string]attrs
	refs    map[*function][]groupRef
}

// metadata is a node, as far as it is looked at.
type metadata struct {
	kind    string    // DILocation and its like, "" of a tuple
	ints    []num.Int // of a tuple of constants
	line    int32
	column  int32
	scope   int32
	inlined int32
	file    int32
	name    string
	dir     string
}
