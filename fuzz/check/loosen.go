package check

import (
	endian "encoding/binary"
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/ir"
)

// loosen drops about half of the claims on definitions and uses: a claim only ever turns a
// value into poison. Those of signatures stay, for the result of main is compared by them. So the
// result refines the program: it may only be more defined.
// It has no case without change: if nothing carries a claim the result is equal.
func loosen(s *Subject) *ir.Module {
	m, r := s.Module.Clone(), drawn(s, "loosen")
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for _, v := range f.Args(b) {
				if r.Below(2) == 0 {
					f.SetAnnot(v, ir.NoAnnot)
				}
			}
			for i := range f.Insts(b) {
				loosenInst(f, i, r)
			}
		}
	}
	return m
}

// Claims on parameters are those of the signature.
func loosenInst(f *ir.Func, i ir.Inst, r *choice.SplitMix) {
	for n := range f.NumOperands(i) {
		if o := f.Operand(i, n); o.Annot != ir.NoAnnot && r.Below(2) == 0 {
			f.SetOperand(i, n, ir.Operand{Value: o.Value})
		}
	}
	if f.Op(i) == ir.OpParam { // repeats the claim of the signature
		return
	}
	for _, v := range f.Results(i) {
		if r.Below(2) == 0 {
			f.SetAnnot(v, ir.NoAnnot)
		}
	}
}

// Two transforms on a subject draw differently.
// drawn is a stream for one purpose.
func drawn(s *Subject, purpose string) *choice.SplitMix {
	r := choice.SplitMix(endian.BigEndian.Uint64(s.Rand(purpose, 8)))
	return &r
}

// image gives data its bytes in another way: what may be written starts as uninit memory and
// is filled by main, byte by byte and address by address; runs of zeros are spelled out. Nothing
// reads the data before main starts, so writing it first is the same. Only main's memory token is
// replaced.
func image(s *Subject) *ir.Module {
	m, r := s.Module.Clone(), drawn(s, "image")
	f := m.Func("main")
	args := f.Args(f.Entry())
	// Without a token in main there is nothing to write with.
	if len(args) == 0 || len(m.Data) == 0 {
		return nil
	}
	b, mem := f.Before(f.FirstInst(f.Entry())), args[0]
	// The uses are taken before the new stores are made.
	first := slices.Collect(f.Uses(mem)) // in the program; what they read is written now
	for _, d := range m.Data {
		// 256 bytes bound how much main grows, one store each.
		if d.Const || d.Size() > 256 || r.Below(2) == 0 {
			spellZeros(d)
			continue
		}
		mem = fillData(b, m, d, mem)
	}
	// What main read from the entry's token reads from the last store.
	for _, u := range first {
		o := f.Operand(u.Inst, u.Index)
		o.Value = mem
		f.SetOperand(u.Inst, u.Index, o)
	}
	return m
}

// spellZeros changes d in place: runs of up to 256 zeros become bytes of the text.
// Long runs would blow the text up.
func spellZeros(d *ir.Data) {
	for n, p := range d.Pieces {
		if p.Bytes == nil && !p.Uninit && p.Zero > 0 && p.Zero <= 256 {
			d.Pieces[n] = ir.DataPiece{Bytes: make([]byte, p.Zero)}
		}
	}
}

// fillData adds the stores to b and returns the last token. d is left uninit, of the same size.
// Addresses are stored as pointers, last, over the bytes that the pieces gave.
func fillData(b *ir.Builder, m *ir.Module, d *ir.Data, mem ir.Value) ir.Value {
	base := b.SymbolAddr(d.Name, ir.Synthetic)
	at := func(off uint64) ir.Value {
		return b.Binary(ir.OpPtrAdd, base, b.Int64(int64(off), ir.Synthetic), ir.Synthetic)
	}
	off := uint64(0)
	for _, p := range d.Pieces {
		for k := range uint64(len(p.Bytes)) {
			mem = b.Store(1, b.Int64(int64(p.Bytes[k]), ir.Synthetic), at(off+k), mem, ir.Synthetic)
		}
		if p.Bytes == nil && !p.Uninit {
			for k := range p.Zero {
				mem = b.Store(1, b.Int64(0, ir.Synthetic), at(off+k), mem, ir.Synthetic)
			}
		}
		off += uint64(len(p.Bytes)) + p.Zero
	}
	for _, r := range d.Relocs {
		to := b.Binary(ir.OpPtrAdd, b.SymbolAddr(m.SymbolName(r.Sym), ir.Synthetic), b.Int64(r.Addend, ir.Synthetic), ir.Synthetic)
		mem = b.Store(8, to, at(r.Off), mem, ir.Synthetic)
	}
	// No relocation is left either: an address that main stores must not be in the image already.
	d.Pieces, d.Relocs = []ir.DataPiece{{Zero: off, Uninit: true}}, nil
	return mem
}

// commute swaps the operands of operations that allow it. Which operations commute is a column of
// the opcode table.
func commute(s *Subject) *ir.Module {
	m, r := s.Module.Clone(), drawn(s, "commute")
	for _, f := range m.Funcs {
		for i := range f.AllInsts() {
			if f.Op(i).Is(ir.Commutes) && r.Below(2) == 0 {
				x, y := f.Operand(i, 0), f.Operand(i, 1)
				f.SetOperand(i, 0, y)
				f.SetOperand(i, 1, x)
			}
		}
	}
	return m
}

// spill keeps values in memory: what is no int is stored to a slot where it is made, and
// loaded for its uses. Values pass through memory unchanged, poison and provenance included.
func spill(s *Subject) *ir.Module {
	// Functions without a token are left alone: there is none to store and load with.
	m, r := s.Module.Clone(), drawn(s, "spill")
	for _, f := range m.Funcs {
		if args := f.Args(f.Entry()); len(args) == 0 {
			continue
		}
		for i := range f.AllInsts() {
			if r.Below(3) == 0 && !f.Op(i).IsTerminator() {
				spillResults(f, i)
			}
		}
	}
	return m
}

// The slot's store uses the entry's token: nothing else can touch fresh memory, so its place in the
// order of memory does not matter. Each use keeps its claim.
func spillResults(f *ir.Func, i ir.Inst) {
	mem := f.Args(f.Entry())[0]
	next := f.NextInst(i)
	for _, v := range f.Results(i) {
		t := f.TypeOf(v)
		n, sized := t.Size(1)
		// Scalable vectors and unit have no fixed size; aggregates are left to other transforms.
		if !sized || n == 0 || t.IsAggregate() || t == ir.Mem {
			continue
		}
		var uses []ir.Use
		for u := range f.Uses(v) {
			uses = append(uses, u)
		}
		// The slot is made where the value is made, so a loop gets one each time round.
		b := f.Before(next)
		p := b.StackSlot(int64(n), 1, ir.Synthetic)
		after := b.Store(uint32(n), v, p, mem, ir.Synthetic)
		w := b.Load(uint32(n), p, after, t, ir.Synthetic)
		for _, u := range uses {
			o := f.Operand(u.Inst, u.Index)
			f.SetOperand(u.Inst, u.Index, ir.Operand{Value: w, Annot: o.Annot})
		}
	}
}
