package memory

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

func newAlloc(t *testing.T, s *Space, kind AllocKind, size, align uint64) *Alloc {
	t.Helper()
	id, err := s.Alloc(kind, size, align, "buf", 11)
	if err != nil {
		t.Fatal(err)
	}
	return s.Record(id)
}

func TestPointerIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(Pointer{}); n > 24 {
		t.Errorf("Pointer has %d bytes", n)
	}
	if n := unsafe.Sizeof(deadRecord{}); n > deadCost {
		t.Errorf("the record of an ended allocation has %d bytes, counted %d", n, deadCost)
	}
	if n := unsafe.Sizeof(Alloc{}); n > recordCost-16 {
		t.Errorf("the record of an allocation has %d bytes, counted %d", n, recordCost)
	}
}

// TestAddresses checks what is promised of base addresses, over many seeds.
func TestAddresses(t *testing.T) {
	seen := map[uint64]bool{}
	order := map[bool]int{}
	for seed := range uint64(60) {
		var runs [2][]uint64
		for run := range runs {
			s := New(Config{Seed: seed})
			r, chance := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 1))
			var ends []*Alloc
			for i := range 300 {
				size, align := r.Uint64N(40), uint64(1)<<r.IntN(14)
				if i%3 == 0 {
					size = 0
				}
				a := newAlloc(t, s, Heap, size, align)
				if a.Base == 0 || a.Base%align != 0 || a.Base+size >= 1<<47 {
					t.Fatalf("seed %d: base %#x of %d bytes aligned to %d", seed, a.Base, size, align)
				}
				runs[run] = append(runs[run], a.Base)
				ends = append(ends, &Alloc{Base: a.Base, Size: size})
				// Recycling in one of the runs must not change the addresses.
				if run == 1 && chance.IntN(4) == 0 {
					s.Recycle(a.ID)
				}
			}
			order[ends[1].Base > ends[0].Base]++
			slices.SortFunc(ends, func(a, b *Alloc) int { return cmp.Compare(a.Base, b.Base) })
			for i := 1; i < len(ends); i++ {
				if ends[i-1].Base+ends[i-1].Size >= ends[i].Base {
					t.Fatalf("seed %d: %#x+%d touches %#x", seed, ends[i-1].Base, ends[i-1].Size, ends[i].Base)
				}
			}
		}
		if !slices.Equal(runs[0], runs[1]) {
			t.Fatalf("seed %d: addresses differ between runs", seed)
		}
		seen[runs[0][0]] = true
	}
	if len(seen) < 50 {
		t.Errorf("%d first addresses in 60 seeds", len(seen))
	}
	if order[true] == 0 || order[false] == 0 {
		t.Errorf("the order of addresses is always the same: %v", order)
	}
}

// TestResolve compares with a search over all exposed allocations.
func TestResolve(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for round := range uint64(30) {
		s := New(Config{Seed: round})
		var ids []AllocID
		for range 200 {
			switch a := newAlloc(t, s, Heap, r.Uint64N(20), 1); r.IntN(4) {
			case 0:
			case 1:
				ids = append(ids, a.ID)
				s.Expose(a.ID)
			default:
				if ids = append(ids, a.ID); len(ids) > 3 {
					// Exposed late and out of order, and ended out of order.
					i := r.IntN(len(ids))
					if s.Expose(ids[i]); r.IntN(2) == 0 {
						s.Free(ids[i], 0, Freed)
						ids = slices.Delete(ids, i, i+1)
					}
				}
			}
			if len(ids) == 0 {
				continue
			}
			a := s.Record(ids[r.IntN(len(ids))])
			addr, size := a.Base+r.Uint64N(60)-20, r.Uint64N(6)
			want := NoAlloc
			s.Each(func(a *Alloc) bool {
				if a.Exposed && a.Base <= addr && addr+size <= a.Base+a.Size {
					want = a.ID
				}
				return true
			})
			if got, ok := s.Resolve(addr, size); got != want || ok != (want != NoAlloc) {
				t.Fatalf("round %d: Resolve(%#x, %d) = alloc%d, want alloc%d", round, addr, size, got, want)
			}
		}
		if err := invariants(s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCheck(t *testing.T) {
	s, strict := New(Config{}), New(Config{StrictProvenance: true})
	heap := newAlloc(t, s, Heap, 16, 8)
	constant := newAlloc(t, s, Global, 16, 8)
	constant.ReadOnly = true
	code := newAlloc(t, s, Function, 1, 16)
	ended := map[State]AllocID{}
	for _, state := range []State{Freed, DeadSlot, Returned} {
		id := newAlloc(t, s, Heap, 16, 8).ID
		s.Free(id, 12, state)
		ended[state] = id
	}
	hidden, shown := newAlloc(t, s, Heap, 8, 8), newAlloc(t, s, Heap, 8, 8)
	s.Expose(shown.ID)
	gone := newAlloc(t, s, Heap, 8, 8)
	s.Expose(gone.ID)
	goneAddr := gone.Base
	s.Free(gone.ID, 0, Freed)
	wild := func(addr uint64) Pointer { return Pointer{Addr: addr, Kind: ProvWildcard} }

	for _, c := range []struct {
		name        string
		s           *Space
		p           Pointer
		size, align uint64
		write       bool
		want        FaultCode
		off         int64
	}{
		{"whole", s, s.Pointer(heap.ID, 0), 16, 8, true, 0, 0},
		{"tail", s, s.Pointer(heap.ID, 15), 1, 1, true, 0, 15},
		{"empty at end", s, s.Pointer(heap.ID, 16), 0, 1, true, 0, 16},
		{"empty past end", s, s.Pointer(heap.ID, 17), 0, 1, false, FaultOutOfBounds, 17},
		{"past end", s, s.Pointer(heap.ID, 9), 8, 1, false, FaultOutOfBounds, 9},
		{"below", s, s.Pointer(heap.ID, ^uint64(0)), 1, 1, false, FaultOutOfBounds, -1},
		{"huge", s, s.Pointer(heap.ID, 8), ^uint64(0) - 4, 1, false, FaultOutOfBounds, 8},
		{"misaligned", s, s.Pointer(heap.ID, 4), 8, 8, false, FaultMisaligned, 4},
		{"bounds before alignment", s, s.Pointer(heap.ID, 12), 8, 8, false, FaultOutOfBounds, 12},
		{"null", s, Pointer{}, 1, 1, false, FaultNull, 0},
		{"null wildcard", s, wild(0), 1, 1, false, FaultNull, 0},
		{"null of an allocation", s, Pointer{Alloc: heap.ID, Kind: ProvAlloc}, 1, 1, false, FaultNull, -int64(heap.Base)},
		{"no provenance", s, Pointer{Addr: heap.Base}, 1, 1, false, FaultDangling, 0},
		{"constant read", s, s.Pointer(constant.ID, 8), 8, 8, false, 0, 8},
		{"constant write", s, s.Pointer(constant.ID, 8), 8, 8, true, FaultReadOnly, 8},
		{"function", s, s.Pointer(code.ID, 0), 1, 1, false, FaultNotData, 0},
		{"freed", s, s.Pointer(ended[Freed], 2), 1, 1, false, FaultUseAfterFree, 2},
		{"freed and outside", s, s.Pointer(ended[Freed], 99), 1, 1, false, FaultUseAfterFree, 99},
		{"dead slot", s, s.Pointer(ended[DeadSlot], 0), 1, 1, false, FaultDeadStackSlot, 0},
		{"returned slot", s, s.Pointer(ended[Returned], 0), 1, 1, false, FaultDeadStackSlot, 0},
		{"wildcard", s, wild(shown.Base + 4), 4, 4, true, 0, 4},
		{"wildcard across the end", s, wild(shown.Base + 4), 8, 4, true, FaultWildcard, 0},
		{"wildcard to hidden", s, wild(hidden.Base), 1, 1, false, FaultWildcard, 0},
		{"wildcard to ended", s, wild(goneAddr), 1, 1, false, FaultWildcard, 0},
		{"strict", strict, wild(shown.Base), 1, 1, false, FaultStrictProvenance, 0},
	} {
		a, off, f := c.s.Check(c.p, c.size, c.align, c.write)
		switch {
		case c.want == 0:
			if f != nil || a == nil || int64(off) != c.off || a.State != Live {
				t.Errorf("%s: fault %v, offset %d, want offset %d", c.name, f, off, c.off)
			}
		case f == nil:
			t.Errorf("%s: no fault, want %v", c.name, c.want)
		case f.Code != c.want || f.Offset != c.off || f.Size != c.size || f.Align != c.align || f.Write != c.write || f.Pointer != c.p:
			t.Errorf("%s: %+v (%v), want %v at %d", c.name, f, f, c.want, c.off)
		case c.want == FaultUseAfterFree && (f.Alloc.Birth != 11 || f.Alloc.Death != 12 || f.Alloc.Name != "buf"):
			t.Errorf("%s: history %+v", c.name, f.Alloc)
		case c.want == FaultMisaligned && (a != heap || off != 4):
			t.Errorf("%s: the access cannot continue", c.name)
		}
	}
}

func TestCheckFree(t *testing.T) {
	s := New(Config{})
	heap, global := newAlloc(t, s, Heap, 0, 8), newAlloc(t, s, Global, 8, 8)
	freed := newAlloc(t, s, Heap, 8, 8).ID
	s.Free(freed, 0, Freed)
	for _, c := range []struct {
		name string
		p    Pointer
		want FaultCode
	}{
		{"start", s.Pointer(heap.ID, 0), 0},
		{"inside", s.Pointer(heap.ID, 1), FaultInvalidFree},
		{"global", s.Pointer(global.ID, 0), FaultInvalidFree},
		{"twice", s.Pointer(freed, 0), FaultDoubleFree},
		{"null", Pointer{}, FaultNull},
		{"no provenance", Pointer{Addr: heap.Base}, FaultDangling},
		{"wildcard", Pointer{Addr: heap.Base, Kind: ProvWildcard}, FaultWildcard},
	} {
		a, f := s.CheckFree(c.p)
		if c.want == 0 && (f != nil || a != heap) || c.want != 0 && (f == nil || f.Code != c.want) {
			t.Errorf("%s: %v, want %v", c.name, f, c.want)
		}
	}
	s.Expose(heap.ID)
	if a, f := s.CheckFree(Pointer{Addr: heap.Base, Kind: ProvWildcard}); a != heap {
		t.Errorf("exposed wildcard: %v", f)
	}
}

func TestRecycleReusesIDs(t *testing.T) {
	s := New(Config{})
	first := newAlloc(t, s, Stack, 8, 8)
	id, base := first.ID, first.Base
	first.StoreN(0, 8, 5)
	first.ReadOnly, first.Ext = true, 1
	used := s.Used()
	for range 1000 {
		s.Recycle(id)
		a := newAlloc(t, s, Stack, 8, 8)
		if _, ok := a.LoadN(0, 8); a.ID != id || a.Base == base || ok || a.ReadOnly || a.Ext != nil {
			t.Fatalf("recycled: %+v", a)
		}
		base = a.Base
	}
	if s.Used() != used {
		t.Errorf("used grew from %d to %d", used, s.Used())
	}
	mustPanic(t, "BUG", func() { s.Expose(id); s.Recycle(id) })
	s.Free(id, 0, DeadSlot)
	mustPanic(t, "BUG", func() { s.Free(id, 0, DeadSlot) })
	mustPanic(t, "BUG", func() { s.ReadBytes(s.Record(id), 0, make([]Byte, 1)) })
	mustPanic(t, "BUG", func() { _, _ = s.Alloc(Heap, 1, 3, "", 0) })
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, want) {
			t.Errorf("panic %q, want %s", r, want)
		}
	}()
	f()
}

func TestLimit(t *testing.T) {
	limited := func(err error) bool {
		var e *LimitError
		return errors.As(err, &e) && e.Error() != ""
	}
	s := New(Config{Limit: 1 << 20})
	for _, size := range []uint64{1 << 20, 1 << 40, 1<<47 - 1, 1 << 63, ^uint64(0)} {
		if _, err := s.Alloc(Heap, size, 1, "", 0); !limited(err) {
			t.Errorf("allocation of %d bytes: %v", size, err)
		}
	}
	if s.Used() != 0 {
		t.Errorf("%d bytes used by failed allocations", s.Used())
	}
	n := 0
	for {
		if _, err := s.Alloc(Heap, 100, 1, "", 0); err != nil {
			if !limited(err) {
				t.Error(err)
			}
			break
		}
		n++
	}
	if n < 1000 || n > 1<<20/100 {
		t.Errorf("%d allocations of 100 bytes in 1 MiB", n)
	}
	huge := New(Config{Limit: ^uint64(0)})
	if _, err := huge.Alloc(Heap, 1<<47, 1, "", 0); !limited(err) || !strings.Contains(err.Error(), "address space") {
		t.Errorf("allocation of the address space: %v", err)
	}
	if _, err := huge.Alloc(Heap, 0, 1<<63, "", 0); !limited(err) {
		t.Errorf("alignment of 2^63: %v", err)
	}
}

// TestLimitOfBookkeeping fills memory that just fits with what needs bookkeeping.
func TestLimitOfBookkeeping(t *testing.T) {
	const size = 64 * pageSize
	p := Pointer{Addr: 0x1234, Alloc: 1, Kind: ProvAlloc}
	for _, b := range []Byte{PoisonByte(0), PoisonByte(5), FragmentByte(p, 3)} {
		s := New(Config{Limit: size + 16*pageSize})
		a := newAlloc(t, s, Heap, size, 1)
		var e *LimitError
		if err := s.Fill(a, 0, size, b); !errors.As(err, &e) {
			t.Errorf("filling with %v: %v, %d used", b, err, s.Used())
		}
		if s.Used() > s.Limit()+pageSize {
			t.Errorf("%d used of %d", s.Used(), s.Limit())
		}
		if err := invariants(s); err != nil {
			t.Error(err)
		}
	}
	// Stores at a page border need two shadows, and there is room for one.
	s := New(Config{Limit: 2*pageSize + recordCost + 2*16 + pageSize + shadowCost + 100})
	a := newAlloc(t, s, Heap, 2*pageSize, 1)
	if a.StoreN(pageSize-4, 8, ^uint64(0)) {
		t.Error("store without room for its shadow")
	}
	if k, n := s.Span(a, 0, a.Size); k != Uninit || n != a.Size {
		t.Error("refused store left something behind")
	}
	if a.StorePtr(8, p) {
		t.Error("pointer store without room for its words")
	}
	s.EnableVersions()
	if s.SetVersion(a, 1, 1, 1) == nil {
		t.Error("version without room")
	}
	if err := invariants(s); err != nil {
		t.Error(err)
	}
}

func TestEndedAllocationsAreSmall(t *testing.T) {
	s := New(Config{})
	for range 1000 {
		a := newAlloc(t, s, Heap, 1000, 8)
		a.StorePtr(8, Pointer{Addr: 1})
		s.Free(a.ID, 1, Freed)
	}
	if s.Used() > 64*1000 {
		t.Errorf("1000 ended allocations use %d bytes", s.Used())
	}
	if err := invariants(s); err != nil {
		t.Error(err)
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestFootprint is the promise of 1.5 bytes for a byte, at a sixteenth of a gibibyte.
func TestFootprint(t *testing.T) {
	const size = 64 << 20
	s := New(Config{})
	before := heapInUse()
	a := newAlloc(t, s, Heap, size, 8)
	if used := heapInUse() - before; used > size/64 {
		t.Errorf("untouched allocation takes %d bytes", used)
	}
	for off := uint64(0); off < size; off += 8 {
		if !storePrefix(a, off, 8, off) && !a.StoreN(off, 8, off) {
			t.Fatal("refused")
		}
	}
	if used := heapInUse() - before; used > size*3/2 {
		t.Errorf("%d bytes written take %d bytes", size, used)
	}
	if s.Used() > size*3/2 {
		t.Errorf("%d bytes written count as %d", size, s.Used())
	}
	if v, ok := loadPrefix(a, size-8, 8); !ok || v != size-8 {
		t.Error("the fast path does not reach the end")
	}
	s.Free(a.ID, 0, Freed)
	if after := heapInUse(); after > before+1<<20 {
		t.Errorf("%d bytes stay after free", after-before)
	}
}

func TestNoGarbage(t *testing.T) {
	s := New(Config{})
	a := newAlloc(t, s, Heap, 64, 8)
	a.StoreN(0, 8, 1)
	p := s.Pointer(a.ID, 0)
	a.StorePtr(16, p)
	for name, f := range map[string]func(){
		"store and load": func() {
			a := s.Lookup(p.Alloc)
			if !a.StoreN(p.Addr-a.Base, 8, 3) {
				panic("refused")
			}
			if v, ok := a.LoadN(p.Addr-a.Base, 8); !ok || v != 3 {
				panic("refused")
			}
		},
		"pointer": func() {
			if q, ok := a.LoadPtr(16); !ok || !a.StorePtr(24, q) {
				panic("refused")
			}
		},
		"check": func() {
			if _, _, f := s.Check(p, 8, 8, true); f != nil {
				panic(f)
			}
		},
		"slot":         func() { slot(s) },
		"partial slot": func() { slot16(s) },
		"pointer slot": func() {
			id, _ := s.Alloc(Stack, 24, 8, "x", 1)
			if !s.Lookup(id).StorePtr(8, p) {
				panic("refused")
			}
			s.Recycle(id)
		},
	} {
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
