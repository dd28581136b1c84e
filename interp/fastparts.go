package interp

import (
	"encoding/binary"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Vectors and aggregates in slots. A vector, or raw bytes, of up to maxWords words is one part: words if all of it
// is Bits, else boxed. An aggregate of up to maxParts scalars is the parts of all its scalars, one after another;
// one of them may be boxed, as poison, and the others not. Ints in aggregates are of class G. What is larger is boxed.
const (
	maxWords = 8
	maxParts = 16
)

// leaf is a scalar, or what is stored like one, of an aggregate that lies in slots by parts.
type leaf struct {
	typ  ir.Type
	slot int32  // its first slot, from that of the aggregate
	n    int32  // its slots
	off  uint64 // of its bytes in the aggregate
}

// layoutOf lists how many slots each part of a value takes. It is the one place that knows; the
// class means something for ints only.
func (w *world) layoutOf(t ir.Type, c class) []int32 {
	switch t.Kind() {
	case ir.KindMem:
		if !w.o.CheckMemSSA {
			return nil
		}
	case ir.KindInt:
		if c == classG || c == classM {
			return twoSlots
		}
	case ir.KindFloat:
		if t.IsWideFloat() {
			return twoSlots
		}
	case ir.KindByte, ir.KindVec:
		if n, _ := t.Size(w.o.VScale); n > 8 && n <= 8*maxWords {
			return wordSlots[(n+7)/8]
		}
	case ir.KindStruct, ir.KindArray:
		if ls := w.leaves(t); ls != nil {
			return w.layouts[t]
		}
	}
	return oneSlot
}

// wordSlots are the layouts of vectors by their words.
var wordSlots = func() (all [maxWords + 1][]int32) {
	for n := range all {
		all[n] = []int32{int32(n)}
	}
	return all
}()

// leaves lists the scalars of an aggregate, nil if it is boxed as a whole.
func (w *world) leaves(t ir.Type) []leaf {
	ls, ok := w.leafLists[t]
	if !ok {
		ls = w.flatten(t)
		if w.leafLists == nil {
			w.leafLists, w.layouts = map[ir.Type][]leaf{}, map[ir.Type][]int32{}
		}
		w.leafLists[t] = ls
		for _, x := range ls {
			w.layouts[t] = append(w.layouts[t], x.n)
		}
	}
	return ls
}

// flatten makes the list of leaves.
func (w *world) flatten(t ir.Type) []leaf {
	if t.Len() == 0 || t.Len() > maxParts {
		return nil
	}
	var out []leaf
	slot, off := int32(0), uint64(0)
	for k := range t.Len() {
		ft, _ := t.Field(k)
		if inner := w.aggregateLeaves(ft); inner != nil {
			for _, x := range inner {
				x.slot, x.off = x.slot+slot, x.off+off
				out = append(out, x)
			}
		} else {
			out = append(out, leaf{ft, slot, extent(w.layoutOf(ft, classG)), off})
		}
		slot += extent(w.layoutOf(ft, classG))
		off += ft.FieldSize(w.o.VScale)
	}
	if len(out) > maxParts {
		return nil
	}
	return out
}

// aggregateLeaves is leaves of an aggregate, nil for others.
func (w *world) aggregateLeaves(t ir.Type) []leaf {
	if !t.IsAggregate() {
		return nil
	}
	return w.leaves(t)
}

// fieldAt is the type of the field that a path names, and its first slot in an aggregate in slots.
func (w *world) fieldAt(t ir.Type, path []uint32) (ir.Type, int32) {
	slot := int32(0)
	for _, p := range path {
		for k := range uint64(p) {
			ft, _ := t.Field(k)
			slot += extent(w.layoutOf(ft, classG))
		}
		t, _ = t.Field(uint64(p))
	}
	return t, slot
}

// boxFields is the aggregate that begins at slot i.
func (t *fastThread) boxFields(i int32, typ ir.Type) Value {
	out := make([]Value, typ.Len())
	for k := range out {
		ft, _ := typ.Field(uint64(k))
		out[k] = t.boxSlot(i, ft, classG)
		i += extent(t.w.layoutOf(ft, classG))
	}
	return Aggregate{out}
}

// unboxAs stores val, of type typ, in the slots from i on, each part as the class says.
func (t *fastThread) unboxAs(i int32, typ ir.Type, c class, val Value) {
	if t.w.aggregateLeaves(typ) == nil {
		t.unbox(i, c, val)
		return
	}
	for k, v := range val.(Aggregate).Fields {
		ft, _ := typ.Field(uint64(k))
		t.unboxAs(i, ft, classG, v)
		i += extent(t.w.layoutOf(ft, classG))
	}
}

// boxWords is the bytes that n words hold.
func (t *fastThread) boxWords(i int32, size uint64) Value {
	b := make([]memory.Byte, size)
	for n := range b {
		b[n] = memory.BitsByte(uint8(t.stack[i+int32(n/8)].v >> (n % 8 * 8)))
	}
	return Bytes{b}
}

// unboxWords stores bytes as words, and is false if they are too many or not all Bits.
func (t *fastThread) unboxWords(i int32, b []memory.Byte) bool {
	if len(b) > 8*maxWords {
		return false
	}
	for n := range b {
		if b[n].Kind != memory.Bits || b[n].Unset != 0 {
			return false
		}
	}
	for n := 0; n < len(b); n += 8 {
		v, _ := smallBits(b[n:min(n+8, len(b))])
		t.stack[i+int32(n/8)] = slot{v: v}
	}
	t.stack[i].t = words
	return true
}

// loadWords loads n bytes, more than 8 and at most 8*maxWords, to the slots dst, and is false, having changed nothing,
// unless they may be read and are all Bits.
func (w *world) loadWords(dst []slot, x *slot, n uint64) bool {
	a := w.accessible(x, n)
	b, ok := a.Window(x.v-a.Base, n)
	if !ok {
		return false
	}
	for k := 0; 8*k < len(b); k++ {
		dst[k] = slot{v: wordAt(b, k)}
	}
	dst[0].t = words
	return true
}

// storeWords stores n bytes of the words src, and is false, having changed nothing, unless they may be written.
func (w *world) storeWords(src []slot, x *slot, n uint64) bool {
	a := w.accessible(x, n)
	off := x.v - a.Base
	if !a.Holds(off, n, true) {
		return false
	}
	b, ok := a.Window(off, n)
	if !ok {
		// Made Bits first, in one piece, as the write of the reference evaluator is.
		if err := w.space.Fill(a, off, n, memory.BitsByte(0)); err != nil {
			w.limit("%s", err)
			return true
		}
		if b, ok = a.Window(off, n); !ok {
			panic("BUG: bytes that were filled are not Bits")
		}
	}
	for k := 0; 8*k < len(b); k++ {
		putWordAt(b, k, src[k].v)
	}
	return true
}

// wordAt is word k of the bytes b, of which the last may be less than a word.
func wordAt(b []byte, k int) (v uint64) {
	if b = b[8*k:]; len(b) >= 8 {
		return binary.LittleEndian.Uint64(b)
	}
	for n := range b {
		v |= uint64(b[n]) << (8 * n)
	}
	return v
}

// putWordAt makes v word k of the bytes b.
func putWordAt(b []byte, k int, v uint64) {
	if b = b[8*k:]; len(b) >= 8 {
		binary.LittleEndian.PutUint64(b, v)
		return
	}
	for n := range b {
		b[n] = byte(v >> (8 * n))
	}
}
