package interp

import (
	"math"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// memory lowers loads and stores of ints, floats, bools and pointers.
// Unboxed values of these types are bits; uninit, poison and fragments of pointers make the load leave.
// A store of a value that is boxed leaves, too.
// A wildcard is looked up where the access through its provenance fails.
func (l *lowerer) memory(i ir.Inst, m codeMeta) bool {
	f, a := l.f, l.f.Attr(i)
	c := code{imm: uint64(max(a.Align, 1)) - 1}
	load := f.Op(i) == ir.OpLoad || f.Op(i) == ir.OpLoadExpose || f.Op(i) == ir.OpAtomicLoad || f.Op(i) == ir.OpVolatileLoad
	var v ir.Value // loaded or stored
	if load {
		v = f.Result(i, f.NumResults(i)-1)
		c.op, c.dst, c.a = fLoad8, l.slot(v), l.slot(f.Arg(i, 0))
	} else {
		v = f.Arg(i, 0)
		c.op, c.a, c.b = fStore8, l.slot(v), l.slot(f.Arg(i, 1))
	}
	t := f.TypeOf(v)
	if t == ir.Int && a.N == 0 {
		a.N = ir.IntBytes
	}
	switch {
	case t.IsAggregate():
		return !f.Op(i).Is(ir.Atomic) && !f.Op(i).IsVolatile() && l.inParts(t) && l.memoryParts(i, t, m)
	case t == ir.Int || t.Kind() == ir.KindFloat || t.Kind() == ir.KindByte || t.Kind() == ir.KindVec:
		if c.op, c.k = accessOf(l.w.sizeIn(t, uint64(a.N)), load); c.op == fSlow {
			return false
		}
	case t == ir.Bool && load:
		c.op = fLoadBool
	case t == ir.Bool:
	case t.Kind() == ir.KindPtr && load:
		c.op = fLoadPtr
	case t.Kind() == ir.KindPtr:
		c.op, c.dst = fStorePtr, int32(t.AddrSpace())
	default:
		return false
	}
	switch {
	case t == ir.Int && a.N > 8:
		return l.wideAccess(v, c, m)
	case !load:
		if k := l.fn.class[v]; k == classG || k == classM {
			// Of an int of more words the low one is stored.
			c.a = l.first(code{op: fLow, a: c.a, dst: l.temp(1)}, m)
		}
		l.emit(c, m)
		return true
	case t == ir.Int:
		return l.finishInt(v, c, width{false, 8 * a.N}, m)
	}
	return l.finishOther(v, c, m)
}

// first emits what prepares an operand of the one instruction behind it, and returns where it is.
func (l *lowerer) first(c code, m codeMeta) int32 {
	m.skip = 1
	l.emit(c, m)
	return c.dst
}

// wideAccess lowers c, a load or store of 9 to 16 bytes as the int v, by way of two words.
func (l *lowerer) wideAccess(v ir.Value, c code, m codeMeta) bool {
	if c.k > 16 {
		return false
	}
	pair := l.temp(2)
	if c.op == fStoreW {
		words := code{op: fIntWords, dst: pair, a: c.a}
		if l.fn.class[v] != classU { // a word of class U has no sign to fill the upper half with
			words.imm = math.MaxUint64
		}
		c.a = l.first(words, m)
		l.emit(c, m)
		return true
	}
	if l.fn.class[v] != classG || !implied(l.f.AnnotOf(v), width{false, 8 * uint32(c.k)}) {
		return false
	}
	dst := c.dst
	c.dst = pair
	l.emit(code{op: fWordsInt, dst: dst, a: l.first(c, m)}, m)
	return true
}

// atomic lowers atomic operations: of one thread they are what other accesses are.
func (l *lowerer) atomic(i ir.Inst, m codeMeta) bool {
	f, op, a := l.f, l.f.Op(i), l.f.Attr(i)
	if l.watched(i) {
		return false
	}
	switch op {
	case ir.OpFence:
		l.emit(code{op: fFence}, m)
		return true
	case ir.OpAtomicLoad, ir.OpAtomicStore:
		return l.memory(i, m)
	}
	// What is written must not be written again, so no check may fail behind it.
	v := f.Result(i, 1)
	if a.N == 0 {
		a.N = ir.IntBytes
	}
	if f.TypeOf(v).Kind() == ir.KindPtr {
		return l.rare(i, m)
	}
	if f.TypeOf(v) != ir.Int || a.N > 8 || !implied(f.AnnotOf(v), width{false, 8 * a.N}) {
		return false
	}
	c := code{op: fRMW, k: uint8(a.N), dst: l.slot(v), a: l.slot(f.Arg(i, 0)), b: l.slot(f.Arg(i, 1)), imm: uint64(max(a.Align, 1)) - 1}
	if op == ir.OpCmpXchg {
		c.op = fCmpXchg
		c.imm |= uint64(l.slot(f.Arg(i, 2))) << 32
	} else {
		c.imm |= uint64(a.RMW) << 32
	}
	l.emit(c, m)
	return true
}

// updateAtomic executes c, an rmw or cmpxchg of a word, and is false, having changed nothing, unless the bytes may be
// written and are all Bits.
func (w *world) updateAtomic(s []slot, c *code) bool {
	p, x, n := &s[c.a], &s[c.b], uint64(c.k)
	if p.t != 0 || x.t == boxed || p.v&uint64(uint32(c.imm)) != 0 {
		return false
	}
	a := w.accessible(p, n)
	off := p.v - a.Base
	old, ok := a.LoadN(off, n)
	if !ok || !a.Holds(off, n, true) {
		return false
	}
	next := x.v
	if c.op == fCmpXchg {
		y := &s[c.imm>>32]
		if y.t == boxed {
			return false
		}
		if next = old; old == x.v<<(64-8*n)>>(64-8*n) {
			next = y.v
		}
	} else {
		switch ir.RMWOp(c.imm >> 32) {
		case ir.RMWAdd:
			next = old + x.v
		case ir.RMWSub:
			next = old - x.v
		case ir.RMWAnd:
			next = old & x.v
		case ir.RMWOr:
			next = old | x.v
		case ir.RMWXor:
			next = old ^ x.v
		}
	}
	if !a.StoreN(off, n, next) {
		return false
	}
	s[c.dst] = slot{v: old}
	return true
}

// wild is the allocation that a slot's pointer may access n bytes of because it is a wildcard; a record that refuses
// every access if there is none. It remembers the last one, which programs tend to ask for again: ranges of
// allocations never meet, so what contains the bytes is the answer.
func (w *world) wild(x *slot, n uint64) *memory.Alloc {
	if x.p != wildSlot || w.o.StrictProvenance {
		return w.space.Lookup(memory.NoAlloc)
	}
	a := w.space.Lookup(w.lastWild)
	if off := x.v - a.Base; !a.Exposed || off > a.Size || n > a.Size-off {
		id, ok := w.space.Resolve(x.v, n)
		if !ok {
			return w.space.Lookup(memory.NoAlloc)
		}
		w.lastWild = id
		a = w.space.Lookup(id)
	}
	return a
}

// loadWild is LoadN through a wildcard pointer.
func (w *world) loadWild(x *slot, n uint64) (uint64, bool) {
	a := w.wild(x, n)
	return a.LoadN(x.v-a.Base, n)
}

// storeWild is StoreN through a wildcard pointer.
func (w *world) storeWild(x *slot, n, v uint64) bool {
	a := w.wild(x, n)
	return a.StoreN(x.v-a.Base, n, v)
}

// claimTest is the test that a pointer or a float satisfies all the claims; ok is false if no single one can do it.
// The operation is that of a check, to be made a guard by [fastOp.guard].
func claimTest(t ir.Type, claims ...ir.Annot) (c code, ok bool) {
	switch {
	case t.Kind() == ir.KindPtr:
		c.op = fCheckAlign
		for _, a := range claims {
			c.imm |= uint64(max(a.Align(), 1)) - 1
		}
		return c, true
	case t.Kind() == ir.KindFloat && !t.IsWideFloat():
		c.op, c.k = fCheckClass, uint8(FloatFormat(t))
		for _, a := range claims {
			c.imm |= uint64(a.FPClasses())
		}
		return c, true
	}
	return code{}, false
}

// guard is the guard that makes the test of a check.
func (op fastOp) guard() fastOp {
	if op >= fCheckAlign {
		return op - fCheckAlign + fGuardAlign
	}
	return op - fCheckU + fGuardU // the checks of ints and their guards come in the same order
}

// guards reports whether op is a guard.
func (op fastOp) guards() bool {
	return op == fGuardU || op == fGuardS || op == fGuardBits || op == fGuardAlign || op == fGuardClass || op == fProbe
}

// checks reports whether op may stand for the checks of a value that is passed on.
func (op fastOp) checks() bool {
	if op >= fPartInt && op <= fPartClass {
		return true
	}
	return op == fCheckU || op == fCheckS || op == fCheckBits || op == fWiden || op == fPassWide || op == fCheckAlign || op == fCheckClass || op == fEdgeSlow
}

// finishPlain emits c, which makes a result that is no int, and the check of the result's claim.
func (l *lowerer) finishPlain(i ir.Inst, c code, m codeMeta) bool {
	return l.finishOther(l.f.Result(i, 0), c, m)
}

// finishOther is finishPlain of a result that need not be the first.
func (l *lowerer) finishOther(v ir.Value, c code, m codeMeta) bool {
	a := l.f.AnnotOf(v)
	if !claims(a) {
		l.emit(c, m)
		return true
	}
	check, ok := claimTest(l.f.TypeOf(v), a)
	if ok {
		l.checked(c, check, m)
	}
	return ok
}

// freeze lowers freeze, whose unboxed operand is neither poison nor has poison parts: it is the operand.
// The result's class may be another one, since a frozen poison int is any.
func (l *lowerer) freeze(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	v, x := f.Result(i, 0), f.Arg(i, 0)
	c.op = fCopy
	if f.TypeOf(v) != ir.Int {
		return l.same(i, c, m)
	}
	c.op = fMove
	return l.finish(i, c, l.word(x), m)
}

// same lowers an instruction whose result has the slots of its operand, where that is not boxed.
func (l *lowerer) same(i ir.Inst, c code, m codeMeta) bool {
	t := l.f.TypeOf(l.f.Result(i, 0))
	if t.IsAggregate() {
		return false
	}
	if c.op = fCopy; l.inWords(t) > 1 {
		c.op, c.imm = fCopyW, uint64(l.inWords(t))
	}
	return l.finishPlain(i, c, m)
}

// inWords is the number of words that a value takes as one part, 0 of aggregates and ints.
func (l *lowerer) inWords(t ir.Type) int32 {
	if t == ir.Int || t.IsAggregate() {
		return 0
	}
	return extent(l.w.layoutOf(t, classO))
}

// bitcast lowers casts between types whose unboxed values are their bytes as one word: ints, floats, byte(N) and
// vectors of up to 8 bytes. Fragments are not unboxed bytes, so a pointer is only made, without provenance.
func (l *lowerer) bitcast(i ir.Inst, c code, m codeMeta) bool {
	f := l.f
	v := f.Result(i, 0)
	from, to := f.TypeOf(f.Arg(i, 0)), f.TypeOf(v)
	if from.Kind() == ir.KindPtr && f.Op(i) == ir.OpBitCastExpose { // of other types unboxed values have no provenance
		c.op = fPtrToInt
		return to == ir.Int && !(l.w.o.SourceUB && f.Mark(i).Rule == ir.RulePointerValue) && l.finish(i, c, width{false, 64}, m)
	}
	if from != ir.Int && (from == to || l.inWords(from) > 1 && l.inWords(from) == l.inWords(to)) {
		return l.same(i, c, m)
	}
	// 16 bytes, as an int and as two words.
	if two := twoSlots[0]; from == ir.Int && l.inWords(to) == two && l.w.sizeIn(to, 0) == 16 && to != ir.F128 {
		c.op = fIntWords
		if l.fn.class[f.Arg(i, 0)] != classU { // a word of class U has no sign to fill the upper half with
			c.imm = math.MaxUint64
		}
		return l.finishPlain(i, c, m)
	} else if to == ir.Int && l.inWords(from) == two && l.w.sizeIn(from, 0) == 16 && l.fn.class[v] == classG && implied(f.AnnotOf(v), width{false, 128}) {
		c.op = fWordsInt
		l.emit(c, m)
		return true
	}
	n := l.castBytes(i)
	if n == 0 || from.Kind() == ir.KindPtr || to == ir.Bool {
		return false
	}
	c.op = fMove
	if from == ir.Int {
		c.op, c.k = fExtZ, uint8(64-8*n)
		if l.fn.class[f.Arg(i, 0)] == classG {
			c.op = fLowZ
		}
	}
	if to == ir.Int {
		return l.finish(i, c, width{false, 8 * n}, m)
	}
	return l.finishPlain(i, c, m)
}

// castBytes is the size of the bytes that bitcast i reads as another type, 0 if an unboxed word does not hold them.
func (l *lowerer) castBytes(i ir.Inst) uint32 {
	f := l.f
	from, to := f.TypeOf(f.Arg(i, 0)), f.TypeOf(f.Result(i, 0))
	if from.IsAggregate() || to.IsAggregate() || from.Kind() == ir.KindUnit || to.Kind() == ir.KindUnit || from == ir.Int && to == ir.Int {
		return 0
	}
	n := l.w.sizeIn(from, l.w.sizeIn(to, 0))
	if n > 8 {
		return 0
	}
	return uint32(n)
}
