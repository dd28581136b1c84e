package fuzz

import "github.com/tuffy-ir/tuffy/ir"

// local makes a variable in a slot as a front end does: written, written again on one of two
// ways, and read.
func (x *function) local(r *record) {
	n := 1 << r.below(4)
	o := &object{size: int64(n), align: 8, content: bytesOnly, scope: x.scope}
	i := x.emit(ir.OpStackSlot, ir.Attr{Imm: int64(n), Align: o.align}, nil)
	p := value{id: x.f.Result(i, 0), typ: ir.Ptr, obj: o}
	set := func() { x.storeAt(r, x.intIn(r, unsignedSpan(uint(8*n))), p, n) }
	set()
	if x.depth < x.g.cfg.MaxDepth && x.budget >= 6 && x.g.has(Branches) {
		c := x.anyBool(r)
		a, b := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
		x.brif(c, ir.Target{Block: a, Args: x.token()}, ir.Target{Block: b, Args: x.token()})
		mem, mark := x.mem, len(x.pool)
		x.open(a, nil)
		set()
		ends := []ending{{x.at, x.mem, nil}}
		x.truncate(mark)
		x.mem = mem
		x.join(r, append(ends, x.branch(b, r.below(3))))
	}
	x.loadAt(r, ir.Int, p, n)
}

// sweep makes a loop without a region that fills an object, or copies to it, element by element.
func (x *function) sweep(r *record) {
	size := int64(1) << r.below(4)
	to := x.base(x.swept(r, size, true))
	from := value{obj: nil}
	if r.below(2) == 0 {
		from = x.base(x.swept(r, size, false))
	}
	room := to.obj.size
	if from.obj != nil {
		room = min(room, from.obj.size)
	}
	n := 1 + int64(r.below(int(min(room/size, 12))))
	bound := x.int64(n)
	if r.below(2) == 0 {
		bound = x.intIn(r, within(0, n))
	}
	fill := x.int64(int64([...]int{0, -1, 0x5555555555555555, 7}[r.below(4)]))
	top := r.below(3) > 0
	header, body, exitBlock := x.f.AddBlock(x.region), ir.NoBlock, x.f.AddBlock(x.region)
	if top {
		body = x.f.AddBlock(x.region)
	}
	x.br(header, append([]ir.Operand{x.operand(x.int64(0))}, x.token()...))
	mark, times := len(x.pool), x.times
	x.times *= int(n + 1)
	i := x.open(header, []shape{{typ: ir.Int, span: within(0, n)}})[0]
	headMem := x.mem
	if top {
		x.brif(x.compare(r, ir.LT, i, bound), ir.Target{Block: body, Args: x.token()}, ir.Target{Block: exitBlock, Args: x.token()})
		x.open(body, nil)
	}
	i.span = within(0, n-1)
	at := x.int(ir.OpMul, ir.Attr{}, within(0, (n-1)*size), i, x.int64(size))
	v := fill
	if from.obj != nil {
		v = x.element(x.emit(ir.OpLoad, ir.Attr{N: uint32(size)}, []ir.Type{ir.Int}, x.pointer(from, at)), size)
	}
	x.emit(ir.OpStore, ir.Attr{N: uint32(size)}, nil, v, x.pointer(to, at))
	next := x.int(ir.OpAdd, ir.Attr{}, within(1, n), i, x.int64(1))
	again := ir.Target{Block: header, Args: append([]ir.Operand{{Value: next.id}}, x.token()...)}
	if top {
		x.br(header, again.Args)
		x.mem = headMem
	} else {
		x.brif(x.compare(r, ir.LT, next, bound), again, ir.Target{Block: exitBlock, Args: x.token()})
	}
	x.truncate(mark)
	x.times = times
	x.open(exitBlock, nil)
}

// element is the int that a sweep loaded.
func (x *function) element(i ir.Inst, size int64) value {
	return x.define(i, 0, value{typ: ir.Int, span: unsignedSpan(uint(8 * size))})
}

// swept finds an object for a sweep, or makes one.
func (x *function) swept(r *record, size int64, write bool) *object {
	v := x.find(r, func(v *value) bool {
		o := v.obj
		return o != nil && v.typ == ir.Ptr && v.flags == 0 && !v.wild && o.size >= size && o.content == bytesOnly && !o.heap && !(write && o.constant)
	})
	if v != nil {
		return v.obj
	}
	return x.newSlot(r, max(size, slotSizes[r.below(len(slotSizes))]), bytesOnly)
}

// relay makes a loop without a region in which each round reads the slot that the one before made.
func (x *function) relay(r *record) {
	trips := 1 + r.below(3)
	first := x.newSlot(r, 8, bytesOnly)
	either := &object{base: first.base, size: 8, align: 1, content: bytesOnly, scope: x.scope}
	shapes := []shape{x.fuelShape(trips), {typ: ir.Ptr, obj: either}}
	header, exitBlock := x.f.AddBlock(x.region), x.f.AddBlock(x.region)
	x.br(header, x.withToken([]ir.Operand{x.operand(x.int64(int64(trips))), x.operand(first.base)}))
	mark, times := len(x.pool), x.times
	x.times *= trips + 1
	args := x.open(header, shapes)
	x.loadAt(r, ir.Int, args[1], 8)
	sum := x.pool[len(x.pool)-1]
	slot := x.newSlot(r, 8, bytesOnly)
	x.storeAt(r, sum, slot.base, 4)
	next := x.int(ir.OpSub, ir.Attr{}, within(-1, int64(trips-1)), args[0], x.int64(1))
	again := x.withToken([]ir.Operand{{Value: next.id}, {Value: slot.base.id}})
	x.brif(x.compare(r, ir.GT, args[0], x.int64(0)), ir.Target{Block: header, Args: again}, ir.Target{Block: exitBlock, Args: append([]ir.Operand{x.operand(sum)}, x.token()...)})
	x.truncate(mark)
	x.times = times
	x.open(exitBlock, []shape{{typ: ir.Int, span: unsignedSpan(64)}})
}
