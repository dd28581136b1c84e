package ir

import "math/bits"

// attrRec are the attributes of an instruction as the function keeps them, in half the space of an
// [Attr]: nearly all instructions have none but a number, or few.
// A test packs and unpacks every kind of attribute.
type attrRec struct {
	imm  int64
	n    uint32
	rest uint32 // the other fields in few bits, or overflow and a place in [Func.attrOverflow]
}

// The bits of rest: an alignment of 2^k as k+1, then Pred, Flags and Aux as they are.
const (
	predShift  = 6
	flagsShift = predShift + 5
	auxShift   = flagsShift + 2
	maxAux     = 1<<(31-auxShift) - 1
	overflow   = 1 << 31
)

// Attr returns the attributes of i.
// The first case is inlined, and is all that most instructions need.
func (f *Func) Attr(i Inst) Attr {
	r := &f.attrs[i]
	if r.rest == 0 {
		return Attr{Imm: r.imm, N: r.n}
	}
	return f.unpackAttr(r)
}

// unpackAttr undoes packAttr.
func (f *Func) unpackAttr(r *attrRec) Attr {
	if r.rest&overflow != 0 {
		return f.attrOverflow[r.rest&^overflow]
	}
	return Attr{
		Imm: r.imm, N: r.n, Aux: r.rest >> auxShift, Align: uint32(uint64(1) << (r.rest & (1<<predShift - 1)) >> 1),
		Pred: Pred(r.rest >> predShift & (1<<5 - 1)), Flags: FPFlags(r.rest >> flagsShift & 3),
	}
}

// packAttr is what the function keeps of a. was is what it kept in the same place before, which continues to
// be apart if it was.
// The place apart is never given back.
func (f *Func) packAttr(a Attr, was attrRec) attrRec {
	r := attrRec{imm: a.Imm, n: a.N}
	r.rest = uint32(bits.Len32(a.Align)) | uint32(a.Pred)<<predShift | uint32(a.Flags)<<flagsShift | min(a.Aux, maxAux)<<auxShift
	if was.rest&overflow == 0 && a == (Attr{Imm: a.Imm, N: a.N, Aux: a.Aux & maxAux, Align: a.Align & -a.Align, Pred: a.Pred & (1<<5 - 1), Flags: a.Flags & 3}) {
		return r
	}
	if r.rest = was.rest; r.rest&overflow == 0 {
		r.rest = overflow | uint32(len(f.attrOverflow))
		f.attrOverflow = append(f.attrOverflow, Attr{})
	}
	f.attrOverflow[r.rest&^overflow] = a
	return r
}

// aux is the field Aux of the attributes of i.
func (f *Func) aux(i Inst) uint32 {
	r := &f.attrs[i]
	if r.rest&overflow != 0 {
		return f.attrOverflow[r.rest&^overflow].Aux
	}
	return r.rest >> auxShift
}

// SetAttr replaces the attributes of i.
func (f *Func) SetAttr(i Inst, a Attr) {
	f.changing(i)
	f.attrs[i] = f.packAttr(a, f.attrs[i])
	f.version++
	f.markInst(i)
}
