package ir

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// Op is an opcode: the index of its row in [Ops].
type Op uint8

// The opcodes, in the order of the table.
const (
	OpIConst Op = iota
	OpBConst
	OpFConst
	OpPoison
	OpParam
	OpSymbolAddr
	OpFreeze
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpRem
	OpTDiv
	OpTRem
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr
	OpMin
	OpMax
	OpClMul
	OpNot
	OpCountOnes
	OpCountLeadingZeros
	OpCountTrailingZeros
	OpBSwap
	OpBitReverse
	OpRotateLeft
	OpRotateRight
	OpMerge
	OpSplit
	OpSExt
	OpZExt
	OpICmp
	OpBAnd
	OpBOr
	OpBXor
	OpSelect
	OpBoolToInt
	OpIntToBool
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFRem
	OpFNeg
	OpFAbs
	OpCopySign
	OpFSqrt
	OpFMA
	OpFMinNum
	OpFMaxNum
	OpFCmp
	OpFPConvert
	OpSIToFP
	OpUIToFP
	OpFPToSI
	OpFPToUI
	OpBitCast
	OpBitCastExpose
	OpPtrAdd
	OpPtrAddInBounds
	OpPtrDiff
	OpPtrToInt
	OpPtrToAddr
	OpIntToPtr
	OpExtractValue
	OpInsertValue
	OpStackSlot
	OpStackSlotDyn
	OpStackEnd
	OpLoad
	OpLoadExpose
	OpStore
	OpMemCpy
	OpMemMove
	OpMemSet
	OpAtomicLoad
	OpAtomicStore
	OpRMW
	OpCmpXchg
	OpFence
	OpCall
	OpLandingPad
	OpTargetIntrinsic
	OpVaStart
	OpVaArg
	OpVaCopy
	OpVaEnd
	OpVolatileLoad
	OpVolatileStore
	OpVolatileMemCpy
	OpVolatileMemMove
	OpVolatileMemSet
	OpSetJmp
	OpVecAdd
	OpVecSub
	OpVecMul
	OpVecDiv
	OpVecRem
	OpVecShl
	OpVecShr
	OpVecMin
	OpVecMax
	OpVecAnd
	OpVecOr
	OpVecXor
	OpVecFAdd
	OpVecFSub
	OpVecFMul
	OpVecFDiv
	OpVecFMin
	OpVecFMax
	OpVecFNeg
	OpVecFAbs
	OpVecICmp
	OpVecFCmp
	OpVecReduceAdd
	OpVecReduceMul
	OpVecReduceSMin
	OpVecReduceSMax
	OpVecReduceUMin
	OpVecReduceUMax
	OpVecReduceAnd
	OpVecReduceOr
	OpVecReduceXor
	OpVecReduceFAdd
	OpVecReduceFMin
	OpVecReduceFMax
	OpVecGather
	OpVecScatter
	OpVecSelect
	OpVecCompress
	OpVecExpand
	OpVecSplat
	OpVecExtract
	OpVecInsert
	OpVecShuffle
	OpVecLoad
	OpVecStore
	OpRet
	OpBr
	OpBrIf
	OpSwitch
	OpContinue
	OpRegionYield
	OpUnreachable
	OpTrap
	OpLongJmp
	// NumOps is the number of opcodes.
	NumOps int = iota
)

// Form is how an instruction's operands are written after the opcode.
type Form uint8

// The forms.
const (
	FormPlain     Form = iota // v0, v1, …
	FormInt                   // an integer literal
	FormBool                  // true or false
	FormFloat                 // the bits in hexadecimal, or a decimal literal
	FormParam                 // an index or %name
	FormSymbol                // @name
	FormWidth                 // v0, N
	FormSlot                  // N [align A]
	FormSlotDyn               // v0 [align A]
	FormPath                  // v0[, v1], [i, j, …]
	FormCall                  // v0(v1, …), mem [-> types]
	FormIntrinsic             // "name" v0, … [, mem] [-> types]
	FormRet                   // [values][, mem]
	FormBr                    // block(args)
	FormBrIf                  // v0, block(args), block(args)
	FormSwitch                // v0, [c: block(args), …], block(args)
	FormYield                 // v0, …
)

// Suffix is one dotted part of a mnemonic.
type Suffix uint8

// The suffixes.
const (
	SufType        Suffix = iota // a float type: fconst.f32
	SufBits                      // a number of bits in Attr.N
	SufBytes                     // a number of bytes in Attr.N
	SufOptBytes                  // the same, left out where it is the natural size
	SufPred                      // an integer predicate
	SufFPred                     // a float predicate
	SufOrder                     // a memory ordering
	SufFail                      // the ordering on failure
	SufRMW                       // a read-modify-write operation
	SufSat                       // .sat or nothing
	SufLane                      // any lane format
	SufIntLane                   // an int lane format
	SufFloatLane                 // a float lane format
	SufIntMaskLane               // an int or mask lane format
)

// ResultRule says how many results an instruction has and where their types come from.
type ResultRule uint8

// The result rules. "Arrow" types are written after the operands: `-> type`.
const (
	ResNone        ResultRule = iota
	ResInt                    // int
	ResIntInt                 // int, int
	ResBool                   // bool
	ResPtr                    // ptr
	ResMem                    // mem
	ResFloat                  // the float type of the suffix
	ResParam                  // the type of the parameter
	ResSame0                  // the type of operand 0
	ResSame1                  // the type of operand 1
	ResPath                   // the type at the path in operand 0
	ResLane                   // the scalar type of the lane format
	ResMask                   // the mask type of operand 0
	ResArrow                  // the arrow
	ResArrowInt               // the arrow, int without one
	ResArrowPtr               // the arrow, ptr without one
	ResMemArrow               // mem, the arrow
	ResMemArrowInt            // mem, the arrow or int without one
	ResMemArrows              // mem, then the arrows, of which there must be one
	ResCall                   // mem, then the arrows
	ResIntrinsic              // mem if it takes one, then the arrows
)

// OpFlags are the properties of an opcode. What a row does not say is not known to hold.
type OpFlags uint32

// The properties.
const (
	Pure       OpFlags = 1 << iota // no effect, and the result depends on the operands only
	Term                           // ends a block
	MemUse                         // takes a memory token
	MemDef                         // takes a memory token and makes a new one
	Atomic                         // synchronises
	Calls                          // runs other code
	Exposes                        // changes the provenance state
	Allocates                      // makes an allocation
	Commutes                       // the first two operands may be swapped
	Associates                     // op(op(a, b), c) = op(a, op(b, c))
	Speculates                     // it may run where it did not: it is never undefined
	Cheap                          // it costs about as much as an addition
	Free                           // it costs nothing: a constant or an input
	HasFPFlags                     // may carry reassoc and contract
	HasAlign                       // may carry align=N
	Modular                        // the low n bits of the result depend on the low n bits of the operands only
	Watches                        // no effect; the result depends on the operands and on which allocations are alive
	TwoInts                        // makes an int of two ints and of no number beside them; no row says it, the other columns do
)

// The properties of most rows.
const (
	cheap = Pure | Speculates | Cheap
	free  = Pure | Speculates | Free
)

// Where says which memory an opcode reads or writes: that at the address in an operand. Of what
// takes no memory token and calls nothing it means nothing.
type Where uint8

// The places. The object is that of the pointer: gather and scatter move in it.
const (
	Anywhere Where = iota // nothing is known
	Nowhere
	AtA // at operand a
	AtB // at operand b
)

// Operand is the operand with the address, -1 if there is none.
func (w Where) Operand() int { return max(int(w)-int(AtA), -1) }

// LenRule says how many bytes a memory access has.
type LenRule uint8

// The lengths.
const (
	LenUnknown LenRule = iota // no more than that it starts at the address, or not even that
	LenValue                  // those of the value, see [Func.Accessed]
	LenC                      // as many as operand c says
	LenList                   // VaListBytes
)

// RangeRule bounds the last result, an int.
type RangeRule uint8

// The range rules. The number is that of the mnemonic, in bits: 64 for pointers, 1 for bools.
const (
	RangeUnknown RangeRule = iota
	RangeU                 // unsigned, of the number of bits
	RangeS                 // signed, of the number of bits
	RangeCount             // 0 to the number
	RangeBytes             // unsigned, of the bytes of operand a
	RangeLane              // a lane
)

// PoisonRule says which operands, ints and bools that are not poison, make the results poison.
type PoisonRule uint8

// The rules. With an annotation any of them may be poison.
const (
	PoisonUnknown     PoisonRule = iota // nothing is known
	PoisonNever                         // none
	PoisonZero                          // the last is 0
	PoisonNegative                      // the last is negative
	PoisonAnyNegative                   // one is negative
)

// Of reports whether operands x and y make poison, both the same where there is one; no rule but
// [PoisonUnknown] has others.
func (r PoisonRule) Of(x, y num.Int) bool {
	return r == PoisonZero && y.Sign() == 0 || r >= PoisonNegative && y.Sign() < 0 || r == PoisonAnyNegative && x.Sign() < 0
}

// OpInfo is the row of an opcode. Sig has one letter an operand:
//
//	i int   b bool   p pointer   f float, all alike   F float   v vector, all alike
//	k mask of the lanes   x vector of as many lanes, of any width   l scalar of the lane format
//	m memory token   g aggregate   e int or bool   a any data   s any data, all alike
//	* any number of data operands   ?k an optional mask
//
// Only the columns up to Flags must be filled: the others then say nothing, which is always
// right. A test lists the opcodes that rely on it.
type OpInfo struct {
	Name          string
	Form          Form
	Suffix        []Suffix
	Sig           string
	Result        ResultRule
	Flags         OpFlags
	Reads, Writes Where
	Len           LenRule
	Range         RangeRule
	Poison        PoisonRule
	Scalar        Op     // what the opcode of vectors does with one lane, or with all of a reduction; none: OpIConst
	Simpler       string // see [Op.Simpler]
	Same          string // see [Op.Same]
	Doc           string // what it computes from operands a, b, c
}

// Ops is the opcode table: the one place of what holds of an opcode. Printer, parser, verifier,
// optimizer, legalization, reducer, the completeness tests and docs/reference/ops.md derive from
// it. The interpreter keeps its own knowledge of what opcodes do, and tests hold the two together.
var Ops = [NumOps]OpInfo{
	OpIConst:     {Name: "iconst", Form: FormInt, Result: ResInt, Flags: free, Doc: "the integer written"},
	OpBConst:     {Name: "bconst", Form: FormBool, Result: ResBool, Flags: free, Doc: "true or false"},
	OpFConst:     {Name: "fconst", Form: FormFloat, Suffix: []Suffix{SufType}, Result: ResFloat, Flags: free, Doc: "the float with the bits written"},
	OpPoison:     {Name: "poison", Result: ResArrow, Flags: free, Doc: "a poison value of the type written"},
	OpParam:      {Name: "param", Form: FormParam, Result: ResParam, Flags: free, Doc: "the argument with that index"},
	OpSymbolAddr: {Name: "symbol_addr", Form: FormSymbol, Result: ResPtr, Flags: free, Doc: "a pointer to the start of the function or data symbol"},
	OpFreeze:     {Name: "freeze", Sig: "a", Result: ResSame0, Flags: cheap, Poison: PoisonNever, Doc: "a with poison, and each poison or uninit byte, replaced by an unspecified fixed value"},
	OpAdd: {Name: "add", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates | Modular, Poison: PoisonNever,
		Same: "sub a (sub 0 b); add (or a b) (and a b); not (sub (not a) b); add (xor a b) (mul 2 (and a b))",
		Doc:  "a + b"},
	OpSub: {Name: "sub", Sig: "ii", Result: ResInt, Flags: cheap | Modular, Poison: PoisonNever,
		Same: "not (add (not a) b); add a (mul b -1); add (add a (not b)) 1",
		Doc:  "a - b"},
	OpMul: {Name: "mul", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates | Modular, Poison: PoisonNever,
		Same: "sub (mul (add a 1) b) b; add (shl (mul a (shr b 20)) 20) (mul (zext b 20) a)",
		Doc:  "a * b"},
	OpDiv: {Name: "div", Sig: "ii", Result: ResInt, Flags: Pure | Speculates, Poison: PoisonZero, Doc: "Euclidean quotient: Lean's Int./; poison if b = 0"},
	OpRem: {Name: "rem", Sig: "ii", Result: ResInt, Flags: Pure | Speculates, Poison: PoisonZero,
		Same: "sub a (mul (div a b) b)",
		Doc:  "Euclidean remainder: Lean's Int.%; poison if b = 0"},
	OpTDiv: {Name: "tdiv", Sig: "ii", Result: ResInt, Flags: Pure | Speculates, Poison: PoisonZero, Doc: "quotient truncated toward zero; poison if b = 0"},
	OpTRem: {Name: "trem", Sig: "ii", Result: ResInt, Flags: Pure | Speculates, Poison: PoisonZero,
		Same: "sub a (mul (tdiv a b) b)",
		Doc:  "remainder of tdiv, with the sign of a; poison if b = 0"},
	OpAnd: {Name: "and", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates | Modular, Poison: PoisonNever,
		Same: "not (or (not a) (not b)); sub (add a b) (or a b); xor (or a b) (xor a b)",
		Doc:  "bitwise and of infinite two's complement"},
	OpOr: {Name: "or", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates | Modular, Poison: PoisonNever,
		Same: "not (and (not a) (not b)); sub (add a b) (and a b); xor (xor a b) (and a b)",
		Doc:  "bitwise or of infinite two's complement"},
	OpXor: {Name: "xor", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates | Modular, Poison: PoisonNever,
		Same: "sub (or a b) (and a b); sub (add a b) (shl (and a b) 1)",
		Doc:  "bitwise exclusive or of infinite two's complement"},
	OpShl: {Name: "shl", Sig: "ii", Result: ResInt, Flags: cheap, Poison: PoisonNegative,
		Same: "shl (shl a (shr b 1)) (sub b (shr b 1))",
		Doc:  "a * 2^b; poison if b < 0"},
	OpShr: {Name: "shr", Sig: "ii", Result: ResInt, Flags: cheap, Poison: PoisonNegative,
		Same: "not (shr (not a) b); shr (shr a (div b 2)) (sub b (div b 2))",
		Doc:  "floor(a / 2^b); poison if b < 0"},
	OpMin: {Name: "min", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates, Poison: PoisonNever,
		Same: "select (icmp.lt a b) a b; sub (add a b) (max a b)",
		Doc:  "the smaller"},
	OpMax: {Name: "max", Sig: "ii", Result: ResInt, Flags: cheap | Commutes | Associates, Poison: PoisonNever,
		Same: "select (icmp.ge a b) a b; not (min (not a) (not b))",
		Doc:  "the larger"},
	OpClMul:             {Name: "clmul", Sig: "ii", Result: ResInt, Flags: cheap | Commutes, Poison: PoisonAnyNegative, Doc: "carry-less product over GF(2); poison if a < 0 or b < 0"},
	OpNot:               {Name: "not", Sig: "e", Result: ResSame0, Flags: cheap | Modular, Poison: PoisonNever, Doc: "-a - 1 of an int, the other truth value of a bool"},
	OpCountOnes:         {Name: "count_ones", Sig: "i", Result: ResInt, Flags: cheap, Poison: PoisonAnyNegative, Doc: "number of one bits; poison if a < 0"},
	OpCountLeadingZeros: {Name: "count_leading_zeros", Suffix: []Suffix{SufBits}, Sig: "i", Result: ResInt, Flags: cheap, Range: RangeCount, Poison: PoisonNever, Doc: "leading zeros of the low N bits"},
	OpCountTrailingZeros: {Name: "count_trailing_zeros", Sig: "i", Result: ResInt, Flags: cheap, Poison: PoisonZero,
		Same: "count_ones (sub (and a (sub 0 a)) 1)",
		Doc:  "trailing zeros; poison if a = 0"},
	OpBSwap:      {Name: "bswap", Suffix: []Suffix{SufBytes}, Sig: "i", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever, Doc: "the low N bytes in reverse order, zero-extended"},
	OpBitReverse: {Name: "bit_reverse", Suffix: []Suffix{SufBits}, Sig: "i", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever, Doc: "the low N bits in reverse order, zero-extended"},
	OpRotateLeft: {Name: "rotate_left", Suffix: []Suffix{SufBits}, Sig: "ii", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever, Doc: "the low N bits rotated left by b mod N, zero-extended"},
	OpRotateRight: {Name: "rotate_right", Suffix: []Suffix{SufBits}, Sig: "ii", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever,
		Same: "rotate_left a (sub 0 b)",
		Doc:  "the low N bits rotated right by b mod N, zero-extended"},
	OpMerge: {Name: "merge", Suffix: []Suffix{SufBits}, Sig: "ii", Result: ResInt, Flags: cheap, Poison: PoisonNever,
		Same: "or (shl (shr a N) N) (zext b N); add (sub a (zext a N)) (zext b N)",
		Doc:  "a with its low N bits replaced by those of b; poison if N = 0"},
	OpSplit: {Name: "split", Suffix: []Suffix{SufBits}, Sig: "i", Result: ResIntInt, Flags: cheap, Range: RangeU, Poison: PoisonNever, Doc: "the high part a >> N, then the low N bits; both poison if N = 0"},
	OpSExt: {Name: "sext", Form: FormWidth, Sig: "i", Result: ResInt, Flags: cheap, Range: RangeS, Poison: PoisonNever,
		Same: "sub (xor (zext a N) (shl 1 (sub N 1))) (shl 1 (sub N 1)); sub (rem (add a (shl 1 (sub N 1))) (shl 1 N)) (shl 1 (sub N 1))",
		Doc:  "the x congruent to a mod 2^N with -2^(N-1) <= x < 2^(N-1)"},
	OpZExt: {Name: "zext", Form: FormWidth, Sig: "i", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever, Simpler: "sext a",
		Same: "and a (sub (shl 1 N) 1); rem a (shl 1 N); merge 0 a",
		Doc:  "the x congruent to a mod 2^N with 0 <= x < 2^N"},
	OpICmp: {Name: "icmp", Suffix: []Suffix{SufPred}, Sig: "ii", Result: ResBool, Flags: cheap, Poison: PoisonNever, Doc: "the comparison of two integers"},
	OpBAnd: {Name: "band", Sig: "bb", Result: ResBool, Flags: cheap | Commutes | Associates, Poison: PoisonNever,
		Same: "not (bor (not a) (not b)); int_to_bool (and (bool_to_int a) (bool_to_int b))",
		Doc:  "a and b"},
	OpBOr: {Name: "bor", Sig: "bb", Result: ResBool, Flags: cheap | Commutes | Associates, Poison: PoisonNever,
		Same: "not (band (not a) (not b)); int_to_bool (add (bool_to_int a) (bool_to_int b))",
		Doc:  "a or b"},
	OpBXor: {Name: "bxor", Sig: "bb", Result: ResBool, Flags: cheap | Commutes | Associates, Poison: PoisonNever,
		Same: "icmp.ne (bool_to_int a) (bool_to_int b); select a (not b) b",
		Doc:  "a exclusive-or b"},
	OpSelect: {Name: "select", Sig: "bss", Result: ResSame1, Flags: cheap, Doc: "b if a is true, else c; the other arm is not looked at"},
	OpBoolToInt: {Name: "bool_to_int", Sig: "b", Result: ResInt, Flags: cheap, Range: RangeU, Poison: PoisonNever,
		Same: "select a 1 0",
		Doc:  "1 for true, 0 for false"},
	OpIntToBool: {Name: "int_to_bool", Sig: "i", Result: ResBool, Flags: cheap, Poison: PoisonNever,
		Same: "icmp.ne a 0; not (icmp.eq (max a (sub 0 a)) 0)",
		Doc:  "whether a is not 0"},
	OpFAdd:      {Name: "fadd", Sig: "ff", Result: ResSame0, Flags: cheap | HasFPFlags | Commutes, Doc: "a + b, rounded once"},
	OpFSub:      {Name: "fsub", Sig: "ff", Result: ResSame0, Flags: cheap | HasFPFlags, Doc: "a - b, rounded once"},
	OpFMul:      {Name: "fmul", Sig: "ff", Result: ResSame0, Flags: cheap | HasFPFlags | Commutes, Doc: "a * b, rounded once"},
	OpFDiv:      {Name: "fdiv", Sig: "ff", Result: ResSame0, Flags: Pure | Speculates | HasFPFlags, Doc: "a / b, rounded once"},
	OpFRem:      {Name: "frem", Sig: "ff", Result: ResSame0, Flags: Pure | Speculates | HasFPFlags, Doc: "a - trunc(a/b)*b, exact, with the sign of a"},
	OpFNeg:      {Name: "fneg", Sig: "f", Result: ResSame0, Flags: cheap, Doc: "a with the sign bit flipped"},
	OpFAbs:      {Name: "fabs", Sig: "f", Result: ResSame0, Flags: cheap, Doc: "a with the sign bit cleared"},
	OpCopySign:  {Name: "copysign", Sig: "ff", Result: ResSame0, Flags: cheap, Doc: "the magnitude of a with the sign bit of b"},
	OpFSqrt:     {Name: "fsqrt", Sig: "f", Result: ResSame0, Flags: Pure | Speculates | HasFPFlags, Doc: "square root, rounded once"},
	OpFMA:       {Name: "fma", Sig: "fff", Result: ResSame0, Flags: cheap | HasFPFlags, Simpler: "fadd a b", Doc: "a * b + c, rounded once"},
	OpFMinNum:   {Name: "fminnum", Sig: "ff", Result: ResSame0, Flags: cheap, Doc: "IEEE 754-2019 minimumNumber: a number wins over any NaN, -0 is below +0"},
	OpFMaxNum:   {Name: "fmaxnum", Sig: "ff", Result: ResSame0, Flags: cheap, Doc: "IEEE 754-2019 maximumNumber: a number wins over any NaN, +0 is above -0"},
	OpFCmp:      {Name: "fcmp", Suffix: []Suffix{SufFPred}, Sig: "ff", Result: ResBool, Flags: cheap, Doc: "one of the sixteen float comparisons"},
	OpFPConvert: {Name: "fp_convert", Sig: "F", Result: ResArrow, Flags: cheap, Doc: "a in another float format, rounded once"},
	OpSIToFP:    {Name: "si_to_fp", Sig: "i", Result: ResArrow, Flags: cheap, Doc: "the integer rounded once to a float"},
	OpUIToFP:    {Name: "ui_to_fp", Sig: "i", Result: ResArrow, Flags: cheap, Simpler: "si_to_fp a", Doc: "the integer rounded once to a float; poison if a < 0"},
	OpFPToSI:    {Name: "fp_to_si", Suffix: []Suffix{SufSat, SufBits}, Sig: "F", Result: ResInt, Flags: cheap, Range: RangeS, Doc: "a truncated to an N-bit signed integer; NaN or out of range is poison, with .sat 0 or the nearest bound"},
	OpFPToUI:    {Name: "fp_to_ui", Suffix: []Suffix{SufSat, SufBits}, Sig: "F", Result: ResInt, Flags: cheap, Range: RangeU, Simpler: "fp_to_si a", Doc: "a truncated to an N-bit unsigned integer; NaN or out of range is poison, with .sat 0 or the nearest bound"},
	OpBitCast:   {Name: "bitcast", Sig: "a", Result: ResArrow, Flags: cheap, Range: RangeBytes, Doc: "the bytes of a read as another type of the same size"},
	OpBitCastExpose: {Name: "bitcast.expose", Sig: "a", Result: ResArrow, Flags: Exposes, Range: RangeBytes, Simpler: "bitcast a",
		Doc: "bitcast to numbers or bytes where bytes of a pointer are those of its address; exposes its allocation"},
	OpPtrAdd: {Name: "ptradd", Sig: "pi", Result: ResSame0, Flags: cheap, Doc: "a moved by b bytes, modulo 2^64, with the provenance of a"},
	OpPtrAddInBounds: {Name: "ptradd.inbounds", Sig: "pi", Result: ResSame0, Flags: Watches, Simpler: "ptradd a b",
		Same: "ptradd a b",
		Doc:  "ptradd, and poison unless b is 0 or a and the result both point into, or to the end of, the live allocation of a"},
	OpPtrDiff:      {Name: "ptrdiff", Sig: "pp", Result: ResInt, Flags: cheap, Range: RangeS, Doc: "the distance in bytes, modulo 2^64 and signed; poison if the allocations differ"},
	OpPtrToInt:     {Name: "ptrtoint", Sig: "p", Result: ResInt, Flags: Exposes, Range: RangeU, Doc: "the address; exposes the allocation"},
	OpPtrToAddr:    {Name: "ptrtoaddr", Sig: "p", Result: ResInt, Flags: cheap, Range: RangeU, Doc: "the address; exposes nothing"},
	OpIntToPtr:     {Name: "inttoptr", Sig: "i", Result: ResArrowPtr, Flags: cheap, Doc: "a pointer to that address, modulo 2^64, with wildcard provenance"},
	OpExtractValue: {Name: "extractvalue", Form: FormPath, Sig: "g", Result: ResPath, Flags: cheap, Doc: "the field that the path names"},
	OpInsertValue:  {Name: "insertvalue", Form: FormPath, Sig: "ga", Result: ResSame0, Flags: cheap, Doc: "a with the field that the path names replaced by b"},
	OpStackSlot:    {Name: "stack_slot", Form: FormSlot, Result: ResPtr, Flags: Allocates, Doc: "a fresh uninitialised allocation that lives until control leaves its region"},
	OpStackSlotDyn: {Name: "stack_slot.dyn", Form: FormSlotDyn, Sig: "i", Result: ResPtr, Flags: Allocates, Doc: "a stack slot of a bytes; a poison, negative or too large number is UB"},
	OpStackEnd:     {Name: "stack_end", Sig: "pm", Result: ResMem, Flags: MemDef, Reads: Nowhere, Writes: AtA, Doc: "ends the life of the stack slot of this call that a points to the start of; anything else is UB"},
	OpLoad:         {Name: "load", Suffix: []Suffix{SufBytes}, Sig: "pm", Result: ResArrowInt, Flags: MemUse | HasAlign, Reads: AtA, Writes: Nowhere, Len: LenValue, Range: RangeU, Doc: "the N bytes at a, read as the result type; ints are unsigned"},
	OpLoadExpose: {Name: "load.expose", Suffix: []Suffix{SufBytes}, Sig: "pm", Result: ResArrowInt, Flags: MemUse | Exposes | HasAlign, Reads: AtA, Writes: Nowhere, Len: LenValue, Range: RangeU, Simpler: "load a b",
		Doc: "load of a number or bytes where bytes of a pointer are those of its address; exposes its allocation"},
	OpStore:           {Name: "store", Suffix: []Suffix{SufBytes}, Sig: "apm", Result: ResMem, Flags: MemDef | HasAlign, Reads: Nowhere, Writes: AtB, Len: LenValue, Doc: "writes the N bytes of a at b"},
	OpMemCpy:          {Name: "memcpy", Sig: "ppim", Result: ResMem, Flags: MemDef | HasAlign, Reads: AtB, Writes: AtA, Len: LenC, Doc: "copies c bytes from b to a; overlap is UB"},
	OpMemMove:         {Name: "memmove", Sig: "ppim", Result: ResMem, Flags: MemDef | HasAlign, Reads: AtB, Writes: AtA, Len: LenC, Simpler: "memcpy a b c d", Doc: "copies c bytes from b to a as if through a buffer"},
	OpMemSet:          {Name: "memset", Sig: "piim", Result: ResMem, Flags: MemDef | HasAlign, Reads: Nowhere, Writes: AtA, Len: LenC, Simpler: "store b a d", Doc: "writes the low byte of b to the c bytes at a"},
	OpAtomicLoad:      {Name: "load.atomic", Suffix: []Suffix{SufOrder, SufOptBytes}, Sig: "pm", Result: ResMemArrowInt, Flags: MemDef | Atomic | HasAlign, Reads: AtA, Writes: Nowhere, Len: LenValue, Range: RangeU, Simpler: "load a b", Doc: "an atomic load; without a size 8 bytes or the size of the type"},
	OpAtomicStore:     {Name: "store.atomic", Suffix: []Suffix{SufOrder, SufOptBytes}, Sig: "apm", Result: ResMem, Flags: MemDef | Atomic | HasAlign, Reads: Nowhere, Writes: AtB, Len: LenValue, Simpler: "store a b c", Doc: "an atomic store"},
	OpRMW:             {Name: "rmw", Suffix: []Suffix{SufRMW, SufOrder, SufOptBytes}, Sig: "pam", Result: ResMemArrowInt, Flags: MemDef | Atomic | HasAlign, Reads: AtA, Writes: AtA, Len: LenValue, Range: RangeU, Simpler: "load a c; store b a c", Doc: "atomically replaces the value at a by op(it, b); gives the old value"},
	OpCmpXchg:         {Name: "cmpxchg", Suffix: []Suffix{SufOrder, SufFail, SufOptBytes}, Sig: "pssm", Result: ResMemArrowInt, Flags: MemDef | Atomic | HasAlign, Reads: AtA, Writes: AtA, Len: LenValue, Range: RangeU, Simpler: "load a d; store c a d", Doc: "atomically stores c at a if it holds b; gives the old value"},
	OpFence:           {Name: "fence", Suffix: []Suffix{SufOrder}, Sig: "m", Result: ResMem, Flags: MemDef | Atomic, Reads: Nowhere, Writes: Nowhere, Doc: "orders memory accesses without making one; relaxed does nothing"},
	OpCall:            {Name: "call", Form: FormCall, Sig: "p*m", Result: ResCall, Flags: MemDef | Calls, Doc: "calls the function at a"},
	OpLandingPad:      {Name: "landing_pad", Result: ResPtr, Flags: Pure, Doc: "the exception object of an unwinding call; nothing unwinds, so reaching it is UB"},
	OpTargetIntrinsic: {Name: "target.intrinsic", Form: FormIntrinsic, Sig: "*", Result: ResIntrinsic, Flags: Calls, Doc: "the target operation with that name"},
	OpVaStart:         {Name: "va_start", Sig: "pm", Result: ResMem, Flags: MemDef, Reads: Nowhere, Writes: AtA, Len: LenList, Doc: "makes of the 24 bytes at a a list of the arguments behind the parameters"},
	OpVaArg:           {Name: "va_arg", Suffix: []Suffix{SufOptBytes}, Sig: "pm", Result: ResMemArrows, Flags: MemDef, Reads: AtA, Writes: AtA, Len: LenList, Range: RangeU, Doc: "the next argument of the list at a, or as many as there are types"},
	OpVaCopy:          {Name: "va_copy", Sig: "ppm", Result: ResMem, Flags: MemDef, Reads: AtB, Writes: AtA, Len: LenList, Doc: "makes of the bytes at a a list that continues where that at b stands"},
	OpVaEnd:           {Name: "va_end", Sig: "pm", Result: ResMem, Flags: MemDef, Reads: AtA, Writes: AtA, Len: LenList, Doc: "ends the list at a"},
	// Their columns say that they touch any memory: nothing moves across them.
	OpVolatileLoad:    {Name: "load.volatile", Suffix: []Suffix{SufBytes}, Sig: "pm", Result: ResMemArrowInt, Flags: MemDef | HasAlign, Range: RangeU, Simpler: "load a b", Doc: "the N bytes at a, read as the result type; an event"},
	OpVolatileStore:   {Name: "store.volatile", Suffix: []Suffix{SufBytes}, Sig: "apm", Result: ResMem, Flags: MemDef | HasAlign, Simpler: "store a b c", Doc: "writes the N bytes of a at b; an event"},
	OpVolatileMemCpy:  {Name: "memcpy.volatile", Sig: "ppim", Result: ResMem, Flags: MemDef | HasAlign, Simpler: "memcpy a b c d", Doc: "copies c bytes from b to a; overlap is UB; an event"},
	OpVolatileMemMove: {Name: "memmove.volatile", Sig: "ppim", Result: ResMem, Flags: MemDef | HasAlign, Simpler: "memmove a b c d", Doc: "copies c bytes from b to a as if through a buffer; an event"},
	OpVolatileMemSet:  {Name: "memset.volatile", Sig: "piim", Result: ResMem, Flags: MemDef | HasAlign, Simpler: "memset a b c d", Doc: "writes the low byte of b to the c bytes at a; an event"},
	OpSetJmp:          {Name: "setjmp", Sig: "pm", Result: ResMemArrowInt, Flags: MemDef, Doc: "makes of the 200 bytes at a a place that longjmp comes back to while this call lasts; gives 0, and what longjmp gives each time that it comes back"},
	OpVecAdd:          {Name: "vec.add", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpAdd, Doc: "lane by lane a + b"},
	OpVecSub:          {Name: "vec.sub", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpSub, Doc: "lane by lane a - b"},
	OpVecMul:          {Name: "vec.mul", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpMul, Doc: "lane by lane a * b"},
	OpVecDiv:          {Name: "vec.div", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: Pure | Speculates, Scalar: OpDiv, Doc: "lane by lane Euclidean quotient, poison lanes where b = 0"},
	OpVecRem:          {Name: "vec.rem", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: Pure | Speculates, Scalar: OpRem, Doc: "lane by lane Euclidean remainder, poison lanes where b = 0"},
	OpVecShl:          {Name: "vec.shl", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpShl, Doc: "lane by lane a * 2^b, poison lanes where b < 0"},
	OpVecShr:          {Name: "vec.shr", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpShr, Doc: "lane by lane floor(a / 2^b), poison lanes where b < 0"},
	OpVecMin:          {Name: "vec.min", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpMin, Doc: "lane by lane the smaller"},
	OpVecMax:          {Name: "vec.max", Suffix: []Suffix{SufIntLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpMax, Doc: "lane by lane the larger"},
	OpVecAnd:          {Name: "vec.and", Suffix: []Suffix{SufIntMaskLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpAnd, Doc: "lane by lane bitwise and"},
	OpVecOr:           {Name: "vec.or", Suffix: []Suffix{SufIntMaskLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpOr, Doc: "lane by lane bitwise or"},
	OpVecXor:          {Name: "vec.xor", Suffix: []Suffix{SufIntMaskLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap, Scalar: OpXor, Doc: "lane by lane bitwise exclusive or"},
	OpVecFAdd:         {Name: "vec.fadd", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap | HasFPFlags, Scalar: OpFAdd, Doc: "lane by lane fadd"},
	OpVecFSub:         {Name: "vec.fsub", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap | HasFPFlags, Scalar: OpFSub, Doc: "lane by lane fsub"},
	OpVecFMul:         {Name: "vec.fmul", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap | HasFPFlags, Scalar: OpFMul, Doc: "lane by lane fmul"},
	OpVecFDiv:         {Name: "vec.fdiv", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: Pure | Speculates | HasFPFlags, Scalar: OpFDiv, Doc: "lane by lane fdiv"},
	OpVecFMin:         {Name: "vec.fmin", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap | HasFPFlags, Scalar: OpFMinNum, Doc: "lane by lane fminnum"},
	OpVecFMax:         {Name: "vec.fmax", Suffix: []Suffix{SufFloatLane}, Sig: "vv?k", Result: ResSame0, Flags: cheap | HasFPFlags, Scalar: OpFMaxNum, Doc: "lane by lane fmaxnum"},
	OpVecFNeg:         {Name: "vec.fneg", Suffix: []Suffix{SufFloatLane}, Sig: "v?k", Result: ResSame0, Flags: cheap, Scalar: OpFNeg, Doc: "lane by lane fneg"},
	OpVecFAbs:         {Name: "vec.fabs", Suffix: []Suffix{SufFloatLane}, Sig: "v?k", Result: ResSame0, Flags: cheap, Scalar: OpFAbs, Doc: "lane by lane fabs"},
	OpVecICmp:         {Name: "vec.icmp", Suffix: []Suffix{SufPred, SufIntLane}, Sig: "vv", Result: ResMask, Flags: cheap, Doc: "lane by lane comparison; a mask byte 1 or 0 a lane"},
	OpVecFCmp:         {Name: "vec.fcmp", Suffix: []Suffix{SufFPred, SufFloatLane}, Sig: "vv", Result: ResMask, Flags: cheap, Doc: "lane by lane float comparison; a mask byte 1 or 0 a lane"},
	OpVecReduceAdd:    {Name: "vec.reduce.add", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpAdd, Doc: "sum of the active lanes"},
	OpVecReduceMul:    {Name: "vec.reduce.mul", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpMul, Doc: "product of the active lanes"},
	OpVecReduceSMin:   {Name: "vec.reduce.smin", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpMin, Doc: "smallest of the active lanes, read as signed"},
	OpVecReduceSMax:   {Name: "vec.reduce.smax", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpMax, Doc: "largest of the active lanes, read as signed"},
	OpVecReduceUMin:   {Name: "vec.reduce.umin", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpMin, Doc: "smallest of the active lanes, read as unsigned"},
	OpVecReduceUMax:   {Name: "vec.reduce.umax", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpMax, Doc: "largest of the active lanes, read as unsigned"},
	OpVecReduceAnd:    {Name: "vec.reduce.and", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpAnd, Doc: "bitwise and of the active lanes"},
	OpVecReduceOr:     {Name: "vec.reduce.or", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpOr, Doc: "bitwise or of the active lanes"},
	OpVecReduceXor:    {Name: "vec.reduce.xor", Suffix: []Suffix{SufIntLane}, Sig: "v?k", Result: ResInt, Flags: cheap, Scalar: OpXor, Doc: "bitwise exclusive or of the active lanes"},
	OpVecReduceFAdd:   {Name: "vec.reduce.fadd", Suffix: []Suffix{SufFloatLane}, Sig: "v?k", Result: ResLane, Flags: cheap | HasFPFlags, Scalar: OpFAdd, Doc: "sum of the active lanes, in lane order"},
	OpVecReduceFMin:   {Name: "vec.reduce.fmin", Suffix: []Suffix{SufFloatLane}, Sig: "v?k", Result: ResLane, Flags: cheap | HasFPFlags, Scalar: OpFMinNum, Doc: "fminnum of the active lanes"},
	OpVecReduceFMax:   {Name: "vec.reduce.fmax", Suffix: []Suffix{SufFloatLane}, Sig: "v?k", Result: ResLane, Flags: cheap | HasFPFlags, Scalar: OpFMaxNum, Doc: "fmaxnum of the active lanes"},
	OpVecGather:       {Name: "vec.gather", Suffix: []Suffix{SufLane}, Sig: "pxkm", Result: ResMemArrow, Flags: MemDef | HasAlign, Reads: AtA, Writes: Nowhere, Simpler: "vec.load a c d", Doc: "loads the active lanes from a + b[i]; the other lanes are 0"},
	OpVecScatter:      {Name: "vec.scatter", Suffix: []Suffix{SufLane}, Sig: "vpxkm", Result: ResMem, Flags: MemDef | HasAlign, Reads: Nowhere, Writes: AtB, Simpler: "vec.store a b d e", Doc: "stores the active lanes to b + c[i], in lane order"},
	OpVecSelect:       {Name: "vec.select", Suffix: []Suffix{SufLane}, Sig: "kvv", Result: ResSame1, Flags: cheap, Doc: "lane by lane b where the mask is not zero, else c"},
	OpVecCompress:     {Name: "vec.compress", Suffix: []Suffix{SufLane}, Sig: "vk", Result: ResSame0, Flags: cheap, Doc: "the active lanes packed to the front, then 0"},
	OpVecExpand:       {Name: "vec.expand", Suffix: []Suffix{SufLane}, Sig: "vk", Result: ResSame0, Flags: cheap, Doc: "the first lanes spread to the active lanes, 0 elsewhere"},
	OpVecSplat:        {Name: "vec.splat", Suffix: []Suffix{SufLane}, Sig: "l", Result: ResArrow, Flags: cheap, Doc: "the scalar in every lane"},
	OpVecExtract:      {Name: "vec.extract", Suffix: []Suffix{SufLane}, Sig: "vi", Result: ResLane, Flags: cheap, Range: RangeLane, Doc: "the scalar in lane b; poison if there is none"},
	OpVecInsert:       {Name: "vec.insert", Suffix: []Suffix{SufLane}, Sig: "vli", Result: ResSame0, Flags: cheap, Doc: "a with lane c replaced by b; poison if there is none"},
	OpVecShuffle:      {Name: "vec.shuffle", Suffix: []Suffix{SufLane}, Sig: "vvx", Result: ResSame0, Flags: cheap, Doc: "lane i is lane c[i] of the lanes of a followed by those of b; poison if there is none"},
	OpVecLoad:         {Name: "vec.load", Suffix: []Suffix{SufLane}, Sig: "pkm", Result: ResArrow, Flags: MemUse | HasAlign, Reads: AtA, Writes: Nowhere, Simpler: "load a c", Doc: "loads the active lanes from a + i*size; the other lanes are 0"},
	OpVecStore:        {Name: "vec.store", Suffix: []Suffix{SufLane}, Sig: "vpkm", Result: ResMem, Flags: MemDef | HasAlign, Reads: Nowhere, Writes: AtB, Simpler: "store a b d", Doc: "stores the active lanes to b + i*size"},
	OpRet:             {Name: "ret", Form: FormRet, Sig: "*", Flags: Term, Doc: "returns the values"},
	OpBr:              {Name: "br", Form: FormBr, Flags: Term, Doc: "goes to the block"},
	OpBrIf:            {Name: "brif", Form: FormBrIf, Sig: "b", Flags: Term, Doc: "goes to the first block if true, else to the second; a poison condition is UB"},
	OpSwitch:          {Name: "switch", Form: FormSwitch, Sig: "i", Flags: Term, Doc: "goes to the block of the case equal to a, else to the default; poison is UB"},
	OpContinue:        {Name: "continue", Form: FormYield, Sig: "*", Flags: Term, Doc: "goes to the entry of the innermost loop region"},
	OpRegionYield:     {Name: "region_yield", Form: FormYield, Sig: "*", Flags: Term, Doc: "leaves the region to the node after it"},
	OpUnreachable:     {Name: "unreachable", Flags: Term, Doc: "is UB"},
	OpTrap:            {Name: "trap", Flags: Term, Doc: "aborts the program, which is defined"},
	OpLongJmp:         {Name: "longjmp", Sig: "pim", Flags: Term | MemUse, Doc: "continues behind the setjmp that filled the bytes at a, which gives b, or 1 if b is 0; UB if the call that executed it has ended"},
}

// Info returns the row of o.
func (o Op) Info() *OpInfo { return &Ops[o] }

// String is the mnemonic of o without suffixes.
func (o Op) String() string { return Ops[o].Name }

// Is reports whether o has any of the properties.
func (o Op) Is(f OpFlags) bool { return opFlags[o]&f != 0 }

// opFlags are those of [Ops], and none of what is no opcode.
var opFlags = func() (flags [1 << 8]OpFlags) {
	for o := range Ops {
		row := &Ops[o]
		flags[o] = row.Flags
		if row.Sig == "ii" && row.Result == ResInt && row.Suffix == nil {
			flags[o] |= TwoInts
		}
	}
	return flags
}()

// IsTerminator reports whether o ends a block.
func (o Op) IsTerminator() bool { return opFlags[o]&Term != 0 }

// IsConst reports whether o writes its result down.
func (o Op) IsConst() bool { return Ops[o].Form >= FormInt && Ops[o].Form <= FormFloat }

// Arity is the number of data operands of an opcode that has a fixed number, without a mask that
// may be left out.
func (o Op) Arity() int {
	sig, _, _ := strings.Cut(Ops[o].Sig, "?")
	return len(strings.TrimSuffix(sig, "m"))
}

// Removable reports whether an instruction of o does nothing when nothing reads its results but
// be undefined. What exposes an allocation does something for pointers that are made of numbers.
func (o Op) Removable() bool { return o.Is(Pure|MemUse|Allocates|Watches) && !o.Is(Term|Exposes) }

// Accesses reports whether operand n of o is the address of an access and nothing else.
func (o Op) Accesses(n int) bool {
	row := &Ops[o]
	return n >= 0 && (row.Reads.Operand() == n || row.Writes.Operand() == n)
}

// Accessed is the value that i, of [LenValue], reads from memory, or else what it writes.
func (f *Func) Accessed(i Inst) Value {
	if n := f.NumResults(i); n > 0 {
		if v := f.Result(i, n-1); f.TypeOf(v) != Mem {
			return v
		}
	}
	return f.Arg(i, 0)
}

// numberAt is where the number of a [RangeRule] stands.
type numberAt uint8

const (
	atNeeded numberAt = iota // N bytes, 64 bits if that is 0
	atOne                    // 1 of a bool
	atWidth                  // Imm
	atBits                   // N
	atBytes                  // N bytes
	atLane                   // the lane
	atType                   // the bytes of operand a
)

// rangeRules is read once from the columns, for IntBits is asked of every instruction that is compiled.
var rangeRules = func() (t [NumOps]struct {
	rule RangeRule
	at   numberAt
}) {
	for op := range t {
		row := &Ops[op]
		t[op].rule = row.Range
		switch at := &t[op].at; {
		case row.Range == RangeLane:
			*at = atLane
		case row.Range == RangeBytes:
			*at = atType
		case row.Sig == "b":
			*at = atOne
		case row.Form == FormWidth:
			*at = atWidth
		case slices.Contains(row.Suffix, SufBits):
			*at = atBits
		case slices.Contains(row.Suffix, SufBytes):
			*at = atBytes
		}
	}
	return t
}()

// IntBits bounds the last result of i by its opcode alone: an int of so many bits, signed or not,
// or poison.
func (f *Func) IntBits(i Inst) (n uint32, signed, ok bool) {
	row := rangeRules[f.Op(i)]
	rule := row.rule
	if rule == RangeUnknown || f.TypeOf(f.Result(i, f.NumResults(i)-1)) != Int {
		return 0, false, false
	}
	a := f.Attr(i)
	n = 64
	switch row.at {
	case atLane:
		return uint32(a.Lane.Bits), a.Lane.Kind == LaneS, true
	case atType:
		t := f.TypeOf(f.Arg(i, 0))
		size, ok := t.Size(1)
		return uint32(8 * size), false, ok && !t.HasScalable()
	case atOne:
		n = 1
	case atWidth:
		n = uint32(a.Imm)
	case atBits:
		n = a.N
	case atBytes, atNeeded:
		if row.at == atBytes || a.N != 0 {
			n = 8 * a.N
		}
	}
	if rule == RangeCount {
		n = uint32(bits.Len32(n))
	}
	return n, rule == RangeS, true
}

// Plain is the memory operation that a volatile one makes into an event, and o itself of others.
func (o Op) Plain() Op {
	switch o {
	case OpVolatileLoad:
		return OpLoad
	case OpVolatileStore:
		return OpStore
	case OpVolatileMemCpy:
		return OpMemCpy
	case OpVolatileMemMove:
		return OpMemMove
	case OpVolatileMemSet:
		return OpMemSet
	}
	return o
}

// IsVolatile reports whether each execution of o is an event.
func (o Op) IsVolatile() bool { return o >= OpVolatileLoad && o <= OpVolatileMemSet }

// IsVector reports whether o belongs to the vector family.
func (o Op) IsVector() bool { return o >= OpVecAdd && o <= OpVecStore }

// OpByName finds an opcode by its mnemonic without suffixes.
func OpByName(name string) (Op, bool) {
	o, ok := opByName[name]
	return o, ok
}

var opByName = func() map[string]Op {
	m := map[string]Op{"memcopy": OpMemCpy}
	for i := range Ops {
		m[Ops[i].Name] = Op(i)
	}
	return m
}()
