package x86

import (
	"encoding/binary"
	"fmt"
	"sync"
)

// index finds the row of an encoding. A block is reached by opcode map, prefixes and opcode; in it
// the rows are told apart by W, L, whether r/m is a register, and the reg field.
type index struct {
	legacy [4][6][256]uint16
	vex    [4][4][256]uint16
	blocks []block
}

type block struct {
	ops   [64]Op // W<<5 | L<<4 | register<<3 | reg
	high  [2]Op  // by W: instead, if REX.B makes the register in the opcode r8: 90 is nop, 41 90 is xchg
	modrm bool
}

// The prefix combinations of index.legacy: 66 adds one to an even number.
const (
	pfxRep   = 2
	pfxRepne = 4
)

var (
	longIndex   = buildIndex(LongOnly)
	legacyIndex = sync.OnceValue(func() *index { return buildIndex(LegacyOnly) })
)

// buildIndex enters the rows that are valid in mode.
func buildIndex(mode Mode) *index {
	x := &index{blocks: make([]block, 1)}
	for op := 1; op < len(Forms); op++ {
		f := &Forms[op]
		if f.Mode != AnyMode && f.Mode != mode {
			continue
		}
		first, last := int(f.enc.opcode), int(f.enc.opcode)
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
			if f.enc.notRAX && opcode == first {
				b.high[f.enc.wide()] = Op(op)
				continue
			}
			b.enter(Op(op))
		}
	}
	return x
}

// wide is 1 if W is set.
func (e *encoding) wide() int {
	if e.w {
		return 1
	}
	return 0
}

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

// enter puts a row at every place of the block that it covers.
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

// allowsRM reports whether r/m may be a register, or may be memory.
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
// prefix that means nothing. The error names the bytes and the place of the one that is wrong.
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

type decoder struct {
	code   []byte
	pos    int
	index  *index
	long   bool
	short  bool // the code ended
	rex    byte
	hasREX bool
	has66  bool
	rep    byte
	lock   bool
	v      byte
	isVEX  bool
	modrm  byte
	used   byte // the bits R, X and B of the REX prefix that mean something here
	low    bool // spl, bpl, sil or dil: an empty REX prefix means something
}

func (d *decoder) fault() error {
	if d.short {
		return fmt.Errorf("x86: the code ends within an instruction: % x", d.code[:min(len(d.code), maxLength)])
	}
	at := min(d.pos, len(d.code)-1)
	return fmt.Errorf("x86: no instruction in the table has these bytes: % x, at offset %d (%02x)",
		d.code[:min(len(d.code), maxLength)], at, d.code[at])
}

const maxLength = 15

// next is the next byte; after the end it is 0 and short is set.
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

func (d *decoder) instruction(i *Inst) bool {
	b, ok := d.prefixes()
	if !ok {
		return false
	}
	blk, prefix, l, opcode, ok := d.opcode(b)
	if !ok {
		return false
	}
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
	if prefix&Lock != 0 && i.Args[0].Kind != KMem || d.rex&^d.used&^rexW != 0 || d.hasREX && d.rex == 0 && !d.low {
		d.pos = 0
		return false
	}
	return true
}

// prefixes reads the prefixes and returns the byte behind them.
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

// opcode finds the block of the opcode that starts with b.
func (d *decoder) opcode(b byte) (blk *block, prefix Prefix, l, opcode byte, ok bool) {
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

// vexOpcode reads the rest of a VEX prefix and the opcode. Legacy prefixes before it are wrong.
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
	if opMap > 3 {
		d.pos -= 3
		return nil, 0, 0, false
	}
	at := d.index.vex[opMap][last&3][opcode]
	if at == 0 || !d.long && (d.v >= 8 || d.rex&rexB != 0) {
		d.pos--
		return nil, 0, 0, false
	}
	return &d.index.blocks[at], last >> 2 & 1, opcode, true
}

// operands fills the operands in.
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

// register is the register with the low bits n; bit is the one of REX that gives the fourth.
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

// memory reads SIB and displacement.
func (d *decoder) memory(m *Mem) {
	mod, rm := d.modrm>>6, d.modrm&7
	if rm != 4 {
		if mod == 0 && rm == 5 {
			m.RIP = d.long
			m.Disp = int32(d.immediate(4, false))
			return
		}
		m.Base = d.addressRegister(rm, rexB)
	} else {
		sib := d.next()
		if index := d.addressRegister(sib>>3&7, rexX); index != RSP {
			m.Index, m.Scale = index, 1<<(sib>>6)
		}
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

func (d *decoder) addressRegister(n, bit byte) Reg {
	d.used |= bit
	if d.rex&bit != 0 {
		n += 8
	}
	return RAX + Reg(n)
}

// immediate reads a number of so many bytes.
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
	shift := 64 - 8*bytes
	return int64(n<<shift) >> shift
}
