// Package cgen makes C programs from byte strings, for the front end and for other compilers.
//
// A program is free of undefined behaviour by construction, and what it prints is known: it is run by an evaluator of
// this package while it is made, and what would be undefined in that run is mended in the program until nothing is.
// The evaluator shares no code with the interpreter or the front end: integers are those of math/big, layout is computed
// again. With [Config.UB] a program ends with one planted item of annex J.2, or with its twin that is defined.
//
//   - types.go: types and layout; ast.go: programs; print.go, printexpr.go: their text
//   - value.go, memory.go, eval.go, exec.go, library.go: the evaluator
//   - gen.go, decl.go, stmt.go, expr.go, patterns.go: what is drawn
//   - plant.go: undefined behaviour and its twins, a table
//
// Programs use what C11 with GNU's extensions has: all integer types, bit-fields, structs and unions by value and by
// pointer, function pointers, switch with fallthrough, goto, recursion, variadic functions, floats, compound literals,
// designators, statement expressions, arrays of variable length, setjmp, qsort, string functions. They need the
// C library and nothing else, and are for x86-64 Linux.
//
// Non-goals: programs that end by a signal, threads, files, input.
package cgen
