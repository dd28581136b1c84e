package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
	"github.com/tuffy-ir/tuffy/memory"
)

// access describes a memory access for a report; a is nil if the pointer has no allocation.
// The dump is of the bytes before the access.
func (w *world) access(kind string, p memory.Pointer, size, align uint64, a *memory.Alloc, off uint64) *Access {
	x := &Access{Kind: kind, Pointer: p, Size: size, Align: align}
	if a == nil {
		return x
	}
	x.Alloc, x.State = a.ID, w.allocState(a)
	if a.State == memory.Live && !a.Kind.Opaque() {
		end := off + size
		// An access that wraps is drawn up to the end of the address space.
		if end < off {
			end = 1<<64 - 1
		}
		x.Dump = w.space.Hexdump(a, off, [2]uint64{off, end})
	}
	return x
}

// allocState tells what is known of an allocation.
// Birth and death are where a reader of a report looks first, so they have lines of their own.
func (w *world) allocState(a *memory.Alloc) string {
	what, made, ended := w.allocParts(a)
	for _, line := range []string{made, ended} {
		if line != "" {
			what += "\n" + line
		}
	}
	return what
}

// allocParts tells what an allocation is, where it was made and where it ended; the last two are empty where there is
// nothing to tell.
func (w *world) allocParts(a *memory.Alloc) (what, made, ended string) {
	what = fmt.Sprintf("%s: %s, %s at 0x%x", allocName(a), a.Kind, ir.Counted(a.Size, "byte"), a.Base)
	if a.Align > 1 {
		what += fmt.Sprintf(", aligned to %d", a.Align)
	}
	if a.ReadOnly {
		what += ", constant"
	}
	if a.Exposed {
		what += ", exposed"
	}
	if fr, ok := w.at(a.Birth); ok {
		made = "made " + fr.String()
	}
	if a.State == memory.Live {
		return what, made, ""
	}
	ended = map[memory.State]string{memory.Freed: "freed", memory.DeadSlot: "died", memory.Returned: "returned"}[a.State]
	if fr, ok := w.at(a.Death); ok {
		ended += " " + fr.String()
	}
	return what, made, ended
}

// line is the place in one line, with the instruction or without.
// Parts that are not known are left out; a frame of the whole function has no block.
func (fr Frame) line(inst bool) string {
	s := "in " + ir.SymbolText(fr.Func)
	if fr.Block != "" {
		s = fmt.Sprintf("at %s, %s", ir.SymbolText(fr.Func), fr.Block)
	}
	if inst && fr.Inst != "" {
		s += ": " + fr.Inst
	}
	if fr.Pos != (ir.Position{}) {
		file := ""
		if fr.fn != nil && fr.fn.Module.File != "" {
			file = fr.fn.Module.File + ":"
		}
		s += fmt.Sprintf(" (%s%s)", file, fr.Pos)
	}
	if l := fr.Location; l != nil {
		s += fmt.Sprintf(" from %s", locationText(*l))
	}
	return s
}

// String is the place in one line: function, block, instruction, position in the text, and
// the source location if one is known.
func (fr Frame) String() string { return fr.line(true) }

// Text is the place in one line, and below it the line of the text with a caret. The instruction is written
// besides where the line of the text is another one, as of an expanded spelling or a program that was transformed.
func (fr Frame) Text() string {
	text, col := fr.sourceLine()
	if text == "" {
		return fr.line(true)
	}
	here := text[min(max(col-1, 0), len(text)):]
	trimmed := strings.TrimLeft(text, " \t")
	return fr.line(!strings.HasPrefix(here, fr.Inst)) + "\n" + nested(source.Excerpt(trimmed, col-(len(text)-len(trimmed))), "  ")
}

// sourceLine is the line of the text that the module was made of, or of the source file that the location names,
// and the column there. The line is empty if it is not known.
func (fr Frame) sourceLine() (string, int) {
	switch {
	case fr.fn == nil:
		return "", 0
	case fr.Pos.Line > 0:
		return source.Presumed(fr.fn.Module.Source, fr.fn.Module.File, fr.fn.Module.File, fr.Pos.Line), fr.Pos.Col
	case fr.Location != nil:
		return lineOf(fr.fn.Module, *fr.Location), fr.Location.Col
	}
	return "", 0
}

// locationText is file:line:col as far as these are known.
func locationText(l ir.Location) string {
	s := l.File
	if l.Line > 0 {
		s += fmt.Sprintf(":%d", l.Line)
		if l.Col > 0 {
			s += fmt.Sprintf(":%d", l.Col)
		}
	}
	return s
}

// frame is where the step happened, of an input or a check between instructions the function.
// It numbers the function anew, as a cause may outlive its run.
func (c *Cause) frame() (Frame, bool) {
	if c.fn == nil {
		return Frame{}, false
	}
	if c.inst == ir.NoInst {
		return Frame{Func: c.fn.Name, Pos: c.fn.Pos, fn: c.fn, inst: c.inst}, true
	}
	n := c.fn.Names()
	return Frame{
		Func: c.fn.Name, Block: n.BlockName(c.fn.InstBlock(c.inst)), Inst: c.fn.InstText(n, c.inst),
		Pos: c.fn.Module.TextPos(c.fn.Origin(c.inst)), fn: c.fn, inst: c.inst,
	}, true
}

// why says what happened in this step.
// A step of Flow tells which operand brought the poison, by its name in the text.
func (c *Cause) why() string {
	var s string
	switch {
	case c.Kind != CauseFlow:
		s = c.Kind.String()
		if c.Detail != "" && c.Detail != s {
			s += ": " + c.Detail
		}
	case c.arg >= 0 && c.fn != nil && c.inst != ir.NoInst && c.arg < c.fn.NumOperands(c.inst):
		s = c.fn.Names().Name(c.fn.Arg(c.inst, c.arg)) + " is poison"
	default:
		s = "what it reads is poison"
	}
	if ops := operandText(c.Operands); ops != "" {
		s += " (" + ops + ")"
	}
	return s
}

// operandText lists names and values on one line.
func operandText(ops []Operand) string {
	var s []string
	for _, o := range ops {
		s = append(s, fmt.Sprintf("%s = %s", o.Name, FormatValue(o.Value, o.space)))
	}
	return strings.Join(s, ", ")
}

// steps is the chain from the birth to c.
// The chain is short: derive bounds it.
func (c *Cause) steps() []*Cause {
	var out []*Cause
	for ; c != nil; c = c.Parent {
		out = append(out, c)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// round is a part of a chain: steps that are the same several times over, as a loop makes them.
type round struct {
	steps []*Cause
	times int
}

// rounds folds a chain. Where several foldings begin, the one that covers most is taken, and the shortest of
// those. A step behind others that were left out starts anew.
func rounds(steps []*Cause) []round {
	same := func(a, b *Cause) bool { return a.Kind == b.Kind && a.fn == b.fn && a.inst == b.inst && a.arg == b.arg }
	var out []round
	for len(steps) > 0 {
		best := round{steps[:1], 1}
		for period := 1; 2*period <= len(steps); period++ {
			n := period
			for n < len(steps) && same(steps[n], steps[n-period]) && steps[n].Elided == 0 {
				n++
			}
			if times := n / period; times > 1 && times*period > best.times*len(best.steps) {
				best = round{steps[:period], times}
			}
		}
		out = append(out, best)
		steps = steps[best.times*len(best.steps):]
	}
	return out
}

// Text tells the life of a poison value, the birth first, a line a step; what a loop repeats is written once and counted.
func (c *Cause) Text() string { return c.text(true) }

// shownRounds is how many parts of a chain behind the birth a brief report shows: the first, and the last ones.
const shownRounds = 4

// text is Text, of which a brief report leaves out the middle of a long way.
func (c *Cause) text(verbose bool) string {
	var s strings.Builder
	all := c.steps()
	s.WriteString("born ")
	if fr, ok := all[0].frame(); ok {
		fmt.Fprintf(&s, "%s\n    %s\n", strings.ReplaceAll(fr.Text(), "\n", "\n  "), all[0].why())
	} else {
		s.WriteString(all[0].why() + "\n")
	}
	rs := rounds(all[1:])
	for n, r := range rs {
		if !verbose && len(rs) > shownRounds && n > 0 && n <= len(rs)-shownRounds {
			if n == 1 {
				fmt.Fprintf(&s, "(%s)\n", more(stepsOf(rs[1:len(rs)-shownRounds+1]), "step"))
			}
			continue
		}
		if r.steps[0].Elided > 0 {
			fmt.Fprintf(&s, "(%s)\n", more(r.steps[0].Elided, "step"))
		}
		lead := "then "
		if r.times > 1 && len(r.steps) > 1 {
			fmt.Fprintf(&s, "then ×%d\n", r.times)
			lead = "  "
		}
		for _, step := range r.steps {
			s.WriteString(lead)
			if fr, ok := step.frame(); ok {
				s.WriteString(fr.line(true) + ": ")
			}
			s.WriteString(step.why())
			if r.times > 1 && len(r.steps) == 1 {
				fmt.Fprintf(&s, " ×%d", r.times)
			}
			s.WriteString("\n")
		}
	}
	return s.String()
}

// stepsOf is how many steps parts of a chain stand for.
func stepsOf(rs []round) (n int) {
	for _, r := range rs {
		n += r.times * len(r.steps)
		for _, step := range r.steps {
			n += step.Elided
		}
	}
	return n
}

// more says that things are left out.
func more(n int, what string) string {
	if n == 1 {
		return "1 more " + what
	}
	return fmt.Sprintf("%d more %ss", n, what)
}

// nested indents a text of several lines.
func nested(s, indent string) string {
	return indent + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+indent)
}

// Text is the report: code and message, the place with its line of the text, the operands, where poison was born
// and how it came here, the allocation, the other side, the caller. A verbose report has every step of the poison,
// the bytes and the whole call stack. There is no newline at the end.
// The text depends on the report alone and is the same on every machine: golden files hold it.
//
// A program that tells its source has the report in the words of that language, and a verbose one all of the above behind it.
func (u *UB) Text(verbose bool) string {
	if u.Source == nil {
		return u.irText(verbose)
	}
	s := u.Source.text(u, verbose)
	if verbose {
		s += "\n  in the IR\n" + nested(u.irText(verbose), "    ")
	}
	return s
}

// irText is Text in the words of the IR.
func (u *UB) irText(verbose bool) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n%s", u.Code, u.Message, nested(u.Where.Text(), "  "))
	if u.Thread != 0 {
		fmt.Fprintf(&s, "\n  in thread %d", u.Thread)
	}
	if ops := operandText(u.Operands); ops != "" {
		s.WriteString("\n  operands: " + ops)
		var l memory.Legend
		if l.Add(ops); l.String() != "" {
			s.WriteString("\n    " + l.String())
		}
	}
	if u.Cause != nil {
		s.WriteString("\n  the poison was\n" + nested(u.Cause.text(verbose), "    "))
	}
	if a := u.Access; a != nil {
		if a.State != "" {
			s.WriteString("\n  allocation\n" + nested(a.State, "    "))
		}
		if a.Dump != "" && verbose {
			s.WriteString("\n  bytes\n" + nested(a.Dump, "    "))
		}
	}
	if u.Other != nil {
		s.WriteString("\n  the other side is\n" + nested(u.Other.Text(), "    "))
	}
	if len(u.Stack) > 0 {
		s.WriteString("\n  called")
		for n, fr := range u.Stack {
			// The nearest call, and as many as lead to one that is not in the library.
			if n > 0 && !verbose && !u.Stack[n-1].library() {
				fmt.Fprintf(&s, "\n    (%s)", more(len(u.Stack)-n, "caller"))
				break
			}
			// The author's line is that of the call of the library, which has none.
			if inner := u.Where; !fr.library() {
				if n > 0 {
					inner = u.Stack[n-1]
				}
				if inner.library() {
					s.WriteString("\n" + nested(fr.Text(), "    "))
					continue
				}
			}
			s.WriteString("\n    " + fr.line(true))
		}
	}
	if u.Fallback != "" {
		s.WriteString("\n  the run continues: " + u.Fallback)
	}
	return s.String()
}

// brief is code, message and place, in two lines.
func (u *UB) brief() string {
	return fmt.Sprintf("%s: %s\n  %s", u.Code, u.Message, u.Where.line(true))
}

// String is [UB.Text] of the short report.
func (u *UB) String() string { return u.Text(false) }

// String is [Outcome.Text].
func (o *Outcome) String() string { return o.Text() }

// Text says how the run ended, in a line or, for undefined behaviour, two.
func (o *Outcome) Text() string {
	s := o.Kind.String()
	switch o.Kind {
	case Returned:
		var vals []string
		for _, v := range o.Values {
			vals = append(vals, FormatValue(v, o.Space))
		}
		if len(vals) > 0 {
			s += " " + strings.Join(vals, ", ")
		}
		return s
	case Exited:
		return fmt.Sprintf("%s %d", s, o.ExitCode)
	case Undefined:
		if o.UB != nil {
			return s + ": " + o.UB.brief()
		}
	}
	if o.Reason != "" && o.Reason != s {
		s += ": " + o.Reason
	}
	if o.Where != nil {
		s += " " + o.Where.line(true)
	}
	return s
}

// File is the file of the text that the function of a frame was made of.
func (fr Frame) File() string {
	if fr.fn == nil {
		return ""
	}
	return fr.fn.Module.File
}
