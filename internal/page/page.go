// Package page has what the HTML pages of the project share: the style sheet, and programs side by side. The
// pages of a campaign serve the sheet as a file, a report that is one file has it inside.
package page

import (
	_ "embed"
	"html/template"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/internal/textdiff"
)

// Style is the style sheet.
//
//go:embed style.css
var Style string

// CSS is the style sheet for a style element.
func CSS() template.CSS { return template.CSS(Style) }

// parts define the template "diff", whose data is a [Pair].
//
//go:embed parts.html
var parts string

// Pair is two programs beside each other.
type Pair struct {
	Left, Right string // headings
	Rows        []textdiff.Row
	Changed     int // lines of rows that are marked − or +; a line that was replaced counts once
	Moved       int // lines that only moved
}

// Beside puts two texts side by side. Control characters in them are shown as escapes.
func Beside(left, before, right, after string) Pair {
	p := Pair{Left: left, Right: right, Rows: textdiff.Rows(quote.Text(before), quote.Text(after))}
	for _, r := range p.Rows {
		if r.LeftNum > 0 && r.Changed && !r.LeftMoved || r.RightNum > 0 && r.Changed && !r.RightMoved {
			p.Changed++
		}
		if r.LeftMoved {
			p.Moved++
		}
	}
	return p
}

// Parse adds the shared templates to others.
func Parse(t *template.Template) *template.Template { return template.Must(t.Parse(parts)) }
