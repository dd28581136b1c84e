package engines_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// rotationProgram has sums of two shifts, most of which are rotations; some shift by other amounts, other numbers, or
// numbers with a sign.
func rotationProgram(r *rand.Rand) string {
	w := []int{8, 16, 32, 32, 64, 64}[r.IntN(6)]
	claim, other := fmt.Sprint(":u", w), "v1"
	if r.IntN(6) == 0 {
		claim = fmt.Sprint(":s", w)
	}
	if r.IntN(6) == 0 {
		other = "v2"
	}
	k := 1 + r.IntN(w-1)
	j := w - k
	if r.IntN(5) == 0 {
		j = r.IntN(w)
	}
	sum := []string{"v6, v7", "v7, v6"}[r.IntN(2)]
	return fmt.Sprintf(`func @f(int%[1]s, int%[1]s) -> (int:u%[2]d, int:u64) {
  bb0:
    v1%[1]s = param 0
    v2%[1]s = param 1
    v3 = iconst %[3]d
    v4 = iconst %[4]d
    v5 = shl v1, v3
    v6 = zext v5, %[2]d
    v7 = shr %[5]s, v4
    v8 = %[6]s %[7]s
    v9:u%[2]d = zext v8, %[2]d
    v10 = add v9, v6
    v11:u64 = zext v10, 64
    ret v9, v11
}
`, claim, w, k, j, other, []string{"or", "xor", "add"}[r.IntN(3)], sum)
}

// TestRotations: sums of shifts agree on the reference evaluator, simulator and processor.
func TestRotations(t *testing.T) {
	seed := testseed.Seed(t)
	for k := range testseed.Rounds(150, 50) {
		text := rotationProgram(rand.New(rand.NewPCG(seed, uint64(k))))
		list, err := engines.Check(context.Background(), module(t, "rotation.tir", text), engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: 8, Seed: seed,
			Interp: interp.Options{Exact: true}, Compile: compiler.Options{Check: true}})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, a := range list {
			if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared == 0 {
				t.Fatalf("seed %d: %s\n%s", seed, a, text)
			}
		}
	}
}

// TestQuotientsAndRemainders: both of the same two numbers, in either order, with a sign and without, agree on the
// reference evaluator, simulator and processor: by 0 and by -1, too.
func TestQuotientsAndRemainders(t *testing.T) {
	seed := testseed.Seed(t)
	for _, claim := range []string{":s8", ":u8", ":s16", ":u32", ":s32", ":u63", ":s64", ":u64"} {
		for _, order := range [][2]string{{"tdiv", "trem"}, {"trem", "tdiv"}} {
			for _, result := range []string{"", claim} {
				text := fmt.Sprintf(`func @f(int%[1]s, int%[1]s) -> (int:s70, int:s70, int%[1]s) {
  bb0:
    v1%[1]s = param 0
    v2%[1]s = param 1
    v3 = iconst 0
    v4 = icmp.eq v2, v3
    brif v4, bb1(v3, v3, v3), bb2
  bb2:
    v5%[4]s = %[2]s v1, v2
    v6%[4]s = %[3]s v1, v2
    v7 = %[3]s v1, v2
    v8 = sub v7, v6
    br bb1(v5, v6, v8)
  bb1(v10:s70: int, v11:s70: int, v12%[1]s: int):
    ret v10, v11, v12
}
`, claim, order[0], order[1], result)
				list, err := engines.Check(context.Background(), module(t, "division.tir", text), engines.Config{Engines: both, Levels: []string{"0", "2"}, Runs: 60, Seed: seed,
					Interp: interp.Options{Exact: true}, Compile: compiler.Options{Check: true}})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				for _, a := range list {
					if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared == 0 {
						t.Errorf("seed %d: %s\n%s", seed, a, text)
					}
				}
			}
		}
	}
}
