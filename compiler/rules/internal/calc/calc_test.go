package calc

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestInt: numbers from the tables are the numbers that they stand for.
func TestInt(t *testing.T) {
	check := func(n int64) {
		if got := Int(n); got.Cmp(big.NewInt(n)) != 0 {
			t.Fatalf("Int(%d) is %v", n, got)
		}
	}
	for n := int64(-5000); n < 5000; n++ {
		check(n)
	}
	for k := range 64 {
		for d := int64(-300); d <= 300; d++ {
			check(1<<k + d)
			check(-1<<k + d)
		}
	}
	for d := range int64(300) {
		check(math.MinInt64 + d)
		check(math.MaxInt64 - d)
	}
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 100_000 {
		check(int64(r.Uint64()) >> r.IntN(64))
	}
}
