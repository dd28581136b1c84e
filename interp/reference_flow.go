package interp

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// terminator executes the end of a block. stop is set with the state when the thread's
// first function returned.
func (t *refThread) terminator(fr *refFrame) (state runState, stop bool) {
	w, f, i := t.w, fr.f, fr.at
	switch f.Op(i) {
	case ir.OpRet:
		return t.ret(fr)
	case ir.OpUnreachable, ir.OpTrap:
		w.terminate(&t.thread, f, i)
		return threadEnded, true
	case ir.OpLongJmp:
		t.longJump(fr)
		return threadEnded, w.ended != nil
	}
	n, ok := t.pick(fr)
	if ok {
		// Edges are listed as the targets are, so pick's number is an index of them.
		t.follow(fr, f.Edges(nil, i)[n])
	}
	return threadEnded, w.ended != nil
}

// longJump ends the calls above the one that executed setjmp, and continues behind that.
func (t *refThread) longJump(fr *refFrame) {
	w, f, i := t.w, fr.f, fr.at
	args := make([]Value, f.NumOperands(i))
	for n := range args {
		args[n] = t.operand(fr, n)
	}
	to, v, ok := w.jumpTarget(&t.thread, f, i, args)
	if !ok {
		return
	}
	t.after(f, i)
	number := t.frames[len(t.frames)-1].number
	for len(t.frames) > to.depth {
		top := t.frames[len(t.frames)-1]
		for _, s := range top.slots {
			w.killSlot(s.id, f, i)
		}
		t.bytes -= frameSize(top.f)
		t.frames = t.frames[:len(t.frames)-1]
	}
	back := t.frames[len(t.frames)-1]
	back.number = number // the second time that setjmp is seen is in this step
	back.slots = w.leaveTo(back.slots, back.f, back.f.InstBlock(to.inst), f, i)
	copy(back.vals, to.saved.([]Value))
	back.at = to.inst
	back.vals[back.f.Result(to.inst, 0)] = w.newVersion()
	back.vals[back.f.Result(to.inst, 1)] = w.defCheck(back.f, to.inst, 1, v)
	w.loseChanged(to, f, i)
	t.after(back.f, to.inst)
	back.at = back.f.NextInst(to.inst)
}

// pick chooses the edge that a branch takes.
// ok is false where the condition is poison: there is no edge that could be taken instead.
// The cases of a switch are compared in their order; they are distinct, so at most one matches.
func (t *refThread) pick(fr *refFrame) (edge int, ok bool) {
	w, f, i := t.w, fr.f, fr.at
	switch f.Op(i) {
	case ir.OpBrIf:
		w.checked(UBBranchPoison, f, i)
		v := t.operand(fr, 0)
		c, ok := v.(Bool)
		if !ok {
			w.branchOnPoison(&t.thread, f, i, v)
			return 0, false
		}
		if c {
			return 0, true
		}
		return 1, true
	case ir.OpSwitch:
		w.checked(UBSwitchPoison, f, i)
		v := t.operand(fr, 0)
		n, ok := v.(Int)
		if !ok {
			w.branchOnPoison(&t.thread, f, i, v)
			return 0, false
		}
		last := f.NumTargets(i) - 1
		for k := range last {
			if f.TargetCase(i, k).Cmp(n.V) == 0 {
				return k, true
			}
		}
		return last, true
	}
	return 0, true
}

// operand is operand n of the instruction at hand, after its use-side check.
func (t *refThread) operand(fr *refFrame, n int) Value {
	return t.w.useCheck(fr.f, fr.at, n, fr.vals[fr.f.Arg(fr.at, n)])
}

// follow takes an edge: all arguments are read before any is written, then the stack slots
// of the regions that control leaves end.
func (t *refThread) follow(fr *refFrame, e ir.Edge) {
	w, f, i := t.w, fr.f, fr.at
	// Block arguments are a parallel copy: (a, b) = (b, a) swaps.
	vals := make([]Value, e.Hi-e.Lo)
	for k := range vals {
		vals[k] = t.operand(fr, e.Lo+k)
	}
	for k, a := range f.Args(e.Block) {
		fr.vals[a] = w.argCheck(f, i, a, vals[k])
	}
	from := f.InstBlock(i)
	if c := w.o.Coverage; c != nil {
		count(&c.Edges, EdgeKey{f.Name, from, e.Block}, 1)
	}
	fr.leave(w, i, e.Block)
	t.after(f, i)
	fr.at = f.FirstInst(e.Block)
	t.enter(f, e.Block)
}

// leave ends the stack slots of every region that control leaves by branch i on the way to
// block to. A continue leaves its loop region and enters it again.
// A slot stays while control is in its region or inside of it.
func (fr *refFrame) leave(w *world, i ir.Inst, to ir.Block) {
	if len(fr.slots) == 0 {
		return
	}
	f := fr.f
	loop := ir.NoRegion
	if f.Op(i) == ir.OpContinue {
		loop = f.InnermostLoop(f.InstBlock(i))
	}
	target := f.BlockRegion(to)
	keep := fr.slots[:0]
	for _, s := range fr.slots {
		if f.InRegion(target, s.region) && !(loop != ir.NoRegion && f.InRegion(s.region, loop)) {
			keep = append(keep, s)
		} else {
			w.killSlot(s.id, f, i)
		}
	}
	fr.slots = keep
}

// ret returns to the caller, or ends the thread.
// Values are checked against the signature in the callee, then, by finishCall, against the claims of the call in
// the caller; slots die between the two, so that a returned pointer to one is dangling when the caller sees it.
// The last operand of type mem is the version that the caller continues with.
func (t *refThread) ret(fr *refFrame) (state runState, stop bool) {
	w, f, i := t.w, fr.f, fr.at
	mem := fr.mem
	var results []Value
	for n := range f.NumOperands(i) {
		v := t.operand(fr, n)
		if tok, ok := v.(Token); ok {
			mem = tok
			continue
		}
		results = append(results, w.returnCheck(f, i, len(results), v))
	}
	for _, s := range fr.slots {
		w.killSlot(s.id, f, i)
	}
	fr.slots = nil
	t.after(f, i)
	if len(t.frames) == 1 {
		t.results = results
		return threadReturned, true
	}
	t.frames[len(t.frames)-1] = nil
	t.frames = t.frames[:len(t.frames)-1]
	t.bytes -= frameSize(f)
	// It undoes the keep of push, to the byte.
	w.drop(uint64(frameSize(f)))
	t.finishCall(t.frames[len(t.frames)-1], mem, results)
	return threadEnded, false
}

// call executes a call instruction up to the entry of the callee, or the whole of a call of
// an external function.
// Fixed operands are the function, the arguments, and a memory token.
func (t *refThread) call(fr *refFrame) (state runState, stop bool) {
	w, f, i := t.w, fr.f, fr.at
	args := make([]Value, f.NumFixed(i))
	var data []Value
	mem := Token(w.version)
	for n := range args {
		args[n] = t.operand(fr, n)
		if tok, ok := args[n].(Token); ok {
			mem = tok
		} else if n > 0 {
			data = append(data, args[n])
		}
	}
	fn, ext, ok := w.callTarget(&t.thread, f, i, args)
	if !ok {
		return threadEnded, true
	}
	if fn != nil {
		n := len(fn.Params)
		more := w.extraArguments(f, i, n, data)
		t.push(fn, data[:n], more, mem)
		return threadEnded, w.ended != nil
	}
	results, status := w.hostCall(&t.thread, f, i, ext, data)
	switch {
	case w.ended != nil:
		return threadEnded, true
	// The call waits: it is executed again, its operands are read again, and its fuel is not paid again.
	case status == hostBlock:
		t.paid = true
		return threadBlocked, true
	}
	t.finishCall(fr, w.newVersion(), results)
	return threadYields, false
}

// finishCall makes the results of the call at hand and continues after it.
// callTarget and hostCall have made sure that there are as many results as the call has.
// mem is the version after the call.
func (t *refThread) finishCall(fr *refFrame, mem Token, results []Value) {
	w, f, i := t.w, fr.f, fr.at
	k := 0
	for n := range f.NumResults(i) {
		r := f.Result(i, n)
		if f.TypeOf(r) == ir.Mem {
			fr.vals[r] = mem
			continue
		}
		if k < len(results) {
			fr.vals[r] = w.defCheck(f, i, n, results[k])
		}
		k++
	}
	t.after(f, i)
	fr.at = f.NextInst(i)
}
