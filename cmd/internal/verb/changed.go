package verb

import (
	"fmt"
	"io"

	"github.com/fatih/color"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/internal/textdiff"
	"github.com/tuffy-ir/tuffy/ir"
)

// changes prints what each pass changed, as unified differences of functions. It keeps the text of every function, which
// a pass may also have removed or added.
// Texts and not modules are kept: a pass changes the module in place.
type changes struct {
	w    io.Writer
	was  map[string]string
	seen []string // the functions in the order in which they were met
}

// The module is that before the first pass.
// Functions that a pass adds are listed after these.
func newChanges(w io.Writer, m *ir.Module) *changes {
	c := &changes{w: w, was: map[string]string{}}
	for _, f := range m.Funcs {
		c.seen = append(c.seen, f.Name)
		c.was[f.Name] = f.String()
	}
	return c
}

// after prints the functions that are not what they were.
// A function that is gone is compared with nothing, as is a new one, so that all of it is shown.
func (c *changes) after(stage string, it int, p string, m *ir.Module) {
	is := map[string]string{}
	for _, f := range m.Funcs {
		if _, known := c.was[f.Name]; !known {
			c.seen = append(c.seen, f.Name)
		}
		is[f.Name] = f.String()
	}
	for _, name := range c.seen {
		before, after := c.was[name], is[name]
		if before != after {
			c.print(fmt.Sprintf("--- %s before %s, stage %s, iteration %d", ir.SymbolText(name), p, stage, it), color.Bold)
			c.print("+++ "+ir.SymbolText(name)+" after it", color.Bold)
			for _, line := range textdiff.Unified(before, after) {
				c.print(line, markColors[line[0]])
			}
		}
		c.was[name] = after
	}
}

// markColors are those of the lines of a difference by their first byte.
var markColors = map[byte]color.Attribute{
	'@': color.FgCyan, textdiff.Removed: color.FgRed, textdiff.Added: color.FgGreen, textdiff.MovedFrom: color.Faint, textdiff.MovedTo: color.Faint,
}

// print writes a line, coloured where colours are on.
// Lines hold names and strings of the program: they are made printable before colours are added.
func (c *changes) print(line string, how color.Attribute) {
	fmt.Fprintln(c.w, color.New(how).Sprint(quote.Text(line)))
}
