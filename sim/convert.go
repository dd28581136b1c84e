package sim

import (
	"math"

	"github.com/tuffy-ir/tuffy/x86"
)

// toInteger converts a float; what has no value of so many bytes becomes the most negative one.
func toInteger(v float64, size uint8, truncate bool) uint64 {
	if truncate {
		v = math.Trunc(v)
	} else {
		v = math.RoundToEven(v)
	}
	limit := math.Ldexp(1, int(size)*8-1)
	if !(v >= -limit && v < limit) {
		return 1 << (size*8 - 1)
	}
	return uint64(int64(v)) & sizeMask[size]
}

// widen and narrow convert between the float formats; the processor keeps the upper bits of a NaN.
func widen(v uint32) uint64 {
	if nan32(v) {
		return uint64(v>>31)<<63 | exponent64 | quiet64 | uint64(v&(1<<23-1))<<29
	}
	return math.Float64bits(float64(math.Float32frombits(v)))
}

func narrow(v uint64) uint32 {
	if nan64(v) {
		return uint32(v>>63)<<31 | exponent32 | quiet32 | uint32(v>>29)&(1<<23-1)
	}
	return math.Float32bits(float32(math.Float64frombits(v)))
}

func float32Of(v uint64) float64 { return float64(math.Float32frombits(uint32(v))) }

func convertBinders() map[string]binder {
	table := map[string]binder{}
	for _, t := range []struct {
		infix    string
		truncate bool
	}{{"cvt", false}, {"cvtt", true}} {
		addVector(table, t.infix+"sd2si", bindToInteger(math.Float64frombits, t.truncate))
		addVector(table, t.infix+"ss2si", bindToInteger(float32Of, t.truncate))
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
	addVector(table, "cvtdq2pd", bindDouble(func(v uint32) uint64 { return math.Float64bits(float64(int32(v))) }))
	addVector(table, "cvtdq2ps", unary(func(a uint64) uint64 {
		return uint64(math.Float32bits(float32(int32(a)))) | uint64(math.Float32bits(float32(int32(a>>32))))<<32
	}))
	table["vcvtph2ps"] = vectorBinder(1, opFromHalf)
	table["vcvtps2ph"] = vectorBinder(1, opToHalf)
	return table
}

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
// size bytes.
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

// bindDouble converts the low 32-bit elements to 64 bits.
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

// fromHalf is the value of 16 bits (IEEE 754 binary16) as 32.
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

// toHalf rounds to 16 bits as roundFloat does.
func toHalf(v uint32, imm uint8) uint16 {
	sign := uint16(v >> 31 << 15)
	if nan32(v) {
		return sign | 0x7e00 | uint16(v>>13)&0x3ff
	}
	x := math.Abs(float64(math.Float32frombits(v)))
	if sign != 0 {
		x = -x
	}
	if math.IsInf(x, 0) {
		return sign | 0x7c00
	}
	_, exponent := math.Frexp(x)
	quantum := max(exponent-11, -24)
	n := math.Abs(roundFloat(math.Ldexp(x, -quantum), imm)) // at most 1<<11
	if n == 0 {
		return sign
	}
	if math.Ldexp(n, quantum) >= 1<<16 {
		if mode := imm & 3; imm&4 == 0 && (mode == 3 || mode == 1 && sign == 0 || mode == 2 && sign != 0) {
			return sign | 0x7bff
		}
		return sign | 0x7c00
	}
	// With a fraction that overflows into the exponent the addition gives the next binade.
	if n < 1<<10 {
		return sign | uint16(n)
	}
	return sign | uint16((quantum+24)<<10) + uint16(n)
}

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
