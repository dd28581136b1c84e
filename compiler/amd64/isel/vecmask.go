package isel

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// A mask has a byte for each lane of a vector of 128 bits. In a register that byte is as wide as the lane it is for, all
// ones or all zeros, as comparisons make it and as what mixes two vectors wants it. Only a mask of 128 bits is in its
// register as it is, since it may be read as any other vector: its second register (value.wide) has the ones.

// mask selects what makes or reads a mask.
func (s *selector) mask(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	f := s.f
	l := f.Attr(i).Lane
	switch op {
	case ir.OpVecSelect:
		m, x, y := f.Arg(i, 0), f.Arg(i, 1), f.Arg(i, 2)
		ones, flipped := s.ones(m)
		if flipped {
			x, y = y, x
		}
		if s.allLanes(x, ^uint64(0)) && s.allLanes(y, 0) {
			s.move(dst, ones)
			return
		}
		s.move(dst, s.mix(ones, s.narrow(x), s.narrow(y)))
	case ir.OpVecICmp, ir.OpVecFCmp:
		ones := dst
		if isChunk(f.TypeOf(v)) {
			if ones = s.values[v].wide; ones == 0 {
				ones = s.temp(mach.Vec)
			}
		}
		s.compareLanes(f.Attr(i).Pred, l, s.narrow(f.Arg(i, 0)), s.narrow(f.Arg(i, 1)), ones)
		if ones != dst {
			s.over(x86.PAND_x_xm128, dst, ones, s.lanes(repeated(1, 8)))
		}
	case ir.OpVecAnd, ir.OpVecOr, ir.OpVecXor:
		s.over(vecRow(op, l), dst, s.narrow(f.Arg(i, 0)), regSource(s.narrow(f.Arg(i, 1))))
	default:
		s.refuse(v, "%s makes a mask: legalization leaves none", op)
	}
}

// allLanes reports whether vector v is a constant of which each word is w.
func (s *selector) allLanes(v ir.Value, w uint64) bool {
	words, ok := legalize.VectorConst(s.f, v)
	return ok && !slices.ContainsFunc(words, func(x uint64) bool { return x != w })
}

// ones is a register with all bits of the lanes that mask m has, or, if flipped, of the others.
func (s *selector) ones(m ir.Value) (r mach.VReg, flipped bool) {
	if !isChunk(s.f.TypeOf(m)) {
		return s.narrow(m), false
	}
	if i := s.f.Def(m); i != ir.NoInst && (s.f.Op(i) == ir.OpVecICmp || s.f.Op(i) == ir.OpVecFCmp) {
		w := &s.values[m]
		if w.wide == 0 {
			w.wide = s.temp(mach.Vec)
		}
		return w.wide, false
	}
	if words, ok := legalize.VectorConst(s.f, m); ok {
		t := s.temp(mach.Vec)
		all := make([]uint64, len(words))
		for k, w := range words {
			all[k] = onesOf(w)
		}
		s.vecConst(all, t)
		return t, false
	}
	zero := s.zeroVec(s.temp(mach.Vec))
	return s.vecTemp(x86.PCMPEQB_x_xm128, zero, s.narrow(m)), true
}

// onesOf makes bytes that are not 0 all ones.
func onesOf(w uint64) (out uint64) {
	for k := range 8 {
		if byte(w>>(8*k)) != 0 {
			out |= 0xff << (8 * k)
		}
	}
	return out
}

// maskOf makes a mask of the bytes that int x is.
func (s *selector) maskOf(x ir.Value, t ir.Type, dst mach.VReg) {
	n := int(t.FieldSize(1)) // lanes
	if s.long = s.longMasks; s.long {
		defer func() { s.long = false }()
	}
	if c, _, ok := s.constOf(x); ok {
		words := make([]uint64, 2+2*index(s.long))
		for k := range 8 * len(words) {
			if byte(c>>(8*(k*n/(8*len(words))))) != 0 {
				words[k/8] |= 0xff << (8 * (k % 8))
			}
		}
		s.vecConst(words, dst)
		return
	}
	if s.long {
		s.longMaskOf(x, n, dst)
		return
	}
	var r mach.VReg
	if n == 8 {
		r = s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(s.reg(x, 64)))
	} else {
		r = s.unary(x86.MOVD_x_rm32, s.temp(mach.Vec), regSource(s.bits32(x, 8*n)))
	}
	// Each byte fills its lane, and is compared with 0 twice.
	for k := 0; n < 16; k++ {
		r = s.vecTemp(unpacks[0][k], r, r)
		n *= 2
	}
	zero := s.zeroVec(s.temp(mach.Vec))
	none := s.vecTemp(x86.PCMPEQB_x_xm128, zero, r)
	s.over(x86.PCMPEQB_x_xm128, dst, none, regSource(s.zeroVec(s.temp(mach.Vec))))
}

// maskByte takes a byte, 0 or 1, out of a mask.
func (s *selector) maskByte(i ir.Inst, dst mach.VReg) {
	f := s.f
	m := f.Arg(i, 0)
	k, ok := s.smallConst(f.Arg(i, 1))
	lanes := int64(f.TypeOf(m).FieldSize(1))
	if !ok || k < 0 || k >= lanes {
		s.refuse(f.Result(i, 0), "a lane number that is no constant: legalization leaves none")
	}
	x := s.narrow(m)
	at := k * 8 / lanes // in words of 16 bits
	if s.longMasks {
		at *= 2
		x, at = s.halfOf(x, at/8), at%8
	}
	s.alu(&aluAnd, 32, dst, s.wordOf(s.temp(mach.GPR), x, at), immSource(1))
}

var (
	vecEqual = sized{x86.PCMPEQB_x_xm128, x86.PCMPEQW_x_xm128, x86.PCMPEQD_x_xm128}
	vecAbove = sized{x86.PCMPGTB_x_xm128, x86.PCMPGTW_x_xm128, x86.PCMPGTD_x_xm128}
)

// compareLanes fills the lanes of dst for which p holds with ones, and the others with zeros.
func (s *selector) compareLanes(p ir.Pred, l ir.Lane, a, b, dst mach.VReg) {
	if p.IsFloat() {
		row := x86.CMPPS_x_xm128_imm8
		if l.Bits == 64 {
			row = x86.CMPPD_x_xm128_imm8
		}
		s.compareFloats(p, row, a, b, dst)
		return
	}
	var r mach.VReg
	negated := false
	switch p {
	case ir.EQ, ir.NE:
		r, negated = s.equal(l, a, b), p == ir.NE
	case ir.GT, ir.LE:
		r, negated = s.above(l, a, b), p == ir.LE
	default:
		r, negated = s.above(l, b, a), p == ir.GE
	}
	if negated {
		s.over(x86.PXOR_x_xm128, dst, r, s.lanes(^uint64(0)))
		return
	}
	s.move(dst, r)
}

// equal is where the lanes of a and b are the same.
func (s *selector) equal(l ir.Lane, a, b mach.VReg) mach.VReg {
	if l.Bits < 64 {
		return s.vecTemp(vecEqual[size(int(l.Bits))], a, b)
	}
	words := s.vecTemp(x86.PCMPEQD_x_xm128, a, b)
	return s.vecTemp(x86.PAND_x_xm128, words, s.shuffled(words, 1|3<<4|2<<6))
}

// above is where the lanes of a are greater than those of b. Flipping the sign bits turns the order of unsigned lanes into
// that of signed ones, which is what there are rows for. Of lanes of 64 bits the upper halves decide; where they are equal
// the upper half of the difference has the sign.
func (s *selector) above(l ir.Lane, a, b mach.VReg) mach.VReg {
	if l.Kind != ir.LaneS {
		top := s.laneMask(l, false)
		a, b = s.over(x86.PXOR_x_xm128, s.temp(mach.Vec), a, top), s.over(x86.PXOR_x_xm128, s.temp(mach.Vec), b, top)
	}
	if l.Bits < 64 {
		return s.vecTemp(vecAbove[size(int(l.Bits))], a, b)
	}
	same := s.vecTemp(x86.PAND_x_xm128, s.vecTemp(x86.PSUBQ_x_xm128, b, a), s.vecTemp(x86.PCMPEQD_x_xm128, a, b))
	return s.shuffled(s.vecTemp(x86.POR_x_xm128, same, s.vecTemp(x86.PCMPGTD_x_xm128, a, b)), 1|1<<2|3<<4|3<<6)
}

// floatPreds are the predicates of cmpps and its like; those that are missing take two, or none.
var floatPreds = map[ir.Pred]struct {
	imm     int64
	swapped bool
}{
	ir.FOEQ: {0, false}, ir.FOLT: {1, false}, ir.FOLE: {2, false}, ir.FUNO: {3, false}, ir.FUNE: {4, false},
	ir.FUGE: {5, false}, ir.FUGT: {6, false}, ir.FORD: {7, false},
	ir.FOGT: {1, true}, ir.FOGE: {2, true}, ir.FULE: {5, true}, ir.FULT: {6, true},
}

// compareFloats is compareLanes for floats, by cmpps, cmppd, or cmpss and cmpsd, which look at one lane.
func (s *selector) compareFloats(p ir.Pred, row x86.Op, a, b, dst mach.VReg) {
	switch p {
	case ir.FFalse:
		s.zeroVec(dst)
		return
	case ir.FTrue:
		s.vecConst(slices.Repeat([]uint64{^uint64(0)}, 2+2*index(s.long)), dst)
		return
	case ir.FONE, ir.FUEQ: // unequal and ordered; equal or unordered
		x, y, both := ir.FUNE, ir.FORD, x86.PAND_x_xm128
		if p == ir.FUEQ {
			x, y, both = ir.FOEQ, ir.FUNO, x86.POR_x_xm128
		}
		s.over(both, dst, s.compareBy(x, row, a, b, s.temp(mach.Vec)), regSource(s.compareBy(y, row, a, b, s.temp(mach.Vec))))
		return
	}
	s.compareBy(p, row, a, b, dst)
}

// compareBy is one comparison.
func (s *selector) compareBy(p ir.Pred, row x86.Op, a, b, dst mach.VReg) mach.VReg {
	how := floatPreds[p]
	if how.swapped {
		a, b = b, a
	}
	k := s.begin(mach.Row, row)
	s.use(k, a)
	from := x86.R(s.use(k, b))
	k.X.Args[0], k.X.Args[1], k.X.Args[2] = x86.R(s.defOver(k, dst, 0)), from, x86.I(how.imm)
	return dst
}
