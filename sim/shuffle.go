package sim

import (
	"github.com/tuffy-ir/tuffy/x86"
)

// unpack interleaves the elements of the low or the high halves. For 256 bits each lane is interleaved
// by itself, as lanes does it: the result is not that of one interleaving of 32 bytes. The same is true
// of all functions on lanes in this file.
func unpack[T element](high bool) func(a, b lane, _ uint8, _ int) lane {
	n := 128 / int(elementBits[T]())
	first := 0
	if high {
		first = n / 2
	}
	return func(a, b lane, _ uint8, _ int) (r lane) {
		for i := range n / 2 {
			with(&r, 2*i, at[T](&a, first+i))
			with(&r, 2*i+1, at[T](&b, first+i))
		}
		return r
	}
}

// pack narrows the elements of both sources with saturation. The signed source saturates to signed or
// unsigned elements; the first source fills the lower half of the result.
func pack[From int16 | int32, To small](a, b lane, _ uint8, _ int) (r lane) {
	n := 128 / int(elementBits[From]())
	for i := range n {
		with(&r, i, saturate[To](int(at[From](&a, i))))
		with(&r, n+i, saturate[To](int(at[From](&b, i))))
	}
	return r
}

// pairs combines neighbouring elements, those of the first source below.
func pairs[T element](f func(a, b T) T) func(a, b lane, _ uint8, _ int) lane {
	n := 128 / int(elementBits[T]())
	return func(a, b lane, _ uint8, _ int) (r lane) {
		for i := range n / 2 {
			with(&r, i, f(at[T](&a, 2*i), at[T](&a, 2*i+1)))
			with(&r, n/2+i, f(at[T](&b, 2*i), at[T](&b, 2*i+1)))
		}
		return r
	}
}

// pshufb: an index with its top bit set gives 0, else its low four bits choose a byte of the first
// source.
func shuffleBytes(a, b lane, _ uint8, _ int) (r lane) {
	for i := range 16 {
		if s := at[uint8](&b, i); s&0x80 == 0 {
			with(&r, i, at[uint8](&a, int(s&15)))
		}
	}
	return r
}

// alignRight shifts the concatenation of both sources, a above, right by bytes. Bytes beyond both
// sources are zero: the immediate may be up to 255.
func alignRight(a, b lane, imm uint8, _ int) (r lane) {
	for i := range 16 {
		switch j := i + int(imm); {
		case j < 16:
			with(&r, i, at[uint8](&b, j))
		case j < 32:
			with(&r, i, at[uint8](&a, j-16))
		}
	}
	return r
}

// shuffle32 takes two bits of the immediate for each element, lowest first; the same immediate serves
// both lanes.
func shuffle32(a lane, imm uint8, _ int) (r lane) {
	for i := range 4 {
		with(&r, i, at[uint32](&a, int(imm>>(2*i)&3)))
	}
	return r
}

// The upper four words stay as they are, in pshufhw the lower four.
func shuffleLow16(a lane, imm uint8, _ int) lane {
	r := a
	for i := range 4 {
		with(&r, i, at[uint16](&a, int(imm>>(2*i)&3)))
	}
	return r
}

func shuffleHigh16(a lane, imm uint8, _ int) lane {
	r := a
	for i := range 4 {
		with(&r, 4+i, at[uint16](&a, 4+int(imm>>(2*i)&3)))
	}
	return r
}

// The lower half of the result is from the first source, the upper from the second.
func shufps(a, b lane, imm uint8, _ int) (r lane) {
	for i := range 4 {
		from := &a
		if i >= 2 {
			from = &b
		}
		with(&r, i, at[uint32](from, int(imm>>(2*i)&3)))
	}
	return r
}

// shufpd has two bits of the immediate for every lane.
func shufpd(a, b lane, imm uint8, n int) lane {
	imm >>= 2 * n
	return lane{a[imm&1], b[imm>>1&1]}
}

// blend takes the elements of the second source where the immediate has a bit; perLane says that
// the upper lane has bits of its own. pblendw has eight words and eight bits, which both lanes share.
func blend[T element](perLane bool) func(a, b lane, imm uint8, n int) lane {
	count := 128 / int(elementBits[T]())
	return func(a, b lane, imm uint8, n int) lane {
		if perLane {
			imm >>= n * count
		}
		for i := range count {
			if imm>>i&1 != 0 {
				with(&a, i, at[T](&b, i))
			}
		}
		return a
	}
}

// blendBySign takes the elements of b where those of the mask are negative. The sign alone decides, so
// that a float -0 in a mask counts.
func blendBySign[T int8 | int32 | int64](a, b, mask uint64) uint64 {
	n := elementBits[T]()
	element := ^uint64(0) >> (64 - n)
	for s := uint(0); s < 64; s += n {
		if T(mask>>s) < 0 {
			a = a&^(element<<s) | b&(element<<s)
		}
	}
	return a
}

// opBlendv has the mask in xmm0, with VEX in a fourth operand. The register xmm0 is implicit in the
// legacy encoding (SDM volume 2, PBLENDVB).
func bindBlendv(f func(a, b, mask uint64) uint64) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		b, ok := m.vector(o, &o.a2)
		if !ok {
			return false
		}
		selector := 0
		if o.vex {
			selector = int(o.a3.reg & 15)
		}
		a, mask := m.XMM[o.src.reg&15], m.XMM[selector]
		var r vec
		for i := range r {
			r[i] = f(a[i], b[i], mask[i])
		}
		m.setVector(o, &r)
		return true
	})
}

// sums is mpsadbw: sums of four absolute differences of neighbouring bytes. Bit 2 of the immediate, and
// bit 5 for the upper lane, chooses where the eight windows of the first source begin; the two bits
// below choose the four bytes of the second (SDM volume 2, MPSADBW).
func sums(a, b lane, imm uint8, n int) (r lane) {
	imm >>= 3 * n
	first, block := int(imm>>2&1)*4, int(imm&3)*4
	for i := range 8 {
		var sum uint16
		for j := range 4 {
			x, y := at[uint8](&a, first+i+j), at[uint8](&b, block+j)
			sum += uint16(max(x, y) - min(x, y))
		}
		with(&r, i, sum)
	}
	return r
}

// carryless multiplies the halves that bits 0 and 4 of the immediate select as polynomials over
// two elements. The product of two polynomials of degree 63 has degree 126 and fits into a lane. Two
// shifts avoid one by 64 for i = 0.
func carryless(a, b lane, imm uint8, _ int) (r lane) {
	x, y := a[imm&1], b[imm>>4&1]
	for i := range 64 {
		if y>>i&1 != 0 {
			r[0] ^= x << i
			r[1] ^= x >> 1 >> (63 - i)
		}
	}
	return r
}

// minPosition is phminposuw. The least unsigned word and its index, the lowest one on a tie; the rest
// of the result is zero (SDM volume 2, PHMINPOSUW).
func minPosition(a lane, _ uint8, _ int) lane {
	index, least := 0, at[uint16](&a, 0)
	for i := 1; i < 8; i++ {
		if v := at[uint16](&a, i); v < least {
			index, least = i, v
		}
	}
	return lane{uint64(least) | uint64(index)<<16, 0}
}

// shiftLane shifts by bytes, left for positive counts; 16 or more leave nothing. pslldq and psrldq,
// whose counts are immediates in bytes.
func shiftLane(left bool) func(a, _ lane, imm uint8, _ int) lane {
	return func(a, _ lane, imm uint8, _ int) (r lane) {
		n := int(min(imm, 16))
		for i := range 16 {
			from := i + n
			if left {
				from = i - n
			}
			if 0 <= from && from < 16 {
				with(&r, i, at[uint8](&a, from))
			}
		}
		return r
	}
}

// shuffleBinders are the instructions that move elements about: interleaving, packing, horizontal
// arithmetic, blends, permutations, insertions and broadcasts. Functions on lanes get the immediate and
// the number of their lane, because some immediates have bits for each.
func shuffleBinders() map[string]binder {
	table := map[string]binder{}
	for name, f := range map[string]func(a, b lane, imm uint8, n int) lane{
		"punpcklbw": unpack[uint8](false), "punpckhbw": unpack[uint8](true),
		"punpcklwd": unpack[uint16](false), "punpckhwd": unpack[uint16](true),
		"punpckldq": unpack[uint32](false), "punpckhdq": unpack[uint32](true),
		"punpcklqdq": unpack[uint64](false), "punpckhqdq": unpack[uint64](true),
		"unpcklps": unpack[uint32](false), "unpckhps": unpack[uint32](true),
		"unpcklpd": unpack[uint64](false), "unpckhpd": unpack[uint64](true),
		"packsswb": pack[int16, int8], "packuswb": pack[int16, uint8],
		"packssdw": pack[int32, int16], "packusdw": pack[int32, uint16],
		"phaddw": pairs(add[uint16]), "phaddd": pairs(add[uint32]), "phaddsw": pairs(addSaturated[int16]),
		"phsubw": pairs(sub[uint16]), "phsubd": pairs(sub[uint32]), "phsubsw": pairs(subSaturated[int16]),
		"pshufb": shuffleBytes, "palignr": alignRight, "shufps": shufps, "shufpd": shufpd,
		"pblendw": blend[uint16](false), "pblendd": blend[uint32](true),
		"blendps": blend[uint32](true), "blendpd": blend[uint64](true),
		"mpsadbw": sums, "pclmulqdq": carryless, "pslldq": shiftLane(true), "psrldq": shiftLane(false),
	} {
		addVector(table, name, lanes(f))
	}
	// One source is all that these have; with VEX the register that names the first source is unused.
	for name, f := range map[string]func(a lane, imm uint8, n int) lane{
		"pshufd": shuffle32, "pshuflw": shuffleLow16, "pshufhw": shuffleHigh16, "phminposuw": minPosition,
		"movddup":  func(a lane, _ uint8, _ int) lane { return lane{a[0], a[0]} },
		"movsldup": func(a lane, _ uint8, _ int) lane { return shuffle32(a, 0xa0, 0) },
		"movshdup": func(a lane, _ uint8, _ int) lane { return shuffle32(a, 0xf5, 0) },
	} {
		addVector(table, name, unaryLanes(f))
	}
	// blendvps and its siblings test the top bit of each element of the mask.
	addVector(table, "pblendvb", bindBlendv(blendBySign[int8]))
	addVector(table, "blendvps", bindBlendv(blendBySign[int32]))
	addVector(table, "blendvpd", bindBlendv(blendBySign[int64]))
	// The two forms of vpermil are told apart by their last operand, a register or memory with
	// selectors, or an immediate.
	table["vpermilps"] = bindPermil(
		lanes(func(a, b lane, _ uint8, _ int) (r lane) {
			for i := range 4 {
				with(&r, i, at[uint32](&a, int(at[uint32](&b, i)&3)))
			}
			return r
		}),
		unaryLanes(shuffle32))
	table["vpermilpd"] = bindPermil(
		lanes(func(a, b lane, _ uint8, _ int) lane { return lane{a[b[0]>>1&1], a[b[1]>>1&1]} }),
		unaryLanes(func(a lane, imm uint8, n int) lane { return shufpd(a, a, imm, n) }))
	table["vpermd"] = vectorBinder(2, opPermd)
	table["vpermps"] = table["vpermd"]
	table["vpermq"] = vectorBinder(1, opPermq)
	table["vpermpd"] = table["vpermq"]
	table["vperm2f128"] = vectorBinder(2, opPerm128)
	table["vperm2i128"] = table["vperm2f128"]
	table["vinsertf128"] = vectorBinder(2, opInsert128)
	table["vinserti128"] = table["vinsertf128"]
	table["vextractf128"] = vectorBinder(1, opExtract128)
	table["vextracti128"] = table["vextractf128"]
	for name, size := range map[string]uint8{
		"vbroadcastss": 4, "vbroadcastsd": 8, "vbroadcastf128": 16, "vbroadcasti128": 16,
		"vpbroadcastb": 1, "vpbroadcastw": 2, "vpbroadcastd": 4, "vpbroadcastq": 8,
	} {
		table[name] = bindBroadcast(size)
	}
	return table
}

// bindPermil chooses by whether the third operand is an immediate. Both binders prepare the operands
// for themselves, with two sources or one.
func bindPermil(variable, immediate binder) binder {
	return func(f *x86.Form, in *x86.Inst, o *op) handler {
		if o.a2.where == inImm {
			return immediate(f, in, o)
		}
		return variable(f, in, o)
	}
}

// opPermd has the selectors in its first source. Elements cross lanes, unlike in the instructions of
// lanes. Each selector uses three bits.
func opPermd(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if !ok {
		return false
	}
	a := m.XMM[o.src.reg&15]
	var r vec
	for i := range 8 {
		n := a[i/2] >> (i % 2 * 32) & 7
		r[i/2] |= b[n/2] >> (n % 2 * 32) & 0xffff_ffff << (i % 2 * 32)
	}
	m.setVector(o, &r)
	return true
}

// opPermq selects words of the whole register by two bits each.
func opPermq(m *Machine, o *op) bool {
	a, ok := m.vector(o, &o.src)
	if !ok {
		return false
	}
	var r vec
	for i := range r {
		r[i] = a[o.imm>>(2*i)&3]
	}
	m.setVector(o, &r)
	return true
}

// Bit 3 of each half of the immediate clears its lane; bit 2 is not used, and bits 0 and 1 choose one
// of four lanes, two of each source.
func opPerm128(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if !ok {
		return false
	}
	// & and * have the same precedence in Go, so the index below is (c&3)*2.
	a := m.XMM[o.src.reg&15]
	all := [8]uint64{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}
	var r vec
	for i := range 2 {
		if c := o.imm >> (4 * i); c&8 == 0 {
			r[2*i], r[2*i+1] = all[c&3*2], all[c&3*2+1]
		}
	}
	m.setVector(o, &r)
	return true
}

// The form exists for 256 bits only; the memory operand has 128 and need not be aligned.
func opInsert128(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if !ok {
		return false
	}
	r := vec(m.XMM[o.src.reg&15])
	i := o.imm & 1 * 2
	r[i], r[i+1] = b[0], b[1]
	m.setVector(o, &r)
	return true
}

// A register destination is written whole: VEX clears its upper half.
func opExtract128(m *Machine, o *op) bool {
	a := m.XMM[o.src.reg&15]
	i := o.imm & 1 * 2
	v := vec{a[i], a[i+1]}
	if o.dst.where == inMem {
		return m.storeVector(m.address(o), 16, false, &v)
	}
	m.XMM[o.dst.reg&15] = v
	return true
}

// bindBroadcast repeats an element of size bytes over the whole register. A register source has it in
// its low bits, a memory operand is just as long as the element.
func bindBroadcast(size uint8) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		l := o.src
		l.size = size
		a, ok := m.vector(o, &l)
		if !ok {
			return false
		}
		v := vec{a[0], a[1], a[0], a[1]}
		if size < 16 {
			w := a[0] & sizeMask[size]
			// The pattern is doubled until it fills a word.
			for s := uint(size) * 8; s < 64; s *= 2 {
				w |= w << s
			}
			v = vec{w, w, w, w}
		}
		m.setVector(o, &v)
		return true
	})
}

// signBits collects the top bits of elements of n bits. movmskps and its relatives put the sign of
// element i into bit i.
func signBits(v uint64, n int) uint64 {
	var r uint64
	for i := range 64 / n {
		r |= v >> (i*n + n - 1) & 1 << i
	}
	return r
}

// bindMask is movmskps, movmskpd and pmovmskb. The general register gets zeros above the bits of the
// elements, also its upper half.
func bindMask(n int) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a := m.XMM[o.src.reg&15]
		words := 2
		if o.wide {
			words = 4
		}
		var r uint64
		for i := range words {
			r |= signBits(a[i], n) << (i * 64 / n)
		}
		m.setReg(&o.dst, r)
		return true
	})
}
