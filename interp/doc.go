// Package interp runs Tuffy IR with every kind of undefined behaviour detected and explained.
//
// Two evaluators give the IR one meaning. The reference evaluator (reference*.go, eval*.go) is a
// transcription of the semantics over math/big and four-state bytes: pure functions named
// eval… after the Lean definitions, and a machine that follows the text. The fast one
// (fast*.go, lower*.go) lowers a function once into dense specialised code over slots and is
// what users run. Both stand on the same world: memory, symbols, host functions, threads,
// reports. [Run] chooses; package difftest and the fuzz targets hold the two equal.
//
// Undefined behaviour of the interpreted program is data: a value of type [UB] in the
// [Outcome]. An error is the caller's mistake (no such entry, arguments of the wrong type),
// a panic that starts with BUG is ours.
//
// Non-goals: weak memory (execution is one thread at a time and sequentially consistent,
// races are detected), real input and output beyond what package host offers, speed beyond
// what an interpreter with all checks on can reach.
package interp
