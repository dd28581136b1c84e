// Package cpp is a preprocessor of C11 with GNU's extensions (C11 6.10; the manual of GNU cpp). The preprocessor of the
// parser, which reads most texts, lacks __VA_OPT__, operators that ## makes, _Pragma where it stands, and places for
// rewriting what macros expand to; what it cannot read comes here.
//
// Non-goals: charsets other than UTF-8, assertions (#assert), and speed.
package cpp

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Config says how texts are read.
type Config struct {
	Open   func(name string) ([]byte, error) // a file by its name
	Quote  []string                          // where "…" is looked for behind the directory of the file
	Angled []string                          // where <…> is looked for
	// Has answers __has_builtin.
	Has   func(name string) bool
	Limit int // how many tokens there may be
}

// Source is a text with its name.
type Source struct {
	Name string
	Text []byte
	// Silent texts define macros, and their tokens are not wanted.
	Silent bool
}

// Error is a mistake at a place.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

// Error is the place and what is wrong.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }

// maxDepth is how deep includes may be nested.
const maxDepth = 200

type macro struct {
	name     string
	function bool
	params   []string
	variadic bool // the last parameter takes the rest
	body     []Token
	within   int // how many of its expansions are being read
}

type condition struct {
	active, taken, outer, hasElse bool
}

type reader struct {
	cfg     Config
	macros  map[string]*macro
	out     []Token
	counter int
	depth   int
	base    string
	once    map[string]bool
	// Of the file that is read: what #line says.
	lineShift int
	fileName  string
	dirAt     int // the number of the directory that the file was found in
	silent    bool
}

// Run preprocesses texts as one translation unit. An error is an [*Error].
func Run(cfg Config, sources []Source) (out []Token, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	p := &reader{cfg: cfg, macros: map[string]*macro{}, once: map[string]bool{}}
	for name := range isBuiltin {
		p.macros[name] = &macro{name: name}
	}
	for _, s := range sources {
		p.base, p.silent = s.Name, s.Silent
		p.file(s.Name, s.Text)
	}
	return p.out, nil
}

func (p *reader) fail(t Token, format string, args ...any) {
	panic(&Error{t.File, t.Line, t.Col, fmt.Sprintf(format, args...)})
}

// file reads a text.
func (p *reader) file(name string, text []byte) {
	was := *p
	p.fileName, p.lineShift = name, 0
	l := &lexer{src: text, file: name, line: 1}
	toks := l.all()
	var conds []condition
	active := func() bool { return len(conds) == 0 || conds[len(conds)-1].active }
	var pending []Token
	flush := func() {
		if len(pending) > 0 {
			p.expandOut(pending)
			pending = nil
		}
	}
	for i := 0; i < len(toks); {
		t := toks[i]
		if !(t.first && t.Kind == Punct && t.Text == "#") {
			if active() {
				if p.lineShift != 0 || p.fileName != t.File {
					t.Line, t.File = t.Line+p.lineShift, p.fileName
				}
				pending = append(pending, t)
			}
			i++
			continue
		}
		n := i + 1
		for n < len(toks) && !toks[n].first {
			n++
		}
		line := toks[i+1 : n]
		i = n
		conds = p.directive(t, line, conds, active(), flush)
	}
	flush()
	if len(conds) > 0 {
		p.fail(toks[len(toks)-1], "a condition is not ended by #endif")
	}
	out, macros, counter, once := p.out, p.macros, p.counter, p.once
	*p = was
	p.out, p.macros, p.counter, p.once = out, macros, counter, once
}

// directive obeys one.
func (p *reader) directive(hash Token, line []Token, conds []condition, active bool, flush func()) []condition {
	if len(line) == 0 {
		return conds
	}
	name, rest := line[0], line[1:]
	top := len(conds) - 1
	switch name.Text {
	case "if", "ifdef", "ifndef":
		c := condition{outer: active}
		if active {
			c.active = p.test(name, rest)
			c.taken = c.active
		}
		return append(conds, c)
	case "elif", "else", "elifdef", "elifndef":
		if top < 0 || conds[top].hasElse {
			p.fail(name, "#%s without #if", name.Text)
		}
		c := &conds[top]
		c.hasElse = name.Text == "else"
		was := c.taken || !c.outer
		c.active = !was && (c.hasElse || p.test(name, rest))
		c.taken = c.taken || c.active
		return conds
	case "endif":
		if top < 0 {
			p.fail(name, "#endif without #if")
		}
		return conds[:top]
	}
	if !active {
		return conds
	}
	// What stands before may end with the name of a macro whose arguments follow: definitions within them are undefined.
	flush()
	switch name.Text {
	case "define":
		p.define(name, rest)
	case "undef":
		if len(rest) > 0 {
			delete(p.macros, rest[0].Text)
		}
	case "include", "include_next", "import":
		p.include(name, rest)
	case "line":
		p.line(name, p.expandAll(rest))
	case "error":
		p.fail(name, "#error %s", spelled(rest))
	case "pragma":
		p.pragma(hash, rest)
	case "warning", "ident", "sccs", "assert", "unassert":
	default:
		if name.Kind == Number { // # 12 "file", as preprocessors write
			p.line(name, line)
			break
		}
		p.fail(name, "the directive #%s is not known", name.Text)
	}
	return conds
}

// test is whether a condition holds.
func (p *reader) test(name Token, rest []Token) bool {
	switch name.Text {
	case "ifdef", "elifdef":
		return len(rest) > 0 && p.defined(rest[0].Text)
	case "ifndef", "elifndef":
		return len(rest) > 0 && !p.defined(rest[0].Text)
	}
	return p.evaluate(name, rest)
}

// hasWords are operators of conditions that ask what there is.
var hasWords = []string{"__has_include", "__has_include_next", "__has_builtin"}

func (p *reader) defined(name string) bool {
	return p.macros[name] != nil || slices.Contains(hasWords, name)
}

// spelled is the text of tokens with their blanks.
func spelled(ts []Token) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 && t.Space {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// pragma keeps the line.
func (p *reader) pragma(at Token, rest []Token) {
	if len(rest) == 1 && rest[0].Text == "once" {
		p.once[at.File] = true
		return
	}
	if len(rest) > 0 && rest[0].Text != "STDC" && rest[0].Text != "GCC" { // as gcc expands the arguments of pack
		rest = append(slices.Clone(rest[:1]), p.expandAll(rest[1:])...)
	}
	p.emit(Token{Kind: pragma, Text: "#pragma " + spelled(rest), File: p.fileName, Line: at.Line + p.lineShift, Col: 1})
}

func (p *reader) emit(t Token) {
	if p.silent {
		return
	}
	if p.out = append(p.out, t); len(p.out) > p.cfg.Limit {
		p.fail(t, "the text has more than %d tokens when its macros are expanded", p.cfg.Limit)
	}
}

// line is #line.
func (p *reader) line(at Token, ts []Token) {
	if len(ts) == 0 || ts[0].Kind != Number {
		p.fail(at, "#line needs a number")
	}
	n, err := strconv.Atoi(ts[0].Text)
	if err != nil {
		p.fail(at, "#line needs a number")
	}
	p.lineShift = max(n, 1) - (at.Line + 1)
	if len(ts) > 1 && ts[1].Kind == String {
		if s, err := strconv.Unquote(ts[1].Text); err == nil {
			p.fileName = s
		}
	}
}

// include reads the file that a directive names.
func (p *reader) include(at Token, rest []Token) {
	name, angled, ok := headerName(rest)
	if !ok {
		if name, angled, ok = headerName(p.expandAll(rest)); !ok {
			p.fail(at, "#%s needs \"FILE\" or <FILE>", at.Text)
		}
	}
	if p.depth >= maxDepth {
		p.fail(at, "#include is nested more than %d deep", maxDepth)
	}
	file, text, dir, ok := p.find(at.File, name, angled, at.Text == "include_next")
	if !ok {
		p.fail(at, "the header %s is not found", name)
	}
	if p.once[file] {
		return
	}
	p.depth++
	was := p.dirAt
	p.dirAt = dir
	p.file(file, text)
	p.dirAt = was
	p.depth--
}

// headerName is what "FILE" or <FILE> names.
func headerName(ts []Token) (name string, angled, ok bool) {
	switch {
	case len(ts) == 0:
	case ts[0].Kind == String && ts[0].Text[0] == '"':
		return strings.Trim(ts[0].Text, `"`), false, true
	case ts[0].Text == "<" || ts[0].Text == "<<" || ts[0].Text == "<=":
		s := spelled(ts)
		if end := strings.IndexByte(s, '>'); end > 0 {
			return s[1:end], true, true
		}
	}
	return "", false, false
}

// find looks for a file; dir is the number of the directory among all that are searched.
func (p *reader) find(from, name string, angled, next bool) (file string, text []byte, dir int, ok bool) {
	if path.IsAbs(name) {
		text, err := p.cfg.Open(name)
		return name, text, 0, err == nil
	}
	dirs := slices.Concat(p.cfg.Quote, p.cfg.Angled)
	first := 0
	switch {
	case next:
		first = p.dirAt + 1
	case angled:
		first = len(p.cfg.Quote)
	default:
		file = path.Join(path.Dir(from), name)
		if text, err := p.cfg.Open(file); err == nil {
			return file, text, p.dirAt, true
		}
	}
	for n := first; n < len(dirs); n++ {
		file = path.Join(dirs[n], name)
		if text, err := p.cfg.Open(file); err == nil {
			return file, text, n, true
		}
	}
	return "", nil, 0, false
}
