package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// anyAttr has each field zero, small, at a boundary of how attributes are kept, or anything.
func anyAttr(r *rand.Rand) Attr {
	number := func(bounds ...uint32) uint32 {
		switch r.IntN(5) {
		case 0, 1:
			return 0
		case 2:
			return uint32(r.IntN(4))
		case 3:
			return bounds[r.IntN(len(bounds))]
		}
		return r.Uint32()
	}
	a := Attr{
		Imm: int64(int32(number(1<<31, 1<<32-1))) << (8 * r.IntN(5)), N: number(8, 1<<32-1),
		Aux: number(maxAux-1, maxAux, maxAux+1, 1<<31, 1<<32-1), Align: number(1, 8, 3, 1<<30, 1<<31, 1<<32-1),
		Pred: Pred(number(uint32(FTrue), 31, 32, 255)), Flags: FPFlags(number(3, 4)),
	}
	if r.IntN(4) == 0 {
		a.Order, a.Fail, a.RMW = Ordering(r.IntN(5)), Ordering(r.IntN(5)), RMWOp(r.IntN(6))
		a.Lane, a.Sat, a.Memory = Lane{LaneKind(r.IntN(8)), uint16(r.IntN(70))}, r.IntN(2) == 0, r.IntN(2) == 0
	}
	return a
}

// TestAttrs sets attributes and claims of uses at random, and reads them again, in the function and in a clone.
func TestAttrs(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	m := NewModule()
	f := m.AddFunc("f", nil, nil)
	k := f.At(f.AddBlock(Body))
	v := k.Int64(1, Synthetic)
	const n = 50
	attrs, claims := make([]Attr, n), make([][2]Annot, n)
	var insts []Inst
	for at := range n {
		attrs[at] = anyAttr(r)
		insts = append(insts, k.Inst(OpAdd, attrs[at], []Operand{{v, NoAnnot}, {v, NoAnnot}}, nil, []Type{Int}, Synthetic))
	}
	for round := range 3000 {
		at, which := r.IntN(n), r.IntN(2)
		switch r.IntN(3) {
		case 0:
			attrs[at] = anyAttr(r)
			f.SetAttr(insts[at], attrs[at])
		case 1:
			claims[at][which] = []Annot{NoAnnot, NoAnnot, Signed(8), Unsigned(40)}[r.IntN(4)]
			f.SetOperand(insts[at], which, Operand{v, claims[at][which]})
		case 2:
			if round%100 == 0 {
				m = m.Clone()
				f = m.Funcs[0]
			}
			if round%300 == 0 {
				moved := f.Compact()
				for at, i := range insts {
					insts[at] = moved[i]
				}
			}
		}
		for at, i := range insts {
			if got := f.Attr(i); got != attrs[at] {
				t.Fatalf("round %d: instruction %d has %+v, want %+v", round, at, got, attrs[at])
			}
			if got := f.aux(i); got != attrs[at].Aux {
				t.Fatalf("round %d: instruction %d has aux %d, want %d", round, at, got, attrs[at].Aux)
			}
			for n, a := range claims[at] {
				if got := f.Operand(i, n).Annot; got != a {
					t.Fatalf("round %d: operand %d of instruction %d claims %v, want %v", round, n, at, got, a)
				}
			}
		}
	}
	if len(f.attrOverflow) > n {
		t.Errorf("%d attributes are apart", len(f.attrOverflow))
	}
}
