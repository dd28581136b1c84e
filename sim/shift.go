package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

// The order groups what shares a handler: see shiftBinders.
const (
	subRol uint8 = iota
	subRor
	subRcl
	subRcr
	subShl
	subShr
	subSar
)

// shiftBinders are shifts and rotations of general registers. shlx, shrx, sarx and rorx are the ones of
// BMI2 that touch no flag.
func shiftBinders() map[string]binder {
	shift := func(sub uint8) binder {
		return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
			o.sub = sub
			switch {
			case sub >= subShl:
				return opShift
			case sub >= subRcl:
				return opRotateCarry
			}
			return opRotate
		}
	}
	return map[string]binder{
		"rol": shift(subRol), "ror": shift(subRor), "rcl": shift(subRcl), "rcr": shift(subRcr),
		"shl": shift(subShl), "sal": shift(subShl), "shr": shift(subShr), "sar": shift(subSar),
		"shld": runSub(opShiftDouble, subShl), "shrd": runSub(opShiftDouble, subShr),
		"shlx": runSub(opShiftX, subShl), "shrx": runSub(opShiftX, subShr), "sarx": runSub(opShiftX, subSar),
		"rorx": run(opRorx),
	}
}

// count is the count of a shift: cl or an immediate, modulo 64 for 64 bits and else modulo 32. The
// masking is the processor's (SDM volume 2, SAL/SAR/SHL/SHR) and is by operand size, so that an 8-bit
// operand can be shifted by up to 31.
func (m *Machine) count(o *op, l *loc) uint64 {
	n := o.imm
	if l.where == inReg {
		n = m.Regs[l.reg&31]
	}
	if o.size == 8 {
		return n & 63
	}
	return n & 31
}

// opShift is shl, shr and sar. With a count of 0 the flags stay as they are. OF has a value for a
// count of 1 only; CF has none when shl or shr moves further than the operand is wide. The manual makes
// OF undefined for other counts, and AF always unless the count is 0.
func opShift(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	n := m.count(o, &o.src)
	// put clears the upper half of a 32-bit register even then, since the destination is written.
	if n == 0 {
		return m.put(o, &o.dst, a)
	}
	width := uint64(o.size) * 8
	var r, cf, of uint64
	switch o.sub {
	case subShl:
		r = a << n
		// For shl beyond the width CF is undefined; so is it for shr. The value that is computed there
		// is 0.
		if n <= width {
			cf = a >> (width - n) & 1
		}
		of = r>>(width-1)&1 ^ cf
	case subShr:
		r = a >> n
		cf = a >> (n - 1) & 1
		// The expression keeps the bit at the operand's top only: a is zero-extended.
		of = a >> (width - 1)
	default:
		// A count of up to 31 on a sign-extended operand shifts in the sign, so CF has a value for
		// every count.
		s := signExtend(a, o.size)
		r = uint64(int64(s) >> n)
		cf = uint64(int64(s)>>(n-1)) & 1
	}
	if !m.put(o, &o.dst, r) {
		return false
	}
	// setLogic has set carry to 0 and AF to undefined. OF is the difference of the two top carries.
	m.setLogic(r, o.shift)
	m.carry = cf<<63 | (cf^of)<<62
	if n != 1 {
		m.undefined |= x86.OF
		if n >= width && o.sub != subSar {
			m.undefined |= x86.CF
		}
	}
	return true
}

// opRotate is rol and ror. A masked count of 0 leaves the flags; a multiple of the width does not. AF,
// SF, ZF and PF keep their values in all rotations (SDM volume 2, RCL/RCR/ROL/ROR).
func opRotate(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	n := m.count(o, &o.src)
	if n == 0 {
		return m.put(o, &o.dst, a)
	}
	width := uint64(o.size) * 8
	// Only the rotation is by k; whether flags change is decided by the masked count.
	k := n % width
	var r, cf, of uint64
	if o.sub == subRol {
		r = a<<k | a>>(width-k)
		cf = r & 1
		of = r>>(width-1)&1 ^ cf
	} else {
		r = a>>k | a<<(width-k)
		cf = r >> (width - 1) & 1
		of = cf ^ r>>(width-2)&1
	}
	if !m.put(o, &o.dst, r) {
		return false
	}
	m.setRotate(n, cf, of)
	return true
}

// OF has a value for a count of 1 only.
func (m *Machine) setRotate(n, cf, of uint64) {
	m.change(x86.CF|x86.OF, x86.Flags(cf)|x86.Flags(of)<<11)
	if n != 1 {
		m.undefined |= x86.OF
	}
}

// opRotateCarry is rcl and rcr: rotations of the operand with the carry flag as one more bit. There are
// width+1 bits in the cycle, so the loop takes at most 64 turns of one bit each.
func opRotateCarry(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	n := m.count(o, &o.src)
	if n == 0 {
		return m.put(o, &o.dst, a)
	}
	if !m.defined(x86.CF) {
		return false
	}
	width := uint64(o.size) * 8
	cf := m.cf()
	before := cf
	r := a
	for range n % (width + 1) {
		if o.sub == subRcl {
			r, cf = r<<1|cf, r>>(width-1)&1
			r &= sizeMask[o.size&15]
		} else {
			r, cf = r>>1|cf<<(width-1), r&1
		}
	}
	// OF of rcr is defined by the operand before the rotation, that of rcl by the result (SDM volume
	// 2).
	of := r>>(width-1)&1 ^ cf
	if o.sub == subRcr {
		of = a>>(width-1)&1 ^ before
	}
	if !m.put(o, &o.dst, r) {
		return false
	}
	m.setRotate(n, cf, of)
	return true
}

// opShiftDouble is shld and shrd. With a count greater than the width the result and the flags are
// undefined; the simulator shifts in the destination again, as processors do. Operands of 16 bits are
// the only ones whose masked count can exceed the width.
func opShiftDouble(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	b, _ := m.get(o, &o.src)
	n := m.count(o, &o.a2)
	if n == 0 {
		return m.put(o, &o.dst, a)
	}
	width := uint64(o.size) * 8
	var r, cf uint64
	if o.sub == subShl {
		r = a<<n | b>>(width-n)
		cf = a >> (width - n) & 1
		if n > width {
			r = b<<(n-width) | a>>(2*width-n)
			cf = b >> (2*width - n) & 1
		}
	} else {
		r = a>>n | b<<(width-n)
		cf = a >> (n - 1) & 1
		if n > width {
			r = b>>(n-width) | a<<(2*width-n)
			cf = b >> (n - width - 1) & 1
		}
	}
	if !m.put(o, &o.dst, r) {
		return false
	}
	// OF says that the sign changed, which the manual defines for a count of 1.
	of := (r ^ a) >> (width - 1) & 1
	m.setLogic(r, o.shift)
	m.carry = cf<<63 | (cf^of)<<62
	switch {
	case n > width:
		m.undefined = statusFlags
	case n != 1:
		m.undefined |= x86.OF
	}
	return true
}

// The count is in a register and is masked as usual; no flag changes and none is read.
func opShiftX(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	n := m.count(o, &o.a2)
	switch o.sub {
	case subShl:
		a <<= n
	case subShr:
		a >>= n
	default:
		a = uint64(int64(signExtend(a, o.size)) >> n)
	}
	m.setReg(&o.dst, a)
	return true
}

// The count of rorx is masked like that of ror. Bits above a 32-bit result become zero.
func opRorx(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	if o.size == 8 {
		a = bits.RotateLeft64(a, -int(o.imm&63))
	} else {
		a = uint64(bits.RotateLeft32(uint32(a), -int(o.imm&31)))
	}
	m.setReg(&o.dst, a)
	return true
}
