package difftest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Verdict is the answer of a comparison. The zero value is Refined; a comparison raises it.
type Verdict uint8

// The answers. Inconclusive: a run hit a limit or something unsupported, which decides nothing.
// Vacuous: there was nothing to compare.
const (
	Refined Verdict = iota
	Diverged
	Inconclusive
	Vacuous
)

// String is the word that reports use.
func (v Verdict) String() string {
	return [...]string{"refines", "diverges", "inconclusive", "vacuous"}[v]
}

// Difference says where two behaviours part. A search follows matched: more matched parts are nearer to
// a refinement.
// The zero Difference says that nothing differs; Refines sets the indices to -1 where they say nothing.
type Difference struct {
	Verdict Verdict
	Why     string         // one sentence; empty if refined
	Event   int            // index of the first differing event, -1 if none
	Value   int            // index of the first differing result, -1 if none
	Alloc   memory.AllocID // allocation of before with the first differing byte, NoAlloc if none
	Other   memory.AllocID // the allocation of after that corresponds to Alloc
	Byte    uint64         // offset of that byte

	matched int         // parts that were found to correspond
	leaf    [2]*num.Int // the numbers of before and after that differ, nil where it is none
	byte    bool        // they are bytes
}

// Refines compares the outcome of after with that of before on the same input. returns are
// the results of the entry function's signature: a bit that it calls don't-care is not
// compared. It is the relation of docs/spec, "Behaviour and refinement", on two recorded behaviours,
// and it is not symmetric.
func Refines(before, after *interp.Outcome, returns []ir.Param) Difference {
	c := &comparer{b: before, a: after, to: map[memory.AllocID]memory.AllocID{}, from: map[memory.AllocID]memory.AllocID{}}
	c.d.Event, c.d.Value = -1, -1
	c.compare(returns)
	return c.d
}

// comparer relates the allocations of two runs one by one while it compares. The relation is one to one
// and grows as pointers are met; a pointer that contradicts it is a difference. Allocation numbers
// themselves never matter.
type comparer struct {
	b, a *interp.Outcome
	// to and from are inverse to each other.
	to, from map[memory.AllocID]memory.AllocID
	queue    []memory.AllocID // related allocations of b whose bytes are still to be compared
	d        Difference
	// scratch is made for the longest run of bytes that was read, and kept for all allocations.
	scratch [2][]memory.Byte
}

// It returns false so that a failed comparison can be written as one return.
func (c *comparer) fail(format string, args ...any) bool {
	c.d.Verdict, c.d.Why = Diverged, fmt.Sprintf(format, args...)
	return false
}

// Such an outcome is no behaviour of the program.
func undecided(o *interp.Outcome) bool {
	return o.Kind == interp.Unsupported || o.Kind == interp.OutOfFuel
}

// limited says why an outcome decides nothing.
func limited(side string, o *interp.Outcome) string {
	return fmt.Sprintf("%s: %s: %s", side, o.Kind, o.Reason)
}

// The order is that of the definition: limits, external calls as far as before is defined, the end,
// results, memory. The first difference is the one reported.
func (c *comparer) compare(returns []ir.Param) {
	for _, side := range []struct {
		name string
		o    *interp.Outcome
	}{{"before", c.b}, {"after", c.a}} {
		if undecided(side.o) {
			c.d.Verdict, c.d.Why = Inconclusive, limited(side.name, side.o)
			return
		}
	}
	// Symbols and inputs are known to correspond before anything is compared.
	c.relateSymbols()
	// Only calls that somebody outside can tell apart are compared.
	be, ae := observable(c.b.Events), observable(c.a.Events)
	for n, e := range be {
		if n >= len(ae) {
			c.d.Event = n
			c.fail("before calls @%s as external call %d, after ends first (%s)", e.Name, n, ending(c.a))
			return
		}
		if !c.event(e, ae[n]) {
			c.d.Event = n
			return
		}
	}
	// The calls that before made until then were compared; afterwards anything is allowed.
	if c.b.Kind == interp.Undefined {
		return // whatever follows is allowed
	}
	if len(ae) > len(be) {
		c.d.Event = len(be)
		c.fail("after calls @%s as external call %d, before ends first (%s)", ae[len(be)].Name, len(be), ending(c.b))
		return
	}
	if c.a.Kind == interp.Undefined {
		c.fail("after has undefined behaviour that before has not: %s", c.a.UB.Code)
		return
	}
	if c.b.Kind != c.a.Kind {
		c.fail("before ends by %s, after by %s", ending(c.b), ending(c.a))
		return
	}
	// The status is all that is seen of an exit, besides the calls before it.
	if c.b.Kind == interp.Exited && c.b.ExitCode != c.a.ExitCode {
		c.fail("before exits with %d, after with %d", c.b.ExitCode, c.a.ExitCode)
		return
	}
	// After trap and exit memory is gone.
	if c.b.Kind == interp.Returned && c.results(returns) { // nothing sees memory after trap and exit
		c.memory()
	}
}

// ending names an end with what tells it from others of its kind.
func ending(o *interp.Outcome) string {
	if o.UB != nil && o.Kind == interp.Undefined {
		return "undefined behaviour " + o.UB.Code.String()
	}
	if o.Kind == interp.Exited {
		return fmt.Sprintf("exit(%d)", o.ExitCode)
	}
	return o.Kind.String()
}

// results compares by position; the signature of before decides which bits matter.
func (c *comparer) results(returns []ir.Param) bool {
	if len(c.b.Values) != len(c.a.Values) {
		return c.fail("before returns %s, after %d", ir.Counted(len(c.b.Values), "value"), len(c.a.Values))
	}
	for n := range c.b.Values {
		bv, av := c.b.Values[n], c.a.Values[n]
		if n < len(returns) {
			bv, av = demanded(bv, returns[n].Annot), demanded(av, returns[n].Annot)
		}
		if !c.value(bv, av) {
			c.d.Value = n
			return c.fail("result %d is %s before and %s after", n,
				interp.FormatValue(c.b.Values[n], c.b.Space), interp.FormatValue(c.a.Values[n], c.a.Space))
		}
	}
	return true
}

// demanded clears the bits of ints that a signature calls don't-care. The claim itself is not checked
// here: a violation is poison already.
func demanded(v interp.Value, a ir.Annot) interp.Value {
	if x, ok := v.(interp.Aggregate); ok && a.Ignores() {
		// The outcome keeps its own fields: the clone is what is changed.
		out := interp.Aggregate{Fields: slices.Clone(x.Fields)}
		for n, y := range out.Fields {
			out.Fields[n] = demanded(y, a.Field(uint64(n)))
		}
		return out
	}
	k := a.Known()
	i, ok := v.(interp.Int)
	if k == nil || !ok || k.DontCare.Sign() == 0 {
		return v
	}
	return interp.Int{V: i.V.AndNot(k.DontCare)}
}

// value reports whether a refines b. The first two numbers that differ are remembered, as a search goes
// by their distance. matched counts leaves, so that it grows with every equal part of an aggregate.
func (c *comparer) value(b, a interp.Value) bool {
	if !c.sameValue(b, a) {
		if c.d.leaf == [2]*num.Int{} {
			c.d.leaf = [2]*num.Int{number(b), number(a)}
		}
		return false
	}
	c.d.matched++
	return true
}

// number is the value as a number, nil if it is none. A pointer with provenance is no number: its
// address is a choice.
func number(v interp.Value) *num.Int {
	switch v := v.(type) {
	case interp.Int:
		return &v.V
	case interp.Bool:
		if v {
			return new(num.New(1))
		}
		return new(num.Int)
	case interp.Float:
		// The bits, so that -0 and 0 are different numbers.
		return new(num.FromWords(v.Hi, v.Lo))
	case interp.Ptr:
		if v.Kind != memory.ProvAlloc {
			return new(num.FromUint64(v.Addr))
		}
	}
	return nil
}

// Poison of before may be anything, poison of after only poison. All NaNs are one value for refinement,
// whatever their bits.
func (c *comparer) sameValue(b, a interp.Value) bool {
	switch b := b.(type) {
	case interp.Poison:
		return true
	case interp.Int:
		a, ok := a.(interp.Int)
		return ok && a.V.Cmp(b.V) == 0
	case interp.Bool:
		a, ok := a.(interp.Bool)
		return ok && a == b
	case interp.Float:
		a, ok := a.(interp.Float)
		return ok && a.Type == b.Type && (a == b || isNaN(a) && isNaN(b))
	case interp.Ptr:
		a, ok := a.(interp.Ptr)
		return ok && c.pointer(b.Pointer, a.Pointer)
	case interp.Bytes:
		a, ok := a.(interp.Bytes)
		if !ok || len(a.B) != len(b.B) {
			return false
		}
		for n := range b.B {
			if !c.byte(b.B[n], a.B[n]) {
				return false
			}
			c.d.matched++
		}
		return true
	case interp.Aggregate:
		a, ok := a.(interp.Aggregate)
		if !ok || len(a.Fields) != len(b.Fields) {
			return false
		}
		for n := range b.Fields {
			if !c.value(b.Fields[n], a.Fields[n]) {
				return false
			}
		}
		return true
	case interp.Unit:
		_, ok := a.(interp.Unit)
		return ok
	}
	panic(fmt.Sprintf("BUG: comparing %T", b))
}

func isNaN(f interp.Float) bool { return interp.FloatFormat(f.Type).IsNaNBits(f.Bits()) }

// byte reports whether abstract byte a refines b. A fragment corresponds if it is the same byte of a
// corresponding pointer.
func (c *comparer) byte(b, a memory.Byte) bool {
	switch b.Kind {
	case memory.Poison, memory.Uninit:
		return true
	case memory.Bits:
		if a.Kind == memory.Bits && a.Value == b.Value {
			return true
		}
		c.d.byte, c.d.leaf[0] = true, new(num.New(int64(b.Value)))
		if a.Kind == memory.Bits {
			c.d.leaf[1] = new(num.New(int64(a.Value)))
		}
		return false
	}
	return a.Kind == memory.Fragment && a.Value == b.Value && c.pointer(b.Frag, a.Frag)
}

// pointer reports whether two pointers correspond: the same offset in corresponding
// allocations, or the same address where they have no allocation. A wildcard pointer means the
// allocation that covers its address; both sides must mean corresponding ones.
func (c *comparer) pointer(b, a memory.Pointer) bool {
	if b.AS != a.AS || b.Kind != a.Kind {
		return false
	}
	if b.Kind == memory.ProvAlloc {
		ba, aa := c.b.Space.Record(b.Alloc), c.a.Space.Record(a.Alloc)
		return c.relate(b.Alloc, a.Alloc) && b.Addr-ba.Base == a.Addr-aa.Base
	}
	if b.Addr == a.Addr {
		return true
	}
	if b.Kind == memory.ProvWildcard {
		bi, ok1 := c.b.Space.Resolve(b.Addr, 0)
		ai, ok2 := c.a.Space.Resolve(a.Addr, 0)
		return ok1 && ok2 && c.relate(bi, ai) && b.Addr-c.b.Space.Record(bi).Base == a.Addr-c.a.Space.Record(ai).Base
	}
	return false
}

// relate makes two allocations correspond, or confirms that they do. The first meeting decides.
// Allocations of different kinds never correspond, except for those that an optimizer may exchange;
// functions correspond by name.
func (c *comparer) relate(b, a memory.AllocID) bool {
	x, ok1 := c.to[b]
	y, ok2 := c.from[a]
	if ok1 || ok2 {
		return ok1 && ok2 && x == a && y == b
	}
	ba, aa := c.b.Space.Record(b), c.a.Space.Record(a)
	if ba.Kind != aa.Kind && !(heapLike(ba.Kind) && heapLike(aa.Kind)) || ba.Kind == memory.Function && ba.Name != aa.Name {
		return false
	}
	c.to[b], c.from[a] = a, b
	// Its bytes are compared later, by memory, when everything that is compared at an event or a result
	// is done.
	c.queue = append(c.queue, b)
	return true
}

// heapLike: an optimizer may turn a heap allocation into a stack slot and back where nothing
// can tell.
func heapLike(k memory.AllocKind) bool { return k == memory.Heap || k == memory.Stack }

// relateSymbols makes data symbols of the same name correspond, and the input memory, which
// both runs allocate in the same order. The sorted order makes the first difference the same in every
// run.
func (c *comparer) relateSymbols() {
	for _, name := range sortedKeys(c.b.Symbols) {
		if a, ok := c.a.Symbols[name]; ok {
			c.relate(c.b.Symbols[name], a)
		}
	}
	b, a := inputs(c.b.Space), inputs(c.a.Space)
	for n := range min(len(b), len(a)) {
		c.relate(b[n], a[n])
	}
}

// inputs are in the order of allocation.
func inputs(s *memory.Space) []memory.AllocID {
	var ids []memory.AllocID
	s.Each(func(a *memory.Alloc) bool {
		if a.Kind == memory.Input {
			ids = append(ids, a.ID)
		}
		return true
	})
	return ids
}

// memory compares the bytes of all corresponding allocations, and of those found on the way. A
// breadth-first walk from symbols, inputs, and pointers that were returned or passed: allocations that
// are not reached cannot be observed. What before has freed does not count.
func (c *comparer) memory() bool {
	for len(c.queue) > 0 {
		id := c.queue[0]
		c.queue = c.queue[1:]
		b, a := c.b.Space.Record(id), c.a.Space.Record(c.to[id])
		if b.State != memory.Live || b.Kind == memory.Function {
			continue
		}
		name := fmt.Sprintf("alloc%d", id)
		if b.Name != "" {
			name += " (" + b.Name + ")"
		}
		c.d.Alloc, c.d.Other = id, a.ID
		if a.State != memory.Live {
			return c.fail("%s is alive at the end before and %s after", name, a.State)
		}
		// after may have more bytes than before, not fewer.
		if a.Size < b.Size {
			c.d.Byte = a.Size
			return c.fail("%s has %s before and %d after", name, ir.Counted(b.Size, "byte"), a.Size)
		}
		off, same := c.bytes(b, a, b.Size)
		c.d.matched++
		if !same {
			c.d.Byte = off
			return c.fail("byte %d of %s is %s before and %s after", off, name, byteText(byteAt(c.b.Space, b, off), c.b.Space), byteText(byteAt(c.a.Space, a, off), c.a.Space))
		}
	}
	c.d.Alloc, c.d.Other = memory.NoAlloc, memory.NoAlloc
	return true
}

// compareWindow is how many bytes of plain bits are compared together, compareBytes how many others.
// The first bounds how much is compared at once, the second how many abstract bytes are in memory.
const (
	compareWindow = 1 << 20
	compareBytes  = 1 << 10
)

// bytes compares the first n bytes of corresponding live allocations. It returns the offset of the first byte
// of a that does not refine that of b. Runs of plain bits are compared where they lie, and nothing is read
// where b is indeterminate, so that the comparison takes no memory that grows with n.
func (c *comparer) bytes(b, a *memory.Alloc, n uint64) (off uint64, same bool) {
	for off < n {
		kind, run := c.b.Space.Span(b, off, min(n-off, compareWindow))
		if kind == memory.Uninit || kind == memory.Poison {
			off += run
			continue
		}
		if kind == memory.Bits {
			// A window is the memory itself, so that no copy is made. If it differs, the bytes are
			// compared one by one to find the first.
			bw, _ := b.Window(off, run)
			if aw, ok := a.Window(off, run); ok && bytes.Equal(bw, aw) {
				off += run
				continue
			}
		}
		run = min(run, compareBytes)
		if uint64(len(c.scratch[0])) < run {
			c.scratch[0], c.scratch[1] = make([]memory.Byte, run), make([]memory.Byte, run)
		}
		bs, as := c.scratch[0], c.scratch[1]
		c.b.Space.ReadBytes(b, off, bs[:run])
		c.a.Space.ReadBytes(a, off, as[:run])
		for k := range run {
			if !c.byte(bs[k], as[k]) {
				c.d.matched += int(off + k)
				return off + k, false
			}
		}
		off += run
	}
	return n, true
}

// byteAt is for messages: comparisons read many bytes at once.
func byteAt(s *memory.Space, a *memory.Alloc, off uint64) memory.Byte {
	var b [1]memory.Byte
	s.ReadBytes(a, off, b[:])
	return b[0]
}

// byteText writes a byte as a vector of one would be, without its brackets.
func byteText(b memory.Byte, s *memory.Space) string {
	return strings.Trim(interp.FormatValue(interp.Bytes{B: []memory.Byte{b}}, s), "[]")
}

// event reports whether an external call of after is that of before. Names, arguments, texts that the
// call reads, memory that it can see, and results; results are the world's answer and must agree for
// the comparison to mean anything.
func (c *comparer) event(b, a interp.Event) bool {
	if b.Name != a.Name {
		return c.fail("before calls @%s where after calls @%s", b.Name, a.Name)
	}
	if len(b.Args) != len(a.Args) {
		return c.fail("@%s gets %s before and %d after", b.Name, ir.Counted(len(b.Args), "argument"), len(a.Args))
	}
	for n := range b.Args {
		if !c.value(b.Args[n], a.Args[n]) {
			return c.fail("argument %d of @%s is %s before and %s after", n, b.Name,
				interp.FormatValue(b.Args[n], c.b.Space), interp.FormatValue(a.Args[n], c.a.Space))
		}
	}
	for n := range b.Read {
		if n >= len(a.Read) || !c.text(b.Read[n], a.Read[n]) {
			return c.fail("@%s reads %q before and %q after", b.Name, clip(b.Read[n]), clip(at(a.Read, n)))
		}
	}
	if !c.seen(b, a) {
		return false
	}
	for n := range b.Results {
		if n >= len(a.Results) || !c.value(b.Results[n], a.Results[n]) {
			return c.fail("result %d of @%s differs", n, b.Name)
		}
	}
	return true
}

// seen compares the memory that an unknown function could see at a call. Each part of the memory has a
// name by which the callee reaches it.
func (c *comparer) seen(b, a interp.Event) bool {
	for i := range b.Memory {
		x := &b.Memory[i]
		k := slices.IndexFunc(a.Memory, func(y interp.Seen) bool { return y.Name == x.Name })
		if k < 0 {
			if _, symbol := c.b.Symbols[strings.TrimPrefix(x.Name, "@")]; symbol { // whether it may go is for the symbols
				continue
			}
			return c.fail("@%s reaches %s before and not after", b.Name, c.reached(x))
		}
		y := &a.Memory[k]
		if !c.relate(x.Alloc, y.Alloc) {
			return c.fail("@%s reaches %s by %s before and another allocation after", b.Name, c.reached(x), x.Name)
		}
		if off, ok := c.runs(x, y); !ok {
			return c.fail("@%s sees byte %d of %s as %s before and %s after", b.Name, off, c.reached(x),
				byteText(x.At(off), c.b.Space), byteText(y.At(off), c.a.Space))
		}
		c.d.matched++
	}
	return true
}

// The name is for messages.
func (c *comparer) reached(x *interp.Seen) string {
	if a := c.b.Space.Record(x.Alloc); a != nil && a.Name != "" {
		return fmt.Sprintf("alloc%d (%s)", x.Alloc, a.Name)
	}
	return fmt.Sprintf("alloc%d", x.Alloc)
}

// runs compares what was seen of two allocations, and gives the first byte that differs. Of a longer allocation of
// after the rest does not count. A run is a stretch of bytes of one kind. Indeterminate runs of b match
// anything.
func (c *comparer) runs(b, a *interp.Seen) (off uint64, same bool) {
	for i := range b.Runs {
		r := &b.Runs[i]
		if r.Kind == memory.Bits || r.Kind == memory.Fragment {
			if n, ok := c.run(r, a, off); !ok {
				return off + n, false
			}
		}
		off += r.Len
	}
	return 0, true
}

// run compares a run of b with the bytes of a from off on. The runs of a are cut where those of b begin
// and end; equal plain bits are compared as slices. If a ends first, the byte behind it differs.
func (c *comparer) run(r *interp.ByteRun, a *interp.Seen, off uint64) (uint64, bool) {
	at := uint64(0) // of the run of a
	for i := range a.Runs {
		s := &a.Runs[i]
		lo, hi := max(off, at), min(off+r.Len, at+s.Len)
		if lo < hi && !(r.Kind == memory.Bits && s.Kind == memory.Bits && bytes.Equal(r.Bits[lo-off:hi-off], s.Bits[lo-at:hi-at])) {
			for k := lo; k < hi; k++ {
				if !c.byte(r.At(k-off), s.At(k-at)) {
					return k - off, false
				}
			}
		}
		at += s.Len
	}
	if at < off+r.Len {
		return at - min(at, off), false
	}
	return 0, true
}

// text reports whether two texts are the same. The first differing byte is remembered as the two
// numbers that differ.
func (c *comparer) text(b, a []byte) bool {
	for n, x := range b[:min(len(b), len(a))] {
		if x != a[n] {
			c.d.byte, c.d.leaf = true, [2]*num.Int{new(num.New(int64(x))), new(num.New(int64(a[n])))}
			return false
		}
		c.d.matched++
	}
	return len(a) == len(b)
}

// at is element n, or nothing where there are fewer.
func at(b [][]byte, n int) []byte {
	if n < len(b) {
		return b[n]
	}
	return nil
}

// clip bounds what a message repeats of a program's text.
func clip(b []byte) []byte { return b[:min(len(b), 60)] }
