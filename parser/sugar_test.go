package parser

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// eval computes the exact arithmetic of an expanded spelling; args are the block arguments.
func eval(t *testing.T, f *ir.Func, args []int64) map[ir.Value]int64 {
	t.Helper()
	val := map[ir.Value]int64{}
	for i, v := range f.Args(0) {
		val[v] = args[i]
	}
	for i := range f.Insts(0) {
		x := func(n int) int64 { return val[f.Arg(i, n)] }
		var r int64
		switch op := f.Op(i); op {
		case ir.OpRet:
			continue
		case ir.OpIConst:
			r, _ = f.SmallConst(i)
		case ir.OpAdd:
			r = x(0) + x(1)
		case ir.OpSub:
			r = x(0) - x(1)
		case ir.OpMul:
			r = x(0) * x(1)
		case ir.OpMin:
			r = min(x(0), x(1))
		case ir.OpMax:
			r = max(x(0), x(1))
		case ir.OpShr:
			r = x(0) >> x(1)
		case ir.OpSExt:
			r = x(0) << (64 - f.Attr(i).Imm) >> (64 - f.Attr(i).Imm)
		case ir.OpZExt:
			r = x(0) & (1<<f.Attr(i).Imm - 1)
		case ir.OpICmp:
			if f.Attr(i).Pred != ir.NE {
				t.Fatalf("predicate %v", f.Attr(i).Pred)
			}
			if x(0) != x(1) {
				r = 1
			}
		default:
			t.Fatalf("unexpected %v", op)
		}
		val[f.Result(i, 0)] = r
	}
	return val
}

// TestExpansions compares every expanded spelling with its definition on all 3-bit operands
// (2-bit for the four operands of the carrying ones), read as signed and as unsigned.
func TestExpansions(t *testing.T) {
	type want func(a, b, lo, hi, size int64) (int64, int64)
	wrapped := func(op func(a, b int64) int64) want {
		return func(a, b, lo, hi, size int64) (int64, int64) {
			exact := op(a, b)
			r := exact
			for r < lo {
				r += size
			}
			for r > hi {
				r -= size
			}
			if r != exact {
				return r, 1
			}
			return r, 0
		}
	}
	clamped := func(op func(a, b int64) int64) want {
		return func(a, b, lo, hi, _ int64) (int64, int64) { return min(max(op(a, b), lo), hi), 0 }
	}
	add := func(a, b int64) int64 { return a + b }
	sub := func(a, b int64) int64 { return a - b }
	mul := func(a, b int64) int64 { return a * b }
	for _, c := range []struct {
		name    string
		signed  bool
		results int
		want    want
	}{
		{"sadd_overflow", true, 2, wrapped(add)}, {"uadd_overflow", false, 2, wrapped(add)},
		{"ssub_overflow", true, 2, wrapped(sub)}, {"usub_overflow", false, 2, wrapped(sub)},
		{"smul_overflow", true, 2, wrapped(mul)}, {"umul_overflow", false, 2, wrapped(mul)},
		{"saturating_add", false, 1, clamped(add)}, {"saturating_sub", false, 1, clamped(sub)},
		{"ssaturating_add", true, 1, clamped(add)}, {"ssaturating_sub", true, 1, clamped(sub)},
	} {
		names := "v10"
		if c.results == 2 {
			names = "v10, v11"
		}
		f := mustParse(t, fmt.Sprintf(`func @f() {
bb0(v0: int, v1: int):
%s = %s.3 v0, v1
ret %s
}`, names, c.name, names)).Funcs[0]
		ret := f.LastInst(0)
		lo, hi := int64(0), int64(7)
		if c.signed {
			lo, hi = -4, 3
		}
		for a := lo; a <= hi; a++ {
			for b := lo; b <= hi; b++ {
				val := eval(t, f, []int64{a, b})
				r, o := c.want(a, b, lo, hi, 8)
				if val[f.Arg(ret, 0)] != r || c.results == 2 && val[f.Arg(ret, 1)] != o {
					t.Errorf("%s.3 %d, %d: got %d, want %d and %d", c.name, a, b, val[f.Arg(ret, 0)], r, o)
				}
			}
		}
	}
}

func TestCarryingExpansions(t *testing.T) {
	for name, lo := range map[string]int64{"ucarrying_mul_add": 0, "scarrying_mul_add": -2} {
		f := mustParse(t, `func @f() {
bb0(v0: int, v1: int, v2: int, v3: int):
v10, v11 = `+name+`.2 v0, v1, v2, v3
ret v10, v11
}`).Funcs[0]
		ret := f.LastInst(0)
		for n := range int64(256) {
			x := []int64{lo + n&3, lo + n>>2&3, lo + n>>4&3, lo + n>>6}
			val := eval(t, f, x)
			low, high := val[f.Arg(ret, 0)], val[f.Arg(ret, 1)]
			exact := x[0]*x[1] + x[2] + x[3]
			floor := new(big.Int).Div(big.NewInt(exact), big.NewInt(4)).Int64() // Euclidean
			if high != floor || low < lo || low > lo+3 || (low-exact)%4 != 0 {
				t.Errorf("%s.2 %v = %d: got low %d, high %d", name, x, exact, low, high)
			}
		}
	}
}
