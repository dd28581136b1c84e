// Package difftest decides whether one program refines another by running both.
//
// A behaviour is what package interp's Outcome records: external calls, how the run ended,
// values and observable memory. Refinement is the relation of docs/spec ("Behaviour and
// refinement"): undefined behaviour and poison of the first program may become anything,
// nothing else may change. [Check] runs a pair of modules on inputs that it makes or is
// given, [Refines] compares two outcomes.
//
// What the semantics leaves open (freeze, addresses, bits of a NaN, the order of threads) gives a
// program many behaviours. [Check] looks at several of the second program and searches the
// decisions of the first for each: a pair whose programs depend on choices is compared like any other.
//
// Inputs come from a [Generator], which takes what matters from the programs and the types, and from sources ([Source]): one
// is always there, which runs both programs, looks at the comparisons, claims, divisors and texts that decide how they go on, and
// puts what a number is compared with where it came from, moves it along the slope of the distance, or solves for its bits.
// A solver hands in its models through the same interface.
//
// The input of a divergence is made as small as shows the same difference.
//
// Non-goals: proofs (a pass over all inputs of a finite type is still testing), and
// shrinking programs, which package reduce does.
package difftest
