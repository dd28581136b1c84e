package mutants

// sharedRows are errors in code that both engines run.
//
// Comparing the engines cannot find them. What finds them are the checks that know the meaning by other means, and
// programs whose result is known (package fuzz/gen/ub).
var sharedRows = []Mutant{
	// Operations: seen by a check that computes them in another way, see the table of expansions in package check.
	{Name: "count-ones-negative", Where: Shared, File: "interp/eval_int.go",
		Old: "if a.Negative() {\n\t\treturn num.Int{}, fault(CauseDomain, \"count_ones", New: "if a.BitLen() > MaxShiftBits {\n\t\treturn num.Int{}, fault(CauseDomain, \"count_ones",
		What: "count_ones of a negative integer counts the bits of its magnitude instead of being poison",
		Like: "forgotten poison outside the domain of an operation"},
	{Name: "merge-sign", Where: Shared, File: "interp/eval_int.go",
		Old: "Or(b.Low(uint(width))))", New: "Or(b))",
		What: "merge does not cut off the second operand, so that a negative one overwrites everything",
		Like: "a missing zero extension before an or"},
	{Name: "clmul-carry", Where: Shared, File: "ir/num/bits.go",
		Old: "r[i+j+1] ^= b >> (64 - s)", New: "r[i+j+1] ^= b >> (63 - s)",
		What: "carry-less products longer than a word have a wrong high word",
		Like: "an off-by-one in a multi-word shift"},
	{Name: "fp-to-si-bound", Where: Shared, File: "interp/eval_float.go",
		Old: "!ok || !v.FitsSigned(uint(n))", New: "!ok || !v.FitsSigned(uint(n)+1)",
		What: "fp_to_si.N gives values of N+1 bits instead of poison",
		Like: "casts checked against the unsigned bound"},
	{Name: "fmin-zeros", Where: Shared, File: "interp/ieee754/exact.go",
		Old: "case r == equal && f.Negative(a) == (want == less):", New: "case r == equal:",
		What: "fminnum and fmaxnum take the first of two zeros, whatever its sign",
		Like: "x86 minss used for IEEE minimumNumber"},
	{Name: "mask-must-be-one", Where: Shared, File: "interp/eval_vec.go",
		Old: "return w != 0, why", New: "return w == 1, why",
		What: "a mask byte that is neither 0 nor 1 does not activate its lane",
		Like: "masks read as bit 0 on one side and as not-zero on the other"},
	{Name: "unsigned-lane-wraps", Where: Shared, File: "interp/eval_lane.go",
		Old: "if l.Kind != ir.LaneI && !laneInt(l, low).Equal(v) {", New: "if l.Kind == ir.LaneS && !laneInt(l, low).Equal(v) {",
		What: "a u lane that overflows wraps instead of being poison",
		Like: "nuw forgotten where nsw is handled"},
	{Name: "reduce-smin-unsigned", Where: Shared, File: "interp/eval_reduce.go",
		Old: "t[ir.OpVecReduceSMin] = intReduction(ir.LaneS,", New: "t[ir.OpVecReduceSMin] = intReduction(ir.LaneU,",
		What: "the signed minimum of lanes compares them as unsigned",
		Like: "smin and umin mixed up in an instruction table"},
	// Bytes, provenance and atomics: seen where a program depends on what an operation must keep or choose.
	{Name: "freeze-keeps-uninit", Where: Shared, File: "interp/decide.go",
		Old: "if b.Kind == memory.Poison || b.Kind == memory.Uninit {", New: "if b.Kind == memory.Poison {",
		What: "freeze leaves uninit bytes as they are",
		Like: "freeze implemented for poison and forgotten for undef"},
	{Name: "rmw-sub-reversed", Where: Shared, File: "interp/exec_atomic.go",
		Old: "return old.Sub(v)", New: "return v.Sub(old)",
		What: "rmw.sub subtracts memory from the operand",
		Like: "atomicrmw sub lowered with swapped operands"},
	{Name: "cmpxchg-writes-expected", Where: Shared, File: "interp/exec_atomic.go",
		Old: "x.write(a, off, w.encode(x.args[2], t, n))", New: "x.write(a, off, w.encode(x.args[1], t, n))",
		What: "a cmpxchg that succeeds changes nothing",
		Like: "operands of a compare-and-swap taken in the wrong order"},
	// A program without undefined behaviour is reported: the check of programs whose result is known sees it.
	{Name: "token-same-version", Where: Shared, File: "interp/exec_memory.go",
		Old: "if newest <= uint32(tok) {", New: "if newest < uint32(tok) {",
		What: "a load whose token is exactly as new as the bytes is called stale",
		Like: "an off-by-one between a definition and its use"},
}
