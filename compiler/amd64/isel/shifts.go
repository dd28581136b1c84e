package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// shifts selects shifts and rotations.
func (s *selector) shifts(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	switch op {
	case ir.OpShl:
		s.shiftLeft(i, v, dst)
	case ir.OpShr:
		s.shiftRightBy(i, v, dst)
	default:
		s.rotate(i, op, v, dst)
	}
}

// amountBelow says that y is known to be at least 0 and below n.
func (s *selector) amountBelow(y ir.Operand, n int) bool {
	if c, ok := s.smallConst(y.Value); ok {
		return c >= 0 && c < int64(n)
	}
	// A bound of 31 bits keeps the shift of 1 in range; a greater span is not below any width anyhow.
	bits, signed := s.span(y)
	return !signed && bits < 31 && 1<<uint(bits) <= n || s.masked(y.Value, n)
}

// masked says that y is x & c for a constant 0 <= c < n.
// The mask holds for whatever x is, so the sign of x does not matter.
func (s *selector) masked(y ir.Value, n int) bool {
	i := s.f.Def(y)
	if i == ir.NoInst || s.f.Op(i) != ir.OpAnd {
		return false
	}
	c, ok := s.smallConst(s.f.Arg(i, 1))
	return ok && c >= 0 && c < int64(n)
}

// count is the register for the amount y of a shift of w bits. The processor masks it itself.
func (s *selector) count(y ir.Value, w int) mach.VReg {
	if i, ok := s.inside(y, ir.OpAnd); ok {
		if c, ok := s.smallConst(s.f.Arg(i, 1)); ok && c == int64(w-1) {
			return s.narrow(s.f.Arg(i, 0))
		}
	}
	return s.narrow(y)
}

// shiftLeft selects shl. An amount of w or more is right too where the result has a claim: then x
// is 0, or the result is poison.
// Only width bits of the operand matter, as bits only move up.
func (s *selector) shiftLeft(i ir.Inst, v ir.Value, dst mach.VReg) {
	w, room := int(s.values[v].width), s.room(v)
	x, y := s.f.Arg(i, 0), s.f.Operand(i, 1)
	a := s.reg(x, w)
	if n, ok := s.smallConst(y.Value); ok {
		switch {
		// A negative amount is poison, for which 0 will do.
		case n < 0 || n >= int64(w):
			s.constant(dst, 0)
		default:
			s.shiftImm(&shShl, room, dst, a, n)
		}
		return
	}
	if _, claimed := s.claimed(v); !claimed && !s.amountBelow(y, room) {
		// Only low bits are looked at, and they are 0 for an amount of w or more.
		t := s.shiftBy(&shShl, shlxs, room, 0, a, s.narrow(y.Value))
		s.clear(dst, t, y.Value, room)
		return
	}
	s.shiftBy(&shShl, shlxs, room, dst, a, s.count(y.Value, room))
}

// claimed says whether all of v is claimed to fit its container, not only looked at there.
// A claim :iN says what is looked at and nothing of the number, so it has no range.
func (s *selector) claimed(v ir.Value) (int, bool) {
	n, _, ok := s.f.AnnotOf(v).Range()
	return int(n), ok && int(n) <= int(s.values[v].width)
}

// clear is dst = t if y < w, else 0.
// The amount is compared at its own width, as an unsigned number; the shift before took it modulo its size.
func (s *selector) clear(dst, t mach.VReg, y ir.Value, w int) {
	zero := s.constant(0, 0)
	yw := int(s.values[y].width)
	s.compare(yw, s.narrow(y), immSource(int64(w)))
	// Zero was made before the comparison, so that the flags are still those.
	s.cmov(x86.AE, max(w, 32), dst, t, regSource(zero))
}

// shiftBy shifts by a register.
// SHLX and its siblings change no flags and want no fixed register, so they come first where there are any.
func (s *selector) shiftBy(h *shift, rows sized, w int, dst, x, y mach.VReg) mach.VReg {
	if s.has.bmi2 && rows[size(w)] != 0 {
		return s.shiftX(rows, w, dst, regSource(x), y)
	}
	return s.shiftCL(h, w, dst, x, y)
}

// shiftRightBy selects shr, which floors: any amount has a result.
// Beyond the width an unsigned number gives 0 and a signed one its sign: shifts by 63 of 64 bits are as good.
func (s *selector) shiftRightBy(i ir.Inst, v ir.Value, dst mach.VReg) {
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	if n, ok := s.smallConst(y.Value); ok {
		if n < 0 {
			n = 0
		}
		s.shiftRight(x.Value, n, dst)
		return
	}
	r := &s.values[x.Value]
	h, rows := &shShr, shrxs
	// The sign of the range decides, not a claim: an arithmetic shift of a number without a sign would copy its
	// top bit.
	if r.signed {
		h, rows = &shSar, sarxs
	}
	w := max(int(r.width), 32)
	// At 64 bits the amount is in bounds, and the operand is extended according to its sign.
	if !s.amountBelow(y, w) && w == 32 && s.amountBelow(y, 64) {
		w = 64
	}
	if s.amountBelow(y, w) {
		s.shiftBy(h, rows, w, dst, s.reg(x.Value, w), s.count(y.Value, w))
		return
	}
	w = 64
	a, n := s.wide(x.Value), s.wide(y.Value)
	if !r.signed {
		t := s.shiftBy(h, rows, w, 0, a, n)
		zero := s.constant(0, 0)
		s.compare(64, n, immSource(64))
		// The shift took the amount modulo 64, so that t is wrong there.
		s.cmov(x86.AE, 64, dst, t, regSource(zero))
		return
	}
	top := s.constant(0, 63)
	s.compare(64, n, immSource(63))
	n = s.cmov(x86.A, 64, 0, n, regSource(top))
	s.shiftBy(h, rows, w, dst, a, n)
}

// rotation selects a sum of x << k, modulo 2^w, and x >> w-k, of a number of w bits that is not negative: no bit is in
// both, so that it does not matter how they are put together.
func (s *selector) rotation(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) bool {
	w := int(s.values[v].width)
	if op != ir.OpOr && op != ir.OpXor && op != ir.OpAdd || w < 32 || s.opt.Opt == 0 {
		return false
	}
	for n := range 2 {
		x, k, ok := s.shiftedLeft(s.f.Arg(i, n), w)
		if !ok {
			continue
		}
		d := s.f.Def(s.f.Arg(i, 1-n))
		if d == ir.NoInst || s.f.Op(d) != ir.OpShr || s.values[s.f.Arg(d, 0)].alias != s.values[x].alias {
			continue
		}
		y := s.f.Operand(d, 0)
		if c, ok := s.smallConst(s.f.Arg(d, 1)); ok && c == int64(w)-k && s.inU(ir.Operand{Value: y.Value}, w) && int(s.values[y.Value].width) >= w {
			s.shiftImm(&shRol, w, dst, s.narrow(y.Value), k)
			return true
		}
	}
	return false
}

// shiftedLeft says of which x, by how many bits from 1 to w-1, v is a shift modulo 2^w.
func (s *selector) shiftedLeft(v ir.Value, w int) (x ir.Value, k int64, ok bool) {
	f := s.f
	d := f.Def(v)
	cut := false
	for d != ir.NoInst && f.Op(d) == ir.OpZExt && (int(f.Attr(d).Imm) == w || cut && int(f.Attr(d).Imm) >= w) {
		cut = true
		d = f.Def(f.Arg(d, 0))
	}
	// Without an extension the shift itself has no more bits, or none that anything looks at.
	if d == ir.NoInst || f.Op(d) != ir.OpShl || !cut && int(s.values[f.Result(d, 0)].width) != w {
		return 0, 0, false
	}
	k, ok = s.smallConst(f.Arg(d, 1))
	return f.Arg(d, 0), k, ok && k > 0 && k < int64(w)
}

// rotate selects a rotation of the low N bits.
// The result is a number of N bits without a sign, so that rotations at 8 and 16 bits are extended afterwards.
func (s *selector) rotate(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	n := int(s.f.Attr(i).N)
	x, y := s.f.Arg(i, 0), s.f.Arg(i, 1)
	if n > 64 {
		s.refuse(v, "a rotation of %d bits", n)
	}
	h := &shRol
	if op == ir.OpRotateRight {
		h = &shRor
	}
	whole := n == 8 || n == 16 || n == 32 || n == 64
	c, isConst := s.smallConst(y)
	switch {
	case whole && isConst:
		c = ((c % int64(n)) + int64(n)) % int64(n)
		t := dst
		if n < 32 {
			t = s.temp(mach.GPR)
		}
		s.shiftImm(h, n, t, s.reg(x, n), c)
		if n < 32 {
			s.extend(dst, t, n, 64, false)
		}
	case whole:
		// The amount is taken modulo N; modulo 2^8 is enough, since N divides it.
		t := dst
		if n < 32 {
			t = s.temp(mach.GPR)
		}
		s.shiftCL(h, n, t, s.reg(x, n), s.narrow(y))
		if n < 32 {
			s.extend(dst, t, n, 64, false)
		}
	default:
		s.rotateOdd(op, n, x, y, dst)
	}
}

// rotateOdd rotates the low n bits, n being no operand size: k = y mod n, x' the low n bits, the
// result (x' << k | x' >> (n-k)) mod 2^n.
// n is below 64, so that neither shift is by 64 or more: k is from 0 to n, and n-k as well.
func (s *selector) rotateOdd(op ir.Op, n int, x, y ir.Value, dst mach.VReg) {
	low := s.lowBits(s.reg(x, facts.Container(n)), n)
	var k mach.VReg
	if c, ok := s.smallConst(y); ok {
		c = ((c % int64(n)) + int64(n)) % int64(n)
		if op == ir.OpRotateRight {
			c = (int64(n) - c) % int64(n)
		}
		k = s.constant(0, c)
	} else {
		k = s.temp(mach.GPR)
		m := s.constant(0, int64(n))
		a := s.wide(y)
		// The Euclidean remainder, which is never negative.
		if s.values[y].signed {
			s.signedDivision(ir.OpRem, 64, a, m, k)
		} else {
			s.divide(divs, 64, a, s.constant(0, 0), m, s.temp(mach.GPR), k)
		}
		if op == ir.OpRotateRight {
			t := s.alu(&aluSub, 64, 0, s.constant(0, int64(n)), regSource(k))
			k = t
		}
	}
	left := s.shiftCL(&shShl, 64, 0, low, k)
	back := s.alu(&aluSub, 64, 0, s.constant(0, int64(n)), regSource(k))
	right := s.shiftCL(&shShr, 64, 0, low, back)
	all := s.alu(&aluOr, 64, 0, left, regSource(right))
	s.move(dst, s.lowBits(all, n))
}

// lowBits is the low n bits of x, which has 64.
// Masks of fewer than 32 bits are immediates, where the sign extension of the immediate adds nothing; longer
// ones take two shifts.
func (s *selector) lowBits(x mach.VReg, n int) mach.VReg {
	switch {
	case n >= 64:
		return x
	case n < 32:
		return s.alu(&aluAnd, 32, 0, x, immSource(1<<uint(n)-1))
	case n == 32:
		return s.extend(0, x, 32, 64, false)
	}
	t := s.shiftImm(&shShl, 64, 0, x, int64(64-n))
	return s.shiftImm(&shShr, 64, 0, t, int64(64-n))
}

// bits selects the operations on single bits and bytes.
func (s *selector) bits(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := s.f.Arg(i, 0)
	n := int(s.f.Attr(i).N)
	switch op {
	case ir.OpCountOnes:
		s.popcount(s.wide(x), 64, dst)
	case ir.OpCountLeadingZeros:
		s.leadingZeros(x, n, dst)
	case ir.OpCountTrailingZeros:
		w := max(int(s.values[x].width), 32)
		a := s.reg(x, w)
		if s.has.bmi1 {
			s.unary(tzcnts[size(w)], dst, regSource(a))
		} else {
			// BSF leaves its destination undefined for 0, and poison may be anything.
			s.unary(bsfs[size(w)], dst, regSource(a)) // of 0 it is poison
		}
	case ir.OpBSwap:
		s.byteSwap(x, n, v, dst)
	case ir.OpBitReverse:
		s.reverse(x, n, v, dst)
	case ir.OpMerge:
		s.merge(x, s.f.Arg(i, 1), n, v, dst)
	}
}

// popcount counts the ones of x, in parallel where there is no instruction for it (Warren,
// Hacker's Delight, 5-1).
func (s *selector) popcount(x mach.VReg, w int, dst mach.VReg) {
	if s.has.popcnt {
		s.unary(popcnts[size(w)], dst, regSource(x))
		return
	}
	m1, m2, m4 := s.constant(0, 0x5555555555555555), s.constant(0, 0x3333333333333333), s.constant(0, 0x0f0f0f0f0f0f0f0f)
	t := s.shiftImm(&shShr, 64, 0, x, 1)
	t = s.alu(&aluAnd, 64, 0, t, regSource(m1))
	a := s.alu(&aluSub, 64, 0, x, regSource(t))
	t = s.shiftImm(&shShr, 64, 0, a, 2)
	t = s.alu(&aluAnd, 64, 0, t, regSource(m2))
	a = s.alu(&aluAnd, 64, 0, a, regSource(m2))
	a = s.alu(&aluAdd, 64, 0, a, regSource(t))
	t = s.shiftImm(&shShr, 64, 0, a, 4)
	a = s.alu(&aluAdd, 64, 0, a, regSource(t))
	a = s.alu(&aluAnd, 64, 0, a, regSource(m4))
	a = s.over(imuls[3], s.temp(mach.GPR), a, regSource(s.constant(0, 0x0101010101010101)))
	s.shiftImm(&shShr, 64, dst, a, 56)
}

// leadingZeros counts the zeros above the highest one in the low n bits.
// The instructions count in 32 or 64 bits: what they count above n is taken off.
func (s *selector) leadingZeros(x ir.Value, n int, dst mach.VReg) {
	if n > 64 {
		s.refuse(x, "leading zeros of %d bits", n)
	}
	low := s.lowBits(s.reg(x, facts.Container(n)), n)
	w := 64
	if n <= 32 {
		w = 32
	}
	if s.has.lzcnt {
		if n == w {
			s.unary(lzcnts[size(w)], dst, regSource(low))
			return
		}
		t := s.unary(lzcnts[size(w)], s.temp(mach.GPR), regSource(low))
		s.alu(&aluSub, 32, dst, t, immSource(int64(w-n)))
		return
	}
	// bsr of 2x+1 is 1 more than of x, and 0 for 0.
	if n == 64 {
		t := s.unary(bsrs[3], s.temp(mach.GPR), regSource(s.alu(&aluOr, 64, 0, low, immSource(1))))
		// 63 - t for t from 0 to 63. The operand was or-ed with 1, so that BSR never sees 0; that case is told
		// apart below.
		k := s.alu(&aluXor, 32, 0, t, immSource(63))
		all := s.constant(0, 64)
		s.test(64, low, regSource(low))
		s.cmov(x86.E, 32, dst, k, regSource(all))
		return
	}
	// With n below 64 the double fits, and by lea it costs one instruction.
	d := s.lea(64, 0, address{base: low, index: low, scale: 1, disp: 1})
	t := s.unary(bsrs[3], s.temp(mach.GPR), regSource(d))
	s.alu(&aluSub, 32, dst, s.constant(0, int64(n)), regSource(t))
}

// byteSwap reverses the low n bytes.
// The swap of the whole register leaves the low n bytes reversed at its top.
func (s *selector) byteSwap(x ir.Value, n int, v ir.Value, dst mach.VReg) {
	if n > 8 {
		s.refuse(v, "bswap of %d bytes", n)
	}
	w := 64
	if n <= 4 {
		w = 32
	}
	a := s.reg(x, facts.Container(8*n))
	if 8*n == w {
		s.inPlace(swaps[size(w)], dst, a)
		return
	}
	t := s.inPlace(swaps[size(w)], s.temp(mach.GPR), a)
	s.shiftImm(&shShr, w, dst, t, int64(w-8*n))
}

// reverse reverses the low n bits: pairs, then groups of two and four, then bytes, then what is
// too much is shifted out.
// Reversing all 64 bits brings the low n to the top, whatever stood above them.
func (s *selector) reverse(x ir.Value, n int, v ir.Value, dst mach.VReg) {
	if n > 64 {
		s.refuse(v, "bit_reverse of %d bits", n)
	}
	a := s.reg(x, facts.Container(n))
	for _, step := range []struct{ by, mask int64 }{{1, 0x5555555555555555}, {2, 0x3333333333333333}, {4, 0x0f0f0f0f0f0f0f0f}} {
		m := s.constant(0, step.mask)
		hi := s.shiftImm(&shShr, 64, 0, a, step.by)
		hi = s.alu(&aluAnd, 64, 0, hi, regSource(m))
		lo := s.alu(&aluAnd, 64, 0, a, regSource(m))
		lo = s.shiftImm(&shShl, 64, 0, lo, step.by)
		a = s.alu(&aluOr, 64, 0, hi, regSource(lo))
	}
	if n == 64 {
		s.inPlace(swaps[3], dst, a)
		return
	}
	a = s.inPlace(swaps[3], s.temp(mach.GPR), a)
	s.shiftImm(&shShr, 64, dst, a, int64(64-n))
}

// merge is x with its low n bits replaced by those of y.
// Two shifts clear the low bits for any n; x goes in at 64 bits, as its upper bits stay.
func (s *selector) merge(x, y ir.Value, n int, v ir.Value, dst mach.VReg) {
	w := int(s.values[v].width)
	if n >= w {
		s.move(dst, s.reg(y, w))
		return
	}
	low := s.lowBits(s.reg(y, facts.Container(n)), n)
	a := s.wide(x)
	t := s.shiftImm(&shShr, 64, 0, a, int64(n))
	t = s.shiftImm(&shShl, 64, 0, t, int64(n))
	s.alu(&aluOr, 64, dst, t, regSource(low))
}

// clmul multiplies without carries: by its instruction, or bit by bit.
// Only the low 64 bits of the product are taken.
func (s *selector) clmul(x, y ir.Value, v ir.Value, dst mach.VReg) {
	a, b := s.wide(x), s.wide(y)
	if s.has.pclmul {
		p := s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(a))
		q := s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(b))
		r := s.over(x86.PCLMULQDQ_x_xm128_imm8, s.temp(mach.Vec), p, regSource(q))
		s.last().X.Args[2] = x86.I(0)
		s.unary2(x86.MOVQ_rm64_x, dst, r)
		return
	}
	sum := s.constant(0, 0)
	// As many steps as y can have bits: the code is no loop, so that its size grows with them.
	for range s.values[y].bits {
		m := s.alu(&aluAnd, 32, 0, b, immSource(1))
		m = s.inPlace(unNeg[3], s.temp(mach.GPR), m)
		m = s.alu(&aluAnd, 64, 0, m, regSource(a))
		sum = s.alu(&aluXor, 64, 0, sum, regSource(m))
		a = s.alu(&aluAdd, 64, 0, a, regSource(a))
		b = s.shiftImm(&shShr, 64, 0, b, 1)
	}
	s.move(dst, sum)
}
