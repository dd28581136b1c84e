package sim

import (
	"github.com/tuffy-ir/tuffy/x86"
)

// moveBinders are the moves of vector registers: whole ones, scalars, halves, single elements, widening
// moves, masks and broadcasts' relatives. The instructions differ in alignment (see needsAlignment), in
// the size of their memory operand, and in what becomes of the rest of the register. Non-temporal hints
// change nothing that a program can see.
func moveBinders() map[string]binder {
	table := map[string]binder{}
	for _, name := range []string{
		"movaps", "movapd", "movups", "movupd", "movdqa", "movdqu", "lddqu",
		"movntps", "movntpd", "movntdq", "movntdqa",
	} {
		addVector(table, name, vectorBinder(1, opMoveVector))
	}
	addVector(table, "movss", bindMoveScalar(4))
	addVector(table, "movsd", bindMoveScalar(8))
	addVector(table, "movd", vectorBinder(1, opMoveWord))
	addVector(table, "movq", vectorBinder(1, opMoveWord))
	addVector(table, "movlps", bindMoveHalf(0))
	addVector(table, "movlpd", bindMoveHalf(0))
	addVector(table, "movhps", bindMoveHalf(1))
	addVector(table, "movhpd", bindMoveHalf(1))
	addVector(table, "movhlps", lanes(func(a, b lane, _ uint8, _ int) lane { return lane{b[1], a[1]} }))
	addVector(table, "movlhps", lanes(func(a, b lane, _ uint8, _ int) lane { return lane{a[0], b[0]} }))
	addVector(table, "movmskps", bindMask(32))
	addVector(table, "movmskpd", bindMask(64))
	addVector(table, "pmovmskb", bindMask(8))
	for i, suffix := range []string{"b", "w", "d", "q"} {
		addVector(table, "pextr"+suffix, bindExtract(1<<i))
		addVector(table, "pinsr"+suffix, bindInsert(1<<i))
	}
	addVector(table, "extractps", bindExtract(4))
	addVector(table, "insertps", vectorBinder(2, opInsertps))
	for _, w := range []struct {
		suffix   string
		from, to uint8
	}{{"bw", 1, 2}, {"bd", 1, 4}, {"bq", 1, 8}, {"wd", 2, 4}, {"wq", 2, 8}, {"dq", 4, 8}} {
		addVector(table, "pmovzx"+w.suffix, bindWiden(w.from, w.to, false))
		addVector(table, "pmovsx"+w.suffix, bindWiden(w.from, w.to, true))
	}
	// The upper halves of all registers become zero, and xmm registers stay (SDM volume 2, VZEROUPPER).
	table["vzeroupper"] = run(func(m *Machine, _ *op) bool {
		for i := range m.XMM {
			m.XMM[i][2], m.XMM[i][3] = 0, 0
		}
		return true
	})
	table["vzeroall"] = run(func(m *Machine, _ *op) bool { m.XMM = [16][4]uint64{}; return true })
	for name, size := range map[string]uint8{"vmaskmovps": 4, "vmaskmovpd": 8, "vpmaskmovd": 4, "vpmaskmovq": 8} {
		table[name] = bindMaskMove(size)
	}
	return table
}

// o.dst.size is that of the memory operand as the row has it. A load into a register goes through
// setVector, which clears what is above for VEX and keeps it otherwise.
func opMoveVector(m *Machine, o *op) bool {
	if o.dst.where == inMem {
		return m.storeVector(m.address(o), o.dst.size, o.aligned, (*vec)(&m.XMM[o.src.reg&15]))
	}
	v, ok := m.vector(o, &o.src)
	if ok {
		m.setVector(o, &v)
	}
	return ok
}

// bindMoveScalar is movss and movsd: a load clears the rest of the lane, a move between registers
// keeps it, with VEX that of the first of two sources.
func bindMoveScalar(size uint8) binder {
	return func(f *x86.Form, _ *x86.Inst, o *op) handler {
		prepareVector(f, o, 1)
		from := &o.src
		if len(f.Args) == 3 {
			from = &o.a2
		}
		switch {
		case o.dst.where == inMem:
			return func(m *Machine, o *op) bool { return m.store(m.address(o), size, m.XMM[o.src.reg&15][0]) }
		// With memory as the source the rest of the lane becomes zero, not kept (SDM volume 2, MOVSS).
		case from.where == inMem:
			return func(m *Machine, o *op) bool {
				v, ok := m.load(m.address(o), size)
				if ok {
					m.setVector(o, &vec{v})
				}
				return ok
			}
		}
		// The legacy form merges into its destination, which takes the place of VEX's first source.
		if len(f.Args) == 2 {
			o.src, o.a2 = o.dst, o.src
		}
		return func(m *Machine, o *op) bool {
			a := m.XMM[o.src.reg&15]
			keep := ^sizeMask[size]
			m.setVector(o, &vec{a[0]&keep | m.XMM[o.a2.reg&15][0]&^keep, a[1]})
			return true
		}
	}
}

// opMoveWord is movd and movq between a vector register and memory, a general register or another
// one; what it writes into a vector register is zero-extended. movd and movq zero-extend to the whole
// register (SDM volume 2, MOVD/MOVQ); a general register as destination follows the rule for its size.
func opMoveWord(m *Machine, o *op) bool {
	var v uint64
	if o.src.where == inVec {
		v = m.XMM[o.src.reg&15][0]
	} else {
		var ok bool
		if v, ok = m.get(o, &o.src); !ok {
			return false
		}
	}
	if o.dst.where == inVec {
		m.setVector(o, &vec{v})
		return true
	}
	return m.put(o, &o.dst, v)
}

// bindMoveHalf moves 64 bits between memory and half i of a register. A load keeps the other half, that
// of the first source with VEX. No alignment is asked for.
func bindMoveHalf(i int) binder {
	return func(f *x86.Form, _ *x86.Inst, o *op) handler {
		if o.dst.where == inMem {
			return func(m *Machine, o *op) bool { return m.store(m.address(o), 8, m.XMM[o.src.reg&15][i]) }
		}
		prepareVector(f, o, 2)
		return func(m *Machine, o *op) bool {
			w, ok := m.load(m.address(o), 8)
			if !ok {
				return false
			}
			a := m.XMM[o.src.reg&15]
			v := vec{a[0], a[1]}
			v[i] = w
			m.setVector(o, &v)
			return true
		}
	}
}

// bindExtract moves an element of size bytes to a general register, zero-extended to 64 bits, or to
// memory. The immediate is taken modulo the number of elements.
func bindExtract(size int) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a := m.XMM[o.src.reg&15]
		n := int(o.imm) & (16/size - 1) * size
		v := a[n/8] >> (n % 8 * 8) & sizeMask[size]
		if o.dst.where == inMem {
			return m.store(m.address(o), uint8(size), v)
		}
		m.Regs[o.dst.reg&31] = v
		return true
	})
}

// bindInsert replaces an element of size bytes by the low bytes of a general register or by memory,
// which has the size of the element.
func bindInsert(size int) binder {
	return vectorBinder(2, func(m *Machine, o *op) bool {
		var w uint64
		if o.a2.where == inMem {
			var ok bool
			if w, ok = m.load(m.address(o), uint8(size)); !ok {
				return false
			}
		} else {
			w = m.Regs[o.a2.reg&31]
		}
		a := m.XMM[o.src.reg&15]
		v := vec{a[0], a[1]}
		n := int(o.imm) & (16/size - 1) * size
		s := n % 8 * 8
		v[n/8] = v[n/8]&^(sizeMask[size]<<s) | w&sizeMask[size]<<s
		m.setVector(o, &v)
		return true
	})
}

// opInsertps takes an element of a register as bits 7 and 6 of the immediate say, or the one in
// memory, puts it where bits 5 and 4 say and clears the elements of bits 3 to 0. The immediate is taken
// before the clearing: an element that was just inserted may be cleared (SDM volume 2, INSERTPS).
func opInsertps(m *Machine, o *op) bool {
	var w uint32
	if o.a2.where == inMem {
		v, ok := m.load(m.address(o), 4)
		if !ok {
			return false
		}
		w = uint32(v)
	} else {
		b := m.XMM[o.a2.reg&15]
		w = at[uint32](&lane{b[0], b[1]}, int(o.imm>>6&3))
	}
	a := m.XMM[o.src.reg&15]
	r := lane{a[0], a[1]}
	with(&r, int(o.imm>>4&3), w)
	for i := range 4 {
		if o.imm>>i&1 != 0 {
			with(&r, i, uint32(0))
		}
	}
	m.setVector(o, &vec{r[0], r[1]})
	return true
}

// bindWiden extends the low elements of its source. The source has count elements of from bytes; in
// memory its size is half, a quarter or an eighth of the register's, as the row says. setVector clears
// or keeps what is above.
func bindWiden(from, to uint8, signed bool) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		a, ok := m.vector(o, &o.src)
		if !ok {
			return false
		}
		count := 16 / to
		if o.wide {
			count *= 2
		}
		var r vec
		for i := range int(count) {
			n := i * int(from)
			v := a[n/8] >> (n % 8 * 8) & sizeMask[from]
			if signed {
				v = signExtend(v, from) & sizeMask[to]
			}
			n = i * int(to)
			r[n/8] |= v << (n % 8 * 8)
		}
		m.setVector(o, &r)
		return true
	})
}

// bindMaskMove moves the elements whose mask is negative; the others are not accessed. A load
// clears them. Masked-off elements must not fault even if their addresses are not mapped (SDM volume 2,
// VMASKMOV). Alignment is never asked for.
func bindMaskMove(size uint8) binder {
	return vectorBinder(1, func(m *Machine, o *op) bool {
		addr := m.address(o)
		mask := m.XMM[o.src.reg&15]
		store := o.dst.where == inMem
		from := m.XMM[o.a2.reg&15]
		count := 16 / int(size)
		if o.wide {
			count *= 2
		}
		var r vec
		for pass := range 2 { // asks for every element before it writes the first one
			if pass == 1 && !store {
				break
			}
			for i := range count {
				n := i * int(size)
				s := n % 8 * 8
				if mask[n/8]>>(s+int(size)*8-1)&1 == 0 {
					continue
				}
				at := addr + uint64(n)
				switch {
				case pass == 1:
					m.store(at, size, from[n/8]>>s)
				case store:
					if !m.writable(at, uint64(size)) {
						return false
					}
				default:
					v, ok := m.load(at, size)
					if !ok {
						return false
					}
					r[n/8] |= v << s
				}
			}
		}
		if !store {
			m.setVector(o, &r)
		}
		return true
	})
}
