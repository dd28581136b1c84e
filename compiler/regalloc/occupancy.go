package regalloc

import "slices"

// chunkSize is how many entries a chunk has at most.
const chunkSize = 128

// entry says that a bundle has the register in [from, to). Entries of one register never overlap.
type entry struct {
	from, to uint32
	bundle   int32
}

// occupancy says who has a register when: disjoint entries in order, in chunks so that putting one
// in moves few others. busy answers most questions with a few words of bits; the chunks say who has
// the register. Both say the same: a point is busy if and only if an entry covers it.
type occupancy struct {
	chunks [][]entry
	ends   []uint32 // of the last entries of chunks
	busy   []uint64 // a bit a point: it is in an entry
	spare  [][]entry
}

// reset makes the register free at all times and keeps the memory; busy is left to the caller.
func (o *occupancy) reset() {
	o.spare = append(o.spare, o.chunks...)
	o.chunks, o.ends = o.chunks[:0], o.ends[:0]
}

// newChunk is an empty chunk. Chunks are recycled, as they are all of one size.
func (o *occupancy) newChunk() []entry {
	if n := len(o.spare); n > 0 {
		ch := o.spare[n-1][:0]
		o.spare = o.spare[:n-1]
		return ch
	}
	return make([]entry, 0, chunkSize)
}

// freeIn reports whether no entry overlaps [from, to). The range must not be empty. It looks at
// whole words between the ends.
func (o *occupancy) freeIn(from, to uint32) bool {
	first, last := from/64, (to-1)/64
	low, high := ^uint64(0)<<(from%64), ^uint64(0)>>(63-(to-1)%64)
	if first == last {
		return o.busy[first]&low&high == 0
	}
	if o.busy[first]&low != 0 || o.busy[last]&high != 0 {
		return false
	}
	for _, w := range o.busy[first+1 : last] {
		if w != 0 {
			return false
		}
	}
	return true
}

// mark makes the points of [from, to) busy, or free. It must be called with the exact ranges of an
// entry, or the bits and the entries disagree.
func (o *occupancy) mark(from, to uint32, busy bool) {
	for from < to {
		w := from / 64
		end := min(to, (w+1)*64)
		bits := ^uint64(0) >> (64 - (end - from)) << (from % 64)
		if busy {
			o.busy[w] |= bits
		} else {
			o.busy[w] &^= bits
		}
		from = end
	}
}

// free reports whether nothing overlaps b. It is the test that decides most candidates.
func (o *occupancy) free(b *bundle) bool {
	for i := range b.ranges {
		if l := &b.ranges[i]; !o.freeIn(l.from, l.to) {
			return false
		}
	}
	return true
}

// seek is the place of the first entry that ends behind point p. A binary search over chunks, then
// within one. If all end before p the result is behind the last chunk.
func (o *occupancy) seek(p uint32) (c, i int) {
	lo, hi := 0, len(o.chunks)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		// Behind p, not at it: an entry that ends at p does not hold p.
		if o.ends[mid] > p {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(o.chunks) {
		return lo, 0
	}
	ch := o.chunks[lo]
	a, b := 0, len(ch)-1
	for a < b {
		mid := int(uint(a+b) / 2)
		if ch[mid].to > p {
			b = mid
		} else {
			a = mid + 1
		}
	}
	return lo, a
}

// next is the place behind c, i.
func (o *occupancy) next(c, i int) (int, int) {
	if i++; i < len(o.chunks[c]) {
		return c, i
	}
	return c + 1, 0
}

// first is the first entry that overlaps [from, to), or nil. The pointer is valid until the next
// insertion or removal.
func (o *occupancy) first(from, to uint32) *entry {
	c, i := o.seek(from)
	if c == len(o.chunks) {
		return nil
	}
	if e := &o.chunks[c][i]; e.from < to {
		return e
	}
	return nil
}

// insert adds an entry, which must not overlap another of the register. Chunks stay below their
// limit by splitting, so insertion costs the search of a chunk and a move within it.
func (o *occupancy) insert(e entry) {
	o.mark(e.from, e.to, true)
	c, i := o.seek(e.from)
	if c == len(o.chunks) {
		if c == 0 {
			o.chunks = append(o.chunks, o.newChunk())
			o.ends = append(o.ends, 0)
		} else {
			// All end before e: it goes behind the last entry, into the last chunk.
			c--
		}
		i = len(o.chunks[c])
		if c+1 < len(o.chunks) {
			panic("BUG: occupancy")
		}
	}
	ch := o.chunks[c]
	// A full chunk is halved; an entry that belongs exactly on the seam stays in the left half.
	if len(ch) == chunkSize {
		right := append(o.newChunk(), ch[chunkSize/2:]...)
		ch = ch[:chunkSize/2]
		o.chunks[c] = ch
		o.chunks = slices.Insert(o.chunks, c+1, right)
		o.ends = slices.Insert(o.ends, c, ch[len(ch)-1].to)
		if i > len(ch) {
			i -= len(ch)
			c++
			ch = right
		}
	}
	ch = append(ch, entry{})
	copy(ch[i+1:], ch[i:])
	ch[i] = e
	o.chunks[c] = ch
	o.ends[c] = ch[len(ch)-1].to
}

// remove takes the entry [from, to) out. The entry must be there; an empty chunk is taken out.
func (o *occupancy) remove(from, to uint32) {
	o.mark(from, to, false)
	c, i := o.seek(from)
	ch := o.chunks[c]
	copy(ch[i:], ch[i+1:])
	ch = ch[:len(ch)-1]
	o.chunks[c] = ch
	if len(ch) == 0 {
		o.spare = append(o.spare, ch)
		o.chunks = slices.Delete(o.chunks, c, c+1)
		o.ends = slices.Delete(o.ends, c, c+1)
		return
	}
	o.ends[c] = ch[len(ch)-1].to
}
