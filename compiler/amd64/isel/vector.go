package isel

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// Vectors of 128 bits whose lanes wrap or are floats, and what moves them. Masks are in vecmask.go, what is different for
// vectors of 256 bits in long.go; wider vectors and
// everything else are for legalization to take apart.

// vecRows are the rows of lane by lane operations, by the bits of a lane.
var vecRows = [ir.NumOps]sized{
	ir.OpVecAdd: {x86.PADDB_x_xm128, x86.PADDW_x_xm128, x86.PADDD_x_xm128, x86.PADDQ_x_xm128},
	ir.OpVecSub: {x86.PSUBB_x_xm128, x86.PSUBW_x_xm128, x86.PSUBD_x_xm128, x86.PSUBQ_x_xm128},
	ir.OpVecMul: {1: x86.PMULLW_x_xm128}, // the others take several rows
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

// vector selects a vector operation without a mask: package legalize leaves those that have a case here (nativeVector),
// and no others.
func (s *selector) vector(i ir.Inst, op ir.Op, v ir.Value, dst mach.VReg) {
	f := s.f
	l := f.Attr(i).Lane
	s.lengthOf(i, v)
	defer func() { s.long = false }()
	// A constant is loaded, or made again, whatever instructions the program makes it of.
	if words, ok := legalize.VectorConst(f, v); ok {
		s.vecConst(words, dst)
		return
	}
	if t := f.TypeOf(v); !isChunk(t) && t.Kind() == ir.KindVec || op == ir.OpVecICmp || op == ir.OpVecFCmp || op == ir.OpVecSelect {
		s.mask(i, op, v, dst)
		return
	}
	if row := vecRow(op, l); row != 0 && f.NumOperands(i) == 2 && isChunk(f.TypeOf(v)) {
		a := s.narrow(f.Arg(i, 0))
		s.over(row, dst, a, regSource(s.narrow(f.Arg(i, 1))))
		return
	}
	chunk := isChunk(f.TypeOf(v))
	switch {
	case op == ir.OpVecFNeg && vecLanes(l, f.TypeOf(v)):
		s.over(x86.XORPS_x_xm128, dst, s.narrow(f.Arg(i, 0)), s.laneMask(l, false))
	case op == ir.OpVecFAbs && vecLanes(l, f.TypeOf(v)):
		s.over(x86.ANDPS_x_xm128, dst, s.narrow(f.Arg(i, 0)), s.laneMask(l, true))
	case op == ir.OpVecSplat && chunk:
		s.splat(f.Arg(i, 0), l, dst)
	case op == ir.OpVecExtract && isChunk(f.TypeOf(f.Arg(i, 0))):
		s.lane(i, v, l, dst)
	case op == ir.OpVecExtract:
		s.maskByte(i, dst)
	case op == ir.OpVecInsert && chunk:
		s.insertLane(i, v, l, dst)
	case op == ir.OpVecShuffle && chunk:
		s.shuffleLanes(i, v, l, dst)
	case op == ir.OpVecMul && chunk:
		s.vecMul(l, s.narrow(f.Arg(i, 0)), s.narrow(f.Arg(i, 1)), dst)
	case (op == ir.OpVecShl || op == ir.OpVecShr) && chunk:
		s.vecShift(i, op, v, l, dst)
	case (op == ir.OpVecMin || op == ir.OpVecMax) && chunk:
		s.vecMinMax(op, l, s.narrow(f.Arg(i, 0)), s.narrow(f.Arg(i, 1)), dst)
	default:
		s.refuse(v, "%s of lanes %s: legalization leaves none", op, l)
	}
}

// vec128 is the type that a register holds, and vec256 one where the target has long ones.
var vec128, vec256 = ir.Vec(128, false), ir.Vec(256, false)

// isChunk reports whether a value of type t is a vector in a register, and no mask.
func isChunk(t ir.Type) bool { return t == vec128 || t == vec256 }

// vecConst makes a constant vector: zeros by xorps, anything else from memory.
func (s *selector) vecConst(words []uint64, dst mach.VReg) {
	if !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 }) {
		s.zeroVec(dst)
		return
	}
	s.unary(x86.MOVUPS_x_xm128, dst, source{kind: x86.KMem, mem: address{sym: s.constSym(words...)}})
	// It can be loaded again instead of being spilled.
	s.seq[len(s.seq)-1].Remat = true
}

// vecTemp is a row on two vector registers, into a new one.
func (s *selector) vecTemp(op x86.Op, x, y mach.VReg) mach.VReg {
	return s.over(op, s.temp(mach.Vec), x, regSource(y))
}

// byImm is a row that changes x by an immediate into dst.
func (s *selector) byImm(op x86.Op, dst, x mach.VReg, n int64) mach.VReg {
	i := s.begin(mach.Row, op)
	s.use(i, x)
	i.X.Args[0], i.X.Args[1] = x86.R(s.defOver(i, dst, 0)), x86.I(n)
	return dst
}

// vecMul multiplies lanes for which there is no row.
func (s *selector) vecMul(l ir.Lane, a, b, dst mach.VReg) {
	switch l.Bits {
	case 8: // the odd lanes at the top of words, the even ones at their ends
		high := func(x mach.VReg) mach.VReg { return s.byImm(x86.PSRLW_x_imm8, s.temp(mach.Vec), x, 8) }
		odd := s.byImm(x86.PSLLW_x_imm8, s.temp(mach.Vec), s.vecTemp(x86.PMULLW_x_xm128, high(a), high(b)), 8)
		even := s.vecTemp(x86.PMULLW_x_xm128, a, b)
		even = s.over(x86.PAND_x_xm128, s.temp(mach.Vec), even, s.lanes(0x00ff00ff00ff00ff))
		s.over(x86.POR_x_xm128, dst, even, regSource(odd))
	case 32:
		s.vecMul32(a, b, dst)
	default: // the low halves, and above them what the others give
		high := func(x mach.VReg) mach.VReg { return s.byImm(x86.PSRLQ_x_imm8, s.temp(mach.Vec), x, 32) }
		cross := s.vecTemp(x86.PADDQ_x_xm128, s.vecTemp(x86.PMULUDQ_x_xm128, high(a), b), s.vecTemp(x86.PMULUDQ_x_xm128, high(b), a))
		cross = s.byImm(x86.PSLLQ_x_imm8, s.temp(mach.Vec), cross, 32)
		s.over(x86.PADDQ_x_xm128, dst, s.vecTemp(x86.PMULUDQ_x_xm128, a, b), regSource(cross))
	}
}

// lanes is a constant that repeats 64 bits, in memory.
func (s *selector) lanes(word uint64) source {
	words := []uint64{word, word, word, word}
	if !s.long {
		words = words[:2]
	}
	return source{kind: x86.KMem, mem: address{sym: s.constSym(words...)}}
}

// vecMul32 multiplies lanes of 32 bits. In SSE2 there are products of lanes 0 and 2 only, of 64 bits, the low halves of
// which are wanted.
func (s *selector) vecMul32(a, b, dst mach.VReg) {
	if s.has.sse41 {
		s.over(x86.PMULLD_x_xm128, dst, a, regSource(b))
		return
	}
	even := s.vecTemp(x86.PMULUDQ_x_xm128, a, b)
	odd := s.vecTemp(x86.PMULUDQ_x_xm128, s.shuffled(a, 1|3<<4), s.shuffled(b, 1|3<<4))
	s.over(x86.PUNPCKLDQ_x_xm128, dst, s.shuffled(even, 0|2<<2), regSource(s.shuffled(odd, 0|2<<2)))
}

// shuffled is x in another order of lanes of 32 bits.
func (s *selector) shuffled(x mach.VReg, order int64) mach.VReg {
	t := s.temp(mach.Vec)
	s.shuffle(t, x, order)
	return t
}

// vecShifts are the rows of shifts by an immediate, by the bits of a lane: left, right and right with the sign.
var vecShifts = [3]sized{
	{1: x86.PSLLW_x_imm8, 2: x86.PSLLD_x_imm8, 3: x86.PSLLQ_x_imm8},
	{1: x86.PSRLW_x_imm8, 2: x86.PSRLD_x_imm8, 3: x86.PSRLQ_x_imm8},
	{1: x86.PSRAW_x_imm8, 2: x86.PSRAD_x_imm8},
}

// vecShiftsBy are those by the number in the low half of a register.
var vecShiftsBy = [3]sized{
	{1: x86.PSLLW_x_xm128, 2: x86.PSLLD_x_xm128, 3: x86.PSLLQ_x_xm128},
	{1: x86.PSRLW_x_xm128, 2: x86.PSRLD_x_xm128, 3: x86.PSRLQ_x_xm128},
	{1: x86.PSRAW_x_xm128, 2: x86.PSRAD_x_xm128},
}

// vecShift shifts all lanes by the same amount. Shifts by as many bits as a lane has, or more, leave zeros or signs.
func (s *selector) vecShift(i ir.Inst, op ir.Op, v ir.Value, l ir.Lane, dst mach.VReg) {
	k := 0
	switch {
	case op == ir.OpVecShr && l.Kind == ir.LaneS:
		k = 2
	case op == ir.OpVecShr:
		k = 1
	}
	x, by := s.narrow(s.f.Arg(i, 0)), s.f.Arg(i, 1)
	bits := uint(l.Bits)
	if words, ok := legalize.VectorConst(s.f, by); ok {
		s.vecShiftImm(k, bits, dst, x, int64(min(words[0]&(1<<(bits-1)<<1-1), uint64(bits))))
		return
	}
	n, ok := legalize.SplatOf(s.f, by, bits)
	row := vecShiftsBy[k][size(int(bits))]
	if !ok || row == 0 {
		s.refuse(v, "%s of lanes %s: legalization leaves none", op, l)
	}
	// The amount is read as 64 bits.
	t := s.temp(mach.GPR)
	if bits == 64 {
		t = s.full(n)
	} else {
		s.extend(t, s.bits32(n, int(bits)), int(bits), 64, false)
	}
	s.over(row, dst, x, regSource(s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(t))))
}

// vecShiftImm shifts by a constant, at most the bits of a lane. Lanes of 8 bits are shifted as parts of 16, and what comes
// from the neighbour is cleared; a sign that no row copies is copied by flipping it, and subtracting it.
func (s *selector) vecShiftImm(k int, bits uint, dst, x mach.VReg, n int64) {
	if row := vecShifts[k][size(int(bits))]; row != 0 {
		s.byImm(row, dst, x, n)
		return
	}
	if k == 2 { // lanes of 8 and 64 bits
		n = min(n, int64(bits)-1)
		t := s.temp(mach.Vec)
		s.vecShiftImm(1, bits, t, x, n)
		sign := s.lanes(repeated(1<<(int64(bits)-1-n), bits))
		sub := x86.PSUBQ_x_xm128
		if bits == 8 {
			sub = x86.PSUBB_x_xm128
		}
		s.over(sub, dst, s.over(x86.PXOR_x_xm128, s.temp(mach.Vec), t, sign), sign)
		return
	}
	t := s.byImm(vecShifts[k][1], s.temp(mach.Vec), x, n)
	left := uint64(0xff) >> n
	if k == 0 {
		left = 0xff << n & 0xff
	}
	s.over(x86.PAND_x_xm128, dst, t, s.lanes(repeated(left, 8)))
}

// repeated is a lane of so many bits in all of 64.
func repeated(lane uint64, bits uint) uint64 {
	for ; bits < 64; bits *= 2 {
		lane |= lane << bits
	}
	return lane
}

// vecMinMax takes the smaller or greater of each two lanes: by a row of its own, else with a mask that a comparison makes.
func (s *selector) vecMinMax(op ir.Op, l ir.Lane, a, b, dst mach.VReg) {
	greatest, signed := op == ir.OpVecMax, l.Kind == ir.LaneS
	var row x86.Op
	switch {
	case l.Bits == 8 && !signed:
		row = [2]x86.Op{x86.PMINUB_x_xm128, x86.PMAXUB_x_xm128}[index(greatest)]
	case l.Bits == 16 && signed:
		row = [2]x86.Op{x86.PMINSW_x_xm128, x86.PMAXSW_x_xm128}[index(greatest)]
	case l.Bits == 32 && s.has.sse41 && signed:
		row = [2]x86.Op{x86.PMINSD_x_xm128, x86.PMAXSD_x_xm128}[index(greatest)]
	case l.Bits == 32 && s.has.sse41:
		row = [2]x86.Op{x86.PMINUD_x_xm128, x86.PMAXUD_x_xm128}[index(greatest)]
	}
	if row != 0 {
		s.over(row, dst, a, regSource(b))
		return
	}
	above := s.above(l, a, b)
	if !greatest {
		a, b = b, a
	}
	s.move(dst, s.mix(above, a, b))
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// vecLanes says that l are the lanes of a vector of floats of 128 bits.
func vecLanes(l ir.Lane, t ir.Type) bool {
	return isChunk(t) && l.Kind == ir.LaneF && (l.Bits == 32 || l.Bits == 64)
}

// laneMask is the sign bit of every lane, or everything else.
// A constant of 16 bytes in memory: these rows have no immediate, and want it aligned to 16.
func (s *selector) laneMask(l ir.Lane, others bool) source {
	m := repeated(1<<(l.Bits-1), uint(l.Bits))
	if others {
		m = ^m
	}
	return s.lanes(m)
}

// splat fills all lanes with x: lanes of 64 bits by unpacking with themselves, smaller ones by a shuffle of the first
// 32 bits, which narrower lanes fill before.
func (s *selector) splat(x ir.Value, l ir.Lane, dst mach.VReg) {
	t := s.scalarIn(x, l)
	if s.long {
		s.unary(broadcasts[size(int(l.Bits))], dst, regSource(t))
		return
	}
	if l.Bits == 64 {
		s.over(x86.PUNPCKLQDQ_x_xm128, dst, t, regSource(t))
		return
	}
	if l.Bits == 8 {
		t = s.vecTemp(x86.PUNPCKLBW_x_xm128, t, t)
	}
	if l.Bits <= 16 {
		t = s.vecTemp(x86.PUNPCKLWD_x_xm128, t, t)
	}
	s.shuffle(dst, t, 0)
}

// scalarIn is x in the lowest lane of a vector register.
func (s *selector) scalarIn(x ir.Value, l ir.Lane) mach.VReg {
	switch {
	case s.class(x) != mach.GPR:
		return s.narrow(x)
	case l.Bits == 64:
		return s.unary(x86.MOVQ_x_rm64, s.temp(mach.Vec), regSource(s.full(x)))
	}
	return s.unary(x86.MOVD_x_rm32, s.temp(mach.Vec), regSource(s.bits32(x, int(l.Bits))))
}

// bits32 is a general register with the low n bits of x, at most 32; what is above them is anything.
func (s *selector) bits32(x ir.Value, n int) mach.VReg {
	if s.values[x].int {
		return s.reg(x, n)
	}
	return s.narrow(x)
}

// insertLane puts a scalar into the lane with a constant number. There is a row for words of 16 bits: a lane of 32 bits is
// two, and one of 8 bits goes into the word that is there.
func (s *selector) insertLane(i ir.Inst, v ir.Value, l ir.Lane, dst mach.VReg) {
	f := s.f
	n, ok := s.smallConst(f.Arg(i, 2))
	if !ok || n < 0 || n >= 8*int64(f.TypeOf(v).FieldSize(1))/int64(l.Bits) {
		s.refuse(v, "a lane number that is no constant: legalization leaves none")
	}
	a, x := s.narrow(f.Arg(i, 0)), f.Arg(i, 1)
	if s.long {
		half := n * int64(l.Bits) / 128
		whole, to, of := a, dst, int64(128/l.Bits)
		a, dst, n, s.long = s.halfOf(a, half), s.temp(mach.Vec), n%of, false
		defer func() { s.insertHalf(to, whole, dst, half) }()
	}
	if l.Bits == 64 {
		t := s.scalarIn(x, l)
		if n == 0 { // the low half of the first operand, the high one of the second
			k := s.begin(mach.Row, x86.SHUFPD_x_xm128_imm8)
			s.use(k, t)
			high := x86.R(s.use(k, a))
			k.X.Args[0], k.X.Args[1], k.X.Args[2] = x86.R(s.defOver(k, dst, 0)), high, x86.I(2)
		} else {
			s.over(x86.PUNPCKLQDQ_x_xm128, dst, a, regSource(t))
		}
		return
	}
	var r mach.VReg
	if s.class(x) == mach.Vec {
		r = s.temp(mach.GPR)
		s.unary2(x86.MOVD_rm32_x, r, s.narrow(x))
	} else {
		r = s.bits32(x, int(l.Bits))
	}
	switch l.Bits {
	case 16:
		s.insertWord(dst, a, r, n)
		return
	case 8:
		r = s.extend(0, r, 8, 32, false)
		keep := int64(0xff00)
		if n%2 == 1 {
			r, keep = s.shiftImm(&shShl, 32, 0, r, 8), 0xff
		}
		word := s.alu(&aluAnd, 32, 0, s.wordOf(s.temp(mach.GPR), a, n/2), immSource(keep))
		s.insertWord(dst, a, s.alu(&aluOr, 32, 0, word, regSource(r)), n/2)
		return
	}
	t := s.insertWord(s.temp(mach.Vec), a, r, 2*n)
	s.insertWord(dst, t, s.shiftImm(&shShr, 32, 0, r, 16), 2*n+1)
}

// insertWord is pinsrw.
func (s *selector) insertWord(dst, x, r mach.VReg, n int64) mach.VReg {
	i := s.begin(mach.Row, x86.PINSRW_x_r32_imm8)
	s.use(i, x)
	from := x86.R(s.use(i, r))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.defOver(i, dst, 0)), from, x86.I(n)
	return dst
}

// wordOf is pextrw.
func (s *selector) wordOf(dst, x mach.VReg, n int64) mach.VReg {
	i := s.begin(mach.Row, x86.PEXTRW_r32_x_imm8)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, x86.I(n)
	return dst
}

// unpacks are the rows that take the lanes of two low or high halves by turns, by the bits of a lane.
var unpacks = [2]sized{
	{x86.PUNPCKLBW_x_xm128, x86.PUNPCKLWD_x_xm128, x86.PUNPCKLDQ_x_xm128},
	{x86.PUNPCKHBW_x_xm128, x86.PUNPCKHWD_x_xm128, x86.PUNPCKHDQ_x_xm128},
}

// shuffleLanes orders lanes by a constant.
func (s *selector) shuffleLanes(i ir.Inst, v ir.Value, l ir.Lane, dst mach.VReg) {
	words, ok := legalize.VectorConst(s.f, s.f.Arg(i, 2))
	var numbers []uint64
	for _, w := range words {
		for at := uint16(0); at < 64; at += l.Bits {
			numbers = append(numbers, w>>at&(1<<(l.Bits-1)<<1-1))
		}
	}
	if s.long {
		s.shuffleLong(i, v, l, numbers, dst)
		return
	}
	p, planned := legalize.PlanShuffle(uint(l.Bits), numbers)
	if !ok || !planned {
		s.refuse(v, "a shuffle of lanes %s: legalization leaves none", l)
	}
	a, b := s.narrow(s.f.Arg(i, p.From[0])), s.narrow(s.f.Arg(i, p.From[1]))
	order := func(from int) (n int64) {
		for k := range 4 {
			n |= int64(p.Order[from+k]) << (2 * k)
		}
		return n
	}
	switch p.Op {
	case legalize.ShuffleWords:
		s.shuffle(dst, a, order(0))
	case legalize.ShuffleHalves:
		s.shufps(dst, a, b, order(0))
	case legalize.ShuffleShort:
		t := s.temp(mach.Vec)
		s.shuffleBy(x86.PSHUFLW_x_xm128_imm8, t, a, order(0))
		s.shuffleBy(x86.PSHUFHW_x_xm128_imm8, dst, t, order(4))
	default:
		s.over(unpacks[index(p.Op == legalize.ShuffleHigh)][size(int(p.Bits))], dst, a, regSource(b))
	}
}

// shufps is two words of a, then two of b.
func (s *selector) shufps(dst, a, b mach.VReg, order int64) {
	k := s.begin(mach.Row, x86.SHUFPS_x_xm128_imm8)
	s.use(k, a)
	from := x86.R(s.use(k, b))
	k.X.Args[0], k.X.Args[1], k.X.Args[2] = x86.R(s.defOver(k, dst, 0)), from, x86.I(order)
}

// shuffle is pshufd.
// Two bits of the order for each lane of the result, the lowest first.
func (s *selector) shuffle(dst, x mach.VReg, order int64) {
	s.shuffleBy(x86.PSHUFD_x_xm128_imm8, dst, x, order)
}

// shuffleBy is pshufd, or pshuflw or pshufhw, which order words of 16 bits in one half.
func (s *selector) shuffleBy(op x86.Op, dst, x mach.VReg, order int64) {
	i := s.begin(mach.Row, op)
	from := x86.R(s.use(i, x))
	i.X.Args[0], i.X.Args[1], i.X.Args[2] = x86.R(s.def(i, dst)), from, x86.I(order)
}

// lane takes a lane with a constant number out of a vector.
func (s *selector) lane(i ir.Inst, v ir.Value, l ir.Lane, dst mach.VReg) {
	n, ok := s.smallConst(s.f.Arg(i, 1))
	if !ok || n < 0 || n >= 8*int64(s.f.TypeOf(s.f.Arg(i, 0)).FieldSize(1))/int64(l.Bits) {
		s.refuse(v, "a lane number that is no constant: legalization leaves none")
	}
	x := s.narrow(s.f.Arg(i, 0))
	if s.long {
		of := int64(128 / l.Bits)
		x, n, s.long = s.halfOf(x, n/of), n%of, false
	}
	if l.Bits < 32 {
		r := dst
		if odd := l.Bits == 8 && n%2 == 1; odd {
			r = s.temp(mach.GPR)
		}
		s.wordOf(r, x, n*int64(l.Bits)/16)
		if r != dst {
			s.shiftImm(&shShr, 32, dst, r, 8)
		}
		return
	}
	if n > 0 {
		order := n
		if l.Bits == 64 {
			// Lane 1 of 64 bits is the lanes 2 and 3 of 32.
			order = 2 | 3<<2
		}
		x = s.shuffled(x, order)
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
