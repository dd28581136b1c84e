package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Vectors of 128 bits whose lanes wrap or are floats, and what moves them. Checked lanes, masks,
// wider vectors and everything else are for legalization to take apart.

// vecRows are the rows of lane by lane operations, by the bits of a lane.
var vecRows = [ir.NumOps]sized{
	ir.OpVecAdd: {x86.PADDB_x_xm128, x86.PADDW_x_xm128, x86.PADDD_x_xm128, x86.PADDQ_x_xm128},
	ir.OpVecSub: {x86.PSUBB_x_xm128, x86.PSUBW_x_xm128, x86.PSUBD_x_xm128, x86.PSUBQ_x_xm128},
	ir.OpVecMul: {1: x86.PMULLW_x_xm128}, // in SSE2; the others would need several rows
	ir.OpVecAnd: {x86.PAND_x_xm128, x86.PAND_x_xm128, x86.PAND_x_xm128, x86.PAND_x_xm128},
	ir.OpVecOr:  {x86.POR_x_xm128, x86.POR_x_xm128, x86.POR_x_xm128, x86.POR_x_xm128},
	ir.OpVecXor: {x86.PXOR_x_xm128, x86.PXOR_x_xm128, x86.PXOR_x_xm128, x86.PXOR_x_xm128},

	ir.OpVecFAdd: {2: x86.ADDPS_x_xm128, 3: x86.ADDPD_x_xm128}, ir.OpVecFSub: {2: x86.SUBPS_x_xm128, 3: x86.SUBPD_x_xm128},
	ir.OpVecFMul: {2: x86.MULPS_x_xm128, 3: x86.MULPD_x_xm128}, ir.OpVecFDiv: {2: x86.DIVPS_x_xm128, 3: x86.DIVPD_x_xm128},
}

// vecRow finds the row of a lane by lane operation, 0 if there is none and the caller refuses it.
func vecRow(op ir.Op, l ir.Lane) x86.Op {
	if l.Bits > 64 {
		return 0
	}
	return vecRows[op][size(int(l.Bits))]
}

// vector selects a vector operation without a mask.
// What is refused here is a hole between this and legalization: an error, since it depends on the program's
// types.
func (s *selector) vector(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	f := s.f
	l := f.Attr(i).Lane
	if row := vecRow(op, l); row != 0 && f.NumOperands(i) == 2 && f.TypeOf(v) == ir.Vec(128, false) {
		a := s.narrow(f.Arg(i, 0))
		s.over(row, dst, a, regSource(s.narrow(f.Arg(i, 1))))
		return
	}
	switch {
	case op == ir.OpVecFNeg && vecLanes(l, f.TypeOf(v)):
		s.over(x86.XORPS_x_xm128, dst, s.narrow(f.Arg(i, 0)), s.laneMask(l, false))
	case op == ir.OpVecFAbs && vecLanes(l, f.TypeOf(v)):
		s.over(x86.ANDPS_x_xm128, dst, s.narrow(f.Arg(i, 0)), s.laneMask(l, true))
	case op == ir.OpVecSplat && f.TypeOf(v) == ir.Vec(128, false) && l.Bits >= 32:
		s.splat(f.Arg(i, 0), l, dst)
	case op == ir.OpVecExtract && l.Bits >= 32 && f.TypeOf(f.Arg(i, 0)) == ir.Vec(128, false):
		s.lane(i, v, l, dst)
	default:
		s.refuse(v, "%s of lanes %s: legalization leaves none", op, l)
	}
}

// vecLanes says that l are the lanes of a vector of floats of 128 bits.
func vecLanes(l ir.Lane, t ir.Type) bool {
	return t == ir.Vec(128, false) && l.Kind == ir.LaneF && (l.Bits == 32 || l.Bits == 64)
}

// laneMask is the sign bit of every lane, or everything else.
// A constant of 16 bytes in memory: these rows have no immediate, and want it aligned to 16.
func (s *selector) laneMask(l ir.Lane, others bool) source {
	m := uint64(1) << 63
	if l.Bits == 32 {
		m |= 1 << 31
	}
	if others {
		m = ^m
	}
	return source{kind: x86.KMem, mem: address{sym: s.constSym(m, m, 16)}}
}

// splat fills all lanes with x.
// Lanes of 64 bits are unpacked with themselves, those of 32 shuffled by the order 0, which is lane 0 four
// times.
func (s *selector) splat(x ir.Value, l ir.Lane, dst mach.VReg) {
	t := s.narrow(x)
	if s.class(x) == mach.GPR {
		if l.Bits == 64 {
			t = s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(s.full(x)))
		} else {
			t = s.unary(x86.MOVD_x_rm32, s.temp(mach.Vec), regSource(s.reg(x, 32)))
		}
	}
	if l.Bits == 64 {
		s.over(x86.PUNPCKLQDQ_x_xm128, dst, t, regSource(t))
		return
	}
	s.shuffle(dst, t, 0)
}

// shuffle is pshufd.
// Two bits of the order for each lane of the result, the lowest first.
func (s *selector) shuffle(dst, x mach.VReg, order int64) {
	i := s.begin(mach.Row, x86.PSHUFD_x_xm128_imm8)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, x86.I(order)
}

// lane takes a lane with a constant number out of a vector.
func (s *selector) lane(i ir.Inst, v ir.Value, l ir.Lane, dst mach.VReg) {
	n, ok := s.smallConst(s.f.Arg(i, 1))
	if !ok || n < 0 || n >= int64(128/l.Bits) {
		s.refuse(v, "a lane number that is no constant: legalization leaves none")
	}
	x := s.narrow(s.f.Arg(i, 0))
	if n > 0 {
		order := n
		if l.Bits == 64 {
			// Lane 1 of 64 bits is the lanes 2 and 3 of 32.
			order = 2 | 3<<2
		}
		t := s.temp(mach.Vec)
		s.shuffle(t, x, order)
		x = t
	}
	switch {
	case s.class(v) == mach.Vec:
		s.move(dst, x)
	case l.Bits == 64:
		s.unary2(x86.MOVQ_rm64_x, dst, x)
	default:
		s.unary2(x86.MOVD_rm32_x, dst, x)
	}
}

// vecStore and loads of vectors are plain stores and loads; masked ones are taken apart before.
func (s *selector) vecStore(i ir.Inst) {
	s.refuse(s.f.Result(i, 0), "vec.store: legalization leaves none")
}
