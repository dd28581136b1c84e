package interp

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// An external function of which nothing is known sees all memory that it can reach, may write any of it that
// is not constant, and gives any results that its claims allow. What it does is drawn from the seed, the number
// of the call, and names of what it reaches: of data symbols, of the caller's buffers, and of everything else the
// way by which it was reached first. Two programs that call it alike therefore see it do the same, wherever their
// allocations lie and however many others they make.
// That names are the same in both programs is what differential checks rest on: after an optimization, allocations
// have other IDs and addresses, some are gone, but the ways by which a call reaches what is left are the same.

// havocState is what unknown external functions know.
// calls counts calls of unknown functions only, so calls of the library between them change nothing.
type havocState struct {
	seed    uint64
	calls   int
	escaped []Reached // in the order in which they were reached
	// what is in escaped
	known map[memory.AllocID]bool
}

// Reached is an allocation that an unknown external function can reach.
// Names are made of the number of the call and the way: "e0.a1+8" is the pointer at byte 8 of what argument 1
// of the first call points to.
type Reached struct {
	Name  string // the same in another run that reaches it the same way
	Alloc memory.AllocID
}

// Seen is what the function saw in an allocation.
// Runs cover the allocation from its first byte to its last, without gaps.
type Seen struct {
	Reached
	Runs []ByteRun
}

// ByteRun is a run of bytes of one kind.
type ByteRun struct {
	Kind  memory.ByteKind
	Len   uint64
	Bits  []byte           // of Bits
	Frags []memory.Pointer // of Fragment: the pointer that each byte is one of
	Index []uint8          // and which
}

// drawn is a word that depends on the seed and on what it is for.
// A new stream for each purpose: that one draw takes more numbers than in the other program does not shift
// the others.
func (s *havocState) drawn(what ...any) stream {
	h := fnv.New64a()
	fmt.Fprint(h, s.seed, " ", s.calls, " ")
	fmt.Fprintln(h, what...)
	out := stream(h.Sum64())
	out.next()
	return out
}

// havoc calls an unknown external function.
// The order is reach, observe, results, clobber, event: what it sees is from before what it writes, and the
// event tells both.
// A fresh result pointer is reachable when memory is written.
func (h *hostEnv) havoc(args []Value) ([]Value, hostStatus) {
	w := h.w
	for n, v := range args {
		// Counted once an argument, whether or not it is poison.
		w.checked(UBPoisonExternal, h.f, h.i)
		if !isPoison(v) {
			continue
		}
		u := &UB{Code: UBPoisonExternal, Message: fmt.Sprintf("argument %d of %s is poison", n, ir.SymbolText(h.name)),
			Operands: h.operand(n, v), Cause: causeIn(v, w), Fallback: "it is passed all the same"}
		if !w.fail(h.f, h.i, u) {
			return nil, hostEnded
		}
	}
	h.reachFrom(args)
	var seen []Seen
	if !w.o.NoEvents {
		seen = h.observe()
	}
	if w.ended != nil {
		return nil, hostEnded
	}
	var out []Value
	claims := h.resultClaims()
	for n := range h.f.NumResults(h.i) {
		t := h.f.TypeOf(h.f.Result(h.i, n))
		if t == ir.Mem {
			continue
		}
		if !w.grow(w.typeBytes(t)) {
			return nil, hostEnded
		}
		// Drawn by the place of the result: how much one draw takes does not shift the next.
		d := &havocDraw{h: h, args: args, stream: w.havoc.drawn("result", len(out)), name: fmt.Sprintf("e%d.r%d", w.havoc.calls, len(out))}
		v := d.value(t, claims[len(out)])
		// A result of a megabyte is more than a step.
		w.charge(size(v))
		out = append(out, v)
	}
	// Drawing may have met a limit, and a run that has ended writes nothing more.
	if w.ended == nil {
		h.clobber(args)
	}
	h.event(true, args, out)
	if n := len(w.events) - 1; h.recorded {
		w.events[n].Claims, w.events[n].Memory = claims, seen
	}
	w.havoc.calls++
	if w.ended != nil {
		return nil, hostEnded
	}
	w.syncPoint()
	return out, hostDone
}

// resultClaims is what is claimed of the data results: by the call and by the declaration, or by what another run
// says that this one is compared with ([Options.HavocLike]).
// The other run's claims are taken only where the calls correspond so far: same name, same number of results.
// Otherwise the comparison fails elsewhere, and the own claims are as good as any.
func (h *hostEnv) resultClaims() []ir.Annot {
	w := h.w
	var declared []ir.Param
	if e := w.m.ExternNamed(h.name); e != nil {
		declared = e.Returns
	}
	out := []ir.Annot{}
	for n := range h.f.NumResults(h.i) {
		v := h.f.Result(h.i, n)
		if h.f.TypeOf(v) == ir.Mem {
			continue
		}
		a := h.f.AnnotOf(v)
		if len(out) < len(declared) {
			// Claims that contradict each other leave the call's own.
			if both, err := a.Meet(declared[len(out)].Annot); err == nil {
				a = both
			}
		}
		out = append(out, a)
	}
	n := 0
	for i := range w.o.HavocLike {
		e := &w.o.HavocLike[i]
		if e.Claims == nil {
			continue
		}
		if n == w.havoc.calls {
			if e.Name == h.name && len(e.Claims) == len(out) {
				return e.Claims
			}
			break
		}
		n++
	}
	return out
}

// reachFrom finds what the function can reach: data symbols and buffers of the caller, the arguments, what was
// exposed, and everything that pointers in those lead to.
// What has escaped stays so, and each call looks at all of it again, since pointers may have been stored
// there since:
// the work grows with calls times escaped bytes, and is charged.
func (h *hostEnv) reachFrom(args []Value) {
	w := h.w
	s := &w.havoc
	// At the first call only: symbols and buffers do not change during a run.
	if s.known == nil {
		s.known = map[memory.AllocID]bool{}
		// By name and not by ID: an optimizer may remove a datum, and then IDs shift.
		for _, name := range sortedNames(w.data) {
			s.reach(w, w.data[name], "@"+name)
		}
		k := 0
		w.space.Each(func(a *memory.Alloc) bool {
			if a.Kind == memory.Input {
				s.reach(w, a.ID, fmt.Sprintf("buffer %d", k))
				k++
			}
			return true
		})
	}
	for n, v := range args {
		s.reachValue(w, v, fmt.Sprintf("e%d.a%d", s.calls, n))
	}
	k := 0
	w.space.Each(func(a *memory.Alloc) bool {
		if a.Exposed && !s.known[a.ID] && !a.Kind.Opaque() {
			s.reach(w, a.ID, fmt.Sprintf("e%d.exposed%d", s.calls, k))
			k++
		}
		return true
	})
	// escaped grows while it is walked: this is the closure.
	for n := 0; n < len(s.escaped); n++ {
		r := s.escaped[n]
		a := w.space.Lookup(r.Alloc)
		if a.State != memory.Live {
			continue
		}
		w.charge(int64(eachPointer(w.space, a, func(off uint64, p memory.Pointer) {
			s.reachPointer(w, p, fmt.Sprintf("%s+%d", r.Name, off))
		})))
	}
}

// sortedNames are the keys in order, since a map's order must not show.
func sortedNames(m map[string]memory.AllocID) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// reach notes an allocation under the name by which it was reached first.
// Functions have no bytes, and thread objects are the machine's.
func (s *havocState) reach(w *world, id memory.AllocID, name string) {
	if a := w.space.Lookup(id); s.known[id] || a.State != memory.Live || a.Kind.Opaque() || a.Kind == memory.Thread {
		return
	}
	s.known[id] = true
	s.escaped = append(s.escaped, Reached{name, id})
}

// reachPointer follows the provenance, of a wildcard the allocation that it means; an address without one reaches nothing.
func (s *havocState) reachPointer(w *world, p memory.Pointer, name string) {
	if id := w.allocationOf(p); id != memory.NoAlloc {
		s.reach(w, id, name)
	}
}

// reachValue follows every pointer inside of a value, named by its position.
// A float or an int reaches nothing: it has no provenance.
func (s *havocState) reachValue(w *world, v Value, name string) {
	switch v := v.(type) {
	case Ptr:
		s.reachPointer(w, v.Pointer, name)
	case Bytes:
		for n, b := range v.B {
			if b.Kind == memory.Fragment {
				s.reachPointer(w, b.Frag, fmt.Sprintf("%s+%d", name, n))
			}
		}
	case Aggregate:
		for n, x := range v.Fields {
			s.reachValue(w, x, fmt.Sprintf("%s.%d", name, n))
		}
	}
}

// observe copies what the function sees. The copies count against the memory limit.
// Constant memory is left out: no program can change it, so it cannot tell two runs apart.
// Only live allocations: what has ended cannot be seen.
func (h *hostEnv) observe() []Seen {
	w := h.w
	s := &w.havoc
	var out []Seen
	for _, r := range s.escaped {
		a := w.space.Lookup(r.Alloc)
		if a.State != memory.Live || a.ReadOnly {
			continue
		}
		x := Seen{Reached: r}
		for off := uint64(0); off < a.Size; {
			kind, n := w.space.Span(a, off, a.Size-off)
			run := ByteRun{Kind: kind, Len: n}
			cost := uint64(64)
			switch kind {
			case memory.Bits:
				cost += n
			case memory.Fragment:
				cost += 32 * n
			}
			if !w.keep(cost) {
				return nil
			}
			w.charge(wordWork + int64(cost/64))
			switch kind {
			case memory.Bits:
				data, _ := a.Window(off, n)
				run.Bits = append([]byte(nil), data...)
			case memory.Fragment:
				b := make([]memory.Byte, n)
				w.mem.ReadBytes(a, off, b)
				for _, y := range b {
					run.Frags, run.Index = append(run.Frags, y.Frag), append(run.Index, y.Value)
				}
			}
			x.Runs = append(x.Runs, run)
			off += n
		}
		out = append(out, x)
	}
	return out
}

// At is byte off of what was seen. Beyond its end it is uninit.
func (s *Seen) At(off uint64) memory.Byte {
	for i := range s.Runs {
		if off < s.Runs[i].Len {
			return s.Runs[i].At(off)
		}
		off -= s.Runs[i].Len
	}
	return memory.UninitByte()
}

// At is byte n of the run.
func (r *ByteRun) At(n uint64) memory.Byte {
	switch r.Kind {
	case memory.Bits:
		return memory.BitsByte(r.Bits[n])
	case memory.Fragment:
		return memory.FragmentByte(r.Frags[n], r.Index[n])
	}
	return memory.Byte{Kind: r.Kind}
}

// clobberWords bounds the words that a call writes in one allocation.
const clobberWords = 64

// wordWork is the work of drawing a word, or of looking at a run of bytes: what has escaped grows with every call.
const wordWork = 16

// clobber writes memory that the function can reach: nothing, a few numbers, many, or all states of bytes, as the
// number of the call says.
// Each write is marked as one of memory, so that a load with an older token is found.
func (h *hostEnv) clobber(args []Value) {
	w := h.w
	s := &w.havoc
	how := s.drawn("how")
	// Mode 0 writes nothing, as most functions do; 1 writes one word in eight; 2 five in eight; 3 half of
	// them, with pointers, uninit and poison.
	mode := how.below(4)
	if mode == 0 {
		return
	}
	poison := uint32(0)
	// What the draws of pointers make meanwhile is not written: it is fresh.
	for _, r := range s.escaped[:len(s.escaped):len(s.escaped)] {
		a := w.space.Lookup(r.Alloc)
		if a.State != memory.Live || a.ReadOnly {
			continue
		}
		for k := uint64(0); k < clobberWords && k*8 < a.Size; k++ {
			w.charge(wordWork)
			d := &havocDraw{h: h, args: args, stream: s.drawn("word", r.Name, k), name: fmt.Sprintf("e%d.%s.w%d", s.calls, r.Name, k)}
			if d.below(8) >= []int{0, 1, 5, 4}[mode] {
				continue
			}
			n := min(8, a.Size-k*8)
			var b []memory.Byte
			switch state := d.below(6); {
			case mode == 3 && state == 0 && n == 8:
				b = pointerBytes(d.pointer(ir.Ptr, ir.NoAnnot).Pointer)
			case mode == 3 && state <= 2:
				x := memory.UninitByte()
				if state == 2 {
					if poison == 0 {
						poison = w.causeHandle(w.born(CauseOutside, "by "+ir.SymbolText(h.name), h.f, h.i))
					}
					x = memory.PoisonByte(poison)
				}
				for range n {
					b = append(b, x)
				}
			default:
				word := d.next()
				word >>= word % 57
				for i := range n {
					b = append(b, memory.BitsByte(byte(word>>(8*i))))
				}
			}
			w.life.noteAccess(w, h.f, h.i, a, k*8, n, true)
			if !h.done(a, k*8, n, w.mem.WriteBytes(a, k*8, b)) {
				return
			}
		}
	}
}

// havocDraw draws one thing that an unknown function makes.
// name is what fresh memory that it makes is known by.
type havocDraw struct {
	stream
	h    *hostEnv
	args []Value
	name string
}

// drawTries bounds the draws of a value until one is within its claims.
const drawTries = 64

// value draws a value of type t within the claims a, if there is one.
// Neither poison nor uninit bytes are drawn; claims that no draw meets make the result poison by the call's check.
func (d *havocDraw) value(t ir.Type, a ir.Annot) Value {
	switch t.Kind() {
	case ir.KindInt:
		return Int{d.int(a)}
	case ir.KindBool:
		return Bool(d.next()&1 != 0)
	case ir.KindPtr:
		return d.pointer(t, a)
	case ir.KindFloat:
		var v Float
		for range drawTries {
			v = Float{Type: t, Lo: d.next()}
			switch special := d.below(4); {
			case t.IsWideFloat():
				v.Hi = d.next() << (128 - t.FloatBits()) >> (128 - t.FloatBits())
				if t == ir.F80 && special != 0 { // a number: the leading bit is set
					v.Lo |= 1 << 63
				}
			case special == 0: // zeros, infinities, small numbers
				v, _ = ParseFloat(t, [...]string{"0.0", "-0.0", "1.0", "-1.0", "inf", "-inf", "nan", "0.5"}[d.below(8)])
			default:
				n := t.FloatBits()
				v.Lo = v.Lo << (64 - n) >> (64 - n)
			}
			if a.FPClasses()&floatClass(v) == 0 {
				break
			}
		}
		return v
	case ir.KindByte, ir.KindVec:
		n, _ := t.Size(d.h.w.o.VScale)
		b := make([]memory.Byte, n)
		for i := range b {
			b[i] = memory.BitsByte(byte(d.next()))
		}
		return Bytes{b}
	case ir.KindStruct, ir.KindArray:
		agg := Aggregate{make([]Value, t.Len())}
		for i := range agg.Fields {
			ft, _ := t.Field(uint64(i))
			claim := ir.NoAnnot
			if a.HasFields() {
				claim = a.Field(uint64(i))
			}
			agg.Fields[i] = d.value(ft, claim)
		}
		return agg
	}
	return Unit{}
}

// int draws a small integer mostly, so that programs get somewhere; then bounds and bits of the claims.
// Every other one of the first eight draws is of any size; the others are brought within the bounds.
// If no draw and neither bound holds, claims are perhaps contradictory, and the first draw makes the call's
// check fail.
func (d *havocDraw) int(a ir.Annot) num.Int {
	var first num.Int
	lo, hi, bounded := a.Bounds()
	for n := range drawTries {
		bits := d.next()
		v := num.FromUint64(bits >> (8 + bits%56))
		if bits>>63 != 0 {
			v = v.Neg()
		}
		if bounded && (n >= 8 || n%2 == 1) {
			v = v.Rem(hi.Sub(lo).Add(num.New(1))).Add(lo)
		}
		if k := a.Known(); k != nil {
			v = v.AndNot(k.Zeros).Or(k.Ones)
		}
		if n == 0 {
			first = v
		}
		if a.Holds(v) {
			return v
		}
	}
	for _, v := range []num.Int{lo, hi} {
		if bounded && a.Holds(v) {
			return v
		}
	}
	return first
}

// freshBytes is the size of memory that an unknown function makes.
const freshBytes = 64

// pointer draws null, an argument, a pointer into what has escaped, or one to fresh memory, which has then.
// A pointer that cannot be had with the alignment that is claimed becomes null or fresh memory.
func (d *havocDraw) pointer(t ir.Type, a ir.Annot) Ptr {
	w := d.h.w
	s := &w.havoc
	align := max(uint64(a.Align()), 1)
	aligned := func(p memory.Pointer) bool {
		id := w.allocationOf(p)
		r := w.space.Record(id)
		return r != nil && r.Align%align == 0 && (p.Addr-r.Base)%align == 0
	}
	var p memory.Pointer
	switch d.below(5) {
	case 0: // null
	case 1:
		var ptrs []memory.Pointer
		for _, v := range d.args {
			if q, ok := v.(Ptr); ok && q.Kind == memory.ProvAlloc && aligned(q.Pointer) {
				ptrs = append(ptrs, q.Pointer)
			}
		}
		if len(ptrs) > 0 {
			p = ptrs[d.below(len(ptrs))]
		}
	case 2, 3:
		for range 4 {
			if len(s.escaped) == 0 {
				break
			}
			r := w.space.Lookup(s.escaped[d.below(len(s.escaped))].Alloc)
			off := uint64(d.below(3)) * 8 / align * align
			if r.State == memory.Live && off <= r.Size {
				if q := w.space.Pointer(r.ID, off); aligned(q) {
					p = q
					break
				}
			}
		}
	default:
		id, err := w.mem.Alloc(memory.Heap, freshBytes, max(16, min(align, 1<<20)), d.h.name, w.site(d.h.f, d.h.i))
		if err != nil {
			w.limit("%s", err)
			break
		}
		s.reach(w, id, d.name)
		fresh := w.space.Record(id)
		for k := uint64(0); k < freshBytes; k += 8 {
			if d.below(3) == 0 {
				continue // uninit
			}
			word := d.next()
			word >>= word % 57
			if err := w.mem.WriteBytes(fresh, k, bitsBytes(binary.LittleEndian.AppendUint64(nil, word))); err != nil {
				w.limit("%s", err)
			}
		}
		p = w.space.Pointer(id, 0)
	}
	p.AS = t.AddrSpace()
	return Ptr{p}
}
