package c

import (
	"bytes"
	"regexp"
	"strconv"

	"modernc.org/cc/v4"
)

// The parser lays out packed records in its own way, and refuses arrays whose length is negative by that: assertions such as
// char ok[sizeof(struct s) == 5 ? 1 : -1]. Lengths that it refuses are read again behind otherLength, with which it takes each for 1.
// What they are is computed by [unit.arrayLen], which refuses the negative ones. A length that a macro makes has the place where the macro is
// used: then all brackets in definitions of macros with parameters are read so, which means the same, since the constant is 0 here.

// otherLength is what stands before a length, and parserWord the constant in it, which is 1 to the parser and 0 here.
const (
	parserWord  = "$t"
	otherLength = parserWord + "?1:"
)

// lengthMarks are the places of lengths in files that the parser refused.
type lengthMarks struct {
	places map[string]map[lengthPlace]bool
	macros bool // brackets in macros, too
}

type lengthPlace struct{ line, column int }

var refusedLength = regexp.MustCompile(`(?m)^(.+?):(\d+):(\d+): invalid array size`)

// learn notes the lengths that an error is about; the result is false if there is nothing new.
func (m *lengthMarks) learn(err error) (more bool) {
	all := refusedLength.FindAllStringSubmatch(err.Error(), -1)
	for _, x := range all {
		line, _ := strconv.Atoi(x[2])
		column, _ := strconv.Atoi(x[3])
		p := lengthPlace{line, column}
		if m.places[x[1]] == nil {
			m.places[x[1]] = map[lengthPlace]bool{}
		}
		more = more || !m.places[x[1]][p]
		m.places[x[1]][p] = true
	}
	if !more && len(all) > 0 && !m.macros {
		m.macros, more = true, true
	}
	return more
}

// mark puts otherLength before the lengths of a file. Only what stands behind a bracket is a whole length: what a macro stands for may be
// a part of something else elsewhere.
func (m *lengthMarks) mark(file string, text []byte) []byte {
	if m == nil || len(m.places[file]) == 0 && !m.macros {
		return text
	}
	var out bytes.Buffer
	line, macro := 0, false
	var last byte // that is no space, also of lines before
	for l := range bytes.Lines(text) {
		line++
		if !macro {
			macro = m.macros && macroWithParameters.Match(l)
		}
		from := 0
		var quote byte
		for n, c := range l {
			if m.places[file][lengthPlace{line, n + 1}] && last == '[' && !macro {
				out.Write(l[from:n])
				out.WriteString(otherLength)
				from = n
			}
			switch {
			case quote != 0 && c == quote && l[n-1] != '\\':
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			case macro && quote == 0 && c == '[' && !bytes.HasPrefix(bytes.TrimLeft(l[n+1:], " \t"), []byte("]")):
				out.Write(l[from : n+1])
				out.WriteString(otherLength)
				from = n + 1
			}
			if c > ' ' {
				last = c
			}
		}
		out.Write(l[from:])
		macro = macro && bytes.HasSuffix(bytes.TrimRight(l, " \t\r\n"), []byte("\\"))
	}
	return out.Bytes()
}

// macroWithParameters is the beginning of the definition of one.
var macroWithParameters = regexp.MustCompile(`^[ \t]*#[ \t]*define[ \t]+\w+\(`)

// read is the tree of a text.
func (u *unit) read(name string, text []byte, o Options, more string, saw *bool) (*cc.AST, error) {
	o.lengths = &lengthMarks{places: map[string]map[lengthPlace]bool{}}
	for {
		packs := u.packs
		ast, err := parseSafely(name, text, o, more, u.packs.handle, saw, u.texts)
		if err == nil || !o.lengths.learn(err) {
			return ast, err
		}
		u.packs = packs
	}
}
