package parser

import (
	"sort"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
)

type tokenKind uint8

const (
	tEOF     tokenKind = iota
	tWord              // a name, a keyword, a mnemonic with its dots
	tNumber            // starts with a digit
	tString            // decoded in text
	tAt                // @name, decoded in text
	tPercent           // %name, decoded in text
	tPunct             // one byte in ch
	tArrow             // ->
	tBad               // text says what is wrong
)

// token is a token with its bytes [off, end) of the text.
// The bytes are only copied for a string with escapes; other texts are slices of the input.
type token struct {
	kind tokenKind
	ch   byte
	// Lines matter: an instruction ends with its line, so readers of optional parts ask nl first.
	nl   bool // first of its line
	off  int32
	end  int32
	text string
}

// wordByte: dots are part of words, so a mnemonic with its suffixes is one token.
// The printer quotes names by the same set (ir.plainNameByte): a byte that only one of them knows would print
// a name that reads as two tokens.
func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$'
}

// pos turns an offset into a position.
// Lines and columns count from 1, columns in bytes.
// Positions that follow each other cost nothing; others a binary search.
// The offset of the end of the text has a position as well: messages about a missing end point there.
func (p *parser) pos(off int32) ir.Position {
	if p.lines == nil {
		p.lines = []int32{0}
		for i := range len(p.src) {
			if p.src[i] == '\n' {
				p.lines = append(p.lines, int32(i+1))
			}
		}
	}
	if n := len(p.lines); p.lastLine >= n || p.lines[p.lastLine] > off || p.lastLine+1 < n && p.lines[p.lastLine+1] <= off {
		p.lastLine = sort.Search(n, func(i int) bool { return p.lines[i] > off }) - 1
	}
	return ir.Position{Line: p.lastLine + 1, Col: int(off-p.lines[p.lastLine]) + 1}
}

// stop makes the rest of the text invisible. What is missing then is no mistake of the text:
// nothing more is reported.
// Loops over tokens end because they see the end of the text.
func (p *parser) stop() {
	p.stopped = true
	p.off = int32(len(p.src))
	p.tok = token{kind: tEOF, off: p.off, end: p.off, nl: true}
}

// next reads the next token into p.tok.
// It never fails: what is no token is one of kind tBad, and whoever wants something else there reports it.
func (p *parser) next() {
	p.prevEnd = p.off
	nl := p.skipBlanks()
	off := p.off
	p.tok = token{off: off, nl: nl}
	switch c := p.peekByte(); {
	// peekByte gives 0 at the end, which is a byte that a text may hold too: the length decides, and first.
	case int(off) >= len(p.src):
		p.tok.kind, p.tok.nl = tEOF, true
	case c >= '0' && c <= '9':
		p.number()
	case wordByte(c):
		p.tok.kind = tWord
		p.off = p.wordEnd(off)
		p.tok.text = p.src[off:p.off]
	case c == '"':
		p.tok.kind = tString
		p.quoted()
	case c == '@' || c == '%':
		p.name(c)
	// Before punctuation, where '-' stands alone as a sign.
	case c == '-' && strings.HasPrefix(p.src[off:], "->"):
		p.tok.kind, p.off = tArrow, off+2
	// A ';' gets here within an array type only: elsewhere skipBlanks took it for a comment.
	case strings.IndexByte("(){}[]<>:,=+-!;", c) >= 0:
		p.tok.kind, p.tok.ch, p.off = tPunct, c, off+1
	default:
		p.bad("unexpected byte")
		p.off++
		// A character outside ASCII is one mistake, however many bytes it has.
		for int(p.off) < len(p.src) && p.src[p.off] >= 0x80 {
			p.off++
		}
	}
	p.tok.end = p.off
}

// skipBlanks skips blanks and comments and reports whether it crossed a line end. Inside an
// array type `;` is no comment.
// The start of the text counts as a line end, so the first item is the first of its line.
func (p *parser) skipBlanks() (nl bool) {
	nl = p.off == 0
	for int(p.off) < len(p.src) {
		switch c := p.src[p.off]; {
		case c == '\n':
			nl = true
		case c == ' ' || c == '\t' || c == '\r':
		case c == ';' && p.arrays == 0, c == '/' && strings.HasPrefix(p.src[p.off:], "//"):
			n := strings.IndexByte(p.src[p.off:], '\n')
			if n < 0 {
				n = len(p.src) - int(p.off)
			}
			p.comment(p.off, p.off+int32(n))
			p.off += int32(n)
			continue
		default:
			return nl
		}
		p.off++
	}
	return nl
}

// peekByte is the next byte, 0 at the end.
func (p *parser) peekByte() byte {
	if int(p.off) < len(p.src) {
		return p.src[p.off]
	}
	return 0
}

// wordEnd is the offset behind the word bytes from off on.
func (p *parser) wordEnd(off int32) int32 {
	for int(off) < len(p.src) && wordByte(p.src[off]) {
		off++
	}
	return off
}

// bad makes the token one that says what is wrong.
func (p *parser) bad(msg string) { p.tok.kind, p.tok.text = tBad, msg }

// number reads a literal; a decimal exponent may have a sign.
// What follows the digits is taken along whatever it is: 1x2 is one bad literal, not a number and a word.
// A sign belongs to it only behind e or E of a decimal literal, since 0x1e-1 is bits and then an operator.
func (p *parser) number() {
	off := p.off
	p.tok.kind = tNumber
	p.off = p.wordEnd(off)
	s := p.src[off:p.off]
	if c := p.peekByte(); (c == '+' || c == '-') && (strings.HasSuffix(s, "e") || strings.HasSuffix(s, "E")) && !strings.HasPrefix(s, "0x") {
		p.off = p.wordEnd(p.off + 1)
	}
	p.tok.text = p.src[off:p.off]
}

// name reads @name or %name, plain or quoted.
// An empty name is a bad token unless it is quoted; who reads the name refuses the empty one there.
func (p *parser) name(c byte) {
	p.tok.kind = tAt
	if c == '%' {
		p.tok.kind = tPercent
	}
	p.off++
	if p.peekByte() == '"' {
		p.quoted()
		return
	}
	start := p.off
	p.off = p.wordEnd(start)
	p.tok.text = p.src[start:p.off]
	if start == p.off {
		p.bad("a name must follow: letters, digits, _ . $, or a quoted string")
	}
}

// quoted reads a string literal into p.tok.text.
// A string without an escape shares the text's memory.
// It stops at the end of the line in any case, so one missing quote does not swallow the text behind it.
func (p *parser) quoted() {
	p.off++
	start := p.off
	// Strings in texts rarely have escapes, so the first loop looks for the end without copying.
	i := start
	for int(i) < len(p.src) && p.src[i] != '"' && p.src[i] != '\\' && p.src[i] != '\n' {
		i++
	}
	if int(i) < len(p.src) && p.src[i] == '"' {
		p.tok.text, p.off = p.src[start:i], i+1
		return
	}
	out := []byte(p.src[start:i])
	for ; int(i) < len(p.src) && p.src[i] != '\n'; i++ {
		switch c := p.src[i]; c {
		case '"':
			p.tok.text, p.off = string(out), i+1
			return
		case '\\':
			// At most three bytes belong to an escape behind its backslash.
			b, n := unescape(p.src[i+1 : min(len(p.src), int(i)+4)])
			if n == 0 {
				p.off = i + 1
				p.bad(`unknown escape in a string: write one of \n \t \r \0 \\ \" \xHH`)
				p.skipString()
				return
			}
			out = append(out, b)
			i += int32(n)
		default:
			out = append(out, c)
		}
	}
	p.off = i
	p.bad("the string is not closed on its line")
}

// skipString moves behind the closing quote of a string with a bad escape.
// So a bad escape is one mistake, and what stands in the rest of the string is not read as tokens.
func (p *parser) skipString() {
	for int(p.off) < len(p.src) && p.src[p.off] != '\n' {
		c := p.src[p.off]
		p.off++
		if c == '"' {
			return
		}
	}
}

// unescape decodes what follows a backslash; n is the number of bytes used, 0 if unknown.
// These are more than the printer writes: people write \r and \0, the printer \x0d and \x00.
func unescape(s string) (b byte, n int) {
	if s == "" {
		return 0, 0
	}
	if i := strings.IndexByte(`ntr0\"`, s[0]); i >= 0 {
		return "\n\t\r\x00\\\""[i], 1
	}
	if s[0] != 'x' || len(s) < 3 {
		return 0, 0
	}
	hi, lo := hexDigit(s[1]), hexDigit(s[2])
	if hi < 0 || lo < 0 {
		return 0, 0
	}
	return byte(hi<<4 | lo), 3
}

// hexDigit is -1 for what is none.
// Both cases of letters are read.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Token helpers of the grammar.

// Neither reports anything: they decide which alternative of the grammar follows.
func (p *parser) is(ch byte) bool { return p.tok.kind == tPunct && p.tok.ch == ch }

func (p *parser) isWord(s string) bool { return p.tok.kind == tWord && p.tok.text == s }

// accept skips the punctuation ch if it is next.
func (p *parser) accept(ch byte) bool {
	if !p.is(ch) {
		return false
	}
	p.next()
	return true
}

// acceptWord skips the word s if it is next.
func (p *parser) acceptWord(s string) bool {
	if !p.isWord(s) {
		return false
	}
	p.next()
	return true
}

// expect skips the punctuation ch or fails.
func (p *parser) expect(ch byte, where string) {
	if !p.accept(ch) {
		p.unexpected("'" + string(ch) + "' " + where)
	}
}

// take skips a token of kind k and returns it, or fails.
// The token is returned as it was, since p.tok is the next one by then.
func (p *parser) take(k tokenKind, what string) token {
	t := p.tok
	if t.kind != k {
		p.unexpected(what)
	}
	p.next()
	return t
}

// unexpected fails at the current token.
// If that is on the next line, something is missing at the end of this one.
// A bad token is reported by what the lexer found wrong, which is closer to the cause than what was expected.
func (p *parser) unexpected(want string) {
	at := p.tok.off
	switch {
	case p.tok.nl:
		at = p.prevEnd
	case p.tok.kind == tBad:
		p.fail(at, "", "%s", p.tok.text)
	}
	p.fail(at, "", "%s expected, found %s", want, p.found())
}

// found describes the current token.
// It is cut and escaped: a message never contains raw bytes of the text.
func (p *parser) found() string {
	t := p.tok
	switch {
	case t.kind == tEOF:
		return "the end of the text"
	case t.nl:
		return "the end of the line"
	}
	s := p.src[t.off:t.end]
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:37], "") + "..."
	}
	s, _ = source.Escape(s)
	return s
}
