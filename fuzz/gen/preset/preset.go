// Package preset says what programs look like: the features that they may use, how long they are,
// how often something is claimed or left unguarded, and the presets that have names.
//
// Non-goals: how a feature is made (package gen).
package preset

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// Feature is a part of the language that a program may use.
type Feature uint32

// The features. Constants, integer and truth-value operations, straight calls and printing
// are always there.
const (
	Wide         Feature = 1 << iota // integers beyond 64 bits, up to 4096
	Floats                           // all float formats, NaN, infinity, subnormals
	Casts                            // byte types, bitcast
	Memory                           // stack slots, loads, stores, bulk operations
	Heap                             // malloc, calloc, free
	Provenance                       // ptrtoint, ptrtoaddr, inttoptr
	Pointers                         // pointers in memory, pointer arithmetic out of bounds
	Aggregates                       // structs and arrays
	Vectors                          // vector operations on values
	VectorMemory                     // vector loads and stores, gather, scatter
	Atomics                          // atomic operations and fences
	Data                             // data symbols with relocations
	Indirect                         // calls through pointers
	Recursion                        // functions that call themselves
	Branches                         // if and switch
	Loops                            // loop regions
	Regions                          // plain regions, irreducible flow
	Poison                           // values that may be poison, and freeze
	Claims                           // annotations
	DeadCode                         // blocks that never run
	Unspecified                      // output may depend on addresses, freeze and NaN payloads
	Boundary                         // what is nearly undefined, in all ways
	numFeatures  = iota
)

// AllFeatures is the set of all features.
const AllFeatures Feature = 1<<numFeatures - 1

// Config says what programs look like. The zero value of a field stands for that of
// [Default], a negative number for 0.
type Config struct {
	Features Feature // what programs may use
	// Swarm is how likely a program uses each of the features, 1 to 1000 (all of them); each
	// program draws its own subset (Groce et al., "Swarm Testing", 2012).
	Swarm int
	// MinInsts and MaxInsts bound the instructions aimed at, 10 to 2000. A program may have
	// some more, and has less if the bytes end early.
	MinInsts, MaxInsts int
	MaxFuncs           int // functions besides main, 1 to 8
	Names              int // of 1000 programs, how many define functions and data with names of the run-time library
	Cases              int // if not 0 functions are cases that code generation finds hard, at most so many, and nothing else is made
	MaxBits            int // bits of an int, 8 to 70; with [Wide] up to 4096
	MaxDepth           int // nesting of control flow, 1 to 6
	Steps              int // instructions that main executes at most, by a static bound, 1000 to 500000
	Annotate           int // of 1000 values and uses, how many carry a claim
	// Ranged claims a finite range for every int that passes a block, a call or a loop, as code
	// generation needs it; it turns [Claims] on.
	Ranged bool
	Loose  int // of 1000 claims, how many are wider than the values need
	Broken int // of 1000 claims, how many some value may violate
	// UB is how many of 1000 places where the generator guards against undefined behaviour
	// are left unguarded; from 100 on main also gets an instruction that is undefined.
	UB int
	// Weights replaces those of the statement table, by statement name; 0 turns one off.
	Weights map[string]int
}

// The presets. Ints, MemoryOnly, FloatsOnly and VectorsOnly narrow the features, WideInts makes
// ints of more than 64 bits that come from loops and calls, Large makes long functions with many
// values, parameters and calls, Compiled makes programs that code generation takes, Passes those with
// the shapes that passes look for, Backend those of cases that code generation finds hard, UB turns
// the guards off.
var (
	Default = Config{Features: AllFeatures &^ Unspecified, Swarm: 700, MinInsts: 30, MaxInsts: 100, MaxFuncs: 3, MaxBits: 66,
		MaxDepth: 3, Steps: 4000, Annotate: 450, Loose: 200, Broken: 4, UB: -1}
	Ints        = Default.only(Wide | Branches | Loops | Regions | Claims | Poison | DeadCode | Recursion)
	MemoryOnly  = Default.only(Memory | Heap | Provenance | Pointers | Aggregates | Atomics | Data | Casts | Branches | Loops | Claims)
	FloatsOnly  = Default.only(Floats | Casts | Branches | Loops | Claims | Memory)
	VectorsOnly = Default.only(Vectors | VectorMemory | Memory | Floats | Casts | Claims | Branches | Loops)
	WideInts    = Default.only(Wide | Branches | Loops | Claims | Recursion).weighted(map[string]int{
		"wide": 90, "arith": 160, "shift": 90, "compare": 60, "divide": 30, "select": 40, "loop": 60, "call": 40, "if": 40, "extend": 4, "known": 4})
	Large = Config{Features: AllFeatures &^ (Unspecified | Vectors | VectorMemory), Swarm: 700, MinInsts: 150, MaxInsts: 400, MaxFuncs: 6, MaxBits: 64,
		MaxDepth: 4, Steps: 8000, Annotate: 450, Loose: 200, Broken: 4, UB: -1}.weighted(map[string]int{"call": 50, "print": 24, "float": 80, "fconst": 30})
	Compiled = Config{Features: Default.Features, Swarm: 700, MinInsts: 15, MaxInsts: 90, MaxFuncs: 3, MaxBits: 66,
		MaxDepth: 3, Steps: 3000, Annotate: 350, Ranged: true, Loose: 200, Broken: 4, UB: -1}.weighted(map[string]int{"intrinsic": 0})
	Passes = Config{Features: Default.Features &^ (Vectors | VectorMemory), Swarm: 850, MinInsts: 30, MaxInsts: 120, MaxFuncs: 3, MaxBits: 66,
		MaxDepth: 3, Steps: 6000, Annotate: 250, Loose: 200, Broken: 4, UB: -1}.weighted(map[string]int{"decided": 30, "diamond": 60, "idiom": 60, "summing": 30,
		"chain": 40, "boolchain": 12, "quotient": 30, "lowbits": 40, "tailcall": 120, "twoslots": 30, "stores": 20, "relaxed": 60, "twice": 30, "running": 15,
		"float": 8, "fconvert": 8, "fcompare": 8})
	Backend = Config{Cases: 6, Annotate: -1, Broken: -1, UB: -1}
	UB      = Config{Features: AllFeatures, Swarm: 700, MinInsts: 30, MaxInsts: 100, MaxFuncs: 3, MaxBits: 66,
		MaxDepth: 3, Steps: 4000, Annotate: 450, Loose: 100, Broken: 60, UB: 150}
)

// Named are the presets by name, for commands.
func Named() map[string]Config {
	return map[string]Config{"default": Default, "ints": Ints, "memory": MemoryOnly, "floats": FloatsOnly, "vectors": VectorsOnly, "wide": WideInts, "large": Large, "compiled": Compiled, "passes": Passes, "backend": Backend, "ub": UB}
}

func (c Config) only(f Feature) Config {
	c.Features = f
	return c
}

func (c Config) weighted(w map[string]int) Config {
	c.Weights = w
	return c
}

// Filled applies the defaults and the documented ranges.
func (c Config) Filled() Config {
	field := func(p *int, def, lo, hi int) {
		if *p == 0 {
			*p = def
		}
		*p = min(max(*p, lo), hi)
	}
	d := Default
	if c.Features == 0 {
		c.Features = d.Features
	}
	field(&c.Swarm, d.Swarm, 1, 1000)
	field(&c.MinInsts, d.MinInsts, 10, 2000)
	field(&c.MaxInsts, max(d.MaxInsts, c.MinInsts), c.MinInsts, 2000)
	field(&c.MaxFuncs, d.MaxFuncs, 1, 8)
	field(&c.MaxBits, d.MaxBits, 8, 70)
	field(&c.MaxDepth, d.MaxDepth, 1, 6)
	field(&c.Steps, d.Steps, 1000, 500000)
	field(&c.Annotate, d.Annotate, 0, 1000)
	field(&c.Loose, d.Loose, 0, 1000)
	field(&c.Broken, d.Broken, 0, 1000)
	field(&c.UB, 0, 0, 1000)
	field(&c.Cases, 0, 0, 100)
	field(&c.Names, 100, 0, 1000)
	return c
}

// Draw chooses the features of one program.
func (c Config) Draw(r *choice.Record) Feature {
	f := c.Features
	for n := range numFeatures {
		if !r.Chance(c.Swarm) && c.Swarm < 1000 {
			f &^= 1 << n
		}
	}
	if c.Ranged {
		f |= Claims
	}
	if bits.OnesCount32(uint32(f)) == 0 {
		return c.Features
	}
	return f
}
