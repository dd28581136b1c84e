package c

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"unicode"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// The parser reads neither trigraphs, digraphs, universal character names in identifiers, constants of several characters, nor [*]. So a
// text that has them gets others in their place. Where these are shorter, blanks follow; where they are longer, blanks are left out
// further on in the line, so that most tokens stay where they are.

// lexical reports whether a text may have any of them.
var lexical = regexp.MustCompile(`<:|:>|<%|%>|%:|\\[uU][0-9a-fA-F]|'(?:[^'\\\n]|\\.){2,}'|'[^'\\\x00-\x7f]+'|\[[^\]\n]*\*\s*[\]:]|\w[ \t]*\.\.\.[ \t]*\)|\bu8"|"\s*[uUL]"`)

// trigraphs are the characters that stand for another behind ?? (5.2.1.1).
var trigraphs = map[byte]byte{'=': '#', '/': '\\', '\'': '^', '(': '[', ')': ']', '!': '|', '<': '{', '>': '}', '-': '~'}

// digraphs are the tokens that are spelled another way (6.4.6p3), before their beginnings.
var digraphs = []struct{ from, to string }{{"%:%:", "##"}, {"%:", "#"}, {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}}

// operators are tokens that end in the beginning of a digraph, or begin like one.
var operators = []string{"<<=", "<<", "<=", "%="}

// anySize is the bound that takes the place of * in [*]: an object that builtin.h declares.
const anySize = "$"

// refuseStars refuses [*] in the parameters of a function that is defined, but for those of functions that parameters point to.
func (u *unit) refuseStars(n *cc.FunctionDefinition) {
	if len(u.ast.Scope.Nodes[anySize]) == 0 {
		return
	}
	lists := 0
	walkTree(n.Declarator, func(n cc.Node) func() {
		switch n := n.(type) {
		case *cc.ParameterTypeList:
			lists++
			return func() { lists-- }
		case *cc.PrimaryExpression:
			if lists <= 1 {
				u.refuseStar(n)
			}
		}
		return nil
	})
}

// refuseStar refuses a bound that is [*] where it would have to be known.
func (u *unit) refuseStar(n *cc.PrimaryExpression) {
	if n.Case != cc.PrimaryExpressionIdent || n.Token.SrcStr() != anySize {
		return
	}
	if d, ok := n.ResolvedTo().(*cc.Declarator); ok && d.Position().Filename == "<builtin>" {
		u.fail(n, "[*] may only stand in the parameters of a function that is declared and not defined")
	}
}

// starBound is what may stand between the bracket and the star (6.7.6.2).
var starBound = regexp.MustCompile(`^\[(?:\s|\b(?:const|volatile|restrict|__restrict|__restrict__)\b)*(\*)\s*(?:\]|:>)`)

// respell is a text as the parser reads it.
func respell(text []byte, o Options) []byte {
	if o.Trigraphs {
		text = withoutTrigraphs(text)
	}
	if !lexical.Match(text) {
		return text
	}
	r := respeller{unicodeScan: unicodeScan{src: text, names: true}, o: o}
	for r.skip() {
		r.copy()
		r.token()
	}
	r.i = len(text)
	r.copy()
	return r.out
}

// withoutTrigraphs replaces all of them, in literals and comments, too. Behind those outside of literals are blanks.
func withoutTrigraphs(text []byte) []byte {
	if !bytes.Contains(text, []byte("??")) {
		return text
	}
	var out []byte
	quote, owed := byte(0), 0
	for i := 0; i < len(text); i++ {
		c, is := text[i], false
		if c == '?' && i+2 < len(text) && text[i+1] == '?' {
			if d, ok := trigraphs[text[i+2]]; ok {
				c, is = d, true
				i += 2
				owed += 2
			}
		}
		switch {
		case c == '\n':
			quote, owed = 0, 0
		case quote != 0 && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
			c = text[i]
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && !is && bytes.IndexByte([]byte("|&=^#>~:"), c) < 0:
			// What follows cannot belong to the same token.
			if c != '\r' {
				out = append(out, bytes.Repeat([]byte(" "), owed)...)
			}
			owed = 0
			if c == '"' || c == '\'' {
				quote = c
			}
		}
		out = append(out, c)
	}
	return out
}

// respeller copies a text, but for the tokens that it replaces.
type respeller struct {
	unicodeScan
	o      Options
	out    []byte
	copied int    // of src
	owed   int    // columns that what was put was longer
	quoted bool   // what is copied is in a literal
	rest   string // the name of the variable arguments of the macro that is defined
	until  int    // where its definition ends
}

// copy takes over what was read, without blanks that are owed.
func (r *respeller) copy() {
	for ; r.copied < r.i; r.copied++ {
		c := r.src[r.copied]
		if c == '\n' {
			r.owed = 0
		}
		if c == ' ' && r.owed > 0 && !r.quoted && r.dispensable() {
			r.owed--
			continue
		}
		r.out = append(r.out, c)
	}
}

// dispensable reports whether the blank that is next separates nothing.
func (r *respeller) dispensable() bool {
	if len(r.out) == 0 || r.copied+1 == len(r.src) {
		return false
	}
	before, after := r.out[len(r.out)-1], r.src[r.copied+1]
	return bytes.IndexByte([]byte(" ,;(){}="), before) >= 0 || wordSign(before) && !wordSign(after) && bytes.IndexByte([]byte(".(\"'"), after) < 0
}

// wordSign reports whether a byte is of identifiers and numbers.
func wordSign(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || lower(c) >= 'a' && lower(c) <= 'z' || c >= '0' && c <= '9'
}

// put replaces the next n bytes of the text.
func (r *respeller) put(s string, n int, blanks bool) {
	r.out = append(r.out, s...)
	r.i += n
	r.copied = r.i
	for k := len(s); k < n && blanks; k++ {
		if r.owed > 0 {
			r.owed--
			continue
		}
		r.out = append(r.out, ' ')
	}
	r.owed += max(0, len(s)-n)
}

// token reads one, and puts another in its place if the parser does not know it.
func (r *respeller) token() {
	rest := r.src[r.i:]
	for _, op := range operators {
		if bytes.HasPrefix(rest, []byte(op)) && !bytes.HasPrefix(rest, []byte("<%:")) {
			r.i += len(op)
			r.copy()
			return
		}
	}
	for _, d := range digraphs {
		if !bytes.HasPrefix(rest, []byte(d.from)) {
			continue
		}
		if at := starBound.FindSubmatchIndex(append([]byte("["), rest[len(d.from):min(len(rest), 200)]...)); d.to == "[" && at != nil {
			r.put(d.to, len(d.from), true)
			r.star(at[2] - 1)
			return
		}
		r.put(d.to, len(d.from), true)
		if d.to == "#" {
			r.directive()
		}
		return
	}
	if rest[0] == '#' {
		r.i++
		r.copy()
		r.directive()
		return
	}
	if at := starBound.FindSubmatchIndex(rest[:min(len(rest), 200)]); at != nil {
		r.i++
		r.copy()
		r.star(at[2] - 1)
		return
	}
	from := r.i
	prefix, quote := r.literal()
	switch {
	case quote == '"':
		r.body(quote)
		r.string(from)
	case quote == '\'':
		r.character(from, prefix)
	default:
		r.i = from
		r.word()
	}
}

// star replaces the star of [*] that is so many bytes ahead.
func (r *respeller) star(ahead int) {
	if r.o.Assembly {
		r.i += ahead
		r.copy()
		return
	}
	// The parser takes no qualifiers where the parameter has no name, and they say nothing here.
	for range ahead {
		c := r.src[r.i]
		if lower(c) >= 'a' && lower(c) <= 'z' || c == '_' {
			c = ' '
		}
		r.put(string(c), 1, false)
	}
	r.put(anySize, 1, false)
}

// string copies a string that was read: without u8, which says nothing about the bytes of a char in C11, and with the prefix of one
// behind it, since the parser looks at the first.
func (r *respeller) string(from int) {
	end := r.i
	r.i = from
	switch plain := r.src[from] == '"'; {
	case r.o.Assembly:
	case !plain && r.src[from+1] == '8':
		r.put("  ", 2, false)
	case plain:
		next := unicodeScan{src: r.src, i: end}
		for next.skip() {
			prefix, quote := next.literal()
			if quote == '"' && prefix != 0 {
				r.put(string(prefix), 0, false)
			}
			if quote != '"' || prefix != 0 {
				break
			}
			next.body(quote)
		}
	}
	r.i = end
	r.quoted = true
	r.copy()
	r.quoted = false
}

// headerLine is the rest of a directive that names a file, or text that is no C.
var headerLine = regexp.MustCompile(`^[ \t]*(?:include(?:_next)?[ \t]*[<"]|error\b|warning\b)[^\n]*`)

// namedRest is the head of a macro that names its variable arguments.
var namedRest = regexp.MustCompile(`^[ \t]*define[ \t]+[\w$]+\([^()\n]*?\b([A-Za-z_]\w*)[ \t]*\.\.\.[ \t]*\)`)

// directive goes behind the name of a header. The parser knows ## before variable arguments by their usual name only.
func (r *respeller) directive() {
	if at := namedRest.FindSubmatchIndex(r.src[r.i:]); at != nil {
		r.rest, r.until = string(r.src[r.i+at[2]:r.i+at[3]]), r.i+logicalLine(r.src[r.i:])
		head := r.i + at[2]
		r.i = head
		r.copy()
		r.put("", at[3]-at[2], true)
		return
	}
	r.i += len(headerLine.Find(r.src[r.i:]))
	r.copy()
}

// logicalLine is how long the line is that a text begins with, with those that it goes on in.
func logicalLine(b []byte) int {
	n := 0
	for {
		i := bytes.IndexByte(b[n:], '\n')
		if i < 0 {
			return len(b)
		}
		n += i + 1
		if !bytes.HasSuffix(bytes.TrimSuffix(b[:n-1], []byte("\r")), []byte("\\")) {
			return n
		}
	}
}

// character replaces a constant of several characters (6.4.4.4p10): as with gcc, they are the bytes of an int, the first the highest.
func (r *respeller) character(from int, prefix byte) {
	body := r.body('\'')
	n := r.i - from
	if r.o.Assembly && !conditional.Match(lineAt(r.src, r.start)) || prefix != 0 || r.src[from] != '\'' {
		r.copy()
		return
	}
	v, many := manyCharacters(body)
	if !many || r.src[r.i-1] != '\'' {
		r.copy()
		return
	}
	s := strconv.Itoa(int(v))
	if v < 0 {
		s = fmt.Sprintf("(-%#x-1)", -(int64(v) + 1))
	}
	r.i = from
	r.put(s, n, true)
}

// manyCharactersAt warns if a constant is one of several characters in the text.
func (u *unit) manyCharactersAt(n *cc.PrimaryExpression) {
	if u.told == nil || n.Case != cc.PrimaryExpressionInt {
		return
	}
	p := n.Position()
	line := lineOf(u.texts, p.Filename, p.Line)
	if p.Column < 1 || p.Column > len(line) || line[p.Column-1] != '\'' {
		return
	}
	s := unicodeScan{src: []byte(line), i: p.Column - 1}
	v, _ := manyCharacters(s.body('\''))
	u.warn(n, "a constant of several characters: its value is %d", v)
}

// manyCharacters is the value of the characters of a constant, if they are several bytes.
func manyCharacters(body []byte) (v int32, many bool) {
	var units []byte
	for len(body) > 0 {
		n := 1
		if body[0] == '\\' && len(body) > 1 {
			n = 2
			switch c := body[1]; {
			case c == 'x':
				for n < len(body) && bytes.IndexByte([]byte("0123456789abcdef"), lower(body[n])) >= 0 {
					n++
				}
			case c >= '0' && c <= '7':
				for n < len(body) && n < 4 && body[n] >= '0' && body[n] <= '7' {
					n++
				}
			case c == 'u', c == 'U':
				r, size := universal(body)
				if size == 0 {
					return 0, false
				}
				units = utf8.AppendRune(units, r)
				body = body[size:]
				continue
			}
			u := unicodeUnits(body[:n], 1)
			units = append(units, byte(u[0]))
		} else {
			units = append(units, body[0])
		}
		body = body[n:]
	}
	for _, c := range units {
		v = v<<8 | int32(c)
	}
	return v, len(units) > 1
}

// universal is the character that a universal character name says, and the length of the name; 0 if there is none.
func universal(b []byte) (rune, int) {
	n := 0
	switch {
	case bytes.HasPrefix(b, []byte(`\u`)):
		n = 6
	case bytes.HasPrefix(b, []byte(`\U`)):
		n = 10
	}
	if n == 0 || len(b) < n {
		return 0, 0
	}
	v, err := strconv.ParseUint(string(b[2:n]), 16, 32)
	if err != nil || v > unicode.MaxRune {
		return 0, 0
	}
	return rune(v), n
}

// word reads an identifier, or one sign, and puts the characters in the place of their names.
func (r *respeller) word() {
	short, named := 0, false
	from := r.i
	var word []byte
	for r.i < len(r.src) {
		c := r.src[r.i]
		if wordSign(c) {
			word = append(word, c)
			r.i++
			continue
		}
		v, n := universal(r.src[r.i:])
		if n == 0 || !unicode.IsLetter(v) && !unicode.IsDigit(v) {
			break
		}
		named = true
		word = utf8.AppendRune(word, v)
		short += n - utf8.RuneLen(v)
		r.i += n
	}
	switch {
	case r.i == from:
		r.i++
		r.copy()
	case r.rest != "" && from < r.until && string(word) == r.rest:
		n := r.i - from
		r.i = from
		r.put("__VA_ARGS__", n, false)
		r.owed = 0
	case named:
		n := r.i - from
		r.i = from
		call := from+n < len(r.src) && r.src[from+n] == '('
		r.put(string(word), n, !call)
	default:
		r.copy()
	}
}
