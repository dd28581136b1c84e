package fuzz

// need is what a statement needs of the place where it is made.
type need uint8

const (
	needsToken need = 1 << iota // a function with memory operations
	needsDepth                  // it opens blocks: not at the depth limit
)

// statement is a row of the statement table: what it needs of the program and of the place, how often it is
// chosen, and the function that makes it.
type statement struct {
	name     string
	features Feature
	needs    need
	weight   int
	make     func(x *function, r *record)
}

// statements is the table of statements. The first is what zero bytes choose. A weight of 0 is for presets that
// give another.
var statements = []statement{
	{"const", 0, 0, 20, (*function).constant},
	{"arith", 0, 0, 90, (*function).arithmetic},
	{"divide", 0, 0, 22, (*function).division},
	{"shift", 0, 0, 22, (*function).shift},
	{"bits", 0, 0, 34, (*function).bitCount},
	{"extend", 0, 0, 22, (*function).extension},
	{"split", 0, 0, 12, (*function).mergeSplit},
	{"clmul", 0, 0, 5, (*function).carryless},
	{"compare", 0, 0, 22, (*function).comparison},
	{"bool", 0, 0, 20, (*function).boolean},
	{"select", 0, 0, 18, (*function).selection},
	{"demand", Claims, 0, 12, (*function).demanded},
	{"wide", Wide, 0, 14, (*function).wideConstant},
	{"fconst", Floats, 0, 14, (*function).floatConstant},
	{"float", Floats, 0, 44, (*function).floatOp},
	{"fcompare", Floats, 0, 14, (*function).floatCompare},
	{"fconvert", Floats, 0, 22, (*function).floatConvert},
	{"cast", Casts, 0, 20, (*function).cast},
	{"slot", Memory, needsToken, 14, (*function).stackSlot},
	{"load", Memory, needsToken, 34, (*function).load},
	{"store", Memory, needsToken, 34, (*function).store},
	{"bulk", Memory, needsToken, 14, (*function).bulk},
	{"ptradd", Memory, needsToken, 16, (*function).pointerAdd},
	{"ptrdiff", Memory, needsToken, 8, (*function).pointerDiff},
	{"malloc", Heap, needsToken, 14, (*function).allocate},
	{"free", Heap, needsToken, 10, (*function).release},
	{"exposed", Provenance, needsToken, 14, (*function).exposed},
	{"address", Provenance, needsToken, 10, (*function).address},
	{"ptrslot", Pointers, needsToken, 12, (*function).pointerSlot},
	{"outside", Pointers, needsToken, 8, (*function).outside},
	{"uninit", Pointers | Poison, needsToken, 8, (*function).uninitSlot},
	{"aggregate", Aggregates, 0, 16, (*function).aggregate},
	{"field", Aggregates, 0, 18, (*function).field},
	{"vector", Vectors, 0, 22, (*function).vectorMake},
	{"lanes", Vectors, 0, 60, (*function).vectorOp},
	{"vcompare", Vectors, 0, 14, (*function).vectorCompare},
	{"reduce", Vectors, 0, 24, (*function).vectorReduce},
	{"permute", Vectors, 0, 34, (*function).vectorPermute},
	{"intrinsic", Vectors, 0, 4, (*function).intrinsic},
	{"vmemory", VectorMemory, needsToken, 34, (*function).vectorMemory},
	{"ptrvector", VectorMemory | Pointers, needsToken, 8, (*function).pointerVectorMemory},
	{"atomic", Atomics, needsToken, 24, (*function).atomic},
	{"symbol", Data, needsToken, 14, (*function).symbol},
	{"call", 0, needsToken, 12, (*function).callStatement},
	{"recurse", Recursion, needsToken | needsDepth, 6, (*function).recurse},
	{"if", Branches, needsDepth, 26, (*function).ifElse},
	{"switch", Branches, needsDepth, 12, (*function).switchCase},
	{"loop", Loops, needsDepth, 22, (*function).loop},
	{"flatloop", Loops, needsDepth, 6, (*function).flatLoop},
	{"sweep", Loops | Memory, needsToken | needsDepth, 26, (*function).sweep},
	{"relay", Loops | Memory, needsToken | needsDepth, 3, (*function).relay},
	{"local", Memory, needsToken, 10, (*function).local},
	{"plain", Regions, needsDepth, 12, (*function).plain},
	{"irreducible", Regions, needsDepth, 8, (*function).irreducible},
	{"leave", Regions | Loops, needsDepth, 11, (*function).leave},
	{"return", Branches, needsDepth, 3, (*function).earlyReturn},
	{"dead", DeadCode, needsDepth, 7, (*function).dead},
	{"stop", DeadCode, needsDepth, 3, (*function).stop},
	{"poison", Poison, 0, 6, (*function).poison},
	{"freeze", Poison, 0, 9, (*function).freeze},
	{"print", 0, needsToken, 8, (*function).print},
	{"boundary", Boundary, needsToken, 10, (*function).boundary},
	{"known", 0, needsToken, 16, (*function).known},
	{"decided", Branches, needsDepth, 0, (*function).decided},
	{"diamond", Branches, needsDepth, 0, (*function).diamond},
	{"idiom", Loops | Memory, needsToken | needsDepth, 0, (*function).idiom},
	{"summing", Loops, needsDepth, 0, (*function).summing},
	{"chain", 0, 0, 0, (*function).chain},
	{"boolchain", 0, 0, 0, (*function).boolChain},
	{"quotient", 0, 0, 0, (*function).quotient},
	{"lowbits", 0, 0, 0, (*function).lowBits},
	{"tailcall", Recursion, needsDepth, 0, (*function).tailCall},
	{"twoslots", Memory, needsToken, 0, (*function).twoSlots},
	{"stores", Memory, needsToken, 0, (*function).stores},
	{"relaxed", Floats, 0, 0, (*function).relaxed},
	{"twice", 0, 0, 0, (*function).twice},
	{"running", Loops | Memory, needsToken | needsDepth, 0, (*function).running},
}
