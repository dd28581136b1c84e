package isel

import (
	bytesof "encoding/binary"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// pool are the constants of a function that are too large for an instruction.
type pool struct {
	data  []object.Data
	names map[[5]uint64]string
}

// constSym is the symbol of two or four constant words.
// Equal constants share a symbol. The names are numbered in the order of first use, so that they do not depend
// on maps.
func (s *selector) constSym(words ...uint64) string {
	if s.pool.names == nil {
		s.pool.names = map[[5]uint64]string{}
	}
	key := [5]uint64{uint64(len(words))}
	copy(key[1:], words)
	if n, ok := s.pool.names[key]; ok {
		return n
	}
	name := fmt.Sprintf("%sconst.%s.%d", object.Reserved, s.f.Name, len(s.pool.data))
	var bytes []byte
	for _, w := range words {
		bytes = bytesof.LittleEndian.AppendUint64(bytes, w)
	}
	// At an alignment of its size: packed rows fault on operands of 16 bytes that are not.
	s.pool.data = append(s.pool.data, object.Data{Name: name, Bytes: bytes, Align: uint64(len(bytes)), Const: true})
	s.pool.names[key] = name
	return name
}

// vecMove are the rows that move between memory and a vector register.
type vecMove struct{ load, store x86.Op }

var (
	vecMoves = [...]vecMove{
		{x86.MOVSS_x_xm32, x86.MOVSS_xm32_x},
		{x86.MOVSD_x_xm64, x86.MOVSD_xm64_x},
		{x86.MOVUPS_x_xm128, x86.MOVUPS_xm128_x},
		{x86.VMOVUPS_y_ym256, x86.VMOVUPS_ym256_y},
	}
	vecBytes = [...]uint32{4, 8, 16, 32}
)

// vecSize is the index into vecMoves for values of type t.
// Everything else in vector registers is moved as 16 bytes.
func vecSize(t ir.Type) int {
	if t.Kind() == ir.KindFloat {
		switch t.FloatBits() {
		case 32:
			return 0
		case 64:
			return 1
		}
	}
	if t == vec256 {
		return 3
	}
	return 2
}

// vecMove are the rows for v, which has n bytes in memory.
func (s *selector) vecMove(v ir.Value, n uint32) vecMove {
	k := vecSize(s.f.TypeOf(v))
	if vecBytes[k] != n {
		s.refuse(v, "%d bytes of memory as %s", n, s.f.TypeOf(v))
	}
	return vecMoves[k]
}

// zeroVec clears a vector register, which changes no flags.
// XORPS of a register with itself depends on nothing it held, which is why it needs no use.
func (s *selector) zeroVec(dst mach.VReg) mach.VReg {
	i := s.begin(mach.Row, x86.XORPS_x_xm128)
	i.Remat = true
	r := x86.R(s.def(i, dst))
	i.X.Args[0], i.X.Args[1] = r, r
	return dst
}

// floatConst makes an fconst.
func (s *selector) floatConst(i ir.Inst, v ir.Value, dst mach.VReg) mach.VReg {
	hi, lo := s.f.FloatConst(i)
	if s.class(v) == mach.GPR {
		return s.constant(dst, int64(lo))
	}
	if hi == 0 && lo == 0 {
		return s.zeroVec(dst)
	}
	a := address{sym: s.constSym(lo, hi)}
	s.unary(vecMoves[vecSize(s.f.TypeOf(v))].load, dst, source{kind: x86.KMem, mem: a})
	// It can be loaded again instead of being spilled.
	s.seq[len(s.seq)-1].Remat = true
	return dst
}

// fRows are the rows of an operation on f32 and f64.
type fRows [2]x86.Op

var (
	fAdd  = fRows{x86.ADDSS_x_xm32, x86.ADDSD_x_xm64}
	fSub  = fRows{x86.SUBSS_x_xm32, x86.SUBSD_x_xm64}
	fMul  = fRows{x86.MULSS_x_xm32, x86.MULSD_x_xm64}
	fDiv  = fRows{x86.DIVSS_x_xm32, x86.DIVSD_x_xm64}
	fSqrt = fRows{x86.SQRTSS_x_xm32, x86.SQRTSD_x_xm64}
	fMin  = fRows{x86.MINSS_x_xm32, x86.MINSD_x_xm64}
	fMax  = fRows{x86.MAXSS_x_xm32, x86.MAXSD_x_xm64}
	fComp = fRows{x86.UCOMISS_x_xm32, x86.UCOMISD_x_xm64}
	fMask = fRows{x86.CMPSS_x_xm32_imm8, x86.CMPSD_x_xm64_imm8}
)

// kind is the index into fRows for v.
// Floats of other sizes are for legalization to replace.
func (s *selector) kind(v ir.Value) int {
	switch t := s.f.TypeOf(v); t {
	case ir.F32:
		return 0
	case ir.F64:
		return 1
	default:
		s.refuse(v, "an operation on %s: legalization leaves none", t)
		return 0
	}
}

// fsrc is float v as a source: a constant or a load in memory, or a register.
// A load is folded only where v has no other reader, and where no store may come between (see sinkable).
func (s *selector) fsrc(v ir.Value) source {
	if i := s.f.Def(v); i != ir.NoInst && s.opt.Opt > 0 {
		n := uint32(s.f.TypeOf(v).FloatBits() / 8)
		if s.f.Op(i) == ir.OpFConst && !s.hoisted(i) {
			if hi, lo := s.f.FloatConst(i); lo != 0 {
				return source{kind: x86.KMem, mem: address{sym: s.constSym(lo, hi)}}
			}
		}
		if s.f.Op(i) == ir.OpLoad && s.values[v].uses == 1 && s.f.Attr(i).N == n && s.sinkable(i) {
			return source{kind: x86.KMem, mem: s.address(s.f.Arg(i, 0))}
		}
	}
	return regSource(s.narrow(v))
}

// float selects operations on scalar floats.
// dst is the register of v; rows that overwrite an operand get it as a copy of that operand first, see over.
func (s *selector) float(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := ir.NoValue
	if s.f.NumOperands(i) > 0 {
		x = s.f.Arg(i, 0)
	}
	switch op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv:
		rows := [...]fRows{ir.OpFAdd: fAdd, ir.OpFSub: fSub, ir.OpFMul: fMul, ir.OpFDiv: fDiv}[op]
		k := s.kind(v)
		a, b := s.narrow(x), s.fsrc(s.f.Arg(i, 1))
		if op == ir.OpFAdd || op == ir.OpFMul {
			a, b = s.dying(a, b)
		}
		s.over(rows[k], dst, a, b)
	case ir.OpFSqrt:
		// The row keeps the upper part of its destination, which starts from x to depend on nothing else.
		s.sqrt(s.kind(v), dst, s.narrow(x))
	case ir.OpFNeg, ir.OpFAbs, ir.OpCopySign:
		s.signBits(i, op, v, dst)
	case ir.OpFMA:
		s.fma(i, v, dst)
	case ir.OpFMinNum, ir.OpFMaxNum:
		s.minMax(i, op, v, dst)
	case ir.OpFPConvert:
		s.convert(x, v, dst)
	case ir.OpSIToFP, ir.OpUIToFP:
		s.intToFloat(x, v, dst)
	case ir.OpFPToSI, ir.OpFPToUI:
		s.floatToInt(i, op, x, v, dst)
	default:
		s.refuse(v, "%s cannot be selected: legalization leaves none", op)
	}
}

// sqrt reads and writes one register, so that the row depends on no earlier value of its destination.
func (s *selector) sqrt(k int, dst, x mach.VReg) {
	i := s.begin(mach.Row, fSqrt[k])
	s.use(i, x)
	d := s.defOver(i, dst, 0)
	i.X.Args[0], i.X.Args[1] = x86.R(d), x86.R(d)
}

// signMask is a constant of the sign bit of f32 or f64, or of all the others.
// For f32 the other three lanes are zeros: nothing looks at them.
func (s *selector) signMask(k int, others bool) source {
	m := uint64(1) << 63
	if k == 0 {
		m = 1 << 31
	}
	if others {
		m = ^m
		if k == 0 {
			m &= 1<<32 - 1
		}
	}
	return source{kind: x86.KMem, mem: address{sym: s.constSym(m, 0)}}
}

// signBits selects what only looks at the sign.
// No arithmetic is done, so that NaNs keep their payload and raise nothing.
func (s *selector) signBits(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	x := s.f.Arg(i, 0)
	// Both have their sign in bit 15.
	if s.class(v) == mach.GPR { // f16, bf16
		a := s.narrow(x)
		switch op {
		case ir.OpFNeg:
			s.alu(&aluXor, 32, dst, a, immSource(0x8000))
		case ir.OpFAbs:
			s.alu(&aluAnd, 32, dst, a, immSource(0x7fff))
		default:
			m := s.alu(&aluAnd, 32, 0, a, immSource(0x7fff))
			b := s.alu(&aluAnd, 32, 0, s.narrow(s.f.Arg(i, 1)), immSource(0x8000))
			s.alu(&aluOr, 32, dst, m, regSource(b))
		}
		return
	}
	k := s.kind(v)
	a := s.narrow(x)
	switch op {
	case ir.OpFNeg:
		s.over(x86.XORPS_x_xm128, dst, a, s.signMask(k, false))
	case ir.OpFAbs:
		s.over(x86.ANDPS_x_xm128, dst, a, s.signMask(k, true))
	default:
		m := s.over(x86.ANDPS_x_xm128, s.temp(mach.Vec), a, s.signMask(k, true))
		b := s.over(x86.ANDPS_x_xm128, s.temp(mach.Vec), s.narrow(s.f.Arg(i, 1)), s.signMask(k, false))
		s.over(x86.ORPS_x_xm128, dst, m, regSource(b))
	}
}

// fma selects a*b + c, which legalization leaves only where the processor has an instruction for it.
// One rounding: a product and a sum would have two. The form 213 overwrites a and may have c in memory.
func (s *selector) fma(i ir.Inst, v ir.Value, dst mach.VReg) {
	a, b, c := s.narrow(s.f.Arg(i, 0)), s.narrow(s.f.Arg(i, 1)), s.fsrc(s.f.Arg(i, 2))
	in := s.begin(mach.Row, [...]x86.Op{x86.VFMADD213SS_x_x_xm32, x86.VFMADD213SD_x_x_xm64}[s.kind(v)])
	s.use(in, a)
	y := x86.R(s.use(in, b))
	z := s.operand(in, &c)
	in.X.Args[0], in.X.Args[1], in.X.Args[2] = x86.R(s.defOver(in, s.or(dst), 0)), y, z
}

// minMax selects minimumNumber and maximumNumber of IEEE 754-2019. The instruction min gives its
// second operand if one is NaN or both are zero. So: t = min(x, y) and u = min(y, x) differ in
// nothing but NaNs and the sign of zero; or-ing them gives -0 if there is one (and-ing +0). What
// is NaN in one operand is replaced by the other operand.
func (s *selector) minMax(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	k := s.kind(v)
	x, y := s.narrow(s.f.Arg(i, 0)), s.narrow(s.f.Arg(i, 1))
	rows, join := &fMin, x86.ORPS_x_xm128
	if op == ir.OpFMaxNum {
		rows, join = &fMax, x86.ANDPS_x_xm128
	}
	t := s.over(rows[k], s.temp(mach.Vec), x, regSource(y))
	u := s.over(rows[k], s.temp(mach.Vec), y, regSource(x))
	r := s.over(join, s.temp(mach.Vec), t, regSource(u))
	// Where x is NaN: y. Where y is NaN: x. Adding -0 changes no number and makes NaNs quiet.
	// It has the bits of -0 in its low lane.
	zero := s.signMask(k, false)
	quietX := s.over(fAdd[k], s.temp(mach.Vec), x, zero)
	quietY := s.over(fAdd[k], s.temp(mach.Vec), y, zero)
	r = s.mix(s.isNaN(k, x), quietY, r)
	s.move(dst, s.mix(s.isNaN(k, y), quietX, r))
}

// isNaN is a mask of ones if x is NaN.
// Predicate 3 of CMPSS is unordered: a number compares with itself, a NaN does not.
func (s *selector) isNaN(k int, x mach.VReg) mach.VReg {
	dst := s.temp(mach.Vec)
	i := s.begin(mach.Row, fMask[k])
	s.use(i, x)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.defOver(i, dst, 0)), from, x86.I(3)
	return dst
}

// zeroFloat reports whether x is the constant +0.
func (s *selector) zeroFloat(x ir.Value) bool {
	d := s.f.Def(x)
	if d == ir.NoInst || s.f.Op(d) != ir.OpFConst {
		return false
	}
	hi, lo := s.f.FloatConst(d)
	return hi == 0 && lo == 0
}

// floatBits is a general register with the bits of x, f32 or f64.
func (s *selector) floatBits(k int, x ir.Value) mach.VReg {
	if d := s.f.Def(x); d != ir.NoInst && s.f.Op(d) == ir.OpFConst && !s.hoisted(d) {
		_, lo := s.f.FloatConst(d)
		return s.constant(0, int64(lo))
	}
	if d := s.f.Def(x); d != ir.NoInst && s.f.Op(d) == ir.OpBitCast && s.values[s.f.Arg(d, 0)].int {
		return s.reg(s.f.Arg(d, 0), 32<<k)
	}
	t := s.temp(mach.GPR)
	s.unary2([2]x86.Op{x86.MOVD_rm32_x, x86.MOVQ_rm64_x}[k], t, s.narrow(x))
	return t
}

// mix is m & x | ^m & y.
// m is all ones or all zeros in each lane.
func (s *selector) mix(m, x, y mach.VReg) mach.VReg {
	a := s.over(x86.ANDPS_x_xm128, s.temp(mach.Vec), x, regSource(m))
	b := s.over(x86.ANDNPS_x_xm128, s.temp(mach.Vec), m, regSource(y))
	return s.over(x86.ORPS_x_xm128, s.temp(mach.Vec), a, regSource(b))
}

// convert selects fp_convert between f32 and f64.
// To f64 it is exact, to f32 it rounds once.
func (s *selector) convert(x, v ir.Value, dst mach.VReg) {
	if s.f.TypeOf(x) == ir.F80 {
		s.fromX87(x, v, dst)
		return
	}
	from, to := s.kind(x), s.kind(v)
	switch {
	case from == to:
		s.move(dst, s.narrow(x))
	case to == 1:
		s.unary(x86.CVTSS2SD_x_xm32, dst, s.fsrc(x))
	default:
		s.unary(x86.CVTSD2SS_x_xm64, dst, s.fsrc(x))
	}
}

// intToFloat rounds an int once. What may be 2^63 or more is halved, keeping the last bit sticky,
// converted and doubled.
// Sticky: a last bit that is lost would make a tie of what is above one.
func (s *selector) intToFloat(x, v ir.Value, dst mach.VReg) {
	k := s.kind(v)
	r := &s.values[x]
	op32 := fRows{x86.CVTSI2SS_x_rm32, x86.CVTSI2SD_x_rm32}[k]
	op64 := fRows{x86.CVTSI2SS_x_rm64, x86.CVTSI2SD_x_rm64}[k]
	switch {
	case r.width == 32 && r.signed:
		s.cvt(op32, dst, s.narrow(x))
	// An unsigned number of fewer than 64 bits is a signed one of 64.
	case r.signed || r.bits < 64:
		s.cvt(op64, dst, s.wide(x))
	default:
		a := s.narrow(x)
		half := s.shiftImm(&shShr, 64, 0, a, 1)
		odd := s.alu(&aluAnd, 32, 0, a, immSource(1))
		odd = s.alu(&aluOr, 64, 0, half, regSource(odd))
		big := s.cvt(op64, s.temp(mach.Vec), odd)
		big = s.over(fAdd[k], s.temp(mach.Vec), big, regSource(big))
		small := s.cvt(op64, s.temp(mach.Vec), a)
		// All ones in a GPR where the top bit is set, as a mask.
		m := s.shiftImm(&shSar, 64, 0, a, 63)
		mask := s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(m))
		s.move(dst, s.mix(mask, big, small))
	}
}

// cvt converts into a register that was cleared, since the row keeps its upper part.
// Without that it would wait for whatever wrote the register last.
func (s *selector) cvt(op x86.Op, dst, x mach.VReg) mach.VReg {
	z := s.zeroVec(s.temp(mach.Vec))
	i := s.begin(mach.Row, op)
	s.use(i, z)
	from := x86.R(s.useAny(i, x))
	i.X.Args[0], i.X.Args[1] = x86.R(s.defOver(i, dst, 0)), from
	return dst
}

// floatToInt selects fp_to_si.N and fp_to_ui.N. Out of range is poison, so that truncation to the
// next wider signed integer does; to unsigned 64 bits what is 2^63 or more is shifted down first.
func (s *selector) floatToInt(i ir.Inst, op ir.Op, x, v ir.Value, dst mach.VReg) {
	a := s.f.Attr(i)
	k := s.kind(x)
	// Saturating forms are no poison anywhere, so they have code of their own.
	if a.Sat {
		s.saturate(int(a.N), op == ir.OpFPToSI, k, x, v, dst)
		return
	}
	n := int(a.N)
	if n > 64 {
		s.refuse(v, "%s to %d bits", op, n)
	}
	if op == ir.OpFPToUI && n == 64 {
		s.floatToU64(k, s.narrow(x), dst)
		return
	}
	s.truncFloat(k, 64, dst, s.narrow(x))
}

// truncFloat truncates to a signed integer of w bits.
// Out of range the row gives the integer indefinite, the least number (SDM volume 1, 4.8.3.7).
func (s *selector) truncFloat(k, w int, dst, x mach.VReg) mach.VReg {
	op := fRows{x86.CVTTSS2SI_r64_xm32, x86.CVTTSD2SI_r64_xm64}[k]
	if w == 32 {
		op = fRows{x86.CVTTSS2SI_r32_xm32, x86.CVTTSD2SI_r32_xm64}[k]
	}
	return s.unary(op, s.or(dst), regSource(x))
}

// twoTo is the constant 2^n as f32 or f64.
// The exponent with its bias, above a mantissa of zeros.
func (s *selector) twoTo(k, n int) source {
	bits := uint64(n+1023) << 52
	if k == 0 {
		bits = uint64(n+127) << 23
	}
	return source{kind: x86.KMem, mem: address{sym: s.constSym(bits, 0)}}
}

// floatToU64 truncates to 64 unsigned bits: x if that is below 2^63, else x - 2^63 with the top
// bit added.
// There is no branch: both are computed, and one is masked away.
func (s *selector) floatToU64(k int, x, dst mach.VReg) {
	low := s.truncFloat(k, 64, 0, x)
	less := s.over(fSub[k], s.temp(mach.Vec), x, s.twoTo(k, 63))
	high := s.truncFloat(k, 64, 0, less)
	// low is -2^63 where x is 2^63 or more, and not negative otherwise.
	m := s.shiftImm(&shSar, 64, 0, low, 63)
	high = s.alu(&aluAnd, 64, 0, high, regSource(m))
	s.alu(&aluOr, 64, dst, low, regSource(high))
}

// saturate selects the saturating forms to n bits: NaN gives 0, what is out of range the nearest
// bound.
// The conversion comes first and its result is replaced where a bound says so, as it is wrong but harmless
// there.
func (s *selector) saturate(n int, signed bool, k int, x, v ir.Value, dst mach.VReg) {
	if n > 64 {
		s.refuse(v, "a saturating conversion to %d bits", n)
	}
	f := s.narrow(x)
	lo, hi, top := int64(0), int64(uint64(1)<<uint(n)-1), n
	if n == 64 {
		hi = -1
	}
	if signed {
		top = n - 1
		lo, hi = -1<<uint(top), int64(uint64(1)<<uint(top)-1)
	}
	t := s.temp(mach.GPR)
	if !signed && n == 64 {
		s.floatToU64(k, f, t)
	} else {
		s.truncFloat(k, 64, t, f)
	}
	// Below the range or NaN, then above.
	low, high, zero := s.constant(0, lo), s.constant(0, hi), s.constant(0, 0)
	limit := s.zeroVec(s.temp(mach.Vec))
	if signed {
		limit = s.unary(vecMoves[k].load, s.temp(mach.Vec), s.minusTwoTo(k, top))
	}
	s.fcompare(k, f, regSource(limit))
	// A NaN sets the carry, too: it gets the bound here, and 0 at the end.
	t = s.cmov(x86.B, 64, 0, t, regSource(low))
	limit = s.unary(vecMoves[k].load, s.temp(mach.Vec), s.twoTo(k, top))
	s.fcompare(k, f, regSource(limit))
	t = s.cmov(x86.AE, 64, 0, t, regSource(high))
	s.fcompare(k, f, regSource(f))
	s.cmov(x86.P, 64, dst, t, regSource(zero))
}

// minusTwoTo is the constant -2^n as f32 or f64.
func (s *selector) minusTwoTo(k, n int) source {
	bits := uint64(n+1023)<<52 | 1<<63
	if k == 0 {
		bits = uint64(n+127)<<23 | 1<<31
	}
	return source{kind: x86.KMem, mem: address{sym: s.constSym(bits, 0)}}
}

// fcompare sets CF, ZF and PF for x against y; all three if one is NaN.
// UCOMISS raises no exception for a quiet NaN, unlike COMISS (SDM volume 2).
func (s *selector) fcompare(k int, x mach.VReg, y source) {
	i := s.begin(mach.Row, fComp[k])
	a := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1] = a, s.operand(i, &y)
}

// fcmpCond is the condition that says the result of fcmp i after fcmpFlags; ok is false where two
// are needed.
// An unordered comparison sets CF, ZF and PF: so A, AE and NE are false for NaN, and B, BE and E true.
func (s *selector) fcmpCond(i ir.Inst) (c x86.Cond, ok bool) {
	switch s.f.Attr(i).Pred {
	case ir.FOGT, ir.FOLT:
		return x86.A, true
	case ir.FOGE, ir.FOLE:
		return x86.AE, true
	case ir.FULT, ir.FUGT:
		return x86.B, true
	case ir.FULE, ir.FUGE:
		return x86.BE, true
	case ir.FUEQ:
		return x86.E, true
	case ir.FONE:
		return x86.NE, true
	case ir.FORD:
		return x86.NP, true
	case ir.FUNO:
		return x86.P, true
	}
	return 0, false
}

// fcmpFlags compares the operands of fcmp i, in the order that lets one condition be enough.
func (s *selector) fcmpFlags(i ir.Inst) {
	x, y := s.f.Arg(i, 0), s.f.Arg(i, 1)
	switch s.f.Attr(i).Pred {
	// Exchanged, since only above is false and only below is true for NaN.
	case ir.FOLT, ir.FOLE, ir.FUGT, ir.FUGE:
		x, y = y, x
	}
	k := s.kind(x)
	a := s.narrow(x)
	s.fcompare(k, a, s.fsrc(y))
}

// twoFlags finds the equalities of floats, which need two conditions: neg says that v is true
// where they differ.
// Equal is ZF without PF, which no one condition of the processor says.
func (s *selector) twoFlags(v ir.Value) (i ir.Inst, neg, ok bool) {
	i = s.f.Def(v)
	if i == ir.NoInst || s.f.Op(i) != ir.OpFCmp || s.hoisted(i) {
		return i, false, false
	}
	switch s.f.Attr(i).Pred {
	case ir.FOEQ:
		return i, false, true
	case ir.FUNE:
		return i, true, true
	}
	return i, false, false
}

// fcmpBool makes the result of fcmp i.
func (s *selector) fcmpBool(i ir.Inst, dst mach.VReg) {
	if c, ok := s.fcmpCond(i); ok {
		s.fcmpFlags(i)
		s.set(c, dst)
		return
	}
	switch s.f.Attr(i).Pred {
	case ir.FFalse, ir.FTrue:
		n := int64(0)
		if s.f.Attr(i).Pred == ir.FTrue {
			n = 1
		}
		s.constant(dst, n)
	case ir.FOEQ:
		s.fcmpFlags(i)
		a, b := s.set(x86.E, 0), s.set(x86.NP, 0)
		s.alu(&aluAnd, 32, dst, a, regSource(b))
	default:
		s.fcmpFlags(i)
		a, b := s.set(x86.NE, 0), s.set(x86.P, 0)
		s.alu(&aluOr, 32, dst, a, regSource(b))
	}
}

// selectVec selects among floats or vectors: m is all ones if c.
// A mask from a byte that is 0 or 1: its negation is all zeros or all ones.
func (s *selector) selectVec(c, x, y ir.Value, dst mach.VReg) {
	if k := vecSize(s.f.TypeOf(x)); k < 2 {
		s.selectFloat(k, c, x, y, dst)
		return
	}
	a, b := s.narrow(x), s.narrow(y)
	t := s.unary(x86.MOVZX_r32_rm8, s.temp(mach.GPR), regSource(s.narrow(c)))
	t = s.inPlace(unNeg[3], s.temp(mach.GPR), t)
	m := s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(t))
	m = s.over(x86.PUNPCKLQDQ_x_xm128, s.temp(mach.Vec), m, regSource(m))
	s.move(dst, s.mix(m, a, b))
}

// maxMasks bounds the comparisons of floats that a condition is made of, if it is to be a mask.
const maxMasks = 4

// comparesFloats counts the comparisons of floats of type t that c is made of by and, or, xor; 0 if there is anything else
// in it, or more of them than most.
func (s *selector) comparesFloats(c ir.Value, t ir.Type, most int) int {
	d := s.f.Def(c)
	if d == ir.NoInst || s.hoisted(d) || most == 0 {
		return 0
	}
	switch s.f.Op(d) {
	case ir.OpFCmp:
		if s.f.TypeOf(s.f.Arg(d, 0)) == t {
			return 1
		}
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor:
		// With another reader it is in a register of its own anyway.
		if n := s.comparesFloats(s.f.Arg(d, 0), t, most-1); n > 0 && s.values[c].uses == 1 {
			if m := s.comparesFloats(s.f.Arg(d, 1), t, most-n); m > 0 {
				return n + m
			}
		}
	}
	return 0
}

// floatMask is a mask of all ones where c is true, which comparesFloats has looked at.
func (s *selector) floatMask(k int, c ir.Value) mach.VReg {
	d, m := s.f.Def(c), s.temp(mach.Vec)
	if s.f.Op(d) == ir.OpFCmp {
		s.compareFloats(s.f.Attr(d).Pred, fMask[k], s.narrow(s.f.Arg(d, 0)), s.narrow(s.f.Arg(d, 1)), m)
		return m
	}
	row := x86.ANDPS_x_xm128
	switch s.f.Op(d) {
	case ir.OpBOr:
		row = x86.ORPS_x_xm128
	case ir.OpBXor:
		row = x86.XORPS_x_xm128
	}
	a := s.floatMask(k, s.f.Arg(d, 0))
	return s.over(row, m, a, regSource(s.floatMask(k, s.f.Arg(d, 1))))
}

// selectFloat selects x or y, of f32 or f64: with the mask that comparisons of such floats make, else as numbers.
func (s *selector) selectFloat(k int, c, x, y ir.Value, dst mach.VReg) {
	if s.comparesFloats(c, s.f.TypeOf(x), maxMasks) > 0 {
		m := s.floatMask(k, c)
		switch {
		case s.zeroFloat(y):
			s.over(x86.ANDPS_x_xm128, dst, m, regSource(s.narrow(x)))
		case s.zeroFloat(x):
			s.over(x86.ANDNPS_x_xm128, dst, m, regSource(s.narrow(y)))
		default:
			s.move(dst, s.mix(m, s.narrow(x), s.narrow(y)))
		}
		return
	}
	a, b := s.floatBits(k, x), s.floatBits(k, y)
	t := s.cmov(s.flags(c), 32<<k, 0, b, regSource(a))
	row := [2]x86.Op{x86.MOVD_x_rm32, x86.MOVQ_x_rm64}[k]
	s.unary(row, dst, regSource(t))
}
