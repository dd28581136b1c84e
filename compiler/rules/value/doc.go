// Package value applies proven rewrite rules to a function until none applies any more.
//
// The rules and their proofs are in lean/TuffyLean/Rewrites. lean/Export.lean writes them as
// JSON; gen turns that into rules_gen.go: tables over what makes the operands, which say
// for an instruction which rules may match, and a program for each rule that looks at constants, annotations
// and preconditions and builds the replacement. What surrounds the generated code is here:
//
//   - engine.go: the work list, and the one function through which every firing goes
//   - find.go: the search in the tables
//   - facts.go: what is known of a value from annotations and from the instruction itself
//   - floats.go: the same of floats
//   - ../internal/calc: the arithmetic on constants, with Lean's meaning
//
// An annotation that a rule's pattern does not mention makes the program's value poison more
// often than the pattern's, never something else; so the rule may still be applied, but as a
// refinement.
//
// Non-goals: control flow and memory tokens, choosing between rules by cost beyond never
// adding more instructions than go away.
package value

//go:generate go run ../gen ../../../lean/export/rules.json rules_gen.go ../../../ir/ops.go
