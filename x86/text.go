package x86

import "strconv"

// names are the names of the general registers by size: 8, 16, 32, 64 bits. Each row is in the order of
// the encoding, which is also that of the constants.
var names = [4][16]string{
	{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"},
	{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di", "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"},
	{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"},
	{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
}

// highNames are indexed from AH on.
var highNames = [4]string{"ah", "ch", "dh", "bh"}

// condNames are the first of the names that the manual lists for each condition: ae, not nb or nc.
var condNames = [16]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

// String is the suffix of the condition: "ae".
func (c Cond) String() string {
	if c > G {
		return "cc?"
	}
	return condNames[c]
}

// String is the name of the register, of a general one that of its 64 bits.
func (r Reg) String() string {
	if r.IsXMM() {
		return r.Name(128)
	}
	return r.Name(64)
}

// Name is the name of the part of size bits of r: RAX of 8 bits is al, XMM1 of 256 is ymm1. size
// matters for general and vector registers only; ah to bh have 8 bits. Names of a size that does not
// exist are those of 64 and 128 bits.
func (r Reg) Name(size int) string {
	switch {
	case r.IsGPR():
		switch size {
		case 8:
			return names[0][r-RAX]
		case 16:
			return names[1][r-RAX]
		case 32:
			return names[2][r-RAX]
		}
		return names[3][r-RAX]
	case r.IsXMM():
		if size == 256 {
			return "ymm" + strconv.Itoa(int(r-XMM0))
		}
		return "xmm" + strconv.Itoa(int(r-XMM0))
	case AH <= r && r <= BH:
		return highNames[r-AH]
	}
	return "noreg"
}

// pointers are the words before a memory operand in Intel's spelling. lea's operand has no size and no
// word before it.
var pointers = map[uint16]string{
	8: "byte ptr ", 16: "word ptr ", 32: "dword ptr ", 64: "qword ptr ", 80: "tbyte ptr ", 128: "xmmword ptr ", 256: "ymmword ptr ",
}

// Intel is i in Intel's spelling, as GNU as reads it with ".intel_syntax noprefix". Distances are
// from the start of the instruction: "jmp .+0x10". Immediates are hexadecimal. The text parses back to
// the same row where an assembler has a choice of encodings that is in the table.
func (i *Inst) Intel() string { return i.intel(64) }

// Intel32 is Intel for 32-bit mode: the registers of addresses have 32 bits.
func (i *Inst) Intel32() string { return i.intel(32) }

// The name of the row decides the order of operands, which is Intel's; AT&T's is the reverse.
func (i *Inst) intel(addressSize int) string {
	f := &Forms[i.Op]
	b := i.mnemonic(make([]byte, 0, 64), f, f.intelName())
	for k := range f.Args {
		b = separate(b, k)
		a, o := &f.Args[k], &i.Args[k]
		switch a.Kind {
		case ArgOne:
			b = append(b, "0x1"...)
		case ArgImm:
			b = appendNumber(b, o.Imm, "")
		case ArgRel:
			b = i.appendTarget(b, f, o.Imm)
		default:
			if o.Kind == KMem {
				b = append(b, pointers[a.Size]...)
				b = o.Mem.appendIntel(b, addressSize)
			} else {
				b = append(b, o.register(a).Name(int(a.Size))...)
			}
		}
	}
	return string(b)
}

// ATT is i in AT&T's spelling, which GNU as reads without options.
func (i *Inst) ATT() string {
	f := &Forms[i.Op]
	b := i.mnemonic(make([]byte, 0, 64), f, i.attName(f))
	for k := range f.Args {
		b = separate(b, k)
		a, o := &f.Args[len(f.Args)-1-k], &i.Args[len(f.Args)-1-k]
		// An indirect jump is marked with a star in AT&T's spelling.
		if f.Name == "jmp" && a.Kind == ArgRM || f.Name == "call" && a.Kind == ArgRM {
			b = append(b, '*')
		}
		switch a.Kind {
		case ArgOne:
			b = append(b, "$0x1"...)
		case ArgImm:
			b = appendNumber(append(b, '$'), o.Imm, "")
		case ArgRel:
			b = i.appendTarget(b, f, o.Imm)
		default:
			if o.Kind == KMem {
				b = o.Mem.appendATT(b)
			} else {
				b = append(append(b, '%'), o.register(a).Name(int(a.Size))...)
			}
		}
	}
	return string(b)
}

// register is the operand, also where it is left out because the row fixes it.
func (o *Operand) register(a *Arg) Reg {
	if a.Kind == ArgFixed {
		return a.Fixed
	}
	return o.Reg
}

// separate writes what stands before operand k: a space before the first, a comma before the
// others.
func separate(b []byte, k int) []byte {
	if k == 0 {
		return append(b, ' ')
	}
	return append(b, ", "...)
}

// mnemonic writes prefix, name and condition. F3 means repe for comparing string instructions and rep
// for others; the row tells them apart by allowing repne. objdump writes the same words, which
// tests compare with.
func (i *Inst) mnemonic(b []byte, f *Form, name string) []byte {
	switch {
	case i.Prefix&Lock != 0:
		b = append(b, "lock "...)
	case i.Prefix&Rep != 0 && f.Prefixes&Repne != 0:
		b = append(b, "repe "...)
	case i.Prefix&Rep != 0:
		b = append(b, "rep "...)
	case i.Prefix&Repne != 0:
		b = append(b, "repne "...)
	}
	b = append(b, name...)
	if f.enc.cc {
		b = append(b, i.Cond.String()...)
	}
	return b
}

// intelName tells the move of 64 bits of immediate from that of 32. objdump and GNU as call it movabs,
// so that its immediate of 8 bytes shows.
func (f *Form) intelName() string {
	if f.enc.immBytes == 8 {
		return "movabs"
	}
	return f.Name
}

// attNames are the mnemonics that AT&T spells in another way whatever the operands. The string
// instructions have no operands in the table; those with operands that share the name are SSE2's and
// keep it.
var attNames = map[string]string{
	"cbw": "cbtw", "cwde": "cwtl", "cdqe": "cltq", "cwd": "cwtd", "cdq": "cltd", "cqo": "cqto", "movsxd": "movslq",
	"movsd": "movsl", "stosd": "stosl", "lodsd": "lodsl", "cmpsd": "cmpsl", "scasd": "scasl", "xlatb": "xlat",
}

// attName is the mnemonic with the suffix of the size where no register tells it. GNU as needs a suffix
// where only a memory operand has a size; the cases before the rule are those where a register is there
// but does not tell the size of the memory.
func (i *Inst) attName(f *Form) string {
	if name, ok := attNames[f.Name]; ok && (len(f.Args) == 0 || f.Name == "movsxd") {
		return name
	}
	if f.isX87() {
		if name, ok := x87Reversed[f.Name]; ok {
			return name
		} else if len(f.Args) == 1 {
			return f.Name + x87Suffix(f.Name, f.Args[0].Size)
		}
		return f.Name
	}
	switch f.Name {
	case "movzx", "movsx":
		return f.Name[:4] + suffix(f.Args[1].Size) + suffix(f.Args[0].Size)
	case "crc32":
		if i.Args[1].Kind == KMem {
			return f.Name + suffix(f.Args[1].Size)
		}
	case "cvtsi2ss", "cvtsi2sd", "vcvtsi2ss", "vcvtsi2sd":
		if i.Args[f.enc.argRM].Kind == KMem {
			return f.Name + suffix(f.Args[f.enc.argRM].Size)
		}
	case "vcvtpd2ps", "vcvtpd2dq", "vcvttpd2dq":
		if i.Args[1].Kind == KMem && f.Args[1].Size == 256 {
			return f.Name + "y"
		} else if i.Args[1].Kind == KMem {
			return f.Name + "x"
		}
	case "jmp", "call", "set", "push", "pop":
		return f.Name
	}
	if rm := f.enc.argRM; rm >= 0 && i.Args[rm].Kind == KMem && f.Args[rm].Kind == ArgRM && f.sizeless() {
		return f.Name + suffix(f.Args[rm].Size)
	}
	return f.intelName()
}

// sizeless reports whether no operand of the row but its memory says how large that is. A count in
// cl does not. A fixed accumulator tells the size as well as any register.
func (f *Form) sizeless() bool {
	for k := range f.Args {
		switch a := &f.Args[k]; a.Kind {
		case ArgReg, ArgXMM:
			return false
		case ArgFixed:
			if a.Fixed != RCX {
				return false
			}
		}
	}
	return true
}

// suffix is the letter of AT&T's spelling for an integer of so many bits.
func suffix(size uint16) string {
	switch size {
	case 8:
		return "b"
	case 16:
		return "w"
	case 32:
		return "l"
	}
	return "q"
}

// appendTarget writes the target of a jump relative to its start; a jump by a distance has no
// prefixes and no ModRM. Printing it relative to the instruction makes texts comparable wherever the
// code lies.
func (i *Inst) appendTarget(b []byte, f *Form, distance int64) []byte {
	length := 1 + int64(f.enc.immBytes)
	if f.enc.opMap == 1 {
		length++
	}
	return appendNumber(append(b, '.'), distance+length, "+")
}

// appendNumber writes n in hexadecimal with its sign; plus is that of the others. The most negative
// number is its own negation as unsigned, so the text is right for it, too.
func appendNumber(b []byte, n int64, plus string) []byte {
	u := uint64(n)
	if n < 0 {
		b, u = append(b, '-'), -u
	} else {
		b = append(b, plus...)
	}
	return strconv.AppendUint(append(b, "0x"...), u, 16)
}

// A scale of 0 counts as 1.
func (m *Mem) scale() byte { return '0' + max(m.Scale, 1) }

// The order is base, index, displacement, and an address without registers is a number alone. size is
// that of address registers in the mode.
func (m *Mem) appendIntel(b []byte, size int) []byte {
	b = append(b, '[')
	start := len(b)
	if m.RIP {
		b = append(b, "rip"...)
	}
	if m.Base != NoReg {
		b = append(b, m.Base.Name(size)...)
	}
	if m.Index != NoReg {
		if len(b) > start {
			b = append(b, '+')
		}
		b = append(append(b, m.Index.Name(size)...), '*', m.scale())
	}
	if m.Disp != 0 || m.Base == NoReg {
		plus := "+"
		if len(b) == start {
			plus = ""
		}
		b = appendNumber(b, int64(m.Disp), plus)
	}
	return append(b, ']')
}

// The form is disp(base,index,scale); 32-bit mode is never printed in this spelling.
func (m *Mem) appendATT(b []byte) []byte {
	if m.Disp != 0 || m.Base == NoReg {
		b = appendNumber(b, int64(m.Disp), "")
	}
	if m.RIP {
		return append(b, "(%rip)"...)
	}
	if m.Base == NoReg && m.Index == NoReg {
		return b
	}
	b = append(b, '(')
	if m.Base != NoReg {
		b = append(append(b, '%'), m.Base.Name(64)...)
	}
	if m.Index != NoReg {
		b = append(append(append(b, ",%"...), m.Index.Name(64)...), ',', m.scale())
	}
	return append(b, ')')
}
