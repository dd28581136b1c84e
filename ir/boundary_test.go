package ir_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// TestBoundaryRows: every operand that is a number has a kind, every kind is used, and has values.
func TestBoundaryRows(t *testing.T) {
	used := map[ir.Boundary]bool{}
	for op := range ir.Op(ir.NumOps) {
		for n, letter := range strings.ReplaceAll(op.Info().Sig, "?k", "") {
			b := op.Boundary(n)
			used[b] = true
			if (letter == 'i' || letter == 'f' || letter == 'F') && b == ir.BoundNone {
				t.Errorf("%s: operand %d is a number of no kind", op, n)
			}
		}
	}
	for b := ir.BoundNumber; b <= ir.BoundTruncated; b++ {
		if !used[b] {
			t.Errorf("no operand is of kind %s", b)
		}
		if len(b.Ints(16))+len(b.Floats(ir.F64, 16)) < 6 {
			t.Errorf("%s has %d values", b, len(b.Ints(16))+len(b.Floats(ir.F64, 16)))
		}
	}
}

// TestBoundaryValues: what a kind must have, written down by hand.
func TestBoundaryValues(t *testing.T) {
	for _, c := range []struct {
		kind ir.Boundary
		n    uint
		want string
	}{
		{ir.BoundNumber, 13, "0 1 -1 4095 4096 4097 -4096 -4097 -4095 8191 8192 127 128 -128 -129 255 256 2147483647 -2147483648 18446744073709551615 18446744073709551616 340282366920938463463374607431768211455"},
		{ir.BoundDivisor, 32, "0 1 -1 2 2147483648 -2147483648 127 128 129"},
		{ir.BoundAmount, 24, "-1 0 1 23 24 25 31 32 33 63 64 65"},
		{ir.BoundLow, 7, "0 1 -1 63 64 127 128 129 -64 -65 255 256"},
		{ir.BoundIndex, 4, "-1 0 3 4"},
		{ir.BoundLength, 0, "0 1 7 8 9 15 16 17 31 33 63 65 -1"},
		{ir.BoundOffset, 0, "0 1 -1 4095 4096 4097 -8"},
		{ir.BoundRounded, 64, "16777216 16777217 16777219 -16777217 9007199254740993 9007199254740995 18014398509481983 65519 65520 2049 257"},
	} {
		got := map[string]bool{}
		for _, v := range c.kind.Ints(c.n) {
			if got[v.String()] {
				t.Errorf("%s has %s twice", c.kind, v)
			}
			got[v.String()] = true
		}
		for v := range strings.FieldsSeq(c.want) {
			if !got[v] {
				t.Errorf("%s of %d bits does not have %s", c.kind, c.n, v)
			}
		}
	}
}

// TestBoundaryFloats: ties and ends, as numbers that Go computes.
func TestBoundaryFloats(t *testing.T) {
	has := func(kind ir.Boundary, n uint, want float64) {
		t.Helper()
		for _, b := range kind.Floats(ir.F64, n) {
			if b == math.Float64bits(want) {
				return
			}
		}
		t.Errorf("%s does not have %g (%x)", kind, want, want)
	}
	for _, v := range []float64{0, math.Copysign(0, -1), 1, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-1022 - 0x1p-1074} {
		has(ir.BoundFloat, 0, v)
	}
	for _, v := range []float64{
		1 + 0x1p-24, 1 + 3*0x1p-24, 1 + 0x1p-11, 1 + 3*0x1p-11, 2 - 0x1p-24, // ties of f32 and f16
		1 + 0x1p-11 + 0x1p-52, 1 + 0x1p-11 - 0x1p-52, // beside a tie of f16, less than f32 has
		65520, 65504, 0x1p-14, 0x1p-24, 0x1p-25, 3 * 0x1p-26, // of f16
		0x1.ffffffp127, 0x1p-149, 0x1p-150, // of f32
	} {
		has(ir.BoundNarrowed, 0, v)
	}
	for _, v := range []float64{0.5, -0.5, 1.5, math.Nextafter(0.5, 0), 2147483648, 2147483647, -2147483648, 0x1p63, -0x1p63, math.Nextafter(0x1p63, 0), 0x1p64} {
		has(ir.BoundTruncated, 32, v)
	}
	if got := ir.BoundFloat.Floats(ir.F128, 0); got != nil {
		t.Errorf("f128 has %d", len(got))
	}
	if got := ir.BoundNumber.Ints(8); !got[0].Equal(num.New(-1)) {
		t.Errorf("the first number is %s", got[0])
	}
}
