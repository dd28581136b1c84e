package interp

import (
	"context"
	"github.com/tuffy-ir/tuffy/interp/host"
	"io"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Choice picks the value of something that the semantics leaves unspecified.
type Choice struct {
	Kind ChoiceKind
	Seed uint64 // for ChooseRandom
}

// ChoiceKind is how a [Choice] is made.
type ChoiceKind uint8

// The ways to choose. ChooseDefault is 0 for freeze, the canonical NaN for --nan, and
// leaving the bits alone for --dont-care.
const (
	ChooseDefault ChoiceKind = iota
	ChooseZero
	ChooseOne
	ChooseRandom
)

// Options configure a run. The zero value runs @main with the fast engine, reports undefined
// behaviour and continues where a fallback is defined.
type Options struct {
	Entry  string  // function to run; empty is main
	Args   []Value // its data arguments
	Strict bool    // stop at the first undefined behaviour
	// Exact changes how the run is computed and nothing of its outcome.
	Exact bool // use the reference evaluator

	// Seeds and choices pick one of the behaviours that the semantics allows; any value of them is right.
	Seed             uint64 // of rand, the thread schedule and havoc
	AddressSeed      uint64 // of base addresses
	ScheduleSeed     uint64 // of the thread schedule, besides Seed
	Freeze           Choice // what freeze yields
	DontCare         Choice // what overwrites don't-care bits after the checks
	NaN              Choice // sign and payload of NaN results
	PoisonResult     bool   // a poison result of the entry function is a value, not UB
	StrictProvenance bool   // using a wildcard pointer is UB
	SourceUB         bool   // poison born in an instruction with a mark is UB
	EffectiveTypes   bool   // what the program tells of types is kept, and accesses by lvalues of other types are UB
	CheckMemSSA      bool   // check that memory tokens are honest
	VScale           uint64 // 0 is 1

	// Fuel, MemLimit and MaxDepth bound a run, and end it as out of fuel or unsupported, never as undefined.
	Fuel     int64           // instructions that may run; 0 is [DefaultFuel]
	MemLimit uint64          // bytes of program memory, values and all else that the run keeps; 0 is [DefaultMemLimit]
	MaxDepth int             // calls in progress; 0 is [DefaultMaxDepth]
	MaxUB    int             // places whose reports are kept in normal mode; 0 is [DefaultMaxUB]
	Stdin    io.Reader       // what the program reads; nil is empty
	Stdout   io.Writer       // what the program prints; nil drops it (it stays in the events)
	NoEvents bool            // do not keep the external calls
	Files    *host.Tree      // the files that the program may open; nil for none
	Havoc    map[string]bool // unknown external functions: what they write and their results are invented
	// HavocLike are the events of a run that this one is compared with: results are invented within the claims that
	// the calls there make of them, so that a claim which only one program makes changes nothing but its own check.
	HavocLike []Event
	// It is called once, with all symbols in place and before the arguments are checked; its error is that of
	// Run.
	Prepare  func(*Setup) error
	Leaks    bool           // list what is alive at the end of a run that returns or exits
	Track    memory.AllocID // tell the life of this allocation; NoAlloc is none
	Observer Observer       // sees every instruction; makes Run use the reference evaluator unless it is a [Selector]
	Coverage *Coverage      // filled by the run
	// Bases are base addresses that certain allocations get.
	Bases []memory.Base
	// Decide is called wherever the semantics leaves a choice, in the order of the run, and says what is taken;
	// nil is what the run would take by the options above. It makes Run use the reference evaluator.
	Decide func(Decision) (v num.Int, ok bool)
	// KeepSlots makes the Space of the outcome remember every stack slot that has ended. Else it may know nothing of those that
	// nobody could reach.
	KeepSlots bool
	// FailAlloc is the number of the allocation of the C library that fails, from 1; 0 is none, and a number below it none, but
	// allocations are counted.
	FailAlloc int64
	Lowered   *Lowered // the fast engine adds what it lowered functions to
}

// Defaults of the limits in [Options].
// Every run ends: fuel bounds its steps, charge bounds the work inside of a step, MemLimit what it keeps.
const (
	DefaultFuel     = int64(1) << 40
	DefaultMemLimit = uint64(1) << 29
	DefaultMaxDepth = 1 << 18
	DefaultMaxUB    = 100
)

// stopInterval is how many instructions run between two looks at the context.
const stopInterval = 1 << 16

// MaxShiftBits bounds the size of an integer: a result that needs more bits ends the run as
// unsupported, "integer too large".
// It bounds the time of one operation: multiplying two numbers of this size takes less than a tenth of a second.
const MaxShiftBits = 1 << 24

// Setup lets the caller build memory before the entry function runs: input pointers of
// differential checks. Args may be replaced.
type Setup struct {
	Space *memory.Space
	Args  []Value
	Addr  func(symbol string) (memory.Pointer, bool) // of a function or data symbol

	world *world // nil where no run begins
}

// OutcomeKind is how a run ended.
// Only Returned, Trapped, Exited and Undefined are behaviours of the program; the other two say that the run
// does not know.
type OutcomeKind uint8

// The ways a run ends (semantics, "Behaviour and refinement").
const (
	Returned    OutcomeKind = iota // the entry function returned
	Trapped                        // trap or abort: a defined end
	Exited                         // the host function exit
	Undefined                      // undefined behaviour from which no fallback is defined, or any in strict mode
	Unsupported                    // the interpreter cannot continue: not the program's fault
	OutOfFuel                      // the instruction limit
)

// String is the word that reports use.
func (k OutcomeKind) String() string {
	return [...]string{"returned", "trap", "exit", "undefined behaviour", "unsupported", "out of fuel"}[k]
}

// Outcome is the behaviour of a run.
// It belongs to the caller.
// Space is the memory at the end of the run, which checks read.
type Outcome struct {
	Kind     OutcomeKind
	Values   []Value // data results of a Returned run
	ExitCode int     // of an Exited run
	UB       *UB     // what ended an Undefined run
	Reports  []*UB   // the first of all undefined behaviour by place, in order, UB included
	Dropped  int     // occurrences at places beyond MaxUB
	Reason   string  // of Trapped, Unsupported and OutOfFuel: what and where, in a sentence
	Where    *Frame  // the instruction that ended a run that did not return
	Hint     string  // what to do about a file that could not be opened, if there was one
	Unknown  string  // the external function of which nothing is known that ended an Unsupported run
	Return   *Frame  // the ret of a run that did
	Events   []Event // external calls, in order
	Steps    int64   // instructions executed
	Work     int64   // beyond one step each: words and runs of bytes that instructions worked on
	Space    *memory.Space
	Leaks    []Leak                    // with Options.Leaks, in the order of the allocations
	Allocs   int64                     // allocations that the functions of the C library were asked for, if Options.FailAlloc is not 0
	Life     *Life                     // with Options.Track, nil if there was no such allocation
	Symbols  map[string]memory.AllocID // data symbols, for the observable memory
}

// Effort is how much a run took, to bound how much another one may take that does the same in another way, perhaps
// byte after byte.
func (o *Outcome) Effort() int64 { return o.Steps + o.Work }

// Event is an external call with what it could see.
type Event struct {
	Name    string
	Args    []Value
	Read    [][]byte // the bytes that it was told to read, in order
	Results []Value
	Frame   Frame

	// Of functions of which nothing is known ([Options.Havoc]).
	Memory []Seen     // what they could see
	Claims []ir.Annot // what their results are invented within, a claim each; nil of functions that are known
}

// Run executes the module. The error is the caller's: a module that does not verify, an entry that there is
// not, arguments that do not fit; then there is no outcome.
//
// When ctx is done, or the observer says so, the run ends within 65,536 instructions: the outcome is what happened so far, of kind
// OutOfFuel, and the error is the cause of ctx or the observer's own. A context that is never done costs nothing.
// A run that reads waits as long as its Stdin does.
//
// What the caller may change while it runs is nothing: neither the module nor the options.
// Runs of one module may be concurrent, each with memory of its own.
func Run(ctx context.Context, m *ir.Module, o Options) (*Outcome, error) {
	if err := ir.Verified(m); err != nil {
		return nil, err
	}
	w, err := newWorld(ctx, m, o)
	if err != nil {
		return nil, err
	}
	// These need what only the reference evaluator has: every value by its SSA name, at every instruction.
	if o, ok := o.Observer.(*tracer); ok {
		defer o.flush() // of a run that ends in a panic
	}
	if o.Exact || w.covers != nil && jumps(m) || o.Observer != nil && w.selector == nil || o.Decide != nil {
		return w.finish(runReference(w))
	}
	return w.finish(runFast(w))
}
