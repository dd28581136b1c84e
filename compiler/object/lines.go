package object

import (
	"encoding/binary"
	"path/filepath"

	"github.com/tuffy-ir/tuffy/ir"
)

// position is a place in a source file; line 0 is none.
type position struct {
	file      string
	line, col int
}

// positionOf is the source location of an instruction: that of its origin where the program has
// such locations at all, else where its origin stood in the text of the program.
// Line 0 says that nothing is known.
func positionOf(f *ir.Func, i ir.Inst) position {
	if f == nil || i == ir.NoInst || int(i) >= f.NumInsts() {
		return position{}
	}
	o := f.Origin(i)
	if l, ok := f.Module.Location(o); ok {
		return position{l.File, l.Line, l.Col}
	}
	// Text and source positions never mix in one program.
	if f.Module.HasLocations() {
		return position{}
	}
	p := f.Module.TextPos(o)
	return position{f.Module.File, p.Line, p.Col}
}

// lineTable makes .debug_line (DWARF 5, 6.2): one sequence a function.
// Each function has a sequence of its own, so that functions may be placed anywhere.
type lineTable struct {
	u     *unit
	files map[string]int
	names []string
	prog  []byte
	fixes []fixup // of prog
}

// A row may go back 5 lines or forward 8 in one byte, with an address that is up to 17 bytes further.
// Parameters of the special opcodes, as compilers choose them.
const (
	lineBase   = -5
	lineRange  = 14
	opcodeBase = 13
)

// Opcodes.
const (
	lnsCopy        = 1
	lnsAdvancePC   = 2
	lnsAdvanceLine = 3
	lnsSetFile     = 4
	lnsSetColumn   = 5
	lneEnd         = 1
	lneSetAddress  = 2
)

// file is the number of a source file. Number 0 is the primary file.
// Numbers are given in the order of first use.
func (t *lineTable) file(name string) int {
	name = sourceName(name)
	if n, ok := t.files[name]; ok {
		return n
	}
	n := len(t.names)
	t.files[name] = n
	t.names = append(t.names, name)
	return n
}

// sequence writes the rows of a function. The rows of instructions without a location continue
// those before.
// The rows are those of one run of addresses, which only ascend.
func (t *lineTable) sequence(f funcRange) {
	if !hasLines(f.f) {
		return
	}
	// An extended opcode: 0, length with the opcode, opcode.
	t.prog = append(t.prog, 0, 9, lneSetAddress)
	t.fixes = append(t.fixes, fixup{Section: f.section, Reloc: Reloc{Offset: uint64(len(t.prog)), Kind: Abs64, Add: int64(f.off)}})
	t.prog = append(t.prog, make([]byte, 8)...)
	// The registers at the start of a sequence (DWARF 5, 6.2.2): line 1, column 0, file 1.
	at, line, col, file, rows := uint32(0), 1, 0, 1, 0
	row := func(off uint32, p position) {
		if n := t.file(p.file); n != file {
			file = n
			t.prog = appendULEB(append(t.prog, lnsSetFile), uint64(n))
		}
		if p.col != col {
			col = p.col
			t.prog = appendULEB(append(t.prog, lnsSetColumn), uint64(col))
		}
		d, delta := off-at, p.line-line
		at, line = off, p.line
		rows++
		// A special opcode changes address and line and appends a row, if it fits a byte.
		if delta >= lineBase && delta < lineBase+lineRange {
			if op := uint64(delta-lineBase) + lineRange*uint64(d) + opcodeBase; op < 256 {
				t.prog = append(t.prog, byte(op))
				return
			}
		} else {
			t.prog = appendSLEB(append(t.prog, lnsAdvanceLine), int64(delta))
		}
		t.prog = appendULEB(append(t.prog, lnsAdvancePC), uint64(d))
		if delta >= lineBase && delta < lineBase+lineRange {
			t.prog = appendSLEB(append(t.prog, lnsAdvanceLine), int64(delta))
		}
		t.prog = append(t.prog, lnsCopy)
	}
	last := position{}
	if p := t.start(f.f); p.line > 0 {
		row(0, p)
		last = p
	}
	for _, l := range f.f.Lines {
		p := positionOf(f.f.Source, l.Inst)
		// Equal neighbours add nothing; rows at or behind the end belong to the next function.
		if p.line == 0 || p == last || int(l.Offset) >= len(f.f.Code) {
			continue
		}
		row(l.Offset, p)
		last = p
	}
	t.prog = appendULEB(append(t.prog, lnsAdvancePC), uint64(uint32(len(f.f.Code))-at))
	t.prog = append(t.prog, 0, 1, lneEnd)
}

// hasLines reports whether anything is known of where a function comes from.
// Functions of the run-time library have no lines: see compiler.Library.
func hasLines(f *Func) bool {
	if f.Source == nil {
		return false
	}
	for _, l := range f.Lines {
		if positionOf(f.Source, l.Inst).line > 0 {
			return true
		}
	}
	return false
}

// start is the position of a function as a whole.
// Without locations it is where the function stands in its text; else that of its first instruction with one.
func (t *lineTable) start(f *Func) position {
	if id := f.Source.Attrs.Debug; id != 0 {
		l := f.Source.Module.DebugEntry(id).Loc
		return position{l.File, l.Line, l.Col}
	}
	if !f.Source.Module.HasLocations() {
		return position{f.Source.Module.File, f.Source.Pos.Line, f.Source.Pos.Col}
	}
	for _, l := range f.Lines {
		if p := positionOf(f.Source, l.Inst); p.line > 0 {
			return p
		}
	}
	return position{}
}

// section makes the section; str places a string in .debug_line_str, whose number is strs.
func (t *lineTable) section(dir string, str func(string) uint64, strs int) *section {
	s := &section{name: ".debug_line", kind: shtProgbits, align: 1}
	reference := func(name string) {
		s.relocs = append(s.relocs, fixup{Section: strs, Narrow: true, Reloc: Reloc{Offset: uint64(len(s.data)), Add: int64(str(name))}})
		s.data = append(s.data, 0, 0, 0, 0)
	}
	// Unit length, version 5, address size 8, segment selector size 0, header length.
	s.data = append(s.data, 0, 0, 0, 0, 5, 0, 8, 0, 0, 0, 0, 0)
	headerStart := len(s.data)
	// Minimum instruction length 1, one operation an instruction, default is_stmt, line base -5.
	s.data = append(s.data, 1, 1, 1, 0xfb, lineRange, opcodeBase)
	s.data = append(s.data, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1) // operands of the standard opcodes
	s.data = append(s.data, 1, 1, 0x1f)                         // of a directory: DW_LNCT_path as DW_FORM_line_strp
	s.data = appendULEB(s.data, 1)
	reference(dir)
	s.data = append(s.data, 2, 1, 0x1f, 2, 0x0b) // of a file: path, and directory as DW_FORM_data1
	s.data = appendULEB(s.data, uint64(len(t.names)))
	for _, n := range t.names {
		reference(n)
		s.data = append(s.data, 0)
	}
	// The header length counts from behind itself to the program.
	binary.LittleEndian.PutUint32(s.data[headerStart-4:], uint32(len(s.data)-headerStart))
	// Relocations of the program are moved by the length of the header.
	for _, x := range t.fixes {
		x.Offset += uint64(len(s.data))
		s.relocs = append(s.relocs, x)
	}
	s.data = append(s.data, t.prog...)
	binary.LittleEndian.PutUint32(s.data, uint32(len(s.data)-4))
	return s
}

// sourceName is a file name as debuggers show it.
func sourceName(name string) string {
	if name == "" {
		return "unnamed"
	}
	return filepath.Clean(name)
}
