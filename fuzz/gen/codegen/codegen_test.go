package codegen_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/codegen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// TestCases: programs of each kind of case verify, return, and look at nothing that the semantics
// leaves open.
func TestCases(t *testing.T) {
	first := testseed.Seed(t)
	for n, kind := range codegen.Patterns() {
		defer codegen.Only(n)()
		programs := 150
		if testing.Short() {
			programs = 20
		}
		for k := range programs {
			seed := first + uint64(k)
			m := gen.Program(gen.Expand(seed, 800), preset.Backend)
			if err := ir.Verify(m); err != nil {
				t.Fatalf("%s, seed %d: %v\n%s", kind, seed, err, m)
			}
			want := ""
			for try := range uint64(2) {
				random := interp.Choice{Kind: interp.ChooseRandom, Seed: try + 1}
				o := interp.Options{Strict: true, Fuel: 100_000, AddressSeed: seed + try, Freeze: random, NaN: random}
				res, out, err := fuzz.Run(t.Context(), m, o)
				if err != nil {
					t.Fatalf("%s, seed %d: %v\n%s", kind, seed, err, m)
				}
				if res.Kind != interp.Returned {
					t.Fatalf("%s, seed %d: %s\n%s", kind, seed, res.Text(), m)
				}
				if try == 0 {
					want = string(out)
				} else if string(out) != want {
					t.Fatalf("%s, seed %d: prints %q and %q\n%s", kind, seed, want, out, m)
				}
			}
		}
	}
}
