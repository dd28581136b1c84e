package x86

import (
	"encoding/binary"
	"fmt"
	"sync"
)

// index finds the row of an encoding. A block is reached by opcode map, prefixes and opcode; in it
// the rows are told apart by W, L, whether r/m is a register, and the reg field. Decoding is a walk
// through three small tables: prefixes and map lead to 256 slots, the opcode to a block, and six bits
// of ModRM, W and L to the row. Every ambiguity between rows is found when the index is built, not when
// code is decoded.
type index struct {
	// Slot 0 is the empty block. Dimensions: map, prefixes, opcode for legacy encodings; map, pp,
	// opcode for VEX.
	legacy [4][6][256]uint16
	vex    [4][4][256]uint16
	blocks []block
}

// A block belongs to one opcode under one combination of prefixes.
type block struct {
	ops  [64]Op // W<<5 | L<<4 | register<<3 | reg
	high [2]Op  // by W: instead, if REX.B makes the register in the opcode r8: 90 is nop, 41 90 is xchg
	// All rows of an opcode agree on whether a ModRM byte follows: the decoder must know before it
	// knows the row.
	modrm bool
}

// The prefix combinations of index.legacy: 66 adds one to an even number.
const (
	pfxRep   = 2
	pfxRepne = 4
)

// The index of 64-bit mode is built when the package is initialised; that of 32-bit mode is needed by
// few and waits for its first use.
var (
	longIndex   = buildIndex(LongOnly)
	legacyIndex = sync.OnceValue(func() *index { return buildIndex(LegacyOnly) })
)

// buildIndex enters the rows that are valid in mode. It panics if two rows could mean the same bytes,
// which makes the table's consistency a condition of the program's start.
func buildIndex(mode Mode) *index {
	x := &index{blocks: make([]block, 1)}
	for op := 1; op < len(Forms); op++ {
		f := &Forms[op]
		if f.Mode != AnyMode && f.Mode != mode {
			continue
		}
		first, last := int(f.enc.opcode), int(f.enc.opcode)
		// A condition takes sixteen opcodes, a register in the opcode eight.
		if f.enc.cc {
			last += 15
		}
		if f.enc.argPlus >= 0 {
			last += 7
		}
		for opcode := first; opcode <= last; opcode++ {
			at := x.slot(&f.enc, opcode)
			if *at == 0 {
				*at = uint16(len(x.blocks))
				x.blocks = append(x.blocks, block{modrm: f.enc.modrm})
			}
			b := &x.blocks[*at]
			// 90 with the accumulator as its register is nop and has a row of its own; the xchg row is
			// entered under REX.B only.
			if f.enc.notRAX && opcode == first {
				b.high[f.enc.wide()] = Op(op)
				continue
			}
			b.enter(Op(op))
		}
	}
	return x
}

// wide is 1 if W is set. The result is an index of block.high.
func (e *encoding) wide() int {
	if e.w {
		return 1
	}
	return 0
}

// slot is the place of an opcode under the prefixes of its encoding. F2 and F3 exclude each other; 66
// goes with either.
func (x *index) slot(e *encoding, opcode int) *uint16 {
	if e.vex {
		return &x.vex[e.opMap][e.pp][opcode]
	}
	p := 0
	switch e.rep {
	case 0xF3:
		p = pfxRep
	case 0xF2:
		p = pfxRepne
	}
	if e.pfx66 {
		p++
	}
	return &x.legacy[e.opMap][p][opcode]
}

// enter puts a row at every place of the block that it covers. A row covers several places where it
// ignores W or L, where any reg field is an operand, or where r/m may be register and memory.
func (b *block) enter(op Op) {
	f := &Forms[op]
	e := &f.enc
	if b.modrm != e.modrm {
		panic("BUG: x86 table: " + f.name + " and another row of its opcode differ in ModRM")
	}
	for place := range b.ops {
		w, l, register, digit := place>>5 == 1, byte(place>>4&1), place>>3&1 == 1, int8(place&7)
		if w != e.w && !e.wig || l != e.l && !e.lig {
			continue
		}
		if e.modrm {
			if e.digit != none && digit != e.digit || !f.allowsRM(register) {
				continue
			}
		}
		if b.ops[place] != 0 {
			panic("BUG: x86 table: " + f.name + " and " + Forms[b.ops[place]].name + " have the same bytes")
		}
		b.ops[place] = op
	}
}

// allowsRM reports whether r/m may be a register, or may be memory. Without an r/m operand the ModRM
// byte belongs to the opcode (a suffix), which is always of the register form.
func (f *Form) allowsRM(register bool) bool {
	if f.enc.argRM < 0 {
		return register
	}
	switch f.Args[f.enc.argRM].Kind {
	case ArgRM, ArgXM:
		return true
	case ArgMem:
		return !register
	}
	return register
}

// Decode reads the instruction at the start of code, as 64-bit mode does, and its length. It takes
// longer displacements and SIB bytes than Append would write, and prefixes in any order, but no
// prefix that means nothing. The error names the bytes and the place of the one that is wrong. A strict
// decoder finds bugs in an encoder: what it accepts means just one thing. Bytes that come from
// elsewhere, with redundant prefixes, are the caller's to tidy up.
func Decode(code []byte) (i Inst, n int, err error) {
	d := decoder{code: code, index: longIndex, long: true}
	if !d.instruction(&i) {
		return Inst{}, 0, d.fault()
	}
	return i, d.pos, nil
}

// Decode32 is Decode for 32-bit mode. A memory operand without registers is an absolute address.
func Decode32(code []byte) (i Inst, n int, err error) {
	d := decoder{code: code, index: legacyIndex()}
	if !d.instruction(&i) {
		return Inst{}, 0, d.fault()
	}
	return i, d.pos, nil
}

// pos is the offset of the next byte; on failure it is moved to the byte that is wrong, for the
// message.
type decoder struct {
	code  []byte
	pos   int
	index *index
	long  bool
	// Without it, running past the end and an unknown opcode would look alike.
	short  bool // the code ended
	rex    byte
	hasREX bool
	// The prefixes as they were read, in whatever order; v, the fourth register field, comes from VEX
	// alone.
	has66 bool
	rep   byte
	lock  bool
	v     byte
	isVEX bool
	modrm byte
	// A bit that means nothing makes the bytes refused. W is not among them: rows state W themselves.
	used byte // the bits R, X and B of the REX prefix that mean something here
	low  bool // spl, bpl, sil or dil: an empty REX prefix means something
}

// It is asked only after a failure; pos is meaningful then.
func (d *decoder) fault() error {
	if d.short {
		return fmt.Errorf("x86: the code ends within an instruction: % x", d.code[:min(len(d.code), maxLength)])
	}
	at := min(d.pos, len(d.code)-1)
	return fmt.Errorf("x86: no instruction in the table has these bytes: % x, at offset %d (%02x)",
		d.code[:min(len(d.code), maxLength)], at, d.code[at])
}

// SDM volume 2, 2.3.11.
const maxLength = 15

// next is the next byte; after the end it is 0 and short is set. Callers test ended once after several
// bytes instead of after each one.
func (d *decoder) next() byte {
	if d.pos >= len(d.code) || d.pos >= maxLength {
		d.short = d.pos >= len(d.code)
		d.pos++
		return 0
	}
	d.pos++
	return d.code[d.pos-1]
}

// ended reports that next went past the end or the longest instruction.
func (d *decoder) ended() bool { return d.pos > len(d.code) || d.pos > maxLength }

// instruction decodes in the order of the bytes: prefixes, opcode, ModRM, operands. It returns false
// with pos at the byte at fault. The checks at the end are those that need the operands: lock wants
// memory, and every REX bit must have been used.
func (d *decoder) instruction(i *Inst) bool {
	b, ok := d.prefixes()
	if !ok {
		return false
	}
	blk, prefix, l, opcode, ok := d.opcode(b)
	if !ok {
		return false
	}
	// The place in the block is W, L, register form and reg field, see block.ops.
	place := l << 4
	if d.rex&rexW != 0 {
		place |= 32
	}
	opcodeAt := d.pos - 1
	if blk.modrm {
		d.modrm = d.next()
		if d.ended() {
			return false
		}
		place |= d.modrm >> 3 & 7
		if d.modrm >= 0xC0 {
			place |= 8
		}
	}
	op := blk.ops[place]
	if d.rex&rexB != 0 && blk.high[place>>5] != 0 {
		op = blk.high[place>>5]
	}
	if op == 0 {
		d.pos = opcodeAt
		return false
	}
	// prefixes that the row does not allow, a fixed ModRM byte that differs, or a vvvv field that must
	// be 1111 and is not.
	e := &encodings[op]
	if prefix&^e.prefixes != 0 || e.suffix >= 0 && d.modrm&7 != byte(e.suffix) || d.isVEX && e.argV < 0 && d.v != 0 {
		d.pos = opcodeAt
		return false
	}
	i.Op, i.Prefix = op, prefix
	if e.cc {
		i.Cond = Cond(opcode - e.opcode)
	}
	if !d.operands(i, e, opcode) || d.ended() {
		return false
	}
	// pos is set to 0 because a prefix at the start is what is wrong.
	if prefix&Lock != 0 && i.Args[0].Kind != KMem || d.rex&^d.used&^rexW != 0 || d.hasREX && d.rex == 0 && !d.low {
		d.pos = 0
		return false
	}
	return true
}

// prefixes reads the prefixes and returns the byte behind them. REX must be the last one, directly
// before the opcode (SDM volume 2, 2.2.1), so reading it ends the loop. A prefix that comes twice means
// nothing and is refused.
func (d *decoder) prefixes() (byte, bool) {
	for {
		b := d.next()
		if d.ended() {
			return 0, false
		}
		var again bool
		switch {
		case b == 0x66:
			again, d.has66 = d.has66, true
		case b == 0xF2 || b == 0xF3:
			again, d.rep = d.rep != 0, b
		case b == 0xF0:
			again, d.lock = d.lock, true
		// In 32-bit mode these bytes are inc and dec.
		case d.long && b&0xF0 == 0x40:
			d.hasREX, d.rex = true, b&15
			b = d.next()
			return b, !d.ended()
		default:
			return b, true
		}
		if again {
			d.pos--
			return 0, false
		}
	}
}

// opcode finds the block of the opcode that starts with b. A prefix F2 or F3 is a part of the opcode if
// there is a row for it, else it repeats: pause is F3 90, rep movs is F3 A4.
func (d *decoder) opcode(b byte) (blk *block, prefix Prefix, l, opcode byte, ok bool) {
	// In 32-bit mode C4 and C5 are les and lds unless the byte behind them would be a register form,
	// which those do not have.
	if (b == 0xC4 || b == 0xC5) && (d.long || d.pos < len(d.code) && d.code[d.pos] >= 0xC0) {
		blk, l, opcode, ok = d.vexOpcode(b)
		return blk, 0, l, opcode, ok
	}
	opMap := 0
	if b == 0x0F {
		opMap, b = 1, d.next()
		if b == 0x38 {
			opMap, b = 2, d.next()
		} else if b == 0x3A {
			opMap, b = 3, d.next()
		}
	}
	if d.ended() {
		return nil, 0, 0, 0, false
	}
	p := 0
	if d.has66 {
		p = 1
	}
	table := &d.index.legacy[opMap]
	if d.lock {
		prefix = Lock
	}
	at := uint16(0)
	switch d.rep {
	case 0:
		at = table[p][b]
	case 0xF3:
		if at = table[p+pfxRep][b]; at == 0 {
			prefix, at = prefix|Rep, table[p][b]
		}
	default:
		if at = table[p+pfxRepne][b]; at == 0 {
			prefix, at = prefix|Repne, table[p][b]
		}
	}
	if at == 0 {
		d.pos--
		return nil, 0, 0, 0, false
	}
	return &d.index.blocks[at], prefix, 0, b, true
}

// vexOpcode reads the rest of a VEX prefix and the opcode. Legacy prefixes before it are wrong. VEX
// holds REX's bits inverted, so that its second byte looks like a register form in 32-bit mode (SDM
// volume 2, 2.3.5).
func (d *decoder) vexOpcode(b byte) (blk *block, l, opcode byte, ok bool) {
	if d.hasREX || d.has66 || d.rep != 0 || d.lock {
		d.pos--
		return nil, 0, 0, false
	}
	d.isVEX = true
	opMap := byte(1)
	second := d.next()
	last := second
	if b == 0xC5 {
		d.rex = ^second >> 5 & rexR
	} else {
		d.rex = ^second >> 5 & (rexR | rexX | rexB)
		opMap = second & 31
		last = d.next()
		d.rex |= last >> 4 & rexW
	}
	d.v = ^last >> 3 & 15
	opcode = d.next()
	if d.ended() {
		return nil, 0, 0, false
	}
	// Maps beyond 3 belong to other extensions.
	if opMap > 3 {
		d.pos -= 3
		return nil, 0, 0, false
	}
	at := d.index.vex[opMap][last&3][opcode]
	// 32-bit mode has eight registers: the bits for others must be as if absent.
	if at == 0 || !d.long && (d.v >= 8 || d.rex&rexB != 0) {
		d.pos--
		return nil, 0, 0, false
	}
	return &d.index.blocks[at], last >> 2 & 1, opcode, true
}

// operands fills the operands in. It runs in the order of the bytes: ModRM's address first, then the
// immediate, then the register in the last byte. Fixed operands take no bytes.
func (d *decoder) operands(i *Inst, e *encoding, opcode byte) bool {
	if k := e.argRM; k >= 0 {
		o := &i.Args[k]
		if d.modrm >= 0xC0 {
			o.Kind, o.Reg = KReg, d.register(d.modrm&7, rexB, e.kinds[k], e.sizes[k])
		} else {
			o.Kind = KMem
			d.memory(&o.Mem)
		}
	}
	if k := e.argReg; k >= 0 {
		i.Args[k].Kind, i.Args[k].Reg = KReg, d.register(d.modrm>>3&7, rexR, e.kinds[k], e.sizes[k])
	}
	if k := e.argV; k >= 0 {
		first := RAX
		if e.kinds[k] == ArgXMM {
			first = XMM0
		}
		i.Args[k].Kind, i.Args[k].Reg = KReg, first+Reg(d.v)
	}
	if k := e.argPlus; k >= 0 {
		i.Args[k].Kind, i.Args[k].Reg = KReg, d.register(opcode&7, rexB, e.kinds[k], e.sizes[k])
	}
	if k := e.argImm; k >= 0 {
		i.Args[k].Kind, i.Args[k].Imm = KImm, d.immediate(int(e.immBytes), e.unsigned)
	}
	if k := e.argIs4; k >= 0 {
		b := d.next()
		// The low half of the byte is reserved, and 32-bit mode ignores its top bit, which is refused
		// here.
		if b&15 != 0 || !d.long && b >= 0x80 {
			d.pos--
			return false
		}
		i.Args[k].Kind, i.Args[k].Reg = KReg, XMM0+Reg(b>>4)
	}
	if !e.hasFixed {
		return true
	}
	for k, a := range Forms[i.Op].Args {
		switch a.Kind {
		case ArgFixed:
			i.Args[k] = R(a.Fixed)
		case ArgOne:
			i.Args[k] = I(1)
		}
	}
	return true
}

// register is the register with the low bits n; bit is the one of REX that gives the fourth. Registers
// of 8 bits depend on the presence of REX: without it numbers 4 to 7 are ah to bh, with it spl to dil
// (SDM volume 2, table 3-1 of the opcode notation).
func (d *decoder) register(n, bit byte, kind ArgKind, size uint16) Reg {
	d.used |= bit
	if d.rex&bit != 0 {
		n += 8
	}
	if kind == ArgXMM || kind == ArgXM {
		return XMM0 + Reg(n)
	}
	if size == 8 && n >= 4 && n < 8 {
		if !d.hasREX {
			return AH + Reg(n-4)
		}
		d.low = true
	}
	return RAX + Reg(n)
}

// memory reads SIB and displacement. mod and r/m say which bytes follow (SDM volume 2, tables 2-2 and
// 2-3). Longer displacements than needed are accepted.
func (d *decoder) memory(m *Mem) {
	mod, rm := d.modrm>>6, d.modrm&7
	if rm != 4 {
		// This is rip-relative in 64-bit mode and absolute in 32-bit mode.
		if mod == 0 && rm == 5 {
			m.RIP = d.long
			m.Disp = int32(d.immediate(4, false))
			return
		}
		m.Base = d.addressRegister(rm, rexB)
	} else {
		sib := d.next()
		// Number 4 as an index means none; r12, whose low bits are the same, is an index.
		if index := d.addressRegister(sib>>3&7, rexX); index != RSP {
			m.Index, m.Scale = index, 1<<(sib>>6)
		}
		// Base 5 without a displacement means no base and four bytes.
		if sib&7 == 5 && mod == 0 {
			m.Disp = int32(d.immediate(4, false))
			return
		}
		m.Base = d.addressRegister(sib&7, rexB)
	}
	switch mod {
	case 1:
		m.Disp = int32(int8(d.next()))
	case 2:
		m.Disp = int32(d.immediate(4, false))
	}
}

// addressRegister is register for bases and indices, which are always whole registers.
func (d *decoder) addressRegister(n, bit byte) Reg {
	d.used |= bit
	if d.rex&bit != 0 {
		n += 8
	}
	return RAX + Reg(n)
}

// immediate reads a number of so many bytes. It advances pos beyond maxLength if the bytes are not
// there, so that ended sees it.
func (d *decoder) immediate(bytes int, unsigned bool) int64 {
	if d.pos+bytes > len(d.code) || d.pos+bytes > maxLength {
		d.short = d.pos+bytes > len(d.code)
		d.pos = maxLength + 1
		return 0
	}
	at := d.code[d.pos : d.pos+bytes]
	d.pos += bytes
	var n uint64
	switch bytes {
	case 1:
		n = uint64(at[0])
	case 2:
		n = uint64(binary.LittleEndian.Uint16(at))
	case 4:
		n = uint64(binary.LittleEndian.Uint32(at))
	default:
		n = binary.LittleEndian.Uint64(at)
	}
	if unsigned {
		return int64(n)
	}
	// The shifts sign-extend from the field's own width.
	shift := 64 - 8*bytes
	return int64(n<<shift) >> shift
}
