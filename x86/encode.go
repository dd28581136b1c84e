package x86

import (
	"encoding/binary"
	"fmt"
)

// Append encodes i behind dst for 64-bit mode: with the shortest displacement, and the immediate as
// wide as the row says. The error says what the row does not allow; dst is returned as it was then.
// Append is the fast path of the assembler: with room in dst it writes in place and allocates nothing.
// i is not changed, and nothing is kept of it.
func Append(dst []byte, i *Inst) ([]byte, Layout, error) {
	n := len(dst)
	if cap(dst)-n < room {
		return appendTo(dst, i, LongOnly)
	}
	// The room is what encode may write without a bounds failure; only what it has written is returned.
	c := code{buf: dst[:n+room], n: n, start: n}
	if err := c.encode(i, LongOnly); err != nil {
		return dst, Layout{}, err
	}
	return c.buf[:c.n], c.layout, nil
}

// room is more than the longest instruction that the table can make. It is one more than the
// processor's limit, so that an overlong instruction would show rather than overwrite.
const room = 16

// Append32 is Append for 32-bit mode.
func Append32(dst []byte, i *Inst) ([]byte, Layout, error) { return appendTo(dst, i, LegacyOnly) }

// appendTo encodes i beside dst first, so that nothing behind the instruction is touched. The bytes
// behind dst may belong to another slice of the same array.
func appendTo(dst []byte, i *Inst, mode Mode) ([]byte, Layout, error) {
	var buf [room]byte
	c := code{buf: buf[:]}
	err := c.encode(i, mode)
	// The registers of 32-bit mode have numbers below 8 and need no REX prefix.
	if err == nil && mode == LegacyOnly && (c.rex&^rexW != 0 || c.force || i.beyond32()) {
		err = fmt.Errorf("x86: %v: 32-bit mode does not have a register of these operands", i.Op)
	}
	if err != nil {
		return dst, Layout{}, err
	}
	return append(dst, buf[:c.n]...), c.layout, nil
}

// beyond32 reports an operand that VEX could name in 32-bit mode but must not. VEX encodes a fourth bit
// of every register, which 32-bit mode ignores, so that the check of REX above does not see them.
func (i *Inst) beyond32() bool {
	for k := range i.Args {
		o := &i.Args[k]
		if o.Kind == KReg && o.Reg < AH && o.Reg.number() >= 8 || o.Kind == KMem && o.Mem.RIP {
			return true
		}
	}
	return false
}

// encode writes i to c. The checks come first: instruction writes whatever it is given. A failure
// leaves bytes behind n that nothing reads.
func (c *code) encode(i *Inst, mode Mode) error {
	if i.Op == 0 || int(i.Op) >= len(Forms) {
		return fmt.Errorf("x86: no row %d", i.Op)
	}
	e := &encodings[i.Op]
	if e.mode != AnyMode && e.mode != mode {
		return fmt.Errorf("x86: %v: not in this mode of the processor", i.Op)
	}
	what := i.check(e)
	if what == "" {
		what = c.instruction(i, e, mode)
	}
	if what != "" {
		return fmt.Errorf("x86: %v: %s", i.Op, what)
	}
	return nil
}

// code is an instruction under construction. rex collects what the operands need; the prefix is written
// before the opcode, so the operands are looked at before anything is written.
type code struct {
	buf    []byte // with room behind n
	n      int
	start  int // of the instruction in buf
	layout Layout
	rex    byte // the bits W, R, X and B
	force  bool // an empty REX prefix is needed: spl, bpl, sil, dil
	high   bool // ah to bh: no REX prefix may be there
}

// The buffer has room for the longest instruction, which callers of encode ensure.
func (c *code) byte(b byte) {
	c.buf[c.n] = b
	c.n++
}

// number is the number of a register in the encoding. ah to bh have the numbers of rsp to rdi (SDM
// volume 2, table 2-2); the constants are in the order of the encoding within each class.
func (r Reg) number() byte {
	if r >= AH {
		return byte(r-AH) + 4
	}
	return byte(r-1) & 15
}

// The bits of REX. They are in the order of the prefix byte 0100WRXB.
const (
	rexB = 1 << iota
	rexX
	rexR
	rexW
)

// check reports what is wrong with the operands of i, or "". Every operand must be of the kind and
// within the bounds of its row. The result is text because an error is a bug of the caller, which wants
// to know which operand.
func (i *Inst) check(e *encoding) string {
	if i.Prefix != 0 {
		if i.Prefix&^e.prefixes != 0 || i.Prefix&(Rep|Repne) == Rep|Repne {
			return "prefix not allowed"
		}
		if i.Prefix&Lock != 0 && i.Args[0].Kind != KMem {
			return "lock needs memory as the first operand"
		}
	}
	// A condition that the row has not is an error, so that no information of an Inst is silently
	// dropped.
	if i.Cond != 0 && (i.Cond > G || !e.cc) {
		return "condition not allowed"
	}
	for k := range i.Args {
		o := &i.Args[k]
		ok := false
		switch e.kinds[k] {
		case ArgNone:
			ok = o.Kind == KNone
		case ArgReg:
			ok = o.Kind == KReg && generalFits(o.Reg, e.sizes[k])
		case ArgRM:
			ok = o.Kind == KMem || o.Kind == KReg && generalFits(o.Reg, e.sizes[k])
		case ArgMem:
			ok = o.Kind == KMem
		case ArgXMM:
			ok = o.Kind == KReg && o.Reg.IsXMM()
		case ArgXM:
			ok = o.Kind == KMem || o.Kind == KReg && o.Reg.IsXMM()
		case ArgImm, ArgRel:
			if o.Kind == KImm && (o.Imm < e.immMin || o.Imm > e.immMax) {
				return fmt.Sprintf("operand %d: %d does not fit", k+1, o.Imm)
			}
			ok = o.Kind == KImm
		// An operand that the text implies may be given or left out.
		case ArgFixed:
			ok = o.Kind == KReg && o.Reg == Forms[i.Op].Args[k].Fixed || o.Kind == KNone
		case ArgOne:
			ok = o.Kind == KImm && o.Imm == 1 || o.Kind == KNone
		}
		if !ok {
			return fmt.Sprintf("operand %d is of the wrong kind", k+1)
		}
	}
	return ""
}

// The row's size and not the operand decides how much of a register is meant; the four high bytes exist
// for rows of 8 bits only.
func generalFits(r Reg, size uint16) bool {
	return r.IsGPR() || size == 8 && AH <= r && r <= BH
}

// instruction writes everything. Checked operands leave only what concerns several of them. The order
// of the bytes is prefixes, opcode, ModRM, SIB, displacement, immediate (SDM volume 2, figure 2-1). The
// result is what is wrong with the operands together, or "".
func (c *code) instruction(i *Inst, e *encoding, mode Mode) string {
	// The reg field is a digit of the opcode or a register.
	reg := byte(e.digit)
	if e.argReg >= 0 {
		reg = c.register(i.Args[e.argReg].Reg, e.sizes[e.argReg], rexR)
	}
	var rm *Operand
	var rmReg byte
	switch {
	case e.argRM >= 0:
		rm = &i.Args[e.argRM]
		if rm.Kind == KReg {
			rmReg = c.register(rm.Reg, e.sizes[e.argRM], rexB)
		} else if what := c.address(&rm.Mem); what != "" {
			return what
		}
	// The register stands in the low three bits of the opcode; REX.B is its fourth, as for r/m.
	case e.argPlus >= 0:
		// 90 is nop, which does not zero-extend eax; with REX.B it is xchg with r8 and needs no
		// exception.
		if e.notRAX && i.Args[e.argPlus].Reg == RAX {
			return "with the accumulator itself the bytes are nop"
		}
		rmReg = c.register(i.Args[e.argPlus].Reg, e.sizes[e.argPlus], rexB)
	case e.suffix >= 0:
		rmReg = byte(e.suffix)
	}
	if e.w {
		c.rex |= rexW
	}
	opcode := e.opcode
	if e.cc {
		opcode += byte(i.Cond)
	}
	if e.argPlus >= 0 {
		opcode |= rmReg & 7
	}
	if e.vex {
		v := byte(0)
		if e.argV >= 0 {
			v = i.Args[e.argV].Reg.number()
		}
		c.vex(e, v)
	} else if what := c.legacy(i.Prefix, e); what != "" {
		return what
	}
	c.byte(opcode)
	if e.modrm {
		if rm == nil || rm.Kind == KReg {
			c.byte(0xC0 | reg&7<<3 | rmReg&7)
		} else {
			c.memory(&rm.Mem, reg&7<<3, mode)
		}
	}
	if e.argImm >= 0 {
		// The linker patches at this offset; relative distances count from the end of the instruction.
		c.layout.Imm = byte(c.n - c.start)
		c.little(uint64(i.Args[e.argImm].Imm), int(e.immBytes))
	}
	if e.argIs4 >= 0 {
		c.byte(i.Args[e.argIs4].Reg.number() << 4)
	}
	return ""
}

// register notes what r needs of the REX prefix and returns its low three bits. size is that of the
// row: 8 makes spl, bpl, sil and dil need an empty REX prefix, and ah to bh refuse any.
func (c *code) register(r Reg, size uint16, bit byte) byte {
	n := r.number()
	if n >= 8 {
		c.rex |= bit
	}
	if size == 8 && !r.IsXMM() {
		if r >= AH {
			c.high = true
		} else if n >= 4 && n < 8 {
			c.force = true
		}
	}
	return n & 7
}

// address notes what the registers of m need of the REX prefix. rsp cannot be an index: its number
// means that there is none. A scale of 0 counts as 1.
func (c *code) address(m *Mem) string {
	if m.RIP {
		if m.Base != NoReg || m.Index != NoReg {
			return "rip takes no register beside it"
		}
		return ""
	}
	if m.Base != NoReg {
		if !m.Base.IsGPR() {
			return "base is no general register"
		}
		if m.Base >= R8 {
			c.rex |= rexB
		}
	}
	if m.Index != NoReg {
		if !m.Index.IsGPR() || m.Index == RSP {
			return "index is no general register or rsp"
		}
		if m.Index >= R8 {
			c.rex |= rexX
		}
		if m.Scale > 8 || m.Scale&(m.Scale-1) != 0 {
			return "scale is not 1, 2, 4 or 8"
		}
	}
	return ""
}

// legacy writes the prefixes and the opcode map of an instruction without VEX. Operand size, lock or
// repeat, mandatory prefix, REX, map: the mandatory prefix must directly precede REX (SDM volume 2,
// 2.1.2).
func (c *code) legacy(p Prefix, e *encoding) string {
	if e.pfx66 {
		c.byte(0x66)
	}
	if p != 0 {
		switch {
		case p&Lock != 0:
			c.byte(0xF0)
		case p&Rep != 0:
			c.byte(0xF3)
		case p&Repne != 0:
			c.byte(0xF2)
		}
	}
	if e.rep != 0 {
		c.byte(e.rep)
	}
	if c.rex != 0 || c.force {
		if c.high {
			return "ah, ch, dh and bh do not go with an operand that needs a REX prefix"
		}
		c.byte(0x40 | c.rex)
	}
	if e.opMap > 0 {
		c.byte(0x0F)
		if e.opMap == 2 {
			c.byte(0x38)
		} else if e.opMap == 3 {
			c.byte(0x3A)
		}
	}
	return ""
}

// vex writes the VEX prefix: of two bytes where that says everything. The form of two bytes has no W, X
// and B and means map 0F. All register bits are inverted.
func (c *code) vex(e *encoding, v byte) {
	last := ^v&15<<3 | e.l<<2 | e.pp
	inverted := ^c.rex
	if e.opMap == 1 && c.rex&(rexW|rexX|rexB) == 0 {
		c.byte(0xC5)
		c.byte(inverted&rexR<<5 | last)
		return
	}
	c.byte(0xC4)
	c.byte(inverted&(rexR|rexX|rexB)<<5 | e.opMap)
	c.byte(c.rex&rexW<<4 | last)
}

// memory writes ModRM, SIB and displacement of m; reg is in its place. What is relative to rip in
// 64-bit mode is an absolute address in 32-bit mode. Three forms are chosen in this order: rip-relative
// or absolute without SIB; a base alone without SIB; SIB. rsp and r12 as a base need SIB, since their
// number in r/m announces it.
func (c *code) memory(m *Mem, reg byte, mode Mode) {
	if m.RIP || mode == LegacyOnly && m.Base == NoReg && m.Index == NoReg {
		c.byte(reg | 5)
		c.disp32(m.Disp)
		return
	}
	base := m.Base.number() & 7
	if m.Index == NoReg && m.Base != NoReg && base != 4 {
		c.byte(c.mode(m, base) | reg | base)
		c.disp(m, base)
		return
	}
	sib := byte(4 << 3)
	if m.Index != NoReg {
		sib = m.Index.number() & 7 << 3
		switch m.Scale {
		case 2:
			sib |= 1 << 6
		case 4:
			sib |= 2 << 6
		case 8:
			sib |= 3 << 6
		}
	}
	// Without a base the displacement always has four bytes.
	if m.Base == NoReg {
		c.byte(reg | 4)
		c.byte(sib | 5)
		c.disp32(m.Disp)
		return
	}
	c.byte(c.mode(m, base) | reg | 4)
	c.byte(sib | base)
	c.disp(m, base)
}

// mode is the mod field for the displacement of m. rbp and r13 have no form without one. Their number
// with mod 0 means rip or no base, so they get a displacement of one byte even if it is 0.
func (c *code) mode(m *Mem, base byte) byte {
	switch {
	case m.Disp == 0 && base != 5:
		return 0
	case m.Disp == int32(int8(m.Disp)):
		return 0x40
	}
	return 0x80
}

// It writes as many bytes as mode has announced.
func (c *code) disp(m *Mem, base byte) {
	switch c.mode(m, base) {
	case 0x40:
		c.byte(byte(m.Disp))
	case 0x80:
		c.disp32(m.Disp)
	}
}

// Only displacements of four bytes can be relocated; the layout says where the last one written is.
func (c *code) disp32(n int32) {
	c.layout.Disp = byte(c.n - c.start)
	c.little(uint64(uint32(n)), 4)
}

// bytes is 1, 2, 4 or 8.
func (c *code) little(n uint64, bytes int) {
	switch bytes {
	case 1:
		c.buf[c.n] = byte(n)
	case 2:
		binary.LittleEndian.PutUint16(c.buf[c.n:], uint16(n))
	case 4:
		binary.LittleEndian.PutUint32(c.buf[c.n:], uint32(n))
	default:
		binary.LittleEndian.PutUint64(c.buf[c.n:], n)
	}
	c.n += bytes
}
