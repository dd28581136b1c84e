package opsdoc

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// Lean holds the declarations of the folder lean/TuffyLean/IR as they are written there, with
// their comments, so that documents quote them word for word.
// It reads the Lean files as text, so the reference shows the definitions that proofs are about, not a copy of them.
// It is read once and not changed, so that it may be shared.
type Lean struct {
	decls map[string]string // by name without the namespace Tuffy
	names []string          // in the order of the files
}

var (
	// Lean is read by the layout that its files keep, without a parser: a declaration starts in the first column,
	// attributes on the same line. One that is written otherwise is not found, and Quote says so.
	declared = regexp.MustCompile(`^(?:@\[.*\] )?(?:def|abbrev|inductive|structure|theorem) (\S+)`)
	goesOn   = regexp.MustCompile(`^([ |]|deriving |where$)`)
)

// ReadLean reads the files of a folder.
// Files are in the order of their names and not those of subfolders: Glob sorts, so that the reference is
// the same on every machine.
func ReadLean(dir string) (*Lean, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.lean"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no Lean files in %s (%v)", dir, err)
	}
	l := &Lean{decls: map[string]string{}}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		l.read(strings.Split(string(data), "\n"))
	}
	return l, nil
}

// read finds the declarations of a file. One starts in the first column, continues in lines that do
// not, and has the documentation comment right above it.
// Namespaces may be nested, and end names the one that it closes: the end of a section closes none.
// A comment belongs to the declaration right below it, so that any other line drops it.
func (l *Lean) read(lines []string) {
	var spaces []string
	comment := -1
	for n := 0; n < len(lines); n++ {
		line := lines[n]
		switch word, rest, _ := strings.Cut(line, " "); {
		case strings.HasPrefix(line, "/--"):
			comment = n
			// A comment that is not closed would not compile in Lean, so that the end is always found.
			for !strings.HasSuffix(lines[n], "-/") {
				n++
			}
			continue
		case word == "namespace":
			spaces = append(spaces, rest)
		case word == "end" && len(spaces) > 0 && spaces[len(spaces)-1] == rest:
			spaces = spaces[:len(spaces)-1]
		case declared.MatchString(line):
			first := n
			if comment >= 0 {
				first = comment
			}
			for n+1 < len(lines) && goesOn.MatchString(lines[n+1]) {
				n++
			}
			name := strings.Join(append(slices.Clone(spaces), declared.FindStringSubmatch(line)[1]), ".")
			name = strings.TrimPrefix(name, "Tuffy.")
			l.decls[name] = strings.Join(lines[first:n+1], "\n")
			l.names = append(l.names, name)
		}
		comment = -1
	}
}

// halves are the definitions of opcodes that have more than one.
// The others have one definition of the opcode's own name.
var halves = map[ir.Op][]string{ir.OpSplit: {"splithi", "splitlo"}, ir.OpNot: {"not", "bnot"},
	ir.OpFPToSI: {"fptosi", "fptosisat"}, ir.OpFPToUI: {"fptoui", "fptouisat"}}

// Of returns the definitions of an opcode: those called eval or exec and the mnemonic, in Lean's
// spelling.
// An opcode without a definition gives none, and the reference shows its row alone.
func (l *Lean) Of(op ir.Op) []string {
	// Lean's names are compared in lower case: evalFPToSI is the definition of fp_to_si.
	want := halves[op]
	if want == nil {
		want = []string{strings.NewReplacer("_", "", ".", "").Replace(op.Info().Name)}
	}
	var out []string
	for _, name := range l.names {
		short, ok := strings.CutPrefix(name, "eval")
		if !ok {
			short, ok = strings.CutPrefix(name, "exec")
		}
		if ok && slices.Contains(want, strings.ToLower(short)) {
			out = append(out, l.decls[name])
		}
	}
	return out
}

// The comment names what stands below it, so that renewing a quotation needs no other list.
var quotation = regexp.MustCompile("(?m)^(<!-- lean: (.+) -->\n```lean\n)(?:.*\n)*?(```)$")

// Quote renews the quotations of a document: blocks of Lean below a comment that names the
// declarations.
// On an error the text must not be written: an unknown name would leave an empty quotation. The last
// unknown name is the one that is told.
func (l *Lean) Quote(text string) (string, error) {
	var bad error
	text = quotation.ReplaceAllStringFunc(text, func(block string) string {
		m := quotation.FindStringSubmatch(block)
		var decls []string
		for _, name := range strings.Fields(m[2]) {
			d, ok := l.decls[name]
			if !ok {
				bad = fmt.Errorf("%s is not declared in Lean", name)
			}
			decls = append(decls, d)
		}
		// The comment and the fence stay as they are; only what stands between is replaced.
		return m[1] + join(decls) + m[3]
	})
	return text, bad
}

// join puts declarations under each other; those of several lines stand apart.
// Abbreviations of one line are read as a list, without blank lines between them.
func join(decls []string) string {
	var s strings.Builder
	for n, d := range decls {
		if n > 0 && (strings.Contains(d, "\n") || strings.Contains(decls[n-1], "\n")) {
			s.WriteString("\n")
		}
		s.WriteString(d + "\n")
	}
	return s.String()
}
