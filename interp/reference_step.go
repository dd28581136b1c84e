package interp

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// step is what an observer sees of the instruction at hand.
// It is valid during the call of the observer only: it reads frames as they are.
func (t *refThread) step(f *ir.Func, i ir.Inst) *Step {
	return &Step{Func: f, Inst: i, Thread: t.id, Number: t.frames[len(t.frames)-1].number, w: t.w, t: t}
}

// Frames lists the calls in progress, the innermost first, at most 64 of them.
func (s *Step) Frames() []Frame { return s.t.traceFrames() }

// Depth is the number of calls in progress.
func (s *Step) Depth() int { return len(s.t.frames) }

// Value returns the value that v has in the innermost frame; ok is false if it has none yet.
// After a ret the innermost frame is the one that returns.
func (s *Step) Value(v ir.Value) (val Value, ok bool) {
	fr := s.t.frames[len(s.t.frames)-1]
	if int(v) >= len(fr.vals) {
		return nil, false
	}
	return fr.vals[v], fr.vals[v] != nil
}

// Memory is the memory of the run, for reading.
func (s *Step) Memory() *memory.Space { return s.w.space }

// Results returns the results of the instruction, memory tokens included; before it executed
// there are none.
func (s *Step) Results() []Value {
	var out []Value
	for n := range s.Func.NumResults(s.Inst) {
		if v, ok := s.Value(s.Func.Result(s.Inst, n)); ok {
			out = append(out, v)
		}
	}
	return out
}

// Place describes the instruction.
func (s *Step) Place() Frame { return s.w.frame(s.Func, s.Inst) }

// tracer prints a run.
// A line is begun before the instruction and ended after it, so that the last line of a run tells what ended it.
type tracer struct {
	w    *bufio.Writer
	open int64 // number of the instruction whose line is not ended, -1 if none
}

// NewTracer returns an observer that writes a line for each instruction: thread, function,
// block, the instruction as printed, its operands and its results. The results of a call of
// a function of the module come in a second line, after those of the callee.
func NewTracer(w io.Writer) Observer { return &tracer{bufio.NewWriterSize(w, 1<<16), -1} }

// end ends the line of an instruction that ended the run.
func (o *tracer) end() {
	if o.open >= 0 {
		o.w.WriteByte('\n')
		o.open = -1
	}
	o.w.Flush()
}

// Before implements [Observer].
func (o *tracer) Before(s *Step) error {
	o.end()
	o.open = s.Number
	fr := s.Place()
	fmt.Fprintf(o.w, "%d %s %s: %s", s.Thread, ir.SymbolText(fr.Func), fr.Block, fr.Inst)
	n := s.w.number(s.Func)
	sep := "  ["
	for k := range s.Func.NumOperands(s.Inst) {
		v := s.Func.Arg(s.Inst, k)
		if val, ok := s.Value(v); ok && s.Func.TypeOf(v) != ir.Mem {
			fmt.Fprintf(o.w, "%s%s=%s", sep, n.Name(v), FormatValue(val, s.w.space))
			sep = " "
		}
	}
	if sep == " " {
		o.w.WriteByte(']')
	}
	return nil
}

// After implements [Observer].
func (o *tracer) After(s *Step) error {
	var res []string
	for n := range s.Func.NumResults(s.Inst) {
		v := s.Func.Result(s.Inst, n)
		if val, ok := s.Value(v); ok && s.Func.TypeOf(v) != ir.Mem {
			res = append(res, FormatValue(val, s.w.space))
		}
	}
	if s.Number != o.open {
		o.end()
		if len(res) == 0 {
			return nil
		}
		fr := s.Place()
		fmt.Fprintf(o.w, "%d %s %s: %s  returned", s.Thread, ir.SymbolText(fr.Func), fr.Block, fr.Inst)
		o.open = s.Number
	}
	if len(res) > 0 {
		o.w.WriteString("  → " + strings.Join(res, ", "))
	}
	o.end()
	return nil
}
