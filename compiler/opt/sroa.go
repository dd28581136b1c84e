package opt

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// sroa splits a stack slot into slots for the parts that are accessed separately (scalar
// replacement of aggregates), for mem2reg to promote.
//
// A slot qualifies if its pointer is used only by ptradd of constants and, at offsets within the
// slot, by loads, stores, and memset, memcpy and memmove of constant sizes, and at its start by stack_end. Loads and stores that
// overlap go into one part. A bulk operation is made for each part that it touches: a memset of a
// constant, or a copy, of a whole part of few bytes becomes a store, or a byte load and a byte
// store, which keep every state of every byte. Bytes that are only set, and never read, get no
// part. Nothing else can know the slot, so the distance of its parts does not matter; an access
// keeps an alignment claim only where the new slot gives it. Taking a memcpy apart drops only
// undefined behaviour: its other side is another allocation. One that copies within the slot
// keeps it whole.
var sroa = pass.Pass{
	Name: "sroa", KeepsCFG: true,
	Doc: "splits stack slots into the parts that are accessed separately",
	Params: []pass.Param{
		{Name: "pieces", Default: 64, Min: 1, Max: 4096, Doc: "parts that a bulk operation may be taken apart into"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("split")),
	Func:     runSROA,
}

// wordBytes is the size up to which a part is copied by a load and a store.
const wordBytes = 16

// part is bytes [lo, hi) of a slot.
// The bytes of a part live in one new slot and nowhere else.
type part struct {
	lo, hi int64
	slot   ir.Value // that holds them
}

// touch is an access to a slot.
type touch struct {
	inst   ir.Inst
	lo, hi int64
	side   int // the operand that points into the slot
}

// splitter is a slot with what is known of it.
type splitter struct {
	f       *ir.Func
	slot    ir.Inst
	adds    []ir.Inst // ptradd, each after those that it depends on
	scalars []touch   // loads and stores
	bulk    []touch
	ends    []ir.Inst // stack_end of the slot
	parts   []part
}

// One slot after the other: splitting one may leave accesses that another takes part in.
func runSROA(c *pass.Ctx) {
	f := c.F
	if f.Count(ir.OpStackSlot) == 0 {
		return
	}
	for _, i := range stackSlots(f) {
		s := &splitter{f: f, slot: i}
		if !s.collect() || !s.divide(c.Param("pieces")) {
			continue
		}
		matched := slices.Concat(s.adds, s.ends)
		for _, t := range slices.Concat(s.scalars, s.bulk) {
			matched = append(matched, t.inst)
		}
		if c.Fire(pass.Change{Rule: "split", At: i, Matched: matched, Kind: pass.Refinement,
			Cost: &trace.Cost{Unit: "slots", Before: 1, After: len(s.parts), Saves: "memory, as the parts are promoted"}}) {
			s.rewrite()
		}
	}
}

// collect finds the accesses to the slot. It reports false if there are others than sroa knows.
// All pointers are found by following ptradd from the slot; anything else that reads a pointer
// could let it escape.
func (s *splitter) collect() bool {
	f := s.f
	type pointer struct {
		v   ir.Value
		off int64
	}
	size := f.Attr(s.slot).Imm
	work := []pointer{{f.Result(s.slot, 0), 0}}
	for n := 0; n < len(work); n++ {
		p := work[n]
		for u := range f.Uses(p.v) {
			t := touch{inst: u.Inst, lo: p.off, side: u.Index}
			switch op := f.Op(u.Inst); {
			case op == ir.OpPtrAdd:
				// An unknown distance could reach any part.
				k, ok := constant(f, f.Arg(u.Inst, 1))
				if !ok || k < -farthest || k > farthest {
					return false
				}
				s.adds = append(s.adds, u.Inst)
				work = append(work, pointer{f.Result(u.Inst, 0), p.off + k})
				continue
			case op == ir.OpStackEnd:
				if p.off != 0 {
					return false
				}
				s.ends = append(s.ends, u.Inst)
				continue
			case op.Info().Len == ir.LenList: // a list is one thing, whatever its bytes are
				return false
			case op.Accesses(u.Index):
				n := accessSize(f, u.Inst)
				if n == anything {
					return false
				}
				t.hi = t.lo + n
				if op.Info().Len == ir.LenC {
					s.bulk = append(s.bulk, t)
				} else {
					s.scalars = append(s.scalars, t)
				}
			default:
				return false
			}
			// An access that leaves the slot is undefined behaviour, and is left for the
			// interpreter to explain.
			if t.lo < 0 || t.hi > size {
				return false
			}
		}
	}
	return len(s.scalars)+len(s.bulk) > 0
}

// divide finds the parts. It reports false if the slot is best left as it is.
// Parts are what scalars access; copies out of the slot add the bytes between these that they
// read. Only then it is asked whether splitting gains anything: more than one part, bytes that no
// part needs, or a bulk operation that becomes a load and a store.
func (s *splitter) divide(pieces int) bool {
	f := s.f
	var read []part
	seen := map[ir.Inst]bool{}
	for _, t := range s.scalars {
		s.parts = append(s.parts, part{lo: t.lo, hi: t.hi})
	}
	s.parts = joined(s.parts)
	for _, t := range s.bulk {
		if seen[t.inst] {
			return false // a copy within the slot
		}
		seen[t.inst] = true
		// Operand 1 is what a copy reads from.
		if t.side == 1 {
			read = append(read, s.gaps(t)...)
		}
	}
	s.parts = joined(append(s.parts, read...))
	better := len(s.parts) > 1 || len(s.parts) == 1 && s.parts[0].lo > 0
	for _, t := range s.bulk {
		over := s.touched(t)
		// Too many pieces would be slower than the one operation.
		if len(over) > pieces {
			return false
		}
		covered := t.lo
		// Bytes of the operation that no part has are dropped with it.
		for _, p := range over {
			better = better || s.whole(t, p) && s.simple(t, p) || p.lo > covered
			covered = p.hi
		}
		better = better || covered < t.hi
	}
	return better && f.Attr(s.slot).Imm > 0
}

// joined sorts parts and makes one of those that overlap.
// The parts do not overlap in the result, and are in ascending order. Empty ones are dropped.
func joined(ps []part) []part {
	slices.SortFunc(ps, func(a, b part) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	var out []part
	for _, p := range ps {
		if n := len(out); n > 0 && p.lo < out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, p.hi)
		} else if p.hi > p.lo {
			out = append(out, p)
		}
	}
	return out
}

// touched returns the parts that t has bytes in common with.
// Binary search: parts are sorted and disjoint.
func (s *splitter) touched(t touch) []part {
	lo, _ := slices.BinarySearchFunc(s.parts, t.lo, func(p part, at int64) int { return cmp.Compare(p.hi, at+1) })
	hi := lo
	for hi < len(s.parts) && s.parts[hi].lo < t.hi {
		hi++
	}
	return s.parts[lo:hi]
}

// gaps returns what t has that is in no part.
func (s *splitter) gaps(t touch) []part {
	var out []part
	at := t.lo
	for _, p := range s.touched(t) {
		if p.lo > at {
			out = append(out, part{lo: at, hi: p.lo})
		}
		at = max(at, p.hi)
	}
	if at < t.hi {
		out = append(out, part{lo: at, hi: t.hi})
	}
	return out
}

// whole reports whether t has all of p.
func (s *splitter) whole(t touch, p part) bool { return t.lo <= p.lo && p.hi <= t.hi }

// simple reports whether a load and a store do what t does to p.
// Other copies and fills stay bulk operations on the part.
func (s *splitter) simple(t touch, p part) bool {
	if p.hi-p.lo > wordBytes {
		return false
	}
	if s.f.Op(t.inst) == ir.OpMemSet {
		_, ok := constant(s.f, s.f.Arg(t.inst, 1))
		return ok
	}
	return true
}

// rewrite makes a slot of each part and lets every access use the slots of the parts that it touches: scalar
// accesses one, bulk operations piece by piece.
// Alignments are those that follow from that of the old slot.
func (s *splitter) rewrite() {
	f := s.f
	align := f.Attr(s.slot).Align
	// The slots stand where the old one stood, so that they live as long.
	for n := range s.parts {
		p := &s.parts[n]
		p.slot = f.Before(s.slot).StackSlot(p.hi-p.lo, alignmentAt(align, p.lo), f.Origin(s.slot))
	}
	for _, t := range s.scalars {
		// A scalar was joined with what it overlaps, so one part has all of it.
		p := s.touched(t)[0]
		f.SetOperand(t.inst, t.side, ir.Operand{Value: s.pointer(t.inst, p, t.lo)})
		a := f.Attr(t.inst)
		// The new slot may promise less than the old one did at that offset; an access must not
		// claim more.
		a.Align = min(a.Align, alignmentAt(f.Attr(f.Def(p.slot)).Align, t.lo-p.lo))
		f.SetAttr(t.inst, a)
	}
	// A bulk operation becomes a chain: each piece takes the token of the one before.
	for _, t := range s.bulk {
		token := edit.MemOperand(f, t.inst)
		for _, p := range s.touched(t) {
			token = s.piece(t, p, token)
		}
		f.ReplaceUses(f.Result(t.inst, 0), token)
		f.RemoveInst(t.inst)
	}
	// Each part ends where the whole did.
	for _, i := range s.ends {
		token := edit.MemOperand(f, i)
		for _, p := range s.parts {
			token = f.Before(i).StackEnd(p.slot, token, f.Origin(i))
		}
		f.ReplaceUses(f.Result(i, 0), token)
		f.RemoveInst(i)
	}
	// In reverse, so that each has no reader left when it goes.
	for _, i := range slices.Backward(s.adds) {
		f.RemoveInst(i)
	}
	f.RemoveInst(s.slot)
}

// alignmentAt is the alignment of what is off bytes from a place with alignment align.
// off&-off is the largest power of two that divides off.
func alignmentAt(align uint32, off int64) uint32 {
	if off == 0 {
		return align
	}
	return uint32(min(int64(align), off&-off))
}

// pointer points to offset at of the old slot in part p.
func (s *splitter) pointer(before ir.Inst, p part, at int64) ir.Value {
	return moved(s.f, before, p.slot, at-p.lo)
}

// moved is pointer v, off bytes further.
// No instruction is made for a distance of 0.
func moved(f *ir.Func, before ir.Inst, v ir.Value, off int64) ir.Value {
	if off == 0 {
		return v
	}
	o := f.Origin(before)
	return f.Before(before).Binary(ir.OpPtrAdd, v, f.Before(before).Int64(off, o), o)
}

// piece does what t does to part p, and returns the memory token after it.
func (s *splitter) piece(t touch, p part, token ir.Value) ir.Value {
	f, i := s.f, t.inst
	lo, hi := max(t.lo, p.lo), min(t.hi, p.hi)
	o := pass.Derive(f, i, s.slot)
	here := s.pointer(i, p, lo)
	if s.whole(t, p) && s.simple(t, p) && f.Op(i) == ir.OpMemSet {
		return setBytes(f, i, here, hi-lo, token, o)
	}
	if f.Op(i) == ir.OpMemSet {
		n := f.Before(i).Int64(hi-lo, o)
		return f.Result(f.Before(i).Op(ir.OpMemSet, ir.Attr{}, o, nil, here, f.Arg(i, 1), n, token), 0)
	}
	// The other side of a copy is at the same distance from its own start.
	there := moved(f, i, f.Arg(i, 1-t.side), lo-t.lo)
	from, to := there, here
	if t.side == 1 {
		from, to = here, there
	}
	if s.whole(t, p) && s.simple(t, p) {
		// The load stands right before the store, so nothing comes between them.
		v := f.Before(i).Load(uint32(hi-lo), from, token, ir.Bytes(uint32(hi-lo)), o)
		return f.Before(i).Store(uint32(hi-lo), v, to, token, o)
	}
	n := f.Before(i).Int64(hi-lo, o)
	return f.Result(f.Before(i).Op(f.Op(i), ir.Attr{}, o, nil, to, from, n, token), 0)
}

// setBytes makes a store of what memset i with a constant would put into n bytes at p.
func setBytes(f *ir.Func, i ir.Inst, p ir.Value, n int64, token ir.Value, o ir.Origin) ir.Value {
	k, _ := constant(f, f.Arg(i, 1))
	v := f.Before(i).IConst(repeated(byte(k), int(n)), o)
	return f.Before(i).Store(uint32(n), v, p, token, o)
}

// repeated is the unsigned number whose n bytes are all b.
func repeated(b byte, n int) num.Int {
	return num.FromBytes(bytes.Repeat([]byte{b}, n))
}
