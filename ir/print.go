package ir

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// String is the text for people, in the book's spelling: values and blocks have the numbers of [Func.Names]. It
// parses to a module with the same text.
func (m *Module) String() string {
	var s strings.Builder
	m.print(&s, (*Func).Names)
	return s.String()
}

// Print writes what [Module.String] returns.
// Functions are written one by one, so a large module is not in memory as text.
// Writing errors are those of the last Flush: bufio keeps the first one.
func (m *Module) Print(w io.Writer) error { return m.print(w, (*Func).Names) }

// Canonical is the text of the module but for the numbers of values and blocks, which are those of [Func.Number]:
// in region tree order; as in the book, an instruction without results takes a number too. Modules that differ in
// numbers alone have the same text, on every machine, and what it says parses to a module of which it says the same.
// Hashes, caches and comparisons rest on that.
func (m *Module) Canonical() string {
	var s strings.Builder
	m.print(&s, (*Func).Number)
	return s.String()
}

// print writes the items in their order, with the numbers of values that names chooses.
func (m *Module) print(w io.Writer, names func(*Func) Numbering) error {
	b := bufio.NewWriter(w)
	var text []byte
	for n := range m.Debug.entries {
		text = m.Debug.entries[n].appendText(text[:0], n+1)
		b.Write(text)
	}
	if len(m.Debug.entries) > 0 {
		b.WriteByte('\n')
	}
	for _, a := range m.Asm {
		b.Write(append(appendQuoted(append(text[:0], "asm "...), a), '\n'))
	}
	if len(m.Asm) > 0 {
		b.WriteByte('\n')
	}
	prevData := false
	for n, it := range m.Items {
		text = text[:0]
		isData := it.Kind != ItemFunc
		if n > 0 && !(isData && prevData) {
			text = append(text, '\n')
		}
		prevData = isData
		switch it.Kind {
		case ItemFunc:
			f := m.Funcs[it.Index]
			text = f.appendText(text, names(f))
		case ItemExtern:
			text = m.Externs[it.Index].appendText(text)
		case ItemData:
			text = m.appendData(text, m.Data[it.Index])
		}
		b.Write(text)
	}
	return b.Flush()
}

// String writes one function as [Module.String] does.
func (f *Func) String() string { return string(f.appendText(nil, f.Names())) }

// Canonical writes one function as [Module.Canonical] does.
func (f *Func) Canonical() string { return string(f.appendText(nil, f.Number())) }

// SymbolText is a name as it is written after @: quoted unless it is a plain identifier.
func SymbolText(name string) string { return string(appendSymbol(nil, name)) }

// Any bytes are a name; the empty one is quoted, as nothing would stand there.
func appendSymbol(text []byte, name string) []byte { return appendName(append(text, '@'), name) }

// appendName writes a name after its sigil.
func appendName(text []byte, name string) []byte {
	for i := range len(name) {
		if !plainNameByte(name[i]) {
			return appendQuoted(text, name)
		}
	}
	if name == "" {
		return append(text, `""`...)
	}
	return append(text, name...)
}

// plainNameByte is a byte that a name has without quotes; the parser's wordByte must agree.
func plainNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$'
}

// appendQuoted writes a byte string with the escapes that the parser reads.
// Every byte has a spelling, so names and data of any bytes survive.
func appendQuoted(text []byte, s string) []byte {
	text = append(text, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		case c >= ' ' && c < 0x7f:
			text = append(text, c)
		case c == '\n':
			text = append(text, `\n`...)
		case c == '\t':
			text = append(text, `\t`...)
		default:
			text = fmt.Appendf(text, `\x%02x`, c)
		}
	}
	return append(text, '"')
}

// appendParams writes parameters, with their names if they have some.
func appendParams(text []byte, ps []Param) []byte {
	for n, p := range ps {
		if n > 0 {
			text = append(text, ", "...)
		}
		if p.Name != "" {
			text = append(appendName(append(text, '%'), p.Name), ": "...)
		}
		text = appendTyped(text, p.Type, p.Annot)
	}
	return text
}

// appendVariadic writes the dots behind n parameters.
func appendVariadic(text []byte, n int, variadic bool) []byte {
	switch {
	case !variadic:
		return text
	case n > 0:
		text = append(text, ", "...)
	}
	return append(text, "..."...)
}

// appendReturns writes the result types; none write no arrow.
// One result has no parentheses, as in the book.
func appendReturns(text []byte, ps []Param) []byte {
	switch len(ps) {
	case 0:
		return text
	case 1:
		return appendParams(append(text, " -> "...), ps)
	}
	return append(appendParams(append(text, " -> ("...), ps), ')')
}

func (e *Extern) appendText(text []byte) []byte {
	text = append(appendSymbol(append(text, "extern func "...), e.Name), '(')
	text = append(appendVariadic(appendParams(text, e.Params), len(e.Params), e.Variadic), ')')
	text = appendReturns(text, e.Returns)
	if e.Asm != nil {
		text = e.Asm.appendText(text)
	}
	return append(text, '\n')
}

// appendData writes a data symbol: attributes, contents, relocations, in the order in which the parser reads them.
func (m *Module) appendData(text []byte, d *Data) []byte {
	text = appendSymbol(append(text, "data "...), d.Name)
	text = d.Linkage.appendText(text)
	if d.Const {
		text = append(text, " const"...)
	}
	if d.Align != 0 {
		text = fmt.Appendf(text, " align %d", d.Align)
	}
	text = append(text, " = "...)
	if len(d.Pieces) == 1 {
		text = d.Pieces[0].appendText(text)
	} else {
		text = append(text, '{')
		for n, p := range d.Pieces {
			if n > 0 {
				text = append(text, ", "...)
			}
			text = p.appendText(text)
		}
		text = append(text, '}')
	}
	if len(d.Relocs) > 0 {
		text = append(text, " relocs ["...)
		for n, r := range d.Relocs {
			if n > 0 {
				text = append(text, ", "...)
			}
			text = appendSymbol(fmt.Appendf(text, "%d: ", r.Off), m.SymbolName(r.Sym))
			if r.Addend != 0 {
				text = fmt.Appendf(text, "%+d", r.Addend)
			}
		}
		text = append(text, ']')
	}
	return append(m.appendMarks(text, d.Origin), '\n')
}

// A piece of no bytes is a string or a run of 0, and reads as what it was.
func (p DataPiece) appendText(text []byte) []byte {
	switch {
	case p.Bytes != nil:
		return appendQuoted(text, string(p.Bytes))
	case p.Uninit:
		return fmt.Appendf(text, "uninit %d", p.Zero)
	}
	return fmt.Appendf(text, "zero %d", p.Zero)
}

// printer appends to the text of a function.
// It appends to one buffer, since a module has hundreds of thousands of parts.
// The numbering is that of the whole function, so single instructions are quoted with the names of the text.
type printer struct {
	text []byte
	f    *Func
	n    Numbering
}

func (p *printer) put(s string)           { p.text = append(p.text, s...) }
func (p *printer) int(n int64)            { p.text = strconv.AppendInt(p.text, n, 10) }
func (p *printer) value(v Value, a Annot) { p.text = a.appendText(p.n.appendName(p.text, v)) }
func (p *printer) typed(t Type, a Annot)  { p.text = appendTyped(p.text, t, a) }
func (p *printer) block(b Block)          { p.text = p.n.appendBlockName(p.text, b) }

// appendText writes the function with a newline at the end.
func (f *Func) appendText(text []byte, n Numbering) []byte {
	p := &printer{append(f.AppendSignature(text), " {\n"...), f, n}
	p.region(Body, "  ")
	return append(p.text, "}\n"...)
}

// appendAttrs writes the attributes in a fixed order.
// The parser takes them in any order, so printing what was read may reorder them.
func (f *Func) appendAttrs(text []byte) []byte {
	quoted := func(name, value string) {
		if value != "" {
			text = append(appendQuoted(append(append(append(text, ' '), name...), '('), value), ')')
		}
	}
	a := f.Attrs
	quoted("opt_policy", a.OptPolicy)
	quoted("opt_level", a.OptLevel)
	quoted("source_type", a.SourceType)
	if a.NoInline {
		text = append(text, " noinline"...)
	}
	if a.AlwaysInline {
		text = append(text, " alwaysinline"...)
	}
	quoted("intrinsics", a.Intrinsics)
	if a.Debug != 0 {
		text = fmt.Appendf(text, " debug(%d)", a.Debug)
	}
	return text
}

// region writes the nodes of r: blocks with header and instructions, and nested regions, with an empty line
// between them.
// Claims on fields stand in the type, as they have no spelling behind a name.
// indent is that of the region's lines; nested ones have two blanks more.
func (p *printer) region(r Region, indent string) {
	for n, node := range p.f.regions[r].nodes {
		if n > 0 {
			p.put("\n")
		}
		p.put(indent)
		if node.IsRegion {
			p.put("region ")
			p.put(p.f.regions[node.ID].kind.String())
			p.put(" {\n")
			p.region(Region(node.ID), indent+"  ")
			p.put(indent)
			p.put("}\n")
			continue
		}
		b := Block(node.ID)
		p.header(b, NoValue)
		p.put(":\n")
		for i := range p.f.Insts(b) {
			p.put(indent)
			p.put("  ")
			p.inst(i)
			p.mark(i)
			p.meta(p.f.coldInsts[i].origin)
			p.put("\n")
		}
	}
}

// header writes the name and the arguments of a block but for one.
func (p *printer) header(b Block, without Value) {
	p.block(b)
	k := 0
	for _, a := range p.f.blocks[b].args {
		if a == without {
			continue
		}
		p.put([...]string{"(", ", "}[min(k, 1)])
		k++
		v := p.f.values[a]
		if v.annot.HasFields() {
			p.value(a, NoAnnot)
			p.put(": ")
			p.typed(v.typ, v.annot)
			continue
		}
		p.value(a, v.annot)
		p.put(": ")
		p.put(v.typ.String())
	}
	if k > 0 {
		p.put(")")
	}
}

// AppendBlock appends the name and the arguments of a block, as the first line of it has them, without one of the
// arguments; NoValue is none.
func (f *Func) AppendBlock(text []byte, n Numbering, b Block, without Value) []byte {
	p := printer{text, f, n}
	p.header(b, without)
	return append(p.text, ':')
}

// AppendSignature appends the first line of the function but for the brace.
func (f *Func) AppendSignature(text []byte) []byte {
	text = append(appendSymbol(append(text, "func "...), f.Name), '(')
	text = append(appendVariadic(appendParams(text, f.Params), len(f.Params), f.Variadic), ')')
	return f.appendAttrs(f.Linkage.appendText(appendReturns(text, f.Returns)))
}

// InstText writes one instruction as the printer does, without its `!` marks.
// Reports and messages quote instructions by it.
func (f *Func) InstText(n Numbering, i Inst) string { return string(f.AppendInst(nil, n, i)) }

// AppendInst appends what [Func.InstText] returns.
func (f *Func) AppendInst(text []byte, n Numbering, i Inst) []byte {
	p := printer{text, f, n}
	p.inst(i)
	return p.text
}

// inst writes one instruction: results with claims, mnemonic, flags, operands, and the types after an arrow
// where the row's rule cannot tell them.
func (p *printer) inst(i Inst) {
	f := p.f
	var room [4]Type
	// The room is on the stack: hardly any instruction has more results.
	arrow := f.arrowTypes(room[:0], i)
	for k := range f.NumResults(i) {
		if k > 0 {
			p.put(", ")
		}
		v := f.Result(i, k)
		if a := f.AnnotOf(v); !a.HasFields() {
			p.value(v, a)
			continue
		} else if p.value(v, NoAnnot); len(arrow) == 0 { // else the claims stand in the type after the arrow
			p.put(": ")
			p.typed(f.TypeOf(v), a)
		}
	}
	if f.NumResults(i) > 0 {
		p.put(" = ")
	}
	p.text = f.AppendMnemonic(p.text, i)
	if fl := f.Attr(i).Flags; fl != 0 {
		p.put(" ")
		p.put(fl.String())
	}
	p.operands(i)
	if len(arrow) == 0 {
		return
	}
	p.put(" -> ")
	if len(arrow) > 1 {
		p.put("(")
	}
	for k, t := range arrow {
		if k > 0 {
			p.put(", ")
		}
		if a := f.AnnotOf(f.Result(i, f.NumResults(i)-len(arrow)+k)); a.HasFields() {
			p.typed(t, a)
		} else {
			p.put(t.String())
		}
	}
	if len(arrow) > 1 {
		p.put(")")
	}
}

// Mnemonic is the opcode of i with its dotted suffixes.
func (f *Func) Mnemonic(i Inst) string {
	if op := f.insts[i].op; len(Ops[op].Suffix) == 0 {
		return op.String()
	}
	return string(f.AppendMnemonic(nil, i))
}

// AppendMnemonic appends what [Func.Mnemonic] returns.
// Suffixes come in the order of the row, which the parser reads them in.
func (f *Func) AppendMnemonic(text []byte, i Inst) []byte {
	op := f.insts[i].op
	text = append(text, op.String()...)
	if len(Ops[op].Suffix) == 0 {
		return text
	}
	a := f.Attr(i)
	dot := func(s string) { text = append(append(text, '.'), s...) }
	for _, suf := range Ops[op].Suffix {
		switch suf {
		case SufType:
			dot(a.FloatType().String())
		case SufBits, SufBytes:
			text = strconv.AppendInt(append(text, '.'), int64(a.N), 10)
		case SufOptBytes:
			if a.N != 0 {
				text = strconv.AppendInt(append(text, '.'), int64(a.N), 10)
			}
		case SufPred, SufFPred:
			dot(a.Pred.String())
		case SufOrder:
			dot(a.Order.String())
		case SufFail:
			dot(a.Fail.String())
		case SufRMW:
			dot(a.RMW.String())
		case SufSat:
			if a.Sat {
				dot("sat")
			}
		case SufLane, SufIntLane, SufFloatLane, SufIntMaskLane:
			dot(a.Lane.String())
		}
	}
	return text
}

// operands writes what follows the mnemonic, by the form of the row; the parser has the same switch for reading.
// Constants are written as the module has them, and floats as bits: nothing is rounded by printing.
func (p *printer) operands(i Inst) {
	f, a := p.f, p.f.Attr(i)
	switch Ops[f.Op(i)].Form {
	case FormInt:
		p.text = f.AppendIntConst(append(p.text, ' '), i)
	case FormBool:
		p.text = strconv.AppendBool(append(p.text, ' '), a.Imm != 0)
	case FormFloat:
		hi, lo := f.FloatConst(i)
		if hi != 0 {
			p.text = fmt.Appendf(p.text, " 0x%x%016x", hi, lo)
		} else {
			p.text = strconv.AppendUint(append(p.text, " 0x"...), lo, 16)
		}
	case FormParam:
		p.put(" ")
		if a.Imm < int64(len(f.Params)) && f.Params[a.Imm].Name != "" {
			p.text = appendName(append(p.text, '%'), f.Params[a.Imm].Name)
		} else {
			p.int(a.Imm)
		}
	case FormSymbol:
		p.text = appendSymbol(append(p.text, ' '), f.Module.SymbolName(f.SymbolOf(i)))
	case FormWidth:
		p.list(i, 0, f.NumOperands(i), " ")
		p.put(", ")
		p.int(a.Imm)
	case FormSlot, FormSlotDyn:
		if Ops[f.Op(i)].Form == FormSlot {
			p.put(" ")
			p.int(a.Imm)
		} else {
			p.list(i, 0, f.NumOperands(i), " ")
		}
		if a.Align != 0 {
			p.put(" align ")
			p.int(int64(a.Align))
		}
	case FormPath:
		p.list(i, 0, f.NumOperands(i), " ")
		p.put(", [")
		for k, x := range f.Path(i) {
			if k > 0 {
				p.put(", ")
			}
			p.int(int64(x))
		}
		p.put("]")
	case FormCall:
		p.call(i)
	case FormIntrinsic:
		p.text = appendQuoted(append(p.text, ' '), f.Module.SymbolName(f.SymbolOf(i)))
		p.list(i, 0, f.NumOperands(i), " ")
	case FormBr:
		p.put(" ")
		p.target(i, 0)
	case FormBrIf:
		p.list(i, 0, 1, " ")
		p.put(", ")
		p.target(i, 0)
		p.put(", ")
		p.target(i, 1)
	case FormSwitch:
		p.list(i, 0, 1, " ")
		p.put(", [")
		last := f.NumTargets(i) - 1
		for n := range last {
			if n > 0 {
				p.put(", ")
			}
			p.text = f.TargetCase(i, n).Append(p.text, 10)
			p.put(": ")
			p.target(i, n)
		}
		p.put("], ")
		p.target(i, last)
	default:
		p.list(i, 0, f.NumOperands(i), " ")
	}
}

// list writes operands lo to hi, an alignment before the last one if it is a memory token.
func (p *printer) list(i Inst, lo, hi int, sep string) {
	f := p.f
	a := f.Attr(i).Align
	for k := lo; k < hi; k++ {
		p.put(sep)
		sep = ", "
		if a != 0 && k == hi-1 && f.Op(i).Is(HasAlign) {
			p.put("align=")
			p.int(int64(a))
			p.put(sep)
		}
		o := f.Operand(i, k)
		p.value(o.Value, o.Annot)
	}
}

// call writes callee, arguments in parentheses, and the token behind them.
// Fewer than two operands, or no token, print as what there is: the printer also serves what does not verify.
func (p *printer) call(i Inst) {
	n := p.f.NumOperands(i)
	p.list(i, 0, min(n, 1), " ")
	hi := n
	if n > 1 && p.f.TypeOf(p.f.Arg(i, n-1)) == Mem {
		hi = n - 1
	}
	p.put("(")
	p.list(i, 1, hi, "")
	p.put(")")
	p.list(i, hi, n, ", ")
}

// target writes a block and what is passed to it.
// No arguments write no parentheses.
func (p *printer) target(i Inst, n int) {
	lo, hi := p.f.TargetArgs(i, n)
	p.block(p.f.TargetBlock(i, n))
	if lo < hi {
		p.put("(")
		p.list(i, lo, hi, "")
		p.put(")")
	}
}

// mark writes the rule that poison born in i violates.
func (p *printer) mark(i Inst) {
	m := p.f.Mark(i)
	if m.Rule == RuleNone {
		return
	}
	p.text = appendQuoted(append(p.text, " !ub("...), m.Rule.String())
	if m.Type != "" {
		p.text = appendQuoted(append(p.text, ", "...), m.Type)
	}
	p.put(")")
}

// meta writes what the debug and profile tables say about a source origin.
// Marks of derived origins are those of their sources; the text of a function that was transformed has them
// too.
func (p *printer) meta(o Origin) {
	m := p.f.Module
	p.text = m.appendMarks(p.text, o)
	if c, ok := m.Count(o); ok {
		p.text = fmt.Appendf(p.text, " !prof(%d)", c)
	}
	// Most modules have no profile, and looking for the sources of an origin is a search.
	if len(m.Profile.weights) == 0 {
		return
	}
	for _, s := range m.Sources([]Origin{o}, o) {
		w := m.Profile.weights[s]
		if w == nil {
			continue
		}
		p.put(" !weights(")
		for k, c := range m.Weights(o, len(w)) {
			if k > 0 {
				p.put(", ")
			}
			p.text = strconv.AppendUint(p.text, c, 10)
		}
		p.put(")")
		break
	}
}

// appendMarks writes the location and the variable of an origin.
func (m *Module) appendMarks(text []byte, o Origin) []byte {
	if l, ok := m.Location(o); ok {
		text = fmt.Appendf(appendQuoted(append(text, " !loc("...), l.File), ", %d, %d", l.Line, l.Col)
		if l.Scope != 0 {
			text = fmt.Appendf(text, ", %d", l.Scope)
		}
		text = append(text, ')')
	}
	if v, ok := m.Variable(o); ok {
		text = appendQuoted(append(text, " !var("...), v.Name)
		if v.Debug != 0 {
			text = fmt.Appendf(text, ", %d", v.Debug)
			switch {
			case v.Param:
				text = append(text, ", param"...)
			case v.Local:
				text = append(text, ", local"...)
			}
		}
		text = append(text, ')')
	}
	return text
}
