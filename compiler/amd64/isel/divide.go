package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// A division by zero is poison and so is a quotient that does not fit, where the instructions
// fault. And an operand that is poison may be any number, whatever its range is said to be. So a
// divisor that is no constant is made harmless first: 0 becomes 1, and of a signed division by -1
// both operands change sign, where the quotient could overflow.

// division selects div, rem, tdiv, trem.
func (s *selector) division(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	w, signed, ok := s.common(x, y)
	if !ok {
		s.refuse(v, "a division of a signed and an unsigned number of 64 bits")
	}
	w = max(w, 32)
	notZero, notMinus := s.excluded(y.Value)
	// The dividend is extended, so that its register holds a number of 32 bits whatever was above it.
	if signed && w == 32 && !notMinus {
		// -2^31 / -1 is 2^31, which 64 bits hold.
		w = 64 // where no quotient of 32 bits overflows
	}
	a := s.reg(x.Value, w)
	b := s.reg(y.Value, w)
	if !notZero {
		b = s.divisor(b, w)
	}
	if !signed {
		q, r := s.temp(mach.GPR), s.temp(mach.GPR)
		if op == ir.OpDiv || op == ir.OpTDiv {
			q = dst
		} else {
			r = dst
		}
		// The upper half of the dividend is 0, so that the quotient fits for every divisor but 0.
		s.divide(divs, w, a, s.constant(0, 0), b, q, r)
		return
	}
	// Without the instruction, which would fault for the least number; the negation wraps instead.
	if n, ok := s.smallConst(y.Value); ok && n == -1 {
		if op == ir.OpDiv || op == ir.OpTDiv {
			s.inPlace(unNeg[size(w)], dst, a)
		} else {
			s.constant(dst, 0)
		}
		return
	}
	if !notMinus && int(s.values[x.Value].width) == w {
		a, b = s.positive(w, a, b)
	}
	s.signedDivision(op, w, a, b, dst)
}

// longDivision selects the division of two words that are merged, which legalization only makes where the
// divisor is greater than the high word, whatever they hold.
// That the high word is below the divisor is what keeps the quotient in 64 bits: else DIV faults.
func (s *selector) longDivision(i ir.Inst, op ir.Op, v ir.Value) bool {
	x := s.f.Arg(i, 0)
	m := s.f.Def(x)
	if s.values[x].width != 0 || m == ir.NoInst || s.f.Op(m) != ir.OpMerge || s.f.Attr(m).N != 64 {
		return false
	}
	k := s.f.Def(s.f.Arg(m, 0))
	high, low, y := s.wide(s.f.Arg(k, 0)), s.wide(s.f.Arg(m, 1)), s.wide(s.f.Arg(i, 1))
	q, r := s.result(v), mach.VReg(0)
	if op == ir.OpTRem {
		q, r = r, q
	}
	s.divide(divs, 64, low, high, y, q, r)
	return true
}

// isConst says that v is a constant other than 0.
// 0 is left out, as it is asked about divisors.
func (s *selector) isConst(v ir.Value) bool {
	n, _, ok := s.constOf(v)
	return ok && n != 0
}

// excluded says whether the register of y is seen not to hold 0, and not -1: a constant, or
// select(y' = 0, 1, y') as legalization makes it, with y' = -1 in the condition too or not.
// Ranges are not asked: a value that is poison may hold anything, whatever its range, and a fault is an effect
// that the program does not have.
func (s *selector) excluded(y ir.Value) (zero, minus bool) {
	if n, _, ok := s.constOf(y); ok {
		return n != 0, n != -1
	}
	i := s.f.Def(y)
	if i == ir.NoInst || s.f.Op(i) != ir.OpSelect {
		return false, false
	}
	from := s.f.Arg(i, 2)
	n, ok := s.smallConst(s.f.Arg(i, 1))
	// At other widths the comparison and the division would not look at the same bits.
	if !ok || n == 0 || n == -1 || s.values[from].width != s.values[y].width {
		return false, false
	}
	// An alternative replaces y in each of its cases, so that each part of it excludes its own number.
	var look func(c ir.Value)
	look = func(c ir.Value) {
		k := s.f.Def(c)
		switch {
		case k == ir.NoInst:
		case s.f.Op(k) == ir.OpBOr:
			look(s.f.Arg(k, 0))
			look(s.f.Arg(k, 1))
		case s.f.Op(k) == ir.OpICmp && s.f.Attr(k).Pred == ir.EQ && s.f.Arg(k, 0) == from:
			n, ok := s.smallConst(s.f.Arg(k, 1))
			zero = zero || ok && n == 0
			minus = minus || ok && n == -1
		}
	}
	look(s.f.Arg(i, 0))
	return zero, minus
}

// divisor is b with 0 replaced by 1.
// 0 + carry is 1, and any other unsigned number is not below 1, so that nothing is added.
func (s *selector) divisor(b mach.VReg, w int) mach.VReg {
	s.compare(w, b, immSource(1)) // the carry is set for 0 only
	return s.alu(&aluAdc, w, 0, b, immSource(0))
}

// positive replaces a / -1 by -a / 1.
// -a / 1 is right for the least a as well: both wrap to it, and the quotient is poison there.
func (s *selector) positive(w int, a, b mach.VReg) (mach.VReg, mach.VReg) {
	// Before the comparison, as a negation changes the flags.
	neg := s.inPlace(unNeg[size(w)], s.temp(mach.GPR), a)
	one := s.constant(0, 1)
	s.compare(w, b, immSource(-1))
	a2 := s.cmov(x86.E, w, 0, a, regSource(neg))
	// cmov does not change the flags.
	b2 := s.cmov(x86.E, w, 0, b, regSource(one))
	return a2, b2
}

// signedDivision divides a by b, which does not fault. The Euclidean quotient and remainder come
// from the truncated ones: a negative remainder gets |b| added, and the quotient is one away from
// zero then.
// What is not asked of the instruction goes to a register that nothing reads.
func (s *selector) signedDivision(op ir.Op, w int, a, b, dst mach.VReg) {
	q, r := s.temp(mach.GPR), s.temp(mach.GPR)
	switch op {
	case ir.OpTDiv:
		q = dst
	case ir.OpTRem:
		r = dst
	}
	s.divide(idivs, w, a, s.sign(w, a), b, q, r)
	if op == ir.OpTDiv || op == ir.OpTRem {
		return
	}
	top := int64(w - 1)
	m := s.shiftImm(&shSar, w, 0, r, top) // -1 if the remainder is negative
	t := s.shiftImm(&shSar, w, 0, b, top) // -1 if b is negative
	if op == ir.OpDiv {
		// q - m for negative b, q + m for positive: q + (m ^ t) - t masked by m.
		u := s.alu(&aluOr, w, 0, t, immSource(1)) // -1 or 1
		u = s.alu(&aluAnd, w, 0, u, regSource(m))
		s.alu(&aluSub, w, dst, q, regSource(u))
		return
	}
	u := s.alu(&aluXor, w, 0, b, regSource(t))
	u = s.alu(&aluSub, w, 0, u, regSource(t)) // |b|
	u = s.alu(&aluAnd, w, 0, u, regSource(m))
	s.alu(&aluAdd, w, dst, r, regSource(u))
}
