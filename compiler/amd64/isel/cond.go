package isel

import (
	mathbits "math/bits"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// span is the range of an operand: of its value, or what the use claims if that is narrower.
func (s *selector) span(o ir.Operand) (bits int, signed bool) {
	r := &s.values[o.Value]
	bits, signed = int(r.bits), r.signed
	if o.Annot != ir.NoAnnot {
		// An annotation on a use outside of its range is poison or undefined behaviour, so it may
		// be believed for this use only.
		if n, sg, ok := o.Annot.Range(); ok && int(n) <= bits {
			return int(n), sg
		}
	}
	if n, big, ok := s.constOf(o.Value); ok && !big {
		if n < 0 {
			// -2^(n-1) needs n bits with the sign.
			return mathbits.Len64(uint64(^n)) + 1, true
		}
		return mathbits.Len64(uint64(n)), false
	}
	return bits, signed
}

// inS and inU say that an operand is known to be in :sW or :uW.
func (s *selector) inS(o ir.Operand, w int) bool {
	n, signed := s.span(o)
	return n < w || n == w && signed
}

func (s *selector) inU(o ir.Operand, w int) bool {
	n, signed := s.span(o)
	return n <= w && !signed
}

// common is the least operand size at which x and y can be compared, both as signed or both as
// unsigned numbers.
func (s *selector) common(x, y ir.Operand) (w int, signed, ok bool) {
	for w := 8; w <= 64; w *= 2 {
		switch {
		case s.inU(x, w) && s.inU(y, w):
			return w, false, true
		// Unsigned first: it holds at half the size more often, and either is right.
		case s.inS(x, w) && s.inS(y, w):
			return w, true, true
		}
	}
	return 0, false, false
}

var (
	// By predicate. Both tables give what Jcc, SETcc and CMOVcc test after CMP (SDM volume 1,
	// appendix EFLAGS Condition Codes).
	signedCond   = [...]x86.Cond{ir.EQ: x86.E, ir.NE: x86.NE, ir.LT: x86.L, ir.LE: x86.LE, ir.GT: x86.G, ir.GE: x86.GE}
	unsignedCond = [...]x86.Cond{ir.EQ: x86.E, ir.NE: x86.NE, ir.LT: x86.B, ir.LE: x86.BE, ir.GT: x86.A, ir.GE: x86.AE}
)

// swapped is the condition that holds after comparing y with x where c holds after comparing x with y.
func swapped(c x86.Cond) x86.Cond {
	switch c {
	// Only the conditions that min and max ask about; equality does not change.
	case x86.A:
		return x86.B
	case x86.G:
		return x86.L
	}
	return c
}

// flags makes the flags tell the truth value v, and returns the condition for true. Nothing may
// be selected between this and the instruction that reads the flags.
func (s *selector) flags(v ir.Value) x86.Cond {
	i := s.f.Def(v)
	// Outside of this loop: its register is tested; the comparison itself must not be repeated
	// inside.
	if i == ir.NoInst || s.hoisted(i) {
		return s.testBool(v)
	}
	switch s.f.Op(i) {
	// A comparison may be done again at each reader: it costs as much as a test of its bool.
	case ir.OpICmp:
		return s.icmpFlags(i)
	case ir.OpFCmp:
		if c, ok := s.fcmpCond(i); ok {
			s.fcmpFlags(i)
			return c
		}
	case ir.OpIntToBool:
		// With other readers the bool is in a register anyway.
		if s.values[v].uses == 1 {
			return s.nonZero(s.f.Operand(i, 0))
		}
	case ir.OpNot:
		if s.values[v].uses == 1 {
			return s.flags(s.f.Arg(i, 0)).Not()
		}
	case ir.OpBAnd:
		if s.values[v].uses == 1 {
			// Bools are 0 or 1 in their low 8 bits, so the and of two bools is what TEST sets ZF
			// by.
			s.test(8, s.narrow(s.f.Arg(i, 0)), regSource(s.narrow(s.f.Arg(i, 1))))
			return x86.NE
		}
	}
	return s.testBool(v)
}

// testBool compares a bool in a register with false.
func (s *selector) testBool(v ir.Value) x86.Cond {
	r := s.narrow(v)
	s.test(8, r, regSource(r))
	return x86.NE
}

// truth is the bool that int v is 1 or 0 of.
func (s *selector) truth(v ir.Value) (b ir.Value, neg, ok bool) {
	if i, ok := s.inside(v, ir.OpBoolToInt); ok {
		return s.f.Arg(i, 0), false, true
	}
	// Two constants, exactly one of them zero: comparing with zero asks for the bool again.
	if i, ok := s.inside(v, ir.OpSelect); ok {
		x, okX := s.smallConst(s.f.Arg(i, 1))
		y, okY := s.smallConst(s.f.Arg(i, 2))
		if okX && okY && (x == 0) != (y == 0) {
			return s.f.Arg(i, 0), x == 0, true
		}
	}
	return ir.NoValue, false, false
}

// icmpFlags selects the comparison i.
func (s *selector) icmpFlags(i ir.Inst) x86.Cond {
	p := s.f.Attr(i).Pred
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	// CMP takes an immediate as its second operand only.
	if _, _, ok := s.constOf(x.Value); ok {
		x, y, p = y, x, p.Swapped()
	}
	n, isConst := s.smallConst(y.Value)
	if isConst && n == 0 && (p == ir.EQ || p == ir.NE) {
		if b, neg, ok := s.truth(x.Value); ok {
			c := s.flags(b)
			// Three negations meet: equal to zero, the arm that is zero, and the condition itself.
			if (p == ir.EQ) != neg {
				c = c.Not()
			}
			return c
		}
	}
	// Without a common size one operand has 64 bits unsigned and the other is negative at times.
	w, signed, ok := s.common(x, y)
	if !ok {
		return s.mixed(i, p, x, y)
	}
	if c, ok := s.steppedFlags(i, p, x, y, w, signed); ok {
		return c
	}
	zero := isConst && n == 0 && (p == ir.EQ || p == ir.NE)
	// The rules for two registers would take a constant that fits the instruction into one.
	_, fits := s.immediate(y.Value, w)
	if x.Value == s.f.Arg(i, 0) && !(zero && s.masks(x.Value)) && (!fits || n == 0 || signed) {
		if c, ok := s.ruleFlags(i, w); ok {
			return c
		}
	}
	c := unsignedCond[p]
	if signed {
		c = signedCond[p]
	}
	if zero {
		c := s.nonZero(x)
		if p == ir.EQ {
			c = c.Not()
		}
		return c
	}
	// The memory operand comes first; the second may be a register or an immediate of 32 bits.
	if m, ok := s.foldLoad(x.Value, w); ok {
		if n, ok := s.immediate(y.Value, w); ok {
			s.compareMem(w, &m, immSource(n))
		} else {
			s.compareMem(w, &m, regSource(s.reg(y.Value, w)))
		}
		return c
	}
	a, b := s.reg(x.Value, w), s.source(y.Value, w)
	s.compare(w, a, b)
	return c
}

// steppedFlags compares the next value of a counter, if that is better.
func (s *selector) steppedFlags(i ir.Inst, p ir.Pred, x, y ir.Operand, w int, signed bool) (x86.Cond, bool) {
	n, q, c, isConst, ok := s.stepped(i, p, x.Value, y.Value, w, signed)
	if !ok {
		x, y = y, x
		n, q, c, isConst, ok = s.stepped(i, p.Swapped(), x.Value, y.Value, w, signed)
	}
	if !ok {
		return 0, false
	}
	to := immSource(c)
	if !isConst {
		to = s.source(y.Value, w)
	}
	s.compare(w, s.narrow(n), to)
	if signed {
		return signedCond[q], true
	}
	return unsignedCond[q], true
}

// masks says that v is an and for which there is no proven test, so that it had better be tested
// by nonZero than made and compared.
func (s *selector) masks(v ir.Value) bool {
	if s.opOf(v) != ir.OpAnd {
		return false
	}
	n, ok := s.smallConst(s.f.Arg(s.f.Def(v), 1))
	// An immediate of TEST is sign-extended from 32 bits.
	return !ok || n < 0 || n >= 1<<31
}

// nonZero makes the flags tell whether x is not zero.
func (s *selector) nonZero(x ir.Operand) x86.Cond {
	if i, ok := s.inside(x.Value, ir.OpAnd); ok {
		w := int(s.values[x.Value].width)
		a, b := s.f.Arg(i, 0), s.f.Arg(i, 1)
		if n, ok := s.immediate(b, w); ok {
			s.testRule(w, a, n)
			return x86.NE
		}
		// A constant of more than 32 bits has to be in a register, which the code below sees to.
		if _, _, ok := s.constOf(b); !ok {
			s.test(w, s.reg(a, w), regSource(s.reg(b, w)))
			return x86.NE
		}
	}
	w := int(s.values[x.Value].width)
	if m, ok := s.foldLoad(x.Value, w); ok {
		s.compareMem(w, &m, immSource(0))
		return x86.NE
	}
	r := s.narrow(x.Value)
	s.test(w, r, regSource(r))
	return x86.NE
}

// mixed compares a number that may be negative with one that may be 2^63 or more. A negative one
// is below, and the others compare as unsigned.
func (s *selector) mixed(i ir.Inst, p ir.Pred, x, y ir.Operand) x86.Cond {
	// From here on x is the one that may be negative, so that one of the two orders is enough.
	if _, signed := s.span(y); signed {
		x, y, p = y, x, p.Swapped()
	}
	a, b := s.wide(x.Value), s.wide(y.Value)
	// less = x < 0 | x <u y, and so on: as a bool, since no condition says it.
	neg, rel := s.temp(mach.GPR), s.temp(mach.GPR)
	// Two flag-setting instructions in a row: the first result must be saved before the second.
	s.test(64, a, regSource(a))
	s.set(x86.S, neg)
	s.compare(64, a, regSource(b))
	below := p == ir.LT || p == ir.LE || p == ir.NE
	s.set(unsignedCond[p], rel)
	if below {
		s.alu(&aluOr, 8, 0, rel, regSource(neg))
		return x86.NE
	}
	// greater, or equal, and not negative: rel > neg
	s.compare(8, rel, regSource(neg))
	return x86.A
}

// boolOf makes the bool v in dst.
func (s *selector) boolOf(v ir.Value, dst mach.VReg) {
	i := s.f.Def(v)
	if s.f.Op(i) == ir.OpFCmp {
		// An unordered comparison may take two flags, so it is made by itself.
		s.fcmpBool(i, dst)
		return
	}
	var c x86.Cond
	if s.f.Op(i) == ir.OpIntToBool {
		c = s.nonZero(s.f.Operand(i, 0))
	} else {
		c = s.icmpFlags(i)
	}
	s.set(c, dst)
}

// logic selects what combines and reads bools.
func (s *selector) logic(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := s.f.Arg(i, 0)
	switch op {
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor:
		s.alu(alus[op], 32, dst, s.narrow(x), regSource(s.narrow(s.f.Arg(i, 1))))
	case ir.OpBoolToInt:
		// A bool register has garbage above its 8 bits.
		s.unary(x86.MOVZX_r32_rm8, dst, regSource(s.narrow(x)))
	case ir.OpSelect:
		s.selects(i, v, dst)
	}
}

// selects selects a select: with cmov, as a bool where the arms are 1 and 0, and for floats and
// vectors with a mask.
func (s *selector) selects(i ir.Inst, v ir.Value, dst mach.VReg) {
	c, x, y := s.f.Arg(i, 0), s.f.Arg(i, 1), s.f.Arg(i, 2)
	if s.class(v) == mach.Vec {
		s.selectVec(c, x, y, dst)
		return
	}
	if s.values[v].int && s.oneOrZero(c, x, y, dst) {
		return
	}
	w := s.room(v)
	var a, b mach.VReg
	if s.values[v].int {
		// The arms are read in the container only: they are copied, not computed with.
		a, b = s.reg(x, int(s.values[v].width)), s.reg(y, int(s.values[v].width))
	} else {
		a, b = s.narrow(x), s.narrow(y)
	}
	// flags comes last: the arms are in registers before anything sets flags, and only the CMOV
	// stands behind.
	s.cmov(s.flags(c), w, dst, b, regSource(a))
}

// oneOrZero selects a select of 1 and 0, or of 0 and 1.
func (s *selector) oneOrZero(c, x, y ir.Value, dst mach.VReg) bool {
	a, ok1 := s.smallConst(x)
	b, ok2 := s.smallConst(y)
	if !ok1 || !ok2 || a+b != 1 || a != 0 && a != 1 {
		return false
	}
	// Equality of floats needs ZF and PF: no single SETcc makes it.
	if _, _, two := s.twoFlags(c); two {
		return false
	}
	cc := s.flags(c)
	if a == 0 {
		cc = cc.Not()
	}
	// SETcc writes 8 bits, the rest of the register is what was there.
	s.unary(x86.MOVZX_r32_rm8, dst, regSource(s.set(cc, 0)))
	return true
}
