package fuzz

import "github.com/tuffy-ir/tuffy/ir"

// floatBits are constants that matter, by format: zero, one, the smallest and largest
// subnormal and normal, infinity, a quiet and a signalling NaN.
var floatBits = map[ir.Type][]uint64{
	ir.F64:  {0, 0x3ff0000000000000, 1, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0x3fb999999999999a, 0x4340000000000000, 0x41dfffffffc00000},
	ir.F32:  {0, 0x3f800000, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x3dcccccd, 0x4b800000, 0x4f000000},
	ir.F16:  {0, 0x3c00, 1, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0x7e00, 0x7c01, 0x2e66, 0x6800, 0x5bf8},
	ir.BF16: {0, 0x3f80, 1, 0x007f, 0x0080, 0x7f7f, 0x7f80, 0x7fc0, 0x7f81, 0x3dcd, 0x4380, 0x4f00},
}

// mantissa is the number of fraction bits.
var mantissa = map[ir.Type]uint{ir.F64: 52, ir.F32: 23, ir.F16: 10, ir.BF16: 7}

// classOf is the class of a float given by its bits.
func classOf(t ir.Type, b uint64) ir.FPClass {
	n, m := uint(t.FloatBits()), mantissa[t]
	frac, exp := b&(1<<m-1), b>>m&(1<<(n-m-1)-1)
	negative := b>>(n-1)&1 == 1
	side := func(p, q ir.FPClass) ir.FPClass {
		if negative {
			return q
		}
		return p
	}
	switch {
	case exp == 1<<(n-m-1)-1 && frac>>(m-1) == 1:
		return ir.ClassQNaN
	case exp == 1<<(n-m-1)-1 && frac != 0:
		return ir.ClassSNaN
	case exp == 1<<(n-m-1)-1:
		return side(ir.ClassPInf, ir.ClassNInf)
	case exp != 0:
		return side(ir.ClassPNorm, ir.ClassNNorm)
	case frac != 0:
		return side(ir.ClassPSub, ir.ClassNSub)
	}
	return side(ir.ClassPZero, ir.ClassNZero)
}

func (x *function) floatConstant(r *record) {
	t := floatTypes[r.below(len(floatTypes))]
	if r.chance(30) {
		x.define(x.at.Inst(ir.OpFConst, ir.Attr{N: uint32(ir.F128), Imm: int64(r.byte())}, nil, nil, []ir.Type{ir.F128}, ir.Synthetic), 0, value{class: allClasses})
		return
	}
	x.float(r, t)
}

// float makes a constant of a format.
func (x *function) float(r *record, t ir.Type) value {
	table := floatBits[t]
	b := table[r.below(len(table))]
	switch r.below(8) {
	case 5, 6:
		b = encoded(t, moderate(r, t))
	case 7:
		b = r.word() >> (64 - t.FloatBits())
	}
	if r.chance(300) {
		b |= 1 << (t.FloatBits() - 1)
	}
	return x.define(x.emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(b)}, nil), 0, value{class: classOf(t, b)})
}

func arithmeticFloat(t ir.Type) bool { return t.Kind() == ir.KindFloat && t != ir.F128 }

// anyFloat picks a float; of type t if that is not 0.
func (x *function) anyFloat(r *record, t ir.Type) value {
	p := x.maybePoison(r)
	if v := x.find(r, func(v *value) bool {
		return arithmeticFloat(v.typ) && (t == 0 || v.typ == t) && (p || v.flags&tainted == 0)
	}); v != nil {
		return *v
	}
	if t == 0 {
		t = floatTypes[r.below(len(floatTypes))]
	}
	return x.float(r, t)
}

// same is the flags of a float operation: the payload of a NaN does not reach the result but
// as another NaN.
func same(operands ...value) flags {
	var f flags
	for _, v := range operands {
		f |= v.flags
	}
	return f
}

var floatOps = [...]ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFRem, ir.OpFMinNum, ir.OpFMaxNum,
	ir.OpFNeg, ir.OpFAbs, ir.OpCopySign, ir.OpFSqrt, ir.OpFMA}

const negatives = ir.ClassNInf | ir.ClassNNorm | ir.ClassNSub | ir.ClassNZero

func (x *function) floatOp(r *record) {
	op := floatOps[r.below(len(floatOps))]
	a := x.anyFloat(r, 0)
	operands := []value{a}
	for n := 1; n < len(ir.Ops[op].Sig); n++ {
		operands = append(operands, x.anyFloat(r, a.typ))
	}
	if op == ir.OpFMA && r.chance(300) { // the addend nearly cancels the product
		p := x.raw2(ir.OpFMul, ir.Attr{}, operands[0], operands[1])
		operands[2] = value{id: x.raw2(ir.OpFNeg, ir.Attr{}, p).id, typ: a.typ, flags: same(operands...), class: allClasses, nan: true}
	}
	v := value{flags: same(operands...), class: quiet, nan: true}
	switch op {
	case ir.OpFNeg:
		v.class, v.nan = swapSigns(a.class), a.nan
	case ir.OpFAbs:
		v.class, v.nan = (a.class|swapSigns(a.class))&^negatives, a.nan
	case ir.OpCopySign:
		// The sign may come from a NaN that an operation made.
		v.class, v.nan = a.class|swapSigns(a.class), a.nan
		if operands[1].nan {
			v.flags |= unspecified
		}
	case ir.OpFSqrt:
		v.class = ir.ClassQNaN | ir.ClassNZero | ir.ClassPZero | ir.ClassPNorm | ir.ClassPSub | ir.ClassPInf
	case ir.OpFMinNum, ir.OpFMaxNum:
		v.class = (a.class | operands[1].class | ir.ClassQNaN) &^ ir.ClassSNaN
	}
	attr := ir.Attr{}
	if op.Is(ir.HasFPFlags) && r.chance(150) {
		attr.Flags = ir.FPFlags(r.below(4))
	}
	x.define(x.emit(op, attr, nil, operands...), 0, v)
}

// swapSigns exchanges positive and negative classes.
func swapSigns(c ir.FPClass) ir.FPClass {
	out := c & (ir.ClassSNaN | ir.ClassQNaN)
	for _, p := range [][2]ir.FPClass{{ir.ClassNInf, ir.ClassPInf}, {ir.ClassNNorm, ir.ClassPNorm}, {ir.ClassNSub, ir.ClassPSub}, {ir.ClassNZero, ir.ClassPZero}} {
		if c&p[0] != 0 {
			out |= p[1]
		}
		if c&p[1] != 0 {
			out |= p[0]
		}
	}
	return out
}

func (x *function) floatCompare(r *record) {
	a := x.anyFloat(r, 0)
	b := x.anyFloat(r, a.typ)
	p := ir.FFalse + ir.Pred(r.below(int(ir.FTrue-ir.FFalse)+1))
	x.define(x.emit(ir.OpFCmp, ir.Attr{Pred: p}, nil, a, b), 0, value{flags: same(a, b)})
}

func (x *function) floatConvert(r *record) {
	switch r.below(5) {
	case 0:
		a := x.anyFloat(r, 0)
		x.define(x.emit(ir.OpFPConvert, ir.Attr{}, floatTypes[r.below(4):][:1], a), 0, value{flags: same(a), class: quiet, nan: true})
	case 1, 2:
		op := ir.OpSIToFP
		v := x.anyInt(r, x.maybePoison(r))
		if r.below(2) == 1 {
			op = ir.OpUIToFP
			if v.span.lo.Sign() < 0 && !x.unsafe {
				v = x.extend(r, ir.OpZExt, v, uint(min(v.span.bitLen()+1, 70)))
			}
		}
		class := ir.ClassPZero | ir.ClassPNorm | ir.ClassPInf
		if v.span.lo.Sign() < 0 {
			class |= ir.ClassNNorm | ir.ClassNInf
		}
		x.define(x.emit(op, ir.Attr{}, floatTypes[r.below(4):][:1], v), 0, value{flags: flow(v), class: class})
	default:
		x.floatToInt(r)
	}
}

func (x *function) floatToInt(r *record) {
	a := x.anyFloat(r, 0)
	op := [...]ir.Op{ir.OpFPToSI, ir.OpFPToUI}[r.below(2)]
	n := sizes[r.below(len(sizes))]
	sat := !r.chance(200)
	s := unsignedSpan(n)
	if op == ir.OpFPToSI {
		s = signedSpan(n)
	}
	v := value{span: s, flags: same(a)}
	if !sat && x.g.cfg.UB == 0 {
		v.flags |= tainted
	}
	x.define(x.emit(op, ir.Attr{N: uint32(n), Sat: sat}, nil, a), 0, v)
}
