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
	align := uint64(max(a.Align, 1)) - 1
	var t ir.Type
	c := code{imm: align}
	var w width
	if f.Op(i) == ir.OpLoad {
		v := f.Result(i, 0)
		t, c.dst, c.a = f.TypeOf(v), l.slot(v), l.slot(f.Arg(i, 0))
		w = width{false, 8 * a.N}
		c.op = fLoad8
	} else {
		t, c.a, c.b = f.TypeOf(f.Arg(i, 0)), l.slot(f.Arg(i, 0)), l.slot(f.Arg(i, 1))
		c.op = fStore8
	}
	switch {
	case t.IsAggregate():
		return l.inParts(t) && l.memoryParts(i, t, m)
	case t == ir.Int && a.N > 8:
		return false
	case t == ir.Int || t.Kind() == ir.KindFloat || t.Kind() == ir.KindByte || t.Kind() == ir.KindVec:
		if c.op, c.k = accessOf(l.w.sizeIn(t, uint64(a.N)), c.op == fLoad8); c.op == fSlow {
			return false
		}
	case t == ir.Bool && c.op == fLoad8:
		c.op = fLoadBool
	case t == ir.Bool:
	case t.Kind() == ir.KindPtr && c.op == fLoad8:
		c.op = fLoadPtr
	case t.Kind() == ir.KindPtr:
		c.op, c.dst = fStorePtr, int32(t.AddrSpace())
	default:
		return false
	}
	if f.Op(i) == ir.OpStore {
		if k := l.fn.class[f.Arg(i, 0)]; k == classG || k == classM {
			// Of an int of more words the low one is stored.
			low := code{op: fLow, a: c.a, dst: l.temp(1)}
			c.a = low.dst
			m.skip = 1
			l.emit(low, m)
			m.skip = 0
		}
		l.emit(c, m)
		return true
	}
	if t == ir.Int {
		return l.finish(i, c, w, m)
	}
	return l.finishPlain(i, c, m)
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
	case t.Kind() == ir.KindFloat && t != ir.F128:
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
	v := l.f.Result(i, 0)
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
