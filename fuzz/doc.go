// Package fuzz makes programs: from any bytes a module that verifies, the same one on every
// machine, so that native Go fuzzing, go-fuzz, gopter and plain seeds share one generator.
//
//   - config.go: what programs look like; the table of statements with their weights; presets
//   - source.go: bytes as decisions
//   - generate.go: modules, functions, main
//   - ranges.go, value.go: what is known of a value: its range, whether it may be poison,
//     what it points into
//   - emit.go: instructions and the claims on them
//   - flow.go: blocks and regions; ints.go, floats.go, memory.go, aggregates.go, vectors.go,
//     calls.go: the statements
//   - violations.go, births.go: instructions that are undefined behaviour, ints that are poison
//   - backendcases.go, backendrows.go: programs of functions that code generation finds hard
//   - known.go: programs that check their own results
//   - mutate.go, dead.go: changes of programs
//   - engines.go: the two interpreter engines held equal
//
// Programs end: every loop and every recursion counts down, and the generator bounds what
// main executes. They are defined but for a small share, because each value is tracked
// conservatively and operations outside their domain are guarded; what may be poison is
// computed with but reaches no branch, address, output or result, unless [Config] asks for it.
// Their output does not depend on addresses, on what freeze yields or on the payload of a NaN,
// unless the feature [Unspecified] is on.
//
// Non-goals: programs that look like what people write, threads, and text (the printer and
// the parser have fuzz targets of their own).
package fuzz
