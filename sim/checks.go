package sim

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// instInfo is what the options that look at every instruction need to know of one. It is made once when
// a block is decoded, and only if an option asks.
type instInfo struct {
	text    string
	uses    x86.RegSet // that count as reads of a value
	defs    x86.RegSet
	reads   x86.Flags
	writes  x86.Flags
	latency uint64
	mem     bool // accesses its memory operand
}

// describe prepares an instruction. code is for those that package x86 does not know. describe goes by
// the operand roles of package x86, so that a wrong role shows in runs with CheckRegisters as a read
// without a value.
func describe(in *x86.Inst, err error, code []byte) instInfo {
	if err != nil {
		return instInfo{text: fmt.Sprintf("(% x)", code)}
	}
	f := in.Op.Form()
	d := instInfo{
		text: in.Intel(), defs: in.Defs(), reads: in.ReadsFlags(), writes: in.WritesFlags(), latency: latency(f, in),
		uses: in.Uses() &^ exempt(f, in),
	}
	for i, a := range f.Args {
		// lea names memory that it does not access: its role there is 0.
		d.mem = d.mem || in.Args[i].Kind == x86.KMem && a.Access != 0
	}
	return d
}

// selfClearing are the mnemonics whose result does not depend on their operands if these are the
// same register. It is the list of zeroing and ones idioms that the optimization manual calls
// dependency breaking, without those that compilers do not use.
var selfClearing = map[string]bool{
	"xor": true, "sub": true, "sbb": true, "pxor": true, "xorps": true, "xorpd": true, "pandn": true,
	"psubb": true, "psubw": true, "psubd": true, "psubq": true,
	"pcmpeqb": true, "pcmpeqw": true, "pcmpeqd": true, "pcmpeqq": true,
}

// exempt are the registers that an instruction may read though nothing has written them: those of
// a value that does not matter, those that a function saves, and the upper part of a vector
// register that an instruction on the low element keeps.
func exempt(f *x86.Form, in *x86.Inst) x86.RegSet {
	var s x86.RegSet
	// VEX forms have a destination of their own; the two sources are the last two operands in both
	// forms.
	n := len(f.Args)
	name := strings.TrimPrefix(f.Name, "v")
	switch {
	case selfClearing[name] && n >= 2:
		if a, b := in.Args[n-2], in.Args[n-1]; a.Kind == x86.KReg && a == b {
			s = s.With(a.Reg)
		}
	// Pushing a register saves it. Nothing follows from its value.
	case f.Name == "push" && in.Args[0].Kind == x86.KReg:
		s = s.With(in.Args[0].Reg)
	// So does a store of a register that callees save to the frame. Only stores relative to rsp or rbp
	// count.
	case f.Name == "mov" && f.Args[1].Size == 64 && in.Args[0].Kind == x86.KMem && in.Args[1].Kind == x86.KReg &&
		(in.Args[0].Mem.Base == x86.RSP || in.Args[0].Mem.Base == x86.RBP):
		for _, r := range calleeSaved {
			if in.Args[1].Reg == r {
				s = s.With(r)
			}
		}
	case keepsRest[name]:
		// Which operand keeps its rest: the destination is the first source without VEX; with it the
		// second operand is, if there are three.
		kept := 0
		if n > 2 && strings.HasPrefix(f.Code, "VEX.") {
			kept = 1
		}
		// A register that is a full source as well (movss xmm1, xmm1) is really read.
		if r := in.Args[kept].Reg; r.IsXMM() && !slices.Contains(in.Args[kept+1:n], in.Args[kept]) {
			s = s.With(r)
		}
	}
	return s
}

// keepsRest are the instructions that write a part of a vector register and keep the rest, of their
// first operand or with VEX of the second. Programs put registers together with them.
var keepsRest = map[string]bool{
	"cvtsi2sd": true, "cvtsi2ss": true, "cvtss2sd": true, "cvtsd2ss": true, "sqrtsd": true, "sqrtss": true,
	"movss": true, "movsd": true, "movlps": true, "movlpd": true, "movhps": true, "movhpd": true, "insertps": true,
	"pinsrb": true, "pinsrw": true, "pinsrd": true, "pinsrq": true,
}

// stepThrough executes the block one instruction at a time with the checks that the options ask
// for and the limit of steps.
func (m *Machine) stepThrough(b *block) {
	// The loop runs to the end of the block at most: m.running becomes 0 where an instruction stored to
	// code of a page, and then the rest of the block is decoded again.
	for i := range b.ops {
		o := &b.ops[i]
		m.PC = o.pc
		if m.left == 0 {
			m.end(Stop{Kind: StepLimit, PC: o.pc})
			return
		}
		var d *instInfo
		if m.checked {
			d = &b.insts[i]
			if !m.check(o, d) {
				m.stop.PC = o.pc
				return
			}
		}
		// Copies of all registers are cheap beside the text that trace writes, and need no list of what
		// the instruction may write.
		before, beforeXMM := m.Regs, m.XMM
		flags, _ := m.Flags()
		m.left--
		m.PC = o.next
		// Operations are executed one at a time; dropCode sets it to 0 to say that the block is gone.
		m.running = 1
		ok := o.run(m, o)
		if m.opt.Trace != nil && d != nil {
			m.trace(o, d, &before, &beforeXMM, flags)
		}
		if !ok {
			m.interrupted(o, 1)
			return
		}
		if d != nil {
			// A write of a part of a register counts as one of the whole, as in the manuals' dependency
			// rules.
			m.initialised |= d.defs
			m.clock.step(d)
		}
		if m.running == 0 {
			return
		}
	}
}

// check looks for reads of registers without a value and for accesses below the red zone. check is
// called before the operation, so that a violation leaves the state as it was. RegSet has general
// registers first, so that the lowest number is named when several have no value.
func (m *Machine) check(o *op, d *instInfo) bool {
	if missing := d.uses &^ m.initialised; m.opt.CheckRegisters && missing != 0 {
		for r := x86.RAX; int(r) < x86.NumRegs; r++ {
			if missing.Has(r) {
				return m.end(Stop{Kind: UninitialisedRead, Reason: regName(r) + " in " + d.text})
			}
		}
	}
	if m.opt.CheckRedZone && d.mem {
		// The red zone is the 128 bytes below the stack pointer that signal handlers leave alone
		// (System V ABI AMD64, 3.2.2). Anything deeper may be overwritten at any time.
		if a := m.address(o); a >= m.stackLo && a < m.stackHi && a < m.Regs[x86.RSP]-redZone {
			return m.end(Stop{Kind: BelowRedZone, Addr: a,
				Reason: fmt.Sprintf("%s accesses %#x, %d bytes below the stack pointer", d.text, a, m.Regs[x86.RSP]-a)})
		}
	}
	return true
}

// regNames are indexed by x86.Reg, of which 0 is no register.
var regNames = [...]string{
	"no register", "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
}

func regName(r x86.Reg) string {
	switch {
	case int(r) < len(regNames):
		return regNames[r]
	case r.IsXMM():
		return fmt.Sprintf("xmm%d", r-x86.XMM0)
	}
	return fmt.Sprintf("register %d", r)
}

// trace writes a line with the address, the instruction and what changed. The text is a line for people
// and for tests; only what changed is shown, and never the whole state. The registers are compared in
// the order of their numbers, so that a run traced twice gives the same bytes.
func (m *Machine) trace(o *op, d *instInfo, regs *[32]uint64, xmm *[16][4]uint64, flags x86.Flags) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%x: %s", o.pc, d.text)
	separator := " ;"
	for r := x86.RAX; r <= x86.R15; r++ {
		if m.Regs[r] != regs[r] {
			fmt.Fprintf(&b, "%s %s=%x", separator, regName(r), m.Regs[r])
			separator = ""
		}
	}
	for i := range xmm {
		if m.XMM[i] != xmm[i] {
			x := m.XMM[i]
			fmt.Fprintf(&b, "%s xmm%d=%x_%x_%x_%x", separator, i, x[3], x[2], x[1], x[0])
			separator = ""
		}
	}
	// Flags are shown when an instruction writes them even if none changed, since an undefined one may
	// have become defined.
	if now, undefined := m.Flags(); now != flags || d.writes != 0 {
		fmt.Fprintf(&b, "%s flags=[%s]", separator, flagNames(now&^undefined))
		if undefined != 0 {
			fmt.Fprintf(&b, " undefined=[%s]", flagNames(undefined))
		}
	}
	b.WriteByte('\n')
	_, _ = m.opt.Trace.Write(b.Bytes()) // a trace that cannot be written ends nothing
}

// unknownOpcode names what is known of bytes that package x86 does not decode, and says whether
// the manual leaves the opcode undefined in 64-bit mode (SDM volume 2, appendix A). It is only asked
// about bytes that could not be decoded, and its answer is a message, not a decision about what to
// execute. Legacy and REX prefixes are skipped without counting them.
func unknownOpcode(code []byte) (name string, undefined bool) {
	i := 0
	for i < len(code)-2 && (isPrefix[code[i]] || code[i]&0xf0 == 0x40) {
		i++
	}
	// One-byte opcodes that are invalid in 64-bit mode (pusha, bound, far calls, BCD arithmetic and so
	// on).
	switch c := code[i]; {
	case bytes.IndexByte([]byte{0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37, 0x3f, 0x60, 0x61, 0x82, 0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea}, c) >= 0:
		return "", true
	case c >= 0xd8 && c <= 0xdf || c == 0x9b:
		return "an x87 instruction", false
	case c == 0x62:
		return "an EVEX (AVX-512) instruction", false
	case c == 0x0f && (code[i+1] == 0x0b || code[i+1] == 0xb9 || code[i+1] == 0xff || code[i+1] == 0x04 || code[i+1] == 0x0a):
		return "", true
	case c == 0x64 || c == 0x65:
		return "an access relative to fs or gs", false
	case bytes.IndexByte([]byte{0x6c, 0x6d, 0x6e, 0x6f, 0xe4, 0xe5, 0xe6, 0xe7, 0xec, 0xed, 0xee, 0xef}, c) >= 0:
		return "an input or output instruction", false
	case c == 0xc4 || c == 0xc5:
		return "a VEX instruction", false
	}
	return "an instruction", false
}

// isPrefix are the legacy prefixes except the segments fs and gs, which name an access of their own.
var isPrefix = [256]bool{0x66: true, 0x67: true, 0xf0: true, 0xf2: true, 0xf3: true, 0x2e: true, 0x36: true, 0x3e: true, 0x26: true}
