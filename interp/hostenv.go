package interp

import (
	"fmt"
	"io"
	"slices"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// hostEnv is the host.Env of one call.
// Functions of package host see memory through it alone, so every access is checked and every byte accounted for.
// It is made for a call and dropped after it; a call that is made again has a new one.
type hostEnv struct {
	w    *world
	t    *thread
	f    *ir.Func
	i    ir.Inst
	name string
	// the arguments that the function was given, for reports
	given []host.Value
	// how many come before those of a list, if it was given one
	fixed  int
	listed bool
	// what the call saw, for its event
	reads    [][]byte
	replaced []Value // the arguments, where a fallback changed one
	// whether the event is the last one, to be completed with results
	recorded bool
}

var _ host.Env = (*hostEnv)(nil)

// readWork is how many bytes that a function reads at once are as much work as one of what
// [world.charge] counts.
const readWork = 8

const hostFallback = "the bytes are not touched"

// reach checks an access of the function.
// Library functions have no alignment to keep, and their accesses are not atomic.
// A refused access has been reported; the run may continue.
func (h *hostEnv) reach(p memory.Pointer, n uint64, kind string) (*memory.Alloc, uint64, bool) {
	w := h.w
	write := kind == "write"
	if p.View != 0 && copiesBytes[h.name] {
		p = w.space.Without(p, memory.LooseView)
	}
	a, off, flt := w.mem.Check(p, n, 0, write)
	w.countAccess(h.f, h.i, p, 0, write)
	if flt != nil {
		w.failAccessOf(h.name+": ", h.f, h.i, flt, kind, h.pointer(p), hostFallback)
		return nil, 0, false
	}
	return a, off, w.touch(h.f, h.i, a, off, n, write, false)
}

// operand is argument n of the call in a report, by the name that the author gave it.
func (h *hostEnv) operand(n int, v Value) []Operand {
	name := fmt.Sprintf("argument %d", n)
	if n+1 < h.f.NumOperands(h.i) && (!h.listed || n < h.fixed) {
		name = h.w.number(h.f).Name(h.f.Arg(h.i, n+1))
	}
	return []Operand{{name, v, h.w.space}}
}

// pointer is what a report shows of a pointer that the function uses: the argument that it is, or that it was made from.
func (h *hostEnv) pointer(p memory.Pointer) []Operand {
	at := slices.IndexFunc(h.given, func(v host.Value) bool { return v.Kind == host.Ptr && v.Ptr == p })
	if at < 0 {
		at = slices.IndexFunc(h.given, func(v host.Value) bool {
			return v.Kind == host.Ptr && v.Ptr.Kind == memory.ProvAlloc && v.Ptr.Kind == p.Kind && v.Ptr.Alloc == p.Alloc
		})
	}
	if at < 0 {
		return []Operand{{"pointer", Ptr{p}, h.w.space}}
	}
	return h.operand(at, Ptr{h.given[at].Ptr})
}

// operands are the arguments that the function was given.
func (h *hostEnv) operands() (out []Operand) {
	for n, x := range h.given {
		var v Value
		switch {
		case x.Kind == host.Ptr:
			v = Ptr{x.Ptr}
		case x.Kind.IsInt():
			v = Int{x.Int}
		case x.Kind == host.F64:
			v = Float{Type: ir.F64, Lo: x.Bits}
		case x.Kind == host.F32:
			v = Float{Type: ir.F32, Lo: x.Bits}
		case x.Kind == host.F80:
			v = Float{Type: ir.F80, Lo: x.Bits, Hi: x.Hi}
		default:
			continue
		}
		out = append(out, h.operand(n, v)...)
	}
	return out
}

// Read implements host.Env.
// The copy is the caller's.
// It counts against the memory limit until the next census.
func (h *hostEnv) Read(p memory.Pointer, n uint64, visible bool) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	a, off, ok := h.reach(p, n, "read")
	if !ok {
		return nil, false
	}
	h.w.charge(int64(1 + n/readWork))
	if !h.w.grow(n) || h.w.ended != nil {
		return nil, false
	}
	h.w.checked(UBExternalRead, h.f, h.i)
	out := make([]byte, n)
	if data, known := a.Window(off, n); known && h.w.mem == programMemory(h.w.space) {
		copy(out, data)
	} else if !h.readMixed(a, off, out) {
		return nil, false
	}
	if visible {
		h.reads = append(h.reads, out)
	}
	return out, true
}

// readMixed reads bytes that are not all Bits. The first that is uninit or poison is reported; it
// is false if that ended the run.
// A fragment is read as the byte of its pointer's address, which depends on where the allocation is.
func (h *hostEnv) readMixed(a *memory.Alloc, off uint64, out []byte) bool {
	w := h.w
	bad := false
	b := make([]memory.Byte, min(len(out), bitsChunk))
	for at := 0; at < len(out); at += len(b) {
		b = b[:min(len(b), len(out)-at)]
		w.mem.ReadBytes(a, off+uint64(at), b)
		for k, x := range b {
			switch {
			case x.Kind == memory.Bits:
				out[at+k] = x.Value
			case x.Kind == memory.Fragment:
				w.looksAt(h.f, h.i, x.Frag)
				out[at+k] = byte(x.Frag.Addr >> (8 * x.Value))
			case !bad:
				bad = true
				u := &UB{Code: UBExternalRead, Operands: h.operands(), Cause: w.causeOf(x.Cause), Fallback: "the byte is read as 0",
					Access:  w.access("read", w.space.Pointer(a.ID, off), uint64(len(out)), 0, a, off),
					Message: fmt.Sprintf("%s reads byte %d of %s, which is %s", h.name, off+uint64(at+k), allocName(a), x.Kind)}
				if !w.fail(h.f, h.i, u) {
					return false
				}
			}
		}
	}
	return true
}

// Write implements host.Env.
func (h *hostEnv) Write(p memory.Pointer, b []byte) bool {
	if len(b) == 0 {
		return true
	}
	a, off, ok := h.reach(p, uint64(len(b)), "write")
	if ok {
		h.w.forgetTypes(a, off, uint64(len(b)))
	}
	return ok && h.done(a, off, uint64(len(b)), h.w.writeBits(a, off, b))
}

// WritePointer implements host.Env.
func (h *hostEnv) WritePointer(p, v memory.Pointer) bool {
	a, off, ok := h.reach(p, 8, "write")
	return ok && h.done(a, off, 8, h.w.mem.WriteBytes(a, off, pointerBytes(v)))
}

// ReadPointer implements host.Env.
func (h *hostEnv) ReadPointer(p memory.Pointer) (memory.Pointer, bool) {
	a, off, ok := h.reach(p, ir.PtrBytes, "read")
	if !ok {
		return memory.Pointer{}, false
	}
	w := h.w
	w.checked(UBExternalRead, h.f, h.i)
	b := make([]memory.Byte, ir.PtrBytes)
	w.mem.ReadBytes(a, off, b)
	v := w.decode(b, ir.Ptr, func(badBytes) *Cause { return nil })
	if x, is := v.(Ptr); is {
		return x.Pointer, true
	}
	u := &UB{Code: UBExternalRead, Operands: h.operands(), Fallback: "it is read as null",
		Access:  w.access("read", w.space.Pointer(a.ID, off), ir.PtrBytes, 0, a, off),
		Message: fmt.Sprintf("%s reads a pointer at byte %d of %s, where there is none", h.name, off, allocName(a))}
	return memory.Pointer{}, w.fail(h.f, h.i, u)
}

// Expose implements host.Env.
func (h *hostEnv) Expose(p memory.Pointer) { h.w.expose(h.f, h.i, p) }

// FromAddress implements host.Env.
func (h *hostEnv) FromAddress(addr uint64) memory.Pointer {
	return memory.Pointer{Addr: addr, Kind: memory.ProvWildcard}
}

// Room implements host.Env.
func (h *hostEnv) Room(p memory.Pointer, n uint64) bool {
	if n == 0 {
		return true
	}
	w := h.w
	_, _, flt := w.mem.Check(p, n, 0, true)
	w.countAccess(h.f, h.i, p, 0, true)
	if flt != nil {
		w.failAccessOf(h.name+": ", h.f, h.i, flt, "write", h.pointer(p), hostFallback)
	}
	return flt == nil
}

// done finishes a write.
// done marks the bytes as written, or ends the run if there was no room for them.
func (h *hostEnv) done(a *memory.Alloc, off, n uint64, err error) bool {
	if err != nil {
		h.w.limit("%s", err)
		return false
	}
	h.w.wrote(h.f, h.i, a, off, n)
	return h.w.ended == nil
}

// Copy implements host.Env.
// Destination first, as memcpy of the IR does: the order of reports.
func (h *hostEnv) Copy(dst, src memory.Pointer, n uint64, mayOverlap bool) bool {
	if n == 0 {
		return true
	}
	w := h.w
	to, toOff, ok := h.reach(dst, n, "write")
	if !ok {
		return false
	}
	from, fromOff, ok := h.reach(src, n, "read")
	if !ok {
		return false
	}
	if !mayOverlap {
		w.checked(UBOverlap, h.f, h.i)
		if to.ID == from.ID && toOff < fromOff+n && fromOff < toOff+n {
			u := &UB{Code: UBOverlap, Operands: h.operands(), Access: w.access("copy", dst, n, 0, to, toOff), Fallback: "the bytes are copied as memmove does",
				Message: fmt.Sprintf("%s of bytes [%d, %d) to bytes [%d, %d) of %s overlaps", h.name, fromOff, fromOff+n, toOff, toOff+n, allocName(to))}
			if !w.fail(h.f, h.i, u) {
				return false
			}
		}
	}
	w.chargeBulk(n)
	w.copyTypes(to, toOff, from, fromOff, n)
	return w.ended == nil && h.done(to, toOff, n, w.mem.Copy(to, toOff, from, fromOff, n))
}

// Fill implements host.Env.
func (h *hostEnv) Fill(dst memory.Pointer, b byte, n uint64) bool {
	if n == 0 {
		return true
	}
	a, off, ok := h.reach(dst, n, "write")
	if ok {
		h.w.chargeBulk(n)
		h.w.forgetTypes(a, off, n)
	}
	return ok && h.w.ended == nil && h.done(a, off, n, h.w.mem.Fill(a, off, n, memory.BitsByte(b)))
}

// Forget implements host.Env.
func (h *hostEnv) Forget(dst memory.Pointer, n uint64) bool {
	if n == 0 {
		return true
	}
	a, off, ok := h.reach(dst, n, "write")
	return ok && h.w.ended == nil && h.done(a, off, n, h.w.mem.Fill(a, off, n, memory.UninitByte()))
}

// FromLibrary implements host.Env.
func (h *hostEnv) FromLibrary() bool { return h.f.Module == clib.Module() }

// Calls implements host.Env. It looks at the innermost calls, as far as reports list them.
func (h *hostEnv) Calls(function string) (n int) {
	for _, fr := range h.t.trace() {
		if fr.library() && fr.fn.Name == function {
			n++
		}
	}
	return n
}

// Threads implements host.Env.
func (h *hostEnv) Threads() int { return h.w.live }

// Lives implements host.Env.
func (h *hostEnv) Lives(p memory.Pointer) bool {
	a := h.w.space.Record(h.w.allocationOf(p))
	return a == nil || a.State == memory.Live
}

// Sum implements host.Env.
func (h *hostEnv) Sum(p memory.Pointer, n uint64) uint64 {
	a := h.w.space.Record(h.w.allocationOf(p))
	if a == nil || a.State != memory.Live || p.Addr < a.Base || p.Addr-a.Base > a.Size || n > a.Size-(p.Addr-a.Base) {
		return 0
	}
	return h.w.space.Sum(a, p.Addr-a.Base, n)
}

// Alloc implements host.Env.
// Failure is an answer of malloc and no end of the run.
func (h *hostEnv) Alloc(size, align uint64) (memory.Pointer, bool) {
	s := h.w.host
	if s.allocs++; s.allocs == h.w.o.FailAlloc {
		s.failed = h.w.site(h.f, h.i)
		return memory.Pointer{}, false
	}
	id, err := h.w.mem.Alloc(memory.Heap, size, align, h.name, h.w.site(h.f, h.i))
	if err != nil {
		return memory.Pointer{}, false
	}
	return h.w.space.Pointer(id, 0), true
}

// Static implements host.Env.
func (h *hostEnv) Static(size uint64, name string, text []byte) (memory.Pointer, bool) {
	id, err := h.w.mem.Alloc(memory.Global, size, host.MallocAlign, name, h.w.site(h.f, h.i))
	if err != nil || h.w.writeBits(h.w.space.Record(id), 0, text) != nil {
		return memory.Pointer{}, false
	}
	if text != nil {
		h.w.mem.SetReadOnly(id, true)
	}
	return h.w.space.Pointer(id, 0), true
}

// Heap implements host.Env.
func (h *hostEnv) Heap(p memory.Pointer, what string) (uint64, bool) {
	a, ok := h.heap(p, what)
	if !ok {
		return 0, false
	}
	return a.Size, true
}

// heap finds the allocation that p may free or resize.
func (h *hostEnv) heap(p memory.Pointer, what string) (*memory.Alloc, bool) {
	w := h.w
	w.checked(UBDoubleFree, h.f, h.i)
	w.checked(UBInvalidFree, h.f, h.i)
	a, flt := w.mem.CheckFree(p)
	if flt != nil {
		w.failAccess(h.f, h.i, flt, "free", h.pointer(p), "nothing is freed")
		return nil, false
	}
	return a, true
}

// Free implements host.Env.
// Freeing is a write of all bytes to the race detector: an unordered access is a race whichever comes first.
func (h *hostEnv) Free(p memory.Pointer) bool {
	a, ok := h.heap(p, "free")
	if !ok || !h.w.touchAll(h.f, h.i, a) {
		return false
	}
	h.w.mem.Free(a.ID, h.w.site(h.f, h.i), memory.Freed)
	return true
}

// Output implements host.Env.
// Lines are written whole, so that output and reports on one terminal do not mix within a line.
func (h *hostEnv) Output(b []byte) {
	if !h.w.o.NoEvents && !h.w.keep(uint64(len(b))) { // who keeps events keeps output too
		return
	}
	if h.w.o.Stdout == nil || len(b) == 0 {
		return
	}
	h.w.output = append(h.w.output, b...)
	if b[len(b)-1] == '\n' || len(h.w.output) >= outputBuffer {
		h.w.flush()
	}
}

// outputBuffer bounds the output that waits for the end of its line.
const outputBuffer = 1 << 15

// flush writes the output that waits.
func (w *world) flush() {
	if o, ok := w.o.Observer.(*tracer); ok { // lines of the trace come in the order of the output
		o.flush()
	}
	if len(w.output) == 0 {
		return
	}
	// On an error what the program prints from here on is lost, and it may continue for ever.
	if _, err := w.o.Stdout.Write(w.output); err != nil {
		w.limit("standard output: %s", err)
	}
	w.output = w.output[:0]
}

// Input implements host.Env.
// What waits to be written comes first: it may be the prompt.
// Reading blocks the run as long as the reader does: Stop is not asked meanwhile.
func (h *hostEnv) Input(n uint64) []byte {
	if h.w.o.Stdin == nil {
		return nil
	}
	h.w.flush()
	b, err := io.ReadAll(io.LimitReader(h.w.o.Stdin, int64(min(n, 1<<30))))
	if err != nil {
		h.w.limit("standard input: %s", err)
	}
	return b
}

// State implements host.Env.
func (h *hostEnv) State() *host.State { return &h.w.host.library }

// Rand implements host.Env.
func (h *hostEnv) Rand() uint64 { return h.w.host.rand.next() }

// SeedRand implements host.Env.
// The same seed gives the same numbers in one run's configuration, and others under another seed of the run,
// so that programs that rely on the sequence of one C library are found out.
func (h *hostEnv) SeedRand(seed uint64) {
	s := stream(h.w.host.base)
	h.w.host.rand = stream(s.next() ^ seed)
}

// Rand48 implements host.Env.
func (h *hostEnv) Rand48() *uint64 { return &h.w.host.r48 }

// Exit implements host.Env.
// Functions that atexit was given run when the engine has seen that the run ended.
func (h *hostEnv) Exit(code int, quick bool) {
	s := h.w.host
	if s.exiting && !quick {
		h.Contract("exit: called by a function that exit called")
		if h.Over() {
			return
		}
	}
	s.quick = quick || s.exiting
	fr := h.w.frame(h.f, h.i)
	h.w.end(&Outcome{Kind: Exited, ExitCode: code, Where: &fr})
}

// Abort implements host.Env.
func (h *hostEnv) Abort(reason string) {
	fr := h.w.frame(h.f, h.i)
	if fs := h.t.trace(); fr.library() {
		if n := slices.IndexFunc(fs, func(f Frame) bool { return !f.library() }); n >= 0 {
			fr = fs[n] // where the program called it
		}
	}
	h.w.end(&Outcome{Kind: Trapped, Reason: reason, Where: &fr})
}

// Contract implements host.Env.
// The function continues if the run does.
func (h *hostEnv) Contract(format string, args ...any) {
	var operands []Operand
	if h.f.Module != clib.Module() { // whose arguments say nothing
		operands = h.operands()
	}
	h.w.fail(h.f, h.i, &UB{Code: UBHostContract, Operands: operands, Message: fmt.Sprintf(format, args...), Fallback: "the function does what it can"})
}

// Over implements host.Env.
func (h *hostEnv) Over() bool { return h.w.ended != nil }

// AtExit implements host.Env.
func (h *hostEnv) AtExit(fn memory.Pointer) bool {
	w := h.w
	target, ok := w.resolve(h.f, h.i, fn, h.pointer(fn))
	switch {
	case !ok:
		return false
	case target.fn == nil:
		w.limit("external function %s for atexit", ir.SymbolText(target.ext))
		return false
	case len(target.fn.Params) > 0 || len(target.fn.Returns) > 0:
		return h.wrong(fmt.Sprintf("%s cannot be called at the exit: it must take and return nothing", ir.SymbolText(target.fn.Name)))
	case len(w.host.exits) == maxExits:
		return false
	}
	w.host.exits = append(w.host.exits, target.fn)
	return true
}

// Spawn implements host.Env. The function takes the pointer, or nothing.
// The new thread runs at the earliest when this call is over.
func (h *hostEnv) Spawn(fn, arg memory.Pointer) (int64, bool) {
	w := h.w
	target, ok := w.resolve(h.f, h.i, fn, h.pointer(fn))
	switch {
	case !ok:
		return 0, false
	case target.fn == nil:
		w.limit("external function %s as a thread", ir.SymbolText(target.ext))
		return 0, false
	}
	p := target.fn.Params
	if len(p) > 1 || len(p) == 1 && p[0].Type != ir.Ptr {
		return 0, h.wrong(fmt.Sprintf("%s cannot be a thread: it must take a ptr or nothing", ir.SymbolText(target.fn.Name)))
	}
	args := []Value{Ptr{arg}}
	id, ok := w.startThread(target.fn, args[:len(p)])
	return int64(id), ok
}

// Join implements host.Env.
// Values of other types than int join as 0.
func (h *hostEnv) Join(id int64) (num.Int, host.Status) {
	w := h.w
	w.checked(UBJoin, h.f, h.i)
	results, state := w.joinThread(id)
	switch {
	case state == joinWait:
		return num.Int{}, host.Blocked
	case state == joinBad:
		w.fail(h.f, h.i, &UB{Code: UBJoin, Operands: h.operands(), Message: fmt.Sprintf("%d is no thread that can be joined", id)})
		return num.Int{}, host.Ended
	case len(results) == 0:
		return num.Int{}, host.Done
	}
	switch v := results[0].(type) {
	case Int:
		return v.V, host.Done
	case Poison:
		// Poison that a thread returns would leave the interpreter's sight in the joiner's int.
		w.checked(UBPoisonExternal, h.f, h.i)
		u := &UB{Code: UBPoisonExternal, Message: fmt.Sprintf("thread %d returned poison", id), Cause: v.Cause, Fallback: "it joins as 0"}
		if !w.fail(h.f, h.i, u) {
			return num.Int{}, host.Ended
		}
	}
	return num.Int{}, host.Done
}

// Wait implements host.Env.
// The word is looked at as an atomic operation would: a thread that changes it meanwhile makes no race.
func (h *hostEnv) Wait(p memory.Pointer, value int64, timed bool) (late bool, s host.Status) {
	w := h.w
	if !w.waits() {
		a, off, flt := w.mem.Check(p, 4, 0, false)
		if flt != nil {
			w.failAccessOf(h.name+": ", h.f, h.i, flt, "read", h.pointer(p), hostFallback)
			return false, host.Ended
		}
		var b [4]memory.Byte
		w.mem.ReadBytes(a, off, b[:])
		for k, x := range b {
			if x.Kind == memory.Bits && x.Value != byte(value>>(8*k)) {
				return false, host.Done
			}
		}
	}
	late, ok := w.waitWord(p.Addr, timed)
	if !ok {
		return false, host.Blocked
	}
	return late, host.Done
}

// Wake implements host.Env.
func (h *hostEnv) Wake(p memory.Pointer, n int64) { h.w.wakeWord(p.Addr, n) }

// WaitOthers implements host.Env.
func (h *hostEnv) WaitOthers() host.Status {
	if h.w.waitOthers() {
		return host.Done
	}
	return host.Blocked
}

// ThreadID implements host.Env.
func (h *hostEnv) ThreadID() int64 { return int64(h.t.id) }

// Yield implements host.Env; every external call is a place where another thread may continue.
func (h *hostEnv) Yield() {}
