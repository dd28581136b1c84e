package memory

import (
	"encoding/binary"
	"hash/maphash"
)

// Digest is a number that two memories have in common which have the same live allocations at the same addresses, with the same bytes in the
// same states; others share it by chance only. Constants are left out, and so is who made an allocation. It also says how many bytes it took.
// The number means something within one process.
func (s *Space) Digest(seed maphash.Seed) (sum, n uint64) {
	var h maphash.Hash
	h.SetSeed(seed)
	word := func(v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
	s.Each(func(a *Alloc) bool {
		if a.ReadOnly || a.Kind.Opaque() {
			return true
		}
		word(a.Base)
		word(a.Size)
		n += a.Size + 16
		for off := uint64(0); off < a.Size; {
			kind, run := s.Span(a, off, a.Size-off)
			word(uint64(kind)<<56 | run)
			switch kind {
			case Bits:
				h.Write(a.data[off : off+run])
			case Fragment:
				run = min(run, 64)
				b := make([]Byte, run)
				s.ReadBytes(a, off, b)
				for _, x := range b {
					word(x.Frag.Addr)
					word(uint64(x.Value))
				}
			}
			off += run
		}
		return true
	})
	return h.Sum64(), n
}
