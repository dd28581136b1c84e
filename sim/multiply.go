package sim

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/x86"
)

// multiplyBinders are multiplications and divisions of general registers. imul has three shapes: one
// operand gives both halves, two and three operands give the low one; the two-operand form is made the
// three-operand one.
func multiplyBinders() map[string]binder {
	return map[string]binder{
		"mul": run(opMul),
		"imul": func(f *x86.Form, _ *x86.Inst, o *op) handler {
			switch len(f.Args) {
			case 1:
				return opImulWide
			case 2:
				o.a2, o.src = o.src, o.dst
			}
			return opImul
		},
		"div": run(opDiv), "idiv": run(opIdiv), "mulx": run(opMulx),
	}
}

// setProduct sets CF and OF; the other flags are undefined. CF and OF both say that the high half
// matters (SDM volume 2, MUL). A carry of 1<<63 differs from bit 62, so both are set in the lazy form.
func (m *Machine) setProduct(r uint64, overflow bool, shift uint8) {
	m.setLogic(r, shift)
	if overflow {
		m.carry = 1 << 63
	}
	m.undefined = x86.SF | x86.ZF | x86.AF | x86.PF
}

// setPair writes the double-width result of n bytes each to rdx:rax, of bytes to ax.
func (m *Machine) setPair(high, low uint64, n uint8) {
	if n == 1 {
		m.setReg(&loc{inReg, uint8(x86.RAX), 2}, low&0xff|high<<8)
		return
	}
	m.setReg(&loc{inReg, uint8(x86.RAX), n}, low)
	m.setReg(&loc{inReg, uint8(x86.RDX), n}, high)
}

// mul's only operand is o.dst although it is a source: the row has one argument.
func opMul(m *Machine, o *op) bool {
	b, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	high, low := bits.Mul64(m.Regs[x86.RAX]&sizeMask[o.size&15], b)
	// A product of operands of less than 64 bits fits into 64; its high half is in low.
	if o.size != 8 {
		high = low >> (o.size * 8)
	}
	m.setPair(high, low, o.size)
	m.setProduct(low, high != 0, o.shift)
	return true
}

// mulSigned is the signed product of 128 bits. The unsigned product with a negative factor is too large
// by the other factor times 2^64.
func mulSigned(a, b uint64) (high, low uint64) {
	high, low = bits.Mul64(a, b)
	if int64(a) < 0 {
		high -= b
	}
	if int64(b) < 0 {
		high -= a
	}
	return high, low
}

// opImulWide is imul with one operand. OF says that the result is not the sign extension of its low
// half; for operands of 64 bits high decides, for smaller ones the sign-extended low word.
func opImulWide(m *Machine, o *op) bool {
	b, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	high, low := mulSigned(signExtend(m.Regs[x86.RAX], o.size), signExtend(b, o.size))
	over := signExtend(low, o.size) != low || high != uint64(int64(low)>>63)
	if o.size != 8 {
		high = low >> (o.size * 8)
	}
	m.setPair(high, low, o.size)
	m.setProduct(low, over, o.shift)
	return true
}

// opImul multiplies src and a2 into dst. Immediates were sign-extended by locate. The result is cut to
// the operand's size; CF and OF say if that lost anything.
func opImul(m *Machine, o *op) bool {
	a, ok := m.get(o, &o.src)
	if !ok {
		return false
	}
	b, ok := m.get(o, &o.a2)
	if !ok {
		return false
	}
	high, low := mulSigned(signExtend(a, o.size), signExtend(b, o.size))
	m.setReg(&o.dst, low)
	m.setProduct(low, signExtend(low, o.size) != low || high != uint64(int64(low)>>63), o.shift)
	return true
}

// opMulx writes the high half last: it stays if both destinations are the same register. mulx changes
// no flag. Its destinations are o.dst for the high and o.src for the low half; the implicit factor is
// rdx.
func opMulx(m *Machine, o *op) bool {
	b, ok := m.get(o, &o.a2)
	if !ok {
		return false
	}
	high, low := bits.Mul64(m.Regs[x86.RDX]&sizeMask[o.size&15], b)
	if o.size == 4 {
		high = low >> 32
	}
	m.setReg(&o.src, low)
	m.setReg(&o.dst, high)
	return true
}

// dividend is the double-width value of rdx:rax, of bytes that of ax.
func (m *Machine) dividend(n uint8) (high, low uint64) {
	if n == 1 {
		return m.Regs[x86.RAX] >> 8 & 0xff, m.Regs[x86.RAX] & 0xff
	}
	return m.Regs[x86.RDX] & sizeMask[n], m.Regs[x86.RAX] & sizeMask[n]
}

// After a division all status flags are undefined (SDM volume 2, DIV).
func (m *Machine) setQuotient(q, r uint64, n uint8) bool {
	m.setPair(r, q, n)
	m.undefined = statusFlags
	return true
}

// One exception covers both causes on the processor; the reason tells them apart.
func (m *Machine) divideError(divisor uint64) bool {
	if divisor == 0 {
		return m.end(Stop{Kind: DivideError, Reason: "division by zero"})
	}
	return m.end(Stop{Kind: DivideError, Reason: "the quotient does not fit"})
}

// The quotient fits exactly if the high half is less than the divisor, which also excludes zero.
func opDiv(m *Machine, o *op) bool {
	d, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	high, low := m.dividend(o.size)
	if high >= d {
		return m.divideError(d)
	}
	if o.size == 8 {
		q, r := bits.Div64(high, low, d)
		return m.setQuotient(q, r, 8)
	}
	n := high<<(o.size*8) | low
	return m.setQuotient(n/d, n%d, o.size)
}

// opIdiv divides with truncation toward zero; the remainder has the sign of the dividend. Operands of
// less than 64 bits are divided by Go; for 64 bits the magnitudes are divided and the signs put back.
func opIdiv(m *Machine, o *op) bool {
	v, ok := m.get(o, &o.dst)
	if !ok {
		return false
	}
	high, low := m.dividend(o.size)
	if o.size != 8 {
		// The dividend has 64 bits at most. Its least value by -1 wraps to itself in Go, which does
		// not fit either.
		d := int64(signExtend(v, o.size))
		n := int64(signExtend(high<<(o.size*8)|low, o.size*2))
		if d == 0 || uint64(n/d) != signExtend(uint64(n/d), o.size) {
			return m.divideError(v)
		}
		return m.setQuotient(uint64(n/d), uint64(n%d), o.size)
	}
	// The magnitude of the dividend has 128 bits: two's complement negation over both words.
	negative := int64(high) < 0
	if negative {
		low = -low
		high = ^high
		if low == 0 {
			high++
		}
	}
	d := v
	if int64(d) < 0 {
		d = -d
	}
	// Then the quotient's magnitude has more than 64 bits. v and not its magnitude tells a division by
	// zero.
	if high >= d {
		return m.divideError(v)
	}
	q, r := bits.Div64(high, low, d)
	// A negative quotient may be -2^63, a positive one at most 2^63 - 1.
	limit := uint64(1)<<63 - 1
	if negative != (int64(v) < 0) {
		limit = 1 << 63
		if q > limit {
			return m.divideError(v)
		}
		q = -q
	} else if q > limit {
		return m.divideError(v)
	}
	if negative {
		r = -r
	}
	return m.setQuotient(q, r, 8)
}
