package memory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// invariants recomputes from scratch what the space keeps incrementally.
func invariants(s *Space) error {
	used := s.reserved / reservedShare * nearCost
	for id := range s.made {
		a := s.Lookup(id)
		if a == &tombstone {
			if s.deadRecord(id) != nil {
				used += deadCost
			}
			continue
		}
		if a.State != Live {
			if !slices.Contains(s.recycled, a.ID) || a.data != nil || a.bits != nil || a.first.sh != nil {
				return fmt.Errorf("alloc%d is neither live nor vacant", a.ID)
			}
			continue
		}
		n, err := a.invariants()
		if err != nil {
			return fmt.Errorf("alloc%d of %d bytes: %w", a.ID, a.Size, err)
		}
		used += n
	}
	if used != s.used {
		return fmt.Errorf("used is %d, should be %d", s.used, used)
	}
	return nil
}

func (a *Alloc) invariants() (used uint64, err error) {
	used = a.Size + recordCost
	if a.Size > pageSize {
		used += pagesCost(a.Size)
	}
	if a.Exposed {
		used += exposedCost
	}
	sides := 0
	for i := range a.pages() {
		p := a.page(i)
		if p.sh == nil {
			continue
		}
		if i < a.clean {
			return 0, fmt.Errorf("mixed page %d in the clean prefix of %d", i, a.clean)
		}
		used += p.sh.cost()
		nonBits, side := 0, 0
		n := a.pageLen(i)
		for o, k := range p.sh.kinds[:n] {
			if k != codeBits {
				nonBits++
			}
			if k == codeSide {
				side++
				if _, ok := a.side[i<<pageShift+uint64(o)]; !ok {
					return 0, fmt.Errorf("no side entry for offset %d of page %d", o, i)
				}
			}
			if k == codeFrag {
				w := uint64(o) &^ 7
				for _, k := range p.sh.kinds[w : w+8] {
					if k != codeFrag {
						return 0, fmt.Errorf("broken word at %d of page %d: %v", w, i, p.sh.kinds[w:w+8])
					}
				}
			}
		}
		if nonBits != int(p.sh.nonBits) || side != int(p.sh.sides) || nonBits == 0 {
			return 0, fmt.Errorf("page %d has %d non-bits and %d side bytes, counted %d and %d", i, nonBits, side, p.sh.nonBits, p.sh.sides)
		}
		sides += side
	}
	for i := range a.vers {
		used += versionPageCost + 4*uint64(len(a.vers[i].each))
	}
	for i := range a.clean {
		if !a.page(i).bits {
			return 0, fmt.Errorf("page %d in the clean prefix is not bits", i)
		}
	}
	if uint64(len(a.bits)) != min(a.clean<<pageShift, a.Size) || sides != len(a.side) {
		return 0, fmt.Errorf("prefix of %d pages and %d bytes; %d side bytes, %d entries", a.clean, len(a.bits), sides, len(a.side))
	}
	return used + uint64(sides)*sideCost, nil
}

// model is the naive memory: a slice of bytes for each allocation, no sharing, no codes.
type model struct {
	t     *testing.T
	r     *rand.Rand
	s     *Space
	ids   []AllocID
	bytes map[AllocID][]Byte
	vers  map[AllocID][]uint32
	log   []string
}

var modelSizes = []uint64{0, 1, 2, 7, 8, 9, 16, 23, 24, 64, 100, 4095, 4096, 4097, 4104, 8192, 12300}

func (m *model) fail(format string, args ...any) {
	m.t.Helper()
	for _, l := range m.log[max(0, len(m.log)-12):] {
		m.t.Log(l)
	}
	m.t.Fatalf(format, args...)
}

func (m *model) note(format string, args ...any) { m.log = append(m.log, fmt.Sprintf(format, args...)) }

func (m *model) pick() (AllocID, *Alloc) {
	id := m.ids[m.r.IntN(len(m.ids))]
	return id, m.s.Record(id)
}

// span picks a range in size bytes, often small, often near a page border or aligned.
func (m *model) span(size uint64) (off, n uint64) {
	off = m.r.Uint64N(size + 1)
	if m.r.IntN(3) == 0 && size > pageSize {
		off = min(size, pageSize*(1+m.r.Uint64N(size/pageSize))-m.r.Uint64N(20))
	}
	if m.r.IntN(2) == 0 {
		off &^= 7
	}
	if n = m.r.Uint64N(40); m.r.IntN(6) == 0 {
		n = m.r.Uint64N(size + 1)
	}
	if m.r.IntN(12) == 0 {
		return 0, size
	}
	return off, min(n, size-off)
}

func (m *model) pointer() Pointer {
	p := Pointer{Addr: m.r.Uint64(), Kind: ProvKind(m.r.IntN(3)), AS: uint32(m.r.IntN(2))}
	if p.Kind == ProvAlloc {
		p.Alloc = AllocID(m.r.IntN(9))
	}
	if m.r.IntN(9) == 0 {
		p.AS = 1 << 31
	}
	return p
}

// content makes n bytes in runs of all states.
func (m *model) content(n uint64) []Byte {
	b := make([]Byte, 0, n+16)
	for uint64(len(b)) < n {
		run := 1 + m.r.IntN(12)
		switch m.r.IntN(6) {
		case 0:
			p := m.pointer()
			for i := range 8 {
				b = append(b, FragmentByte(p, uint8(i)))
			}
		case 1:
			b = append(b, FragmentByte(m.pointer(), uint8(m.r.IntN(8))))
		case 2:
			b = append(b, slices.Repeat([]Byte{UninitByte()}, run)...)
		case 3:
			b = append(b, slices.Repeat([]Byte{PoisonByte(uint32(m.r.IntN(3)))}, run)...)
		default:
			for range run {
				b = append(b, BitsByte(uint8(m.r.Uint32())))
			}
		}
	}
	return b[:n]
}

func bitsOf(v, n uint64) []Byte {
	b := make([]Byte, n)
	for i := range b {
		b[i] = BitsByte(byte(v >> (8 * i)))
	}
	return b
}

func (m *model) step() {
	if len(m.ids) == 0 || len(m.ids) < 8 && m.r.IntN(20) == 0 {
		m.alloc()
		return
	}
	id, a := m.pick()
	mem := m.bytes[id]
	off, n := m.span(a.Size)
	switch op := m.r.IntN(20); op {
	case 0:
		m.end(id)
	case 1, 2, 3:
		m.store(id, a, off)
	case 4, 5, 6:
		m.load(id, a, off)
	case 7, 8:
		m.storePtr(id, a, off)
	case 9, 10, 11:
		src := m.content(n)
		m.note("write %d bytes at %d of alloc%d: %v", n, off, id, src[:min(n, 20)])
		m.must(m.s.WriteBytes(a, off, src))
		copy(mem[off:], src)
	case 12, 13, 14, 15:
		from, b := m.pick()
		if m.r.IntN(2) == 0 {
			from, b = id, a
		}
		soff, k := m.span(b.Size)
		if m.r.IntN(2) == 0 {
			soff = min(b.Size, soff&^7+off&7)
		}
		k = min(max(k, n), a.Size-off, b.Size-soff)
		m.note("copy %d bytes from %d of alloc%d to %d of alloc%d", k, soff, from, off, id)
		m.must(m.s.Copy(a, off, b, soff, k))
		copy(mem[off:off+k], m.bytes[from][soff:soff+k])
	case 16:
		v := m.content(1)[0]
		m.note("fill %d bytes at %d of alloc%d with %v", n, off, id, v)
		m.must(m.s.Fill(a, off, n, v))
		for i := range n {
			mem[off+i] = v
		}
	case 17:
		m.window(id, a, off, n)
	case 18:
		ver := uint32(m.r.IntN(100))
		m.must(m.s.SetVersion(a, off, n, ver))
		for i := range n {
			m.vers[id][off+i] = ver
		}
	case 19:
		m.spans(id, a, off, n)
	}
	m.check(id, off, n)
}

func (m *model) must(err error) {
	if err != nil {
		m.fail("%v", err)
	}
}

func (m *model) alloc() {
	size := modelSizes[m.r.IntN(len(modelSizes))]
	id, err := m.s.Alloc(Heap, size, 1<<m.r.IntN(5), "m", 0)
	m.must(err)
	m.note("alloc%d of %d bytes", id, size)
	if slices.Contains(m.ids, id) {
		m.fail("alloc%d exists", id)
	}
	m.ids = append(m.ids, id)
	m.bytes[id] = slices.Repeat([]Byte{UninitByte()}, int(size))
	m.vers[id] = make([]uint32, size)
	m.check(id, 0, size)
}

func (m *model) end(id AllocID) {
	m.ids = slices.DeleteFunc(m.ids, func(x AllocID) bool { return x == id })
	if m.r.IntN(2) == 0 {
		m.note("recycle alloc%d", id)
		m.s.Recycle(id)
		return
	}
	m.note("free alloc%d", id)
	want := *m.s.Record(id)
	m.s.Free(id, 5, DeadSlot)
	got := m.s.Record(id)
	if got.State != DeadSlot || got.Base != want.Base || got.Size != want.Size || got.Align != want.Align || got.Death != 5 || got.Name != want.Name {
		m.fail("record of ended alloc%d: %+v, was %+v", id, got, want)
	}
	if _, ok := m.s.Lookup(id).LoadN(0, 1); ok || m.s.Lookup(id).StoreN(0, 1, 1) || got.StoreN(0, 1, 1) {
		m.fail("access to ended alloc%d", id)
	}
}

// store tries a store at off, inside or not.
func (m *model) store(id AllocID, a *Alloc, off uint64) {
	n, v := 1+m.r.Uint64N(8), m.r.Uint64()
	inside := off+n <= a.Size
	m.note("store %d bytes at %d of alloc%d", n, off, id)
	fast := storePrefix(a, off, n, v)
	if fast && !inside {
		m.fail("store outside")
	}
	if !fast && a.StoreN(off, n, v) != inside {
		m.fail("store of %d bytes: want %v", n, inside)
	}
	if inside {
		copy(m.bytes[id][off:], bitsOf(v, n))
	}
}

func (m *model) load(id AllocID, a *Alloc, off uint64) {
	n := 1 + m.r.Uint64N(8)
	m.note("load %d bytes at %d of alloc%d", n, off, id)
	want, ok := uint64(0), off+n <= a.Size
	for i := uint64(0); ok && i < n; i++ {
		b := m.bytes[id][off+i]
		ok = b.Kind == Bits
		want |= uint64(b.Value) << (8 * i)
	}
	got, gotOK := a.LoadN(off, n)
	if gotOK != ok || ok && got != want {
		m.fail("LoadN(%d, %d) = %#x, %v, want %#x, %v", off, n, got, gotOK, want, ok)
	}
	if got, fastOK := loadPrefix(a, off, n); fastOK && (!ok || got != want) {
		m.fail("the prefix has %#x in %d bytes at %d, want %#x, %v", got, n, off, want, ok)
	}
	if off+8 > a.Size {
		if _, ok := a.LoadPtr(off); ok {
			m.fail("LoadPtr outside")
		}
		return
	}
	p, ok := a.LoadPtr(off)
	w := m.bytes[id][off : off+8]
	whole := runLen(w) == 8 && w[0].Kind == Fragment
	bits := slices.IndexFunc(w, func(b Byte) bool { return b.Kind != Bits }) < 0
	switch {
	case ok && whole && p == w[0].Frag:
	case ok && bits && slices.Equal(bitsOf(p.Addr, 8), w) && p == (Pointer{Addr: p.Addr}):
	case !ok && !bits && !(whole && off&7 == 0 && packable(w[0].Frag)):
	default:
		m.fail("LoadPtr(%d) = %+v, %v with bytes %v", off, p, ok, w)
	}
}

func (m *model) storePtr(id AllocID, a *Alloc, off uint64) {
	p := m.pointer()
	m.note("store pointer at %d of alloc%d", off, id)
	want := off&7 == 0 && off+8 <= a.Size && packable(p)
	if a.StorePtr(off, p) != want {
		m.fail("StorePtr(%d, %+v): want %v", off, p, want)
	}
	if want {
		for i := range uint64(8) {
			m.bytes[id][off+i] = FragmentByte(p, uint8(i))
		}
	}
}

func (m *model) window(id AllocID, a *Alloc, off, n uint64) {
	m.note("window of %d bytes at %d of alloc%d", n, off, id)
	w, ok := a.Window(off, n)
	mem := m.bytes[id][off : off+n]
	if ok == slices.ContainsFunc(mem, func(b Byte) bool { return b.Kind != Bits }) {
		m.fail("Window = %v", ok)
	}
	for i := range w {
		w[i]++
		mem[i].Value++
	}
}

func (m *model) spans(id AllocID, a *Alloc, off, n uint64) {
	mem := m.bytes[id][off : off+n]
	i := slices.IndexFunc(mem, func(b Byte) bool { return b.Kind != Bits })
	first, kind, found := m.s.HasNonBits(a, off, n)
	if found != (i >= 0) || found && (first != off+uint64(i) || kind != mem[i].Kind) {
		m.fail("HasNonBits(%d, %d) = %d, %v, %v, want +%d", off, n, first, kind, found, i)
	}
	if n == 0 {
		return
	}
	want := slices.IndexFunc(mem, func(b Byte) bool { return b.Kind != mem[0].Kind })
	if want < 0 {
		want = int(n)
	}
	if kind, run := m.s.Span(a, off, n); kind != mem[0].Kind || run != uint64(want) {
		m.fail("Span(%d, %d) = %v, %d, want %v, %d", off, n, kind, run, mem[0].Kind, want)
	}
	newest := slices.Max(m.vers[id][off : off+n])
	if got := m.s.MaxVersion(a, off, n); got != newest {
		m.fail("MaxVersion(%d, %d) = %d, want %d", off, n, got, newest)
	}
	if got := m.s.VersionAt(a, off); got != m.vers[id][off] {
		m.fail("VersionAt(%d) = %d, want %d", off, got, m.vers[id][off])
	}
}

// check compares the neighbourhood of what was touched, and at times everything.
func (m *model) check(id AllocID, off, n uint64) {
	if m.r.IntN(10) != 0 {
		if a := m.s.Record(id); a.State == Live {
			lo, hi := off-min(off, 16), min(off+n+16, a.Size)
			got := make([]Byte, hi-lo)
			m.s.ReadBytes(a, lo, got)
			m.equal(id, lo, got, m.bytes[id][lo:hi])
		}
		return
	}
	if err := invariants(m.s); err != nil {
		m.fail("%v", err)
	}
	s := m.s
	if m.r.IntN(4) == 0 {
		// The clone continues, so that it is seen to be independent of what it came from.
		m.s = s.Clone()
		if err := invariants(m.s); err != nil {
			m.fail("clone: %v", err)
		}
		s.Each(func(a *Alloc) bool {
			m.must(s.Fill(a, 0, a.Size, PoisonByte(9)))
			return true
		})
	}
	for _, id := range m.ids {
		m.equal(id, 0, m.s.Snapshot(id), m.bytes[id])
	}
}

func (m *model) equal(id AllocID, base uint64, got, want []Byte) {
	m.t.Helper()
	if len(got) != len(want) {
		m.fail("alloc%d has %d bytes, want %d", id, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			m.fail("alloc%d byte %d is %+v, want %+v", id, base+uint64(i), got[i], want[i])
		}
	}
}

// TestModel runs random operations on the memory and on slices of bytes.
func TestModel(t *testing.T) {
	seed := testseed.Seed(t)
	for run := range uint64(testseed.Rounds(40, 8)) {
		m := &model{
			t: t, r: rand.New(rand.NewPCG(seed, run)), s: New(Config{Seed: run}),
			bytes: map[AllocID][]Byte{}, vers: map[AllocID][]uint32{},
		}
		m.s.EnableVersions()
		for range 1500 {
			m.step()
		}
	}
}

// storePrefix is a store as the dispatch loop of package interp makes it first: to bytes that are known to be Bits.
func storePrefix(a *Alloc, off, n, v uint64) bool {
	b := a.Prefix()
	if off >= uint64(len(b)) || uint64(len(b))-off < n || a.ReadOnly {
		return false
	}
	storeLE(b[off:off+n], v)
	return true
}

// loadPrefix is such a load.
func loadPrefix(a *Alloc, off, n uint64) (uint64, bool) {
	b := a.Prefix()
	if off >= uint64(len(b)) || uint64(len(b))-off < n {
		return 0, false
	}
	return loadLE(b[off : off+n]), true
}
