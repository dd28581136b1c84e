package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// pieces takes the bytes of a pointer apart and puts them together somewhere else, where they are a pointer again, and uses
// it. Now and then one byte goes missing: what is read then is poison or a number, and is only computed with.
func pieces(x *body, r *choice.Record) {
	p := x.place(r, 8, false)
	if p.Obj.Heap {
		p.Obj.Escaped = true
	}
	from, to := x.NewSlot(r, 8, build.Anything).Base, x.NewSlot(r, 16, build.Anything).Base
	shift := int64(8 * r.Below(2))
	storeAt(x, r, p, from, 8)
	whole := r.Below(4) > 0
	left := -1 // which piece is overwritten
	if !whole {
		left = r.Below(3)
	}
	for at, n := int64(0), 0; at < 8; n++ {
		size := min(int64(1+r.Below(8)), 8-at)
		src, dst := x.Pointer(from, x.Int64(at)), x.Pointer(to, x.Int64(at+shift))
		switch {
		case n == left:
			storeAt(x, r, x.ConstantIn(r, span.Unsigned(uint(8*size))), dst, int(size))
		case r.Below(2) == 1:
			x.Emit(ir.OpMemCpy, ir.Attr{}, nil, dst, src, x.Int64(size))
		default:
			i := x.Emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Bytes(uint32(size))}, src)
			v := x.Define(i, 0, build.Value{Flags: build.Tainted | build.Fragments})
			x.Emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, v, dst)
		}
		at += size
	}
	dst := x.Pointer(to, x.Int64(shift))
	if !whole {
		t := [...]ir.Type{ir.Int, ir.Bytes(8), ir.Ptr}[r.Below(3)]
		x.Define(x.Emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{t}, dst), 0, build.Value{Flags: build.Tainted | build.Fragments, Span: span.Unsigned(64)})
		return
	}
	i := x.Emit(ir.OpLoad, ir.Attr{N: 8}, []ir.Type{ir.Ptr}, dst)
	q := x.Define(i, 0, build.Value{Obj: p.Obj, Wild: true, Lo: p.Lo, Hi: p.Hi, Flags: p.Flags})
	show(x, r, read(x, r, q, 1<<r.Below(4)))
}
