package emit

import (
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/x86"
)

// unwindAt is a change of the frame at an offset of emitter.code.
type unwindAt struct {
	at    int
	state frameState
}

// frameState is what of the frame is set up.
// Pushes are counted and not listed: registers are pushed in the order of frame.pushed.
type frameState struct {
	cfa     int32 // from RSP, or from RBP if pointer
	pointer bool  // RBP is the base
	old     bool  // RBP is pushed
	pushes  int
}

// outside is the state where nothing is set up.
var outside = frameState{cfa: 8}

// bodyState is the state in which the code of the function runs.
func (e *emitter) bodyState() frameState {
	fr := &e.frame
	if fr.pointer {
		return frameState{cfa: 16, pointer: true, old: true, pushes: len(fr.pushed)}
	}
	return frameState{cfa: int32(int64(8*(1+len(fr.pushed))) + fr.size), pushes: len(fr.pushed)}
}

// note records the state from the current point on.
func (e *emitter) note(s frameState) {
	e.unwind = append(e.unwind, unwindAt{len(e.code), s})
}

// unwindRow is the entry of the unwind table for s.
func (e *emitter) unwindRow(off uint32, s frameState) object.Unwind {
	u := object.Unwind{Offset: off, CFAReg: dwarfNumber(x86.RSP), CFA: s.cfa, Saved: e.savedAt(s.pushes, s.old)}
	if s.pointer {
		u.CFAReg = dwarfNumber(x86.RBP)
	}
	return u
}

// A function without a frame needs neither prologue nor epilogue.
func (e *emitter) emptyFrame() bool {
	fr := &e.frame
	return !fr.pointer && fr.size == 0 && len(fr.pushed) == 0
}

// prologue sets the frame up.
func (e *emitter) prologue() {
	fr := &e.frame
	s := outside
	if fr.pointer {
		e.onReg(x86.PUSH_r64, x86.RBP)
		s.cfa += 8
		s.old = true
		// Each change of RSP or of the base has a row at the instruction behind it, so that
		// unwinding is right at every instruction.
		e.note(s)
		e.add(&x86.Inst{Op: x86.MOV_r64_rm64, Args: [x86.MaxArgs]x86.Operand{x86.R(x86.RBP), x86.R(x86.RSP)}})
		s.pointer = true
		e.note(s)
	}
	for _, r := range fr.pushed {
		e.onReg(x86.PUSH_r64, r)
		s.pushes++
		if !s.pointer {
			s.cfa += 8
		}
		e.note(s)
	}
	// Behind the pushes: the saved registers keep their distance from RBP.
	if fr.align != 0 {
		e.immediate(x86.AND_rm64_imm32, x86.RSP, -fr.align)
	}
	if fr.size != 0 {
		e.adjust(x86.SUB_rm64_imm8, x86.SUB_rm64_imm32, fr.size)
		if !s.pointer {
			s.cfa += int32(fr.size)
			e.note(s)
		}
	}
	if fr.bottom != 0 {
		e.immediate(x86.AND_rm64_imm32, x86.RSP, -fr.bottom)
	}
	// No pointer is null: stack_end finds nothing before the first slot whose size is computed.
	for n := range e.f.Objects {
		if e.f.Objects[n].Dynamic {
			e.add(&x86.Inst{Op: x86.MOV_rm64_imm32, Args: [x86.MaxArgs]x86.Operand{x86.M(fr.object(e.f, uint32(n), 0)), x86.I(0)}})
		}
	}
}

// epilogue takes the frame down.
// It undoes the prologue in the opposite order. Each step has its unwind row, as a signal may
// come between two instructions.
func (e *emitter) epilogue() {
	fr := &e.frame
	s := e.bodyState()
	switch {
	case fr.pointer && (fr.size != 0 || fr.align != 0 || fr.bottom != 0):
		// RSP comes from RBP, whatever the body and the realignment did to it; LEA leaves the
		// flags alone.
		e.add(&x86.Inst{Op: x86.LEA_r64_m, Args: [x86.MaxArgs]x86.Operand{x86.R(x86.RSP), x86.M(x86.Mem{Base: x86.RBP, Disp: int32(-8 * len(fr.pushed))})}})
	case fr.size != 0:
		e.adjust(x86.ADD_rm64_imm8, x86.ADD_rm64_imm32, fr.size)
		s.cfa -= int32(fr.size)
		e.note(s)
	}
	for i := len(fr.pushed) - 1; i >= 0; i-- {
		e.onReg(x86.POP_r64, fr.pushed[i])
		s.pushes--
		if !s.pointer {
			s.cfa -= 8
		}
		e.note(s)
	}
	if fr.pointer {
		e.onReg(x86.POP_r64, x86.RBP)
		e.note(outside)
	}
}

// onReg emits an instruction on one register.
func (e *emitter) onReg(op x86.Op, r x86.Reg) {
	e.add(&x86.Inst{Op: op, Args: [x86.MaxArgs]x86.Operand{x86.R(r)}})
}

// immediate emits an instruction on a register and a constant.
func (e *emitter) immediate(op x86.Op, r x86.Reg, n int64) {
	e.add(&x86.Inst{Op: op, Args: [x86.MaxArgs]x86.Operand{x86.R(r), x86.I(n)}})
}

// adjust adds to or subtracts from RSP.
func (e *emitter) adjust(short, long x86.Op, n int64) {
	if n <= 127 {
		e.immediate(short, x86.RSP, n)
		return
	}
	e.immediate(long, x86.RSP, int64(disp32(n)))
}
