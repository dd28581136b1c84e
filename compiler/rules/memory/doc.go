// Package memory applies proven rules about memory: about one instruction, or two that follow each
// other with nothing between them that touches memory or may not come to its end; and about terminators.
//
// The rules and their proofs are in lean/TuffyLean/Rewrites/Mem*.lean and ControlRules.lean;
// lean/Export.lean writes them as JSON, gen turns that into rules_gen.go. What is here matches the table against a block, asks
// alias analysis where a rule needs it, and builds the replacement. Rules that would undo each other
// (loads and stores that change places) are in the table and not applied: a rule is applied if its
// replacement weighs less, see [Applied]; but for the one about bytes of pointers that are read as numbers.
//
// Rules about terminators are in a table beside it, and [Flow] applies them: to a terminator, or to one
// edge out of it. Such a rule passes one value to a block, which here stands for all that are passed.
//
// An annotation is a check that the patterns do not mention. Going without one refines.
//
// Non-goals: memory across blocks, which package opt looks at.
package memory

//go:generate go run ../gen ../../../lean/export/memory.json rules_gen.go ../../../ir/ops.go
