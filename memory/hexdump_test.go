package memory

import (
	"strings"
	"testing"
)

func lines(s ...string) string { return strings.Join(s, "\n") + "\n" }

// Rows of equal bytes.
const (
	ee = " ee ee ee ee ee ee ee ee  ee ee ee ee ee ee ee ee"
	__ = " __ __ __ __ __ __ __ __  __ __ __ __ __ __ __ __"
	zz = " 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00"
)

type dumpCase struct {
	name   string
	a      *Alloc
	around uint64
	mark   [2]uint64
	want   string
}

func fillFor(t *testing.T, s *Space, a *Alloc, off, n uint64, b Byte) {
	t.Helper()
	if err := s.Fill(a, off, n, b); err != nil {
		t.Fatal(err)
	}
}

func TestHexdump(t *testing.T) {
	s := New(Config{Limit: 1 << 62})
	small := newAlloc(t, s, Heap, 20, 8)
	small.StoreN(0, 4, 0x04030201)
	fillFor(t, s, small, 4, 2, PoisonByte(1))
	fillFor(t, s, small, 18, 1, FragmentByte(Pointer{Addr: 9}, 5))
	fillFor(t, s, small, 19, 1, FragmentByte(s.Pointer(small.ID, ^uint64(0)), 0))
	small.StorePtr(8, s.Pointer(small.ID, 4))

	large := newAlloc(t, s, Global, 1024, 8)
	fillFor(t, s, large, 0, 512, BitsByte(0xee))
	lone := newAlloc(t, s, Heap, 16*12, 8)
	fillFor(t, s, lone, 0, 16*12, BitsByte(0))
	empty := newAlloc(t, s, Heap, 0, 1)
	code := newAlloc(t, s, Function, 1, 1)
	gone := newAlloc(t, s, Heap, 4, 4).ID
	s.Free(gone, 0, Freed)
	huge := newAlloc(t, s, Heap, 1<<32, 1)

	for _, c := range []dumpCase{
		{"states", small, 0, [2]uint64{6, 10}, lines(
			"  0000: 01 02 03 04 ?? ?? __ __  <0 <1 <2 <3 <4 <5 <6 <7",
			"                          ^^^^^^^^^^^^",
			"  0010: __ __ <5 <0",
			"  (__ uninitialised, ?? poison, <n byte n of a pointer)",
			"  fragments:",
			"    [8..16) pointer to alloc1 “buf” + 4",
			"    [18..19) byte 5 of the pointer 0x9, no provenance",
			"    [19..20) byte 0 of the pointer to alloc1 “buf” - 1",
			"  accessed: [6..10) of 20 bytes",
		)},
		{"past the end", lone, 188, [2]uint64{188, 196}, lines(
			"  0000:"+zz,
			"        … 10 more rows like this",
			"  00b0:"+zz,
			"                                             ^^^^^^^^^^^",
			"  00c0:",
			"        ^^^^^^^^^^^",
			"  accessed: [188..196) of 192 bytes, ends 4 past the end",
		)},
		{"around", large, 512, [2]uint64{511, 513}, lines(
			"  … 448 bytes before",
			"  01c0:"+ee,
			"        … 2 more rows like this",
			"  01f0:"+ee,
			"                                                      ^^",
			"  0200:"+__,
			"        ^^",
			"  0210:"+__,
			"        … 6 more rows like this",
			"  … 384 bytes after",
			"  (__ uninitialised)",
			"  accessed: [511..513) of 1024 bytes",
		)},
		{"far away", lone, 5000, [2]uint64{5000, 5001}, lines(
			"  0000:"+zz,
			"        … 11 more rows like this",
			"  accessed: [5000..5001) of 192 bytes, starts 4808 past the end",
		)},
		{"below", lone, ^uint64(3), [2]uint64{^uint64(3), 4}, lines(
			"  0000:"+zz,
			"        … 11 more rows like this",
			"  accessed: [-4..4) of 192 bytes, starts 4 before the first",
		)},
		{"empty", empty, 0, [2]uint64{0, 1}, lines("  (no bytes)", "  accessed: [0..1) of 0 bytes, ends 1 past the end")},
		{"code", code, 0, [2]uint64{}, lines("  (code, no bytes)")},
		{"gone", s.Record(gone), 0, [2]uint64{0, 4}, lines("  (its bytes are gone)", "  accessed: [0..4) of 4 bytes")},
		{"huge", huge, 1 << 31, [2]uint64{}, lines(
			"  … 2147483584 bytes before",
			"  7fffffc0:"+__,
			"            … 11 more rows like this",
			"  … 2147483520 bytes after",
			"  (__ uninitialised)",
		)},
	} {
		if got := s.Hexdump(c.a, c.around, c.mark); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestLegend: what a text has of the notation of bytes is explained, and nothing that only looks like it.
func TestLegend(t *testing.T) {
	for text, want := range map[string]string{
		"2a 00": "", "[2a __]": "(__ uninitialised)", "alloc1[0..2): ?? 00 → 01 00": "(?? poison)", "__tuffy_swap:known(0?1) a <= b": "",
		"00\n<7": "(<n byte n of a pointer)", "[<0 of alloc1+0 (0x10)> ?? __]": "(__ uninitialised, ?? poison, <n byte n of a pointer)",
	} {
		var l Legend
		if l.Add(text); l.String() != want {
			t.Errorf("%q: %q, want %q", text, l.String(), want)
		}
	}
}
