package interp

import "github.com/tuffy-ir/tuffy/ir"

// Observer sees a run step by step; a debugger or a tracer stands on it. Its methods are
// called on the goroutine of [Run] and may read but not change the machine.
// An error ends the run, which then returns it with the outcome so far; a sentinel of the observer's own
// tells a wanted end from others.
// An observer that is no [Selector] costs its run the fast engine.
// It may be asked for a million steps: what it keeps is its own concern.
type Observer interface {
	Before(s *Step) error // the instruction is about to execute, and does not if there is an error
	After(s *Step) error  // its results are in place; not called when it ended the run
}

// Selector is an observer of some instructions, and only of their operands and results: before the instruction its step
// knows the values of the operands, after it those of the results, and no others. The run uses the fast engine, in
// which instructions that are not selected cost what they cost in a plain run.
type Selector interface {
	Observer
	Selects(f *ir.Func, i ir.Inst) bool // the same answer each time
}

// Step is the moment that an [Observer] sees.
// Inst is a handle of Func, whose text Place gives.
type Step struct {
	Func   *ir.Func
	Inst   ir.Inst
	Thread int
	Number int64 // of the instruction in the run, from 0

	w    *world
	t    stepThread
	done bool // the instruction was executed; known on the fast engine
}

// stepThread is a thread as a step shows it.
type stepThread interface {
	traceFrames() []Frame
	depth() int
	value(s *Step, v ir.Value) (val Value, ok bool)
}

// Coverage collects what a run reached. The same one may be used for several runs.
// Keys name functions and blocks, so counts of different modules may be merged where these agree.
type Coverage struct {
	Blocks map[BlockKey]int64
	Edges  map[EdgeKey]int64
	Checks map[CheckKey]CheckCount // the undefined-behaviour checks
	Ops    map[ir.Op]int64
}

// BlockKey names a block of a function.
type BlockKey struct {
	Func  string
	Block ir.Block
}

// EdgeKey names a control-flow edge.
type EdgeKey struct {
	Func     string
	From, To ir.Block
}

// CheckKey names a check of one instruction.
type CheckKey struct {
	Func string
	Inst ir.Inst
	Code Code
}

// CheckCount is how often a check ran and how often it failed.
type CheckCount struct{ Ran, Failed int64 }

// Lowered is a set of cases of the fast engine's dispatch: those that the functions entered
// in a run were lowered to. It tells which parts of the engine a program reaches; the numbers
// mean nothing across versions.
// A case is in it if some function was lowered to it, whether or not it ran.
type Lowered [(numFastOps + 63) / 64]uint64

// LoweredCases is the number of cases there are, but for those of runs that are watched, which come last.
const LoweredCases = int(fCount)

// Has reports whether case n is in the set.
func (s *Lowered) Has(n int) bool { return s[n/64]>>(n%64)&1 != 0 }

// add notes the cases of a function's code.
func (s *Lowered) add(c []code) {
	for i := range c {
		s[c[i].op/64] |= 1 << (c[i].op % 64)
	}
}
