package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// satisfy finds or makes a value of a shape. It never fails: what cannot be found is made.
func (x *body) satisfy(r *choice.Record, s build.Shape) build.Value {
	switch {
	case s.Type == ir.Int:
		return x.intIn(r, s.Span)
	case s.Type == ir.Bool:
		return x.anyBool(r)
	case s.Param:
		return argument(x, r, s.Annot.Align())
	case s.Obj != nil:
		return x.into(r, s.Obj, 8)
	}
	if v := x.Find(r, func(v *build.Value) bool {
		return v.Type == s.Type && x.usable(v) && (!v.Type.IsAggregate() || !v.Span.None() && v.Span.Inside(build.FieldSpan))
	}); v != nil {
		return *v
	}
	return valueOf(x, r, s.Type)
}

// argument is a pointer that fulfils what every pointer parameter asks for. The callee may assume
// alignment and size of its pointers.
func argument(x *body, r *choice.Record, align uint32) build.Value {
	if v := x.Find(r, func(v *build.Value) bool {
		return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 && v.Obj.Content == build.BytesOnly && v.Lo >= 0 && v.Hi+build.ParamBytes <= v.Obj.Size && alignment(*v) >= align
	}); v != nil {
		return *v
	}
	for _, o := range x.prog.Globals {
		if o.Content == build.BytesOnly && r.Below(2) == 1 {
			return base(x, o)
		}
	}
	o := x.NewSlot(r, build.ParamBytes, build.BytesOnly)
	if o.Align >= max(align, 1) {
		return o.Base
	}
	i := x.F.Def(o.Base.ID)
	a := x.F.Attr(i)
	a.Align, o.Align = 8, 8
	x.F.SetAttr(i, a)
	return o.Base
}

// valueOf makes a value of type t. A value of any type can be made from constants.
func valueOf(x *body, r *choice.Record, t ir.Type) build.Value {
	switch t.Kind() {
	case ir.KindInt:
		return x.intIn(r, build.FieldSpan)
	case ir.KindBool:
		return x.anyBool(r)
	case ir.KindByte:
		return knownBytes(x, r, t)
	case ir.KindVec:
		return splat(x, r, t)
	case ir.KindPtr:
		if v := x.anyPointer(r); v != nil && t == ir.Ptr {
			v.Obj.Escaped = true
			return *v
		}
		return x.Define(x.Emit(ir.OpIntToPtr, ir.Attr{}, []ir.Type{t}, x.Int64(int64(r.Byte()))), 0, build.Value{})
	case ir.KindFloat:
		if t == ir.F128 {
			i := x.Emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(r.Byte())}, nil)
			return x.Define(i, 0, build.Value{Class: build.AllClasses})
		}
		return x.Float(r, t)
	case ir.KindStruct, ir.KindArray:
		return buildAggregate(x, r, t)
	}
	return x.Define(x.Emit(ir.OpFreeze, ir.Attr{}, nil, x.Poison(t)), 0, build.Value{})
}

// knownBytes makes known bytes out of an int.
func knownBytes(x *body, r *choice.Record, t ir.Type) build.Value {
	n := uint(t.ByteLen())
	v := x.ConstantIn(r, span.Unsigned(8*n))
	return x.Define(x.Emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, v), 0, build.Value{})
}

// anyFloat picks a float; of type t if that is not 0. f128 is never picked.
func (x *body) anyFloat(r *choice.Record, t ir.Type) build.Value {
	p := x.maybePoison(r)
	if v := x.Find(r, func(v *build.Value) bool {
		return arithmeticFloat(v.Type) && (t == 0 || v.Type == t) && (p || v.Flags&build.Tainted == 0)
	}); v != nil {
		return *v
	}
	if t == 0 {
		t = build.FloatTypes[r.Below(len(build.FloatTypes))]
	}
	return x.Float(r, t)
}

// pass finds values for the shapes, and adds the token. The token is last, as blocks and calls take
// it.
func (x *body) pass(r *choice.Record, shapes []build.Shape) []ir.Operand {
	var out []ir.Operand
	for _, s := range shapes {
		out = append(out, x.Operand(x.satisfy(r, s)))
	}
	return x.WithToken(out)
}

// maxBits is how long an int may get.
func (x *body) maxBits() int {
	if x.prog.Has(preset.Wide) {
		return 4096
	}
	return x.prog.Cfg.MaxBits
}

// unguarded says whether a guard is left out. UB is a chance in 1000.
func (x *body) unguarded(r *choice.Record) bool { return x.unsafe || r.Chance(x.prog.Cfg.UB) }

// maybePoison says whether an operand may be poison where the result is only computed with. It asks
// the record only if poison is on at all, so that other programs do not change with it.
func (x *body) maybePoison(r *choice.Record) bool { return x.prog.Has(preset.Poison) && r.Chance(80) }

// into is a pointer into o with at least n bytes after it. Pointers that are at hand are preferred,
// so that chains of additions arise.
func (x *body) into(r *choice.Record, o *build.Object, n int64) build.Value {
	if r.Below(2) == 0 {
		if v := x.Find(r, func(v *build.Value) bool {
			return v.Obj == o && v.Type == ir.Ptr && v.Flags == 0 && v.Lo >= 0 && v.Hi+n <= o.Size
		}); v != nil {
			return *v
		}
	}
	b := base(x, o)
	room := o.Size - n - b.Hi
	if room <= 0 || r.Below(3) == 0 {
		return b
	}
	return x.Pointer(b, offset(x, r, room, n))
}

// offset is an int in [0, room], mostly a multiple of the access size n. Unaligned offsets are made
// too.
func offset(x *body, r *choice.Record, room, n int64) build.Value {
	if r.Below(3) < 2 {
		k := int64(r.Byte()) % (room + 1)
		if n > 0 && n <= 8 && r.Below(3) < 2 {
			k -= k % n
		}
		return x.Int64(k)
	}
	v := x.intIn(r, span.Within(0, room))
	if v.Span.Constant() {
		return v
	}
	if step := int64(8); room >= step && r.Below(2) == 0 {
		v = x.Binary(ir.OpAnd, v, x.Int64(room&^(step-1)))
	}
	return v
}

// place finds memory of n known bytes. Writable objects are asked for with write; a slot is made if
// there is none.
func (x *body) place(r *choice.Record, n int64, write bool) build.Value {
	ok := func(o *build.Object) bool {
		return o != nil && o.Size >= n && (o.Content == build.BytesOnly || o.Content == build.ReadOnly && !write) && !(write && o.Constant)
	}
	v := x.Find(r, func(v *build.Value) bool {
		return ok(v.Obj) && v.Type == ir.Ptr && v.Flags == 0 && v.Lo >= 0 && v.Hi+n <= v.Obj.Size
	})
	if v != nil && x.prog.Cfg.UB > 0 && r.Chance(x.prog.Cfg.UB/3) {
		return x.Pointer(base(x, v.Obj), x.Int64(v.Obj.Size-int64(r.Byte())%n))
	}
	if v != nil && r.Below(3) < 2 {
		return *v
	}
	if v == nil {
		for _, o := range x.prog.Globals {
			if ok(o) && r.Below(2) == 0 {
				return x.into(r, o, n)
			}
		}
		return x.into(r, x.NewSlot(r, max(n, slotSizes[r.Below(5)]), build.BytesOnly), n)
	}
	return x.into(r, v.Obj, n)
}

func (x *body) anyPointer(r *choice.Record) *build.Value {
	return x.Find(r, func(v *build.Value) bool { return v.Obj != nil && v.Type == ir.Ptr && v.Flags == 0 })
}

// usable reports whether v may be observed: printed, branched on, returned, stored where
// bytes are known. The rule for poison and for what is unspecified stands here and nowhere else.
func (x *body) usable(v *build.Value) bool {
	if v.Flags&(build.Tainted|build.Fragments) != 0 {
		return v.Flags&build.Fragments == 0 && x.unguarded(x.Claims)
	}
	return v.Flags&build.Unspecified == 0 || x.prog.Has(preset.Unspecified)
}

// anyInt picks an int; it may be poison only if poison says so.
func (x *body) anyInt(r *choice.Record, poison bool) build.Value {
	if v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int && (poison || v.Flags&build.Tainted == 0) }); v != nil {
		return *v
	}
	return x.Int64(int64(r.Byte()))
}

// usableInt picks an int that may be observed.
func (x *body) usableInt(r *choice.Record) build.Value {
	if v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int && x.usable(v) }); v != nil {
		return *v
	}
	return x.Int64(int64(r.Byte()))
}

// intIn picks an int in a range, or brings one there, or makes a constant. A quarter are constants;
// of the others, values in range are preferred to those that need an operation.
func (x *body) intIn(r *choice.Record, want span.Span) build.Value {
	ok := func(v *build.Value) bool { return v.Type == ir.Int && x.usable(v) }
	if r.Chance(250) {
		return x.ConstantIn(r, want)
	}
	if v := x.Find(r, func(v *build.Value) bool { return ok(v) && v.Span.Inside(want) }); v != nil && !r.Chance(300) {
		return *v
	}
	v := x.Find(r, ok)
	if v == nil || want.Lo.Cmp(want.Hi) == 0 {
		return x.ConstantIn(r, want)
	}
	return x.bring(r, *v, want)
}

// bring computes a value in a range from v, which is not poison. Extensions, a remainder and an
// offset lead into a range from any value.
func (x *body) bring(r *choice.Record, v build.Value, want span.Span) build.Value {
	if v.Span.Inside(want) {
		return v
	}
	width := want.Hi.Sub(want.Lo)
	n := uint(width.Add(num.New(1)).BitLen() - 1) // 2^n <= values of the range
	kind := r.Below(3)
	if kind == 1 && want.Lo.Sign() >= 0 && n > 0 {
		v = x.Extend(ir.OpZExt, v, n)
	} else if kind == 2 {
		m := width.Add(num.New(1))
		v = x.Binary(ir.OpRem, v, x.Big(m))
	}
	switch {
	case n == 0:
		return x.ConstantIn(r, want)
	case v.Span.Inside(want):
		return v
	case want.Lo.Sign() < 0 && span.Signed(n).Inside(want):
		return x.Extend(ir.OpSExt, v, n)
	case want.Lo.Sign() == 0:
		return x.Extend(ir.OpZExt, v, n)
	}
	if !v.Span.Inside(span.Unsigned(n)) {
		v = x.Extend(ir.OpZExt, v, n)
	}
	return x.Binary(ir.OpAdd, v, x.Big(want.Lo))
}

// anyBool picks a truth value that is usable, or makes one. A comparison of an int is made if no
// truth value is at hand.
func (x *body) anyBool(r *choice.Record) build.Value {
	if !r.Chance(400) {
		if v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Bool && x.usable(v) }); v != nil {
			return *v
		}
	}
	v := x.Find(r, func(v *build.Value) bool { return v.Type == ir.Int && x.usable(v) && !v.Span.Constant() })
	if v == nil {
		return x.Bool(r.Below(2) == 1)
	}
	a := *v
	return x.Compare(ir.Pred(r.Below(6)), a, neighbour(x, r, a))
}

// neighbour picks something that v is interesting to compare with. The middle, the ends and near
// values.
func neighbour(x *body, r *choice.Record, v build.Value) build.Value {
	switch r.Below(4) {
	case 0:
		return x.Big(v.Span.Lo.Add(v.Span.Hi).Shr(1))
	case 1:
		return x.Big(v.Span.Hi)
	case 2:
		return x.Big(v.Span.Lo)
	}
	return x.usableInt(r)
}

// anyVector picks a vector without pointers.
func (x *body) anyVector(r *choice.Record) build.Value {
	p := x.maybePoison(r)
	if v := x.Find(r, func(v *build.Value) bool {
		return v.Type.Kind() == ir.KindVec && v.Type.VecBits() >= 32 && v.Flags&build.Fragments == 0 && (p || v.Flags&build.Tainted == 0)
	}); v != nil {
		return *v
	}
	return splat(x, r, build.Vectors[r.Below(len(build.Vectors))])
}

// like picks another vector of the type of a. Types must agree for lane-wise operations.
func like(x *body, r *choice.Record, a build.Value) build.Value {
	if v := x.Find(r, func(v *build.Value) bool { return v.Type == a.Type && v.Flags&(build.Fragments|build.Tainted) == 0 }); v != nil {
		return *v
	}
	return splat(x, r, a.Type)
}

// splat makes a vector of equal lanes. Scalable vectors can only be splats.
func splat(x *body, r *choice.Record, t ir.Type) build.Value {
	if n, _ := t.Size(1); !t.Scalable() && r.Below(2) == 1 {
		v := x.ConstantIn(r, span.Unsigned(uint(8*n)))
		return x.Define(x.Emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, v), 0, build.Value{})
	}
	l := build.Lane(r, t, build.IntLanes)
	return splatOf(x, t, l, x.intIn(r, laneSpan(l)))
}

func splatOf(x *body, t ir.Type, l ir.Lane, v build.Value) build.Value {
	f := v.Flags
	return x.Define(x.Emit(ir.OpVecSplat, ir.Attr{Lane: l}, []ir.Type{t}, v), 0, build.Value{Flags: f, NaN: v.NaN})
}
