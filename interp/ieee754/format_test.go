package ieee754

import (
	"math"
	"math/bits"
	"strings"
	"testing"
)

func TestFormatTable(t *testing.T) {
	for f := BF16; f <= F80; f++ {
		if got, ok := FormatNamed(f.String()); !ok || got != f {
			t.Errorf("FormatNamed(%q) = %v, %v", f, got, ok)
		}
	}
	// IEEE 754-2008 table 3.5 (bfloat16 is binary32 cut short).
	for f, want := range map[Format][3]int{BF16: {16, 8, 127}, F16: {16, 11, 15}, F32: {32, 24, 127}, F64: {64, 53, 1023}, F128: {128, 113, 16383}, F80: {80, 64, 16383}} {
		if got := [3]int{f.Width(), f.Precision(), f.Bias()}; got != want {
			t.Errorf("%s: width, precision, bias = %v, want %v", f, got, want)
		}
	}
	if got := F64.MaxFinite(true); f64(got) != -math.MaxFloat64 {
		t.Errorf("MaxFinite = %#x", got)
	}
	if F64.Inf(true) != math.Float64bits(math.Inf(-1)) || F32.NaN() != NaN32 || F64.NaN() != NaN64 {
		t.Error("special values of f32, f64")
	}
}

// TestClassifyExhaustive16 recomputes every class from the widened value.
func TestClassifyExhaustive16(t *testing.T) {
	for _, f := range []Format{BF16, F16} {
		leastNormal := math.Ldexp(1, 1-f.Bias())
		for a := range uint64(1 << 16) {
			x := f.widen(a)
			pick := func(neg, pos Class) Class {
				if math.Signbit(x) {
					return neg
				}
				return pos
			}
			var want Class
			switch mag := math.Abs(x); {
			case x != x && a>>(f.Precision()-2)&1 == 1:
				want = QNaN
			case x != x:
				want = SNaN
			case math.IsInf(x, 0):
				want = pick(NegInf, PosInf)
			case x == 0:
				want = pick(NegZero, PosZero)
			case mag < leastNormal:
				want = pick(NegSubnormal, PosSubnormal)
			default:
				want = pick(NegNormal, PosNormal)
			}
			if got := f.Classify(a); got != want || bits.OnesCount16(uint16(got)) != 1 {
				t.Fatalf("%s %#x: class %b, want %b", f, a, got, want)
			}
			if f.Neg(a) != a^0x8000 || f.Abs(a) != a&0x7fff || f.CopySign(a, 0x8000) != a|0x8000 || f.CopySign(a, 0x7fff) != a&0x7fff {
				t.Fatalf("%s %#x: neg %#x abs %#x", f, a, f.Neg(a), f.Abs(a))
			}
		}
	}
}

// TestF128FollowsF16 stretches each field of an f16 to f128, which keeps the class.
func TestF128FollowsF16(t *testing.T) {
	for a := range uint64(1 << 16) {
		exp := a >> 10 & 31
		if exp == 31 {
			exp = 0x7fff
		}
		for _, low := range []bool{false, true} {
			frac := a & 1023
			hi, lo := a&0x8000<<48|exp<<48|frac<<38, uint64(0)
			if low { // the low fraction bits in the low word
				hi, lo = a&0x8000<<48|exp<<48|frac>>9<<47, frac&511
			}
			if got, want := F128.ClassifyBits(Bits{hi, lo}), F16.Classify(a); got != want {
				t.Fatalf("f128 %s: class %b, want %b", TextF128(hi, lo), got, want)
			}
			text := TextF128(hi, lo)
			h, l, err := ParseF128(text)
			if err != nil || h != hi || l != lo || len(text) != 34 {
				t.Fatalf("%s reads back as %#x %#x, %v", text, h, l, err)
			}
			b := Bits{hi, lo}
			n, a := F128.NegBits(b), F128.AbsBits(b)
			c := F128.CopySignBits(b, Bits{n.Hi, 5})
			if n.Hi != hi^1<<63 || a.Hi != hi<<1>>1 || c.Hi != n.Hi || n.Lo != lo || a.Lo != lo || c.Lo != lo {
				t.Fatalf("sign operations on %s", text)
			}
		}
	}
	for _, bad := range []string{"", "0x", "1.0", "0xg", "0x1" + strings.Repeat("0", 32), "-0x1"} {
		if _, _, err := ParseF128(bad); err == nil {
			t.Errorf("ParseF128(%q) accepted", bad)
		}
	}
	if h, l, err := ParseF128("0x000" + strings.Repeat("f", 32)); err != nil || h != math.MaxUint64 || l != math.MaxUint64 {
		t.Errorf("leading zeros: %#x %#x %v", h, l, err)
	}
}

// TestPredicates spells out what each predicate says of each relation: name by name, from
// the letters (o/u, then a comparison).
func TestPredicates(t *testing.T) {
	values := []float64{math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), math.NaN()}
	for p := False; p <= True; p++ {
		for _, x := range values {
			for _, y := range values {
				nan := x != x || y != y
				var holds bool
				switch name := p.String(); {
				case name == "true" || name == "false":
					holds = name == "true"
				case name == "ord" || name == "uno":
					holds = nan == (name == "uno")
				case nan:
					holds = name[0] == 'u'
				default:
					holds = map[string]bool{"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[name[1:]]
				}
				for _, f := range narrowFormats {
					a, b := f.narrow(x), f.narrow(y)
					if (Exact{}).Compare(f, p, a, b) != holds || (Fast{}).Compare(f, p, a, b) != holds {
						t.Errorf("%s.%s %g, %g is not %v", p, f, x, y, holds)
					}
				}
				if CompareF64(p, bitsF64(x), bitsF64(y)) != holds {
					t.Errorf("inlined %s %g, %g is not %v", p, x, y, holds)
				}
			}
		}
	}
}

func TestWideFormatsNeedBits(t *testing.T) {
	for name, do := range map[string]func(){
		"exact add": func() { Exact{}.Add(F128, 0, 0) },
		"fast add":  func() { Fast{}.Add(F128, 0, 0) },
		"fast to":   func() { Fast{}.Convert(F128, F64, 0) },
		"exact to":  func() { Exact{}.Convert(F128, F64, 0) },
		"f80":       func() { Exact{}.Add(F80, 0, 0) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasPrefix(s, "BUG:") {
					t.Errorf("%s: panic %q", name, s)
				}
			}()
			do()
		}()
	}
}
