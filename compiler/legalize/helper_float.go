package legalize

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
)

// writer writes the instructions of a helper.
// Its values have no origin in the program.
type writer struct {
	*ir.Builder
}

func (w writer) n(c int64) ir.Value                   { return w.Int64(c, ir.Synthetic) }
func (w writer) two(op ir.Op, x, y ir.Value) ir.Value { return w.Binary(op, x, y, ir.Synthetic) }
func (w writer) is(p ir.Pred, x, y ir.Value) ir.Value { return w.Compare(p, x, y, ir.Synthetic) }
func (w writer) pick(c, x, y ir.Value) ir.Value       { return w.Select(c, x, y, ir.Synthetic) }
func (w writer) cast(x ir.Value, t ir.Type) ir.Value {
	return w.Convert(ir.OpBitCast, x, t, ir.Synthetic)
}

// operand is a parameter as a number that is not poison: the body branches on it, where the instruction that it stands for only hands
// poison on.
func (w writer) operand(n int) ir.Value             { return w.Unary(ir.OpFreeze, w.Param(n, o), o) }
func (w writer) zext(x ir.Value, n uint32) ir.Value { return w.Extend(ir.OpZExt, x, n, ir.Synthetic) }
func (w writer) sext(x ir.Value, n uint32) ir.Value { return w.Extend(ir.OpSExt, x, n, ir.Synthetic) }
func (w writer) zeros(x ir.Value, n uint32) ir.Value {
	return w.F.Result(w.Sized(ir.OpCountLeadingZeros, n, ir.Synthetic, x), 0)
}

// parts are the biased exponent, at least 1, and the whole significand of the f64 with these bits.
// A subnormal number has the exponent of the least normal one, and no hidden bit.
func (w writer) parts(bits ir.Value) (e, m ir.Value) {
	e = w.two(ir.OpAnd, w.two(ir.OpShr, bits, w.n(52)), w.n(0x7ff))
	m = w.two(ir.OpAnd, bits, w.n(1<<52-1))
	zero := w.is(ir.EQ, e, w.n(0))
	return w.pick(zero, w.n(1), e), w.pick(zero, m, w.two(ir.OpOr, m, w.n(1<<52)))
}

// normal shifts a significand that is not 0 up to 53 bits; the exponent may fall below 1.
// For 0 the shift is some number below 64, and the result 0.
func (w writer) normal(e, m ir.Value) (e2, m2 ir.Value) {
	by := w.two(ir.OpAnd, w.two(ir.OpSub, w.zeros(m, 64), w.n(11)), w.n(63))
	return w.two(ir.OpSub, e, by), w.zext(w.two(ir.OpShl, m, by), 53)
}

// The origin of all that helpers have.
const o = ir.Synthetic

// buildFMod writes the remainder of f64, exact: significands are subtracted and doubled as many times
// as the exponents differ (the method of fmod in FreeBSD's msun).
func buildFMod(f *ir.Func) {
	entry, odd, plain := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	token := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	same := f.AddBlock(ir.Body)
	loop := f.AddRegion(ir.Body, ir.LoopRegion)
	head, next := f.AddBlock(loop), f.AddBlock(loop)
	done := f.AddBlock(ir.Body)

	w := writer{f.At(entry)}
	x, y := w.operand(0), w.operand(1)
	bx, by := w.cast(x, ir.Int), w.cast(y, ir.Int)
	ax, ay := w.two(ir.OpAnd, bx, w.n(math.MaxInt64)), w.two(ir.OpAnd, by, w.n(math.MaxInt64))
	inf := w.n(0x7ff << 52)
	// By 0, of infinity, or with a NaN: the result is NaN, except that an infinite divisor leaves
	// x as it is, which is below it.
	bad := w.two(ir.OpBOr, w.is(ir.EQ, ay, w.n(0)), w.two(ir.OpBOr, w.is(ir.GE, ax, inf), w.is(ir.GT, ay, inf)))
	w.BrIf(bad, ir.Goto(odd), ir.Goto(plain), o)

	w = writer{f.At(odd)}
	// An invalid operation, in two steps whose NaN is quiet.
	p := w.two(ir.OpFMul, x, y)
	w.Ret(o, w.two(ir.OpFDiv, p, p), token)

	w = writer{f.At(plain)}
	ex, mx := w.normal(w.parts(ax))
	ey, my := w.normal(w.parts(ay))
	// A dividend below the divisor is the remainder already.
	w.BrIf(w.is(ir.LT, ax, ay), ir.Goto(same), ir.Goto(head, w.two(ir.OpSub, ex, ey), mx), o)
	writer{f.At(same)}.Ret(o, x, token)

	// The count is the difference of the exponents; m is below twice the divisor's significand,
	// so that 55 bits have it.
	count, m := f.AddArg(head, ir.Int, ir.Signed(13)), f.AddArg(head, ir.Int, ir.Unsigned(55))
	w = writer{f.At(head)}
	// Invariant: m is the remainder so far, in places of the divisor's significand, and below
	// twice that.
	less := w.pick(w.is(ir.GE, m, my), w.two(ir.OpSub, m, my), m)
	w.BrIf(w.is(ir.LE, count, w.n(0)), ir.Goto(done), ir.Goto(next), o)
	w = writer{f.At(next)}
	w.Yield(ir.OpContinue, o, w.two(ir.OpSub, count, w.n(1)), w.two(ir.OpShl, less, w.n(1)))

	w = writer{f.At(done)}
	// Bring the remainder to 53 digits, as far as the exponent allows, or down if it is below the
	// normal ones.
	lead := w.two(ir.OpSub, w.zeros(less, 64), w.n(11))
	up := w.two(ir.OpMax, w.two(ir.OpMin, lead, w.two(ir.OpSub, ey, w.n(1))), w.n(0))
	up = w.two(ir.OpAnd, up, w.n(63))
	down := w.two(ir.OpMin, w.two(ir.OpMax, w.two(ir.OpSub, w.n(1), ey), w.n(0)), w.n(63))
	norm := w.zext(w.two(ir.OpShr, w.two(ir.OpShl, less, up), down), 53)
	// Without the hidden bit the number is subnormal, or 0, and its exponent field 0.
	hidden := w.two(ir.OpShr, norm, w.n(52))
	e := w.two(ir.OpMul, w.two(ir.OpSub, ey, up), hidden)
	out := w.two(ir.OpOr, w.two(ir.OpAnd, norm, w.n(1<<52-1)), w.zext(w.two(ir.OpShl, e, w.n(52)), 63))
	// The sign is that of the dividend, also for a remainder of 0.
	sign := w.two(ir.OpShl, w.two(ir.OpShr, bx, w.n(63)), w.n(63))
	w.Ret(o, w.cast(w.two(ir.OpOr, out, sign), ir.F64), token)
}

// buildFMA writes x * y + z of f64, rounded once: the exact sum of the significands in numbers of 256
// bits, where one that is too far below the other is a bit that only says that it is there.
func buildFMA(f *ir.Func) {
	const wide = 256
	entry, odd, some, zero, plain := f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	token := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	w := writer{f.At(entry)}
	x, y, z := w.operand(0), w.operand(1), w.operand(2)
	bx, by, bz := w.cast(x, ir.Int), w.cast(y, ir.Int), w.cast(z, ir.Int)
	ex, mx := w.parts(bx)
	ey, my := w.parts(by)
	ez, mz := w.parts(bz)
	p := w.two(ir.OpMul, mx, my)
	top := w.n(0x7ff)
	// One of the factors is infinite or NaN.
	far := w.two(ir.OpBOr, w.is(ir.EQ, ex, top), w.is(ir.EQ, ey, top))
	w.BrIf(w.two(ir.OpBOr, far, w.is(ir.EQ, p, w.n(0))), ir.Goto(odd), ir.Goto(some), o)
	w = writer{f.At(odd)} // nothing is lost in the product
	w.Ret(o, w.two(ir.OpFAdd, w.two(ir.OpFMul, x, y), z), token)
	w = writer{f.At(some)}
	// The sum of an infinite or NaN z and a finite product is z, quieted by the addition.
	w.BrIf(w.is(ir.EQ, ez, top), ir.Goto(zero), ir.Goto(plain), o)
	w = writer{f.At(zero)}
	w.Ret(o, w.two(ir.OpFAdd, z, z), token)

	w = writer{f.At(plain)}
	// The exponents of the last places of product and z: 2150 is twice 1075, the bias and the
	// digits below the point.
	ep, eq := w.two(ir.OpSub, w.two(ir.OpAdd, ex, ey), w.n(2150)), w.two(ir.OpSub, ez, w.n(1075))
	d := w.two(ir.OpSub, ep, eq)
	// Product: 106 bits shifted by at most 110; z: 53 bits by at most 180: both are below 2^256
	// with their sum.
	const upP, upZ = 110, 180 // how far each significand may be shifted up
	up := w.is(ir.GE, d, w.n(0))
	hiP, loZ := w.apart(p, mz, d, upP, wide)
	hiZ, loP := w.apart(mz, p, w.two(ir.OpSub, w.n(0), d), upZ, wide)
	a, b := w.pick(up, hiP, loP), w.pick(up, loZ, hiZ)
	// The place of the last digit of the sum.
	e := w.pick(up, w.two(ir.OpMax, eq, w.two(ir.OpSub, ep, w.n(upP))), w.two(ir.OpMax, ep, w.two(ir.OpSub, eq, w.n(upZ))))
	signP := w.is(ir.NE, w.two(ir.OpShr, bx, w.n(63)), w.two(ir.OpShr, by, w.n(63)))
	signZ := w.is(ir.NE, w.two(ir.OpShr, bz, w.n(63)), w.n(0))
	a = w.pick(signP, w.two(ir.OpSub, w.n(0), a), a)
	b = w.pick(signZ, w.two(ir.OpSub, w.n(0), b), b)
	sum := w.sext(w.two(ir.OpAdd, a, b), wide)
	neg := w.is(ir.LT, sum, w.n(0))
	m := w.zext(w.pick(neg, w.two(ir.OpSub, w.n(0), sum), sum), wide)

	// q bits go, so that 53 are left, or fewer above the last place of subnormal numbers.
	size := w.two(ir.OpSub, w.n(wide), w.zeros(m, wide))
	// As many digits go as are beyond 53, or below the place of the least subnormal number.
	q := w.two(ir.OpMax, w.two(ir.OpSub, size, w.n(53)), w.two(ir.OpSub, w.n(-1074), e))
	q = w.two(ir.OpMin, q, w.n(wide-1))
	out := w.two(ir.OpAnd, w.two(ir.OpMax, q, w.n(0)), w.n(wide-1))
	in := w.two(ir.OpAnd, w.two(ir.OpMax, w.two(ir.OpSub, w.n(0), q), w.n(0)), w.n(63))
	kept := w.zext(w.two(ir.OpShr, m, out), 64)
	lost := w.two(ir.OpSub, m, w.zext(w.two(ir.OpShl, w.zext(kept, wide), out), wide))
	twice := w.two(ir.OpShl, lost, w.n(1))
	unit := w.two(ir.OpShl, w.n(1), out)
	last := w.is(ir.NE, w.two(ir.OpAnd, kept, w.n(1)), w.n(0))
	// More than half of the last place, or half and an odd number: up, to even.
	more := w.two(ir.OpBOr, w.is(ir.GT, twice, unit), w.two(ir.OpBAnd, w.is(ir.EQ, twice, unit), last))
	kept = w.zext(w.two(ir.OpAdd, kept, w.Unary(ir.OpBoolToInt, more, o)), 64)
	kept = w.pick(w.is(ir.GT, q, w.n(0)), kept, w.zext(w.two(ir.OpShl, w.zext(m, 64), in), 64))

	// The hidden bit of the significand counts one up the exponent.
	field := w.two(ir.OpMin, w.two(ir.OpMax, w.two(ir.OpAdd, w.two(ir.OpAdd, e, q), w.n(1074)), w.n(0)), w.n(0x7ff))
	field = w.pick(w.is(ir.EQ, kept, w.n(0)), w.n(0), w.zext(field, 11))
	bits := w.two(ir.OpMin, w.two(ir.OpAdd, w.two(ir.OpShl, field, w.n(52)), kept), w.n(0x7ff<<52))
	bits = w.two(ir.OpOr, w.zext(bits, 63), w.two(ir.OpShl, w.Unary(ir.OpBoolToInt, neg, o), w.n(63)))
	w.Ret(o, w.cast(bits, ir.F64), token)
}

// apart shifts hi up by d, of a number that is not negative, at most by most, to a number of wide bits; the rest of d shifts
// lo, of at most 128 bits, down, with its last bit set if a one is lost.
func (w writer) apart(hi, lo, d ir.Value, most int64, wide uint32) (up, down ir.Value) {
	d = w.two(ir.OpMax, d, w.n(0))
	by := w.zext(w.two(ir.OpMin, d, w.n(most)), 8)
	rest := w.zext(w.two(ir.OpMin, w.two(ir.OpSub, d, by), w.n(127)), 7)
	up = w.zext(w.two(ir.OpShl, hi, by), wide)
	cut := w.two(ir.OpShr, lo, rest)
	back := w.zext(w.two(ir.OpShl, cut, rest), 128)
	return up, w.two(ir.OpOr, cut, w.Unary(ir.OpBoolToInt, w.is(ir.NE, back, lo), o))
}
