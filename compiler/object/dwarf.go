package object

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
)

// Tags, attributes, forms and encodings (DWARF 5, 7.5).
const (
	tagFormalParameter = 0x05
	tagCompileUnit     = 0x11
	tagBaseType        = 0x24
	tagSubprogram      = 0x2e
	tagVariable        = 0x34
	tagPointerType     = 0x0f
	tagArrayType       = 0x01
	tagSubrangeType    = 0x21
	tagStructureType   = 0x13
	tagMember          = 0x0d

	atName      = 0x03
	atByteSize  = 0x0b
	atStmtList  = 0x10
	atLowPC     = 0x11
	atHighPC    = 0x12
	atLanguage  = 0x13
	atCompDir   = 0x1b
	atProducer  = 0x25
	atCount     = 0x37
	atDeclFile  = 0x3a
	atDeclLine  = 0x3b
	atEncoding  = 0x3e
	atExternal  = 0x3f
	atFrameBase = 0x40
	atType      = 0x49
	atLocation  = 0x02
	atMemberAt  = 0x38

	formAddr      = 0x01
	formData4     = 0x06
	formData8     = 0x07
	formData1     = 0x0b
	formData2     = 0x05
	formStrp      = 0x0e
	formUdata     = 0x0f
	formRef4      = 0x13
	formSecOffset = 0x17
	formExprloc   = 0x18
	formFlagYes   = 0x19
	formLineStrp  = 0x1f

	encBoolean  = 0x02
	encFloat    = 0x04
	encSigned   = 0x05
	encUnsigned = 0x07

	opCallFrameCFA = 0x9c
	opFbreg        = 0x91
	opReg0         = 0x50
	opRegx         = 0x90

	loclistsHeader = 12 // bytes before the first location list

	lleEnd         = 0
	lleOffsetPair  = 4
	lleBaseAddress = 6
)

// Codes count from 1, since 0 ends a list of children.
// Abbreviation codes, and what each has: tag, whether children follow, attributes with forms.
const (
	abbrevUnit = 1 + iota
	abbrevFunc
	abbrevFuncAlone
	abbrevParam
	abbrevVar
	abbrevBase
	abbrevPointer
	abbrevBytes
	abbrevCount
	abbrevStruct
	abbrevMember
	abbrevScattered
)

// A function without variables has an entry of its own kind, as a list of no children would need an end.
var abbrevs = [][]byte{
	{abbrevUnit, tagCompileUnit, 1, atProducer, formStrp, atLanguage, formData2, atName, formLineStrp, atCompDir, formLineStrp, atLowPC, formAddr, atHighPC, formData8, atStmtList, formSecOffset},
	{abbrevFunc, tagSubprogram, 1, atExternal, formFlagYes, atName, formStrp, atDeclFile, formUdata, atDeclLine, formUdata, atLowPC, formAddr, atHighPC, formData8, atFrameBase, formExprloc},
	{abbrevFuncAlone, tagSubprogram, 0, atExternal, formFlagYes, atName, formStrp, atDeclFile, formUdata, atDeclLine, formUdata, atLowPC, formAddr, atHighPC, formData8, atFrameBase, formExprloc},
	{abbrevParam, tagFormalParameter, 0, atName, formStrp, atType, formRef4, atLocation, formSecOffset},
	{abbrevVar, tagVariable, 0, atName, formStrp, atType, formRef4, atLocation, formSecOffset},
	{abbrevBase, tagBaseType, 0, atName, formStrp, atEncoding, formData1, atByteSize, formData1},
	{abbrevPointer, tagPointerType, 0, atByteSize, formData1},
	{abbrevBytes, tagArrayType, 1, atType, formRef4},
	{abbrevCount, tagSubrangeType, 0, atCount, formUdata},
	{abbrevStruct, tagStructureType, 1, atByteSize, formUdata},
	{abbrevMember, tagMember, 0, atName, formStrp, atType, formRef4, atMemberAt, formUdata},
	{abbrevScattered, tagCompileUnit, 1, atProducer, formStrp, atLanguage, formData2, atName, formLineStrp, atCompDir, formLineStrp, atLowPC, formAddr, atRanges, formSecOffset, atStmtList, formSecOffset},
}

// Tags, attributes and forms are written as single bytes: all are below 128, where ULEB128 is the
// byte.
const (
	producer = "tuffy"
	language = 0x1d // DW_LANG_C11: debuggers then read expressions as in C
)

// dwarf is the debug information of a unit under construction.
// Strings and locations are collected in sections of their own while entries are written.
type dwarf struct {
	u       *unit
	info    *section
	locs    *section
	str     *stringTable
	lineStr *stringTable
	lines   *lineTable
	// By offset into .debug_info of a field of 4 bytes, relative to the start of the unit, which
	// is 0.
	pending  []pendingType // references to types that are written after the functions
	source   *source       // what the program says of itself; nil if nothing
	secStr   int
	secLine  int
	secLocs  int
	secLines int
	secAbbr  int
}

// at is where in .debug_info the reference of 4 bytes stands.
type pendingType struct {
	at  int
	key typeKey
}

// typeKey names a type of the debug information.
type typeKey struct {
	name     string
	encoding byte // 0: a pointer, bytes, or an aggregate
	size     uint64
	of       ir.Type // the aggregate: its fields are shown one by one
}

// debug adds unwind tables, and the debug sections if any function knows its source.
func (u *unit) debug(m *Module) {
	u.ehFrame()
	if !slices.ContainsFunc(m.Funcs, hasLines) {
		return
	}
	// The numbers of sections that do not exist yet are fixed here, as entries refer to them; the append below
	// keeps to them.
	first := len(u.sections)
	d := &dwarf{u: u, str: newStringTable(), lineStr: newStringTable(),
		info:    &section{name: ".debug_info", kind: shtProgbits, align: 1},
		locs:    &section{name: ".debug_loclists", kind: shtProgbits, align: 1},
		lines:   &lineTable{u: u, files: map[string]int{}},
		secAbbr: first + 1, secLines: first + 2, secStr: first + 3, secLine: first + 4, secLocs: first + 5}
	d.source = newSource(d, m.Source, first+6)
	name := sourceName(m.Name)
	d.lines.file(name)
	// Line programs start with file 1, which has to exist.
	d.lines.names = append(d.lines.names, name) // file 1 is the primary one again, as assemblers number them
	for _, f := range u.funcs {
		d.lines.sequence(f)
	}
	// Header of .debug_loclists: length, version 5, address size 8, segment selector size 0, no
	// offsets.
	d.locs.data = append(make([]byte, 0, 64), 0, 0, 0, 0, 5, 0, 8, 0, 0, 0, 0, 0)
	d.unit(name, m)
	binary.LittleEndian.PutUint32(d.locs.data, uint32(len(d.locs.data)-4))
	lines := d.lines.section(m.Dir, func(s string) uint64 { return uint64(d.lineStr.add(s)) }, d.secLine)
	abbrev := &section{name: ".debug_abbrev", kind: shtProgbits, align: 1}
	all := abbrevs
	if d.source != nil {
		all = slices.Concat(abbrevs, d.source.abbrevs)
	}
	for _, a := range all {
		abbrev.data = append(append(abbrev.data, a...), 0, 0)
	}
	abbrev.data = append(abbrev.data, 0)
	u.sections = append(u.sections, d.info, abbrev, lines,
		&section{name: ".debug_str", kind: shtProgbits, flags: shfMerge | shfStrings, align: 1, data: d.str.data},
		&section{name: ".debug_line_str", kind: shtProgbits, flags: shfMerge | shfStrings, align: 1, data: d.lineStr.data},
		d.locs)
	if d.source != nil {
		binary.LittleEndian.PutUint32(d.source.ranges.data, uint32(len(d.source.ranges.data)-4))
		u.sections = append(u.sections, d.source.ranges)
		return
	}
	// Its index is the last one, so that dropping it moves no other.
	if len(d.locs.data) == loclistsHeader {
		u.sections = u.sections[:len(u.sections)-1] // there are no lists
	}
}

// The four below append to .debug_info. Strings are references into .debug_str, where each stands
// once.
func (d *dwarf) byte(b ...byte)  { d.info.data = append(d.info.data, b...) }
func (d *dwarf) uleb(v uint64)   { d.info.data = appendULEB(d.info.data, v) }
func (d *dwarf) u64(v uint64)    { d.info.data = binary.LittleEndian.AppendUint64(d.info.data, v) }
func (d *dwarf) string(s string) { d.offset(d.secStr, uint64(d.str.add(s))) }

// offset writes the place of something in another debug section.
// The field has 4 bytes in the 32-bit format of DWARF, and is 0 until it is linked.
func (d *dwarf) offset(sec int, off uint64) {
	d.info.relocs = append(d.info.relocs, fixup{Section: sec, Narrow: true, Reloc: Reloc{Offset: uint64(len(d.info.data)), Add: int64(off)}})
	d.byte(0, 0, 0, 0)
}

// address writes an address in a section.
func (d *dwarf) address(sec int, off uint64) {
	d.info.relocs = append(d.info.relocs, fixup{Section: sec, Reloc: Reloc{Offset: uint64(len(d.info.data)), Kind: Abs64, Add: int64(off)}})
	d.u64(0)
}

// unit writes the compilation unit (DWARF 5, 3.1.1).
// Its length is known at the end and written over the first four bytes.
func (d *dwarf) unit(name string, m *Module) {
	d.byte(0, 0, 0, 0, 5, 0, 1, 8) // length, version, DW_UT_compile, size of an address
	d.offset(d.secAbbr, 0)
	if d.scattered() {
		d.byte(abbrevScattered)
	} else {
		d.byte(abbrevUnit)
	}
	d.string(producer)
	d.byte(language&0xff, language>>8)
	d.offset(d.secLine, uint64(d.lineStr.add(name)))
	d.offset(d.secLine, uint64(d.lineStr.add(m.Dir)))
	// Low and high: the whole of .text. The second is a length, as its form is a constant.
	d.address(secText, 0)
	if d.scattered() {
		d.offset(d.source.secRange, uint64(len(d.source.ranges.data)))
		d.source.codeSections()
	} else {
		d.u64(uint64(len(d.u.sections[secText].data)))
	}
	d.offset(d.secLines, 0)
	for _, f := range d.u.funcs {
		if hasLines(f.f) && !d.source.function(f) {
			d.function(f)
		}
	}
	d.writeTypes()
	if d.source != nil {
		for _, x := range d.source.globals {
			d.source.static(x)
		}
		d.source.types()
	}
	// Ends the children of the unit.
	d.byte(0)
	binary.LittleEndian.PutUint32(d.info.data, uint32(len(d.info.data)-4))
}

// function writes a subprogram's entry (DWARF 5, 3.3): name, place, range, and its variables as
// children. Functions without variables use an abbreviation that has no children.
// The end is given as a length, as the form of the attribute is a constant.
func (d *dwarf) function(f funcRange) {
	vars := variables(f.f)
	if len(vars) > 0 {
		d.byte(abbrevFunc)
	} else {
		d.byte(abbrevFuncAlone)
	}
	d.string(f.f.Name)
	p := d.lines.start(f.f)
	d.uleb(uint64(d.lines.file(p.file)))
	d.uleb(uint64(p.line))
	d.address(f.section, f.off)
	d.u64(uint64(len(f.f.Code)))
	// The frame base is the CFA, so that opFbreg offsets are from there.
	d.byte(1, opCallFrameCFA)
	if len(vars) == 0 {
		return
	}
	for _, v := range vars {
		if v.param {
			d.byte(abbrevParam)
		} else {
			d.byte(abbrevVar)
		}
		d.string(v.name)
		d.pending = append(d.pending, pendingType{len(d.info.data), v.typ})
		d.byte(0, 0, 0, 0)
		d.offset(d.secLocs, uint64(len(d.locs.data)))
		d.locations(f, v.locs)
	}
	// Ends the children of the subprogram.
	d.byte(0)
}

// scattered reports whether code is in several sections, of a program that says what it is.
func (d *dwarf) scattered() bool {
	return d.source != nil && slices.ContainsFunc(d.u.funcs, func(f funcRange) bool { return f.section != secText })
}

// base begins a list of ranges of a function that is not in .text, whose start is that of the unit: with the entry that
// says where offsets start.
func (d *dwarf) base(list *section, entry byte, f funcRange) {
	if f.section == secText {
		return
	}
	list.data = append(list.data, entry)
	list.relocs = append(list.relocs, fixup{Section: f.section, Reloc: Reloc{Offset: uint64(len(list.data)), Kind: Abs64}})
	list.data = append(list.data, make([]byte, 8)...)
}

// locations writes a location list (DWARF 5, 7.7.3). Offsets are relative to the unit, which
// starts where .text does.
// An empty range says nothing.
func (d *dwarf) locations(f funcRange, locs []VarLoc) {
	d.base(d.locs, lleBaseAddress, f)
	b := d.locs.data
	for _, l := range locs {
		if l.Start >= l.End {
			continue
		}
		b = append(b, lleOffsetPair)
		b = appendULEB(b, f.off+uint64(l.Start))
		b = appendULEB(b, f.off+uint64(l.End))
		var expr []byte
		switch {
		case l.InFrame:
			expr = appendSLEB([]byte{opFbreg}, int64(l.Offset))
		case l.Reg < 32:
			expr = []byte{opReg0 + l.Reg}
		default:
			expr = appendULEB([]byte{opRegx}, uint64(l.Reg))
		}
		b = append(appendULEB(b, uint64(len(expr))), expr...)
	}
	d.locs.data = append(b, lleEnd)
}

// variable is a source variable of a function, bound by one or more instructions.
type variable struct {
	name  string
	param bool
	typ   typeKey
	locs  []VarLoc
}

// variables groups the places by name, parameters first, in order of first binding.
// One entry a name: a variable that several instructions bind has the ranges of all of them.
func variables(f *Func) []*variable {
	var out []*variable
	byName := map[string]*variable{}
	for _, l := range f.Vars {
		name, param := variableName(f.Source, l.Inst)
		if name == "" {
			continue
		}
		v := byName[name]
		if v == nil {
			v = &variable{name: name, param: param, typ: debugType(f.Source, l)}
			byName[name] = v
			out = append(out, v)
		}
		v.locs = append(v.locs, l)
	}
	// Debuggers take formal parameters in the order of the entries.
	slices.SortStableFunc(out, func(a, b *variable) int {
		switch {
		case a.param == b.param:
			return 0
		case a.param:
			return -1
		}
		return 1
	})
	return out
}

// variableName is the name that an instruction binds: !var, or that of a parameter.
// A parameter has its own name unless !var gives it another.
func variableName(f *ir.Func, i ir.Inst) (name string, param bool) {
	if int(i) >= f.NumInsts() {
		return "", false
	}
	param = f.Op(i) == ir.OpParam
	if v, ok := f.Module.Variable(f.Origin(i)); ok {
		return v.Name, param || v.Param
	}
	if n := f.Attr(i).Imm; param && int(n) < len(f.Params) {
		return f.Params[n].Name, true
	}
	return "", param
}

// debugType is the type of a variable.
// The IR has no types of the source: an int is shown at the size that its claim has room for.
func debugType(f *ir.Func, l VarLoc) typeKey {
	if x, _ := f.Module.Variable(f.Origin(l.Inst)); l.Variable && x.Type != 0 {
		return valueType(x.Type, x.Annot, uint64(f.Attr(l.Inst).Imm))
	}
	if l.Variable {
		n := uint64(f.Attr(l.Inst).Imm)
		if n == 1 || n == 2 || n == 4 || n == 8 {
			return intType(n, true)
		}
		return typeKey{name: "bytes", size: n}
	}
	if f.NumResults(l.Inst) == 0 {
		return intType(8, true)
	}
	v := f.Result(l.Inst, f.NumResults(l.Inst)-1)
	a := f.AnnotOf(v)
	if n := f.Attr(l.Inst).Imm; f.Op(l.Inst) == ir.OpParam && int(n) < len(f.Params) {
		a = f.Params[n].Annot
	}
	size, _ := f.TypeOf(v).Size(1)
	return valueType(f.TypeOf(v), a, size)
}

// valueType is the type of a value of type t with a claim, in so many bytes of memory.
// An int of more than 8 bytes is shown as the bytes that it has.
func valueType(t ir.Type, a ir.Annot, size uint64) typeKey {
	switch {
	case t == ir.Int && size > 8:
		return typeKey{name: "bytes", size: size}
	case t == ir.Int:
		lo, hi, ok := a.Bounds()
		if !ok {
			return intType(8, true)
		}
		signed, bits, n := lo.Sign() < 0, hi.BitLen(), uint64(1)
		if signed {
			bits = max(bits, lo.Width()) + 1
		}
		for n*8 < uint64(bits) && n < 8 {
			n *= 2
		}
		return intType(n, signed)
	case t == ir.Bool:
		return typeKey{name: "bool", encoding: encBoolean, size: 1}
	case t.Kind() == ir.KindFloat && !t.IsWideFloat():
		return typeKey{name: t.String(), encoding: encFloat, size: uint64(t.FloatBits() / 8)}
	case t.Kind() == ir.KindPtr:
		return typeKey{name: "ptr", size: 8}
	case t.Kind() == ir.KindStruct || t.Kind() == ir.KindArray:
		// Where the value is kept in fewer bytes, its fields stand elsewhere.
		if whole, ok := t.Size(1); ok && whole == size && t.Len() > 0 {
			return typeKey{size: size, of: t}
		}
		return typeKey{name: "bytes", size: size}
	default:
		return typeKey{name: "bytes", size: size}
	}
}

// intType is named like the claims of the IR: s32, u8.
// n is 1, 2, 4 or 8 bytes.
func intType(n uint64, signed bool) typeKey {
	names := map[uint64]string{1: "8", 2: "16", 4: "32", 8: "64"}
	if signed {
		return typeKey{name: "s" + names[n], encoding: encSigned, size: n}
	}
	return typeKey{name: "u" + names[n], encoding: encUnsigned, size: n}
}

// writeTypes writes the types that are referred to, each once, and fills in the references.
// After the functions, so that only types that occur are written; references are within the unit, whose start
// is offset 0.
func (d *dwarf) writeTypes() {
	at := map[typeKey]uint32{}
	var place func(k typeKey) uint32
	place = func(k typeKey) uint32 {
		if off, ok := at[k]; ok {
			return off
		}
		// The types of parts come first, so that their offsets are known. An array has one for all.
		var parts []uint32
		switch {
		case k.name == "bytes":
			parts = append(parts, place(intType(1, false)))
		case k.size > 0 && k.encoding == 0 && k.name == "":
			for n := range k.of.Len() {
				t, _ := k.of.Field(n)
				parts = append(parts, place(valueType(t, 0, t.FieldSize(1))))
				if k.of.Kind() == ir.KindArray {
					break
				}
			}
		}
		off := uint32(len(d.info.data))
		at[k] = off
		switch {
		case k.encoding != 0:
			d.byte(abbrevBase)
			d.string(k.name)
			d.byte(k.encoding, byte(k.size))
		case k.name == "ptr":
			d.byte(abbrevPointer, byte(k.size))
		case k.name == "" && k.of.Kind() == ir.KindStruct:
			d.structure(k, parts)
		default:
			count := k.size
			if k.name == "" {
				count = k.of.Len()
			}
			d.byte(abbrevBytes)
			d.info.data = binary.LittleEndian.AppendUint32(d.info.data, parts[0])
			d.byte(abbrevCount)
			d.uleb(count)
			d.byte(0)
		}
		return off
	}
	for _, p := range d.pending {
		off := place(p.key)
		binary.LittleEndian.PutUint32(d.info.data[p.at:], off)
	}
}

// structure writes the type of a struct, whose fields follow each other without gaps. C has no fields with numbers for names: f0 is
// the first.
func (d *dwarf) structure(k typeKey, parts []uint32) {
	d.byte(abbrevStruct)
	d.uleb(k.size)
	offset := uint64(0)
	for n, part := range parts {
		t, _ := k.of.Field(uint64(n))
		d.byte(abbrevMember)
		d.string("f" + strconv.Itoa(n))
		d.info.data = binary.LittleEndian.AppendUint32(d.info.data, part)
		d.uleb(offset)
		offset += t.FieldSize(1)
	}
	d.byte(0)
}
