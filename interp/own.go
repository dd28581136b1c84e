package interp

import (
	"github.com/tuffy-ir/tuffy/memory"
	"github.com/tuffy-ir/tuffy/memory/naive"
)

// programMemory is the memory of a run as instructions and library functions use it. The fast engine's is the
// [memory.Space] itself, the reference evaluator's an [ownMemory].
type programMemory interface {
	Alloc(kind memory.AllocKind, size, align uint64, name string, birth memory.Site) (memory.AllocID, error)
	Free(id memory.AllocID, death memory.Site, state memory.State)
	Check(p memory.Pointer, size, align uint64, write bool) (*memory.Alloc, uint64, *memory.Fault)
	CheckFree(p memory.Pointer) (*memory.Alloc, *memory.Fault)
	ReadBytes(a *memory.Alloc, off uint64, dst []memory.Byte)
	WriteBytes(a *memory.Alloc, off uint64, src []memory.Byte) error
	Fill(a *memory.Alloc, off, n uint64, b memory.Byte) error
	Copy(dst *memory.Alloc, doff uint64, src *memory.Alloc, soff, n uint64) error
	Expose(id memory.AllocID)
	SetReadOnly(id memory.AllocID, yes bool)
	Resolve(addr, size uint64) (memory.AllocID, bool)
}

var (
	_ programMemory = (*memory.Space)(nil)
	_ programMemory = (*ownMemory)(nil)
)

// ownMemory answers from a memory of its own, and has a Space make the same changes: that chooses addresses, keeps
// what reports tell, and holds the limit. At the end both must be the same memory.
type ownMemory struct {
	space *memory.Space
	naive *naive.Memory
}

// newOwnMemory takes over what is in s.
func newOwnMemory(s *memory.Space, strict bool) *ownMemory {
	m := &ownMemory{space: s, naive: naive.New(strict, func(id memory.AllocID, off uint64, dst []memory.Byte) { s.ReadBytes(s.Record(id), off, dst) })}
	for id := memory.AllocID(1); id < s.Next(); id++ {
		m.naive.Import(s.Record(id))
	}
	return m
}

// agree panics if the Space holds something else. Where the limit was met, the last change may have been made by half.
func (m *ownMemory) agree() {
	if m.space.Refused() {
		return
	}
	if d := m.naive.Differs(m.space); d != "" {
		panic("BUG: memory: " + d)
	}
}

func (m *ownMemory) Alloc(kind memory.AllocKind, size, align uint64, name string, birth memory.Site) (memory.AllocID, error) {
	id, err := m.space.Alloc(kind, size, align, name, birth)
	if err == nil {
		m.naive.Alloc(id, m.space.Record(id).Base, size, kind)
	}
	return id, err
}

func (m *ownMemory) Free(id memory.AllocID, death memory.Site, state memory.State) {
	m.naive.Free(id, state)
	m.space.Free(id, death, state)
}

func (m *ownMemory) Check(p memory.Pointer, size, align uint64, write bool) (*memory.Alloc, uint64, *memory.Fault) {
	id, off, code := m.naive.Check(p, size, align, write)
	a := m.space.Record(id)
	if code == 0 {
		if p.View != 0 {
			if flt := m.space.CheckView(p, a, off, size, align, write); flt != nil {
				return a, off, flt
			}
		}
		return a, off, nil
	}
	return a, off, &memory.Fault{Code: code, Pointer: p, Alloc: a, Offset: int64(off), Size: size, Align: align, Write: write}
}

func (m *ownMemory) CheckFree(p memory.Pointer) (*memory.Alloc, *memory.Fault) {
	id, code := m.naive.CheckFree(p)
	a := m.space.Record(id)
	if code == 0 {
		return a, nil
	}
	f := &memory.Fault{Code: code, Pointer: p, Alloc: a, Write: true}
	if a != nil {
		f.Offset = int64(p.Addr - a.Base)
	}
	return nil, f
}

func (m *ownMemory) ReadBytes(a *memory.Alloc, off uint64, dst []memory.Byte) {
	m.naive.Read(a.ID, off, dst)
}

// The changes come to the naive memory first: what a page held before the run is read from the Space.

func (m *ownMemory) WriteBytes(a *memory.Alloc, off uint64, src []memory.Byte) error {
	m.naive.Write(a.ID, off, src)
	return m.space.WriteBytes(a, off, src)
}

func (m *ownMemory) Fill(a *memory.Alloc, off, n uint64, b memory.Byte) error {
	m.naive.Fill(a.ID, off, n, b)
	return m.space.Fill(a, off, n, b)
}

func (m *ownMemory) Copy(dst *memory.Alloc, doff uint64, src *memory.Alloc, soff, n uint64) error {
	m.naive.Copy(dst.ID, doff, src.ID, soff, n)
	return m.space.Copy(dst, doff, src, soff, n)
}

func (m *ownMemory) Expose(id memory.AllocID) {
	m.naive.Expose(id)
	m.space.Expose(id)
}

func (m *ownMemory) SetReadOnly(id memory.AllocID, yes bool) {
	m.naive.SetReadOnly(id, yes)
	m.space.SetReadOnly(id, yes)
}

func (m *ownMemory) Resolve(addr, size uint64) (memory.AllocID, bool) {
	return m.naive.Resolve(addr, size)
}
