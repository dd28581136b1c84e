package sim

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
)

// linker places the sections of relocatable objects and applies their relocations. It does what a
// static linker does for a handful of objects: no archives, no scripts, no discarding of sections.
// Section addresses do not affect what a program may observe beyond the addresses themselves.
// Everything from the files is untrusted: sizes, indices and alignments are checked where they are
// used.
type linker struct {
	m       *Machine
	objects []*object
	next    uint64 // address of the next section
	// got maps a value to its slot, so that two references to a symbol share one. gotLo to gotHi are
	// the slots that reserveGOT counted.
	got     map[uint64]uint64 // slot by what it holds
	gotLo   uint64
	gotNext uint64
	gotHi   uint64
}

// An object's tables are indexed as in the file, except that symbols have no null entry: symbol n of a
// relocation is symbols[n-1].
type object struct {
	f       *elf.File
	at      []uint64 // addresses of the sections, 0 of those that are not loaded
	symbols []elf.Symbol
	values  []uint64 // addresses of the symbols
}

// link runs in this order because each step needs the one before: addresses of sections, then of global
// symbols, then room for slots, then the values that relocations use. All objects are placed before any
// symbol is resolved, so that they may refer to each other in both directions.
func (m *Machine) link(files []*elf.File) error {
	l := &linker{m: m, next: imageBase, got: map[uint64]uint64{}}
	for _, f := range files {
		o := &object{f: f, at: make([]uint64, len(f.Sections))}
		l.objects = append(l.objects, o)
		symbols, err := f.Symbols()
		// debug/elf reports a missing symbol table as an error.
		if err != nil && len(symbols) == 0 {
			symbols = nil // an object may have none
		}
		o.symbols = symbols
		if err := l.place(o); err != nil {
			return err
		}
	}
	if err := l.define(); err != nil {
		return err
	}
	if err := l.reserveGOT(); err != nil {
		return err
	}
	for _, o := range l.objects {
		if err := l.resolve(o); err != nil {
			return err
		}
		if err := l.relocate(o); err != nil {
			return err
		}
	}
	m.setBreak(l.next)
	if start, ok := m.symbols["_start"]; ok {
		m.PC = start
		return m.startStack([][2]uint64{{auxEntry, start}})
	}
	return nil
}

// place maps every section of o that occupies memory, on pages of its own. A page of permissions of its
// own for every section catches what runs over its end into another.
func (l *linker) place(o *object) error {
	for i, s := range o.f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Size == 0 {
			continue
		}
		// Thread-local storage needs a segment base, which no instruction of the table uses.
		if s.Flags&elf.SHF_TLS != 0 {
			return fmt.Errorf("sim: section %s is thread-local, which the simulator does not model", s.Name)
		}
		if s.Addralign > 1<<20 || s.Flags&elf.SHF_COMPRESSED != 0 {
			return fmt.Errorf("sim: section %s is compressed or aligned to %d", s.Name, s.Addralign)
		}
		perm := Read
		if s.Flags&elf.SHF_WRITE != 0 {
			perm |= Write
		}
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			perm |= Exec
		}
		addr, err := l.reserve(s.Size, max(s.Addralign, 1), perm)
		if err != nil {
			return err
		}
		o.at[i] = addr
		if s.Type != elf.SHT_NOBITS {
			if err := l.m.copyFrom(addr, s.ReaderAt, s.Size); err != nil {
				return err
			}
		}
	}
	return nil
}

// reserve maps size bytes. Between two sections stays a page that is not mapped. The gap makes an
// access just behind a section fault. align comes from the file and must be a power of two.
func (l *linker) reserve(size, align uint64, perm Perm) (uint64, error) {
	if align&(align-1) != 0 {
		return 0, fmt.Errorf("sim: an alignment of %d", align)
	}
	addr := (l.next + align - 1) &^ (align - 1)
	// maxImage also keeps all distances within 31 bits, so that calls and rip-relative operands reach.
	if size > maxImage || addr+size > imageBase+maxImage {
		return 0, fmt.Errorf("sim: the objects are larger than %#x bytes", maxImage)
	}
	size = pageUp(size)
	l.next = addr + size + PageSize
	if err := l.m.Map(addr, size, perm); err != nil {
		return 0, err
	}
	return addr, nil
}

// define enters the global symbols of all objects. A weak definition yields to another one. The rules
// are those of the generic ABI (Symbol Table): two strong definitions are an error, a weak or common
// one gives way to a strong one and to whatever came before.
func (l *linker) define() error {
	weak := map[string]bool{}
	for _, o := range l.objects {
		for _, s := range o.symbols {
			bind := elf.ST_BIND(s.Info)
			if bind == elf.STB_LOCAL || s.Section == elf.SHN_UNDEF || s.Name == "" {
				continue
			}
			_, defined := l.m.symbols[s.Name]
			// A common symbol is a tentative definition of C. Alignment is in its value (generic ABI,
			// SHN_COMMON).
			isWeak := bind == elf.STB_WEAK || s.Section == elf.SHN_COMMON
			if defined && (isWeak || !weak[s.Name]) {
				if isWeak {
					continue
				}
				return fmt.Errorf("sim: %s is defined twice", s.Name)
			}
			value, err := l.address(o, &s)
			if err != nil {
				return err
			}
			l.m.symbols[s.Name] = value
			weak[s.Name] = isWeak
		}
	}
	return nil
}

// address is that of a symbol that o defines.
func (l *linker) address(o *object, s *elf.Symbol) (uint64, error) {
	switch {
	case s.Section == elf.SHN_ABS:
		return s.Value, nil
	case s.Section == elf.SHN_COMMON:
		return l.reserve(max(s.Size, 1), max(s.Value, 1), Read|Write)
	case int(s.Section) >= len(o.at):
		return 0, fmt.Errorf("sim: symbol %s is in section %d, which does not exist", s.Name, s.Section)
	case o.at[s.Section] == 0:
		// A reference to an empty section has no address to mean; debug information makes such.
		return 0, nil // of a section that is empty or not loaded
	}
	return o.at[s.Section] + s.Value, nil
}

// resolve finds the addresses of all symbols of o. A global symbol means its definition wherever that
// is, even if this object has a weak one. An undefined weak symbol is 0; an undefined strong one is a
// stub of the host, which is also what a function pointer to it holds.
func (l *linker) resolve(o *object) error {
	o.values = make([]uint64, len(o.symbols))
	for i := range o.symbols {
		s := &o.symbols[i]
		global, ok := l.m.symbols[s.Name]
		switch {
		case elf.ST_BIND(s.Info) != elf.STB_LOCAL && ok:
			o.values[i] = global
		case s.Section != elf.SHN_UNDEF:
			v, err := l.address(o, s)
			if err != nil {
				return err
			}
			o.values[i] = v
		case s.Name != "" && elf.ST_BIND(s.Info) != elf.STB_WEAK:
			o.values[i] = l.m.hostStub(s.Name)
		}
	}
	return nil
}

// needsGOT is whether a relocation goes through a slot with the address. The linker may relax these,
// that is, replace the load of a slot by a lea; this one never does, since it is an optimization only.
func needsGOT(t elf.R_X86_64) bool {
	return t == elf.R_X86_64_GOTPCREL || t == elf.R_X86_64_GOTPCRELX || t == elf.R_X86_64_REX_GOTPCRELX
}

// reserveGOT counts the relocations that need a slot, an upper bound of the number of values, since the
// slots must be mapped before the first is written.
func (l *linker) reserveGOT() error {
	var slots uint64
	for _, o := range l.objects {
		err := l.each(o, func(_ int, r *elf.Rela64) error {
			if needsGOT(elf.R_X86_64(elf.R_TYPE64(r.Info))) {
				slots++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if slots == 0 {
		return nil
	}
	addr, err := l.reserve(slots*8, PageSize, Read|Write)
	l.gotLo, l.gotNext, l.gotHi = addr, addr, addr+slots*8
	return err
}

// slot is the address of the slot that holds v. Slots are handed out in the order of the relocations,
// which is that of the files.
func (l *linker) slot(v uint64) (uint64, error) {
	if a, ok := l.got[v]; ok {
		return a, nil
	}
	a := l.gotNext
	if a >= l.gotHi {
		panic("BUG: sim: too few slots")
	}
	l.gotNext += 8
	l.got[v] = a
	return a, l.m.Write(a, leBytes(v))
}

// each calls f with the relocations of o that concern loaded sections, and the section. The symbol
// table that a relocation section refers to is not checked: a relocatable object has one. Records of 24
// bytes are Elf64_Rela; a rest that is shorter is ignored.
func (l *linker) each(o *object, f func(section int, r *elf.Rela64) error) error {
	for _, s := range o.f.Sections {
		if s.Type == elf.SHT_REL {
			return fmt.Errorf("sim: section %s: relocations without addends", s.Name)
		}
		if s.Type != elf.SHT_RELA || int(s.Info) >= len(o.at) || o.at[s.Info] == 0 {
			continue
		}
		if s.Flags&elf.SHF_COMPRESSED != 0 {
			return fmt.Errorf("sim: section %s is compressed", s.Name)
		}
		data, err := s.Data()
		if err != nil {
			return fmt.Errorf("sim: section %s: %w", s.Name, err)
		}
		for ; len(data) >= 24; data = data[24:] {
			r := elf.Rela64{
				Off:    binary.LittleEndian.Uint64(data),
				Info:   binary.LittleEndian.Uint64(data[8:]),
				Addend: int64(binary.LittleEndian.Uint64(data[16:])),
			}
			if err := f(int(s.Info), &r); err != nil {
				return err
			}
		}
	}
	return nil
}

// relocate patches the sections of o. S, A, P and G of the ABI are value, Addend, place and slot: S +
// A, S + A - P, or G + A - P where the field is the distance of a slot.
func (l *linker) relocate(o *object) error {
	return l.each(o, func(section int, r *elf.Rela64) error {
		t := elf.R_X86_64(elf.R_TYPE64(r.Info))
		var value uint64
		name := "no symbol"
		if n := elf.R_SYM64(r.Info); n != 0 {
			if int(n) > len(o.symbols) {
				return fmt.Errorf("sim: a relocation with symbol %d, which does not exist", n)
			}
			value, name = o.values[n-1], o.symbols[n-1].Name
		}
		sec := o.f.Sections[section]
		size, ok := relocationSizes[t]
		if !ok {
			return fmt.Errorf("sim: the simulator does not apply relocation %v (%s in section %s)", t, name, sec.Name)
		}
		if r.Off > sec.Size || size > sec.Size-r.Off {
			return fmt.Errorf("sim: a relocation at %#x, outside section %s", r.Off, sec.Name)
		}
		place := o.at[section] + r.Off
		if needsGOT(t) {
			slot, err := l.slot(value)
			if err != nil {
				return err
			}
			value = slot
		}
		v := value + uint64(r.Addend)
		if relative[t] {
			v -= place
		}
		// A value that does not fit is an error and never cut: the program would compute with a wrong
		// address.
		if !fits(t, v) {
			return fmt.Errorf("sim: relocation %v of %s in section %s: %#x does not fit", t, name, sec.Name, v)
		}
		return l.m.Write(place, leBytes(v)[:size])
	})
}

// relocationSizes are the sizes in bytes of the relocations that are applied (System V ABI AMD64,
// table 4.9).
var relocationSizes = map[elf.R_X86_64]uint64{
	elf.R_X86_64_NONE: 0,
	elf.R_X86_64_64:   8, elf.R_X86_64_32: 4, elf.R_X86_64_32S: 4, elf.R_X86_64_16: 2, elf.R_X86_64_8: 1,
	elf.R_X86_64_PC64: 8, elf.R_X86_64_PC32: 4, elf.R_X86_64_PC16: 2, elf.R_X86_64_PC8: 1, elf.R_X86_64_PLT32: 4,
	elf.R_X86_64_GOTPCREL: 4, elf.R_X86_64_GOTPCRELX: 4, elf.R_X86_64_REX_GOTPCRELX: 4,
}

// relative are those that hold a distance. PLT32 is a distance to the function itself: without a
// dynamic linker there is no table between.
var relative = map[elf.R_X86_64]bool{
	elf.R_X86_64_PC64: true, elf.R_X86_64_PC32: true, elf.R_X86_64_PC16: true, elf.R_X86_64_PC8: true,
	elf.R_X86_64_PLT32: true, elf.R_X86_64_GOTPCREL: true, elf.R_X86_64_GOTPCRELX: true, elf.R_X86_64_REX_GOTPCRELX: true,
}

// fits reports whether the field of the relocation can hold v. R_X86_64_32 is zero-extended by the
// instruction and 32S is sign-extended, which is what decides; distances are signed. The ABI leaves the
// check of the 8 and 16-bit fields open.
func fits(t elf.R_X86_64, v uint64) bool {
	size := relocationSizes[t]
	if size == 0 || size == 8 {
		return true
	}
	unsigned := v>>(8*size) == 0
	signed := signExtend(v, uint8(size)) == v
	switch t {
	case elf.R_X86_64_32:
		return unsigned
	case elf.R_X86_64_16, elf.R_X86_64_8:
		return unsigned || signed
	}
	return signed
}
