package memory

import (
	"bytes"
	"encoding/binary"
)

// Shadow state has the granularity of pages.
const (
	pageShift = 12
	pageSize  = 1 << pageShift
	pageMask  = pageSize - 1
)

// Codes of a byte in a shadow. Uniform pages have codeBits or codeUninit.
// codeBits must be 0 and codeUninit 1: eight codes are compared as one word, and "at most codeUninit" means
// that the code alone says all.
// A word is shared by eight bytes that begin at a multiple of 8; its meaning is that of the codes of those
// bytes, so codeFrag and codePoisonW never stand in one word (codeFrag takes all eight).
const (
	codeBits    = iota // the value is in data
	codeUninit         //
	codePoison         // poison of cause 0
	codePoisonW        // poison of the cause words[i/8]
	codeFrag           // fragment i%8 of the pointer of address data and provenance words[i/8]; all eight bytes of the word have this code
	codeSide           // in the side map of the allocation
)

const (
	eightBits   = 0
	eightUninit = codeUninit * 0x0101010101010101
	eightFrags  = codeFrag * 0x0101010101010101
)

// page is the state of up to pageSize bytes.
type page struct {
	sh      *shadow // nil if uniform
	bits    bool    // whether all bytes are Bits, else Uninit, when sh is nil
	touched bool    // its part of a data slice that was fresh may have been written
}

// shadow is the state of a page byte by byte. A page whose bytes are all Bits has none.
// Invariants: nonBits is the number of kinds[:pageLen] that are not codeBits, and never 0 between operations;
// sides is the number that are codeSide, each with one entry in the side map.
type shadow struct {
	kinds   []byte   // a code a byte; the length is that of the size class, so 8 bytes can be read at any multiple of 8
	words   []uint64 // what eight bytes share; nil until needed
	nonBits uint32   // bytes of the page that are not codeBits
	sides   uint32   // bytes of codeSide
}

// packable is whether the provenance of p fits a word.
func packable(p Pointer) bool { return p.AS < 1<<10 }

// packPointer is the provenance: 32 bits allocation, 2 bits kind, 20 bits view, 10 bits address space.
// The address is in data.
func packPointer(p Pointer) uint64 {
	return uint64(p.Alloc)<<32 | uint64(p.Kind)<<30 | uint64(p.View)<<10 | uint64(p.AS)
}

// unpackPointer undoes it, with the address that data holds.
func unpackPointer(w, addr uint64) Pointer {
	return Pointer{Addr: addr, Alloc: AllocID(w >> 32), Kind: ProvKind(w >> 30 & 3), View: uint32(w >> 10 & maxViews), AS: uint32(w & (1<<10 - 1))}
}

// uni is the code of all bytes of a page without shadow.
func (p *page) uni() uint8 {
	if p.bits {
		return codeBits
	}
	return codeUninit
}

// page is the state of page i.
// The pointer is valid until the allocation ends.
func (a *Alloc) page(i uint64) *page {
	if i == 0 {
		return &a.first
	}
	return &a.rest[i-1]
}

// pages is how many pages the allocation has, the last perhaps in part.
func (a *Alloc) pages() uint64 { return (a.Size + pageMask) >> pageShift }

// pageLen is the number of bytes of page i.
func (a *Alloc) pageLen(i uint64) uint64 { return min(pageSize, a.Size-i<<pageShift) }

// advance lengthens the known prefix of Bits pages, a bounded number of pages at a time:
// accesses behind the prefix call it again.
// The bound makes a store constant; a program that writes a gigabyte from its start pays for each page once.
func (a *Alloc) advance() {
	old := a.clean
	for n := 0; n < 64 && a.clean<<pageShift < a.Size; n++ {
		if p := a.page(a.clean); p.sh != nil || !p.bits {
			break
		}
		a.clean++
	}
	if a.clean != old {
		a.bits = a.data[:min(a.clean<<pageShift, a.Size)]
	}
}

// retreat takes page i out of the prefix, before it stops being Bits.
// Whoever takes away a page's being Bits must call it first, since inlined loads look at nothing but bits.
func (a *Alloc) retreat(i uint64) {
	if i < a.clean {
		a.clean = i
		a.bits = a.data[:i<<pageShift]
	}
}

// materialise makes the data, which the limit has counted since the allocation was made.
func (a *Alloc) materialise() {
	if a.data == nil {
		a.data = a.space.data.get(a.Size)
	}
}

// mix gives page i a shadow. It is false if the limit forbids.
func (a *Alloc) mix(i uint64) bool {
	p := a.page(i)
	if p.sh != nil {
		return true
	}
	n := a.pageLen(i)
	sh := a.space.newShadow(n, p.uni())
	if sh == nil {
		return false
	}
	if p.bits {
		a.retreat(i)
	}
	p.sh = sh
	return true
}

// mixUnlessBits makes sure that some bytes of page i can become Bits.
func (a *Alloc) mixUnlessBits(i uint64) bool {
	p := a.page(i)
	return p.sh != nil || p.bits || a.mix(i)
}

// wordsOf gives page i a shadow with words. It is false if the limit forbids.
func (a *Alloc) wordsOf(i uint64) bool {
	p := a.page(i)
	if p.sh != nil && p.sh.words != nil {
		return true
	}
	if !a.space.room(9*pageSize) || !a.mix(i) {
		return false
	}
	if sh := p.sh; sh.words == nil {
		sh.words = make([]uint64, len(sh.kinds)/8)
		a.space.used += uint64(len(sh.words)) * 8
	}
	return true
}

// unmix makes page i uniform.
func (a *Alloc) unmix(i uint64, code uint8) {
	p := a.page(i)
	if p.sh != nil {
		a.dropSide(i, 0, a.pageLen(i))
		a.space.freeShadow(p.sh)
		p.sh = nil
	} else if p.bits && code != codeBits {
		a.retreat(i)
	}
	p.bits = code == codeBits
}

// setCodes gives the bytes [lo, hi) of page i, not empty, one of the codes codeBits,
// codeUninit and codePoison. The caller writes the data of Bits, which must be there. It is
// false, having changed nothing, if the limit forbids.
// When the last byte that is not Bits goes, the page loses its shadow; that is why a shadow never has nonBits 0.
func (a *Alloc) setCodes(i, lo, hi uint64, code uint8) bool {
	p := a.page(i)
	if code == codeBits {
		p.touched = true
	}
	whole := code <= codeUninit && lo == 0 && hi == a.pageLen(i)
	if p.sh == nil {
		if p.uni() == code {
			return true
		}
		if !whole && !a.mix(i) {
			return false
		}
	}
	if whole {
		a.unmix(i, code)
		return true
	}
	sh := p.sh
	// A store of eight aligned bytes over uninit, or over a pointer, is what filling structures and stacks
	// does: it needs neither vacate, since no pointer is cut, nor a count of codes.
	if hi-lo == 8 && lo&7 == 0 && code == codeBits {
		switch k := sh.kinds[lo : lo+8]; binary.LittleEndian.Uint64(k) {
		case eightBits:
			return true
		case eightUninit, eightFrags:
			binary.LittleEndian.PutUint64(k, eightBits)
			if sh.nonBits -= 8; sh.nonBits == 0 {
				a.unmix(i, codeBits)
			}
			return true
		}
	}
	a.vacate(i, lo, hi)
	sh.recode(lo, hi, code)
	if sh.nonBits == 0 {
		a.unmix(i, codeBits)
	}
	return true
}

var zeroByte = []byte{codeBits}

// recode sets the codes of [lo, hi) and keeps count.
func (sh *shadow) recode(lo, hi uint64, code uint8) {
	k := sh.kinds[lo:hi]
	sh.nonBits -= uint32(len(k) - bytes.Count(k, zeroByte))
	if code != codeBits {
		sh.nonBits += uint32(len(k))
	}
	fill(k, code)
}

// fill sets all bytes of b.
// Doubling copies are as fast as the machine copies.
func fill(b []byte, v byte) {
	if v == 0 {
		clear(b)
		return
	}
	if len(b) == 0 {
		return
	}
	b[0] = v
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// vacate prepares the bytes [lo, hi) of the mixed page i for being overwritten: pointers that
// are only partly inside leave their other fragments to the side map, and entries of the side
// map that are inside go. At most 14 entries may exceed the limit.
// The excess is bounded because at most two pointers are cut by a range, one at either end, of which 7 bytes stay.
func (a *Alloc) vacate(i, lo, hi uint64) {
	sh := a.page(i).sh
	if lo&7 != 0 && sh.kinds[lo] == codeFrag {
		a.spill(i, lo&^7, lo)
	}
	if hi&7 != 0 && hi < a.pageLen(i) && sh.kinds[hi] == codeFrag {
		a.spill(i, hi, hi&^7+8)
	}
	a.dropSide(i, lo, hi)
}

// spill moves the fragments [lo, hi) of one pointer in page i to the side map.
// spill must come before the codes of the word change: byteAt reads the other fragments by them.
func (a *Alloc) spill(i, lo, hi uint64) {
	for o := lo; o < hi; o++ {
		a.setSide(i<<pageShift+o, a.byteAt(i<<pageShift+o))
	}
}

// sideCost is what an entry of the side map counts against the limit.
const sideCost = 128

// setSide puts a byte of a mixed page into the side map.
func (a *Alloc) setSide(off uint64, b Byte) {
	sh, o := a.page(off>>pageShift).sh, off&pageMask
	if sh.kinds[o] != codeSide {
		if sh.kinds[o] == codeBits {
			sh.nonBits++
		}
		sh.kinds[o] = codeSide
		sh.sides++
		a.space.used += sideCost
	}
	if a.side == nil {
		a.side = map[uint64]Byte{}
	}
	a.side[off] = b
}

// dropSide removes the side entries of [lo, hi) of the mixed page i. The bytes count as
// uninit from then on.
func (a *Alloc) dropSide(i, lo, hi uint64) {
	sh := a.page(i).sh
	if sh.sides == 0 {
		return
	}
	for o := lo; o < hi; o++ {
		if sh.kinds[o] == codeSide {
			delete(a.side, i<<pageShift+o)
			sh.kinds[o] = codeUninit
			sh.sides--
			a.space.used -= sideCost
		}
	}
}

// byteAt is the byte at off, which must be inside.
func (a *Alloc) byteAt(off uint64) Byte {
	p, o := a.page(off>>pageShift), off&pageMask
	code := p.uni()
	if p.sh != nil {
		code = p.sh.kinds[o]
	}
	switch code {
	case codeBits:
		return Byte{Value: a.data[off]}
	case codeUninit:
		return Byte{Kind: Uninit}
	case codePoison:
		return Byte{Kind: Poison}
	case codePoisonW:
		return Byte{Kind: Poison, Cause: uint32(p.sh.words[o>>3])}
	case codeFrag:
		ptr := unpackPointer(p.sh.words[o>>3], binary.LittleEndian.Uint64(a.data[off&^7:]))
		return Byte{Kind: Fragment, Value: uint8(off & 7), Frag: ptr}
	}
	return a.side[off]
}

// putPointer makes the eight bytes at off, a multiple of 8, the fragments of p.
// A pointer over a pointer changes only word and data, which is what loops over arrays of pointers do.
func (a *Alloc) putPointer(off uint64, p Pointer) bool {
	i, o := off>>pageShift, off&pageMask
	pg := a.page(i)
	if sh := pg.sh; sh == nil || binary.LittleEndian.Uint64(sh.kinds[o:]) != eightFrags {
		if !a.wordsOf(i) {
			return false
		}
		a.vacate(i, o, o+8)
		pg.sh.recode(o, o+8, codeFrag)
	}
	pg.touched = true
	pg.sh.words[o>>3] = packPointer(p)
	binary.LittleEndian.PutUint64(a.data[off:], p.Addr)
	return true
}

// putPoison makes the byte at off poison of a cause other than 0.
// One word holds one cause.
// A second cause among the same eight bytes goes to the side map.
func (a *Alloc) putPoison(off uint64, cause uint32) bool {
	i, o := off>>pageShift, off&pageMask
	if !a.wordsOf(i) {
		return false
	}
	sh := a.page(i).sh
	a.vacate(i, o, o+1)
	w := o >> 3
	if uint32(sh.words[w]) != cause {
		for _, k := range sh.kinds[o&^7 : o&^7+8] {
			if k == codePoisonW {
				return a.putSide(off, PoisonByte(cause))
			}
		}
		sh.words[w] = uint64(cause)
	}
	sh.recode(o, o+1, codePoisonW)
	return true
}

// putSide makes the byte at off whatever b is.
// It is what any byte can be stored as, at 128 bytes each; everything cheaper comes before it.
func (a *Alloc) putSide(off uint64, b Byte) bool {
	i, o := off>>pageShift, off&pageMask
	if !a.space.room(sideCost) || !a.mix(i) {
		return false
	}
	a.vacate(i, o, o+1)
	a.setSide(off, b)
	return true
}

// allBits is whether the n bytes at off, which must be inside, are all Bits.
func (a *Alloc) allBits(off, n uint64) bool {
	if n == 0 {
		return true
	}
	for i := off >> pageShift; i <= (off+n-1)>>pageShift; i++ {
		p := a.page(i)
		if p.sh == nil {
			if !p.bits {
				return false
			}
			continue
		}
		lo, hi := a.clip(i, off, n)
		if k := p.sh.kinds[lo:hi]; len(k) == 8 {
			if binary.LittleEndian.Uint64(k) != 0 {
				return false
			}
		} else if bytes.Count(k, zeroByte) != len(k) {
			return false
		}
	}
	return true
}

// codes are the codes of n bytes at off of an allocation, which lie within eight aligned ones of the page; those of others are 0.
func (s *shadow) codes(off, n uint64) uint64 {
	all := binary.LittleEndian.Uint64(s.kinds[off&pageMask&^7:])
	return all >> (off & 7 * 8) << (64 - 8*n)
}

// clip is the part of [off, off+n) that lies in page i, relative to the page.
func (a *Alloc) clip(i, off, n uint64) (lo, hi uint64) {
	base := i << pageShift
	return max(off, base) - base, min(off+n-base, pageSize)
}
