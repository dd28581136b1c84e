package cpp

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number is a value of a condition: intmax_t or uintmax_t (6.10.1p4).
type number struct {
	v        uint64
	unsigned bool
}

func truth(b bool) number {
	if b {
		return number{v: 1}
	}
	return number{}
}

// evaluator reads a condition by precedence.
type evaluator struct {
	p    *reader
	at   Token
	ts   []Token
	dead int // parts that are not evaluated
	// known are the values of names; nil in a directive, where all are 0.
	known map[string]int64
}

// Evaluate is the value of an expression of integers whose names are known, if it is one.
func Evaluate(ts []Token, known map[string]int64) (v int64, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(*Error); !is {
				panic(r)
			}
		}
	}()
	if len(ts) == 0 {
		return 0, false
	}
	e := &evaluator{p: &reader{}, at: ts[0], ts: ts, known: known}
	n := e.conditional()
	return int64(n.v), len(e.ts) == 0
}

// evaluate is whether the expression of #if is not zero.
func (p *reader) evaluate(at Token, ts []Token) bool {
	e := &evaluator{p: p, at: at, ts: p.asked(p.expandAll(p.asked(ts)))}
	v := e.conditional()
	if len(e.ts) > 0 {
		p.fail(e.ts[0], "%s in a condition", e.ts[0].Text)
	}
	return v.v != 0
}

// asked answers defined and __has_… before macros are expanded.
func (p *reader) asked(ts []Token) (out []Token) {
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		switch {
		case t.Text == "defined" && t.Kind == Ident && i+1 < len(ts):
			n, name := i+1, ts[i+1].Text
			if name == "(" && i+3 < len(ts) {
				n, name = i+3, ts[i+2].Text
			}
			if name == "" || !letter(name[0]) || n == i+3 && ts[n].Text != ")" {
				p.fail(t, "defined needs a name")
			}
			out = append(out, Token{Kind: Number, Text: strconv.Itoa(int(truth(p.defined(name)).v)), Space: true, File: t.File, Line: t.Line, Col: t.Col})
			i = n
		case t.Kind == Ident && slices.Contains(hasWords, t.Text) && p.macros[t.Text] == nil && i+1 < len(ts) && ts[i+1].Text == "(":
			n, depth := i+2, 1
			for n < len(ts) {
				if ts[n].Text == "(" {
					depth++
				} else if ts[n].Text == ")" {
					if depth--; depth == 0 {
						break
					}
				}
				n++
			}
			inner := ts[i+2 : min(n, len(ts))]
			is := false
			if strings.HasPrefix(t.Text, "__has_include") {
				name, angled, ok := headerName(inner)
				if !ok {
					name, angled, ok = headerName(p.expandAll(inner))
				}
				if ok {
					_, _, _, is = p.find(t.File, name, angled, t.Text == "__has_include_next")
				}
			} else if p.cfg.Has != nil {
				is = p.cfg.Has(spelled(inner))
			}
			out = append(out, Token{Kind: Number, Text: strconv.Itoa(int(truth(is).v)), Space: true, File: t.File, Line: t.Line, Col: t.Col})
			i = n
		default:
			out = append(out, t)
		}
	}
	return out
}

func (e *evaluator) is(s string) bool {
	if len(e.ts) > 0 && e.ts[0].Kind == Punct && e.ts[0].Text == s {
		e.at, e.ts = e.ts[0], e.ts[1:]
		return true
	}
	return false
}

func (e *evaluator) conditional() number {
	c := e.binary(0)
	if !e.is("?") {
		return c
	}
	skip := func(dead bool, f func() number) number {
		if dead {
			e.dead++
			defer func() { e.dead-- }()
		}
		return f()
	}
	a := skip(c.v == 0, e.conditional)
	if !e.is(":") {
		e.p.fail(e.at, "? without : in a condition")
	}
	b := skip(c.v != 0, e.conditional)
	u := a.unsigned || b.unsigned
	if c.v != 0 {
		return number{a.v, u}
	}
	return number{b.v, u}
}

// levels are the binary operators by precedence.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// binary reads an expression of operators of a level and of those that bind more.
func (e *evaluator) binary(level int) number {
	if level == len(levels) {
		return e.unary()
	}
	a := e.binary(level + 1)
	for {
		op := ""
		for _, s := range levels[level] {
			if e.is(s) {
				op = s
				break
			}
		}
		if op == "" {
			return a
		}
		dead := op == "&&" && a.v == 0 || op == "||" && a.v != 0
		if dead {
			e.dead++
		}
		b := e.binary(level + 1)
		if dead {
			e.dead--
		}
		a = e.apply(op, a, b)
	}
}

// apply computes.
func (e *evaluator) apply(op string, a, b number) number {
	u := a.unsigned || b.unsigned
	less := func(x, y number) bool {
		if u {
			return x.v < y.v
		}
		return int64(x.v) < int64(y.v)
	}
	switch op {
	case "||":
		return truth(a.v != 0 || b.v != 0)
	case "&&":
		return truth(a.v != 0 && b.v != 0)
	case "|":
		return number{a.v | b.v, u}
	case "^":
		return number{a.v ^ b.v, u}
	case "&":
		return number{a.v & b.v, u}
	case "==":
		return truth(a.v == b.v)
	case "!=":
		return truth(a.v != b.v)
	case "<":
		return truth(less(a, b))
	case ">":
		return truth(less(b, a))
	case "<=":
		return truth(!less(b, a))
	case ">=":
		return truth(!less(a, b))
	case "<<", ">>":
		n := int64(b.v)
		if op == ">>" && (b.unsigned || n >= 0) || op == "<<" && !b.unsigned && n < 0 {
			if n < 0 && !b.unsigned {
				n = -n
			}
			if !a.unsigned {
				return number{uint64(int64(a.v) >> min(uint64(n), 63)), false}
			}
			return number{a.v >> min(uint64(n), 64), true}
		}
		return number{a.v << min(uint64(max(n, -n)), 64), a.unsigned}
	case "+":
		return number{a.v + b.v, u}
	case "-":
		return number{a.v - b.v, u}
	case "*":
		return number{a.v * b.v, u}
	}
	if b.v == 0 {
		if e.dead == 0 {
			e.p.fail(e.at, "a division by zero in a condition")
		}
		return number{0, u}
	}
	switch {
	case op == "/" && u:
		return number{a.v / b.v, u}
	case op == "/":
		return number{uint64(int64(a.v) / int64(b.v)), u}
	case u:
		return number{a.v % b.v, u}
	}
	return number{uint64(int64(a.v) % int64(b.v)), u}
}

// unary reads an operand with what stands before it.
func (e *evaluator) unary() number {
	switch {
	case e.is("!"):
		return truth(e.unary().v == 0)
	case e.is("~"):
		n := e.unary()
		return number{^n.v, n.unsigned}
	case e.is("-"):
		n := e.unary()
		return number{-n.v, n.unsigned}
	case e.is("+"):
		return e.unary()
	case e.is("("):
		n := e.conditional()
		for e.is(",") {
			n = e.conditional()
		}
		if !e.is(")") {
			e.p.fail(e.at, "a parenthesis is not closed in a condition")
		}
		return n
	}
	if len(e.ts) == 0 {
		e.p.fail(e.at, "a condition ends too early")
	}
	t := e.ts[0]
	e.at, e.ts = t, e.ts[1:]
	switch t.Kind {
	case Ident: // also one that is no macro of functions without parentheses
		if v, ok := e.known[t.Text]; e.known != nil && ok {
			return number{v: uint64(v)}
		} else if e.known != nil {
			e.p.fail(t, "the value of %s is not known", t.Text)
		}
		return number{}
	case Number:
		return e.integer(t)
	case Char:
		return character(t.Text)
	}
	e.p.fail(t, "%s in a condition", t.Text)
	return number{}
}

func (e *evaluator) integer(t Token) number {
	s := strings.ToLower(t.Text)
	digits := strings.TrimRight(s, "ul")
	suffix := s[len(digits):]
	v, err := strconv.ParseUint(digits, 0, 64)
	if err != nil || strings.Contains(digits, "_") {
		e.p.fail(t, "%s is no integer", t.Text)
	}
	return number{v, strings.Contains(suffix, "u") || bits.Len64(v) == 64}
}

// character is the value of a constant.
func character(s string) number {
	prefix := s[0]
	at := strings.IndexByte(s, '\'')
	body := strings.TrimSuffix(s[at+1:], "'")
	var units []int64
	for body != "" {
		if body[0] != '\\' || len(body) < 2 {
			if prefix != '\'' {
				r, n := utf8.DecodeRuneInString(body)
				units, body = append(units, int64(r)), body[n:]
			} else {
				units, body = append(units, int64(body[0])), body[1:]
			}
			continue
		}
		if k := strings.IndexByte(`abfnrtve'"?\`, body[1]); k >= 0 {
			units, body = append(units, int64("\a\b\f\n\r\t\v\x1b'\"?\\"[k])), body[2:]
			continue
		}
		base, n := 8, 1
		if body[1] == 'x' {
			base, n = 16, 2
		}
		end := n
		for end < len(body) && (base == 16 || end < 4) && strings.IndexByte("0123456789abcdefABCDEF"[:map[int]int{8: 8, 16: 22}[base]], body[end]) >= 0 {
			end++
		}
		v, _ := strconv.ParseInt(body[n:end], base, 64)
		units, body = append(units, v), body[max(end, 2):]
	}
	v := int64(0)
	for _, u := range units {
		if prefix != '\'' {
			v = u
		} else {
			v = int64(int32(v<<8 | u&0xff))
		}
	}
	if prefix == '\'' && len(units) == 1 {
		v = int64(int8(v))
	}
	return number{v: uint64(v)}
}
