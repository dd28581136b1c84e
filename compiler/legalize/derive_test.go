package legalize

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
)

// numbersOf are the integers from lo to hi.
func numbersOf(lo, hi int64) Range {
	r := Range{}
	if lo < 0 {
		r.lo.v = uint64(-lo)
	}
	if hi > 0 {
		r.hi.v = uint64(hi)
	}
	return r
}

func eval(op ir.Op, x, y *big.Int, k int32) (*big.Int, bool) {
	z := new(big.Int)
	switch op {
	case ir.OpAdd:
		return z.Add(x, y), true
	case ir.OpSub:
		return z.Sub(x, y), true
	case ir.OpMul:
		return z.Mul(x, y), true
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		if y.Sign() == 0 {
			return nil, false
		}
		return map[ir.Op]func(x, y *big.Int) *big.Int{ir.OpDiv: z.Div, ir.OpRem: z.Mod, ir.OpTDiv: z.Quo, ir.OpTRem: z.Rem}[op](x, y), true
	case ir.OpAnd:
		return z.And(x, y), true
	case ir.OpOr:
		return z.Or(x, y), true
	case ir.OpXor:
		return z.Xor(x, y), true
	case ir.OpShl, ir.OpShr:
		if y.Sign() < 0 || y.BitLen() > 9 {
			return nil, false
		}
		if op == ir.OpShl {
			return z.Lsh(x, uint(y.Int64())), true
		}
		return z.Rsh(x, uint(y.Int64())), true
	case ir.OpMin, ir.OpMax:
		if (x.Cmp(y) < 0) == (op == ir.OpMin) {
			return x, true
		}
		return y, true
	case ir.OpMerge:
		hi := new(big.Int).Lsh(z.Rsh(x, uint(k)), uint(k))
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(k)), big.NewInt(1))
		return hi.Or(hi, mask.And(mask, y)), true
	}
	return nil, false
}

var derived = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem, ir.OpAnd, ir.OpOr, ir.OpXor,
	ir.OpShl, ir.OpShr, ir.OpMin, ir.OpMax, ir.OpMerge}

// TestDeriveSmall: all intervals with ends from -9 to 9, all numbers in them.
func TestDeriveSmall(t *testing.T) {
	const most = 9
	for _, op := range derived {
		for a := int64(-most); a <= 0; a += 3 {
			for b := int64(0); b <= most; b += 3 {
				for c := int64(-most); c <= 0; c += 3 {
					for d := int64(0); d <= most; d += 3 {
						r := binary(op, numbersOf(a, b), numbersOf(c, d), 2)
						for x := a; x <= b; x++ {
							for y := c; y <= d; y++ {
								z, ok := eval(op, big.NewInt(x), big.NewInt(y), 2)
								if ok && !r.Contains(z) {
									t.Fatalf("%s of [%d, %d] and [%d, %d]: %d, %d gives %s, not in %+v", op, a, b, c, d, x, y, z, r)
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestDeriveWide: claims of widths around those of registers, at their ends.
func TestDeriveWide(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 7))
	widths := []uint32{1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 66, 100, 127, 128, 129, 200}
	pick := func() ir.Annot {
		w := widths[r.IntN(len(widths))]
		if r.IntN(2) == 0 {
			return ir.Signed(w)
		}
		return ir.Unsigned(w)
	}
	number := func(a ir.Annot) *big.Int {
		lo, hi, _ := a.Bounds()
		x := new(big.Int).Set(lo)
		if r.IntN(2) == 0 {
			x.Set(hi)
		}
		for {
			y := new(big.Int).Add(x, big.NewInt(int64(r.IntN(5)-2)))
			if a.Holds(y) {
				return y
			}
		}
	}
	for range 200_000 {
		a, b := pick(), pick()
		if w, _, _ := b.Range(); w > 9 && r.IntN(3) > 0 {
			b = ir.Unsigned(uint32(r.IntN(9)))
		}
		op := derived[r.IntN(len(derived))]
		k := int32(1 + r.IntN(130))
		x, y := number(a), number(b)
		z, ok := eval(op, x, y, k)
		if !ok {
			continue
		}
		got := binary(op, Claimed(a), Claimed(b), k)
		if !got.Contains(z) {
			t.Fatalf("%s (merge %d) of %s and %s: %s, %s gives %s, not in %+v", op, k, a, b, x, y, z, got)
		}
		if n := not(Claimed(a)); !n.Contains(new(big.Int).Not(x)) {
			t.Fatalf("not of %s: %s is not in %+v", a, new(big.Int).Not(x), n)
		}
		if y.IsInt64() && y.Sign() != 0 {
			for _, op := range []ir.Op{ir.OpTDiv, ir.OpDiv} {
				q, _ := eval(op, x, y, 0)
				if n := quotient(op, Claimed(a), y.Int64()); !n.Contains(q) {
					t.Fatalf("%s of %s by %s: %s is not in %+v", op, a, y, q, n)
				}
			}
		}
		if y.Sign() >= 0 && y.IsInt64() && y.Int64() < 300 {
			if n := Claimed(a).shr(int32(y.Int64())); !n.Contains(new(big.Int).Rsh(x, uint(y.Int64()))) {
				t.Fatalf("shr of %s by %s is not in %+v", a, y, n)
			}
		}
	}
}

// TestClaims: the annotations that ranges are written as have all of the range, and no more words.
func TestClaims(t *testing.T) {
	for _, w := range []uint32{1, 5, 8, 9, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129} {
		for _, a := range []ir.Annot{ir.Signed(w), ir.Unsigned(w)} {
			r := Claimed(a)
			if got := r.annot(); got != a {
				t.Errorf("%s is written %s", a, got)
			}
			lo, hi, _ := a.Bounds()
			one := big.NewInt(1)
			if !r.Contains(lo) || !r.Contains(hi) || r.Contains(new(big.Int).Sub(lo, one)) || r.Contains(new(big.Int).Add(hi, one)) {
				t.Errorf("%s has the range %+v", a, r)
			}
		}
	}
	for n := uint32(1); n < 130; n++ {
		if got, ok := Demanded(ir.LowBits(n)); !ok || got != int(n) {
			t.Errorf(":i%d demands %d bits", n, got)
		}
	}
	for p, want := range map[string]Range{"0???": unsigned(3), "1????": {lo: mag{v: 16}}, "01": unsigned(1)} {
		a, err := ir.KnownBits(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := Claimed(a); got != want {
			t.Errorf(":known(%s) gives %+v", p, got)
		}
	}
}
