package main

// sequences are operations that often follow each other, in the kernels of corpus/bench, what -O1 and -O2 make of
// them, and their C twins: each becomes one instruction, which executes the code of all of them with one dispatch (see joinSequences in
// interp/fastseq.go). The last may branch, none before may. A longer list was slower: the loop no longer fits the
// processor's caches.
var sequences = [][]string{
	{"fShlIZ", "fPtrAdd", "fLoad8"},
	{"fShlIZ", "fPtrAdd", "fLoad32"},
	{"fShlIZ", "fPtrAdd", "fLoad64"},
	{"fShlIZ", "fPtrAdd", "fStore32"},
	{"fShlIZ", "fPtrAdd", "fStore64"},
	{"fShlIZ", "fPtrAdd"},
	{"fPtrAdd", "fLoad8"},
	{"fPtrAdd", "fLoad32"},
	{"fPtrAdd", "fLoad64"},
	{"fPtrAdd", "fStore8"},
	{"fPtrAdd", "fStore32"},
	{"fPtrAdd", "fStore64"},
	{"fAddU", "fBrEQ"},
	{"fAddU", "fBrLTU"},
	{"fAddU", "fBrNE"},
	{"fAddU", "fBr"},
	{"fCheckU", "fBr"},
	{"fAddZ", "fBr"},
	{"fAddZ", "fBrEQ"},
	{"fAddZ", "fBrLTU"},
	{"fAnd", "fBrEQ"},
	{"fMulZ", "fAddZ"},
	{"fAddZ", "fAddZ"},
	{"fShrIU", "fXor"},
	{"fShlIZ", "fXor"},
	{"fXor", "fXor"},
	{"fXor", "fAddZ"},
	{"fAddZ", "fAnd"},
	{"fExtZ", "fOr"},
	{"fFMul64", "fFAdd64"},
	// Of C that is not optimized: variables are registers (interp/lower_register.go).
	{"fAddV", "fBr"},
	{"fRegStoreS", "fBr"},
	{"fRegStore", "fBr"},
	{"fPtrAdd", "fLoadS8"},
	{"fPtrAdd", "fLoadS32"},
	{"fMulZ", "fPtrAdd", "fLoadS32"},
	{"fMulZ", "fPtrAdd", "fLoad32"},
	{"fMulZ", "fPtrAdd", "fLoad64"},
	{"fMulZ", "fPtrAdd"},
	{"fShlIZ", "fPtrAdd", "fLoadS32"},
}
