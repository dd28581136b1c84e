package sim

// fastALU is a handler for the two-operand instructions on registers of 32 and 64 bits with a
// register or an immediate, which are the most frequent ones, or nil. The bits above the operand
// are shifted out. It needs neither the switch of opALU nor that of get. The instructions with memory
// as a source are here where programs use them most; a nil entry sends the others to opALU.
func fastALU(o *op) handler {
	// Operations of 8 and 16 bits keep a part of their destination, which these handlers do not.
	if o.dst.where != inReg || o.size < 4 {
		return nil
	}
	switch o.src.where {
	case inReg:
		return fastRegister[o.sub]
	case inImm:
		return fastImmediate[o.sub]
	case inMem:
		return fastMemory[o.sub]
	}
	return nil
}

// The tables are indexed by op.sub. Entries that are missing are nil: adc, sbb and the instructions
// with one operand.
var fastRegister = [...]handler{
	subAdd: addReg, subSub: subReg, subAnd: andReg, subOr: orReg, subXor: xorReg, subCmp: cmpReg, subTest: testReg,
}

var fastImmediate = [...]handler{
	subAdd: addImm, subSub: subImm, subAnd: andImm, subOr: orImm, subXor: xorImm, subCmp: cmpImm, subTest: testImm,
}

var fastMemory = [...]handler{subAdd: addMem, subXor: xorMem, subCmp: cmpMem, subTest: nil}

// The operand of 32 bits is read with all its 64: what is above does not reach the low bits of the
// result, and is shifted out of result and carries (see setAdd).
func addReg(m *Machine, o *op) bool { m.addTo(o, m.Regs[o.src.reg&31]); return true }
func addImm(m *Machine, o *op) bool { m.addTo(o, o.imm); return true }

// addTo adds b to the destination. The shift left and right by 64 less the width zero-extends the
// result; the mask with 63 tells Go that the count is in range.
func (m *Machine) addTo(o *op, b uint64) {
	d := &m.Regs[o.dst.reg&31]
	a := *d
	r := a + b
	*d = r << (o.shift & 63) >> (o.shift & 63)
	m.setAdd(a, b, r, o.shift)
}

func subReg(m *Machine, o *op) bool { m.subFrom(o, m.Regs[o.src.reg&31]); return true }
func subImm(m *Machine, o *op) bool { m.subFrom(o, o.imm); return true }

// subFrom is addTo for a subtraction.
func (m *Machine) subFrom(o *op, b uint64) {
	d := &m.Regs[o.dst.reg&31]
	a := *d
	r := a - b
	*d = r << (o.shift & 63) >> (o.shift & 63)
	m.setSub(a, b, r, o.shift)
}

// A comparison is a subtraction without a destination.
func cmpReg(m *Machine, o *op) bool {
	a, b := m.Regs[o.dst.reg&31], m.Regs[o.src.reg&31]
	m.setSub(a, b, a-b, o.shift)
	return true
}

func cmpImm(m *Machine, o *op) bool {
	a := m.Regs[o.dst.reg&31]
	m.setSub(a, o.imm, a-o.imm, o.shift)
	return true
}

// setLogicReg writes the result of and, or, xor to the destination and sets the flags.
func (m *Machine) setLogicReg(o *op, r uint64) {
	m.Regs[o.dst.reg&31] = r << (o.shift & 63) >> (o.shift & 63)
	m.setLogic(r, o.shift)
}

func andReg(m *Machine, o *op) bool {
	m.setLogicReg(o, m.Regs[o.dst.reg&31]&m.Regs[o.src.reg&31])
	return true
}

func andImm(m *Machine, o *op) bool { m.setLogicReg(o, m.Regs[o.dst.reg&31]&o.imm); return true }

func orReg(m *Machine, o *op) bool {
	m.setLogicReg(o, m.Regs[o.dst.reg&31]|m.Regs[o.src.reg&31])
	return true
}

func orImm(m *Machine, o *op) bool { m.setLogicReg(o, m.Regs[o.dst.reg&31]|o.imm); return true }

func xorReg(m *Machine, o *op) bool {
	m.setLogicReg(o, m.Regs[o.dst.reg&31]^m.Regs[o.src.reg&31])
	return true
}

func xorImm(m *Machine, o *op) bool { m.setLogicReg(o, m.Regs[o.dst.reg&31]^o.imm); return true }

func testReg(m *Machine, o *op) bool {
	m.setLogic(m.Regs[o.dst.reg&31]&m.Regs[o.src.reg&31], o.shift)
	return true
}

func testImm(m *Machine, o *op) bool { m.setLogic(m.Regs[o.dst.reg&31]&o.imm, o.shift); return true }

// Loads are zero-extended and may fault, before anything changes.
func addMem(m *Machine, o *op) bool {
	b, ok := m.load(m.address(o), o.size)
	if ok {
		m.addTo(o, b)
	}
	return ok
}

func xorMem(m *Machine, o *op) bool {
	b, ok := m.load(m.address(o), o.size)
	if ok {
		m.setLogicReg(o, m.Regs[o.dst.reg&31]^b)
	}
	return ok
}

func cmpMem(m *Machine, o *op) bool {
	b, ok := m.load(m.address(o), o.size)
	if ok {
		a := m.Regs[o.dst.reg&31]
		m.setSub(a, b, a-b, o.shift)
	}
	return ok
}
