package x86

import (
	"math"
	"strconv"
	"strings"
)

// row is a line of the table as it is written. Operands are words like r64, rm64, m128, imm8, rel32,
// x, xm64, y, ym256, cl, 1; they become the name of the constant. A mark after the word says what
// is done with the operand:
//
//	=   written          +   read and written     !   neither     none: read
//
// imm8u is an immediate that is zero-extended. The mark @ says that a register stands in the r/m
// field where the kinds of the operands do not tell. Where that makes a second row of the same
// operands, its name ends in _mr. The text is read once when the package is initialised; a mistake in
// it panics with the text. What most rows do not need has a method that adds it (see ins), so that a
// row fits on a line.
type row struct {
	name     string
	args     string
	code     string // the manual's notation
	flags    effect
	implicit string // registers like eax, al, rdx with marks
	feature  Feature
	prefixes Prefix
	mode     Mode
	merges   bool
}

// effect is what an instruction does with the flags.
type effect struct{ reads, writes, undef Flags }

// encoding is the part of a row that the encoder and the decoder work from. The fields named arg
// hold the index of the operand in that place, or none. It is small and flat because Append reads one
// for each instruction.
type encoding struct {
	opcode byte
	opMap  byte // 0: one byte, 1: 0F, 2: 0F 38, 3: 0F 3A
	pfx66  bool
	rep    byte // F3 or F2 as a part of the opcode, or 0
	w      bool
	// W is 1; a VEX row with wig takes either.
	vex bool
	wig bool // W is ignored
	// L says 256 bits. Scalars ignore it.
	lig     bool // L is ignored
	l       byte
	cc      bool // the condition is added to the opcode
	modrm   bool
	digit   int8 // in the reg field; -1: a register
	suffix  int8 // the byte after the opcode is fixed, and this is its rm field; -1: none
	argRM   int8
	argReg  int8
	argV    int8 // VEX.vvvv
	argPlus int8 // low bits of the opcode
	argImm  int8 // immediate or distance
	// Four bits: vector selectors of blendv.
	argIs4   int8 // register in the high half of the last byte
	immBytes byte
	pp       byte // the prefixes in VEX
	kinds    [MaxArgs]ArgKind
	sizes    [MaxArgs]uint16
	prefixes Prefix
	mode     Mode
	// Bounds of the immediate, made once from its size and sign: see immediates.
	unsigned bool // the immediate
	hasFixed bool // an operand that the bytes do not hold
	notRAX   bool // the register in the opcode must not be rax
	immMin   int64
	immMax   int64
}

const none = -1

// fixedRegs are the registers that rows name. The word is the register's own name, of which the size
// matters for printing and for roles.
var fixedRegs = map[string]Arg{
	"al": {Fixed: RAX, Size: 8}, "ax": {Fixed: RAX, Size: 16}, "eax": {Fixed: RAX, Size: 32}, "rax": {Fixed: RAX, Size: 64},
	"cl": {Fixed: RCX, Size: 8}, "ecx": {Fixed: RCX, Size: 32}, "rcx": {Fixed: RCX, Size: 64},
	"dx": {Fixed: RDX, Size: 16}, "edx": {Fixed: RDX, Size: 32}, "rdx": {Fixed: RDX, Size: 64},
	"ebx": {Fixed: RBX, Size: 32}, "rbx": {Fixed: RBX, Size: 64}, "ah": {Fixed: AH, Size: 8},
	"rsp": {Fixed: RSP, Size: 64}, "rbp": {Fixed: RBP, Size: 64}, "rsi": {Fixed: RSI, Size: 64}, "rdi": {Fixed: RDI, Size: 64},
	"r11": {Fixed: R11, Size: 64}, "xmm0": {Fixed: XMM0, Size: 128},
}

// argStems are the kinds of the operand words, longest first. The order matters: "imm8" begins with no
// other stem, but "rm" must be tried before "r" and "m".
var argStems = []struct {
	stem string
	kind ArgKind
}{
	{"imm", ArgImm}, {"rel", ArgRel}, {"rm", ArgRM}, {"xm", ArgXM}, {"ym", ArgXM}, {"r", ArgReg}, {"m", ArgMem},
}

// parseArg reads an operand word. plain is the word without its marks; rm says that @ stood there. An
// unmarked operand is read, the most frequent case.
func parseArg(word string) (arg Arg, plain string, rm bool) {
	if plain, rm = strings.CutSuffix(word, "@"); rm {
		word = plain
	}
	access := Read
	switch plain = strings.TrimRight(word, "=+!"); word[len(plain):] {
	case "=":
		access = Write
	case "+":
		access = ReadWrite
	case "!":
		access = 0
	}
	if a, ok := fixedRegs[plain]; ok {
		a.Kind, a.Access = ArgFixed, access
		return a, plain, rm
	}
	switch plain {
	case "1":
		return Arg{Kind: ArgOne, Size: 8, Access: Read}, plain, rm
	// The m of lea has no size: nothing is accessed.
	case "m":
		return Arg{Kind: ArgMem}, plain, rm
	case "x":
		return Arg{Kind: ArgXMM, Size: 128, Access: access}, plain, rm
	case "y":
		return Arg{Kind: ArgXMM, Size: 256, Access: access}, plain, rm
	}
	for _, k := range argStems {
		digits, ok := strings.CutPrefix(plain, k.stem)
		if !ok {
			continue
		}
		digits, unsigned := strings.CutSuffix(digits, "u")
		size, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			break
		}
		return Arg{Kind: k.kind, Size: uint16(size), Access: access, Unsigned: unsigned}, strings.TrimSuffix(plain, "u"), rm
	}
	panic("BUG: x86 table: unknown operand " + word)
}

// compile makes a Form of a line of the table. compile derives name, fields and bounds. The name of the
// constant is mnemonic and operand words, which makes it unique but for the rows with @.
func (r *row) compile() Form {
	f := Form{
		Name: r.name, Code: r.code, Reads: r.flags.reads, Writes: r.flags.writes, Undef: r.flags.undef,
		Feature: r.feature, Mode: r.mode, Prefixes: r.prefixes, Merges: r.merges,
	}
	e := &f.enc
	e.digit, e.suffix = none, none
	e.argRM, e.argReg, e.argV, e.argPlus, e.argImm, e.argIs4 = none, none, none, none, none, none
	plus := e.parseCode(r.code)
	name := strings.ToUpper(r.name)
	if e.cc {
		name += "CC"
	}
	forcedRM := none
	for i, word := range strings.Fields(r.args) {
		arg, plain, rm := parseArg(word)
		if rm {
			forcedRM = i
		}
		f.Args = append(f.Args, arg)
		name += "_" + plain
	}
	for word := range strings.FieldsSeq(r.implicit) {
		arg, _, _ := parseArg(word)
		f.Implicit = append(f.Implicit, arg)
	}
	// The row whose first operand stands in r/m although it is a register is the second encoding of the
	// same text; assemblers prefer the other.
	if forcedRM == 0 && f.Args[0].Kind == ArgXMM {
		name += "_mr"
	}
	f.name = name
	f.places(plus, forcedRM)
	// Rows that name 64-bit registers or REX.W exist in 64-bit mode only.
	if f.Mode == AnyMode && f.needs64() {
		f.Mode = LongOnly
	}
	e.mode, e.prefixes, e.pp = f.Mode, f.Prefixes, vexPrefix(e)
	for i, a := range f.Args {
		e.kinds[i], e.sizes[i] = a.Kind, a.Size
		e.unsigned = e.unsigned || a.Unsigned
		e.hasFixed = e.hasFixed || a.Kind == ArgFixed || a.Kind == ArgOne
	}
	// xchg with the accumulator, see block.high.
	e.notRAX = e.opcode == 0x90 && e.opMap == 0 && e.argPlus >= 0 && !e.pfx66
	if e.argImm >= 0 {
		e.immMin, e.immMax = f.immediates(int(e.argImm))
	}
	return f
}

// immediates are the bounds of operand k. An immediate as wide as the operation may be given with or
// without sign. For add eax, imm32 both -1 and 0xffffffff are accepted; for imm8, which is
// sign-extended, 255 would become -1 and is not.
func (f *Form) immediates(k int) (lowest, highest int64) {
	a := &f.Args[k]
	if a.Size == 64 {
		return math.MinInt64, math.MaxInt64
	}
	limit := int64(1) << a.Size
	switch {
	case a.Unsigned:
		return 0, limit - 1
	case a.Kind == ArgImm && k > 0 && f.Args[0].Size <= a.Size:
		return -limit / 2, limit - 1
	}
	return -limit / 2, limit/2 - 1
}

// vexPrefix is the field pp. SDM volume 2, 2.3.6.
func vexPrefix(e *encoding) byte {
	switch {
	case e.pfx66:
		return 1
	case e.rep == 0xF3:
		return 2
	case e.rep == 0xF2:
		return 3
	}
	return 0
}

// needs64 reports whether the row has a general register of 64 bits or a REX prefix. VEX.W does not
// need 64-bit mode.
func (f *Form) needs64() bool {
	for _, a := range f.Args {
		if a.Size == 64 && (a.Kind == ArgReg || a.Kind == ArgRM || a.Kind == ArgFixed) {
			return true
		}
	}
	return f.enc.w && !f.enc.vex
}

// places says which operand goes into which field. The operand that may be memory is r/m; without
// one it is the last register, or the first if the reg field is an opcode digit. The others are
// reg, vvvv and the last byte, in this order. This order is Intel's operand encoding (Op/En columns RM,
// MR, RVM, RVMR): it is derived instead of being written in each row.
func (f *Form) places(plus bool, forcedRM int) {
	e := &f.enc
	var regs []int8
	rm := forcedRM
	for i, a := range f.Args {
		switch a.Kind {
		case ArgRM, ArgMem, ArgXM:
			rm = i
		case ArgReg, ArgXMM:
			regs = append(regs, int8(i))
		case ArgImm, ArgRel:
			e.argImm, e.immBytes = int8(i), byte(a.Size/8)
		}
	}
	if e.suffix != none {
		return
	}
	if !e.modrm {
		if plus {
			e.argPlus = regs[0]
		}
		return
	}
	if rm == none && len(regs) > 0 {
		rm = int(regs[len(regs)-1])
	}
	e.argRM = int8(rm)
	free := []*int8{&e.argReg, &e.argV, &e.argIs4}
	// With an opcode digit in the reg field the destination goes into vvvv (shifts by an immediate).
	if e.digit != none {
		free = free[1:]
		// The masked stores are the rows with memory first and two registers behind it.
	} else if len(f.Args) == 3 && len(regs) >= 2 && rm == 0 && e.vex && f.Args[2].Kind == ArgXMM { // stores: r/m, vvvv, reg
		free = []*int8{&e.argV, &e.argReg}
	}
	for _, i := range regs {
		if int(i) != rm {
			*free[0] = i
			free = free[1:]
		}
	}
}

// parseCode reads the manual's notation. plus says that the opcode holds a register. The notation is
// that of the manual's opcode column (SDM volume 2, 3.1.1.1). Words about immediates are skipped, since
// the operands say as much.
func (e *encoding) parseCode(code string) (plus bool) {
	opcodes := 0
	for word := range strings.FieldsSeq(code) {
		if strings.HasPrefix(word, "VEX.") {
			e.parseVEX(word)
			continue
		}
		if digit, ok := strings.CutPrefix(word, "/"); ok && len(digit) == 1 {
			e.modrm = true
			if digit != "r" {
				e.digit = int8(digit[0] - '0')
			}
			continue
		}
		switch word {
		case "REX.W":
			e.w = true
			continue
		case "ib", "iw", "id", "io", "cb", "cd", "/is4":
			continue
		}
		hex, suffix, _ := strings.Cut(word, "+")
		n, err := strconv.ParseUint(hex, 16, 8)
		if err != nil {
			panic("BUG: x86 table: unknown notation " + code)
		}
		b := byte(n)
		switch {
		// 66, F2 and F3 before the opcode are mandatory prefixes.
		case opcodes == 0 && !e.vex && e.opMap == 0 && b == 0x66:
			e.pfx66 = true
		case opcodes == 0 && !e.vex && e.opMap == 0 && (b == 0xF2 || b == 0xF3):
			e.rep = b
		case opcodes == 0 && !e.vex && e.opMap == 0 && b == 0x0F:
			e.opMap = 1
		case opcodes == 0 && !e.vex && e.opMap == 1 && b == 0x38:
			e.opMap = 2
		case opcodes == 0 && !e.vex && e.opMap == 1 && b == 0x3A:
			e.opMap = 3
		case opcodes == 0:
			e.opcode = b
			opcodes++
		// A second opcode byte is a ModRM byte with a fixed value, such as F0 in mfence.
		default:
			e.modrm, e.digit, e.suffix = true, int8(b>>3&7), int8(b&7)
		}
		switch suffix {
		case "cc":
			e.cc = true
		case "rb", "rw", "rd", "ro":
			plus = true
		}
	}
	return plus
}

// parseVEX reads a word like VEX.128.66.0F38.W0. The parts are length, prefix, map and W (SDM volume 2,
// 3.1.1.2). LZ and L0 want L = 0, as 128 does.
func (e *encoding) parseVEX(word string) {
	e.vex = true
	for _, part := range strings.Split(word, ".")[1:] {
		switch part {
		case "128", "LZ", "L0":
		case "256":
			e.l = 1
		case "LIG":
			e.lig = true
		case "66":
			e.pfx66 = true
		case "F2":
			e.rep = 0xF2
		case "F3":
			e.rep = 0xF3
		case "0F":
			e.opMap = 1
		case "0F38":
			e.opMap = 2
		case "0F3A":
			e.opMap = 3
		case "W0":
		case "W1":
			e.w = true
		case "WIG":
			e.wig = true
		default:
			panic("BUG: x86 table: unknown notation " + word)
		}
	}
}
