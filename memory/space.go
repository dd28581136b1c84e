package memory

import (
	"fmt"
	"math/bits"
)

// DefaultLimit is the limit of a space whose Config says none.
const DefaultLimit = 4 << 30

// Config says how a [Space] behaves.
type Config struct {
	Seed             uint64 // of the base addresses
	Limit            uint64 // bytes of live memory and bookkeeping; 0 is [DefaultLimit]
	StrictProvenance bool   // wildcard pointers may not be used
	ExposedLoads     bool   // the address of an exposed allocation is loaded as a wildcard pointer, as in C (PNVI-ae-udi)
	Bases            []Base // allocations that do not leave their address to chance

	// Reclaim is called when the limit is reached: it may call [Space.Shrink], and says whether
	// it did. It may be nil.
	Reclaim func() bool
}

// Base says which address an allocation gets. It is not followed where the size is another one, or where it
// cannot be: out of range, not aligned, or beside that of another allocation.
type Base struct {
	Alloc      AllocID
	Addr, Size uint64
}

// Space is the memory of one run.
// IDs are dense and given out in order, so that a table by ID is a slice.
// A *Alloc in Pages is either a live allocation's record, or a vacant one whose ID waits in recycled, or the
// tombstone; the last two refuse every access because they have no bits, no data and are not Live.
type Space struct {
	// Pages is what [Space.Lookup] looks at, for reading: the records by ID, PageIDs to a page, and one that refuses every
	// access for NoAlloc, those that have ended and those that are reserved. It never shrinks, but pages without records are all one.
	Pages    []*AllocPage
	inPage   []uint16     // records of each page
	unused   []*AllocPage // pages without records
	dead     []*deadSet   // by ID/deadRecords; nil where none has ended
	recycled []AllocID    // IDs to use again, with their vacant record in Pages
	far      far          // those that have ended, from nearIDs on
	made     AllocID      // how many IDs were given out; Pages is as long as the last one needs that a record has
	reserved uint64       // how many of these by Reserve
	// They are used again: a program that makes and frees a billion slots makes no garbage.
	records []*Alloc // vacant records without an ID
	slab    []Alloc  // records never used

	data    dataPool
	shadows shadowPool
	addr    addresses
	exposed exposed

	used, limit uint64
	refused     bool // something, for the limit
	reclaim     func() bool
	strict      bool
	versions    bool
	views       views
	addresses   bool // ExposedLoads

	// Index 0 is the empty name.
	// The same name many times in a row, as a loop's slot has it, costs no look-up.
	names     []string // of ended allocations
	nameIndex map[string]uint32
	lastName  uint32

	// of copySlow
	scratch []Byte
}

// tombstone refuses every access and is never written. It belongs to no space, so that the collector has nothing to do
// for a table of a million references to it.
var tombstone = Alloc{State: Freed}

// deadRecord is what remains of an allocation. It has no pointers, for the collector's sake.
type deadRecord struct {
	base, size   uint64
	birth, death Site
	name         uint32 // in names
	kind         AllocKind
	state        State
	alignLog     uint8
	flags        uint8 // 1 ReadOnly, 2 Exposed
}

// deadSet is the records of successive IDs, made when the first of them ends: few, as most programs end few.
type deadSet [deadRecords]deadRecord

const deadRecords = 32

// What allocations count against the limit, besides their bytes.
// They are measured sizes of records and tables, rounded up, so that the limit bounds what the process takes.
const (
	recordCost  = 288
	deadCost    = 56
	slabRecords = 32 // at most; the first slabs are smaller
)

// LimitError says that memory ran out: the limit, the address space or the IDs.
type LimitError struct {
	What  string // what ran out
	Limit uint64 // of the space, in bytes
	Used  uint64 // when it happened
	Need  uint64 // what was asked for in addition, 0 for bookkeeping
}

// Error names the limit.
func (e *LimitError) Error() string {
	if e.What != limitMemory {
		return e.What
	}
	if e.Need == 0 {
		return fmt.Sprintf("memory limit of %d bytes: %d in use", e.Limit, e.Used)
	}
	return fmt.Sprintf("memory limit of %d bytes: %d in use, %d more needed", e.Limit, e.Used, e.Need)
}

const (
	limitMemory    = "memory limit"
	limitAddresses = "address space exhausted"
	limitIDs       = "too many allocations"
)

// New makes an empty space.
func New(c Config) *Space {
	if c.Limit == 0 {
		c.Limit = DefaultLimit
	}
	s := &Space{
		addr: newAddresses(c.Seed), strict: c.StrictProvenance, addresses: c.ExposedLoads,
		limit: min(c.Limit, 1<<62), reclaim: c.Reclaim, names: []string{""}, nameIndex: map[string]uint32{"": 0},
	}
	s.addr.reserve(c.Bases)
	s.put(NoAlloc, &tombstone)
	s.made = 1
	return s
}

// Used is the number of bytes that count against the limit now.
func (s *Space) Used() uint64 { return s.used }

// Refused reports whether the limit was met: with a greater one the program might have continued in another way.
func (s *Space) Refused() bool { return s.refused }

// Limit is the most that Used may be, but for a few bytes.
func (s *Space) Limit() uint64 { return s.limit }

// room is whether n more bytes are within the limit; n is below 2^63.
func (s *Space) room(n uint64) bool { return s.used+n <= s.limit || s.reclaimed(n) || s.forgot(n) }

// reclaimed asks the caller to give something back, and whether n more bytes fit then.
func (s *Space) reclaimed(n uint64) bool {
	return s.reclaim != nil && s.reclaim() && s.used+n <= s.limit
}

// Grow counts n bytes, below 2^62, that the caller keeps outside the space. The error is a
// *[LimitError]; then they are not counted.
func (s *Space) Grow(n uint64) error {
	if !s.room(n) {
		return s.limitError(n)
	}
	s.used += n
	return nil
}

// Hold is [Space.Grow] for bytes that are there already, whatever the limit.
func (s *Space) Hold(n uint64) { s.used += n }

// Shrink gives back n bytes of Grow or Hold.
func (s *Space) Shrink(n uint64) { s.used -= n }

// limitError also notes that the limit was met, so each refusal for its sake must come from here.
func (s *Space) limitError(need uint64) *LimitError {
	s.refused = true
	return &LimitError{What: limitMemory, Limit: s.limit, Used: s.used, Need: need}
}

// Alloc makes an allocation of uninit bytes. The alignment is a power of two, or 0 for 1. The
// error is a *[LimitError].
func (s *Space) Alloc(kind AllocKind, size, align uint64, name string, birth Site) (AllocID, error) {
	if align == 0 {
		align = 1
	}
	if align&(align-1) != 0 {
		panic(fmt.Sprintf("BUG: alignment %d is no power of two", align))
	}
	need := uint64(recordCost)
	if s.nextID() >= nearIDs {
		need += farCost
	}
	if size > pageSize {
		need += pagesCost(size)
	}
	// The first condition keeps size+need from wrapping.
	if size > s.limit || !s.room(size+need) {
		return NoAlloc, s.limitError(size)
	}
	// Place comes before the record, so that an allocation that fails takes no ID; the address it took stays unused.
	base, ok := s.addr.place(s.nextID(), size, align)
	if !ok {
		return NoAlloc, &LimitError{What: limitAddresses, Limit: s.limit, Used: s.used, Need: size}
	}
	a := s.record()
	if a == nil {
		return NoAlloc, &LimitError{What: limitIDs, Limit: s.limit, Used: s.used, Need: size}
	}
	a.begin(kind, base, size, align, name, birth)
	s.used += size + need
	return a.ID, nil
}

// begin makes a vacant record that of a live allocation of uninit bytes.
func (a *Alloc) begin(kind AllocKind, base, size, align uint64, name string, birth Site) {
	a.Base, a.Size, a.Align, a.Kind, a.Name, a.Birth = base, size, align, kind, name, birth
	a.State = Live
	if size > pageSize {
		a.rest = make([]page, (size-1)>>pageShift)
	}
}

// pagesCost is what the page table of a large allocation counts.
func pagesCost(size uint64) uint64 { return size >> (pageShift - 4) }

// Next is beyond the IDs of all allocations that were made.
func (s *Space) Next() AllocID { return s.made }

// nextID is the ID that the next allocation gets, if any is left.
func (s *Space) nextID() AllocID {
	if n := len(s.recycled); n > 0 {
		return s.recycled[n-1]
	}
	return s.Next()
}

// record finds a vacant record with an ID, or nil.
func (s *Space) record() *Alloc {
	if n := len(s.recycled); n > 0 {
		id := s.recycled[n-1]
		s.recycled = s.recycled[:n-1]
		return s.Lookup(id)
	}
	id := s.Next()
	if id > MaxAllocID {
		return nil
	}
	a := s.vacant()
	s.made++
	a.ID = id
	s.put(id, a)
	return a
}

// put says which record id has. IDs that were reserved before it have none.
func (s *Space) put(id AllocID, a *Alloc) {
	n := int(id / PageIDs)
	for len(s.Pages) <= n {
		s.Pages, s.inPage = append(s.Pages, &noRecords), append(s.inPage, 0)
	}
	page := s.Pages[n]
	if page == &noRecords {
		if a == &tombstone {
			return
		}
		if k := len(s.unused); k > 0 {
			page, s.unused = s.unused[k-1], s.unused[:k-1]
		} else {
			page = new(AllocPage)
			*page = noRecords
		}
		s.Pages[n] = page
	}
	was := page[id%PageIDs]
	page[id%PageIDs] = a
	switch {
	case was == &tombstone && a != &tombstone:
		s.inPage[n]++
	case was != &tombstone && a == &tombstone:
		if s.inPage[n]--; s.inPage[n] == 0 && n < int(s.made/PageIDs) {
			s.Pages[n], s.unused = &noRecords, append(s.unused, page)
		}
	}
}

// PageIDs is how many IDs a page of records has.
const PageIDs = 256

// AllocPage are the records of successive IDs.
type AllocPage [PageIDs]*Alloc

// noRecords is a page of IDs that have none.
var noRecords = func() (p AllocPage) {
	for n := range p {
		p[n] = &tombstone
	}
	return p
}()

// vacant is a record without an ID.
func (s *Space) vacant() *Alloc {
	var a *Alloc
	if n := len(s.records); n > 0 {
		a = s.records[n-1]
		s.records = s.records[:n-1]
	} else {
		if len(s.slab) == 0 {
			s.slab = make([]Alloc, min(s.made+4, slabRecords))
		}
		a, s.slab = &s.slab[0], s.slab[1:]
		a.space = s
	}
	return a
}

// SetReadOnly makes a live allocation constant, or no longer.
func (s *Space) SetReadOnly(id AllocID, yes bool) { s.Lookup(id).ReadOnly = yes }

// Lookup is the allocation id if it is live, else a record that refuses every access, also where no allocation ever
// had that ID. It is inlined, for what falls back to [Space.Check].
func (s *Space) Lookup(id AllocID) *Alloc {
	if n := uint64(id / PageIDs); n < uint64(len(s.Pages)) {
		return s.Pages[n][id%PageIDs]
	}
	return &tombstone
}

// Record is the allocation id, nil for NoAlloc. For one that has ended it is a fresh record that
// tells its history and has no data.
func (s *Space) Record(id AllocID) *Alloc {
	if a := s.Lookup(id); a != &tombstone {
		return a
	}
	return s.ended(id)
}

// ended makes a record of what is remembered of id.
func (s *Space) ended(id AllocID) *Alloc {
	if id == NoAlloc {
		return nil
	}
	r := s.deadRecord(id)
	if r == nil {
		return &Alloc{space: s, ID: id, Align: 1, Kind: Stack, State: DeadSlot}
	}
	return &Alloc{
		space: s, ID: id, Base: r.base, Size: r.size, Align: 1 << r.alignLog, Kind: r.kind, State: r.state,
		ReadOnly: r.flags&1 != 0, Exposed: r.flags&2 != 0, Name: s.names[r.name], Birth: r.birth, Death: r.death,
	}
}

// deadRecord is what is remembered of id, nil if nothing is.
func (s *Space) deadRecord(id AllocID) *deadRecord {
	if id >= nearIDs {
		return s.far.deadRecord(id)
	}
	if n := uint64(id / deadRecords); n < uint64(len(s.dead)) && s.dead[n] != nil {
		if r := &s.dead[n][id%deadRecords]; r.state != Live {
			return r
		}
	}
	return nil
}

// newDeadRecord makes place for what is remembered of id, which ends in that way.
func (s *Space) newDeadRecord(id AllocID, state State) *deadRecord {
	if id >= nearIDs {
		log := farOthers
		if state == DeadSlot {
			log = farSlots
		}
		return s.far.end(id, log)
	}
	n := id / deadRecords
	for uint64(len(s.dead)) <= uint64(n) {
		s.dead = append(s.dead, nil)
	}
	if s.dead[n] == nil {
		s.dead[n] = new(deadSet)
	}
	return &s.dead[n][id%deadRecords]
}

// Free ends a live allocation for the given reason. Its bytes go, its record stays for reports.
// A later access through id is told as use after free, with both sites.
// Deaths cost deadCost for ever, but for those of slots, of which the oldest are forgotten: a limit on memory thus also ends a program
// that allocates and frees without end, unless its allocations are recycled.
func (s *Space) Free(id AllocID, death Site, state State) {
	a := s.Lookup(id)
	if a.State != Live || state == Live {
		panic(fmt.Sprintf("BUG: free of allocation %d that is not live", id))
	}
	r := s.newDeadRecord(id, state)
	*r = deadRecord{
		base: a.Base, size: a.Size, birth: a.Birth, death: death, name: s.nameID(a.Name),
		kind: a.Kind, state: state, alignLog: uint8(bits.TrailingZeros64(a.Align)),
	}
	// Flags as in deadRecord.
	// Only exposed allocations are in a list.
	if a.ReadOnly {
		r.flags |= 1
	}
	if a.Exposed {
		r.flags |= 2
		s.exposed.list(a.Base, &s.addr).remove(a.Base)
		s.used -= exposedCost
	}
	s.vacate(a, state)
	s.put(id, &tombstone)
	s.records = append(s.records, a)
	s.used += deadCost
}

// nameID is the index of a name in names, which is added when it is new.
func (s *Space) nameID(name string) uint32 {
	if s.names[s.lastName] != name {
		i, ok := s.nameIndex[name]
		if !ok {
			i = uint32(len(s.names))
			s.names = append(s.names, name)
			s.nameIndex[name] = i
		}
		s.lastName = i
	}
	return s.lastName
}

// Recycle ends a live allocation of which no pointer is left: its ID may be given out again
// at once, at another address, and nothing is remembered. Base addresses do not depend on
// whether allocations are recycled.
// The caller must know that no value, no byte of memory and no host function has a pointer with this ID:
// otherwise the pointer would come to mean the next allocation, and a use after free would go unseen.
func (s *Space) Recycle(id AllocID) {
	a := s.Lookup(id)
	if a.State != Live || a.Exposed {
		panic(fmt.Sprintf("BUG: recycling allocation %d that is not live or is exposed", id))
	}
	s.vacate(a, Freed)
	s.recycled = append(s.recycled, id)
}

// vacate gives back what a record owns.
// Comparisons before stores keep the record's cache lines clean where nothing was set: slots die in every call.
func (s *Space) vacate(a *Alloc, state State) {
	if a.vers != nil {
		s.dropVersions(a)
	}
	if a.first.sh != nil {
		a.unmix(0, codeUninit)
	}
	cost := uint64(recordCost)
	if a.rest != nil {
		for i := range a.rest {
			if a.rest[i].sh != nil {
				a.unmix(uint64(i)+1, codeUninit)
			}
		}
		cost += pagesCost(a.Size)
		a.rest = nil
	}
	// what Alloc counted
	s.used -= a.Size + cost
	if a.data != nil {
		s.data.put(a.data)
		a.data, a.bits = nil, nil
	}
	if a.side != nil {
		a.side = nil
	}
	if a.Ext != nil {
		a.Ext = nil
	}
	a.clean, a.first = 0, page{}
	a.Death, a.ReadOnly, a.Exposed = 0, false, false
	a.State = state
}

// Pointer is the pointer to a byte of an allocation, or past it.
func (s *Space) Pointer(id AllocID, off uint64) Pointer {
	return Pointer{Addr: s.Record(id).Base + off, Alloc: id, Kind: ProvAlloc}
}

// Each calls f for the live allocations in the order of their IDs, until f is false.
func (s *Space) Each(f func(*Alloc) bool) {
	for _, page := range s.Pages {
		if page == &noRecords {
			continue
		}
		for _, a := range page {
			if a.State == Live && !f(a) {
				return
			}
		}
	}
}
