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
	for range testseed.Rounds(4000, 300) {
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

// TestEnginesAgreeOnWholeVectors runs operations that move lanes, compare or make masks, on vectors of 4 to 64 bytes with
// all, some or no lanes active, and returns the vector.
func TestEnginesAgreeOnWholeVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 6))
	edge := []byte{0, 0, 1, 2, 0x3f, 0x7f, 0x80, 0xc0, 0xff, 0xff, 0xfe}
	bytesOf := func(n int, from []byte) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "\\x%02x", from[r.IntN(len(from))])
		}
		return b.String()
	}
	for range testseed.Rounds(6000, 600) {
		size := []int{4, 8, 16, 32, 64}[r.IntN(5)]
		bits := []int{8, 16, 32, 64}[r.IntN(4)]
		if size*8%bits != 0 {
			continue
		}
		n := size * 8 / bits
		lane, float := fmt.Sprintf("%c%d", "isu"[r.IntN(3)], bits), fmt.Sprintf("f%d", max(bits, 16))
		if float == "f16" && bits == 8 {
			float = "f32"
		}
		vec, mask := fmt.Sprintf("vec<%d>", 8*size), fmt.Sprintf("vec<%d>", 8*n)
		compare := "v9 = vec.icmp." + []string{"eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(6)] + "." + lane + " v2, v3"
		result := mask
		if bits > 8 && size*8%max(bits, 32) == 0 && r.IntN(3) == 0 {
			compare = "v9 = vec.fcmp." + []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}[r.IntN(16)] + "." + float + " v2, v3"
		}
		switch two := []string{"add", "sub", "mul", "min", "max", "shr", "shl", "and"}; r.IntN(8) {
		case 0:
			compare, result = "v9 = vec.select."+lane+" v4, v2, v3", vec
		case 1:
			compare, result = "v9 = vec.splat."+lane+" v5 -> "+vec, vec
		case 2:
			compare, result = "v9 = vec.insert."+lane+" v2, v5, v6", vec
		case 3:
			compare, result = "v9 = vec.load."+lane+" v1, v4, v0 -> "+vec, vec
		case 4:
			compare, result = fmt.Sprintf("v10 = vec.store.%s v2, v7, v4, v0\n    v9 = load.%d v7, v10 -> %s", lane, size, vec), vec
		case 5:
			compare, result = "v9 = vec."+two[r.IntN(len(two))]+"."+lane+" v2, v3, v4", vec
		case 6:
			compare, result = "v9 = vec."+two[r.IntN(len(two))]+"."+lane+" v2, v3", vec
		}
		text := fmt.Sprintf(`data @g%s align 64 = "%s%s%s"

func @main() -> %s {
  bb0(v0: mem):
    v1 = symbol_addr @g
    v20 = iconst %d
    v21 = iconst %d
    v22 = ptradd v1, v20
    v7 = ptradd v1, v21
    v2 = load.%d v1, v0 -> %s
    v3 = load.%d v22, v0 -> %s
    v4 = load.%d v7, v0 -> %s
    v5 = iconst %d
    v6 = iconst %d
    %s
    ret v9, v0
}
`, []string{"", "", "", " const"}[r.IntN(4)], bytesOf(size, edge), bytesOf(size, edge), bytesOf(max(size, n), [][]byte{{1}, {0, 1}, {0}, {1, 2}}[r.IntN(4)]), result,
			size, 2*size, size, vec, size, vec, n, mask, []int64{0, 1, 255, -1, 127, 128, 65535, 1 << 31, 1<<63 - 1}[r.IntN(9)], r.IntN(n+1), compare)
		sameOnBoth(t, irtest.Parse(t, text), text, interp.Options{Strict: true})
	}
}
