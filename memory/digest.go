package memory

import (
	"encoding/binary"
	"hash/fnv"
	"hash/maphash"
)

// digestRun is how many bytes of one kind are taken at a time.
const digestRun = 512

// Digest is a number that two memories have in common which have the same live allocations at the same addresses, with the same bytes in the
// same states; others share it by chance only. Constants are left out, and so is who made an allocation. It also says what it took, in bytes, of
// which it takes at most limit: ok is false, and the number none, where there are more. The number means something within one process.
func (s *Space) Digest(seed maphash.Seed, limit uint64) (sum, n uint64, ok bool) {
	var h maphash.Hash
	h.SetSeed(seed)
	word := func(v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
	var parts []Byte
	s.Each(func(a *Alloc) bool {
		if a.ReadOnly || a.Kind.Opaque() {
			return true
		}
		if n += a.Size + allocDigest; n > limit {
			return false
		}
		word(a.Base)
		word(a.Size)
		for off := uint64(0); off < a.Size; {
			kind, run := s.Span(a, off, min(a.Size-off, digestRun))
			word(uint64(kind)<<56 | run)
			switch kind {
			case Bits:
				h.Write(a.data[off : off+run])
			case Fragment:
				if parts == nil {
					parts = make([]Byte, digestRun)
				}
				s.ReadBytes(a, off, parts[:run])
				for _, x := range parts[:run] {
					word(x.Frag.Addr)
					word(uint64(x.Value))
				}
			}
			off += run
		}
		return true
	})
	return h.Sum64(), n, n <= limit
}

// allocDigest is what an allocation takes beside its bytes.
const allocDigest = 64

// Sum is a number that n bytes of an allocation from off on have as long as none of them changes, known or not; others share it by chance only.
func (s *Space) Sum(a *Alloc, off, n uint64) uint64 {
	h := fnv.New64a()
	parts := make([]Byte, min(n, digestRun))
	for n > 0 {
		part := parts[:min(n, digestRun)]
		s.ReadBytes(a, off, part)
		for _, x := range part {
			var b [18]byte
			b[0], b[1] = byte(x.Kind), x.Value
			binary.LittleEndian.PutUint64(b[2:], x.Frag.Addr)
			h.Write(b[:])
		}
		off, n = off+uint64(len(part)), n-uint64(len(part))
	}
	return h.Sum64()
}
