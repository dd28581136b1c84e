package interp

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// refThread is a thread of the reference evaluator: a machine that follows the text, with a value
// in each SSA name of each frame.
// It is written to be compared with docs/spec line by line, so it favours the spec's order of steps over speed.
// Frames are a Go slice and no Go stack: a program that recurses without end meets a limit of ours, not of Go's.
type refThread struct {
	thread
	w      *world
	frames []*refFrame
	bytes  int // of the frames
	// A join that waits is executed again when it may continue, and must count once.
	paid bool // the instruction at hand was counted before it had to wait
}

// refFrame is a call in progress.
// It owns the stack slots that were made in it.
// vals is indexed by handle, so a frame takes memory for values that never exist in this call.
type refFrame struct {
	f  *ir.Func
	at ir.Inst // the instruction to execute; the call while it is in progress
	// by ir.Value; nil is a value that was not computed yet, which verified code does not read
	vals []Value
	args []Value
	more []argument // behind the parameters
	// what a return without a token operand gives back
	mem   Token // version at the call
	slots []liveSlot

	number int64 // of the instruction at hand, in the run
}

// runReference runs the program with the reference evaluator.
// Its memory is its own, and at the end what the Space holds is compared with it.
func runReference(w *world) *Outcome {
	own := newOwnMemory(w.space, w.o.StrictProvenance)
	w.mem = own
	out := w.runThreads(func(id int, f *ir.Func, args []Value) runner {
		t := &refThread{w: w}
		t.init(w, id, t.traceFrames, func() *[]liveSlot { return &t.frames[len(t.frames)-1].slots })
		t.more = func() []argument { return t.frames[len(t.frames)-1].more }
		t.thread.save = func() any { return slices.Clone(t.frames[len(t.frames)-1].vals) }
		t.thread.depth = func() int { return len(t.frames) }
		t.push(f, args, nil, Token(w.version))
		return t
	})
	own.agree()
	return out
}

// functions are those of the calls in progress.
func (t *refThread) functions() iter.Seq[*ir.Func] {
	return func(yield func(*ir.Func) bool) {
		for _, fr := range t.frames {
			if !yield(fr.f) {
				return
			}
		}
	}
}

// maxTrace bounds the calls that a report lists.
const maxTrace = 64

// traceFrames lists the calls in progress, innermost first.
func (t *refThread) traceFrames() []Frame {
	var out []Frame
	for n := len(t.frames) - 1; n >= 0 && len(out) < maxTrace; n-- {
		out = append(out, t.w.frame(t.frames[n].f, t.frames[n].at))
	}
	return out
}

// maxStackBytes bounds what the frames of a thread take, frameBytes what one takes besides
// its values.
// Depth alone does not bound memory, since a frame has a value for each SSA name of its function.
const (
	maxStackBytes = 1 << 30
	frameBytes    = 200
)

// frameSize is what the frame of a call of f takes, with small ints as values.
// push adds it and ret takes it off, so it must not depend on anything that changes in between.
func frameSize(f *ir.Func) int {
	return frameBytes + (cellBytes+intBytes64)*(f.NumValues()+len(f.Params))
}

// push starts a call of f. It is false if the run ended.
// The order of the limits is that of the fast engine, so that both end a run for the same reason.
// Wide values in the frame are counted where they are made.
func (t *refThread) push(f *ir.Func, args []Value, more []argument, mem Token) bool {
	w := t.w
	if len(t.frames) >= w.o.MaxDepth {
		w.stackExhausted(fmt.Sprintf("call depth limit of %d", w.o.MaxDepth), t.functions())
		return false
	}
	size := frameSize(f)
	if t.bytes += size; t.bytes > maxStackBytes {
		w.stackExhausted(fmt.Sprintf("call stack limit of %d bytes", maxStackBytes), t.functions())
		return false
	}
	if !w.keep(uint64(size)) {
		return false
	}
	entry := f.Entry()
	fr := &refFrame{f: f, at: f.FirstInst(entry), vals: make([]Value, f.NumValues()), more: more, mem: mem}
	for n, a := range args {
		// The signature's claims are checked here; a claim of the param instruction itself is a check of that
		// result.
		fr.args = append(fr.args, w.paramCheck(f, n, a))
	}
	for _, a := range f.Args(entry) {
		fr.vals[a] = mem
	}
	t.frames = append(t.frames, fr)
	t.enter(f, entry)
	return true
}

// enter counts a block.
// The entry block of a call is counted as well.
func (t *refThread) enter(f *ir.Func, b ir.Block) {
	if c := t.w.o.Coverage; c != nil {
		count(&c.Blocks, BlockKey{f.Name, b}, 1)
	}
}

// run executes instructions until something else is to be done.
// The thread keeps its turn until a synchronisation point chooses another one, so that a schedule is a list
// of choices at those points and the two engines can follow the same one.
// A thread that gave up its turn stands before its next instruction, one that waits before the call again.
func (t *refThread) run() runState {
	w := t.w
	for w.ended == nil {
		fr := t.frames[len(t.frames)-1]
		f, i := fr.f, fr.at
		// Counting comes before execution: an instruction that ends the run has been counted, as in the fast engine.
		if !t.paid && !t.pay(f, i) {
			return threadEnded
		}
		t.paid = false
		op := f.Op(i)
		var status runState
		var stop bool
		switch {
		case op == ir.OpCall:
			status, stop = t.call(fr)
		case op.IsTerminator():
			status, stop = t.terminator(fr)
		default:
			t.ordinary(fr)
		}
		if w.ended != nil {
			return threadEnded
		}
		if stop {
			return status
		}
		if w.switchNow {
			return threadYields
		}
	}
	return threadEnded
}

// pay counts an instruction and shows it to the observer.
// It is false, and the run has ended, when the fuel is spent or the observer wants no more: then the instruction does not run.
func (t *refThread) pay(f *ir.Func, i ir.Inst) bool {
	w := t.w
	if w.fuel <= 0 {
		w.fuel = w.refuel(w.fuel-1) + 1 // for the instruction at hand
	}
	if w.fuel <= 0 {
		w.outOfFuel(&t.thread, f, i)
		return false
	}
	t.frames[len(t.frames)-1].number = w.o.Fuel - w.fuel - w.reserve
	w.fuel--
	if c := w.o.Coverage; c != nil {
		count(&c.Ops, f.Op(i), 1)
	}
	if w.observes(f, i) {
		// An observer must not take the result of the last iteration for one of this.
		for n := range f.NumResults(i) { // of an earlier iteration
			t.frames[len(t.frames)-1].vals[f.Result(i, n)] = nil
		}
		if err := w.o.Observer.Before(t.step(f, i)); err != nil {
			w.observerStops(f, i, err)
			return false
		}
	}
	return true
}

// after shows the instruction and its results to the observer, unless it ended the run.
func (t *refThread) after(f *ir.Func, i ir.Inst) {
	if t.w.ended == nil && t.w.observes(f, i) {
		if err := t.w.o.Observer.After(t.step(f, i)); err != nil {
			t.w.observerStops(f, i, err)
		}
	}
}

// ordinary executes an instruction that is neither terminator nor call.
// What it computes is in exec and below, which the fast engine calls too; here values only move between names.
func (t *refThread) ordinary(fr *refFrame) {
	w, f, i := t.w, fr.f, fr.at
	var results []Value
	if f.Op(i) == ir.OpParam {
		results = w.one(w.defCheck(f, i, 0, fr.args[f.Attr(i).Imm]))
	} else {
		args := w.argsOf(f.NumFixed(i))
		for n := range args {
			args[n] = fr.vals[f.Arg(i, n)]
		}
		results = w.exec(&t.thread, f, i, args)
	}
	if w.ended != nil {
		return
	}
	for n, v := range results {
		fr.vals[f.Result(i, n)] = v
	}
	t.after(f, i)
	fr.at = f.NextInst(i)
}
