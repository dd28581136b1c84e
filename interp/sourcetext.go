package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
)

// lineOf is a line of the source by its location.
func lineOf(m *ir.Module, l ir.Location) string {
	if text := m.Debug.Text(l.File); text != "" {
		return source.Presumed(text, l.File, l.File, l.Line)
	}
	if line := source.Presumed(m.Source, m.File, l.File, l.Line); line != "" {
		return line
	}
	for name, text := range m.Debug.Texts() { // a file that #line names
		if line := source.Presumed(text, name, l.File, l.Line); line != "" {
			return line
		}
	}
	return ""
}

// String is file:line:col.
func (p SourcePlace) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Excerpt is the line of a place with a caret, and its expression underlined; empty where the line is not known.
func (p SourcePlace) Excerpt() string { return p.excerpt() }

// excerpt is the line of a place with a caret, and its expression underlined.
func (p SourcePlace) excerpt() string {
	trimmed := strings.TrimLeft(p.Text, " \t")
	cut := len(p.Text) - len(trimmed)
	if trimmed == "" {
		return ""
	}
	return source.Underline(trimmed, p.Col-cut, p.From-cut, p.Width)
}

// brief is the place and the function, if there is one.
func (p SourcePlace) brief() string {
	if p.Func == "" {
		return p.String()
	}
	return p.String() + " in " + p.Func
}

// String is the value in a line.
func (v SourceValue) String() string { return fmt.Sprintf("%s = %s (%s)", v.Expr, v.Value, v.Type) }

// Text is the report in the words of the source. One that is not verbose leaves out the middle of a long chain and all callers
// but the nearest.
func (r *SourceReport) text(u *UB, verbose bool) string {
	var s strings.Builder
	if r.Follows != nil && !verbose {
		return fmt.Sprintf("%s: undefined behaviour: %s, which follows from the report at %s (%s)", r.At, r.Headline, r.Follows, u.Code.ID())
	}
	fmt.Fprintf(&s, "%s: undefined behaviour: %s", r.At, r.Headline)
	if x := r.At.excerpt(); x != "" {
		s.WriteString("\n" + nested(x, "  "))
	}
	if u.Thread != 0 {
		fmt.Fprintf(&s, "\n  in thread %d", u.Thread)
	}
	for _, v := range r.Values {
		s.WriteString("\n  " + v.String())
	}
	for _, o := range r.Objects {
		s.WriteString("\n" + nested(o.text(), "  "))
	}
	if len(r.Chain) > 0 {
		s.WriteString("\n  where the value comes from" + chainText(r.Chain, verbose))
	}
	if r.Other != nil {
		s.WriteString("\n  " + otherWhat(u) + " " + r.Other.brief())
		if x := r.Other.excerpt(); x != "" {
			s.WriteString("\n" + nested(x, "    "))
		}
	}
	if r.At.Func != "" && len(r.Calls) > 0 {
		fmt.Fprintf(&s, "\n  in %s, called from", r.At.Func)
		for n, p := range r.Calls {
			if n >= shownCalls && !verbose {
				fmt.Fprintf(&s, "\n    (%s)", more(len(r.Calls)-n, "caller"))
				break
			}
			s.WriteString("\n    " + p.brief())
		}
	}
	fmt.Fprintf(&s, "\n  %s (%s %s)", r.rule(), u.Code.ID(), u.Code.Slug())
	if r.Fix != "" {
		s.WriteString("\n  usual fix: " + r.Fix)
	}
	if u.Fallback == "" {
		s.WriteString("\n  the run ends here")
	}
	return s.String()
}

// rule is the paragraph, or that there is none.
func (r *SourceReport) rule() string {
	if r.Rule == "" {
		return "beyond the standard of " + r.Language
	}
	return r.Rule
}

// shownCalls is how many callers a brief report shows.
const shownCalls = 3

// text tells an object, a line for what it is and one for each place.
func (o SourceObject) text() string {
	s := o.What
	for _, x := range []struct {
		how string
		at  *SourcePlace
	}{{o.How, o.Born}, {o.Ended, o.Died}} {
		switch {
		case x.how == "":
		case x.at == nil:
			s += "\n  " + x.how
		default:
			s += "\n  " + x.how + " at " + x.at.brief()
			if e := x.at.excerpt(); e != "" {
				s += "\n" + nested(e, "    ")
			}
		}
	}
	return s
}

// chainText is the way of a value, of which a brief report leaves out the middle.
func chainText(steps []SourceStep, verbose bool) string {
	var s strings.Builder
	for n, x := range steps {
		if !verbose && len(steps) > shownRounds+1 && n > 0 && n <= len(steps)-shownRounds {
			if n == 1 {
				fmt.Fprintf(&s, "\n    (%s)", more(len(steps)-shownRounds, "step"))
			}
			continue
		}
		fmt.Fprintf(&s, "\n    %s: %s", x.At.brief(), x.What)
		if e := x.At.excerpt(); e != "" && n == 0 {
			s.WriteString("\n" + nested(e, "      "))
		}
	}
	return s.String()
}

// sourceText tells a leak in the words of the source.
func (l Leak) sourceText() string {
	s := ""
	if b := l.Source.Born; b != nil {
		s = b.String() + ": "
	}
	made := "allocated"
	switch {
	case l.Stream != "" && l.Times > 1:
		s, made = s+fmt.Sprintf("%d streams that are opened here are never closed", l.Times), "opened"
	case l.Stream != "":
		s, made = s+l.Stream+" is never closed", "opened"
	default:
		s += fmt.Sprintf("%s %s never freed", ir.Counted(l.Size, "byte"), isAre(l.Size))
	}
	if l.Times > 1 && l.Stream == "" {
		s += fmt.Sprintf(", in %d allocations that are made here", l.Times)
	}
	if b := l.Source.Born; b != nil {
		if e := b.Excerpt(); e != "" {
			s += "\n" + nested(e, "  ")
		}
		if b.Func != "" {
			s += "\n  " + made + " in " + b.Func
		}
	}
	if len(l.Holders) > 0 {
		s += "\n  a pointer to it is in " + strings.Join(l.Holders, ", ")
	}
	switch {
	case l.Lost == l.Times:
		s += "\n  no pointer to it is left"
	case l.Lost > 0:
		s += fmt.Sprintf("\n  no pointer is left to %d of them", l.Lost)
	}
	return s
}

// isAre is the verb for a number of things.
func isAre(n uint64) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// otherWhat says what the other place of a report is.
func otherWhat(u *UB) string {
	if u.Other.fn != nil && calledBy(u.Other.fn, u.Other.inst) == staticCheck {
		return "the parameter is declared at"
	}
	if f := u.Where.fn; u.Code == UBSource && f != nil && u.Where.inst != ir.NoInst && f.Mark(u.Where.inst).Rule == ir.RuleCallValue {
		return "the function ended at"
	}
	return "the other access is at"
}
