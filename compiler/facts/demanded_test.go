package facts_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// maskPattern writes a pattern that does not care about the bits outside m.
func maskPattern(m *big.Int) string {
	var s strings.Builder
	symbol := func(i int) byte {
		if m.Bit(i) == 1 {
			return '?'
		}
		return 'x'
	}
	for i := m.BitLen(); i >= 0; i-- {
		s.WriteByte(symbol(i))
	}
	return s.String()
}

// claimDemand annotates the ints of m with the bits that are not demanded, and counts them.
func claimDemand(t *testing.T, m *ir.Module, demand func(*facts.Demands, ir.Value) *big.Int) int {
	t.Helper()
	n := 0
	for _, f := range m.Funcs {
		d := facts.Demanded(f)
		for v := range ir.Value(f.NumValues()) {
			if f.TypeOf(v) != ir.Int || f.AnnotOf(v) != ir.NoAnnot || !f.HasUses(v) {
				continue
			}
			want := demand(d, v)
			if want.Sign() == 0 || want.Cmp(big.NewInt(-1)) == 0 {
				continue
			}
			if i := f.Def(v); i != ir.NoInst && (f.Deleted(i) || f.Op(i) == ir.OpParam) {
				continue
			}
			a, err := ir.KnownBits(maskPattern(want))
			if err != nil {
				t.Fatal(err)
			}
			f.SetAnnot(v, a)
			n++
		}
	}
	return n
}

// differs reports whether a program behaves differently when its don't-care bits are chosen.
func differs(t *testing.T, m *ir.Module, seed uint64) bool {
	t.Helper()
	run := func(o interp.Options) *interp.Outcome {
		o.Strict, o.Seed, o.Fuel = true, seed, 1_000_000
		out, err := interp.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	plain := run(interp.Options{})
	for _, c := range []interp.Choice{{Kind: interp.ChooseRandom, Seed: seed}, {Kind: interp.ChooseRandom, Seed: seed + 1}} {
		other := run(interp.Options{DontCare: c})
		if plain.Kind != interp.Undefined && fuzz.Compare(plain, other) != nil {
			return true
		}
	}
	return false
}

// TestDemanded changes bits that are said not to matter, in generated programs.
func TestDemanded(t *testing.T) {
	first, programs := testseed.Number(t, "TUFFY_SEED", 1), testseed.Number(t, "TUFFY_PROGRAMS", 1000)
	if testing.Short() {
		programs = min(programs, 40)
	}
	t.Logf("seed %d, %d programs (set TUFFY_SEED, TUFFY_PROGRAMS to change them)", first, programs)
	claims, caught := 0, 0
	for seed := first; seed < first+programs; seed++ {
		data := gen.Expand(seed, 200<<(seed%4))
		m, _ := gen.Generate(data, preset.Ints)
		if differs(t, m, seed) {
			continue // its own claims are false
		}
		claims += claimDemand(t, m, func(d *facts.Demands, v ir.Value) *big.Int { return d.Of(v).Big() })
		if differs(t, m, seed) {
			t.Fatalf("seed %d: a bit that is not demanded matters\n%s", seed, m)
		}
		// A planted mistake: the highest demanded bit of finite masks is forgotten.
		wrong, _ := gen.Generate(data, preset.Ints)
		claimDemand(t, wrong, func(d *facts.Demands, v ir.Value) *big.Int {
			w := new(big.Int).Set(d.Of(v).Big())
			if w.Sign() > 0 {
				w.SetBit(w, w.BitLen()-1, 0)
			}
			return w
		})
		if differs(t, wrong, seed) {
			caught++
		}
	}
	t.Logf("%d values not demanded in full; a planted mistake shows in %d programs", claims, caught)
	if claims == 0 || caught == 0 {
		t.Error("the test tells nothing")
	}
}
