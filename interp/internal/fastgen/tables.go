package main

// The exact sum, difference and product of two words as a high and a low one. The high word of a signed operand
// is its sign. The sum and the difference have at most 66 bits, so the high word shows their sign.
const (
	addX = `lo, carry := bits.Add64(x.v, y.v, 0)
hi := uint64(int64(x.v)>>63)&-uint64(c.k&1) + uint64(int64(y.v)>>63)&-uint64(c.k>>1) + carry
`
	subX = `lo, borrow := bits.Sub64(x.v, y.v, 0)
hi := uint64(int64(x.v)>>63)&-uint64(c.k&1) - uint64(int64(y.v)>>63)&-uint64(c.k>>1) - borrow
`
	// The high word is that of the unsigned words, less each operand where the other is negative (Warren, Hacker's Delight,
	// 8-3).
	mulX = `hi, lo := bits.Mul64(x.v, y.v)
hi -= uint64(int64(x.v)>>63)&-uint64(c.k&1)&y.v + uint64(int64(y.v)>>63)&-uint64(c.k>>1)&x.v
`
	// For results that must be an int64, or a uint64.
	ifS = `if hi != uint64(int64(lo)>>63) {
	goto slow
}`
	ifU = `if hi != 0 {
	goto slow
}`
	// The amount modulo the width imm, which is at most 64, and the operand without higher bits.
	rotate = `mask, k := uint64(math.MaxUint64)>>(64-c.imm), y.v
if k >= c.imm {
	n := int64(k) % int64(c.imm)
	if n < 0 {
		n += int64(c.imm)
	}
	k = uint64(n)
}
v := x.v & mask`
	// A NaN is made the canonical one.
	nan64 = `v := math.Float64bits(r)
if r != r {
	v = ieee754.NaN64
}`
	nan32 = `v := uint64(math.Float32bits(r))
if r != r {
	v = ieee754.NaN32
}`
	pair64 = "p, q := math.Float64frombits(x.v), math.Float64frombits(y.v)\n"
	pair32 = "p, q := math.Float32frombits(uint32(x.v)), math.Float32frombits(uint32(y.v))\n"
	// k has a bit for each outcome: less, equal, greater, unordered.
	fcmp = `o := uint8(3)
switch {
case p < q:
	o = 0
case p == q:
	o = 1
case p > q:
	o = 2
}`
	// The result in class G: a word if it is an int64. The sign is that of the high word.
	put = `if hi == uint64(int64(lo)>>63) {
	*at(sp, c.dst) = slot{v: lo}
} else {
	*at(sp, c.dst), *at(sp, c.dst+1) = slot{v: lo, p: uint32(hi >> 63), t: words}, slot{v: hi}
}`
)

// integers are the operations on ints and truth values.
// Slots hold ints modulo 2^64 (see slot in interp/fastcode.go).
// The forms of an operation, with k = 64-n for n bits:
// Z and S keep the low n bits, so they need no test: low bits depend on low bits.
// U and V test the 64 bits, too: the carry of unsigned operands, the overflow of signed ones.
// X computes the exact result of any words with its high word and sign; k tells which operands are signed.
var integers = []row{
	{2, "fAddZ", "", `(x.v + y.v) << (c.k & 63) >> (c.k & 63)`},
	{2, "fAddS", "", `uint64(int64((x.v+y.v)<<(c.k&63)) >> (c.k & 63))`},
	// The operands are unsigned words: the sum has a bit more, which is the carry.
	{2, "fAddU", `r, carry := bits.Add64(x.v, y.v, 0)
if carry != 0 || r<<(c.k&63)>>(c.k&63) != r {
	goto slow
}`, `r`},
	// Signed overflow: both operands have the sign that the sum has not (Warren, Hacker's Delight, chapter
	// 2).
	{2, "fAddV", `r := x.v + y.v
if (x.v^r)&(y.v^r)&(1<<63) != 0 || uint64(int64(r<<(c.k&63))>>(c.k&63)) != r {
	goto slow
}`, `r`},
	{2, "fSubZ", "", `(x.v - y.v) << (c.k & 63) >> (c.k & 63)`},
	{2, "fSubS", "", `uint64(int64((x.v-y.v)<<(c.k&63)) >> (c.k & 63))`},
	// A borrow says that the exact difference is negative, which no unsigned claim allows.
	{2, "fSubU", `r, carry := bits.Sub64(x.v, y.v, 0)
if carry != 0 || r<<(c.k&63)>>(c.k&63) != r {
	goto slow
}`, `r`},
	// The operands differ in sign, and the difference has not that of the first.
	{2, "fSubV", `r := x.v - y.v
if (x.v^y.v)&(x.v^r)&(1<<63) != 0 || uint64(int64(r<<(c.k&63))>>(c.k&63)) != r {
	goto slow
}`, `r`},
	{2, "fMulZ", "", `(x.v * y.v) << (c.k & 63) >> (c.k & 63)`},
	{2, "fMulS", "", `uint64(int64((x.v*y.v)<<(c.k&63)) >> (c.k & 63))`},
	// The high word must be 0: then the low one is the exact product.
	{2, "fMulU", `carry, r := bits.Mul64(x.v, y.v)
if carry != 0 || r<<(c.k&63)>>(c.k&63) != r {
	goto slow
}`, `r`},
	// The high word of a signed product is that of the unsigned one, less each operand where the other is negative.
	{2, "fMulV", `hi, r := bits.Mul64(x.v, y.v)
hi -= uint64(int64(x.v)>>63)&y.v + uint64(int64(y.v)>>63)&x.v
if hi != uint64(int64(r)>>63) || uint64(int64(r<<(c.k&63))>>(c.k&63)) != r {
	goto slow
}`, `r`},
	{2, "fAddXS", addX + ifS, `lo`},
	{2, "fAddXU", addX + ifU, `lo`},
	{2, "fAddXG", addX + put, ""},
	{2, "fSubXS", subX + ifS, `lo`},
	{2, "fSubXU", subX + ifU, `lo`},
	{2, "fSubXG", subX + put, ""},
	{2, "fMulXS", mulX + ifS, `lo`},
	{2, "fMulXU", mulX + ifU, `lo`},
	// The product of two unsigned words is not negative whatever its high word.
	{2, "fMulXG", mulX + `if hi == uint64(int64(lo)>>63) && (hi == 0 || c.k != 0) {
	*at(sp, c.dst) = slot{v: lo}
} else {
	*at(sp, c.dst), *at(sp, c.dst+1) = slot{v: lo, p: uint32(hi>>63&truth(c.k != 0)), t: words}, slot{v: hi}
}`, ""},
	// Bitwise operations on two's complement of any length agree with those on its low 64 bits.
	{2, "fAnd", "", `x.v & y.v`},
	{2, "fOr", "", `x.v | y.v`},
	{2, "fXor", "", `x.v ^ y.v`},
	{1, "fNot", "", `^x.v`},
	// The count of a constant shift is b, below 64; that of others is slot b.
	{1, "fShlIZ", "", `x.v << (uint(c.b) & 63) << (c.k & 63) >> (c.k & 63)`},
	{1, "fShlIS", "", `uint64(int64(x.v<<(uint(c.b)&63)<<(c.k&63)) >> (c.k & 63))`},
	// Shifted back, the word must be what it was: no bit was lost.
	{1, "fShlIU", `r := x.v << (uint(c.b) & 63)
if r>>(uint(c.b)&63) != x.v || r<<(c.k&63)>>(c.k&63) != r {
	goto slow
}`, `r`},
	// The same with the sign: shifted back arithmetically.
	{1, "fShlIV", `r := x.v << (uint(c.b) & 63)
if uint64(int64(r)>>(uint(c.b)&63)) != x.v || uint64(int64(r<<(c.k&63))>>(c.k&63)) != r {
	goto slow
}`, `r`},
	// A Go shift by 64 and more gives 0, which are the low bits.
	// The bound is where the shifted int, of which only the low bits are used, would no more be free; negative
	// counts are far beyond it.
	{2, "fShlZ", `if y.v > freeBits-64 {
	goto slow
}`, `x.v << y.v << (c.k & 63) >> (c.k & 63)`},
	{2, "fShlS", `if y.v > freeBits-64 {
	goto slow
}`, `uint64(int64(x.v<<y.v<<(c.k&63)) >> (c.k & 63))`},
	// Amounts beyond 63 leave, and so do negative ones, which are large as words.
	{2, "fShlU", `r := x.v << y.v
if y.v > 63 || r>>y.v != x.v || r<<(c.k&63)>>(c.k&63) != r {
	goto slow
}`, `r`},
	{2, "fShlV", `r := x.v << y.v
if y.v > 63 || uint64(int64(r)>>y.v) != x.v || uint64(int64(r<<(c.k&63))>>(c.k&63)) != r {
	goto slow
}`, `r`},
	// Shifts to the right need no check of the result; a negative count is poison.
	{1, "fShrIU", "", `x.v >> (uint(c.b) & 63)`},
	{1, "fShrIS", "", `uint64(int64(x.v) >> (uint(c.b) & 63))`},
	{2, "fShrU", `if int64(y.v) < 0 {
	goto slow
}`, `x.v >> y.v`},
	// Go fills with the sign for any amount, as the floor of a division by a power of two does.
	{2, "fShrS", `if int64(y.v) < 0 {
	goto slow
}`, `uint64(int64(x.v) >> y.v)`},
	// Division by zero is poison, and the least int64 by -1 leaves 64 bits; Go would panic at the first.
	{2, "fDivS", `if y.v == 0 || y.v == math.MaxUint64 && x.v == 1<<63 {
	goto slow
}
q := int64(x.v) / int64(y.v)
if int64(x.v)%int64(y.v) < 0 {
	q -= int64(y.v)>>63 | 1
}`, `uint64(q)`},
	// The same guard as division: the quotient is computed too.
	{2, "fRemS", `if y.v == 0 || y.v == math.MaxUint64 && x.v == 1<<63 {
	goto slow
}
r := int64(x.v) % int64(y.v)
if r < 0 {
	r += (int64(y.v) ^ int64(y.v)>>63) - int64(y.v)>>63
}`, `uint64(r)`},
	{2, "fTDivS", `if y.v == 0 || y.v == math.MaxUint64 && x.v == 1<<63 {
	goto slow
}`, `uint64(int64(x.v) / int64(y.v))`},
	{2, "fTRemS", `if y.v == 0 || y.v == math.MaxUint64 && x.v == 1<<63 {
	goto slow
}`, `uint64(int64(x.v) % int64(y.v))`},
	{2, "fDivU", `if y.v == 0 {
	goto slow
}`, `x.v / y.v`},
	{2, "fRemU", `if y.v == 0 {
	goto slow
}`, `x.v % y.v`},
	// Operands are of one class, so one order is right for both.
	{2, "fMinS", "", `uint64(min(int64(x.v), int64(y.v)))`},
	{2, "fMaxS", "", `uint64(max(int64(x.v), int64(y.v)))`},
	// Unsigned words of 64 bits: lowering takes them where both operands are.
	{2, "fMinU", "", `min(x.v, y.v)`},
	{2, "fMaxU", "", `max(x.v, y.v)`},
	{1, "fExtZ", "", `x.v << (c.k & 63) >> (c.k & 63)`},
	// The sign is the highest of the bits that are kept.
	{1, "fExtS", "", `uint64(int64(x.v<<(c.k&63)) >> (c.k & 63))`},
	// A check that holds copies, since its destination is another slot than its operand.
	{1, "fCheckU", `if x.v<<(c.k&63)>>(c.k&63) != x.v {
	goto slow
}`, `x.v`},
	{1, "fCheckS", `if uint64(int64(x.v<<(c.k&63))>>(c.k&63)) != x.v {
	goto slow
}`, `x.v`},
	{1, "fCheckBits", `if m := &fn.masks[c.imm]; x.v&m.zeros|^x.v&m.ones != 0 {
	goto slow
}`, `x.v`},
	// Zero has no lowest one: poison.
	{1, "fCtz", `if x.v == 0 {
	goto slow
}`, `uint64(bits.TrailingZeros64(x.v))`},
	// Bits above the low 64-k are shifted out first; the count of none is 64-k.
	{1, "fClz", "", `uint64(min(bits.LeadingZeros64(x.v<<(c.k&63)), 64-int(c.k)))`},
	// The reversed bytes are at the top of the word; the shift brings them down and drops what was above.
	{1, "fBSwap", "", `bits.ReverseBytes64(x.v) >> (c.k & 63)`},
	// imm is the width, of at least 1: lowering leaves others to the reference evaluator.
	{2, "fRotL", rotate, `(v<<k | v>>(c.imm-k)) & mask`},
	{2, "fRotR", rotate, `(v>>k | v<<(c.imm-k)) & mask`},
	// Truth values are 0 and 1.
	{2, "fBAnd", "", `x.v & y.v`},
	{2, "fBOr", "", `x.v | y.v`},
	{2, "fBXor", "", `x.v ^ y.v`},
	// A truth value is one bit: the complement of the word would not be one.
	{1, "fBNot", "", `x.v ^ 1`},
	{1, "fIntToBool", "", `truth(x.v != 0)`},
	// For conversions that keep the word: bool to int, a pointer to its address without its provenance.
	{onePointer, "fMove", "", `x.v`},
	// For values that go on as they are, pointers included.
	{onePointer, "fCopy", "*at(sp, c.dst) = *x", ""},
}

// floats are the operations that the processor rounds as IEEE 754 wants.
// Each rounds once, in its own format; the conversion of a product keeps Go from fusing. They are those of package
// ieee754, inline.
var floats = []row{
	{2, "fFAdd64", pair64 + "r := p + q\n" + nan64, `v`},
	{2, "fFAdd32", pair32 + "r := p + q\n" + nan32, `v`},
	{2, "fFSub64", pair64 + "r := p - q\n" + nan64, `v`},
	{2, "fFSub32", pair32 + "r := p - q\n" + nan32, `v`},
	{2, "fFMul64", pair64 + "r := float64(p * q)\n" + nan64, `v`},
	{2, "fFMul32", pair32 + "r := float32(p * q)\n" + nan32, `v`},
	{2, "fFDiv64", pair64 + "r := p / q\n" + nan64, `v`},
	{2, "fFDiv32", pair32 + "r := p / q\n" + nan32, `v`},
	{1, "fSqrt64", "r := math.Sqrt(math.Float64frombits(x.v))\n" + nan64, `v`},
	// Sign operations are on bits and keep a NaN as it is; imm is the mask of the format.
	{1, "fFNeg", "", `x.v ^ c.imm`},
	{1, "fFAbs", "", `x.v & c.imm`},
	{2, "fFCmp64", pair64 + fcmp, `uint64(c.k >> o & 1)`},
	{2, "fFCmp32", pair32 + fcmp, `uint64(c.k >> o & 1)`},
	// Go rounds the conversion of an int64 to nearest even, once.
	{1, "fSIToF64", "", `math.Float64bits(float64(int64(x.v)))`},
	{1, "fSIToF32", "", `uint64(math.Float32bits(float32(int64(x.v))))`},
	// Go rounds the conversion of a uint64 as it does that of an int64. A negative operand of ui_to_fp is poison; k
	// says whether the word may be one.
	{1, "fUIToF64", `if c.k != 0 && int64(x.v) < 0 {
	goto slow
}`, `math.Float64bits(float64(x.v))`},
	{1, "fUIToF32", `if c.k != 0 && int64(x.v) < 0 {
	goto slow
}`, `uint64(math.Float32bits(float32(x.v)))`},
	// Every f32 is an f64, so nothing is rounded.
	{1, "fF32ToF64", "r := float64(math.Float32frombits(uint32(x.v)))\n" + nan64, `v`},
	// Rounds once.
	{1, "fF64ToF32", "r := float32(math.Float64frombits(x.v))\n" + nan32, `v`},
}

// pointers are the operations on addresses; p is the provenance.
// A slot with provenance 0 is an address without one.
// The provenance of a sum is that of its pointer.
var pointers = []row{
	// Pointers into different allocations, or into none, make poison. What a wildcard points into is not known here.
	{twoPointers, "fPtrDiff", `if x.p != y.p || x.p == 0 || x.p == wildSlot {
	goto slow
}`, `x.v - y.v`},
	// The address of a pointer that the source uses: its object lives, or there is none.
	{onePointer, "fPtrLive", `if x.p != 0 && (uint64(x.p/memory.PageIDs) >= uint64(len(space.Pages)) || space.Pages[x.p/memory.PageIDs][x.p&(memory.PageIDs-1)].State != memory.Live) {
	goto special
}`, `x.v`},
	{onePointer, "fCheckAlign", `if x.v&c.imm != 0 {
	goto slow
}
*at(sp, c.dst) = *x`, ""},
	{onePointer, "fRegStoreP", `*at(sp, c.dst) = *x`, ""},
}

// specialRows are operations that call.
var specialRows = []row{
	// k says that no operand is negative, or the word is unsigned.
	{1, "fPopCount", `if c.k == 0 && int64(x.v) < 0 {
	goto slow
}`, `uint64(bits.OnesCount64(x.v))`},
	{1, "fBitRev", "", `bits.Reverse64(x.v) >> (c.k & 63)`},
	// A float that does not fit is poison.
	{1, "fFToInt", `r, ok := toInt(x.v, c.imm)
if !ok {
	goto slow
}`, `r`},
	{1, "fCheckClass", `if ieee754.Class(c.imm)&ieee754.Format(c.k).Classify(x.v) != 0 {
	goto slow
}`, "x.v"},
}

// comparisons make a truth value, or branch on it where the branch is the next instruction.
// GT and GE are LT and LE with operands exchanged, by lowering.
// One row makes fEQ and fBrEQ: lowering finds the branch by the distance between the two blocks of ops.
var comparisons = []struct{ op, holds string }{
	{"EQ", "x.v == y.v"},
	{"NE", "x.v != y.v"},
	{"LTS", "int64(x.v) < int64(y.v)"},
	{"LES", "int64(x.v) <= int64(y.v)"},
	{"LTU", "x.v < y.v"},
	{"LEU", "x.v <= y.v"},
}
