// Package regalloc gives every operand of a machine function a register or a spill slot and puts
// in the moves that this takes. It knows registers only as a [mach.Target] describes them.
//
// There are two allocators. The local one walks each block once, backwards, and keeps values that
// live across blocks in spill slots, except along chains of blocks with one predecessor; liveness
// falls out of the walk. The greedy one computes live ranges, coalesces those that moves connect into
// bundles, gives bundles registers by priority, evicts cheaper ones and splits what does not fit
// around loops, calls and uses (Olesen, "Greedy Register Allocation in LLVM 3.0"; Fallin,
// "Cranelift's register allocator: regalloc2").
//
// [Check] verifies an allocation without knowing how it was made.
//
//   - greedy.go, ranges.go, entry.go, split.go, place.go, occupancy.go: the greedy allocator
//   - local.go, localinst.go: the local allocator
//   - moves.go: parallel copies as moves one after the other, for both
//   - check.go: the checker
//
// Non-goals: choosing instructions, removing dead ones, scheduling, frame layout.
package regalloc

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// Options say how to allocate. The zero value is the greedy allocator.
type Options struct {
	Local bool // one pass over the code, for -O0; else the greedy allocator
	// FramePointer keeps the frame pointer out. It is kept out without being asked where the frame must
	// be realigned ([mach.Func.NeedsFramePointer]).
	FramePointer bool
}

// classes are the registers that values may have, by class.
type classes [mach.NumClasses]mach.RegSet

// all are the registers of all classes.
func (c *classes) all() mach.RegSet {
	var s mach.RegSet
	for _, regs := range c {
		s |= regs
	}
	return s
}

// Run allocates registers. An error says that the function asks for what no allocation can give:
// more registers at one instruction than there are. Apart from that, an allocation always succeeds:
// every value can live in memory. Unexpected panics are passed on.
func Run(f *mach.Func, o Options) (a *mach.Alloc, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, ok := r.(noRegister)
			if !ok {
				panic(r)
			}
			a, err = nil, fmt.Errorf("function %s: %w", f.Name, n)
		}
	}()
	regs := f.Target.Registers()
	var allowed classes
	for c := range allowed {
		allowed[c] = regs.Classes[c].Regs
		if o.FramePointer || f.NeedsFramePointer() {
			allowed[c] &^= 1 << regs.FramePointer
		}
	}
	if o.Local {
		a = runLocal(f, allowed)
	} else {
		a = runGreedy(f, allowed, regs.CalleeSaved)
	}
	a.Saved = written(f, a) & regs.CalleeSaved
	return a, nil
}

// noRegister is thrown by an allocator at an instruction whose operands do not fit. Throwing it
// through many levels is simpler than an error at each, and it is rare.
type noRegister struct{ inst uint32 }

func (n noRegister) Error() string {
	return fmt.Sprintf("the operands of instruction %d do not fit into the registers", n.inst)
}

// written is the set of registers that the code changes. Moves count as well as definitions and
// clobbers.
func written(f *mach.Func, a *mach.Alloc) mach.RegSet {
	var s mach.RegSet
	for i := range f.Insts {
		s |= f.Insts[i].Clobbers
	}
	for i := range f.Operands {
		if f.Operands[i].Def {
			s = s.With(a.Locs[i].Reg())
		}
	}
	for i := range a.Moves {
		s = s.With(a.Moves[i].To.Reg())
	}
	return s
}
