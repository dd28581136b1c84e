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

// counterProgram is a loop whose counter starts near an end of its range and is compared, with a constant or a parameter,
// near an end: what machine code compares in its place must not wrap where the counter does not. The counter may be read
// in front of its step, behind it, or after the loop.
func counterProgram(r *rand.Rand) string {
	bits := []int{8, 16, 32, 64}[r.IntN(4)]
	if r.IntN(3) > 0 {
		bits -= 1 + r.IntN(2)
	}
	signed := r.IntN(2) == 0
	lo, hi, claim := "0", fmt.Sprint(uint64(1)<<(bits-1)<<1-1), fmt.Sprint(":u", bits)
	if signed {
		lo, hi, claim = fmt.Sprint(-1<<(bits-1)), fmt.Sprint(uint64(1)<<(bits-1)-1), fmt.Sprint(":s", bits)
	}
	step := 1 + r.IntN(3)/2*r.IntN(3)
	op, bound, far := "add", hi, "sub"
	if r.IntN(2) == 0 {
		op, bound, far = "sub", lo, "add"
	}
	// The start is so many steps before the end; what is compared is at most a few numbers inside of it.
	near := r.IntN(6) / 2 % 3
	limit := fmt.Sprintf("%s v3, v4", far)
	if r.IntN(2) == 0 {
		limit = "param 0"
	}
	pred := []string{"eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(6)]
	compared, order := []string{"v11", "v15"}[r.IntN(2)], "v11, v6"
	if compared == "v15" {
		order = "v15, v6"
	}
	if r.IntN(4) == 0 {
		order = "v6, " + compared
	}
	read, out := []string{"v11", "v15"}[r.IntN(2)], []string{"v11", "v15", "v5", "v5"}[r.IntN(4)]
	behind := []string{"v15", "v11", "v5", "v5", "v5"}[r.IntN(5)]
	// What is returned is passed, or read where it stands.
	last := []string{"v22", "v22", "v22", "v11", "v15"}[r.IntN(5)]
	// What is passed may be cut to its bits, which changes nothing.
	again, cut := "v15", fmt.Sprintf("zext v15, %d", bits)
	if signed {
		cut = fmt.Sprintf("sext v15, %d", bits)
	}
	next := claim
	if r.IntN(2) == 0 {
		again, next = "v25", []string{"", claim}[r.IntN(2)]
	}
	edges := "bb1(" + again + ", v17, v18), bb2(" + out + ", v17)"
	if r.IntN(2) == 0 {
		edges = "bb2(" + out + ", v17), bb1(" + again + ", v17, v18)"
	}
	return fmt.Sprintf(`func @f(int%[1]s) -> (int%[1]s, int:u64) {
  bb0:
    v3 = iconst %[2]s
    v4 = iconst %[3]d
    v5%[1]s = %[4]s v3, v4
    v6%[1]s = %[5]s
    v7 = iconst %[6]d
    v8%[1]s = %[4]s v5, v7
    v9:u64 = iconst 0
    v10:u5 = iconst 20
    br bb1(v8, v9, v10)
  bb1(v11%[1]s: int, v12:u64: int, v13:u5: int):
    v14 = iconst %[7]d
    v15%[16]s = %[8]s v11, v14
    v25%[1]s = %[15]s
    v16 = add v12, %[9]s
    v20 = add v16, %[10]s
    v17:u64 = zext v20, 64
    v19 = iconst 1
    v18:u5 = sub v13, v19
    v21 = icmp.%[11]s %[12]s
    brif v21, %[13]s
  bb2(v22%[1]s: int, v23:u64: int):
    ret %[14]s, v23
}
`, claim, bound, near, far, limit, 1+r.IntN(4), step, op, read, behind, pred, order, edges, last, cut, next)
}

// TestCounters: loops at the ends of ranges agree on the reference evaluator, simulator and processor.
func TestCounters(t *testing.T) {
	seed := testseed.Seed(t)
	compared := 0
	n := testseed.Rounds(500, 60)
	for k := range n {
		text := counterProgram(rand.New(rand.NewPCG(seed, uint64(k))))
		list, err := engines.Check(context.Background(), module(t, "counter.tir", text), engines.Config{Engines: both, Levels: []string{"0", "1", "2"}, Runs: 6, Seed: seed,
			Interp: interp.Options{Exact: true, Fuel: 2000}, Compile: compiler.Options{Check: true}})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, a := range list {
			if len(a.Differences) > 0 || len(a.Rejected) > 0 {
				t.Fatalf("seed %d, program %d: %s\n%s", seed, k, a, text)
			}
			compared += a.Compared
		}
	}
	if compared < n {
		t.Errorf("only %d calls were compared", compared)
	}
	t.Logf("%d calls compared", compared)
}
