package interp

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// Bit-fields without the values of the reference evaluator: the bytes that they lie in may be known bit by bit.

// fieldStore is the code of call i, if it writes a bit-field of at most a word.
func (l *lowerer) fieldStore(i ir.Inst) (c code, ok bool) {
	f := l.f
	d := f.Def(f.Arg(i, 0))
	if d == ir.NoInst || f.Op(d) != ir.OpSymbolAddr || l.w.targets.of(l.w.symbolPointer(f, f.SymbolOf(d)).Alloc).ext != "tuffy.field" || f.NumFixed(i) != 7 || l.w.types != nil || l.w.covers != nil || l.fn.memAt >= 0 || l.watched(i) {
		return c, false
	}
	var n [3]int64
	for k := range n {
		if n[k], ok = l.constOf(f.Arg(i, 2+k)); !ok || n[k] < 0 || n[k] > 64 {
			return c, false
		}
	}
	v := f.Arg(i, 5)
	if n[0] > 8 || n[2] == 0 || n[1]+n[2] > 8*n[0] || f.TypeOf(v) != ir.Int || l.fn.class[v] == classL || l.fn.class[v] == classM {
		return c, false
	}
	for k := range f.NumFixed(i) {
		if o := f.Operand(i, k); claims(o.Annot) || l.w.overwrites(o.Annot) {
			return c, false
		}
	}
	return code{op: fField, a: l.slot(f.Arg(i, 1)), b: l.slot(v), imm: uint64(n[0] | n[1]<<8 | n[2]<<16)}, true
}

// storeField is [checkCall.setField] where nothing is to be reported, and is false, having changed nothing, where something is.
func (w *world) storeField(s []slot, c *code) bool {
	p, v := &s[c.a], &s[c.b]
	n, shift, bits := c.imm&0xff, c.imm>>8&0xff, c.imm>>16
	if v.t&^words != 0 || w.slowMemory || !w.sees(p, n, true) {
		return false
	}
	a := w.accessible(p, n)
	off := p.v - a.Base
	if !a.Holds(off, n, true) {
		return false
	}
	field := ^uint64(0) >> (64 - bits) << shift
	value := v.v << shift & field
	if old, ok := a.LoadN(off, n); ok {
		return a.StoreN(off, n, old&^field|value)
	}
	var bytes [8]memory.Byte
	b := bytes[:n]
	w.space.ReadBytes(a, off, b)
	for k := range b {
		mask := byte(field >> (8 * k))
		switch b[k].Kind {
		case memory.Uninit, memory.Poison:
			b[k] = memory.Byte{Unset: 0xff}
		case memory.Fragment:
			return false
		}
		b[k].Unset &^= mask
		b[k].Value = (b[k].Value&^mask | byte(value>>(8*k))) &^ b[k].Unset
	}
	if err := w.space.WriteBytes(a, off, b); err != nil {
		w.limit("%s", err)
	}
	return true
}

// fieldBits are the bits that the load i reads of a bit-field, by its mark; all of them if it has none.
func (fn *fastFunc) fieldBits(i ir.Inst) uint64 {
	bits, ok := fn.fields[i]
	if !ok {
		if bits = ^uint64(0); fn.f.Mark(i).Rule == ir.RuleField {
			if shift, n, _, _, ok := fieldMark(fn.f.Mark(i)); ok && n > 0 && n <= 64 {
				bits = ^uint64(0) >> (64 - n) << shift
			}
		}
		if fn.fields == nil {
			fn.fields = map[ir.Inst]uint64{}
		}
		fn.fields[i] = bits
	}
	return bits
}

// loadField loads n bytes of which some bits were not written. It is false unless these are beside the bit-field that i reads.
func (w *world) loadField(fn *fastFunc, i ir.Inst, a *memory.Alloc, off, n uint64) (v uint64, ok bool) {
	if !a.Holds(off, n, false) || fn.f.Mark(i).Rule != ir.RuleField || w.covers != nil {
		return 0, false
	}
	field := fn.fieldBits(i)
	var bytes [8]memory.Byte
	b := bytes[:n]
	w.space.ReadBytes(a, off, b)
	for k := range b {
		if b[k].Kind != memory.Bits || b[k].Unset&byte(field>>(8*k)) != 0 {
			return 0, false
		}
		v |= uint64(b[k].Value) << (8 * k)
	}
	return v, true
}

// fieldMark is what the mark of a load says of the bit-field: its first bit, how many it has, how it is stored and what the program calls it.
func fieldMark(m ir.Mark) (shift, bits uint, storage, text string, ok bool) {
	n, err := fmt.Sscanf(m.Type, "%d %d %s", &shift, &bits, &storage)
	if n != 3 || err != nil {
		return 0, 0, "", "", false
	}
	return shift, bits, storage, strings.SplitN(m.Type, " ", 4)[3], true
}
