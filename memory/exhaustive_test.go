package memory

import (
	"slices"
	"testing"
)

// fourStates is a byte of each state.
func fourStates() []Byte {
	p := Pointer{Addr: 0x1122334455667788, Alloc: 7, Kind: ProvAlloc}
	return []Byte{BitsByte(0xa5), FragmentByte(p, 2), UninitByte(), PoisonByte(3)}
}

// memories calls f with every memory of n bytes in the four states. It writes them in one go
// or byte by byte, into fresh memory or over what was there.
func memories(t *testing.T, n uint64, f func(s *Space, a *Alloc, want []Byte)) {
	s := New(Config{})
	states := fourStates()
	total := uint64(1) << (2 * n)
	for code := range total {
		want := make([]Byte, n)
		for i := range want {
			want[i] = states[code>>(2*i)&3]
		}
		for way := range 3 {
			id, err := s.Alloc(Heap, n, 1, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			a := s.Record(id)
			if way == 1 {
				if err := s.Fill(a, 0, n, BitsByte(1)); err != nil {
					t.Fatal(err)
				}
			}
			step := n
			if way == 2 {
				step = 1
			}
			for o := uint64(0); o < n; o += step {
				if err := s.WriteBytes(a, o, want[o:o+step]); err != nil {
					t.Fatal(err)
				}
			}
			f(s, a, want)
			s.Recycle(id)
		}
	}
	if err := invariants(s); err != nil {
		t.Fatal(err)
	}
}

func TestExhaustiveRead(t *testing.T) {
	for n := uint64(1); n <= 3; n++ {
		memories(t, n, func(s *Space, a *Alloc, want []Byte) {
			if got := s.Snapshot(a.ID); !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
			for off := range n + 2 {
				for k := uint64(1); k <= n+1; k++ {
					value, ok := uint64(0), off+k <= n
					for i := uint64(0); ok && i < k; i++ {
						ok = want[off+i].Kind == Bits
						value |= 0xa5 << (8 * i)
					}
					got, gotOK := a.LoadN(off, k)
					if gotOK != ok || ok && got != value {
						t.Fatalf("%v: LoadN(%d, %d) = %#x, %v", want, off, k, got, gotOK)
					}
					if _, gotOK := a.Window(off, k); gotOK != ok {
						t.Fatalf("%v: Window(%d, %d) = %v", want, off, k, gotOK)
					}
					if v, gotOK := loadPrefix(a, off, k); gotOK && (!ok || v != value) {
						t.Fatalf("%v: the prefix has %#x at %d", want, v, off)
					}
				}
			}
		})
	}
}

func TestExhaustiveWrite(t *testing.T) {
	for n := uint64(1); n <= 3; n++ {
		for off := range n + 1 {
			for k := range n - off + 1 {
				for _, b := range fourStates() {
					memories(t, n, func(s *Space, a *Alloc, want []Byte) {
						want = slices.Clone(want)
						if err := s.Fill(a, off, k, b); err != nil {
							t.Fatal(err)
						}
						for i := range k {
							want[off+i] = b
						}
						if got := s.Snapshot(a.ID); !slices.Equal(got, want) {
							t.Fatalf("Fill(%d, %d, %v): got %v, want %v", off, k, b, got, want)
						}
					})
				}
				if k == 0 {
					continue
				}
				memories(t, n, func(s *Space, a *Alloc, want []Byte) {
					want = slices.Clone(want)
					if !a.StoreN(off, k, 0xc3c2c1) {
						t.Fatal("store refused")
					}
					copy(want[off:], bitsOf(0xc3c2c1, k))
					if got := s.Snapshot(a.ID); !slices.Equal(got, want) {
						t.Fatalf("StoreN(%d, %d): got %v, want %v", off, k, got, want)
					}
				})
			}
		}
	}
}

func TestExhaustiveCopyWithin(t *testing.T) {
	const n = 3
	for doff := range uint64(n) {
		for soff := range uint64(n) {
			for k := range n - max(doff, soff) + 1 {
				memories(t, n, func(s *Space, a *Alloc, want []Byte) {
					want = slices.Clone(want)
					copy(want[doff:doff+k], want[soff:soff+k])
					if err := s.Copy(a, doff, a, soff, k); err != nil {
						t.Fatal(err)
					}
					if got := s.Snapshot(a.ID); !slices.Equal(got, want) {
						t.Fatalf("Copy(%d, %d, %d): got %v, want %v", doff, soff, k, got, want)
					}
				})
			}
		}
	}
}

// TestExhaustiveCopyWords takes all copies within and between memories of four words that
// hold a pointer, bits, poison of two causes, and a pointer that is not aligned.
func TestExhaustiveCopyWords(t *testing.T) {
	const n = 32
	p, q := Pointer{Addr: 0x1000, Alloc: 1, Kind: ProvAlloc}, Pointer{Addr: 0x2003, Kind: ProvWildcard}
	before := make([]Byte, 0, n)
	for i := range uint8(8) {
		before = append(before, FragmentByte(p, i))
	}
	before = append(before, bitsOf(0x0807060504030201, 8)...)
	before = append(before, PoisonByte(1), PoisonByte(2), PoisonByte(1), UninitByte())
	for i := range uint8(8) {
		before = append(before, FragmentByte(q, i))
	}
	before = append(before, bitsOf(0x44332211, 4)...)

	s := New(Config{})
	// The place is moved over a page border in one of the runs.
	for _, base := range []uint64{0, pageSize - 12} {
		var ids [2]AllocID
		for i := range ids {
			ids[i], _ = s.Alloc(Heap, base+n, 8, "", 0)
		}
		a, b := s.Record(ids[0]), s.Record(ids[1])
		for doff := range uint64(n) {
			for soff := range uint64(n) {
				for k := range n - max(doff, soff) + 1 {
					for _, dst := range []*Alloc{a, b} {
						for _, x := range []*Alloc{a, b} {
							if err := s.WriteBytes(x, base, before); err != nil {
								t.Fatal(err)
							}
						}
						want := slices.Clone(before)
						copy(want[doff:doff+k], before[soff:soff+k])
						if err := s.Copy(dst, base+doff, a, base+soff, k); err != nil {
							t.Fatal(err)
						}
						got := make([]Byte, n)
						s.ReadBytes(dst, base, got)
						if !slices.Equal(got, want) {
							t.Fatalf("base %d: Copy(%d, %d, %d): got %v, want %v", base, doff, soff, k, got, want)
						}
					}
				}
			}
		}
	}
	if err := invariants(s); err != nil {
		t.Fatal(err)
	}
}
