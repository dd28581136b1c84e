package sim

import (
	"github.com/tuffy-ir/tuffy/x86"
)

// small are the element types that saturating arithmetic has.
type small interface{ int8 | uint8 | int16 | uint16 }

// saturate limits v to the range of T. The sums that come in are of two small values, so that int holds
// them exactly.
func saturate[T small](v int) T {
	var t T
	lo, hi := 0, 0
	switch any(t).(type) {
	case int8:
		lo, hi = -1<<7, 1<<7-1
	case uint8:
		hi = 1<<8 - 1
	case int16:
		lo, hi = -1<<15, 1<<15-1
	case uint16:
		hi = 1<<16 - 1
	}
	return T(min(max(v, lo), hi))
}

func addSaturated[T small](a, b T) T { return saturate[T](int(a) + int(b)) }
func subSaturated[T small](a, b T) T { return saturate[T](int(a) - int(b)) }

func add[T element](a, b T) T { return a + b }
func sub[T element](a, b T) T { return a - b }

func lower[T element](a, b T) T   { return min(a, b) }
func greater[T element](a, b T) T { return max(a, b) }

// mask is all ones for true, as comparisons of vectors give: an unsigned 0 less 1 and a signed 0 less 1
// both have all bits set.
func mask[T element](v bool) T {
	var t T
	if v {
		t--
	}
	return t
}

func equal[T element](a, b T) T { return mask[T](a == b) }
func above[T element](a, b T) T { return mask[T](a > b) }

// Averages round up (SDM volume 2, PAVGB).
func average8(a, b uint8) uint8    { return uint8((uint(a) + uint(b) + 1) >> 1) }
func average16(a, b uint16) uint16 { return uint16((uint(a) + uint(b) + 1) >> 1) }

// The most negative value stays as it is when negated: Go wraps, and so does psign.
func sign[T int8 | int16 | int32](a, b T) T {
	switch {
	case b < 0:
		return -a
	case b == 0:
		return 0
	}
	return a
}

// The magnitude of the most negative value is itself with the sign bit set, read as unsigned (SDM
// volume 2, PABSB).
func magnitude[T int8 | int16 | int32](a T) T {
	if a < 0 {
		return -a
	}
	return a
}

// paddd is frequent enough for a form without the generic loop.
func add32(a, b uint64) uint64 {
	return uint64(uint32(a)+uint32(b)) | uint64(uint32(a>>32)+uint32(b>>32))<<32
}

// multiplyAdd adds neighbouring products of signed words. The sum of two products of -2^15 by -2^15 is
// 2^31, which wraps to the most negative value (SDM volume 2, PMADDWD); Go wraps likewise.
func multiplyAdd(a, b uint64) uint64 {
	pair := func(s uint) uint64 {
		return uint64(uint32(int32(int16(a>>s))*int32(int16(b>>s)) + int32(int16(a>>(s+16)))*int32(int16(b>>(s+16)))))
	}
	return pair(0) | pair(32)<<32
}

// multiplyAddBytes adds neighbouring products of unsigned bytes of a and signed bytes of b. The sum
// saturates: 2 * 255 * 127 does not fit into 16 bits.
func multiplyAddBytes(a, b uint64) uint64 {
	var r uint64
	for s := uint(0); s < 64; s += 16 {
		sum := int(uint8(a>>s))*int(int8(b>>s)) + int(uint8(a>>(s+8)))*int(int8(b>>(s+8)))
		r |= uint64(uint16(saturate[int16](sum))) << s
	}
	return r
}

// psadbw: the sum of eight differences of at most 255 needs 11 bits, the rest of the word is zero.
func sumDifferences(a, b uint64) uint64 {
	var sum uint64
	for s := uint(0); s < 64; s += 8 {
		x, y := uint8(a>>s), uint8(b>>s)
		sum += uint64(max(x, y) - min(x, y))
	}
	return sum
}

// packedBinders are the integer instructions whose 64-bit words do not depend on each other: lane-wise
// arithmetic, comparisons, logic and shifts. Each is a function on two words, so that one handler
// (opChunk) runs them all at 128 and 256 bits.
func packedBinders() map[string]binder {
	table := map[string]binder{}
	for name, f := range map[string]func(a, b uint64) uint64{
		"pand": and64, "andps": and64, "andpd": and64, "por": or64, "orps": or64, "orpd": or64,
		// The first operand of pandn is the one that is inverted.
		"pxor": xor64, "xorps": xor64, "xorpd": xor64, "pandn": andn64, "andnps": andn64, "andnpd": andn64,
		"paddb": each(add[uint8]), "paddw": each(add[uint16]), "paddd": add32, "paddq": add[uint64],
		"psubb": each(sub[uint8]), "psubw": each(sub[uint16]), "psubd": each(sub[uint32]), "psubq": sub[uint64],
		"paddsb": each(addSaturated[int8]), "paddsw": each(addSaturated[int16]),
		"paddusb": each(addSaturated[uint8]), "paddusw": each(addSaturated[uint16]),
		"psubsb": each(subSaturated[int8]), "psubsw": each(subSaturated[int16]),
		"psubusb": each(subSaturated[uint8]), "psubusw": each(subSaturated[uint16]),
		"pminsb": each(lower[int8]), "pminsw": each(lower[int16]), "pminsd": each(lower[int32]),
		"pminub": each(lower[uint8]), "pminuw": each(lower[uint16]), "pminud": each(lower[uint32]),
		"pmaxsb": each(greater[int8]), "pmaxsw": each(greater[int16]), "pmaxsd": each(greater[int32]),
		"pmaxub": each(greater[uint8]), "pmaxuw": each(greater[uint16]), "pmaxud": each(greater[uint32]),
		"pcmpeqb": each(equal[uint8]), "pcmpeqw": each(equal[uint16]), "pcmpeqd": each(equal[uint32]), "pcmpeqq": equal[uint64],
		"pcmpgtb": each(above[int8]), "pcmpgtw": each(above[int16]), "pcmpgtd": each(above[int32]), "pcmpgtq": each(above[int64]),
		"pavgb": each(average8), "pavgw": each(average16),
		"psignb": each(sign[int8]), "psignw": each(sign[int16]), "psignd": each(sign[int32]),
		"pmullw":   each(func(a, b uint16) uint16 { return uint16(uint32(a) * uint32(b)) }),
		"pmulhw":   each(func(a, b int16) int16 { return int16(int32(a) * int32(b) >> 16) }),
		"pmulhuw":  each(func(a, b uint16) uint16 { return uint16(uint32(a) * uint32(b) >> 16) }),
		"pmulhrsw": each(func(a, b int16) int16 { return int16((int32(a)*int32(b)>>14 + 1) >> 1) }),
		"pmulld":   each(func(a, b uint32) uint32 { return a * b }),
		"pmuludq":  func(a, b uint64) uint64 { return uint64(uint32(a)) * uint64(uint32(b)) },
		"pmuldq":   func(a, b uint64) uint64 { return uint64(int64(int32(a)) * int64(int32(b))) },
		"pmaddwd":  multiplyAdd, "pmaddubsw": multiplyAddBytes, "psadbw": sumDifferences,
		// Counts beyond the element's width give 0, or copies of the sign: Go's shifts are defined the
		// same way, unlike those of the general instructions, which take the count modulo the width.
		"psllvd": each(func(a, b uint32) uint32 { return a << b }), "psllvq": func(a, b uint64) uint64 { return a << b },
		"psrlvd": each(func(a, b uint32) uint32 { return a >> b }), "psrlvq": func(a, b uint64) uint64 { return a >> b },
		"psravd": each(func(a, b int32) int32 { return a >> uint32(b) }),
	} {
		addVector(table, name, chunks(f))
	}
	addVector(table, "pabsb", unary(one(magnitude[int8])))
	addVector(table, "pabsw", unary(one(magnitude[int16])))
	addVector(table, "pabsd", unary(one(magnitude[int32])))
	for name, f := range map[string]func(a, n uint64) uint64{
		"psllw": shiftEach(func(a uint16, n uint64) uint16 { return a << n }),
		"pslld": shiftEach(func(a uint32, n uint64) uint32 { return a << n }),
		"psllq": func(a, n uint64) uint64 { return a << n },
		"psrlw": shiftEach(func(a uint16, n uint64) uint16 { return a >> n }),
		"psrld": shiftEach(func(a uint32, n uint64) uint32 { return a >> n }),
		"psrlq": func(a, n uint64) uint64 { return a >> n },
		"psraw": shiftEach(func(a int16, n uint64) int16 { return a >> n }),
		"psrad": shiftEach(func(a int32, n uint64) int32 { return a >> n }),
	} {
		addVector(table, name, bindVectorShift(f))
	}
	// vtestps and vtestpd look at sign bits only; ptest at all bits. The names without v are not in the
	// table of encodings.
	addVector(table, "ptest", runTest(^uint64(0)))
	addVector(table, "testps", runTest(1<<63|1<<31))
	addVector(table, "testpd", runTest(1<<63))
	return table
}

func and64(a, b uint64) uint64  { return a & b }
func or64(a, b uint64) uint64   { return a | b }
func xor64(a, b uint64) uint64  { return a ^ b }
func andn64(a, b uint64) uint64 { return ^a & b }

// shiftEach makes a function on 64 bits of a shift of elements by a common count. The count is a full
// 64 bits, so that Go's rule for long shifts applies (SDM volume 2, PSLLW).
func shiftEach[T element](f func(a T, n uint64) T) func(a, n uint64) uint64 {
	w := elementBits[T]()
	mask := ^uint64(0) >> (64 - w)
	return func(a, n uint64) uint64 {
		var r uint64
		for s := uint(0); s < 64; s += w {
			r |= uint64(f(T(a>>s), n)) & mask << s
		}
		return r
	}
}

// bindVectorShift is for shifts of all elements by the low 64 bits of a 128-bit operand or by an
// immediate. The count operand has 128 bits also for a 256-bit destination; its upper half is ignored.
func bindVectorShift(f func(a, n uint64) uint64) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		n := o.imm & 0xff
		if o.a2.where != inImm {
			b, ok := m.vector(o, &o.a2)
			if !ok {
				return false
			}
			n = b[0]
		}
		v := vec(m.XMM[o.src.reg&15])
		for i := range v {
			v[i] = f(v[i], n)
		}
		m.setVector(o, &v)
		return true
	})
}

// runTest sets ZF if no bit of mask is in both operands, CF if none is in the second only, and
// clears the other flags. The comparison is with the destination operand as the one that is inverted
// for CF (SDM volume 2, PTEST).
func runTest(mask uint64) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		b, ok := m.vector(o, &o.src)
		if !ok {
			return false
		}
		a := &m.XMM[o.dst.reg&15]
		n := 2
		if o.wide {
			n = 4
		}
		var both, second uint64
		for i := range n {
			both |= a[i] & b[i] & mask
			second |= ^a[i] & b[i] & mask
		}
		var f x86.Flags
		if both == 0 {
			f |= x86.ZF
		}
		if second == 0 {
			f |= x86.CF
		}
		m.setFlags(f)
		return true
	})
}
