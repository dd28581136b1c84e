package interp

import (
	"fmt"
	"iter"
	"slices"
	"sync"
	"unsafe"

	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// fastThread is a thread of the fast engine: explicit frames over one growing stack of slots,
// and beside it the boxed values of the slots whose tag says so.
// Invariant: a slot is what its part's tag says (see fastcode.go); where that is boxed, objs[i]
// holds the value. objs may be shorter than the stack.
// Slots of a frame are read only after they were written, so frames are not cleared.
// stack and objs only grow; what a frame leaves behind is overwritten by the next.
type fastThread struct {
	thread
	w        *world
	maxDepth int // of frames, as the options say
	frames   []fastFrame
	stack    []slot
	objs     []Value
	left     int64                      // instructions of the innermost frame's block still to come, while paused
	hostArgs []slot                     // of the host call at hand
	given    []host.Value               // to the function, if it is called
	hostEnv  hostEnv                    // that it sees
	words    [maxWords]uint64           // of the arguments of a pure function
	vec      [maxWords]uint64           // the result of the vector instruction at hand
	refund   int64                      // paid for by a fused pair of which only the first was executed
	bases    [memory.MaxRequests]uint64 // of slots that are being reserved
	stale    bool                       // objs may hold values of slots that are not in use: see sweep
	edge     *edge                      // the way on, where special, or more fuel, finds one
	state    runState                   // of a run that special ends
	starved  bool                       // the fuel ended before the block at hand
	waits    bool                       // the call at hand has waited, and is made again
	drawn    stream                     // of don't-care bits, before the instruction at hand
	step     Step                       // that an observer is shown
	numbers  []int64                    // of the instructions in progress that an observer has seen begin
	turn     int64                      // in which others was counted
	others   int64                      // instructions that threads which wait for their turn have paid for and not executed
}

// fastFrame is a call in progress.
// fn.size slots from base on are the frame's: parameters first (paramAt), then the template, then all others.
type fastFrame struct {
	fn   *fastFunc
	pc   int32 // of the next instruction while the frame is not the innermost, of the current one in reports
	base int32
	// in the order of their making
	slots []liveSlot  // stack slots that are alive
	more  *[]argument // arguments behind the parameters, nil of most
	owed  int64       // see fastThread.owed
}

// fastFunc returns what will be the lowered form of f; push lowers it at the first call.
// Functions that are not called are not lowered; a recursive function is found here while it is being lowered.
func (w *world) fastFunc(f *ir.Func) *fastFunc {
	fn, ok := w.lowered[f]
	if !ok {
		fn = newFastFunc(w, f) // with the places of the parameters, which callers ask for before the first call
		w.lowered[f] = fn
	}
	return fn
}

// calleeOf is the function of the module whose symbol call i of f names, nil if it names none.
// Symbols do not change during a run, so lowering may rely on it.
// The entry of targets may be external: then there is no function either.
func (w *world) calleeOf(f *ir.Func, i ir.Inst) *ir.Func {
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr {
		return nil
	}
	return w.targets.of(w.symbolPointer(f, f.SymbolOf(d)).Alloc).fn
}

// maxStackSlots bounds the slots of a thread; frames hold indices of slots as int32.
const maxStackSlots = maxStackBytes / slotBytes

// slotBytes is the size of a slot, and of a value beside it.
const slotBytes = 16

// push makes a frame for fn. Its parameters are the first slots, for the caller to fill. It
// is false at a limit, which the caller reports by tooDeep.
// base is the first slot of the frame.
// The stack may move: whoever holds a slice of it must take it anew.
// On a refusal nothing was changed that anything reads: the frame is not in the list.
func (t *fastThread) push(fn *fastFunc) (base int32, ok bool) {
	if len(t.frames) >= t.w.o.MaxDepth {
		return 0, false
	}
	if fn.code == nil {
		lower(t.w, fn)
		if set := t.w.o.Lowered; set != nil {
			set.add(fn.code)
		}
		fn.checkCode()
		joinSequences(fn.code)
	}
	if n := len(t.frames); n > 0 {
		base = t.frames[n-1].base + t.frames[n-1].fn.size
	}
	need := int(base) + int(fn.size)
	if need > maxStackSlots {
		return 0, false
	}
	if need > len(t.stack) {
		// Doubled at least while the bound allows it, so that growth costs constant time a slot.
		more := max(need-len(t.stack), min(len(t.stack), maxStackSlots-len(t.stack))+64)
		if !t.w.keep(uint64(more) * (slotBytes + cellBytes)) { // setObj grows objs as far
			return 0, false
		}
		old := len(t.stack)
		t.stack = slices.Grow(t.stack, more)[:old+more]
		clear(t.stack[old:])
	}
	// Constants are slots like others, so an instruction never asks whether an operand is one.
	copy(t.stack[base+fn.nparams:], fn.template)
	for _, o := range fn.objects {
		t.setObj(base+o.slot, o.v)
	}
	n := len(t.frames)
	if n == cap(t.frames) {
		if !t.w.keep(uint64(n+64) * uint64(unsafe.Sizeof(fastFrame{}))) {
			return 0, false
		}
		t.frames = slices.Grow(t.frames, 1)
	}
	t.frames = t.frames[:n+1]
	fr := &t.frames[n]
	// The list of stack slots is that of the call that was here before.
	fr.fn, fr.base, fr.pc, fr.slots, fr.more, fr.owed = fn, base, 0, fr.slots[:0], nil, 0
	return base, true
}

// functions are those of the calls in progress.
func (t *fastThread) functions() iter.Seq[*ir.Func] {
	return func(yield func(*ir.Func) bool) {
		for n := range t.frames {
			if !yield(t.frames[n].fn.f) {
				return
			}
		}
	}
}

// tooDeep ends the run because push refused a frame.
// It finds out again which of push's limits it was; the memory limit has ended the run by then, and the first
// end counts.
func (t *fastThread) tooDeep() {
	if len(t.frames) >= t.w.o.MaxDepth {
		t.w.stackExhausted(fmt.Sprintf("call depth limit of %d", t.w.o.MaxDepth), t.functions())
		return
	}
	t.w.stackExhausted(fmt.Sprintf("call stack limit of %d bytes", maxStackBytes), t.functions())
}

// setObj makes slot i (of the whole stack) hold a boxed value.
// objs grows by doubling and is counted with the stack, whose length bounds it.
func (t *fastThread) setObj(i int32, v Value) {
	if int(i) >= len(t.objs) {
		t.objs = append(t.objs, make([]Value, max(int(i)+1-len(t.objs), len(t.objs)))...)
	}
	t.objs[i] = v
	t.stack[i].t = boxed
}

// box returns the value of slot i of the innermost frame, which holds the IR value v.
// Tokens that are not checked have no slot, and each is version 0.
func (t *fastThread) box(fn *fastFunc, base int32, v ir.Value) Value {
	typ := fn.f.TypeOf(v)
	if typ == ir.Mem {
		if fn.memAt < 0 {
			return Token(0)
		}
		return Token(t.stack[base+fn.slotOf[v]].v)
	}
	if c := fn.class[v]; c == classL || c == classM {
		return t.exact(fn, base, v, map[ir.Value]Value{})
	}
	return t.boxSlot(base+fn.slotOf[v], typ, fn.class[v])
}

// boxSlot is the value of the part at slot i of the whole stack, by the type and class of what it holds.
func (t *fastThread) boxSlot(i int32, typ ir.Type, c class) Value {
	if t.w.aggregateLeaves(typ) != nil {
		return t.boxFields(i, typ)
	}
	s := t.stack[i]
	switch {
	case s.t == boxed:
		return t.objs[i]
	case s.t == words && typ == ir.Int:
		return Int{num.FromSigned129(s.v, t.stack[i+1].v, s.p != 0)}
	case s.t == words && typ.Kind() != ir.KindFloat:
		size, _ := typ.Size(t.w.o.VScale)
		return t.boxWords(i, size)
	case s.t == words:
		return Float{Type: typ, Lo: s.v, Hi: t.stack[i+1].v}
	}
	switch typ.Kind() {
	case ir.KindByte, ir.KindVec:
		size, _ := typ.Size(t.w.o.VScale)
		b := make([]memory.Byte, size)
		for n := range b {
			b[n] = memory.BitsByte(uint8(s.v >> (8 * n)))
		}
		return Bytes{b}
	case ir.KindUnit:
		return Unit{}
	}
	return slotValue(s, typ, c)
}

// slotValue is the scalar that one word holds.
func slotValue(s slot, typ ir.Type, c class) Value {
	switch typ.Kind() {
	case ir.KindInt:
		if c == classU {
			return Int{num.FromUint64(s.v)}
		}
		return NewInt(int64(s.v))
	case ir.KindBool:
		return Bool(s.v != 0)
	case ir.KindFloat:
		return Float{Type: typ, Lo: s.v}
	case ir.KindPtr:
		return Ptr{slotPointer(s, typ)}
	}
	panic("BUG: unboxed " + typ.String())
}

// unbox stores val in slot i as the class says.
// A value that does not fit the class cannot come: the check of its annotation has made it poison.
// A panic here means that widths are wrong.
// Whatever has no slot form is boxed: poison, ints beyond 129 bits, large aggregates and vectors, bytes that
// are not all Bits.
func (t *fastThread) unbox(i int32, c class, val Value) {
	switch v := val.(type) {
	case Int:
		word, fits := v.V.Uint64()
		switch c {
		case classL:
			t.stack[i] = slot{v: word}
			return
		case classM:
			t.stack[i], t.stack[i+1] = slot{v: word, t: words}, slot{v: v.V.Shr(64).Low64()}
			return
		}
		if c != classU {
			_, fits = v.V.Int64()
		}
		switch {
		case fits:
			t.stack[i] = slot{v: word}
			return
		case c == classS || c == classU:
			panic("BUG: " + v.V.String() + " in a 64-bit slot")
		}
		if lo, hi, negative, ok := v.V.Signed129(); ok {
			t.stack[i], t.stack[i+1] = slot{v: lo, p: sign(negative), t: words}, slot{v: hi}
			return
		}
	case Bool:
		b := uint64(0)
		if v {
			b = 1
		}
		t.stack[i] = slot{v: b}
		return
	case Float:
		t.stack[i] = slot{v: v.Lo}
		if v.Type.IsWideFloat() {
			t.stack[i].t, t.stack[i+1] = words, slot{v: v.Hi}
		}
		return
	case Ptr:
		t.stack[i] = pointerSlot(v.Pointer)
		return
	case Bytes:
		if bits, ok := smallBits(v.B); ok {
			t.stack[i] = slot{v: bits}
			return
		}
		if t.unboxWords(i, v.B) {
			return
		}
	case Token:
		t.stack[i] = slot{v: uint64(v)}
		return
	}
	t.setObj(i, val)
}

// smallBits packs up to 8 bytes that are all Bits.
// The first byte is the least significant one, as boxSlot takes them apart again.
func smallBits(b []memory.Byte) (v uint64, ok bool) {
	if len(b) > 8 {
		return 0, false
	}
	for n, x := range b {
		if x.Kind != memory.Bits || x.Unset != 0 {
			return 0, false
		}
		v |= uint64(x.Value) << (8 * n)
	}
	return v, true
}

// runFast runs the program with the fast engine.
// Threads that are paused when the run ends have paid for their whole block, and get back the rest.
// Functions are lowered anew for each run: code holds addresses of symbols.
func runFast(w *world) *Outcome {
	w.lowered = map[*ir.Func]*fastFunc{}
	w.watchEndless()
	out := w.runThreads(func(id int, f *ir.Func, args []Value) runner { return newFastThread(w, id, f, args) })
	for id, t := range w.threads {
		if !t.done && id != w.cur.id {
			w.fuel += t.runner.(*fastThread).paused()
		}
	}
	if w.covers != nil {
		w.coverFast()
	}
	for _, t := range w.threads {
		if s := t.runner.(*fastThread).stack[:0]; cap(s) <= maxKeptStack {
			stacks.Put(&s)
		}
	}
	return out
}

// stacks are kept for the next run, of which there are many of small programs.
var stacks sync.Pool

// maxKeptStack bounds the slots of a stack that is kept.
const maxKeptStack = 1 << 12

// newFastThread makes a thread that stands before the entry of f.
// A frame that cannot be had ends the run.
func newFastThread(w *world, id int, f *ir.Func, args []Value) *fastThread {
	t := &fastThread{w: w, maxDepth: w.o.MaxDepth}
	if s, ok := stacks.Get().(*[]slot); ok {
		t.stack = *s
	}
	t.thread.init(w, id, t.traceFrames, func() *[]liveSlot { return &t.frames[len(t.frames)-1].slots })
	t.more = func() []argument { return t.frames[len(t.frames)-1].arguments() }
	t.thread.save, t.thread.depth = t.savePlace, func() int { return len(t.frames) }
	fn := w.fastFunc(f)
	if base, ok := t.push(fn); ok {
		for n, a := range args {
			t.unboxAs(base+fn.paramAt[n], f.Params[n].Type, paramWidth(f.Params[n]).class(), w.paramCheck(f, n, a))
		}
		if fn.memAt >= 0 {
			t.unbox(base+fn.memAt, classO, Token(w.version))
		}
		// run takes the edge into the entry block, which pays for it.
		t.frames[0].pc = -1
	} else {
		t.tooDeep()
	}
	return t
}

// traceFrames lists the calls in progress, innermost first.
// pc of the innermost frame must have been stored, as every way out of the loop does.
func (t *fastThread) traceFrames() []Frame {
	var out []Frame
	for n := len(t.frames) - 1; n >= 0 && len(out) < maxTrace; n-- {
		fr := &t.frames[n]
		pc := max(fr.pc, 0)
		// Outer frames stand behind their call.
		if n < len(t.frames)-1 {
			pc--
		}
		out = append(out, t.w.frame(fr.fn.f, fr.fn.meta[pc].inst))
	}
	return out
}

// slow executes the IR instructions of the code at pc with the reference evaluator and leaves in the frame where to
// continue; it is false if the run ended.
// It is the only way out of specialised code, so an instruction's meaning beyond its 64-bit case is written
// once, in exec.
func (t *fastThread) slow(fn *fastFunc, base int32, pc int32) bool {
	fr := &t.frames[len(t.frames)-1]
	fr.pc = pc
	if t.stale {
		t.sweep()
	}
	if fn.code[pc].op == fBrIf { // only poison is boxed
		t.w.branchOnPoison(&t.thread, fn.f, fn.meta[pc].inst, t.objs[base+fn.code[pc].a])
		return false
	}
	next, ok := t.leave(fn, base, pc)
	if !ok || t.w.ended != nil {
		return false
	}
	fr.pc = next
	if t.w.switchNow {
		t.left = int64(fn.meta[pc].rest)
		return t.seenAfter(fr, base)
	}
	return true
}

// leave executes the IR instructions of the code at pc. No slot was written since the instruction before.
// Guards and checks lead here too, and say by skip and b what of the instruction's code is left to jump over.
func (t *fastThread) leave(fn *fastFunc, base int32, pc int32) (next int32, ok bool) {
	m := &fn.meta[pc]
	c := &fn.code[pc]
	next = pc + 1 + m.skip
	switch {
	case c.op.first().guards():
		next += c.b
	case c.op.first().checks():
		if m.what != metaInst {
			return next, t.convertSlow(fn, base, c, m)
		}
	}
	fused := [...]ir.Inst{m.inst, m.inst2, m.store}
	for n, i := range fused {
		if i != ir.NoInst && !t.slowInst(fn, base, i) {
			for _, i := range fused[n+1:] {
				if i != ir.NoInst {
					t.refund++ // it was paid for and not executed
				}
			}
			return 0, false
		}
	}
	return next, true
}

// onSlow, if it is set, sees every instruction that the reference evaluator's functions execute for this engine.
// Tests set it.
var onSlow func(f *ir.Func, i ir.Inst)

// slowInst executes one instruction on boxed values, in the order of the reference evaluator: read all,
// execute, write all.
// Stack slots are not among these instructions: code of their own makes them.
func (t *fastThread) slowInst(fn *fastFunc, base int32, i ir.Inst) bool {
	f := fn.f
	if fn.deferred != nil && !t.loadDeferred(fn, base, i) {
		return false
	}
	if r, ok := fn.registers[i]; ok && !t.materialise(fn, base, r) {
		return false
	}
	if !t.w.dontCares(f, i) && (t.wideInst(fn, base, i) || t.flow(fn, base, i)) {
		return t.w.ended == nil
	}
	if onSlow != nil {
		onSlow(f, i)
	}
	if fn.drew[i] {
		t.w.dontCare = t.drawn // what its probes have drawn is drawn again
	}
	if fn.cover != nil {
		fn.cover.leaves(t, fn, base, i)
	}
	args := t.w.argsOf(f.NumFixed(i))
	for n := range args {
		args[n] = t.box(fn, base, f.Arg(i, n))
	}
	results := t.w.exec(&t.thread, f, i, args)
	if t.w.ended != nil {
		return false
	}
	for n, r := range results {
		if v := f.Result(i, n); fn.slotOf[v] >= 0 {
			t.unboxAs(base+fn.slotOf[v], f.TypeOf(v), fn.class[v], r)
		}
	}
	return true
}

// convertSlow makes the checks of a value that is passed on: to a block argument, a call, a
// return or a result of a call.
// Each kind makes the checks that the reference evaluator makes at that place, in the same order: use-side,
// then the claim of what receives the value.
func (t *fastThread) convertSlow(fn *fastFunc, base int32, c *code, m *codeMeta) bool {
	w, f, i := t.w, fn.f, m.inst
	p := t.passing(fn, c, m)
	if t.passQuick(fn, base, c, &p) {
		return true
	}
	if onSlow != nil {
		onSlow(f, i)
	}
	var v Value
	switch m.what {
	case metaEdge:
		v = t.box(fn, base, f.Arg(i, int(m.n)))
		v = w.useCheck(f, i, int(m.n), v)
		v = w.argCheck(f, i, m.arg, v)
	case metaArg:
		v = t.box(fn, base, f.Arg(i, int(m.n)))
		v = w.useCheck(f, i, int(m.n), v)
		if f.Op(i) == ir.OpCall {
			v = w.paramCheck(w.calleeOf(f, i), int(m.n)-1, v)
		}
	case metaRet:
		v = t.box(fn, base, f.Arg(i, int(m.n)))
		v = w.useCheck(f, i, int(m.n), v)
		v = w.returnCheck(f, i, int(m.n), v)
	case metaBlockArg:
		v = w.argCheck(f, i, m.arg, t.boxSlot(base+p.src, p.typ, p.from))
	case metaResult, metaParam:
		v = t.boxSlot(base+p.src, p.typ, p.from)
		v = w.defCheck(f, i, max(int(m.n), 0), v)
	}
	if w.ended != nil {
		return false
	}
	t.unboxAs(base+c.dst, p.typ, p.to, v)
	return true
}

// passage is a value on its way to a block argument, a parameter or a result: where it is, what is claimed of it on
// the use and by what receives it, and in which class it arrives.
type passage struct {
	src        int32
	typ        ir.Type
	from, to   class
	use, claim ir.Annot
}

// passing is what the check c is about.
func (t *fastThread) passing(fn *fastFunc, c *code, m *codeMeta) (p passage) {
	f, i := fn.f, m.inst
	switch m.what {
	case metaResult:
		r := f.Result(i, int(m.n))
		from := t.w.calleeOf(f, i).Returns[m.n-1]
		return passage{src: c.a, typ: f.TypeOf(r), from: classOfParam(from), to: fn.class[r], claim: f.AnnotOf(r)}
	case metaBlockArg:
		return passage{src: c.a, typ: f.TypeOf(m.arg), from: classG, to: fn.class[m.arg], claim: f.AnnotOf(m.arg)}
	case metaParam:
		n, r := f.Attr(i).Imm, f.Result(i, 0)
		return passage{src: fn.paramAt[n], typ: f.TypeOf(r), from: classOfParam(f.Params[n]), to: fn.class[r], claim: f.AnnotOf(r)}
	}
	o := f.Operand(i, int(m.n))
	p = passage{src: fn.slotOf[o.Value], typ: f.TypeOf(o.Value), from: fn.class[o.Value], use: o.Annot}
	p.to = p.from
	switch {
	case m.what == metaEdge:
		p.to, p.claim = fn.class[m.arg], f.AnnotOf(m.arg)
	case m.what == metaRet:
		p.to, p.claim = classOfParam(f.Returns[m.n]), f.Returns[m.n].Annot
	case f.Op(i) == ir.OpCall:
		param := t.w.calleeOf(f, i).Params[m.n-1]
		p.to, p.claim = classOfParam(param), param.Annot
	case t.w.overwrites(o.Annot): // of a switch
		p.to = classG
	}
	return p
}

// passQuick passes poison, which no claim changes, and ints of up to 129 bits that satisfy all claims.
func (t *fastThread) passQuick(fn *fastFunc, base int32, c *code, p *passage) bool {
	if t.w.aggregateLeaves(p.typ) != nil || t.w.overwrites(p.use) || t.w.overwrites(p.claim) {
		return false
	}
	if s := base + p.src; t.stack[s].t == boxed {
		if _, ok := t.objs[s].(Poison); !ok {
			return false
		}
		t.setObj(base+c.dst, t.objs[s])
		return true
	}
	if p.typ != ir.Int {
		return false
	}
	s := t.stack[base : base+fn.size]
	x, _ := load129(s, &wideArg{slot: p.src, class: p.from})
	for _, a := range [...]ir.Annot{p.use, p.claim} {
		claim, ok := fn.claim(a)
		if !ok || claim != nil && !claim.holds(x) {
			return false
		}
	}
	store129(s, &wideArg{slot: c.dst, class: p.to}, x)
	return true
}

// classOfParam is the class in which a parameter or result is passed, known to caller and callee from the signature.
func classOfParam(p ir.Param) class {
	if p.Type != ir.Int {
		return classO
	}
	return paramWidth(p).class()
}

// callSlow calls through a pointer, or an external function, or with a wrong signature. It
// returns the new innermost function, which is fn again after a host call.
// A call that turns out to pass everything as it is gets remembered at its site, so that a virtual call costs
// as much as a direct one from the second time on.
// hostDone and true mean that the frame of a function of the module was made, and is innermost now.
func (t *fastThread) callSlow(fn *fastFunc, base int32, pc int32) (hostStatus, bool) {
	w, f := t.w, fn.f
	i := fn.meta[pc].inst
	t.frames[len(t.frames)-1].pc = pc
	if fn.cover != nil && !t.waits {
		fn.cover.slow[i]++
	}
	t.waits = false
	args := make([]Value, f.NumFixed(i))
	for n := range args {
		args[n] = w.useCheck(f, i, n, t.box(fn, base, f.Arg(i, n)))
	}
	callee, name, ok := w.callTarget(&t.thread, f, i, args)
	if !ok {
		return hostEnded, false
	}
	if callee == nil {
		results, status := w.hostCall(&t.thread, f, i, name, args[1:len(args)-1])
		if status != hostDone {
			t.waits = status == hostBlock
			return status, false
		}
		t.newToken(fn, base, i)
		for n, r := range results {
			v := f.Result(i, n+1)
			t.unboxAs(base+fn.slotOf[v], f.TypeOf(v), fn.class[v], w.defCheck(f, i, n+1, r))
		}
		return hostDone, false
	}
	cf := w.fastFunc(callee)
	if site, ok := w.passAsIs(fn, i, cf); ok {
		if p, isPtr := args[0].(Ptr); isPtr && p.Kind == memory.ProvAlloc {
			// The first ones stay: a site that reaches more functions than that calls the others as it did
			// the first time.
			if in := &fn.indirect[fn.code[pc].imm]; len(*in) < maxIndirect {
				*in = append(*in, indirectCall{uint32(p.Alloc), p.Addr, site})
			}
		}
	}
	nb, fits := t.push(cf)
	if !fits {
		t.tooDeep()
		return hostEnded, false
	}
	for n, p := range callee.Params {
		t.unboxAs(nb+cf.paramAt[n], p.Type, classOfParam(p), w.paramCheck(callee, n, args[n+1]))
	}
	if more := w.extraArguments(f, i, len(callee.Params), args[1:len(args)-1]); more != nil {
		t.frames[len(t.frames)-1].more = &more
	}
	if cf.memAt >= 0 {
		t.unbox(nb+cf.memAt, classO, args[len(args)-1])
	}
	return hostDone, true
}

// newToken makes the memory version after call i of a library function.
func (t *fastThread) newToken(fn *fastFunc, base int32, i ir.Inst) {
	if fn.memAt >= 0 {
		t.unbox(base+fn.slotOf[fn.f.Result(i, 0)], classO, t.w.newVersion())
	}
}

// passAsIs returns the copies that make call i a call of cf, if no value passed needs a check
// or another representation.
// The function's address is part of what is remembered, so a site that reaches many functions is right, only slower.
// A claim of the callee that the value carries already, by the same annotation, was checked where the value
// was made.
func (w *world) passAsIs(fn *fastFunc, i ir.Inst, cf *fastFunc) (site callSite, ok bool) {
	f := fn.f
	site.callee = cf
	if len(cf.f.Params) != f.NumFixed(i)-2 {
		return site, false // a copy has no place for more
	}
	for n, p := range cf.f.Params {
		o := f.Operand(i, n+1)
		if claims(o.Annot) || w.overwrites(o.Annot) || w.overwrites(p.Annot) || !passes(f.AnnotOf(o.Value), fn.width[o.Value], fn.class[o.Value], p.Annot, classOfParam(p)) {
			return site, false
		}
		site.args = appendMoves(site.args, cf.paramAt[n], fn.slotOf[o.Value], w.layoutOf(p.Type, classOfParam(p)))
	}
	for n, p := range cf.f.Returns {
		v := f.Result(i, n+1)
		if w.overwrites(f.AnnotOf(v)) || !passes(p.Annot, paramWidth(p), classOfParam(p), f.AnnotOf(v), fn.class[v]) {
			return site, false
		}
		site.dst = appendParts(site.dst, fn.slotOf[v], w.layoutOf(p.Type, classOfParam(p)))
	}
	if fn.memAt >= 0 {
		site.args = append(site.args, move{cf.memAt, fn.slotOf[f.Arg(i, f.NumFixed(i)-1)], 1})
		site.dst = append(site.dst, fn.slotOf[f.Result(i, 0)])
	}
	return site, !claims(f.Operand(i, 0).Annot)
}

// passes reports whether every value that satisfies claim a, of width w if it is an int and of class from, satisfies b and is the same in class to.
func passes(a ir.Annot, w width, from class, b ir.Annot, to class) bool {
	// What satisfies b is of class to, and an int64 is a word of all classes that hold it.
	if from != to && from != classS || from == classO && a != b && claims(b) {
		return false
	}
	return a == b || implied(b, w)
}

// returnSlow stores the results of callee into the call at pc of the frame that is innermost
// now.
// It is used where the call was not made by copies: results are checked and stored one by one.
func (t *fastThread) returnSlow(callee *fastFunc, cbase int32, parts []retPart) bool {
	fr := &t.frames[len(t.frames)-1]
	fn, i := fr.fn, fr.fn.meta[fr.pc-1].inst
	for n, p := range callee.f.Returns {
		v := fn.f.Result(i, n+1)
		val := t.boxSlot(cbase+parts[0].slot, p.Type, classOfParam(p))
		parts = parts[len(t.w.layoutOf(p.Type, classOfParam(p))):]
		val = t.w.defCheck(fn.f, i, n+1, val)
		if t.w.ended != nil {
			return false
		}
		t.unboxAs(fr.base+fn.slotOf[v], fn.f.TypeOf(v), fn.class[v], val)
	}
	if fn.memAt >= 0 {
		t.stack[fr.base+fn.slotOf[fn.f.Result(i, 0)]] = t.stack[cbase+parts[0].slot]
	}
	return true
}

// newStackSlot executes the stack_slot, or stack_slot.dyn, at pc.
func (w *world) newStackSlot(fn *fastFunc, pc int32, size uint64) (p memory.Pointer, ok bool) {
	i, site := fn.meta[pc].inst, &fn.slots[fn.code[pc].imm]
	if site.name == "" {
		site.name = w.slotName(fn.f, i)
	}
	return w.allocSlot(size, fn.f.Attr(i).Align, site.name, fn.id|memory.Site(i))
}

// killSlots ends the stack slots of the innermost frame that lie in region r, NoRegion being
// all of them, because of the branch or return i.
// Deaths come in the order of births, as in the reference evaluator.
func (t *fastThread) killSlots(r ir.Region, i ir.Inst) {
	fr := &t.frames[len(t.frames)-1]
	keep := fr.slots[:0]
	for _, s := range fr.slots {
		if r == ir.NoRegion || fr.fn.f.InRegion(s.region, r) {
			t.w.space.Free(s.id, fr.fn.id|memory.Site(i), memory.DeadSlot)
		} else {
			keep = append(keep, s)
		}
	}
	fr.slots = keep
}

// entryResults are the data results of the thread's first function.
// They are boxed, as they leave the engine.
func (t *fastThread) entryResults(fn *fastFunc, base int32, parts []retPart) []Value {
	var vals []Value
	for _, p := range fn.f.Returns {
		vals = append(vals, t.boxSlot(base+parts[0].slot, p.Type, classOfParam(p)))
		parts = parts[len(t.w.layoutOf(p.Type, classOfParam(p))):]
	}
	return vals
}
