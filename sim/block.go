package sim

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/x86"
)

// handler executes an operation. It returns false if the operation did not complete; the run has
// ended then. A handler changes nothing before it is sure that it completes.
type handler func(m *Machine, o *op) bool

// op is a decoded instruction. It is what is left of the decoded [x86.Inst] for execution: operands are
// places rather than registers by name, immediates and displacements are extended, and the choice
// between instructions of one handler is a number. An op is immutable once its block is built.
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

// where is the kind of a loc. The order matters only in that the zero value is an operand that is not
// there.
type where uint8

const (
	nowhere where = iota
	inReg         // general register
	inHigh        // bits 8 to 15 of one
	inMem
	inImm
	inVec // vector register
)

// loc says where an operand is. reg is masked where it indexes an array (by 31 or 15), which spares the
// bounds check and cannot change a valid number.
type loc struct {
	where where
	reg   uint8 // number in Machine.Regs or Machine.XMM
	size  uint8 // in bytes
}

// block is a sequence of operations that are executed one after the other. Only the last one may
// jump. A block ends at an instruction that may continue elsewhere, at maxBlock operations, or where
// memory ends. It may reach over pages; memory.code has it under each of them.
type block struct {
	pc, end uint64
	valid   bool
	ops     []op
	link    [2]*block // blocks that followed, possibly invalid now
	insts   []instInfo
}

// sizeMask has the bits of a value of so many bytes. The array has 16 entries so that an index masked
// with 15 needs no bounds check; sizes are 1, 2, 4 and 8.
var sizeMask = [16]uint64{1: 0xff, 2: 0xffff, 4: 0xffff_ffff, 8: 0xffff_ffff_ffff_ffff}

// address is the effective address: base + index*scale + displacement modulo 2^64 (SDM volume 1,
// 3.7.5). An address size of 32 bits is refused when it is decoded.
func (m *Machine) address(o *op) uint64 {
	return m.Regs[o.base&31] + m.Regs[o.index&31]<<(o.scale&3) + o.disp
}

// get is the value of an operand, zero-extended; immediates are as wide as the operation. The operand
// must be a general register, memory or an immediate: vector operands are read by vector. A load that
// fails has ended the run.
func (m *Machine) get(o *op, l *loc) (uint64, bool) {
	switch l.where {
	case inReg:
		return m.Regs[l.reg&31] & sizeMask[l.size&15], true
	case inMem:
		return m.load(m.address(o), l.size)
	case inImm:
		return o.imm & sizeMask[o.size&15], true
	}
	// What remains is inHigh: ah, ch, dh or bh, of one byte.
	return m.Regs[l.reg&31] >> 8 & 0xff, true
}

// put stores the low bits of v. put fails only for memory, and then nothing is stored. Immediates are
// never destinations.
func (m *Machine) put(o *op, l *loc, v uint64) bool {
	if l.where == inMem {
		return m.store(m.address(o), l.size, v)
	}
	m.setReg(l, v)
	return true
}

// setReg writes a register: 32 bits clear the upper ones, fewer keep them. It is the rule of SDM volume
// 1, 3.4.1.1: results of 32 bits are zero-extended in 64-bit mode, smaller ones leave the rest of the
// register.
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
// stub of a host function, which has been executed. Loops follow themselves or one other block: two
// links, the latest first, find most successors without a hash. Links are not cleared when a block is
// dropped; the check of valid makes them harmless, and they keep at most two dropped blocks alive each.
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
	// near is a direct-mapped cache before the map, by the low bits of the address. dropCode clears it.
	b := m.near[pc%nearSize]
	if b == nil || b.pc != pc {
		b = m.blocks[pc]
		if b == nil {
			// The stubs of unresolved symbols are no memory: only the exact address of one is a call of
			// the host, anything between two stubs faults when it is decoded.
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
	// A block that was dropped while it ran must not be linked: it is not in the map any more.
	if last != nil && last.valid {
		last.link[1], last.link[0] = last.link[0], b
	}
	return b
}

// maxInst is the length of the longest instruction. maxInst is the limit of the architecture (SDM
// volume 2, 2.3.11); longer ones are a protection fault there.
const maxInst = 15

// fetch is the code at pc, at most as long as an instruction; it is shorter where it ends. It asks for
// the permission to execute on each page by itself: an instruction may end in the last byte of one
// whose successor is not mapped, and only what is fetched beyond is missing.
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
// call, which linkers use for that. Package x86 knows one canonical set of prefixes. What it does not
// decode is tried again without the meaningless ones; the length counts them.
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
	// A skipped 66 changes the operand size of anything but nop, so it is put back in front of the
	// rest. m counts the prefix that was put back, which the length below counts as skipped.
	if err2 == nil && size && again.Op.Form().Name != "nop" {
		again, m, err2 = x86.Decode(append([]byte{0x66}, code[skip:]...))
		m--
	}
	// Prefixes can make an instruction longer than the processor takes.
	if err2 != nil || skip+m > maxInst {
		return in, n, err
	}
	return again, skip + m, nil
}

// isIgnored are the prefixes of the segments es, cs, ss and ds.
var isIgnored = [256]bool{0x26: true, 0x2e: true, 0x36: true, 0x3e: true}

// decode makes the block at pc. decode ends the run and returns nil if nothing can be fetched at pc.
// Instructions that are unknown or not modelled do not fail here, but become operations that end the
// run when they are reached: a block may hold them behind a jump that is always taken.
func (m *Machine) decode(pc uint64) *block {
	// The bound is on operations, not on blocks, since memory goes with them. Everything is dropped at
	// once, as blocks have no age.
	if m.decoded >= maxDecoded {
		m.dropAll()
	}
	b := &block{pc: pc, valid: true, ops: m.decoding[:0]}
	var buf [maxInst]byte
	for len(b.ops) < maxBlock {
		code := m.fetch(pc, &buf)
		if code == nil {
			// Code that ends within a block is only a fault if execution gets there.
			if len(b.ops) == 0 {
				m.fault(pc, Exec)
				return nil
			}
			break
		}
		// Binders take what they need of both and keep neither.
		in := &m.inst
		var n int
		var err error
		*in, n, err = decodeOne(code)
		b.ops = append(b.ops, op{pc: pc, next: pc + uint64(n)})
		o := &b.ops[len(b.ops)-1]
		ends := true
		if h := x87Register(code); err != nil && h != nil {
			n = 2
			o.next, o.run, ends = pc+2, h, false
		} else if err != nil {
			n = len(code)
			o.run = stopping(m.undecodable(pc, code))
		} else {
			ends = bind(in, o)
			if o.run == nil {
				o.run = stopping(refuse(in, pc, code[:n]))
				ends = true
			}
		}
		// Only the checked modes need texts and register sets; plain runs do not pay for them.
		if m.checked {
			b.insts = append(b.insts, describe(in, err, code[:n]))
		}
		pc += uint64(n)
		if ends {
			break
		}
	}
	b.end = pc
	m.decoding, b.ops = b.ops, slices.Clone(b.ops)
	// The block must be entered for every page that its bytes touch before it runs, or a store to its
	// last page would not be noticed.
	m.blocks[b.pc] = b
	m.decoded += len(b.ops)
	for n := b.pc >> pageShift; n <= (b.end-1)>>pageShift; n++ {
		m.addCode(n, b)
	}
	return b
}

// dropAll forgets all decoded code. The order of the pages does not matter for the result, but maps
// have none, and runs are to be repeatable in every detail.
func (m *Machine) dropAll() {
	for _, n := range sortedKeys(m.mem.code) {
		m.dropCode(n)
	}
	m.decoded = 0
}

// stopping is a handler that ends the run. The stop's PC is filled in by interrupted, which knows the
// operation.
func stopping(s Stop) handler { return func(m *Machine, _ *op) bool { return m.end(s) } }

func refuse(in *x86.Inst, pc uint64, code []byte) Stop {
	return Stop{Kind: NotModelled, Err: &Refused{in.Op.Form().Name, pc, bytes.Clone(code)}}
}

// undecodable says what is wrong with bytes that package x86 does not know: the end of memory, an
// opcode that the manual leaves undefined in 64-bit mode, or an instruction that is not in the
// table.
func (m *Machine) undecodable(pc uint64, code []byte) Stop {
	// The bytes behind the end of memory count as zeros here: if an instruction comes out that is
	// longer than what there is, the end of memory is at fault and not the opcode.
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
// modelled. A binder runs once an instruction decoded, a handler once an instruction executed: what can
// be decided from the encoding is decided here.
type binder func(f *x86.Form, in *x86.Inst, o *op) handler

// binders are the binders by mnemonic. A mnemonic stands in one table only. The binder of a row decides
// by the operands where a mnemonic has several meanings.
var binders = sync.OnceValue(func() map[string]binder {
	all := map[string]binder{}
	for _, table := range []map[string]binder{
		integerBinders(), shiftBinders(), multiplyBinders(), bitBinders(), controlBinders(),
		moveBinders(), floatBinders(), packedBinders(), shuffleBinders(), convertBinders(), x87Binders(),
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

// rowInfo is what the name of a row decides: who binds its operation, nil if nobody does, and whether that ends a block.
type rowInfo struct {
	bind binder
	ends bool
}

// rows has it by x86.Op.
var rows = sync.OnceValue(func() []rowInfo {
	all := make([]rowInfo, len(x86.Forms))
	for n := range all {
		f := &x86.Forms[n]
		table := binders()
		// movsd and cmpsd without operands are string instructions, with operands they are SSE2.
		if len(f.Args) == 0 && repeatable()[f.Name] != nil {
			table = repeatable()
		}
		all[n] = rowInfo{table[f.Name], endsBlock[f.Name]}
	}
	return all
})

// bind fills o for the instruction and reports whether the operation ends a block. The operands are
// located in the order of the row, which is the order of Intel's manual: destination first. Handlers of
// instructions with other roles say which of dst, src, a2 and a3 they use.
func bind(in *x86.Inst, o *op) (ends bool) {
	f := in.Op.Form()
	o.prefix, o.cond = in.Prefix, uint8(in.Cond)
	locs := [...]*loc{&o.dst, &o.src, &o.a2, &o.a3}
	for i, a := range f.Args {
		*locs[i] = locate(&a, &in.Args[i], o)
	}
	// SDM volume 2, LOCK: the prefix is allowed with a memory destination only, otherwise #UD.
	if in.Prefix&x86.Lock != 0 && o.dst.where != inMem {
		o.run = stopping(Stop{Kind: UndefinedOpcode, Reason: "lock without a memory operand"})
		return true
	}
	o.size = operationSize(f)
	o.shift = 64 - o.size*8
	row := &rows()[in.Op]
	if row.bind != nil {
		o.run = row.bind(f, in, o)
	}
	// A repeated instruction may stop in the middle (a fault, the limit of steps, a store to its own
	// code), and then PC must be its own address: so it is the last of its block.
	return row.ends || in.Prefix&(x86.Rep|x86.Repne) != 0
}

// operationSize is the size in bytes of an integer operation: that of its first operand, 8 at most.
// Vector operands have more than 64 bits; their handlers do not use the size, nor does an instruction
// without operands that fixes its own.
func operationSize(f *x86.Form) uint8 {
	if len(f.Args) == 0 || f.Args[0].Size > 64 {
		return 8
	}
	return uint8(max(f.Args[0].Size/8, 1))
}

// locate translates an operand. A memory operand also fills base, index, scale and disp of o: an
// instruction has one memory operand at most, except for the string instructions, which name none.
func locate(a *x86.Arg, v *x86.Operand, o *op) loc {
	l := loc{size: uint8(a.Size / 8)}
	operand := *v
	switch a.Kind {
	case x86.ArgFixed:
		// Registers and the count of 1 that the opcode implies are operands like any other from here
		// on.
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
			// Bits 8 to 15 of the first four registers are numbered behind the others in package x86.
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
		// The displacement is relative to the next instruction (SDM volume 2, 2.2.1.6). Register 0 is
		// always zero, so that no base is needed.
		if v.Mem.RIP {
			o.base = 0
			o.disp += o.next
		}
	case x86.KImm:
		l.where = inImm
		// The field's own width decides whether its top bit is a sign; Unsigned rows are zero-extended.
		unused := 64 - min(a.Size, 64)
		if o.imm = uint64(v.Imm) << unused; a.Unsigned {
			o.imm >>= unused
		} else {
			o.imm = uint64(int64(o.imm) >> unused)
		}
	}
	return l
}
