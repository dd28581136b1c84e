package gen

import (
	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir"
)

// localVariable makes a variable in a slot as a front end does: written, written again on one of two
// ways, and read. It is what mem2reg takes apart.
func localVariable(x *body, r *choice.Record) {
	// Sizes are 1, 2, 4 and 8: a variable of a register.
	n := 1 << r.Below(4)
	// The object is not pushed: only this statement reads and writes it, so no address escapes and
	// promotion must succeed.
	o := &build.Object{Size: int64(n), Align: 8, Content: build.BytesOnly, Scope: x.Scope}
	i := x.Emit(ir.OpStackSlot, ir.Attr{Imm: int64(n), Align: o.Align}, nil)
	p := build.Value{ID: x.F.Result(i, 0), Type: ir.Ptr, Obj: o}
	set := func() { storeAt(x, r, x.intIn(r, span.Unsigned(uint(8*n))), p, n) }
	// It is written first on every path, so no load reads uninit bytes.
	set()
	// Where blocks cannot be opened the rest is straight-line code.
	if x.depth < x.prog.Cfg.MaxDepth && x.Budget >= 6 && x.prog.Has(preset.Branches) {
		c := x.anyBool(r)
		a, b := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
		x.Brif(c, ir.Target{Block: a, Args: x.Token()}, ir.Target{Block: b, Args: x.Token()})
		mem, mark := x.Mem, len(x.Pool)
		x.Open(a, nil)
		set()
		ends := []ending{{x.At, x.Mem, nil}}
		x.Truncate(mark)
		x.Mem = mem
		// The second way does not write, or writes to others only.
		join(x, r, append(ends, branch(x, b, r.Below(3))))
	}
	loadAt(x, r, ir.Int, p, n)
}

// sweep makes a loop without a region that fills an object, or copies to it, element by element.
// Passes for loop idioms look for it.
func sweep(x *body, r *choice.Record) {
	size := int64(1) << r.Below(4)
	to := base(x, swept(x, r, size, true))
	from := build.Value{Obj: nil}
	if r.Below(2) == 0 {
		from = base(x, swept(x, r, size, false))
	}
	// room is in bytes of the smaller object.
	room := to.Obj.Size
	if from.Obj != nil {
		room = min(room, from.Obj.Size)
	}
	// At most 12 iterations whatever the size.
	n := 1 + int64(r.Below(int(min(room/size, 12))))
	bound := x.Int64(n)
	if r.Below(2) == 0 {
		// A bound of 0 is possible; with the test at the end the body runs once then, which is within the
		// object as n is at least 1.
		bound = x.intIn(r, span.Within(0, n))
	}
	fill := x.Int64(int64([...]int{0, -1, 0x5555555555555555, 7}[r.Below(4)]))
	// Two thirds test at the top.
	top := r.Below(3) > 0
	header, body, exitBlock := x.F.AddBlock(x.Region), ir.NoBlock, x.F.AddBlock(x.Region)
	if top {
		body = x.F.AddBlock(x.Region)
	}
	x.Br(header, append([]ir.Operand{x.Operand(x.Int64(0))}, x.Token()...))
	mark, times := len(x.Pool), x.Times
	// The header runs n+1 times.
	x.Times *= int(n + 1)
	i := x.Open(header, []build.Shape{{Type: ir.Int, Span: span.Within(0, n)}})[0]
	headMem := x.Mem
	if top {
		x.Brif(x.Compare(ir.LT, i, bound), ir.Target{Block: body, Args: x.Token()}, ir.Target{Block: exitBlock, Args: x.Token()})
		x.Open(body, nil)
	}
	// Behind the test the counter is below n.
	i.Span = span.Within(0, n-1)
	at := x.Int(ir.OpMul, ir.Attr{}, span.Within(0, (n-1)*size), i, x.Int64(size))
	v := fill
	if from.Obj != nil {
		// The load comes before the store in each iteration: source and target may be the same object.
		v = element(x, x.Emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, x.Pointer(from, at)), size)
	}
	x.Emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, v, x.Pointer(to, at))
	next := x.Int(ir.OpAdd, ir.Attr{}, span.Within(1, n), i, x.Int64(1))
	again := ir.Target{Block: header, Args: append([]ir.Operand{{Value: next.ID}}, x.Token()...)}
	if top {
		x.Br(header, again.Args)
		x.Mem = headMem
	} else {
		x.Brif(x.Compare(ir.LT, next, bound), again, ir.Target{Block: exitBlock, Args: x.Token()})
	}
	x.Truncate(mark)
	x.Times = times
	x.Open(exitBlock, nil)
}

// element is the int that a sweep loaded.
func element(x *body, i ir.Inst, size int64) build.Value {
	return x.Define(i, 0, build.Value{Type: ir.Int, Span: span.Unsigned(uint(8 * size))})
}

// swept finds an object for a sweep, or makes one. The object must be large enough and have known
// bytes.
func swept(x *body, r *choice.Record, size int64, write bool) *build.Object {
	v := x.Find(r, func(v *build.Value) bool {
		o := v.Obj
		// Slots and globals only: a heap object may be freed by the time that it is filled.
		return o != nil && v.Type == ir.Ptr && v.Flags == 0 && !v.Wild && o.Size >= size && o.Content == build.BytesOnly && !o.Heap && !(write && o.Constant)
	})
	if v != nil {
		return v.Obj
	}
	return x.NewSlot(r, max(size, slotSizes[r.Below(len(slotSizes))]), build.BytesOnly)
}

// relay makes a loop without a region in which each iteration reads the slot that the one before
// made. It is a memory dependence carried by the loop, through one of two slots that a pointer
// selects.
func relay(x *body, r *choice.Record) {
	trips := 1 + r.Below(3)
	first := x.NewSlot(r, 8, build.BytesOnly)
	// either stands for both slots: it has the size that both have, and the alignment that is sure of any.
	either := &build.Object{Base: first.Base, Size: 8, Align: 1, Content: build.BytesOnly, Scope: x.Scope}
	shapes := []build.Shape{fuelShape(x, trips), {Type: ir.Ptr, Obj: either}}
	header, exitBlock := x.F.AddBlock(x.Region), x.F.AddBlock(x.Region)
	x.Br(header, x.WithToken([]ir.Operand{x.Operand(x.Int64(int64(trips))), x.Operand(first.Base)}))
	mark, times := len(x.Pool), x.Times
	x.Times *= trips + 1
	args := x.Open(header, shapes)
	loadAt(x, r, ir.Int, args[1], 8)
	sum := x.Pool[len(x.Pool)-1]
	slot := x.NewSlot(r, 8, build.BytesOnly)
	// 4 of the 8 bytes are written, so the next iteration reads 4 new bytes and what the slot began with.
	storeAt(x, r, sum, slot.Base, 4)
	// In the last iteration the fuel is 0 and next is -1, which is passed to nothing.
	next := x.Int(ir.OpSub, ir.Attr{}, span.Within(-1, int64(trips-1)), args[0], x.Int64(1))
	again := x.WithToken([]ir.Operand{{Value: next.ID}, {Value: slot.Base.ID}})
	x.Brif(x.Compare(ir.GT, args[0], x.Int64(0)), ir.Target{Block: header, Args: again}, ir.Target{Block: exitBlock, Args: append([]ir.Operand{x.Operand(sum)}, x.Token()...)})
	x.Truncate(mark)
	x.Times = times
	x.Open(exitBlock, []build.Shape{{Type: ir.Int, Span: span.Unsigned(64)}})
}
