package inline

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/x86/att"
)

// The words of GNU as, and the numbers of ELF (System V ABI, "Sections" and "Symbol Table").
var (
	sectionTypes = map[string]uint32{"progbits": 1, "note": 7, "nobits": 8, "init_array": 14, "fini_array": 15, "preinit_array": 16}
	sectionFlags = map[rune]uint64{'w': 1, 'a': 2, 'x': 4, 'T': 0x400, 'R': 0x200000}
	symbolTypes  = map[string]byte{"": 0, "notype": 0, "object": 1, "STT_OBJECT": 1, "function": 2, "STT_FUNC": 2, "tls_object": 6, "gnu_indirect_function": 10}
	visibilities = map[string]byte{"": 0, "internal": 1, "hidden": 2, "protected": 3}
	refKinds     = map[att.RefKind]object.RelocKind{att.Abs64: object.Abs64, att.Abs32: object.Abs32, att.Abs32S: object.Abs32S, att.PC32: object.PC32, att.PLT32: object.PLT32,
		att.GOTPCRel: object.GOTPCRel, att.GOTTPOff: object.GOTTPOff, att.TPOff32: object.TPOff32, att.PC64: object.PC64}
)

// File assembles a text that stands outside of functions.
func File(text string) (object.Raw, error) {
	f, err := att.AssembleFile(text)
	if err != nil {
		return object.Raw{}, err
	}
	r := object.Raw{Text: text}
	for _, s := range f.Sections {
		kind, ok := sectionTypes[s.Type]
		if !ok {
			return r, fmt.Errorf("section %s: the type %s is not supported", s.Name, s.Type)
		}
		x := object.RawSection{Name: s.Name, Kind: kind, Align: s.Align, Code: s.Code}
		for _, c := range s.Flags {
			x.Flags |= sectionFlags[c]
		}
		if kind == 8 && strings.Trim(string(s.Code), "\x00") != "" {
			return r, fmt.Errorf("section %s: there are bytes in a section that has none", s.Name)
		}
		for _, ref := range s.Refs {
			x.Relocs = append(x.Relocs, object.Reloc{Offset: uint64(ref.Offset), Kind: refKinds[ref.Kind], Symbol: ref.Symbol, Add: ref.Add})
		}
		r.Sections = append(r.Sections, x)
	}
	for _, s := range f.Symbols {
		x := object.RawSymbol{Name: s.Name, Offset: uint64(s.Offset), Size: s.Size, Global: s.Global || s.Common > 0 && !s.Local, Weak: s.Weak, Visibility: visibilities[s.Visibility], Type: symbolTypes[s.Type], Of: s.Of, Version: s.Version}
		if s.Section != nil {
			x.Section = s.Section.Name
		}
		if s.Common > 0 {
			x.Common, x.Size = true, s.Common
		}
		r.Symbols = append(r.Symbols, x)
	}
	return r, nil
}
