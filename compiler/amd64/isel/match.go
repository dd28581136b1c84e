package isel

import (
	mathbits "math/bits"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// proven is a rule of the export.
type proven struct {
	name, theorem string
	skipped       string // why there is no generated code for it
}

// rule tries the proven rules for i. A rule whose pattern looks at low bits only serves containers
// of 8 and 16 bits at 32: the result is right modulo 2 to that size, and more is not asked. The
// others get operands extended to the operand size.
func (s *selector) rule(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) bool {
	switch op {
	case ir.OpIConst, ir.OpLoad, ir.OpICmp, ir.OpFCmp, ir.OpFreeze:
		return false
	case ir.OpZExt, ir.OpSExt:
		n := s.f.Attr(i).Imm
		if n >= 64 || int(s.values[s.f.Arg(i, 0)].width) < int(n) {
			return false // shifts by nothing
		}
		w := container64(int(n))
		room := 64
		if op == ir.OpZExt && w <= 32 { // a row of 32 bits clears the rest
			room = 32
		}
		return s.ruleAt(i, op, dst, w, room)
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor:
		return s.ruleAt(i, op, dst, 8, 8)
	case ir.OpNot:
		if s.f.TypeOf(v) == ir.Bool {
			return s.ruleAt(i, op, dst, 8, 8)
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMerge:
	case ir.OpShl:
	default:
		for room := s.room(v); room <= 64; room *= 2 {
			if s.ruleAt(i, op, dst, room, room) {
				return true
			}
		}
		return false
	}
	return s.ruleAt(i, op, dst, int(s.values[v].width), s.room(v))
}

// ruleFlags tries the proven rules for the comparison i.
func (s *selector) ruleFlags(i ir.Inst, w int) (x86.Cond, bool) {
	return s.ruleFlagsAt(i, s.f.Attr(i).Pred, w, w)
}

// opOf is the opcode that makes v; a block argument counts as param.
func (s *selector) opOf(v ir.Value) ir.Op {
	if i := s.f.Def(v); i != ir.NoInst {
		return s.f.Op(i)
	}
	return ir.OpParam
}

// rmAt is the low w bits of v as an operand of room bits.
func (s *selector) rmAt(v ir.Value, w, room int) source {
	if w == room {
		return s.rm(v, w)
	}
	return regSource(s.reg(v, w))
}

// compareRule compares v, which may be in memory, with y.
func (s *selector) compareRule(w int, v ir.Value, y source) {
	if y.kind != x86.KMem {
		if m, ok := s.foldLoad(v, w); ok {
			s.compareMem(w, &m, y)
			return
		}
	}
	s.compare(w, s.reg(v, w), y)
}

// testRule sets the flags of v & n; v may be in memory.
func (s *selector) testRule(w int, v ir.Value, n int64) {
	if m, ok := s.foldLoad(v, w); ok {
		k := s.begin(mach.Row, testImmRows[size(w)])
		k.X.Args[0], k.X.Args[1] = s.memory(k, &m), x86.I(n)
		return
	}
	s.test(w, s.reg(v, w), immSource(n))
}

// kept says that the register of v is needed after the instruction that is being selected, so that
// it had better not be overwritten.
func (s *selector) kept(v ir.Value) bool {
	r := &s.values[s.values[v].alias]
	return s.opt.Opt > 0 && r.uses > 1 && (r.narrow != 0 || s.opOf(v) == ir.OpParam)
}

// bounds is the range of an operand, if it fits 63 bits.
func (s *selector) bounds(o ir.Operand) (lo, hi int64, ok bool) {
	if n, ok := s.smallConst(o.Value); ok {
		return n, n, true
	}
	n, signed := s.span(o)
	switch {
	case signed && n >= 1 && n <= 63:
		return -1 << uint(n-1), 1<<uint(n-1) - 1, true
	case !signed && n <= 62:
		return 0, 1<<uint(n) - 1, true
	}
	return 0, 0, false
}

func isPow2(n int64) bool { return n > 0 && n&(n-1) == 0 }

func log2(n int64) int64 { return int64(mathbits.Len64(uint64(n))) - 1 }
