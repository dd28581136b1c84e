package x86

// Reg is a register. The general registers have one name here and their size in the row of the
// instruction ([Arg.Size]): RAX of 8 bits is al. AH to BH are the four registers that are bits 8
// to 15 of another one. A set of them fits into 64 bits.
type Reg uint8

// The registers. The order within a class is that of the numbers in the encoding. Processor numbers
// follow from the position: see Reg.number.
const (
	NoReg Reg = iota
	RAX
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	XMM0
	XMM1
	XMM2
	XMM3
	XMM4
	XMM5
	XMM6
	XMM7
	XMM8
	XMM9
	XMM10
	XMM11
	XMM12
	XMM13
	XMM14
	XMM15
	AH
	CH
	DH
	BH
	// NumRegs is the number of registers, NoReg included.
	NumRegs int = iota
)

// IsGPR reports whether r is one of the sixteen general registers.
func (r Reg) IsGPR() bool { return RAX <= r && r <= R15 }

// IsXMM reports whether r is a vector register.
func (r Reg) IsXMM() bool { return XMM0 <= r && r <= XMM15 }

// RegSet is a set of registers, bit r for register r. Registers are whole here: al, ax and eax are all
// RAX in a set of uses.
type RegSet uint64

// Has reports whether r is in s.
func (s RegSet) Has(r Reg) bool { return s>>r&1 != 0 }

// With is s and r.
func (s RegSet) With(r Reg) RegSet { return s | 1<<r }

// Flags is a set of status flags, at their places in RFLAGS. The places allow a set to be taken from
// RFLAGS with a mask (SDM volume 1, figure 3-8).
type Flags uint16

// The flags.
const (
	CF Flags = 1 << 0
	PF Flags = 1 << 2
	AF Flags = 1 << 4
	ZF Flags = 1 << 6
	SF Flags = 1 << 7
	DF Flags = 1 << 10
	OF Flags = 1 << 11
)

// Cond is a condition code, with the number that it has in the encoding: setcc, jcc, cmovcc. The lowest
// bit of the number negates the condition (SDM volume 2, appendix B.1.4.7).
type Cond uint8

// The conditions.
const (
	O Cond = iota
	NO
	B
	AE
	E
	NE
	BE
	A
	S
	NS
	P
	NP
	L
	GE
	LE
	G
)

// Not is the condition that holds where c does not.
func (c Cond) Not() Cond { return c ^ 1 }

// Op is a row of [Forms]: a mnemonic with the kinds and sizes of its operands. Its constants are
// generated from the table and named like it: ADD_rm64_r64, MOVZX_r32_rm8, JCC_rel32 (one row for
// sixteen conditions: Inst.Cond), ADDSD_x_xm64.
type Op uint16

// ArgKind is what an operand may be.
type ArgKind uint8

// The kinds of operands.
const (
	ArgNone  ArgKind = iota
	ArgReg           // a general register
	ArgRM            // a general register or memory
	ArgMem           // memory
	ArgXMM           // a vector register
	ArgXM            // a vector register or memory
	ArgImm           // an immediate; sign-extended to the size of the operation if it is smaller
	ArgRel           // a distance from the end of the instruction
	ArgFixed         // the register Arg.Fixed, written in the text and not in the encoding (cl, al, eax)
	ArgOne           // the constant 1 of the short shifts
)

// Access says what an instruction does with an operand. It does not say in which order: an instruction
// reads all its operands before it writes any.
type Access uint8

// The accesses. An address that is computed from a memory operand only (lea) is neither.
const (
	Read      Access = 1 << iota // reads it
	Write                        // writes it; a 32-bit general register is zero-extended to 64 bits
	ReadWrite = Read | Write
)

// Arg is an operand of a row. Size is that of the memory access, of the part of a register, or of the
// immediate as encoded.
type Arg struct {
	Kind     ArgKind
	Size     uint16 // in bits
	Access   Access
	Fixed    Reg
	Unsigned bool // of an immediate: zero-extended (counts, masks, selectors)
}

// Form is a row of the table: an encoding (Intel SDM volume 2, "Instruction format"). Everything that
// depends on an instruction's meaning is a column here, so that a new instruction is one line.
type Form struct {
	Name     string // mnemonic in Intel's spelling; of the conditional ones the stem: "j", "set", "cmov"
	Args     []Arg  // in Intel's order, destination first
	Implicit []Arg  // registers read or written that the text does not name (mul: rax, rdx)
	// The bytes are derived from this text alone, see parseCode: what is printed in documentation is
	// what is executed.
	Code     string // in the manual's notation: "REX.W 81 /0 id"
	Reads    Flags
	Writes   Flags // with a defined value
	Undef    Flags // left undefined
	Feature  Feature
	Mode     Mode
	Prefixes Prefix // those that an instruction of this row may have

	// Merges says that the move between registers leaves the upper part of the first operand as it
	// is, while a load clears it (movss, movsd): only the former reads the first operand.
	Merges bool

	// The rest is derived when the table is built.
	name string // of the constant
	enc  encoding
}

// Mode says in which modes of the processor a row is valid. The same bytes may be two instructions in
// the two modes; a row of AnyMode is one and the same.
type Mode uint8

// The modes.
const (
	AnyMode    Mode = iota
	LongOnly        // 64-bit mode
	LegacyOnly      // 32-bit mode: the same bytes mean something else in 64-bit mode
)

// Feature is the processor feature that a row needs, as in the flags of /proc/cpuinfo; empty for
// the x86-64 baseline.
type Feature string

// Mem is a memory operand: Base + Index*Scale + Disp. With RIP the base is the address of the next
// instruction. It says nothing of the size of the access, which is the row's. The zero Mem is the
// absolute address 0.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 1, 2, 4 or 8; read as 1 if 0
	RIP         bool
	Disp        int32
}

// OperandKind is what an operand is.
type OperandKind uint8

// The kinds.
const (
	KNone OperandKind = iota
	KReg
	KMem
	KImm // immediate or relative distance
)

// Operand is an operand of an instruction. Only the field that Kind names is meaningful; the others are
// zero, so that instructions can be compared with ==.
type Operand struct {
	Kind OperandKind
	Reg  Reg
	Mem  Mem
	Imm  int64
}

// R is a register operand.
func R(r Reg) Operand { return Operand{Kind: KReg, Reg: r} }

// I is an immediate operand.
func I(n int64) Operand { return Operand{Kind: KImm, Imm: n} }

// M is a memory operand.
func M(m Mem) Operand { return Operand{Kind: KMem, Mem: m} }

// Prefix is a prefix that changes what an instruction does. Prefixes that are a part of an opcode are
// not here.
type Prefix uint8

// The prefixes.
const (
	Lock Prefix = 1 << iota
	Rep         // F3, for movs, stos, lods; repe for cmps, scas
	Repne
)

// MaxArgs is the largest number of operands that a row has.
const MaxArgs = 4

// Inst is an instruction. It is a plain value: comparable, without pointers, and about a hundred bytes.
type Inst struct {
	Op     Op
	Cond   Cond // of the rows that have one
	Prefix Prefix
	Args   [MaxArgs]Operand
}

// Layout says where in the bytes of an encoded instruction the fields are that a linker fills in.
// 0 means that there is none: no field starts an instruction. Offsets count from the first byte of the
// instruction.
type Layout struct {
	Disp uint8 // of the 4-byte displacement of a memory operand
	Imm  uint8 // of the immediate or relative distance
}
