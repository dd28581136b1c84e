package ir

import (
	"math"
	"strings"
	"sync"
	"testing"
)

func mustStruct(t *testing.T, fields ...Type) Type {
	t.Helper()
	s, err := Struct(fields...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustArray(t *testing.T, elem Type, n uint64) Type {
	t.Helper()
	a, err := Array(elem, n)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTypeTable: sizes by the layout rule (as written, int 8 bytes inside an aggregate, no
// padding), the spelling, and that the same type built twice is the same handle.
func TestTypeTable(t *testing.T) {
	type row struct {
		build func() Type
		text  string
		size  uint64 // at vscale 3
		sized bool
	}
	rows := []row{
		{func() Type { return Int }, "int", 0, false},
		{func() Type { return Mem }, "mem", 0, false},
		{func() Type { return Bool }, "bool", 1, true},
		{func() Type { return Unit }, "unit", 0, true},
		{func() Type { return Ptr }, "ptr", 8, true},
		{func() Type { return PtrIn(0) }, "ptr", 8, true},
		{func() Type { return PtrIn(7) }, "ptr(7)", 8, true},
		{func() Type { return Bytes(5) }, "byte(5)", 5, true},
		{func() Type { return BF16 }, "bf16", 2, true},
		{func() Type { return F16 }, "f16", 2, true},
		{func() Type { return F32 }, "f32", 4, true},
		{func() Type { return F64 }, "f64", 8, true},
		{func() Type { return F128 }, "f128", 16, true},
		{func() Type { return Vec(128, false) }, "vec<128>", 16, true},
		{func() Type { return Vec(128, true) }, "vec<vscale x 128>", 48, true},
		{func() Type { return mustStruct(t) }, "struct{}", 0, true},
		{func() Type { return mustStruct(t, Int, Bool) }, "struct{int, bool}", 9, true},
		{func() Type { return mustStruct(t, Int) }, "struct{int}", 8, true},
		{func() Type { return mustArray(t, Int, 3) }, "[int; 3]", 24, true},
		{func() Type { return mustArray(t, Int, 0) }, "[int; 0]", 0, true},
		{func() Type { return mustArray(t, mustStruct(t, Bool, F32), 2) }, "[struct{bool, f32}; 2]", 10, true},
		{func() Type { return mustStruct(t, Vec(64, true), Ptr) }, "struct{vec<vscale x 64>, ptr}", 32, true},
	}
	seen := map[Type]string{}
	for _, r := range rows {
		a, b := r.build(), r.build()
		if a != b {
			t.Errorf("%s is two types", r.text)
		}
		if a.String() != r.text {
			t.Errorf("got %s, want %s", a, r.text)
		}
		if was, ok := seen[a]; ok && was != r.text {
			t.Errorf("%s and %s are one type", was, r.text)
		}
		seen[a] = r.text
		if n, ok := a.Size(3); n != r.size || ok != r.sized {
			t.Errorf("%s takes %d bytes, %v", r.text, n, ok)
		}
		if want := strings.Contains(r.text, "vscale"); a.HasScalable() != want {
			t.Errorf("%s scalable: %v", r.text, !want)
		}
	}
	if Int.FieldSize(1) != IntBytes {
		t.Error("an int field takes 8 bytes")
	}
}

func TestTypeFields(t *testing.T) {
	inner := mustStruct(t, Bool, F32)
	outer := mustStruct(t, Int, mustArray(t, inner, 4))
	for _, row := range []struct {
		path []uint32
		want Type
	}{
		{nil, outer}, {[]uint32{0}, Int}, {[]uint32{1, 3}, inner}, {[]uint32{1, 3, 1}, F32},
		{[]uint32{2}, 0}, {[]uint32{1, 4}, 0}, {[]uint32{0, 0}, 0}, {[]uint32{1, 0, 2}, 0},
	} {
		got, ok := outer.At(row.path)
		if ok != (row.want != 0) || ok && got != row.want {
			t.Errorf("%s at %v is %s, %v", outer, row.path, got, ok)
		}
	}
}

func TestTypeLimits(t *testing.T) {
	deep := Int
	for range MaxTypeDepth {
		deep = mustStruct(t, deep)
	}
	fields := make([]Type, MaxTypeFields+1)
	for n := range fields {
		fields[n] = Bool
	}
	mustStruct(t, fields[1:]...)
	mustArray(t, Bool, MaxTypeFields)
	mustArray(t, Bytes(MaxTypePayload), 16)
	for _, row := range []struct {
		name string
		make func() (Type, error)
	}{
		{"a mem field", func() (Type, error) { return Struct(Mem) }},
		{"an invalid field", func() (Type, error) { return Struct(0) }},
		{"an array of mem", func() (Type, error) { return Array(Mem, 0) }},
		{"depth", func() (Type, error) { return Struct(deep) }},
		{"array depth", func() (Type, error) { return Array(deep, 1) }},
		{"fields", func() (Type, error) { return Struct(fields...) }},
		{"elements", func() (Type, error) { return Array(Bool, MaxTypeFields+1) }},
		{"elements that take no bytes", func() (Type, error) { return Array(Unit, math.MaxUint64) }},
		{"bytes", func() (Type, error) { return Array(Bytes(MaxTypePayload), 17) }},
		{"scaled bytes", func() (Type, error) { return Array(Vec(1<<26, true), 300) }},
	} {
		if got, err := row.make(); err == nil {
			t.Errorf("%s: %s is accepted", row.name, got)
		}
	}
}

// TestTypesConcurrently interns the same types from several goroutines; run with -race.
func TestTypesConcurrently(t *testing.T) {
	const workers, n = 8, 200
	var wg sync.WaitGroup
	var types [workers][n]Type
	var annots [workers][n]Annot
	for w := range workers {
		wg.Go(func() {
			for k := range n {
				types[w][k], _ = Array(Bytes(uint32(k)), 77)
				_ = types[w][k].String()
				annots[w][k], _ = KnownBits("?" + strings.Repeat("1", k%20) + "0")
				_ = annots[w][k].String()
			}
		})
	}
	wg.Wait()
	for w := range workers {
		if types[w] != types[0] || annots[w] != annots[0] {
			t.Fatal("one type has two handles")
		}
	}
}

func TestLanes(t *testing.T) {
	count := 0
	for kind := NoLane; kind <= LaneMask+1; kind++ {
		for _, bits := range []uint16{0, 8, 16, 24, 32, 64, 128} {
			l := Lane{kind, bits}
			if kind > LaneMask {
				continue
			}
			got, ok := ParseLane(l.String())
			if ok && got == l {
				count++
				if l.Scalar() == 0 {
					t.Errorf("lane %s has no scalar type", l)
				}
				if n, ok := l.Lanes(Vec(4*uint32(bits), false)); n != 4 || !ok {
					t.Errorf("%s lanes of %d bits: %d", l, 4*bits, n)
				}
				if m, ok := l.MaskOf(Vec(4*uint32(bits), true)); m != Vec(32, true) || !ok {
					t.Errorf("mask of 4 %s lanes is %s", l, m)
				}
				if _, ok := l.Lanes(Vec(3*uint32(bits), false)); ok {
					t.Errorf("3 lanes of %s", l)
				}
			}
		}
	}
	if count != 3*4+4+2 { // s u i of 8 to 64; f16 f32 f64 bf16; ptr and m
		t.Errorf("%d lane formats", count)
	}
	if _, ok := (Lane{LaneS, 32}).Lanes(Int); ok {
		t.Error("int has no lanes")
	}
}
