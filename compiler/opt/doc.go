// Package opt has the optimization passes, one file a pass, and the pipelines made of them.
//
// Each file argues why its pass is right under poison, provenance and regions. Three facts carry
// most arguments. Removing a check (an annotation), an instruction that may be undefined
// behaviour, or poison is a refinement; adding one is not. Refinement goes through every
// operation, so a part may be refined in place. Integers are mathematical, so that no operation
// on them can overflow; only annotations bound them.
//
// Memory tokens do not steer execution, so no pass trusts them: what a load sees is decided by
// the order of the program.
//
// Non-goals: peephole rules (package rewrite), target-specific choices, undefined behaviour as a
// source of facts beyond the branch that leads to it.
package opt
