package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Bit-fields share bytes: what of a byte was written is known bit by bit.

// setField writes a bit-field: its address, the bytes that it lies in, the first bit, how many it has, and the value.
func (c *checkCall) setField() {
	w := c.w
	p, ok := c.args[0].(Ptr)
	size, ok1 := c.args[1].(Int)
	first, ok2 := c.args[2].(Int)
	width, ok3 := c.args[3].(Int)
	if !ok || !ok1 || !ok2 || !ok3 {
		return
	}
	n, shift, bits := size.V.Low64(), uint(first.V.Low64()), uint(width.V.Low64())
	a, off, flt := w.mem.Check(p.Pointer, n, 1, true)
	if flt != nil {
		w.failAccess(c.f, c.i, flt, "store", nil, "nothing is written")
		return
	}
	if !w.touch(c.f, c.i, a, off, n, true, false) {
		return
	}
	v, known := c.args[4].(Int)
	value := num.New(0)
	if known {
		value = v.V.Low(bits).Shl(shift)
	}
	field := num.New(1).Shl(bits).Sub(num.New(1)).Shl(shift)
	b := make([]memory.Byte, n)
	w.mem.ReadBytes(a, off, b)
	for k := range b {
		mask := byte(field.Shr(8 * uint(k)).Low(8).Low64())
		old := b[k]
		switch old.Kind {
		case memory.Uninit, memory.Poison:
			old = memory.Byte{Unset: 0xff}
		case memory.Fragment:
			old = memory.BitsByte(byte(old.Frag.Addr >> (8 * old.Value)))
		}
		old.Value = old.Value&^mask | byte(value.Shr(8*uint(k)).Low(8).Low64())&mask
		if old.Unset &^= mask; !known {
			old.Unset |= mask
		}
		old.Value &^= old.Unset
		b[k] = old
	}
	if err := w.mem.WriteBytes(a, off, b); err != nil {
		w.limit("%s", err)
	}
}

// fieldValue reports the value of a bit-field that was read and has none: nothing has written its bits.
func (w *world) fieldValue(f *ir.Func, i ir.Inst, m ir.Mark, args, results []Value) {
	shift, bits, storage, text, ok := fieldMark(m)
	if !ok {
		return
	}
	u := &UB{Code: UBSource, Message: fmt.Sprintf("'%s' is used uninitialized", text), Operands: w.operands(f, i, args), Fallback: "the result is poison"}
	w.tellsObject(u, f, i, args)
	if p, is := results[len(results)-1].(Poison); is {
		if storage == "automatic" && p.Cause != nil && p.Cause.Kind == CauseUninit && p.Cause.fn == f && p.Cause.inst == i {
			w.fail(f, i, u)
		}
		return
	}
	p, ok := args[0].(Ptr)
	if !ok {
		return
	}
	n := uint64(f.Attr(i).N)
	a, off, flt := w.mem.Check(p.Pointer, n, 1, false)
	if flt != nil {
		return
	}
	b := make([]memory.Byte, n)
	w.mem.ReadBytes(a, off, b)
	field := num.New(1).Shl(bits).Sub(num.New(1)).Shl(shift)
	for k := range b {
		if b[k].Unset&byte(field.Shr(8*uint(k)).Low(8).Low64()) != 0 {
			u.Fallback = "the bits are read as 0"
			w.fail(f, i, u)
			return
		}
	}
}
