package facts

import (
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// boundaries are numbers around those where the way in which they are kept changes.
var boundaries = sync.OnceValue(func() (out []num.Int) {
	for _, n := range []uint{0, 1, 31, 62, 63, 64, 65, 126, 127, 128, 200} {
		for d := int64(-2); d <= 2; d++ {
			x := new(big.Int).Add(num.Pow2(n).Big(), big.NewInt(d))
			out = append(out, num.FromBig(x), num.FromBig(new(big.Int).Neg(x)))
		}
	}
	return out
})

// anyInt is a number of up to 200 bits, more often a small one, or a mask.
func anyInt(r *rand.Rand) num.Int {
	b := boundaries()
	switch r.IntN(4) {
	case 0:
		return b[r.IntN(len(b))]
	case 1:
		return num.New(int64(r.Uint64()) >> r.IntN(64))
	case 2:
		return num.Mask(uint(r.IntN(200))).Not()
	}
	x := new(big.Int)
	for range r.IntN(4) {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(r.Uint64()))
	}
	if r.IntN(2) == 0 {
		x.Not(x)
	}
	return num.FromBig(x)
}

func anyFact(r *rand.Rand) Fact {
	end := func() End {
		if r.IntN(3) == 0 {
			return End{}
		}
		return at(anyInt(r))
	}
	f := Fact{Bits{anyInt(r), anyInt(r)}, Range{end(), end()}}
	switch r.IntN(4) {
	case 0:
		return Const(anyInt(r))
	case 1:
		f.refine()
	}
	return f
}

// sameFact compares without [Fact.Equal].
func sameFact(f, g *Fact) bool {
	number := func(x, y num.Int) bool { return x.Big().Cmp(y.Big()) == 0 }
	end := func(x, y End) bool { return x.Finite == y.Finite && (!x.Finite || number(x.V, y.V)) }
	return number(f.Bits.Zeros, g.Bits.Zeros) && number(f.Bits.Ones, g.Bits.Ones) &&
		end(f.Range.Lo, g.Range.Lo) && end(f.Range.Hi, g.Range.Hi)
}

// stored checks that s has f for v, by every way to ask.
func stored(t *testing.T, s *store, v ir.Value, f *Fact) {
	t.Helper()
	g := anyFact(rand.New(rand.NewPCG(1, uint64(v)))) // what was there does not matter
	s.fact(v, &g)
	if !sameFact(&g, f) {
		t.Fatalf("value %d: put %v, got %v", v, f, g)
	}
	if !s.hasFact(v, f) {
		t.Fatalf("value %d: %v is not what is kept", v, f)
	}
	x, ok := s.value(v)
	y, want := f.Value()
	if ok != want || ok && !x.Equal(y) {
		t.Fatalf("value %d: %v is the one value %v, %v", v, f, x, ok)
	}
}

// TestStoreBoundaries keeps each number in each place of a fact, alone and beside another.
func TestStoreBoundaries(t *testing.T) {
	var s store
	s.reset(1)
	empty := Fact{Range: Range{at(one), at(num.Int{})}}
	for _, f := range []Fact{{}, empty, zero, Const(minusOne)} {
		s.setFact(0, &f)
		stored(t, &s, 0, &f)
	}
	for _, x := range boundaries() {
		for _, y := range boundaries() {
			for _, f := range []Fact{
				{Bits: Bits{Zeros: x, Ones: y}}, {Range: Range{at(x), at(y)}},
				{Bits{Zeros: x}, Range{Lo: at(y)}}, {Bits{Ones: y}, Range{Hi: at(x)}},
			} {
				s.setFact(0, &f)
				stored(t, &s, 0, &f)
			}
		}
	}
}

// TestStore puts facts at random, again and again for a few values, and compares what is kept with a
// list of them.
func TestStore(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	const n = 7
	var s store
	s.reset(n)
	kept := make([]state, n)
	for range testseed.Rounds(50_000, 10_000) {
		v := ir.Value(r.IntN(n))
		switch r.IntN(8) {
		case 0:
			s.forget(v)
			kept[v] = state{}
		case 1:
			x := state{anyFact(r), Truth(r.IntN(3)), r.IntN(2) == 0, r.IntN(2) == 0, uint8(r.IntN(20))}
			s.setState(v, &x)
			kept[v] = x
		default:
			f := anyFact(r)
			s.setFact(v, &f)
			kept[v].fact = f
		}
		if f := anyFact(r); s.hasFact(v, &f) != sameFact(&f, &kept[v].fact) {
			t.Fatalf("value %d: %v is taken for %v, or not", v, kept[v].fact, f)
		}
		w := ir.Value(r.IntN(n))
		stored(t, &s, w, &kept[w].fact)
		got := s.state(w)
		if !got.same(&kept[w]) || got.grown != kept[w].grown {
			t.Fatalf("value %d: put %+v, got %+v", w, kept[w], got)
		}
	}
	if most := 4 * n; len(s.wide) > most {
		t.Errorf("%d numbers in the table", len(s.wide))
	}
}
