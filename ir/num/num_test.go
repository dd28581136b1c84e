package num

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// canonical fails unless x is the number want, in its only representation.
func canonical(t testing.TB, what string, x Int, want *big.Int) {
	t.Helper()
	inline := width(want) <= 127
	switch {
	case x.Big().Cmp(want) != 0:
		t.Fatalf("%s: got %v, want %v", what, x.Big(), want)
	case x.Inline() != inline || !inline && (x.hi != 0 || x.lo != 0):
		t.Fatalf("%s: %v is not in its one representation: %+v", what, want, x)
	}
}

// interesting are numbers around every boundary of the representation, of both signs.
func interesting() []*big.Int {
	var out []*big.Int
	for n := int64(-9); n <= 9; n++ {
		out = append(out, big.NewInt(n))
	}
	for _, k := range []uint{31, 32, 62, 63, 64, 65, 100, 126, 127, 128, 190} {
		for _, d := range []int64{-1, 0, 1} {
			v := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), k), big.NewInt(d))
			out = append(out, v, new(big.Int).Neg(v))
		}
	}
	return out
}

// random draws a number of up to 300 bits, with long runs of equal bits.
func random(r *rand.Rand) *big.Int {
	v := new(big.Int)
	for n := r.IntN(6); n > 0; n-- {
		w := new(big.Int).SetUint64(r.Uint64())
		if r.IntN(3) == 0 {
			w.SetUint64(^uint64(0) * r.Uint64N(2))
		}
		v.Lsh(v, 60).Or(v, w.Rsh(w, uint(r.IntN(64))))
	}
	v.Rsh(v, uint(r.IntN(60)))
	if r.IntN(2) == 0 {
		v.Not(v)
	}
	return v
}

func bigMask(n uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), n)
	return m.Sub(m, big.NewInt(1))
}

// bitsOf makes a number from its bits: bit i, for i < n, is from(i).
func bitsOf(n uint, from func(i uint) uint) *big.Int {
	v := new(big.Int)
	for i := range n {
		v.SetBit(v, int(i), from(i))
	}
	return v
}

// width is the least n for which -2^n <= v < 2^n.
func width(v *big.Int) uint {
	if v.Sign() < 0 {
		v = new(big.Int).Not(v)
	}
	return uint(v.BitLen())
}

func checkUnary(t testing.TB, a *big.Int) {
	t.Helper()
	x := FromBig(a)
	is := func(what string, got Int, want *big.Int) {
		t.Helper()
		canonical(t, fmt.Sprintf("%s of %v", what, a), got, want)
	}
	same := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Fatalf("%s of %v: got %v, want %v", what, a, got, want)
		}
	}
	is("FromBig", x, a)
	is("Neg", x.Neg(), new(big.Int).Neg(a))
	is("Not", x.Not(), new(big.Int).Not(a))
	is("Abs", x.Abs(), new(big.Int).Abs(a))
	for _, base := range []int{2, 10, 16, 62} {
		same("Text", x.Text(base), a.Text(base))
		back, ok := Parse(a.Text(base), base)
		same("Parse", ok, true)
		is("Parse", back, a)
	}
	same("String", x.String(), a.String())
	same("Sign", x.Sign(), a.Sign())
	same("Negative", x.Negative(), a.Sign() < 0)
	same("AllOnes", x.AllOnes(), a.Cmp(big.NewInt(-1)) == 0)
	same("BitLen", x.BitLen(), uint(a.BitLen()))
	same("Width", x.Width(), width(a))
	same("TrailingZeros", x.TrailingZeros(), a.TrailingZeroBits())
	same("IsPow2", x.IsPow2(), a.Sign() > 0 && new(big.Int).And(a, new(big.Int).Sub(a, big.NewInt(1))).Sign() == 0)
	v, ok := x.Int64()
	same("Int64", ok, a.IsInt64())
	low := new(big.Int).And(a, bigMask(64)).Uint64()
	same("Int64", uint64(v), low)
	u, ok := x.Uint64()
	same("Uint64", ok, a.IsUint64())
	same("Uint64", u, low)
	same("Low64", x.Low64(), low)
	lo, negative, ok := x.Signed65()
	same("Signed65", ok, width(a) <= 64)
	if ok {
		is("FromSigned65", FromSigned65(lo, negative), a)
	}
	if a.IsInt64() {
		is("New", New(a.Int64()), a)
	}
	if a.Sign() >= 0 {
		ones := uint(0)
		for i := range a.BitLen() {
			ones += a.Bit(i)
		}
		same("OnesCount", x.OnesCount(), ones)
		if a.BitLen() <= 128 {
			is("FromWords", FromWords(new(big.Int).Rsh(a, 64).Uint64(), low), a)
		}
	}
}

func checkSized(t testing.TB, a *big.Int, n uint) {
	t.Helper()
	x := FromBig(a)
	is := func(what string, got Int, want *big.Int) {
		t.Helper()
		canonical(t, fmt.Sprintf("%s %d of %v", what, n, a), got, want)
	}
	low := new(big.Int).And(a, bigMask(n))
	is("Pow2", Pow2(n), new(big.Int).Lsh(big.NewInt(1), n))
	is("Mask", Mask(n), bigMask(n))
	is("Shl", x.Shl(n), new(big.Int).Lsh(a, n))
	is("Shr", x.Shr(n), new(big.Int).Rsh(a, n))
	is("Low", x.Low(n), low)
	is("Reverse", x.Reverse(n), bitsOf(n, func(i uint) uint { return a.Bit(int(n - 1 - i)) }))
	is("ReverseBytes", x.ReverseBytes(n), bitsOf(8*n, func(i uint) uint { return a.Bit(int(8*(n-1-i/8) + i%8)) }))
	if n > 0 {
		for _, k := range []int{0, 1, int(n) / 2, int(n) - 1, int(n), int(n) + 1, -1, -70} {
			left := uint(((int(n)-k)%int(n) + int(n)) % int(n))
			is("RotateLeft", x.RotateLeft(n, New(int64(k))), bitsOf(n, func(i uint) uint { return a.Bit(int((i + left) % n)) }))
		}
		signed := new(big.Int).Set(low)
		if low.Bit(int(n-1)) != 0 {
			signed.Sub(signed, new(big.Int).Lsh(big.NewInt(1), n))
		}
		is("SignExtend", x.SignExtend(n), signed)
		if x.FitsSigned(n) != (signed.Cmp(a) == 0) {
			t.Fatalf("FitsSigned(%d) of %v is %v", n, a, x.FitsSigned(n))
		}
	} else if x.FitsSigned(0) {
		t.Fatalf("%v fits 0 signed bits", a)
	}
	if x.FitsUnsigned(n) != (low.Cmp(a) == 0) {
		t.Fatalf("FitsUnsigned(%d) of %v is %v", n, a, x.FitsUnsigned(n))
	}
	if x.Bit(n) != a.Bit(int(n)) {
		t.Fatalf("bit %d of %v is %d", n, a, x.Bit(n))
	}
	b := x.FillBytes(make([]byte, n))
	is("FromBytes", FromBytes(b), new(big.Int).And(a, bigMask(8*n)))
	slices.Reverse(b)
	if want := new(big.Int).And(a, bigMask(8*n)).FillBytes(make([]byte, n)); !slices.Equal(b, want) {
		t.Fatalf("%d bytes of %v are %x, not %x", n, a, b, want)
	}
}

func checkBinary(t testing.TB, a, b *big.Int) {
	t.Helper()
	x, y := FromBig(a), FromBig(b)
	is := func(what string, got Int, want *big.Int) {
		t.Helper()
		canonical(t, fmt.Sprintf("%s of %v and %v", what, a, b), got, want)
	}
	is("Add", x.Add(y), new(big.Int).Add(a, b))
	is("Sub", x.Sub(y), new(big.Int).Sub(a, b))
	is("Mul", x.Mul(y), new(big.Int).Mul(a, b))
	is("And", x.And(y), new(big.Int).And(a, b))
	is("AndNot", x.AndNot(y), new(big.Int).AndNot(a, b))
	is("Or", x.Or(y), new(big.Int).Or(a, b))
	is("Xor", x.Xor(y), new(big.Int).Xor(a, b))
	c := a.Cmp(b)
	if x.Cmp(y) != c || x.Less(y) != (c < 0) || x.Equal(y) != (c == 0) {
		t.Fatalf("%v and %v are compared as %d, %v, %v", a, b, x.Cmp(y), x.Less(y), x.Equal(y))
	}
	least, most := a, b
	if c > 0 {
		least, most = b, a
	}
	is("Min", Min(x, y), least)
	is("Max", Max(x, y), most)
	if b.Sign() != 0 {
		is("Div", x.Div(y), new(big.Int).Div(a, b))
		is("Rem", x.Rem(y), new(big.Int).Mod(a, b))
		is("TDiv", x.TDiv(y), new(big.Int).Quo(a, b))
		is("TRem", x.TRem(y), new(big.Int).Rem(a, b))
	}
	if a.Sign() >= 0 && b.Sign() >= 0 {
		want := new(big.Int)
		for i := range b.BitLen() {
			if b.Bit(i) != 0 {
				want.Xor(want, new(big.Int).Lsh(a, uint(i)))
			}
		}
		is("ClMul", x.ClMul(y), want)
	}
	if got, want := x.Big(), a; got.Cmp(want) != 0 {
		t.Fatalf("%v was changed to %v", want, got)
	}
}

// TestSmall: every operation on every pair of small numbers.
func TestSmall(t *testing.T) {
	for a := int64(-33); a <= 33; a++ {
		checkUnary(t, big.NewInt(a))
		for b := int64(-33); b <= 33; b++ {
			checkBinary(t, big.NewInt(a), big.NewInt(b))
		}
	}
}

// TestBoundaries: every operation on every pair of numbers around the boundaries of a word and of 128 bits.
func TestBoundaries(t *testing.T) {
	list := interesting()
	for _, a := range list {
		checkUnary(t, a)
		for _, b := range testseed.Every(3, list) {
			checkBinary(t, a, b)
		}
		for n := uint(0); n < 140; n += uint(testseed.Rounds(1, 3)) {
			checkSized(t, a, n)
		}
	}
}

// TestLong: the operations on numbers of thousands of bits.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	for range 20 {
		long := func(n int) *big.Int {
			b := make([]byte, r.IntN(n))
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			return new(big.Int).SetBytes(b)
		}
		a, b := long(800), long(400)
		checkUnary(t, a)
		checkBinary(t, a, b)
		checkSized(t, a, uint(r.IntN(5000)))
	}
}

// TestRandom compares with math/big on drawn numbers.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for range 4_000 {
		a, b := random(r), random(r)
		checkUnary(t, a)
		checkBinary(t, a, b)
		checkSized(t, a, uint(r.IntN(300)))
	}
}

// TestCopies: what a number was made of, and what it is given out as, do not change it.
func TestCopies(t *testing.T) {
	v := new(big.Int).Lsh(big.NewInt(1), 200)
	x := FromBig(v)
	v.SetInt64(5)
	canonical(t, "2^200", x, new(big.Int).Lsh(big.NewInt(1), 200))
	y := x.Add(New(1)).Sub(New(1)).Shl(3)
	canonical(t, "2^203", y, new(big.Int).Lsh(big.NewInt(1), 203))
	canonical(t, "2^200", x, new(big.Int).Lsh(big.NewInt(1), 200))
}

// TestParse: what is no number is refused.
func TestParse(t *testing.T) {
	for _, s := range []string{"", "-", "x", "1x", "0x", "1 ", "--1", "99999999999999999999z"} {
		if v, ok := Parse(s, 10); ok {
			t.Errorf("%q is %v", s, v)
		}
	}
	if v, ok := Parse("-0x10", 0); !ok || !v.Equal(New(-16)) {
		t.Errorf("-0x10 is %v, %v", v, ok)
	}
}

// FuzzInt compares every operation with math/big on numbers of any bytes.
func FuzzInt(f *testing.F) {
	f.Add([]byte{1}, []byte{255, 255, 255, 255, 255, 255, 255, 255}, false, true, uint16(64))
	f.Add(make([]byte, 17), []byte{128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, true, true, uint16(127))
	f.Fuzz(func(t *testing.T, p, q []byte, notA, notB bool, n uint16) {
		a, b := new(big.Int).SetBytes(p[:min(len(p), 600)]), new(big.Int).SetBytes(q[:min(len(q), 600)])
		if notA {
			a.Not(a)
		}
		if notB {
			b.Neg(b)
		}
		checkUnary(t, a)
		checkBinary(t, a, b)
		checkSized(t, a, uint(n%1200))
	})
}

var sink Int

// BenchmarkInt: a word, two words, and beyond.
func BenchmarkInt(b *testing.B) {
	for _, n := range []uint{20, 60, 100, 200} {
		x, y := Pow2(n).Sub(New(3)), Pow2(n/2).Add(New(7))
		for _, op := range []struct {
			name string
			do   func(x, y Int) Int
		}{{"Add", Int.Add}, {"Mul", Int.Mul}, {"And", Int.And}, {"Div", Int.Div}, {"Shl", func(x, y Int) Int { return x.Shl(5) }}} {
			b.Run(fmt.Sprintf("%s/bits=%d", op.name, n), func(b *testing.B) {
				for b.Loop() {
					sink = op.do(x, y)
				}
			})
		}
	}
}

// TestSigned129 takes the numbers around every power of two to 2^140 apart and puts them together again.
func TestSigned129(t *testing.T) {
	for n := range uint(140) {
		for d := int64(-2); d <= 2; d++ {
			for _, v := range []Int{Pow2(n).Add(New(d)), Pow2(n).Add(New(d)).Neg()} {
				lo, hi, negative, ok := v.Signed129()
				if want := !v.Less(Pow2(128).Neg()) && v.Less(Pow2(128)); ok != want {
					t.Fatalf("Signed129 of %s: %v", v, ok)
				}
				if !ok {
					continue
				}
				// Independent of FromSigned129: by the definition of two's complement.
				want := FromUint64(hi).Mul(Pow2(64)).Add(FromUint64(lo))
				if negative {
					want = want.Sub(Pow2(128))
				}
				if !want.Equal(v) || !FromSigned129(lo, hi, negative).Equal(v) {
					t.Fatalf("Signed129 of %s is %x %x %v, and back %s", v, hi, lo, negative, FromSigned129(lo, hi, negative))
				}
			}
		}
	}
}
