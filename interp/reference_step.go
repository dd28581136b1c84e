package interp

import (
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
func (s *Step) Depth() int { return s.t.depth() }

func (t *refThread) depth() int { return len(t.frames) }

// Value returns the value that v has in the innermost frame; ok is false if it has none yet, or if a [Selector] may not
// ask for it.
// After a ret the innermost frame is the one that returns.
func (s *Step) Value(v ir.Value) (val Value, ok bool) { return s.t.value(s, v) }

func (t *refThread) value(_ *Step, v ir.Value) (val Value, ok bool) {
	fr := t.frames[len(t.frames)-1]
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
