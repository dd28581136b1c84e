package cpp

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Kind is what a preprocessing token is (C11 6.4).
type Kind uint8

// The kinds of tokens.
const (
	Punct Kind = iota
	Ident
	Number
	Char
	String
	Other  // a character that is no token
	pragma // a line of its own: #pragma
	end    // of a directive or of an argument; never given to a caller
)

// Token is a preprocessing token.
type Token struct {
	Kind      Kind
	Text      string
	digraph   string // how a punctuator is spelled in the text, if otherwise
	File      string
	Line, Col int  // of the text, or of the name of the macro that it comes from, from 1
	Space     bool // blanks stand before it
	first     bool // it is the first of a line
	Expanded  bool // it comes from a macro
	painted   bool // a name that is not expanded any more (6.10.3.4p2)
}

// IsPragma reports whether the token is a whole line, `#pragma` and what follows.
func (t Token) IsPragma() bool { return t.Kind == pragma }

// lexer makes tokens of a text, with the places of its physical lines.
type lexer struct {
	src   []byte
	i     int
	file  string
	line  int
	start int // where the physical line begins
}

// punctuators, longest first; digraphs among them.
var punctuators = []string{"%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=",
	"##", "<:", ":>", "<%", "%>", "%:"}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

// splice goes over backslashes at ends of lines.
func (l *lexer) splice() {
	for l.i < len(l.src) && l.src[l.i] == '\\' {
		n := 1
		for l.i+n < len(l.src) && (l.src[l.i+n] == ' ' || l.src[l.i+n] == '\t' || l.src[l.i+n] == '\r') {
			n++
		}
		if l.i+n >= len(l.src) || l.src[l.i+n] != '\n' {
			return
		}
		l.i += n + 1
		l.line++
		l.start = l.i
	}
}

// at is the character n logical characters ahead, 0 at the end.
func (l *lexer) peek() byte {
	l.splice()
	if l.i >= len(l.src) {
		return 0
	}
	return l.src[l.i]
}

func (l *lexer) next() byte {
	c := l.peek()
	l.i++
	if c == '\n' {
		l.line++
		l.start = l.i
	}
	return c
}

// ahead reports whether s is next; it does not go there.
func (l *lexer) ahead(s string) bool {
	l.splice()
	if bytes.HasPrefix(l.src[min(l.i, len(l.src)):], []byte(s)) {
		return true
	}
	if !bytes.Contains(l.src[min(l.i, len(l.src)):min(l.i+len(s)+8, len(l.src))], []byte("\\")) {
		return false
	}
	was := *l
	defer func() { *l = was }()
	for k := range len(s) {
		if l.i >= len(l.src) || l.next() != s[k] {
			return false
		}
	}
	return true
}

// skip goes over n logical characters.
func (l *lexer) skip(n int) {
	for range n {
		l.next()
	}
}

// all makes the tokens of the text; those that are the first of a line know it.
func (l *lexer) all() (out []Token) {
	first := true
	for {
		space := false
		for {
			c := l.peek()
			if l.i >= len(l.src) {
				return out
			}
			if c == '\n' {
				l.next()
				first, space = true, false
			} else if c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' {
				l.next()
				space = true
			} else if l.ahead("//") {
				for l.i < len(l.src) && l.peek() != '\n' {
					l.next()
				}
				space = true
			} else if l.ahead("/*") {
				l.skip(2)
				line, col := l.line, l.i-l.start-1
				for l.i < len(l.src) && !l.ahead("*/") {
					l.next()
				}
				if l.i >= len(l.src) {
					panic(&Error{l.file, line, col, "a comment is not ended"})
				}
				l.skip(2)
				space = true
			} else {
				break
			}
		}
		t := Token{File: l.file, Line: l.line, Col: l.i - l.start + 1, Space: space, first: first}
		l.token(&t)
		first = false
		out = append(out, t)
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// token reads one.
func (l *lexer) token(t *Token) {
	var b strings.Builder
	take := func() { b.WriteByte(l.next()) }
	c := l.peek()
	switch {
	case l.literal(t):
		return
	case letter(c) || l.universal():
		t.Kind = Ident
		for letter(l.peek()) || digit(l.peek()) || l.universal() {
			take()
		}
	case digit(c) || c == '.' && l.dotDigit():
		t.Kind = Number
		for {
			take()
			last := b.String()[b.Len()-1] | 0x20
			if n := l.peek(); (n == '+' || n == '-') && (last == 'e' || last == 'p') || letter(n) || digit(n) || n == '.' {
				continue
			}
			break
		}
	default:
		for _, p := range punctuators {
			if l.ahead(p) && !(p == "<:" && l.ahead("<::") && !l.ahead("<:::") && !l.ahead("<::>")) {
				l.skip(len(p))
				t.Kind, t.Text = Punct, p
				if d := digraphs[p]; d != "" {
					t.Text, t.digraph = d, p
				}
				return
			}
		}
		t.Kind = Punct
		if strings.IndexByte("[](){}.&*+-~!/%<>^|?:;=,#", c) < 0 {
			t.Kind = Other
			if c >= utf8.RuneSelf {
				t.Kind = Ident
			}
		}
		take()
	}
	t.Text = b.String()
}

// universal reports whether a universal character name is next (6.4.3).
func (l *lexer) universal() bool {
	n := 4
	if l.peek() != '\\' || !l.ahead(`\u`) && !l.ahead(`\U`) {
		return false
	}
	if l.ahead(`\U`) {
		n = 8
	}
	was := *l
	defer func() { *l = was }()
	l.skip(2)
	for range n {
		if c := l.next(); !digit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

func (l *lexer) dotDigit() bool {
	was := *l
	defer func() { *l = was }()
	l.next()
	return digit(l.peek())
}

// literal reads a string or a character constant.
func (l *lexer) literal(t *Token) bool {
	for _, p := range []string{`"`, `'`, `L"`, `L'`, `u8"`, `u"`, `u'`, `U"`, `U'`} {
		if !l.ahead(p) {
			continue
		}
		l.skip(len(p))
		quote := p[len(p)-1]
		t.Kind = String
		if quote == '\'' {
			t.Kind = Char
		}
		b := []byte(p)
		for l.i < len(l.src) {
			c := l.peek()
			if c == '\n' {
				break
			}
			b = append(b, l.next())
			if c == quote {
				break
			}
			if c == '\\' && l.i < len(l.src) && l.peek() != '\n' {
				b = append(b, l.next())
			}
		}
		t.Text = string(b)
		return true
	}
	return false
}
