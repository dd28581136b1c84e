package att

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/x86"
)

// File is what assembly at file scope makes: parts of sections, and what it says of symbols, both in the order in which
// they are mentioned first.
type File struct {
	Sections []*Section
	Symbols  []*Symbol
}

// Section is what a text puts into a section.
type Section struct {
	Name  string
	Flags string // of GNU as: "awxTMS"
	Type  string // progbits, nobits, note, init_array, fini_array, preinit_array
	Align uint64
	Code  []byte
	Refs  []Ref
}

// RefKind is how a reference is filled in (AMD64 ABI, "Relocation types").
type RefKind uint8

// The kinds.
const (
	Abs64    RefKind = iota // R_X86_64_64
	Abs32                   // R_X86_64_32
	Abs32S                  // R_X86_64_32S
	PC32                    // R_X86_64_PC32
	PLT32                   // R_X86_64_PLT32
	GOTPCRel                // R_X86_64_GOTPCREL
	GOTTPOff                // R_X86_64_GOTTPOFF
	TPOff32                 // R_X86_64_TPOFF32
	PC64                    // R_X86_64_PC64
)

// Ref is a reference from the bytes of a section to a symbol.
type Ref struct {
	Offset int
	Kind   RefKind
	Symbol string
	Add    int64
}

// Symbol is what a text says of a symbol.
type Symbol struct {
	Name       string
	Section    *Section // where it is defined; nil if it is not
	Offset     int
	Size       uint64
	Global     bool
	Weak       bool
	Local      bool
	Visibility string // hidden, internal, protected
	Type       string // function, object, gnu_indirect_function, tls_object
	Common     uint64 // its size as a common symbol, of the alignment Offset
	Of         string // it is another name of this symbol
	Version    bool   // that name has a version: of a symbol that nothing here defines it is the only one
}

// symbolic is an expression with a symbol: name + add, less another one (a dot is the place itself).
type symbolic struct {
	name, less string
	add        int64
	kind       string // behind an @
}

// fileState is what [AssembleFile] adds to an assembler.
type fileState struct {
	f       *File
	parts   map[string]*part
	now     *part
	stack   []*part
	last    *part
	symbols map[string]*Symbol
}

// part is a section under construction: its assembler has its pieces.
type part struct {
	*Section
	a *assembler
}

// pieceRef is a reference from a piece.
type pieceRef struct {
	at   int
	size int
	pc   int // of a reference relative to the instruction: how far its end is from the place
	s    symbolic
	kind RefKind
}

// AssembleFile reads assembly as it stands outside of functions: labels, instructions, data and the usual directives for
// ELF. The error is an [*Error].
func AssembleFile(text string) (*File, error) {
	st := &fileState{f: &File{}, parts: map[string]*part{}, symbols: map[string]*Symbol{}}
	st.enter(".text", "", "")
	for _, s := range statements(text) {
		a := st.now.a
		a.line, a.text = s.line, s.text
		if err := a.statement(s.text); err != nil {
			return nil, a.fail(err)
		}
	}
	for _, sec := range st.f.Sections {
		p := st.parts[sec.Name]
		code, err := p.a.layOut()
		if err != nil {
			return nil, err
		}
		sec.Code = code
	}
	for _, sec := range st.f.Sections {
		if err := st.finish(st.parts[sec.Name]); err != nil {
			return nil, err
		}
	}
	st.f.Sections = slices.DeleteFunc(st.f.Sections, func(s *Section) bool {
		return len(s.Code) == 0 && !slices.ContainsFunc(st.f.Symbols, func(y *Symbol) bool { return y.Section == s })
	})
	return st.f, nil
}

// finish gives the labels and the references of a section their places.
func (st *fileState) finish(p *part) error {
	a := p.a
	at := func(n int) int {
		if n < len(a.pieces) {
			return a.pieces[n].at
		}
		return len(p.Code)
	}
	for _, name := range slices.Sorted(maps.Keys(a.labels)) {
		all := a.labels[name]
		if name[0] >= '0' && name[0] <= '9' {
			continue
		}
		s := st.symbol(name)
		s.Section, s.Offset = p.Section, at(all[0])
	}
	for _, x := range a.pieces {
		for _, r := range x.refs {
			a.line, a.text = x.line, x.text
			ref := Ref{Offset: x.at + r.at, Kind: r.kind, Symbol: r.s.name, Add: r.s.add - int64(r.pc)}
			if r.s.less != "" && r.s.less != "." {
				to, ok := a.labels[r.s.less]
				if !ok {
					return a.fail(fmt.Errorf("%s is no label of the section: a difference cannot be computed", r.s.less))
				}
				ref.Add += int64(ref.Offset - at(to[0]))
			}
			p.Refs = append(p.Refs, ref)
		}
	}
	return nil
}

// symbol finds or makes what is known of a name.
func (st *fileState) symbol(name string) *Symbol {
	s := st.symbols[name]
	if s == nil {
		s = &Symbol{Name: name}
		st.symbols[name] = s
		st.f.Symbols = append(st.f.Symbols, s)
	}
	return s
}

// enter makes a section the one that code goes to.
func (st *fileState) enter(name, flags, kind string) {
	p := st.parts[name]
	if p == nil {
		usual := map[string]string{".text": "ax", ".data": "aw", ".bss": "aw", ".rodata": "a", ".init_array": "aw", ".fini_array": "aw", ".tdata": "awT", ".tbss": "awT"}
		base := name
		if i := strings.IndexByte(name[min(1, len(name)):], '.'); i >= 0 {
			base = name[:i+1]
		}
		if flags == "" {
			flags = usual[base]
		}
		if kind == "" {
			kind = cmp.Or(map[string]string{".bss": "nobits", ".tbss": "nobits", ".init_array": "init_array", ".fini_array": "fini_array", ".preinit_array": "preinit_array", ".note": "note"}[base], "progbits")
		}
		p = &part{Section: &Section{Name: name, Flags: flags, Type: kind, Align: 1}, a: &assembler{labels: map[string][]int{}, file: st}}
		st.parts[name] = p
		st.f.Sections = append(st.f.Sections, p.Section)
	}
	if st.now != nil {
		p.a.line, p.a.text = st.now.a.line, st.now.a.text
	}
	st.last, st.now = st.now, p
}

// reference reads an expression with a symbol.
func reference(s string) (r symbolic, ok bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && symbolByte(s[end]) {
		end++
	}
	r.name = s[:end]
	if r.name == "" || r.name[0] >= '0' && r.name[0] <= '9' || r.name[0] == '$' {
		return r, false
	}
	s = strings.TrimSpace(s[end:])
	if rest, at := strings.CutPrefix(s, "@"); at {
		end = 0
		for end < len(rest) && symbolByte(rest[end]) {
			end++
		}
		r.kind, s = strings.ToUpper(rest[:end]), strings.TrimSpace(rest[end:])
	}
	if rest, minus := strings.CutPrefix(s, "-"); minus {
		rest = strings.TrimSpace(rest)
		end = 0
		for end < len(rest) && symbolByte(rest[end]) {
			end++
		}
		if end > 0 && (rest[0] < '0' || rest[0] > '9') {
			r.less, s = rest[:end], strings.TrimSpace(rest[end:])
		}
	}
	if s == "" {
		return r, true
	}
	if s[0] != '+' && s[0] != '-' {
		return r, false
	}
	n, err := number("0" + s)
	r.add = n
	return r, err == nil
}

func symbolByte(c byte) bool {
	return c == '_' || c == '.' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// placeholder stands for the address of a symbol while an instruction is encoded: its bytes are looked for afterwards.
const placeholder = 0x5a5b5c5d

// refIn finds the reference of an instruction in its code.
func refIn(code []byte, in *x86.Inst, s symbolic, memory, rip bool) (pieceRef, error) {
	var pattern []byte
	for k := range 4 {
		pattern = append(pattern, byte(uint32(placeholder)>>(8*k)))
	}
	at := strings.Index(string(code), string(pattern))
	if at < 0 || s.less != "" {
		return pieceRef{}, fmt.Errorf("the symbol %q cannot be an operand here", s.name)
	}
	r := pieceRef{at: at, size: 4, s: s, kind: Abs32S}
	kinds := map[string]RefKind{"": PC32, "PLT": PLT32, "GOTPCREL": GOTPCRel, "GOTTPOFF": GOTTPOff}
	switch {
	case rip:
		k, ok := kinds[s.kind]
		if !ok {
			return r, fmt.Errorf("@%s of an address relative to rip is not supported", s.kind)
		}
		r.kind, r.pc = k, len(code)-at
	case s.kind == "TPOFF":
		r.kind = TPOff32
	case s.kind != "":
		return r, fmt.Errorf("@%s is not supported here", s.kind)
	case !memory && at+8 <= len(code) && string(code[at+4:at+8]) == "\x00\x00\x00\x00":
		r.kind, r.size = Abs64, 8
	}
	for k := range r.size {
		code[at+k] = 0
	}
	return r, nil
}
