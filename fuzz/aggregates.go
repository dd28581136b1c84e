package fuzz

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// aggregates are the struct and array types that programs use. The first plainAggregates
// have no pointers.
var aggregates = func() []ir.Type {
	must := func(t ir.Type, err error) ir.Type {
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return t
	}
	pair := must(ir.Struct(ir.Int, ir.Int))
	ints := must(ir.Array(ir.Int, 3))
	halves := must(ir.Array(ir.F16, 2))
	return []ir.Type{
		pair, ints,
		must(ir.Struct(ir.F64, must(ir.Array(ir.Int, 2)))),
		must(ir.Struct(ir.Int, ir.Bool)),
		must(ir.Struct(ir.Bytes(4), ir.F32)),
		must(ir.Struct(ir.Vec(64, false), halves)),
		must(ir.Struct(pair, ir.BF16, ir.Bool)),
		must(ir.Struct(ir.Ptr, ir.Int)),
		must(ir.Array(ir.Ptr, 2)),
		must(ir.Struct(ir.Unit, ir.Int, ir.F128)),
	}
}()

const plainAggregates = 7

// isPlain reports whether t is one of the aggregates without pointers.
func isPlain(t ir.Type) bool { return slices.Contains(aggregates[:plainAggregates], t) }

// satisfy finds or makes a value of a shape.
func (x *function) satisfy(r *record, s shape) value {
	switch {
	case s.typ == ir.Int:
		return x.intIn(r, s.span)
	case s.typ == ir.Bool:
		return x.anyBool(r)
	case s.param:
		return x.argument(r, s.annot.Align())
	case s.obj != nil:
		return x.into(r, s.obj, 8)
	}
	if v := x.find(r, func(v *value) bool {
		return v.typ == s.typ && x.usable(v) && (!v.typ.IsAggregate() || v.span.lo != nil && v.span.inside(fieldSpan))
	}); v != nil {
		return *v
	}
	return x.some(r, s.typ)
}

// argument is a pointer that fulfils what every pointer parameter asks for.
func (x *function) argument(r *record, align uint32) value {
	if v := x.find(r, func(v *value) bool {
		return v.obj != nil && v.typ == ir.Ptr && v.flags == 0 && v.obj.content == bytesOnly && v.lo >= 0 && v.hi+paramBytes <= v.obj.size && alignment(*v) >= align
	}); v != nil {
		return *v
	}
	for _, o := range x.g.globals {
		if o.content == bytesOnly && r.below(2) == 1 {
			return x.base(o)
		}
	}
	o := x.newSlot(r, paramBytes, bytesOnly)
	if o.align >= max(align, 1) {
		return o.base
	}
	i := x.f.Def(o.base.id)
	a := x.f.Attr(i)
	a.Align, o.align = 8, 8
	x.f.SetAttr(i, a)
	return o.base
}

// some makes a value of type t.
func (x *function) some(r *record, t ir.Type) value {
	switch t.Kind() {
	case ir.KindInt:
		return x.intIn(r, fieldSpan)
	case ir.KindBool:
		return x.anyBool(r)
	case ir.KindByte:
		return x.bytes(r, t)
	case ir.KindVec:
		return x.splat(r, t)
	case ir.KindPtr:
		if v := x.anyPointer(r); v != nil && t == ir.Ptr {
			v.obj.escaped = true
			return *v
		}
		return x.define(x.emit(ir.OpIntToPtr, ir.Attr{}, []ir.Type{t}, x.int64(int64(r.byte()))), 0, value{})
	case ir.KindFloat:
		if t == ir.F128 {
			i := x.emit(ir.OpFConst, ir.Attr{N: uint32(t), Imm: int64(r.byte())}, nil)
			return x.define(i, 0, value{class: allClasses})
		}
		return x.float(r, t)
	case ir.KindStruct, ir.KindArray:
		return x.build(r, t)
	}
	return x.define(x.emit(ir.OpFreeze, ir.Attr{}, nil, x.raw(ir.OpPoison, t)), 0, value{})
}

// raw makes a value that does not join the pool.
func (x *function) raw(op ir.Op, t ir.Type, operands ...value) value {
	i := x.emit(op, ir.Attr{}, []ir.Type{t}, operands...)
	return value{id: x.f.Result(i, 0), typ: t}
}

// bytes makes known bytes out of an int.
func (x *function) bytes(r *record, t ir.Type) value {
	n := uint(t.ByteLen())
	v := x.constantIn(r, unsignedSpan(8*n))
	return x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, v), 0, value{})
}

// leaves are the paths to the scalars of a type.
func leaves(t ir.Type) [][]uint32 {
	if !t.IsAggregate() {
		return [][]uint32{nil}
	}
	var out [][]uint32
	for n := range t.Len() {
		f, _ := t.Field(n)
		for _, p := range leaves(f) {
			out = append(out, append([]uint32{uint32(n)}, p...))
		}
	}
	return out
}

// build fills an aggregate field by field.
func (x *function) build(r *record, t ir.Type) value {
	v := x.raw(ir.OpPoison, t)
	for _, p := range leaves(t) {
		ft, _ := t.At(p)
		field := x.satisfy(r, shape{typ: ft, span: fieldSpan})
		v = x.inserted(v, field, p)
		if ft.Kind() == ir.KindInt {
			if v.span.lo == nil {
				v.span = field.span
			}
			v.span = v.span.hull(field.span)
		}
		v.flags |= field.flags
		v.nan = v.nan || field.nan
	}
	if v.span.lo == nil {
		v.span = within(0, 0)
	}
	v.class = allClasses
	x.f.SetAnnot(v.id, x.resultClaim(&v))
	return x.push(v)
}

// inserted makes insertvalue without joining the pool; the result knows what v knew.
func (x *function) inserted(v, field value, path []uint32) value {
	x.g.path = path
	i := x.emit(ir.OpInsertValue, ir.Attr{Aux: x.f.AddPath(path)}, nil, v, field)
	v.id = x.f.Result(i, 0)
	return v
}

// extracted makes extractvalue.
func (x *function) extracted(v value, path []uint32) ir.Inst {
	x.g.path = path
	return x.emit(ir.OpExtractValue, ir.Attr{Aux: x.f.AddPath(path)}, nil, v)
}

func (x *function) aggregate(r *record) {
	x.build(r, aggregates[r.below(len(aggregates))])
}

// field reads or replaces a field.
func (x *function) field(r *record) {
	v := x.find(r, func(v *value) bool { return v.typ.IsAggregate() })
	if v == nil {
		x.aggregate(r)
		return
	}
	agg := *v
	paths := leaves(agg.typ)
	path := paths[r.below(len(paths))]
	if len(path) > 1 && r.below(3) == 2 {
		path = path[:1]
	}
	t, _ := agg.typ.At(path)
	if r.below(3) == 0 && !t.IsAggregate() {
		field := x.satisfy(r, shape{typ: t, span: fieldSpan})
		w := x.inserted(agg, field, path)
		w.flags |= field.flags
		w.nan = w.nan || field.nan
		if t == ir.Int && w.span.lo != nil {
			w.span = w.span.hull(field.span)
		}
		x.push(w)
		return
	}
	i := x.extracted(agg, path)
	x.define(i, 0, value{flags: agg.flags, span: agg.span, nan: agg.nan, class: allClasses})
}

// cast reads bytes as another type.
func (x *function) cast(r *record) {
	v := x.find(r, func(v *value) bool {
		return v.typ != ir.Unit && v.typ.Kind() != ir.KindPtr && v.flags&fragments == 0 && (!v.typ.IsAggregate() || isPlain(v.typ))
	})
	if v == nil {
		x.constant(r)
		return
	}
	a := *v
	size := uint64(1 + r.below(16))
	if n, ok := a.typ.Size(1); ok {
		size = n
	}
	if a.typ.HasScalable() {
		x.result1(r, a, ir.Bytes(uint32(size)), size)
		return
	}
	var fits []ir.Type
	for _, t := range castTypes {
		if n, ok := t.Size(1); ok && n == size && t != a.typ {
			fits = append(fits, t)
		}
	}
	if a.typ != ir.Int && r.below(2) == 0 || len(fits) == 0 {
		fits = []ir.Type{ir.Int}
		if a.typ == ir.Int {
			fits = []ir.Type{ir.Bytes(uint32(size))}
		}
	}
	x.result1(r, a, fits[r.below(len(fits))], size)
}

var castTypes = append([]ir.Type{ir.F64, ir.F32, ir.F16, ir.BF16, ir.F128, ir.Bytes(1), ir.Bytes(2), ir.Bytes(4), ir.Bytes(8), ir.Bytes(16),
	ir.Vec(64, false), ir.Vec(128, false), ir.Vec(256, false)}, aggregates[:3]...)

func (x *function) result1(_ *record, a value, t ir.Type, size uint64) {
	if a.typ.HasScalable() && !t.HasScalable() {
		t = ir.Int
	}
	v := value{flags: flow(a), class: allClasses, span: unsignedSpan(uint(8 * size))}
	if t.IsAggregate() {
		v.span = unsignedSpan(64)
	}
	x.define(x.emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, a), 0, v)
}
