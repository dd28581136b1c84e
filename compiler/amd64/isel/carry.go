package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// carried selects x + (a < b) and x - (a < b) of unsigned numbers, as the sums of limbs have them: the comparison leaves the
// carry flag, which ADC and SBB take. With a ≥ b it is the opposite of the flag: x + 1 - CF and x - 1 + CF.
func (s *selector) carried(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) bool {
	if op != ir.OpAdd && op != ir.OpSub || s.opt.Opt == 0 {
		return false
	}
	room := s.room(v)
	for n := 1; n >= 0; n-- {
		if n == 0 && op == ir.OpSub {
			return false
		}
		a, b, w, less, ok := s.below(s.f.Arg(i, n))
		if !ok {
			continue
		}
		x := s.f.Arg(i, 1-n)
		row, y := &aluAdc, immSource(0)
		if op == ir.OpSub {
			row = &aluSbb
		}
		if !less {
			row, y = &aluSbb, immSource(-1)
			if op == ir.OpSub {
				row = &aluAdc
			}
		}
		// x + y + carry is one instruction, too.
		if k, ok := s.inside(s.values[x].alias, op); ok && less && s.foldable(x, k, room) {
			x, y = s.f.Arg(k, 0), s.source(s.f.Arg(k, 1), room)
		}
		// All operands are in registers before the flags are made.
		from := s.low(x, int(s.values[v].width))
		to := s.source(b, w)
		s.compare(w, s.reg(a, w), to)
		s.over(row.pick(room, &y), dst, from, y)
		return true
	}
	return false
}

// foldable reports whether the sum k, which x is the low bits of, may be made with the carry: nothing else reads either of
// them, and its operands have as many bits.
func (s *selector) foldable(x ir.Value, k ir.Inst, room int) bool {
	for n := range 2 {
		if int(s.values[s.f.Arg(k, n)].width) < room {
			return false
		}
	}
	return s.values[x].uses == 1 && int(s.values[x].width) >= room && int(s.values[s.f.Result(k, 0)].width) >= room
}

// below reports whether v is 1 for a < b of unsigned numbers of w bits and else 0, or, if less is false, the opposite.
func (s *selector) below(v ir.Value) (a, b ir.Value, w int, less, ok bool) {
	k, ok := s.inside(s.values[v].alias, ir.OpBoolToInt)
	if !ok || s.values[v].uses != 1 {
		return 0, 0, 0, false, false
	}
	i := s.f.Def(s.f.Arg(k, 0))
	if i == ir.NoInst || s.f.Op(i) != ir.OpICmp || s.hoisted(i) || s.values[s.f.Arg(k, 0)].uses != 1 {
		return 0, 0, 0, false, false
	}
	x, y := s.f.Operand(i, 0), s.f.Operand(i, 1)
	w, signed, ok := s.common(x, y)
	if !ok || signed {
		return 0, 0, 0, false, false
	}
	switch s.f.Attr(i).Pred {
	case ir.LT:
		return x.Value, y.Value, w, true, true
	case ir.GT:
		return y.Value, x.Value, w, true, true
	case ir.GE:
		return x.Value, y.Value, w, false, true
	case ir.LE:
		return y.Value, x.Value, w, false, true
	}
	return 0, 0, 0, false, false
}

// flagsOf drops the comparison that was selected last, if next, which comes before it, leaves the flags that are
// read of it: the carry of x + y is that of comparing the sum with one of both, and x - y is a comparison of them. An address
// that is a sum becomes one. The block being selected begins at start in s.rev.
func (s *selector) flagsOf(next *mach.Inst, start int) {
	if len(s.rev) <= start || next.Kind != mach.Row || s.rev[len(s.rev)-1].Kind != mach.Row {
		return
	}
	last := &s.rev[len(s.rev)-1]
	cmp, row := &s.code.Rows[last.Row], &s.code.Rows[next.Row]
	var add, sub, lea x86.Op
	switch cmp.Op {
	case x86.CMP_r64_rm64:
		add, sub, lea = x86.ADD_r64_rm64, x86.SUB_r64_rm64, x86.LEA_r64_m
	case x86.CMP_r32_rm32:
		add, sub, lea = x86.ADD_r32_rm32, x86.SUB_r32_rm32, x86.LEA_r32_m
	default:
		return
	}
	c := s.out.Operands[last.First : last.First+uint32(last.Num)]
	if len(c) != 2 || cmp.Args[0].Kind != x86.KReg || cmp.Args[1].Kind != x86.KReg {
		return
	}
	x, y := c[0].V, c[1].V
	o := s.out.Operands[next.First : next.First+uint32(next.Num)]
	switch row.Op {
	case sub:
		if row.Args[1].Kind != x86.KReg || len(o) != 3 || o[0].V != x || o[1].V != y {
			return
		}
	case add:
		if def := o[len(o)-1]; def.V != x || o[0].V != y && (row.Args[1].Kind != x86.KReg || o[1].V != y) || !s.carryOnly(start) {
			return
		}
	case lea:
		m := &row.Args[1].Mem
		if m.Disp != 0 || m.Scale != 1 || m.RIP || next.Obj != 0 || len(o) != 3 || o[2].V != x || o[0].V != y && o[1].V != y || !s.carryOnly(start) {
			return
		}
		if _, ok := amd64.SlotOf(m.Base); !ok {
			return
		}
		o[2].Want, o[2].Reg = mach.SameAs, 0
		*row = x86.Inst{Op: add, Args: [x86.MaxArgs]x86.Operand{x86.R(amd64.Slot(2)), x86.R(amd64.Slot(1))}}
	default:
		return
	}
	s.rev = s.rev[:len(s.rev)-1]
}

// carryOnly reports whether of the flags of the instruction that was selected last only the carry is read.
func (s *selector) carryOnly(start int) bool {
	const status = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF
	dead := x86.Flags(0)
	for n := len(s.rev) - 2; n >= start; n-- {
		in := &s.rev[n]
		switch in.Kind {
		case mach.Branch:
			return (x86.Cond(in.Cond).Reads() &^ dead) == x86.CF
		case mach.Jump, mach.Return, mach.Trap, mach.Table, mach.Call:
			return true
		case mach.Row:
			x := &s.code.Rows[in.Row]
			if x.ReadsFlags()&status&^dead&^x86.CF != 0 {
				return false
			}
			if dead |= x.WritesFlags(); dead&status == status {
				return true
			}
		}
	}
	return true
}
