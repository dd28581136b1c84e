package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

const (
	subBt uint8 = iota
	subBts
	subBtr
	subBtc
)

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
	width := uint64(o.size) * 8
	n := o.imm
	if o.src.where == inReg {
		n = m.Regs[o.src.reg&31]
	}
	addr := m.address(o)
	if o.dst.where == inMem && o.src.where == inReg {
		bit := int64(signExtend(n, o.size))
		addr += uint64(bit>>bits.TrailingZeros64(width)) * uint64(o.size)
	}
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
	if o.sub != subBt {
		if o.dst.where == inMem {
			if !m.store(addr, o.size, v) {
				return false
			}
		} else {
			m.setReg(&o.dst, v)
		}
	}
	m.change(x86.CF, x86.Flags(cf))
	m.undefined |= x86.OF | x86.SF | x86.AF | x86.PF
	return true
}

// opBsf and opBsr leave the destination as it is when the source is zero, as processors do and AMD
// documents. Intel calls it undefined.
func opBsf(m *Machine, o *op) bool {
	return m.scan(o, func(v uint64) int { return bits.TrailingZeros64(v) })
}

func opBsr(m *Machine, o *op) bool { return m.scan(o, func(v uint64) int { return bits.Len64(v) - 1 }) }

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
	return ok && m.setCount(o, v, bits.LeadingZeros64(v)-int(o.shift))
}

func opTzcnt(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setCount(o, v, min(bits.TrailingZeros64(v), int(o.size)*8))
}

// setField writes the result of a BMI instruction and its flags: CF as given, OF clear, AF and PF
// undefined.
func (m *Machine) setField(l *loc, r uint64, cf bool, shift uint8) bool {
	m.setReg(l, r)
	m.setLogic(r, shift)
	if cf {
		m.carry = 3 << 62
	}
	m.undefined = x86.AF | x86.PF
	return true
}

func opAndn(m *Machine, o *op) bool {
	a, _ := m.get(o, &o.src)
	b, ok := m.get(o, &o.a2)
	return ok && m.setField(&o.dst, ^a&b, false, o.shift)
}

func opBextr(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	start, length := m.Regs[o.a2.reg&31]&0xff, m.Regs[o.a2.reg&31]>>8&0xff
	v = v >> start & (1<<length - 1)
	m.setField(&o.dst, v, false, o.shift)
	m.undefined |= x86.SF
	return true
}

func opBzhi(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	n := m.Regs[o.a2.reg&31] & 0xff
	return m.setField(&o.dst, v&(1<<n-1), n >= uint64(o.size)*8, o.shift)
}

func opBlsr(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v&(v-1), v == 0, o.shift)
}

func opBlsmsk(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v^(v-1), v == 0, o.shift)
}

func opBlsi(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.src)
	return ok && m.setField(&o.dst, v&-v, v != 0, o.shift)
}

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
