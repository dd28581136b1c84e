package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Values become bytes and bytes values as the semantics page says under "Memory": byte(N) and
// vectors keep every state, ints and floats need all bytes to be Bits, a pointer is eight
// fragments of one pointer in order or eight Bits, and whatever else is poison.
// encode and decode are inverse on values whose bytes are all of one kind; the rest of the semantics
// (bitcast, unions in memory, vectors of anything) follows from these two.

// bitsBytes are known bytes.
func bitsBytes(b []byte) []memory.Byte {
	out := make([]memory.Byte, len(b))
	for i, v := range b {
		out[i] = memory.BitsByte(v)
	}
	return out
}

// writeBits writes known bytes.
// It goes in pieces, since an abstract byte takes 32.
func (w *world) writeBits(a *memory.Alloc, off uint64, b []byte) error {
	for n := 0; n < len(b); n += bitsChunk {
		if err := w.mem.WriteBytes(a, off+uint64(n), bitsBytes(b[n:min(n+bitsChunk, len(b))])); err != nil {
			return err
		}
	}
	return nil
}

// bitsChunk bounds the bytes that are made abstract bytes at a time, each of which takes more than
// itself.
const bitsChunk = 1 << 16

// pointerBytes are the fragments of a pointer.
func pointerBytes(p memory.Pointer) []memory.Byte {
	out := make([]memory.Byte, ir.PtrBytes)
	for i := range out {
		out[i] = memory.FragmentByte(p, uint8(i))
	}
	return out
}

// intBytes are the low n bytes of v in two's complement.
// An int of any length fits: it is reduced modulo 2^(8n), as the semantics of a store says.
// Least significant byte first.
func intBytes(v num.Int, n uint64) []memory.Byte {
	out := make([]memory.Byte, n)
	if x, ok := v.Int64(); ok {
		for i := range out {
			out[i] = memory.BitsByte(byte(x))
			x >>= 8
		}
		return out
	}
	for i, b := range v.FillBytes(make([]byte, n)) {
		out[i] = memory.BitsByte(b)
	}
	return out
}

// poisonBytes are n poison bytes.
func poisonBytes(n uint64, handle uint32) []memory.Byte {
	out := make([]memory.Byte, n)
	for i := range out {
		out[i] = memory.PoisonByte(handle)
	}
	return out
}

// sizeIn is the size of a value of type t where n bytes are accessed: only a bare int takes
// its size from the access.
func (w *world) sizeIn(t ir.Type, n uint64) uint64 {
	if s, ok := t.Size(w.o.VScale); ok {
		return s
	}
	return n
}

// encode returns the bytes of a value of type t; an int takes n.
// Poison becomes poison bytes that know where it came from.
// The result may share memory with v and is not to be changed.
func (w *world) encode(v Value, t ir.Type, n uint64) []memory.Byte {
	switch v := v.(type) {
	case Int:
		return intBytes(v.V, n)
	case Bool:
		if v {
			return []memory.Byte{memory.BitsByte(1)}
		}
		return []memory.Byte{memory.BitsByte(0)}
	case Float:
		out := make([]memory.Byte, t.FloatBits()/8)
		for i := range out {
			word := v.Lo
			if i >= 8 {
				word = v.Hi
			}
			out[i] = memory.BitsByte(byte(word >> (8 * (i % 8))))
		}
		return out
	case Ptr:
		return pointerBytes(v.Pointer)
	case Bytes:
		// The list is shared: WriteBytes copies from it.
		return v.B
	case Unit:
		return nil
	case Poison:
		return poisonBytes(w.sizeIn(t, n), w.causeHandle(v.Cause))
	case Aggregate:
		out := make([]memory.Byte, 0, w.sizeIn(t, 0))
		for i, x := range v.Fields {
			ft, _ := t.Field(uint64(i))
			out = append(out, w.encode(x, ft, ir.IntBytes)...)
		}
		return out
	}
	panic(fmt.Sprintf("BUG: encoding %T as %s", v, t))
}

// badBytes says why bytes are no value of a type.
// Offsets are those within the value, of which a field may be what is bad.
type badBytes struct {
	kind   CauseKind
	lo, hi int    // the offending bytes
	handle uint32 // of poison
	mixed  bool   // bytes of several pointers, or pointer and other bytes
}

// why makes the cause for bytes that are no value.
type whyBytes func(bad badBytes) *Cause

// decode reads bytes as a value of type t. Bad bytes make poison whose cause why gives.
// The result may share memory with b, which must not change afterwards.
// why is called only where bytes are bad, once a bad part.
func (w *world) decode(b []memory.Byte, t ir.Type, why whyBytes) Value {
	return w.decodeAt(b, 0, t, why)
}

// decodeAt is decode for a part that starts at byte at of the whole.
// Fields are decoded one by one, so a bad field is poison and its neighbours are not.
// An int is read as unsigned: its reader extends it.
func (w *world) decodeAt(b []memory.Byte, at int, t ir.Type, why whyBytes) Value {
	bad := func(x badBytes) Value {
		x.lo, x.hi = x.lo+at, x.hi+at
		return Poison{why(x)}
	}
	switch t.Kind() {
	case ir.KindByte, ir.KindVec:
		return Bytes{b}
	case ir.KindUnit:
		return Unit{}
	case ir.KindStruct, ir.KindArray:
		agg := Aggregate{make([]Value, t.Len())}
		off := 0
		for i := range agg.Fields {
			ft, _ := t.Field(uint64(i))
			// Fields lie without padding, as extent sums them.
			n := int(ft.FieldSize(w.o.VScale))
			agg.Fields[i] = w.decodeAt(b[off:off+n], at+off, ft, why)
			off += n
		}
		return agg
	case ir.KindPtr:
		p, x := decodePointer(b)
		if x != nil {
			return bad(*x)
		}
		if p.Kind == memory.ProvNone {
			p = w.space.Number(p.Addr)
		}
		p.AS = t.AddrSpace()
		return Ptr{p}
	}
	if x := notBits(b); x != nil {
		return bad(*x)
	}
	switch t.Kind() {
	case ir.KindInt:
		return Int{unsignedOf(b)}
	case ir.KindBool:
		if b[0].Value > 1 {
			return bad(badBytes{kind: CauseBool, hi: 1, handle: uint32(b[0].Value)})
		}
		return Bool(b[0].Value == 1)
	case ir.KindFloat:
		f := Float{Type: t}
		for i, x := range b {
			if i < 8 {
				f.Lo |= uint64(x.Value) << (8 * i)
			} else {
				f.Hi |= uint64(x.Value) << (8 * (i - 8))
			}
		}
		return f
	}
	panic("BUG: decoding " + t.String())
}

// unsignedOf is the little-endian number of bytes that are all Bits.
func unsignedOf(b []memory.Byte) num.Int {
	if len(b) <= 8 {
		var v uint64
		for i, x := range b {
			v |= uint64(x.Value) << (8 * i)
		}
		return num.FromUint64(v)
	}
	buf := make([]byte, len(b))
	for i, x := range b {
		buf[i] = x.Value
	}
	return num.FromBytes(buf)
}

// notBits finds the first run of bytes that are not Bits, the worst kind first: poison, then
// uninit, then fragments.
// hi is exclusive. nil says that all are Bits.
func notBits(b []memory.Byte) *badBytes {
	// In this order: poison says most of where a value came from, and of several reasons a report tells one.
	for _, k := range []memory.ByteKind{memory.Poison, memory.Uninit, memory.Fragment} {
		for i := range b {
			if b[i].Kind != k {
				continue
			}
			hi := i
			for hi < len(b) && b[hi].Kind == k {
				hi++
			}
			x := &badBytes{lo: i, hi: hi, handle: b[i].Cause}
			x.kind = [...]CauseKind{memory.Poison: CausePoisonBytes, memory.Uninit: CauseUninit, memory.Fragment: CauseFragment}[k]
			return x
		}
	}
	return nil
}

// decodePointer reads eight bytes as a pointer.
// Bits make an address without provenance: a number that was stored is a number when it is loaded.
// All eight must agree: a pointer whose bytes were put together from two is poison.
func decodePointer(b []memory.Byte) (memory.Pointer, *badBytes) {
	x := notBits(b)
	if x == nil {
		return memory.Pointer{Addr: unsignedOf(b).Low64()}, nil
	}
	if x.kind != CauseFragment {
		return memory.Pointer{}, x
	}
	p := b[x.lo].Frag
	for i := range b {
		if b[i].Kind != memory.Fragment || b[i].Frag != p || int(b[i].Value) != i {
			return memory.Pointer{}, &badBytes{kind: CauseFragment, hi: len(b), mixed: true}
		}
	}
	return p, nil
}

// detail says what is wrong with the bytes, which start at offset base of what is named.
func (x badBytes) detail(base uint64, what string, t ir.Type) string {
	lo, hi := base+uint64(x.lo), base+uint64(x.hi)
	bytes := fmt.Sprintf("bytes [%d, %d) of %s", lo, hi, what)
	switch x.kind {
	case CauseUninit:
		return bytes + " are uninit"
	case CausePoisonBytes:
		return bytes + " are poison"
	case CauseBool:
		return fmt.Sprintf("byte %d of %s is %d, which is no bool", lo, what, x.handle)
	}
	if x.mixed {
		return bytes + " are a mixture of bytes that is no pointer"
	}
	return fmt.Sprintf("%s are part of a pointer, read as %s", bytes, t)
}

// cause makes the cause of a value whose bytes are bad.
// A value that is poison by its bytes continues with the history of the byte, where that is known.
func (w *world) badCause(x badBytes, f *ir.Func, i ir.Inst, base uint64, what string, t ir.Type, operands []Operand) *Cause {
	c := w.born(x.kind, x.detail(base, what, t), f, i, operands...)
	if x.kind == CausePoisonBytes {
		return derive(c, w.causeOf(x.handle))
	}
	return c
}

// poisonOf is an all-poison value of type t: scalars as a whole, bytes one by one, without
// a cause in the bytes.
func poisonOf(t ir.Type, vscale uint64, cause *Cause) Value { return makePoison(t, vscale, cause, 0) }

// poison is an all-poison value whose bytes know their cause.
// Types without bytes keep the cause itself, at full length; bytes have a handle of 32 bits.
func (w *world) poison(t ir.Type, cause *Cause) Value {
	h := uint32(0)
	if !isScalar(t) {
		h = w.causeHandle(cause)
	}
	return makePoison(t, w.o.VScale, cause, h)
}

// makePoison makes every scalar part poison.
// A token is no value that can be poison.
func makePoison(t ir.Type, vscale uint64, cause *Cause, handle uint32) Value {
	switch t.Kind() {
	case ir.KindByte, ir.KindVec:
		n, _ := t.Size(vscale)
		return Bytes{poisonBytes(n, handle)}
	case ir.KindStruct, ir.KindArray:
		agg := Aggregate{make([]Value, t.Len())}
		for i := range agg.Fields {
			ft, _ := t.Field(uint64(i))
			agg.Fields[i] = makePoison(ft, vscale, cause, handle)
		}
		return agg
	case ir.KindMem:
		return Token(0)
	}
	return Poison{cause}
}

// isPoison reports whether any part of v is poison; uninit bytes are not.
// Uninit is not poison: it may be copied, compared as memory, frozen, and becomes poison when it is read as a
// number.
func isPoison(v Value) bool {
	switch v := v.(type) {
	case Poison:
		return true
	case Bytes:
		for _, b := range v.B {
			if b.Kind == memory.Poison {
				return true
			}
		}
	case Aggregate:
		for _, f := range v.Fields {
			if isPoison(f) {
				return true
			}
		}
	}
	return false
}

// causeIn is the cause of the first poison part of v.
func causeIn(v Value, w *world) *Cause {
	switch v := v.(type) {
	case Poison:
		return v.Cause
	case Bytes:
		for _, b := range v.B {
			if b.Kind == memory.Poison {
				return w.causeOf(b.Cause)
			}
		}
	case Aggregate:
		for _, f := range v.Fields {
			if c := causeIn(f, w); c != nil {
				return c
			}
		}
	}
	return nil
}
