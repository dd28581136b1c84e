// Package gen makes programs: from any bytes a module that verifies, the same one on every
// machine, so that native Go fuzzing, go-fuzz, gopter and plain seeds share one generator.
//
//   - table.go: the table of statements: what a row needs, its weight, its maker
//   - generate.go, state.go: modules, functions, main; making statements by the table
//   - operands.go: the values that a maker takes, found among those at hand or made
//   - ints.go, floats.go, memory.go, aggregates.go, vectors.go, calls.go, flow.go: the makers, by
//     area; local.go, shapes.go: what front ends write and passes look for
//   - boundary.go: what [github.com/tuffy-ir/tuffy/fuzz/gen/ub] makes, as statements
//
// A maker is a function of the body and of the record of decisions that the statement has. It takes
// its operands by the methods of the body, makes instructions by those of [build.Func], and may make
// nothing that its row of the table does not ask for.
//
// Programs end: every loop and every recursion counts down, and the generator bounds what
// main executes. They are defined but for a small share, because each value is tracked
// conservatively and operations outside their domain are guarded; what may be poison is
// computed with but reaches no branch, address, output or result, unless [preset.Config] asks for it.
// Their output does not depend on addresses, on what freeze yields or on the payload of a NaN,
// unless the feature [preset.Unspecified] is on.
//
// Non-goals: programs that look like what people write, threads, and text (the printer and
// the parser have fuzz targets of their own).
package gen
