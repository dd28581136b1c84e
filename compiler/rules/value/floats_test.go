package value

import (
	"testing"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
	"github.com/tuffy-ir/tuffy/ir"
)

// The class of every pattern of 16 bits, and of those around the ends of the classes of the others,
// is the one that the interpreter knows.
func TestClass(t *testing.T) {
	for _, row := range []struct {
		typ  ir.Type
		want ieee754.Format
	}{{ir.BF16, ieee754.BF16}, {ir.F16, ieee754.F16}, {ir.F32, ieee754.F32}, {ir.F64, ieee754.F64}} {
		f := formats[row.typ]
		check := func(bits uint64) {
			if got, want := f.class(bits), ir.FPClass(row.want.Classify(bits)); got != want {
				t.Fatalf("%s 0x%x: %s, want %s", row.typ, bits, got, want)
			}
		}
		if row.typ.FloatBits() == 16 {
			for bits := range uint64(1 << 16) {
				check(bits)
			}
			continue
		}
		inf := (uint64(1)<<f.exp - 1) << f.frac
		for _, end := range []uint64{0, 1 << f.frac, f.one(), inf, inf + 1<<(f.frac-1), f.sign() - 1} {
			for d := range uint64(5) {
				for _, sign := range []uint64{0, f.sign()} {
					check((end+d-2)&(f.sign()-1) | sign)
				}
			}
		}
	}
}

// Multiplying with the reciprocal of a constant that has one is dividing by it: for all constants of
// f16 and the values around the ends of their classes.
func TestReciprocals(t *testing.T) {
	var exact ieee754.Exact
	n := 0
	for bits := range uint64(1 << 16) {
		m := ir.NewModule()
		fn := m.AddFunc("f", nil, nil)
		v := fn.At(fn.AddBlock(ir.Body)).FConst(ir.F16, bits, ir.Synthetic)
		mm := &matcher{f: fn}
		if !mm.shape(v, fpRecip) {
			continue
		}
		n++
		w := mm.recip(v)
		for _, x := range []uint64{0, 1, 2, 3, 0x3ff, 0x400, 0x401, 0x3c00, 0x3c01, 0x3555, 0x7bff, 0x7c00, 0x7e00, 0x8000, 0x8001, 0xbc00, 0xfbff, 0xfc00} {
			if a, b := exact.Div(ieee754.F16, x, bits), exact.Mul(ieee754.F16, x, w); a != b {
				t.Fatalf("0x%x / 0x%x is 0x%x, times 0x%x 0x%x", x, bits, a, w, b)
			}
		}
	}
	if n != 2*29 {
		t.Errorf("%d constants of f16 have a reciprocal, want the %d powers of two from 2^-14 to 2^14", n, 2*29)
	}
}

// Shapes are what they say: zeros differ, and so do the neighbours of a constant.
func TestShapes(t *testing.T) {
	m := ir.NewModule()
	fn := m.AddFunc("f", nil, nil)
	b := fn.At(fn.AddBlock(ir.Body))
	mm := &matcher{f: fn}
	for _, row := range []struct {
		typ  ir.Type
		bits uint64
		want shapeKind
		also bool // it has a reciprocal too
	}{
		{ir.F32, 0, fpZero, false}, {ir.F32, 0x80000000, fpNegZero, false}, {ir.F32, 0x3f800000, fpOne, true},
		{ir.F32, 0xbf800000, fpNegOne, true}, {ir.F32, 0x40000000, fpTwo, true}, {ir.F32, 0x3f000000, fpRecip, true},
		{ir.F64, 0x3ff0000000000000, fpOne, true}, {ir.F64, 0xbff0000000000000, fpNegOne, true}, {ir.F64, 1 << 63, fpNegZero, false},
		{ir.F64, 0x4000000000000000, fpTwo, true}, {ir.F16, 0x3c00, fpOne, true}, {ir.F16, 0xbc00, fpNegOne, true},
		{ir.F16, 0x4000, fpTwo, true}, {ir.BF16, 0x3f80, fpOne, true}, {ir.BF16, 0x4000, fpTwo, true},
	} {
		v := b.FConst(row.typ, row.bits, ir.Synthetic)
		if !mm.float(v, row.typ, row.bits) || mm.float(v, row.typ, row.bits^1) || mm.float(v, ir.F128, row.bits) {
			t.Errorf("%s 0x%x is not told from other constants", row.typ, row.bits)
		}
		for k := fpZero; k <= fpRecip; k++ {
			if got, want := mm.shape(v, k), k == row.want || k == fpRecip && row.also; got != want {
				t.Errorf("%s 0x%x has shape %d: %v, want %v", row.typ, row.bits, k, got, want)
			}
			if near := b.FConst(row.typ, row.bits+1, ir.Synthetic); mm.shape(near, k) {
				t.Errorf("%s 0x%x has shape %d", row.typ, row.bits+1, k)
			}
		}
	}
}

// What is known of classes: by annotation, by constant, by conversion from an integer.
func TestNotIn(t *testing.T) {
	const nans = ir.ClassSNaN | ir.ClassQNaN
	m := ir.NewModule()
	fn := m.AddFunc("f", []ir.Param{{Type: ir.F32}, {Type: ir.F32, Annot: ir.NoFPClass(ir.ClassQNaN)}, {Type: ir.F32, Annot: ir.NoFPClass(nans)}, {Type: ir.Int}}, nil)
	b := fn.At(fn.AddBlock(ir.Body))
	mm := &matcher{f: fn}
	for n, row := range []struct {
		v       ir.Value
		classes ir.FPClass
		want    bool
	}{
		{b.Param(0, ir.Synthetic), nans, false},
		{b.Param(1, ir.Synthetic), nans, false},
		{b.Param(1, ir.Synthetic), ir.ClassQNaN, true},
		{b.Param(2, ir.Synthetic), nans, true},
		{b.Param(2, ir.Synthetic), nans | ir.ClassNZero, false},
		{b.Convert(ir.OpSIToFP, b.Param(3, ir.Synthetic), ir.F32, ir.Synthetic), nans | ir.ClassNZero, true},
		{b.Convert(ir.OpSIToFP, b.Param(3, ir.Synthetic), ir.F32, ir.Synthetic), ir.ClassPInf, false},
		{b.FConst(ir.F32, 0x7fc00000, ir.Synthetic), nans, false},
		{b.FConst(ir.F32, 0x7f800000, ir.Synthetic), nans, true},
		{b.FConst(ir.F32, 0x80000000, ir.Synthetic), ir.ClassNZero, false},
	} {
		if got := mm.notIn(row.v, row.classes); got != row.want {
			t.Errorf("row %d: %v, want %v", n, got, row.want)
		}
	}
}
