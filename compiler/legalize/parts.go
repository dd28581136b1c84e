package legalize

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
)

// composites replaces values of types that no register holds by their parts: the leaves of
// aggregates in order, byte(N) as pieces of 8, 4, 2 and 1 bytes, f128 as two of 8, f80 as 8 and 2, unit as nothing,
// vectors as chunks of 128 bits, or as pieces of the size of their lanes.
//
// An aggregate is its fields, so what takes or makes one takes or makes its parts; in memory they
// follow each other without padding, so that a load or store is those of the parts. Pieces are of
// byte types, which keep the state of every byte; only a cast whose parts do not match is made
// through memory, as the language defines it. An int of a size that no register has is loaded and
// stored in pieces, too.
func (l *lowerer) composites() error {
	f := l.f
	l.parts = map[ir.Value][]ir.Value{}
	// First, as the parts of a vector depend on every operation of the function that reads its type.
	l.pieceSizes()
	l.masks = nil
	for _, b := range l.g.Order() {
		for _, v := range slices.Clone(f.Args(b)) {
			if !l.composite(f.TypeOf(v)) {
				continue
			}
			ls, err := l.leaves(v)
			if err != nil {
				return err
			}
			var ps []ir.Value
			for _, x := range ls {
				// A block argument is one value for all who pass it: a claim that some bits are not looked at
				// cannot stay on it.
				if x.claim.Ignores() {
					x.claim = withoutBits(x.claim)
				}
				p := f.AddArg(b, x.typ, x.claim)
				ps = append(ps, l.note(p, facts.ClaimedRange(x.claim)))
			}
			l.parts[v] = ps
		}
	}
	if err := l.splitSignature(); err != nil {
		return err
	}
	err := l.takeApart(func(i ir.Inst) (bool, error) {
		l.place(i)
		return l.split(i)
	}, func(t ir.Inst) error {
		l.splitEnd(t)
		return nil
	})
	l.masksMade = true
	return err
}

// inParts reports whether v has been replaced by parts, of which there may be none.
// A unit value has an entry with an empty list, which is not the same as none.
func (l *lowerer) inParts(v ir.Value) bool {
	_, ok := l.parts[v]
	return ok
}

// MaxParts bounds the parts of a value.
// Arrays of any length are types of the IR: without a bound a line of text would make a program that fills the
// memory.
const MaxParts = 4096

// leaf is a part of a composite: its type, where it is in memory, and what is claimed of it.
type leaf struct {
	typ   ir.Type
	off   uint64
	claim ir.Annot
	pad   uint64 // by how much further it is where C passes the composite, see padF80
}

func (l leaf) size() uint64 { return l.typ.FieldSize(1) }

// composite reports whether values of type t have parts.
func (l *lowerer) composite(t ir.Type) bool {
	return !l.legalType(t) || (t == vec128 || t == vec256) && !l.whole
}

// leavesOf are the parts of type t; ok is false if there are too many.
// The list is the same wherever it is asked in one function, so that index n always means the same part.
func (l *lowerer) leavesOf(t ir.Type) (out []leaf, ok bool) {
	out, _, ok = l.appendLeaves(nil, t, ir.NoAnnot, 0)
	return out, ok
}

// appendLeaves appends the parts of a type that starts at byte off, and returns the offset behind it. An
// aggregate has the parts of its fields, a vector of a multiple of 128 bits its chunks; what else is not legal is cut into
// bytes of powers of two, at most 8 of them, or as many as l.pieces says. ok is false where there are more than MaxParts: the list is then
// not complete.
func (l *lowerer) appendLeaves(out []leaf, t ir.Type, a ir.Annot, off uint64) ([]leaf, uint64, bool) {
	switch {
	case len(out) > MaxParts:
		return out, off, false
	case t == ir.Unit:
		return out, off, true
	case t.IsAggregate():
		// Asked before the loop: an array of 2^60 fields must not be walked to find out that it is too long.
		ok := t.Len() <= MaxParts
		for n := uint64(0); ok && n < t.Len(); n++ {
			f, _ := t.Field(n)
			out, off, ok = l.appendLeaves(out, f, a.Field(n), off)
		}
		return out, off, ok
	case !l.composite(t):
		return append(out, leaf{typ: t, off: off, claim: a}), off + t.FieldSize(1), true
	}
	most, n := uint64(8), t.FieldSize(l.vscale)
	if l.chunked(t) {
		chunk := l.chunkOf(t)
		size := chunk.FieldSize(1)
		for ; n > 0 && len(out) <= MaxParts; off, n = off+size, n-size {
			out = append(out, leaf{typ: chunk, off: off})
		}
		return out, off, n == 0
	}
	if k, ok := l.pieces[t]; ok {
		most = uint64(k)
	}
	for n > 0 {
		// The sizes only fall, so that each piece is at a multiple of its own size.
		for most > n {
			most /= 2
		}
		if len(out) > MaxParts {
			return out, off, false
		}
		out = append(out, leaf{typ: ir.Bytes(uint32(most)), off: off})
		off, n = off+most, n-most
	}
	return out, off, true
}

// leaves are the parts that v has.
func (l *lowerer) leaves(v ir.Value) ([]leaf, error) {
	ls, _, ok := l.appendLeaves(nil, l.f.TypeOf(v), l.f.AnnotOf(v), 0)
	if !ok {
		return nil, l.errorAt(v, "of type %s has more than %d parts", l.f.TypeOf(v), MaxParts)
	}
	return ls, nil
}

// partsOf are the parts of v, which is itself its only one if its type is legal.
// What is returned belongs to the map: who changes it clones it first.
func (l *lowerer) partsOf(v ir.Value) []ir.Value {
	if p, ok := l.parts[v]; ok {
		return p
	}
	if m, ok := l.masks[v]; ok && l.composite(l.f.TypeOf(v)) {
		l.parts[v] = l.maskBytes(v, m)
		return l.parts[v]
	}
	if l.f.TypeOf(v) == ir.F80 {
		return l.wholeParts(v)
	}
	return []ir.Value{v}
}

// split replaces i if it takes or makes a composite.
func (l *lowerer) split(i ir.Inst) (bool, error) {
	f := l.f
	op := f.Op(i)
	if op.IsVector() {
		if nativeVector(l, i) {
			return false, nil
		}
		return l.vector(i)
	}
	if l.x87(i) {
		l.wholeOperands(i)
		return false, nil
	}
	touched := false
	for n := range f.NumResults(i) {
		if v := f.Result(i, n); l.composite(f.TypeOf(v)) {
			if _, err := l.leaves(v); err != nil {
				return false, err
			}
			touched = true
		}
	}
	for n := range f.NumFixed(i) {
		touched = touched || l.composite(f.TypeOf(f.Arg(i, n)))
	}
	switch op {
	case ir.OpLoad, ir.OpStore:
		// Ints of sizes like 3 or 12 bytes, which no register has, although the type itself is legal.
		touched = touched || !accessing(l, i)
	case ir.OpBitCast:
		touched = touched || !l.castable(i)
	case ir.OpExtractValue:
		touched = true
	case ir.OpCall:
		touched = touched || l.abiCall(i)
	case ir.OpVaArg:
		touched = touched || !oneArgument(l, i)
	}
	if !touched {
		return false, nil
	}
	done, err := l.splitOp(i)
	if done && err == nil {
		for n := range f.NumResults(i) {
			l.claimParts(f.Result(i, n))
		}
	}
	return done, err
}

// claimParts makes the ints among the parts of v numbers of the ranges that are claimed of them: outside
// of its claim a part is poison.
// The claims of fields are the only ones here: one on a scalar result goes through give.
func (l *lowerer) claimParts(v ir.Value) {
	if !l.f.AnnotOf(v).HasFields() {
		return
	}
	ls, _ := l.leaves(v)
	ps := slices.Clone(l.parts[v])
	for n, x := range ls {
		if x.typ == ir.Int {
			ps[n] = l.inRange(ps[n], facts.ClaimedRange(x.claim))
		}
	}
	l.parts[v] = ps
}

// inRange is int x as a number of range r, if that is finite, for an x that is poison outside of it.
// For poison any number of the range will do, and extension gives one.
func (l *lowerer) inRange(x ir.Value, r Range) ir.Value {
	switch {
	case !r.Finite() || l.rangeOf(x).In(r):
		return x
	case r.Signed():
		return l.sext(x, r.Bits())
	}
	return l.zext(x, max(r.Bits(), 1))
}

// splitOp makes the parts of the results of instruction i, which works on composites, from those of its
// operands. The instruction itself stays until nothing uses it. An error says that it has no such form.
func (l *lowerer) splitOp(i ir.Inst) (bool, error) {
	f := l.f
	switch f.Op(i) {
	case ir.OpExtractValue:
		lo, hi := l.field(f.TypeOf(f.Arg(i, 0)), f.Path(i))
		l.give(i, l.partsOf(f.Arg(i, 0))[lo:hi])
	// The list of the aggregate is cloned: other readers still see the old value.
	case ir.OpInsertValue:
		lo, hi := l.field(f.TypeOf(f.Arg(i, 0)), f.Path(i))
		l.parts[f.Result(i, 0)] = slices.Replace(slices.Clone(l.partsOf(f.Arg(i, 0))), lo, hi, l.partsOf(f.Arg(i, 1))...)
	case ir.OpSelect:
		x, y := l.partsOf(f.Arg(i, 1)), l.partsOf(f.Arg(i, 2))
		out := make([]ir.Value, len(x))
		for n := range x {
			out[n] = l.pick(f.Arg(i, 0), x[n], y[n])
		}
		l.parts[f.Result(i, 0)] = out
	case ir.OpFreeze:
		var out []ir.Value
		for _, x := range l.partsOf(f.Arg(i, 0)) {
			out = append(out, l.inst(ir.OpFreeze, ir.Attr{}, f.TypeOf(x), x))
		}
		l.parts[f.Result(i, 0)] = out
	case ir.OpPoison:
		var out []ir.Value
		ls, _ := l.leavesOf(f.TypeOf(f.Result(i, 0)))
		for _, x := range ls {
			out = append(out, l.inst(ir.OpPoison, ir.Attr{}, x.typ))
		}
		l.parts[f.Result(i, 0)] = out
	case ir.OpFConst:
		hi, lo := f.FloatConst(i)
		ls, _ := l.leavesOf(f.TypeOf(f.Result(i, 0)))
		l.parts[f.Result(i, 0)] = []ir.Value{l.cast(l.word(lo), ls[0].typ), l.cast(l.word(hi), ls[1].typ)}
	case ir.OpParam:
		t := f.TypeOf(f.Result(i, 0))
		var out []ir.Value
		k := f.Attr(i).Imm
		_, ls := l.passedAs(l.params[k])
		for n, x := range ls {
			out = append(out, l.inst(ir.OpParam, ir.Attr{Imm: int64(l.first[k] + n)}, x.typ))
		}
		l.parts[f.Result(i, 0)] = l.received(t, ls, out)
	case ir.OpLoad:
		l.splitLoad(i)
	case ir.OpStore:
		l.splitStore(i)
	case ir.OpBitCast:
		l.splitCast(i)
	case ir.OpCall:
		l.splitCall(i)
	case ir.OpVaArg:
		l.splitList(i)
	default:
		if l.hasLong(i) && l.splitFloat(i) {
			break
		}
		return false, l.errorInst(i, "%s is not supported by code generation", f.Mnemonic(i))
	}
	return true, nil
}

// hasLong reports whether i makes or takes an f80.
func (l *lowerer) hasLong(i ir.Inst) bool {
	for n := range l.f.NumFixed(i) {
		if l.f.TypeOf(l.f.Arg(i, n)) == ir.F80 {
			return true
		}
	}
	return l.f.TypeOf(l.f.Result(i, 0)) == ir.F80
}

// field is which parts of an aggregate a path names.
// Earlier fields are counted by their parts, since a field of no parts or of many is possible.
func (l *lowerer) field(t ir.Type, path []uint32) (lo, hi int) {
	for _, n := range path {
		for k := range n {
			f, _ := t.Field(uint64(k))
			ls, _ := l.leavesOf(f)
			lo += len(ls)
		}
		t, _ = t.Field(uint64(n))
	}
	ls, _ := l.leavesOf(t)
	return lo, lo + len(ls)
}

// give makes parts the result of i. A claim on a scalar result stays, as what it gives the number:
// outside of it the number is poison.
// The number of parts must be that of the result's type; a scalar takes the only one.
func (l *lowerer) give(i ir.Inst, parts []ir.Value) {
	f := l.f
	v := f.Result(i, 0)
	if l.composite(f.TypeOf(v)) {
		l.parts[v] = parts
		return
	}
	x := parts[0]
	if f.TypeOf(v) == ir.Int {
		x = l.inRange(x, facts.ClaimedRange(f.AnnotOf(v)))
	}
	f.ReplaceUses(v, x)
}

// moved is pointer p moved by off bytes.
func (l *lowerer) moved(p ir.Value, off uint64) ir.Value {
	if off == 0 {
		return p
	}
	return l.inst(ir.OpPtrAdd, ir.Attr{}, l.f.TypeOf(p), p, l.num(int64(off)))
}

// accessLeaves are the parts in which a value of type t is loaded or stored, n bytes.
func (l *lowerer) accessLeaves(t ir.Type, n uint32) []leaf {
	if t != ir.Int {
		ls, _ := l.leavesOf(t)
		return ls
	}
	var out []leaf
	for off := uint64(0); off < uint64(n); {
		k := uint64(8)
		for k > uint64(n)-off {
			k /= 2
		}
		out = append(out, leaf{typ: ir.Bytes(uint32(k)), off: off})
		off += k
	}
	return out
}

// alignAt is the alignment of what is off bytes from a place of alignment a.
// The lowest bit of the offset bounds it. Alignment 0, where none is given, stays so.
func alignAt(a uint32, off uint64) uint32 {
	if off == 0 || a == 0 {
		return a
	}
	return uint32(min(uint64(a), off&-off))
}

// splitLoad loads part by part with one token: loads do not order each other.
func (l *lowerer) splitLoad(i ir.Inst) {
	f := l.f
	p, token, a := f.Arg(i, 0), f.Arg(i, 1), f.Attr(i)
	v := f.Result(i, 0)
	t := f.TypeOf(v)
	var out []ir.Value
	ls := l.accessLeaves(t, a.N)
	for _, x := range ls {
		typ := x.typ
		if t == ir.Int {
			typ = ir.Int
		}
		out = append(out, l.inst(ir.OpLoad, ir.Attr{N: uint32(x.size()), Align: alignAt(a.Align, x.off)}, typ, l.moved(p, x.off), token))
	}
	if t == ir.Int {
		l.replace(i, 0, l.joinInts(ls, out), true)
		return
	}
	l.give(i, out)
}

// joinInts is the number whose bytes are those of the parts.
// The parts are unsigned and do not overlap, so that or-ing is adding.
func (l *lowerer) joinInts(ls []leaf, parts []ir.Value) ir.Value {
	out := parts[0]
	for n := 1; n < len(parts); n++ {
		out = l.two(ir.OpOr, out, l.two(ir.OpShl, parts[n], l.num(int64(8*ls[n].off))))
	}
	return out
}

// bytesAt are size bytes of int v from byte off on.
func (l *lowerer) bytesAt(v ir.Value, off, size uint64) ir.Value {
	if off > 0 {
		v = l.two(ir.OpShr, v, l.num(int64(8*off)))
	}
	return l.zext(v, int(8*size))
}

// splitStore stores part by part, each after the other; the token of the last one stands for the whole store.
func (l *lowerer) splitStore(i ir.Inst) {
	f := l.f
	v, p, token, a := f.Arg(i, 0), f.Arg(i, 1), f.Arg(i, 2), f.Attr(i)
	t := f.TypeOf(v)
	for n, x := range l.accessLeaves(t, a.N) {
		var w ir.Value
		if t == ir.Int {
			w = l.bytesAt(v, x.off, x.size())
		} else {
			w = l.partsOf(v)[n]
		}
		token = l.inst(ir.OpStore, ir.Attr{N: uint32(x.size()), Align: alignAt(a.Align, x.off)}, ir.Mem, w, l.moved(p, x.off), token)
	}
	f.ReplaceUses(f.Result(i, 0), token)
}

// splitCast casts part by part.
// An int on either side has no parts of its own: its bytes are shifted out of it, or together.
func (l *lowerer) splitCast(i ir.Inst) {
	f := l.f
	v, t := f.Arg(i, 0), f.TypeOf(f.Result(i, 0))
	switch {
	case f.TypeOf(v) == ir.Int && l.chunked(t):
		l.giveChunks(f.Result(i, 0), l.castChunks(v, t))
	case t == ir.Int && l.chunked(f.TypeOf(v)):
		l.replace(i, 0, l.numberOf(l.partsOf(v)), true)
	case f.TypeOf(v) == ir.Int:
		ls, _ := l.leavesOf(t)
		var out []ir.Value
		for _, x := range ls {
			w := l.bytesAt(v, x.off, x.size())
			if x.typ != ir.Int {
				w = l.cast(w, x.typ)
			}
			out = append(out, w)
		}
		l.give(i, out)
	case t == ir.Int:
		ls, _ := l.leavesOf(f.TypeOf(v))
		if len(ls) == 0 {
			l.replace(i, 0, l.num(0), true)
			return
		}
		var out []ir.Value
		for _, x := range l.partsOf(v) {
			if f.TypeOf(x) == ir.Int {
				x = l.zext(x, 64)
			} else {
				x = l.cast(x, ir.Int)
			}
			out = append(out, x)
		}
		l.replace(i, 0, l.joinInts(ls, out), true)
	default:
		from, _ := l.leavesOf(f.TypeOf(v))
		to, _ := l.leavesOf(t)
		l.give(i, l.recast(from, l.partsOf(v), to))
	}
}

// recast makes parts with other types of the same bytes: where a part has the same bytes by a cast,
// elsewhere through memory.
// Only one slot is made however many parts need it.
func (l *lowerer) recast(from []leaf, parts []ir.Value, to []leaf) []ir.Value {
	out := make([]ir.Value, len(to))
	at, slot, token := 0, ir.NoValue, ir.NoValue
	for n, x := range to {
		for at < len(from) && from[at].off < x.off {
			at++
		}
		if at < len(from) && from[at].off == x.off && from[at].size() == x.size() {
			out[n] = l.castLeaf(parts[at], from[at].typ, x.typ)
			continue
		}
		if slot == ir.NoValue {
			slot, token = l.spill(from, parts, to)
		}
		out[n] = l.inst(ir.OpLoad, ir.Attr{N: uint32(x.size())}, x.typ, l.moved(slot, x.off), token)
	}
	return out
}

func (l *lowerer) castLeaf(v ir.Value, from, to ir.Type) ir.Value {
	switch {
	case from == to && to != ir.Int:
		return v
	// The part may be any number; in memory it has 64 bits, like every int field.
	case from == ir.Int && to == ir.Int:
		return l.zext(v, 64)
	}
	return l.cast(v, to)
}

// spill stores parts in a new stack slot, of which other parts are to be loaded. It is made once, in the
// entry, so that this may be a place that runs again and again.
// The slot has room for both lists, of which either may reach further.
func (l *lowerer) spill(from []leaf, parts []ir.Value, to []leaf) (slot, token ir.Value) {
	token = l.token()
	size := uint64(0)
	for _, x := range from {
		size = max(size, x.off+x.size())
	}
	for _, x := range to {
		size = max(size, x.off+x.size())
	}
	at := l.at
	l.at = l.f.Before(l.f.FirstInst(l.f.Entry()))
	slot = l.inst(ir.OpStackSlot, ir.Attr{Imm: int64(size), Align: 8}, ir.Ptr)
	l.at = at
	for n, x := range from {
		token = l.inst(ir.OpStore, ir.Attr{N: uint32(x.size())}, ir.Mem, parts[n], l.moved(slot, x.off), token)
	}
	return slot, token
}

// splitEnd passes parts where terminator i passes composites.
// Parts go behind all other arguments, in the order of the composites: as the arguments of blocks were added.
func (l *lowerer) splitEnd(i ir.Inst) {
	f := l.f
	l.place(i)
	fixed := f.FixedOperands(i)
	targets := f.Targets(i)
	changed := false
	pass := func(ops []ir.Operand) []ir.Operand {
		var out, parts []ir.Operand
		for _, o := range ops {
			if !l.composite(f.TypeOf(o.Value)) {
				out = append(out, o)
				continue
			}
			changed = true
			for _, p := range l.partsOf(o.Value) {
				parts = append(parts, ir.Operand{Value: p})
			}
		}
		return append(out, parts...)
	}
	switch f.Op(i) {
	case ir.OpContinue, ir.OpRegionYield:
		fixed = pass(fixed)
	case ir.OpRet:
		var out []ir.Operand
		for k, o := range fixed {
			if !l.composite(f.TypeOf(o.Value)) {
				out = append(out, o)
				continue
			}
			changed = true
			for _, p := range l.passed(o.Value, l.returns[k]) {
				out = append(out, ir.Operand{Value: p})
			}
		}
		if n := f.NumFixed(i); n > len(fixed) { // the memory that it goes through brought a token
			out = append(out, f.Operand(i, n-1))
		}
		fixed = out
	}
	for n := range targets {
		targets[n].Args = pass(targets[n].Args)
	}
	if changed {
		f.SetOperands(i, fixed, targets)
	}
}
