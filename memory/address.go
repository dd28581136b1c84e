package memory

import (
	"cmp"
	"slices"
)

// Addresses are given out from both ends of the address space, by chance, so that neither
// the order of allocations nor that of addresses can be relied on.
const (
	addressStart = 1 << 16
	addressEnd   = 1 << 47
)

// addresses chooses base addresses. Everything strictly between low and high is free and at
// least a byte away from what is taken. An address is never given out twice.
type addresses struct {
	state     uint64
	low, high uint64
}

func newAddresses(seed uint64) addresses {
	d := addresses{state: seed}
	d.low = addressStart + d.next()>>34
	d.high = addressEnd - d.next()>>34
	return d
}

// next is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// OOPSLA 2014).
func (d *addresses) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// place chooses the base of size bytes aligned to a power of two. It is false if the address
// space is exhausted.
func (d *addresses) place(size, align uint64) (base uint64, ok bool) {
	if size >= addressEnd || align > addressEnd {
		return 0, false
	}
	r := d.next()
	gap := 1 + r&63
	if r>>63 == 0 {
		base = (d.low + gap + align - 1) &^ (align - 1)
		if base+size >= d.high {
			return 0, false
		}
		d.low = base + size
		return base, true
	}
	if size+gap >= d.high {
		return 0, false
	}
	base = (d.high - gap - size) &^ (align - 1)
	if base <= d.low {
		return 0, false
	}
	d.high = base
	return base, true
}

// exposed is the set of exposed live allocations, in two lists: those placed from the low end
// by increasing base and those placed from the high end by decreasing base, so that what is
// exposed soon after its birth goes to the end of a list. Ended allocations stay until they
// are half of a list.
type exposed struct{ lists [2]exposedList }

type exposedList struct {
	entries []exposedEntry
	down    bool
	dead    int
}

type exposedEntry struct {
	base, size uint64
	id         AllocID // NoAlloc when it has ended
}

// list is that which holds the address; a base never meets the other end, as place keeps them
// apart.
func (e *exposed) list(addr, low uint64) *exposedList {
	if addr <= low {
		return &e.lists[0]
	}
	e.lists[1].down = true
	return &e.lists[1]
}

func (l *exposedList) compare(e exposedEntry, base uint64) int {
	if l.down {
		return cmp.Compare(base, e.base)
	}
	return cmp.Compare(e.base, base)
}

func (l *exposedList) insert(e exposedEntry) {
	i, _ := slices.BinarySearchFunc(l.entries, e.base, l.compare)
	l.entries = slices.Insert(l.entries, i, e)
}

func (l *exposedList) remove(base uint64) {
	i, _ := slices.BinarySearchFunc(l.entries, base, l.compare)
	l.entries[i].id = NoAlloc
	l.dead++
	if 2*l.dead > len(l.entries) {
		l.entries = slices.DeleteFunc(l.entries, func(e exposedEntry) bool { return e.id == NoAlloc })
		l.dead = 0
	}
}

// find is the entry with the greatest base that is at most addr.
func (l *exposedList) find(addr uint64) (exposedEntry, bool) {
	i, exact := slices.BinarySearchFunc(l.entries, addr, l.compare)
	if !l.down && !exact {
		i--
	}
	if i < 0 || i >= len(l.entries) {
		return exposedEntry{}, false
	}
	return l.entries[i], true
}

// exposedCost is what an entry counts against the limit, dead ones included.
const exposedCost = 48

// Expose makes an allocation one that wildcard pointers may come to mean.
func (s *Space) Expose(id AllocID) {
	a := s.Record(id)
	if a == nil || a.Exposed || a.State != Live {
		return
	}
	a.Exposed = true
	s.used += exposedCost
	s.exposed.list(a.Base, s.addr.low).insert(exposedEntry{a.Base, a.Size, id})
}

// Resolve is the live exposed allocation that contains [addr, addr+size). An empty range may
// also be at its end.
func (s *Space) Resolve(addr, size uint64) (AllocID, bool) {
	e, ok := s.exposed.list(addr, s.addr.low).find(addr)
	if !ok || e.id == NoAlloc || addr-e.base > e.size || size > e.size-(addr-e.base) {
		return NoAlloc, false
	}
	return e.id, true
}
