package ir

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// String writes the module in the book's spelling. Values and blocks are numbered in region
// tree order; as in the book, an instruction without results takes a number too.
func (m *Module) String() string {
	var s strings.Builder
	m.Print(&s)
	return s.String()
}

// Print writes the module as [Module.String] does.
func (m *Module) Print(w io.Writer) error {
	b := bufio.NewWriter(w)
	prevData := false
	for n, it := range m.Items {
		isData := it.Kind != ItemFunc
		if n > 0 && !(isData && prevData) {
			b.WriteByte('\n')
		}
		prevData = isData
		switch it.Kind {
		case ItemFunc:
			m.Funcs[it.Index].print(b)
		case ItemExtern:
			m.Externs[it.Index].print(b)
		case ItemData:
			m.printData(b, m.Data[it.Index])
		}
	}
	return b.Flush()
}

// String writes one function.
func (f *Func) String() string {
	var s strings.Builder
	b := bufio.NewWriter(&s)
	f.print(b)
	b.Flush()
	return s.String()
}

// Numbering maps handles to the numbers that the printer writes; -1 where a value or block
// is not in the text.
type Numbering struct {
	Value []int
	Block []int
}

// Number returns the numbers that the printer uses for f.
func (f *Func) Number() Numbering {
	n := Numbering{make([]int, len(f.values)), make([]int, len(f.blocks))}
	for i := range n.Value {
		n.Value[i] = -1
	}
	for i := range n.Block {
		n.Block[i] = -1
	}
	v, blk := 0, 0
	for b := range f.Blocks() {
		n.Block[b] = blk
		blk++
		for _, a := range f.blocks[b].args {
			n.Value[a] = v
			v++
		}
		for i := range f.Insts(b) {
			for k := range f.NumResults(i) {
				n.Value[f.Result(i, k)] = v + k
			}
			v += max(1, f.NumResults(i))
		}
	}
	return n
}

// Name is the spelling of v: v3. A value that is not in the text is "v?".
func (n Numbering) Name(v Value) string {
	if v == NoValue || n.Value[v] < 0 {
		return "v?"
	}
	return "v" + strconv.Itoa(n.Value[v])
}

// BlockName is the spelling of b: bb1.
func (n Numbering) BlockName(b Block) string {
	if b == NoBlock || n.Block[b] < 0 {
		return "bb?"
	}
	return "bb" + strconv.Itoa(n.Block[b])
}

// SymbolText is a name as it is written after @: quoted unless it is a plain identifier.
func SymbolText(name string) string {
	for i := range len(name) {
		if !plainNameByte(name[i]) {
			return "@" + quote(name)
		}
	}
	if name == "" {
		return `@""`
	}
	return "@" + name
}

func plainNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$'
}

// quote writes a byte string with the escapes that the parser reads.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= ' ' && c < 0x7f:
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		default:
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func printParams(b *bufio.Writer, ps []Param) {
	for n, p := range ps {
		if n > 0 {
			b.WriteString(", ")
		}
		if p.Name != "" {
			b.WriteString("%" + paramName(p.Name) + ": ")
		}
		b.WriteString(p.Type.String() + p.Annot.String())
	}
}

func paramName(s string) string { return SymbolText(s)[1:] }

func printReturns(b *bufio.Writer, ps []Param) {
	switch len(ps) {
	case 0:
	case 1:
		b.WriteString(" -> ")
		printParams(b, ps)
	default:
		b.WriteString(" -> (")
		printParams(b, ps)
		b.WriteString(")")
	}
}

func (e *Extern) print(b *bufio.Writer) {
	b.WriteString("extern func " + SymbolText(e.Name) + "(")
	printParams(b, e.Params)
	b.WriteString(")")
	printReturns(b, e.Returns)
	b.WriteString("\n")
}

func (m *Module) printData(b *bufio.Writer, d *Data) {
	b.WriteString("data " + SymbolText(d.Name))
	if d.Const {
		b.WriteString(" const")
	}
	if d.Align != 0 {
		fmt.Fprintf(b, " align %d", d.Align)
	}
	b.WriteString(" = ")
	if len(d.Pieces) == 1 {
		printPiece(b, d.Pieces[0])
	} else {
		b.WriteString("{")
		for n, p := range d.Pieces {
			if n > 0 {
				b.WriteString(", ")
			}
			printPiece(b, p)
		}
		b.WriteString("}")
	}
	if len(d.Relocs) > 0 {
		b.WriteString(" relocs [")
		for n, r := range d.Relocs {
			if n > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%d: %s", r.Off, SymbolText(m.SymbolName(r.Sym)))
			if r.Addend != 0 {
				fmt.Fprintf(b, "%+d", r.Addend)
			}
		}
		b.WriteString("]")
	}
	b.WriteString("\n")
}

func printPiece(b *bufio.Writer, p DataPiece) {
	switch {
	case p.Bytes != nil:
		b.WriteString(quote(string(p.Bytes)))
	case p.Uninit:
		fmt.Fprintf(b, "uninit %d", p.Zero)
	default:
		fmt.Fprintf(b, "zero %d", p.Zero)
	}
}

type printer struct {
	*bufio.Writer
	f *Func
	n Numbering
}

func (f *Func) print(w *bufio.Writer) {
	p := &printer{w, f, f.Number()}
	p.WriteString("func " + SymbolText(f.Name) + "(")
	printParams(w, f.Params)
	p.WriteString(")")
	printReturns(w, f.Returns)
	p.attrs()
	p.WriteString(" {\n")
	p.region(Body, "  ")
	p.WriteString("}\n")
}

func (p *printer) attrs() {
	a := p.f.Attrs
	if a.OptPolicy != "" {
		p.WriteString(" opt_policy(" + quote(a.OptPolicy) + ")")
	}
	if a.OptLevel != "" {
		p.WriteString(" opt_level(" + quote(a.OptLevel) + ")")
	}
	if a.NoInline {
		p.WriteString(" noinline")
	}
	if a.AlwaysInline {
		p.WriteString(" alwaysinline")
	}
	if a.Intrinsics != "" {
		p.WriteString(" intrinsics(" + quote(a.Intrinsics) + ")")
	}
}

func (p *printer) region(r Region, indent string) {
	for n, node := range p.f.regions[r].nodes {
		if n > 0 {
			p.WriteByte('\n')
		}
		if node.IsRegion {
			p.WriteString(indent + "region " + p.f.regions[node.ID].kind.String() + " {\n")
			p.region(Region(node.ID), indent+"  ")
			p.WriteString(indent + "}\n")
			continue
		}
		b := Block(node.ID)
		p.WriteString(indent + p.n.BlockName(b))
		for k, a := range p.f.blocks[b].args {
			p.WriteString([...]string{"(", ", "}[min(k, 1)])
			v := p.f.values[a]
			p.WriteString(p.n.Name(a) + v.annot.String() + ": " + v.typ.String())
		}
		if len(p.f.blocks[b].args) > 0 {
			p.WriteByte(')')
		}
		p.WriteString(":\n")
		for i := range p.f.Insts(b) {
			p.WriteString(indent + "  ")
			p.inst(i)
			p.meta(p.f.more[i].origin)
			p.WriteByte('\n')
		}
	}
}

// InstText writes one instruction as the printer does, without its `!` marks.
func (f *Func) InstText(n Numbering, i Inst) string {
	var s strings.Builder
	p := &printer{bufio.NewWriter(&s), f, n}
	p.inst(i)
	p.Flush()
	return s.String()
}

func (p *printer) inst(i Inst) {
	f := p.f
	for k := range f.NumResults(i) {
		if k > 0 {
			p.WriteString(", ")
		}
		v := f.Result(i, k)
		p.WriteString(p.n.Name(v) + f.AnnotOf(v).String())
	}
	if f.NumResults(i) > 0 {
		p.WriteString(" = ")
	}
	p.WriteString(f.Mnemonic(i))
	if fl := f.Attr(i).Flags; fl != 0 {
		p.WriteString(" " + fl.String())
	}
	p.operands(i)
	if arrow := f.arrowTypes(i); len(arrow) == 1 {
		p.WriteString(" -> " + arrow[0].String())
	} else if len(arrow) > 1 {
		var s []string
		for _, t := range arrow {
			s = append(s, t.String())
		}
		p.WriteString(" -> (" + strings.Join(s, ", ") + ")")
	}
}

// Mnemonic is the opcode of i with its dotted suffixes.
func (f *Func) Mnemonic(i Inst) string {
	op, a := f.insts[i].op, f.Attr(i)
	s := op.String()
	for _, suf := range Ops[op].Suffix {
		switch suf {
		case SufType:
			s += "." + a.FloatType().String()
		case SufBits, SufBytes:
			s += "." + strconv.Itoa(int(a.N))
		case SufOptBytes:
			if a.N != 0 {
				s += "." + strconv.Itoa(int(a.N))
			}
		case SufPred, SufFPred:
			s += "." + a.Pred.String()
		case SufOrder:
			s += "." + a.Order.String()
		case SufFail:
			s += "." + a.Fail.String()
		case SufRMW:
			s += "." + a.RMW.String()
		case SufSat:
			if a.Sat {
				s += ".sat"
			}
		case SufLane, SufIntLane, SufFloatLane, SufIntMaskLane:
			s += "." + a.Lane.String()
		}
	}
	return s
}

func (p *printer) operands(i Inst) {
	f, a := p.f, p.f.Attr(i)
	switch Ops[f.Op(i)].Form {
	case FormInt:
		p.WriteString(" " + f.IntConst(i).String())
	case FormBool:
		p.WriteString(" " + strconv.FormatBool(a.Imm != 0))
	case FormFloat:
		hi, lo := f.FloatConst(i)
		if hi != 0 {
			fmt.Fprintf(p, " 0x%x%016x", hi, lo)
		} else {
			fmt.Fprintf(p, " 0x%x", lo)
		}
	case FormParam:
		if a.Imm < int64(len(f.Params)) && f.Params[a.Imm].Name != "" {
			p.WriteString(" %" + paramName(f.Params[a.Imm].Name))
		} else {
			fmt.Fprintf(p, " %d", a.Imm)
		}
	case FormSymbol:
		p.WriteString(" " + SymbolText(f.Module.SymbolName(f.SymbolOf(i))))
	case FormWidth:
		p.list(i, 0, f.NumOperands(i), " ")
		fmt.Fprintf(p, ", %d", a.Imm)
	case FormSlot:
		fmt.Fprintf(p, " %d", a.Imm)
		if a.Align != 0 {
			fmt.Fprintf(p, " align %d", a.Align)
		}
	case FormPath:
		p.list(i, 0, f.NumOperands(i), " ")
		for k, x := range f.Path(i) {
			fmt.Fprintf(p, "%s%d", [...]string{", [", ", "}[min(k, 1)], x)
		}
		if len(f.Path(i)) == 0 {
			p.WriteString(", [")
		}
		p.WriteString("]")
	case FormCall:
		p.call(i)
	case FormIntrinsic:
		p.WriteString(" " + quote(f.Module.SymbolName(f.SymbolOf(i))))
		p.list(i, 0, f.NumOperands(i), " ")
	case FormBr:
		p.WriteString(" ")
		p.target(i, 0)
	case FormBrIf:
		p.list(i, 0, 1, " ")
		p.WriteString(", ")
		p.target(i, 0)
		p.WriteString(", ")
		p.target(i, 1)
	case FormSwitch:
		p.list(i, 0, 1, " ")
		p.WriteString(", [")
		last := f.NumTargets(i) - 1
		for n := range last {
			if n > 0 {
				p.WriteString(", ")
			}
			p.WriteString(f.TargetCase(i, n).String() + ": ")
			p.target(i, n)
		}
		p.WriteString("], ")
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
		if a != 0 && k == hi-1 && f.Op(i).Is(HasAlign) {
			fmt.Fprintf(p, "%salign=%d", sep, a)
			sep = ", "
		}
		p.WriteString(sep)
		p.operand(f.Operand(i, k))
		sep = ", "
	}
}

func (p *printer) operand(o Operand) {
	p.WriteString(p.n.Name(o.Value) + o.Annot.String())
}

func (p *printer) call(i Inst) {
	n := p.f.NumOperands(i)
	p.list(i, 0, min(n, 1), " ")
	hi := n
	if n > 1 && p.f.TypeOf(p.f.Arg(i, n-1)) == Mem {
		hi = n - 1
	}
	p.WriteString("(")
	p.list(i, 1, hi, "")
	p.WriteString(")")
	p.list(i, hi, n, ", ")
}

func (p *printer) target(i Inst, n int) {
	lo, hi := p.f.TargetArgs(i, n)
	p.WriteString(p.n.BlockName(p.f.TargetBlock(i, n)))
	if lo < hi {
		p.WriteString("(")
		p.list(i, lo, hi, "")
		p.WriteString(")")
	}
}

// meta writes what the debug and profile tables say about a source origin.
func (p *printer) meta(o Origin) {
	m := p.f.Module
	if l, ok := m.Location(o); ok {
		fmt.Fprintf(p, " !loc(%s, %d, %d)", quote(l.File), l.Line, l.Col)
	}
	if v, ok := m.Variable(o); ok {
		fmt.Fprintf(p, " !var(%s)", quote(v.Name))
	}
	if c, ok := m.Count(o); ok {
		fmt.Fprintf(p, " !prof(%d)", c)
	}
	if len(m.Profile.weights) == 0 {
		return
	}
	for _, s := range m.Sources([]Origin{o}, o) {
		w := m.Profile.weights[s]
		if w == nil {
			continue
		}
		p.WriteString(" !weights(")
		for k, c := range m.Weights(o, len(w)) {
			if k > 0 {
				p.WriteString(", ")
			}
			p.WriteString(strconv.FormatUint(c, 10))
		}
		p.WriteString(")")
		break
	}
}
