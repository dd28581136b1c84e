package ir

import (
	"errors"
	"unsafe"
)

// Verified is [Verify] for whoever is given a module that may have been verified before: it verifies m unless
// nothing has changed since m last passed. What changed is told by a sum over the versions of the bodies and what
// stands outside of them: signatures, names, sizes of data. Making it takes some nanoseconds for each item of the module, not for
// each instruction.
//
// Bodies count their changes themselves. Of what callers write into exported fields the bytes of data and the
// ends of relocations are not in the sum, nor are debug locations and profiles: no invariant but M5 is about them.
func Verified(m *Module) error {
	if m == nil {
		return errors.New("there is no module")
	}
	if sum := m.sum(); sum != 0 && m.verified.Load() == sum {
		return nil
	}
	return Verify(m)
}

// passed notes that m verifies as it is now. Several goroutines may do so at once: they note the same.
func (m *Module) passed() { m.verified.Store(m.sum()) }

// mixer sums words up so that their order matters. The multiplier is odd, with bits all over.
type mixer uint64

func (h *mixer) word(x uint64) {
	y := (uint64(*h) ^ x) * 0x9e3779b97f4a7c15
	*h = mixer(y ^ y>>29)
}

func (h *mixer) text(s string) {
	h.word(uint64(len(s)))
	for len(s) >= 8 {
		h.word(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
		s = s[8:]
	}
	rest := uint64(0)
	for n := range len(s) {
		rest |= uint64(s[n]) << (8 * n)
	}
	h.word(rest)
}

func (h *mixer) params(ps []Param) {
	h.word(uint64(len(ps)))
	for n := range ps {
		h.word(uint64(ps[n].Type))
		h.word(uint64(ps[n].Annot))
		if ps[n].Name != "" {
			h.text(ps[n].Name)
		}
	}
}

// sum is the number that [Verified] compares, 0 of a module that Verify must look at: one with a nil entry.
// A function counts by its address as well, so that another one in its place is a change.
func (m *Module) sum() uint64 {
	h := mixer(len(m.origins))
	h.word(uint64(len(m.Items)))
	for _, it := range m.Items {
		h.word(uint64(it.Kind)<<32 | uint64(it.Index))
	}
	h.word(uint64(len(m.Asm)))
	for _, a := range m.Asm {
		h.text(a)
	}
	h.word(uint64(len(m.Funcs)))
	for _, f := range m.Funcs {
		if f == nil || f.Module != m {
			return 0
		}
		h.word(uint64(uintptr(unsafe.Pointer(f))))
		h.word(f.version)
		h.text(f.Name)
		h.params(f.Params)
		h.params(f.Returns)
		if f.Variadic {
			h.word(3)
		}
		a := &f.Attrs
		h.text(a.OptPolicy)
		h.text(a.OptLevel)
		h.text(a.SourceType)
		h.text(a.Intrinsics)
		if a.NoInline {
			h.word(1)
		}
		if a.AlwaysInline {
			h.word(2)
		}
		h.word(uint64(a.Debug))
		f.Linkage.sum(&h)
	}
	h.word(uint64(len(m.Externs)))
	for _, e := range m.Externs {
		if e == nil {
			return 0
		}
		h.text(e.Name)
		h.params(e.Params)
		h.params(e.Returns)
		if e.Variadic {
			h.word(3)
		}
		if e.Asm != nil {
			h.text(string(e.Asm.appendText(nil)))
		}
	}
	h.word(uint64(len(m.Data)))
	for _, d := range m.Data {
		if d == nil {
			return 0
		}
		h.text(d.Name)
		h.word(uint64(d.Align))
		d.Linkage.sum(&h)
		h.word(uint64(len(d.Pieces)))
		h.word(d.Size())
		h.word(uint64(len(d.Relocs)))
		for _, r := range d.Relocs {
			h.word(r.Off)
			h.word(uint64(r.Sym))
		}
	}
	return uint64(h) | 1
}
