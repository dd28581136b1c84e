// Package ir holds Tuffy's intermediate representation: values that are mathematical
// integers, truth values, floats, pointers and bytes in SSA form, instructions that one
// table describes, blocks with arguments, regions for loops, memory tokens for effects, and
// claims (annotations) on definitions and uses.
//
// The package makes, changes, prints and checks programs. It does not give them meaning
// (package interp), read them (package parser) or transform them. Reading is kept out so that
// a program can be made by a front end or a generator without a text.
//
//   - types.go: interned types and their sizes
//   - annot.go: interned annotations, their conjunction, what they admit
//   - attr.go: predicates, orderings, lanes, and what an instruction says besides operands
//   - ops.go: the opcode table; docs/reference/ops.md is generated from it
//   - infer.go: result types from a row of the table
//   - intrinsics.go: target intrinsics that are vector operations
//   - module.go: modules, external functions, data symbols
//   - func.go: functions in arenas: values, use lists, instructions, blocks, regions
//   - build.go: the builder, the only way to make an instruction
//   - debug.go: origins, and the location, variable and profile tables behind them
//   - print.go: the text format
//   - verify.go, verify_func.go, verify_inst.go, verify_flow.go: [Verify] and the list of
//     invariants
//
// Nothing here is safe for concurrent change but the tables of interned types and annotations
// and the origins of a module, so that functions may be worked on in parallel.
package ir

//go:generate go run ./internal/opsdoc/gen -o ../docs/reference/ops.md -lean ../lean/TuffyLean/IR -spec ../docs/spec/README.md
