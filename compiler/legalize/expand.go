package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// expand replaces operations on ints that the processor does not have, by others at whatever
// width: limbs comes after it. Each row is an identity of integers where the original is not
// poison; where it is, anything may come out.
func (l *lowerer) expand() error {
	var failed error
	l.each(func(i ir.Inst) bool {
		row := expansions[l.f.Op(i)]
		if row == nil || failed != nil {
			return false
		}
		l.place(i)
		var done bool
		done, failed = row(l, i)
		return done
	})
	return failed
}

// What has no row is legal, or is left for limbs. A row answers done if it replaced the
// instruction, and then its results have no readers.
var expansions [ir.NumOps]func(l *lowerer, i ir.Inst) (done bool, err error)

func init() {
	expansions = [ir.NumOps]func(l *lowerer, i ir.Inst) (bool, error){
		ir.OpPoison: (*lowerer).expandPoison,
		ir.OpDiv:    (*lowerer).expandDiv, ir.OpRem: (*lowerer).expandDiv, ir.OpTDiv: (*lowerer).expandTDiv, ir.OpTRem: (*lowerer).expandTDiv,
		ir.OpShl: (*lowerer).expandShl, ir.OpShr: (*lowerer).expandShr,
		ir.OpClMul: (*lowerer).expandClMul, ir.OpMerge: (*lowerer).expandMerge, ir.OpSplit: (*lowerer).expandSplit,
		ir.OpBSwap: (*lowerer).expandBSwap, ir.OpBitReverse: (*lowerer).expandBitReverse,
		ir.OpRotateLeft: (*lowerer).expandRotate, ir.OpRotateRight: (*lowerer).expandRotate,
		ir.OpCountOnes: (*lowerer).expandOnes, ir.OpCountLeadingZeros: (*lowerer).expandLeading,
		ir.OpSwitch: (*lowerer).expandSwitch, ir.OpStackSlot: (*lowerer).expandSlot,
	}
}

// expandSlot: a slot that would realign a frame whose size changes is made as those are whose size is computed.
func (l *lowerer) expandSlot(i ir.Inst) (bool, error) {
	if !l.realigned(i) {
		return false, nil
	}
	a := l.f.Attr(i)
	l.f.ReplaceUses(l.f.Result(i, 0), l.inst(ir.OpStackSlotDyn, ir.Attr{Align: a.Align}, ir.Ptr, l.num(a.Imm)))
	return true, nil
}

// expandPoison: poison may be anything, so it is 0.
// Each reader sees the same 0, which refines: poison may be a different number for each.
func (l *lowerer) expandPoison(i ir.Inst) (bool, error) {
	v := l.f.Result(i, 0)
	w, ok := l.zero(l.f.TypeOf(v))
	if !ok {
		return false, nil
	}
	l.f.ReplaceUses(v, w)
	return true, nil
}

// zero is 0 as a legal type.
// A type that is not legal has no zero here; parts comes before and leaves none.
func (l *lowerer) zero(t ir.Type) (ir.Value, bool) {
	switch t.Kind() {
	case ir.KindInt:
		return l.num(0), true
	case ir.KindBool:
		return l.truth(false), true
	case ir.KindPtr:
		return l.inst(ir.OpIntToPtr, ir.Attr{}, t, l.num(0)), true
	case ir.KindFloat:
		return l.fconst(t, 0), !t.IsWideFloat()
	case ir.KindByte:
		return l.cast(l.num(0), t), true
	case ir.KindVec:
		if t == vec256 {
			return l.constWords(0, 0, 0, 0), true
		}
		return l.constChunk(0, 0), t == vec128
	}
	return ir.NoValue, false
}

// divisor is y, or 1 where y is 0: a quotient by 0 is poison, and idiv would trap.
// The result is remembered, since no range says that a number is not 0; also is a condition under
// which 1 is divided by as well.
func (l *lowerer) divisor(y ir.Value, also ir.Value) ir.Value {
	if l.nonzero(y) && also == ir.NoValue {
		return y
	}
	c := also
	if !l.nonzero(y) {
		z := l.icmp(ir.EQ, y, l.num(0))
		if c == ir.NoValue {
			c = z
		} else {
			c = l.logic(ir.OpBOr, c, z)
		}
	}
	d := l.pick(c, l.num(1), y)
	if l.divisors == nil {
		l.divisors = map[ir.Value]struct{}{}
	}
	l.divisors[d] = struct{}{}
	return d
}

// quotient makes op, tdiv or trem, of two numbers of any range; claim is the range that the result
// is known to be in.
// It comes out as a division that does not trap, whatever registers hold.
func (l *lowerer) quotient(op ir.Op, x, y ir.Value, claim Range) ir.Value {
	rx, ry := l.rangeOf(x), l.rangeOf(y)
	// Both operands go into registers of the join's size.
	j := rx.Join(ry)
	if j.Container() == 0 {
		return l.wideQuotient(op, x, y)
	}
	// Only 0 is to be kept from the divisor.
	if !l.overflows(rx, y, j) {
		return l.two(op, x, l.divisor(y, ir.NoValue))
	}
	// The least number by -1 does not fit: -1 goes its own way, by 1.
	c := l.icmp(ir.EQ, y, l.num(-1))
	q := l.two(op, x, l.divisor(y, c))
	l.tight(q, facts.Signed(uint(j.Container())))
	// The remainder by -1 is 0, as it is by 1.
	if op == ir.OpTRem {
		return q
	}
	// The opposite of the least number does not fit the register: the quotient is poison there,
	// if its claim says so.
	n := l.two(ir.OpSub, l.num(0), x)
	if claim.Container() != 0 && !l.rangeOf(n).In(claim) {
		l.f.SetAnnot(n, claim.Annot())
		l.ranges.of.Set(n, l.rangeOf(n).Meet(claim))
	}
	return l.pick(c, n, q)
}

// wideQuotient divides magnitudes and gives the result its sign.
// The magnitudes are unsigned, so the division of words, or the helper, needs no signs. The
// quotient is negative if one of both is, the remainder if the dividend is.
func (l *lowerer) wideQuotient(op ir.Op, x, y ir.Value) ir.Value {
	ax, nx := l.magnitude(x)
	ay, ny := l.magnitude(y)
	var q ir.Value
	if n := max(l.rangeOf(ax).Bits(), l.rangeOf(ay).Bits()); n <= 64 {
		q = l.two(op, ax, l.divisor(ay, ir.NoValue))
	} else if n <= 128 && l.rangeOf(ay).Bits() <= 64 {
		q = l.longQuotient(op, ax, ay)
	} else {
		q = l.helperDiv(op, ax, ay, (n+63)/64*64)
	}
	neg := nx
	if op == ir.OpTDiv {
		switch {
		case nx == ir.NoValue:
			neg = ny
		case ny != ir.NoValue:
			neg = l.logic(ir.OpBXor, nx, ny)
		}
	}
	if neg == ir.NoValue {
		return q
	}
	return l.pick(neg, l.two(ir.OpSub, l.num(0), q), q)
}

// longQuotient divides a number of two words by one of one word, one word of the quotient after the
// other as by hand: each time two words by one that is greater than the first, which the processor
// does in one instruction. It faults where that is not so; therefore even a high word that is known to be
// less is replaced where it is not, since it may be poison.
func (l *lowerer) longQuotient(op ir.Op, x, y ir.Value) ir.Value {
	y = l.divisor(y, ir.NoValue)
	hi, lo := l.two(ir.OpShr, x, l.num(64)), l.zext(x, 64)
	l.tight(hi, facts.Unsigned(64))
	top, rest := ir.NoValue, ir.NoValue
	if c, ok := l.wordConst(y); ok && l.rangeOf(hi).Hi.V.Less(num.FromUint64(c)) {
		// The high word is below the constant unless it is poison.
		rest = l.pick(l.icmp(ir.LT, hi, y), hi, l.num(0))
	} else {
		if op == ir.OpTDiv {
			top = l.two(ir.OpTDiv, hi, y)
		}
		rest = l.two(ir.OpTRem, hi, y)
	}
	l.tight(rest, facts.Unsigned(64))
	if l.dividends == nil {
		l.dividends = map[ir.Value]struct{}{}
	}
	// The merge of remainder and low word is what the machine divides, in two registers; it is
	// marked, since no other number of 128 bits is legal.
	moved := l.two(ir.OpShl, rest, l.num(64))
	m := l.inst(ir.OpMerge, ir.Attr{N: 64}, ir.Int, moved, lo)
	l.dividends[moved], l.dividends[m] = struct{}{}, struct{}{}
	q := l.two(op, m, y)
	l.tight(q, facts.Unsigned(64))
	if top != ir.NoValue {
		return l.two(ir.OpOr, l.two(ir.OpShl, top, l.num(64)), q)
	}
	return q
}

// magnitude is the magnitude of x, and whether x is negative: NoValue if it never is.
func (l *lowerer) magnitude(x ir.Value) (m, negative ir.Value) {
	r := l.rangeOf(x)
	if !r.Signed() {
		// Without a sign no instruction is needed.
		return x, ir.NoValue
	}
	negative = l.icmp(ir.LT, x, l.num(0))
	n := l.two(ir.OpSub, l.num(0), x)
	m = l.pick(negative, n, x)
	// The least number has the largest magnitude, one more than the greatest.
	if r.Finite() {
		most := max(r.Lo.V.Neg().BitLen(), r.Hi.V.BitLen())
		l.f.SetAnnot(m, facts.Unsigned(most).Annot())
		l.ranges.of.Set(m, facts.Unsigned(most))
	}
	return m, negative
}

// A dividend that is never negative needs no sign and may be a shift; a division that is legal
// stays.
func (l *lowerer) expandTDiv(i ir.Inst) (bool, error) {
	if dividing(l, i) {
		return false, nil
	}
	x, y := l.f.Arg(i, 0), l.f.Arg(i, 1)
	if !l.join(i).Finite() {
		return false, nil
	}
	if !l.rangeOf(x).Signed() {
		if v, ok := l.powerDiv(l.f.Op(i), x, y); ok {
			l.replace(i, 0, v, true)
			return true, nil
		}
	}
	if v, ok := l.paired(i); ok {
		l.replace(i, 0, v, true)
		return true, nil
	}
	l.replace(i, 0, l.quotient(l.f.Op(i), x, y, l.rangeOf(l.f.Result(i, 0))), true)
	return true, nil
}

// dividedBy is a dividend with its divisor, in a block.
type dividedBy struct {
	x, y ir.Value
	b    ir.Block
}

// dividedOnce is the quotient of a division that does not trap, by d in place of y; minus says where y is -1, NoValue if it
// does not matter.
type dividedOnce struct{ q, d, minus ir.Value }

// paired makes the quotient or the remainder of two numbers of which the block has both, with one division: the remainder
// is what the quotient leaves.
func (l *lowerer) paired(i ir.Inst) (ir.Value, bool) {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	j := l.join(i)
	key := dividedBy{x, y, f.InstBlock(i)}
	once, ok := l.quotients[key]
	if !ok {
		if j.Container() == 0 || !l.divides(i) {
			return ir.NoValue, false
		}
		once.minus = ir.NoValue
		if l.overflows(l.rangeOf(x), y, j) {
			once.minus = l.icmp(ir.EQ, y, l.num(-1))
		}
		once.d = l.divisor(y, once.minus)
		once.q = l.two(ir.OpTDiv, x, once.d)
		l.tight(once.q, facts.Signed(uint(j.Container())).Join(l.rangeOf(x)))
		if l.quotients == nil {
			l.quotients = map[dividedBy]dividedOnce{}
		}
		l.quotients[key] = once
	}
	claim := l.rangeOf(f.Result(i, 0))
	if f.Op(i) == ir.OpTDiv {
		q := once.q
		if once.minus != ir.NoValue {
			q = l.pick(once.minus, l.two(ir.OpSub, l.num(0), x), q)
		}
		return l.inRange(q, claim), true
	}
	// Neither the product nor what it leaves is greater than the dividend, or has another sign.
	p := l.two(ir.OpMul, once.q, once.d)
	l.tight(p, l.rangeOf(x).Join(facts.UpTo(0)))
	r := l.two(ir.OpSub, x, p)
	l.tight(r, claim.Meet(l.rangeOf(x).Join(facts.UpTo(0))))
	return r, true
}

// divides reports whether the block of i has the other of quotient and remainder of the same numbers.
func (l *lowerer) divides(i ir.Inst) bool {
	f := l.f
	for u := range f.Uses(f.Arg(i, 0)) {
		op := f.Op(u.Inst)
		if op != f.Op(i) && (op == ir.OpTDiv || op == ir.OpTRem) && f.InstBlock(u.Inst) == f.InstBlock(i) &&
			f.Arg(u.Inst, 0) == f.Arg(i, 0) && f.Arg(u.Inst, 1) == f.Arg(i, 1) {
			return true
		}
	}
	return false
}

// expandDiv: the Euclidean quotient and remainder are the truncated ones, corrected where the
// remainder is negative (Leijen, "Division and Modulus for Computer Scientists", 2001).
func (l *lowerer) expandDiv(i ir.Inst) (bool, error) {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	claim := l.rangeOf(f.Result(i, 0))
	trunc := ir.OpTDiv
	if f.Op(i) == ir.OpRem {
		trunc = ir.OpTRem
	}
	// A range without bounds has no width to divide at; the claims step reports it.
	if !l.join(i).Finite() {
		return false, nil
	}
	if v, ok := l.powerDiv(trunc, x, y); ok {
		l.replace(i, 0, v, true)
		return true, nil
	}
	if !l.rangeOf(x).Signed() {
		l.replace(i, 0, l.quotient(trunc, x, y, claim), true)
		return true, nil
	}
	// The divisor's sign does not matter for the remainder: it is that of the dividend.
	r := l.quotient(ir.OpTRem, x, y, everything)
	// A negative remainder r becomes r + |y|, and the quotient one less for a positive divisor,
	// one more for a negative one.
	c := l.icmp(ir.LT, r, l.num(0))
	var out ir.Value
	if trunc == ir.OpTRem {
		m, _ := l.magnitude(y)
		out = l.pick(c, l.two(ir.OpAdd, r, m), r)
		l.tight(out, facts.BinaryRange(ir.OpRem, everything, l.rangeOf(y)))
	} else {
		q := l.quotient(ir.OpTDiv, x, y, everything)
		step := l.num(1)
		if l.rangeOf(y).Signed() {
			step = l.pick(l.icmp(ir.LT, y, l.num(0)), l.num(-1), step)
		}
		out = l.two(ir.OpSub, q, l.pick(c, step, l.num(0)))
	}
	l.replace(i, 0, out, true)
	return true, nil
}

// powerDiv divides by a power of 2: the Euclidean quotient is the floor then, and the remainder the low
// bits.
// It holds for a signed x too, since a shift rounds down and low bits of two's complement are the
// Euclidean remainder. 1 is left alone: dividing by it is a rule's matter.
func (l *lowerer) powerDiv(op ir.Op, x, y ir.Value) (ir.Value, bool) {
	d := l.f.Def(y)
	if d == ir.NoInst || l.f.Op(d) != ir.OpIConst {
		return ir.NoValue, false
	}
	c := l.f.IntConst(d)
	k := int(c.TrailingZeros())
	if !c.IsPow2() || k == 0 || k > MaxBits {
		return ir.NoValue, false
	}
	if op == ir.OpTRem {
		return l.zext(x, k), true
	}
	return l.two(ir.OpShr, x, l.num(int64(k))), true
}

// tight claims that new value v is in r, which is known.
// The claim is a check, and no check of a fact fails. Nothing is claimed if the range is not
// finite.
func (l *lowerer) tight(v ir.Value, r Range) {
	r = r.Meet(l.rangeOf(v))
	if !r.Finite() {
		return
	}
	l.f.SetAnnot(v, r.Annot())
	l.ranges.of.Set(v, r)
}

// expandShl: of a result in one register. An amount of 64 or more gives 0 for 0 and poison for
// other numbers, because their product is outside of the claim that gives the result its register;
// a shift by the low 6 bits of the amount does too.
func (l *lowerer) expandShl(i ir.Inst) (bool, error) {
	f := l.f
	v, y := f.Result(i, 0), f.Arg(i, 1)
	// It has another form if the result takes several words, which limbs does.
	if l.ranges.of.Container(v) == 0 || l.ranges.of.Container(f.Arg(i, 0)) == 0 || l.ranges.of.Container(y) == 0 || shifting(l, i) {
		return false, nil
	}
	f.SetOperand(i, 1, ir.Operand{Value: l.two(ir.OpAnd, y, l.num(63))})
	// The range is written down before the amount changes, since it no longer follows from the
	// operand.
	if !facts.ClaimedRange(f.AnnotOf(v)).Finite() {
		f.SetAnnot(v, l.rangeOf(v).Annot())
	}
	return false, nil
}

// expandShr: of a number in one register. A greater amount shifts in sign bits only.
// The processor takes the amount modulo 64, the program does not.
func (l *lowerer) expandShr(i ir.Inst) (bool, error) {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	r := l.rangeOf(x)
	if r.Container() == 0 || l.ranges.of.Container(y) == 0 || shifting(l, i) {
		return false, nil
	}
	// The amount is 64 or more, or the shift were legal: only zeros are left.
	_, fixed := constant(f, y)
	if fixed && !r.Signed() {
		f.ReplaceUses(f.Result(i, 0), l.num(0))
		return true, nil
	}
	// For a signed number 63 places leave the sign, as any greater amount does.
	by := l.num(63)
	if !fixed {
		by = l.two(ir.OpMin, y, by)
	}
	out := l.two(ir.OpShr, x, by)
	// For an unsigned number of 64 bits 63 places leave one bit too many.
	if !r.Signed() {
		out = l.pick(l.icmp(ir.GE, y, l.num(64)), l.num(0), out)
	}
	l.replace(i, 0, out, true)
	return true, nil
}

// maxClMul bounds the bits of the shorter factor of a carry-less product.
const maxClMul = 512

// expandClMul adds, without carries, the first factor shifted to each one bit of the other.
// One term a bit of the shorter factor: the time and the code grow with it, which is why it is
// bounded.
func (l *lowerer) expandClMul(i ir.Inst) (bool, error) {
	f := l.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	if l.rangeOf(x).HiBits() < l.rangeOf(y).HiBits() {
		x, y = y, x
	}
	n := l.rangeOf(y).HiBits()
	if !l.rangeOf(x).Finite() || n > maxClMul {
		return false, nil
	}
	if l.rangeOf(x).Signed() { // poison, but the sum below shall have no sign
		x = l.zext(x, l.rangeOf(x).Bits())
	}
	out := l.num(0)
	for k := range int64(n) {
		bit := l.two(ir.OpAnd, l.two(ir.OpShr, y, l.num(k)), l.num(1))
		term := l.pick(l.inst(ir.OpIntToBool, ir.Attr{}, ir.Bool, bit), l.two(ir.OpShl, x, l.num(k)), l.num(0))
		out = l.two(ir.OpXor, out, term)
	}
	l.replace(i, 0, out, true)
	return true, nil
}

// expandMerge puts the low N bits of the second operand in place of those of the first.
func (l *lowerer) expandMerge(i ir.Inst) (bool, error) {
	n := int64(l.f.Attr(i).N)
	if n > MaxBits || l.dividend(i) {
		return false, nil
	}
	a, b := l.f.Arg(i, 0), l.f.Arg(i, 1)
	k := l.num(n)
	hi := l.two(ir.OpShl, l.two(ir.OpShr, a, k), k)
	l.replace(i, 0, l.two(ir.OpOr, hi, l.zext(b, int(n))), true)
	return true, nil
}

// expandSplit gives the number above bit N, with its sign, and the N low bits.
func (l *lowerer) expandSplit(i ir.Inst) (bool, error) {
	n := int64(l.f.Attr(i).N)
	if n > MaxBits || l.productSplit(i) {
		return false, nil
	}
	a := l.f.Arg(i, 0)
	l.replace(i, 0, l.two(ir.OpShr, a, l.num(n)), true)
	l.replace(i, 1, l.zext(a, int(n)), true)
	return true, nil
}

// chunks are the low n bits of v in numbers of 64 bits.
// The lowest comes first; the last one has the bits that are left.
func (l *lowerer) chunks(v ir.Value, n int) []ir.Value {
	v = l.zext(v, n)
	var out []ir.Value
	for k := 0; k < n; k += 64 {
		w := v
		if n > 64 {
			w = l.zext(l.two(ir.OpShr, v, l.num(int64(k))), 64)
		}
		out = append(out, w)
	}
	return out
}

// reversed makes a number of n bits from chunks in reverse order, that was one of all their bits.
// What the first chunk had in its low bits stands highest, and the bits that the last one did not
// fill are shifted out at the bottom.
func (l *lowerer) reversed(chunks []ir.Value, n int) ir.Value {
	k := len(chunks)
	out := chunks[0]
	for _, w := range chunks[1:] {
		out = l.two(ir.OpOr, l.two(ir.OpShl, out, l.num(64)), w)
	}
	if 64*k > n {
		out = l.two(ir.OpShr, out, l.num(int64(64*k-n)))
	}
	return out
}

// expandBSwap reverses the bytes of each word, and the order of the words. One byte is itself.
func (l *lowerer) expandBSwap(i ir.Inst) (bool, error) {
	n := int(l.f.Attr(i).N)
	v := l.f.Arg(i, 0)
	switch {
	case sized(2, 4, 8)(l, i) || 8*n > MaxBits:
		return false, nil
	case n == 1:
		l.replace(i, 0, l.zext(v, 8), true)
		return true, nil
	}
	// Of other sizes, whole words are reversed, and what is too much is shifted out.
	cs := l.chunks(v, 8*n)
	for k := range cs {
		cs[k] = l.inst(ir.OpBSwap, ir.Attr{N: 8}, ir.Int, cs[k])
	}
	l.replace(i, 0, l.reversed(cs, 8*n), true)
	return true, nil
}

// expandBitReverse exchanges neighbours of 1, 2 and 4 bits, then bytes (Warren, "Hacker's
// Delight", 7-1).
func (l *lowerer) expandBitReverse(i ir.Inst) (bool, error) {
	n := int(l.f.Attr(i).N)
	if n > MaxBits {
		return false, nil
	}
	cs := l.chunks(l.f.Arg(i, 0), n)
	for k, w := range cs {
		for _, step := range []struct {
			by   int64
			mask uint64
		}{{1, 0x5555555555555555}, {2, 0x3333333333333333}, {4, 0x0f0f0f0f0f0f0f0f}} {
			m := l.word(step.mask)
			up := l.zext(l.two(ir.OpShl, l.two(ir.OpAnd, w, m), l.num(step.by)), 64)
			down := l.two(ir.OpAnd, l.two(ir.OpShr, w, l.num(step.by)), m)
			w = l.two(ir.OpOr, up, down)
		}
		cs[k] = l.inst(ir.OpBSwap, ir.Attr{N: 8}, ir.Int, w)
	}
	l.replace(i, 0, l.reversed(cs, n), true)
	return true, nil
}

// expandRotate: of a width that the processor does not rotate.
// The amount is taken modulo N, and both shifts are within N bits, so that neither loses what the
// other needs.
func (l *lowerer) expandRotate(i ir.Inst) (bool, error) {
	f := l.f
	n := int64(f.Attr(i).N)
	if n > MaxBits || !l.rangeOf(f.Arg(i, 1)).Finite() {
		return false, nil
	}
	if sized(8, 16, 32, 64)(l, i) {
		// An amount of more than a register: its low 8 bits say enough.
		if l.width(f.Arg(i, 1)) == 0 { // 2^N is a multiple of N
			f.SetOperand(i, 1, ir.Operand{Value: l.zext(f.Arg(i, 1), 8)})
		}
		return false, nil
	}
	x := l.zext(f.Arg(i, 0), int(n))
	by := l.modulo(f.Arg(i, 1), n)
	rest := l.two(ir.OpSub, l.num(n), by)
	// An amount of 0 makes the other shift one by N, which gives 0.
	l.tight(rest, facts.UpTo(n))
	up, down := by, rest
	if f.Op(i) == ir.OpRotateRight {
		up, down = rest, by
	}
	out := l.two(ir.OpOr, l.two(ir.OpShl, x, up), l.two(ir.OpShr, x, down))
	l.replace(i, 0, l.zext(out, int(n)), true)
	return true, nil
}

// modulo is v modulo the constant n.
// The result is in 0 … n-1, as Euclidean, also for negative v.
func (l *lowerer) modulo(v ir.Value, n int64) ir.Value {
	if d := l.f.Def(v); d != ir.NoInst && l.f.Op(d) == ir.OpIConst {
		return l.num(int64(l.f.IntConst(d).Rem(num.New(n)).Low64()))
	}
	r := l.quotient(ir.OpTRem, v, l.num(n), everything)
	if l.rangeOf(v).Signed() {
		r = l.pick(l.icmp(ir.LT, r, l.num(0)), l.two(ir.OpAdd, r, l.num(n)), r)
	}
	l.tight(r, facts.UpTo(n-1))
	return r
}

// expandOnes: without popcnt, sums of neighbouring fields ("Hacker's Delight", 5-1).
func (l *lowerer) expandOnes(i ir.Inst) (bool, error) {
	v := l.f.Arg(i, 0)
	w := l.ranges.of.Container(v)
	if l.popcnt || w == 0 {
		return false, nil
	}
	// The number is made unsigned first: a sign would be counted on for ever.
	l.replace(i, 0, l.ones(l.zext(v, w)), false)
	return true, nil
}

// ones is the number of ones of x, which is not negative and has at most 64 bits.
// The fields are 2, 4 and 8 bits wide after the three lines; the product adds all bytes into the
// highest.
func (l *lowerer) ones(x ir.Value) ir.Value {
	if l.popcnt {
		return l.bounded(l.inst(ir.OpCountOnes, ir.Attr{}, ir.Int, x), 64)
	}
	and := func(x ir.Value, m uint64) ir.Value { return l.two(ir.OpAnd, x, l.word(m)) }
	shr := func(x ir.Value, n int64) ir.Value { return l.two(ir.OpShr, x, l.num(n)) }
	x = l.mod64(ir.OpSub, x, and(shr(x, 1), 0x5555555555555555))
	x = l.mod64(ir.OpAdd, and(x, 0x3333333333333333), and(shr(x, 2), 0x3333333333333333))
	x = and(l.mod64(ir.OpAdd, x, shr(x, 4)), 0x0f0f0f0f0f0f0f0f)
	return l.bounded(shr(l.mod64(ir.OpMul, x, l.word(0x0101010101010101)), 56), 64)
}

// expandLeading: of N bits that no register has.
// The number is counted in the next register size, and the places that it has too many are taken
// away.
func (l *lowerer) expandLeading(i ir.Inst) (bool, error) {
	n := l.f.Attr(i).N
	if n >= 64 || n == 32 {
		return false, nil
	}
	w := uint32(32)
	if n > 32 {
		w = 64
	}
	c := l.inst(ir.OpCountLeadingZeros, ir.Attr{N: w}, ir.Int, l.zext(l.f.Arg(i, 0), int(n)))
	out := l.two(ir.OpSub, c, l.num(int64(w-n)))
	l.tight(out, facts.UpTo(n))
	l.replace(i, 0, out, false)
	return true, nil
}

// expandSwitch drops cases that the number never is.
// A case outside of the range of the number is never taken. The range of a poison number does not
// matter: the switch is undefined behaviour.
func (l *lowerer) expandSwitch(i ir.Inst) (bool, error) {
	f := l.f
	if l.casesFit(i) {
		return false, nil
	}
	r := l.rangeOf(f.Arg(i, 0))
	var keep []ir.Target
	for _, t := range f.Targets(i) {
		if t.Case == nil || r.Contains(*t.Case) {
			keep = append(keep, t)
		}
	}
	f.SetOperands(i, f.FixedOperands(i), keep)
	return false, nil
}
