package legalize

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Helper reports whether a function of a legalized module with that name is part of the run-time
// that this package added, and not of the program.
// A program cannot define such a name: it is reserved.
func Helper(name string) bool { return len(name) > len(prefix) && name[:len(prefix)] == prefix }

const prefix = object.Reserved

// helper asks for the function name, which build makes when the functions of the program are done.
func (l *lowerer) helper(name string, params, returns []ir.Param, build func(f *ir.Func)) {
	if _, ok := l.z.helpers[name]; !ok {
		l.z.helpers[name] = helperRow{params, returns, build}
	}
}

// helperSignature is what a helper that was asked for claims, with whole ints.
func (z *Legalizer) helperSignature(name string) (signature, bool) {
	h, ok := z.helpers[name]
	return signature{params: h.params, returns: h.returns}, ok
}

// helperRow is a helper that was asked for. build writes the body into an empty function.
type helperRow struct {
	params, returns []ir.Param
	build           func(f *ir.Func)
}

// callHelper calls a helper with one result.
// The helper gets the token of the entry: it touches no memory, so that any will do.
func (l *lowerer) callHelper(name string, t ir.Param, args ...ir.Value) ir.Value {
	f := l.f
	callee := l.at.SymbolAddr(name, l.origin)
	c := l.at.Call(callee, args, l.token(), []ir.Type{t.Type}, l.origin)
	l.ranges.grow()
	v := f.Result(c, 1)
	f.SetAnnot(v, t.Annot)
	if t.Type == ir.Int {
		l.ranges.of.Set(v, facts.ClaimedRange(t.Annot))
	}
	return v
}

// helperDiv calls the division of unsigned numbers of so many bits.
// The dividend bounds the quotient, and the divisor the remainder.
func (l *lowerer) helperDiv(op ir.Op, x, y ir.Value, bits int) ir.Value {
	what := "div"
	if op == ir.OpTRem {
		what = "rem"
	}
	name := fmt.Sprintf("%su%s%d", prefix, what, bits)
	p := ir.Param{Type: ir.Int, Annot: ir.Unsigned(uint32(bits))}
	l.helper(name, []ir.Param{p, p}, []ir.Param{p}, func(f *ir.Func) { buildDiv(f, bits, op) })
	v := l.callHelper(name, p, x, y)
	r := l.rangeOf(x)
	if op == ir.OpTRem {
		r = facts.BinaryRange(ir.OpTRem, r, l.rangeOf(y))
	}
	l.tight(v, r)
	return v
}

// buildDiv writes the function that divides parameter 0 by parameter 1, of so many bits: a divisor of
// 64 bits divides as many or 128 at once, the others bit by bit (shift and subtract: Knuth, 4.3.1,
// exercise 16, with base 2). No number in it has more than those bits, which may be as many as there can
// be. A divisor of 0 gives any number.
// The loop runs once a bit and keeps quotient and remaining dividend in one number: a bit of the
// dividend leaves at the top when one of the quotient comes in.
func buildDiv(f *ir.Func, bits int, op ir.Op) {
	const o = ir.Synthetic
	wide, n := ir.Unsigned(uint32(bits)), uint32(bits)
	// It is the body of a function like any other, and made legal like one.
	entry, short := f.AddBlock(ir.Body), f.AddBlock(ir.Body)
	token := f.AddArg(entry, ir.Mem, ir.NoAnnot)
	loop := f.AddRegion(ir.Body, ir.LoopRegion)
	head, next := f.AddBlock(loop), f.AddBlock(loop)
	done := f.AddBlock(ir.Body)
	b := f.At(entry)
	// Of a dividend that is poison the quotient is, too, where a branch would be undefined.
	x, y := b.Extend(ir.OpZExt, b.Unary(ir.OpFreeze, b.Param(0, o), o), n, o), b.Param(1, o)
	limit := b.IConst(num.Pow2(64), o)
	if bits == 128 {
		// The divisor of the long way is greater than the high word, which is the first remainder.
		fits := b.Compare(ir.LT, y, limit, o)
		word := b.Int64(64, o)
		b.BrIf(fits, ir.Goto(short), ir.Goto(head, word, b.Extend(ir.OpZExt, b.Binary(ir.OpShl, x, word, o), n, o), b.Binary(ir.OpShr, x, word, o)), o)
	} else {
		fits := b.Compare(ir.LT, b.Binary(ir.OpOr, x, y, o), limit, o)
		b.BrIf(fits, ir.Goto(short), ir.Goto(head, b.Int64(0, o), x, b.Int64(0, o)), o)
	}

	s := f.At(short)
	x1, y1 := x, s.Extend(ir.OpZExt, y, 64, o)
	if bits != 128 {
		x1 = s.Extend(ir.OpZExt, x, 64, o)
	}
	one := s.Int64(1, o)
	// No division instruction gets 0.
	y1 = s.Select(s.Compare(ir.EQ, y1, s.Int64(0, o), o), one, y1, o)
	s.Ret(o, s.Binary(op, x1, y1, o), token)

	count, q, r := f.AddArg(head, ir.Int, ir.Unsigned(32)), f.AddArg(head, ir.Int, wide), f.AddArg(head, ir.Int, wide)
	h := f.At(head)
	h.BrIf(h.Compare(ir.EQ, count, h.Int64(int64(bits), o), o), ir.Goto(done), ir.Goto(next), o)
	k := f.At(next)
	one = k.Int64(1, o)
	top := k.Binary(ir.OpShr, q, k.Int64(int64(bits-1), o), o)
	// Twice the remainder may need a bit more than there are; then it is not below the divisor.
	over := k.Compare(ir.NE, k.Binary(ir.OpShr, r, k.Int64(int64(bits-1), o), o), k.Int64(0, o), o)
	r2 := k.Binary(ir.OpOr, k.Extend(ir.OpZExt, k.Binary(ir.OpShl, r, one, o), n, o), top, o)
	q2 := k.Extend(ir.OpZExt, k.Binary(ir.OpShl, q, one, o), n, o)
	c := k.Binary(ir.OpBOr, over, k.Compare(ir.GE, r2, y, o), o)
	r3 := k.Select(c, k.Extend(ir.OpZExt, k.Binary(ir.OpSub, r2, y, o), n, o), r2, o)
	q3 := k.Binary(ir.OpOr, q2, k.Unary(ir.OpBoolToInt, c, o), o)
	k.Yield(ir.OpContinue, o, k.Binary(ir.OpAdd, count, one, o), q3, r3)
	d := f.At(done)
	if op == ir.OpTRem {
		d.Ret(o, r, token)
	} else {
		d.Ret(o, q, token)
	}
}
