package mutants

// referenceRows are errors that the fast engine does not make where it computes by itself.
//
// The fast engine has code of its own for these operations, so that the engines differ.
var referenceRows = []Mutant{
	// Integers: at sizes and bounds that 64-bit arithmetic does not have, or has otherwise.
	{Name: "shr-beyond-width", Where: Reference, File: "interp/eval_int.go",
		Old: "return a.Shr(uint(num.Min(b, length).Low64())), nil", New: "return a.Shr(uint(num.Min(b, length).Low64() & 63)), nil",
		What: "shr takes the amount modulo 64",
		Like: "constant folders that shift as the machine does"},
	{Name: "div-truncates", Where: Reference, File: "interp/eval_int.go",
		Old: "return sized(a.Div(b))", New: "return sized(a.TDiv(b))",
		What: "div rounds toward zero instead of to the Euclidean quotient",
		Like: "the confusion of math/big's Div and Quo"},
	// One number of each width is wrong.
	{Name: "sext-at-bound", Where: Reference, File: "interp/eval_int.go",
		Old: "case int64(a.BitLen()) < n:", New: "case int64(a.BitLen()) <= n:",
		What: "sext leaves 2^(n-1) positive",
		Like: "an off-by-one in the test whether a value fits already"},
	{Name: "icmp-le", Where: Reference, File: "interp/eval_int.go",
		Old: "return c <= 0", New: "return c < 0",
		What: "icmp.le is icmp.lt",
		Like: "a copied case that was not adapted"},
	{Name: "bit-reverse-odd-width", Where: Reference, File: "interp/eval_int.go",
		Old: "return a.Shr(zeros).Reverse(left), nil", New: "return a.Shr(zeros).Reverse((left + 7) &^ 7), nil",
		What: "bit_reverse of a width that is no multiple of 8 shifts the result too far or not far enough",
		Like: "padding computed as n mod 8 instead of -n mod 8"},
	// Poison, which no number shows.
	{Name: "select-other-arm", Where: Reference, File: "interp/eval.go",
		Old: "op == ir.OpSelect && n > 0", New: "op == ir.OpSelect && n > 1",
		What: "select is poison if its first arm is, even where it takes the second",
		Like: "LLVM's long dispute about select and poison"},
	// Floats, which the fast engine computes on the processor.
	// Ties are rare among random numbers: the generator has constants and products that make them.
	{Name: "half-rounds-up", Where: Reference, File: "interp/ieee754/exact.go",
		Old: "c == 0 && mant.Bit(0) == 1", New: "c == 0",
		What: "a tie rounds away from zero instead of to even",
		Like: "soft-float libraries that add half and truncate"},
	// The two results differ in the last bit, and only where the product is inexact.
	{Name: "fma-rounds-twice", Where: Reference, File: "interp/ieee754/exact.go",
		Old: "return f.sum(f.unpack(a).times(f.unpack(b)), f.unpack(c))", New: "return e.AddBits(f, e.MulBits(f, a, b), c)",
		What: "fma rounds the product before it adds",
		Like: "C libraries that computed fma as a*b+c"},
	// Claims, arguments of blocks, slots and bytes: the machinery around the operations.
	{Name: "annotation-signed-bound", Where: Reference, File: "ir/annot.go",
		Old: "signed && !v.FitsSigned(uint(n))", New: "signed && !v.Abs().FitsSigned(uint(n))",
		What: ":s<N> refuses -2^(N-1)",
		Like: "value-range code that takes signed ranges to be symmetric"},
	// A loop that swaps two values shows it: one argument is read after the other was written.
	{Name: "stale-loop-argument", Where: Reference, File: "interp/reference_flow.go",
		Old: "fr.vals[a] = w.argCheck(f, i, a, vals[k])", New: "fr.vals[a] = w.argCheck(f, i, a, t.operand(fr, e.Lo+k))",
		What: "block arguments are written one by one, so that a later one reads the new value of an earlier one",
		Like: "the swap problem of SSA destruction (Briggs et al., 1998)"},
	// A pointer to the slot must come back in the next iteration, or the longer life is not seen.
	{Name: "continue-keeps-slots", Where: Reference, File: "interp/reference_flow.go",
		Old: "loop = f.InnermostLoop(f.InstBlock(i))", New: "loop = ir.NoRegion",
		What: "a stack slot of a loop outlives continue",
		Like: "lifetime markers that are missing on the back edge"},
	{Name: "ptrtoint-hides", Where: Reference, File: "interp/exec.go",
		Old: "if x.op == ir.OpPtrToInt {", New: "if x.op == ir.OpIntToPtr {",
		What: "ptrtoint does not expose the allocation",
		Like: "provenance dropped by a cast that is treated as pure"},
}
