package memory

import (
	"bytes"
	"fmt"
)

// must guards the bulk operations, whose ranges the caller has checked.
func (a *Alloc) must(off, n uint64) {
	if a.State != Live || a.Kind.Opaque() || !a.inside(off, n) {
		panic(fmt.Sprintf("BUG: unchecked access to %d bytes at offset %d of allocation %d", n, off, a.ID))
	}
}

// ReadBytes reads len(dst) bytes at off, which must be inside, in all their states.
// The caller has room for 32 bytes a byte; loops over large ranges read pieces.
func (s *Space) ReadBytes(a *Alloc, off uint64, dst []Byte) {
	a.must(off, uint64(len(dst)))
	if w, ok := a.Window(off, uint64(len(dst))); ok {
		for i, v := range w {
			dst[i] = Byte{Value: v}
		}
		return
	}
	for i := range dst {
		dst[i] = a.byteAt(off + uint64(i))
	}
}

// WriteBytes writes src at off, which must be inside, read-only or not. The error is a
// *[LimitError]; then the bytes are those of before or of src.
// Read-only memory can be written because the interpreter fills a constant global this way.
func (s *Space) WriteBytes(a *Alloc, off uint64, src []Byte) error {
	a.must(off, uint64(len(src)))
	if len(src) == 0 {
		return nil
	}
	a.materialise()
	for len(src) > 0 {
		n := runLen(src[:min(uint64(len(src)), pageSize-off&pageMask)])
		if !a.writeRun(off, src[:n]) {
			return s.limitError(0)
		}
		off, src = off+n, src[n:]
	}
	a.advance()
	return nil
}

// runLen is the length of the prefix of src that one kind of store can write.
// A whole pointer in order is a run of eight, of which only an aligned one is stored as one word; a lone
// fragment is a run of one.
// Causes of poison are taken one by one, since a word of shadow holds one cause.
func runLen(src []Byte) uint64 {
	b := src[0]
	n := 1
	switch {
	case b.Kind == Fragment:
		for n < len(src) && n < 8 && src[n].Kind == Fragment && src[n].Value == uint8(n) && src[n].Frag == b.Frag {
			n++
		}
		if b.Value != 0 || n != 8 {
			return 1
		}
	case b.Unset != 0:
		return 1
	case b.Kind == Bits, b.Kind == Uninit, b.Cause == 0:
		for n < len(src) && src[n].Kind == b.Kind && src[n].Unset == 0 && (b.Kind != Poison || src[n].Cause == 0) {
			n++
		}
	}
	return uint64(n)
}

// writeRun writes a run as runLen finds it, within one page. The data is there.
func (a *Alloc) writeRun(off uint64, src []Byte) bool {
	i, lo := off>>pageShift, off&pageMask
	hi := lo + uint64(len(src))
	switch b := src[0]; {
	case b.Unset != 0:
	case b.Kind == Bits:
		if !a.setCodes(i, lo, hi, codeBits) {
			return false
		}
		for j := range src {
			a.data[off+uint64(j)] = src[j].Value
		}
		return true
	case b.Kind == Uninit:
		return a.setCodes(i, lo, hi, codeUninit)
	case b.Kind == Poison && b.Cause == 0:
		return a.setCodes(i, lo, hi, codePoison)
	case b.Kind == Poison:
		return a.putPoison(off, b.Cause)
	// runLen gives eight fragments only if they are 0 to 7 of one pointer.
	case len(src) == 8 && off&7 == 0 && packable(b.Frag):
		return a.putPointer(off, b.Frag)
	}
	for j := range src {
		if !a.putSide(off+uint64(j), src[j]) {
			return false
		}
	}
	return true
}

// Copy copies n bytes in all their states, as if through a buffer: the ranges, which must be
// inside, may overlap. The error is a *[LimitError]; then some bytes have been copied.
func (s *Space) Copy(dst *Alloc, doff uint64, src *Alloc, soff, n uint64) error {
	dst.must(doff, n)
	src.must(soff, n)
	if n == 0 || dst == src && doff == soff {
		return nil
	}
	if from, ok := src.Window(soff, n); ok {
		if to, ok := dst.Window(doff, n); ok {
			copy(to, from)
			return nil
		}
	}
	dst.materialise()
	// Upwards within itself: from the end, or the first pieces would overwrite the source of the later ones.
	// Pieces end at the borders of pages on both sides, as copyChunk wants them.
	if dst == src && doff > soff && doff-soff < n {
		for end := n; end > 0; {
			m := min(end, (soff+end-1)&pageMask+1, (doff+end-1)&pageMask+1)
			end -= m
			if !s.copyChunk(dst, doff+end, src, soff+end, m) {
				return s.limitError(0)
			}
		}
	} else {
		for at := uint64(0); at < n; {
			m := min(n-at, pageSize-(soff+at)&pageMask, pageSize-(doff+at)&pageMask)
			if !s.copyChunk(dst, doff+at, src, soff+at, m) {
				return s.limitError(0)
			}
			at += m
		}
	}
	dst.advance()
	return nil
}

// copyChunk copies what lies within one page on both sides.
// A source whose bytes all have one code that carries nothing beyond data is the common case and costs a fill
// of codes.
// Otherwise whole words of shadow can be copied if source and destination lie alike within a word and the
// page has no entries in the side map, which are keyed by offset; what is left goes byte by byte.
func (s *Space) copyChunk(dst *Alloc, d uint64, src *Alloc, o, n uint64) bool {
	p := src.page(o >> pageShift)
	di, dlo := d>>pageShift, d&pageMask
	// codeBits and codeUninit are the codes up to codeUninit, and neither refers to words or to the side map.
	code, uniform := p.uni(), p.sh == nil
	if !uniform {
		k := p.sh.kinds[o&pageMask:][:n]
		code, uniform = k[0], k[0] <= codeUninit && bytes.Count(k, k[:1]) == len(k)
	}
	if uniform {
		if !dst.setCodes(di, dlo, dlo+n, code) {
			return false
		}
		if code == codeBits {
			copy(dst.data[d:d+n], src.data[o:o+n])
		}
		return true
	}
	overlap := dst == src && (d >= o && d-o < n || o > d && o-d < n)
	if overlap || (o^d)&7 != 0 || p.sh.sides != 0 {
		return s.copySlow(dst, d, src, o, n)
	}
	head := min(-o&7, n)
	words := (n - head) &^ 7
	return s.copySlow(dst, d, src, o, head) &&
		copyWords(dst, d+head, src, o+head, words) &&
		s.copySlow(dst, d+head+words, src, o+head+words, n-head-words)
}

// copyWords copies aligned words, none of which has side entries, within one page.
// The ranges do not overlap.
// Room is made sure of before the first byte changes; vacate only gives back, but for the fragments that it spills.
func copyWords(dst *Alloc, d uint64, src *Alloc, o, n uint64) bool {
	if n == 0 {
		return true
	}
	from := src.page(o >> pageShift).sh
	di, dlo, olo := d>>pageShift, d&pageMask, o&pageMask
	if from.words != nil {
		if !dst.wordsOf(di) {
			return false
		}
	} else if !dst.mix(di) {
		return false
	}
	dst.vacate(di, dlo, dlo+n)
	p := dst.page(di)
	p.touched = true
	to := p.sh
	tk, fk := to.kinds[dlo:dlo+n], from.kinds[olo:olo+n]
	// It rises by the old Bits of dst, which go, and falls by the Bits that come.
	to.nonBits += uint32(bytes.Count(tk, zeroByte)) - uint32(bytes.Count(fk, zeroByte))
	copy(tk, fk)
	if from.words != nil {
		copy(to.words[dlo>>3:], from.words[olo>>3:(olo+n)>>3])
	}
	if src.data != nil {
		copy(dst.data[d:d+n], src.data[o:o+n])
	}
	if to.nonBits == 0 {
		dst.unmix(di, codeBits)
	}
	return true
}

// copySlow copies through a buffer, up to a page.
// Reading all before writing makes it right for any overlap.
func (s *Space) copySlow(dst *Alloc, d uint64, src *Alloc, o, n uint64) bool {
	if n == 0 {
		return true
	}
	if uint64(len(s.scratch)) < n {
		s.scratch = make([]Byte, max(n, 64))
	}
	buf := s.scratch[:n]
	s.ReadBytes(src, o, buf)
	return s.WriteBytes(dst, d, buf) == nil
}

// Fill writes n times the byte b at off; the range must be inside. The error is a
// *[LimitError]; then some bytes have been written.
func (s *Space) Fill(a *Alloc, off, n uint64, b Byte) error {
	a.must(off, n)
	if n == 0 {
		return nil
	}
	if b.Kind == Bits {
		if w, ok := a.Window(off, n); ok {
			fill(w, b.Value)
			return nil
		}
	}
	a.materialise()
	for i := off >> pageShift; i <= (off+n-1)>>pageShift; i++ {
		lo, hi := a.clip(i, off, n)
		if !a.fillPage(i, lo, hi, b) {
			return s.limitError(0)
		}
	}
	a.advance()
	return nil
}

// fillPage writes the byte b to [lo, hi) of page i, for every state a byte can have; the data is there.
// It is false if the limit forbids.
// Bits, uninit and poison without a cause are codes.
// Poison with a cause fills whole words of shadow at once, and the bytes before and after them one by one.
// Fragments go one by one: a fill with fragments has no use but to be correct.
func (a *Alloc) fillPage(i, lo, hi uint64, b Byte) bool {
	base := i << pageShift
	switch {
	case b.Kind == Bits:
		p := a.page(i)
		// Data of more than a page is fresh zeros that are not in memory until touched (dataPool.get): a
		// calloc of a gigabyte costs nothing until it is used.
		// It is read before setCodes marks the page as touched.
		zero := b.Value == 0 && a.Size > pageSize && !p.touched
		if !a.setCodes(i, lo, hi, codeBits) {
			return false
		}
		if !zero {
			fill(a.data[base+lo:base+hi], b.Value)
		}
		return true
	case b.Kind == Uninit:
		return a.setCodes(i, lo, hi, codeUninit)
	case b.Kind == Poison && b.Cause == 0:
		return a.setCodes(i, lo, hi, codePoison)
	case b.Kind == Poison:
		if !a.wordsOf(i) {
			return false
		}
		for lo < hi && lo&7 != 0 {
			if !a.putPoison(base+lo, b.Cause) {
				return false
			}
			lo++
		}
		if end := hi &^ 7; lo < end {
			a.vacate(i, lo, end)
			sh := a.page(i).sh
			sh.recode(lo, end, codePoisonW)
			for w := lo >> 3; w < end>>3; w++ {
				sh.words[w] = uint64(b.Cause)
			}
			lo = end
		}
	}
	for ; lo < hi; lo++ {
		if !a.writeRun(base+lo, []Byte{b}) {
			return false
		}
	}
	return true
}

// HasNonBits finds the first of the n bytes at off, which must be inside, that is not Bits.
func (s *Space) HasNonBits(a *Alloc, off, n uint64) (first uint64, kind ByteKind, found bool) {
	if _, ok := a.Window(off, n); ok {
		return 0, Bits, false
	}
	k, run := s.Span(a, off, n)
	if k != Bits {
		return off, k, true
	}
	if run == n {
		return 0, Bits, false
	}
	k, _ = s.Span(a, off+run, 1)
	return off + run, k, true
}

// Span is the kind of the byte at off and the number of bytes, at most limit, that have the
// same kind from there on. The limit bytes must be inside and limit not 0.
// It is linear in the bytes of mixed pages and constant for a uniform page.
func (s *Space) Span(a *Alloc, off, limit uint64) (ByteKind, uint64) {
	a.must(off, limit)
	kind := kindOfCode(a.code(off), a, off)
	n := uint64(1)
	for n < limit {
		o := off + n
		p := a.page(o >> pageShift)
		if p.sh == nil {
			if kindOfCode(p.uni(), a, o) != kind {
				break
			}
			n += min(limit-n, pageSize-o&pageMask)
			continue
		}
		if kindOfCode(p.sh.kinds[o&pageMask], a, o) != kind {
			break
		}
		n++
	}
	return kind, n
}

// code is the shadow code of the byte at off, which must be inside.
func (a *Alloc) code(off uint64) uint8 {
	p := a.page(off >> pageShift)
	if p.sh == nil {
		return p.uni()
	}
	return p.sh.kinds[off&pageMask]
}

// kindOfCode is what reports and comparisons call the state; the byte at off has the code.
func kindOfCode(code uint8, a *Alloc, off uint64) ByteKind {
	switch code {
	case codeBits:
		return Bits
	case codeUninit:
		return Uninit
	case codePoison, codePoisonW:
		return Poison
	case codeFrag:
		return Fragment
	}
	return a.side[off].Kind
}

// Snapshot is all bytes of a live allocation, none of one that has ended or is a function.
// It takes 32 bytes for each: callers compare large memories by [Space.Span] and windows instead.
func (s *Space) Snapshot(id AllocID) []Byte {
	a := s.Record(id)
	if a == nil || a.State != Live || a.Kind.Opaque() {
		return nil
	}
	b := make([]Byte, a.Size)
	s.ReadBytes(a, 0, b)
	return b
}
