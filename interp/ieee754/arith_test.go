package ieee754

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

var binaryOps = []struct {
	name string
	do   func(Arithmetic, Format, uint64, uint64) uint64
}{
	{"add", Arithmetic.Add}, {"sub", Arithmetic.Sub}, {"mul", Arithmetic.Mul}, {"div", Arithmetic.Div},
	{"rem", Arithmetic.Rem}, {"minnum", Arithmetic.MinNum}, {"maxnum", Arithmetic.MaxNum},
}

func TestFastEqualsExactOnPairs(t *testing.T) {
	r := newRand(t)
	for _, f := range narrowFormats {
		values := interesting(r, f)
		for _, a := range testseed.Every(5, values) {
			for _, b := range values {
				for _, op := range binaryOps {
					got, want := op.do(Fast{}, f, a, b), op.do(Exact{}, f, a, b)
					if got != want {
						t.Fatalf("%s.%s %#x, %#x: fast %#x (%s), exact %#x (%s)", op.name, f, a, b, got, f.Text(got), want, f.Text(want))
					}
				}
				fast, exact := hardwareRelation(f.widen(a), f.widen(b)), f.relate(Bits{0, a}, Bits{0, b})
				if fast != exact {
					t.Fatalf("compare %s %#x, %#x: fast %b, exact %b", f, a, b, fast, exact)
				}
			}
		}
	}
}

func TestFastEqualsExactOnRandom(t *testing.T) {
	r := newRand(t)
	for _, f := range narrowFormats {
		for range 20000 {
			a, b, c := pattern(r, f), pattern(r, f), pattern(r, f)
			for _, op := range binaryOps {
				if got, want := op.do(Fast{}, f, a, b), op.do(Exact{}, f, a, b); got != want {
					t.Fatalf("%s.%s %#x, %#x: fast %#x, exact %#x", op.name, f, a, b, got, want)
				}
			}
			if r.Intn(2) == 0 { // c near -a·b, where one rounding and two differ
				c = Exact{}.Add(f, f.Neg(Exact{}.Mul(f, a, b)), c&3)
			}
			if got, want := (Fast{}).FMA(f, a, b, c), (Exact{}).FMA(f, a, b, c); got != want {
				t.Fatalf("fma.%s %#x, %#x, %#x: fast %#x, exact %#x", f, a, b, c, got, want)
			}
			if got, want := (Fast{}).Sqrt(f, a), (Exact{}).Sqrt(f, a); got != want {
				t.Fatalf("sqrt.%s %#x: fast %#x, exact %#x", f, a, got, want)
			}
		}
	}
}

func TestFMAOnTriples(t *testing.T) {
	r := newRand(t)
	for _, f := range narrowFormats {
		values := interesting(r, f)
		for range 60000 {
			a, b, c := values[r.Intn(len(values))], values[r.Intn(len(values))], values[r.Intn(len(values))]
			if got, want := (Fast{}).FMA(f, a, b, c), (Exact{}).FMA(f, a, b, c); got != want {
				t.Fatalf("fma.%s %#x, %#x, %#x: fast %#x, exact %#x", f, a, b, c, got, want)
			}
		}
	}
}

// checkUnary compares the two implementations on one operand, everywhere it can go.
func checkUnary(t *testing.T, f Format, a uint64) {
	t.Helper()
	if got, want := (Fast{}).Sqrt(f, a), (Exact{}).Sqrt(f, a); got != want {
		t.Fatalf("sqrt.%s %#x: fast %#x, exact %#x", f, a, got, want)
	}
	for _, to := range narrowFormats {
		if got, want := (Fast{}).Convert(to, f, a), (Exact{}).Convert(to, f, a); got != want {
			t.Fatalf("convert %s %#x to %s: fast %#x, exact %#x", f, a, to, got, want)
		}
	}
	got, gotOK := Fast{}.ToInt(f, a)
	want, wantOK := Exact{}.ToInt(f, a)
	if gotOK != wantOK || gotOK && got.Cmp(want) != 0 {
		t.Fatalf("toint %s %#x: fast %v %v, exact %v %v", f, a, got, gotOK, want, wantOK)
	}
	small, smallOK := Fast{}.ToInt64(f, a)
	if smallOK != (wantOK && want.IsInt64()) || smallOK && small != want.Int64() {
		t.Fatalf("toint64 %s %#x: %d %v, want %v", f, a, small, smallOK, want)
	}
	if small2, ok := (Exact{}).ToInt64(f, a); small2 != small || ok != smallOK {
		t.Fatalf("exact toint64 %s %#x: %d %v, fast %d %v", f, a, small2, ok, small, smallOK)
	}
}

func TestUnaryExhaustive16(t *testing.T) {
	for _, f := range []Format{BF16, F16} {
		for a := range uint64(1 << 16) {
			checkUnary(t, f, a)
			x := f.widen(a)
			if f.IsNaN(a) != (x != x) || !f.IsNaN(a) && f.SignBit(a) != math.Signbit(x) {
				t.Fatalf("%s %#x widens to %g", f, a, x)
			}
			// A wider format holds every value, so coming back changes nothing but NaNs.
			back := Exact{}.Convert(f, F64, Exact{}.Convert(F64, f, a))
			if !f.IsNaN(a) && back != a || f.IsNaN(a) && back != f.NaN() {
				t.Fatalf("%s %#x comes back from f64 as %#x", f, a, back)
			}
		}
	}
}

func TestUnaryWide(t *testing.T) {
	r := newRand(t)
	for _, f := range []Format{F32, F64} {
		for _, a := range interesting(r, f) {
			checkUnary(t, f, a)
		}
		for range testseed.Rounds(20000, 2000) {
			checkUnary(t, f, pattern(r, f))
		}
	}
	// Midpoints of the narrow formats, and their neighbours, are where rounding twice shows.
	for _, to := range []Format{BF16, F16, F32} {
		for range testseed.Rounds(20000, 2000) {
			a := pattern(r, to)
			if to.IsNaN(a) || to.IsInf(a) {
				continue
			}
			mid := math.Float64bits((to.widen(a) + to.widen(a+1)) / 2)
			for _, m := range []uint64{mid - 1, mid, mid + 1} {
				checkUnary(t, F64, m)
			}
		}
	}
}

func TestFromInt(t *testing.T) {
	r := newRand(t)
	for _, f := range narrowFormats {
		for range testseed.Rounds(40000, 4000) {
			v := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(1+r.Intn(f.Bias()+3))))
			if r.Intn(3) == 0 { // one bit far below a midpoint
				v.Lsh(big.NewInt(int64(r.Intn(4096))), uint(r.Intn(60)))
				v.Add(v, big.NewInt(int64(r.Intn(3)-1)))
			}
			if r.Intn(2) == 0 {
				v.Neg(v)
			}
			want := Exact{}.FromInt(f, v)
			if got := (Fast{}).FromInt(f, v); got != want {
				t.Fatalf("%s from %v: fast %#x, exact %#x", f, v, got, want)
			}
			checkNearest(t, f, new(big.Rat).SetInt(v), want, "fromint", v)
			if v.IsInt64() && (Fast{}.FromInt64(f, v.Int64()) != want || Exact{}.FromInt64(f, v.Int64()) != want) {
				t.Fatalf("%s from int64 %v", f, v)
			}
			if v.IsUint64() && (Fast{}.FromUint64(f, v.Uint64()) != want || Exact{}.FromUint64(f, v.Uint64()) != want) {
				t.Fatalf("%s from uint64 %v", f, v)
			}
		}
		if f.Bias() > 64 {
			continue
		}
		if got := (Fast{}).FromInt64(f, math.MinInt64); got != f.Inf(true) {
			t.Errorf("%s from MinInt64 = %#x", f, got)
		}
	}
}

// value is the exact value of a finite pattern, from its fields, with 2^(Bias+1) for an
// infinity, as the rule for overflow in IEEE 754 section 4.3.1 has it.
func value(f Format, a uint64) *big.Rat {
	frac := int64(a & (1<<(f.Precision()-1) - 1))
	exp := int(f.Abs(a) >> (f.Precision() - 1))
	if exp == 0 {
		exp = 1
	} else {
		frac += 1 << (f.Precision() - 1)
	}
	v := new(big.Rat).SetInt64(frac)
	shift := exp - f.Bias() - (f.Precision() - 1)
	pow := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(shift, -shift))))
	if shift < 0 {
		pow.Inv(pow)
	}
	v.Mul(v, pow)
	if f.SignBit(a) {
		v.Neg(v)
	}
	return v
}

// checkNearest checks by the definition of rounding that no neighbour of got is nearer to
// the true value, and that got is even if one is as near.
func checkNearest(t *testing.T, f Format, truth *big.Rat, got uint64, op string, operands ...any) {
	t.Helper()
	if f.IsNaN(got) {
		t.Fatalf("%s.%s %x is a NaN, not %v", op, f, operands, truth)
	}
	if f.SignBit(got) != (truth.Sign() < 0) && truth.Sign() != 0 {
		t.Fatalf("%s.%s %x = %#x has the wrong sign", op, f, operands, got)
	}
	mag := f.Abs(got)
	abs := new(big.Rat).Abs(truth)
	gap := func(p uint64) *big.Rat {
		d := new(big.Rat).Sub(value(f, p), abs)
		return d.Abs(d)
	}
	if f.IsInf(got) && abs.Cmp(value(f, mag)) >= 0 {
		return
	}
	mine := gap(mag)
	for _, other := range []uint64{mag - 1, mag + 1} {
		if mag == 0 && other != 1 || f.IsNaN(other) {
			continue
		}
		if c := mine.Cmp(gap(other)); c > 0 || c == 0 && mag&1 == 1 {
			t.Fatalf("%s.%s %x = %#x, but %#x is nearer", op, f, operands, got, other)
		}
	}
}

// TestResultsAreNearest holds the reference itself against the definition.
func TestResultsAreNearest(t *testing.T) {
	r := newRand(t)
	var e Exact
	for _, f := range narrowFormats {
		finite := func() (uint64, *big.Rat) {
			for {
				if a := pattern(r, f); !f.IsNaN(a) && !f.IsInf(a) {
					return a, value(f, a)
				}
			}
		}
		for range testseed.Rounds(2500, 250) {
			a, x := finite()
			b, y := finite()
			c, z := finite()
			checkNearest(t, f, new(big.Rat).Add(x, y), e.Add(f, a, b), "add", a, b)
			checkNearest(t, f, new(big.Rat).Sub(x, y), e.Sub(f, a, b), "sub", a, b)
			xy := new(big.Rat).Mul(x, y)
			checkNearest(t, f, xy, e.Mul(f, a, b), "mul", a, b)
			checkNearest(t, f, xy.Add(xy, z), e.FMA(f, a, b, c), "fma", a, b, c)
			if y.Sign() != 0 {
				q := new(big.Rat).Quo(x, y)
				checkNearest(t, f, q, e.Div(f, a, b), "div", a, b)
				whole := new(big.Int).Quo(q.Num(), q.Denom())
				rem := new(big.Rat).Sub(x, new(big.Rat).Mul(new(big.Rat).SetInt(whole), y))
				if got := e.Rem(f, a, b); value(f, got).Cmp(rem) != 0 || f.SignBit(got) != f.SignBit(a) {
					t.Fatalf("rem.%s %#x, %#x = %#x, want %v", f, a, b, got, rem)
				}
			}
			checkSqrtNearest(t, f, f.Abs(a))
			for _, to := range narrowFormats {
				checkNearest(t, to, x, e.Convert(to, f, a), "convert to", a)
			}
		}
	}
}

// checkSqrtNearest checks (s - ulp/2)² ≤ a ≤ (s + ulp/2)² with the midpoints to both
// neighbours; a root is never a midpoint, so equality cannot occur but at zero.
func checkSqrtNearest(t *testing.T, f Format, a uint64) {
	t.Helper()
	s := Exact{}.Sqrt(f, a)
	if a == 0 {
		if s != 0 {
			t.Fatalf("sqrt.%s 0 = %#x", f, s)
		}
		return
	}
	x := value(f, a)
	for i, other := range []uint64{s - 1, s + 1} {
		mid := new(big.Rat).Add(value(f, s), value(f, other))
		mid.Mul(mid, big.NewRat(1, 2))
		if c := mid.Mul(mid, mid).Cmp(x); c != 2*i-1 {
			t.Fatalf("sqrt.%s %#x = %#x, but %#x is nearer", f, a, s, other)
		}
	}
}

func TestRemAgainstMathMod(t *testing.T) {
	r := newRand(t)
	for range 20000 {
		a, b := pattern(r, F64), pattern(r, F64)
		if got, want := (Fast{}).Rem(F64, a, b), bitsF64(math.Mod(f64(a), f64(b))); got != want {
			t.Fatalf("rem %#x, %#x = %#x, math.Mod %#x", a, b, got, want)
		}
	}
}

// TestBF16AgainstTruncation uses the well-known integer idiom for f32 to bf16.
func TestBF16AgainstTruncation(t *testing.T) {
	r := newRand(t)
	for range 200000 {
		a := pattern(r, F32)
		if r.Intn(2) == 0 {
			a = a&^0xffff | 0x8000 + uint64(r.Intn(3)) - 1
		}
		want := (a + 0x7fff + a>>16&1) >> 16
		if F32.IsNaN(a) {
			want = 0x7fc0
		}
		if got := (Fast{}).Convert(BF16, F32, a); got != want {
			t.Fatalf("f32 %#x to bf16 = %#x, want %#x", a, got, want)
		}
	}
}

func TestSpecialValues(t *testing.T) {
	for _, impl := range []Arithmetic{Exact{}, Fast{}} {
		for _, f := range narrowFormats {
			parse := func(s string) uint64 {
				v, err := f.ParseLiteral(s)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			for _, c := range []struct{ op, a, b, want string }{
				{"add", "inf", "-inf", "nan"}, {"add", "-0", "0", "0"}, {"add", "-0", "-0", "-0"}, {"add", "1", "-1", "0"},
				{"sub", "0", "0", "0"}, {"sub", "-0", "0", "-0"}, {"sub", "inf", "inf", "nan"},
				{"mul", "inf", "0", "nan"}, {"mul", "-inf", "2", "-inf"}, {"mul", "-0", "3", "-0"},
				{"div", "0", "0", "nan"}, {"div", "-1", "0", "-inf"}, {"div", "1", "-inf", "-0"}, {"div", "inf", "inf", "nan"},
				{"rem", "inf", "1", "nan"}, {"rem", "1", "0", "nan"}, {"rem", "-6", "3", "-0"}, {"rem", "-7", "4", "-3"},
				{"rem", "7", "-4", "3"}, {"rem", "5", "-inf", "5"}, {"rem", "-0", "1", "-0"},
				{"minnum", "-0", "0", "-0"}, {"minnum", "0", "-0", "-0"}, {"maxnum", "-0", "0", "0"}, {"maxnum", "0", "-0", "0"},
				{"minnum", "nan", "1", "1"}, {"minnum", "1", "snan(0x1)", "1"}, {"maxnum", "-nan(0x1)", "snan(0x1)", "nan"},
				{"maxnum", "-inf", "nan", "-inf"}, {"add", "-snan(0x1)", "1", "nan"}, {"mul", "2", "-nan(0x1)", "nan"},
			} {
				for _, op := range binaryOps {
					if op.name != c.op {
						continue
					}
					if got := op.do(impl, f, parse(c.a), parse(c.b)); got != parse(c.want) {
						t.Errorf("%T %s.%s %s, %s = %s, want %s", impl, c.op, f, c.a, c.b, f.Text(got), c.want)
					}
				}
			}
			for a, want := range map[string]string{"-0": "-0", "-1": "nan", "inf": "inf", "-inf": "nan", "-nan": "nan", "4": "2"} {
				if got := impl.Sqrt(f, parse(a)); got != parse(want) {
					t.Errorf("%T sqrt.%s %s = %s, want %s", impl, f, a, f.Text(got), want)
				}
			}
			if got := impl.FMA(f, f.Inf(false), 0, f.NaN()+1); got != f.NaN() {
				t.Errorf("%T fma.%s inf, 0, nan = %#x", impl, f, got)
			}
		}
	}
}

func TestFastDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, f := range narrowFormats {
		a, b, c := pattern(r, f), pattern(r, f), pattern(r, f)
		n := testing.AllocsPerRun(10, func() {
			var x Fast
			for _, op := range []func(Format, uint64, uint64) uint64{x.Add, x.Sub, x.Mul, x.Div, x.Rem, x.MinNum, x.MaxNum} {
				c ^= op(f, a, b) & 1
			}
			c ^= x.FMA(f, a, b, c)&1 ^ x.Sqrt(f, a)&1 ^ x.Convert(F16, f, b)&1 ^ x.FromInt64(f, int64(c))&1
			if v, ok := x.ToInt64(f, c); ok && x.Compare(f, OLT, a, b) {
				c ^= uint64(v) & 1
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", f, n)
		}
	}
}
