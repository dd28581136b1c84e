package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
)

// limbs replaces ints that no register holds by ints of 64 bits.
//
// A wide value is n limbs, ints in [0, 2^64), the lowest first: its low 64n bits in two's
// complement. n is the least that has all of its range, with a sign if it may be negative; or that
// has all bits that are demanded, if those are fewer. Then nothing looks at what is beyond, so that
// what the operations below put there does not matter. A value of which at most 64 bits are
// demanded is "low": one number with the same low bits, whose claim :iN says so.
//
// Correct limb by limb: addition and subtraction carry what Knuth's algorithms A and S carry
// (The Art of Computer Programming, volume 2, 4.3.1), a product is the sum of those of single limbs
// (M), a comparison is decided by the highest limbs that differ, of which the top ones have the
// sign, and a shift moves limbs and then bits.
func (l *lowerer) limbs() error {
	// Demands are found before anything is replaced: they are those of the program as it came.
	l.demand()
	l.parts, l.lows = map[ir.Value][]ir.Value{}, map[ir.Value]struct{}{}
	for _, b := range l.g.Order() {
		if err := l.arguments(b); err != nil {
			return err
		}
	}
	// After the arguments and before the instructions: a param must find the word at which its parameter now
	// starts.
	if err := l.signature(); err != nil {
		return err
	}
	return l.takeApart(l.lower, l.end)
}

// takeApart replaces the instructions by those of parts, and the terminators after them: those pass the parts
// of values, which may be made further down in another block.
func (l *lowerer) takeApart(inst func(i ir.Inst) (done bool, err error), end func(t ir.Inst) error) error {
	var failed error
	var ends []ir.Inst
	l.each(func(i ir.Inst) (done bool) {
		switch {
		case failed != nil:
		case l.f.Op(i).IsTerminator():
			ends = append(ends, i)
		default:
			done, failed = inst(i)
		}
		return done
	})
	for _, i := range ends {
		if failed != nil {
			return failed
		}
		failed = end(i)
	}
	if failed != nil {
		return failed
	}
	// Arguments of blocks go last: until here instructions read them.
	for _, b := range l.g.Order() {
		l.f.RemoveArgs(b, l.inParts)
	}
	return nil
}

// shape is how many registers an int takes; 0 is a value that is as it should be.
// The demand decides only where it is less than the range: both bound what may be read, and the smaller
// one is enough.
func (l *lowerer) shape(v ir.Value) (limbs int, low bool, err error) {
	r, d := l.rangeOf(v), l.dem[v]
	switch n := int32(r.Bits()); {
	// The zero shape comes first: what fits a register is never taken apart, however little of it is looked at.
	case r.Container() != 0:
		return 0, false, nil
	case d <= 64:
		return 0, true, nil
	// Of an unbounded range the demand alone may still be finite.
	case min(n, d) <= MaxBits:
		return int(min(n, d)+63) / 64, false, nil
	case n != facts.Unbounded:
		return 0, false, l.errorAt(v, "needs %d bits: at most %d are supported", n, MaxBits)
	}
	return 0, false, l.errorAt(v, "has no finite range: claim one, such as :s64, on it or on what it is computed from")
}

// demand finds for each int how many of its low bits are looked at. What a number is beyond these changes
// nothing, as [facts.Lowering] says.
// Only those are asked that no register holds: [lowerer.shape] takes no part of another.
func (l *lowerer) demand() {
	l.dem = append(l.dem[:0], make([]int32, l.f.NumValues())...)
	var d *facts.Demands
	for v := range ir.Value(len(l.dem)) {
		if !l.ranges.of.Known(v) || l.ranges.of.Container(v) != 0 {
			continue
		}
		if d == nil {
			d = facts.DemandedFor(l.g, &facts.Lowering{Ranges: &l.ranges.of, Passed: l.passedBits})
			defer d.Free()
		}
		if m := d.Of(v); m.Negative() {
			l.dem[v] = facts.Unbounded
		} else {
			l.dem[v] = int32(m.BitLen())
		}
	}
}

// passedBits is how many low bits are looked at of int operand n of i, a call or a return: as many as the
// signature says, if it is known.
func (l *lowerer) passedBits(i ir.Inst, n int) int {
	f := l.f
	checked := facts.Unbounded
	var a ir.Annot
	if f.Op(i) == ir.OpRet {
		a = f.Returns[n].Annot
		checked = facts.CheckedBits(a)
	} else if params, _, ok := l.callee(i); ok && n > 0 && n <= len(params) {
		a = params[n-1].Annot
	} else if was := l.z.passings.Call(f, i); was != nil {
		if k, field := fieldWords(was, was.Params, false, n-1); field {
			return 64 * k
		}
	}
	if k, ok := Demanded(a); ok && !facts.ClaimedRange(a).Finite() {
		return k
	}
	return checked
}

// claimLow says that only the demanded bits of v are looked at.
// At least one bit is claimed, since the IR has no claim of none; a value that nothing looks at then is any
// number.
func (l *lowerer) claimLow(v ir.Value, bits int32) {
	l.f.SetAnnot(v, ir.LowBits(uint32(max(bits, 1))))
}

// arguments gives a block the limbs of its wide arguments, each list in the place of the argument.
// The old argument stays, and the new ones come behind all others, so that no index of an argument moves before
// the old ones are removed together.
func (l *lowerer) arguments(b ir.Block) error {
	f := l.f
	// A copy, as the list grows while it is walked.
	args := append([]ir.Value(nil), f.Args(b)...)
	for _, v := range args {
		if f.TypeOf(v) != ir.Int {
			continue
		}
		n, low, err := l.shape(v)
		switch {
		case err != nil:
			return err
		case low:
			l.claimLow(v, l.dem[v])
		case n > 0:
			for range n {
				a := f.AddArg(b, ir.Int, ir.Unsigned(64))
				l.parts[v] = append(l.parts[v], l.note(a, facts.Unsigned(64)))
			}
		}
	}
	return nil
}

// lower replaces i if it reads or makes an int that no register holds.
// It reports whether i itself is to be removed. An error is the program's: a number that no number of limbs
// holds.
func (l *lowerer) lower(i ir.Inst) (bool, error) {
	f := l.f
	op := f.Op(i)
	touched := false
	var n int
	if op == ir.OpCall && l.clashes(i) {
		return false, l.errorInst(i, "%s may point to functions that take numbers of different sizes, more than 64 bits among them: claim the same for the parameters and results of all of them", l.name(f.Arg(i, 0)))
	}
	for k := range f.NumResults(i) {
		v := f.Result(i, k)
		if f.TypeOf(v) != ir.Int {
			continue
		}
		m, low, err := l.shape(v)
		if err != nil {
			return false, err
		}
		if low {
			l.claimLow(v, l.dem[v])
		}
		// Otherwise the upper limbs would be made up: the caller or callee passes one word.
		if m > 1 && m > l.arrives(i, k) {
			return false, l.errorAt(v, "is read as a number of more than 64 bits, but arrives in one register: claim its range where it is declared")
		}
		// Of several results of other operations only the first may be wide; n speaks of that one.
		if k == 0 || op == ir.OpCall || op == ir.OpTargetIntrinsic {
			n = max(n, m)
		}
		touched = touched || m > 0
	}
	for k := range f.NumFixed(i) {
		_, wide := l.parts[f.Arg(i, k)]
		touched = touched || wide
	}
	if op == ir.OpMul && l.product(i) && l.productSplit(f.NextInst(i)) || op == ir.OpSplit && l.productSplit(i) ||
		// These are legal as they are: pairs of a double word and its only reader, which selection takes
		// together as one machine instruction.
		l.dividend(i) || l.longDivision(i) {
		return false, nil
	}
	switch op {
	case ir.OpICmp, ir.OpMin, ir.OpMax:
		// Each operand fits a register, but no one container has the numbers of both: a signed and an unsigned
		// word.
		touched = touched || !joined(l, i)
	case ir.OpZExt, ir.OpSExt:
		touched = touched || f.Attr(i).Imm > 64
	case ir.OpCountLeadingZeros:
		touched = touched || f.Attr(i).N > 64
	case ir.OpIConst:
		touched = touched || l.ranges.of.Container(f.Result(i, 0)) == 0
	case ir.OpShl, ir.OpShr:
		// An amount of 64 or more is not what the machine's shift does.
		touched = touched || !shifting(l, i)
	case ir.OpCall:
		touched = true
	}
	if !touched {
		return false, nil
	}
	if op.IsTerminator() {
		return false, nil
	}
	row := limbRows[op]
	if row == nil {
		return false, l.errorInst(i, "%s of an int of more than 64 bits is not supported", op)
	}
	l.place(i)
	return row(l, i, n), nil
}

// limbRows are the instructions that may read or make wide ints; n is the number of limbs of the
// result, 0 if it is in one register.
// A nil row is an operation that has no form for wide ints yet: that is an error of the program, not a crash.
// Rows report whether the instruction is to be removed.
var limbRows [ir.NumOps]func(l *lowerer, i ir.Inst, n int) bool

// Set at run time, since rows refer to functions that refer to the table.
func init() {
	limbRows = [ir.NumOps]func(l *lowerer, i ir.Inst, n int) bool{
		ir.OpIConst: (*lowerer).wideConst, ir.OpPoison: (*lowerer).widePoison, ir.OpFreeze: (*lowerer).wideFreeze,
		ir.OpParam: (*lowerer).wideParam,
		ir.OpAdd:   modular((*lowerer).addLimbs), ir.OpSub: modular((*lowerer).subLimbs), ir.OpMul: modular((*lowerer).mulLimbs),
		ir.OpAnd: modular(bitwise(ir.OpAnd)), ir.OpOr: modular(bitwise(ir.OpOr)), ir.OpXor: modular(bitwise(ir.OpXor)),
		ir.OpNot: (*lowerer).wideNot, ir.OpShl: (*lowerer).wideShl, ir.OpShr: (*lowerer).wideShr,
		ir.OpICmp: (*lowerer).wideCompare, ir.OpMin: (*lowerer).wideMin, ir.OpMax: (*lowerer).wideMax,
		ir.OpZExt: (*lowerer).wideExtend, ir.OpSExt: (*lowerer).wideExtend,
		ir.OpSelect: (*lowerer).wideSelect, ir.OpIntToBool: (*lowerer).wideTruth,
		ir.OpCountOnes: (*lowerer).wideOnes, ir.OpCountLeadingZeros: (*lowerer).wideLeading, ir.OpCountTrailingZeros: (*lowerer).wideTrailing,
		ir.OpRotateLeft: lowOperands, ir.OpRotateRight: lowOperands,
		ir.OpPtrAdd: lowOperands, ir.OpStackSlotDyn: lowOperands, ir.OpIntToPtr: lowOperands, ir.OpBitCast: lowOperands,
		ir.OpStore: lowOperands, ir.OpAtomicStore: lowOperands, ir.OpRMW: lowOperands, ir.OpCmpXchg: lowOperands,
		ir.OpVolatileStore: lowOperands, ir.OpVolatileMemSet: lowOperands, ir.OpVolatileMemCpy: lowOperands, ir.OpVolatileMemMove: lowOperands,
		ir.OpMemSet: lowOperands, ir.OpMemCpy: lowOperands, ir.OpMemMove: lowOperands,
		ir.OpBSwap: lowOperands, ir.OpCall: (*lowerer).wideCall,
	}
}

// lowOperands is the row of operations that only look at the low 64 bits of their operands.
// The instruction stays; only what it reads becomes one word.
func lowOperands(l *lowerer, i ir.Inst, _ int) bool {
	for n := range l.f.NumFixed(i) {
		if v := l.f.Arg(i, n); l.count(v) > 1 {
			l.f.SetOperand(i, n, ir.Operand{Value: l.limb(v, 0)})
		}
	}
	return false
}

// limb is limb k of v: bits 64k to 64k+63.
// Any k may be asked: above the highest limb there are copies of the sign, or zeros.
func (l *lowerer) limb(v ir.Value, k int) ir.Value {
	if p, ok := l.parts[v]; ok {
		switch {
		case k < len(p):
			return p[k]
		// Of an infinite range all demanded bits are in the limbs, so that what stands above them does not
		// matter: zero is cheapest.
		case l.rangeOf(v).Signed() && l.rangeOf(v).Finite():
			return l.signFill(p[len(p)-1])
		}
		return l.word(0)
	}
	r := l.rangeOf(v)
	switch c, ok := constant(l.f, v); {
	case ok && k == 0:
		return l.word(uint64(c))
	case ok:
		// The sign, arithmetically shifted: all zeros or all ones.
		return l.word(uint64(c >> 63))
	case k > 0 && r.Signed():
		return l.zext(l.two(ir.OpShr, v, l.num(int64(r.Container()-1))), 64)
	case k > 0:
		return l.word(0)
	case r.Container() == 0: // low: of a claim :iN
		return l.zext(v, 64)
	case r.Signed():
		return l.zext(v, 64)
	}
	return v
}

// signFill is a limb full of the sign of the number whose top limb is w.
func (l *lowerer) signFill(w ir.Value) ir.Value {
	return l.zext(l.two(ir.OpShr, l.sext(w, 64), l.num(63)), 64)
}

// limbsOf are n limbs of v.
// n may be less than v has: then these are its low limbs, as operations modulo 2^64n want them.
func (l *lowerer) limbsOf(v ir.Value, n int) []ir.Value {
	out := make([]ir.Value, n)
	var fill ir.Value = ir.NoValue
	have := n
	if p, ok := l.parts[v]; ok {
		have = len(p)
	} else if l.ranges.of.Container(v) != 0 {
		have = 1
	}
	for k := range out {
		switch {
		case k <= have:
			out[k] = l.limb(v, k)
			fill = out[k]
		default: // beyond the first limb of the fill it is the same
			out[k] = fill
		}
	}
	return out
}

// need is how many limbs hold all numbers of r, with a sign if there are negative ones.
// At least one: the range of 0 alone has no bits.
func need(r Range) int { return max((r.Bits()+63)/64, 1) }

// set makes limbs the result of i: the parts of a wide value, or one number of the range that the
// claim or the operation gives.
// With n = 0 only the first limb is read; longer lists are cut, since rows work with as many limbs as operands
// have.
func (l *lowerer) set(i ir.Inst, n int, limbs []ir.Value) bool {
	v := l.f.Result(i, 0)
	if n > 0 {
		l.parts[v] = limbs[:n]
		return true
	}
	l.single(i, v, limbs[0])
	return true
}

// single makes limb w the result v of i, which is in one register.
// A claim of fewer than 64 bits is put on the new number: it says what the range did.
func (l *lowerer) single(i ir.Inst, v, w ir.Value) {
	r := l.rangeOf(v)
	x := w
	switch {
	case r.Container() == 0: // low
		x = l.zext(w, 64)
		l.f.SetAnnot(v, ir.NoAnnot)
		// Remembered, as a terminator that passes x to where a number is checked must cut it first.
		l.lows[x] = struct{}{}
	case r.Signed():
		x = l.sext(w, 64)
		if r.Bits() < 64 {
			l.f.SetAnnot(x, r.Annot())
		}
		l.ranges.of.Set(x, r)
	default:
		x = l.zext(w, 64)
		if r.Bits() < 64 {
			l.f.SetAnnot(x, r.Annot())
		}
		l.ranges.of.Set(x, r)
	}
	l.f.ReplaceUses(v, x)
}

// modular is the row of an operation whose low limbs follow from those of its operands.
// Limbs above those of the result are never made: a carry only goes up.
func modular(do func(l *lowerer, x, y []ir.Value) []ir.Value) func(l *lowerer, i ir.Inst, n int) bool {
	return func(l *lowerer, i ir.Inst, n int) bool {
		k := max(n, 1)
		return l.set(i, n, do(l, l.limbsOf(l.f.Arg(i, 0), k), l.limbsOf(l.f.Arg(i, 1), k)))
	}
}

// bitwise is a limb by limb operation.
func bitwise(op ir.Op) func(l *lowerer, x, y []ir.Value) []ir.Value {
	return func(l *lowerer, x, y []ir.Value) []ir.Value {
		out := make([]ir.Value, len(x))
		for k := range x {
			out[k] = l.word2(op, x[k], y[k])
		}
		return out
	}
}

// addLimbs is algorithm A without the carry out of the top limb, which nothing reads.
func (l *lowerer) addLimbs(x, y []ir.Value) []ir.Value {
	out := make([]ir.Value, len(x))
	carry := ir.NoValue
	for k := range x {
		out[k], carry = l.addCarry(x[k], y[k], carry, k < len(x)-1)
	}
	return out
}

// addCarry is x + y + carry modulo 2^64, and if asked for whether it is 2^64 or more; a carry
// that is NoValue is none.
// The sum wrapped if it is less than an operand. Of the two additions at most one wraps, so that or-ing is
// adding.
func (l *lowerer) addCarry(x, y, carry ir.Value, more bool) (sum, out ir.Value) {
	sum, out = l.word2(ir.OpAdd, x, y), ir.NoValue
	// A sum with zero never wraps, so the comparison would be dead code.
	if more && !l.isWord(x, 0) && !l.isWord(y, 0) {
		out = l.icmp(ir.LT, sum, x)
	}
	if carry == ir.NoValue {
		return sum, out
	}
	was := sum
	sum = l.word2(ir.OpAdd, sum, l.flag(carry))
	if more {
		c := l.icmp(ir.LT, sum, was)
		if out != ir.NoValue {
			c = l.logic(ir.OpBOr, out, c)
		}
		out = c
	}
	return sum, out
}

// subLimbs is algorithm S: a borrow is a digit less than what is taken from it, before or after the borrow from
// below.
func (l *lowerer) subLimbs(x, y []ir.Value) []ir.Value {
	out := make([]ir.Value, len(x))
	borrow := ir.NoValue
	for k := range x {
		more := k < len(x)-1
		d, b := l.word2(ir.OpSub, x[k], y[k]), ir.NoValue
		if more && !l.isWord(y[k], 0) {
			b = l.icmp(ir.LT, x[k], y[k])
		}
		if borrow != ir.NoValue {
			one := l.flag(borrow)
			if more {
				c := l.icmp(ir.LT, d, one)
				if b != ir.NoValue {
					c = l.logic(ir.OpBOr, b, c)
				}
				b = c
			}
			d = l.word2(ir.OpSub, d, one)
		}
		out[k], borrow = d, b
	}
	return out
}

// mulLimbs adds row by row: what a row carries from limb to limb is one limb, because
// (2^64-1)^2 + 2(2^64-1) < 2^128.
// Products that would only reach limbs above the result are left out, so that n limbs cost n(n+1)/2 products.
func (l *lowerer) mulLimbs(x, y []ir.Value) []ir.Value {
	n := len(x)
	out := make([]ir.Value, n)
	for k := range out {
		out[k] = l.word(0)
	}
	for a := range n {
		if l.isWord(x[a], 0) {
			continue
		}
		carry := l.word(0)
		for b := range n - a {
			k := a + b
			// Of the top limb only the low half of the product counts, and no carry leaves it.
			if k == n-1 {
				out[k] = l.word2(ir.OpAdd, out[k], carry)
				if !l.isWord(y[b], 0) {
					out[k] = l.word2(ir.OpAdd, out[k], l.word2(ir.OpMul, x[a], y[b]))
				}
				break
			}
			hi, lo := l.word(0), out[k]
			if !l.isWord(y[b], 0) {
				hi, lo = l.product64(x[a], y[b])
				hi, lo = l.carryInto(hi, lo, out[k])
			}
			carry, out[k] = l.carryInto(hi, lo, carry)
		}
	}
	return out
}

// carryInto is hi:lo + w where it has no more than two limbs.
// The caller vouches for the bound; hi cannot wrap then.
func (l *lowerer) carryInto(hi, lo, w ir.Value) (ir.Value, ir.Value) {
	if l.isWord(lo, 0) {
		return hi, w
	}
	sum, c := l.addCarry(lo, w, ir.NoValue, true)
	if c != ir.NoValue {
		hi = l.word2(ir.OpAdd, hi, l.flag(c))
	}
	return hi, sum
}

// product64 is the product of two limbs.
// The pair mul and split is what [lowerer.productSplit] recognises as one multiplication with a double result.
func (l *lowerer) product64(x, y ir.Value) (hi, lo ir.Value) {
	m := l.make(ir.OpMul, ir.Attr{}, ir.Int, x, y)
	s := l.at.Sized(ir.OpSplit, 64, l.origin, m)
	hi, lo = l.f.Result(s, 0), l.f.Result(s, 1)
	l.note(hi, facts.Unsigned(64))
	l.note(lo, facts.Unsigned(64))
	l.f.SetAnnot(hi, ir.Unsigned(64))
	l.note(m, facts.Unsigned(128))
	return hi, lo
}

// isWord reports whether limb w is the constant c.
// Limbs are compared as unsigned words, whatever number the program meant by them.
func (l *lowerer) isWord(w ir.Value, c uint64) bool {
	k, ok := l.wordConst(w)
	return ok && k == c
}

func (l *lowerer) wordConst(w ir.Value) (uint64, bool) {
	i := l.f.Def(w)
	if i == ir.NoInst || l.f.Op(i) != ir.OpIConst {
		return 0, false
	}
	return l.f.IntConst(i).Uint64()
}

// word2 is an operation of two limbs, modulo 2^64. What constants make of it is done at once.
// Folding here keeps the code for constants as small as it would be by hand: extension makes many limbs that
// are 0 or all ones.
func (l *lowerer) word2(op ir.Op, x, y ir.Value) ir.Value {
	a, constA := l.wordConst(x)
	b, constB := l.wordConst(y)
	// All others commute: the constant goes right, where there is one set of identities for it.
	if constA && !constB && op != ir.OpSub {
		x, y, b, constA, constB = y, x, a, false, true
	}
	if constA && constB {
		switch op {
		case ir.OpAdd:
			return l.word(a + b)
		case ir.OpSub:
			return l.word(a - b)
		case ir.OpMul:
			return l.word(a * b)
		case ir.OpAnd:
			return l.word(a & b)
		case ir.OpOr:
			return l.word(a | b)
		case ir.OpXor:
			return l.word(a ^ b)
		}
	}
	if constB {
		switch {
		case b == 0 && op != ir.OpAnd && op != ir.OpMul, b == ^uint64(0) && op == ir.OpAnd, b == 1 && op == ir.OpMul:
			return x
		case b == 0, b == ^uint64(0) && op == ir.OpOr:
			return y
		}
	}
	if op == ir.OpAnd || op == ir.OpOr || op == ir.OpXor {
		v := l.two(op, x, y)
		if l.f.AnnotOf(v) == ir.NoAnnot {
			l.f.SetAnnot(v, l.rangeOf(v).Annot())
		}
		return v
	}
	return l.mod64(op, x, y)
}

// lowWord claims that 64 bits are looked at.
var lowWord = ir.LowBits(64)

// mod64 is an operation of two ints modulo 2^64, as a limb.
// The sum itself may need 65 bits; the claim says that only 64 are looked at, and the extension makes it a
// number again.
func (l *lowerer) mod64(op ir.Op, x, y ir.Value) ir.Value {
	v := l.make(op, ir.Attr{}, ir.Int, x, y)
	l.f.SetAnnot(v, lowWord)
	l.note(v, everything)
	return l.zext(v, 64)
}
