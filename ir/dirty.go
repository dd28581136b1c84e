package ir

import "iter"

// The dirty protocol (RFC pipeline, "Dirty bit mechanism"): who computes facts about the values of
// a function and keeps them calls [Func.Settle]; from then on every mutator marks what it writes,
// and [Func.Dirty] says what must be computed again when it is read. What is downstream of it is found then:
// whoever reads a fact that has become another one is computed again. A value that is not dirty is defined as it was: by the same opcode,
// attributes, operands and annotations at the same place, or for a block argument in the same
// block, at the same position. What the operands of a clean value are may have changed.
//
// A function of which nothing keeps facts has no marks: everything is dirty.

// marks are the values and the terminators, by block, that are clean. New ones are beyond the end.
// A bit that is set is clean.
// That new values have no bit makes them dirty unmarked.
type marks struct {
	values, exits []uint64
	epoch         uint64
}

// markValue makes v dirty, if it has a bit, and takes the mark of what makes it.
// Constant time and no allocation, as every mutator calls it.
func (f *Func) markValue(v Value) {
	f.unmarkDef(v)
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

// markInst marks the results of i, or the edge out of its block, and takes the mark of i.
func (f *Func) markInst(i Inst) {
	f.unmark(i)
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
// [Func.Settled] reports until something else settles the function, or nothing keeps marks any more.
// Whoever keeps facts remembers the number: another one means that the function was settled in between.
func (f *Func) Settle() uint64 {
	f.clean.epoch++
	f.clean.values = allSet(f.clean.values, len(f.values))
	f.clean.exits = allSet(f.clean.exits, len(f.blocks))
	return f.clean.epoch
}

// allSet is the set of the numbers below n, in the memory of s if that is enough.
// Bits from n on are clear: numbers that are made later are not in the set.
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

// Unsettle says that nothing keeps facts, so that nothing needs to be marked.
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

// Dirty reports whether the definition of v was written since the function was settled.
// Values that were made since are dirty, having no bit.
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
// Whole words that are full are skipped, so few dirty values among many cost a 64th of a walk.
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
