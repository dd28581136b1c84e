package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

// The instructions on single bits, bit fields and bit counts: bt and its relatives, bsf and bsr, BMI1,
// BMI2, POPCNT, LZCNT, CRC32 and ADX (SDM volume 2, each under its name). The flags that an instruction
// leaves undefined differ from one to the next and are the reason why each sets its own.
const (
	subBt uint8 = iota
	subBts
	subBtr
	subBtc
)

// bitBinders are the rows of this file. adcx and adox differ only in the flag that they carry in.
func bitBinders() map[string]binder {
	return map[string]binder{
		"bt": runSub(opBitTest, subBt), "bts": runSub(opBitTest, subBts),
		"btr": runSub(opBitTest, subBtr), "btc": runSub(opBitTest, subBtc),
		"bsf": run(opBsf), "bsr": run(opBsr), "popcnt": run(opPopcnt), "lzcnt": run(opLzcnt), "tzcnt": run(opTzcnt),
		"andn": run(opAndn), "bextr": run(opBextr), "bzhi": run(opBzhi),
		"blsr": run(opBlsr), "blsmsk": run(opBlsmsk), "blsi": run(opBlsi),
		"pext": run(opPext), "pdep": run(opPdep), "crc32": run(opCrc32),
		"adcx": runSub(opAddFlag, 0), "adox": runSub(opAddFlag, 1),
	}
}

// opBitTest is bt and what changes the bit. With a register as the number of the bit a memory
// operand is a string of bits that reaches in both directions; an immediate is taken modulo the
// width, as is any number for a register operand.
func opBitTest(m *Machine, o *op) bool {
	// The operand size of bt is never 8 bits, so width is 16, 32 or 64 and the modulo below a mask.
	width := uint64(o.size) * 8
	n := o.imm
	if o.src.where == inReg {
		n = m.Regs[o.src.reg&31]
	}
	addr := m.address(o)
	// The displacement is signed and counted in operands: bit -1 is the top bit of the operand below.
	// The shift is arithmetic, which rounds toward minus infinity as the manual's DIV does here.
	if o.dst.where == inMem && o.src.where == inReg {
		bit := int64(signExtend(n, o.size))
		addr += uint64(bit>>bits.TrailingZeros64(width)) * uint64(o.size)
	}
	// The address above used all bits of the offset; what remains selects a bit within the operand.
	n %= width
	var v uint64
	ok := true
	if o.dst.where == inMem {
		v, ok = m.load(addr, o.size)
	} else {
		v, _ = m.get(o, &o.dst)
	}
	if !ok {
		return false
	}
	cf := v >> n & 1
	switch o.sub {
	case subBts:
		v |= 1 << n
	case subBtr:
		v &^= 1 << n
	case subBtc:
		v ^= 1 << n
	}
	// Memory is stored to before the flags change: a store that faults leaves no trace of the
	// instruction.
	if o.sub != subBt {
		if o.dst.where == inMem {
			if !m.store(addr, o.size, v) {
				return false
			}
		} else {
			m.setReg(&o.dst, v)
		}
	}
	// ZF keeps its value (SDM volume 2, BT); the other status flags are undefined.
	m.change(x86.CF, x86.Flags(cf))
	m.undefined |= x86.OF | x86.SF | x86.AF | x86.PF
	return true
}

// opBsf and opBsr leave the destination as it is when the source is zero, as processors do and AMD
// documents. Intel calls it undefined.
func opBsf(m *Machine, o *op) bool {
	return m.scan(o, func(v uint64) int { return bits.TrailingZeros64(v) })
}

// The index of the highest bit, counted from bit 0, which for a value is Len64 less 1.
func opBsr(m *Machine, o *op) bool { return m.scan(o, func(v uint64) int { return bits.Len64(v) - 1 }) }

// scan is what bsf and bsr share. f is not asked of 0. The destination of 32 bits keeps its upper half,
// too, if the source is zero, because setReg is not called.
func (m *Machine) scan(o *op, f func(uint64) int) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	zf := x86.ZF
	if v != 0 {
		zf = 0
		m.setReg(&o.dst, uint64(f(v)))
	}
	m.change(x86.ZF, zf)
	m.undefined |= x86.OF | x86.SF | x86.AF | x86.PF | x86.CF
	return true
}

func opPopcnt(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	// ZF says that the source is zero; all other status flags are cleared, none is undefined.
	m.setReg(&o.dst, uint64(bits.OnesCount64(v)))
	m.setFlags(0)
	if v == 0 {
		m.setFlags(x86.ZF)
	}
	return true
}

// setCount writes a count of leading or trailing zeros; CF says that the source v is zero, ZF that
// the count is.
func (m *Machine) setCount(o *op, v uint64, n int) bool {
	m.setReg(&o.dst, uint64(n))
	var f x86.Flags
	if v == 0 {
		f |= x86.CF
	}
	if n == 0 {
		f |= x86.ZF
	}
	m.setFlags(f)
	m.undefined = x86.OF | x86.SF | x86.AF | x86.PF
	return true
}

func opLzcnt(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	// get zero-extends, so that the bits above the operand are counted and taken off again.
	return ok && m.setCount(o, v, bits.LeadingZeros64(v)-int(o.shift))
}

func opTzcnt(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	// TrailingZeros64 of 0 is 64 whatever the width; the count of a zero operand is its width.
	return ok && m.setCount(o, v, min(bits.TrailingZeros64(v), int(o.size)*8))
}

// setField writes the result of a BMI instruction and its flags: CF as given, OF clear, AF and PF
// undefined.
func (m *Machine) setField(l *loc, r uint64, cf bool, shift uint8) bool {
	m.setReg(l, r)
	m.setLogic(r, shift)
	// setLogic computes ZF and SF from r and clears CF and OF. Bits 63 and 62 of carry are the carries
	// out of and into the sign bit: both set means CF without OF.
	if cf {
		m.carry = 3 << 62
	}
	m.undefined = x86.AF | x86.PF
	return true
}

// The first source is the inverted one, unlike in pandn, whose destination is inverted.
func opAndn(m *Machine, o *op) bool {
	a, _ := m.get(o, &o.src)
	// A register operand cannot fail, so that the check of the second operand serves both.
	b, ok := m.get(o, &o.a2)
	return ok && m.setField(&o.dst, ^a&b, false, o.shift)
}

// opBextr takes a field of the source that starts where byte 0 of the second operand says and is as
// long as byte 1 says. Go's shifts by 64 or more give 0, which makes a field of 64 bits the whole value
// and a start behind the operand empty.
func opBextr(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	start, length := m.Regs[o.a2.reg&31]&0xff, m.Regs[o.a2.reg&31]>>8&0xff
	v = v >> start & (1<<length - 1)
	m.setField(&o.dst, v, false, o.shift)
	// setField has cleared CF and OF; the manual leaves SF undefined besides AF and PF.
	m.undefined |= x86.SF
	return true
}

// opBzhi clears the bits from the number in byte 0 of the second operand upward; a number that is not
// below the width clears none and sets CF.
func opBzhi(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	n := m.Regs[o.a2.reg&31] & 0xff
	return m.setField(&o.dst, v&(1<<n-1), n >= uint64(o.size)*8, o.shift)
}

// The lowest set bit is cleared; CF says that there was none.
func opBlsr(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v&(v-1), v == 0, o.shift)
}

// A mask up to and with the lowest set bit; all ones, and CF, if there is none.
func opBlsmsk(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v^(v-1), v == 0, o.shift)
}

// The lowest set bit alone; CF says that there was one, the opposite of its two siblings.
func opBlsi(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v&-v, v != 0, o.shift)
}

// opPext gathers the bits of the source under the mask at the bottom, lowest first. The loop runs once
// a bit of the mask. No flag changes.
func opPext(m *Machine, o *op) bool {
	v, _ := m.get(o, &o.src)
	mask, ok := m.get(o, &o.a2)
	if !ok {
		return false
	}
	var r uint64
	for n := 0; mask != 0; n++ {
		if v&(mask&-mask) != 0 {
			r |= 1 << n
		}
		mask &= mask - 1
	}
	m.setReg(&o.dst, r)
	return true
}

// opPdep scatters the low bits of the source to the places of the mask, lowest first, the inverse of
// opPext.
func opPdep(m *Machine, o *op) bool {
	v, _ := m.get(o, &o.src)
	mask, ok := m.get(o, &o.a2)
	if !ok {
		return false
	}
	var r uint64
	for ; mask != 0; v >>= 1 {
		if v&1 != 0 {
			r |= mask & -mask
		}
		mask &= mask - 1
	}
	m.setReg(&o.dst, r)
	return true
}

// castagnoli is the polynomial 11EDC6F41 with its bits reversed.
const castagnoli = 0x82f63b78

// opCrc32 adds the bytes of the source to a CRC-32C, least significant bit first; the manual describes
// the same with reversed operands. There is neither initial nor final inversion: programs do that. The
// destination is a register of 32 or 64 bits, of which the upper half becomes zero.
func opCrc32(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	crc := uint32(m.Regs[o.dst.reg&31])
	for range o.src.size {
		crc ^= uint32(v & 0xff)
		for range 8 {
			crc = crc>>1 ^ castagnoli&-(crc&1)
		}
		v >>= 8
	}
	m.Regs[o.dst.reg&31] = uint64(crc)
	return true
}

// opAddFlag is adcx and adox: additions with one flag as carry, which touch no other flag.
func opAddFlag(m *Machine, o *op) bool {
	flag := x86.CF
	if o.sub == 1 {
		flag = x86.OF
	}
	// The carry that comes in must be defined, as for adc.
	b, ok := m.get(o, &o.src)
	if !ok || !m.defined(flag) {
		return false
	}
	a, _ := m.get(o, &o.dst)
	var in uint64
	if m.flags()&flag != 0 {
		in = 1
	}
	r, out := bits.Add64(a, b, in)
	// A sum of two values of 32 bits has its carry in bit 32, not out of bit 63.
	if o.size == 4 {
		out = r >> 32
	}
	m.setReg(&o.dst, r)
	v := x86.Flags(0)
	if out != 0 {
		v = flag
	}
	m.change(flag, v)
	return true
}
