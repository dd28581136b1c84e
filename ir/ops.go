package ir

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
	OpPtrAdd
	OpPtrDiff
	OpPtrToInt
	OpPtrToAddr
	OpIntToPtr
	OpExtractValue
	OpInsertValue
	OpStackSlot
	OpLoad
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
	ResCall                   // mem, then the arrows
	ResIntrinsic              // mem if it takes one, then the arrows
)

// OpFlags are the properties of an opcode.
type OpFlags uint16

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
	HasFPFlags                     // may carry reassoc and contract
	HasAlign                       // may carry align=N
)

// OpInfo is the row of an opcode. Sig has one letter an operand:
//
//	i int   b bool   p pointer   f float, all alike   F float   v vector, all alike
//	k mask of the lanes   x vector of as many lanes, of any width   l scalar of the lane format
//	m memory token   g aggregate   e int or bool   a any data   s any data, all alike
//	* any number of data operands   ?k an optional mask
type OpInfo struct {
	Name   string
	Form   Form
	Suffix []Suffix
	Sig    string
	Result ResultRule
	Flags  OpFlags
	Doc    string // what it computes from operands a, b, c
}

// Ops is the opcode table. Printer, parser, verifier, the completeness tests of the
// interpreters, the program generator, the reducer and docs/reference/ops.md derive from it.
var Ops = [NumOps]OpInfo{
	OpIConst:             {"iconst", FormInt, nil, "", ResInt, Pure, "the integer written"},
	OpBConst:             {"bconst", FormBool, nil, "", ResBool, Pure, "true or false"},
	OpFConst:             {"fconst", FormFloat, []Suffix{SufType}, "", ResFloat, Pure, "the float with the bits written"},
	OpPoison:             {"poison", FormPlain, nil, "", ResArrow, Pure, "a poison value of the type written"},
	OpParam:              {"param", FormParam, nil, "", ResParam, Pure, "the argument with that index"},
	OpSymbolAddr:         {"symbol_addr", FormSymbol, nil, "", ResPtr, Pure, "a pointer to the start of the function or data symbol"},
	OpFreeze:             {"freeze", FormPlain, nil, "a", ResSame0, Pure, "a with poison, and each poison or uninit byte, replaced by an unspecified fixed value"},
	OpAdd:                {"add", FormPlain, nil, "ii", ResInt, Pure | Commutes, "a + b"},
	OpSub:                {"sub", FormPlain, nil, "ii", ResInt, Pure, "a - b"},
	OpMul:                {"mul", FormPlain, nil, "ii", ResInt, Pure | Commutes, "a * b"},
	OpDiv:                {"div", FormPlain, nil, "ii", ResInt, Pure, "Euclidean quotient: Lean's Int./; poison if b = 0"},
	OpRem:                {"rem", FormPlain, nil, "ii", ResInt, Pure, "Euclidean remainder: Lean's Int.%; poison if b = 0"},
	OpTDiv:               {"tdiv", FormPlain, nil, "ii", ResInt, Pure, "quotient truncated toward zero; poison if b = 0"},
	OpTRem:               {"trem", FormPlain, nil, "ii", ResInt, Pure, "remainder of tdiv, with the sign of a; poison if b = 0"},
	OpAnd:                {"and", FormPlain, nil, "ii", ResInt, Pure | Commutes, "bitwise and of infinite two's complement"},
	OpOr:                 {"or", FormPlain, nil, "ii", ResInt, Pure | Commutes, "bitwise or of infinite two's complement"},
	OpXor:                {"xor", FormPlain, nil, "ii", ResInt, Pure | Commutes, "bitwise exclusive or of infinite two's complement"},
	OpShl:                {"shl", FormPlain, nil, "ii", ResInt, Pure, "a * 2^b; poison if b < 0"},
	OpShr:                {"shr", FormPlain, nil, "ii", ResInt, Pure, "floor(a / 2^b); poison if b < 0"},
	OpMin:                {"min", FormPlain, nil, "ii", ResInt, Pure | Commutes, "the smaller"},
	OpMax:                {"max", FormPlain, nil, "ii", ResInt, Pure | Commutes, "the larger"},
	OpClMul:              {"clmul", FormPlain, nil, "ii", ResInt, Pure | Commutes, "carry-less product over GF(2); poison if a < 0 or b < 0"},
	OpNot:                {"not", FormPlain, nil, "e", ResSame0, Pure, "-a - 1 of an int, the other truth value of a bool"},
	OpCountOnes:          {"count_ones", FormPlain, nil, "i", ResInt, Pure, "number of one bits; poison if a < 0"},
	OpCountLeadingZeros:  {"count_leading_zeros", FormPlain, []Suffix{SufBits}, "i", ResInt, Pure, "leading zeros of the low N bits"},
	OpCountTrailingZeros: {"count_trailing_zeros", FormPlain, nil, "i", ResInt, Pure, "trailing zeros; poison if a = 0"},
	OpBSwap:              {"bswap", FormPlain, []Suffix{SufBytes}, "i", ResInt, Pure, "the low N bytes in reverse order, zero-extended"},
	OpBitReverse:         {"bit_reverse", FormPlain, []Suffix{SufBits}, "i", ResInt, Pure, "the low N bits in reverse order, zero-extended"},
	OpRotateLeft:         {"rotate_left", FormPlain, []Suffix{SufBits}, "ii", ResInt, Pure, "the low N bits rotated left by b mod N, zero-extended"},
	OpRotateRight:        {"rotate_right", FormPlain, []Suffix{SufBits}, "ii", ResInt, Pure, "the low N bits rotated right by b mod N, zero-extended"},
	OpMerge:              {"merge", FormPlain, []Suffix{SufBits}, "ii", ResInt, Pure, "a with its low N bits replaced by those of b; poison if N = 0"},
	OpSplit:              {"split", FormPlain, []Suffix{SufBits}, "i", ResIntInt, Pure, "the high part a >> N, then the low N bits; both poison if N = 0"},
	OpSExt:               {"sext", FormWidth, nil, "i", ResInt, Pure, "the x congruent to a mod 2^N with -2^(N-1) <= x < 2^(N-1)"},
	OpZExt:               {"zext", FormWidth, nil, "i", ResInt, Pure, "the x congruent to a mod 2^N with 0 <= x < 2^N"},
	OpICmp:               {"icmp", FormPlain, []Suffix{SufPred}, "ii", ResBool, Pure, "the comparison of two integers"},
	OpBAnd:               {"band", FormPlain, nil, "bb", ResBool, Pure | Commutes, "a and b"},
	OpBOr:                {"bor", FormPlain, nil, "bb", ResBool, Pure | Commutes, "a or b"},
	OpBXor:               {"bxor", FormPlain, nil, "bb", ResBool, Pure | Commutes, "a exclusive-or b"},
	OpSelect:             {"select", FormPlain, nil, "bss", ResSame1, Pure, "b if a is true, else c; the other arm is not looked at"},
	OpBoolToInt:          {"bool_to_int", FormPlain, nil, "b", ResInt, Pure, "1 for true, 0 for false"},
	OpIntToBool:          {"int_to_bool", FormPlain, nil, "i", ResBool, Pure, "whether a is not 0"},
	OpFAdd:               {"fadd", FormPlain, nil, "ff", ResSame0, Pure | HasFPFlags | Commutes, "a + b, rounded once"},
	OpFSub:               {"fsub", FormPlain, nil, "ff", ResSame0, Pure | HasFPFlags, "a - b, rounded once"},
	OpFMul:               {"fmul", FormPlain, nil, "ff", ResSame0, Pure | HasFPFlags | Commutes, "a * b, rounded once"},
	OpFDiv:               {"fdiv", FormPlain, nil, "ff", ResSame0, Pure | HasFPFlags, "a / b, rounded once"},
	OpFRem:               {"frem", FormPlain, nil, "ff", ResSame0, Pure | HasFPFlags, "a - trunc(a/b)*b, exact, with the sign of a"},
	OpFNeg:               {"fneg", FormPlain, nil, "f", ResSame0, Pure, "a with the sign bit flipped"},
	OpFAbs:               {"fabs", FormPlain, nil, "f", ResSame0, Pure, "a with the sign bit cleared"},
	OpCopySign:           {"copysign", FormPlain, nil, "ff", ResSame0, Pure, "the magnitude of a with the sign bit of b"},
	OpFSqrt:              {"fsqrt", FormPlain, nil, "f", ResSame0, Pure | HasFPFlags, "square root, rounded once"},
	OpFMA:                {"fma", FormPlain, nil, "fff", ResSame0, Pure | HasFPFlags, "a * b + c, rounded once"},
	OpFMinNum:            {"fminnum", FormPlain, nil, "ff", ResSame0, Pure, "IEEE 754-2019 minimumNumber: a number wins over any NaN, -0 is below +0"},
	OpFMaxNum:            {"fmaxnum", FormPlain, nil, "ff", ResSame0, Pure, "IEEE 754-2019 maximumNumber: a number wins over any NaN, +0 is above -0"},
	OpFCmp:               {"fcmp", FormPlain, []Suffix{SufFPred}, "ff", ResBool, Pure, "one of the sixteen float comparisons"},
	OpFPConvert:          {"fp_convert", FormPlain, nil, "F", ResArrow, Pure, "a in another float format, rounded once"},
	OpSIToFP:             {"si_to_fp", FormPlain, nil, "i", ResArrow, Pure, "the integer rounded once to a float"},
	OpUIToFP:             {"ui_to_fp", FormPlain, nil, "i", ResArrow, Pure, "the integer rounded once to a float; poison if a < 0"},
	OpFPToSI:             {"fp_to_si", FormPlain, []Suffix{SufSat, SufBits}, "F", ResInt, Pure, "a truncated to an N-bit signed integer; NaN or out of range is poison, with .sat 0 or the nearest bound"},
	OpFPToUI:             {"fp_to_ui", FormPlain, []Suffix{SufSat, SufBits}, "F", ResInt, Pure, "a truncated to an N-bit unsigned integer; NaN or out of range is poison, with .sat 0 or the nearest bound"},
	OpBitCast:            {"bitcast", FormPlain, nil, "a", ResArrow, Pure, "the bytes of a read as another type of the same size"},
	OpPtrAdd:             {"ptradd", FormPlain, nil, "pi", ResSame0, Pure, "a moved by b bytes, modulo 2^64, with the provenance of a"},
	OpPtrDiff:            {"ptrdiff", FormPlain, nil, "pp", ResInt, Pure, "the distance in bytes, modulo 2^64 and signed; poison if the allocations differ"},
	OpPtrToInt:           {"ptrtoint", FormPlain, nil, "p", ResInt, Exposes, "the address; exposes the allocation"},
	OpPtrToAddr:          {"ptrtoaddr", FormPlain, nil, "p", ResInt, Pure, "the address; exposes nothing"},
	OpIntToPtr:           {"inttoptr", FormPlain, nil, "i", ResArrowPtr, Pure, "a pointer to that address, modulo 2^64, with wildcard provenance"},
	OpExtractValue:       {"extractvalue", FormPath, nil, "g", ResPath, Pure, "the field that the path names"},
	OpInsertValue:        {"insertvalue", FormPath, nil, "ga", ResSame0, Pure, "a with the field that the path names replaced by b"},
	OpStackSlot:          {"stack_slot", FormSlot, nil, "", ResPtr, Allocates, "a fresh uninitialised allocation that lives until control leaves its region"},
	OpLoad:               {"load", FormPlain, []Suffix{SufBytes}, "pm", ResArrowInt, MemUse | HasAlign, "the N bytes at a, read as the result type; ints are unsigned"},
	OpStore:              {"store", FormPlain, []Suffix{SufBytes}, "apm", ResMem, MemDef | HasAlign, "writes the N bytes of a at b"},
	OpMemCpy:             {"memcpy", FormPlain, nil, "ppim", ResMem, MemDef | HasAlign, "copies c bytes from b to a; overlap is UB"},
	OpMemMove:            {"memmove", FormPlain, nil, "ppim", ResMem, MemDef | HasAlign, "copies c bytes from b to a as if through a buffer"},
	OpMemSet:             {"memset", FormPlain, nil, "piim", ResMem, MemDef | HasAlign, "writes the low byte of b to the c bytes at a"},
	OpAtomicLoad:         {"load.atomic", FormPlain, []Suffix{SufOrder, SufOptBytes}, "pm", ResMemArrowInt, MemDef | Atomic | HasAlign, "an atomic load; without a size 8 bytes or the size of the type"},
	OpAtomicStore:        {"store.atomic", FormPlain, []Suffix{SufOrder, SufOptBytes}, "apm", ResMem, MemDef | Atomic | HasAlign, "an atomic store"},
	OpRMW:                {"rmw", FormPlain, []Suffix{SufRMW, SufOrder, SufOptBytes}, "pam", ResMemArrowInt, MemDef | Atomic | HasAlign, "atomically replaces the value at a by op(it, b); gives the old value"},
	OpCmpXchg:            {"cmpxchg", FormPlain, []Suffix{SufOrder, SufFail, SufOptBytes}, "pssm", ResMemArrowInt, MemDef | Atomic | HasAlign, "atomically stores c at a if it holds b; gives the old value"},
	OpFence:              {"fence", FormPlain, []Suffix{SufOrder}, "m", ResMem, MemDef | Atomic, "orders memory accesses without making one; relaxed does nothing"},
	OpCall:               {"call", FormCall, nil, "p*m", ResCall, MemDef | Calls, "calls the function at a"},
	OpLandingPad:         {"landing_pad", FormPlain, nil, "", ResPtr, Pure, "the exception object of an unwinding call; nothing unwinds, so reaching it is UB"},
	OpTargetIntrinsic:    {"target.intrinsic", FormIntrinsic, nil, "*", ResIntrinsic, Calls, "the target operation with that name"},
	OpVecAdd:             {"vec.add", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane a + b"},
	OpVecSub:             {"vec.sub", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane a - b"},
	OpVecMul:             {"vec.mul", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane a * b"},
	OpVecDiv:             {"vec.div", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane Euclidean quotient, poison lanes where b = 0"},
	OpVecRem:             {"vec.rem", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane Euclidean remainder, poison lanes where b = 0"},
	OpVecShl:             {"vec.shl", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane a * 2^b, poison lanes where b < 0"},
	OpVecShr:             {"vec.shr", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane floor(a / 2^b), poison lanes where b < 0"},
	OpVecMin:             {"vec.min", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane the smaller"},
	OpVecMax:             {"vec.max", FormPlain, []Suffix{SufIntLane}, "vv?k", ResSame0, Pure, "lane by lane the larger"},
	OpVecAnd:             {"vec.and", FormPlain, []Suffix{SufIntMaskLane}, "vv?k", ResSame0, Pure, "lane by lane bitwise and"},
	OpVecOr:              {"vec.or", FormPlain, []Suffix{SufIntMaskLane}, "vv?k", ResSame0, Pure, "lane by lane bitwise or"},
	OpVecXor:             {"vec.xor", FormPlain, []Suffix{SufIntMaskLane}, "vv?k", ResSame0, Pure, "lane by lane bitwise exclusive or"},
	OpVecFAdd:            {"vec.fadd", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fadd"},
	OpVecFSub:            {"vec.fsub", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fsub"},
	OpVecFMul:            {"vec.fmul", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fmul"},
	OpVecFDiv:            {"vec.fdiv", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fdiv"},
	OpVecFMin:            {"vec.fmin", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fminnum"},
	OpVecFMax:            {"vec.fmax", FormPlain, []Suffix{SufFloatLane}, "vv?k", ResSame0, Pure | HasFPFlags, "lane by lane fmaxnum"},
	OpVecFNeg:            {"vec.fneg", FormPlain, []Suffix{SufFloatLane}, "v?k", ResSame0, Pure, "lane by lane fneg"},
	OpVecFAbs:            {"vec.fabs", FormPlain, []Suffix{SufFloatLane}, "v?k", ResSame0, Pure, "lane by lane fabs"},
	OpVecICmp:            {"vec.icmp", FormPlain, []Suffix{SufPred, SufIntLane}, "vv", ResMask, Pure, "lane by lane comparison; a mask byte 1 or 0 a lane"},
	OpVecFCmp:            {"vec.fcmp", FormPlain, []Suffix{SufFPred, SufFloatLane}, "vv", ResMask, Pure, "lane by lane float comparison; a mask byte 1 or 0 a lane"},
	OpVecReduceAdd:       {"vec.reduce.add", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "sum of the active lanes"},
	OpVecReduceMul:       {"vec.reduce.mul", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "product of the active lanes"},
	OpVecReduceSMin:      {"vec.reduce.smin", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "smallest of the active lanes, read as signed"},
	OpVecReduceSMax:      {"vec.reduce.smax", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "largest of the active lanes, read as signed"},
	OpVecReduceUMin:      {"vec.reduce.umin", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "smallest of the active lanes, read as unsigned"},
	OpVecReduceUMax:      {"vec.reduce.umax", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "largest of the active lanes, read as unsigned"},
	OpVecReduceAnd:       {"vec.reduce.and", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "bitwise and of the active lanes"},
	OpVecReduceOr:        {"vec.reduce.or", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "bitwise or of the active lanes"},
	OpVecReduceXor:       {"vec.reduce.xor", FormPlain, []Suffix{SufIntLane}, "v?k", ResInt, Pure, "bitwise exclusive or of the active lanes"},
	OpVecReduceFAdd:      {"vec.reduce.fadd", FormPlain, []Suffix{SufFloatLane}, "v?k", ResLane, Pure | HasFPFlags, "sum of the active lanes, in lane order"},
	OpVecReduceFMin:      {"vec.reduce.fmin", FormPlain, []Suffix{SufFloatLane}, "v?k", ResLane, Pure | HasFPFlags, "fminnum of the active lanes"},
	OpVecReduceFMax:      {"vec.reduce.fmax", FormPlain, []Suffix{SufFloatLane}, "v?k", ResLane, Pure | HasFPFlags, "fmaxnum of the active lanes"},
	OpVecGather:          {"vec.gather", FormPlain, []Suffix{SufLane}, "pxkm", ResMemArrow, MemDef | HasAlign, "loads the active lanes from a + b[i]; the other lanes are 0"},
	OpVecScatter:         {"vec.scatter", FormPlain, []Suffix{SufLane}, "vpxkm", ResMem, MemDef | HasAlign, "stores the active lanes to b + c[i], in lane order"},
	OpVecSelect:          {"vec.select", FormPlain, []Suffix{SufLane}, "kvv", ResSame1, Pure, "lane by lane b where the mask is not zero, else c"},
	OpVecCompress:        {"vec.compress", FormPlain, []Suffix{SufLane}, "vk", ResSame0, Pure, "the active lanes packed to the front, then 0"},
	OpVecExpand:          {"vec.expand", FormPlain, []Suffix{SufLane}, "vk", ResSame0, Pure, "the first lanes spread to the active lanes, 0 elsewhere"},
	OpVecSplat:           {"vec.splat", FormPlain, []Suffix{SufLane}, "l", ResArrow, Pure, "the scalar in every lane"},
	OpVecExtract:         {"vec.extract", FormPlain, []Suffix{SufLane}, "vi", ResLane, Pure, "the scalar in lane b; poison if there is none"},
	OpVecInsert:          {"vec.insert", FormPlain, []Suffix{SufLane}, "vli", ResSame0, Pure, "a with lane c replaced by b; poison if there is none"},
	OpVecShuffle:         {"vec.shuffle", FormPlain, []Suffix{SufLane}, "vvx", ResSame0, Pure, "lane i is lane c[i] of the lanes of a followed by those of b; poison if there is none"},
	OpVecLoad:            {"vec.load", FormPlain, []Suffix{SufLane}, "pkm", ResArrow, MemUse | HasAlign, "loads the active lanes from a + i*size; the other lanes are 0"},
	OpVecStore:           {"vec.store", FormPlain, []Suffix{SufLane}, "vpkm", ResMem, MemDef | HasAlign, "stores the active lanes to b + i*size"},
	OpRet:                {"ret", FormRet, nil, "*", ResNone, Term, "returns the values"},
	OpBr:                 {"br", FormBr, nil, "", ResNone, Term, "goes to the block"},
	OpBrIf:               {"brif", FormBrIf, nil, "b", ResNone, Term, "goes to the first block if true, else to the second; a poison condition is UB"},
	OpSwitch:             {"switch", FormSwitch, nil, "i", ResNone, Term, "goes to the block of the case equal to a, else to the default; poison is UB"},
	OpContinue:           {"continue", FormYield, nil, "*", ResNone, Term, "goes to the entry of the innermost loop region"},
	OpRegionYield:        {"region_yield", FormYield, nil, "*", ResNone, Term, "leaves the region to the node after it"},
	OpUnreachable:        {"unreachable", FormPlain, nil, "", ResNone, Term, "is UB"},
	OpTrap:               {"trap", FormPlain, nil, "", ResNone, Term, "aborts the program, which is defined"},
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
		flags[o] = Ops[o].Flags
	}
	return flags
}()

// IsTerminator reports whether o ends a block.
func (o Op) IsTerminator() bool { return opFlags[o]&Term != 0 }

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
