package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
)

// need is what a statement needs of the place where it is made.
type need uint8

// The needs of a row are tested before its maker runs. needsToken is tested once for each function by the
// choice of the menu, needsDepth for each statement.
const (
	needsToken need = 1 << iota // a function with memory operations
	needsDepth                  // it opens blocks: not at the depth limit
)

// statement is a row of the statement table: what it needs of the program and of the place, how often it is
// chosen, and the function that makes it. Features are bits: all of a row's must be on.
type statement struct {
	// The name is what configurations weigh a row by.
	name     string
	features preset.Feature
	needs    need
	// A weight is relative to those of the rows that are in the menu.
	weight int
	// make may read as much of the record as it wants.
	make func(x *body, r *choice.Record)
}

// statements is the table of statements. The first is what zero bytes choose. A weight of 0 is for presets that
// give another. Adding a row in the middle would change what every seed gives: rows go to the end,
// or Version is raised. Rows of weight 0 are those that presets weigh.
var statements = []statement{
	{"const", 0, 0, 20, constant},
	{"arith", 0, 0, 90, arithmetic},
	{"divide", 0, 0, 22, division},
	{"shift", 0, 0, 22, shift},
	{"bits", 0, 0, 34, bitCount},
	{"extend", 0, 0, 22, extension},
	{"split", 0, 0, 12, mergeSplit},
	{"clmul", 0, 0, 5, carryless},
	{"compare", 0, 0, 22, comparison},
	{"bool", 0, 0, 20, boolean},
	{"select", 0, 0, 18, selection},
	{"demand", preset.Claims, 0, 12, demanded},
	{"wide", preset.Wide, 0, 14, wideConstant},
	{"fconst", preset.Floats, 0, 14, floatConstant},
	{"float", preset.Floats, 0, 44, floatOp},
	{"fcompare", preset.Floats, 0, 14, floatCompare},
	{"fconvert", preset.Floats, 0, 22, floatConvert},
	{"cast", preset.Casts, 0, 20, cast},
	{"slot", preset.Memory, needsToken, 14, stackSlot},
	{"load", preset.Memory, needsToken, 34, load},
	{"store", preset.Memory, needsToken, 34, store},
	{"bulk", preset.Memory, needsToken, 14, bulk},
	{"ptradd", preset.Memory, needsToken, 16, pointerAdd},
	{"ptrdiff", preset.Memory, needsToken, 8, pointerDiff},
	{"malloc", preset.Heap, needsToken, 14, allocate},
	{"free", preset.Heap, needsToken, 10, release},
	{"exposed", preset.Provenance, needsToken, 14, exposed},
	{"address", preset.Provenance, needsToken, 10, address},
	{"ptrslot", preset.Pointers, needsToken, 12, pointerSlot},
	{"outside", preset.Pointers, needsToken, 8, outside},
	{"uninit", preset.Pointers | preset.Poison, needsToken, 8, uninitSlot},
	{"aggregate", preset.Aggregates, 0, 16, aggregate},
	{"field", preset.Aggregates, 0, 18, field},
	{"vector", preset.Vectors, 0, 22, vectorMake},
	{"lanes", preset.Vectors, 0, 60, vectorOp},
	{"vcompare", preset.Vectors, 0, 14, vectorCompare},
	{"reduce", preset.Vectors, 0, 24, vectorReduce},
	{"permute", preset.Vectors, 0, 34, vectorPermute},
	{"intrinsic", preset.Vectors, 0, 4, intrinsic},
	{"vmemory", preset.VectorMemory, needsToken, 34, vectorMemory},
	{"ptrvector", preset.VectorMemory | preset.Pointers, needsToken, 8, pointerVectorMemory},
	{"atomic", preset.Atomics, needsToken, 24, atomic},
	{"symbol", preset.Data, needsToken, 14, symbol},
	{"call", 0, needsToken, 12, callStatement},
	{"recurse", preset.Recursion, needsToken | needsDepth, 6, recurse},
	{"if", preset.Branches, needsDepth, 26, ifElse},
	{"switch", preset.Branches, needsDepth, 12, switchCase},
	{"loop", preset.Loops, needsDepth, 22, loopRegion},
	{"flatloop", preset.Loops, needsDepth, 6, flatLoop},
	{"sweep", preset.Loops | preset.Memory, needsToken | needsDepth, 26, sweep},
	{"relay", preset.Loops | preset.Memory, needsToken | needsDepth, 3, relay},
	{"local", preset.Memory, needsToken, 10, localVariable},
	{"plain", preset.Regions, needsDepth, 12, plainRegion},
	{"irreducible", preset.Regions, needsDepth, 8, irreducible},
	{"leave", preset.Regions | preset.Loops, needsDepth, 11, leave},
	{"return", preset.Branches, needsDepth, 3, earlyReturn},
	{"dead", preset.DeadCode, needsDepth, 7, dead},
	{"stop", preset.DeadCode, needsDepth, 3, stop},
	{"poison", preset.Poison, 0, 6, poison},
	{"freeze", preset.Poison, 0, 9, freeze},
	{"print", 0, needsToken, 8, printStatement},
	{"boundary", preset.Boundary, needsToken, 10, boundary},
	{"known", 0, needsToken, 16, known},
	{"decided", preset.Branches, needsDepth, 0, decided},
	{"diamond", preset.Branches, needsDepth, 0, diamond},
	{"idiom", preset.Loops | preset.Memory, needsToken | needsDepth, 0, idiom},
	{"summing", preset.Loops, needsDepth, 0, summing},
	{"chain", 0, 0, 0, chain},
	{"boolchain", 0, 0, 0, boolChain},
	{"quotient", 0, 0, 0, quotient},
	{"lowbits", 0, 0, 0, lowBits},
	{"tailcall", preset.Recursion, needsDepth, 0, tailCall},
	{"twoslots", preset.Memory, needsToken, 0, twoSlots},
	{"stores", preset.Memory, needsToken, 0, stores},
	{"relaxed", preset.Floats, 0, 0, relaxed},
	{"twice", 0, 0, 0, twice},
	{"running", preset.Loops | preset.Memory, needsToken | needsDepth, 0, running},
	{"scope", preset.Memory, needsToken, 10, scopedSlot},
	{"end", preset.Memory, needsToken, 10, endSlot},
	{"variadic", preset.Memory, needsToken, 6, variadic},
	{"jump", preset.Memory, needsToken, 4, jump},
	{"guarded", preset.Memory | preset.Branches, needsToken | needsDepth, 12, guarded},
	{"twins", preset.Claims, 0, 8, twins},
	{"pieces", preset.Pointers | preset.Memory, needsToken, 6, pieces},
	{"edge", 0, 0, 16, edge},
	{"edgefloat", preset.Floats, 0, 10, edgesOfFloats},
}
