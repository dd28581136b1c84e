// Package naive is memory a second time, for the reference evaluator: what a byte is, which allocation an access
// reaches, and whether it may. It shares types with package memory and no code, so that a mistake of one shows where
// the two engines are compared.
//
// It is written to be compared with docs/spec sentence by sentence. There are no fast paths, no shadow and no
// accounting: a state a byte, kept in small pages made when they are first written. A program takes up to
// three times the memory that it takes in a [memory.Space].
//
// Non-goals: it chooses no addresses and keeps no history, which are choices and reports, not meaning: the
// Space of the run does that for both engines.
package naive

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/memory"
)

// Memory is what the program can observe of its memory.
type Memory struct {
	strict  bool // wildcards access nothing
	before  func(id memory.AllocID, off uint64, dst []memory.Byte)
	objects []object // by AllocID; 0 is none
	// The exposed objects that touch [k*span, (k+1)*span], ended ones included.
	exposed map[uint64][]memory.AllocID
}

// object is an allocation: where it is, what it is for, whether it lives, and its bytes.
type object struct {
	base, size uint64
	kind       memory.AllocKind
	state      memory.State
	readOnly   bool
	exposed    bool
	// The run did not make it: a page that there is not yet holds what it held before the run.
	old   bool
	pages map[uint64]*page // by offset / unit
	unit  uint64           // bytes of a page
}

// page is the state of up to unit bytes.
type page struct {
	kind []memory.ByteKind
	bits []byte
	// Poison bytes with their causes, fragments and bytes of which some bits are unset, by index.
	other map[int]memory.Byte
}

const (
	smallUnit = 64
	largeUnit = 4096
	large     = 1 << 16 // bytes of an object from which its pages are large
	span      = 1 << 12
)

// New is an empty memory. Where an allocation of [Memory.Import] is not written yet, before tells its bytes.
func New(strict bool, before func(id memory.AllocID, off uint64, dst []memory.Byte)) *Memory {
	return &Memory{strict: strict, before: before, objects: make([]object, 1), exposed: map[uint64][]memory.AllocID{}}
}

// Import takes over an allocation that was there before the run, live or not.
func (m *Memory) Import(a *memory.Alloc) {
	m.Alloc(a.ID, a.Base, a.Size, a.Kind)
	o := &m.objects[a.ID]
	o.old, o.readOnly, o.state = true, a.ReadOnly, a.State
	if a.Exposed && a.State == memory.Live {
		m.Expose(a.ID)
	}
}

// Alloc makes a live object of uninit bytes.
func (m *Memory) Alloc(id memory.AllocID, base, size uint64, kind memory.AllocKind) {
	for memory.AllocID(len(m.objects)) <= id {
		m.objects = append(m.objects, object{state: memory.Freed})
	}
	unit := uint64(smallUnit)
	if size >= large {
		unit = largeUnit
	}
	m.objects[id] = object{base: base, size: size, kind: kind, state: memory.Live, unit: unit, pages: map[uint64]*page{}}
}

// Free ends an object; its bytes are gone.
func (m *Memory) Free(id memory.AllocID, state memory.State) {
	o := &m.objects[id]
	o.state, o.pages = state, nil
}

// SetReadOnly makes a live object constant, or no longer.
func (m *Memory) SetReadOnly(id memory.AllocID, yes bool) { m.objects[id].readOnly = yes }

// Expose makes an object one that wildcard pointers may come to mean.
func (m *Memory) Expose(id memory.AllocID) {
	o := &m.objects[id]
	if o.exposed || o.state != memory.Live {
		return
	}
	o.exposed = true
	for k := o.base / span; k <= (o.base+o.size)/span; k++ {
		m.exposed[k] = append(m.exposed[k], id)
	}
}

// Resolve is the live exposed object that contains [addr, addr+size); an empty range may be at its end.
func (m *Memory) Resolve(addr, size uint64) (memory.AllocID, bool) {
	for _, id := range m.exposed[addr/span] {
		o := &m.objects[id]
		if o.state == memory.Live && addr >= o.base && addr-o.base <= o.size && size <= o.size-(addr-o.base) {
			return id, true
		}
	}
	return memory.NoAlloc, false
}

// target is the object that p means, or why it means none.
func (m *Memory) target(p memory.Pointer, size uint64) (memory.AllocID, memory.FaultCode) {
	id := memory.NoAlloc
	if p.Kind == memory.ProvAlloc {
		id = p.Alloc
	}
	if p.Addr == 0 {
		return id, memory.FaultNull
	}
	switch p.Kind {
	case memory.ProvAlloc:
		return id, 0
	case memory.ProvNone:
		return memory.NoAlloc, memory.FaultDangling
	}
	if m.strict {
		return memory.NoAlloc, memory.FaultStrictProvenance
	}
	if id, ok := m.Resolve(p.Addr, size); ok {
		return id, 0
	}
	return memory.NoAlloc, memory.FaultWildcard
}

// Check decides whether size bytes at p may be accessed; 0 is yes. The object and the offset are those of
// the pointer, if it has one, whatever the answer. Of several faults the first counts: null, no provenance, wildcard,
// ended, function, bounds, read-only, alignment.
func (m *Memory) Check(p memory.Pointer, size, align uint64, write bool) (memory.AllocID, uint64, memory.FaultCode) {
	id, code := m.target(p, size)
	if id == memory.NoAlloc {
		return id, 0, code
	}
	o := &m.objects[id]
	off := p.Addr - o.base
	inside := p.Addr >= o.base && off <= o.size && size <= o.size-off
	switch {
	case code != 0:
	case o.state == memory.Freed:
		code = memory.FaultUseAfterFree
	case o.state != memory.Live:
		code = memory.FaultDeadStackSlot
	case o.kind.Opaque():
		code = memory.FaultNotData
	case !inside:
		code = memory.FaultOutOfBounds
	case write && o.readOnly:
		code = memory.FaultReadOnly
	case align > 1 && p.Addr%align != 0:
		code = memory.FaultMisaligned
	}
	return id, off, code
}

// CheckFree decides whether free may end the object of p; 0 is yes.
func (m *Memory) CheckFree(p memory.Pointer) (memory.AllocID, memory.FaultCode) {
	id, code := m.target(p, 0)
	if id == memory.NoAlloc || code != 0 {
		return id, code
	}
	o := &m.objects[id]
	switch {
	case o.kind != memory.Heap:
		code = memory.FaultInvalidFree
	case o.state != memory.Live:
		code = memory.FaultDoubleFree
	case p.Addr != o.base:
		code = memory.FaultInvalidFree
	}
	return id, code
}

// page is page k of an object, made if there is none yet.
func (m *Memory) page(id memory.AllocID, k uint64) *page {
	o := &m.objects[id]
	if p := o.pages[k]; p != nil {
		return p
	}
	n := min(o.unit, o.size-k*o.unit)
	p := &page{kind: make([]memory.ByteKind, n), bits: make([]byte, n)}
	if o.old {
		b := make([]memory.Byte, n)
		m.before(id, k*o.unit, b)
		for i := range b {
			p.set(i, b[i])
		}
	} else {
		for i := range p.kind {
			p.kind[i] = memory.Uninit
		}
	}
	o.pages[k] = p
	return p
}

func (p *page) set(i int, b memory.Byte) {
	delete(p.other, i)
	p.kind[i], p.bits[i] = b.Kind, b.Value
	if b.Kind == memory.Poison || b.Kind == memory.Fragment || b.Unset != 0 {
		if p.other == nil {
			p.other = map[int]memory.Byte{}
		}
		p.other[i] = b
	}
}

func (p *page) at(i int) memory.Byte {
	switch p.kind[i] {
	case memory.Bits:
		if b, ok := p.other[i]; ok {
			return b
		}
		return memory.BitsByte(p.bits[i])
	case memory.Uninit:
		return memory.UninitByte()
	}
	return p.other[i]
}

// each calls f for the pieces of [off, off+n) that lie in one page each.
func (m *Memory) each(id memory.AllocID, off, n uint64, f func(k uint64, lo, hi int)) {
	o := &m.objects[id]
	if o.state != memory.Live || off > o.size || n > o.size-off {
		panic(fmt.Sprintf("BUG: unchecked access to %d bytes at offset %d of object %d", n, off, id))
	}
	for end := off + n; off < end; {
		k := off / o.unit
		next := min((k+1)*o.unit, end)
		f(k, int(off-k*o.unit), int(next-k*o.unit))
		off = next
	}
}

// Read reads len(dst) bytes in all their states.
func (m *Memory) Read(id memory.AllocID, off uint64, dst []memory.Byte) {
	m.each(id, off, uint64(len(dst)), func(k uint64, lo, hi int) {
		p := m.page(id, k)
		for i := lo; i < hi; i++ {
			dst[0], dst = p.at(i), dst[1:]
		}
	})
}

// Write writes src.
func (m *Memory) Write(id memory.AllocID, off uint64, src []memory.Byte) {
	m.each(id, off, uint64(len(src)), func(k uint64, lo, hi int) {
		p := m.page(id, k)
		for i := lo; i < hi; i++ {
			p.set(i, src[0])
			src = src[1:]
		}
	})
}

// Fill writes n times b.
func (m *Memory) Fill(id memory.AllocID, off, n uint64, b memory.Byte) {
	m.each(id, off, n, func(k uint64, lo, hi int) {
		p := m.page(id, k)
		for i := lo; i < hi; i++ {
			p.set(i, b)
		}
	})
}

// Copy moves n bytes with their states; the ranges may overlap.
func (m *Memory) Copy(dst memory.AllocID, doff uint64, src memory.AllocID, soff, n uint64) {
	// In pieces, as a byte in all its states takes 32: from the end where the destination lies above the source.
	piece := make([]memory.Byte, min(n, largeUnit))
	move := func(at, n uint64) {
		m.Read(src, soff+at, piece[:n])
		m.Write(dst, doff+at, piece[:n])
	}
	if dst == src && doff > soff {
		for n > 0 {
			k := min(n, largeUnit)
			n -= k
			move(n, k)
		}
		return
	}
	for at := uint64(0); at < n; {
		k := min(n-at, largeUnit)
		move(at, k)
		at += k
	}
}

// Differs says where s, which was told to do the same, holds something else; it is empty where they agree. Bytes that
// the run has not touched are compared where the run made the allocation.
func (m *Memory) Differs(s *memory.Space) string {
	for id := memory.AllocID(1); id < memory.AllocID(len(m.objects)); id++ {
		o, a := &m.objects[id], s.Record(id)
		if o.state != a.State || o.state == memory.Live && o.exposed != a.Exposed {
			return fmt.Sprintf("allocation %d is %s (exposed %v) and not %s (exposed %v)", id, a.State, a.Exposed, o.state, o.exposed)
		}
		if o.state != memory.Live || o.kind.Opaque() {
			continue
		}
		b := make([]memory.Byte, min(o.unit, o.size))
		for k := uint64(0); k*o.unit < o.size; k++ {
			off, n := k*o.unit, min(o.unit, o.size-k*o.unit)
			p := o.pages[k]
			if p == nil {
				if kind, run := s.Span(a, off, n); !o.old && (kind != memory.Uninit || run != n) {
					return fmt.Sprintf("bytes [%d, %d) of allocation %d are not uninit, though nothing was written there", off, off+n, id)
				}
				continue
			}
			s.ReadBytes(a, off, b[:n])
			for i, x := range b[:n] {
				if y := p.at(i); x != y {
					return fmt.Sprintf("byte %d of allocation %d is %s (%s) and not %s (%s)", off+uint64(i), id, x, x.Kind, y, y.Kind)
				}
			}
		}
	}
	return ""
}
