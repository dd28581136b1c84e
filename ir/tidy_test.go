package ir

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// shuffled makes a function of blocks one after the other, and edits it at random.
func shuffled(r *rand.Rand, m *Module) *Func {
	f := m.AddFunc("f", []Param{{Type: Int}}, []Param{{Type: Int}})
	var all []Value
	k := f.At(f.AddBlock(Body))
	all = append(all, k.Param(0, Synthetic))
	some := func() Operand {
		o := Operand{Value: all[r.IntN(len(all))]}
		if r.IntN(5) == 0 {
			o.Annot = Signed(uint32(1 + r.IntN(60)))
		}
		return o
	}
	for range 40 {
		for range 100 {
			v := k.Binary(OpAdd, some().Value, some().Value, Synthetic)
			all = append(all, v)
		}
		next := f.AddBlock(Body)
		arg := f.AddArg(next, Int, NoAnnot)
		k.Br(Target{Block: next, Args: []Operand{some()}}, Synthetic)
		k, all = f.At(next), append(all, arg)
	}
	k.Ret(Synthetic, all[len(all)-1])
	for range 6000 {
		v := all[r.IntN(len(all))]
		i := f.Def(v)
		switch {
		case i == NoInst || f.Deleted(i) || f.Op(i) == OpParam:
		case r.IntN(2) == 0:
			f.ReplaceUses(v, f.Arg(i, 0))
			f.RemoveInst(i)
		case r.IntN(2) == 0:
			f.SetOperand(i, r.IntN(2), Operand{f.Arg(i, 0), some().Annot})
		default:
			f.SetOperands(i, []Operand{{f.Arg(i, 1), NoAnnot}, {f.Arg(i, 0), some().Annot}}, nil)
		}
	}
	return f
}

// TestTidy: the text is the same, and so are the orders of instructions and of uses; all tombstones
// are gone.
func TestTidy(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for range 8 {
		m := NewModule()
		f := shuffled(r, m)
		before, uses, live, version := m.Canonical(), usesOf(f), f.Live(), f.Version()
		if 3*live > 2*f.NumInsts() {
			t.Fatalf("%d of %d instructions are live: too many", live, f.NumInsts())
		}
		if f.Tidy(); f.NumInsts() != live {
			t.Fatalf("%d instructions for %d live ones", f.NumInsts(), live)
		}
		if got := m.Canonical(); got != before {
			t.Fatalf("another text:\n%s\nwas\n%s", got, before)
		}
		if err := Verify(m); err != nil {
			t.Fatal(err)
		}
		if f.Version() != version || f.Live() != live {
			t.Errorf("version %d, %d live instructions; want %d, %d", f.Version(), f.Live(), version, live)
		}
		if got := usesOf(f); !slices.Equal(got, uses) {
			t.Error("the uses of some value are in another order")
		}
	}
}

// usesOf lists the uses of all values in order; instructions are known by their rank among the live ones.
func usesOf(f *Func) []int {
	rank := make([]int, f.NumInsts())
	n := 0
	for i := range rank {
		if !f.Deleted(Inst(i)) {
			rank[i] = n
			n++
		}
	}
	var out []int
	for v := range Value(f.NumValues()) {
		for u := range f.Uses(v) {
			out = append(out, int(v), rank[u.Inst], u.Index)
		}
	}
	return out
}
