package sim

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/tuffy-ir/tuffy/x86"
)

// handler executes an operation. It returns false if the operation did not complete; the run has
// ended then. A handler changes nothing before it is sure that it completes.
type handler func(m *Machine, o *op) bool

// op is a decoded instruction.
type op struct {
	run              handler
	imm              uint64 // the last immediate, sign-extended
	disp             uint64 // of the memory operand; the address of the next instruction is added if it is relative to that
	pc, next         uint64
	base, index      uint8 // numbers in Machine.Regs; 0, which is no register, is always zero
	scale            uint8 // shift of the index
	size             uint8 // of an integer operation in bytes
	shift            uint8 // 64 less its bits
	cond             uint8
	sub              uint8 // which of several similar operations
	prefix           x86.Prefix
	vex              bool
	wide             bool // 256 bits
	aligned          bool // the 128-bit memory operand must be aligned
	dst, src, a2, a3 loc
	chunk            func(a, b uint64) uint64 // of lane-wise vector operations, on 64 bits
}

// where is the kind of a loc.
type where uint8

const (
	nowhere where = iota
	inReg         // general register
	inHigh        // bits 8 to 15 of one
	inMem
	inImm
	inVec // vector register
)

// loc says where an operand is.
type loc struct {
	where where
	reg   uint8 // number in Machine.Regs or Machine.XMM
	size  uint8 // in bytes
}

// block is a sequence of operations that are executed one after the other. Only the last one may
// jump.
type block struct {
	pc, end uint64
	valid   bool
	ops     []op
	link    [2]*block // blocks that followed, possibly invalid now
	insts   []instInfo
}

// sizeMask has the bits of a value of so many bytes.
var sizeMask = [16]uint64{1: 0xff, 2: 0xffff, 4: 0xffff_ffff, 8: 0xffff_ffff_ffff_ffff}

func (m *Machine) address(o *op) uint64 {
	return m.Regs[o.base&31] + m.Regs[o.index&31]<<(o.scale&3) + o.disp
}

// get is the value of an operand, zero-extended; immediates are as wide as the operation.
func (m *Machine) get(o *op, l *loc) (uint64, bool) {
	switch l.where {
	case inReg:
		return m.Regs[l.reg&31] & sizeMask[l.size&15], true
	case inMem:
		return m.load(m.address(o), l.size)
	case inImm:
		return o.imm & sizeMask[o.size&15], true
	}
	return m.Regs[l.reg&31] >> 8 & 0xff, true
}

// put stores the low bits of v.
func (m *Machine) put(o *op, l *loc, v uint64) bool {
	if l.where == inMem {
		return m.store(m.address(o), l.size, v)
	}
	m.setReg(l, v)
	return true
}

// setReg writes a register: 32 bits clear the upper ones, fewer keep them.
func (m *Machine) setReg(l *loc, v uint64) {
	r := &m.Regs[l.reg&31]
	switch {
	case l.size == 8:
		*r = v
	case l.size == 4:
		*r = uint64(uint32(v))
	case l.size == 2:
		*r = *r&^0xffff | uint64(uint16(v))
	case l.where == inHigh:
		*r = *r&^0xff00 | uint64(uint8(v))<<8
	default:
		*r = *r&^0xff | uint64(uint8(v))
	}
}

// nextBlock is the block at PC; nil if there is none, because the run has ended there or PC was at the
// stub of a host function, which has been executed.
func (m *Machine) nextBlock(last *block) *block {
	pc := m.PC
	if last != nil {
		if l := last.link[0]; l != nil && l.pc == pc && l.valid {
			return l
		}
		if l := last.link[1]; l != nil && l.pc == pc && l.valid {
			return l
		}
	}
	b := m.near[pc%nearSize]
	if b == nil || b.pc != pc {
		b = m.blocks[pc]
		if b == nil {
			if pc-hostBase < uint64(len(m.hosts))<<hostShift && pc%(1<<hostShift) == 0 {
				m.callHost()
				return nil
			}
			if b = m.decode(pc); b == nil {
				return nil
			}
		}
		m.near[pc%nearSize] = b
	}
	if last != nil && last.valid {
		last.link[1], last.link[0] = last.link[0], b
	}
	return b
}

// maxInst is the length of the longest instruction.
const maxInst = 15

// fetch is the code at pc, at most as long as an instruction; it is shorter where it ends.
func (m *Machine) fetch(pc uint64, buf *[maxInst]byte) []byte {
	p := m.mem.touch(pc, Exec)
	if p == nil {
		return nil
	}
	n := copy(buf[:], p[pc&pageMask:])
	if n < maxInst {
		if p = m.mem.touch(pc+uint64(n), Exec); p != nil {
			n += copy(buf[n:], p[:])
		}
	}
	return buf[:n]
}

// decodeOne is x86.Decode that also takes prefixes without a meaning: segments that 64-bit mode
// ignores, an operand size before nop, which assemblers use to fill space, and an address size before
// call, which linkers use for that.
func decodeOne(code []byte) (in x86.Inst, n int, err error) {
	if in, n, err = x86.Decode(code); err == nil {
		return in, n, nil
	}
	skip, size := 0, false
	for skip < len(code)-1 && (isIgnored[code[skip]] || code[skip] == 0x66 || code[skip] == 0x67 && code[skip+1] == 0xe8) {
		size = size || code[skip] == 0x66
		skip++
	}
	if skip == 0 {
		return in, n, err
	}
	again, m, err2 := x86.Decode(code[skip:])
	if err2 == nil && size && again.Op.Form().Name != "nop" {
		again, m, err2 = x86.Decode(append([]byte{0x66}, code[skip:]...))
		m--
	}
	if err2 != nil || skip+m > maxInst {
		return in, n, err
	}
	return again, skip + m, nil
}

// isIgnored are the prefixes of the segments es, cs, ss and ds.
var isIgnored = [256]bool{0x26: true, 0x2e: true, 0x36: true, 0x3e: true}

// decode makes the block at pc.
func (m *Machine) decode(pc uint64) *block {
	if m.decoded >= maxDecoded {
		m.dropAll()
	}
	b := &block{pc: pc, valid: true}
	var buf [maxInst]byte
	for len(b.ops) < maxBlock {
		code := m.fetch(pc, &buf)
		if code == nil {
			if len(b.ops) == 0 {
				m.fault(pc, Exec)
				return nil
			}
			break
		}
		in, n, err := decodeOne(code)
		o := op{pc: pc, next: pc + uint64(n)}
		ends := true
		if err != nil {
			n = len(code)
			o.run = stopping(m.undecodable(pc, code))
		} else {
			ends = bind(&in, &o)
			if o.run == nil {
				o.run = stopping(refuse(&in, pc, code[:n]))
				ends = true
			}
		}
		b.ops = append(b.ops, o)
		if m.checked {
			b.insts = append(b.insts, describe(&in, err, code[:n]))
		}
		pc += uint64(n)
		if ends {
			break
		}
	}
	b.end = pc
	m.blocks[b.pc] = b
	m.decoded += len(b.ops)
	for n := b.pc >> pageShift; n <= (b.end-1)>>pageShift; n++ {
		m.addCode(n, b)
	}
	return b
}

func (m *Machine) dropAll() {
	for _, n := range sortedKeys(m.mem.code) {
		m.dropCode(n)
	}
	m.decoded = 0
}

// stopping is a handler that ends the run.
func stopping(s Stop) handler { return func(m *Machine, _ *op) bool { return m.end(s) } }

func refuse(in *x86.Inst, pc uint64, code []byte) Stop {
	return Stop{Kind: NotModelled, Err: &Refused{in.Op.Form().Name, pc, bytes.Clone(code)}}
}

// undecodable says what is wrong with bytes that package x86 does not know: the end of memory, an
// opcode that the manual leaves undefined in 64-bit mode, or an instruction that is not in the
// table.
func (m *Machine) undecodable(pc uint64, code []byte) Stop {
	var whole [maxInst]byte
	copy(whole[:], code)
	if _, n, err := decodeOne(whole[:]); err == nil && n > len(code) {
		return Stop{Kind: PageFault, Addr: pc + uint64(len(code)), Access: Exec, Reason: "the instruction continues where none can be"}
	}
	name, undefined := unknownOpcode(whole[:])
	if undefined {
		return Stop{Kind: UndefinedOpcode, Reason: fmt.Sprintf("bytes % x", code[:min(len(code), 4)])}
	}
	return Stop{Kind: NotModelled, Err: &Refused{name, pc, bytes.Clone(code)}}
}

// binder prepares the operation for an instruction of a row: it chooses the handler and fills the
// fields that the handler needs besides those that bind fills. It returns nil for what is not
// modelled.
type binder func(f *x86.Form, in *x86.Inst, o *op) handler

// binders are the binders by mnemonic.
var binders = sync.OnceValue(func() map[string]binder {
	all := map[string]binder{}
	for _, table := range []map[string]binder{
		integerBinders(), shiftBinders(), multiplyBinders(), bitBinders(), controlBinders(),
		moveBinders(), floatBinders(), packedBinders(), shuffleBinders(), convertBinders(),
	} {
		for name, b := range table {
			if all[name] != nil {
				panic("BUG: sim: two binders for " + name)
			}
			all[name] = b
		}
	}
	return all
})

// repeatable are those of the string instructions, two of which share their name with a vector
// instruction (movsd, cmpsd).
var repeatable = sync.OnceValue(stringBinders)

// bind fills o for the instruction and reports whether the operation ends a block.
func bind(in *x86.Inst, o *op) (ends bool) {
	f := in.Op.Form()
	o.prefix, o.cond = in.Prefix, uint8(in.Cond)
	locs := [...]*loc{&o.dst, &o.src, &o.a2, &o.a3}
	for i, a := range f.Args {
		*locs[i] = locate(&a, &in.Args[i], o)
	}
	if in.Prefix&x86.Lock != 0 && o.dst.where != inMem {
		o.run = stopping(Stop{Kind: UndefinedOpcode, Reason: "lock without a memory operand"})
		return true
	}
	o.size = operationSize(f)
	o.shift = 64 - o.size*8
	table := binders()
	if len(f.Args) == 0 && repeatable()[f.Name] != nil {
		table = repeatable()
	}
	if b := table[f.Name]; b != nil {
		o.run = b(f, in, o)
	}
	return endsBlock[f.Name] || in.Prefix&(x86.Rep|x86.Repne) != 0
}

// operationSize is the size in bytes of an integer operation: that of its first operand, 8 at most.
func operationSize(f *x86.Form) uint8 {
	if len(f.Args) == 0 || f.Args[0].Size > 64 {
		return 8
	}
	return uint8(max(f.Args[0].Size/8, 1))
}

func locate(a *x86.Arg, v *x86.Operand, o *op) loc {
	l := loc{size: uint8(a.Size / 8)}
	operand := *v
	switch a.Kind {
	case x86.ArgFixed:
		operand = x86.R(a.Fixed)
	case x86.ArgOne:
		operand = x86.I(1)
	}
	v = &operand
	switch v.Kind {
	case x86.KReg:
		switch r := v.Reg; {
		case r.IsXMM():
			l.where, l.reg = inVec, uint8(r-x86.XMM0)
		case r.IsGPR():
			l.where, l.reg = inReg, uint8(r)
		default:
			l.where, l.reg = inHigh, uint8(r-x86.AH+x86.RAX)
		}
	case x86.KMem:
		l.where = inMem
		o.base, o.index = uint8(v.Mem.Base), uint8(v.Mem.Index)
		o.disp = uint64(int64(v.Mem.Disp))
		switch v.Mem.Scale {
		case 2:
			o.scale = 1
		case 4:
			o.scale = 2
		case 8:
			o.scale = 3
		}
		if v.Mem.RIP {
			o.base = 0
			o.disp += o.next
		}
	case x86.KImm:
		l.where = inImm
		unused := 64 - min(a.Size, 64)
		if o.imm = uint64(v.Imm) << unused; a.Unsigned {
			o.imm >>= unused
		} else {
			o.imm = uint64(int64(o.imm) >> unused)
		}
	}
	return l
}
