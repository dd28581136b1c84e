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
// The semantics makes a race undefined (docs/spec, threads).
// Detection is precise for the schedule at hand: it reports no false race, and finds those of other schedules
// by other seeds.

// vclock is a vector clock; clocks are immutable.
// Entry id counts what thread id has published.
type vclock []uint32

// at is entry id; missing ones are 0, so clocks grow with the threads that are known.
func (c vclock) at(id int) uint32 {
	if id < len(c) {
		return c[id]
	}
	return 0
}

// with is a copy that differs in entry id.
func (c vclock) with(id int, v uint32) vclock {
	out := make(vclock, max(len(c), id+1))
	copy(out, c)
	out[id] = v
	return out
}

// covers reports whether c is at least o everywhere.
func (c vclock) covers(o vclock) bool {
	for i, n := range o {
		if n > c.at(i) {
			return false
		}
	}
	return true
}

// join is the maximum, entry by entry.
func (c vclock) join(o vclock) vclock {
	out := make(vclock, max(len(c), len(o)))
	for i := range out {
		out[i] = max(c.at(i), o.at(i))
	}
	return out
}

// clockWork is how many entries of a clock are as much work as one of what [world.charge] counts.
const clockWork = 32

// joined is the least clock that covers both.
// Clocks are shared when nothing changes: a program with a thousand threads would otherwise copy at each access.
func (w *world) joined(c, o vclock) vclock {
	w.charge(int64(len(o) / clockWork))
	if c.covers(o) {
		return c
	}
	w.grow(clockBytes * uint64(max(len(c), len(o))))
	return c.join(o)
}

// tick is c with the next number of thread id.
// What the thread does from here on is not covered by what it has published.
// Clocks are immutable, so what was published stays as it was.
func (w *world) tick(c vclock, id int) vclock {
	w.charge(int64(len(c) / clockWork))
	w.grow(clockBytes * uint64(max(len(c), id+1)))
	return c.with(id, c.at(id)+1)
}

// access is one of the past: thread and clock say when, site where.
// clock is the thread's own entry at the time: another thread's clock covers the access if its entry is no
// smaller.
type access struct {
	thread int32
	clock  uint32
	write  bool
	atomic bool
	site   memory.Site
}

// granule is the history of 8 bytes: one list while all accesses cover all of them.
// Most programs use a word as a word; bytes of it get lists of their own when one is accessed alone, and keep them.
type granule struct {
	whole []access
	split *[8][]access
}

// raceShadow is the Ext of an allocation.
// Granules are keyed by offset/8 and made when first accessed, so a large allocation costs what is used of
// it.
type raceShadow struct {
	granules map[uint64]*granule
	atomics  map[uint64]vclock // what the last release at an offset published
}

// shadowOf makes the shadow at the first access.
// It goes with the allocation, and so does its memory.
// Whoever calls it counts the memory of what it adds.
func shadowOf(a *memory.Alloc) *raceShadow {
	s, ok := a.Ext.(*raceShadow)
	if !ok {
		s = &raceShadow{map[uint64]*granule{}, map[uint64]vclock{}}
		a.Ext = s
	}
	return s
}

// What the race detector takes for 8 bytes that were accessed, for each access that it remembers,
// and for a place of atomic accesses.
const (
	granuleBytes = 96
	accessBytes  = 32
	atomicBytes  = 64
)

// touch records an access of n bytes at off and reports the race that it makes. It is false
// if the run ended.
// A race is reported once for an access, with the first earlier access that conflicts; the access is made all
// the same.
// off and n lie within the allocation: the bounds were checked before.
func (w *world) touch(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, write, atomic bool) bool {
	if n != 0 && !atomic { // what an atomic access does, synchronise knows
		w.life.noteAccess(w, f, i, a, off, n, write)
	}
	if !w.concurrent || n == 0 {
		return true
	}
	w.checked(UBDataRace, f, i)
	s := shadowOf(a)
	first, last := off/8, (off+n-1)/8
	// Before the histories are made: an access of a gigabyte must be refused first.
	if !w.grow((last - first + 1 - s.remembered(first, last)) * (granuleBytes + accessBytes)) {
		return false
	}
	c := &collision{t: w.cur, cur: access{int32(w.cur.id), w.cur.clock.at(w.cur.id), write, atomic, w.site(f, i)}}
	for g := first; g <= last; g++ {
		e := s.granules[g]
		if e == nil {
			e = &granule{}
			s.granules[g] = e
		}
		// The first and the last granule may be covered in part.
		e.see(c, g*8, max(off, g*8), min(off+n, g*8+8))
	}
	if c.longer > 0 && !w.grow(uint64(c.longer)*accessBytes) {
		return false
	}
	return c.found == nil || w.race(f, i, a, off, n, c)
}

// remembered is how many of the granules first to last are there.
func (s *raceShadow) remembered(first, last uint64) (n uint64) {
	if len(s.granules) == 0 {
		return 0
	}
	for g := first; g <= last; g++ {
		if s.granules[g] != nil {
			n++
		}
	}
	return n
}

// touchAll is a write of all bytes of an allocation that ends: only what was accessed before
// is looked at.
// It is a write that is not atomic, so it races with atomic accesses as well.
func (w *world) touchAll(f *ir.Func, i ir.Inst, a *memory.Alloc) bool {
	if !w.concurrent {
		return true
	}
	w.checked(UBDataRace, f, i)
	c := &collision{t: w.cur, cur: access{int32(w.cur.id), w.cur.clock.at(w.cur.id), true, false, w.site(f, i)}}
	s := shadowOf(a)
	// In order, so that the same race is named on every machine.
	for _, g := range slices.Sorted(maps.Keys(s.granules)) {
		s.granules[g].see(c, g*8, g*8, g*8+8)
	}
	return c.found == nil || w.race(f, i, a, 0, a.Size, c)
}

// collision is an access and the first earlier one that races with it.
// One is enough: later ones of the same access would tell the same mistake again.
type collision struct {
	t     *thread
	cur   access
	found *access
	where uint64

	longer int // by how many accesses histories grew
}

// see adds the access to the granule at base, of which it covers the bytes lo to hi.
// Splitting copies the history of the whole to each byte, as it covered each of them.
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
// Three kinds of earlier access stay: one that is not ordered before this; a write where this is a read,
// since later accesses may race with the write and not with the read; a non-atomic one where this is atomic,
// for the same reason.
// All else is covered by this access.
// The list is reused in place, which the caller allows by storing the result over it.
// An access of the own thread is always before, as program order is.
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
	if n := len(keep) + 1; n > 1 && n > len(list) {
		c.longer++
	}
	return append(keep, c.cur)
}

// race reports the collision at access c of n bytes at off; it is false if the run ended.
// The access at hand is told first, the earlier one by its place.
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
// This is release and acquire of the C model on vector clocks: a place publishes the clock of its last
// release, and who reads it with acquire joins it.
// A relaxed load keeps what it saw for a later fence.
func (w *world) synchronise(f *ir.Func, i ir.Inst, a *memory.Alloc, off, n uint64, order ir.Ordering, load, store bool) bool {
	if load {
		w.life.noteAccess(w, f, i, a, off, n, false)
	}
	if store {
		w.life.noteAccess(w, f, i, a, off, n, true)
	}
	if !w.concurrent {
		return true
	}
	t, s := w.cur, shadowOf(a)
	if load {
		seen := s.atomics[off]
		if acquires(order) {
			t.clock = w.joined(t.clock, seen)
		} else {
			// Joining at once would order what a relaxed load does not.
			t.acquire = w.joined(t.acquire, seen)
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
	// C11 5.1.2.4: a release sequence consists of the release and the read-modify-writes that follow it.
	if load { // a read-modify-write continues the release sequence that it reads from
		published = w.joined(published, s.atomics[off])
	}
	if _, ok := s.atomics[off]; !ok && !w.grow(atomicBytes) {
		return false
	}
	s.atomics[off] = published
	if releases(order) {
		t.clock = w.tick(t.clock, t.id)
	}
	return true
}

// fence is the effect of a fence on the clocks.
// A release fence publishes through later relaxed stores; an acquire fence joins what relaxed loads saw before.
func (w *world) fence(order ir.Ordering) {
	if !w.concurrent {
		return
	}
	t := w.cur
	if acquires(order) {
		t.clock = w.joined(t.clock, t.acquire)
	}
	if releases(order) {
		t.release = t.clock
		t.clock = w.tick(t.clock, t.id)
	}
}

// Consume does not exist; seq_cst adds nothing to the clocks, as execution is sequentially consistent.
func acquires(o ir.Ordering) bool { return o == ir.Acquire || o == ir.AcqRel || o == ir.SeqCst }
func releases(o ir.Ordering) bool { return o == ir.Release || o == ir.AcqRel || o == ir.SeqCst }
