package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestEnginesAgreeOnVectors runs operations on vectors of known bytes, whose lanes are often at their bounds, one each
// program, and returns both words of the result.
func TestEnginesAgreeOnVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 5))
	edge := []byte{0, 0, 1, 2, 0x7f, 0x80, 0xff, 0xff, 0xfe}
	for range testseed.Rounds(4000, 800) {
		data := make([]string, 48)
		for n := range data {
			data[n] = fmt.Sprintf("\\x%02x", edge[r.IntN(len(edge))])
		}
		bits := []int{8, 16, 32, 64}[r.IntN(4)]
		lane := fmt.Sprintf("%c%d", "isu"[r.IntN(3)], bits)
		two := []string{"add", "sub", "mul", "min", "max", "and", "or", "xor", "shr", "shl", "div", "rem"}
		ops := []string{
			"vec." + two[r.IntN(len(two))] + "." + lane + " v2, v3", "vec." + two[r.IntN(8)] + "." + lane + " v2, v3",
			"vec.shuffle." + lane + " v2, v3, v4", "vec.fadd.f32 v2, v3", "vec.fmul.f64 v2, v3", "vec.fmin.f32 v2, v3",
		}
		text := fmt.Sprintf(`data @g align 16 = "%s"

func @main() -> int {
  bb0(v0: mem):
    v1 = symbol_addr @g
    v5 = iconst 16
    v6 = iconst 32
    v7 = ptradd v1, v5
    v8 = ptradd v1, v6
    v2 = load.16 v1, v0 -> vec<128>
    v3 = load.16 v7, v0 -> vec<128>
    v4 = load.16 v8, v0 -> vec<128>
    v9 = %s
    v10 = iconst 0
    v11 = iconst 1
    v12:u64 = vec.extract.u64 v9, v10
    v13:u64 = vec.extract.u64 v9, v11
    v14 = shl v13, v5
    v15 = xor v12, v14
    v16 = vec.reduce.%s.%s v9
    v17 = add v15, v16
    ret v17, v0
}
`, strings.Join(data, ""), ops[r.IntN(len(ops))], []string{"add", "smin", "umax", "and", "or", "xor"}[r.IntN(6)], lane)
		sameOnBoth(t, irtest.Parse(t, text), text, interp.Options{Strict: true})
	}
}
