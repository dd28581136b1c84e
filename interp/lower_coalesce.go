package interp

import "github.com/tuffy-ir/tuffy/ir"

// maxCoalesceBlocks bounds the liveness searches of coalesce.
const maxCoalesceBlocks = 2000

// coalesce finds instruction results that may be written straight into the slot of the block
// argument they are passed to: x is defined in block b, read only by one edge out of b,
// the argument is not read any more after the definition of x, and no other edge out of b writes
// it so.
// It saves the copies of a loop's induction variables, most of the cost of short loops.
// The representation must agree as well: the same class, a width that the argument's claims imply, no check
// on the edge.
func (l *lowerer) coalesce() {
	f := l.f
	if f.NumBlocks() > maxCoalesceBlocks {
		return
	}
	var live map[ir.Value]*liveArg
	for b := range f.Blocks() {
		t := f.Terminator(b)
		if t == ir.NoInst {
			continue
		}
		l.ways = f.Edges(l.ways[:0], t)
		edges := l.ways
		for _, e := range edges {
			for n := e.Lo; n < e.Hi; n++ {
				x, a := f.Arg(t, n), f.Args(e.Block)[n-e.Lo]
				d := f.Def(x)
				if d == ir.NoInst || f.InstBlock(d) != b || l.owned[x] || f.TypeOf(x) == ir.Mem || !l.singleUse(x) || f.Operand(t, n).Annot != 0 {
					continue
				}
				same := !l.w.overwrites(f.AnnotOf(a)) && (l.fn.class[x] == l.fn.class[a] || l.fn.class[x] == classS && l.fn.class[a] == classG)
				if !same || l.fn.class[a] != classO && !l.width[x].within(l.width[a]) || claims(f.AnnotOf(a)) && !implied(f.AnnotOf(a), l.width[x]) {
					continue
				}
				// Once an argument: searches are shared by all that is passed to it.
				if live[a] == nil {
					if live == nil {
						live, l.coal = map[ir.Value]*liveArg{}, map[ir.Value]ir.Value{}
					}
					live[a] = l.liveIn(a)
				}
				if !live[a].readAfter(l.f, d) && !l.liveOut(e.Block, edges, live[a]) && !l.written(a, t, n-e.Lo, e.Block, edges) {
					l.coal[x] = a
				}
			}
		}
	}
}

// singleUse stops at the second use: popular values have many.
func (l *lowerer) singleUse(x ir.Value) bool {
	n := 0
	for range l.f.Uses(x) {
		if n++; n > 1 {
			return false
		}
	}
	return n == 1
}

// liveArg is who reads a block argument and where it is live.
type liveArg struct {
	readers map[ir.Inst]bool
	in      map[ir.Block]bool // at their start
}

// readers lists the instructions that read v, or a value that is computed from it modulo a power of two: the
// slow path may compute that again.
func (l *lowerer) readers(v ir.Value, all map[ir.Inst]bool) {
	for u := range l.f.Uses(v) {
		if all[u.Inst] {
			continue
		}
		all[u.Inst] = true
		if l.sinks(u.Inst) {
			all[l.f.Terminator(l.f.InstBlock(u.Inst))] = true
		}
		if l.f.NumResults(u.Inst) == 1 {
			if c := l.fn.class[l.f.Result(u.Inst, 0)]; c == classL || c == classM {
				l.readers(l.f.Result(u.Inst, 0), all)
			}
		}
	}
}

// readAfter reports whether an instruction after d in its block reads the argument.
// d itself may read it: operands are read before the result is written.
// The terminator counts: what it passes to other blocks is read there.
func (a *liveArg) readAfter(f *ir.Func, d ir.Inst) bool {
	for i := f.NextInst(d); i != ir.NoInst; i = f.NextInst(i) {
		if a.readers[i] {
			return true
		}
	}
	return false
}

// written reports whether what one of the edges passes to a, argument n of block to, is written straight
// into its slot.
// Two results in one slot would overwrite each other.
func (l *lowerer) written(a ir.Value, t ir.Inst, n int, to ir.Block, edges []ir.Edge) bool {
	for _, e := range edges {
		if e.Block != to {
			continue
		}
		if b, ok := l.coal[l.f.Arg(t, e.Lo+n)]; ok && b == a {
			return true
		}
	}
	return false
}

// liveOut reports whether the argument is read on a way out that does not redefine it.
func (l *lowerer) liveOut(redefines ir.Block, edges []ir.Edge, live *liveArg) bool {
	for _, e := range edges {
		if e.Block != redefines && live.in[e.Block] {
			return true
		}
	}
	return false
}

// liveIn returns who reads the block argument a, and the blocks at whose start it is live.
// A backward search from the uses that stops at the definition; linear in the function for each argument.
func (l *lowerer) liveIn(a ir.Value) *liveArg {
	preds := l.preds()
	la := &liveArg{map[ir.Inst]bool{}, map[ir.Block]bool{}}
	l.readers(a, la.readers)
	live := la.in
	// Live at its own start is not asked for: there the edges write it.
	def := l.f.DefBlock(a)
	var stack []ir.Block
	for i := range la.readers {
		stack = append(stack, l.f.InstBlock(i))
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == def || live[b] {
			continue
		}
		live[b] = true
		stack = append(stack, preds[b]...)
	}
	return la
}

// preds lists the blocks that go to each block. It asks no graph of package cfg: what the compiler and the
// interpreter both took from there could be wrong in both, and then nothing would see it.
func (l *lowerer) preds() [][]ir.Block {
	if l.w.predCache == nil || l.w.predFunc != l.f {
		p := make([][]ir.Block, l.f.NumBlocks())
		var edges []ir.Edge
		for b := range l.f.Blocks() {
			if t := l.f.Terminator(b); t != ir.NoInst {
				edges = l.f.Edges(edges[:0], t)
				for _, e := range edges {
					p[e.Block] = append(p[e.Block], b)
				}
			}
		}
		l.w.predCache, l.w.predFunc = p, l.f
	}
	return l.w.predCache
}
