package memory

import "slices"

// View is a part of an allocation that the pointers made for it do not leave, a row of an array or a member, or access in one way only. A pointer
// names its view by number, so that it stays as small as it is.
type View struct {
	Off, Size uint64 // of the part in its allocation
	What      string // what the program calls it
	Kind      ViewKind
}

// ViewKind is what is asked of accesses by a pointer with a view.
type ViewKind uint8

// The kinds of views.
const (
	StrictView    ViewKind = iota // that they stay in the part
	LooseView                     // the same, but functions that copy bytes may go beyond it
	VolatileView                  // that they are volatile
	ConstantView                  // that they write nothing
	TemporaryView                 // the same, of a struct that is a value
)

// Bounded reports whether accesses stay in the part.
func (k ViewKind) Bounded() bool { return k <= LooseView }

const (
	maxViews = 1<<20 - 1 // what the word that memory keeps a pointer's provenance in has room for
	viewCost = 64
)

// Part is what a place in a program narrows pointers to, and the views that it has made, by where they begin.
type Part struct {
	Size uint64
	What string
	Kind ViewKind

	off, number [partViews]uint32 // the last offset that came here, plus 1, and the number of its view
}

const partViews = 16

// views are the views of a space.
type views struct {
	list   []View // by number; 0 is none
	number map[View]uint32
}

// Narrow gives a pointer the view of a part that begins where it points. It stays as it is where that is no part of a live allocation.
func (s *Space) Narrow(p Pointer, part *Part) Pointer {
	if p.Kind != ProvAlloc {
		return p
	}
	a := s.Lookup(p.Alloc)
	if a.State != Live || a.Kind.Opaque() {
		return p
	}
	off := p.Addr - a.Base
	if off > a.Size || part.Size > a.Size-off {
		return p
	}
	// Places in a program make few views, of members, or of rows one after another.
	k := (off ^ off>>4 ^ off>>8) % partViews
	if off < 1<<32-1 && part.off[k] == uint32(off)+1 {
		p.View = part.number[k]
		return p
	}
	v := View{off, part.Size, part.What, part.Kind}
	n, ok := s.views.number[v]
	if !ok {
		if len(s.views.list) >= maxViews || s.used+viewCost > s.limit {
			return p
		}
		if s.views.list == nil {
			s.views.list, s.views.number = make([]View, 1), map[View]uint32{}
		}
		n = uint32(len(s.views.list))
		s.views.list, s.views.number[v] = append(s.views.list, v), n
		s.used += viewCost
	}
	if p.View = n; off < 1<<32-1 {
		part.off[k], part.number[k] = uint32(off)+1, n
	}
	return p
}

// ViewOf is the view of a pointer; nil if it has none.
func (s *Space) ViewOf(p Pointer) *View { return s.ViewNumber(p.View) }

// ViewNumber is the view that a pointer names by n; nil if it has none.
func (s *Space) ViewNumber(n uint32) *View {
	if n == 0 || int(n) >= len(s.views.list) {
		return nil
	}
	return &s.views.list[n]
}

// Allows reports whether the view has nothing against an access of size bytes, more than none, at off of its allocation.
func (v *View) Allows(off, size uint64, write bool) bool {
	switch {
	case v.Kind.Bounded():
		return off >= v.Off && off-v.Off <= v.Size && size <= v.Size-(off-v.Off)
	case v.Kind == VolatileView:
		return false
	}
	return !write
}

// viewFault is what the view of p has against an access of size bytes at off of its allocation, 0 if nothing.
func (s *Space) viewFault(p Pointer, off, size uint64, write bool) FaultCode {
	v := s.ViewOf(p)
	switch {
	case v == nil, size == 0 && !v.Kind.Bounded():
	case v.Kind == VolatileView:
		return FaultVolatile
	case v.Kind >= ConstantView && write:
		return FaultReadOnly
	case v.Kind.Bounded() && (off < v.Off || off-v.Off > v.Size || size > v.Size-(off-v.Off)):
		return FaultOutOfBounds
	}
	return 0
}

// Without is p without its view, if that is of the kinds that are given.
func (s *Space) Without(p Pointer, kinds ...ViewKind) Pointer {
	if int(p.View) < len(s.views.list) && slices.Contains(kinds, s.views.list[p.View].Kind) {
		p.View = 0
	}
	return p
}
