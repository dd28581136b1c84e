package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// constOf is the value of an int or bool constant modulo 2^64; big says that it is not below 2^63.
func (s *selector) constOf(v ir.Value) (n int64, big, ok bool) {
	i := s.f.Def(v)
	if i == ir.NoInst {
		return 0, false, false
	}
	switch s.f.Op(i) {
	case ir.OpIConst:
		if n, ok := s.f.SmallConst(i); ok {
			return n, false, true
		}
		// From 2^63 to 2^64-1: the bits are right, the sign of n is not.
		if c, ok := s.f.IntConst(i).Uint64(); ok {
			return int64(c), true, true
		}
	case ir.OpBConst:
		return s.f.Attr(i).Imm, false, true
	}
	return 0, false, false
}

// smallConst is the value of a constant below 2^63.
func (s *selector) smallConst(v ir.Value) (int64, bool) {
	n, big, ok := s.constOf(v)
	return n, ok && !big
}

// fromNothing says that op makes a constant or an address that is cheaper to make again where it is
// needed than to keep.
func fromNothing(op ir.Op) bool {
	return op.Is(ir.Free) && op != ir.OpParam || op == ir.OpStackSlot
}

// hoisted says that the definition i is outside a loop that is being selected.
func (s *selector) hoisted(i ir.Inst) bool {
	return s.here != nil && s.blocks[s.f.InstBlock(i)].depth < s.here.depth
}

// narrow is the register that holds v modulo 2 to the width of its container, or a float, pointer
// or vector. Above the container it may be anything.
func (s *selector) narrow(v ir.Value) mach.VReg {
	v = s.values[v].alias
	r := &s.values[v]
	// Legalization leaves no such value but those that split and tdiv take apart.
	if r.int && r.width == 0 {
		s.refuse(v, "an int without a container; an annotation like :s64 on it would give one")
	}
	if i := s.f.Def(v); i != ir.NoInst {
		op := s.f.Op(i)
		if op == ir.OpParam {
			return s.param(int(s.f.Attr(i).Imm))
		}
		// What comes from nothing is made again at each use, so that no register is held from the
		// definition to there. Not inside of a loop that the definition is outside of: there it is made once, where
		// it stands.
		if fromNothing(op) && !(r.narrow != 0 && s.here != nil && s.hoisted(i)) {
			// The definition will be selected as it is asked for here; it stands before the loop.
			if s.hoisted(i) && s.opt.Opt > 0 {
				r.narrow = s.temp(s.class(v))
				return r.narrow
			}
			return s.fresh(i, v, s.temp(s.class(v)))
		}
	}
	if r.narrow == 0 {
		r.narrow = s.temp(s.class(v))
	}
	return r.narrow
}

// fresh makes the constant or address of i.
func (s *selector) fresh(i ir.Inst, v ir.Value, dst mach.VReg) mach.VReg {
	switch s.f.Op(i) {
	case ir.OpIConst, ir.OpBConst:
		n, _, ok := s.constOf(v)
		if !ok {
			s.refuse(v, "a constant of more than 64 bits")
		}
		return s.constant(dst, n)
	case ir.OpSymbolAddr:
		a := address{sym: s.m.SymbolName(s.f.SymbolOf(i))}
		if s.far(a.sym) {
			s.unary(x86.MOV_r64_rm64, dst, source{kind: x86.KMem, mem: a})
		} else {
			s.lea(64, dst, a)
		}
		// An address relative to the instruction pointer depends on nothing that may change.
		s.seq[len(s.seq)-1].Remat = true
	case ir.OpStackSlot:
		k := s.begin(mach.Addr, 0)
		k.Obj, k.Remat = s.object(i), true
		s.def(k, dst)
	// Any bits will do; zero is cheapest to make and the same each time.
	case ir.OpPoison:
		if s.out.Classes[dst] == mach.Vec {
			return s.zeroVec(dst)
		}
		return s.constant(dst, 0)
	case ir.OpFConst:
		return s.floatConst(i, v, dst)
	}
	return dst
}

// wide is the register that holds int v itself, as 64 bits.
func (s *selector) wide(v ir.Value) mach.VReg {
	r := &s.values[v]
	// With 64 bits of container, or if the narrow register already is the number, one register
	// does.
	if r.width == 64 || s.exact(v) {
		return s.narrow(v)
	}
	if r.wide == 0 {
		r.wide = s.temp(mach.GPR)
	}
	return r.wide
}

// exact says that the narrow register of v holds all of v: constants do, and so does what was
// written by a row of 32 bits, which clears the rest, if v is not negative.
func (s *selector) exact(v ir.Value) bool {
	r := &s.values[v]
	i := s.f.Def(v)
	if r.alias != v || i == ir.NoInst {
		return false
	}
	op := s.f.Op(i)
	switch op {
	case ir.OpIConst:
		return true
	// Loads zero-extend (MOVZX, or MOV of 32 bits); counts and bools are small; extensions are
	// made to 64 bits.
	case ir.OpLoad, ir.OpBoolToInt, ir.OpCountOnes, ir.OpCountLeadingZeros, ir.OpCountTrailingZeros, ir.OpZExt, ir.OpSExt:
		return true
	case ir.OpAnd:
		// The mask has no bit above the container, nor at 31, so the result has none there, whatever the
		// operands hold.
		if n, ok := s.smallConst(s.f.Arg(i, 1)); ok && n >= 0 && n < 1<<min(r.width, 31) {
			return true
		}
	}
	// Computed at 32 bits, and writes to a 32-bit register clear the upper half (SDM volume 1,
	// General-Purpose Registers in 64-Bit Mode). Not for 8 and 16 bits: what stands above those
	// is garbage.
	return (op.Is(ir.Modular) || op == ir.OpShl) && r.width == 32 && !r.signed
}

// use is a register with the low w bits of int v.
func (s *selector) reg(v ir.Value, w int) mach.VReg {
	// As few bits as there are in the container need no extension.
	if w <= int(s.values[v].width) {
		return s.narrow(v)
	}
	return s.wide(v)
}

// extend makes a register of w bits from the low bits of x.
func (s *selector) extend(dst, x mach.VReg, from, w int, signed bool) mach.VReg {
	return s.extendFrom(dst, regSource(x), from, w, signed)
}

// extendFrom puts the low from bits of y into dst, extended to w bits. A source that is as wide
// already is moved; a load extends while it reads, which needs no instruction of its own (SDM
// volume 2, MOVZX and MOVSX).
func (s *selector) extendFrom(dst mach.VReg, y source, from, w int, signed bool) mach.VReg {
	dst = s.or(dst)
	n := size(w)
	var op x86.Op
	switch {
	// Only the low w bits are wanted: the whole register is copied, garbage above included.
	case from >= w:
		if y.kind == x86.KReg {
			return s.move(dst, y.reg)
		}
		op = movRows[max(n, 2)]
		// A load must not read more bytes than the program does.
		if from < 32 {
			s.refuse(ir.NoValue, "BUG: load of %d bits as %d", from, w)
		}
	case signed && from == 8:
		op = sext8[n]
	case signed && from == 16:
		op = sext16[n]
	case signed:
		op = sext32[n]
	case from == 8:
		op = zext8[n]
	case from == 16:
		op = zext16[n]
	default:
		// There is no MOVZX from 32 bits: a plain move clears the upper half.
		op = x86.MOV_r32_rm32
	}
	return s.unary(op, dst, y)
}

// immediate is the low w bits of constant v as an immediate, sign-extended, if it fits 32 bits.
func (s *selector) immediate(v ir.Value, w int) (int64, bool) {
	n, _, ok := s.constOf(v)
	if !ok {
		return 0, false
	}
	switch w {
	case 8:
		n = int64(int8(n))
	case 16:
		n = int64(int16(n))
	case 32:
		n = int64(int32(n))
	}
	return n, n == int64(int32(n))
}

// source is the low w bits of int v as an operand: an immediate, a load that only this instruction
// uses, or a register.
func (s *selector) source(v ir.Value, w int) source {
	if n, ok := s.immediate(v, w); ok {
		return immSource(n)
	}
	return s.rm(v, w)
}

// rm is like source without immediates.
func (s *selector) rm(v ir.Value, w int) source {
	if m, ok := s.foldLoad(v, w); ok {
		return source{kind: x86.KMem, mem: m}
	}
	return regSource(s.reg(v, w))
}

// foldLoad is the address of a load of w bits that makes v, if it can be done by the instruction
// that is being selected: nothing else reads v, and nothing in between writes memory.
func (s *selector) foldLoad(v ir.Value, w int) (address, bool) {
	// At level 0 each instruction stands for itself.
	if s.opt.Opt == 0 {
		return address{}, false
	}
	i := s.f.Def(v)
	// The size must be the load's own: reading more bytes could fault, reading fewer is another
	// value.
	if i == ir.NoInst || s.f.Op(i) != ir.OpLoad || s.values[v].uses != 1 || int(s.f.Attr(i).N)*8 != w || !s.sinkable(i) {
		return address{}, false
	}
	return s.address(s.f.Arg(i, 0)), true
}

// sinkable says that a load may be done at the instruction being selected instead.
func (s *selector) sinkable(i ir.Inst) bool {
	// Equal epochs: no write or call stands between the load and here, in the same block. The
	// order of loads among each other does not matter.
	return s.cur != ir.NoInst && s.f.InstBlock(i) == s.at && s.epochs[i] == s.epochs[s.cur]
}

// inside is the instruction that makes v, if it is op and may become part of the instruction that
// is being selected.
func (s *selector) inside(v ir.Value, op ir.Op) (ir.Inst, bool) {
	i := s.f.Def(v)
	// Into a loop nothing is moved: it would run in each iteration.
	if i == ir.NoInst || s.f.Op(i) != op || s.values[v].uses != 1 || s.hoisted(i) {
		return ir.NoInst, false
	}
	return i, true
}
