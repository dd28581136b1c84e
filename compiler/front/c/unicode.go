package c

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// unicodeLiterals are the literals of a text that the parser does not read: those with the prefixes u and U, and wide ones with escape sequences.
// It reads wide literals in their place, whose first character says which one is meant: firstUnicode and its number.
type unicodeLiterals struct {
	all     []unicodeLiteral
	longest int // of the literals that stand one behind the other
}

// unicodeLiteral is the value of one: size is that of a character in bytes, wide that it is one of wchar_t. A string has no zero at its end yet.
type unicodeLiteral struct {
	size  int64
	units []uint32
	wide  bool
}

// The numbers of literals are characters of a plane for private use.
const firstUnicode, lastUnicode = 0xf0000, 0xffffd

var (
	hasUnicode  = regexp.MustCompile(`\b[uU]["']|\bL'\\|\bL"[^"\n]*\\`)
	conditional = regexp.MustCompile(`^[ \t]*#[ \t]*(?:if|elif)\b`)
)

// findUnicode finds the literals of a text, and is the text with others in their place.
func findUnicode(src []byte) ([]byte, unicodeLiterals) {
	var lits unicodeLiterals
	if !hasUnicode.Match(src) {
		return src, lits
	}
	var out []byte
	s := unicodeScan{src: src}
	copied, run := 0, 0
	for s.skip() {
		from := s.i
		prefix, quote := s.literal()
		if quote == 0 {
			run = 0
			continue
		}
		body := s.body(quote)
		size := unicodeSize[prefix]
		if quote == '"' {
			run += len(body)
			lits.longest = max(lits.longest, run)
		}
		// Wide ones without escapes are the parser's own.
		if size == 0 || prefix == 'L' && !bytes.ContainsRune(body, '\\') || len(lits.all) > lastUnicode-firstUnicode {
			continue
		}
		x := unicodeLiteral{size, unicodeUnits(body, size), prefix == 'L'}
		out, copied = append(out, src[copied:from]...), s.i
		switch last := len(x.units) - 1; {
		case quote == '\'' && last >= 0 && conditional.Match(lineAt(src, s.start)):
			out = strconv.AppendInt(out, x.character(), 10)
			continue
		case last < 0 && quote == '\'':
			out = append(out, src[from:s.i]...) // the parser says what is wrong
			continue
		}
		out = append(out, 'L', quote)
		if len(x.units) > 0 {
			out = utf8.AppendRune(out, rune(firstUnicode+len(lits.all)))
		}
		if quote == '"' && len(x.units) > 0 {
			out = append(out, bytes.Repeat([]byte("0"), len(x.units)-1)...)
		}
		out = append(out, quote)
		lits.all = append(lits.all, x)
	}
	return append(out, src[copied:]...), lits
}

var unicodeSize = map[byte]int64{'u': 2, 'U': 4, 'L': 4}

// character is the value of a character constant.
func (x unicodeLiteral) character() int64 {
	c := x.units[len(x.units)-1]
	if x.wide {
		return int64(int32(c))
	}
	return int64(c)
}

// unicodeScan walks over a text.
type unicodeScan struct {
	src   []byte
	i     int
	start int  // of the line
	names bool // universal character names are no blanks
}

// skip goes to the next sign that is neither blank nor in a comment; false at the end.
func (s *unicodeScan) skip() bool {
	for s.i < len(s.src) {
		rest := s.src[s.i:]
		switch c := s.src[s.i]; {
		case s.names && c == '\\' && len(rest) > 1 && lower(rest[1]) == 'u':
			return true
		case c == '\n':
			s.newline()
		case c == ' ', c == '\t', c == '\r', c == '\v', c == '\f', c == '\\':
			s.i++
		case bytes.HasPrefix(rest, []byte("//")):
			s.i += len(lineAt(s.src, s.i))
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				s.i = len(s.src)
				break
			}
			for stop := s.i + end + 4; s.i < stop; {
				if s.src[s.i] == '\n' {
					s.newline()
				} else {
					s.i++
				}
			}
		default:
			return true
		}
	}
	return false
}

func (s *unicodeScan) newline() {
	s.i++
	s.start = s.i
}

// literal goes to the quote of the literal that stands here, whose prefix it tells, or behind another token, and quote is 0.
func (s *unicodeScan) literal() (prefix, quote byte) {
	word := s.i
	for s.i < len(s.src) && (s.src[s.i] == '_' || s.src[s.i] >= 0x80 || s.src[s.i]|0x20 >= 'a' && s.src[s.i]|0x20 <= 'z' || s.src[s.i] >= '0' && s.src[s.i] <= '9') {
		s.i++
	}
	w := string(s.src[word:s.i])
	if s.i < len(s.src) && (s.src[s.i] == '"' || s.src[s.i] == '\'') && (w == "" || w == "u" || w == "U" || w == "L" || w == "u8") {
		if w == "u8" {
			return 0, s.src[s.i]
		}
		return (w + "\x00")[0], s.src[s.i]
	}
	if s.i == word {
		s.i++
	}
	return 0, 0
}

// body is what stands between the quotes; it goes behind the second.
func (s *unicodeScan) body(quote byte) []byte {
	s.i++
	from := s.i
	for s.i < len(s.src) && s.src[s.i] != quote && s.src[s.i] != '\n' {
		if s.src[s.i] == '\\' && s.i+1 < len(s.src) {
			if s.i++; s.src[s.i] == '\n' { // the line goes on
				s.start = s.i + 1
			}
		}
		s.i++
	}
	body := s.src[from:min(s.i, len(s.src))]
	if s.i < len(s.src) && s.src[s.i] == quote {
		s.i++
	}
	return body
}

// simpleEscapes are the characters of the escape sequences of one letter (6.4.4.4).
var simpleEscapes = map[byte]uint32{'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, 'e': 27, 'E': 27}

// unicodeUnits are the characters of a body, of so many bytes each.
func unicodeUnits(body []byte, size int64) (units []uint32) {
	point := func(r rune) {
		if hi, lo := utf16.EncodeRune(r); size == 2 && hi != utf8.RuneError {
			units = append(units, uint32(hi), uint32(lo))
			return
		}
		units = append(units, uint32(r))
	}
	number := func(digits string, base int) int {
		n := 0
		for n < len(body) && strings.IndexByte(digits, lower(body[n])) >= 0 && (base == 16 || n < 3) {
			n++
		}
		v, _ := strconv.ParseUint(string(body[:n]), base, 64)
		units = append(units, uint32(v)&uint32(1<<(8*size)-1))
		return n
	}
	for len(body) > 0 {
		if body[0] != '\\' || len(body) == 1 {
			r, n := utf8.DecodeRune(body)
			point(r)
			body = body[n:]
			continue
		}
		c := body[1]
		switch {
		case c == 'x':
			body = body[2:]
			body = body[number("0123456789abcdef", 16):]
		case c >= '0' && c <= '7':
			body = body[1:]
			body = body[number("01234567", 8):]
		case c == 'u', c == 'U':
			n := min(map[byte]int{'u': 6, 'U': 10}[c], len(body))
			v, _ := strconv.ParseUint(string(body[2:n]), 16, 32)
			point(rune(v))
			body = body[n:]
		default:
			if v, ok := simpleEscapes[c]; ok {
				units = append(units, v)
			} else {
				units = append(units, uint32(c))
			}
			body = body[2:]
		}
	}
	return units
}

// lower is a letter as a small one.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// declarations are those of arrays that strings have the types of.
func (l unicodeLiterals) declarations() string {
	var b strings.Builder
	if len(l.all) > 0 {
		for n := 1; n <= min(2*l.longest+64, 1<<13); n++ {
			fmt.Fprintf(&b, "extern unsigned short %s[%d];\nextern unsigned %s[%d];\nextern int %s[%d];\n", stringArray("u", n), n, stringArray("U", n), n, stringArray("L", n), n)
		}
	}
	return b.String()
}

// stringArray is the name of an array that has the type of strings of that prefix and length.
func stringArray(prefix string, n int) string { return fmt.Sprintf("__tuffy_string_%s_%d", prefix, n) }

// unicode is the literal that stands for n, if one does; of a string with its zero.
func (u *unit) unicode(n *cc.PrimaryExpression) (x unicodeLiteral, ok bool) {
	if len(u.unicodes.all) == 0 {
		return x, false
	}
	at := func(r int64) (unicodeLiteral, bool) {
		if k := r - firstUnicode; k >= 0 && k < int64(len(u.unicodes.all)) {
			return u.unicodes.all[k], true
		}
		return unicodeLiteral{}, false
	}
	switch v := n.Value().(type) {
	case cc.Int64Value:
		if n.Case == cc.PrimaryExpressionLChar {
			return at(int64(v))
		}
	case cc.UTF32StringValue:
		for k := 0; k < len(v); k++ {
			if y, is := at(int64(v[k])); is {
				x.size, x.wide, ok = y.size, y.wide, true
				x.units = append(x.units, y.units...)
				k += len(y.units) - 1
			} else {
				x.units = append(x.units, uint32(v[k]))
			}
		}
	}
	return x, ok
}

// unicodeType is the type of a string.
func (u *unit) unicodeType(n *cc.PrimaryExpression, x unicodeLiteral) cc.Type {
	prefix := "U"
	switch {
	case x.wide:
		prefix = "L"
	case x.size == 2:
		prefix = "u"
	}
	for _, d := range u.ast.Scope.Nodes[stringArray(prefix, len(x.units))] {
		if d, ok := d.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	u.unsupported(n, "this string is too long, as it is made of parts")
	return nil
}

// bytes are those of a string.
func (x unicodeLiteral) bytes() (b []byte) {
	for _, v := range x.units {
		if x.size == 2 {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		} else {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	return b
}
