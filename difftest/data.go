package difftest

import (
	"bytes"
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
)

// dataDifferences says in which data symbols after does not refine before. Others see symbols by name before any
// function runs, so what is compared at the end of runs is not all of it: a symbol keeps its size and alignment
// or gets more, its initial bytes refine those of before, and it stays writable if it was. It may become
// writable: writing to a constant was undefined. A symbol that after does not use may go if it is constant
// or before does not use it either; symbols may be added. What is local nobody else sees.
func dataDifferences(before, after *ir.Module) []string {
	used, still := references(before), references(after)
	var out []string
	for _, b := range before.Data {
		a := after.DataNamed(b.Name)
		name := ir.SymbolText(b.Name)
		switch {
		case b.Linkage.Binding == ir.Local:
		case a == nil && (b.Const || !used[b.Name]) && !still[b.Name]:
		case a == nil:
			out = append(out, fmt.Sprintf("%s is data before and not after", name))
		case a.Const && !b.Const:
			out = append(out, fmt.Sprintf("%s is constant after and not before", name))
		case a.Size() < b.Size():
			out = append(out, fmt.Sprintf("%s has %s before and %d after", name, ir.Counted(b.Size(), "byte"), a.Size()))
		case max(a.Align, 1) < max(b.Align, 1):
			out = append(out, fmt.Sprintf("%s has alignment %d before and %d after", name, max(b.Align, 1), max(a.Align, 1)))
		default:
			if why := contents(before, after, b, a); why != "" {
				out = append(out, fmt.Sprintf("%s: %s", name, why))
			}
		}
	}
	return out
}

// references are the names that functions and data of a module use. A name counts as used even in code
// that is never executed.
func references(m *ir.Module) map[string]bool {
	out := map[string]bool{}
	for _, f := range m.Funcs {
		for i := range f.InstsOf(ir.OpSymbolAddr) {
			out[m.SymbolName(f.SymbolOf(i))] = true
		}
	}
	for _, d := range m.Data {
		for _, r := range d.Relocs {
			out[m.SymbolName(r.Sym)] = true
		}
	}
	return out
}

// target is what a relocation places. Two relocations are the same if name and addend are.
type target struct {
	name   string
	addend int64
}

// targets are the relocations of d by their offset.
func targets(m *ir.Module, d *ir.Data) map[uint64]target {
	out := map[uint64]target{}
	for _, r := range d.Relocs {
		out[r.Off] = target{m.SymbolName(r.Sym), r.Addend}
	}
	return out
}

// contents says where the initial bytes of a do not refine those of b, which is not longer. The
// comparison walks both in stretches of equal kind, so that its time does not grow with runs of zeros.
// Uninit bytes of before may be anything. Bytes under a relocation are compared as relocations.
func contents(before, after *ir.Module, b, a *ir.Data) string {
	was, is := targets(before, b), targets(after, a)
	for _, r := range b.Relocs {
		if was[r.Off] != is[r.Off] {
			return fmt.Sprintf("the address at byte %d differs", r.Off)
		}
	}
	x, y := cursor{d: b}, cursor{d: a}
	for off := uint64(0); off < b.Size(); {
		p, q := x.at(), y.at()
		n := min(p.n, q.n)
		if !p.uninit && !p.same(q, n) {
			for k := range n {
				if p.byte(k) != q.byte(k) && !within(was, off+k) {
					return fmt.Sprintf("byte %d starts as %s before and %s after", off+k, p.text(k), q.text(k))
				}
			}
		}
		if !p.uninit {
			// An address where before has a number would give the bytes provenance, and an unknown
			// number.
			for _, r := range a.Relocs {
				if _, both := was[r.Off]; !both && r.Off < off+n && off < r.Off+ir.PtrBytes {
					return fmt.Sprintf("byte %d starts as a number before and as an address after", max(r.Off, off))
				}
			}
		}
		off += n
		x.skip(n)
		y.skip(n)
	}
	return ""
}

// The offsets wrap below 0, which k <= off excludes.
func within(relocs map[uint64]target, off uint64) bool {
	for k := range uint64(ir.PtrBytes) {
		if _, ok := relocs[off-k]; ok && k <= off {
			return true
		}
	}
	return false
}

// cursor walks through the pieces of a symbol, which may be much longer than their text. It points at a
// byte of a piece; at gives what follows of the same kind.
type cursor struct {
	d     *ir.Data
	piece int
	done  uint64 // of the piece
}

// stretch is what is left of a piece.
type stretch struct {
	n      uint64
	bytes  []byte // nil for zeros and uninit bytes
	uninit bool
}

// The caller does not go beyond the symbol's size, so the loop ends.
func (c *cursor) at() stretch {
	for ; ; c.piece, c.done = c.piece+1, 0 {
		p := &c.d.Pieces[c.piece]
		if p.Bytes != nil && c.done < uint64(len(p.Bytes)) {
			return stretch{n: uint64(len(p.Bytes)) - c.done, bytes: p.Bytes[c.done:]}
		}
		if p.Bytes == nil && c.done < p.Zero {
			return stretch{n: p.Zero - c.done, uninit: p.Uninit}
		}
	}
}

// skip moves on within the symbol; at finds the next piece.
func (c *cursor) skip(n uint64) { c.done += n }

// Only the kind is compared where neither has bytes.
func (s *stretch) same(o stretch, n uint64) bool {
	if s.bytes != nil && o.bytes != nil {
		return bytes.Equal(s.bytes[:n], o.bytes[:n])
	}
	return s.bytes == nil && o.bytes == nil && s.uninit == o.uninit
}

// byte is byte k as a number, -1 if it is uninit.
func (s *stretch) byte(k uint64) int {
	switch {
	case s.uninit:
		return -1
	case s.bytes == nil:
		return 0
	}
	return int(s.bytes[k])
}

// text is a byte as dumps write it: two digits, or __ for uninit.
func (s *stretch) text(k uint64) string {
	if b := s.byte(k); b >= 0 {
		return fmt.Sprintf("%02x", b)
	}
	return "__"
}
