package ir

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Module is a set of functions, external functions and data symbols. Its order is the order
// of the text.
// Everything of a program is in one value, so it can be cloned, hashed and printed.
// While functions are transformed in parallel, each by one goroutine, only origins are added to the module,
// under a lock.
type Module struct {
	Funcs   []*Func
	Externs []*Extern
	Data    []*Data
	Items   []Item   // the order in which the items are written
	Asm     []string // assembly for the object file, in AT&T's spelling: it means nothing to what the module itself does
	File    string   // where the text came from, for messages
	Source  string   // the text that was read, for messages; empty of a module that was built
	Debug   Debug    // locations and variables of source origins
	Profile Profile  // execution counts of source origins

	// For origins alone.
	originMu sync.RWMutex // functions are transformed in parallel
	origins  []originNode
	derived  [][]Origin // sources of derived origins
	// Names are interned: comparing symbols is comparing numbers.
	symbols     []string
	symByID     map[string]Symbol
	marks       []Mark          // of instructions, each once
	markNumbers map[Mark]uint32 // their places in marks, from 1 on; made when it is asked for
	// The sum with which it passed the verifier last, 0 if it never did.
	verified atomic.Uint64
}

// Item is one top-level entry of a module: the kind and the index into its slice.
type Item struct {
	Kind  ItemKind
	Index int
}

// ItemKind says which slice an [Item] indexes.
type ItemKind uint8

// The kinds of items.
const (
	ItemFunc ItemKind = iota
	ItemExtern
	ItemData
)

// Symbol is an interned name of a module: what symbol_addr and relocations refer to.
type Symbol uint32

// Param is the type of a parameter or of a result, with the claims of the signature.
type Param struct {
	Type  Type
	Annot Annot
	Name  string // parameters only: %name, empty if there is none
}

// Extern is an external function.
type Extern struct {
	Name     string
	Params   []Param
	Variadic bool // it takes more arguments than parameters, if it is given more
	Returns  []Param
	Asm      *Asm // what it is, of inline assembly; nil of the others
	Pos      Position
}

// Data is a data symbol: initialised bytes that exist before main runs.
type Data struct {
	Name    string
	Const   bool // writing to it is UB
	Linkage Linkage
	Align   uint32 // power of two, 0 for 1
	Pieces  []DataPiece
	Relocs  []Reloc
	Pos     Position
	Origin  Origin // of the variable of the source that it is, for debuggers
}

// DataPiece is either literal bytes or a run of zero or uninit bytes.
type DataPiece struct {
	Bytes  []byte
	Zero   uint64 // number of zero bytes if Bytes is nil
	Uninit bool   // the run is of uninit bytes
}

// Reloc places the address of a symbol plus an addend in the 8 bytes at Off.
// What stands in the data at these bytes is replaced.
type Reloc struct {
	Off    uint64
	Sym    Symbol
	Addend int64
	Pos    Position
}

// Size is the length of d in bytes.
func (d *Data) Size() uint64 {
	var n uint64
	for _, p := range d.Pieces {
		n += uint64(len(p.Bytes)) + p.Zero
	}
	return n
}

// FuncAttrs are the attributes written after a function's results.
type FuncAttrs struct {
	OptPolicy    string // opt_policy("v1")
	OptLevel     string // opt_level("aggressive"), "fast-compile" or "none"
	NoInline     bool
	AlwaysInline bool
	SourceType   string  // source_type("int (char *)"): its type in the source, which the mark of a call is compared with
	Intrinsics   string  // intrinsics("map") or "passthrough"; empty is map
	Debug        DebugID // debug(3): its entry of the debug information; 0 if it has none
}

// NewModule returns an empty module.
func NewModule() *Module {
	return &Module{symByID: map[string]Symbol{}}
}

// Symbol interns a name.
// It is not to be called while functions are transformed in parallel: only origins have a lock.
func (m *Module) Symbol(name string) Symbol {
	if s, ok := m.symByID[name]; ok {
		return s
	}
	s := Symbol(len(m.symbols))
	m.symbols = append(m.symbols, name)
	m.symByID[name] = s
	return s
}

// SymbolName is the name of s.
// A symbol that the module has not is a bug of the caller.
func (m *Module) SymbolName(s Symbol) string { return m.symbols[s] }

// NumSymbols is the number of names interned so far.
func (m *Module) NumSymbols() int { return len(m.symbols) }

// Func returns the first function with that name, or nil.
// The look-ups by name are linear: whoever asks often makes a map.
func (m *Module) Func(name string) *Func {
	for _, f := range m.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// ExternNamed returns the first external function with that name, or nil.
func (m *Module) ExternNamed(name string) *Extern {
	for _, e := range m.Externs {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// DataNamed returns the first data symbol with that name, or nil.
func (m *Module) DataNamed(name string) *Data {
	for _, d := range m.Data {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// AddFunc appends an empty function.
func (m *Module) AddFunc(name string, params, results []Param) *Func {
	f := newFunc(m, name, params, results)
	m.Items = append(m.Items, Item{ItemFunc, len(m.Funcs)})
	m.Funcs = append(m.Funcs, f)
	return f
}

// AddExtern appends an external function.
func (m *Module) AddExtern(e *Extern) *Extern {
	m.Items = append(m.Items, Item{ItemExtern, len(m.Externs)})
	m.Externs = append(m.Externs, e)
	return e
}

// AddData appends a data symbol.
func (m *Module) AddData(d *Data) *Data {
	m.Items = append(m.Items, Item{ItemData, len(m.Data)})
	m.Data = append(m.Data, d)
	return d
}

// Remove deletes the items for which drop answers true.
// Indices of items shift; functions and symbols that are left keep their identity.
func (m *Module) Remove(drop func(Item) bool) {
	old := &Module{Funcs: m.Funcs, Externs: m.Externs, Data: m.Data, Items: m.Items}
	m.Funcs, m.Externs, m.Data, m.Items = nil, nil, nil, nil
	for _, it := range old.Items {
		if drop(it) {
			continue
		}
		switch it.Kind {
		case ItemFunc:
			m.Items = append(m.Items, Item{ItemFunc, len(m.Funcs)})
			m.Funcs = append(m.Funcs, old.Funcs[it.Index])
		case ItemExtern:
			m.AddExtern(old.Externs[it.Index])
		case ItemData:
			m.AddData(old.Data[it.Index])
		}
	}
}

// Clone returns a deep copy of m.
// Nothing of the copy is shared but what never changes: types, annotations and constants.
func (m *Module) Clone() *Module {
	c := &Module{
		Items:   slices.Clone(m.Items),
		Asm:     slices.Clone(m.Asm),
		File:    m.File,
		Source:  m.Source,
		Debug:   m.Debug.clone(),
		Profile: m.Profile.clone(),
		origins: slices.Clone(m.origins),
		derived: slices.Clone(m.derived),
		symbols: slices.Clone(m.symbols),
		marks:   slices.Clone(m.marks),
		symByID: make(map[string]Symbol, len(m.symByID)),
	}
	for i, s := range c.symbols {
		c.symByID[s] = Symbol(i)
	}
	for _, f := range m.Funcs {
		c.Funcs = append(c.Funcs, f.clone(c))
	}
	for _, e := range m.Externs {
		d := *e
		d.Params, d.Returns, d.Asm = slices.Clone(e.Params), slices.Clone(e.Returns), e.Asm.clone()
		c.Externs = append(c.Externs, &d)
	}
	for _, e := range m.Data {
		d := *e
		d.Pieces, d.Relocs = slices.Clone(e.Pieces), slices.Clone(e.Relocs)
		for i := range d.Pieces {
			d.Pieces[i].Bytes = slices.Clone(d.Pieces[i].Bytes)
		}
		c.Data = append(c.Data, &d)
	}
	if sum := m.sum(); sum != 0 && m.verified.Load() == sum {
		c.passed()
	}
	return c
}

// Subset returns a copy of some items of m, in the order given, with the symbols that they use. Origins, debug
// information and profile are those of m, which neither may change from now on.
// It is how one function is compiled or compared alone.
func (m *Module) Subset(items []Item) *Module {
	c := NewModule()
	c.File, c.Source, c.Debug, c.Profile, c.origins, c.derived, c.marks = m.File, m.Source, m.Debug, m.Profile, slices.Clip(m.origins), slices.Clip(m.derived), slices.Clip(m.marks)
	for _, it := range items {
		switch it.Kind {
		case ItemFunc:
			f := m.Funcs[it.Index].clone(c)
			for i := range f.AllInsts() {
				if op := f.Op(i); op == OpSymbolAddr || op == OpTargetIntrinsic {
					a := f.Attr(i)
					a.Aux = uint32(c.Symbol(m.SymbolName(Symbol(a.Aux))))
					f.SetAttr(i, a)
				}
			}
			c.Items = append(c.Items, Item{ItemFunc, len(c.Funcs)})
			c.Funcs = append(c.Funcs, f)
		case ItemExtern:
			c.AddExtern(m.Externs[it.Index])
		case ItemData:
			d := *m.Data[it.Index]
			d.Relocs = slices.Clone(d.Relocs)
			for k := range d.Relocs {
				d.Relocs[k].Sym = c.Symbol(m.SymbolName(d.Relocs[k].Sym))
			}
			c.AddData(&d)
		}
	}
	return c
}

// IgnoresBits reports whether an annotation of m calls bits don't-care.
func (m *Module) IgnoresBits() bool {
	signature := func(p Param) bool { return p.Annot.Ignores() }
	for _, f := range m.Funcs {
		if slices.ContainsFunc(f.Params, signature) || slices.ContainsFunc(f.Returns, signature) {
			return true
		}
		for b := range f.Blocks() {
			for _, a := range f.Args(b) {
				if f.AnnotOf(a).Ignores() {
					return true
				}
			}
			for i := range f.Insts(b) {
				for n := range f.NumOperands(i) {
					if f.Operand(i, n).Annot.Ignores() {
						return true
					}
				}
				for n := range f.NumResults(i) {
					if f.AnnotOf(f.Result(i, n)).Ignores() {
						return true
					}
				}
			}
		}
	}
	return false
}
