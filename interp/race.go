package interp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Data races. Each thread has a vector clock; an access happens before another if the clock
// of the second thread covers it. As in FastTrack (Flanagan and Freund, PLDI 2009) each
// piece of memory remembers the accesses that no later one has covered; here it is a list,
// since atomic and plain accesses conflict differently. Accesses made before the second
// thread starts happen before everything and are not recorded.

// vclock is a vector clock; clocks are immutable.
type vclock []uint32

func (c vclock) at(id int) uint32 {
	if id < len(c) {
		return c[id]
	}
	return 0
}

func (c vclock) with(id int, v uint32) vclock {
	out := make(vclock, max(len(c), id+1))
	copy(out, c)
	out[id] = v
	return out
}

func (c vclock) join(o vclock) vclock {
	out := make(vclock, max(len(c), len(o)))
	for i := range out {
		out[i] = max(c.at(i), o.at(i))
	}
	return out
}

type access struct {
	thread int32
	clock  uint32
	write  bool
	atomic bool
	site   memory.Site
}

// granule is the history of 8 bytes: one list while all accesses cover all of them.
type granule struct {
	whole []access
	split *[8][]access
}

// raceShadow is the Ext of an allocation.
type raceShadow struct {
	granules map[uint64]*granule
	atomics  map[uint64]vclock // what the last release at an offset published
}

func shadowOf(a *memory.Alloc) *raceShadow {
	s, ok := a.Ext.(*raceShadow)
	if !ok {
		s = &raceShadow{map[uint64]*granule{}, map[uint64]vclock{}}
		a.Ext = s
	}
	return s
}

// maxGranules bounds the memory that the race detector remembers, in units of 8 bytes.
const maxGranules = 1 << 21

// touch records an access of n bytes at off and reports the race that it makes. It is false
// if the run ended.
func (w *world) touch(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, write, atomic bool) bool {
	if len(w.threads) < 2 || n == 0 {
		return true
	}
	w.checked(UBDataRace, f, i)
	if w.granules += int((n + 7) / 8); n/8 > maxGranules || w.granules > 8*maxGranules && !w.recount() {
		w.limit("race detector limit of %d bytes shared between threads", 8*maxGranules)
		return false
	}
	c := &collision{t: w.cur, cur: access{int32(w.cur.id), w.cur.clock.at(w.cur.id), write, atomic, w.site(f, i)}}
	s := shadowOf(a)
	for g := off / 8; g <= (off+n-1)/8; g++ {
		e := s.granules[g]
		if e == nil {
			e = &granule{}
			s.granules[g] = e
		}
		e.see(c, g*8, max(off, g*8), min(off+n, g*8+8))
	}
	return c.found == nil || w.race(f, i, a, off, n, c)
}

// touchAll is a write of all bytes of an allocation that ends: only what was accessed before
// is looked at.
func (w *world) touchAll(f *ir.Func, i ir.Inst, a *memory.Alloc) bool {
	if len(w.threads) < 2 {
		return true
	}
	w.checked(UBDataRace, f, i)
	c := &collision{t: w.cur, cur: access{int32(w.cur.id), w.cur.clock.at(w.cur.id), true, false, w.site(f, i)}}
	s := shadowOf(a)
	for _, g := range slices.Sorted(maps.Keys(s.granules)) {
		s.granules[g].see(c, g*8, g*8, g*8+8)
	}
	return c.found == nil || w.race(f, i, a, 0, a.Size, c)
}

// recount counts the granules that are remembered; false if they are too many.
func (w *world) recount() bool {
	w.granules = 0
	w.space.Each(func(a *memory.Alloc) bool {
		if s, ok := a.Ext.(*raceShadow); ok {
			w.granules += len(s.granules)
		}
		return true
	})
	return w.granules <= maxGranules
}

// collision is an access and the first earlier one that races with it.
type collision struct {
	t     *thread
	cur   access
	found *access
	where uint64
}

// see adds the access to the granule at base, of which it covers the bytes lo to hi.
func (e *granule) see(c *collision, base, lo, hi uint64) {
	if e.split == nil && hi-lo == 8 {
		e.whole = c.see(e.whole, lo)
		return
	}
	if e.split == nil {
		e.split = new([8][]access)
		for k := range e.split {
			e.split[k] = append([]access(nil), e.whole...)
		}
		e.whole = nil
	}
	for k := lo; k < hi; k++ {
		e.split[k-base] = c.see(e.split[k-base], k)
	}
}

// see compares the access with the history of a byte and returns the new history: without
// what the access covers, since whatever races with that races with the access too.
func (c *collision) see(list []access, at uint64) []access {
	keep := list[:0]
	for _, e := range list {
		before := e.thread == c.cur.thread || e.clock <= c.t.clock.at(int(e.thread))
		if !before && (e.write || c.cur.write) && !(e.atomic && c.cur.atomic) && c.found == nil {
			x := e
			c.found, c.where = &x, at
		}
		if !before || !c.cur.write && e.write || c.cur.atomic && !e.atomic {
			keep = append(keep, e)
		}
	}
	return append(keep, c.cur)
}

func (w *world) race(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, c *collision) bool {
	e := c.found
	what := func(write, atomic bool) string {
		s := "read"
		if write {
			s = "write"
		}
		if atomic {
			s = "atomic " + s
		}
		return s
	}
	u := &UB{
		Code:     UBDataRace,
		Message:  fmt.Sprintf("%s by thread %d and %s by thread %d of the byte at offset %d of %s are not ordered", what(c.cur.write, c.cur.atomic), w.cur.id, what(e.write, e.atomic), e.thread, c.where, allocName(a)),
		Access:   w.access(what(c.cur.write, c.cur.atomic), w.space.Pointer(a.ID, off), n, 0, a, off),
		Fallback: "the access is made",
	}
	if fr, ok := w.at(e.site); ok {
		u.Other = &fr
	}
	return w.fail(f, i, u)
}

// synchronise is an atomic access: it acquires, is then recorded, since what it acquired is
// before it, and releases. load and store say what it did, both for a read-modify-write. It
// is false if the run ended.
func (w *world) synchronise(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, order ir.Ordering, load, store bool) bool {
	if len(w.threads) < 2 {
		return true
	}
	t, s := w.cur, shadowOf(a)
	if load {
		seen := s.atomics[off]
		if acquires(order) {
			t.clock = t.clock.join(seen)
		} else {
			t.acquire = t.acquire.join(seen)
		}
	}
	if !w.touch(f, i, a, off, n, store, true) {
		return false
	}
	if !store {
		return true
	}
	published := t.release
	if releases(order) {
		published = t.clock
	}
	if load { // a read-modify-write continues the release sequence that it reads from
		published = published.join(s.atomics[off])
	}
	s.atomics[off] = published
	if releases(order) {
		t.clock = t.clock.with(t.id, t.clock.at(t.id)+1)
	}
	return true
}

// fence is the effect of a fence on the clocks.
func (w *world) fence(order ir.Ordering) {
	if len(w.threads) < 2 {
		return
	}
	t := w.cur
	if acquires(order) {
		t.clock = t.clock.join(t.acquire)
	}
	if releases(order) {
		t.release = t.clock
		t.clock = t.clock.with(t.id, t.clock.at(t.id)+1)
	}
}

func acquires(o ir.Ordering) bool { return o == ir.Acquire || o == ir.AcqRel || o == ir.SeqCst }
func releases(o ir.Ordering) bool { return o == ir.Release || o == ir.AcqRel || o == ir.SeqCst }
