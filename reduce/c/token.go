package creduce

import (
	"slices"
	"strings"
)

// tok is a token with the white space and comments in front of it. A directive is one token.
type tok struct {
	pre, text string
	kind      tokKind
}

type tokKind uint8

const (
	tokPunct tokKind = iota
	tokName
	tokNumber
	tokString
	tokDirective
)

// puncts are the punctuators of more than one character, the longest first.
var puncts = []string{"...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"}

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
func digit(c byte) bool { return c >= '0' && c <= '9' }

// scan splits a text. Comments are dropped.
func scan(s string) (out []tok) {
	pre := ""
	fresh := true // nothing but white space since the line began
	for len(s) > 0 {
		n, kind := 1, tokPunct
		switch c := s[0]; {
		case c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			fresh = fresh || c == '\n'
			pre += s[:1]
			s = s[1:]
			continue
		case strings.HasPrefix(s, "//"):
			n = cut(s, "\n", 0)
			s = s[n:]
			continue
		case strings.HasPrefix(s, "/*"):
			n = cut(s[2:], "*/", 2) + 2
			s, pre = s[n:], pre+" "
			continue
		case c == '#' && fresh:
			n, kind = directive(s), tokDirective
		case c == '"' || c == '\'':
			n, kind = quotedLen(s), tokString
		case letter(c):
			kind = tokName
			for n < len(s) && (letter(s[n]) || digit(s[n])) {
				n++
			}
		case digit(c) || c == '.' && len(s) > 1 && digit(s[1]):
			kind = tokNumber
			for n < len(s) && (letter(s[n]) || digit(s[n]) || s[n] == '.' || (s[n] == '+' || s[n] == '-') && strings.IndexByte("eEpP", s[n-1]) >= 0) {
				n++
			}
		default:
			for _, p := range puncts {
				if strings.HasPrefix(s, p) {
					n = len(p)
					break
				}
			}
		}
		out = append(out, tok{pre, s[:n], kind})
		pre, s, fresh = "", s[n:], false
	}
	return out
}

// cut is where a mark ends in s, counted with what is added, or the end of s.
func cut(s, mark string, add int) int {
	if n := strings.Index(s, mark); n >= 0 {
		return n + add
	}
	return len(s)
}

// directive is the length of a directive, with the lines that continue it.
func directive(s string) int {
	for n := 0; ; n++ {
		at := strings.IndexByte(s[n:], '\n')
		if at < 0 {
			return len(s)
		}
		if n += at; n == 0 || s[n-1] != '\\' {
			return n
		}
	}
}

func quotedLen(s string) int {
	for n := 1; n < len(s); n++ {
		switch s[n] {
		case '\\':
			n++
		case s[0]:
			return n + 1
		case '\n':
			return n
		}
	}
	return len(s)
}

// text puts tokens together. Two that would become another one are kept apart.
func text(list []tok) string {
	var b strings.Builder
	for n, t := range list {
		pre := t.pre
		if n > 0 {
			last := list[n-1]
			switch {
			case (t.kind == tokDirective || last.kind == tokDirective) && !strings.Contains(pre, "\n"):
				pre = "\n"
			case pre == "" && glues(last.text, t.text):
				pre = " "
			}
		}
		b.WriteString(pre)
		b.WriteString(t.text)
	}
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	return b.String()
}

func glues(a, b string) bool {
	x, y := a[len(a)-1], b[0]
	word := func(c byte) bool { return letter(c) || digit(c) || c == '.' || c == '"' || c == '\'' }
	return word(x) && word(y) || strings.IndexByte("+-<>=&|!*/%^#", x) >= 0 && strings.IndexByte("+-<>=&|*/#", y) >= 0
}

// tidy is a text with one line a statement, indented by its blocks.
func tidy(list []tok) string {
	out := slices.Clone(list)
	depth, parens := 0, 0
	for n := range out {
		t := &out[n]
		if t.text == "}" {
			depth = max(depth-1, 0)
		}
		switch {
		case n == 0:
			t.pre = ""
		case t.kind == tokDirective || out[n-1].kind == tokDirective || parens == 0 && (out[n-1].text == ";" || out[n-1].text == "{" || out[n-1].text == "}" && !follows(t.text) || t.text == "}" && out[n-1].text != "{"):
			t.pre = "\n" + strings.Repeat("  ", depth)
		case t.pre != "":
			t.pre = " "
		}
		switch t.text {
		case "{":
			depth++
		case "(":
			parens++
		case ")":
			parens = max(parens-1, 0)
		}
	}
	return text(out)
}

// follows reports whether a token stays on the line of a closing brace.
func follows(s string) bool {
	return s == ";" || s == "," || s == ")" || s == "else" || s == "while" || s == "}" || letter(s[0]) || s == "["
}

// span is a range of tokens.
type span struct{ lo, hi int }

func (s span) len() int { return s.hi - s.lo }

// partners are the places of brackets that belong together, -1 for other tokens; ok is false if they do not match.
func partners(list []tok) (out []int, ok bool) {
	out = make([]int, len(list))
	var open []int
	for n, t := range list {
		out[n] = -1
		if t.kind != tokPunct {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, n)
		case ")", "]", "}":
			if len(open) == 0 || list[open[len(open)-1]].text != map[string]string{")": "(", "]": "[", "}": "{"}[t.text] {
				return nil, false
			}
			m := open[len(open)-1]
			open = open[:len(open)-1]
			out[n], out[m] = m, n
		}
	}
	return out, len(open) == 0
}

// units are the declarations, statements and directives of a range that is at the top or between braces.
func units(list []tok, pair []int, in span) (out []span) {
	start := in.lo
	end := func(n int) {
		out = append(out, span{start, n})
		start = n
	}
	for n := in.lo; n < in.hi; n++ {
		t := list[n]
		switch {
		case t.kind == tokDirective:
			if n > start {
				end(n)
			}
			end(n + 1)
		case t.text == "(" || t.text == "[":
			n = pair[n]
		case t.text == "{":
			body := n > start && list[n-1].text == ")"
			n = pair[n]
			if ends(list, start, n+1, in.hi, body) {
				end(n + 1)
			}
		case t.text == ";":
			if n+1 < in.hi && list[n+1].text == "else" {
				continue
			}
			end(n + 1)
		case t.text == ":" && label(list, start, n):
			end(n + 1)
		}
	}
	if start < in.hi {
		end(in.hi)
	}
	return out
}

// ends reports whether a unit ends behind a closing brace.
func ends(list []tok, start, next, hi int, body bool) bool {
	if next >= hi {
		return true
	}
	switch list[next].text {
	case "else", ";", ",", "=", ")", "[", ".":
		return false
	case "while":
		return list[start].text != "do"
	}
	if !body && list[next].kind == tokName || list[next].text == "*" {
		for _, t := range list[start:next] {
			switch t.text {
			case "struct", "union", "enum":
				return false
			}
			if t.kind != tokName {
				break
			}
		}
	}
	return true
}

func label(list []tok, start, n int) bool {
	return list[start].text == "case" || list[start].text == "default" || n == start+1 && list[start].kind == tokName
}

// elements are the parts of a range between commas.
func elements(list []tok, pair []int, in span) (out []span) {
	start := in.lo
	for n := in.lo; n < in.hi; n++ {
		switch list[n].text {
		case "(", "[", "{":
			n = pair[n]
		case ",":
			out = append(out, span{start, n})
			start = n + 1
		}
	}
	if start < in.hi {
		out = append(out, span{start, in.hi})
	}
	return out
}
