package reduce

import (
	"fmt"
	"math"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// retyping replaces types everywhere in a function or module. of is what a type becomes; path
// is what a path into the old type becomes, with gone if the field is no longer there. of must be a
// function of the type alone: it is asked for every value.
type retyping struct {
	key  string
	of   func(t ir.Type) ir.Type
	path func(t ir.Type, path []uint32) (to []uint32, gone bool)
}

// narrowTypes lists for each type of a module what it could become, in each function alone and
// in all with their signatures. The verifier rejects what does not fit together. In one function
// alone calls no longer fit unless the signature is unused; in all functions they change together.
func narrowTypes(x *listing) {
	keep := func(f *ir.Func) bool { return x.keep[f.Name] }
	for _, t := range typesOf(x.m) {
		for _, r := range retypings(t) {
			x.add(r.key, func(m *ir.Module) {
				for _, f := range m.Funcs {
					retype(f, r, !keep(f))
				}
			})
			for fi, f := range x.m.Funcs {
				x.add(f.Name+" "+r.key, func(m *ir.Module) { retype(m.Funcs[fi], r, false) })
			}
		}
	}
}

// typesOf lists the types of values, parts of aggregates included, in the order of the text. A type
// of a part may be replaced inside all aggregates that have it.
func typesOf(m *ir.Module) []ir.Type {
	var out []ir.Type
	seen := map[ir.Type]bool{}
	var add func(t ir.Type)
	add = func(t ir.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		out = append(out, t)
		switch t.Kind() {
		case ir.KindStruct:
			for _, f := range t.Fields() {
				add(f)
			}
		case ir.KindArray:
			add(t.Elem())
		}
	}
	for _, f := range m.Funcs {
		for b := range f.Blocks() {
			for v := range f.Defined(b) {
				add(f.TypeOf(v))
			}
		}
	}
	return out
}

// retypings lists what type t could become: a simpler float, fewer bytes or lanes, an
// aggregate without one of its parts or the only part alone, the default address space. Each step
// lowers typeRank, so that the search ends.
func retypings(t ir.Type) []retyping {
	var out []retyping
	simple := func(to ir.Type) {
		out = append(out, retyping{fmt.Sprint(t, "→", to), replaced(t, to), samePath})
	}
	switch t.Kind() {
	case ir.KindPtr:
		if t != ir.Ptr {
			simple(ir.Ptr)
		}
	case ir.KindFloat:
		if t != ir.F32 {
			simple(ir.F32)
		}
	case ir.KindByte:
		for _, n := range []uint32{1, t.ByteLen() / 2} {
			if n > 0 && n < t.ByteLen() {
				simple(ir.Bytes(n))
			}
		}
	case ir.KindVec:
		// Vectors and their masks must stay of one length, so all are halved or made fixed
		// together.
		if t.Scalable() {
			out = append(out, retyping{"fixed", everyVector(func(v ir.Type) ir.Type { return ir.Vec(v.VecBits(), false) }), samePath})
		}
		if t.VecBits() >= 16 && t.VecBits()%16 == 0 {
			simple(ir.Vec(t.VecBits()/2, t.Scalable()))
			out = append(out, retyping{"half vectors", everyVector(halved), samePath})
		}
	case ir.KindStruct:
		fields := t.Fields()
		if len(fields) == 1 {
			out = append(out, unwrapped(t, fields[0]))
		}
		for n := range fields {
			if to, err := ir.Struct(slices.Delete(slices.Clone(fields), n, n+1)...); err == nil && len(fields) > 1 {
				out = append(out, shortened(t, to, uint32(n), uint32(n)+1))
			}
		}
	case ir.KindArray:
		n := t.Len()
		if n == 1 {
			out = append(out, unwrapped(t, t.Elem()))
		}
		// The lengths between half and one less find the shortest that will do.
		for _, k := range []uint64{1, n / 2, n - n/4, n - n/16, n - 1} {
			if to, err := ir.Array(t.Elem(), k); err == nil && 0 < k && k < n && n < math.MaxUint32 {
				out = append(out, shortened(t, to, uint32(k), uint32(n)))
			}
		}
	}
	return out
}

// samePath is for types whose parts stay.
func samePath(_ ir.Type, path []uint32) ([]uint32, bool) { return path, false }

// replaced maps from to to, in aggregates too.
func replaced(from, to ir.Type) func(ir.Type) ir.Type {
	return inside(func(t ir.Type) ir.Type {
		if t == from {
			return to
		}
		return t
	})
}

// inside applies one to a type and to the parts of aggregates that it leaves alone. An aggregate
// that cannot be made of the new parts stays as it is.
func inside(one func(ir.Type) ir.Type) func(ir.Type) ir.Type {
	var of func(t ir.Type) ir.Type
	of = func(t ir.Type) ir.Type {
		if to := one(t); to != t {
			return to
		}
		var to ir.Type
		var err error
		switch t.Kind() {
		case ir.KindStruct:
			var fields []ir.Type
			for _, f := range t.Fields() {
				fields = append(fields, of(f))
			}
			to, err = ir.Struct(fields...)
		case ir.KindArray:
			to, err = ir.Array(of(t.Elem()), t.Len())
		default:
			return t
		}
		if err != nil {
			return t
		}
		return to
	}
	return of
}

// everyVector maps all vector types, so that vectors and their masks stay alike.
func everyVector(to func(ir.Type) ir.Type) func(ir.Type) ir.Type {
	return inside(func(t ir.Type) ir.Type {
		if t.Kind() == ir.KindVec {
			return to(t)
		}
		return t
	})
}

// Vectors of odd bytes cannot be halved.
func halved(t ir.Type) ir.Type {
	if t.VecBits()%16 != 0 {
		return t
	}
	return ir.Vec(t.VecBits()/2, t.Scalable())
}

// shortened removes the parts lo to hi of an aggregate. Steps behind the removed parts move down.
func shortened(from, to ir.Type, lo, hi uint32) retyping {
	return retyping{fmt.Sprint(from, "→", to, lo), replaced(from, to), steps(from, func(n uint32) (int64, bool) {
		switch {
		case n < lo:
			return int64(n), true
		case n < hi:
			return 0, false
		}
		return int64(n - (hi - lo)), true
	})}
}

// unwrapped replaces an aggregate of one part by the part. Its paths lose the step.
func unwrapped(from, to ir.Type) retyping {
	return retyping{fmt.Sprint(from, "→", to), replaced(from, to), steps(from, func(uint32) (int64, bool) { return -1, true })}
}

// steps maps the steps of paths that go into aggregate at: -1 is no step. It walks the old type
// along the path; the step function is asked where the type is the one that changes.
func steps(at ir.Type, step func(n uint32) (to int64, ok bool)) func(t ir.Type, path []uint32) ([]uint32, bool) {
	return func(t ir.Type, path []uint32) ([]uint32, bool) {
		var out []uint32
		for _, n := range path {
			k := int64(n)
			if t == at {
				var ok bool
				if k, ok = step(n); !ok {
					return nil, true
				}
			}
			if k >= 0 {
				out = append(out, uint32(k))
			}
			t, _ = t.Field(uint64(n))
		}
		return out, false
	}
}

// retype applies r to a function, to its signature too if asked. Types are replaced first and
// instructions repaired after that, with the old types at hand.
func retype(f *ir.Func, r retyping, signature bool) {
	old := make([]ir.Type, f.NumValues())
	for v := range old {
		old[v] = f.TypeOf(ir.Value(v))
		f.SetType(ir.Value(v), r.of(old[v]))
	}
	if signature {
		for _, l := range [][]ir.Param{f.Params, f.Returns} {
			for n := range l {
				l[n].Type = r.of(l[n].Type)
			}
		}
	}
	aggregates := map[ir.Inst]ir.Type{}
	for i := range f.AllInsts() {
		if f.Op(i).Info().Form == ir.FormPath {
			aggregates[i] = old[f.Arg(i, 0)]
		}
	}
	for i := range f.AllInsts() {
		if t, ok := aggregates[i]; ok {
			retypePath(f, i, r, t)
		} else {
			retypeInst(f, i, r, old)
		}
	}
}

// retypeInst repairs what an instruction says of its type besides its results: float constants and
// written sizes.
func retypeInst(f *ir.Func, i ir.Inst, r retyping, old []ir.Type) {
	op, a := f.Op(i), f.Attr(i)
	if t := a.FloatType(); op == ir.OpFConst && r.of(t) != t {
		f.SetAttr(i, floatAttr(f, i, r.of(t)))
	}
	if op.Info().Len == ir.LenValue && a.N != 0 {
		v := f.Accessed(i)
		if t := old[v]; f.TypeOf(v) != t {
			n, _ := f.TypeOf(v).Size(1)
			a.N = uint32(n)
			f.SetAttr(i, a)
		}
	}
}

// retypePath changes the path of i. A field that is gone reads as zero and takes no writes;
// without a path the aggregate is the field. t is the type that the aggregate had. Reads of a field
// that is gone are zeros, writes leave the aggregate.
func retypePath(f *ir.Func, i ir.Inst, r retyping, t ir.Type) {
	path, gone := r.path(t, f.Path(i))
	v := f.Result(i, 0)
	switch {
	case gone && f.Op(i) == ir.OpExtractValue:
		f.ReplaceUses(v, makeZero(f.Before(i), f.TypeOf(v), false))
	case gone:
		f.ReplaceUses(v, f.Arg(i, 0))
	case len(path) == 0:
		f.ReplaceUses(v, f.Arg(i, f.NumFixed(i)-1))
	default:
		a := f.Attr(i)
		a.Aux = f.AddPath(path)
		f.SetAttr(i, a)
		return
	}
	f.RemoveInst(i)
}

// floatAttr is the constant i in another format: the nearest value of 64-bit and 32-bit
// floats, zero of the others. Other formats become zero: their values would need rounding that
// changes what is interesting anyway.
func floatAttr(f *ir.Func, i ir.Inst, t ir.Type) ir.Attr {
	a := ir.Attr{N: uint32(t)}
	_, lo := f.FloatConst(i)
	if f.Attr(i).FloatType() == ir.F64 && t == ir.F32 {
		a.Imm = int64(math.Float32bits(float32(math.Float64frombits(lo))))
	}
	return a
}

// typeRank orders types for the cost: what [retypings] makes has a lower one. Formats are ranked by
// how common they are, not by size.
func typeRank(t ir.Type) int {
	switch t.Kind() {
	case ir.KindFloat:
		return 1 + slices.Index([]ir.Type{ir.F32, ir.F64, ir.F16, ir.BF16, ir.F128, ir.F80}, t)
	case ir.KindPtr:
		return int(min(t.AddrSpace(), 1))
	case ir.KindByte:
		return 1 + int(t.ByteLen())
	case ir.KindVec:
		n := 2 + int(t.VecBits()/8)
		if t.Scalable() {
			n++
		}
		return n
	case ir.KindStruct:
		n := 1
		for _, f := range t.Fields() {
			n += 1 + typeRank(f)
		}
		return n
	case ir.KindArray:
		return 1 + int(min(t.Len(), 1<<20))*(1+typeRank(t.Elem()))
	}
	return 0
}
