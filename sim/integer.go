package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

// Operations of op.sub.
const (
	subAdd uint8 = iota
	subOr
	subAdc
	subSbb
	subAnd
	subSub
	subXor
	subCmp
	subTest
	subInc
	subDec
	subNot
	subNeg
)

// run makes a binder of a handler that works for all operands. Most handlers need nothing that bind has
// not filled in.
func run(h handler) binder { return func(*x86.Form, *x86.Inst, *op) handler { return h } }

// runSub also sets op.sub.
func runSub(h handler, sub uint8) binder {
	return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
		o.sub = sub
		return h
	}
}

// integerBinders are data movement, arithmetic, logic and what has an effect only on flags. Where a
// mnemonic is frequent its binder chooses among handlers by operands, so that the switch is not
// repeated at every execution.
func integerBinders() map[string]binder {
	alu := func(sub uint8) binder {
		return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
			o.sub = sub
			if h := fastALU(o); h != nil {
				return h
			}
			return opALU
		}
	}
	return map[string]binder{
		"add": alu(subAdd), "or": alu(subOr), "adc": alu(subAdc), "sbb": alu(subSbb),
		"and": alu(subAnd), "sub": alu(subSub), "xor": alu(subXor), "cmp": alu(subCmp), "test": alu(subTest),
		"inc": runSub(opUnary, subInc), "dec": runSub(opUnary, subDec),
		"not": runSub(opUnary, subNot), "neg": runSub(opUnary, subNeg),
		"mov": bindMov, "movzx": run(opMovzx), "movsx": run(opMovsx), "movsxd": run(opMovsx),
		"lea": bindLea, "movbe": run(opMovbe), "bswap": run(opBswap), "movnti": run(opMov),
		"xchg": run(opXchg), "xadd": run(opXadd), "cmpxchg": run(opCmpxchg),
		"cmpxchg8b": runSub(opCmpxchgPair, 4), "cmpxchg16b": runSub(opCmpxchgPair, 8),
		"cbw": runSub(opExtendA, 1), "cwde": runSub(opExtendA, 2), "cdqe": runSub(opExtendA, 4),
		"cwd": runSub(opExtendD, 2), "cdq": runSub(opExtendD, 4), "cqo": runSub(opExtendD, 8),
		"cmov": run(opCmov), "set": run(opSet),
		"clc": runSub(opCarry, 0), "stc": runSub(opCarry, 1), "cmc": runSub(opCarry, 2),
		"cld": runSub(opDirection, 0), "std": runSub(opDirection, 1),
		"lahf": run(opLahf), "sahf": run(opSahf),
		// Execution is in order and there is one thread: fences and pauses change nothing. clflush can
		// fault, so it reads.
		"nop": run(opNop), "endbr64": run(opNop), "pause": run(opNop),
		"mfence": run(opNop), "lfence": run(opNop), "sfence": run(opNop), "clflush": run(opTouch),
		"prefetchnta": run(opNop), "prefetcht0": run(opNop), "prefetcht1": run(opNop),
		"prefetcht2": run(opNop), "prefetchw": run(opNop),
		"xlatb": run(opXlat), "ldmxcsr": run(opLdmxcsr), "stmxcsr": run(opStmxcsr),
		"vldmxcsr": run(opLdmxcsr), "vstmxcsr": run(opStmxcsr),
	}
}

// opALU is a two-operand arithmetic or logic instruction. It is the general form of what fast.go has in
// special forms; the two are held together by the tests against the processor.
func opALU(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	b, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	var r uint64
	switch o.sub {
	case subAdd:
		r = a + b
	case subOr:
		r = a | b
	// sbb reg, reg is how compilers make a mask of the carry: it reads CF, too.
	case subAdc, subSbb:
		if !m.defined(x86.CF) {
			return false
		}
		if r = a + b + m.cf(); o.sub == subSbb {
			r = a - b - m.cf()
		}
	case subAnd, subTest:
		r = a & b
	case subXor:
		r = a ^ b
	default:
		r = a - b
	}
	// The flags come last: a store that faults must leave them as they were, and so a second attempt
	// computes the same.
	if o.sub != subCmp && o.sub != subTest && !m.put(o, &o.dst, r) {
		return false
	}
	switch o.sub {
	case subAdd, subAdc:
		m.setAdd(a, b, r, o.shift)
	case subSub, subSbb, subCmp:
		m.setSub(a, b, r, o.shift)
	default:
		m.setLogic(r, o.shift)
	}
	return true
}

// inc and dec keep CF, not and neg do not: not changes no flag at all, neg sets CF if the operand was
// not 0, as a subtraction from 0 does.
func opUnary(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	var r uint64
	switch o.sub {
	case subInc:
		r = a + 1
	case subDec:
		r = a - 1
	case subNot:
		r = ^a
	default:
		r = -a
	}
	if !m.put(o, &o.dst, r) {
		return false
	}
	switch o.sub {
	case subInc, subDec:
		m.setKeepingCarry(a, r, o.shift, o.sub == subDec)
	case subNeg:
		m.setSub(0, a, r, o.shift)
	}
	return true
}

// setKeepingCarry sets the flags after a ± 1 = r; the carry flag stays as it is. CF must keep being
// defined or undefined as it was, so it is saved and put into the lazy carries again, with OF encoded
// against it (see flagState).
func (f *flagState) setKeepingCarry(a, r uint64, shift uint8, dec bool) {
	cf, undefined := f.cf(), f.undefined&x86.CF
	if dec {
		f.setSub(a, 1, r, shift)
	} else {
		f.setAdd(a, 1, r, shift)
	}
	of := (f.carry ^ f.carry<<1) >> 63
	f.carry = f.carry&^(3<<62) | cf<<63 | (cf^of)<<62
	f.undefined = undefined
}

// bindMov covers the forms that make up most of a program. mov to and from ah, bh, ch, dh, and of 8 and
// 16 bits, are left to opMov.
func bindMov(_ *x86.Form, _ *x86.Inst, o *op) handler {
	switch {
	case o.dst.where == inReg && o.dst.size >= 4:
		switch {
		case o.src.where == inImm:
			// The immediate is sign-extended; a register of 32 bits takes its low half and clears the
			// rest.
			o.imm &= sizeMask[o.dst.size]
			return opMovRegImm
		case o.src.where == inMem && o.dst.size == 8:
			return opLoad64
		case o.src.where == inMem:
			return opLoad32
		case o.src.where == inReg && o.dst.size == 8:
			return opMovReg64
		case o.src.where == inReg:
			return opMovReg32
		}
	case o.dst.where == inMem && o.src.where == inReg && o.dst.size == 8:
		return opStore64
	}
	return opMov
}

func opMovRegImm(m *Machine, o *op) bool { m.Regs[o.dst.reg&31] = o.imm; return true }

func opMovReg64(m *Machine, o *op) bool { m.Regs[o.dst.reg&31] = m.Regs[o.src.reg&31]; return true }

// Writing a register of 32 bits clears the upper half.
func opMovReg32(m *Machine, o *op) bool {
	m.Regs[o.dst.reg&31] = uint64(uint32(m.Regs[o.src.reg&31]))
	return true
}

func opLoad64(m *Machine, o *op) bool {
	v, ok := m.load64(m.address(o))
	if ok {
		m.Regs[o.dst.reg&31] = v
	}
	return ok
}

func opLoad32(m *Machine, o *op) bool {
	v, ok := m.load(m.address(o), 4)
	if ok {
		m.Regs[o.dst.reg&31] = v
	}
	return ok
}

func opStore64(m *Machine, o *op) bool { return m.store(m.address(o), 8, m.Regs[o.src.reg&31]) }

// movnti differs from mov only in caching.
func opMov(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.put(o, &o.dst, v)
}

// opMovzx relies on get, which zero-extends.
func opMovzx(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if ok {
		m.setReg(&o.dst, v)
	}
	return ok
}

func opMovsx(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if ok {
		m.setReg(&o.dst, signExtend(v, o.src.size))
	}
	return ok
}

// signExtend extends the low size bytes of v. size is 1, 2, 4 or 8. The mask keeps the count in range
// for Go and changes nothing.
func signExtend(v uint64, size uint8) uint64 {
	s := (64 - size*8) & 63
	return uint64(int64(v<<s) >> s)
}

// The address size is always 64 bits; the operand size cuts the result.
func bindLea(_ *x86.Form, _ *x86.Inst, o *op) handler {
	if o.size == 8 {
		return opLea64
	}
	return opLea
}

func opLea64(m *Machine, o *op) bool {
	m.Regs[o.dst.reg&31] = m.address(o)
	return true
}

func opLea(m *Machine, o *op) bool {
	m.setReg(&o.dst, m.address(o))
	return true
}

// movbe reverses the operand's own bytes: those of a full word are reversed and the ones that belong to
// it shifted down. bswap of 16 bits is undefined and not in the table.
func opMovbe(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.put(o, &o.dst, bits.ReverseBytes64(v)>>o.shift)
}

func opBswap(m *Machine, o *op) bool {
	m.setReg(&o.dst, bits.ReverseBytes64(m.Regs[o.dst.reg&31])>>o.shift)
	return true
}

// xchg with memory locks without a prefix. There is one thread: the order in which the two places are
// written is all there is to it, and memory is first because it may fail.
func opXchg(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	b, _ := m.get(o, &o.src)
	if !m.put(o, &o.dst, b) {
		return false
	}
	m.setReg(&o.src, a)
	return true
}

// With two registers the source is written first: xadd eax, eax leaves the sum (SDM volume 2, XADD: the
// destination is assigned last).
func opXadd(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	b, _ := m.get(o, &o.src)
	if o.dst.where == inMem {
		if !m.put(o, &o.dst, a+b) {
			return false
		}
		m.setReg(&o.src, a)
	} else {
		m.setReg(&o.src, a)
		m.setReg(&o.dst, a+b)
	}
	m.setAdd(a, b, a+b, o.shift)
	return true
}

// opCmpxchg writes the old value back to memory where the comparison fails, as the processor does. That
// the write happens in any case is why the memory must be writable even if nothing changes (SDM volume
// 2, CMPXCHG).
func opCmpxchg(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	b, _ := m.get(o, &o.src)
	acc := m.Regs[x86.RAX] & sizeMask[o.size&15]
	if acc != a {
		b = a
	}
	if (acc == a || o.dst.where == inMem) && !m.put(o, &o.dst, b) {
		return false
	}
	// A failed comparison of 32 bits also clears the upper half of rax, by way of setReg; a register
	// destination stays untouched with all its 64 bits.
	if acc != a {
		m.setReg(&loc{inReg, uint8(x86.RAX), o.size}, a)
	}
	m.setSub(acc, a, acc-a, o.shift)
	return true
}

// opCmpxchgPair is cmpxchg8b and cmpxchg16b with halves of op.sub bytes. Memory is written only if
// equal here, but writability is asked for in any case, as the processor does. Only the form with 16
// bytes wants alignment.
func opCmpxchgPair(m *Machine, o *op) bool {
	half := o.sub
	addr := m.address(o)
	if half == 8 && addr%16 != 0 {
		return m.misaligned(addr, 16)
	}
	low, ok := m.load(addr, half)
	if !ok {
		return false
	}
	high, ok := m.load(addr+uint64(half), half)
	if !ok || !m.writable(addr, uint64(half)*2) {
		return false
	}
	mask := sizeMask[half]
	equal := low == m.Regs[x86.RAX]&mask && high == m.Regs[x86.RDX]&mask
	if equal {
		m.store(addr, half, m.Regs[x86.RBX])
		m.store(addr+uint64(half), half, m.Regs[x86.RCX])
		m.change(x86.ZF, x86.ZF)
		return true
	}
	// With 32-bit halves this clears the upper halves of rax and rdx: load zero-extends.
	m.Regs[x86.RAX], m.Regs[x86.RDX] = low, high
	m.change(x86.ZF, 0)
	return true
}

// misaligned ends the run as an access to addr that needs the alignment does.
func (m *Machine) misaligned(addr uint64, align int) bool {
	return m.end(Stop{Kind: ProtectionFault, Addr: addr, Reason: misalignedText(addr, align)})
}

// cbw, cwde, cdqe: op.sub is the size of the half that is extended.
func opExtendA(m *Machine, o *op) bool {
	m.setReg(&loc{inReg, uint8(x86.RAX), o.sub * 2}, signExtend(m.Regs[x86.RAX], o.sub))
	return true
}

// cwd, cdq, cqo: rdx becomes copies of the sign of rax.
func opExtendD(m *Machine, o *op) bool {
	m.setReg(&loc{inReg, uint8(x86.RDX), o.sub}, uint64(int64(signExtend(m.Regs[x86.RAX], o.sub))>>63))
	return true
}

// definedCondition checks the flags that the condition reads and ends the run if one is undefined.
func (m *Machine) definedCondition(o *op) bool {
	return m.undefined == 0 || m.defined(conditionFlags[o.cond>>1&7])
}

// opCmov reads its source in any case and clears the upper half of a 32-bit destination in any
// case. So a cmov from memory that is not mapped faults even if the condition is false (SDM volume 2,
// CMOVcc).
func opCmov(m *Machine, o *op) bool {
	if !m.definedCondition(o) {
		return false
	}
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	if !m.holds(o.cond) {
		v = m.Regs[o.dst.reg&31]
	}
	m.setReg(&o.dst, v)
	return true
}

func opSet(m *Machine, o *op) bool {
	if !m.definedCondition(o) {
		return false
	}
	var v uint64
	if m.holds(o.cond) {
		v = 1
	}
	return m.put(o, &o.dst, v)
}

// op.sub is 0 for clc, 1 for stc, 2 for cmc.
func opCarry(m *Machine, o *op) bool {
	cf := uint64(o.sub)
	if o.sub == 2 {
		if !m.defined(x86.CF) {
			return false
		}
		cf = m.cf() ^ 1
	}
	m.change(x86.CF, x86.Flags(cf))
	return true
}

func opDirection(m *Machine, o *op) bool { m.df = o.sub != 0; return true }

const lahfFlags = x86.SF | x86.ZF | x86.AF | x86.PF | x86.CF

// lahf and sahf move SF, ZF, AF, PF and CF, in the places that they have in rflags. OF is not among
// them.
func opLahf(m *Machine, o *op) bool {
	if !m.defined(lahfFlags) {
		return false
	}
	m.setReg(&loc{inHigh, uint8(x86.RAX), 1}, uint64(m.flags()&lahfFlags)|flagsAlwaysSet)
	return true
}

func opSahf(m *Machine, _ *op) bool {
	m.change(lahfFlags, x86.Flags(m.Regs[x86.RAX]>>8&0xff))
	return true
}

func opNop(*Machine, *op) bool { return true }

// opTouch reads a byte for the fault that it may give. clflush behaves as a load for faults (SDM volume
// 2, CLFLUSH).
func opTouch(m *Machine, o *op) bool {
	_, ok := m.load(m.address(o), 1)
	return ok
}

// xlatb adds al to rbx; precedence in Go makes the mask apply to rax alone.
func opXlat(m *Machine, _ *op) bool {
	v, ok := m.load(m.Regs[x86.RBX]+m.Regs[x86.RAX]&0xff, 1)
	if ok {
		m.setReg(&loc{inReg, uint8(x86.RAX), 1}, v)
	}
	return ok
}
