package verb

import (
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// report prints the undefined behaviour and then how the run ended.
//
// Reports go to standard error and the end of the run to standard output, as a program's result would.
func (f *interpFlags) report(c *cobra.Command, out *interp.Outcome) {
	w := c.ErrOrStderr()
	warn := color.New(color.FgRed, color.Bold)
	for _, u := range out.Reports {
		if u.Source != nil && u.Source.Follows != nil && u.Fallback != "" && !f.verbose {
			continue // it has been told
		}
		text := quote.Text(u.Text(f.verbose))
		if u.Source != nil { // the place comes first, as in messages of compilers
			text = strings.Replace(text, "undefined behaviour:", warn.Sprint("undefined behaviour:"), 1)
		} else {
			text = warn.Sprint("undefined behaviour:") + " " + text
		}
		fmt.Fprintln(w, text)
		if u.Times > 1 {
			fmt.Fprintf(w, "  reported %d times, the first time as above\n", u.Times)
		}
	}
	if out.Dropped > 0 {
		fmt.Fprintf(w, "and %s at other instructions, not kept\n", ir.Counted(out.Dropped, "more report"))
	}
	f.memory(w, out)
	if out.Hint != "" {
		fmt.Fprintf(w, "%s %s\n", color.New(color.FgYellow, color.Bold).Sprint("hint:"), quote.Text(out.Hint))
	}
	end := out.Text()
	// The report has told what and where.
	if out.Kind == interp.Undefined {
		end = "stopped by undefined behaviour: " + out.UB.Code.String()
	}
	if f.program && (out.Kind == interp.Returned || out.Kind == interp.Exited) {
		return
	}
	ends := c.OutOrStdout()
	if f.program {
		ends = w
	}
	fmt.Fprintln(ends, quote.Text(end))
	var l memory.Legend
	if l.Add(end); l.String() != "" {
		fmt.Fprintln(w, &l)
	}
	if out.Unknown != "" {
		fmt.Fprintln(w, quote.Text(unknownFunction(out.Unknown)))
	}
}

// unknownFunction says what to do about an external function that is not known.
func unknownFunction(name string) string {
	return fmt.Sprintf("'tuffy-interp explain host' lists the external functions; --extern %s:havoc lets this one do anything%s",
		name, meant(ir.SymbolText(name), hostNames()))
}

// hostNames are the external functions as programs write them.
func hostNames() (out []string) {
	for _, f := range host.Functions {
		out = append(out, ir.SymbolText(f.Name))
	}
	return out
}

// memory prints what --leaks and --track tell.
func (f *interpFlags) memory(w io.Writer, out *interp.Outcome) {
	for _, l := range out.Leaks {
		fmt.Fprintf(w, "%s %s\n", color.New(color.FgYellow, color.Bold).Sprint("leak:"), quote.Text(l.Text()))
	}
	switch {
	case f.track == "":
	case out.Life == nil:
		fmt.Fprintf(w, "track: the run has no alloc%d: %s\n", f.options.Track, quote.Text(allocations(out.Space)))
	default:
		fmt.Fprintf(w, "track: %s\n", quote.Text(out.Life.Text()))
	}
}

// maxListed bounds the allocations that are listed where one was asked for that is not there.
const maxListed = 8

// allocations says which allocations a run made, the first of them one by one.
func allocations(s *memory.Space) string {
	last := s.Next() - 1
	if last == memory.NoAlloc {
		return "it made none"
	}
	var each []string
	for id := memory.AllocID(1); id <= last && id <= maxListed; id++ {
		a := s.Record(id)
		what := fmt.Sprintf("%s, %s", a.Kind, ir.Counted(a.Size, "byte"))
		if a.Name != "" {
			what = a.Name + ", " + what
		}
		each = append(each, fmt.Sprintf("alloc%d (%s)", id, what))
	}
	text := "there is " + strings.Join(each, ", ")
	if last > 1 {
		text = "there are " + strings.Join(each, ", ")
	}
	if last > maxListed {
		text += fmt.Sprintf(", and so on to alloc%d", last)
	}
	return text
}
