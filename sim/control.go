package sim

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/x86"
)

// endsBlock are the mnemonics of the instructions that may continue elsewhere than behind
// themselves.
var endsBlock = map[string]bool{
	"j": true, "jmp": true, "jrcxz": true, "call": true, "ret": true,
	"syscall": true, "ud2": true, "int3": true, "hlt": true,
}

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
		"ud2":     run(stopping(Stop{Kind: UndefinedOpcode, Reason: "ud2"})),
		"int3":    run(stopping(Stop{Kind: Breakpoint})),
		"hlt":     run(stopping(Stop{Kind: ProtectionFault, Reason: "hlt is privileged"})),
	}
}

// bindJump chooses between a distance, which becomes an address in op.imm, and an operand.
func bindJump(direct, indirect handler) binder {
	return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
		if o.dst.where == inImm {
			o.imm += o.next
			return direct
		}
		return indirect
	}
}

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

func opJcc(m *Machine, o *op) bool {
	if m.undefined != 0 && !m.defined(conditionFlags[o.cond>>1&7]) {
		return false
	}
	if m.holds(o.cond) {
		m.PC = o.imm
	}
	return true
}

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

func opJrcxz(m *Machine, o *op) bool {
	if m.Regs[x86.RCX] == 0 {
		m.PC = o.imm
	}
	return true
}

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

func opCallTo(m *Machine, o *op) bool {
	to, ok := m.get(o, &o.dst)
	if !ok || !m.push(o.next) {
		return false
	}
	m.PC = to
	return true
}

func opRet(m *Machine, o *op) bool {
	to, ok := m.load64(m.Regs[x86.RSP])
	if !ok {
		return false
	}
	m.Regs[x86.RSP] += 8 + o.imm
	m.PC = to
	return true
}

func opPush(m *Machine, o *op) bool {
	if o.dst.where == inImm {
		return m.push(o.imm)
	}
	v, ok := m.get(o, &o.dst)
	return ok && m.push(v)
}

// opPop computes the address of its operand with the stack pointer already moved.
func opPop(m *Machine, o *op) bool {
	sp := m.Regs[x86.RSP]
	v, ok := m.load64(sp)
	if !ok {
		return false
	}
	m.Regs[x86.RSP] = sp + 8
	if !m.put(o, &o.dst, v) {
		m.Regs[x86.RSP] = sp
		return false
	}
	return true
}

func opLeave(m *Machine, _ *op) bool {
	v, ok := m.load64(m.Regs[x86.RBP])
	if ok {
		m.Regs[x86.RSP] = m.Regs[x86.RBP] + 8
		m.Regs[x86.RBP] = v
	}
	return ok
}

const (
	flagsAlwaysSet = 1 << 1
	interruptFlag  = 1 << 9
)

// rflags is the register with the flags as a program sees it.
func (m *Machine) rflags() uint64 {
	v, _ := m.Flags()
	return uint64(v) | flagsAlwaysSet | interruptFlag
}

func opPushf(m *Machine, _ *op) bool { return m.defined(statusFlags) && m.push(m.rflags()) }

// opPopf ignores the flags that are not status flags, except for the direction; a program that sets
// the trap or alignment flag is refused.
func opPopf(m *Machine, o *op) bool {
	v, ok := m.load64(m.Regs[x86.RSP])
	if !ok {
		return false
	}
	const trap, alignment = 1 << 8, 1 << 18
	if v&(trap|alignment) != 0 {
		return m.refuse(fmt.Sprintf("popfq of the trap or alignment flag (%#x)", v), o)
	}
	m.Regs[x86.RSP] += 8
	m.SetFlags(x86.Flags(v))
	return true
}

// refuse ends the run because of something about the operation that is not modelled.
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
