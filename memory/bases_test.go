package memory_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/memory"
)

// TestBases: allocations get the addresses that are asked for where these can be had, all others lie where no
// allocation does, and wildcard pointers find all of them.
func TestBases(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 300 {
		var plain []memory.Base
		s := memory.New(memory.Config{Seed: r.Uint64()})
		sizes := make([]uint64, 12)
		for n := range sizes {
			sizes[n] = uint64(r.IntN(100))
			id, _ := s.Alloc(memory.Heap, sizes[n], 8, "a", 0)
			plain = append(plain, memory.Base{Alloc: id, Addr: s.Record(id).Base, Size: sizes[n]})
		}
		// Where others would lie, some of them twice, misaligned, too low or too high.
		var bases []memory.Base
		for n := range plain {
			b := plain[r.IntN(len(plain))]
			b.Alloc, b.Size = plain[n].Alloc, plain[n].Size
			switch r.IntN(6) {
			case 0:
				b.Addr++
			case 1:
				b.Addr = 8
			case 2:
				b.Addr = 1 << 47
			}
			bases = append(bases, b)
		}
		s = memory.New(memory.Config{Seed: r.Uint64(), Bases: bases})
		for n := range sizes {
			id, err := s.Alloc(memory.Heap, sizes[n], 8, "a", 0)
			if err != nil {
				t.Fatal(err)
			}
			s.Expose(id)
		}
		first := bases[0]
		if got := s.Record(first.Alloc).Base; first.Addr%8 == 0 && first.Addr > 8 && first.Addr < 1<<47 && got != first.Addr {
			t.Fatalf("alloc%d lies at %#x, want %#x", first.Alloc, got, first.Addr)
		}
		s.Each(func(a *memory.Alloc) bool {
			if a.Base%8 != 0 || a.Base < 1<<16 || a.Base+a.Size > 1<<47 {
				t.Fatalf("alloc%d lies at %#x", a.ID, a.Base)
			}
			if id, ok := s.Resolve(a.Base, a.Size); !ok || id != a.ID {
				t.Fatalf("%#x is alloc%d, want alloc%d", a.Base, id, a.ID)
			}
			s.Each(func(b *memory.Alloc) bool {
				if a.ID < b.ID && a.Base <= b.Base+b.Size && b.Base <= a.Base+a.Size {
					t.Fatalf("alloc%d at %#x and alloc%d at %#x meet", a.ID, a.Base, b.ID, b.Base)
				}
				return true
			})
			return true
		})
	}
}
