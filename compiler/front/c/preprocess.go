package c

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// Preprocess writes a translation unit as it is after preprocessing, with line markers as gcc has them unless plain.
// w may be nil: then the text is only read, which tells o.Opened the names of the headers. An error is an [Errors].
//
// The preprocessor writes the text of tokens without their places. So the lines of each file that is read get a word
// in front that says where they stand, and the words become line markers afterwards. A line within parentheses gets
// none: it may be an argument of a macro that pastes.
func Preprocess(f File, o Options, plain bool, w io.Writer) error {
	abi := o.newABI()
	m := &marked{names: []string{f.Name}, dirs: append(append([]string{}, o.System...), o.libraryDirs()...)}
	texts := map[string]string{f.Name: string(f.Text)}
	o.Assembly = true
	var packed bool
	m.files = tree{o, &packed, texts}
	cfg := o.config(abi, f.Text, m, func(ts []cc.Token) error {
		m.WriteString("\n#pragma")
		for _, t := range ts {
			m.WriteByte(' ')
			m.Write(t.Src())
		}
		m.WriteByte('\n')
		return nil
	})
	if w != nil && (misread.Match(f.Text) || handsOn.Match(f.Text)) {
		if toks, err := tokens(f, o, m.files); err == nil {
			_, err := w.Write(layOut(toks, "# %d %s\n", plain))
			return err
		}
	}
	src := respell(f.Text, o)
	if w != nil {
		src = markLines(src, 0)
	}
	if err := cc.Preprocess(cfg, o.sources(f.Name, src), m); err != nil {
		es := parseErrors(f.Name, err)
		for i := range es {
			es[i].text = lineOf(texts, es[i].File, es[i].Line)
		}
		return es
	}
	if w == nil {
		return nil
	}
	_, err := w.Write(m.result(plain))
	return err
}

// marked is the files as the preprocessor reads them, with a word in front of each line, and what it writes.
type marked struct {
	bytes.Buffer
	files tree
	names []string // the files that were read, by their number
	dirs  []string // those of the system
}

func (m *marked) Open(name string) (fs.File, error) {
	f, err := m.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	m.names = append(m.names, name)
	return memFile(name, markLines(b, len(m.names)-1))
}

// markWord is the word in front of a line; its numbers are the file and the line.
const markWord = "__tuffy_line_%d_%d__ "

var markPattern = regexp.MustCompile(`__tuffy_line_(\d+)_(\d+)__ ?`)

// markLines puts the word before each line of text that begins outside of comments, directives and parentheses.
func markLines(b []byte, file int) []byte {
	var out bytes.Buffer
	depth, comment, directive, joined := 0, false, false, false
	for line := 1; len(b) > 0; line++ {
		var l []byte
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			l, b = b[:i+1], b[i+1:]
		} else {
			l, b = b, nil
		}
		text := bytes.TrimSpace(l)
		if !joined && !comment {
			directive = bytes.HasPrefix(text, []byte("#"))
			if depth > 0 && len(l) > 0 && (l[0] == '{' || l[0] == '}') {
				depth = 0 // branches of a condition opened more than they close
			}
			plain := len(text) > 0 && !directive && text[0] != '(' && depth == 0
			if plain && !bytes.HasPrefix(text, []byte("/*")) && !bytes.HasPrefix(text, []byte("//")) {
				fmt.Fprintf(&out, markWord, file, line)
			}
		}
		out.Write(l)
		joined = bytes.HasSuffix(text, []byte("\\"))
		depth, comment = scanLine(text, depth, comment, directive)
	}
	return out.Bytes()
}

// scanLine follows comments and parentheses through a line.
func scanLine(l []byte, depth int, comment, directive bool) (int, bool) {
	for i := 0; i < len(l); i++ {
		switch {
		case comment:
			if bytes.HasPrefix(l[i:], []byte("*/")) {
				comment = false
				i++
			}
		case bytes.HasPrefix(l[i:], []byte("/*")):
			comment = true
			i++
		case bytes.HasPrefix(l[i:], []byte("//")):
			return depth, false
		case l[i] == '"' || l[i] == '\'':
			q := l[i]
			for i++; i < len(l) && l[i] != q; i++ {
				if l[i] == '\\' {
					i++
				}
			}
		case l[i] == '(' && !directive:
			depth++
		case l[i] == ')' && !directive && depth > 0:
			depth--
		}
	}
	return depth, comment
}

// result is the text with line markers in place of the words.
func (m *marked) result(plain bool) []byte {
	var out bytes.Buffer
	text := m.Bytes()
	var open []int // the files that are being read
	line, fresh := 0, true
	put := func(b []byte) {
		for _, l := range bytes.SplitAfter(b, []byte("\n")) {
			if len(l) == 0 {
				continue
			}
			// An empty line is written with what follows it, if anything does.
			if fresh && len(bytes.TrimSpace(l)) == 0 {
				continue
			}
			out.Write(l)
			if fresh = l[len(l)-1] == '\n'; fresh {
				line++
			}
		}
	}
	at := 0
	for _, x := range markPattern.FindAllSubmatchIndex(text, -1) {
		// Before the first word there is nothing of the program.
		if len(open) > 0 {
			put(text[at:x[0]])
		}
		at = x[1]
		file, _ := strconv.Atoi(string(text[x[2]:x[3]]))
		n, _ := strconv.Atoi(string(text[x[4]:x[5]]))
		if !fresh {
			out.WriteByte('\n')
			line, fresh = line+1, true
		}
		same := len(open) > 0 && open[len(open)-1] == file
		if same && (line == n || plain) {
			continue
		}
		if same && line < n && n-line <= 8 {
			for ; line < n; line++ {
				out.WriteByte('\n')
			}
			continue
		}
		flag := ""
		open, flag = enterFile(open, file)
		if !plain {
			fmt.Fprintf(&out, "# %d %s%s%s\n", n, strconv.Quote(m.names[file]), flag, m.systemFlag(file))
		}
		line = n
	}
	if len(open) > 0 {
		put(text[at:])
	} else if !plain {
		fmt.Fprintf(&out, "# 1 %s\n", strconv.Quote(m.names[0]))
	}
	return out.Bytes()
}

// enterFile is the stack of files when a line of file is next, and the flag of the line marker: 1 for the start of a
// file, 2 for the return to one.
func enterFile(open []int, file int) ([]int, string) {
	for i := len(open) - 1; i >= 0; i-- {
		if open[i] == file {
			if i == len(open)-1 {
				return open, ""
			}
			return open[:i+1], " 2"
		}
	}
	if len(open) == 0 {
		if file == 0 {
			return []int{0}, ""
		}
		open = []int{0} // the text begins with a directive
	}
	return append(open, file), " 1"
}

// systemFlag is the flag of headers of the system.
func (m *marked) systemFlag(file int) string {
	if SystemHeader(m.names[file], m.dirs) {
		return " 3"
	}
	return ""
}

// SystemHeader reports whether a file lies below one of the directories of the system.
func SystemHeader(name string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(name, strings.TrimSuffix(d, "/")+"/") {
			return true
		}
	}
	return false
}

// Macros are the definitions that hold at the end of a text, a line each, by name. Nothing but directives is read, so that the text may be
// anything.
func Macros(f File, o Options) (string, error) {
	abi := o.newABI()
	o.Assembly = true
	var packed bool
	texts := map[string]string{f.Name: string(f.Text)}
	cfg := o.config(abi, f.Text, directives{tree{o, &packed, texts}}, nil)
	ast, err := cc.Parse(cfg, append(o.sources(f.Name, onlyDirectives(respell(f.Text, o))), cc.Source{Name: "<end>", Value: "int __predefined_declarator;\n"}))
	if err != nil {
		return "", parseErrors(f.Name, err)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ast.Macros)) {
		b.WriteString("#define " + name)
		m := ast.Macros[name]
		if m.IsFnLike {
			var params []string
			for _, p := range m.Params {
				params = append(params, p.SrcStr())
			}
			b.WriteString("(" + strings.Join(params, ",") + ")")
		}
		for i, t := range m.ReplacementList() {
			if i == 0 || len(t.Sep()) > 0 {
				b.WriteByte(' ')
			}
			b.Write(t.Src())
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// directives are the files as far as macros depend on them.
type directives struct{ files tree }

func (d directives) Open(name string) (fs.File, error) {
	f, err := d.files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return memFile(name, onlyDirectives(b))
}

// onlyDirectives empties the lines of a text that are not parts of directives.
func onlyDirectives(b []byte) []byte {
	var out bytes.Buffer
	comment, directive, joined := false, false, false
	for l := range bytes.Lines(b) {
		text := bytes.TrimSpace(l)
		if !joined && !comment {
			directive = bytes.HasPrefix(text, []byte("#"))
		}
		if directive {
			out.Write(l)
		} else {
			out.WriteByte('\n')
		}
		joined = bytes.HasSuffix(text, []byte("\\"))
		_, comment = scanLine(text, 0, comment, directive)
	}
	return out.Bytes()
}
