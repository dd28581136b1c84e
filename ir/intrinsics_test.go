package ir

import "testing"

// intrinsicFunc makes a function with one target intrinsic on two parameters of type t.
func intrinsicFunc(m *Module, name string, t Type) (*Func, Inst) {
	f := m.AddFunc("f", []Param{{Type: t}, {Type: t}}, []Param{{Type: t}})
	b := f.At(f.AddBlock(Body))
	x, y := b.Param(0, 0), b.Param(1, 0)
	i := b.Op(OpTargetIntrinsic, Attr{Aux: uint32(m.Symbol(name))}, 0, []Type{t}, x, y)
	return f, i
}

func TestLookupIntrinsic(t *testing.T) {
	for name, want := range map[string]IntrinsicInfo{
		"x86.sse2.padd.b":      {OpVecAdd, Lane{LaneI, 8}, 128},
		"x86.sse2.paddb":       {OpVecAdd, Lane{LaneI, 8}, 128},
		"x86.avx2.padd.q":      {OpVecAdd, Lane{LaneI, 64}, 256},
		"x86.sse2.psub.w":      {OpVecSub, Lane{LaneI, 16}, 128},
		"x86.sse2.pmull.w":     {OpVecMul, Lane{LaneI, 16}, 128},
		"x86.sse41.pmulld":     {OpVecMul, Lane{LaneI, 32}, 128},
		"x86.sse2.pxor":        {OpVecXor, Lane{LaneI, 8}, 128},
		"x86.sse41.pminsd":     {OpVecMin, Lane{LaneS, 32}, 128},
		"x86.avx2.pmaxu.d":     {OpVecMax, Lane{LaneU, 32}, 256},
		"x86.sse.add.ps":       {OpVecFAdd, Lane{LaneF, 32}, 128},
		"x86.sse2.div.pd":      {OpVecFDiv, Lane{LaneF, 64}, 128},
		"x86.avx.mul.ps.256":   {OpVecFMul, Lane{LaneF, 32}, 256},
		"x86.avx2.add.ps":      {OpVecFAdd, Lane{LaneF, 32}, 256}, // the book's example
		"x86.avx2.psllv.d":     {OpVecShl, Lane{LaneI, 32}, 128},
		"x86.avx2.psrlv.q.256": {OpVecShr, Lane{LaneI, 64}, 256},
	} {
		if got, ok := LookupIntrinsic(name); !ok || got != want {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "x86.sse.min.ps", "x86.sse2.psad.bw", "x86.sse2.pand.", "x86.sse41.padd.b", "padd.b"} {
		if _, ok := LookupIntrinsic(name); ok {
			t.Errorf("%q is recognised", name)
		}
	}
}

// Each row fits its operation: the lane format is one that the opcode takes.
func TestIntrinsicRows(t *testing.T) {
	names := IntrinsicNames()
	if len(names) < 2*len(intrinsicRows) {
		t.Errorf("%d names for %d rows", len(names), len(intrinsicRows))
	}
	for _, name := range names {
		info, _ := LookupIntrinsic(name)
		n, ok := info.Lane.Lanes(Vec(info.VecBits, false))
		if !ok || n < 2 || !info.Op.IsVector() || !info.Op.Is(Pure) {
			t.Errorf("%s: %+v", name, info)
		}
		switch suffix := Ops[info.Op].Suffix[0]; {
		case suffix == SufFloatLane && info.Lane.IsFloat(), suffix != SufFloatLane && info.Lane.IsInt():
		default:
			t.Errorf("%s: %s does not take %s", name, info.Op, info.Lane)
		}
	}
}

func TestMapIntrinsics(t *testing.T) {
	vec := Vec(128, false)
	for _, c := range []struct {
		name, attr string
		typ        Type
		mapped     int
	}{
		{"x86.sse2.padd.d", "", vec, 1},
		{"x86.sse2.padd.d", "map", vec, 1},
		{"x86.sse2.padd.d", "passthrough", vec, 0},
		{"x86.sse2.padd.d", "", Vec(256, false), 0},
		{"x86.sse2.padd.d", "", Vec(128, true), 0},
		{"x86.sse2.unknown", "", vec, 0},
	} {
		m := NewModule()
		f, i := intrinsicFunc(m, c.name, c.typ)
		f.Attrs.Intrinsics = c.attr
		result, args := f.Result(i, 0), f.Operands(i)
		if n := m.MapIntrinsics(); n != c.mapped {
			t.Errorf("%+v: mapped %d", c, n)
		}
		want, attr := OpTargetIntrinsic, f.Attr(i)
		if c.mapped == 1 {
			want, attr = OpVecAdd, Attr{Lane: Lane{LaneI, 32}}
		}
		if f.Op(i) != want || f.Attr(i) != attr || f.Result(i, 0) != result || f.Operands(i)[1] != args[1] {
			t.Errorf("%+v: became %s %+v", c, f.Op(i), f.Attr(i))
		}
		if n := m.MapIntrinsics(); n != 0 {
			t.Errorf("%+v: mapped %d the second time", c, n)
		}
	}
}
