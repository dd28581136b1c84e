package facts

import (
	"math/big"
	"testing"
)

// TestIntText: around every power of two, an Int writes the number that it was made of.
func TestIntText(t *testing.T) {
	for bit := range uint(200) {
		for near := int64(-1); near <= 1; near++ {
			v := new(big.Int).Lsh(big.NewInt(1), bit)
			v.Add(v, big.NewInt(near))
			for _, v := range []*big.Int{v, new(big.Int).Neg(v)} {
				if got, want := OfBig(v).String(), v.String(); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		}
	}
}
