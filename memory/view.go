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
	maxViews    = 1<<20 - 1 // what the word that memory keeps a pointer's provenance in has room for
	maxViewWork = 1 << 17   // uses of pointers with views until they are given up
	viewCost    = 64
)

// views are the views of a space.
type views struct {
	list   []View // by number; 0 is none
	number map[View]uint32
	work   int
}

// over reports whether no more views are looked at: their checks cost more than others, so there is a bound to how many are made.
func (v *views) over() bool { return v.work >= maxViewWork }

// Narrow gives a pointer the view of size bytes from where it points. It stays as it is where that is no part of a live allocation.
func (s *Space) Narrow(p Pointer, size uint64, what string, kind ViewKind) Pointer {
	if p.Kind != ProvAlloc || s.views.over() {
		return p
	}
	s.views.work++
	a := s.Record(p.Alloc)
	if a == nil || a.State != Live || a.Kind.Opaque() {
		return p
	}
	off := p.Addr - a.Base
	if off > a.Size || size > a.Size-off {
		return p
	}
	v := View{off, size, what, kind}
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
	p.View = n
	return p
}

// ViewOf is the view of a pointer; nil if it has none, or views are given up.
func (s *Space) ViewOf(p Pointer) *View {
	if p.View == 0 || int(p.View) >= len(s.views.list) || s.views.over() {
		return nil
	}
	s.views.work++
	return &s.views.list[p.View]
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

// SeesAll is p without its view, if it has none or views are given up, so that it costs no more than others.
func (s *Space) SeesAll(p Pointer) (Pointer, bool) {
	if p.View == 0 || s.views.over() {
		p.View = 0
		return p, true
	}
	return p, false
}

// Without is p without its view, if that is of the kinds that are given.
func (s *Space) Without(p Pointer, kinds ...ViewKind) Pointer {
	if int(p.View) < len(s.views.list) && slices.Contains(kinds, s.views.list[p.View].Kind) {
		p.View = 0
	}
	return p
}
