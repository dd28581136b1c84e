package sim

import (
	"github.com/tuffy-ir/tuffy/x86"
)

// stringBinders are named with the suffix of the element, as package x86 names the forms without
// operands.
func stringBinders() map[string]binder {
	all := map[string]binder{}
	for i, suffix := range []string{"b", "w", "d", "q"} {
		size := uint8(1) << i
		for name, h := range map[string]handler{
			"movs": stepMovs, "stos": stepStos, "lods": stepLods, "cmps": stepCmps, "scas": stepScas,
		} {
			all[name+suffix] = bindString(name, size, h)
		}
	}
	return all
}

// bindString is the binder of a string instruction; step executes it once, without a prefix. An op is
// made for one element size, so that the steps take it from o.size. The address registers are always
// rsi and rdi of 64 bits; a segment override or an address size prefix is refused by the decoder.
func bindString(name string, size uint8, step handler) binder {
	compares := name == "cmps" || name == "scas"
	return func(_ *x86.Form, _ *x86.Inst, o *op) handler {
		o.size, o.shift = size, 64-size*8
		switch name {
		// sub says which operations bulk can take together; the others leave it at 0.
		case "movs":
			o.sub = bulkMovs
		case "stos":
			o.sub = bulkStos
		}
		if o.prefix&(x86.Rep|x86.Repne) == 0 {
			return step
		}
		return func(m *Machine, o *op) bool { return m.repeat(o, step, compares) }
	}
}

// repeat executes step as often as rcx says, and while a comparison says so. Every iteration is a
// step of the machine; a fault or the step limit leaves the registers as they are after the
// iterations before it, as an interrupt does. The check of rcx comes first: a count of 0 executes
// nothing and leaves the flags alone.
func (m *Machine) repeat(o *op, step handler, compares bool) bool {
	for m.Regs[x86.RCX] != 0 {
		if m.left == 0 {
			return m.end(Stop{Kind: StepLimit})
		}
		// Steps are taken here and not by execute, which has taken one for the whole instruction.
		if n := m.bulk(o); n != 0 {
			m.left -= n
			m.Regs[x86.RCX] -= n
			continue
		}
		if !step(m, o) {
			return false
		}
		m.left--
		m.Regs[x86.RCX]--
		// repe continues while ZF is set, repne while it is clear; the flags come from setSub, so that
		// res = 0 is ZF.
		if compares && (m.res == 0) != (o.prefix&x86.Rep != 0) {
			return true
		}
		if m.running == 0 && m.Regs[x86.RCX] != 0 {
			m.PC = o.pc // it stored to code, possibly its own; it continues as it now is
			return true
		}
	}
	return true
}

// bulk executes several iterations of a forward movs or stos at once, those that stay within the
// pages they begin in, and returns how many. Only translations that are in the caches are used, so that
// no fault can happen and no code is changed: the write cache has no page with code.
func (m *Machine) bulk(o *op) uint64 {
	if o.sub == 0 || m.df {
		return 0
	}
	di := m.Regs[x86.RDI]
	size := uint64(o.size)
	// n is bounded by the steps left, by rcx, and by the elements that fit into both pages whole.
	n := min(m.left, m.Regs[x86.RCX], (PageSize-di&pageMask)/size)
	if o.sub == bulkMovs {
		n = min(n, (PageSize-m.Regs[x86.RSI]&pageMask)/size)
	}
	if n < 2 {
		return 0
	}
	e := &m.mem.wtlb[di>>pageShift%tlbSize]
	if e.tag != di>>pageShift+1 {
		return 0 // an ordinary step fills the cache, or faults
	}
	to := e.p[di&pageMask:][:n*size]
	if o.sub == bulkStos {
		fill(to, m.Regs[x86.RAX], int(size))
		m.Regs[x86.RDI] += n * size
		return n
	}
	si := m.Regs[x86.RSI]
	e = &m.mem.rtlb[si>>pageShift%tlbSize]
	// A forward move onto its own source, less than n elements above, makes a pattern; copy would not.
	if e.tag != si>>pageShift+1 || si < di && di < si+n*size {
		return 0 // an overlapping move repeats what it has moved
	}
	copy(to, e.p[si&pageMask:])
	m.Regs[x86.RDI] += n * size
	m.Regs[x86.RSI] += n * size
	return n
}

// The zero value of op.sub means that bulk does not apply.
const (
	bulkMovs uint8 = 1 + iota
	bulkStos
)

// fill writes v, of size bytes, over b. The length of b is a multiple of size. It doubles what is
// written until b is full.
func fill(b []byte, v uint64, size int) {
	for i := range size {
		b[i] = byte(v >> (8 * i))
	}
	for n := size; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// delta is how far a string instruction moves its registers.
func (m *Machine) delta(o *op) uint64 {
	if m.df {
		return -uint64(o.size)
	}
	return uint64(o.size)
}

func stepMovs(m *Machine, o *op) bool {
	v, ok := m.load(m.Regs[x86.RSI], o.size)
	if !ok || !m.store(m.Regs[x86.RDI], o.size, v) {
		return false
	}
	m.Regs[x86.RSI] += m.delta(o)
	m.Regs[x86.RDI] += m.delta(o)
	return true
}

func stepStos(m *Machine, o *op) bool {
	if !m.store(m.Regs[x86.RDI], o.size, m.Regs[x86.RAX]) {
		return false
	}
	m.Regs[x86.RDI] += m.delta(o)
	return true
}

func stepLods(m *Machine, o *op) bool {
	v, ok := m.load(m.Regs[x86.RSI], o.size)
	if !ok {
		return false
	}
	m.setReg(&loc{inReg, uint8(x86.RAX), o.size}, v)
	m.Regs[x86.RSI] += m.delta(o)
	return true
}

func stepCmps(m *Machine, o *op) bool {
	a, ok := m.load(m.Regs[x86.RSI], o.size)
	if !ok {
		return false
	}
	b, ok := m.load(m.Regs[x86.RDI], o.size)
	if !ok {
		return false
	}
	m.setSub(a, b, a-b, o.shift)
	m.Regs[x86.RSI] += m.delta(o)
	m.Regs[x86.RDI] += m.delta(o)
	return true
}

func stepScas(m *Machine, o *op) bool {
	b, ok := m.load(m.Regs[x86.RDI], o.size)
	if !ok {
		return false
	}
	a := m.Regs[x86.RAX] & sizeMask[o.size&15]
	m.setSub(a, b, a-b, o.shift)
	m.Regs[x86.RDI] += m.delta(o)
	return true
}
