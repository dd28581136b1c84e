package legalize

import "github.com/tuffy-ir/tuffy/ir"

// The places of an f80 below the point with the exponent field 0, which stands for 1: the bias and the 63 places of the
// significand behind its leading bit.
const placesF80 = 16383 + 63

// partsF80 are the exponent field, that of the least normal number for a subnormal one, and the significand of x, and
// its sign as 0 or 1.
func (w writer) partsF80(x ir.Value) (e, m, sign ir.Value) {
	b := w.cast(x, ir.Int)
	top := w.zext(w.two(ir.OpShr, b, w.n(64)), 16)
	return w.two(ir.OpMax, w.two(ir.OpAnd, top, w.n(0x7fff)), w.n(1)), w.zext(b, 64), w.two(ir.OpShr, top, w.n(15))
}

// makeF80 is the f80 of these parts, with the exponent field 0 if the leading bit of m is not set.
func (w writer) makeF80(e, m, sign ir.Value) ir.Value {
	e = w.zext(w.two(ir.OpMul, e, w.two(ir.OpShr, m, w.n(63))), 15)
	top := w.two(ir.OpOr, e, w.two(ir.OpShl, sign, w.n(15)))
	return w.cast(w.two(ir.OpOr, w.two(ir.OpShl, top, w.n(64)), m), ir.F80)
}

func (w writer) fcmp(p ir.Pred, x, y ir.Value) ir.Value {
	return w.F.Result(w.Inst(ir.OpFCmp, ir.Attr{Pred: p}, []ir.Operand{{Value: x}, {Value: y}}, nil, []ir.Type{ir.Bool}, o), 0)
}

func (w writer) abs(x ir.Value) ir.Value { return w.Unary(ir.OpFAbs, x, o) }

// buildFModF80 writes the remainder of f80 as [buildFMod] does that of f64.
func buildFModF80(f *ir.Func) {
	entry, odd, plain, same := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	token := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	loop := f.AddRegion(ir.Body, ir.LoopRegion)
	head, next := f.AddBlock(loop), f.AddBlock(loop)
	done := f.AddBlock(ir.Body)

	w := writer{f.At(entry)}
	x, y := w.operand(0), w.operand(1)
	ex, mx, sign := w.partsF80(x)
	ey, my, _ := w.partsF80(y)
	bad := w.two(ir.OpBOr, w.fcmp(ir.FUNO, x, y), w.two(ir.OpBOr, w.is(ir.EQ, ex, w.n(0x7fff)), w.is(ir.EQ, my, w.n(0))))
	w.BrIf(bad, ir.Goto(odd), ir.Goto(plain), o)
	w = writer{f.At(odd)}
	p := w.two(ir.OpFMul, x, y)
	w.Ret(o, w.two(ir.OpFDiv, p, p), token)

	w = writer{f.At(plain)}
	shift := func(e, m ir.Value) (ir.Value, ir.Value) {
		by := w.two(ir.OpAnd, w.zeros(m, 64), w.n(63))
		return w.two(ir.OpSub, e, by), w.zext(w.two(ir.OpShl, m, by), 64)
	}
	ex, mx = shift(ex, mx)
	ey, my = shift(ey, my)
	w.BrIf(w.fcmp(ir.FOLT, w.abs(x), w.abs(y)), ir.Goto(same), ir.Goto(head, w.two(ir.OpSub, ex, ey), mx), o)
	w = writer{f.At(same)}
	w.Ret(o, w.two(ir.OpFSub, x, w.FConstWide(ir.F80, 0, 0, o)), token) // a pattern that is not the one of its number does not stay

	count, m := f.AddArg(head, ir.Int, ir.Signed(17)), f.AddArg(head, ir.Int, ir.Unsigned(65))
	w = writer{f.At(head)}
	less := w.pick(w.is(ir.GE, m, my), w.two(ir.OpSub, m, my), m)
	w.BrIf(w.is(ir.LE, count, w.n(0)), ir.Goto(done), ir.Goto(next), o)
	w = writer{f.At(next)}
	w.Yield(ir.OpContinue, o, w.two(ir.OpSub, count, w.n(1)), w.two(ir.OpShl, less, w.n(1)))

	w = writer{f.At(done)}
	up := w.two(ir.OpMax, w.two(ir.OpMin, w.zeros(w.zext(less, 64), 64), w.two(ir.OpSub, ey, w.n(1))), w.n(0))
	up = w.two(ir.OpAnd, up, w.n(63))
	down := w.two(ir.OpMin, w.two(ir.OpMax, w.two(ir.OpSub, w.n(1), ey), w.n(0)), w.n(63))
	norm := w.zext(w.two(ir.OpShr, w.two(ir.OpShl, less, up), down), 64)
	w.Ret(o, w.makeF80(w.two(ir.OpSub, ey, up), norm, sign), token)
}

// buildFMAF80 writes x * y + z of f80, rounded once, as [buildFMA] does that of f64.
func buildFMAF80(f *ir.Func) {
	const wide = 320
	entry, odd, some, zero, plain := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	token := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	w := writer{f.At(entry)}
	x, y, z := w.operand(0), w.operand(1), w.operand(2)
	ex, mx, sx := w.partsF80(x)
	ey, my, sy := w.partsF80(y)
	ez, mz, sz := w.partsF80(z)
	p := w.two(ir.OpMul, mx, my)
	top := w.n(0x7fff)
	far := w.two(ir.OpBOr, w.fcmp(ir.FUNO, x, y), w.two(ir.OpBOr, w.is(ir.EQ, ex, top), w.is(ir.EQ, ey, top)))
	w.BrIf(w.two(ir.OpBOr, far, w.is(ir.EQ, p, w.n(0))), ir.Goto(odd), ir.Goto(some), o)
	w = writer{f.At(odd)}
	w.Ret(o, w.two(ir.OpFAdd, w.two(ir.OpFMul, x, y), z), token)
	w = writer{f.At(some)}
	w.BrIf(w.two(ir.OpBOr, w.fcmp(ir.FUNO, z, z), w.is(ir.EQ, ez, top)), ir.Goto(zero), ir.Goto(plain), o)
	w = writer{f.At(zero)}
	w.Ret(o, w.two(ir.OpFAdd, z, z), token)

	w = writer{f.At(plain)}
	// The exponents of the last places of product and z.
	ep, eq := w.two(ir.OpSub, w.two(ir.OpAdd, ex, ey), w.n(2*placesF80)), w.two(ir.OpSub, ez, w.n(placesF80))
	d := w.two(ir.OpSub, ep, eq)
	// Shifted as far, the one is 66 places or more above all of the other, which has 64 bits, or 128. Neither has more
	// than 264 bits.
	const upP, upZ = 132, 200
	up := w.is(ir.GE, d, w.n(0))
	hiP, loZ := w.apart(p, mz, d, upP, wide)
	hiZ, loP := w.apart(mz, p, w.two(ir.OpSub, w.n(0), d), upZ, wide)
	a, b := w.pick(up, hiP, loP), w.pick(up, loZ, hiZ)
	e := w.pick(up, w.two(ir.OpMax, eq, w.two(ir.OpSub, ep, w.n(upP))), w.two(ir.OpMax, ep, w.two(ir.OpSub, eq, w.n(upZ))))
	a = w.pick(w.is(ir.NE, sx, sy), w.two(ir.OpSub, w.n(0), a), a)
	b = w.pick(w.is(ir.NE, sz, w.n(0)), w.two(ir.OpSub, w.n(0), b), b)
	sum := w.sext(w.two(ir.OpAdd, a, b), wide)
	neg := w.is(ir.LT, sum, w.n(0))
	m := w.zext(w.pick(neg, w.two(ir.OpSub, w.n(0), sum), sum), wide)

	// q bits go, so that 64 are left, or fewer above the last place of subnormal numbers.
	size := w.two(ir.OpSub, w.n(wide), w.zeros(m, wide))
	q := w.two(ir.OpMax, w.two(ir.OpSub, size, w.n(64)), w.two(ir.OpSub, w.n(1-placesF80), e))
	q = w.two(ir.OpMin, q, w.n(wide-1))
	out := w.zext(w.two(ir.OpMax, q, w.n(0)), 9)
	in := w.two(ir.OpAnd, w.two(ir.OpMax, w.two(ir.OpSub, w.n(0), q), w.n(0)), w.n(63))
	kept := w.zext(w.two(ir.OpShr, m, out), 64)
	lost := w.zext(w.two(ir.OpSub, m, w.zext(w.two(ir.OpShl, w.zext(kept, wide), out), wide)), wide)
	twice := w.zext(w.two(ir.OpShl, lost, w.n(1)), wide+1)
	unit := w.zext(w.two(ir.OpShl, w.n(1), out), wide)
	last := w.is(ir.NE, w.two(ir.OpAnd, kept, w.n(1)), w.n(0))
	more := w.two(ir.OpBOr, w.is(ir.GT, twice, unit), w.two(ir.OpBAnd, w.is(ir.EQ, twice, unit), last))
	kept = w.zext(w.two(ir.OpAdd, kept, w.Unary(ir.OpBoolToInt, more, o)), 65)
	kept = w.pick(w.is(ir.GT, q, w.n(0)), kept, w.zext(w.two(ir.OpShl, w.zext(m, 64), in), 64))
	carry := w.two(ir.OpShr, kept, w.n(64))
	kept = w.zext(w.two(ir.OpShr, kept, carry), 64)
	field := w.two(ir.OpAdd, w.two(ir.OpAdd, w.two(ir.OpAdd, e, q), carry), w.n(placesF80))
	beyond := w.two(ir.OpBAnd, w.is(ir.GE, field, top), w.is(ir.NE, kept, w.n(0)))
	kept = w.pick(beyond, w.two(ir.OpShl, w.n(1), w.n(63)), kept)
	field = w.two(ir.OpMax, w.two(ir.OpMin, field, top), w.n(0))
	w.Ret(o, w.makeF80(field, w.zext(kept, 64), w.Unary(ir.OpBoolToInt, neg, o)), token)
}
