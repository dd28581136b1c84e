package gen

import (
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// The list of package build has the types without pointers first.
// Only these may pass through a signature or a cast: what a pointer field leads to is not tracked by the
// aggregate, so it could not be used on the far side.
const plainAggregates = 7

// isPlain reports whether t is one of the aggregates without pointers.
func isPlain(t ir.Type) bool { return slices.Contains(build.Aggregates[:plainAggregates], t) }

// leaves are the paths to the scalars of a type. A scalar has one leaf, with an empty path.
// The order is that of the fields, depth first; the choice of a leaf is an index into it.
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

// buildAggregate fills an aggregate field by field. Fields are ints of FieldSpan, so that a claim
// on the aggregate's ints is known to hold.
func buildAggregate(x *body, r *choice.Record, t ir.Type) build.Value {
	// The start is poison and every leaf is written once below, so no poison is left. Flags of the fields
	// are united: one tainted field taints the whole, since a later extract does not know which leaf it
	// was.
	v := x.Poison(t)
	for _, p := range leaves(t) {
		ft, _ := t.At(p)
		field := x.satisfy(r, build.Shape{Type: ft, Span: build.FieldSpan})
		v = x.Inserted(v, field, p)
		if ft.Kind() == ir.KindInt {
			// The first int replaces the empty span of poison; only then is a hull meaningful.
			if v.Span.None() {
				v.Span = field.Span
			}
			v.Span = v.Span.Hull(field.Span)
		}
		v.Flags |= field.Flags
		v.NaN = v.NaN || field.NaN
	}
	// An aggregate without ints gets a span that lies in every range, so that whoever asks for a span that
	// is inside FieldSpan may take it.
	if v.Span.None() {
		v.Span = span.Within(0, 0)
	}
	v.Class = build.AllClasses
	x.F.SetAnnot(v.ID, x.ResultClaim(&v))
	return x.Push(v)
}

// aggregate makes one of the types that exist; programs have few different ones, so that values of
// equal type meet.
func aggregate(x *body, r *choice.Record) {
	buildAggregate(x, r, build.Aggregates[r.Below(len(build.Aggregates))])
}

// field reads or replaces a field. A replaced field keeps what is known of the others, as far as
// the hull of both tells.
func field(x *body, r *choice.Record) {
	v := x.Find(r, func(v *build.Value) bool { return v.Type.IsAggregate() })
	if v == nil {
		aggregate(x, r)
		return
	}
	// The copy comes before anything is made: Find gives a pointer into the pool, which makers grow.
	agg := *v
	paths := leaves(agg.Type)
	path := paths[r.Below(len(paths))]
	// An inner aggregate is extracted whole in a third of the nested cases.
	if len(path) > 1 && r.Below(3) == 2 {
		path = path[:1]
	}
	t, _ := agg.Type.At(path)
	if r.Below(3) == 0 && !t.IsAggregate() {
		field := x.satisfy(r, build.Shape{Type: t, Span: build.FieldSpan})
		w := x.Inserted(agg, field, path)
		w.Flags |= field.Flags
		w.NaN = w.NaN || field.NaN
		if t == ir.Int && !w.Span.None() {
			w.Span = w.Span.Hull(field.Span)
		}
		x.Push(w)
		return
	}
	i := x.Extracted(agg, path)
	// The span and the flags of the aggregate hold for each of its leaves, because they were made as hulls
	// over all of them.
	x.Define(i, 0, build.Value{Flags: agg.Flags, Span: agg.Span, NaN: agg.NaN, Class: build.AllClasses})
}

// cast reads bytes as another type. Bytes that may hold parts of a pointer are left out: as an int
// they are poison.
func cast(x *body, r *choice.Record) {
	v := x.Find(r, func(v *build.Value) bool {
		return v.Type != ir.Unit && v.Type.Kind() != ir.KindPtr && v.Flags&build.Fragments == 0 && (!v.Type.IsAggregate() || isPlain(v.Type))
	})
	if v == nil {
		constant(x, r)
		return
	}
	// The size in bytes of an int is free: bitcast of an int takes any size that the result type has. Other
	// types fix it.
	a := *v
	size := uint64(1 + r.Below(16))
	if n, ok := a.Type.Size(1); ok {
		size = n
	}
	// The bytes of a scalable vector are not known before the run, so the cast goes through an int and
	// never to a type of another fixed size.
	if a.Type.HasScalable() {
		castTo(x, a, ir.Bytes(uint32(size)), size)
		return
	}
	var fits []ir.Type
	for _, t := range castTypes {
		if n, ok := t.Size(1); ok && n == size && t != a.Type {
			fits = append(fits, t)
		}
	}
	if a.Type != ir.Int && r.Below(2) == 0 || len(fits) == 0 {
		fits = []ir.Type{ir.Int}
		if a.Type == ir.Int {
			fits = []ir.Type{ir.Bytes(uint32(size))}
		}
	}
	castTo(x, a, fits[r.Below(len(fits))], size)
}

// castTypes are the results of casts that have a fixed size. The order belongs to the generator's version:
// choices are by index among those that fit.
var castTypes = append([]ir.Type{ir.F64, ir.F32, ir.F16, ir.BF16, ir.F128, ir.Bytes(1), ir.Bytes(2), ir.Bytes(4), ir.Bytes(8), ir.Bytes(16),
	ir.Vec(64, false), ir.Vec(128, false), ir.Vec(256, false)}, build.Aggregates[:3]...)

// castTo makes bitcast of a value of so many bytes. A scalable vector has no fixed number of bytes,
// so it can only be cast to an int.
func castTo(x *body, a build.Value, t ir.Type, size uint64) {
	if a.Type.HasScalable() && !t.HasScalable() {
		t = ir.Int
	}
	v := build.Value{Flags: build.Flow(a), Class: build.AllClasses, Span: span.Unsigned(uint(8 * size))}
	// The fields are read from bytes: an int in one has at most 64 bits.
	if t.IsAggregate() {
		v.Span = span.Unsigned(64)
	}
	x.Define(x.Emit(ir.OpBitCast, ir.Attr{}, []ir.Type{t}, a), 0, v)
}
