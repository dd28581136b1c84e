package interp

import "github.com/tuffy-ir/tuffy/memory"

// Bulk operations on whole ranges, where nothing is to be reported. Each is false, having changed nothing, where the
// reference evaluator must look. There is one thread, and no memory versions; n is not 0.

// accessible is the allocation in which a slot's pointer may access n bytes, or a record that refuses them.
func (w *world) accessible(x *slot, n uint64) *memory.Alloc {
	if x.p == wildSlot {
		return w.wild(x, n)
	}
	return w.space.Lookup(memory.AllocID(x.p))
}

// copyBytes is memcpy, or memmove where ranges may overlap, of n bytes from y to x.
func (w *world) copyBytes(x, y *slot, n uint64, overlap bool) bool {
	dst, src := w.accessible(x, n), w.accessible(y, n)
	d, s := x.v-dst.Base, y.v-src.Base
	if !dst.Holds(d, n, true) || !src.Holds(s, n, false) || !overlap && dst == src && d < s+n && s < d+n {
		return false
	}
	if err := w.space.Copy(dst, d, src, s, n); err != nil {
		w.limit("%s", err)
	}
	w.chargeBulk(n)
	return true
}

// fillBytes is memset of n bytes at x.
func (w *world) fillBytes(x *slot, b byte, n uint64) bool {
	a := w.accessible(x, n)
	off := x.v - a.Base
	if !a.Holds(off, n, true) {
		return false
	}
	if err := w.space.Fill(a, off, n, memory.BitsByte(b)); err != nil {
		w.limit("%s", err)
	}
	w.chargeBulk(n)
	return true
}

// chargeBulk counts the work of a bulk operation, as exec does.
func (w *world) chargeBulk(n uint64) {
	if n >= bulkWork {
		w.charge(int64(n / bulkWork))
	}
}
