package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestOpCounts compares with an array over all opcode bytes.
func TestOpCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for range 200 {
		var c opCounts
		var want [256]int
		few := 1 + r.IntN(256)
		for range 400 {
			op := Op(r.IntN(few))
			n := int32(1)
			if want[op] > 0 && r.IntN(2) == 0 {
				n = -1
			}
			c.add(op, n)
			want[op] += int(n)
		}
		for op := range want {
			if got := c.of(Op(op)); got != want[op] {
				t.Fatalf("opcode %d of %d: %d, want %d", op, few, got, want[op])
			}
		}
	}
}
