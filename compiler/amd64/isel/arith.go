package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// pure selects i, which has no effect, into the register of its result v.
func (s *selector) pure(i ir.Inst, op ir.Op, v ir.Value) {
	dst := s.values[v].narrow
	if dst == 0 {
		dst = s.temp(s.class(v))
		s.values[v].narrow = dst
		// One register serves as both, so that no extension is made behind the definition.
		if s.exact(v) {
			s.values[v].wide = dst
		}
	}
	// The proven rules first; what they leave out follows by hand.
	if s.values[v].int || s.f.TypeOf(v) == ir.Bool {
		if s.rotation(i, op, v, dst) || s.values[v].int && s.carried(i, op, v, dst) {
			return
		}
		if s.rule(i, op, v, dst) {
			return
		}
	}
	if fromNothing(op) {
		s.fresh(i, v, dst)
		return
	}
	switch op {
	case ir.OpStackSlotDyn:
		s.dynSlot(i, dst)
	case ir.OpFreeze, ir.OpBitCast:
		s.reinterpret(i, op, v, dst)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpMin, ir.OpMax, ir.OpClMul:
		s.modular(i, op, v, dst)
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		s.division(i, op, v, dst)
	case ir.OpShl, ir.OpShr, ir.OpRotateLeft, ir.OpRotateRight:
		s.shifts(i, op, v, dst)
	case ir.OpCountOnes, ir.OpCountLeadingZeros, ir.OpCountTrailingZeros, ir.OpBSwap, ir.OpBitReverse, ir.OpMerge:
		s.bits(i, op, v, dst)
	case ir.OpZExt, ir.OpSExt:
		s.extension(i, op, v, dst)
	// Aliases mostly; the move is for a container that differs.
	case ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr:
		s.move(dst, s.reg(s.f.Arg(i, 0), 64))
	case ir.OpICmp, ir.OpFCmp, ir.OpIntToBool:
		s.boolOf(v, dst)
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor, ir.OpBoolToInt, ir.OpSelect:
		s.logic(i, op, v, dst)
	case ir.OpPtrAdd:
		s.ptrAdd(v, dst)
	// Both are addresses of one allocation, so the difference fits 64 bits.
	case ir.OpPtrDiff:
		s.alu(&aluSub, 64, dst, s.narrow(s.f.Arg(i, 0)), regSource(s.narrow(s.f.Arg(i, 1))))
	case ir.OpLoad:
		s.load(i, v, dst)
	default:
		// Vectors have their own table; what remains are floats.
		if op.IsVector() {
			s.vector(i, op, v, dst)
			return
		}
		s.float(i, op, v, dst)
	}
}

// room is the operand size at which to compute a value modulo 2 to its width: 8 and 16 bits are
// computed at 32, which leaves garbage above the container.
// 8- and 16-bit instructions merge into the old register, which would depend on it (SDM volume 1,
// General-Purpose Registers in 64-Bit Mode), and 16-bit ones need a prefix.
func (s *selector) room(v ir.Value) int { return max(int(s.values[v].width), 32) }

// low is a register whose low bits are those of x as far as a result of w bits needs them.
func (s *selector) low(x ir.Value, w int) mach.VReg { return s.reg(x, w) }

// term is the second operand of a computation modulo 2 to the power w, done at room bits.
func (s *selector) term(y ir.Value, w, room int) source {
	// An immediate of the room's size: its bits above w do not matter.
	if n, ok := s.immediate(y, room); ok {
		return immSource(n)
	}
	if w == room {
		return s.rm(y, w)
	}
	return regSource(s.reg(y, w))
}

// modular selects what depends only on the low bits of its operands, and min and max.
func (s *selector) modular(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	w, room := int(s.values[v].width), s.room(v)
	x := s.f.Arg(i, 0)
	if op == ir.OpNot {
		if s.f.TypeOf(v) == ir.Bool {
			// A bool is 0 or 1 in 8 bits; flipping bit 0 leaves it one.
			s.alu(&aluXor, 32, dst, s.narrow(x), immSource(1))
			return
		}
		s.inPlace(unNot[size(room)], dst, s.low(x, w))
		return
	}
	y := s.f.Arg(i, 1)
	// The immediate is the second operand.
	if _, ok := s.immediate(x, room); ok && op.Is(ir.Commutes) {
		x, y = y, x
	}
	if b := alus[op]; b != nil {
		s.alu(b, room, dst, s.low(x, w), s.term(y, w, room))
		return
	}
	switch op {
	case ir.OpMul:
		t := s.term(y, w, room)
		// IMUL has a form with three operands for immediates, which overwrites nothing.
		if t.kind == x86.KImm {
			s.imulImm(room, dst, regSource(s.low(x, w)), t.imm)
			return
		}
		a, t := s.dying(s.low(x, w), t)
		s.over(imuls[size(room)], dst, a, t)
	case ir.OpMin, ir.OpMax:
		s.choose(i, op, v, dst)
	case ir.OpClMul:
		s.clmul(x, y, v, dst)
	}
}

// choose selects min and max by a comparison wide enough for both.
func (s *selector) choose(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	w, signed, ok := s.common(x, y)
	if !ok {
		s.refuse(v, "%s of a signed and an unsigned number of 64 bits", op)
	}
	// There is no CMOV of 8 bits.
	w = max(w, 32)
	a, b := s.reg(x.Value, w), s.reg(y.Value, w)
	s.compare(w, a, regSource(b))
	c := x86.A
	if signed {
		c = x86.G
	}
	// a > b: for min take b, else a; max the other way round.
	if op == ir.OpMax {
		c = swapped(c)
	}
	s.cmov(c, w, dst, a, regSource(b))
}

// extension selects sext and zext of fewer bits than the result has room for.
func (s *selector) extension(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := s.f.Arg(i, 0)
	n := int(min(s.f.Attr(i).Imm, 64))
	have := int(s.values[x].width)
	switch n {
	// Those that MOVZX, MOVSX and MOV have rows for.
	case 8, 16, 32:
		if have >= n {
			s.extendFrom(dst, s.rm(x, n), n, 64, op == ir.OpSExt)
			return
		}
	case 64:
		s.move(dst, s.reg(x, 64))
		return
	}
	if op == ir.OpSExt && have < n { // it has no more bits
		s.move(dst, s.wide(x))
		return
	}
	room := 64
	a := s.reg(x, facts.Container(n))
	if op == ir.OpZExt {
		if n < 32 {
			s.alu(&aluAnd, 32, dst, a, immSource(1<<uint(n)-1))
			return
		}
		if n == 32 {
			s.extend(dst, a, 32, 64, false)
			return
		}
	}
	t := s.shiftImm(&shShl, room, 0, a, int64(room-n))
	h := &shShr
	if op == ir.OpSExt {
		h = &shSar
	}
	// Elsewhere two shifts: left until the bit n-1 is the topmost, and back with zeros or the
	// sign.
	s.shiftImm(h, room, dst, t, int64(room-n))
}

// reinterpret selects freeze and bitcast that are not the same register.
func (s *selector) reinterpret(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := s.f.Arg(i, 0)
	if s.f.TypeOf(v).Kind() == ir.KindVec && s.class(x) == mach.GPR {
		s.maskOf(x, s.f.TypeOf(v), dst)
		return
	}
	from := s.narrow(x)
	switch {
	case s.f.TypeOf(v) == ir.Bool && op == ir.OpFreeze:
		// A poison bool may have been any byte; from here on it is one truth value.
		s.alu(&aluAnd, 32, dst, from, immSource(1))
	case s.class(x) == s.class(v):
		if s.values[x].int {
			// The bits of an int are read at the width of the result.
			from = s.reg(x, int(s.values[v].width))
		}
		s.move(dst, from)
	case s.class(x) == mach.Vec && s.values[v].width == 64:
		s.unary2(x86.MOVQ_rm64_x, dst, from)
	case s.class(x) == mach.Vec:
		s.unary2(x86.MOVD_rm32_x, dst, from)
	case s.f.TypeOf(v).Kind() == ir.KindFloat && s.f.TypeOf(v).FloatBits() == 32:
		if s.values[x].int {
			from = s.reg(x, 32)
		}
		s.unary(x86.MOVD_x_rm32, dst, regSource(from))
	default:
		s.unary(x86.MOVQ_x_rm64, dst, regSource(s.reg(x, 64)))
	}
}

// unary2 is a row that writes its r/m operand.
func (s *selector) unary2(op x86.Op, dst, x mach.VReg) {
	i := s.begin(mach.Row, op)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1] = x86.R(s.def(i, dst)), from
}

// split selects the high part a >> N and the low N bits.
func (s *selector) split(i ir.Inst) {
	x := s.f.Operand(i, 0)
	n := int64(s.f.Attr(i).N)
	hi, lo := s.f.Result(i, 0), s.f.Result(i, 1)
	if s.product(x.Value, n, hi, lo) {
		return
	}
	if r := &s.values[hi]; r.narrow != 0 || r.wide != 0 {
		dst := s.narrow(hi)
		s.shiftRight(x.Value, n, dst)
		s.widen(hi)
	}
	if r := &s.values[lo]; r.narrow != 0 || r.wide != 0 {
		dst := s.narrow(lo)
		w := int(s.values[lo].width)
		switch {
		case n >= 64 || int(n) >= w && int(s.values[x.Value].width) <= w:
			s.move(dst, s.reg(x.Value, w))
		case n == 8 || n == 16 || n == 32:
			s.extend(dst, s.reg(x.Value, int(n)), int(n), 64, false)
		default:
			t := s.shiftImm(&shShl, 64, 0, s.reg(x.Value, facts.Container(int(n))), 64-n)
			s.shiftImm(&shShr, 64, dst, t, 64-n)
		}
		s.widen(lo)
	}
}

// product selects the split of a product of 128 bits, which no register holds, in its halves: the
// rules mul_high_u and mul_high_s with the low half besides.
func (s *selector) product(p ir.Value, n int64, hi, lo ir.Value) bool {
	i := s.f.Def(p)
	if n != 64 || s.values[p].width != 0 || i == ir.NoInst || s.f.Op(i) != ir.OpMul {
		return false
	}
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	if r := &s.values[hi]; r.narrow == 0 && r.wide == 0 {
		s.lowProduct(x.Value, y.Value, s.result(lo))
		s.widen(lo)
		return true
	}
	_, signed, ok := s.common(x, y)
	if !ok {
		s.refuse(p, "a product of a signed and an unsigned number of 64 bits")
	}
	op := x86.MUL_rm64
	if signed {
		op = x86.IMUL_rm64
	}
	a, b := s.wide(x.Value), s.wide(y.Value)
	k := s.begin(mach.Row, op)
	s.useIn(k, a, x86.RAX)
	k.X.Args[0] = x86.R(s.useAny(k, b))
	s.defIn(k, s.result(lo), x86.RAX)
	s.defIn(k, s.result(hi), x86.RDX)
	s.widen(hi)
	s.widen(lo)
	return true
}

// lowProduct is the low half of a product of 64 bits, which is the same with a sign and without.
func (s *selector) lowProduct(x, y ir.Value, dst mach.VReg) {
	if _, ok := s.immediate(x, 64); ok {
		x, y = y, x
	}
	if n, ok := s.immediate(y, 64); ok {
		s.imulImm(64, dst, regSource(s.wide(x)), n)
		return
	}
	a, b := s.dying(s.wide(x), regSource(s.wide(y)))
	s.over(imuls[size(64)], dst, a, b)
}

// shiftRight is dst = x >> n for a constant.
func (s *selector) shiftRight(x ir.Value, n int64, dst mach.VReg) {
	r := &s.values[x]
	w := max(int(r.width), 32)
	h := &shShr
	if r.signed {
		h = &shSar
	}
	a := s.reg(x, w)
	// The processor would reduce the count: such a shift leaves 0 or the sign.
	if n >= int64(w) {
		if !r.signed {
			s.constant(dst, 0)
			return
		}
		n = int64(w) - 1
	}
	s.shiftImm(h, w, dst, a, n)
}
