package object

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
)

// Tags, attributes and forms of programs whose types and scopes are known (DWARF 5, 7.5).
const (
	tagEnumerationType = 0x04
	tagLexicalBlock    = 0x0b
	tagSubroutineType  = 0x15
	tagTypedef         = 0x16
	tagUnionType       = 0x17
	tagUnspecified     = 0x18
	tagConstType       = 0x26
	tagEnumerator      = 0x28
	tagVolatileType    = 0x35
	tagRestrictType    = 0x37
	tagAtomicType      = 0x47

	atBitSize     = 0x0d
	atConstValue  = 0x1c
	atPrototyped  = 0x27
	atDeclaration = 0x3c
	atRanges      = 0x55
	atBitAt       = 0x6b
	atVector      = 0x2107 // DW_AT_GNU_vector

	formSdata = 0x0d

	encComplex = 0x03
	encChar    = 0x06
	encUChar   = 0x08

	opAddr = 0x03
	// Of storage of threads: its place in the thread's block, and the address made of it.
	opConst8u        = 0x0e
	opFormTLSAddress = 0x9b

	rleOffsetPair  = 4
	rleBaseAddress = 5
)

var encodings = map[ir.DebugEncoding]byte{ir.EncodingSigned: encSigned, ir.EncodingUnsigned: encUnsigned, ir.EncodingBool: encBoolean,
	ir.EncodingChar: encChar, ir.EncodingUChar: encUChar, ir.EncodingFloat: encFloat, ir.EncodingComplex: encComplex}

var wrapperTags = map[ir.DebugKind]byte{ir.DebugPointer: tagPointerType, ir.DebugConst: tagConstType, ir.DebugVolatile: tagVolatileType,
	ir.DebugRestrict: tagRestrictType, ir.DebugAtomic: tagAtomicType, ir.DebugTypedef: tagTypedef}

// source writes what the program's own types and scopes say (ir.DebugEntry).
type source struct {
	*dwarf
	m        *ir.Module
	ranges   *section
	secRange int
	codes    map[string]int // of abbreviations made here, by their text
	abbrevs  [][]byte
	refs     []sourceRef // references to types
	placed   map[ir.DebugID]uint32
	blocks   map[ir.DebugID][]ir.DebugID // scopes by the one around them
	vars     map[ir.DebugID][]scoped     // variables by their scope
	globals  []*ir.Data                  // objects of file scope
}

// sourceRef is a reference of 4 bytes in .debug_info to a type.
type sourceRef struct {
	at int
	id ir.DebugID
}

// scoped is a variable of a function: in its frame, or an object of static storage.
type scoped struct {
	ir.ScopedVariable
	static *ir.Data
}

// newSource is nil where a module has no such information.
func newSource(d *dwarf, m *ir.Module, secRange int) *source {
	if m == nil || m.NumDebug() == 0 {
		return nil
	}
	s := &source{dwarf: d, m: m, secRange: secRange, ranges: &section{name: ".debug_rnglists", kind: shtProgbits, align: 1, data: []byte{0, 0, 0, 0, 5, 0, 8, 0, 0, 0, 0, 0}},
		codes: map[string]int{}, placed: map[ir.DebugID]uint32{}, blocks: map[ir.DebugID][]ir.DebugID{}, vars: map[ir.DebugID][]scoped{}}
	for n := range m.NumDebug() {
		if e := m.DebugEntry(ir.DebugID(n + 1)); e.Kind == ir.DebugBlock {
			s.blocks[e.Of] = append(s.blocks[e.Of], ir.DebugID(n+1))
		}
	}
	static := map[ir.Origin]*ir.Data{}
	for _, x := range m.Data {
		if l, _ := m.Location(x.Origin); x.Origin != ir.Synthetic {
			if _, ok := d.u.byName[x.Name]; ok && l.Scope == 0 {
				s.globals = append(s.globals, x)
			}
			static[x.Origin] = x
		}
	}
	for _, v := range m.ScopedVariables() {
		s.vars[v.Loc.Scope] = append(s.vars[v.Loc.Scope], scoped{v, static[v.Origin]})
	}
	return s
}

// field is an attribute with its form.
type field struct {
	at, form int
	write    func()
}

// entry writes an entry of .debug_info, with an abbreviation for what it has.
func (s *source) entry(tag byte, children bool, fields ...field) {
	a := []byte{tag, 0}
	if children {
		a[1] = 1
	}
	for _, f := range fields {
		a = appendULEB(appendULEB(a, uint64(f.at)), uint64(f.form))
	}
	code, ok := s.codes[string(a)]
	if !ok {
		code = len(abbrevs) + len(s.codes) + 1
		s.codes[string(a)] = code
		s.abbrevs = append(s.abbrevs, append(appendULEB(nil, uint64(code)), a...))
	}
	s.uleb(uint64(code))
	for _, f := range fields {
		f.write()
	}
}

// name is the attribute of a name; none of an empty one.
func (s *source) name(name string) []field {
	if name == "" {
		return nil
	}
	return []field{{atName, formStrp, func() { s.string(name) }}}
}

func (s *source) number(at int, n uint64) field {
	return field{at, formUdata, func() { s.uleb(n) }}
}

func (s *source) flag(at int) field { return field{at, formFlagYes, func() {}} }

// typed is the attribute of a type; none of void.
func (s *source) typed(id ir.DebugID) []field {
	if id == 0 {
		return nil
	}
	return []field{{atType, formRef4, func() {
		s.refs = append(s.refs, sourceRef{len(s.info.data), id})
		s.byte(0, 0, 0, 0)
	}}}
}

// declared are the attributes of a place.
func (s *source) declared(l ir.Location) []field {
	return []field{s.number(atDeclFile, uint64(s.lines.file(l.File))), s.number(atDeclLine, uint64(l.Line))}
}

// static writes an object of static storage.
func (s *source) static(x *ir.Data) {
	v, _ := s.m.Variable(x.Origin)
	l, _ := s.m.Location(x.Origin)
	fields := append(s.name(v.Name), s.declared(l)...)
	if !v.Local && l.Scope == 0 {
		fields = append(fields, s.flag(atExternal))
	}
	fields = append(fields, s.typed(v.Debug)...)
	s.entry(tagVariable, false, append(fields, field{atLocation, formExprloc, func() {
		kind := Abs64
		_, flags := sectionFacts(x.Linkage.Section, nil)
		thread := flags&shfTLS != 0
		if thread {
			kind = DTPOff64
			s.byte(10, opConst8u)
		} else {
			s.byte(9, opAddr)
		}
		s.info.relocs = append(s.info.relocs, fixup{Section: -1, Reloc: Reloc{Offset: uint64(len(s.info.data)), Kind: kind, Symbol: x.Name}})
		s.u64(0)
		if thread {
			s.byte(opFormTLSAddress)
		}
	}})...)
}

// function writes a function that has an entry of the debug information, and reports whether it has.
func (s *source) function(f funcRange) bool {
	if s == nil || f.f.Source == nil || f.f.Source.Attrs.Debug == 0 || f.f.Source.Module != s.m {
		return false
	}
	id := f.f.Source.Attrs.Debug
	e := s.m.DebugEntry(id)
	fields := append([]field{s.flag(atExternal)}, s.name(e.Name)...)
	if f.f.Local {
		fields = fields[1:]
	}
	fields = append(fields, s.declared(e.Loc)...)
	if e.Of != 0 {
		t := s.m.DebugEntry(e.Of)
		if !t.Open || len(t.Members) > 0 {
			fields = append(fields, s.flag(atPrototyped))
		}
		fields = append(fields, s.typed(t.Of)...)
	}
	s.entry(tagSubprogram, true, append(fields,
		field{atLowPC, formAddr, func() { s.address(f.section, f.off) }},
		field{atHighPC, formData8, func() { s.u64(uint64(len(f.f.Code))) }},
		field{atFrameBase, formExprloc, func() { s.byte(1, opCallFrameCFA) }})...)
	places := map[ir.Origin][]VarLoc{}
	for _, l := range f.f.Vars {
		if int(l.Inst) < f.f.Source.NumInsts() {
			if o, ok := s.m.VariableOrigin(f.f.Source.Origin(l.Inst)); ok {
				places[o] = append(places[o], l)
			}
		}
	}
	s.scope(f, id, places, scopeRanges(f.f))
	s.byte(0)
	return true
}

// codeSections writes the ranges of the unit: its sections of code.
func (s *source) codeSections() {
	for n, x := range s.u.sections {
		if n == secText || slices.ContainsFunc(s.u.funcs, func(f funcRange) bool { return f.section == n }) {
			s.base(s.ranges, rleBaseAddress, funcRange{section: n})
			s.ranges.data = appendULEB(append(s.ranges.data, rleOffsetPair, 0), uint64(len(x.data)))
		}
	}
	s.ranges.data = append(s.ranges.data, 0)
}

// scope writes the variables of a scope and the blocks in it.
func (s *source) scope(f funcRange, id ir.DebugID, places map[ir.Origin][]VarLoc, ranges map[ir.DebugID][]codeRange) {
	for _, param := range [...]bool{true, false} {
		for _, v := range s.vars[id] {
			switch {
			case v.Param != param:
			case v.static != nil:
				s.static(v.static)
			default:
				s.variable(f, v.ScopedVariable, places[v.Origin])
			}
		}
	}
	for _, b := range s.blocks[id] {
		var all []codeRange
		s.collect(b, ranges, &all)
		if all = joined(all); len(all) == 0 {
			continue
		}
		s.entry(tagLexicalBlock, true, field{atRanges, formSecOffset, func() {
			s.offset(s.secRange, uint64(len(s.ranges.data)))
			s.base(s.ranges, rleBaseAddress, f)
			for _, r := range all {
				s.ranges.data = append(s.ranges.data, rleOffsetPair)
				s.ranges.data = appendULEB(appendULEB(s.ranges.data, f.off+uint64(r.start)), f.off+uint64(r.end))
			}
			s.ranges.data = append(s.ranges.data, 0)
		}})
		s.scope(f, b, places, ranges)
		s.byte(0)
	}
}

// variable writes a local variable or parameter, with the places where it is. One without any was optimized out.
func (s *source) variable(f funcRange, v ir.ScopedVariable, locs []VarLoc) {
	tag := byte(tagVariable)
	if v.Param {
		tag = tagFormalParameter
	}
	fields := append(append(s.name(v.Name), s.declared(v.Loc)...), s.typed(v.Debug)...)
	switch {
	case len(locs) == 1 && locs[0].InFrame && locs[0].Start == 0 && int(locs[0].End) == len(f.f.Code):
		fields = append(fields, field{atLocation, formExprloc, func() {
			e := appendSLEB([]byte{opFbreg}, int64(locs[0].Offset))
			s.uleb(uint64(len(e)))
			s.byte(e...)
		}})
	case len(locs) > 0:
		fields = append(fields, field{atLocation, formSecOffset, func() {
			s.offset(s.secLocs, uint64(len(s.locs.data)))
			s.locations(f, locs)
		}})
	}
	s.entry(tag, false, fields...)
}

// codeRange is code of a function.
type codeRange struct{ start, end uint32 }

// scopeRanges finds the code of each scope, without that of the scopes in it. Code that has no location belongs to
// what is before it.
func scopeRanges(f *Func) map[ir.DebugID][]codeRange {
	out := map[ir.DebugID][]codeRange{}
	scope := f.Source.Attrs.Debug
	for n, l := range f.Lines {
		end := uint32(len(f.Code))
		if n+1 < len(f.Lines) {
			end = f.Lines[n+1].Offset
		}
		if l.Inst != ir.NoInst && int(l.Inst) < f.Source.NumInsts() {
			if at, ok := f.Source.Module.Location(f.Source.Origin(l.Inst)); ok && at.Scope != 0 {
				scope = at.Scope
			}
		}
		if l.Offset < end {
			out[scope] = append(out[scope], codeRange{l.Offset, end})
		}
	}
	return out
}

// collect adds the code of a scope and of those in it.
func (s *source) collect(id ir.DebugID, ranges map[ir.DebugID][]codeRange, all *[]codeRange) {
	*all = append(*all, ranges[id]...)
	for _, b := range s.blocks[id] {
		s.collect(b, ranges, all)
	}
}

// joined sorts ranges and joins those that touch.
func joined(all []codeRange) (out []codeRange) {
	slices.SortFunc(all, func(a, b codeRange) int { return int(a.start) - int(b.start) })
	for _, r := range all {
		if n := len(out); n > 0 && out[n-1].end >= r.start {
			out[n-1].end = max(out[n-1].end, r.end)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// types writes the types that are referred to, and those that they refer to, each once.
func (s *source) types() {
	for done := 0; done < len(s.refs); done++ {
		if id := s.refs[done].id; s.placed[id] == 0 {
			s.placed[id] = uint32(len(s.info.data))
			s.typeEntry(s.m.DebugEntry(id))
		}
	}
	for _, r := range s.refs {
		binary.LittleEndian.PutUint32(s.info.data[r.at:], s.placed[r.id])
	}
}

// typeEntry writes a type.
func (s *source) typeEntry(e ir.DebugEntry) {
	switch e.Kind {
	case ir.DebugBase:
		s.entry(tagBaseType, false, append(s.name(e.Name), field{atEncoding, formData1, func() { s.byte(encodings[e.Encoding]) }}, s.number(atByteSize, e.Size))...)
	case ir.DebugArray, ir.DebugVector:
		fields := s.typed(e.Of)
		if e.Kind == ir.DebugVector {
			fields = append(fields, s.flag(atVector))
		}
		s.entry(tagArrayType, true, fields...)
		if e.Open {
			s.entry(tagSubrangeType, false)
		} else {
			s.entry(tagSubrangeType, false, s.number(atCount, e.Size))
		}
		s.byte(0)
	case ir.DebugStruct, ir.DebugUnion:
		s.record(e)
	case ir.DebugEnum:
		s.enum(e)
	case ir.DebugSubroutine:
		fields := s.typed(e.Of)
		if !e.Open || len(e.Members) > 0 {
			fields = append(fields, s.flag(atPrototyped))
		}
		s.entry(tagSubroutineType, true, fields...)
		for _, m := range e.Members {
			s.entry(tagFormalParameter, false, s.typed(m.Type)...)
		}
		if e.Open {
			s.entry(tagUnspecified, false)
		}
		s.byte(0)
	default:
		fields := append(s.name(e.Name), s.typed(e.Of)...)
		if e.Kind == ir.DebugPointer {
			fields = append(fields, s.number(atByteSize, 8))
		}
		s.entry(wrapperTags[e.Kind], false, fields...)
	}
}

// record writes a struct or union.
func (s *source) record(e ir.DebugEntry) {
	tag := byte(tagStructureType)
	if e.Kind == ir.DebugUnion {
		tag = tagUnionType
	}
	if e.Open {
		s.entry(tag, false, append(s.name(e.Name), s.flag(atDeclaration))...)
		return
	}
	s.entry(tag, true, append(s.name(e.Name), s.number(atByteSize, e.Size))...)
	for _, m := range e.Members {
		fields := append(s.name(m.Name), s.typed(m.Type)...)
		switch {
		case m.Bits != 0:
			fields = append(fields, s.number(atBitSize, m.Bits), s.number(atBitAt, m.At))
		default:
			fields = append(fields, s.number(atMemberAt, m.At/8))
		}
		s.entry(tagMember, false, fields...)
	}
	s.byte(0)
}

// enum writes an enumeration.
func (s *source) enum(e ir.DebugEntry) {
	if e.Open {
		s.entry(tagEnumerationType, false, append(s.name(e.Name), s.flag(atDeclaration))...)
		return
	}
	size := uint64(4)
	if e.Of != 0 {
		if t := s.m.DebugEntry(e.Of); t.Kind == ir.DebugBase {
			size = t.Size
		}
	}
	fields := append(s.name(e.Name), s.number(atByteSize, size))
	s.entry(tagEnumerationType, true, append(fields, s.typed(e.Of)...)...)
	for _, m := range e.Members {
		if n, err := strconv.ParseInt(m.Value, 10, 64); err == nil {
			s.entry(tagEnumerator, false, append(s.name(m.Name), field{atConstValue, formSdata, func() { s.info.data = appendSLEB(s.info.data, n) }})...)
		} else {
			n, _ := strconv.ParseUint(m.Value, 10, 64)
			s.entry(tagEnumerator, false, append(s.name(m.Name), s.number(atConstValue, n))...)
		}
	}
	s.byte(0)
}
