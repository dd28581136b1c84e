package llvm

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/source"
)

// Error is a mistake in a text, or what is not supported, at its place.
type Error struct {
	File      string
	Line, Col int
	Msg       string
	text      string // the line
}

// Error is the place and the message, and below it the line with a caret.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
	if e.text != "" {
		s += "\n" + source.Excerpt(e.text, e.Col)
	}
	return s
}

// kind is what a token is.
type kind uint8

// The kinds. The text of a token is what stands behind its mark: the name of a symbol without @.
const (
	tokEOF     kind = iota
	tokPunct        // one character, or ...
	tokWord         // i32, add, define
	tokLocal        // %x
	tokGlobal       // @x
	tokLabel        // x:
	tokString       // "…", escapes as they are
	tokCString      // c"…"
	tokInt          // -12, u0x12, s0x12
	tokFloat        // 1.5e3, 0x…, 0xK…
	tokMeta         // !x, !12
	tokMark         // ! alone
	tokGroup        // #12
	tokRecord       // #dbg_value
	tokComdat       // $x
	tokSummary      // ^12
)

// token is a word of the text.
type token struct {
	kind   kind
	quoted bool // the name was written in quotation marks
	off    int
	text   string
}

// lexer cuts a text into tokens. It knows where lines begin, so that each has its number.
type lexer struct {
	file, src string
	pos       int
	line      int // of pos, from 1
	lineStart int
	tok       token
	tokLine   int
	tokStart  int // of the line of tok
}

func newLexer(file, src string) *lexer {
	l := &lexer{file: file, src: src, line: 1}
	return l
}

// failAt ends the reading with a mistake at an offset; the line and its beginning are those of the offset.
func (l *lexer) failAt(off, line, start int, format string, args ...any) {
	text := l.src[start:]
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		text = text[:n]
	}
	panic(&Error{File: l.file, Line: line, Col: off - start + 1, Msg: fmt.Sprintf(format, args...), text: text})
}

// fail is failAt the token at hand.
func (l *lexer) fail(format string, args ...any) {
	l.failAt(l.tok.off, l.tokLine, l.tokStart, format, args...)
}

// what describes the token at hand, for messages.
func (l *lexer) what() string {
	if l.tok.kind == tokEOF {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", l.src[l.tok.off:min(l.pos, l.tok.off+40)])
}

// expected fails, naming what should stand here.
func (l *lexer) expected(what string) {
	l.fail("expected %s, found %s", what, l.what())
}

// Classes of characters.
const (
	chSpace  = 1 << iota
	chName   // of an identifier: letters, digits, $ - . _
	chDigit  //
	chHex    //
	chLetter // letters and _ and . and $ and -
)

var classes = func() (t [256]uint8) {
	for _, c := range " \t\r\n\f\v" {
		t[c] |= chSpace
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= chDigit | chHex | chName
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= chName | chLetter
		t[c-'a'+'A'] |= chName | chLetter
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= chHex
		t[c-'a'+'A'] |= chHex
	}
	for _, c := range "$-._" {
		t[c] |= chName
	}
	t['_'] |= chLetter
	return t
}()

// next reads the next token.
func (l *lexer) next() {
	src := l.src
	i := l.pos
	for i < len(src) {
		c := src[i]
		if classes[c]&chSpace != 0 {
			i++
			if c == '\n' {
				l.line++
				l.lineStart = i
			}
			continue
		}
		if c == ';' {
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				i += n
				continue
			}
			i = len(src)
			continue
		}
		break
	}
	l.tokLine, l.tokStart = l.line, l.lineStart
	l.tok = token{off: i}
	if i >= len(src) {
		l.pos = i
		return
	}
	l.pos = i
	l.scan(src[i])
}

// scan reads the token that begins with c at pos.
func (l *lexer) scan(c byte) {
	src, i := l.src, l.pos
	switch {
	case classes[c]&chLetter != 0:
		if c == 'c' && i+1 < len(src) && src[i+1] == '"' {
			l.pos++
			l.tok.kind, l.tok.text = tokCString, l.quoted()
			return
		}
		l.word()
	case classes[c]&chDigit != 0, c == '-', c == '+':
		l.number()
	case c == '.' && strings.HasPrefix(src[i:], "..."):
		l.tok.kind, l.tok.text = tokPunct, "..."
		l.pos += 3
	case c == '.', c == '$' && i+1 < len(src) && classes[src[i+1]]&chName != 0 && l.isLabel(i):
		l.word()
	case c == '%':
		l.name(tokLocal)
	case c == '@':
		l.name(tokGlobal)
	case c == '$':
		l.name(tokComdat)
	case c == '^':
		l.name(tokSummary)
	case c == '!':
		if i+1 < len(src) && (classes[src[i+1]]&chName != 0 || src[i+1] == '\\') {
			l.metaName()
			return
		}
		l.tok.kind, l.tok.text = tokMark, "!"
		l.pos++
	case c == '#':
		l.name(tokGroup)
		if l.tok.text != "" && classes[l.tok.text[0]]&chDigit == 0 {
			l.tok.kind = tokRecord
		}
	case c == '"':
		l.tok.kind, l.tok.text = tokString, l.quoted()
		if l.pos < len(src) && src[l.pos] == ':' {
			l.tok.kind, l.tok.quoted, l.tok.text = tokLabel, true, unescape(l.tok.text)
			l.pos++
		}
	default:
		l.tok.kind, l.tok.text = tokPunct, src[i:i+1]
		l.pos++
	}
}

// isLabel reports whether the name at i is that of a label.
func (l *lexer) isLabel(i int) bool {
	for i < len(l.src) && classes[l.src[i]]&chName != 0 {
		i++
	}
	return i < len(l.src) && l.src[i] == ':'
}

// word reads a word, or a label.
func (l *lexer) word() {
	src, i := l.src, l.pos
	for i < len(src) && classes[src[i]]&chName != 0 {
		i++
	}
	text := src[l.pos:i]
	if i < len(src) && src[i] == ':' && (i+1 >= len(src) || src[i+1] != ':') {
		l.tok.kind, l.tok.text, l.pos = tokLabel, text, i+1
		return
	}
	if (strings.HasPrefix(text, "u0x") || strings.HasPrefix(text, "s0x")) && len(text) > 3 {
		l.tok.kind, l.tok.text, l.pos = tokInt, text, i
		return
	}
	l.tok.kind, l.tok.text, l.pos = tokWord, text, i
}

// number reads a number, or a label that begins with a digit.
func (l *lexer) number() {
	src, i := l.src, l.pos
	if src[i] == '-' || src[i] == '+' {
		i++
	}
	digits := i
	if i+1 < len(src) && src[i] == '0' && src[i+1] == 'x' {
		i += 2
		for i < len(src) && classes[src[i]]&chName != 0 && src[i] != '-' && src[i] != '.' {
			i++
		}
		l.tok.kind, l.tok.text, l.pos = tokFloat, src[l.pos:i], i
		return
	}
	for i < len(src) && classes[src[i]]&chDigit != 0 {
		i++
	}
	switch {
	case i < len(src) && src[i] == '.' && i > digits && (i+1 >= len(src) || src[i+1] != '.'):
		i++
		for i < len(src) && classes[src[i]]&chDigit != 0 {
			i++
		}
		if i < len(src) && (src[i] == 'e' || src[i] == 'E') {
			k := i + 1
			if k < len(src) && (src[k] == '-' || src[k] == '+') {
				k++
			}
			if k < len(src) && classes[src[k]]&chDigit != 0 {
				for i = k; i < len(src) && classes[src[i]]&chDigit != 0; {
					i++
				}
			}
		}
		l.tok.kind = tokFloat
	case i < len(src) && classes[src[i]]&chName != 0, i == digits:
		if l.isLabel(l.pos) {
			l.word()
			return
		}
		if i == digits { // a sign alone
			l.tok.kind, l.tok.text = tokPunct, src[l.pos:l.pos+1]
			l.pos++
			return
		}
		l.tok.kind = tokInt
	case i < len(src) && src[i] == ':':
		l.tok.kind, l.tok.text, l.pos = tokLabel, src[l.pos:i], i+1
		return
	default:
		l.tok.kind = tokInt
	}
	l.tok.text, l.pos = src[l.pos:i], i
}

// name reads the name behind a mark, which may be quoted.
func (l *lexer) name(k kind) {
	l.pos++
	l.tok.kind = k
	if l.pos < len(l.src) && l.src[l.pos] == '"' {
		l.tok.quoted, l.tok.text = true, unescape(l.quoted())
		return
	}
	src, i := l.src, l.pos
	for i < len(src) && classes[src[i]]&chName != 0 {
		i++
	}
	l.tok.text, l.pos = src[l.pos:i], i
	if l.tok.text == "" {
		l.expected("a name behind " + src[i-1:i])
	}
}

// metaName reads the name behind !, which may have escapes.
func (l *lexer) metaName() {
	src, i := l.src, l.pos+1
	for i < len(src) && (classes[src[i]]&chName != 0 || src[i] == '\\') {
		i++
	}
	l.tok.kind, l.tok.text, l.pos = tokMeta, src[l.pos+1:i], i
}

// quoted reads a string, and gives what stands between its marks.
func (l *lexer) quoted() string {
	n := strings.IndexByte(l.src[l.pos+1:], '"')
	if n < 0 {
		l.fail("the string has no end: expected \"")
	}
	text := l.src[l.pos+1 : l.pos+1+n]
	l.pos += n + 2
	if strings.IndexByte(text, '\n') >= 0 {
		l.line += strings.Count(text, "\n")
		l.lineStart = l.pos - 1 - (n - 1 - strings.LastIndexByte(text, '\n'))
	}
	return text
}

// unescape reads the escapes of a string: \xx in hexadecimal, and \\.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
			out = append(out, '\\')
			i++
			continue
		}
		if s[i] == '\\' && i+2 < len(s) && classes[s[i+1]]&chHex != 0 && classes[s[i+2]]&chHex != 0 {
			out = append(out, hexDigit(s[i+1])<<4|hexDigit(s[i+2]))
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}

func hexDigit(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}

// is reports whether the token at hand is that word or character.
func (l *lexer) is(text string) bool {
	return (l.tok.kind == tokWord || l.tok.kind == tokPunct) && l.tok.text == text
}

// accept takes that word or character, if it stands here.
func (l *lexer) accept(text string) bool {
	if !l.is(text) {
		return false
	}
	l.next()
	return true
}

// expect takes that word or character.
func (l *lexer) expect(text string) {
	if !l.accept(text) {
		l.expected(fmt.Sprintf("%q", text))
	}
}
