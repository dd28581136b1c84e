package ir

import "iter"

// The dirty protocol (RFC pipeline, "Dirty bit mechanism"): who computes facts about the values of
// a function and keeps them calls [Func.Settle]; from then on every mutator marks what it writes,
// [Func.MarkDownstream] what follows from a value, and [Func.Dirty] says what must be computed
// again when it is read. A value that is not dirty is defined as it was: by the same opcode,
// attributes, operands and annotations at the same place, or for a block argument in the same
// block, at the same position. What the operands of a clean value are may have changed.
//
// A function of which nobody keeps facts has no marks: everything is dirty.

// marks are the values and the terminators, by block, that are clean. New ones are beyond the end.
type marks struct {
	values, exits []uint64
	epoch         uint64

	list  []Value // memory of MarkDownstream
	edges []Edge
}

func (f *Func) markValue(v Value) {
	if w := v >> 6; int(w) < len(f.clean.values) {
		f.clean.values[w] &^= 1 << (v & 63)
	}
}

func (f *Func) markExit(b Block) {
	if w := b >> 6; int(w) < len(f.clean.exits) {
		f.clean.exits[w] &^= 1 << (b & 63)
	}
}

// markInst marks the results of i, or the way out of its block.
func (f *Func) markInst(i Inst) {
	if f.clean.values == nil {
		return
	}
	r := &f.insts[i]
	if r.op.IsTerminator() {
		f.markExit(r.block)
	}
	for n := range r.nres {
		f.markValue(r.res + Value(n))
	}
}

// Settle says that facts about all values are known: all is clean. It returns a number that
// [Func.Settled] reports until somebody else settles the function, or nobody keeps marks any more.
func (f *Func) Settle() uint64 {
	f.clean.epoch++
	f.clean.values = allSet(f.clean.values, len(f.values))
	f.clean.exits = allSet(f.clean.exits, len(f.blocks))
	return f.clean.epoch
}

func allSet(s []uint64, n int) []uint64 {
	words := (n + 63) / 64
	if cap(s) < words {
		s = make([]uint64, words)
	}
	s = s[:words]
	for k := range s {
		s[k] = ^uint64(0)
	}
	if n%64 != 0 {
		s[words-1] = 1<<(n%64) - 1
	}
	return s
}

// Unsettle says that nobody keeps facts, so that nothing needs to be marked.
func (f *Func) Unsettle() {
	f.clean.epoch++
	f.clean = marks{epoch: f.clean.epoch}
}

// Settled is the number of the last [Func.Settle], 0 if everything is dirty.
func (f *Func) Settled() uint64 {
	if f.clean.values == nil {
		return 0
	}
	return f.clean.epoch
}

// Dirty reports whether the definition of v was written, or follows from what a refinement
// changed, since the function was settled.
func (f *Func) Dirty(v Value) bool {
	w := int(v >> 6)
	return w >= len(f.clean.values) || f.clean.values[w]&(1<<(v&63)) == 0
}

// DirtyExit reports the same of the terminator of b.
func (f *Func) DirtyExit(b Block) bool {
	w := int(b >> 6)
	return w >= len(f.clean.exits) || f.clean.exits[w]&(1<<(b&63)) == 0
}

// DirtyValues iterates over the dirty values in order; deleted ones are among them.
func (f *Func) DirtyValues() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for v := Value(0); int(v) < len(f.values); v++ {
			if w := int(v >> 6); v&63 == 0 && w < len(f.clean.values) && f.clean.values[w] == ^uint64(0) {
				v += 63
				continue
			}
			if f.Dirty(v) && !yield(v) {
				return
			}
		}
	}
}

// MarkDownstream marks v and all that is computed from it, through block arguments. It stops at
// what is marked already, so that the time for all marks between two calls of [Func.Settle] is
// that of looking at each use once.
func (f *Func) MarkDownstream(v Value) {
	if f.clean.values == nil {
		return
	}
	f.markValue(v)
	if f.values[v].uses == none {
		return
	}
	list := append(f.clean.list[:0], v)
	follow := func(v Value) {
		if !f.Dirty(v) {
			f.markValue(v)
			list = append(list, v)
		}
	}
	edges := f.clean.edges
	var seen map[Inst]bool
	for len(list) > 0 {
		v := list[len(list)-1]
		list = list[:len(list)-1]
		for u := f.values[v].uses; u != none; u = f.uses[u].next {
			i := f.uses[u].inst
			r := &f.insts[i]
			for n := range r.nres {
				follow(r.res + Value(n))
			}
			if !r.op.IsTerminator() {
				continue
			}
			f.markExit(r.block)
			many := r.ntgt > 2 // all arguments at once: each edge is not looked at for each use
			if many {
				if seen[i] {
					continue
				}
				if seen == nil {
					seen = map[Inst]bool{}
				}
				seen[i] = true
			}
			n := int(u - r.use)
			edges = f.Edges(edges[:0], i)
			for _, e := range edges {
				for k, a := range f.blocks[e.Block].args {
					if many || n < f.NumFixed(i) || n == e.Lo+k {
						follow(a)
					}
				}
			}
		}
	}
	f.clean.list, f.clean.edges = list, edges
}
