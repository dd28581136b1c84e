package opt

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestMultipliers: the multiplier and the shift are right for all dividends and divisors of up to
// 8 bits, and at the edges of wider ones.
func TestMultipliers(t *testing.T) {
	check := func(x, k *big.Int, n uint32) {
		m, shift := multiplier(num.FromBig(k), n)
		got := new(big.Int).Mul(x, m.Big())
		if got.Rsh(got, shift).Cmp(new(big.Int).Div(x, k)) != 0 {
			t.Fatalf("%s div %s of %d bits is %s", x, k, n, got)
		}
	}
	for n := uint32(1); n <= 8; n++ {
		for x := range int64(1) << n {
			for k := int64(1); k < 300; k++ {
				check(big.NewInt(x), big.NewInt(k), n)
			}
		}
	}
	one := big.NewInt(1)
	for _, n := range []uint32{16, 31, 32, 33, 63, 64} {
		top := new(big.Int).Lsh(one, uint(n))
		for _, k := range []int64{1, 2, 3, 5, 7, 10, 641, 1000, 65535, 65537, 1 << 31, 1<<63 - 1} {
			d := big.NewInt(k)
			for _, near := range []*big.Int{top, d, new(big.Int).Mul(d, new(big.Int).Div(top, d)), new(big.Int).Rsh(top, 1)} {
				for e := int64(-2); e <= 2; e++ {
					if x := new(big.Int).Add(near, big.NewInt(e)); x.Sign() >= 0 && x.Cmp(top) < 0 {
						check(x, d, n)
					}
				}
			}
		}
	}
}

// evaluated is what the only result of a function of one parameter is, computed with math/big.
func evaluated(t *testing.T, f *ir.Func, x *big.Int) *big.Int {
	t.Helper()
	values := map[ir.Value]*big.Int{}
	for i := range f.AllInsts() {
		var out *big.Int
		arg := func(n int) *big.Int { return values[f.Arg(i, n)] }
		switch f.Op(i) {
		case ir.OpParam:
			out = x
		case ir.OpIConst:
			out = f.IntConst(i).Big()
		case ir.OpMul:
			out = new(big.Int).Mul(arg(0), arg(1))
		case ir.OpAdd:
			out = new(big.Int).Add(arg(0), arg(1))
		case ir.OpSub:
			out = new(big.Int).Sub(arg(0), arg(1))
		case ir.OpXor:
			out = new(big.Int).Xor(arg(0), arg(1))
		case ir.OpOr:
			out = new(big.Int).Or(arg(0), arg(1))
		case ir.OpShl:
			out = new(big.Int).Lsh(arg(0), uint(arg(1).Int64()))
		case ir.OpShr:
			out = new(big.Int).Rsh(arg(0), uint(arg(1).Int64()))
		case ir.OpZExt:
			out = new(big.Int).And(arg(0), num.Mask(uint(f.Attr(i).Imm)).Big())
		case ir.OpRet:
			return values[f.Arg(i, 0)]
		default:
			t.Fatalf("%s is left:\n%s", f.Op(i), f)
		}
		if a := f.AnnotOf(f.Result(i, 0)); a != ir.NoAnnot && !a.Holds(num.FromBig(out)) {
			t.Fatalf("%s does not hold of %s, for %s:\n%s", a, out, x, f)
		}
		values[f.Result(i, 0)] = out
	}
	t.Fatal("no ret")
	return nil
}

// TestDivConst: all dividends of few bits and the edges of more, with and without a sign, by constants with true claims.
func TestDivConst(t *testing.T) {
	one := big.NewInt(1)
	euclid := func(x, k *big.Int) (q, r *big.Int) { return new(big.Int).DivMod(x, k, new(big.Int)) }
	trunc := func(x, k *big.Int) (q, r *big.Int) { return new(big.Int).QuoRem(x, k, new(big.Int)) }
	divided := 0
	check := func(n int, signed bool, k *big.Int) {
		claim, low := fmt.Sprint("u", n), new(big.Int)
		high := new(big.Int).Lsh(one, uint(n))
		if signed {
			claim = fmt.Sprint("s", n)
			high.Rsh(high, 1)
			low.Neg(high)
		}
		var xs []*big.Int
		if n <= 7 {
			for x := new(big.Int).Set(low); x.Cmp(high) < 0; x = new(big.Int).Add(x, one) {
				xs = append(xs, x)
			}
		} else {
			for _, near := range []*big.Int{low, high, new(big.Int), k, new(big.Int).Neg(k), new(big.Int).Mul(k, new(big.Int).Div(high, k)), new(big.Int).Mul(k, new(big.Int).Div(low, k)), new(big.Int).Rsh(high, 1), new(big.Int).Div(high, k)} {
				for e := int64(-2); e <= 2; e++ {
					if x := new(big.Int).Add(near, big.NewInt(e)); x.Cmp(low) >= 0 && x.Cmp(high) < 0 {
						xs = append(xs, x)
					}
				}
			}
		}
		ops := []string{"div", "rem", "tdiv", "trem"}
		if n > 64 {
			ops = []string{"rem", "trem"}
		}
		for _, op := range ops {
			m := irtest.Parse(t, fmt.Sprintf(`func @f(int:%s) -> int {
  bb0:
    v0:%s = param 0
    v1:u65 = iconst %s
    v2 = %s v0, v1
    ret v2
}
`, claim, claim, k, op))
			if _, err := pass.Run(context.Background(), m, Passes(), pass.Options{Config: pass.Single("div", 1, "div-const")}); err != nil {
				t.Fatal(err)
			}
			divided++
			for _, x := range xs {
				q, r := euclid(x, k)
				if op[0] == 't' {
					q, r = trunc(x, k)
				}
				if op == "rem" || op == "trem" {
					q = r
				}
				if got := evaluated(t, m.Funcs[0], x); got.Cmp(q) != 0 {
					t.Fatalf("%s %s %s of %s is %s, want %s:\n%s", x, op, k, claim, got, q, m)
				}
			}
		}
	}
	for n := 1; n <= 7; n++ {
		for k := int64(1); k < 70; k++ {
			check(n, false, big.NewInt(k))
			if n > 1 {
				check(n, true, big.NewInt(k))
			}
		}
	}
	for _, n := range []int{16, 31, 32, 33, 63, 64} {
		for _, k := range []int64{1, 2, 3, 5, 7, 10, 11, 641, 1000, 65535, 65537, 1 << 31, 1<<62 - 1, 1 << 62, 1<<63 - 1} {
			check(n, false, big.NewInt(k))
			check(n, true, big.NewInt(k))
		}
	}
	// Divisors of which a power of two is one more than a multiple, odd ones and multiples of powers of two.
	for _, n := range []int{65, 96, 100, 127, 128} {
		for _, k := range []int64{3, 5, 6, 7, 10, 11, 13, 20, 100, 127, 255, 257 << 7, 1<<31 - 1, (1<<31 - 1) << 4, 1<<60 - 1, 1<<61 - 1, 2 * (1<<61 - 1), 1<<62 - 1} {
			check(n, false, big.NewInt(k))
		}
	}
	if divided < 4000 {
		t.Errorf("only %d divisions", divided)
	}
}
