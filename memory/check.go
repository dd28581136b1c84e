package memory

import "fmt"

// FaultCode is what is wrong with an access.
type FaultCode uint8

// The faults of accesses, and of free.
const (
	FaultNull             FaultCode = iota + 1 // address 0, whatever the provenance
	FaultDangling                              // no provenance
	FaultUseAfterFree                          // the allocation was freed
	FaultDeadStackSlot                         // the stack slot has ended
	FaultOutOfBounds                           // not wholly inside the allocation
	FaultMisaligned                            // address less aligned than promised
	FaultReadOnly                              // write to read-only memory
	FaultWildcard                              // wildcard pointer into no live exposed allocation
	FaultStrictProvenance                      // wildcard pointer under strict provenance
	FaultNotData                               // a function has no bytes
	FaultDoubleFree                            // free of a heap allocation that has ended
	FaultInvalidFree                           // free of what is no start of a heap allocation
	FaultVolatile                              // a plain access of a volatile object
)

// String is a phrase for reports.
func (c FaultCode) String() string {
	return [...]string{
		"no fault", "null pointer", "pointer without provenance", "use after free", "dead stack slot",
		"out of bounds", "misaligned", "write to read-only memory", "wildcard pointer into no live exposed allocation",
		"wildcard pointer under strict provenance", "access to a function as data", "double free", "invalid free", "plain access of a volatile object",
	}[c]
}

// Fault is an access that is not allowed.
// It is data, not an error: the interpreter makes a report of undefined behaviour of it.
type Fault struct {
	Code    FaultCode
	Pointer Pointer
	// It may be a record made for this fault: what is compared is its ID.
	Alloc  *Alloc // the allocation of the pointer, nil if it has none; an ended one without data
	Offset int64  // of the address in Alloc; negative below the base
	Size   uint64
	Align  uint64
	Write  bool
	View   View // of the pointer, where the access is against it
}

// String says in a few words what is wrong.
func (f *Fault) String() string {
	what := "read"
	if f.Write {
		what = "write"
	}
	at := ""
	if f.Alloc != nil {
		at = fmt.Sprintf(" at offset %d of alloc%d, which has %d bytes", f.Offset, f.Alloc.ID, f.Alloc.Size)
	}
	return fmt.Sprintf("%s: %s of %d bytes at 0x%x%s", f.Code, what, f.Size, f.Pointer.Addr, at)
}

// Check decides whether size bytes at p may be accessed, and says where they are. Alignments
// of 0 and 1 promise nothing. The first fault in this order counts: null, no provenance,
// wildcard, ended, function, bounds, read-only, alignment. With a fault the allocation and the
// offset are those of the pointer, if it has an allocation; a misaligned access can be made
// with them all the same. A check of 0 bytes also holds at the end of an allocation.
// What a pointer is comes before where it points, and what cannot be accessed at all before what could be
// with a smaller size or alignment.
func (s *Space) Check(p Pointer, size, align uint64, write bool) (*Alloc, uint64, *Fault) {
	id := p.Alloc
	if p.Addr == 0 || p.Kind != ProvAlloc {
		var code FaultCode
		if id, code = s.provenance(p, size); code != 0 {
			return s.fault(code, p, id, size, align, write)
		}
	}
	a := s.Lookup(id)
	if a.State != Live {
		code := FaultUseAfterFree
		if a = s.Record(id); a.State != Freed {
			code = FaultDeadStackSlot
		}
		return s.fault(code, p, id, size, align, write)
	}
	// Wraps for addresses below the base, and is then greater than any size.
	off := p.Addr - a.Base
	switch {
	case a.Kind.Opaque():
		return s.fault(FaultNotData, p, id, size, align, write)
	case off > a.Size || size > a.Size-off:
		return s.fault(FaultOutOfBounds, p, id, size, align, write)
	case write && a.ReadOnly:
		return s.fault(FaultReadOnly, p, id, size, align, write)
	case align > 1 && p.Addr%align != 0:
		return s.fault(FaultMisaligned, p, id, size, align, write)
	}
	if p.View != 0 {
		if flt := s.CheckView(p, a, off, size, align, write); flt != nil {
			return a, off, flt
		}
	}
	return a, off, nil
}

// CheckView is what the view of p forbids, of an access that else is allowed.
func (s *Space) CheckView(p Pointer, a *Alloc, off, size, align uint64, write bool) *Fault {
	code := s.viewFault(p, off, size, write)
	if code == 0 {
		return nil
	}
	return &Fault{Code: code, Pointer: p, Alloc: a, Offset: int64(off), Size: size, Align: align, Write: write, View: s.views.list[p.View]}
}

// provenance finds the allocation of a pointer that is null or has no allocation.
// The order matters for null with a wildcard: it is null, whatever is exposed.
func (s *Space) provenance(p Pointer, size uint64) (AllocID, FaultCode) {
	if p.Kind == ProvAlloc { // hence null
		return p.Alloc, FaultNull
	}
	if p.Addr == 0 {
		return NoAlloc, FaultNull
	}
	if p.Kind == ProvNone {
		return NoAlloc, FaultDangling
	}
	if s.strict {
		return NoAlloc, FaultStrictProvenance
	}
	id, ok := s.Resolve(p.Addr, size)
	if ok {
		return id, 0
	}
	return NoAlloc, FaultWildcard
}

// fault describes an access that Check refuses, with Check's results.
func (s *Space) fault(code FaultCode, p Pointer, id AllocID, size, align uint64, write bool) (*Alloc, uint64, *Fault) {
	f := &Fault{Code: code, Pointer: p, Alloc: s.Record(id), Size: size, Align: align, Write: write}
	if f.Alloc == nil {
		return nil, 0, f
	}
	off := p.Addr - f.Alloc.Base
	f.Offset = int64(off)
	return f.Alloc, off, f
}

// CheckFree decides whether free may end the allocation of p, which must be a live heap
// allocation that starts there. Freeing null is a FaultNull; what that means is not decided
// here.
// The order of the cases is that of reports: freeing twice is told as such even through a pointer into the middle.
func (s *Space) CheckFree(p Pointer) (*Alloc, *Fault) {
	id := p.Alloc
	if p.Addr == 0 || p.Kind != ProvAlloc {
		var code FaultCode
		if id, code = s.provenance(p, 0); code != 0 {
			_, _, f := s.fault(code, p, id, 0, 0, true)
			return nil, f
		}
	}
	a := s.Record(id)
	code := FaultCode(0)
	switch {
	case a.Kind != Heap:
		code = FaultInvalidFree
	case a.State != Live:
		code = FaultDoubleFree
	case p.Addr != a.Base:
		code = FaultInvalidFree
	}
	if code != 0 {
		_, _, f := s.fault(code, p, id, 0, 0, true)
		return nil, f
	}
	return a, nil
}
