package verb

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	style "github.com/tuffy-ir/tuffy/internal/page"
	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

//go:embed coverage.html
var coverageText string

var coveragePage = template.Must(template.New("coverage").Parse(coverageText))

// coverageLine is a line of the program: how often its instructions ran, where it has any.
// Code is false of lines without an instruction: they count neither as reached nor as missed.
type coverageLine struct {
	Number int
	Text   string
	Code   bool
	Count  int64
	// Failed are the names of undefined behaviour that was met here.
	Failed []string
}

// Class is that of the style sheet.
// Undefined behaviour goes before everything else, as it is what a reader looks for.
func (l coverageLine) Class() string {
	switch {
	case len(l.Failed) > 0:
		return "failed"
	case !l.Code:
		return ""
	case l.Count > 0:
		return "ran"
	}
	return "missed"
}

// writeCoveragePage writes the text of m with how often each line ran. Instructions of several lines count where they
// start; of several on one line the most is shown.
// The text is that of the module, so that the file is not read again and may have changed meanwhile.
func writeCoveragePage(w io.Writer, m *ir.Module, c *interp.Coverage) error {
	var lines []coverageLine
	for n, text := range strings.Split(strings.TrimSuffix(m.Source, "\n"), "\n") {
		lines = append(lines, coverageLine{Number: n + 1, Text: quote.Text(strings.TrimSuffix(text, "\r"))})
	}
	// Instructions that no line of the text made have no place here.
	at := func(f *ir.Func, i ir.Inst) *coverageLine {
		if n := m.TextPos(f.Origin(i)).Line; 0 < n && n <= len(lines) {
			return &lines[n-1]
		}
		return nil
	}
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			// Counts are of blocks: an instruction behind one that ended the run counts as reached.
			count := c.Blocks[interp.BlockKey{Func: f.Name, Block: b}]
			for i := range f.Insts(b) {
				if l := at(f, i); l != nil {
					l.Code, l.Count = true, max(l.Count, count)
				}
				for _, code := range interp.Codes() {
					if k := c.Checks[interp.CheckKey{Func: f.Name, Inst: i, Code: code}]; k.Failed > 0 {
						if l := at(f, i); l != nil {
							l.Failed = append(l.Failed, code.ID()+" "+code.Slug())
						}
					}
				}
			}
		}
	}
	// Shares are of lines with code: blank lines and comments cannot be missed.
	ran, code := 0, 0
	for _, l := range lines {
		if l.Code {
			code++
			if l.Count > 0 {
				ran++
			}
		}
	}
	return coveragePage.Execute(w, map[string]any{"Style": style.CSS(), "File": quote.Line(m.File), "Lines": lines, "Ran": ran, "Code": code, "Percent": 100 * ran / max(code, 1)})
}
