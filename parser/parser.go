// Package parser reads the text format of the IR (book, "Text Format") into an [ir.Module].
//
// It reads everything that the printer of package ir writes, in the book's spelling
// (`v0:s32 = add v1, v2`) and in the typed one (`v0: int:s32 = add v1, v2`), with values and
// labels in any order. The opcode table of package ir drives it. Each function is read in
// three steps: statements as written, names and types resolved until nothing changes, then
// instructions built in the order of the text.
//
// Some spellings of real texts name no opcode. They are expanded into exact arithmetic:
//
//	r, o = sadd_overflow.N a, b      r = sext.N(a+b), o = whether r is not a+b; uadd_overflow
//	                                 with zext; likewise ssub, usub, smul, umul
//	r = saturating_add.N a, b        a+b clamped to 0 … 2^N-1; likewise saturating_sub
//	r = ssaturating_add.N a, b       a+b clamped to -2^(N-1) … 2^(N-1)-1; likewise _sub
//	l, h = ucarrying_mul_add.N a, b, c, d
//	                                 of a*b+c+d the low N bits and the rest; scarrying_mul_add
//	                                 with the low part sign-extended
//	v = call_ret2 m                  the second value returned by the call that made m: one
//	                                 more result of that call and of its callee's signature
//	v = null                         bitcast of 0 -> ptr; v = null -> ptr(3) in an address space
//	memcopy                          memcpy
//
// Non-goals: the parser does not verify. A text whose types or operand counts make no sense
// parses wherever it can be represented; package ir's verifier rejects it.
package parser

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// Limits of a text; what goes beyond is a reported error.
// They are part of the format's promise: a text within them parses in time and memory that a test bounds,
// whatever it says.
// Each is checked while reading, before the memory for what it counts is taken.
const (
	// MaxInput bounds the size of a text in bytes.
	// The bound keeps every offset within an int32.
	MaxInput = 64 << 20
	// MaxRegionDepth bounds the nesting of regions.
	// Readers of regions recurse once a level, here and in the printer.
	MaxRegionDepth = 256
	// MaxItems, MaxInsts (blocks included), MaxValues and MaxOperands bound a module: they keep the memory that a text of
	// [MaxInput] bytes can take to a few gigabytes.
	MaxItems    = 1 << 20
	MaxInsts    = 1 << 22
	MaxValues   = 1 << 23
	MaxOperands = 1 << 24
	// MaxErrors is how many mistakes an [ErrorList] shows.
	MaxErrors = 50
	// MaxDataBytes bounds the size of a data symbol.
	MaxDataBytes = 1 << 40

	// What follows is not read, so the list of mistakes then says that there are more.
	// Far above MaxErrors, so that the count behind "and N more errors" means something.
	giveUp          = 10000   // mistakes after which the rest of the text is not read
	maxAlign        = 1 << 31 // of align, align= and :alignN
	maxNumber       = 1<<32 - 1
	maxFloatLiteral = 1024 // bytes
	// Patterns are kept as integers of their length, which costs more than the text that wrote them.
	freePattern  = 256     // symbols of a bit pattern that are not counted
	maxPatterns  = 1 << 26 // symbols of longer ones in one text
	maxSugarBits = 1024
	maxPerInst   = 1<<16 - 1 // results or targets
)

// parser reads one text.
// It is a recursive-descent parser with one token of lookahead.
// A mistake leaves the line by a panic (fail), which try catches: so a line costs its mistake and no more.
type parser struct {
	file string
	src  string
	// Offsets are int32 because MaxInput is far below 2^31, and there are many of them.
	off     int32 // of the byte after tok
	prevEnd int32 // end of the token before tok
	// The lookahead; the grammar never looks further.
	tok    token
	arrays int // open array types before their ';'
	// Where lines start, made when a position is first asked for.
	lines []int32
	// The line of the last position, since positions are mostly asked for in order.
	lastLine int
	// Nothing more is read or reported.
	stopped bool
	// errs keeps the first of them, nerrs counts all: they differ once many were reported.
	errs  []*Error
	nerrs int
	// Symbols of long bit patterns so far, against maxPatterns.
	patterns int
	longBits int // see maxLongBits
	// Counts against the limits; they only grow, for the whole text.
	nItems  int
	nInsts  int
	nValues int
	nUses   int
	// Annotations :iN by N: they are written often and are long patterns.
	lowBits map[uint32]ir.Annot

	// It grows while names and types are still open; it is returned only if there is no mistake.
	m     *ir.Module
	funcs []*function          // that were read and not finished
	named map[string]*function // the first of each name; nil if no call_ret2 asks
	fn    *function            // being read

	layout *layout // of the text, if it is asked for
}

// Parse reads a module. filename is used in messages only. The error is an [ErrorList].
// The module has been built and not verified; positions of its parts are those of the text.
// Reading, resolving and building take time linear in the text, but for digits of long literals, which are bounded.
// An error of limits ends the reading at once; other mistakes are collected over the whole text first.
// A module is returned only without mistakes, so a caller never sees one that is half built.
func Parse(filename string, src []byte) (*ir.Module, error) { return parse(filename, src, nil) }

// parse reads the text with a parser that is new.
func (p *parser) parse(src []byte) (*ir.Module, error) {
	p.m.File = p.file
	if len(src) > MaxInput {
		p.report(0, "", "the text has %d bytes: the limit is %d", len(src), MaxInput)
		return nil, p.mistakes()
	}
	p.src = string(src)
	p.m.Source = p.src
	// What a call_ret2 means depends on other functions, even on later ones. Without it each function is built as soon
	// as it was read, and the text's form of it, which is several times as large, is let go.
	ahead := strings.Contains(p.src, "call_ret2")
	if ahead {
		p.named = map[string]*function{}
	}
	p.next()
	for p.tok.kind != tEOF {
		if p.item(); !ahead {
			p.finish()
		}
	}
	p.finish()
	if err := p.mistakes(); err != nil {
		return nil, err
	}
	return p.m, nil
}

// finish resolves and builds the functions that were read since it was called last.
// After a limit names would be missing through no mistake of the text.
func (p *parser) finish() {
	if !p.stopped {
		p.resolveAll()
	}
	for i, fn := range p.funcs {
		if p.nerrs == 0 {
			p.build(fn)
		}
		p.funcs[i] = nil
	}
	p.funcs = p.funcs[:0]
}

// itemStart reports whether the current token begins a module item.
// Recovery relies on it: no line within a body begins with one of these words.
// Only the first token of a line counts, as an operand or a mark may be spelled like one of them.
func (p *parser) itemStart() bool {
	if p.tok.kind != tWord || !p.tok.nl {
		return false
	}
	return p.tok.text == "func" || p.tok.text == "extern" || p.tok.text == "data" || p.tok.text == "debug" || p.tok.text == "asm"
}

// item reads one function, extern or data symbol.
// After a mistake it skips to the next line that begins an item; a mistake within a body was handled there
// and does not come here.
func (p *parser) item() {
	start := p.tok.off
	p.mark(start)
	ok := p.try(func() {
		p.count(&p.nItems, MaxItems, "functions and symbols")
		switch {
		case p.isWord("func"):
			p.function()
		case p.isWord("extern"):
			p.extern()
		case p.isWord("data"):
			p.data()
		case p.isWord("debug"):
			p.debug()
		case p.isWord("asm"):
			p.next()
			p.m.Asm = append(p.m.Asm, p.take(tString, "the text of the assembly").text)
		default:
			p.fail(start, "", "func, extern func, data, asm or debug expected, found %s", p.foundHere())
		}
		if p.tok.kind != tEOF && !p.tok.nl {
			p.unexpected("the end of the line")
		}
	})
	p.fn = nil
	if ok {
		return
	}
	// A ';' is a comment again, whatever array type was open.
	p.arrays = 0
	// At least one token goes, so that reading always comes to an end.
	if p.tok.off == start {
		p.next()
	}
	for p.tok.kind != tEOF && !p.itemStart() {
		p.next()
	}
}

// foundHere describes the current token even at the start of a line.
func (p *parser) foundHere() string {
	p.tok.nl = false
	return p.found()
}

// symbolName reads @name.
// Any bytes are a name, so long as there are some.
// The name was decoded by the lexer, so it may hold quotes, line ends and bytes that are no UTF-8.
func (p *parser) symbolName() string {
	at := p.tok.off
	name := p.take(tAt, "@name").text
	if name == "" {
		p.fail(at, "", "a symbol has an empty name")
	}
	return name
}

// params reads a parenthesised list of parameters.
// A parameter without a name is `type`, one with a name is `%name: type`; the names are used by param
// instructions only. Three dots behind the last one say that the function is variadic.
// A comma may stand before the closing parenthesis, here as in all lists, but not behind the dots.
func (p *parser) params() (ps []ir.Param, variadic bool) {
	p.expect('(', "before the parameters")
	names := map[string]bool{}
	for !p.is(')') {
		if variadic = p.acceptWord("..."); variadic {
			break
		}
		var q ir.Param
		at := p.tok.off
		if p.tok.kind == tPercent {
			q.Name = p.tok.text
			if q.Name == "" || names[q.Name] {
				p.fail(at, "", "the parameter name %%%s is empty or used twice", clip(q.Name))
			}
			names[q.Name] = true
			p.next()
			if q.Type, q.Annot = p.claims(true); q.Type == 0 {
				p.unexpected("': type' after the parameter name")
			}
		} else {
			q = p.typeClaims()
		}
		ps = append(ps, q)
		if !p.accept(',') {
			break
		}
	}
	p.expect(')', "after the parameters")
	return ps, variadic
}

// typeClaims reads `type annotation`.
// Claims on the fields of an aggregate and those behind its type are met: both hold.
func (p *parser) typeClaims() ir.Param {
	t, a := p.parseType()
	at := p.tok.off
	return ir.Param{Type: t, Annot: p.meet(at, a, p.annotations())}
}

// arrowTypes reads what may follow operands or parameters: `-> type` or `-> (type, …)`.
// No arrow gives nil, `-> ()` too: an instruction or function without data results has both spellings.
func (p *parser) arrowTypes() []ir.Param {
	if p.tok.kind != tArrow {
		return nil
	}
	p.next()
	if !p.accept('(') {
		return []ir.Param{p.typeClaims()}
	}
	var rs []ir.Param
	for !p.is(')') {
		rs = append(rs, p.typeClaims())
		if !p.accept(',') {
			break
		}
	}
	p.expect(')', "after the result types")
	return rs
}

// extern reads `extern func @name(…) -> …`.
// That the name is defined in the module as well is the verifier's matter.
func (p *parser) extern() {
	p.next()
	if !p.acceptWord("func") {
		p.unexpected("func after extern")
	}
	at := p.tok.off
	name := p.symbolName()
	e := &ir.Extern{Name: name, Pos: p.pos(at)}
	e.Params, e.Variadic = p.params()
	e.Returns = p.arrowTypes()
	if p.isWord("asm") && !p.tok.nl {
		e.Asm = p.inlineAsm()
	}
	p.m.AddExtern(e)
}

// linkage reads a word about linkage, if it is one.
func (p *parser) linkage(l *ir.Linkage) bool {
	if p.acceptWord("section") {
		l.Section = p.take(tString, "the name of the section").text
		return true
	}
	if p.tok.kind != tWord || !l.Word(p.tok.text) {
		return false
	}
	p.next()
	return true
}

// data reads `data @name [linkage] [const] [align N] = piece`, or pieces in braces, and the relocations behind them.
// Where relocations lie outside or overlap is the verifier's matter.
// const and align may come in either order, and again: the last align counts.
func (p *parser) data() {
	p.next()
	at := p.tok.off
	d := &ir.Data{Name: p.symbolName(), Pos: p.pos(at)}
	for {
		switch {
		case p.acceptWord("const"):
			d.Const = true
			continue
		case p.acceptWord("align"):
			d.Align = p.alignment()
			continue
		case p.linkage(&d.Linkage):
			continue
		}
		break
	}
	p.expect('=', "before the contents")
	if p.accept('{') {
		for !p.is('}') {
			p.piece(d)
			if !p.accept(',') {
				break
			}
		}
		p.expect('}', "after the pieces")
	} else {
		p.piece(d)
	}
	if p.acceptWord("relocs") {
		p.relocs(d)
	}
	if p.is('!') && !p.tok.nl {
		d.Origin = p.m.SourceOrigin(d.Pos)
		p.marks(d.Origin, nil)
	}
	p.m.AddData(d)
}

// piece reads a string, a run of zeros or a run of uninit bytes.
// The sum of sizes is bounded as pieces come, as a run takes no memory that would stop a text from asking for
// 2^64 bytes.
func (p *parser) piece(d *ir.Data) {
	at := p.tok.off
	switch {
	case p.tok.kind == tString:
		d.Pieces = append(d.Pieces, ir.DataPiece{Bytes: []byte(p.tok.text)})
		p.next()
	case p.isWord("zero") || p.isWord("uninit"):
		uninit := p.isWord("uninit")
		p.next()
		// Each run is bounded by itself too, so the sum below cannot wrap around.
		n := p.uintMax(MaxDataBytes, "a number of bytes")
		d.Pieces = append(d.Pieces, ir.DataPiece{Zero: n, Uninit: uninit})
	default:
		if p.tok.kind == tNumber && !p.tok.nl {
			p.fail(at, `a number is its bytes: "\x05\x00\x00\x00"`, "a string, zero N, uninit N or {pieces} expected, found %s", p.found())
		}
		p.unexpected("a string, zero N, uninit N or {pieces}")
	}
	if n := len(d.Pieces); d.Pieces[n-1].Zero > 0 && d.Size() > MaxDataBytes {
		p.fail(at, "", "data is larger than the limit of %d bytes", uint64(MaxDataBytes))
	}
}

// relocs reads `[offset: @symbol ± addend, …]`. The symbol may be defined later, or nowhere.
func (p *parser) relocs(d *ir.Data) {
	p.expect('[', "after relocs")
	for !p.is(']') {
		r := ir.Reloc{Pos: p.pos(p.tok.off)}
		// An offset beyond the largest data symbol can only be a mistake; the verifier compares it with this
		// one.
		r.Off = p.uintMax(MaxDataBytes, "an offset")
		p.expect(':', "after the offset")
		r.Sym = p.m.Symbol(p.symbolName())
		if p.is('+') || p.is('-') {
			neg := p.is('-')
			p.next()
			// The sign stands apart, so that the magnitude -2^63 has no spelling; the printer never meets it
			// in a text that was parsed.
			n := p.uintMax(1<<63-1, "an addend")
			if r.Addend = int64(n); neg {
				r.Addend = -r.Addend
			}
		}
		d.Relocs = append(d.Relocs, r)
		if !p.accept(',') {
			break
		}
	}
	p.expect(']', "after the relocations")
}

// funcAttrs reads the attributes between the results and the body.
// Attributes may stand in any order; one that is written twice has its last value.
// Which versions opt_policy may name is not the parser's matter: the verifier knows their form.
func (p *parser) funcAttrs(a *ir.FuncAttrs, l *ir.Linkage) {
	// An attribute with a quoted argument, one of allowed if there are any.
	text := func(name string, allowed ...string) string {
		p.next()
		p.expect('(', "after "+name)
		at := p.tok.off
		s := p.take(tString, "a quoted name").text
		for _, w := range allowed {
			if w == s {
				allowed = nil
			}
		}
		if len(allowed) > 0 {
			p.fail(at, "", "%s(%q) is unknown: write one of %q", name, clip(s), allowed)
		}
		p.expect(')', "after the name")
		return s
	}
	for p.tok.kind == tWord {
		switch p.tok.text {
		case "opt_policy":
			a.OptPolicy = text("opt_policy")
		case "source_type":
			a.SourceType = text("source_type")
		case "opt_level":
			a.OptLevel = text("opt_level", "aggressive", "fast-compile", "none")
		case "intrinsics":
			a.Intrinsics = text("intrinsics", "map", "passthrough")
		case "debug":
			p.next()
			p.expect('(', "after debug")
			a.Debug = p.debugID()
			p.expect(')', "after the entry")
		case "noinline":
			a.NoInline = true
			p.next()
		case "alwaysinline":
			a.AlwaysInline = true
			p.next()
		default:
			if p.linkage(l) {
				continue
			}
			p.fail(p.tok.off, "attributes: local weak internal hidden protected used opt_policy opt_level source_type noinline alwaysinline intrinsics debug", "unknown function attribute %s", p.found())
		}
	}
}

// count adds one to *n; beyond the limit the rest of the text is not read.
// It must be called before the thing is made.
func (p *parser) count(n *int, limit int, what string) {
	if *n++; *n > limit {
		p.report(p.tok.off, "", "the text has more than the limit of %d %s", limit, what)
		p.stop()
		// The innermost try ends here: nothing is left to read, so the loops around it end too.
		panic(bailout{})
	}
}

// ordinal is a number with its noun, for messages.
func ordinal(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// nameText is a symbol as it is written, shortened for a message.
func nameText(name string) string { return clip(ir.SymbolText(name)) }
