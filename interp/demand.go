package interp

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// Low bits. An int that would need more than a word, and of which every use looks at the low 64 bits
// only, is computed modulo 2^64 (class L); of 128 bits modulo 2^128 (class M). That is sound because
// sums, differences, products, bitwise operations and left shifts have low bits that follow from the low bits
// of their operands.
//
// Nothing observable may change:
//
//   - a value with a claim of its own, or on a use, that its operands do not imply is not computed so: the claim
//     reads all of it;
//   - its exact value has at most freeBits bits whatever the operands are, so that the reference
//     evaluator neither charges work for it nor meets the limit on integers. No block argument without a
//     range gets through this, so a number that grows from iteration to iteration is exact;
//   - who asks for its value on the slow path, for a report above all, gets the exact one, computed again
//     from its operands ([fastThread.exact]). For that their slots must be as they were: coalesce counts who
//     reads the value as readers of its operands.

// modular sets the classes L and M.
// One walk against the order of blocks; a use that comes before its definition in that order is taken to look at all bits.
func (l *lowerer) modular() {
	f, demand := l.f, l.demand
	clear(demand) // passedTo has used it
	l.order = slices.AppendSeq(l.order[:0], f.Blocks())
	for n := len(l.order) - 1; n >= 0; n-- {
		for i := f.LastInst(l.order[n]); i != ir.NoInst; i = f.PrevInst(i) {
			if !l.wraps(i) {
				continue
			}
			v := f.Result(i, 0)
			need := uint32(0)
			for u := range f.Uses(v) {
				if need = max(need, l.needs(u, demand)); need > 128 {
					break
				}
			}
			switch {
			case need > 128:
			case need > 64:
				l.fn.class[v], demand[v] = classM, need
			default:
				l.fn.class[v], demand[v] = classL, max(need, 1)
			}
		}
	}
}

// wraps reports whether the result of i may be computed modulo a power of two: as far as i itself is concerned.
func (l *lowerer) wraps(i ir.Inst) bool {
	f := l.f
	if l.dontCares(i) || f.NumResults(i) != 1 || l.fn.class[f.Result(i, 0)] != classG {
		return false
	}
	switch f.Op(i) {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpSelect, ir.OpZExt, ir.OpSExt:
	case ir.OpShr:
		if c, ok := l.constOf(f.Arg(i, 1)); !ok || c < 0 || c > 128 {
			return false
		}
	case ir.OpShl:
		if c, ok := l.constOf(f.Arg(i, 1)); ok && (c < 0 || c > 128) {
			return false
		}
		// Other amounts are bounded by the width of the result, and must not be negative.
		if y := l.width[f.Arg(i, 1)]; y.signed || y.n > 7 {
			return false
		}
	default:
		return false
	}
	for n := range f.NumFixed(i) {
		if o := f.Operand(i, n); !implied(o.Annot, l.width[o.Value]) {
			return false
		}
	}
	v := f.Result(i, 0)
	return l.width[v].n <= freeBits && implied(f.AnnotOf(v), l.exactWidth(i))
}

// allBits is the demand of a use that looks at all bits.
const allBits = 1 << 20

// needs is how many low bits of its operand a use looks at.
func (l *lowerer) needs(u ir.Use, demand []uint32) uint32 {
	f, i := l.f, u.Inst
	o := f.Operand(i, int(u.Index))
	if l.w.overwrites(o.Annot) || !implied(o.Annot, l.width[o.Value]) {
		return allBits
	}
	a := f.Attr(i)
	n := 0
	if f.NumResults(i) > 0 {
		n = int(f.Result(i, 0))
	}
	through := uint32(allBits)
	if f.NumResults(i) == 1 && demand[n] > 0 {
		through = demand[n]
	}
	switch f.Op(i) {
	case ir.OpZExt, ir.OpSExt:
		// Of a result that is computed modulo a power of two itself no more is looked at.
		return min(uint32(min(max(a.Imm, 1), allBits)), through)
	case ir.OpAnd:
		// The other operand has zeros above its width.
		if w := l.width[f.Arg(i, 1-int(u.Index))]; !w.signed {
			return min(w.n, through)
		}
		return through
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpOr, ir.OpXor, ir.OpNot:
		return through
	case ir.OpSelect:
		if u.Index > 0 {
			return through
		}
	case ir.OpShl:
		if u.Index == 0 {
			return through
		}
	case ir.OpShr:
		if c, ok := l.constOf(f.Arg(i, 1)); ok && u.Index == 0 && c >= 0 && c <= 128 && through < allBits {
			return through + uint32(c)
		}
	case ir.OpStore:
		if u.Index == 0 && a.N > 0 && a.N <= 16 {
			return 8 * a.N
		}
	case ir.OpSplit:
		// An observer may look at the high part that nothing uses.
		if l.w.selector == nil && !f.HasUses(f.Result(i, 0)) && !claims(f.AnnotOf(f.Result(i, 0))) {
			return max(a.N, 1)
		}
	case ir.OpCountLeadingZeros, ir.OpBitReverse:
		return max(a.N, 1)
	case ir.OpBSwap:
		return max(min(a.N, 1<<16)*8, 1)
	case ir.OpRotateLeft, ir.OpRotateRight:
		if u.Index == 0 {
			return max(a.N, 1)
		}
	case ir.OpPtrAdd, ir.OpPtrAddInBounds:
		if u.Index == 1 {
			return 64
		}
	case ir.OpIntToPtr:
		return 64
	}
	return allBits
}

// exact is the value of v, which is computed modulo a power of two: from its operands, which are in
// their slots still. known holds those that were computed already.
func (t *fastThread) exact(fn *fastFunc, base int32, v ir.Value, known map[ir.Value]Value) Value {
	if val, ok := known[v]; ok {
		return val
	}
	if s := base + fn.slotOf[v]; t.stack[s].t == boxed {
		return t.objs[s]
	}
	f, i := fn.f, fn.f.Def(v)
	args := make([]Value, f.NumFixed(i))
	for n := range args {
		x := f.Arg(i, n)
		if c := fn.class[x]; c == classL || c == classM {
			args[n] = t.exact(fn, base, x, known)
		} else {
			args[n] = t.box(fn, base, x)
		}
	}
	results, why, _ := evalPure(f, i, args, evalCtx{vscale: t.w.o.VScale})
	if why != nil {
		panic("BUG: " + f.Op(i).String() + " modulo a power of two is poison")
	}
	known[v] = results[0]
	return results[0]
}
