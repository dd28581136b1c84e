package object

import (
	"fmt"
	"strings"
)

// sectionFacts are what the name of a section says of it, as GNU as has it. An empty kind of d is that of what it holds.
func sectionFacts(name string, d *Data) (kind uint32, flags uint64) {
	kind, flags = shtProgbits, shfAlloc
	if d == nil || !d.Const || len(d.Relocs) > 0 {
		flags |= shfWrite
	}
	is := func(base string) bool { return name == base || strings.HasPrefix(name, base+".") }
	switch {
	case is(".init_array"):
		kind = shtInit
	case is(".fini_array"):
		kind = shtInit + 1
	case is(".preinit_array"):
		kind = shtInit + 2
	case is(".note"):
		kind = shtNote
	case is(".bss"):
		kind = shtNobits
	case is(".tbss"):
		kind, flags = shtNobits, flags|shfTLS
	case is(".tdata"):
		flags |= shfTLS
	}
	if kind == shtNobits && d != nil && len(d.Bytes) > 0 {
		kind = shtProgbits
	}
	return kind, flags
}

// named is the section of a datum that has one of its own.
func (u *unit) named(d *Data) int {
	kind, flags := sectionFacts(d.Section, d)
	return u.section(d.Section, kind, flags)
}

// codeSection is the section of a function.
func (u *unit) codeSection(f *Func) (int, error) {
	if f.Section == "" {
		return secText, nil
	}
	n := u.section(f.Section, shtProgbits, shfAlloc|shfExec)
	if s := u.sections[n]; s.kind != shtProgbits || s.flags != shfAlloc|shfExec {
		return 0, fmt.Errorf("the section %q of %s is one of data: code needs another one", f.Section, f.Name)
	}
	return n, nil
}

// section finds or makes a section. It is written if anything in it is.
func (u *unit) section(name string, kind uint32, flags uint64) int {
	for n, s := range u.sections {
		if s.name == name {
			if s.kind == shtNobits && kind != shtNobits { // it has bytes now
				s.kind, s.data, s.zero = kind, make([]byte, s.zero), 0
			}
			s.flags |= flags
			return n
		}
	}
	u.sections = append(u.sections, &section{name: name, kind: kind, flags: flags, align: 1})
	return len(u.sections) - 1
}

// whole reports whether what is in a section must follow each other: programs read it as an array.
func (s *section) whole() bool {
	return s.kind >= shtInit && s.kind <= shtInit+2 || !strings.HasPrefix(s.name, ".")
}

// addRaw adds what assembly at file scope makes. Other names come last, when all else is defined.
func (u *unit) addRaw(all []Raw) error {
	for _, r := range all {
		at := map[string]fixup{} // where the parts are
		for _, p := range r.Sections {
			n := u.section(p.Name, p.Kind, p.Flags)
			s := u.sections[n]
			off := uint64(0)
			if s.kind == shtNobits {
				s.align = max(s.align, p.Align)
				off = (s.zero + p.Align - 1) &^ (p.Align - 1)
				s.zero = off + uint64(len(p.Code))
			} else {
				off = s.pad(max(p.Align, 1), 0)
				s.data = append(s.data, p.Code...)
			}
			at[p.Name] = fixup{Section: n, Reloc: Reloc{Offset: off}}
			u.refer(n, off, p.Relocs, nil)
		}
		for _, x := range r.Symbols {
			if x.Of != "" {
				continue
			}
			if err := u.rawSymbol(x, at); err != nil {
				return err
			}
		}
	}
	for _, r := range all {
		for _, x := range r.Symbols {
			if x.Of != "" {
				if err := u.rawAlias(x); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rawSymbol defines a symbol of the text, or adds what the text says to what is known of one.
func (u *unit) rawSymbol(x RawSymbol, at map[string]fixup) error {
	n, known := u.byName[x.Name]
	switch {
	case x.Section != "" || x.Common:
		s := symbol{name: x.Name, section: -1, off: x.Offset, size: x.Size, common: x.Common}
		if x.Section != "" {
			s.section, s.off = at[x.Section].Section, at[x.Section].Offset+x.Offset
			s.code = u.sections[s.section].flags&shfExec != 0
			s.local = !x.Global && !x.Weak
		}
		if err := u.define(s); err != nil {
			return err
		}
		n = u.byName[x.Name]
	case !known:
		u.byName[x.Name] = len(u.symbols)
		n = len(u.symbols)
		u.symbols = append(u.symbols, symbol{name: x.Name, section: -1})
	}
	u.symbols[n].say(x)
	return nil
}

// say adds what a text says of a symbol.
func (s *symbol) say(x RawSymbol) {
	if x.Global || x.Weak {
		s.local = false
	}
	s.weak = s.weak || x.Weak
	if x.Visibility != 0 {
		s.visibility = x.Visibility
	}
	if x.Type != 0 {
		s.kind = x.Type
	}
	if x.Size != 0 {
		s.size = x.Size
	}
}

// rawAlias defines another name of a symbol.
func (u *unit) rawAlias(x RawSymbol) error {
	n, ok := u.byName[x.Of]
	if !ok && x.Version || ok && u.symbols[n].section < 0 && x.Version {
		// References to the name are to that version.
		for _, s := range u.sections {
			for k := range s.relocs {
				if s.relocs[k].Symbol == x.Of {
					s.relocs[k].Symbol = x.Name
				}
			}
		}
		if ok {
			delete(u.byName, x.Of)
			u.symbols[n].name, u.byName[x.Name] = x.Name, n
		}
		return nil
	}
	if !ok {
		return fmt.Errorf("%q is another name of %q, which the file does not define", x.Name, x.Of)
	}
	s := u.symbols[n]
	s.name, s.weak, s.visibility, s.local = x.Name, false, 0, !x.Global && !x.Weak
	s.say(x)
	if x.Type == 0 {
		s.kind = u.symbols[n].kind
	}
	return u.define(s)
}

// names tells which symbols the text defines and which it uses.
func (r *Raw) names(defined, used map[string]bool) {
	for _, s := range r.Symbols {
		if s.Section != "" || s.Common || s.Of != "" {
			defined[s.Name] = true
		}
		if s.Of != "" && !s.Version {
			used[s.Of] = true
		}
	}
	for _, p := range r.Sections {
		for _, x := range p.Relocs {
			used[x.Symbol] = true
		}
	}
	for _, s := range r.Symbols {
		if s.Weak { // it may be nowhere
			defined[s.Name] = true
		}
	}
}

// alone makes a unit one that needs no other linker: common symbols get their memory, and what only such a linker can do is an
// error.
func (u *unit) alone() error {
	bss := u.sections[secBSS]
	for n := range u.symbols {
		s := &u.symbols[n]
		switch {
		case s.common:
			align := max(s.off, 1)
			bss.align = max(bss.align, align)
			bss.zero = (bss.zero + align - 1) &^ (align - 1)
			s.section, s.off, s.common = secBSS, bss.zero, false
			bss.zero += s.size
		case s.kind == sttIFunc || s.kind == sttTLS:
			return fmt.Errorf("%s: functions that are chosen when the program starts, and storage of threads, need the linker of the machine", s.name)
		}
	}
	for _, s := range u.sections {
		if s.kind >= shtInit && s.kind <= shtInit+2 {
			return fmt.Errorf("the section %s needs the linker of the machine", s.name)
		}
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
