package calc

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// lean is what CExpr.eval of lean/TuffyLean/Rewrites/Rule.lean says, in the integers of the standard library; nil
// is a number of bits that is none, or a result that is too large to write.
func lean(fn string, a, b *big.Int) *big.Int {
	v, n := new(big.Int), uint(b.Int64())
	if bits := b; fn == "pow2" || fn == "shl" || fn == "shr" || fn == "zext" || fn == "sext" {
		if fn == "pow2" {
			a, bits, n = big.NewInt(1), a, uint(a.Int64())
		}
		if bits.Sign() < 0 || bits.Cmp(big.NewInt(MaxBits)) > 0 || fn == "sext" && n == 0 {
			return nil
		}
	}
	switch fn {
	case "add":
		v.Add(a, b)
	case "sub":
		v.Sub(a, b)
	case "mul":
		v.Mul(a, b)
	case "div":
		if b.Sign() != 0 {
			v.Div(a, b)
		}
	case "rem":
		if v.Set(a); b.Sign() != 0 {
			v.Mod(a, b)
		}
	case "min", "max":
		if v.Set(a); (a.Cmp(b) > 0) == (fn == "min") {
			v.Set(b)
		}
	case "land":
		v.And(a, b)
	case "lor":
		v.Or(a, b)
	case "xor":
		v.Xor(a, b)
	case "shl", "pow2":
		v.Lsh(a, n)
	case "shr":
		v.Rsh(a, n)
	case "zext", "sext":
		m := new(big.Int).Lsh(big.NewInt(1), n)
		if v.Mod(a, m); fn == "sext" && v.Bit(int(n)-1) != 0 {
			v.Sub(v, m)
		}
	case "neg":
		v.Neg(a)
	case "lnot":
		v.Not(a)
	case "log2":
		if a.Sign() > 0 {
			v.SetInt64(int64(a.BitLen() - 1))
		}
	}
	if bounded := map[string]bool{"add": true, "sub": true, "mul": true, "shl": true, "pow2": true}; bounded[fn] && v.BitLen() > MaxBits {
		return nil
	}
	return v
}

// TestDo: each function is that of Lean, up to the bound on numbers, at its edges, and on both sides of what fits a
// machine word.
func TestDo(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	number := func() *big.Int {
		k := []int{0, 1, 3, 6, 8, 31, 63, 64, 127, 128, MaxBits / 2, MaxBits - 1, MaxBits}[r.IntN(13)]
		v := new(big.Int).Lsh(big.NewInt(1), uint(k))
		if v.Add(v, big.NewInt(r.Int64N(5)-2)); k < 64 && r.IntN(2) == 0 {
			v.SetUint64(r.Uint64() >> (63 - k))
		}
		if r.IntN(3) == 0 {
			v.Neg(v)
		}
		return v
	}
	bad := 0
	for range 20_000 {
		fn := step.Funcs[r.IntN(len(step.Funcs))].Name
		a, b := number(), number()
		if r.IntN(2) == 0 { // where b is a number of bits, one that is
			b.SetInt64(r.Int64N(130))
		}
		var c Calc
		got, want := c.Do(step.Func(fn), num.FromBig(a), num.FromBig(b)), lean(fn, a, b)
		if c.Bad != (want == nil) || want != nil && got.Big().Cmp(want) != 0 {
			t.Fatalf("%s of %v and %v is %v, bad: %t, want %v", fn, a, b, got, c.Bad, want)
		}
		if c.Bad {
			bad++
		}
	}
	if bad < 500 {
		t.Errorf("only %d are bad", bad)
	}
}
