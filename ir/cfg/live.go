package cfg

import (
	"iter"
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
)

// ValueSet is a set of values of one function, a bit each.
type ValueSet []uint64

// Has reports whether v is in s.
func (s ValueSet) Has(v ir.Value) bool { return s[v/64]>>(v%64)&1 != 0 }

func (s ValueSet) add(v ir.Value) { s[v/64] |= 1 << (v % 64) }

// Len returns the number of values in s.
func (s ValueSet) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// All iterates over s in ascending order.
func (s ValueSet) All() iter.Seq[ir.Value] {
	return func(yield func(ir.Value) bool) {
		for k, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(ir.Value(64*k + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Liveness says which values are needed at the ends of each block. A value is live at a point
// when some path from there reaches a use of it without passing its definition. Arguments of
// a block are defined by it, so not live into it; what a terminator passes to them is used by
// the terminator.
type Liveness struct {
	in, out []ValueSet
}

// In returns the values live at the start of b; the caller must not change it.
func (l *Liveness) In(b ir.Block) ValueSet { return l.in[b] }

// Out returns the values live at the end of b; the caller must not change it.
func (l *Liveness) Out(b ir.Block) ValueSet { return l.out[b] }

// Liveness solves the backward equations in = use ∪ (out − def), out = ∪ in of successors,
// for all blocks in the region tree, unreachable ones too.
func (c *CFG) Liveness() *Liveness {
	f := c.F
	n, words := f.NumBlocks(), (f.NumValues()+63)/64
	l := &Liveness{make([]ValueSet, n), make([]ValueSet, n)}
	def := make([]ValueSet, n)
	store := make([]uint64, 3*n*words)
	take := func() ValueSet {
		s := store[:words:words]
		store = store[words:]
		return s
	}
	var queue []ir.Block
	for b := range n {
		l.in[b], l.out[b], def[b] = take(), take(), take()
	}
	for b := range f.Blocks() {
		queue = append(queue, b)
		for _, a := range f.Args(b) {
			def[b].add(a)
		}
		for i := range f.Insts(b) {
			for k := range f.NumOperands(i) {
				if x := f.Arg(i, k); !def[b].Has(x) {
					l.in[b].add(x)
				}
			}
			for k := range f.NumResults(i) {
				def[b].add(f.Result(i, k))
			}
		}
	}
	c.solve(l, def, queue)
	return l
}

// solve takes blocks from a stack until nothing changes; a block is on it at most once.
func (c *CFG) solve(l *Liveness, def []ValueSet, queue []ir.Block) {
	queued := make([]bool, len(def))
	for _, b := range queue {
		queued[b] = true
	}
	for len(queue) > 0 {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		queued[b] = false
		for _, s := range c.Succs(b) {
			for k, w := range l.in[s] {
				l.out[b][k] |= w
			}
		}
		changed := false
		for k, w := range l.out[b] {
			if add := w &^ def[b][k] &^ l.in[b][k]; add != 0 {
				l.in[b][k] |= add
				changed = true
			}
		}
		if !changed {
			continue
		}
		for _, p := range c.Preds(b) {
			if !queued[p.From] {
				queued[p.From] = true
				queue = append(queue, p.From)
			}
		}
	}
}
