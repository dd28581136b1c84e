package memory

import "encoding/binary"

// Alloc is an allocation. Its exported fields are for reading, except ReadOnly and Ext, which
// the interpreter sets. A *Alloc is valid until its allocation ends, since records are used
// again; [Space.Record] of an ended allocation makes a new record without data.
// Fields that inlined loads and stores touch come first, together.
// Invariant: bits is data[:len(bits)], and every byte of it is Bits; the converse need not hold.
type Alloc struct {
	bits []byte // data[:n], n being the length of some prefix that is wholly Bits

	Base     uint64
	Size     uint64
	ID       AllocID
	Kind     AllocKind
	State    State
	ReadOnly bool
	Exposed  bool

	// len(bits) is min(clean*pageSize, Size)
	clean uint64 // pages of that prefix
	// The first page stands in the record, so that an allocation of up to 4 KiB owns nothing but its data.
	first page
	data  []byte // nil until written; len is Size
	rest  []page // pages from the second on
	space *Space
	side  map[uint64]Byte // bytes of code codeSide, by offset
	// nil until a version is set
	vers []versionPage

	Align uint64
	Name  string
	Birth Site
	Death Site
	Ext   any // side table of the interpreter, dropped when the allocation ends
}

// There are three tiers of access. The first is [Alloc.Prefix], bytes that are known to be Bits: who reads or writes them need
// not ask for more. LoadN, StoreN, LoadPtr and StorePtr refuse only what they must. Then come [Space.Check], which says
// why, and the bulk operations. An offset below the base has wrapped around and is refused
// like any other that is outside. Values are little-endian.

// Prefix is the bytes from offset 0 on that are known to be Bits, none unless the allocation is live. They may be written
// unless it is read-only. It is valid as long as a Window is.
func (a *Alloc) Prefix() []byte { return a.bits }

// LoadN loads n bytes, 1 to 8. It is false unless the allocation is live, the bytes are inside
// it and all of them are Bits.
// It tries to lengthen the prefix, so that the next load of these bytes takes the first tier.
func (a *Alloc) LoadN(off, n uint64) (uint64, bool) {
	if a.data == nil || !a.inside(off, n) {
		return 0, false
	}
	// In a page that is not all Bits, as one that holds pointers, no prefix can come so far.
	if p := a.page(off >> pageShift); p.sh != nil && off&7+n <= 8 {
		return loadLE(a.data[off : off+n]), p.sh.codes(off, n) == eightBits
	}
	if !a.allBits(off, n) {
		return 0, false
	}
	a.advance()
	return loadLE(a.data[off : off+n]), true
}

// StoreN stores the low n bytes of v, 1 to 8, as Bits. It is false, having changed nothing, if
// the allocation is not live, is read-only or a function, if the bytes are not inside it, or if
// the limit of the space forbids the bookkeeping.
// Unlike a load it may turn a mixed page into one of Bits, or a uniform one into a mixed one, which takes room.
func (a *Alloc) StoreN(off, n, v uint64) bool {
	if a.ReadOnly || a.Kind.Opaque() || a.State != Live || !a.inside(off, n) {
		return false
	}
	a.materialise()
	first, last := off>>pageShift, (off+n-1)>>pageShift
	if p := a.page(first); p.sh != nil && off&7+n <= 8 && p.sh.codes(off, n) == eightBits {
		p.touched = true
		storeLE(a.data[off:off+n], v)
		return true
	}
	if first != last {
		// Both shadows first: the store must not stop half-way.
		if !a.mixUnlessBits(first) || !a.mixUnlessBits(last) {
			return false
		}
		edge := last << pageShift
		a.setCodes(first, off&pageMask, pageSize, codeBits)
		a.setCodes(last, 0, off+n-edge, codeBits)
	} else if !a.setCodes(first, off&pageMask, off&pageMask+n, codeBits) {
		return false
	}
	a.advance()
	storeLE(a.data[off:off+n], v)
	return true
}

// LoadPtr loads a pointer: eight fragments of one pointer in order give it back, eight bytes
// of Bits give a pointer without provenance. It may refuse fragments that do not lie on an
// eight-byte boundary; [Space.ReadBytes] sees them.
func (a *Alloc) LoadPtr(off uint64) (Pointer, bool) {
	if a.data == nil || !a.inside(off, 8) {
		return Pointer{}, false
	}
	p := a.page(off >> pageShift)
	if i := off & pageMask; p.sh != nil && off&7 == 0 && binary.LittleEndian.Uint64(p.sh.kinds[i:]) == eightFrags {
		return unpackPointer(p.sh.words[i>>3], binary.LittleEndian.Uint64(a.data[off:])), true
	}
	v, ok := a.LoadN(off, 8)
	return a.space.Number(v), ok
}

// Number is the pointer that the bytes of a number are loaded as.
func (s *Space) Number(v uint64) Pointer {
	if v != 0 && s.addresses {
		if _, ok := s.Resolve(v, 0); ok {
			return Pointer{Addr: v, Kind: ProvWildcard}
		}
	}
	return Pointer{Addr: v}
}

// StorePtr writes the eight fragments of p, whatever its provenance. It reports false, having
// changed nothing, in the cases that stores do and if off is not a multiple of 8.
// A pointer off a boundary of eight would need two words of shadow; [Space.WriteBytes] stores it fragment by
// fragment.
func (a *Alloc) StorePtr(off uint64, p Pointer) bool {
	if off&7 != 0 || a.ReadOnly || a.Kind.Opaque() || a.State != Live || !a.inside(off, 8) || !packable(p) {
		return false
	}
	a.materialise()
	return a.putPointer(off, p)
}

// Holds reports whether n bytes at off may be read, or written, in whatever states they are.
func (a *Alloc) Holds(off, n uint64, write bool) bool {
	return a.State == Live && !a.Kind.Opaque() && a.inside(off, n) && !(write && a.ReadOnly)
}

// Window is the n bytes at off themselves, if the allocation is live (or n is 0), they are
// inside it and all are Bits. It may be written unless the allocation is read-only. It is valid until the
// allocation ends or any of its bytes is written with something else than Bits.
func (a *Alloc) Window(off, n uint64) ([]byte, bool) {
	if b := a.bits; off <= uint64(len(b)) && n <= uint64(len(b))-off {
		return b[off : off+n : off+n], true
	}
	return a.windowSlow(off, n)
}

// Known is bytes from off on that are Bits, perhaps fewer than there are.
func (a *Alloc) Known(off uint64) []byte {
	if a.data != nil && off < a.Size {
		a.advance()
	}
	if b := a.bits; off < uint64(len(b)) {
		return b[off:]
	}
	if a.data == nil || off >= a.Size {
		return nil
	}
	// Strings stand in buffers of which not all is written.
	p := a.page(off >> pageShift)
	if p.sh == nil {
		return nil
	}
	first := off &^ pageMask
	n, end := off&pageMask, min(a.Size-first, pageSize, off&pageMask+maxKnown)
	for n < end && p.sh.kinds[n] == codeBits {
		if n&7 == 0 && binary.LittleEndian.Uint64(p.sh.kinds[n:]) == eightBits {
			n += 8
		} else {
			n++
		}
	}
	return a.data[off : first+min(n, end)]
}

// maxKnown bounds what Known looks through where not all of a page is Bits.
const maxKnown = 256

// windowSlow is Window beyond the prefix: of an allocation of no bytes, and of bytes behind a page that is not Bits.
func (a *Alloc) windowSlow(off, n uint64) ([]byte, bool) {
	if a.State != Live || a.Kind.Opaque() || !a.inside(off, n) || !a.allBits(off, n) {
		return nil, false
	}
	if a.data == nil { // hence n is 0
		return nil, true
	}
	a.advance()
	return a.data[off : off+n : off+n], true
}

// inside is whether [off, off+n) lies in the allocation.
func (a *Alloc) inside(off, n uint64) bool { return off <= a.Size && n <= a.Size-off }

// loadLE reads 1 to 8 bytes; odd lengths are rare and take the loop.
func loadLE(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	v := uint64(0)
	for i, c := range b {
		v |= uint64(c) << (8 * i)
	}
	return v
}

// storeLE writes the low len(b) bytes of v.
func storeLE(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	default:
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
	}
}
