package naive_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/memory/naive"
)

// both is a Space and a Memory that are told the same.
type both struct {
	s     *memory.Space
	m     *naive.Memory
	ids   []memory.AllocID
	freed int
	last  memory.Pointer
	r     *rand.Rand
}

func newBoth(seed uint64, strict bool) *both {
	s := memory.New(memory.Config{Seed: seed, StrictProvenance: strict})
	m := naive.New(strict, func(id memory.AllocID, off uint64, dst []memory.Byte) { s.ReadBytes(s.Record(id), off, dst) })
	return &both{s: s, m: m, r: rand.New(rand.NewPCG(seed, 1))}
}

func (b *both) alloc(t *testing.T) {
	kind := []memory.AllocKind{memory.Stack, memory.Heap, memory.Heap}[b.r.IntN(3)]
	if len(b.ids) == 1 {
		kind = memory.Function
	}
	size := []uint64{0, 1, 7, 8, 24, 64, 65, 4096, 4097, 9000, 1<<16 + 3}[b.r.IntN(11)]
	id, err := b.s.Alloc(kind, size, 1<<b.r.IntN(5), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	a := b.s.Record(id)
	if b.r.IntN(8) == 0 { // constant, as before a run
		a.ReadOnly = true
		b.m.Import(a)
	} else {
		b.m.Alloc(id, a.Base, size, kind)
	}
	b.ids = append(b.ids, id)
}

// near is a number at, or a few beside, an edge of an allocation or of a page of either memory.
func (b *both) near(size uint64) uint64 {
	edges := []uint64{0, 0, size / 2, size, 64, 4096, 8}
	at := edges[b.r.IntN(len(edges))] + uint64(b.r.IntN(19)) - 9
	if b.r.IntN(2) == 0 {
		at &^= 7 // where a Space keeps whole pointers as words
	}
	return at
}

// Every third one is beside the one before, so that copies overlap.
func (b *both) pointer() memory.Pointer {
	if b.r.IntN(3) == 0 {
		p := b.last
		p.Addr += uint64(b.r.IntN(5)-2)*8 + uint64(b.r.IntN(4)/3*b.r.IntN(9))
		return p
	}
	a := b.s.Record(b.ids[b.r.IntN(len(b.ids))])
	for range 5 { // mostly one that lives
		if a.State != memory.Live {
			a = b.s.Record(b.ids[b.r.IntN(len(b.ids))])
		}
	}
	p := memory.Pointer{Addr: a.Base + b.near(a.Size)}
	switch b.r.IntN(8) {
	case 0:
		p.Kind = memory.ProvNone
	case 1, 2:
		p.Kind = memory.ProvWildcard
	default:
		p.Kind, p.Alloc = memory.ProvAlloc, a.ID
	}
	if b.r.IntN(30) == 0 {
		p.Addr = 0
	}
	b.last = p
	return p
}

func (b *both) byte() memory.Byte {
	switch b.r.IntN(8) {
	case 0:
		return memory.UninitByte()
	case 1:
		return memory.PoisonByte(uint32(b.r.IntN(3)))
	case 2:
		return memory.FragmentByte(b.pointer(), uint8(b.r.IntN(8)))
	}
	return memory.BitsByte(uint8(b.r.Uint32()))
}

// bytes are all bits, or whole pointers and bits, or anything: a Space keeps each in another way.
func (b *both) bytes(n uint64) []memory.Byte {
	out := make([]memory.Byte, n)
	kind := b.r.IntN(3)
	for i := range out {
		if kind < 2 {
			out[i] = memory.BitsByte(uint8(b.r.Uint32()))
		} else {
			out[i] = b.byte()
		}
	}
	for at := 0; kind > 0 && at+8 <= len(out); at += 8 {
		p := b.pointer()
		for i := range uint8(8) {
			if p.Addr&1 == 0 {
				out[at+int(i)] = memory.FragmentByte(p, i)
			}
		}
	}
	return out
}

// reach asks both whether n bytes may be accessed at a random place.
func (b *both) reach(t *testing.T, n uint64, write bool) (*memory.Alloc, uint64, bool) {
	p, align := b.pointer(), uint64(1)<<b.r.IntN(4)
	a, off, flt := b.s.Check(p, n, align, write)
	id, moff, code := b.m.Check(p, n, align, write)
	want := memory.FaultCode(0)
	if flt != nil {
		want = flt.Code
	}
	wantID := memory.NoAlloc
	if a != nil {
		wantID = a.ID
	}
	if code != want || id != wantID || moff != off {
		t.Fatalf("%d bytes at %+v, align %d, write %v: Space says %v, allocation %d, offset %d; naive %v, %d, %d", n, p, align, write, want, wantID, off, code, id, moff)
	}
	return a, off, flt == nil
}

func (b *both) step(t *testing.T) {
	n := []uint64{0, 1, 3, 8, 8, 16, 70, 4100}[b.r.IntN(8)]
	switch b.r.IntN(10) {
	case 0: // few at a time, so that they are written more than once
		if live := len(b.ids) - b.freed; live < 6 {
			b.alloc(t)
		}
	case 1:
		id := b.ids[b.r.IntN(len(b.ids))]
		if a := b.s.Record(id); a.State == memory.Live && a.Kind != memory.Function && b.r.IntN(4) == 0 {
			state := memory.Freed
			if a.Kind == memory.Stack {
				state = memory.DeadSlot
			}
			b.m.Free(id, state)
			b.s.Free(id, 0, state)
			b.freed++
		}
	case 2:
		id := b.ids[b.r.IntN(len(b.ids))]
		b.m.Expose(id)
		b.s.Expose(id)
	case 3:
		p := b.pointer()
		a, flt := b.s.CheckFree(p)
		id, code := b.m.CheckFree(p)
		if flt == nil && (code != 0 || id != a.ID) || flt != nil && code != flt.Code {
			t.Fatalf("free of %+v: Space says %v, naive %v", p, flt, code)
		}
	case 4, 5:
		if a, off, ok := b.reach(t, n, true); ok {
			if a.Size < 5000 && b.r.IntN(3) == 0 { // all of it
				off, n = 0, a.Size
			}
			src := b.bytes(n)
			b.m.Write(a.ID, off, src)
			if err := b.s.WriteBytes(a, off, src); err != nil {
				t.Fatal(err)
			}
		}
	case 6:
		if a, off, ok := b.reach(t, n, true); ok {
			x := b.byte()
			b.m.Fill(a.ID, off, n, x)
			if err := b.s.Fill(a, off, n, x); err != nil {
				t.Fatal(err)
			}
		}
	case 7, 8:
		if dst, doff, ok := b.reach(t, n, true); ok {
			if src, soff, ok := b.reach(t, n, false); ok {
				b.m.Copy(dst.ID, doff, src.ID, soff, n)
				if err := b.s.Copy(dst, doff, src, soff, n); err != nil {
					t.Fatal(err)
				}
			}
		}
	case 9:
		if a, off, ok := b.reach(t, n, false); ok {
			x, y := make([]memory.Byte, n), make([]memory.Byte, n)
			b.s.ReadBytes(a, off, x)
			b.m.Read(a.ID, off, y)
			if !slices.Equal(x, y) {
				t.Fatalf("%d bytes at offset %d of allocation %d: Space has %v, naive %v", n, off, a.ID, x, y)
			}
		}
	}
}

// TestSpaceAgrees has a Space and a naive memory do the same, at the edges of allocations and pages.
func TestSpaceAgrees(t *testing.T) {
	seed := testseed.Seed(t)
	for n := range uint64(40) {
		b := newBoth(seed+n, n%4 == 3)
		b.alloc(t)
		for range 1000 {
			b.step(t)
		}
		if d := b.m.Differs(b.s); d != "" {
			t.Fatalf("seed %d: %s", seed+n, d)
		}
	}
}

// TestDiffers changes one of the two behind the other's back.
func TestDiffers(t *testing.T) {
	for name, test := range map[string]struct {
		change func(b *both, a *memory.Alloc)
		want   string
	}{
		"a byte":                           {func(b *both, a *memory.Alloc) { b.s.WriteBytes(a, 3, []memory.Byte{memory.BitsByte(9)}) }, "byte 3 of allocation 1"},
		"a byte where nothing was written": {func(b *both, a *memory.Alloc) { b.s.WriteBytes(a, 200, []memory.Byte{memory.BitsByte(0)}) }, "bytes [192, 256) of allocation 1"},
		"a state":                          {func(b *both, a *memory.Alloc) { b.s.Fill(a, 3, 1, memory.PoisonByte(0)) }, "byte 3 of allocation 1"},
		"provenance": {func(b *both, a *memory.Alloc) {
			b.s.WriteBytes(a, 8, []memory.Byte{memory.FragmentByte(memory.Pointer{Addr: 5}, 0)})
		}, "byte 8 of allocation 1"},
		"a life":   {func(b *both, a *memory.Alloc) { b.s.Free(a.ID, 0, memory.Freed) }, "is freed"},
		"exposure": {func(b *both, a *memory.Alloc) { b.s.Expose(a.ID) }, "exposed true"},
	} {
		b := newBoth(1, false)
		id, err := b.s.Alloc(memory.Heap, 300, 8, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		a := b.s.Record(id)
		b.m.Alloc(id, a.Base, 300, memory.Heap)
		for _, fill := range []func(){
			func() { b.m.Fill(id, 0, 16, memory.BitsByte(1)) },
			func() {
				if err := b.s.Fill(a, 0, 16, memory.BitsByte(1)); err != nil {
					t.Fatal(err)
				}
			},
		} {
			fill()
		}
		if d := b.m.Differs(b.s); d != "" {
			t.Errorf("%s: they differ before: %s", name, d)
		}
		test.change(b, a)
		if d := b.m.Differs(b.s); !strings.Contains(d, test.want) {
			t.Errorf("%s: Differs says %q, want %q", name, d, test.want)
		}
	}
}

// TestImport takes over a memory that was written before, page by page as it is touched.
func TestImport(t *testing.T) {
	s := memory.New(memory.Config{})
	id, err := s.Alloc(memory.Global, 1000, 8, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	a := s.Record(id)
	if err := s.Fill(a, 0, 1000, memory.BitsByte(7)); err != nil {
		t.Fatal(err)
	}
	a.ReadOnly = true
	m := naive.New(false, func(id memory.AllocID, off uint64, dst []memory.Byte) { s.ReadBytes(s.Record(id), off, dst) })
	m.Import(a)
	if _, _, code := m.Check(s.Pointer(id, 4), 4, 1, true); code != memory.FaultReadOnly {
		t.Errorf("a write to a constant: %v", code)
	}
	got := make([]memory.Byte, 100)
	m.Read(id, 950-50, got)
	if want := fmt.Sprint(slices.Repeat([]memory.Byte{memory.BitsByte(7)}, 100)); fmt.Sprint(got) != want {
		t.Errorf("read %v", got)
	}
}
