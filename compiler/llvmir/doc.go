// Package llvmir writes Tuffy IR as textual LLVM IR, for x86-64 Linux and LLVM 15 and newer.
//
// [Write] gives a module that refines its argument, function by function: what is poison or undefined there may be anything
// here. An integer is an iN of as many bits as the numbers that it can be need, with a sign; facts about ranges say which those
// are. Parameters, results and what is in memory have the width of their claims, so that :u32 and :s32 are i32.
//
// Non-goals: numbers without bounds, aggregates and vectors as values, atomics, calls through pointers, jumps of setjmp. They are errors, by name.
package llvmir
