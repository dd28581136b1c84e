package ir

import (
	"iter"
	"slices"
)

// The dirty protocol (RFC pipeline, "Dirty bit mechanism"): who computes facts about the values of
// a function and keeps them calls [Func.Settle]; from then on every mutator marks what it writes,
// [Func.MarkDownstream] what follows from a value, and [Func.Dirty] says what must be computed
// again when it is read. A value that is not dirty is defined as it was: by the same opcode,
// attributes, operands and annotations at the same place, or for a block argument in the same
// block, at the same position. What the operands of a clean value are may have changed.
//
// A function of which nobody keeps facts has no marks: everything is dirty.

// marks are the values and the terminators, by block, that are clean. New ones are beyond the end.
// A bit that is set is clean.
// That new values have no bit makes them dirty without anybody marking them.
type marks struct {
	values, exits []uint64
	epoch         uint64

	// walked are the values of which all is marked that is computed from them, but for what follows
	// from instructions written since.
	walked  []uint64
	written []Inst

	list  []Value // memory of MarkDownstream
	edges []Edge
}

// markValue makes v dirty, if it has a bit.
func (f *Func) markValue(v Value) {
	if w := v >> 6; int(w) < len(f.clean.values) {
		f.clean.values[w] &^= 1 << (v & 63)
	}
}

// markExit makes the terminator of b dirty.
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
	if n := len(f.clean.written); len(f.clean.walked) > 0 && (n == 0 || f.clean.written[n-1] != i) {
		f.clean.written = append(f.clean.written, i)
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
	f.clean.walked, f.clean.written = f.clean.walked[:0], f.clean.written[:0]
	return f.clean.epoch
}

// allSet is the set of the numbers below n, in the memory of s if that is enough.
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
		for v := range unset(f.clean.values, len(f.values)) {
			if !yield(Value(v)) {
				return
			}
		}
	}
}

// unset iterates over the numbers below n that are not in a set.
func unset(set []uint64, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := 0; k < n; k++ {
			w := k >> 6
			if w < len(set) {
				if set[w] == ^uint64(0) {
					k |= 63
					continue
				}
				if set[w]&(1<<(k&63)) != 0 {
					continue
				}
			}
			if !yield(k) {
				return
			}
		}
	}
}

// MarkDownstream marks v and all that is computed from it, through block arguments. It stops at
// what it has been at already, so that the time for all marks between two calls of [Func.Settle] is
// that of looking at each use once, and again at those of each instruction that was written.
// Facts of values that v flows into rest on those of v, so a refinement of v may refine them; nothing else changes.
func (f *Func) MarkDownstream(v Value) {
	c := &f.clean
	if c.values == nil {
		return
	}
	f.markValue(v)
	if f.values[v].uses == none {
		return
	}
	for words := (len(f.values) + 63) / 64; len(c.walked) < words; {
		c.walked = append(c.walked, 0)
	}
	slices.Sort(c.written)
	c.written = slices.Compact(c.written)
	for _, i := range c.written {
		if f.insts[i].dead {
			continue
		}
		for n := range f.NumOperands(i) {
			if v := f.Arg(i, n); v != NoValue && f.walked(v) {
				f.markReader(i, n)
				if many(f, i) {
					break
				}
			}
		}
	}
	c.written = c.written[:0]
	f.reach(v)
	var seen map[Inst]bool
	for len(c.list) > 0 {
		v := c.list[len(c.list)-1]
		c.list = c.list[:len(c.list)-1]
		for u := f.values[v].uses; u != none; u = f.uses[u].next {
			i := f.uses[u].inst
			if many(f, i) { // all arguments at once: each edge is not looked at for each use
				if seen[i] {
					continue
				}
				if seen == nil {
					seen = map[Inst]bool{}
				}
				seen[i] = true
			}
			f.markReader(i, int(u-f.insts[i].use))
		}
	}
}

// many reports whether i has so many targets that its arguments are marked together: a switch of a thousand
// cases would otherwise be looked at a thousand times for each.
func many(f *Func, i Inst) bool { return f.insts[i].ntgt > 2 }

// markReader marks what instruction i computes, or passes on, from its operand n.
func (f *Func) markReader(i Inst, n int) {
	r := &f.insts[i]
	for k := range r.nres {
		f.reach(r.res + Value(k))
	}
	if !r.op.IsTerminator() {
		return
	}
	f.markExit(r.block)
	all := n < f.NumFixed(i) && r.ntgt > 0 || many(f, i)
	f.clean.edges = f.Edges(f.clean.edges[:0], i)
	for _, e := range f.clean.edges {
		for k, a := range f.blocks[e.Block].args {
			if all || n == e.Lo+k {
				f.reach(a)
			}
		}
	}
}

// reach marks v, and its readers soon, if they are not.
func (f *Func) reach(v Value) {
	if !f.walked(v) {
		f.markValue(v)
		f.clean.walked[v>>6] |= 1 << (v & 63)
		f.clean.list = append(f.clean.list, v)
	}
}

// walked reports whether everything downstream of v is marked already.
func (f *Func) walked(v Value) bool { return f.clean.walked[v>>6]&(1<<(v&63)) != 0 }
