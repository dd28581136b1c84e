package memory

import (
	"strconv"
	"testing"
)

func benchSpace(b *testing.B, size uint64) (*Space, Pointer) {
	s := New(Config{})
	id, err := s.Alloc(Heap, size, 8, "buf", 0)
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Fill(s.Record(id), 0, size, BitsByte(7)); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	return s, s.Pointer(id, 0)
}

func BenchmarkLoad64(b *testing.B) {
	s, p := benchSpace(b, 1<<16)
	sum := uint64(0)
	for i := 0; b.Loop(); i++ {
		a := s.Lookup(p.Alloc)
		v, ok := loadPrefix(a, p.Addr+uint64(i&0x1fff)*8-a.Base, 8)
		if !ok {
			b.Fatal("refused")
		}
		sum += v
	}
	_ = sum
}

func BenchmarkStore64(b *testing.B) {
	s, p := benchSpace(b, 1<<16)
	for i := 0; b.Loop(); i++ {
		a := s.Lookup(p.Alloc)
		if !storePrefix(a, p.Addr+uint64(i&0x1fff)*8-a.Base, 8, uint64(i)) {
			b.Fatal("refused")
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	s, p := benchSpace(b, 1<<16)
	for i := 0; b.Loop(); i++ {
		q := p
		q.Addr += uint64(i&0x1fff) * 8
		if _, _, f := s.Check(q, 8, 8, false); f != nil {
			b.Fatal(f)
		}
	}
}

// BenchmarkMixedLoad reads ints that lie between pointers.
func BenchmarkMixedLoad(b *testing.B) {
	s, p := benchSpace(b, 1<<16)
	a := s.Record(p.Alloc)
	for o := uint64(0); o < a.Size; o += 16 {
		a.StorePtr(o, p)
	}
	for i := 0; b.Loop(); i++ {
		if _, ok := a.LoadN(uint64(i&0xfff)*16+8, 8); !ok {
			b.Fatal("refused")
		}
	}
}

func BenchmarkPointerStoreLoad(b *testing.B) {
	s, p := benchSpace(b, 1<<16)
	for i := 0; b.Loop(); i++ {
		a := s.Lookup(p.Alloc)
		off := uint64(i&0x1fff) * 8
		if !a.StorePtr(off, p) {
			b.Fatal("refused")
		}
		if q, ok := a.LoadPtr(off); !ok || q != p {
			b.Fatal("refused")
		}
	}
}

func slot(s *Space) {
	id, err := s.Alloc(Stack, 8, 8, "x", 1)
	if err != nil {
		panic(err)
	}
	a := s.Lookup(id)
	if !a.StoreN(0, 8, 42) {
		panic("refused")
	}
	if v, ok := loadPrefix(a, 0, 8); !ok || v != 42 {
		panic("refused")
	}
	s.Recycle(id)
}

// slot16 writes half of its slot, so that it needs a shadow.
func slot16(s *Space) {
	id, err := s.Alloc(Stack, 16, 8, "x", 1)
	if err != nil {
		panic(err)
	}
	a := s.Lookup(id)
	if !a.StoreN(8, 8, 42) {
		panic("refused")
	}
	if v, ok := a.LoadN(8, 8); !ok || v != 42 {
		panic("refused")
	}
	s.Recycle(id)
}

func BenchmarkStackSlot(b *testing.B) {
	s, _ := benchSpace(b, 8)
	for b.Loop() {
		slot(s)
	}
}

func BenchmarkStackSlotHalf(b *testing.B) {
	s, _ := benchSpace(b, 8)
	for b.Loop() {
		slot16(s)
	}
}

func BenchmarkMallocFree(b *testing.B) {
	s := New(Config{Limit: 1 << 40})
	b.ReportAllocs()
	for b.Loop() {
		id, err := s.Alloc(Heap, 48, 16, "", 1)
		if err != nil {
			b.Fatal(err)
		}
		s.Lookup(id).StoreN(0, 8, 1)
		s.Free(id, 2, Freed)
	}
}

func benchCopy(b *testing.B, pointers bool) {
	const size = 1 << 16
	s, p := benchSpace(b, size)
	src := s.Record(p.Alloc)
	for o := uint64(0); pointers && o < size; o += 16 {
		src.StorePtr(o, p)
	}
	id, err := s.Alloc(Heap, size, 8, "to", 0)
	if err != nil {
		b.Fatal(err)
	}
	dst := s.Record(id)
	b.SetBytes(size)
	for b.Loop() {
		if err := s.Copy(dst, 0, src, 0, size); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCopyBits(b *testing.B)     { benchCopy(b, false) }
func BenchmarkCopyPointers(b *testing.B) { benchCopy(b, true) }

// BenchmarkWriteBytes writes one run of many pages; the time for a byte must not depend on
// how many there are.
func BenchmarkWriteBytes(b *testing.B) {
	for _, size := range []uint64{1 << 14, 1 << 18, 1 << 22} {
		b.Run(strconv.FormatUint(size, 10), func(b *testing.B) {
			s, p := benchSpace(b, size)
			src := make([]Byte, size)
			b.SetBytes(int64(size))
			for b.Loop() {
				if err := s.WriteBytes(s.Record(p.Alloc), 0, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
