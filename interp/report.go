package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
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
	if a.State == memory.Live && a.Kind != memory.Function {
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
	s := fmt.Sprintf("%s: %s, %s at 0x%x", allocName(a), a.Kind, byteCount(a.Size), a.Base)
	if a.Align > 1 {
		s += fmt.Sprintf(", aligned to %d", a.Align)
	}
	if a.ReadOnly {
		s += ", constant"
	}
	if a.Exposed {
		s += ", exposed"
	}
	if fr, ok := w.at(a.Birth); ok {
		s += "\nmade " + fr.line()
	}
	if a.State == memory.Live {
		return s
	}
	s += "\n" + map[memory.State]string{memory.Freed: "freed", memory.DeadSlot: "died", memory.Returned: "returned"}[a.State]
	if fr, ok := w.at(a.Death); ok {
		s += " " + fr.line()
	}
	return s
}

// line is the place in one line.
// Parts that are not known are left out; a frame of the whole function has no block.
func (fr Frame) line() string {
	s := "in " + ir.SymbolText(fr.Func)
	if fr.Block != "" {
		s = fmt.Sprintf("at %s, %s: %s", ir.SymbolText(fr.Func), fr.Block, fr.Inst)
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
func (fr Frame) String() string { return fr.line() }

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
		return Frame{Func: c.fn.Name, fn: c.fn, inst: c.inst}, true
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

// Text tells the life of a poison value, a line a step, the birth first.
func (c *Cause) Text() string {
	var s strings.Builder
	for n, step := range c.steps() {
		// Bounded, as a chain may have maxCauseDepth steps.
		indent := strings.Repeat("  ", min(n, 12))
		if step.Elided > 0 {
			fmt.Fprintf(&s, "%s(%d more steps)\n", indent, step.Elided)
		}
		s.WriteString(indent)
		if n == 0 {
			s.WriteString("born ")
		} else {
			s.WriteString("then ")
		}
		if fr, ok := step.frame(); ok {
			s.WriteString(fr.line() + ": ")
		}
		s.WriteString(step.why() + "\n")
	}
	return s.String()
}

// nested indents a text of several lines.
func nested(s, indent string) string {
	return indent + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+indent)
}

// Text is the report: code and message in the first line, where in the second. A verbose
// report goes on with the operands, the life of the poison, the allocation and its bytes, the
// other side and the call stack. There is no newline at the end.
// The text depends on the report alone and is the same on every machine: golden files hold it.
func (u *UB) Text(verbose bool) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n  %s", u.Code, u.Message, u.Where.line())
	if !verbose {
		return s.String()
	}
	if u.Thread != 0 {
		fmt.Fprintf(&s, "\n  in thread %d", u.Thread)
	}
	if ops := operandText(u.Operands); ops != "" {
		s.WriteString("\n  operands: " + ops)
	}
	if u.Cause != nil {
		s.WriteString("\n  the poison was\n" + nested(u.Cause.Text(), "    "))
	}
	if a := u.Access; a != nil {
		if a.State != "" {
			s.WriteString("\n  allocation\n" + nested(a.State, "    "))
		}
		if a.Dump != "" {
			s.WriteString("\n  bytes\n" + nested(a.Dump, "    "))
		}
	}
	if u.Other != nil {
		s.WriteString("\n  the other side is " + u.Other.line())
	}
	if len(u.Stack) > 0 {
		s.WriteString("\n  called")
		for _, fr := range u.Stack {
			s.WriteString("\n    " + fr.line())
		}
	}
	if u.Fallback != "" {
		s.WriteString("\n  the run continues: " + u.Fallback)
	}
	return s.String()
}

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
			return s + ": " + o.UB.Text(false)
		}
	}
	if o.Reason != "" && o.Reason != s {
		s += ": " + o.Reason
	}
	if o.Where != nil {
		s += " " + o.Where.line()
	}
	return s
}
