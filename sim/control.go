package sim

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/x86"
)

// endsBlock are the mnemonics of the instructions that may continue elsewhere than behind
// themselves. Instructions behind one of these in memory belong to another block. A block may also end
// earlier.
var endsBlock = map[string]bool{
	"j": true, "jmp": true, "jrcxz": true, "call": true, "ret": true,
	"syscall": true, "ud2": true, "int3": true, "hlt": true,
}

// controlBinders are jumps, calls, the stack, system calls and the instructions that only trap.
func controlBinders() map[string]binder {
	return map[string]binder{
		"j":     bindJcc,
		"jmp":   bindJump(opJmp, opJmpTo),
		"call":  bindJump(opCall, opCallTo),
		"jrcxz": bindJump(opJrcxz, nil),
		"ret":   run(opRet),
		"push":  run(opPush), "pop": run(opPop), "leave": run(opLeave),
		"pushfq": run(opPushf), "popfq": run(opPopf),
		"syscall": run(opSyscall),
		// Handlers that end the run do not look at their operation: PC is set by interrupted.
		"ud2":  run(stopping(Stop{Kind: UndefinedOpcode, Reason: "ud2"})),
		"int3": run(stopping(Stop{Kind: Breakpoint})),
		"hlt":  run(stopping(Stop{Kind: ProtectionFault, Reason: "hlt is privileged"})),
	}
}

// bindJump chooses between a distance, which becomes an address in op.imm, and an operand. A relative
// operand was sign-extended by locate. The address of the next instruction is added here once, not at
// every jump.
func bindJump(direct, indirect handler) binder {
	return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
		if o.dst.where == inImm {
			o.imm += o.next
			return direct
		}
		return indirect
	}
}

// bindJcc picks handlers without a switch for the two conditions that are most frequent by far.
func bindJcc(_ *x86.Form, _ *x86.Inst, o *op) handler {
	o.imm += o.next
	switch x86.Cond(o.cond) {
	case x86.E:
		return opJe
	case x86.NE:
		return opJne
	}
	return opJcc
}

// The check for undefined flags comes first: with AllowUndefinedFlags it passes and the flags have an
// arbitrary but repeatable value.
func opJcc(m *Machine, o *op) bool {
	if m.undefined != 0 && !m.defined(conditionFlags[o.cond>>1&7]) {
		return false
	}
	// A jump that is not taken leaves PC at the end of the block, where execute has set it.
	if m.holds(o.cond) {
		m.PC = o.imm
	}
	return true
}

// The fast path reads ZF from the last result. It does not hold where the flags are bits, or where ZF
// is undefined.
func opJe(m *Machine, o *op) bool {
	if m.plain || m.undefined&x86.ZF != 0 {
		return opJcc(m, o)
	}
	if m.res == 0 {
		m.PC = o.imm
	}
	return true
}

func opJne(m *Machine, o *op) bool {
	if m.plain || m.undefined&x86.ZF != 0 {
		return opJcc(m, o)
	}
	if m.res != 0 {
		m.PC = o.imm
	}
	return true
}

func opJmp(m *Machine, o *op) bool { m.PC = o.imm; return true }

func opJmpTo(m *Machine, o *op) bool {
	to, ok := m.get(o, &o.dst)
	if ok {
		m.PC = to
	}
	return ok
}

// The count register is rcx in 64-bit mode; the form with an address size prefix (jecxz) is not in the
// table.
func opJrcxz(m *Machine, o *op) bool {
	if m.Regs[x86.RCX] == 0 {
		m.PC = o.imm
	}
	return true
}

// push changes rsp only after the store has succeeded, so that a fault leaves the instruction
// restartable, as the processor does.
func (m *Machine) push(v uint64) bool {
	sp := m.Regs[x86.RSP] - 8
	if !m.store(sp, 8, v) {
		return false
	}
	m.Regs[x86.RSP] = sp
	return true
}

func opCall(m *Machine, o *op) bool {
	if !m.push(o.next) {
		return false
	}
	m.PC = o.imm
	return true
}

// The target is read before the push: call [rsp] uses the stack pointer from before (SDM volume 2,
// CALL).
func opCallTo(m *Machine, o *op) bool {
	to, ok := m.get(o, &o.dst)
	if !ok || !m.push(o.next) {
		return false
	}
	m.PC = to
	return true
}

// The immediate is the number of bytes of arguments to take off besides, 0 for the form without.
func opRet(m *Machine, o *op) bool {
	to, ok := m.load64(m.Regs[x86.RSP])
	if !ok {
		return false
	}
	m.Regs[x86.RSP] += 8 + o.imm
	m.PC = to
	return true
}

// push rsp pushes the value from before: the operand is read first (SDM volume 2, PUSH). Immediates are
// sign-extended to 64 bits.
func opPush(m *Machine, o *op) bool {
	if o.dst.where == inImm {
		return m.push(o.imm)
	}
	v, ok := m.get(o, &o.dst)
	return ok && m.push(v)
}

// opPop computes the address of its operand with the stack pointer already moved. pop [rsp+8] is the
// case that shows the difference (SDM volume 2, POP).
func opPop(m *Machine, o *op) bool {
	sp := m.Regs[x86.RSP]
	v, ok := m.load64(sp)
	if !ok {
		return false
	}
	m.Regs[x86.RSP] = sp + 8
	if !m.put(o, &o.dst, v) {
		// The address was out of reach: the stack pointer goes back, so that nothing has changed.
		m.Regs[x86.RSP] = sp
		return false
	}
	return true
}

// leave is mov rsp, rbp; pop rbp, with the load first so that a fault changes nothing.
func opLeave(m *Machine, _ *op) bool {
	v, ok := m.load64(m.Regs[x86.RBP])
	if ok {
		m.Regs[x86.RSP] = m.Regs[x86.RBP] + 8
		m.Regs[x86.RBP] = v
	}
	return ok
}

// Bit 1 of rflags is always 1; bit 9 is the interrupt flag, which is set in any process that runs (SDM
// volume 1, 3.4.3).
const (
	flagsAlwaysSet = 1 << 1
	interruptFlag  = 1 << 9
)

// rflags is the register with the flags as a program sees it.
func (m *Machine) rflags() uint64 {
	v, _ := m.Flags()
	return uint64(v) | flagsAlwaysSet | interruptFlag
}

// popfq after pushfq must give the same flags back, so pushing undefined ones is a read.
func opPushf(m *Machine, _ *op) bool { return m.defined(statusFlags) && m.push(m.rflags()) }

// opPopf ignores the flags that are not status flags, except for the direction; a program that sets
// the trap or alignment flag is refused.
func opPopf(m *Machine, o *op) bool {
	v, ok := m.load64(m.Regs[x86.RSP])
	if !ok {
		return false
	}
	// The trap flag would need a debug exception after each instruction, alignment checks a fault on
	// each access.
	const trap, alignment = 1 << 8, 1 << 18
	if v&(trap|alignment) != 0 {
		return m.refuse(fmt.Sprintf("popfq of the trap or alignment flag (%#x)", v), o)
	}
	m.Regs[x86.RSP] += 8
	m.SetFlags(x86.Flags(v))
	return true
}

// refuse ends the run because of something about the operation that is not modelled. refuse fetches the
// bytes of the instruction for the message. Read ignores permissions; it fails only if the code has
// been unmapped since it was decoded.
func (m *Machine) refuse(what string, o *op) bool {
	code := make([]byte, o.next-o.pc)
	if m.Read(o.pc, code) != nil {
		code = nil
	}
	return m.end(Stop{Kind: NotModelled, Err: &Refused{what, o.pc, code}})
}

func misalignedText(addr uint64, align int) string {
	return fmt.Sprintf("operand at %#x is not aligned to %d bytes", addr, align)
}
