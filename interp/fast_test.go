package interp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// behaviour is everything of an outcome that both engines must agree on.
func behaviour(o *interp.Outcome) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s steps=%d", o.Kind, o.Steps)
	for _, v := range o.Values {
		s.WriteString(" " + interp.FormatValue(v, o.Space))
	}
	for _, u := range o.Reports {
		fmt.Fprintf(&s, "\n%s ×%d", u.Text(true), u.Times)
	}
	return s.String()
}

// sameOnBoth runs a module on both engines and fails where they differ.
func sameOnBoth(t *testing.T, m *ir.Module, text string, o interp.Options) {
	t.Helper()
	fast, err := interp.Run(context.Background(), m, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o.Exact = true
	reference, err := interp.Run(context.Background(), m, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if f, p := behaviour(fast), behaviour(reference); f != p {
		t.Fatalf("engines differ with arguments %v\n%s\nfast:  %s\nreference: %s", o.Args, text, f, p)
	}
}

var boundary = func() []num.Int {
	var out []num.Int
	for _, n := range []uint{0, 1, 2, 6, 7, 8, 31, 32, 62, 63, 64, 65, 100} {
		p := num.Pow2(n)
		for d := int64(-1); d <= 1; d++ {
			v := p.Add(num.New(d))
			out = append(out, v, v.Neg())
		}
	}
	return out
}()

var annots = []string{"", "", ":s1", ":u0", ":u1", ":s8", ":u8", ":s32", ":u32", ":u63", ":s64", ":u64", ":s65", ":u65", ":s128", ":i8", ":i64", ":known(0????)", ":known(?1)", ":s33:known(??0)"}

// TestEnginesAgreeOnIntOperations runs every integer operation with all kinds of claims on
// parameters, operands and results, alone, extended, and compared and branched on, on operands
// at the borders of the representations that the fast engine chooses.
func TestEnginesAgreeOnIntOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	ops := []string{"add", "sub", "mul", "div", "rem", "tdiv", "trem", "and", "or", "xor", "shl", "shr", "min", "max",
		"rotate_left.32", "rotate_right.7", "merge.9"}
	unary := []string{"not", "count_ones", "count_trailing_zeros", "count_leading_zeros.8", "count_leading_zeros.64", "bswap.3", "bit_reverse.13"}
	an := func() string { return annots[r.IntN(len(annots))] }
	for range testseed.Rounds(8000, 200) {
		var b strings.Builder
		pa, pb := an(), an()
		ret := an()
		fmt.Fprintf(&b, `func @main(int%s, int%s) -> int%s {
  bb0:
    v0%s = param 0
    v1%s = param 1
`, pa, pb, ret, pa, pb)
		second := "v1"
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "    v20 = iconst %d\n", []int64{0, 1, 3, 31, 63, 64, -1, 255, 1 << 40}[r.IntN(9)])
			second = "v20"
		}
		ua, ub := "", ""
		if r.IntN(4) == 0 {
			ua, ub = an(), an()
		}
		if r.IntN(5) == 0 {
			fmt.Fprintf(&b, "    v2%s = %s v0%s\n", an(), unary[r.IntN(len(unary))], ua)
		} else {
			fmt.Fprintf(&b, "    v2%s = %s v0%s, %s%s\n", an(), ops[r.IntN(len(ops))], ua, second, ub)
		}
		last := "v2"
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "    v3%s = %s v2%s, %d\n", an(), [...]string{"zext", "sext"}[r.IntN(2)], [...]string{"", ":i64", ":i32"}[r.IntN(3)], []int{1, 8, 32, 63, 64, 65, 128}[r.IntN(7)])
			last = "v3"
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, `    v4 = icmp.%s %s, v1
    brif v4, bb1(%s%s), bb2(v0, %s%s)

  bb1(v5%s: int):
    ret v5%s

  bb2(v6%s: int, v7%s: int):
    v8%s = select v4, v6, v7
    ret v8
}
`,
				[...]string{"eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(6)], last, last, an(), last, an(), an(), an(), an(), an(), an())
		} else {
			fmt.Fprintf(&b, `    ret %s%s
}
`, last, an())
		}
		m := irtest.Parse(t, b.String())
		for range 6 {
			args := []interp.Value{interp.Int{V: boundary[r.IntN(len(boundary))]}, interp.Int{V: boundary[r.IntN(len(boundary))]}}
			sameOnBoth(t, m, b.String(), interp.Options{Args: args})
		}
	}
}
