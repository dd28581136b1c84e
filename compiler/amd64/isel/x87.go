package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// An f80 has no register: it lives in a stack object, its home. An instruction pushes its operands on the stack of the x87,
// which is empty between instructions, computes, and pops the result into its home. What only one instruction of the same
// block reads is computed there, if the stack has room.

// x87Depth is how many values the stack of the x87 has room for.
const x87Depth = 8

// home is where f80 v lives.
func (s *selector) home(v ir.Value) address {
	if s.homes[v] == 0 {
		if s.homes == nil {
			s.homes = map[ir.Value]uint32{}
		}
		s.homes[v] = s.x87Object(16)
	}
	return address{obj: s.homes[v]}
}

// x87Object is a new stack object.
func (s *selector) x87Object(size uint64) uint32 {
	s.out.Objects = append(s.out.Objects, mach.Object{Size: size, Align: size, Region: ir.Body})
	return uint32(len(s.out.Objects) - 1)
}

// transit is the stack object through which numbers go between the x87 and registers.
func (s *selector) transit() address {
	if s.through == 0 {
		s.through = s.x87Object(8)
	}
	return address{obj: s.through}
}

// x87Row is a row of the x87 without operands.
func (s *selector) x87Row(op x86.Op) { s.begin(mach.Row, op) }

// x87Memory is a row of the x87 that loads or stores.
func (s *selector) x87Memory(op x86.Op, a address) {
	k := s.begin(mach.Row, op)
	k.X.Args[0] = s.memory(k, &a)
}

// extended selects instruction i, which makes the f80 v, if anything asked for it.
func (s *selector) extended(i ir.Inst, v ir.Value) {
	if s.homes[v] != 0 {
		s.x87Compute(i, 0)
		s.x87Memory(x86.FSTP_m80, s.home(v))
	}
}

// push puts f80 v on the stack of the x87, which has so many values.
func (s *selector) push(v ir.Value, depth int) {
	if i := s.f.Def(v); i != ir.NoInst && s.x87Inside(i, v, depth) {
		s.x87Compute(i, depth)
		return
	}
	s.x87Memory(x86.FLD_m80, s.home(v))
}

// x87Inside reports whether the computation of v becomes part of the instruction that is being selected, which may need
// one value more on the stack.
func (s *selector) x87Inside(i ir.Inst, v ir.Value, depth int) bool {
	switch s.f.Op(i) {
	case ir.OpFConst:
		return true
	case ir.OpLoad:
		return s.opt.Opt > 0 && s.values[v].uses == 1 && s.sinkable(i)
	}
	return s.opt.Opt > 0 && s.values[v].uses == 1 && s.homes[v] == 0 && s.f.InstBlock(i) == s.at && depth < x87Depth-2
}

// x87Compute leaves the result of i on the stack of the x87, which has so many values before.
func (s *selector) x87Compute(i ir.Inst, depth int) {
	f := s.f
	switch op := f.Op(i); op {
	case ir.OpFConst:
		hi, lo := f.FloatConst(i)
		s.x87Memory(x86.FLD_m80, address{sym: s.constSym(lo, hi)})
	case ir.OpLoad:
		s.x87Memory(x86.FLD_m80, s.address(f.Arg(i, 0)))
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv:
		s.push(f.Arg(i, 0), depth)
		s.push(f.Arg(i, 1), depth+1)
		s.x87Row([...]x86.Op{ir.OpFAdd: x86.FADDP, ir.OpFSub: x86.FSUBP, ir.OpFMul: x86.FMULP, ir.OpFDiv: x86.FDIVP}[op])
	case ir.OpFSqrt:
		s.push(f.Arg(i, 0), depth)
		s.x87Row(x86.FSQRT)
	case ir.OpFPConvert:
		x := f.Arg(i, 0)
		k := s.kind(x)
		y := s.fsrc(x)
		if y.kind != x86.KMem {
			s.put(vecMoves[k].store, s.transit(), y.reg)
			y.mem = s.transit()
		}
		s.x87Memory([...]x86.Op{x86.FLD_m32, x86.FLD_m64}[k], y.mem)
	case ir.OpSIToFP:
		s.put(x86.MOV_rm64_r64, s.transit(), s.wide(f.Arg(i, 0)))
		s.x87Memory(x86.FILD_m64, s.transit())
	default:
		s.refuse(f.Result(i, 0), "%s of f80: legalization leaves none", op)
	}
}

// fromX87 rounds f80 x to v, an f32 or f64.
func (s *selector) fromX87(x, v ir.Value, dst mach.VReg) {
	k := s.kind(v)
	s.push(x, 0)
	s.x87Memory([...]x86.Op{x86.FSTP_m32, x86.FSTP_m64}[k], s.transit())
	s.unary(vecMoves[k].load, dst, source{kind: x86.KMem, mem: s.transit()})
}

// results87 are the stack objects for the parts of results that registers of the x87 hold, from st(0) on.
func (s *selector) results87(places []abi.Place) (objs []uint32) {
	for _, p := range places {
		for _, part := range p {
			if part.X87 > 0 {
				objs = append(objs, s.x87Object(16))
			}
		}
	}
	return objs
}
