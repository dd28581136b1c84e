package memory

import (
	"maps"
	"slices"
)

// Clone is an independent copy of the space with the same IDs and addresses, now and later.
// The Ext of allocations is shared.
// Pools, slabs and the hook that reclaims are not copied: they do not change what a program sees, but for the limit.
// What is copied is proportional to the bytes that were written, not to those allocated.
func (s *Space) Clone() *Space {
	c := &Space{
		Pages: make([]*AllocPage, len(s.Pages)), inPage: slices.Clone(s.inPage), dead: make([]*deadSet, len(s.dead)), recycled: slices.Clone(s.recycled), made: s.made, reserved: s.reserved,
		addr: s.addr, used: s.used, limit: s.limit, refused: s.refused, strict: s.strict, versions: s.versions, addresses: s.addresses,
		names: slices.Clone(s.names), nameIndex: maps.Clone(s.nameIndex), lastName: s.lastName, exposed: s.exposed,
	}
	c.views = views{list: slices.Clone(s.views.list), number: maps.Clone(s.views.number)}
	for i := range c.exposed.lists {
		c.exposed.lists[i].entries = slices.Clone(s.exposed.lists[i].entries)
	}
	for i, d := range s.dead {
		if d != nil {
			set := *d
			c.dead[i] = &set
		}
	}
	for i, page := range s.Pages {
		if c.Pages[i] = &noRecords; page == &noRecords {
			continue
		}
		copied := *page
		for k, a := range page {
			if a != &tombstone {
				copied[k] = a.clone(c)
			}
		}
		c.Pages[i] = &copied
	}
	c.far = s.far.clone()
	return c
}

// clone is a deep copy for space s.
// Pages that were never touched are zero or uninit in both, so their data stays out.
func (a *Alloc) clone(s *Space) *Alloc {
	c := *a
	c.space = s
	c.first.sh = a.first.sh.clone()
	c.rest = slices.Clone(a.rest)
	for i := range c.rest {
		c.rest[i].sh = c.rest[i].sh.clone()
	}
	c.side = maps.Clone(a.side)
	c.vers = slices.Clone(a.vers)
	for i := range c.vers {
		c.vers[i].each = slices.Clone(c.vers[i].each)
	}
	if a.data != nil {
		c.data = make([]byte, len(a.data), classOf(a.Size)<<classShift)
		for i := range a.pages() {
			if a.page(i).touched {
				lo := i << pageShift
				copy(c.data[lo:lo+a.pageLen(i)], a.data[lo:])
			}
		}
		c.bits = c.data[:len(a.bits)]
	}
	return &c
}

// clone may be asked for no shadow.
func (sh *shadow) clone() *shadow {
	if sh == nil {
		return nil
	}
	return &shadow{kinds: slices.Clone(sh.kinds), words: slices.Clone(sh.words), nonBits: sh.nonBits, sides: sh.sides}
}
