package interp

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// A list of arguments is ir.VaListBytes bytes of the program's memory. Bytes 8 to 15 are the fragments of a pointer
// to an allocation of the frame whose arguments they are, which knows the arguments; its offset is the number
// of the next one. The other bytes are uninit. So a copy of the bytes continues where the list stood, and
// nothing that a program does to the bytes makes a list that there is not.

// argument is an argument behind the parameters.
type argument struct {
	typ   ir.Type
	value Value
	by    ir.Mark // of the call that passes it
}

// argumentBytes is what an argument takes besides its value.
const argumentBytes = 64

// arguments counts the arguments of a frame behind its parameters.
func (c *census) arguments(args []argument) {
	c.total += argumentBytes * uint64(len(args))
	for _, a := range args {
		c.value(a.value)
	}
}

// argList is what an allocation of kind [memory.Arguments] holds, or a stack slot that their bytes were laid out in.
type argList struct {
	of      *ir.Func
	args    []argument
	spilled []uint64 // where each lies in the allocation, and the end; nil if it holds no bytes of them
}

// The offsets behind that of the end of the list say what became of it.
const (
	listEnded = 1 // by va_end
	listSpent = 2 // by a library function, which leaves it nowhere in particular
	listRoom  = 3
)

// listAt is where in the bytes of a list the pointer stands.
const listAt = 8

// extraArguments are the arguments of call i behind n parameters of the callee. args are the data arguments.
func (w *world) extraArguments(f *ir.Func, i ir.Inst, n int, args []Value) []argument {
	if len(args) <= n || !w.grow(argumentBytes*uint64(len(args)-n)) {
		return nil
	}
	out := make([]argument, 0, len(args)-n)
	by := f.Mark(i)
	for k := n; k < len(args); k++ {
		out = append(out, argument{f.TypeOf(f.Arg(i, k+1)), args[k], by})
	}
	return out
}

// arguments are those behind the parameters.
func (fr *fastFrame) arguments() []argument {
	if fr.more == nil {
		return nil
	}
	return *fr.more
}

// listOp executes an instruction about a list of arguments.
func (x *inst) listOp() []Value {
	results := []Value{Token(0)}
	switch x.op {
	case ir.OpVaStart:
		x.startList()
	case ir.OpVaArg:
		results = append(results, x.nextArguments()...)
	case ir.OpVaCopy:
		if p, l, ok := x.list(1, "nothing is copied"); ok {
			x.writeList(0, p, l, "nothing is copied")
		}
	case ir.OpVaEnd:
		if p, l, ok := x.list(0, "nothing is done"); ok {
			p.Addr += uint64(len(l.args)+listEnded) - x.position(p)
			x.writeList(0, p, l, "nothing is done")
		}
	}
	if x.w.ended != nil {
		return nil
	}
	results[0] = x.token()
	return results
}

// startList makes a list of the arguments of the frame. Each list has an allocation of its own, so that its end is known.
func (x *inst) startList() {
	w := x.w
	l := &argList{of: x.f, args: x.t.more()}
	const fallback = "no list is made"
	if _, _, ok := x.reach(0, ir.VaListBytes, 0, "store", fallback); !ok {
		return
	}
	id, err := w.mem.Alloc(memory.Arguments, uint64(len(l.args)+listRoom), 1, "arguments of "+ir.SymbolText(x.f.Name), w.site(x.f, x.i))
	if err != nil {
		w.limit("%s", err)
		return
	}
	w.space.Record(id).Ext = l
	slots := x.t.slots()
	*slots = append(*slots, liveSlot{ir.Body, id}) // it ends with the call
	x.writeList(0, w.space.Pointer(id, 0), l, fallback)
}

// position is the number of the argument that the pointer of a list stands at.
func (x *inst) position(p memory.Pointer) uint64 { return x.w.listPosition(p) }

func (w *world) listPosition(p memory.Pointer) uint64 {
	a := w.space.Record(p.Alloc)
	if l := a.Ext.(*argList); l.spilled != nil {
		return l.next(p.Addr - a.Base)
	}
	return p.Addr - a.Base
}

// writeList writes the bytes of a list to where operand n points.
func (x *inst) writeList(n int, p memory.Pointer, l *argList, fallback string) {
	if a, off, ok := x.reach(n, ir.VaListBytes, 0, "store", fallback); ok {
		x.write(a, off, listBytes(p))
	}
}

// listBytes are the bytes of a list.
func listBytes(p memory.Pointer) []memory.Byte {
	out := make([]memory.Byte, ir.VaListBytes)
	for n := range out {
		out[n] = memory.UninitByte()
	}
	copy(out[listAt:], pointerBytes(p))
	return out
}

// list reads the list that operand n points to. What is no list is undefined, and so is one that has ended.
func (x *inst) list(n int, fallback string) (p memory.Pointer, l *argList, ok bool) {
	w := x.w
	a, off, ok := x.reach(n, ir.VaListBytes, 0, "load", fallback)
	if !ok || !x.fresh(a, off, ir.VaListBytes) {
		return p, nil, false
	}
	w.checked(UBBadVaList, x.f, x.i)
	b := make([]memory.Byte, ir.PtrBytes)
	w.mem.ReadBytes(a, off+listAt, b)
	p, l, why := w.listIn(b, x.op == ir.OpVaEnd)
	if why == "" {
		return p, l, true
	}
	w.fail(x.f, x.i, &UB{Code: UBBadVaList, Message: x.op.String() + ": " + why, Operands: x.operands(), Fallback: fallback,
		Access: w.access("load", w.space.Pointer(a.ID, off), ir.VaListBytes, 0, a, off)})
	return p, nil, false
}

// listIn finds the list of which b is the pointer, and otherwise says what b is. One that is to be ended may be spent.
func (w *world) listIn(b []memory.Byte, end bool) (p memory.Pointer, l *argList, why string) {
	v := w.decode(b, ir.Ptr, func(badBytes) *Cause { return nil })
	q, isPtr := v.(Ptr)
	if !isPtr || q.Kind != memory.ProvAlloc {
		return p, nil, "the bytes are no list of arguments: va_start has not filled them"
	}
	p = q.Pointer
	a := w.space.Record(p.Alloc)
	if a.Kind == memory.Arguments && a.State != memory.Live {
		return p, nil, "the function whose arguments these are has returned"
	}
	l, ok := a.Ext.(*argList)
	if !ok {
		return p, nil, "the bytes are no list of arguments: va_start has not filled them"
	}
	switch at := p.Addr - a.Base; {
	case l.spilled != nil:
	case at == uint64(len(l.args)+listEnded):
		return p, nil, "the list was ended by va_end"
	case at == uint64(len(l.args)+listSpent) && !end:
		return p, nil, "the list was given to a library function that takes arguments from it: only va_end and va_start can follow"
	}
	return p, l, ""
}

// nextArguments takes as many arguments as the instruction has results.
func (x *inst) nextArguments() []Value {
	w, f := x.w, x.f
	out := make([]Value, f.NumResults(x.i)-1)
	p, l, ok := x.list(0, "the result is poison")
	if w.ended != nil {
		return nil
	}
	first := uint64(0)
	if ok {
		first = x.position(p)
	}
	for n := range out {
		t := f.TypeOf(f.Result(x.i, n+1))
		why := ""
		if ok {
			out[n], why = w.givenArgument(l, first+uint64(n), t, uint64(x.attr.N))
		}
		if why != "" {
			u := &UB{Code: UBBadVaList, Message: "va_arg: " + why, Operands: x.operands(), Fallback: "the result is poison"}
			if !w.fail(f, x.i, u) {
				return nil
			}
		}
		if out[n] == nil {
			out[n] = w.poison(t, x.born(CauseMissing, "no argument could be read"))
		}
	}
	if ok {
		p.Addr += min(uint64(len(out)), uint64(len(l.args))-first)
		x.writeList(0, p, l, "the list stays where it is")
	}
	return out
}

// givenArgument is argument n of a list as a value of type t, an int of so many bytes, 0 being those of its place. Poison is
// passed on. An int must be one of C's signed or unsigned ones of that size; its bytes are read as those of a load.
func (w *world) givenArgument(l *argList, n uint64, t ir.Type, size uint64) (v Value, why string) {
	if n >= uint64(len(l.args)) {
		return nil, fmt.Sprintf("%s was called with %s behind its parameters, and this is number %d", ir.SymbolText(l.of.Name), ir.Counted(len(l.args), "argument"), n+1)
	}
	a := l.args[n]
	if a.typ != t {
		return nil, fmt.Sprintf("argument %d behind the parameters is %s, and is taken as %s", n+1, a.typ, t)
	}
	if size == 0 {
		size = ir.IntBytes
	}
	switch v := a.value.(type) {
	case Int:
		if !v.V.FitsSigned(uint(8*size)) && !v.V.FitsUnsigned(uint(8*size)) {
			return nil, fmt.Sprintf("argument %d behind the parameters is %s, which is no int of %s", n+1, formatInt(v.V), ir.Counted(size, "byte"))
		}
		return Int{v.V.Low(uint(8 * size))}, ""
	case Aggregate:
		// Ints in it have the bytes that they have in memory.
		total, _ := t.Size(w.o.VScale)
		return w.decode(w.encode(v, t, total), t, func(bad badBytes) *Cause { return w.causeOf(bad.handle) }), ""
	}
	return a.value, ""
}

// rest are the arguments that the list at p still has, which a library function takes: the list is nowhere in
// particular then. ok is false if that was undefined.
func (h *hostEnv) rest(p memory.Pointer) ([]argument, bool) {
	w := h.w
	a, off, ok := h.reach(p, ir.VaListBytes, "read")
	if !ok {
		return nil, false
	}
	w.checked(UBBadVaList, h.f, h.i)
	b := make([]memory.Byte, ir.PtrBytes)
	w.mem.ReadBytes(a, off+listAt, b)
	q, l, why := w.listIn(b, false)
	if why != "" {
		w.fail(h.f, h.i, &UB{Code: UBBadVaList, Message: h.name + ": " + why, Fallback: "the function is given no arguments of the list"})
		return nil, w.ended == nil
	}
	first := w.listPosition(q)
	if l.spilled != nil {
		q.Addr = w.space.Record(q.Alloc).Base + l.spilled[len(l.args)]
	} else {
		q.Addr += uint64(len(l.args)+listSpent) - first
	}
	if a, off, ok = h.reach(p, ir.VaListBytes, "write"); !ok || !h.done(a, off, ir.VaListBytes, w.mem.WriteBytes(a, off, listBytes(q))) {
		return nil, false
	}
	rest := l.args[first:]
	// No library function takes others, so they are behind those that this one takes.
	if n := slices.IndexFunc(rest, func(a argument) bool {
		return a.typ != ir.Int && a.typ.Kind() != ir.KindPtr && a.typ != ir.F32 && a.typ != ir.F64 && a.typ != ir.F80
	}); n >= 0 {
		rest = rest[:n]
	}
	return rest, true
}
