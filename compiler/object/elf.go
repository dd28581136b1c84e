package object

import (
	"encoding/binary"
	"fmt"
	"io"
)

// relocTypes are the numbers of the kinds (AMD64 ABI, table 4.9).
var relocTypes = [...]uint64{Abs64: 1, PC32: 2, PLT32: 4, Abs32S: 11, GOT: 42, Abs32: 10, GOTPCRel: 9, GOTTPOff: 22, TPOff32: 23, DTPOff64: 17, PC64: 24}

// Debug sections refer to each other by offsets of 4 bytes, unsigned.
const relocNarrow = 10 // R_X86_64_32

// elfWriter collects the bytes of a file.
// The file is made in memory, since headers at its start hold offsets of what comes later.
type elfWriter struct{ out []byte }

// All fields are little-endian (System V ABI AMD64, 4.1).
func (w *elfWriter) u16(v uint16) { w.out = binary.LittleEndian.AppendUint16(w.out, v) }
func (w *elfWriter) u32(v uint32) { w.out = binary.LittleEndian.AppendUint32(w.out, v) }
func (w *elfWriter) u64(v uint64) { w.out = binary.LittleEndian.AppendUint64(w.out, v) }

// pad fills up to an alignment with zeros and returns where that is.
// align is a power of two, and never 0.
func (w *elfWriter) pad(align uint64) uint64 {
	// Alignment is of file offsets; in an executable the address of a segment agrees with its
	// offset modulo the page.
	for uint64(len(w.out))%align != 0 {
		w.out = append(w.out, 0)
	}
	return uint64(len(w.out))
}

const (
	// Sizes of the records of 64-bit files in bytes (gABI).
	elfHeaderSize  = 64
	progHeaderSize = 56
	sectHeaderSize = 64
	symbolSize     = 24
	relaSize       = 24
)

// header writes the ELF header (System V ABI, "ELF Header").
// kind is ET_REL (1) or ET_EXEC (2); offsets are those in the file, 0 where there is no such table.
func (w *elfWriter) header(kind uint16, entry, phoff, shoff uint64, phnum, shnum, shstrndx int) {
	h := elfWriter{}
	// Magic, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, no particular OS ABI.
	h.out = append(h.out, 0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	h.u16(kind)
	h.u16(62) // EM_X86_64
	h.u32(1)
	h.u64(entry)
	h.u64(phoff)
	h.u64(shoff)
	h.u32(0)
	h.u16(elfHeaderSize)
	h.u16(progHeaderSize)
	h.u16(uint16(phnum))
	h.u16(sectHeaderSize)
	h.u16(uint16(shnum))
	h.u16(uint16(shstrndx))
	// The header was reserved at the start: offsets in it are known only now.
	copy(w.out, h.out)
}

// sectionHeader is a row of the section header table.
type sectionHeader struct {
	name             uint32
	kind             uint32
	flags, addr      uint64
	off, size        uint64
	link, info       uint32
	align, entrySize uint64
}

// sectionHeader writes a row of the table in the order of Elf64_Shdr (gABI, Section Header).
func (w *elfWriter) sectionHeader(h sectionHeader) {
	w.u32(h.name)
	w.u32(h.kind)
	w.u64(h.flags)
	w.u64(h.addr)
	w.u64(h.off)
	w.u64(h.size)
	w.u32(h.link)
	w.u32(h.info)
	w.u64(h.align)
	w.u64(h.entrySize)
}

// WriteObject writes m as a relocatable object.
// Sections stand in the file in the order of the unit, then the tables; nothing depends on time or on maps.
func WriteObject(out io.Writer, m *Module) error {
	u, err := newUnit(m)
	if err != nil {
		return err
	}
	// debug appends sections: before it the list is not complete.
	u.debug(m)
	w := &elfWriter{out: make([]byte, elfHeaderSize)}
	names := newStringTable()
	// Section 0 is the null section (gABI, Sections).
	heads := []sectionHeader{{}}
	for _, s := range u.sections {
		off := w.pad(max(s.align, 1))
		w.out = append(w.out, s.data...)
		heads = append(heads, sectionHeader{name: names.add(s.name), kind: s.kind, flags: s.flags, off: off, size: uint64(len(s.data)) + s.zero, align: s.align})
	}
	// Behind the null section and those of the unit; .strtab is the next one.
	symtab := uint32(1 + len(u.sections))
	strs := newStringTable()
	// In the symbol table: the null symbol, one symbol a section, then those of the unit, local
	// ones first (gABI, Symbol Table: sh_info is one more than the last local one).
	locals := 1 + len(u.sections)
	off := w.pad(8)
	u.writeSymbols(w, strs, nil)
	heads = append(heads, sectionHeader{name: names.add(".symtab"), kind: shtSymtab, off: off, size: uint64(len(w.out)) - off, link: symtab + 1, info: uint32(locals + u.locals), align: 8, entrySize: symbolSize})
	off = uint64(len(w.out))
	w.out = append(w.out, strs.data...)
	heads = append(heads, sectionHeader{name: names.add(".strtab"), kind: shtStrtab, off: off, size: uint64(len(strs.data)), align: 1})
	for n, s := range u.sections {
		if len(s.relocs) == 0 {
			continue
		}
		off = w.pad(8)
		for _, r := range s.relocs {
			kind := relocTypes[r.Kind]
			if r.Narrow {
				kind = relocNarrow
			}
			// A reference without a name is to a section's own symbol.
			index := uint64(1 + r.Section)
			if r.Symbol != "" {
				index = uint64(locals + u.byName[r.Symbol])
			}
			// Elf64_Rela: the addend is in the record, so the bytes themselves stay 0.
			w.u64(r.Offset)
			// ELF64_R_INFO.
			w.u64(index<<32 | kind)
			w.u64(uint64(r.Add))
		}
		heads = append(heads, sectionHeader{name: names.add(".rela" + s.name), kind: shtRela, flags: shfInfoLink, off: off, size: uint64(len(w.out)) - off, link: symtab, info: uint32(1 + n), align: 8, entrySize: relaSize})
	}
	// An empty section of this name tells linkers that no code here needs an executable stack.
	heads = append(heads, sectionHeader{name: names.add(".note.GNU-stack"), kind: shtProgbits, off: uint64(len(w.out)), align: 1})
	w.finish(heads, names)
	w.header(1, 0, 0, w.shoff(len(heads)+1), 0, len(heads)+1, len(heads))
	_, err = out.Write(w.out)
	return err
}

// finish writes the names of the sections and the table of sections.
// The table of sections is the last thing in the file.
func (w *elfWriter) finish(heads []sectionHeader, names *stringTable) {
	// Added before its size is taken: the table holds its own name.
	name := names.add(".shstrtab")
	off := uint64(len(w.out))
	w.out = append(w.out, names.data...)
	heads = append(heads, sectionHeader{name: name, kind: shtStrtab, off: off, size: uint64(len(names.data)), align: 1})
	w.pad(8)
	for _, h := range heads {
		w.sectionHeader(h)
	}
}

// shoff is where the table of n sections starts, after finish.
func (w *elfWriter) shoff(n int) uint64 { return uint64(len(w.out) - n*sectHeaderSize) }

// writeSymbols writes the null symbol, one for each section, and the symbols of the unit. base
// are the addresses of the sections, nil in an object.
// In an object values are offsets in sections, in an executable addresses.
func (u *unit) writeSymbols(w *elfWriter, strs *stringTable, base []uint64) {
	at := func(sec int) uint64 {
		if base == nil {
			return 0
		}
		return base[sec]
	}
	w.out = append(w.out, make([]byte, symbolSize)...)
	for n := range u.sections {
		w.symbol(0, 3, 0, uint16(1+n), at(n), 0) // STB_LOCAL, STT_SECTION
	}
	for _, s := range u.symbols {
		kind, sec, value := byte(1), uint16(0), s.off // STT_OBJECT
		switch {
		// Undefined: STT_NOTYPE in section SHN_UNDEF.
		case s.section < 0:
			kind = 0
		case s.code:
			kind = 2
		}
		if s.kind != 0 {
			kind = s.kind
		}
		if s.common {
			sec = shnCommon
		}
		if s.section >= 0 {
			sec = uint16(1 + s.section)
			value += at(s.section)
		}
		bind := byte(1) // STB_GLOBAL
		switch {
		case s.local:
			bind = 0
		case s.weak:
			bind = 2 // STB_WEAK
		}
		w.symbol(strs.add(s.name), bind<<4|kind, s.visibility, sec, value, s.size)
	}
}

// symbol writes an Elf64_Sym.
// The type is in the low four bits of info, the binding in the high ones.
func (w *elfWriter) symbol(name uint32, info, visibility byte, section uint16, value, size uint64) {
	w.u32(name)
	w.out = append(w.out, info, visibility)
	w.u16(section)
	w.u64(value)
	w.u64(size)
}

// apply fills a relocation into bytes: s is the address of the symbol, p that of the bytes.
// An address out of reach is an error, as it depends on the size of the program.
func (r *fixup) apply(b []byte, s, p uint64) error {
	v := s + uint64(r.Add)
	switch {
	case r.Narrow:
		// Unsigned: the field is zero-extended.
		if v != uint64(uint32(v)) {
			return fmt.Errorf("the address 0x%x of %s does not fit 32 bits", v, r.Symbol)
		}
		binary.LittleEndian.PutUint32(b, uint32(v))
		return nil
	case r.Kind == GOT:
		panic("BUG: an executable has no GOT, which " + r.Symbol + " is read from")
	case r.Kind >= GOTPCRel && r.Kind <= DTPOff64:
		return fmt.Errorf("%s: only the linker of the machine knows the global offset table and storage of threads", r.Symbol)
	case r.Kind == Abs32 && v == uint64(uint32(v)):
		binary.LittleEndian.PutUint32(b, uint32(v))
		return nil
	case r.Kind == PC64:
		v -= p
		fallthrough
	case r.Kind == Abs64:
		binary.LittleEndian.PutUint64(b, v)
		return nil
	// What is left is relative to the field.
	case r.Kind != Abs32S && r.Kind != Abs32:
		v -= p
	}
	// The processor sign-extends 32-bit fields.
	if int64(v) != int64(int32(v)) {
		return fmt.Errorf("%s is too far away: %d", r.Symbol, int64(v))
	}
	binary.LittleEndian.PutUint32(b, uint32(v))
	return nil
}
