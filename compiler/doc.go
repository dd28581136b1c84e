// Package compiler is the driver from Tuffy IR to machine code: it runs the optimizer, legalization,
// instruction selection, register allocation and emission, functions in parallel, and hands the
// code to package object.
//
// What it makes does not depend on the number of workers. The phases decide and transform; timing
// them is done here.
//
// Non-goals: linking with code of other compilers, more than one module at a time.
package compiler
