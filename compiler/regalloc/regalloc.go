// Package regalloc gives every operand of a machine function a register or a spill slot and puts
// in the moves that this takes.
//
// There are two allocators. The fast one walks each block once, backwards, and keeps values that
// live across blocks in spill slots, except along chains of blocks with one predecessor; liveness
// falls out of the walk. The good one computes live ranges, joins those that moves connect into
// bundles, gives bundles registers by priority, evicts cheaper ones and splits what does not fit
// around loops, calls and uses (Olesen, "Greedy Register Allocation in LLVM 3.0"; Fallin,
// "Cranelift's register allocator: regalloc2").
//
// [Check] verifies an allocation without knowing how it was made.
//
// Non-goals: choosing instructions, removing dead ones, scheduling, frame layout.
package regalloc

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// Options say how to allocate.
type Options struct {
	Fast bool // one pass over the code, for -O0
	// FramePointer keeps RBP out. It is kept out without being asked where the frame must be
	// realigned ([mach.Func.NeedsFramePointer]).
	FramePointer bool
}

// Callee-saved registers of the System V ABI, AMD64 supplement, figure 3.4.
const calleeSaved x86.RegSet = 1<<x86.RBX | 1<<x86.RBP | 1<<x86.R12 | 1<<x86.R13 | 1<<x86.R14 | 1<<x86.R15

// The registers of the classes, without RSP.
const (
	gprs x86.RegSet = (1<<(x86.R15+1) - 1<<x86.RAX) &^ (1 << x86.RSP)
	vecs x86.RegSet = 1<<(x86.XMM15+1) - 1<<x86.XMM0
)

var classRegs = [2]x86.RegSet{mach.GPR: gprs, mach.Vec: vecs}

// Run allocates registers. An error says that the function asks for what no allocation can give:
// more registers at one instruction than there are.
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
	allowed := classRegs
	if o.FramePointer || f.NeedsFramePointer() {
		allowed[mach.GPR] &^= 1 << x86.RBP
	}
	if o.Fast {
		a = runFast(f, allowed)
	} else {
		a = runGood(f, allowed)
	}
	a.Saved = written(f, a) & calleeSaved
	return a, nil
}

// noRegister is thrown by an allocator at an instruction whose operands do not fit.
type noRegister struct{ inst uint32 }

func (n noRegister) Error() string {
	return fmt.Sprintf("the operands of instruction %d do not fit into the registers", n.inst)
}

// written is the set of registers that the code changes.
func written(f *mach.Func, a *mach.Alloc) x86.RegSet {
	var s x86.RegSet
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

// firstReg is the register of s with the lowest number, NoReg of the empty set.
func firstReg(s x86.RegSet) x86.Reg { return x86.Reg(trailingZeros(s)) }
