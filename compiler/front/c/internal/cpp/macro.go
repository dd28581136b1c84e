package cpp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A macro is not expanded within what it became, which lasts until the tokens of that are read, and a name that was met
// there is not expanded later (6.10.3.4p2). Where the standard leaves open whether a call that begins there and ends
// behind it is within, it is not, as with gcc.

const vaArgs, vaOpt = "__VA_ARGS__", "__VA_OPT__"

// define is #define.
func (p *reader) define(at Token, ts []Token) {
	if len(ts) == 0 || ts[0].Kind != Ident {
		p.fail(at, "#define needs a name")
	}
	m := &macro{name: ts[0].Text}
	ts = ts[1:]
	if len(ts) > 0 && ts[0].Text == "(" && !ts[0].Space {
		m.function = true
		n := 1
		for ; n < len(ts) && ts[n].Text != ")"; n++ {
			switch t := ts[n]; {
			case t.Text == ",":
			case t.Text == "...":
				if m.variadic = true; ts[n-1].Kind != Ident {
					m.params = append(m.params, vaArgs)
				}
			case t.Kind == Ident:
				m.params = append(m.params, t.Text)
			default:
				p.fail(t, "%s in the parameters of a macro", t.Text)
			}
		}
		if n == len(ts) {
			p.fail(at, "the parameters of the macro %s are not ended by )", m.name)
		}
		ts = ts[n+1:]
	}
	m.body = slices.Clone(ts)
	for n := range m.body {
		m.body[n].first = false
	}
	if len(m.body) > 0 {
		m.body[0].Space = false
	}
	p.macros[m.name] = m
}

// expandOut expands the text of a file and gives it to the caller.
func (p *reader) expandOut(ts []Token) {
	x := &expander{p: p, levels: []level{{ts: ts}}}
	for {
		t, ok := x.next()
		if !ok {
			return
		}
		p.emit(t)
	}
}

// expandAll expands tokens that stand alone.
func (p *reader) expandAll(ts []Token) (out []Token) {
	x := &expander{p: p, levels: []level{{ts: ts}}, argument: true}
	for {
		t, ok := x.next()
		if !ok {
			return out
		}
		out = append(out, t)
	}
}

// expander expands a sequence of tokens, which are those of the last level, then of the level below.
type expander struct {
	p        *reader
	levels   []level
	argument bool // directives are not made here
}

// level is what is left of the tokens that a macro became; of others the macro is nil.
type level struct {
	ts []Token
	m  *macro
}

// take is the next token as it is.
func (x *expander) take() (Token, bool) {
	for n := len(x.levels); n > 0; n = len(x.levels) {
		top := &x.levels[n-1]
		if len(top.ts) > 0 {
			t := top.ts[0]
			top.ts = top.ts[1:]
			return t, true
		}
		if top.m != nil {
			top.m.within--
		}
		x.levels = x.levels[:n-1]
	}
	return Token{}, false
}

// next is the next token that is no macro.
func (x *expander) next() (Token, bool) {
	for {
		t, ok := x.take()
		if !ok {
			return t, false
		}
		m := x.p.macros[t.Text]
		if t.Kind != Ident || m == nil || t.painted {
			return t, true
		}
		if m.within > 0 {
			t.painted = true
			return t, true
		}
		if x.builtin(t, m) {
			continue
		}
		if !m.function {
			if len(m.body) == 0 && isBuiltin[m.name] {
				return t, true
			}
			x.push(t, m, x.p.substitute(m, nil, t))
			continue
		}
		args, ok := x.arguments(m, t)
		if !ok {
			return t, true
		}
		x.push(t, m, x.p.substitute(m, args, t))
	}
}

// push puts what a macro became before the rest.
func (x *expander) push(name Token, m *macro, ts []Token) {
	for n := range ts {
		ts[n].File, ts[n].Line, ts[n].Col, ts[n].Expanded = name.File, name.Line, name.Col, true
	}
	if len(ts) > 0 {
		ts[0].Space = name.Space
	}
	m.within++
	x.levels = append(x.levels, level{ts, m})
}

// isBuiltin are the macros whose text depends on where they stand.
var isBuiltin = map[string]bool{"__FILE__": true, "__LINE__": true, "__COUNTER__": true, "__INCLUDE_LEVEL__": true, "__BASE_FILE__": true, "__DATE__": true,
	"__TIME__": true, "__TIMESTAMP__": true, "_Pragma": true}

// builtin expands names that have a meaning of their own.
func (x *expander) builtin(t Token, m *macro) bool {
	if !isBuiltin[t.Text] || len(m.body) > 0 || m.function { // the program has one of its own
		return false
	}
	p := x.p
	kind, text := Number, ""
	switch t.Text {
	case "__LINE__":
		text = strconv.Itoa(t.Line)
	case "__COUNTER__":
		text = strconv.Itoa(p.counter)
		p.counter++
	case "__INCLUDE_LEVEL__":
		text = strconv.Itoa(p.depth)
	case "__FILE__":
		kind, text = String, strconv.Quote(t.File)
	case "__BASE_FILE__":
		kind, text = String, strconv.Quote(p.base)
	case "__DATE__":
		kind, text = String, `"Jan  1 1970"`
	case "__TIME__":
		kind, text = String, `"00:00:00"`
	case "__TIMESTAMP__":
		kind, text = String, `"Thu Jan  1 00:00:00 1970"`
	case "_Pragma":
		if x.argument { // it is made where the macro stands that has it in its argument
			return false
		}
		var ts [3]Token
		for n := range ts {
			ts[n], _ = x.take()
		}
		s, err := strconv.Unquote(strings.TrimPrefix(ts[1].Text, "L"))
		if err != nil || ts[0].Text != "(" || ts[2].Text != ")" {
			p.fail(t, "_Pragma takes a string in parentheses")
		}
		p.emit(Token{Kind: pragma, Text: "#pragma " + s, File: t.File, Line: t.Line, Col: 1})
		return true
	default:
		return false
	}
	x.push(t, m, []Token{{Kind: kind, Text: text}})
	return true
}

// arguments are those of a call of m.
func (x *expander) arguments(m *macro, name Token) (args [][]Token, ok bool) {
	open, ok := x.take()
	if !ok {
		return nil, false
	}
	if open.Text != "(" || open.Kind != Punct {
		x.levels = append(x.levels, level{ts: []Token{open}})
		return nil, false
	}
	taken := []Token{open}
	depth := 0
	var arg []Token
	for {
		t, ok := x.take()
		if !ok {
			break
		}
		taken = append(taken, t)
		switch {
		case t.Kind != Punct:
		case t.Text == "(":
			depth++
		case t.Text == ")" && depth == 0:
			if len(m.params) > 0 || len(arg) > 0 || len(args) > 0 {
				args = append(args, arg)
			}
			x.count(m, name, &args)
			return args, true
		case t.Text == ")":
			depth--
		case t.Text == "," && depth == 0 && !(m.variadic && len(args) == len(m.params)-1):
			args = append(args, arg)
			arg = []Token{}
			continue
		}
		if t.first { // an end of a line is a blank
			t.first, t.Space = false, true
		}
		arg = append(arg, t)
	}
	if !x.argument {
		x.p.fail(name, "the arguments of the macro %s are not ended by )", name.Text)
	}
	x.levels = append(x.levels, level{ts: taken})
	return nil, false
}

// count checks how many arguments there are.
func (x *expander) count(m *macro, name Token, args *[][]Token) {
	want, got := len(m.params), len(*args)
	if m.variadic && got == want-1 {
		*args = append(*args, nil)
		return
	}
	if got != want {
		x.p.fail(name, "the macro %s takes %d arguments, and %d are given", m.name, want, got)
	}
}

// substitute is the body of a macro with its arguments.
func (p *reader) substitute(m *macro, args [][]Token, name Token) []Token {
	s := &substitution{p: p, m: m, args: args, name: name, expanded: make([][]Token, len(args))}
	out := s.run(m.body)
	return slices.DeleteFunc(out, func(t Token) bool { return t.Kind == end })
}

type substitution struct {
	p        *reader
	m        *macro
	args     [][]Token
	expanded [][]Token
	name     Token
}

// param is the number of the parameter that a token names, or -1.
func (s *substitution) param(t Token) int {
	if t.Kind != Ident || !s.m.function {
		return -1
	}
	if n := slices.Index(s.m.params, t.Text); n >= 0 {
		return n
	}
	return -1
}

// full is the argument as it stands where neither # nor ## is.
func (s *substitution) full(n int) []Token {
	if s.expanded[n] == nil {
		s.expanded[n] = s.p.expandAll(s.args[n])
		if s.expanded[n] == nil {
			s.expanded[n] = []Token{}
		}
	}
	return slices.Clone(s.expanded[n])
}

// rest is the number of the parameter that takes the rest, or -1.
func (s *substitution) rest() int {
	if !s.m.variadic {
		return -1
	}
	return len(s.m.params) - 1
}

// run substitutes in a part of the body. Where nothing stands beside ## there is a token of the kind end.
func (s *substitution) run(body []Token) (out []Token) {
	spaced := func(ts []Token, t Token) []Token {
		if len(ts) > 0 {
			ts[0].Space = t.Space
		}
		return ts
	}
	for i := 0; i < len(body); i++ {
		t := body[i]
		pasted := i+1 < len(body) && body[i+1].Text == "##" && body[i+1].Kind == Punct
		switch n := s.param(t); {
		case t.Text == "#" && t.Kind == Punct && s.m.function && i+1 < len(body) && (s.param(body[i+1]) >= 0 || body[i+1].Text == vaOpt && s.rest() >= 0):
			i++
			arg := body[i]
			if k := s.param(arg); k >= 0 {
				out = append(out, spaced([]Token{stringized(s.args[k])}, t)...)
			} else {
				inner, n := s.option(body[i:])
				i += n - 1
				out = append(out, spaced([]Token{stringized(inner)}, t)...)
			}
		case t.Text == "##" && t.Kind == Punct && len(out) > 0 && i+1 < len(body):
			i++
			right := body[i]
			var ts []Token
			k := s.param(right)
			switch {
			case k >= 0 && k == s.rest() && out[len(out)-1].Text == "," && out[len(out)-1].Kind == Punct && i >= 2 && body[i-2].Text == ",":
				// GNU: , ## rest is nothing if there is no rest, and the comma is not pasted. An empty rest is one.
				if s.args[k] == nil {
					out = out[:len(out)-1]
				} else {
					out = append(out, s.full(k)...)
				}
				continue
			case k >= 0:
				ts = slices.Clone(s.args[k])
			case right.Text == vaOpt && s.rest() >= 0:
				var n int
				ts, n = s.option(body[i:])
				i += n - 1
			default:
				ts = []Token{right}
			}
			out = s.paste(out, ts)
		case t.Text == vaOpt && t.Kind == Ident && s.rest() >= 0:
			inner, n := s.option(body[i:])
			i += n - 1
			if len(inner) == 0 {
				inner = []Token{{Kind: end}}
			}
			out = append(out, spaced(inner, t)...)
		case n >= 0 && pasted:
			ts := slices.Clone(s.args[n])
			if len(ts) == 0 {
				ts = []Token{{Kind: end}}
			}
			out = append(out, spaced(ts, t)...)
		case n >= 0:
			out = append(out, spaced(s.full(n), t)...)
		default:
			out = append(out, t)
		}
	}
	return out
}

// option is what __VA_OPT__(…), with which body begins, stands for, and how many tokens it takes (C23 6.10.5.1).
func (s *substitution) option(body []Token) (out []Token, n int) {
	if len(body) < 2 || body[1].Text != "(" {
		s.p.fail(s.name, "%s in the macro %s needs parentheses", vaOpt, s.m.name)
	}
	depth := 0
	for n = 1; n < len(body); n++ {
		switch body[n].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if n == len(body) {
		s.p.fail(s.name, "%s in the macro %s is not ended by )", vaOpt, s.m.name)
	}
	if len(s.full(s.rest())) == 0 {
		return nil, n + 1
	}
	out = s.run(body[2:n])
	return slices.DeleteFunc(out, func(t Token) bool { return t.Kind == end }), n + 1
}

// paste makes one token of the last of out and the first of ts.
func (s *substitution) paste(out, ts []Token) []Token {
	last := out[len(out)-1]
	switch {
	case len(ts) == 0:
		return out
	case last.Kind == end:
		ts[0].Space = last.Space
		return append(out[:len(out)-1], ts...)
	}
	l := &lexer{src: []byte(last.Text + ts[0].Text), line: 1}
	all := l.all()
	if len(all) != 1 {
		s.p.fail(s.name, "%s and %s make no token, which ## pastes", last.Text, ts[0].Text)
	}
	t := all[0]
	t.first, t.Space = false, last.Space
	return append(append(out[:len(out)-1], t), ts[1:]...)
}

// stringized is the string that # makes (6.10.3.2).
func stringized(ts []Token) Token {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 && (t.Space || t.first) {
			b.WriteByte(' ')
		}
		if t.Kind == String || t.Kind == Char {
			b.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Text))
		} else if t.digraph != "" {
			b.WriteString(t.digraph)
		} else {
			b.WriteString(t.Text)
		}
	}
	return Token{Kind: String, Text: fmt.Sprintf("\"%s\"", b.String())}
}
