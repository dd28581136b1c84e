package opt

import (
	"math/big"
	"testing"

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
