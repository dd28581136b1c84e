package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
)

// demands is for each int value how many of its low bits anything reads: the least solution of
// the equations that use has for the opcodes, reached from below. What a number is beyond these
// bits changes nothing, because every operation that looks at a bounded number of low bits of its
// result only looks at as many of its operands, but for right shifts, which add the amount.
// The demand of a value, in bits from the lowest: 0 is nothing, and all the whole number. It only
// grows while the equations are solved.
type demands struct {
	l  *lowerer
	of []int32
}

// all is the demand of a reader of the whole number.
const all = facts.Unbounded

// sweeps bounds the rounds over loops; what still grows then is demanded as a whole.
const sweeps = 6

// compute goes through the program backward until nothing grows. After [sweeps] rounds whatever
// grows becomes all, which cannot grow, so that it comes to an end after at most one more change
// a value.
func (d *demands) compute() {
	f := d.l.f
	n := f.NumValues()
	if cap(d.of) < n {
		d.of = make([]int32, n)
	}
	d.of = d.of[:n]
	clear(d.of)
	order := d.l.g.Order()
	for round := 0; ; round++ {
		changed := false
		for k := len(order) - 1; k >= 0; k-- {
			for i := f.LastInst(order[k]); i != ir.NoInst; i = f.PrevInst(i) {
				changed = d.inst(i, round >= sweeps) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// inst adds the demands of i on its operands and reports whether one grew.
// The demands on what is passed follow those of the arguments that get it.
func (d *demands) inst(i ir.Inst, whole bool) bool {
	f := d.l.f
	changed := false
	ask := func(n int, bits int32) {
		v := f.Arg(i, n)
		if f.TypeOf(v) != ir.Int || bits <= d.of[v] {
			return
		}
		if whole {
			bits = all
		}
		d.of[v], changed = bits, true
	}
	if f.Op(i).IsTerminator() {
		for n := range f.NumFixed(i) {
			// What a function returns is looked at as its signature says.
			if f.Op(i) == ir.OpRet && n < len(f.Returns) {
				ask(n, passedBits(f.Returns[n].Annot))
			} else if f.NumTargets(i) > 0 || f.Op(i) == ir.OpRet {
				// A condition is looked at as a whole. Operands of continue and region_yield are
				// passed: the edges below have them.
				ask(n, all)
			}
		}
		d.l.edges = f.Edges(d.l.edges[:0], i)
		for _, e := range d.l.edges {
			for n, a := range f.Args(e.Block) {
				switch {
				case f.TypeOf(a) != ir.Int:
				// The check of the argument's claim looks at the number before anything else does.
				case f.AnnotOf(a) != ir.NoAnnot:
					ask(e.Lo+n, checked(f.AnnotOf(a)))
				default:
					ask(e.Lo+n, d.of[a])
				}
			}
		}
		return changed
	}
	for n := range f.NumFixed(i) {
		if f.TypeOf(f.Arg(i, n)) == ir.Int {
			ask(n, d.use(i, n))
		}
	}
	return changed
}

// checked is how many bits are looked at where claim a is checked when a value is passed: those of its
// range, because a number outside of it is poison there. What passes the value extends these bits.
// A range that fits no register is looked at as a whole.
func checked(a ir.Annot) int32 {
	if r := facts.ClaimedRange(a); r.Container() != 0 {
		return int32(r.Bits())
	}
	return all
}

// passedBits is how many bits are looked at of a number that is passed to where a is claimed of it.
func passedBits(a ir.Annot) int32 {
	if n, ok := Demanded(a); ok && !facts.ClaimedRange(a).Finite() {
		return int32(n)
	}
	return checked(a)
}

// use is how many low bits of operand n instruction i looks at.
// Attributes bound it for most; what is not listed looks at all.
func (d *demands) use(i ir.Inst, n int) int32 {
	f := d.l.f
	a := f.Attr(i)
	// A claim on the use is a check, which looks at all bits.
	if b := f.Operand(i, n).Annot; b != ir.NoAnnot {
		if _, _, ok := b.Range(); ok || b.Known() != nil {
			return all
		}
	}
	result := func() int32 {
		v := f.Result(i, 0)
		if f.AnnotOf(v) != ir.NoAnnot { // its check looks at the whole number
			return all
		}
		return d.of[v]
	}
	switch f.Op(i) {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpOr, ir.OpXor, ir.OpFreeze:
		return result()
	case ir.OpCall:
		// The callee's signature says how many bits it reads, if it is known.
		if params, _, ok := d.l.callee(i); ok && n > 0 && n <= len(params) {
			if k, low := Demanded(params[n-1].Annot); low && !facts.ClaimedRange(params[n-1].Annot).Finite() {
				return int32(k)
			}
		} else if was := d.l.z.passings.Call(f, i); was != nil {
			if k, field := fieldWords(was, was.Params, false, n-1); field {
				return int32(64 * k)
			}
		}
	case ir.OpNot, ir.OpSelect:
		if f.TypeOf(f.Result(i, 0)) == ir.Int {
			return result()
		}
	// Bits above those of a non-negative operand are zero in the result, whatever the other has
	// there.
	case ir.OpAnd:
		if r := d.l.rangeOf(f.Arg(i, 1-n)); !r.Signed() && f.Arg(i, 0) != f.Arg(i, 1) {
			return min(result(), int32(r.HiBits()))
		}
		return result()
	// The low bits of the operand move up, and as many fewer of them are seen.
	case ir.OpShl:
		if n == 0 {
			if c, ok := constant(f, f.Arg(i, 1)); ok {
				return max(result()-int32(min(max(c, 0), 1<<20)), 0)
			}
			return result()
		}
	// The result may be wanted exact; else what is demanded stands higher by the amount in the
	// operand.
	case ir.OpShr:
		if d.l.ranges.of.Container(f.Result(i, 0)) != 0 {
			return all // a result that fits is exact
		}
		if c, ok := constant(f, f.Arg(i, 1)); n == 0 && ok && c >= 0 && c < 1<<20 {
			return plus(result(), int32(c))
		}
		// Nothing looks at the result at all, nor does the amount matter.
		if result() == 0 {
			return 0
		}
	case ir.OpZExt, ir.OpSExt:
		return min(result(), int32(min(a.Imm, 1<<20)))
	// The low part is operand 1, the high part starts at bit N.
	case ir.OpMerge:
		if n == 1 {
			return min(result(), int32(a.N))
		}
		if result() <= int32(a.N) {
			return 0
		}
		return result()
	// Both results read one operand; the high one starts at bit N of it.
	case ir.OpSplit:
		lo, hi := min(d.of[f.Result(i, 1)], int32(a.N)), result()
		if hi > 0 {
			return plus(hi, int32(a.N))
		}
		return lo
	case ir.OpBSwap:
		return int32(min(8*uint64(a.N), 1<<20))
	case ir.OpCountLeadingZeros, ir.OpBitReverse:
		return int32(a.N)
	case ir.OpRotateLeft, ir.OpRotateRight:
		if n == 0 {
			return int32(a.N)
		}
	case ir.OpPtrAdd, ir.OpIntToPtr:
		return 64
	// An access of so many bytes writes no more of the number; without a number it is 8.
	case ir.OpStore, ir.OpAtomicStore, ir.OpRMW, ir.OpCmpXchg:
		if a.N == 0 {
			return 64
		}
		return int32(8 * min(a.N, 1<<17))
	case ir.OpMemSet:
		if n == 1 {
			return 8
		}
	case ir.OpBitCast:
		if t := f.TypeOf(f.Result(i, 0)); t.HasScalable() {
			return all
		} else if size, ok := t.Size(1); ok {
			return int32(8 * min(size, 1<<17))
		}
	}
	return all
}

// plus is n + c, or 0 where nothing is demanded.
// The sum cannot wrap: both are far below all.
func plus(n, c int32) int32 {
	switch {
	case n == 0:
		return 0
	case n == all:
		return all
	}
	return n + c
}
