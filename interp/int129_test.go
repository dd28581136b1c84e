package interp

import (
	"testing"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// around129 is the numbers next to the powers of two at which a representation changes.
func around129() (all []num.Int) {
	for _, n := range []uint{0, 1, 2, 7, 31, 32, 33, 62, 63, 64, 65, 95, 96, 126, 127, 128} {
		for d := int64(-2); d <= 2; d++ {
			v := num.Pow2(n).Add(num.New(d))
			all = append(all, v, v.Neg())
		}
	}
	third, _ := num.Parse("55555555555555553333333333333333", 16)
	return append(all, third, third.Neg(), third.Shr(40), third.Shr(64), third.Shr(60).Neg())
}

// TestInt129 holds every operation on 129 bits against package num, for all pairs of numbers at the borders: it
// gives num's result, or says that this has more bits.
func TestInt129(t *testing.T) {
	type result struct {
		v  int129
		ok bool
	}
	pack := func(v int129, ok bool) result { return result{v, ok} }
	same := func(name string, a, b num.Int, got result, want num.Int) {
		t.Helper()
		_, fits := of129(want)
		if got.ok && (!fits || !got.v.num().Equal(want)) {
			t.Fatalf("%s of %s, %s: %v, want %s", name, a, b, got.v, want)
		}
		// -2^128 has no magnitude of 129 bits, and may be refused.
		edge := num.Pow2(128).Neg()
		if !got.ok && fits && !a.Equal(edge) && !b.Equal(edge) && !want.Equal(edge) {
			t.Fatalf("%s of %s, %s is refused, and is %s", name, a, b, want)
		}
	}
	all := around129()
	for _, a := range all {
		x, ok := of129(a)
		if !ok {
			continue
		}
		if !x.num().Equal(a) || x.negative() != a.Negative() || x.isZero() != (a.Sign() == 0) || uint(x.width()) != a.Width() {
			t.Fatalf("%s is %v", a, x)
		}
		same("not", a, a, pack(x.not(), true), a.Not())
		for n := range uint64(130) {
			same("shr", a, num.New(int64(n)), pack(x.shr(n), true), a.Shr(uint(n)))
			if n <= 128 {
				same("low", a, num.New(int64(n)), pack(x.low(n), true), a.Low(uint(n)))
				same("shl", a, num.New(int64(n)), pack(x.shl(n).low(128), true), a.Shl(uint(n)).Low(128))
			}
			if n >= 1 && n <= 128 {
				same("sext", a, num.New(int64(n)), pack(x.signExtend(n), true), a.SignExtend(uint(n)))
			}
		}
		for _, b := range all {
			y, ok := of129(b)
			if !ok {
				continue
			}
			same("add", a, b, pack(x.add(y)), a.Add(b))
			same("sub", a, b, pack(x.sub(y)), a.Sub(b))
			same("mul", a, b, pack(x.mul(y)), a.Mul(b))
			same("and", a, b, pack(x.and(y), true), a.And(b))
			same("or", a, b, pack(x.or(y), true), a.Or(b))
			same("xor", a, b, pack(x.xor(y), true), a.Xor(b))
			if x.less(y) != a.Less(b) {
				t.Fatalf("%s < %s is %v", a, b, x.less(y))
			}
			if b.Sign() != 0 {
				q, r, ok := x.tdivrem(y)
				same("tdiv", a, b, result{q, ok}, a.TDiv(b))
				same("trem", a, b, result{r, ok}, a.TRem(b))
				q, r, ok = x.euclid(y)
				same("div", a, b, result{q, ok}, a.Div(b))
				same("rem", a, b, result{r, ok}, a.Rem(b))
			}
		}
	}
}
