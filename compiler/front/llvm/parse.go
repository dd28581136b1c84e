package llvm

import (
	"strconv"
	"strings"
)

// parser reads a module. Function bodies are found first and read one by one, when all that they name is known.
type parser struct {
	lexer
	mod    *module
	types  *types
	depth  int
	bodies map[*function]bodyText

	fn       *function
	slots    map[string]int32 // local values by name
	numbered []int32          // those whose names are numbers, plus 1
	defined  []bool           // by slot
	uses     []place          // the first mention
	labels   map[string]int32
	counter  int
	args     []value // room for operands
	consts   map[constKey]*constant
}

// bodyText is where the body of a function stands.
type bodyText struct {
	pos, line, lineStart int
	end                  int
}

// constKey is an integer constant as it is written.
type constKey struct {
	t    *typ
	text string
}

func newParser(file, src string) *parser {
	p := &parser{lexer: *newLexer(file, src), types: newTypes(), bodies: map[*function]bodyText{}, consts: map[constKey]*constant{}}
	p.mod = &module{layout: defaultLayout(), byName: map[string]any{}, groups: map[string]attrs{}, refs: map[*function][]groupRef{}}
	return p
}

// here is the place of the token at hand.
func (p *parser) here() place { return place{p.tok.off, p.tokLine, p.tokStart} }

// failPlace is a mistake at a place.
func (l *lexer) failPlace(at place, format string, args ...any) {
	l.failAt(at.off, at.line, at.start, format, args...)
}

// module reads all but the bodies of functions.
func (p *parser) module() {
	p.next()
	for p.tok.kind != tokEOF {
		switch {
		case p.tok.kind == tokLocal:
			p.typeDefinition()
		case p.tok.kind == tokGlobal:
			p.global()
		case p.tok.kind == tokComdat:
			p.next()
			p.expect("=")
			p.expect("comdat")
			p.word("how a comdat is chosen")
		case p.tok.kind == tokMeta:
			p.metadataDefinition()
		case p.tok.kind == tokSummary:
			p.skipLine()
		case p.tok.kind == tokWord:
			p.item()
		default:
			p.expected("a definition: define, declare, @name, %name, !name, attributes, target")
		}
	}
	p.resolveGroups()
}

// items are the words that begin a definition.
var items = map[string]bool{"target": true, "source_filename": true, "module": true, "attributes": true, "define": true, "declare": true,
	"uselistorder": true, "uselistorder_bb": true}

// item reads what begins with a word.
func (p *parser) item() {
	switch p.tok.text {
	case "target":
		p.next()
		what := p.word("datalayout or triple")
		p.expect("=")
		at := p.here()
		s := p.str("a string")
		switch what {
		case "datalayout":
			if msg := p.mod.layout.parse(s); msg != "" {
				p.failPlace(at, "%s", msg)
			}
		case "triple":
		default:
			p.failPlace(at, "expected datalayout or triple, found %q", what)
		}
	case "source_filename":
		p.next()
		p.expect("=")
		p.str("the name of a file")
	case "module":
		p.next()
		p.expect("asm")
		p.mod.asm = append(p.mod.asm, p.str("assembly"))
	case "attributes":
		p.next()
		p.attributeGroup()
	case "define":
		p.next()
		p.define()
	case "declare":
		p.next()
		p.declare()
	case "uselistorder", "uselistorder_bb":
		p.skipUseList()
	default:
		p.expected("a definition: define, declare, @name, %name, !name, attributes, target")
	}
}

// skipLine goes to the next line.
func (p *parser) skipLine() {
	if n := strings.IndexByte(p.src[p.pos:], '\n'); n >= 0 {
		p.pos += n
	} else {
		p.pos = len(p.src)
	}
	p.next()
}

// skipUseList skips uselistorder T v, { … }, which has no meaning.
func (p *parser) skipUseList() {
	for !p.is("{") {
		if p.tok.kind == tokEOF {
			p.expected("the order of uses in { }")
		}
		p.next()
	}
	for !p.accept("}") {
		if p.tok.kind == tokEOF {
			p.expected("\"}\"")
		}
		p.next()
	}
}

// word takes a word.
func (p *parser) word(what string) string {
	if p.tok.kind != tokWord {
		p.expected(what)
	}
	w := p.tok.text
	p.next()
	return w
}

// str takes a string.
func (p *parser) str(what string) string {
	if p.tok.kind != tokString {
		p.expected(what)
	}
	s := unescape(p.tok.text)
	p.next()
	return s
}

// symbolName is the name of a symbol; what begins with \01 is taken as it is.
func symbolName(s string) string { return strings.TrimPrefix(s, "\x01") }

// linkages are the words for who sees a symbol.
var linkages = map[string]bool{"private": true, "internal": true, "available_externally": true, "linkonce": true, "weak": true, "common": true,
	"appending": true, "extern_weak": true, "linkonce_odr": true, "weak_odr": true, "external": true}

// linkage reads the words in front of a global.
func (p *parser) linkage() (linkage, visibility string, tls bool) {
	for p.tok.kind == tokWord {
		switch w := p.tok.text; {
		case linkages[w]:
			linkage = w
		case w == "hidden", w == "protected", w == "default":
			visibility = w
		case w == "dso_local", w == "dso_preemptable", w == "dllimport", w == "dllexport", w == "unnamed_addr", w == "local_unnamed_addr",
			w == "externally_initialized":
		case w == "thread_local":
			tls = true
			p.next()
			if p.accept("(") {
				p.word("a model of thread-local storage")
				p.expect(")")
			}
			continue
		default:
			return linkage, visibility, tls
		}
		p.next()
	}
	return linkage, visibility, tls
}

// global reads @x = … .
func (p *parser) global() {
	g := &global{name: symbolName(p.tok.text), at: p.here()}
	p.next()
	p.expect("=")
	g.linkage, g.hidden, g.tls = p.linkage()
	if p.is("addrspace") {
		g.as = p.addressSpace()
	}
	more, _, _ := p.linkage() // externally_initialized
	if more != "" {
		g.linkage = more
	}
	switch {
	case p.accept("alias"):
		g.alias = true
		g.t = p.typeOf()
		p.expect(",")
		t := p.typeOf()
		v := p.constantOf(t)
		g.init = &v
	case p.is("ifunc"):
		p.fail("ifunc is not supported")
	case p.accept("global"), p.is("constant"):
		g.constant = p.accept("constant")
		g.t = p.typeOf()
		if g.linkage != "external" && g.linkage != "extern_weak" {
			v := p.constantOf(g.t)
			g.init = &v
		}
	default:
		p.expected("global, constant or alias")
	}
	for p.accept(",") {
		switch {
		case p.accept("section"):
			g.section = p.str("the name of a section")
		case p.accept("partition"), p.accept("code_model"):
			p.str("a string")
		case p.accept("align"):
			g.align = p.alignment()
		case p.is("comdat"):
			p.comdat()
		case p.tok.kind == tokMeta:
			p.next()
			p.skipMeta()
		case p.accept("no_sanitize_address"), p.accept("no_sanitize_hwaddress"), p.accept("sanitize_memtag"), p.accept("sanitize_address_dyninit"):
		default:
			p.expected("section, align, comdat or metadata")
		}
	}
	for p.tok.kind == tokGroup {
		p.next()
	}
	p.declareName(g.name, g, g.at)
	p.mod.globals = append(p.mod.globals, g)
}

// comdat reads comdat or comdat($x).
func (p *parser) comdat() {
	p.expect("comdat")
	if p.accept("(") {
		if p.tok.kind != tokComdat {
			p.expected("the name of a comdat")
		}
		p.next()
		p.expect(")")
	}
}

// alignment reads the number behind align, which may be in parentheses.
func (p *parser) alignment() uint64 {
	paren := p.accept("(")
	at := p.here()
	n := p.number("alignment", 1<<32)
	if n&(n-1) != 0 {
		p.failPlace(at, "the alignment %d is no power of two", n)
	}
	if paren {
		p.expect(")")
	}
	return n
}

// declareName notes what a name stands for.
func (p *parser) declareName(name string, x any, at place) {
	if p.mod.byName[name] != nil {
		p.failPlace(at, "@%s is defined twice", name)
	}
	p.mod.byName[name] = x
}

// define reads a definition and skips its body.
func (p *parser) define() {
	f := p.head()
	f.defined = true
	for p.tok.kind == tokMeta {
		dbg := p.tok.text == "dbg"
		p.next()
		if dbg && p.tok.kind == tokMeta {
			if n, err := strconv.ParseInt(p.tok.text, 10, 31); err == nil {
				f.dbg = int32(n)
			}
		}
		p.skipMeta()
	}
	if !p.is("{") {
		p.expected("the body of the function: {")
	}
	b := bodyText{pos: p.pos, line: p.line, lineStart: p.lineStart}
	p.skipBody()
	b.end = p.pos
	p.next()
	p.bodies[f] = b
	p.declareFunction(f)
}

// declareFunction notes a function; a declaration may stand beside another one.
func (p *parser) declareFunction(f *function) {
	p.declareName(f.name, f, f.at)
	p.mod.funcs = append(p.mod.funcs, f)
}

func (p *parser) declare() {
	for p.tok.kind == tokMeta {
		p.next()
		p.skipMeta()
	}
	p.declareFunction(p.head())
}

// skipBody goes behind the } that ends a body.
func (p *parser) skipBody() {
	src, depth := p.src, 1
	for i := p.pos; i < len(src); i++ {
		switch src[i] {
		case '\n':
			p.line++
			p.lineStart = i + 1
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				p.pos = i + 1
				return
			}
		case ';':
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case '"':
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\n' {
					p.line++
					p.lineStart = i + 1
				}
			}
		}
	}
	p.fail("the body of the function has no end: expected \"}\"")
}

// head reads a function up to its body.
func (p *parser) head() *function {
	f := &function{dbg: -1}
	f.linkage, f.hidden, _ = p.linkage()
	refs := groupRef{to: &f.ret}
	f.ret, refs.groups = p.attributesAnd(retAttr)
	p.noteGroups(f, refs)
	result := p.typeOf()
	if p.tok.kind != tokGlobal {
		p.expected("the name of the function")
	}
	f.name, f.at = symbolName(p.tok.text), p.here()
	p.next()
	p.expect("(")
	t := &typ{kind: tFunc, elem: result}
	number := 0
	for !p.is(")") {
		if p.accept("...") {
			t.variadic = true
			break
		}
		at := p.here()
		pt := p.typeOf()
		switch pt.kind {
		case tVoid, tFunc, tLabel:
			p.failPlace(at, "%s is no type of a parameter", pt.text())
		}
		a, groups := p.attributesAnd(paramAttr)
		t.fields, f.params = append(t.fields, pt), append(f.params, a)
		p.noteGroups(f, groupRef{groups: groups, param: len(f.params)})
		name := ""
		if p.tok.kind == tokLocal {
			name = p.tok.text
			p.next()
		} else {
			name = strconv.Itoa(number)
		}
		if name == strconv.Itoa(number) {
			number++
		}
		f.names = append(f.names, name)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	f.t = p.types.once(t)
	p.tail(f)
	return f
}

// tail reads what follows the parameters of a function.
func (p *parser) tail(f *function) {
	for {
		switch {
		case p.is("unnamed_addr"), p.is("local_unnamed_addr"):
			p.next()
		case p.is("addrspace"):
			p.addressSpace()
		case p.accept("section"):
			f.section = p.str("the name of a section")
		case p.accept("partition"), p.accept("gc"):
			p.str("a string")
		case p.is("comdat"):
			p.comdat()
		case p.accept("align"):
			p.alignment()
		case p.accept("personality"), p.accept("prefix"), p.accept("prologue"):
			p.constantOf(p.typeOf())
		case p.tok.kind == tokWord, p.tok.kind == tokGroup, p.tok.kind == tokString:
			before := p.tok.off
			a, groups := p.attributesAnd(fnAttr)
			if p.tok.off == before {
				if items[p.tok.text] {
					return
				}
				p.expected("an attribute of a function")
			}
			f.note(a)
			p.noteGroups(f, groupRef{groups: groups, param: -1})
		default:
			return
		}
	}
}

// note takes over what attributes of a function say.
func (f *function) note(a attrs) {
	f.naked = f.naked || a.naked
	f.noinline = f.noinline || a.noinline
	f.always = f.always || a.always
	f.noreturn = f.noreturn || a.noreturn
}
