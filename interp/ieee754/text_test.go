package ieee754

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

func mustParse(t *testing.T, f Format, s string) uint64 {
	t.Helper()
	v, err := f.ParseLiteral(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTextRoundTrip(t *testing.T) {
	for _, f := range []Format{BF16, F16} {
		for a := uint64(0); a < 1<<16; a += uint64(testseed.Rounds(1, 7)) {
			if s := f.Text(a); mustParse(t, f, s) != a {
				t.Fatalf("%s %#x is %s, which reads as %#x", f, a, s, mustParse(t, f, s))
			}
		}
	}
	r := newRand(t)
	for _, f := range []Format{F32, F64} {
		for range 20000 {
			a := pattern(r, f)
			if s := f.Text(a); mustParse(t, f, s) != a {
				t.Fatalf("%s %#x is %s, which reads as %#x", f, a, s, mustParse(t, f, s))
			}
			if s := fmt.Sprintf("0x%x", a); mustParse(t, f, s) != a {
				t.Fatalf("%s: bits %s", f, s)
			}
		}
	}
}

// TestTextIsShortest checks that no number of one digit less reads back, for every
// finite f16 and bf16.
func TestTextIsShortest(t *testing.T) {
	for _, f := range []Format{BF16, F16} {
		for a := range f.Inf(false) {
			s, _, _ := strings.Cut(f.Text(a), "e")
			digits := strings.Trim(strings.Replace(s, ".", "", 1), "0")
			if n := len(digits); n > 1 {
				shorter := strconv.FormatFloat(f.widen(a), 'e', n-2, 64)
				if mustParse(t, f, shorter) == a {
					t.Fatalf("%s %#x is %s, but %s is shorter", f, a, f.Text(a), shorter)
				}
			}
		}
	}
}

func TestTextTable(t *testing.T) {
	for _, c := range []struct {
		f    Format
		bits uint64
		want string
	}{
		{F64, 0x3ff0000000000000, "1.0"}, {F64, 1 << 63, "-0.0"}, {F64, 1, "5e-324"}, {F64, 0x3fb999999999999a, "0.1"},
		{F32, 0x3dcccccd, "0.1"}, {F32, 0x7f7fffff, "3.4028235e+38"}, {F32, 0xff800000, "-inf"}, {F32, 0x7fc00000, "nan"},
		{F16, 0x7bff, "65500.0"}, {F16, 1, "6e-08"}, {F16, 0x3555, "0.3333"}, {F16, 0x7e01, "nan(0x1)"}, {F16, 0xfc01, "-snan(0x1)"},
		{F16, 0xfe00, "-nan"}, {BF16, 0x4049, "3.14"}, {BF16, 0x3f80, "1.0"}, {BF16, 0x7f7f, "3.39e+38"},
	} {
		if got := c.f.Text(c.bits); got != c.want {
			t.Errorf("%s %#x = %s, want %s", c.f, c.bits, got, c.want)
		}
	}
}

func TestParseAgainstStrconv(t *testing.T) {
	r := newRand(t)
	for i := range testseed.Rounds(40000, 3000) {
		var s string
		switch x := f64(pattern(r, F64)); {
		case x-x != 0:
			continue
		case i%4 == 0:
			s = strconv.FormatFloat(x, 'x', r.Intn(16), 64)
		case i%4 == 1:
			s = strconv.FormatFloat(x, 'e', r.Intn(25), 64)
		case i%4 == 2: // the midpoint of two floats, in full: a tie
			y := math.Nextafter(x, 0)
			mid := new(big.Float).SetPrec(4000).Add(big.NewFloat(x), big.NewFloat(y))
			s = mid.Quo(mid, big.NewFloat(2)).Text('e', 800)
		default: // the same for f32, and one beyond it
			x := float64(float32(math.Ldexp(r.NormFloat64(), r.Intn(280)-160)))
			y := float64(math.Nextafter32(float32(x), 0))
			s = strconv.FormatFloat((x+y)/2, 'f', 250, 64) + []string{"", "1"}[r.Intn(2)]
		}
		want64, _ := strconv.ParseFloat(s, 64)
		want32, _ := strconv.ParseFloat(s, 32)
		if got := mustParse(t, F64, s); got != math.Float64bits(want64) {
			t.Fatalf("f64 %s = %#x, strconv %#x", s, got, math.Float64bits(want64))
		}
		if got := mustParse(t, F32, s); got != uint64(math.Float32bits(float32(want32))) {
			t.Fatalf("f32 %s = %#x, strconv %#x", s, got, math.Float32bits(float32(want32)))
		}
		checkNearest(t, F16, ratOf(t, s), mustParse(t, F16, s), "parse", s)
		checkNearest(t, BF16, ratOf(t, s), mustParse(t, BF16, s), "parse", s)
	}
}

func ratOf(t *testing.T, s string) *big.Rat {
	t.Helper()
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("big.Rat does not read %q", s)
	}
	return v
}

func TestParseEdges(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64 // of f16
	}{
		{"1e999999999999999999999", 0x7c00}, {"-1e-999999999999999999999", 0x8000}, {"0e999999999999999999999", 0},
		{"0x1p99999999999999999999", 0x7c00}, {"-0x1p-99999999999999999999", 0x8000}, {"0x0p5", 0},
		{"65519.99", 0x7bff}, {"65520", 0x7c00}, {"0x1p-25", 0}, {"0x1.0000001p-25", 1}, {"0x3p-25", 2},
		{"1.", 0x3c00}, {".5", 0x3800}, {"+1", 0x3c00}, {"0X1.8P+1", 0x4200}, {"0x3c00", 0x3c00}, {"0x003c00", 0x3c00},
		{"infinity", 0x7c00}, {"-inf", 0xfc00}, {"nan(0x1ff)", 0x7fff}, {"-snan(0x1ff)", 0xfdff}, {"+nan", 0x7e00},
		{"1" + strings.Repeat("0", 500) + "e-500", 0x3c00}, {"0." + strings.Repeat("0", 499) + "1e500", 0x3c00},
		{"0x0." + strings.Repeat("0", 500) + "1p2004", 0x3c00},
	} {
		if got, err := F16.ParseLiteral(c.text); err != nil || got != c.want {
			t.Errorf("%.40s = %#x, %v; want %#x", c.text, got, err, c.want)
		}
	}
	for _, bad := range []string{"", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1_0", "0x", "0x.p1", "0x1.8", "0x1p", "0x10000",
		"-0x3c00", "nan()", "nan(1)", "nan(0x200)", "snan(0x0)", "snan", "nan(0x1", "--1", "1 ", " 1", "1f", "Inf ", "0x-1p3", "+-1", "1e--1"} {
		if got, err := F16.ParseLiteral(bad); err == nil {
			t.Errorf("%q accepted as %#x", bad, got)
		} else if !strings.Contains(err.Error(), "f16 literal") {
			t.Errorf("%q: unclear error %v", bad, err)
		}
	}
}

// TestLongLiteral: a literal has no more digits than could matter.
func TestLongLiteral(t *testing.T) {
	if _, err := F64.ParseLiteral("0." + strings.Repeat("1", 5000)); err != nil {
		t.Error(err)
	}
	if _, err := F64.ParseLiteral("0." + strings.Repeat("1", 10_000_000)); err == nil || len(err.Error()) > 200 {
		t.Errorf("%.300v", err)
	}
}
