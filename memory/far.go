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

// farSet is where the records of successive IDs are that have ended: 0 if an ID has not ended or nothing is remembered of it, else its
// number in a log, as farNumber makes it.
type farSet [farIDs]uint32

// far holds the ended allocations from nearIDs on. A program may make more slots than there is room to remember, so the oldest of these
// are forgotten where there is no room for something else: a slot that nothing is remembered of is one that has ended.
type far struct {
	sets   []*farSet // by (ID-nearIDs)/farIDs; nil where nothing is remembered
	logs   [2]deadLog
	unused []*farSet // cleared
}

// The logs of a far.
const (
	farSlots  = iota // stack slots, of which the oldest may be forgotten
	farOthers        // what else has ended, and how, is never forgotten
)

// deadLog is records in the order in which they were made. They are numbered modulo farNumbers.
type deadLog struct {
	sets   []*deadSet
	unused []*deadSet
	first  uint32 // number of the first record in sets
	n      uint32 // how many there are
}

const farNumbers = 1 << 30

// farNumber is what a farSet has for a record of a log.
func farNumber(log int, number uint32) uint32 { return (number+1)<<1 | uint32(log) }

// place is the log that a number of a farSet is about, and where in it the record is.
func (f *far) place(x uint32) (log int, at uint32) {
	log = int(x & 1)
	return log, (x>>1 - 1 - f.logs[log].first) % farNumbers
}

// at is the record at a place.
func (l *deadLog) at(n uint32) *deadRecord { return &l.sets[n/deadRecords][n%deadRecords] }

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
	log, at := f.place(set[id%farIDs])
	return f.logs[log].at(at)
}

// end makes place in a log for what is remembered of id.
func (f *far) end(id AllocID, log int) *deadRecord {
	n := uint64(id-nearIDs) / farIDs
	for n >= uint64(len(f.sets)) {
		f.sets = append(f.sets, nil)
	}
	if f.sets[n] == nil {
		f.sets[n] = taken(&f.unused)
	}
	l := &f.logs[log]
	if l.n%deadRecords == 0 {
		l.sets = append(l.sets, taken(&l.unused))
	}
	f.sets[n][id%farIDs] = farNumber(log, (l.first+l.n)%farNumbers)
	l.n++
	return l.at(l.n - 1)
}

// taken is the last of a list of what is not used, or a new one.
func taken[T any](unused *[]*T) *T {
	n := len(*unused)
	if n == 0 {
		return new(T)
	}
	x := (*unused)[n-1]
	*unused = (*unused)[:n-1]
	return x
}

// What is kept of the slots that ended last, and what one that is forgotten still counts: its share of the tables.
const (
	farKept       = 1 << 12
	forgottenCost = 2
)

// forget forgets the older half of the slots that have ended, and says how many these were.
func (f *far) forget() uint64 {
	l := &f.logs[farSlots]
	if l.n < 2*farKept {
		return 0
	}
	k := l.n / 2 / deadRecords
	for n, set := range f.sets {
		if set == nil {
			continue
		}
		left := false
		for i, x := range set {
			if x == 0 {
				continue
			}
			if log, at := f.place(x); log == farSlots && at < k*deadRecords {
				set[i] = 0
			} else {
				left = true
			}
		}
		if !left {
			f.sets[n], f.unused = nil, append(f.unused, set)
		}
	}
	l.unused = append(l.unused, l.sets[:k]...)
	l.sets = slices.Delete(l.sets, 0, int(k))
	l.first, l.n = (l.first+k*deadRecords)%farNumbers, l.n-k*deadRecords
	return uint64(k) * deadRecords
}

// forgot forgets slots that have ended until n more bytes fit, and says whether they do.
func (s *Space) forgot(n uint64) bool {
	for s.used+n > s.limit {
		count := s.far.forget()
		if count == 0 {
			return false
		}
		s.used -= count * (farCost + deadCost - forgottenCost)
	}
	return true
}

// clone is a deep copy.
func (f *far) clone() far {
	c := far{sets: slices.Clone(f.sets), logs: f.logs} // what is not used stays behind
	for n, set := range c.sets {
		if set != nil {
			copied := *set
			c.sets[n] = &copied
		}
	}
	for k := range c.logs {
		l := &c.logs[k]
		l.sets, l.unused = slices.Clone(l.sets), nil
		for n, d := range l.sets {
			set := *d
			l.sets[n] = &set
		}
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
