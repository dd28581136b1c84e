package c

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/cpp"
	"github.com/tuffy-ir/tuffy/compiler/front/c/internal/headers"
	"modernc.org/cc/v4"
)

// The parser reads most texts as they are. A text that it does not read, or that has something that it reads as
// something else, is read again: preprocessed by package cpp, its tokens rewritten to what the parser knows
// (rewrite.go), and laid out so that each token stands where it stood.

// misread is what the parser takes for something else, or leaves out.
var misread = regexp.MustCompile(`\b__VA_OPT__\b|\bmode\s*\(|\b__mode__\s*\(|_Pragma\s*\(\s*"pack|\b_Pragma\s*\(\s*#|\benum\b[^;{}]*\{[^{}]*\}\s*__attribute__\s*\(\(\s*(?:__)?packed`)

// handsOn is a macro that hands its variable arguments on to what may be another one: the parser loses the first of them.
var handsOn = regexp.MustCompile(`\b(\w+)[ \t]*\((?:[^()\n]|\\\n|\([^()\n]*\))*,[ \t]*##[ \t]*\w`)

// mayMisread reports whether a text that is not of the system has such a thing.
func (u *unit) mayMisread() bool {
	for name, text := range u.texts {
		if u.system(name) || strings.HasPrefix(name, headerRoot+"/") {
			continue
		}
		if misread.MatchString(text) {
			return true
		}
		if !strings.Contains(text, "##") {
			continue
		}
		for _, m := range handsOn.FindAllStringSubmatch(text, -1) {
			if u.definesMacro(m[1]) {
				return true
			}
		}
	}
	return false
}

// maxMacro is how many bytes a macro may stand for. The parser copies what a macro stands for at each of its tokens that is an
// operand, so that 30,000 tokens, as configured tables of strings have them, take minutes.
const maxMacro = 16 << 10

var errLongMacro = errors.New("a macro is longer than the parser reads")

// longMacro reports whether a text defines a macro that stands for more than maxMacro bytes.
func longMacro(text []byte) bool {
	if len(text) <= maxMacro {
		return false
	}
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && (text[end] != '\n' || continues(text[at:end])) {
			end++
		}
		if end-at > maxMacro && isDefine(text[at:end]) {
			return true
		}
		at = end + 1
	}
	return false
}

// continues reports whether a line ends with a backslash.
func continues(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte("\\"))
}

// isDefine reports whether a line is #define.
func isDefine(line []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
	return ok && bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("define"))
}

// definesMacro reports whether a text that was read defines a macro that takes arguments.
func (u *unit) definesMacro(name string) bool {
	is := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `\(`)
	for _, text := range u.texts {
		if strings.Contains(text, name) && is.MatchString(text) {
			return true
		}
	}
	return false
}

// readOnceOrTwice is the tree of a text: the parser's own, or that of the text as it is read again. read is the first way, for parts of
// the text.
func (u *unit) readOnceOrTwice(f File, text []byte, o Options, saw *bool) (ast *cc.AST, read func(text []byte) (*cc.AST, error), err error) {
	more := u.unicodes.declarations()
	read = func(text []byte) (*cc.AST, error) { return u.read(f.Name, text, o, more, saw) }
	short, long := o, longMacro(text)
	short.long = &long
	if !long {
		ast, err = u.read(f.Name, text, short, more, saw)
	}
	if long || err != nil || u.mayMisread() {
		if again := u.readAgain(f, o, saw, nil); again != nil {
			return again, read, nil
		}
	}
	if long { // slow, but its errors are to be told
		ast, err = read(text)
	}
	return ast, read, err
}

// readAgain is the tree of the text as it is read again, nil if that has mistakes, too.
func (u *unit) readAgain(f File, o Options, saw *bool, choices [][]choice) *cc.AST {
	again, ok := reread(f, o, tree{o, saw, u.texts}, choices)
	if !ok {
		return nil
	}
	pragmas, first := u.packs, u.unicodes
	u.packs = packs{}
	var text []byte
	text, u.unicodes = findUnicode(respell(again, o))
	o.Defines, o.Forced = "", nil
	ast, err := parseSafely(f.Name, text, o, u.unicodes.declarations(), u.packs.handle, saw, u.texts)
	if err != nil {
		u.packs, u.unicodes = pragmas, first
		return nil
	}
	return ast
}

// maxChoices is how often a text is read again for selections within others.
const maxChoices = 12

// mendChoices reads the text again with the associations in place that the parser did not choose.
func (u *unit) mendChoices(f File, o Options, saw *bool) {
	var all [][]choice
	for len(all) < maxChoices && u.mentions("_Generic") {
		wrong := u.wrongChoices()
		if len(wrong) == 0 {
			return
		}
		all = append(all, wrong)
		ast := u.readAgain(f, o, saw, all)
		if ast == nil {
			return
		}
		u.qualifiers = nil
		u.prepare(ast, *saw)
	}
}

// reread is the text of a translation unit after preprocessing and rewriting; ok is false if that fails, too.
func reread(f File, o Options, files tree, choices [][]choice) (text []byte, ok bool) {
	toks, err := tokens(f, o, files)
	if err != nil {
		return nil, false
	}
	return layOut(rewrite(toks, choices), "#line %d %s\n", false), true
}

// tokens preprocesses a translation unit.
func tokens(f File, o Options, files tree) ([]cpp.Token, error) {
	src := f.Text
	if o.Trigraphs {
		src = withoutTrigraphs(src)
	}
	angled := append(append(append([]string{}, o.Include...), o.System...), o.libraryDirs()...)
	cfg := cpp.Config{
		Open: func(name string) ([]byte, error) {
			f, err := files.Open(name)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return io.ReadAll(f)
		},
		Quote:  o.Quote,
		Angled: append(angled, o.After...),
		Has:    hasBuiltin,
		Limit:  expansionLimit(src),
	}
	var forced strings.Builder
	for _, name := range o.Forced {
		fmt.Fprintf(&forced, "#include \"%s\"\n", name)
	}
	return cpp.Run(cfg, []cpp.Source{
		{Name: "<predefined>", Text: []byte(headers.Predefined), Silent: true},
		{Name: "<command line>", Text: []byte(o.Defines), Silent: true},
		{Name: "<forced>", Text: []byte(forced.String())},
		{Name: f.Name, Text: src},
	})
}

// layOut writes tokens each in its line and column, but for those of macros, which follow the name of the macro. marker
// is the line that says where the next one stands, which plain texts have none of.
func layOut(ts []cpp.Token, marker string, plain bool) []byte {
	var b bytes.Buffer
	file, line, col := "", 0, 1
	for n, t := range ts {
		switch {
		case t.IsPragma():
			b.WriteString("\n" + t.Text + "\n")
			file = ""
			continue
		case t.Expanded && file != "":
			if n > 0 {
				b.WriteByte(' ')
				col++
			}
		case t.File == file && t.Line >= line && t.Line < line+8 && (t.Line > line || t.Col >= col):
			for ; line < t.Line; line++ {
				b.WriteByte('\n')
				col = 1
			}
			fallthrough
		default:
			if t.File != file || t.Line != line || t.Col < col || t.Col == col && n > 0 && ts[n-1].Expanded {
				b.WriteByte('\n')
				if !plain {
					fmt.Fprintf(&b, marker, t.Line, strconv.Quote(t.File))
				}
				file, line, col = t.File, t.Line, 1
			}
			for ; col < t.Col; col++ {
				b.WriteByte(' ')
			}
		}
		b.WriteString(t.Text)
		col += len(t.Text)
	}
	b.WriteByte('\n')
	return b.Bytes()
}
