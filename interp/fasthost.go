package interp

import (
	"bytes"

	"github.com/tuffy-ir/tuffy/interp/host"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// hostSite is a call of a library function that nothing outside of the program sees, with arguments and results of
// the types that the function has. Its arguments go from slots to the function without being boxed.
type hostSite struct {
	call   ir.Inst
	fn     *host.Function
	quick  quickHost // nil if there is none
	copies bool      // it is one of copiesBytes
	pure   bool      // its result is computed of the words of its arguments
	site   memory.Site
	args   []hostArg
	dst    int32 // -1 if there is no result
	result ir.Type
	from   width // of an int result
	plain  bool  // the result satisfies its claim, and its word is that of its class
	test   width // if the result fits this it is as good; 0 bits of none
}

// hostArg is a slot and what it holds.
type hostArg struct {
	slot  int32
	kind  host.Kind
	class class
	typ   ir.Type
}

// quickHost does in one step what a call of a function does where nothing is to be reported. It is false, having
// changed nothing, where the function itself must look. Arguments are within the bounds of their kinds.
type quickHost func(w *world, h *hostSite, a []slot) (r slot, ok bool)

var quickHosts = map[string]quickHost{
	"malloc": func(w *world, h *hostSite, a []slot) (slot, bool) {
		id, err := w.space.Alloc(memory.Heap, a[0].v, host.MallocAlign, h.fn.Name, h.site)
		if err != nil {
			return slot{}, false // which sets errno
		}
		return slot{v: w.space.Lookup(id).Base, p: uint32(id)}, true
	},
	"free": func(w *world, h *hostSite, a []slot) (slot, bool) {
		p := a[0]
		if p.v == 0 && (p.p == 0 || p.p == wildSlot) {
			return slot{}, true
		}
		x := w.space.Lookup(memory.AllocID(p.p))
		if x.State != memory.Live || x.Kind != memory.Heap || p.v != x.Base {
			return slot{}, false
		}
		w.space.Free(x.ID, h.site, memory.Freed)
		return slot{}, true
	},
	"memcpy": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		return a[0], a[2].v == 0 || w.sees(&a[0], a[2].v, true) && w.sees(&a[1], a[2].v, false) && w.copyBytes(&a[0], &a[1], a[2].v, false)
	},
	"memmove": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		return a[0], a[2].v == 0 || w.sees(&a[0], a[2].v, true) && w.sees(&a[1], a[2].v, false) && w.copyBytes(&a[0], &a[1], a[2].v, true)
	},
	"memset": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		return a[0], a[2].v == 0 || w.sees(&a[0], a[2].v, true) && w.fillBytes(&a[0], byte(a[1].v), a[2].v)
	},
	"bzero": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		return slot{}, a[1].v == 0 || w.sees(&a[0], a[1].v, true) && w.fillBytes(&a[0], 0, a[1].v)
	},
	"memcmp": quickCompare,
	"bcmp":   quickCompare,
	"strlen": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		n := bytes.IndexByte(w.known(&a[0]), 0)
		if n >= 0 {
			w.charge(int64(n) + 1)
		}
		return slot{v: uint64(n)}, n >= 0
	},
	"strcmp": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		x, y := w.known(&a[0]), w.known(&a[1])
		for n := range min(len(x), len(y)) {
			if x[n] != y[n] || x[n] == 0 {
				w.charge(2 * (int64(n) + 1))
				return slot{v: uint64(bytes.Compare(x[n:n+1], y[n:n+1]))}, true
			}
		}
		return slot{}, false
	},
	"strncmp": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		if a[2].v == 0 {
			return slot{}, true
		}
		x, y, limit := w.known(&a[0]), w.known(&a[1]), a[2].v
		for n := range min(len(x), len(y)) {
			if x[n] != y[n] || x[n] == 0 || uint64(n)+1 == limit {
				w.charge(2 * (int64(n) + 1))
				return slot{v: uint64(bytes.Compare(x[n:n+1], y[n:n+1]))}, true
			}
		}
		return slot{}, false
	},
	"strchr": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		want := byte(a[1].v)
		for n, b := range w.known(&a[0]) {
			if b == want || b == 0 {
				w.charge(int64(n) + 1)
				if b != want {
					return slot{}, true
				}
				return slot{v: a[0].v + uint64(n), p: a[0].p, t: a[0].t}, true
			}
		}
		return slot{}, false
	},
	"strcpy": func(w *world, _ *hostSite, a []slot) (slot, bool) {
		n := uint64(bytes.IndexByte(w.known(&a[1]), 0)) + 1
		if n == 0 || !w.sees(&a[0], n, true) || !w.copyBytes(&a[0], &a[1], n, false) {
			return slot{}, false
		}
		w.charge(int64(n))
		return a[0], true
	},
}

// quickCompare is memcmp.
func quickCompare(w *world, _ *hostSite, a []slot) (slot, bool) {
	n := a[2].v
	if n == 0 {
		return slot{}, true
	}
	if !w.sees(&a[0], n, false) || !w.sees(&a[1], n, false) {
		return slot{}, false
	}
	x, y := w.accessible(&a[0], n), w.accessible(&a[1], n)
	b, ok1 := x.Window(a[0].v-x.Base, n)
	c, ok2 := y.Window(a[1].v-y.Base, n)
	if !ok1 || !ok2 {
		return slot{}, false
	}
	w.charge(2 * int64(1+n/readWork))
	return slot{v: uint64(bytes.Compare(b, c))}, true
}

// known is bytes from a slot's pointer on that are readable and Bits, perhaps fewer than there are.
func (w *world) known(x *slot) []byte {
	a := w.accessible(x, 1)
	b := a.Known(x.v - a.Base)
	if x.t == 0 {
		return b
	}
	v, off := w.space.ViewNumber(x.t>>viewShift), x.v-a.Base
	switch {
	case v == nil || !v.Allows(off, 0, false):
		return nil
	case v.Kind.Bounded():
		return b[:min(uint64(len(b)), v.Off+v.Size-off)]
	}
	return b
}

// hostSite is the host call that call i is, nil if it must be made in the general way.
func (l *lowerer) hostSite(i ir.Inst) *hostSite {
	f, w := l.f, l.w
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr || claims(f.AnnotOf(f.Arg(i, 0))) {
		return nil
	}
	target := w.targets.of(w.symbolPointer(f, f.SymbolOf(d)).Alloc)
	fn, ok := host.Lookup(target.ext)
	if !ok || target.fn != nil || fn.Observable || fn.Threads || constantResults[fn.Name] != "" || fn.TakesList() || f.NumFixed(i) != len(fn.Params)+2 || f.NumResults(i) > len(fn.Result)+1 {
		return nil
	}
	for n := range f.NumFixed(i) {
		o := f.Operand(i, n)
		if w.overwrites(o.Annot) || claims(o.Annot) && !(f.TypeOf(o.Value) == ir.Int && implied(o.Annot, l.width[o.Value])) {
			return nil
		}
	}
	h := &hostSite{call: i, fn: fn, quick: quickHosts[fn.Name], copies: copiesBytes[fn.Name], site: w.site(f, i), dst: -1}
	h.pure = fn.Pure != nil && w.covers == nil && len(fn.Params) <= maxWords
	if w.types != nil {
		h.quick = nil // which copies no types
	}
	// The function itself counts the checks of its accesses, and makes versions of what it writes.
	// An allocation that must fail is counted by the function.
	if w.covers != nil || w.o.CheckMemSSA || w.o.FailAlloc != 0 {
		h.quick = nil
	}
	env := &hostEnv{w: w, f: f, i: i}
	for n, kind := range fn.Params {
		v := f.Arg(i, n+1)
		if _, ok := env.kind(fn, n, f.TypeOf(v)); !ok || kind == host.F80 { // no slot holds a long double
			return nil
		}
		h.args = append(h.args, hostArg{l.slot(v), kind, l.fn.class[v], f.TypeOf(v)})
	}
	if f.NumResults(i) > 1 {
		v := f.Result(i, 1)
		kind := fn.Result[0]
		claim, unsigned := f.AnnotOf(v), kind == host.Size
		h.dst, h.result, h.from = l.slot(v), f.TypeOf(v), width{!unsigned, 64}
		switch {
		case kind.IsInt() && h.result == ir.Int, kind == host.Ptr && h.result.Kind() == ir.KindPtr, kind == host.F64 && h.result == ir.F64, kind == host.F32 && h.result == ir.F32:
		default:
			return nil
		}
		// An int that fits an int64 is the same word in each class.
		h.plain = !w.overwrites(claim) && (!claims(claim) || h.result == ir.Int && implied(claim, h.from))
		if to := l.fn.class[v]; h.result == ir.Int && unsigned {
			h.plain = h.plain && to == classU
		}
		if r, ok := annotWidth(claim); ok && simple(claim) && r.n > 0 && r.n <= 64 && !w.overwrites(claim) {
			h.test = r
		}
	}
	return h
}

// callHost makes the host call, and is false, having done nothing, if it must be made in the general way.
// The caller looks at ended.
func (t *fastThread) callHost(fn *fastFunc, base int32, h *hostSite) bool {
	w := t.w
	if w.slowMemory { // threads, and what watches memory
		return false
	}
	a := t.hostArgs[:0]
	for _, x := range h.args {
		s := t.stack[base+x.slot]
		if s.t&tagMask != 0 || x.kind.IsInt() && !inBounds(s.v, x.class == classU, x.kind) {
			return false
		}
		a = append(a, s)
	}
	t.hostArgs = a
	w.cur = &t.thread
	if r, ok := t.callQuick(h, a); ok {
		if !w.o.NoEvents && w.quiet < maxQuietEvents {
			t.hostEvent(&hostEnv{w: w, f: fn.f, i: h.call, name: h.fn.Name}, h, a, r)
		}
		t.hostResult(fn, base, h, r)
		return true
	}
	env := &t.hostEnv // nothing keeps it
	*env = hostEnv{w: w, t: &t.thread, f: fn.f, i: h.call, name: h.fn.Name}
	given := t.given[:0]
	for n, x := range h.args {
		v := host.Value{Kind: x.kind}
		switch {
		case x.kind == host.Ptr:
			v.Ptr = slotPointer(a[n], x.typ)
		case !x.kind.IsInt():
			v.Bits = a[n].v
		case x.class == classU:
			v.Int = num.FromUint64(a[n].v)
		default:
			v.Int = num.New(int64(a[n].v))
		}
		given = append(given, v)
	}
	t.given, env.given = given, given
	res, status := h.fn.Call(env, given)
	if status == host.Blocked {
		panic("BUG: " + h.fn.Name + " waits, but nothing outside sees it")
	}
	var r slot
	if w.ended == nil && h.dst >= 0 {
		switch r.v = res[0].Bits; {
		case res[0].Kind == host.Ptr:
			r = pointerSlot(res[0].Ptr)
		case res[0].Kind.IsInt():
			r.v = res[0].Int.Low64()
		}
	}
	if w.ended == nil || w.ended.Kind != Undefined {
		t.hostEvent(env, h, a, r)
	}
	if w.ended == nil {
		t.newToken(fn, base, h.call)
		t.hostResult(fn, base, h, r)
	}
	return true
}

// callQuick makes the call in one step, if it can be; it is false, having changed nothing, if the function itself must look.
func (t *fastThread) callQuick(h *hostSite, a []slot) (r slot, ok bool) {
	if h.pure {
		words := &t.words
		for n := range a {
			words[n] = a[n].v
		}
		r.v, ok = h.fn.Pure(words[:len(a)])
		return r, ok
	}
	if h.quick == nil {
		return r, false
	}
	first := a[0]
	if h.copies { // programs fill several members or rows by one call
		for n := range a {
			if v := t.w.space.ViewNumber(a[n].t >> viewShift); v != nil && v.Kind == memory.LooseView {
				a[n].t = 0
			}
		}
	}
	r, ok = h.quick(t.w, h, a)
	a[0] = first
	if r.v == first.v && r.p == first.p {
		r.t = first.t
	}
	return r, ok
}

// hostEvent records the call, as [world.hostCall] does.
func (t *fastThread) hostEvent(env *hostEnv, h *hostSite, a []slot, r slot) {
	if t.w.o.NoEvents || t.w.quiet >= maxQuietEvents {
		return
	}
	args := make([]Value, len(a))
	for n, x := range h.args {
		args[n] = slotValue(a[n], x.typ, x.class)
	}
	env.event(false, args, nil)
	if !env.recorded || t.w.ended != nil {
		return
	}
	e := &t.w.events[len(t.w.events)-1]
	e.Results = []Value{}
	if h.dst >= 0 {
		e.Results = append(e.Results, slotValue(r, h.result, h.from.class()))
	}
}

// hostResult stores the result of a call, after its check.
func (t *fastThread) hostResult(fn *fastFunc, base int32, h *hostSite, r slot) {
	if h.dst < 0 {
		return
	}
	unsigned := h.from.class() == classU
	if h.plain || h.test.n > 0 && inWidth(r.v, unsigned, h.test) {
		t.stack[base+h.dst] = r
		return
	}
	v := t.w.defCheck(fn.f, h.call, 1, slotValue(r, h.result, h.from.class()))
	t.unbox(base+h.dst, fn.class[fn.f.Result(h.call, 1)], v)
}

// inWidth reports whether the int that a word is, a uint64 or an int64, is within r of at most 64 bits.
func inWidth(v uint64, unsigned bool, r width) bool {
	if !unsigned && int64(v) < 0 {
		return r.signed && int64(v)>>(r.n-1) == -1
	}
	if r.signed {
		return v>>(r.n-1) == 0
	}
	return r.n == 64 || v>>r.n == 0
}

// inBounds reports whether the word of an int argument is within the bounds of its kind.
func inBounds(v uint64, unsigned bool, kind host.Kind) bool {
	switch kind {
	case host.Byte:
		return true
	case host.Size:
		return unsigned || int64(v) >= 0
	case host.Long:
		return !unsigned || int64(v) >= 0
	}
	return v < 1<<32 || !unsigned && int64(v) < 0 && int64(v) >= -1<<31
}
