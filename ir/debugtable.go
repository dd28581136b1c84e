package ir

import (
	"fmt"
	"slices"
)

// DebugID names an entry of the table of debug information, from 1. 0 is none: as a type it is void.
type DebugID uint32

// DebugEntry is what a debugger is told of a type or scope of the source program. An entry never changes once it is complete.
type DebugEntry struct {
	Kind DebugKind
	Name string // of a type its tag or name, of a function its name in the source
	// Of is what a pointer points to, what a qualifier or name stands before, the element of an array, the result of a
	// function type, the type that holds an enumeration, the type of a function, the scope around a block.
	Of       DebugID
	Size     uint64        // in bytes, of a base type, struct and union; of an array the number of elements
	Encoding DebugEncoding // of a base type
	// Open says that something is not known: the number of elements, the members of a struct, union or enumeration. A
	// function type takes more arguments than its parameters, or is without a prototype if it has none.
	Open    bool
	Members []DebugMember // fields, enumerators, parameters
	Loc     Location      // where a function or block begins
}

// DebugMember is a field of a struct or union, a name of an enumeration, or a parameter of a function type.
type DebugMember struct {
	Name  string
	Type  DebugID
	At    uint64 // of a field: its first bit
	Bits  uint64 // of a bit-field: its width, else 0
	Value string // of an enumerator, in decimal
}

// DebugKind says what an entry describes.
type DebugKind uint8

// The kinds, and what of an entry each uses.
const (
	DebugBase       DebugKind = iota // Name, Size, Encoding
	DebugPointer                     // Of
	DebugConst                       // Of
	DebugVolatile                    // Of
	DebugRestrict                    // Of
	DebugAtomic                      // Of
	DebugTypedef                     // Name, Of
	DebugArray                       // Of, Size, Open
	DebugVector                      // Of, Size
	DebugStruct                      // Name, Size, Open, Members
	DebugUnion                       // the same
	DebugEnum                        // Name, Of, Open, Members
	DebugSubroutine                  // Of, Open, Members: the type of a function
	DebugFunction                    // Name, Of, Loc: the scope of a function
	DebugBlock                       // Of, Loc: a scope in another
	numDebugKinds
)

var debugKindNames = [numDebugKinds]string{"base", "pointer", "const", "volatile", "restrict", "atomic", "typedef", "array", "vector",
	"struct", "union", "enum", "subroutine", "function", "block"}

func (k DebugKind) String() string {
	if k < numDebugKinds {
		return debugKindNames[k]
	}
	return fmt.Sprintf("DebugKind(%d)", uint8(k))
}

// ParseDebugKind is the kind of that name.
func ParseDebugKind(s string) (DebugKind, bool) {
	n := slices.Index(debugKindNames[:], s)
	return DebugKind(max(n, 0)), n >= 0
}

// Scope reports whether an entry is a scope, and not a type.
func (k DebugKind) Scope() bool { return k == DebugFunction || k == DebugBlock }

// DebugEncoding says what the bytes of a base type mean.
type DebugEncoding uint8

// The encodings. A character is shown as one.
const (
	EncodingSigned DebugEncoding = iota
	EncodingUnsigned
	EncodingBool
	EncodingChar  // signed
	EncodingUChar // unsigned
	EncodingFloat
	EncodingComplex // two floats
	numEncodings
)

var encodingNames = [numEncodings]string{"signed", "unsigned", "bool", "char", "uchar", "float", "complex"}

func (e DebugEncoding) String() string {
	if e < numEncodings {
		return encodingNames[e]
	}
	return fmt.Sprintf("DebugEncoding(%d)", uint8(e))
}

// ParseDebugEncoding is the encoding of that name.
func ParseDebugEncoding(s string) (DebugEncoding, bool) {
	n := slices.Index(encodingNames[:], s)
	return DebugEncoding(max(n, 0)), n >= 0
}

// AddDebug appends an entry.
func (m *Module) AddDebug(e DebugEntry) DebugID {
	m.Debug.entries = append(m.Debug.entries, e)
	return DebugID(len(m.Debug.entries))
}

// SetDebug completes an entry that was added before what it refers to.
func (m *Module) SetDebug(id DebugID, e DebugEntry) { m.Debug.entries[id-1] = e }

// DebugEntry is the entry id, which exists.
func (m *Module) DebugEntry(id DebugID) DebugEntry { return m.Debug.entries[id-1] }

// NumDebug is the number of entries.
func (m *Module) NumDebug() int { return len(m.Debug.entries) }

// ScopeFunction is the function that a scope lies in; 0 if there is none.
func (m *Module) ScopeFunction(id DebugID) DebugID {
	for id != 0 && m.DebugEntry(id).Kind == DebugBlock {
		id = m.DebugEntry(id).Of
	}
	return id
}

// ScopedVariable is a variable of the source and where it is declared.
type ScopedVariable struct {
	Origin Origin
	Loc    Location
	Variable
}

// ScopedVariables are the variables that have a scope, in the order of their declarations.
func (m *Module) ScopedVariables() []ScopedVariable {
	var all []ScopedVariable
	for o, v := range m.Debug.vars {
		if l := m.Debug.locs[o]; l.Scope != 0 {
			all = append(all, ScopedVariable{o, l, v})
		}
	}
	slices.SortFunc(all, func(a, b ScopedVariable) int {
		for _, d := range [...]int{int(a.Loc.Scope) - int(b.Loc.Scope), a.Loc.Line - b.Loc.Line, a.Loc.Col - b.Loc.Col} {
			if d != 0 {
				return d
			}
		}
		return int(a.Origin) - int(b.Origin)
	})
	return all
}

// appendText writes entry id as a line.
func (e *DebugEntry) appendText(text []byte, id int) []byte {
	text = fmt.Appendf(text, "debug %d = %s", id, e.Kind)
	if e.Name != "" {
		text = appendQuoted(append(text, ' '), e.Name)
	}
	if e.Of != 0 {
		text = fmt.Appendf(text, " of %d", e.Of)
	}
	if e.Kind == DebugBase {
		text = fmt.Appendf(text, " %s", e.Encoding)
	}
	if e.Size != 0 {
		text = fmt.Appendf(text, " size %d", e.Size)
	}
	if e.Open {
		text = append(text, " open"...)
	}
	if e.Loc.Line != 0 {
		text = append(text, " at ("...)
		text = fmt.Appendf(appendQuoted(text, e.Loc.File), ", %d, %d)", e.Loc.Line, e.Loc.Col)
	}
	if len(e.Members) == 0 {
		return append(text, '\n')
	}
	text = append(text, " {"...)
	for n, m := range e.Members {
		if n > 0 {
			text = append(text, ", "...)
		}
		text = appendQuoted(text, m.Name)
		switch {
		case e.Kind == DebugEnum:
			text = append(append(text, " = "...), m.Value...)
		case e.Kind == DebugSubroutine:
			text = fmt.Appendf(text, " %d", m.Type)
		default:
			text = fmt.Appendf(text, " %d at %d", m.Type, m.At)
			if m.Bits != 0 {
				text = fmt.Appendf(text, " bits %d", m.Bits)
			}
		}
	}
	return append(text, "}\n"...)
}

// debug checks that entries refer to entries of the kind that they need.
func (v *verifier) debug(m *Module) {
	entries := m.Debug.entries
	typ := func(id DebugID) bool { return id == 0 || int(id) <= len(entries) && !entries[id-1].Kind.Scope() }
	scope := func(id DebugID) bool { return id != 0 && int(id) <= len(entries) && entries[id-1].Kind.Scope() }
	for n := range entries {
		e := &entries[n]
		bad := func(format string, args ...any) {
			v.errorf("debug %d: %s", n+1, fmt.Sprintf(format, args...))
		}
		switch {
		case e.Kind >= numDebugKinds:
			bad("%s is no kind", e.Kind)
		case e.Kind == DebugBlock:
			// A block comes behind the scope around it, so that scopes are a tree.
			if !scope(e.Of) || int(e.Of) > n {
				bad("a block is in a scope before it, not in %d", e.Of)
			}
		case !typ(e.Of):
			bad("%d is no type", e.Of)
		}
		if e.Kind == DebugBase && (e.Size == 0 || e.Size > 32) {
			bad("a base type has 1 to 32 bytes, not %d", e.Size)
		}
		for _, x := range e.Members {
			if !typ(x.Type) {
				bad("%d is no type", x.Type)
			}
		}
	}
	for n, chain := range entries { // names and qualifiers end somewhere
		steps := 0
		for id := chain.Of; id != 0 && int(id) <= len(entries); id = entries[id-1].Of {
			if steps++; steps > len(entries) {
				v.errorf("debug %d: it is made of itself", n+1)
				return
			}
		}
	}
	for _, l := range m.Debug.locs {
		if l.Scope != 0 && !scope(l.Scope) {
			v.errorf("a location names %d, which is no scope", l.Scope)
			break
		}
	}
	for _, x := range m.Debug.vars {
		if !typ(x.Debug) {
			v.errorf("a variable names %d, which is no type", x.Debug)
			break
		}
	}
	for _, f := range m.Funcs {
		if f == nil {
			continue
		}
		if id := f.Attrs.Debug; id != 0 && (!scope(id) || entries[id-1].Kind != DebugFunction) {
			v.errorf("@%s: debug(%d) is no function of the debug information", f.Name, id)
		}
	}
}
