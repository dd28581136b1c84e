package interp

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// evalSeed returns the seed of a random test, which TUFFY_SEED fixes.
func evalSeed(t *testing.T) *rand.Rand {
	seed := testseed.Seed(t)
	return rand.New(rand.NewPCG(seed, 0))
}

// The references below work on int64 by definition: search, counting, strings of bits.

// refUnknown marks the operands for which an operation is poison.
const refUnknown = int64(1) << 60

// digits writes the low w bits of a, highest first, by halving.
func digits(a int64, w int) string {
	s := ""
	for range w {
		if a%2 == 0 {
			s = "0" + s
			a /= 2
		} else {
			s = "1" + s
			a = (a - 1) / 2
		}
	}
	return s
}

// number reads bits as an unsigned integer.
func number(s string) int64 {
	n := int64(0)
	for _, c := range s {
		n = 2*n + int64(c-'0')
	}
	return n
}

// signedNumber reads bits as two's complement: the first digit counts negatively.
func signedNumber(s string) int64 {
	return number(s[1:]) - number(s[:1])<<(len(s)-1)
}

// refWidth is a width that holds every result of the small scope.
const refWidth = 40

func refBitwise(a, b int64, f func(x, y bool) bool) int64 {
	x, y, r := digits(a, refWidth), digits(b, refWidth), ""
	for i := range x {
		if f(x[i] == '1', y[i] == '1') {
			r += "1"
		} else {
			r += "0"
		}
	}
	return signedNumber(r)
}

// refEuclid searches the only q and r with a = b·q + r and 0 ≤ r < |b|.
func refEuclid(a, b int64) (q, r int64) {
	found := 0
	for x := int64(-70); x <= 70; x++ {
		if y := a - b*x; y >= 0 && (y < b || y < -b) {
			q, r = x, y
			found++
		}
	}
	if found != 1 {
		return refUnknown, refUnknown
	}
	return q, r
}

func refClmul(a, b int64) int64 {
	if a < 0 || b < 0 {
		return refUnknown
	}
	odd := map[int]bool{}
	x, y := digits(a, 10), digits(b, 10)
	for i := range x {
		for j := range y {
			if x[i] == '1' && y[j] == '1' {
				odd[18-i-j] = !odd[18-i-j]
			}
		}
	}
	r := int64(0)
	for e, set := range odd {
		if set {
			r += 1 << e
		}
	}
	return r
}

func refShl(a, b int64) int64 {
	if b < 0 {
		return refUnknown
	}
	for ; b > 0; b-- {
		a += a
	}
	return a
}

func refShr(a, b int64) int64 {
	if b < 0 {
		return refUnknown
	}
	for ; b > 0; b-- {
		q, _ := refEuclid(a, 2)
		a = q
	}
	return a
}

// refExtend searches the representative of a modulo 2^n in [lo, lo + 2^n).
func refExtend(a int64, n int, lo int64) int64 {
	m := int64(1) << n
	for x := lo; x < lo+m; x++ {
		if (x-a)%m == 0 {
			return x
		}
	}
	return refUnknown
}

func checkInt(t *testing.T, what string, want int64, got *big.Int, why *pureFault, args ...int64) {
	t.Helper()
	switch {
	case why != nil && why.limit != "":
		t.Fatalf("%s %v: limit %s", what, args, why.limit)
	case why != nil && want != refUnknown:
		t.Fatalf("%s %v: poison (%s: %s), want %d", what, args, why.Kind, why.Detail, want)
	case why == nil && want == refUnknown:
		t.Fatalf("%s %v = %v, want poison", what, args, got)
	case why == nil && (!got.IsInt64() || got.Int64() != want):
		t.Fatalf("%s %v = %v, want %d", what, args, got, want)
	}
}

func TestEvalIntExhaustive(t *testing.T) {
	binary := []struct {
		name string
		eval func(a, b *big.Int) (*big.Int, *pureFault)
		ref  func(a, b int64) int64
	}{
		{"add", twoBig(evalAdd), func(a, b int64) int64 { return a + b }},
		{"sub", twoBig(evalSub), func(a, b int64) int64 { return a - b }},
		{"mul", twoBig(evalMul), func(a, b int64) int64 { return a * b }},
		{"div", twoBig(evalDiv), func(a, b int64) int64 { q, _ := refEuclid(a, b); return q }},
		{"rem", twoBig(evalRem), func(a, b int64) int64 { _, r := refEuclid(a, b); return r }},
		{"tdiv", twoBig(evalTDiv), func(a, b int64) int64 {
			if b == 0 {
				return refUnknown
			}
			return a / b
		}},
		{"trem", twoBig(evalTRem), func(a, b int64) int64 {
			if b == 0 {
				return refUnknown
			}
			return a % b
		}},
		{"and", twoBig(evalAnd), func(a, b int64) int64 { return refBitwise(a, b, func(x, y bool) bool { return x && y }) }},
		{"or", twoBig(evalOr), func(a, b int64) int64 { return refBitwise(a, b, func(x, y bool) bool { return x || y }) }},
		{"xor", twoBig(evalXor), func(a, b int64) int64 { return refBitwise(a, b, func(x, y bool) bool { return x != y }) }},
		{"shl", twoBig(evalShl), refShl},
		{"shr", twoBig(evalShr), refShr},
		{"min", twoBig(evalMin), func(a, b int64) int64 { return min(a, b) }},
		{"max", twoBig(evalMax), func(a, b int64) int64 { return max(a, b) }},
		{"clmul", twoBig(evalClmul), refClmul},
	}
	for _, op := range binary {
		for a := int64(-32); a < 32; a++ {
			for b := int64(-32); b < 32; b++ {
				if op.name == "shl" && b > 20 {
					continue
				}
				x, y := big.NewInt(a), big.NewInt(b)
				got, why := op.eval(x, y)
				checkInt(t, op.name, op.ref(a, b), got, why, a, b)
				if x.Int64() != a || y.Int64() != b {
					t.Fatalf("%s %d, %d changed its operands", op.name, a, b)
				}
			}
		}
	}
}

// The cases that the semantics page spells out.
func TestEvalDivisionTable(t *testing.T) {
	for _, c := range []struct{ a, b, div, rem, tdiv, trem int64 }{
		{-7, 2, -4, 1, -3, -1},
		{7, -2, -3, 1, -3, 1},
		{-7, -2, 4, 1, 3, -1},
		{7, 2, 3, 1, 3, 1},
		{6, -3, -2, 0, -2, 0},
	} {
		for _, op := range []struct {
			name string
			eval func(a, b *big.Int) (*big.Int, *pureFault)
			want int64
		}{{"div", twoBig(evalDiv), c.div}, {"rem", twoBig(evalRem), c.rem}, {"tdiv", twoBig(evalTDiv), c.tdiv}, {"trem", twoBig(evalTRem), c.trem}} {
			got, why := op.eval(big.NewInt(c.a), big.NewInt(c.b))
			checkInt(t, op.name, op.want, got, why, c.a, c.b)
		}
	}
	if _, why := twoBig(evalDiv)(big.NewInt(1), new(big.Int)); why == nil || why.Kind != CauseDivZero {
		t.Errorf("1 div 0: %+v", why)
	}
	if _, why := twoBig(evalShr)(big.NewInt(1), big.NewInt(-1)); why == nil || why.Kind != CauseShift {
		t.Errorf("1 shr -1: %+v", why)
	}
}

func TestEvalUnaryExhaustive(t *testing.T) {
	for a := int64(-300); a <= 300; a++ {
		x := big.NewInt(a)
		ones, trailing := refUnknown, refUnknown
		if a >= 0 {
			ones = int64(strings.Count(digits(a, refWidth), "1"))
		}
		if a != 0 {
			s := digits(a, refWidth)
			trailing = int64(len(s) - len(strings.TrimRight(s, "0")))
		}
		got, why := oneBig(evalCountOnes)(x)
		checkInt(t, "count_ones", ones, got, why, a)
		got, why = oneBig(evalCountTrailingZeros)(x)
		checkInt(t, "count_trailing_zeros", trailing, got, why, a)
		got, why = oneBig(evalNot)(x)
		checkInt(t, "not", refBitwise(a, 0, func(x, _ bool) bool { return !x }), got, why, a)
		if evalIntToBool(num.FromBig(x)) != (a != 0) {
			t.Fatalf("int_to_bool %d", a)
		}
	}
}

// reversed is s read from the right.
func reversed(s string) string {
	r := ""
	for _, c := range s {
		r = string(c) + r
	}
	return r
}

func TestEvalSizedExhaustive(t *testing.T) {
	for n := 0; n <= 9; n++ {
		for a := int64(-520); a <= 520; a++ {
			x, low := big.NewInt(a), digits(a, n)
			got, why := oneBigSized(evalCountLeadingZeros)(x, uint32(n))
			checkInt(t, "count_leading_zeros", int64(len(low)-len(strings.TrimLeft(low, "0"))), got, why, int64(n), a)
			got, why = oneBigSized(evalBitReverse)(x, uint32(n))
			checkInt(t, "bit_reverse", number(reversed(low)), got, why, int64(n), a)

			hi, lo, s, z := refUnknown, refUnknown, refUnknown, refUnknown
			if n > 0 {
				lo, z = number(low), refExtend(a, n, 0)
				hi = (a - number(low)) / (1 << n)
				s = refExtend(a, n, -(int64(1)<<n)/2)
			}
			got, why = oneBigSized(evalSplitHi)(x, uint32(n))
			checkInt(t, "split hi", hi, got, why, int64(n), a)
			got, why = oneBigSized(evalSplitLo)(x, uint32(n))
			checkInt(t, "split lo", lo, got, why, int64(n), a)
			got, why = oneBigSized(evalZext)(x, int64(n))
			checkInt(t, "zext", z, got, why, int64(n), a)
			got, why = oneBigSized(evalSext)(x, int64(n))
			checkInt(t, "sext", s, got, why, int64(n), a)
		}
	}
}

func TestEvalRotateMergeExhaustive(t *testing.T) {
	for n := 0; n <= 6; n++ {
		for a := int64(-40); a <= 40; a++ {
			for b := int64(-20); b <= 70; b++ {
				left, right, merged := refUnknown, refUnknown, refUnknown
				if n > 0 {
					s, t := digits(a, n), digits(a, n)
					for range refExtendMod(b, n) {
						s = s[1:] + s[:1]
						t = t[n-1:] + t[:n-1]
					}
					left, right = number(s), number(t)
					merged = signedNumber(digits(a, refWidth)[:refWidth-n] + digits(b, n))
				}
				got, why := twoBigSized(evalRotateLeft)(big.NewInt(a), big.NewInt(b), uint32(n))
				checkInt(t, "rotate_left", left, got, why, int64(n), a, b)
				got, why = twoBigSized(evalRotateRight)(big.NewInt(a), big.NewInt(b), uint32(n))
				checkInt(t, "rotate_right", right, got, why, int64(n), a, b)
				got, why = twoBigSized(evalMerge)(big.NewInt(a), big.NewInt(b), uint32(n))
				checkInt(t, "merge", merged, got, why, int64(n), a, b)
			}
		}
	}
}

// refExtendMod is b modulo n, counted up or down to the range.
func refExtendMod(b int64, n int) int64 {
	for b < 0 {
		b += int64(n)
	}
	for b >= int64(n) {
		b -= int64(n)
	}
	return b
}

func TestEvalBswap(t *testing.T) {
	for _, c := range []struct {
		a    int64
		n    uint32
		want int64
	}{
		{0x0102, 2, 0x0201}, {0x010203, 2, 0x0302}, {1, 4, 0x01000000}, {-1, 3, 0xffffff},
		{-2, 2, 0xfeff}, {0x1234, 1, 0x34}, {0x0100, 2, 0x0001}, {0x120000, 3, 0x12}, {0x10000, 2, 0}, {0, 7, 0},
	} {
		got, why := oneBigSized(evalBswap)(big.NewInt(c.a), c.n)
		checkInt(t, "bswap", c.want, got, why, int64(c.n), c.a)
	}
	for n := 1; n <= 3; n++ {
		for a := int64(-70000); a <= 70000; a += 13 {
			s, r := digits(a, 8*n), ""
			for ; s != ""; s = s[8:] {
				r = s[:8] + r
			}
			got, why := oneBigSized(evalBswap)(big.NewInt(a), uint32(n))
			checkInt(t, "bswap", number(r), got, why, int64(n), a)
		}
	}
}

func TestEvalICmp(t *testing.T) {
	for a := int64(-9); a <= 9; a++ {
		for b := int64(-9); b <= 9; b++ {
			for p, want := range map[ir.Pred]bool{
				ir.EQ: a == b, ir.NE: a != b, ir.LT: a < b, ir.LE: a <= b, ir.GT: a > b, ir.GE: a >= b,
			} {
				if got := evalICmp(p, num.New(a), num.New(b)); got != want {
					t.Errorf("icmp.%s %d, %d = %v", p, a, b, got)
				}
			}
		}
	}
	if evalICmp(ir.EQ, num.New(-1), num.New(255)) {
		t.Error("-1 = 255")
	}
}

func TestEvalBool(t *testing.T) {
	for _, c := range []struct{ a, b, and, or, xor bool }{
		{false, false, false, false, false}, {false, true, false, true, true},
		{true, false, false, true, true}, {true, true, true, true, false},
	} {
		if evalBand(c.a, c.b) != c.and || evalBor(c.a, c.b) != c.or || evalBxor(c.a, c.b) != c.xor || evalBnot(c.a) == c.a {
			t.Errorf("%v %v", c.a, c.b)
		}
	}
	if evalBoolToInt(true).Sign() != 1 || evalBoolToInt(false).Sign() != 0 {
		t.Error("bool_to_int")
	}
}
