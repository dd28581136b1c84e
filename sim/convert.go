package sim

import (
	"math"

	"github.com/tuffy-ir/tuffy/x86"
)

// toInteger converts a float; what has no value of so many bytes becomes the most negative one. The
// most negative one is the integer indefinite value of SDM volume 1, 4.8.3.7 and table E-1.
// math.RoundToEven is the only rounding mode that the simulator has, see opLdmxcsr.
func toInteger(v float64, size uint8, truncate bool) uint64 {
	if truncate {
		v = math.Trunc(v)
	} else {
		v = math.RoundToEven(v)
	}
	// The bounds are exact as floats: 2^31 and 2^63 are powers of two. The negated condition catches
	// NaN.
	limit := math.Ldexp(1, int(size)*8-1)
	if !(v >= -limit && v < limit) {
		return 1 << (size*8 - 1)
	}
	return uint64(int64(v)) & sizeMask[size]
}

// widen and narrow convert between the float formats; the processor keeps the upper bits of a NaN. A
// float of 32 bits that is no NaN has an exact value in 64 bits. Go's own conversion of NaNs is not
// used, since what it does with their bits is not specified.
func widen(v uint32) uint64 {
	if nan32(v) {
		return uint64(v>>31)<<63 | exponent64 | quiet64 | uint64(v&(1<<23-1))<<29
	}
	return math.Float64bits(float64(math.Float32frombits(v)))
}

// The low 29 bits of a NaN's payload are cut off; the quiet bit keeps the rest from becoming an
// infinity.
func narrow(v uint64) uint32 {
	if nan64(v) {
		return uint32(v>>63)<<31 | exponent32 | quiet32 | uint32(v>>29)&(1<<23-1)
	}
	return math.Float32bits(float32(math.Float64frombits(v)))
}

func float32Of(v uint64) float64 { return float64(math.Float32frombits(uint32(v))) }

// Names come in pairs: cvt rounds as mxcsr says, cvtt truncates.
func convertBinders() map[string]binder {
	table := map[string]binder{}
	for _, t := range []struct {
		infix    string
		truncate bool
	}{{"cvt", false}, {"cvtt", true}} {
		addVector(table, t.infix+"sd2si", bindToInteger(math.Float64frombits, t.truncate))
		addVector(table, t.infix+"ss2si", bindToInteger(float32Of, t.truncate))
		// Two elements of 32 bits are in each 64-bit word; both are converted in place.
		addVector(table, t.infix+"ps2dq", unary(func(a uint64) uint64 {
			return toInteger(float32Of(a), 4, t.truncate) | toInteger(float32Of(a>>32), 4, t.truncate)<<32
		}))
		addVector(table, t.infix+"pd2dq", bindHalve(func(a uint64) uint32 {
			return uint32(toInteger(math.Float64frombits(a), 4, t.truncate))
		}))
	}
	addVector(table, "cvtsi2sd", bindFromInteger(8))
	addVector(table, "cvtsi2ss", bindFromInteger(4))
	addVector(table, "cvtss2sd", vectorBinder(2, opWidenScalar))
	addVector(table, "cvtsd2ss", vectorBinder(2, opNarrowScalar))
	addVector(table, "cvtps2pd", bindDouble(widen))
	addVector(table, "cvtpd2ps", bindHalve(narrow))
	// Every integer of 32 bits is exact in 64 bits; the conversion to 32 bits below rounds once, to
	// even, as the processor does.
	addVector(table, "cvtdq2pd", bindDouble(func(v uint32) uint64 { return math.Float64bits(float64(int32(v))) }))
	addVector(table, "cvtdq2ps", unary(func(a uint64) uint64 {
		return uint64(math.Float32bits(float32(int32(a)))) | uint64(math.Float32bits(float32(int32(a>>32))))<<32
	}))
	table["vcvtph2ps"] = vectorBinder(1, opFromHalf)
	table["vcvtps2ph"] = vectorBinder(1, opToHalf)
	return table
}

// The size of the destination register, 4 or 8 bytes, bounds the integer. A source in memory has the
// size that the row says.
func bindToInteger(value func(uint64) float64, truncate bool) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		v, ok := m.vector(o, &o.src)
		if ok {
			m.setReg(&o.dst, toInteger(value(v[0]), o.dst.size, truncate))
		}
		return ok
	})
}

// bindFromInteger converts a general register or memory of 32 or 64 bits to the low element of
// size bytes. int64 to float is one rounding in Go, also to 32 bits.
func bindFromInteger(size uint8) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		w, ok := m.get(o, &o.a2)
		if !ok {
			return false
		}
		n := int64(signExtend(w, o.a2.size))
		a := m.XMM[o.src.reg&15]
		v := vec{math.Float64bits(float64(n)), a[1]}
		if size == 4 {
			// The upper part of the first source stays (SDM volume 2, CVTSI2SS).
			v[0] = a[0]>>32<<32 | uint64(math.Float32bits(float32(n)))
		}
		m.setVector(o, &v)
		return true
	})
}

func opWidenScalar(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if ok {
		m.setVector(o, &vec{widen(uint32(b[0])), m.XMM[o.src.reg&15][1]})
	}
	return ok
}

func opNarrowScalar(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if ok {
		a := m.XMM[o.src.reg&15]
		m.setVector(o, &vec{a[0]>>32<<32 | uint64(narrow(b[0])), a[1]})
	}
	return ok
}

// bindDouble converts the low 32-bit elements to 64 bits. The destination has twice the size of the
// source. Memory gives as many bytes as the row's operand has; the elements beyond are zeros, which
// setVector leaves out for 128 bits.
func bindDouble(f func(uint32) uint64) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a, ok := m.vector(o, &o.src)
		if ok {
			m.setVector(o, &vec{f(uint32(a[0])), f(uint32(a[0] >> 32)), f(uint32(a[1])), f(uint32(a[1] >> 32))})
		}
		return ok
	})
}

// bindHalve converts 64-bit elements to 32 bits; the upper half of what they fill is zero.
func bindHalve(f func(uint64) uint32) binder {
	return func(form *x86.Form, in *x86.Inst, o *op) handler {
		prepareVector(form, o, 1)
		wide := o.wide
		// prepareVector sets wide because the source has 256 bits; the width of the write is decided by
		// the destination, so it is cleared after it was noted.
		o.wide = false // the result has half the size
		return func(m *Machine, o *op) bool {
			a, ok := m.vector(o, &o.src)
			if !ok {
				return false
			}
			v := vec{uint64(f(a[0])) | uint64(f(a[1]))<<32}
			if wide {
				v[1] = uint64(f(a[2])) | uint64(f(a[3]))<<32
			}
			m.setVector(o, &v)
			return true
		}
	}
}

// fromHalf is the value of 16 bits (IEEE 754 binary16) as 32. Denormals of 16 bits are the fraction
// times 2^-24, which is a normal number of 32 bits. NaNs become quiet (SDM volume 1, 14.4.1).
func fromHalf(h uint16) uint32 {
	sign, exponent, fraction := uint32(h>>15)<<31, int(h>>10&31), uint32(h&(1<<10-1))
	switch {
	case exponent == 31 && fraction != 0:
		return sign | exponent32 | quiet32 | fraction<<13
	case exponent == 31:
		return sign | exponent32
	case exponent == 0:
		return sign | math.Float32bits(float32(math.Ldexp(float64(fraction), -24)))
	}
	return sign | uint32(exponent-15+127)<<23 | fraction<<13
}

// toHalf rounds to 16 bits as roundFloat does. imm has the rounding mode in bits 0 and 1; bit 2 asks
// for that of mxcsr. No mode depends on mxcsr's flush bits, which opLdmxcsr refuses.
func toHalf(v uint32, imm uint8) uint16 {
	sign := uint16(v >> 31 << 15)
	if nan32(v) {
		return sign | 0x7e00 | uint16(v>>13)&0x3ff
	}
	x := math.Abs(float64(math.Float32frombits(v)))
	if sign != 0 {
		// The sign goes back on for the rounding: toward plus and minus infinity are not symmetric.
		x = -x
	}
	if math.IsInf(x, 0) {
		return sign | 0x7c00
	}
	// Frexp's fraction is in [0.5, 1): the value has its top bit at exponent-1, and binary16 keeps 11
	// bits from there. Below 2^-14 numbers are denormal with a quantum of 2^-24.
	_, exponent := math.Frexp(x)
	quantum := max(exponent-11, -24)
	n := math.Abs(roundFloat(math.Ldexp(x, -quantum), imm)) // at most 1<<11
	if n == 0 {
		return sign
	}
	// Overflow gives an infinity, except in the modes that round toward zero or away from that
	// infinity: there the largest finite number stays.
	if math.Ldexp(n, quantum) >= 1<<16 {
		if mode := imm & 3; imm&4 == 0 && (mode == 3 || mode == 1 && sign == 0 || mode == 2 && sign != 0) {
			return sign | 0x7bff
		}
		return sign | 0x7c00
	}
	// With a fraction that overflows into the exponent the addition gives the next binade. A denormal
	// has exponent 0; n is its fraction.
	if n < 1<<10 {
		return sign | uint16(n)
	}
	return sign | uint16((quantum+24)<<10) + uint16(n)
}

// There are four or eight results; eight are computed, and setVector drops what the destination does
// not have. Memory has half the size of the destination, the rest of a is zero.
func opFromHalf(m *Machine, o *op) bool {
	a, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	var r vec
	for i := range 8 {
		r[i/2] |= uint64(fromHalf(uint16(a[i/4]>>(i%4*16)))) << (i % 2 * 32)
	}
	m.setVector(o, &r)
	return true
}

// The result has half the size of the source, in memory as well; a register is written with zeros
// above, as VEX forms do.
func opToHalf(m *Machine, o *op) bool {
	a := m.XMM[o.src.reg&15]
	var r vec
	count := 4
	if o.wide {
		count = 8
	}
	for i := range count {
		r[i/4] |= uint64(toHalf(uint32(a[i/2]>>(i%2*32)), uint8(o.imm))) << (i % 4 * 16)
	}
	if o.dst.where == inMem {
		return m.storeVector(m.address(o), uint8(count*2), false, &r)
	}
	m.XMM[o.dst.reg&15] = r
	return true
}
