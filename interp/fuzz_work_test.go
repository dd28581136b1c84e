package interp_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/interp"
)

// TestWorkOnLargeOperands: an instruction that reads large values is paid for although its
// result is small, so that fuel bounds the time of a run.
func TestWorkOnLargeOperands(t *testing.T) {
	for _, inst := range []string{"v5 = div v3, v3", "v5 = rem v3, v3", "v5 = tdiv v3, v3", "v5 = trem v3, v3", "v5 = sub v3, v3", "v5 = xor v3, v3",
		"v5 = count_ones v3", "v5 = zext v3, 8", "v5 = sext v3, 8", "v5 = shr v3, v1", "v5:s8 = add v3, v0", "v5 = bswap.4 v3", "v5 = icmp.lt v3, v2",
		"v5 = si_to_fp v3 -> f64", "v5 = rotate_left.8 v3, v3"} {
		text := fmt.Sprintf(`func @main() -> int {
  bb0:
    v0 = iconst 1
    v1 = iconst 1600000
    v2 = shl v0, v1
    v3 = sub v2, v0
    br bb1

  bb1:
    %s
    br bb1
}
`, inst)
		m := readable([]byte(text))
		if m == nil {
			t.Fatalf("does not verify:\n%s", text)
		}
		for _, exact := range []bool{false, true} {
			out, err := interp.Run(context.Background(), m, interp.Options{Fuel: fuzzFuel, Exact: exact})
			if err != nil {
				t.Fatal(err)
			}
			// Each reads 25 000 words, and all together may touch four an instruction of fuel.
			if out.Kind != interp.OutOfFuel || out.Steps > 20 {
				t.Errorf("%s, exact=%v: %s after %d steps", inst, exact, out.Kind, out.Steps)
			}
		}
	}
}

// TestPoisonConstantOperand: a constant that violates its own claim is poison also where the
// fast engine has a form with a constant operand.
func TestPoisonConstantOperand(t *testing.T) {
	for _, op := range []string{"shl", "shr", "add", "sub", "mul", "div", "rem", "and"} {
		m := readable([]byte(`func @main() -> int {
  bb0:
    v0 = iconst 3
    v1:s4 = iconst 42
    v2 = ` + op + ` v0, v1
    v3 = icmp.gt v2, v0
    brif v3, bb1, bb1

  bb1:
    ret v0
}
`))
		if m == nil {
			t.Fatal(op)
		}
		for _, exact := range []bool{false, true} {
			out, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Exact: exact})
			if err != nil || out.Kind != interp.Undefined || out.UB.Code != interp.UBBranchPoison {
				t.Errorf("%s, exact=%v: %s, %v", op, exact, out.Text(), err)
			}
		}
	}
}
