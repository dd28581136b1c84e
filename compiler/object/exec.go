package object

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// imageBase is where a static executable is loaded: what ld uses, below 2^31 so that 32-bit
// absolute references reach.
// Nothing is relocated when it is loaded.
const imageBase = 0x400000

// The least page of the processor, which a segment must not share with one of other permissions.
const pageSize = 0x1000

// Link joins modules into one: all of main, and of the libraries, in their order, what it and the
// names in roots need and main does not define itself. The name is that of main.
//
// What a library calls by names that main defines, too, is main's: a library refers to its own parts by
// names that main cannot have, and offers them to main by aliases.
// It copies lists and shares functions and data: whoever changes one of these changes it in all modules.
func Link(main *Module, roots []string, libraries ...*Module) *Module {
	out := &Module{Name: main.Name, Dir: main.Dir, Source: main.Source, Disassemble: main.Disassemble, Funcs: slices.Clone(main.Funcs), Data: slices.Clone(main.Data), Aliases: slices.Clone(main.Aliases), Raw: main.Raw}
	have := map[string]bool{}
	for _, f := range main.Funcs {
		have[f.Name] = true
	}
	for _, d := range main.Data {
		have[d.Name] = true
	}
	for n := range main.Raw {
		main.Raw[n].names(have, map[string]bool{})
	}
	for _, a := range main.Aliases {
		have[a.Name] = true
	}
	offers := make([]map[string]*part, len(libraries))
	for n, l := range libraries {
		if offers[n] = l.parts; l.parts == nil {
			offers[n] = l.offers()
		}
	}
	// A worklist in order of demand: each name is taken once, so it ends, and the result does not
	// depend on maps.
	todo := append(main.Undefined(), roots...)
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if have[name] {
			continue
		}
		// The first library that offers a name has it.
		var part *part
		for n := 0; n < len(offers) && part == nil; n++ {
			part = offers[n][name]
		}
		if part == nil {
			continue
		}
		have[name] = true
		out.Funcs = append(out.Funcs, part.Funcs...)
		out.Data = append(out.Data, part.Data...)
		out.Aliases = append(out.Aliases, part.Aliases...)
		todo = append(todo, part.needs()...)
	}
	return out
}

// part is what a library offers under a name.
type part struct {
	Module
	undefined []string // of an indexed library
	indexed   bool
}

// needs are the names that the part uses and does not define.
func (p *part) needs() []string {
	if p.indexed {
		return p.undefined
	}
	return p.Undefined()
}

// offers are the parts of m by their names, the first one of each.
func (m *Module) offers() map[string]*part {
	out := make(map[string]*part, len(m.Funcs)+len(m.Data)+len(m.Aliases))
	offer := func(name string, p Module) {
		if out[name] == nil {
			out[name] = &part{Module: p}
		}
	}
	for n, f := range m.Funcs {
		offer(f.Name, Module{Funcs: m.Funcs[n : n+1]})
	}
	for n := range m.Data {
		offer(m.Data[n].Name, Module{Data: m.Data[n : n+1]})
	}
	for n := range m.Aliases {
		offer(m.Aliases[n].Name, Module{Aliases: m.Aliases[n : n+1]})
	}
	return out
}

// Index prepares m for being the library of many a [Link]. Its parts must not change afterwards.
func (m *Module) Index() {
	m.parts = m.offers()
	for _, p := range m.parts {
		p.undefined, p.indexed = p.Undefined(), true
	}
}

// UndefinedError says which symbols an executable lacks.
type UndefinedError struct{ Names []string }

// All missing names are told at once.
func (e *UndefinedError) Error() string {
	return "nothing defines " + strings.Join(e.Names, ", ")
}

// WriteExec writes m as a static executable that starts at the symbol entry. Nothing may be
// undefined: [Link] it with its libraries first.
// The entry is jumped to with the stack as the kernel leaves it, and no return address.
func WriteExec(out io.Writer, m *Module, entry string) error {
	if missing := m.Undefined(); len(missing) > 0 {
		return &UndefinedError{missing}
	}
	u, err := newUnit(m)
	if err == nil {
		err = u.alone()
	}
	if err != nil {
		return err
	}
	start, ok := u.byName[entry]
	if !ok {
		return &UndefinedError{[]string{entry}}
	}
	// Unwind tables are loaded, so this comes before sections are given to segments.
	u.debug(m)
	// No segment can be written and executed at once. Headers are in the first.
	segs := []segment{{flags: 4}, {flags: 4 | 1}, {flags: 4 | 2}} // R, RX, RW
	for n, s := range u.sections {
		switch {
		// Debug sections are in the file only; empty ones would need no page.
		case s.flags&shfAlloc == 0 || len(s.data) == 0 && s.zero == 0:
		case s.flags&shfExec != 0:
			segs[1].sections = append(segs[1].sections, n)
		case s.flags&shfWrite != 0:
			segs[2].sections = append(segs[2].sections, n)
		default:
			segs[0].sections = append(segs[0].sections, n)
		}
	}
	// What takes no room in the file comes last in its segment.
	slices.SortStableFunc(segs[2].sections, func(a, b int) int {
		return cmp.Compare(b2i(u.sections[a].kind == shtNobits), b2i(u.sections[b].kind == shtNobits))
	})
	// One program header a segment, and the one of the stack.
	w := &elfWriter{out: make([]byte, elfHeaderSize+progHeaderSize*(len(segs)+1))}
	addrs, offs := make([]uint64, len(u.sections)), make([]uint64, len(u.sections))
	// All addresses are fixed before the first reference is filled in.
	u.placeSegments(w, segs, addrs, offs)
	if err := u.link(w, addrs, offs); err != nil {
		return err
	}
	names := newStringTable()
	heads := []sectionHeader{{}}
	for n, s := range u.sections {
		// link wrote references in debug sections into s.data: so these are copied only now.
		if s.flags&shfAlloc == 0 {
			offs[n] = w.pad(max(s.align, 1))
			w.out = append(w.out, s.data...)
		}
		heads = append(heads, sectionHeader{name: names.add(s.name), kind: s.kind, flags: s.flags, addr: addrs[n], off: offs[n], size: uint64(len(s.data)) + s.zero, align: s.align})
	}
	strs := newStringTable()
	off := w.pad(8)
	u.writeSymbols(w, strs, addrs)
	heads = append(heads, sectionHeader{name: names.add(".symtab"), kind: shtSymtab, off: off, size: uint64(len(w.out)) - off, link: uint32(2 + len(u.sections)), info: uint32(1 + len(u.sections) + u.locals), align: 8, entrySize: symbolSize})
	off = uint64(len(w.out))
	w.out = append(w.out, strs.data...)
	heads = append(heads, sectionHeader{name: names.add(".strtab"), kind: shtStrtab, off: off, size: uint64(len(strs.data)), align: 1})
	w.finish(heads, names)
	s := u.symbols[start]
	w.header(2, addrs[s.section]+s.off, elfHeaderSize, w.shoff(len(heads)+1), len(segs)+1, len(heads)+1, len(heads))
	w.programHeaders(segs)
	_, err = out.Write(w.out)
	return err
}

// segment is a part of the image with one set of permissions.
// imageSize is fileSize and the zeros that follow it in memory.
type segment struct {
	flags               uint32
	sections            []int
	addr, off           uint64
	fileSize, imageSize uint64
}

// placeSegments writes the sections that are loaded, each segment on pages of its own.
// Sections are in the order of their numbers, where .bss is behind .data.
func (u *unit) placeSegments(w *elfWriter, segs []segment, addrs, offs []uint64) {
	for k := range segs {
		g := &segs[k]
		if k == 0 { // the headers are in the first one
			g.off, g.addr = 0, imageBase
		} else {
			g.off = w.pad(pageSize)
			// File offset and address agree modulo the page, as PT_LOAD asks (gABI, Program
			// Loading).
			g.addr = imageBase + g.off
			if prev := segs[k-1]; g.addr < prev.addr+prev.imageSize {
				panic("BUG: segments overlap")
			}
		}
		end := uint64(0) // of the image, relative to the segment
		for _, n := range g.sections {
			s := u.sections[n]
			// Sections without bytes must come last in their segment: the file has nothing for them.
			if s.kind != shtNobits {
				offs[n] = w.pad(s.align)
				w.out = append(w.out, s.data...)
				addrs[n] = g.addr + offs[n] - g.off
				end = uint64(len(w.out)) - g.off
				g.fileSize = end
				continue
			}
			end = (end + s.align - 1) &^ (s.align - 1)
			offs[n], addrs[n] = uint64(len(w.out)), g.addr+end
			end += s.zero
		}
		// The first segment begins with the headers, which have to be in its size even without
		// sections.
		if k == 0 {
			g.fileSize = uint64(len(w.out))
			end = g.fileSize
		}
		g.imageSize = end
	}
}

// link fills in every reference.
// Every symbol is defined by now: WriteExec has refused others.
func (u *unit) link(w *elfWriter, addrs, offs []uint64) error {
	for n, s := range u.sections {
		for k := range s.relocs {
			r := &s.relocs[k]
			var to uint64
			if r.Symbol == "" {
				to = addrs[r.Section]
			} else {
				if d := u.symbols[u.byName[r.Symbol]]; d.section >= 0 { // else it is weak and nowhere: 0
					to = addrs[d.section] + d.off
				}
			}
			bytes := s.data[r.Offset:]
			// Loaded sections are in w.out already, the others are copied afterwards.
			if s.flags&shfAlloc != 0 {
				bytes = w.out[offs[n]+r.Offset:]
			}
			if err := r.apply(bytes[:r.width()], to, addrs[n]+r.Offset); err != nil {
				return fmt.Errorf("%s+0x%x: %w", s.name, r.Offset, err)
			}
		}
	}
	return nil
}

// programHeaders writes one header a segment, and one that makes the stack not executable.
// A segment without bytes is PT_NULL, which loaders skip, so that the number of headers is fixed.
func (w *elfWriter) programHeaders(segs []segment) {
	h := elfWriter{}
	for _, g := range segs {
		kind := uint32(1) // PT_LOAD
		if g.imageSize == 0 {
			kind = 0 // PT_NULL
		}
		h.u32(kind)
		h.u32(g.flags)
		for _, v := range []uint64{g.off, g.addr, g.addr, g.fileSize, g.imageSize, pageSize} {
			h.u64(v)
		}
	}
	h.u32(0x6474e551) // PT_GNU_STACK
	h.u32(4 | 2)
	for range 5 {
		h.u64(0)
	}
	h.u64(16)
	copy(w.out[elfHeaderSize:], h.out)
}
