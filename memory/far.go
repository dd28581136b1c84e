package memory

import "slices"

// IDs are given out in order, and some are reserved for allocations that nobody ever looks at: stack slots that an engine
// keeps in registers. A program makes billions of these in a run. So the table of what has ended, by ID, ends at nearIDs, and what comes behind
// is found by sets of IDs, of which most need no table.

// nearIDs is the first ID that the table of the ended does not hold.
const nearIDs AllocID = 1 << 20

// What IDs take besides records: an entry of the table for several that are reserved, since few of these are followed by one
// that is not, and of far ones a set, as no other ID of it may have a record.
const (
	nearCost      = 8
	reservedShare = 8
	farCost       = 224
)

// farIDs is the number of IDs of a set.
const farIDs = 16

// farSet is where the records of successive IDs are that have ended: 1 more than the place in far.dead, 0 if it has not ended.
type farSet [farIDs]uint32

// far holds the ended allocations from nearIDs on.
type far struct {
	sets []*farSet // by (ID-nearIDs)/farIDs; nil where none has ended
	dead []*deadSet
	ends uint32 // how many have ended
}

// set is that of id, nil if there is none.
func (f *far) set(id AllocID) *farSet {
	if n := uint64(id-nearIDs) / farIDs; id >= nearIDs && n < uint64(len(f.sets)) {
		return f.sets[n]
	}
	return nil
}

// deadRecord is what is remembered of id, nil if nothing is.
func (f *far) deadRecord(id AllocID) *deadRecord {
	set := f.set(id)
	if set == nil || set[id%farIDs] == 0 {
		return nil
	}
	n := set[id%farIDs] - 1
	return &f.dead[n/deadRecords][n%deadRecords]
}

// end makes place for what is remembered of id.
func (f *far) end(id AllocID) *deadRecord {
	n := uint64(id-nearIDs) / farIDs
	for n >= uint64(len(f.sets)) {
		f.sets = append(f.sets, nil)
	}
	if f.sets[n] == nil {
		f.sets[n] = new(farSet)
	}
	if f.ends%deadRecords == 0 {
		f.dead = append(f.dead, new(deadSet))
	}
	f.ends++
	f.sets[n][id%farIDs] = f.ends
	return f.deadRecord(id)
}

// clone is a deep copy.
func (f *far) clone() far {
	c := far{sets: slices.Clone(f.sets), dead: slices.Clone(f.dead), ends: f.ends}
	for n, set := range c.sets {
		if set == nil {
			continue
		}
		copied := *set
		c.sets[n] = &copied
	}
	for n, d := range c.dead {
		set := *d
		c.dead[n] = &set
	}
	return c
}

// Reserve takes the ID and the address that the next allocation would get, for one that is only made if somebody has to
// look at it, by [Space.Materialise]. Until then it refuses every access, and nothing is remembered of it. The alignment is
// a power of two, or 0 for 1. The error is a *[LimitError].
func (s *Space) Reserve(size, align uint64) (Pointer, error) {
	if len(s.recycled) > 0 {
		panic("BUG: IDs are recycled and reserved")
	}
	id := s.Next()
	if !s.room(nearCost) {
		return Pointer{}, s.limitError(nearCost)
	}
	if id > MaxAllocID {
		return Pointer{}, &LimitError{What: limitIDs, Limit: s.limit, Used: s.used, Need: size}
	}
	base, ok := s.addr.place(id, size, max(align, 1))
	if !ok {
		return Pointer{}, &LimitError{What: limitAddresses, Limit: s.limit, Used: s.used, Need: size}
	}
	s.made++
	if s.reserved++; s.reserved%reservedShare == 0 {
		s.used += nearCost
	}
	return Pointer{Addr: base, Alloc: id, Kind: ProvAlloc}, nil
}

// Request is the size and the alignment, a power of two, of an allocation.
type Request struct{ Size, Align uint64 }

// MaxRequests is the most that one call of [Space.ReserveAll] serves.
const MaxRequests = 16

// ReserveAll does what [Space.Reserve] does for each of the requests in their order, or for the first MaxRequests of them. The
// n allocations have the IDs from first on, and their bases are written to bases. An error is about the one behind these.
func (s *Space) ReserveAll(requests []Request, bases *[MaxRequests]uint64) (first AllocID, n int, err error) {
	first = s.Next()
	requests = requests[:min(len(requests), MaxRequests)]
	if s.room(nearCost*MaxRequests) && first < MaxAllocID-MaxRequests && s.addr.placeAll(requests, bases[:]) {
		if len(s.recycled) > 0 {
			panic("BUG: IDs are recycled and reserved")
		}
		n = len(requests)
		s.made += AllocID(n)
		before := s.reserved / reservedShare
		s.reserved += uint64(n)
		s.used += nearCost * (s.reserved/reservedShare - before)
		return first, n, nil
	}
	for n < len(requests) {
		p, err := s.Reserve(requests[n].Size, requests[n].Align)
		if err != nil {
			return first, n, err
		}
		bases[n] = p.Addr
		n++
	}
	return first, n, nil
}

// Materialise makes the allocation that p was reserved for, of uninit bytes and at most a page. The error is a *[LimitError].
func (s *Space) Materialise(p Pointer, kind AllocKind, size, align uint64, name string, birth Site) error {
	need := uint64(recordCost)
	if p.Alloc >= nearIDs {
		need += farCost
	}
	if size > pageSize || s.Lookup(p.Alloc) != &tombstone {
		panic("BUG: what is materialised was not reserved, or is large")
	}
	if !s.room(size + need) {
		return s.limitError(size)
	}
	a := s.vacant()
	a.ID = p.Alloc
	a.begin(kind, p.Addr, size, max(align, 1), name, birth)
	s.put(a.ID, a)
	s.used += size + need
	return nil
}
