package object

import (
	"fmt"
	"slices"
	"strings"
)

// section is a section of the file: its bytes, and the references in them.
// References are in the order in which they were made, not by offset.
type section struct {
	name   string
	kind   uint32 // SHT_…
	flags  uint64 // SHF_…
	align  uint64
	data   []byte
	zero   uint64 // bytes of 0 after data, in .bss
	relocs []fixup
}

// fixup is a relocation of a section: Symbol is a name, or if it is empty the start of Section.
// Offset counts from the start of the section by now, and a constant's addend has its place in its section.
type fixup struct {
	Reloc
	Section int
	Narrow  bool // 4 bytes, not extended: R_X86_64_32, for offsets within debug sections
}

// symbol is a name of the file.
// off counts from the start of the section; size is 0 for a name that is defined elsewhere.
type symbol struct {
	name       string
	section    int // index into unit.sections, -1 if it is defined elsewhere
	off        uint64
	size       uint64
	code       bool
	local      bool
	weak       bool
	visibility byte // STV_…
	kind       byte // STT_…, 0 for that of code or data
	common     bool // nothing but its size and, in off, its alignment is known
}

// unit is a module with every byte in its place but for references: the one form that objects,
// executables and text are made of.
// It shares Code with the module and owns the bytes of its sections.
type unit struct {
	sections []*section
	symbols  []symbol // local ones, defined ones in the order of the module, then the undefined in order of first use
	locals   int      // how many are local
	byName   map[string]int
	funcs    []funcRange
}

// funcRange is where the code of a function is in its section.
// Ranges of a section ascend and do not overlap; padding lies between.
type funcRange struct {
	f       *Func
	section int
	off     uint64
}

// References within a file name sections by these numbers, so that they come first and in this order.
// The sections that every unit has, by index.
const (
	secText = iota
	secRodata
	secRelro
	secData
	secBSS
	numSections
)

// ELF constants that debug/elf has under longer names.
const (
	shtProgbits = 1
	shtSymtab   = 2
	shtStrtab   = 3
	shtRela     = 4
	shtNobits   = 8
	shfWrite    = 1
	shfAlloc    = 2
	shfExec     = 4
	shfMerge    = 0x10
	shfStrings  = 0x20
	shfInfoLink = 0x40
	shfTLS      = 0x400
	shtNote     = 7
	shtInit     = 14 // and SHT_FINI_ARRAY, SHT_PREINIT_ARRAY
	shnCommon   = 0xfff2
	sttTLS      = 6
	sttIFunc    = 10
)

// newUnit lays out a module. Two definitions of one name are an error of the program.
// Functions come first, then data, both in the order of the module; aliases last, as they name what was placed.
func newUnit(m *Module) (*unit, error) {
	u := &unit{byName: map[string]int{}}
	u.sections = []*section{
		secText:   {name: ".text", kind: shtProgbits, flags: shfAlloc | shfExec, align: 16},
		secRodata: {name: ".rodata", kind: shtProgbits, flags: shfAlloc, align: 1},
		secRelro:  {name: ".data.rel.ro", kind: shtProgbits, flags: shfAlloc | shfWrite, align: 8},
		secData:   {name: ".data", kind: shtProgbits, flags: shfAlloc | shfWrite, align: 1},
		secBSS:    {name: ".bss", kind: shtNobits, flags: shfAlloc | shfWrite, align: 1},
	}
	for _, f := range m.Funcs {
		if err := u.addFunc(f); err != nil {
			return nil, err
		}
	}
	for n := range m.Data {
		d := &m.Data[n]
		sec, off := u.place(d)
		if u.sections[sec].flags&shfExec != 0 {
			return nil, fmt.Errorf("the section %q of %s is one of code: data needs another one", d.Section, d.Name)
		}
		// Constants of functions are not kept apart: no program has their addresses.
		if !u.sections[sec].whole() {
			u.sections[sec].apart()
		}
		s := symbol{name: d.Name, section: sec, off: off, size: uint64(len(d.Bytes)) + d.Zero, local: d.Local, weak: d.Weak, visibility: d.Visibility}
		if u.sections[sec].flags&shfTLS != 0 {
			s.kind = sttTLS
		}
		if err := u.define(s); err != nil {
			return nil, err
		}
		u.refer(sec, off, d.Relocs, nil)
	}
	for _, a := range m.Aliases {
		n, ok := u.byName[a.Of]
		if !ok {
			panic("BUG: an alias of " + a.Of + ", which is not there")
		}
		s := u.symbols[n]
		// Same place and size as what it names, and seen by other files whatever that is.
		s.name, s.local, s.weak, s.visibility = a.Name, false, false, 0
		if err := u.define(s); err != nil {
			return nil, err
		}
	}
	if err := u.addRaw(m.Raw); err != nil {
		return nil, err
	}
	u.undefined()
	u.sortSymbols()
	return u, nil
}

// define enters a symbol; a name may be defined once in a unit.
// The name is that of the linker: two functions of one name are an error of the program.
func (u *unit) define(s symbol) error {
	if _, ok := u.byName[s.name]; ok {
		return fmt.Errorf("%q is defined twice", s.name)
	}
	u.byName[s.name] = len(u.symbols)
	u.symbols = append(u.symbols, s)
	return nil
}

// addFunc places a function and the constants that it refers to. Constants have no symbol: a
// reference to one becomes a reference into its section.
// The code is copied, so that references are filled in without a change of the module.
func (u *unit) addFunc(f *Func) error {
	in, err := u.codeSection(f)
	if err != nil {
		return err
	}
	text := u.sections[in]
	// INT3 between functions: a jump astray stops at once.
	off := text.pad(max(f.Align, 1), 0xcc)
	text.data = append(text.data, f.Code...)
	if err := u.define(symbol{name: f.Name, section: in, off: off, size: uint64(len(f.Code)), code: true, local: f.Local, weak: f.Weak, visibility: f.Visibility}); err != nil {
		return err
	}
	u.funcs = append(u.funcs, funcRange{f, in, off})
	// Two walks: constants may refer to each other, in either direction, and tables of jumps to the code: to that of this
	// function, whatever function of its name another module has.
	consts := map[string]fixup{}
	for n := range f.Consts {
		d := &f.Consts[n]
		sec, at := u.place(d)
		consts[d.Name] = fixup{Section: sec, Reloc: Reloc{Add: int64(at)}}
	}
	consts[f.Name] = fixup{Section: in, Reloc: Reloc{Add: int64(off)}}
	for n := range f.Consts {
		d := &f.Consts[n]
		at := consts[d.Name]
		u.refer(at.Section, uint64(at.Add), d.Relocs, consts)
	}
	delete(consts, f.Name)
	u.refer(in, off, f.Relocs, consts)
	return nil
}

// place puts a datum into the section that suits it.
// Const data with references goes where the loader may still write; without bytes it takes no room in the file.
func (u *unit) place(d *Data) (sec int, off uint64) {
	switch {
	case d.Section != "":
		sec = u.named(d)
	case d.Const && len(d.Relocs) == 0:
		sec = secRodata
	case d.Const:
		sec = secRelro
	case len(d.Bytes) == 0:
		sec = secBSS
	default:
		sec = secData
	}
	s := u.sections[sec]
	align := max(d.Align, 1)
	if s.kind == shtNobits {
		s.align = max(s.align, align)
		s.zero = (s.zero + align - 1) &^ (align - 1)
		off = s.zero
		s.zero += d.Zero
		return sec, off
	}
	off = s.pad(align, 0)
	s.data = append(append(s.data, d.Bytes...), make([]byte, d.Zero)...)
	return sec, off
}

// apart leaves a byte after a datum: the end of one allocation is never the address of another
// (docs/spec, "Memory").
func (s *section) apart() {
	if s.kind == shtNobits {
		s.zero++
	} else {
		s.data = append(s.data, 0)
	}
}

// refer notes relocations of bytes at off in a section.
// Names in local become places in sections; any other name stays, to be found among the symbols.
func (u *unit) refer(sec int, off uint64, relocs []Reloc, local map[string]fixup) {
	for _, r := range relocs {
		x := fixup{Reloc: r, Section: -1}
		if c, ok := local[r.Symbol]; ok {
			x.Section, x.Symbol = c.Section, ""
			x.Add += c.Add
		}
		x.Offset += off
		u.sections[sec].relocs = append(u.sections[sec].relocs, x)
	}
}

// undefined gives every name that is used and not defined a symbol.
// By now all definitions are known. The order of first use does not depend on maps.
func (u *unit) undefined() {
	for _, s := range u.sections {
		for _, r := range s.relocs {
			if _, ok := u.byName[r.Symbol]; !ok && r.Symbol != "" {
				u.byName[r.Symbol] = len(u.symbols)
				u.symbols = append(u.symbols, symbol{name: r.Symbol, section: -1})
			}
			if r.Kind == GOTTPOff || r.Kind == TPOff32 || r.Kind == DTPOff64 {
				u.symbols[u.byName[r.Symbol]].kind = sttTLS
			}
		}
	}
}

// sortSymbols puts local symbols first, as ELF demands.
// The order is otherwise kept, and the index by name made again.
func (u *unit) sortSymbols() {
	slices.SortStableFunc(u.symbols, func(a, b symbol) int {
		switch {
		case a.local == b.local:
			return 0
		case a.local:
			return -1
		}
		return 1
	})
	for n, s := range u.symbols {
		u.byName[s.name] = n
		if s.local {
			u.locals = n + 1
		}
	}
}

// pad aligns the end of s and returns it.
// align is a power of two. The alignment of the section grows with that of its parts.
func (s *section) pad(align uint64, fill byte) uint64 {
	s.align = max(s.align, align)
	for uint64(len(s.data))%align != 0 {
		s.data = append(s.data, fill)
	}
	return uint64(len(s.data))
}

// width is the number of bytes that a relocation fills in.
func (r *fixup) width() int {
	if (r.Kind == Abs64 || r.Kind == PC64 || r.Kind == DTPOff64) && !r.Narrow {
		return 8
	}
	return 4
}

// strings is a string table under construction.
type stringTable struct {
	data  []byte
	index map[string]uint32
}

// The empty name is at offset 0, as ELF demands of string tables.
func newStringTable() *stringTable {
	return &stringTable{data: []byte{0}, index: map[string]uint32{"": 0}}
}

// add returns the offset of a string, which ends at its first zero byte.
// Equal strings share a place; strings that are ends of others do not.
func (t *stringTable) add(s string) uint32 {
	s, _, _ = strings.Cut(s, "\x00")
	if n, ok := t.index[s]; ok {
		return n
	}
	n := uint32(len(t.data))
	t.index[s] = n
	t.data = append(append(t.data, s...), 0)
	return n
}

// Undefined lists the symbols that m uses and does not define, in order of their names.
// A name of a function's own constant is no symbol there.
func (m *Module) Undefined() []string {
	defined := map[string]bool{}
	used := map[string]bool{}
	for _, f := range m.Funcs {
		defined[f.Name] = true
		local := map[string]bool{}
		for _, c := range f.Consts {
			local[c.Name] = true
		}
		for _, r := range f.Relocs {
			used[r.Symbol] = used[r.Symbol] || !local[r.Symbol]
		}
		for _, c := range f.Consts {
			for _, r := range c.Relocs {
				used[r.Symbol] = used[r.Symbol] || !local[r.Symbol]
			}
		}
	}
	for _, d := range m.Data {
		defined[d.Name] = true
		for _, r := range d.Relocs {
			used[r.Symbol] = true
		}
	}
	for _, a := range m.Aliases {
		defined[a.Name] = true
		used[a.Of] = true
	}
	for n := range m.Raw {
		m.Raw[n].names(defined, used)
	}
	var out []string
	for name, is := range used {
		if is && !defined[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
