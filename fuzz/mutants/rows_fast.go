package mutants

// fastRows are errors of the fast engine, of the lowering for it and of its memory.
//
// They show as a difference of the two engines. Some take away a way out to the slow path, which is where the fast
// engine leaves what it cannot compute.
var fastRows = []Mutant{
	// In the loop of the fast engine, which is generated: the text is that of the generated file, and a change
	// of the generator may make a row stale.
	{Name: "shr-logical", Where: Fast, File: "interp/fastrun_gen.go",
		Old: "*at(sp, c.dst) = slot{v: uint64(int64(x.v) >> y.v)}", New: "*at(sp, c.dst) = slot{v: x.v >> y.v}",
		What: "shr of a negative integer shifts in zeros",
		Like: "an unsigned type where a signed one was meant"},
	// Where it misses an overflow the result wraps; where it sees one that is none, the slow path is right.
	{Name: "sub-overflow-test", Where: Fast, File: "interp/fastrun_gen.go",
		Old: "(x.v^y.v)&(x.v^r)&(1<<63) != 0", New: "(x.v^r)&(y.v^r)&(1<<63) != 0",
		What: "the overflow of a subtraction is tested as that of an addition",
		Like: "a test copied from add to sub"},
	{Name: "euclid-negative-divisor", Where: Fast, File: "interp/fastrun_gen.go",
		Old: "q -= int64(y.v)>>63 | 1", New: "q -= 1",
		What: "the quotient is corrected the wrong way if the divisor is negative",
		Like: "floor division taken for Euclidean division"},
	{Name: "rotate-unmasked", Where: Fast, File: "interp/fastrun_gen.go",
		Old: "v := x.v & mask\n\t\t*at(sp, c.dst) = slot{v: (v<<k", New: "v := x.v\n\t\t*at(sp, c.dst) = slot{v: (v<<k",
		What: "a rotation of n bits brings in bits from above the n-th",
		Like: "narrow rotates in wide registers without a zero extension"},
	// The slow path makes the poison: the loop itself has numbers only.
	{Name: "ctz-of-zero", Where: Fast, File: "interp/fastrun_gen.go",
		Old:  "if x.v == 0 {\n\t\t\tgoto slow\n\t\t}\n\t\t*at(sp, c.dst) = slot{v: uint64(bits.TrailingZeros64(x.v))}",
		New:  "*at(sp, c.dst) = slot{v: uint64(bits.TrailingZeros64(x.v))}",
		What: "count_trailing_zeros of 0 is 64 instead of poison",
		Like: "forgotten poison: tzcnt taken for bsf"},
	{Name: "ptrdiff-across", Where: Fast, File: "interp/fastrun_gen.go",
		Old: "if x.p != y.p || x.p == 0 || x.p == wildSlot {\n\t\t\tgoto slow\n\t\t}\n\t\t*at(sp, c.dst) = slot{v: x.v - y.v}", New: "if x.p == 0 || y.p == 0 || x.p == wildSlot {\n\t\t\tgoto slow\n\t\t}\n\t\t*at(sp, c.dst) = slot{v: x.v - y.v}",
		What: "the difference of pointers into different allocations is a number instead of poison",
		Like: "pointer subtraction done on addresses"},
	// In the lowering, which decides by ranges and claims what the loop need not check.
	{Name: "compare-mixed-signs", Where: Fast, File: "interp/lower_int.go",
		Old: "case wx.within(u64) && wy.within(u64):\n\t\tunsigned = true", New: "case wx.within(u64) || wy.within(u64):\n\t\tunsigned = true",
		What: "a comparison is unsigned if only one side is known not to be negative",
		Like: "C's usual arithmetic conversions in a compare"},
	{Name: "check-one-bit-wide", Where: Fast, File: "interp/lower_int.go",
		Old: "return fCheckU, min(r.n, 63)", New: "return fCheckU, min(r.n+1, 63)",
		What: "the check of an annotation :u<N> on a signed value accepts N+1 bits",
		Like: "an off-by-one between a width and its largest bit"},
	{Name: "align-mask-half", Where: Fast, File: "interp/lower_scalar.go",
		Old: "c := code{imm: uint64(max(a.Align, 1)) - 1}", New: "c := code{imm: uint64(max(a.Align, 1)) / 2}",
		What: "an access is only tested for the highest bit of its misalignment",
		Like: "a mask that is a bit instead of the bits below it"},
	// It needs two arguments that change places, which no chain of copies shows.
	{Name: "parallel-copy-cycle", Where: Fast, File: "interp/lower.go",
		Old: "moves[n].src = spare", New: "moves[n].src = d",
		What: "a cycle of block arguments is broken through a spare slot that nothing reads",
		Like: "the swap problem: a stale loop argument"},
	{Name: "fneg-f32-sign", Where: Fast, File: "interp/lower_float.go",
		Old: "1<<(t.FloatBits()-1)", New: "1<<(max(t.FloatBits(), 64)-1)",
		What: "fneg and fabs of f32 and narrower formats use the sign mask of f64",
		Like: "a sign mask of another format"},
	// In its memory, a memory.Space: the first numbers bytes wrongly, the next two copy too little or in the wrong order,
	// the others permit what is undefined. The reference evaluator has a memory of its own, compared at the end of a run.
	{Name: "fragment-order", Where: Fast, File: "memory/shadow.go",
		Old: "return Byte{Kind: Fragment, Value: uint8(off & 7), Frag: ptr}", New: "return Byte{Kind: Fragment, Value: uint8(^off & 7), Frag: ptr}",
		What: "the fragments of a stored pointer are numbered from the other end",
		Like: "big-endian order in a little-endian memory"},
	{Name: "memcpy-drops-provenance", Where: Fast, File: "memory/bulk.go",
		Old: "from.words[olo>>3:(olo+n)>>3])", New: "from.words[olo>>3:(olo+n-1)>>3])",
		What: "memcpy does not copy the provenance of the last word",
		Like: "memcpy as a loop over integers; the length of the shadow off by one"},
	{Name: "memmove-forward", Where: Fast, File: "memory/bulk.go",
		Old: "copy(to, from)\n\t\t\treturn nil", New: "for k := range to {\n\t\t\t\tto[k] = from[k]\n\t\t\t}\n\t\t\treturn nil",
		What: "memmove copies upward even where the ranges overlap upward",
		Like: "memmove replaced by memcpy"},
	{Name: "free-interior", Where: Fast, File: "memory/check.go",
		Old: "\tcase p.Addr != a.Base:\n\t\tcode = FaultInvalidFree\n", New: "",
		What: "free accepts a pointer into the middle of an allocation",
		Like: "allocators that round pointers down to their block"},
	// A program with undefined behaviour is not reported, which only programs that are undefined by design show.
	{Name: "const-first-byte", Where: Fast, File: "memory/check.go",
		Old: "case write && a.ReadOnly:", New: "case write && a.ReadOnly && off == 0:",
		What: "constant data is only protected at its first byte",
		Like: "a permission looked up for the base instead of the range"},
}
