package interp

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/usage"
)

// wide makes an integer of 65 to 4096 bits of either sign, sometimes with long runs of equal
// bits.
func wide(r *rand.Rand) *big.Int {
	n := 65 + r.IntN(4032)
	v := new(big.Int)
	if r.IntN(3) == 0 {
		v.Lsh(big.NewInt(1), uint(n-1))
		for range r.IntN(4) {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(r.IntN(n))))
		}
		v.Abs(v)
	} else {
		for range n/64 + 1 {
			v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
		}
		v.Rsh(v, uint(v.BitLen()-min(n, v.BitLen())))
	}
	if r.IntN(2) == 0 {
		v.Neg(v)
	}
	return v
}

// bitAt is bit k of two's complement, by counting: floor(a / 2^k) is odd.
func bitAt(a *big.Int, k int) bool {
	pow := new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(k)), nil)
	q, _ := new(big.Int).DivMod(a, pow, new(big.Int))
	return new(big.Int).Mod(q, big.NewInt(2)).Sign() != 0
}

func must(t *testing.T) func(v *big.Int, why *pureFault) *big.Int {
	return func(v *big.Int, why *pureFault) *big.Int {
		t.Helper()
		if why != nil {
			t.Fatalf("fault %+v", *why)
		}
		return v
	}
}

func TestEvalWideArithmetic(t *testing.T) {
	r, ok := evalSeed(t), must(t)
	for range 300 {
		a, b := wide(r), wide(r)
		if r.IntN(2) == 0 {
			b.Rsh(b, uint(r.IntN(b.BitLen())))
		}
		if b.Sign() == 0 {
			b.SetInt64(-3)
		}
		q, m := ok(twoBig(evalDiv)(a, b)), ok(twoBig(evalRem)(a, b))
		if back := ok(twoBig(evalAdd)(ok(twoBig(evalMul)(b, q)), m)); back.Cmp(a) != 0 || m.Sign() < 0 || m.CmpAbs(b) >= 0 {
			t.Fatalf("div, rem of %v, %v = %v, %v", a, b, q, m)
		}
		tq, tm := ok(twoBig(evalTDiv)(a, b)), ok(twoBig(evalTRem)(a, b))
		back := ok(twoBig(evalAdd)(ok(twoBig(evalMul)(b, tq)), tm))
		if back.Cmp(a) != 0 || tm.CmpAbs(b) >= 0 || tm.Sign() != 0 && tm.Sign() != a.Sign() {
			t.Fatalf("tdiv, trem of %v, %v = %v, %v", a, b, tq, tm)
		}
		and, or, xor := ok(twoBig(evalAnd)(a, b)), ok(twoBig(evalOr)(a, b)), ok(twoBig(evalXor)(a, b))
		for range 20 {
			k := r.IntN(4200)
			x, y := bitAt(a, k), bitAt(b, k)
			if bitAt(and, k) != (x && y) || bitAt(or, k) != (x || y) || bitAt(xor, k) != (x != y) {
				t.Fatalf("bit %d of the bitwise operations on %v, %v", k, a, b)
			}
		}
		if ok(twoBig(evalAdd)(and, or)).Cmp(ok(twoBig(evalAdd)(a, b))) != 0 || ok(twoBig(evalSub)(or, and)).Cmp(xor) != 0 {
			t.Fatalf("and, or, xor of %v, %v", a, b)
		}
		if ok(twoBig(evalAdd)(ok(oneBig(evalNot)(a)), a)).Cmp(big.NewInt(-1)) != 0 {
			t.Fatalf("not %v", a)
		}
		lo, hi := ok(twoBig(evalMin)(a, b)), ok(twoBig(evalMax)(a, b))
		if ok(twoBig(evalSub)(hi, lo)).Sign() < 0 || ok(twoBig(evalAdd)(hi, lo)).Cmp(ok(twoBig(evalAdd)(a, b))) != 0 {
			t.Fatalf("min, max of %v, %v", a, b)
		}
	}
}

func TestEvalWideShifts(t *testing.T) {
	r, ok := evalSeed(t), must(t)
	for range 300 {
		a, k := wide(r), int64(r.IntN(5000))
		pow := new(big.Int).Exp(big.NewInt(2), big.NewInt(k), nil)
		left := ok(twoBig(evalShl)(a, big.NewInt(k)))
		if left.Cmp(new(big.Int).Mul(a, pow)) != 0 {
			t.Fatalf("shl %v, %d = %v", a, k, left)
		}
		right := ok(twoBig(evalShr)(a, big.NewInt(k)))
		rest := new(big.Int).Sub(a, new(big.Int).Mul(right, pow))
		if rest.Sign() < 0 || rest.Cmp(pow) >= 0 {
			t.Fatalf("shr %v, %d = %v", a, k, right)
		}
	}
}

func TestEvalWideBits(t *testing.T) {
	r, ok := evalSeed(t), must(t)
	for range 100 {
		a, b := wide(r), wide(r)
		n := 8 * (1 + r.IntN(600))
		bits, width := uint32(n), big.NewInt(int64(n))
		rev, swap := ok(oneBigSized(evalBitReverse)(a, bits)), ok(oneBigSized(evalBswap)(a, bits/8))
		by := r.IntN(3*n) - n
		left := ok(twoBigSized(evalRotateLeft)(a, big.NewInt(int64(by)), bits))
		merged := ok(twoBigSized(evalMerge)(a, b, bits))
		hi, lo := ok(oneBigSized(evalSplitHi)(a, bits)), ok(oneBigSized(evalSplitLo)(a, bits))
		z, s := ok(oneBigSized(evalZext)(a, int64(n))), ok(oneBigSized(evalSext)(a, int64(n)))
		for range 30 {
			k := r.IntN(n)
			x := bitAt(a, k)
			to := ((k+by)%n + n) % n
			if bitAt(rev, n-1-k) != x || bitAt(swap, n-8-k/8*8+k%8) != x || bitAt(left, to) != x {
				t.Fatalf("bit %d of %d of %v: bit_reverse, bswap, rotate_left by %d", k, n, a, by)
			}
			above := n + r.IntN(100)
			if bitAt(merged, k) != bitAt(b, k) || bitAt(merged, above) != bitAt(a, above) {
				t.Fatalf("merge.%d %v, %v", n, a, b)
			}
			if bitAt(lo, k) != x || bitAt(hi, above-n) != bitAt(a, above) || bitAt(z, k) != x || bitAt(s, k) != x {
				t.Fatalf("split.%d %v", n, a)
			}
			if bitAt(z, above) || bitAt(s, above) != bitAt(s, n-1) {
				t.Fatalf("zext or sext of %v to %d", a, n)
			}
			if bitAt(rev, above) || bitAt(swap, above) || bitAt(left, above) || bitAt(lo, above) {
				t.Fatalf("%v: bits above %d", a, n)
			}
		}
		if back := ok(twoBigSized(evalRotateRight)(left, big.NewInt(int64(by)), bits)); back.Cmp(lo) != 0 {
			t.Fatalf("rotate_right of rotate_left of %v by %d in %d", a, by, n)
		}
		zeros := ok(oneBigSized(evalCountLeadingZeros)(a, bits))
		if new(big.Int).Sub(width, zeros).Int64() != int64(len(lo.Text(2)))-int64(1-lo.Sign()) {
			t.Fatalf("count_leading_zeros.%d %v = %v", n, a, zeros)
		}
	}
}

// schoolbook adds a shifted copy for every set bit.
func schoolbook(a, b *big.Int) *big.Int {
	r := new(big.Int)
	for k := range a.BitLen() {
		if a.Bit(k) == 1 {
			r.Xor(r, new(big.Int).Lsh(b, uint(k)))
		}
	}
	return r
}

func TestEvalWideClmul(t *testing.T) {
	r, ok := evalSeed(t), must(t)
	for range 60 {
		a, b := new(big.Int).Abs(wide(r)), new(big.Int).Abs(wide(r))
		a.Lsh(a, uint(r.IntN(200)))
		if r.IntN(4) == 0 {
			b.Rsh(b, uint(b.BitLen()-1-r.IntN(64)))
		}
		if got, want := ok(twoBig(evalClmul)(a, b)), schoolbook(a, b); got.Cmp(want) != 0 {
			t.Fatalf("clmul %v, %v = %v, want %v", a, b, got, want)
		}
	}
	// Lengths around the change of algorithm, and very different ones.
	for _, n := range [][2]int{{16, 16}, {17, 17}, {31, 33}, {64, 1}, {100, 17}, {40, 39}} {
		a, b := new(big.Int), new(big.Int)
		for k, v := range []*big.Int{a, b} {
			for range n[k] {
				v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
			}
		}
		if got := ok(twoBig(evalClmul)(a, b)); got.Cmp(schoolbook(a, b)) != 0 {
			t.Fatalf("clmul of %v words: %v, %v", n, a, b)
		}
	}
}

// Whatever an operation is asked for, a named limit comes at once and nothing is allocated
// for the result that would have been.
func TestEvalLimits(t *testing.T) {
	n := func(v int64) *big.Int { return big.NewInt(v) }
	pow := func(k uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), k) }
	const huge = 1<<32 - 1
	type result struct {
		v   *big.Int
		why *pureFault
	}
	r := func(v *big.Int, why *pureFault) result { return result{v, why} }
	googol := new(big.Int).Exp(n(10), n(100), nil)
	top := pow(MaxShiftBits - 1) // the largest power of two
	cases := []struct {
		name string
		run  func() result
		want *big.Int // nil is the limit
	}{
		{"shl to the limit", func() result { return r(twoBig(evalShl)(n(1), n(MaxShiftBits-1))) }, top},
		{"shl beyond", func() result { return r(twoBig(evalShl)(n(1), n(MaxShiftBits))) }, nil},
		{"shl beyond, negative", func() result { return r(twoBig(evalShl)(n(-1), n(MaxShiftBits))) }, nil},
		{"shl by a googol", func() result { return r(twoBig(evalShl)(n(1), googol)) }, nil},
		{"shl of 0 by a googol", func() result { return r(twoBig(evalShl)(n(0), googol)) }, n(0)},
		{"shr by a googol", func() result { return r(twoBig(evalShr)(n(7), googol)) }, n(0)},
		{"shr of a negative by a googol", func() result { return r(twoBig(evalShr)(n(-7), googol)) }, n(-1)},
		{"add", func() result { return r(twoBig(evalAdd)(top, top)) }, nil},
		{"sub", func() result { return r(twoBig(evalSub)(new(big.Int).Neg(top), top)) }, nil},
		{"mul", func() result { return r(twoBig(evalMul)(top, top)) }, nil},
		{"mul by 0", func() result { return r(twoBig(evalMul)(top, n(0))) }, n(0)},
		{"mul to the limit", func() result { return r(twoBig(evalMul)(pow(MaxShiftBits/2), pow(MaxShiftBits/2-1))) }, top},
		{"mul just beyond", func() result { return r(twoBig(evalMul)(pow(MaxShiftBits/2), pow(MaxShiftBits/2))) }, nil},
		{"clmul", func() result { return r(twoBig(evalClmul)(top, n(2))) }, nil},
		{"clmul by 0", func() result { return r(twoBig(evalClmul)(top, n(0))) }, n(0)},
		{"zext of -1", func() result { return r(oneBigSized(evalZext)(n(-1), 1<<40)) }, nil},
		{"zext of 5", func() result { return r(oneBigSized(evalZext)(n(5), 1<<40)) }, n(5)},
		{"sext of -5", func() result { return r(oneBigSized(evalSext)(n(-5), 1<<40)) }, n(-5)},
		{"merge of likes", func() result { return r(twoBigSized(evalMerge)(n(-9), n(-5), huge)) }, n(-5)},
		{"merge of likes, positive", func() result { return r(twoBigSized(evalMerge)(n(9), n(5), huge)) }, n(5)},
		{"merge of unlikes", func() result { return r(twoBigSized(evalMerge)(n(9), n(-5), huge)) }, nil},
		{"merge of unlikes, negative", func() result { return r(twoBigSized(evalMerge)(n(-9), n(5), huge)) }, nil},
		{"split hi", func() result { return r(oneBigSized(evalSplitHi)(n(-9), huge)) }, n(-1)},
		{"split lo", func() result { return r(oneBigSized(evalSplitLo)(n(-9), huge)) }, nil},
		{"split lo, positive", func() result { return r(oneBigSized(evalSplitLo)(n(9), huge)) }, n(9)},
		{"bit_reverse", func() result { return r(oneBigSized(evalBitReverse)(n(1), huge)) }, nil},
		{"bit_reverse of a high bit", func() result { return r(oneBigSized(evalBitReverse)(top, MaxShiftBits+5)) }, n(32)},
		{"bswap", func() result { return r(oneBigSized(evalBswap)(n(1), huge)) }, nil},
		{"bswap of a high byte", func() result { return r(oneBigSized(evalBswap)(pow(MaxShiftBits-8), MaxShiftBits/8+1)) }, n(256)},
		{"rotate_left", func() result { return r(twoBigSized(evalRotateLeft)(n(1), n(3), huge)) }, n(8)},
		{"rotate_left to the top", func() result { return r(twoBigSized(evalRotateLeft)(n(1), n(-1), huge)) }, nil},
		{"rotate_right", func() result { return r(twoBigSized(evalRotateRight)(n(8), n(3), huge)) }, n(1)},
		{"rotate_left of a negative", func() result { return r(twoBigSized(evalRotateLeft)(n(-1), n(3), huge)) }, nil},
		{"count_leading_zeros", func() result { return r(oneBigSized(evalCountLeadingZeros)(n(1), huge)) }, n(huge - 1)},
		{"count_leading_zeros of a negative", func() result { return r(oneBigSized(evalCountLeadingZeros)(n(-1), huge)) }, n(0)},
	}
	for _, c := range cases {
		before := usage.Allocated()
		got := c.run()
		if n := usage.Allocated() - before; n > 16*MaxShiftBits/8 {
			t.Errorf("%s allocates %d bytes", c.name, n)
		}
		switch {
		case c.want == nil && (got.why == nil || got.why != tooLarge):
			t.Errorf("%s: no limit", c.name)
		case c.want != nil && (got.why != nil || got.v.Cmp(c.want) != 0):
			t.Errorf("%s: fault %v or a wrong value", c.name, got.why)
		}
	}
}
