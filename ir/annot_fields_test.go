package ir_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/ir"
)

// TestFieldClaims: what is said of fields is met and joined field by field, and does not make another type.
func TestFieldClaims(t *testing.T) {
	pair, err := ir.Struct(ir.Int, ir.Ptr, ir.Int)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ir.Array(pair, 2)
	if err != nil {
		t.Fatal(err)
	}
	of := func(a, b, c ir.Annot) ir.Annot { return ir.FieldClaims([]ir.Annot{a, b, c}) }
	a, b := of(ir.Signed(8), 0, 0), of(ir.Unsigned(4), ir.Aligned(8), 0)
	for _, row := range []struct {
		t         ir.Type
		got       ir.Annot
		want      string
		pathClaim ir.Annot
	}{
		{pair, a, "struct{int:s8, ptr, int}", ir.Signed(8)},
		{pair, of(0, 0, 0), "struct{int, ptr, int}", 0},
		{pair, must(a.Meet(b)), "struct{int:u4, ptr:align8, int}", ir.Unsigned(4)},
		{pair, a.Join(b), "struct{int:s8, ptr, int}", ir.Signed(8)},
		{pair, a.Join(0), "struct{int, ptr, int}", 0},
		{list, ir.ElemClaims(a), "[struct{int:s8, ptr, int}; 2]", a},
		{list, must(ir.ElemClaims(a).Meet(ir.ElemClaims(b))), "[struct{int:u4, ptr:align8, int}; 2]", must(a.Meet(b))},
		{list, ir.ClaimInts(list, func() ir.Annot { return ir.Signed(64) }), "[struct{int:s64, ptr, int:s64}; 2]", of(ir.Signed(64), 0, ir.Signed(64))},
	} {
		if got := ir.TypedText(row.t, row.got); got != row.want || row.got.At([]uint32{0}) != row.pathClaim {
			t.Errorf("%s, want %s; of field 0 %s, want %s", got, row.want, row.got.At([]uint32{0}), row.pathClaim)
		}
	}
	if got := ir.ElemClaims(a).At([]uint32{1, 0}); got != ir.Signed(8) {
		t.Errorf("the first field of the second element is %s", got)
	}
	if _, err := a.Meet(ir.Signed(8)); err == nil {
		t.Error("a struct and an int are claimed the same")
	}
	if _, err := a.Meet(ir.ElemClaims(ir.Signed(8))); err == nil {
		t.Error("a struct and an array are claimed the same")
	}
	if a.Ignores() || !of(0, 0, ir.LowBits(8)).Ignores() || a.IsInt() || a.Known() != nil {
		t.Error("what is said of fields is taken for what is said of a number")
	}
}

func must(a ir.Annot, err error) ir.Annot {
	if err != nil {
		panic(err)
	}
	return a
}
