package interp

import "github.com/tuffy-ir/tuffy/ir"

// A Selector on the fast engine: probes before and behind the instructions that it selects show them.

// observes reports whether instruction i is shown to the observer of the run.
func (w *world) observes(f *ir.Func, i ir.Inst) bool {
	return w.o.Observer != nil && (w.selector == nil || w.selector.Selects(f, i))
}

// see emits a probe that shows instruction i, if it is to be shown.
func (l *lowerer) see(kind probeKind, i ir.Inst, m codeMeta) {
	if l.w.observes(l.f, i) {
		m.what = metaInst
		l.probe(probe{kind: kind, inst: i}, m)
	}
}

// observe shows the instruction of a probe to the observer, who may end the run.
func (t *fastThread) observe(fn *fastFunc, p *probe) {
	w, f := t.w, fn.f
	s := &t.step
	*s = Step{Func: f, Inst: p.inst, Thread: t.id, w: w, t: t}
	var err error
	if p.kind == probeBefore {
		s.Number = t.number()
		t.numbers = append(t.numbers, s.Number)
		err = w.selector.Before(s)
	} else {
		last := len(t.numbers) - 1
		s.Number, s.done = t.numbers[last], true
		t.numbers = t.numbers[:last]
		err = w.selector.After(s)
	}
	if err != nil {
		w.observerStops(f, p.inst, err)
	}
}

// seenAfter shows the instruction before the one at hand to the observer if that is still to be done, since another
// thread is about to continue. It is false if the run has ended.
func (t *fastThread) seenAfter(fr *fastFrame, base int32) bool {
	c := &fr.fn.code[fr.pc]
	if c.op != fProbe || fr.fn.probes[c.imm].kind != probeAfter {
		return true
	}
	t.probe(fr.fn, base, &fr.fn.probes[c.imm])
	if t.w.ended != nil {
		return false
	}
	fr.pc++
	return true
}

// number is that of the instruction at hand in the run: how many were executed before.
func (t *fastThread) number() int64 {
	w := t.w
	if t.turn != w.turn {
		t.turn, t.others = w.turn, 0
		for id, o := range w.threads {
			if r := o.runner.(*fastThread); !o.done && id != t.id {
				t.others += r.left + r.owed(len(r.frames)-1)
			}
		}
	}
	fr := &t.frames[len(t.frames)-1]
	return w.o.Fuel - w.fuel - w.reserve - int64(fr.fn.meta[fr.pc].rest) - 1 - t.owed(len(t.frames)-1) - t.others
}

// owed counts the instructions that the frames below frame k have paid for and not executed. That does not change while
// there is a frame k, which remembers it, plus 1.
func (t *fastThread) owed(k int) int64 {
	known := k
	for known > 0 && t.frames[known].owed == 0 {
		known--
	}
	if known <= 0 {
		known = 0
		if k < 0 {
			return 0
		}
		t.frames[0].owed = 1
	}
	for ; known < k; known++ {
		fr := &t.frames[known]
		t.frames[known+1].owed = fr.owed + int64(fr.fn.meta[fr.pc-1].rest)
	}
	return t.frames[k].owed - 1
}

func (t *fastThread) depth() int { return len(t.frames) }

// value is that of an operand before the instruction of s, and of a result after it.
func (t *fastThread) value(s *Step, v ir.Value) (val Value, ok bool) {
	f := s.Func
	is := false
	if s.done {
		for n := range f.NumResults(s.Inst) {
			is = is || f.Result(s.Inst, n) == v
		}
	} else {
		for n := range f.NumOperands(s.Inst) {
			is = is || f.Arg(s.Inst, n) == v
		}
	}
	if !is {
		return nil, false
	}
	fr := &t.frames[len(t.frames)-1]
	return t.box(fr.fn, fr.base, v), true
}
