package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

func (l *lowerer) wideConst(i ir.Inst, n int) bool {
	return l.set(i, n, l.constLimbs(l.f.IntConst(i), max(n, 1)))
}

// constLimbs are n limbs of c.
// A negative number gives the limbs of its two's complement, as its low bits are shifted out arithmetically.
func (l *lowerer) constLimbs(c num.Int, n int) []ir.Value {
	var out []ir.Value
	for range n {
		out = append(out, l.word(c.Low64()))
		c = c.Shr(64)
	}
	return out
}

func (l *lowerer) widePoison(i ir.Inst, n int) bool {
	var out []ir.Value
	for range max(n, 1) {
		out = append(out, l.word(0))
	}
	return l.set(i, n, out)
}

// wideFreeze freezes limb by limb: what is frozen need only be the same number at every use.
func (l *lowerer) wideFreeze(i ir.Inst, n int) bool {
	out := l.limbsOf(l.f.Arg(i, 0), max(n, 1))
	for k := range out {
		out[k] = l.two1(ir.OpFreeze, out[k])
	}
	return l.set(i, n, out)
}

// two1 is an operation of one int.
func (l *lowerer) two1(op ir.Op, x ir.Value) ir.Value { return l.inst(op, ir.Attr{}, ir.Int, x) }

func (l *lowerer) wideNot(i ir.Inst, n int) bool {
	out := l.limbsOf(l.f.Arg(i, 0), max(n, 1))
	for k := range out {
		out[k] = l.word2(ir.OpXor, out[k], l.word(^uint64(0)))
	}
	return l.set(i, n, out)
}

// wideShl: an amount of 64n or more shifts everything out of n limbs.
// An amount that is not known moves whole limbs by powers of two, as many steps as the logarithm of n, then
// bits.
func (l *lowerer) wideShl(i ir.Inst, n int) bool {
	k := max(n, 1)
	x := l.limbsOf(l.f.Arg(i, 0), k)
	if c, ok := constant(l.f, l.f.Arg(i, 1)); ok {
		return l.set(i, n, l.shlBy(x, uint64(c)))
	}
	by, beyond := l.amount(i, k)
	out, s, inv := l.moveLimbs(x, by, -1, func() ir.Value { return l.word(0) })
	shifted := make([]ir.Value, k)
	for j := range out {
		shifted[j] = l.mod64(ir.OpShl, out[j], s)
		if j > 0 {
			// Two shifts, by 1 and by 63 - s, since a shift by 64 for s = 0 would not give 0 on the machine.
			in := l.shrWord(l.shrWord(out[j-1], l.num(1)), inv)
			shifted[j] = l.word2(ir.OpOr, shifted[j], in)
		}
	}
	return l.set(i, n, l.pickAll(beyond, l.word(0), shifted))
}

// moveLimbs takes limbs from as many places above as by is multiples of 64, below if up is -1, by powers of
// two; fill comes in at the end. s is what is left to shift by, inv is 63 less that.
func (l *lowerer) moveLimbs(x []ir.Value, by ir.Value, up int, fill func() ir.Value) (out []ir.Value, s, inv ir.Value) {
	out = x
	for step := 1; step < len(x); step *= 2 {
		c := l.bit(by, uint(6+log2(step)))
		moved := make([]ir.Value, len(x))
		for j := range moved {
			from := fill()
			if n := j + up*step; n >= 0 && n < len(x) {
				from = out[n]
			}
			moved[j] = l.pick(c, from, out[j])
		}
		out = moved
	}
	s = l.word2(ir.OpAnd, by, l.word(63))
	return out, s, l.word2(ir.OpXor, s, l.word(63))
}

// log2 is the logarithm of a power of two, or that rounded down.
func log2(n int) int {
	k := 0
	for ; n > 1; n /= 2 {
		k++
	}
	return k
}

// bit is whether bit k of limb w is set.
func (l *lowerer) bit(w ir.Value, k uint) ir.Value {
	return l.icmp(ir.NE, l.word2(ir.OpAnd, w, l.word(1<<k)), l.num(0))
}

// shrWord is limb x shifted right by an amount below 64.
// The claim is the range of the result, so that the next operation knows how few bits there are.
func (l *lowerer) shrWord(x, by ir.Value) ir.Value {
	v := l.two(ir.OpShr, x, by)
	l.f.SetAnnot(v, l.rangeOf(v).Annot())
	return v
}

// pickAll replaces all limbs by w where c holds; a c that is NoValue never does.
func (l *lowerer) pickAll(c, w ir.Value, limbs []ir.Value) []ir.Value {
	if c == ir.NoValue {
		return limbs
	}
	out := make([]ir.Value, len(limbs))
	for k := range limbs {
		out[k] = l.pick(c, w, limbs[k])
	}
	return out
}

// amount is the low limb of the amount of shift i, and whether the amount is 64n or more: NoValue
// if it cannot be. A negative amount is poison.
func (l *lowerer) amount(i ir.Inst, n int) (by, beyond ir.Value) {
	v := l.f.Arg(i, 1)
	r := l.rangeOf(v)
	k := l.count(v)
	if r.Finite() { // else nothing looks at the result
		k = need(r)
	}
	limbs := l.limbsOf(v, k)
	if amount(r) < 64*n {
		return limbs[0], ir.NoValue
	}
	beyond = l.icmp(ir.GE, limbs[0], l.num(int64(64*n)))
	// Any bit above the first limb makes the amount 2^64 or more.
	for _, w := range limbs[1:] {
		beyond = l.logic(ir.OpBOr, beyond, l.icmp(ir.NE, w, l.num(0)))
	}
	return limbs[0], beyond
}

// shlBy shifts left by a constant; negative ones, poison, are great here.
// As an unsigned word a negative amount is above 64n, which gives zeros: a fine choice for poison.
func (l *lowerer) shlBy(x []ir.Value, c uint64) []ir.Value {
	n := len(x)
	out := make([]ir.Value, n)
	for k := range out {
		out[k] = l.word(0)
	}
	if c >= uint64(64*n) {
		return out
	}
	d, s := int(c/64), int64(c%64)
	for k := d; k < n; k++ {
		out[k] = x[k-d]
		if s > 0 {
			out[k] = l.shlWord(x[k-d], s)
			if k > d {
				out[k] = l.word2(ir.OpOr, out[k], l.shrBy1(x[k-d-1], 64-s))
			}
		}
	}
	return out
}

// shlWord and shrBy1 shift by a constant from 1 to 63; constants are folded, as in word2.
func (l *lowerer) shlWord(x ir.Value, s int64) ir.Value {
	if c, ok := l.wordConst(x); ok {
		return l.word(c << uint(s))
	}
	return l.mod64(ir.OpShl, x, l.num(s))
}

func (l *lowerer) shrBy1(x ir.Value, s int64) ir.Value {
	if c, ok := l.wordConst(x); ok {
		return l.word(c >> uint(s))
	}
	return l.shrWord(x, l.num(s))
}

// wideShr works on all limbs of the dividend, beyond which its sign continues.
func (l *lowerer) wideShr(i ir.Inst, n int) bool {
	v := l.f.Arg(i, 0)
	// Right shifts bring upper limbs down, so that limbs above those of the result are needed, too.
	k := max(n, l.count(v))
	x := l.limbsOf(v, k)
	fill := l.word(0)
	if r := l.rangeOf(v); r.Signed() && r.Finite() {
		fill = l.signFill(x[k-1])
	}
	if c, ok := constant(l.f, l.f.Arg(i, 1)); ok {
		return l.set(i, n, l.shrBy(x, uint64(c), fill))
	}
	by, beyond := l.amount(i, k)
	out, s, inv := l.moveLimbs(x, by, 1, func() ir.Value { return fill })
	shifted := make([]ir.Value, k)
	for j := range out {
		above := fill
		if j+1 < k {
			above = out[j+1]
		}
		// By 1 and then by 63 - s, as in wideShl: never by 64.
		in := l.mod64(ir.OpShl, l.shlWord(above, 1), inv)
		shifted[j] = l.word2(ir.OpOr, l.shrWord(out[j], s), in)
	}
	return l.set(i, n, l.pickAll(beyond, fill, shifted))
}

// count is the number of limbs that v has.
func (l *lowerer) count(v ir.Value) int {
	if p, ok := l.parts[v]; ok {
		return len(p)
	}
	return 1
}

// shrBy shifts right by a constant; what comes in from above is fill.
func (l *lowerer) shrBy(x []ir.Value, c uint64, fill ir.Value) []ir.Value {
	n := len(x)
	out := make([]ir.Value, n)
	for k := range out {
		out[k] = fill
	}
	if c >= uint64(64*n) {
		return out
	}
	d, s := int(c/64), int64(c%64)
	for k := 0; k+d < n; k++ {
		out[k] = x[k+d]
		if s > 0 {
			above := fill
			if k+d+1 < n {
				above = x[k+d+1]
			}
			out[k] = l.word2(ir.OpOr, l.shrBy1(x[k+d], s), l.shlWord(above, 64-s))
		}
	}
	return out
}

// compared are the limbs of both operands of i, as many as all their numbers need, and whether
// there are negative ones.
// The common number of limbs must hold the join of both ranges: a comparison of low limbs only would call
// different numbers equal.
func (l *lowerer) compared(i ir.Inst) (x, y []ir.Value, signed bool) {
	r := l.join(i)
	n := need(r)
	return l.limbsOf(l.f.Arg(i, 0), n), l.limbsOf(l.f.Arg(i, 1), n), r.Signed()
}

func (l *lowerer) wideCompare(i ir.Inst, _ int) bool {
	x, y, signed := l.compared(i)
	l.f.ReplaceUses(l.f.Result(i, 0), l.compareLimbs(l.f.Attr(i).Pred, x, y, signed))
	return true
}

// compareLimbs is whether x p y. Both have as many limbs as all their numbers need, with a sign in the top one
// if signed.
func (l *lowerer) compareLimbs(p ir.Pred, x, y []ir.Value, signed bool) ir.Value {
	switch p {
	// Without a branch: numbers are equal if no limb differs.
	case ir.EQ, ir.NE:
		d := l.word2(ir.OpXor, x[0], y[0])
		for k := 1; k < len(x); k++ {
			d = l.word2(ir.OpOr, d, l.word2(ir.OpXor, x[k], y[k]))
		}
		return l.icmp(p, d, l.num(0))
	case ir.GT, ir.GE:
		x, y, p = y, x, p.Swapped()
	}
	// x < y, from the lowest limb up: a higher limb that differs decides instead.
	c := l.icmp(p, x[0], y[0])
	for k := 1; k < len(x); k++ {
		a, b := x[k], y[k]
		// Only the top limb has the sign; the others compare as words.
		if signed && k == len(x)-1 {
			a, b = l.sext(a, 64), l.sext(b, 64)
		}
		c = l.pick(l.icmp(ir.EQ, a, b), c, l.icmp(ir.LT, a, b))
	}
	if len(x) == 1 && signed {
		return l.icmp(p, l.sext(x[0], 64), l.sext(y[0], 64))
	}
	return c
}

func (l *lowerer) wideMin(i ir.Inst, n int) bool { return l.extreme(i, n, ir.LT) }
func (l *lowerer) wideMax(i ir.Inst, n int) bool { return l.extreme(i, n, ir.GT) }

func (l *lowerer) extreme(i ir.Inst, n int, p ir.Pred) bool {
	x, y, signed := l.compared(i)
	c := l.compareLimbs(p, x, y, signed)
	out := make([]ir.Value, len(x))
	for k := range x {
		out[k] = l.pick(c, x[k], y[k])
	}
	// The result is one of the operands, so that it needs no more limbs than their join.
	if n > len(out) {
		panic("BUG: a minimum or maximum wider than its operands")
	}
	return l.set(i, n, out)
}

// wideExtend takes the low N bits, and above them 0 or their sign.
// The limbs above N need no care here: the range of the result, by which n was found, says what they are.
func (l *lowerer) wideExtend(i ir.Inst, n int) bool {
	bits := l.f.Attr(i).Imm
	signed := l.f.Op(i) == ir.OpSExt
	v := l.f.Arg(i, 0)
	if bits <= 64 {
		x := l.limb(v, 0)
		if signed {
			x = l.sext(x, int(bits))
		} else {
			x = l.zext(x, int(bits))
		}
		l.replace(i, 0, x, true)
		return true
	}
	k := max(n, 1)
	x := l.limbsOf(v, k)
	if top := int(bits / 64); top < k && bits%64 != 0 {
		if signed {
			x[top] = l.zext(l.sext(x[top], int(bits%64)), 64)
		} else {
			x[top] = l.zext(x[top], int(bits%64))
		}
	}
	return l.set(i, n, x)
}

func (l *lowerer) wideSelect(i ir.Inst, n int) bool {
	k := max(n, 1)
	x, y := l.limbsOf(l.f.Arg(i, 1), k), l.limbsOf(l.f.Arg(i, 2), k)
	for j := range x {
		x[j] = l.pick(l.f.Arg(i, 0), x[j], y[j])
	}
	return l.set(i, n, x)
}

func (l *lowerer) wideTruth(i ir.Inst, _ int) bool {
	v := l.f.Arg(i, 0)
	x := l.limbsOf(v, l.count(v))
	d := x[0]
	for _, w := range x[1:] {
		d = l.word2(ir.OpOr, d, w)
	}
	l.f.ReplaceUses(l.f.Result(i, 0), l.icmp(ir.NE, d, l.num(0)))
	return true
}

// wideOnes adds the ones of the limbs; of a negative number it is poison.
// The sum stays far below a word: at most MaxBits.
func (l *lowerer) wideOnes(i ir.Inst, _ int) bool {
	v := l.f.Arg(i, 0)
	sum := ir.NoValue
	for _, w := range l.limbsOf(v, l.count(v)) {
		c := l.ones(w)
		if sum == ir.NoValue {
			sum = c
		} else {
			sum = l.two(ir.OpAdd, sum, c)
		}
	}
	l.replace(i, 0, sum, false)
	return true
}

// wideLeading counts in the low N bits from the top limb down.
func (l *lowerer) wideLeading(i ir.Inst, _ int) bool {
	bits := int64(l.f.Attr(i).N)
	n := int(bits+63) / 64
	x := l.limbsOf(l.f.Arg(i, 0), n)
	if r := bits % 64; r != 0 {
		x[n-1] = l.zext(x[n-1], int(r))
	}
	leading := func(w ir.Value) ir.Value {
		return l.inst(ir.OpCountLeadingZeros, ir.Attr{N: 64}, ir.Int, w)
	}
	out := leading(x[0])
	for k := 1; k < n; k++ {
		rest := l.two(ir.OpAdd, out, l.num(64))
		out = l.pick(l.icmp(ir.NE, x[k], l.num(0)), leading(x[k]), rest)
	}
	out = l.two(ir.OpSub, out, l.num(int64(64*n)-bits))
	l.f.SetAnnot(out, facts.UpTo(bits).Annot())
	l.ranges.of.Set(out, facts.UpTo(bits))
	l.replace(i, 0, out, false)
	return true
}

// wideTrailing counts from the lowest limb that is not 0; a number without one is poison.
func (l *lowerer) wideTrailing(i ir.Inst, _ int) bool {
	v := l.f.Arg(i, 0)
	x := l.limbsOf(v, l.count(v))
	trailing := func(w ir.Value) ir.Value {
		return l.bounded(l.inst(ir.OpCountTrailingZeros, ir.Attr{}, ir.Int, w), 64)
	}
	n := len(x) - 1
	out := trailing(x[n])
	for k := n - 1; k >= 0; k-- {
		rest := l.two(ir.OpAdd, out, l.num(64))
		out = l.pick(l.icmp(ir.NE, x[k], l.num(0)), trailing(x[k]), rest)
	}
	l.replace(i, 0, out, false)
	return true
}

// bounded claims that v is at most n.
func (l *lowerer) bounded(v ir.Value, n uint32) ir.Value {
	l.f.SetAnnot(v, facts.UpTo(n).Annot())
	l.ranges.of.Set(v, facts.UpTo(n))
	return v
}
