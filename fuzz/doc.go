// Package fuzz runs a program on the two evaluators and says how the runs differ. Its tests hold
// the evaluators equal on what the generator makes, and the generator to what it made before.
//
// The rooms beside it:
//
//   - gen: programs from bytes; gen/choice, preset, span, build, ub and codegen are its parts
//   - mutate: changes of programs
//   - check: what must be true of every program; campaign, mutants: long runs, and planted bugs to
//     measure them by
//   - modgen, gofuzz, corpusfmt: the generator for gopter and go-fuzz, and the corpora of the engines
//
// Non-goals: making programs (package gen), and properties of passes (package check).
package fuzz
