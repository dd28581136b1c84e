// Package reduce makes a program smaller while it stays interesting.
//
// A [Predicate] says what is interesting. The reducer makes edits on clones, coarse ones
// first, verifies every candidate before it asks, and keeps one if it costs less and is still
// interesting. Which edits are tried together follows the probability model of Wang et al.,
// "Probabilistic Delta Debugging" (ESEC/FSE 2021); a sweep tries every removal alone until
// none succeeds, so that the result is 1-minimal with respect to the removals of the table in
// [Transforms]. At the end, small programs are also made larger, by peeling a loop or inlining
// a call, and keep that if the other edits then lead to less than before.
//
// Predicates are asked about what a candidate's text reads back as, so that each answer holds
// for the file too; answers are kept by the hash of that text. The result does not depend on
// how many predicates run at a time.
//
//   - reduce.go: the search; probdd.go: which edits go together; cost.go: what is less
//   - transform.go: the table; edit.go: what edits are made of
//   - flow.go, copy.go, insts.go, opcode.go, types.go, shape.go: the edits
//
// What an edit means is not looked at: a candidate may compute something else, only the
// predicate decides. The package knows no interpreter; predicates that run programs are in
// reduce/predicate, shrinkers for gopter in reduce/shrink.
package reduce
