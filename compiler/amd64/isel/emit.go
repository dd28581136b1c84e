package isel

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// source is an operand that may be a register, an immediate or memory.
type source struct {
	kind x86.OperandKind
	reg  mach.VReg
	imm  int64
	// An address is registers that are not asked for yet: memory adds them as uses, once.
	mem address
}

func regSource(v mach.VReg) source { return source{kind: x86.KReg, reg: v} }

func immSource(n int64) source { return source{kind: x86.KImm, imm: n} }

// address is a memory operand.
type address struct {
	// At most one of base, obj and sym; an index excludes sym, since an address relative to the
	// instruction pointer has no index.
	base, index mach.VReg
	scale       uint8
	disp        int32
	obj         uint32 // the base is this stack object
	sym         string // the base is this symbol
}

// temp makes a register.
func (s *selector) temp(c mach.Class) mach.VReg {
	s.out.Classes, s.readIn = append(s.out.Classes, c), append(s.readIn, 0)
	return mach.VReg(len(s.out.Classes) - 1)
}

// or makes a general register if dst is none.
func (s *selector) or(dst mach.VReg) mach.VReg {
	if dst == 0 {
		return s.temp(mach.GPR)
	}
	return dst
}

// inst is an instruction under construction, with its row. It is good until the next one begins.
type inst struct {
	*mach.Inst
	X *x86.Inst
}

// begin starts an instruction; its operands follow, with nothing in between. What is neither a row nor
// a call has no X: its kind says all.
func (s *selector) begin(k mach.Kind, op x86.Op) inst {
	i := mach.Inst{Kind: k, First: uint32(len(s.out.Operands)), Origin: s.cur}
	var x *x86.Inst
	if k == mach.Row || k == mach.Call {
		// The pointer is good until the next row is appended: see inst.
		i.Row = uint32(len(s.code.Rows))
		s.code.Rows = append(s.code.Rows, x86.Inst{Op: op})
		if s.long {
			s.code.SetWide(i.Row)
		}
		x = &s.code.Rows[i.Row]
	}
	if s.opt.Maker != nil {
		i.Maker = s.maker(s.opt.Maker(s.by))
	}
	s.seq = append(s.seq, i)
	if s.opt.Made != nil {
		s.opt.Made(s.by, s.cur)
	}
	return inst{&s.seq[len(s.seq)-1], x}
}

// maker is the number of a name in the list of makers. There are few.
func (s *selector) maker(name string) uint16 {
	n := slices.Index(s.out.Makers, name)
	if n < 0 {
		n = len(s.out.Makers)
		s.out.Makers = append(s.out.Makers, name)
	}
	return uint16(n + 1)
}

// last is the row or call that was begun last.
func (s *selector) last() inst {
	i := &s.seq[len(s.seq)-1]
	return inst{i, &s.code.Rows[i.Row]}
}

// add adds an operand to i, and returns how it is named in X.
func (s *selector) add(i inst, o mach.Operand) x86.Reg {
	// Operands of one instruction are contiguous in out.Operands: none of another may come
	// between.
	s.out.Operands = append(s.out.Operands, o)
	if !o.Def {
		s.readIn[o.V] = s.at + 1
	}
	i.Num++
	return amd64.Slot(int(i.Num) - 1)
}

func (s *selector) use(i inst, v mach.VReg) x86.Reg { return s.add(i, mach.Operand{V: v}) }

// useAny is a use that may stay in its spill slot.
func (s *selector) useAny(i inst, v mach.VReg) x86.Reg {
	return s.add(i, mach.Operand{V: v, Want: mach.Any})
}

func (s *selector) useIn(i inst, v mach.VReg, r x86.Reg) x86.Reg {
	return s.add(i, mach.Operand{V: v, Want: mach.Fixed, Reg: mach.Reg(r)})
}

func (s *selector) def(i inst, v mach.VReg) x86.Reg {
	return s.add(i, mach.Operand{V: v, Def: true})
}

func (s *selector) defIn(i inst, v mach.VReg, r x86.Reg) x86.Reg {
	return s.add(i, mach.Operand{V: v, Def: true, Want: mach.Fixed, Reg: mach.Reg(r)})
}

// defOver is a definition in the place of use n.
func (s *selector) defOver(i inst, v mach.VReg, n int) x86.Reg {
	return s.add(i, mach.Operand{V: v, Def: true, Want: mach.SameAs, Reg: mach.Reg(n)})
}

// memory adds the operands of an address.
func (s *selector) memory(i inst, a *address) x86.Operand {
	m := x86.Mem{Disp: a.disp}
	switch {
	// The frame's layout decides about the displacement later; emission replaces RSP and adds it.
	case a.obj != 0:
		m.Base, i.Obj = x86.RSP, a.obj
	case a.sym != "":
		m.RIP, i.Sym = true, a.sym
	case a.base != 0:
		m.Base = s.use(i, a.base)
	}
	if a.index != 0 {
		m.Index, m.Scale = s.use(i, a.index), a.scale
	}
	return x86.M(m)
}

// operand adds a source.
func (s *selector) operand(i inst, y *source) x86.Operand {
	switch y.kind {
	case x86.KImm:
		return x86.I(y.imm)
	case x86.KMem:
		return s.memory(i, &y.mem)
	}
	// An r/m operand may be the spill slot itself, which saves the reload.
	return x86.R(s.useAny(i, y.reg))
}

// move copies a register to another of its class.
func (s *selector) move(dst, src mach.VReg) mach.VReg {
	// A copy is not a MOV: coalescing removes it if both registers become one.
	i := s.begin(mach.Copy, 0)
	s.def(i, dst)
	s.use(i, src)
	return dst
}

// unary is a row that reads y and writes dst.
func (s *selector) unary(op x86.Op, dst mach.VReg, y source) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, op)
	from := s.operand(i, &y)
	i.X.Args[0], i.X.Args[1] = x86.R(s.def(i, dst)), from
	return dst
}

// over is a row that reads x and y and writes dst in the place of x.
func (s *selector) over(op x86.Op, dst, x mach.VReg, y source) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, op)
	// The use is operand 0, which defOver names.
	s.use(i, x)
	from := s.operand(i, &y)
	i.X.Args[0], i.X.Args[1] = x86.R(s.defOver(i, dst, 0)), from
	return dst
}

// inPlace is a row that changes x into dst.
func (s *selector) inPlace(op x86.Op, dst, x mach.VReg) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, op)
	s.use(i, x)
	i.X.Args[0] = x86.R(s.defOver(i, dst, 0))
	return dst
}

// three is a row that reads x and y and writes dst, with the register or memory operand last.
func (s *selector) three(op x86.Op, dst, x mach.VReg, y source) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, op)
	a := x86.R(s.use(i, x))
	from := s.operand(i, &y)
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), a, from
	return dst
}

// pick is the row of b at width w for the source y.
func (b *binary) pick(w int, y *source) x86.Op {
	n := size(w)
	switch {
	// The short form with an immediate of 8 bits, sign-extended by the processor, is chosen
	// wherever it is right.
	case y.kind != x86.KImm:
		return b.rm[n]
	case y.imm == int64(int8(y.imm)):
		return b.imm8[n]
	}
	return b.imm[n]
}

// dying orders the operands of a row that commutes: the one that the result may take the register of comes first. What is
// selected later stands before, so that a register that has been read in this block is read behind this row. One that was
// read in another block may be, or not.
func (s *selector) dying(x mach.VReg, y source) (mach.VReg, source) {
	if y.kind == x86.KReg && s.readIn[x] == s.at+1 && s.readIn[y.reg] == 0 {
		return y.reg, regSource(x)
	}
	return x, y
}

// alu is dst = x op y at w bits. An immediate is sign-extended.
func (s *selector) alu(b *binary, w int, dst, x mach.VReg, y source) mach.VReg {
	if b == &aluAdd || b == &aluAnd || b == &aluOr || b == &aluXor {
		x, y = s.dying(x, y)
	}
	return s.over(b.pick(w, &y), s.or(dst), x, y)
}

// compare sets the flags of x - y.
func (s *selector) compare(w int, x mach.VReg, y source) {
	// TEST is shorter by the immediate. CF and OF are 0 after it, as after CMP with 0 (SDM volume
	// 2, TEST).
	if y.kind == x86.KImm && y.imm == 0 { // the same but for AF
		s.test(w, x, regSource(x))
		return
	}
	i := s.begin(mach.Row, aluCmp.pick(w, &y))
	var a x86.Operand
	if y.kind == x86.KImm {
		// Only one operand may be memory: with an immediate x may be its slot, else the second
		// operand may.
		a = x86.R(s.useAny(i, x))
	} else {
		a = x86.R(s.use(i, x))
	}
	i.X.Args[0], i.X.Args[1] = a, s.operand(i, &y)
}

// compareMem sets the flags of memory minus y, a register or an immediate.
func (s *selector) compareMem(w int, m *address, y source) {
	n := size(w)
	op := aluCmp.store[n]
	if y.kind == x86.KImm {
		op = aluCmp.storeImm[n]
		if y.imm == int64(int8(y.imm)) {
			op = aluCmp.storeImm8[n]
		}
	}
	i := s.begin(mach.Row, op)
	i.X.Args[0] = s.memory(i, m)
	if y.kind == x86.KImm {
		i.X.Args[1] = x86.I(y.imm)
	} else {
		i.X.Args[1] = x86.R(s.use(i, y.reg))
	}
}

// test sets the flags of x & y.
func (s *selector) test(w int, x mach.VReg, y source) {
	n := size(w)
	if y.kind == x86.KImm {
		i := s.begin(mach.Row, testImmRows[n])
		i.X.Args[0], i.X.Args[1] = x86.R(s.useAny(i, x)), x86.I(y.imm)
		return
	}
	i := s.begin(mach.Row, testRows[n])
	a := s.use(i, x)
	b := a
	// The same register twice is one operand: the allocator must not be asked for it in two
	// places.
	if y.reg != x {
		b = s.use(i, y.reg)
	}
	i.X.Args[0], i.X.Args[1] = x86.R(a), x86.R(b)
}

// shiftImm shifts x by a constant.
func (s *selector) shiftImm(h *shift, w int, dst, x mach.VReg, n int64) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, h.imm[size(w)])
	s.use(i, x)
	i.X.Args[0], i.X.Args[1] = x86.R(s.defOver(i, dst, 0)), x86.I(n)
	return dst
}

// shiftCL shifts x by the low bits of y, which goes to cl.
func (s *selector) shiftCL(h *shift, w int, dst, x, y mach.VReg) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, h.cl[size(w)])
	s.use(i, x)
	// Shifts by a variable take their count in CL (SDM volume 2, SAL/SAR/SHL/SHR) and reduce it
	// modulo 32, or 64 for 64-bit operands. Whoever calls this has seen to larger counts.
	s.useIn(i, y, x86.RCX)
	i.X.Args[0], i.X.Args[1] = x86.R(s.defOver(i, dst, 0)), x86.R(x86.RCX)
	return dst
}

// shiftX is a shift of BMI2 of x by y.
// SHLX and its like read the count from any register and leave the flags alone; the count is
// operand 3 (VEX.vvvv).
func (s *selector) shiftX(rows sized, w int, dst mach.VReg, x source, y mach.VReg) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, rows[size(w)])
	from := s.operand(i, &x)
	n := x86.R(s.use(i, y))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, n
	return dst
}

// imulImm is dst = x * n.
func (s *selector) imulImm(w int, dst mach.VReg, x source, n int64) mach.VReg {
	op := imulImms[size(w)]
	if n == int64(int8(n)) {
		op = imul8s[size(w)]
	}
	dst = s.or(dst)
	i := s.begin(mach.Row, op)
	from := s.operand(i, &x)
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, x86.I(n)
	return dst
}

// lea is dst = the address.
func (s *selector) lea(w int, dst mach.VReg, a address) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, leas[size(w)])
	m := s.memory(i, &a)
	i.X.Args[0], i.X.Args[1] = x86.R(s.def(i, dst)), m
	return dst
}

// set makes a bool of a condition.
func (s *selector) set(c x86.Cond, dst mach.VReg) mach.VReg {
	dst = s.or(dst)
	i := s.begin(mach.Row, x86.SETCC_rm8)
	// It writes 8 bits: above is garbage, as for every bool.
	i.X.Cond = c
	i.X.Args[0] = x86.R(s.def(i, dst))
	return dst
}

// cmov is dst = y if c holds, else x.
func (s *selector) cmov(c x86.Cond, w int, dst, x mach.VReg, y source) mach.VReg {
	dst = s.or(dst)
	// CMOV always writes: a 32-bit one clears the upper half whether the condition holds or not.
	s.over(cmovs[size(w)], dst, x, y)
	s.last().X.Cond = c
	return dst
}

// constant makes a register that holds n.
func (s *selector) constant(dst mach.VReg, n int64) mach.VReg {
	dst = s.or(dst)
	op := x86.MOV_r64_imm64
	switch {
	// A move of 32 bits is shorter than one of 64 and clears the rest.
	case n >= 0 && n < 1<<32:
		op, n = x86.MOV_r32_imm32, int64(int32(n))
	// Sign-extended; else all 64 bits are in the instruction.
	case n == int64(int32(n)):
		op = x86.MOV_rm64_imm32
	}
	i := s.begin(mach.Row, op)
	// The flags are not touched, so the constant may be made again between a comparison and its
	// reader. XOR of a register with itself would change them.
	i.Remat = true
	i.X.Args[0], i.X.Args[1] = x86.R(s.def(i, dst)), x86.I(n)
	return dst
}

// divide divides high:low by y; the quotient is in rax, the remainder in rdx.
func (s *selector) divide(rows sized, w int, low, high, y mach.VReg, quotient, remainder mach.VReg) {
	// DIV and IDIV trap where the quotient does not fit: the caller has excluded that.
	i := s.begin(mach.Row, rows[size(w)])
	s.useIn(i, low, x86.RAX)
	s.useIn(i, high, x86.RDX)
	// The divisor may be anywhere but in the two fixed registers.
	i.X.Args[0] = x86.R(s.useAny(i, y))
	s.defIn(i, s.or(quotient), x86.RAX)
	s.defIn(i, s.or(remainder), x86.RDX)
}

// sign fills a register with the sign of x in rax, which goes to rdx.
func (s *selector) sign(w int, x mach.VReg) mach.VReg {
	dst := s.temp(mach.GPR)
	i := s.begin(mach.Row, signs[size(w)])
	s.useIn(i, x, x86.RAX)
	s.defIn(i, dst, x86.RDX)
	return dst
}
