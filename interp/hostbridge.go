package interp

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/clib"
	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// hostState is what external functions remember between calls.
// There is one for a run; package host itself keeps nothing between calls.
type hostState struct {
	rand stream
	base uint64 // of the streams that srand starts
	r48  uint64 // of lrand48 and its like

	library host.State
	allocs  int64       // that were asked for
	failed  memory.Site // of the one that had to fail; 0 if none has
	clock   uint64      // what rdtsc has given
	exits   []*ir.Func  // that atexit was given
	exiting bool        // they are being called
	quick   bool        // the end that was asked for calls none
}

// newHostState starts rand from the run's seed.
func newHostState(w *world) *hostState {
	s := &hostState{base: w.o.Seed}
	s.rand = stream(s.base)
	s.library.Tree = w.o.Files
	return s
}

// maxQuietEvents bounds the recorded calls that nothing outside the program can see.
// A program that allocates a million times would fill its memory limit with events of malloc.
const maxQuietEvents = 1 << 16

// Unobservable reports whether nothing outside the program can see a call of the external
// function with that name: allocation, the memory and the string functions.
func Unobservable(name string) bool {
	fn, ok := host.Lookup(name)
	return ok && !fn.Observable
}

// hostCall calls an external function with the data arguments of call i, after their
// use-side checks. It returns the data results before their result-side checks.
// A call that waits has had no effect and is made again as a whole.
// Events are recorded in the order of the calls' ends.
// Library functions come before unknown ones of the same name: Havoc cannot replace malloc.
func (w *world) hostCall(t *thread, f *ir.Func, i ir.Inst, name string, args []Value) ([]Value, hostStatus) {
	w.cur = t
	if check := checkCalls[name]; check != nil {
		c := &checkCall{w: w, f: f, i: i, args: args}
		check(c)
		if w.ended != nil {
			return nil, hostEnded
		}
		return c.out, hostDone
	}
	h := &hostEnv{w: w, t: t, f: f, i: i, name: name}
	fn, ok := host.Lookup(name)
	if !ok && f.Module == clib.Module() {
		fn, ok = host.LookupInternal(name)
	}
	if !ok {
		if e := w.m.ExternNamed(name); e != nil && e.Asm != nil {
			if h.assembly(e.Asm, args); w.ended != nil {
				return nil, hostEnded
			}
			w.syncPoint()
			return nil, hostDone
		}
		if !w.o.Havoc[name] {
			w.end(&Outcome{Kind: Unsupported, Reason: "external function " + ir.SymbolText(name), Unknown: name, Where: w.here()})
			return nil, hostEnded
		}
		return h.havoc(args)
	}
	given, ok := h.arguments(fn, args)
	if !ok {
		return nil, hostEnded
	}
	h.given = given
	res, status := fn.Call(h, given)
	if status == host.Blocked {
		return nil, hostBlock
	}
	// A call that ended the run properly (exit, abort) is an event; one that was undefined is not, since a
	// comparison must not depend on how far the call came.
	if w.ended == nil || w.ended.Kind != Undefined {
		h.event(fn.Observable, h.shown(args), nil)
	}
	if w.ended != nil {
		return nil, hostEnded
	}
	if status == host.Ended {
		panic("BUG: " + name + " says that the run ended, but it did not")
	}
	results, ok := h.results(fn, res)
	if !ok {
		return nil, hostEnded
	}
	if constantResults[fn.Name] != "" && w.o.SourceUB {
		w.protect(fn.Name, results)
	}
	if n := len(w.events) - 1; h.recorded {
		w.events[n].Results = results
	}
	w.syncPoint()
	return results, hostDone
}

// event records the call.
// Its bytes count against the memory limit, as a program could otherwise fill the machine with output.
// Args and results are values, which are immutable, so none is copied.
func (h *hostEnv) event(observable bool, args, results []Value) {
	w := h.w
	// Observable calls are always recorded, as comparisons are about them.
	if w.o.NoEvents || !observable && w.quiet >= maxQuietEvents {
		return
	}
	if !observable {
		w.quiet++
	}
	n := uint64(eventBytes)
	for _, v := range args {
		n += cellBytes + intBytes64 + made(v)
	}
	for _, b := range h.reads {
		n += cellBytes + uint64(len(b))
	}
	if !w.keep(n) {
		return
	}
	h.recorded = true
	w.events = append(w.events, Event{Name: h.name, Args: args, Read: h.reads, Results: results, Frame: w.frame(h.f, h.i)})
}

// shown is the arguments as the function received them.
func (h *hostEnv) shown(args []Value) []Value {
	if h.replaced != nil {
		return h.replaced
	}
	return args
}

// arguments converts the arguments of a call for a function. ok is false if the run ended.
// Poison is undefined behaviour here, unlike in calls of the module's functions: outside nothing can track it.
// In runs that continue zero is passed, and the event shows that.
func (h *hostEnv) arguments(fn *host.Function, args []Value) ([]host.Value, bool) {
	w := h.w
	w.checked(UBCallSignature, h.f, h.i)
	if len(args) < len(fn.Params) || len(args) > len(fn.Params) && !fn.Variadic {
		return nil, h.wrong(fmt.Sprintf("%s takes %s, the call has %d", fn.Name, ir.Counted(len(fn.Params), "argument"), len(args)))
	}
	given := make([]argument, len(args))
	for n, v := range args {
		given[n] = argument{h.f.TypeOf(h.f.Arg(h.i, n+1)), v, ir.Mark{}}
	}
	out := make([]host.Value, 0, len(args))
	for n := 0; n < len(given); n++ {
		x, ok := h.oneArgument(fn, n, given[n], args)
		if !ok {
			return nil, false
		}
		if n < len(fn.Params) && fn.Params[n] == host.List { // the last one: its arguments take its place
			rest, ok := h.rest(x.Ptr)
			if !ok {
				return nil, false
			}
			h.fixed, h.listed = n, true
			h.replaced = slices.Clone(h.shown(args)[:n])
			for _, a := range rest {
				h.replaced = append(h.replaced, a.value)
			}
			given, n, fn = append(given[:n], rest...), n-1, fn.Expanded()
			continue
		}
		out = append(out, x)
	}
	return out, true
}

// oneArgument is argument n of args for a function. Poison is reported.
func (h *hostEnv) oneArgument(fn *host.Function, n int, a argument, args []Value) (x host.Value, ok bool) {
	w := h.w
	kind, ok := h.kind(fn, n, a.typ)
	if !ok {
		return x, h.wrong(fmt.Sprintf("argument %d of %s cannot be of type %s", n, fn.Name, a.typ))
	}
	code := poisonArgument(fn, n)
	w.checked(code, h.f, h.i)
	v := a.value
	if p, bad := v.(Poison); bad {
		u := &UB{Code: code, Message: fmt.Sprintf("argument %d of %s is poison", n, fn.Name),
			Operands: h.operand(n, v), Cause: p.Cause, Fallback: "zero is passed"}
		if !w.fail(h.f, h.i, u) {
			return x, false
		}
		v = h.zero(a.typ)
		h.replace(args, n, v)
	}
	return h.argument(fn, n, kind, v)
}

// replace notes what a function is given instead of argument n.
func (h *hostEnv) replace(args []Value, n int, v Value) {
	if h.replaced == nil {
		h.replaced = append([]Value(nil), args...)
	}
	h.replaced[n] = v
}

// wrong reports a call that does not fit the function, which ends the run, and is false.
func (h *hostEnv) wrong(message string) bool {
	h.w.fail(h.f, h.i, &UB{Code: UBCallSignature, Message: message})
	return false
}

// kind is what argument n, of type t, is for fn; ok is false if its type does not agree.
// The IR has one type of ints, so any of C's integer types is given as int and held to its bounds by argument.
func (h *hostEnv) kind(fn *host.Function, n int, t ir.Type) (host.Kind, bool) {
	var kind host.Kind
	switch {
	case t == ir.Int:
		kind = host.Long
	case t.Kind() == ir.KindPtr:
		kind = host.Ptr
	case t == ir.F32:
		kind = host.F32
	case t == ir.F64:
		kind = host.F64
	case t == ir.F80:
		kind = host.F80
	default:
		return 0, false
	}
	if n >= len(fn.Params) {
		if kind == host.F32 {
			kind = host.F64 // promoted
		}
		return kind, true
	}
	want := fn.Params[n]
	return want, want == kind || want.IsInt() && kind.IsInt() || want == host.List && kind == host.Ptr
}

// zero is what stands for poison of type t.
func (h *hostEnv) zero(t ir.Type) Value {
	switch {
	case t == ir.Int:
		return NewInt(0)
	case t.Kind() == ir.KindPtr:
		return Ptr{}
	}
	return Float{Type: t}
}

// argument converts one argument.
// An int outside the bounds of its C type is a mistake of the program; continuing, the function gets its low bits.
// Arguments behind "..." may be signed or unsigned words.
// A pointer goes through with its provenance; addresses are looked at where it is printed.
func (h *hostEnv) argument(fn *host.Function, n int, kind host.Kind, v Value) (host.Value, bool) {
	switch v := v.(type) {
	case Ptr:
		if n >= len(fn.Params) { // printed as a number
			h.w.looksAt(h.f, h.i, v.Pointer)
		}
		return host.Value{Kind: kind, Ptr: v.Pointer}, true
	case Float:
		bits := v.Lo
		if v.Type == ir.F32 && kind == host.F64 {
			bits = promoted(bits)
		}
		return host.Value{Kind: kind, Bits: bits, Hi: v.Hi}, true
	case Int:
		out := host.Value{Kind: kind, Int: v.V}
		lo, hi := kind.Bounds()
		if n >= len(fn.Params) {
			lo, hi = num.New(-1<<63), num.Mask(64)
		}
		if kind == host.Byte || v.V.Cmp(lo) >= 0 && v.V.Cmp(hi) <= 0 {
			return out, true
		}
		h.Contract("argument %d of %s is %s, which is no %s", n, fn.Name, formatInt(v.V), kind)
		n := uint(64)
		if kind == host.Int {
			n = 32
		}
		out.Int = v.V.Low(n)
		return out, h.w.ended == nil
	}
	panic(fmt.Sprintf("BUG: host argument %T", v))
}

// promoted is the f64 that a caller passes for an f32: a NaN keeps its sign and what it carries, and
// gets quiet, as the processor converts (C's default argument promotion).
func promoted(bits uint64) uint64 {
	if ieee754.F32.IsNaN(bits) {
		return bits>>31<<63 | 0x7ff8<<48 | bits&(1<<22-1)<<29
	}
	return ieee754.Exact{}.Convert(ieee754.F64, ieee754.F32, bits)
}

// results gives the results the types that the call expects. A call may take a pointer as an
// int: that is its address, exposed as by ptrtoint. No int can be taken as a pointer.
// A call may expect fewer results than there are, as C allows, and not more.
// A pointer result takes the address space that the call expects.
func (h *hostEnv) results(fn *host.Function, res []host.Value) ([]Value, bool) {
	var types []ir.Type
	for n := range h.f.NumResults(h.i) {
		if t := h.f.TypeOf(h.f.Result(h.i, n)); t != ir.Mem {
			types = append(types, t)
		}
	}
	if len(types) > len(res) {
		return nil, h.wrong(fmt.Sprintf("%s gives %s, the call expects %d", fn.Name, ir.Counted(len(fn.Result), "result"), len(types)))
	}
	out := make([]Value, len(types))
	for n, t := range types {
		r := res[n]
		switch {
		case r.Kind == host.Ptr && t.Kind() == ir.KindPtr:
			p := r.Ptr
			p.AS = t.AddrSpace()
			out[n] = Ptr{p}
		case r.Kind == host.F64 && t == ir.F64, r.Kind == host.F32 && t == ir.F32, r.Kind == host.F80 && t == ir.F80:
			out[n] = Float{Type: t, Lo: r.Bits, Hi: r.Hi}
		case r.Kind.IsInt() && t == ir.Int:
			out[n] = Int{r.Int}
		case r.Kind == host.Size && t.Kind() == ir.KindByte: // of a struct
			var b []memory.Byte
			for _, word := range res {
				b = append(b, intBytes(word.Int, 8)...)
			}
			size, _ := t.Size(h.w.o.VScale)
			first := uint64(8 * n)
			if uint64(len(b)) < first+size {
				return nil, h.wrong(fmt.Sprintf("%s gives a struct of %d bytes, the call expects %s", fn.Name, len(b), t))
			}
			out[n] = Bytes{b[first : first+size]}
		case r.Kind == host.Ptr && t == ir.Int:
			h.w.looksAt(h.f, h.i, r.Ptr)
			h.w.expose(h.f, h.i, r.Ptr)
			out[n] = Int{num.FromUint64(r.Ptr.Addr)}
		default:
			return nil, h.wrong(fmt.Sprintf("%s gives a %s, the call expects %s", fn.Name, r.Kind, t))
		}
	}
	return out, true
}
