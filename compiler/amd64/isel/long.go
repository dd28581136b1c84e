package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Vectors of 256 bits, which a target with AVX2 has. Where an instruction does the same with each half, what selects it for
// 128 bits is asked, and the row becomes one of 256 at the end (vex.go): rows are long that are begun while selector.long
// is set. Here is what has to look at both halves. The masks of a function that has such vectors are all of these.

// broadcasts are the rows that put the lowest lane into all lanes of 256 bits.
var broadcasts = sized{x86.VPBROADCASTB_y_xm8, x86.VPBROADCASTW_y_xm16, x86.VPBROADCASTD_y_xm32, x86.VPBROADCASTQ_y_xm64}

// lengthOf sets s.long if the vectors that instruction i works on, or makes, have 256 bits.
func (s *selector) lengthOf(i ir.Inst, v ir.Value) {
	f := s.f
	s.long = f.TypeOf(v) == vec256 || f.NumOperands(i) > 0 && f.TypeOf(f.Arg(i, 0)) == vec256
	if op := f.Op(i); s.longMasks && (op == ir.OpVecAnd || op == ir.OpVecOr || op == ir.OpVecXor) && !isChunk(f.TypeOf(v)) {
		s.long = true
	}
}

// halfOf is half n of x.
func (s *selector) halfOf(x mach.VReg, n int64) mach.VReg {
	if n == 0 {
		return x
	}
	dst := s.temp(mach.Vec)
	i := s.begin(mach.Row, x86.VEXTRACTI128_xm128_y_imm8)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, x86.I(n)
	return dst
}

// insertHalf is x with half n replaced.
func (s *selector) insertHalf(dst, x, half mach.VReg, n int64) {
	i := s.begin(mach.Row, x86.VINSERTI128_y_y_xm128_imm8)
	from, with := x86.R(s.use(i, x)), x86.R(s.use(i, half))
	i.X.Args[0], i.X.Args[1], i.X.Args[2], i.X.Args[3] = x86.R(s.def(i, dst)), from, with, x86.I(n)
}

// shuffleLong orders the words of a vector, or the lanes of 32 bits in each half.
func (s *selector) shuffleLong(i ir.Inst, v ir.Value, l ir.Lane, numbers []uint64, dst mach.VReg) {
	order, ok := legalize.LongOrder(uint(l.Bits), numbers)
	if !ok || s.f.Arg(i, 0) != s.f.Arg(i, 1) {
		s.refuse(v, "a shuffle of lanes %s: legalization leaves none", l)
	}
	row := x86.PSHUFD_x_xm128_imm8
	if l.Bits == 64 {
		row = x86.VPERMQ_y_ym256_imm8
	}
	s.shuffleBy(row, dst, s.narrow(s.f.Arg(i, 0)), order)
}

// longMaskOf makes a mask of n lanes, four or eight, of the bytes that int x is: each byte becomes a lane, and is compared
// with 0 twice.
func (s *selector) longMaskOf(x ir.Value, n int, dst mach.VReg) {
	var r mach.VReg
	spread, equal := x86.VPMOVZXBQ_y_xm32, x86.VPCMPEQQ_y_y_ym256
	if n == 8 {
		spread, equal = x86.VPMOVZXBD_y_xm64, x86.VPCMPEQD_y_y_ym256
		r = s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(s.reg(x, 64)))
	} else {
		r = s.unary(x86.MOVD_x_rm32, s.temp(mach.Vec), regSource(s.bits32(x, 8*n)))
	}
	lanes := s.unary(spread, s.temp(mach.Vec), regSource(r))
	zero := s.zeroVec(s.temp(mach.Vec))
	none := s.three(equal, s.temp(mach.Vec), zero, regSource(lanes))
	s.three(equal, dst, none, regSource(zero))
}
