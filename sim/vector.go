package sim

import (
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// vec is the value of a vector register, the least significant 64 bits first. Registers of 128 bits use
// the lower two words; what is above belongs to VEX instructions.
type vec [4]uint64

// lane is 128 bits of one. Most 256-bit instructions work on each of the two by itself.
type lane [2]uint64

// vectorBinder makes a binder that prepares the vector fields of op first. For instructions with
// two sources op.src is the first and op.a2 the second then, whether the row is one with a
// destination of its own (VEX) or not. sources is 1 or 2, or 3 for fused multiplication, whose first
// source is its destination in every form.
func vectorBinder(sources int, h handler) binder {
	return func(f *x86.Form, in *x86.Inst, o *op) handler {
		prepareVector(f, o, sources)
		return h
	}
}

// prepareVector makes the legacy form look like the VEX form: dst = f(src, a2). A third operand, the
// immediate or xmm0, moves with them.
func prepareVector(f *x86.Form, o *op, sources int) {
	o.vex = strings.HasPrefix(f.Code, "VEX.")
	for _, a := range f.Args {
		o.wide = o.wide || a.Size == 256
	}
	if sources == 2 && !o.vex {
		o.a3, o.a2, o.src = o.a2, o.src, o.dst
	}
	o.aligned = needsAlignment(strings.TrimPrefix(f.Name, "v"), o.vex)
}

// needsAlignment is whether a memory operand of 16 bytes or more has to be aligned: always but for
// the moves that say otherwise, and with VEX only in the moves that say so (SDM volume 1, 14.9). name
// is without the v. The legacy rule also applies to integer and logical instructions with a memory
// operand of 16 bytes.
func needsAlignment(name string, vex bool) bool {
	switch name {
	case "movaps", "movapd", "movdqa", "movntps", "movntpd", "movntdq", "movntdqa":
		return true
	case "movups", "movupd", "movdqu", "lddqu":
		return false
	}
	return !vex
}

// addVector enters the binder for a mnemonic and for its VEX form. Where a mnemonic has only one of the
// two forms the other entry is never asked for.
func addVector(table map[string]binder, name string, b binder) {
	table[name] = b
	table["v"+name] = b
}

// vector is the value of an operand. The bits above its size are zero for memory and whatever the
// register holds for registers. Callers must not rely on bits above the operation's width: setVector
// cuts them.
func (m *Machine) vector(o *op, l *loc) (v vec, ok bool) {
	switch l.where {
	case inVec:
		return m.XMM[l.reg&15], true
	case inReg:
		v[0] = m.Regs[l.reg&31] & sizeMask[l.size&15]
		return v, true
	case inImm, nowhere:
		return v, true
	}
	return m.loadVector(m.address(o), l.size, o.aligned)
}

// loadVector reads up to 32 bytes. Alignment is asked for 16 and 32 bytes only.
func (m *Machine) loadVector(addr uint64, size uint8, aligned bool) (v vec, ok bool) {
	if size <= 8 {
		v[0], ok = m.load(addr, size)
		return v, ok
	}
	if aligned && addr%uint64(size) != 0 {
		return v, m.misaligned(addr, int(size))
	}
	if !m.asked(addr, uint64(size), Read) {
		return v, false
	}
	// A read that crosses into a page that is missing faults with the last byte's page, before anything
	// is taken from the first.
	if addr&pageMask > PageSize-uint64(size) && m.readPage(addr) != nil && m.readPage(addr+uint64(size)-1) == nil {
		return v, false
	}
	for i := range int(size / 8) {
		if v[i], ok = m.load64(addr + uint64(i)*8); !ok {
			return v, false
		}
	}
	return v, true
}

// storeVector writes the low size bytes of v, or nothing. Every page is asked for before the first byte
// is written, so that the stores cannot fail.
func (m *Machine) storeVector(addr uint64, size uint8, aligned bool, v *vec) bool {
	if size <= 8 {
		return m.store(addr, size, v[0])
	}
	if aligned && addr%uint64(size) != 0 {
		return m.misaligned(addr, int(size))
	}
	if !m.writable(addr, uint64(size)) {
		return false
	}
	for i := range int(size / 8) {
		m.store(addr+uint64(i)*8, 8, v[i])
	}
	return true
}

// setVector writes the destination register: 256 bits, or 128 bits that clear the rest (VEX) or
// leave it. VEX clears all bits above (SDM volume 2, 2.3.10.1), legacy SSE keeps them: the one
// difference that mixing both makes visible.
func (m *Machine) setVector(o *op, v *vec) {
	x := &m.XMM[o.dst.reg&15]
	switch {
	case o.wide:
		*x = *v
	case o.vex:
		*x = vec{v[0], v[1]}
	default:
		x[0], x[1] = v[0], v[1]
	}
}

// opChunk is a lane-wise instruction with two sources. The function runs on each 64-bit word by itself:
// the two sources are read before the destination is written, so they may be the same register.
func opChunk(m *Machine, o *op) bool {
	b, ok := m.vector(o, &o.a2)
	if !ok {
		return false
	}
	a := &m.XMM[o.src.reg&15]
	v := vec{o.chunk(a[0], b[0]), o.chunk(a[1], b[1])}
	if o.wide {
		v[2], v[3] = o.chunk(a[2], b[2]), o.chunk(a[3], b[3])
	}
	m.setVector(o, &v)
	return true
}

// chunks makes the binder of opChunk with f. f must not let bits of one element reach another within
// the word.
func chunks(f func(a, b uint64) uint64) binder {
	return func(form *x86.Form, in *x86.Inst, o *op) handler {
		prepareVector(form, o, 2)
		o.chunk = f
		return opChunk
	}
}

// unary makes the binder of a lane-wise instruction with one source. It computes all four words
// whatever the width, which is harmless as f has no effects.
func unary(f func(a uint64) uint64) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a, ok := m.vector(o, &o.src)
		if !ok {
			return false
		}
		for i := range a {
			a[i] = f(a[i])
		}
		m.setVector(o, &a)
		return true
	})
}

// lanes makes the binder of an instruction with two sources that works on 128 bits. f gets the
// immediate and the number of the lane. The immediate is cut to its eight bits. The destination may be
// a source: both lanes are computed before it is written.
func lanes(f func(a, b lane, imm uint8, n int) lane) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		b, ok := m.vector(o, &o.a2)
		if !ok {
			return false
		}
		a := &m.XMM[o.src.reg&15]
		low := f(lane{a[0], a[1]}, lane{b[0], b[1]}, uint8(o.imm), 0)
		v := vec{low[0], low[1]}
		if o.wide {
			high := f(lane{a[2], a[3]}, lane{b[2], b[3]}, uint8(o.imm), 1)
			v[2], v[3] = high[0], high[1]
		}
		m.setVector(o, &v)
		return true
	})
}

// unaryLanes is lanes with one source.
func unaryLanes(f func(a lane, imm uint8, n int) lane) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a, ok := m.vector(o, &o.src)
		if !ok {
			return false
		}
		low := f(lane{a[0], a[1]}, uint8(o.imm), 0)
		v := vec{low[0], low[1]}
		if o.wide {
			high := f(lane{a[2], a[3]}, uint8(o.imm), 1)
			v[2], v[3] = high[0], high[1]
		}
		m.setVector(o, &v)
		return true
	})
}

// element types of vectors It is the set of element types that the generic functions below are
// instantiated with.
type element interface {
	uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64
}

// elementBits is resolved for each instance; it is called when tables are built or once an operation.
func elementBits[T element]() uint {
	var v T
	switch any(v).(type) {
	case uint8, int8:
		return 8
	case uint16, int16:
		return 16
	case uint32, int32:
		return 32
	}
	return 64
}

// each makes a function on 64 bits of one on elements. Signed T extends the bits of the element, the
// mask takes the extension off the result.
func each[T element](f func(a, b T) T) func(a, b uint64) uint64 {
	n := elementBits[T]()
	mask := ^uint64(0) >> (64 - n)
	return func(a, b uint64) uint64 {
		var r uint64
		for s := uint(0); s < 64; s += n {
			r |= uint64(f(T(a>>s), T(b>>s))) & mask << s
		}
		return r
	}
}

// one is each for a function of one element. The second operand is ignored.
func one[T element](f func(a T) T) func(a uint64) uint64 {
	g := each(func(a, _ T) T { return f(a) })
	return func(a uint64) uint64 { return g(a, 0) }
}

// at and with are elements of a lane. Elements are numbered from the least significant end. The masks
// keep the compiler's bounds checks out; i is in range for T by construction.
func at[T element](l *lane, i int) T {
	n := elementBits[T]()
	bit := uint(i) * n
	return T(l[bit/64&1] >> (bit % 64))
}

func with[T element](l *lane, i int, v T) {
	n := elementBits[T]()
	bit := uint(i) * n
	mask := ^uint64(0) >> (64 - n) << (bit % 64)
	w := &l[bit/64&1]
	*w = *w&^mask | uint64(v)<<(bit%64)&mask
}
