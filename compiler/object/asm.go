package object

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// WriteAsm writes m as text that GNU as makes the same sections of: labels, instructions in AT&T's
// spelling, data, line and frame directives. An instruction that as would encode otherwise is
// written as its bytes, with the text beside it.
// It refuses names that an assembler cannot read, which an object can hold.
func WriteAsm(out io.Writer, m *Module) error {
	return writeText(out, m, false)
}

// WriteAnnotated writes what each instruction of the program became: below the line of the
// instruction the machine instructions that it was made into, with their offsets and bytes, in the
// order of the code.
func WriteAnnotated(out io.Writer, m *Module) error {
	return writeText(out, m, true)
}

// asmWriter prints a unit.
// Errors of writing are kept by the buffer and come out of Flush.
type asmWriter struct {
	*bufio.Writer
	u         *unit
	annotated bool
	decode    func(code []byte) (i Instruction, ok bool)
	files     map[string]int
	maker     string // of the code that follows, see [Line.Maker]
}

// writeText writes a module as text for GNU as, or with annotated for people: offsets and bytes
// beside the code. Only the former must be readable by an assembler, so only it refuses names that
// cannot be written there.
func writeText(out io.Writer, m *Module, annotated bool) error {
	// The same layout as for an object, so that offsets in the text are those of the file.
	plain := *m
	plain.Raw = nil // which is written as it was
	u, err := newUnit(&plain)
	if err != nil {
		return err
	}
	if !annotated {
		if err := u.sayable(); err != nil {
			return err
		}
	}
	w := &asmWriter{Writer: bufio.NewWriter(out), u: u, annotated: annotated, decode: m.Disassemble, files: map[string]int{}}
	if w.decode == nil {
		w.decode = func([]byte) (i Instruction, ok bool) { return i, false }
	}
	if !annotated {
		fmt.Fprintf(w, "\t.file %s\n\t.text\n\t.balign %d\n", quoted(sourceName(m.Name)), u.sections[secText].align)
		w.codeStart(secText)
	}
	end, in := uint64(0), secText
	// One section after the other.
	slices.SortStableFunc(u.funcs, func(a, b funcRange) int { return cmp.Compare(a.section, b.section) })
	for _, f := range u.funcs {
		if f.section != in {
			end, in = 0, f.section
			w.codeSection(in)
		}
		if !annotated && f.off > end {
			// The padding is written as bytes: a directive of alignment might fill with something else.
			fmt.Fprintf(w, "\t.fill %d, 1, 0xcc\n", f.off-end)
		}
		w.function(f)
		end = f.off + uint64(len(f.f.Code))
	}
	for n := secRodata; n < len(u.sections); n++ {
		if !slices.ContainsFunc(u.funcs, func(f funcRange) bool { return f.section == n }) {
			w.data(n)
		}
	}
	for _, r := range m.Raw {
		fmt.Fprintf(w, "\n\t.text\n%s\n", r.Text)
	}
	for _, a := range m.Aliases {
		if !annotated {
			name := symbolText(a.Name)
			fmt.Fprintf(w, "\t.globl %s\n\t.set %s, %s\n", name, name, symbolText(a.Of))
		}
	}
	if !annotated {
		fmt.Fprintf(w, "\t.section .note.GNU-stack,\"\",@progbits\n")
	}
	return w.Flush()
}

// quoted is a name as a string of as.
// Bytes outside of ASCII are written in octal, so that no encoding is assumed.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

var plainName = regexp.MustCompile(`^[A-Za-z_.][A-Za-z0-9_.]*$`)

// symbolText is a symbol as as reads it.
// Names with other characters are quoted; sayable has refused those for which that is not enough.
func symbolText(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return `"` + name + `"` // without the escapes of strings, which would become part of the name
}

// sayable reports a symbol that as does not take as an operand of instructions, however quoted.
func (u *unit) sayable() error {
	for _, y := range u.symbols {
		if strings.HasPrefix(y.name, ".L") || slices.ContainsFunc(u.sections, func(s *section) bool { return s.name == y.name }) {
			return fmt.Errorf("%s is a local label or a section to GNU as: rename it, or make an object", ir.SymbolText(y.name))
		}
		if strings.ContainsFunc(y.name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' || r == '@' }) || strings.HasPrefix(y.name, "%") || y.name == "." {
			return fmt.Errorf("%s is no name that GNU as can read: rename it, or make an object", ir.SymbolText(y.name))
		}
	}
	return nil
}

// target is what a reference is to, with an addend.
// Without a symbol it is relative to the label of a section.
func (w *asmWriter) target(r *fixup, add int64) string {
	if r.Symbol == "" {
		return fmt.Sprintf("%s%+d", sectionLabel(r.Section), add)
	}
	if add == 0 {
		return symbolText(r.Symbol)
	}
	return fmt.Sprintf("%s%+d", symbolText(r.Symbol), add)
}

// sectionLabel is the local label at the start of a section, to which references without a symbol
// are relative.
// Names with .L go into no symbol table.
func sectionLabel(n int) string {
	if n < numSections {
		return [numSections]string{".Ltext", ".Lrodata", ".Lrelro", ".Ldata", ".Lbss"}[n]
	}
	return fmt.Sprintf(".Lsection%d", n)
}

// binding writes how other files see a symbol.
func (w *asmWriter) binding(name string, local, weak bool, visibility byte) {
	switch {
	case weak:
		fmt.Fprintf(w, "\t.weak %s\n", name)
	case !local:
		fmt.Fprintf(w, "\t.globl %s\n", name)
	}
	if visibility != 0 {
		fmt.Fprintf(w, "\t.%s %s\n", [...]string{1: "internal", 2: "hidden", 3: "protected"}[visibility], name)
	}
}

// codeSection begins a section of functions.
func (w *asmWriter) codeSection(n int) {
	s := w.u.sections[n]
	if w.annotated {
		fmt.Fprintf(w, "\n// %s\n", s.name)
		return
	}
	fmt.Fprintf(w, "\n\t.section %s,\"ax\",@progbits\n\t.balign %d\n", s.name, s.align)
	w.codeStart(n)
}

// codeStart is the label of a section of code, if tables of jumps refer to it.
func (w *asmWriter) codeStart(n int) {
	for _, s := range w.u.sections {
		if slices.ContainsFunc(s.relocs, func(r fixup) bool { return r.Symbol == "" && r.Section == n }) {
			fmt.Fprintf(w, "%s:\n", sectionLabel(n))
			return
		}
	}
}

// codeLabel is the label of a place in the code.
func codeLabel(f funcRange, off uint64) string {
	if f.section == secText {
		return fmt.Sprintf(".L%d", f.off+off)
	}
	return fmt.Sprintf(".L%d.%d", f.section, f.off+off)
}

// function writes one function.
func (w *asmWriter) function(f funcRange) {
	name := symbolText(f.f.Name)
	fmt.Fprintf(w, "\n")
	if !w.annotated {
		w.binding(name, f.f.Local, f.f.Weak, f.f.Visibility)
		fmt.Fprintf(w, "\t.type %s, @function\n", name)
	}
	fmt.Fprintf(w, "%s:\n", name)
	if !w.annotated && len(f.f.Unwind) > 0 {
		fmt.Fprintf(w, "\t.cfi_startproc\n")
	}
	// In order, so that each instruction takes its own from the front.
	relocs := w.relocsOf(f.section, f.off, f.off+uint64(len(f.f.Code)))
	labels := w.labels(f)
	t := &trail{w: w, f: f, shown: ir.NoInst}
	if f.f.Source != nil {
		t.numbers = f.f.Source.Names()
	}
	for off := uint64(0); off < uint64(len(f.f.Code)); {
		t.advance(uint32(off))
		if labels[off] {
			fmt.Fprintf(w, "%s:\n", codeLabel(f, off))
		}
		i, ok := w.decode(f.f.Code[off:])
		n := i.Len
		if !ok {
			// A byte at a time, or a whole reference, until something can be read as an instruction again.
			n = 1 // a table of jumps
			if k := slices.IndexFunc(relocs, func(r fixup) bool { return r.Offset == f.off+off }); k >= 0 {
				n = relocs[k].width()
			}
			n = min(n, len(f.f.Code)-int(off))
		}
		code := f.f.Code[off : off+uint64(n)]
		var here []fixup
		for len(relocs) > 0 && relocs[0].Offset < f.off+off+uint64(n) {
			if relocs[0].Offset >= f.off+off {
				here = append(here, relocs[0])
			}
			relocs = relocs[1:]
		}
		if !ok {
			w.raw(f.off+off, code, here, "")
		} else {
			w.instruction(f, off, &i, code, here)
		}
		off += uint64(n)
	}
	t.advance(uint32(len(f.f.Code)))
	if !w.annotated {
		if len(f.f.Unwind) > 0 {
			fmt.Fprintf(w, "\t.cfi_endproc\n")
		}
		fmt.Fprintf(w, "\t.size %s, . - %s\n", name, name)
	}
}

// relocsOf are the references in a range of a section, in order.
// The sort is stable: two references at one place stay in the order in which they were made.
func (w *asmWriter) relocsOf(sec int, lo, hi uint64) []fixup {
	var out []fixup
	for _, r := range w.u.sections[sec].relocs {
		if lo <= r.Offset && r.Offset < hi {
			out = append(out, r)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Offset < out[b].Offset })
	return out
}

// labels are the offsets that jumps inside the function go to.
// A jump whose distance a reference fills in goes elsewhere: what stands in its bytes is no distance yet.
func (w *asmWriter) labels(f funcRange) map[uint64]bool {
	out := map[uint64]bool{}
	code := f.f.Code
	linked := map[uint64]bool{}
	for _, r := range f.f.Relocs {
		linked[r.Offset] = true
	}
	for off := 0; off < len(code); {
		i, ok := w.decode(code[off:])
		if !ok {
			off++
			continue
		}
		end := off + i.Len
		if to := int64(end) + i.Distance; i.Jumps && !linked[uint64(end-4)] && to >= 0 && to < int64(len(code)) {
			out[uint64(to)] = true
		}
		off = end
	}
	return out
}

// raw writes bytes that are no instruction of as, or not the one that as would choose.
// References in the bytes become .reloc directives, whose places are relative to here.
func (w *asmWriter) raw(at uint64, code []byte, relocs []fixup, text string) {
	if w.annotated {
		w.line(at, code, text)
		return
	}
	for n := range relocs {
		r := &relocs[n]
		name := map[RelocKind]string{Abs64: "R_X86_64_64", PC32: "R_X86_64_PC32", PLT32: "R_X86_64_PLT32", Abs32S: "R_X86_64_32S", GOT: "R_X86_64_REX_GOTPCRELX"}[r.Kind]
		fmt.Fprintf(w, "\t.reloc .%+d, %s, %s\n", int64(r.Offset-at), name, w.target(r, r.Add))
	}
	fmt.Fprintf(w, "\t.byte ")
	for n, b := range code {
		if n > 0 {
			w.WriteString(", ")
		}
		fmt.Fprintf(w, "0x%02x", b)
	}
	if text != "" {
		fmt.Fprintf(w, "\t# %s", text)
	}
	w.WriteByte('\n')
}

// line is an instruction in the annotated form.
func (w *asmWriter) line(at uint64, code []byte, text string) {
	if w.maker != "" {
		text = fmt.Sprintf("%-34s  // %s", text, w.maker)
	}
	fmt.Fprintf(w, "    %6x  %-30s  %s\n", at, fmt.Sprintf("% x", code), text)
}

var ripOperand = regexp.MustCompile(`-?(0x)?[0-9a-f]*\(%rip\)`)

// instruction writes one instruction.
// It is written as text only where as makes the same bytes of it: the encoding is exact, or its reference is
// one of the forms below.
func (w *asmWriter) instruction(f funcRange, off uint64, i *Instruction, code []byte, relocs []fixup) {
	text, end := i.Text, off+uint64(len(code))
	safe := len(relocs) == 0 && i.Exact
	to, jumps := int64(end)+i.Distance, i.Jumps
	switch {
	case len(relocs) > 1:
	case jumps && len(relocs) == 1:
		// A distance counts from the end of the field, which the addend of -4 says; the text does not have it.
		text = mnemonic(text) + " " + w.target(&relocs[0], relocs[0].Add+4)
		safe = relocs[0].Kind == PLT32 && mnemonic(text) == "call"
	case jumps && to >= 0 && to < int64(len(f.f.Code)):
		text = mnemonic(text) + " " + codeLabel(f, uint64(to))
		safe = true
		// as would choose the short form where it reaches.
		if len(code) > 2 && mnemonic(text) != "call" {
			text = "{disp32} " + text
		}
	case jumps:
		safe = false
	case len(relocs) == 1 && (relocs[0].Kind == PC32 || relocs[0].Kind == GOT) && ripOperand.MatchString(text):
		r := &relocs[0]
		operand := w.target(r, r.Add+int64(f.off+end-r.Offset))
		if r.Kind == GOT {
			operand += "@GOTPCREL"
		}
		operand += "(%rip)"
		text = strings.ReplaceAll(ripOperand.ReplaceAllLiteralString(text, "\x00"), "\x00", operand)
		safe = i.Exact
	case len(relocs) == 1:
		text += "\t# " + w.target(&relocs[0], relocs[0].Add)
	}
	switch {
	case w.annotated:
		w.line(off, code, text)
	case !safe:
		w.raw(f.off+off, code, relocs, text)
	default:
		fmt.Fprintf(w, "\t%s%s\n", i.Prefix, text)
	}
}

// mnemonic is the first word of an instruction's text.
func mnemonic(text string) string {
	m, _, _ := strings.Cut(text, " ")
	m, _, _ = strings.Cut(m, "\t")
	return m
}

// data writes a section of data.
// Each symbol and each reference begins a new line, so the bytes are cut at all their places.
func (w *asmWriter) data(n int) {
	s := w.u.sections[n]
	if len(s.data) == 0 && s.zero == 0 {
		return
	}
	if !w.annotated {
		flags, kind := "a", map[uint32]string{shtProgbits: "progbits", shtNobits: "nobits", shtNote: "note", shtInit: "init_array", shtInit + 1: "fini_array", shtInit + 2: "preinit_array"}[s.kind]
		if s.flags&shfWrite != 0 {
			flags += "w"
		}
		if s.flags&shfTLS != 0 {
			flags += "T"
		}
		flags = fmt.Sprintf("%q,@%s", flags, kind)
		fmt.Fprintf(w, "\n\t.section %s,%s\n\t.balign %d\n%s:\n", s.name, flags, s.align, sectionLabel(n))
	} else {
		fmt.Fprintf(w, "\n// %s\n", s.name)
	}
	at := map[uint64][]symbol{}
	stops := []uint64{uint64(len(s.data)) + s.zero}
	for _, y := range w.u.symbols {
		if y.section == n {
			at[y.off] = append(at[y.off], y)
			stops = append(stops, y.off)
		}
	}
	relocs := w.relocsOf(n, 0, uint64(len(s.data)))
	for _, r := range relocs {
		stops = append(stops, r.Offset, r.Offset+uint64(r.width()))
	}
	slices.Sort(stops)
	stops = slices.Compact(stops)
	pos := uint64(0)
	for _, stop := range stops {
		w.bytes(s, pos, stop, &relocs)
		for _, y := range at[stop] {
			name := symbolText(y.name)
			if !w.annotated {
				w.binding(name, y.local, y.weak, y.visibility)
				kind := "object"
				if y.kind == sttTLS {
					kind = "tls_object"
				}
				fmt.Fprintf(w, "\t.type %s, @"+kind+"\n\t.size %s, %d\n", name, name, y.size)
			}
			fmt.Fprintf(w, "%s:\n", name)
		}
		pos = stop
	}
}

// bytes writes data from pos up to stop: one reference, or bytes without any.
// Sixteen bytes a line; what lies behind the data is zeros.
func (w *asmWriter) bytes(s *section, pos, stop uint64, relocs *[]fixup) {
	if pos == stop {
		return
	}
	if len(*relocs) > 0 && (*relocs)[0].Offset == pos {
		r := (*relocs)[0]
		*relocs = (*relocs)[1:]
		fmt.Fprintf(w, "\t.quad %s\n", w.target(&r, r.Add))
		return
	}
	for pos < stop {
		if pos >= uint64(len(s.data)) {
			fmt.Fprintf(w, "\t.zero %d\n", stop-pos)
			return
		}
		end := min(stop, uint64(len(s.data)), pos+16)
		part := s.data[pos:end]
		var list []string
		for _, b := range part {
			list = append(list, fmt.Sprintf("0x%02x", b))
		}
		fmt.Fprintf(w, "\t.byte %s\n", strings.Join(list, ", "))
		pos = end
	}
}

// trail writes what belongs between instructions: lines of the source, changes of the frame.
// It walks lines and unwind rows beside the code, each once.
type trail struct {
	w       *asmWriter
	f       funcRange
	numbers ir.Numbering
	line    int // next in Func.Lines
	row     int // next in Func.Unwind
	last    position
	shown   ir.Inst // the last that the listing has
}

// advance writes every line and frame row up to an offset of the function. Offsets ascend from call
// to call.
func (t *trail) advance(off uint32) {
	f := t.f.f
	for ; t.line < len(f.Lines) && f.Lines[t.line].Offset <= off; t.line++ {
		l := &f.Lines[t.line]
		t.w.maker = l.Maker
		if l.Maker == "" || l.Inst != t.shown {
			t.shown = l.Inst
			t.source(l.Inst, off == uint32(len(f.Code)))
		}
	}
	for ; t.row < len(f.Unwind) && f.Unwind[t.row].Offset <= off && !t.w.annotated; t.row++ {
		r := &f.Unwind[t.row]
		// What .cfi_startproc sets up: RSP + 8, just behind the return address.
		before := Unwind{CFAReg: 7, CFA: 8}
		if t.row > 0 {
			before = f.Unwind[t.row-1]
		}
		t.frame(&before, r)
	}
}

// frame writes the call frame directives that lead from one row of the unwind table to the next
// (GNU as, CFI directives).
// A register that is no longer saved is restored to the rule of the common entry.
func (t *trail) frame(before, r *Unwind) {
	if r.CFAReg != before.CFAReg || r.CFA != before.CFA {
		fmt.Fprintf(t.w, "\t.cfi_def_cfa %d, %d\n", r.CFAReg, r.CFA)
	}
	for _, s := range r.Saved {
		if !slices.Contains(before.Saved, s) {
			fmt.Fprintf(t.w, "\t.cfi_offset %d, %d\n", s.Reg, s.Offset)
		}
	}
	for _, s := range before.Saved {
		if !slices.ContainsFunc(r.Saved, func(x SavedReg) bool { return x.Reg == s.Reg }) {
			fmt.Fprintf(t.w, "\t.cfi_restore %d\n", s.Reg)
		}
	}
}

// source writes where the following code comes from.
// A position that did not change is not written again, nor one behind the last instruction.
func (t *trail) source(i ir.Inst, atEnd bool) {
	src := t.f.f.Source
	if src == nil || i == ir.NoInst || int(i) >= src.NumInsts() || atEnd {
		return
	}
	p := positionOf(src, i)
	if t.w.annotated {
		place := ""
		if p.line > 0 {
			place = fmt.Sprintf("  // %s:%d", p.file, p.line)
		}
		fmt.Fprintf(t.w, "  %s%s\n", src.InstText(t.numbers, i), place)
		return
	}
	if p.line == 0 || p == t.last {
		return
	}
	t.last = p
	n, ok := t.w.files[p.file]
	if !ok {
		n = len(t.w.files) + 1
		t.w.files[p.file] = n
		fmt.Fprintf(t.w, "\t.file %d %s\n", n, quoted(sourceName(p.file)))
	}
	fmt.Fprintf(t.w, "\t.loc %d %d %d\n", n, p.line, p.col)
}
