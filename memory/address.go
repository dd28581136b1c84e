package memory

import (
	"cmp"
	"slices"
)

// Addresses are given out from both ends of the address space, by chance, so that neither
// the order of allocations nor that of addresses can be relied on.
const (
	// Nothing lies below: address 0 and small integers that were made pointers never hit an allocation.
	addressStart = 1 << 16
	// The end of the user half of x86-64's address space: where compiled code has its memory can be reserved.
	addressEnd = 1 << 47
)

// addresses chooses base addresses. Everything strictly between low and high is free or
// reserved, and at least a byte away from what is taken. An address is never given out twice.
// Since low only grows and high only shrinks, the cost of a placement does not depend on how many there were,
// and the address of an allocation depends on nothing but the seed, the reserved bases, and the sizes and
// alignments that were asked for before it.
// The semantics lets a run choose addresses freely (docs/spec, memory); a program whose result depends on the
// choice is found by running it with two seeds.
type addresses struct {
	// of the generator
	state     uint64
	low, high uint64
	reserved  []Base // by address; at least a byte apart
}

// reserve keeps the addresses of those bases that can be followed.
// Bases that overlap or touch an earlier one are dropped: two allocations that touch could not be told apart
// by a pointer to the end of one.
// The caller finds out by comparing, since a base is a wish and no demand.
func (d *addresses) reserve(bases []Base) {
	for _, b := range bases {
		if b.Addr < addressStart || b.Addr >= addressEnd || b.Size > addressEnd-b.Addr {
			continue
		}
		i, _ := slices.BinarySearchFunc(d.reserved, b.Addr, func(x Base, addr uint64) int { return cmp.Compare(x.Addr, addr) })
		if i > 0 && d.reserved[i-1].Addr+d.reserved[i-1].Size >= b.Addr || i < len(d.reserved) && b.Addr+b.Size >= d.reserved[i].Addr {
			continue
		}
		d.reserved = slices.Insert(d.reserved, i, b)
	}
}

// meets finds the reserved addresses that [base, base+size] meets.
// The end counts, since a pointer to it is a valid address of the allocation.
// It is linear in the reserved bases: there are as many as a test names, and none in ordinary runs.
func (d *addresses) meets(base, size uint64) (Base, bool) {
	for _, r := range d.reserved {
		if base <= r.Addr+r.Size && r.Addr <= base+size {
			return r, true
		}
	}
	return Base{}, false
}

// newAddresses starts both ends at most 2^30 bytes away from the borders of the address space.
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
func (d *addresses) place(id AllocID, size, align uint64) (base uint64, ok bool) {
	if size >= addressEnd || align > addressEnd {
		return 0, false
	}
	// One number a placement, drawn before anything is decided: which numbers later placements get does not
	// depend on which allocations have reserved addresses.
	if one := [1]uint64{}; d.placeAll([]Request{{size, align}}, one[:]) {
		return one[0], true
	}
	r := d.next()
	for _, b := range d.reserved {
		if b.Alloc == id && b.Size == size && b.Addr%align == 0 {
			return b.Addr, true
		}
	}
	gap := 1 + r&63
	// From the low end.
	// A reserved range in the way is stepped over, so the loop runs once for each at most.
	for r>>63 == 0 {
		base = (d.low + gap + align - 1) &^ (align - 1)
		if base+size >= d.high {
			return 0, false
		}
		if b, met := d.meets(base, size); met {
			d.low = b.Addr + b.Size
			continue
		}
		d.low = base + size
		return base, true
	}
	// From the high end.
	// The bound on size comes first: high - gap - size must not wrap.
	for {
		if size+gap >= d.high {
			return 0, false
		}
		base = (d.high - gap - size) &^ (align - 1)
		if base <= d.low {
			return 0, false
		}
		if b, met := d.meets(base, size); met {
			d.high = b.Addr
			continue
		}
		d.high = base
		return base, true
	}
}

// spareEach bounds what one of the allocations that placeAll serves takes, its gap and its alignment included.
const spareEach = 1 << 16

// placeAll is place for each of the requests. It is false, and nothing was placed, unless no address is kept, and they are small and fit whichever end
// they come from. Which end it is is chance, so that a branch would be
// foreseen every other time: both places are computed, and one is taken by a mask.
func (d *addresses) placeAll(requests []Request, bases []uint64) bool {
	if d.reserved != nil || d.high-d.low <= spareEach*uint64(len(requests)) {
		return false
	}
	now := *d
	low, high, sizes := d.low, d.high, uint64(0)
	bases = bases[:len(requests)]
	for n := range requests {
		r, q := now.next(), &requests[n]
		sizes |= q.Size | q.Align
		gap, fromHigh := 1+r&63, uint64(int64(r)>>63)
		up := (low + gap + q.Align - 1) &^ (q.Align - 1)
		down := (high - gap - q.Size) &^ (q.Align - 1)
		bases[n] = up ^ (up^down)&fromHigh
		low += (up + q.Size - low) &^ fromHigh
		high -= (high - down) & fromHigh
	}
	if sizes >= spareEach/4 {
		return false
	}
	d.state, d.low, d.high = now.state, low, high
	return true
}

// exposed is the set of exposed live allocations, in three lists: those placed from the low end
// by increasing base, those placed from the high end by decreasing base, so that what is
// exposed soon after its birth goes to the end of a list, and those at reserved addresses. Ended
// allocations stay until they are half of a list.
type exposed struct{ lists [3]exposedList }

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
func (e *exposed) list(addr uint64, d *addresses) *exposedList {
	if d.reserved != nil {
		if _, met := d.meets(addr, 0); met {
			return &e.lists[2]
		}
	}
	if addr <= d.low {
		return &e.lists[0]
	}
	e.lists[1].down = true
	return &e.lists[1]
}

// compare orders an entry and an address as the list is ordered.
func (l *exposedList) compare(e exposedEntry, base uint64) int {
	if l.down {
		return cmp.Compare(base, e.base)
	}
	return cmp.Compare(e.base, base)
}

// insert moves few entries for an allocation exposed soon after its birth, and up to all for others.
func (l *exposedList) insert(e exposedEntry) {
	i, _ := slices.BinarySearchFunc(l.entries, e.base, l.compare)
	l.entries = slices.Insert(l.entries, i, e)
}

// remove marks the entry as dead: deleting it would be linear, and a program that frees in the order of its
// allocations would be quadratic.
// With the sweep at one half it is logarithmic, amortised.
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
// It may be dead, and then nothing contains addr: ranges of allocations never overlap, those of ended ones included.
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
	a := s.Lookup(id)
	if a.Exposed || a.State != Live {
		return
	}
	a.Exposed = true
	s.used += exposedCost
	s.exposed.list(a.Base, &s.addr).insert(exposedEntry{a.Base, a.Size, id})
}

// Resolve is the live exposed allocation that contains [addr, addr+size). An empty range may
// also be at its end.
// At most one allocation qualifies, since allocations are a byte apart.
// The cost is logarithmic in what is exposed.
func (s *Space) Resolve(addr, size uint64) (AllocID, bool) {
	e, ok := s.exposed.list(addr, &s.addr).find(addr)
	if !ok || e.id == NoAlloc || addr-e.base > e.size || size > e.size-(addr-e.base) {
		return NoAlloc, false
	}
	return e.id, true
}
