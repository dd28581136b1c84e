// Package check lists what must be true of every program, as rows of one table.
//
// [All] has a row for each thing that a campaign, a native fuzz target, a property or a
// reduction can test: the engines agree, the text reads back, the verifier's promise holds,
// and for each row of [Transforms] that the transformed program refines the one before. A
// pass, the backend or the simulator joins by a row.
//
// A [Failure] carries a signature that stays the same while a program shrinks or its numbers
// change, so that a bug found twice is counted twice and reported once.
//
// Non-goals: making programs (package gen), shrinking them (package reduce), keeping them
// (package fuzz/campaign).
package check
