// Package float applies rewrite rules that hold only where float operations carry `reassoc` or
// `contract`: the result may be another, but it is one that the flags permit.
//
// What is permitted is defined in lean/TuffyLean/Rewrites/FloatFlags.lean, as the results of all
// expressions that permitted steps lead to; the rules and their proofs are in RelaxedRules.lean.
// lean/Export.lean writes them as JSON, gen turns that into rules_gen.go. What is here matches the
// table: every operation of a pattern carries the flags that the rule needs, and what replaces them
// carries those that all of them had.
//
// Inner operations have no other reader, and stand in the block of the root, so that no loop gets
// more to do. Annotations of what goes away are checks that go with it. Constants are computed
// here; a rule is not applied if the constant would be infinite, subnormal or, for a product, zero.
//
// Non-goals: formats other than f32 and f64, vectors, choosing an order by cost.
package float

//go:generate go run ../gen ../../../lean/export/relaxed.json rules_gen.go ../../../ir/ops.go
